"""`novikoff exercise`: exercises made from the claims, asked, written to a sheet or a notebook, and graded exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.results import format_count
from ..algorithms.safe_files import read_text
from ..report.printing import OK, Row, emit, exit_status
from ._shared import command

if TYPE_CHECKING:
    from ..exercises.grading import Exercise

ACTIONS = ("list", "show", "sheet", "notebook", "check")
KINDS = ("point", "multipliers", "order", "count")
WIDTH = 100


@command(
    click.argument("action", type=click.Choice(ACTIONS)),
    click.argument("what", metavar="[ID | ANSWERS]", required=False),
    click.option("--level", type=click.IntRange(1, 3), help="Only those of this level; 1 is the easiest."),
    click.option("--kind", type=click.Choice(KINDS), help="Only those with this kind of answer."),
    click.option("--claim", metavar="ID", help="Only those about this claim."),
    click.option("--hints", metavar="N", type=click.IntRange(0), default=0, help="With show: the first N hints too."),
    click.option("--solution", is_flag=True, help="With show: one right answer too."),
)
def exercise_command(
    action: str, what: str | None, *, level: int | None, kind: str | None, claim: str | None, hints: int,
    solution: bool, output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Make and grade exercises about the claims.

    \b
    novikoff exercise list --level 1          id, level, kind and title
    novikoff exercise show updates/2          one exercise; --hints 1 for a hint, --solution for an answer
    novikoff exercise sheet -o answers.txt    all exercises in a file, with a line for each answer
    novikoff exercise notebook -o more.ipynb  the same for Jupyter: a cell for each answer, which grades it
    novikoff exercise check answers.txt       grade the answers; each wrong one gets a reason

    Exact computation grades each answer, so every right answer counts. An answer is a line `ID: ANSWER`; the rest of a
    line after # is a comment.

    Exit status of check: 0 if all answers are right, 1 if one is not, 5 if there are no answers.
    """
    from ..exercises import generation

    if (what is None) != (action in ("list", "sheet", "notebook")):
        wanted = "no ID" if what else "a file of answers" if action == "check" else "the ID of an exercise"
        raise BadInput(f"novikoff exercise {action} takes {wanted}; `novikoff exercise list` has the ids")
    if action != "check" and output_format not in ("text", "json"):
        raise BadInput(f"novikoff exercise {action} grades nothing, so it has no report; {output_format} is for check")
    if action == "check":
        assert what is not None
        return check_answers(what, output_format)
    if action == "show":
        assert what is not None
        one = generation.exercise(what)
        text = "\n".join([*page(one), *(f"hint: {hint}" for hint in one.hints[:hints])])
        text += f"\none answer: {one.solution}" if solution else ""
        data = {"schema": 1, **one.json()}
        if not solution:
            del data["solution"]
        emit(output_format, text=text, data=data)
        return OK
    found = [
        e for e in generation.exercises()
        if level in (None, e.level) and kind in (None, e.kind) and claim in (None, e.claim)
    ]  # fmt: skip
    lines = WRITERS[action](found)
    data = {"schema": 1, "exercises": [{"id": e.id, "kind": e.kind, "claim": e.claim, "level": e.level} for e in found]}
    emit(output_format, text="\n".join(lines), data=data)
    return OK if found else exit_status([])


def page(exercise: Exercise) -> list[str]:
    """One exercise as lines of text."""
    return [
        f"{exercise.id}   (level {exercise.level}, about {exercise.claim}: {exercise.title})",
        *wrap(exercise.question, WIDTH),
        *(f"  {line}" for line in exercise.given),
        *wrap(exercise.form, WIDTH),
    ]


def list_exercises(found: list[Exercise]) -> Iterator[str]:
    """A line for each, and how many they are."""
    width = max((len(e.id) for e in found), default=0)
    yield from (f"{e.id:{width}}  {e.level}  {e.kind:11}  {e.title}" for e in found)
    yield format_count(len(found), "exercise")


def sheet(found: list[Exercise]) -> Iterator[str]:
    """A text to be filled in."""
    yield "# Write each answer after its colon; `novikoff exercise check` with this file grades them."
    for exercise in found:
        yield from ["", *(f"# {line}" for line in page(exercise)), f"{exercise.id}: "]


def notebook(found: list[Exercise]) -> Iterator[str]:
    """The file of a notebook."""
    from ..exercises import notebooks

    yield json.dumps(notebooks.notebook(found), ensure_ascii=False, indent=1)


WRITERS: Mapping[str, Callable[[list[Exercise]], Iterator[str]]] = {
    "list": list_exercises, "sheet": sheet, "notebook": notebook,
}  # fmt: skip


def check_answers(file: str, output_format: str) -> int:
    """The grades of the answers in a file."""
    from ..exercises import generation
    from ..exercises.grading import grade

    rows, results = list[Row](), list[dict[str, Any]]()
    for place, identifier, answer in answers(file):
        try:
            made = generation.exercise(identifier)
        except BadInput as problem:
            raise BadInput(f"{file}, line {place}: {problem}") from None
        given = grade(made, answer)
        results.append({"id": identifier, "right": given.right, "says": given.says})
        rows.append(Row(identifier, "ok" if given.right else "failed", given.says, file=file, line=place))
    right = sum(result["right"] for result in results)
    lines = [f"{'right' if result['right'] else 'wrong'}  {result['id']}: {result['says']}" for result in results]
    lines.append(f"{right} of {format_count(len(results), 'answer')} {'is' if len(results) == 1 else 'are'} right")
    emit(output_format, text="\n".join(lines), data={"schema": 1, "right": right, "answers": results}, rows=rows)
    return exit_status(rows)


def answers(file: str) -> Iterator[tuple[int, str, str]]:
    """The line, the id and the answer of what is answered."""
    met = set[str]()
    for place, line in enumerate(read_text(file).splitlines(), 1):
        text = line.partition("#")[0].strip()
        identifier, colon, answer = text.partition(":")
        if not text or (colon and not answer.strip()):
            continue
        if not colon:
            raise BadInput(f"{file}, line {place}: {text!r:.60} is no `ID: ANSWER`; begin a remark with #")
        if identifier in met:
            raise BadInput(f"{file}, line {place}: {identifier} is answered twice; keep one answer")
        met.add(identifier)
        yield place, identifier.strip(), answer.strip()

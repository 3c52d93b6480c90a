"""`novikoff exercise`: makes exercises from the claims, writes them to files, and grades answers exactly."""

from __future__ import annotations

import click

from ..algorithms.errors import BadInput
from ..report.result_output import NOTHING, OK, Printed, Reported
from ._shared import command

ACTIONS = ("list", "show", "sheet", "notebook", "check")
KINDS = ("point", "hypothesis", "multipliers", "order", "count")


@command(
    click.argument("action", type=click.Choice(ACTIONS)),
    click.argument("what", metavar="[ID | ANSWERS]", required=False),
    click.option("--level", type=click.IntRange(1, 3), help="Only exercises of this level; 1 is the easiest."),
    click.option("--kind", type=click.Choice(KINDS), help="Only exercises with this kind of answer."),
    click.option("--claim", metavar="ID", help="Only exercises about this claim."),
    click.option("--hints", metavar="N", type=click.IntRange(0), default=0,
                 help="With show: also print the first N hints."),
    click.option("--solution", is_flag=True, help="With show or sheet: also print one right answer of each exercise."),
)
def exercise_command(
    action: str, what: str | None, *, level: int | None, kind: str | None, claim: str | None, hints: int,
    solution: bool, output_format: str,
) -> Reported:
    """Make and grade exercises about the claims.

    \b
    novikoff exercise list --level 1          id, level, kind and title
    novikoff exercise show updates/2          one exercise; --hints 1 for a hint, --solution for an answer
    novikoff exercise sheet -o answers.txt    all exercises in a file, with a line for each answer
    novikoff exercise sheet --solution -o key.txt  the same with the answers, for the teacher
    novikoff exercise notebook -o more.ipynb  the same for Jupyter: a cell for each answer, which grades it
    novikoff exercise check answers.txt       grade the answers; each wrong one gets a reason

    Exact computation grades each answer, so every right answer counts. An answer is a line `ID: ANSWER`; the rest of a
    line after # is a comment.

    Exit status of check: 0 if all answers are right, 1 if one is not, 5 if there are no answers.
    """
    from ..exercises import generation
    from ..exercises.answer_sheets import WRITERS, grade_answers, page, sheet

    if (what is None) != (action in ("list", "sheet", "notebook")):
        wanted = "no ID" if what else "a file of answers" if action == "check" else "the ID of an exercise"
        raise BadInput(f"novikoff exercise {action} takes {wanted}; `novikoff exercise list` has the ids")
    if hints and action != "show":
        raise BadInput(f"--hints is for show, not for {action}; leave it out")
    if solution and action not in ("show", "sheet"):
        raise BadInput(f"--solution is for show and sheet, not for {action}; leave it out")
    if action != "check" and output_format not in ("text", "json"):
        raise BadInput(f"novikoff exercise {action} grades nothing, so it has no report; {output_format} is for check")
    if what is not None:
        if action == "check":
            return grade_answers(what)
        one = generation.exercise(what)
        lines = [*page(one), *(f"hint: {hint}" for hint in one.hints[:hints])]
        data = {"schema": 1, **one.json()}
        if solution:
            lines += [f"one answer: {one.solution}", data["worked"]]
        else:
            del data["solution"], data["worked"]
        return Printed(lines, data)
    found = [
        e for e in generation.exercises()
        if level in (None, e.level) and kind in (None, e.kind) and claim in (None, e.claim)
    ]
    data = {"schema": 1, "exercises": [{"id": e.id, "kind": e.kind, "claim": e.claim, "level": e.level} for e in found]}
    made = sheet(found, solved=True) if solution else WRITERS[action](found)
    return Printed([*made], data, OK if found else NOTHING)

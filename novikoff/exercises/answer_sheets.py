"""Exercises as text, sheets of them to be filled in, and the grades of a file of answers.

Main definitions: `WRITERS`, `page`, `grade_answers`, `Grades`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput
from ..algorithms.safe_files import read_text
from ..report.document_formats import Block
from ..report.result_output import Reported, Row, to_blocks
from . import generation, notebooks
from .grading import Exercise, Grade, grade

WIDTH = 100


def page(exercise: Exercise) -> list[str]:
    """Return one exercise as lines of text."""
    return [
        f"{exercise.id}   (level {exercise.level}, about {exercise.about}: {exercise.title})",
        *wrap(exercise.question, WIDTH),
        *(f"  {line}" for line in exercise.given),
        *wrap(exercise.form, WIDTH),
    ]


def _list_exercises(found: list[Exercise]) -> Iterator[str]:
    width = max((len(e.id) for e in found), default=0)
    yield from (f"{e.id:{width}}  {e.level}  {e.kind:11}  {e.title}" for e in found)
    yield format_count(len(found), "exercise")


def sheet(found: list[Exercise], solved: bool = False) -> Iterator[str]:
    """Yield the lines of a text with space for answers; if `solved`, with one right answer of each exercise."""
    yield "# Write each answer after its colon; `novikoff exercise check` with this file grades them."
    for exercise in found:
        answer = exercise.solution if solved else ""
        yield from ["", *(f"# {line}" for line in page(exercise)), f"{exercise.id}: {answer}"]


def notebook(found: list[Exercise]) -> Iterator[str]:
    """Yield the lines of a notebook file."""
    yield json.dumps(notebooks.notebook(found), ensure_ascii=False, indent=1)


WRITERS: Mapping[str, Callable[[list[Exercise]], Iterator[str]]] = {
    "list": _list_exercises, "sheet": sheet, "notebook": notebook,
}


@dataclass(frozen=True, repr=False)
class Grades(Reported):
    """The line, the id and the grade of each answer in a file."""

    file: str
    answers: Sequence[tuple[int, str, Grade]]

    @property
    def right(self) -> int:
        """Return how many answers are right."""
        return sum(given.right for *_, given in self.answers)

    def in_short(self) -> str:
        number = len(self.answers)
        return f"{self.right} of {format_count(number, 'answer')} {'is' if number == 1 else 'are'} right"

    def rows(self) -> list[Row]:
        return [Row(name, "ok" if given.right else "failed", given.says, file=self.file, line=line)
                for line, name, given in self.answers]

    def json(self) -> dict[str, Any]:
        results = [{"id": name, "right": given.right, "says": given.says} for _, name, given in self.answers]
        return {"schema": 1, "right": self.right, "answers": results}

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        lines = [f"{'right' if given.right else 'wrong'}  {name}: {given.says}" for _, name, given in self.answers]
        return to_blocks([*lines, self.in_short()])


def grade_answers(file: str) -> Grades:
    """Grade the answers in a file; raise `BadInput` with the line of anything that is not an answer."""
    found = list[tuple[int, str, Grade]]()
    for place, identifier, answer in answers(file):
        try:
            made = generation.exercise(identifier)
        except BadInput as problem:
            raise BadInput(f"{file}, line {place}: {problem}") from None
        found.append((place, identifier, grade(made, answer)))
    return Grades(file, found)


def answers(file: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the id and the answer for each exercise that is answered."""
    met = set[str]()
    for place, line in enumerate(read_text(file).splitlines(), 1):
        text = line.partition("#")[0].strip()
        identifier, colon, answer = text.partition(":")
        if not text or (colon and not answer.strip()):
            continue
        if not colon:
            raise BadInput(f"{file}, line {place}: {text!r:.60} is not `ID: ANSWER`; begin a remark with #")
        if identifier in met:
            raise BadInput(f"{file}, line {place}: {identifier} is answered twice; keep one answer")
        met.add(identifier)
        yield place, identifier.strip(), answer.strip()

"""Exercises as a notebook: the text of each, its hints folded, and a cell in which its answer is graded.

Main definitions: `notebook`, `answer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from .generation import exercise
from .grading import Exercise, Grade, grade

Json = Any
TITLE = """# Exercises

Write each answer between the quotes, and run the cell: it is graded by exact computation, and every right answer
counts. Without an answer, the cell describes its form."""


def answer(identifier: str, text: str) -> Grade:
    """Grade an answer to the exercise of this id; raise `BadInput` if there is none.

    >>> answer("step/passive-aggressive-step/0", "active = -2; label = x@x*τ^2")
    Grade(right=False, says='there remains -2*x@x*y^2*τ^2 + 2*x@x*τ^2')
    """
    return grade(exercise(identifier), text)


def notebook(exercises: Iterable[Exercise]) -> Json:
    """Return the notebook of some exercises, in format 4.5 of Jupyter.

    >>> [cell["cell_type"] for cell in notebook([exercise("updates/2")])["cells"]]
    ['markdown', 'code', 'markdown', 'code']
    """
    cells = [prose("title", TITLE), code("import", "from novikoff.exercises.notebooks import answer")]
    for number, each in enumerate(exercises, 1):
        cells.append(prose(f"exercise-{number}", text(number, each)))
        cells.append(code(f"answer-{number}", f'answer("{each.id}", "")'))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def prose(identifier: str, source: str) -> Json:
    """Return a cell of Markdown."""
    return {"cell_type": "markdown", "id": identifier, "metadata": {}, "source": source.splitlines(keepends=True)}


def code(identifier: str, source: str) -> Json:
    """Return a cell of Python without output."""
    cell = prose(identifier, source)
    return {**cell, "cell_type": "code", "execution_count": None, "outputs": []}


def text(number: int, exercise: Exercise) -> str:
    """Return an exercise as Markdown; a hint opens when it is pressed."""
    about = exercise.about if exercise.kind == "count" else f"`{exercise.claim}`"
    level = f"*Level {exercise.level}, about* {about}"
    given = ["\n".join(["```text", *exercise.given, "```"])] if exercise.given else []
    hints = [f"<details><summary>Hint {n}</summary>{escape(h)}</details>" for n, h in enumerate(exercise.hints, 1)]
    question, form = plain(exercise.question), plain(exercise.form)
    return "\n\n".join([f"## {number}. {plain(exercise.title)}", level, question, *given, form, *hints])


def plain(words: str) -> str:
    r"""Escape the characters that Markdown would interpret.

    >>> print(plain("w* and x_i"))
    w\* and x\_i
    """
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", words)

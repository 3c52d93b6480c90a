"""Whether the bounds of the ledger are reached: by which data and for which numbers, or what is still open.

Main definitions:
    Reached, ROWS    one bound, with what is known of it; and all of those that were looked at
    reached          the row of a claim, if there is one
    markdown         those that are open, as they stand in docs/open.md

A bound is reached if some data make it equal to what it bounds. That is known by claims of the ledger, and by runs of
`tests/proofs/test_reached.py`, one for each row that says so.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

STATUSES = {
    "reached": "for every number that it allows, or those that are named",
    "smaller": "a smaller bound is proved, so that it is reached only where both are equal",
    "open": "not known; what is known from both sides is said",
}


class Reached(NamedTuple):
    """What is known of a bound: one of STATUSES, the numbers or the bracket in words, and the claims that say so."""

    bound: str
    status: str
    words: str
    by: tuple[str, ...]

    def __str__(self) -> str:
        """As it is printed."""
        return f"{self.status}: {self.words} ({', '.join(self.by)})"


ROWS = (
    Reached(
        "novikoff-mistake-bound", "reached",
        "by orthonormal vectors, and in three dimensions, for every number of mistakes",
        ("mistake-bound-reached", "novikoff-bound-reached-in-space"),
    ),
    Reached(
        "notes-mistake-bound-unit", "reached",
        "by orthonormal vectors, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "learning-rate-mistake-bound", "reached",
        "by orthonormal vectors, as the rate changes no mistake",
        ("mistake-bound-reached", "learning-rate-same-mistakes"),
    ),
    Reached(
        "plane-mistake-bound", "reached",
        "wherever it is a whole number",
        ("plane-mistake-bound-reached",),
    ),
    Reached(
        "any-step-sizes-mistake-bound", "reached",
        "in three dimensions, for every sequence of step sizes",
        ("any-step-sizes-bound-reached-in-space",),
    ),
    Reached(
        "step-sizes-kantorovich-bound", "reached",
        "by large steps and then small ones, where it is 1 + c(a + b) with whole ca and cb",
        ("step-sizes-kantorovich-bound-reached",),
    ),
    Reached(
        "margin-perceptron-update-bound", "smaller",
        "for β > 0; for β = 0 it is Novikoff's",
        ("margin-perceptron-sharp-bound", "mistake-bound-reached"),
    ),
    Reached(
        "margin-perceptron-exact-bound", "reached",
        "in three dimensions for every k ≥ 2 and 0 ≤ β ≤ R²",
        ("margin-perceptron-bound-reached-in-space",),
    ),
    Reached(
        "margin-perceptron-three-bound", "reached",
        "in three dimensions for every k ≥ 2",
        ("margin-perceptron-three-bound-reached",),
    ),
    Reached(
        "batch-perceptron-step-bound", "smaller",
        "for L ≥ 2 vectors; for L = 1 it is Novikoff's",
        ("batch-sharper-bound-is-smaller",),
    ),
    Reached(
        "batch-perceptron-sharper-step-bound", "open",
        "for L ≥ 2. As L grows it is L/4·D²/γ²; data with D²/γ² = 4 take L/8·D²/γ² steps, where all misclassified "
        "vectors are added",
        ("batch-perceptron-steps-grow-with-count",),
    ),
    Reached(
        "hinge-loss-mistake-bound", "smaller",
        "where u and the loss are not 0",
        ("hinge-loss-sharp-bound-is-smaller",),
    ),
    Reached(
        "hinge-loss-sharp-mistake-bound", "reached",
        "by orthogonal examples, for every number of mistakes and any loss from 0 to 1 on each",
        ("hinge-loss-sharp-bound-reached",),
    ),
    Reached(
        "multi-class-mistake-bound", "reached",
        "with two classes, for every number of mistakes",
        ("multi-class-mistake-bound-reached",),
    ),
    Reached(
        "rounded-perceptron-mistake-bound", "open",
        "except for η = 0 and δ = 0, where it is Novikoff's; where R‖u‖ ≥ 2γ − η‖u‖ a smaller bound is proved",
        ("rounded-bounds-compared", "mistake-bound-reached"),
    ),
    Reached(
        "rounding-shortens-the-margin", "open",
        "except for η = 0 and δ = 0, where it is Novikoff's; that η‖u‖ < γ cannot be left out",
        ("rounding-as-large-as-the-margin", "mistake-bound-reached"),
    ),
    Reached(
        "kozinec-mistake-bound", "reached",
        "by orthogonal examples, for every number of steps",
        ("kozinec-mistake-bound-reached",),
    ),
    Reached(
        "eps-kozinec-mistake-bound", "smaller",
        "for T ≥ 2, as (1 + e)^T > 1 + Te; for T = 1 two orthogonal examples and ε = D reach it",
        ("eps-kozinec-logarithmic-bound", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "eps-kozinec-logarithmic-bound", "open",
        "how near data come for T ≥ 2: in each step ‖w‖ would have to be ε, so that none reach it. For T = 1 two "
        "orthogonal examples and ε = D do",
        ("eps-kozinec-step-ratio", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "passive-aggressive-separable-bound", "reached",
        "by orthogonal examples, for every number of them",
        ("passive-aggressive-separable-bound-reached",),
    ),
    Reached(
        "known-margin-mistake-bound", "open",
        "with any offset ⌊R²/γ²⌋ mistakes can be forced upon any algorithm, and this one makes at most (2R/γ − "
        "1)², about four times as many",
        ("any-algorithm-makes-as-many-mistakes",),
    ),
    Reached(
        "margin-capacity-even", "reached",
        "by regular simplices",
        ("regular-simplex-margins",),
    ),
    Reached(
        "margin-of-odd-optimal-labels", "reached",
        "by regular simplices",
        ("regular-simplex-margins",),
    ),
    Reached(
        "three-points-shattered", "reached",
        "by an equilateral triangle",
        ("regular-simplex-margins",),
    ),
)  # fmt: skip


@cache
def _rows() -> dict[str, Reached]:
    return {row.bound: row for row in ROWS}


def reached(identifier: str) -> Reached | None:
    """What is known of whether the bound of this claim is reached; None if it is no bound that was looked at.

    >>> reached("kozinec-mistake-bound").status
    'reached'
    """
    return _rows().get(identifier)


def markdown() -> str:
    """The bounds that are open, as a table.

    >>> markdown().splitlines()[0]
    '| bound | what is known |'
    """
    rows = [f"| `{row.bound}` | {row.words} ({', '.join(f'`{claim}`' for claim in row.by)}) |"
            for row in ROWS if row.status == "open"]  # fmt: skip
    return "\n".join(["| bound | what is known |", "|---|---|", *rows])

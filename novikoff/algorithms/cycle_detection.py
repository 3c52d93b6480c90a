"""Detect that a run returns to earlier weights. This is a second proof that it never ends, besides the proof that no
separator exists.

On examples that no hyperplane separates the weights of the perceptron stay bounded for ever (Block and Levin's theorem,
blocklevin1970), and rational ones are multiples of one fraction; so some (w, b) repeats. If the visits after it are
the same as well, the updates in between repeat for ever. They prove that there is no separator: the sum of their signed
examples y(x, 1), which is the change of (w, b), is 0.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple


class Cycle(NamedTuple):
    """A cycle: after `start` and after `start + updates` updates, the weights and the visits that follow are equal."""

    start: int
    updates: int


def find_cycle(mistakes: Sequence[int], X: Sequence[Sequence[Any]], y: Sequence[int], bias: bool = True,
               order: str = "cyclic") -> Cycle | None:
    """Return the first cycle among the updates of a run, or None.

    `mistakes` are the examples of the updates, in their order; X has shape (n, d), exact; the examples are visited in
    cyclic order, or always the first mistake is taken ("first"). Each update adds α·y(x, c) to (w, b), for any α > 0
    and c > 0 (without `bias`, c = 0).

    >>> find_cycle([0, 1, 2, 0, 1, 2], [[0], [1], [0]], [1, -1, 1])  # no whole pass between them is 0
    >>> find_cycle([0, 1, 0, 1], [[0], [0]], [1, -1])
    Cycle(start=0, updates=2)
    """
    size = len(X[0]) + bias
    state, met = (Fraction(0),) * size, dict[tuple[Any, ...], int]()
    for made, i in enumerate(mistakes):
        if made == 0 or order == "first" or i <= mistakes[made - 1]:  # a new pass: the visits to come are the same
            if state in met:
                return Cycle(met[state], made - met[state])
            met[state] = made
        step = [*X[i], 1] if bias else X[i]
        state = tuple(v + y[i] * u for v, u in zip(state, step, strict=True))
    return None

"""All possible ends of a perceptron on a few examples, over every order of visits.

A run from 0 is determined by the number kᵢ of its updates on each example: w = αΣkᵢyᵢxᵢ, b = αcΣkᵢyᵢ, and the margin of
example i is αΣⱼkⱼyᵢyⱼ(⟨xᵢ, xⱼ⟩ + c). An update adds 1 to the kᵢ of a mistake; the run ends where none is left. By the
mistake bound only finitely many k can be reached on separable data, and on small data they are few. A run in any order
(cyclic, shuffled, repeated, or other) ends in one of these states. A run that updates without a mistake, leaves a
mistake, or adds something else usually ends elsewhere.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...algorithms.perceptron import TIES, State
from ..bounds import growth_bound
from .conventions import Conventions, Theorem, best, radius2

MOST_STATES = 2000
ROUNDING = Fraction(1, 2**30)  # relative: the rounding error of a step size such as 0.1 in a short run
Counts = tuple[int, ...]


@lru_cache(maxsize=512)
def ends(X: Any, y: tuple[int, ...], c: Fraction, tie: str | None) -> frozenset[Counts] | None:
    """Return the update counts with which a run can end; None if there are too many to try. With `tie` None, a score of
    0 may count as a mistake or not, at each visit.

    >>> sorted(ends(((1,), (3,)), (-1, 1), Fraction(1), "mistake"))
    [(7, 3)]
    """
    n = len(X)
    gram = [[y[i] * y[j] * (sum(p * q for p, q in zip(X[i], X[j], strict=True)) + c) for j in range(n)]
            for i in range(n)]
    may, must = (TIES["mistake"], TIES["correct"]) if tie is None else (TIES[tie], TIES[tie])
    margins = {(0,) * n: (Fraction(0),) * n}
    todo, found = list(margins), set()
    while todo:
        k = todo.pop()
        wrong = [i for i, m in enumerate(margins[k]) if m < 0 or (m == 0 and y[i] in may)]
        if not any(margins[k][i] < 0 or y[i] in must for i in wrong):
            found.add(k)
        for i in wrong:
            after = (*k[:i], k[i] + 1, *k[i + 1 :])
            if after not in margins:
                margins[after] = tuple(m + gram[j][i] for j, m in enumerate(margins[k]))
                todo.append(after)
        if len(margins) > MOST_STATES:
            return None
    return frozenset(found)


def state_of(k: Counts, X: Sequence[Any], y: Sequence[int], c: Fraction) -> State:
    """Return (w, b) after these updates with step size 1.

    >>> state_of((7, 3), [(1,), (3,)], [-1, 1], Fraction(1))
    State(w=(2,), b=Fraction(-4, 1))
    """
    signed = [count * label for count, label in zip(k, y, strict=True)]
    w = tuple(sum(s * x[j] for s, x in zip(signed, X, strict=True)) for j in range(len(X[0])))
    return State(w, c * sum(signed))


def scales(state: State, X: Sequence[Any], y: Sequence[int], c: Fraction, tie: str | None) -> set[Fraction] | None:
    """Return the step sizes α with which a run can end in this state; None if there are too many ends to try."""
    every = ends(tuple(X), tuple(y), c, tie)
    if every is None:
        return None
    found = set()
    flat = [*state.w, state.b]
    for k in every:
        other = state_of(k, X, y, c)
        pairs = list(zip(flat, [*other.w, other.b], strict=True))
        top, under = max(pairs, key=lambda pair: abs(pair[1]))
        if under and top / under > 0:
            rate = Fraction(top) / under
            if all(abs(p - rate * q) <= ROUNDING * abs(top) for p, q in pairs):
                found.add(rate)
    return found


def can_end(state: State, X: Sequence[Any], y: Sequence[int], rule: Conventions) -> bool | None:
    """Return whether a run with these conventions, in any order, can end in this state; None for too many ends."""
    c = radius2(X) if rule.bias_step == "R2" else rule.bias_step
    found = scales(state, X, y, c, rule.tie)
    return None if found is None else any(abs(rate / rule.rate - 1) <= ROUNDING for rate in found)


def within_bounds(theorem: Theorem, state: State, X: Sequence[Any], y: Sequence[int]) -> bool:
    """Return whether a run from 0 can reach this state in some number of updates: ‖v‖² ≤ αD²⟨v, v*⟩. Let v* be the
    separator with the best margin. After k updates ⟨v, v*⟩ ≥ kα and ‖v‖² ≤ kα²D² (`alignment_bound`, `growth_bound`).
    So k ≤ ⟨v, v*⟩/α, which gives the inequality above. Hence k ≤ D²·V, the bound on the updates."""
    c = theorem.step_for(X)
    w, b, _ = best(tuple(map(tuple, X)), tuple(y), c)
    price = Fraction(1) / c if c else Fraction(0)
    norm2 = sum(value * value for value in state.w) + state.b**2 * price
    along = sum((p * q for p, q in zip(state.w, w, strict=True)), state.b * b * price)
    return bool(norm2 <= growth_bound(along / theorem.rate, radius2(X), c, theorem.rate) * (1 + ROUNDING))

"""The labels with which AdaBoost on decision stumps can end, for an audit.

Implementations differ in three conventions, and each of them is right:

* which stump they take among equally good ones, and whether they know the constant stump;
* where a threshold lies between two values of the data: labels are compared only at points whose coordinates occur in
  the data;
* whether they stop when the vote is right on all examples, or make all rounds.

`find_ends` follows every run. Two stumps are equally good if rounding may decide which is better.

Source: as for `algorithms.adaboost`, whose steps it makes.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from ...algorithms.adaboost import AdaBoost, Stump, round_edge, update, vote_margin
from ...algorithms.errors import NoSeparator
from .audit_data import VARIANTS
from .data_search import Base, Draws, Source

NAME = "adaboost"
BITS = 64  # that an edge keeps
NEAR = Fraction(1, 2**30)  # relative to the best stump
MOST_POINTS, MOST_STATES = 40, 600
ROUNDS = 4  # an even number: then half of an unweighted vote may be against the other half
CAPS = ("n_estimators", "n_rounds", "rounds", "num_rounds", "n_learners", "n_clf", "n_weak", "T", "M")

State = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]  # the weights of the examples, and exp(2F) at the points


def list_points(X: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return the examples, and points whose coordinates occur in the data.

    >>> list_points([(0, 1), (2, 3)])
    [(0, 1), (2, 3), (0, 3), (2, 1)]
    """
    columns = [dict.fromkeys(column) for column in zip(*X, strict=True)]
    return list(dict.fromkeys([*map(tuple, X), *islice(product(*columns), MOST_POINTS)]))


def datasets(variant: str) -> Source:
    """Return a source of (X, y) in this form on which a vote of stumps is right, but seldom a single stump. Examples
    are repeated, so that few stumps are equally good."""

    def draw(draws: Draws) -> Base:
        d = draws.between(1, 2)
        points = dict.fromkeys(draws.vector(d, 4) for _ in range(draws.between(5, 9)))
        signed = [(x, draws.one_of([-1, 1])) for x in points]
        several = [one for one in signed for _ in range(draws.between(1, 4))]
        return [x for x, _ in several], [label for _, label in several]

    def is_wanted(base: Base) -> bool:
        try:
            return len(set(base[1])) == 2 and vote_margin(*base) is not None
        except NoSeparator:
            return False

    return Source(draw, is_wanted, VARIANTS[variant])


def find_ends(X: Sequence[Sequence[Any]], y: Sequence[int], rounds: int) -> set[tuple[int, ...]] | None:
    """Return the labels at `list_points(X)` with which a run of at most this many rounds can end; 0 means that the vote
    has no sign there. None if there are too many runs.

    >>> sorted(find_ends([(0,), (1,), (2,)], [1, -1, 1], 2))
    [(-1, -1, 1), (1, -1, -1), (1, 1, 1)]
    """
    learner, points = AdaBoost(X, y, "exact", bits=BITS), list_points(X)
    states: set[State] = {((Fraction(1),) * len(y), (Fraction(1),) * len(points))}
    found, seen = set[tuple[int, ...]](), 0
    for number in range(1, rounds + 1):
        states, before = set(), states
        for D, votes in before:
            stumps = list(_best_stumps(learner, D))
            if not stumps:
                found.add(_labels(votes))
            for stump in stumps:
                states.add(_after(stump, D, votes, X, y, points))
        seen += len(states)
        if seen > MOST_STATES:
            return None
        for _, votes in states:
            labels = _labels(votes)
            if number == rounds or all(labels[points.index(tuple(x))] == s for x, s in zip(X, y, strict=True)):
                found.add(labels)
    return found


def _best_stumps(learner: AdaBoost, D: Sequence[Fraction]) -> Iterator[Stump]:
    """Yield the best stumps, and the best of those that are not constant."""
    edges = [(feature, threshold, gain / sum(D)) for feature, threshold, gain in learner.edges(D)]
    for kinds in (edges, edges[:-1]):
        most = max((abs(edge) for *_, edge in kinds), default=Fraction(0))
        for feature, threshold, edge in kinds:
            if most > NEAR and abs(edge) >= most * (1 - NEAR):
                yield Stump(feature, threshold, 1 if edge > 0 else -1, round_edge(abs(edge), BITS))


def _after(stump: Stump, D: Sequence[Fraction], votes: Sequence[Fraction], X: Any, y: Any, points: Any) -> State:
    """Return the state after a round with this stump. If it is right on all examples, its vote outweighs the others."""
    e, said = stump.edge, [stump((*x, 1)) for x in points]
    if e == 1:
        return tuple(D), tuple(Fraction(2) ** label for label in said)
    D = [update(weight, label * stump((*x, 1)), e) for weight, x, label in zip(D, X, y, strict=True)]
    size = sum(D)
    factor = (1 + e) / (1 - e)
    return tuple(weight / size for weight in D), tuple(v * factor**label for v, label in zip(votes, said, strict=True))


def _labels(votes: Sequence[Fraction]) -> tuple[int, ...]:
    """Return the signs of F; 0 where rounding may decide it."""
    return tuple((v > 1) - (v < 1) if abs(v - 1) > NEAR else 0 for v in votes)

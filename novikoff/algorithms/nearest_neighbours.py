"""k nearest neighbours: the majority label among the k examples nearest to a point.

Source: notes, "k nearest neighbors", which uses k for the number of neighbours and for the number of classes, and does
not mention ties. Here k is the number of neighbours, and both kinds of ties have a rule to choose:

    distance_tie   "first": exactly k examples vote; of two at equal distance, the earlier one counts as nearer
                   "all": every example as near as the k-th nearest votes, perhaps more than k
    vote_tie       "smallest": ties go to the smallest number, or the first text in alphabetical order
                   "nearest": ties go to the label of the nearest voter, at equal distance the earlier in the data

Distances are compared as exact squares: a float counts at its exact binary value, and nothing is rounded. Bound:
none; for k = 1 each example gets its own label, unless an earlier one ("first") or any other lies on the same point.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any

from . import run_certificates
from .errors import BadInput
from .labelled_examples import Arithmetic, arithmetic_of, require_one_for_each, rows
from .lazy_numpy import np
from .run_certificates import rationals_to_text
from .run_loop import check_choice, check_integer, require_same_record

DISTANCE_TIES = ("first", "all")
VOTE_TIES = ("smallest", "nearest")


def squared_distance(u: Any, v: Any) -> Any:
    """Return ‖u − v‖²; nothing is checked or converted."""
    difference = u - v
    return difference @ difference


def neighbours(distances: Sequence[Any], k: int, tie: str = "first") -> list[int]:
    """Return the indices of the k least distances, nearest first; `tie` is one of `DISTANCE_TIES`.

    >>> neighbours([4, 1, 4, 9], 2), neighbours([4, 1, 4, 9], 2, "all")
    ([1, 0], [1, 0, 2])
    """
    order = sorted(range(len(distances)), key=lambda i: (distances[i], i))
    if tie == "first":
        return order[:k]
    return [i for i in order if distances[i] <= distances[order[k - 1]]]


def vote(labels: Sequence[Any], tie: str = "smallest") -> Any:
    """Return the most frequent of the labels, given nearest first; `tie` is one of `VOTE_TIES`.

    >>> vote([2, 1, 1, 2, 3]), vote([2, 1, 1, 2, 3], "nearest")
    (1, 2)
    """
    count = Counter(labels)
    leading = [label for label in labels if count[label] == max(count.values())]
    return leading[0] if tie == "nearest" else min(leading)


@dataclass(frozen=True)
class Run:
    """The rule on the examples themselves: `neighbours[i]` vote on example i, which gets `labels[i]`.

    An example is its own neighbour at distance 0. `separated` says whether each example gets its own label.
    `arithmetic` says whether the data were exact, or floats, taken at their exact binary value. There are no steps:
    `updates` is 0 and `stopped` is "computed".
    """

    updates: int
    stopped: str
    separated: bool
    labels: tuple[int | str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    k: int
    distance_tie: str
    vote_tie: str
    arithmetic: Arithmetic


def run(X: Iterable[Iterable[Any]], y: Iterable[int | str], *, k: int = 1, distance_tie: str = "first",
        vote_tie: str = "smallest") -> Run:
    """Label each example by its k nearest neighbours and return the record.

    X has shape (n, d); y has n labels, all integers or all texts, of any number of classes; 1 ≤ k ≤ n.
    Raises `BadInput` for unusable arguments, among them k > n.

    >>> result = run([[0], [1], [5]], ["a", "b", "b"], k=2, vote_tie="nearest")
    >>> result.labels, result.neighbours
    (('a', 'b', 'b'), ((0, 1), (1, 0), (2, 1)))
    """
    table = rows(X)
    given = class_labels(y, len(table))
    check_choice("distance_tie", distance_tie, DISTANCE_TIES)
    check_choice("vote_tie", vote_tie, VOTE_TIES)
    if check_integer(k, "k", least=1) > len(table):
        raise BadInput(f"k = {k} neighbours are more than the {len(table)} examples; give k <= {len(table)}")
    near = neighbours_of(table, table, k, distance_tie)
    said = _votes(given, near, vote_tie)
    return Run(0, "computed", said == given, tuple(said), tuple(map(tuple, near)), k, distance_tie, vote_tie,
               arithmetic_of(table))


def predict(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int | str],
            points: Iterable[Iterable[Any]]) -> list[int | str]:
    """Return the label of each of the points; X and y are the examples of the record.

    >>> X, y = [[0], [1], [5]], ["a", "b", "b"]
    >>> predict(run(X, y), X, y, [[Fraction(1, 2)], [0.75]])
    ['a', 'b']
    """
    table, queries = rows(X), rows(points)
    if len(table[0]) != len(queries[0]):
        raise BadInput(f"the points have {len(queries[0])} coordinates, but X has {len(table[0])}; give the same "
                       "number")
    near = neighbours_of(table, queries, record.k, record.distance_tie)
    return _votes(class_labels(y, len(table)), near, record.vote_tie)


def class_labels(y: Iterable[Any], count: int) -> list[int | str]:
    """Return the `count` labels of y, all int or all str; raise `BadInput`.

    >>> class_labels([1, "a"], 2)
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: y[1] = 'a' does not fit; give all labels as integers, or all as texts
    """
    given = list(y)
    require_one_for_each(given, count)
    kind = str if isinstance(given[0], str) else Integral
    for i, label in enumerate(given):
        if not isinstance(label, kind) or isinstance(label, bool):
            raise BadInput(f"y[{i}] = {label!r} does not fit; give all labels as integers, or all as texts")
    return [label if kind is str else int(label) for label in given]


def neighbours_of(table: Any, queries: Any, k: int, tie: str) -> list[list[int]]:
    """Return the indices of the neighbours in `table` of each point in `queries`; both are lists of numbers.

    >>> neighbours_of([[0], [1], [5]], [[4], [0.25]], 2, "first")
    [[2, 1], [0, 1]]
    """
    exact = [[Fraction(value) for value in row] for row in [*table, *queries]]
    scale = math.lcm(*(value.denominator for row in exact for value in row))
    whole_points = np.array([[int(value * scale) for value in row] for row in exact], dtype=object)
    examples, points = whole_points[: len(table)], whole_points[len(table) :]
    return [neighbours([squared_distance(x, point) for x in examples], k, tie) for point in points]


def _votes(labels, near, tie):
    return [vote([labels[i] for i in indices], tie) for indices in near]


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int | str]) -> Run:
    """Apply the rule again and return the record; raises `ReplayError` if it differs."""
    again = run(X, y, k=record.k, distance_tie=record.distance_tie, vote_tie=record.vote_tie)
    require_same_record(again, record)
    return again


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int | str],
                points: Iterable[Iterable[Any]] | None = None) -> dict[str, Any]:
    """Return the labels of `points` (X by default) as JSON-ready data that `checkers.prototypes` checks."""
    table = rows(X)
    given = class_labels(y, len(table))
    queries = table if points is None else rows(points)
    parameters = {"k": record.k, "distance_tie": record.distance_tie, "vote_tie": record.vote_tie,
                  "points": [rationals_to_text(x) for x in queries]}
    said = list(record.labels) if points is None else predict(record, table, given, queries)
    data = run_certificates.make_certificate("nearest_neighbours", record, table, [1] * len(table),
                                             parameters=parameters, steps=[], result={"labels": said})
    return data | {"y": given}  # labels of any number of classes, where the other algorithms have ±1

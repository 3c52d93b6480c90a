"""Certificates of the nearest-mean and the nearest-neighbour classifiers: their labels are recomputed.

Nearest mean: f(x) = ‖μ₋ − x‖² − ‖μ₊ − x‖² in inner products: αᵢ = 2yᵢ/m_{yᵢ} and b; w for the linear kernel. Nearest
neighbours: the majority label among the k nearest, with the tie rules named. The checker confirms the coefficients, the
label of every point of `points`, and whether each example gets its own label. The distances ‖u − x‖² from a point x
have the same order as ‖u‖² − 2⟨x, u⟩.
"""

from collections import Counter
from typing import Annotated, Any, Literal

from . import Refuted
from .budgeted_fractions import OVERHEAD, Q, Vector, charge, inner, vectors
from .kernels import Kernel, Plain, gram
from .run_replay import Rule, Run
from .typed_records import Vectors, from_to, require_lengths


def _all_points(run: Run) -> Vectors:
    """Return the examples, then the points to label; raise `Refuted` unless all have one dimension."""
    require_lengths(run.parameters.points, len(run.X[0]), "points")
    return [*run.X, *run.parameters.points]


def _label_points(run: Run, labels: list[Any]) -> dict[str, Any]:
    """Return the fields about the labels of the examples and the points; raise `Refuted` for a run with steps."""
    if run.steps:
        raise Refuted("a certificate of this algorithm has no steps")
    n = len(run.y)
    return {"stopped": "computed", "separated": labels[:n] == run.y, "labels": labels[n:]}


def _replay_nearest_mean(run: Run) -> dict[str, Any]:
    if len(set(run.y)) < 2:
        raise Refuted("there must be examples of both classes")
    kernel, n, size = run.parameters.kernel, len(run.y), Counter(run.y)
    alpha = [Q(2 * y, size[y]) for y in run.y]
    points = _all_points(run)
    products, factors = gram(kernel, run.X, points), Vector.of(alpha)
    rows = [products(i) for i in range(len(points))]
    over = factors.over * rows[0].over
    classes = {side: Vector([int(y == side) for y in run.y]) for side in size}
    # ‖μ₋‖² − ‖μ₊‖², each the sum of all products within its class over the square of its number
    within = {
        side: Q(sum(inner(rows[i], ones) for i in range(n) if run.y[i] == side), rows[0].over * size[side] ** 2)
        for side, ones in classes.items()
    }
    b: Any = within[-1] - within[1]
    tie = -1 if run.parameters.tie == "negative" else 1
    values = [Q(inner(factors, row), over) + b for row in rows]
    labels = [tie if value == 0 else 1 if value > 0 else -1 for value in values]
    w = None
    if isinstance(kernel, Plain) and kernel.name == "linear":
        table = vectors(run.X)
        columns = (Vector(list(column)) for column in zip(*(row.values for row in table), strict=True))
        w = [Q(inner(factors, column), factors.over * table[0].over) for column in columns]
    return _label_points(run, labels) | {"w": w, "b": b, "alpha": alpha}


def _replay_neighbours(run: Run) -> dict[str, Any]:
    p = run.parameters
    if p.k > len(run.X):
        raise Refuted(f"k = {p.k} is above {len(run.X)}, the number of examples")
    if len({type(label) for label in run.y}) > 1:
        raise Refuted("y must be a list of labels, all integers or all texts")
    Z = vectors(_all_points(run))
    examples = Z[: len(run.X)]
    squares = [inner(u, u) for u in examples]
    names = sorted(set(run.y))  # the votes are of numbers: to compare two long texts again for each point has no limit
    numbers = {name: number for number, name in enumerate(names)}
    votes = [numbers[label] for label in run.y]
    found = [_vote(p, [votes[i] for i in _find_neighbours(run, squares, [inner(x, u) for u in examples])]) for x in Z]
    return _label_points(run, [names[number] for number in found])


def _find_neighbours(run, squares, products):
    """Return the indices of the neighbours of a point, nearest first."""
    p = run.parameters
    charge(OVERHEAD + 30 * len(squares))
    order = sorted((square - 2 * product, i) for i, (square, product) in enumerate(zip(squares, products, strict=True)))
    near = order[: p.k] if p.distance_tie == "first" else [pair for pair in order if pair[0] <= order[p.k - 1][0]]
    return [i for _, i in near]


def _vote(parameters, votes):
    count = Counter(votes)
    most = max(count.values())
    leaders = [number for number in votes if count[number] == most]
    return min(leaders) if parameters.vote_tie == "smallest" else leaders[0]


def _count_points(result):
    return {"points": len(result["labels"])}


RULES = {
    "nearest_mean": Rule(
        _replay_nearest_mean, Any, {"kernel": Kernel, "tie": Literal["negative", "positive"], "points": Vectors},
        {"w": list[Q] | None, "b": Q, "alpha": list[Q], "labels": list[int]}, summarise=_count_points),
    "nearest_neighbours": Rule(
        _replay_neighbours, Any, {"k": Annotated[int, from_to(1)], "distance_tie": Literal["first", "all"],
                                  "vote_tie": Literal["smallest", "nearest"], "points": Vectors},
        {"labels": list[int | str]}, labels=int | str, summarise=_count_points),
}

"""Certificates of the nearest-mean and the nearest-neighbour classifiers: their labels are computed again.

Main definitions:
    check              either of the two, by the algorithm that the certificate names
    check_mean         f(x) = ‖μ₋ − x‖² − ‖μ₊ − x‖² in inner products: αᵢ = 2yᵢ/m_{yᵢ} and b; w for the linear kernel
    check_neighbours   the majority label among the k nearest, with the tie rules named

What is confirmed: the coefficients, the label of every point of `points`, and whether each example gets its own label.
Neighbours are found in integers, the coordinates times their least common denominator; the order of the distances
‖u − x‖² from a point x is that of ‖u‖² − 2⟨x, u⟩.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

from . import Refuted, dot, fraction, fractions
from .kernels import RunRead, by_algorithm, confirm, integers, kernel, read_run, require_positive_semidefinite
from .separability import examples

TIES = {"negative": -1, "positive": 1}


def check(certificate: Any) -> dict[str, Any]:
    """Return the facts of "nearest_mean" or "nearest_neighbours"; raises `Refuted`."""
    return by_algorithm(certificate, {"nearest_mean": check_mean, "nearest_neighbours": check_neighbours})


# ------------------------------------------------------------------------------------ nearest mean


def check_mean(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "points"}, the last how many labels are right; raises `Refuted`."""
    run = read_run(
        certificate, "nearest_mean", ["kernel", "tie", "points"], ["w", "b", "alpha", "labels"], ("computed",)
    )
    given_kernel, tie, given_points = run.parameters
    w, b, alpha, labels = run.result
    if not isinstance(tie, str) or tie not in TIES or len(set(run.y)) < 2:
        raise Refuted(f"there must be examples of both classes, and a rule for ties: {', '.join(TIES)}")
    size = Counter(run.y)
    coefficients = [Fraction(2 * y, size[y]) for y in run.y]
    points = read_points(given_points, run)
    if given_kernel == {"name": "linear"}:
        v, offset, f = _of_the_means(run, coefficients)
        if fractions(w) != v:
            raise Refuted("w is not 2(μ₊ − μ₋)")
    else:
        offset, f = _of_the_products(run, *inner_products(given_kernel, run.X, points))
        if w is not None:
            raise Refuted("w is given for a kernel that is not linear")
    if fractions(alpha) != coefficients or fraction(b) != offset:
        raise Refuted("alpha or b is not that of the nearest mean")
    values = [f(x) for x in [*run.X, *points]]
    found = [TIES[tie] if value == 0 else 1 if value > 0 else -1 for value in values]
    require_labels(labels, found[len(run.X) :])
    return confirm_computed(run, found[: len(run.X)]) | {"points": len(labels)}


def _of_the_means(run, coefficients):
    """Return w, b and f = ⟨w, ·⟩ + b, where Σαᵢxᵢ = 2(μ₊ − μ₋)."""
    columns = list(zip(*run.X, strict=True))
    parts = {
        side: [sum(column[i] * a for i, a in enumerate(coefficients) if run.y[i] == side) / 2 for column in columns]
        for side in (-1, 1)
    }  # −μ₋ and μ₊
    w = [2 * (plus + minus) for plus, minus in zip(parts[1], parts[-1], strict=True)]
    offset = dot(parts[-1], parts[-1]) - dot(parts[1], parts[1])
    return w, offset, lambda x: dot(w, x) + offset


def _of_the_products(run, products, multiple):
    """Return b = ‖μ₋‖² − ‖μ₊‖² and f = 2⟨μ₊ − μ₋, φ(·)⟩ + b, from the products with all examples times `multiple`."""
    classes = {side: [i for i, y in enumerate(run.y) if y == side] for side in (-1, 1)}

    @cache
    def with_means(x):
        """Return the products of φ(x) with μ₋ and μ₊."""
        row = products(x)
        return {side: Fraction(sum(row[i] for i in of), len(of) * multiple) for side, of in classes.items()}

    square = {side: sum(with_means(tuple(run.X[i]))[side] for i in of) / len(of) for side, of in classes.items()}
    offset = square[-1] - square[1]
    return offset, lambda x: 2 * (with_means(tuple(x))[1] - with_means(tuple(x))[-1]) + offset


def inner_products(given: Any, X: list[list[Fraction]], points: list[list[Fraction]]) -> tuple[Callable[..., Any], int]:
    """Return x ↦ D·(k(x, x₁), …, k(x, xₙ)) for x in X or points, and D; the rows of a precomputed matrix hold these."""
    if given == {"name": "precomputed"}:
        require_positive_semidefinite(X)
        return list, 1
    Z, scale = integers([*X, *points])
    k, multiple = kernel(given, scale)

    def products(x):
        u = [int(value * scale) for value in x]
        return [k(u, z) for z in Z[: len(X)]]

    return products, multiple


# ------------------------------------------------------------------------------ nearest neighbours


def check_neighbours(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "points"}, the last how many labels are right; raises `Refuted`."""
    run = read_run(
        certificate,
        "nearest_neighbours",
        ["k", "distance_tie", "vote_tie", "points"],
        ["labels"],
        ("computed",),
        examples_of_classes,
    )
    k, distance_tie, vote_tie, given_points = run.parameters
    if type(k) is not int or not 1 <= k <= len(run.X):
        raise Refuted(f"k = {k!r:.40} must be an integer from 1 to {len(run.X)}")
    if distance_tie not in ("first", "all") or vote_tie not in ("smallest", "nearest"):
        raise Refuted("the rules for ties must be first or all, and smallest or nearest")

    points = read_points(given_points, run)
    Z, _ = integers([*run.X, *points])
    examples, queries = Z[: len(run.X)], Z[len(run.X) :]
    sizes = [sum(map(mul, u, u)) for u in examples]

    @cache
    def label(x):
        distances = (size - 2 * sum(map(mul, x, u)) for size, u in zip(sizes, examples, strict=True))
        order = sorted((distance, i) for i, distance in enumerate(distances))
        near = order[:k] if distance_tie == "first" else [pair for pair in order if pair[0] <= order[k - 1][0]]
        votes = [run.y[i] for _, i in near]
        count = Counter(votes)
        leaders = [value for value in votes if count[value] == max(count.values())]
        return min(leaders) if vote_tie == "smallest" else leaders[0]

    require_labels(run.result[0], [label(tuple(x)) for x in queries])
    return confirm_computed(run, [label(tuple(x)) for x in examples]) | {"points": len(run.result[0])}


def examples_of_classes(X: Any, y: Any) -> tuple[list[list[Fraction]], list[Any]]:
    """Return the points and the labels, after checking that these are all integers or all texts."""
    if not isinstance(y, list) or not any(all(type(label) is kind for label in y) for kind in (int, str)):
        raise Refuted("y must be a list of labels, all integers or all texts")
    points, _ = examples(X, [1] * len(y))
    return points, y


# ---------------------------------------------------------------------------------------- both


def read_points(given: Any, run: RunRead) -> list[list[Fraction]]:
    """Return the points to be labelled, each with as many coordinates as the examples."""
    if not isinstance(given, list):
        raise Refuted("the points must be a list of vectors")
    return [fractions(x, len(run.X[0])) for x in given]


def require_labels(claimed: Any, found: Sequence[Any]) -> None:
    """Refuse another list of labels than the one found."""
    if claimed != found or list(map(type, claimed)) != list(map(type, found)):
        wrong = (
            [i for i, pair in enumerate(zip(claimed, found, strict=False)) if pair[0] != pair[1]]
            if isinstance(claimed, list)
            else []
        )
        raise Refuted(
            f"point {wrong[0]} has the label {found[wrong[0]]!r}, not {claimed[wrong[0]]!r:.40}"
            if wrong
            else f"there must be {len(found)} labels, of the kind of y"
        )


def confirm_computed(run: RunRead, labels: list[Any]) -> dict[str, Any]:
    """Return the facts of a classifier that is computed without steps."""
    if run.steps:
        raise Refuted("there are steps, and nothing is repeated here")
    return confirm(run, labels == run.y)

"""Certificates of the nearest-mean and the nearest-neighbour classifiers: their labels are computed again.

Main definitions:
    check              either of the two, by the algorithm that the certificate names
    check_mean         f(x) = ‖μ₋ − x‖² − ‖μ₊ − x‖² in inner products: αᵢ = 2yᵢ/m_{yᵢ} and b; w for the linear kernel
    check_neighbours   the majority label among the k nearest, with the tie rules named

What is confirmed: the coefficients, the label of every point of `points`, and whether each example gets its own label.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
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
        offset, f = _of_the_products(run, coefficients, inner_products(given_kernel, run.X, points))
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


def _of_the_products(run, coefficients, products):
    """Return b and f = Σαᵢk(xᵢ, ·) + b, where ‖μ±‖² is the sum of the products of all pairs, over m±²."""
    gram = [products(x) for x in run.X]
    shares = {side: [max(side * a, Fraction(0)) / 2 for a in coefficients] for side in (-1, 1)}  # 1/m± or 0
    square = {side: dot(share, [dot(share, row) for row in gram]) for side, share in shares.items()}
    offset = square[-1] - square[1]
    return offset, lambda x: dot(coefficients, products(x)) + offset


def inner_products(given: Any, X: list[list[Fraction]], points: list[list[Fraction]]) -> Callable[[Any], Any]:
    """Return x ↦ (k(x, x₁), …, k(x, xₙ)) for x in X or points; a precomputed matrix has these values in its rows."""
    if given == {"name": "precomputed"}:
        require_positive_semidefinite(X)
        return list
    _, scale = integers([*X, *points])
    k = kernel(given, scale)
    Z = [[int(value * scale) for value in x] for x in X]
    return lambda x: [k([int(value * scale) for value in x], z) for z in Z]


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

    def label(x):
        order = sorted((sum((a - b) ** 2 for a, b in zip(x, u, strict=True)), i) for i, u in enumerate(run.X))
        near = order[:k] if distance_tie == "first" else [pair for pair in order if pair[0] <= order[k - 1][0]]
        votes = [run.y[i] for _, i in near]
        leaders = [value for value in votes if votes.count(value) == max(map(votes.count, votes))]
        return min(leaders) if vote_tie == "smallest" else leaders[0]

    require_labels(run.result[0], [label(x) for x in read_points(given_points, run)])
    return confirm_computed(run, list(map(label, run.X))) | {"points": len(run.result[0])}


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

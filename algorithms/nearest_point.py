"""The point of a convex hull nearest to the origin, exactly; separators and the best margin from it.

Main definitions:
    nearest_point        Wolfe's algorithm in rational arithmetic
    require_separator    the nearest point of the signed examples, or an exact proof that no separator exists
    best_margin          the least ‖w‖² + b²/c under yᵢ(⟨w, xᵢ⟩ + b) ≥ 1, with an exact dual bound
    feasible_value, dual_value   the two sides of that bracket, each checked on its own

Why the nearest point solves the margin problem. Let zᵢ = yᵢ(xᵢ, 1) and ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss'.
A classifier (w, b) is the vector v = (w, b/c): then ⟨v, zᵢ⟩ = yᵢ(⟨w, xᵢ⟩ + b) and ‖v‖² = ‖w‖² + b²/c.
If p is the point nearest to 0 of the hull of the zᵢ, then ⟨p, zᵢ⟩ ≥ ‖p‖² for all i, so v = p/‖p‖² is
feasible, with ‖v‖² = 1/‖p‖². Conversely, for weights a ≥ 0 and any feasible v,
Σaᵢ ≤ Σaᵢ⟨v, zᵢ⟩ = ⟨v, Σaᵢzᵢ⟩ ≤ ‖v‖·‖Σaᵢzᵢ‖, so (Σaᵢ)²/‖Σaᵢzᵢ‖² is a lower bound; the convex weights of p
make it 1/‖p‖² as well. With c = 0 there is no bias and zᵢ = yᵢxᵢ.

References: P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11 (1976) 128–149.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import BadInput, NoSeparator
from .examples import Exact, carry, exact_rows, labels


@dataclass(frozen=True)
class NearestPoint:
    """The nearest point p = Σ weights[i]·zᵢ of a hull to the origin, and ‖p‖².

    `weights` are ≥ 0 with sum 1, one per point; `active` lists those > 0. If `norm2` is 0, the origin lies in
    the hull and the weights show it.
    """

    point: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]
    norm2: Fraction
    active: tuple[int, ...]


@dataclass(frozen=True)
class Margin:
    """The classifier of least ‖w‖² + b²/c with functional margin 1 (without b for c = 0).

    `upper` is its value, `lower` the dual bound of the weights `dual`, computed on its own; they are
    equal.
    """

    w: tuple[Fraction, ...]
    b: Fraction
    upper: Fraction
    dual: tuple[Fraction, ...]
    lower: Fraction


# --------------------------------------------------------------------------- Wolfe's algorithm


def nearest_point(points: Iterable[Iterable[Exact]], metric: Sequence[Exact] | None = None) -> NearestPoint:
    """Return the point of the convex hull of `points`, shape (n, d), that is nearest to the origin.

    `metric` gives the d positive weights mₖ of the inner product ⟨u, v⟩ = Σ mₖuₖvₖ (all 1 by default).
    Everything is exact: p is nearest if and only if ⟨p, zⱼ⟩ ≥ ‖p‖² for all j, and that test ends the search.

    >>> nearest_point([(2, 0), (0, 2)])
    NearestPoint(point=(Fraction(1, 1), Fraction(1, 1)), weights=(Fraction(1, 2), Fraction(1, 2)), \
norm2=Fraction(2, 1), active=(0, 1))
    """
    table = exact_rows(points)
    factors = _metric(metric, len(table[0]))
    whole, whole_metric = _integers(table), _integers([factors])[0]  # positive factors move no minimum
    corral = _wolfe(whole, [[m * u for m, u in zip(whole_metric, z, strict=True)] for z in whole])
    weights = tuple(corral.get(i, Fraction(0)) for i in range(len(table)))
    point = _combination(weights, table)
    return NearestPoint(point, weights, _dot(point, point, factors), tuple(sorted(corral)))


def _wolfe(points, duals):
    """Return {index: weight > 0} of the nearest point; integer points, duals[j] = metric·points[j]."""
    def gram(i, j):
        return sum(map(int.__mul__, points[i], duals[j]))

    first = min(range(len(points)), key=lambda i: gram(i, i))
    corral = {first: Fraction(1)}  # affinely independent points whose hull holds the current p
    while True:
        scale = math.lcm(*(weight.denominator for weight in corral.values()))
        p = [sum(int(weight * scale) * points[i][k] for i, weight in corral.items())
             for k in range(len(points[0]))]  # the current point times `scale`: integers only
        products = [sum(map(int.__mul__, p, dual)) for dual in duals]
        lowest = min(range(len(points)), key=products.__getitem__)
        norm2 = sum(int(weight * scale) * products[i] for i, weight in corral.items())
        if products[lowest] * scale >= norm2:
            return corral
        corral = _shrink({**corral, lowest: Fraction(0)}, gram)


def _shrink(corral, gram):
    """Move to the nearest point of the affine hull, dropping points until it lies inside their hull."""
    while True:
        target = _affine_minimum(list(corral), gram)
        if all(weight > 0 for weight in target.values()):
            return target
        step = min(corral[i] / (corral[i] - target[i]) for i in corral if target[i] <= 0)
        moved = {i: (1 - step) * corral[i] + step * target[i] for i in corral}
        corral = {i: weight for i, weight in moved.items() if weight > 0}


def _affine_minimum(indices, gram):
    """Return {index: weight}, of any sign with sum 1, of the least-norm point of the affine hull.

    At the minimum all ⟨p, zᵢ⟩ are equal; 1 + Gram is positive definite for affinely independent points.
    """
    solution = _solve([[Fraction(1 + gram(i, j)) for j in indices] + [Fraction(1)] for i in indices])
    total = sum(solution)
    return {i: value / total for i, value in zip(indices, solution, strict=True)}


def _solve(system):
    """Solve a positive definite system, given as rows [A | b], by elimination (its pivots are positive)."""
    size = len(system)
    for k in range(size):
        system[k] = [entry / system[k][k] for entry in system[k]]
        for i in range(size):
            if i != k and (factor := system[i][k]):
                system[i] = [a - factor * b for a, b in zip(system[i], system[k], strict=True)]
    return [row[-1] for row in system]


# ------------------------------------------------------------------------------- separators


def require_separator(X: Iterable[Iterable[Exact]], y: Iterable[int], bias_step: Exact) -> NearestPoint:
    """Return the nearest point to 0 of the hull of the zᵢ = yᵢ(xᵢ, 1), or of yᵢxᵢ if `bias_step` is 0.

    It is not 0 if and only if some (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i. Otherwise raises `NoSeparator`.

    >>> require_separator([[0], [1], [2]], [1, -1, 1], 1)
    Traceback (most recent call last):
    novikoff.algorithms.errors.NoSeparator: no separator exists: 1/4·z[0] + 1/2·z[1] + 1/4·z[2] = 0 with \
z[i] = y[i](x[i], 1)
    """
    points, metric = _signed(X, y, bias_step)
    nearest = nearest_point(points, metric)
    if nearest.norm2 == 0:
        raise NoSeparator(_why_none(nearest, bias_step), nearest.weights)
    return nearest


def _why_none(nearest, bias_step):
    formula = "y[i](x[i], 1)" if bias_step else "y[i]·x[i]"
    weights = {i: nearest.weights[i] for i in nearest.active}
    if any(weight.denominator > 10**9 for weight in weights.values()):  # no sentence holds such numbers
        return (f"no separator exists: a convex combination of the z[i] = {formula}, "
                f"i in {list(weights)}, is 0")
    terms = " + ".join(f"{weight}·z[{i}]" for i, weight in weights.items())
    return f"no separator exists: {terms} = 0 with z[i] = {formula}"


def best_margin(X: Iterable[Iterable[Exact]], y: Iterable[int], bias_step: Exact = 1) -> Margin:
    """Return the (w, b) of least ‖w‖² + b²/c with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1, c = `bias_step`; b = 0 if c = 0.

    X has shape (n, d), of ints or Fractions; y has n labels ±1. With value V, (R² + c)·V is the best
    mistake bound that Novikoff's theorem gives for these data. Raises `NoSeparator` if no (w, b) exists.

    >>> margin = best_margin([[1], [3]], [-1, 1])
    >>> margin.w, margin.b, margin.upper == margin.lower == 5
    ((Fraction(1, 1),), Fraction(-2, 1), True)
    """
    table = exact_rows(X)
    signs = labels(y, len(table))
    nearest = require_separator(table, signs, bias_step)
    v = tuple(coordinate / nearest.norm2 for coordinate in nearest.point)
    w, b = (v[:-1], bias_step * v[-1]) if bias_step else (v, Fraction(0))
    dual = tuple(weight / nearest.norm2 for weight in nearest.weights)
    return Margin(w, b, feasible_value(table, signs, w, b, bias_step), dual,
                  dual_value(table, signs, dual, bias_step))


def feasible_value(X: Iterable[Iterable[Exact]], y: Iterable[int], w: Sequence[Exact], b: Exact,
                   bias_step: Exact = 1) -> Fraction:
    """Return ‖w‖² + b²/c, an upper bound of the least value, after checking that (w, b) is feasible.

    >>> feasible_value([[1], [3]], [-1, 1], [2], -4)
    Fraction(20, 1)
    """
    table = exact_rows(X)
    c = _bias_step(bias_step)
    if c == 0 and b != 0:
        raise BadInput(f"b = {b} is not 0, but bias_step 0 means that there is no bias")
    for i, (x, sign) in enumerate(zip(table, labels(y, len(table)), strict=True)):
        value = sign * (sum(wk * xk for wk, xk in zip(w, x, strict=True)) + b)
        if value < 1:
            raise BadInput(f"(w, b) is not feasible: example {i} has margin {value}, below 1")
    norm2 = Fraction(sum(wk * wk for wk in w))
    return norm2 + Fraction(b) ** 2 / c if c else norm2


def dual_value(X: Iterable[Iterable[Exact]], y: Iterable[int], dual: Sequence[Exact],
               bias_step: Exact = 1) -> Fraction:
    """Return (Σaᵢ)²/‖Σaᵢzᵢ‖², a lower bound of the least value, after checking a = `dual` ≥ 0, a ≠ 0.

    >>> dual_value([[1], [3]], [-1, 1], [1, 1])
    Fraction(1, 1)
    """
    points, metric = _signed(X, y, bias_step)
    if len(dual) != len(points) or any(a < 0 for a in dual) or not any(dual):
        raise BadInput(f"dual must hold {len(points)} numbers >= 0, not all 0")
    total = _combination(dual, points)
    norm2 = _dot(total, total, metric)
    if norm2 == 0:
        raise BadInput("Σ a[i]·z[i] = 0: the dual is unbounded, so no separator exists")
    return Fraction(sum(dual)) ** 2 / norm2


# ---------------------------------------------------------------------------------- helpers


def _signed(X, y, bias_step):
    """Return the points yᵢ(xᵢ, 1) and their metric (1, …, 1, c); without the last coordinate if c = 0."""
    table = exact_rows(X)
    signs = labels(y, len(table))
    c = _bias_step(bias_step)
    extra, metric = ([1], [c]) if c else ([], [])
    points = [[sign * value for value in x + extra] for x, sign in zip(table, signs, strict=True)]
    return points, [1] * len(table[0]) + metric


def _bias_step(bias_step):
    c = carry(bias_step, "exact", "bias_step")
    if c < 0:
        raise BadInput(f"bias_step must be >= 0 (got {c}); 0 means no bias")
    return c


def _metric(metric: Sequence[Any] | None, dimension: int) -> list[Exact]:
    factors = [1] * dimension if metric is None else [carry(m, "exact", f"metric[{k}]")
                                                      for k, m in enumerate(metric)]
    if len(factors) != dimension or any(m <= 0 for m in factors):
        raise BadInput(f"metric must hold {dimension} numbers > 0")
    return factors


def _integers(table):
    """Return the table times the least common denominator of its entries."""
    scale = math.lcm(*(value.denominator for row in table for value in row))
    return [[int(value * scale) for value in row] for row in table]


def _combination(weights, points):
    """Return Σ weights[i]·points[i] as a tuple of Fractions."""
    used = [(weight, point) for weight, point in zip(weights, points, strict=True) if weight]
    return tuple(Fraction(sum(weight * point[k] for weight, point in used)) for k in range(len(points[0])))


def _dot(u, v, metric):
    return Fraction(sum(m * a * b for m, a, b in zip(metric, u, v, strict=True)))

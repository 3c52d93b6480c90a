"""The point of a convex hull, or of a sum of hulls, nearest to the origin; exactly. Separators and the best margin.

Why the nearest point solves the margin problem. Let zᵢ = yᵢ(xᵢ, 1) and ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss'.
A classifier (w, b) is the vector v = (w, b/c): then ⟨v, zᵢ⟩ = yᵢ(⟨w, xᵢ⟩ + b) and ‖v‖² = ‖w‖² + b²/c.
If p is the point nearest to 0 of the hull of the zᵢ, then ⟨p, zᵢ⟩ ≥ ‖p‖² for all i, so v = p/‖p‖² is
feasible, with ‖v‖² = 1/‖p‖². Conversely, for weights a ≥ 0 and any feasible v,
Σaᵢ ≤ Σaᵢ⟨v, zᵢ⟩ = ⟨v, Σaᵢzᵢ⟩ ≤ ‖v‖·‖Σaᵢzᵢ‖, so (Σaᵢ)²/‖Σaᵢzᵢ‖² is a lower bound; the convex weights of p
make it 1/‖p‖² as well. With c = 0 there is no bias and zᵢ = yᵢxᵢ.

Sums of hulls. Split the points into groups and let p = Σaᵢzᵢ with a ≥ 0 of sum 1 in each group; these p form the sum
of the groups' hulls. With μ(g) the least ⟨p, zᵢ⟩ in group g, every q of that sum has ⟨p, q⟩ ≥ Σμ(g). So p is nearest
to 0 if and only if Σμ(g) = ‖p‖², and Σμ(g)/‖p‖ ≤ distance ≤ ‖p‖ always. One group is a hull; the two groups y = ±1
of the points yᵢxᵢ make p the difference of two points, one of each class, and ‖p‖ the distance of their hulls.

References: P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11 (1976) 128–149.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .errors import BadInput, NoSeparator
from .exact_linear import Points, data_fields, integers
from .labelled_examples import Exact, Rows, convert_number, exact_rows, labels, rows
from .lazy_numpy import np
from .run_certificates import classifier_to_json, rational_to_text, rationals_to_text
from .run_loop import bias_step_of

ZERO = Fraction(0)
FLOAT_STEPS = 20  # for each dimension; about three are used
FLOAT_TIE = 1e-9  # a relative difference of equal values
FLOAT_NOISE = 1e-16  # of the largest squared norm
FLOAT_RIDGE = 1e-13  # of the mean squared norm
WIDE = 100  # the solver uses the Gram matrix of more points than this in as many dimensions or more
PIVOTS = 8
MOST_EXACT = 200  # active points whose equations are solved exactly; for more, a bracket is returned
ON_STEP: ContextVar[Callable[[], None]] = ContextVar("ON_STEP", default=lambda: None)  # called at each step


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
    """The classifier of least ‖w‖² + b²/c with functional margin 1 (without b for c = 0), or a classifier near it.

    `upper` is its value. `lower` is the dual bound of the weights `dual`, which is computed independently. The least
    value is between them. They are equal, unless a gap was allowed.
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
    corral = wolfe(Points(table), [0] * len(table), factors).weights
    weights = tuple(corral.get(i, ZERO) for i in range(len(table)))
    point = _combination(weights, table)
    return NearestPoint(point, weights, _dot(point, point, factors), tuple(sorted(corral)))


class Near(NamedTuple):
    """A point p = Σ weights[i]·zᵢ of a sum of hulls, all weights > 0, of sum 1 in each group.

    p = `point`/`common` in integers; `least[g]`/(`common`·scale) is μ(g), the least ⟨p, zᵢ⟩ of group g, for the `scale`
    of the points and an integer metric. `worst` is the point farthest below its group's level, None once the gap is
    closed.
    """

    weights: dict[int, Fraction]
    point: list[int]
    common: int
    least: list[int]
    worst: int | None


def wolfe(points: Points, groups: Sequence[int], metric: Sequence[Exact], gap: Exact = 0) -> Near:
    """Return a point p of the sum of the groups' hulls that is nearest to the origin, or near to it.

    `groups` holds the group 0, …, k−1 of each point, and no group is empty; `metric` is as in `nearest_point`. For gap
    = 0 p is nearest. For gap > 0, ‖p‖⁴ ≤ (1 + gap)·(Σμ(g))², so that ‖p‖² is at most (1 + gap) times the least value.

    >>> wolfe(Points([[1], [3], [-4], [-5]]), [0, 0, 1, 1], [1]).weights
    {1: Fraction(1, 1), 2: Fraction(1, 1)}
    """
    search = _Search(points, groups, metric, gap)
    near = search.look(search.rounded_corral())
    if gap and len(near.weights) > MOST_EXACT and sum(near.least) > 0:
        return near  # its least products bound the distance from the nearest point
    if near.worst is not None:
        near = search.look(search.minimum(near.weights))
    while near.worst is not None:
        near = search.look(search.shrink({**near.weights, near.worst: ZERO}))
    return near


class _Search:
    """The points of one search. A corral is {index: weight > 0}; the corral of a minimum is affinely independent."""

    def __init__(self, points, groups, metric, gap):
        self.points, self.groups, self.gap = points, np.array(groups), gap
        self.metric, _ = integers(metric)  # a positive factor moves no minimum

    # ------------------------------------------------------------------ in float64: only a guess

    def rounded_corral(self):
        """Return the corral where float64 makes no more progress, with weights rounded to sum 1 in each group."""
        largest = max(self.metric)
        factors = np.sqrt(np.array([m / largest for m in self.metric]))
        indices, weights = _float_wolfe(self.points.rounded * factors, self.groups)
        corral = {i: Fraction(weight) for i, weight in zip(indices.tolist(), weights.tolist(), strict=True)}
        totals = {g: sum(corral[i] for i in corral if self.groups[i] == g) for g in set(self.groups.tolist())}
        return {i: weight / totals[self.groups[i]] for i, weight in corral.items()}

    # ---------------------------------------------------------------------- in rational arithmetic

    def look(self, corral):
        """Return the `Near` of a corral's point.

        The level of a group is the mean of ⟨p, zᵢ⟩ under its weights; the levels add up to ‖p‖².
        """
        ON_STEP.get()()
        p, common = self.points.combine(corral)
        dual = [m * value for m, value in zip(self.metric, p, strict=True)]
        products = {i: self.points.product(i, dual) for i in corral}
        levels = [ZERO] * (int(self.groups.max()) + 1)
        for i, weight in corral.items():
            levels[self.groups[i]] += weight * products[i]
        low = products | self.points.below(dual, [math.ceil(level) for level in levels], self.groups)
        least = [min(low[i] for i in low if self.groups[i] == g) for g in range(len(levels))]
        norm2, bound = sum(levels), sum(least)
        closed = bound >= 0 and norm2**2 <= (1 + self.gap) * bound**2
        worst = None if closed else min(low, key=lambda i: low[i] - levels[self.groups[i]])
        return Near(dict(sorted(corral.items())), p, common, least, worst)

    def minimum(self, corral):
        """Return the minimum inside the hulls of a rounded corral; start from single points if the corral is
        degenerate.
        """
        try:
            return self.shrink(corral)
        except ZeroDivisionError:
            first = self.groups.tolist().index
            return self.shrink({first(g): Fraction(1) for g in set(self.groups.tolist())})

    def shrink(self, corral):
        """Move to the minimum over the affine hulls, dropping points until it lies inside their hulls, and return it.
        """
        while True:
            target = self.affine_minimum(list(corral))
            if all(weight > 0 for weight in target.values()):
                return target
            step = min(corral[i] / (corral[i] - target[i]) for i in corral if target[i] <= 0)
            moved = {i: (1 - step) * corral[i] + step * target[i] for i in corral}
            corral = {i: weight for i, weight in moved.items() if weight > 0}

    def affine_minimum(self, indices):
        """Return {index: weight} for which ‖Σaᵢzᵢ‖ is least; weights may have any sign, and sum to 1 in each group.

        There all ⟨p, zᵢ⟩ of a group are equal. Raises ZeroDivisionError unless (zᵢ, unit vector of i's group) are
        linearly independent. They are linearly independent if i enters strictly below its group's level, because a
        linear relation between the points would hold for their levels, too.
        """
        from flint import fmpz_mat

        size, count = len(indices), int(self.groups.max()) + 1
        rows = [self.points.row(i) for i in indices]
        duals = [[m * value for m, value in zip(self.metric, row, strict=True)] for row in rows]
        gram = (fmpz_mat(rows) * fmpz_mat(duals).transpose()).tolist()
        units = [[int(self.groups[i] == g) for g in range(count)] for i in indices]
        system = [products + unit for products, unit in zip(gram, units, strict=True)]
        system += [[unit[g] for unit in units] + [0] * count for g in range(count)]
        solution = fmpz_mat(system).solve(fmpz_mat(size + count, 1, [0] * size + [1] * count))
        return {i: Fraction(int(solution[k, 0].p), int(solution[k, 0].q)) for k, i in enumerate(indices)}


def float_corral(Z: Any, slack: float = 0) -> tuple[Any, Any]:
    """Guess the nearest point to 0 of the hull of the rows of Z, float64: the indices and weights of its corral.

    The search ends where every ⟨p, zᵢ⟩ is at least (1 − slack)·‖p‖², up to rounding.
    """
    return _float_wolfe(Z, np.zeros(len(Z), dtype=int), slack)


def _float_wolfe(Z: Any, groups: Any, slack: float = 0) -> Any:
    """Return indices and weights > 0 of a corral: the steps of `wolfe` in float64, by the fast, then by the stable
    solver.

    The search also ends where every ⟨p, zᵢ⟩ is at least its level less slack·‖p‖².
    """
    count = int(groups.max()) + 1
    units = np.eye(count)[groups]
    if WIDE < len(Z) <= Z.shape[1] and (found := by_gram(Z @ Z.T, units)):
        return found
    squares = np.einsum("ij,ij->i", Z, Z)
    first = [_first_least(np.where(groups == g, squares, np.inf)) for g in range(count)]
    corral = np.array(first), np.ones(count)
    for solve, zero in ((_by_normal_equations, 2.0**-30), (_by_qr, 2.0**-46)):
        corral = _float_steps(Z, groups, units, solve, squares.max(), slack, zero, *corral)
    return corral


def by_gram(gram: Any, units: Any) -> tuple[Any, Any] | None:
    """Return the nearest point of the sum of the hulls of the groups, by the indices of its points and their weights >
    0. The points are given by their Gram matrix.

    With more coordinates than points, most points are active, and adding them one by one takes too long. So the
    function exchanges blocks: all active points with a negative weight leave, and all points below the level of their
    group enter. After `PIVOTS` exchanges without progress, it exchanges only the last of them. It returns None if the
    exchanges do not end.

    References: J. J. Júdice and F. M. Pires, "A block principal pivoting algorithm", Comput. Oper. Res. 21 (1994).
    """
    n = len(gram)
    K = gram + (FLOAT_RIDGE * np.trace(gram) / n) * np.eye(n)  # for repeated points
    noise = FLOAT_NOISE**0.75 * np.abs(K).max()
    active = np.ones(n, dtype=bool)
    fewest, left = n + 1, PIVOTS
    for _ in range(PIVOTS * 50):
        ON_STEP.get()()
        chosen = np.flatnonzero(active)
        try:
            solved = np.linalg.solve(K[np.ix_(chosen, chosen)] + units[chosen] @ units[chosen].T, units[chosen])
            weights = solved @ np.linalg.solve(units[chosen].T @ solved, np.ones(units.shape[1]))
        except np.linalg.LinAlgError:
            return None
        products = K[:, chosen] @ weights
        levels = np.array([products[chosen][units[chosen, g] > 0].mean() for g in range(units.shape[1])])
        wrong = ~active & (products < units @ levels - noise)
        wrong[chosen[weights <= 0]] = True
        count = int(wrong.sum())
        if not count:
            return chosen, weights
        if count < fewest:
            fewest, left = count, PIVOTS
        elif left:
            left -= 1
        else:
            wrong[np.flatnonzero(wrong)[:-1]] = False
        active = active ^ wrong
        if not (units[active].sum(axis=0) > 0).all():
            return None
    return None


def _float_steps(Z, groups, units, solve, largest, slack, zero, indices, weights):
    """Make at most `FLOAT_STEPS` steps per dimension, and return the corral. A point p with ‖p‖ ≤ `zero`·√`largest` is
    0 up to rounding by this solver; a difference below `FLOAT_NOISE` is rounding.
    """
    entered = indices, weights
    for _ in range(FLOAT_STEPS * (Z.shape[1] + 2)):
        ON_STEP.get()()
        try:
            indices, weights = _float_shrink(Z, units, solve, *entered)
        except np.linalg.LinAlgError:
            break
        products = Z @ (weights @ Z[indices])
        levels = (weights * products[indices]) @ units[indices]
        low = products - levels[groups]
        worst, norm2 = _first_least(low), levels.sum()
        if norm2 <= zero**2 * largest or worst in indices or low[worst] >= -max(FLOAT_NOISE * largest, slack * norm2):
            break
        entered = np.append(indices, worst), np.append(weights, 0.0)
    return indices, weights


def _first_least(values):
    """Return the index of the first value that equals the least up to rounding, so that ties do not depend on the
    machine.
    """
    least = values.min()
    return int((values <= least + FLOAT_TIE * abs(least)).argmax())


def _float_shrink(Z, units, solve, indices, weights):
    while True:
        chosen = units[indices]
        solved = solve(Z[indices], chosen)
        target = solved @ np.linalg.solve(chosen.T @ solved, np.ones(chosen.shape[1]))
        if (target > 0).all():
            return indices, target
        if not np.isfinite(target).all():
            raise np.linalg.LinAlgError
        ratios = np.where(target > 0, np.inf, weights) / np.where(weights > target, weights - target, 1)
        moved = weights + ratios.min() * (target - weights)
        kept = (ratios > ratios.min() * (1 + FLOAT_TIE)) & (moved > 0)
        indices, weights = indices[kept], moved[kept]


def _by_normal_equations(Z, units):
    """Solve (ZZᵀ + UUᵀ)S = U for U = `units`: the minimum over the affine hulls is Sλ with UᵀSλ = 1."""
    return np.linalg.solve(Z @ Z.T + units @ units.T, units)


def _by_qr(Z, units):
    """Solve the same equations from QR = (Z, U)ᵀ, which does not square the condition number: S = R⁻¹·(the last rows of
    Q)ᵀ.
    """
    Q, R = np.linalg.qr(np.hstack([Z, units]).T)
    return np.linalg.solve(R, Q[Z.shape[1] :].T)


# ------------------------------------------------------------------------------- separators


def require_separator(X: Iterable[Iterable[Exact]], y: Iterable[int], bias_step: Exact) -> NearestPoint:
    """Return the nearest point to 0 of the hull of the zᵢ = yᵢ(xᵢ, 1), or of yᵢxᵢ if `bias_step` is 0.

    It differs from 0 if and only if some (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i. If it is 0, the function raises
    `NoSeparator`.

    >>> require_separator([[0], [1], [2]], [1, -1, 1], 1)
    Traceback (most recent call last):
    novikoff.algorithms.errors.NoSeparator: no separator exists: 1/4·z[0] + 1/2·z[1] + 1/4·z[2] = 0 with \
z[i] = y[i](x[i], 1)
    """
    points, metric = _signed_points(X, y, bias_step)
    nearest = nearest_point(points, metric)
    if nearest.norm2 == 0:
        raise NoSeparator(_why_none(nearest, bias_step), nearest.weights)
    return nearest


def _why_none(nearest, bias_step):
    formula = "y[i](x[i], 1)" if bias_step else "y[i]·x[i]"
    weights = {i: nearest.weights[i] for i in nearest.active}
    if any(weight.denominator > 10**9 for weight in weights.values()):  # no sentence holds such numbers
        return f"no separator exists: a convex combination of the z[i] = {formula}, i in {list(weights)}, is 0"
    terms = " + ".join(f"{weight}·z[{i}]" for i, weight in weights.items())
    return f"no separator exists: {terms} = 0 with z[i] = {formula}"


def best_margin(X: Iterable[Iterable[Exact]], y: Iterable[int], bias_step: Exact | str = 1, *,
                gap: Exact = 0) -> Margin:
    """Return the (w, b) of least ‖w‖² + b²/c with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1, c = `bias_step`, or R² for "R2"; b = 0 if c = 0.

    X has shape (n, d), of ints or Fractions; y has n labels ±1. With value V, (R² + c)·V is the best
    mistake bound that Novikoff's theorem gives for these data. With a `gap` ≥ 0, `upper` is at most (1 + gap)·`lower`,
    or somewhat more if many points are active. Raises `NoSeparator` if no (w, b) exists.

    >>> margin = best_margin([[1], [3]], [-1, 1])
    >>> margin.w, margin.b, margin.upper == margin.lower == 5
    ((Fraction(1, 1),), Fraction(-2, 1), True)
    """
    table = exact_rows(X)
    signs, c = labels(y, len(table)), bias_step_of(bias_step, table, "exact")
    if gap and (near := _near_margin(table, signs, c, gap)):
        return near
    nearest = require_separator(table, signs, c)
    v = tuple(coordinate / nearest.norm2 for coordinate in nearest.point)
    w, b = (v[:-1], c * v[-1]) if c else (v, Fraction(0))
    dual = tuple(weight / nearest.norm2 for weight in nearest.weights)
    return Margin(w, b, feasible_value(table, signs, w, b, c), dual, dual_value(table, signs, dual, c))


def _near_margin(table, signs, c, gap):
    """Return the bracket from the nearest point found with this gap; None if it separates nothing."""
    points, (metric, over) = Points(table, signs, constant=bool(c)), integers([1] * len(table[0]) + [c] * bool(c))
    near = wolfe(points, [0] * len(signs), metric, gap)
    least = Fraction(near.least[0], near.common * points.scale * over)
    if least <= 0:
        return None
    norm2 = Fraction(sum(m * p * p for m, p in zip(metric, near.point, strict=True)), over * near.common**2)
    v = [Fraction(p, near.common) / least for p in near.point]
    w, b = (v[:-1], c * v[-1]) if c else (v, ZERO)
    dual = tuple(near.weights.get(i, ZERO) / norm2 for i in range(len(signs)))
    return Margin(tuple(w), Fraction(b), norm2 / least**2, dual, 1 / norm2)


def feasible_value(X: Iterable[Iterable[Exact]], y: Iterable[int], w: Sequence[Exact], b: Exact,
                   bias_step: Exact = 1) -> Fraction:
    """Return ‖w‖² + b²/c, an upper bound of the least value; raise `BadInput` unless (w, b) is feasible.

    >>> feasible_value([[1], [3]], [-1, 1], [2], -4)
    Fraction(20, 1)
    """
    table = exact_rows(X)
    c = bias_step_of(bias_step, table, "exact")
    if c == 0 and b != 0:
        raise BadInput(f"b = {b} is not 0, but bias_step 0 means that there is no bias")
    for i, (x, sign) in enumerate(zip(table, labels(y, len(table)), strict=True)):
        value = sign * (sum(wk * xk for wk, xk in zip(w, x, strict=True)) + b)
        if value < 1:
            raise BadInput(f"(w, b) is not feasible: example {i} has margin {value}, below 1")
    norm2 = Fraction(sum(wk * wk for wk in w))
    return norm2 + Fraction(b) ** 2 / c if c else norm2


def dual_value(X: Iterable[Iterable[Exact]], y: Iterable[int], dual: Sequence[Exact], bias_step: Exact = 1) -> Fraction:
    """Return (Σaᵢ)²/‖Σaᵢzᵢ‖², a lower bound of the least value; raise `BadInput` unless a = `dual` ≥ 0, a ≠ 0.

    >>> dual_value([[1], [3]], [-1, 1], [1, 1])
    Fraction(1, 1)
    """
    points, metric = _signed_points(X, y, bias_step)
    if len(dual) != len(points) or any(a < 0 for a in dual) or not any(dual):
        raise BadInput(f"dual must hold {len(points)} numbers >= 0, not all 0")
    total = _combination(dual, points)
    norm2 = _dot(total, total, metric)
    if norm2 == 0:
        raise BadInput("Σ a[i]·z[i] = 0: the dual is unbounded, so no separator exists")
    return Fraction(sum(dual)) ** 2 / norm2


def certificate(margin: Margin, X: Iterable[Iterable[Exact]], y: Iterable[int],
                bias_step: Exact | str = 1) -> dict[str, Any]:
    """Return the bracket of `best_margin` with this bias step as JSON-ready data, kind "margin".

    >>> data = certificate(best_margin([[1], [3]], [-1, 1]), [[1], [3]], [-1, 1])
    >>> data["w"], data["b"], data["upper"], data["lower"]
    (['1'], '-2', '5', '5')
    """
    table = rows(X)
    return {"schema": 1, "kind": "margin", "bias_step": rational_to_text(bias_step_of(bias_step, table, "exact")),
            **data_fields(table, y),
            **classifier_to_json(margin), "dual": rationals_to_text(margin.dual),
            "upper": rational_to_text(margin.upper), "lower": rational_to_text(margin.lower)}


# ---------------------------------------------------------------------------------- helpers


def _signed_points(X, y, bias_step):
    """Return the points yᵢ(xᵢ, 1) and their metric (1, …, 1, c); without the last coordinate if c = 0."""
    table = exact_rows(X)
    signs = labels(y, len(table))
    c = bias_step_of(bias_step, table, "exact")
    extra, metric = ([1], [c]) if c else ([], [])
    points = Rows(tuple(sign * value for value in [*x, *extra]) for x, sign in zip(table, signs, strict=True))
    return points, [1] * len(table[0]) + metric


def _metric(metric: Sequence[Any] | None, dimension: int) -> list[Exact]:
    factors: list[Exact] = [1] * dimension
    if metric is not None:
        factors = [convert_number(m, "exact", f"metric[{k}]") for k, m in enumerate(metric)]
    if len(factors) != dimension or any(m <= 0 for m in factors):
        raise BadInput(f"metric must hold {dimension} numbers > 0")
    return factors


def _combination(weights, points):
    used = [(weight, point) for weight, point in zip(weights, points, strict=True) if weight]
    return tuple(Fraction(sum(weight * point[k] for weight, point in used)) for k in range(len(points[0])))


def _dot(u, v, metric):
    return Fraction(sum(m * a * b for m, a, b in zip(metric, u, v, strict=True)))

"""Support vector machines: the hard and the soft margin, with exact primal and dual points and their gap.

The dual, for both: maximise Σaᵢ − ½‖Σaᵢyᵢxᵢ‖² with aᵢ ≥ 0, Σaᵢyᵢ = 0 and, for the soft margin, aᵢ ≤ C. Any feasible
(w, b) and a have primal − dual = ½‖w − Σaᵢyᵢxᵢ‖² + Σaᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ(C − aᵢ)ξᵢ ≥ 0, so `lower` ≤ least
value ≤ `upper`, and `lower` = `upper` proves both points optimal. The distance of the classes to the plane of the hard
margin is 1/‖w‖: the best one lies between 1/√(2·upper) and 1/√(2·lower).

The hard margin is half the distance of the hulls of the two classes: `nearest_point.wolfe` finds it exactly. For the
soft margin a float QP solver says which aᵢ are 0, which are C, and which lie between 0 and C; the equations of these aᵢ
are then solved in rational numbers. Where they do not fit (rounding misled the guess), the float point is moved into
the feasible set and the gap that remains is given. Nothing that a float solver says is trusted.

Source: notes, "Maximum margin classifier" and "Soft margins"; slides, "SVM – Optimization". In the notes, the
Lagrangian of the soft margin has the wrong sign of the term in ξ, and the bias is an average over all examples. The
bias is yₙ − ⟨w, xₙ⟩ for any example with 0 < aₙ < C, or an average over these examples.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import BadInput, NoSeparator
from .exact_linear import Points, data_fields, integers, nearest_float, solve_near
from .labelled_examples import Arithmetic, Exact, Number, number
from .lazy_numpy import np
from .nearest_point import wolfe
from .optional_packages import import_extra
from .run_certificates import classifier_to_json, rational_to_text, rationals_to_text

EXACT_DIMENSIONS = 100  # beyond, exact equality costs seconds and the default is a bracket
GAP = Fraction(1, 10**9)
LARGEST_PENALTY = 1e15  # for the float solver, which only guesses
ZERO = Fraction(0)


@dataclass(frozen=True)
class Svm:
    """A classifier (w, b) and dual weights a, both feasible, with `lower` = dual value ≤ least value ≤ `upper`.

    `C` is the penalty, None for the hard margin. `support` lists the i with aᵢ > 0. `arithmetic` says whether the data
    were exact, or float64 and taken at their exact binary value; all numbers here are exact.
    """

    w: tuple[Fraction, ...]
    b: Fraction
    dual: tuple[Fraction, ...]
    support: tuple[int, ...]
    upper: Fraction
    lower: Fraction
    C: Fraction | None
    arithmetic: Arithmetic

    @property
    def optimal(self) -> bool:
        """Return whether the bracket is closed, so that both points are proved optimal."""
        return self.upper == self.lower

    @property
    def gap(self) -> Fraction:
        """Return (upper − lower)/lower, the relative gap; 0 if both are equal."""
        return (self.upper - self.lower) / self.lower if self.upper != self.lower else ZERO

    @property
    def squared_margin(self) -> tuple[Fraction, Fraction]:
        """Return the bracket 1/(2·upper) ≤ γ² ≤ 1/(2·lower) of γ, the best distance of a plane to both classes; raise
        `BadInput` for a soft margin.
        """
        if self.C is not None:
            raise BadInput("the soft margin gives no bounds of the geometric margin; use hard_margin")
        return 1 / (2 * self.upper), 1 / (2 * self.lower)


@dataclass(frozen=True)
class Residuals:
    """The exact amounts ≥ 0 by which (w, b) and a violate the KKT conditions; all are 0 if and only if both are
    optimal.

    `stationarity` max|w − Σaᵢyᵢxᵢ|; `balance` |Σaᵢyᵢ|; `primal` the largest 1 − yᵢf(xᵢ) − ξᵢ above 0; `dual` the
    largest excursion of an aᵢ from [0, C]; `slackness` the largest |aᵢ(yᵢf(xᵢ) − 1 + ξᵢ)| and |(C − aᵢ)ξᵢ|.
    For the soft margin ξᵢ = max(0, 1 − yᵢf(xᵢ)); for the hard margin ξ = 0.
    """

    stationarity: Fraction
    balance: Fraction
    primal: Fraction
    dual: Fraction
    slackness: Fraction


# ------------------------------------------------------------------------------------- hard margin


def hard_margin(X: Iterable[Iterable[Number]], y: Iterable[int], *, gap: Exact | None = None) -> Svm:
    """Return the separator of least ½‖w‖² with functional margin 1, with a dual point that proves its quality.

    X has shape (n, d); y has n labels ±1, both of them present. The relative gap of the bracket is at most `gap`; by
    default 0 (both points are optimal, exactly) up to d = 100 and 10⁻⁹ for more coordinates. Raises `NoSeparator` with
    an exact certificate, and `BadInput`.

    >>> svm = hard_margin([[0, 0], [2, 0], [3, 1]], [-1, 1, 1])
    >>> svm.w, svm.b, svm.upper, svm.lower
    ((Fraction(1, 1), Fraction(0, 1)), Fraction(-1, 1), Fraction(1, 2), Fraction(1, 2))
    """
    points = _both_classes(Points(X, y))
    if gap is None:
        gap = 0 if points.shape[1] <= EXACT_DIMENSIONS else GAP
    groups = [int(sign > 0) for sign in points.signs]
    near = wolfe(points, groups, [1] * points.shape[1], _at_least_zero(gap, "gap"))
    return _hard_bracket(points, near)


def _hard_bracket(points, near):
    """Scale p = Σaᵢyᵢxᵢ to functional margin 1, and its weights to the best multiple; return the record."""
    weights, count = near.weights, points.shape[0]
    norm2 = Fraction(sum(value * value for value in near.point), near.common**2)
    if not norm2:
        raise NoSeparator(f"no separator exists: the classes' hulls meet, in convex combinations of the examples "
                          f"{list(weights)}; use soft_margin", _spread({i: a / 2 for i, a in weights.items()}, count))
    total = sum(near.least)
    w = tuple(Fraction(2 * points.scale * value, total) for value in near.point)
    upper = 2 * norm2 * Fraction(points.scale * near.common, total) ** 2
    dual = {i: 2 * a / norm2 for i, a in weights.items()}
    return Svm(w, 1 - Fraction(2 * near.least[1], total), _spread(dual, count), tuple(weights), upper, 2 / norm2, None,
               points.arithmetic)


# ------------------------------------------------------------------------------------- soft margin


def soft_margin(X: Iterable[Iterable[Number]], y: Iterable[int], *, C: Number) -> Svm:
    """Return the classifier of least ½‖w‖² + C·Σξᵢ, C > 0, with a dual point that proves its quality.

    X has shape (n, d); y has n labels ±1, both of them present. The minimum in w is unique; the minimum in b need not
    be. Needs the extra "solvers". Raises `BadInput`.

    >>> svm = soft_margin([[1], [-1], [3]], [1, -1, -1], C=1)
    >>> svm.w, svm.b, svm.upper, svm.lower
    ((Fraction(0, 1),), Fraction(-1, 1), Fraction(2, 1), Fraction(2, 1))
    """
    points = _both_classes(Points(X, y, constant=True))
    C = _positive(C, "C")
    guess = _FloatSolution(points, C)
    solved = _soft_bracket(points, C, *guess.solved_exactly())
    if solved.optimal:
        return solved
    return min(solved, _soft_bracket(points, C, *guess.round_weights()), key=lambda svm: svm.upper - svm.lower)


def _soft_bracket(points, C, dual, b):
    """Return the record of w = Σaᵢyᵢxᵢ, for weights moved into the feasible set, with the best bias for w next to b."""
    dual = into_box(dual, points.signs, C)
    z, common = points.combine(dual or {0: ZERO})
    w = tuple(Fraction(value, common) for value in z[:-1])
    norm2 = sum((value * value for value in w), ZERO)
    one = common * points.scale  # the functional margin 1, in the points' integers
    products = [Fraction(points.product(i, [*z[:-1], 0]), one) for i in range(points.shape[0])]
    b, slack = best_bias(products, points.signs, b)
    return Svm(w, b, _spread(dual, len(points.signs)), tuple(dual), norm2 / 2 + C * slack,
               sum(dual.values(), ZERO) - norm2 / 2, C, points.arithmetic)


def best_bias(products: Sequence[Any], signs: Sequence[int], near: Any) -> tuple[Any, Any]:
    """Return the b nearest to `near` for which Σξᵢ is least, and this least sum, from the products yᵢ⟨w, xᵢ⟩.

    As b grows from −∞, the slope of Σmax(0, 1 − yᵢf(xᵢ)) starts at −(number of positives) and grows by 1 wherever
    yᵢf(xᵢ) = 1: the minima lie between two of these places.
    """
    kinks = sorted(sign * (1 - product) for product, sign in zip(products, signs, strict=True))
    left, right = kinks[: list(signs).count(1)], kinks[list(signs).count(1) :]
    b = min([max([near, *left[-1:]]), *right[:1]])
    return b, sum((max(ZERO, 1 - product - sign * b) for product, sign in zip(products, signs, strict=True)), ZERO)


def into_box(dual: Mapping[int, Fraction], signs: Sequence[int], C: Fraction) -> dict[int, Fraction]:
    """Return the positive weights, cut to at most C, with the weights of the heavier class shrunk until Σaᵢyᵢ = 0.

    >>> {i: str(a) for i, a in into_box({0: Fraction(1), 1: Fraction(3)}, [1, -1], Fraction(2)).items()}
    {0: '1', 1: '1'}
    """
    cut = {i: min(C, a) for i, a in dual.items() if a > 0}
    totals = {s: sum((a for i, a in cut.items() if signs[i] == s), ZERO) for s in (-1, 1)}
    goal = min(totals.values())
    return {i: a * goal / totals[signs[i]] for i, a in sorted(cut.items())} if goal else {}


class _FloatSolution:
    """The float solver's result, in units where the largest coordinate is about 1, and the guess from it."""

    def __init__(self, points, C):
        self.points, self.C = points, C
        penalty = min(max(nearest_float(C * points.unit**2), 1 / LARGEST_PENALTY), LARGEST_PENALTY)
        self.dual, self.b, free, full = _solve_in_floats(points.rounded, penalty)
        self.free, self.full = free.tolist(), full.tolist()

    def round_weights(self):
        """Return the float weights and bias unchanged."""
        unit = self.points.unit
        return {i: Fraction(a) / unit**2 for i, a in enumerate(self.dual) if a > 0}, Fraction(self.b) / unit

    def solved_exactly(self):
        """Solve yᵢf(xᵢ) = 1 for the free i, with aᵢ = C for the full ones, and Σaᵢyᵢ = 0, for the free aᵢ and b.

        Unknowns that the equations leave open keep the rounded values. Without a solution, return the rounded point.
        """
        C, scale2 = self.C, self.points.scale**2
        signs = self.points.signs
        rows = [self.points.row(i)[:-1] for i in self.free]
        full = [sum(column) for column in zip(*(self.points.row(i)[:-1] for i in self.full), strict=True)]
        full = full or [0] * (self.points.shape[1] - 1)
        system = [
            [*(_dot(row, other) for other in rows), scale2 * signs[i], scale2 - C * _dot(row, full)]
            for i, row in zip(self.free, rows, strict=True)
        ]
        system.append([*(signs[i] for i in self.free), 0, -C * sum(signs[i] for i in self.full)])
        known, b = self.round_weights()
        solution = solve_near(system, [*(known.get(i, ZERO) for i in self.free), b])
        if solution is None:
            return known, b
        dual = dict(zip(self.free, solution, strict=False)) | dict.fromkeys(self.full, C)
        return dual, solution[-1]


def _solve_in_floats(Z, penalty):
    """Solve the primal problem for points zᵢ = yᵢ(xᵢ, 1); return a, b, and the indices of 0 < aᵢ < C and of aᵢ = C."""
    clarabel, sparse = import_extra("the soft margin", "solvers", "clarabel", "scipy.sparse")
    n, d = Z.shape
    per_unit = max(1.0, penalty)  # keeps the objective moderate
    P = sparse.diags([*[1 / per_unit] * (d - 1), *[0.0] * (n + 1)], format="csc")
    q = np.concatenate([np.zeros(d), np.full(n, penalty / per_unit)])
    points, one = sparse.csc_matrix(Z), sparse.identity(n, format="csc")
    A = sparse.bmat([[-points, -one], [None, -one]], format="csc")
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    bounds = np.concatenate([-np.ones(n), np.zeros(n)])
    found = clarabel.DefaultSolver(P, q, A, bounds, [clarabel.NonnegativeConeT(2 * n)], settings).solve()
    x, z, slack = (np.nan_to_num(values) for values in (found.x, found.z, found.s))
    share = z * per_unit / penalty  # of C: of aᵢ, then of C − aᵢ
    full = np.flatnonzero(slack[n:] > share[n:])
    free = np.flatnonzero((slack[:n] <= share[:n]) & (slack[n:] <= share[n:]))
    return (z[:n] * per_unit).tolist(), float(x[d - 1]), free, full


# ----------------------------------------------------------------- the two sides, each on its own


def primal_value(X: Iterable[Iterable[Number]], y: Iterable[int], w: Sequence[Number], b: Number,
                 C: Number | None = None) -> Fraction:
    """Return ½‖w‖² + C·Σmax(0, 1 − yᵢf(xᵢ)), or for C = None ½‖w‖² if every yᵢf(xᵢ) ≥ 1.

    Exact; floats count as their exact binary value. Raises `BadInput`, naming the example that is not feasible.

    >>> primal_value([[0], [1]], [-1, 1], [1], 0, C=1)
    Fraction(3, 2)
    """
    margins = _margins(X, y, w, b)
    norm2 = sum((Fraction(value) ** 2 for value in w), ZERO)
    if C is not None:
        return norm2 / 2 + _positive(C, "C") * sum((max(ZERO, 1 - margin) for margin in margins), ZERO)
    for i, margin in enumerate(margins):
        if margin < 1:
            raise BadInput(f"(w, b) is not feasible: example {i} has margin {margin}, below 1")
    return norm2 / 2


def dual_value(X: Iterable[Iterable[Number]], y: Iterable[int], dual: Sequence[Number],
               C: Number | None = None) -> Fraction:
    """Return Σaᵢ − ½‖Σaᵢyᵢxᵢ‖²; raise `BadInput` unless aᵢ ≥ 0, aᵢ ≤ C (for C given), and Σaᵢyᵢ = 0.

    >>> dual_value([[0], [1]], [-1, 1], [1, 1])
    Fraction(3, 2)
    """
    points = Points(X, y)
    weights = _weights(dual, points)
    for i, a in enumerate(weights):
        if a < 0 or (C is not None and a > Fraction(C)):
            raise BadInput(f"dual[{i}] = {a} is outside [0, {'∞' if C is None else C}]")
    if balance := sum(map(operator.mul, weights, points.signs)):
        raise BadInput(f"Σ a[i]·y[i] = {balance} is not 0, so the dual point is not feasible")
    z, common = points.combine(dict(enumerate(weights)))
    return sum(weights) - Fraction(_dot(z, z), 2 * common * common)


def residuals(X: Iterable[Iterable[Number]], y: Iterable[int], w: Sequence[Number], b: Number,
              dual: Sequence[Number], C: Number | None = None) -> Residuals:
    """Return the exact violations of the KKT conditions, for any (w, b) of length d and a of length n.

    >>> residuals([[0], [2]], [-1, 1], [1], -1, [Fraction(1, 2), Fraction(1, 2)]).slackness
    Fraction(0, 1)
    """
    points = Points(X, y)
    weights = _weights(dual, points)
    z, common = points.combine(dict(enumerate(weights)))
    margins = _margins(X, y, w, b)
    slacks = [max(ZERO, 1 - margin) if C is not None else ZERO for margin in margins]
    rooms = [Fraction(C) - a if C is not None else ZERO for a in weights]
    excess = [margin - 1 + slack for margin, slack in zip(margins, slacks, strict=True)]
    return Residuals(max(abs(Fraction(wk) - Fraction(zk, common)) for wk, zk in zip(w, z, strict=True)),
                     abs(Fraction(sum(map(operator.mul, weights, points.signs)))),
                     max(ZERO, *(-value for value in excess)),
                     max(ZERO, *(-a for a in weights), *(-room for room in rooms)),
                     max(*(abs(a * value) for a, value in zip(weights, excess, strict=True)),
                         *(abs(room * slack) for room, slack in zip(rooms, slacks, strict=True))))


def _margins(X, y, w, b):
    """Return yᵢ(⟨w, xᵢ⟩ + b) for each example."""
    points = Points(X, y, constant=True)
    if len(w) != points.shape[1] - 1:
        raise BadInput(f"w has {len(w)} coordinates for examples with {points.shape[1] - 1}")
    whole, common = integers([*w, b])
    return [Fraction(points.product(i, whole), common * points.scale) for i in range(points.shape[0])]


def _weights(dual, points):
    if len(dual) != points.shape[0]:
        raise BadInput(f"dual has {len(dual)} weights for {points.shape[0]} examples; give one for each")
    return [Fraction(number(a, f"dual[{i}]")) for i, a in enumerate(dual)]


# ------------------------------------------------------------------------------------- certificates


def certificate(svm: Svm, X: Iterable[Iterable[Number]], y: Iterable[int]) -> dict[str, Any]:
    """Return both points and their values as JSON-ready data, kind "svm"; `C` is null for the hard margin.

    >>> data = certificate(hard_margin([[0], [2]], [-1, 1]), [[0], [2]], [-1, 1])
    >>> data["kind"], data["w"], data["b"], data["dual"], data["upper"], data["lower"]
    ('svm', ['1'], '-1', ['1/2', '1/2'], '1/2', '1/2')
    """
    return {"schema": 1, "kind": "svm", "C": None if svm.C is None else rational_to_text(svm.C), **data_fields(X, y),
            **classifier_to_json(svm), "dual": rationals_to_text(svm.dual), "upper": rational_to_text(svm.upper),
            "lower": rational_to_text(svm.lower)}


def margin_certificate(svm: Svm, X: Iterable[Iterable[Number]], y: Iterable[int]) -> dict[str, Any]:
    """Return the bracket of the least ‖w‖² = 1/γ² of a hard margin, kind "margin"; the bias has no price.

    >>> margin_certificate(hard_margin([[0], [2]], [-1, 1]), [[0], [2]], [-1, 1])["upper"]
    '1'
    """
    svm.squared_margin  # noqa: B018  (the soft margin has none)
    return {"schema": 1, "kind": "margin", "bias_step": None, **data_fields(X, y), **classifier_to_json(svm),
            "dual": rationals_to_text(svm.dual), "upper": rational_to_text(2 * svm.upper),
            "lower": rational_to_text(2 * svm.lower)}


# ------------------------------------------------------------------------------------- helpers


def _both_classes(points):
    if len(set(points.signs)) == 1:
        raise BadInput(f"every label is {points.signs[0]}, so no margin lies between two classes; give both labels")
    return points


def _positive(value, name):
    exact = Fraction(number(value, name))
    if exact <= 0:
        raise BadInput(f"{name} must be > 0 (got {value})")
    return exact


def _at_least_zero(value, name):
    exact = Fraction(number(value, name))
    if exact < 0:
        raise BadInput(f"{name} must be >= 0 (got {value})")
    return exact


def _spread(weights: Mapping[int, Fraction], count: int) -> tuple[Fraction, ...]:
    return tuple(weights.get(i, ZERO) for i in range(count))


def _dot(u, v):
    return sum(map(operator.mul, u, v))

"""The checks of support vector machines: weak duality, the KKT conditions, and the margin against the exact bracket.

Main definitions:
    check_svc           scikit-learn's SVC with the linear kernel: ½‖w‖² + C·Σξᵢ, ξᵢ = max(0, 1 − yᵢf(xᵢ))
    check_linear        scikit-learn's LinearSVC with its squared hinge: ½(‖w‖² + b²) + C·Σξᵢ²

All values are computed exactly from the floats that the solver returns. Their greatest distance from the optimum
follows from the `tol` at which the solver stops:

SVC. Any (w, b) and feasible a have gap = primal − dual = ½‖w − Σaᵢyᵢxᵢ‖² + Σaᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ(C − aᵢ)ξᵢ. The
solver computes w from a, and stops where no two examples violate their conditions on yᵢf(xᵢ) by more than tol; each
of the n products is then at most C·tol, so gap ≤ 2nC·tol.

LinearSVC. Its dual is Σaᵢ − ½‖Σaᵢyᵢzᵢ‖² − Σaᵢ²/(4C), a ≥ 0, for z = (x, 1). The weights aᵢ = 2Cξᵢ are feasible for any
v = (w, b), and gap = ½‖v − Σaᵢyᵢzᵢ‖², half the square of the gradient. A solver stops where its ξᵢ are known up to tol,
or where the gradient is tol times the gradient at 0; both give ‖gradient‖ ≤ 2C·tol·Σ‖zᵢ‖.

The margin. With V the least ‖w‖² (SVC), or ‖w‖² + b² (LinearSVC), under yᵢf(xᵢ) ≥ 1, no plane is farther than 1/√V from
both classes, and the optimum of the soft margin has ‖v‖² ≤ V. With least yf = m and the gap g, m²/‖v‖² ≥ m²/(V + 2g).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

from ...algorithms import nearest_point, svm
from ...algorithms.perceptron import State
from . import perceptron_checks
from .audit_data import Data, Points
from .data_search import UNDECIDED, Failure
from .implementations import Implementation, wrap_read_errors
from .perceptron_checks import Context, Judge, Work
from .verdicts import NO_THEOREM, VIOLATED, Finding

ROUNDING = Fraction(1, 10**9)  # relative: the rounding error of float64 in a small problem
LARGE, FINE = 1024.0, 1e-9  # C and tol for the check of the margin
MORE = 4  # C is multiplied by this to compare training losses
Loss = Callable[[Implementation, Data, Fraction, Fraction], tuple[Fraction, Fraction] | None]  # loss and gap, by C, tol
Judged = Callable[[Implementation, Data, Fraction, Fraction], Failure | None]  # takes C and tol
PLAIN = {"loss": "squared_hinge", "penalty": "l2", "fit_intercept": True, "intercept_scaling": 1}  # for LinearSVC
WIDE: list[Data] = [  # the margin is so wide that soft and hard margin nearly agree
    ([(4,), (-4,)], [1, -1]),
    ([(8, 0), (4, 1), (-4, 0), (-5, 2)], [1, 1, -1, -1]),
]


def svc_unlike(audited: Implementation) -> str:
    """Return why SVC with these parameters is not covered; "" if it is."""
    kernel = audited.params.get("kernel", "rbf")
    return "" if kernel == "linear" else f"kernel={kernel!r}: the exact bounds are for kernel='linear'"


def linear_unlike(audited: Implementation) -> str:
    """Return why the checks do not cover these parameters of LinearSVC; "" if they do."""
    for name, value in PLAIN.items():
        if audited.params.get(name, value) != value:
            return f"{name}={audited.params[name]!r}: the checks are for {name}={value!r}"
    return ""


def skip_unlike(audited: Implementation, context: Context) -> Finding:
    """Return the finding that the class with these parameters is not covered, with the reason."""
    reason = svc_unlike if audited.profile.family == "svc" else linear_unlike
    return Finding("", NO_THEOREM, reason(audited))


def check_svc(key: str, judge: Judged) -> Work:
    """Return the work that judges fits of SVC with its parameters; a capped fit is undecided."""
    return _check_data(key, lambda audited, data: judge(audited, data, *_C_and_tol(audited, 1e-3)))


def check_linear(key: str, judge: Judged) -> Work:
    """Return the work that judges fits of LinearSVC."""
    return _check_data(
        key, lambda audited, data: judge(_with_params(audited, random_state=0), data, *_C_and_tol(audited, 1e-4))
    )


def _C_and_tol(audited: Implementation, tol: float) -> tuple[Fraction, Fraction]:
    return Fraction(audited.params.get("C", 1.0)), Fraction(audited.params.get("tol", tol))


def _with_params(audited: Implementation, **changed: Any) -> Implementation:
    params = {**changed, **audited.params} if "random_state" in changed else {**audited.params, **changed}
    return Implementation(audited.cls, params, audited.profile, audited.target)


def _check_data(key: str, judge: Judge) -> Work:
    return lambda audited, context: perceptron_checks.search_failures(
        audited, context, key, lambda data: judge(audited, data), context.examples, first=WIDE)


def check_loss_falls(loss: Loss, audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the training loss does not grow with C, up to the tolerance that `tol` allows.

    The proof is in the docstring of `parameter_checks`.
    """
    found = [loss(_with_params(audited, C=float(each)), data, each, tol) for each in (C, MORE * C)]
    if None in found:
        return UNDECIDED
    (before, gap), (after, other) = filter(None, found)
    most = (gap + other) / (MORE * C - C)
    if after - before <= most:
        return None
    why = (f"with C = {float(C):g} the training loss is {float(before):.6g}, but with C = {float(MORE * C):g} it is "
           f"{float(after):.6g}; tol allows at most {float(most):.3g} more")
    return Failure(VIOLATED, why, *data)


# ------------------------------------------------------------------------------------------------ SVC


def _dual(estimator: Any, n: int) -> list[Fraction]:
    """Return the weights aᵢ ≥ 0 at their exact values."""
    a = [Fraction(0)] * n
    with wrap_read_errors("the dual weights"):
        for i, value in zip(estimator.support_.tolist(), estimator.dual_coef_[0].tolist(), strict=True):
            a[i] = abs(Fraction(value))
    return a


def feasible(dual: list[Fraction], y: list[int], C: Fraction) -> list[Fraction]:
    """Return the weights cut to [0, C], with the weights of the heavier class shrunk until Σaᵢyᵢ = 0.

    >>> [str(a) for a in feasible([Fraction(1), Fraction(3)], [1, -1], Fraction(2))]
    ['1', '1']
    """
    cut = [min(max(a, Fraction(0)), C) for a in dual]
    totals = {sign: sum((a for a, label in zip(cut, y, strict=True) if label == sign), Fraction(0)) for sign in (-1, 1)}
    goal = min(totals.values())
    return [a * goal / totals[label] if goal else Fraction(0) for a, label in zip(cut, y, strict=True)]


def _svc(audited: Implementation, data: Data) -> tuple[Any, Any, list[Fraction]]:
    X, y = data
    estimator = audited.fit(X, y)
    w, b = audited.state(estimator)
    return w, b, _dual(estimator, len(y))


def _allowed_gap(n: int, C: Fraction, tol: Fraction, value: Fraction) -> Fraction:
    return 2 * n * C * tol + ROUNDING * (1 + abs(value))


def svc_gap(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the duality gap is within the tolerance that `tol` allows."""
    X, y = data
    w, b, dual = _svc(audited, data)
    primal, lower = svm.primal_value(X, y, w, b, C), svm.dual_value(X, y, feasible(dual, y, C), C)
    if not 0 <= primal - lower <= _allowed_gap(len(y), C, tol, primal):
        return _failure("the duality gap", primal - lower, _allowed_gap(len(y), C, tol, primal), data)
    return None


def svc_kkt(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the residuals of the optimality conditions are within the tolerance that `tol` allows."""
    X, y = data
    w, b, dual = _svc(audited, data)
    found = svm.residuals(X, y, w, b, dual, C)
    size = max(1, *(abs(value) for x in X for value in x)) * (1 + sum(dual))
    for name, most in (("stationarity", 0), ("balance", 0), ("primal", 0), ("dual", 0), ("slackness", 2 * C * tol)):
        value = getattr(found, name)
        if value > most + ROUNDING * size:
            return _failure(f"the residual of {name}", value, most + ROUNDING * size, data)
    return None


def svc_bracket(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the primal value is at least the exact lower bound, and exceeds the exact upper one by at most the
    gap.
    """
    X, y = data
    w, b, _ = _svc(audited, data)
    best, primal = svm.soft_margin(X, y, C=C), svm.primal_value(X, y, w, b, C)
    if not best.lower <= primal <= best.upper + _allowed_gap(len(y), C, tol, primal):
        return _failure("the primal value", primal, best.upper + _allowed_gap(len(y), C, tol, primal), data)
    return None


def svc_loss(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> tuple[Fraction, Fraction]:
    """Return Σξᵢ, and a bound on the distance of the objective from its least value."""
    w, b = audited.state(audited.fit(*data))
    primal = svm.primal_value(*data, w, b, C)
    return (primal - Fraction(sum(v * v for v in w), 2)) / C, _allowed_gap(len(data[1]), C, tol, primal)


def svc_margin(audited: Implementation, data: Data, *_: Fraction) -> Failure | None:
    """Check that the margin is nearly the best for a large C."""
    audited = _with_params(audited, C=LARGE, tol=FINE)
    X, y = data
    best = svm.hard_margin(X, y)
    if max(best.dual) > LARGE:
        return UNDECIDED
    w, b = audited.state(audited.fit(X, y))
    gap = _allowed_gap(len(y), Fraction(LARGE), Fraction(FINE), best.upper)
    least = _least_margin(X, y, w, b)
    norm2, share = sum((v * v for v in w), Fraction(0)), 1 - 2 * Fraction(FINE) - ROUNDING
    return _margin(least, norm2, 2 * best.upper, gap, share, data)


def _least_margin(X: Points, y: list[int], w: Any, b: Any) -> Fraction:
    """Return the least yᵢ(⟨w, xᵢ⟩ + b)."""
    margins = [label * sum((p * q for p, q in zip(w, x, strict=True)), b) for x, label in zip(X, y, strict=True)]
    return Fraction(min(margins))


def _margin(
    least: Fraction, norm2: Fraction, V: Fraction, gap: Fraction, share: Fraction, data: Data
) -> Failure | None:
    """Check that the squared distance m²/‖v‖² of the plane is at most 1/V, and at least share²/(V + 2·gap)."""
    if least <= 0 or not share**2 / (V + 2 * gap) <= least**2 / norm2 <= 1 / V:
        return Failure(VIOLATED, f"the least margin is {float(least):g} for ‖v‖² = {float(norm2):g}, but the best "
                                 f"squared distance is 1/{float(V):g}", *data)
    return None


def _failure(what: str, value: Fraction, most: Fraction, data: Data) -> Failure:
    return Failure(VIOLATED, f"{what} is {float(value):.3g}, but tol allows at most {float(most):.3g}", *data)


# ------------------------------------------------------------------------------------------ LinearSVC


def squared_hinge_values(X: Any, y: Any, w: Any, b: Any, C: Fraction) -> tuple[Fraction, Fraction]:
    """Return ½(‖w‖² + b²) + C·Σξᵢ² and the dual value at aᵢ = 2Cξᵢ, both exact.

    >>> value = squared_hinge_values([(1,), (-1,)], [1, -1], [Fraction(4, 5)], Fraction(0), Fraction(1))
    >>> [str(v) for v in value]
    ['2/5', '2/5']
    """
    slack = [max(Fraction(0), 1 - label * sum((p * q for p, q in zip(w, x, strict=True)), Fraction(b)))
             for x, label in zip(X, y, strict=True)]
    primal = sum((v * v for v in w), Fraction(b) ** 2) / 2 + C * sum(value * value for value in slack)
    a = [2 * C * value for value in slack]
    points = [(*x, 1) for x in X]
    z = [sum(ai * label * p[j] for ai, label, p in zip(a, y, points, strict=True)) for j in range(len(points[0]))]
    return primal, sum(a, Fraction(0)) - Fraction(sum(v * v for v in z)) / 2 - sum(v * v for v in a) / (4 * C)


def _gap_of_tol(X: Points, C: Fraction, tol: Fraction, value: Fraction) -> Fraction:
    """Return ½(2C·tol·Σ‖zᵢ‖)² with the norms rounded up, plus the rounding error of floats."""
    norms = sum(isqrt(int(sum(v * v for v in x)) + 1) + 1 for x in X)
    return (2 * C * tol * norms) ** 2 / 2 + ROUNDING * (1 + abs(value))


def _linear(audited: Implementation, data: Data) -> State | None:
    estimator = audited.fit(*data)
    return None if estimator.n_iter_ >= estimator.max_iter else audited.state(estimator)


def linear_gap(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the duality gap is within the tolerance that `tol` allows."""
    state = _linear(audited, data)
    if state is None:
        return UNDECIDED
    X, y = data
    primal, dual = squared_hinge_values(X, y, state.w, state.b, C)
    most = _gap_of_tol(X, C, tol, primal)
    return None if 0 <= primal - dual <= most else _failure("the duality gap", primal - dual, most, data)


def linear_bracket(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> Failure | None:
    """Check that the primal value is at most half of the least ‖w‖² + b² under yᵢf(xᵢ) ≥ 1, up to the tolerance."""
    state = _linear(audited, data)
    if state is None:
        return UNDECIDED
    X, y = data
    primal, _ = squared_hinge_values(X, y, state.w, state.b, C)
    most = nearest_point.best_margin(X, y).upper / 2 + _gap_of_tol(X, C, tol, primal)
    return None if primal <= most else _failure("the primal value", primal, most, data)


def linear_loss(audited: Implementation, data: Data, C: Fraction, tol: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return Σξᵢ², and a bound on the distance of the objective from its least value; None if the fit ended at its cap.
    """
    state = _linear(audited, data)
    if state is None:
        return None
    primal, _ = squared_hinge_values(*data, state.w, state.b, C)
    size = Fraction(sum(v * v for v in [*state.w, state.b]), 2)
    return (primal - size) / C, _gap_of_tol(data[0], C, tol, primal)


def linear_margin(audited: Implementation, data: Data, *_: Fraction) -> Failure | None:
    """Check that the margin tends to the best as C grows: Σaᵢ ≤ V, so no ξᵢ = aᵢ/(2C) exceeds V/(2C)."""
    X, y = data
    V = nearest_point.best_margin(X, y).upper
    state = _linear(_with_params(audited, C=LARGE, tol=FINE, max_iter=100_000), data)
    if state is None or V >= LARGE:
        return UNDECIDED
    gap = _gap_of_tol(X, Fraction(LARGE), Fraction(FINE), V)
    share = 1 - V / (2 * Fraction(LARGE)) - Fraction(FINE) - ROUNDING
    w, b = state
    return _margin(_least_margin(X, y, w, b), sum((v * v for v in [*w, b]), Fraction(0)), V, gap, share, data)

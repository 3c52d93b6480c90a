"""The checks of support vector machines: weak duality, the KKT conditions, and the margin against the exact bracket.

Main definitions:
    Svc           a fit of scikit-learn's SVC with the linear kernel: ½‖w‖² + C·Σξᵢ, ξᵢ = max(0, 1 − yᵢf(xᵢ))
    LinearSvc     a fit of scikit-learn's LinearSVC with its squared hinge: ½(‖w‖² + b²) + C·Σξᵢ²
    check_…       the judges of such fits, for data that begin with `WIDE`; a capped fit is undecided

All values are computed exactly from the floats that the solver returns. Their greatest distance from the optimum
follows from the `tol` at which the solver stops:

SVC. Any (w, b) and feasible a have gap = primal − dual = ½‖w − Σaᵢyᵢxᵢ‖² + Σaᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + Σ(C − aᵢ)ξᵢ. The
solver computes w from a, and stops if no two examples violate their conditions on yᵢf(xᵢ) by more than tol. Each of the
n products is then at most C·tol, so gap ≤ 2nC·tol.

LinearSVC. Its dual is Σaᵢ − ½‖Σaᵢyᵢzᵢ‖² − Σaᵢ²/(4C), a ≥ 0, for z = (x, 1). The weights aᵢ = 2Cξᵢ are feasible for any
v = (w, b), and gap = ½‖v − Σaᵢyᵢzᵢ‖², half the square of the gradient. A solver stops where its ξᵢ are known up to tol,
or where the gradient is tol times the gradient at 0; both give ‖gradient‖ ≤ 2C·tol·Σ‖zᵢ‖.

The margin. With V the least ‖w‖² (SVC), or ‖w‖² + b² (LinearSVC), under yᵢf(xᵢ) ≥ 1, no plane is farther than 1/√V from
both classes, and the optimum of the soft margin has ‖v‖² ≤ V. With least yf = m and the gap g, m²/‖v‖² ≥ m²/(V + 2g).
"""

from fractions import Fraction
from functools import cached_property, partial
from math import isqrt
from typing import Any, ClassVar

from ...algorithms import nearest_point, svm
from ...algorithms.perceptron import State
from .audit_data import Data, Points
from .data_search import UNDECIDED, Failure
from .implementation_interface import Implementation, wrap_read_errors
from .parameter_checks import describe_unlike
from .perceptron_checks import Context
from .verdicts import NO_THEOREM, VIOLATED, Finding

ROUNDING = Fraction(1, 10**9)  # relative: the rounding error of float64 in a small problem
LARGE, FINE = 1024.0, 1e-9  # C and tol for the check of the margin
MORE = 4  # C is multiplied by this to compare training losses
PLAIN = {"loss": "squared_hinge", "penalty": "l2", "fit_intercept": True, "intercept_scaling": 1}  # for LinearSVC
WIDE: list[Data] = [  # the margin is so wide that soft and hard margin nearly agree
    ([(4,), (-4,)], [1, -1]),
    ([(8, 0), (4, 1), (-4, 0), (-5, 2)], [1, 1, -1, -1]),
]


svc_unlike: partial[str] = partial(
    describe_unlike, plain={"kernel": "linear"}, what="the exact bounds are", usual={"kernel": "rbf"}
)
linear_unlike: partial[str] = partial(describe_unlike, plain=PLAIN, what="the checks are")


def skip_unlike(audited: Implementation, context: Context) -> Finding:
    """Return the finding that the class with these parameters is not covered, with the reason."""
    reason = svc_unlike if audited.profile.family == "svc" else linear_unlike
    return Finding("", NO_THEOREM, reason(audited))


class Svc:
    """A fit of SVC to data, at the exact value of its weights; C and tol are those of the fit."""

    usual_tol: ClassVar[float] = 1e-3
    usual: ClassVar[dict[str, Any]] = {}  # parameters where the audit gives none
    sharp: ClassVar[dict[str, Any]] = {"C": LARGE, "tol": FINE}  # for the check of the margin

    def __init__(self, audited: Implementation, data: Data, **params: Any) -> None:
        """Fit with the parameters of the audit and these parameters."""
        audited = audited.with_params(**{**self.usual, **audited.params, **params})
        self.audited: Implementation = audited
        self.data: Data = data
        self.X: Points = data[0]
        self.y: list[int] = data[1]
        self.C: Fraction = Fraction(audited.params.get("C", 1.0))
        self.tol: Fraction = Fraction(audited.params.get("tol", self.usual_tol))
        self.estimator: Any = audited.fit(*data)

    @cached_property
    def state(self) -> State:
        """Return (w, b)."""
        return self.audited.state(self.estimator)

    @cached_property
    def dual(self) -> list[Fraction]:
        """Return the weights aᵢ ≥ 0."""
        a = [Fraction(0)] * len(self.y)
        with wrap_read_errors("the dual weights"):
            for i, value in zip(self.estimator.support_.tolist(), self.estimator.dual_coef_[0].tolist(), strict=True):
                a[i] = abs(Fraction(value))
        return a

    @property
    def is_capped(self) -> bool:
        """Return whether the fit ended at its cap."""
        return False

    @property
    def norm2(self) -> Fraction:
        """Return the square ‖v‖² in the objective."""
        return sum((v * v for v in self.state.w), Fraction(0))

    @cached_property
    def primal(self) -> Fraction:
        """Return the objective."""
        return svm.primal_value(self.X, self.y, *self.state, self.C)

    @property
    def dual_value(self) -> Fraction:
        """Return the dual value of the weights aᵢ."""
        a = svm.into_box(dict(enumerate(self.dual)), self.y, self.C)
        return svm.dual_value(self.X, self.y, [a.get(i, Fraction(0)) for i in range(len(self.y))], self.C)

    def error(self, value: Fraction) -> Fraction:
        """Return the gap that `tol` allows at this value of the objective."""
        return 2 * len(self.y) * self.C * self.tol + ROUNDING * (1 + abs(value))

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Return exact bounds of the least value of the objective."""
        best = svm.soft_margin(self.X, self.y, C=self.C)
        return best.lower, best.upper

    @staticmethod
    def hard_margin(data: Data) -> tuple[Fraction, Fraction] | None:
        """Return V and the least share of the margin 1 that a sharp fit reaches; None if `LARGE` is too small."""
        best = svm.hard_margin(*data)
        return None if max(best.dual) > LARGE else (2 * best.upper, 1 - 2 * Fraction(FINE) - ROUNDING)


class LinearSvc(Svc):
    """A fit of LinearSVC to data."""

    usual_tol: ClassVar[float] = 1e-4
    usual: ClassVar[dict[str, Any]] = {"random_state": 0}
    sharp: ClassVar[dict[str, Any]] = {**Svc.sharp, "max_iter": 100_000}

    @property
    def is_capped(self) -> bool:
        return bool(self.estimator.n_iter_ >= self.estimator.max_iter)

    @property
    def norm2(self) -> Fraction:
        return super().norm2 + Fraction(self.state.b) ** 2

    @cached_property
    def primal(self) -> Fraction:
        return squared_hinge_values(self.X, self.y, *self.state, self.C)[0]

    @property
    def dual_value(self) -> Fraction:
        return squared_hinge_values(self.X, self.y, *self.state, self.C)[1]

    def error(self, value: Fraction) -> Fraction:
        """Return ½(2C·tol·Σ‖zᵢ‖)² with the norms rounded up, plus the rounding error of floats."""
        norms = sum(isqrt(int(sum(v * v for v in x)) + 1) + 1 for x in self.X)
        return (2 * self.C * self.tol * norms) ** 2 / 2 + ROUNDING * (1 + abs(value))

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Return 0, and half of the least ‖w‖² + b² under yᵢf(xᵢ) ≥ 1."""
        return Fraction(0), nearest_point.best_margin(self.X, self.y).upper / 2

    @staticmethod
    def hard_margin(data: Data) -> tuple[Fraction, Fraction] | None:
        """Return V and the share: Σaᵢ ≤ V, so no ξᵢ = aᵢ/(2C) exceeds V/(2C)."""
        V = nearest_point.best_margin(*data).upper
        return None if V >= LARGE else (V, 1 - V / (2 * Fraction(LARGE)) - Fraction(FINE) - ROUNDING)


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


def check_gap(fit: type[Svc], audited: Implementation, data: Data) -> Failure | None:
    """Check that the duality gap is within the tolerance that `tol` allows."""
    found = fit(audited, data)
    if found.is_capped:
        return UNDECIDED
    gap, most = found.primal - found.dual_value, found.error(found.primal)
    return None if 0 <= gap <= most else _failure("the duality gap", gap, most, data)


def check_kkt(fit: type[Svc], audited: Implementation, data: Data) -> Failure | None:
    """Check that the residuals of the optimality conditions are within the tolerance that `tol` allows."""
    fitted = fit(audited, data)
    found = svm.residuals(*data, *fitted.state, fitted.dual, fitted.C)
    size = max(1, *(abs(value) for x in data[0] for value in x)) * (1 + sum(fitted.dual))
    for name in ("stationarity", "balance", "primal", "dual", "slackness"):
        value, most = getattr(found, name), (2 * fitted.C * fitted.tol if name == "slackness" else 0) + ROUNDING * size
        if value > most:
            return _failure(f"the residual of {name}", value, most, data)
    return None


def check_bracket(fit: type[Svc], audited: Implementation, data: Data) -> Failure | None:
    """Check that the objective is at least the lower bound, and exceeds the upper bound by at most what `tol`
    allows."""
    found = fit(audited, data)
    if found.is_capped:
        return UNDECIDED
    lower, upper = found.bracket()
    most = upper + found.error(found.primal)
    return None if lower <= found.primal <= most else _failure("the primal value", found.primal, most, data)


def check_loss_falls(fit: type[Svc], audited: Implementation, data: Data) -> Failure | None:
    """Check that the training loss does not grow with C, up to the tolerance that `tol` allows. The proof is in the
    docstring of `parameter_checks`."""
    before = fit(audited, data)
    after = fit(audited, data, C=float(MORE * before.C))
    if before.is_capped or after.is_capped:
        return UNDECIDED
    loss, other = ((each.primal - each.norm2 / 2) / each.C for each in (before, after))
    most = (before.error(before.primal) + after.error(after.primal)) / (after.C - before.C)
    if other - loss <= most:
        return None
    why = (f"with C = {float(before.C):g} the training loss is {float(loss):.6g}, but with C = {float(after.C):g} it "
           f"is {float(other):.6g}; tol allows at most {float(most):.3g} more")
    return Failure(VIOLATED, why, *data)


def check_margin(fit: type[Svc], audited: Implementation, data: Data) -> Failure | None:
    """Check that, for a large C, m²/‖v‖² is at most 1/V, and at least share²/(V + 2·gap)."""
    best = fit.hard_margin(data)
    if best is None or (found := fit(audited, data, **fit.sharp)).is_capped:
        return UNDECIDED
    (V, share), (w, b), norm2 = best, found.state, found.norm2
    least = min(label * sum((p * q for p, q in zip(w, x, strict=True)), b) for x, label in zip(*data, strict=True))
    if least > 0 and share**2 / (V + 2 * found.error(V)) <= least**2 / norm2 <= 1 / V:
        return None
    why = (f"the least margin is {float(least):g} for ‖v‖² = {float(norm2):g}, but the best squared distance is "
           f"1/{float(V):g}")
    return Failure(VIOLATED, why, *data)


def _failure(what: str, value: Fraction, most: Fraction, data: Data) -> Failure:
    return Failure(VIOLATED, f"{what} is {float(value):.3g}, but tol allows at most {float(most):.3g}", *data)

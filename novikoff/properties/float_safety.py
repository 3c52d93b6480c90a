"""Conditions under which a perceptron in floating-point arithmetic certainly does what the theorems say.

All computations use rationals, rounded only to the safe side. Assumptions about the machine: every sum and product is
rounded correctly, to nearest; a score ⟨w, x⟩ + b is summed in any order, with or without fused operations.

equal    Let all numbers of the run be integer multiples of powers of two: x of g, w of h, b and the products of w and x
         of G. Let D = R² + c. After at most k updates every weight is at most √(kα²D), and every partial sum of a score
         at most √(kα²D)·√D (`norm-guard-no-overflow`). If for the k of the mistake bound the weights are at most 2^p·h
         and the sums at most 2^p·G, nothing is ever rounded, and the run is the exact one, in any order.
bound    Let u = 2^−p be the unit roundoff, and let the weights of the first K updates, divided by α and with their bias
         coordinate, have length at most N. Then each update has an error of at most η = uN + (2u + u²)√D + t, and each
         score an error of at most δ = γ_{d+1}·N√D + t [higham2002, section 3.1], where γ_m = mu/(1 − mu), and t is for
         underflow. Let V be the least ‖w‖² + b²/c under y(⟨w, x⟩ + b) ≥ 1. There are two ways to continue:

         * `rounded-perceptron-norm` implies N for K updates. `rounded-perceptron-mistake-bound` allows at most
           B = (D + 2δ)V/(1 − η√D·V) of them. If B < K, no run makes K updates.
         * `rounded-weights-stay-short` implies N for any number of updates. `rounding-shortens-the-margin` allows at
           most B = (D + 2δ)V/(1 − η√V)² of them.

         Both bounds tend to the bound D·V of exact runs when δ and η vanish. The module uses the smaller bound, which
         often has the same integer part as D·V.
"""

from __future__ import annotations  # so that the signature in help() has short names

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, Literal, NamedTuple

from ..algorithms import nearest_point, perceptron
from ..algorithms.command_results import INCONCLUSIVE, OK, Result, format_count
from ..algorithms.errors import NoSeparator
from ..algorithms.labelled_examples import Exact, labels
from ..algorithms.run_loop import bias_step_of, check_choice, check_list, check_positive
from ..proofs.statements.term_values import root_up
from .claimed_bound_statements import exact_data

Verdict = Literal["equal", "bound", "rounded bound", "uncertain"]
FINE = 2**64  # roots are rounded up to multiples of 1/FINE, relatively to the number
ROUNDS = 60  # attempts to find K; each is larger by at least an eighth


class Format(NamedTuple):
    """A binary format: numbers m·2^e with |m| < 2^precision, at least 2^lowest unless 0, below 2^(highest + 1).
    `lowest` is the exponent of the smallest positive number, subnormal ones included."""

    precision: int
    lowest: int
    highest: int

    def holds(self, value: Fraction) -> bool:
        """Return whether the number belongs to the format.

        >>> FORMATS["float32"].holds(Fraction(2**24 + 1)), FORMATS["float64"].holds(Fraction(1, 3))
        (False, False)
        """
        if value.denominator & (value.denominator - 1):
            return False
        unit = unit_of([value])
        return abs(value) < 2**self.precision * unit and unit >= Fraction(2) ** self.lowest and self.reaches(value)

    def reaches(self, value: Fraction) -> bool:
        """Return whether the number does not overflow."""
        return abs(value) < Fraction(2) ** (self.highest + 1) if value else True


FORMATS = {"float32": Format(24, -149, 127), "float64": Format(53, -1074, 1023)}


@dataclass(frozen=True)
class Safety(Result):
    """The verdict on all runs from 0 in a format, in any order; it is true if all are safe. `verdict` is "equal" (every
    run is the exact run, number for number), "bound" (it ends, after at most `updates` updates, which the exact bound
    allows as well), "rounded bound" (it ends, but `updates` may exceed the exact bound), or "uncertain". `bound` is the
    exact bound (R² + c)·V; None without a separator. `reason` is one sentence."""

    verdict: Verdict
    reason: str
    bound: Fraction | None = None
    updates: int | None = None

    @property
    def exit_status(self) -> int:
        """Return 0 if the runs are safe, else 3, since an uncertain run may still be correct."""
        return OK if self.safe else INCONCLUSIVE

    @property
    def safe(self) -> bool:
        """Return whether the run is certain to equal the exact run, or to obey its bound."""
        return self.verdict in ("equal", "bound")


def float_safe(X: Iterable[Iterable[Any]], y: Iterable[int], dtype: Any = "float64", *,
               bias_step: Exact | Literal["R2"] = 1, rate: Exact = 1, tie: str = "mistake", start: str = "zero",
               stop: str = "separated") -> Safety:
    """Decide which facts are certain for every perceptron run from 0 on these examples in float32 or float64.

    X          shape (n, d), of ints, Fractions, or floats, which have their exact binary values
    y          n labels, ±1
    dtype      "float32", "float64", or a type of NumPy
    bias_step, rate, tie    as in `perceptron.run`
    start      "zero" or "random"; no theorem covers "random"
    stop       "separated" or "plateau", where the run may end before it separates; no theorem covers "plateau"

    Raises `BadInput` for examples or options that cannot be read.

    >>> float_safe([[1, 2], [3, -1]], [1, -1]).verdict
    'equal'
    >>> float_safe([[4097, -1], [4097, 0]], [1, -1], "float32", bias_step=0).verdict
    'uncertain'
    """
    points = [[_rational(v) for v in check_list(x, "each row of X")] for x in check_list(X, "X")]
    table, signs = exact_data(points, labels(y, len(points)))
    check_choice("tie", tie, perceptron.TIES)
    form = FORMATS[check_choice("dtype", getattr(dtype, "__name__", str(dtype)), FORMATS)]
    alpha = Fraction(check_positive(rate, "exact", "rate"))
    step = Fraction(bias_step_of(bias_step, table, "exact"))
    if check_choice("start", start, ("zero", "random")) == "random":
        return Safety("uncertain", "the start is random, but the bounds are about runs from 0")
    if check_choice("stop", stop, ("separated", "plateau")) == "plateau":
        return Safety("uncertain", "the run may stop before it separates, but no theorem says when it does")
    return safety(table, signs, form, step, alpha)


def _rational(value: Any) -> Any:
    """Return a finite float as its exact rational; other values are returned for the checks of exact data."""
    given: Any = value
    if isinstance(value, Rational) or not isinstance(value, Real) or not math.isfinite(value):
        return given
    return Fraction(*given.as_integer_ratio())


def safety(X: list[list[Fraction]], y: list[int], form: Format, c: Fraction, alpha: Fraction) -> Safety:
    """Return the verdict for a format, a bias step c ≥ 0 and a rate α > 0."""
    for value in (c, alpha, *(v for x in X for v in x)):
        if not form.holds(value):
            return Safety("uncertain", f"{value} is not a number of {form.precision} bits, so it is rounded beforehand")
    try:
        V = nearest_point.best_margin(X, y, c).upper
    except NoSeparator:
        return Safety("uncertain", "no hyperplane separates the examples, so no run ends")
    D = max(sum((v * v for v in x), Fraction(0)) for x in X) + c
    bound = D * V
    if problem := _why_rounded(X, form, c, alpha, D, math.floor(bound)):
        return _rounded_safety(len(X[0]), form, alpha, D, V, problem)
    return Safety("equal", "nothing is ever rounded", bound, math.floor(bound))


def unit_of(values: Iterable[Fraction]) -> Fraction:
    """Return the largest power of two that divides all values; 1 if all are 0.

    >>> unit_of([Fraction(3, 4), Fraction(6)]), unit_of([Fraction(12)])
    (Fraction(1, 4), Fraction(4, 1))
    """
    units = [Fraction(v.numerator & -v.numerator, v.denominator) for v in values if v]
    return min(units, default=Fraction(1))


def _why_rounded(X: Any, form: Format, c: Fraction, alpha: Fraction, D: Fraction, k: int) -> str:
    """Return why something might be rounded in k updates; "" if nothing is."""
    entries = [v for x in X for v in x]
    weight = unit_of(alpha * v for v in entries)
    product = weight * unit_of(entries)
    score = min(product, unit_of([alpha * c])) if c else product
    longest2 = k * alpha**2 * D  # ‖(w, b/√c)‖²
    room = Fraction(4) ** form.precision
    if longest2 > room * weight**2:
        return f"a weight may need more than {form.precision} bits"
    if longest2 * D > room * score**2:
        return f"a score may need more than {form.precision} bits"
    if min(weight, score) < Fraction(2) ** form.lowest or not form.reaches(longest2 * D):
        return "a number may leave the range of the format"
    return ""


def _rounded_safety(d: int, form: Format, alpha: Fraction, D: Fraction, V: Fraction, problem: str) -> Safety:
    """Return the bound of the rounded run, or "uncertain" if there is none."""
    bound = D * V
    K = math.floor(bound) + 1
    for _ in range(ROUNDS):
        B = _rounded_bound(d, form, alpha, D, V, K)
        if B is not None:
            most = math.floor(B)
            updates = format_count(most, "update")
            reason = f"{problem}, but the run makes at most {updates} all the same"
            if most > bound:
                reason = f"{problem}: up to {updates}, where an exact run makes at most {math.floor(bound)}"
            return Safety("bound" if most <= bound else "rounded bound", reason, bound, most)
        K += K // 8 + 1
    return Safety("uncertain", f"{problem}, but the errors are too large for the rounded bounds", bound)


def _rounded_bound(d: int, form: Format, alpha: Fraction, D: Fraction, V: Fraction, K: int) -> Fraction | None:
    """Return the smaller of the two bounds of all runs whose weights are no longer than √(4KD). A bound counts only if
    it implies this length. Returns None if neither does, or if a number may overflow."""
    u = Fraction(1, 2**form.precision)
    if (d + 1) * u >= 1:
        return None
    tiny = (d + 1) * Fraction(2) ** form.lowest / alpha  # underflow, in the units of w/α
    R, N = root_above(D), root_above(4 * K * D)
    if not form.reaches(4 * alpha * N * (R + 1)):
        return None
    eta = u * N + (2 * u + u * u) * R + tiny
    delta = (d + 1) * u / (1 - (d + 1) * u) * N * R + tiny
    bounds = (_by_count(R, V, eta, delta, N, K), _by_margin(R, V, eta, delta, N))
    return min((bound for bound in bounds if bound is not None), default=None)


def _by_count(R: Fraction, V: Fraction, eta: Fraction, delta: Fraction, N: Fraction, K: int) -> Fraction | None:
    """Return the bound of `rounded-perceptron-mistake-bound` if it is below K and K updates keep weights within N, else
    None."""
    norm2 = 2 * K * (R * R + 2 * delta) + 2 * K * (K - 1) * eta * R + 2 * (K * eta) ** 2
    gap = 1 - eta * R * V
    if norm2 > N * N or gap <= 0:
        return None
    most = (R * R + 2 * delta) * V / gap
    return most if math.floor(most) < K else None


def _by_margin(R: Fraction, V: Fraction, eta: Fraction, delta: Fraction, N: Fraction) -> Fraction | None:
    """Return the bound of `rounding-shortens-the-margin` if weights stay within N, else None."""
    U = root_above(V)
    gap, size = 1 - eta * U, R * R + 2 * delta
    return size * V / gap**2 if gap > 0 and 2 * size * U <= N * gap else None


def root_above(square: Fraction) -> Fraction:
    """Return a rational that is at least the root of a number ≥ 0; its relative error is at most about 2/FINE.

    >>> root_above(Fraction(2)) ** 2 > 2, root_above(Fraction(9, 4))
    (True, Fraction(3, 2))
    """
    inside = square.numerator * square.denominator  # √(p/q) = √(pq)/q
    scale = 1 if inside > FINE**2 else FINE
    return Fraction(root_up(inside * scale**2), square.denominator * scale)

"""What the theorems say of a run before it is made: the best margin, and the bounds on its updates.

Main definitions:
    Governed      R², the best margin and the bounds that hold for every run with these options
    governed      that of an algorithm and its data

The best margin for a bias step c is the least V = ‖w‖² + b²/c under y(⟨w, x⟩ + b) ≥ 1 (‖w‖² without bias). A unit
vector of the space of the (w, b/√c) then has the margin γ = 1/√V, and with D² = R² + c the bounds on the updates are

    (R² + c)·V                    the perceptron: the mistake bounds of the ledger
    (R² + c + 2β/α)·V             the margin perceptron
    n(R² + c)·V                   the batch perceptron with constant steps, from 0
    (D²/m² − 1)(1 + θ)/(1 − θ),  D²(D² − m²)/((1 − θ)ε²m²)    Kozinec, plain and with ε; m² = 1/V

and for weighted majority the greatest m with 2^m·β^k ≤ n(1 + β)^m, where the best expert makes k mistakes; for Winnow
the bound that some target gives; for one-vs-rest the sum over the classes. Each has the id of its claim, except the
margin perceptron's, which its module derives. The claims on Kozinec are for unrounded κ, that is θ = 0. Rounded to B
binary digits, a step keeps at least the part 1 − θ of the decrease of N = ‖w‖², θ = 4^(1 − B). In plain Kozinec the new
N' is then at most N(X + θN)/(N + X) with X = ‖x‖², so that 1/N' − 1/N ≥ (1 − θ)/(X + θN) ≥ (1 − θ)/((1 + θ)D²).

For a polynomial kernel (⟨u, v⟩ + s)^p the space is that of the monomials x^e, |e| ≤ p,
whose inner product has the factors p!/(Πeⱼ!(p − |e|)!)·s^(p − |e|).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from ..algorithms import kernels, lifting, nearest_point, registry, winnow
from ..algorithms.driving import MOST_DIGITS, positive, whole
from ..algorithms.errors import NoSeparator
from ..algorithms.nearest_point import Margin
from .bounds import Separator, bounds_for

Rows = Sequence[Sequence[Fraction]]
Bounds = list[tuple[str, Fraction]]
MOST_MONOMIALS = 150  # beyond, the exact margin in the feature space of a kernel takes longer than the run


@dataclass(frozen=True)
class Governed:
    """R² of the examples, in the space where the run is made; the bias step; the best margin, if one exists."""

    R2: Fraction
    bias_step: Fraction | None = None
    margin: Margin | None = None
    bounds: Bounds = field(default_factory=list)

    @property
    def limit(self) -> tuple[str, Fraction] | None:
        """The least of the bounds, with its name."""
        return min(self.bounds, key=lambda bound: bound[1], default=None)


def governed(name: str, X: Rows, y: Sequence[Any], options: Mapping[str, Any]) -> Governed:
    """Return what is known before the run; without a separator, or a theorem, there are no bounds."""
    return GOVERNORS.get(name, _free)(X, y, options)


def _free(X, y, options):
    return Governed(radius2(X))


def radius2(X: Rows) -> Fraction:
    """Return R² = max‖x‖²."""
    return Fraction(max(sum(value * value for value in x) for x in X))


# ---------------------------------------------------------------------- the space where the run is made


def _by_margin(bounds: Callable[[Governed, int, Mapping[str, Any]], Bounds], space: Any = None) -> Any:
    """A governor from the best margin; `bounds` is given R², c and V by the `Governed` without bounds."""

    def govern(X, y, options):
        Z = space(X, options) if space else X
        R2 = radius2(Z)
        step = R2 if options["bias_step"] == "R2" else Fraction(options["bias_step"])
        try:
            known = Governed(R2, step, nearest_point.best_margin(Z, y, step))
        except NoSeparator:
            return Governed(R2, step)
        return Governed(R2, step, known.margin, bounds(known, len(y), options))

    return govern


def lifted(X: Rows, options: Mapping[str, Any]) -> Any:
    """Return the lifted examples of a run of `lifting`."""
    phi = registry.map_of(options["lifting"], options["degree"], len(X[0]))
    return lifting.lift(phi, X)


def gram_rows(X: Rows, options: Mapping[str, Any]) -> Any:
    """Return the rows of the Gram matrix: they have the same vanishing combinations as the φ(xᵢ)."""
    kernel = registry.kernel_of(options["kernel"], **{key: options[key] for key in ("degree", "offset", "gamma")})
    return kernels.gram(kernel, X).tolist()


# ------------------------------------------------------------------------------------------- the bounds


def _mistakes(known, n, options):
    separator = Separator(known.margin.w, known.margin.b, Fraction(1))
    return [(name, value(separator)) for name, value in bounds_for(known.bias_step, known.R2)]


def _small_margins(known, n, options):
    extra = 2 * Fraction(options["beta"]) / positive(options["rate"], "exact", "rate")
    return [("margin-perceptron-update-bound", (known.R2 + known.bias_step + extra) * known.margin.upper)]


def _batches(known, n, options):
    if not isinstance(options["rate"], int | Fraction) or options.get("criterion") == "J":
        return []
    return [("batch-perceptron-step-bound", n * (known.R2 + known.bias_step) * known.margin.upper)]


def _kozinec(known, n, options):
    bits = options["kappa_bits"]
    lost = Fraction(0) if bits is None else Fraction(4, 4 ** whole(bits, "kappa_bits", 2, MOST_DIGITS))
    D2, m2 = known.R2 + known.bias_step, 1 / known.margin.upper
    if options["epsilon"] is None:
        return [("kozinec-mistake-bound", (D2 / m2 - 1) * (1 + lost) / (1 - lost))]
    epsilon = positive(options["epsilon"], "exact", "epsilon")
    return [("eps-kozinec-mistake-bound", D2 * (D2 - m2) / ((1 - lost) * epsilon**2 * m2))]


def _majority(X, y, options):
    best = min(sum(x[i] != sign for x, sign in zip(X, y, strict=True)) for i in range(len(X[0])))
    beta, experts, mistakes = Fraction(options["beta"]), len(X[0]), 0
    if not 0 <= beta < 1 or (not beta and best):  # for β = 0 and a best expert who errs, nothing is claimed
        return Governed(radius2(X))
    while mistakes < len(y) and 2 ** (mistakes + 1) * beta**best <= experts * (1 + beta) ** (mistakes + 1):
        mistakes += 1
    return Governed(radius2(X), bounds=[("weighted-majority-mistake-bound", Fraction(mistakes))])


def _winnow(X, y, options):
    try:
        most = winnow.mistake_bound(X, y, delta=options["delta"], balanced=options["balanced"])
    except NoSeparator:
        most = None
    return Governed(radius2(X), bounds=[] if most is None else [("winnow-mistake-bound-any-rate", Fraction(most))])


def _classes(X, y, options):
    """The updates of all classes together are at most the sum of the bounds of each."""
    driver = registry.named(options["driver"]).name
    parts = [governed(driver, X, [1 if label == c else -1 for label in y], options) for c in dict.fromkeys(y)]
    each = [dict(part.bounds) for part in parts]
    common = [name for name in each[0] if all(name in bounds for bounds in each)]
    return Governed(radius2(X), bounds=[(name, sum((b[name] for b in each), Fraction(0))) for name in common])


def _kernelised(X, y, options):
    """The bounds in the feature space of a linear or polynomial kernel."""
    kernel = registry.kernel_of(options["kernel"], **{key: options[key] for key in ("degree", "offset", "gamma")})
    if kernel.name == "linear":
        return _by_margin(_mistakes)(X, y, options)
    if kernel.name != "polynomial" or comb(len(X[0]) + kernel.degree, kernel.degree) > MOST_MONOMIALS:
        return _free(X, y, options)
    Z, metric = monomials(X, kernel.degree, Fraction(kernel.offset))
    R2 = max(sum((m * v * v for m, v in zip(metric, z, strict=True)), Fraction(0)) for z in Z)
    step = R2 if options["bias_step"] == "R2" else Fraction(options["bias_step"])
    extra = [Fraction(1)] if step else []
    signed = [[sign * v for v in [*z, *extra]] for z, sign in zip(Z, y, strict=True)]
    norm2 = nearest_point.nearest_point(signed, [*metric, *([step] if step else [])]).norm2
    value = [(name, (R2 + step) / norm2) for name, _ in bounds_for(step, R2)] if norm2 else []
    return Governed(R2, step, None, value)


def monomials(X: Rows, degree: int, offset: Fraction) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return the monomials of the examples, and the factors of the inner product that makes them (⟨u, v⟩ + s)^p.

    >>> Z, metric = monomials([[Fraction(2)], [Fraction(3)]], 2, Fraction(1))
    >>> sum(m * a * b for m, a, b in zip(metric, *Z)) == (2 * 3 + 1) ** 2
    True
    """
    exponents = [e for size in range(degree + 1) for e in lifting.exponents(len(X[0]), size)]
    factors = [
        factorial(degree) // prod(map(factorial, [*e, degree - sum(e)])) * offset ** (degree - sum(e))
        for e in exponents
    ]
    kept = [(e, factor) for e, factor in zip(exponents, factors, strict=True) if factor]
    Z = [[prod((v**k for v, k in zip(x, e, strict=True)), start=Fraction(1)) for e, _ in kept] for x in X]
    return Z, [factor for _, factor in kept]


GOVERNORS: dict[str, Callable[..., Governed]] = {
    "perceptron": _by_margin(_mistakes),
    "averaged_perceptron": _by_margin(_mistakes),
    "voted_perceptron": _by_margin(_mistakes),
    "lifting": _by_margin(_mistakes, lifted),
    "margin_perceptron": _by_margin(_small_margins),
    "batch_perceptron": _by_margin(_batches),
    "pocket": _by_margin(_batches),
    "gradient_descent": _by_margin(_batches),
    "kozinec": _by_margin(_kozinec),
    "kernel_perceptron": _kernelised,
    "weighted_majority": _majority,
    "winnow": _winnow,
    "one_vs_rest": _classes,
}

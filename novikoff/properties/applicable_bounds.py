"""Theorems about a run before it is made: the best margin, and the bounds on its updates.

The claims that bound an algorithm are in its record (`registry.Algorithm.bounded_by`). The tables here (`BY_MARGIN`,
`BY_DATA`) give the numbers at which each claim is evaluated, but no formula: `proofs.bounds` reads the formulas from
the claims. The best margin for a bias step c is the least V = ‖w‖² + b²/c under y(⟨w, x⟩ + b) ≥ 1 (‖w‖² without bias).
Then a unit vector of the space of the (w, b/√c) has the margin γ = 1/√V, and the signed examples y(x, √c) have lengths
up to D, D² = R² + c. So claims about runs without bias on signed vectors are taken at this D and γ.

For Kozinec δ is the largest fraction of κ that rounding to B binary digits may lose, 2^(1 − B). With changing step
sizes, no claim bounds the number of updates directly. Instead, each mistake satisfies an inequality between the step
sizes of the earlier updates. This is a condition on the run, and a bound if the step sizes are known in advance.

For weighted majority the bound is the greatest m with 2^m·β^k ≤ n(1 + β)^m, where the best expert makes k mistakes. For
Winnow it is the bound for some target, which its module computes, since the claim has logarithms. For PRank it is the
bound for the weights and thresholds of the best margin, and for one-vs-rest the sum over the classes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import ceil, floor, lcm
from typing import Any, NamedTuple

from flint import arb, fmpq

from ..algorithms import (
    adaboost,
    alma,
    forgetron,
    nearest_point,
    prank,
    registry,
    separability,
    sparse_margin,
    structured_perceptron,
    svm,
    variable_increment,
    winnow,
)
from ..algorithms.candidate_rule import Lead
from ..algorithms.errors import BadInput, NoSeparator, format_option
from ..algorithms.nearest_point import Margin
from ..algorithms.run_loop import MOST_DIGITS, check_integer, check_positive
from ..algorithms.sparse_rows import SparseRows
from ..proofs.bounds import bound, conclusion
from ..proofs.statements.term_values import root_up
from .bounds import BOUNDS, Measured, Separator, multiclass_bound
from .worst_cases.biased_perceptron import Biased
from .worst_cases.margin_perceptron import Margins
from .worst_cases.perceptron_step_sizes import CLAIM as STEP_SIZES
from .worst_cases.perceptron_step_sizes import Rates, parse_step_sizes
from .worst_cases.plane_perceptron import Plane
from .worst_cases.worst_case import Family

Rows = Sequence[Sequence[Fraction]]
Bounds = list[tuple[str, Fraction]]


@dataclass(frozen=True)
class Governed:
    """The bounds for every run on some examples. It holds R² in the space of the run, the bias step, and the best
    margin or the reason why there is none. `best` has the examples and the separator, with the numbers at which the
    bounds are taken."""

    R2: Fraction
    bias_step: Fraction | None = None
    margin: Margin | Lead | None = None
    bounds: Bounds = field(default_factory=list)
    no_separator: NoSeparator | None = None
    best: Best | None = None

    @property
    def limit(self) -> tuple[str, Fraction] | None:
        """Return the least of the bounds, with the id of its claim; None if there is none."""
        return min(self.bounds, key=lambda bound: bound[1], default=None)


def find_bounds(name: str, X: Rows, y: Sequence[Any], options: Mapping[str, Any], *, margin: bool = True) -> Governed:
    """Return the bounds that hold for every run. There are none if the data have no separator, or if no theorem
    applies. With `margin` False, the best margin is not computed, and only the bounds that need none are returned."""
    entry = registry.lookup_algorithm(name)
    if not margin:
        R2, step = _size(entry, X, y, options), options.get("bias_step")
        c = R2 if step == "R2" else None if step is None or entry.driver else Fraction(step)
        return Governed(R2, c, bounds=[] if entry.driver else _data_bounds(entry, X, y, options))
    if entry.driver:
        return _class_bounds(registry.lookup_algorithm(options[entry.driver]).name, X, y, options)
    if entry.best:
        return _choice_bounds(entry, X, y, options)
    if not _need_no_margin(entry):
        return _margin_bounds(entry, X, y, options)
    return Governed(radius2(X), bounds=_data_bounds(entry, X, y, options))


def _size(entry, X, y, options):
    """Return R² in the space where the run is made."""
    in_space = not (entry.driver or entry.best or _need_no_margin(entry))
    space = entry.space_of(X, options) if in_space else None
    return square_size(entry, X, y) if space is None else radius2(space.points, space.metric)


def _need_no_margin(entry):
    """Return whether no claim that bounds the algorithm is about the best margin of the examples."""
    return set(entry.bounded_by) <= BY_DATA.keys() | BY_RUN.keys()


def radius2(X: Rows, metric: Sequence[Fraction] | None = None) -> Fraction:
    """Return R² = max‖x‖²; `metric` gives the factors of the inner product."""
    if metric is None and isinstance(X, SparseRows):
        return X.radius2()
    return Fraction(max(_norm2(x, metric) for x in X))


def _norm2(x, metric):
    if metric is None:
        ratios = [v.as_integer_ratio() for v in x]
        over = lcm(*[q for _, q in ratios])
        return Fraction(sum([(p * (over // q)) ** 2 for p, q in ratios]), over * over)  # Σv·v takes four times as long
    return sum((m * v * v for m, v in zip(metric, x, strict=True)), 0)


def _data_bounds(entry, X, y, options):
    """Return the bounds that hold whether there is a separator or not."""
    return _drop_unknown((claim, BY_DATA[claim](X, y, options)) for claim in entry.bounded_by if claim in BY_DATA)


def _drop_unknown(bounds):
    return [(claim, value) for claim, value in bounds if value is not None]


def _class_bounds(driver, X, y, options):
    """Return bounds on the updates of all classes together: for each claim the sum over the classes."""
    parts = [find_bounds(driver, X, [1 if label == c else -1 for label in y], options) for c in dict.fromkeys(y)]
    each = [dict(part.bounds) for part in parts]
    common = [name for name in each[0] if all(name in bounds for bounds in each)]
    return Governed(radius2(X), bounds=[(name, sum((b[name] for b in each), Fraction(0))) for name in common])


# ---------------------------------------------------------------------------- bounds by the best margin


class Best(NamedTuple):
    """n examples of square radius R², the bias step c, and their separator of functional margin 1 with the least V.
    `points` are the examples in the space of the run, `y` their labels."""

    y: Sequence[Any]
    R2: Fraction
    c: Fraction
    separator: Separator | Measured
    V: Fraction
    points: Rows

    @property
    def n(self) -> int:
        """Return the number of examples."""
        return len(self.y)

    def sizes(self, name: str = "D^2") -> dict[str, Fraction]:
        """Return D², which a claim calls `name`, and γ² of the signed examples y(x, √c), for a unit vector."""
        return {name: self.R2 + self.c, "γ^2": 1 / self.V}

    @property
    def ratio(self) -> Fraction:
        """Return D²/γ²."""
        sizes = self.sizes()
        return sizes["D^2"] / sizes["γ^2"]

    @property
    def dimension(self) -> int:
        """Return the dimension of the signed examples."""
        return len(self.points[0]) + (self.c != 0)


def _margin_bounds(entry, X, y, options):
    space = entry.space_of(X, options)
    if space is None:
        return Governed(radius2(X))
    R2 = radius2(space.points, space.metric)
    c = R2 if options["bias_step"] == "R2" else Fraction(options["bias_step"])
    try:
        best, margin = (_best if space.metric is None else _best_in_space)(space, y, R2, c)
    except NoSeparator as problem:
        return Governed(R2, c, bounds=_data_bounds(entry, X, y, options), no_separator=problem)
    by_margin = ((claim, BY_MARGIN[claim](best, options)) for claim in entry.bounded_by if claim in BY_MARGIN)
    return Governed(R2, c, margin, _data_bounds(entry, X, y, options) + _drop_unknown(by_margin), best=best)


def _best(space, y, R2, c):
    if len(y) > separability.SAMPLE and set(y) <= {-1, 1}:  # a subset may show quickly that there is none
        answer = separability.separate(space.points, y, bias=c != 0)
        if answer.combination:
            raise NoSeparator("no separator exists", answer.combination)
    margin = _bracket_margin(space.points, y, c)
    return Best(y, R2, c, Separator(margin.w, margin.b, Fraction(1)), margin.upper, space.points), margin


def _bracket_margin(X, y, c):
    """Return the best margin: exactly, unless so many points may be active that their equations would take hours.
    Raises `BadInput` if no separator of large sparse data is found."""
    if isinstance(X, SparseRows) and X.is_large:
        if found := sparse_margin.bracket(X, y, c):
            return found
        option = format_option("no_margin", python="margin=False")
        raise BadInput(f"no separator was found that bounds the updates; leave out the margin with {option}")
    many = min(len(X), len(X[0])) > nearest_point.MOST_EXACT
    return nearest_point.best_margin(X, y, c, gap=svm.GAP if many else 0)


def _best_in_space(space, y, R2, c):
    """Return the bounds from the nearest point of the signed examples, in coordinates that are not orthonormal."""
    signed = [[sign * v for v in [*z, *([1] if c else [])]] for z, sign in zip(space.points, y, strict=True)]
    nearest = nearest_point.nearest_point(signed, [*space.metric, *([c] if c else [])])
    if not nearest.norm2:
        raise NoSeparator("0 is in the hull of the signed examples", ())
    v = [coordinate / nearest.norm2 for coordinate in nearest.point]
    w, b = (v[:-1], c * v[-1]) if c else (v, Fraction(0))
    separator = Measured(_norm2(w, space.metric), b, Fraction(1))
    return Best(y, R2, c, separator, 1 / nearest.norm2, space.points), None


def square_size(entry: registry.Algorithm, X: Rows, y: Sequence[Any]) -> Fraction:
    """Return R² as the algorithm defines it: the largest ‖x‖², or for candidates the squared longest difference."""
    return structured_perceptron.reach2(X, y) if entry.grouped else radius2(X)


def _choice_bounds(entry, X, y, options):
    R2, step = square_size(entry, X, y), options.get("bias_step", 0)
    c = R2 if step == "R2" else Fraction(step)
    try:
        best = entry.best(X, y, options)
    except NoSeparator as problem:
        return Governed(R2, c, no_separator=problem)
    return Governed(R2, c, best, _drop_unknown((claim, BY_CHOICES[claim](best, R2, c)) for claim in entry.bounded_by))


def _structured_bound(best, R2, c):
    return bound("structured-mistake-bound", {"R^2": R2, "δ": 1, "u@u": best.upper})


def _multiclass_bound(claim, best, R2, c):
    """Return the bound of the claim if it is about runs with this bias step, else None."""
    governing, most = multiclass_bound(R2, c, best.upper)
    return most if claim == governing else None


def _mistakes(claim, best, options):
    rule = BOUNDS[claim]
    return rule.value(best.c, best.R2, best.separator) if rule.applies(best.c, best.R2) else None


def _family_bound(claim, best, options):
    """Return the bound of the claim for the family of worst cases that these options have, if there is one."""
    family = FAMILIES[claim](best, options)
    return family and next((theorem.most(best.ratio) for theorem in family.theorems() if theorem.claim == claim), None)


def _option_bound(claim, best, options):
    """Return the bound of the claim in `BY_OPTIONS` on runs with these options, else None."""
    size, name, values = BY_OPTIONS[claim]
    found = values(options)
    return None if found is None else bound(claim, {**best.sizes(size), **found}, name)


def threshold(options: Mapping[str, Any]) -> Fraction:
    """Return β/α: the threshold of the run from 0 with rate 1 that makes the same updates; 0 for the perceptron."""
    return Fraction(options.get("beta", 0)) / Fraction(check_positive(options.get("rate", 1), "exact", "rate"))


def _dynamic_margins(best, options):
    """Return the largest t with t²γ² ≤ W, where the claim says what W is; None if there are more than `MOST_STEPS`. W
    is rounded up to 64 binary digits after the point, in units of R²."""
    epsilon, claim, W = Fraction(options["epsilon"]), conclusion("dynamic-margin-update-bound", "short"), Fraction(1)
    if not 0 < epsilon <= 1:  # the run refuses it
        return None
    for t in range(1, MOST_STEPS):
        if t * t > W * best.ratio:
            return Fraction(t - 1)
        W = claim.step("W", {"W": W, "q": Fraction(1, t), "ε": epsilon, "R^2": 1})
        W = Fraction(ceil(W * 2**64), 2**64)
    return None


def _romma_bound(claim, best, options):
    """Return the bound of the claim on runs with these options, else None. The claim that applies depends on ρ > 0, and
    on whether steps are rounded."""
    rho, bits = Fraction(options["rho"]), options["bits"]
    if not 0 <= rho < 1:  # the run refuses it
        return None
    given = {**best.sizes(), "u@u": Fraction(1)}
    if rho or bits is not None:
        given |= {"ρ": rho, "δ": Fraction(0) if bits is None else _lost_fraction(bits, "bits")}
    return bound(claim, given, "count") if (claim == ROMMA[1]) == ("ρ" in given) else None


def _ellipsoid_bound(best, options):
    """Return the bound for r = γ/(2D), the limit of the radii that the claim allows; 1/r² is 4D²/γ²."""
    least, d = -_above_logarithm(4 * best.ratio) / 2, max(2, best.dimension)
    return bound(ELLIPSOID, {"d": d, "k": d + 2, "log1": least})  # ln r


def _above_logarithm(value: Fraction) -> Fraction:
    """Return a number that is at least ln of the value, by less than 2^(−20)."""
    mantissa, exponent = (arb(fmpq(value.numerator, value.denominator)).log().upper() * 2**20).ceil().man_exp()
    return Fraction(int(mantissa) << int(exponent), 1 << 20)


def _noise_tolerant(best, options):
    """Return the bound on right labels, for the numbers of noise-tolerant-step in units of the margin. The bound is
    taken for the smallest number of examples that are wrong at a step. For larger numbers, g − 2α is larger."""
    eta, n = Fraction(options["noise"]), best.n
    wrong = floor((eta + (1 - 2 * eta) * Fraction(options["epsilon"])) * n) + 1
    total = [sum(s * v for s, v in zip(best.y, column, strict=True)) for column in zip(*best.points, strict=True)]
    square = (_norm2(total, None) + best.c * sum(best.y) ** 2) * best.V * eta**2  # of what the noise adds, over γ
    weight = (1 - 2 * eta) * wrong + eta * n
    given = {"g": (1 - 2 * eta) * wrong / weight, "α": _above_root(square) / weight}
    return bound(NOISE_TOLERANT, {"R^2": best.ratio} | given) if given["g"] > 2 * given["α"] else None


def _margins_of(best, options):
    beta, D2 = threshold(options), best.R2 + best.c
    return Margins(beta, D2) if 0 <= beta <= D2 else None


def _rates_of(best, options):
    rates = parse_step_sizes(options["rates"])
    return None if rates is None else Rates(rates)


FAMILIES: Mapping[str, Callable[[Best, Mapping[str, Any]], Family | None]] = {
    "plane-mistake-bound": lambda best, options: Plane() if best.dimension <= 2 else None,
    "small-radius-sharper-bound": lambda best, options: Biased(best.c, best.R2) if best.c else None,
    "margin-perceptron-exact-bound": _margins_of,
    STEP_SIZES: _rates_of,
}


def _step_size_bound(best, options):
    """Return the bound for step sizes that are numbers, or one over the square length of the example; else None."""
    rates = parse_step_sizes(options["rates"])
    if options["rates"] == variable_increment.NORMALISED:
        squares = [_norm2(x, None) + best.c for x in best.points]
        rates = tuple(1 / square for square in squares) if min(squares) else None  # the run refuses an example 0
    if rates is None or isinstance(rates, str):
        return None
    given = {**best.sizes("R^2"), "a": min(rates), "b": max(rates)}
    return bound("step-sizes-kantorovich-bound", given)


def _forgetron_bound(best, options):
    """Return the bound for runs that may forget, or the bound for runs that never use up the budget. Returns None if
    neither applies."""
    budget, shrink, n = options["budget"], options["shrink"], options["budget"] + 1
    if not 1 <= budget <= forgetron.MOST_STORED or (shrink is not None and not 0 < shrink <= 1):  # the run refuses it
        return None
    shrink = forgetron.shrinking(budget) if shrink is None else Fraction(shrink)
    given = {"R": 1, "u@u": best.ratio, "U": _above_root(best.ratio), "Φ": shrink, "κ": (1 - shrink) / (1 + shrink)}
    found = []
    for tau in (Fraction(0), shrink**n):
        rest = 1 - given["κ"] * best.ratio - tau**2 - 2 * tau * given["U"]
        if rest > 0:
            value = bound("forgetron-separable-bound", {**given, "τ": tau, "δ": rest}, "count")
            found += [value] if tau or value < n else []
    return min(found, default=None)


def _random_budget_bound(best, options):
    """Return the bound if it implies that the run never exceeds its budget, else None."""
    if not 1 <= options["budget"] <= forgetron.MOST_STORED or best.ratio >= options["budget"] + 1:
        return None
    return bound("random-budget-separable-bound", {"R": 1, "u@u": best.ratio}, "count")


def _above_root(square: Fraction) -> Fraction:
    """Return a number that is at least √square, by less than 2^(−20)."""
    return Fraction(root_up(square * 2**40), 2**20)


def _lost_fraction(bits, name):
    """Return the largest fraction of a gain that is lost if `bits` binary digits are kept: 2^(1 − bits)."""
    return Fraction(2, 2 ** check_integer(bits, name, 2, MOST_DIGITS))


def _batches(claim, best, options):
    if not isinstance(options["rate"], int | Fraction) or options.get("criterion") == "J":
        return None
    return bound(claim, {**best.sizes(), "sum()": best.n}, BATCHES[claim])


def _kozinec(claim, best, options):
    """Return the bound of the claim on runs with these options, else None. The claim that applies depends on whether
    there is ε, and on whether κ is rounded."""
    known = _tolerances(options)
    return bound(claim, {**best.sizes(), **known}) if KOZINEC[claim] == known.keys() else None


def _near_zero_bound(claim, X, y, options):
    """Return the bound on a run that ends at a point with a distance below ε from 0; None if the claim does not apply.
    The claim that applies depends on whether κ is rounded."""
    known, R2 = _tolerances(options), radius2(X)
    c = R2 if options["bias_step"] == "R2" else Fraction(options["bias_step"])
    return bound(claim, {"D^2": R2 + c, **known}, "count") if VON_NEUMANN[claim] == known.keys() else None


def _tolerances(options):
    """Return ε if there is one, and δ if κ is rounded."""
    bits, epsilon, known = options["kappa_bits"], options["epsilon"], {}
    if bits is not None:
        known["δ"] = _lost_fraction(bits, "kappa_bits")
    if epsilon is not None:
        known["ε"] = Fraction(check_positive(epsilon, "exact", "epsilon"))
    return known


NOISE_TOLERANT = "noise-tolerant-update-bound"
ELLIPSOID = "ellipsoid-mistake-bound"
MOST_STEPS = 20_000  # of the recursion of a bound
BOOSTED = "adaboost-squared-error"
MOST_ROUNDS = 5_000  # of AdaBoost, of which a bound is computed
SQUARE_LENGTHS = "square-length-steps-mistake-bound"
ROMMA = ("romma-mistake-bound", "romma-update-bound")
SEVERAL = ("multi-class-mistake-bound", "multi-class-bias-step-mistake-bound")
BATCHES = {"batch-perceptron-step-bound": "steps", "batch-perceptron-sharper-step-bound": "conclusion"}
KOZINEC: dict[str, set[str]] = {
    "kozinec-mistake-bound": set(), "rounded-kozinec-mistake-bound": {"δ"},
    "eps-kozinec-mistake-bound": {"ε"}, "rounded-eps-kozinec-mistake-bound": {"δ", "ε"},
}
VON_NEUMANN = {"von-neumann-step-bound": {"ε"}, "rounded-von-neumann-step-bound": {"δ", "ε"}}
BY_OPTIONS: Mapping[str, tuple[str, str | None, Callable[[Mapping[str, Any]], dict[str, Any] | None]]] = {
    # a claim's name of D², its conclusion, and the values of its other variables; None where it does not apply to the
    # options, or where the run refuses them
    "margin-perceptron-update-bound": ("D^2", None, lambda given: {
        "α": Fraction(check_positive(given["rate"], "exact", "rate")), "β": Fraction(given["beta"]),
    } if Fraction(given["beta"]) >= 0 else None),
    "dynamic-margin-linear-bound": ("R^2", None, lambda given: {
        "ε": Fraction(given["epsilon"])} if 1 < 2 * Fraction(given["epsilon"]) <= 2 else None),
    "relaxation-update-bound": ("D^2", None, lambda given: {
        "λ": given["rate"], "β": given["beta"], "θ": given["threshold"]} if given["rate"] <= 2 else None),
    "alma-update-bound": ("D^2", "count", lambda given: {
        "u@u": 1, "c": 2, "T": alma.span(Fraction(given["alpha"]))} if 0 < Fraction(given["alpha"]) <= 1 else None),
    "shifting-perceptron-separable-bound": ("R^2", "count", lambda given: {
        "u@u": 1, "λ": Fraction(given["lam"])} if 2 * Fraction(given["lam"]) > 1 else None),
    SQUARE_LENGTHS: ("R^2", "count", lambda given: {} if given["rates"] == variable_increment.NORMALISED else None),
    # of separable examples, where ε ends a run and changes no step
    "von-neumann-finds-separator": ("D^2", None, lambda given: {"δ": 0} | _tolerances({**given, "epsilon": None})),
}
BY_MARGIN: dict[str, Callable[[Best, Mapping[str, Any]], Fraction | None]] = {
    **{claim: partial(_mistakes, claim) for claim in BOUNDS},
    **{claim: partial(_family_bound, claim) for claim in FAMILIES},
    **{claim: partial(_option_bound, claim) for claim in BY_OPTIONS},
    "step-sizes-kantorovich-bound": _step_size_bound,
    "dynamic-margin-update-bound": _dynamic_margins,
    **{claim: partial(_romma_bound, claim) for claim in ROMMA},
    ELLIPSOID: _ellipsoid_bound,
    NOISE_TOLERANT: _noise_tolerant,
    "forgetron-separable-bound": _forgetron_bound,
    "random-budget-separable-bound": _random_budget_bound,
    **{claim: partial(_batches, claim) for claim in BATCHES},
    **{claim: partial(_kozinec, claim) for claim in KOZINEC},
}

BY_CHOICES: dict[str, Callable[[Lead, Fraction, Fraction], Fraction | None]] = {
    **{claim: partial(_multiclass_bound, claim) for claim in SEVERAL},
    "structured-mistake-bound": _structured_bound,
}

# ----------------------------------------------------------------------------- conditions on a run that was made


class Condition(NamedTuple):
    """An inequality of a claim, left ≤ right, at the numbers of a run; `says` describes it."""

    claim: str
    says: str
    left: Fraction
    right: Fraction

    @property
    def holds(self) -> bool:
        """Return whether it is true."""
        return self.left <= self.right


def conditions(entry: registry.Algorithm, known: Governed, record: Any) -> list[Condition]:
    """Return the conditions of claims on an exact run from 0, beyond the bounds known before it."""
    found = (BY_RUN[claim](entry, known.best, record) for claim in entry.bounded_by if claim in BY_RUN)
    return [condition for condition in found if condition is not None]


def _last_mistake(entry, best, record):
    """Return (Σ η)² ≤ (D²/γ² − 1)·Σ η² for the updates before the last mistake; None if there are none."""
    if best is None:
        return None
    before = [Fraction(size) for size in entry.module.step_sizes(record, best.points)[:-1]]
    if not before:
        return None
    said, given = conclusion(STEP_SIZES), best.sizes("R^2")
    left = -said.value({**given, "P": sum(before), "Q": 0})
    right = said.value({**given, "P": 0, "Q": sum(size**2 for size in before)})
    return Condition(STEP_SIZES, "(Σ η)² ≤ (D²/γ² − 1)·Σ η² for the updates before the last mistake", left, right)


def _all_sizes(entry, best, record):
    """Return Σ η ≤ 1/γ² for the step sizes 1/(‖x‖² + c) of all updates; None for other step sizes."""
    if best is None or record.rates != variable_increment.NORMALISED or not record.updates:
        return None
    said, total = conclusion(SQUARE_LENGTHS, "sum"), sum(entry.module.step_sizes(record, best.points))
    most = said.value({"P": 0, "γ^2": 1 / best.V})
    return Condition(SQUARE_LENGTHS, "Σ η ≤ 1/γ² for the step sizes of all updates", Fraction(total), most)


def _squared_error(entry, best, record):
    """Return k² ≤ n²·Π(1 − e²) for the k examples on which the vote is wrong."""
    said, given = conclusion(BOOSTED), {"sum()": len(record.weights), "P": record.product, "sum(k[i])": record.wrong}
    return Condition(BOOSTED, "k² ≤ n²·Π(1 − e²) for the k examples on which the vote is wrong",
                     -said.value({**given, "P": 0}), said.value({**given, "sum(k[i])": 0}))


BY_RUN: dict[str, Callable[[registry.Algorithm, Best | None, Any], Condition | None]] = {
    STEP_SIZES: _last_mistake, SQUARE_LENGTHS: _all_sizes, BOOSTED: _squared_error,
}

# ------------------------------------------------------------------------------- bounds by the data alone


def _majority(X, y, options):
    """Return the largest number of mistakes that the claim allows. After more mistakes, the total weight would be less
    than the weight of the best expert."""
    best = min(sum(x[i] != sign for x, sign in zip(X, y, strict=True)) for i in range(len(X[0])))
    beta, claim = Fraction(options["beta"]), conclusion("weighted-majority-mistake-bound", "each_expert")
    if not 0 <= beta < 1 or (not beta and best):  # the claim does not cover β = 0 with a best expert who errs
        return None
    share, mistakes = Fraction(1), 0
    while mistakes < len(y):
        share = claim.step("C", {"C": share, "β": beta})
        if not claim.holds({"C": share, "sum()": len(X[0]), "w[i]": beta**best}):
            break
        mistakes += 1
    return Fraction(mistakes)


def _rounds(X, y, options):
    """Return the rounds after which the claim allows no error, with edges of at least the margin of a vote."""
    try:
        margin = adaboost.vote_margin(X, y)
    except NoSeparator:
        return None
    if margin is None or margin == 1:
        return margin
    kept = margin if options["bits"] is None else margin * (1 - _lost_fraction(options["bits"], "bits"))
    rho, claim = Fraction(floor(kept * 2**20), 2**20), conclusion("adaboost-round-bound")
    share = claim.step("C", {"C": 1, "ρ": rho})

    def is_too_many(T):
        return not claim.holds({"C": share**T, "sum()": len(y), "B[i]": 1})

    most = 1
    while not is_too_many(most):  # long powers take long
        most *= 2
        if most > MOST_ROUNDS:
            return None
    return Fraction(bisect_right(range(most), False, key=is_too_many))


def _winnow(X, y, options):
    try:
        most = winnow.mistake_bound(X, y, delta=options["delta"], balanced=options["balanced"])
    except NoSeparator:
        most = None
    return None if most is None else Fraction(most)


def _ranks(X, y, options):
    """Return the bound at the weights and thresholds of functional margin 1 with the least ‖w‖² + ‖b‖²; None without a
    separator."""
    ranks = options["ranks"] or prank.ranks_of(y, len(X))
    try:
        least = prank.margin(X, y, ranks).upper
    except NoSeparator:
        return None
    given = {"sum()": len(ranks) - 1, "R^2": radius2(X), "u@u": 1, "sum(v[i]^2)": 0, "γ^2": 1 / least}
    return bound("prank-change-bound", given, "updates")


BY_DATA: dict[str, Callable[[Rows, Sequence[Any], Mapping[str, Any]], Fraction | None]] = {
    "weighted-majority-mistake-bound": _majority,
    "adaboost-round-bound": _rounds,
    "winnow-mistake-bound-any-rate": _winnow,
    **{claim: partial(_near_zero_bound, claim) for claim in VON_NEUMANN},
    "prank-change-bound": _ranks,
}

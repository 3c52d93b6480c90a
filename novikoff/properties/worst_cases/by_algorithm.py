"""The family of worst cases of an algorithm, found by the claim that bounds its runs."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any, NamedTuple

from ...algorithms.errors import BadInput, format_option
from ...algorithms.registry import ALGORITHMS, Algorithm
from .batch_perceptron import Batches
from .biased_perceptron import Biased
from .homogeneous_perceptron import Homogeneous
from .kozinec import Kozinec
from .margin_perceptron import Margins
from .nonzero_start import Starts
from .perceptron_step_sizes import Rates, parse_step_sizes
from .plane_perceptron import Plane
from .several_classes import Candidates, Classes
from .winding_data import Plan
from .worst_case import Family, find_worst_case


class Question(NamedTuple):
    """The options of a run, and the other values that the caller fixed: the dimension of the examples, R², the step
    sizes, the number of examples, and ‖w₀‖/R. A value that is not fixed is None."""

    options: Mapping[str, Any]
    dimension: int | None = None
    R2: Fraction | None = None
    rates: Any = None
    examples: int | None = None
    start: Fraction | None = None

    @property
    def homogeneous(self) -> bool:
        """Return whether the run has no bias."""
        return not self.options.get("bias_step")


def _mistakes(question: Question) -> Family:
    c = question.options["bias_step"]
    _require(question, "any_number")
    if question.homogeneous:
        _require(question, "any_radius")
        if question.dimension != 2:
            return _in_space(question)
        _require(question, "one_rate", "from_zero")
        return Plane()
    _require(question, "one_rate", "from_zero", "space")
    if c == "R2" and question.R2 is not None:
        raise unused_option_error("R2", "with the bias step R² only the ratio matters, not R² itself")
    return Biased(c, question.R2)


def _in_space(question: Question) -> Family:
    if question.rates is not None:
        return _step_sizes(question)
    if question.start is not None and question.start < 0:
        start = format_option("start")
        raise BadInput(f"{start} must be the length of the start divided by R, a number >= 0 (got {question.start})")
    if question.start:
        return Starts(question.start)
    return Homogeneous(question.dimension is None, question.dimension or 0)


def _step_sizes(question: Question) -> Family:
    _require(question, "any_number", "from_zero", "without_bias", "any_radius", "space")
    rates = parse_step_sizes(question.rates)
    if rates is None:
        written = format_option("rates", "1,1/2,1/4")
        raise BadInput(f"step sizes are > 0; write {written}, where the last one repeats, or "
                       "1/t or 2^-t; no worst case is known for step sizes that depend on the examples")
    return Rates(rates)


def _small_margins(question: Question) -> Family:
    beta, R2 = Fraction(question.options["beta"]), Fraction(1) if question.R2 is None else question.R2
    _require(question, "any_number", "one_rate", "from_zero", "without_bias", "space")
    if not 0 <= beta <= R2:
        raise BadInput(f"the worst case is known for 0 <= beta <= R² = {R2} (got beta = {beta}); give another R² "
                       f"with {format_option('R2')}")
    return Margins(beta, R2)


def _batches(question: Question) -> Family:
    _require(question, "one_rate", "from_zero", "without_bias", "any_radius")
    if question.examples is None or question.examples < 1:
        raise BadInput("the steps of this algorithm grow with the number of examples; give "
                       f"{format_option('examples', 'L')}, L >= 1")
    return Batches(question.examples)


def _kozinec(question: Question) -> Family:
    _require(question, "any_number", "one_rate", "from_zero", "without_bias", "any_radius")
    if question.dimension is not None:
        raise unused_option_error("dimension", "the data for this algorithm have as many dimensions as examples")
    return Kozinec()


def _choices(question: Question, kind: type[Homogeneous]) -> Family:
    _require(question, "any_number", "one_rate", "from_zero", "without_bias", "any_radius", "space")
    return kind(question.dimension is None, question.dimension or 0)


FAMILIES: Mapping[str, Callable[[Question], Family]] = {
    "novikoff-mistake-bound": _mistakes,
    "any-step-sizes-mistake-bound": _step_sizes,
    "margin-perceptron-update-bound": _small_margins,
    "batch-perceptron-step-bound": _batches,
    "kozinec-mistake-bound": _kozinec,
    "multi-class-mistake-bound": partial(_choices, kind=Classes),
    "structured-mistake-bound": partial(_choices, kind=Candidates),
}
FINE, HALVINGS = 1000, 8  # for `slow_below`: the grid of the examples, and the number of bisections
FIXED = {"order": "cyclic", "tie": "mistake", "rate": 1}  # the options of all runs; no other values may be typed


def supported_names(table: Collection[str] = FAMILIES) -> list[str]:
    """Return the names of the algorithms that have a family, or an entry in another table of claims.

    >>> supported_names()
    ['averaged_perceptron', 'batch_perceptron', 'gradient_descent', 'kozinec', 'margin_perceptron', \
'multi_class_perceptron', 'perceptron', 'pocket', 'structured_perceptron', 'variable_increment', 'voted_perceptron']
    """
    return sorted(name for name, entry in ALGORITHMS.items() if governing_claim(entry, table))


def governing_claim(entry: Algorithm, table: Collection[str]) -> str | None:
    """Return the first claim of a table that bounds an algorithm; None if there is none, or if it maps its examples
    first."""
    if entry.vectors or entry.space or entry.driver:
        return None
    return next((claim for claim in table if claim in entry.bounded_by), None)


def family(entry: Algorithm, options: Mapping[str, Any], *, dimension: int | None = None, R2: Fraction | None = None,
           rates: Any = None, examples: int | None = None, start: Fraction | None = None) -> Family:
    """Return the family of an algorithm with these options, which are text as typed or values. `rates` are step sizes
    for an algorithm that has a single one. Raises `BadInput` where no worst case is known.

    >>> type(family(ALGORITHMS["perceptron"], {"bias_step": 0}, dimension=2)).__name__
    'Plane'
    """
    claim = governing_claim(entry, FAMILIES)
    if claim is None:
        raise BadInput(f"no worst case is known for {entry.name}; choose one of {', '.join(supported_names())}")
    for name, value in options.items():
        if name in FIXED and value != FIXED[name]:
            raise BadInput(f"the worst case is for runs with {name} = {FIXED[name]} (got {value})")
        if name not in (*FIXED, "bias_step", "beta", "rates"):
            raise BadInput(f"no worst case that depends on {name} is known; leave it out")
    if dimension is not None and dimension < 2:
        raise BadInput(f"the dimension must be 2, or 3 for every larger dimension (got {dimension})")
    if R2 is not None and R2 <= 0:
        raise BadInput(f"R² must be > 0 (got {R2})")
    if rates is not None and "rates" in options:
        raise BadInput(
            f"{format_option('rates')} and the algorithm's option rates both set the step sizes; give one of them"
        )
    known = entry.defaults(options) | dict(options)
    steps = known.get("rates") if rates is None else rates
    return FAMILIES[claim](Question(known, dimension, R2, steps, examples, start))


def slowest(bias_step: Fraction | str, sizes: Iterable[int],
            radii: Iterable[Fraction] = ()) -> Iterator[tuple[list[list[Any]], list[int]]]:
    """Yield X and y on which the perceptron makes each of these numbers of updates, at nearly the least ratio. Without
    a bias, the data are made both in the plane and in space. For each number, further data follow: for each of `radii`,
    data in which the largest ‖x‖ is at most this radius, and nearly equal to it. Without a bias, two of `radii` are
    also the largest ‖x‖ and the margin: a last example along the separator has this length. With the bias step R² no
    data depend on the scale, so `radii` are ignored.

    >>> [len(X) for X, y in slowest(Fraction(1), [3])], [len(X[0]) for X, y in slowest(Fraction(0), [4])]
    ([3], [2, 3])
    """
    sizes, limits = list(sizes), [] if bias_step == "R2" else list(radii)
    for updates, limit in product(sizes, [None, *limits]):
        made: list[Family] = [Plane(), Homogeneous(any_dimension=False)]
        if bias_step:
            made = [Biased(bias_step, limit and limit**2)]
        for each in made:
            data = find_worst_case("perceptron", ALGORITHMS["perceptron"], each, updates=updates).data
            shrunk = Fraction(1)
            if limit and not bias_step:
                shrunk = limit / (math.isqrt(math.ceil(max(sum(v * v for v in x) for x in data.X)) - 1) + 1)
            yield [[shrunk * v for v in x] for x in data.X], list(data.y)
            for longest, margin in permutations([] if bias_step or limit else limits, 2):
                if margin < longest and (near := each.data(updates, (longest / margin) ** 2)):
                    rows: Any = near.X
                    factor, rest = margin / abs(rows[0][0]), [0] * (len(rows[0]) - 1)
                    yield [*([factor * v for v in x] for x in rows), [longest, *rest]], [*near.y, 1]


def slow_below(beta: Fraction, bias_step: Fraction, radii: Iterable[Fraction],
               sizes: Iterable[int]) -> Iterator[tuple[list[list[Any]], list[int]]]:
    """Yield X and y on which a rule that updates at y(⟨w, x⟩ + b) ≤ β makes many updates at nearly the least ratio. The
    largest ‖x‖ is one of `radii`, and the number of examples is an even number of `sizes`. Once w is long enough, each
    example has the score β, which adds as much to ‖w‖² + b²/c as possible. The last example lies along the separator.

    >>> [len(X) for X, y in slow_below(Fraction(1), Fraction(0), [Fraction(1)], [2, 8])]
    [3, 9]
    """
    for R, updates in product(radii, sizes):
        def at(ratio: Fraction, R2: Fraction = R * R, updates: int = updates) -> Any:
            along: dict[int, Fraction] = dict.fromkeys((1, -1), (R2 + bias_step) / ratio)
            return Plan(R2, updates, along, bias_step=bias_step, beta=beta).on(FINE)

        low, high = Fraction(1), Fraction(updates)
        for _ in range(HALVINGS):
            middle = Fraction((low + high) / 2).limit_denominator(FINE)
            low, high = (low, middle) if at(middle) else (middle, high)
        if found := at(high):
            yield [*([Fraction(v, FINE) for v in x] for x in found[0]), [R, Fraction(0), Fraction(0)]], [*found[1], 1]


def unused_option_error(name: str, why: str, value: object = None) -> BadInput:
    """Return the error for an option that has no effect."""
    return BadInput(f"{why}; leave out {format_option(name, value)}")


def _require(question: Question, *conditions: str) -> None:
    """Raise `BadInput` for the first of these conditions that does not hold."""
    for condition in conditions:
        if condition == "without_bias" and not question.homogeneous:
            raise BadInput("the worst case of this algorithm is known only without bias; write NAME:homogeneous")
        if condition in UNUSED:
            name, why = UNUSED[condition]
            value = getattr(question, name)
            if value == 2 if condition == "space" else value is not None:
                raise unused_option_error(name, why, value if condition == "space" else None)


UNUSED = {  # a condition: the option that it excludes, in space only a dimension of 2, and why
    "any_number": ("examples", "the worst case of this algorithm is over all numbers of examples"),
    "one_rate": ("rates", "for changing step sizes, a worst case is known only for the perceptron without bias"),
    "from_zero": ("start", "a start other than 0 is only for the perceptron without bias, with one step size"),
    "any_radius": ("R2", "without bias only the ratio matters, not R² itself"),
    "space": ("dimension", "the worst case in the plane is known only for the perceptron without bias"),
}

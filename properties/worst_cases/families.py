"""Which family of worst cases an algorithm belongs to, by the claim that bounds its runs.

Main definitions:
    family        that of an algorithm with its options
    supported     the algorithms that have one
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ...algorithms.errors import BadInput
from ...algorithms.registry import ALGORITHMS, Algorithm
from .answers import Family
from .batches import Batches
from .biased import Biased
from .homogeneous import Homogeneous
from .kozinec import Kozinec
from .margins import Margins
from .plane import Plane
from .rates import Rates
from .starts import Starts


class Question(NamedTuple):
    """The options of the run; the dimension of the examples, R², the step sizes of the updates, the number of the
    examples and ‖w₀‖/R, or None where these are not fixed.
    """

    options: Mapping[str, Any]
    dimension: int | None = None
    R2: Fraction | None = None
    rates: Sequence[Fraction] | None = None
    examples: int | None = None
    start: Fraction | None = None

    @property
    def homogeneous(self) -> bool:
        """Whether there is no bias."""
        return not self.options["bias_step"]


def _mistakes(asked: Question) -> Family:
    c = asked.options["bias_step"]
    _any_number(asked)
    if asked.homogeneous:
        _any_radius(asked)
        return _in_the_plane(asked) if asked.dimension == 2 else _in_space(asked)
    _one_rate(asked)
    _from_zero(asked)
    _space(asked)
    return Biased(c, asked.R2)


def _in_the_plane(asked: Question) -> Family:
    _one_rate(asked)
    _from_zero(asked)
    return Plane()


def _in_space(asked: Question) -> Family:
    if asked.rates is not None:
        _from_zero(asked)
        if not asked.rates or min(asked.rates) <= 0:
            raise BadInput("step sizes are > 0; write --rates 1,1/2,1/4, where the last one is that of all later ones")
        return Rates(tuple(asked.rates))
    if asked.start is not None:
        if asked.start < 0:
            raise BadInput(f"--start is the length of the start as a part of R, which is >= 0 (got {asked.start})")
        return Starts(asked.start)
    return Homogeneous(asked.dimension is None)


def _small_margins(asked: Question) -> Family:
    beta, R2 = Fraction(asked.options["beta"]), Fraction(1) if asked.R2 is None else asked.R2
    _any_number(asked)
    _one_rate(asked)
    _from_zero(asked)
    _without_bias(asked)
    _space(asked)
    if not 0 <= beta <= R2:
        raise BadInput(f"the worst case is known for 0 <= beta <= R² = {R2} (got beta = {beta}); give another R² "
                       "with --R2")  # fmt: skip
    return Margins(beta, R2)


def _batches(asked: Question) -> Family:
    _one_rate(asked)
    _from_zero(asked)
    _without_bias(asked)
    _any_radius(asked)
    if asked.examples is None or asked.examples < 1:
        raise BadInput("the steps of this algorithm grow with the number of examples; give it as --examples L, L >= 1")
    return Batches(asked.examples)


def _kozinec(asked: Question) -> Family:
    _any_number(asked)
    _one_rate(asked)
    _from_zero(asked)
    _without_bias(asked)
    _any_radius(asked)
    if asked.dimension is not None:
        raise BadInput("the data for this algorithm have as many dimensions as examples; leave out --dimension")
    return Kozinec()


FAMILIES: Mapping[str, Callable[[Question], Family]] = {
    "novikoff-mistake-bound": _mistakes,
    "margin-perceptron-update-bound": _small_margins,
    "batch-perceptron-step-bound": _batches,
    "kozinec-mistake-bound": _kozinec,
}
FIXED = {"order": "cyclic", "tie": "mistake", "rate": 1}  # what the runs on the data are, and what may be typed of them


def supported() -> list[str]:
    """The names of the algorithms that have a family.

    >>> supported()
    ['averaged_perceptron', 'batch_perceptron', 'gradient_descent', 'kozinec', 'margin_perceptron', 'perceptron', \
'pocket', 'voted_perceptron']
    """
    return sorted(name for name, entry in ALGORITHMS.items() if _claim(entry))


def _claim(entry: Algorithm) -> str | None:
    """The claim by which an algorithm has a family: its runs are made on the examples themselves."""
    if entry.vectors or entry.space or entry.driver:
        return None
    return next((claim for claim in FAMILIES if claim in entry.bounded_by), None)


def family(
    entry: Algorithm, options: Mapping[str, Any], *, dimension: int | None = None, R2: Fraction | None = None,
    rates: Sequence[Fraction] | None = None, examples: int | None = None, start: Fraction | None = None,
) -> Family:  # fmt: skip
    """The family of an algorithm with these options, which are read; raises `BadInput` where none is known.

    >>> type(family(ALGORITHMS["perceptron"], {"bias_step": 0}, dimension=2)).__name__
    'Plane'
    """
    claim = _claim(entry)
    if claim is None:
        raise BadInput(f"no worst case is known of {entry.name}; it is of {', '.join(supported())}")
    for name, value in options.items():
        if name in FIXED and value != FIXED[name]:
            raise BadInput(f"the worst case is that of runs with {name} = {FIXED[name]} (got {value})")
        if name not in (*FIXED, "bias_step", "beta"):
            raise BadInput(f"the worst case does not depend on {name}, or none is known that does; leave it out")
    if dimension is not None and dimension < 2:
        raise BadInput(f"data are made in dimension 2 and, for all larger ones, in dimension 3 (got {dimension})")
    if R2 is not None and R2 <= 0:
        raise BadInput(f"R² is > 0 (got {R2})")
    return FAMILIES[claim](Question(entry.defaults(options) | dict(options), dimension, R2, rates, examples, start))


def _any_radius(asked: Question) -> None:
    if asked.R2 is not None:
        raise BadInput("without bias only the ratio matters, not R² itself; leave out --R2")


def _without_bias(asked: Question) -> None:
    if not asked.homogeneous:
        raise BadInput("the worst case of this algorithm is known without bias: write it with :homogeneous")


def _any_number(asked: Question) -> None:
    if asked.examples is not None:
        raise BadInput("the worst case of this algorithm is that of any number of examples; leave out --examples")


def _one_rate(asked: Question) -> None:
    if asked.rates is not None:
        raise BadInput("step sizes that change are known of the perceptron without bias; leave out --rates")


def _from_zero(asked: Question) -> None:
    if asked.start is not None:
        raise BadInput("other starts than 0 go with the perceptron without bias, and one step size; leave out --start")


def _space(asked: Question) -> None:
    if asked.dimension == 2:
        raise BadInput("the worst case in the plane is known of the perceptron without bias; leave out --dimension 2")

"""Which family of worst cases an algorithm belongs to, by the claim that bounds its runs.

Main definitions:
    family        that of an algorithm with its options
    supported     the algorithms that have one
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ...algorithms.errors import BadInput
from ...algorithms.registry import ALGORITHMS, Algorithm
from .answers import Family
from .biased import Biased
from .homogeneous import Homogeneous
from .kozinec import Kozinec
from .margins import Margins
from .plane import Plane


class Question(NamedTuple):
    """The options of the run, the dimension of the examples or None for any, and R² or None for any."""

    options: Mapping[str, Any]
    dimension: int | None
    R2: Fraction | None

    @property
    def homogeneous(self) -> bool:
        """Whether there is no bias."""
        return not self.options["bias_step"]


def _mistakes(asked: Question) -> Family:
    c = asked.options["bias_step"]
    if asked.homogeneous:
        _any_radius(asked)
        return Plane() if asked.dimension == 2 else Homogeneous(asked.dimension is None)
    _space(asked)
    return Biased(c, asked.R2)


def _small_margins(asked: Question) -> Family:
    beta, R2 = Fraction(asked.options["beta"]), Fraction(1) if asked.R2 is None else asked.R2
    _without_bias(asked)
    _space(asked)
    if not 0 <= beta <= R2:
        raise BadInput(f"the worst case is known for 0 <= beta <= R² = {R2} (got beta = {beta}); give another R² "
                       "with --R2")  # fmt: skip
    return Margins(beta, R2)


def _kozinec(asked: Question) -> Family:
    _without_bias(asked)
    _any_radius(asked)
    if asked.dimension is not None:
        raise BadInput("the data for this algorithm have as many dimensions as examples; leave out --dimension")
    return Kozinec()


FAMILIES: Mapping[str, Callable[[Question], Family]] = {
    "novikoff-mistake-bound": _mistakes,
    "margin-perceptron-update-bound": _small_margins,
    "kozinec-mistake-bound": _kozinec,
}
FIXED = {"order": "cyclic", "tie": "mistake", "rate": 1}  # what the runs on the data are, and what may be typed of them


def supported() -> list[str]:
    """The names of the algorithms that have a family.

    >>> supported()
    ['averaged_perceptron', 'kozinec', 'margin_perceptron', 'perceptron', 'voted_perceptron']
    """
    return sorted(name for name, entry in ALGORITHMS.items() if _claim(entry))


def _claim(entry: Algorithm) -> str | None:
    """The claim by which an algorithm has a family: its runs are made on the examples themselves."""
    if entry.vectors or entry.space or entry.driver:
        return None
    return next((claim for claim in FAMILIES if claim in entry.bounded_by), None)


def family(
    entry: Algorithm, options: Mapping[str, Any], *, dimension: int | None = None, R2: Fraction | None = None
) -> Family:
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
    return FAMILIES[claim](Question(entry.defaults(options) | dict(options), dimension, R2))


def _any_radius(asked: Question) -> None:
    if asked.R2 is not None:
        raise BadInput("without bias only the ratio matters, not R² itself; leave out --R2")


def _without_bias(asked: Question) -> None:
    if not asked.homogeneous:
        raise BadInput("the worst case of this algorithm is known without bias: write it with :homogeneous")


def _space(asked: Question) -> None:
    if asked.dimension == 2:
        raise BadInput("the worst case in the plane is known of the perceptron without bias; leave out --dimension 2")

"""Small datasets on which some implementations of the perceptron break a mistake bound, or stop early.

An audit must find these failures in an implementation that has them, and `float_safety.float_safe` must flag them.
Every number is exact in the named dtype, so that the exact run and the rounded one begin with the same data.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Fixture:
    """One dataset with a known failure.

    X has shape (n, d), of exact rationals; y holds n labels ±1. `dtype` is "float32" or "float64". `conventions` are
    the conventions of the run: bias_step, rate and tie as for `perceptron.run`, start and stop as for
    `float_safety.float_safe`. `exact_updates` is the number of updates of the exact run from 0 in cyclic order. `fails`
    names the kind of failure: "never terminates", "bound violated" or "stopped early". `wrong` describes the failure in
    one sentence. If the failure belongs to one implementation, `implementation` is "MODULE:CLASS" and `params` its
    arguments. Otherwise both are empty, and every implementation in this dtype with these conventions has it.

    >>> FIXTURES["float32-absorption"].X[0]
    (Fraction(4097, 1), Fraction(-1, 1))
    """

    name: str
    X: tuple[tuple[Fraction, ...], ...]
    y: tuple[int, ...]
    dtype: str
    conventions: Mapping[str, Any]
    exact_updates: int
    fails: str
    wrong: str
    implementation: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


def _fixture(name: str, X: Any, y: tuple[int, ...], dtype: str, conventions: dict[str, Any], **rest: Any) -> Fixture:
    shared = {"bias_step": 1, "rate": 1, "tie": "mistake", "start": "zero", "stop": "separated"}
    points = tuple(tuple(map(Fraction, x)) for x in X)
    return Fixture(name, points, y, dtype, MappingProxyType(shared | conventions), **rest)


_TINY = Fraction(1, 2**54)

FIXTURES: Mapping[str, Fixture] = MappingProxyType({fixture.name: fixture for fixture in (
    _fixture(
        "float32-absorption", [[4097, -1], [4097, 0]], (1, -1), "float32", {"bias_step": 0},
        exact_updates=33_570_821, fails="never terminates",
        wrong="the products 4097·w₁ of more than 24 bits are rounded, a wrong sign repeats, and no pass is ever clean",
    ),
    _fixture(
        "float64-cycle", [[-(2**54), -(2**54)], [1, -1]], (-1, 1), "float64", {"bias_step": 0},
        exact_updates=2, fails="never terminates",
        wrong="2⁵⁴ + 1 and 2⁵⁴ − 1 are rounded to 2⁵⁴, so the second example stays a tie and the state repeats",
    ),
    _fixture(
        "float64-false-mistake", [[1, 1, 0], [-1, -_TINY, -1]], (1, -1), "float64", {},
        exact_updates=1, fails="bound violated",
        wrong="the margin 2⁻⁵⁴ of the second example is rounded to a tie: 2 updates, where the bound is below 2",
    ),
    _fixture(
        "scikit-learn-early-stop", [[1], [2], [3], [10]], (-1, -1, 1, 1), "float64", {"stop": "plateau"},
        exact_updates=25, fails="stopped early",
        wrong="the run ends when the loss makes no progress, after 9 epochs, one example in four on the wrong side",
        implementation="sklearn.linear_model:Perceptron", params=MappingProxyType({"shuffle": False}),
    ),
    _fixture(
        "mlxtend-random-start", [[1], [-1]], (-1, 1), "float64", {"start": "random", "rate": Fraction(1, 2**12)},
        exact_updates=2, fails="bound violated",
        wrong="random weights at the start have to be undone by steps of 2η = 2⁻¹²: 74 updates, where the bound is 2",
        implementation="mlxtend.classifier:Perceptron",
        params=MappingProxyType({"eta": 2.0**-13, "epochs": 400, "random_seed": 0}),
    ),
)})

"""Exact instances of the hypotheses of the mistake bounds: data with a known separator, and runs on them.

Main definitions:
    SeparableData    examples, a separator of them and its exact margin
    drive            run the perceptron on them, by the name of the driver

Notation: (w*, b*) is the separator, γ = minᵢ yᵢ(⟨w*, xᵢ⟩ + b*) > 0 its functional margin, R² = max‖xᵢ‖².
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..algorithms import perceptron
from ..algorithms.declared_rule import Record
from ..algorithms.errors import BadInput
from ..algorithms.labelled_examples import Exact, Number
from .bounds import Separator

Point = tuple[Exact, ...]


@dataclass(frozen=True)
class SeparableData:
    """n examples with a separator: X of shape (n, d), y of n labels ±1, γ > 0; all numbers int or Fraction.

    `of` computes γ; the constructor takes it as given.

    >>> data = SeparableData.of([(1, 2), (3, 0)], [1, -1], w_star=(-1, 2), b_star=0)
    >>> data.gamma, data.R2
    (3, 9)
    """

    X: tuple[Point, ...]
    y: tuple[int, ...]
    w_star: Point
    b_star: Exact
    gamma: Exact

    @classmethod
    def of(cls, X: Iterable[Sequence[Exact]], y: Iterable[int], w_star: Sequence[Exact],
           b_star: Exact) -> "SeparableData":
        """Return the data with the exact margin of (w*, b*). Raises `BadInput` if the margin is not > 0."""
        points, labels = tuple(map(tuple, X)), tuple(y)
        gamma = min(label * (dot(w_star, x) + b_star) for x, label in zip(points, labels, strict=True))
        if gamma <= 0:
            raise BadInput(f"(w*, b*) does not separate the data: its margin must be > 0 (got {gamma})")
        return cls(points, labels, tuple(w_star), b_star, gamma)

    @cached_property
    def R2(self) -> Exact:
        """Return the square radius R² = max‖xᵢ‖²."""
        return max(dot(x, x) for x in self.X)

    @property
    def separator(self) -> Separator:
        """Return the separator and its margin as an argument of the bounds."""
        return Separator(self.w_star, self.b_star, self.gamma)

    def unit(self) -> "SeparableData":
        """Return the same examples with the separator rescaled to ‖w*‖ = 1, the hypothesis of Theorem 1.7.

        Raises `BadInput` if ‖w*‖ is 0 or irrational.

        >>> SeparableData.of([(1, 1)], [1], (3, 4), 3).unit().separator
        Separator(w=(Fraction(3, 5), Fraction(4, 5)), b=Fraction(3, 5), gamma=Fraction(2, 1))
        """
        factor = 1 / rational_root(dot(self.w_star, self.w_star))
        w = tuple(factor * weight for weight in self.w_star)
        return replace(self, w_star=w, b_star=factor * self.b_star, gamma=factor * self.gamma)

    def scale_by(self, factor: Exact) -> "SeparableData":
        """Return the data with all points times `factor` > 0; w* is unchanged, and b* and γ are multiplied.

        >>> SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2).scale_by(2).X
        ((2,), (6,))
        """
        X = tuple(tuple(factor * value for value in x) for x in self.X)
        return replace(self, X=X, b_star=factor * self.b_star, gamma=factor * self.gamma)

    def take(self, indices: Iterable[int]) -> "SeparableData":
        """Return the examples with these indices (at least one; repeats allowed) in this order."""
        chosen = list(indices)
        return self.of([self.X[i] for i in chosen], [self.y[i] for i in chosen], self.w_star, self.b_star)


def drive(data: SeparableData, order: str | tuple[int, ...], *, seed: int | None = None, bias_step: Number = 1,
          rate: Number = 1, max_updates: int | None = None) -> Record:
    """Run the perceptron from 0 on the data; `order` is one of `perceptron.run`, or "online".

    An online run meets the examples once, in the order of the data, and takes no `max_updates`.

    >>> data = SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2)
    >>> drive(data, "cyclic").updates, drive(data, "online").updates
    (10, 2)
    """
    if order != "online":
        return perceptron.run(data.X, data.y, order=order, seed=seed, bias_step=bias_step, rate=rate,
                              max_updates=max_updates)
    online = perceptron.Online(len(data.w_star), bias_step=bias_step, rate=rate)
    for x, label in zip(data.X, data.y, strict=True):
        online.learn(x, label)
    return online.record()


def dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    """Return ⟨u, v⟩ of two vectors of the same length.

    >>> dot((1, 2), (3, 4))
    11
    """
    return sum(a * b for a, b in zip(u, v, strict=True) if a and b)  # most are 0 in many dimensions


def rational_root(square: Exact) -> Fraction:
    """Return the root of a positive rational square. Raises `BadInput` for all other numbers.

    >>> rational_root(Fraction(9, 4))
    Fraction(3, 2)
    """
    ratio = Fraction(square)
    root = Fraction(math.isqrt(max(ratio.numerator, 0)), math.isqrt(ratio.denominator))
    if root == 0 or root * root != ratio:
        raise BadInput(f"{square} is not the square of a rational number > 0, so no vector of this square "
                       "length can be rescaled exactly to length 1")
    return root

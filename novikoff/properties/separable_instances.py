"""Exact instances of the hypotheses of the mistake bounds: data with a known separator, and runs on them.

Notation: (w*, b*) is the separator, γ = minᵢ yᵢ(⟨w*, xᵢ⟩ + b*) > 0 its functional margin, R² = max‖xᵢ‖².
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..algorithms import perceptron
from ..algorithms.base_rule import Record
from ..algorithms.errors import BadInput
from ..algorithms.labelled_examples import Exact, Number
from ..proofs.statements.term_values import rational_root
from .bounds import Separator

MOST_POINTS, MOST_DIMENSIONS, LARGEST = 8, 5, 3  # of drawn data
ONE_CLASS = {"positive": 1, "negative": -1}
SHAPES = ("general",) * 17 + (*ONE_CLASS, "origin")  # origin: R = 0
PLACES = ("free", "near", "across", "repeat")  # near and across: next to the hyperplane, on either side
Point = tuple[Exact, ...]


@dataclass(frozen=True)
class SeparableData:
    """n examples with a separator: X of shape (n, d), y of n labels ±1, γ > 0; all numbers int or Fraction. `of`
    computes γ; the constructor takes it as given.

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
        """Return the same examples with the separator rescaled to ‖w*‖ = 1, the hypothesis of Theorem 1.7. Raises
        `BadInput` if ‖w*‖ is 0 or irrational.

        >>> SeparableData.of([(1, 1)], [1], (3, 4), 3).unit().separator
        Separator(w=(Fraction(3, 5), Fraction(4, 5)), b=Fraction(3, 5), gamma=Fraction(2, 1))
        """
        square = dot(self.w_star, self.w_star)
        length = rational_root(square)
        if not length:
            raise BadInput(f"{square} is not the square of a rational number > 0, so no vector of this square length "
                           "can be rescaled exactly to length 1")
        factor = 1 / length
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
    """Run the perceptron from 0 on the data; `order` is one of `perceptron.run`, or "online". An online run meets the
    examples once, in the order of the data, and takes no `max_updates`.

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


def separated(w: tuple[int, ...], b: int | None, points: Sequence[tuple[str, tuple[int, ...]]],
              shape: str) -> SeparableData:
    """Return the points, each moved according to its place in `PLACES`, with the labels that (w, b) gives them. `shape`
    is one of `SHAPES`; b = None means data with b* = 0. For one class another b* may be chosen.

    >>> separated((1, 0), 0, [("free", (2, 1)), ("across", (5, 5))], "general").X
    ((2, 1), (-1, 5))
    """
    if b is not None and shape == "origin":
        return SeparableData.of([(0,) * len(w)] * len(points), [-1 if b < 0 else 1] * len(points), w, b or 1)
    w = w if any(w) else (1, *w[1:])
    sign, offset = ONE_CLASS.get(shape), b or 0
    if sign and b is not None:  # b* is chosen so that the smallest margin is 1
        offset = sign * (1 - min(sign * dot(w, x) for _, x in points))
        points = [("free", x) for _, x in points]
    X: list[tuple[int, ...]] = []
    for place, x in points:
        X.append(X[-1] if place == "repeat" and X else _place_point(w, offset, x, place))
    y = [1 if dot(w, x) + offset > 0 else -1 for x in X]
    if sign and b is None:  # a point on the wrong side is replaced by its opposite
        X = [tuple(sign * label * value for value in x) for x, label in zip(X, y, strict=True)]
        y = [sign] * len(y)
    return SeparableData.of(X, y, w, offset)


def _place_point(w, b, x, place):
    """Return x, moved along one axis next to the hyperplane if `place` says so; the result never lies on the
    hyperplane."""
    axis = max(range(len(w)), key=lambda j: abs(w[j]))  # the heaviest weight keeps the points, and the runs, small
    score, weight = dot(w, x) + b, w[axis]
    steps = {"near": score // weight, "across": score // weight + 1}.get(place, 0)
    if score == steps * weight:
        steps -= 1
    return (*x[:axis], x[axis] - steps, *x[axis + 1:])


def add_bias(vectors: Sequence[Sequence[int]], labels: Sequence[int], c: Fraction) -> list[tuple[Fraction, ...]]:
    """Return examples whose signed vectors y(x, √c) have t² times the inner products of `vectors`, which form a matrix
    with 1 on the diagonal and 0 above it.

    Let ⟨v, zᵢ⟩ = yᵢ and t = (c + ‖v‖²)/2. Then xᵢ = t·yᵢzᵢ − v has yᵢyⱼ(⟨xᵢ, xⱼ⟩ + c) = t²⟨zᵢ, zⱼ⟩. So the run with the
    bias step c on the (xᵢ, yᵢ) makes the updates of the run without bias on the zᵢ. Each of orthogonal vectors is a
    mistake with the score 0 when it is first met, in any order (`mistake-bound-reached`).

    >>> [[str(value) for value in x] for x in add_bias([[1, 0], [0, 1]], [1, -1], Fraction(1))]
    [['1/2', '1'], ['-1', '-1/2']]
    """
    if not c:
        return [tuple(Fraction(label * value) for value in z) for z, label in zip(vectors, labels, strict=True)]
    v: list[int] = []
    for z, label in zip(vectors, labels, strict=True):
        v.append(label - sum(a * b for a, b in zip(v, z, strict=False)))
    t = (c + sum(value * value for value in v)) / 2
    return [tuple(t * label * a - b for a, b in zip(z, v, strict=True))
            for z, label in zip(vectors, labels, strict=True)]

"""Vectors of the plane and of space in coordinates, on which the shipped rules run."""

from __future__ import annotations

from operator import add, mul
from typing import TypeVar

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from .vector_language import Comparison, Scalar, Vector

Carrier = TypeVar("Carrier", "Point", Vector)


class Point:
    """A vector of ℝᵈ: its first coordinate is along u = (1, 0, …, 0), the others are orthogonal to u."""

    def __init__(self, *coordinates: Scalar) -> None:
        self.coordinates = coordinates

    def __add__(self, other: Point) -> Point:
        return Point(*map(add, self.coordinates, other.coordinates))

    def __rmul__(self, scalar: Scalar) -> Point:
        return Point(*(scalar * c for c in self.coordinates))

    def __matmul__(self, other: Point) -> Scalar:
        return sum(map(mul, self.coordinates, other.coordinates))

    @property
    def across(self) -> Scalar:
        """Return the squared distance of the vector from the line of u."""
        _, *rest = self.coordinates
        return sum(c**2 for c in rest)

    @property
    def turned(self) -> Point:
        """Return a vector of the plane, rotated by a quarter turn."""
        first, second = self.coordinates
        return Point(-second, first)


def moves(w: Point, first: Point, after: Point) -> list[tuple[Scalar, Scalar, Scalar]]:
    """Return the coordinates of w as parts of a run's state: each with its start and its value after a step."""
    return list(zip(w.coordinates, first.coordinates, after.coordinates, strict=True))


def update_weights(w: Carrier, z: Carrier, rate: Scalar = 1) -> Carrier:
    """Return the weights after an update on a signed vector, without bias."""
    after: Carrier = perceptron.update(State(w, 0), z, 1, bias_step=0, rate=rate).w
    return after


def score(w: Carrier, z: Carrier) -> Scalar:
    """Return the score of a signed vector, ⟨w, z⟩."""
    return perceptron.margin(State(w, 0), z, 1)


def has_room(w: Point, m: Scalar, g: Scalar, L: Scalar) -> Comparison:
    """Return the condition for a vector of margin m, score g and squared length L. The claim
    space-example-with-given-score proves that it suffices."""
    h, *_ = w.coordinates
    return (g - m * h) ** 2 <= w.across * (L - m**2)

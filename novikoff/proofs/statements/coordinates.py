"""Vectors of the plane and of space by their coordinates: a carrier for the shipped rules."""

from __future__ import annotations

from operator import add, mul
from typing import TypeVar

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from .vector_language import Comparison, Scalar, Vector

Carrier = TypeVar("Carrier", "Point", Vector)


class Point:
    """A vector of ℝᵈ. Its first coordinate is what it has along u = (1, 0, …, 0), the others are across u."""

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
        """How far the vector is from the line of u, in square."""
        _, *rest = self.coordinates
        return sum(c**2 for c in rest)


    @property
    def turned(self) -> Point:
        """A vector of the plane, turned by a quarter."""
        first, second = self.coordinates
        return Point(-second, first)


def moves(w: Point, first: Point, after: Point) -> list[tuple[Scalar, Scalar, Scalar]]:
    """Return the coordinates of w as parts of the state of a run: where they start, and what a step makes of them."""
    return list(zip(w.coordinates, first.coordinates, after.coordinates, strict=True))


def updated(w: Carrier, z: Carrier, rate: Scalar = 1) -> Carrier:
    """Return the weights after an update on a signed vector, without bias."""
    after: Carrier = perceptron.update(State(w, 0), z, 1, bias_step=0, rate=rate).w
    return after


def score(w: Carrier, z: Carrier) -> Scalar:
    """Return what w says of a signed vector: ⟨w, z⟩."""
    return perceptron.margin(State(w, 0), z, 1)


def has_room(w: Point, m: Scalar, g: Scalar, L: Scalar) -> Comparison:
    """Return what a vector with the margin m, the score g and the square length L needs
    (space-example-with-given-score).
    """
    h, *_ = w.coordinates
    return (g - m * h) ** 2 <= w.across * (L - m**2)

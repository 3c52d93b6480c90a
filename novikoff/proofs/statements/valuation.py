"""Values of terms and facts at a point, with vectors as lists of coordinates.

Numbers are rational where possible. An exponential or a logarithm is a ball of python-flint, an interval that contains
the number. If the sign of a ball is undecided, a fact about it is neither true nor false.

The kernel evaluates a witness differently: it substitutes combinations of units for vectors. It confirms each result of
this module.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from flint import arb, fmpq

from .. import kernel
from ..kernel import Fact, Json, Poly
from .expressions import COMPARISONS
from .vector_language import SIGNS

Number = Any  # an int, a Fraction or a ball


def ball(q: Number) -> arb:
    """Return an interval that contains the number."""
    return q if isinstance(q, arb) else arb(fmpq(q.numerator, q.denominator))


def plus(a: Number, b: Number) -> Number:
    """Return the sum; it is a ball if one of the summands is a ball."""
    return ball(a) + ball(b) if isinstance(a, arb) or isinstance(b, arb) else a + b


def times(a: Number, b: Number) -> Number:
    """Return the product; it is a ball if one of the factors is a ball."""
    return ball(a) * ball(b) if isinstance(a, arb) or isinstance(b, arb) else a * b


def sign(q: Number) -> int:
    """Return the sign of a number. Raises `Rejected` if the sign of a ball is undecided."""
    kernel.require(not isinstance(q, arb) or q > 0 or q < 0 or q == 0, "a sign is not decided")
    return (q > 0) - (q < 0)


@dataclass
class Valuation:
    """Values of names: numbers, coordinates of vectors, and one of these per index for families."""

    dimension: int
    size: int
    values: dict[str, Any] = field(default_factory=dict)

    def number(self, p: Poly, i: int = 0, k: int = 0) -> Number:
        """Return the value of a polynomial at index i; for a vector, its coordinate k."""
        total: Number = 0
        for monomial, c in p.items():
            value: Number = c
            for name, e in monomial:
                value = times(value, self.atom(name, i, k) ** e)
            total = plus(total, value)
        return total

    def atom(self, name: str, i: int, k: int) -> Number:
        """Return the value of an atom at index i; for a vector, its coordinate k."""
        kind, inner, pair = kernel.shape(name)
        if kind == "sum":
            return reduce(plus, (self.number(inner, j, k) for j in range(self.size)), 0)
        if kind == "pair":
            x, y = pair
            coordinates = (times(self.atom(x, i, j), self.atom(y, i, j)) for j in range(self.dimension))
            return reduce(plus, coordinates, 0)
        if kind == "exp":
            exponent = self.number(inner, i)
            return ball(exponent).exp() if isinstance(exponent, arb) or exponent else 1
        if name.startswith("#"):  # an adjoined unit has its own coordinate, after the coordinates of the space
            return int(k == self.dimension + int(name[1:-1]) - 1)
        value = self.values[name][i] if "[i]" in name else self.values[name]
        found: Number = value if not name.endswith("@") else value[k] if k < self.dimension else 0
        return found

    def term(self, name: str, p: Poly) -> Any:
        """Return the value of a polynomial of the sort of `name`: a number, coordinates, or a list of these."""
        units = [int(v[1:-1]) for v in kernel.variables(p) if v.startswith("#")] if name.endswith("@") else []
        whole = range(self.dimension + max(units, default=0)) if name.endswith("@") else None
        values = [[self.number(p, i, k) for k in whole] if whole is not None else self.number(p, i)
                  for i in (range(self.size) if "[i]" in name else [0])]
        return values if "[i]" in name else values[0]

    def holds(self, fact: Fact) -> bool:
        """Return whether a fact is true, for every index. Raises `Rejected` if that depends on an undecided sign."""
        relation, p = fact
        indices = range(self.size) if kernel.is_indexed(p) else [0]
        return all(COMPARISONS[SIGNS[relation]](sign(self.number(p, i)), 0) for i in indices)

    def hold(self, facts: Iterable[Fact]) -> bool | None:
        """Return whether all facts are true, or None if that depends on an undecided sign."""
        try:
            return all(map(self.holds, facts))
        except kernel.Rejected:
            return None

    def read(self, names: Iterable[str], data: Json) -> None:
        """Read the values of the names from JSON as the kernel does, each in the shape of its sort."""
        names = list(names)
        for name, value in zip(names, kernel.fields(data, *names), strict=True):
            shape = [self.size] * ("[i]" in name) + [self.dimension] * name.endswith("@")
            self.values[name] = self.read_shape(value, shape)

    def read_shape(self, value: Json, shape: list[int]) -> Any:
        """Return a number, or a list of the right length; raise `Rejected` for another shape."""
        if not shape:
            return self.number(kernel.read_poly(value))
        kernel.require(len(kernel.items(value)) == shape[0], f"not {shape[0]} values", value)
        return [self.read_shape(v, shape[1:]) for v in value]

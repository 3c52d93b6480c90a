"""Conclusions of the claims as exact functions of numbers: the only source of bounds.

A conclusion is the polynomial that the kernel has checked, read from the stored entry of the claim. The names of
numbers are those of the claim, in the kernel's notation: `R`, `b*`, `w*@w*`, `w[i]`, and `sum()`, the number of members
of its families. In place of R you may give its square, as `R^2`, if no odd power of R is needed; R is then the
nonnegative root. You may also give numbers that only hypotheses contain. A hypothesis whose numbers are all given is
checked. There are no floats, and sympy is not imported.

>>> bound("novikoff-mistake-bound", {"D^2": 4, "γ": Fraction(1, 2)})
Fraction(16, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from flint import fmpq

from ..algorithms.errors import BadInput
from . import evidence, kernel
from .kernel import Fact, Monomial, Poly

Number = int | Fraction
HOLDS: dict[str, Callable[[Any], bool]] = {
    ">=": lambda v: v >= 0, ">": lambda v: v > 0, "=": lambda v: v == 0, "!=": lambda v: v != 0,
}


@dataclass(frozen=True)
class Conclusion:
    """A conclusion `relation poly` of a claim. Every step of the claim's run adds one to `counter`. `definitions` are
    the inverses, `assume` are the hypotheses, and `steps` has the value of each number of the state after a step."""

    claim: str
    name: str
    fact: Fact
    counter: str | None
    definitions: Mapping[str, Poly]
    assume: Mapping[str, Fact]
    steps: Mapping[str, Poly]

    def value(self, given: Mapping[str, Number]) -> Fraction:
        """Return the value of the polynomial at these numbers, which include the counter."""
        poly = self.fact[1]
        return self._point(poly, given).value(poly)

    def holds(self, given: Mapping[str, Number]) -> bool:
        """Return whether the conclusion is true at these numbers."""
        return HOLDS[self.fact[0]](self.value(given))

    def bound(self, given: Mapping[str, Number]) -> Fraction:
        """Return the largest counter for which the conclusion is true at these numbers. If the conclusion is strict,
        return the least counter for which the conclusion is false. Raises `BadInput` if it bounds no counter there."""
        if not self.bounds_counter:
            raise BadInput(f"{self._describe()} does not bound the number of steps")
        rest, rate = Poly(), Poly()
        for monomial, coefficient in self.fact[1].items():
            others = tuple(factor for factor in monomial if factor[0] != self.counter)
            (rest if others == monomial else rate)[others] = coefficient
        point = self._point({**rest, (): 1, **rate}, given)
        slope = point.value(rate)
        if slope >= 0:
            raise BadInput(f"{self._describe()} gives no bound on {self.counter} at these values")
        return -point.value(rest) / slope

    def step(self, name: str, given: Mapping[str, Number]) -> Fraction:
        """Return the value of a number of the state after one step of the run."""
        return self._point(self.steps[name], given).value(self.steps[name])

    @property
    def bounds_counter(self) -> bool:
        """Return whether the conclusion is linear in the counter and contains no other part of the state."""
        powers = [e for monomial in self.fact[1] for name, e in monomial if name == self.counter]
        state = kernel.variables(self.fact[1]) & self.steps.keys()
        return self.fact[0] in (">=", ">") and set(powers) == {1} and state == {self.counter}

    # ------------------------------------------------------------------------------------------------

    def _describe(self) -> str:
        return f"{self.claim} ({self.name})"

    def _point(self, poly: Poly, given: Mapping[str, Number]) -> _Point:
        """Return the numbers as a point. Raises `BadInput` if a number is missing or superfluous, or if a hypothesis
        fails."""
        point, needed = _Point(given, self.definitions), self._atoms(poly)
        spoken_of = needed.union(*(self._atoms(p) for _, p in self.assume.values()))
        if missing := sorted(needed - point.names):
            raise BadInput(f"{self._describe()} needs {', '.join(missing)}")
        if superfluous := sorted(point.names - spoken_of):
            raise BadInput(f"{self._describe()} does not contain {', '.join(superfluous)}")
        for name, fact in self.assume.items():
            if self._atoms(fact[1]) <= point.names and not point.satisfies(fact):
                raise BadInput(f"{self.claim} has a hypothesis that fails there: {name}")
        return point

    def _atoms(self, poly: Poly) -> set[str]:
        """Return the names from which a polynomial is computed."""
        monomials = tuple(poly)
        if monomials not in self._known:
            names = {name for monomial in monomials for name, _ in monomial}
            self._known[monomials] = {
                atom for name in names
                for atom in (self._atoms(self.definitions[name]) if name in self.definitions else [name])
            }
        return self._known[monomials]

    @cached_property
    def _known(self) -> dict[tuple[Monomial, ...], set[str]]:
        """Return a cache for `_atoms`, because a worst case asks thousands of times."""
        return {}


class _Point:
    """Numbers by name, some given only by their squares."""

    def __init__(self, given: Mapping[str, Number], definitions: Mapping[str, Poly]) -> None:
        for name, value in given.items():
            if not isinstance(value, int | Fraction):
                raise BadInput(f"{name} = {value!r:.40} is not an exact number")
        exact = {name: fmpq(value.numerator, value.denominator) for name, value in given.items()}
        self.squares = {name.removesuffix("^2"): v for name, v in exact.items() if name.endswith("^2")}
        self.numbers = {name: value for name, value in exact.items() if not name.endswith("^2")}
        self.names, self.definitions = {*self.squares, *self.numbers}, definitions
        if twice := self.squares.keys() & self.numbers:
            raise BadInput(f"{', '.join(sorted(twice))} is given twice: its value and its square")
        if negative := sorted(name for name, value in self.squares.items() if value < 0):
            raise BadInput(f"{', '.join(negative)} has a negative square")

    def value(self, poly: Poly) -> Fraction:
        value = self._value(poly)
        return Fraction(int(value.p), int(value.q))

    def _value(self, poly: Poly) -> fmpq:
        """Return the value of a polynomial, computed by flint, which is ten times faster than `Fraction`."""
        total = fmpq(0)
        for monomial, coefficient in poly.items():
            term = fmpq(coefficient.numerator, coefficient.denominator)
            for name, exponent in monomial:
                term *= self._power(name, exponent)
            total += term
        return total

    def _power(self, name: str, exponent: int) -> fmpq:
        if name in self.definitions:
            under = self._value(_raise_to_power(tuple(self.definitions[name].items()), exponent))
            if not under:
                raise BadInput("a denominator is 0")
            return 1 / under
        if name in self.numbers:
            return self.numbers[name] ** exponent
        if exponent % 2:
            raise BadInput(f"{name} needs its value, not only its square")
        return self.squares[name] ** (exponent // 2)

    def satisfies(self, fact: Fact) -> bool:
        """Return whether a fact is true; a number given by its square is the nonnegative root."""
        relation, poly = fact
        if len(poly) == 1:  # then a number may replace its root, because both have the same sign
            ((monomial, coefficient),) = poly.items()
            roots = tuple((name, 2 if name in self.squares and e % 2 else e) for name, e in monomial)
            poly = {roots: coefficient}
        try:
            return HOLDS[relation](self._value(poly))
        except BadInput:  # undecided: it contains an odd power of a number given by its square
            return True


@cache
def _raise_to_power(terms: tuple[tuple[Monomial, kernel.Rational], ...], exponent: int) -> Poly:
    return kernel.product([dict(terms)] * exponent)


@cache
def conclusions(identifier: str) -> Mapping[str, Conclusion]:
    """Return the conclusions of a claim by name. Raises `BadInput` if it is not stored."""
    entry = evidence.certificate(identifier)
    data, statement = entry["statement"], kernel.read_statement(entry["statement"], entry.get("sides"))
    steps = statement.context.run.next if statement.context.run else {}
    counters = [name for name, p in steps.items() if p == kernel.add(kernel.atom(name), kernel.constant(1))]
    inverses = {let["name"]: kernel.read_poly(let["of"]) for let in data.get("let", []) if let["kind"] == "inverse"}
    assume = {name: fact for name, fact in statement.assume.items() if name.removesuffix(".def") not in inverses}
    counter = counters[0] if len(counters) == 1 else None
    return {name: Conclusion(identifier, name, fact, counter, inverses, assume, steps)
            for name, fact in statement.show.items()}


@cache
def conclusion(identifier: str, name: str | None = None) -> Conclusion:
    """Return the conclusion of a claim with this name.

    Without a name, it is the only conclusion, or the only conclusion that bounds the counter of the run. Raises
    `BadInput` if there is none, or the claim is not stored.

    >>> conclusion("kozinec-mistake-bound").name
    'count'
    """
    found = conclusions(identifier)
    named = [each for each in found.values() if name in (None, each.name)]
    if len(named) > 1:
        named = [each for each in named if each.bounds_counter]
    if len(named) != 1:
        raise BadInput(f"{identifier} has the conclusions {', '.join(found)}; name one of them")
    return named[0]


def bound(identifier: str, given: Mapping[str, Any], name: str | None = None) -> Fraction:
    """Return the bound of a claim on the counter of its run at these numbers, by the conclusion `name`.

    >>> bound("bias-step-mistake-bound", {"R": 3, "ρ^2": 6, "w*@w*": 1, "b*": -2, "γ": 1})
    Fraction(25, 1)
    """
    return conclusion(identifier, name).bound(given)

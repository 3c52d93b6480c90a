"""Derivations: pages of numbered equations, each obtained from the lines above it.

The author states each line; the method carries out the operation in sympy and compares the result with the line. A page
contains only lines that the operations give. The lines marked `given` are the premises; nothing else is assumed. Two
sides are equal if their difference cancels to 0 as a rational function.

Implementation notes: an equation is a `Relation` between sympy scalars, or between two trees. Inner products are
multiplied out, and ⟨w, x⟩ is the symbol `w@x`. A symbol named `‖w‖`, from `length`, is positive, so the operations may
divide by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from ..statements.notation import Notation
from ..statements.vector_language import Relation, Scalar, equal, names_in
from ._trees import Tree, as_written, expand_inner, parts_of


class WrongLine(ValueError):
    """A line of a derivation does not follow; the message names the line and what follows instead."""


@dataclass(frozen=True)
class Line:
    """One line of the page: its number from 1, its equation and its reason. `step` describes the operation; each {} in
    it is replaced by one of `symbols`. `why` adds a remark."""

    number: int
    equation: Relation
    step: str
    symbols: tuple[Any, ...] = ()
    why: str = ""

    def reason(self, order: Sequence[str] = ()) -> str:
        """Return the step and the remark."""
        step = self.step.format(*(text(symbol, order) for symbol in self.symbols))
        return f"{step}: {self.why}" if self.why else step


class Derivation:
    """A page with a title and a source: a bibliography key and a place in it.

    Every method except `text` writes one line and returns its equation. The operations apply to the last line, or to an
    earlier line given as `of`; `gives` is the expected result.

    Raises `WrongLine` if the result differs, if an equation is not on the page, or if a divisor may be 0.

    >>> b, d = sympy.symbols("b d")
    >>> page = Derivation("Where the boundary meets the line along w", ("tutorial", "before eq. (3)"))
    >>> _ = page.given(equal(length("w")*d + b, 0), "the point lies in the boundary")
    >>> _ = page.solve(d, gives=equal(d, -b/length("w")), why="the norm is positive")
    >>> print(page.text())
    Where the boundary meets the line along w
    (tutorial, before eq. (3))
    <BLANKLINE>
    (1)  b + d·‖w‖ = 0  given: the point lies in the boundary
    (2)  d = −b/‖w‖     solve (1) for d: the norm is positive
    """

    def __init__(self, title: str, source: tuple[str, str]):
        self.title = title
        self.source = source
        self.lines: list[Line] = []

    # ------------------------------------------------------------------------------- premises

    def given(self, equation: Relation, why: str) -> Relation:
        """Write a premise: a hypothesis, a definition, or the result of a function of the package."""
        return self._write(equation, "given", why=why)

    def quote(self, page: Derivation, equation: Relation) -> Relation:
        """Write a line derived on another page, whose premises become premises here."""
        equation = expand_inner(equation)
        if not any(line.equation == equation and line.step != "given" for line in page.lines):
            raise self._error("quote", f"{text(equation)} is not derived on the page {page.title!r}")
        return self._write(equation, "derived", why=page.title)

    # ----------------------------------------------------------------------------- operations

    def substitute(self, *known: Relation, gives: Relation, why: str = "", of: Relation | None = None) -> Relation:
        """Replace the left side of each `known` equation by its right side, after expanding."""
        place = self._line(of)
        numbers = ", ".join(f"({self._line(k).number})" for k in known)
        pairs = [(k.lhs, k.rhs) for k in known]
        result = _each_side(place.equation, lambda side: sympy.expand(side).subs(pairs))
        return self._check(result, gives, f"substitute {numbers} in ({place.number})", why)

    def inner(self, v: Tree, *, gives: Relation, why: str = "", of: Relation | None = None) -> Relation:
        """Take the inner product of the vector v with both sides of an equation between vectors."""
        place = self._line(of)
        result = _each_side(place.equation, lambda side: expand_inner(v @ side))
        return self._check(result, gives, f"inner product of ({place.number}) with {{}}", why, v)

    def solve(self, symbol: Scalar, *, gives: Relation, why: str = "", of: Relation | None = None) -> Relation:
        """Solve for a symbol that occurs linearly, with a factor known to be nonzero."""
        place, symbol = self._line(of), sympy.sympify(symbol)
        step = f"solve ({place.number}) for {{}}"
        difference = sympy.expand(place.equation.lhs - place.equation.rhs)
        factor = difference.diff(symbol)
        if factor.has(symbol) or not factor.is_nonzero:
            problem = f"the factor {text(factor)} must be known not to be 0, and free of {text(symbol)}"
            raise self._error(step.format(text(symbol)), problem)
        (solution,) = sympy.solve(difference, symbol)
        return self._check(equal(symbol, solution), gives, step, why, symbol)

    def both_sides(self, function: Callable[[Scalar], Scalar], name: str, *, gives: Relation, why: str = "",
                   of: Relation | None = None) -> Relation:
        """Apply a function to both sides, e.g. `sympy.Abs`; `name` is its name in words."""
        place = self._line(of)
        step = f"{name} of ({place.number})"
        t = sympy.Dummy("t")  # so that the function cannot depend on the form of a side
        image = sympy.sympify(function(t))
        if not sympy.denom(sympy.together(image)).is_nonzero:
            raise self._error(step, f"the divisor in {text(image)} must be known not to be 0")
        result = _each_side(place.equation, lambda side: image.subs(t, side))
        return self._check(result, gives, step, why)

    def evaluate(self, values: Mapping[Any, Any], *, gives: Scalar, why: str = "",
                 of: Relation | None = None) -> Relation:
        """Evaluate the right side at values of its symbols, and compare the result with the number `gives`."""
        place = self._line(of)
        formula = sympy.Subs(place.equation.rhs, tuple(map(sympy.sympify, values)), tuple(values.values()))
        result = equal(formula, formula.doit())
        return self._check(result, equal(formula, sympy.sympify(gives)), f"evaluate ({place.number})", why)

    # ------------------------------------------------------------------------------- printing

    @property
    def conclusion(self) -> Relation:
        """Return the equation of the last line."""
        return self.lines[-1].equation

    def text(self) -> str:
        """Return the page as plain text, one line for each equation: its number, the equation, the reason."""
        order = list(dict.fromkeys(name for line in self.lines for name in names_in(as_written(line.equation))))
        columns = [(f"({line.number})", text(line.equation, order), line.reason(order)) for line in self.lines]
        numbers, equations, _ = (max(map(len, column)) for column in zip(*columns, strict=True))
        rows = (f"{n:>{numbers}}  {equation:{equations}}  {reason}" for n, equation, reason in columns)
        return "\n".join([self.title, f"({', '.join(self.source)})", "", *rows])

    # -------------------------------------------------------------------------------- the check

    def _check(self, result: Relation, gives: Relation, step: str, why: str, *symbols: Any) -> Relation:
        """Write the line `gives` if it equals the result of the operation; raise `WrongLine` otherwise."""
        gives = expand_inner(gives)
        if not (_same(result.lhs, gives.lhs) and _same(result.rhs, gives.rhs)):
            raise self._error(step.format(*map(text, symbols)), f"{text(gives)} is claimed, but {text(result)} follows")
        return self._write(gives, step, *symbols, why=why)

    def _write(self, equation: Relation, step: str, *symbols: Any, why: str) -> Relation:
        equation = expand_inner(equation)
        self.lines.append(Line(len(self.lines) + 1, equation, step, symbols, why))
        return equation

    def _line(self, equation: Relation | None) -> Line:
        """Return the line with this equation, by default the last line."""
        given = None if equation is None else expand_inner(equation)
        found = [line for line in self.lines if given is None or line.equation == given]
        if not found:
            raise self._error("use of an equation", f"{text(equation)} is not on the page")
        return found[-1]

    def _error(self, step: str, problem: str) -> WrongLine:
        return WrongLine(f"{self.title}, line ({len(self.lines) + 1}), {step}:\n{problem}")


def length(name: str, *, may_vanish: bool = False) -> Scalar:
    """Return the norm of the vector `name`: a positive symbol, or a non-negative one with `may_vanish`."""
    return sympy.Symbol(f"‖{name}‖", **({"nonnegative": True} if may_vanish else {"positive": True}))


def _each_side(equation: Relation, change: Callable[[Any], Any]) -> Relation:
    return equal(change(equation.lhs), change(equation.rhs))


def _same(a: Any, b: Any) -> bool:
    """Return whether two scalars, or two vectors, are equal as rational functions of their symbols."""
    if isinstance(a, Tree) and isinstance(b, Tree):
        return all(_same(c, 0) for c in parts_of(expand_inner(a - b).tree).values())
    return not isinstance(a, Tree) and not isinstance(b, Tree) and sympy.cancel(a - b) == 0


def text(e: Any, order: Sequence[str] = ()) -> str:
    """Return an equation, a scalar or a vector on one line.

    >>> from ._trees import vectors
    >>> w, x = vectors("w x")
    >>> text(equal((w @ x)**2, w @ w * length("x")**2))
    '⟨w, x⟩² = ⟨w, w⟩·‖x‖²'
    """
    e, write = as_written(expand_inner(e)), Notation(order=order)
    return write.relation(e) if isinstance(e, Relation) else write.term(e)

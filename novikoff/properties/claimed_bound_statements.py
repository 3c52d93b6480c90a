"""A claimed bound as a statement about exact runs of the perceptron.

A statement is `k <= …`, or `hypotheses |- k <= …`. It is about all finitely many examples, and each (w, b) that
separates them with the margin γ > 0 (b = 0 if there is no bias), if the hypotheses hold. Consider the run from 0 that
passes over the examples in their order, with this bias step and this tie rule. The statement claims that this run ends,
and that its number k of updates satisfies the inequality. So a run that never ends refutes the claim. A statement
applies only if its terms are defined: if it divides by R, it applies to R ≠ 0 (`ClaimedBound.conditions`). A hypothesis
such as `w@w == 1` fixes the scale of (w, b, γ), which may be multiplied by any s > 0; s is then computed exactly.
Python's `eval` never sees a statement.

Which runs on separable examples never end? For a bias step c > 0, and without bias, the theorems bound the updates.
There remains c = R² = 0: all examples are 0, no update changes anything, and a mistake at the start remains one for
ever.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from ..algorithms import perceptron
from ..algorithms.command_results import Shown, format_count
from ..algorithms.errors import BadInput
from ..algorithms.labelled_examples import exact_rows, labels
from ..algorithms.run_loop import check_choice
from ..algorithms.user_rules import Rule
from ..proofs.statements.expressions import COMPARISONS, Expression, Symbol, Term, expression, is_numeral, walk_terms
from ..proofs.statements.grammar import FUNCTIONS, Parser, brief
from ..proofs.statements.printable_polynomials import expand_inner
from ..proofs.statements.term_values import (
    ANY,
    DEGREES,
    NONNEGATIVE,
    PLUS,
    SIGNS,
    Degrees,
    NoDegrees,
    evaluate,
    names_in,
)
from ..proofs.statements.vector_language import Relation, Vector
from .multiclass_claimed_bounds import Several, flatten, scale_all
from .separable_instances import dot
from .square_roots import EXACT, Negative, Number, Surd, Undecided, root, sign

QUANTITIES = {
    "k": "the number of updates",
    "R": "the largest ‖x‖",
    "D": "the largest ‖(x, √c)‖, so that D² = R² + c",
    "gamma": "the margin of the separator: the least y(⟨w, x⟩ + b), which is > 0",
    "w": "the weights of the separator, a vector: w@w or norm(w)",
    "b": "the offset of the separator; 0 without bias",
    "n": "the number of examples",
    "d": "their dimension",
    "c": "the bias step",
}
W, B, GAMMA = "w*", "b*", "γ"  # the names that the ledger gives to the separator and its margin
WW, BB = f"{W}@{W}", f"{B}@{B}"
SCALED = {WW: 2, BB: 2, B: 1, GAMMA: 1}  # their degrees in the factor by which a separator may be multiplied
PRODUCTS = {name: Expression(("@", *[name[: len(name) // 2] + "@"] * 2)) for name in (WW, BB)}
HALF = Fraction(1, 2)
NEVER = 10**9  # the value of k for a run that never ends


class _Reader(Parser):
    """A parser that knows the quantities of a run; if there is no |-, the text is the conclusion."""

    functions = {name: FUNCTIONS[name] for name in ("abs", "max", "min", "norm", "sqrt")}  # noqa: RUF012

    def __init__(self, text: str, bias_step: Any, several: Several | None):
        self.shift = 0 if "|-" in text else 3
        self.bias_step, self.several = bias_step, several
        super().__init__(text if "|-" in text else f"|- {text}")

    def fail(self, offset: int, message: str) -> NoReturn:
        """Raise the error with the column counted from the start of the typed text."""
        super().fail(max(offset - self.shift, 0), message)

    def refuse_denominator(self, place: ast.AST, denominator: ast.expr, why: str = "") -> NoReturn:
        """Raise the error; mention that runs without bias have b = c = 0."""
        names = {node.id for node in ast.walk(denominator) if isinstance(node, ast.Name)}
        if not self.bias_step and names & {"b", "c"}:
            why = "; these runs have no bias, so b and c are 0"
        super().refuse_denominator(place, denominator, why)

    def declarations(self, end: int) -> int:
        """Declare the quantities of the run, and refuse declarations in the text."""
        if ";" in self.text:
            self.fail(self.text.index(";"), "a bound declares no names; " + self.known)
        symbols = {name: Symbol(name) for name in ("k", "R", "D", "n", "d", *["m"] * bool(self.several))}
        step = symbols["R"] ** 2 if self.bias_step == "R2" else expression(self.bias_step)
        offset: Any = Symbol(B) if self.bias_step else expression(0)
        if self.several:
            offset = Vector({B: 1} if self.bias_step else {})
        self.terms = {**symbols, "c": step, "w": Vector({W: 1}), "b": offset, "gamma": Symbol(GAMMA)}
        return 0

    def name(self, node: Any, name: str) -> Any:
        """Return a quantity; fail for any other name."""
        if name not in self.terms:
            self.fail(self.at(node), f"{brief(name)!r} is not a quantity of a run; {self.known}")
        return super().name(node, name)

    @property
    def known(self) -> str:
        """Return a list of the names of the quantities."""
        return f"the quantities are {', '.join({**QUANTITIES, **(self.several.meanings if self.several else {})})}"


class Scaling(NamedTuple):
    """The equation first·s^low + second·s^high = 0 for the scale s of a separator; high − low is 1/2, 1 or 2."""

    low: Fraction
    first: Expression
    high: Fraction
    second: Expression

    @classmethod
    def of(cls, relation: Relation) -> Scaling | None:
        """Return the equation between the sides of a relation; None if it has another form."""
        found = degrees_of(relation.lhs - relation.rhs)
        powers = sorted(found.parts.items() if found else ())
        if len(powers) != 2 or powers[1][0] - powers[0][0] not in (HALF, 1, 2):
            return None
        return cls(*powers[0], *powers[1])

    def factor(self, values: Mapping[str, Any]) -> Number:
        """Return the solution s > 0 for these quantities. Raises `Negative` if there is none."""
        size, degree = -value(self.first, values) / value(self.second, values), self.high - self.low
        if sign(size) <= 0:
            raise Negative("no scale fits")
        return size * size if degree == HALF else size if degree == 1 else root(size)


@dataclass(frozen=True)
class ClaimedBound:
    """A claimed bound: `left operator right` (<= or <) under `hypotheses`, about runs with a bias step. `bias_step` is
    a Fraction ≥ 0 or "R2"; `tie` is one of `perceptron.TIES`; `mentions` are the roots and quotients that must be
    defined. The runs are runs of the perceptron, or of `several`, or of `rule` with the bias step 1, or 0 if the rule
    leaves b at 0."""

    text: str
    bias_step: Any
    tie: str
    left: Expression
    operator: str
    right: Expression
    hypotheses: tuple[Relation, ...]
    mentions: tuple[Expression, ...]
    rule: Rule | None = None
    several: Several | None = None

    @cached_property
    def grows(self) -> bool:
        """Return whether a failure remains one for every longer run: k is the left side, and occurs nowhere else."""
        sides = (side for r in self.hypotheses for side in (r.lhs, r.rhs))
        return self.left.term == "k" and "k" not in quantities_in(self.right, *sides)

    @cached_property
    def scaling(self) -> Relation | None:
        """Return the equation among the hypotheses that fixes the scale of the separator, if there is one."""
        return next((r for r in self.hypotheses if r.operator == "==" and _fixes_scale(r)), None)

    @cached_property
    def moves(self) -> bool:
        """Return whether the claim changes when the separator is multiplied by a positive number."""
        degrees = degrees_of(self.left), degrees_of(self.right)
        powers = {p for each in degrees if each for p in each.parts}
        return self.scaling is None and (None in degrees or len(powers) > 1 or any(map(_fixes_scale, self.hypotheses)))

    @cached_property
    def senses(self) -> tuple[Relation, ...]:
        """Return the conditions under which the terms are defined: no denominator is 0, and no root is of a negative
        number."""
        parts = (part for e in self.mentions for part in walk_terms(e.term) if isinstance(part, tuple))
        found = dict.fromkeys(needed for part in parts for needed in _needs(*part))
        return tuple(Relation(Expression(term), operator, expression(0)) for term, operator in found)

    @cached_property
    def restricting(self) -> tuple[Relation, ...]:
        """Return the conditions in `senses` that do not follow from the signs of the quantities."""
        signs = dict.fromkeys(("k", "R", "D", WW, BB), NONNEGATIVE) | dict.fromkeys(("n", "d", "m", GAMMA), PLUS)
        signs |= {B: ANY} | dict.fromkeys(["R"] * bool(self.several), PLUS)
        signs |= dict.fromkeys((str(r.lhs) for r in self.hypotheses if r.operator == ">" and r.rhs.term == "0"), PLUS)
        wanted = {">=": NONNEGATIVE, "!=": ANY - {0}}
        return tuple(r for r in self.senses if not evaluate(r.lhs.term, signs, SIGNS) <= wanted[r.operator])

    @property
    def conditions(self) -> tuple[str, ...]:
        """Return the conditions beside the hypotheses in the grammar of `prove`: a separator, and defined terms."""
        return ("gamma > 0", *(f"{to_text(r.lhs)} {r.operator} 0" for r in self.restricting))

    @cached_property
    def boundaries(self) -> tuple[Scaling, ...]:
        """Return the scales of the separator at which an inequality among the hypotheses is an equation. There are none
        for a claim whose hypotheses fix the scale."""
        inequalities = (r for r in self.hypotheses if r.operator in ("<=", ">="))
        return tuple(filter(None, map(Scaling.of, inequalities))) if self.moves else ()

    def at(self, X: Any, y: Any, w: Any, b: Any, k: int | None) -> Case | None:
        """Return the claim for these examples, this separator and k updates (None: the run never ends). Returns None if
        a hypothesis does not hold there or a term is undefined. (w, b) is multiplied by the factor that the hypotheses
        fix, if they fix one."""
        return next(self.at_scales(X, y, w, b, k, self.measure_run(X, y, k), [1]))

    def at_scales(self, X: Any, y: Any, w: Any, b: Any, k: int | None, known: Mapping[str, Any],
                  scales: Iterable[Number | Scaling]) -> Iterator[Case | None]:
        """Yield the claim for (w, b) times each of these factors; if the claim fixes the factor, one of them is enough.
        `known` is the result of `measure_run`."""
        separator = self.measure(X, y, w, b)
        for scale in scales:
            yield self._case(X, y, w, b, k, known, separator, scale) if separator[GAMMA] > 0 else None

    def _case(self, X: Any, y: Any, w: Any, b: Any, k: int | None, known: Mapping[str, Any],
              separator: Mapping[str, Any], scale: Number | Scaling) -> Case | None:
        try:
            scaled = self.scaling_terms if self.scaling is not None else scale
            factor = scaled.factor({**known, **separator}) if isinstance(scaled, Scaling) else scaled
            values = {**known, **{name: factor ** SCALED[name] * value for name, value in separator.items()}}
            if not all(COMPARISONS[r.operator](value(r.lhs, values), value(r.rhs, values)) for r in self.hypotheses):
                return None
            for e in self.mentions:
                value(e, values)
            sides = value(self.left, values), value(self.right, values)
        except (ZeroDivisionError, Negative, Undecided):
            return None
        return Case(self, tuple(map(tuple, X)), tuple(y), scale_all(factor, tuple(w)), scale_all(factor, b),
                    values[GAMMA], k, *sides)

    def measure_run(self, X: Any, y: Any, k: int | None) -> dict[str, Any]:
        """Return the quantities of the examples and of a run of k updates, which no separator changes."""
        R2 = max(dot(x, x) for x in X)
        c = R2 if self.bias_step == "R2" else self.bias_step
        values = {"k": NEVER if k is None else k, "n": len(X), "d": len(X[0]), "R": root(R2), "D": root(R2 + c)}
        return values | ({"m": len(set(y))} if self.several else {})

    def measure(self, X: Any, y: Any, w: Any, b: Any) -> dict[str, Any]:
        """Return the margin and the lengths of a separator."""
        if self.several:
            sizes = {name: sum((v * v for v in flatten([part])), Fraction(0)) for name, part in ((WW, w), (BB, b))}
            return {**sizes, GAMMA: self.several.margin(X, y, w, b)}
        gamma = min(label * (dot(w, x) + b) for x, label in zip(X, y, strict=True))
        return {WW: dot(w, w), B: b, GAMMA: gamma}

    @cached_property
    def scaling_terms(self) -> Scaling:
        """Return the scaling hypothesis as an equation in the scale. Raises `BadInput` if it has another form."""
        assert self.scaling is not None
        found = Scaling.of(self.scaling)
        if found is None:
            raise BadInput("the hypothesis that fixes the scale of w, b and gamma must be of the form A*s = B or "
                           "A*s**2 = B in their common factor s, such as w@w == 1 or gamma == 1")
        return found


@dataclass(frozen=True, repr=False)
class Case(Shown):
    """A claim on examples X, y, a separator (w, b) of them with margin γ, and a run of k updates, with both sides. For
    several classes w and b have the form that `multiclass_claimed_bounds.Several` uses. If the run never ends, k is
    None, and the sides are those of `NEVER` updates. With `more`, the run was stopped after k updates but continues."""

    claim: ClaimedBound
    X: tuple[tuple[Any, ...], ...]
    y: tuple[Any, ...]
    w: tuple[Any, ...]
    b: Any
    gamma: Number
    k: int | None
    left: Number
    right: Number
    more: bool = False

    def in_short(self) -> str:
        examples = zip(self.X, self.labels, strict=True)
        points = ", ".join(f"({', '.join(map(str, x))}) ↦ {label}" for x, label in examples)
        run = "a run that never ends" if self.k is None else self.made
        return f"{run}, {self.left} against {self.right}, on {points}"

    @property
    def made(self) -> str:
        """Return the number of updates as text, with "and more" for a run that continues."""
        return format_count(self.k or 0, "update") + " and more" * self.more

    @property
    def labels(self) -> list[str]:
        """Return the labels as text: signs, or names of classes."""
        return [str(label) if self.claim.several else f"{label:+}" for label in self.y]

    @property
    def holds(self) -> bool:
        """Return whether the claim is true here: the run ends, and the exact comparison holds."""
        return self.k is not None and COMPARISONS[self.claim.operator](self.left, self.right)

    @cached_property
    def ratio(self) -> Number | None:
        """Return left/right if right > 0 and the run ends, else None."""
        return self.left / self.right if self.k is not None and sign(self.right) > 0 else None

    @cached_property
    def steepness(self) -> float:
        """Return the ratio as a float that steers the local search; it decides no verdict."""
        if self.ratio is None:
            return float("-inf") if self.holds else float("inf")
        return float(self.ratio)


def claim(text: str, *, bias_step: Any = 1, tie: str = "mistake", rule: Rule | None = None,
          several: Several | None = None) -> ClaimedBound:
    """Return the claimed bound that a text states, about runs of `rule` or of `several`, if one is given.

    Raises `BadInput`, with the column, for a text that is not a statement of this kind.

    >>> found = claim("k <= (1 + R**2)*(w@w + b**2)/gamma**2")
    >>> found.at([(1,), (-1,)], [1, -1], (1,), 0, k=2).right
    Fraction(2, 1)
    >>> claim("k <= t")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: column 6: 't' is not a quantity of a run; the quantities are k, R, D, gamma, \
w, b, n, d, c
    """
    if several:
        several.require_tie(tie)
    else:
        check_choice("tie", tie, perceptron.TIES)
    bias_step = bias_step if rule is None else Fraction(int(rule.bias))
    reader = _Reader(text, bias_step, several)
    conclusions = list(reader.script.conclusions.values())
    if len(conclusions) != 1 or conclusions[0].operator not in ("<=", "<", ">=", ">"):
        raise BadInput("a bound is one comparison with <=, <, >= or >, such as  k <= R**2/gamma**2")
    (r,) = conclusions
    if r.operator in (">=", ">"):
        r = Relation(r.rhs, {">=": "<=", ">": "<"}[r.operator], r.lhs)
    if isinstance(r.lhs, Vector) or "k" not in quantities_in(r.lhs, r.rhs):
        raise BadInput("the statement does not contain k, the number of updates, so it bounds no run")
    given = tuple(reader.script.assumptions.values()), tuple(reader.script.mentions), r
    for each in (*given[0], r):
        if isinstance(each.lhs, Vector):
            raise BadInput("a bound compares numbers; to say that a vector is 0, write w@w == 0")
        if quantities_in(each.lhs, each.rhs) - {"k", "R", "D", "n", "d", "m", WW, BB, B, GAMMA}:
            raise BadInput(f"of the separator, a bound may use only w@w, {'b@b' if several else 'b'} and gamma, and no "
                           "other products or sums")
    hypotheses, mentions, r = expand_inner(given)
    typed = re.sub(r"\s+", " ", text).strip()
    return ClaimedBound(typed, bias_step, tie, r.lhs, r.operator, r.rhs, hypotheses, mentions, rule, several)


def quantities_in(*expressions: Expression) -> set[str]:
    """Return the names of the quantities in some expressions."""
    return {name for e in expressions for name in names_in(expand_inner(e).term)}


def to_text(e: Expression) -> str:
    """Return an expression in the grammar of `prove`.

    >>> to_text(claim("k <= -gamma + b/(w@w)").right)
    '-gamma + b/(w@w)'
    """
    return str(e).replace("*@w*", "@w").replace("w@w*", "w@w").replace(B, "b").replace(GAMMA, "gamma")


def exact_data(X: Any, y: Any, several: Several | None = None) -> tuple[list[list[Any]], list[Any]]:
    """Return examples and labels as exact numbers; the labels are ±1 or the labels of several classes. Raises
    `BadInput` for floats and wrong shapes."""
    table = [list(row) for row in exact_rows(X)]
    found = list(y)
    if several:
        several.require_labels(found, len(table))
        return table, found
    return table, [*labels(found, len(table))]


# -------------------------------------------------------------------------------------- evaluation


def degrees_of(e: Expression, scaled: Mapping[str, int] = MappingProxyType(SCALED)) -> Degrees | None:
    """Return the parts of an expression by their degree in a factor of w, b and γ; None if it has other parts."""
    names = {name: Expression(name) for name in quantities_in(e)} | PRODUCTS
    values = {name: Degrees({Fraction(scaled.get(name, 0)): of}) for name, of in names.items()}
    try:
        return evaluate(e.term, values, DEGREES)
    except NoDegrees:
        return None


def _fixes_scale(r: Relation) -> bool:
    """Return whether a relation can become true or false when (w, b, γ) is multiplied by a positive number."""
    degrees = degrees_of(r.lhs - r.rhs)
    return degrees is None or len(degrees.parts) > 1


def _needs(word: str, *parts: Term) -> Iterator[tuple[Term, str]]:
    """Yield the conditions under which an operation is defined: a term, and >= or !=, compared with 0."""
    if word == "sqrt":
        yield parts[0], ">="
    elif word == "/" or (word == "^" and parts[1].startswith("-")):
        yield from ((factor, "!=") for factor in _factors(parts[word == "/"]))


def _factors(term: Term) -> Iterator[Term]:
    """Yield the factors of a denominator, none of which may be 0."""
    if isinstance(term, str) or term[0] not in ("*", "/", "^", "sqrt", "-") or (term[0] == "-" and len(term) > 2):
        yield from () if is_numeral(term) else (term,)
    else:
        for part in term[1:] if term[0] == "*" else term[1:2]:
            yield from _factors(part)


def value(e: Expression, values: Mapping[str, Any]) -> Number:
    """Return the exact value of an expression. Raises `ZeroDivisionError` or `Negative` where it is undefined.

    >>> str(value(claim("k <= norm(w)*R/3").right, {"R": Fraction(6), "w*@w*": 2}))
    '2*sqrt(2)'
    """
    numbers = {name: v if isinstance(v, Surd) else Fraction(v) for name, v in values.items()}
    exact: Number = evaluate(e.term, numbers, EXACT)
    return exact

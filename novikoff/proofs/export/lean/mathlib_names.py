"""Mathlib's names for the operations and lemmas of the export.

>>> from novikoff.proofs import kernel
>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> LEAN.fact((">=", kernel.read_poly(["-", ["^", "R", "2"], ["*", "1/2", ["@", "w@", "x@"]]])), identity)
'1 / 2 * ⟪w, x⟫_ℝ ≤ R ^ 2'
>>> LEAN.vector(kernel.read_poly(["+", "w@", ["*", "t", "x@"]]), identity)
'(t • x + w)'
>>> LEAN.real(kernel.read_poly("-1/2"), identity)  # a constant says that it is real
'(-(1 / 2) : ℝ)'
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ... import kernel
from ...kernel import Fact, Poly
from ..prover_syntax import APPLIED, ATOM, PRODUCT, SUM, Language, Leaf, add_brackets, poly_to_term

Terms = Mapping[str, str]  # variable of the kernel -> term that needs no brackets
MEMBER = re.compile(r"\([\w']+ i\)")

RESERVED = """
    Adjoin embed embed_sum embed_smul embed_add adjoined gram split_sums vector_eq multiple cancel_le cancel_lt
    cancel_eq cancel_ne inverse_exists root_exists log_exists each_exists quotient_is root_is abs_is max_is min_is
    log_is inverse_of_product inverse_of_power inverse_of_opposite exp_power exp_series exp_remainder Real
    V ι s t i hi ih at from have show fun end open variable by do then else if where with in let match instance
    theorem example def notation local prefix section universe using calc suffices obtain intro exact Type Prop Sort
    true false lemma namespace import macro syntax private protected mutual for return try catch unless deriving
    extends class structure inductive axiom opaque abbrev nat_lit this λ Π Σ
"""


def larger(level: int) -> str:
    """Return the space with `level` adjoined units."""
    return "V" if level == 0 else f"(Adjoin {larger(level - 1)})"


def leaf(terms: Terms, level: int = 0, below: int = 0) -> Leaf:
    """Return the printer of names in the space with `level` adjoined units, for terms of a space with `below` units."""

    def name(of: str) -> tuple[str, int]:
        own = int(of[1]) if of in kernel.UNITS else 0
        text = f"(adjoined {larger(below + own - 1)})" if own else terms[of]
        if of.endswith("@") and level > own:
            return "(embed " * (level - own) + text + ")" * (level - own), ATOM
        return (text[1:-1], APPLIED) if MEMBER.fullmatch(text) else (text, ATOM)

    return name


def split_signs(p: Poly) -> tuple[Poly, Poly]:
    """Return the negative and the positive part of a polynomial, both with positive coefficients."""
    return {m: -c for m, c in p.items() if c < 0}, {m: c for m, c in p.items() if c > 0}


@dataclass(frozen=True)
class Lean(Language):
    """The printer of Lean for terms, polynomials and facts of the kernel."""

    def real(self, p: Poly, terms: Terms) -> str:
        """Return a polynomial: the positive terms first, then the negative."""
        text = self.term(poly_to_term(p, terms), leaf(terms))
        return self.constant.format(text) if set(p) <= {()} else text

    def vector(self, p: Poly, terms: Terms, level: int = 0) -> str:
        """Return a vector of the space with `level` units adjoined."""
        sums = {a for m in p for a, _ in m if a.startswith("sum(") and a.endswith("@")} if level else set()
        terms = {**terms, **{a: self.vector(kernel.atom(a), terms) for a in sums}}
        return self.argument(poly_to_term(p, terms), leaf(terms, level)) if p else f"(0 : {larger(level)})"

    def sides(self, p: Poly, terms: Terms) -> tuple[str, str]:
        """Return the smaller and the larger side of the comparison of p with 0."""
        less, more = split_signs(p)
        return self.real(less, terms), self.real(more, terms)

    def fact(self, fact: Fact, terms: Terms, *, everywhere: bool = False) -> str:
        """Return a fact without minus signs. With `everywhere`, state it for every index."""
        relation, p = fact
        sides = [poly_to_term(side, terms) for side in split_signs(p)]
        less, more = sides if ">" in relation else sides[::-1]
        return self.everywhere * everywhere + self.plain_relation([relation.replace(">", "<"), less, more], leaf(terms))

    def value(self, name: str, p: Poly, terms: Terms, level: int = 0) -> str:
        """Return a term of the sort of `name`, in brackets if it needs them."""
        return self.vector(p, terms, level) if name.endswith("@") else add_brackets(self.real(p, terms))


LEAN = Lean(
    reals="ℝ", index="ι", space="V", arrow=" → ",
    relations={"<=": "≤", "<": "<", "=": "=", "!=": "≠", ">": ">", ">=": "≥"},
    functions={"exp": "Real.exp", "ln": "Real.log", "sqrt": "Real.sqrt", "abs": "abs", "max": "max", "min": "min"},
    inner=("⟪{}, {}⟫_ℝ", SUM, ATOM), total=("(∑ i ∈ s, {})", PRODUCT, ATOM), vectors=("(∑ i ∈ s, {})", APPLIED, ATOM),
    count="(s.card : ℝ)", minus="-", scale="•", inverse="1 / {}", scope="", zero="0", constant="({} : ℝ)",
    everywhere="∀ i ∈ s, ", both=" ∧ "
)

"""The words of Lean, in the names of Mathlib.

>>> from novikoff.proofs import kernel
>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> LEAN.fact((">=", kernel.read_poly(["-", ["^", "R", "2"], ["*", "1/2", ["@", "w@", "x@"]]])), identity)
'1 / 2 * ⟪w, x⟫_ℝ ≤ R ^ 2'
>>> LEAN.vector(kernel.read_poly(["+", "w@", ["*", "t", "x@"]]), identity)
'(t • x + w)'
>>> LEAN.real(kernel.read_poly("-1/2"), identity)  # a constant says that it is real
'(-(1 / 2) : ℝ)'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ... import kernel
from ...kernel import Fact, Poly
from ..prover_syntax import APPLIED, ATOM, PRODUCT, SUM, Language, Leaf, add_brackets, atom_to_term, poly_to_term

Terms = Mapping[str, str]  # variable of the kernel -> term that needs no more brackets

RESERVED = """
    Adjoin embed adjoined gram vector_eq multiple cancel_le cancel_lt cancel_eq cancel_ne inverse_exists root_exists
    exp_power exp_series exp_remainder log_exists each_exists nearest_exists projection_exists Real
    V ι s t j out i hi ih at from have show fun end open variable by do then else if where with in let match instance
    theorem example def notation local prefix section universe using calc suffices obtain intro exact Type Prop Sort
    true false lemma namespace import macro syntax private protected mutual for return try catch unless deriving
    extends class structure inductive axiom opaque abbrev nat_lit this λ Π Σ
"""


def leaf(terms: Terms) -> Leaf:
    """Return how names are written."""
    return lambda name: (terms[name], ATOM)


def embed_vector(text: str, level: int) -> str:
    """Return a vector as one of a space with so many units more."""
    return "(embed " * level + text + ")" * level


@dataclass(frozen=True)
class Lean(Language):
    """The printer of Lean, and how the kernel's polynomials and facts are written."""

    def atom(self, name: str, terms: Terms) -> str:
        """Return an atom: a variable, an inner product, a sum or an exponential; what has a term of its own is that."""
        written = atom_to_term(name, terms)
        return self.argument(written, leaf(terms)) if name.endswith("@") else self.term(written, leaf(terms))

    def real(self, p: Poly, terms: Terms) -> str:
        """Return a polynomial: what is added first, then what is subtracted."""
        text = self.term(poly_to_term(p, terms), leaf(terms))
        return self.constant.format(text) if set(p) <= {()} else text

    def sides(self, p: Poly, terms: Terms) -> tuple[str, str]:
        """Return the two sides of a comparison with p: less, more."""
        less, more = {m: -c for m, c in p.items() if c < 0}, {m: c for m, c in p.items() if c > 0}
        return self.real(less, terms), self.real(more, terms)

    def fact(self, fact: Fact, terms: Terms, *, everywhere: bool = False) -> str:
        """Return a fact without minus signs; with `everywhere`, for every index."""
        relation, p = fact
        less, more = self.sides(p, terms)
        left, right = (less, more) if ">" in relation else (more, less)
        return f"{self.everywhere * everywhere}{left} {self.relations[relation.replace('>', '<')]} {right}"

    def larger(self, level: int) -> str:
        """Return the space with so many units adjoined."""
        return self.space if level == 0 else f"(Adjoin {self.larger(level - 1)})"

    def vector(self, p: Poly, terms: Terms, level: int = 0) -> str:
        """Return a vector of the space with `level` units adjoined."""
        coefficients: dict[str, Poly] = {}
        for name, rest, value in kernel.parts(p):
            coefficients.setdefault(name, {})[rest] = value
        if not p or list(coefficients.values()) == [{(): 1}]:
            return self.base(next(iter(coefficients)), terms, level) if p else f"(0 : {self.larger(level)})"
        parts = sorted(coefficients.items(), key=lambda item: item[0].startswith("#"))
        texts = (
            (self.base(name, terms, level), add_brackets(self.real(c, terms)) * (c != {(): 1})) for name, c in parts
        )
        return f"({' + '.join(self.scaled(scalar, vector) if scalar else vector for vector, scalar in texts)})"

    def base(self, name: str, terms: Terms, level: int) -> str:
        """Return a vector variable or an adjoined unit."""
        if not name.startswith("#"):
            return embed_vector(self.atom(name, terms), level)
        number = int(name[1:-1])
        return embed_vector(f"(adjoined {self.larger(number - 1)})", level - number)

    def value(self, name: str, p: Poly, terms: Terms, level: int = 0) -> str:
        """Return a term of the sort of `name`, in brackets if it needs them."""
        return self.vector(p, terms, level) if name.endswith("@") else add_brackets(self.real(p, terms))

    def applied(self, name: str, p: Poly, terms: Terms, level: int) -> str:
        """Return a term of the sort of `name` whose variables are written as vectors of the larger space already."""
        return self.value(name, p, terms, 0 if p else level)


LEAN = Lean(
    reals="ℝ",
    index="ι",
    space="V",
    arrow=" → ",
    relations={"<=": "≤", "<": "<", "=": "=", "!=": "≠", ">": ">", ">=": "≥"},
    functions={"exp": "Real.exp", "ln": "Real.log", "sqrt": "Real.sqrt", "abs": "abs", "max": "max", "min": "min"},
    inner=("⟪{}, {}⟫_ℝ", SUM, ATOM),
    total=("(∑ i ∈ s, {})", PRODUCT, ATOM),
    vectors=("(∑ i ∈ s, {})", APPLIED, ATOM),
    count="(s.card : ℝ)",
    minus="-",
    scale="•",
    inverse="1 / {}",
    scope="",
    zero="(0 : V)",
    constant="({} : ℝ)",
    everywhere="∀ i ∈ s, ",
    both=" ∧ ",
)

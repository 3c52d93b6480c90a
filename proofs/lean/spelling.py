"""How the kernel's polynomials and facts are written in Lean, in the names of Mathlib.

>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> fact_text((">=", kernel.read_poly({"R^2": "1", "w@x": "-1/2"})), identity)
'1 / 2 * ⟪w, x⟫_ℝ ≤ R ^ 2'
>>> vector_text(kernel.read_poly({"w@": "1", "t x@": "1"}), identity)
'(w + t • x)'
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import kernel
from ..coq.spelling import bracketed, number_text, parted
from ..kernel import Fact, Poly, Rational

Terms = Mapping[str, str]  # variable of the kernel -> Lean term that needs no more brackets

RESERVED = """
    Adjoin embed adjoined gram vector_eq multiple cancel_le cancel_lt cancel_eq cancel_ne inverse_exists root_exists
    V ι s t j out i hi ih at from have show fun end open variable by do then else if where with in let match instance
    theorem example def notation local prefix section universe using calc suffices obtain intro exact Type Prop Sort
    true false lemma namespace import macro syntax private protected mutual for return try catch unless deriving
    extends class structure inductive axiom opaque abbrev nat_lit this λ Π Σ
"""


def atom_text(name: str, terms: Terms) -> str:
    """An atom: a variable, an inner product or a sum."""
    under, pair = kernel.inside(name), name.split("@")
    if under is not None:
        return f"(∑ i ∈ s, {monomial_text(under, 1, terms)})" if under else "(s.card : ℝ)"
    if len(pair) == 2 and pair[1]:
        return f"⟪{terms[pair[0] + '@']}, {terms[pair[1] + '@']}⟫_ℝ"
    return terms[name]


def monomial_text(monomial: kernel.Monomial, value: Rational, terms: Terms) -> str:
    """A monomial with a positive coefficient."""
    factors = [atom_text(name, terms) + (f" ^ {e}" if e > 1 else "") for name, e in monomial]
    return " * ".join([number_text(value)] * (value != 1 or not factors) + factors)


def real_text(p: Poly, terms: Terms) -> str:
    """A polynomial: what is added first, then what is subtracted; a constant says that it is real."""
    if set(p) <= {()}:
        value = p.get((), 0)
        return f"({'-' if value < 0 else ''}{number_text(max(value, -value))} : ℝ)"
    less, more = parted(p)
    plus = " + ".join(monomial_text(m, c, terms) for m, c in more.items())
    minus = "".join(f" - {monomial_text(m, c, terms)}" for m, c in less.items())
    return plus + minus if plus else "-" + minus.removeprefix(" - ")


def sides(p: Poly, terms: Terms) -> tuple[str, str]:
    """The two sides of a comparison with p: less, more."""
    less, more = parted(p)
    return real_text(less, terms), real_text(more, terms)


def fact_text(fact: Fact, terms: Terms, *, everywhere: bool = False) -> str:
    """A fact without minus signs; with `everywhere`, for every index."""
    relation, p = fact
    less, more = sides(p, terms)
    text = {">=": f"{less} ≤ {more}", ">": f"{less} < {more}", "=": f"{more} = {less}", "!=": f"{more} ≠ {less}"}
    return f"∀ i ∈ s, {text[relation]}" if everywhere else text[relation]


def space_text(level: int) -> str:
    """V with so many units adjoined."""
    return "V" if level == 0 else f"(Adjoin {space_text(level - 1)})"


def lifted(text: str, level: int) -> str:
    """A vector as one of a space with so many units more."""
    for _ in range(level):
        text = f"(embed {text})"
    return text


def vector_text(p: Poly, terms: Terms, level: int = 0) -> str:
    """A vector of the space with `level` units adjoined."""
    coefficients: dict[str, Poly] = {}
    for name, rest, value in kernel.parts(p):
        coefficients.setdefault(name, {})[rest] = value
    if list(coefficients.values()) == [{(): 1}]:
        return base_text(next(iter(coefficients)), terms, level)
    scaled = [
        ("" if c == {(): 1} else f"{real(c, terms)} • ") + base_text(name, terms, level)
        for name, c in sorted(coefficients.items(), key=lambda item: item[0].startswith("#"))
    ]
    return f"({' + '.join(scaled)})" if scaled else f"(0 : {space_text(level)})"


def base_text(name: str, terms: Terms, level: int) -> str:
    """A vector variable or an adjoined unit."""
    if not name.startswith("#"):
        return lifted(terms[name], level)
    number = int(name[1:-1])
    return lifted(f"(adjoined {space_text(number - 1)})", level - number)


def real(p: Poly, terms: Terms) -> str:
    """A polynomial, in brackets if it needs them."""
    return bracketed(real_text(p, terms))


def term_text(name: str, p: Poly, terms: Terms, level: int = 0) -> str:
    """A term of the sort of `name`, in brackets if it needs them."""
    return vector_text(p, terms, level) if name.endswith("@") else real(p, terms)

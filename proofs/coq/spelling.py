"""How the kernel's names, polynomials and facts are written in Coq.

>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> fact_text((">=", kernel.read_poly({"R^2": "1", "w@x": "-1/2"})), identity)
'1 / 2 * inner w x <= R ^ 2'
>>> vector_text(kernel.read_poly({"w@": "1", "t x@": "1"}), identity)
'(w + t *: x)%V'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .. import kernel
from ..kernel import Fact, Poly, Rational

Terms = Mapping[str, str]  # variable of the kernel -> Coq term that needs no more brackets

RESERVED = """
    as at cofix else end exists exists2 fix for forall fun if in is let match mod return then where with Prop Set
    Type SProp using by
    E Real ips vector vzero vadd vscale inner adjoin embed adjoined total size i below reached index IH INR
    gap gap_strict gap_weak gap_square square product product_strict multiple cancel_le cancel_lt cancel_eq cancel_neq
    inverse_exists root_exists transport vector_eq total_le total_lt total_eq conj Rlt_le inner_comm inner_nonneg
    Rle_or_lt Req_dec Rtotal_order S_INR each_below below_each same_family
"""
TEMPORARY = re.compile(r"(premise|raw|reduced|multiplier|sign|norm|total|same|seen|side|found|invariants|arms)\d*\Z")


class Unsupported(Exception):
    """An entry that has no translation; the message says why."""


class Names:
    """Identifiers for the names of one proof: readable, and no two alike.

    >>> names = Names()
    >>> [names(n) for n in ("w*@", "x[i]@", "b", "b.def", "b-def", "sum", "in", "w*@")]
    ['w_star', 'x', 'b', 'b_def', "b_def'", 'sum', "in'", 'w_star']
    """

    def __init__(self, taken: Iterable[str] = ()):
        """`taken` are identifiers that mean something already."""
        self._taken = {*RESERVED.split(), *taken}
        self._given: dict[tuple[str, str], str] = {}

    def __call__(self, name: str, kind: str = "term") -> str:
        """The identifier of a variable, or with kind "fact" of a fact."""
        if (kind, name) not in self._given:
            found = identifier(name.removesuffix("@").removesuffix("[i]") if kind == "term" else name)
            while found in self._taken or TEMPORARY.match(found):
                found += "'"
            self._taken.add(found)
            self._given[kind, name] = found
        return self._given[kind, name]


def identifier(name: str) -> str:
    """A name in the letters that Coq allows."""
    text = re.sub(r"[^\w']", "_", name.replace("*", "_star"))
    return text if re.match(r"[^\W\d]", text) else f"n{text}"


def bracketed(text: str) -> str:
    """The term in brackets, unless it is just a name, a numeral or bracketed already.

    >>> bracketed("x"), bracketed("(a i)"), bracketed("(a i) * (b i)")
    ('x', '(a i)', '((a i) * (b i))')
    """
    return text if re.fullmatch(r"[\w']+|\([^()]*\)", text) else f"({text})"


# --- numbers ------------------------------------------------------------------------------------


def number_text(value: Rational) -> str:
    """A non-negative rational."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator} / {value.denominator}"


def atom_text(name: str, terms: Terms) -> str:
    """An atom: a variable, an inner product or a sum."""
    under, pair = kernel.inside(name), name.split("@")
    if under is not None:
        return f"(total size (fun i => {monomial_text(under, 1, terms)}))" if under else "INR size"
    if len(pair) == 2 and pair[1]:
        return f"inner {terms[pair[0] + '@']} {terms[pair[1] + '@']}"
    return terms[name]


def monomial_text(monomial: kernel.Monomial, value: Rational, terms: Terms) -> str:
    """A monomial with a positive coefficient."""
    factors = [atom_text(name, terms) + (f" ^ {e}" if e > 1 else "") for name, e in monomial]
    return " * ".join([number_text(value)] * (value != 1 or not factors) + factors)


def real_text(p: Poly, terms: Terms) -> str:
    """A polynomial: what is added first, then what is subtracted."""
    less, more = parted(p)
    plus = " + ".join(monomial_text(m, c, terms) for m, c in more.items())
    minus = "".join(f" - {monomial_text(m, c, terms)}" for m, c in less.items())
    return (plus + minus if plus else minus.lstrip()) or "0"


def parted(p: Poly) -> tuple[Poly, Poly]:
    """p = more - less, both with positive coefficients."""
    return {m: -c for m, c in p.items() if c < 0}, {m: c for m, c in p.items() if c > 0}


def sides(p: Poly, terms: Terms) -> tuple[str, str]:
    """The two sides of a comparison with p: less, more."""
    less, more = parted(p)
    return real_text(less, terms), real_text(more, terms)


def fact_text(fact: Fact, terms: Terms, *, everywhere: bool = False) -> str:
    """A fact without minus signs; with `everywhere`, for every index."""
    relation, p = fact
    less, more = sides(p, terms)
    text = {">=": f"{less} <= {more}", ">": f"{less} < {more}", "=": f"{more} = {less}", "!=": f"{more} <> {less}"}
    return f"forall i, (i < size)%nat -> {text[relation]}" if everywhere else text[relation]


# --- vectors ------------------------------------------------------------------------------------


def space_text(level: int) -> str:
    """E with so many units adjoined."""
    return "E" if level == 0 else f"(adjoin {space_text(level - 1)})"


def lifted(text: str, level: int) -> str:
    """A vector as one of a space with so many units more."""
    for _ in range(level):
        text = f"(embed {text})"
    return text


def level_of(polys: Iterable[Poly]) -> int:
    """How many adjoined units the terms need."""
    units = {name for p in polys for m in p for name, _ in m if name.startswith("#")}
    return max((int(name[1:-1]) for name in units), default=0)


def vector_text(p: Poly, terms: Terms, level: int = 0) -> str:
    """A vector of the space with `level` units adjoined."""
    coefficients: dict[str, Poly] = {}
    for name, rest, value in kernel.parts(p):
        coefficients.setdefault(name, {})[rest] = value
    scaled = [
        ("" if c == {(): 1} else f"{bracketed(real_text(c, terms))} *: ") + base_text(name, terms, level)
        for name, c in sorted(coefficients.items(), key=lambda item: item[0].startswith("#"))
    ]
    if not scaled:
        return f"(vzero {space_text(level)})"
    return scaled[0] if len(scaled) == 1 and "*:" not in scaled[0] else f"({' + '.join(scaled)})%V"


def base_text(name: str, terms: Terms, level: int) -> str:
    """A vector variable or an adjoined unit."""
    if not name.startswith("#"):
        return lifted(terms[name], level)
    number = int(name[1:-1])
    return lifted(f"(adjoined {space_text(number - 1)})", level - number)


def term_text(name: str, p: Poly, terms: Terms, level: int = 0) -> str:
    """A term of the sort of `name`, in brackets if it needs them."""
    return vector_text(p, terms, level) if name.endswith("@") else bracketed(real_text(p, terms))

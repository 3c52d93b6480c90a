"""How the kernel's names, polynomials and facts are written in a prover's language.

Main definitions:
    Spelling    the words of a language, and the texts that are made of them in the same way in every language
    Names       identifiers for the names of a proof
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .. import kernel
from ..kernel import Fact, Poly, Rational

Lines = list[str]
Terms = Mapping[str, str]  # variable of the kernel -> term that needs no more brackets

RESERVED = """
    as at cofix else end exists exists2 fix for forall fun if in is let match mod return then where with Prop Set
    Type SProp using by
    E Real ips vector vzero vadd vscale inner adjoin embed adjoined total size i below reached index IH INR
    gap gap_strict gap_weak gap_square square product product_strict multiple cancel_le cancel_lt cancel_eq cancel_neq
    inverse_exists root_exists transport vector_eq total_le total_lt total_eq conj Rlt_le inner_comm inner_nonneg
    Rle_or_lt Req_dec Rtotal_order S_INR each_below below_each same_family
    same_inner same_applied
    exp exp_pos exp_law exp_remainder log_exists vsum each_exists nearest_exists projection_exists
"""
TEMPORARY = re.compile(
    r"(premise|raw|reduced|multiplier|sign|norm|total|same|seen|side|found|invariants|arms|schema|entry)\d*\Z"
)


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
    text = re.sub(r"[^\w']|[²³¹⁰-⁹]", "_", name.replace("*", "_star"))
    return text if re.match(r"[^\W\d]", text) else f"n{text}"


def bracketed(text: str) -> str:
    """The term in brackets, unless it is just a name, a numeral or bracketed already.

    >>> bracketed("x"), bracketed("(a i)"), bracketed("(a i) * (b i)")
    ('x', '(a i)', '((a i) * (b i))')
    """
    return text if re.fullmatch(r"[\w']+|\([^()]*\)", text) else f"({text})"


def bracketed_once(text: str) -> str:
    """The term without brackets that hold nothing but brackets.

    >>> bracketed_once("((a i) * (((b i) ^ 2)))")
    '((a i) * ((b i) ^ 2))'
    """
    opened, partner = list[int](), dict[int, int]()
    for at, letter in enumerate(text):
        if letter == "(":
            opened.append(at)
        elif letter == ")":
            partner[opened.pop()] = at
    doubled = [at for at in partner if partner.get(at + 1) == partner[at] - 1]
    left_out = {*doubled, *map(partner.get, doubled)}
    return "".join(letter for at, letter in enumerate(text) if at not in left_out)


def number_text(value: Rational) -> str:
    """A non-negative rational."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator} / {value.denominator}"


def parted(p: Poly) -> tuple[Poly, Poly]:
    """p = more - less, both with positive coefficients."""
    return {m: -c for m, c in p.items() if c < 0}, {m: c for m, c in p.items() if c > 0}


def level_of(polys: Iterable[Poly]) -> int:
    """How many adjoined units the terms need."""
    units = {name for p in polys for m in p for name, _ in m if name.startswith("#")}
    return max((int(name[1:-1]) for name in units), default=0)


def lifted(text: str, level: int) -> str:
    """A vector as one of a space with so many units more."""
    for _ in range(level):
        text = f"(embed {text})"
    return text


@dataclass(frozen=True)
class Spelling:
    """The words of a language; {} stands for what they are said of."""

    reals: str  # the type of numbers
    index: str  # the type of indices
    arrow: str  # between the types of a function
    space: str  # the space that theorems are about
    in_space: str  # the argument that names a space
    adjoin: str  # the space with one dimension more
    inner: str  # the inner product
    total: str  # the sum of the members of a family
    vectors: str  # the same, of vectors
    count: str  # how many members there are
    exponential: str  # the exponential of a number
    size: str  # the argument that names the index set
    relations: Mapping[str, str]
    everywhere: str  # before what holds at every index
    some: str  # before what holds of a number that exists
    both: str  # and
    constant: str  # a number without variables
    minus: str  # before what has nothing to be subtracted from
    scale: str  # between a number and a vector
    combined: str  # a combination of vectors
    zero: str  # the zero vector of a space

    # --- numbers ---

    def atom(self, name: str, terms: Terms) -> str:
        """An atom: a variable, an inner product, a sum or an exponential; what has a term of its own is that."""
        kind, inner, pair = kernel.shape(name)
        if name in terms or kind == "variable":
            return terms[name]
        if kind == "pair":
            return self.inner.format(*(self.atom(vector, terms) for vector in pair))
        if kind == "exp":
            return self.exponential.format(bracketed(self.real(inner, terms)))
        if name.endswith("@"):
            return self.vectors.format(self.vector(inner, terms))
        return self.total.format(self.real(inner, terms)) if name != "sum()" else self.count

    def monomial(self, monomial: kernel.Monomial, value: Rational, terms: Terms) -> str:
        """A monomial with a positive coefficient."""
        factors = [self.atom(name, terms) + (f" ^ {e}" if e > 1 else "") for name, e in monomial]
        return " * ".join([number_text(value)] * (value != 1 or not factors) + factors)

    def real(self, p: Poly, terms: Terms) -> str:
        """A polynomial: what is added first, then what is subtracted."""
        less, more = ([self.monomial(m, c, terms) for m, c in part.items()] for part in parted(p))
        text = " - ".join([" + ".join(more), *less] if more else less)
        text = text if more or not less else f"{self.minus}{text}"
        return self.constant.format(text or "0") if set(p) <= {()} else text

    def sides(self, p: Poly, terms: Terms) -> tuple[str, str]:
        """The two sides of a comparison with p: less, more."""
        less, more = parted(p)
        return self.real(less, terms), self.real(more, terms)

    def fact(self, fact: Fact, terms: Terms, *, everywhere: bool = False) -> str:
        """A fact without minus signs; with `everywhere`, for every index."""
        relation, p = fact
        less, more = self.sides(p, terms)
        left, right = (less, more) if ">" in relation else (more, less)
        return f"{self.everywhere * everywhere}{left} {self.relations[relation]} {right}"

    def all_of(self, facts: list[str]) -> str:
        """All facts."""
        return facts[0] if len(facts) == 1 else self.both.join(f"({t})" if self.everywhere in t else t for t in facts)

    # --- vectors ---

    def sort(self, name: str) -> str:
        """The type of a variable."""
        member = self.space if name.endswith("@") else self.reals
        return f"{self.index}{self.arrow}{member}" if "[i]" in name else member

    def larger(self, level: int) -> str:
        """The space with so many units adjoined."""
        return self.space if level == 0 else f"({self.adjoin} {self.larger(level - 1)})"

    def vector(self, p: Poly, terms: Terms, level: int = 0) -> str:
        """A vector of the space with `level` units adjoined."""
        coefficients: dict[str, Poly] = {}
        for name, rest, value in kernel.parts(p):
            coefficients.setdefault(name, {})[rest] = value
        if list(coefficients.values()) == [{(): 1}]:
            return self.base(next(iter(coefficients)), terms, level)
        scaled = [
            ("" if c == {(): 1} else f"{bracketed(self.real(c, terms))} {self.scale} ") + self.base(name, terms, level)
            for name, c in sorted(coefficients.items(), key=lambda item: item[0].startswith("#"))
        ]
        return self.combined.format(" + ".join(scaled)) if scaled else self.zero.format(self.larger(level))

    def base(self, name: str, terms: Terms, level: int) -> str:
        """A vector variable or an adjoined unit."""
        if not name.startswith("#"):
            return lifted(self.atom(name, terms), level)
        number = int(name[1:-1])
        return lifted(f"(adjoined {self.larger(number - 1)})", level - number)

    def term(self, name: str, p: Poly, terms: Terms, level: int = 0) -> str:
        """A term of the sort of `name`, in brackets if it needs them."""
        return self.vector(p, terms, level) if name.endswith("@") else bracketed(self.real(p, terms))

    def applied(self, name: str, p: Poly, terms: Terms, level: int) -> str:
        """A term of the sort of `name` whose variables are spelled as vectors of the larger space already."""
        return self.term(name, p, terms) if p or not name.endswith("@") else self.zero.format(self.larger(level))


def wrapped(text: str, width: int = 110) -> Lines:
    """A long line, broken at spaces."""
    lines, line = list[str](), ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            lines, line = [*lines, line], "   "
        line = f"{line} {word}" if line else word
    return [*lines, line]


def indented(lines: Iterable[str], columns: int = 2) -> Lines:
    """Return the lines, moved to the right."""
    return [f"{' ' * columns}{line}" for line in lines]

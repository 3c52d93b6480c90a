"""Names and terms in a prover's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TypeAlias

from .. import kernel
from ..kernel import Json, Poly, items
from ..search.proof_json import describe_refusal
from ..statements.expressions import is_vector, walk_terms
from ..statements.vector_language import write_monomial

Lines = list[str]

RESERVED = """
    as at cofix else end exists exists2 fix for forall fun if in is let match mod return then where with Prop Set
    Type SProp using by Axiom CoFixpoint Definition Fixpoint Hypothesis Parameter Theorem Variable
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


FAULTS = (Unsupported, kernel.Rejected, AttributeError, LookupError, TypeError, ValueError)  # also malformed entries


class Names:
    """Identifiers for the names of one proof: readable and unique.

    >>> names = Names()
    >>> [names(n) for n in ("w*@", "x[i]@", "b", "b.def", "b-def", "sum", "in", "w*@")]
    ['w_star', 'x', 'b', 'b_def', "b_def'", 'sum', "in'", 'w_star']
    """

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = {*RESERVED.split(), *taken}
        self._given: dict[tuple[str, str], str] = {}

    def __call__(self, name: str, kind: str = "term") -> str:
        """Return the identifier of a variable, or with kind "fact" of a fact."""
        if (kind, name) not in self._given:
            found = identifier(name.removesuffix("@").removesuffix("[i]") if kind == "term" else name)
            while found in self._taken or TEMPORARY.match(found):
                found += "'"
            self._taken.add(found)
            self._given[kind, name] = found
        return self._given[kind, name]


def identifier(name: str) -> str:
    """Return a name in the characters that Coq allows."""
    text = re.sub(r"[^\w']|[²³¹⁰-⁹]", "_", name.replace("*", "_star"))
    return text if re.match(r"[^\W\d]", text) else f"n{text}"


def describe_fault(problem: Exception) -> str:
    """Return why an entry has no translation, on one line."""
    return describe_refusal(" ".join(f"{type(problem).__name__}: {problem}".split()))


def add_brackets(text: str) -> str:
    """Return the term in brackets, unless it is a name, a numeral or already in brackets.

    >>> add_brackets("x"), add_brackets("(a i)"), add_brackets("(a i) * (b i)")
    ('x', '(a i)', '((a i) * (b i))')
    """
    return text if re.fullmatch(r"[\w']+|\([^()]*\)", text) else f"({text})"


def level_of(polys: Iterable[Poly]) -> int:
    """Return the number of adjoined units that occur in the terms."""
    units = {name for p in polys for m in p for name, _ in m if name.startswith("#")}
    return max((int(name[1:-1]) for name in units), default=0)


# --- polynomials as terms -------------------------------------------------------------------------


def poly_to_term(p: Poly, known: Container[str] = ()) -> Json:
    """Return a polynomial as a term: the positive terms first, then the negative; `known` atoms are names.

    >>> poly_to_term({((("a", 2)),): 1, (): -3})
    ['-', ['^', 'a', '2'], '3']
    """
    atom = partial(_atom_to_term, known=known)
    more = [write_monomial(m, c, atom) for m, c in p.items() if c > 0]
    less = [write_monomial(m, -c, atom) for m, c in p.items() if c < 0]
    term = join_terms("+", more) if more else ["-", less.pop(0)] if less else "0"
    for other in less:
        term = ["-", term, other]
    return term


def _atom_to_term(atom: str, known: Container[str] = ()) -> Json:
    if atom in known or atom in kernel.UNITS:
        return atom
    kind, inner, pair = kernel.shape(atom)
    if pair:
        return ["@", *(_atom_to_term(x, known) for x in pair)]
    return [kind, poly_to_term(inner, known)] if kind in ("sum", "exp") else atom


def join_terms(word: str, terms: list[Json]) -> Json:
    """Return a sum or product of one or more terms."""
    return terms[0] if len(terms) == 1 else [word, *terms]


# --- statements as written ------------------------------------------------------------------------


def expand_term(data: Json) -> Json:
    """Return a term with only whole positive powers, and with sums, products and maxima of two."""
    if isinstance(data, str):
        return data
    word, *parts = data
    if word == "^":
        base, n = expand_term(parts[0]), Fraction(parts[1])
        power = ["^", base if n.denominator == 1 else ["sqrt", base], str(abs(n.numerator))]
        return power if n >= 0 else ["/", "1", power]
    parts = [expand_term(part) for part in parts]
    while len(parts) > 2:
        parts = [[word, *parts[:2]], *parts[2:]]
    return [word, *parts]


def nearest_point_facts(lets: Json) -> dict[str, Json]:
    """Return the facts about the weights of nearest points, each with two sides.

    >>> known = nearest_point_facts([{"name": "m[i]", "kind": "projection", "of": "x[i]@", "to": "c@", "balance": "0",
    ...                 "multiplier": "b"}])
    >>> known["m[i].along"]
    ['=', ['@', ['-', 'c@', ['sum', ['*', 'm[i]', 'x[i]@']]], ['sum', ['*', 'm[i]', 'x[i]@']]], '0']
    """
    facts = dict[str, Json]()
    for d in items(lets):
        if d["kind"] not in ("nearest", "projection"):
            continue
        n, f, c, y = (d["name"], *(poly_to_term(kernel.read_poly(d[part])) for part in ("of", "to", "balance")))
        point = ["sum", ["*", n, f]]
        gap = ["-", c, point]
        across = ["+", ["@", gap, f], ["*", d["multiplier"], y]] if y != "0" else ["@", gap, f]
        facts[f"{n}.across"] = ["<=", across, "0"] if d["kind"] == "nearest" else ["=", "0", across]
        facts[f"{n}.along"] = ["=", ["@", gap, point], "0"]
        facts[f"{n}.balance"] = ["=", ["sum", ["*", n, y]], "0"]
        facts |= {f"{n}.sign": [">=", n, "0"]} if d["kind"] == "nearest" else {}
    return _expand_facts(facts)


def make_readable(statement: Json) -> Json:
    """Return the statement with binary operations. A conclusion in which [i] cancels is multiplied out, because it is
    stated without "for every i"."""
    table, shown, run = kernel.read_table(statement.get("let")), dict(statement["show"]), statement.get("run")
    for name, fact in shown.items():
        relation, p = kernel.read_fact(name, fact, table, stronger=True)
        if any(map(kernel.mentions_index, fact[1:])) and not kernel.is_indexed(p):
            shown[name] = [relation, poly_to_term(p), "0"]
    facts = {"assume": _expand_facts(statement["assume"]), "show": _expand_facts(shown)}
    if not run:
        return {**statement, **facts}
    moves = {part: {n: expand_term(t) for n, t in run[part].items()} for part in ("start", "next")}
    lists = {part: kernel.items(run[part]) for part in ("state", "input")}
    return {**statement, **facts, "run": {**run, **lists, **moves, "when": _expand_facts(run["when"])}}


def _expand_facts(facts: Json) -> dict[str, Json]:
    return {name: [relation, *map(expand_term, sides)] for name, (relation, *sides) in facts.items()}


# --- terms as texts -------------------------------------------------------------------------------

SUM, PRODUCT, SIGN, POWER, APPLIED, ATOM = range(1, 7)  # precedences, the weakest first
INFIX = {"+": (" + ", SUM, SUM, PRODUCT), "-": (" - ", SUM, SUM, PRODUCT), "*": (" * ", PRODUCT, PRODUCT, POWER),
         "/": (" / ", PRODUCT, PRODUCT, POWER)}
Leaf: TypeAlias = Callable[[str], tuple[str, int]]  # returns the text of a name and its precedence


@dataclass(frozen=True)
class Language:
    """The words of a language for printing terms as written; {} is the place of an argument."""

    reals: str  # the type of numbers
    index: str  # the type of indices
    space: str  # the type of vectors
    arrow: str  # between the types of a function
    relations: Mapping[str, str]
    functions: Mapping[str, str]
    inner: tuple[str, int, int]  # the inner product, the least precedence of its vectors, and its own precedence
    total: tuple[str, int, int]  # the sum of the members of a family, likewise
    vectors: tuple[str, int, int]  # the same, of vectors
    count: str  # the number of members; "" if it is written like other sums
    minus: str  # the unary minus
    scale: str  # between a number and a vector
    inverse: str  # the inverse of a number, for dividing a vector
    scope: str  # after vectors in brackets
    zero: str  # the zero vector
    constant: str  # a numeral with its type, where the type cannot be inferred; "" if all numerals are real
    everywhere: str  # "for every index"
    both: str  # "and"

    def number(self, data: Json, leaf: Leaf) -> tuple[str, int]:
        """Return the text of a number, and its precedence."""
        if isinstance(data, str):
            return rational(Fraction(data)) if kernel.RATIONAL.match(data) else leaf(data)
        word, *parts = data
        if word == "^":
            return f"{self.term(parts[0], leaf, APPLIED)} ^ {parts[1]}", POWER
        if word == "@":
            text, least, level = self.inner
            return text.format(*(self.argument(part, leaf, least) for part in parts)), level
        if word == "sum":
            text, least, level = (self.count, SUM, ATOM) if self.count and parts == ["1"] else self.total
            member, strength = self.number(parts[0], leaf)
            apart = strength < least or bool(self.scope and least > SUM and strength == SIGN)
            return text.format(f"({member}){'%R' * bool(self.scope)}" if apart else member), level
        if word in self.functions:
            return " ".join([self.functions[word], *(self.term(part, leaf, ATOM) for part in parts)]), APPLIED
        if word == "-" and len(parts) == 1:
            return f"{self.minus}{self.term(parts[0], leaf, POWER)}", SIGN
        sign, level, least, other = INFIX[word]
        first, *others = parts
        return sign.join([self.term(first, leaf, least), *(self.term(part, leaf, other) for part in others)]), level

    def term(self, data: Json, leaf: Leaf, least: int = SUM) -> str:
        """Return the text of a number, in brackets if its precedence is below `least`."""
        text, level = self.number(data, leaf)
        return text if level >= least else f"({text})"

    def combination(self, data: Json, leaf: Leaf) -> tuple[str, int]:
        """Return the text of a vector, and its precedence."""
        if isinstance(data, str):
            return (self.zero, APPLIED) if kernel.RATIONAL.match(data) else leaf(data)
        word, *parts = data
        if word == "sum":
            text, least, level = self.vectors
            return text.format(self.argument(parts[0], leaf, least)), level
        if word == "*":
            *numbers, vector = sorted(parts, key=is_vector)
            return self.scaled(self.scalar(join_terms("*", numbers), leaf), self.part(vector, leaf, APPLIED)), PRODUCT
        if word == "/":
            inverse = self.inverse.format(self.among_vectors().term(parts[1], leaf, ATOM))
            scalar = self.constant.format(inverse) if self.constant and is_constant(parts[1]) else f"({inverse})"
            return self.scaled(scalar, self.part(parts[0], leaf, APPLIED)), PRODUCT
        if len(parts) == 1:
            return f"{self.minus}{self.part(parts[0], leaf, APPLIED)}", SIGN
        first, *others = parts
        return f" {word} ".join([self.part(first, leaf, SUM), *(self.part(v, leaf, PRODUCT) for v in others)]), SUM

    def scalar(self, data: Json, leaf: Leaf) -> str:
        """Return the text of a number that multiplies a vector."""
        typed = self.constant and is_constant(data)
        return self.constant.format(self.term(data, leaf)) if typed else self.among_vectors().term(data, leaf, POWER)

    def among_vectors(self) -> Language:
        """Return the language of numbers within vectors in brackets: where these have a scope, Coq takes the members of
        a sum for vectors if they are sums, unless they have one too."""
        return replace(self, total=(self.total[0], PRODUCT, self.total[2])) if self.scope else self

    def scaled(self, scalar: str, vector: str) -> str:
        """Return a multiple of a vector."""
        return f"{scalar} {self.scale} {vector}"

    def part(self, data: Json, leaf: Leaf, least: int) -> str:
        """Return the text of a vector in a combination."""
        text, level = self.combination(data, leaf)
        return text if level >= least else f"({text})"

    def argument(self, data: Json, leaf: Leaf, least: int = ATOM) -> str:
        """Return the text of a vector that is an argument or a side."""
        text, level = self.combination(data, leaf)
        return text if level >= least else f"({text}){self.scope * (level < APPLIED)}"

    def relation(self, data: Json, leaf: Leaf) -> str:
        """Return a fact as written, with "for every index" if it contains one."""
        return self.everywhere * any(map(kernel.mentions_index, data[1:])) + self.plain_relation(data, leaf)

    def plain_relation(self, data: Json, leaf: Leaf) -> str:
        """Return a fact about a given index."""
        relation, *sides = data
        vector = any(map(is_vector, sides))
        left, right = (self.argument(side, leaf) if vector else self.term(side, leaf) for side in sides)
        if self.constant and not vector and all(map(is_constant, sides)):
            left = self.constant.format(left)
        return f"{left} {self.relations[relation]} {right}"

    # --- sorts ---

    def sort(self, name: str) -> str:
        """Return the type of a name."""
        member = self.space if name.endswith("@") else self.reals
        return f"{self.index}{self.arrow}{member}" if "[i]" in name else member

    def binders(self, names: Iterable[str], call: Callable[[str], str]) -> str:
        """Return binders for names, grouped by type: (w x : E) (b R : Real)."""
        groups = groupby(names, self.sort)
        return " ".join(f"({' '.join(map(call, members))} : {sort})" for sort, members in groups)

    def all_of(self, facts: list[str]) -> str:
        """Return the conjunction of facts."""
        return facts[0] if len(facts) == 1 else self.both.join(f"({t})" if self.everywhere in t else t for t in facts)


def rational(q: Fraction) -> tuple[str, int]:
    """Return the text of a rational number, and its precedence."""
    if q.denominator == 1:
        return str(q.numerator), ATOM if q >= 0 else SIGN
    return f"{q.numerator} / {q.denominator}", PRODUCT if q > 0 else SUM - 1


def is_constant(data: Json) -> bool:
    """Return whether a term contains no name."""
    if isinstance(data, str):
        return bool(kernel.RATIONAL.match(data))
    return data[0] != "sum" and all(map(is_constant, data[1:]))


def uses(word: str, *tables: Mapping[str, Json] | None) -> bool:
    """Return whether an operation occurs in facts or terms; a variable with the same name does not count.

    >>> uses("sum", {"h": [">=", "sum", "0"]}), uses("sum", {"h": [">=", ["sum", "a[i]"], "0"]})
    (False, True)
    """
    parts = (part for table in tables if table for data in table.values() for part in walk_terms(data))
    return any(part[0] == word for part in parts if not isinstance(part, str))


# --- lines ----------------------------------------------------------------------------------------


def wrap_words(text: str, width: int = 110) -> Lines:
    """Break a long line at spaces."""
    lines, line = list[str](), ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            lines, line = [*lines, line], "   "
        line = f"{line} {word}" if line else word
    return [*lines, line]


def indent(lines: Iterable[str], columns: int = 2) -> Lines:
    """Return the lines, indented by `columns` spaces."""
    return [f"{' ' * columns}{line}" for line in lines]

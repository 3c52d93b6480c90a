"""One polynomial certificate in Coq: the sign of each product is asserted, so that the rest is linear."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ... import kernel
from ...kernel import Context, Json, Poly
from ..spelling import Lines, bracketed, level_of
from ..stating import exponent, sum_atoms
from .tactics import converting


class Remainder(NamedTuple):
    """exp(of) less exp(at) times the series of odd degree of the difference."""

    of: Poly
    at: Poly
    degree: int

    @classmethod
    def read(cls, data: Json) -> Remainder:
        """From {"of", "at", "degree"}."""
        return cls(exponent(kernel.read_poly(data["of"])), exponent(kernel.read_poly(data["at"])), data["degree"])

    def proof(self, spelled: Callable[[Poly], str]) -> str:
        """The proof that it is not negative."""
        return f"exp_remainder {self.degree // 2} {spelled(self.of)} {spelled(self.at)}"


class Signs:
    """The products behind one certificate, asserted one by one."""

    def __init__(self, writer: Any, context: Context, goal: str):
        """Nothing is asserted yet. `goal` is the text of what is to be shown."""
        self.writer, self.context = writer, context
        self.known, self.sized = [goal], False  # texts in which what they mention is kept; are there sums elsewhere?
        self.used: list[str] = []
        self.schemas: Lines = []
        self.posed: list[str] = []

    def lines(self) -> Lines:
        """Forget what is not used, then assert the products."""
        keep, size = list(dict.fromkeys(self.used)), self.writer.spell.size
        keep += [size] * (self.sized and not re.search(rf"\b{size}\b", " ".join(self.known)))
        return [f"clear - {' '.join(keep)}." if keep else "clear.", *self.schemas, *self.posed]

    def pose(self, proof: str, *, series: bool = False) -> None:
        """A product, known by its proof; the series in it are written out."""
        line, name = f"pose proof ({proof})", f"sign{len(self.posed) + 1}"
        if not any(p.startswith(line + " as") for p in self.posed):
            self.posed.append(f"{line} as {name}.{f' in_series {name}.' * series}")

    def keep(self, *polys: Poly) -> None:
        """The variables of terms that appear in products must not be forgotten."""
        self.used += [self.writer.ident(n) for p in polys for n in sorted(kernel.variables(p)) if not n.startswith("#")]
        self.sized = self.sized or bool(sum_atoms(polys))

    def quote(self, name: str) -> str:
        """The hypothesis that holds a fact, which is used."""
        self.known.append(self.writer.text(self.context, self.context.facts[name]))
        return self.writer.fact(name)

    def value(self, term: Json) -> Poly:
        """The value of a product."""
        return kernel.Checker({}).positive(self.context, term)[0]

    def sum_of(self, terms: list[Json], *, strict: bool) -> str:
        """Assert the sign of each product; the text of the sum."""
        for term in terms:
            self.product(term, strict)
        return self.writer.spell.real(kernel.add(*map(self.value, terms)), self.writer.here(self.context))

    def product(self, term: Json, strict: bool) -> None:
        """Assert the sign of one product, unless it is linear."""
        facts = [(self.quote(n), self.context.facts[n][0]) for n in term.get("facts") or []]
        squares = [kernel.read_poly(q) for q in term.get("squares") or []]
        norms = [kernel.read_poly(v) for v in term.get("norms") or []]
        self.used += [name for name, _ in facts]
        exponents = [exponent(p) for p in map(kernel.read_poly, term.get("exponentials") or []) if p]
        remainders = [Remainder.read(data) for data in term.get("remainders") or []]
        self.keep(*squares, *norms, *exponents, *(p for r in remainders for p in (r.of, r.at)))
        more = squares or norms or exponents or remainders
        if [relation for _, relation in facts] in ([">="], [">"]) and not more:
            return
        weak = squares or norms or remainders
        strict = strict and not weak and all(relation != ">=" for _, relation in facts)
        factors = [self.factor(name, relation, strict) for name, relation in facts]
        here = self.writer.here(self.context)
        factors += [f"square {bracketed(self.writer.spell.real(q, here))}" for q in squares]
        factors += [self.norm(v) for v in norms]
        positive = "exp_pos {}" if strict else "Rlt_le _ _ (exp_pos {})"
        factors += [positive.format(bracketed(self.writer.spell.real(p, here))) for p in exponents]
        if not factors + remainders or (not remainders and len(factors) == 1 and factors[0].startswith("norm")):
            return
        factors += [r.proof(lambda p: bracketed(self.writer.spell.real(p, here))) for r in remainders]
        proof = factors[0]
        for factor in factors[1:]:
            proof = f"{'product_strict' if strict else 'product'} ({proof}) ({factor})"
        self.pose(proof, series=bool(remainders))

    def factor(self, name: str, relation: str, strict: bool) -> str:
        """A proof that what a fact compares with 0 is positive, or not negative."""
        if relation == "!=":
            return f"gap_square {name}" if strict else f"Rlt_le _ _ (gap_square {name})"
        return f"{'gap' if relation == '>=' else 'gap_strict' if strict else 'gap_weak'} {name}"

    def norm(self, v: Poly) -> str:
        """A proof that a square length is not negative."""
        here, level = self.writer.here(self.context), level_of([v])
        vector = self.writer.spell.vector(v, here, level)
        gram = kernel.gram(v, v)
        if len(v) == 1 and set(gram.values()) == {1} and "*:" not in vector and level == 0:
            return f"inner_nonneg {vector}"
        name = f"norm{len(self.posed) + 1}"
        steps = f"pose proof (inner_nonneg {vector}) as raw; {converting('', '', '', 'raw', self.writer.swaps([v]))}"
        self.posed.append(f"assert ({name} : 0 <= {self.writer.spell.real(gram, here)}) by ({steps}).")
        return name

    def multiple(self, entry: Json) -> None:
        """A multiple of an equation."""
        by = kernel.read_poly(entry["by"])
        if "fact" in entry:
            name = self.quote(entry["fact"])
            self.used.append(name)
        else:
            asserted, name, polys = self.writer.schema(self.context, entry)
            self.schemas += asserted
            self.keep(*polys)
        self.keep(by)
        if set(by) - {()}:
            self.pose(f"multiple {bracketed(self.writer.spell.real(by, self.writer.here(self.context)))} {name}")

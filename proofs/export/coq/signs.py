"""One polynomial certificate in Coq: the sign of each product is asserted, so that the rest is linear."""

from __future__ import annotations

from ... import kernel
from ...kernel import Context, Json, Poly
from ..spelling import Lines, bracketed, level_of
from ..stating import Stating
from .tactics import converting


class Signs:
    """The products behind one certificate, asserted one by one."""

    def __init__(self, writer: Stating, context: Context):
        """Nothing is asserted yet."""
        self.writer, self.context = writer, context
        self.used: list[str] = []
        self.posed: list[str] = []

    def lines(self) -> Lines:
        """Forget what is not used, then assert the products."""
        keep = list(dict.fromkeys(self.used))
        return [f"clear - {' '.join(keep)}." if keep else "clear.", *self.posed]

    def pose(self, proof: str) -> None:
        """A product, known by its proof."""
        line = f"pose proof ({proof})"
        if not any(p.startswith(line + " as") for p in self.posed):
            self.posed.append(f"{line} as sign{len(self.posed) + 1}.")

    def keep(self, *polys: Poly) -> None:
        """The variables of terms that appear in products must not be forgotten."""
        self.used += [self.writer.ident(n) for p in polys for n in sorted(kernel.variables(p)) if not n.startswith("#")]

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
        facts = [(self.writer.fact(n), self.context.facts[n][0]) for n in term.get("facts") or []]
        squares = [kernel.read_poly(q) for q in term.get("squares") or []]
        norms = [kernel.read_poly(v) for v in term.get("norms") or []]
        self.used += [name for name, _ in facts]
        self.keep(*squares, *norms)
        if [relation for _, relation in facts] in ([">="], [">"]) and not squares and not norms:
            return
        strict = strict and not squares and not norms and all(relation != ">=" for _, relation in facts)
        factors = [self.factor(name, relation, strict) for name, relation in facts]
        here = self.writer.here(self.context)
        factors += [f"square {bracketed(self.writer.spell.real(q, here))}" for q in squares]
        factors += [self.norm(v) for v in norms]
        if not factors or factors[0].startswith("norm"):
            return
        proof = factors[0]
        for factor in factors[1:]:
            proof = f"{'product_strict' if strict else 'product'} ({proof}) ({factor})"
        self.pose(proof)

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
        name, by = self.writer.fact(entry["fact"]), kernel.read_poly(entry["by"])
        self.used.append(name)
        self.keep(by)
        if set(by) - {()}:
            self.pose(f"multiple {bracketed(self.writer.spell.real(by, self.writer.here(self.context)))} {name}")

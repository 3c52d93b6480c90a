"""Statements of entries in Lean: names, variables by sort, hypotheses, runs; proofs are not looked at.

Main definitions:
    Theorem    what later proofs must know of an exported theorem
    Stating    the statement of one entry
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run, Statement
from ...statements.vector_language import facts_of, terms_of
from ..entry_parts import cited_ids, run_terms, sum_atoms, walk
from ..prover_syntax import Lines, Names
from .mathlib_names import LEAN, RESERVED

Goals = Mapping[str, Fact]


@dataclass(frozen=True)
class Theorem:
    """What later proofs must know of an exported theorem. `sized`: it is about an index set."""

    name: str
    variables: list[str]
    statement: Statement
    sized: bool
    parameters: list[str]  # of the run
    run_sized: bool = False

    @property
    def run(self) -> Run | None:
        """The run that the statement is about."""
        return self.statement.context.run


@dataclass(frozen=True)
class Substitution:
    """What is put for the variables of a statement: as polynomials, and as terms of the language, where vectors are of
    the space with `level` units adjoined.
    """

    images: Mapping[str, Poly]
    texts: Mapping[str, str]
    level: int = 0

    def fact(self, fact: Fact) -> Fact:
        """The fact that is meant, multiplied out."""
        return fact[0], kernel.substitute(fact[1], self.images)


def mentioned_variables(polys: Iterable[Poly]) -> set[str]:
    """All variables of the polynomials."""
    return set[str]().union(*map(kernel.variables, polys))


def exponent(p: Poly) -> Poly:
    """A polynomial in the order of its terms as an exponent."""
    return kernel.shape(next(iter(kernel.exponential(p)))[0][0]).inner if p else p


def has_index(data: Json) -> bool:
    """Does a statement or proof speak of an index set?"""
    if isinstance(data, str):
        return "[i]" in data
    if isinstance(data, dict):
        return any(map(has_index, [*data, *(part for key, part in data.items() if key != "facts")]))
    return isinstance(data, list) and (data[:1] == ["sum"] or any(map(has_index, data)))


def facts_defining(d: Definition) -> dict[str, Fact]:
    """The facts of a definition, signs first."""
    return dict(reversed(d.facts.items()))


def facts_in(proof: Json) -> set[str]:
    """The names of the facts that a proof uses."""
    named = [name for node in walk(proof) for name in [*(node.get("facts") or []), node.get("fact")]]
    return {name for name in named if isinstance(name, str)}


class Stating:
    """The statement of one entry; `theorem` is what later entries need of it."""

    def __init__(self, entry: Json, library: Mapping[str, Theorem], name: str):
        """`library` holds the exported theorems that may be cited, `name` is the name in Lean."""
        self.library, self.name, self.entry = library, name, entry
        cited_names = (library[i].name for i in cited_ids(entry) if i in library)
        self.ident = Names([name, f"{name}_Reached", *cited_names, *RESERVED.split()])
        self.count = 0
        self.sized = has_index(entry)
        self.sides: list[tuple[Definition, list[str], dict[str, Fact], Context, Json]] = []
        self.theorem = self.read()

    def read(self) -> Theorem:
        """The statement, as kernel.read_statement reads it; the proofs of side conditions are kept for later."""
        data = self.entry["statement"]
        table, context = kernel.read_table(data.get("let")), Context().naming(data["declare"])
        hypotheses = kernel.read_facts(data["assume"], table)
        names, parameters, run = list(data["declare"]), list[str](), data.get("run")
        defined: dict[str, Fact] = {}
        for item in [*kernel.items(data.get("let")), None]:
            if run is not None and (item is None or not kernel.is_over(context.names, terms_of(item), table)):
                parameters, context, run = list(names), kernel.read_run(run, context, table), None
                names += context.run.state  # type: ignore[union-attr]
            if item is not None:
                d = kernel.read_definition(item, context, table)
                early = (n for n, (_, *sides) in data["assume"].items() if kernel.is_over(context.names, sides, table))
                known = {n: hypotheses[n] for n in early}
                proof = (self.entry.get("sides") or {}).get(d.names[0])
                self.sides.append((d, list(names), {**defined, **known}, context.knowing(known), proof))
                context, defined, names = context.defining(d), {**defined, **facts_defining(d)}, [*names, *d.names]
        statement = Statement(context.knowing(hypotheses), {**defined, **hypotheses}, facts_of(data, "show"))
        polys = run_terms(context.run) if context.run else []
        for n in names + (context.run.input if context.run else []):
            self.ident(n)  # variables get their names before facts do
        parameters = [n for n in parameters if n in mentioned_variables(polys)]
        run_sized = any("[i]" in atom or "sum(" in atom for p in polys for m in p for atom, _ in m)
        return Theorem(self.name, names, statement, self.sized, parameters, run_sized)

    def terms(self, names: Iterable[str]) -> dict[str, str]:
        """Variables as they are called here; a family at the index i."""
        return {n: f"({self.ident(n)} i)" if "[i]" in n else self.ident(n) for n in names}

    def here(self, context: Context) -> dict[str, str]:
        """The variables of a context."""
        return self.terms(context.names)

    def text(self, context: Context, fact: Fact) -> str:
        """A fact, for every index unless the index is fixed."""
        everywhere = kernel.is_indexed(fact[1]) and not context.at_index
        return LEAN.fact(fact, self.here(context), everywhere=everywhere)

    def given(self, fact: Fact, put: Substitution) -> str:
        """A fact with something put for its variables, not multiplied out."""
        return LEAN.fact(fact, put.texts, everywhere=kernel.is_indexed(fact[1]))

    def fact(self, name: str) -> str:
        """The hypothesis that holds a fact."""
        return self.ident(name, "fact")

    def fresh(self, stem: str) -> str:
        """A name for something temporary."""
        self.count += 1
        return f"{stem}{self.count}"

    def binders(self, names: Iterable[str]) -> str:
        """(w x : E) (b R : Real), grouped by sort."""
        return LEAN.binders(names, self.ident)

    def state(self, context: Context) -> str:
        """The predicate of our run at its current state."""
        assert context.run is not None
        return " ".join([self.reach(), *map(self.ident, context.run.state)])

    def reach(self) -> str:
        """The predicate of our run, with its parameters."""
        space, size = "(V := V)", ["s"] * self.theorem.run_sized
        return " ".join([f"{self.name}_Reached", space, *size, *map(self.ident, self.theorem.parameters)])

    def hypotheses(self, context: Context, facts: Goals | None = None) -> Lines:
        """Named hypotheses, the run first; those of the statement if no others are given."""
        facts = self.theorem.statement.assume if facts is None else facts
        reached = [f"(reached : {self.state(context)})"] if context.run else []
        return [*reached, *(f"({self.fact(n)} : {self.text(context, f)})" for n, f in facts.items())]

    def shown(self) -> str:
        """What is claimed."""
        statement = self.theorem.statement
        return LEAN.all_of([self.text(statement.context, f) for f in statement.show.values()])

    def swaps(
        self, polys: Iterable[Poly], without: Iterable[str] = (), *, sums: Iterable[Poly] = (),
        held: Mapping[str, str] = MappingProxyType({}),
    ) -> str:  # fmt: skip
        """What brings the two vectors of inner products into alphabetical order, if there are two vectors; they are
        variables, and sums in `polys` and `sums`. `held` are terms for variables that stand for a sum.
        """
        polys = list(polys)
        found = (mentioned_variables(polys) - set(without)) | sum_atoms([*polys, *sums], nested=True)
        vectors = sorted((n for n in found if n.endswith("@") and not n.startswith("#")), key=lambda n: n[:-1])
        names = [self.any_vector(n, held) for n in vectors]
        return ", ".join(f"real_inner_comm {name} {later}" for k, later in enumerate(names) for name in names[:k])

    def any_vector(self, name: str, held: Mapping[str, str]) -> str:
        """A vector, of a family any."""
        if "(" in name:
            return LEAN.atom(name, self.terms(kernel.variables(kernel.atom(name))))
        return held[name] if name in held else f"({self.ident(name)} _)" if "[i]" in name else self.ident(name)

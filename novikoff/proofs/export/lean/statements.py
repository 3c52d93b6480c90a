"""Statements of entries in Lean: names, variables by sort, hypotheses, runs; without proofs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run, Statement
from ...search.proof_json import cited_ids
from ...statements.expressions import is_vector, leaves
from ...statements.vector_language import atoms_of, facts_of, terms_of
from ..prover_syntax import ATOM, SUM, Leaf, Lines, Names, is_constant, make_readable, nearest_point_facts, uses
from .mathlib_names import LEAN, RESERVED, leaf

Goals = Mapping[str, Fact]


@dataclass(frozen=True)
class Theorem:
    """An exported theorem, as later proofs need it. `sized`: it has an index set; `run_sized`: its run has an index
    set."""

    name: str
    variables: list[str]
    data: Json
    given: Mapping[str, Json]
    statement: Statement
    sized: bool
    run_sized: bool

    @property
    def run(self) -> Run | None:
        """Return the run that the statement is about."""
        return self.statement.context.run

    @property
    def parameters(self) -> list[str]:
        """Return the names that the run may depend on."""
        return list(self.data["declare"])

    @property
    def table(self) -> kernel.Defined:
        """Return the names of quotients, roots and logarithms."""
        return kernel.read_table(self.data.get("let"))

    @property
    def hypotheses(self) -> dict[str, Json]:
        """Return the hypotheses as written."""
        return {**self.given, **self.data["assume"]}


@dataclass(frozen=True)
class Substitution:
    """A substitution for the variables of a statement, as polynomials and as terms of Lean.

    Vectors are in the space with `level` adjoined units. `table` has the names of quotients, roots and logarithms,
    `known` the names of the facts about them.
    """

    images: Mapping[str, Poly]
    texts: Mapping[str, str]
    level: int = 0
    table: kernel.Defined = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    units: int = 0  # the number of adjoined units in the fact that is read or printed

    def fact(self, fact: Fact) -> Fact:
        """Return the substituted fact, multiplied out."""
        return fact[0], kernel.substitute(fact[1], self.images)

    def read(self, data: Json) -> Poly:
        """Return the polynomial of a term before substitution."""
        return kernel.read_term(data, self.table)[0]

    def image(self, data: Json) -> Poly:
        """Return the polynomial of a term after substitution, multiplied out."""
        units = {f"#{k}@": kernel.atom(f"#{k + self.level}@") for k in range(1, self.units + 1)}
        return kernel.substitute(self.read(data), {**self.images, **units})

    def leaves(self, data: Json) -> list[Poly]:
        """Return the images of all names in a term or fact, also of names that cancel."""
        names = {name for name in leaves(data) if kernel.NAME.match(name) and name not in kernel.UNITS}
        return [kernel.substitute(kernel.atom(name), self.images) for name in sorted(names)]

    def within(self, data: Json) -> Substitution:
        """Return the term in the space with the adjoined units of a fact or term."""
        return replace(self, units=max(self.units, *map(int, re.findall(r"#(\d)@", str(data))), 0))

    def leaf(self) -> Leaf:
        """Return the printer of names."""
        return leaf(self.texts, self.units, self.level)

    def relation(self, data: Json) -> str:
        """Return the text of a substituted fact, as written."""
        return LEAN.relation(data, self.within(data).leaf())

    def term(self, data: Json, least: int = SUM) -> str:
        """Return the text of a substituted number or vector, as written."""
        return LEAN.argument(data, self.leaf()) if is_vector(data) else LEAN.term(data, self.leaf(), least)

    def ascribe_type(self, name: str, data: Json) -> str:
        """Return the value of a name with a type ascription."""
        text = self.term(data, ATOM)
        return f"({text} : {LEAN.sort(name.replace('[i]', ''))})" if is_constant(data) else text


def sum_atoms(polys: Iterable[Poly], *, nested: bool = False) -> set[str]:
    """Return the sums in polynomials, also in exponents and inner products; with `nested`, also sums inside sums."""
    found = set[str]()
    for name in atoms_of(*polys):
        kind, inner, _ = kernel.shape(name)
        found |= {name} if kind == "sum" else set()
        if (nested and kind == "sum") or kind in ("pair", "exp"):
            found |= sum_atoms([inner], nested=nested)
    return found


def exponent(p: Poly) -> Poly:
    """Return a polynomial with its terms in the order for exponents."""
    return kernel.shape(next(iter(kernel.exponential(p)))[0][0]).inner if p else p


def _has_index(data: Json) -> bool:
    if isinstance(data, str):
        return "[i]" in data
    if isinstance(data, dict):
        return any(map(_has_index, [*data, *(part for key, part in data.items() if key != "facts")]))
    return isinstance(data, list) and (data[:1] == ["sum"] or any(map(_has_index, data)))


def facts_defining(d: Definition) -> dict[str, Fact]:
    """Return the facts of a definition, signs first."""
    return dict(reversed(d.facts.items()))


class Stating:
    """The statement of one entry; `theorem` is the information that later entries need."""

    def __init__(self, entry: Json, library: Mapping[str, Theorem], name: str):
        """Read an entry; `library` holds the exported theorems that it may cite, `name` is its name in Lean."""
        self.library = library
        self.name = name
        self.entry = entry
        cited_names = (library[i].name for i in cited_ids(entry) if i in library)
        self.ident: Names = Names([name, f"{name}_Reached", *cited_names, *RESERVED.split()])
        self.count: int = 0
        self.sized: bool = _has_index(entry)
        self.sides: list[tuple[Definition, dict[str, Fact], Context, Json]] = []
        self.theorem: Theorem = self.read()

    def read(self) -> Theorem:
        """Return the statement as `kernel.read_statement` reads it; keep the proofs of side conditions for later."""
        data = make_readable(self.entry["statement"])
        table, context = kernel.read_table(data.get("let")), Context().naming(data["declare"])
        hypotheses, run = kernel.read_facts(data["assume"], table), data.get("run")
        variables, defined = [*data["declare"], *(run["state"] if run else [])], dict[str, Fact]()
        for item in [*kernel.items(data.get("let")), None]:
            if run is not None and (item is None or not kernel.is_over(context.names, terms_of(item), table)):
                context, run = kernel.read_run(run, context, table), None
            if item is not None:
                d = kernel.read_definition(item, context, table)
                variables += d.names[: 2 * (len(d.names) - 1)]
                early = (n for n, (_, *sides) in data["assume"].items() if kernel.is_over(context.names, sides, table))
                known = {n: hypotheses[n] for n in early}
                proof = (self.entry.get("sides") or {}).get(d.names[0])
                self.sides.append((d, known, context.knowing(known), proof))
                context, defined = context.defining(d), {**defined, **facts_defining(d)}
        statement = Statement(context.knowing(hypotheses), {**defined, **hypotheses}, facts_of(data, "show"))
        inputs = context.run.input if context.run else []
        for n in [*variables, *inputs, *context.names]:
            self.ident(n)  # variables get their names before facts do
        steps = [data["run"][part] for part in ("when", "start", "next")] if data.get("run") else []
        run_sized = any("[i]" in n for n in [*data["declare"], *variables, *inputs]) or uses("sum", *steps)
        given = nearest_point_facts(data.get("let"))
        return Theorem(self.name, variables, data, given, statement, self.sized, run_sized)

    def own(self, context: Context) -> Substitution:
        """Return the identity substitution in a context."""
        known = {n: self.fact(n) for n in self.theorem.statement.assume}
        return Substitution({}, self.here(context), 0, self.theorem.table, known)

    def terms(self, names: Iterable[str]) -> dict[str, str]:
        """Return the Lean names of variables. For a family, return the name of its member at the index i."""
        return {n: f"({self.ident(n)} i)" if "[i]" in n else self.ident(n) for n in names}

    def here(self, context: Context) -> dict[str, str]:
        """Return the Lean names of the variables of a context."""
        return self.terms(context.names)

    def text(self, context: Context, fact: Fact) -> str:
        """Return a fact, for every index unless the index is fixed."""
        everywhere = kernel.is_indexed(fact[1]) and not context.at_index
        return LEAN.fact(fact, self.here(context), everywhere=everywhere)

    def fact(self, name: str) -> str:
        """Return the name of the hypothesis for a fact."""
        return self.ident(name, "fact")

    def fresh(self, stem: str) -> str:
        """Return a new temporary name."""
        self.count += 1
        return f"{stem}{self.count}"

    def binders(self, names: Iterable[str]) -> str:
        """Return binders grouped by sort: (w x : E) (b R : Real)."""
        return LEAN.binders(names, self.ident)

    def state(self, context: Context) -> str:
        """Return the predicate of the run at its current state."""
        assert context.run is not None
        return " ".join([self.reach(), *map(self.ident, context.run.state)])

    def reach(self) -> str:
        """Return the predicate of the run with its parameters."""
        space, size = "(V := V)", ["s"] * self.theorem.run_sized
        return " ".join([f"{self.name}_Reached", space, *size, *map(self.ident, self.theorem.parameters)])

    def hypotheses(self) -> Lines:
        """Return the named hypotheses, the run first."""
        context, facts = self.theorem.statement.context, self.theorem.hypotheses
        reached = [f"(reached : {self.state(context)})"] if context.run else []
        return [*reached, *(f"({self.fact(n)} : {self.own(context).relation(f)})" for n, f in facts.items())]

    def write_conclusion(self) -> str:
        """Return the conclusion."""
        own = self.own(self.theorem.statement.context)
        return LEAN.all_of(list(map(own.relation, self.theorem.data["show"].values())))

    def swaps(self, polys: Iterable[Poly], without: Iterable[str] = (), *, sums: Iterable[Poly] = ()) -> str:
        """Return rules that order the two vectors of inner products alphabetically, "" for fewer than two vectors. The
        vectors are the variables and the sums in `polys` and `sums`."""
        polys = list(polys)
        found = set[str]().union(*map(kernel.variables, polys)) - set(without)
        found |= sum_atoms([*polys, *sums], nested=True)
        vectors = sorted((n for n in found if n.endswith("@") and not n.startswith("#")), key=lambda n: n[:-1])
        names = list(map(self.any_vector, vectors))
        return ", ".join(f"real_inner_comm {name} {later}" for k, later in enumerate(names) for name in names[:k])

    def any_vector(self, name: str) -> str:
        """Return the name of a vector; for a family, an arbitrary member."""
        if "(" in name:
            return LEAN.vector(kernel.atom(name), self.terms(kernel.variables(kernel.atom(name))))
        return f"({self.ident(name)} _)" if "[i]" in name else self.ident(name)

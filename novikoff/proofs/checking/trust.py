"""Trust: the basis of a verdict, computed only from the citations that the kernel returns.

There are three kinds of assumed statements:

* an `admitted` statement is assumed without proof, for a stated reason;
* a `solver-only` statement is a step without a certificate that a solver finds valid;
* a `bounded` statement is proved separately for each size of its families, up to a limit.

The verdict `proved` comes from `kernel.check_book`, which knows no assumed statement. The kernel reads only rejected
entries again, with the assumed statements in its library, and reports which of them a proof uses. A cited theorem and
the claim that cites it have the same index set, so a bound on the size of families carries over unchanged.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import kernel
from ..kernel import Statement
from ..search.elaboration import Obligation, Prover, Scope, Unproved
from ..search.linear_certificates import Hints
from ..search.proof_json import REFUSALS, fresh_name, reachable
from ..statements.registry import known_claims, suppositions
from ..statements.vector_language import write_fact
from .outcomes import Trust

Json = Any
CONCLUSION = "conclusion"
STEP = re.compile(r"\.(line|step)-\d")  # in the id of a step, and of no claim


@dataclass(frozen=True)
class Assumed:
    """A statement cited without proof; `kind` is admitted, solver-only or bounded, the last with its sizes."""

    statement: Statement
    kind: str
    why: str
    sizes: int | None = None


def trust_in(identifier: str, used: Mapping[str, Collection[str]], assumed: Mapping[str, Assumed],
             checked_by: Iterable[str]) -> Trust:
    """Return what the claim rests on, given the citations of each entry; the claim itself may be assumed."""
    cited = reachable(used.get(identifier, ()), lambda name: used.get(name, ()))
    taints = {name: assumed[name] for name in sorted({*cited, identifier} & set(assumed))}
    reasons = {k: {n: a.why for n, a in taints.items() if a.kind == k} for k in ("admitted", "solver-only")}
    sizes = {n: a.sizes for n, a in taints.items() if a.sizes is not None}
    lemmas = sorted(name for name in cited if not STEP.search(name))
    supposed = suppositions(known_claims()[identifier], lambda claim: used.get(claim.id, ()))
    return Trust(lemmas, reasons["admitted"], reasons["solver-only"], sizes, supposed, list(checked_by))


def conditional_citations(entries: Iterable[Json], verdicts: Mapping[str, Any],
                          assumed: Mapping[str, Assumed]) -> dict[str, set[str]]:
    """Return the citations of each entry that the kernel accepts only with assumed statements, in stored order."""
    found: dict[str, set[str]] = {}
    if not assumed:
        return found
    library = {name: a.statement for name, a in assumed.items()}
    for entry in entries:
        name = entry["statement"]["id"]
        try:
            if verdicts.get(name, ("error",))[0] == "error":
                verdict, statement, found[name] = kernel.check_entry(entry, library)
            else:
                verdict, statement = verdicts[name][0], kernel.read_statement(entry["statement"], entry.get("sides"))
        except REFUSALS:
            continue
        if verdict == "proved":
            library.setdefault(name, statement)
    return found


@dataclass
class Leaping(Prover):
    """A prover that continues after a step without a certificate: it states the step as a theorem and cites it. The
    kernel rejects this citation for a step at one index of a family; then the claim stays unknown."""

    identifier: str = ""
    gaps: dict[str, Obligation] = field(default_factory=dict)

    def leaf(self, scope: Scope, goal: kernel.Fact, hints: Hints, label: str) -> Json:
        try:
            return super().leaf(scope, goal, hints, label)
        except Unproved as problem:
            at, number = problem.leaf.at, len(self.gaps) + 1
            name = f"{self.identifier}.line-{at.line}" if at else f"{self.identifier}.step-{number}"
            name += f"-{number}" * (name in self.gaps)
            self.gaps[name] = problem.leaf
            return self.citation(name, scope, goal)

    def citation(self, name: str, scope: Scope, goal: kernel.Fact) -> Json:
        """Return the citation of the theorem that states the goal for the same variables."""
        context, new = scope.context, fresh_name("step", scope.context.facts)

        def quote_fact(inner: Scope, fact: str) -> Json:
            return super(Leaping, self).leaf(inner, inner.context.facts[fact], Hints(facts=(fact,)), fact)

        return {"rule": "lemma",
                "of": name,
                "put": {n: n for n in sorted(context.names)},
                "premises": {fact: quote_fact(scope, fact) for fact in context.facts},
                "as": {CONCLUSION: new},
                "then": quote_fact(scope.knowing({new: goal}), new)}


def statement_of_step(name: str, leaf: Obligation) -> Json:
    """Return the statement of a step in the kernel's JSON: all facts known there imply the goal."""
    facts = {n: write_fact(fact) for n, fact in leaf.context.facts.items()}
    show = {CONCLUSION: write_fact(leaf.goal)}
    return {"id": name, "declare": sorted(leaf.context.names), "assume": facts, "show": show}


def expand_at_size(data: Json, size: int) -> Json:
    """Return a statement about families of `size` members, with a[i] written out as a_1, a_2, …

    Its id is "ID.size-N". Raises ValueError for a statement about runs or nearest points, kernel.Rejected if two facts
    get the same name.
    """
    if "run" in data or any("to" in let for let in data.get("let", [])):
        about = "runs" if "run" in data else "a nearest point"
        raise ValueError(f"a claim about {about} cannot be proved separately for each size")
    indices = range(1, size + 1)

    def each(facts: Mapping[str, Json]) -> Json:
        places = {name: indices if any(map(kernel.mentions_index, fact[1:])) else [0] for name, fact in facts.items()}
        return kernel.no_duplicates([(f"{name}.{i}" if i else name,
                                      [facts[name][0], *(expand_at_index(side, size, i) for side in facts[name][1:])])
                                     for name, where in places.items() for i in where])

    names = [index_name(n, i) for n in data["declare"] for i in (indices if "[i]" in n else [0])]
    lets = [{**let, "name": index_name(let["name"], i), "of": expand_at_index(let["of"], size, i)}
            for let in data.get("let", []) for i in (indices if "[i]" in let["name"] else [0])]
    show = each(data["show"]) or {"nothing": ["=", "0", "0"]}
    small = {"id": identifier_at_size(data["id"], size), "declare": names, "assume": each(data["assume"]), "show": show}
    return {**small, **({"let": lets} if lets else {})}


def expand_at_index(given: Json, size: int, i: int) -> Json:
    """Return a term at index i, with all sums written out.

    >>> expand_at_index(["*", "a[i]", ["sum", ["^", "a[i]", "2"]]], 2, 1)
    ['*', 'a_1', ['+', ['^', 'a_1', '2'], ['^', 'a_2', '2']]]
    """
    if isinstance(given, str):
        return index_name(given, i)
    word, *parts = given
    if word != "sum":
        return [word, *(expand_at_index(part, size, i) for part in parts)]
    members = [expand_at_index(parts[0], size, j) for j in range(1, size + 1)]
    return ["+", *members] if size > 1 else members[0] if members else "0"


def identifier_at_size(identifier: str, size: int) -> str:
    """Return the id of the statement for one size."""
    return f"{identifier}.size-{size}"


def index_name(name: str, i: int) -> str:
    """Return the name of member i of a family, primes last: x'[i]@ becomes x_1'@."""
    stem, indexed, end = name.partition("[i]")
    bare = stem.rstrip("*'")
    return f"{bare}_{i}{stem[len(bare) :]}{end}" if indexed else name


def entry_at_size(data: Json, size: int) -> Json:
    """Return the statement for one size with a proof by computation. Raises `Unproved` if none is found."""
    small, prover = expand_at_size(data, size), Prover()
    sides = prover.sides(small)
    statement = kernel.read_statement(small, sides)
    proof = prover.script(Scope(statement.context, {}), statement.show, [])
    return {"statement": small, "proof": proof, **({"sides": sides} if sides else {})}

"""The mutants of a claim, made from its statement in JSON."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from ...algorithms.resumable_work import digest
from .. import kernel
from ..checking import necessity
from ..kernel import Monomial
from ..statements.vector_language import text_of, write_fact, write_poly

Json = Any
STATUSES = ("killed", "equivalent", "open")
PARTNERS = 8  # swaps of variables for one fact


class Verdict(NamedTuple):
    """The verdict on one mutant, what decided it, and the evidence."""

    target: str  # a claim's id, or a function
    kind: str
    change: str
    status: str  # killed, equivalent, open, argued, survived
    by: str = ""
    evidence: Json = None


@dataclass(frozen=True)
class Report:
    """The verdicts on all mutants, in order, and the possible statuses."""

    verdicts: list[Verdict]
    seconds: float
    statuses: tuple[str, ...] = STATUSES

    def count(self, key: Callable[[Verdict], str]) -> dict[str, dict[str, int]]:
        """Return the number of mutants of each status, grouped by a key."""
        table: dict[str, Counter[str]] = {}
        for verdict in self.verdicts:
            table.setdefault(key(verdict), Counter())[verdict.status] += 1
        return {name: self.numbers(counts) for name, counts in sorted(table.items())}

    def numbers(self, counts: Counter[str]) -> dict[str, int]:
        """Return the counts of all statuses."""
        return {status: counts[status] for status in self.statuses}

    def totals(self) -> dict[str, int]:
        """Return the number of mutants of each status."""
        return self.numbers(Counter(verdict.status for verdict in self.verdicts))


Change = tuple[str, str, Json]  # kind, change in words, the statement
RELATIONS = {">=": (">", "=", "<="), ">": (">=", "=", "<"), "=": ("!=", ">=", "<="), "!=": ("=",)}
TIES = {">=": (">", "<="), ">": (">=", "<")}


def mutants_of(data: Json) -> Iterator[Change]:
    """Yield all mutants of a statement, without duplicates."""
    seen = {canonical(data)}
    for mutator in MUTATORS:
        for kind, change, mutant in mutator(data):
            text = canonical(mutant)
            if text not in seen:
                seen.add(text)
                yield kind, change, mutant


def canonical(data: Json) -> str:
    """Return a text that is equal for equal statements."""
    return json.dumps(data, sort_keys=True)


def put(data: Json, path: tuple[Any, ...], value: Json) -> Json:
    """Return a copy of the data with another value at the path; all other parts are shared."""
    first, *rest = path
    table = data.copy()
    table[first] = put(data[first], tuple(rest), value) if rest else value
    return table


def terms_at(data: Json) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield the paths to the polynomials whose terms are mutated, and the sort of each ("@" for vectors). The effect of
    a step is left out, because it is the shipped rule, which has its own mutants."""
    for name in data["show"]:
        yield ("show", name, 1), ""
    for name in data.get("run", {}).get("start", {}):
        yield ("run", "start", name), "@" * name.endswith("@")


def at(data: Json, path: tuple[Any, ...]) -> Json:
    """Return the value at the path."""
    for key in path:
        data = data[key]
    return data


def label(path: tuple[Any, ...]) -> str:
    """Return a path for messages."""
    return ".".join(str(key) for key in path if key != 1)


def relations(data: Json) -> Iterator[Change]:
    """Yield mutants with another relation in a conclusion."""
    for name, fact in data["show"].items():
        for other in RELATIONS[fact[0]]:
            change = f"{name}: {fact[0]} becomes {other}"
            yield "relation", change, put(data, ("show", name), _relate(fact, other))


def _relate(fact: Json, relation: str) -> Json:
    if relation in ("<=", "<"):
        return write_fact(({"<=": ">=", "<": ">"}[relation], kernel.negative(kernel.read_poly(fact[1]))))
    return [relation, *fact[1:]]


def hypothesis_paths(data: Json) -> list[tuple[str, ...]]:
    """Return the paths of the hypotheses: first the hypotheses of the steps, then the hypotheses of the statement."""
    of_steps = data.get("run", {}).get("when", {})
    return [*(("run", "when", n) for n in of_steps), *(("assume", n) for n in data["assume"])]


def tie_rules(data: Json) -> Iterator[Change]:
    """Yield mutants with < for <= or the reverse in a hypothesis. A condition of a step or a mistake also gets the
    opposite relation."""
    for path in hypothesis_paths(data):
        fact = at(data, path)
        others = TIES.get(fact[0], ())
        for other in others if path[0] == "run" or "mistake" in path[-1] else others[:1]:
            yield "tie rule", f"{path[-1]}: {fact[0]} becomes {other}", put(data, path, _relate(fact, other))


def _drop_hypotheses(data: Json) -> Iterator[Change]:
    for path in hypothesis_paths(data):
        yield "hypothesis dropped", path[-1], necessity.data_without(data, path[-1])


def coefficients(data: Json) -> Iterator[Change]:
    """Yield mutants with another coefficient in a conclusion or a start. The sign changes, or the number grows or falls
    by 1, doubles or halves; a missing constant becomes ±1."""
    for path, sort in terms_at(data):
        p = kernel.read_poly(at(data, path))
        monomials = p if sort else {**p, (): p.get((), 0)}
        for m, c in sorted(monomials.items()):
            others = {-c: "sign", c + 1: "constant", c - 1: "constant", 2 * c: "constant", Fraction(c) / 2: "constant"}
            for other, kind in others.items():
                if other != c:
                    q = kernel.add(p, {m: other - c})
                    yield kind, f"{label(path)}: {c} becomes {other} before {write(m)}", put(data, path, write_poly(q))


def write(m: Monomial) -> str:
    """Return a monomial for messages."""
    return text_of(m) or "1"


def definitions(data: Json) -> Iterator[Change]:
    """Yield mutants in which the argument of a quotient or root has another sign or size, or one term less."""
    for number, entry in enumerate(data.get("let", [])):
        of = kernel.read_poly(entry["of"])
        scales: tuple[Any, ...] = (-1, 2, Fraction(1, 2)) if entry["kind"] == "inverse" else (-1, 4, Fraction(1, 4))
        for scale in scales:
            kind = "sign" if scale == -1 else "constant"
            q = kernel.product([kernel.constant(scale), of])
            yield kind, f"{entry['name']}: of {scale} times as much", put(data, ("let", number, "of"), write_poly(q))
        for m in sorted(of) if len(of) > 1 else ():
            q = {n: c for n, c in of.items() if n != m}
            yield "constant", f"{entry['name']}: without {write(m)}", put(data, ("let", number, "of"), write_poly(q))


def exponents(data: Json) -> Iterator[Change]:
    """Yield mutants with an exponent larger or smaller by 1."""
    for path, _ in terms_at(data):
        p = kernel.read_poly(at(data, path))
        for m, c in sorted(p.items()):
            for name, e in m:
                for other in (e + 1, e - 1) if not name.endswith("@") else ():
                    changed = tuple((n, other if n == name else k) for n, k in m if n != name or other)
                    q = write_poly(kernel.add(p, {m: -c}, {changed: c}))
                    yield "exponent", f"{label(path)}: {write(m)} becomes {write(changed)}", put(data, path, q)


def _names_of(data: Json) -> list[str]:
    return sorted({*data["declare"], *data.get("run", {}).get("state", []), *(d["name"] for d in data.get("let", []))})


def swaps(data: Json) -> Iterator[Change]:
    """Yield mutants with two variables of the same sort exchanged in a conclusion."""
    names = _names_of(data)
    for name, (relation, terms, _) in data["show"].items():
        p = kernel.read_poly(terms)
        used = kernel.variables(p)
        pairs = [(a, b) for a, b in combinations(names, 2) if {a, b} & used and _sort_of(a) == _sort_of(b)]
        pairs.sort(key=lambda pair: (-len({*pair} & used), digest(name, *pair)))
        for a, b in pairs[:PARTNERS]:
            q = kernel.substitute(p, {a: kernel.atom(b), b: kernel.atom(a)})
            yield "variable", f"{name}: {a} and {b} exchanged", put(data, ("show", name), write_fact((relation, q)))


def shifts(data: Json) -> Iterator[Change]:
    """Yield mutants with the number of steps off by one in a conclusion."""
    for k, after in data.get("run", {}).get("next", {}).items():
        if kernel.read_poly(after) != kernel.add(kernel.atom(k), kernel.constant(1)):
            continue
        for name, (relation, terms, _) in data["show"].items():
            for by in (1, -1):
                q = kernel.substitute(kernel.read_poly(terms), {k: kernel.add(kernel.atom(k), kernel.constant(by))})
                yield "index", f"{name}: {k} becomes {k}{by:+}", put(data, ("show", name), write_fact((relation, q)))


def _sort_of(name: str) -> tuple[bool, bool]:
    return "[i]" in name, name.endswith("@")


MUTATORS: list[Callable[[Json], Iterator[Change]]] = [relations, tie_rules, _drop_hypotheses, coefficients, definitions,
                                                      exponents, swaps, shifts]


def sample_mutants(mutants: list[Any], name: str, sample: int | None) -> list[Any]:
    """Return at most `sample` of the mutants, the same ones in every run."""
    if sample is None or sample >= len(mutants):
        return mutants
    chosen = set(random.Random(name).sample(range(len(mutants)), sample))
    return [mutant for n, mutant in enumerate(mutants) if n in chosen]

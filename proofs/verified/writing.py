"""Certificates as S-expressions, for the verified checker.

Nothing here is trusted: the checker prints each statement that it has checked from its own tree. Polynomials
`{"w@x y": "1/2"}` and terms `["*", t, u]` are written; the kernel's readers take the former apart.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from typing import Any

from .. import kernel
from ..kernel import Rejected, fields, items, require
from ..statements.language import write_fact, write_poly

Json = Any
FAULTS = (Rejected, RecursionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
METHODS = ("poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry")
RULES = {"entry": "entry_rule"}  # methods with other names than their rules
FACTORS = ("c", "facts", "squares", "norms", "exponentials", "remainders")
ARITIES = {"+": (1, 99999), "*": (1, 99999), "-": (1, 2), "^": (2, 2), "@": (2, 2), "sum": (1, 1), "exp": (1, 1)}


class NotCovered(Exception):
    """The verified checker has no rule for this; the message names it."""


def many(parts: Iterable[str]) -> str:
    """Return a list of S-expressions."""
    return f"({' '.join(parts)})"


def label(text: Json) -> str:
    """Return the name of a fact as one word."""
    require(isinstance(text, str), "not a name of a fact", text)
    return re.sub(r"[\s()%]", lambda found: f"%{ord(found[0]):x}", text) or "%"


def name(text: Json) -> str:
    """Return a name, which is one word."""
    require(isinstance(text, str) and (kernel.NAME.match(text) or kernel.UNIT.match(text)), "not a name", text)
    return str(text)


def term(data: Json) -> str:
    """Return a term, given as a polynomial, an array `[operator, term, ...]`, a name or a rational number."""
    if isinstance(data, dict):
        return polynomial(kernel.read_poly(data))
    if isinstance(data, str):
        return data if kernel.RATIONAL.match(data) else name(data)
    operator, *arguments = items(data)
    least, most = ARITIES[operator]
    require(least <= len(arguments) <= most, "not a term", data)
    if operator == "^":
        return many(["^", term(arguments[0]), str(int(arguments[1]))])
    return many([operator, *map(term, arguments)])


def polynomial(p: kernel.Poly) -> str:
    """Return a polynomial as a sum."""
    parts = [monomial(m, c) for m, c in p.items()]
    return "0" if not parts else parts[0] if len(parts) == 1 else many(["+", *parts])


def monomial(m: kernel.Monomial, c: kernel.Rational) -> str:
    """Return a multiple of a monomial."""
    factors = [*[str(Fraction(c))] * (c != 1 or not m), *(atom(a) if e == 1 else f"(^ {atom(a)} {e})" for a, e in m)]
    return factors[0] if len(factors) == 1 else many(["*", *factors])


def atom(text: str) -> str:
    """Return an atom: an inner product, a sum, an exponential, or a name."""
    if kernel.UNIT.match(text):
        return text
    kind, inner, pair = kernel.shape(text)
    if kind == "pair":
        return many(["@", *map(atom, pair)])
    if kind == "sum":
        ((under, _),) = inner.items()
        return many(["sum", monomial(under, 1)])
    return many(["exp", polynomial(inner)]) if kind == "exp" else name(text)


def fact(data: Json) -> str:
    """Return `relation term`; a fact with two sides is about their difference."""
    relation, *sides = items(data)
    two = len(sides) == 2 and not any(isinstance(side, dict) for side in sides)
    require(relation in (">=", ">", "=", "!=") and (two or len(sides) == 1), "not [relation, term]", data)
    return f"{relation} {term(sides[0]) if len(sides) == 1 else many(['-', *map(term, sides)])}"


def facts(data: Json) -> str:
    """Return named facts."""
    require(isinstance(data, dict), "not a table of facts", data)
    kernel.read_facts({n: f for n, f in data.items() if len(f) == 2 and isinstance(f[1], dict)})  # [i] may not cancel
    return many(f"({label(n)} {fact(f)})" for n, f in data.items())


def table(names: Iterable[str], data: Json) -> str:
    """Return one term for each name."""
    names = list(names)
    return many(f"({name(n)} {term(t)})" for n, t in zip(names, fields(data, *names), strict=True))


def definition(data: Json) -> tuple[str, list[str]]:
    """Return a definition, and the names of its facts."""
    n, kind, of, to, balance, multiplier = fields(
        data, "name", "kind", "of", optional=("to", "balance", "multiplier"))  # fmt: skip
    weights = kind in ("nearest", "projection")
    require(weights != ((to, balance, multiplier) == (None,) * 3), "this kind has no more than a name and a term", kind)
    if weights:
        made = [*(f"{n}.{part}" for part in ("across", "along", "balance")), *[f"{n}.sign"] * (kind == "nearest")]
        labels = [*made, f"{n}.sign"][:4]
        return many([kind, name(n), name(multiplier), *map(term, (of, to, balance)), *map(label, labels)]), made
    require(kind in ("inverse", "sqrt", "ln"), "no kind of definition", kind)
    made = [f"{n}.def", *[f"{n}.sign"] * (kind == "sqrt")]
    return many([kind, name(n), term(of), *map(label, made)]), made


def stated(data: Json) -> Json:
    """Return a statement with facts about 0, and with the names of quotients, roots and logarithms in their place."""
    names, run = kernel.read_table(data.get("let")), data.get("run")

    def plain(given: Json) -> Json:
        if isinstance(given, str | dict):
            return given
        word, *parts = given
        if word not in ARITIES or (word == "^" and not parts[1].isdigit()):
            return write_poly(kernel.read_term(given, names)[0])
        return [word, *map(plain, parts)] if word != "^" else [word, plain(parts[0]), parts[1]]

    def about_0(given: Json) -> Json:
        if len(given) != 3:
            return given
        relation, *sides = given
        sign, word = kernel.RELATIONS[relation]
        read, indexed = kernel.read_fact("", given, names, stronger=True), any(map(kernel.mentions_index, sides))
        if kernel.is_indexed(read[1]) != indexed:  # an index that cancels is not written
            return write_fact(read)
        gap = ["-", *map(plain, sides[::sign])]
        return [word, ["@", gap, gap] if any(kernel.read_term(side, names)[1] for side in sides) else gap]

    def each(facts: Json) -> Json:
        return {name: about_0(fact) for name, fact in facts.items()}

    made = {**data, "assume": each(data["assume"]), "show": each(data["show"])}
    kernel.read_facts(data["assume"], names)
    defined = [name for let in items(data.get("let")) for name in known(let)]
    last = {*items(data["declare"]), *items((run or {}).get("state")), *defined}
    declared(last, names, *data["assume"].values(), *data["show"].values())
    if run is None:
        return made
    declared(last.union(items(run["input"])), names, *run["when"].values(), *run["next"].values())
    terms = {part: {name: plain(term) for name, term in run[part].items()} for part in ("start", "next")}
    return {**made, "run": {**run, **terms, "when": each(run["when"])}}


def known(let: Json) -> list[Json]:
    """Return the names that a definition makes."""
    return [let["name"], *filter(None, [let.get("multiplier")])]


def declared(names: Container[str], table: kernel.Defined, *terms: Json) -> None:
    """Refuse terms and facts with other names, also where they cancel."""
    for side in (side for term in terms for side in sides_of(term) if not isinstance(side, dict)):
        kernel.read_term(side, table, names)


def sides_of(data: Json) -> list[Json]:
    """Return the sides of a fact as it is written, or the term."""
    return data[1:] if isinstance(data, list) and data and data[0] in kernel.RELATIONS else [data]


def values(statement: Json, data: Json) -> str:
    """Return a counterexample: values of the names, and of the inputs in each step."""
    dimension, size, given, steps = fields(data, "dimension", "size", "values", optional=("steps",))
    for whole, limit in ((dimension, 10), (size, 100)):
        require(type(whole) is int and 0 <= whole < limit, "not a dimension or size", whole)
    run = statement.get("run")
    require(run is not None or not items(steps), "steps without a run")
    defined = [n for d in items(statement.get("let")) for n in (d["name"], d.get("multiplier")) if n is not None]

    def vector(coordinates: Json) -> str:
        require(len(items(coordinates)) == dimension, "not one coordinate for each dimension", coordinates)
        parts = (f"(* {Fraction(kernel.read_rational(c))} #{k}@)" for k, c in enumerate(coordinates, 1))
        return many(["+", "(* 0 #1@)", *parts])

    def number(value: Json) -> str:
        if isinstance(value, dict):
            raise NotCovered("exponentials in a counterexample")
        return str(Fraction(kernel.read_rational(value)))

    def one(names: Iterable[str], table_: Json) -> str:
        lines = []
        for n, value in zip(names, fields(table_, *names), strict=True):
            each = items(value) if "[i]" in n else [value]
            require("[i]" not in n or len(each) == size, "not one value for each index", n)
            lines.append(f"({name(n)} {many(map(vector if n.endswith('@') else number, each))})")
        return many(lines)

    inputs = items(run["input"]) if run is not None else []
    taken = one([*items(statement["declare"]), *defined], given)
    return many(["values", str(size), taken, many(one(inputs, step) for step in items(steps))])


class Writer:
    """Writes entries one after another; what they cite has to be written before."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self.written: dict[str, Json] = {}
        self.uncovered: set[str] = set()

    def entry(self, entry: Json) -> str:
        """Return one entry.

        Raises `NotCovered` for what the checker has no rule for, and one of FAULTS for what is no certificate.
        """
        statement = fields(entry, "statement", optional=entry)[0]
        identifier = statement["id"]
        require(kernel.IDENTIFIER.match(identifier), "not an id", identifier)
        require(identifier not in self.written and identifier not in self.uncovered, "not a new id", identifier)
        try:
            kernel.require_shallow([entry], kernel.MAX_DEPTH)
            data, sides, proof, witness = fields(entry, "statement", optional=("sides", "proof", "counterexample"))
            require((proof is None) != (witness is None), "an entry has either a proof or a counterexample")
            stated, proofs, assumed = self.statement(data, {**({} if sides is None else sides)})
            if proof is None:
                if "#" in stated:
                    raise NotCovered("adjoined units in a refuted statement")
                return many([identifier, stated, many(proofs), values(data, witness)])
            text = many([identifier, stated, many(proofs), self.proof(proof, [*data["show"]])])
        except NotCovered:
            self.uncovered.add(identifier)
            raise
        self.written[identifier] = {**data, "assumed": assumed}
        return text

    def statement(self, data: Json, sides: dict[str, Json]) -> tuple[str, list[str], list[str]]:
        """Return a statement, the proofs of its side conditions, and the names of all that it assumes."""
        _, declare, assume, show, run, lets = fields(
            stated(data), "id", "declare", "assume", "show", optional=["run", "let"])  # fmt: skip
        definitions, proofs, assumed = [], [], []
        for given in items(lets):
            text, made = definition(given)
            definitions.append(text)
            assumed += made
            proofs.append(self.proof(sides.pop(given["name"]), ["side"]))
        require(not sides, "a side condition belongs to no definition", sides)
        parts = [many(map(name, items(declare))), many(definitions), "()" if run is None else self.run(run)]
        parts += [facts(assume), facts(show)]
        if "#" in parts[2]:
            raise NotCovered("adjoined units in a run")
        return many(parts), proofs, [*assumed, *assume]

    def run(self, data: Json) -> str:
        """Return a run."""
        state, start, more, when, after = fields(data, "state", "start", "input", "when", "next")
        return many([table(items(state), start), many(map(name, items(more))), facts(when), table(items(state), after)])

    def each(self, proofs: Json, goals: Iterable[str]) -> str:
        """Return one proof for each goal."""
        goals = list(goals)
        return many(self.proof(p, [g]) for p, g in zip(fields(proofs, *goals), goals, strict=True))

    def proof(self, proof: Json, goals: list[str]) -> str:
        """Return a proof of the goals with these names."""
        require(isinstance(proof, dict) and proof.get("rule") in METHODS, "not a proof", proof)
        rest = {key: value for key, value in proof.items() if key not in ("rule", "open")}
        text = getattr(self, str(RULES.get(proof["rule"], proof["rule"])))(rest, goals)
        is_open = proof.get("open")
        require(is_open is None or is_open is True, "not open", is_open)
        return many(["open", text]) if is_open else str(text)

    def poly(self, proof: Json, goals: list[str]) -> str:
        """Return the certificate of an identity."""
        multiplier, summands, ideal = fields(proof, optional=("times", "sum", "ideal"))
        return many(["poly", many(map(self.product, items(multiplier))), many(map(self.product, items(summands))),
                     many(map(self.multiple, items(ideal)))])  # fmt: skip

    def product(self, data: Json) -> str:
        """Return a product of factors that are not negative."""
        c, names, squares, norms, exponents, remainders = fields(data, optional=FACTORS)
        factors = [f"(fact {label(n)})" for n in items(names)]
        for kind, terms in (("square", squares), ("norm", norms), ("exp", exponents)):
            factors += [f"({kind} {term(t)})" for t in items(terms)]
        for p, q, degree in (fields(each, "of", "at", "degree") for each in items(remainders)):
            require(type(degree) is int and degree in range(1, 20, 2), "not an odd degree", degree)
            factors.append(f"(remainder {term(p)} {term(q)} {degree})")
        return many([str(Fraction(kernel.read_rational("1" if c is None else c))), *factors])

    def multiple(self, data: Json) -> str:
        """Return a multiple of an equation."""
        by, known, law, total = fields(data, "by", optional=("fact", "law", "sum"))
        require((known, law, total).count(None) == 2, "not one equation")
        if known is not None:
            return many(["fact", label(known), term(by)])
        kind, (u, v) = ("law", fields(law, "of", "and")) if law is not None else ("sum", fields(total, "of", "with"))
        return many([kind, term(u), term(v), term(by)])

    def cases(self, proof: Json, goals: list[str]) -> str:
        """Return a case split."""
        on, new, arms = fields(proof, "on", "name", "arms")
        return many(["cases", term(on), label(new), many(f"({arm} {self.proof(p, goals)})" for arm, p in arms.items())])

    def contra(self, proof: Json, goals: list[str]) -> str:
        """Return an indirect proof."""
        new, then = fields(proof, "name", "then")
        return many(["contra", label(new), self.proof(then, ["false"])])

    def have(self, proof: Json, goals: list[str]) -> str:
        """Return a cut."""
        new, claim, why, then = fields(proof, "name", "fact", "why", "then")
        facts({new: claim})
        return many(["have", label(new), f"({fact(claim)})", self.proof(why, [new]), self.proof(then, goals)])

    def split(self, proof: Json, goals: list[str]) -> str:
        """Return one proof for each goal."""
        (parts,) = fields(proof, "parts")
        return many(["split", self.each(parts, goals)])

    def define(self, proof: Json, goals: list[str]) -> str:
        """Return a definition in a proof."""
        let, why, then = fields(proof, "let", "why", "then")
        return many(["define", definition(let)[0], self.proof(why, ["side"]), self.proof(then, goals)])

    def lemma(self, proof: Json, goals: list[str]) -> str:
        """Return a citation; a theorem about runs is cited with a simulation."""
        of, put, premises, names, then, seen = fields(
            proof, "of", "put", "premises", "as", "then", optional=["run"])  # fmt: skip
        if of in self.uncovered:
            raise NotCovered(f"it cites {of}")
        require(of in self.written, "no theorem before this has this id", of)
        theirs = self.written[of]
        simulation = "()"
        if seen is not None:
            inputs, start, when, after = fields(seen, "input", "start", "when", "next")
            run = theirs["run"]
            simulation = many([table(items(run["input"]), inputs), self.each(start, items(run["state"])),
                               self.each(when, run["when"]), self.each(after, items(run["state"]))])  # fmt: skip
        labels = many(map(label, fields(names, *theirs["show"])))
        return many(["lemma", of, table(put, put), simulation, self.each(premises, theirs["assumed"]), labels,
                     self.proof(then, goals)])  # fmt: skip

    def induction(self, proof: Json, goals: list[str]) -> str:
        """Return an induction over a run."""
        invariants, base, step, then = fields(proof, "invariants", "base", "step", "then")
        return many(["induction", facts(invariants), self.each(base, invariants), self.each(step, invariants),
                     self.proof(then, goals)])  # fmt: skip

    def sum(self, proof: Json, goals: list[str]) -> str:
        """Return a sum of a fact over the index."""
        known, new, then, each = fields(proof, "fact", "name", "then", optional=["each"])
        return many(["sum", label(known), label(new), "()" if each is None else label(each), self.proof(then, goals)])

    def entry_rule(self, proof: Json, goals: list[str]) -> str:
        """Return a proof for the entries at one index."""
        names, known, then = fields(proof, "names", "facts", "then")
        pairs = many(f"({name(z)} {name(x)})" for z, x in names.items())
        taken = many(f"({label(old)} {label(new)})" for new, old in known.items())
        return many(["entry", pairs, taken, self.proof(then, goals)])


def written(entries: Iterable[Json]) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the entries as a text, and the verdict on each that is not in it: "rejected" or "not covered", and why."""
    writer, lines, left, seen = Writer(), list[str](), dict[str, tuple[str, str]](), set[str]()
    for number, entry in enumerate(entries, 1):
        known = isinstance(entry, Mapping) and isinstance(entry.get("statement"), Mapping)
        identifier = entry["statement"].get("id") if known else None
        key = identifier if isinstance(identifier, str) and identifier not in seen else f"entry {number}"
        seen.add(key)
        try:
            lines.append(writer.entry(entry))
        except NotCovered as why:
            left[key] = "not covered", str(why)
        except FAULTS as problem:
            left[key] = "rejected", f"{problem!s:.300}"
    return "\n".join(lines) + "\n", left

"""Counterexamples whose numbers are logarithms or roots of rational numbers, with a proof of their values.

The kernel's witnesses have rational numbers and exponentials of these. If a counterexample needs numbers such as ln 2
or √2, a theorem without variables states it: with l := ln 2 every hypothesis holds at the values, and a conclusion
fails. If a root, quotient or logarithm of the statement has no value of this kind (such as √(ln 2)), the theorem
defines it as the statement does. The kernel checks this proof like any other proof. No verdict depends on floats.

`instance` makes this theorem from the statement and the values alone, so that `read_refutation` can compare it with the
theorem in a certificate file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import floor, prod
from operator import mul
from typing import Any

from .. import kernel
from ..kernel import Fact, Poly, Rational, Statement, constant
from ..search import counterexamples, numerical_counterexamples
from ..search.counterexamples import Found
from ..search.factoring import square_root
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Hints, Term, certificate, exponential_term, fact_term, tangent_term
from ..search.numerical_counterexamples import Point
from ..search.proof_json import negation
from ..search.sums_of_squares import identity
from ..statements.expressions import with_terms, write_term
from ..statements.valuation import Valuation, ball, sign
from ..statements.vector_language import atoms_of, write_fact, write_poly
from .closed_forms import name_values, write_answer
from .exponentials import exponent, with_equal_exponents, with_given_laws
from .exponentials_of_numbers import enclosed, exponential_bounds, find_fact, known_term
from .sequents import Json, Sequent, minus, product, prove_by_contradiction, prove_by_identity, prune, with_facts

NAME = "refutation"
BUDGET = 20_000  # values tried
FINENESS = (20, 1000, 10**6)  # of the bounds of a logarithm
COARSER = 10  # as much are the bounds of a number than those of numbers by which it is defined
Counted = list[tuple[Term, Rational]]
Let = tuple[str, Poly]  # the kind of a definition, and of what


def refutation(data: Json, sides: Json, seed: int = 0) -> tuple[Json, Json] | None:
    """Return values that break a statement, and the certificates that prove it, or None. The certificates include the
    statement and the values, so that `read_refutation` can name what they refute."""
    statement = kernel.read_statement(data, sides)
    if statement.context.run is not None:
        return None
    boundary = {name: ("!=" if relation == ">" and is_nonlinear(p) else relation, p)
                for name, (relation, p) in statement.show.items()}  # p > 0 may fail only where p = 0
    for show in (statement.show, *([boundary] if boundary != statement.show else [])):
        if may_help(stated := statement._replace(show=show), data):
            tried = list[counterexamples.Problem]()
            for problem, found in counterexamples.attempts(stated, "counterexample", random.Random(seed), BUDGET, False,
                                                           logarithms=True):
                tried.append(problem)
                if found and (broken := refute_near(statement, data, sides, found)):
                    return broken
                if found and problem.powers:  # again without guessed logarithms
                    problem.powers = frozenset()
                    found = counterexamples.guess_values(problem, random.Random(seed), counterexamples.Meter(BUDGET))
                    if found and (broken := refute_near(statement, data, sides, found)):
                        return broken
            for problem in tried:
                if broken := refute_at(statement, data, sides, problem):
                    return broken
    return None


def refute_at(statement: Statement, data: Json, sides: Json, problem: counterexamples.Problem
              ) -> tuple[Json, Json] | None:
    """Return values that z3 finds for a problem, and the certificates that they break the statement, or None."""
    answer = counterexamples.solve_with_z3(problem)
    if answer is None:
        return None
    return certify(statement, data, sides, lambda: write_answer(statement, data, problem, answer))


def refutation_near(data: Json, sides: Json, points: Sequence[Point]) -> tuple[Json, Json] | None:
    """Return a refutation with values near points at which a conclusion seems to fail, or None."""
    statement = kernel.read_statement(data, sides)
    for point in points if may_help(statement, data) else ():
        with suppress(kernel.Rejected):
            if point.gap < -numerical_counterexamples.CLOSE:
                problem = numerical_counterexamples.problem_near(statement, point, logarithms=True)
                found = (numerical_counterexamples.round_until_true(problem, point.numbers)
                         or problem.found([counterexamples.to_exact(Fraction(x)) for x in point.numbers], []))
                if broken := refute_near(statement, data, sides, found):
                    return broken
    return None


def refute_near(statement: Statement, data: Json, sides: Json, found: Found) -> tuple[Json, Json] | None:
    """Return values near rational ones, and the certificates that they break the statement, or None."""
    return certify(statement, data, sides, lambda: name_values(statement, data, found))


def certify(
    statement: Statement, data: Json, sides: Json, write: Callable[[], Json | None]
) -> tuple[Json, Json] | None:
    """Return the values that `write` returns, and the certificates that they break the statement, or None."""
    with suppress(kernel.Rejected, RecursionError, OverflowError):
        if (witness := write()) and (book := prove_instance(statement, data, witness)):
            return witness, {**book, "refutes": {"statement": data, "sides": sides, "counterexample": witness}}
    return None


def may_help(statement: Statement, data: Json) -> bool:
    """Return whether there are exponentials, roots, or equations of degree 2 or more: hypotheses, or opposites of
    conclusions."""
    lets = {f"{entry['name']}.def": entry["kind"] for entry in data.get("let", [])}
    equations = [p for name, (relation, p) in statement.assume.items() if relation == "=" and name not in lets]
    equations += [p for relation, p in statement.show.values() if relation == "!="]
    return any(map(is_nonlinear, equations)) or "sqrt" in lets.values() or counterexamples.has_exponentials(statement)


def is_nonlinear(p: Poly) -> bool:
    """Return whether the degree of a polynomial is 2 or more."""
    return any(sum(e for _, e in m) > 1 for m in p)


def read_refutation(book: Json) -> tuple[Json, Json]:
    """Return the statement that certificates refute, and the values. Raise `Rejected` unless the last theorem says that
    all hypotheses hold at the values and a conclusion fails. The proof is not checked here:
    `saved_proof_check.check_saved_proof` asks the checkers.
    """
    data, witness, sides = kernel.fields(book["refutes"], "statement", "counterexample", optional=("sides",))
    with counterexamples.limit_work():
        statement, (*_, last) = kernel.read_statement(data, sides), kernel.items(book["entries"])
        kernel.require(statement.context.run is None, "it is about a run, and no run need reach these values")
        names = [name for name, _ in failures(statement, Values.read(witness, data))]
        is_instance = any(last["statement"] == instance(statement, data, witness, name) for name in names)
    kernel.require(is_instance, "its theorem does not say that the statement fails at the values")
    return data, witness


@dataclass
class Values:
    """Values after reading. `lets` are the names of the defined numbers in them, in order."""

    witness: kernel.Witness
    lets: dict[str, Let]

    @classmethod
    def read(cls, given: Json, data: Json) -> Values:
        """Return the values of a witness, the missing ones by their definitions. Raise `Rejected` for other data."""
        dimension, size, values, steps = kernel.fields(given, "dimension", "size", "values", "steps")
        kernel.require(steps == [], "steps without a run")
        for number, limit in ((dimension, 10), (size, 100)):  # as for the kernel's witnesses
            kernel.require(type(number) is int and 0 <= number < limit, "not a dimension or size", number)
        found = cls(kernel.Witness(dimension, size), {})
        for name, value in values.items():
            entries = kernel.items(value) if "[i]" in name else [value]
            kernel.require("[i]" not in name or len(entries) == size, "not one value for each index", name)
            read = found.vector if name.endswith("@") else found.number
            found.witness.terms[name] = [read(entry) for entry in entries]
        table = kernel.read_table(data.get("let"))
        for entry in kernel.items(data.get("let")):
            if entry["name"] not in values:
                kernel.require(set(entry) == {"name", "kind", "of"}, "no value, and no root, quotient or logarithm")
                each = found.at(kernel.read_poly(entry["of"], table))
                found.witness.terms[entry["name"]] = [found.let(entry["kind"], p) for p in each]
        return found

    def number(self, data: Json) -> Poly:
        """Return a number without variables: of rational numbers, exponentials, logarithms, roots and quotients."""
        self.define(data)
        return self.read_term(data)

    def read_term(self, data: Json) -> Poly:
        """Return a term whose logarithms and roots have names."""
        table = {(kind, frozenset(of.items())): name for name, (kind, of) in self.lets.items()}
        return kernel.read_poly(data, table, self.lets)

    def define(self, data: Json) -> None:
        """Name the logarithms, roots and quotients in a term."""
        if isinstance(data, str):
            kernel.read_rational(data)
            return
        kernel.require(not isinstance(data, dict), 'a value is a table, where a term such as ["ln", "2"] belongs', data)
        word, *parts = kernel.items(data) or [""]
        for part in parts:
            self.define(part)
        if word in ("ln", "sqrt") and parts:
            of = self.read_term(parts[0])
            is_positive = of[()] > 0 if set(of) == {()} else self.sign(of) > 0
            kernel.require(is_positive, "not the logarithm or root of a positive number", data)
            self.let(word, of)
        if word == "/" and parts and set(of := self.read_term(parts[-1])) != {()}:
            kernel.require(self.sign(of), "the denominator may be 0", data)
            self.let("inverse", of)

    def vector(self, coordinates: Json) -> Poly:
        """Return the vector with these coordinates."""
        kernel.require(len(kernel.items(coordinates)) == self.witness.dimension, "not one value for each coordinate")
        units = (kernel.atom(f"#{k}@") for k in range(1, self.witness.dimension + 1))
        return kernel.add(*(product(self.number(c), unit) for c, unit in zip(coordinates, units, strict=True)))

    def let(self, kind: str, of: Poly) -> Poly:
        """Return the name of a definition; an equal definition keeps the name that it has."""
        name = next((name for name, let in self.lets.items() if let == (kind, of)), f"l{len(self.lets) + 1}")
        self.lets[name] = kind, of
        return kernel.atom(name)

    def at(self, p: Poly) -> list[Poly]:
        """Return the value of a term, over the names of the logarithms; if it has an index, all its values."""
        return self.witness.at(p)

    def sign(self, p: Poly) -> int:
        """Return the sign of a value, or 0 where it cannot be distinguished from 0."""
        with suppress(kernel.Rejected):  # of exponents that the kernel finds too large
            if not self.lets:
                return kernel.sign(p)
        with suppress(kernel.Rejected):
            return sign(Valuation(0, 0, enclosures(self.lets)).number(p))
        return 0

    def json(self, p: Poly) -> Json:
        """Return a value as a term without names, with a number for exp(l)."""
        if not self.lets:  # only exponentials, of which a product is one
            whole = ([kernel.exponential(exponent(m)), constant(c)] for m, c in p.items())
            return write_poly(kernel.add(*map(kernel.product, whole)))
        words: dict[str, Any] = {}
        for name, (kind, of) in self.lets.items():
            inner = with_terms(write_poly(of), words)
            words[name] = ("/", "1", inner) if kind == "inverse" else (kind, inner)
        terms = ([constant(c), *(self.power(a) for a, e in m for _ in range(e))] for m, c in p.items())
        return write_term(with_terms(write_poly(kernel.add(*map(kernel.product, terms))), words))

    def power(self, atom: str) -> Poly:
        """Return exp(Σ k·l) for whole k as a number; another atom is returned as it is."""
        logs = logs_of(self.lets)
        factors = whole_multiples(kernel.shape(atom).inner, logs) if kernel.shape(atom).kind == "exp" else None
        return kernel.atom(atom) if factors is None else constant(prod(logs[name] ** k for name, k in factors))


def logs_of(lets: Mapping[str, Let]) -> dict[str, Fraction]:
    """Return the names of the logarithms, each with the number x of ln x."""
    return {name: Fraction(p[()]) for name, (kind, p) in lets.items() if kind == "ln" and set(p) == {()}}


def enclosures(lets: Mapping[str, Let]) -> dict[str, Any]:
    """Return intervals around the defined numbers."""
    found: dict[str, Any] = {}
    for name, (kind, p) in lets.items():
        of = ball(Valuation(0, 0, found).number(p))
        found[name] = of.log() if kind == "ln" else of.sqrt() if kind == "sqrt" else 1 / of
    return found


def whole_multiples(exponent: Poly, logs: Mapping[str, Fraction]) -> list[tuple[str, int]] | None:
    """Return the pairs (l, k) of an exponent Σ k·l with whole numbers k, or None for any other exponent."""
    found = {m[0][0]: c for m, c in exponent.items() if len(m) == 1 and m[0][1] == 1 and m[0][0] in logs}
    whole = len(found) == len(exponent) and all(c == int(c) for c in found.values())
    return [(name, int(c)) for name, c in found.items()] if whole else None


def hypotheses(statement: Statement, values: Values) -> dict[str, Fact]:
    """Return all hypotheses at the values, for every index. Raise `Rejected` if a name has no value, or a name outside
    the statement has one."""
    kernel.require(values.witness.terms.keys() == statement.context.names, "not one value for each name")
    return {f"{name} at {n}": (relation, value) for name, (relation, p) in statement.assume.items()
            for n, value in enumerate(values.at(p), 1)}


def failures(statement: Statement, values: Values) -> Iterator[tuple[str, Fact]]:
    """Yield the fact that a conclusion fails, for each conclusion and index, under names that no hypothesis has."""
    for name, (relation, p) in statement.show.items():
        for n, value in enumerate(values.at(p), 1):
            yield f"{name} at {n} fails", negation((relation, value))


def instance(statement: Statement, data: Json, witness: Json, failing: str) -> Json:
    """Return the theorem, in the kernel's JSON, that all hypotheses hold at the values and a conclusion fails."""
    values = Values.read(witness, data)
    facts = hypotheses(statement, values) | {failing: dict(failures(statement, values))[failing]}
    lets = [{"name": name, "kind": kind, "of": write_poly(p)} for name, (kind, p) in values.lets.items()]
    return {"id": NAME, "declare": [], "assume": {}, "let": lets,
            "show": {name: write_fact(fact) for name, fact in facts.items()}}


# --- the proof ----------------------------------------------------------------------------------------


def prove_instance(statement: Statement, data: Json, witness: Json) -> Json | None:
    """Return certificates that prove an instance and that the kernel accepts, or None."""
    values = Values.read(witness, data)
    plain = hypotheses(statement, values)
    for name, fact in failures(statement, values):
        signs = {">=": (0, 1), ">": (1,), "=": (0,), "!=": (-1, 1)}
        if not all(values.sign(p) in signs[relation] for relation, p in [*plain.values(), fact]):
            continue
        for denominator in FINENESS:
            refuter = Refuter(values.lets, {**plain, name: fact}, denominator)
            if (sides := refuter.sides()) is not None and (proof := refuter.proof()):
                entry = {"statement": instance(statement, data, witness, name), "sides": sides, "proof": prune(proof)}
                accepted = kernel.check_book([entry])[NAME][0] == "proved"
                return {"schema": 1, "entries": [entry]} if accepted else None
    return None


@dataclass
class Refuter:
    """Proves facts about numbers that are defined, without variables."""

    lets: Mapping[str, Let]
    goals: Mapping[str, Fact]
    denominator: int

    @property
    def logs(self) -> dict[str, Fraction]:
        """Return the names of the logarithms of rational numbers, with these numbers."""
        return logs_of(self.lets)

    def sides(self) -> dict[str, Json] | None:
        """Return proofs that the numbers exist, or None."""
        found = dict[str, Json]()
        for n, (name, (kind, p)) in enumerate(self.lets.items()):
            before = dict(list(self.lets.items())[:n])
            side = kernel.definition(name, kind, p).side
            proof = Refuter(before, {"side": side}, self.denominator).proof()
            if proof is None:
                return None
            found[name] = prune(proof)
        return found

    def proof(self) -> Json | None:
        """Return a proof: values of the exponentials, bounds of the defined numbers, then each goal."""
        context = kernel.Context()
        for name, (kind, p) in self.lets.items():
            context = context.defining(kernel.definition(name, kind, p))
        s = self.numbers(Sequent(context, kernel.FALSE), [p for _, p in self.goals.values()])
        return s and s.prove(self.parts)

    def numbers(self, s: Sequent | None, polys: Iterable[Poly]) -> Sequent | None:
        """Add values or bounds of the exponentials and defined numbers in these terms, inner ones first; return None if
        one has none."""
        todo: list[str | Poly] = []

        def visit(p: Poly) -> None:
            for a in sorted(atoms_of(p)):
                if a in self.lets:
                    visit(self.lets[a][1])
                item = kernel.shape(a).inner if kernel.shape(a).kind == "exp" else a
                if item not in todo:
                    todo.append(item)

        for p in polys:
            visit(p)
        for item in todo:
            s = s and (self.bounds(s, item) if isinstance(item, str) else self.powers(s, item))
        return s

    def parts(self, s: Sequent) -> Json | None:
        """Return a proof of each goal, or None."""
        found = {name: self.part(replace(s, goal=goal)) for name, goal in self.goals.items()}
        if not all(found.values()):
            return None
        return {"rule": "split", "parts": found} if len(found) > 1 else next(iter(found.values()))

    def part(self, s: Sequent) -> Json | None:
        """Return a proof of one goal, or None."""
        relation, p = s.goal
        plain = [n for n in s.context.facts if not n.startswith("law")]
        if relation == "=":
            few = [name for name in plain if name in s.equations]
            return (prove_by_identity(s, s.goal, [ONE], [], few)
                    or prove_by_identity(s, s.goal, [ONE], [], s.equations))
        known = Hints(facts=tuple(plain))
        if relation != "!=":
            return certificate(s.context, s.goal, known)
        for q in (p, kernel.negative(p)):
            if why := certificate(s.context, (">", q), known):
                signed = s.have("sign", (">", q), why)
                return signed.prove(lambda k: prove_by_contradiction(k, k.goal, [k.term("sign")], []))
        return None

    def powers(self, s: Sequent, exponent: Poly) -> Sequent | None:
        """Add exp(Σ k·l) = Π x^k for whole k, or bounds of another exponential; return None if it has no bounds."""
        if set(exponent) == {()}:
            return enclosed(s, exponent)
        defined = [f"{name}.def" for name, (kind, _) in self.lets.items() if kind != "ln"]
        if (simple := s.modulo(defined).reduce(exponent)) != exponent:
            known = self.powers(s, simple) if simple else s
            return known and with_equal_exponents(known, known.fresh("equal exponent"), exponent, simple, defined)
        if all(kind != "ln" for name, (kind, _) in self.lets.items() if name in kernel.variables(exponent)):
            return self.monotone(s, exponent)
        if any(exponent == kernel.atom(name) for name in self.lets.keys() - self.logs.keys()):
            return s  # exp(l) = x by the definition of l
        if (whole := whole_multiples(exponent, self.logs)) is None:
            return self.root(s, exponent) or self.monotone(s, exponent)
        exponent, value = Poly(), Fraction(1)
        for name, unit in [(name, 1 if k > 0 else -1) for name, k in whole for _ in range(abs(k))]:
            log, before = kernel.atom(name), exponent  # exp(p ± l) is computed from exp(p)
            exponent, value = kernel.add(before, product(log, constant(unit))), value * self.logs[name] ** unit
            fact: Fact = ("=", minus(kernel.exponential(exponent), constant(value)))
            if fact not in s.context.facts.values():
                s = with_given_laws(s, [(before if unit > 0 else exponent, log)])
                s = s.have(s.fresh("exponential"), fact, prove_by_identity(s, fact, [ONE], [], s.equations))
        return s

    def monotone(self, s: Sequent, exponent: Poly) -> Sequent | None:
        """Add bounds of exp(e) by bounds of e, and exp(e)·exp(-e) = 1; return None for an e without bounds."""
        power, step = kernel.exponential(exponent), Fraction(1, self.denominator)
        low = floor(Fraction(float(ball(Valuation(0, 0, enclosures(self.lets)).number(exponent)))) / step) * step
        lower, upper = constant(low - step), constant(low + 2 * step)
        gaps: list[Fact] = [(">=", minus(exponent, lower)), (">=", minus(upper, exponent))]
        names = [s.fresh(f"{word} exponent") for word in ("above", "below")]
        known = self.numbers(s, [exponent])
        if (known := known and self.stepwise(known, gaps, names)) is None:
            return None
        s = with_given_laws(enclosed(enclosed(known, upper), lower), [(exponent, kernel.negative(exponent))])
        least, most = exponential_bounds(lower[()])[0], exponential_bounds(upper[()])[1]
        ends = [minus(kernel.exponential(lower), constant(least)), minus(constant(most), kernel.exponential(upper))]
        facts: list[Fact] = [(">=", minus(power, constant(least))), (">=", minus(constant(most), power))]
        # exp(e) - least = (exp(e) less its tangent at low) + exp(low)·(e - low) + (exp(low) - least)
        parts = [[tangent_term(exponent, lower, 1), exponential_term(lower) * fact_term(names[0], gaps[0])],
                 [tangent_term(upper, exponent, 1), exponential_term(exponent) * fact_term(names[1], gaps[1])]]
        proofs = [identity(Quotient({}), p, [(ONE, 1)], [(t, 1) for t in (*part, known_term(s, (">=", end)))])
                  for end, part, (_, p) in zip(ends, parts, facts, strict=True)]
        return with_facts(s, "bound", zip(facts, proofs, strict=True))

    def root(self, s: Sequent, exponent: Poly) -> Sequent | None:
        """Add bounds of r = exp(l/n) and rⁿ = exp(l), or bounds of 1/r = exp(-l/n); return None for other exponents."""
        (monomial, q), *more = exponent.items()
        name = next((name for name, (kind, _) in self.lets.items() if kind == "ln" and monomial == ((name, 1),)), "")
        n, denominator = (1 / Fraction(q)).as_integer_ratio()
        if more or not name or denominator > 1:
            return None
        if n < 0:
            return self.inverse_of_root(self.root(s, kernel.negative(exponent)), kernel.negative(exponent), name)
        r, of = kernel.exponential(exponent), self.lets[name][1]
        pairs = [(exponent, product(exponent, constant(k))) for k in range(1, n)]
        s = with_given_laws(s, pairs)
        # rⁿ - exp(l) is the sum of the rⁿ⁻¹⁻ᵏ·(r·exp(kl/n) - exp((k + 1)l/n))
        laws = {find_fact(s, ("=", kernel.power_law(*pair))): kernel.product([constant(-1), *([r] * (n - 1 - k))])
                for k, pair in enumerate(pairs, 1)}
        power: Fact = ("=", minus(kernel.product([r] * n), of))
        power_name = s.fresh("power")
        why = prove_by_identity(s, power, [ONE], [], [f"{name}.def"], laws)
        low, high = self.near(r, of)
        gaps: list[Fact] = [(">", minus(of, constant(low**n))), (">", minus(constant(high**n), of))]
        names = [s.fresh(f"{word} {power_name}") for word in ("above", "below")]
        known = why and self.numbers(s.have(power_name, power, why), [of])
        if not known or (known := self.stepwise(known, gaps, names)) is None:
            return None
        powers = [reduce(mul, [exponential_term(exponent)] * k, ONE) for k in range(n)]
        ends: list[Fact] = [(">=", minus(r, constant(low))), (">=", minus(constant(high), r))]
        proofs = list[Json]()
        for (_, end), bound, gap in zip(ends, (low, high), names, strict=True):
            # (r - low)(rⁿ⁻¹ + rⁿ⁻²·low + … + lowⁿ⁻¹) = rⁿ - lowⁿ, and so for high
            times = [(term, bound ** (n - 1 - k)) for k, term in enumerate(powers) if bound or k == n - 1]
            proofs.append(identity(known.modulo([power_name]), end, times, [(known.term(gap), 1)]))
        known = with_facts(known, "bound", zip(ends, proofs, strict=True))
        used = {e for _, p in self.goals.values() for m in p for a, e in m if kernel.atom(a) == r}
        for k in sorted(k for k in used if 1 < k < n):
            for (_, end), bound, side in zip(ends, (low, high), (1, -1), strict=True):
                # r^k - low^k = (r - low)(r^(k-1) + r^(k-2)·low + … + low^(k-1)), and so for high
                fact: Fact = (">=", product(minus(kernel.product([r] * k), constant(bound**k)), constant(side)))
                distance = known_term(known, (">=", end))
                parts = [(distance * powers[j], bound ** (k - 1 - j)) for j in range(k) if bound or j == k - 1]
                why = identity(Quotient({}), fact[1], [(ONE, 1)], parts)
                if why and fact not in known.context.facts.values():
                    known = known.have(known.fresh("bound"), fact, why)
        return known

    def inverse_of_root(self, s: Sequent | None, exponent: Poly, name: str) -> Sequent | None:
        """Add exp(p)·exp(-p) = 1 and 1/high ≤ exp(-p) ≤ 1/low; low ≤ exp(p) ≤ high is known for the exponent p."""
        r, inverse = (kernel.exponential(p) for p in (exponent, kernel.negative(exponent)))
        low, high = self.near(r, self.lets[name][1])
        if s is None or low <= 0:
            return None
        law, one = s.fresh("law"), s.fresh("reciprocal")
        s = with_given_laws(s, [(kernel.negative(exponent), exponent)])
        fact: Fact = ("=", minus(product(r, inverse), constant(1)))
        s = s.have(one, fact, prove_by_identity(s, fact, [ONE], [], [law]))
        gaps = (minus(constant(high), r), high), (minus(r, constant(low)), low)
        ends: list[Fact] = [(">=", minus(inverse, constant(1 / high))), (">=", minus(constant(1 / low), inverse))]
        proofs = [identity(s.modulo([one]), end, [(exponential_term(exponent), 1)],
                           [(known_term(s, (">=", gap)), 1 / bound)])
                  for (_, end), (gap, bound) in zip(ends, gaps, strict=True)]
        return with_facts(s, "bound", zip(ends, proofs, strict=True))

    def bounds(self, s: Sequent, name: str) -> Sequent | None:
        """Add rational bounds of a number that is defined, unless they are known."""
        if f"{name} at most" in s.context.facts:
            return s
        bound = self.log_between if self.lets[name][0] == "ln" else self.between
        return bound(s, name, *self.near(kernel.atom(name), self.lets[name][1]))

    def near(self, p: Poly, of: Poly) -> tuple[Fraction, Fraction]:
        """Return rational numbers on both sides of a number, which is defined by another."""
        step = Fraction(COARSER ** self.depth(of), self.denominator)
        low = floor(Fraction(float(Valuation(0, 0, enclosures(self.lets)).number(p))) / step) * step
        return low, low + step

    def log_between(self, s: Sequent, name: str, low: Fraction, high: Fraction) -> Sequent | None:
        """Add low < l < high for l = ln x, where bounds of exp(low) and exp(high) are on both sides of x."""
        number, lower, upper, x = kernel.atom(name), constant(low), constant(high), self.lets[name][1]
        above, below = exponential_bounds(high)[0], exponential_bounds(low)[1]
        gaps: list[Fact] = [(">", minus(constant(above), x)), (">", minus(x, constant(below)))]
        names = [s.fresh(f"{word} {name}") for word in ("above", "below")]
        definition = s.modulo([f"{name}.def"])
        at_most, at_least = minus(upper, number), minus(number, lower)
        if (known := self.stepwise(s, gaps, names)) is None:
            return None
        s = enclosed(enclosed(known, upper), lower)
        ends = [known_term(s, (">=", minus(kernel.exponential(upper), constant(above)))),
                known_term(s, (">=", minus(constant(below), kernel.exponential(lower))))]
        # exp(high)·(high - l) = (exp(l) less its tangent at high) + (exp(high) - above) + (above - x)
        most = identity(definition, at_most, [(exponential_term(upper), 1)], [
            (tangent_term(number, upper, 1), 1), (ends[0], 1), (fact_term(names[0], gaps[0]), 1)])
        # exp(l)·(l - low) = (exp(low) less its tangent at l) + (below - exp(low)) + (x - below)
        least = identity(definition, at_least, [(exponential_term(number), 1)], [
            (tangent_term(lower, number, 1), 1), (ends[1], 1), (fact_term(names[1], gaps[1]), 1)])
        return s.have(f"{name} at most", (">", at_most), most).have(f"{name} at least", (">", at_least), least)

    def depth(self, p: Poly) -> int:
        """Return how deep definitions are nested in a term; with the depth bounds become coarser."""
        inside = kernel.variables(p) & self.lets.keys()
        return max((1 + self.depth(self.lets[name][1]) for name in inside), default=0)

    def between(self, s: Sequent, name: str, low: Fraction, high: Fraction) -> Sequent | None:
        """Add low ≤ r ≤ high for a root or quotient r. A gap times a positive number is a gap between squares, or
        between multiples of the denominator."""
        (kind, p), r = self.lets[name], kernel.atom(name)
        if kind == "sqrt" and low > 0 and (inner := square_root(p)):
            return self.magnitude_between(s, name, inner, low, high)
        first = [(">", kernel.add(r, constant(bound))) for bound in (low, high) if bound > 0]
        if kind == "inverse":
            first = [(">", p if low + high > 0 else kernel.negative(p))]
        ends: list[Fact] = [(">=", minus(r, constant(low))), (">=", minus(constant(high), r))]
        return self.stepwise(s, [*first, *ends])

    def magnitude_between(self, s: Sequent, name: str, t: Poly, low: Fraction, high: Fraction) -> Sequent | None:
        """Add 0 < low ≤ r ≤ high for the root r of t², by the same bounds of t or −t."""
        r, a, b = kernel.atom(name), constant(low), constant(high)
        t = t if ball(Valuation(0, 0, enclosures(self.lets)).number(t)) > 0 else kernel.negative(t)
        first: list[Fact] = [(">", minus(t, a)), (">", minus(b, t)), (">", kernel.add(r, a)), (">", kernel.add(r, b))]
        names = [s.fresh(f"{word} {name}") for word in ("above", "below", "more", "most")]
        if (known := self.stepwise(s, first, names)) is None:
            return None
        above, below, more, most = map(fact_term, names, first)
        modulo = known.modulo([f"{name}.def"])
        # (r + low)(r - low) = t² - low² = (t - low)² + 2·low·(t - low)
        least = identity(modulo, minus(r, a), [(more, 1)], [(above * above, 1), (above, 2 * low)])
        # (r + high)(high - r) = high² - t² = (high - t)(t - low) + (low + high)(high - t)
        greatest = identity(modulo, minus(b, r), [(most, 1)], [(below * above, 1), (below, low + high)])
        return with_facts(known, "known", [((">=", minus(r, a)), least), ((">=", minus(b, r)), greatest)])

    def stepwise(self, s: Sequent, todo: Sequence[Fact], names: Sequence[str] = ()) -> Sequent | None:
        """Add one fact after the other, under these names; return None if one has no proof."""
        for fact, name in zip(todo, names or [""] * len(todo), strict=True):
            known = Hints(facts=tuple(n for n in s.context.facts if not n.startswith("law")))
            if (why := certificate(s.context, fact, known)) is None:
                return None
            s = s.have(name or s.fresh("known"), fact, why)
        return s

"""One statement without a derivation: try to prove it, try to refute it, say honestly what came out.

The attempts grow: computation from the hypotheses; sums of what holds for every index; lengths of
the vectors at hand, of their sums and differences; Cauchy–Schwarz for them; signs of denominators; a proof by
contradiction; a split on the signs of the real variables. Between them an exact counterexample is sought.
What only a solver finds valid is `unknown`, not `proved`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement
from typing import Any

import sympy

from ..algorithms.errors import BadInput
from ..algorithms.results import Result, exit_status
from . import kernel
from .checking import in_order, library, second_opinion
from .grammar import Parser
from .kernel import Fact, Poly
from .language import Relation, Translation, Vector, reals, vectors
from .ledger import claims
from .page import Cases, Conclude, Have, Length, Page, Square, SumUp, Suppose, Use, by
from .proving import Json, Prover, Scope, Unproved, Written, key_of, write_statement
from .search import Hints
from .world import World

NAME = "statement"
MOST_LENGTHS, MOST_PAIRS, MOST_REALS = 10, 6, 5


@dataclass(frozen=True)
class Evaluated:
    """A relation of the statement at a counterexample: the words and the exact values of both sides."""

    name: str
    left: str
    operator: str
    right: str
    values: tuple[Any, Any]  # strings "p/q", or a list of them for a vector
    holds: bool
    index: int | None = None  # which entry of the family fails, counted from 1


@dataclass(frozen=True)
class Finding(Result):
    """The verdict on an ad-hoc statement: `proved` with a certificate (a book that the kernel checks
    alone), `refuted` with a counterexample, or `unknown` with a reason. It is true if the verdict is `proved`.
    """

    page: Page
    verdict: str
    certificate: Json = None
    counterexample: Json = None
    reason: str = ""
    engines: dict[str, str] = field(default_factory=dict)
    evaluated: list[Evaluated] = field(default_factory=list)  # at the counterexample

    @property
    def status(self) -> str:
        """"ok", "failed" or "inconclusive"."""
        return {"proved": "ok", "unknown": "inconclusive"}.get(self.verdict, "failed")

    @property
    def exit_status(self) -> int:
        """That of `novikoff prove`."""
        return exit_status([self.status])


def prove(text: str, *, seed: int = 0) -> Finding:
    """Prove or refute a statement in the grammar of `proofs/grammar.py`.

    Raises BadInput for a statement that cannot be read or that does not make sense (a denominator that
    may be 0, the root of what may be negative).

    >>> prove("vec u v |- u@v <= norm(u)*norm(v)").verdict
    'proved'
    >>> prove("real a |- a <= a**2").counterexample["values"]
    {'a': '1/2'}
    """
    parser = Parser(text)
    page = parser.page
    try:
        written = write_statement(NAME, page)
        lengths = lengths_of(parser, written)
        sides = sensible(written.data, lengths)
        statement = kernel.read_statement(written.data, sides)
    except kernel.Rejected as problem:
        raise BadInput(f"the statement is too large: {problem}") from None
    require_an_index(parser, statement)
    first, *rest = attempts(page, parser.lengths)
    if found := attempt(page, first, lengths):
        return Finding(page, "proved", certificate=found)
    witness = sought(statement, seed, 40_000)
    for steps in rest if witness is None else ():
        if found := attempt(page, steps, lengths):
            return Finding(page, "proved", certificate=found)
    witness = witness or sought(statement, seed, 200_000)
    if witness is None:
        return undecided(page)
    entry = {"statement": written.data, **({"sides": sides} if sides else {}), "counterexample": witness}
    verdict, reason, _ = kernel.check_book([entry])[NAME]
    return Finding(page, verdict, None, witness, reason, evaluated=evaluate(parser, written, witness))


def require_an_index(parser: Parser, statement: kernel.Statement) -> None:
    """BadInput for all(c >= 0) or all(a[i] - a[i] >= 1). Without [i] the kernel reads a fact as one fact, while
    "for every i" makes it true where there is no i; only what is true anyway, such as 0 = 0, is the same.
    """
    facts = {**statement.assume, **statement.show}
    for name, place in parser.families.items():
        relation, p = facts[name]
        trivial = set(p) <= {()} and World(0, 0).holds((relation, p))
        if not kernel.is_indexed(p) and not trivial:
            left, sign, right = parser.said[name]
            parser.fail(place, f"{left} {sign} {right} says nothing about the index i: state it outside of all(...)")


def sought(statement: kernel.Statement, seed: int, budget: int) -> Json | None:
    """A counterexample, if one is found; a statement too large for the search has none."""
    from .refute import find_witness

    try:
        return find_witness(statement, seed=seed, budget=budget)
    except (kernel.Rejected, RecursionError):
        return None


def evaluate(parser: Parser, written: Written, witness: Json) -> list[Evaluated]:
    """Both sides of every relation at a counterexample; of a family's relations, where they fail or the first."""
    world = World(witness["dimension"], witness["size"])
    world.read(list(witness["values"]), witness["values"])
    translation = translating(written)

    def value(e: Any, i: int) -> Any:
        if not isinstance(e, Vector):
            return str(world.number(translation.scalar(e), i))
        p = translation.vector(e)
        return [str(world.number(p, i, k)) for k in range(world.dimension)]

    found = []
    for name, r in {**parser.page.assumptions, **parser.page.conclusions}.items():
        relation, p = translation.fact(r)
        family = kernel.is_indexed(p)
        truths = [
            {">=": n >= 0, ">": n > 0, "=": n == 0, "!=": n != 0}[relation]
            for n in (world.number(p, i) for i in range(world.size if family else 1))
        ]
        if truths:
            i = truths.index(False) if False in truths else 0
            index = i + 1 if family else None
            found.append(Evaluated(name, *parser.said[name], (value(r.lhs, i), value(r.rhs, i)), all(truths), index))
    return found


def translating(written: Written) -> Translation:
    """A translation that knows the roots and quotients of the statement; KeyError for others."""
    return Translation(written.abbreviations, lambda kind, of: written.defined[key_of(kind, of)])


# --- proving --------------------------------------------------------------------------------------


@dataclass
class Guided(Prover):
    """A prover that tries ⟨v, v⟩ ≥ 0 for given vectors in every step; alone, where just that is to be shown."""

    lengths: tuple[Poly, ...] = ()

    def leaf(self, scope: Scope, goal: Fact, hints: Hints, label: str) -> Json:
        """As before, with more hints."""
        here = tuple(v for v in self.lengths if kernel.variables(v) <= scope.context.names)
        if wanted := tuple(v for v in here if goal == (">=", kernel.gram(v, v))):
            return super().leaf(scope, goal, Hints(facts=(), norms=wanted), label)
        return super().leaf(scope, goal, replace(hints, norms=hints.norms + here), label)


def lengths_of(parser: Parser, written: Written) -> tuple[Poly, ...]:
    """The vectors whose lengths are mentioned, and their sums and differences, as kernel terms."""
    mentioned = list(dict.fromkeys(parser.lengths))[:MOST_LENGTHS]
    mixed = [w for u, v in combinations(mentioned, 2) for w in (u - v, u + v)]
    translation, found = translating(written), list[Poly]()
    for v in [*mentioned, *mixed]:
        try:
            found.append(translation.vector(v))
        except KeyError:
            continue
    plain = [p for p in found if p and not kernel.is_indexed(p)]
    return tuple(p for n, p in enumerate(plain) if p not in plain[:n])[: 2 * MOST_LENGTHS]


def sensible(data: Json, lengths: tuple[Poly, ...]) -> Json:
    """Proofs that the roots and quotients of a statement exist."""
    try:
        return Guided(lengths=lengths).sides(data)
    except Unproved as problem:
        relation, p = problem.leaf.goal
        term = kernel_text(p)
        if relation == "!=":
            raise BadInput(f"the denominator {term} may be 0: add a hypothesis such as  {term} != 0") from None
        raise BadInput(f"the root of {term} may not exist: add a hypothesis such as  {term} >= 0") from None


def kernel_text(p: kernel.Poly) -> str:
    """A kernel polynomial as one would type it."""
    terms = (sympy.Rational(str(c)) * sympy.Mul(*(sympy.Symbol(a) ** e for a, e in m)) for m, c in p.items())
    return str(sympy.Add(*terms))


def attempt(page: Page, steps: list[Any], lengths: tuple[Poly, ...] = ()) -> Json | None:
    """A book that proves the page by these steps, or None."""
    try:
        entry = Guided(library=library(), lengths=lengths).entry(NAME, replace(page, steps=steps))
    except (Unproved, ValueError, kernel.Rejected, RecursionError):
        return None
    used = sorted({node["of"] for node in lemmas(entry)})
    cited = [Prover(library=library()).entry(i, claims()[i].page) for i in in_order(used)]
    entries = [*cited, entry]
    return {"schema": 1, "entries": entries} if kernel.check_book(entries)[NAME][0] == "proved" else None


def lemmas(data: Json) -> Iterator[dict[str, Any]]:
    """The nodes of a proof that cite theorems."""
    if isinstance(data, dict):
        if data.get("rule") == "lemma":
            yield data
        data = list(data.values())
    for part in data if isinstance(data, list) else ():
        yield from lemmas(part)


def attempts(page: Page, lengths: list[Vector]) -> Iterator[list[Any]]:
    """Derivations to try, the cheapest first."""
    yield []
    if any("[i]" in name for name in page.names):
        yield list(summations(page))
        return
    named = [vectors(n[:-1])[0] for n in page.names if n.endswith("@")]
    pairs = list(combinations(named, 2))[:MOST_PAIRS]
    if pairs:
        yield [Use(f"cs{n}", by("cauchy-schwarz", u=u, v=v), {}) for n, (u, v) in enumerate(pairs)]
    known = [*absolute_values(page), *signs_of_denominators(page)]
    if known:
        yield known
    if len(page.conclusions) == 1:
        pairs = list(combinations(list(dict.fromkeys(lengths)) or named, 2))[:MOST_PAIRS]
        bounds = [
            Use(f"cs{n}{sign}", by("cauchy-schwarz-norm", u=u, v=v if sign == "+" else -v), {})
            for n, (u, v) in enumerate(pairs) for sign in "+-"
        ]  # fmt: skip
        yield [*known, Suppose("otherwise"), *bounds]
        yield [*known, Suppose("otherwise"), *squares(page)]
        yield from ([*signs(variables)] for variables in [reals_of(page)] if 0 < len(variables) <= 3)


def squares(page: Page) -> Iterator[Have]:
    """(a - b)² ≥ 0 for the real variables, each of them and 1."""
    for a, b in combinations([*reals_of(page)[:MOST_REALS], sympy.Integer(1)], 2):
        yield Have(f"({a} - {b}) squared", Relation((a - b) ** 2, ">=", 0), (Square(a - b),))


def signs_of_denominators(page: Page) -> Iterator[Have]:
    """d > 0 and 1/d > 0, or the opposite, for the denominators whose sign follows from the hypotheses."""
    inverses = [e for e in map(sympy.sympify, page.mentions) if e.is_Pow and e.exp.is_negative]
    for n, e in enumerate(dict.fromkeys(inverses)):
        for operator in (">", "<"):
            sign = Relation(1 / e, operator, 0)
            if attempt(replace(page, conclusions={"sign": sign}), []):
                yield Have(f"denominator{n}", sign)
                yield Have(f"inverse{n}", Relation(e, operator, 0))
                break


def reals_of(page: Page) -> list[sympy.Symbol]:
    """The real variables of a page."""
    return [reals(n)[0] for n in page.names if not n.endswith("@")]


def absolute_values(page: Page) -> Iterator[Have]:
    """|t| ≥ ±t for the absolute values (also those inside maxima and minima) that a page mentions."""
    mentioned = [sympy.sympify(e) for e in page.mentions]
    inside = [a.args[0] for e in mentioned for a in e.atoms(sympy.Abs)]
    inside += [a - b for e in mentioned for m in e.atoms(sympy.Max, sympy.Min) for a, b in combinations(m.args, 2)]
    for n, t in enumerate(dict.fromkeys(inside)):
        yield Have(f"abs{n}+", Relation(sympy.Abs(t), ">=", t))
        yield Have(f"abs{n}-", Relation(sympy.Abs(t), ">=", -t))


def signs(variables: list[sympy.Symbol]) -> list[Any]:
    """Nested splits on the signs of real variables."""
    if not variables:
        return []
    first, *rest = variables
    arms = [(Relation(first, op, 0), signs(rest)) for op in ("<=", ">=")]
    return [Cases(f"sign-{first}", arms)]


def summations(page: Page) -> Iterator[Any]:
    """Facts for every index and products of two of them, summed."""
    pointwise = {n: r for n, r in page.assumptions.items() if "[i]" in str(difference(r))}
    signed = {n: difference(r) for n, r in pointwise.items() if r.operator not in ("==", "!=")}
    for name in pointwise:
        yield SumUp(name, f"sum of {name}")
    families = [n for n in page.names if "[i]" in n]
    for name in families:
        v = vectors(name[:-1])[0] if name.endswith("@") else reals(name)[0]
        e, reason = (v @ v, Length(v)) if isinstance(v, Vector) else (v**2, Square(v))
        yield Have(f"{name} squared", Relation(e, ">=", 0), (reason,))
        yield SumUp(f"{name} squared", f"sum of {name} squared")
        signed[f"{name} squared"] = e
    numbers = [reals(n)[0] for n in families if not n.endswith("@")]
    for e in (c for a, b in combinations(numbers, 2) for c in (a + b, a - b)):
        yield Have(f"({e}) squared", Relation(e**2, ">=", 0), (Square(e),))
        yield SumUp(f"({e}) squared", f"sum of ({e}) squared")
    for a, b in combinations_with_replacement(signed, 2):
        yield Have(f"{a}, {b}", Relation(signed[a] * signed[b], ">=", 0), (a, b))
        yield SumUp(f"{a}, {b}", f"sum of {a}, {b}")
    yield Conclude(())


def difference(r: Relation) -> Any:
    """What a relation says is not negative."""
    return r.lhs - r.rhs if r.operator in (">=", ">") else r.rhs - r.lhs


def undecided(page: Page) -> Finding:
    """Neither proved nor refuted: ask the solvers, and say so."""
    reason, opinions = "no certificate and no counterexample found", dict[str, str]()
    try:
        Prover().entry(NAME, page)
    except Unproved as problem:
        opinions = second_opinion(problem.leaf, ("z3", "cvc5"))
    if convinced := [engine for engine, opinion in opinions.items() if opinion == "valid"]:
        finds = "finds" if len(convinced) == 1 else "find"
        reason += f"; {' and '.join(convinced)} {finds} it valid, which is no certificate"
    return Finding(page, "unknown", reason=reason, engines=opinions)

"""One statement without a derivation: try to prove it, try to refute it, say honestly what came out.

The attempts grow: computation from the hypotheses; sums of what holds for every index; Cauchy–Schwarz
for the vectors at hand; a proof by contradiction; a split on the signs of the real variables. Between
them an exact counterexample is sought. What only a solver finds valid is `unknown`, not `proved`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any

import sympy

from ..algorithms.errors import BadInput
from . import kernel
from .checking import in_order, library, second_opinion
from .grammar import parse
from .language import Relation, Vector, reals, vectors
from .ledger import claims
from .page import Cases, Conclude, Have, Length, Page, Square, SumUp, Suppose, Use, by
from .proving import Json, Prover, Unproved, write_statement

NAME = "statement"


@dataclass(frozen=True)
class Finding:
    """The verdict on an ad-hoc statement: `proved` with a certificate (a book that the kernel checks
    alone), `refuted` with a counterexample, or `unknown` with a reason.
    """

    page: Page
    verdict: str
    certificate: Json = None
    counterexample: Json = None
    reason: str = ""
    engines: dict[str, str] = field(default_factory=dict)


def prove(text: str, *, seed: int = 0) -> Finding:
    """Prove or refute a statement in the grammar of `proofs/grammar.py`.

    Raises BadInput for a statement that cannot be read or that does not make sense (a denominator that
    may be 0, the root of what may be negative).

    >>> prove("vec u v |- u@v <= norm(u)*norm(v)").verdict
    'proved'
    >>> prove("real a |- a <= a**2").counterexample["values"]
    {'a': '1/2'}
    """
    from .refute import find_witness

    page = parse(text)
    data, sides = sensible(page)
    statement = kernel.read_statement(data, sides)
    first, *rest = attempts(page)
    found = attempt(page, first)
    if found:
        return Finding(page, "proved", certificate=found)
    witness = find_witness(statement, seed=seed, budget=40_000)
    for steps in rest if witness is None else ():
        found = attempt(page, steps)
        if found:
            return Finding(page, "proved", certificate=found)
    witness = witness or find_witness(statement, seed=seed)
    if witness:
        entry = {"statement": data, **({"sides": sides} if sides else {}), "counterexample": witness}
        verdict, reason, _ = kernel.check_book([entry])[NAME]
        return Finding(page, verdict, counterexample=witness, reason=reason)
    return undecided(page)


def sensible(page: Page) -> tuple[Json, Json]:
    """The statement with proofs that its roots and quotients exist."""
    data = write_statement(NAME, page).data
    try:
        return data, Prover().sides(data)
    except Unproved as problem:
        relation, p = problem.leaf.goal
        term = kernel_text(p)
        if relation == "!=":
            raise BadInput(f"the denominator {term} may be 0: add a hypothesis such as  {term} != 0") from None
        raise BadInput(f"the root of {term} may not exist: add a hypothesis such as  {term} >= 0") from None


def kernel_text(p: kernel.Poly) -> str:
    """A kernel polynomial as one would type it."""
    return str(sympy.Add(*(sympy.Rational(str(c)) * sympy.Mul(*(sympy.Symbol(a) ** e for a, e in m)) for m, c in p.items())))


def attempt(page: Page, steps: list[Any]) -> Json | None:
    """A book that proves the page by these steps, or None."""
    prover = Prover(library=library())
    trial = Page(page.names, page.abbreviations, page.assumptions, None, page.conclusions, None, steps, page.mentions)
    try:
        entry = prover.entry(NAME, trial)
    except (Unproved, ValueError):
        return None
    used = sorted({node["of"] for node in lemmas(entry)})
    cited = [Prover(library=library()).entry(i, claims()[i].page) for i in in_order(used)]
    book = {"schema": 1, "entries": [*cited, entry]}
    return book if kernel.check_book(book["entries"])[NAME][0] == "proved" else None


def lemmas(data: Json) -> Iterator[dict[str, Any]]:
    """The nodes of a proof that cite theorems."""
    if isinstance(data, dict):
        if data.get("rule") == "lemma":
            yield data
        data = list(data.values())
    for part in data if isinstance(data, list) else ():
        yield from lemmas(part)


def attempts(page: Page) -> Iterator[list[Any]]:
    """Derivations to try, the cheapest first."""
    yield []
    if any("[i]" in name for name in page.names):
        yield list(summations(page))
        return
    pairs = list(combinations([vectors(n[:-1])[0] for n in page.names if n.endswith("@")], 2))
    if pairs:
        yield [Use(f"cs{n}", by("cauchy-schwarz", u=u, v=v), {}) for n, (u, v) in enumerate(pairs)]
    magnitudes = list(absolute_values(page))
    if magnitudes:
        yield magnitudes
    if len(page.conclusions) == 1:
        bounds = [
            Use(f"cs{n}{sign}", by("cauchy-schwarz-norm", u=u, v=v if sign == "+" else -v), {})
            for n, (u, v) in enumerate(pairs) for sign in "+-"
        ]  # fmt: skip
        yield [*magnitudes, Suppose("otherwise"), *bounds]
        yield from ([*signs(variables)] for variables in [reals_of(page)] if 0 < len(variables) <= 3)


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
    pointwise = {n: r for n, r in page.assumptions.items() if "[i]" in str(r.lhs) + str(r.rhs)}
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
    try:
        Prover().entry(NAME, page)
    except Unproved as problem:
        opinions = second_opinion(problem.leaf, ("z3", "cvc5"))
        said = ", ".join(f"{engine}: {opinion}" for engine, opinion in opinions.items())
        return Finding(page, "unknown", reason=f"no certificate and no counterexample found ({said})", engines=opinions)
    return Finding(page, "unknown", reason="no certificate and no counterexample found")

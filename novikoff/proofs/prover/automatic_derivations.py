"""Derivations that the search tries for a script without steps, the fastest first."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement
from typing import Any

from .. import kernel
from ..kernel import Fact, Poly
from ..search import sums_of_squares
from ..search.citation_graph import in_order, library
from ..search.elaboration import Json, Prover, Scope, Unproved, Written, key_of
from ..search.factoring import vector_of_square
from ..search.linear_certificates import Hints, Term, norm_term
from ..search.proof_json import cited_ids
from ..search.sums_of_squares import Strength
from ..statements.expressions import ONE, Expression, Symbol, term_of, walk_terms
from ..statements.proof_script import Cases, Conclude, Have, Length, Script, Square, SumUp, Suppose, Use, by
from ..statements.registry import known_claims
from ..statements.vector_language import Abs, Relation, Scalar, Translation, Vector, of_term, write_fact
from .denominators import clear_denominators, denominators
from .direct_proofs import prove_directly
from .expansions_at_bounds import prove_at_bounds
from .exponentials import exponentials
from .goal_multipliers import products_bounded
from .preparations import lengths, pairs
from .reductions import put_terms
from .sequents import Sequent, without_idle_facts
from .strategies import THREE, Strategy
from .sum_inequalities import entries_below_sums, weighted_sums, without_index

NAME = "statement"
MOST_LENGTHS, MOST_PAIRS, MOST_REALS = 10, 6, 5


def make_translation(written: Written) -> Translation:
    """Return a translation for the roots and quotients of the statement; for other ones it raises KeyError."""
    return Translation(written.terms, lambda kind, of: written.defined[key_of(kind, of)], written.defined)


def prove_weakly(s: Sequent) -> Json | None:
    """Return a proof by a weak search, or None."""
    return prove_directly(s, Strength(2))


def prove_positively(s: Sequent) -> Json | None:
    """Return a proof by a weak search or a special argument, or None. The arguments are three facts, bounds of names,
    the existence of an index, weights with a positive sum, Cauchy–Schwarz, and sums that are not negative."""
    return (prove_weakly(s) or prove_directly(s, THREE) or prove_at_bounds(s, prove_weakly)
            or without_index(s, prove_weakly) or weighted_sums(s, prove_weakly) or lengths(s, prove_weakly)
            or products_bounded(s, prove_weakly) or pairs(s, lambda k: prove_directly(k, Strength(4)))
            or entries_below_sums(s, lambda k: prove_directly(k, THREE)))


def prove_side(s: Sequent) -> Json | None:
    """Return a proof that a definition makes sense, or None."""
    return denominators(s, lambda k: exponentials(k, prove_positively) or clear_denominators(k, prove_positively))


@dataclass
class Guided(Prover):
    """A prover that uses the given ⟨v, v⟩ ≥ 0 in every step. If ⟨v, v⟩ ≥ 0 is the goal, it tries nothing
    else."""

    lengths: tuple[Term, ...] = ()
    quick: bool = False  # small linear programs with few steps, and no Gröbner basis
    strategies: Sequence[Strategy] = ()  # where there is no linear certificate
    defined: list[kernel.Definition] = field(default_factory=list)  # whose side conditions were shown

    def leaf(self, scope: Scope, goal: Fact, hints: Hints, label: str) -> Json:
        """Return a proof by computation, with more hints than the elaborator's own."""
        hints = replace(hints, quick=self.quick)
        here = tuple(t for t in self.lengths if kernel.variables(t.norms[0]) <= scope.context.names)
        wanted = tuple(t for t in here if goal == (">=", t.poly))
        if goal[0] == ">=" and (wanted or ((v := vector_of_square(goal[1])) and (wanted := (norm_term(v),)))):
            return super().leaf(scope, goal, Hints(facts=(), terms=wanted), label)
        try:
            return super().leaf(scope, goal, replace(hints, terms=(*hints.terms, *here)), label)
        except Unproved:
            sequent = Sequent(scope.context, goal, definitions=tuple(self.defined))
            for strategy in self.strategies:
                if proof := strategy.proof(sequent):
                    return proof
            raise

    def side(self, scope: Scope, d: kernel.Definition) -> Json:
        """Return a proof that a definition makes sense, also by sums of squares, and for sums of positive terms."""
        try:
            return super().side(scope, d)
        except Unproved:
            squares = {d.names[0]: d.of[0] for d in self.defined if d.kind == "sqrt"}
            known = {r: t.norms[0] for t in self.lengths for r, p in squares.items() if p == t.poly}
            here = Sequent(scope.context, d.side, known, tuple(self.defined))
            if not sums_of_squares.is_there():
                raise
            proof = prove_side(here)
            if not proof and (fewer := without_idle_facts(here)) is not here:
                proof = prove_side(fewer)
            if not proof:
                raise
            return without_citations(proof)
        finally:
            self.defined.append(d)


def without_citations(proof: Json) -> Json:
    """Return the proof with proofs of theorems in place of citations; the theorems have no hypotheses. The proof that a
    term is well defined cites no theorem."""
    if isinstance(proof, list):
        return list(map(without_citations, proof))
    if not isinstance(proof, dict):
        return proof
    done = {key: without_citations(part) for key, part in proof.items()}
    if done.get("rule") != "lemma":
        return done
    entry = Prover(library=library()).entry(done["of"], known_claims()[done["of"]].script)
    relation, p = library()[done["of"]][1].show["conclusion"]
    images = {name: kernel.read_poly(term) for name, term in done["put"].items()}
    fact, why = (relation, kernel.substitute(p, images)), put_terms(entry["proof"], done["put"])
    (name,) = done["as"].values()
    return {"rule": "have", "name": name, "fact": write_fact(fact), "why": why, "then": done["then"]}


def lengths_of(vectors: Iterable[Vector], written: Written) -> tuple[Term, ...]:
    """Return ⟨v, v⟩ for the vectors whose lengths are mentioned, and for their sums and differences."""
    mentioned = list(dict.fromkeys(vectors))[:MOST_LENGTHS]
    mixed = [w for u, v in combinations(mentioned, 2) for w in (u - v, u + v)]
    plain = [p for p in terms_of([*mentioned, *mixed], written) if p and not kernel.is_indexed(p)]
    different = [p for n, p in enumerate(plain) if p not in plain[:n]]
    return tuple(map(norm_term, different[: 2 * MOST_LENGTHS]))


def terms_of(vectors: Iterable[Vector], written: Written) -> Iterator[Poly]:
    """Yield vectors as kernel terms, except vectors with roots and quotients that the statement does not define."""
    translation = make_translation(written)
    for v in vectors:
        with suppress(KeyError):
            yield translation.vector(v)


def attempt(script: Script, steps: list[Any], lengths: tuple[Term, ...] = (), name: str = NAME, quick: bool = False,
            strategies: Sequence[Strategy] = ()) -> Json | None:
    """Return certificates that prove the script by these steps under this name, or None. With `quick` the searches are
    cheap. The strategies serve steps without a linear certificate."""
    prover = Guided(library=library(), lengths=lengths, quick=quick, strategies=strategies)
    try:
        entry = prover.entry(name, replace(script, steps=steps))
    except (Unproved, ValueError, kernel.Rejected, RecursionError, OverflowError):
        return None
    return book_of(entry)


def book_of(entry: Json) -> Json | None:
    """Return a certificate after the theorems that it cites, if the kernel accepts it, else None."""
    name, used = entry["statement"]["id"], sorted(cited_ids(entry))
    cited = [Prover(library=library()).entry(i, known_claims()[i].script) for i in (in_order(used) if used else ())]
    entries = [*cited, entry]
    return {"schema": 1, "entries": entries} if kernel.check_book(entries)[name][0] == "proved" else None


def attempts(script: Script, lengths: list[Vector]) -> Iterator[list[Any]]:
    """Yield derivations to try, the cheapest first. The lengths are vectors without an index."""
    yield []
    if any("[i]" in name for name in script.names):
        yield list(summations(script))
        yield from filter(None, [list(lengths_bound(list(dict.fromkeys(lengths))))])
        return
    named = [of_term(n) for n in script.names if n.endswith("@")]
    couples = list(combinations(named, 2))[:MOST_PAIRS]
    if couples:
        yield [Use(f"cs{n}", by("cauchy-schwarz", u=u, v=v), {}) for n, (u, v) in enumerate(couples)]
    bounds = list(lengths_bound(list(dict.fromkeys(lengths)) or named))
    if lengths and bounds:
        yield bounds
    known = [*absolute_values(script), *equal_vectors(script, named), *signs_of_denominators(script)]
    if known:
        yield known
    if len(script.conclusions) == 1:
        yield [*known, Suppose("otherwise"), *bounds]
        yield [*known, Suppose("otherwise"), *squares(script)]
        yield from ([*signs(variables)] for variables in [reals_of(script)] if 0 < len(variables) <= 3)


def lengths_bound(vectors: list[Vector]) -> Iterator[Use]:
    """Yield the uses of Cauchy–Schwarz: ⟨u, v⟩ and ⟨u, -v⟩ are at most ‖u‖·‖v‖."""
    for n, (u, v) in enumerate(list(combinations(vectors, 2))[:MOST_PAIRS]):
        yield Use(f"cs{n}+", by("cauchy-schwarz-norm", u=u, v=v), {})
        yield Use(f"cs{n}-", by("cauchy-schwarz-norm", u=u, v=-v), {})


def squares(script: Script) -> Iterator[Have]:
    """Yield (a - b)² ≥ 0 for pairs of real variables, and for each of them and 1."""
    for a, b in combinations([*reals_of(script)[:MOST_REALS], ONE], 2):
        yield Have(f"({a} - {b}) squared", Relation((a - b) ** 2, ">=", 0), (Square(a - b),))


def signs_of_denominators(script: Script) -> Iterator[Have]:
    """Yield d > 0 and 1/d > 0, or the opposite, for the denominators whose sign follows from the hypotheses."""
    mentioned = map(term_of, script.mentions)
    denominators = [Expression(term[2]) for term in mentioned if term[:2] == ("/", "1") and term[2][0] != "*"]
    for n, e in enumerate(dict.fromkeys(denominators)):
        for operator in (">", "<"):
            sign = Relation(e, operator, 0)
            if attempt(replace(script, conclusions={"sign": sign}), []):
                yield Have(f"denominator{n}", sign)
                yield Have(f"inverse{n}", Relation(1 / e, operator, 0))
                break


def reals_of(script: Script) -> list[Scalar]:
    """Return the real variables of a script."""
    return [Symbol(n) for n in script.names if not n.endswith("@")]


def absolute_values(script: Script) -> Iterator[Have]:
    """Yield |t| ≥ ±t for the absolute values that a script mentions, also inside maxima and minima."""
    terms = (term for e in script.mentions for term in walk_terms(term_of(e)))
    mentioned = [(word, list(map(Expression, parts))) for word, *parts in terms if word in ("abs", "max", "min")]
    inside = [parts[0] for word, parts in mentioned if word == "abs"]
    inside += [a - b for word, parts in mentioned if word != "abs" for a, b in combinations(parts, 2)]
    for n, t in enumerate(dict.fromkeys(inside)):
        yield Have(f"abs{n}+", Relation(Abs(t), ">=", t))
        yield Have(f"abs{n}-", Relation(Abs(t), ">=", -t))


def equal_vectors(script: Script, named: list[Vector]) -> Iterator[Any]:
    """Yield ⟨w, u - v⟩ = 0 for equal vectors u and v, by Cauchy–Schwarz. The kernel only knows that ‖u - v‖² = 0."""
    for name, r in script.assumptions.items():
        if isinstance(r.lhs, Vector):
            gap = r.lhs - r.rhs
            for w in named[:MOST_PAIRS]:
                yield Use(f"{name} {w} cs", by("cauchy-schwarz", u=w, v=gap), {})
                yield Have(f"{name} {w}", Relation(w @ gap, "==", 0), (f"{name} {w} cs", name))


def signs(variables: list[Scalar]) -> list[Any]:
    """Return nested splits on the signs of real variables."""
    if not variables:
        return []
    first, *rest = variables
    arms = [(Relation(first, op, 0), signs(rest)) for op in ("<=", ">=")]
    return [Cases(f"sign-{first}", arms)]


def summations(script: Script) -> Iterator[Any]:
    """Yield sums of facts for every index, and of products of two of them."""
    pointwise = {n: r for n, r in script.assumptions.items() if "[i]" in str(difference(r))}
    signed = {n: difference(r) for n, r in pointwise.items() if r.operator not in ("==", "!=")}
    for name in pointwise:
        yield SumUp(name, f"sum of {name}")
    for name, e, reason in families(script):
        yield Have(f"{name} squared", Relation(e, ">=", 0), (reason,))
        yield SumUp(f"{name} squared", f"sum of {name} squared")
        signed[f"{name} squared"] = e
    numbers = [Symbol(name) for name, _, _ in families(script) if not name.endswith("@")]
    for e in (c for a, b in combinations(numbers, 2) for c in (a + b, a - b)):
        yield Have(f"({e}) squared", Relation(e**2, ">=", 0), (Square(e),))
        yield SumUp(f"({e}) squared", f"sum of ({e}) squared")
    for a, b in combinations_with_replacement(signed, 2):
        yield Have(f"{a}, {b}", Relation(signed[a] * signed[b], ">=", 0), (a, b))
        yield SumUp(f"{a}, {b}", f"sum of {a}, {b}")
    yield Conclude(())


def families(script: Script) -> Iterator[tuple[str, Any, Any]]:
    """Yield each family with the square of its entries and the reason why that is not negative."""
    for name in script.names:
        if name.endswith("[i]@"):
            v = of_term(name)
            yield name, v @ v, Length(v)
        elif name.endswith("[i]"):
            a = Symbol(name)
            yield name, a**2, Square(a)


def difference(r: Relation) -> Any:
    """Return the expression that a relation says is not negative."""
    return r.lhs - r.rhs if r.operator in (">=", ">") else r.rhs - r.lhs

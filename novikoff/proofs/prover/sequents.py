"""Sequents: a goal, the facts at its place in a proof, and how to compose a proof of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from itertools import count
from typing import Any, TypeVar

from .. import kernel
from ..kernel import Context, Fact, Poly
from ..search.citation_graph import library
from ..search.counterexamples import guess_witness, has_exponentials
from ..search.ideal_reduction import Quotient, quotient
from ..search.linear_certificates import Sight, Term, fact_term
from ..search.proof_json import facts_used, negation, quote, split_cases
from ..search.sums_of_squares import identity
from ..statements.vector_language import write_fact, write_poly

Json = Any
T = TypeVar("T")
Step = Callable[[Json], Json | None]  # the proof of the rest -> the proof with one more step
Then = Callable[["Sequent"], Json | None]
Preparation = Callable[["Sequent", Then], Json | None]

GUESSES = 20_000  # values tried without a fact
NO_PREMISES: Mapping[str, Json] = {}


@dataclass(frozen=True)
class Sequent:
    """A goal, the known facts, and the facts to use."""

    context: Context
    goal: Fact
    lengths: Mapping[str, Poly] = field(default_factory=dict)  # roots that are lengths of vectors
    definitions: tuple[kernel.Definition, ...] = ()
    gaps: Mapping[str, Poly] = field(default_factory=dict)  # equations ⟨g, g⟩ = 0 by name, with g
    hidden: frozenset[str] = frozenset()  # facts that are not used any more
    steps: tuple[Step, ...] = ()  # of the proof before this place
    found: dict[Any, Json | None] = field(default_factory=dict)  # proofs of facts, for all sequents made of one

    @property
    def facts(self) -> dict[str, Fact]:
        """Return the facts to use: facts without names, and facts that share names with the goal, directly or through
        other facts."""
        left = {n: f for n, f in self.context.facts.items() if n not in self.hidden}
        near, found = names_of(self.goal[1]), dict[str, Fact]()
        names = {n: names_of(p) for n, (_, p) in left.items()}
        while fresh := {n: f for n, f in left.items() if not near or not names[n] or names[n] & near}:
            found |= fresh
            near = near.union(*(names[n] for n in fresh))
            left = {n: f for n, f in left.items() if n not in fresh}
        return {n: f for n, f in self.context.facts.items() if n in found}

    @property
    def equations(self) -> dict[str, Poly]:
        """Return the equations among the facts."""
        return {n: p for n, (relation, p) in self.facts.items() if relation == "="}

    def defined(self, kind: str) -> dict[str, Poly]:
        """Return the names of the roots ("sqrt"), quotients ("inverse") or logarithms ("ln"), each with its term."""
        return {d.names[0]: d.of[0] for d in self.definitions if d.kind == kind}

    def term(self, name: str) -> Term:
        """Return a known fact as a factor."""
        return fact_term(name, self.context.facts[name])

    def modulo(self, names: Iterable[str], pairs: int = 0) -> Quotient:
        """Return the polynomials modulo known equations, with rules from this number of pairs of them."""
        return Quotient({name: self.context.facts[name][1] for name in names}, pairs)

    def signs(self) -> dict[str, Term]:
        """Return the single names that are known not to be negative, each with the fact that says so."""
        return {m[0][0]: fact_term(n, (relation, p)) for n, (relation, p) in self.facts.items()
                if relation in (">=", ">") and len(p) == 1
                for m, c in p.items() if c > 0 and len(m) == 1 and m[0][1] == 1}

    def everywhere(self) -> list[str]:
        """Return the vector variables and sums of vectors that are mentioned, also under sums."""
        polys = [self.goal[1], *(p for _, p in self.facts.values()), *self.gaps.values()]
        return sorted(Sight.of(polys).vectors)

    def vectors(self) -> list[str]:
        """Return the vector variables and sums that no equation expresses by others."""
        here = [v for v in self.everywhere() if self.context.at_index or not kernel.is_indexed(kernel.atom(v))]
        for gap in self.gaps.values():
            dependent = [v for v in here if {m: c for m, c in gap.items() if (v, 1) in m}.keys() == {((v, 1),)}]
            here = [v for v in here if v not in dependent[:1]]
        return here

    def fresh(self, stem: str) -> str:
        """Return an unused name for a fact."""
        names = (stem if i == 1 else f"{stem} {i}" for i in count(1))
        return next(n for n in names if n not in self.context.facts)

    def knowing(self, name: str, fact: Fact) -> Sequent:
        """Return the sequent with one more fact."""
        return replace(self, context=self.context.knowing({name: fact}))

    def hiding(self, names: Iterable[str]) -> Sequent:
        """Return the sequent that does not use these facts."""
        return replace(self, hidden=self.hidden | set(names))

    def without(self, names: Collection[str]) -> Sequent:
        """Return the sequent without these facts, and without the definitions that only they mention."""
        facts = {n: fact for n, fact in self.context.facts.items() if n not in names}
        kept, own = list[kernel.Definition](), {n for d in self.definitions for n in d.facts}
        polys = [self.goal[1], *(p for n, (_, p) in facts.items() if n not in own)]
        seen = set[str]().union(*map(kernel.variables, polys))
        for d in reversed(self.definitions):
            if not seen.isdisjoint(d.names):
                kept.insert(0, d)
                seen = seen.union(*map(kernel.variables, d.of))
        own -= {n for d in kept for n in d.facts}
        context = replace(self.context, facts={n: fact for n, fact in facts.items() if n not in own})
        return replace(self, context=context, definitions=tuple(kept),
                       gaps={n: gap for n, gap in self.gaps.items() if n in facts},
                       lengths={n: v for n, v in self.lengths.items() if n in seen})

    def begin(self) -> Sequent:
        """Return the sequent at the beginning of a proof of its own."""
        return replace(self, steps=())

    def step(self, complete: Step) -> Sequent:
        """Return the sequent after a step of the proof, which `complete` adds to the proof of the rest."""
        return replace(self, steps=(*self.steps, complete))

    def have(self, name: str, fact: Fact, why: Json | None) -> Sequent:
        """Return the sequent with one more fact after its proof; without a proof, return the same sequent."""
        if why is None:
            return self
        return self.knowing(name, fact).step(lambda then: have(name, fact, why, then))

    def reduce_to(self, name: str, goal: Fact, then: Callable[[], Json | None]) -> Sequent:
        """Return the sequent with another goal; `then` returns the proof of the goal from it under this name."""
        return replace(self, goal=goal).step(lambda why: have(name, goal, why, then()))

    def sum(self, fact: str, name: str, **more: Json) -> Sequent:
        """Return the sequent with the sum of a fact about every index; `more` has further parts of the step."""
        relation, p = self.context.facts[fact]
        total: Fact = "=" if relation == "=" else ">=", kernel.sum_over(p)
        return self.knowing(name, total).step(
            lambda then: {"rule": "sum", "fact": fact, "name": name, **more, "then": then})

    def citing(self, name: str, of: str, put: Mapping[str, Poly],
               premises: Mapping[str, Json] = NO_PREMISES) -> Sequent:
        """Return the sequent with the only conclusion of a theorem, given proofs of its hypotheses. If the theorem has
        no families, terms that mention [i] are taken at one index."""
        relation, p = library()[of][1].show["conclusion"]
        fact = relation, kernel.substitute(p, put)
        inner = self.fresh(name + "'")

        def cite(then: Json) -> Json:
            node = {"rule": "lemma", "of": of, "put": {n: write_poly(p) for n, p in put.items()},
                    "premises": {**premises}, "as": {"conclusion": name}}
            if self.context.at_index or not kernel.is_indexed(fact[1]):
                return {**node, "then": then}
            return have(name, fact, {**node, "as": {"conclusion": inner}, "then": quote(inner, relation)}, then)

        return self.knowing(name, fact).step(cite)

    def prove(self, then: Then) -> Json | None:
        """Return the steps so far, completed by the proof that `then` finds of the rest; None if it finds none."""
        proof = then(self.begin())
        for complete in reversed(self.steps):
            proof = proof and complete(proof)
        return proof


def without_idle_facts(s: Sequent, seed: int = 0) -> Sequent:
    """Return the sequent without facts that seem idle: a few guesses find no counterexample without them.

    Too many facts crowd out products of facts that a proof needs. Signs stay. In statements with exponentials and
    logarithms, for which guesses are poor, equations stay too.
    """
    here, own = s.without([]), {n for d in s.definitions for n in d.facts}
    kept = {**here.context.facts}
    statement = kernel.Statement(replace(here.context, at_index=False), kept, {"goal": s.goal})
    poor = has_exponentials(statement)
    for name, (relation, p) in reversed(kept.items()):
        if name not in own and not (poor if relation == "=" else len(p) < 2):
            rest = {n: fact for n, fact in kept.items() if n != name}
            kept = kept if guess_witness(statement._replace(assume=rest), seed, GUESSES, ask=False) else rest
    return s if len(kept) == len(s.context.facts) else here.without(here.context.facts.keys() - kept.keys())


def preparation(prepare: Callable[[Sequent], Sequent | None]) -> Preparation:
    """Make a preparation of a function that returns one sequent, or None where the preparation does not apply."""
    @wraps(prepare)
    def step(s: Sequent, then: Then) -> Json | None:
        prepared = prepare(s.begin())
        return prepared and prepared.prove(then)

    return step


def have(name: str, fact: Fact, why: Json | None, then: Json | None) -> Json | None:
    """Return a proof that derives the fact and then the rest; None if one of the two proofs is missing."""
    return why and then and {"rule": "have", "name": name, "fact": write_fact(fact), "why": why, "then": then}


def have_all(proofs: Sequence[tuple[str, Fact, Json]], proof: Json | None) -> Json | None:
    """Return a proof after the proofs of facts that it uses."""
    for name, fact, why in reversed(proofs):
        proof = have(name, fact, why, proof)
    return proof


def names_of(p: Poly) -> frozenset[str]:
    """Return the names that a polynomial mentions, with sum(), the number of indices, if it mentions a family."""
    names = frozenset(kernel.variables(p))
    return names | {"sum()"} if any("sum(" in a or "[i]" in a for m in p for a, _ in m) else names


def minus(p: Poly, q: Poly) -> Poly:
    """Return p - q."""
    return kernel.add(p, kernel.negative(q))


def product(p: Poly, *factors: Poly) -> Poly:
    """Return the product of a vector or number with numbers."""
    return kernel.product([p, *factors])


def divide(p: Poly, atom: str) -> Poly:
    """Return the terms of p that contain an atom, divided by it."""
    return {rest: c for m, c in p.items() if (rest := quotient(m, ((atom, 1),))) is not None}


def prune(proof: Json) -> Json:
    """Return the proof without unused facts, and without facts that only repeat its goal."""
    if isinstance(proof, list):
        return list(map(prune, proof))
    if not isinstance(proof, dict):
        return proof
    proof = {key: prune(part) for key, part in proof.items()}
    new = [proof["name"], proof.get("each")] if proof.get("rule") in ("have", "sum") else proof.get("as", {}).values()
    made = {name for name in new if name is not None}
    if made and not made & facts_used(proof["then"]):
        return proof["then"]
    quotes = proof.get("rule") == "have" and proof["then"] in [quote(proof["name"], r) for r in (">=", "=")]
    return proof["why"] if quotes and proof["why"]["rule"] == "poly" and "times" not in proof["why"] else proof


def in_turn(s: Sequent, items: Sequence[T], use: Callable[[Sequent, T, Then], Json | None], then: Then) -> Json | None:
    """Use the items one after the other, then prove the rest; `use` gets a sequent, an item, and how to go on."""
    return use(s, items[0], lambda inner: in_turn(inner, items[1:], use, then)) if items else then(s)


def with_facts(s: Sequent, stem: str, facts: Iterable[tuple[Fact, Json | None]]) -> Sequent:
    """Add these facts, except those without a proof, under names that begin with the stem."""
    for fact, why in facts:
        s = s.have(s.fresh(stem), fact, why)
    return s


def rewrite(s: Sequent, names: Iterable[str], change: Callable[[Poly], tuple[Poly, dict[str, Poly]]], word: str
            ) -> Sequent:
    """Change the goal and these facts, which are hidden. The word becomes part of new names.

    change    returns the new polynomial, and the multiples of equations that it subtracts
    """
    for old in names:
        relation, p = s.context.facts[old]
        value, multiples = change(p)
        if relation != "!=" and multiples:
            why = quote(old, relation, {name: kernel.negative(q) for name, q in multiples.items()})
            s = s.have(s.fresh(f"{old} {word}"), (relation, value), why).hiding([old])
    relation, p = s.goal
    value, multiples = change(p)
    if relation == "!=" or not multiples:
        return s
    name = s.fresh(f"goal {word}")
    return s.reduce_to(name, (relation, value), partial(quote, name, relation, multiples))


def sum_over_index(s: Sequent, each: str, fact: Fact, why: Json, name: str) -> Sequent:
    """Add the sum of a fact that is proved for every index under the name `each`, without this fact."""
    return s.have(each, fact, why).hiding([each]).sum(each, name)


def zero_or_positive(s: Sequent, p: Poly, seen: Sequence[Term], zero: Callable[[Sequent, str], Json | None],
                     positive: Callable[[Sequent, str], Json | None], stem: str = "multiplier") -> Json | None:
    """Split into p = 0 and p > 0; the continuations get the name of the fact, which begins with the stem.

    seen    products that cannot be negative and have the sum p
    """
    name = s.fresh(stem)

    def arms() -> Iterator[tuple[str, Json | None]]:
        here = s.knowing(name, (">", kernel.negative(p)))
        yield "<", prove_by_contradiction(here, s.goal, [here.term(name)], seen)
        yield "=", zero(s.knowing(name, ("=", p)), name)
        yield ">", positive(s.knowing(name, (">", p)), name)

    return split_cases(p, name, arms())


# --- the end: identities --------------------------------------------------------------------------------


def prove_by_identity(s: Sequent, goal: Fact, times: Sequence[Term], summands: Sequence[Term],
                      using: Iterable[str], known: Mapping[str, Poly] | None = None) -> Json | None:
    """Return the proof by an identity that is known except for the multiples of equations, or None.

    using    equations that may be used
    known    further equations that are used, with their multiples
    """
    equations = {n: s.context.facts[n][1] for n in using}
    multiples = {n: (s.context.facts[n][1], q) for n, q in (known or {}).items()}

    def modulo(quotient: Quotient) -> Json | None:
        return identity(quotient, goal[1], count_terms(times), count_terms(summands), multiples)

    return modulo(Quotient(equations, pairs=0)) or (modulo(Quotient(equations)) if len(equations) > 1 else None)


def count_terms(terms: Iterable[Term]) -> list[tuple[Term, int]]:
    """Return each term once, with the number of times that it occurs."""
    found = list[tuple[Term, int]]()
    for term in terms:
        if found and found[-1][0] is term:
            found[-1] = term, found[-1][1] + 1
        else:
            found.append((term, 1))
    return found


def opposite(s: Sequent, goal: Fact) -> Term:
    """Return the opposite of a goal as a factor for `prove_by_contradiction`."""
    return fact_term(s.fresh("not"), negation(goal))


def prove_by_contradiction(s: Sequent, goal: Fact, times: Sequence[Term], summands: Sequence[Term],
                           using: Iterable[str] = ()) -> Json | None:
    """Return the proof that supposes the opposite of a goal and derives -1 >= 0 by a known identity."""
    name, fact = s.fresh("not"), negation(goal)
    using = [*using, name] if fact[0] == "=" else list(using)
    then = prove_by_identity(s.knowing(name, fact), kernel.FALSE, times, summands, using)
    return then and {"rule": "contra", "name": name, "then": then}

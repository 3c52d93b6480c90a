"""Sequents: a goal, the facts at its place in a proof, and how to compose a proof of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial, reduce, wraps
from itertools import count, islice
from itertools import product as cartesian_product
from operator import mul
from typing import Any, NamedTuple, TypeVar

from .. import kernel
from ..kernel import Context, Fact, Poly, constant
from ..search import sparse_products, sums_of_squares
from ..search.citation_graph import library
from ..search.ideal_reduction import Quotient, quotient
from ..search.linear_certificates import ONE, Hints, Sight, Term, certificate, fact_term, square_term
from ..search.proof_json import facts_used, negation, quote, refute_signs, split_cases
from ..search.sparse_products import Effort
from ..search.sums_of_squares import Strength, identity, max_weight
from ..statements.vector_language import write_fact, write_poly

Json = Any
T = TypeVar("T")
Step = Callable[[Json], Json | None]  # the proof of the rest -> the proof with one more step
Then = Callable[["Sequent"], Json | None]
Preparation = Callable[["Sequent", Then], Json | None]

BRIEF = Effort(rounds=1, columns=120, weight=2, pairs=False)
NO_PREMISES: Mapping[str, Json] = {}
MOST_EXPANSIONS = 32  # of a goal at bounds of its names
MOST_WEIGHT = 8  # of a goal that is searched for at its own weight


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


# --- the end: sums of squares -----------------------------------------------------------------------


def prove_directly(s: Sequent, strength: Strength | Effort) -> Json | None:
    """Return a proof without further facts, or None."""
    relation, p = s.goal
    if relation != "!=" and (known := next((name for name, fact in s.facts.items() if fact == s.goal), "")):
        return quote(known, relation)
    if evident := term_by_term(s):
        return evident
    if isinstance(strength, Strength):
        strength = replace(strength, weight=max(strength.weight, min(max_weight(p), MOST_WEIGHT)))

    def certified(here: Sequent, goal: Fact, facts: Sequence[str]) -> Json | None:
        search: Any = sums_of_squares if isinstance(strength, Strength) else sparse_products
        return search.certificate(here.context, goal, strength, s.vectors(), facts)

    if relation != "=":
        return certified(s, s.goal, list(s.facts))
    if proof := identity(Quotient(s.equations), p, [(ONE, 1)], []):
        return proof
    name = s.fresh("sign")
    return refute_signs(p, name, s.facts, lambda fact: certified(s.knowing(name, fact), kernel.FALSE, [*s.facts, name]))


def prove_briefly(s: Sequent) -> Json | None:
    """Return a proof by few products of facts and monomials, without the squares of roots, or None."""
    squares = tuple(f"{d.names[0]}.def" for d in s.definitions if d.kind == "sqrt")
    return prove_directly(s.hiding(n for n in s.context.facts if n.startswith(squares)) if squares else s, BRIEF)


class Signed(NamedTuple):
    """A polynomial that is linear in a name, its value, and the fact that it is ≥ 0, > 0 or ≠ 0, or no fact."""

    name: str
    value: Poly
    fact: Term | None

    def power(self, exponent: int, strict: bool) -> Term | None:
        """Return a power of the value as a product of squares and facts, strict if this is wanted and possible."""
        has_sign = self.fact is not None and self.fact.poly == self.value  # the fact ≠ 0 is about its square
        if self.fact and strict and self.fact.strict and (has_sign or exponent % 2 == 0):
            return reduce(mul, [self.fact] * (exponent if has_sign else exponent // 2))
        if exponent % 2 and not has_sign:
            return None
        square = square_term(kernel.product([self.value] * (exponent // 2))) if exponent > 1 else ONE
        return square * self.fact if self.fact and exponent % 2 else square

    def image(self, images: Mapping[str, Poly]) -> Poly:
        """Return the polynomial in the value that equals the name, with images in place of other names. Its variable
        for the value has the same name."""
        scale = 1 / Fraction(self.value[(self.name, 1),])
        rest: Poly = {m: c for m, c in self.value.items() if m != ((self.name, 1),)}
        return product(minus(kernel.atom(self.name), put_images(rest, images)), constant(scale))


def put_images(p: Poly, images: Mapping[str, Poly]) -> Poly:
    """Return a polynomial with images in place of its atoms; atoms without an image are unchanged. An inner product is
    one atom here, while `kernel.substitute` replaces the vectors in it."""
    return kernel.add(*(kernel.product([constant(c), *(images.get(a, kernel.atom(a)) for a, e in m for _ in range(e))])
                        for m, c in p.items()))


def find_signed_values(s: Sequent, name: str, *, strict: bool, at_bounds: bool) -> list[Signed]:
    """Return multiples of a name with a known sign, or the name; with `at_bounds` first other values that are linear in
    the name, such as x − 3 and x − y, and then 3 − x."""
    found = list[Signed]()
    for n, (relation, p) in s.facts.items():
        is_linear = all(sum(e for _, e in m) <= 1 for m in p)
        if relation != "=" and ((name, 1),) in p and (is_linear if at_bounds else len(p) == 1):
            found.append(Signed(name, p, fact_term(n, (relation, p))))
    here = [each for each in found if len(each.value) == 1][::-1]
    if strict:
        here.sort(key=lambda each: not (each.fact and each.fact.strict))
    bounds = sorted((each for each in found if len(each.value) > 1), key=lambda each: each.value[(name, 1),] < 0)
    return [*bounds, *(here[:2] or [Signed(name, kernel.atom(name), None)])]


def term_by_term(s: Sequent, *, at_bounds: bool = False) -> Json | None:
    """Return a proof of p ≥ 0 or p > 0 if every term of p is a product of squares and of facts about single names, else
    None. With `at_bounds`, p is also expanded at bounds: in powers of x − 3 or x − y, if x ≥ 3 or x ≥ y is known."""
    relation, p = s.goal
    if relation not in (">=", ">") or not p or (not s.context.at_index and any(kernel.is_indexed({m: 1}) for m in p)):
        return None
    strict, names = relation == ">", sorted({a for m in p for a, _ in m})
    choices = (find_signed_values(s, name, strict=strict, at_bounds=at_bounds) for name in names)
    for chosen in islice(cartesian_product(*choices), MOST_EXPANSIONS):
        known, summands = dict(zip(names, chosen, strict=True)), list[tuple[Term, kernel.Rational]]()
        if len(images := images_of(known)) < len(known):
            continue
        try:
            expanded = put_images(p, images)
        except kernel.Rejected:  # it is too long, as others would be
            return None
        for m, c in expanded.items():
            factors = [known[a].power(e, strict) if a in known else None for a, e in m]
            summands.append((reduce(mul, (factor for factor in factors if factor), ONE), c))
            if c < 0 or None in factors:
                break
        else:
            if not strict or any(term.strict for term, _ in summands):
                return identity(Quotient({}), p, [(ONE, 1)], summands)
    return None


def images_of(known: Mapping[str, Signed]) -> dict[str, Poly]:
    """Return the image of each name. Names whose values mention each other in a circle have no image."""
    images = dict[str, Poly]()
    for _ in known:
        images |= {name: each.image(images) for name, each in known.items()
                   if name not in images and names_of(each.value) & known.keys() <= {name, *images}}
    return images


def prove_at_bounds(s: Sequent, then: Then) -> Json | None:
    """Prove a goal by expansion at bounds of names, or show that its opposite contradicts a fact, as x ≥ 2 contradicts
    3x¹¹ = 5; return None if neither succeeds."""
    if proof := term_by_term(s, at_bounds=True):
        return proof
    name, sign = s.fresh("not"), s.fresh("sign")
    here = s.knowing(name, negation(s.goal))
    for known, (relation, p) in here.facts.items() if s.goal[0] != "=" else ():
        less: Fact = (">=" if relation == ">" else ">", kernel.negative(p))
        for fact in {"=": [less, (">", p)], "!=": []}.get(relation, [less]):
            if why := term_by_term(replace(here.hiding([known]), goal=fact), at_bounds=True):
                times, summand = (known, sign) if relation == ">" else (sign, known)
                both, is_equation = here.knowing(sign, fact), relation == "="
                last = prove_by_identity(both, kernel.FALSE, [both.term(times)],
                                         [] if is_equation else [both.term(summand)], [known] if is_equation else [])
                return {"rule": "contra", "name": name, "then": have(sign, fact, why, last)} if last else None
    return None


def prove_fact(s: Sequent, goal: Fact) -> Json | None:
    """Return a proof of another fact by a weak search, or None. The exact search comes first, since floats may find
    hundreds of steps where one is enough."""
    hints = Hints(facts=tuple(s.facts), quick=True)
    return certificate(s.context, goal, hints) or prove_directly(replace(s, goal=goal), Strength(2))


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

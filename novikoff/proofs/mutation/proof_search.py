"""Proofs that a mutant is true as well: it follows from the claim, or from what the claim rests on.

Main definitions:
    Reasoner       a prover whose leaves also try terms of known sign, and cases
    consequence    a statement from theorems under substitutions, invariants of its run, and computation
    Step           what is known on the way there: a theorem, a definition, a fact, invariants
    steps_of       the steps of a proof that exists, to be taken again under other hypotheses
    invariants     facts about the scalars of a run that each step keeps

Nothing here is trusted: what is made is a proof, and the kernel reads it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, islice, permutations, product
from typing import Any

from .. import kernel
from ..checking.necessity import Proved
from ..export.entry_parts import sum_atoms
from ..kernel import Context, Fact, Monomial, Poly, Statement
from ..search import linear_certificates
from ..search.elaboration import Obligation, Prover, Scope, Unproved
from ..search.linear_certificates import Hints, Term, fact_term, norm_term, square_term
from ..statements.valuation import Valuation
from ..statements.vector_language import write_fact, write_poly
from .proof_cache import Remembering, remembered

Json = Any
Goals = Mapping[str, Fact]
ERRORS = (kernel.Rejected, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
Taken = tuple[Json, Context]  # a step of a proof, and what is known after it
PROVED = Proved()
CAUCHY_SCHWARZ = "cauchy-schwarz"
COLUMNS = 160  # terms of one linear program
FEW, ALL = 3, 99  # computations tried, where many goals are and where few are
SCALES = (Fraction(1), Fraction(1, 2), Fraction(2))  # of what is known, in a sum that exceeds it
SPLITS = 4  # variables on whose sign cases are tried


# --- leaves ---------------------------------------------------------------------------------------


class Reasoner(Remembering):
    """A prover that also knows the signs of products, and that looks at cases."""

    def leaf(self, scope: Scope, goal: Fact, hints: Hints, label: str) -> Json:
        """By computation; else by terms of known sign; else by cases on a sign."""
        context = for_goal(scope.context, goal)
        if goal[0] == "!=":
            proof = quick(context, goal) or self.not_zero(context, goal)
        elif goal[0] == "=":
            return super().leaf(scope, goal, hints, label)
        else:
            proof = quick(context, goal) or by_signs(context, goal) or by_bounds(context, goal)
            proof = proof or self.by_cases(context, goal) or quick(context, goal, ALL)
        if proof is None:
            raise Unproved(Obligation(label, context, goal, None))
        return proof

    def not_zero(self, context: Context, goal: Fact) -> Json | None:
        """That a number is not 0: otherwise there is a contradiction."""
        name = self.fresh(context, "zero")
        known = context.knowing({name: ("=", goal[1])})
        then = impossible(known) or next(filter(None, (contradicted(known, n) for n in known.facts)), None)
        return then and {"rule": "contra", "name": name, "then": then}

    def by_cases(self, context: Context, goal: Fact) -> Json | None:
        """The goal where a number is negative, zero and positive: itself, what a root is the length of, a variable."""
        on = [goal[1]] if len(goal[1]) == 1 or (">=", goal[1]) in context.facts.values() else []
        on += [p for _, p in absolute(context)]
        on += [without(goal[1], name) for name in roots_in(context, goal[1])]
        on += [kernel.atom(name) for name in (lengths(goal[1]) if goal[0] == ">" else [])]
        on += [kernel.atom(name) for name in unsigned(context, goal[1])]
        return next(filter(None, (self.cases(context, goal, p) for p in on[:SPLITS])), None)

    def cases(self, context: Context, goal: Fact, p: Poly) -> Json | None:
        """The goal by the sign of p."""
        name = self.fresh(context, "case")
        arms: dict[str, Json] = {}
        for arm, fact in (("<", (">", kernel.negative(p))), ("=", ("=", p)), (">", (">", p))):
            then = arm_proof(self, context.knowing({name: fact}), goal)
            if then is None:
                return None
            arms[arm] = then
        return {"rule": "cases", "on": write_poly(p), "name": name, "arms": arms}


def arm_proof(prover: Prover, context: Context, goal: Fact) -> Json | None:
    """The goal in one case: by what roots are there, by computation, or because there is no such case."""
    haves = list[Json]()
    for name, p in list(absolute(context)):
        for q in (p, kernel.negative(p)):
            if (">", q) in context.facts.values():
                nodes, context = root_is(context, name, q)
                haves += nodes
    then = by_signs(context, goal) or by_conjugate(context, goal) or absurd(context)
    return then and nested(haves, then)


def nested(nodes: Iterable[Json], then: Json) -> Json:
    """Steps of a proof, one after another."""
    for node in reversed(list(nodes)):
        then = {**node, "then": then}
    return then


@remembered
def quick(context: Context, goal: Fact, count: int = FEW) -> Json | None:
    """The goal by the first of the computations that a prover tries: from facts and their multiples."""
    for name, fact in context.facts.items():
        if fact == goal:
            return linear_certificates.quotation(name, fact, context)
    problem = linear_certificates.Problem(context, goal, Hints())
    found = (linear_certificates.attempt(problem, *lists) for lists in islice(problem.attempts(), count))
    return next(filter(None, found), None)


def absurd(context: Context) -> Json | None:
    """Anything, because what is known contradicts itself."""
    then = impossible(context)
    return then and {"rule": "contra", "name": "absurd", "then": then}


@remembered
def impossible(context: Context) -> Json | None:
    """-1 >= 0, where what is known contradicts itself."""
    found = quick(context, kernel.FALSE) or by_signs(context, kernel.FALSE)
    found = found or linear_certificates.in_ideal(linear_certificates.Problem(context, kernel.FALSE, Hints()))
    return found or next(filter(None, (vanishing(context, name) for name in context.facts)), None)


def vanishing(context: Context, name: str) -> Json | None:
    """-1 >= 0, where a fact p - (squares) > 0 is known although p is 0 by the equations."""
    relation, p = context.facts[name]
    even = {m: -c for m, c in p.items() if c < 0 and m and all(e % 2 == 0 for _, e in m)}
    squares: Poly = {tuple((n, e // 2) for n, e in m): c for m, c in even.items()}
    whole = kernel.add(p, even)
    if relation != ">" or (kernel.is_indexed(p) and not context.at_index):
        return None
    found = linear_certificates.in_ideal(linear_certificates.Problem(context, ("=", whole), Hints()))
    less = [{"c": str(c), "squares": [write_poly({m: 1})]} for m, c in squares.items()]
    return found and {
        "rule": "poly", "times": [{"facts": [name]}], "sum": less,
        "ideal": [{**e, "by": write_poly(kernel.negative(kernel.read_poly(e["by"])))} for e in found["ideal"]],
    }  # fmt: skip


def contradicted(context: Context, name: str) -> Json | None:
    """-1 >= 0, where p > 0 (or p != 0) is known and -p >= 0 (or -p² >= 0) can be computed."""
    relation, p = context.facts[name]
    if relation not in (">", "!=") or (kernel.is_indexed(p) and not context.at_index):
        return None
    found = quick(context, (">=", kernel.negative(p if relation == ">" else kernel.product([p, p]))), ALL)
    times = [{**t, "facts": [*t.get("facts", []), name]} for t in (found or {}).get("times", [{}])]
    return found and {**found, "times": times}


def roots_in(context: Context, p: Poly) -> list[str]:
    """The roots that stand alone, with a positive coefficient, in p."""
    alone = [m[0][0] for m, c in p.items() if c > 0 and len(m) == 1 and m[0][1] == 1]
    return [name for name in alone if f"{name}.sign" in context.facts]


def without(p: Poly, name: str) -> Poly:
    """The polynomial without a term."""
    return {m: c for m, c in p.items() if m != ((name, 1),)}


def absolute(context: Context) -> Iterator[tuple[str, Poly]]:
    """The roots of squares: names, and what they are the absolute values of."""
    for name in sorted(n.removesuffix(".sign") for n in context.facts if n.endswith(".sign")):
        square = kernel.product([kernel.atom(name)] * 2)
        q = square_of(kernel.add(square, kernel.negative(context.facts[f"{name}.def"][1])))
        if q is not None:
            yield name, q


def square_of(p: Poly) -> Poly | None:
    """q where p is q², of at most three terms; None if it is no square."""
    halves = [half for m in sorted(p) if (half := root_of(m)) is not None]
    for chosen in chain.from_iterable(combinations(halves, n) for n in (1, 2)):
        for sign in (1, -1):
            q: Poly = kernel.add(*(kernel.product([{m: sign if n else 1}]) for n, m in enumerate(chosen)))
            scale = p.get(kernel.times(chosen[0], chosen[0]), 0)
            if scale == 1 and kernel.product([q, q]) == p:
                return q
    return None


def root_is(context: Context, name: str, q: Poly) -> tuple[list[Json], Context]:
    """The root of q² where q > 0: q itself."""
    both, is_q, root = f"{name} and its square", f"{name} without square", kernel.atom(name)
    positive = next(n for n, f in context.facts.items() if f == (">", q))
    facts = {both: (">", kernel.add(root, q)), is_q: ("=", kernel.add(root, kernel.negative(q)))}
    reasons: list[Json] = [
        {"rule": "poly", "sum": [{"facts": [positive]}, {"facts": [f"{name}.sign"]}]},
        {"rule": "poly", "times": [{"facts": [both]}], "ideal": [{"fact": f"{name}.def", "by": "1"}]},
    ]
    pairs = zip(facts.items(), reasons, strict=True)
    return [have(n, fact, why) for (n, fact), why in pairs], context.knowing(facts)


def have(name: str, fact: Fact, why: Json) -> Json:
    """A fact with its proof, as a step."""
    return {"rule": "have", "name": name, "fact": write_fact(fact), "why": why}


def by_conjugate(context: Context, goal: Fact) -> Json | None:
    """r - q >= 0 where q > 0 and r is a root: by r² - q² >= 0, as r + q is positive."""
    for name in roots_in(context, goal[1]):
        q = kernel.negative(without(goal[1], name))
        positive = next((n for n, fact in context.facts.items() if fact == (">", q)), None)
        c = goal[1][((name, 1),)]
        if positive is None:
            continue
        both = ">", kernel.add({((name, 1),): c}, q)
        why: Json = {"rule": "poly", "sum": [{"facts": [positive]}, {"c": str(c), "facts": [f"{name}.sign"]}]}
        known = context.knowing({"conjugate": both})
        then = by_equations(known, goal, "conjugate") or by_signs(known, goal, "conjugate")
        if then:
            return {**have("conjugate", both, why), "then": then}
    return None


def by_equations(context: Context, goal: Fact, multiplier: str) -> Json | None:
    """The goal, whose multiple by a positive fact is 0 by the equations."""
    p = kernel.product([context.facts[multiplier][1], goal[1]])
    found = linear_certificates.in_ideal(linear_certificates.Problem(context, ("=", p), Hints()))
    return found and {**found, "times": [{"facts": [multiplier]}]}


def by_bounds(context: Context, goal: Fact) -> Json | None:
    """The goal with what Cauchy and Schwarz say of the inner products in it."""
    pairs = [tuple(a.split("@")) for a in sorted({a for m in goal[1] for a, _ in m}) if "@" in a and "#" not in a]
    chosen = [(u, v) for u, v in pairs if v and u != v and not any("[i]" in n or "(" in n for n in (u, v))][:SPLITS]
    nodes = list[Json]()
    for u, v in chosen:
        name, (a, b) = f"length of {u} and {v}", (kernel.atom(f"{u}@"), kernel.atom(f"{v}@"))
        square = kernel.product([kernel.gram(a, b)] * 2)
        bound = kernel.add(kernel.product([kernel.gram(a, a), kernel.gram(b, b)]), kernel.negative(square))
        nodes.append({
            "rule": "lemma", "of": CAUCHY_SCHWARZ, "put": {"u@": write_poly(a), "v@": write_poly(b)}, "premises": {},
            "as": {"conclusion": name},
        })  # fmt: skip
        context = context.knowing({name: (">=", bound)})
    then = by_signs(context, goal) if nodes else None
    return then and nested(nodes, then)


def unsigned(context: Context, p: Poly) -> list[str]:
    """The variables with an odd power in p of which no sign is known."""
    known = signs(context)
    odd = {name for m in p for name, e in m if e % 2 and "@" not in name and not name.startswith("sum(")}
    return sorted(name for name in odd if name not in known and (context.at_index or "[i]" not in name))


def lengths(p: Poly) -> list[str]:
    """The squares of lengths with a higher power in p."""
    names = {name.partition("@") for m in p for name, e in m if e > 1 and "(" not in name}
    return sorted(f"{u}@{v}" for u, at, v in names if at and u == v)


def signs(context: Context) -> dict[str, tuple[Term, int]]:
    """The atoms that are known to be >= 0 or <= 0 (or not 0, with sign 0), by a fact about nothing else."""
    found: dict[str, tuple[Term, int]] = {}
    rank = {">": 2, ">=": 1, "!=": 0}
    best: dict[str, int] = {}
    for name, (relation, p) in context.facts.items():
        if relation in rank and len(p) == 1:
            ((monomial, c),) = p.items()
            if len(monomial) == 1 and monomial[0][1] == 1 and best.get(monomial[0][0], -1) < rank[relation]:
                best[monomial[0][0]] = rank[relation]
                found[monomial[0][0]] = fact_term(name, (relation, p)), (1 if c > 0 else -1) * (relation != "!=")
    return found


def signed(monomial: Monomial, known: Mapping[str, tuple[Term, int]]) -> Term | None:
    """A multiple of the monomial as a product of facts, squares and lengths: not negative; None if it has no sign."""
    term = Term()
    for name, e in monomial:
        u, at, v = name.partition("@")
        factor, sign = known.get(name, (None, 0))
        if factor and sign:
            for _ in range(e):
                term = term * factor
        elif at and u == v:
            for _ in range(e):
                term = term * norm_term(kernel.atom(u + at))
        elif e % 2 == 0:
            each = factor or square_term(kernel.atom(name))
            for _ in range(e // 2):
                term = term * each
        else:
            return None
    return term


@remembered
def by_signs(context: Context, goal: Fact, multiplier: str = "") -> Json | None:
    """The goal, or its multiple by a positive fact, as a sum of facts and of products whose sign is known: without the
    equations, which is soon tried, or up to them.
    """
    if goal[0] not in (">=", ">"):
        return None
    simple = without_equations(context)
    proof = None if simple == context else by_products(simple, goal, multiplier)
    return proof or by_products(context, goal, multiplier)


def by_products(context: Context, goal: Fact, multiplier: str) -> Json | None:
    """The goal, or its multiple by a positive fact, as a sum of facts and of products whose sign is known."""
    problem = linear_certificates.Problem(context, goal, Hints())
    times = [fact_term(multiplier, context.facts[multiplier])] if multiplier else [Term()]
    known, reached = signs(context), monomials(problem, times[0])
    terms = [Term(), *problem.signed]
    mentioned = reached.union(*(fact.poly for fact in problem.signed))
    terms += distinct([t for m in sorted(mentioned) if m and (t := signed(m, known))])
    if len(terms) <= COLUMNS and (proof := linear_certificates.attempt(problem, times, terms)):
        return proof
    near = multiples(problem, known, reached, set(problem.goal))
    more = chain(
        near,
        half_squares(reached | told_squares(problem, reached)),
        differences(context, reached),
        multiples(problem, known, reached, mentioned),
        signed_squares(reached, known),
    )
    products = distinct(islice(more, COLUMNS))
    made = sorted({m for t in products for m in t.poly} - mentioned)
    for further in (by_labels(problem, known, reached), (t for m in made if m and (t := signed(m, known)))):
        products = distinct([*products, *islice(further, max(0, COLUMNS - len(terms) - len(products)))])
    if len(terms) + len(products) <= COLUMNS and (
        proof := linear_certificates.attempt(problem, times, [*terms, *products])
    ):
        return proof
    strict = [t for t in problem.signed if t.strict]
    strict = distinct([*strict[:2], *strict[-2:]])
    if goal[0] == ">=":
        return linear_certificates.attempt(problem, [*times, *strict], [*terms, *products][:COLUMNS])
    factors = [*strict, *(t for m in sorted(goal[1]) if m and (t := signed(m, known)))]
    wider = {m for factor in factors for m in kernel.product([factor.poly, goal[1]])}
    squares = [*(t * t for t in strict), *(t for m in sorted(wider) if m and (t := signed(m, known)))]
    return linear_certificates.attempt(problem, [*times, *factors], distinct([*terms, *squares, *products])[:COLUMNS])


def distinct(terms: Iterable[Term]) -> list[Term]:
    """Each value once."""
    return list({frozenset(t.poly.items()): t for t in terms}.values())


def monomials(problem: linear_certificates.Problem, times: Term) -> set[Monomial]:
    """Those of the goal, or its multiple, and of what the equations make of them."""
    goal = kernel.product([times.poly, problem.goal])
    found = set(goal)
    for name, quotient in chain.from_iterable(linear_certificates.closure(problem.equations, [dict(goal)])):
        found |= set(kernel.product([{quotient: 1}, problem.equations[name]]))
        if len(found) > COLUMNS:
            break
    return found


def multiples(
    problem: linear_certificates.Problem,
    known: Mapping[str, tuple[Term, int]],
    reached: set[Monomial],
    wanted: set[Monomial],
) -> Iterator[Term]:
    """Facts times monomials of known sign, where that makes one of the wanted monomials and another one may help."""
    for fact in problem.signed:
        quotients = {q for m in fact.poly for n in wanted if m and (q := linear_certificates.divide(n, m))}
        for q in sorted(quotients):
            if (factor := signed(q, known)) and set(kernel.product([{q: 1}, fact.poly])) & reached:
                yield fact * factor


def told_squares(problem: linear_certificates.Problem, reached: set[Monomial]) -> set[Monomial]:
    """Squares of monomials, where an equation says what they are: y² = 1 of a label, e² = e of an indicator."""
    told = {m for p in problem.equations.values() for m in p}
    return {kernel.times(m, m) for m in reached if m} & told


def by_labels(
    problem: linear_certificates.Problem, known: Mapping[str, tuple[Term, int]], reached: set[Monomial]
) -> Iterator[Term]:
    """What is not negative, times (1 + s)² and (1 - s)², where s is a product of labels: one of these is 0."""
    labels = {n for p in problem.equations.values() for m in p for n, e in m if e == 2 and p == {m: 1, (): -1}}
    products = {tuple((n, 1) for n, e in m if n in labels and e % 2) for m in reached} - {()}
    rests = [tuple((n, e) for n, e in m if n not in labels) for m in sorted(reached)]
    others = [Term(), *problem.signed, *(t for m in rests if m and (t := signed(m, known)))]
    others += multiples(problem, known, reached, reached) if products else []
    for s, other, sign in product(sorted(products), distinct(others), (1, -1)):
        yield other * square_term({(): 1, s: sign})


def half_squares(reached: set[Monomial]) -> Iterator[Term]:
    """Squares (m - n)² and (m + n)² of monomials, where m² and n² occur."""
    halves = [half for m in sorted(reached) if (half := root_of(m)) is not None][:12]
    for m, n in [*combinations(halves, 2), *filter(None, map(halves_of, sorted(reached)))]:
        for sign in (1, -1):
            yield square_term(kernel.add({m: 1}, {n: sign}))


def signed_squares(reached: set[Monomial], known: Mapping[str, tuple[Term, int]]) -> Iterator[Term]:
    """Squares (m - n)² and (m + n)² times q of known sign, where q m² and q n² occur."""
    halves = dict[Monomial, list[Monomial]]()
    for m in sorted(reached):
        odd = tuple((name, 1) for name, e in m if e % 2)
        halves.setdefault(odd, []).append(tuple((name, e // 2) for name, e in m if e > 1))
    for odd, found in halves.items():
        factor = signed(odd, known) if odd else None
        if factor is None:
            continue
        for (m, n), sign in product(combinations(found, 2), (1, -1)):
            yield factor * square_term(kernel.add({m: 1}, {n: sign}))


def halves_of(m: Monomial) -> tuple[Monomial, Monomial] | None:
    """(c a, c b) where the monomial is c² a b."""
    odd = [name for name, e in m if e % 2]
    if len(odd) != 2 or any("@" in name for name, _ in m):
        return None
    whole = tuple((name, (e + (name == odd[0]) - (name == odd[1])) // 2) for name, e in m)
    other = tuple((name, (e + (name == odd[1]) - (name == odd[0])) // 2) for name, e in m)
    return tuple(f for f in whole if f[1]), tuple(f for f in other if f[1])


def differences(context: Context, reached: set[Monomial]) -> Iterator[Term]:
    """Lengths of u - v and u + v, where the inner product of u and v occurs; of y u - v, where y⟨u, v⟩ does."""
    for m in sorted(reached):
        pairs = [name for name, _ in m if "@" in name and not name.startswith("sum(")]
        u, _, v = pairs[0].partition("@") if len(pairs) == 1 else ("", "", "")
        if not v or u == v or ("[i]" in pairs[0] and not context.at_index):
            continue
        rest = [kernel.atom(name) for name, e in m if name != pairs[0] and e == 1 and "(" not in name][:2]
        a, b = kernel.atom(f"{u}@"), kernel.atom(f"{v}@")
        for x, y in {2: [(rest[0:1], rest[1:2]), (rest[1:2], rest[0:1])]}.get(len(rest), [(rest, []), ([], [])]):
            for scale in (1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2)):
                yield norm_term(kernel.add(kernel.product([a, *x]), kernel.product([b, *y, kernel.constant(scale)])))


def root_of(m: Monomial) -> Monomial | None:
    """The monomial whose square it is."""
    return None if any(e % 2 or "@" in name for name, e in m) else tuple((name, e // 2) for name, e in m)


# --- steps ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """Something to be known before the goals are computed. `data` is a node of a proof, with or without `then`."""

    data: Json
    lemma: Statement | None = None  # of a theorem, its statement


def steps_of(proof: Json, library: Mapping[str, Statement]) -> Iterator[Step]:
    """The steps of a proof, as long as one follows another."""
    while proof and "then" in proof and proof["rule"] in ("define", "lemma", "have", "induction"):
        with contextlib.suppress(KeyError):
            yield Step(proof, library[proof["of"]] if proof["rule"] == "lemma" else None)
        proof = proof["then"]


def theorem(
    identifier: str, statement: Statement, images: Mapping[str, Poly], called: str, inputs: Mapping[str, Poly]
) -> Step:
    """A theorem under a substitution of its names, and of the inputs of its run."""
    data: Json = {
        "rule": "lemma", "of": identifier, "as": {name: f"{name} {called}" for name in statement.show},
        "put": {name: write_poly(p) for name, p in images.items()},
    }  # fmt: skip
    if statement.context.run:
        data["run"] = {"input": {name: write_poly(p) for name, p in inputs.items()}}
    return Step(data, statement)


def consequence(prover: Prover, context: Context, goals: Goals, steps: Iterable[Step]) -> Json:
    """The goals by computation from whatever steps can be taken; raises Unproved if they do not follow.

    A Reasoner tries the goals after each step, as long as little is known.
    """
    taken, thorough = list[Json](), isinstance(prover, Reasoner)
    if len(goals) == 1:
        context = for_goal(context, *goals.values())
    for known in (signs_of_definitions, signs_of_sums) if thorough else ():
        for node, after in known(context, goals):
            taken.append(node)
            context = after
    for step in steps:
        with contextlib.suppress(Unproved, *ERRORS):
            node, context = TAKE[step.data["rule"]](prover, context, step)
            taken.append(node)
            if thorough and (proof := soon(context, goals) or term_by_term(context, goals)):
                return nested(taken, proof)
    return nested(taken, goals_proved(prover, context, goals))


def term_by_term(context: Context, goals: Goals) -> Json | None:
    """The goals, by what their sums lack of what is known."""
    nodes = list[Json]()
    for node, after in gaps(context, goals):
        nodes.append(node)
        context = after
    then = soon(context, goals) if nodes else None
    return then and nested(nodes, then)


def gaps(context: Context, goals: Goals) -> Iterator[Taken]:
    """What sums in the goals lack of what is known, term by term: `have` for one index, then summed."""
    for name, (relation, goal) in goals.items():
        known = [p for r, p in context.facts.values() if r in (">=", ">") and any_sum(p)]
        for scale, p in [(Fraction(0), goal), *product(SCALES, known)] if relation == ">=" else ():
            gap = lifted(kernel.add(goal, kernel.product([kernel.constant(-scale), p])) if scale else only_sums(goal))
            if not gap:
                continue
            fact = ">=", gap
            here = at_one_index(context)
            if why := by_signs(without_equations(here), fact) or (len(gap) == 1 and by_signs(here, fact)):
                each, whole = f"each term of {name}", f"the terms of {name}"
                node = have(each, fact, why)
                node_of_sum = {"rule": "sum", "fact": each, "name": whole}
                context = context.knowing({each: fact})
                yield node, context
                context = context.knowing({whole: (">=", kernel.sum_over(gap))})
                yield node_of_sum, context
                break


def signs_of_sums(context: Context, goals: Goals) -> Iterator[Taken]:
    """Which sums in the goals, or at the start, are not negative (or not positive), as none of their terms is."""
    if context.at_index:
        return
    known, start = signs(at_one_index(context)), context.run.start if context.run else {}
    said = [*start.values(), *(p for _, p in goals.values())]
    for name in sorted(sum_atoms(said)):
        term = signed(next(iter(kernel.shape(name).inner)), known)
        if term is not None:
            each, whole = f"the sign of a term of {name}", f"the sign of {name}"
            why: Json = {"rule": "poly", "sum": [term.json(1)]}
            context = context.knowing({each: (">=", term.poly)})
            yield have(each, (">=", term.poly), why), context
            context = context.knowing({whole: (">=", kernel.sum_over(term.poly))})
            yield {"rule": "sum", "fact": each, "name": whole}, context


def weaker(statement: Statement, step: Step) -> Json:
    """The conclusions, if the first computations show them from what a theorem says."""
    node, context = take_theorem(Remembering(), statement.context, step)
    parts = {name: quick(for_goal(context, goal), goal) for name, goal in statement.show.items()}
    if not all(parts.values()):
        raise ValueError("little computation does not show it")
    return nested([node], together({name: proof for name, proof in parts.items() if proof}))


def up_to_zeros(context: Context, goals: Goals, step: Step) -> Json:
    """The goals, if they differ from what a theorem shows by multiples of sums each term of which is 0."""
    node, context = take_theorem(Prover(), context, step)
    names = {goal: step.data["as"][goal] for goal in goals}
    if any(context.facts[names[goal]][0] != relation for goal, (relation, _) in goals.items()):
        raise ValueError("another relation")
    more = {g: kernel.add(p, kernel.negative(context.facts[names[g]][1])) for g, (_, p) in goals.items()}
    nodes = [node]
    for node, after in zero_sums(context, more.values()):
        nodes.append(node)
        context = after
    parts = {goal: with_zeros(context, names[goal], p) for goal, p in more.items()}
    return nested(nodes, together(parts))


def with_zeros(context: Context, name: str, more: Poly) -> Json:
    """A known fact, to which multiples of sums that are 0 are added; ValueError if `more` has other terms."""
    ideal = list[Json]()
    for m, c in more.items():
        zero = min(n for n, _ in m if is_zero(n) in context.facts)
        ideal.append({"fact": is_zero(zero), "by": write_poly({linear_certificates.divide(m, ((zero, 1),)) or (): c})})
    proof = linear_certificates.quotation(name, context.facts[name], context)
    return {**proof, "ideal": [*proof.get("ideal", []), *ideal]}


def zero_sums(context: Context, where: Iterable[Poly]) -> Iterator[Taken]:
    """Which sums there are 0, because a product in each of their terms is known to be 0."""
    zeros = [(n, *next(iter(p.items()))) for n, (r, p) in context.facts.items() if r == "=" and len(p) == 1]
    for name, (known, zero, c) in product(sorted(sum_atoms(where)), zeros):
        term = next(iter(kernel.shape(name).inner))
        rest = linear_certificates.divide(term, zero) if any_index({zero: 1}) else None
        if rest is None or is_zero(name) in context.facts:
            continue
        each = f"a term of {name}"
        fact: Fact = ("=", {term: 1})
        why: Json = {"rule": "poly", "ideal": [{"fact": known, "by": write_poly({rest: 1 / Fraction(c)})}]}
        context = context.knowing({each: fact})
        yield have(each, fact, why), context
        context = context.knowing({is_zero(name): ("=", kernel.sum_over(fact[1]))})
        yield {"rule": "sum", "fact": each, "name": is_zero(name)}, context


def is_zero(name: str) -> str:
    """How the fact is called that a sum is 0."""
    return f"{name} is 0"


def any_index(p: Poly) -> bool:
    """Is it about one index, by itself?"""
    return kernel.is_indexed(p) and not any_sum(p)


def for_goal(context: Context, goal: Fact) -> Context:
    """Where the goal is shown: for one arbitrary index, if it has one."""
    return replace(context, at_index=context.at_index or kernel.is_indexed(goal[1]))


def at_one_index(context: Context) -> Context:
    """What is known of an index by itself."""
    return replace(context, at_index=True, facts={n: f for n, f in context.facts.items() if not any_sum(f[1])})


def without_equations(context: Context) -> Context:
    """What is known of signs."""
    return replace(context, facts={name: fact for name, fact in context.facts.items() if fact[0] != "="})


def any_sum(p: Poly) -> bool:
    """Does a sum occur?"""
    return any(name.startswith("sum(") for m in p for name, _ in m)


def only_sums(p: Poly) -> Poly:
    """Its terms with one sum."""
    return {m: c for m, c in p.items() if sum(e for name, e in m if kernel.shape(name).kind == "sum") == 1}


def lifted(p: Poly) -> Poly | None:
    """What is summed, if the polynomial is one sum."""
    found: Poly = {}
    for m, c in p.items():
        sums = [(name, e) for name, e in m if kernel.shape(name).kind == "sum"]
        if len(sums) != 1 or sums[0][1] != 1:
            return None
        rest = tuple(f for f in m if f not in sums)
        found = kernel.add(found, {kernel.times(rest, next(iter(kernel.shape(sums[0][0]).inner))): c})
    return found if kernel.is_indexed(found) else None


def soon(context: Context, goals: Goals) -> Json | None:
    """The goals, if little computation shows them."""
    parts: dict[str, Json] = {}
    for name, goal in goals.items():
        where = for_goal(context, goal)
        proof = quick(where, goal) or by_signs(where, goal)
        if proof is None:
            return None
        parts[name] = proof
    return together(parts)


def together(parts: dict[str, Json]) -> Json:
    """Proofs of each goal as one of all."""
    return next(iter(parts.values())) if len(parts) == 1 else {"rule": "split", "parts": parts}


def goals_proved(prover: Prover, context: Context, goals: Goals) -> Json:
    """Each goal by computation."""
    return together(each(prover, context, goals))


def each(prover: Prover, context: Context, goals: Goals) -> dict[str, Json]:
    """Proofs of facts, by name."""
    return {name: prover.leaf(Scope(context, {}), goal, Hints(), "") for name, goal in goals.items()}


def under(facts: Goals, images: kernel.Images) -> dict[str, Fact]:
    """The facts under a substitution."""
    return {name: (relation, kernel.substitute(p, images)) for name, (relation, p) in facts.items()}


def kept(context: Context, goals: Goals, proof: Json) -> Json | None:
    """The proof as it stands, if the kernel accepts it here."""
    with contextlib.suppress(*ERRORS):
        kernel.Checker(PROVED).prove(context, goals, proof)
        return proof
    return None


def take_definition(prover: Prover, context: Context, step: Step) -> Taken:
    """A root or quotient, if it exists."""
    d = kernel.read_definition(step.data["let"], context)
    why = prover.leaf(Scope(context, {}), d.side, Hints(), "")
    return {"rule": "define", "let": step.data["let"], "why": why}, context.defining(d)


def take_fact(prover: Prover, context: Context, step: Step) -> Taken:
    """A fact, if computation shows it."""
    (fact,) = kernel.read_facts({"fact": step.data["fact"]}).values()
    why = kept(context, {"it": fact}, step.data["why"]) or quick(context, fact)
    if why is None:
        raise ValueError(f"{step.data['name']} does not follow")
    return have(step.data["name"], fact, why), context.knowing({step.data["name"]: fact})


def take_larger_root(prover: Prover, context: Context, step: Step) -> Taken:
    """One root is at least another, as it is the root of at least as much; else there is a contradiction."""
    larger, smaller = step.data["roots"]
    gap = kernel.add(kernel.atom(larger), kernel.negative(kernel.atom(smaller)))
    of = [
        kernel.add(kernel.product([kernel.atom(n)] * 2), kernel.negative(context.facts[f"{n}.def"][1]))
        for n in step.data["roots"]
    ]
    more, other = (">=", kernel.add(of[0], kernel.negative(of[1]))), f"{smaller} is larger"
    why = quick(context, more) or by_signs(context, more)
    if why is None:
        raise ValueError(f"{larger} need not be the larger root")
    then: Json = {
        "rule": "poly", "times": [{"facts": [other, other]}],
        "sum": [{"c": "2", "facts": [other, f"{larger}.sign"]}, {"facts": [f"{larger} of more"]}],
        "ideal": [{"fact": f"{larger}.def", "by": "1"}, {"fact": f"{smaller}.def", "by": "-1"}],
    }  # fmt: skip
    absurd = {"rule": "contra", "name": other, "then": {**have(f"{larger} of more", more, why), "then": then}}
    name, fact = f"{larger} over {smaller}", (">=", gap)
    return have(name, fact, absurd), context.knowing({name: fact})


def take_theorem(prover: Prover, context: Context, step: Step) -> Taken:
    """A theorem, if its hypotheses hold."""
    lemma, data = step.lemma, step.data
    assert lemma is not None
    images = {name: context.term(name, kernel.read_poly(p)) for name, p in data["put"].items()}
    if context.at_index and any("[i]" in name for name in images):
        raise ValueError("a theorem on families is used at one index")
    node = {key: data[key] for key in ("rule", "of", "put", "as")}
    node["premises"] = each(prover, context, under(lemma.assume, images))
    if lemma.context.run:
        inputs = {name: kernel.read_poly(p) for name, p in data["run"]["input"].items()}
        node["run"] = {"input": data["run"]["input"], **simulated(prover, context, lemma.context, images, inputs)}
    return node, context.knowing({data["as"][n]: fact for n, fact in under(lemma.show, images).items()})


def simulated(
    prover: Prover, context: Context, theirs: Context, images: Mapping[str, Poly], inputs: Mapping[str, Poly]
) -> Json:
    """That our run, seen through the images, is one of theirs."""
    run = theirs.run
    assert run is not None
    ours, arbitrary = context.stepping()
    seen = {n: p for n, p in images.items() if n not in theirs.state or n in run.state}
    taken = {**seen, **inputs}

    def gaps(here: Mapping[str, Poly], there: Mapping[str, Poly], through: Mapping[str, Poly]) -> dict[str, Fact]:
        pairs = {n: (kernel.substitute(images[n], here), kernel.substitute(there[n], through)) for n in run.state}
        sides = {n: kernel.add(p, kernel.negative(q)) for n, (p, q) in pairs.items()}
        return {n: ("=", kernel.gram(p, p) if n.endswith("@") else p) for n, p in sides.items()}

    return {
        "start": each(prover, context.before(), gaps(ours.start, run.start, seen)),
        "when": each(prover, arbitrary, under(run.when, taken)),
        "next": each(prover, arbitrary, gaps(ours.next, run.next, taken)),
    }


def take_invariants(prover: Prover, context: Context, step: Step) -> Taken:
    """Those invariants that hold at the start and that each step keeps."""
    facts = kernel.read_facts(step.data["invariants"])
    run, arbitrary = context.stepping()
    base = attempted(context.before(), under(facts, run.start))
    facts, kept = {n: facts[n] for n in base}, dict[str, Json]()
    while facts:
        kept = attempted(arbitrary.knowing(facts), under(facts, run.next))
        if len(kept) == len(facts):
            break
        facts = {n: facts[n] for n in kept}
    if not facts:
        raise ValueError("no invariant is kept")
    written = {n: write_fact(fact) for n, fact in facts.items()}
    node = {"rule": "induction", "invariants": written, "base": {n: base[n] for n in facts}, "step": kept}
    return node, context.knowing(facts)


def attempted(context: Context, goals: Goals) -> dict[str, Json]:
    """Proofs of those facts for which there is one."""
    found: dict[str, Json] = {}
    for name, goal in goals.items():
        where = for_goal(context, goal)
        with contextlib.suppress(*ERRORS):
            if proof := quick(where, goal) or by_signs(where, goal):
                found[name] = proof
    return found


TAKE: dict[str, Callable[[Prover, Context, Step], Taken]] = {
    "define": take_definition,
    "have": take_fact,
    "larger root": take_larger_root,
    "lemma": take_theorem,
    "induction": take_invariants,
}


def signs_of_definitions(context: Context, goals: Goals) -> Iterator[Taken]:
    """Which quotients and roots are positive, which quotients negative; and numbers above or below another number."""
    defined = [n.removesuffix(".def") for n in context.facts if n.endswith(".def")]
    bounded = [m[0][0] for _, p in context.facts.values() if len(p) == 2 and () in p for m in p if len(m) == 1]
    for name in dict.fromkeys([*defined, *(n for n in bounded if n in context.names)]):
        n = kernel.atom(name)
        for p in (n, kernel.negative(n)):
            if why := quick(context, (">", p)):
                label = f"the sign of {name}"
                context = context.knowing({label: (">", p)})
                yield have(label, (">", p), why), context
                break


# --- invariants -----------------------------------------------------------------------------------


def invariants(statement: Statement, states: Iterable[Valuation]) -> Step | None:
    """Facts about the scalars of the run that may be invariants: those that hold at all of the known states.

    Of each scalar, its sign, that it is >= or <= its start and that its square exceeds it; of two, which is larger and
    how their squares compare; that inner products in the conclusions are >= 0; and the conclusions. A family of scalars
    counts as one.
    """
    run = statement.context.run
    if run is None:
        return None
    scalars = [name for name in run.state if not name.endswith("@")]
    facts = dict(candidates(scalars, run.start)) | dict(signs_of_products(statement))
    facts |= {f"{name} always": fact for name, fact in statement.show.items()}
    known = list(states)
    held = {n: f for n, f in facts.items() if n.endswith("always") or all(state.hold([f]) for state in known)}
    return Step({"rule": "induction", "invariants": {n: write_fact(f) for n, f in held.items()}}) if held else None


def signs_of_products(statement: Statement) -> Iterator[tuple[str, Fact]]:
    """That no inner product in the conclusions of a vector of the run with one that stays the same is below 0."""
    moving = statement.context.run.state if statement.context.run else []
    for name in sorted({name for _, p in statement.show.values() for m in p for name, _ in m if "(" not in name}):
        u, at, v = name.partition("@")
        if at and "[i]" not in name and (u + at in moving) != (v + at in moving):
            yield f"{name} is never below 0", (">=", kernel.atom(name))


def candidates(scalars: list[str], start: Mapping[str, Poly]) -> Iterator[tuple[str, Fact]]:
    """Templates of invariants, with names."""
    for n in scalars:
        p = kernel.atom(n)
        yield f"{n} is never below 0", (">=", p)
        yield f"{n} is never above 0", (">=", kernel.negative(p))
        if set(start[n]) <= {()}:
            gap = kernel.add(p, kernel.negative(start[n]))
            yield f"{n} grows", (">=", gap)
            yield f"{n} falls", (">=", kernel.negative(gap))
        yield f"{n} squared", (">=", kernel.add(kernel.product([p, p]), kernel.negative(p)))
    for a, b in permutations(scalars, 2):
        p, q = kernel.atom(a), kernel.atom(b)
        yield f"{a} over {b}", (">=", kernel.add(p, kernel.negative(q)))
        yield f"{a} over -{b}", (">=", kernel.add(p, q))
        yield f"{a} and {b}", (">=", kernel.add(kernel.product([p, p]), kernel.negative(kernel.product([q, q]))))

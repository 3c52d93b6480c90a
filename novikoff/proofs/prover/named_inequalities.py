"""Named inequalities of the ledger that `prove` cites if their form fits, and the search for terms that fit.

A finder proposes terms for the variables of a theorem. `cite_named` cites the theorem only if a weak search proves its
hypotheses, so a wrong proposal only costs time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice, permutations
from typing import NamedTuple

from .. import kernel
from ..kernel import Fact, Monomial, Poly, constant
from ..search import linear_certificates
from ..search.citation_graph import library
from ..search.ideal_reduction import Quotient
from ..search.sums_of_squares import identity
from ..statements.vector_language import atoms_of
from .direct_proofs import prove_briefly
from .exponentials import exponents_in_sight, with_given_laws
from .sequents import Json, Sequent, divide, minus, preparation, product

MOST_INSTANCES, MOST_LOGS = 6, 4  # of each theorem; logarithms whose differences are looked at
ONE, ZERO = constant(1), Poly()
Laws = tuple[tuple[Poly, Poly], ...]  # pairs of exponents whose law is needed


class Instance(NamedTuple):
    """Terms for the variables of a theorem."""

    put: dict[str, Poly]
    laws: Laws = ()


@preparation
def cite_named(s: Sequent) -> Sequent | None:
    """Cite every named inequality whose form fits and whose hypotheses are proved; return None if there is none."""
    cited = False
    for theorem, (put, laws) in [(name, one) for name, finder in FINDERS.items()
                                 for one in islice(finder(s), MOST_INSTANCES)]:
        s = with_given_laws(s, laws)
        if (premises := premises_of(s, theorem, put)) is not None:
            name, cited = s.fresh(theorem), True
            s = s.citing(name, theorem, put, premises)
            if not s.context.at_index and kernel.is_indexed(s.context.facts[name][1]):
                s = s.sum(name, s.fresh(f"{name} in sum"))
    return s if cited else None


def premises_of(s: Sequent, theorem: str, put: dict[str, Poly]) -> dict[str, Json] | None:
    """Prove the hypotheses of a theorem by a weak search; return None if one is not proved."""
    found = dict[str, Json]()
    for name, (relation, p) in library()[theorem][1].assume.items():
        fact: Fact = relation, kernel.substitute(p, put)
        context = replace(s.context, at_index=s.context.at_index or kernel.is_indexed(fact[1]))
        here = replace(s, goal=fact, context=context, hidden=frozenset())
        why = relation != ">" and identity(Quotient(here.equations), fact[1], [(linear_certificates.ONE, 1)], [])
        why = why or (prove_briefly(here) if relation != "=" else None)
        if not why:
            return None
        found[name] = why
    return found


# --- what is in sight ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Information:
    """Numbers with p = q·e^l."""

    p: Poly
    q: Poly
    l: Poly  # noqa: E741
    laws: Laws = ()

    @property
    def is_indexed(self) -> bool:
        """Check whether each index has its own numbers."""
        return any(map(kernel.is_indexed, (self.p, self.q, self.l)))


def informations(s: Sequent) -> list[Information]:
    """Return the logarithms of quotients, numbers and pairs in the goal; if there are none, return the logarithms in
    exponents."""
    wanted, found, plain = kernel.variables(s.goal[1]), list[Information](), list[tuple[Poly, Poly]]()
    for name, of in s.defined("ln").items():
        log = kernel.atom(name)
        back = ((log, kernel.negative(log)),)
        under = [(divide(of, v), q) for v, q in s.defined("inverse").items() if all((v, 1) in m for m in of)]
        if not under:
            plain.append((of, log))
        p, q = under[0] if under else (of, ONE)
        found += [Information(p, q, log), Information(q, p, kernel.negative(log), back)] if name in wanted else []
    for (p, log), (q, other) in permutations(plain[:MOST_LOGS], 2):
        if kernel.variables(kernel.add(log, other)) <= wanted:
            found.append(Information(p, q, minus(log, other), ((minus(log, other), other),)))
    for e in [] if found else exponents_in_sight(s):
        power, opposite = kernel.exponential(e), kernel.negative(e)
        found += [Information(power, ONE, e), Information(ONE, power, opposite, ((e, opposite),))]
    return found


# --- finders -------------------------------------------------------------------------------------------


def entropy_squares(s: Sequent) -> Iterator[Instance]:
    """Yield p, q and l."""
    for one in informations(s):
        yield Instance({"p": one.p, "q": one.q, "l": one.l}, one.laws)


def entropy_roots(s: Sequent) -> Iterator[Instance]:
    """Yield l with the roots of p and q."""
    named = [(p, kernel.atom(r)) for r, p in s.defined("sqrt").items()] + [(ONE, ONE)]
    for one in informations(s):
        for (p, r), (q, t) in permutations(named, 2):
            if (p, q) == (one.p, one.q):
                yield Instance({"r": r, "t": t, "l": one.l}, one.laws)


def two_points(s: Sequent) -> Iterator[Instance]:
    """Yield p, q, l and m for p·l and (1 − p)·m."""
    modulo = Quotient(s.equations)
    for one, other in permutations(informations(s), 2):
        sums = [kernel.add(one.p, other.p), kernel.add(one.q, other.q)]
        if all(modulo.reduce(minus(total, ONE)) == ZERO for total in sums):
            yield Instance({"p": one.p, "q": one.q, "l": one.l, "m": other.l}, one.laws + other.laws)


def distances(s: Sequent) -> Iterator[Instance]:
    """Yield p[i], q[i] and l[i] with the root of (p[i] − q[i])²."""
    for one in informations(s):
        gap = minus(one.p, one.q)
        for d, square in s.defined("sqrt").items():
            if one.is_indexed and not s.context.at_index and square == product(gap, gap):
                yield Instance({"p[i]": one.p, "q[i]": one.q, "l[i]": one.l, "d[i]": kernel.atom(d)}, one.laws)


def total_logarithms(s: Sequent) -> Iterator[Instance]:
    """Yield a[i], b[i] and l[i] with the logarithm of a number, its opposite, or a difference of two. The numbers that
    have a logarithm come with exponentials, also as p[i] and q[i]·exp(e[i])."""
    single = [kernel.atom(log) for log, of in s.defined("ln").items() if not kernel.is_indexed(of)]
    opposites = [(kernel.negative(log), ((log, kernel.negative(log)),)) for log in single]
    differences = [(minus(a, b), ((minus(a, b), b),)) for a, b in permutations(single[:MOST_LOGS], 2)]
    powers = [(kernel.exponential(e), e) for e in exponents_in_sight(s)
              if kernel.is_indexed(e) and not kernel.variables(e) & s.defined("ln").keys()]
    known = [(of, kernel.atom(log)) for log, of in s.defined("ln").items() if kernel.is_indexed(of)]
    pairs = [Information(p, q, minus(e, f), ((minus(e, f), f),))
             for (p, e), (q, f) in permutations([*powers, *known][:MOST_LOGS], 2) if powers]
    plain = informations(s)
    pairs += [Information(one.p, product(one.q, power), minus(one.l, e), (*one.laws, (minus(one.l, e), e)))
              for one in plain if one.is_indexed for power, e in powers]
    for one in [*pairs, *plain]:
        if one.is_indexed and not s.context.at_index:
            for L, laws in [*((log, ()) for log in single), *opposites, *differences]:
                yield Instance({"a[i]": one.p, "b[i]": one.q, "l[i]": one.l, "L": L}, one.laws + laws)


def mixtures(s: Sequent) -> Iterator[Instance]:
    """Yield θ and u, where θ and 1 − θ are factors of two exponentials, or of an exponential and of 1."""
    done, modulo = list[tuple[Poly, Poly]](), Quotient(s.equations)
    for p in [s.goal[1], *s.equations.values()]:
        for (e, first), (f, second) in permutations(coefficients(p), 2):
            total = modulo.reduce(kernel.add(first, second))
            if set(total) != {()} or first.get((), 0) * second.get((), 0) < 0:
                continue
            theta, u = product(first, constant(Fraction(1) / total[()])), minus(e, f)
            w = product(theta, u)
            if (theta, u) not in done:
                done.append((theta, u))
                bound = kernel.add(w, product(u, u, constant(Fraction(1, 8))))
                yield Instance({"θ": theta, "u": u, "w": w}, ((f, u), (f, bound)))


def coefficients(p: Poly) -> list[tuple[Poly, Poly]]:
    """Return the exponents of a polynomial with their factors; terms without an exponential have the exponent 0."""
    found = list[tuple[Poly, Poly]]()
    for m, c in p.items():
        inside = [(a, e) for a, e in m if kernel.shape(a).kind == "exp"]
        exponent = kernel.add(*(product(kernel.shape(a).inner, constant(e)) for a, e in inside))
        term: Poly = {tuple(f for f in m if f not in inside): c}
        known = next((n for n, (e, _) in enumerate(found) if e == exponent), None)
        if known is None:
            found.append((exponent, term))
        else:
            found[known] = exponent, kernel.add(found[known][1], term)
    return found


def bounded_exponents(s: Sequent) -> Iterator[Instance]:
    """Yield p[i], s and x[i] of sums of p[i]·exp(s·x[i]), where x[i] is bounded."""
    modulo = Quotient(s.equations)
    for weight, exponent in weighted_exponentials(s):
        p: Poly = {weight: 1}
        scale, x = scaled(exponent)
        mean = modulo.reduce(kernel.sum_over(product(x, p)))
        for low, high in bounds(s, x):
            yield Instance({"p[i]": p, "x[i]": x, "s": scale, "m": mean, "a": low, "b": high})


def summands(s: Sequent) -> list[Monomial]:
    """Return the monomials that are summed in the goal and in equations."""
    polys = [s.goal[1], *s.equations.values()] if not s.context.at_index else []
    atoms = sorted(a for a in atoms_of(*polys) if kernel.shape(a).kind == "sum")
    return [m for a in atoms for m in kernel.shape(a).inner]


def weighted_exponentials(s: Sequent) -> Iterator[tuple[Monomial, Poly]]:
    """Yield weights and exponents in sums of a weight times one exponential."""
    for m in summands(s):
        inside = [(a, e) for a, e in m if kernel.shape(a).kind == "exp"]
        if len(inside) == 1 and inside[0][1] == 1 and len(m) > 1:
            yield tuple(f for f in m if f not in inside), kernel.shape(inside[0][0]).inner


def scaled(p: Poly) -> tuple[Poly, Poly]:
    """Return s and x with p = s·x, where s is the largest monomial without index, and x begins with the factor 1."""
    first, c = next((m, c) for m, c in p.items() if kernel.is_indexed({m: 1}))
    common = tuple((a, e) for a, e in first if not kernel.is_indexed(kernel.atom(a)) and all((a, e) in m for m in p))
    x: Poly = {tuple(f for f in m if f not in common): d / Fraction(c) for m, d in p.items()}
    return {common: c}, x


def bounds(s: Sequent, x: Poly) -> Iterator[tuple[Poly, Poly]]:
    """Yield numbers a and b, for which facts say that a ≤ x[i] ≤ b."""
    own: Poly = {m: c for m, c in x.items() if kernel.is_indexed({m: 1})}
    ends: dict[int, list[Poly]] = {1: [], -1: []}
    for relation, p in s.facts.values():
        there: Poly = {m: c for m, c in p.items() if kernel.is_indexed({m: 1})}
        if relation in (">=", ">") and there and own.keys() == there.keys():
            c = Fraction(next(iter(there.values()))) / own[next(iter(there))]
            if product(own, constant(c)) == there:  # c·x + rest is not negative
                ends[1 if c > 0 else -1].append(minus(x, product(p, constant(1 / c))))
    yield from ((a, b) for a in ends[1] for b in ends[-1])


def opposite_exponents(s: Sequent) -> Iterator[Instance]:
    """Yield exponents t with −t and t²/2."""
    exponents = exponents_in_sight(s)
    for n, t in enumerate(exponents):
        if kernel.negative(t) in exponents[:n] and product(t, t, constant(Fraction(1, 2))) in exponents:
            yield Instance({"t": t})


def pairs_of_exponents(s: Sequent) -> list[tuple[Poly, Poly]]:
    """Return pairs of exponents that the goal mentions, or 0."""
    wanted = kernel.variables(s.goal[1])
    single = [e for e in exponents_in_sight(s) if kernel.variables(e) <= wanted]
    logs = [kernel.atom(log) for log in s.defined("ln") if log in wanted]
    once = [e for n, e in enumerate([*logs, *single, ZERO]) if e not in [*logs, *single][:n]]
    return [pair for pair in permutations(once, 2) if s.context.at_index or not any(map(kernel.is_indexed, pair))]


def geometric_means(s: Sequent) -> Iterator[Instance]:
    """Yield pairs of exponents with the root of the product of their exponentials."""
    values, exponents = s.defined("ln"), exponents_in_sight(s)
    for a, b in pairs_of_exponents(s):
        of = kernel.product(value_of(e, values) for e in (a, b))
        means = [kernel.atom(r) for r, p in s.defined("sqrt").items() if p == of]
        half = product(kernel.add(a, b), constant(Fraction(1, 2)))
        means += [kernel.exponential(half)] if half in exponents or not half else []
        for r in means:
            yield Instance({"a": a, "b": b, "r": r}, ((half, half), (a, b)))


def value_of(exponent: Poly, logs: dict[str, Poly]) -> Poly:
    """Return the exponential, or q for the exponent ln q."""
    name = next((log for log in logs if exponent == kernel.atom(log)), None)
    return kernel.exponential(exponent) if name is None else logs[name]


def arithmetic_means(s: Sequent) -> Iterator[Instance]:
    """Yield pairs of exponents s and t for which the goal has the products s·exp(t) and t·exp(s)."""
    values = s.defined("ln")
    for a, b in pairs_of_exponents(s):
        mixed = [product(value_of(e, values), f) for e, f in ((a, b), (b, a))]
        if all(not p or p.keys() & s.goal[1].keys() for p in mixed):
            yield Instance({"a": a, "b": b})


def conjugate_exponents(s: Sequent) -> Iterator[Instance]:
    """Yield pairs of exponents p·a and q·b with logarithms, or else single names, a and b."""
    logs, factored = s.defined("ln"), list[tuple[Poly, Poly]]()
    for e in exponents_in_sight(s):
        common = [a for a, _ in next(iter(e)) if all((a, 1) in m for m in e) and divide(e, a).keys() != {()}]
        factored += [(divide(e, a), kernel.atom(a)) for a in [a for a in common if a in logs] or common]
    for (p, a), (q, b) in combinations(factored, 2):
        yield Instance({"a": a, "b": b, "p": p, "q": q})


def sines(s: Sequent) -> Iterator[Instance]:
    """Yield the roots of 1 − ⟨x, y⟩², 1 − ⟨y, z⟩² and 1 − ⟨x, z⟩²."""
    named = {frozenset(kernel.shape(a).pair): kernel.atom(r) for r, p in s.defined("sqrt").items() for m in p
             if len(m) == 1 for a, e in m if e == 2 and kernel.shape(a).pair and p == {(): 1, m: -1}}
    for x, y, z in permutations(sorted({v for pair in named for v in pair}), 3):
        sides = [named.get(frozenset(pair)) for pair in ((x, y), (y, z), (x, z))]
        if x < z and all(sides) and sides[2] and any(m in s.goal[1] and s.goal[1][m] < 0 for m in sides[2]):
            vectors = {f"{n}@": kernel.atom(v) for n, v in zip("xyz", (x, y, z), strict=True)}
            yield Instance(vectors | {n: side for n, side in zip("rst", sides, strict=True) if side})


def covariances(s: Sequent) -> Iterator[Instance]:
    """Yield p[i], x[i] and y[i] of sums of their products, where x[i] and y[i] are bounded."""
    for m in summands(s):
        for (p, *_), (x, *_), (y, *_) in permutations(m, 3) if len(m) == 3 else ():
            ends = [(u, v) for u in bounds(s, kernel.atom(x)) for v in bounds(s, kernel.atom(y)) if x < y]
            for (a, b), (c, d) in ends:
                put = {"p[i]": kernel.atom(p), "y[i]": kernel.atom(y), "k": c, "K": d}
                yield Instance({**put, "x[i]": kernel.atom(x), "m": a, "M": b})
                opposite = [kernel.negative(q) for q in (kernel.atom(x), b, a)]
                yield Instance({**put, **dict(zip(("x[i]", "m", "M"), opposite, strict=True))})


FINDERS: dict[str, Callable[[Sequent], Iterator[Instance]]] = {
    "cosh-below-gaussian": opposite_exponents,
    "relative-entropy-above-square": entropy_squares,
    "relative-entropy-above-hellinger": entropy_roots,
    "pinsker-two-points": two_points,
    "pinsker": distances,
    "log-sum": total_logarithms,
    "hoeffding-two-points": mixtures,
    "hoeffding-lemma": bounded_exponents,
    "geometric-below-logarithmic-mean": geometric_means,
    "logarithmic-below-arithmetic-mean": arithmetic_means,
    "young": conjugate_exponents,
    "sines-triangle": sines,
    "gruss": covariances,
}

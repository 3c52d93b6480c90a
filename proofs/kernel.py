"""The kernel: it checks proofs and finds nothing.

Promise
    If an entry is reported as `proved`, its statement is true in every real inner-product space, of
    any dimension, for every finite index set and every finite run. If it is reported as `refuted`,
    its witness makes every hypothesis true and a conclusion false. Nothing but this file has to be
    trusted for that. It imports only the standard library and computes with int and Fraction.

Terms
    A polynomial over Q in atoms is written {"y w@x": "-1/2", "R^2": "1"}: factors apart by spaces,
    "1" for the constant monomial. Atoms are real variables `b`, inner products `w@x` of the vector
    variables `w@` and `x@`, entries `a[i]`, `x[i]@` of finite families, and sums
    `sum(a[i],w@x[i]^2)` over the whole index set. A vector is a polynomial with just one vector
    variable in each monomial: {"w@": "1", "y x@": "1"}. `#1@` ... `#9@` are unit vectors adjoined to
    the space, orthonormal and orthogonal to all of it.

Statements
    For all names in `declare`: if the facts in `assume` hold, so do those in `show`. A fact is
    [relation, polynomial], read "polynomial relation 0", with >=, >, = or !=; if it mentions [i], it is
    meant for every i. `let` names inverses and square roots whose side condition is proved. With a `run`
    the statement is about every state that finitely many steps reach from `start`: a step takes any
    `input` that satisfies the facts in `when` and moves the state to `next`.

Rules (one method each of the class Checker)
    poly       times*goal = sum of products of facts, squares and norms + multiples of equations
    cases      split on the sign of a polynomial
    contra     assume the negation of the goal, derive -1 >= 0
    have       prove a fact, then use it (cut)
    split      prove each of several conclusions
    define     name an inverse or square root that exists
    lemma      an earlier entry under a substitution; if it is about runs, through a simulation
    induction  invariants of a run: true at the start, kept by every step
    sum        a fact that holds for every i, summed over i
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

Rational: TypeAlias = int | Fraction
Monomial: TypeAlias = tuple[tuple[str, int], ...]  # (("R", 2), ("w@x", 1)), sorted by atom
Poly: TypeAlias = dict[Monomial, Rational]  # no zero coefficients
Fact: TypeAlias = tuple[str, Poly]  # (">=", p) means p >= 0
Images: TypeAlias = Mapping[str, Poly]
Json: TypeAlias = Any

NAME = re.compile(r"[^\W\d]\w*[*']*(\[i\])?@?\Z")
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")
UNIT = re.compile(r"#[1-9]@\Z")
RATIONAL = re.compile(r"-?[0-9]{1,400}(/[0-9]{1,400})?\Z")
FACTOR = re.compile(r"(.*?)(?:\^([1-9][0-9]?))?\Z", re.DOTALL)
MAX_TERMS = 20_000
FALSE: Fact = (">=", {(): -1})


class Rejected(Exception):
    """The proof, statement or witness is not accepted; the message says why."""


def require(condition: object, message: str) -> None:
    """Raise Rejected(message) unless the condition is true."""
    if not condition:
        raise Rejected(message)


# --- polynomials --------------------------------------------------------------------------------


def constant(value: Rational) -> Poly:
    """A constant polynomial."""
    return {(): value} if value else {}


def atom(name: str) -> Poly:
    """An atom as a polynomial."""
    return {((name, 1),): 1}


def add(*polys: Poly) -> Poly:
    """The sum."""
    total: Poly = {}
    for poly in polys:
        for monomial, value in poly.items():
            total[monomial] = total.get(monomial, 0) + value
    return {monomial: value for monomial, value in total.items() if value}


def negative(p: Poly) -> Poly:
    """-p."""
    return {monomial: -value for monomial, value in p.items()}


def product(polys: Iterable[Poly]) -> Poly:
    """The product; 1 for none."""
    total = constant(1)
    for q in polys:
        require(len(total) * len(q) <= MAX_TERMS, "a product of polynomials is too large")
        p, total = total, {}
        for m, a in p.items():
            for n, b in q.items():
                exponents = dict(m)
                for name, e in n:
                    exponents[name] = exponents.get(name, 0) + e
                monomial = tuple(sorted(exponents.items()))
                total[monomial] = total.get(monomial, 0) + a * b
        total = {monomial: value for monomial, value in total.items() if value}
    return total


def gram(u: Poly, v: Poly) -> Poly:
    """The inner product of two vectors: bilinear, symmetric, adjoined units orthonormal."""
    return add(*(product([{m: a}, {n: b}, gram_of(x, y)]) for (x, m), a in parts(u) for (y, n), b in parts(v)))


def parts(v: Poly) -> list[tuple[tuple[str, Monomial], Rational]]:
    """The vector variable and the rest of each monomial of a vector."""
    found = []
    for monomial, value in v.items():
        (name,) = (name for name, _ in monomial if name.endswith("@"))
        found.append(((name, tuple(f for f in monomial if f[0] != name)), value))
    return found


def gram_of(x: str, y: str) -> Poly:
    """The inner product of two vector variables."""
    if UNIT.match(x) or UNIT.match(y):
        return constant(int(x == y))
    return atom("@".join(sorted((x[:-1], y[:-1]))))


def inside(name: str) -> Monomial | None:
    """The monomial under a sum, None for an atom that is no sum."""
    return read_monomial(name[4:-1].split(",") if name != "sum()" else []) if name.startswith("sum(") else None


def is_indexed(p: Poly) -> bool:
    """Does the polynomial speak of a single index [i] (outside of sums)?"""
    return any("[i]" in name and not name.startswith("sum(") for monomial in p for name, _ in monomial)


def sum_over(p: Poly) -> Poly:
    """The sum over the index: what does not depend on [i] is taken out; sum() is the number of indices."""
    total: Poly = {}
    for monomial, value in p.items():
        under = [f for f in monomial if is_indexed({(f,): 1})]
        name = "sum(" + ",".join(a if e == 1 else f"{a}^{e}" for a, e in under) + ")"
        total = add(total, product([{tuple(f for f in monomial if f not in under): value}, atom(name)]))
    return total


def variables(p: Poly) -> set[str]:
    """The names of the variables in a polynomial; vectors end in @."""
    found: set[str] = set()
    for name in {name for monomial in p for name, _ in monomial}:
        under, pair = inside(name), name.split("@")
        found |= variables({under: 1}) if under is not None else {n + "@" * (len(pair) - 1) for n in pair if n}
    return found


def substitute(p: Poly, images: Images) -> Poly:
    """Replace variables by their images; those without one stay."""
    moved = ((c, [substitute_atom(name, images) for name, e in m for _ in range(e)]) for m, c in p.items())
    return add(*(product([constant(c), *factors]) for c, factors in moved))


def substitute_atom(name: str, images: Images) -> Poly:
    """The image of an atom."""
    under, pair = inside(name), name.split("@")
    if under is not None:
        return sum_over(substitute({under: 1}, images))
    if len(pair) == 2 and pair[1]:
        x, y = (n + "@" for n in pair)
        return gram(images.get(x, atom(x)), images.get(y, atom(y)))
    return images.get(name, atom(name))


# --- reading JSON -------------------------------------------------------------------------------


def fields(data: Json, *needed: str, optional: Iterable[str] = ()) -> list[Json]:
    """The values of a JSON object that has all needed keys and no unknown ones, in this order."""
    names = [*needed, *optional]
    require(isinstance(data, dict), f"not an object: {data!r:.60}")
    require(set(needed) <= set(data) <= set(names), f"keys {sorted(data)}, where {sorted(names)} belong")
    return [data.get(name) for name in names]


def items(data: Json) -> list[Json]:
    """The elements of a JSON array; none if it is absent."""
    require(data is None or isinstance(data, list), f"not an array: {data!r:.60}")
    return data or []


def read_rational(text: Json) -> Rational:
    """A number from "p" or "p/q"."""
    require(isinstance(text, str) and RATIONAL.match(text), f"not a rational number: {text!r:.60}")
    p, _, q = text.partition("/")
    require(not q or int(q), f"the denominator is 0: {text!r:.60}")
    return Fraction(int(p), int(q)) if q else int(p)


def read_monomial(factors: Iterable[str]) -> Monomial:
    """A monomial from factors "R^2", "x@w", "sum(a[i],x@w[i])"; atoms get their canonical spelling."""
    exponents: dict[str, int] = {}
    for factor in factors:
        base, exponent = FACTOR.match(factor).groups()  # type: ignore[union-attr]
        if base.startswith("sum(") and base.endswith(")"):
            under = read_monomial(base[4:-1].split(",") if base != "sum()" else [])
            numbers = all(is_indexed({(f,): 1}) and not f[0].endswith("@") for f in under)
            require(numbers, f"not a sum of numbers with an index: {base!r:.60}")
            ((name, _),) = next(iter(sum_over({under: 1})))
        else:
            x, at, y = base.partition("@")
            ok = [UNIT.match(base) or NAME.match(base)] if not y else [NAME.match(x + at), NAME.match(y + at)]
            require(all(ok), f"not an atom: {base!r:.60}")
            name = "@".join(sorted((x, y))) if y else base
        exponents[name] = exponents.get(name, 0) + int(exponent or 1)
        require(exponents[name] < 100, f"the exponent is too large: {factor!r:.60}")
    return tuple(sorted(exponents.items()))


def read_poly(data: Json) -> Poly:
    """A polynomial from {"monomial": "rational"}."""
    require(isinstance(data, dict) and len(data) <= MAX_TERMS, f"not a polynomial: {data!r:.60}")
    return add(*({read_monomial([] if m == "1" else m.split(" ")): read_rational(c)} for m, c in data.items()))


def read_facts(data: Json) -> dict[str, Fact]:
    """Named facts."""
    require(isinstance(data, dict), f"not a table of facts: {data!r:.60}")
    pairs = {name: items(fact) for name, fact in data.items()}
    require(all(len(f) == 2 and f[0] in (">=", ">", "=", "!=") for f in pairs.values()), "not [relation, polynomial]")
    return {name: (relation, read_poly(p)) for name, (relation, p) in pairs.items()}


# --- statements ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A transition system over parameters."""

    state: list[str]
    start: dict[str, Poly]
    input: list[str]
    when: dict[str, Fact]
    next: dict[str, Poly]


@dataclass(frozen=True)
class Definition:
    """A real number defined by a property: n*p = 1, or n >= 0 and n^2 = p."""

    name: str
    kind: str
    of: Poly

    def facts(self) -> dict[str, Fact]:
        """The property."""
        n = atom(self.name)
        if self.kind == "inverse":
            return {f"{self.name}.def": ("=", add(product([n, self.of]), constant(-1)))}
        return {f"{self.name}.sign": (">=", n), f"{self.name}.def": ("=", add(product([n, n]), negative(self.of)))}

    def side(self) -> Fact:
        """The condition under which such a number exists."""
        return ("!=" if self.kind == "inverse" else ">="), self.of


@dataclass(frozen=True)
class Context:
    """What is known at one place of a proof."""

    names: frozenset[str] = frozenset()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    run: Run | None = None
    state: frozenset[str] = frozenset()  # the names that depend on the state reached
    at_index: bool = False  # inside a proof for one arbitrary index

    def term(self, name: str, p: Poly) -> Poly:
        """The polynomial, if it is over declared names and of the same sort as `name`."""
        unknown = {v for v in variables(p) - self.names if not UNIT.match(v)}
        require(not unknown, f"not declared: {', '.join(sorted(unknown)):.80}")
        for monomial in p:
            degree = sum(e for a, e in monomial if a.endswith("@"))
            require(degree == name.endswith("@"), f"a {'real number' if degree else 'vector'} is expected")
        return p

    def table(self, names: Iterable[str], data: Json) -> dict[str, Poly]:
        """One term for each name, of its sort; a name without index takes no [i], or it would mean many things."""
        names = list(names)
        terms = {n: self.term(n, read_poly(p)) for n, p in zip(names, fields(data, *names), strict=True)}
        for n, p in terms.items():
            require("[i]" in n or self.at_index or not is_indexed(p), f"the term for {n} mentions an index")
        return terms

    def naming(self, names: Json) -> "Context":
        """With further variables; the inputs of the run keep their names for the steps."""
        taken = self.names.union(self.run.input if self.run else ())
        for n in items(names):
            ok = isinstance(n, str) and NAME.match(n) and n not in taken
            require(ok, f"cannot be declared (again): {n!r:.40}")
        require(len(set(items(names))) == len(items(names)), "a name is declared twice")
        return replace(self, names=self.names | set(items(names)))

    def knowing(self, facts: Mapping[str, Fact]) -> "Context":
        """With further facts."""
        for name, (_, p) in facts.items():
            require(isinstance(name, str) and name not in self.facts, f"two facts are named {name!r:.40}")
            self.term("", p)
        return replace(self, facts={**self.facts, **facts})

    def defining(self, d: Definition) -> "Context":
        """With one more defined number."""
        state = self.state | {d.name} if variables(d.of) & self.state else self.state
        return replace(self.naming([d.name]), state=state).knowing(d.facts())

    def before(self) -> "Context":
        """Only what does not depend on the state that the run has reached."""
        facts = {name: fact for name, fact in self.facts.items() if not variables(fact[1]) & self.state}
        return Context(self.names - self.state, facts)

    def stepping(self) -> tuple[Run, "Context"]:
        """The run, and the context of any one step of it."""
        if self.run is None or self.at_index:
            raise Rejected("this rule needs a statement about runs")
        return self.run, self.before().naming(self.run.state + self.run.input).knowing(self.run.when)


@dataclass(frozen=True)
class Statement:
    """In the context, `assume` implies `show`; definitions count as hypotheses."""

    context: Context
    assume: dict[str, Fact]
    show: dict[str, Fact]


def read_definition(data: Json, context: Context) -> Definition:
    """A definition from {"name", "kind", "of"}."""
    name, kind, of = fields(data, "name", "kind", "of")
    ok = isinstance(name, str) and not {"@", "["} & set(name) and kind in ("inverse", "sqrt")
    require(ok, f"not a definition: {name!r:.40}")
    return Definition(name, kind, context.term("", read_poly(of)))


def read_run(data: Json, context: Context) -> Context:
    """The context in which a run over the parameters so far has reached some state."""
    state, start, inputs, when, after = fields(data, "state", "start", "input", "when", "next")
    reached, facts = context.naming(state), read_facts(when)
    step = reached.naming(inputs)
    step.knowing(facts)
    run = Run(state, context.table(state, start), inputs, facts, step.table(state, after))
    terms = [*run.start.values(), *run.next.values()]
    require(not any(UNIT.match(v) for p in terms for v in variables(p)), "a run leaves the space by an adjoined unit")
    return replace(reached, run=run, state=frozenset(state))


def read_statement(data: Json, sides: Json = None) -> Statement:
    """A statement whose definitions make sense: the side condition of each is proved from those
    hypotheses that can be written with the names before it.
    """
    _, declare, assume, show, run, lets = fields(data, "id", "declare", "assume", "show", optional=["run", "let"])
    context, hypotheses, proofs = Context().naming(declare), read_facts(assume), dict(sides or {})
    defined: dict[str, Fact] = {}
    for entry in [*items(lets), None]:  # definitions that do not need the state come before the run
        if run is not None and (entry is None or not variables(read_poly(entry["of"])) <= context.names):
            context, run = read_run(run, context), None
        if entry is not None:
            d = read_definition(entry, context)
            require(not is_indexed(d.of), f"the definition of {d.name} depends on an index")
            known = {name: fact for name, fact in hypotheses.items() if variables(fact[1]) <= context.names}
            Checker({}).prove(context.knowing(known), {"side": d.side()}, proofs.pop(d.name, None))
            context, defined = context.defining(d), {**defined, **d.facts()}
    conclusions = read_facts(show)
    require(conclusions and not proofs, "nothing is shown, or a side condition belongs to no definition")
    context.knowing(conclusions)
    return Statement(context.knowing(hypotheses), {**defined, **hypotheses}, conclusions)


# --- the rules ----------------------------------------------------------------------------------


@dataclass
class Checker:
    """Checks one proof. `library` holds the statements proved before it, `used` those that it cites."""

    library: Mapping[str, Statement]
    used: set[str] = field(default_factory=set)

    def prove(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Raise Rejected unless all goals are shown. A single goal with [i] is shown for one arbitrary i."""
        rules: dict[Any, Callable[..., None]] = {
            "poly": self.poly, "cases": self.cases, "contra": self.contra, "have": self.have, "split": self.split,
            "define": self.define, "lemma": self.lemma, "induction": self.induction, "sum": self.sum,
        }  # fmt: skip
        rule = proof.get("rule") if isinstance(proof, dict) else None
        require(isinstance(rule, str) and rule in rules, f"not a proof: {proof!r:.60}")
        if len(goals) == 1 and is_indexed(self.only(goals)[1]):
            context = replace(context, at_index=True)
        rules[rule](context, goals, {key: value for key, value in proof.items() if key != "rule"})

    def only(self, goals: Mapping[str, Fact]) -> Fact:
        """The goal, if there is just one."""
        require(len(goals) == 1, "this rule shows one conclusion at a time; use split")
        return next(iter(goals.values()))

    def plain(self, context: Context, p: Poly, name: str = "") -> Poly:
        """The term; outside a proof for one index it must not mention [i], as there may be no i."""
        require(context.at_index or not is_indexed(p), "an index [i] is used outside a proof for one index")
        return context.term(name, p)

    def fact(self, context: Context, name: Json) -> Fact:
        """A known fact."""
        require(isinstance(name, str) and name in context.facts, f"no fact is named {name!r:.40}")
        return context.facts[name]

    def prove_each(self, context: Context, goals: Mapping[str, Fact], proofs: Json) -> None:
        """One proof for each goal."""
        for (name, goal), proof in zip(goals.items(), fields(proofs, *goals), strict=True):
            self.prove(context, {name: goal}, proof)

    def poly(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """An identity between polynomials, with signs that imply the goal."""
        times, terms, ideal = fields(proof, optional=("times", "sum", "ideal"))
        relation, goal = self.only(goals)
        factors = [self.positive(context, term) for term in items(times) or [{}]]
        summands = [self.positive(context, term) for term in items(terms)]
        left = product([add(*(p for p, _ in factors)), self.plain(context, goal)])
        right = add(*(p for p, _ in summands), *(self.multiple(context, entry) for entry in items(ideal)))
        require(left == right, "the two sides of the certificate differ")
        if relation in (">=", "="):
            require(all(strict for _, strict in factors), "the goal's multiplier is not strictly positive")
        if relation in (">", "!="):
            require(any(strict for _, strict in summands), "no summand is strictly positive")
        require(relation != "=" or not summands, "an equation is certified by equations only")

    def positive(self, context: Context, data: Json) -> tuple[Poly, bool]:
        """A non-negative product c * facts * squares * norms; is it strictly positive?"""
        c, names, squares, norms = fields(data, optional=("c", "facts", "squares", "norms"))
        coefficient = read_rational("1" if c is None else c)
        require(coefficient > 0, "a coefficient is not positive")
        factors, strict = [constant(coefficient)], not squares and not norms
        for relation, p in (self.fact(context, name) for name in items(names)):
            require(relation != "=", "an equation has no sign")
            factors += [p, p] if relation == "!=" else [p]
            strict = strict and relation != ">="
        factors += [p for square in items(squares) for p in [read_poly(square)] * 2]
        factors += [gram(v, v) for norm in items(norms) for v in [context.term("@", read_poly(norm))]]
        return product(self.plain(context, p) for p in factors), strict

    def multiple(self, context: Context, data: Json) -> Poly:
        """A polynomial multiple of an equation."""
        name, by = fields(data, "fact", "by")
        relation, p = self.fact(context, name)
        require(relation == "=", f"{name!r:.40} is not an equation")
        return product([self.plain(context, p), self.plain(context, read_poly(by))])

    def cases(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """The arms together cover <, = and >."""
        on, name, arms = fields(proof, "on", "name", "arms")
        p = self.plain(context, read_poly(on))
        facts = {"<": (">", negative(p)), "<=": (">=", negative(p)), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        require(isinstance(arms, dict) and set(arms) <= set(facts), "not a table of cases")
        require(set("".join(arms)) == set("<=>"), "the cases do not cover every sign")
        for arm, then in arms.items():
            self.prove(context.knowing({name: facts[arm]}), goals, then)

    def contra(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Suppose not."""
        name, then = fields(proof, "name", "then")
        relation, p = self.only(goals)
        negations = {">=": (">", negative(p)), ">": (">=", negative(p)), "=": ("!=", p), "!=": ("=", p)}
        self.prove(context.knowing({name: negations[relation]}), {"false": FALSE}, then)

    def have(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """First the fact, then the goals with it."""
        name, fact, why, then = fields(proof, "name", "fact", "why", "then")
        new = read_facts({name: fact})
        known = context.knowing(new)
        self.prove(context, new, why)
        self.prove(known, goals, then)

    def split(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Each conclusion by itself."""
        self.prove_each(context, goals, *fields(proof, "parts"))

    def define(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """A definition inside a proof, after its side condition."""
        let, why, then = fields(proof, "let", "why", "then")
        d = read_definition(let, context)
        self.plain(context, d.of)
        self.prove(context, {"side": d.side()}, why)
        self.prove(context.defining(d), goals, then)

    def lemma(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """An earlier theorem, over the same index set. What is put for a name without index mentions none (see
        Context.table), so that neither a sum nor "for every i" captures it.
        """
        of, put, premises, names, then, seen = fields(proof, "of", "put", "premises", "as", "then", optional=["run"])
        require(isinstance(of, str) and of in self.library, f"no theorem {of!r:.60} before this")
        lemma = self.library[of]
        theirs = lemma.context
        images = context.table(sorted(theirs.names), put)
        families = any("[i]" in name for name in images)
        require(not (context.at_index and families), "a theorem on families is used at one index")
        self.used.add(of)
        require((theirs.run is None) == (seen is None), "a simulation goes with a theorem about runs")
        if theirs.run:
            self.simulate(context, theirs, theirs.run, images, seen)
        self.prove_each(context, {n: (r, substitute(p, images)) for n, (r, p) in lemma.assume.items()}, premises)
        shown = [(r, substitute(p, images)) for r, p in lemma.show.values()]
        kept = (is_indexed(q) or not is_indexed(p) for (_, p), (_, q) in zip(lemma.show.values(), shown, strict=True))
        require(all(kept), 'a conclusion loses its "for every i"')
        new = fields(names, *lemma.show)
        require(len(set(map(repr, new))) == len(new), "two conclusions get one name")
        self.prove(context.knowing(dict(zip(new, shown, strict=True))), goals, then)

    def simulate(self, context: Context, theirs: Context, run: Run, images: Images, data: Json) -> None:
        """Our run, seen through the images, is one of theirs: same start, steps allowed, same next state."""
        inputs, start, when, after = fields(data, "input", "start", "when", "next")
        ours, step = context.stepping()
        before = context.before()
        seen = {n: before.term(n, p) for n, p in images.items() if n not in theirs.state}
        seen |= {n: step.term(n, images[n]) for n in run.state}
        taken = {**seen, **step.table(run.input, inputs)}
        self.prove_each(step, {n: (r, substitute(p, taken)) for n, (r, p) in run.when.items()}, when)
        for where, here, there, through, proofs in (
            (before, ours.start, run.start, seen, start),
            (step, ours.next, run.next, taken, after),
        ):
            gaps = {n: add(substitute(images[n], here), negative(substitute(there[n], through))) for n in run.state}
            goals = {n: ("=", gram(p, p) if n.endswith("@") else p) for n, p in gaps.items()}
            self.prove_each(where, goals, proofs)

    def induction(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """So the invariants hold at the state reached."""
        invariants, base, step, then = fields(proof, "invariants", "base", "step", "then")
        facts, (run, arbitrary) = read_facts(invariants), context.stepping()
        reached = context.knowing(facts)
        for where, images, proofs in ((context.before(), run.start, base), (arbitrary.knowing(facts), run.next, step)):
            self.prove_each(where, {n: (r, substitute(p, images)) for n, (r, p) in facts.items()}, proofs)
        self.prove(reached, goals, then)

    def sum(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Weakly, as there may be no i."""
        fact, name, then = fields(proof, "fact", "name", "then")
        relation, p = self.fact(context, fact)
        require(not context.at_index and relation != "!=", "this fact cannot be summed here")
        self.prove(context.knowing({name: ("=" if relation == "=" else ">=", sum_over(p))}), goals, then)


# --- witnesses ----------------------------------------------------------------------------------


@dataclass
class World:
    """Rational values for names: numbers, coordinates for vectors, one of these per index for families."""

    dimension: int
    size: int
    values: dict[str, Any] = field(default_factory=dict)

    def number(self, p: Poly, i: int = 0, k: int = 0) -> Rational:
        """The value of a polynomial at index i; of a vector, its coordinate k."""
        total: Rational = 0
        for monomial, value in p.items():
            for name, e in monomial:
                value *= self.atom(name, i, k) ** e
            total += value
        return total

    def atom(self, name: str, i: int, k: int) -> Rational:
        """The value of an atom."""
        under, (x, at, y) = inside(name), name.partition("@")
        if under is not None:
            return sum(self.number({under: 1}, j) for j in range(self.size))
        if y:
            return sum(self.atom(x + at, i, j) * self.atom(y + at, i, j) for j in range(self.dimension))
        value = self.values[name][i] if "[i]" in name else self.values[name]
        found: Rational = value[k] if at else value
        return found

    def term(self, name: str, p: Poly) -> Any:
        """The value of a term of the sort of `name`."""
        whole = range(self.dimension) if name.endswith("@") else None
        values = [
            [self.number(p, i, k) for k in whole] if whole is not None else self.number(p, i)
            for i in (range(self.size) if "[i]" in name else [0])
        ]
        return values if "[i]" in name else values[0]

    def holds(self, fact: Fact) -> bool:
        """Is the fact true (for every index)?"""
        relation, p = fact
        numbers = [self.number(p, i) for i in (range(self.size) if is_indexed(p) else [0])]
        return all({">=": n >= 0, ">": n > 0, "=": n == 0, "!=": n != 0}[relation] for n in numbers)

    def read(self, names: Iterable[str], data: Json) -> None:
        """Take the values of the names from strings, in the shape that each name demands."""
        names = list(names)
        for name, value in zip(names, fields(data, *names), strict=True):
            shape = [self.size] * ("[i]" in name) + [self.dimension] * name.endswith("@")
            self.values[name] = self.shaped(value, shape)

    def shaped(self, value: Json, shape: list[int]) -> Any:
        """A number, or a list of the right length."""
        if not shape:
            return read_rational(value)
        require(len(items(value)) == shape[0], f"not {shape[0]} values: {value!r:.60}")
        return [self.shaped(v, shape[1:]) for v in value]


def false_conclusions(statement: Statement, data: Json) -> list[str]:
    """The conclusions that fail at a witness {"dimension", "size", "values", "steps"}, where every
    hypothesis holds and every step of the run is allowed (or Rejected is raised).
    """
    dimension, size, values, steps = fields(data, "dimension", "size", "values", optional=("steps",))
    for number in (dimension, size):
        require(type(number) is int and 0 <= number < 100, f"not a dimension or size: {number!r:.40}")
    context, world = statement.context, World(dimension, size)
    run = context.run or Run([], {}, [], {}, {})
    world.read(context.names - set(run.state), values)
    world.values |= {name: world.term(name, p) for name, p in run.start.items()}
    require(context.run or not items(steps), "steps without a run")
    for number, step in enumerate(items(steps), 1):
        world.read(run.input, step)
        for name, fact in run.when.items():
            require(world.holds(fact), f"step {number} violates {name}")
        world.values |= {name: world.term(name, p) for name, p in run.next.items()}
    for name, fact in statement.assume.items():
        require(world.holds(fact), f"the hypothesis {name} does not hold")
    return [name for name, fact in statement.show.items() if not world.holds(fact)]


# --- books --------------------------------------------------------------------------------------


def check_entry(entry: Json, library: Mapping[str, Statement]) -> tuple[str, Statement, set[str]]:
    """The verdict "proved" or "refuted" on an entry, its statement, and the theorems that it cites."""
    data, sides, proof, witness = fields(entry, "statement", optional=("sides", "proof", "counterexample"))
    require((proof is None) != (witness is None), "an entry has either a proof or a counterexample")
    statement, checker = read_statement(data, sides), Checker(library)
    if proof is not None:
        checker.prove(statement.context, statement.show, proof)
        return "proved", statement, checker.used
    require(false_conclusions(statement, witness), "the counterexample makes every conclusion true")
    return "refuted", statement, set()


def check_book(entries: Iterable[Json]) -> dict[str, tuple[str, str, list[str]]]:
    """id -> (verdict, reason, theorems cited), for each entry in order; proofs cite proved entries before them."""
    results: dict[str, tuple[str, str, list[str]]] = {}
    library: dict[str, Statement] = {}
    for entry in entries:
        name = f"entry {len(results) + 1}"
        try:
            given = fields(entry, "statement", optional=entry)[0]["id"]
            new = isinstance(given, str) and IDENTIFIER.match(given) and given not in results
            require(new, f"not a new id: {given!r:.60}")
            name = given
            verdict, statement, used = check_entry(entry, library)
        except (Rejected, RecursionError, ArithmeticError, LookupError, TypeError, ValueError) as problem:
            results[name] = "error", f"{type(problem).__name__}: {problem}", []
            continue
        results[name] = verdict, "", sorted(used)
        if verdict == "proved":
            library[name] = statement
    return results


def no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """For json: refuse a repeated key."""
    require(len({key for key, _ in pairs}) == len(pairs), "a key is repeated")
    return dict(pairs)


def main(arguments: list[str]) -> int:
    """Check a file of entries; 0 if every entry is proved or refuted, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python -I kernel.py FILE.json", file=sys.stderr)
        return 2
    path = arguments[0]
    try:
        with open(path, encoding="utf-8") as file:
            entries = items(json.load(file, object_pairs_hook=no_duplicates)["entries"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError, Rejected) as problem:
        print(f"{path}: cannot be read: {problem}", file=sys.stderr)
        return 2
    results = check_book(entries)
    for name, (verdict, reason, used) in results.items():
        print(f"{verdict:8} {name} {reason or ', '.join(used)}")
    counts = {v: sum(r[0] == v for r in results.values()) for v in ("proved", "refuted", "error")}
    print(", ".join(f"{n} {v}" for v, n in counts.items()))
    return int(counts["error"] > 0 or not results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

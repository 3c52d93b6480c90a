"""Evaluation: every claim as a property, on random exact instances of its hypotheses.

There are three kinds of instances, in turn:

* guessed numbers in Q^d, d = 1..5; numbers that an equation determines are computed (see `search.counterexamples`);
* instances for which a hypothesis a ≥ b is strengthened to a = b;
* if roots must be rational, instances in Q^1 or Q^2 that an isometry maps into Q^d.

Vectors are often parallel, equal, 0 or of rational length. Families have up to four members, runs up to MAX_STEPS
steps. The weights of nearest points, and everything defined by them, are computed exactly.

Each instance is judged twice: by the script's formulas, in numbers of python-flint, and by the kernel or `Valuation`,
for the statement that is proved. Both must find that the hypotheses and the conclusions hold, so an error in the
translation of a script shows too. A claim that is expected to be proved must never fail. Exponentials and logarithms
are balls, intervals that contain them; a relation between balls is true, false or undecided.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from operator import mul
from typing import Any, Literal, NamedTuple

from flint import arb, fmpq

from .. import kernel
from ..kernel import Statement
from ..search import counterexamples
from ..search.counterexamples import Choose, Exact, Found, Inputs, Key, Meter, Problem, Values
from ..search.elaboration import write_statement
from ..statements import term_values
from ..statements.expressions import COMPARISONS, term_of
from ..statements.proof_script import Script
from ..statements.registry import Claim, find
from ..statements.valuation import Valuation
from ..statements.vector_language import OPPOSITES, Relation, names_in, names_of_let
from ..statements.witness_completion import definitions, is_term, json_of, names_of, replay_steps
from .stored_certificates import statement_of
from .vacuity import find_flaw, hypotheses_of, stored_models

COUNT = 100  # instances of each claim
DIMENSIONS, SIZES = (1, 2, 3, 4, 5), (0, 1, 2, 3, 4)
MAX_STEPS = 8
EFFORT = 120  # values tried for one instance
TRIES = 40  # attempts for each wanted instance
NUMBERS = [  # simple styles use the first of them only
    counterexamples.to_exact(Fraction(q) / 12)
    for q in (0, 0, 0, 12, 12, 12, -12, -12, 24, -24, 6, -6, 36, -36, 18, 4, -3, 48, 60, 9, 16, 84, -120)
] + [counterexamples.to_exact(Fraction(q, 5)) for q in (3, 4)]
DIRECTIONS = [  # of length 1
    [counterexamples.to_exact(Fraction(q)) for q in text.split()]
    for text in ("1", "3/5 4/5", "-5/13 12/13", "2/3 -1/3 2/3", "1/2 1/2 -1/2 1/2", "2/7 3/7 6/7", "4/9 4/9 -7/9")
]
Number = Any  # a rational number, as int, Fraction or fmpq, or a ball
Truth = bool | None  # None where balls do not decide


# --- a script's formulas ----------------------------------------------------------------------------


class Meaningless(Exception):
    """A quotient by 0, an irrational root, or a logarithm of a number that is not positive."""


class Row:
    """The coordinates of a vector; the number 0 is the vector 0 as well."""

    def __init__(self, coordinates: Iterable[Number]) -> None:
        self.coordinates: list[Number] = list(coordinates)

    def __add__(self, other: Any) -> Row:
        return Row(a + b for a, b in pair_coordinates(self, other))

    def __mul__(self, scale: Number) -> Row:
        return Row(scale * a for a in self.coordinates)

    __radd__ = __add__
    __rmul__ = __mul__


class Point:
    """The values of names: numbers, lists of coordinates, or lists of these for families; names of abbreviations have
    the values of their terms, and adjoined units have coordinates of their own."""

    def __init__(self, formulas: Formulas, dimension: int, size: int, values: dict[str, Any]) -> None:
        self.formulas = formulas
        self.dimension = dimension
        self.size = size
        self.values: dict[str, Any] = dict(values)
        self.index: int = 0

    def __getitem__(self, of: str) -> Any:
        name, units = of.removesuffix("@"), self.formulas.units
        if name in self.formulas.script.abbreviations:
            return value_at(self.formulas.script.abbreviations[name], self)
        value = [0] * self.dimension if name.startswith("#") else self.values[name]
        value = value[self.index] if "[i]" in name else value
        return Row([*value, *(int(unit == name) for unit in units)]) if isinstance(value, list) else value


Test = Callable[[Point], tuple[Truth, bool]]


class Formulas:
    """The hypotheses and conclusions of a script, and the steps of its run, as functions."""

    def __init__(self, script: Script) -> None:
        self.script = script
        run, facts = script.run_spec, [*script.assumptions.values(), *script.conclusions.values()]
        terms = [*script.abbreviations.values(), *(side for r in facts for side in (r.lhs, r.rhs))]
        self.units: list[str] = sorted({str(n) for e in terms for n in names_in(e) if n.startswith("#")})
        self.assume: dict[str, Test] = read_relations(script.assumptions)
        self.show: dict[str, Test] = read_relations(script.conclusions)
        self.when: dict[str, Test] = read_relations(run.when if run else {})
        self.start: dict[str, Any] = {str(v): start for v, start, _ in (run.state if run else [])}
        self.next: dict[str, Any] = {str(v): after for v, _, after in (run.state if run else [])}

    def judge(self, witness: Any) -> Judged:
        """Evaluate all formulas at a witness."""
        values = {name.rstrip("@"): to_numbers(value) for name, value in witness["values"].items()}
        point, found = Point(self, witness["dimension"], witness["size"], values), list[tuple[str, Truth, bool]]()
        self.move(point, self.start)
        for step in witness.get("steps", []):
            point.values |= {name.rstrip("@"): to_numbers(value) for name, value in step.items()}
            found += [(name, *holds(point)) for name, holds in self.when.items()]
            self.move(point, self.next)
        found += [(name, *holds(point)) for name, holds in self.assume.items()]
        failed, tight = [name for name, true, _ in found if true is False], any(equal for _, _, equal in found)
        unknown = [name for name, true, _ in found if true is None]
        shown = {name: holds(point)[0] for name, holds in self.show.items()} if not failed else {}
        false = [name for name, true in shown.items() if true is False]
        return Judged(failed, false, tight, unknown, [name for name, true in shown.items() if true is None])

    def move(self, point: Point, images: dict[str, Any]) -> None:
        """Replace all parts of the state simultaneously; of a family, every member."""
        moved = {name: [value_at(e, at) for at in rows(point, "[i]" in name)] for name, e in images.items()}
        point.values |= {name: members if "[i]" in name else members[0] for name, members in moved.items()}


def value_at(e: Any, point: Point) -> Any:
    """Return the value of a number or a vector at a point."""
    return term_values.evaluate(term_of(e), point, EXACT)


def read_relations(relations: Mapping[str, Relation]) -> dict[str, Test]:
    """Return a function of a point for each relation: whether it holds (for every index), and whether an inequality is
    tight."""

    def read(r: Relation) -> Test:
        indexed = any("[i]" in name for name in names_in(r, in_sums=False))

        def holds(point: Point) -> tuple[Truth, bool]:
            sides = [(value_at(r.lhs, at), value_at(r.rhs, at)) for at in rows(point, indexed)]
            pairs = [pair for a, b in sides for pair in pair_coordinates(a, b)]
            is_tight = r.operator in ("<=", ">=") and any(bool(a == b) for a, b in pairs)
            return all_true(compare(r.operator, a, b) for a, b in pairs), is_tight

        return holds

    return {name: read(r) for name, r in relations.items()}


def pair_coordinates(a: Any, b: Any) -> list[tuple[Number, Number]]:
    """Return the coordinates of two vectors in pairs, or one pair of numbers."""
    if not (isinstance(a, Row) or isinstance(b, Row)):
        return [(a, b)]
    count = len(a.coordinates if isinstance(a, Row) else b.coordinates)
    first, second = (v.coordinates if isinstance(v, Row) else [v] * count for v in (a, b))
    return list(zip(first, second, strict=True))


class Judged(NamedTuple):
    """The failing hypotheses, the failing conclusions, whether a hypothesis is tight, and the undecided ones of both.
    """

    failed: list[str]
    false: list[str]
    tight: bool
    unknown: list[str]
    undecided: list[str]


def compare(operator: str, a: Number, b: Number) -> Truth:
    """Return whether a relation is true, or None if balls do not decide it."""
    if COMPARISONS[operator](a, b):
        return True
    is_open = isinstance(a - b, arb) and not COMPARISONS[OPPOSITES[operator]](a, b)
    return None if is_open else False


def all_true(truths: Iterable[Truth]) -> Truth:
    """Return whether all are true: False if one is false, else None if one is undecided."""
    found = set(truths)
    return False if False in found else None if None in found else True


def total(value: Callable[[Point], Any], point: Point) -> Any:
    """Return the sum of a function's values at all indices."""
    outer = point.index
    values = [value(at) for at in rows(point, True)]
    point.index = outer
    return sum(values)


def inner(u: Any, v: Any) -> Number:
    """Return the inner product of two vectors."""
    return sum(a * b for a, b in pair_coordinates(u, v))


def logarithm(q: Number) -> Number:
    """Return ln(q). Raises `Meaningless` unless q is positive."""
    if q <= 0:
        raise Meaningless(f"the logarithm of {q}")
    return 0 if q == 1 else arb(q).log()


def rows(point: Point, indexed: bool) -> Iterator[Point]:
    """Yield the point at each index; once, if the relation has no index."""
    for i in range(point.size) if indexed else (0,):
        point.index = i
        yield point


def to_numbers(value: Any) -> Any:
    """Convert strings and terms to numbers, also inside nested lists."""
    if isinstance(value, list) and not is_term(value):
        return [to_numbers(v) for v in value]
    number = Valuation(0, 0).read_shape(value, [])
    return number if isinstance(number, arb) else counterexamples.to_exact(Fraction(number))


def extreme(way: int, numbers: Iterable[Number]) -> Number:
    """Return the maximum (way = 1) or the minimum (way = -1). For balls, return a ball that contains this value."""
    return reduce(lambda a, b: (a + b + way * abs(a - b)) * fmpq(1, 2), numbers)


def power(base: Number, exponent: Fraction) -> Number:
    """Return a power, or a root for 1/2. Raises `Meaningless` if it is undefined or irrational."""
    if exponent == term_values.HALF:
        root = base.sqrt() if isinstance(base, arb) else counterexamples.square_root(fmpq(1) * base)
        if root is None:
            raise Meaningless(f"{base} has no rational root")
        return root
    if exponent < 0 and base == 0:
        raise Meaningless("a quotient by 0")
    product = reduce(mul, [fmpq(1) * base] * abs(int(exponent)), 1)
    return product if exponent >= 0 else 1 / product


EXACT = term_values.Numbers(lru_cache(None)(counterexamples.to_exact), power, abs, lambda *parts: extreme(1, parts),
                            lambda *parts: extreme(-1, parts), lambda q: arb(q).exp() if isinstance(q, arb) or q else 1,
                            logarithm, inner, total)


# --- instances ------------------------------------------------------------------------------------


def shapes(statement: Statement, rng: random.Random) -> list[tuple[int, int]]:
    """Return pairs (dimension, size) in which each dimension and each size occurs."""
    names = [*statement.context.names, *(statement.context.run.input if statement.context.run else [])]
    is_indexed = any("[i]" in name for name in names) or counterexamples.has_index_sums(statement)
    dimensions = DIMENSIONS if any(name.endswith("@") for name in names) else (0,)
    sizes = SIZES if is_indexed else (0,)
    count = max(len(dimensions), len(sizes)) * (2 if len(sizes) > 1 else 1)
    return list(zip(_sample_evenly(dimensions, count, rng), _sample_evenly(sizes, count, rng), strict=True))


def _sample_evenly(items: tuple[int, ...], count: int, rng: random.Random) -> list[int]:
    """Return `count` items in random order, each about equally often."""
    return rng.sample((items * count)[:count], count)


def tighten(statement: Statement, rng: random.Random) -> list[Statement]:
    """Return up to four variants of the statement, each with one weak inequality replaced by an equation."""
    facts = [name for name, (relation, p) in statement.assume.items() if relation == ">=" and len(p) > 1]
    context, run = statement.context, statement.context.run
    variants = [Statement(context, {**statement.assume, name: ("=", statement.assume[name][1])}, statement.show)
                for name in facts]
    for name, (relation, p) in run.when.items() if run else ():
        if run and relation == ">=":
            tight = kernel.Run(run.state, run.start, run.input, {**run.when, name: ("=", p)}, run.next)
            variants.append(Statement(replace(context, run=tight), statement.assume, statement.show))
    return rng.sample(variants, min(4, len(variants)))


def problems(statement: Statement, rng: random.Random) -> Iterator[Problem]:
    """Yield search problems for instances, in endless rounds; each problem is prepared once."""
    goal: list[kernel.Fact] = [("=", {})]
    cells = shapes(statement, rng)
    plans = [(statement, cell) for cell in cells]
    few = min(2, len(cells))
    plans += [(variant, cell) for variant in tighten(statement, rng) for cell in rng.sample(cells, few)]
    ready: list[Problem | None] = []
    for variant, cell in plans:
        problem = counterexamples.problem_at(variant, "model", goal, *cell)
        ready.append(problem)
        if problem:
            yield problem
    while any(ready):
        yield from (problem for problem in ready if problem)


def instances(statement: Statement, rng: random.Random, known: Iterable[Found] = ()) -> Iterator[Found | None]:
    """Yield points where all hypotheses hold, without end; None for each failed attempt. `known` are points that
    satisfy the hypotheses; they are varied if guessing fails."""
    hypotheses, pool = hypotheses_of(statement), list(known)
    small: dict[tuple[int, int], Problem | None] = {}
    vain = Counter[int]()  # failed attempts at a problem since its last success

    def low(dimension: int, size: int) -> Problem | None:
        if (dimension, size) not in small:
            small[dimension, size] = counterexamples.problem_at(hypotheses, "model", [("=", {})], dimension, size)
        return small[dimension, size]

    for problem in problems(hypotheses, rng):
        found = None if rng.random() < vain[id(problem)] / 10 - 0.2 else instance(problem, rng)
        vain[id(problem)] = 0 if found else min(vain[id(problem)] + 1, 10)
        if found is None and problem.dimension > 1 and rng.random() < 0.5:
            plane = low(rng.choice((1, 2)), problem.size)
            found = instance(plane, rng) if plane else None
        elif found is None and pool:
            old = rng.choice(pool)
            space = low(old.dimension, old.size)
            found = space.replay(perturb(old, rng), Meter(EFFORT)) if space else None
        if found:
            pool = [*pool[-30:], found]
            yield reflect(found, problem.dimension, rng) if found.dimension < problem.dimension else found
        else:
            yield None


def perturb(found: Found, rng: random.Random) -> Found:
    """Return a changed instance: other numbers, scaled vectors, or a run with fewer or repeated steps."""
    d, n, values, steps = found
    tables = [dict(table) for table in (values, *steps)]
    slots = [(table, key) for table in tables for key in table]
    for table, key in rng.sample(slots, min(len(slots), rng.choice((1, 1, 2)))):
        scale, other = Fraction(rng.choice((-1, 2, "1/2", 3))), counterexamples.to_fraction(rng.choice(NUMBERS))
        for k in range(d) if key[0].endswith("@") and rng.random() < 0.5 else ():
            table[key[0], key[1], k] *= scale
        table[key] = rng.choice((other, scale * table[key]))
    later = [tables[1 + rng.randrange(len(steps))] for _ in range(rng.choice((0, 1, 2)))] if steps else []
    return Found(d, n, tables[0], (tables[1:] + later)[: rng.choice((len(steps), MAX_STEPS))])


def read_instance(statement: Statement, witness: Any) -> Found:
    """Return an instance from the kernel's JSON."""
    d, n = witness["dimension"], witness["size"]

    def table(data: Mapping[str, Any]) -> Inputs:
        found: Inputs = {}
        for name, value in data.items():
            entries = value if "[i]" in name else [value]
            rows = entries if name.endswith("@") else [[entry] for entry in entries]
            found |= {(name, i, k): approximate(x) for i, row in enumerate(rows) for k, x in enumerate(row)}
        return found

    return Found(d, n, table(witness["values"]), [table(step) for step in witness.get("steps", [])])


def approximate(value: Any) -> Fraction:
    """Return the number, or a rational number near it if it is irrational; guessing starts from it."""
    number = Valuation(0, 0).read_shape(value, [])
    return Fraction(number) if not isinstance(number, arb) else Fraction(float(number)).limit_denominator(10**12)


def guessable_hypotheses(statement: Statement, lets: Iterable[Mapping[str, Any]]) -> Statement:
    """Return the hypotheses without the weights of nearest points and the names defined by them."""
    names, context = set[str](), statement.context
    for entry in lets:
        if "to" in entry or names_of_let(entry) & names:
            names |= set(names_of(entry))
    assume = {name: fact for name, fact in statement.assume.items() if not kernel.variables(fact[1]) & names}
    reduced = replace(context, names=context.names - names, state=context.state - names)
    return hypotheses_of(Statement(reduced, assume, statement.show))


def evaluate_names(
    statement: Statement, lets: Iterable[Mapping[str, Any]], witness: Any
) -> tuple[Valuation, dict[str, Any]]:
    """Return a valuation at a witness, and the values of the names that the witness leaves out. Raises ValueError if
    one is undefined."""
    valuation = Valuation(witness["dimension"], witness["size"])
    valuation.read(list(witness["values"]), witness["values"])
    missing = [entry for entry in lets if not set(names_of(entry)) <= set(witness["values"])]
    return valuation, definitions(valuation, missing, statement.context, witness.get("steps") or [])


def complete_instance(statement: Statement, lets: Iterable[Mapping[str, Any]], witness: Any) -> Any:
    """Return the witness with the values of definitions that hypotheses contain; None if a value is undefined."""
    needed = hypotheses_of(statement).context.names
    try:
        values = {n: json_of(v) for n, v in evaluate_names(statement, lets, witness)[1].items() if n in needed}
    except (ValueError, kernel.Rejected):
        return None
    return {**witness, "values": {**witness["values"], **values}}


def instance(problem: Problem, rng: random.Random) -> Found | None:
    """Try once to find an instance: numbers in a random style, and a walk if there is a run."""
    v: Values = [0] * len(problem.keys)
    choose = choose_values(problem, rng)
    meter = Meter(EFFORT)
    if not problem.early.fill(v, choose, meter):
        return None
    if not problem.run:
        return problem.found(v, [])
    return walk(problem, v, choose, rng, meter)


def walk(problem: Problem, v: Values, choose: Choose, rng: random.Random, meter: Meter) -> Found | None:
    """Return the longest run, up to a random length, after which the hypotheses hold."""
    places = [step.place for step in problem.inputs.steps]
    favourites = [[v[n] for n in places] for _ in range(rng.choice((1, 2, 3))) if problem.free.fill(v, choose, meter)]
    is_determined = not problem.early.steps and all(step.roots for step in problem.inputs.steps)  # but its length
    length = rng.randint(0, 2 * COUNT) if is_determined else rng.choice((0, 1, 1, 2, 3, 4, MAX_STEPS))
    steps, found = list[Inputs](), None
    problem.move(v, problem.start)
    for taken in range(length + 1):
        if problem.ending.fill(v, choose, Meter(EFFORT)):
            found = problem.found(v, list(steps))
        if taken == length:
            break
        if rng.random() < 0.3 or not counterexamples.reuse_favourite(problem, v, favourites, places):
            if not problem.inputs.fill(v, choose, Meter(EFFORT)):
                break
            favourites.append([v[n] for n in places])
        steps.append(problem.table(v, [problem.inputs]))
        problem.move(v, problem.next)
    return found


def choose_values(problem: Problem, rng: random.Random) -> Choose:
    """Return a function that returns values to try for a number: one value in a random style and two others. If an
    equation determines the number, the function returns the roots."""
    wanted = {**vectors(problem, rng), **shares(problem, rng)}
    simple = rng.random() < 0.5

    def choose(n: int, found: list[Exact] | None) -> list[Exact]:
        if found is not None:
            return rng.sample(found, len(found))
        others = rng.sample(NUMBERS, 2)
        if rng.random() < 0.25:
            others[0] = counterexamples.to_exact(fmpq(rng.randint(-30, 30), rng.randint(1, 7)))
        key = problem.keys[n]
        first = wanted.get(key, rng.choice(NUMBERS[:8] if simple else others))
        if key in wanted and rng.random() < 0.15:
            del wanted[key]
        return [first, *others]

    return choose


def vectors(problem: Problem, rng: random.Random) -> dict[Key, Exact]:
    """Return coordinates for all vectors: on one line, with rational lengths, or arbitrary. Some vectors are equal,
    opposite or 0."""
    d, style = problem.dimension, rng.choice(("line", "line", "lengths", "any", "integers"))
    names = sorted({(name, i) for name, i, _ in problem.keys if name.endswith("@")})
    line, table, earlier = direction(d, rng), dict[Key, Exact](), list[list[Exact]]()
    for name, i in names if d else []:
        scale = rng.choice(NUMBERS)
        if style in ("line", "lengths"):
            row = [scale * x for x in (line if style == "line" else direction(d, rng))]
        else:
            row = [rng.choice(NUMBERS) if style == "any" else rng.randint(-4, 4) for _ in range(d)]
        if earlier and rng.random() < 0.15:
            row = [rng.choice((1, 1, -1, 2)) * x for x in rng.choice(earlier)]
        elif earlier and style == "lengths" and rng.random() < 0.5:  # so that sums have rational lengths too
            row = [x - y for x, y in zip(row, rng.choice(earlier), strict=True)]
        earlier.append(row)
        table |= {(name, i, k): x for k, x in enumerate(row)}
    return table


def shares(problem: Problem, rng: random.Random) -> dict[Key, Exact]:
    """Return weights that are not negative, for half of the families with a given sum."""
    table = dict[Key, Exact]()
    families = {f"sum({name})": name for name in {name for name, _, _ in problem.keys} if "[i]" in name}
    for relation, p in problem.statement.assume.values():
        sums = [families[atom] for m in p for atom, e in m if atom in families and len(m) == e == 1]
        if relation == "=" and len(sums) == 1 and len(p) == 2 and () in p and rng.random() < 0.5:
            total = -Fraction(p[()]) / next(c for m, c in p.items() if m)
            parts = [rng.choice((1, 1, 2, 3, 5, 0)) for _ in range(problem.size)]
            shares = (total * part / (sum(parts) or 1) for part in parts)
            table |= {(sums[0], i, 0): counterexamples.to_exact(q) for i, q in enumerate(shares)}
    return table


def direction(d: int, rng: random.Random) -> list[Exact]:
    """Return a rational vector of length 1."""
    row = rng.choice([row for row in DIRECTIONS if len(row) <= max(d, 1)])[:d]
    return rng.sample([rng.choice((1, -1)) * x for x in row] + [0] * (d - len(row)), d)


def reflect(found: Found, dimension: int, rng: random.Random) -> Found:
    """Return the instance in a larger space, after a reflection there, which preserves inner products."""
    normal = [rng.randint(-2, 2) for _ in range(dimension)]
    square = sum(x * x for x in normal)

    def move_row(row: list[Fraction]) -> list[Fraction]:
        row = row + [Fraction(0)] * (dimension - len(row))
        scale = Fraction(2 * sum(a * b for a, b in zip(normal, row, strict=True))) / square if square else Fraction(0)
        return [x - scale * a for x, a in zip(row, normal, strict=True)]

    def image(table: Inputs) -> Inputs:
        rows = sorted({(name, i) for name, i, _ in table if name.endswith("@")})
        images = {(name, i): move_row([table[name, i, k] for k in range(found.dimension)]) for name, i in rows}
        new = {key: value for key, value in table.items() if not key[0].endswith("@")}
        return new | {(name, i, k): x for (name, i), row in images.items() for k, x in enumerate(row)}

    return Found(dimension, found.size, image(found.values), [image(step) for step in found.steps])


# --- evaluating -----------------------------------------------------------------------------------


class Failure(NamedTuple):
    """An instance at which a judgement fails, and the reason."""

    witness: Any
    reason: str


class Evaluation(NamedTuple):
    """The numbers of attempts, of different instances and of tight ones, and the failures."""

    attempts: int
    satisfied: int
    boundary: int  # instances with equality in a hypothesis ≤ or ≥
    undecided: int  # instances where a conclusion is neither true nor false within the bounds computed
    dimensions: dict[int, int]  # dimension -> instances
    steps: int  # the longest run
    failures: list[Failure]


def evaluate(claim: Claim, *, seed: int = 0, count: int = COUNT, known: Iterable[Any] = ()) -> Evaluation:
    """Evaluate the claim on `count` different random instances, or fewer after TRIES * count attempts.

    The same seed gives the same instances. `known` are witnesses of the hypotheses, such as the stored model; they are
    varied where guessing finds few instances. A failure does not end the evaluation.
    """
    statement, formulas = statement_of(claim), Formulas(claim.script)
    lets = write_statement(claim.id, claim.script).data.get("let", [])
    guessed = guessable_hypotheses(statement, lets)
    starts = [read_instance(statement, witness) for witness in known]
    rng = random.Random(f"{seed} {claim.id}")
    seen, dimensions, failures = set[str](), Counter[int](), list[Failure]()
    attempts, boundary, undecided, longest = 0, 0, 0, 0
    for found in instances(guessed, rng, starts):
        if len(seen) >= count or attempts >= TRIES * count:
            break
        attempts += 1
        witness = found and complete_instance(statement, lets, found.json(guessed))
        if witness is None:
            continue
        text = json.dumps(witness, sort_keys=True)
        if text in seen:
            continue
        judgement = judge_instance(statement, formulas, witness, lets)
        if judgement.reason is None:  # a hypothesis does not hold
            continue
        seen.add(text)
        dimensions[witness["dimension"]] += 1
        boundary, longest = boundary + judgement.tight, max(longest, len(witness["steps"]))
        undecided += judgement.undecided
        failures += [Failure(witness, judgement.reason)] if judgement.reason else []
    return Evaluation(attempts, len(seen), boundary, undecided, dict(sorted(dimensions.items())), longest, failures)


def summary_of(identifier: str, count: int = COUNT) -> tuple[int, int, str]:
    """Return the number of instances, the number of failures, and the problem of claim or generator, "" if none."""
    claim, model = find(identifier), stored_models().get(identifier)
    good = model is not None and not find_flaw(claim, model)
    found = evaluate(claim, count=count, known=[model["witness"]] if good and model else [])
    if found.failures:
        first = found.failures[0]
        values = json.dumps(first.witness, ensure_ascii=False, sort_keys=True)
        reason = f"an instance of the hypotheses refutes it: {first.reason} at {values}"
    elif found.satisfied < count:
        reason = f"the generator made {found.satisfied} instances of the hypotheses of {identifier}, not {count}"
    else:
        reason = ""
    return found.satisfied, len(found.failures), reason


class Judgement(NamedTuple):
    """The judgement of an instance: whether a hypothesis is tight, the error, and whether a conclusion is undecided.
    `reason` is "" if nothing is wrong, and None if the hypotheses do not hold."""

    tight: bool
    reason: str | None
    undecided: bool = False


def judge_instance(statement: Statement, formulas: Formulas, witness: Mapping[str, Any],
                   lets: Iterable[Mapping[str, Any]] = ()) -> Judgement:
    """Compare the judgements of the script and of the statement at a witness."""
    by_statement = conclusions(statement, witness, lets)
    try:
        page = formulas.judge(witness)
    except Meaningless as problem:
        return Judgement(False, f"the script is meaningless: {problem}" if by_statement else None)
    if by_statement is None or (by_statement is False and page.unknown):
        return Judgement(False, None)
    if (by_statement is False) != bool(page.failed):
        return Judgement(
            False, f"script and statement disagree on the hypotheses; in the script, {page.failed or 'none'} fail"
        )
    if not by_statement:
        return Judgement(False, None)
    false, undecided = by_statement
    if set(page.false) - {*false, *undecided} or set(false) - {*page.false, *page.undecided}:
        reason = f"script and statement disagree on the conclusions: {page.false} and {false} are false"
        return Judgement(page.tight, reason)
    wrong = [name for name in statement.show if name in false or name in page.false]
    is_open = bool(set(undecided) & set(page.undecided))
    return Judgement(page.tight, f"false: {', '.join(wrong)}" if wrong else "", is_open)


def hold_by_intervals(hypotheses: Statement, lets: Iterable[Mapping[str, Any]], witness: Mapping[str, Any]
                      ) -> bool | None:
    """Return whether all hypotheses hold and all steps of the run are allowed, or None if intervals do not decide this.
    The kernel bounds exp only for exponents up to 25."""
    try:
        valuation, _ = evaluate_names(hypotheses, lets, witness)
        held = valuation.hold(hypotheses.assume.values())
        run = hypotheses.context.run
        return held and (replay_steps(valuation, run, witness["steps"]) if run else True)
    except (kernel.Rejected, ValueError):
        return False


def conclusions(
    statement: Statement, witness: Mapping[str, Any], lets: Iterable[Mapping[str, Any]]
) -> tuple[list[str], list[str]] | Literal[False] | None:
    """Return the failing and the undecided conclusions; False if a hypothesis does not hold, and None if this is
    undecided. The kernel decides, except about logarithms and about signs that it cannot decide: intervals enclose
    these."""
    hypotheses = hypotheses_of(statement)
    unnamed = statement.context.names - hypotheses.context.names
    left = {name: fact for name, fact in statement.show.items() if kernel.variables(fact[1]) & unnamed}
    by_kernel = {name: fact for name, fact in statement.show.items() if name not in left}
    try:
        false = kernel.false_conclusions(hypotheses._replace(show=by_kernel), dict(witness))
    except kernel.Rejected:
        try:
            false, left = kernel.false_conclusions(hypotheses, dict(witness)), dict(statement.show)
        except kernel.Rejected:
            if not (held := hold_by_intervals(hypotheses, lets, witness)):
                return held
            false, left = [], dict(statement.show)
    undecided = []
    for name, fact in left.items():
        try:
            false += [] if evaluate_names(statement, lets, witness)[0].holds(fact) else [name]
        except kernel.Rejected:
            undecided.append(name)
    return false, undecided

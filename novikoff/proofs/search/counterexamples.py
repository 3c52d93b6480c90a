"""Counterexamples: small rational vectors that make every hypothesis true and a conclusion false.

How `find_witness` searches:
    coordinates    in a given dimension and size every fact is a polynomial in finitely many numbers (`Problem`)
    plans          numbers that an equation determines are computed, all other numbers are guessed, and each fact is
                   tested as soon as its last number is known (`Plan`)
    runs           parameters first, then steps whose inputs come from a small pool, are repeated, or are searched again
    z3             on coordinates if guessing fails; for runs, on a line, with one or two steps
    crowds         last, families of many indices whose members are all equal, or equal within each of two groups
    shrinking      fewer dimensions, steps and indices, then simpler numbers, as long as it stays a witness

Nothing here is trusted: the kernel has checked each returned witness. Finding nothing proves nothing. All
arithmetic is exact. Effort is counted in values tried and in z3's own steps, not in seconds: the same seed and budget
give the same answer, unless z3 exceeds TIMEOUT, which is forty times what it normally needs.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, wraps
from itertools import chain, combinations, product
from math import exp, isqrt, lcm, log, sqrt
from typing import Any, Literal, NamedTuple

from flint import fmpq, fmpq_poly

from .. import kernel
from ..kernel import Fact, Poly, Run, Statement, Work
from ..statements.vector_language import atoms_of, write_poly
from ..statements.witness_completion import is_term
from . import factoring, work
from .proof_json import negation

Want = Literal["counterexample", "model"]
Key = tuple[str, int, int]  # ("x[i]@", index, coordinate); 0 where the name has none
Exact = Any  # int or fmpq, ten times as fast as Fraction
Values = list[Exact]
Inputs = dict[Key, Fraction]
Choose = Callable[[int, list[Exact] | None], Iterable[Exact]]  # place, roots of its equation -> values to try

DIMENSIONS, SIZES = (1, 2, 3), (0, 1, 2, 3)
MOST_DIMENSIONS = 6  # for as many vectors: then they may be independent
CROWDS = (4, 6, 8, 12)
TRYING = 10  # units of work for one value
GUESSES = 400  # values tried for a crowd, in which there are few numbers
LONGEST = (1, 2, 4, 12)  # how many steps the walks may take, in turn
RESTART = 200  # values tried before the first guesses are thrown away
SHRINKING = 4000  # values tried while shrinking, for each number in the witness
RLIMIT = 20_000  # z3's count of its own steps for one question, some 50 ms
TIMEOUT = 2000  # ms; a guard against the few questions in which one of these steps is long
UNROLLED = (1, 2)  # the lengths of run about which z3 is asked
SLOW = 10  # units of work for the zeros of a polynomial, times the square of its degree
MAX_TERMS = 3000  # larger statements are not tried in this dimension and size
MAX_WORK = 500_000  # of the kernel's arithmetic, for one statement in coordinates
POOLS = [  # the numbers to guess from; 3/5 and 4/5, 1, 2, 2 and 3 give rational norms
    [Fraction(q) for text in pool for q in ([text, f"-{text}"] if text != "0" else [text])]
    for pool in (
        ["0", "1"],
        ["0", "1", "2", "1/2"],
        ["0", "1", "2", "1/2", "3", "4", "1/3", "3/2", "1/4", "3/5", "4/5"],
        ["0", "1", "2", "1/2", "3", "4", "5", "6", "12", "100", "1/4", "3/4", "2/3", "4/3", "5/13", "12/13", "1/100"],
    )
]
WIDE = [Fraction(q) * s for q in ("0", "1", "2", "1e3", "1e-3", "1e6", "1e-6", "1e9", "1e-9") for s in (1, -1)][1:]
EXPONENTS = [Fraction(q) * s for q in ("0", "1", "2", "1e-3", "200", "1e4") for s in (1, -1)][1:]

LOGARITHMS = [Fraction(q) for q in ("2", "1/2", "3", "1/3")]  # of which logarithms are guessed


def find_witness(statement: Statement, *, want: Want = "counterexample", seed: int = 0, budget: int = 200_000,
                 ask: bool = True, crowds: bool = False) -> dict[str, Any] | None:
    """Return a small witness that `kernel.false_conclusions` accepts, or None if none is found.

    statement   as `kernel.read_statement` returns it
    want        "counterexample": every hypothesis is true and a conclusion false;
                "model": all are true, in a space, at a family and after a run that are not empty
    seed        of the guesses; the same seed and budget give the same witness
    budget      how many values may be tried, >= 1; the default takes about half a second
    ask         whether to ask z3 if guessing fails
    crowds      whether to try families with more indices afterwards, most of whose members are equal

    The search tries the dimensions 1, 2, 3 in turn, and ends at the first in which it succeeds. Without vectors the
    dimension is 0. Raises ValueError for another `want` or `budget`.

    >>> a_squared_exceeds_a = kernel.read_statement({
    ...     "id": "slip", "declare": ["a"], "assume": {"sign": [">=", "a", "0"]},
    ...     "show": {"goal": [">=", ["^", "a", "2"], "a"]}})
    >>> find_witness(a_squared_exceeds_a)
    {'dimension': 0, 'size': 0, 'values': {'a': '1/2'}, 'steps': []}
    """
    if want not in ("counterexample", "model"):
        raise ValueError(f'want must be "counterexample" or "model" (got {want!r})')
    if budget < 1:
        raise ValueError(f"budget must be >= 1 (got {budget})")
    rng = random.Random(seed)
    for problem, found in chain(attempts(statement, want, rng, budget, ask), search_crowds(statement, rng, crowds)):
        if found and is_confirmed(statement, want, found):
            return shrink(problem, found).json(statement)
    return None


def guess_witness(statement: Statement, seed: int, budget: int, **options: Any) -> dict[str, Any] | None:
    """Return what `find_witness` finds with these options; None for a statement that is too large."""
    try:
        return find_witness(statement, seed=seed, budget=budget, **options)
    except (kernel.Rejected, RecursionError):
        return None


def find_telling_witness(statement: Statement, budget: int = 2_500) -> dict[str, Any] | None:
    """Return a counterexample from which a reader learns more than from the smallest one, or None.

    No vector is zero, and vectors have two coordinates. The search prefers numbers other than 0 and accepts 0 if it
    finds nothing else. `budget` is the number of values that each attempt may try.

    >>> shorter_is_smaller = kernel.read_statement({
    ...     "id": "slip", "declare": ["u@", "v@"], "assume": {},
    ...     "show": {"goal": [">=", ["@", "u@", "u@"], ["@", "v@", "v@"]]}})
    >>> find_telling_witness(shorter_is_smaller)["values"]
    {'u@': ['0', '1'], 'v@': ['1', '1']}
    """
    context, inputs = statement.context, statement.context.run.input if statement.context.run else []
    own = [n for n in sorted(context.names - context.state) if f"{n}.def" not in statement.assume]
    vectors, numbers = ([n for n in own if n.endswith("@") is kind] for kind in (True, False))
    plain = [n for n in numbers if "[i]" not in n]
    shapes = [(d, n) for d, n in list_shapes(statement, "counterexample") if d in (0, 2)]
    for wanted in (plain, []) if plain else ([],):
        stricter = without_zeros(statement, [*vectors, *wanted], [n for n in inputs if n.endswith("@") or wanted])
        for shape, fact in product(shapes, statement.show.values()):
            problem = problem_at(stricter, "counterexample", [negation(fact)], *shape)
            found = guess_values(problem, random.Random(0), Meter(budget)) if problem else None
            if problem and found and is_confirmed(stricter, "counterexample", found):
                return shrink(problem, found, shape[0]).json(statement)
    return None


def without_zeros(statement: Statement, names: list[str], inputs: list[str]) -> Statement:
    """Return the statement with the hypotheses that these names and these inputs of each step are not 0."""
    def differ(given: Iterable[str]) -> dict[str, Fact]:
        return kernel.read_facts({f"{n} is not 0": ["!=", ["@", n, n] if n.endswith("@") else n, "0"] for n in given})

    context, run = statement.context, statement.context.run
    if run:
        context = replace(context, run=run._replace(when={**run.when, **differ(inputs)}))
    return statement._replace(context=context, assume={**statement.assume, **differ(names)})


def attempts(statement: Statement, want: Want, rng: random.Random, budget: int, ask: bool, *,
             logarithms: bool = False) -> Iterator["Attempt"]:
    """Yield the problem of each dimension and size with the point found for it, or None.
    There is one problem for each conclusion that may fail; for a model, all facts hold.

    logarithms    whether numbers may be logarithms or roots; the search finds only rational numbers near them
    """
    shown, shapes, tried = list(statement.show.values()), list_shapes(statement, want), list[Problem]()
    goals = [[negation(fact)] for fact in shown] if want == "counterexample" else [shown]
    count = len(shapes) * len(goals)
    for shape, goal in product(shapes, goals):
        if problem := problem_at(statement, want, goal, *shape, logarithms=logarithms):
            tried.append(problem)
            yield problem, guess_values(problem, rng, Meter(1 + budget // count))
    for problem in tried if ask else ():
        yield problem, solve(problem)


def search_crowds(statement: Statement, rng: random.Random, wanted: bool) -> Iterator["Attempt"]:
    """Yield attempts in which a family has many members but few different ones; nothing unless `wanted`."""
    shapes = [(d, n) for d, n in list_shapes(statement, "counterexample") if n == 1] if wanted else []
    for (d, _), n, fact in product(shapes, CROWDS, statement.show.values()):
        for group in dict.fromkeys((n, 1, n // 2)):  # this many equal the first, and the others equal one another
            alike = {i: 0 if i < group else group for i in range(n) if i not in (0, group)}
            if problem := problem_at(statement, "counterexample", [negation(fact)], d, n, alike=alike):
                yield problem, guess_values(problem, rng, Meter(GUESSES))


@dataclass
class Meter:
    """The number of values that the search may still try, and the meter of which it is a part."""

    left: int
    whole: "Meter | None" = None

    def spend(self) -> bool:
        """Count one more value, and return whether the budgets of this meter and of its parent allow it."""
        self.left -= 1
        work.Meter.left -= TRYING  # `work.spend` is not called for each value, as there are very many
        if work.Meter.left < 0:
            work.spend(0)
        return self.left >= 0 and (self.whole is None or self.whole.spend())

    def part(self, left: int) -> "Meter":
        """Return a meter for at most `left` values. These values also count for this meter."""
        return Meter(left, self)


class Found(NamedTuple):
    """A witness: the value of each number, and the inputs of each step."""

    dimension: int
    size: int
    values: Inputs
    steps: list[Inputs]

    def json(self, statement: Statement) -> dict[str, Any]:
        """Return the witness in the form that the kernel reads."""
        run = statement.context.run or Run([], {}, [], {}, {})
        values = with_powers_of_e(statement, self.nest(sorted(statement.context.names - set(run.state)), self.values))
        values = with_magnitudes(statement, kernel.Witness(self.dimension, self.size), values)
        steps = [self.nest(run.input, step) for step in self.steps]
        return {"dimension": self.dimension, "size": self.size, "values": values, "steps": steps}

    def nest(self, names: Iterable[str], table: Inputs) -> dict[str, Any]:
        """Return the value of each name as strings: "p/q", a list of coordinates, or one of these for each index."""
        return nest_values(names, self.dimension, self.size, {key: str(q) for key, q in table.items()})

    def complexity(self) -> tuple[int, ...]:
        """Return the key by which shrinking compares witnesses: smaller is simpler."""
        numbers = [q for table in (self.values, *self.steps) for q in table.values()]
        return self.dimension, len(self.steps), self.size, sum(map(cost, numbers))

    def cut(self, dimension: int, size: int, keep: Callable[[Key], Key | None]) -> "Found":
        """Return the witness in another shape; `keep` renames its keys or drops them."""
        tables = [{k: q for key, q in table.items() if (k := keep(key))} for table in (self.values, *self.steps)]
        return Found(dimension, size, tables[0], tables[1:])


def nest_values(names: Iterable[str], dimension: int, size: int, table: Mapping[Key, Any]) -> dict[str, Any]:
    """Return the value of each name: that of a number, a list of coordinates, or one of these for each index."""
    data: dict[str, Any] = {}
    for name in names:
        rows = [[table[key] for key in row] for row in _keys_of(name, dimension, size)]
        entries = rows if name.endswith("@") else [row[0] for row in rows]
        data[name] = entries if "[i]" in name else entries[0]
    return data


def definitions_in(statement: Statement) -> dict[str, Poly]:
    """Return the polynomial that is 0 by definition for each name of a root, quotient or logarithm."""
    return {fact.removesuffix(".def"): p for fact, (_, p) in statement.assume.items() if fact.endswith(".def")}


def with_powers_of_e(statement: Statement, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with exp(l) for each number that has a defined logarithm l."""
    for logarithm, p in definitions_in(statement).items():
        others = kernel.add(kernel.exponential(kernel.atom(logarithm)), kernel.negative(p))
        number = next(iter(kernel.variables(others)), "")
        if others == kernel.atom(number) and number in values:
            given = values[logarithm]
            values[number] = [power(q) for q in given] if isinstance(given, list) else power(given)
    return values


def with_magnitudes(statement: Statement, witness: kernel.Witness, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values; the root of t² becomes |t|, if t has exponentials, instead of a rational number near it."""
    for root, p in definitions_in(statement).items():
        square = kernel.add(kernel.product([kernel.atom(root)] * 2), kernel.negative(p)) if root in values else {}
        names = sorted(kernel.variables(square))
        exponentials = any(name.startswith("exp(") for m in square for name, _ in m) or any(
            has_powers(values.get(name)) for name in names
        )
        if exponentials and (t := factoring.square_root(square)):
            witness.read(names, {name: values[name] for name in names})
            sizes = [write_poly(q if kernel.sign(q) >= 0 else kernel.negative(q)) for q in witness.at(t)]
            values[root] = sizes if "[i]" in root else sizes[0]
    return values


def has_powers(value: Any) -> bool:
    """Return whether a number, or one of its entries, has exponentials."""
    return isinstance(value, list) and (is_term(value) or any(map(has_powers, value)))


def power(exponent: str) -> Any:
    """Return exp(q) in the form that the kernel reads."""
    return ["exp", exponent] if exponent != "0" else "1"


def _keys_of(name: str, dimension: int, size: int) -> list[list[Key]]:
    """Return the keys of a name's coordinates, one list for each index."""
    coordinates = range(dimension if name.endswith("@") else 1)
    return [[(name, i, k) for k in coordinates] for i in range(size if "[i]" in name else 1)]


def is_confirmed(statement: Statement, want: Want, found: Found) -> bool:
    """Return whether the kernel accepts the witness."""
    try:
        return bool(kernel.false_conclusions(statement, found.json(statement))) == (want == "counterexample")
    except (kernel.Rejected, KeyError):  # a number has no value, as a logarithm that is not rational
        return False


# --- shapes and goals ---------------------------------------------------------------------------


def list_shapes(statement: Statement, want: Want) -> list[tuple[int, int]]:
    """Return the dimensions and sizes to try, in order. An empty family may give a counterexample, but a model with an
    empty family would say little."""
    names = [*statement.context.names, *(statement.context.run.input if statement.context.run else [])]
    vectors = sum(name.endswith("@") and "[i]" not in name for name in names)
    more = (vectors,) if DIMENSIONS[-1] < vectors <= MOST_DIMENSIONS and not statement.context.run else ()
    dimensions = (*DIMENSIONS, *more) if any(name.endswith("@") for name in names) else (0,)
    sizes = SIZES if any("[i]" in name for name in names) or has_index_sums(statement) else (0,)
    return [(d, n) for d in dimensions for n in sizes if n or want == "counterexample" or sizes == (0,)]


def has_index_sums(statement: Statement) -> bool:
    """Return whether the statement mentions the number of indices, or a sum."""
    facts = [*statement.assume.values(), *statement.show.values()]
    return any("sum(" in name for _, p in facts for m in p for name, _ in m)


def problem_at(statement: Statement, want: Want, goals: list[Fact], dimension: int, size: int, *,
               logarithms: bool = False, alike: Mapping[int, int] | None = None) -> "Problem | None":
    """Return the problem; None if it is too large, or if a family without members cannot fail."""
    if not size and want == "counterexample" and any(kernel.is_indexed(p) for _, p in goals):
        return None
    with suppress(kernel.Rejected), limit_work():
        return Problem(statement, goals, want, dimension, size, logarithms=logarithms, alike=alike)
    return None


@contextmanager
def limit_work() -> Iterator[None]:
    """Raise `kernel.Rejected` if the block needs too much of the kernel's arithmetic."""
    before, Work.left = Work.left, min(Work.left, MAX_WORK)
    try:
        yield
    finally:
        Work.left = before


# --- polynomials in coordinates -----------------------------------------------------------------


NUMBER = re.compile(r"v\[\d+\]")


def atoms(p: Poly) -> set[str]:
    """Return the numbers v[n] in a polynomial in coordinates, also the numbers in exponents."""
    return {found for monomial in p for name, _ in monomial for found in NUMBER.findall(name)}


@lru_cache(10_000)
def power_of_e(q: Exact) -> Exact:
    """Return a rational number near exp(q), the same for equal q, and 1 for q = 0."""
    near = Fraction(exp(max(-25.0, min(25.0, float(to_fraction(q))))))
    return to_exact(near.limit_denominator(10**6))


def polynomial_code(p: Poly) -> str:
    """Return a polynomial in coordinates as a Python expression that consists of numbers and v[...] only."""
    numbers = (f"({c})" if c == int(c) else f"Q({c.numerator}, {c.denominator})" for c in p.values())
    terms = ("*".join([q, *(name for name, e in m for _ in range(e))]) for q, m in zip(numbers, p, strict=True))
    return f"sum(({', '.join(terms)},))" if len(p) > 20 else " + ".join(terms) or "0"


@lru_cache(4096)
def compile_expression(expression: str) -> Callable[[Values], Any]:
    """Return the compiled function v -> value of the expression, which is called for each value tried."""
    names = {"Q": fmpq, "sum": sum, "roots": roots, "logarithms": logarithms, "E": power_of_e}
    compiled: Callable[[Values], Any] = eval(f"lambda v: {expression}", names)
    return compiled


def _compile_test(facts: Iterable[Fact]) -> Callable[[Values], bool]:
    return compile_expression(" and ".join(map(_fact_code, facts)) or "True")


def _fact_code(fact: Fact) -> str:
    relation, p = fact
    scale = lcm(*(Fraction(c).denominator for c in p.values()))
    return f"{polynomial_code({m: int(c * scale) for m, c in p.items()})} {'==' if relation == '=' else relation} 0"


def coefficients(p: Poly, name: str) -> dict[int, Poly]:
    """Return the coefficient of each power of an atom."""
    powers: dict[int, Poly] = {}
    for monomial, c in p.items():
        e = dict(monomial).get(name, 0)
        powers.setdefault(e, {})[tuple(f for f in monomial if f[0] != name)] = c
    return powers


def to_exact(q: Exact | Fraction) -> Exact:
    """Return an integer as an int and another number as an fmpq."""
    q = q if isinstance(q, fmpq) else fmpq(q.numerator, q.denominator)
    return int(q.p) if q.q == 1 else q


def to_fraction(q: Exact) -> Fraction:
    """Return the same number as a Fraction."""
    return Fraction(q) if isinstance(q, int) else Fraction(int(q.p), int(q.q))


def roots(a: Exact, b: Exact, c: Exact) -> list[Exact] | None:
    """Return the rational x with a x^2 + b x + c = 0, or None if every x is a root."""
    if not a:
        return [to_exact(fmpq(-1) * c / b)] if b else [] if c else None
    root = square_root(fmpq(1) * (b * b - 4 * a * c))
    return [] if root is None else [to_exact((s * root - b) / (2 * a)) for s in ((1, -1) if root else (1,))]


def without_overflow(solve: Callable[..., list[Exact] | None]) -> Callable[..., list[Exact] | None]:
    """Return the function, which finds no solution where floats are too small for a number."""
    @wraps(solve)
    def solutions(*numbers: Any) -> list[Exact] | None:
        try:
            return solve(*numbers)
        except OverflowError:
            return []

    return solutions


@without_overflow
def near_roots(*coefficients: Exact) -> list[Exact] | None:
    """Return the real roots of a polynomial, with rational numbers near irrational ones; None if every number is a
    root. The coefficients of the highest powers come first."""
    *higher, a, b, c = coefficients
    if any(higher):  # slower than the formula below, which is called for each value tried
        work.spend(len(higher) ** 2 * SLOW)
        _, factors = fmpq_poly([fmpq(1) * q for q in reversed(coefficients)]).factor()
        lines = [to_exact(-f[0] / f[1]) for f, _ in factors if f.degree() == 1]
        others: list[Any] = [pair for f, _ in factors if f.degree() > 1 for pair in f.complex_roots()]
        return [*lines, *(to_exact(Fraction(float(z.real.mid()))) for z, _ in others if z.imag.is_zero())]
    found = roots(a, b, c)
    square = b * b - 4 * a * c
    if found != [] or not a or square < 0:
        return found
    root = sqrt(to_fraction(to_exact(square)))
    return [to_exact(Fraction((s * root - to_fraction(b)) / (2 * to_fraction(a)))) for s in (1, -1)]


@without_overflow
def logarithms(b: Exact, c: Exact, k: int) -> list[Exact] | None:
    """Return a rational number near the x with b·exp(kx) + c = 0, or None if every x satisfies it."""
    if not b:
        return [] if c else None
    value = fmpq(-1) * c / b
    return [to_exact(Fraction(log(to_fraction(value))) / k)] if value > 0 else []


def square_root(q: Exact) -> Exact | None:
    """Return the rational square root, or None if there is none."""
    if q < 0:
        return None
    p, r = isqrt(int(q.p)), isqrt(int(q.q))
    return fmpq(p, r) if p * p == q.p and r * r == q.q else None


# --- plans --------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A number to find: its position, the roots of its equation (None if it must be guessed), and a test for it."""

    place: int
    roots: Callable[[Values], list[Exact] | None] | None
    test: Callable[[Values], bool]


class Plan:
    """The order in which to find unknown numbers so that the facts hold, and the time at which to test each fact."""

    def __init__(self, unknown: Iterable[str], facts: list[Fact], defined: frozenset[str] = frozenset(), *,
                 logarithms: bool = False) -> None:
        """Order the unknowns, which are atoms "v[3]"; the values of all other atoms in the facts are given. The numbers
        in `defined` are computed, not guessed. With `logarithms`, rational numbers near logarithms and roots that
        equations determine are also computed.
        """
        todo = list(unknown)
        self.steps: list[Step] = list[Step]()
        left = [(atoms(fact[1]) & set(todo), fact) for fact in facts]
        self.test: Callable[[Values], bool] = _compile_test(facts)
        self.before: Callable[[Values], bool] = _compile_test(fact for names, fact in left if not names)
        while todo:
            name, equation = find_computable(left, logarithms) or (choose_unknown(todo, left, defined), None)
            complete = [fact for names, fact in left if names == {name} and fact is not equation]
            self.steps.append(Step(index_of(name), equation and solver(equation[1], name, logarithms),
                                   _compile_test(complete)))
            todo.remove(name)
            left = [(names - {name}, fact) for names, fact in left if names != {name}]

    def solutions(self, v: Values, choose: Choose, meter: Meter, depth: int = 0) -> Iterator[bool]:
        """Fill in the unknown numbers in every way that `choose` allows; yield True with each solution in v."""
        if not depth and not self.before(v):
            return
        if depth == len(self.steps):
            yield True
            return
        step = self.steps[depth]
        for value in choose(step.place, step.roots(v) if step.roots else None):
            if not meter.spend():
                return
            v[step.place] = value
            if step.test(v):
                yield from self.solutions(v, choose, meter, depth + 1)

    def fill(self, v: Values, choose: Choose, meter: Meter) -> bool:
        """Find the first solution, and return whether there is one."""
        return next(self.solutions(v, choose, meter), False)


def compare_exponents(fact: Fact) -> Fact:
    """Return a comparison of exponents for a comparison of exponentials, or of an exponential with 1."""
    relation, p = fact
    single = all(len(m) < 2 and all(e == 1 and kernel.shape(a).kind == "exp" for a, e in m) for m in p)
    if not single or len(p) != 2 or len({abs(c) for c in p.values()}) == 2 or len(set(p.values())) == 1:
        return fact
    exponents = ((c, kernel.shape(m[0][0]).inner if m else {}) for m, c in p.items())
    return relation, kernel.add(*(kernel.product([kernel.constant(c), of]) for c, of in exponents))


Open = list[tuple[set[str], Fact]]  # facts, with the atoms that are still unknown in them


def index_of(name: str) -> int:
    """Return the number in an atom: 3 for "v[3]"."""
    return int(name[2:-1])


def find_computable(left: Open, logarithms: bool = False) -> tuple[str, Fact] | None:
    """Return an unknown with an equation that determines it: an equation of degree 1 if there is one, else of degree 2,
    else with an exponential, else of any degree. Without `logarithms`, only the first two count."""
    single = [(name, fact) for names, fact in left if len(names) == 1 and fact[0] == "=" for name in names]
    inside = [(name, fact) for name, fact in single if logarithms and exponential_of(name, fact[1])]
    single = [(name, fact) for name, fact in single if not in_exponent(name, fact[1])]
    degrees = [max(coefficients(fact[1], name)) for name, fact in single]
    ranked = sorted(zip(degrees, range(len(single)), single, strict=True))
    chosen = next((one for degree, _, one in ranked if 0 < degree < 3), None) or next(iter(inside), None)
    return chosen or next((one for degree, _, one in ranked if degree and logarithms), None)


def exponential_of(name: str, p: Poly) -> tuple[str, int] | None:
    """Return the atom exp(k·x) and k, if no other atom of p contains the number x."""
    found = {atom for m in p for atom, _ in m if name in NUMBER.findall(atom)}
    match = len(found) == 1 and re.fullmatch(r"E\(\((-?\d+)\)\*" + re.escape(name) + r"\)", next(iter(found)))
    return (match[0], int(match[1])) if match and set(coefficients(p, match[0])) <= {0, 1} else None


def choose_unknown(todo: list[str], left: Open, defined: frozenset[str]) -> str:
    """Return the unknown to guess next. This unknown completes a fact soon. It is not a number that could be computed
    later, above all from an exponential."""
    equations = [(p, linear_atoms(p)) for _, (relation, p) in left if relation == "="]
    linear = {name for _, names in equations for name in names}
    powers = {name for p, names in equations if any(a.startswith("E(") for m in p for a, _ in m) for name in names}
    wait = {name: min((len(names) for names, _ in left if name in names), default=99) for name in todo}
    cubic = {name for p, _ in equations for m in p for name, e in m if e > 2}  # then it cannot be computed
    return min(todo, key=lambda name: (name in defined, name in powers, name in linear, wait[name], name not in cubic))


def in_exponent(name: str, p: Poly) -> bool:
    """Return whether the number occurs in an exponent."""
    return any(name in NUMBER.findall(atom) for m in p for atom, _ in m if atom != name)


def linear_atoms(p: Poly) -> set[str]:
    """Return the atoms that occur only once: in one term, to the first power, with a constant coefficient, and in no
    exponent."""
    alone = {m[0][0] for m in p if len(m) == 1 and m[0][1] == 1}
    others = {name for m in p if len(m) > 1 or (m and m[0][1] > 1) for name, _ in m}
    return {name for name in alone - others if not in_exponent(name, p)}


def solver(p: Poly, name: str, near: bool = False) -> Callable[[Values], list[Exact] | None]:
    """Return the function v -> rational roots of a polynomial of degree at most 2 in the atom.
    With `near`, the degree may be higher, and irrational roots count with rational numbers near them. An equation that
    is linear in the atom's exponential yields rational numbers near its solution.
    """
    if inside := exponential_of(name, p):
        power, k = inside
        powers = coefficients(p, power)
        return compile_expression(f"logarithms({', '.join(polynomial_code(powers.get(e, {})) for e in (1, 0))}, {k})")
    powers = coefficients(p, name)
    code = ", ".join(polynomial_code(powers.get(e, {})) for e in range(max(2, *powers), -1, -1))
    if not near:
        return compile_expression(f"roots({code})")
    given, found = compile_expression(f"({code})"), lru_cache(4096)(near_roots)  # many guesses give one polynomial
    return lambda v: found(*given(v))


# --- problems -----------------------------------------------------------------------------------


Attempt = tuple["Problem", Found | None]


class Problem:
    """A statement and a goal in one dimension and size: find numbers for which all hypotheses and goals hold."""

    def __init__(self, statement: Statement, goals: list[Fact], want: Want, dimension: int, size: int, *,
                 logarithms: bool = False, alike: Mapping[int, int] | None = None) -> None:
        """Expand the facts in coordinates; raise `kernel.Rejected` if the polynomials are too large.

        logarithms    whether to compute rational numbers near logarithms and roots that equations determine
        alike         indices that have the members of an earlier index
        """
        alike = alike or {}
        context = statement.context
        self.statement = statement
        self.goals = goals
        self.run: Run | None = context.run
        self.want: Want = want
        self.dimension = dimension
        self.size = size
        self.fewest: int = int(want == "model" and context.run is not None)
        run = context.run or Run([], {}, [], {}, {})
        late = context.state - set(run.state)
        groups = [sorted(context.names - context.state), sorted(late), run.state, run.input]
        members = [[key for name in group for row in _keys_of(name, dimension, size) for key in row]
                   for group in groups]
        keys = [[key for key in group if key[1] not in alike] for group in members]
        self.keys: list[Key] = [key for group in keys for key in group]
        self.indices: list[int] = [i for i in range(size) if i not in alike]
        own = {key: f"v[{n}]" for n, key in enumerate(self.keys)}
        self.atoms: dict[Key, str] = {(name, i, k): own[name, alike.get(i, i), k] for group in members
                                      for name, i, k in group}
        self.expanded: dict[Key, Poly] = {key: {((atom, 1),): 1} for key, atom in self.atoms.items()}
        self.places: list[tuple[Key, int]] = [(key, index_of(atom)) for key, atom in self.atoms.items()]
        early, ending, state, inputs = ([self.atoms[key] for key in group] for group in keys)
        first = want == "counterexample"  # of a family, the first may be the one that fails
        flat_goals = self.flat(goals, range(min(size, 1)) if first else None)
        self.facts: list[Fact] = [*self.flat(statement.assume.values()), *flat_goals]
        when, moving = self.flat(run.when.values()), {*ending, *state}
        definitions = {name: atoms_of(p) for name, p in definitions_in(statement).items()}
        roots = {name for name, found in definitions.items() if name in found}
        if logarithms:
            roots |= {name for name, found in definitions.items() if f"exp(1,{name})" in found}
        defined = frozenset(self.atoms[key] for key in self.keys if key[0] in roots)
        fixed = [f for f in self.facts if not atoms(f[1]) & moving]
        self.early: Plan = Plan(early, fixed, defined, logarithms=logarithms)
        self.ending: Plan = Plan(ending, [f for f in self.facts if atoms(f[1]) & moving], defined)
        self.inputs: Plan = Plan(inputs, when)
        self.free: Plan = Plan(inputs, [f for f in when if not atoms(f[1]) & moving])
        self.start: list[tuple[int, Callable[[Values], Exact]]] = self.moves(run.start)
        self.next: list[tuple[int, Callable[[Values], Exact]]] = self.moves(run.next)
        powers = {name for _, p in self.facts for name in atoms(p) if logarithms and in_exponent(name, p)}
        self.powers: frozenset[int] = frozenset(map(index_of, powers))  # of the numbers that may be logarithms

    def widen(self, choose: Choose) -> Choose:
        """Return a choice of values that begins with a few logarithms, if the number may be a logarithm."""
        few = [to_exact(Fraction(log(q))) for q in LOGARITHMS] if self.powers else []
        return lambda n, found: [*few, *choose(n, found)] if found is None and n in self.powers else choose(n, found)

    def expand(self, p: Poly, i: int = 0, k: int = 0) -> Poly:
        """Return a polynomial at index i (of a vector, its coordinate k) in the atoms "v[n]"."""
        factors = ((c, [self.expand_atom(name, i, k) for name, e in m for _ in range(e)]) for m, c in p.items())
        return kernel.add(*(kernel.product([{(): c}, *polys]) for c, polys in factors))

    def expand_atom(self, name: str, i: int, k: int) -> Poly:
        """Return an atom at index i, coordinate k, in the atoms "v[n]"; each is computed once."""
        at = name, i if "[i]" in name else 0, k if name.endswith("@") else 0
        if at not in self.expanded:
            self.expanded[at] = self.compute_atom(*at)
        return self.expanded[at]

    def compute_atom(self, name: str, i: int, k: int) -> Poly:
        """Return an atom that is made of others, in the atoms "v[n]"."""
        kind, inner, pair = kernel.shape(name)
        kernel.require(kind != "variable", "an adjoined unit vector has no coordinates")
        if kind == "sum":
            return kernel.add(*(self.expand(inner, j, k) for j in range(self.size)))
        if kind == "pair":
            factors = ([self.expand_atom(vector, i, j) for vector in pair] for j in range(self.dimension))
            return kernel.add(*map(kernel.product, factors))
        return kernel.atom(f"E({polynomial_code(self.expand(inner, i))})")

    def flat(self, facts: Iterable[Fact], indices: Iterable[int] | None = None) -> list[Fact]:
        """Return the facts at every index, or at the given ones."""
        chosen = list(self.indices if indices is None else indices)
        plain = [compare_exponents(fact) for fact in facts]
        pairs = [(r, self.expand(p, i)) for r, p in plain for i in (chosen if kernel.is_indexed(p) else [0])]
        kernel.require(sum(len(p) for _, p in pairs) <= MAX_TERMS, "too large")
        return pairs

    def moves(self, images: dict[str, Poly]) -> list[tuple[int, Callable[[Values], Exact]]]:
        """Return for each number that a step changes its position and the function that computes it."""
        rows = ((row, p) for name, p in images.items() for row in _keys_of(name, self.dimension, self.size))
        pairs = [(key, self.expand(p, key[1], key[2])) for row, p in rows for key in row]
        return [(index_of(self.atoms[key]), compile_expression(polynomial_code(p))) for key, p in pairs]

    def move(self, v: Values, moves: list[tuple[int, Callable[[Values], Exact]]]) -> None:
        """Move all coordinates to the next state in one step."""
        for n, value in [(n, image(v)) for n, image in moves]:
            v[n] = value

    def table(self, v: Values, plans: Iterable[Plan]) -> Inputs:
        """Return the numbers found for the plans."""
        found = {step.place for plan in plans for step in plan.steps}
        return {key: to_fraction(v[n]) for key, n in self.places if n in found}

    def found(self, v: Values, steps: list[Inputs]) -> Found:
        """Return the witness with these values and steps."""
        return Found(self.dimension, self.size, self.table(v, [self.early, self.ending]), steps)

    def replay(self, wanted: Found, meter: Meter) -> Found | None:
        """Return the witness with the guesses of another; numbers that equations determine are computed again."""
        v: Values = [0] * len(self.keys)
        steps = []
        if not self.early.fill(v, self.preferring(wanted.values), meter):
            return None
        self.move(v, self.start)
        for step in wanted.steps:
            if not self.inputs.fill(v, self.preferring(step), meter):
                return None
            steps.append(self.table(v, [self.inputs]))
            self.move(v, self.next)
        enough = len(steps) >= self.fewest and self.ending.fill(v, self.preferring(wanted.values), meter)
        return self.found(v, steps) if enough else None

    def preferring(self, wanted: Inputs) -> Choose:
        """Guess the wanted value; if there are several roots, try this value first."""

        def choose(n: int, found: list[Exact] | None) -> list[Exact]:
            q = to_exact(wanted.get(self.keys[n], 0))
            return [q] if found is None else sorted(found, key=lambda root: bool(root != q))

        return choose


# --- guessing -----------------------------------------------------------------------------------


def guess_values(problem: Problem, rng: random.Random, meter: Meter) -> Found | None:
    """Return a witness found by guessing, small numbers and short runs first, or None."""
    pools, whole = [list(map(to_exact, pool)) for pool in POOLS], meter.left
    stages = [(longest, pool) for longest in LONGEST for pool in pools[1:3]] if problem.run else [(0, p) for p in pools]
    v: Values = [0] * len(problem.keys)
    everything, quarter = problem.widen(choose_all(pools[0])), meter.part(meter.left // 4)
    if not problem.run and problem.early.fill(v, everything, quarter):
        return problem.found(v, [])
    for n, (longest, pool) in enumerate(stages):
        part = meter.part(meter.left // (len(stages) - n))
        while part.spend():
            found = attempt(problem, problem.widen(choose_few(rng, pool)), rng, part, longest)
            if found:
                return found
    far, part = list(map(to_exact, EXPONENTS if has_exponentials(problem.statement) else WIDE)), Meter(whole // 8)
    own = random.Random(0)  # so that the other guesses do not depend on these
    while not problem.run and part.spend():
        if found := attempt(problem, problem.widen(choose_few(own, far)), own, part, 0):
            return found
    return None


def has_exponentials(statement: Statement) -> bool:
    """Return whether a hypothesis or a conclusion has exponentials. Large exponentials take long."""
    facts = [*statement.assume.values(), *statement.show.values()]
    return any("exp(" in atom for _, p in facts for m in p for atom, _ in m)


def choose_all(pool: list[Exact]) -> Choose:
    """Return a choice that tries all numbers in the pool, unless there is an equation."""
    return lambda _, found: pool if found is None else found


def choose_few(rng: random.Random, pool: list[Exact]) -> Choose:
    """Return a choice that tries a few numbers from the pool or, in any order, the roots of an equation."""
    return lambda _, found: rng.sample(pool, 3) if found is None else rng.sample(found, len(found))


def attempt(problem: Problem, choose: Choose, rng: random.Random, meter: Meter, longest: int) -> Found | None:
    """Choose the parameters once and, if there is a run, walk, again if walks get far; return a witness or None."""
    v: Values = [0] * len(problem.keys)
    if not problem.early.fill(v, choose, meter.part(RESTART)):
        return None
    if not problem.run:
        return problem.found(v, [])
    tries = 1
    while tries > 0:
        done, steps = walk(problem, v, choose, rng, meter.part(RESTART), longest)
        if done:
            return problem.found(v, steps)
        tries += len(steps) // 2 - 1
    return None


def walk(
    problem: Problem, v: Values, choose: Choose, rng: random.Random, meter: Meter, longest: int
) -> tuple[bool, list[Inputs]]:
    """Return whether hypotheses and goals hold after the steps of a random walk, and these steps. The same inputs are
    often used many times."""
    inputs = [step.place for step in problem.inputs.steps]
    favourites = [[v[n] for n in inputs] for _ in range(rng.choice((1, 2, 4))) if problem.free.fill(v, choose, meter)]
    steps: list[Inputs] = []
    problem.move(v, problem.start)
    while meter.spend():
        if len(steps) >= problem.fewest and problem.ending.fill(v, choose, meter):
            return True, steps
        if len(steps) == longest:
            break
        if not reuse_favourite(problem, v, favourites, inputs):
            if not problem.inputs.fill(v, choose, meter):
                break
            favourites.append([v[n] for n in inputs])
        steps.append(problem.table(v, [problem.inputs]))
        problem.move(v, problem.next)
    return False, steps


def reuse_favourite(problem: Problem, v: Values, favourites: list[list[Exact]], inputs: list[int]) -> bool:
    """Put the first favourite that is allowed; it becomes the last favourite."""
    for n, favourite in enumerate(favourites):
        for where, value in zip(inputs, favourite, strict=True):
            v[where] = value
        if problem.inputs.test(v):
            favourites.append(favourites.pop(n))
            return True
    return False


# --- solving ------------------------------------------------------------------------------------


def solve(problem: Problem) -> Found | None:
    """Ask z3 for a point. For a run, ask for a state after few steps, in dimension 1 only."""
    if not problem.run:
        return solve_point(problem)
    counts = UNROLLED if problem.dimension <= 1 else ()
    with suppress(kernel.Rejected):  # the polynomials grow too large
        return next((found for count in counts if (found := solve_after_steps(problem, problem.run, count))), None)
    return None


def solve_after_steps(problem: Problem, run: Run, count: int) -> Found | None:
    """Return a point for a run of `count` steps, all of whose inputs are variables."""
    tables = [{name: name_at_step(name, t) for name in run.input} for t in range(count)]
    state, context, assume = dict(run.start), problem.statement.context, dict[str, Fact]()
    with limit_work():
        for t, table in enumerate(tables):
            images = {**state, **{name: kernel.atom(new) for name, new in table.items()}}
            assume |= {f"{name} {t}": fact for name, fact in _substitute_facts(run.when, images).items()}
            state = {name: kernel.substitute(p, images) for name, p in run.next.items()}
        assume |= _substitute_facts(problem.statement.assume, state)
        goals = [(relation, kernel.substitute(p, state)) for relation, p in problem.goals]
    names = (context.names - set(run.state)).union(*(table.values() for table in tables))
    statement = Statement(kernel.Context(names), assume, {})
    plain = problem_at(statement, problem.want, goals, problem.dimension, problem.size)
    found = solve_point(plain) if plain else None
    if not found:
        return None
    steps = [{(n, i, k): q for n in t for (m, i, k), q in found.values.items() if m == t[n]} for t in tables]
    return problem.replay(found._replace(steps=steps), Meter(RESTART))


def name_at_step(name: str, t: int) -> str:
    """Return the name of an input in step t; two underscores distinguish it from declared names."""
    base, *rest = re.split(r"(?=[\[@])", name, maxsplit=1)
    return f"{base}__{t}{''.join(rest)}"


def _substitute_facts(facts: Mapping[str, Fact], images: kernel.Images) -> dict[str, Fact]:
    return {name: (relation, kernel.substitute(p, images)) for name, (relation, p) in facts.items()}


def solve_point(problem: Problem) -> Found | None:
    """Ask z3 for a point, and try rational points near it if it is not rational."""
    answer = solve_with_z3(problem)
    return find_rational_point(problem, answer) if answer is not None else None


class Algebraic(NamedTuple):
    """A number: `near` itself, or if there are coefficients, the zero near it of the polynomial that has them, the
    constant one first."""

    near: Fraction
    coefficients: tuple[Fraction, ...] = ()


def solve_with_z3(problem: Problem) -> Sequence[Algebraic] | None:
    """Return a value from z3 for each number such that all facts hold, or None. z3 is not asked about exponentials,
    which it does not support."""
    if any(name.startswith("E(") for _, p in problem.facts for m in p for name, _ in m):
        return None
    return ask_z3(len(problem.keys), tuple(map(_fact_code, problem.facts)))


@lru_cache(256)  # the searches for a counterexample and for a model ask the same
def ask_z3(count: int, facts: tuple[str, ...]) -> Sequence[Algebraic] | None:
    """Return values of v[0], v[1], … from z3 such that all facts, as Python code, hold; None if it finds none."""
    import z3

    context = z3.Context()
    reals = [z3.Real(f"v{n}", context) for n in range(count)]
    solver = z3.Tactic("qfnra-nlsat", ctx=context).solver()  # z3 5.4 can crash when it frees the solver of its logic
    solver.set("rlimit", RLIMIT)
    solver.set("timeout", TIMEOUT)
    solver.add([compile_expression(fact)(reals) for fact in facts])
    if solver.check() != z3.sat:
        return None
    values = [solver.model().eval(real, model_completion=True) for real in reals]
    if not all(z3.is_rational_value(value) or z3.is_algebraic_value(value) for value in values):
        return None  # z3 does not multiply out powers of roots of large degree
    return [Algebraic(value.as_fraction()) if hasattr(value, "as_fraction") else
            Algebraic(value.approx(20).as_fraction(), tuple(c.as_fraction() for c in value.poly())) for value in values]


def find_rational_point(problem: Problem, answer: Sequence[Algebraic]) -> Found | None:
    """Return a rational point near a point from z3, or None."""
    points = [list(dict.fromkeys(map(to_exact, [q, *(q.limit_denominator(n) for n in (10**6, 1000, 10, 1))])))
              for q, _ in answer]  # first the number itself, then simpler ones
    v: Values = [0] * len(points)
    filled = problem.early.fill(v, lambda n, found: points[n] if found is None else found, Meter(RESTART))
    return problem.found(v, []) if filled else None


# --- shrinking ----------------------------------------------------------------------------------


def cost(q: Fraction) -> int:
    """Return the cost of a number, which grows along 0, 1, -1, 2, -2, 1/2, ..."""
    return 2 * abs(q.numerator) + 3 * (q.denominator - 1) + (q < 0)


def simpler(q: Fraction) -> list[Fraction]:
    """Return simpler numbers to try in place of q, the simplest first."""
    rounded = [Fraction(round(q)), Fraction(int(q)), Fraction(int(q / 2)), -q]
    close = [q.limit_denominator(n) for n in (2, 3, 4, 10, 100)]
    return sorted({r for r in [*POOLS[2], *rounded, *close] if cost(r) < cost(q)}, key=cost)


def shrink(problem: Problem, found: Found, fewest: int = 0) -> Found:
    """Return a simpler witness of dimension `fewest` or more, by small changes as long as one of them helps."""
    statement, want = problem.statement, problem.want
    shapes = [shape for shape in list_shapes(statement, want) if shape[0] >= fewest]
    meter = Meter(SHRINKING * (len(problem.keys) + 1))
    changes = variations(found)
    while meter.left > 0 and (wanted := next(changes, None)):
        shape = wanted.dimension, wanted.size
        same = shape == (problem.dimension, problem.size)
        other = problem if same else problem_at(statement, want, problem.goals, *shape) if shape in shapes else None
        new = other.replay(wanted, meter) if other else None
        if other and new and new.complexity() < found.complexity() and is_confirmed(statement, want, new):
            found, problem, changes = new, other, variations(new)
    return found


def variations(found: Found) -> Iterator[Found]:
    """Yield smaller shapes, fewer or equal steps, and simpler numbers, one by one and in pairs."""
    d, n, values, steps = found
    yield from (found.cut(d - 1, n, renumber_keys(1, k)) for k in range(d))
    yield from (found.cut(d, n - 1, renumber_keys(0, i)) for i in range(n))
    yield from (Found(d, n, values, steps[:t] + steps[t + 1 :]) for t in range(len(steps)))
    yield from (Found(d, n, values, [step] * len(steps)) for step in _distinct(steps))
    slots = [(table, key) for table in (values, *_distinct(steps)) for key in table]
    single = [[(table, key, q) for q in simpler(table[key])] for table, key in slots]
    yield from (apply_changes(found, change) for changes in single for change in changes)
    for one, other in combinations([changes[:6] for changes in single], 2):
        yield from (apply_changes(found, a, b) for a in one for b in other)


def renumber_keys(part: int, dropped: int) -> Callable[[Key], Key | None]:
    """Return the function that renames keys after an index (part 0) or a coordinate (part 1) is dropped. It returns
    None for the keys that are dropped."""

    def keep(key: Key) -> Key | None:
        name, *at = key
        if ("[i]", "@")[part] not in name or at[part] < dropped:
            return key
        return None if at[part] == dropped else (name, at[0] - (part == 0), at[1] - (part == 1))

    return keep


def _distinct(steps: list[Inputs]) -> list[Inputs]:
    return [step for n, step in enumerate(steps) if step not in steps[:n]]


def apply_changes(found: Found, *changes: tuple[Inputs, Key, Fraction]) -> Found:
    """Change a number in one table; steps that are equal stay equal."""

    def changed(table: Inputs) -> Inputs:
        return {**table, **{key: q for of, key, q in changes if of == table}}

    return Found(found.dimension, found.size, changed(found.values), list(map(changed, found.steps)))

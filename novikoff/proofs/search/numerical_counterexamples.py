"""Counterexamples near numerical ones: local search in coordinates, then rounding; and Gram matrices made exact.

`nearest` finds points at which a conclusion nearly fails, or fails; `refutation` finds a witness near one of them.

Nothing here needs trust: the kernel decides whether values are a counterexample, and a point is only printed. Without
scipy (extra `solvers`) nothing is found. Effort is bounded by the number of starts and iterations.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice, permutations
from math import exp, inf, log, sqrt
from operator import truediv
from typing import Any

from ...algorithms.exact_linear import nearest_float
from ...algorithms.lazy_numpy import np
from ...algorithms.optional_packages import are_installed
from .. import kernel
from ..kernel import Context, Fact, Poly, Statement
from ..statements.term_values import name_of_product, split_into_squares
from . import counterexamples, work
from .counterexamples import Found, Meter, Problem, to_fraction
from .factoring import square_root
from .proof_json import negation
from .sums_of_squares import ldl_decompose

STARTS, ITERATIONS, MAX_NUMBERS = 2, 60, 40
SLACKS = (1e-2, 1e-3, 0.0)  # by which the hypotheses are to hold
DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 60, 100, 1000, 10**5)
STEPS = (100, 3000)  # denominators of lines to points of an equation of degree 2
NEAR = 1e-5  # by how much it may fail at a point that is only printed
CLOSE = 1e-6  # by how much a hypothesis may fail numerically
MOST_VECTORS = counterexamples.MOST_DIMENSIONS
SCANNED, FEW_NUMBERS = 200, 12  # points that are tried, if there are so few numbers
LARGEST_FAMILY = 2  # the dimension and size that are tried for statements on families
MOST_ORDERS = 120  # of the vectors, in which they get coordinates

Height = Callable[[Sequence[float]], float]


@dataclass(frozen=True)
class Point:
    """Numbers for all names at which the hypotheses nearly hold, and the value there of the conclusion's left side
    minus its right side."""

    problem: Problem
    goal: Fact
    numbers: tuple[float, ...]
    gap: float
    error: float = 0.0  # by which a hypothesis fails

    @property
    def is_sound(self) -> bool:
        """Check whether the gap is not just due to the error of a hypothesis such as x**4 <= 0."""
        return self.gap >= -CLOSE or self.error <= self.gap**4 / 100

    def values(self) -> dict[str, Any]:
        """Return the value of each name: a number, a list of coordinates, or a list of either for a family."""
        table = dict(zip(self.problem.keys, self.numbers, strict=True))
        names = dict.fromkeys(name for name, _, _ in table)
        return counterexamples.nest_values(names, self.problem.dimension, self.problem.size, table)


def has_scipy() -> bool:
    """Return whether the optimiser is installed."""
    return are_installed("scipy")


def nearest(statement: Statement, seed: int = 0) -> Iterator[Point]:
    """Yield the lowest points of a few local searches, the lowest first. There is one for every conclusion that is an
    inequality, in each dimension and size."""
    if statement.context.run is not None or not has_scipy():
        return
    found = list[Point]()
    shapes = counterexamples.list_shapes(statement, "model")
    for dimension, size in [shape for shape in shapes if not shape[1] or max(shape) <= LARGEST_FAMILY]:
        for goal in statement.show.values():
            problem = counterexamples.problem_at(statement, "counterexample", [], dimension, size)
            if problem and goal[0] in (">=", ">") and len(problem.keys) <= MAX_NUMBERS:
                with suppress(kernel.Rejected):
                    found += find_lowest(problem, goal, random.Random(seed))
    exact = filter(None, (recomputing(point.problem, point.goal)(point) for point in found))
    yield from sorted(exact, key=lambda point: (round(point.gap, 4), point.problem.dimension, point.problem.size))


def recomputing(problem: Problem, goal: Fact) -> Callable[[Point], Point | None]:
    """Return the function that computes roots, quotients and logarithms of a point from its other numbers, and the gap.

    It returns None if one of these numbers does not exist, or if a hypothesis fails there. Local search treats all
    these numbers as free.
    """
    left, plan = counterexamples.definitions_in(problem.statement), list[tuple[str, Poly, Height, int]]()
    while left:
        name = next((n for n, p in left.items() if not (kernel.variables(p) - {n}) & left.keys()), None)
        if name is None:
            return lambda point: point
        p = left.pop(name)
        for i in problem.indices if "[i]" in name else [0]:
            ((_, equation),) = problem.flat([("=", p)], [i])
            place = counterexamples.index_of(problem.atoms[name, i, 0])
            plan.append((name, p, _to_float_function(equation), place))
    facts = [(relation, _to_float_function(p)) for relation, p in problem.facts if relation != "!="]
    gaps = [_to_float_function(p) for _, p in problem.flat([goal], range(min(problem.size, 1)))]

    def computed(point: Point) -> Point | None:
        numbers = list(point.numbers)
        for name, p, height, place in plan:
            value = defined_value(name, p, height, numbers, place)
            if value is None:
                return None
            numbers[place] = value
        with suppress(OverflowError, ZeroDivisionError):
            values = [(relation, fact(numbers)) for relation, fact in facts]
            error = max((abs(x) if relation == "=" else -x for relation, x in values), default=0.0)
            if error < NEAR:
                return replace(point, numbers=tuple(numbers), gap=gaps[0](numbers), error=error)
        return None

    return computed


def defined_value(name: str, p: Poly, height: Height, numbers: Sequence[float], place: int) -> float | None:
    """Return the number d with d·t = 1, d² = t or exp(d) = t for a polynomial d·t - 1, d² - t or exp(d) - t."""
    square, power = kernel.product([kernel.atom(name)] * 2), kernel.exponential(kernel.atom(name))
    at_0, at_1 = (height([*numbers[:place], d, *numbers[place + 1 :]]) for d in (0.0, 1.0))
    with suppress(ValueError, ZeroDivisionError, OverflowError):
        if p.keys() >= square.keys():
            return sqrt(max(-at_0, 0.0)) if at_0 < CLOSE else None
        return log(1.0 - at_0) if p.keys() >= power.keys() else 1.0 / (at_1 - at_0)
    return None


def find_lowest(problem: Problem, goal: Fact, rng: random.Random) -> list[Point]:
    """Return the lowest points for each slack. If the goal fails there, add points near the start where the goal fails
    by half of this amount. Around such a point, the goal still fails in all directions."""
    heights = [_to_float_function(p) for _, p in problem.flat([goal], range(min(problem.size, 1)))]
    if not heights:
        return []
    facts = [(relation, _to_float_function(p)) for relation, p in problem.facts if relation != "!="]
    found, starts = list[Point](), sorted(scan(problem, goal, rng), key=lambda point: point.gap)[:1]
    for slack in SLACKS:
        best = list[Point]()
        for _ in range(STARTS):
            start = [rng.uniform(-2, 2) for _ in problem.keys]
            best += minimise(Point(problem, goal, tuple(start), inf), heights[0], heights[0], facts, slack)
        best += [low for start in starts for low in minimise(start, heights[0], heights[0], facts, slack)]
        best = sorted(best, key=lambda point: point.gap)[:1]
        for low in best:
            if low.gap < -CLOSE:
                half = [*facts, (">=", lambda x, gap=low.gap: gap / 2 - heights[0](x))]  # type: ignore[misc]
                away = Point(problem, goal, tuple(rng.uniform(-2, 2) for _ in problem.keys), inf)
                near = lambda x, away=away: sum((a - b) ** 2 for a, b in zip(x, away.numbers, strict=True))  # noqa: E731
                found += minimise(away, near, heights[0], half, slack)
        found += best
    return found


def scan(problem: Problem, goal: Fact, rng: random.Random) -> Iterator[Point]:
    """Yield points that satisfy the hypotheses, some with numbers at the ends of their intervals. From other starts,
    local search may stop at a point where the goal is only tight."""
    ends, computed = {key: [0.0, *ends_of(problem, key)] for key in problem.keys}, recomputing(problem, goal)
    for _ in range(SCANNED if len(ends) <= FEW_NUMBERS else 0):
        numbers = [rng.choice(ends[key]) if rng.random() < 0.4 else rng.uniform(-2, 2) for key in problem.keys]
        if point := computed(Point(problem, goal, tuple(numbers), inf)):
            yield point


def ends_of(problem: Problem, key: tuple[str, int, int]) -> Iterator[float]:
    """Yield the numbers c in hypotheses x ≥ c or x ≤ c about a number."""
    monomial = ((problem.atoms[key], 1),)
    for relation, p in problem.facts:
        if relation != "!=" and monomial in p and p.keys() <= {monomial, ()}:
            yield float(-p.get((), 0) / p[monomial])


def minimise(start: Point, of: Height, height: Height, facts: Sequence[tuple[str, Height]],
             slack: float) -> list[Point]:
    """Return the points where a function is least under the facts, by local search; none if the facts fail there."""
    from scipy.optimize import minimize

    if work.is_over():
        return []
    constraints = [
        {"type": "eq" if r == "=" else "ineq", "fun": lambda x, f=f, by=0.0 if r == "=" else slack: f(x) - by}
        for r, f in facts
    ]
    with np.errstate(all="ignore"), suppress(ValueError, OverflowError):
        x = minimize(lambda x: max(of(x), -1.0), np.array(start.numbers), method="SLSQP", constraints=constraints,
                     bounds=[(-50, 50)] * len(start.numbers), options={"maxiter": ITERATIONS}).x
        if all(abs(f(x)) < CLOSE if r == "=" else f(x) > -CLOSE for r, f in facts):
            return [replace(start, numbers=tuple(map(float, x)), gap=float(height(x)))]
    return []


def _to_float_function(p: Poly) -> Height:
    floats = {m: nearest_float(c) for m, c in p.items()}
    terms = ("*".join([repr(c), *(a for a, e in m for _ in range(e))]) for m, c in floats.items())
    names = {"E": lambda x: exp(max(-25.0, min(25.0, x))), "Q": truediv, "sum": sum, "inf": inf}
    compiled: Height = eval(f"lambda v: {' + '.join(terms) or '0.0'}", names)  # numbers, v[...] and these only
    units = 6 + len(p)

    def counted(v: Sequence[float]) -> float:
        work.spend(units)
        return compiled(v.tolist() if isinstance(v, np.ndarray) else v)  # numbers of numpy are slow

    return counted


def round_point(statement: Statement, point: Point) -> Found | None:
    """Return a counterexample near a point, in its own coordinates or by its Gram matrix, or None."""
    with suppress(kernel.Rejected):
        problem, goal = problem_near(statement, point), negation(point.goal)
        near = (move_to_quadrics(problem, point.numbers, denominator) for denominator in STEPS)
        rounded = (round_until_true(problem, numbers) for numbers in chain([point.numbers], near))
        for found in chain(rounded, map(search_gram_matrix, [statement], [goal], [point])):
            if found and counterexamples.is_confirmed(statement, "counterexample", found):
                return found
    return None


def problem_near(statement: Statement, point: Point, *, logarithms: bool = False) -> Problem:
    """Return the problem at a point, with ±t for each root of t². So an equation with maxima may be linear in a number.
    """
    roots, facts = dict[str, Poly](), dict(statement.assume)
    for name in sorted(n for n in statement.context.names if "[i]" not in n and f"{n}.sign" in facts):
        square = kernel.add(kernel.product([kernel.atom(name)] * 2), kernel.negative(facts[f"{name}.def"][1]))
        if t := square_root(kernel.substitute(square, roots)):
            ((_, value),) = point.problem.flat([("=", t)], [0])
            roots[name] = t if _to_float_function(value)(point.numbers) >= 0 else kernel.negative(t)
    facts = {n: (relation, kernel.substitute(p, roots)) for n, (relation, p) in facts.items()}
    facts |= {f"{n}.def": ("=", kernel.add(kernel.atom(n), kernel.negative(t))) for n, t in roots.items()}
    relation, p = negation(point.goal)
    return Problem(statement._replace(assume=facts), [(relation, kernel.substitute(p, roots))], "counterexample",
                   point.problem.dimension, point.problem.size, logarithms=logarithms)


def move_to_quadrics(problem: Problem, numbers: Sequence[float], denominator: int) -> list[Any]:
    """Return the numbers; those of an equation of degree 2 become rational, if no other equation is about them. A
    number that an equation fixes counts as a constant."""
    moved: list[Any] = list(numbers)
    equations = [p for relation, p in problem.facts if relation == "="]
    values = {a: kernel.constant(-p.get((), 0) / Fraction(p[(a, 1),])) for p in equations
              for a in counterexamples.atoms(p) if p.keys() <= {((a, 1),), ()}}
    for p in (equations := [kernel.substitute(p, values) for p in equations]):
        names = counterexamples.atoms(p)
        alone = all(q is p or not counterexamples.atoms(q) & names for q in equations)
        polynomial = not any(counterexamples.in_exponent(n, p) for n in names)
        if alone and polynomial and len(names) > 1 and max(sum(e for _, e in m) for m in p) == 2:
            for n, x in second_point(problem, p, numbers, denominator).items():
                moved[n] = x
    return moved


def second_point(problem: Problem, p: Poly, numbers: Sequence[float], denominator: int) -> dict[int, Fraction]:
    """Return the second point where a rational line through a rational zero of a quadratic p meets the zeros of p. The
    line points towards the given point, with differences that are multiples of 1/denominator."""
    places = sorted(map(counterexamples.index_of, counterexamples.atoms(p)))
    start: list[Any] = [0] * len(problem.keys)
    pool = counterexamples.choose_all([counterexamples.to_exact(Fraction(k)) for k in (0, 1, -1, 2)])
    plan = counterexamples.Plan([f"v[{n}]" for n in places], [("=", p)])
    if not plan.fill(start, pool, Meter(counterexamples.RESTART)):
        return {}
    step = {n: counterexamples.to_exact(_round_float(numbers[n] - float(to_fraction(start[n])), denominator))
            for n in places}
    value = counterexamples.compile_expression(counterexamples.polynomial_code(p))
    ahead, behind = ([x + s * step.get(n, 0) for n, x in enumerate(start)] for s in (1, -1))
    square, linear = value(ahead) + value(behind), value(ahead) - value(behind)  # 2a and 2b of at² + bt
    if not square:
        return {}
    t = counterexamples.fmpq(-1) * linear / square
    return {n: to_fraction(start[n] + t * d) for n, d in step.items()}


def round_until_true(problem: Problem, numbers: Sequence[float]) -> Found | None:
    """Return the point with its free numbers rounded, finer and finer until all facts hold, or None."""
    v: list[Any] = [0] * len(problem.keys)
    for denominator in DENOMINATORS:
        near = [counterexamples.to_exact(_round_float(x, denominator)) for x in numbers]

        def choose(n: int, found: list[Any] | None, near: list[Any] = near) -> list[Any]:
            return [near[n]] if found is None else sorted(found, key=lambda q: abs(float(q - near[n])))

        if problem.early.fill(v, choose, Meter(counterexamples.RESTART)):
            return problem.found(v, [])
    return None


def _round_float(x: float | Fraction, denominator: int) -> Fraction:
    return x if isinstance(x, Fraction) else Fraction(round(x * denominator), denominator)


def search_gram_matrix(statement: Statement, goal: Fact, point: Point) -> Found | None:
    """Return a counterexample found with inner products as unknowns, or None. Equations are often linear in them.
    Coordinates are computed afterwards."""
    vectors = sorted(n for n in statement.context.names if n.endswith("@"))
    facts = [*statement.assume.values(), goal]
    if not vectors or len(vectors) > MOST_VECTORS or any("[i]" in n for n in statement.context.names):
        return None
    if any("(" in a for _, p in facts for m in p for a, _ in m):  # sums and exponentials have no entry in the matrix
        return None
    pairs = [(i, j) for i in range(len(vectors)) for j in range(i + 1)]
    names = {name_of_product(vectors[i], vectors[j]): f"gram{i}_{j}" for i, j in pairs}
    reals = sorted(n for n in statement.context.names if not n.endswith("@"))
    renamed = {n: (r, _rename_atoms(p, names)) for n, (r, p) in statement.assume.items()}
    context = Context(frozenset([*reals, *names.values()]))
    problem = Problem(
        Statement(context, renamed, {}), [(goal[0], _rename_atoms(goal[1], names))], "counterexample", 0, 0
    )
    values = point.values()
    table = {name: values[name] for name in reals} | {
        name: sum(a * b for a, b in zip(*(values[x + "@"] for x in ends.split("@")), strict=True))
        for ends, name in names.items()
    }
    found = round_until_true(problem, [table[name] for name, _, _ in problem.keys])
    if found is None:
        return None
    exact = {name: q for (name, _, _), q in found.values.items()}
    matrix = [[exact[names[name_of_product(u, v)]] for v in vectors] for u in vectors]
    orders = islice(permutations(range(len(vectors))), MOST_ORDERS)
    coordinates = next(filter(None, (vectors_from_gram(matrix, order) for order in orders)), None)
    if coordinates is None:
        return None
    dimension = len(coordinates[0])
    keys = {(name, 0, 0): exact[name] for name in reals}
    keys |= {(v, 0, k): x for v, row in zip(vectors, coordinates, strict=True) for k, x in enumerate(row)}
    return Found(dimension, 0, keys, [])


def _rename_atoms(p: Poly, names: dict[str, str]) -> Poly:
    return {tuple(sorted((names.get(a, a), e) for a, e in m)): c for m, c in p.items()}


def vectors_from_gram(matrix: Sequence[Sequence[Fraction]], order: Sequence[int]) -> list[list[Fraction]] | None:
    """Return rational vectors with this Gram matrix, or None if 9 dimensions are too few for sums of squares."""
    parts = ldl_decompose([[matrix[i][j] for j in order] for i in order])
    if parts is None:
        return None
    columns = [[root * x for x in row] for d, row in parts for root in split_into_squares(d)]
    if len(columns) > 9:
        return None
    columns = columns or [[Fraction(0)] * len(matrix)]
    rows = {i: [column[n] for column in columns] for n, i in enumerate(order)}
    return [rows[i] for i in range(len(matrix))]



def refutation(statement: Statement, points: Sequence[Point]) -> dict[str, Any] | None:
    """Return a counterexample near one of the points at which a conclusion fails, or nearly fails, or None."""
    for point in points:
        if point.gap < (CLOSE if point.goal[0] == ">" else -CLOSE) and (found := round_point(statement, point)):
            goal = negation(point.goal)
            problem = Problem(statement, [goal], "counterexample", found.dimension, found.size)
            return counterexamples.shrink(problem, found).json(statement)
    return None

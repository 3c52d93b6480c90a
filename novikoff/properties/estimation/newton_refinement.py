"""Exact optima with long numerators: Newton's method in high precision, then the fractions near its limit.

At the optimum E − Σ λ·A = P and the Gram matrix G of u and the examples have P·G = 0. E belongs to the square size and
A to the hypotheses with a multiplier, which are equations there; for an offset b, 2b/c = Σ λ·β. If these equations have
only one solution near the numerical one, Newton's method finds it to hundreds of digits. If the solution is rational,
its fractions are recognised, and the caller checks them exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import log
from typing import Any

from ...algorithms.lazy_numpy import np
from ...proofs.kernel import Poly
from ...proofs.search import sums_of_squares
from ...proofs.search.sums_of_squares import upper_triangle
from .extremal_data import Data, data_from_gram, program, unit_facts
from .k_update_conditions import START, Problem
from .least_separator_proofs import Dual, Multiplier

BITS, FEWEST, MOST = 1500, 40, 250  # bits of the precision; fewest correct digits, and enough
STEPS, REMEMBERED = 12, 64
ACTIVE = 1e-5
SHORT, SLACK, TINY = 10**16, Fraction(1, 10**11), 1e-14  # of rounding: denominator, margin, zero


@dataclass(frozen=True)
class Refined:
    """The least square size, the certificate, and data if their Gram matrix is rational too."""

    value: Fraction
    multipliers: tuple[Multiplier, ...]
    data: Data | None = None


@dataclass(frozen=True)
class Linear:
    """A hypothesis  ⟨A, G⟩ + β·b + κ ≥ 0  (or = 0), A by pairs i ≤ j."""

    pairs: Mapping[tuple[int, int], Fraction]
    slope: Fraction
    constant: Fraction


def linear(p: Poly, names: Sequence[str]) -> Linear:
    """Return a polynomial of the kernel as a linear hypothesis."""
    pairs, slope, constant = dict[tuple[int, int], Fraction](), Fraction(0), Fraction(0)
    for m, c in p.items():
        if not m:
            constant = Fraction(c)
        elif m[0][0] == "b":
            slope += Fraction(c)
        else:
            i, j = sorted(names.index(n) for n in m[0][0].split("@"))
            pairs[i, j] = Fraction(c)
    return Linear(pairs, slope, constant)


def find_optimum(problem: Problem) -> Refined | None:
    """Return the exact optimum of a problem if it is rational and unique, else None."""
    start = solve_programs(problem)
    known = None if start is None else refine_solution(problem, start)
    if start is None or known is None:
        return None
    (point, digits), count = known, len(start.active)
    fractions = [recognise_fraction(v, digits) for v in point[:count]]
    offset = recognise_fraction(point[-1], digits) if problem.bias else Fraction(0)
    if any(v is None for v in fractions) or offset is None:
        return None
    found = certificate(problem, start, {n: v for n, v in zip(start.active, fractions, strict=True) if v is not None})
    return found and replace(found, data=data_of(problem, point[count:], digits, offset))


def round_certificate(problem: Problem) -> Refined | None:
    """Return a certificate slightly below the optimum, with short numbers. Multipliers are rounded, and the multipliers
    of the lengths ‖x‖² are increased so that the remaining form is positive definite."""
    start = solve_programs(problem)
    known = None if start is None else refine_solution(problem, start)
    if start is None or known is None:
        return None
    near = {n: nearest(v, SHORT) for n, v in zip(start.active, known[0], strict=False)}
    lengths = [n for n, f in enumerate(start.known) if len(f.pairs) == 1 and all(i == j and c < 0 for (i, j), c in
               f.pairs.items())]
    return certificate(problem, start, near | {n: near.get(n, Fraction(0)) + SLACK for n in lengths})


def certificate(problem: Problem, start: Start, multipliers: Mapping[int, Fraction]) -> Refined | None:
    """Return the certificate with these multipliers of the hypotheses if the remaining form is a sum of squares, else
    None."""
    size = len(problem.vectors)
    matrix = [[Fraction(0)] * size for _ in range(size)]
    matrix[0][0] = Fraction(1)
    least, slope = Fraction(0), Fraction(0)
    for n, value in multipliers.items():
        fact = start.known[n]
        least -= value * fact.constant
        slope += value * fact.slope
        for (i, j), c in fact.pairs.items():
            matrix[i][j] -= value * c / (1 if i == j else 2)
            matrix[j][i] = matrix[i][j]
    squares = sums_of_squares.ldl_decompose(matrix)
    if squares is None:
        return None
    found = [Multiplier(v, n) for n, v in multipliers.items()]
    found += [Multiplier(d, of=tuple((n, c) for n, c in zip(problem.vectors, row, strict=True) if c))
              for d, row in squares]
    if problem.bias:  # b²/c − slope·b is (b − offset)²/c less a number
        offset = problem.bias * slope / 2
        least -= offset**2 / problem.bias
        found.append(Multiplier(1 / problem.bias, of=(("b", Fraction(1)), ("gamma", -offset))))
    return Refined(least, tuple(found))


def close_data(problem: Problem) -> Data | None:
    """Return data that satisfy all hypotheses strictly, of nearly the least square size, in few coordinates. Returns
    None if hypotheses are equations."""
    start = solve_programs(problem)
    if start is None or any(h.relation.operator == "==" for h in problem.hypotheses):
        return None
    roomy = [replace(f, constant=f.constant - SLACK) for f in start.facts]
    known = refine_solution(problem, replace(start, facts=roomy))
    if known is None:
        return None
    size, entries = len(problem.vectors), known[0][len(start.active) :]
    gram = np.zeros((size, size))
    for (i, j), v in zip(upper_triangle(size), entries, strict=False):
        gram[i, j] = gram[j, i] = float(v.mid())
    values, vectors = np.linalg.eigh(gram)
    columns = [n for n in range(size) if values[n] > TINY]
    rows = {name: tuple(Fraction(round(float(vectors[i, n] * values[n] ** 0.5) * SHORT), SHORT) for n in columns)
            for i, name in enumerate(problem.vectors)}
    offset = nearest(entries[-1], SHORT) if problem.bias else Fraction(0)
    return Data(tuple(rows[name] for name in problem.examples), problem.labels, rows["u"], offset,
                rows.get(START, ()))


def nearest(v: Any, denominator: int) -> Fraction:
    """Return the fraction with this denominator nearest to a high-precision number."""
    exact = v.mid().fmpq()
    return Fraction(round(Fraction(int(exact.p), int(exact.q)) * denominator), denominator)


def data_of(problem: Problem, entries: Sequence[Any], digits: int, offset: Fraction) -> Data | None:
    """Return data with this Gram matrix if it is rational, else None."""
    size = len(problem.vectors)
    matrix = [[Fraction(0)] * size for _ in range(size)]
    for (i, j), v in zip(upper_triangle(size), entries, strict=False):
        if (value := recognise_fraction(v, digits)) is None:
            return None
        matrix[i][j] = matrix[j][i] = value
    parts = sums_of_squares.ldl_decompose(matrix)
    if parts is None:
        return None
    names = [f"{n}@" for n in problem.vectors]
    return data_from_gram(problem, [(dict(zip(names, row, strict=True)), d) for d, row in parts], offset)


def recognise_fraction(v: Any, digits: int) -> Fraction | None:
    """Return the simplest fraction that agrees with a number in this many digits, None if there is none."""
    exact = v.fmpq()
    near = Fraction(int(exact.p), int(exact.q))
    simple = near.limit_denominator(10 ** (digits // 2 - 4))
    return simple if abs(simple - near) < Fraction(1, 10**digits) else None


@dataclass(frozen=True)
class Start:
    """The numerical solution.

    known      the hypotheses
    active     the numbers of the active hypotheses
    facts      the active hypotheses
    values     their multipliers
    gram       the upper triangle of G
    offset     b
    """

    known: list[Linear]
    active: list[int]
    facts: list[Linear]
    values: list[float]
    gram: list[float]
    offset: float


@lru_cache(REMEMBERED)
def solve_programs(problem: Problem) -> Start | None:
    """Return the numerical solution of both programs; results are cached."""
    dual, units = Dual(problem, Fraction(0)), unit_facts(problem)
    facts = [linear(p, problem.vectors) for _, p in units[:-1]]
    found, primal = dual.numerical(), program(problem, None)
    near = sums_of_squares.solve_numerically(primal, central=False)
    if found is None or near is None:
        return None
    multipliers = dict(zip(dual.signed, found[2:], strict=False))
    active = [n for n, (relation, _) in enumerate(units[:-1]) if relation == "=" or multipliers[n] > ACTIVE]
    matrices = primal.to_matrices(near)
    gram = [matrices[0][i][j] for i, j in upper_triangle(len(problem.vectors))]
    offset = matrices[1][0][1] if problem.bias else 0.0
    return Start(facts, active, [facts[n] for n in active], [multipliers.get(n, 0.0) for n in active], gram, offset)


def refine_solution(problem: Problem, start: Start) -> tuple[list[Any], int] | None:
    """Return λ, the upper triangle of G and b by Newton's method, and the number of correct digits. If the equations
    are singular at the solution, the last steps fail, and the point before them is returned. Returns None if too few
    digits are correct."""
    from flint import arb, arb_mat, ctx

    precision, ctx.prec = ctx.prec, BITS
    point = [arb(v) for v in (*start.values, *start.gram, *([start.offset] if problem.bias else []))]
    digits = 0
    try:
        for _ in range(STEPS):
            residual, jacobian = equations(problem, start.facts, point)
            step = arb_mat(jacobian).solve(arb_mat([[r] for r in residual]), algorithm="approx")
            size = max(abs(step[n, 0].mid()) for n in range(len(point)))
            right = MOST if size == 0 else int(-float(size.log().mid()) / log(10))
            if right < digits or size > 1:
                break
            point, digits = [(v - step[n, 0]).mid() for n, v in enumerate(point)], right
            if digits >= MOST:
                break
    except (ZeroDivisionError, ValueError, OverflowError):
        pass
    finally:
        ctx.prec = precision
    return (point, digits - 2) if digits >= FEWEST else None


def equations(problem: Problem, facts: Sequence[Linear], point: Sequence[Any]) -> tuple[list[Any], list[list[Any]]]:
    """Return the values of the equations, and their derivatives by λ, G and b. The rows are: the active hypotheses, P·G
    + G·P = 0, and the equation for the offset b if there is one."""
    from flint import arb

    size, count, zero = len(problem.vectors), len(facts), arb(0)
    places = {place: count + n for n, place in enumerate(upper_triangle(size))}
    at = lambda i, j: places[min(i, j), max(i, j)]  # noqa: E731
    exact = lambda f: arb(f.numerator) / f.denominator  # noqa: E731
    halves = [{place: exact(c) / (1 if place[0] == place[1] else 2) for place, c in f.pairs.items()} for f in facts]
    full = [{**c, **{(j, i): v for (i, j), v in c.items()}} for c in halves]
    p = [[zero] * size for _ in range(size)]
    p[0][0] = arb(1)
    for n, entries in enumerate(full):
        for (i, j), c in entries.items():
            p[i][j] -= point[n] * c
    total = count + len(places) + bool(problem.bias)
    residual, jacobian = list[Any](), list[list[Any]]()
    for f in facts:
        row = [zero] * total
        for (i, j), c in f.pairs.items():
            row[at(i, j)] += exact(c)
        value = sum((row[m] * point[m] for m in places.values()), exact(f.constant))
        if problem.bias:
            row[-1] = exact(f.slope)
            value += row[-1] * point[-1]
        residual.append(value)
        jacobian.append(row)
    for i, j in upper_triangle(size):  # P·G + G·P
        row, value = [zero] * total, zero
        for m in range(size):
            for a, b in ((i, j), (j, i)):
                g = point[at(m, b)]
                value += p[a][m] * g
                row[at(m, b)] += p[a][m]
                for n, entries in enumerate(full):
                    if (a, m) in entries:
                        row[n] -= entries[a, m] * g
        residual.append(value)
        jacobian.append(row)
    if problem.bias:
        row = [zero] * total
        for n, f in enumerate(facts):
            row[n] = -exact(f.slope)
        row[-1] = 2 / exact(problem.bias)
        residual.append(sum((row[n] * point[n] for n in (*range(count), -1)), zero))
        jacobian.append(row)
    return residual, jacobian

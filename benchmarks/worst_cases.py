"""Compute worst cases of eleven rules for up to 12 updates: values, proofs, data, and the time they take.

    python benchmarks/worst_cases.py [--updates 2,3,4,8,12] [--rule TEXT] [--solver NAME] [--without-pepit]

Each value must be exact and equal to its closed form. If the closed form is no fraction, as for odd k with a bias step
R², nine digits must be known from both sides. The kernel checks the theorems again, and the data are run again. If
PEPit is installed (`pip install pepit`), the line adds its float value of the same problem, the error, and its time,
with --solver clarabel (the default, as here) or scs. All times are CPU seconds, after one run of each side for its
imports. `optimum` is our numerical value alone, `all` includes proof and data. Ends with status 1 if a value is wrong
or not shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from itertools import accumulate
from time import process_time
from typing import Any

from novikoff.algorithms.command_results import format_digits
from novikoff.algorithms.user_rules import Rule
from novikoff.proofs import kernel
from novikoff.properties.estimation.data_dependent_rules import KOZINEC, PASSIVE_AGGRESSIVE, Relaxed
from novikoff.properties.estimation.estimates import Estimate, estimate
from novikoff.properties.estimation.extremal_data import unit_facts
from novikoff.properties.estimation.k_update_conditions import Problem, problems
from novikoff.properties.estimation.least_separator_proofs import Dual
from novikoff.properties.estimation.symbolic_rules import Scheme, count_updates, perceptron_like, scheme_of_rule

QUARTER, HALF = Fraction(3, 4), Fraction(1, 2)


def forgetting(state: Any, x: Any, y: Any) -> Any:
    """Forget a quarter, and learn."""
    return state._replace(w=QUARTER * state.w + y * x)


def damped(state: Any, x: Any, y: Any) -> Any:
    """Take a shorter step for a longer example."""
    return state._replace(w=state.w + y * x / (1 + x @ x))


def backwards(state: Any, x: Any, y: Any) -> Any:
    """Update with the wrong sign."""
    return state._replace(w=state.w - y * x)


def steps_value(sizes: Sequence[Fraction]) -> Fraction:
    """Return 1 + max P²/Q, over the sums and the sums of squares of the step sizes but the last."""
    before = sizes[:-1]
    sums = zip(accumulate(before), accumulate(v * v for v in before), strict=True)
    return 1 + max((p * p / q for p, q in sums), default=Fraction(0))


def margin_value(k: int) -> Fraction:
    """Return the value of the margin perceptron with β = 1/2, for k ≥ 2."""
    return Fraction(k * (k - 1) - 1) / ((k - 1) * 2 - HALF * (2 + HALF))


def half(k: int) -> Fraction | None:
    """Return k/2 for even k; None for odd k, whose value has a root."""
    return Fraction(k, 2) if k % 2 == 0 else None


@dataclass(frozen=True)
class Case:
    """A rule for k updates: its problems, its exact run, and the closed form, or None if that is no fraction."""

    problems: Callable[[int], list[Problem]]
    made: Callable[[int], Callable[[Any, Any], int]]
    value: Callable[[int], Fraction | None]
    lemmas: Callable[[], list[Any]] = list


def plain(scheme: Callable[[int], Scheme], value: Callable[[int], Any], **options: Any) -> Case:
    """Return the case of a rule that runs on symbols."""

    def stated(k: int) -> list[Problem]:
        labels: dict[str, Any] = {"labels": ([1, -1] * k)[:k]} if options.get("alternating") else {}
        more = {name: v for name, v in options.items() if name != "alternating"}
        return problems(scheme(k), k, **labels, **more)

    def closed(k: int) -> Fraction | None:
        known = value(k)
        return None if known is None else Fraction(known)

    return Case(stated, lambda k: lambda X, y: count_updates(scheme(k), X, y), closed)


def relaxed(rule: Relaxed, value: Callable[[int], int]) -> Case:
    """Return the case of a rule whose step depends on the data."""
    one = Fraction(1)
    return Case(lambda k: [rule.problem(k, one)], lambda k: rule.made, lambda k: Fraction(value(k)),
                lambda: rule.entries(one))


def rates(k: int) -> tuple[Fraction, ...]:
    """Return 1, 1/2, 1/3, …, 1/k."""
    return tuple(Fraction(1, i) for i in range(1, k + 1))


RULES = {
    "perceptron, homogeneous": plain(lambda k: perceptron_like(), lambda k: k),
    "margin perceptron, 1/2": plain(lambda k: perceptron_like(beta=HALF), margin_value),
    "step sizes 1/i": plain(lambda k: perceptron_like(rates=rates(k)), lambda k: steps_value(rates(k))),
    "forgetting 1/4": plain(lambda k: scheme_of_rule(Rule.of(forgetting)),
                            lambda k: steps_value([(1 / QUARTER) ** i for i in range(k)])),
    "damped, equal lengths": plain(lambda k: scheme_of_rule(Rule.of(damped)), lambda k: k, equal_lengths=True),
    "backwards": plain(lambda k: scheme_of_rule(Rule.of(backwards)), lambda k: 1),
    "bias step 1, + - + -": plain(lambda k: perceptron_like(Fraction(1)), half, alternating=True),
    "bias step R², + - + -": plain(lambda k: perceptron_like("R2"), half, alternating=True),
    "bias step 1, R² = 4, + - + -": plain(lambda k: perceptron_like(Fraction(1)), lambda k: Fraction(k, 5),
                                          alternating=True, square_radius=Fraction(4)),
    "Kozinec": relaxed(KOZINEC, lambda k: k + 1),
    "passive-aggressive": relaxed(PASSIVE_AGGRESSIVE, lambda k: k),
}


def is_shown(found: Estimate, count: Callable[[Any, Any], int]) -> bool:
    """Return whether the theorems are proved and the data need as many updates as claimed, checked again."""
    book = found.book["entries"]
    proved = all(verdict == "proved" for verdict, _, _ in kernel.check_book(book).values())
    return proved and found.data is not None and count(found.data.X, found.data.y) == found.updates


def by_pepit(problem: Problem, solver: str) -> float:
    """Return PEPit's value of the same problem, with a solver that cvxpy has."""
    from PEPit import PEP, Point

    program = PEP()
    points = {name: Point() for name in problem.vectors}
    v, e = Point(), Point()  # b = ⟨v, e⟩ for a unit vector e
    program.add_constraint(e**2 == 1)

    def value(p: kernel.Poly) -> Any:
        total: Any = 0
        for m, c in p.items():
            if not m:
                total = total + float(c)
            elif m[0][0] == "b":
                total = total + float(c) * (v**2 if m[0][1] == 2 else v * e)
            else:
                a, b = m[0][0].split("@")
                total = total + float(c) * (points[a] * points[b])
        return total

    *facts, size = unit_facts(problem)
    for relation, p in facts:
        program.add_constraint(value(p) == 0 if relation == "=" else value(p) >= 0)
    program.set_performance_metric(-value(size[1]))
    return -float(program.solve(verbose=0, solver=solver))


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result and the CPU seconds."""
    start = process_time()
    return work(), process_time() - start


def measured(name: str, case: Case, k: int, solver: str) -> bool:
    """Print the line of a rule and a number of updates; return whether everything is right."""
    stated, closed = case.problems(k), case.value(k)
    _, numerical = timed(lambda: [Dual(p, Fraction(0)).numerical() for p in stated])
    found, seconds = timed(lambda: estimate(name, case.problems(k), case.made(k), case.lemmas()))
    if found.lower is None or found.upper is None:
        fits = False
    elif closed is None:
        fits = found.upper - found.lower < Fraction(1, 10**9)
    else:
        fits = found.is_exact and found.lower == closed
    good = fits and is_shown(found, case.made(k))
    line = f"{name:29} {k:2}  {format_digits(found.lower):>21}  {closed or '-'!s:>21}  "
    line += f"{'yes' if found.is_exact else 'no':>5}  "
    line += f"{'yes' if good else 'NO':>5}  {numerical:7.2f}  {seconds:5.2f}"
    if solver:
        value, theirs = timed(lambda: min(by_pepit(p, solver) for p in stated))
        line += f"   {value:9.6f} ({abs(value - float(closed or found.lower or 0)):.0e})  {theirs:5.2f}"
    print(line, flush=True)
    return good


def main() -> int:
    """Print one line for each rule and number of updates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", default="2,3,4,8,12")
    parser.add_argument("--rule", default="")
    parser.add_argument("--solver", default="clarabel")
    parser.add_argument("--without-pepit", action="store_true")
    arguments = parser.parse_args()
    beside = not arguments.without_pepit and find_spec("PEPit") is not None
    first = RULES["perceptron, homogeneous"].problems(2)
    estimate("", first, RULES["perceptron, homogeneous"].made(2))
    if beside:
        by_pepit(first[0], arguments.solver.upper())
    else:
        print("PEPit is not asked; `pip install pepit` installs it")
    print(f"{'rule':29} {'k':>2}  {'value':>21}  {'closed form':>21}  exact  shown  optimum    all"
          + "   PEPit (off by)        s" * beside)
    wrong = 0
    for name, case in RULES.items():
        if arguments.rule not in name:
            continue
        for k in map(int, arguments.updates.split(",")):
            wrong += not measured(name, case, k, arguments.solver.upper() if beside else "")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

"""The worst case of a rule for k updates: a proved lower bound, an attained value, and the gap between them.

No result relies on a solver. `lower` follows from theorems that the kernel has accepted, one for each way to label the
updates. `upper` is attained by exact data on which the rule itself was run and made k updates.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ...algorithms.command_results import INCONCLUSIVE, OK, Result, format_digits
from ...algorithms.optional_packages import import_extra
from ...proofs.statements.expressions import polynomial
from ..separable_instances import dot
from .extremal_data import Data, find_data
from .k_update_conditions import Problem
from .least_separator_proofs import Dual, Multiplier, Theorem
from .newton_refinement import Refined, close_data, find_optimum, round_certificate

GUESSES = (60, 2000, 10**5)  # largest denominators of the values to try
DIGITS, FAR = 10**10, 1e-3  # of a bracket; a refinement is at most FAR from the numerical value
NEAR = 3e-7  # a value to try is at most this far from the numerical value
MARGINS = (Fraction(1, 10**5), Fraction(1, 10**4), Fraction(1, 10**3))  # the ends of a bracket are rounded to these
Made = Callable[..., int]  # counts the updates on X and y, from a start if there is one


@dataclass(frozen=True, repr=False)
class Estimate(Result):
    """Bounds on the least square size of a separator of data with k updates, in units of γ² (of γ²/R² if R is a
    variable).

    By the theorems every data set has square size at least `lower`. The separator of `data`, on which the rule makes k
    updates, has square size `upper`. None means that nothing was shown.

    `problem` is the problem of the labels with the least value. `labels` are the labels that the caller fixed, or None.
    With `impossible`, the theorems show that no data make k updates.
    """

    rule: str
    updates: int
    problem: Problem
    patterns: int
    lower: Fraction | None = None
    theorems: tuple[Theorem, ...] = ()
    upper: Fraction | None = None
    data: Data | None = None
    impossible: bool = False
    lemmas: tuple[Any, ...] = field(default=(), repr=False)
    labels: tuple[int, ...] | None = None
    optimum: float | None = None  # the solver's least value, which proves nothing
    excluded: int = 0  # ways to label the updates that are proved to be impossible, where others are open

    @property
    def verdict(self) -> str:
        """Return "proved-bounded" if there are theorems, which hold for this number of updates only, else "unknown"."""
        return "proved-bounded" if self.theorems else "unknown"

    @property
    def is_exact(self) -> bool:
        """Return whether the proved bound is attained."""
        return self.lower is not None and self.lower == self.upper

    @property
    def gap(self) -> str:
        """Return why bound and data differ or are missing: what was tried, and how near it came; "" if nothing is open.
        """
        ways = f"{self.patterns} ways to label the updates" if self.patterns > 1 else "the labels"
        if self.is_exact or self.impossible:
            return ""
        if self.optimum is None:
            shown = f"{self.excluded} of {self.patterns}"
            return f"the solver finds no data for {ways}; the kernel accepted a proof that there are none for {shown}"
        near, far = f"{self.optimum:.7g}", f"{self.optimum + float(MARGINS[-1]):.7g}"
        if self.lower is None:
            return (f"the solver puts the least value for {ways} near {near}; the kernel accepted no certificate of "
                    f"it, nor of values down to {self.optimum - float(MARGINS[-1]):.7g}")
        if self.upper is None:
            return (f"the solver puts the least value near {near}; data with one example for each update were tried "
                    f"from {format_digits(self.lower)} to {far}, and the rule makes {self.updates} updates on none"
                    )
        return f"no data of the value {format_digits(self.lower)} itself were found; the solver puts it near {near}"

    @property
    def exit_status(self) -> int:
        """Return the exit status of `novikoff worst-case`: 3 where the proved and the attained value differ, else 0."""
        return OK if self.is_exact or self.impossible else INCONCLUSIVE

    @property
    def book(self) -> Any:
        """Return the theorems as a certificate file that `novikoff verify` checks."""
        return {"schema": 1, "entries": [*self.lemmas, *(t.entry for t in self.theorems)]}

    @property
    def multipliers(self) -> tuple[Multiplier, ...]:
        """Return the multipliers of the first theorem, which is about `problem`."""
        return self.theorems[0].multipliers if self.theorems else ()

    def in_short(self) -> str:
        if self.impossible:
            return f"{self.rule}: no data make {self.updates} updates"
        return f"{self.rule}, {self.updates} updates: {self.value}"

    @property
    def value(self) -> str:
        """Return the value, or its proved lower bound and attained upper bound, as text."""
        if self.lower is None:
            return "unknown"
        if self.is_exact:
            return str(self.lower)
        low = format_digits(self.lower)
        return f"at least {low}" if self.upper is None else f"from {low} to {format_digits(self.upper)}"


def estimate(rule: str, stated: Sequence[Problem], made: Made, lemmas: Sequence[Any] = ()) -> Estimate:
    """Return the worst case for the problems of a rule, one for each way to label the updates. `made` counts the
    updates of the rule's exact run that visits each example once. `lemmas` are entries of a certificate file that the
    problems depend on. Raises `NotInstalled` without the solver."""
    import_extra("an estimate", "solvers", "clarabel", "scipy.sparse")
    updates = stated[0].updates
    values = [(found[1], p) for p in stated if (found := Dual(p, Fraction(0)).numerical()) is not None]
    values.sort(key=lambda pair: float(f"{pair[0]:.6g}"))  # equal ones in the order of the labels
    if not values:
        return prove_impossible(rule, updates, stated, lemmas)
    best = [p for value, p in values if abs(value - values[0][0]) < NEAR * max(1.0, value)]
    order = [p for _, p in values] + [p for p in stated if all(p is not q for _, q in values)]
    for exact, c in candidates(best[0], values[0][0]):
        first = prove_bound(best[0], c, order, exact)
        if first is None or (theorems := prove_all(order, c, first)) is None:
            continue
        upper, data = find_attaining_data(best, c, values[0][0], made, theorems, exact) or (None, None)
        return Estimate(rule, updates, best[0], len(stated), c, theorems, upper, data, lemmas=tuple(lemmas),
                        optimum=values[0][0])
    return Estimate(rule, updates, best[0], len(stated), lemmas=tuple(lemmas), optimum=values[0][0])


def name_of(problem: Problem, several: bool) -> str:
    """Return the id of a theorem, where p and m stand for the labels 1 and −1."""
    pattern = "".join("p" if label > 0 else "m" for label in problem.labels)
    return f"worst-case-{problem.updates}" + f"-{pattern}" * several


def candidates(problem: Problem, value: float) -> Iterator[tuple[Refined | None, Fraction]]:
    """Yield lower bounds to try, the best first: simple fractions near the value, the exact optimum, and smaller
    values. A bound comes with its certificate, or with None if the certificate has still to be found."""
    near = Fraction(value)
    simple = dict.fromkeys(near.limit_denominator(most) for most in GUESSES)
    tried = [c for c in simple if abs(c - near) < NEAR * max(1.0, value)]
    yield from ((None, c) for c in tried if c.denominator <= GUESSES[0])
    exact = find_optimum(problem)
    if exact is not None and abs(float(exact.value) - value) < FAR:
        yield exact, exact.value
    below = round_certificate(problem)
    if below is not None and abs(float(below.value) - value) > FAR:
        below = None
    yield from ((None, c) for c in tried if c.denominator > GUESSES[0] and (below is None or c > below.value))
    if below is not None:
        yield below, Fraction(floor(below.value * DIGITS), DIGITS)
    for margin in MARGINS:
        yield None, Fraction(floor((near - margin) / margin)) * margin


def prove_bound(problem: Problem, c: Fraction, order: Sequence[Problem],
                exact: Refined | None = None) -> Theorem | None:
    """Return the theorem that the square size is at least c·γ², by the certificate `exact` if there is one."""
    dual = Dual(problem, c, name_of(problem, len(order) > 1))
    if exact is None and (theorem := dual.certify()):
        return theorem
    known = round_certificate(problem) if exact is None else exact
    return None if known is None else dual.certified_by(known.multipliers, known.value - c)


def prove_all(order: Sequence[Problem], c: Fraction, first: Theorem) -> tuple[Theorem, ...] | None:
    """Return a proof of the bound c for each way to label the updates; None if one of the proofs is not found."""
    theorems = [first]
    for problem in order[1:]:
        theorem = prove_bound(problem, c, order)
        if theorem is None:
            return None
        theorems.append(theorem)
    return tuple(theorems)


def find_attaining_data(best: Sequence[Problem], c: Fraction, value: float, made: Made, theorems: Sequence[Theorem],
                        exact: Refined | None) -> tuple[Fraction, Data] | None:
    """Return c and data of square size c, or a slightly larger size and its data, on which the rule makes k updates."""
    for problem, theorem in zip(best, theorems, strict=False):
        if (
            exact is not None
            and exact.data is not None
            and problem is best[0]
            and is_attained_by(problem, exact.data, c, made)
        ):
            return c, exact.data
        if (data := find_data(problem, c, theorem.multipliers)) is not None and is_attained_by(problem, data, c, made):
            return c, data
    for problem in best:
        if (data := close_data(problem)) is not None:
            most = Fraction(ceil(data.size(problem.bias) * DIGITS), DIGITS)
            if most - c < FAR and is_attained_by(problem, data, most, made):
                return most, data
    for margin in MARGINS:
        most = ceil((Fraction(value) + margin) / margin) * margin
        for problem in best:
            if (data := find_data(problem, most)) is not None and is_attained_by(problem, data, most, made):
                return most, data
    return None


def is_attained_by(problem: Problem, data: Data, most: Fraction, made: Made) -> bool:
    """Return whether the data satisfy all conditions of the problem and the rule makes k updates on them."""
    radius = 1 if problem.square_radius is None else problem.square_radius
    fair = data.separates() and data.square_radius <= radius and data.size(problem.bias) <= most
    limits = [h.relation.rhs for h in problem.hypotheses if h.index == 0]  # of the start
    fair = fair and all(dot(data.start, data.start) <= sum(polynomial(limit).values()) for limit in limits)  # at R = 1
    return fair and made(data.X, data.y, *([data.start] if limits else [])) == problem.updates


def prove_impossible(rule: str, updates: int, stated: Sequence[Problem], lemmas: Sequence[Any]) -> Estimate:
    """Return the estimate where the solver finds no data; it has theorems if all cases are proved to be impossible."""
    shown = [Dual(p, None, name_of(p, len(stated) > 1)).certify() for p in stated]
    theorems = tuple(t for t in shown if t is not None)
    if len(theorems) < len(stated):
        return Estimate(rule, updates, stated[0], len(stated), lemmas=tuple(lemmas), excluded=len(theorems))
    return Estimate(rule, updates, stated[0], len(stated), None, theorems, impossible=True, lemmas=tuple(lemmas))

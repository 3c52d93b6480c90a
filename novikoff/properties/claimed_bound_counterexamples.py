"""The search for examples on which a claimed bound fails, and for examples on which it is nearly attained.

Sources of examples:

* one point repeated, or in many dimensions, the point 0, and orthogonal points, on which bounds are attained;
* few points, repeated or nearly so;
* all datasets on small grids, each multiplied by `factors_of` the claim;
* data from the caller on which the rule is as slow as a theorem allows;
* random points labelled by a hyperplane, with points moved next to it, on either side;
* badly scaled points, which differ in size, or whose coordinates do;
* a local search from the best dataset, which changes a number, label, place or scale at a time and keeps changes that
  do not lower the ratio.

Thousands of runs at once (`fast_perceptron.runs_of`) and floats only choose the datasets to compare. Each of those is
run exactly, its separators are computed exactly, and every verdict and every ratio is an exact comparison.

A claim is about every separator, so several are tried (`Kind`): the separators of least ‖w‖² + b²/c' for several prices
c' of the offset, up to a price that makes it free; these separators with the offset moved; and for one class (0, y). If
all points are 0, every w separates as well as any other, and the claim may suppose w ≠ 0. Then (e₁, b) is tried for b
of many sizes (`AT_ZERO`).
"""

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain, islice, product
from typing import Any, NamedTuple

from ..algorithms import fast_perceptron, perceptron, user_rules
from ..algorithms.errors import BadInput
from ..algorithms.labelled_examples import exact_rows
from ..algorithms.lazy_numpy import np
from ..proofs.search import work
from ..proofs.statements.expressions import fold_numerals, is_numeral, leaves, value_of
from ..proofs.statements.term_values import Numbers, evaluate
from .claimed_bound_statements import GAMMA as MARGIN
from .claimed_bound_statements import WW, B, Case, ClaimedBound, quantities_in
from .multiclass_claimed_bounds import MOST_CLASSES, Several, least_separator
from .multiclass_claimed_bounds import datasets as several_datasets
from .separable_instances import dot
from .square_roots import Number, Undecided, root

Rows = list[list[Any]]
Data = tuple[Rows, list[int]]
MOST_UPDATES = 100_000  # in one run; a longer run is left out, and counted
MOST_OWN_UPDATES = 1_000  # in one run of a user's rule, which is not compiled
MOST_OF_SEVERAL = 2_000  # in one run with several classes, which is not compiled either
SCREENED_OWN_UPDATES, SCREENED_OWN = 50, 100  # estimates with a user's rule: updates of a run, datasets of a batch
SCREENED_UPDATES = 3_000  # in one run that is only estimated
FREE = Fraction(10**6)  # a price at which the offset costs next to nothing
FACTORS = tuple(map(Fraction, ("1", "1/2", "3", "1/10", "10", "1/100", "100", "1/1000", "1000")))
FARTHEST = 1000  # bias step, or its inverse, whose root is a unit of the factors
STRETCHES = (10, 1000)  # factors of some points or columns; the others stay
GRIDS = ((1, 1, 3), (1, 2, 3), (2, 1, 2), (2, 2, 1), (1, 3, 1), (2, 3, 1), (3, 2, 1), (1, 4, 1))  # (d, n, size)
SHAPES = ((1, 3, 9), (1, 4, 20), (2, 3, 5), (2, 4, 3), (2, 4, 9), (3, 4, 3), (3, 6, 2), (2, 8, 4))  # (d, n, size)
MOST_OF_A_GRID = 1_500
RANDOM_OF_EACH = 1_500
STRETCHED_OF_EACH = 200
SCALES = tuple(map(Fraction, ("1", "16", "1/16", "1000", "1/1000")))  # to try if nothing fixes the scale
MOST_ORTHOGONAL = 200  # points, in as many dimensions
SIZES = (2, 10, 100)  # repetitions, and dimensions, of a single point
REPEATED, OF_REPEATED, NEARLY = ((1, 1, 3), (1, 2, 3), (2, 2, 3), (2, 3, 3)), 3, Fraction(1, 100)
CLIMBERS = 8
MOST_CLIMBED, BITS_CLIMBED = 64, 4_000  # the largest dataset, in numbers and bits, that the local search changes
FEW = 4  # the fewest points that shrinking removes at once
FINE = 1000  # larger integers are rounded before they are reduced by 1 at a time
MOST_SHRINKING = 20_000_000  # units of work
LARGE = 100  # points; beyond, only one kind of separator is tried, since the others take long
LARGE_OWN = 256  # numbers; larger special datasets are left out for rules that are not compiled
COMPARING, OF_EACH, STEPPING, SCREENING, OWN = 2000, 25, 0.02, 100, 50  # units of work: a separator of a dataset, each
# number there, a number that a run visits, an estimate, and how much longer rules take that are not compiled
REDUCING = 5  # units of work: a number of a dataset that shrinking makes
FLOATS = Numbers(  # arrays of floats as values of terms; undefined values are nan
    float, lambda base, exponent: np.power(base, float(exponent)), abs,
    lambda *parts: reduce(np.maximum, parts), lambda *parts: reduce(np.minimum, parts),
)
REMEMBERED = 20_000  # runs and separators of datasets, which do not depend on the claim


class Kind(NamedTuple):
    """A choice of separator: the separator of least ‖w‖² + b²/price, with b moved. `price` is a Fraction, "R2" for R²,
    None for (0, y) on one class, "sum" for (Σyx, 0), or "axis" for (e₁, 0). `moved` is the number of margins by which b
    is moved; if `ratio` is given, b becomes ratio·‖w‖ instead, or ratio·‖w‖·R if `in_radii`."""

    price: Any
    moved: Fraction = Fraction(0)
    ratio: Fraction | None = None
    in_radii: bool = False


AT_ZERO = tuple(Kind("axis", ratio=s * f) for f in FACTORS for s in (1, -1))


@dataclass
class Found:
    """The results of a search.

    `datasets` were compared exactly, `screened` only estimated. `long` datasets were left out since their run makes
    more than `update_limit(claim)` updates. `large` ones were left out since the numbers of the run have more than
    `own.MOST_BITS` bits. In both cases the updates so far do not break the claim.

    `seeds` holds all cases. `largest` is the case with the largest ratio, and among equals the most updates. `broken`
    is a case that breaks the claim, shrunk. `largest` and `broken` are None if there is no such case.
    """

    claim: ClaimedBound
    datasets: int = 0
    screened: int = 0
    long: int = 0
    large: int = 0
    largest: Case | None = None
    broken: Case | None = None
    seeds: list[Case] = field(default_factory=list)

    def look(self, X: Sequence[Sequence[Any]], y: Sequence[int], kinds: Sequence[Kind] | None = None) -> Case | None:
        """Compare the claim on one dataset, and record the largest ratio and the first failure."""
        try:
            case = check_dataset(self.claim, X, y, kinds)
        except TooLong as problem:
            self.long += not problem.large
            self.large += problem.large
            return None
        if case is None:
            return None
        self.datasets += 1
        self.seeds.append(case)
        if case.ratio is not None and (self.largest is None or _exceeds(case, self.largest)):
            self.largest = case
        if not case.holds and self.broken is None:
            self.broken = case
        return case


class TooLong(Exception):
    """A run that was stopped after this many updates, because they suffice or because its numbers became large."""

    def __init__(self, updates: int, large: bool = False) -> None:
        super().__init__(updates, large)
        self.updates = updates
        self.large = large


def update_limit(claim: ClaimedBound) -> int:
    """Return the largest number of updates for which a run is compared."""
    return MOST_OF_SEVERAL if claim.several else MOST_UPDATES if claim.rule is None else MOST_OWN_UPDATES


def iterate_search(found: Found, *, seed: int, datasets: int, also: Iterable[Data] = (),
                   enough: int | None = None) -> Iterator[int]:
    """Compare `found.claim` on about `datasets` datasets, and on the datasets of `also`, which come before random
    datasets. Yield the number of datasets compared after each, and again after shrinking.

    The first dataset that breaks the claim ends the search, and is shrunk. Use `enough` for a claim that is known to
    hold: then the datasets of `also` come first, and random datasets only until one meets the hypotheses. At most
    `enough` of the other datasets are compared, and the small ones only if the largest ratio is below 1.

    >>> from .claimed_bound_statements import claim
    >>> found = Found(claim("k <= R**2*(w@w)/gamma**2"))
    >>> compared = [*iterate_search(found, seed=0, datasets=50)]
    >>> found.broken.X, found.broken.y, found.broken.k, str(found.broken.right)
    (((0,),), (1,), 1, '0')
    """
    chance, rng = random.Random(seed), np.random.default_rng(seed)
    small, special, looked = _small_ones(found, seed), _special_ones(found, seed), 0
    given = ((X, y, None) for X, y in also)

    def unless_attained() -> Iterator[tuple[Any, Any, Any]]:
        if found.largest is None or found.largest.ratio != 1:
            yield from small

    def others() -> Iterator[tuple[Any, Any, Any]]:
        rest = max(0, datasets - looked) if enough is None else datasets
        yield from given  # the remaining ones
        if enough is not None:  # no more than one that meets the hypotheses, and the first batch takes long
            rest *= not found.datasets
        for data in islice(_random(found, seed, chance, rng), rest):
            yield data
            if enough is not None and found.datasets:
                return

    first: Iterator[tuple[Any, Any, Any]] = islice(chain(special, small), datasets)
    if enough is not None:
        first = chain(given, islice(chain(special, unless_attained()), min(enough, datasets)))
    for X, y, kinds in chain(first, others()):
        if work.is_over():
            return
        looked += 1
        found.look(X, y, kinds)
        yield looked
        if found.broken is not None:
            found.broken = shrink(found.claim, found.broken, kinds if len(X) > LARGE else None)
            yield looked
            return


# ----------------------------------------------------------------------------------- one dataset, exactly


def check_dataset(claim: ClaimedBound, X: Sequence[Sequence[Any]], y: Sequence[int],
                  kinds: Sequence[Kind] | None = None) -> Case | None:
    """Return the first case that breaks the claim on a dataset, or else the case with the largest ratio; None if the
    claim does not apply. Separators of these kinds are tried; None means all kinds. A run that is too long is compared
    at its last known number of updates; `TooLong` is raised if the claim is not broken there."""
    points, signs = tuple(map(tuple, exact_rows(X))), tuple(y)
    scales = (*SCALES, *claim.boundaries) if claim.moves else SCALES[:1]
    worst, made, numbers = None, None, len(points) * len(points[0])
    for separator in separators_of(claim, points, signs, kinds):
        classes = len(set(signs)) if claim.several else 1  # this factor more vectors, each longer by this factor
        work.spend(COMPARING + OF_EACH * numbers * classes**2)  # as much where the separator and the run are remembered
        if made is None:
            made = k, cut = _count_updates(claim, points, signs)
            known = claim.measure_run(points, signs, k)
        for case in claim.at_scales(points, signs, *separator, k, known, scales):
            if case is not None and not case.holds:
                return replace(case, more=bool(cut))
            if case is not None and (worst is None or case.steepness > worst.steepness):
                worst = case
    if made and made[1]:
        raise made[1]
    return worst


def _count_updates(claim: ClaimedBound, X: Any, y: Any) -> tuple[int | None, TooLong | None]:
    """Return the updates of the run, and `TooLong` if it continues. Raises `TooLong` if a longer run cannot decide the
    claim."""
    try:
        made, cut = updates_of(X, y, claim.bias_step, claim.tie, claim.rule or claim.several), None
    except TooLong as problem:
        made, cut = problem.updates, problem
    _spend_run(claim, X, made)
    if cut and not claim.grows:
        raise cut
    return made, cut


def _spend_run(claim: ClaimedBound, X: Any, updates: int | None) -> None:
    """Count the work of a run with `updates` updates; None is a run that repeats a pass."""
    numbers, factor = len(X) * len(X[0]), OWN if claim.rule or claim.several else 1
    work.spend(((updates or 0) + 1) * numbers * STEPPING * factor)


def separators_of(claim: ClaimedBound, X: Any, y: Any,
                  kinds: Sequence[Kind] | None = None) -> Iterator[tuple[Any, Any]]:
    """Yield the separators of a dataset at which a claim is tried, of these kinds or of all."""
    if claim.several:
        yield from claim.several.separators(X, y, claim.several.prices(claim.bias_step))
        return
    quick = (Kind("sum"),) if len(X) > LARGE else ()
    zero = () if any(map(any, X)) or not claim.bias_step else AT_ZERO
    for kind in kinds or (*quick, *kinds_of(claim), *zero):
        if (separator := _separator(kind, X, y)) is not None:
            yield separator


@lru_cache(REMEMBERED)
def updates_of(X: Any, y: Any, bias_step: Any, tie: str, rule: user_rules.Rule | Several | None = None) -> int | None:
    """Return the number of updates of the run on separable examples; None if it never ends. Raises `TooLong`. The rule
    is the perceptron, a user's rule, or an algorithm of several classes. Every run of the last kind ends: if the
    examples have a separator and two classes, one of the examples is not 0.

    >>> updates_of(((0,),), (1,), "R2", "mistake"), updates_of(((0,),), (1,), "R2", "negative")
    (None, None)
    >>> updates_of(((0,),), (1,), "R2", "positive"), updates_of(((0,),), (1,), 1, "mistake")
    (0, 1)
    """
    if isinstance(rule, user_rules.Rule):
        try:
            return user_rules.count_updates(X, y, rule, tie, MOST_OWN_UPDATES)
        except user_rules.Unfinished as problem:
            raise TooLong(problem.updates, problem.large) from None
    if rule is not None:
        made = rule.updates(X, y, bias_step, tie, MOST_OF_SEVERAL)
        if made is None:
            raise TooLong(MOST_OF_SEVERAL + 1)
        return made
    still = bias_step == "R2" and not any(map(any, X))  # an update changes nothing, so the next pass is like the first
    run = fast_perceptron.run(X, y, bias_step=bias_step, tie=tie, max_updates=len(X) if still else MOST_UPDATES)
    if not (run.separated or still):
        raise TooLong(MOST_UPDATES + 1)
    return run.updates if run.separated else None


@lru_cache(REMEMBERED)
def _separator(kind: Kind, X: Any, y: Any) -> tuple[Any, Any] | None:
    """Return the separator (w, b) of this kind with margin 1; None if there is none."""
    if kind.price is None:
        return (tuple([Fraction(0)] * len(X[0])), Fraction(y[0])) if len(set(y)) == 1 else None
    w, b = [Fraction(int(j == 0)) for j in range(len(X[0]))], Fraction(0)
    if kind.price == "sum":
        w = [sum(s * v for v, s in zip(column, y, strict=True)) for column in zip(*X, strict=True)]
    elif kind.price != "axis":
        signed = tuple((*(s * v for v in x), s) for x, s in zip(X, y, strict=True))
        u = least_separator(signed, 1, max(dot(x, x) for x in X) if kind.price == "R2" else kind.price)
        if u is None or kind == Kind(kind.price):
            return None if u is None else (u[:-1], u[-1])
        w, b = [*u[:-1]], u[-1]
    unit = max(map(_length, X)) if kind.in_radii else Fraction(1)
    b = b + kind.moved if kind.ratio is None else kind.ratio * _length(w) * unit
    gamma = min(s * (dot(w, x) + b) for x, s in zip(X, y, strict=True))
    return (tuple(v / gamma for v in w), b / gamma) if gamma > 0 else None


def _length(w: Any) -> Fraction:
    """Return ‖w‖, or a rational near it."""
    length: Number = root(dot(w, w))
    return length if isinstance(length, Fraction) else Fraction(float(length)).limit_denominator(10**6)


def kinds_of(claim: ClaimedBound) -> tuple[Kind, ...]:
    """Return the kinds of separators that are tried for a claim; without bias, b = 0."""
    if not claim.bias_step:
        return (Kind(Fraction(0)),)
    prices = dict.fromkeys((claim.bias_step, Fraction(0), FREE, Fraction(1), "R2"))
    moved = [Kind(claim.bias_step, moved=Fraction(m, 10)) for m in (-9, 9)]
    ratios = [Kind(FREE, ratio=s * q) for q in constants_of(claim) for s in (1, -1)]
    if any({B, "R"} <= quantities_in(r.lhs, r.rhs) for r in claim.hypotheses):
        sizes = dict.fromkeys(size for q in (Fraction(1), *constants_of(claim)) for size in (q, 1 / q))
        ratios += [Kind(FREE, ratio=s * q, in_radii=True) for q in sizes for s in (1, -1)]
    return (*map(Kind, prices), Kind(None), *moved, *ratios)


def constants_of(claim: ClaimedBound) -> list[Fraction]:
    """Return up to three positive numbers in the hypotheses, because the hypotheses may require these sizes."""
    terms = [side.term for r in claim.hypotheses for side in (r.lhs, r.rhs)]
    numbers = {abs(Fraction(leaf)) for term in terms for leaf in leaves(fold_numerals(term)) if is_numeral(leaf)}
    return sorted(numbers - {0})[:3]


def factors_of(claim: ClaimedBound) -> tuple[Fraction, ...]:
    """Return the factors of small and random datasets: `FACTORS`, in units of ρ for the bias step ρ² unless ρ is 0 or
    far from 1, and numbers in the hypotheses. Runs with the bias step 1 on X and ρ² on ρX make the same mistakes."""
    c = claim.bias_step
    is_near = c not in ("R2", 0) and 1 <= c * FARTHEST <= FARTHEST**2 and claim.rule is None
    rho = root(c) if is_near else Fraction(1)
    if not isinstance(rho, Fraction):  # a fraction that is a little larger, as examples of length ρ or more are slow
        rho = Fraction(f"{float(rho) * 1.01:.3g}")
    return (*dict.fromkeys(rho * factor for factor in FACTORS), *constants_of(claim))


def _exceeds(case: Case, other: Case) -> bool:
    if case.ratio is None or other.ratio is None:
        return other.ratio is None
    try:
        return case.ratio > other.ratio or (case.ratio == other.ratio and (case.k or 0) > (other.k or 0))
    except Undecided:
        return case.steepness > other.steepness


def shrink(claim: ClaimedBound, case: Case, kinds: Sequence[Kind] | None = None) -> Case:
    """Return a minimal case that breaks the claim: without one of its points, or with a smaller number, it breaks the
    claim no longer. Separators of these kinds are tried; None means all kinds. Beyond `MOST_SHRINKING` the smallest
    case so far is returned."""
    with work.in_turn(MOST_SHRINKING):
        while True:
            for points, signs in _smaller([list(x) for x in case.X], list(case.y)):
                work.spend(REDUCING * len(points) * len(points[0]))
                try:
                    smaller = _digits(points) < _digits(case.X) and _can_break(claim, points, signs)
                    found = check_dataset(claim, points, signs, kinds) if smaller else None
                except TooLong:
                    continue
                if found is not None and not found.holds:
                    case = found
                    break
            else:
                break
    return case


def _can_break(claim: ClaimedBound, X: Rows, y: list[int]) -> bool:
    """Return False if a run makes too few updates to break a claim that k is at most a number. Such a run is much
    cheaper than the separators of the examples."""
    most = value_of(claim.right) if claim.grows else None
    if most is None or not 0 <= most < SCREENED_UPDATES:
        return True
    if claim.rule:
        updates, _ = _count_updates(claim, tuple(map(tuple, exact_rows(X))), tuple(y))
        return updates is None or updates > most
    enough = math.floor(most) + 1
    _spend_run(claim, X, enough)
    if claim.several:
        return len(set(y)) > 1 and claim.several.updates(X, y, claim.bias_step, claim.tie, enough - 1) is None
    run = fast_perceptron.run(X, y, bias_step=claim.bias_step, tie=claim.tie, max_updates=enough)
    return run.updates > most or not run.separated


def require_same_run(case: Case) -> None:
    """Repeat the run of a case. Raises `BadInput` if its number of updates differs, as for a rule that changes between
    runs."""
    stated = case.claim
    try:
        again = updates_of.__wrapped__(case.X, case.y, stated.bias_step, stated.tie, stated.rule or stated.several)
    except TooLong as problem:
        again = problem.updates  # a lower bound
    if again != case.k:
        raise BadInput(f"{stated.rule and stated.rule.name} makes {case.k} updates on {[*map(list, case.X)]!s:.80} and "
                       "another run the next time: it keeps state between runs")


def _digits(X: Sequence[Sequence[Any]]) -> int:
    """Return a size that every accepted step of `_smaller` reduces."""
    numbers = [Fraction(v) for x in X for v in x]
    return sum(abs(v.numerator) + v.denominator for v in numbers)


def _smaller(X: Rows, y: list[int]) -> Iterator[Data]:
    """Yield smaller datasets: first without a half, a quarter and so on of many points and without columns of zeros."""
    part = len(X) // 2
    while part >= FEW:
        for start in range(0, len(X), part):
            rest = X[:start] + X[start + part :]
            used = [j for j, column in enumerate(zip(*rest, strict=True)) if any(column)] or [0]
            yield [[x[j] for j in used] for x in rest], y[:start] + y[start + part :]
        part //= 2
    for i in range(len(X) if len(X) > 1 else 0):
        yield X[:i] + X[i + 1 :], y[:i] + y[i + 1 :]
    for j in range(len(X[0]) if len(X[0]) > 1 else 0):
        yield [x[:j] + x[j + 1 :] for x in X], y
    common = math.lcm(*(Fraction(v).denominator for x in X for v in x))
    most = max(abs(int(v * common)) for x in X for v in x)
    if most > FINE:  # smaller numbers are reduced by 1, one after the other
        for places in range(3):
            unit = Fraction(10) ** (len(str(most)) - len(str(common)) - places)
            yield [[round(v / unit) * unit for v in x] for x in X], y
    for factor in dict.fromkeys((common, Fraction(common, 10), Fraction(1, 10), Fraction(1, 2))):
        yield [[v * factor for v in x] for x in X], y
    for i, x in enumerate(X):
        for j, value in enumerate(x):
            for less in dict.fromkeys((0, int(value / 2), value - (value > 0) + (value < 0))):
                if abs(less) < abs(value):
                    yield [*X[:i], [*x[:j], less, *x[j + 1 :]], *X[i + 1 :]], y


# ------------------------------------------------------------------------------------- where they come from


class _Looked(NamedTuple):
    """m datasets of one shape, X·factor with the labels y, with estimates of their updates and separators."""

    X: Any  # whole numbers, shape (m, n, d)
    y: Any  # (m, n)
    index: Any  # (m,): the number of the factor
    k: Any  # (m,): updates; inf if the run never ends
    radius2: Any  # (m,)
    ww: Any  # (kinds, m): ‖w‖² where the margin is 1; nan where there is no separator
    b: Any  # (kinds, m)


def _small_ones(found: Found, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield small datasets with the kinds of separators to try."""
    claim = found.claim
    if not claim.several:
        kinds, factors = kinds_of(claim), factors_of(claim)
        small = _screen_grids(claim.bias_step, claim.tie, kinds, factors, seed, claim.rule)
        yield from _worst_datasets(found, small, factors, 24)


def _special_ones(found: Found, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield special datasets with the kinds of separators to try, and examples that are repeated."""
    claim = found.claim
    if not claim.several:
        compiled = claim.rule is None
        yield from (data for data in _special_data(claim) if compiled or len(data[0]) * len(data[0][0]) <= LARGE_OWN)
        yield from ((X, y, None) for X, y in _repeated_points(seed))


def _random(found: Found, seed: int, chance: random.Random, rng: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield random datasets with the kinds of separators to try; their results steer the local search."""
    claim = found.claim
    if claim.several:
        for number, (X, y) in enumerate(several_datasets(claim.several, seed, constants_of(claim)), 1):
            yield X, y, None
            if number % 80 == 0:
                yield from islice(_climb(found, chance), 3 * CLIMBERS)
    else:
        runs, kinds, factors = (claim.bias_step, claim.tie), kinds_of(claim), factors_of(claim)
        for shape in SHAPES:
            plain = near_hyperplanes(*shape, RANDOM_OF_EACH, rng)
            uneven = stretch(*near_hyperplanes(*shape, STRETCHED_OF_EACH, rng), rng)
            for batch in (plain, uneven):
                index = np.where(rng.random(len(batch[0])) < 0.4, 0, rng.integers(0, len(factors), len(batch[0])))
                looked = _screen(*runs, kinds, *batch, factors, index, claim.rule)
                yield from _worst_datasets(found, [looked], factors, 12)
            yield from islice(_climb(found, chance), 3 * CLIMBERS)
    while _best_of(found):
        yield from islice(_climb(found, chance), 20 * CLIMBERS)


def _repeated_points(seed: int) -> Iterator[Data]:
    """Yield few points, each repeated, or followed by points that are nearly the same."""
    chance, rng = random.Random(seed), np.random.default_rng(seed)
    for d, n, size in REPEATED:
        X, y = near_hyperplanes(d, n, size, OF_REPEATED, rng)
        for points, labels in zip(X.tolist(), y.tolist(), strict=True):
            moved: Rows = [[v + chance.choice((-1, 0, 1)) * NEARLY for v in x] for x in points]
            times = [chance.choice((1, 2, 7)) for _ in points]
            yield ([list(x) for x, t in zip(points, times, strict=True) for _ in range(t)],
                   [label for label, t in zip(labels, times, strict=True) for _ in range(t)])
            yield ([each for pair in zip(points, moved, strict=True) for each in pair],
                   [label for label in labels for _ in range(2)])


def _special_data(claim: ClaimedBound) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the point 0; one point, repeated or in many dimensions; and orthogonal points. If the claim is that k is at
    most a number, there is one orthogonal point more than this number."""
    for (n, d), label in product(((1, 1), (2, 2), (1, 10), (10, 1)), (1, -1)):
        yield [[0] * d] * n, [label] * n, None
    for size, label in product(SIZES, (1, -1)):
        yield [[1]] * size, [label] * size, None
        yield [[1] + [0] * (size - 1)], [label], None
    shapes: list[tuple[int, Fraction | int]] = [(4, 1), (16, 1), (144, 1), (144, 1000)]
    most = value_of(claim.right)
    if claim.grows and most and most.denominator == 1 and 0 < most <= MOST_ORTHOGONAL:
        shapes += [(int(most) + 1, length) for length in constants_of(claim)]
    for size, length in shapes:
        X = [[length * (i == j) for j in range(size)] for i in range(size)]
        yield X, [(-1) ** i for i in range(size)], None if size < LARGE else (Kind("sum"),)


@lru_cache(8)
def _screen_grids(bias_step: Any, tie: str, kinds: Any, factors: Any, seed: int, rule: Any) -> list[_Looked]:
    """Return estimates for the grids: with every factor for datasets of at most two numbers, else with some factor."""
    chance, rng, found = random.Random(seed), np.random.default_rng(seed), list[_Looked]()
    for d, n, size in GRIDS:
        X, y = grid(d, n, size, chance)
        every = len(factors) if d * n <= 2 else 1
        index = np.tile(np.arange(every), len(X)) if every > 1 else rng.integers(0, len(factors), len(X))
        X, y = np.repeat(X, every, axis=0), np.repeat(y, every, axis=0)
        found.append(_screen(bias_step, tie, kinds, X, y, factors, index, rule))
    return found


def grid(d: int, n: int, size: int, chance: random.Random) -> tuple[Any, Any]:
    """Return datasets of n points with coordinates within ±size and all labels: all of them, or a sample if they are
    many.

    >>> grid(1, 1, 1, random.Random(0))[0].shape
    (6, 1, 1)
    """
    signed = [(*x, label) for x in product(range(-size, size + 1), repeat=d) for label in (-1, 1)]
    if len(signed) ** n <= MOST_OF_A_GRID:
        rows = np.array(list(product(signed, repeat=n)))
    else:
        rows = np.array([chance.choices(signed, k=n) for _ in range(MOST_OF_A_GRID)])
    return np.ascontiguousarray(rows[:, :, :d]), np.ascontiguousarray(rows[:, :, d])


def near_hyperplanes(d: int, n: int, size: int, count: int, rng: Any) -> tuple[Any, Any]:
    """Return random datasets with coordinates near ±size, labelled by hyperplanes, with half of the points next to
    them."""
    X = rng.integers(-size, size + 1, (count, n, d))
    w, b = rng.integers(-size, size + 1, (count, d)), rng.integers(-size, size + 1, (count, 1))
    w[:, 0] += ~w.any(axis=1)  # no w is 0
    axis = abs(w).argmax(axis=1)
    heaviest = np.take_along_axis(w, axis[:, None], 1)
    score = np.einsum("mnd,md->mn", X, w) + b
    steps = np.where(rng.random((count, n)) < 0.5, score // heaviest + rng.integers(0, 2, (count, n)), 0)
    X[np.arange(count), :, axis] -= steps
    return X, np.where(2 * (score - steps * heaviest) + 1 > 0, 1, -1)


def stretch(X: Any, y: Any, rng: Any) -> tuple[Any, Any]:
    """Return the datasets with each coordinate multiplied by 1, 10 or 1000, or with each point multiplied. Multiplied
    points may have no separator.

    >>> X, y = stretch(*near_hyperplanes(2, 3, 5, 4, np.random.default_rng(0)), np.random.default_rng(1))
    >>> X.shape, y.shape
    ((4, 3, 2), (4, 3))
    """
    m, n, d = X.shape
    sizes = np.array((1, 1, *STRETCHES))
    by_points = rng.random((m, 1, 1)) < 0.5
    return X * rng.choice(sizes, (m, n, 1)) ** by_points * rng.choice(sizes, (m, 1, d)) ** ~by_points, y


# ------------------------------------------------------------------------------------- many, by estimates


def _worst_datasets(found: Found, looked: Sequence[_Looked], factors: Sequence[Fraction],
                    most: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the datasets with the worst estimates, over all and in each batch, the datasets with the most updates, and
    a few others."""
    claim, rows = found.claim, list[tuple[float, int, Fraction, Any, Any, Kind]]()
    kinds = kinds_of(claim)
    for at in looked:
        ratio, which = _estimates(claim, at)
        found.screened += len(at.X)
        work.spend(SCREENING * len(at.X) * (OWN if claim.rule else 1))
        for i in _pick_indices(ratio, at.k, most):
            rows.append((round(float(ratio[i]), 9), len(rows), factors[at.index[i]], at.X[i], at.y[i], kinds[which[i]]))
    first = sorted(rows, key=lambda row: (-row[0], row[1]))[:most]
    others = [row for start in range(max(1, most // 16)) for row in rows[start::most]] if len(looked) > 1 else rows
    for _, _, factor, points, labels, kind in {row[1]: row for row in [*first, *others]}.values():
        tried = dict.fromkeys((kinds[0], kind))
        yield [[int(v) * factor for v in x] for x in points], labels.tolist(), tuple(tried)


def _pick_indices(ratio: Any, k: Any, most: int) -> list[int]:
    """Return the indices of the largest ratios, of the most updates, and of some others."""
    met = np.flatnonzero(ratio > -np.inf)
    if not len(met):
        return []
    order = met[np.argsort(-ratio[met].round(9), kind="stable")]
    busy = met[np.argsort(-k[met], kind="stable")]
    spread = met[np.linspace(0, len(met) - 1, most // 4 + 1).astype(int)]
    return list(dict.fromkeys([*order[:most], *busy[: most // 4], *spread]))


def _screen(bias_step: Any, tie: str, kinds: Sequence[Kind], X: Any, y: Any, factors: Sequence[Fraction], index: Any,
            rule: user_rules.Rule | None = None) -> _Looked:
    """Return the estimates for the datasets X·factor; for a user's rule only for some of them."""
    if rule is not None:
        some = slice(None, None, -(-len(X) // SCREENED_OWN))
        X, y, index = X[some], y[some], index[some]
    sizes = np.array([float(f) for f in factors])[index]
    Z = y[:, :, None] * X * sizes[:, None, None]
    radius2 = np.einsum("mnd,mnd->mn", Z, Z).max(axis=1)
    one_class = abs(y.sum(axis=1)) == y.shape[1]
    best: dict[Any, tuple[Any, Any]] = {}
    rows = []
    for kind in kinds:
        if kind.price is None:
            w, b = np.zeros((len(X), X.shape[2])), np.where(one_class, y[:, 0], np.nan)
        else:
            if kind.price not in best:
                best[kind.price] = _nearest(Z, y, radius2, kind.price)
            w, b = best[kind.price]
        scores = np.einsum("mnd,md->mn", Z, w)
        if kind.ratio is not None:
            b = float(kind.ratio) * np.sqrt((w * w).sum(axis=1) * (radius2 if kind.in_radii else 1))
        elif kind.moved:
            b = b + float(kind.moved) * (scores + y * b[:, None]).min(axis=1)
        gamma = (scores + y * b[:, None]).min(axis=1)
        size = np.sqrt((w * w).sum(axis=1) * radius2) + abs(b)
        gamma = np.where(gamma > 1e-9 * size, gamma, np.nan)
        ww = (w * w).sum(axis=1) / gamma**2
        rows.append((np.where(ww * radius2 < 1e-20, 0, ww), b / gamma))  # rounding may turn 0 into a tiny number
    if rule is None:
        k = _counts(bias_step, tie, X, y, factors, index)
    else:
        points = X * sizes[:, None, None]
        each = (
            user_rules.estimate_updates(x, s, rule, tie, SCREENED_OWN_UPDATES) for x, s in zip(points, y, strict=True)
        )
        k = np.array(list(each), float)
    return _Looked(X, y, index, k, radius2, np.array([ww for ww, _ in rows]), np.array([b for _, b in rows]))


def _nearest(Z: Any, y: Any, radius2: Any, price: Any) -> tuple[Any, Any]:
    """Return w and b near the separator of least ‖w‖² + b²/price. The weights of a convex combination move from the
    highest point of the hull to the lowest."""
    m, n, d = Z.shape
    c = radius2 if price == "R2" else np.minimum(float(price), 100 * radius2 + (radius2 == 0))
    points = np.concatenate([Z, y[:, :, None] * np.sqrt(c)[:, None, None]], axis=2)
    weights, rows = np.full((m, n), 1.0 / n), np.arange(m)
    for _ in range(12 * (n - 1)):
        products = np.einsum("mnd,md->mn", points, np.einsum("mn,mnd->md", weights, points))
        low, high = products.argmin(axis=1), np.where(weights > 0, products, -np.inf).argmax(axis=1)
        gap = products[rows, high] - products[rows, low]
        span = ((points[rows, high] - points[rows, low]) ** 2).sum(axis=1)
        move = np.minimum(weights[rows, high], gap / np.where(span > 0, span, np.inf))
        weights[rows, high] -= move
        weights[rows, low] += move
    v = np.einsum("mn,mnd->md", weights, points)
    return v[:, :d], np.sqrt(c) * v[:, d]


def _counts(bias_step: Any, tie: str, X: Any, y: Any, factors: Sequence[Fraction], index: Any) -> Any:
    """Return the numbers of updates of the runs on X·factor, as floats. A run over the limit counts as if it ended at
    the limit. With bias step R², or 0, the factor changes no mistake. Otherwise the run on X·f with c is the run on X·m
    with c·m²/f² for every m. If no m makes whole numbers that are small enough, the bias step is rounded."""
    k = np.zeros(len(X))
    if bias_step in ("R2", 0):
        steps = np.einsum("mnd,mnd->mn", X, X).max(axis=1) * (bias_step == "R2")
        scaled = [(steps == step, 1, int(step)) for step in np.unique(steps)]
    else:
        c, numbers = Fraction(bias_step), np.unique(index)
        longest = X.shape[2] * int(abs(X).max()) ** 2
        scaled = [(index == i, *_scale_to_integers(longest, c / factors[i] ** 2, factors[i].numerator * c.denominator))
                  for i in numbers]
    for here, factor, step in scaled:
        run = fast_perceptron.runs_of(X[here] * factor, y[here], bias_step=step, tie=tie, max_updates=SCREENED_UPDATES)
        k[here] = run.updates
    if bias_step == "R2":
        ties: Any = np.isin(y, perceptron.TIES[tie]).any(axis=1)
        k[steps == 0] = np.where(ties[steps == 0], np.inf, 0)
    return k


def _scale_to_integers(longest: int, c: Fraction, m: int) -> tuple[int, int]:
    """Return m and c·m², or a smaller m with c·m² rounded, if 64-bit integers might overflow in a run on points whose
    square length is at most m² times `longest`."""
    most = math.isqrt(fast_perceptron.INT64**2 // SCREENED_UPDATES) // 2
    if (longest + c) * m * m > most:
        m = max(1, math.isqrt(most // (longest + math.ceil(c))))
    return m, min(round(c * m * m), most)


def _estimates(claim: ClaimedBound, looks: _Looked) -> tuple[Any, Any]:
    """Return the largest ratio of each dataset as a float, −inf where the claim says nothing, and the kind that gives
    it."""
    c = looks.radius2 if claim.bias_step == "R2" else float(claim.bias_step)
    values = {"k": looks.k, "n": float(looks.X.shape[1]), "d": float(looks.X.shape[2]), "R": np.sqrt(looks.radius2),
              "D": np.sqrt(looks.radius2 + c)}
    with np.errstate(all="ignore"):
        separator = {WW: looks.ww, B: looks.b, MARGIN: np.ones_like(looks.b)}
        fixed = map(float, SCALES if claim.moves else SCALES[:1] if claim.scaling is None else ())
        scales = [np.full_like(looks.b, scale) for scale in fixed]
        for low, first, high, second in claim.boundaries if claim.scaling is None else (claim.scaling_terms,):
            size = -evaluate(first.term, values | separator, FLOATS) / evaluate(second.term, values | separator, FLOATS)
            scales.append(np.broadcast_to(np.where(size > 0, size, np.nan) ** float(1 / (high - low)), looks.b.shape))
        sizes = np.stack(scales)
        values |= {WW: looks.ww * sizes**2, B: looks.b * sizes, MARGIN: sizes * separator[MARGIN]}
        left, right = (evaluate(side.term, values, FLOATS) + 0 * values[B] for side in (claim.left, claim.right))
        ratio = np.where(right > 0, left / right, np.where(left <= right, -1.0, np.inf))
        ratio = np.where(np.isinf(looks.k), np.inf, ratio)
        said: Any = np.isfinite(values[B]) & np.isfinite(right)
        for r in claim.hypotheses:
            a, b = (evaluate(side.term, values, FLOATS) for side in (r.lhs, r.rhs))
            near = 1e-9 * (abs(a) + abs(b)) + 1e-12
            said &= {"<=": a <= b + near, "<": a < b, ">=": a >= b - near, ">": a > b,
                     "==": abs(a - b) <= near, "!=": a == a}[r.operator]
    worst: Any = np.where(said, ratio, -np.inf).reshape(-1, *looks.b.shape).max(axis=0)
    return worst.max(axis=0), worst.argmax(axis=0)


# --------------------------------------------------------------------------------------- the local search


def _climb(found: Found, chance: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """Yield neighbours of the best cases seen; `found` compares each before the next is drawn."""
    front = _best_of(found)
    while front:
        for place, case in enumerate(front):
            before = len(found.seeds)
            yield *_neighbour(case, chance), None
            new = found.seeds[before:]
            if new and new[-1].steepness >= case.steepness and _is_small(new[-1]):
                front[place] = new[-1]


def _best_of(found: Found) -> list[Case]:
    """Return the steepest cases, each once, if they are small enough to compare thousands of neighbours."""
    cases = sorted(filter(_is_small, found.seeds), key=lambda case: case.steepness)
    return list({(case.X, case.y): case for case in cases}.values())[-CLIMBERS:]


def _is_small(case: Case) -> bool:
    numbers = [Fraction(v) for x in case.X for v in x]
    bits = sum(v.numerator.bit_length() + v.denominator.bit_length() for v in numbers)
    return len(numbers) <= MOST_CLIMBED and bits <= BITS_CLIMBED


def _neighbour(case: Case, chance: random.Random) -> Data:
    """Return the dataset of a case with one or two changes."""
    X, y = [list(x) for x in case.X], list(case.y)
    labels = range(1, MOST_CLASSES + 1) if case.claim.several else (-1, 1)
    for _ in range(chance.choice((1, 1, 2))):
        chance.choice((_step, _step, _step, _swap, _turn, _drop, _add, _resize))(X, y, labels, chance)
    return X, y


def _unit(X: Rows) -> Fraction:
    """Return the largest number that divides all coordinates; 1 if all are 0."""
    numbers = [Fraction(v) for x in X for v in x if v]
    common = math.lcm(*(v.denominator for v in numbers))
    return Fraction(math.gcd(*(int(v * common) for v in numbers)) or 1, common)


def _step(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    x, unit = chance.choice(X), _unit(X)
    x[chance.randrange(len(x))] += chance.choice((-4, -1, -1, 1, 1, 4)) * unit / chance.choice((1, 1, 1, 2))


def _swap(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    i, j = chance.randrange(len(X)), chance.randrange(len(X))
    X[i], X[j], y[i], y[j] = X[j], X[i], y[j], y[i]


def _turn(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    i = chance.randrange(len(y))
    others = [label for label in labels if label != y[i]]
    y[i] = others[0] if len(others) == 1 else chance.choice(others)


def _drop(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    if len(X) > 1:
        i = chance.randrange(len(X))
        del X[i], y[i]


def _add(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    if len(X) < 8:
        unit = _unit(X)
        X.append([v + chance.choice((-1, 0, 1)) * unit for v in chance.choice(X)])
        y.append(chance.choice(labels))


def _resize(X: Rows, y: list[int], labels: Sequence[int], chance: random.Random) -> None:
    """Multiply all points and coordinates, or one point or one coordinate, by a random factor."""
    factor = chance.choice((Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(11, 10), 2, 10))
    rows = range(len(X)) if chance.random() < 2 / 3 else [chance.randrange(len(X))]
    columns = range(len(X[0])) if chance.random() < 2 / 3 else [chance.randrange(len(X[0]))]
    for i, j in product(rows, columns):
        X[i][j] *= factor

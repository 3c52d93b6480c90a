"""Millions of exact runs a second: datasets made with a separator, and a claim compared on each in 64-bit integers.

Dataset number i of a seed is a function of the seed and of i alone. It has n ≤ 8 points (or as many as the shape says)
with whole coordinates, and a whole separator (w, b) that gives them their labels; half of the points of every other
dataset are moved next to the hyperplane, and a point on it is moved off. So the margin γ = min|⟨w, x⟩ + b| ≥ 1 of that
separator is a whole number that needs no computation. The claim is about every separator, and is compared for this one:
P ≤ Q with polynomials P, Q in the whole numbers k, n, d, R², ‖w‖², b, |b|, γ. No float takes part in a verdict. A run
with bias step R² = 0 that has a mistake never ends, and refutes every claim about it.

Scale. Every `SHARE`-th dataset has one of `SCALES`, in turn: some of its points or columns are stretched before it is
labelled, and all of it is multiplied by a rational f > 0, with the separator (w, f·b). Then R² becomes f²R², and γ
becomes f·γ. The scores are f² times the scores of the run on the whole numbers with the bias step c/f² (with R², if c =
R²). So both runs make the same mistakes. The loop makes the run on whole numbers, and only the polynomials depend on f.
A run on such data that makes more than `LONG` updates is left out, and counted. A scale at which the numbers might not
fit into 64 bits is not used.

Many at a time. `LANES` datasets are drawn, labelled, run for `PASSES` passes and compared together. Everything before
the run is in int16, if the guard by norm allows so many updates in int16 on every dataset without a scale. Datasets
with a scale, and datasets whose run has not ended by then, are run one by one in 64 bits.

The guard. Coordinates are at most M' in absolute value, so R² ≤ dM'², and by the mistake bound for the bias step c
(`bias-step-mistake-bound`, or that for c = 0 or c = R²) a run makes at most (R² + c)(‖w‖² + b²/c) updates, γ being at
least 1: that number, rounded up, is the cap (or `LONG` is, if it is less), and a run beyond it would refute the
theorem. By `norm-guard-no-overflow` a run of at most `cap` updates stays in 64 bits if cap·(dM'² + c)² ≤ L², L = 2⁶³ −
1. Each polynomial has Σ|coefficient|·Π(largest values) ≤ L, and so has the product of two that are compared, so no
product and no partial sum overflows. If that does not hold for the datasets without a scale, the claim is refused.

The largest ratio P/Q is found exactly: floats only drop ratios that are smaller by more than their rounding errors, and
the others are compared by Euclid's algorithm, in integers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ..algorithms import perceptron
from ..algorithms.errors import BadInput, format_option
from ..algorithms.fast_perceptron import FORMATS, INT64, by_norm, largest_coordinate
from ..algorithms.optional_packages import import_extra
from ..proofs.statements.expressions import Expression, Number, value_of
from ..proofs.statements.term_values import evaluate as value_of_term
from ..proofs.statements.vector_language import Relation
from .bounds import BOUNDS, Measured
from .claimed_bound_counterexamples import FACTORS, STRETCHES
from .claimed_bound_statements import GAMMA, SCALED, WW, B, ClaimedBound, to_text
from .rational_functions import NoQuotient, Quotient, RationalFunctions, Terms, clear_denominators, substitute_last

try:
    import numba

    jit: Any = numba.njit(nogil=True, cache=True, error_model="numpy")
    inlined: Any = numba.njit(inline="always", error_model="numpy")  # inlining shows that the arrays do not overlap
except ImportError:
    numba = None
    jit = inlined = lambda function: function  # the source could run in Python, but `formula` refuses before that


BLOCK = 2**18  # datasets
VARIABLES = ("k", "n", "d", "R2", WW, B, "|b|", GAMMA)
GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
ALMOST = 1 - 2.0**-48  # bounds the relative error of a quotient of two rounded integers
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
SHARE = 16  # one dataset in 16 has a scale
LANES = 128  # datasets that are run together
PASSES = 12  # of datasets that are run together; most runs end within these
INT16 = FORMATS[0].largest
HALF = Fraction(1, 2)
LONG = 200  # updates of a run at a scale; with a relatively small or large bias step there may be millions
FACTOR = "f"


class Shape(NamedTuple):
    """The size of datasets: at most `points` points and `dimensions` dimensions; coordinates, w and b within ±`size`.
    """

    points: int = 8
    dimensions: int = 3
    size: int = 3


class Scale(NamedTuple):
    """A scale: it multiplies some points or some columns by `stretch`, and then all coordinates by `factor`."""

    factor: Fraction
    stretch: int

    def coordinate(self, shape: Shape) -> int:
        """Return M': the largest coordinate after a point is moved along the heaviest axis of w, without the factor."""
        return self.stretch * (shape.dimensions + 2) * shape.size + 1


PLAIN = Scale(Fraction(1), 1)
SCALES = (*(Scale(f, 1) for f in FACTORS), *(Scale(f, t) for t in STRETCHES for f in (Fraction(1), Fraction(1, t))))


@dataclass(frozen=True)
class Formula:
    """A claim for the compiled loop.

    `rule` is (1 if c = R², t for the label −1, t for the label 1). `runs` has a row (stretch, p, q, cap, 1 if the cap
    is the proved one) for each of `scales`, with c/f² = p/q. `narrow` says whether int16 holds `PASSES` passes without
    a scale.

    `relations` are the comparisons of the hypotheses and, last, of the claim. Each compares two quotients of
    polynomials, four in a row in `terms`: numerator and denominator on the left, and on the right. After the
    polynomials of one scale come the polynomials of the next scale. `terms` holds four arrays: the index at which the
    terms of each polynomial begin, the coefficients, the index at which the factors of each term begin, and the
    factors.
    """

    claim: ClaimedBound
    shape: Shape
    scales: tuple[Scale, ...]
    rule: tuple[int, int, int]
    runs: Any
    relations: Any
    terms: tuple[Any, Any, Any, Any]
    narrow: bool

    def scale(self, number: int) -> Scale:
        """Return the scale of dataset `number`."""
        return self.scales[scale_of(number, len(self.scales))]

    def cap(self, number: int) -> int:
        """Return the most updates of the run on dataset `number`."""
        return int(self.runs[scale_of(number, len(self.scales))][3])

    def dataset(self, seed: int, number: int) -> tuple[Any, Any, Any, Any]:
        """Return dataset `number` of a seed, exactly and at its scale: X, y, and the separator w, b from which it was
        made."""
        shape, scale = self.shape, self.scale(number)
        X, y, w = (np.zeros(s, np.int64) for s in ((shape.points, shape.dimensions), shape.points, shape.dimensions))
        has_bias = bool(self.claim.bias_step)
        n, d, b, axis, near, state = draw(seed, number, tuple(shape), scale.stretch, has_bias, X, w)
        label(n, d, b, axis, near, np.uint64(state), X, y, w)
        points = [[v * scale.factor for v in x] for x in X[:n, :d].tolist()]
        return points, y[:n].tolist(), w[:d].tolist(), int(b) * scale.factor


@dataclass
class Tally:
    """The counts: datasets drawn; compared (meeting the hypotheses); broken; not ended within the proved bound
    (capped); left out with more than `LONG` updates at a scale; updates. `at` is the dataset with the largest ratio
    `left`/`right`, and `first` is the first dataset that breaks the claim, or −1."""

    datasets: int = 0
    compared: int = 0
    broken: int = 0
    capped: int = 0
    long: int = 0
    updates: int = 0
    most_updates: int = 0
    left: int = 0
    right: int = 1
    at: int = -1
    first: int = -1

    def __add__(self, other: Tally) -> Tally:
        best = max((self, other), key=lambda t: (t.at >= 0, Fraction(t.left, t.right), -t.at))
        first = [t.first for t in (self, other) if t.first >= 0]
        counts = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)[:6]}
        return Tally(**counts, most_updates=max(self.most_updates, other.most_updates), left=best.left,
                     right=best.right, at=best.at, first=min(first, default=-1))

    @property
    def ratio(self) -> Fraction | None:
        """Return the largest ratio, exactly."""
        return Fraction(self.left, self.right) if self.at >= 0 else None


# ---------------------------------------------------------------------------------------- the compiled loop


@jit
def mix_bits(z):
    """Return the finalizer of splitmix64: a bijection of the 64-bit words that scatters them."""
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@jit
def scale_of(number, scales):
    """Return the index of the scale of dataset `number`, from 0 to `scales` − 1; 0 means no scale, in most cases."""
    return 0 if number % SHARE else (number // SHARE) % scales


@jit
def draw(seed, number, shape, stretch, has_bias, X, w):
    """Write dataset `number` to X and w; return n, d, b, its axis and whether points are moved next to the plane. Each
    coordinate takes 16 bits of a stream of words. The bits 33 to 47 of the first word say what is stretched."""
    most_points, most_dimensions, size = shape
    state = mix_bits(np.uint64(seed) + mix_bits(np.uint64(number)) * GOLDEN)
    word = mix_bits(state)
    n = 1 + np.int64(((word & np.uint64(0xFFFF)) * np.uint64(most_points)) >> np.uint64(16))
    d = 1 + np.int64((((word >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(most_dimensions)) >> np.uint64(16))
    near = np.int64((word >> np.uint64(32)) & np.uint64(1))
    width = np.uint64(2 * size + 1)
    b = np.int64(((word >> np.uint64(48)) * width) >> np.uint64(16)) - size
    by_points, chosen = (word >> np.uint64(33)) & np.uint64(1), (word >> np.uint64(34)) & np.uint64(0x3FFF)
    used = 4
    for i in range(-1, n):
        for j in range(d):
            if used == 4:
                state += GOLDEN
                word = mix_bits(state)
                used = 0
            value = np.int64(((word & np.uint64(0xFFFF)) * width) >> np.uint64(16)) - size
            word = word >> np.uint64(16)
            used += 1
            if i < 0:
                w[j] = value
            else:
                X[i, j] = value
    if stretch > 1:
        for i in range(n):
            for j in range(d):
                if (chosen >> np.uint64((i if by_points else j) % 14)) & np.uint64(1):
                    X[i, j] *= stretch
    axis = 0
    for j in range(d):
        if abs(w[j]) > abs(w[axis]):
            axis = j
    if w[axis] == 0:
        w[axis] = 1
    return n, d, (b if has_bias else 0), axis, near, state


@jit
def label(n, d, b, axis, near, state, X, y, w):
    """Move some points next to the hyperplane, and points on it off it. Label all points, and return γ and R²."""
    bits = mix_bits(state + GOLDEN)
    gamma = np.int64(0)
    radius = np.int64(0)
    for i in range(n):
        score = b
        for j in range(d):
            score += w[j] * X[i, j]
        if near and (bits & np.uint64(1)):
            steps = score // w[axis] + np.int64((bits >> np.uint64(1)) & np.uint64(1))
            X[i, axis] -= steps
            score -= steps * w[axis]
        bits = bits >> np.uint64(2)
        if score == 0:
            X[i, axis] -= 1
            score = -w[axis]
        y[i] = 1 if score > 0 else -1
        gamma = abs(score) if i == 0 else min(gamma, abs(score))
        square = np.int64(0)
        for j in range(d):
            square += X[i, j] * X[i, j]
        radius = max(radius, square)
    return gamma, radius


@jit
def count_updates(n, d, p, q, negative, positive, cap, X, y, v):
    """Return the updates of the perceptron from 0 in cyclic order, at most cap + 1. The rule is the rule of
    `_int64_loops.make_batch_loop`. The bias is b = `bias`/q, so that q·f(x) = q⟨v, x⟩ + `bias` is whole, and an update
    adds p·y to `bias`."""
    for j in range(d):
        v[j] = 0
    bias = np.int64(0)
    made = 0
    clean = 0
    while clean < n and made <= cap:
        for i in range(n):
            score = np.int64(0)
            for j in range(d):
                score += v[j] * X[i, j]
            score = q * score + bias
            if y[i] * score < (positive if y[i] > 0 else negative):
                for j in range(d):
                    v[j] += y[i] * X[i, j]
                bias += p * y[i]
                made += 1
                clean = 0
                if made > cap:
                    break
            else:
                clean += 1
                if clean == n:
                    break
    return made


# --------------------------------------------------------------- the same, many at a time, in the narrowest integers


@inlined
def allocate_lanes(shape):
    """Return arrays for LANES datasets. In order: words and states of the generator; the drawn numbers, and X after w;
    y·x, y, t and y·c of each point; rows with one number for each dataset; w and b of the runs; and VARIABLES."""
    points, dimensions, _ = shape
    words, values = np.zeros((2, LANES), np.uint64), np.zeros((len(VARIABLES), LANES), np.int64)
    drawn = np.zeros((-(-(points + 1) * dimensions // 4) * 4, LANES), np.int16)
    X, z = np.zeros((points + 1, dimensions, LANES), np.int16), np.zeros((points, dimensions + 3, LANES), np.int16)
    rows, v = np.zeros((12, LANES), np.int16), np.zeros((dimensions + 1, LANES), np.int16)
    return words[0], words[1], drawn, X, z, rows, v, values


@inlined
def draw_lanes(seed, first, shape, has_bias, room):
    """Draw the datasets with the numbers `first` to `first` + LANES − 1, as `draw` does without a stretch. All points
    are drawn."""
    points, dimensions, size = shape
    words, states, drawn, X, _, rows, _, _ = room
    n, d, b, near = rows[0], rows[1], rows[2], rows[3]
    width, low = np.uint64(2 * size + 1), np.uint64(0xFFFF)
    for k in range(LANES):
        states[k] = mix_bits(np.uint64(seed) + mix_bits(np.uint64(first + k)) * GOLDEN)
    for k in range(LANES):
        word = mix_bits(states[k])
        n[k] = 1 + np.int64(((word & low) * np.uint64(points)) >> np.uint64(16))
        d[k] = 1 + np.int64((((word >> np.uint64(16)) & low) * np.uint64(dimensions)) >> np.uint64(16))
        near[k] = -np.int64((word >> np.uint64(32)) & np.uint64(1))
        b[k] = (np.int64(((word >> np.uint64(48)) * width) >> np.uint64(16)) - size) * has_bias
    for i in range(0, len(drawn), 4):
        ahead = GOLDEN * np.uint64(i // 4 + 1)
        for k in range(LANES):
            words[k] = mix_bits(states[k] + ahead)
        for j in range(4):
            shift = np.uint64(16 * j)
            for k in range(LANES):
                drawn[i + j, k] = np.int64((((words[k] >> shift) & low) * width) >> np.uint64(16)) - size
    X[:] = 0
    for some in range(1, dimensions + 1):  # the datasets of this dimension
        dimension = np.int16(some)
        for i in range(points + 1):
            for j in range(some):
                for k in range(LANES):
                    X[i, j, k] |= drawn[i * some + j, k] & -np.int16(d[k] == dimension)


@inlined
def label_lanes(shape, rule, p, room):
    """Label the datasets as `label` does; points beyond n become 0, with y = t = 0, so that they are never mistakes.
    Rounding the quotient of whole numbers below 2¹⁵ to float32 does not change its integer part. The relative error is
    less than 2⁻²⁴, and the quotient differs from the next integer by at least 2⁻¹⁵."""
    points, dimensions, _ = shape
    words, states, _, X, z, rows, _, values = room
    n, d, b, near, axis, heavy, gamma, radius, score, steps, inside, y = rows
    radius_step, negative, positive = rule
    w, one, above, below = X[0], np.uint64(1), np.int16(positive), np.int16(negative)
    for k in range(LANES):
        axis[k], heavy[k], gamma[k], radius[k] = 0, w[0, k], 2**15 - 1, 0
        for j in range(1, dimensions):
            if abs(w[j, k]) > abs(heavy[k]):
                axis[k], heavy[k] = j, w[j, k]
        if heavy[k] == 0:
            w[0, k] = heavy[k] = 1
        used = (np.int64(d[k]) * (np.int64(n[k]) + 1) + 3) // 4
        words[k] = mix_bits(states[k] + GOLDEN * np.uint64(used + 1))
    for i in range(points):
        this = np.int16(i)
        for k in range(LANES):
            score[k] = b[k]
        for j in range(dimensions):
            for k in range(LANES):
                score[k] += w[j, k] * X[i + 1, j, k]
        for k in range(LANES):
            steps[k] = np.int32(np.float32(score[k]) / np.float32(heavy[k]))
        for k in range(LANES):
            rest = np.int16(score[k] - steps[k] * heavy[k])
            steps[k] -= 1 if (rest != 0) & ((rest ^ heavy[k]) < 0) else 0
        for k in range(LANES):
            y[k] = np.int64((words[k] >> one) & one)
        for k in range(LANES):
            inside[k] = -np.int64(words[k] & one)
        for k in range(LANES):
            words[k] >>= np.uint64(2)
        for k in range(LANES):
            steps[k] = (steps[k] + y[k]) & inside[k] & near[k]
        for k in range(LANES):
            score[k] -= steps[k] * heavy[k]
        for k in range(LANES):
            steps[k] += score[k] == 0
        for k in range(LANES):
            score[k] = -heavy[k] if score[k] == 0 else score[k]
        for k in range(LANES):
            inside[k] = -1 if this < n[k] else 0
        for k in range(LANES):
            y[k] = (1 if score[k] > 0 else -1) & inside[k]
        for k in range(LANES):
            size = abs(score[k])
            gamma[k] = size if (size < gamma[k]) & (inside[k] != 0) else gamma[k]
        for k in range(LANES):
            score[k] = 0
        for j in range(dimensions):
            that = np.int16(j)
            for k in range(LANES):
                X[i + 1, j, k] = (X[i + 1, j, k] - (steps[k] & -np.int16(axis[k] == that))) & inside[k]
            for k in range(LANES):
                score[k] += X[i + 1, j, k] * X[i + 1, j, k]
            for k in range(LANES):
                z[i, j, k] = y[k] * X[i + 1, j, k]
        for k in range(LANES):
            radius[k] = score[k] if score[k] > radius[k] else radius[k]
        for k in range(LANES):
            z[i, dimensions, k] = y[k]
        for k in range(LANES):
            z[i, dimensions + 1, k] = np.int16((above if y[k] > 0 else below) & inside[k])
    for k in range(LANES):
        steps[k] = radius[k] if radius_step else p
    for i in range(points):
        for k in range(LANES):
            z[i, dimensions + 2, k] = z[i, dimensions, k] * steps[k]
    for k in range(LANES):
        square = 0
        for j in range(dimensions):
            square += w[j, k] * w[j, k]
        values[1, k], values[2, k], values[3, k], values[4, k] = n[k], d[k], radius[k], square
        values[5, k], values[6, k], values[7, k] = b[k], abs(b[k]), gamma[k]


@inlined
def run_lanes(shape, room):
    """Make `PASSES` passes of each run; the first of VARIABLES becomes its updates, −1 if the last had one."""
    points, dimensions, _ = shape
    _, _, _, _, z, rows, v, values = room
    made, miss, dirty = rows[8], rows[9], rows[10]
    v[:] = 0
    made[:] = 0
    for _ in range(PASSES):
        dirty[:] = 0
        for i in range(points):
            for k in range(LANES):
                miss[k] = 0
            for j in range(dimensions + 1):
                for k in range(LANES):
                    miss[k] += v[j, k] * z[i, j, k]
            for k in range(LANES):
                miss[k] = -1 if miss[k] < z[i, dimensions + 1, k] else 0
            for k in range(LANES):
                dirty[k] |= miss[k]
            for k in range(LANES):
                made[k] -= miss[k]
            for j in range(dimensions):
                for k in range(LANES):
                    v[j, k] += miss[k] & z[i, j, k]
            for k in range(LANES):
                v[dimensions, k] += miss[k] & z[i, dimensions + 2, k]
    for k in range(LANES):
        values[0, k] = -1 if dirty[k] else made[k]


@inlined
def evaluate_lanes(terms, values, found):
    """Write the values of the first polynomials to the rows of `found`, except the last row, which is used for the
    computation."""
    begin, coefficients, factors_begin, factors = terms
    term = found[-1]
    for i in range(len(found) - 1):
        for k in range(LANES):
            found[i, k] = 0
        for t in range(begin[i], begin[i + 1]):
            for k in range(LANES):
                term[k] = coefficients[t]
            for f in range(factors_begin[t], factors_begin[t + 1]):
                for k in range(LANES):
                    term[k] *= values[factors[f], k]
            for k in range(LANES):
                found[i, k] += term[k]


@jit
def evaluate(first, terms, values, found, lane):
    """Write the values of the polynomials from number `first` on to `found`, in one lane."""
    begin, coefficients, factors_begin, factors = terms
    for i in range(len(found) - 1):
        total = np.int64(0)
        for t in range(begin[first + i], begin[first + i + 1]):
            term = coefficients[t]
            for f in range(factors_begin[t], factors_begin[t + 1]):
                term *= values[factors[f], lane]
            total += term
        found[i, lane] = total


@jit
def sides(relation, found, lane):
    """Return a relation as P and Q with the same truth and positive denominators, and whether it is defined."""
    left, under = found[4 * relation, lane], found[4 * relation + 1, lane]
    right, over = found[4 * relation + 2, lane], found[4 * relation + 3, lane]
    if under < 0:
        left, under = -left, -under
    if over < 0:
        right, over = -right, -over
    return left * over, right * under, under != 0 and over != 0


@jit
def compare(relation, P, Q):
    """Return whether P relation Q holds, by the number of the relation in RELATIONS."""
    if relation < 2:
        return P <= Q if relation == 0 else P < Q
    if relation < 4:
        return P >= Q if relation == 2 else P > Q
    return P == Q if relation == 4 else P != Q


@jit
def exceeds(a, b, c, d):
    """Return whether a/b > c/d for a, c ≥ 0 and b, d > 0, by Euclid's algorithm without products."""
    while True:
        whole, other = a // b, c // d
        if whole != other:
            return whole > other
        a, c = a - whole * b, c - other * d
        if c == 0:
            return a > 0
        if a == 0:
            return False
        a, b, c, d = d, c, b, a  # a/b > c/d if and only if d/c > b/a


@jit
def compare_block(seed, first, count, shape, rule, runs, relations, terms, narrow):
    """Return the counts for datasets first, …, first + count − 1, in the order of `Tally`, without `datasets`. With
    `narrow`, when int16 is wide enough, datasets are made and run LANES at a time. Those with a scale or a long run are
    repeated in 64 bits."""
    radius_step, negative, positive = rule
    X, y = np.zeros((shape[0], shape[1]), np.int64), np.zeros(shape[0], np.int64)
    w, v = np.zeros(shape[1], np.int64), np.zeros(shape[1], np.int64)
    compared, broken, capped, long, updates, most = 0, 0, 0, 0, 0, 0
    best_left, best_right, best, broken_first = np.int64(0), np.int64(1), -1, -1
    floor = -1.0
    last = len(relations) - 1
    lanes = allocate_lanes(shape)
    values, found = lanes[-1], np.zeros((4 * len(relations) + 1, LANES), np.int64)
    for number in range(first, first + count):
        scale = scale_of(number, len(runs))
        stretch, p, q, cap, proved = runs[scale]
        lane = (number - first) % LANES
        if narrow and lane == 0:
            draw_lanes(seed, number, shape, runs[0][1] > 0 or radius_step, lanes)
            label_lanes(shape, rule, runs[0][1], lanes)
            run_lanes(shape, lanes)
            evaluate_lanes(terms, values, found)
        endless = False
        if not narrow or scale > 0 or not 0 <= values[0, lane] <= cap:
            n, d, b, axis, near, state = draw(seed, number, shape, stretch, p > 0 or radius_step, X, w)
            gamma, R2 = label(n, d, b, axis, near, state, X, y, w)
            square = np.int64(0)
            for j in range(d):
                square += w[j] * w[j]
            values[1, lane], values[2, lane], values[3, lane], values[4, lane] = n, d, R2, square
            values[5, lane], values[6, lane], values[7, lane] = b, abs(b), gamma
            if radius_step and R2 == 0:  # no update changes anything: a mistake at the start is one for ever
                for i in range(n):
                    endless = endless or (positive if y[i] > 0 else negative) > 0
                values[0, lane] = cap + 1 if endless else 0
            else:
                values[0, lane] = count_updates(n, d, R2 if radius_step else p, q, negative, positive, cap, X, y, v)
            evaluate(4 * scale * len(relations), terms, values, found, lane)
        k = values[0, lane]
        if k > cap and not endless and not proved:
            long += 1
            continue
        met = True
        for r in range(last):
            P, Q, sense = sides(r, found, lane)
            met = met and sense and compare(relations[r], P, Q)
        P, Q, sense = sides(last, found, lane)
        if not (met and sense):
            continue
        compared += 1
        if endless or (k <= cap and not compare(relations[last], P, Q)):
            broken += 1
            if broken_first < 0:
                broken_first = number
        if endless:
            continue
        updates += k
        most = max(most, k)
        if k > cap:
            capped += 1
            continue
        if Q > 0 and P >= 0:
            quotient = P / Q
            if quotient >= floor and (best < 0 or exceeds(P, Q, best_left, best_right)):
                best_left, best_right, best, floor = P, Q, number, quotient * ALMOST
    return compared, broken, capped, long, updates, most, best_left, best_right, best, broken_first


# ------------------------------------------------------------------------------------------ claims for it


def formula(claim: ClaimedBound, shape: Shape = Shape()) -> Formula:  # noqa: B008 - a Shape is never changed
    """Return a claim in the form of the compiled loop. Raises `BadInput` if it is not an inequality of rational
    functions of k, n, d, R², ‖w‖², b, |b| and γ (roots may cancel, as in ‖w‖ = 1, and hypotheses may compare R with
    numbers), or if its numbers might not fit into 64 bits."""
    if numba is None:
        import_extra("a campaign", "fast", "numba")
    require_shape(shape)
    stated = [r for r in claim.hypotheses if r is not claim.scaling]
    relations = [_square_sides(r) for r in (*stated, *claim.restricting)]
    relations.append((claim.left, claim.operator, claim.right))
    quotients = [_quotient(claim, side) for left, _, right in relations for side in (left, right)]
    fitting = {}
    for scale in SCALES:
        try:
            fitting[scale] = _run_parameters(claim, shape, scale), _polynomials(claim, shape, scale, quotients)
        except BadInput:  # too large
            if scale == PLAIN:
                raise
    negative, positive = (int(sign in perceptron.TIES[claim.tie]) for sign in (-1, 1))
    rule = int(claim.bias_step == "R2"), negative, positive
    codes = np.array([RELATIONS.index(operator) for _, operator, _ in relations])
    runs, polynomials = zip(*fitting.values(), strict=True)
    terms = _table(list(chain(*polynomials)))
    return Formula(claim, shape, tuple(fitting), rule, np.array(runs, np.int64), codes, terms,
                   _fits_int16(claim, shape))


def _square_sides(r: Relation) -> tuple[Expression, str, Expression]:
    """Return the hypothesis. If it compares R with a number that is not negative, return the comparison of their
    squares, which are whole numbers."""
    size = value_of(r.rhs)
    if r.lhs.term == "R" and size is not None and size >= 0:
        return r.lhs**2, r.operator, Number(size**2)
    return r.lhs, r.operator, r.rhs


def require_shape(shape: Shape) -> None:
    """Raise `BadInput` for a shape that is too large."""
    for name, value, most in zip(Shape._fields, shape, (32, 32, 1000), strict=True):
        if not 1 <= value <= most:
            raise BadInput(f"{format_option(name)} must be from 1 to {most} (got {value})")


def _run_parameters(claim: ClaimedBound, shape: Shape, scale: Scale) -> tuple[int, int, int, int, int]:
    """Return a row of `Formula.runs`. Raises `BadInput` if the numbers of the run may exceed 64 bits."""
    p, q = (0, 1) if claim.bias_step == "R2" else (claim.bias_step / scale.factor**2).as_integer_ratio()
    most = scale.coordinate(shape)
    proved = _most_updates(claim, shape, scale)
    cap = proved if scale == PLAIN else min(proved, LONG)
    step = shape.dimensions * most**2 if claim.bias_step == "R2" else p * q
    if largest_coordinate(shape.dimensions, step, cap) < most * q:
        raise BadInput(f"runs on coordinates within ±{shape.size} may exceed 64 bits; "
                       f"give a smaller {format_option('size')}")
    return scale.stretch, p, q, cap, int(cap == proved)


def _fits_int16(claim: ClaimedBound, shape: Shape) -> bool:
    """Return whether `norm-guard-no-overflow` allows `PASSES` passes in int16, the largest number that a block makes.
    """
    most = shape.dimensions * PLAIN.coordinate(shape) ** 2
    step = most if claim.bias_step == "R2" else claim.bias_step
    return step.denominator == 1 and by_norm(most, 1, int(step), [0], 0, limit=INT16) >= PASSES * shape.points


def _most_updates(claim: ClaimedBound, shape: Shape, scale: Scale) -> int:
    """Return the cap of the module's docstring: the mistake bound at the largest R², ‖w‖² and |b|, and at γ = 1."""
    R2, size = shape.dimensions * scale.coordinate(shape) ** 2, shape.size
    largest = Measured(shape.dimensions * size**2, size, 1)
    if claim.bias_step == "R2":
        return math.ceil(BOUNDS["tutorial-mistake-bound"].value(R2, R2, largest))
    c = claim.bias_step / scale.factor**2
    rule, separator = ("bias-step", largest) if c else ("novikoff", largest._replace(b=0))
    return math.ceil(BOUNDS[f"{rule}-mistake-bound"].value(c, R2, separator))


def _largest(shape: Shape, scale: Scale, cap: int) -> list[int]:
    """Return the largest absolute values of VARIABLES, none below 1."""
    d, size, most = shape.dimensions, shape.size, scale.coordinate(shape)
    return [cap + 1, shape.points, d, d * most**2, d * size**2, size, size, d * size * most + size]


def _polynomials(claim: ClaimedBound, shape: Shape, scale: Scale, quotients: list[tuple[Terms, Terms]]) -> list[Any]:
    """Return the numerators and denominators at a scale, with whole coefficients. Raises `BadInput` if a product that
    is compared might not fit into 64 bits."""
    pairs = ([substitute_last(scale.factor, part) for part in quotient] for quotient in quotients)
    found = [p for pair in pairs for p in clear_denominators(*pair)]
    largest = _largest(shape, scale, _run_parameters(claim, shape, scale)[3])
    for i in range(0, len(found), 4):
        sizes = [_size(p, largest) for p in found[i : i + 4]]
        if max(*sizes, sizes[0] * sizes[3], sizes[1] * sizes[2]) > INT64:
            raise BadInput(f"the numbers of this bound may exceed 64 bits for coordinates within ±{shape.size}; "
                           f"give a smaller {format_option('size')}, or fewer {format_option('points')} and "
                           f"{format_option('dimensions')}")
    return found


def _quotient(claim: ClaimedBound, side: Expression) -> tuple[Terms, Terms]:
    """Return numerator and denominator of one side, as polynomials in VARIABLES and FACTOR."""
    field = RationalFunctions((*VARIABLES, FACTOR), signed=B, magnitude="|b|")
    known, f = {name: field.name(name) for name in VARIABLES}, field.name(FACTOR)
    R2 = f * f * known["R2"]
    c = R2 if claim.bias_step == "R2" else field.constant(Fraction(claim.bias_step))
    try:
        values = {**known, B: f * known[B], GAMMA: f * known[GAMMA], "R": R2.power(HALF), "D": (R2 + c).power(HALF)}
        if claim.scaling is not None:
            low, first, high, second = claim.scaling_terms
            above, below = (value_of_term(e.term, values, field.numbers) for e in (first, second))
            size = field.constant(Fraction(-1)) * above * below.power(Fraction(-1))
            s = size * size if high - low == HALF else size if high - low == 1 else size.power(HALF)
            values |= {name: values[name] * s.power(Fraction(SCALED[name])) for name in (WW, B, GAMMA)}
        found: Quotient = value_of_term(side.term, values, field.numbers)
        return field.terms(found.above), field.terms(found.below)
    except (NoQuotient, ZeroDivisionError):
        raise BadInput(f"{claim.text}: with {to_text(side)} this does not compare whole numbers (a root remains); "
                       "`novikoff bound` tests it") from None


def _size(p: Mapping[tuple[int, ...], int], largest: list[int]) -> int:
    return sum(abs(c) * math.prod(v**e for v, e in zip(largest, powers, strict=True)) for powers, c in p.items())


def _table(polynomials: list[Any]) -> tuple[Any, Any, Any, Any]:
    begin, coefficients, factors_begin, factors = [0], [], [0], list[int]()
    for p in polynomials:
        for powers, c in p.items():
            coefficients.append(c)
            factors += [i for i, e in enumerate(powers) for _ in range(e)]
            factors_begin.append(len(factors))
        begin.append(len(coefficients))
    return np.array(begin), np.array(coefficients, np.int64), np.array(factors_begin), np.array(factors, np.int64)


# --------------------------------------------------------------------------------------------- one block


def block(stated: Formula, seed: int, number: int, count: int = BLOCK, size: int = BLOCK) -> Tally:
    """Compare the claim on the first `count` datasets of block `number`, and return the tally; blocks hold `size`.

    >>> from .claimed_bound_statements import claim
    >>> tally = block(formula(claim("k <= (R**2 + 1)*(w@w + b**2)/gamma**2")), seed=1, number=0, count=1000)
    >>> tally.datasets, tally.compared, tally.long, tally.broken, tally.ratio <= 1
    (1000, 991, 9, 0, True)
    """
    counted = compare_block(seed, number * size, count, tuple(stated.shape), stated.rule, stated.runs, stated.relations,
                            stated.terms, stated.narrow)
    return Tally(count, *map(int, counted))

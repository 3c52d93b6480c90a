"""A bracket of the best margin of many sparse examples: float64 approaches it, integers prove it.

For zᵢ = yᵢ(xᵢ, 1) and ‖(x, s)‖² = ‖x‖² + c·s² any weights a ≥ 0 bracket the least V = ‖w‖² + b²/c under
yᵢ(⟨w, xᵢ⟩ + b) ≥ 1: with p = Σaᵢzᵢ and μ the least ⟨p, zᵢ⟩ > 0, the vector p/μ is feasible, and (Σaᵢ)²/‖p‖² ≤ V ≤
‖p‖²/μ² (`nearest_point`). Dual coordinate ascent finds the weights in float64: each visit of an example makes its
margin 1, if its weight can stay ≥ 0. They are rounded to whole numbers, and all that follows is exact. A visit costs
the non-zeros. Each pass has a new order, from a generator with a fixed seed.

References: C.-J. Hsieh et al., "A dual coordinate descent method for large-scale linear SVM", ICML 2008.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from ._int64_loops import NotCompiled, compile_loop
from .labelled_examples import Exact
from .lazy_numpy import np
from .nearest_point import Margin
from .sparse_rows import INT64, SparseRows, objects

BITS = 24  # of the largest weight, as a whole number
PASSES, ROUNDS = 20, 15  # passes before the gap is looked at, and how often
CLOSE = 0.01  # the relative gap at which the approach ends
ZERO = Fraction(0)


def bracket(X: SparseRows, y: Sequence[int], bias_step: Exact | None) -> Margin | None:
    """Return the bracket for the bias step c, where 0 means no bias, and None a bias without a price. Return None if no
    separator was found.

    >>> found = bracket(SparseRows.of([[1, 0], [0, 1]]), [1, -1], 0)
    >>> found.lower == found.upper == 2, found.w
    (True, (Fraction(1, 1), Fraction(-1, 1)))
    """
    c = 4 * max(Fraction(1), X.radius2()) if bias_step is None else Fraction(bias_step)
    approach = Approach(X, y, float(c))
    for _ in range(ROUNDS):
        approach.make_passes(PASSES)
        if approach.gap() <= CLOSE:
            break
    return _prove_bracket(X, y, c, approach.whole_weights(balanced=bias_step is None), free=bias_step is None)


class Approach:
    """Dual coordinate ascent in float64; `weights` holds one dual weight for each example."""

    def __init__(self, X: SparseRows, y: Sequence[int], c: float) -> None:
        """Start from weights 0."""
        self.X = X
        self.c = c
        self.signs: Any = np.array(y, dtype=float)
        self.values: Any = np.array([p / X.scale for p in X.numerators.tolist()])
        self.squares: Any = X.row_sums(self.values**2) + c
        self.random: Random = Random(0)
        self.weights: Any = np.zeros(len(X))
        self.v: Any = np.zeros(X.shape[1])
        self.total: float = 0.0

    def make_passes(self, count: int) -> None:
        """Visit all examples `count` times."""
        X = self.X
        given: list[Any] = [X.starts, X.indices, self.values, self.signs, self.squares, self.weights, self.v]
        orders = [self.random.sample(range(len(X)), len(X)) for _ in range(count)]
        try:
            self.total = compile_loop(ascend)(*given, self.c, self.total, np.array(orders))
        except NotCompiled:
            lists = [each.tolist() for each in given]
            starts, columns, values, signs, squares, weights, v = lists
            self.total = ascend(starts, columns, values, signs, squares, weights, v, self.c, self.total, orders)
            self.weights[:], self.v[:] = weights, v

    def gap(self) -> float:
        """Return about the relative difference of the upper and the lower bound; infinity without a separator."""
        margins = self.signs * (self.X.row_sums(self.v[self.X.indices] * self.values) + self.c * self.total)
        norm2 = float(self.v @ self.v) + self.c * self.total**2
        least = float(margins.min())
        return (norm2 / (least * float(self.weights.sum()))) ** 2 - 1 if least > 0 else float("inf")

    def whole_weights(self, balanced: bool) -> list[int]:
        """Return the weights as integers; if `balanced`, with the same sum in both classes."""
        weights, positive = self.weights, self.signs > 0
        if balanced:
            sums = weights[positive].sum(), weights[~positive].sum()
            if min(sums) > 0:
                weights = np.where(positive, weights / sums[0], weights / sums[1])
        largest = float(weights.max(initial=0.0)) or 1.0
        found = [int(value) for value in np.rint(weights / largest * 2.0**BITS)]
        if balanced and positive.any() and not positive.all():
            lacking = sum(a if up else -a for a, up in zip(found, positive.tolist(), strict=True))
            lighter = ~positive if lacking > 0 else positive
            found[int(np.argmax(np.where(lighter, weights, -1.0)))] += abs(lacking)
        return found


def ascend(starts: Any, columns: Any, values: Any, signs: Any, squares: Any, weights: Any, v: Any, c: float,
           total: float, orders: Any) -> float:
    """Visit the examples in these orders, changing the weights a and v = Σaᵢyᵢxᵢ; return Σaᵢyᵢ, which was `total`."""
    for order in orders:
        for i in order:
            at = columns[starts[i] : starts[i + 1]]
            x = values[starts[i] : starts[i + 1]]
            score = c * total
            for k in range(len(x)):
                score += v[at[k]] * x[k]
            if squares[i] > 0:
                after = max(0.0, weights[i] + (1.0 - signs[i] * score) / squares[i])
                change = (after - weights[i]) * signs[i]
                if change != 0.0:
                    weights[i] = after
                    total += change
                    for k in range(len(x)):
                        v[at[k]] += change * x[k]
    return total


def _prove_bracket(X, y, c, weights, free):
    """Return the exact bracket from integer weights A ≥ 0; None if their vector separates nothing."""
    signed = [a * sign for a, sign in zip(weights, y, strict=True)]
    v, scale, total = combination(X, signed), X.scale, sum(signed)
    if not any(signed):
        return None
    square = sum(value * value for value in v)
    products = X.whole_products(v)  # scale²·⟨v/scale, x⟩
    if free:
        above = min(p for p, sign in zip(products, y, strict=True) if sign > 0)
        below = max(p for p, sign in zip(products, y, strict=True) if sign < 0)
        shift, least = -Fraction(above + below, 2 * scale**2), Fraction(above - below, 2 * scale**2)
        norm2, price = Fraction(square, scale**2), ZERO
    else:
        shift, price = c * total, c * total**2
        least = min(sign * (Fraction(p, scale**2) + shift) for p, sign in zip(products, y, strict=True))
        norm2 = Fraction(square, scale**2) + price
    if least <= 0 or not norm2:
        return None
    factor, sums = 1 / (scale * least), sum(weights)
    w = tuple([value * factor if value else ZERO for value in v])
    dual = tuple([a * sums / norm2 if a else ZERO for a in weights])
    return Margin(w, Fraction(shift) / least, norm2 / least**2, dual, Fraction(sums**2) / norm2)


def combination(X: SparseRows, weights: Sequence[int]) -> list[int]:
    """Return scale·Σ weights[i]·xᵢ in integers.

    >>> combination(SparseRows.of([[1, 0], [2, 3]]), [5, -1])
    [3, -3]
    """
    lengths = np.diff(X.starts)
    top = max(map(abs, weights), default=0) * X.largest_entry * len(X)
    factors = np.array(weights, dtype=np.int64) if top <= INT64 and X.numerators.dtype != object else objects(weights)
    found = np.zeros(X.shape[1], dtype=factors.dtype)
    np.add.at(found, X.indices, np.repeat(factors, lengths) * X.numerators)
    return list(map(int, found.tolist()))

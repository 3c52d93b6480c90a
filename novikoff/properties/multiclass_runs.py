"""Runs of the perceptron for several classes or candidates, on exact data with a known separator, and their invariants.

The separator gives every class r a pair (u_r, β_r), and γ > 0 is the least lead of the right class over any other
class. For the bias step c the inner product of weights is Σ(⟨u_r, w_r⟩ + β_r·b_r/c), without biases for c = 0. A
difference of candidates has the square length 2(‖x‖² + c). The bounds are arguments of the checks, so that tests can
see them fail. The data and runs are drawn by `strategies`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..algorithms import multi_class_perceptron, structured_perceptron
from ..algorithms.base_rule import Record
from ..algorithms.candidate_rule import choose_candidate
from ..algorithms.labelled_examples import Exact
from ..algorithms.perceptron import State
from .bounds import multiclass_bound
from .separable_instances import dot

LARGEST = 3  # the largest coordinate before scaling


@dataclass(frozen=True)
class SeveralClasses:
    """n examples of several classes with a separator, a pair (u, β) for each class; all numbers int or Fraction.

    >>> data = SeveralClasses(((1,), (2,)), (0, 1), (State((0,), 0), State((2,), -3)))
    >>> data.lead, data.R2
    (1, 4)
    """

    X: tuple[tuple[Exact, ...], ...]
    y: tuple[int, ...]
    separator: tuple[State, ...]

    @cached_property
    def lead(self) -> Exact:
        """Return the least difference between the score of the right class and the score of a wrong class."""
        return min(
            own - score
            for x, label in zip(self.X, self.y, strict=True)
            for own, scores in [self.scores(x, label)]
            for score in scores
        )

    @cached_property
    def R2(self) -> Exact:
        """Return max‖x‖²."""
        return max(dot(x, x) for x in self.X)

    def scores(self, x: Sequence[Exact], label: int) -> tuple[Exact, list[Exact]]:
        """Return the score of the right class, and the scores of the wrong classes."""
        found = [dot(u, x) + b for u, b in self.separator]
        return found[label], [score for k, score in enumerate(found) if k != label]

    def bound(self, c: Exact) -> Fraction:
        """Return 2(R² + c)·Σ(‖u_r‖² + β_r²/c)/γ², by the claim."""
        size = product(self.separator, self.separator, c)
        return multiclass_bound(self.R2, c, size / Fraction(self.lead) ** 2)[1]


def product(u: Sequence[State], w: Sequence[State], c: Any) -> Any:
    """Return Σ(⟨u_r, w_r⟩ + β_r·b_r/c), without the biases for c = 0."""
    return sum(
        (dot(one.w, other.w) + (Fraction(one.b * other.b) / c if c else 0) for one, other in zip(u, w, strict=True)),
        Fraction(0),
    )


def label_by_leader(separator: Sequence[State], points: Sequence[Any], scale: Exact) -> SeveralClasses:
    """Return the points multiplied by the scale, each with the class that leads there. If no class leads at any of
    them, another point and another first class are used.

    >>> label_by_leader([State((1,), 0), State((-1,), 0)], [(2,), (0,), (-1,)], 3).X
    ((6,), (-3,))
    """
    separator = list(separator)
    leaders = [choose_candidate([dot(u, x) + b for u, b in separator]) for x in points]
    kept = [(x, k) for x, k in zip(points, leaders, strict=True) if k is not None]
    if not kept:  # the first class is made to lead at (1, 0, …, 0)
        (w, b), others = separator[0], [one.w[0] + one.b for one in separator[1:]]
        separator[0] = State((max(others) + 1 - b, *w[1:]), b)
        kept = [((1, *[0] * (len(w) - 1)), 0)]
    X = tuple(tuple(scale * v for v in x) for x, _ in kept)
    return SeveralClasses(X, tuple(k for _, k in kept), tuple(State(w, scale * b) for w, b in separator))


def check_bound(data: SeveralClasses, run: Record, factor: Exact = 1) -> None:
    """Check that the run ended by itself, within the bound times a factor."""
    most = factor * data.bound(Fraction(run.bias_step))
    _require(run.updates <= most, f"{run.updates} updates exceed the bound {most}", data, run)
    _require(run.separated, f"the run stopped ({run.stopped}) without separating", data, run)


def check_steps(
    data: SeveralClasses, run: Record,
    grown: Callable[[int, Exact, Any, Any], Any] = lambda k, R2, c, rate: 2 * rate**2 * k * (R2 + c),
    aligned: Callable[[int, Exact, Any], Any] = lambda k, lead, rate: rate * k * lead,
) -> None:
    """Check two invariants after every mistake k, and that the shares of all classes sum to 0, so that their weights
    also sum to 0. The product with the separator is at least αkγ, and the square length of the weights at most 2α²k(R²
    + c)."""
    settings = {name: getattr(run, name) for name in ("classes", "bias_step", "rate", "tie", "shares", "start")}
    learner = multi_class_perceptron.MultiClassPerceptron.on(data.X, data.y, **settings)
    c, rate = Fraction(run.bias_step), Fraction(run.rate)
    for k, i in enumerate(run.mistakes, start=1):
        learner.take(i)
        states = [State(tuple(w), b) for w, b in learner.state]
        along, size = product(data.separator, states, c), product(states, states, c)
        _require(along >= aligned(k, data.lead, rate), f"alignment {along} after mistake {k}", data, run)
        _require(size <= grown(k, data.R2, c, rate), f"square length {size} after mistake {k}", data, run)
        total = [sum(column) for column in zip(*([*w, b] for w, b in states), strict=True)]
        _require(not any(total), f"the weights of all classes sum to {total} after mistake {k}", data, run)


def _require(holds: bool, failure: str, data: SeveralClasses, run: Record) -> None:
    """Raise AssertionError, naming data and run, unless the property holds (also under `python -O`)."""
    if not holds:
        raise AssertionError(
            f"{failure}; {run.order} order, bias step {run.bias_step}, rate {run.rate}, shares {run.shares}, "
            f"tie {run.tie}, seed {run.seed}; X = {data.X}, y = {data.y}, separator = {data.separator}")


def with_best(u: Sequence[Any], candidates: Sequence[Any], right: int) -> tuple[list[Any], int]:
    """Return the candidates with the best one along u at the place `right`, or at the end, and its place. A candidate
    with the same product is left out. If none is left, the opposite of the best one is added.

    >>> with_best((1,), [(0,), (3,), (3,)], 1)
    ([(0,), (3,)], 1)
    """
    best = max(candidates, key=lambda one: dot(u, one))
    worse = [one for one in candidates if dot(u, one) < dot(u, best)]
    worse = worse or [tuple(p - q for p, q in zip(best, u, strict=True))]
    right = min(right, len(worse))
    return [*worse[:right], best, *worse[right:]], right


def margins(X: Sequence[Any], y: Sequence[int], u: Sequence[Any]) -> list[Any]:
    """Return the lead of the right candidate of each example along u.

    >>> margins([[(2, 0), (0, 1)]], [0], (1, 1))
    [1]
    """
    return [
        min(dot(u, x[right]) - dot(u, one) for j, one in enumerate(x) if j != right)
        for x, right in zip(X, y, strict=True)
    ]


def check_collins(X: Sequence[Any], y: Sequence[int], u: Sequence[Any], run: Any, factor: Exact = 1) -> None:
    """Check that the run ended by itself, within R²‖u‖²/δ² times a factor, for the lead δ of u."""
    most = factor * structured_perceptron.reach2(X, y) * dot(u, u) / min(margins(X, y, u)) ** 2
    if run.updates > most or not run.separated:
        made = f"{run.updates} updates ({run.stopped})"
        raise AssertionError(f"{made}, but the bound is {most}; X = {X}, y = {y}, u = {u}")


def check_deviations(X: Sequence[Any], y: Sequence[int], u: Sequence[Any], delta: Fraction, updates: int,
                     factor: Exact = 1) -> None:
    """Check that one pass makes at most `factor`·((R + D)/δ)² updates, where u and δ are first divided by ‖u‖. With the
    deviations dᵢ = max(0, δ − mᵢ), k·δ² ≤ (R‖u‖ + D)² if and only if kδ² − R²‖u‖² − D² is at most 2R‖u‖D."""
    reach = structured_perceptron.reach2(X, y) * dot(u, u)
    missed = sum((max(Fraction(0), delta - m) ** 2 for m in margins(X, y, u)), Fraction(0))
    rest = updates * delta**2 / Fraction(factor) - reach - missed
    if rest > 0 and rest**2 > 4 * reach * missed:
        raise AssertionError(f"{updates} updates in one pass are too many for δ = {delta}; X = {X}, y = {y}, u = {u}")

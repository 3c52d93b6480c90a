"""The perceptron that chooses among candidates: the classes of x, or any objects with features.

One candidate of each example is right. Candidate j has features φ(j) and the score ⟨u, φ(j)⟩, and the largest score is
chosen. If a wrong candidate scores too high, an update adds Σ τⱼφ(j) to the weights. τ is 1 for the right candidate,
and −aⱼ for the wrong candidates that score too high, with aⱼ ≥ 0 and Σ aⱼ = 1. So it adds a mean of differences
φ(right) − φ(j). The run is a run of the perceptron without bias on these means, all with the label +1. A vector
separates if it is positive on all differences. So the separation of several classes becomes a question about one class
of differences (Kesler's construction, duda2001, section 5.12.2).

All families share the rule for shares, the order of the visits, the end of a run, and the proof that a run has no end.
A family computes ⟨u, φ(j)⟩ and Σ τⱼφ(j), and need not write out the features.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from . import nearest_point, run_loop, separability
from .errors import BadInput, NoSeparator
from .labelled_examples import Arithmetic
from .perceptron import OnlineRule
from .run_loop import check_choice, check_positive
from .separability import Separability

TIES = ("mistake", "correct", "first")  # what an equal score is: a mistake, none, or one of the candidates that follow
SHARES = ("chosen", "equal")  # all of it for the first of the highest wrong ones; or the same for all that are too high


def wrong_ones(scores: Sequence[Any], right: int, tie: str = "mistake") -> list[int]:
    """Return the wrong candidates that score too high; `tie`, one of `TIES`, decides where scores are equal.

    With "first" the first of the highest scores is chosen, so an equal score before the right candidate is too high.

    >>> [wrong_ones([1, 2, 2, 2, 3], 2, tie) for tie in TIES]
    [[1, 3, 4], [4], [1, 4]]
    """
    equal = {"mistake": range(len(scores)), "correct": [], "first": range(right)}[tie]  # for whom a tie will do
    excess = [score - scores[right] for score in scores]
    return [j for j, more in enumerate(excess) if j != right and (more > 0 or (more == 0 and j in equal))]


def shares(scores: Sequence[Any], right: int, rule: str = "chosen", tie: str = "mistake") -> list[Any]:
    """Return the τ of an update for all candidates: 1 for the right one; all τ sum to 0. All are 0 if none scores too
    high.

    >>> shares([5, 2, 7], 1), shares([5, 2, 7], 1, "equal"), shares([1, 2], 1)
    ([0, 1, -1], [Fraction(-1, 2), 1, Fraction(-1, 2)], [0, 0])
    """
    wrong = wrong_ones(scores, right, tie)
    found: list[Any] = [0] * len(scores)
    if not wrong:
        return found
    found[right] = 1
    if rule == "chosen":
        found[max(wrong, key=lambda j: scores[j])] = -1  # the first of the highest
    else:
        for j in wrong:
            found[j] = -Fraction(1, len(wrong))
    return found


def choose_candidate(scores: Sequence[Any], tie: str = "mistake") -> int | None:
    """Return the candidate of the highest score. If several have it, return the first if `tie` is "first", else None.

    >>> choose_candidate([1, 3, 3]), choose_candidate([1, 3, 3], "first"), choose_candidate([1, 3, 2])
    (None, 1, 1)
    """
    values = list(scores)
    best = values.index(max(values))
    return best if tie == "first" or values.count(values[best]) == 1 else None


@dataclass(frozen=True)
class Lead:
    """The weights of least square length with which the right candidate leads by 1, as in `nearest_point.Margin`.

    `upper` is that square, and `lower` is the equal dual bound of the weights `dual`, one for each example. Where the
    candidates are classes, w has the weights and the bias of one after the other, and `classifiers` has them by name.
    """

    w: tuple[Fraction, ...]
    b: Fraction
    upper: Fraction
    dual: tuple[Fraction, ...]
    lower: Fraction
    classifiers: Mapping[Any, Any] | None = None


@dataclass(frozen=True)
class Choices:
    """The differences φ(right) − φ(j), shape (m, D), with the example and the wrong candidate of each.

    `metric` holds the D factors of the inner product, None where all are 1.
    """

    points: Sequence[Sequence[Any]]
    of: Sequence[tuple[int, int]]
    metric: Sequence[Any] | None = None

    @cached_property
    def answer(self) -> Separability:
        """Decide whether some u is positive on all differences, and return the proof."""
        return separability.separate(self.points, [1] * len(self.points), bias=False)

    def best(self, count: int) -> Lead:
        """Return the u of least ‖u‖² with ⟨u, z⟩ ≥ 1 on all differences, as coefficients that include the metric's
        factors.

        It is p/‖p‖² for the point p of their hull that is nearest to 0. Raises `NoSeparator`, with one weight for each
        difference; `count` is the number of examples.
        """
        if not self.answer.separable:
            raise NoSeparator(self.why_none(), self.answer.combination or ())
        near = nearest_point.nearest_point(self.points, self.metric)
        factors = self.factors
        w = tuple(m * v / near.norm2 for m, v in zip(factors, near.point, strict=True))
        dual = [weight / near.norm2 for weight in near.weights]
        sums = [sum(a * z[k] for a, z in zip(dual, self.points, strict=True) if a) for k in range(len(factors))]
        lower = Fraction(sum(dual)) ** 2 / sum(m * v * v for m, v in zip(factors, sums, strict=True))
        upper = sum((v * v / Fraction(m) for m, v in zip(factors, w, strict=True)), Fraction(0))
        return Lead(w, Fraction(0), upper, tuple(self.weights(dual, count)), lower)

    @property
    def factors(self) -> Sequence[Any]:
        """Return the D factors of the inner product."""
        return self.metric or [1] * len(self.points[0])

    @property
    def longest2(self) -> Fraction:
        """Return the largest square length of a difference."""
        return Fraction(max(sum(m * v * v for m, v in zip(self.factors, z, strict=True)) for z in self.points))

    def why_none(self) -> str:
        """Return a message that a convex combination of differences is 0."""
        used = sorted({self.of[k][0] for k in self.answer.active})
        return ("no separator exists: a convex combination of differences between the right and a wrong candidate, of "
                f"the examples {used[:8]}{', …' if len(used) > 8 else ''}, is 0")

    def weights(self, combination: Sequence[Fraction], count: int) -> list[Fraction]:
        """Return one weight for each of the `count` examples: the sum over its differences in a combination.

        >>> Choices([[1], [1], [1]], [(0, 1), (0, 2), (1, 0)]).weights([Fraction(1, 4)] * 2 + [Fraction(1, 2)], 2)
        [Fraction(1, 2), Fraction(1, 2)]
        """
        found = [Fraction(0)] * count
        for (i, _), weight in zip(self.of, combination, strict=True):
            found[i] += weight
        return found


class ChoiceRule(OnlineRule):
    """A rule for examples with candidates. `X` holds the examples as the family keeps them, `y` the right candidates.

    A family gives `on`, `scores`, `move` and `choices`.
    """

    def __init__(self, X: list[Any], y: list[int], state: Any, arithmetic: Arithmetic, *, rate: Any, tie: str,
                 shares: str) -> None:
        """Start at `state`; all numbers are in one arithmetic."""
        self.arithmetic: Arithmetic = arithmetic
        self.rate: Any = check_positive(rate, arithmetic, "rate")
        self.tie: Any = check_choice("tie", tie, TIES)
        self.shares: Any = check_choice("shares", shares, SHARES)
        self.X = X
        self.y = y
        run_loop.Learner.__init__(self, state)
        self.start = state

    def scores(self, x: Any) -> list[Any]:
        """Return the scores of the candidates of an example."""
        raise NotImplementedError

    def move(self, x: Any, given: Sequence[Any]) -> Any:
        """Return the state after an update with these shares."""
        raise NotImplementedError

    def choices(self) -> Choices:
        """Return the differences to separate."""
        raise NotImplementedError

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(wrong_ones(self.scores(x), y, self.tie))

    def after(self, step: int) -> Any:
        x = self.X[step]
        given = shares(self.scores(x), self.y[step], self.shares, self.tie)
        return self.move(x, given if self.arithmetic == "exact" else list(map(float, given)))

    def require_an_end(self) -> None:
        if self.arithmetic != "exact":
            raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data")
        choices = self.choices()
        if choices.answer.separable:
            return
        end = "" if self.tie == "mistake" else "; this run may never end; give max_updates"
        raise NoSeparator(choices.why_none() + end, choices.answer.combination or ())


def pairs(counts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the example and the wrong candidate of each difference. `counts` gives (number of candidates, right one)
    per example.

    >>> list(pairs([(3, 1), (2, 0)]))
    [(0, 0), (0, 2), (1, 1)]
    """
    return ((i, j) for i, (count, right) in enumerate(counts) for j in range(count) if j != right)

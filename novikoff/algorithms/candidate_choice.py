"""The perceptron that chooses among candidates, whatever these are: the classes of x, or anything that has features.

Main definitions:
    wrong_ones, shares    the candidates that score too high, and what each candidate gets of an update
    Learner               a run in the making: a family says how its candidates are scored, and what shares move
    Choices, Lead         the differences of candidates on which a separator is positive; the best separator
    replay                a record, repeated

Of the candidates of an example one is right. Candidate j has features φ(j) and the score ⟨u, φ(j)⟩, and the largest
score is chosen. Where a wrong one scores too high, an update adds Σ τⱼφ(j) to the weights: τ is 1 for the right one,
and −aⱼ for those wrong ones that score too high, with aⱼ ≥ 0 and Σ aⱼ = 1. So it adds a mean of differences φ(right) −
φ(j), and the run is one of the perceptron without bias on such vectors, all with the label +1. Separating is being
positive on all differences: a question about two classes, one of which is empty (Kesler's construction, duda2001,
section 5.12.2).

What the shares are is the same for every family, and so are the order of the visits, the end of a run and the proof
that there is none. A family computes ⟨u, φ(j)⟩ and Σ τⱼφ(j), with features that it need not write out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from . import nearest_point, perceptron, separability
from .errors import BadInput, NoSeparator
from .labelled_examples import Arithmetic
from .run_loop import check_choice, check_positive, replay_steps
from .separability import Separability

TIES = ("mistake", "correct", "first")  # what an equal score is: a mistake, none, or one of the candidates that follow
SHARES = ("chosen", "equal")  # all of it for the first of the highest wrong ones; or the same for all that are too high

# ------------------------------------------------------------------------------------ the rule


def wrong_ones(scores: Sequence[Any], right: int, tie: str = "mistake") -> list[int]:
    """The candidates that score too high beside the right one; `tie`, one of `TIES`, decides where scores are equal.

    With "first" the first of the highest scores is chosen, so that an equal score is too high before the right one.

    >>> [wrong_ones([1, 2, 2, 2, 3], 2, tie) for tie in TIES]
    [[1, 3, 4], [4], [1, 4]]
    """
    equal = {"mistake": range(len(scores)), "correct": [], "first": range(right)}[tie]  # for whom a tie will do
    excess = [score - scores[right] for score in scores]
    return [j for j, more in enumerate(excess) if j != right and (more > 0 or (more == 0 and j in equal))]


def shares(scores: Sequence[Any], right: int, rule: str = "chosen", tie: str = "mistake") -> list[Any]:
    """The τ of an update, for all candidates: 1 for the right one, the sum 0; all 0 if none scores too high.

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


def chosen(scores: Sequence[Any], tie: str = "mistake") -> int | None:
    """The candidate of the highest score; where several have it None, or the first, as `tie` says.

    >>> chosen([1, 3, 3]), chosen([1, 3, 3], "first"), chosen([1, 3, 2])
    (None, 1, 1)
    """
    values = list(scores)
    best = values.index(max(values))
    return best if tie == "first" or values.count(values[best]) == 1 else None


# --------------------------------------------------------------------------- what has to be separated


@dataclass(frozen=True)
class Lead:
    """As `nearest_point.Margin`: the weights of the least square length with which the right candidate leads by 1.

    `upper` is that square, `lower` the dual bound of the weights `dual`, one for each example; they are equal. Where
    the candidates are classes, w has the weights and the bias of one after the other, and `classifiers` has them by
    name.
    """

    w: tuple[Fraction, ...]
    b: Fraction
    upper: Fraction
    dual: tuple[Fraction, ...]
    lower: Fraction
    classifiers: Mapping[Any, Any] | None = None


@dataclass(frozen=True)
class Choices:
    """The differences φ(right) − φ(j), shape (m, D), and of each the example and the wrong candidate.

    `metric` holds the D factors of the inner product, None where all are 1.
    """

    points: Sequence[Sequence[Any]]
    of: Sequence[tuple[int, int]]
    metric: Sequence[Any] | None = None

    @cached_property
    def answer(self) -> Separability:
        """Whether some u is positive on all differences, with its proof."""
        return separability.separate(self.points, [1] * len(self.points), bias=False)

    def best(self, count: int) -> Lead:
        """The u of least ‖u‖² with ⟨u, z⟩ ≥ 1 on all differences; of the metric, u has the factors with it.

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
        """The factors of the inner product."""
        return self.metric or [1] * len(self.points[0])

    @property
    def longest2(self) -> Fraction:
        """The largest square length of a difference."""
        return Fraction(max(sum(m * v * v for m, v in zip(self.factors, z, strict=True)) for z in self.points))

    def why_none(self) -> str:
        """Say that a combination of differences is 0."""
        used = sorted({self.of[k][0] for k in self.answer.active})
        return ("no separator exists: a convex combination of differences between the right and a wrong candidate, of "
                f"the examples {used[:8]}{', …' if len(used) > 8 else ''}, is 0")  # fmt: skip

    def weights(self, combination: Sequence[Fraction], count: int) -> list[Fraction]:
        """The weights of a combination, of one for each of the `count` examples.

        >>> Choices([[1], [1], [1]], [(0, 1), (0, 2), (1, 0)]).weights([Fraction(1, 4)] * 2 + [Fraction(1, 2)], 2)
        [Fraction(1, 2), Fraction(1, 2)]
        """
        found = [Fraction(0)] * count
        for (i, _), weight in zip(self.of, combination, strict=True):
            found[i] += weight
        return found


# ---------------------------------------------------------------------------------- the run


class Learner(perceptron.Learner):
    """One run over examples with candidates; `X` are the examples as the family keeps them, `y` the right ones.

    A family gives `scores`, `moved`, `choices` and `record`.
    """

    names: ClassVar[tuple[str, ...]] = ("arithmetic", "rate", "tie", "shares", "start")

    def __init__(
        self, X: list[Any], y: list[int], state: Any, arithmetic: Arithmetic, *, rate: Any, tie: str, shares: str
    ) -> None:
        """Start at `state`; the numbers are in one arithmetic."""
        self.arithmetic: Arithmetic = arithmetic
        self.rate, self.tie = check_positive(rate, arithmetic, "rate"), check_choice("tie", tie, TIES)
        self.shares: Any = check_choice("shares", shares, SHARES)
        self.X, self.y = X, y
        self.order: str | list[int] = "cyclic"
        self.seed: int | None = None
        super(perceptron.Learner, self).__init__(state)
        self.start = state

    def scores(self, x: Any) -> list[Any]:
        """The scores of the candidates of an example."""
        raise NotImplementedError

    def moved(self, x: Any, given: Sequence[Any]) -> Any:
        """The state after an update with these shares."""
        raise NotImplementedError

    def choices(self) -> Choices:
        """What has to be separated."""
        raise NotImplementedError

    def is_wrong(self, x: Any, y: int) -> bool:
        """Say whether a wrong candidate scores too high."""
        return bool(wrong_ones(self.scores(x), y, self.tie))

    def after(self, step: int) -> Any:
        """The state after an update on example number `step`."""
        x = self.X[step]
        return self.moved(x, self._carried(shares(self.scores(x), self.y[step], self.shares, self.tie)))

    def _carried(self, given):
        return given if self.arithmetic == "exact" else [float(share) for share in given]

    def require_an_end(self) -> None:
        """Refuse an uncapped run that never ends, or may never end; raises `NoSeparator` or `BadInput`."""
        if self.arithmetic != "exact":
            raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data")
        choices = self.choices()
        if choices.answer.separable:
            return
        end = "" if self.tie == "mistake" else "; this run may never end; give max_updates"
        raise NoSeparator(choices.why_none() + end, choices.answer.combination or ())


def replay(learner: Learner, record: Any) -> Any:
    """Repeat a run by a learner at its start; return the new record. Raises `ReplayError`, naming the step."""
    return replay_steps(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def pairs(counts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The example and the wrong candidate of each difference, for (number of candidates, the right one).

    >>> list(pairs([(3, 1), (2, 0)]))
    [(0, 0), (0, 2), (1, 1)]
    """
    return ((i, j) for i, (count, right) in enumerate(counts) for j in range(count) if j != right)

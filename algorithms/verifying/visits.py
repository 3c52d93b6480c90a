"""Certificates of the perceptron and the variants that visit the examples in an order: every visit is made again.

Main definitions:
    check    a run of perceptron, margin_perceptron, averaged_perceptron or voted_perceptron

The order is "cyclic" or "first", "random" with the seed from which its passes are drawn again, or the list of the
examples visited. What is confirmed: the steps are all the mistakes of the visits, in their order; the weights, votes
and counts follow; the run ends where and why it says. A run in a named order that ends as "separated" has made a pass
over all examples without a mistake. "order_exhausted" says that the examples of the list were visited, and no more.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Literal, NamedTuple

from . import Refuted
from .exact import Q, Vector, charge, inner
from .reading import TIES, Classifier, Count, NotNegative, Positive, Tie, require_index, require_length
from .repeating import Ended, Found, Rule, Run, check_run

SHUFFLING = 40  # units of work to draw the place of one example


@dataclass(frozen=True)
class _Visits:
    bias_step: NotNegative
    rate: Positive
    order: Literal["cyclic", "first", "random"] | list[int]
    seed: int | None
    start: Classifier


@dataclass(frozen=True)
class _Mistakes(_Visits):
    tie: Tie


@dataclass(frozen=True)
class _SmallMargins(_Visits):
    beta: NotNegative


@dataclass(frozen=True)
class _Last(Found):
    visits: Count


@dataclass(frozen=True)
class _Mean(_Last):
    votes: list[int]
    last: Classifier


@dataclass(frozen=True)
class _Vote(Ended):
    visits: Count
    votes: list[int]


def check(certificate: Any) -> dict[str, Any]:
    """{"updates", "stopped", "separated", "visits"}; raises `Refuted`."""
    return check_run(RULES, certificate)


class _Held(NamedTuple):
    """A state of the run, and the number of visits before the next."""

    state: Vector
    votes: int


class _Walk:
    """The visits of a run, made again.

    A state is (w, b, 1), so that its product with z = (yx, y, −β) says whether y·f(x) exceeds β.
    """

    def __init__(self, run: Run) -> None:
        p = run.parameters
        self.run, self.visits, self.stopped = run, 0, ""
        beta = getattr(p, "beta", Q(0))
        self.ties = TIES[getattr(p, "tie", "mistake")]
        require_length(p.start.w, len(run.X[0]), "start.w")
        self.start = Vector.of([*p.start.w, p.start.b, 1])
        self.tests = [Vector.of([*z.numbers(), -beta]) for z in run.signed(1)] if beta else run.signed(1, 0)
        self.moves = run.signed(p.bias_step, 0)
        if (p.seed is None) == (p.order == "random"):
            raise Refuted(f"the seed is {p.seed!r:.40}: an integer goes with the order 'random', null with all others")

    def is_wrong(self, state: Vector, i: int) -> bool:
        value = inner(state, self.tests[i])
        return value < 0 or (value == 0 and self.run.y[i] in self.ties)

    def held(self) -> Iterator[_Held]:
        """All states; then `visits` and `stopped` are known."""
        steps, rate, claimed = self.run.steps, self.run.parameters.rate, self.run.result
        state, done, since, self.mistake = self.start, 0, 1, False
        for i in self._order():
            if claimed.stopped == "interrupted" and done == len(steps) and self.visits == claimed.visits:
                self.stopped = "interrupted"
                break
            self.visits += 1
            self.mistake = self.is_wrong(state, i)
            if not self.mistake:
                continue
            if done == len(steps):
                self.stopped = "max_updates"
                break
            if steps[done] != i:
                raise Refuted(f"step {done + 1}: the next mistake is example {i}, not {steps[done]}")
            yield _Held(state, self.visits - since)
            state, done, since = state.plus(rate, self.moves[i]), done + 1, self.visits
        if done < len(steps):
            raise Refuted(f"step {done + 1}: example {steps[done]} is no mistake up to visit {self.visits}")
        yield _Held(state, self.visits + (self.stopped != "max_updates") - since)

    def _order(self) -> Iterator[int]:
        """The examples in the order of the visits, each after `mistake` says what came of the one before."""
        p, count = self.run.parameters, len(self.run.y)
        if isinstance(p.order, list):
            yield from self._listed(p.order, count)
            return
        for indices in self._passes(p, count):
            clean = True
            for i in indices:
                yield i
                clean = clean and not self.mistake
                if self.mistake and p.order == "first":
                    break
            if clean:
                self.stopped = "separated"
                return

    def _listed(self, order, count):
        for place, i in enumerate(order):
            require_index(i, count, f"order[{place}]")
        yield from order
        self.stopped = "interrupted" if self.run.result.stopped == "interrupted" else "order_exhausted"

    @staticmethod
    def _passes(parameters, count) -> Iterable[Iterable[int]]:
        return _shuffles(parameters.seed, count) if parameters.order == "random" else repeat(range(count))


def _shuffles(seed, count):
    """Draw the passes as the run draws them: samples of all examples from Python's generator with this seed."""
    generator = random.Random(seed)
    while True:
        charge(SHUFFLING * count)
        yield generator.sample(range(count), count)


def _classifier(state: Vector) -> Classifier:
    *w, b, _ = state.numbers()
    return Classifier(w, b)


def _ended(walk: _Walk, separated: bool) -> dict[str, Any]:
    """What the results of all variants say of the visits."""
    order, visits = walk.run.parameters.order, walk.visits
    if isinstance(order, list) and visits != len(order):
        raise Refuted(f"the run ends at visit {visits} as {walk.stopped!r}, and the order lists {len(order)}")
    return {"updates": len(walk.run.steps), "stopped": walk.stopped, "separated": separated, "visits": visits}


def _perceptron(run: Run) -> _Last:
    walk = _Walk(run)
    *_, (last, _) = walk.held()
    separated = not any(walk.is_wrong(last, i) for i in range(len(run.y)))
    return _Last(**_ended(walk, separated), **vars(_classifier(last)))


def _separates(run, state):
    return all(inner(state, z) > 0 for z in run.signed(1, 0))


def _margin_perceptron(run: Run) -> _Last:
    walk = _Walk(run)
    *_, (last, _) = walk.held()
    return _Last(**_ended(walk, _separates(run, last)), **vars(_classifier(last)))


def _averaged(run: Run) -> _Mean:
    walk = _Walk(run)
    votes, mean = [], Vector([0] * (len(run.X[0]) + 2))
    for held in walk.held():
        votes.append(held.votes)
        mean = mean.plus(Q(held.votes), held.state)
    last = held.state
    mean = Vector(mean.values, mean.over * sum(votes)) if any(votes) else walk.start
    ended = _ended(walk, _separates(run, mean))
    return _Mean(**ended, **vars(_classifier(mean)), votes=votes, last=_classifier(last))


def _voted(run: Run) -> _Vote:
    walk = _Walk(run)
    votes, scores = [], [0] * len(run.y)
    for held in walk.held():
        votes.append(held.votes)
        values = [inner(held.state, z) for z in walk.tests]
        scores = [score + held.votes * ((v > 0) - (v < 0)) for score, v in zip(scores, values, strict=True)]
    return _Vote(**_ended(walk, min(scores) > 0), votes=votes)


def _rule(parameters: Any, result: type[Ended], repeat: Callable[[Run], Ended]) -> Rule:
    return Rule(parameters, int, result, repeat, ("visits",))


RULES = {
    "perceptron": _rule(_Mistakes, _Last, _perceptron),
    "margin_perceptron": _rule(_SmallMargins, _Last, _margin_perceptron),
    "averaged_perceptron": _rule(_Mistakes, _Mean, _averaged),
    "voted_perceptron": _rule(_Mistakes, _Vote, _voted),
}

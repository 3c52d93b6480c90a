"""Certificates of the perceptron and its variants that visit the examples in an order; every visit is repeated.

Main definitions:
    Walk    the visits of a run in an order, also for the runs of several classes, of ROMMA, of ALMA and of PRank
    OfTwo   the walk of a rule for two classes; `rule` makes its entry in `RULES`

The order is "cyclic" or "first", "random" with the seed from which its passes are drawn again, or the list of the
examples visited. The checker confirms three things. The steps are all mistakes of the visits, in their order. The
weights, votes and counts follow. The run ends at the recorded visit for the recorded reason.

A run in a named order that ends as "separated" has made a pass over all examples without a mistake. "order_exhausted"
says only that the examples of the list were visited.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, inner, power, product, total, vectors
from .run_replay import LINEAR, Rule, Run
from .typed_records import (
    TIES,
    Classifier,
    Count,
    NotNegative,
    Positive,
    Table,
    Tie,
    Vectors,
    from_to,
    require_index,
    require_length,
    require_seed,
)

SHUFFLING = 40  # units of work to draw the place of one example
Order = Literal["cyclic", "first", "random"] | list[int]


class Held(NamedTuple):
    """A state of the run, and the number of visits for which it was held."""

    state: Vector
    votes: int


class Walk:
    """The repeated visits of a run from a start. A subclass says which examples are wrong, what an update does, and
    which fields of the `result` the last state gives.
    """

    result: ClassVar[dict[str, Any]] = LINEAR | {"visits": Count}

    def __init__(self, run: Run, start: Vector) -> None:
        """Store the question and answer of a certificate, and the state before any visit."""
        self.run = run
        self.visits: int = 0
        self.stopped: str = ""
        self.start = start
        require_seed(run.parameters.seed, run.parameters.order)

    def is_wrong(self, state: Vector, i: int) -> bool:
        """Return whether example i causes an update of this state."""
        raise NotImplementedError

    def is_stuck(self, state: Vector, i: int) -> bool:
        """Return whether no state can follow, which ends the run as "contradiction"."""
        return False

    def move(self, state: Vector, i: int) -> Vector:
        """Return the state after an update on example i."""
        raise NotImplementedError

    def separates(self, state: Vector) -> bool:
        """Return whether no example is wrong."""
        return not any(self.is_wrong(state, i) for i in range(len(self.run.y)))

    def read(self, state: Vector) -> dict[str, Any]:
        """Return the fields of the result that the last state gives."""
        raise NotImplementedError

    def repeat(self) -> dict[str, Any]:
        """Repeat the run and return the fields of its result."""
        for held in self.yield_states():
            last = held.state  # no list of all: a wide state takes as much room as an example with all zeros
        return self.end(self.separates(last)) | self.read(last)

    def yield_states(self) -> Iterator[Held]:
        """Yield all states. At the end, `visits` and `stopped` are known."""
        steps, claimed = self.run.steps, self.run.result
        state, done, since = self.start, 0, 1
        self.mistake: bool = False
        for i in self._order():
            if claimed.stopped == "interrupted" and done == len(steps) and self.visits == claimed.visits:
                self.stopped = "interrupted"
                break
            self.visits += 1
            self.mistake = self.is_wrong(state, i)
            if not self.mistake:
                continue
            if (stuck := self.is_stuck(state, i)) or done == len(steps):
                self.stopped = "contradiction" if stuck else "max_updates"
                break
            if steps[done] != i:
                raise Refuted(f"step {done + 1}: the next mistake is example {i}, not {steps[done]}")
            yield Held(state, self.visits - since)
            state, done, since = self.move(state, i), done + 1, self.visits
        if done < len(steps):
            raise Refuted(f"step {done + 1}: example {steps[done]} is not a mistake up to visit {self.visits}")
        yield Held(state, self.visits + (self.stopped != "max_updates") - since)

    def _order(self) -> Iterator[int]:
        """Yield the examples in the order of the visits; after each, the caller sets `mistake`."""
        p, count = self.run.parameters, len(self.run.y)
        if isinstance(p.order, list):
            yield from self._follow_list(p.order, count)
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

    def _follow_list(self, order, count):
        for place, i in enumerate(order):
            require_index(i, count, f"order[{place}]")
        yield from order
        self.stopped = "interrupted" if self.run.result.stopped == "interrupted" else "order_exhausted"

    @staticmethod
    def _passes(parameters, count) -> Iterable[Iterable[int]]:
        return _shuffles(parameters.seed, count) if parameters.order == "random" else repeat(range(count))

    def end(self, separated: bool) -> dict[str, Any]:
        """Return the fields on visits that the results of all variants have; raise `Refuted` if an order goes on after
        the run.
        """
        order, visits = self.run.parameters.order, self.visits
        if isinstance(order, list) and visits != len(order):
            raise Refuted(f"the run ends at visit {visits} as {self.stopped!r}, but the order lists {len(order)} "
                          "visits")
        return {"stopped": self.stopped, "separated": separated, "visits": visits}


def _shuffles(seed, count):
    """Yield the passes as the run draws them: samples of all examples from Python's generator with this seed."""
    generator = random.Random(seed)
    while True:
        charge(SHUFFLING * count)
        yield generator.sample(range(count), count)


def classifier(state: Vector) -> Classifier:
    """Return the (w, b) of a state of two classes.

    >>> classifier(Vector([1, 2, 3, 1], 2)).b
    Q(3, 2)
    """
    *w, b, _ = state.numbers()
    return Classifier(w, b)


class OfTwo(Walk):
    """The walk of a rule for two classes. A state is (w, b, 1), and its product with z = (yx, y, −β) is y·f(x) − β. A
    rule without a start begins at (0, 0, 0), and has no β.
    """

    def __init__(self, run: Run) -> None:
        """Store the question and answer of a certificate."""
        p, dimension = run.parameters, len(run.X[0])
        beta = getattr(p, "threshold", getattr(p, "beta", Q(0)))
        self.ties: tuple[int, ...] = TIES[getattr(p, "tie", "mistake")]
        self.made: int = 0
        if hasattr(p, "start"):
            require_length(p.start.w, dimension, "start.w")
        super().__init__(run, Vector.of([*p.start.w, p.start.b, 1]) if hasattr(p, "start") else
                         Vector([0] * (dimension + 2)))
        shifted = [Vector.of([*z.numbers(), -beta]) for z in run.sign_examples(1)] if beta else []
        self.tests: list[Vector] = shifted or run.sign_examples(1, 0)
        self.moves: list[Vector] = self.tests if p.bias_step == 1 and not beta else run.sign_examples(p.bias_step, 0)

    def is_wrong(self, state: Vector, i: int) -> bool:
        value = inner(state, self.tests[i])
        return value < 0 or (value == 0 and self.run.y[i] in self.ties)

    def move(self, state: Vector, i: int) -> Vector:
        """Return the state after the perceptron's update, which no longer needs the state before it."""
        return state.plus(self.run.parameters.rate, self.moves[i], in_place=state is not self.start)

    def separates(self, state: Vector) -> bool:
        """Return whether no example is wrong; for a rule without ties, whether all y·f(x) are positive."""
        return super().separates(state) if hasattr(self.run.parameters, "tie") else self.is_strict(state)

    def is_strict(self, state: Vector) -> bool:
        """Return whether all y·f(x) are positive."""
        return all(inner(state, z) > 0 for z in self.run.sign_examples(1, 0))

    def read(self, state: Vector) -> dict[str, Any]:
        return vars(classifier(state))


class _Increasing(OfTwo):
    """The walk of a rule with varying step sizes. A list gives update t its t-th size, and its last size to all later
    ones. A word means 1/t, 2^−t, or "normalised": 1/(‖x‖² + c) for the example x.
    """

    def __init__(self, run: Run) -> None:
        p = run.parameters
        if p.rates == []:
            raise Refuted("rates: the list is empty")
        super().__init__(run)
        self.squares = [product(x, x) + p.bias_step for x in vectors(run.X)] if p.rates == "normalised" else []
        if not all(self.squares):
            raise Refuted("an example is 0 and the bias step is 0, so this example has no step size")

    def size(self, i: int) -> Any:
        """Return the size of the next step, on example i."""
        rates, t = self.run.parameters.rates, self.made + 1
        if isinstance(rates, list):
            return rates[min(self.made, len(rates) - 1)]
        if rates == "normalised":
            return 1 / self.squares[i]
        return Q(1, t) if rates == "1/t" else Q(1, power(2, t)) if rates == "2^-t" else rates

    def move(self, state: Vector, i: int) -> Vector:
        after = state.plus(self.size(i), self.moves[i]).reduce()
        self.made += 1
        return after


class _Dynamic(OfTwo):
    """The rule of the dynamic margin. After t updates an example is wrong if t·y·f(x) is at most (1 − ε)(‖w‖² + b²/c).
    """

    def __init__(self, run: Run) -> None:
        if run.parameters.epsilon > 1:
            raise Refuted("epsilon must be at most 1")
        super().__init__(run)
        self.least = Q(0)

    def is_wrong(self, state: Vector, i: int) -> bool:
        return bool(product(state, self.tests[i]) <= self.least)

    def move(self, state: Vector, i: int) -> Vector:
        p, after = self.run.parameters, state.plus(Q(1), self.moves[i])
        self.made += 1
        found = classifier(after)
        square = total([each * each for each in found.w]) + (found.b * found.b / p.bias_step if p.bias_step else 0)
        self.least = (1 - p.epsilon) * square / self.made
        return after


class _Aiming(OfTwo):
    """The walk of the relaxation method. Its steps aim at the functional margin β; the threshold takes the place of β
    in z.
    """

    def __init__(self, run: Run) -> None:
        p = run.parameters
        if p.threshold >= p.beta or p.rate > 2:
            raise Refuted("the threshold must be below beta, and the rate at most 2")
        super().__init__(run)
        self.scores, self.sizes = run.sign_examples(1, 0), [product(x, x) + p.bias_step for x in vectors(run.X)]

    def move(self, state: Vector, i: int) -> Vector:
        p = self.run.parameters
        if not self.sizes[i]:
            raise Refuted(f"example {i} is 0 and the bias step is 0, so no step is possible there")
        length = p.rate * (p.beta - product(state, self.scores[i])) / self.sizes[i]
        return state.plus(length, self.moves[i]).reduce()


class _Erring(OfTwo):
    """The walk of the Widrow–Hoff rule. The tests are y·f(x) − 1, which is the error times −y."""

    result = OfTwo.result | {"squares": Q}

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.squares: Any = Q(0)
        self.tests = [Vector([*z.values, -z.over], z.over) for z in run.sign_examples(1)]

    def is_wrong(self, state: Vector, i: int) -> bool:
        return inner(state, self.tests[i]) != 0

    def move(self, state: Vector, i: int) -> Vector:
        error = -product(state, self.tests[i])  # times y, which is in the move
        self.squares += error**2
        return state.plus(self.run.parameters.rate * error, self.moves[i]).reduce()

    def read(self, state: Vector) -> dict[str, Any]:
        return super().read(state) | {"squares": self.squares}


class _Shifting(OfTwo):
    """The walk of the shifting perceptron: a mistake replaces the share λ/(λ + k) of the state."""

    def move(self, state: Vector, i: int) -> Vector:
        share = self.run.parameters.lam / (self.run.parameters.lam + self.made)
        self.made += 1
        return state.plus(-share, state).plus(share, self.moves[i]).reduce()


class _Forgetting(OfTwo):
    """The walk of the Forgetron: the state is the sum of Φ^j·z over the last B mistakes, with j = 1 for the latest."""

    def __init__(self, run: Run) -> None:
        p = run.parameters
        if p.shrink > 1:
            raise Refuted("shrink must be at most 1")
        super().__init__(run)
        self.stored: list[int] = []
        self.weights = [p.shrink]

    def move(self, state: Vector, i: int) -> Vector:
        p = self.run.parameters
        self.stored = [i, *self.stored][: p.budget]
        if len(self.weights) < len(self.stored):
            self.weights.append(p.shrink * self.weights[-1])
        state = self.start
        for weight, j in zip(self.weights, self.stored, strict=True):
            state = state.plus(weight, self.moves[j])
        return state.reduce()


class _Drawing(OfTwo):
    """The walk of the randomised budget perceptron: the state is the sum of the stored z. A full store drops a random
    one before it takes the next.
    """

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.stored: list[int] = []
        self.drawn = random.Random(f"drop {run.parameters.drop_seed}")

    def move(self, state: Vector, i: int) -> Vector:
        budget = self.run.parameters.budget
        if len(self.stored) == budget:
            state = state.plus(Q(-1), self.moves[self.stored.pop(self.drawn.randrange(budget))])
        self.stored.append(i)
        return state.plus(Q(1), self.moves[i])


class _Averaging(OfTwo):
    """The walk of the averaged perceptron."""

    result = OfTwo.result | {"votes": list[int], "last": Classifier}

    def repeat(self) -> dict[str, Any]:
        votes, mean = [], Vector([0] * (len(self.run.X[0]) + 2))
        for held in self.yield_states():
            votes.append(held.votes)
            mean = mean.plus(Q(held.votes), held.state)
        mean = Vector(mean.values, mean.over * sum(votes)) if any(votes) else self.start
        return self.end(self.is_strict(mean)) | self.read(mean) | {"votes": votes, "last": classifier(held.state)}


class _Voting(OfTwo):
    """The walk of the voted perceptron."""

    result: ClassVar[dict[str, Any]] = {"visits": Count, "votes": list[int]}

    def repeat(self) -> dict[str, Any]:
        votes, scores = [], [0] * len(self.run.y)
        for held in self.yield_states():
            votes.append(held.votes)
            values = [inner(held.state, z) for z in self.tests]
            scores = [score + held.votes * ((v > 0) - (v < 0)) for score, v in zip(scores, values, strict=True)]
        return self.end(min(scores) > 0) | {"votes": votes}


def rule(walk: type[Any], *, examples: Any = Vectors, **parameters: Any) -> Rule:
    """Return the rule whose runs `walk` repeats, with its parameters besides the parameters that all rules share."""
    visits = {"bias_step": NotNegative, "order": Order, "seed": int | None}
    return Rule(lambda run: walk(run).repeat(), int, visits | parameters, walk.result, ("visits",), examples=examples)


Budget = Annotated[int, from_to(1, 10_000)]
Rates = Literal["1/t", "2^-t", "normalised"] | list[Positive] | Positive
RULES = {
    "perceptron": rule(OfTwo, rate=Positive, start=Classifier, tie=Tie),
    "variable_increment": rule(_Increasing, rates=Rates, start=Classifier, tie=Tie),
    "margin_perceptron": rule(OfTwo, rate=Positive, start=Classifier, beta=NotNegative),
    "dynamic_margin_perceptron": rule(_Dynamic, epsilon=Positive),
    "relaxation": rule(_Aiming, rate=Positive, start=Classifier, beta=Positive, threshold=NotNegative),
    "widrow_hoff": rule(_Erring, examples=Table, rate=Positive, start=Classifier),
    "shifting_perceptron": rule(_Shifting, lam=Positive, tie=Tie),
    "forgetron": rule(_Forgetting, budget=Budget, shrink=Positive, tie=Tie),
    "random_budget_perceptron": rule(_Drawing, budget=Budget, drop_seed=int, tie=Tie),
    "averaged_perceptron": rule(_Averaging, rate=Positive, start=Classifier, tie=Tie),
    "voted_perceptron": rule(_Voting, rate=Positive, start=Classifier, tie=Tie),
}

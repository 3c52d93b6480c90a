"""The voted perceptron: all weights of a perceptron run vote, each with the number of visits that it survived.

The run is the perceptron's. After each visit of an example, the current weights get one vote. The weights v_k after
update k get c_k votes, one for each visit from update k until the visit before the next update. The example x is
classified by the sign of Σ c_k·sgn f_k(x); a voter with f_k(x) = 0 abstains.

Source: `freundschapire1999`, Fig. 1. Its T passes are order=[*range(n)] * T here; by default the run ends after the
first pass without a mistake, and that pass counts.

Bounds: the number of updates obeys the perceptron's bounds. They do not bound the vote: if the last weights separate
the examples, the vote need not.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, ClassVar

from . import perceptron
from .base_rule import Record
from .exact_linear import integers
from .lazy_numpy import np
from .options import BIAS_STEP, ORDER, RATE, SEED, START, TIE, Found, Options
from .perceptron import OnlineRule, State
from .run_loop import replay_steps

AT_ONCE = 1000  # voters, whose scores on all examples are held in memory


class Voting(OnlineRule):
    """The perceptron, which also stores the visits at which it learned."""

    options: ClassVar[Options] = (BIAS_STEP, RATE, ORDER, SEED, TIE, START)

    def prepare(self) -> None:
        self.learned_at: list[int] = []

    def take(self, step: int) -> None:
        self.learned_at.append(self.visits)
        super().take(step)

    def marks(self, stopped: str) -> list[int]:
        """Return the number of the first visit of each weight vector, counted from 1, and the number after the last
        complete visit.

        At the cap the last visit ends without its update: it is not complete.
        """
        visits = self.at.visits if stopped == "interrupted" else self.visits - (stopped == "max_updates")
        return [1, *self.learned_at[: self.updates], visits + 1]

    def votes(self, stopped: str) -> tuple[int, ...]:
        """Return the votes of all weights."""
        return tuple(until - since for since, until in pairwise(self.marks(stopped)))

    def results(self, stopped: str) -> dict[str, Any]:
        return super().results(stopped) | {"votes": self.votes(stopped)}


class VotedPerceptron(Voting):
    """The voted perceptron, whose record has no weights.

    `votes` has updates + 1 entries, the first for the start. `separated` says whether the vote is strictly right on
    all examples; `stopped` = "separated" means that the last weights make no mistake.

    >>> result = run([[2, -2], [-2, 1]], [-1, -1], bias_step=0)
    >>> result.votes, result.stopped, result.separated
    ((0, 1, 2, 1, 1, 1, 1, 1, 1, 3), 'separated', False)
    """

    name = "voted_perceptron"
    found: ClassVar[Found] = {"visits": int, "mistakes": None, "votes": list}

    def results(self, stopped: str) -> dict[str, Any]:
        found = super().results(stopped)
        electorate = list(zip(found["votes"], self.states(), strict=True))
        exact = self.arithmetic == "exact"
        scores: Iterable[int] = exact_scores(electorate, self.X) if exact else (score(electorate, x) for x in self.X)
        return found | {"separated": all(y * value > 0 for value, y in zip(scores, self.y, strict=True))}

    def states(self) -> Iterable[State]:
        """Yield all weights, recomputed from the start."""
        state = self.start
        yield state
        for i in self.steps_taken:
            state = perceptron.update(state, self.X[i], self.y[i], bias_step=self.bias_step, rate=self.rate)
            yield state


def score(voters: Iterable[tuple[int, State]], x: Any) -> int:
    """Return Σ c_k·sgn f_k(x) for voters (c_k, (w_k, b_k)) and a vector x of their carrier; numbers only.

    >>> import numpy as np
    >>> score([(2, State(np.array([1]), 0)), (5, State(np.array([0]), -1))], np.array([3]))
    -3
    """
    margins = ((votes, perceptron.margin(state, x, 1)) for votes, state in voters)
    return sum(votes * (int(f > 0) - int(f < 0)) for votes, f in margins)


def exact_scores(voters: Iterable[tuple[int, State]], X: Iterable[Any]) -> list[int]:
    """Return `score(voters, x)` for each row x of X. X has exact numbers; the function computes many rows at once, in
    integers.

    Positive factors that make each (x, 1) and each (w, b) integral change no sign. Products are computed in 64 bits if
    none can exceed them.

    >>> exact_scores([(2, State([1], 0)), (5, State([1], -2))], [[3], [1], [-1]])
    [7, -3, -7]
    """
    counts, states = zip(*voters, strict=True)
    points = [integers([*x, 1])[0] for x in X]
    weights = [integers([*w, b])[0] for w, b in states]
    longest, largest = max(sum(map(abs, x)) for x in points), max(1, *(abs(value) for v in weights for value in v))
    number: Any = np.int64 if longest * largest < 2**63 else object  # every x has a coordinate 1 or more
    P, V, c = np.array(points, number).T, np.array(weights, number), np.array(counts)
    parts = [slice(first, first + AT_ONCE) for first in range(0, len(V), AT_ONCE)]
    return np.sum([c[part] @ np.sign(V[part] @ P) for part in parts], axis=0).tolist()


Run = VotedPerceptron.Run
run, replay, certificate = VotedPerceptron.functions()


def voters(record: Record, X: Iterable[Iterable[Any]], y: Iterable[int]) -> list[tuple[int, State]]:
    """Return the votes and the weights (w, b) of a recorded run on its examples, in order.

    >>> [votes for votes, state in voters(run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1])]
    [0, 1, 3]
    """
    learner, steps = VotedPerceptron.resume(record, X, y)
    replay_steps(learner, steps, record.mistakes, record)
    return list(zip(record.votes, learner.states(), strict=True))

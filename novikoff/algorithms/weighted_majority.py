"""Weighted majority: a panel of experts, of whom those that misled the panel lose weight.

Main definitions:
    update, is_mistake   the step and when it is due
    run, Run             one pass over the trials
    within_bound         the mistake bound against the best expert, exactly
    replay, certificate  a record repeated, and as JSON-ready data

The rule: the n experts start with weight 1. In a trial expert i says xᵢ = ±1, the panel says the sign of ⟨w, x⟩, and
the outcome is y = ±1. If the panel is wrong, wᵢ ← βwᵢ for the experts with xᵢ ≠ y, where 0 ≤ β < 1; if it is right,
nothing changes. Outcomes of ⟨w, x⟩ = 0 are decided by `tie`, one of `perceptron.TIES`; "mistake" counts each as a
mistake.

Source: notes, "With panel of experts algorithm", which describes it in a sentence; the rule and its bound are those of
littlestonewarmuth1994 (algorithm WM).

Bound. Let the panel make m mistakes and the best expert k (over all trials). Then 2^m·β^k ≤ n(1 + β)^m, that is m ≤
(ln n + k ln(1/β))/ln(2/(1 + β)): a mistake leaves at most (1 + β)/2 of the total weight, as at least half of it was
wrong, and the best expert's own weight, β^k at least, is part of what is left. For β = 0 and k = 0 this is m ≤ log₂
n, the bound of halving.

Arithmetic: exact. A float β counts at its exact binary value, which the record shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import certificates, perceptron
from .certificates import rational
from .driving import Learner, Progress, choice, drive, follow, plain_number
from .errors import BadInput
from .examples import Arithmetic, Exact, Number, labels, number
from .perceptron import TIES, State
from .winnow import signs

# ---------------------------------------------------------------------------------------- the rule


def update(w: Any, x: Any, y: Any, beta: Any) -> Any:
    """The weights wᵢ·β^{(1 − y·xᵢ)/2}: βwᵢ where xᵢ ≠ y. Nothing is checked.

    >>> update([4, 4], [1, -1], 1, Fraction(1, 2))
    [Fraction(4, 1), Fraction(2, 1)]
    """
    return [weight * beta ** ((1 - y * sign) // 2) for weight, sign in zip(w, x, strict=True)]


def is_mistake(w: Any, x: Any, y: int, tie: str = "mistake") -> bool:
    """Say whether the panel is wrong: y⟨w, x⟩ < 0, or a tie that `tie` calls a mistake."""
    return perceptron.is_mistake(State(w, 0), x, y, tie)


def within_bound(mistakes: int, best: int, experts: int, beta: Exact) -> bool:
    """Say whether 2^m·β^k ≤ n(1 + β)^m, exactly: m = `mistakes`, k = `best`, n = `experts`.

    >>> within_bound(3, 0, 8, 0), within_bound(4, 0, 8, 0)
    (True, False)
    """
    return 2**mistakes * Fraction(beta) ** best <= experts * (1 + Fraction(beta)) ** mistakes


# -------------------------------------------------------------------------------------- the driver


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    `mistakes` are the trials in which the panel was wrong; w the final weights, and b is 0; `expert_mistakes[i]` counts
    the trials, of all given, in which expert i was wrong, and `best` is the first expert with the fewest. `separated`
    says whether the final panel is right in every trial. `stopped` is "order_exhausted" (after the last trial),
    "max_updates" or "interrupted".
    """

    updates: int
    mistakes: tuple[int, ...]
    w: tuple[Number, ...]
    b: int
    expert_mistakes: tuple[int, ...]
    best: int
    separated: bool
    stopped: str
    beta: Number
    tie: str
    arithmetic: Arithmetic = "exact"


class _Learner(Learner):
    """The weights of the experts in one run."""

    def __init__(self, X, y, beta, tie):
        import numpy as np

        self.X = np.array(signs(X), dtype=object)
        self.y = labels(y, len(self.X))
        self.beta = Fraction(number(beta, "beta"))
        if not 0 <= self.beta < 1:
            raise BadInput(f"beta must be >= 0 and < 1 (got {beta})")
        self.tie = choice("tie", tie, TIES)
        super().__init__(np.array([1] * len(self.X[0]), dtype=object))

    def after(self, step):
        import numpy as np

        return np.array(update(self.state, self.X[step], self.y[step], self.beta), dtype=object)

    def wrong(self):
        """The trials in which the panel is wrong, each judged by the weights it meets."""
        return (t for t in range(len(self.y)) if is_mistake(self.state, self.X[t], self.y[t], self.tie))

    def due(self):
        """The mistakes of one pass."""
        yield from self.wrong()
        return "order_exhausted"

    def record(self, stopped) -> Run:
        errors = tuple(sum(said != y for said, y in zip(column, self.y, strict=True)) for column in self.X.T)
        return Run(
            self.updates,
            self.steps_taken,
            tuple(map(plain_number, self.state)),
            0,
            errors,
            errors.index(min(errors)),
            not any(True for _ in self.wrong()),
            stopped,
            plain_number(self.beta),
            self.tie,
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    beta: Number = Fraction(1, 2),
    tie: str = "mistake",
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Let the panel judge each trial once, in the order of the data, and return the record.

    X has shape (t, n): X[t][i] = ±1 is what expert i says in trial t; y has the t outcomes ±1; 0 ≤ `beta` < 1. The
    run stops at the mistake that would need update number `max_updates` + 1. `progress(updates)` is called after each
    update. Raises `BadInput` for unusable arguments, `Interrupted` with the record so far at a keyboard interrupt.

    >>> result = run([[1, -1, -1], [1, -1, 1], [1, 1, -1]], [1, 1, 1])
    >>> result.mistakes, result.w, result.expert_mistakes, result.best
    ((0,), (1, Fraction(1, 2), Fraction(1, 2)), (0, 2, 2), 0)
    """
    learner = _Learner(X, y, beta, tie)
    return drive(learner, learner.due(), max_updates, progress)


# ------------------------------------------------------------------------- what a record is good for


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the run and return its record; raises `ReplayError`, naming the step, where it differs.

    >>> X, y = [[1, -1], [1, -1]], [1, 1]
    >>> replay(run(X, y), X, y).w
    (1, Fraction(1, 2))
    """
    learner = _Learner(X, y, record.beta, record.tie)
    return follow(learner, learner.due(), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.experts.check` can repeat.

    The weights are given by their exponents e: wᵢ = β^eᵢ.
    """
    trials, outcomes = signs(X), list(y)
    exponents = [sum(trials[t][i] != outcomes[t] for t in record.mistakes) for i in range(len(record.w))]
    result = {"exponents": exponents, "expert_mistakes": [*record.expert_mistakes], "best": record.best}
    parameters = {"beta": rational(record.beta), "tie": record.tie}
    return certificates.run(
        "weighted_majority", record, trials, outcomes, parameters=parameters, steps=[*record.mistakes], result=result
    )

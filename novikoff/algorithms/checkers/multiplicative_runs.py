"""Certificates of runs of Winnow and of weighted majority: the weights are powers of one number, and counted again.

Winnow: x ∈ {±1}ⁿ, weights (1 + δ)^eᵢ with eᵢ = Σ y·xᵢ over the steps; balanced: on the inputs (x, −x). Its steps may
come in any order of the data. The checker confirms that each is a mistake of the weights after the earlier steps, that
no mistake is left if the run ended as "separated", and that one is left if it ended at max_updates. Weighted majority:
the weights are β^eᵢ, where eᵢ is the number of steps in which expert i was wrong. The steps are all mistakes of the
pass through the trials, or only the first mistakes if the run was capped or interrupted.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from . import Refuted
from .budgeted_fractions import Q, charge, total
from .run_replay import Rule, Run
from .typed_records import TIES, Part, Positive, Tie, read, require_index


def weights(certificate: dict[str, Any]) -> list[Q]:
    """Return the w of a checked run; for balanced Winnow, the difference of its two weight vectors."""
    parameters, n = certificate["parameters"], len(certificate["X"][0])
    base = 1 + read(Q, parameters["delta"]) if "delta" in parameters else read(Q, parameters["beta"])
    a = [base**exponent for exponent in certificate["result"]["exponents"]]
    return [p - q for p, q in zip(a[:n], a[n:], strict=True)] if len(a) > n else a


class _Weights:
    """The weights baseᵉ, with each power computed once."""

    def __init__(self, base: Q, count: int) -> None:
        self.base, self.exponents, self.powers = base, [0] * count, {0: Q(1)}

    def score(self, x: Sequence[int]) -> Q:
        """Return Σ baseᵉ·x."""
        charge(len(x) * 4)
        sums: Counter[int] = Counter()
        for exponent, sign in zip(self.exponents, x, strict=True):
            sums[exponent] += sign
        for exponent in sums.keys() - self.powers.keys():
            self.powers[exponent] = self.base**exponent
        return total(self.powers[exponent] * count for exponent, count in sums.items() if count)

    def add(self, changes: Sequence[int]) -> None:
        charge(len(changes))
        self.exponents = [e + change for e, change in zip(self.exponents, changes, strict=True)]


def _read_signs(run: Run) -> list[list[int]]:
    """Return X as integers; raise `Refuted` for a coordinate other than −1 and 1."""
    for i, x in enumerate(run.X):
        if any(abs(value) != 1 for value in x):
            raise Refuted(f"X[{i}] has a coordinate that is not -1 or 1")
    return [[value.numerator for value in x] for x in run.X]


def is_mistake(f: Any, y: int, ties: tuple[int, ...]) -> bool:
    """Return whether y·f < 0, or f = 0 and y is one of the labels `ties` for which a tie is a mistake.

    >>> is_mistake(0, 1, (-1,)), is_mistake(0, -1, (-1,)), is_mistake(2, 1, (-1, 1))
    (False, True, False)
    """
    return y in ties if f == 0 else (f > 0) != (y > 0)


def repeat_mistakes(run: Run, is_wrong: Callable[[int], bool], after: Callable[[int], None]) -> dict[str, Any]:
    """Make each step by `after`, and return {"stopped", "separated"}; raise `Refuted` for a step that is not a mistake
    at its turn.
    """
    for step, i in enumerate(run.steps, start=1):
        require_index(i, len(run.y), f"step {step}")
        if not is_wrong(i):
            raise Refuted(f"step {step}: example {i} is not a mistake there, so it causes no update")
        after(i)
    separated = not any(map(is_wrong, range(len(run.y))))
    return {"stopped": run.end("separated" if separated else None), "separated": separated}


def _replay_winnow(run: Run) -> dict[str, Any]:
    balanced = run.parameters.balanced
    X = [[*x, *(-sign for sign in x)] if balanced else x for x in _read_signs(run)]
    held = _Weights(1 + run.parameters.delta, len(X[0]))

    def is_wrong(i):
        return is_mistake(held.score(X[i]), run.y[i], TIES["mistake"])

    ended = repeat_mistakes(run, is_wrong, lambda i: held.add([run.y[i] * sign for sign in X[i]]))
    return ended | {"exponents": held.exponents}


def _replay_majority(run: Run) -> dict[str, Any]:
    X, ties = _read_signs(run), TIES[run.parameters.tie]
    held = _Weights(run.parameters.beta, len(X[0]))
    done, stopped = 0, "order_exhausted"
    for t, (x, y) in enumerate(zip(X, run.y, strict=True)):
        if not is_mistake(held.score(x), y, ties):
            continue
        if done == len(run.steps):
            stopped = "max_updates"
            break
        if run.steps[done] != t:
            raise Refuted(f"the next mistake of the panel is in trial {t}, but the next step is {run.steps[done]}")
        held.add([int(sign != y) for sign in x])
        done += 1
    if done < len(run.steps):
        raise Refuted(f"the next step is trial {run.steps[done]}, but the panel makes no further mistake there")
    mistakes = [sum(x[i] != y for x, y in zip(X, run.y, strict=True)) for i in range(len(X[0]))]
    separated = not any(is_mistake(held.score(x), y, ties) for x, y in zip(X, run.y, strict=True))
    return {"stopped": run.end(stopped), "separated": separated, "exponents": held.exponents,
            "expert_mistakes": mistakes, "best": mistakes.index(min(mistakes))}


RULES = {"winnow": Rule(_replay_winnow, int, {"delta": Positive, "balanced": bool}, {"exponents": list[int]},
                        ("exponents",)),
         "weighted_majority": Rule(_replay_majority, int, {"beta": Part, "tie": Tie},
                                   {"exponents": list[int], "expert_mistakes": list[int], "best": int},
                                   summarise=lambda result: {"best_expert_mistakes": min(result["expert_mistakes"])})}

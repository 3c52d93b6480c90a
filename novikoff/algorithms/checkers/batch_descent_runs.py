"""Certificates of descent runs with all examples at once, or with random batches.

The checker confirms that every step, with its size and its examples, is due at the weights after the earlier steps. It
confirms the result, and that the run ends at the recorded step for the recorded reason. With the rate "listed" the
steps give their sizes, and "rates_exhausted" claims only that no further size was given. The checker draws the batches
of Pegasos again from the seed. Reaching max_updates confirms no convergence.
"""

import random
from collections.abc import Callable
from typing import Annotated, Any, Literal

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, inner, product
from .run_replay import LINEAR, Rule, Run
from .typed_records import Classifier, Count, NotNegative, Part, Positive, from_to, record, require_length

MOST_DRAWN = 10**6  # examples in a batch
DRAWING = 20  # units of work to draw an example
_Step = record(rate=Positive, wrong=list[int])


class _Descent:
    """The steps v + η·Σzᵢ, repeated from v = (w, b). The sum is over the examples with ⟨v, (yx, y)⟩ ≤ 0, and z = y(x,
    c).
    """

    def __init__(self, run: Run, start: Classifier | None = None) -> None:
        self.run, self.c, self.done = run, run.parameters.bias_step, 0
        self.state = Vector([0] * (len(run.X[0]) + 1))
        if start:
            require_length(start.w, len(run.X[0]), "start.w")
            if not self.c and start.b:
                raise Refuted("the start has a bias, but bias step 0 means that there is none")
            self.state = Vector.of([*start.w, start.b])
        self.tests, self.moves = run.sign_examples(1), run.sign_examples(self.c)

    def margins(self) -> list[int]:
        return [inner(self.state, z) for z in self.tests]

    def wrong(self) -> list[int]:
        return [i for i, margin in enumerate(self.margins()) if margin <= 0]

    def total(self, wrong: list[int]) -> Vector:
        return sum_of([self.moves[i] for i in wrong], self.moves[0])

    def why_stop(self, wrong: list[int]) -> str | None:
        if not wrong:
            return "separated"
        return None if any(self.total(wrong).values) else "stationary"

    def repeat(self, why_stop: Callable[[list[int]], str | None]) -> str:
        """Repeat the steps, and return the reason why the run ends."""
        rate = self.run.parameters.rate
        for count, step in enumerate(self.run.steps, start=1):
            wrong = self.wrong()
            self.run.require_due(count, why_stop(wrong))
            self.run.require_step(count, _Step(step_size(rate, count, step.rate), wrong))
            self.state = self.state.plus(step.rate, self.total(wrong))
            self.done = count
        reason = why_stop(self.wrong())
        if reason is None and rate == "listed" and self.run.result.stopped == "rates_exhausted":
            return "rates_exhausted"
        return self.run.end(reason)


def step_size(rate: Any, t: int, given: Q) -> Q:
    """Return the size of step t for the rate, a word or a number; for "listed", return `given`.

    >>> step_size("1/t", 3, Q(1)), step_size("listed", 3, Q(1)), step_size(Q(2), 3, Q(1))
    (Q(1, 3), Q(1, 1), Q(2, 1))
    """
    return Q(1, t) if rate == "1/t" else given if rate == "listed" else rate


def sum_of(terms: list[Vector], like: Vector) -> Vector:
    """Return the sum of vectors, all over the denominator of `like`.

    >>> sum_of([Vector([1, 2]), Vector([3, -1])], Vector([0, 0])).values
    [4, 1]
    """
    charge(len(terms) * len(like.values) * (1 + (max((term.bits for term in terms), default=0) >> 9)))
    rows = [[0] * len(like.values), *(term.values for term in terms)]
    return Vector([sum(column) for column in zip(*rows, strict=True)], like.over)


def _batch_perceptron(run: Run) -> dict[str, Any]:
    descent = _Descent(run)
    stopped = descent.repeat(descent.why_stop)
    return _result(stopped, not descent.wrong(), descent.state)


def _result(stopped: str, separated: bool, state: Vector) -> dict[str, Any]:
    *w, b = state.numbers()
    return {"stopped": stopped, "separated": separated, "w": w, "b": b}


def _noise_tolerant(run: Run) -> dict[str, Any]:
    descent, noise, n = _Descent(run), run.parameters.noise, len(run.y)
    if 2 * noise >= 1:
        raise Refuted("noise must be below 1/2")
    most = (noise + (1 - 2 * noise) * run.parameters.epsilon) * n
    mean = descent.total(list(range(n)))

    def sum_step(wrong: list[int]) -> Vector:
        """Return the sum that a step adds, before it is divided by the sum of the weights."""
        return Vector([0] * len(mean.values)).plus(1 - 2 * noise, descent.total(wrong)).plus(noise, mean)

    def why_stop(wrong: list[int]) -> str | None:
        if len(wrong) <= most:
            return "target" if wrong else "separated"
        return None if any(sum_step(wrong).values) else "stationary"

    for count in range(1, len(run.steps) + 1):
        wrong = descent.wrong()
        run.require_due(count, why_stop(wrong))
        run.require_step(count, wrong)
        weight = (1 - 2 * noise) * len(wrong) + noise * n
        descent.state = descent.state.plus(1 / weight, sum_step(wrong)).reduce()
    stopped = run.end(why_stop(wrong := descent.wrong()))
    return _result(stopped, not wrong, descent.state)


def _pocket(run: Run) -> dict[str, Any]:
    descent, p = _Descent(run), run.parameters
    best: list[Any] = [len(run.y), 0, descent.state]  # errors, found, weights

    def why_stop(wrong):
        if len(wrong) < best[0]:
            best[:] = len(wrong), descent.done, descent.state
        if best[0] <= p.target:
            return "target" if best[0] else "separated"
        if p.patience is not None and descent.done - best[1] >= p.patience:
            return "patience"
        return descent.why_stop(wrong)

    stopped = descent.repeat(why_stop)
    errors, found, state = best
    return _result(stopped, errors == 0, state) | {"errors": errors, "found": found}


def _gradient_descent(run: Run) -> dict[str, Any]:
    descent, criterion = _Descent(run, run.parameters.start), run.parameters.criterion

    def why_stop(wrong):
        if criterion == "J" and wrong:
            return "gradient_undefined" if on_a_boundary() else "gradient_zero"
        return "gradient_zero" if (reason := descent.why_stop(wrong)) == "stationary" else reason

    def on_a_boundary():
        """Return whether a nonzero example lies on the boundary."""
        return any(m == 0 and any(z.values) for m, z in zip(descent.margins(), descent.moves, strict=True))

    stopped = descent.repeat(why_stop)
    losses = [-margin for margin in descent.margins() if margin <= 0]
    value = Q(sum(losses), descent.state.over * descent.tests[0].over) if criterion == "J_p" else Q(len(losses))
    return _result(stopped, not losses, descent.state) | {"value": value}


class _Objective:
    """λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢf(xᵢ)) and its sub-gradients at (w, b)."""

    def __init__(self, run: Run) -> None:
        self.run, p = run, run.parameters
        self.lam, self.share = p.lam, Q(1, len(run.y))
        self.tests, self.moves = run.sign_examples(1), run.sign_examples(Q(p.bias))

    def inside(self, state: Vector) -> list[int]:
        """Return the indices of the examples with y·f(x) < 1."""
        one = state.over * self.tests[0].over
        return [i for i, z in enumerate(self.tests) if inner(state, z) < one]

    def slope(self, state: Vector, inside: list[int]) -> Vector:
        """Return the sub-gradient at `state`, where `inside` lists the violations."""
        w = Vector([*state.values[:-1], 0], state.over)
        pull = sum_of([self.moves[i] for i in inside], self.moves[0])
        return Vector([0] * len(w.values)).plus(self.lam, w).plus(-self.share, pull).reduce()

    def value(self, state: Vector) -> Q:
        """Return the objective at `state`."""
        w = Vector(state.values[:-1], state.over)
        one = state.over * self.tests[0].over
        losses = sum(max(0, one - inner(state, z)) for z in self.tests)
        return self.lam / 2 * product(w, w) + self.share * Q(losses, one)


def _hinge(run: Run) -> dict[str, Any]:
    objective, rate = _Objective(run), run.parameters.rate
    state = Vector([0] * (len(run.X[0]) + 1))
    value = best_value = objective.value(state)
    best = state
    for count, (given, _) in enumerate(run.steps, start=1):
        inside = objective.inside(state)
        slope = objective.slope(state, inside)
        run.require_due(count, None if any(slope.values) else "stationary")
        size = 1 / (objective.lam * count) if rate == "1/(λt)" else step_size(rate, count, given)
        run.require_step(count, (size, inside))
        state = state.plus(-size, slope).reduce()
        value = objective.value(state)
        if value < best_value:
            best_value, best = value, state
    stationary = not any(objective.slope(state, objective.inside(state)).values)
    stopped = run.end("stationary" if stationary else None)
    if rate == "listed" and run.result.stopped == "rates_exhausted":
        stopped = "rates_exhausted"
    separated = all(inner(state, z) > 0 for z in objective.tests)
    *best_w, best_b = best.numbers()
    return _result(stopped, separated, state) | {
        "value": value, "best_value": best_value, "best_w": best_w, "best_b": best_b}


def _pegasos(run: Run) -> dict[str, Any]:
    p, generator, count = run.parameters, random.Random(run.parameters.seed), len(run.y)
    Z = run.sign_examples(Q(p.bias))
    state = Vector([0] * (len(run.X[0]) + 1))
    for t in range(1, len(run.steps) + 1):
        charge(DRAWING * p.batch)
        drawn = [generator.randrange(count) for _ in range(p.batch)]
        run.require_step(t, drawn)
        one = state.over * Z[0].over
        inside = sum_of([Z[i] for i in drawn if inner(state, Z[i]) < one], Z[0])
        state = state.plus(Q(-1, t), state).plus(1 / (p.lam * t * p.batch), inside).reduce()
    separated = all(inner(state, z) > 0 for z in Z)
    return _result(run.end(None), separated, state)


BATCH = {"bias_step": NotNegative, "rate": Literal["1/t", "listed"] | Positive}
Patience = Annotated[int, from_to(1)] | None
RULES = {
    "batch_perceptron": Rule(_batch_perceptron, _Step, BATCH, LINEAR),
    "noise_tolerant_perceptron": Rule(
        _noise_tolerant, list[int], {"bias_step": NotNegative, "noise": Part, "epsilon": Part}, LINEAR),
    "pocket": Rule(_pocket, _Step, BATCH | {"patience": Patience, "target": Count},
                   LINEAR | {"errors": int, "found": int}, ("errors",)),
    "gradient_descent": Rule(_gradient_descent, _Step, BATCH | {"criterion": Literal["J_p", "J"], "start": Classifier},
                             LINEAR | {"value": Q}, ("value",)),
    "hinge": Rule(_hinge, tuple[Positive, list[int]],
                  {"lam": Positive, "rate": Literal["1/(λt)", "listed"] | Positive, "bias": bool},
                  LINEAR | {"value": Q, "best_value": Q, "best_w": list[Q], "best_b": Q}),
    "pegasos": Rule(_pegasos, list[int], {"lam": Positive, "batch": Annotated[int, from_to(1, MOST_DRAWN)], "seed": int,
                                          "projection": Literal[False], "bias": bool}, LINEAR),
}

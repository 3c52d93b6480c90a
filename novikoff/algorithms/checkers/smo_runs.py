"""Certificates of runs of SMO: the pair and the length of each step, the final point and the two values.

The checker keeps 0 ≤ aᵢ ≤ C with Σaᵢyᵢ = 0, and w = Σaᵢyᵢxᵢ. At each step it looks for the pair that is due, confirms
the length of the step, and makes it. In the end it confirms the value of (w, b) and the dual value, between which the
least value lies, and that no other bias has a smaller value with w.
"""

from typing import Any, Literal

from .budgeted_fractions import Q, Vector, charge, inner, product, total
from .run_replay import LINEAR, Rule, Run
from .typed_records import Count, NotNegative, Positive

PAIR = 200  # units of work to look at a pair


class _Weights:
    """The weights a and the vector w after some steps."""

    def __init__(self, run: Run) -> None:
        self.y, self.C, self.choose = run.y, run.parameters.C, run.parameters.choose
        self.X = run.extend()
        self.a = [Q(0)] * len(run.y)
        self.w = Vector([0] * len(run.X[0]))

    def scores(self) -> list[Q]:
        """Return yᵢ − ⟨w, xᵢ⟩ for each example."""
        over = self.w.over * self.X[0].over
        return [Q(sign * over - inner(self.w, x), over) for x, sign in zip(self.X, self.y, strict=True)]

    def due(self, scores: list[Q]) -> tuple[int, int, Q] | None:
        """Return the step that is due, or None at an optimum."""
        rises = [self.C - a if sign > 0 else a for a, sign in zip(self.a, self.y, strict=True)]
        up = sorted((i for i, room in enumerate(rises) if room > 0), key=lambda i: (-scores[i], i))
        down = sorted((j for j, room in enumerate(rises) if room < self.C), key=lambda j: (scores[j], j))
        if self.choose == "violation":
            up, down = up[:1], down[:1]
        best: tuple[int, int, Any, Any] | None = None
        most: Any = Q(0)
        for i in up:
            for j in down:
                charge(PAIR)
                violation = scores[i] - scores[j]
                if violation <= 0 or self.C * violation <= most:
                    break
                limit = min(rises[i], self.C - rises[j])
                if limit * violation > most:
                    best, most = (i, j, violation, limit), limit * violation
        return best and (best[0], best[1], self.length(*best))

    def length(self, i: int, j: int, violation: Q, limit: Q) -> Q:
        between = self.X[i].plus(-1, self.X[j])
        square = product(between, between)
        return limit if limit * square <= violation else Q(violation / square)

    def move(self, i: int, j: int, t: Q) -> None:
        self.a[i] += self.y[i] * t
        self.a[j] -= self.y[j] * t
        self.w = self.w.plus(t, self.X[i]).plus(-t, self.X[j]).reduce()

    def values(self, scores: list[Q]) -> tuple[Q, Q, Q]:
        """Return the dual value, the least value of w with a bias, and the bias next to 0 that has it."""
        half = product(self.w, self.w) / 2
        kinks = sorted(scores)  # yᵢf(xᵢ) = 1 for this bias; right of k of them, k − (number of positives) is the slope
        positives = self.y.count(1)
        b = min([max([Q(0), *kinks[:positives][-1:]]), *kinks[positives:][:1]])
        slack = total([max(Q(0), sign * (score - b)) for score, sign in zip(scores, self.y, strict=True)])
        return Q(total(self.a) - half), Q(half + self.C * slack), b


def _smo(run: Run) -> dict[str, Any]:
    weights, epsilon = _Weights(run), run.parameters.epsilon

    def why_stop(scores: list[Q], due: tuple[int, int, Q] | None) -> str | None:
        """Return the reason why the run ends, None if it goes on; `due` is the step that is due, None at an optimum."""
        if due is None or epsilon is None:
            return None if due else "optimal"
        lower, upper, _ = weights.values(scores)
        return "gap" if upper - lower <= epsilon else None

    for count, step in enumerate(run.steps, start=1):
        due = weights.due(scores := weights.scores())
        run.require_due(count, why_stop(scores, due))
        run.require_step(count, due)
        weights.move(*step)
    scores = weights.scores()
    stopped = run.end(why_stop(scores, weights.due(scores)))
    lower, upper, b = weights.values(scores)
    separated = all(sign * (sign - score + b) > 0 for score, sign in zip(scores, run.y, strict=True))
    return {"stopped": stopped, "separated": separated, "w": weights.w.numbers(), "b": b, "dual": weights.a,
            "upper": upper, "lower": lower}


RULES = {"smo": Rule(_smo, tuple[Count, Count, Q],
                     {"C": Positive, "epsilon": Positive | None, "choose": Literal["gain", "violation"]},
                     LINEAR | {"dual": list[NotNegative], "upper": Q, "lower": Q}, ("lower", "upper"))}

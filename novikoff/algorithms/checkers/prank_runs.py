"""Certificates of PRank: every visit is repeated, with the weights and thresholds that follow.

The labels are texts, and `ranks` lists them from the lowest rank up; each example must have one of them. The checker
confirms that the steps are all examples with a wrong rank, in the order of their visits. It confirms the final weights
and thresholds, the ranking loss and the number of changes of thresholds, and that the run ends at the recorded visit
for the recorded reason. The first threshold above its score determines the rank of an example; without one, it has the
last rank.
"""

from typing import Any

from .budgeted_fractions import Q, Vector, charge, inner, vectors
from .multiclass_choice_runs import index_labels
from .online_runs import Order, Walk
from .run_replay import Rule, Run
from .typed_records import Count


class _Ranks(Walk):
    """The repeated visits of a run. A state is (w, b), and the sign of its product with z_r = (x, −e_r) says on which
    side of threshold r the score is. `ranks` holds the rank of each example, from 0.
    """

    def __init__(self, run: Run) -> None:
        names, d = run.parameters.ranks, len(run.X[0])
        self.ranks = index_labels(names, run.y, "ranks")
        self.count, self.loss, self.changes = len(names) - 1, 0, 0
        super().__init__(run, Vector([0] * (d + self.count)))
        charge(len(run.y) * self.count * (d + self.count))
        self.tests = [[Vector([*x.values, *(-x.over * (r == s) for s in range(self.count))], x.over)
                       for r in range(self.count)] for x in vectors(run.X)]

    def rank(self, state: Vector, i: int) -> int:
        """Return the index of the first threshold above the score of example i, or the number of thresholds."""
        return next((r for r, z in enumerate(self.tests[i]) if inner(state, z) < 0), self.count)

    def is_wrong(self, state: Vector, i: int) -> bool:
        return self.rank(state, i) != self.ranks[i]

    def move(self, state: Vector, i: int) -> Vector:
        self.loss += abs(self.rank(state, i) - self.ranks[i])
        after = state
        for r, z in enumerate(self.tests[i]):
            side = 1 if r < self.ranks[i] else -1
            if side * inner(state, z) <= 0:
                after, self.changes = after.plus(Q(side), z), self.changes + 1
        return after


    def read(self, state: Vector) -> dict[str, Any]:
        numbers, d = state.numbers(), len(self.run.X[0])
        return {"w": numbers[:d], "thresholds": numbers[d:], "loss": self.loss, "changes": self.changes}


RULES = {"prank": Rule(lambda run: _Ranks(run).repeat(), int, {"ranks": list[str], "order": Order, "seed": int | None},
                       {"visits": Count, "w": list[Q], "thresholds": list[Q], "loss": Count, "changes": Count},
                       ("visits", "loss"), labels=str)}

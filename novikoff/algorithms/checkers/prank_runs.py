"""Certificates of PRank: every visit is repeated, with the weights and thresholds that follow.

Main definitions:
    check    a run of prank

The labels are texts, and `ranks` lists them from the lowest rank up; each example must have one of them. The checker
confirms that the steps are all examples with a wrong rank, in the order of their visits. It confirms the final weights
and thresholds, the ranking loss and the number of changes of thresholds, and that the run ends at the recorded visit
for the recorded reason. The first threshold above its score determines the rank of an example; without one, it has the
last rank.
"""

from dataclasses import dataclass
from typing import Any

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, inner, vectors
from .online_runs import Order, Walk
from .repeated_runs import Ended, Rule, Run, check_run
from .typed_records import Count


@dataclass(frozen=True)
class _Ranking:
    ranks: list[str]
    order: Order
    seed: int | None


@dataclass(frozen=True)
class _Ranked(Ended):
    visits: Count
    w: list[Q]
    thresholds: list[Q]
    loss: Count
    changes: Count


def check(certificate: Any) -> dict[str, Any]:
    """Check a run and return {"updates", "stopped", "separated", "visits", "loss"}; raise `Refuted`."""
    return check_run(RULES, certificate)


class _Ranks(Walk):
    """The repeated visits of a run. A state is (w, b), and the sign of its product with z_r = (x, −e_r) says on which
    side of threshold r the score is. `ranks` holds the rank of each example, from 0.
    """

    def __init__(self, run: Run) -> None:
        names, d = run.parameters.ranks, len(run.X[0])
        if len(set(names)) < max(2, len(names)):
            raise Refuted("the ranks must be at least two labels, all different")
        if missing := set(run.y) - set(names):
            raise Refuted(f"the label {min(missing)!r:.40} is not among the ranks")
        self.count, self.loss, self.changes = len(names) - 1, 0, 0
        super().__init__(run, Vector([0] * (d + self.count)))
        charge(len(run.y) * self.count * (d + self.count))
        self.ranks = [names.index(label) for label in run.y]
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


def _prank(run: Run) -> _Ranked:
    walk = _Ranks(run)
    *_, (last, _) = walk.yield_states()
    separated = not any(walk.is_wrong(last, i) for i in range(len(run.y)))
    numbers, d = last.numbers(), len(run.X[0])
    ended = walk.end(separated)
    return _Ranked(**ended, w=numbers[:d], thresholds=numbers[d:], loss=walk.loss, changes=walk.changes)


RULES = {"prank": Rule(_Ranking, int, _Ranked, _prank, ("visits", "loss"), str)}

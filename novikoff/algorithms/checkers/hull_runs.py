"""Certificates of runs towards the nearest point of a hull: every step is repeated, and its length compared.

The checker confirms that the rule takes every step at the point after the earlier steps, with the best length, rounded
down to the rule's number of binary digits. It confirms the result, and that the run ends at the recorded step for the
recorded reason.

Kozinec: m is the distance of the hull of the y(x, 1) from 0, where ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss'. m is at most
√norm2. If `least` > 0, m is at least least/√norm2. Hull_distance: as for Kozinec, with c = 1, or c = 0 without bias,
and with `lowest`. Von_neumann: the weights belong to the final point, and a combination, if given, has convex weights
with Σ λᵢzᵢ = 0, so there is no separator.
"""

from bisect import bisect_left
from typing import Annotated, Any, Literal

from .budgeted_fractions import OVERHEAD, Q, Vector, charge, inner, round_down
from .run_replay import LINEAR, Rule, Run
from .separability import check_combination
from .typed_records import Count, NotNegative, Positive, from_to, record, require_index

MOST_DIGITS = 10_000  # binary digits that a length may be rounded to


class _Hull:
    """The signed examples and a point p of their hull; all products with p are over one denominator.

    `metric` holds the examples with the last coordinate times c, so that ⟨p, z⟩ is an inner product of integers.
    """

    def __init__(self, run: Run, c: Q, start: int) -> None:
        require_index(start, len(run.y), "start")
        self.c = c
        self.Z, self.metric = map(run.sign_examples, (1, c) if c else (0, 0))
        self.squares = [inner(z, m) for z, m in zip(self.Z, self.metric, strict=True)]
        self.move_to(self.Z[start])

    def move_to(self, point: Vector) -> None:
        """Set p to `point`, and compute its products with all examples."""
        self.p = point = point.reduce()
        self.products = [inner(point, m) for m in self.metric]
        charge(OVERHEAD + len(self.Z) * 10)
        self.lowest = min(range(len(self.Z)), key=self.products.__getitem__)
        last = Vector(point.values[-1:], point.over)
        head = Vector(point.values[:-1], point.over)
        self.norm2: Any = Q(inner(head, head), head.over**2) + self.c * Q(inner(last, last), last.over**2)

    def product(self, j: int) -> Q:
        """Return ⟨p, zⱼ⟩."""
        return Q(self.products[j], self.p.over * self.metric[0].over)

    def square(self, j: int) -> Q:
        """Return ⟨zⱼ, zⱼ⟩."""
        return Q(self.squares[j], self.Z[0].over * self.metric[0].over)

    def towards(self, j: int, length: Q) -> None:
        """Move p to (1 − κ)p + κzⱼ for κ = `length`."""
        self.move_to(self.p.plus(-length, self.p).plus(length, self.Z[j]))

    def result(self, stopped: str) -> dict[str, Any]:
        """Return the fields of every result; (w, b) has f(x) = ⟨p, (x, 1)⟩ in the inner product of the hull."""
        *w, b = self.p.numbers()
        return {"stopped": stopped, "separated": self.products[self.lowest] > 0, "w": w, "b": self.c * b,
                "norm2": self.norm2}


def _best_kappa(hull: _Hull, j: int) -> Any:
    """Return the κ in (0, 1] for which (1 − κ)p + κzⱼ is shortest."""
    gap = hull.norm2 - hull.product(j)
    return min(gap / (gap - hull.product(j) + hull.square(j)), Q(1))


_Step = record(example=int, kappa=Q)


def _replay_kozinec(run: Run) -> dict[str, Any]:
    p = run.parameters
    hull, last = _Hull(run, p.bias_step, p.start), p.start
    for count in range(1, len(run.steps) + 1):
        wrong = _find_wrong(hull, p.epsilon)
        run.require_due(count, _find_stop_reason(hull, p.epsilon, wrong))
        last = _choose_example(p.choose, wrong, last)
        kappa = round_kappa(_best_kappa(hull, last), p.kappa_bits)
        run.require_step(count, _Step(last, kappa))
        hull.towards(last, kappa)
    stopped = run.end(_find_stop_reason(hull, p.epsilon, _find_wrong(hull, p.epsilon)))
    return hull.result(stopped) | {"least": hull.product(hull.lowest)}


def _find_stop_reason(hull, epsilon, wrong):
    if not any(hull.p.values):
        return "origin"
    return None if wrong else "separated" if epsilon is None else "eps_solution"


def _find_wrong(hull, epsilon):
    """Return the examples to move towards, in order of their products with p.

    Without ε these are the examples with products ≤ 0. With ε they are the examples with g = ‖p‖² − ⟨p, z⟩ > 0 and g² ≥
    ε²‖p‖².
    """
    charge(OVERHEAD + len(hull.Z) * 30)
    order = sorted(range(len(hull.Z)), key=hull.products.__getitem__)

    def is_right(j):
        if epsilon is None:
            return hull.products[j] > 0
        gap = hull.norm2 - hull.product(j)
        return gap <= 0 or gap * gap < epsilon * epsilon * hull.norm2

    return order[: bisect_left(order, True, key=is_right)]


def _choose_example(choose, wrong, last):
    if choose == "cyclic":
        return min(wrong, key=lambda j: (j <= last, j))
    return min(wrong) if choose == "first" else wrong[0]


def round_kappa(kappa: Q, bits: int | None) -> Q:
    """Return κ, 0 < κ ≤ 1, or if κ is longer than `bits`, a smaller number of `bits` or `bits` + 1 binary digits.

    >>> round_kappa(Q(1, 3), 2), round_kappa(Q(5, 7), 2)
    (Q(1, 3), Q(1, 2))
    """
    longest = max(kappa.numerator.bit_length(), kappa.denominator.bit_length())
    if bits is None or longest <= bits:
        return kappa
    return round_down(kappa, bits)


def _replay_von_neumann(run: Run) -> dict[str, Any]:
    p = run.parameters
    hull, weights = _Hull(run, p.bias_step, p.start), [Q(0)] * len(run.y)
    weights[p.start] = Q(1)
    for count in range(1, len(run.steps) + 1):
        run.require_due(count, _find_end_reason(hull, p.epsilon))
        worst, kappa = hull.lowest, round_kappa(_best_kappa(hull, hull.lowest), p.kappa_bits)
        run.require_step(count, _Step(worst, kappa))
        hull.towards(worst, kappa)
        weights = _move_weights(weights, worst, kappa)
    combination = run.result.combination
    if combination is not None:
        check_combination(run.X, run.y, combination, bias=p.bias_step > 0)
    return hull.result(run.end(_find_end_reason(hull, p.epsilon))) | {
        "least": hull.product(hull.lowest), "weights": weights, "inseparable": combination is not None,
        "combination": combination}


def _find_end_reason(hull, epsilon):
    if not any(hull.p.values):
        return "origin"
    if hull.products[hull.lowest] > 0:
        return "separated"
    return "near" if epsilon is not None and hull.norm2 < epsilon * epsilon else None


def _replay_hull_distance(run: Run) -> dict[str, Any]:
    p = run.parameters
    hull = _Hull(run, Q(p.bias), p.start)
    weights = [Q(0)] * len(run.y)
    weights[p.start] = Q(1)
    step = _gilbert_step if p.rule == "gilbert" else _mdm_step
    for count in range(1, len(run.steps) + 1):
        run.require_due(count, _is_near(hull, p.epsilon))
        length, giver, weights = step(hull, weights, p.bits)
        run.require_step(count, (length, hull.lowest, giver))
        if giver is None:
            hull.towards(hull.lowest, length)
        else:
            hull.move_to(hull.p.plus(length, hull.Z[hull.lowest]).plus(-length, hull.Z[giver]))
    return hull.result(run.end(_is_near(hull, p.epsilon))) | {"weights": weights, "lowest": hull.product(hull.lowest)}


def _is_near(hull, epsilon):
    """Return why the run stops: p = 0, or ‖p‖ − lowest/‖p‖ ≤ ε. Return None if it goes on."""
    if not hull.norm2:
        return "origin"
    gap = hull.norm2 - hull.product(hull.lowest)
    return "epsilon" if gap * gap <= epsilon * epsilon * hull.norm2 else None


def _gilbert_step(hull, weights, bits):
    """Return the length of the step towards the lowest point, None for the giver, and the new weights."""
    length = _best_kappa(hull, hull.lowest)
    length = length if bits is None else round_down(length, bits)
    return length, None, _move_weights(weights, hull.lowest, length)


def _move_weights(weights, to, length):
    moved = [(1 - length) * weight if weight else weight for weight in weights]
    moved[to] += length
    return moved


def _mdm_step(hull, weights, bits):
    """Return three values: the weight to move, the index of the point that loses it (the highest point of positive
    weight), and the new weights."""
    to = hull.lowest
    giver = max((j for j, weight in enumerate(weights) if weight), key=hull.products.__getitem__)
    cross = Q(inner(hull.Z[to], hull.metric[giver]), hull.Z[0].over * hull.metric[0].over)
    squared_edge = hull.square(to) + hull.square(giver) - 2 * cross
    best: Any = (hull.product(giver) - hull.product(to)) / squared_edge
    length, moved = min(weights[giver], best if bits is None else round_down(best, bits)), [*weights]
    moved[to] += length
    moved[giver] -= length
    return length, giver, moved


Epsilon = Positive | None
KappaBits = Annotated[int, from_to(2, MOST_DIGITS)] | None
Bits = Annotated[int, from_to(1, MOST_DIGITS)] | None
EPSILON = {"epsilon": Epsilon, "kappa_bits": KappaBits}
NEAR = LINEAR | {"norm2": Q, "least": Q}
RULES = {
    "kozinec": Rule(
        _replay_kozinec, _Step,
        {"bias_step": NotNegative, "start": Count, "choose": Literal["first", "cyclic", "worst"]} | EPSILON,
        NEAR, ("norm2", "least")),
    "von_neumann": Rule(
        _replay_von_neumann, _Step, {"bias_step": NotNegative, "start": Count} | EPSILON,
        NEAR | {"weights": list[Q], "inseparable": bool, "combination": list[NotNegative] | None},
        ("norm2", "least", "inseparable")),
    "hull_distance": Rule(
        _replay_hull_distance, tuple[Q, int, int | None],
        {"rule": Literal["gilbert", "mdm"], "epsilon": NotNegative, "bits": Bits,
         "start": Count, "bias": bool},
        LINEAR | {"weights": list[Q], "norm2": Q, "lowest": Q}, ("norm2", "lowest")),
}

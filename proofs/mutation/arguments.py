"""What search does not find on mutants of claims: points that refute some, and reasons why some are true.

Main definitions:
    POINTS    by claim, points found by thought, without roots and quotients; its mutants are held against them
    ARGUED    by claim and change, why the mutant is true although no certificate says so

Some are runs with so many mistakes that hardly a smaller bound is true. A point counts only if the kernel confirms it;
a wrong one decides nothing. An argued mutant is reported as `argued`, and only after search has not refuted it and no
proof was found.
"""

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

Json = Any
HALF = Fraction(1, 2)


def two_points(positive: int, negative: int) -> list[Json]:
    """The steps of a perceptron on two points of the line; as long as both are mistakes, the positive one is taken.

    >>> [step["x"] for step in two_points(1, 0)]
    [[1], [0], [0], [1], [0]]
    """
    w = b = 0
    steps: list[Json] = []
    while wrong := [(x, y) for x, y in ((positive, 1), (negative, -1)) if y * (w * x + b) <= 0]:
        x, y = wrong[0]
        w, b = w + y * x, b + y
        steps.append({"x": [x], "y": y})
    return steps


def scaled(steps: list[Json], by: int) -> list[Json]:
    """The same steps with larger examples; the bias step grows with them."""
    return [{**step, "x": [by * x for x in step["x"]]} for step in steps]


def adversary(R: Fraction, b: Fraction, γ: Fraction, grid: int) -> list[Json]:
    """The steps of a perceptron in space, with w* = (1, 0, 0) and b* = b: each example has margin γ and radius R, is
    hardly a mistake, and turns (w, b) as little away from (w*, b*) as it may. Coordinates are multiples of 1/grid.
    """
    u, v, w, bias, steps = Fraction(0), Fraction(0), Fraction(0), 0, list[Json]()
    near = list(product(range(-2, 3), repeat=2))
    while True:
        y = 1 if bias <= b * u else -1
        along = γ - y * b
        score, left, square = u * along + y * bias, R**2 - along**2, v**2 + w**2
        across = isqrt(max(0, int((left * square - score**2) * grid**2)))
        x, z = (-score * v * grid - across * w) / (square or 1), (-score * w * grid + across * v) / (square or 1)
        if not square:
            x = Fraction(isqrt(int(left * grid**2)))
        rounded = [(Fraction(round(x) + m, grid), Fraction(round(z) + n, grid)) for m, n in near]
        allowed = [(p, q) for p, q in rounded if score + p * v + q * w <= 0 and p**2 + q**2 <= left]
        if not allowed:
            return steps
        p, q = max(allowed, key=lambda at: 2 * (at[0] * v + at[1] * w) + at[0] ** 2 + at[1] ** 2)
        u, v, w, bias = u + along, v + p, w + q, bias + y
        steps.append({"x": [y * along, y * p, y * q], "y": y})


def passive_aggressive(points: list[Any], C: Fraction, u: Fraction, dimension: int = 1) -> list[Json]:
    """The steps of the passive-aggressive algorithm with the second rate; l is the loss of (u, ..., u)."""
    w, steps = [Fraction(0)] * dimension, list[Json]()
    for x, y in points:
        h = 1 - y * sum(a * b for a, b in zip(w, x, strict=True))
        τ = h / (sum(a * a for a in x) + 1 / (2 * C))
        steps.append({"x": x, "y": y, "h": h, "τ": τ, "l": max(Fraction(0), 1 - y * u * sum(x))})
        w = [a + τ * y * b for a, b in zip(w, x, strict=True)]
    return steps


def rival(points: list[Any], R: int | str, C: str, u: str, dimension: int = 1) -> Json:
    """A point of a bound on the squared losses, where (u, ..., u) is compared."""
    steps = passive_aggressive(points, Fraction(C), Fraction(u), dimension)
    return {"dimension": dimension, "size": 0, "values": {"u": [u] * dimension, "R": R, "C": C}, "steps": steps}


# So many mistakes need the term R²·b*²/γ². As (w*, b*) and γ are small and ρ is large,
# with another power of 1/γ or 1/ρ it is too small.
SMALL_MARGIN: Json = {
    "dimension": 1, "size": 0, "steps": scaled(two_points(8, 4), 100),
    "values": {"R": 800, "w*": ["1/80000"], "b*": "-3/400", "γ": "1/400", "ρ": 100, "α": 1},
}  # fmt: skip


def long_run(R: int, b: str, γ: str) -> Json:
    """So many mistakes that hardly any bound is smaller than the one that is claimed."""
    steps = adversary(Fraction(R), Fraction(b), Fraction(γ), 100)
    return {"dimension": 3, "size": 0, "steps": steps, "values": {"w*": [1, 0, 0], "b*": b, "γ": γ, "R": R}}


# 122 mistakes, where the bound is 125, and 158, where it is 159 and a half; the root of 1 + b*² is rational.
LONG = [long_run(2, "3/4", "1/4"), long_run(7, "24/7", "2")]


def two_multipliers(v: str, slack: str) -> Json:
    """Two examples on the line, both with the largest multiplier; the classifier (v, 0) that is compared."""
    values = {
        "x[i]": [[1], [-1]], "y[i]": [1, -1], "a[i]": [1, 1], "μ[i]": [0, 0], "C": 1, "w": [2], "b": 0,
        "ξ[i]": [-1, -1], "v": [v], "c": 0, "η[i]": [slack, slack],
    }  # fmt: skip
    return {"dimension": 1, "size": 2, "values": values, "steps": []}


# Three orthogonal vectors, each of which shortens w as much as it can: two steps, whose square exceeds 1/γ² - 1.
KOZINEC: Json = {
    "dimension": 3, "size": 0,
    "values": {"u": ["6/11", "6/11", "7/11"], "γ": "6/11", "D": 1, "w0": [1, 0, 0]},
    "steps": [{"x": [0, 1, 0], "κ": "1/2"}, {"x": [0, 0, 1], "κ": "1/3"}],
}  # fmt: skip

# Two points of the line and one of a label that is none; no hypothesis says that labels are 1 or -1.
LABEL_3: Json = {
    "dimension": 1, "size": 3, "steps": [],
    "values": {
        "x[i]": [[3], ["5/2"], [3]], "y[i]": [1, -1, 3], "a[i]": [1, 0, 0], "e[i]": [0, 1, 0], "p": [3], "q": ["5/2"],
        "r": 4, "v": [4], "c": -11,
    },
}  # fmt: skip


def four_axes(R: str, g: str) -> Json:
    """Four mistakes along the axes, all with the same margin: the bound on the cosine is attained."""
    steps = [{"x": [R if k == n else 0 for k in range(4)], "y": 1} for n in range(4)]
    return {"dimension": 4, "size": 0, "steps": steps, "values": {"R": R, "u": ["1/2"] * 4, "g": g}}


# After three steps the root in the claim is not rational; where steps are counted from 1, it is that of 4.
THREE_STEPS: Json = {
    "dimension": 3, "size": 0, "values": {"R": 1, "u": ["6/11", "6/11", "7/11"], "g": "119/220"},
    "steps": [{"x": x, "y": 1} for x in ([1, 0, 0], [0, 1, 0], [0, 0, "17/20"])],
}  # fmt: skip

AXES: Json = {
    "dimension": 2, "size": 0, "values": {"u": [1, 1], "R": 1, "γ": 1, "η": 0, "δ": 0},
    "steps": [{"x": x, "y": 1, "s": 0, "e": [0, 0]} for x in ([1, 0], [0, 1])],
}  # fmt: skip

POINTS: dict[str, list[Json]] = {
    "bias-step-mistake-bound": [SMALL_MARGIN],
    "kozinec-mistake-bound": [KOZINEC],
    "hard-margin-attained": [LABEL_3],
    "passive-aggressive-two-loss-bound": [
        rival([([2, 0], 1), ([0, 2], 1)], 2, "2", "8/17", 2),  # the bound is attained, for each C
        rival([([HALF, 0], 1), ([0, HALF], 1)], "1/2", "1/8", "2/17", 2),
        rival([([HALF, 0], 1), ([0, HALF], 1)], "1/2", "2", "1", 2),
        rival([([1], 1), ([3], 1)] * 10, 3, "1/2", "1"),  # a loss below 0
    ],
    "notes-cosine-lower-bound": [four_axes("2", "1"), four_axes("1/2", "1/4"), THREE_STEPS],
    "rounded-bound-without-rounding": [AXES],
    "smola-mistake-bound": LONG,
    "smola-bound-from-family": LONG,
    "smola-bound-from-novikoff": LONG,
    "soft-margin-kkt-optimal": [two_multipliers(*at) for at in (("-1", "2"), ("1/4", "3/4"), ("3/4", "1/4"))],
}

AT_LEAST_ONE = "w is not 0, so there was a step, and the root of t is at least 1"
APART = "both examples are apart from their planes: both roots are positive"
STILL = "the first step has h = 1 > 0, so there is none and Q = 0"
EXCHANGE = (
    "ε is so many times as large, the larger one at most 3/2, and an exchange by so much still lowers the objective"
)
ARGUED: dict[str, str] = {
    "svm-strong-duality: root1: of 4 times as much": EXCHANGE,
    "svm-strong-duality: root1: of 1/4 times as much": EXCHANGE,
    "passive-aggressive-two-loss-bound: loss_sign: >= becomes <=": STILL,
    "notes-cosine-lower-bound: run.start.t: 0 becomes -1 before 1": "the root of a smaller number, so a smaller bound",
    "notes-cosine-lower-bound: show.conclusion: g inv5 root6 becomes g inv5": AT_LEAST_ONE,
    "notes-cosine-lower-bound: conclusion: inv2 and root6 exchanged": AT_LEAST_ONE,
    "larger-functional-margin-farther-as-printed: show.conclusion: -1 becomes 1 before root4": APART,
    "larger-functional-margin-farther-as-printed: show.conclusion: -1 becomes 0 before root4": APART,
    "mistake-means-opposite-labels-as-printed: conclusion: = becomes <=": "if f is 1, the score is positive: y is -1",
    "smola-mistake-bound-as-printed: mistake: >= becomes >": "at the start all scores are 0, so there is no step",
    "hard-margin-attained: show.feasible: q@q r y[i] becomes q@q r y[i]^2": (
        "no y[i] is between -1 and 1: p would be q there; so y[i] <= y[i]^2"
    ),
    "smola-norm-growth: show.conclusion: b^2 becomes b": "b is a sum of labels 1 and -1, an integer, so b <= b²",
    "best-scale-bound-minimum: conclusion: inv2 and s exchanged": "it is the claim at 1/s",
    "bound-family-minimum: conclusion: W and inv1 exchanged": "the left side is W²·(R|b*|/ρ - ρ/γ)²",
    "bound-family-minimum: conclusion: b* and ρ exchanged": "the left side is (R - W|b*|)²/γ²",
    "best-bias-step-mistake-bound: root1: of 4 times as much": (
        "with ρ² = 2R|b*| the bound for any bias step is (R² + 5R|b*|/2 + b*²)/γ², at most (R + 2|b*|)²/γ²"
    ),
}

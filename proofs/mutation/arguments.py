"""What search does not find on mutants of claims: points that refute some, and reasons why some are true.

Main definitions:
    POINTS    by claim, witnesses found by thought; each mutant of the claim is held against them, by the kernel
    ARGUED    by claim and change, why the mutant is true although no certificate says so

A point counts only if the kernel confirms it; a wrong one decides nothing. An argued mutant is reported as `argued`,
and only after search has not refuted it and no proof was found.
"""

from typing import Any

Json = Any


def two_points(positive: int, negative: int) -> list[Json]:
    """The steps of a perceptron on two points of the line; as long as both are mistakes, the positive one is taken.

    >>> [step["x@"] for step in two_points(1, 0)]
    [['1'], ['0'], ['0'], ['1'], ['0']]
    """
    w = b = 0
    steps: list[Json] = []
    while wrong := [(x, y) for x, y in ((positive, 1), (negative, -1)) if y * (w * x + b) <= 0]:
        x, y = wrong[0]
        w, b = w + y * x, b + y
        steps.append({"x@": [str(x)], "y": str(y)})
    return steps


# So many mistakes need the term R²·b*²/γ². As (w*, b*) and γ are small, with a lower power of 1/γ it is too small.
SMALL_MARGIN: Json = {
    "dimension": 1, "size": 0, "steps": two_points(8, 4),
    "values": {
        "R": "8", "w*@": ["1/800"], "b*": "-3/400", "γ": "1/400", "ρ": "1", "α": "1", "inv1": "400", "inv2": "1",
    },
}  # fmt: skip

POINTS: dict[str, list[Json]] = {"bias-step-mistake-bound": [SMALL_MARGIN]}

ARGUED: dict[str, str] = {
    "smola-norm-growth: show.conclusion: b^2 becomes b": "b is a sum of labels 1 and -1, an integer, so b <= b²",
    "best-scale-bound-minimum: conclusion: inv2 and s exchanged": "it is the claim at 1/s",
    "bound-family-minimum: conclusion: W and inv1 exchanged": "the left side is W²·(R|b*|/ρ - ρ/γ)²",
    "bound-family-minimum: conclusion: b* and ρ exchanged": "the left side is (R - W|b*|)²/γ²",
    "best-bias-step-mistake-bound: root1: of 4 times as much": (
        "with ρ² = 2R|b*| the bound for any bias step is (R² + 5R|b*|/2 + b*²)/γ², at most (R + 2|b*|)²/γ²"
    ),
}

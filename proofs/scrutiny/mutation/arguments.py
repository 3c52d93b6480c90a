"""What search does not find on mutants of claims: points that refute them.

Main definitions:
    POINTS    by claim, points found by thought, without roots and quotients; its mutants are held against them

Some are runs with so many mistakes that hardly a smaller bound is true. A point counts only if the kernel confirms it;
a wrong one decides nothing.
"""

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from .. import points

Json = Any
HALF = Fraction(1, 2)
AROUND = list(product((-1, 0, 1), repeat=2))


def point(values: Json, steps: list[Json] | None = None) -> Json:
    """A point in as many dimensions as its vectors have, with families of one size, and the steps of a run.

    >>> point({"u": [1, 0], "γ": 1})
    {'dimension': 2, 'size': 0, 'values': {'u': [1, 0], 'γ': 1}, 'steps': []}
    >>> point({"x[i]": [[1], [-1]], "y[i]": [1, -1]})
    {'dimension': 1, 'size': 2, 'values': {'x[i]': [[1], [-1]], 'y[i]': [1, -1]}, 'steps': []}
    """
    families = [value for name, value in values.items() if name.endswith("[i]")]
    single = [value for name, value in values.items() if not name.endswith("[i]")]
    vectors = [value for value in (*single, *(member for family in families for member in family))
               if isinstance(value, list)]  # fmt: skip
    size, dimension = (max(map(len, found), default=0) for found in (families, vectors))
    return {"dimension": dimension, "size": size, "values": values, "steps": steps or []}


def axis(n: int, dimension: int, length: Any = 1) -> list[Any]:
    """A vector of this length along an axis.

    >>> axis(1, 3)
    [0, 1, 0]
    """
    return [length if k == n else 0 for k in range(dimension)]


def two_points(positive: list[Any], negative: list[Any]) -> list[Json]:
    """The steps of a perceptron on two points; as long as both are mistakes, the positive one is taken.

    >>> [step["x"] for step in two_points([1], [0])]
    [[1], [0], [0], [1], [0]]
    """
    w, b, steps = [0] * len(positive), 0, list[Json]()
    while wrong := [(x, y) for x, y in ((positive, 1), (negative, -1)) if y * (dot(w, x) + b) <= 0]:
        x, y = wrong[0]
        w, b = [c + y * d for c, d in zip(w, x, strict=True)], b + y
        steps.append({"x": x, "y": y})
    return steps


def dot(u: list[Any], v: list[Any]) -> Any:
    """The inner product."""
    return sum(a * b for a, b in zip(u, v, strict=True))


def scaled(steps: list[Json], by: int) -> list[Json]:
    """The same steps with larger examples; the bias step grows with them."""
    return [{**step, "x": [by * x for x in step["x"]]} for step in steps]


def adversary(R: Fraction, b: Fraction, γ: Fraction, grid: int) -> list[Json]:
    """The steps of a perceptron in space, with w* = (1, 0, 0) and b* = b: each example has margin γ and radius R, is
    hardly a mistake if it can, and turns (w, b) as little away from (w*, b*) as it may. Coordinates are multiples of
    1/grid.
    """
    u, v, w, bias, steps = Fraction(0), Fraction(0), Fraction(0), 0, list[Json]()
    near = list(product(range(-2, 3), repeat=2))
    while True:
        y = 1 if bias <= b * u else -1
        along = γ - y * b
        score, left, square = u * along + y * bias, R**2 - along**2, v**2 + w**2
        aim = min(-score, Fraction(isqrt(int(left * square * grid**2)), grid))  # of the product with (v, w)
        across = isqrt(max(0, int((left * square - aim**2) * grid**2)))
        x, z = (aim * v * grid - across * w) / (square or 1), (aim * w * grid + across * v) / (square or 1)
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
        h = 1 - y * dot(w, x)
        τ = h / (dot(x, x) + 1 / (2 * C))
        steps.append({"x": x, "y": y, "h": h, "τ": τ, "l": max(Fraction(0), 1 - y * u * sum(x))})
        w = [a + τ * y * b for a, b in zip(w, x, strict=True)]
    return steps


def rival(points: list[Any], R: int | str, C: str, u: str, dimension: int = 1) -> Json:
    """A point of a bound on the squared losses, where (u, ..., u) is compared."""
    steps = passive_aggressive(points, Fraction(C), Fraction(u), dimension)
    return point({"u": [u] * dimension, "R": R, "C": C}, steps)


def nearly_best(n: int, R: Fraction) -> Json:
    """n mistakes of PA-I along the axes, where R² = 1/C, and 3/4 of the u with which the bound is attained: it has
    losses, and the bound is hardly larger.
    """
    steps = [{"x": axis(k, n, R), "y": 1, "h": 1, "τ": 1 / R**2, "e": 1, "l": Fraction(1, 4)} for k in range(n)]
    return point({"u": [Fraction(3, 4) / R] * n, "K": R**2, "R": R, "C": 1 / R**2}, steps)


# So many mistakes need the term R²·b*²/γ². As (w*, b*) and γ are small and ρ is large,
# with another power of 1/γ or 1/ρ it is too small.
SMALL_MARGIN = point(
    {"R": 800, "w*": ["1/80000"], "b*": "-3/400", "γ": "1/400", "ρ": 100, "α": 1}, scaled(two_points([8], [4]), 100)
)


def long_run(R: int, b: str, γ: str) -> Json:
    """So many mistakes that hardly any bound is smaller than the one that is claimed."""
    steps = adversary(Fraction(R), Fraction(b), Fraction(γ), 100)
    return point({"w*": [1, 0, 0], "b*": b, "γ": γ, "R": R}, steps)


# 194 mistakes, where the bound is 209.92; R² is 64γ², and b* is not much smaller than R.
BOTH_SIDES = long_run(1, "4/5", "1/8")
# 122 mistakes, where the bound is 125, and 158, where it is 159 and a half; the root of 1 + b*² is rational.
LONG = [long_run(2, "3/4", "1/4"), long_run(7, "24/7", "2")]


def two_multipliers(v: str, slack: str) -> Json:
    """Two examples on the line, both with the largest multiplier; the classifier (v, 0) that is compared."""
    values = {
        "x[i]": [[1], [-1]], "y[i]": [1, -1], "a[i]": [1, 1], "μ[i]": [0, 0], "C": 1, "w": [2], "b": 0,
        "ξ[i]": [-1, -1], "v": [v], "c": 0, "η[i]": [slack, slack],
    }  # fmt: skip
    return {"dimension": 1, "size": 2, "values": values, "steps": []}


def four_samples(x: list[Any], ξ: list[Any], b: int) -> Json:
    """Support vectors of a soft margin on the line, two of each class, with w = 1 and C = 1."""
    values = {"x[i]": [[c] for c in x], "y[i]": [1, 1, -1, -1], "ξ[i]": ξ, "a[i]": [1] * 4, "μ[i]": [0] * 4}
    return {"dimension": 1, "size": 4, "values": values | {"C": 1, "w": [1], "b": b}, "steps": []}


# Half the margin of the hard solution, or three quarters of it, with C as small as it may be.
SHORTER = {
    "dimension": 1, "size": 2, "steps": [],
    "values": {
        "x[i]": [[1], [-1]], "y[i]": [1, -1], "a[i]": [HALF] * 2, "η[i]": ["1/4"] * 2, "C": HALF, "w": [1], "b": 0,
        "v": ["3/4"], "c": 0,
    },
}  # fmt: skip

# Equal examples, with updates although they are right: the logarithms add up to 5/6 only.
RIGHT = point(
    {"u": [1], "a": 1, "b": "5/3", "γ": 1},
    [
        {"z": [1], "y": 1, "r": [r], "d[i]": d, "α": α, "h": h, "δ": 0, "l": 1 - h}
        for r, d, α, h in ((1, [1, 0], HALF, HALF), (HALF, [0, 1], "1/3", Fraction(2, 3)))
    ],
)
RIGHT = {**RIGHT, "size": 2, "values": RIGHT["values"] | {"x[i]": [[1], [1]]}}

# Three orthogonal vectors, each of which shortens w as much as it can: two steps, whose square exceeds 1/γ² - 1.
KOZINEC = point(
    {"u": ["6/11", "6/11", "7/11"], "γ": "6/11", "D": 1, "w0": [1, 0, 0]},
    [{"x": [0, 1, 0], "κ": "1/2"}, {"x": [0, 0, 1], "κ": "1/3"}],
)

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
    steps = [{"x": axis(n, 4, R), "y": 1} for n in range(4)]
    return point({"R": R, "u": ["1/2"] * 4, "g": g}, steps)


# After three steps the root in the claim is not rational; where steps are counted from 1, it is that of 4.
THREE_STEPS = point(
    {"R": 1, "u": ["6/11", "6/11", "7/11"], "g": "119/220"},
    [{"x": x, "y": 1} for x in ([1, 0, 0], [0, 1, 0], [0, 0, "17/20"])],
)


def of_rounded(steps: list[Any], R: Any, u: list[Any], γ: Any = 0, δ: Any = 0) -> Json:
    """Mistakes of a rounded perceptron: examples of label 1, each with its computed score; no update is rounded."""
    rows = [{"x": x, "y": 1, "s": s, "e": [0] * len(u)} for x, s in steps]
    return point({"R": R, "γ": γ, "η": 0, "δ": δ, "u": u}, rows)


GROWN = of_rounded([([1], 0), ([1], 1), ([1], 2)], 1, [0])  # no mistakes but the first: w grows as fast as it may
AXES = of_rounded([([1, 0], 0), ([0, 1], 0)], 1, [1, 1], 1)
ORTHOGONAL = of_rounded([([1, 0, 0], 0), ([0, 1, 0], 0), ([0, 0, 1], 0)], 1, [0, 0, 0])
FALSE_SCORES = of_rounded([([1], 0)] * 7, 1, [0], δ=6)  # the scores are 0 to 6, and computed as 0: each is a mistake
TOLERATED = of_rounded([(["1/5"], 0)] * 3, "1/5", [0], δ="2/25")  # the scores are as wrong as they may be

# One step, whose error is as long as the example and has its direction: the bound is attained.
DOUBLED = point({"R": HALF, "γ": 0, "η": HALF, "δ": 0, "u": [0]}, [{"x": [HALF], "y": 1, "s": 0, "e": [HALF]}])

# Three updates, where the scores of the second and third are as wrong as they may be.
WITHIN_THE_TEST = of_rounded(
    [([1, 0, 0, 0, 0], 0), (["3/5", "4/5", 0, 0, 0], 0), (["1/4", "1/4", "3/4", HALF, "1/4"], 0)], 1, [0] * 5, δ="3/5"
)

# The last example has the largest distance that the margin allows: one step more than without D²/γ².
FROM_AFAR = point({"u": [1, 0], "w0": [-3, 0], "γ": 1, "D": "3/2"}, [{"x": [1, s]} for s in (1, 1, HALF, 0, -HALF, -1)])

# Two examples in turn, with a mistake where the digit is 1; n is hardly large enough.
VISITS = point(
    {"u": ["3/5", "4/5"], "z": [2, -1], "γ": "2/5", "D": 3, "n": 811},
    [{"x": [[-2, 2], [2, -1]][n % 2], "m": int(m)} for n, m in enumerate("110111111100")],
)


def about_turn(before: int, rests: int, after: int) -> Json:
    """Visits to examples (q, 1) with |q| < 30: mistakes that lengthen w to and fro, as many visits without an update as
    are said, and mistakes that turn w round, as far as they may. So w is long, and opposite to most of S.
    """
    a, b, k, steps = 0, 0, 0, list[Json]()
    for n in range(before + rests + after):
        m, q = int(not before <= n < before + rests), (0, 0)
        if m:
            length, sign = isqrt(a * a + b * b) or 1, -1 if n < before and n % 2 else 1
            along, across = Fraction(-k, length**2), sign * Fraction(isqrt(899 - k * k // length**2), length)
            near = [(round(along * a - across * b) + i, round(along * b + across * a) + j) for i, j in AROUND]
            allowed = [(x, y) for x, y in near if x * x + y * y <= 899 and x * a + y * b + k <= 0]
            q = max(allowed, key=lambda at: abs(a * at[1] - b * at[0])) if k else (29, 0)
        a, b, k = a + m * q[0], b + m * q[1], k + m
        steps.append({"x": [*q, 1], "m": m})
    ahead = (before + rests + after) * 30**3 + 1
    z = [round(Fraction(29 * c, isqrt(a * a + b * b))) for c in (a, b)]
    values = {"u": [0, 0, 1], "z": [*z, 0], "γ": 1, "D": 30, "n": Fraction(ahead, z[0] * a + z[1] * b)}
    return point(values, steps)


# Nine orthogonal examples with the same loss: the factors of the mixed term matter.
SAME_LOSS = point(
    {"u": ["11/72"] * 9, "R": 2, "H": "25/4"}, [{"x": axis(n, 9, 2), "y": 1, "h": "25/36"} for n in range(9)]
)


def turned(w0: list[Any], examples: list[Any]) -> Json:
    """Mistakes of margin 1/2 and length at most 1, hardly mistakes; what starts with them is near what is claimed."""
    values = {"u": [1, 0, 0], "w0": w0, "γ": "1/2", "D": 1}
    return point(values, [{"x": ["1/2", *x]} for x in examples])


# Five mistakes from a start behind, and three from one ahead: one more would be too many.
BEHIND = [["3/4", "2/5"], ["-2/5", "7/10"], ["-17/20", "1/10"], ["-11/20", "-13/20"], ["13/20", "-11/20"]]
AHEAD = [["-1/2", "2/3"], ["-5/12", "-3/4"], ["5/6", "1/6"]]


def in_batches(examples: list[Any], batches: list[Any], D: str | int) -> Json:
    """Steps of a batch perceptron in the plane with u = (0, 1), γ = 1 and η = 1, by the numbers of the examples."""
    steps, numbers = list[Json](), range(len(examples))
    for batch in batches:
        s = [sum(part) for part in zip(*(examples[n] for n in batch), strict=True)]
        steps.append({"c[i]": [int(n in batch) for n in numbers], "s": s})
    values = {"u": [0, 1], "γ": 1, "D": D, "η": 1, "x[i]": examples}
    return {"dimension": 2, "size": len(numbers), "values": values, "steps": steps}


# One batch of many equal examples, which the other takes many steps to make up for; and more steps than examples.
BATCHES = [
    in_batches([[2, 1]] * 20 + [[-2, 1]], [range(20)] + [[20]] * 13, "9/4"),
    in_batches([[8, 1], [-4, 1]], [[0], [1], [1]], 9),
]


def growing_rates(copies: int, γ: str, D: str, count: int) -> Json:
    """Steps of a batch perceptron on two examples, equally often; with each rate the other example becomes wrong."""
    right, left, w, steps = [3, 1], [-1, 1], [0, 0], list[Json]()
    for n in range(count):
        wrong = [x for x in (right, left) if w[0] * x[0] + w[1] * x[1] <= 0]
        other, s = left if wrong == [right] else right, [copies * sum(part) for part in zip(*wrong, strict=True)]
        η = 1 if not n else -(-(w[0] * other[0] + w[1] * other[1]) // -(s[0] * other[0] + s[1] * other[1]))
        steps.append({"c[i]": [int(right in wrong)] * copies + [int(left in wrong)] * copies, "s": s, "η": η})
        w = [a + η * b for a, b in zip(w, s, strict=True)]
    values = {"u": [0, 1], "γ": γ, "D": D, "x[i]": [right] * copies + [left] * copies}
    return {"dimension": 2, "size": 2 * copies, "values": values, "steps": steps}


def only_the_bias(b: str, y: int) -> Json:
    """Two mistakes at 0, where no step is needed for w."""
    steps = [{"x": [0], "y": y}] * 2
    return point({"w*": [1], "b*": b, "γ": "12/5", "R": 0}, steps)


# Two mistakes, where the bound is 2 and 1/144, and its last term is 4/9.
TWO_OF_TWO = point(
    {"w*": [1, 0], "b*": 0, "γ": "3/2", "R": "15/8"}, [{"x": ["3/2", "9/8"], "y": 1}, {"x": ["-3/2", "9/8"], "y": -1}]
)


def kozinec_steps(xs: list[Any], κ: Any, ε: Any) -> Json:
    """Steps of the ε-Kozinec algorithm on the line of height 1."""
    steps = [{"x": x, "κ": κ} for x in xs]
    values = {"u": [1, 0], "w0": [1, "3/4"], "γ": 1, "D": "5/4", "ε": ε}
    return point(values, steps)


TOO_FAR = kozinec_steps([[1, -3]], "1/5", 2)  # where x may be longer than D
TOO_LONG = kozinec_steps([[1, "-3/4"], [1, "3/4"]] * 3, 1, "9/10")  # where steps may be too long


def two_rounds(w1: Any, p: tuple[Any, Any], g: int, r: str, η: str) -> Json:
    """Two rounds of online gradient descent on the line, with the slopes 1 and g, against u = 0; F is |w1|, G is 1."""
    first = {"g": [1], "p": [p[0]], "c": w1, "d": 0, "r": 1, "η": 1}
    second = {"g": [g], "p": [p[1]], "c": w1, "d": 0, "r": r, "η": η}
    values = {"w1": [w1], "u": [0], "F": w1, "G": 1}
    return point(values, [first, second])


FARTHER = two_rounds(1, (1, 1), 1, "3/2", "2/3")  # where p may be farther from u than the step: w stays where it is
OVERSHOT = two_rounds(HALF, (-HALF, 0), -1, "17/12", "12/17")  # the first step leads to the other side of u

# Two updates, each on an example of length R with just ⟨w, x⟩ = -r|w|, from a w of length R.
WORST_MISTAKES = point({"R": 1, "r": "7/25", "w0": [1, 0]}, [{"x": ["-7/25", "24/25"]}, {"x": ["-117/125", "44/125"]}])


# The step is shorter than 1 and more than twice the best, as the root is too large.
AT_THE_SEGMENT = [
    point({"p": [2, 2, 0, 0, 0], "x": ["11/4", HALF, "-13/4", "-5/4", "-1/4"]}),
    point({"p": [2, 1, 1, 0], "x": [2, 0, 1, -3]}),
    point({"p": [1, 0, 0, 0, 0], "x": [0, -3, -2, -1, -1]}),
]


def along_axes(c: Fraction) -> Json:
    """Four mistakes along the axes with labels in turn, after which the bias is 0 again."""
    steps = [{"x": axis(n, 4, y * c), "y": y} for n, y in enumerate((1, -1, 1, -1))]
    return point({"w*": [HALF] * 4, "b*": 0, "γ": c / 2, "R": c}, steps)


def there_and_back(γ: Fraction) -> Json:
    """Updates of a margin perceptron in the plane by (±γ/2, γ), to the right as long as the score is at most 40γ²."""
    a, signs = Fraction(0), list[int]()
    while allowed := [sign for sign in (1, -1) if sign * a / 2 + len(signs) <= 40]:
        signs.append(allowed[-1] if -1 in signs else allowed[0])
        a += Fraction(signs[-1], 2)
    values = {"u": [0, 1], "γ": γ, "D": γ * Fraction(9, 8), "α": 1, "β": 40 * γ**2}
    return point(values, [{"x": [γ * sign / 2, γ], "y": 1} for sign in signs])


def beside(v: str) -> Json:
    """A mistake whose example is cancelled by w in the subspace; h is just as large as it has to be."""
    values = {"R": 1, "C": 0, "c": "5/3", "h": "5/3", "δ": "3/5", "s": ["-4/5", 0], "z": ["4/5", 0]}
    return point(values | {"v": [0, v], "y": [0, "3/5"]})


def eps_step(w: list[int], x: list[Any], κ: Any, ε: Any = 1) -> Json:
    """One step of the ε-Kozinec algorithm."""
    return point({"w": w, "x": x, "κ": κ, "ε": ε})


# What the step would be if another κ* or another minimum were meant, or an x that is not far were taken.
EPS_KOZINEC = [
    eps_step([1], [0], -1),  # 1/|w - x|² with the other sign
    eps_step([1], [-1], 1),  # without ⟨w, x⟩ in it, which leads to -w
    eps_step([1], [-2], 0),  # with 2|κ* - 1| in the minimum
    eps_step([2], [1], "5/4"),  # with half of |κ* - 1|
    eps_step([1], [HALF], 0, HALF),  # without -2|w|²/|w - x|² in (κ* - 1)²
    eps_step([1], ["3/2"], -2, "1/4"),  # x is not far, but would be for half of ⟨w, x⟩/|w|
    eps_step([1, 0], [1, 1], 0, 0),  # ε = 0
]

# One step, where w and x are nearly orthogonal and hardly beyond the margin: the bound is 1 and 1/2400. And two steps,
# where it is less than 4.
CHORDS: Json = {"u": [1, 0, 0, 0], "w0": [1, "4/5", "2/5", "2/5"], "γ": 1, "D": "7/5"}
LONGEST_CHORD = point(CHORDS | {"ε": "48/35"}, [{"x": [1, "-4/5", "-2/5", "-2/5"], "κ": HALF}])
TWO_CHORDS = point(
    CHORDS | {"ε": "4/5"},
    [{"x": [1, "2/5", "-4/5", "-2/5"], "κ": HALF}, {"x": [1, "-4/5", "2/5", "2/5"], "κ": "12/31"}],
)


def winnow(u: list[int], examples: list[list[int]], κ: str, λ: str) -> Json:
    """Steps of Winnow with factor 1: no weight ever changes, and all that is held against M is e[i]."""
    values = {"u[i]": u, "F": 1, "W": sum(u), "κ": κ, "λ": λ}
    return {"dimension": 1, "size": len(u), "values": values, "steps": [{"x[i]": x, "y": 1} for x in examples]}


def descent(w: int, count: int) -> Json:
    """Steps of online gradient descent from w towards 0 with slope 1; the rates fall as slowly as quarters allow."""
    at, quarters, steps = Fraction(w), 0, list[Json]()
    for _ in range(count):
        quarters = isqrt(quarters**2 + 15) + 1
        η = Fraction(4, quarters)
        steps.append({"g": [1], "p": [at - η], "c": at, "d": 0, "r": 1 / η, "η": η})
        at -= η
    return point({"w1": [w], "u": [0], "F": w, "G": 1}, steps)


def projected(R: Any, root: Any, examples: list[Any], u: Any = 0, edge: int = 0) -> Json:
    """Rounds of Pegasos with projection on the line, where λ is the square of the root; 0 stands for an example of
    length R on the other side of w. With `edge` w is moved to the edge of the ball, on its side or (-1) not. G is as
    small as it may be.
    """
    w, G, steps = Fraction(0), Fraction(0), list[Json]()
    for t, x in enumerate(examples, 1):
        x = x or (R if w <= 0 else -R)
        G = max(G, abs(root**2 * w - x))
        moved = (1 - Fraction(1, t)) * w + Fraction(x) / (t * root**2)
        κ = edge / (root * abs(moved)) if edge else min(1, 1 / (root * abs(moved))) if moved else 1
        steps.append({"x": [x], "y": 1, "θ": 1, "l": max(0, 1 - u * x), "h": Fraction(1, t), "κ": κ})
        w = κ * moved
    return point({"u": [u], "G": G, "λ": root**2}, steps)


def with_inputs(given: Json, **values: Any) -> Json:
    """The same steps, with another value of some inputs in each."""
    return {**given, "steps": [{**step, **values} for step in given["steps"]]}


PEGASOS = [
    projected(1, 1, [1], u=1),  # one round, whose regret is the bound
    projected(1, 2, [1], u=Fraction(1, 4)),
    projected(HALF, HALF, [Fraction(1, 4)], u=1),
    projected(8, 1, [0] * 12),
    projected(1, 1, [1] * 31, u=1),  # for half of 1/λ, too short a step
    projected(HALF, 1, [HALF] * 100, u=HALF),  # for twice 1/λ, too long a step
    with_inputs(projected(1, 1, [0] * 3), l=0),
    with_inputs(projected(5, 1, [5] * 5, u=5), l=-24),
    with_inputs(projected(1, 1, [1]), h=-1),
    projected(1, 1, [1, HALF] + [1] * 12, u=1, edge=-1),
    points.POINTS["pegasos-projected-regret-bound", "factor_high"],
]


def without_ball(given: Json) -> Json:
    """Such rounds, in which the ball is not left, as those of Pegasos without projection."""
    steps = [{name: value for name, value in step.items() if name != "κ"} for step in given["steps"]]
    return {**given, "steps": steps, "values": given["values"] | {"R": max(abs(step["x"][0]) for step in steps)}}


# A triangle with equal sides, whose margins are a little larger than needed.
TRIANGLE = point({
        "x1": ["10/3", "-5/3", "-5/3"], "x2": ["-5/3", "10/3", "-5/3"], "x3": ["-5/3", "-5/3", "10/3"],
        "w0": ["2/3", "2/3", "1/3"], "w1": ["-7/9", "4/9", "4/9"], "w2": ["4/9", "-7/9", "4/9"],
        "w3": ["4/9", "4/9", "-7/9"], "b0": "25/6", "b1": "55/54", "b2": "55/54", "b3": "55/54", "R": "45/11", "m": 3,
    })  # fmt: skip

TWO_OF_THREE = [[1, 1, -1, -1], [1, -1, 1, -1], [-1, 1, 1, -1]]
WINNOW = [
    winnow([1, 1, 1, 0], TWO_OF_THREE * 4, "1/18", "17/12"),  # W is not 1, and far below M
    winnow([1, 0], [[1, -1]] * 5, "1/8", "19/8"),  # for half of 1/W
]

# A step that changes nothing but the logarithm of the sum; η is below 1.
NORMALISED: Json = {
    "dimension": 1, "size": 1, "steps": [],
    "values": {
        "q[i]": [1], "x[i]": [0], "u[i]": [1], "l[i]": [0], "l'[i]": ["-1/8"], "y": 1, "F": 1, "g": 0, "η": "1/2",
        "ζ": "1/8", "κ": "1/8",
    },
}  # fmt: skip


def on_the_edge(w: int, b: int, v: int, c: int) -> Json:
    """A score of exactly 1, where the slope of the hinge may be 1/2; the classifier (v, c) that is compared."""
    values = {"w": [w], "x": [1], "b": b, "y": 1, "v": [v], "c": c, "θ": HALF}
    return point(values)


# Three examples whose scores, computed as 0, are hardly at most 1/2.
LEANING = [(["433/500", HALF, 0], 0), (["433/500", -HALF, 0], 0), (["36/125", 0, "957/1000"], 0)]


def reflected(u: list[str], g: str) -> Json:
    """Two mistakes in the plane, close to opposite; their sum is as long as 14/25 and has the direction of an axis."""
    x = ["7/25", "24/25"]
    return point({"u": u, "g": g, "x'": ["7/25", "-24/25"], "y'": 1}, [{"x": x, "y": 1}])


def across(u: list[str], g: str, x: list[str]) -> Json:
    """Two mistakes whose sum, of rational length, has the direction of an axis, and one along another axis; u lies
    between these axes.
    """
    mirrored = [x[0], *(f"-{c}" for c in x[1:])]
    steps = [{"x": [*each, 0], "y": 1} for each in (x, mirrored)]
    return point({"u": [u[0], 0, 0, u[1]], "g": g, "x'": [0, 0, 0, 1], "y'": 1}, steps)


def away(w: list[int], x: list[Any], γ: int) -> Json:
    """A mistake at 0, which makes w, and one that turns w away from the first axis."""
    return point({"w*": [1, 0], "γ": γ, "x'": x, "y'": 1}, [{"x": w, "y": 1}])


def close_points(n: int) -> Json:
    """The steps of a perceptron on the points 0 and n of the line; as long as both are mistakes, n is taken."""
    return point({"x": [n]}, [{"e": int(step["y"] == 1)} for step in two_points([n], [0])])


POINTS: dict[str, list[Json]] = {
    "perceptron-line-close-to-data": [
        close_points(1),  # the bound is attained
        close_points(4),  # with m = 1 and k = 3, both smaller than the length of x
    ],
    "eps-kozinec-step": EPS_KOZINEC,
    "online-gradient-regret-decreasing-step": [descent(10, 9), FARTHER, OVERSHOT],
    "margin-capacity-as-printed": [TRIANGLE],
    "winnow-mistake-bound": WINNOW,
    "winnow-step-lemma": [NORMALISED],
    "bias-step-mistake-bound": [SMALL_MARGIN],
    "cycling-worst-mistake-bound": [WORST_MISTAKES],
    "cycling-subspace-step": [beside("16/15"), beside("-5/3")],  # what is left of w is as long as h after, and before
    "eps-kozinec-mistake-bound": [LONGEST_CHORD, TWO_CHORDS, TOO_FAR, TOO_LONG],
    "kozinec-mistake-bound": [KOZINEC],
    "every-mistake-raises-cosine": [
        across(["60/61", "11/61"], "1/10", ["6/35", "33/35", "2/7"]),  # w is short: the cosine falls to less than half
        across(["12/13", "5/13"], "1/10", ["2/3", "2/3", "1/3"]),  # w is longer than 1, and ⟨u, w⟩ is
        reflected(["40/41", "9/41"], "1/20"),  # w becomes shorter
        reflected(["-15/17", "-8/17"], "1/10"),  # where ⟨u, w⟩ may be negative
    ],
    "update-more-aligned-as-printed": [
        away([4, 3], [2, "-41/2"], 2),  # x' is long: the cosine falls to less than half
        away([5, 12], [1, -12], 1),  # w becomes shorter
    ],
    "hard-margin-attained": [LABEL_3],
    "passive-aggressive-two-loss-bound": [
        rival([([2, 0], 1), ([0, 2], 1)], 2, "2", "8/17", 2),  # the bound is attained, for each C
        rival([([HALF, 0], 1), ([0, HALF], 1)], "1/2", "1/8", "2/17", 2),
        rival([([HALF, 0], 1), ([0, HALF], 1)], "1/2", "2", "1", 2),
        rival([([1], 1), ([3], 1)] * 10, 3, "1/2", "1"),  # a loss below 0
        rival([([1], 1)] * 4, 1, "1/100", "1"),
    ],
    "passive-aggressive-one-mistake-bound": [
        nearly_best(8, HALF),
        nearly_best(8, Fraction(2)),
        nearly_best(1, Fraction(1)),  # where L and |u|² are below 1
        *(points.POINTS["passive-aggressive-one-mistake-bound", name] for name in ("rate_most", "rate_within")),
    ],
    "notes-cosine-lower-bound": [four_axes("2", "1"), four_axes("1/2", "1/4"), THREE_STEPS],
    "hull-nearest-point-condition": AT_THE_SEGMENT,
    "rescaled-data-mistake-bound": [{**run, "values": run["values"] | {"s": 1}} for run in LONG],
    "smola-root-chain": [
        point({"w*": [1], "b*": "3/4", "γ": "7/12", "R": "4/3"}, [{"x": ["-4/3"], "y": -1}]),
        point({"w*": [1], "b*": "-3/4", "γ": "25/12", "R": "4/3"}, [{"x": ["-4/3"], "y": -1}]),
        point({"w*": [1], "b*": "3/4", "γ": "-7/12", "R": "4/3"}, [{"x": ["-4/3"], "y": 1}]),
        *map(along_axes, (Fraction(5, 12), Fraction(4, 3))),
        point(
            {"w*": [1], "b*": "4/3", "γ": "-2/3", "R": "12/5"},
            [{"x": [2], "y": 1}, {"x": ["-1/2"], "y": 1}, {"x": ["-2/3"], "y": -1}, {"x": ["-2/3"], "y": 1}],
        ),
    ],
    "smola-bound-any-ball": [
        # points of a ball of radius 1 about (0, 10), to the left and right: many mistakes, where the bound is 50/9
        point(
            {"w*": [1, 0], "b*": 0, "γ": "3/5", "R": 1, "c": [0, 10]},
            two_points([Fraction(3, 5), Fraction(54, 5)], [Fraction(-3, 5), Fraction(46, 5)])[:8],
        ),
    ],
    "tutorial-bound-from-smola": [BOTH_SIDES],
    "two-classes-tutorial-mistake-bound": [
        {**BOTH_SIDES, "values": BOTH_SIDES["values"] | {"u": [1, 0, 0], "v": [-1, 0, 0]}},
        points.POINTS["two-classes-tutorial-mistake-bound", "radius_x"],
    ],
    "second-order-mistake-bound": [RIGHT],
    "smola-convergence": [
        # two mistakes, where the bound is 2.9: so b = 2, although b* = 0
        point(
            {"w*": [1, 0], "b*": 0, "γ": "3/2", "R": "2351/1000", "x'": ["-3/2", 0], "y'": -1},
            [{"x": ["3/2", s], "y": 1} for s in ("181/100", "-181/100")],
        ),
        point(
            {"w*": [1, 0], "b*": 0, "γ": "7/4", "R": "54/25", "x'": ["-7/4", "5/4"], "y'": -1},
            [{"x": ["7/4", "5/4"], "y": 1}],
        ),
        point({"w*": [1, 0], "b*": 2, "γ": "5/2", "R": "28/25", "x'": [HALF, -1], "y'": 1}, [{"x": [HALF, 1], "y": 1}]),
    ],
    "mistake-bound-reached": [
        point(
            {"x[i]": [axis(n, 5) for n in range(5)], "e[i]": axis(4, 5), "z": axis(4, 5)},
            [{"x": axis(n, 5), "d[i]": axis(n, 5)} for n in range(4)],
        ),
        point(
            {"x[i]": [axis(n, 2) for n in range(2)], "e[i]": [0, 0], "z": [0, 0]},
            [{"x": axis(n, 2), "d[i]": axis(n, 2)} for n in range(2)],
        ),
    ],
    "learning-rate-mistake-bound": [
        point({"u": ["3/5", "4/5"], "γ": "3/5", "D": 1, "α": 1}, [{"x": [1, 0], "y": 1}, {"x": [0, 1], "y": 1}]),
    ],
    "novikoff-mistake-bound": [point({"u": ["3/5", "4/5"], "γ": "3/5", "D": 1}, [{"x": [1, 0]}, {"x": [0, 1]}])],
    "deviation-mistake-bound": [
        point(
            {"u": [HALF] * 4, "g": 1, "R": 3, "D": 1},
            [{"x": axis(n, 4, 3), "y": 1, "d": -HALF} for n in range(4)],
        ),
    ],
    "norm-guard-no-overflow": [
        point({"p": [HALF], "x'": [1], "K": 0, "L": HALF, "w0": [HALF], "a": 0, "D": 1}),
    ],
    "online-gradient-regret-strongly-convex": [
        point(
            {"w1": [1], "u": [0], "λ": 1, "G": 1},
            [{"g": [1], "p": [1], "c": HALF, "d": 0, "h": h} for h in (1, HALF)],
        ),
    ],
    "margin-perceptron-update-bound": [
        point({"u": [1], "γ": 4, "D": 4, "α": 1, "β": 16}, [{"x": [4], "y": 1}] * 2),
        *map(there_and_back, (Fraction(1), Fraction(1, 4))),
    ],
    "optimal-labels-have-close-means": [
        {
            "dimension": 2,
            "size": 2,
            "steps": [],
            "values": {
                "p": ["5/13", 0],
                "q": ["-5/13", 0],
                "x[i]": [["5/13", "12/13"], ["5/13", "-12/13"]],
                "R": 1,
                "δ": "50/97",
            },
        },
    ],
    "margin-of-optimal-labels": [
        point({"w": [1], "p": [3], "q": [-3], "b": 0, "k": one, "l": other, "m": 3, "R": 1})
        for one, other in ((HALF, "5/8"), ("5/8", HALF))
    ],
    "average-separates-after-enough-visits": [VISITS, about_turn(80, 60, 24)],
    "batch-perceptron-any-rates-bound": [
        growing_rates(2, "99/100", "16/5", 43),
        growing_rates(1, "1", "16/5", 85),
    ],
    "batch-perceptron-step-bound": BATCHES,
    "hinge-loss-mistake-bound": [SAME_LOSS],
    "hinge-subgradient": [on_the_edge(5, -4, 1, 0), on_the_edge(-3, 4, 0, 1)],
    "pegasos-projected-regret-bound": PEGASOS,
    "pegasos-regret-bound": [
        *map(without_ball, PEGASOS[:3]),
        without_ball(projected(1, 1, [Fraction(1, 4)] + [0] * 9)),  # more than the bound of one round
        with_inputs(without_ball(PEGASOS[0]), h=HALF),
        points.POINTS["pegasos-regret-bound", "u_sign"],
    ],
    "rounded-bound-without-rounding": [AXES],
    "rounded-perceptron-growth": [GROWN, WITHIN_THE_TEST],
    "rounded-perceptron-mistake-bound": [
        of_rounded(LEANING, 1, ["231/200", 0, "349/500"], 1, HALF),
        of_rounded(LEANING, 1, ["231/400", 0, "349/1000"], HALF, HALF),
        of_rounded([([1, 0], 0), (["5/13", "12/13"], 0)], 1, ["18/13", "12/13"], "18/13", "5/13"),
    ],
    "rounded-perceptron-norm": [GROWN, ORTHOGONAL, TOLERATED, FALSE_SCORES, DOUBLED],
    "start-anywhere-distance-bound": [
        turned(["-3/10", "1/5", 0], BEHIND),
        turned(["-3/20", "1/10", 0], BEHIND),  # where the start is twice w0
        turned(["2/5", "2/5", 0], AHEAD),  # where the start is half of w0
    ],
    "start-anywhere-mistake-bound": [FROM_AFAR, {**FROM_AFAR, "values": {**FROM_AFAR["values"], "w0": ["-3/2", 0]}}],
    "smola-mistake-bound": LONG,
    "smola-bound-from-family": LONG,
    "smola-bound-from-novikoff": [*LONG, TWO_OF_TWO, only_the_bias("-12/5", -1), only_the_bias("12/5", 1)],
    "soft-margin-solution-is-hard": [SHORTER],
    "soft-margin-support-within-as-printed": [
        four_samples(["3/4", "3/4", "-3/4", "5/4"], ["1/4", "1/4", "1/4", "9/4"], 0),
        four_samples([0, 0, -2, 1], [0, 0, 0, 3], 1),
    ],
    "soft-margin-kkt-optimal": [two_multipliers(*at) for at in (("-1", "2"), ("1/4", "3/4"), ("3/4", "1/4"))],
}

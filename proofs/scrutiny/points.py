"""Counterexamples without one hypothesis that were found by thought, because the search does not find them.

Main definition
    POINTS    by claim and hypothesis: values of the variables and steps of the run at which all else holds, and no
              conclusion does; `necessity.py` computes what is defined, and the kernel checks that it is so
"""

from fractions import Fraction
from typing import Any


def steps(names: str, *rows: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Steps of a run, one row of inputs each.

    >>> steps("x y", ([1], 1))
    [{'x': [1], 'y': 1}]
    """
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


def moves(x: int, kappa: int) -> list[dict[str, Any]]:
    """A step of size κ towards x, and many that stay where they are."""
    return [{"x": [x], "κ": kappa}] + [{"x": [x], "κ": 0}] * 12


CLASSES = {"w*": [1, 0], "b*": 0, "γ": 1, "R": 1, "u": [1, 0], "v": [-1, 0]}
LONG = [{"x": [1, x], "y": 1} for x in (10, -1, -1, -1)]
AROUND = (("7/25", "24/25", 10), ("-7/25", "-24/25", -10), ("7/25", "-24/25", 10), ("-7/25", "24/25", -10))
HEAVY = [{"x": [c, d], "y": y} for c, d, y in AROUND]
LINE = {"u": [1], "w0": [2], "γ": 1, "D": 2, "ε": 1}
FAR = {"u": [1, 0], "w0": [1, "3/4"], "γ": 1, "D": "5/4"}
STEEP = [{"x": [1, "-13/4"], "κ": "3/16"}]
SWINGS = [{"x": [1, s], "κ": 1} for s in ("-3/4", "3/4")]
HALF = Fraction(1, 2)
E1, E2, E3, E4 = ([int(i == n) for i in range(4)] for n in range(4))
TO_AND_FRO = [([100], 1, -HALF / 100, 0), ([3 * HALF], 1, 1, HALF / 2)]  # rounds that move w by -1/2 and by 3/2 over t
PUSHES = [(*TO_AND_FRO[t % 2], Fraction(1, t), 1) for t in range(2, 21)]
EPS_KOZINEC: dict[str, dict[str, Any]] = {
    "radius": {"dimension": 2, "size": 0, "values": FAR | {"ε": "12/5"}, "steps": STEEP},
    "ahead": {"dimension": 1, "size": 0, "values": LINE | {"w0": [1]}, "steps": moves(2, -1)},
    "at_most": {"dimension": 1, "size": 0, "values": LINE, "steps": moves(1, 2)},
    "within": {"dimension": 2, "size": 0, "values": FAR | {"ε": "9/10"}, "steps": SWINGS},
    "tight": {"dimension": 2, "size": 0, "values": FAR | {"ε": "9/10"}, "steps": [{"x": [1, "-3/4"], "κ": 0}] * 2},
}
TARGET = {"u": [1, 0], "g": 0}
COSINE: dict[str, dict[str, Any]] = {  # the weights after one step, and what the next update adds to them
    "unit": {"w": [1, 0], "u": [2, 0], "g": 1, "x'": [HALF, "9/8"]},
    "nonnegative": {"w": [0, 3], "g": -1, "x'": [-1, "-9/4"]},
    "margin": {"w": [-4, 3], "g": 1, "x'": [1, -3]},
    "margin'": {"w": [1, 0], "x'": [-1, 1]},
    "little": {"w": [1, 0], "x'": [0, "3/4"]},
}
POINTS: dict[tuple[str, str], dict[str, Any]] = {  # counterexamples too long to be found by chance
    ("mistake-bound-reached", "choice"): {
        "dimension": 2,
        "size": 2,
        "values": {"x[i]": [[1, 0], [0, 1]], "e[i]": [0, 0], "z": [0, 0]},
        "steps": [{"x": [HALF, HALF], "d[i]": [HALF, HALF]}],
    },
    ("mistake-bound-reached", "new"): {
        "dimension": 1,
        "size": 1,
        "values": {"x[i]": [[1]], "e[i]": [0], "z": [0]},
        "steps": [{"x": [1], "d[i]": [1]}] * 4,
    },
    ("mistake-bound-reached", "with_w"): {
        "dimension": 4,
        "size": 4,
        "values": {"x[i]": [[1, "-3/4", 0, 0], [0, "5/4", 0, 0], E3, E4], "e[i]": [0] * 4, "z": [0] * 4},
        "steps": steps("x d[i]", (E1, E1), (["3/5", "4/5", 0, 0], E2), (E3, E3), (E4, E4)),
    },
    ("perceptron-ends-on-separable-vectors", "choice"): {
        "dimension": 2,
        "size": 2,
        "values": {"u": [1, 0], "x[i]": [[1, 1], [2, 0]], "r[i]": [1, HALF]},
        "steps": [{"z": [0, 0], "c[i]": [2, -1]}] * 14,
    },
    ("two-classes-tutorial-mistake-bound", "radius_x"): {"dimension": 2, "size": 0, "values": CLASSES, "steps": LONG},
    ("two-classes-tutorial-mistake-bound", "label"): {"dimension": 2, "size": 0, "values": CLASSES, "steps": HEAVY},
    ("norm-guard-no-overflow", "mistake"): {
        "dimension": 1,
        "size": 0,
        "values": {"w0": [0], "a": 1, "D": 1, "K": 2, "L": "3/2", "p": [2], "x'": [1]},
        "steps": [{"x": [1], "y": 1}] * 2,
    },
    **{
        ("mistake-keeps-cosine-if-length-grows-little", name): {
            "dimension": 2,
            "size": 0,
            "values": TARGET | {key: value for key, value in point.items() if key != "w"},
            "steps": steps("x y", (point["w"], 1)),
        }
        for name, point in COSINE.items()
    },
    **{("eps-kozinec-mistake-bound", name): point for name, point in EPS_KOZINEC.items()},
    ("cycling-subspace-step", "orthogonal_v"): {
        "dimension": 2,
        "size": 0,
        "values": {
            "R": 1,
            "C": 0,
            "c": "5/3",
            "h": "25/12",
            "δ": "3/5",
            "s": ["-4/5", 0],
            "z": ["4/5", 0],
            "v": ["-5/4", "3/2"],
            "y": [0, "3/5"],
        },
        "steps": [],
    },
    ("winnow-mistake-bound", "input"): {
        "dimension": 0,
        "size": 2,
        "values": {"F": 10, "u[i]": [1, 0], "W": 1, "κ": "1/2", "λ": "1/10"},
        "steps": [{"x[i]": [1, -1], "y": 1}, {"x[i]": [1, -100], "y": 1}],
    },
    ("winnow-mistake-bound", "label"): {
        "dimension": 0,
        "size": 3,
        "values": {"F": 2, "u[i]": [1, 0, 0], "W": 1, "κ": "1/2", "λ": "8/5"},
        "steps": [{"x[i]": [1, -1, -1], "y": 5}] + [{"x[i]": [1, 1, 1], "y": 1}] * 3,
    },
    ("batch-perceptron-step-bound", "s_with_w"): {
        "dimension": 3,
        "size": 2,
        "values": {"u": [1, 0, 0], "γ": 1, "D": "33/8", "η": 1, "x[i]": [[1, 4, 0], [1, 0, 4]]},
        "steps": [{"c[i]": [1, 0], "s": [1, "4/5", "-8/5"]}, {"c[i]": [0, 1], "s": [1, "-8/5", "4/5"]}] * 18,
    },
    ("rounded-perceptron-norm", "mistake"): {
        "dimension": 1,
        "size": 0,
        "values": {"R": 1, "γ": 0, "η": 0, "δ": 0, "u": [0]},
        "steps": steps("x y s e", *[([1], 1, s, [0]) for s in (0, 1, 2)]),
    },
    ("margin-perceptron-achieved-margin", "update"): {
        "dimension": 2,
        "size": 0,
        "values": {"u": [1, 0], "γ": 3, "D": 5, "α": 1, "β": 1, "z": ["1/6", 0], "s": 1},
        "steps": steps(
            "x y",
            *[([3, 4], 1)] * 4,
        ),
    },
    ("passive-aggressive-two-loss-bound", "loss_sign"): {
        "dimension": 1,
        "size": 0,
        "values": {"u": [3], "R": 3, "C": 50},
        "steps": steps(
            "x y h τ l",
            (["1/3"], 1, 1, "900/109", 0),
            ([3], 1, "-791/109", "-79100/98209", 0),
            (["1/3"], 1, "87209/98209", "78488100/10704781", 0),
            ([3], 1, "-78574319/10704781", "-7857431900/9645007681", 0),
        ),
    },
    ("passive-aggressive-one-mistake-bound", "loss"): {
        "dimension": 2,
        "size": 0,
        "values": {"u": [1, 2], "R": 1, "C": 10, "K": 1},
        "steps": steps(
            "x y h τ e l",
            ([1, 0], 1, 10, 10, 1, 0),
            *[(["-3/5", "4/5"], 1, 10, 10, 1, 0), ([1, 0], 1, 10, 10, 0, 0)] * 2,
            *[([1, 0], 1, 10, 10, 0, 0), (["-3/5", "4/5"], 1, 10, 10, 1, 0)] * 2,
            *[([1, 0], 1, 10, 10, 0, 0)] * 2,
            (["-3/5", "4/5"], 1, 10, 10, 1, 0),
        ),
    },
    ("passive-aggressive-one-mistake-bound", "rate_within"): {
        "dimension": 2,
        "size": 0,
        "values": {"u": [1, 2], "R": 1, "C": 10, "K": 1},
        "steps": steps(
            "x y h τ e l",
            ([1, 0], 1, 1, 10, 1, 0),
            (["-3/5", "4/5"], 1, 7, 10, 1, 0),
            ([1, 0], 1, 0, 10, 0, 0),
            (["-3/5", "4/5"], 1, 3, 10, 1, 0),
            *[([1, 0], 1, 0, 10, 0, 0)] * 2,
            (["-3/5", "4/5"], 1, 5, 10, 1, 0),
            ([1, 0], 1, 0, 10, 0, 0),
            (["-3/5", "4/5"], 1, 1, 10, 1, 0),
            *[([1, 0], 1, 0, 10, 0, 0)] * 2,
            (["-3/5", "4/5"], 1, 3, 10, 1, 0),
        ),
    },
    ("passive-aggressive-one-mistake-bound", "rate_most"): {
        "dimension": 2,
        "size": 0,
        "values": {"u": [1, 1], "R": 1, "C": 1, "K": 1},
        "steps": steps(
            "x y h τ e l",
            (["1/20", "1/20"], -1, 1, 200, 1, "11/10"),
            *[([1, 0], 1, 11, 11, 1, 0), ([0, 1], 1, 11, 11, 1, 0), (["1/20", "1/20"], -1, "11/10", 220, 1, "11/10")]
            * 2,
            ([1, 0], 1, 11, 11, 1, 0),
            ([0, 1], 1, 11, 11, 1, 0),
        ),
    },
    ("passive-aggressive-one-mistake-bound", "rate_sign"): {
        "dimension": 2,
        "size": 0,
        "values": {"u": [1, 2], "R": "17/12", "C": 10, "K": "289/144"},
        "steps": steps(
            "x y h τ e l",
            ([-1, 1], 1, 1, "1/2", 1, 0),
            ([1, 0], 1, "3/2", "3/2", 1, 0),
            ([0, 1], 1, "1/2", "1/2", 0, 0),
            *[([-1, 1], 1, 1, "1/2", 1, 0), ([1, 0], 1, "1/2", "1/2", 0, 0), ([0, 1], 1, "-1/2", "-1/2", 0, 0)] * 8,
            ([-1, 1], 1, 1, "1/2", 1, 0),
        ),
    },
    ("online-gradient-regret-strongly-convex", "nearer"): {
        "dimension": 1,
        "size": 0,
        "values": {"w1": [1], "u": [0], "λ": 1, "G": 1},
        "steps": steps(
            "g p c d h",
            ([1], [1], "1/2", 0, 1),
            ([1], [1], "1/2", 0, "1/2"),
        ),
    },
    ("online-gradient-regret-decreasing-step", "nearer"): {
        "dimension": 1,
        "size": 0,
        "values": {"w1": [1], "u": [0], "F": 1, "G": 1},
        "steps": steps(
            "g p c d r η",
            ([1], [1], 1, 0, 1, 1),
            ([1], [1], 1, 0, "3/2", "2/3"),
            ([1], [1], 1, 0, 2, "1/2"),
            ([1], ["1/2"], 1, 0, "9/4", "4/9"),
        ),
    },
    ("online-gradient-regret-decreasing-step", "root_sign"): {
        "dimension": 1,
        "size": 0,
        "values": {"w1": [1], "u": [0], "F": 1, "G": 1},
        "steps": steps(
            "g p c d r η",
            ([1], [1], 1, 0, -1, -1),
            ([1], [1], 1, 0, "-3/2", "-2/3"),
            ([1], [1], 1, 0, -2, "-1/2"),
            ([1], ["1/2"], 1, 0, "9/4", "4/9"),
        ),
    },
    ("pegasos-regret-bound", "u_sign"): {
        "dimension": 1,
        "size": 0,
        "values": {"u": [100], "λ": "1/100", "R": 1, "G": 1},
        "steps": steps(
            "x y θ l h",
            ([1], 1, 1, -99, 1),
            ([1], 1, 0, -99, "1/2"),
            ([1], 1, 0, -99, "1/3"),
            ([1], 1, 0, -99, "1/4"),
            ([1], 1, 0, -99, "1/5"),
            ([1], 1, 0, -99, "1/6"),
            ([1], 1, 0, -99, "1/7"),
            ([1], 1, 0, -99, "1/8"),
            ([1], 1, 0, -99, "1/9"),
            ([1], 1, 0, -99, "1/10"),
            ([1], 1, 0, -99, "1/11"),
        ),
    },
    ("pegasos-projected-regret-bound", "low"): {
        "dimension": 1,
        "size": 0,
        "values": {"u": ["1/2"], "λ": 1, "G": "3/2"},
        "steps": steps("x y θ l h κ", ([HALF], 1, 1, 3 * HALF / 2, 1, 1), *PUSHES),
    },
    ("pegasos-projected-regret-bound", "factor_low"): {
        "dimension": 1,
        "size": 0,
        "values": {"u": [1], "λ": 1, "G": 2},
        "steps": steps(
            "x y θ l h κ",
            ([1], 1, 1, 0, 1, -1),
            ([1], 1, 1, 0, "1/2", 1),
            ([1], 1, 1, 0, "1/3", -3),
            ([1], 1, 1, 0, "1/4", 1),
        ),
    },
    ("pegasos-projected-regret-bound", "factor_high"): {
        "dimension": 1,
        "size": 0,
        "values": {"u": [1], "λ": 1, "G": "3/2"},
        "steps": steps(
            "x y θ l h κ",
            (["1/2"], -1, 1, "3/2", 1, 2),
            (["1/2"], 1, 1, "1/2", "1/2", 4),
            (["1/2"], 1, 1, "1/2", "1/3", 2),
            (["1/2"], 1, 1, "1/2", "1/4", "8/5"),
            (["1/2"], 1, 1, "1/2", "1/5", "10/7"),
        ),
    },
    ("second-order-mistake-bound", "new"): {
        "dimension": 1,
        "size": 2,
        "values": {"u": [2], "a": 1, "b": 3, "γ": 1, "x[i]": [[-1], [-2]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([-1], -1, [-1], [1, 0], "-1/2", "1/2", -1, "1/2"),
            ([-2], 1, [-1], [0, 1], "2/3", "1/3", 5, "2/3"),
            ([-1], -1, ["-1/6"], [-1, 0], -1, "6/7", -1, "1/7"),
            ([-2], -1, ["-2/5"], [0, -1], "-5/9", "5/9", -3, "4/9"),
        ),
    },
    ("second-order-mistake-bound", "example_with_u"): {
        "dimension": 2,
        "size": 1,
        "values": {"u": [0, 2], "a": 1, "b": 2, "γ": 1, "x[i]": [[5, 0]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([1, 2], 1, [1, 2], [1], "1/6", "1/6", -3, "5/6"),
        ),
    },
    ("second-order-mistake-bound", "example_with_r"): {
        "dimension": 2,
        "size": 2,
        "values": {"u": [-2, -2], "a": 1, "b": "349/35", "γ": 1, "x[i]": [[-1, -1], [-3, 0]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([0, -2], 1, [0, -2], [1, 0], "1/5", "1/5", -3, "4/5"),
            ([-3, 0], 1, [-2, 1], [0, 1], "1/7", "1/7", -5, "6/7"),
        ),
    },
    ("second-order-mistake-bound", "r_with_g"): {
        "dimension": 2,
        "size": 2,
        "values": {"u": [-1, 1], "a": "1/4", "b": "31/16", "γ": 1, "x[i]": [["1/2", 0], [1, "5/2"]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            (["1/2", 0], -1, [2, 0], [1, 0], "-1/2", "1/2", "1/2", "1/2"),
            ([1, "5/2"], 1, [-2, 2], [0, 1], "1/2", "1/4", "-1/2", "3/4"),
        ),
    },
    ("second-order-mistake-bound", "r_with_r"): {
        "dimension": 2,
        "size": 1,
        "values": {"u": [2, 2], "a": 2, "b": 0, "γ": 1, "x[i]": [[2, 0]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([2, 0], 1, [0, 1], [1], 1, 1, -3, 0),
        ),
    },
    ("second-order-mistake-bound", "rate"): {
        "dimension": 1,
        "size": 2,
        "values": {"u": [2], "a": 1, "b": "11/2", "γ": 1, "x[i]": [[1], [2]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([1], 1, [1], [1, 0], -1, "1/2", -1, "1/2"),
            ([2], 1, [1], [0, 1], 0, "1/3", -3, "2/3"),
        ),
    },
    ("second-order-mistake-bound", "mistake"): {
        "dimension": 1,
        "size": 2,
        "values": {"u": [1], "a": 1, "b": "8/3", "γ": 1, "x[i]": [[1], [2]]},
        "steps": steps(
            "z y r d[i] α h δ l",
            ([1], 1, [1], [1, 0], "1/2", "1/2", 0, "1/2"),
            ([2], 1, [1], [0, 1], 0, "1/3", -1, "2/3"),
        ),
    },
    ("second-order-mistake-bound", "example_with_g"): {
        "dimension": 3,
        "size": 3,
        "values": {
            "u": ["-3/8", "9/4", "-3/8"],
            "a": "1/8",
            "b": "3/4",
            "γ": 1,
            "x[i]": [
                ["-7/64", "5/64", "5/64"],
                ["5/2", "19/32", "13/32"],
                ["43965/16384", "11501/16384", "4101/16384"],
            ],
        },
        "steps": steps(
            "z y r d[i] α h δ l",
            (
                ["-1099/2368", "-103/2368", "-19/64"],
                1,
                ["-7/8", "5/8", "5/8"],
                [1, 0, 0],
                "512/611",
                "512/611",
                "13/16",
                "99/611",
            ),
            ([0, "3/32", "-3/32"], 1, [0, "3/4", "-3/4"], [0, 1, 0], "64/73", "64/73", "193/256", "9/73"),
            (
                ["9149/16384", "5357/16384", "2053/16384"],
                1,
                ["-1/4", "11/8", "1/8"],
                [0, 0, 1],
                "3039948544/3874974831",
                "65536/86877",
                "17063/32768",
                "21341/86877",
            ),
        ),
    },
    ("left-out-without-weight-correct", "dual"): {
        "dimension": 2,
        "size": 3,
        "steps": [],
        "values": {
            "w": [0, 1],
            "b": 0,
            "v": ["-1/2", "1/2"],
            "c": 1,
            "z": [10, 1],
            "s": 1,
            "x[i]": [[0, 1], [1, 1], [3, -1]],
            "y[i]": [1, 1, -1],
            "a[i]": [-1, "3/2", "1/2"],
        },
    },
}

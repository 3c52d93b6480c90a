"""The figures of the book compute what the algorithms compute: every number, on random states, exactly."""

import functools
import itertools
import json
import math
import random
import re
import shutil
import subprocess
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from novikoff.algorithms import (
    averaged_perceptron,
    batch_perceptron,
    kernel_perceptron,
    kozinec,
    nearest_mean,
    nearest_neighbours,
    nearest_point,
    perceptron,
    pocket,
    svm,
    winnow,
)
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.separability import separate
from novikoff.book.figures import ABOUT, SAYS, SCRIPTS, STARTS, make_figure
from novikoff.proofs.statements.registry import claims

from ..bound_formulas import winnow_allows

node = shutil.which("node")
pytestmark = pytest.mark.skipif(not node, reason="node is not installed: the figures' arithmetic is JavaScript")

STATIC = Path(__file__).parents[2] / "novikoff/book/static"
NAMES = sorted(path.stem for path in STATIC.glob("figures/*.js"))
STATES = 40  # random states of each figure


def plane(roll, least, most, extent=6):
    """Random samples [a, b, y] at places of a grid, none of them at 0."""
    places = [(a, b) for a in range(-extent, extent + 1) for b in range(-extent, extent + 1) if (a, b) != (0, 0)]
    return [[*roll.choice(places), roll.choice((-1, 1))] for _ in range(roll.randint(least, most))]


def separable(roll, least, most):
    """Samples, three times in four labelled by a line through 0."""
    u = (roll.randint(-3, 3), roll.choice((-2, -1, 1, 2)))
    points = plane(roll, least, most)
    if roll.random() < 0.25:
        return points
    return [[a, b, 1 if a * u[0] + b * u[1] > 0 else -1] for a, b, _ in points if a * u[0] + b * u[1]] or [[1, 2, 1]]


def vector(roll):
    return [roll.randint(-6, 6), roll.randint(-6, 6)]


# What else a state has besides its samples: what may be chosen, or the ends of a range.
SETTINGS = {
    "perceptron": {"u": vector, "u0": (-6, 6), "bias": ["0", "1", "2", "6"], "rate": ["1/2", "1", "3"],
                   "order": ["cyclic", "backwards", "shuffled"], "tie": ["mistake", "correct"], "t": (0, 40)},
    "margins": {"w": vector, "b": (-12, 12), "scale": ["1/2", "1", "5"]},
    "update": {"w": vector, "bias": ["none", "radius"], "b": (-30, 30)},
    "kozinec": {"rule": ["plain", "1", "1/2", "1/10"], "t": (0, 8)},
    "descent": {"rate": ["1/2", "1", "2"], "t": (0, 60)},
    "svm": {"C": ["hard", "1", "1/4", "1/64"]},
    "winnow": {"n": (8, 24), "relevant": ["1", "3"], "seed": (1, 9)},
    "simplex": {"target": ["3 0 0", "2 1 0", "0 1 2"], "factor": ["11/10", "5/4", "2"], "t": (0, 12)},
    "lifting": {"kernel": ["linear", "affine", "square", "cube"]},
    "means": {"x": vector, "rule": ["mean", "1", "3", "5"]},
    "extremal": {"t": (0, 20)},
    "cycle": {"t": (0, 40)},
    "shatter": {},
    "game": {"w": vector, "guesses": lambda roll: [roll.choice((-1, 0, 1)) for _ in range(roll.randint(0, 7))]},
    "shadow": {"u": vector, "v": vector, "l": (0, 40)},
    "progress": {"vote": ["none", "neither", "errors", "angle", "both"], "t": (0, 20)},
    "aim": {"n": (1, 8), "t": (0, 20)},
    "race": {"u": vector, "target": ["drag", "best"], "without": ["all", "mistake", "margin", "radius"], "t": (0, 30)},
    "adversary": {"played": lambda roll: [[roll.randint(-4, 4), roll.randint(1, 2)] for _ in range(roll.randint(0, 6))],
                  "next": vector, "D": ["3", "4", "5", "6"]},
    "space": {"N": (2, 12), "t": (0, 12)}
}
SAMPLES = {
    "margins": lambda roll: plane(roll, 1, 1),
    "svm": lambda roll: plane(roll, 2, 5),
    "winnow": lambda roll: [],
    **dict.fromkeys(("shadow", "adversary", "space", "simplex"), lambda roll: []),
    "lifting": lambda roll: plane(roll, 2, 5, 3),
    "extremal": lambda roll: separable(roll, 1, 3),
    "cycle": lambda roll: plane(roll, 1, 4, 4),
    "shatter": lambda roll: plane(roll, 1, 5),
}


def chosen(setting, roll):
    if callable(setting):
        return setting(roll)
    return roll.choice(setting) if isinstance(setting, list) else roll.randint(*setting)


def state_of(name, roll):
    """A random state of the figure."""
    samples = SAMPLES.get(name, lambda roll: separable(roll, 2, 6))
    return {"points": samples(roll), **{key: chosen(setting, roll) for key, setting in SETTINGS[name].items()}}


@functools.cache
def computed():
    """What one process of node answers for random states, for those that the figures begin with, and their examples."""
    roll = random.Random(20)
    asked = [(name, state_of(name, roll)) for name in NAMES for _ in range(STATES)]
    asked += STARTS.items()
    examples = in_node([])["examples"]
    asked += [(name, {**STARTS[name], **changes}) for name, changes in examples]
    return [(name, state, answer) for (name, state), answer in zip(asked, in_node(asked)["answers"], strict=True)]


def in_node(asked):
    script = Path(__file__).with_name("figures.js")
    done = subprocess.run([node, script], input=json.dumps(asked), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def number(text):
    return Fraction(text.replace("−", "-"))


def numbers(texts):
    return tuple(map(number, texts))


def columns(state):
    return [point[:2] for point in state["points"]], [point[2] for point in state["points"]]


def best_margin(X, y):
    """γ² of the best separator through 0, or 0."""
    try:
        return 1 / nearest_point.best_margin(X, y, 0).upper
    except NoSeparator:
        return 0


# ------------------------------------------------------------------------------------------ figure by figure
def shuffled_visits(count, visits):
    """The first visits of the passes by dice: z <- 48271z mod (2^31 - 1), and Fisher and Yates's shuffle."""
    z, order = 2, []
    while len(order) < visits:
        one = list(range(count))
        for i in range(count - 1, 0, -1):
            z = z * 48271 % 2147483647
            j = z % (i + 1)
            one[i], one[j] = one[j], one[i]
        order += one
    return order[:visits]


def values(answer):
    return [number(value) for _, value, _ in answer["chain"]]


def drawn(answer, w, b):
    """Whether the boundary in the picture is that of (w, b), up to the rounding of pixels (9 decimals)."""
    return np.allclose(answer["boundary"], [*map(float, w), float(b)], rtol=0, atol=1e-8)


def check_perceptron(state, data, answer):
    X, y = columns(state)
    X = [[*x, int(state["bias"])] if state["bias"] != "0" else x for x in X]
    backwards, count = state["order"] == "backwards", len(X)
    order = shuffled_visits(count, data["visits"]) if state["order"] == "shuffled" else "cyclic"
    turn = slice(None, None, -1 if backwards else 1)
    record = perceptron.run(X[turn], y[turn], bias_step=0, tie=state["tie"], rate=Fraction(state["rate"]), order=order,
                            max_updates=400)
    mistakes = [count - 1 - i if backwards else i for i in record.mistakes]
    separated = all(label * np.dot(record.w, x) > 0 for x, label in zip(X, y, strict=True))
    assert (record.w, mistakes, separated) == (numbers(data["w"]), data["mistakes"], data["separated"])
    if data["bound"] is not None:
        u = [*state["u"], state["u0"]][: len(X[0])]
        m = min(label * np.dot(x, u) for x, label in zip(X, y, strict=True))
        radius, size, rate = int(max(np.dot(x, x) for x in X)), int(np.dot(u, u)), Fraction(state["rate"])
        assert m > 0
        assert number(data["bound"]) == Fraction(radius * size, int(m * m))
        t = min(state["t"], len(mistakes))
        w = sum((rate * y[i] * np.array(X[i]) for i in data["mistakes"][:t]), np.array([Fraction(0)] * len(X[0])))
        assert values(answer) == [(t * rate * m) ** 2 / size, (w @ u) ** 2 / size, w @ w, t * rate**2 * radius]
        assert drawn(answer, w[:2], w[2] * X[0][2] if len(w) > 2 else 0)


def check_margins(state, data, answer):
    w, b = np.array(state["w"]) * Fraction(state["scale"]), state["b"] * Fraction(state["scale"])
    if not any(w):
        assert data is None
        return
    (x,), (label,) = columns(state)
    assert number(data["functional"]) == perceptron.margin(perceptron.State(w, b), np.array(x), label)
    foot = np.array(numbers(data["foot"]))
    way = x - foot
    # The foot lies on the plane, and the way to it is orthogonal to the plane: that makes it the projection.
    assert w @ foot + b == 0
    assert way[0] * w[1] == way[1] * w[0]
    assert number(data["squared"]) == way @ way
    assert number(data["origin"]) == b * b / (w @ w)
    assert drawn(answer, w, b)
    word = {1: "plus: x is classified correctly", 0: "0: x lies on the boundary", -1: "minus: x is misclassified"}
    assert answer["rows"]["sign of the geometric margin"] == word[np.sign(number(data["functional"]))]
    assert answer["rows"]["f(p)"] == "0"


def check_update(state, data, answer):
    X, y = columns(state)
    radius = max(np.dot(x, x) for x in X)
    moves = state["bias"] == "radius"
    before = perceptron.State(np.array(state["w"]), state["b"] * moves)
    after = perceptron.update(before, np.array(X[0]), y[0], bias_step=radius * moves)
    expected = [[perceptron.margin(at, np.array(x), label) for at in (before, after)]
                for x, label in zip(X, y, strict=True)]
    assert expected == [list(numbers(pair)) for pair in data["margins"]]
    assert number(data["radius"]) == radius
    size = np.dot(X[0], X[0])
    assert values(answer) == ([radius, radius + size, 2 * radius] if moves else [size, size, radius])
    assert drawn(answer, after.w, after.b)
    was, now = expected[0]
    assert ("was right before" in answer["says"]) == (was > 0)
    assert ("sample 1 is right" in answer["says"]) == (now > 0)
    fell = sum(margins[1] < margins[0] for margins in expected)
    assert (f"of {fell} other" if fell else "no other margin fell") in answer["says"]


def check_kozinec(state, data, answer):
    X, y = columns(state)
    if len(set(y)) < 2:
        assert data == {"steps": 0}
        return
    plus, minus = ([np.array(x, dtype=object) * Fraction(1) for x, label in zip(X, y, strict=True) if label == sign]
                   for sign in (1, -1))
    differences = [p - m for p in plus for m in minus]
    w, steps = differences[0], 0
    while any(w) and steps < 8:
        due = [z for z in differences
               if (w @ z <= 0 if state["rule"] == "plain" else kozinec.is_far(w @ w, w @ z, Fraction(state["rule"])))]
        if not due:
            break
        w, steps = kozinec.step(w, due[0], kozinec.kappa(w @ w, w @ due[0], due[0] @ due[0])), steps + 1
    assert (tuple(w), steps) == (numbers(data["w"]), data["steps"])
    nearest = nearest_point.nearest_point(differences).point
    gamma, radius = sum(part * part for part in nearest), max(z @ z for z in differences)
    assert (number(data["gamma"]), number(data["radius"])) == (gamma, radius)
    if gamma:
        t = min(state["t"], steps)
        first = t + 1 if state["rule"] == "plain" else (1 + Fraction(state["rule"]) ** 2 / radius) ** t
        assert (values(answer)[0], values(answer)[2]) == (first, radius / gamma)
        assert t < steps or values(answer)[1] == radius / (w @ w)


def check_descent(state, data, answer):
    X, y = columns(state)
    rate = Fraction(state["rate"])
    plain = batch_perceptron.run(X, y, bias_step=0, rate=rate, max_updates=60)
    kept = pocket.run(X, y, bias_step=0, rate=rate, max_updates=60)
    assert (plain.w, plain.updates, plain.separated) == (numbers(data["w"]), data["k"], data["ended"])
    assert (kept.w, kept.errors) == (numbers(data["pocket"]), min(data["errors"]))
    gamma, count = best_margin(X, y), len(X)
    assert number(data["gamma"]) == gamma
    if gamma:
        ratio = max(np.dot(x, x) for x in X) / gamma
        sharp = 1 + Fraction((count + 1) ** 2, 4 * count) * (ratio - 1)
        assert values(answer) == [min(state["t"], data["k"]), sharp, count * ratio]
    t = min(state["t"], data["k"])
    at = batch_perceptron.run(X, y, bias_step=0, rate=rate, max_updates=t).w
    wrong = [margin for x, label in zip(X, y, strict=True) if (margin := label * np.dot(at, x)) <= 0]
    assert (answer["rows"]["J(w)"], answer["rows"]["errors of w"]) == (str(-sum(wrong)), str(len(wrong)))


def check_svm(state, data, answer):
    X, y = columns(state)
    if data is None:
        hard = state["C"] == "hard" and len(set(y)) == 2
        assert not hard or not separate(X, y).separable
        return
    solved = svm.hard_margin(X, y) if state["C"] == "hard" else svm.soft_margin(X, y, C=Fraction(state["C"]))
    C = {} if state["C"] == "hard" else {"C": Fraction(state["C"])}
    w, b, a = numbers(data["w"]), number(data["b"]), numbers(data["a"])
    assert drawn(answer, w, b)
    assert solved.lower <= number(data["primal"]) <= solved.upper
    assert svm.primal_value(X, y, w, b, **C) == number(data["primal"])
    assert svm.dual_value(X, y, a, **C) == number(data["dual"]) == number(data["primal"])


def check_winnow(state, data, answer):
    X, y = [e["x"] for e in data["examples"]], [e["y"] for e in data["examples"]]
    relevant = int(state["relevant"])
    assert y == [1 if sum(x[:relevant]) > 0 else -1 for x in X]
    assert {abs(v) for x in X for v in x} == {1}
    delta = winnow.delta_for(relevant)
    assert winnow.run(X, y, delta=delta, max_updates=1000).updates == data["winnow"]
    assert perceptron.run(X, y, bias_step=0, max_updates=1000).updates == data["perceptron"]
    within = [winnow_allows(data["bound"] + more, state["n"], relevant, delta) for more in (0, 1)]
    assert within == [True, False]
    assert values(answer) == [data["winnow"], data["bound"]]


def check_simplex(state, data, answer):
    target, F = tuple(map(int, state["target"].split())), Fraction(state["factor"])
    examples = [z for z in itertools.product((-1, 0, 1), repeat=3) if np.dot(target, z) > 0]
    w, made, clean = [Fraction(1)] * 3, [], False
    states = [w]
    while not clean:
        clean = True
        for z in examples:
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
                w, clean = winnow.update(w, z, 1, F), False
                made.append(list(z))
                states.append(w)
    t = min(state["t"], len(made))
    assert (data["k"], data["mistakes"]) == (len(made), made)
    assert values(answer)[1:3] == [math.prod(a**n for a, n in zip(states[t], target, strict=True)), sum(states[t]) ** 3]
    shares = [[float(s[i] / sum(s)) for s in states] for i in range(3)]
    assert np.allclose([line for _, line in answer["plot"]], shares)


def check_lifting(state, data, answer):
    from novikoff.algorithms.kernels import kernel
    X, y = columns(state)
    degree, offset = {"linear": (1, 0), "affine": (1, 1), "square": (2, 1), "cube": (3, 1)}[state["kernel"]]
    record = kernel_perceptron.run(X, y, kernel=kernel("polynomial", degree=degree, offset=offset), bias_step=0,
                                   max_updates=300)
    assert (record.updates, record.separated) == (data["k"], data["ended"])
    assert [record.mistakes.count(i) for i in range(len(X))] == data["a"]
    places = list(itertools.product(range(-6, 7), repeat=2))
    signs = {(a, b): sign for a, b, sign in data["map"]}
    scores = kernel_perceptron.scores(record, X, y, places)
    assert [np.sign(score) for score in scores] == [signs.get(place, 0) for place in places]
    margins = [label * score for label, score in zip(y, kernel_perceptron.scores(record, X, y, X), strict=True)]
    assert margins == list(numbers(data["margins"]))
    square = sum(a * margin for a, margin in zip(data["a"], margins, strict=True))
    radius = max((np.dot(x, x) + offset) ** degree for x in X)
    assert values(answer)[-2:] == [square, data["k"] * radius]
    assert len(answer["chain"]) == 2 or values(answer)[0] == data["k"] * min(margins)


def check_means(state, data, answer):
    X, y = columns(state)
    if len(set(y)) < 2:
        assert data is None
        return
    record = nearest_mean.run(X, y)
    assert (record.w, record.b) == (numbers(data["w"]), number(data["b"]))
    assert drawn(answer, record.w, record.b)
    word = {1: "plus", 0: "undecided", -1: "minus"}
    assert answer["rows"]["class of x by the nearest mean"] == word[np.sign(np.dot(record.w, state["x"]) + record.b)]
    far = [nearest_neighbours.squared_distance(np.array(x), np.array(state["x"])) for x in X]
    for k, said in zip((1, 3, 5), data["neighbours"], strict=True):
        near = nearest_neighbours.neighbours(far, min(k, len(X)), "all")
        assert said == np.sign(sum(y[i] for i in near))
        assert answer["rows"][f"class of x by {k} nearest"] == word[said]


def check_extremal(state, data, answer):
    X, y = columns(state)
    squared = best_margin(X, y)
    assert (data["ratio"] is None) == (squared == 0)
    if squared:
        assert data["k"] == perceptron.run(X, y, bias_step=0, max_updates=400).updates
        ratio = max(np.dot(x, x) for x in X) / squared
        assert (number(data["ratio"]), values(answer)) == (ratio, [data["k"], 1 + ratio / 2])
        assert ("is reached" in answer["says"]) == (data["k"] == (1 + ratio / 2) // 1)


def check_cycle(state, data, answer):
    X, y = columns(state)
    assert data["separated"] == bool(best_margin(X, y)) or data["visits"] > 200
    if data["separated"]:
        record = averaged_perceptron.run(X, y, bias_step=0)
        assert (record.updates, record.visits, record.w) == (data["updates"], data["visits"], numbers(data["average"]))
        wrong = sum(label * np.dot(record.w, x) <= 0 for x, label in zip(X, y, strict=True))
        assert (answer["rows"]["errors of the last w"], answer["rows"]["errors of the average"]) == ("0", str(wrong))
    elif data["cycle"]:
        # Repeated by hand: the weights before two passes are equal, and before no earlier two.
        w, met = np.array([0, 0]), {}
        while tuple(w) not in met:
            met[tuple(w)] = len(met)
            for x, label in zip(X, y, strict=True):
                if label * (w @ x) <= 0:
                    w = w + label * np.array(x)
        assert data["cycle"] == {"from": met[tuple(w)], "passes": len(met) - met[tuple(w)]}


def check_shatter(state, data, answer):
    X, y = columns(state)
    possible = [labels for labels in itertools.product((-1, 1), repeat=len(X)) if separate(X, labels).separable]
    assert data == {"count": len(possible), "separable": tuple(y) in possible}
    spelt = {"".join("+" if label > 0 else "−" for label in labels)
             for labels in itertools.product((-1, 1), repeat=len(X)) if labels not in possible}
    said = answer["rows"]["labellings without a line"]
    assert set(said.split(", ")) == spelt or (said == "none" and not spelt)
    assert answer["rows"]["this labelling"] == " ".join("+" if label > 0 else "−" for label in y)


def lay(w, x, label):
    """Add a sample to the weights."""
    return tuple(a + label * c for a, c in zip(w, x, strict=True))


def states_of(X, y, most):
    """The weights of a run through 0: at the beginning and after each mistake."""
    mistakes = perceptron.run(X, y, bias_step=0, max_updates=most).mistakes
    return [*itertools.accumulate(mistakes, lambda w, i: lay(w, X[i], y[i]), initial=(0, 0))]


def best_normal(X, y):
    """The normal of the best separator through 0: the nearest point of the hull of the signed samples."""
    return nearest_point.nearest_point([lay((0, 0), x, label) for x, label in zip(X, y, strict=True)]).point


def ratio_of(X, y):
    """R²/γ² of the best separator through 0, or None."""
    squared = best_margin(X, y)
    return max(np.dot(x, x) for x in X) / squared if squared else None


def check_game(state, data, answer):
    X, y = columns(state)
    shown = min(len(state["guesses"]), len(X))
    w, theirs = (0, 0), 0
    for x, label in zip(X[:shown], y, strict=False):
        if label * np.dot(w, x) <= 0:
            w, theirs = lay(w, x, label), theirs + 1
    yours = sum(guess != label for guess, label in zip(state["guesses"], y, strict=False))
    ratio = ratio_of(X, y)
    assert (data["shown"], data["yours"], data["theirs"]) == (shown, yours, theirs)
    assert ratio is None or values(answer) == [theirs, ratio]


def check_shadow(state, data, answer):
    u, v = np.array(state["u"]), np.array(state["v"])
    if not v.any():
        assert data is None
        return
    share, best = Fraction(state["l"] - 20, 10), Fraction(int(u @ v), int(v @ v))
    assert number(data["best"]) == best
    assert number(data["least"]) == u @ u - best * int(u @ v)
    assert number(data["now"]) == u @ u - 2 * share * int(u @ v) + share**2 * int(v @ v)
    assert ("is the shadow" in answer["says"]) == (share == best)


def check_progress(state, data, answer):
    X, y = columns(state)
    squared = best_margin(X, y)
    if not squared:
        assert data == {"k": 0}
        return
    u, states = best_normal(X, y), states_of(X, y, 60)
    errors = [sum(label * np.dot(w, x) <= 0 for x, label in zip(X, y, strict=True)) for w in states]
    cosines = [abs(np.dot(w, u)) * np.dot(w, u) / np.dot(w, w) if any(w) else None for w in states]
    assert (data["k"], data["errors"]) == (len(states) - 1, errors)
    assert data["more"] == [i for i in range(1, len(states)) if errors[i] > errors[i - 1]]
    pairs = [(i, *cosines[i - 1 : i + 1]) for i in range(1, len(states))]
    assert data["wider"] == [i for i, a, b in pairs if a is not None and b is not None and b < a]
    assert bool(answer["plot"]) == (state["vote"] != "none")


def check_aim(state, data, answer):
    X, y = columns(state)
    if not (squared := best_margin(X, y)):
        assert data == {"k": 0}
        return
    radius, part = int(max(np.dot(x, x) for x in X)), Fraction(state["n"], 4)
    goal = [part * radius / squared * c for c in best_normal(X, y)]
    far = [sum((a - c) ** 2 for a, c in zip(w, goal, strict=True)) for w in states_of(X, y, 400)]
    assert far[0] == part**2 * radius**2 / squared
    change, t = radius - 2 * part * radius, min(state["t"], data["k"])
    assert (list(numbers(data["far"])), number(data["change"])) == (far, change)
    assert values(answer) == [far[t], far[0] + t * change]
    assert (data["bound"] is None) == (change >= 0)
    assert change >= 0 or (number(data["bound"]) == far[0] / -change >= ratio_of(X, y))
    assert ("brings w nearer" in answer["says"]) == all(b <= a for a, b in itertools.pairwise(far))


def run_without(X, y, without, most):
    """The states of a run in which one hypothesis fails."""
    signed = [lay((0,) * 2, x, label) for x, label in zip(X, y, strict=True)]
    if without == "mistake":
        added = itertools.islice(itertools.cycle(signed), most)
        return [*itertools.accumulate(added, lambda w, z: lay(w, z, 1), initial=(0, 0))]
    longest = max(signed, key=lambda z: np.dot(z, z))
    if without != "all":
        signed = [*signed, lay((0, 0), signed[0], -1)] if without == "margin" else [lay((0, 0), longest, 3), *signed]
    return states_of(signed, [1] * len(signed), most)


def check_race(state, data, answer):
    X, y = columns(state)
    u = best_normal(X, y) if state["target"] == "best" else state["u"]
    m, size = min(label * np.dot(x, u) for x, label in zip(X, y, strict=True)), np.dot(u, u)
    if m <= 0:
        assert data == {"k": 0, "last": 0}
        return
    radius = int(max(np.dot(x, x) for x in X))
    bound = Fraction(radius) * Fraction(size) / Fraction(m) ** 2
    crossing = min(60, bound // 1 + 1)
    most = 60 if state["without"] == "all" else max(crossing, min(2 * crossing, 24))
    states = run_without(X, y, state["without"], most)
    k, t = len(states) - 1, min(state["t"], data["last"])
    assert (data["k"], numbers(data["w"]), number(data["bound"])) == (k, states[-1], bound)
    low, high = Fraction(t * t) * Fraction(m) ** 2 / Fraction(size), t * radius
    along = [Fraction(np.dot(w, u)) for w in states]
    inside = [along[t] * abs(along[t]) / Fraction(size), np.dot(states[t], states[t])] if t <= k else []
    assert list(numbers(data["squares"])) == [low, *inside, high]
    broken = [i for i, w in enumerate(states) if along[i] < i * m or np.dot(w, w) > i * radius]
    if state["without"] == "all":
        assert k <= bound
        assert not broken
    else:
        assert data["first"] == (broken[0] if broken else None)


def check_adversary(state, data, answer):
    D, w, k = int(state["D"]), (0, 0), 0
    may = lambda w, x: np.dot(x, x) <= D * D and x[1] >= 1 and np.dot(w, x) <= 0  # noqa: E731
    for x in state["played"]:
        if not may(w, x):
            break
        w, k = lay(w, x, 1), k + 1
    left = sum(may(w, x) for x in itertools.product(range(-6, 7), range(1, 7)))
    assert data == {"k": k, "w": [str(c).replace("-", "−") for c in w], "left": left, "allowed": may(w, state["next"])}
    assert values(answer) == [k, 1 + Fraction(D * D, 2), D * D]


def check_space(state, data, answer):
    N, t = state["N"], min(state["t"], state["N"])
    assert number(data["across"]) == t * N - t * t
    assert values(answer) == [t * t, t * N]
    assert data["left"]
    assert np.allclose(data["squares"], [i * N - i * i for i in range(N + 1)], atol=1e-6)


CHECKS = {name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_figure_computes_is_what_the_algorithms_compute(name):
    for figure, state, answer in computed():
        if figure == name:
            CHECKS[name](state, answer["data"], answer)


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_of_the_theorem_stand_in_their_order_and_everything_can_be_drawn(name):
    chains = 0
    for figure, state, answer in computed():
        if figure == name:
            assert all(holds for _, _, holds in answer["chain"]), (state, answer["chain"])
            assert answer["drawn"], state
            assert answer["says"], state
            chains += len(answer["chain"]) > 1
    assert chains >= STATES // 8, f"only {chains} of the random states show both sides"


def test_every_figure_begins_somewhere_and_names_theorems_that_are_in_the_ledger():
    assert set(NAMES) == set(STARTS) == set(ABOUT) == set(SAYS)
    assert {claim for claims_of, _ in ABOUT.values() for claim in claims_of} <= set(claims())
    assert all(claims_of for claims_of, _ in ABOUT.values())


@pytest.mark.parametrize("name", NAMES)
def test_one_thing_is_said_in_the_singular_and_several_in_the_plural(name):
    for found, _, answer in computed():
        if found == name:
            said = f"{answer['says']} {' '.join(answer['rows'])}"
            assert not re.search(r"(?<![\d.,/−])1 (steps|updates|mistakes)\b", said), said
            assert not re.search(r"\b(?!1\b)\d+ (step|update|mistake)\b", said), said


@pytest.mark.parametrize("name", NAMES)
def test_the_words_beside_a_figure_say_what_it_says_at_first(name):
    """They are computed in Python, and stand where no script runs."""
    said = next(answer["says"] for figure, state, answer in computed() if figure == name and state == STARTS[name])
    assert said in unescape(make_figure(name).words)


# ------------------------------------------------------------------------------------------ in a browser
@pytest.fixture
def played(page, tmp_path):
    """Open a page with one figure, in Chromium."""
    shutil.copytree(STATIC, tmp_path / "static")
    def opened(name):
        start = f'<script type="application/json">{json.dumps(STARTS[name])}</script>'
        scripts = [f"static/figures/{script}.js" for script in (*SCRIPTS, name)]
        loaded = "".join(f'<script src="{script}" defer></script>' for script in scripts)
        head = f'<meta charset="utf-8"><link rel="stylesheet" href="static/style.css">{loaded}'
        body = f'<figure data-figure="{name}">{start}</figure>'
        file = tmp_path / f"{name}.html"
        file.write_text(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>", "utf-8")
        page.goto(file.as_uri())
        return Player(page, name)
    return opened


ASK = """([name, state]) => {
    const result = Figures[name].compute(state);
    return [result.data, result.says, (result.chain || []).map(([, value]) => value.toString())];
}"""


class Player:
    """Who plays with one figure, and keeps what was seen."""

    def __init__(self, page, name):
        self.page, self.name, self.seen = page, name, []
        self.figure = page.locator(f'figure[data-figure="{name}"]')
        self.handles = self.figure.locator(".handle")

    @property
    def state(self):
        return json.loads(self.figure.get_attribute("data-state"))

    def look(self):
        """What the page shows is what its script computes for this state."""
        data, says, chain = self.page.evaluate(ASK, [self.name, self.state])
        assert self.figure.locator(".says").inner_text().startswith(says)
        assert self.figure.locator(".chain .value").count() == len(chain)
        self.seen.append((self.state, data))

    def press(self, *keys):
        self.handles.nth(0).focus()
        for key in keys:
            self.page.keyboard.press(key)
        self.look()

    def at(self, number):
        """Where a handle is, and its class if it has one."""
        find = "([name, state, number]) => Figures[name].handles(state)[number].path"
        path = self.page.evaluate(find, [self.name, self.state, number])
        return functools.reduce(lambda value, key: value[key], path, self.state)

    def drag(self, number, right, up):
        """Drag a handle with a finger, by so many units of the plane."""
        self.figure.locator("svg.field").scroll_into_view_if_needed()
        extent = self.page.evaluate("(name) => Figures[name].extent || 6", self.name)
        unit = self.figure.locator("svg.field").bounding_box()["width"] / (2 * extent + 1)
        box, top = self.handles.nth(number).locator(".target").bounding_box(), self.page.evaluate("scrollY")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        browser = self.page.context.new_cdp_session(self.page)
        browser.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        for kind, part in (("touchStart", 0), *(("touchMove", part / 4) for part in range(1, 5)), ("touchEnd", None)):
            points = [] if part is None else [{"x": x + unit * right * part, "y": y - unit * up * part}]
            browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        browser.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        assert self.page.evaluate("scrollY") == top, "the page stays where it is"

    def drag_the_last(self):
        """Two to the left and one down, or to the border: it moves by what the finger moved."""
        last = self.handles.count() - 1
        extent = self.page.evaluate("(name) => Figures[name].extent || 6", self.name)
        x, y, *sign = self.at(last)
        self.drag(last, -2, -1)
        assert self.at(last) == [max(x - 2, -extent), max(y - 1, -extent), *sign]
        self.look()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_played_and_its_numbers_are_those_of_python(played, page, name):
    player = played(name)
    first = player.state
    assert first == STARTS[name]
    if player.handles.count():
        x, y, *sign = player.at(0)
        player.press("ArrowUp", "ArrowLeft")
        assert player.at(0) == [max(x - 1, -6), min(y + 1, 6), *sign]
        player.press("Space")
        assert player.at(0)[2:] == [-value for value in sign]
        player.drag_the_last()
    pressed = "(name) => Figures[name].controls.filter((c) => c.kind === 'press').map((c) => c.label)"
    for button in page.evaluate(pressed, name):
        pressed = player.figure.get_by_role("button", name=button, exact=True)
        if pressed.is_enabled():
            pressed.click()
            player.look()
    for choice in player.figure.locator("select").all():
        choice.select_option(index=1)
        player.look()
    player.figure.get_by_role("button", name="Start again").click()
    assert player.state == first
    player.look()
    answers = in_node([(name, state) for state, _ in player.seen])["answers"]
    for (state, data), answer in zip(player.seen, answers, strict=True):
        assert answer["data"] == data
        CHECKS[name](state, data, answer)


def test_a_finger_drags_a_point_and_not_the_page(played, page):
    page.set_viewport_size({"width": 390, "height": 844})
    player = played("perceptron")
    x, y, sign = player.at(0)
    player.drag(0, 0, -3)
    assert player.at(0) == [x, y - 3, sign]
    assert page.evaluate("getComputedStyle(document.querySelector('.handle')).display") == "block"


def test_a_vector_that_leaves_the_plane_says_where_it_ends(page, played):
    played("perceptron")
    names, heads = page.evaluate(
        """(state) => {
        const drawn = Figure.picture("perceptron", state);
        const names = [...drawn.querySelectorAll("text.name")].map((text) => text.textContent);
        return [names, drawn.querySelectorAll("g.arrow polygon").length];
    }""",
        {**STARTS["perceptron"], "t": 9, "u": [-3, -1]},
    )
    assert names == ["u", "w goes on to (−4, −10)"]
    assert heads == 1, "u has a head, and w ends at the border without one"


def test_the_plot_goes_on_to_where_the_outer_curves_meet():
    state = STARTS["perceptron"]
    (answer,) = in_node([("perceptron", state)])["answers"]
    lines = dict(answer["plot"])
    low, high = lines["(t·η·m)²/‖u‖²"], lines["t·η²·D²"]
    assert low[-1] > high[-1]
    assert low[-2] <= high[-2]


def test_stepping_ends_where_the_run_ends(played):
    player = played("perceptron")
    step = player.figure.get_by_role("button", name="+1").first
    while step.is_enabled():
        step.click()
    assert player.state["t"] == perceptron.run(*columns(STARTS["perceptron"]), bias_step=0).updates
    player.figure.locator("input[type=range]").first.fill("0")
    assert step.is_enabled(), "the buttons follow the slider"
    assert player.figure.get_by_role("button", name="−1").first.is_disabled()


def test_the_best_score_is_kept(played):
    """The record stays when the samples are moved to where the run is worse."""
    player = played("extremal")
    record = player.figure.locator(".says").inner_text().rpartition(": ")[2]
    player.handles.nth(0).focus()
    player.page.keyboard.press("ArrowUp")
    assert player.figure.locator(".says").inner_text().rpartition(": ")[2] == record


@pytest.mark.parametrize(("name", "choice", "texts"), [
    ("svm", "C", ["hard", "C = 1", "C = 1/4", "C = 1/16", "C = 1/64"]),
    ("margins", "scale", ["1/2", "1", "2", "5"]),
])
def test_a_choice_has_its_values_in_their_order(played, name, choice, texts):
    options = played(name).figure.locator(f'[data-control="{choice}"] option')
    assert options.all_inner_texts() == texts


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_play_shows_the_whole_run(played, page, motion):
    page.emulate_media(reduced_motion=motion)
    figure = played("kozinec").figure
    figure.get_by_role("button", name="Play").click()
    if motion == "no-preference":
        figure.get_by_role("button", name="Pause").wait_for()
        figure.get_by_role("button", name="Play").wait_for()
    assert figure.get_by_role("button", name="+1").first.is_disabled()

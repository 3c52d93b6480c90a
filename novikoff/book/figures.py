"""The figures of the book: start values, the theorems that each shows, and a description in words, computed exactly.

Main definitions: `STARTS`, `ABOUT`, `SAYS`, `make_figure`, `render_figure`.

The script of a figure is `static/figures/NAME.js`; those of `SCRIPTS` are loaded before it. It draws into
`figure[data-figure="NAME"]`. There, a block of type application/json has the start values, and `.instead` has the
description, which readers without scripts see.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import product
from typing import Any

from ..algorithms import batch_perceptron, kernel_perceptron, kozinec, nearest_mean, nearest_point, perceptron, svm
from ..algorithms import winnow as winnow_algorithm
from ..algorithms.command_results import format_count
from ..algorithms.kernels import kernel
from ..algorithms.nearest_neighbours import neighbours
from ..algorithms.separability import separate


@dataclass(frozen=True)
class Figure:
    """A figure: `values` as JSON, with rationals as "p/q"; `caption` and `words` are HTML."""

    values: Any
    caption: str
    words: str


SCRIPTS = ("common/exact", "common/runs", "common/figure")  # what each figure needs

# What each figure begins with: samples [x, y, class] and its settings.
STARTS: dict[str, dict[str, Any]] = {
    "perceptron": {
        "points": [[-3, -1, 1], [-2, -2, 1], [-4, 1, 1], [-6, 4, -1]],
        "u": [-1, -2], "u0": 0, "bias": "0", "order": "cyclic", "tie": "mistake", "rate": "1", "t": 4,
    },
    "margins": {"points": [[4, 3, 1]], "w": [2, 1], "b": -3, "scale": "1"},
    "update": {"points": [[2, 1, 1], [3, -2, -1], [-1, 3, 1]], "w": [-2, 3], "bias": "none", "b": 0},
    "kozinec": {
        "points": [[1, 5, 1], [5, 3, 1], [4, -1, 1], [-3, 2, -1], [-1, -4, -1], [1, 0, -1]], "rule": "1", "t": 1,
    },
    "descent": {"points": [[3, 1, 1], [-1, 3, 1], [-2, -1, -1], [4, -3, 1], [-5, 5, -1]], "rate": "1", "t": 2},
    "svm": {"points": [[3, 2, 1], [1, 4, 1], [5, 5, 1], [-2, 0, -1], [0, -3, -1], [-4, 3, -1]], "C": "hard"},
    "winnow": {"n": 64, "relevant": "1", "seed": 1},
    "simplex": {"target": "2 1 0", "factor": "5/4", "t": 1},
    "lifting": {"points": [[3, 3, 1], [-3, -3, 1], [3, -3, -1], [-3, 3, -1]], "kernel": "square"},
    "means": {
        "points": [[2, 3, 1], [4, 1, 1], [5, 5, 1], [-1, 2, 1], [-3, -2, -1], [-4, 2, -1], [-1, -4, -1]],
        "x": [0, 1], "rule": "mean",
    },
    "extremal": {"points": [[6, -5, -1], [-2, 6, -1]], "t": 7},
    "cycle": {"points": [[4, -1, -1], [3, 3, 1], [-2, -4, 1]], "t": 24},
    "shatter": {"points": [[-3, -2, 1], [4, -1, -1], [0, 4, 1], [1, 0, -1]]},
    "game": {
        "points": [[-2, 1, 1], [1, -3, -1], [-2, -5, -1], [2, 4, 1], [5, -1, -1], [-4, 2, 1], [0, -2, -1], [-3, 4, 1],
                   [4, -4, -1], [0, 5, 1], [3, 0, -1], [-2, 3, 1], [4, -2, -1], [-1, -3, -1]],
        "w": [3, 1], "guesses": [],
    },
    "shadow": {"u": [1, 5], "v": [4, 2], "l": 32},
    "progress": {
        "points": [[-3, 4, -1], [2, 5, -1], [4, -5, 1], [3, 0, 1], [5, 4, 1], [0, 3, -1]], "vote": "none", "t": 0,
    },
    "aim": {"points": [[2, -1, 1], [0, 2, 1], [1, -2, -1]], "n": 1, "t": 2},
    "race": {"points": [[2, -1, 1], [0, 2, 1], [1, -2, -1]], "u": [5, 5], "target": "drag", "without": "all", "t": 3},
    "adversary": {"played": [], "next": [-3, 1], "D": "5"},
    "space": {"N": 9, "t": 3},
}

# What a figure is a picture of: the theorems, and what to do with it.
ABOUT: dict[str, tuple[tuple[str, ...], str]] = {
    "perceptron": (
        ("novikoff-mistake-bound", "smola-mistake-bound", "tutorial-mistake-bound"),
        "The perceptron in the plane. Step through the run: the two inner bars stay between the outer two, "
        "which meet at the bound; drag a sample, flip its class by pressing it, drag <i>u</i>.",
    ),
    "margins": (
        ("distance-to-boundary",),
        "Functional and geometric margin. Multiply (<i>w</i>, <i>b</i>): the one changes, the other does not.",
    ),
    "update": (
        ("update-improvement", "update-improvement-range", "update-improves-all-samples"),
        "One update, by sample 1. Its own margin grows; find a place for another sample whose margin falls.",
    ),
    "kozinec": (
        ("kozinec-mistake-bound", "kozinec-step-shortens", "eps-kozinec-step-ratio"),
        "Kozinec’s algorithm walks inside of the hulls towards their nearest points. Let the hulls meet, and see.",
    ),
    "descent": (
        ("batch-perceptron-sharper-step-bound", "batch-step-is-descent-step", "pocket-keeps-the-best"),
        "The batch perceptron, its criterion <i>J</i>, and the pocket, which keeps the best where nothing separates.",
    ),
    "svm": (
        ("svm-weak-duality", "svm-strong-duality", "svm-kkt-optimal", "soft-margin-monotone-in-c"),
        "Hard and soft margin, solved exactly. Rings mark support vectors; a smaller <i>C</i> widens the margin.",
    ),
    "winnow": (
        ("winnow-mistake-bound",),
        "Winnow against the perceptron where few of many inputs count. Let the number of inputs grow.",
    ),
    "simplex": (
        ("winnow-step-lemma", "winnow-mistake-bound"),
        "The shares <i>q</i> of three weights. A mistake multiplies the weights, and <i>q</i> moves to the side of "
        "the dashed line on which the target is.",
    ),
    "lifting": (
        ("conic-is-linear-after-lifting", "lifting-separates-interval"),
        "The kernel perceptron: each point of the grid in the colour of its class. Try the kernels on XOR.",
    ),
    "means": (
        ("mean-distance-difference", "mean-classifier-sign", "mean-classes-are-half-spaces"),
        "Nearest means and nearest neighbours: one is a half-plane, the other is not. Drag <i>x</i>.",
    ),
    "extremal": (
        ("plane-mistake-bound", "plane-mistake-bound-reached"),
        "Make the bound tight yourself: move two samples so that the run needs as many updates as the theorem allows.",
    ),
    "cycle": (
        ("equal-weights-equal-future", "average-separates-at-once", "average-separates-after-enough-visits"),
        "On inseparable data the run returns to earlier weights; on separable data an average of the weights may err.",
    ),
    "game": (
        ("novikoff-mistake-bound",),
        "Fourteen points, one at a time. Drag the tip of <i>w</i> to turn your line; then ask it for the next point.",
    ),
    "shadow": (
        ("cauchy-schwarz", "cauchy-schwarz-equality"),
        "The shadow of <i>u</i> on the line of <i>v</i>. Move λ until the rest <i>u</i> − λ<i>v</i> is shortest.",
    ),
    "progress": (
        ("update-improves-all-samples", "every-mistake-raises-cosine"),
        "Errors and angle after each update. Vote before you look.",
    ),
    "aim": (
        ("update-nears-far-separators",),
        "The distance from <i>w</i> to a goal <i>cu</i>. Move the goal out until each mistake must shorten it.",
    ),
    "race": (
        ("novikoff-mistake-bound", "lecture-norm-alignment-chain"),
        "After <i>t</i> mistakes <i>w</i> is beyond the dashed line and within the circle. Move <i>t</i> until the two "
        "part; then leave out a hypothesis.",
    ),
    "adversary": (
        ("plane-mistake-bound", "novikoff-mistake-bound"),
        "Choose the examples yourself, so that the perceptron makes as many mistakes as can be.",
    ),
    "space": (
        ("novikoff-bound-reached-in-space", "mistake-bound-reached"),
        "Seen along <i>u</i>: the part of <i>w</i> across <i>u</i> grows, then shrinks. Each example is a mistake.",
    ),
    "shatter": (
        ("simplex-is-shattered", "radon-partition-is-not-separable"),
        "Shatter three points, fail at four. A labelling without a line has a point in both hulls: press points.",
    ),
}


# --- in words --------------------------------------------------------------------------------------------


def samples(start: dict[str, Any]) -> tuple[list[list[int]], list[int]]:
    """Return the samples and their classes."""
    return [point[:2] for point in start["points"]], [point[2] for point in start["points"]]


def _inner(u: Any, v: Any) -> Any:
    return sum(a * b for a, b in zip(u, v, strict=True))


def _describe_perceptron(start: dict[str, Any]) -> str:
    X, y = samples(start)
    u, made = start["u"], perceptron.run(X, y, bias_step=0).updates
    m = min(label * _inner(x, u) for x, label in zip(X, y, strict=True))
    bound = max(_inner(x, x) for x in X) * _inner(u, u) // m**2
    return f"The run separates the samples after {made} updates; the theorem allows {bound}."


def _describe_margins(start: dict[str, Any]) -> str:
    (x,), (label,) = samples(start)
    functional = label * (_inner(start["w"], x) + start["b"])
    squared = Fraction(functional**2, _inner(start["w"], start["w"]))
    geometric = f"the geometric margin is the square root of {squared}, whatever the scale"
    return f"The functional margin is {functional}; {geometric}."


def _describe_update(start: dict[str, Any]) -> str:
    X, y = samples(start)
    step = max(_inner(x, x) for x in X) if start["bias"] == "radius" else 0
    w, b = [v + y[0] * c for v, c in zip(start["w"], X[0], strict=True)], start["b"] + y[0] * step
    was = [label * (_inner(start["w"], x) + start["b"]) for x, label in zip(X, y, strict=True)]
    now = [label * (_inner(w, x) + b) for x, label in zip(X, y, strict=True)]
    fell = sum(after < before for before, after in zip(was, now, strict=True))
    head = "After the update sample 1 is right" if now[0] > 0 else "Even after the update sample 1 is wrong"
    others = f"the margin of {fell} other{'s' if fell > 1 else ''}" if fell else "no other margin"
    return f"{head}; {others} fell."


def _describe_kozinec(start: dict[str, Any]) -> str:
    X, y = samples(start)
    above, below = ([x for x, label in zip(X, y, strict=True) if label == sign] for sign in (1, -1))
    differences = [[Fraction(a - b) for a, b in zip(p, m, strict=True)] for p in above for m in below]
    w, steps, epsilon = differences[0], 0, Fraction(start["rule"])
    while due := [z for z in differences if kozinec.is_far(_inner(w, w), _inner(w, z), epsilon)]:
        share = kozinec.kappa(_inner(w, w), _inner(w, due[0]), _inner(due[0], due[0]))
        w, steps = [kozinec.step(a, b, share) for a, b in zip(w, due[0], strict=True)], steps + 1
    nearest = nearest_point.nearest_point(differences).point
    return f"It ends after {steps} steps; ‖w‖² is {float(_inner(w, w) / _inner(nearest, nearest)):#.4g} times γ²."


def _describe_descent(start: dict[str, Any]) -> str:
    made = batch_perceptron.run(*samples(start), bias_step=0, rate=Fraction(start["rate"]))
    return f"Separated after {made.updates} steps."


def _describe_svm(start: dict[str, Any]) -> str:
    X, y = samples(start)
    found = svm.hard_margin(X, y)
    return (f"{len(found.support)} of {len(X)} samples are support vectors; "
            f"the primal and the dual value are both {found.upper}.")


def _describe_winnow(start: dict[str, Any]) -> str:
    n, relevant, state = start["n"], int(start["relevant"]), start["seed"] + 1
    X = list[list[int]]()
    for _ in range(150):
        X.append([])
        for _ in range(n):
            state = state * 48271 % 2147483647
            X[-1].append(2 * (state % 2) - 1)
    y = [1 if sum(x[:relevant]) > 0 else -1 for x in X]
    few = winnow_algorithm.run(X, y, delta=winnow_algorithm.delta_for(relevant), max_updates=10_000).updates
    many = perceptron.run(X, y, bias_step=0, max_updates=10_000).updates
    count = "counts" if relevant == 1 else "count"
    return f"With {n} inputs, of which {relevant} {count}, Winnow makes {few} mistakes and the perceptron {many}."


def _describe_simplex(start: dict[str, Any]) -> str:
    t = start["t"]
    now = f"After {format_count(t, 'mistake')} q is not on the right side of the dashed line"
    return f"{now}, and the next example is a mistake."


def _describe_lifting(start: dict[str, Any]) -> str:
    square = kernel("polynomial", degree=2, offset=1)
    made = kernel_perceptron.run(*samples(start), kernel=square, bias_step=0).updates
    return f"Separated after {made} updates in the space of the kernel."


def _describe_means(start: dict[str, Any]) -> str:
    X, y = samples(start)
    made, x = nearest_mean.run(X, y), start["x"]
    assert made.w is not None
    far = [_inner(*[[a - b for a, b in zip(z, x, strict=True)]] * 2) for z in X]
    votes = sum(y[i] for i in neighbours(far, 3, "all"))
    word = {1: "plus", 0: "undecided", -1: "minus"}
    by_mean, by_votes = (word[(v > 0) - (v < 0)] for v in (_inner(made.w, x) + made.b, votes))
    return f"x is {by_mean} by the nearest mean and {by_votes} by its 3 nearest neighbours."


def _describe_extremal(start: dict[str, Any]) -> str:
    X, y = samples(start)
    ratio = max(_inner(x, x) for x in X) * nearest_point.best_margin(X, y, 0).upper
    made, bound = perceptron.run(X, y, bias_step=0).updates, (1 + ratio / 2) // 1
    return f"{made} updates: the bound is reached!" if made == bound else f"{made} updates of at most {bound}."


def _describe_cycle(start: dict[str, Any]) -> str:
    X, y = samples(start)
    w, met = (0, 0), dict[tuple[int, ...], int]()
    while w not in met:
        met[w] = len(met)
        for x, label in zip(X, y, strict=True):
            if label * _inner(w, x) <= 0:
                w = (w[0] + label * x[0], w[1] + label * x[1])
    first = met[w]
    return f"From pass {first + 1} on the run repeats itself after {len(met) - first} passes: it never ends."


def _describe_shattering(start: dict[str, Any]) -> str:
    X, y = samples(start)
    found = sum(separate(X, labels).separable for labels in product((-1, 1), repeat=len(X)))
    return f"Lines realise {found} of {2 ** len(y)} labellings: the {len(y)} points are not shattered."


def _describe_shadow(start: dict[str, Any]) -> str:
    u, v, share = start["u"], start["v"], Fraction(start["l"] - 20, 10)
    best = Fraction(_inner(u, v), _inner(v, v))
    return f"λ = {share} is too {'small' if share < best else 'large'}: the rest u − λv can be shorter."


def _describe_aim(start: dict[str, Any]) -> str:
    X, y = samples(start)
    signed = [[label * c for c in x] for x, label in zip(X, y, strict=True)]
    best, radius = nearest_point.nearest_point(signed).point, max(_inner(x, x) for x in X)
    goal = [Fraction(start["n"], 4) * radius / _inner(best, best) * c for c in best]
    rests = [[-c for c in goal]]  # w - cu after each update
    for i in perceptron.run(X, y, bias_step=0).mistakes:
        rests.append([a + c for a, c in zip(rests[-1], signed[i], strict=True)])
    far = [_inner(rest, rest) for rest in rests]
    first = next(t for t in range(1, len(far)) if far[t] > far[t - 1])
    return (
        f"Mistake {first} takes w farther from this goal; D² − 2cγ is not negative, so that this plan gives no bound."
    )


def _describe_space(start: dict[str, Any]) -> str:
    N, t = start["N"], start["t"]
    return f"After {t} mistakes ‖a‖² is {t * N - t * t}; the next example has ⟨w, x⟩ = 0, a mistake again."


SAYS: dict[str, str | Callable[[dict[str, Any]], str]] = {
    "perceptron": _describe_perceptron, "margins": _describe_margins, "update": _describe_update,
    "kozinec": _describe_kozinec, "descent": _describe_descent, "svm": _describe_svm, "winnow": _describe_winnow,
    "lifting": _describe_lifting, "means": _describe_means, "extremal": _describe_extremal, "cycle": _describe_cycle,
    "shatter": _describe_shattering, "shadow": _describe_shadow, "aim": _describe_aim, "space": _describe_space,
    "simplex": _describe_simplex,
    "game": "Here is the first point. What is the next one?",
    "progress": "Vote first: can an update increase the number of errors, or the angle between w and u?",
    "race": "After {t} mistakes w is beyond the line and within the circle.",
    "adversary": "This x may come next: it is within D, beyond γ, and a mistake.",
}


def describe(name: str) -> str:
    """Return the description of a figure at its start values."""
    said = SAYS[name]
    return said.format(**STARTS[name]) if isinstance(said, str) else said(STARTS[name])


def make_figure(name: str) -> Figure:
    """Return the figure of this name."""
    start = STARTS[name]
    rest = "; ".join(f"{key} = {value}" for key, value in start.items() if key != "points")
    listed = ", ".join(f"({x}, {y}) {'+' if label > 0 else '−'}" for x, y, label in start.get("points", ()))
    words = f"<p>{escape(describe(name))}</p><p>At first: {escape('; '.join(filter(None, (listed, rest))))}.</p>"
    return Figure(start, ABOUT[name][1], words)


def render_figure(name: str, figure: Figure, cite: Callable[[str], str]) -> str:
    """Return a figure on a page, where `cite` writes the citations of claims."""
    values = json.dumps(figure.values, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    shown = ", ".join(map(cite, ABOUT[name][0]))
    caption = figure.caption + (f" A picture of {shown}." if shown else "")
    inside = f'<figcaption>{caption}</figcaption><div class="instead">{figure.words}</div>'
    return f'<figure data-figure="{name}"><script type="application/json">{values}</script>{inside}</figure>'

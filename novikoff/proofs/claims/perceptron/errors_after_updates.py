"""Which margins an update improves, and which mistakes remain after one pass.

Notation: the perceptron has the bias step R², where R ≥ ‖x‖ for all samples; (w*, b*) separates them.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector

PASS = {"w*": [-2], "b*": 3, "R": 2, "x1": [1], "y1": 1, "x2": [2], "y2": -1}


def one_pass(p: Script) -> list[list[Scalar]]:
    """Return the margins of both samples at (0, 0), after the update on the first, and after the update on the second.
    """
    ws, x1, x2 = p.vectors("w* x1 x2")
    bs, R, y1, y2 = p.reals("b* R y1 y2")
    start = State(0 * x1, 0)
    first = perceptron.update(start, x1, y1, bias_step=R**2)
    second = perceptron.update(first, x2, y2, bias_step=R**2)
    p.assume(label1=Eq(y1**2, 1), radius1=x1 @ x1 <= R**2, margin1=y1 * (x1 @ ws + bs) >= 1,
             label2=Eq(y2**2, 1), radius2=x2 @ x2 <= R**2, margin2=y2 * (x2 @ ws + bs) >= 1,
             mistake=perceptron.mistake_condition(first, x2, y2))
    return [[perceptron.margin(state, x, y) for x, y in ((x1, y1), (x2, y2))] for state in (start, first, second)]


def errors(p: Script, name: str, state: State, x: Vector, y: Scalar) -> Scalar:
    """Declare the family of the classes that (1) gives the x[i]: 1 where the score is positive, −1 elsewhere. Return
    the number of classes that differ from the labels y[i].
    """
    c, score = p.real(f"{name}[i]"), state.w @ x + state.b
    p.assume({f"{name}_values": Eq(c**2, 1), f"{name}_if_one": (1 + c) * score + (1 - c) > 0,
              f"{name}_else": (1 - c) * score <= 0})
    return Sum((1 - c * y) / 2)


@refuted("update-adds-no-errors-as-printed", title="The classifier improves gradually",
         source=cite("tutorial", "The Perceptron Algorithm, first sentence"), corrected="update-nears-far-separators",
         missing="what each update improves is the distance to separators of large margin; the number of errors may "
                 "grow, from none to any number (update-may-spoil-all-others)",
         ledger=["000-gradual-improvement"], aliases=["update-keeps-correct-sample-as-printed"])
def adds_no_errors_as_printed(p: Script) -> None:
    """Let (z, k) be a mistake among the samples (x[i], y[i]). After an update with bias step R² on (z, k), the
    classifier (1) is wrong on at most as many samples as before. The samples are separated by (w*, b*), R is their
    greatest length, and the state is one that the algorithm has reached on them from (0, 0).

    The counterexample visits the samples in their order. After the first update (1) is right on all samples. The second
    sample has the score 0 and causes another update. After this second update (1) is wrong on the last two samples. By
    the algorithm's own count, y(⟨w, x⟩ + b) ≤ 0, there is one mistake before the second update and two after it.
    """
    ws, x, w, s = p.vectors("w* x[i] w s")
    bs, y, b, t, R = p.reals("b* y[i] b t R")
    longest, c = p.reals("l[i] c[i]")
    after = perceptron.update(State(w, b), s, t, bias_step=R**2)
    p.assume(labels=Eq(y**2, 1), separated=perceptron.margin(State(ws, bs), x, y) > 0, radius=x @ x <= R**2,
             attained=Eq(longest * (x @ x - R**2), 0), one=Eq(Sum(longest), 1))
    p.run([(w, 0, after.w), (b, 0, after.b)], [s, t, c],
          {"chosen": Eq(c**2, c), "single": Eq(Sum(c), 1), "sample": Eq(c * ((s - x) @ (s - x)), 0),
           "label": Eq(c * (t - y), 0), "mistake": perceptron.mistake_condition(State(w, b), s, t)})
    z, (k, d) = p.vector("z"), p.reals("k d[i]")
    last = perceptron.update(State(w, b), z, k, bias_step=R**2)
    p.assume(last_chosen=Eq(d**2, d), last_single=Eq(Sum(d), 1), last_sample=Eq(d * ((z - x) @ (z - x)), 0),
             last_label=Eq(d * (k - y), 0), last_mistake=perceptron.mistake_condition(State(w, b), z, k))
    before, afterwards = (errors(p, name, state, x, y) for name, state in (("e", State(w, b)), ("f", last)))
    p.show(conclusion=afterwards <= before)
    p.counterexample(size=4, R=1, z=[-1], k=-1, steps=[{"s": [1], "t": 1, "c[i]": [1, 0, 0, 0]}],
                     values={"x[i]": [[1], [-1], [0], ["-1/2"]], "y[i]": [1, -1, 1, 1], "w*": [4], "b*": 3,
                             "l[i]": [1, 0, 0, 0], "d[i]": [0, 1, 0, 0], "e[i]": [1, -1, 1, 1],
                             "f[i]": [1, -1, -1, -1]})


@theorem("update-may-spoil-all-others",
         title="One update may make the classifier wrong on any number of samples that it had right",
         source=cite("tutorial", "The Perceptron Algorithm, first sentence"),
         ledger={"000-gradual-improvement": "follows"}, says="the classifier improves gradually")
def spoils_all_others(p: Script) -> None:
    """Let ‖v‖ = R and 0 < g ≤ R². Let the samples x[i] with the label 1 be no longer than v, and have g − R² ≤ ⟨v,
    x[i]⟩ ≤ 0. Show (v, 1), (−v, −1) and then these samples to the perceptron with bias step R². It makes an update at
    each of the first two samples. After the first update −v has the score 0, and the classifier (1) is right on all
    samples. After the second update it is wrong on every x[i]. The samples are separable: (2v, 2R² − g) has a margin of
    at least g.

    No x[i] is longer than v, so R is the greatest length. The statement does not depend on this.
    """
    v, x = p.vectors("v x[i]")
    R, g = p.reals("R g")
    p.assume(length=Eq(v @ v, R**2), positive=g > 0, small=g <= R**2, above=v @ x >= g - R**2, below=v @ x <= 0)
    first = perceptron.update(State(0 * v, 0), v, 1, bias_step=R**2)
    second = perceptron.update(first, -v, -1, bias_step=R**2)
    goal, opposite = State(2 * v, 2 * R**2 - g), first.w @ -v + first.b
    p.show(separated_1=perceptron.margin(goal, v, 1) >= g, separated_2=perceptron.margin(goal, -v, -1) >= g,
           separated=perceptron.margin(goal, x, 1) >= g, right_1=perceptron.margin(first, v, 1) > 0,
           right_2=Eq(opposite, 0), right=perceptron.margin(first, x, 1) > 0,
           wrong=perceptron.margin(second, x, 1) <= 0)
    p.conclude("length", "positive", "small", "above", "below")


@theorem("update-nears-far-separators", title="Each update brings (w, b) nearer to every separator of large margin",
         source=cite("tutorial", "The Perceptron Algorithm, first sentence"), ledger=["000-gradual-improvement"],
         says="the classifier improves gradually; the text does not say in which respect")
def nears_far_separators(p: Script) -> None:
    """If y(⟨w*, x⟩ + b*) ≥ γ* and ‖x‖ ≤ R, an update with bias step R² on the mistake (x, y) reduces R²‖w − w*‖² + (b −
    b*)² by at least 2R²(γ* − R²).

    This is R² times the square distance of (w, b/R) from (w*, b*/R). A multiple of any separator has γ* > R², so that
    the weights come nearer to it with every update.
    """
    w, ws, x = p.vectors("w w* x")
    b, bs, y, R, gamma = p.reals("b b* y R γ*")
    p.assume(label=Eq(y**2, 1), radius=x @ x <= R**2, margin=perceptron.margin(State(ws, bs), x, y) >= gamma,
             mistake=perceptron.mistake_condition(State(w, b), x, y))
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)

    def distance(state: State) -> Scalar:
        return R**2 * ((state.w - ws) @ (state.w - ws)) + (state.b - bs) ** 2

    p.show(conclusion=distance(after) <= distance(State(w, b)) - 2 * R**2 * (gamma - R**2))
    p.have("square", R**2 >= 0, square(R))
    p.have("turn", R**2 * perceptron.margin(State(w, b), x, y) <= 0, "square * mistake")
    p.have("ahead", R**2 * perceptron.margin(State(ws, bs), x, y) >= R**2 * gamma, "square * margin")
    p.have("short", R**2 * (x @ x) <= R**4, "square * radius")
    p.conclude("turn", "ahead", "short", "label")


@refuted("one-pass-classifies-all-as-printed", title="The listed steps, a single pass over the samples, are enough",
         source=cite("tutorial", "The Perceptron Algorithm, the listed loop"), corrected="tutorial-mistake-bound",
         missing="the passes have to be repeated until one makes no mistake, as the counters that are set to 0 suggest",
         ledger=["000-one-pass"])
def one_pass_as_printed(p: Script) -> None:
    """If (w*, b*) separates two samples, and one pass over them makes an update at both, then both are correct after
    the pass."""
    (_, _), (_, _), (first, second) = one_pass(p)
    p.show(first=first > 0, second=second > 0)
    p.counterexample(dimension=1, values=PASS)

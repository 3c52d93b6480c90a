"""The classifier sign(⟨w, x⟩ + b), its margin, and the condition for an update of the perceptron: (1.25)–(1.28).

Notation
    ŷ is the label that (w, b) gives to x: a number with ŷ·(⟨w, x⟩ + b) = |⟨w, x⟩ + b|. This leaves sign(0) open. No
    theorem needs ŷ to be −1, 0 or 1. In the refuted claim, ŷ = ±1.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Eq, Min, Ne, Scalar, Sum, Vector, equal, norm


@theorem("half-spaces-nonempty", title="A hyperplane has points on either side", source=cite("iml", "after eq. (1.25)"),
         ledger=["004-halfspaces-lin"], adds={"nonzero": "w ≠ 0"},
         says="nothing about w = 0; then one of the two sets is empty")
def half_spaces_nonempty(p: Script) -> None:
    """If w is not 0, the point (1 − b)w/‖w‖² has score 1 and the point −(1 + b)w/‖w‖² has score −1."""
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0)
    above, below = p.let("u", ((1 - b) / (w @ w)) * w), p.let("v", (-(1 + b) / (w @ w)) * w)
    p.show(positive=equal(w @ above + b, 1), negative=equal(w @ below + b, -1))


def labelled(p: Script) -> tuple[State, Vector, Scalar, Scalar, Scalar]:
    """Declare a state (w, b) and an example (x, y), and the label ŷ that the state gives to it."""
    w, x = p.vectors("w x")
    b, y, given = p.reals("b y ŷ")
    score = w @ x + b
    p.assume(sign=Eq(given * score, Abs(score)))
    return State(w, b), x, y, given, score


@theorem("update-if-label-differs", title="A wrong label causes an update", source=cite("iml", "eqs. (1.25), (1.26)"))
def update_if_label_differs(p: Script) -> None:
    """If ŷ is a sign of the score s of x, that is ŷ·s = |s|, and differs from the label y = ±1, then the perceptron
    updates on (x, y).
    """
    state, x, y, given, score = labelled(p)
    p.assume(label=Eq(y**2, 1), wrong=Ne(given, y))
    p.show(mistake=perceptron.mistake_condition(state, x, y))
    p.suppose_not("correct")
    p.have("squares", Eq(Abs(score) ** 2, (y * score) ** 2), "label")
    p.have("size", Abs(score) >= 0)
    p.use("square-root-unique", name="absolute", u=Abs(score), v=y * score)
    p.have("multiple", Eq((given - y) * (y * score), 0), "sign", "absolute")
    p.have("same", Eq(given - y, 0), "multiple", times("correct"))
    p.conclude("same", "wrong")


@refuted("update-only-if-label-differs-as-printed", title="An update is made only if the label is wrong",
         source=cite("iml", "eq. (1.26), with Algorithm 1.3"), corrected="update-only-if-label-differs",
         missing="the algorithm also updates where the score is 0, whichever label sign(0) is; they agree with sign(0) "
                 "= 0, which is not a label",
         ledger=["004-eq126"])
def update_only_if_label_differs_as_printed(p: Script) -> None:
    """Let ŷ = ±1 be a sign of the score. If the perceptron updates on (x, y), then the label ŷ differs from y."""
    state, x, y, given, _ = labelled(p)
    p.assume(label=Eq(y**2, 1), values=Eq(given**2, 1), mistake=perceptron.mistake_condition(state, x, y))
    p.show(wrong=Ne(given, y))
    p.counterexample(dimension=1, w=[0], b=0, x=[1], y=1, values={"ŷ": 1})


@theorem("update-only-if-label-differs", title="Away from ties an update is made only if the label is wrong",
         source=cite("iml", "eq. (1.26)"), ledger=["004-eq126"], adds={"apart": "the score is not 0"})
def update_only_if_label_differs(p: Script) -> None:
    """Let the score of x not be 0, and let the label ŷ be its sign. If the perceptron updates on (x, y), then ŷ differs
    from y, for any number y.
    """
    state, x, y, given, score = labelled(p)
    p.assume(mistake=perceptron.mistake_condition(state, x, y), apart=Ne(score, 0))
    p.show(wrong=Ne(given, y))
    p.suppose_not("right")
    p.have("size", Abs(score) <= 0, "sign", "right", "mistake")
    p.have("tie", Eq(score, 0), "size")
    p.conclude("tie", "apart")


@theorem("set-margin-is-least-margin", title="The margin of a set of examples",
         source=cite("iml", "eqs. (1.27), (1.28)"), ledger=["004-margin"])
def set_margin(p: Script) -> None:
    """Let γ = y(⟨w, x⟩ + b) be the margin of any one example, and m the least margin of the others. Then
    `perceptron.margin` computes γ. The margin of the set, min(γ, m), is at most γ and at most m. It is at least every
    number g with g ≤ γ and g ≤ m.
    """
    w, x = p.vectors("w x")
    b, y, m, g, gamma = p.reals("b y m g γ")
    p.assume(definition=Eq(gamma, y * (w @ x + b)), example=gamma >= g, others=m >= g)
    whole = Min(gamma, m)
    p.show(computed=equal(perceptron.margin(State(w, b), x, y), gamma), at_most=whole <= gamma,
           at_most_others=whole <= m, at_least=whole >= g)


@refuted("margin-is-distance-as-printed", title="The margin is the distance from the hyperplane",
         source=cite("iml", "after eq. (1.28)"), corrected="margin-is-distance",
         missing="‖w‖ = 1, and x on the side of its label", ledger=["004-margin-distance"])
def margin_is_distance_as_printed(p: Script) -> None:
    """For w ≠ 0 and the foot v = x − a·w of the perpendicular from x, the margin y(⟨w, x⟩ + b) is the length of
    x − v.
    """
    w, x = p.vectors("w x")
    a, b, y = p.reals("a b y")
    v = p.let("v", x - a * w)
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), foot=Eq(w @ v + b, 0))
    p.show(distance=equal(perceptron.margin(State(w, b), x, y), norm(x - v)))
    p.counterexample(dimension=1, w=[2], b=0, x=[1], a="1/2", y=1)


@theorem("margin-is-distance",
         title="For a unit vector the margin of a correct example is its distance from the hyperplane",
         source=cite("iml", "after eq. (1.28)"), adds={"unit": "‖w‖ = 1", "correct": "x is on the side of its label"},
         ledger=["004-margin-distance"])
def margin_is_distance(p: Script) -> None:
    """Let ‖w‖ = 1, let the margin of (x, y) not be negative, and let v = x − a·w be the foot of the perpendicular from
    x to the hyperplane. Then the margin is the length of x − v, and no point u of the hyperplane is nearer to x than v.
    """
    w, x, u = p.vectors("w x u")
    a, b, y = p.reals("a b y")
    v = p.let("v", x - a * w)
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(unit=Eq(w @ w, 1), label=Eq(y**2, 1), foot=Eq(w @ v + b, 0), correct=margin >= 0, plane=Eq(w @ u + b, 0))
    p.show(distance=equal(margin, norm(x - v)), nearest=norm(x - v) <= norm(x - u))
    p.have("step", equal(w @ x + b, a), "foot", "unit")
    p.have("length", norm(x - v) >= 0)
    p.calc(margin**2,
           "==", a**2, "step", "label",
           "==", norm(x - v) ** 2, "definition", "unit", name="squares")
    p.have("equal", equal(margin, norm(x - v)), "squares.all", "correct", "length")
    p.calc(norm(x - v) ** 2,
           "==", a**2, "definition", "unit",
           "==", (w @ (x - u)) ** 2, "step", "plane",
           "<=", (w @ w) * ((x - u) @ (x - u)), by("cauchy-schwarz", u=w, v=x - u),
           "==", norm(x - u) ** 2, "unit", "definition", name="nearer")
    p.have("other", norm(x - u) >= 0)
    p.have("nearest", norm(x - v) <= norm(x - u), "nearer.all", "length", "other")
    p.conclude("equal", "nearest")


@theorem("weights-are-sum-of-mistakes", title="The weights are a sum over the mistakes",
         source=cite("iml", "after eq. (1.26)"), ledger=["004-w-error", "000-b-multiple"],
         says="sums over i ∈ Error. In fact the sum is over the mistakes, among which an example may occur more than "
              "once.")
def weights_are_sum_of_mistakes(p: Script) -> None:
    """With learning rate α and bias step c, w is α times the sum v of y·x over the updates made so far, and b is α·c
    times the sum n of y. In a run of the perceptron these updates are its mistakes.
    """
    w, v, x = p.vectors("w v x")
    b, n, y, alpha, c = p.reals("b n y α c")
    after = perceptron.update(State(w, b), x, y, bias_step=c, rate=alpha)
    p.run([(w, 0, after.w), (b, 0, after.b), (v, 0, v + y * x), (n, 0, n + y)], [x, y], {})
    with p.induction(weights=equal(w, alpha * v), bias=equal(b, alpha * c * n)):
        pass
    p.show(weights=equal(w, alpha * v), bias=equal(b, alpha * c * n))


@theorem("weights-count-mistakes", title="In the weights each example counts as often as it was a mistake",
         source=cite("iml", "after eq. (1.26)"), ledger=["004-w-error"],
         says="w = Σ y·x over i ∈ Error. This is right only for the start 0 and learning rate 1, and if Error lists "
              "an example as often as it was a mistake.")
def weights_count_mistakes(p: Script) -> None:
    """With learning rate α and bias step c, w = α Σ mᵢyᵢxᵢ and b = αc Σ mᵢyᵢ, from w = 0 and b = 0, where mᵢ is the
    number of updates on the example (xᵢ, yᵢ) so far. In a run of the perceptron these are its mistakes.

    For the example (x, y) of an update, dᵢ = 1, and dᵢ = 0 for all other examples: y = Σ dᵢyᵢ and yx = Σ dᵢyᵢxᵢ. A
    sum of vectors is stated as its inner product with any one vector v.
    """
    w, v, x, family = p.vectors("w v x x[i]")
    b, y, alpha, c, m, d, label = p.reals("b y α c m[i] d[i] y[i]")
    after = perceptron.update(State(w, b), x, y, bias_step=c, rate=alpha)
    p.run([(w, 0, after.w), (b, 0, after.b), (m, 0, m + d)], [x, y, d],
          {"label": Eq(y, Sum(d * label)), "example": Eq(y * (x @ v), Sum(d * label * (family @ v)))})
    along, offset = Eq(w @ v, alpha * Sum(m * label * (family @ v))), Eq(b, alpha * c * Sum(m * label))
    with p.induction(weights=along, bias=offset):
        p.conclude("weights", "bias", "label", "example")
    p.conclude("weights", "bias", weights=along, bias=offset)

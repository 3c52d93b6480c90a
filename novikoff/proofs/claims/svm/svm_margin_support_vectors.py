"""The hard margin: from the largest distance to the shortest w, and the predictor in terms of the support vectors.

Notation: as in svm_duality; γ is a number with yᵢ(⟨v, xᵢ⟩ + c) ≥ γ for every i, for example the least of these margins.

Implementation notes: as there, w = Σ aᵢyᵢxᵢ is stated by the inner products that a proof needs. The proof compares an
optimal point with one other point. The statement names this point, and concludes that it is feasible.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Sum, norm
from .svm_duality import conclude_predictor, samples


@theorem("shortest-feasible-has-best-margin", title="The shortest feasible w has the largest margin",
         source=cite("notes", "hard margin, primal"), ledger=["001-svm-primal-max", "003-max-min"],
         adds={"w_nonzero": "w ≠ 0"})
def shortest_has_best_margin(p: Script) -> None:
    """Let yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 and yᵢ(⟨v, xᵢ⟩ + c) ≥ γ > 0 for every i, and w ≠ 0. Then (v/γ, c/γ) is feasible; and
    if w is not longer than v/γ, then γ/‖v‖ ≤ 1/‖w‖ ≤ yᵢ(⟨w, xᵢ⟩ + b)/‖w‖ for every i.

    If γ ≤ 0, then γ/‖v‖ ≤ 0, which is not larger than 1/‖w‖.
    """
    x, (w, v) = p.vector("x[i]"), p.vectors("w v")
    b, c, g, y = p.reals("b c γ y[i]")
    shorter = p.let("v'", v / g)
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(positive=g > 0, feasible=margin >= 1, margin=perceptron.margin(State(v, c), x, y) >= g,
             w_nonzero=w @ w > 0, shortest=w @ w <= shorter @ shorter)
    p.show(competitor=perceptron.margin(State(shorter, c / g), x, y) >= 1, best=g / norm(v) <= 1 / norm(w),
           attained=1 / norm(w) <= margin / norm(w))
    p.have("competitor", perceptron.margin(State(shorter, c / g), x, y) >= 1, "margin", times("positive"))
    p.have("v-size", norm(v) > 0)
    p.have("w-size", norm(w) > 0)
    p.have("squares", g**2 * (w @ w) <= v @ v, "shortest * positive * positive")
    p.have("product", (g * norm(w)) ** 2 <= norm(v) ** 2, "squares")
    p.use("square-root-monotone", name="lengths", u=g * norm(w), v=norm(v))
    p.have("best", g / norm(v) <= 1 / norm(w), "lengths", times("v-size", "w-size"))
    p.have("attained", 1 / norm(w) <= margin / norm(w), "feasible", times("w-size"))
    p.conclude("competitor", "best", "attained")


@theorem("best-margin-scaled-is-shortest", title="The largest margin, scaled to 1, is a shortest feasible w",
         source=cite("notes", "hard margin, primal"), ledger=["001-svm-primal-max", "003-max-min"],
         adds={"w_nonzero": "w ≠ 0", "v_nonzero": "v ≠ 0"})
def best_margin_is_shortest(p: Script) -> None:
    """Let v ≠ 0, yᵢ(⟨v, xᵢ⟩ + c) ≥ γ > 0 for every i, and 1/‖w‖ ≤ γ/‖v‖ for a w ≠ 0. If v has the largest margin, every
    feasible w satisfies this. Then (v/γ, c/γ) is feasible and not longer than w.
    """
    x, (w, v) = p.vector("x[i]"), p.vectors("w v")
    c, g, y = p.reals("c γ y[i]")
    shorter = p.let("v'", v / g)
    p.assume(positive=g > 0, margin=perceptron.margin(State(v, c), x, y) >= g, w_nonzero=w @ w > 0,
             v_nonzero=v @ v > 0, best=1 / norm(w) <= g / norm(v))
    p.show(feasible=perceptron.margin(State(shorter, c / g), x, y) >= 1, shortest=shorter @ shorter <= w @ w)
    p.have("feasible", perceptron.margin(State(shorter, c / g), x, y) >= 1, "margin", times("positive"))
    p.have("v-size", norm(v) > 0)
    p.have("w-size", norm(w) > 0)
    p.have("lengths", norm(v) <= g * norm(w), "best * v-size * w-size")
    p.have("squares", v @ v <= g**2 * (w @ w), "lengths * lengths", "lengths * v-size", "definition")
    p.have("shortest", shorter @ shorter <= w @ w, "squares", times("positive", "positive"))
    p.conclude("feasible", "shortest")


@refuted("optimum-is-tight-for-one-class", title="At the optimum the least margin is 1, for one class too",
         near=cite("notes", "hard margin, primal"), corrected="optimum-is-tight",
         missing="samples of both classes; for one class w = 0 is optimal with any b ≥ 1",
         ledger={"001-svm-tight": "lacks"}, aliases=["optimum-is-tight-as-printed"])
def tight_as_printed(p: Script) -> None:
    """If (w, b) is optimal, that is, feasible and with multipliers a that satisfy all conditions (svm-kkt-optimal), and
    all margins are at least m, then m ≤ 1.
    """
    data = samples(p)
    w, (b, m) = p.let("w", data.weights), p.reals("b m")
    p.assume(label=Eq(data.y**2, 1), balance=data.balance, dual=data.a >= 0, feasible=data.margin(w, b) >= 1,
             slackness=Eq(data.a * (1 - data.margin(w, b)), 0), least=data.margin(w, b) >= m)
    p.show(tight=m <= 1)
    p.counterexample(size=1, b=2, m=2, values={"x[i]": [[1]], "y[i]": [1], "a[i]": [0]})


@theorem("optimum-is-tight", title="At the optimum the least margin is 1, if there are samples of both classes",
         source=cite("notes", "hard margin, primal"), ledger=["001-svm-tight"],
         adds={"least_u": "there is a sample of the class 1", "least_v": "there is a sample of the class −1"})
def tight(p: Script) -> None:
    """Let all margins yᵢf(xᵢ) be at least m > 0, including the margins of a sample u with label +1 and a sample v with
    label −1. Then (w/m, b/m) is feasible; and if it is not shorter than w, then m ≤ 1.

    So at an optimum no m > 1 is a lower bound of the margins.
    """
    x, (w, u, v) = p.vector("x[i]"), p.vectors("w u v")
    b, m, y = p.reals("b m y[i]")
    scaled = p.let("w'", w / m)
    p.assume(positive=m > 0, least=perceptron.margin(State(w, b), x, y) >= m,
             least_u=perceptron.margin(State(w, b), u, 1) >= m, least_v=perceptron.margin(State(w, b), v, -1) >= m,
             optimal=w @ w <= scaled @ scaled)
    p.show(feasible=perceptron.margin(State(scaled, b / m), x, y) >= 1, tight=m <= 1)
    p.have("feasible", perceptron.margin(State(scaled, b / m), x, y) >= 1, "least", times("positive"))
    p.have("apart", w @ (u - v) >= 2 * m, "least_u", "least_v")
    p.have("apart squared", (w @ (u - v)) ** 2 >= 4 * m**2, "apart * apart", "apart * positive")
    p.use("cauchy-schwarz", name="lengths", u=w, v=u - v)
    with p.proving("nonzero", w @ w > 0):
        p.suppose_not("zero")
        p.have("flat", (w @ w) * ((u - v) @ (u - v)) <= 0, "zero", length(u - v))
        p.conclude("flat", "lengths", "apart squared", times("positive", "positive"))
    p.have("squares", (m**2 - 1) * (w @ w) <= 0, "optimal * positive * positive")
    p.have("square", m**2 <= 1, "squares", times("nonzero"))
    p.have("tight", m <= 1, "square")
    p.conclude("feasible", "tight")


# ------------------------------------------------------------------------------------------ the predictor


@theorem("hard-margin-predictor", title="The predictor in terms of the kernel",
         source=cite("notes", "hard margin, predictor"), ledger=["001-predictor", "003-sv-intuitive"])
def hard_predictor(p: Script) -> None:
    """Let L(w, b, a) be at most L(S, b, a), S = Σ aᵢyᵢxᵢ. Then f(z) = ⟨w, z⟩ + b is Σ aᵢyᵢk(xᵢ, z) + b for the features
    z of every point, where k is the inner product of features.
    """
    data = samples(p)
    w, b = p.vector("w"), p.real("b")
    conclude_predictor(p, data, w, b, lambda v: data.lagrangian(v, b))


@theorem("support-terms-suffice", title="Only support vectors count", source=cite("notes", "hard margin, predictor"),
         ledger=["001-only-S-terms"])
def support_terms_suffice(p: Script) -> None:
    """If sᵢ = 1 wherever aᵢ ≠ 0, that is aᵢ(1 − sᵢ) = 0 for every i, then Σ aᵢyᵢkᵢ = Σ sᵢaᵢyᵢkᵢ.

    If sᵢ = 0 elsewhere, the second sum is the sum over the support vectors, and Σ sᵢ is their number.
    """
    a, y, k, s = p.reals("a[i] y[i] k[i] s[i]")
    p.assume(support=Eq(a * (1 - s), 0))
    p.show(conclusion=Eq(Sum(a * y * k), Sum(s * a * y * k)))
    p.have("term", Eq(a * y * k, s * a * y * k), "support")
    p.sum("term", "total")


@refuted("margin-vector-is-support-vector", title="Every sample with y·f(x) = 1 has a positive multiplier",
         near=cite("notes", "hard margin, KKT conditions"), corrected="support-vector-on-margin",
         missing="only the converse holds; both aᵢ = 0 and yᵢf(xᵢ) = 1 are possible",
         ledger={"001-sv-second-case": "lacks"}, aliases=["support-vector-on-margin-as-printed"])
def support_vector_as_printed(p: Script) -> None:
    """At an optimum, with all conditions satisfied, yᵢf(xᵢ) = 1 for every i means aᵢ > 0 for every i.

    The samples here are those on the margin: (0, 1) and (1, 1) with label +1, (0, −1) with label −1.
    """
    data = samples(p)
    w, b = p.let("w", data.weights), p.real("b")
    p.assume(label=Eq(data.y**2, 1), balance=data.balance, dual=data.a >= 0, on_margin=Eq(data.margin(w, b), 1))
    p.show(support=data.a > 0)
    p.counterexample(dimension=2, size=3, b=0, values={
        "x[i]": [[0, 1], [1, 1], [0, -1]], "y[i]": [1, 1, -1], "a[i]": ["1/2", 0, "1/2"],
    })


@theorem("support-vector-on-margin", title="A support vector lies on the margin",
         source=cite("notes", "hard margin, KKT conditions"),
         ledger=["001-sv-second-case", "001-cs-or", "003-sv-intuitive"])
def support_vector_on_margin(p: Script) -> None:
    """If a(1 − yf(x)) = 0 and a > 0, then yf(x) = 1."""
    w, x = p.vectors("w x")
    b, y, a = p.reals("b y a")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(slackness=Eq(a * (1 - margin), 0), support=a > 0)
    p.conclude("slackness", times("support"), conclusion=Eq(margin, 1))


# ------------------------------------------------------------------------------------------------ the bias


@refuted("bias-from-all-samples-as-printed", title="The printed formula for the bias",
         source=cite("notes", "hard margin, predictor"), corrected="bias-from-support-vectors",
         missing="y(xₘ) in place of c(xₘ)y(xₘ), and the label c(xₙ) in the inner sum", ledger=["001-w0"])
def bias_as_printed(p: Script) -> None:
    """At an optimum, with all conditions satisfied, the bias times the number of samples is Σₘ (yₘf(xₘ) − Σₙ aₙxₙxₘ).

    This is false even for features that are numbers, with the kernel xₙxₘ. There w = Σ aᵢyᵢxᵢ, and the inner sum is
    q·xₘ with q = Σ aᵢxᵢ. For the samples −1 with label −1 and 1 with label +1 the formula gives 1 in place of 0.
    """
    x, y, a = p.reals("x[i] y[i] a[i]")
    w, b, q = p.reals("w b q")
    margin = y * (w * x + b)
    p.assume(label=Eq(y**2, 1), weights=Eq(w, Sum(a * y * x)), balance=Eq(Sum(a * y), 0), dual=a >= 0,
             slackness=Eq(a * (1 - margin), 0), feasible=margin >= 1, unsigned=Eq(q, Sum(a * x)))
    p.show(conclusion=Eq(b * Sum(1), Sum(margin - q * x)))
    p.counterexample(size=2, w=1, b=0, q=0, values={"x[i]": [-1, 1], "y[i]": [-1, 1], "a[i]": ["1/2", "1/2"]})


@theorem("bias-from-all-samples", title="The bias is a mean over all samples",
         source=cite("notes", "hard margin, predictor"), ledger=["001-w0"],
         says="c(xₘ)y(xₘ) in place of y(xₘ), and no label in the inner sum")
def bias_from_all(p: Script) -> None:
    """If ⟨w, xᵢ⟩ = sᵢ for every i, then b times the number of samples is Σᵢ (f(xᵢ) − sᵢ).

    At an optimum, where w = Σ aⱼyⱼxⱼ, sᵢ is the sum Σⱼ aⱼyⱼk(xⱼ, xᵢ) (hard-margin-predictor).
    """
    w, x = p.vectors("w x[i]")
    b, s = p.reals("b s[i]")
    p.assume(expansion=Eq(w @ x, s))
    p.show(conclusion=Eq(b * Sum(1), Sum(w @ x + b - s)))
    p.have("term", Eq(b, w @ x + b - s), "expansion")
    p.sum("term", "total")


@theorem("bias-from-support-vectors", title="The bias from the support vectors",
         source=cite("notes", "hard margin, predictor"), ledger=["001-w0"])
def bias_from_support(p: Script) -> None:
    """If yᵢ = ±1, ⟨w, xᵢ⟩ = sᵢ, and yᵢf(xᵢ) = 1 wherever tᵢ ≠ 0, then b Σ tᵢ = Σ tᵢ(yᵢ − sᵢ).

    With tᵢ = 1 for the support vectors and 0 elsewhere, and sᵢ = Σⱼ aⱼyⱼk(xⱼ, xᵢ), b is the mean of yᵢ − sᵢ over the
    support vectors.
    """
    w, x = p.vectors("w x[i]")
    b, s, y, t = p.reals("b s[i] y[i] t[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(label=Eq(y**2, 1), expansion=Eq(w @ x, s), on_margin=Eq(t * (1 - margin), 0))
    p.show(conclusion=Eq(b * Sum(t), Sum(t * (y - s))))
    p.have("value", Eq(t * (w @ x + b), t * y), "label", "on_margin")
    p.have("term", Eq(b * t, t * (y - s)), "value", "expansion")
    p.sum("term", "total")

"""The support vector machine with hard margin: its Lagrangian, its dual, and the conditions for an optimum.

Main statements
    lagrangian-minimiser-is-expansion      where L(·, ·, a) is least, w = Σ aᵢyᵢxᵢ and Σ aᵢyᵢ = 0
    lagrangian-least-at-expansion          and there it is least: L(w + v, b + s, a) = L(w, b, a) + ½‖v‖²
    lagrangian-unbounded-unless-balanced   if Σ aᵢyᵢ ≠ 0, L(w, ·, a) takes every value, so that g(a) = −∞
    svm-dual-objective                     g(a) = Σ aᵢ − ½ Σᵢⱼ aᵢaⱼyᵢyⱼ⟨xᵢ, xⱼ⟩ if Σ aᵢyᵢ = 0
    svm-dual-needs-kernel-only             features with the same kernel values have the same dual objective
    svm-duality-gap                        primal − dual = ½‖w − S‖² + Σ aᵢ(yᵢf(xᵢ) − 1)
    svm-weak-duality                       so dual ≤ primal at feasible points
    svm-no-gap-means-kkt                   without a gap, w = S and aᵢ = 0 or yᵢf(xᵢ) = 1 for every i
    svm-strong-duality                     a maximum of the dual gives a feasible (w, b) without a gap
    svm-kkt-optimal                        the conditions with w = S suffice: ‖v‖² ≥ ‖w‖² + ‖v − w‖² for feasible v
    svm-kkt-optimal-as-printed             refuted: without w = S they do not

Notation: x[i] are the feature vectors φ(xᵢ), y[i] their labels, a[i] the multipliers, f(x) = ⟨w, x⟩ + b, L(w, b, a) =
½‖w‖² + Σ aᵢ(1 − yᵢf(xᵢ)), and S = Σ aᵢyᵢxᵢ. The number of samples and the dimension of the features are arbitrary.

Implementation notes: S is a sum of vectors, which is no term of the language. It is a vector with ⟨S, v⟩ =
Σ aᵢyᵢ⟨xᵢ, v⟩ for those v for which a theorem needs it, a hypothesis; the sum has the property for all v.
"""

from collections.abc import Callable
from typing import NamedTuple

from sympy import Max

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Ne, Scalar, Sum, Vector
from ...statements.registry import cite, refuted, theorem
from ...statements.script import Script, length, times


class Samples(NamedTuple):
    """Feature vectors, labels and multipliers, families over one index."""

    x: Vector
    y: Scalar
    a: Scalar

    def margin(self, w: Vector, b: Scalar) -> Scalar:
        """The functional margin y[i](⟨w, x[i]⟩ + b)."""
        return perceptron.margin(State(w, b), self.x, self.y)

    def lagrangian(self, w: Vector, b: Scalar) -> Scalar:
        """L(w, b, a)."""
        return w @ w / 2 + Sum(self.a * (1 - self.margin(w, b)))

    def expansion(self, v: Vector) -> Scalar:
        """⟨S, v⟩ = Σ aᵢyᵢ⟨xᵢ, v⟩."""
        return Sum(self.a * self.y * (self.x @ v))

    def dual(self, s: Vector) -> Scalar:
        """Σ aᵢ − ½‖S‖²."""
        return Sum(self.a) - s @ s / 2


def samples(p: Script) -> Samples:
    """Declare the samples and the multipliers."""
    return Samples(p.vector("x[i]"), *p.reals("y[i] a[i]"))


def conclude_predictor(
    p: Script, data: Samples, w: Vector, z: Vector, b: Scalar, k: Scalar, lagrangian: Callable[[Vector], Scalar]
) -> None:
    """Assume that the Lagrangian at w is at most that at w + τz, the best point in the direction of the features z ≠ 0
    of a point, and kᵢ = ⟨xᵢ, z⟩; conclude ⟨w, z⟩ + b = Σ aᵢyᵢkᵢ + b.
    """
    p.assume(point=z @ z > 0, kernel=Eq(k, data.x @ z))
    step = p.let("τ", (Sum(data.a * data.y * k) - w @ z) / (z @ z))
    p.assume(least=lagrangian(w) <= lagrangian(w + step * z))
    p.show(conclusion=Eq(w @ z + b, Sum(data.a * data.y * k) + b))
    p.have("term", Eq(data.a * data.y * k, data.a * data.y * (data.x @ z)), "kernel")
    p.sum("term", "total")
    p.have("step", Eq(step * (z @ z), Sum(data.a * data.y * k) - w @ z), "definition")
    p.have("no step", step**2 * (z @ z) <= 0, "least", "step", "total")
    p.have("small", step**2 <= 0, "no step", times("point"))
    p.have("zero", Eq(step, 0), "small")
    p.conclude("zero", "step")


# ------------------------------------------------------------------------------------- the Lagrangian


@theorem(
    "lagrangian-minimiser-is-expansion",
    title="Where the Lagrangian is least, w is the sum of the a·y·x",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-dual-stationarity"],
)
def minimiser_is_expansion(p: Script) -> None:
    """Let L(w, b, a) be at most L(w + τv, b, a), τ = (Σ aᵢyᵢ⟨xᵢ, v⟩ − ⟨w, v⟩)/‖v‖², for a direction v ≠ 0, and at most
    L(w, b + Σ aᵢyᵢ, a). Then ⟨w, v⟩ = Σ aᵢyᵢ⟨xᵢ, v⟩ and Σ aᵢyᵢ = 0.

    So it is if (w, b) minimises L; and ⟨w − S, v⟩ = 0 for all v says that w = S.
    """
    data = samples(p)
    w, v = p.vectors("w v")
    b = p.real("b")
    least, balance = data.lagrangian(w, b), Sum(data.a * data.y)
    step = p.let("τ", (data.expansion(v) - w @ v) / (v @ v))
    p.assume(direction=v @ v > 0, least_along=least <= data.lagrangian(w + step * v, b),
             least_in_bias=least <= data.lagrangian(w, b + balance))  # fmt: skip
    p.show(weights=Eq(w @ v, data.expansion(v)), balance=Eq(balance, 0))
    p.have("bias", balance**2 <= 0, "least_in_bias")
    p.have("balance", Eq(balance, 0), "bias")
    p.have("step", Eq(step * (v @ v), data.expansion(v) - w @ v), "definition")
    p.have("no step", step**2 * (v @ v) <= 0, "least_along", "step")
    p.have("small", step**2 <= 0, "no step", times("direction"))
    p.have("zero", Eq(step, 0), "small")
    p.conclude("zero", "step", "balance")


@theorem(
    "lagrangian-least-at-expansion",
    title="The Lagrangian is least at the sum of the a·y·x",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-dual-stationarity"],
)
def least_at_expansion(p: Script) -> None:
    """If ⟨w, v⟩ = Σ aᵢyᵢ⟨xᵢ, v⟩ and Σ aᵢyᵢ = 0, then L(w + v, b + s, a) = L(w, b, a) + ½‖v‖²."""
    data = samples(p)
    w, v = p.vectors("w v")
    b, s = p.reals("b s")
    p.assume(expansion=Eq(w @ v, data.expansion(v)), balance=Eq(Sum(data.a * data.y), 0))
    before = data.lagrangian(w, b)
    p.calc(data.lagrangian(w + v, b + s),
           "==", before + v @ v / 2 + w @ v - data.expansion(v) - s * Sum(data.a * data.y), "bilinearity",
           "==", before + v @ v / 2, "expansion", "balance")  # fmt: skip


@theorem(
    "lagrangian-unbounded-unless-balanced",
    title="Without Σ ay = 0 the Lagrangian has no lower bound",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-dual-objective"],
    says="that g(a) = −∞ if Σ aᵢyᵢ ≠ 0 is not stated; the condition appears as a constraint",
)
def unbounded_unless_balanced(p: Script) -> None:
    """If Σ aᵢyᵢ ≠ 0, there is for every number h a b' with L(w, b', a) = h."""
    data = samples(p)
    w, (b, h) = p.vector("w"), p.reals("b h")
    balance = Sum(data.a * data.y)
    p.assume(unbalanced=Ne(balance, 0))
    p.show(conclusion=Eq(data.lagrangian(w, b + (data.lagrangian(w, b) - h) / balance), h))


@theorem(
    "svm-dual-objective",
    title="The dual objective",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-dual-objective"],
)
def dual_objective(p: Script) -> None:
    """If Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ has the inner products s[i] with the x[i], then L(S, b, a) = Σ aᵢ − ½ Σ aᵢyᵢsᵢ for
    every b, and L(v, c, a) is at least that for all v and c.

    The sum Σᵢ aᵢyᵢsᵢ is Σᵢⱼ aᵢaⱼyᵢyⱼ⟨xᵢ, xⱼ⟩, as sᵢ = Σⱼ aⱼyⱼ⟨xⱼ, xᵢ⟩.
    """
    data = samples(p)
    S, v = p.vectors("S v")
    b, c, s = p.reals("b c s[i]")
    p.assume(scores=Eq(S @ data.x, s), own=Eq(S @ S, data.expansion(S)), with_v=Eq(S @ v, data.expansion(v)),
             balance=Eq(Sum(data.a * data.y), 0))  # fmt: skip
    objective = Sum(data.a) - Sum(data.a * data.y * s) / 2
    p.show(attained=Eq(data.lagrangian(S, b), objective), least=data.lagrangian(v, c) >= objective)
    p.have("term", Eq(data.a * data.y * s, data.a * data.y * (S @ data.x)), "scores")
    p.sum("term", "length")
    p.have("at S", Eq(data.lagrangian(S, b), objective), "length", "own", "balance")
    p.have("at v", data.lagrangian(v, c) >= objective, "length", "own", "with_v", "balance", length(v - S))
    p.conclude("at S", "at v")


@theorem(
    "svm-dual-needs-kernel-only",
    title="The dual needs nothing but the kernel values",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-dual-useful"],
    says="that this is useful where the features have many more dimensions than there are samples is not checkable",
)
def dual_needs_kernel_only(p: Script) -> None:
    """If S = Σ aᵢyᵢxᵢ and T = Σ aᵢyᵢzᵢ have the same inner products sᵢ with the x[i] and with the z[i], as they have if
    ⟨xᵢ, xⱼ⟩ = ⟨zᵢ, zⱼ⟩ for all i and j, then the dual objective is the same for both.
    """
    data = samples(p)
    z, S, T = p.vectors("z[i] S T")
    s = p.real("s[i]")
    other = Samples(z, data.y, data.a)
    p.assume(S_own=Eq(S @ S, data.expansion(S)), T_own=Eq(T @ T, other.expansion(T)),
             S_scores=Eq(S @ data.x, s), T_scores=Eq(T @ z, s))  # fmt: skip
    p.show(conclusion=Eq(data.dual(S), other.dual(T)))
    p.have("term", Eq(data.a * data.y * (S @ data.x), data.a * data.y * (T @ z)), "S_scores", "T_scores")
    p.sum("term", "same")
    p.conclude("same", "S_own", "T_own")


# ------------------------------------------------------------------------------------- primal and dual


@theorem(
    "svm-duality-gap",
    title="The gap between primal and dual value",
    source=cite("notes", "hard margin, dual; a consequence"),
    ledger=["001-svm-weak-duality"],
)
def duality_gap(p: Script) -> None:
    """If Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ, then ½‖w‖² − (Σ aᵢ − ½‖S‖²) = ½‖w − S‖² + Σ aᵢ(yᵢf(xᵢ) − 1), for any a, w and b.

    No a and no margin need be feasible.
    """
    data = samples(p)
    w, S = p.vectors("w S")
    b = p.real("b")
    p.assume(with_w=Eq(S @ w, data.expansion(w)), balance=Eq(Sum(data.a * data.y), 0))
    p.conclude("with_w", "balance",
           conclusion=Eq(w @ w / 2 - data.dual(S), (w - S) @ (w - S) / 2 + Sum(data.a * (data.margin(w, b) - 1))),
    )  # fmt: skip


@theorem(
    "svm-weak-duality",
    title="Weak duality of the hard margin",
    source=cite("notes", "hard margin, dual; a consequence"),
    ledger=["001-svm-weak-duality"],
)
def weak_duality(p: Script) -> None:
    """If yᵢf(xᵢ) ≥ 1 and aᵢ ≥ 0 for every i and Σ aᵢyᵢ = 0, then Σ aᵢ − ½‖Σ aᵢyᵢxᵢ‖² ≤ ½‖w‖²."""
    data = samples(p)
    w, S = p.vectors("w S")
    b = p.real("b")
    p.assume(with_w=Eq(S @ w, data.expansion(w)), balance=Eq(Sum(data.a * data.y), 0), dual=data.a >= 0,
             primal=data.margin(w, b) >= 1)  # fmt: skip
    p.show(conclusion=data.dual(S) <= w @ w / 2)
    p.use("svm-duality-gap", name="gap")
    p.have("term", data.a * (data.margin(w, b) - 1) >= 0, "dual * primal")
    p.sum("term", "slack")
    p.conclude("gap", "slack", length(w - S))


@theorem(
    "svm-no-gap-means-kkt",
    title="Without a gap: stationarity and complementary slackness",
    source=cite("notes", "hard margin, KKT conditions"),
    ledger=["001-cs-or"],
)
def no_gap_means_kkt(p: Script) -> None:
    """If (w, b) and a are feasible and the dual value is not less than the primal value, then w = Σ aᵢyᵢxᵢ and
    aᵢ(yᵢf(xᵢ) − 1) = 0, that is aᵢ = 0 or yᵢf(xᵢ) = 1, for every i.
    """
    data = samples(p)
    w, S = p.vectors("w S")
    b = p.real("b")
    p.assume(with_w=Eq(S @ w, data.expansion(w)), balance=Eq(Sum(data.a * data.y), 0), dual=data.a >= 0,
             primal=data.margin(w, b) >= 1, no_gap=data.dual(S) >= w @ w / 2)  # fmt: skip
    slack = data.a * (data.margin(w, b) - 1)
    p.show(weights=Eq((w - S) @ (w - S), 0), slackness=Eq(slack, 0))
    p.use("svm-duality-gap", name="gap")
    p.have("term", slack >= 0, "dual * primal")
    p.sum("term", "slack", each="single")
    p.have("distance", (w - S) @ (w - S) >= 0, length(w - S))
    p.have("no distance", (w - S) @ (w - S) <= 0, "gap", "no_gap", "slack")
    p.have("no slack", Sum(slack) <= 0, "gap", "no_gap", "distance")
    p.have("weights", Eq((w - S) @ (w - S), 0), "distance", "no distance")
    p.have("each", slack <= 0, "single", "no slack")
    p.have("slackness", Eq(slack, 0), "each", "term")
    p.conclude("weights", "slackness")


@theorem(
    "svm-strong-duality",
    title="Where the dual has its maximum there is no gap: it is the minimum of the primal",
    source=cite("notes", "hard margin, dual"),
    ledger=["001-svm-strong-duality"],
    says="that the two problems have the same value goes without saying; needs samples of both classes",
    supposes={
        "scaled": "a maximum of the dual is attained at a; compared with the feasible point ta",
        "exchanged": "a maximum of the dual is attained at a; compared with a after adding ε to two multipliers",
    },
)
def strong_duality(p: Script) -> None:
    """Let a ≥ 0 be a maximum of the dual objective D(a) = Σ aᵢ − ½‖S‖², S = Σ aᵢyᵢxᵢ, and let u and v be the samples of
    least score ⟨S, ·⟩ with label +1 and of largest score with label −1. Then (S, b) with b = −½⟨S, u + v⟩ has
    yᵢf(xᵢ) ≥ 1 for every i, and ½‖S‖² = D(a).

    By svm-weak-duality it is therefore a minimum of the primal problem. That a is a maximum is used for two other
    feasible points only: ta with t = (1 + 2Σaᵢ)/(1 + Σaᵢ + ‖S‖²) > 0, and a with ε = max(0, 2 − ⟨S, u − v⟩)/(1 + ‖u −
    v‖²) added to the multipliers of u and v, which belongs to S + ε(u − v) and has 2ε more in the sum. "Least" and
    "largest" are said by (1 + yᵢ)(⟨S, xᵢ⟩ − ⟨S, u⟩) ≥ 0 and (1 − yᵢ)(⟨S, v⟩ − ⟨S, xᵢ⟩) ≥ 0.
    """
    data = samples(p)
    S, u, v = p.vectors("S u v")
    (t, e), total = p.reals("t ε"), Sum(data.a)
    size = 1 + total + S @ S
    p.assume(dual=data.a >= 0, least=(1 + data.y) * (S @ data.x - S @ u) >= 0,
             largest=(1 - data.y) * (S @ v - S @ data.x) >= 0)  # fmt: skip
    gain = p.let("m", Max(0, 2 - S @ (u - v)))
    moved = p.let("S'", S + e * (u - v))
    p.assume(scale=Eq(t * size, 1 + 2 * total), step=Eq(e * (1 + (u - v) @ (u - v)), gain),
             scaled=t * total - t**2 * (S @ S) / 2 <= data.dual(S),
             exchanged=total + 2 * e - moved @ moved / 2 <= data.dual(S))  # fmt: skip
    b = p.let("b", -(S @ u + S @ v) / 2)
    p.show(feasible=data.margin(S, b) >= 1, no_gap=Eq(S @ S / 2, data.dual(S)))
    p.sum("dual", "nonnegative")
    p.have("size", size > 0, "nonnegative", length(S))
    p.have("longer", Eq((t - 1) * size, total - S @ S), "scale")
    p.have("gain", (t - 1) * (total - (t + 1) * (S @ S) / 2) <= 0, "scaled")
    p.have("bracket", Eq((total - (t + 1) * (S @ S) / 2) * size, (total - S @ S) * (1 + total + S @ S / 2)), "scale")
    p.calc((total - S @ S) ** 2 * (1 + total + S @ S / 2),
           "==", (t - 1) * (total - (t + 1) * (S @ S) / 2) * size**2, "longer", "bracket",
           "<=", 0, "gain * size * size", name="product")  # fmt: skip
    p.have("factor", 1 + total + S @ S / 2 > 0, "nonnegative", length(S))
    p.have("squared", (total - S @ S) ** 2 <= 0, "product.all", times("factor"))
    p.have("no gap", Eq(total, S @ S), "squared")
    with p.proving("apart", S @ (u - v) >= 2):
        p.suppose_not("close")
        p.have("whole gain", Eq(gain, 2 - S @ (u - v)), "definition", "close")
        p.have("whole step", Eq(e * (1 + (u - v) @ (u - v)), 2 - S @ (u - v)), "step", "whole gain")
        p.have("product", Eq(e * (2 - S @ (u - v)), e**2 * (1 + (u - v) @ (u - v))), "whole step")
        p.have("not better", e**2 * (1 + (u - v) @ (u - v) / 2) <= 0, "exchanged", "product")
        p.have("positive", 1 + (u - v) @ (u - v) / 2 > 0, length(u - v))
        p.have("no step", e**2 <= 0, "not better", times("positive"))
        p.have("none", Eq(e, 0), "no step")
        p.conclude("close", "none", "whole step")
    p.have("feasible", data.margin(S, b) >= 1, "apart", "least", "largest")
    p.conclude("feasible", "no gap")


@theorem(
    "svm-kkt-optimal",
    title="The conditions of Karush, Kuhn and Tucker suffice",
    source=cite("notes", "hard margin, KKT conditions"),
    ledger=["001-kkt-hard"],
    says="the condition w = Σ aᵢyᵢxᵢ is derived before, but is not among the conditions",
)
def kkt_optimal(p: Script) -> None:
    """If w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ ≥ 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then ‖v‖² ≥ ‖w‖² + ‖v − w‖² for every
    feasible (v, c), that is yᵢ(⟨v, xᵢ⟩ + c) ≥ 1 for every i.

    So (w, b), if it is feasible, is a minimum of the primal problem, and every other minimum has the same w.
    """
    data = samples(p)
    w, v = p.vectors("w v")
    b, c = p.reals("b c")
    p.assume(own=Eq(w @ w, data.expansion(w)), with_v=Eq(w @ v, data.expansion(v)),
             balance=Eq(Sum(data.a * data.y), 0), dual=data.a >= 0,
             slackness=Eq(data.a * (1 - data.margin(w, b)), 0), feasible=data.margin(v, c) >= 1)  # fmt: skip
    p.have("term", data.a * (data.margin(v, c) - 1) >= 0, "dual * feasible")
    p.sum("term", "slack")
    p.sum("slackness", "tight")
    p.calc(v @ v,
           "==", w @ w + (v - w) @ (v - w) + 2 * (v @ w - w @ w), "bilinearity",
           ">=", w @ w + (v - w) @ (v - w), "own", "with_v", "balance", "slack", "tight")  # fmt: skip


@refuted(
    "svm-kkt-optimal-as-printed",
    title="The conditions listed as those of Karush, Kuhn and Tucker are enough",
    source=cite("notes", "hard margin, KKT conditions"),
    corrected="svm-kkt-optimal",
    missing="w = Σ aᵢyᵢxᵢ, which stands under the dual; with a = 0 every feasible (w, b) satisfies what is listed",
    ledger=["001-kkt-hard"],
)
def kkt_optimal_as_printed(p: Script) -> None:
    """If yᵢf(xᵢ) ≥ 1, aᵢ ≥ 0, Σ aᵢyᵢ = 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then no feasible (v, c) has ‖v‖ < ‖w‖."""
    data = samples(p)
    w, v = p.vectors("w v")
    b, c = p.reals("b c")
    p.assume(label=Eq(data.y**2, 1), primal=data.margin(w, b) >= 1, balance=Eq(Sum(data.a * data.y), 0),
             dual=data.a >= 0, slackness=Eq(data.a * (1 - data.margin(w, b)), 0),
             feasible=data.margin(v, c) >= 1)  # fmt: skip
    p.show(conclusion=v @ v >= w @ w)
    p.counterexample(size=2, w=[5], b=0, v=[1], c=0, values={"x[i]": [[-1], [1]], "y[i]": [-1, 1], "a[i]": [0, 0]})

"""The support vector machine with hard margin: its Lagrangian, its dual, and the conditions for an optimum.

Notation: x[i] are the feature vectors φ(xᵢ), y[i] are their labels, and a[i] are the multipliers. f(x) = ⟨w, x⟩ + b,
L(w, b, a) = ½‖w‖² + Σ aᵢ(1 − yᵢf(xᵢ)), and S = Σ aᵢyᵢxᵢ. The number of samples and the dimension of the features are
arbitrary.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Ne, Relation, Scalar, Sum, Vector, augment, equal
from ..inner_products.lengths_from_squares import no_product


class Samples(NamedTuple):
    """Feature vectors, labels and multipliers, families over one index."""

    x: Vector
    y: Scalar
    a: Scalar

    def margin(self, w: Vector, b: Scalar) -> Scalar:
        """Return the functional margin y[i](⟨w, x[i]⟩ + b)."""
        return perceptron.margin(State(w, b), self.x, self.y)

    def lagrangian(self, w: Vector, b: Scalar) -> Scalar:
        """Return L(w, b, a)."""
        return w @ w / 2 + Sum(self.a * (1 - self.margin(w, b)))

    @property
    def weights(self) -> Vector:
        """Return S = Σ aᵢyᵢxᵢ."""
        found: Vector = Sum(self.a * self.y * self.x)
        return found

    @property
    def balance(self) -> Relation:
        """State Σ aᵢyᵢ = 0."""
        return Eq(Sum(self.a * self.y), 0)

    @property
    def dual(self) -> Scalar:
        """Return Σ aᵢ − ½‖S‖²."""
        return Sum(self.a) - self.weights @ self.weights / 2


def samples(p: Script) -> Samples:
    """Declare the samples and the multipliers."""
    return Samples(p.vector("x[i]"), *p.reals("y[i] a[i]"))


def conclude_predictor(p: Script, data: Samples, w: Vector, b: Scalar, lagrangian: Callable[[Vector], Scalar]) -> None:
    """Assume that the Lagrangian at w is at most that at S = Σ aᵢyᵢxᵢ; conclude ⟨w, z⟩ + b = Σ aᵢyᵢ⟨xᵢ, z⟩ + b for the
    features z of a point.
    """
    z, S = p.vector("z"), p.let("S", data.weights)
    p.assume(least=lagrangian(w) <= lagrangian(S))
    p.show(conclusion=Eq(w @ z + b, Sum(data.a * data.y * (data.x @ z)) + b))
    p.have("distance", (w - S) @ (w - S) <= 0, "least")
    p.have("same", equal(w, S), "distance", length(w - S))
    p.use("equal-vectors-have-equal-products", name="score", u=w, v=S, w=z)
    p.conclude("score")


# ------------------------------------------------------------------------------------- the Lagrangian


@theorem("lagrangian-minimiser-is-expansion", title="Where the Lagrangian is least, w is the sum of the a·y·x",
         source=cite("notes", "hard margin, dual"), ledger=["001-svm-dual-stationarity"])
def minimiser_is_expansion(p: Script) -> None:
    """Let L(w, b, a) be at most L(S, b, a) and at most L(w, b + Σ aᵢyᵢ, a). This holds if (w, b) minimises L. Then w is
    S = Σ aᵢyᵢxᵢ, and Σ aᵢyᵢ = 0.
    """
    data = samples(p)
    w, b = p.vector("w"), p.real("b")
    S, balance = p.let("S", data.weights), Sum(data.a * data.y)
    least = data.lagrangian(w, b)
    p.assume(least_in_weights=least <= data.lagrangian(S, b), least_in_bias=least <= data.lagrangian(w, b + balance))
    p.show(weights=equal(w, S), balance=data.balance)
    p.have("bias", balance**2 <= 0, "least_in_bias")
    p.have("none", data.balance, "bias")
    p.have("distance", (w - S) @ (w - S) <= 0, "least_in_weights")
    p.have("same", equal(w, S), "distance", length(w - S))
    p.conclude("same", "none")


@theorem("lagrangian-least-at-expansion", title="The Lagrangian is least at the sum of the a·y·x",
         source=cite("notes", "hard margin, dual"), ledger=["001-svm-dual-stationarity"])
def least_at_expansion(p: Script) -> None:
    """If Σ aᵢyᵢ = 0, then L(S + v, b + s, a) = L(S, b, a) + ½‖v‖² for S = Σ aᵢyᵢxᵢ."""
    data = samples(p)
    v, (b, s) = p.vector("v"), p.reals("b s")
    S = p.let("S", data.weights)
    p.assume(balance=data.balance)
    p.calc(data.lagrangian(S + v, b + s),
           "==", data.lagrangian(S, b) + v @ v / 2 - s * Sum(data.a * data.y), "bilinearity",
           "==", data.lagrangian(S, b) + v @ v / 2, "balance")


@theorem("lagrangian-unbounded-unless-balanced", title="Without Σ ay = 0 the Lagrangian has no lower bound",
         source=cite("notes", "hard margin, dual"), ledger=["001-svm-dual-objective"],
         says="the text does not state that g(a) = −∞ if Σ aᵢyᵢ ≠ 0; the condition appears as a constraint")
def unbounded_unless_balanced(p: Script) -> None:
    """If Σ aᵢyᵢ ≠ 0, then for every number h there is a b' with L(w, b', a) = h."""
    data = samples(p)
    w, (b, h) = p.vector("w"), p.reals("b h")
    balance = Sum(data.a * data.y)
    p.assume(unbalanced=Ne(balance, 0))
    p.show(conclusion=Eq(data.lagrangian(w, b + (data.lagrangian(w, b) - h) / balance), h))


@theorem("svm-dual-objective", title="The dual objective", source=cite("notes", "hard margin, dual"),
         ledger=["001-svm-dual-objective"])
def dual_objective(p: Script) -> None:
    """If Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ, then L(S, b, a) = Σ aᵢ − ½ Σᵢ aᵢyᵢ⟨xᵢ, Σⱼ aⱼyⱼxⱼ⟩ for every b, and L(v, c, a) is
    at least this value for all v and c.
    """
    data = samples(p)
    v, (b, c) = p.vector("v"), p.reals("b c")
    S = p.let("S", data.weights)
    p.assume(balance=data.balance)
    objective = Sum(data.a) - Sum(data.a * data.y * (data.x @ S)) / 2
    p.show(attained=Eq(data.lagrangian(S, b), objective), least=data.lagrangian(v, c) >= objective)
    p.have("at S", Eq(data.lagrangian(S, b), objective), "balance")
    p.have("at v", data.lagrangian(v, c) >= objective, "balance", length(v - S))
    p.conclude("at S", "at v")


@theorem("svm-dual-needs-kernel-only", title="The dual needs nothing but the kernel values",
         source=cite("notes", "hard margin, dual"), ledger=["001-svm-dual-useful"],
         says="this is useful if the features have many more dimensions than there are samples; this cannot be checked")
def dual_needs_kernel_only(p: Script) -> None:
    """Let every xᵢ have the same inner product with S = Σ aⱼyⱼxⱼ as zᵢ has with T = Σ aⱼyⱼzⱼ. This holds if ⟨xᵢ, xⱼ⟩ =
    ⟨zᵢ, zⱼ⟩ for all i and j. Then the dual objective is the same for both.
    """
    data = samples(p)
    z = p.vector("z[i]")
    other = Samples(z, data.y, data.a)
    p.assume(scores=Eq(data.x @ data.weights, z @ other.weights))
    p.show(conclusion=Eq(data.dual, other.dual))
    p.have("term", Eq(data.a * data.y * (data.x @ data.weights), data.a * data.y * (z @ other.weights)), "scores")
    p.sum("term", "same")
    p.conclude("same")


# ------------------------------------------------------------------------------------- primal and dual


@theorem("svm-duality-gap", title="The gap between primal and dual value",
         source=cite("notes", "hard margin, dual; a consequence"), ledger=["001-svm-weak-duality"])
def duality_gap(p: Script) -> None:
    """If Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ, then ½‖w‖² − (Σ aᵢ − ½‖S‖²) = ½‖w − S‖² + Σ aᵢ(yᵢf(xᵢ) − 1), for any a, w and b.

    Neither a nor the margins need to be feasible.
    """
    data = samples(p)
    w, b = p.vector("w"), p.real("b")
    S = p.let("S", data.weights)
    p.assume(balance=data.balance)
    p.conclude("balance",
           conclusion=Eq(w @ w / 2 - data.dual, (w - S) @ (w - S) / 2 + Sum(data.a * (data.margin(w, b) - 1))),
    )


@theorem("svm-weak-duality", title="Weak duality of the hard margin",
         source=cite("notes", "hard margin, dual; a consequence"), ledger=["001-svm-weak-duality"])
def weak_duality(p: Script) -> None:
    """If yᵢf(xᵢ) ≥ 1 and aᵢ ≥ 0 for every i and Σ aᵢyᵢ = 0, then Σ aᵢ − ½‖Σ aᵢyᵢxᵢ‖² ≤ ½‖w‖²."""
    data = samples(p)
    w, b = p.vector("w"), p.real("b")
    p.assume(balance=data.balance, dual=data.a >= 0, primal=data.margin(w, b) >= 1)
    p.show(conclusion=data.dual <= w @ w / 2)
    p.use("svm-duality-gap", name="gap")
    p.have("term", data.a * (data.margin(w, b) - 1) >= 0, "dual * primal")
    p.sum("term", "slack")
    p.conclude("gap", "slack", length(w - data.weights))


@theorem("svm-no-gap-means-kkt", title="Without a gap: stationarity and complementary slackness",
         source=cite("notes", "hard margin, KKT conditions"), ledger=["001-cs-or"])
def no_gap_means_kkt(p: Script) -> None:
    """If (w, b) and a are feasible and the dual value is not less than the primal value, then w = Σ aᵢyᵢxᵢ and
    aᵢ(yᵢf(xᵢ) − 1) = 0, that is aᵢ = 0 or yᵢf(xᵢ) = 1, for every i.
    """
    data = samples(p)
    w, b = p.vector("w"), p.real("b")
    S = p.let("S", data.weights)
    p.assume(balance=data.balance, dual=data.a >= 0, primal=data.margin(w, b) >= 1, no_gap=data.dual >= w @ w / 2)
    slack = data.a * (data.margin(w, b) - 1)
    p.show(weights=equal(w, S), slackness=Eq(slack, 0))
    p.use("svm-duality-gap", name="gap")
    p.have("term", slack >= 0, "dual * primal")
    p.sum("term", "slack", each="single")
    p.have("distance", (w - S) @ (w - S) >= 0, length(w - S))
    p.have("no distance", (w - S) @ (w - S) <= 0, "gap", "no_gap", "slack")
    p.have("no slack", Sum(slack) <= 0, "gap", "no_gap", "distance")
    p.have("weights", equal(w, S), "distance", "no distance")
    p.have("each", slack <= 0, "single", "no slack")
    p.have("slackness", Eq(slack, 0), "each", "term")
    p.conclude("weights", "slackness")


@theorem("svm-strong-duality", title="Separable samples: both problems have a solution, with the same value",
         source=cite("notes", "hard margin, dual"), ledger=["001-svm-strong-duality", "003-unique-hard"],
         says="the text takes for granted that there are solutions, and that they have the same value; the samples "
              "must be separable",
         aliases=["hard-margin-attained"])
def strong_duality(p: Script) -> None:
    """Let the samples be separable: yᵢ(⟨v, xᵢ⟩ + c) ≥ 1 for every i. Then there are multipliers aᵢ ≥ 0 with Σ aᵢyᵢ = 0,
    and for w = Σ aᵢyᵢxᵢ there is a number b with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for every i. There is no gap: Σ aᵢ − ½‖w‖² =
    ½‖w‖². And ‖w‖ ≤ ‖v‖.

    By svm-weak-duality both are optimal. Among the points of the cone of the (yᵢxᵢ, 1) whose weights m[i] have Σ mᵢyᵢ =
    0, take the point nearest to (0, 1). With A = Σ mᵢ, aᵢ = mᵢ/(1 − A). Separability gives A < 1.
    """
    x, v, y, c = p.vector("x[i]"), p.vector("v"), *p.reals("y[i] c")
    p.assume(separable=perceptron.margin(State(v, c), x, y) >= 1)
    m, beta = p.nearest("m[i] β", augment(y * x, 1), augment(Vector({}), 1), balance=y)
    A, T = Sum(m), p.let("T", Sum(m * y * x))

    def less_than_one() -> None:
        p.have("length", Eq((1 - A) * A, T @ T), "m[i].along")
        p.have("term", m * (perceptron.margin(State(v, c), x, y) - 1) >= 0, "m[i].sign * separable")
        p.sum("term", "total")
        p.have("along", T @ v >= A, "total", "m[i].balance")
        with p.proving("less", A < 1):
            p.suppose_not("not")
            p.have("short", T @ T <= 0, "length", "not * not", "not")
            no_product(p, "not along", T, v)
            p.conclude("not along", "along", "not")

    with p.making_sense(1 / (1 - A)):
        less_than_one()
        p.conclude("less")
    scale = 1 / (1 - A)
    data, w, b = Samples(x, y, scale * m), p.let("w", scale * T), -scale * beta
    p.show(dual=data.a >= 0, balance=data.balance, weights=equal(w, data.weights), primal=data.margin(w, b) >= 1,
           no_gap=Eq(data.dual, w @ w / 2), least=w @ w <= v @ v)
    less_than_one()
    p.have("scale", scale > 0, "less")
    p.have("dual'", data.a >= 0, "scale * m[i].sign")
    p.have("balance'", data.balance, "m[i].balance")
    p.have("primal'", data.margin(w, b) >= 1, "scale * m[i].across")
    p.have("value", Eq(Sum(data.a), w @ w), "length")
    p.have("scaled", scale * (T @ v) >= scale * A, "scale * along")
    p.have("least'", w @ w <= v @ v, length(v - w), "scaled", "value")
    p.have("weights'", equal(w, data.weights))
    p.conclude("dual'", "balance'", "primal'", "value", "least'", "weights'")


@theorem("svm-kkt-optimal", title="The conditions of Karush, Kuhn and Tucker suffice",
         source=cite("notes", "hard margin, KKT conditions"), ledger=["001-kkt-hard"],
         says="the condition w = Σ aᵢyᵢxᵢ is derived earlier, but is not in the list of conditions")
def kkt_optimal(p: Script) -> None:
    """If w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ ≥ 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then ‖v‖² ≥ ‖w‖² + ‖v − w‖² for every
    feasible (v, c), that is yᵢ(⟨v, xᵢ⟩ + c) ≥ 1 for every i.

    So (w, b), if it is feasible, is a minimum of the primal problem, and every other minimum has the same w.
    """
    data = samples(p)
    v, (b, c) = p.vector("v"), p.reals("b c")
    w = p.let("w", data.weights)
    p.assume(balance=data.balance, dual=data.a >= 0, slackness=Eq(data.a * (1 - data.margin(w, b)), 0),
             feasible=data.margin(v, c) >= 1)
    p.have("term", data.a * (data.margin(v, c) - 1) >= 0, "dual * feasible")
    p.sum("term", "slack")
    p.sum("slackness", "tight")
    p.calc(v @ v,
           "==", w @ w + (v - w) @ (v - w) + 2 * (v @ w - w @ w), "bilinearity",
           ">=", w @ w + (v - w) @ (v - w), "balance", "slack", "tight")


@refuted("svm-kkt-optimal-as-printed", title="The conditions listed as those of Karush, Kuhn and Tucker are enough",
         source=cite("notes", "hard margin, KKT conditions"), corrected="svm-kkt-optimal",
         missing="w = Σ aᵢyᵢxᵢ, which is printed below the dual; with a = 0 every feasible (w, b) satisfies the list",
         ledger=["001-kkt-hard"])
def kkt_optimal_as_printed(p: Script) -> None:
    """If yᵢf(xᵢ) ≥ 1, aᵢ ≥ 0, Σ aᵢyᵢ = 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then no feasible (v, c) has ‖v‖ < ‖w‖."""
    data = samples(p)
    w, v = p.vectors("w v")
    b, c = p.reals("b c")
    p.assume(label=Eq(data.y**2, 1), primal=data.margin(w, b) >= 1, balance=Eq(Sum(data.a * data.y), 0),
             dual=data.a >= 0, slackness=Eq(data.a * (1 - data.margin(w, b)), 0),
             feasible=data.margin(v, c) >= 1)
    p.show(conclusion=v @ v >= w @ w)
    p.counterexample(size=2, w=[5], b=0, v=[1], c=0, values={"x[i]": [[-1], [1]], "y[i]": [-1, 1], "a[i]": [0, 0]})

"""The support vector machine with soft margin: slack variables, the Lagrangian with its sign corrected, the optimum.

Notation: as in svm_duality, with slack variables ξ[i] and their multipliers μ[i]; L(w, b, ξ, a, μ) = ½‖w‖² + C Σ ξᵢ +
Σ aᵢ(1 − yᵢf(xᵢ) − ξᵢ) − Σ μᵢξᵢ.
"""

from typing import NamedTuple

from ...statements.proof_script import Script, length, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Scalar, Sum, Vector, equal
from .svm_duality import Samples, conclude_predictor, samples


class Soft(NamedTuple):
    """The samples with the multipliers of both constraints, and the penalty."""

    data: Samples
    mu: Scalar
    C: Scalar

    def value(self, w: Vector, xi: Scalar) -> Scalar:
        """Return the primal objective ½‖w‖² + C Σ ξᵢ."""
        return w @ w / 2 + self.C * Sum(xi)

    def lagrangian(self, w: Vector, b: Scalar, xi: Scalar, sign: int = -1) -> Scalar:
        """Return L(w, b, ξ, a, μ); the notes print it with the sign +1 of the last sum."""
        data = self.data
        return self.value(w, xi) + Sum(data.a * (1 - data.margin(w, b) - xi)) + sign * Sum(self.mu * xi)


def soft(p: Script) -> Soft:
    """Declare samples, multipliers and C."""
    return Soft(samples(p), *p.reals("μ[i] C"))


# ------------------------------------------------------------------------------------------ the primal


@theorem("soft-margin-slack-is-hinge", title="The least slacks are the hinge losses",
         source=cite("notes", "soft margins, primal"), ledger=["001-soft-primal", "003-unconstrained"])
def slack_is_hinge(p: Script) -> None:
    """If hᵢ = max(0, 1 − yᵢf(xᵢ)) for every i, then h is feasible, and Σ hᵢ ≤ Σ ξᵢ for all ξᵢ ≥ 0 with yᵢf(xᵢ) + ξᵢ ≥
    1.

    Feasible means hᵢ ≥ 0 and yᵢf(xᵢ) + hᵢ ≥ 1.
    """
    data = samples(p)
    w, (b, h, xi) = p.vector("w"), p.reals("b h[i] ξ[i]")
    margin = data.margin(w, b)
    p.assume(hinge=Eq(h, Max(0, 1 - margin)), nonnegative=xi >= 0, feasible=margin + xi >= 1)
    p.show(sign=h >= 0, constraint=margin + h >= 1, conclusion=Sum(h) <= Sum(xi))
    p.have("sign'", h >= 0, "hinge")
    p.have("constraint'", margin + h >= 1, "hinge")
    with p.proving("term", h <= xi):
        p.conclude("hinge", "nonnegative", "feasible")
    p.sum("term", "total")
    p.conclude("sign'", "constraint'", "total")


@theorem("soft-margin-solves-constrained", title="Penalty and constraint", source=cite("notes", "soft margins, primal"),
         ledger=["001-soft-penalty-constraint"],
         says="the penalty C replaces a bound G on the sum of slacks. This claim shows that every C belongs to a "
              "bound. It does not show that every bound G belongs to some C; for that, G > 0 is needed.",
         adds={"penalty": "C ≥ 0"})
def solves_constrained(p: Script) -> None:
    """Let C ≥ 0, let ½‖w‖² + C Σ ξᵢ be at most ½‖v‖² + C Σ ηᵢ for another feasible (v, η), and let Σ ηᵢ ≤ G = Σ ξᵢ.
    Then ‖w‖ ≤ ‖v‖. So an optimum for the penalty C is optimal among all classifiers whose sum of slacks is not larger.
    """
    w, v = p.vectors("w v")
    xi, eta, C = p.reals("ξ[i] η[i] C")
    p.assume(penalty=C >= 0, optimal=w @ w / 2 + C * Sum(xi) <= v @ v / 2 + C * Sum(eta), kept=Sum(eta) <= Sum(xi))
    p.show(conclusion=w @ w <= v @ v)
    p.conclude("optimal", "penalty * kept")


# -------------------------------------------------------------------------------------- the Lagrangian


def feasible_point(p: Script) -> tuple[Soft, Vector, Scalar, Scalar]:
    """Declare a feasible (w, b, ξ) and multipliers that are not negative."""
    problem = soft(p)
    w, (b, xi) = p.vector("w"), p.reals("b ξ[i]")
    p.assume(nonnegative=xi >= 0, feasible=problem.data.margin(w, b) + xi >= 1, dual=problem.data.a >= 0,
             dual_slack=problem.mu >= 0)
    return problem, w, b, xi


@refuted("soft-margin-lagrangian-below-as-printed",
         title="The printed Lagrangian is a lower bound of the primal objective",
         source=cite("notes", "soft margins, dual"), corrected="soft-margin-lagrangian-below",
         missing="the sign of Σ μᵢξᵢ: as the constraint is −ξᵢ ≤ 0, its term is −μᵢξᵢ", ledger=["001-soft-lagrangian"])
def lagrangian_below_as_printed(p: Script) -> None:
    """If a ≥ 0, μ ≥ 0 and (w, b, ξ) is feasible, then ½‖w‖² + C Σ ξᵢ + Σ aᵢ(1 − yᵢf(xᵢ) − ξᵢ) + Σ μᵢξᵢ is at most
    ½‖w‖² + C Σ ξᵢ.
    """
    problem, w, b, xi = feasible_point(p)
    p.assume(label=Eq(problem.data.y**2, 1))
    p.show(conclusion=problem.lagrangian(w, b, xi, sign=1) <= problem.value(w, xi))
    p.counterexample(size=1, C=1, w=[0], b=0,
                     values={"x[i]": [[1]], "y[i]": [1], "a[i]": [1], "μ[i]": [1], "ξ[i]": [1]})


@theorem("soft-margin-lagrangian-below",
         title="The Lagrangian of the soft margin is a lower bound of the primal objective",
         source=cite("notes", "soft margins, dual"), ledger=["001-soft-lagrangian"],
         says="the sign + before Σ μᵢξᵢ")
def lagrangian_below(p: Script) -> None:
    """If aᵢ ≥ 0, μᵢ ≥ 0, ξᵢ ≥ 0 and yᵢf(xᵢ) + ξᵢ ≥ 1 for every i, then L(w, b, ξ, a, μ) ≤ ½‖w‖² + C Σ ξᵢ."""
    problem, w, b, xi = feasible_point(p)
    data = problem.data
    p.show(conclusion=problem.lagrangian(w, b, xi) <= problem.value(w, xi))
    p.have("term", data.a * (1 - data.margin(w, b) - xi) - problem.mu * xi <= 0, "dual * feasible",
           "dual_slack * nonnegative")
    p.sum("term", "total")


@theorem("soft-margin-stationarity", title="Where the Lagrangian of the soft margin is least",
         source=cite("notes", "soft margins, dual"), ledger=["001-soft-stationarity"])
def stationarity(p: Script) -> None:
    """Let S = Σ aᵢyᵢxᵢ, and ηᵢ = ξᵢ − (C − aᵢ − μᵢ) for every i. Let the value L(w, b, ξ, a, μ) be at most each of
    these three values: L(S, b, ξ, a, μ), L(w, b + Σ aᵢyᵢ, ξ, a, μ), and L(w, b, η, a, μ). This holds if (w, b, ξ)
    minimises L. Then w = S, Σ aᵢyᵢ = 0, and aᵢ = C − μᵢ for every i.
    """
    problem = soft(p)
    data = problem.data
    w, (b, xi) = p.vector("w"), p.reals("b ξ[i]")
    rest = problem.C - data.a - problem.mu
    S, least, balance = p.let("S", data.weights), problem.lagrangian(w, b, xi), Sum(data.a * data.y)
    p.assume(least_in_weights=least <= problem.lagrangian(S, b, xi),
             least_in_bias=least <= problem.lagrangian(w, b + balance, xi),
             least_in_slacks=least <= problem.lagrangian(w, b, xi - rest))
    p.show(weights=equal(w, S), balance=data.balance, box=Eq(data.a, problem.C - problem.mu))
    p.have("bias", balance**2 <= 0, "least_in_bias")
    p.have("none", data.balance, "bias")
    p.have("distance", (w - S) @ (w - S) <= 0, "least_in_weights")
    p.have("same", equal(w, S), "distance", length(w - S))
    p.have("squares", Sum(rest**2) <= 0, "least_in_slacks")
    p.have("square", rest**2 >= 0)
    p.sum("square", "all squares", each="single")
    p.have("small rest", rest**2 <= 0, "single", "squares")
    p.have("box'", Eq(data.a, problem.C - problem.mu), "small rest")
    p.conclude("same", "none", "box'")


@theorem("soft-margin-stationarity-sufficient", title="The Lagrangian of the soft margin is least there",
         source=cite("notes", "soft margins, dual"), ledger=["001-soft-stationarity"])
def stationarity_sufficient(p: Script) -> None:
    """If Σ aᵢyᵢ = 0 and aᵢ = C − μᵢ for every i, then L(S + v, c, η, a, μ) = L(S, b, ξ, a, μ) + ½‖v‖² with S = Σ
    aᵢyᵢxᵢ, for all v, b, c, ξ and η.
    """
    problem = soft(p)
    data = problem.data
    v, (b, c, xi, eta) = p.vector("v"), p.reals("b c ξ[i] η[i]")
    S = p.let("S", data.weights)
    p.assume(balance=data.balance, box=Eq(data.a, problem.C - problem.mu))
    p.show(conclusion=Eq(problem.lagrangian(S + v, c, eta), problem.lagrangian(S, b, xi) + v @ v / 2))
    p.have("term", Eq((problem.C - data.a - problem.mu) * (eta - xi), 0), "box")
    p.sum("term", "slacks")
    p.conclude("balance", "slacks")


@theorem("soft-margin-predictor", title="The predictor of the soft margin is that of the hard margin",
         source=cite("notes", "soft margins, KKT conditions"), ledger=["001-soft-predictor"],
         says="the same as for the hard margin; this is true except for the bias (soft-margin-bias)")
def predictor(p: Script) -> None:
    """Let L(w, b, ξ, a, μ) be at most L(S, b, ξ, a, μ), S = Σ aᵢyᵢxᵢ. Then f(z) = Σ aᵢyᵢk(xᵢ, z) + b for the features z
    of every point, where k is the inner product of features.
    """
    problem = soft(p)
    w, (b, xi) = p.vector("w"), p.reals("b ξ[i]")
    conclude_predictor(p, problem.data, w, b, lambda v: problem.lagrangian(v, b, xi))


@theorem("soft-margin-bias", title="The bias of the soft margin from a support vector",
         source=cite("notes", "soft margins, KKT conditions"), ledger=["001-soft-predictor"],
         says="the same predictor as for the hard margin; for its bias, this is true only of support vectors with aᵢ "
              "< C")
def soft_bias(p: Script) -> None:
    """Let w = Σ aᵢyᵢxᵢ, and let (z, s) with s = ±1 be a support vector. Let it have the multipliers α > 0 and μ ≥ 0 and
    the slack ξ, with α(1 − sf(z) − ξ) = 0 and μξ = 0. Then b = s(1 − ξ) − Σ aᵢyᵢ⟨xᵢ, z⟩. If μ > 0, that is α < C, then
    b = s − Σ aᵢyᵢ⟨xᵢ, z⟩, as for the hard margin.

    The last conclusion is stated as μ(b − s + Σ aᵢyᵢ⟨xᵢ, z⟩) = 0.
    """
    data = samples(p)
    z, (b, s, a, mu, xi) = p.vector("z"), p.reals("b s α μ ξ")
    w = p.let("w", data.weights)
    margin, sum_at_z = Samples(z, s, a).margin(w, b), Sum(data.a * data.y * (data.x @ z))
    p.assume(label=Eq(s**2, 1), support=a > 0, slackness=Eq(a * (1 - margin - xi), 0),
             slackness_of_slack=Eq(mu * xi, 0))
    p.show(bias=Eq(b, s * (1 - xi) - sum_at_z), as_hard=Eq(mu * (b - s + sum_at_z), 0))
    p.have("value", Eq(margin, 1 - xi), "slackness", times("support"))
    p.have("score", Eq(w @ z + b, s * (1 - xi)), "value", "label")
    p.have("bias'", Eq(b, s * (1 - xi) - sum_at_z), "score")
    p.have("as_hard'", Eq(mu * (b - s + sum_at_z), 0), "bias'", "slackness_of_slack")
    p.conclude("bias'", "as_hard'")


# -------------------------------------------------------------------------------- the dual, the optimum


@theorem("soft-margin-dual", title="The dual of the soft margin", source=cite("notes", "soft margins, dual"),
         ledger=["001-soft-dual-box"])
def soft_dual(p: Script) -> None:
    """If aᵢ ≥ 0, μᵢ ≥ 0 and aᵢ = C − μᵢ for every i, Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ, then 0 ≤ aᵢ ≤ C, and L(S, b, ξ, a, μ)
    = Σ aᵢ − ½‖S‖², whatever b and ξ.
    """
    problem = soft(p)
    data = problem.data
    S, (b, xi) = p.let("S", data.weights), p.reals("b ξ[i]")
    p.assume(dual=data.a >= 0, dual_slack=problem.mu >= 0, box=Eq(data.a, problem.C - problem.mu), balance=data.balance)
    p.show(at_least=data.a >= 0, at_most=data.a <= problem.C, objective=Eq(problem.lagrangian(S, b, xi), data.dual))
    p.have("most", data.a <= problem.C, "dual_slack", "box")
    p.have("term", Eq((problem.C - data.a - problem.mu) * xi, 0), "box")
    p.sum("term", "slacks")
    p.have("value", Eq(problem.lagrangian(S, b, xi), data.dual), "slacks", "balance")
    p.conclude("dual", "most", "value")


def conditions(p: Script, *, expanded: bool = True) -> tuple[Soft, Vector, Scalar, Scalar]:
    """Declare (w, b, ξ), w = Σ aᵢyᵢxᵢ if it is `expanded`, with the complementary slackness of both constraints."""
    problem = soft(p)
    data, (b, xi) = problem.data, p.reals("b ξ[i]")
    w = p.let("w", data.weights) if expanded else p.vector("w")
    p.assume(slackness=Eq(data.a * (1 - data.margin(w, b) - xi), 0), slackness_of_slacks=Eq(problem.mu * xi, 0))
    return problem, w, b, xi


@theorem("soft-margin-kkt-optimal", title="The conditions of Karush, Kuhn and Tucker suffice for the soft margin",
         source=cite("notes", "soft margins, KKT conditions"), ledger=["001-soft-kkt"],
         says="neither stationarity nor ξᵢ ≥ 0 is among the conditions listed")
def kkt_optimal(p: Script) -> None:
    """If w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ = C − μᵢ, aᵢ ≥ 0, μᵢ ≥ 0, aᵢ(1 − yᵢf(xᵢ) − ξᵢ) = 0 and μᵢξᵢ = 0 for every i, then
    every feasible (v, c, η) has ½‖v‖² + C Σ ηᵢ ≥ ½‖w‖² + C Σ ξᵢ + ½‖v − w‖².

    So (w, b, ξ), if it is feasible, in particular ξᵢ ≥ 0, is a minimum.
    """
    problem, w, b, xi = conditions(p)
    data = problem.data
    v, (c, eta) = p.vector("v"), p.reals("c η[i]")
    p.assume(balance=data.balance, box=Eq(data.a, problem.C - problem.mu), dual=data.a >= 0, dual_slack=problem.mu >= 0,
             nonnegative=eta >= 0, feasible=data.margin(v, c) + eta >= 1)
    p.show(conclusion=problem.value(v, eta) >= problem.value(w, xi) + (v - w) @ (v - w) / 2)
    p.have("term", problem.C * eta - data.a * (1 - data.margin(v, c)) >= 0, "box", "dual * feasible",
           "dual_slack * nonnegative")
    p.have(
        "own term", Eq(problem.C * xi - data.a * (1 - data.margin(w, b)), 0), "slackness", "slackness_of_slacks", "box"
    )
    p.sum("term", "theirs")
    p.sum("own term", "ours")
    p.conclude("theirs", "ours", "balance")


@refuted("soft-margin-kkt-optimal-as-printed",
         title="The conditions listed as those of Karush, Kuhn and Tucker are enough for the soft margin",
         source=cite("notes", "soft margins, KKT conditions"), corrected="soft-margin-kkt-optimal",
         missing="w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ = C − μᵢ and ξᵢ ≥ 0", ledger=["001-soft-kkt"])
def kkt_optimal_as_printed(p: Script) -> None:
    """If 1 − yᵢf(xᵢ) − ξᵢ ≤ 0, aᵢ ≥ 0, μᵢ ≥ 0, aᵢ(1 − yᵢf(xᵢ) − ξᵢ) = 0 and μᵢξᵢ = 0 for every i, then no feasible (v,
    c, η) has a smaller ½‖v‖² + C Σ ηᵢ.

    In the counterexample ξ ≥ 0, too, and all multipliers are 0.
    """
    problem, w, b, xi = conditions(p, expanded=False)
    data = problem.data
    v, (c, eta) = p.vector("v"), p.reals("c η[i]")
    p.assume(label=Eq(data.y**2, 1), penalty=problem.C > 0, primal=1 - data.margin(w, b) - xi <= 0, dual=data.a >= 0,
             dual_slack=problem.mu >= 0, nonnegative=eta >= 0, feasible=data.margin(v, c) + eta >= 1)
    p.show(conclusion=problem.value(v, eta) >= problem.value(w, xi))
    p.counterexample(size=1, C=1, w=[0], b=0, v=[0], c=1, values={
        "x[i]": [[1]], "y[i]": [1], "a[i]": [0], "μ[i]": [0], "ξ[i]": [1], "η[i]": [0],
    })


@refuted("soft-margin-support-within-as-printed",
         title="Support vectors of the soft margin lie on or within the margin",
         source=cite("notes", "soft margins, KKT conditions"), corrected="soft-margin-support-below-margin",
         missing="the distance is bounded on the side of the label only: misclassified points are support vectors, "
                 "however far away",
         ledger=["001-soft-sv"])
def support_within_as_printed(p: Script) -> None:
    """At an optimum, with all conditions satisfied, aᵢ > 0 for every i means that −1 ≤ f(xᵢ) ≤ 1 for every i.

    The samples here are the support vectors. In the counterexample they are 1, 1 with label +1 and −1, 2 with label −1,
    and C = 1.
    """
    problem, w, b, xi = conditions(p)
    data = problem.data
    p.assume(label=Eq(data.y**2, 1), balance=data.balance, box=Eq(data.a, problem.C - problem.mu), support=data.a > 0,
             dual_slack=problem.mu >= 0, nonnegative=xi >= 0, feasible=data.margin(w, b) + xi >= 1)
    p.show(within=(w @ data.x + b) ** 2 <= 1)
    p.counterexample(size=4, C=1, b=0, values={
        "x[i]": [[1], [1], [-1], [2]], "y[i]": [1, 1, -1, -1], "a[i]": [1, 1, 1, 1], "μ[i]": [0, 0, 0, 0],
        "ξ[i]": [0, 0, 0, 3],
    })


@theorem("soft-margin-support-below-margin", title="Where the support vectors of the soft margin lie",
         source=cite("notes", "soft margins, KKT conditions"), ledger=["001-soft-sv"],
         says="on or within a certain margin; a misclassified point may lie anywhere on the wrong side")
def support_below_margin(p: Script) -> None:
    """Let aᵢ(1 − yᵢf(xᵢ) − ξᵢ) = 0 and μᵢξᵢ = 0. If aᵢ > 0 and ξᵢ ≥ 0, then yᵢf(xᵢ) = 1 − ξᵢ ≤ 1; if μᵢ > 0 too, that
    is aᵢ < C, then yᵢf(xᵢ) = 1.

    The last conclusion is stated as μᵢ(1 − yᵢf(xᵢ)) = 0. One sample is enough here: x, y, a, ξ and μ have no index.
    """
    w, x = p.vectors("w x")
    b, y, a, xi, mu = p.reals("b y a ξ μ")
    margin = Samples(x, y, a).margin(w, b)
    p.assume(
        slackness=Eq(a * (1 - margin - xi), 0), slackness_of_slacks=Eq(mu * xi, 0), support=a > 0, nonnegative=xi >= 0
    )
    p.show(value=Eq(margin, 1 - xi), below=margin <= 1, on_margin=Eq(mu * (1 - margin), 0))
    p.have("value", Eq(margin, 1 - xi), "slackness", times("support"))
    p.have("below", margin <= 1, "value", "nonnegative")
    p.have("on", Eq(mu * (1 - margin), 0), "value", "slackness_of_slacks")
    p.conclude("value", "below", "on")


@theorem("soft-margin-solution-is-hard",
         title="For C from its multipliers on, a solution of the hard margin is one of the soft margin",
         source=cite("notes", "soft margins, primal"), ledger=["001-C-inf", "003-C-inf"],
         adds={"slackness": "the data are separable, so that the hard margin has a solution with multipliers"},
         says="C → ∞; in fact C need not go to infinity")
def solution_is_hard(p: Script) -> None:
    """Let (w, b) and a satisfy the conditions for the hard margin: w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ ≥ 0 and aᵢ(1 − yᵢf(xᵢ))
    = 0 for every i. If aᵢ ≤ C for every i, every (v, c, η) that is feasible for the soft margin has ½‖v‖² + C Σ ηᵢ ≥
    ½‖w‖² + ½‖v − w‖², so (w, b, 0) is a solution of the soft margin, and its w is unique.

    Separable samples have such multipliers, by svm-strong-duality and svm-no-gap-means-kkt.
    """
    data = samples(p)
    v, (C, b, c, eta) = p.vector("v"), p.reals("C b c η[i]")
    w = p.let("w", data.weights)
    p.assume(balance=data.balance, slackness=Eq(data.a * (1 - data.margin(w, b)), 0), dual=data.a >= 0,
             large=data.a <= C, nonnegative=eta >= 0, feasible=data.margin(v, c) + eta >= 1)
    p.show(conclusion=v @ v / 2 + C * Sum(eta) >= w @ w / 2 + (v - w) @ (v - w) / 2)
    p.have("term", C * eta - data.a * (1 - data.margin(v, c)) >= 0, "dual * feasible", "large * nonnegative")
    p.sum("term", "theirs")
    p.sum("slackness", "ours")
    p.conclude("theirs", "ours", "balance")

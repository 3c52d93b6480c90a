"""Boosting: AdaBoost's error, its step as the best one, and weak learning as a margin.

Notation: m[i] is 1 if a base classifier is right on sample i, and −1 if it is wrong. The edge 2γ of the base classifier
is the mean of m[i] for the weights D[i], so its weighted error is 1/2 − γ. F[i] = Σ α·m[i] is the vote multiplied by
the label, and D[i] = exp(−F[i]). The claims state AdaBoost by the factors β = exp α, which are rational if √(1 − 4γ²)
is rational.

The last two claims are von Neumann's minimax theorem for finitely many samples and classifiers, up to any ε > 0. Let ρ
be the largest number such that for all weights some classifier has an edge of at least ρ. Then some vote has margins of
at least ρ − ε, and the least margin of every vote is at most ρ. The largest margin of a vote with coefficients that sum
to 1 is the margin in the ℓ₁ norm.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from ....algorithms import adaboost
from ...statements.proof_script import Script, by, exponents, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, exp, ln, sqrt

ADABOOST = cite("freundschapire1997", "Theorem 6, the error of the final hypothesis")


class Rounds(NamedTuple):
    """The weights D = exp(−F), 1 at first, and the numbers of a round: β = exp α, b = 1/β, the edge 2γ and r = √(1 −
    4γ²).
    """

    D: Scalar
    m: Scalar
    beta: Scalar
    b: Scalar
    gamma: Scalar
    r: Scalar
    V: Scalar

    @property
    def state(self) -> list[tuple[Scalar, Any, Any]]:
        """Return the weights D[i] and the product V of the factors r, each with its start and its next value."""
        return [(self.D, 1, reweighted(self.D, self.m, self.beta, self.b)), (self.V, 1, self.V * self.r)]

    @property
    def inputs(self) -> list[Scalar]:
        """Return the variables of a round."""
        return [self.m, self.beta, self.b, self.gamma, self.r]

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the facts about a round."""
        edge = Eq(Sum(self.D * self.m), 2 * self.gamma * Sum(self.D))
        return {"sign": Eq(self.m**2, 1), "edge": edge, "root": self.r > 0,
                "factor": Eq(self.r**2, 1 - 4 * self.gamma**2),
                "coefficient": Eq(self.beta * self.r, 1 + 2 * self.gamma),
                "inverse": Eq(self.b * self.beta, 1)}


def rounds(p: Script) -> Rounds:
    """Declare the numbers of a round."""
    return Rounds(*p.reals("D[i] m[i] β b γ r V"))


def reweighted(D: Scalar, m: Scalar, beta: Scalar, inverse: Scalar) -> Scalar:
    """Return the weight divided by β if the sample is right (m = 1), or times β if it is wrong (m = −1)."""
    return D * ((1 + m) * inverse + (1 - m) * beta) / 2


@theorem("adaboost-loss-is-product",
         title="The exponential loss of AdaBoost's vote is n times the product of all √(1 − 4γ²)", source=ADABOOST)
def loss_is_product(p: Script) -> None:
    """Let the weights D[i] be 1 at first. In each round let m[i] = ±1 have the mean 2γ for these weights, and let r =
    √(1 − 4γ²) > 0 and β = (1 + 2γ)/r. The round divides D[i] by β where m[i] = 1, and multiplies D[i] by β where m[i] =
    −1. After any number of rounds Σ D[i] = n·V, where V is the product of all factors r.

    With α = ln β these are the weights exp(−F[i]) of the votes F[i] = Σ α·m[i]. The equation also holds for any numbers
    m[i], if the new weight is D[i]((1 + m[i])/β + (1 − m[i])β)/2.
    """
    it = rounds(p)
    p.run(it.state, it.inputs, {name: fact for name, fact in it.facts.items() if name != "sign"})
    p.show(conclusion=Eq(Sum(it.D), Sum(1) * it.V))
    with p.induction(product=Eq(Sum(it.D), Sum(1) * it.V)):
        p.have("up", Eq((1 - 2 * it.gamma) * it.beta, it.r), "factor", "coefficient", times("root"))
        p.have("down", Eq((1 + 2 * it.gamma) * it.b, it.r), "coefficient", "inverse")
        p.have("next", Eq(Sum(reweighted(it.D, it.m, it.beta, it.b)), it.r * Sum(it.D)), "edge", "up", "down")
        p.conclude("next", "product")
    p.conclude("product")


@theorem("adaboost-margin-error",
         title="AdaBoost's vote has the margin θ or less on at most n·exp(θA)·Π √(1 − 4γ²) samples",
         source=cite("schapire1998", "Theorem 5, the margins of the training samples"))
def margin_error(p: Script) -> None:
    """Let T ≥ 0. After rounds as in adaboost-loss-is-product, at most n·V·T samples have D[i]·T ≥ 1.

    Let A be the sum of all α = ln β, and T = exp(θA). Then these are the samples whose vote F[i] = −ln D[i] is at most
    θA. e[i] is 1 for such a sample, else 0.
    """
    it = rounds(p)
    e, T = p.reals("e[i] T")
    p.assume(indicator=Eq(e**2, e), small=e * (1 - it.D * T) <= 0, scale=T >= 0)
    p.run(it.state, it.inputs, it.facts)
    p.show(conclusion=Sum(e) <= Sum(1) * it.V * T)
    p.use("adaboost-loss-is-product", name="loss")
    with p.induction(positive=it.D >= 0):
        p.have("right", 1 + it.m >= 0, "sign", square(1 + it.m))
        p.have("wrong", 1 - it.m >= 0, "sign", square(1 - it.m))
        p.have("up", Eq((1 - 2 * it.gamma) * it.beta, it.r), "factor", "coefficient", times("root"))
        with p.proving("factor up", it.beta > 0):
            p.suppose_not("not")
            p.have("low", 1 + 2 * it.gamma <= 0, "not * root", "coefficient")
            p.have("high", 1 - 2 * it.gamma >= 0, "low")
            p.have("less", (1 - 2 * it.gamma) * it.beta <= 0, "high * not")
            p.conclude("less", "up", "root")
        p.have("factor down", it.b > 0, "inverse", times("factor up"))
        p.conclude("positive * right * factor down", "positive * wrong * factor up")
    with p.proving("each", e <= it.D * T):
        with p.case(e > 0):
            p.have("one", Eq(e, 1), "indicator", times("case"))
            p.conclude("small", "one")
        with p.case(e <= 0):
            p.conclude("case", "positive * scale")
    p.sum("each", "all")
    p.conclude("all", "loss")


@theorem("adaboost-training-error", title="AdaBoost's vote is wrong on at most n·exp(−2Σγ²) samples", source=ADABOOST,
         says="arbitrary initial weights of the samples, and hypotheses with values in [0, 1]; this claim has equal "
              "initial weights and the values ±1")
def training_error(p: Script) -> None:
    """After rounds as in adaboost-loss-is-product at most n·V samples have D[i] ≥ 1, that is, a vote F[i] = −ln D[i] ≤
    0. And V ≤ exp(−2G), where G is the sum of all γ².

    With γ ≥ g in each of T rounds, n·V ≤ n·exp(−2g²T), so there is no error for T > ln n/(2g²).
    """
    it = rounds(p)
    e, G = p.reals("e[i] G")
    p.assume(indicator=Eq(e**2, e), wrong=e * (1 - it.D) <= 0)
    p.run([*it.state, (G, 0, G + it.gamma**2)], it.inputs, it.facts)
    p.show(product=Sum(e) <= Sum(1) * it.V, exponential=exp(-2 * G) >= it.V)
    p.use("adaboost-margin-error", {"T": 1}, name="error")
    with p.induction(nonnegative=it.V >= 0, below=exp(-2 * G) >= it.V):
        small = exp(-2 * it.gamma**2)
        p.have("old", exp(-2 * G) > 0)
        p.have("small", small > 0)
        p.have("law", Eq(exp(-2 * (G + it.gamma**2)), exp(-2 * G) * small), exponents(-2 * G, -2 * it.gamma**2))
        p.have("square", Eq(exp(-4 * it.gamma**2), small**2), exponents(-2 * it.gamma**2, -2 * it.gamma**2))
        p.have("tangent", exp(-4 * it.gamma**2) >= 1 - 4 * it.gamma**2, tangent(-4 * it.gamma**2))
        p.have("squares", it.r**2 <= small**2, "square", "tangent", "factor")
        p.use("square-root-monotone", name="root'", u=it.r, v=small)
        p.conclude("nonnegative * root", "law", "below * root", "old * root'")
    p.conclude("error", "below")
    round_of_five: Any = {"γ": "3/10", "r": "4/5", "β": 2, "m[i]": [1, 1, 1, 1, -1]}
    p.example_without("wrong", size=5, values={"e[i]": [1] * 5}, steps=[round_of_five | {"b": "1/2"}])
    p.example_without("inverse", size=5, values={"e[i]": [1] * 5}, steps=[round_of_five | {"b": 1}])


@theorem("adaboost-step-is-best", title="No other coefficient gives AdaBoost's new vote a smaller exponential loss",
         source=cite("schapirefreund2012", "chapter 7, AdaBoost as coordinate descent on the exponential loss"))
def step_is_best(p: Script) -> None:
    """Let m[i] = ±1 have the mean 2γ for the weights D[i] ≥ 0, and r² = 1 − 4γ². For any β > 0, divide D[i] by β where
    m[i] = 1, and multiply it by β where m[i] = −1. The new sum is at least r·Σ D[i]. The β of adaboost-loss-is-product
    has equality.

    So a round is a step of coordinate descent on the exponential loss Σ exp(−F[i]): it moves along the coordinate of
    one classifier to the minimum. A classifier with the largest |γ| gives a coordinate of steepest descent.
    """
    D, m, beta, b, gamma, r = p.reals("D[i] m[i] β b γ r")
    L = Sum(D)
    p.assume(weights=D >= 0, edge=Eq(Sum(D * m), 2 * gamma * L), factor=Eq(r**2, 1 - 4 * gamma**2),
             positive=beta > 0, inverse=Eq(b * beta, 1))
    p.show(conclusion=Sum(reweighted(D, m, beta, b)) >= r * L)
    p.sum("weights", "loss")
    p.have("other positive", b > 0, "inverse", times("positive"))
    p.have("range", 4 * gamma**2 <= 1, "factor", square(r))
    p.have("right", 1 + 2 * gamma >= 0, "range", square(1 + 2 * gamma))
    p.have("wrong", 1 - 2 * gamma >= 0, "range", square(1 - 2 * gamma))
    p.have("part right", L * (1 + 2 * gamma) >= 0, "loss * right")
    p.have("part wrong", L * (1 - 2 * gamma) >= 0, "loss * wrong")
    new = (1 - 2 * gamma) * beta / 2 + (1 + 2 * gamma) * b / 2
    p.have("total", Eq(Sum(reweighted(D, m, beta, b)), L * new), "edge")
    gap = (1 - 2 * gamma) * beta - (1 + 2 * gamma) * b
    p.have("squares", (L * new) ** 2 >= (L * r) ** 2, "inverse", "factor", square(L * gap))
    p.have("above", L * new >= 0, "part wrong * positive", "part right * other positive")
    p.use("square-root-monotone", name="root", u=L * r, v=L * new)
    p.conclude("root", "total")


class ExactRounds(NamedTuple):
    """The weights D, whose sum is at most 1, the losses B = exp(−2yF), the product P of all 1 − e², and the numbers of
    a round.
    """

    D: Scalar
    B: Scalar
    P: Scalar
    m: Scalar
    e: Scalar
    q: Scalar

    @property
    def state(self) -> list[tuple[Scalar, Any, Any]]:
        """Return the state of the run, with the step of each part."""
        return [(self.D, 1 / Sum(1), adaboost.update(self.D, self.m, self.e)),
                (self.B, 1, adaboost.loss_step(self.B, self.m, self.e)),
                (self.P, 1, self.P * (1 - self.e**2))]

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the facts about a round."""
        return {"sign": Eq(self.m**2, 1), "edge": Sum(self.D * self.m) >= self.e * Sum(self.D), "gain": self.e >= 0}


def exact_rounds(p: Script) -> ExactRounds:
    """Declare the numbers of a round; q[i] is 1/(1 + m[i]e)."""
    D, B, P, m, e = p.reals("D[i] B[i] P m[i] e")
    return ExactRounds(D, B, P, m, e, p.inverse("q[i]", 1 + m * e))


def bound_edge(p: Script, it: ExactRounds) -> None:
    """Derive e ≤ 1 from D > 0, and that a round keeps D > 0."""
    p.have("at most one", 1 - it.m >= 0, "sign", square(1 - it.m))
    p.have("share", it.D * (1 - it.m) >= 0, "positive * at most one")
    p.sum("positive", "sum positive", each="single")
    with p.proving("weights left", Sum(it.D) > 0):
        p.suppose_not("nothing")
        p.have("never", 1 + it.D <= 0, "single", "nothing", "positive")
        p.sum("never", "all never")
        p.conclude("all never", "sum positive", "some")
    p.sum("share", "shares")
    p.have("excess", (it.e - 1) * Sum(it.D) <= 0, "edge", "shares")
    p.have("edge at most one", 1 - it.e >= 0, "excess", times("weights left"))
    p.have("inside", 1 - it.e**2 >= 0, "edge at most one", "edge at most one * gain")
    p.have("square", (it.m * it.e) ** 2 <= 1, "sign", "inside")
    p.have("right side", 1 + it.m * it.e >= 0, "square", square(it.m * it.e + 1))
    with p.proving("inverse positive", it.q > 0):
        p.suppose_not("negative")
        p.conclude("q[i]", "negative * right side")
    p.have("weight", it.D * it.q > 0, "positive * inverse positive")


@theorem("adaboost-exact-weights",
         title="AdaBoost's weights D/(1 + me) have at most the sum 1, and exp(−2F) is n²D²·Π(1 − e²)",
         source=cite("schapirefreund2012",
                     "section 3.1, the proof of Theorem 3.1; here squared, so that it has no root"))
def exact_weights(p: Script) -> None:
    """Let the weights D[i] of n ≥ 1 samples be 1/n at first. In each round let m[i] = 1 if a classifier is right on
    sample i, else −1. Let e ≥ 0 be at most its edge: Σ D[i]m[i] ≥ e·Σ D[i]. Let D[i]/(1 + m[i]e) be the new weights.
    Let P ≥ 0 be the product of all 1 − e². Let B[i] be 1 at first, and let each round multiply it by (1 − m[i]e)/(1 +
    m[i]e). After any number of rounds Σ D[i] ≤ 1, D[i] > 0, and B[i] = n²·P·D[i]².

    With the coefficients α = ½·ln((1 + e)/(1 − e)) of the vote F[i] = Σ α·m[i], B[i] is exp(−2F[i]). If e is the edge
    itself, the sum stays 1. An edge that is rounded down keeps the numbers short.
    """
    it = exact_rounds(p)
    p.assume(some=Sum(1) > 0)
    p.run(it.state, [it.m, it.e], it.facts)
    invariants = {"total": Sum(it.D) <= 1, "positive": it.D > 0, "losses": Eq(it.B, Sum(1) ** 2 * it.P * it.D**2),
                  "product": it.P >= 0}
    p.show(**invariants)
    with p.induction(invariants):
        bound_edge(p, it)
        with p.proving("total'", Sum(it.D * it.q) <= Sum(it.D)):
            with p.case(1 - it.e**2 > 0, "less"):
                p.have("new", Eq(it.D * it.q * (1 - it.e**2), it.D * (1 - it.m * it.e)), "q[i]", "sign")
                p.sum("new", "all")
                p.have("scaled", (1 - it.e**2) * Sum(it.D * it.q) <= (1 - it.e**2) * Sum(it.D), "all", "edge * gain")
                p.conclude("scaled", times("less"))
            with p.case(1 - it.e**2 <= 0, "less"):
                p.have("edge one", Eq(it.e, 1), "edge at most one", "gain", "less")
                p.have("over", Sum(it.D * (1 - it.m)) <= 0, "edge", "edge one")
                p.sum("share", "all shares", each="one")
                p.have("none", it.D * (1 - it.m) <= 0, "one", "over")
                p.have("right", 1 - it.m <= 0, "none", times("positive"))
                p.have("value one", Eq(it.m, 1), "right", "at most one")
                p.have("half", Eq(it.q, Fraction(1, 2)), "q[i]", "edge one", "value one")
                p.have("new", Eq(it.D * it.q, it.D / 2), "half")
                p.sum("new", "all")
                p.conclude("all", "sum positive")
        p.sum("weight", "new weights")  # so the steps above are for every i at once, and may sum
        p.conclude("total'", "total", "weight", "losses", "q[i]", "sign", "product * inside")
    p.conclude("total", "positive", "losses", "product")


@theorem("adaboost-squared-error", title="AdaBoost's vote is wrong on at most n·√Π(1 − e²) samples", source=ADABOOST,
         says="the product of the factors 2√(ε(1 − ε)); they are √(1 − e²), because e = 1 − 2ε")
def squared_error(p: Script) -> None:
    """After rounds as in adaboost-exact-weights, let k[i] = 1 for samples with B[i] ≥ 1, whose vote is at most 0, and
    k[i] = 0 for the others. Then (Σ k)² ≤ n²·P.

    Both sides are rational, so that runs are compared with the bound without roots.
    """
    it = exact_rounds(p)
    p.assume(some=Sum(1) > 0)
    k = p.real("k[i]")
    p.assume(indicator=Eq(k**2, k), wrong=k * (1 - it.B) <= 0)
    p.run(it.state, [it.m, it.e], it.facts)
    n = Sum(1)
    p.show(conclusion=Sum(k) ** 2 <= n**2 * it.P)
    p.use("adaboost-exact-weights", name="weights")
    root = sqrt(it.P)
    p.have("root", Eq(root**2, it.P), "weights.product")
    p.have("root sign", root >= 0, "weights.product")
    p.have("size", n * root >= 0, "some * root sign")
    p.have("right side", n * root * it.D >= 0, "size * weights.positive")
    p.have("not one", 1 - k >= 0, "indicator", square(1 - k))
    p.have("loss", it.B >= 0, "weights.losses", "weights.product * some * some * weights.positive * weights.positive")
    p.have("below", k <= it.B, "wrong", "not one * loss")
    p.have("squares", k**2 <= (n * root * it.D) ** 2, "indicator", "below", "weights.losses", "root")
    with p.proving("each", k <= n * root * it.D):
        p.suppose_not("not")
        p.have("both", k + n * root * it.D > 0, "not", "right side")
        p.have("product", k**2 > (n * root * it.D) ** 2, "not * both")
        p.conclude("product", "squares")
    p.sum("each", "all")
    p.have("count", k >= 0, "indicator", square(k))
    p.sum("count", "counts")
    p.have("sum", Sum(k) <= n * root, "all", "weights.total * size")
    p.conclude("sum * counts", "sum * size", "root")


@theorem("adaboost-round-bound",
         title="Rounds T of AdaBoost with edges of at least ρ leave an error only if n²·(1 − ρ²)^T ≥ 1",
         source=ADABOOST, says="the training error falls exponentially; this claim bounds the number of rounds")
def round_bound(p: Script) -> None:
    """Let AdaBoost make rounds as in adaboost-exact-weights, each with e ≥ ρ for some ρ ≥ 0. Then B[i] ≤ n²·C, where C
    is 1 at first and is multiplied by 1 − ρ² in each round. So an error, B[i] ≥ 1, is left only if n²·C ≥ 1.

    The number T of rounds up to the last error is at most 2·ln n/ln(1/(1 − ρ²)) ≤ 2·ln n/ρ². Suppose that some vote of
    the base classifiers, with coefficients of sum 1, has all margins at least ρ. Then in each round the best classifier
    has an edge of at least ρ, by edges-bound-margin. An edge rounded down to B binary digits is at least (1 − 2^(1 −
    B))ρ.
    """
    it = exact_rounds(p)
    rho, C = p.reals("ρ C")
    p.assume(some=Sum(1) > 0, margin=rho >= 0)
    facts = {name: fact for name, fact in it.facts.items() if name != "gain"}
    p.run([*it.state, (C, 1, C * (1 - rho**2))], [it.m, it.e], {**facts, "weak": it.e >= rho})
    p.show(conclusion=Sum(1) ** 2 * C >= it.B)
    p.use("adaboost-exact-weights", name="weights")
    with p.induction({"positive": it.D > 0, "product": it.P >= 0, "smaller": it.P <= C}):
        p.have("gain", it.e >= 0, "weak", "margin")
        bound_edge(p, it)
        p.have("squares", rho**2 <= it.e**2, "weak * weak", "weak * margin")
        p.have("other factor", 1 - rho**2 >= 0, "inside", "squares")
        p.conclude("product * inside", "smaller * other factor", "product * squares", "weight")
    p.sum("positive", "sum positive", each="single")
    p.have("most", it.D <= 1, "single", "weights.total")
    p.have("square", it.D**2 <= 1, "most * positive", "most")
    p.have("share", it.P * it.D**2 <= C, "product * square", "smaller")
    p.conclude("weights.losses", "share * some * some")


@theorem("adaboost-halves", title="After a round, the samples that its classifier had right have half of the weight",
         source=cite("schapirefreund2012", "section 1.2, exercise on the last classifier's error for the new weights"))
def halves(p: Script) -> None:
    """Let D[i] be weights with the sum 1, m[i] = ±1, e = Σ D[i]m[i] and e² < 1. For the new weights D[i]/(1 + m[i]e)
    the edge of the same classifier is 0: Σ m[i]D[i]/(1 + m[i]e) = 0.
    """
    D, m, e = p.reals("D[i] m[i] e")
    p.assume(total=Eq(Sum(D), 1), sign=Eq(m**2, 1), edge=Eq(Sum(D * m), e), part=e**2 < 1)
    new = adaboost.update(D, m, e)
    with p.making_sense(1 / (1 + m * e)):
        p.have("square", (m * e) ** 2 < 1, "sign", "part")
        p.conclude("square", square(m * e + 1))
    p.show(conclusion=Eq(Sum(m * new), 0))
    p.have("new", Eq(m * new * (1 - e**2), D * (m - e)), "sign", "definition")
    p.sum("new", "all")
    p.conclude("all", "edge", "total", times("part"))


@theorem("edges-bound-margin",
         title="The least margin of a vote is at most the largest edge for any weights of the samples",
         source=cite("schapirefreund2012", "chapter 5, the minimax theorem and the margin; its easy half"))
def edges_bound_margin(p: Script) -> None:
    """Let D[i] ≥ 0 with Σ D[i] = 1 be weights for which no classifier has an edge Σ D[i]m[i] above ρ. Every vote F[i] =
    Σ α·m[i] with α ≥ 0 and Σ α = A has Σ D[i]F[i] ≤ ρA. So if F[i] ≥ θA for every i, then θA ≤ ρA.
    """
    D, F, m, alpha, rho, A, theta = p.reals("D[i] F[i] m[i] α ρ A θ")
    p.assume(weights=D >= 0, total=Eq(Sum(D), 1), margins=theta * A <= F)
    p.run([(F, 0, F + alpha * m), (A, 0, A + alpha)], [m, alpha],
          {"nonnegative": alpha >= 0, "edge": Sum(D * m) <= rho})
    p.show(mean=Sum(D * F) <= rho * A, conclusion=theta * A <= rho * A)
    with p.induction(mean=Sum(D * F) <= rho * A):
        p.conclude("mean", "nonnegative * edge")
    p.have("each", D * theta * A <= D * F, "weights * margins")
    p.sum("each", "all")
    p.conclude("all", "mean", "total")


@theorem("boosting-reaches-edge",
         title="Boosting with equal coefficients η reaches the margin ρ − η − ln n/(Tη), ρ the least edge",
         source=cite("schapirefreund2012", "chapters 5 and 6, the minimax theorem by boosting"))
def reaches_edge(p: Script) -> None:
    """Let the votes F[i] of n ≥ 1 samples be 0 at first. Let each of T rounds add η·m[i] to them, with η ≥ 0, m[i] in
    [−1, 1], and an edge of at least ρ: Σ exp(−F[i])m[i] ≥ ρ·Σ exp(−F[i]). Then F[i] ≥ T(ηρ − η²) − ln n for every i.

    The sum of the coefficients is Tη, so all margins are at least ρ − η − ln n/(Tη). For η = ε/2 and T ≥ 4 ln n/ε² this
    is at least ρ − ε. If some classifier has an edge of at least ρ for all weights, such rounds can always be made.
    """
    F, m, eta, rho, T = p.reals("F[i] m[i] η ρ T")
    weight, n, gain = exp(-F), Sum(1), eta**2 - eta * rho
    p.assume(step=eta >= 0, some=n > 0)
    p.run([(F, 0, F + eta * m), (T, 0, T + 1)], [m],
          {"range": m**2 <= 1, "edge": Sum(weight * m) >= rho * Sum(weight)})
    bound = n * exp(T * gain)
    p.show(loss=bound >= Sum(weight), votes=T * (eta * rho - eta**2) - ln(n) <= F)
    with p.induction(loss=bound >= Sum(weight)):
        up, down, after = exp(eta), exp(-eta), Sum(exp(-F - eta * m))
        half, tilt = (up + down) / 2, (up - down) / 2
        p.have("weight", weight > 0)
        p.sum("weight", "weights")
        p.have("chord", exp(-eta * m) <= half - m * tilt, by("exponential-below-chord", {"η": eta, "t": -m}), "range")
        p.have("law", Eq(exp(-F - eta * m), weight * exp(-eta * m)), exponents(-F, -eta * m))
        p.have("each", exp(-F - eta * m) <= weight * (half - m * tilt), "law", "weight * chord")
        p.sum("each", "all")
        p.have("rise", exp(2 * eta) >= 1, tangent(2 * eta), "step")
        p.have("double", Eq(exp(2 * eta), up**2), exponents(eta, eta))
        p.have("pair", Eq(up * down, 1), exponents(eta, -eta))
        p.have("second", down > 0)
        p.have("scaled", down * (up**2 - 1) >= 0, "rise * second", "double")
        p.have("widens", tilt >= 0, "scaled", "pair")
        p.have("bent", after <= Sum(weight) * (half - rho * tilt), "all", "edge * widens")
        p.use("tilted-cosh-below-exponential", {"s": eta, "c": rho}, name="tilted")
        p.have("step'", after <= Sum(weight) * exp(gain), "bent", "weights * tilted")
        p.have("factor", exp(gain) > 0)
        p.have("next", Eq(exp((T + 1) * gain), exp(T * gain) * exp(gain)), exponents(T * gain, gain))
        p.conclude("step'", "factor * loss", "next")
    p.have("weight", weight > 0)
    p.sum("weight", "weights", each="single")
    p.have("own", weight <= bound, "single", "loss")
    p.have("product", Eq(exp(ln(n) + T * gain), bound), exponents(ln(n), T * gain))
    p.have("power", exp(ln(n) + T * gain) > 0)
    p.have("exponent", ln(n) + T * gain >= -F, tangent(-F, at=ln(n) + T * gain), "own", "product", times("power"))
    p.conclude("loss", "exponent")

"""Risk and empirical risk: their definitions, and how they are related.

Notation: the loss W is 1 for a wrong decision and 0 for a right decision. It is (1 − qk)/2 for q, k = ±1. The index i
runs over the observations x, or over the possible samples, with their probabilities.

Implementation notes: finite sets only, as in the lecture's sums; exact arithmetic over the reals.
"""


from ....algorithms import nearest_mean, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Sum


@theorem("bayes-decision-has-least-risk",
         title="Deciding for the more probable class makes the fewest errors on average",
         source=cite("lecture", "p. 3, the Bayesian risk"), ledger=["002-risk"])
def bayes(p: Script) -> None:
    """Let a[i], b[i] be the probabilities of the observation i together with the class 1 or −1. Let the strategy d[i] =
    ±1 be 1 where a > b and −1 where a < b. Its risk with the 0–1 loss, the probability of an error, is at most the risk
    of any strategy q[i] = ±1.
    """
    plus, minus, d, q = p.reals("a[i] b[i] d[i] q[i]")
    p.assume(decision=Eq(d**2, 1), more_probable=d * (plus - minus) >= 0, strategy=Eq(q**2, 1))

    def risk(k: Scalar) -> Scalar:
        return Sum(plus * (1 - k) / 2 + minus * (1 + k) / 2)

    p.show(conclusion=risk(d) <= risk(q))
    with p.proving("each", d * (plus - minus) >= q * (plus - minus)):
        p.have("agreement", 1 - d * q >= 0, "decision", "strategy", square(d - q))
        p.have("product", (1 - d * q) * (d * (plus - minus)) >= 0, "agreement * more_probable")
        p.conclude("product", "decision")
    p.sum("each", "total")
    p.conclude("total")


@theorem("training-error-zero-says-nothing", title="A small empirical risk need not imply a small risk",
         source=cite("lecture", "p. 7"), ledger=["002-remp-not-risk", "002-remp"])
def training_error(p: Script) -> None:
    """Let observation x[i] have the probability P[i] and the class k[i] = ±1. It is in the sample if s[i] = 1, and not
    in it if s[i] = 0. The strategy that is right on the sample and wrong elsewhere makes no error on the sample. n[i]
    is the number of times that x[i] is drawn. Its risk is the probability of everything that is not in the sample.

    q[i] = (2s[i] − 1)k[i] is this strategy. So the risk of a strategy without errors on the sample can be arbitrarily
    near to 1.
    """
    P, s, n, k = p.reals("P[i] s[i] n[i] k[i]")
    p.assume(sample=Eq(s**2, s), label=Eq(k**2, 1))
    q = (2 * s - 1) * k
    p.show(empirical=Eq(Sum(n * s * (1 - q * k) / 2), 0), risk=Eq(Sum(P * (1 - q * k) / 2), Sum(P * (1 - s))))
    p.have("right", Eq(n * s * (1 - q * k) / 2, 0), "label", "sample")
    p.sum("right", "no-error")
    p.have("wrong", Eq(P * (1 - q * k) / 2, P * (1 - s)), "label")
    p.sum("wrong", "all-errors")
    p.conclude("no-error", "all-errors")


@theorem("empirical-risk-minimiser-not-unique",
         title="Scaled classifiers have the same empirical risk, so that a minimiser other than 0 is not unique",
         source=cite("lecture", "p. 6, the empirical risk"), ledger=["002-remp"],
         says="θ* = argmin R_emp, as if there were exactly one")
def minimiser_not_unique(p: Script) -> None:
    """If c > 0, the classifier (cw, cb) is wrong on the same examples as (w, b), so that both have the same empirical
    risk, (1/L) times the number of i with yᵢ(⟨w, xᵢ⟩ + b) ≤ 0.

    The loss W is 1 where the margin m is at most 0, and 0 elsewhere. This is stated as W² = W, Wm ≤ 0 and (1 − W)m + W
    > 0.
    """
    w, x = p.vectors("w x[i]")
    b, c, y = p.reals("b c y[i]")
    loss, scaled = p.reals("W[i] W'[i]")
    before, after = perceptron.margin(State(w, b), x, y), perceptron.margin(State(c * w, c * b), x, y)
    p.assume(positive=c > 0, some=Sum(1) > 0)
    for name, W, m in (("loss", loss, before), ("scaled", scaled, after)):
        p.assume({f"{name}_values": Eq(W**2, W), f"{name}_if_one": W * m <= 0, f"{name}_if_zero": (1 - W) * m + W > 0})
    p.show(conclusion=Eq(Sum(scaled) / Sum(1), Sum(loss) / Sum(1)))
    with p.proving("each", Eq(scaled, loss)):
        with p.case(before > 0):
            p.have("still", after > 0, "positive * case")
            p.have("first", Eq(loss, 0), "loss_values", "loss_if_one", "case")
            p.have("second", Eq(scaled, 0), "scaled_values", "scaled_if_one", "still")
            p.conclude("first", "second")
        with p.case(before <= 0):
            p.have("still", after <= 0, "positive * case")
            p.have("first", Eq(loss, 1), "loss_values", "loss_if_zero", "case")
            p.have("second", Eq(scaled, 1), "scaled_values", "scaled_if_zero", "still")
            p.conclude("first", "second")
    p.sum("each", "total")
    p.conclude("total")


@theorem("empirical-risk-may-have-no-minimiser",
         title="With a loss that falls with the margin, the empirical risk of a separating classifier is never the "
               "least",
         source=cite("lecture", "p. 6, the empirical risk"), ledger=["002-remp"],
         says="θ* = argmin R_emp, as if there always were one")
def no_minimiser(p: Script) -> None:
    """Let an example that is right with the margin m > 0 have the loss W = 1/(1 + m). If (w, b) is right on all
    examples, then (2w, 2b) has a smaller empirical risk than (w, b). So no strategy that is right on all examples has
    the least risk.
    """
    w, x = p.vectors("w x[i]")
    b, y, loss, less = p.reals("b y[i] W[i] W'[i]")
    before, after = perceptron.margin(State(w, b), x, y), perceptron.margin(State(2 * w, 2 * b), x, y)
    p.assume(right=before > 0, loss=Eq(loss * (1 + before), 1), less=Eq(less * (1 + after), 1), some=Sum(1) > 0)
    p.show(conclusion=Sum(less) / Sum(1) < Sum(loss) / Sum(1))
    p.have("positive", loss > 0, "loss", times("right"), "right")
    p.have("other positive", less > 0, "less", "right")
    p.have("share", loss * less > 0, "positive * other positive")
    p.have("gain", Eq(loss - less, loss * less * before), "loss", "less")
    p.have("lower", loss - less > 0, "gain", "share * right")
    p.sum("lower", "total", each="single")
    with p.proving("some gain", Sum(loss) - Sum(less) > 0):
        p.suppose_not("none")
        p.have("never", loss * (1 + before) <= 0, "single", "none", "lower")
        p.sum("never", "all never")
        p.sum("loss", "number")
        p.conclude("all never", "number", "some")
    p.have("quotient", 1 / Sum(1) > 0, "some")
    p.conclude("quotient * some gain")


@theorem("structural-bound-fails-for-small-rstr", title="Whatever R_str < 1 is, some sample breaks R ≤ R_emp + R_str",
         source=cite("lecture", "p. 8"), ledger={"002-vapnik": "denies"},
         aliases=["structural-bound-always-as-printed"],
         says="R ≤ R_emp + R_str(h, 1/L) for every strategy of the class. The probability 1 − η is missing: the bound "
              "holds with this probability, and R_str depends on it.")
def fails(p: Script) -> None:
    """For every number 0 ≤ S < 1, let the class 1 have the probability P = (1 − S)/2. For any length L of the sample,
    the strategy q = 1 (linear, with w = 0 and b = 1) has E = 0 errors on a sample of L examples of the class 1, and the
    risk 1 − P > S. Such a sample has a probability Q > 0.

    So no S < 1 has R ≤ R_emp + S for every sample and all probabilities, even if S depends on L, on the class of
    strategies and on its VC dimension h. Every class that contains the strategy q = 1 is an instance. If q = 1 is its
    only strategy, h = 0.
    """
    (S, Q, E, L), x = p.reals("S Q E L"), p.vector("x")
    P = p.let("P", (1 - S) / 2)
    wrong = (1 - perceptron.margin(State(0 * x, 1), x, 1)) / 2
    p.assume(useful=S < 1, nonnegative=S >= 0)
    p.run([(Q, 1, Q * P), (E, 0, E + wrong), (L, 0, L + 1)], [x], {})
    p.show(probability=P <= 1, possible=Q > 0, errors=Eq(E, 0), risk=1 - P > S)
    p.have("positive", P > 0, "useful")
    with p.induction(possible=Q > 0, errors=Eq(E, 0)):
        p.conclude("possible * positive", "errors")
    p.conclude("useful", "nonnegative", "possible", "errors")


@theorem("structural-bound-trivial-from-one", title="R ≤ R_emp + R_str holds for every sample if R_str ≥ 1",
         source=cite("lecture", "p. 8"), ledger={"002-vapnik": "follows"},
         says="R_str may be so large that the bound is useless; in fact every R_str with which the bound holds for "
              "every sample is this large (structural-bound-fails-for-small-rstr)")
def trivial_from_one(p: Script) -> None:
    """Let x[i] have the probability P[i] and the class k[i] = ±1, and occur n[i] ≥ 0 times among the L examples. If S ≥
    1, every strategy q[i] = ±1 has R ≤ R_emp + S, whatever the sample is, where L·R_emp is its number of errors.
    """
    S, P, k, n, q = p.reals("S P[i] k[i] n[i] q[i]")
    p.assume(large=S >= 1, probability=P >= 0, total=Eq(Sum(P), 1), label=Eq(k**2, 1), strategy=Eq(q**2, 1),
             examples=n >= 0, sample=Sum(n) > 0)
    errors = Sum(n * (1 - q * k) / 2)
    p.show(conclusion=Sum(P * (1 - q * k) / 2) <= errors / Sum(n) + S)
    p.have("agreement", 1 - q * k >= 0, "strategy", "label", square(q - k))
    p.have("difference", 1 + q * k >= 0, "strategy", "label", square(q + k))
    p.have("none", n * (1 - q * k) / 2 >= 0, "examples * agreement")
    p.sum("none", "no error")
    p.have("each", P * (1 - q * k) / 2 <= P, "probability * difference")
    p.sum("each", "all")
    p.have("inverse", 1 / Sum(n) > 0, "sample")
    p.have("empirical", errors / Sum(n) >= 0, "no error * inverse")
    p.conclude("empirical", "all", "total", "large")


@theorem("empirical-risk-bound-with-probability", title="R ≤ R_emp + t with probability 1 − V/t²",
         source=cite("vapnik1998", "chapter 4, bounds on the risk; here by Chebyshev's inequality"),
         ledger={"002-vapnik": "follows"},
         says="the lecture has the bound without its probability, for the strategy chosen from a class with VC "
              "dimension h")
def with_probability(p: Script) -> None:
    """Let the samples i have the probabilities P[i] and the empirical risks E[i] of one strategy, with the variance V =
    ΣP(E − R)² around its risk R. Let t > 0, and let B[i] be 1 for the samples with R > E + t. Together these samples
    have a probability of at most V/t².

    For L independent examples V = R(1 − R)/L ≤ 1/(4L).
    """
    risk, V, t, P, E, bad = p.reals("R V t P[i] E[i] B[i]")
    p.assume(probability=P >= 0, variance=Eq(Sum(P * (E - risk) ** 2), V), positive=t > 0,
             bad=bad * (risk - E - t) >= 0, indicator=Eq(bad**2, bad))
    p.show(conclusion=Sum(P * bad) <= V / t**2)
    p.have("weight", bad >= 0, "indicator", square(bad))
    p.have("rest", 1 - bad >= 0, "indicator", square(1 - bad))
    with p.proving("far", (E - risk) ** 2 >= bad * t**2):
        p.have("gap", bad * (risk - E) >= bad * t, "bad")
        p.have("longer", bad * t >= 0, "weight * positive")
        p.have("squares", (bad * (risk - E)) ** 2 >= (bad * t) ** 2, "gap * gap", "gap * longer")
        p.have("outside", (1 - bad) * (E - risk) ** 2 >= 0, "rest", square(E - risk))
        p.conclude("squares", "outside", "indicator")
    p.have("each", P * (E - risk) ** 2 >= P * bad * t**2, "probability * far")
    p.sum("each", "total")
    p.have("product", Sum(P * bad) * t**2 <= V, "total", "variance")
    p.conclude("product", times("positive", "positive"))


@theorem("bound-for-finitely-many-strategies", title="A bound for each of N strategies is one for all of them together",
         source=cite("vapnik1998", "chapter 4, bounds on the risk, finite classes; here by Chebyshev's inequality"),
         ledger={"002-vapnik": "corrects"},
         says="the lecture has the bound without its probability, for any class with VC dimension h")
def finite_class(p: Script) -> None:
    """Let the samples i have the probabilities P[i]. Each of N strategies has empirical risks E[i], whose variance ΣP(E
    − R)² around its risk R is at most V. Let t > 0, and let B[i] be 1 for samples on which R > E + t, and 0 for the
    others. U[i] is 1 for the samples on which some strategy has R > E + t. Together these samples have a probability of
    at most N·V/t².

    So the bound holds with probability 1 − N·V/t² for the strategy that is chosen after the sample is seen. The
    strategies are the steps of a run. Each step adds its B to U, and a sample in both counts once.
    """
    P, U, E, bad = p.reals("P[i] U[i] E[i] B[i]")
    V, t, risk, N = p.reals("V t R N")
    p.assume(probability=P >= 0, positive=t > 0)
    p.run([(U, 0, U + bad - U * bad), (N, 0, N + 1)], [E, bad, risk],
          {"variance": Sum(P * (E - risk) ** 2) <= V, "bad": bad * (risk - E - t) >= 0, "indicator": Eq(bad**2, bad)})
    p.show(conclusion=Sum(P * U) <= N * V / t**2)
    with p.induction(some=Eq(U**2, U), together=Sum(P * U) <= N * V / t**2):
        p.use("empirical-risk-bound-with-probability", {"V": Sum(P * (E - risk) ** 2)}, name="one")
        p.have("share", 1 / t**2 > 0, "positive")
        p.have("this", Sum(P * bad) <= V / t**2, "one", "share * variance")
        p.have("both", U * bad >= 0, "some", "indicator", square(U * bad))
        p.have("each", P * (U + bad - U * bad) <= P * U + P * bad, "probability * both")
        p.sum("each", "all")
        p.conclude("some", "indicator", "together", "this", "all")
    p.conclude("together")


@theorem("assumed-model-may-be-useless",
         title="With a model of the wrong form the risk may be as near to 1 as one likes",
         source=cite("lecture", "p. 5"), ledger=["002-param-estimation-bad"],
         says="the classifier may be arbitrarily bad; there is no example")
def wrong_model(p: Script) -> None:
    """Let ‖v‖ = 1, 0 < ε < 1/2 and Mε > 1 − ε. Let the class 1 take the value v with probability 1 − ε and the value
    −Mv with probability ε, and let the class −1 take the opposite values. With the true means and equal variances, two
    Gaussians decide for the nearer mean. This is wrong at ±v, which has the probability 1 − ε, and right at ±Mv. As M >
    1, the two classes have no value in common, so some other classifier has the risk 0.
    """
    v = p.vector("v")
    eps, M = p.reals("ε M")
    p.assume(unit=Eq(v @ v, 1), rare=eps > 0, small=eps < Rational(1, 2), far=M * eps > 1 - eps)
    mean = (1 - eps) * v + eps * (-M * v)
    w, b = nearest_mean.classifier(-mean, mean)
    p.show(disjoint=M > 1, wrong_plus=w @ v + b < 0, wrong_minus=w @ (-v) + b > 0,
           right_plus=w @ (-M * v) + b > 0, right_minus=w @ (M * v) + b < 0)
    p.have("beyond", M > 1, "far", "small", times("rare"))
    p.have("side", 1 - eps - eps * M < 0, "far")
    p.conclude("beyond", "side", "unit", "side * beyond")

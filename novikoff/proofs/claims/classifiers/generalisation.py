"""From mistakes to generalisation: leaving samples out, and averages over orders and over draws.

Notation: z[i] are the signed samples. w are the weights of the run on all samples, and v[i] are the weights of the run
without sample i, in the same order. In the averages, P[i] are the probabilities of the finitely many outcomes of
drawing the samples.

Implementation notes: one run of the ledger makes all n + 1 runs of the perceptron in parallel. d[i] is 1 for the
visited sample, on which v[i] is not updated. All probability spaces are finite. For infinite spaces the sums are
integrals. Their existence needs measure theory, which the ledger does not have.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, Vector, equal, exp

LEAVE_ONE_OUT = cite("freundschapire1999", "the analysis of the perceptron by leaving one out")


class LeftOut(NamedTuple):
    """The n + 1 runs in parallel: one on all samples, and one without each sample."""

    w: Vector
    v: Vector
    x: Vector
    z: Vector
    m: Scalar
    n: Scalar
    d: Scalar
    t: Scalar
    K: Scalar
    e: Scalar

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the facts about each visit, for all runs: a mistake causes an update, and nothing else does."""
        w, v, x, m, n, d = self.w, self.v, self.x, self.m, self.n, self.d
        return {"visited": Eq(d**2, d), "one": Sum(d) <= 1,
                "choice_w": Eq(m**2, m), "mistake_w": m * (w @ x) <= 0, "correct_w": (1 - m) * (w @ x) + m > 0,
                "choice_v": Eq(n**2, n), "mistake_v": n * (v @ x) <= 0,
                "correct_v": (1 - n) * (v @ x) + n > 0}


def left_out(p: Script) -> LeftOut:
    """Declare the runs, and what is known at their end."""
    w, v, x, z = p.vectors("w v[i] x z[i]")
    run = LeftOut(w, v, x, z, *p.reals("m n[i] d[i] t[i] K e[i]"))
    p.assume(finished=perceptron.margin(State(w, 0), z, 1) > 0, indicator=Eq(run.e**2, run.e),
             error=run.e * perceptron.margin(State(v, 0), z, 1) <= 0)
    return run


def start(p: Script, run: LeftOut) -> None:
    """Begin the runs."""
    w, v, x, _, m, n, d, t, K, _ = run
    one = perceptron.update(State(w, 0), x, 1, bias_step=0, rate=m).w
    other = perceptron.update(State(v, 0), x, 1, bias_step=0, rate=(1 - d) * n).w
    p.run([(w, 0, one), (v, 0, other), (t, 0, t + d * m - t * d * m), (K, 0, K + m)], [x, m, n, d],
          run.facts)


@theorem("leave-one-out-errors-at-most-updates",
         title="At most as many leave-one-out errors as samples on which the perceptron makes an update",
         source=LEAVE_ONE_OUT)
def errors_at_most_updates(p: Script) -> None:
    """Let the perceptron visit samples in any order until it is right on all of them (⟨w, z[i]⟩ > 0), after K updates.
    Without sample i, in the same order, it ends with v[i]. The number of i with ⟨v[i], z[i]⟩ ≤ 0 is at most the number
    of samples on which the run on all samples makes an update. That number is at most K.

    If the samples have the margin γ and length at most R, this is at most R²/γ², by novikoff-mistake-bound. t[i] is 1
    if the run has made an update on sample i, else 0; e[i] is 1 for an error on the sample that is left out.
    """
    run = left_out(p)
    w, v, x, z, m, n, d, t, K, e = run
    start(p, run)
    p.show(touched_samples=Sum(e) <= Sum(t), updates=Sum(t) <= K)
    with p.induction(touched=Eq(t**2, t), same=equal((1 - t) * (v - w), 0 * w)):
        with p.case(t > 0, "t"):
            p.have("old", Eq(t, 1), "touched", times("t"))
            p.conclude("old", "touched", "visited", "choice_w")
        with p.case(t <= 0, "t"):
            p.have("fresh", Eq(t, 0), "t", "touched", square(t))
            p.have("equal", equal(v, w), "same", "fresh")
            p.have("score", Eq(v @ x, w @ x), by("equal-vectors-have-equal-products", u=v, v=w, w=x), "equal")
            with p.proving("decision", Eq(n, m)):
                with p.case(w @ x > 0):
                    p.have("first", Eq(m, 0), "choice_w", "mistake_w", "case")
                    p.have("right", v @ x > 0, "case", "score")
                    p.have("second", Eq(n, 0), "choice_v", "mistake_v", "right")
                    p.conclude("first", "second")
                with p.case(w @ x <= 0):
                    p.have("first", Eq(m, 1), "choice_w", "correct_w", "case")
                    p.have("wrong", v @ x <= 0, "case", "score")
                    p.have("second", Eq(n, 1), "choice_v", "correct_v", "wrong")
                    p.conclude("first", "second")
            p.conclude("fresh", "equal", "decision", "visited", "choice_w", "score")
    with p.induction(choice_t=Eq(t**2, t), counted=Sum(t) <= K):
        p.have("update", m >= 0, "choice_w", square(m))
        p.have("touch", t >= 0, "choice_t", square(t))
        p.have("visit", d >= 0, "visited", square(d))
        p.have("again", t * d * m >= 0, "touch * visit * update")
        p.sum("again", "all again")
        p.have("at most one", m * Sum(d) <= m, "one * update")
        p.conclude("counted", "all again", "at most one", "choice_t", "visited", "choice_w")
    p.have("touch", t >= 0, "choice_t", square(t))
    with p.proving("each", e <= t):
        with p.case(t > 0, "t"):
            p.have("old", Eq(t, 1), "touched", times("t"))
            p.conclude("old", "indicator", square(e - 1))
        with p.case(t <= 0, "t"):
            p.have("fresh", Eq(t, 0), "t", "touch")
            p.have("equal", equal(v, w), "same", "fresh")
            p.have("score", Eq(v @ z, w @ z), by("equal-vectors-have-equal-products", u=v, v=w, w=z), "equal")
            p.have("right", v @ z > 0, "score", "finished")
            p.have("no error", e <= 0, "error", times("right"))
            p.conclude("no error", "fresh")
    p.sum("each", "total")
    p.conclude("total", "counted")


@theorem("exchangeable-error-at-most-mistakes",
         title="The error rate on the last of n exchangeable samples is at most the mean number of mistakes over n",
         source=LEAVE_ONE_OUT)
def exchangeable(p: Script) -> None:
    """Let n samples be drawn with finitely many outcomes i of probabilities P[i]. f[i] is 1 if the hypothesis learnt
    from all samples except the last is wrong on the last. In outcome i let there be at most K[i] leave-one-out errors.
    Let every left-out sample have the same probability of an error as the last sample. Then Σ P[i]f[i] ≤ Σ P[i]K[i]/n.

    Step j of the run leaves sample j out. e[i] is 1 if this is an error in outcome i, and C[i] is the number of errors
    so far. The samples are exchangeable: all orders have the same probability. The proof uses this only for Σ P[i]e[i]
    = Σ P[i]f[i].
    """
    P, f, K, e, C, n = p.reals("P[i] f[i] K[i] e[i] C[i] n")
    p.assume(probability=P >= 0, errors=C <= K, some=n > 0)
    p.run([(C, 0, C + e), (n, 0, n + 1)], [e], {"exchangeable": Eq(Sum(P * e), Sum(P * f))})
    p.show(conclusion=Sum(P * f) <= Sum(P * K) / n)
    with p.induction(mean=Eq(Sum(P * C), n * Sum(P * f))):
        p.conclude("mean", "exchangeable")
    p.have("each", P * C <= P * K, "probability * errors")
    p.sum("each", "all")
    p.have("product", n * Sum(P * f) <= Sum(P * K), "all", "mean")
    p.conclude("product", times("some"))


@theorem("online-to-batch-average",
         title="The mean risk of T online hypotheses is at most the mean of the mistake bound over T",
         source=cite("littlestone1989", "the conversion by the mean of all hypotheses"))
def online_average(p: Script) -> None:
    """Let an online learner meet samples that are drawn independently, with finitely many outcomes i of probabilities
    P[i], Σ P[i] = 1. Let r[i] be the risk of its hypothesis before a round, and e[i] its error in the round. If it
    never makes more than B mistakes, the mean over T rounds of the risks has an expectation of at most B/T.

    So one of the T hypotheses, chosen at random, has this risk on average. The proof uses independence only for Σ
    P[i]e[i] = Σ P[i]r[i]. S[i] is the sum of the risks, and M[i] is the number of mistakes.
    """
    P, r, e, S, M, T, B = p.reals("P[i] r[i] e[i] S[i] M[i] T B")
    p.assume(probability=P >= 0, total=Eq(Sum(P), 1), mistakes=M <= B, some=T > 0)
    p.run([(S, 0, S + r), (M, 0, M + e), (T, 0, T + 1)], [r, e], {"independent": Eq(Sum(P * e), Sum(P * r))})
    p.show(equation=Eq(Sum(P * S) / T, Sum(P * M) / T), bound=Sum(P * S) / T <= B / T)
    with p.induction(mean=Eq(Sum(P * S), Sum(P * M))):
        p.conclude("mean", "independent")
    p.have("each", P * M <= P * B, "probability * mistakes")
    p.sum("each", "all")
    p.have("most", Sum(P * S) <= B, "all", "mean", "total")
    p.have("bound", Sum(P * S) / T <= B / T, "most", times("some"))
    p.conclude("mean", "bound")


@theorem("online-to-batch-with-probability",
         title="The mean risk of T online hypotheses is at most M/T + s, except with probability exp(−Ts²/2)",
         source=cite("cesabianchi2004", "the bound on the mean risk, with probability 1 − δ for s = √(2 ln(1/δ)/T)"))
def online_probability(p: Script) -> None:
    """Let an online learner meet samples that are drawn independently, with finitely many outcomes i of probabilities
    P[i] ≥ 0, Σ P[i] = 1. r[i] in [0, 1] is the risk of its hypothesis before a round, and e[i] in [0, 1] its loss in
    the round. Let S[i] be the sum of the risks and M[i] the sum of the losses of T rounds. For s ≥ 0 let B[i] be 1 for
    the outcomes with S[i] > M[i] + Ts. Together these outcomes have a probability of at most exp(−Ts²/2).

    The draws are independent of the past. The proof uses this only for Σ P[i]Z[i](r[i] − e[i]) = 0, where Z[i] =
    exp(s(S[i] − M[i]) − Ts²/2) depends on earlier rounds.
    """
    P, r, e, S, M, T, s, bad = p.reals("P[i] r[i] e[i] S[i] M[i] T s B[i]")
    weight = exp(s * (S - M) - T * s**2 / 2)
    p.assume(probability=P >= 0, total=Eq(Sum(P), 1), deviation=s >= 0, indicator=Eq(bad**2, bad),
             bad=bad * (S - M - T * s) >= 0)
    p.run([(S, 0, S + r), (M, 0, M + e), (T, 0, T + 1)], [r, e], {
        "independent": Eq(Sum(P * weight * (r - e)), 0), "range": (r - e) ** 2 <= 1,
    })
    p.show(conclusion=Sum(P * bad) <= exp(-T * s**2 / 2))
    grow = (exp(s) + exp(-s)) / 2
    with p.induction(mean=Sum(P * weight) <= 1):
        p.have("chord", exp(s * (r - e)) <= grow + (r - e) * (exp(s) - exp(-s)) / 2,
               by("exponential-below-chord", {"η": s, "t": r - e}), "range")
        p.use("cosh-below-gaussian", name="cosh", t=s)
        p.have("old", weight > 0)
        p.have("share", P * weight >= 0, "probability * old")
        p.have("law", Eq(exp(s * (S + r - M - e) - (T + 1) * s**2 / 2), weight * exp(s * (r - e)) * exp(-(s**2) / 2)),
               exponents(s * (S - M) - T * s**2 / 2, s * (r - e)),
               exponents(s * (S + r - M - e) - T * s**2 / 2, -(s**2) / 2))
        p.have("each", P * weight * exp(s * (r - e)) <= P * weight * (grow + (r - e) * (exp(s) - exp(-s)) / 2),
               "share * chord")
        p.sum("each", "all")
        p.have("spread", Eq((exp(s) - exp(-s)) * Sum(P * weight * (r - e)), 0), "independent")
        p.have("together", Sum(P * weight * exp(s * (r - e))) <= Sum(P * weight) * grow, "all", "spread")
        p.have("nonnegative", grow >= 0)
        p.have("most", Sum(P * weight * exp(s * (r - e))) <= grow, "together", "nonnegative * mean")
        p.have("limit", Sum(P * weight * exp(s * (r - e))) <= exp(s**2 / 2), "most", "cosh")
        p.have("inverse", Eq(exp(s**2 / 2) * exp(-(s**2) / 2), 1), exponents(s**2 / 2, -(s**2) / 2))
        p.have("less", exp(-(s**2) / 2) > 0)
        p.have("scaled", exp(-(s**2) / 2) * Sum(P * weight * exp(s * (r - e))) <= 1, "less * limit", "inverse")
        p.have("next", Eq(P * exp(s * (S + r - M - e) - (T + 1) * s**2 / 2),
                          P * weight * exp(s * (r - e)) * exp(-(s**2) / 2)), "law")
        p.sum("next", "all next")
        p.conclude("scaled", "all next")
    rate = exp(T * s**2 / 2)
    p.have("old", weight > 0)
    with p.proving("large", weight >= bad * rate):
        p.have("sign", bad >= 0, "indicator", square(bad))
        with p.case(bad > 0):
            p.have("one", Eq(bad, 1), "indicator", times("case"))
            p.have("far", s * (S - M - T * s) >= 0, "deviation * bad", "one")
            p.have("positive", rate > 0)
            p.have("tangent", weight >= rate * (1 + s * (S - M) - T * s**2), tangent(s * (S - M) - T * s**2 / 2,
                                                                                       at=T * s**2 / 2))
            p.conclude("tangent", "positive * far", "one")
        with p.case(bad <= 0):
            p.have("none", Eq(bad, 0), "case", "sign")
            p.conclude("none", "old")
    p.have("each", P * bad * rate <= P * weight, "probability * large")
    p.sum("each", "all")
    p.have("product", Sum(P * bad) * rate <= 1, "all", "mean")
    p.have("inverse", Eq(rate * exp(-T * s**2 / 2), 1), exponents(T * s**2 / 2, -T * s**2 / 2))
    p.have("small", exp(-T * s**2 / 2) > 0)
    p.conclude("small * product", "inverse")


@theorem("rademacher-average-of-linear-functions",
         title="The Rademacher average of weights of length B on n samples of length R is at most RB/√n",
         source=cite("mohri2018", "Theorem 5.10, the Rademacher complexity of linear hypotheses with bounded weights"))
def rademacher(p: Script) -> None:
    """Let n samples x get independent signs, with finitely many outcomes i of probabilities P[i] ≥ 0, Σ P[i] = 1. S[i]
    is the sum of the samples with the signs of outcome i. If ‖x‖ ≤ R for each sample, Σ P[i]‖S[i]‖² ≤ nR². For any
    weights w[i] with ‖w[i]‖ ≤ B, chosen after the signs are seen, (Σ P[i]⟨w[i], S[i]⟩)² ≤ nR²B².

    The mean divided by n is the empirical Rademacher complexity. The sign of a sample is independent of earlier signs.
    The proof uses this only for Σ P[i]s[i]⟨S[i], x⟩ = 0.
    """
    S, w, x = p.vectors("S[i] w[i] x")
    P, s, n, R, B = p.reals("P[i] s[i] n R B")
    p.assume(probability=P >= 0, total=Eq(Sum(P), 1), short=w @ w <= B**2)
    p.run([(S, 0, S + s * x), (n, 0, n + 1)], [s, x], {
        "sign": Eq(s**2, 1), "independent": Eq(Sum(P * s * (S @ x)), 0), "radius": x @ x <= R**2})
    mean = Sum(P * (w @ S))
    p.show(length=Sum(P * (S @ S)) <= n * R**2, conclusion=mean**2 <= n * R**2 * B**2)
    with p.induction(length=Sum(P * (S @ S)) <= n * R**2):
        p.have("each", Eq(P * ((S + s * x) @ (S + s * x)), P * (S @ S) + 2 * P * s * (S @ x) + P * (x @ x)), "sign")
        p.sum("each", "all")
        p.conclude("all", "length", "independent", "radius", "total")
    p.have("schwarz", (w @ S) ** 2 <= (w @ w) * (S @ S), by("cauchy-schwarz", u=w, v=S))
    p.have("size", S @ S >= 0, length(S))
    p.have("most", (w @ S) ** 2 <= B**2 * (S @ S), "schwarz", "short * size")
    p.have("weighed", P * (w @ S) ** 2 <= P * B**2 * (S @ S), "probability * most")
    p.sum("weighed", "squares")
    p.have("square", (w @ S - mean) ** 2 >= 0, square(w @ S - mean))
    p.have("deviation", P * (w @ S - mean) ** 2 >= 0, "probability * square")
    p.sum("deviation", "variance")
    p.have("jensen", mean**2 <= Sum(P * (w @ S) ** 2), "variance", "total")
    p.have("weight", B**2 >= 0, square(B))
    p.conclude("length", "jensen", "squares", "weight * length")

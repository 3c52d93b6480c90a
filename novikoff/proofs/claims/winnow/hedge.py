"""Hedge and the randomised weighted majority: the mean loss against the best expert; mirror descent with any potential.

Notation: l[i] in [0, 1] is the loss of expert i in a round, and C[i] is the sum of these losses so far. Expert i has
the weight exp(−ηC[i]). L is the sum of the mean losses. For l[i] = 0 or 1, the mean loss is the probability of a
mistake of the randomised weighted majority, which follows an expert drawn with these weights.
"""

from ...statements.proof_script import Script, by, exponents, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, exp, ln


@theorem("hedge-loss-bound", title="Hedge's loss is at most (C·ln(1/β) + ln n)/(1 − β) for the loss C of every expert",
         source=cite("freundschapire1997", "Theorem 2, with the same weight for every expert at first"))
def hedge(p: Script) -> None:
    """Let each round have losses l[i] in [0, 1] of the n ≥ 1 experts, and the mean loss μ for the weights exp(−ηC[i]).
    Let L be the sum of all μ. After any number of rounds rL ≤ ηC[i] + ln n for every i and every r ≤ 1 − exp(−η).

    For η > 0, β = exp(−η) and r = 1 − β, the bound is L ≤ (C[i]·ln(1/β) + ln n)/(1 − β). For losses 0 and 1, L is the
    expected number of mistakes of the randomised weighted majority, for any outcomes.
    """
    C, loss, mean, eta, L, rate = p.reals("C[i] l[i] μ η L r")
    weight, n = exp(-eta * C), Sum(1)
    p.assume(some=n > 0, rate=rate <= 1 - exp(-eta))
    p.run([(C, 0, C + loss), (L, 0, L + mean)], [loss, mean], {
        "least": loss >= 0, "most": loss <= 1, "mean": Eq(mean * Sum(weight), Sum(weight * loss))})
    bound = n * exp(-rate * L)
    p.show(weights=bound >= Sum(weight), conclusion=rate * L <= eta * C + ln(n))
    with p.induction(weights=bound >= Sum(weight)):
        p.have("positive", weight > 0)
        p.sum("positive", "total")
        p.have("chord", exp(-eta * loss) <= 1 - (1 - exp(-eta)) * loss,
               by("exponential-is-convex", {"s": 0, "t": -eta, "α": loss}), "least", "most")
        p.have("below", exp(-eta * loss) <= 1 - rate * loss, "chord", "rate * least")
        p.have("law", Eq(exp(-eta * (C + loss)), weight * exp(-eta * loss)), exponents(-eta * C, -eta * loss))
        p.have("each", exp(-eta * (C + loss)) <= weight * (1 - rate * loss), "law", "positive * below")
        p.sum("each", "all")
        p.have("less", Sum(exp(-eta * (C + loss))) <= Sum(weight) * (1 - rate * mean), "all", "mean")
        p.have("tangent", exp(-rate * mean) >= 1 - rate * mean, tangent(-rate * mean))
        p.have("factor", exp(-rate * mean) > 0)
        p.have("next", Eq(exp(-rate * (L + mean)), exp(-rate * L) * exp(-rate * mean)),
               exponents(-rate * L, -rate * mean))
        p.conclude("less", "total * tangent", "factor * weights", "next")
    p.have("positive", weight > 0)
    p.sum("positive", "total", each="single")
    p.have("own", weight <= bound, "single", "weights")
    p.have("product", Eq(exp(ln(n) - rate * L), bound), exponents(ln(n), -rate * L))
    p.have("power", exp(ln(n) - rate * L) > 0)
    p.have("exponent", -eta * C <= ln(n) - rate * L, tangent(-eta * C, at=ln(n) - rate * L), "own", "product",
           times("power"))
    p.conclude("weights", "exponent")


@theorem("mirror-descent-mistake-bound",
         title="A potential that grows by at most a in each mistake gives at most 2aU²/γ² mistakes",
         source=cite("grove2001", "quasi-additive algorithms; the theorem for any potential"))
def mirror_descent(p: Script) -> None:
    """Let the potential Φ be 0 at first. Let each mistake increase Φ by at most a ≥ 0 and the alignment A = ⟨u, θ⟩ by
    at least γ > 0. If A² ≤ 2U²Φ, there are at most 2aU²/γ² mistakes.

    With Φ(θ) = ‖θ‖_p²/2 and U = ‖u‖_q, 1/p + 1/q = 1, the inequality A² ≤ 2U²Φ is Hölder's. For p ≥ 2, at a mistake the
    inner product of x with the gradient of Φ is not positive, and a = (p − 1)‖x‖_p²/2. So there are at most (p −
    1)X²U²/γ² mistakes. For p = 2 this is Novikoff's theorem, and for p = 4 it is p-norm-mistake-bound. For every real
    p ≥ 2 it is p-norm-perceptron-mistake-bound, which Coq proves.
    """
    potential, grown, aligned, A, M, a, gamma, U = p.reals("Φ φ α A M a γ U")
    p.assume(separable=gamma > 0, cost=a >= 0, dual=2 * U**2 * potential >= A**2)
    p.run([(potential, 0, potential + grown), (A, 0, A + aligned), (M, 0, M + 1)], [grown, aligned],
          {"growth": grown <= a, "margin": aligned >= gamma})
    p.show(conclusion=2 * a * U**2 / gamma**2 >= M)
    with p.induction(counter=M >= 0, most=potential <= M * a, least=M * gamma <= A):
        p.conclude("counter", "most", "least", "growth", "margin")
    p.have("ahead", M * gamma >= 0, "counter * separable")
    p.have("squares", (M * gamma) ** 2 <= A**2, "least * least", "least * ahead")
    p.have("size", U**2 >= 0, square(U))
    p.have("quadratic", (M * gamma) ** 2 <= M * (2 * a * U**2), "squares", "dual", "size * most")
    with p.proving("conclusion'", M * gamma**2 <= 2 * a * U**2):
        with p.case(M > 0):
            p.conclude("quadratic", times("case"))
        with p.case(M <= 0):
            p.have("square", gamma**2 > 0, "separable * separable")
            p.have("bound", 2 * a * U**2 >= 0, "cost * size")
            p.conclude("case * square", "bound")
    p.conclude("conclusion'", times("separable", "separable"))

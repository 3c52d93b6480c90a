"""The noise-tolerant perceptron: labels are flipped with a known probability, and a correction removes the effect of
the flips on average.

Main statements
    noisy-update-corrected            with the correction, the mean of the noisy mistakes is the mean of the true ones
    noise-tolerant-step               on a given sample, the noise adds a vector that depends on w by a factor only
    noise-is-short-on-average         the length of that vector, on average and with a probability
    noise-tolerant-update-bound       the number of steps

Notation: z[i] are the signed samples with their true labels, and P[i] are their probabilities. Each label is flipped
with the probability η < 1/2, independent of the sample. m[i] is 1 if w is wrong on z[i], and 0 if it is right. A
flipped label is wrong if the true one is right.
"""

from ....algorithms import noise_tolerant_perceptron
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, Rational, Sum, equal


@theorem("noisy-update-corrected",
         title="The mean of the noisy mistakes, with η/(1 − 2η) of the mean sample, is the mean of the true mistakes",
         source=cite("bylander1994", "the modified perceptron and its correction vector"),
         says="a statement with a probability, about samples that are drawn; this claim is about the mean over all "
              "samples and flips")
def corrected(p: Script) -> None:
    """Let N be the mean over samples and flips of what the perceptron adds: z[i] with the probability 1 − η if w is
    wrong, and −z[i] with the probability η if it is right. Let M be the mean of all samples with their noisy labels.
    Then N + η/(1 − 2η)·M = V, the mean of the samples on which w is wrong. If ⟨u, z[i]⟩ ≥ γ, ⟨u, V⟩ is at least γ times
    the probability of an error, and ⟨w, V⟩ ≤ 0.

    Where ⟨w, z[i]⟩ = 0, m[i] may be any number ≥ 0. If both labels count as wrong there, it is 1 − η.
    """
    u, w, z = p.vectors("u w z[i]")
    P, m, eta, gamma = p.reals("P[i] m[i] η γ")
    p.assume(probability=P >= 0, rate=eta < Rational(1, 2), margin=u @ z >= gamma, mistake=m * (w @ z) <= 0,
             share=m >= 0)
    wrong = p.let("V", Sum(P * m * z))
    noisy = p.let("N", Sum(P * ((1 - eta) * m - eta * (1 - m)) * z))
    mean = p.let("M", Sum(P * ((1 - eta) - eta) * z))
    p.show(update=equal(noisy + eta / (1 - 2 * eta) * mean, wrong), right=u @ wrong >= gamma * Sum(P * m),
           turn=w @ wrong <= 0)
    p.have("large", 1 - 2 * eta > 0, "rate")
    p.have("each", P * m * (u @ z) >= P * m * gamma, "probability * share * margin")
    p.sum("each", "all")
    p.have("low", P * m * (w @ z) <= 0, "probability * mistake")
    p.sum("low", "score")
    p.conclude("large", "all", "score")


@theorem("noise-tolerant-step",
         title="On any sample, flipped labels move each step by Σ(η − fᵢ)zᵢ, divided by the sum of the weights",
         source=cite("bylander1994", "the modified perceptron and its correction vector"),
         says="new samples at each step; in this claim, all steps have the same samples, and any of the labels may be "
              "flipped")
def sample_step(p: Script) -> None:
    """Let f[i] = 1 if the label of z[i] is flipped, else 0, and k[i] = 1 if w is wrong on this label, else 0. The step
    adds v. Let N > 0 be the sum of the weights (1 − 2η)k[i] + η. Let m[i] = k[i] if f[i] = 0, and 1 − k[i] if f[i] = 1:
    then w is wrong on the true label if m[i] = 1. Let V = (1 − 2η)Σ m[i]z[i]/N. If ⟨u, z[i]⟩ ≥ γ and ‖z[i]‖ ≤ D for all
    i, then v = V + Σ(η − f[i])z[i]/N, ‖v‖ ≤ D, ⟨u, V⟩ ≥ (1 − 2η)γ·Σ m[i]/N, and ⟨w, V⟩ ≤ 0.

    These are the hypotheses of noise-tolerant-update-bound, where ‖u‖ = 1: R = D, α = ‖Σ(η − f[i])z[i]‖/N and g = (1 −
    2η)γ·Σ m[i]/N.
    """
    u, w, z = p.vectors("u w z[i]")
    f, k, eta, gamma, D = p.reals("f[i] k[i] η γ D")
    p.assume(flip=Eq(f**2, f), chosen=Eq(k**2, k), wrong=k * ((1 - 2 * f) * (w @ z)) <= 0,
             right=(1 - k) * ((1 - 2 * f) * (w @ z)) >= 0, noise=eta >= 0, rate=eta < Rational(1, 2),
             positive=Sum((1 - 2 * eta) * k + eta) > 0, margin=u @ z >= gamma, radius=z @ z <= D**2)
    m = (1 - f) * k + f * (1 - k)
    signed, weight = (1 - 2 * f) * z, (1 - 2 * eta) * k + eta
    total = Sum(weight)
    p.have("large", 1 - 2 * eta > 0, "rate")
    for name, bit, fact in (("f", f, "flip"), ("k", k, "chosen")):
        p.have(name, bit >= 0, fact, square(bit))
        p.have(f"1−{name}", 1 - bit >= 0, fact, square(1 - bit))
    after = noise_tolerant_perceptron.step(w, Sum(k * signed), Sum(signed), Sum(k), Sum(1), eta)
    v = p.let("v", after - w)
    V = p.let("V", (1 - 2 * eta) / total * Sum(m * z))
    p.show(deviation=equal(v, V + Sum((eta - f) * z) / total), length=v @ v <= D**2,
           progress=total * (u @ V) >= (1 - 2 * eta) * gamma * Sum(m), turn=w @ V <= 0)
    p.have("inverse", 1 / total > 0, "positive")
    p.have("against", m * (w @ z) <= 0, "1−f * wrong", "f * right", "flip")
    p.sum("against", "turn")
    p.have("share", m >= 0, "1−f * k", "f * 1−k")
    p.have("along", m * (u @ z) >= m * gamma, "share * margin")
    p.sum("along", "progress")
    p.have("weight", weight >= 0, "large * k", "noise")
    p.have("gap", (signed - v) @ (signed - v) >= 0, length(signed - v))
    p.have("same", Eq(signed @ signed, z @ z), "flip")
    p.have("each", weight * (D**2 - 2 * (signed @ v) + v @ v) >= 0, "weight * gap", "weight * radius", "same")
    p.sum("each", "all")
    p.have("mean", Eq(Sum(weight * (signed @ v)), total * (v @ v)), "positive")
    p.have("short", total * (v @ v) <= total * D**2, "all", "mean")
    p.conclude("positive", "flip", "inverse * short", "large * progress", "large * inverse * turn")


@theorem("noise-is-short-on-average",
         title="With independent flips, ‖Σ(η − fᵢ)zᵢ/n‖ exceeds a with probability at most η(1 − η)D²/(na²)",
         source=cite("bylander1994", "the number of examples of the modified perceptron"),
         says="a bound on the number of new samples for each step; in this claim, one sample serves all steps")
def noise_is_short(p: Script) -> None:
    """Let the labels of n samples z with ‖z‖ ≤ D be flipped in finitely many outcomes i, with the probabilities P[i] ≥
    0, Σ P[i] = 1. Let f[i] be 1 if a label is flipped, else 0. Each label is flipped with the probability η,
    independently of the others. Let d[i] be the sum of (η − f[i])z. Then Σ P[i]‖d[i]‖² ≤ nη(1 − η)D². The outcomes with
    ‖d[i]‖ ≥ na are marked by B[i] =
    1. Together they have a probability of at most η(1 − η)D²/(na²).

    The proof uses independence only for Σ P[i](η − f[i])⟨d[i], z⟩ = 0, where d[i] is the sum over earlier samples.
    """
    d, z = p.vectors("d[i] z")
    P, f, n, eta, D, a, bad = p.reals("P[i] f[i] n η D a B[i]")
    p.assume(probability=P >= 0, total=Eq(Sum(P), 1), size=a > 0, indicator=Eq(bad**2, bad),
             bad=bad * (d @ d - n**2 * a**2) >= 0, some=n > 0)
    p.run([(d, 0, d + (eta - f) * z), (n, 0, n + 1)], [f, z], {
        "flip": Eq(f**2, f), "rate": Eq(Sum(P * f), eta), "independent": Eq(Sum(P * (eta - f) * (d @ z)), 0),
        "radius": z @ z <= D**2})
    p.example_without("indicator", size=2, steps=[{"f[i]": [0, 1], "z": [1]}], values={
        "P[i]": ["1/2", "1/2"], "B[i]": [2, 2], "η": "1/2", "D": 1, "a": "1/2"})
    variance = eta * (1 - eta) * D**2
    p.show(length=Sum(P * (d @ d)) <= n * variance, conclusion=Sum(P * bad) <= variance / (n * a**2))
    with p.induction(length=Sum(P * (d @ d)) <= n * variance):
        p.have("deviation", P * (eta - f) ** 2 >= 0, "probability", square(eta - f))
        p.have("each deviation", Eq(P * (eta - f) ** 2, P * (eta**2 - 2 * eta * f + f)), "flip")
        p.sum("deviation", "sign")
        p.sum("each deviation", "value")
        p.have("one", Eq(Sum(P * (eta - f) ** 2), eta * (1 - eta)), "value", "rate", "total")
        p.have("least", eta * (1 - eta) >= 0, "sign", "one")
        p.have("each", Eq(P * ((d + (eta - f) * z) @ (d + (eta - f) * z)),
                          P * (d @ d) + 2 * P * (eta - f) * (d @ z) + P * (eta - f) ** 2 * (z @ z)))
        p.sum("each", "all")
        p.conclude("all", "length", "independent", "one", "least * radius")
    p.have("rest", 1 - bad >= 0, "indicator", square(1 - bad))
    p.have("square", d @ d >= 0, length(d))
    p.have("each", P * bad * n**2 * a**2 <= P * (d @ d), "probability * bad", "probability * rest * square")
    p.sum("each", "all")
    p.have("product", n * a**2 * Sum(P * bad) <= variance, "all", "length", times("some"))
    p.have("positive", n * a**2 > 0, "some * size * size")
    p.conclude("length", "product", "positive")


@theorem("noise-tolerant-update-bound",
         title="Updates within α of means V with ⟨u, V⟩ ≥ g ≥ 2α and ⟨w, V⟩ ≤ 0 number T, T(g − 2α)² ≤ R²",
         source=cite("bylander1994", "the number of iterations of the modified perceptron"),
         says="a bound of the same order, with a probability over the samples. It has no number s, and "
              "not the hypotheses root and sign about it; only the proof uses them. Without the hypothesis turn, the "
              "bound fails after two steps, with r = √2.")
def updates(p: Script) -> None:
    """Start at w = 0. Let each update add to w a v with ‖v‖ ≤ R and ‖v − V‖ ≤ α, where ⟨u, V⟩ ≥ g for a unit vector u,
    and ⟨w, V⟩ ≤ 0. If g ≥ 2α, then T updates have T(g − 2α)² ≤ R². So T ≤ R²/(g − 2α)² if g > 2α.

    By noisy-update-corrected g = γε, while the error of w is at least ε. v is the mean of enough noisy samples to make
    α small. For the steps on one sample see noise-tolerant-step. s is √T. The proof has ‖w‖ ≤ Rs + αT.
    """
    u, w, v, V = p.vectors("u w v V")
    R, g, alpha, T = p.reals("R g α T")
    p.assume(unit=Eq(u @ u, 1), error=alpha >= 0, large=g >= 2 * alpha)
    r, s = p.reals("r s")
    p.run([(w, 0, w + v), (T, 0, T + 1), (s, 0, r)], [v, V, r], {
        "radius": v @ v <= R**2, "near": (v - V) @ (v - V) <= alpha**2, "progress": u @ V >= g, "turn": w @ V <= 0,
        "root": Eq(r**2, s**2 + 1), "sign": r >= 0})
    p.show(conclusion=T * (g - 2 * alpha) ** 2 <= R**2)
    D = Abs(R)
    p.have("size", D >= 0)
    p.have("same", Eq(D**2, R**2))
    B = D * s + alpha * T
    with p.induction(counter=T >= 0, s=s >= 0, number=Eq(s**2, T), aligned=u @ w >= T * (g - alpha),
                     length=w @ w <= B**2):
        p.use("cauchy-schwarz", u=v - V, v=u, name="first")
        p.have("off", ((v - V) @ u) ** 2 <= alpha**2, "first", "unit", "near")
        p.use("square-root-monotone", name="least", u=-((v - V) @ u), v=alpha)
        p.have("along", u @ v >= g - alpha, "progress", "least", "off", "error")
        p.use("cauchy-schwarz", u=v - V, v=w, name="second")
        p.have("own", w @ w >= 0, length(w))
        p.have("side", ((v - V) @ w) ** 2 <= (alpha * B) ** 2, "second", "near * own", "length * error * error")
        p.have("room", B >= 0, "size * s", "error * counter")
        p.have("product", alpha * B >= 0, "error * room")
        p.use("square-root-monotone", name="most", u=(v - V) @ w, v=alpha * B)
        p.have("score", w @ v <= alpha * B, "turn", "most", "side", "product")
        p.use("square-root-monotone", name="grows", u=s, v=r)
        p.have("larger", r >= s, "grows", "root", "sign")
        p.have("after", (w + v) @ (w + v) <= B**2 + 2 * alpha * B + R**2, "length", "score", "radius")
        p.have("wider", D * alpha * (T + 1) * (r - s) >= 0, "size * error * counter * larger", "size * error * larger")
        p.have("length'", (w + v) @ (w + v) <= (D * r + alpha * (T + 1)) ** 2, "after", "wider",
               "same", "root", square(alpha))
        p.conclude("counter", "sign", "number", "root", "along", "aligned", "length'")
    p.use("cauchy-schwarz", name="whole", u=u, v=w)
    p.have("reach", (u @ w) ** 2 <= B**2, "whole", "unit", "length")
    p.have("room", B >= 0, "size * s", "error * counter")
    p.use("square-root-monotone", name="end", u=u @ w, v=B)
    p.have("bound", T * (g - 2 * alpha) <= D * s, "end", "reach", "room", "aligned")
    p.have("R²", R**2 >= 0, square(R))
    p.have("left", T * (g - 2 * alpha) >= 0, "large * counter")
    p.have("right", D * s >= 0, "size * s")
    p.have("squares", T**2 * (g - 2 * alpha) ** 2 <= R**2 * T, "bound * left", "bound * right", "number", "same")
    with p.case(T > 0):
        p.conclude("squares", times("case"))
    with p.case(T <= 0):
        p.have("none", Eq(T, 0), "case", "counter")
        p.conclude("none", "R²")

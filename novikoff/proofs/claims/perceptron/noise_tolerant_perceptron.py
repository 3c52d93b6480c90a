"""The noise-tolerant perceptron: labels are flipped with a known probability, and a correction removes the effect of
the flips on average.

Notation: z[i] are the signed samples with their true labels, P[i] their probabilities; each label is flipped with the
same probability η < 1/2. m[i] is 1 if w is wrong on z[i], else 0. If w is right on the true label, it is wrong on the
flipped label.
"""

from ...statements.proof_script import Script, length, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Sum, equal


@theorem(
    "noisy-update-corrected",
    title="The mean of the noisy mistakes, with η/(1 − 2η) of the mean sample, is the mean of the true mistakes",
    source=cite("bylander1994", "the modified perceptron and its correction vector"),
    says="a statement on samples that are drawn, with a probability; here the mean over all samples and flips",
)
def corrected(p: Script) -> None:
    """Let N be the mean over samples and flips of what the perceptron adds: z[i] with the probability 1 − η if w is
    wrong, and −z[i] with the probability η if it is right. Let M be the mean of all samples with their noisy labels.
    Then N + η/(1 − 2η)·M = V, the mean of the samples on which w is wrong. If ⟨u, z[i]⟩ ≥ γ, ⟨u, V⟩ is at least γ times
    the probability of an error, and ⟨w, V⟩ ≤ 0.
    """
    u, w, z = p.vectors("u w z[i]")
    P, m, eta, gamma = p.reals("P[i] m[i] η γ")
    p.assume(probability=P >= 0, rate=eta < Rational(1, 2), margin=u @ z >= gamma, mistake=m * (w @ z) <= 0,
             indicator=Eq(m**2, m))  # fmt: skip
    wrong = p.let("V", Sum(P * m * z))
    noisy = p.let("N", Sum(P * ((1 - eta) * m - eta * (1 - m)) * z))
    mean = p.let("M", Sum(P * ((1 - eta) - eta) * z))
    p.show(update=equal(noisy + eta / (1 - 2 * eta) * mean, wrong), right=u @ wrong >= gamma * Sum(P * m),
           turn=w @ wrong <= 0)  # fmt: skip
    p.have("large", 1 - 2 * eta > 0, "rate")
    p.have("share", m >= 0, "indicator", square(m))
    p.have("each", P * m * (u @ z) >= P * m * gamma, "probability * share * margin")
    p.sum("each", "all")
    p.have("low", P * m * (w @ z) <= 0, "probability * mistake")
    p.sum("low", "score")
    p.conclude("large", "all", "score")


@theorem(
    "noise-tolerant-update-bound",
    title="T updates within α of means V with ⟨u, V⟩ ≥ g and ⟨w, V⟩ ≤ 0 have T(g − 2α) ≤ R√T",
    source=cite("bylander1994", "the number of iterations of the modified perceptron"),
    says="a bound of the same order, with a probability over the samples",
)
def updates(p: Script) -> None:
    """Let each update add v with ‖v‖ ≤ R and ‖v − V‖ ≤ α to w, 0 at first, where ⟨u, V⟩ ≥ g for a unit vector u
    and ⟨w, V⟩ ≤ 0. Then T updates have T(g − 2α) ≤ R√T, that is T ≤ R²/(g − 2α)² if g > 2α.

    By noisy-update-corrected, g = γε while w errs with a probability of at least ε. v is the mean of enough noisy
    samples to make α small. How many samples are enough is a statement about probabilities, which is not made here. s
    is √T, or any sequence of numbers with s'² ≥ s² + 1. The proof shows ‖w‖ ≤ Rs + αT.
    """
    u, w, v, V = p.vectors("u w v V")
    R, g, alpha, T = p.reals("R g α T")
    p.assume(unit=Eq(u @ u, 1), error=alpha >= 0, size=R >= 0)
    r, s = p.reals("r s")
    p.run([(w, 0, w + v), (T, 0, T + 1), (s, 0, r)], [v, V, r], {
        "radius": v @ v <= R**2, "near": (v - V) @ (v - V) <= alpha**2, "progress": u @ V >= g, "turn": w @ V <= 0,
        "root": r**2 >= s**2 + 1, "sign": r >= 0})  # fmt: skip
    p.show(conclusion=T * (g - 2 * alpha) <= R * s)
    B = R * s + alpha * T
    with p.induction(counter=T >= 0, s=s >= 0, aligned=u @ w >= T * (g - alpha), length=w @ w <= B**2):
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
        p.have("R²", R**2 >= 0, square(R))
        p.use("square-root-monotone", name="grows", u=s, v=r)
        p.have("larger", r >= s, "grows", "root", "sign")
        p.have("after", (w + v) @ (w + v) <= B**2 + 2 * alpha * B + R**2, "length", "score", "radius")
        p.have("wider", R * alpha * (T + 1) * (r - s) >= 0, "size * error * counter * larger", "size * error * larger")
        p.have("length'", (w + v) @ (w + v) <= (R * r + alpha * (T + 1)) ** 2, "after", "wider",
               "root * R²", square(alpha))  # fmt: skip
        p.conclude("counter", "sign", "along", "aligned", "length'")
    p.use("cauchy-schwarz", name="whole", u=u, v=w)
    p.have("reach", (u @ w) ** 2 <= B**2, "whole", "unit", "length")
    p.have("room", B >= 0, "size * s", "error * counter")
    p.use("square-root-monotone", name="end", u=u @ w, v=B)
    p.conclude("end", "reach", "room", "aligned")

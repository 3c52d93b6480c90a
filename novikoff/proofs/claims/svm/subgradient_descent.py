"""The objective of the soft margin as an average, and sub-gradient steps on it.

Notation: N = Σ 1 is the number of samples, hᵢ = max(0, 1 − yᵢf(xᵢ)) is the loss of the sample i, and η is the step
size. θᵢ is 1 where yᵢf(xᵢ) < 1 and 0 where yᵢf(xᵢ) > 1, and any number from 0 to 1 where yᵢf(xᵢ) = 1, so that θᵢ(1 −
yᵢf(xᵢ)) = hᵢ.
"""

from ....algorithms import gradient_descent, hinge, pegasos, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, augment, equal

PAGE = "Gradient (or steepest) descent algorithm for SVM"


@theorem("averaged-objective", title="The objective as an average", source=cite("slides", PAGE), ledger=["003-average"],
         says="the text does not state that there is a sample")
def average(p: Script) -> None:
    """If there are N ≥ 1 samples, λ/2·‖w‖² + (1/N)Σ hᵢ = (1/N)Σ (λ/2·‖w‖² + hᵢ)."""
    w, (lam, h) = p.vector("w"), p.reals("λ h[i]")
    p.assume(sample=Sum(1) > 0)
    p.show(conclusion=Eq(lam / 2 * (w @ w) + Sum(h) / Sum(1), Sum(lam / 2 * (w @ w) + h) / Sum(1)))


@theorem("averaged-objective-weight", title="λ = 2/(NC)", source=cite("slides", PAGE), ledger=["003-lambda"],
         says="the scale is not given; it is 1/(NC)", adds={"penalty": "C > 0"})
def weight(p: Script) -> None:
    """Let C > 0, and let λ = 2/(NC) for N ≥ 1 samples. Then λ/2·‖w‖² + (1/N)Σ hᵢ is ‖w‖² + C·Σ hᵢ times the positive
    factor 1/(NC), so both objectives have the same minimisers.
    """
    w, (C, h) = p.vector("w"), p.reals("C h[i]")
    p.assume(penalty=C > 0, sample=Sum(1) > 0)
    lam = p.let("λ", 2 / (Sum(1) * C))
    scale = 1 / (Sum(1) * C)
    p.show(value=Eq(lam / 2 * (w @ w) + Sum(h) / Sum(1), scale * (w @ w + C * Sum(h))), positive=scale > 0)


@theorem("averaged-objective-subgradient", title="A sub-gradient of the averaged objective",
         source=cite("slides", PAGE), ledger=["003-hinge-nondiff", "003-gd"],
         says="a sub-gradient is computed; the text does not say which")
def objective_subgradient(p: Script) -> None:
    """Let J(w, b) = λ/2·‖w‖² + (1/N)Σ hᵢ. For any (v, c), J(v, c) is at least J(w, b) + ⟨λw − (1/N)Σ θᵢyᵢxᵢ, v − w⟩ −
    (1/N)Σ θᵢyᵢ(c − b) + λ/2·‖v − w‖².

    The hᵢ and the kᵢ are the losses at (w, b) and (v, c).
    """
    w, v, x = p.vectors("w v x[i]")
    b, c, y, lam, theta, h, k = p.reals("b c y[i] λ θ[i] h[i] k[i]")
    here, there = perceptron.margin(State(w, b), x, y), perceptron.margin(State(v, c), x, y)
    p.assume(sample=Sum(1) > 0, low=theta >= 0, high=theta <= 1, active=Eq(theta * (1 - here), h),
             k_sign=k >= 0, k_line=k >= 1 - there)
    slope = lam * (w @ (v - w)) - Sum(theta * y * (x @ (v - w) + c - b)) / Sum(1)
    p.show(conclusion=lam / 2 * (v @ v) + Sum(k) / Sum(1)
           >= lam / 2 * (w @ w) + Sum(h) / Sum(1) + slope + lam / 2 * ((v - w) @ (v - w)))
    p.have("rest", 1 - theta >= 0, "high")
    p.have("term", k >= h - theta * y * (x @ (v - w) + c - b), "active", "low * k_line", "rest * k_sign")
    p.sum("term", "total")
    p.have("share", 1 / Sum(1) > 0, "sample")
    p.conclude("share * total")


@theorem("hinge-step-is-subgradient-step", title="The sub-gradient step on the hinge objective",
         source=cite("slides", PAGE), ledger=["003-gd"])
def hinge_step(p: Script) -> None:
    """On one sample (x, y) in violation, of weight s, the step of size η changes (w, b) by −ηg with the sub-gradient
    g = (λw − syx, −sy) of λ/2·‖w‖² + s·max(0, 1 − yf(x)).
    """
    w, x = p.vectors("w x")
    b, y, lam, rate, share = p.reals("b y λ η s")
    after = hinge.step(State(w, b), [(x, y)], lam=lam, rate=rate, share=share)
    gradient = augment(lam * w - share * y * x, -share * y)
    p.show(conclusion=equal(augment(after.w, after.b), gradient_descent.step(augment(w, b), gradient, rate)))


@theorem("subgradient-step-nears-minimiser", title="A step against the gradient goes nearer to every better point",
         source=cite("slides", PAGE), ledger=["003-gd"],
         says="the update is used to minimise a cost; η ≥ 0 is not stated")
def nears_minimiser(p: Script) -> None:
    """Let g be a gradient or sub-gradient of a convex cost at w: cost(u) ≥ cost(w) + ⟨g, u − w⟩. Let η ≥ 0. Then w' = w
    − ηg has ‖w' − u‖² ≤ ‖w − u‖² − 2η(cost(w) − cost(u)) + η²‖g‖².

    So w' is nearer to u than w if cost(u) < cost(w) and η > 0 is small enough.
    """
    w, u, g = p.vectors("w u g")
    here, there, rate = p.reals("cw cu η")
    p.assume(subgradient=there >= here + g @ (u - w), rate=rate >= 0)
    after = p.let("w'", gradient_descent.step(w, g, rate))
    p.calc((after - u) @ (after - u),
           "==", (w - u) @ (w - u) + 2 * rate * (g @ (u - w)) + rate**2 * (g @ g), "update",
           "<=", (w - u) @ (w - u) - 2 * rate * (here - there) + rate**2 * (g @ g), "rate * subgradient",
    )


@theorem("pegasos-step-is-subgradient-step", title="A step of Pegasos",
         source=cite("slides", "Pegasos – Stochastic Gradient Descent Algorithm"), ledger=["003-pegasos"],
         says="the name of the algorithm, and that it samples at random; the rule is from its publication")
def pegasos_step(p: Script) -> None:
    """On a sample (x, y) in violation (y⟨w, x⟩ < 1), the step t of Pegasos is a step of size 1/(λt) against λw − yx.
    This is the gradient of λ/2·‖w‖² + 1 − y⟨w, x⟩.
    """
    w, x = p.vectors("w x")
    y, lam, t = p.reals("y λ t")
    p.assume(weight=lam > 0, time=t > 0)
    after = pegasos.step(w, [y * x], t=t, lam=lam)
    p.show(conclusion=equal(after, gradient_descent.step(w, lam * w - y * x, 1 / (lam * t))))


@theorem("pegasos-step-unbiased", title="The mean step of Pegasos is the step on the average",
         source=cite("slides", "Pegasos – Stochastic Gradient Descent Algorithm"), ledger=["003-pegasos"],
         says="samples are drawn at random; the mean over all samples is the expectation of a uniform draw")
def pegasos_unbiased(p: Script) -> None:
    """The mean over all N ≥ 1 samples of ⟨w', v⟩, where w' is the step of Pegasos on that sample, is ⟨w − 1/(λt)·g, v⟩
    with g = λw − (1/N)Σ θᵢyᵢxᵢ, for every vector v.
    """
    w, v, x = p.vectors("w v x[i]")
    y, theta, lam, t = p.reals("y[i] θ[i] λ t")
    p.assume(weight=lam > 0, time=t > 0, sample=Sum(1) > 0)
    after = pegasos.step(w, [theta * y * x], t=t, lam=lam)
    slope = lam * (w @ v) - Sum(theta * y * (x @ v)) / Sum(1)
    p.show(conclusion=Eq(Sum(after @ v) / Sum(1), w @ v - slope / (lam * t)))

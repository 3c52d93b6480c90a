"""Finitely many samples: strict separability gives a positive margin; a Gordan combination forbids it.

Notation: mᵢ = yᵢ(⟨w, xᵢ⟩ + b) is the functional margin of the sample i; rᵢ stands for 1/mᵢ.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, augment


@theorem("separable-has-positive-margin", title="Finitely many samples that are separated have a positive margin",
         source=cite("tutorial", "after eq. (10)"), ledger=["000-separable-exists-gamma"],
         says="the text does not say that there are finitely many samples; for infinitely many, the infimum of the "
              "margins may be 0")
def positive_margin(p: Script) -> None:
    """Let finitely many samples, at least one, have positive margins with respect to (w*, b*), and let rᵢ be the
    inverses of the margins. Then Σrᵢ is positive, and every margin is at least γ = 1/Σrᵢ.
    """
    w, x = p.vectors("w* x[i]")
    b, y, r = p.reals("b* y[i] r[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(separated=margin > 0, inverse=Eq(r * margin, 1), sample=Sum(1) > 0)
    p.show(positive=Sum(r) > 0, margin=margin * Sum(r) >= 1)
    p.have("each", r > 0, "separated", "inverse")
    p.sum("each", "total", each="single")
    with p.proving("some", Sum(r) > 0):
        p.suppose_not("none")
        p.have("never", r * margin <= 0, "single * separated", "none * separated")
        p.sum("never", "all never")
        p.sum("inverse", "count")
        p.conclude("all never", "count", times("sample"))
    p.have("all", margin * Sum(r) >= 1, "single * separated", "inverse")


@theorem("gordan-combination-leaves-a-mistake",
         title="Where a convex combination of the signed samples is 0, some sample is a mistake",
         source=cite("tutorial", "The Perceptron Algorithm, the loop until all samples are classified"),
         ledger={"000-nonseparable-loop": "follows", "001-perfectly-separable": "follows"},
         says="nothing about data that are not separable")
def gordan(p: Script) -> None:
    """If λᵢ ≥ 0, Σλᵢ > 0 and Σλᵢyᵢ(⟨w, xᵢ⟩ + b) = 0, then no g > 0 is a lower bound of all margins of (w, b). If
    Σλᵢyᵢ(xᵢ, 1) = 0, every (w, b) satisfies this.
    """
    w, x = p.vectors("w x[i]")
    b, g, y, a = p.reals("b g y[i] λ[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(weights=a >= 0, some=Sum(a) > 0, combination=Eq(Sum(a * margin), 0), bound=margin >= g)
    p.show(conclusion=g <= 0)
    p.have("term", a * margin >= g * a, "weights * bound")
    p.sum("term", "total")
    p.suppose_not("positive")
    p.conclude("total", "combination", times("positive", "some"))


@theorem("nonseparable-samples-keep-a-mistake", title="On samples that are not separable the loop never ends",
         source=cite("tutorial", "The Perceptron Algorithm, the loop until all samples are classified"),
         ledger=["000-nonseparable-loop", "001-perfectly-separable"],
         says="nothing about data that are not separable")
def never_ends(p: Script) -> None:
    """Let (u, a) be the nearest point of the hull of the yᵢ(xᵢ, 1). If (u, a) does not separate the samples, then no
    (w, b) has margins mᵢ ≥ g for every i with a g > 0. So if no (w, b) separates the samples, some sample is a mistake
    of (w, b) after any number of updates.

    u = Σ λᵢyᵢxᵢ and a = Σ λᵢyᵢ with λᵢ ≥ 0, Σ λᵢ = 1. Since (u, a) is the nearest point of the hull, its margins on the
    samples are at least ‖u‖² + a². There is such a point, by hull-nearest-point-exists. To state that (u, a) does not
    separate, the claim has numbers c[i] with a positive sum; c[i] is at most 0 if (u, a) is right on sample i.
    """
    w, x = p.vectors("w x[i]")
    b, g, y, weight, c = p.reals("b g y[i] λ[i] c[i]")
    u, a = p.let("u", Sum(weight * y * x)), p.let("a", Sum(weight * y))
    nearest, margin = perceptron.margin(State(u, a), x, y), perceptron.margin(State(w, b), x, y)
    p.assume(weights=weight >= 0, total=Eq(Sum(weight), 1), nearest=nearest >= u @ u + a**2,
             misclassified=c * nearest <= 0, some=Sum(c) > 0, bound=margin >= g)
    p.show(conclusion=g <= 0)
    signed = {"w": augment(w, b), "x[i]": y * augment(x, 1), "λ[i]": weight}
    p.use("nonseparable-vectors-keep-a-mistake", signed, name="signed")
    p.conclude("signed")

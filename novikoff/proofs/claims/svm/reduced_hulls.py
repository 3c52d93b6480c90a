"""The ν-SVM and reduced hulls: weak duality, optimality, and the meaning of ν.

Notation: the weights c[i] in [0, D] of the samples x[i] with labels y[i] = ±1 sum to 1 in each class, so that Σ c = 2
and Σ c·y = 0. The points Σ c·x over a class form its reduced hull. For D < 1 no single sample belongs to it. The points
of the two classes differ by v = Σ c·y·x. The classifier (w, b) has the margin ρ with the slacks ξ[i]. ν = 2/(nD) for n
samples.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, Vector

REDUCED = cite("crispburges2000", "section 3.2, the ν-SVM as the distance of reduced hulls, there soft convex hulls")


@theorem("reduced-hull-weak-duality",
         title="No classifier has a larger ν-SVM objective than points of the reduced hulls allow", source=REDUCED)
def weak_duality(p: Script) -> None:
    """Let 0 ≤ c[i] ≤ D with Σ c = 2 and Σ c·y = 0, and v = Σ c·y·x. If y(⟨w, x⟩ + b) ≥ ρ − ξ and ξ ≥ 0 for every
    sample, then 2ρ − D Σ ξ − ‖w‖²/2 ≤ ‖v‖²/2.
    """
    w, x = p.vectors("w x[i]")
    b, y, c, xi, rho, D = p.reals("b y[i] c[i] ξ[i] ρ D")
    v: Vector = p.let("v", Sum(c * y * x))
    p.assume(weights=c >= 0, reduced=c <= D, total=Eq(Sum(c), 2), balance=Eq(Sum(c * y), 0), slack=xi >= 0,
             margin=perceptron.margin(State(w, b), x, y) >= rho - xi)
    p.show(conclusion=2 * rho - D * Sum(xi) - w @ w / 2 <= v @ v / 2)
    p.have("each", c * (perceptron.margin(State(w, b), x, y) - rho) >= -D * xi, "weights * margin", "reduced * slack")
    p.sum("each", "all")
    p.conclude("all", "balance", "total", length(w - v))
    p.example_without("weights", size=3, w=[1], b="7/2", D=2, values={
        "x[i]": [[1], [10], [-8]], "y[i]": [1, 1, -1], "c[i]": [2, -1, 1], "ξ[i]": [0, 0, 0], "ρ": "9/2"})


@theorem("reduced-hull-optimal",
         title="Where w = v and the weights fit the slacks, both problems of the ν-SVM have the same value",
         source=REDUCED)
def optimal(p: Script) -> None:
    """Let c, v be as in reduced-hull-weak-duality, w = v, c(y(⟨w, x⟩ + b) − ρ + ξ) = 0, and c = D wherever ξ is not 0,
    that is ξ(D − c) = 0. Then 2ρ − D Σ ξ − ‖w‖²/2 = ‖v‖²/2. So the left side is as large as possible, and the right
    side is as small as possible.
    """
    x = p.vector("x[i]")
    b, y, c, xi, rho, D = p.reals("b y[i] c[i] ξ[i] ρ D")
    v: Vector = p.let("v", Sum(c * y * x))
    p.assume(total=Eq(Sum(c), 2), balance=Eq(Sum(c * y), 0), fits=Eq(xi * (D - c), 0),
             tight=Eq(c * (perceptron.margin(State(v, b), x, y) - rho + xi), 0))
    p.show(conclusion=Eq(2 * rho - D * Sum(xi) - v @ v / 2, v @ v / 2))
    p.sum("tight", "all")
    p.sum("fits", "slacks")
    p.conclude("all", "slacks", "balance", "total")


@theorem("nu-counts-errors-and-support",
         title="ν is at least the fraction of margin errors, and at most the fraction of support vectors",
         source=cite("scholkopf2000", "Proposition 5, the meaning of ν"))
def nu_counts(p: Script) -> None:
    """Let 0 ≤ c[i] ≤ D with Σ c = 2. Let e[i] be 0 or 1, and 1 only where c[i] = D. Let s[i] ≥ 0, and s[i] = 1 where
    c[i] > 0. Then D Σ e ≤ 2 ≤ D Σ s.

    At an optimum the margin errors, ξ[i] > 0, have c[i] = D. With D = 2/(νn) at most νn samples are margin errors, and
    at least νn are support vectors.
    """
    c, e, s, D = p.reals("c[i] e[i] s[i] D")
    p.assume(weights=c >= 0, total=Eq(Sum(c), 2), errors=Eq(e * (D - c), 0), indicator=Eq(e**2, e), support=c <= D * s)
    p.show(errors_few=D * Sum(e) <= 2, support_many=D * Sum(s) >= 2)
    p.have("rest", 1 - e >= 0, "indicator")
    p.have("each", D * e <= c, "errors", "rest * weights")
    p.sum("each", "few")
    p.sum("support", "many")
    p.conclude("few", "many", "total")

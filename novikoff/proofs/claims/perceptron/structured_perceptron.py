"""The perceptron that chooses among candidates: an update adds a difference of candidates, or a mean of differences.

Notation: c is the right candidate of an example, and c[i] are the other candidates; each candidate is the vector of
its features, and the algorithm chooses the candidate with the largest ⟨w, c⟩. A mistake adds Σ aᵢ(c − cᵢ) to w. The
shares aᵢ ≥ 0 have Σ aᵢ = 1, and aᵢ = 0 where ⟨w, cᵢ⟩ < ⟨w, c⟩. A candidate with a tie may have a share. As a rule the
chosen candidate has the whole share.

So the algorithm is the perceptron without bias on the vectors Σ aᵢ(c − cᵢ) with the label +1. These vectors are at most
as long as the longest difference, and their margins are at least the least margin of a difference. The multi-class
perceptron is the case where candidate r of x has x at the place of class r, and 0 at all others.
"""

from typing import Any

from ....algorithms import structured_perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector
from .non_separable_mistake_bound import Deviating, count_from_deviations


def candidates(p: Script) -> tuple[Vector, Vector, Scalar]:
    """Declare the right candidate, the others, and their shares."""
    right, wrong = p.vectors("c c[i]")
    return right, wrong, p.real("a[i]")


def chosen(w: Vector, right: Vector, wrong: Vector, share: Scalar) -> dict[str, Any]:
    """Return the facts about the shares of a mistake."""
    return {"shares": share >= 0, "total": Eq(Sum(share), 1), "too_high": share * ((right - wrong) @ w) <= 0}


def updated(w: Vector, right: Vector, wrong: Vector, share: Scalar) -> Vector:
    """Apply the shipped update rule, where the losing candidate is the mean of the wrong candidates, weighted by their
    shares."""
    after: Vector = structured_perceptron.update(State(w, 0), [right, Sum(share * wrong)], [1, -1]).w
    return after


@theorem("structured-mistake-bound", title="The structured perceptron makes at most R²‖u‖²/δ² mistakes",
         source=cite("collins2002", "Theorem 1"), says="the update is for the candidate chosen alone, and ‖u‖ = 1")
def mistake_bound(p: Script) -> None:
    """Let ‖c − cᵢ‖ ≤ R and ⟨u, c − cᵢ⟩ ≥ δ > 0 for all wrong candidates of each example. From w = 0, the perceptron
    makes at most R²‖u‖²/δ² mistakes, in any order, for any shares of the candidates that score no lower than the right
    one.
    """
    w, u = p.vectors("w u")
    k, R, delta = p.reals("k R δ")
    right, wrong, share = candidates(p)
    p.assume(positive=delta > 0)
    p.run([(w, 0, updated(w, right, wrong, share)), (k, 0, k + 1)], [right, wrong, share], {
        **chosen(w, right, wrong, share), "radius": (right - wrong) @ (right - wrong) <= R**2,
        "margin": (right - wrong) @ u >= delta,
    })
    p.show(conclusion=k <= R**2 * (u @ u) / delta**2)
    with p.induction(counter=k >= 0, alignment=w @ u >= k * delta, growth=w @ w <= k * R**2):
        added(p, w, u, delta, R, (right, wrong, share))
        p.conclude("counter", "alignment", "growth", "reach", "turn", "long")
    p.use("alignment-and-growth-bound-count", name="count", u=w, v=u, M=R**2, γ=delta)
    p.conclude("count")


def added(p: Script, w: Vector, u: Vector, reach: Scalar, R: Scalar, of: tuple[Vector, Vector, Scalar]) -> None:
    """Derive that a mistake adds a vector with the margin and at most the length of the differences. The inner product
    of this vector with w is at most 0.
    """
    right, wrong, share = of
    gap, step = right - wrong, right - Sum(share * wrong)
    p.have("reaching", share * (gap @ u) >= share * reach, "shares * margin")
    p.sum("reaching", "reached")
    p.have("reach", step @ u >= reach, "reached", "total")
    p.sum("too_high", "turned")
    p.have("turn", step @ w <= 0, "turned", "total")
    p.have("short", share * (gap @ gap) <= share * R**2, "shares * radius")
    p.sum("short", "shorts")
    p.have("spread", share * ((gap - step) @ (gap - step)) >= 0, "shares", length(gap - step))
    p.sum("spread", "spreads")
    p.have("long", step @ step <= R**2, "spreads", "shorts", "total")


@theorem("structured-deviation-mistake-bound",
         title="The mistake bound ((R + D)/δ)² of the structured perceptron, in one pass",
         source=cite("collins2002", "Theorem 2"), says="the update is for the candidate chosen alone")
def deviation_bound(p: Script) -> None:
    """Let ‖u‖ = 1 and δ > 0. Let all wrong candidates of each example have ‖c − cᵢ‖ ≤ R and ⟨u, c − cᵢ⟩ ≥ δ − d, where
    d is the amount by which the example misses the margin δ. If the sum of d² over the examples is at most D², the
    perceptron makes at most ((R + D)/δ)² mistakes when it visits each of them once.
    """
    w, u = p.vectors("w u")
    t, s, q, delta, R, d, D = p.reals("t s q δ R d D")
    right, wrong, share = candidates(p)
    p.assume(unit=Eq(u @ u, 1), positive=delta > 0, R_positive=R >= 0, some=D >= 0, deviations=q <= D**2)
    after = updated(w, right, wrong, share)
    p.run([(w, 0, after), (t, 0, t + 1), (s, 0, s + d), (q, 0, q + d**2)], [right, wrong, share, d], {
        **chosen(w, right, wrong, share), "radius": (right - wrong) @ (right - wrong) <= R**2,
        "margin": (right - wrong) @ u >= delta - d,
    })
    p.show(conclusion=t <= ((R + D) / delta) ** 2)
    other, last = {"c": [0, 0], "d": 0, "c[i]": [[-1, "-3/4"], [-1, "3/4"]]}, {"a[i]": [0, 1]}
    p.example_without("shares", dimension=2, size=2, u=[1, 0], R="5/4", D=0, δ=1,
                      steps=[{**other, "a[i]": [2, -1]}, {**other, **last}])
    with p.induction(counter=t >= 0, alignment=u @ w >= t * delta - s, growth=w @ w <= t * R**2):
        added(p, w, u, delta - d, R, (right, wrong, share))
        p.conclude("counter", "alignment", "growth", "reach", "turn", "long")
    count_from_deviations(p, Deviating(u, w, t, s, q, delta, R, d), D)

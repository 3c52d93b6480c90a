"""The perceptron with several classes: one weight vector for each, and what a mistake adds to them.

Main statements
    multi-class-mistake-bound           k ≤ 2R² Σ‖uᵢ‖²/γ², for any number of classes
    multi-class-mistake-bound-reached   two classes and orthogonal examples for which that is k, for every k

Notation: w[i] are the weights of class i, and x is classified by the largest ⟨wᵢ, x⟩. A mistake adds τᵢx to w[i]: τ is
1 for the class of x, and negative or 0, with the sum −1, for classes whose score is no smaller than that of its own.
So Σ τᵢ² ≤ 2 and Σ τᵢ⟨wᵢ, x⟩ ≤ 0, and no more is needed. If ⟨uᵢ, x⟩ is larger for the class of x than for any other, by
at least γ, then Σ τᵢ⟨uᵢ, x⟩ ≥ γ.

Each class is updated by the shipped rule, with τᵢ in place of the label.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Sum
from ...statements.registry import cite, theorem
from ...statements.script import Script, length, square
from .mistake_bound_reached import unseen


@theorem(
    "multi-class-mistake-bound",
    title="The multi-class perceptron makes at most 2R² Σ‖uᵢ‖²/γ² mistakes",
    source=cite("crammersinger2003", "the mistake bound for separable data"),
)
def mistake_bound(p: Script) -> None:
    """If ‖x‖ ≤ R and Σ τᵢ⟨uᵢ, x⟩ ≥ γ > 0 at every mistake, where Σ τᵢ² ≤ 2 and Σ τᵢ⟨wᵢ, x⟩ ≤ 0, the multi-class
    perceptron makes at most 2R² Σ‖uᵢ‖²/γ² mistakes, for any number of classes and any rule by which the τᵢ are chosen.
    """
    w, u, x = p.vectors("w[i] u[i] x")
    k, gamma, R, tau = p.reals("k γ R τ[i]")
    p.assume(positive=gamma > 0)
    after = perceptron.update(State(w, 0), x, tau, bias_step=0).w
    p.run([(w, 0, after), (k, 0, k + 1)], [x, tau], {
        "changes": Sum(tau**2) <= 2, "radius": x @ x <= R**2, "margin": Sum(tau * (u @ x)) >= gamma,
        "mistake": Sum(tau * (w @ x)) <= 0,
    })  # fmt: skip
    along, size = Sum(u @ w), Sum(u @ u)
    p.show(conclusion=k <= 2 * R**2 * size / gamma**2)
    with p.induction(counter=k >= 0, alignment=along >= k * gamma, growth=Sum(w @ w) <= 2 * R**2 * k):
        p.have("length", x @ x >= 0, length(x))
        p.have("added", (x @ x) * Sum(tau**2) <= 2 * R**2, "changes * length", "radius")
        p.conclude("counter", "alignment", "margin", "growth", "mistake", "added")
    p.use("cauchy-schwarz-for-families", {"v[i]": w}, name="all")
    p.have("size", u @ u >= 0, length(u))
    p.sum("size", "sizes")
    p.have("reach", k * gamma >= 0, "counter * positive")
    p.have("squares", (k * gamma) ** 2 <= along**2, "alignment * alignment", "alignment * reach")
    p.have("quadratic", (k * gamma) ** 2 <= k * (2 * R**2 * size), "squares", "all", "growth * sizes")
    p.have("nonnegative", 2 * R**2 * size >= 0, "sizes", square(R))
    p.use("count-at-most-quotient", name="count", t=k, B=2 * R**2 * size)
    p.conclude("count")


@theorem(
    "multi-class-mistake-bound-reached",
    title="The multi-class bound 2R² Σ‖uᵢ‖²/γ² is reached",
    source=cite("crammersinger2003", "the mistake bound for separable data"),
    says="that the bound is reached is not stated",
)
def bound_reached(p: Script) -> None:
    """Visit k ≥ 1 of finitely many orthogonal examples x[i] of length R > 0, all of the first of two classes, once
    each, in any order. Each is a mistake with a tie, ⟨w, x⟩ = ⟨v, x⟩ = 0, which adds x to the weights w of its class
    and takes it from those of the other, v. After them u = (w, v) has the margin γ = 2R² on those visited, and k is
    2R²(‖w‖² + ‖v‖²)/γ².

    ⟨w, xᵢ⟩ is R² or 0: x[i] was visited or not.
    """
    w, v, x, family = p.vectors("w v x x[i]")
    k, R, gamma, d = p.reals("k R γ d[i]")
    p.assume(radius=R > 0, margin=Eq(gamma, 2 * R**2))
    first = perceptron.update(State(w, 0), x, 1, bias_step=0).w
    second = perceptron.update(State(v, 0), x, -1, bias_step=0).w
    p.run([(w, 0, first), (v, 0, second), (k, 0, k + 1)], [x, d], unseen(w, family, x, d, R**2))
    seen = w @ family
    p.show(conclusion=Eq(k, 2 * R**2 * (w @ w + v @ v) / gamma**2), visits=Eq(seen * (seen - R**2), 0),
           margin=Eq(seen * (w @ family - v @ family), seen * gamma))  # fmt: skip
    with p.induction(visits=Eq(seen * (seen - R**2), 0)):
        p.conclude("visits", "products", "choice", "new")
    with p.induction(growth=Eq(w @ w, k * R**2), opposite=Eq((v + w) @ (v + w), 0), other=Eq(v @ v, k * R**2)):
        p.sum("new", "no turn")
        p.have("square", Eq(d * (x @ family), d * R**2), "products", "choice")
        p.sum("square", "length")
        p.use("cauchy-schwarz", name="no-sum", u=v + w, v=x)
        p.have("no sum", Eq((v + w) @ x, 0), "no-sum", "opposite")
        p.conclude("growth", "opposite", "other", "no turn", "with_w", "length", "itself", "one", "no sum")
    with p.induction(mirrored=Eq(v @ family, -seen)):
        p.conclude("mirrored", "products")
    p.have("share", Eq(gamma * (1 / gamma), 1), "definition")
    p.have("scaled", Eq(k * gamma**2, 2 * R**2 * (w @ w + v @ v)), "growth", "other", "margin")
    p.have("count", Eq(k, 2 * R**2 * (w @ w + v @ v) / gamma**2), "scaled", "share")
    p.have("margin'", Eq(seen * (w @ family - v @ family), seen * gamma), "visits", "mirrored", "margin")
    p.conclude("count", "visits", "margin'")

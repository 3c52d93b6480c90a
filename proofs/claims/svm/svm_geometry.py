"""What the multipliers of the hard margin measure: its margin, and the distance of the hulls of the two classes.

Main statements
    margin-from-multipliers                at an optimum ‖w‖² = Σ aᵢ, so that the margin 1/‖w‖ has the square 1/Σ aᵢ
    svm-dual-attained-at-nearest-points    the nearest points of the hulls give the best multipliers
    representer-orthogonal-part            w without what is orthogonal to the samples predicts the same and is shorter

Notation: as in svm_duality; f(x) = ⟨w, x⟩ + b.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Sum, norm
from ...statements.registry import cite, theorem
from ...statements.script import Script
from .svm_duality import Samples, samples


@theorem(
    "margin-from-multipliers",
    title="The square of the margin is one over the sum of the multipliers",
    source=cite("cristianini2000", "section 6.1.1, the maximal margin classifier"),
)
def margin_from_multipliers(p: Script) -> None:
    """If w = Σ aᵢyᵢxᵢ ≠ 0, Σ aᵢyᵢ = 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then ‖w‖² = Σ aᵢ, and the margin γ = 1/‖w‖
    has γ² = 1/Σ aᵢ.
    """
    data = samples(p)
    w, b = p.let("w", data.weights), p.real("b")
    p.assume(balance=data.balance, slackness=Eq(data.a * (1 - data.margin(w, b)), 0), nonzero=w @ w > 0)  # fmt: skip
    margin = p.let("γ", 1 / norm(w))
    p.show(length=Eq(w @ w, Sum(data.a)), margin=Eq(margin**2 * Sum(data.a), 1))
    p.sum("slackness", "tight")
    p.have("length'", Eq(w @ w, Sum(data.a)), "tight", "balance")
    p.have("square", Eq(margin**2 * (w @ w), 1), "definition")
    p.have("margin'", Eq(margin**2 * Sum(data.a), 1), "square", "length'")
    p.conclude("length'", "margin'")


@theorem(
    "svm-dual-attained-at-nearest-points",
    title="The maximum of the dual is attained at the nearest points of the hulls",
    source=cite("bennettbredensteiner2000", "the separable case"),
    ledger=["001-svm-strong-duality"],
    says="the notes say that both problems have the same value; here the dual has its maximum where the hulls of the "
    "classes are nearest to each other, which they are somewhere if they are apart",
    supposes={
        "nearest": "the hulls of the two classes have nearest points, p and q",
        "other_nearest": "the hulls of the two classes have nearest points, p and q",
    },
)
def dual_attained(p: Script) -> None:
    """Let p = Σ aᵢxᵢ and q = Σ eᵢxᵢ be points of the hulls of the two classes, aᵢ, eᵢ ≥ 0 of sum 1, those of p only
    where yᵢ = 1 and those of q only where yᵢ = −1, with d = p − q ≠ 0, and as near to each other as they can be:
    ⟨d, xᵢ⟩ ≥ ⟨d, p⟩ where yᵢ = 1 and ⟨d, xᵢ⟩ ≤ ⟨d, q⟩ where yᵢ = −1. Then mᵢ = 2(aᵢ + eᵢ)/‖d‖² are multipliers,
    mᵢ ≥ 0 and Σ mᵢyᵢ = 0, of w = 2d/‖d‖² = Σ mᵢyᵢxᵢ, and their dual value Σ mᵢ − ½‖w‖² = ½‖w‖² is the maximum:
    nᵢ ≥ 0 with Σ nᵢyᵢ = 0 and S = Σ nᵢyᵢxᵢ have no larger one.

    That nearest points are those with these products is hull-nearest-point-condition, for p − q and xᵢ − q and for
    q − p and xᵢ − p. A sum of vectors is said by its inner products; w = Σ mᵢyᵢxᵢ with any one vector v.
    """
    near, other, v, S, x = p.vectors("p q v S x[i]")
    a, e, n, y = p.reals("a[i] e[i] n[i] y[i]")
    gap = p.let("d", near - other)
    p.assume(nonzero=gap @ gap > 0, a_sign=a >= 0, a_total=Eq(Sum(a), 1), a_class=Eq(a * (1 - y), 0),
             p_with_v=Eq(near @ v, Sum(a * (x @ v))), e_sign=e >= 0, e_total=Eq(Sum(e), 1), e_class=Eq(e * (1 + y), 0),
             q_with_v=Eq(other @ v, Sum(e * (x @ v))), nearest=(1 + y) * (gap @ x - gap @ near) >= 0,
             other_nearest=(1 - y) * (gap @ other - gap @ x) >= 0)  # fmt: skip
    r = p.let("r", 1 / (gap @ gap))
    m, w = 2 * r * (a + e), p.let("w", 2 * r * gap)
    dual, rival = Samples(x, y, m), Samples(x, y, n)
    p.assume(n_sign=n >= 0, n_balance=Eq(Sum(n * y), 0), S_with_d=Eq(S @ gap, rival.expansion(gap)))
    p.show(sign=m >= 0, balance=Eq(Sum(m * y), 0), expansion=Eq(w @ v, dual.expansion(v)),
           no_gap=Eq(dual.dual(w), w @ w / 2), maximum=rival.dual(S) <= dual.dual(w))  # fmt: skip
    p.have("positive", r > 0, "nonzero")
    p.have("inverse", Eq(r * (gap @ gap), 1), "definition")
    p.have("sign'", m >= 0, "positive * a_sign", "positive * e_sign")
    p.have("labels", Eq((a + e) * y, a - e), "a_class", "e_class")
    p.have("products", Eq((a + e) * y * (x @ v), (a - e) * (x @ v)), "labels")
    p.sum("products", "difference")
    p.have("of one class", Eq(a * y, a), "a_class")
    p.have("of the other", Eq(e * y, -e), "e_class")
    p.sum("of one class", "one")
    p.sum("of the other", "minus one")
    p.have("balance'", Eq(Sum(m * y), 0), "one", "minus one", "a_total", "e_total")
    p.have("expansion'", Eq(w @ v, dual.expansion(v)), "difference", "p_with_v", "q_with_v")
    p.have("value", Eq(dual.dual(w), w @ w / 2), "inverse", "a_total", "e_total")
    b = -r * (gap @ near + gap @ other)
    p.have("plus", r * (1 + y) * (gap @ x - gap @ near) >= 0, "positive * nearest")
    p.have("minus", r * (1 - y) * (gap @ other - gap @ x) >= 0, "positive * other_nearest")
    p.have("feasible", rival.margin(w, b) >= 1, "plus", "minus", "inverse")
    p.use("svm-weak-duality", {"a[i]": n, "w": w, "b": b}, name="weak")
    p.conclude("sign'", "balance'", "expansion'", "value", "one", "a_total", "weak")


@theorem(
    "representer-orthogonal-part",
    title="What is orthogonal to all samples makes w longer and predicts nothing",
    source=cite("kimeldorfwahba1971", "the representer theorem; the step by orthogonal decomposition"),
)
def representer(p: Script) -> None:
    """Let w = s + r with r orthogonal to s and to all samples, as for s in their span and r orthogonal to it. Then
    (s, b) has the same margins yᵢf(xᵢ) as (w, b), and ‖w‖² = ‖s‖² + ‖r‖².

    So a loss of the margins plus λ‖w‖², λ > 0, is less for (s, b) by λ‖r‖²: a solution lies in the span of the samples.
    """
    s, r, x = p.vectors("s r x[i]")
    b, y = p.reals("b y[i]")
    w = p.let("w", s + r)
    p.assume(orthogonal=Eq(r @ x, 0), apart=Eq(s @ r, 0))
    margin, other = perceptron.margin(State(w, b), x, y), perceptron.margin(State(s, b), x, y)
    p.show(margins=Eq(other, margin), length=Eq(w @ w, s @ s + r @ r))
    p.have("same", Eq(other, margin), "orthogonal")
    p.have("square", Eq(w @ w, s @ s + r @ r), "apart")
    p.conclude("same", "square")

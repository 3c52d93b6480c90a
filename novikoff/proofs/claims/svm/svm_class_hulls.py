"""The multipliers of the hard margin determine its margin, and the distance of the hulls of the two classes.

Notation: as in svm_duality; f(x) = ⟨w, x⟩ + b.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, Vector, augment, equal, norm
from ..inner_products.lengths_from_squares import no_product
from .svm_duality import Samples, samples


@theorem("margin-from-multipliers", title="The square of the margin is one over the sum of the multipliers",
         source=cite("cristianini2000", "section 6.1.1, the maximal margin classifier"))
def margin_from_multipliers(p: Script) -> None:
    """If w = Σ aᵢyᵢxᵢ ≠ 0, Σ aᵢyᵢ = 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i, then ‖w‖² = Σ aᵢ, and the margin γ = 1/‖w‖
    has γ² = 1/Σ aᵢ.
    """
    data = samples(p)
    w, b = p.let("w", data.weights), p.real("b")
    p.assume(balance=data.balance, slackness=Eq(data.a * (1 - data.margin(w, b)), 0), nonzero=w @ w > 0)
    margin = p.let("γ", 1 / norm(w))
    p.show(length=Eq(w @ w, Sum(data.a)), margin=Eq(margin**2 * Sum(data.a), 1))
    p.sum("slackness", "tight")
    p.have("length'", Eq(w @ w, Sum(data.a)), "tight", "balance")
    p.have("square", Eq(margin**2 * (w @ w), 1), "definition")
    p.have("margin'", Eq(margin**2 * Sum(data.a), 1), "square", "length'")
    p.conclude("length'", "margin'")


@theorem("class-hulls-have-nearest-points",
         title="The hulls of two separable classes have points that are nearest to each other",
         source=cite("bennettbredensteiner2000", "the separable case, where it is taken for granted"),
         ledger={"001-svm-strong-duality": "follows"})
def class_hulls(p: Script) -> None:
    """Let the samples be separable, yᵢ(⟨v, xᵢ⟩ + c) ≥ 1 with yᵢ = ±1, and let both classes occur. Then there are
    weights aᵢ, eᵢ ≥ 0 with Σ aᵢ = Σ eᵢ = 1, where aᵢ = 0 if yᵢ = −1 and eᵢ = 0 if yᵢ = 1, such that p = Σ aᵢxᵢ and q =
    Σ eᵢxᵢ are the nearest points of the two hulls. Let d = p − q. Then ⟨d, xᵢ⟩ ≥ ⟨d, p⟩ where yᵢ = 1, and ⟨d, xᵢ⟩ ≤ ⟨d,
    q⟩ where yᵢ = −1.

    With m[i] as in svm-strong-duality and A = Σ mᵢ, aᵢ = (1 + yᵢ)mᵢ/A and eᵢ = (1 − yᵢ)mᵢ/A.
    """
    x, y = p.vector("x[i]"), p.real("y[i]")
    p.assume(label=Eq(y**2, 1), some=Sum(1 + y) > 0, others=Sum(1 - y) > 0)
    m, beta = p.nearest("m[i] β", augment(y * x, 1), augment(Vector({}), 1), balance=y)
    A, T = Sum(m), p.let("T", Sum(m * y * x))

    def some_weight() -> None:
        p.have("nonnegative", m >= 0, "m[i].sign")
        p.sum("nonnegative", "total")
        p.have("length", Eq(T @ T, (1 - A) * A), "m[i].along", "m[i].balance")
        p.have("plus", 1 + y >= 0, square(1 + y), "label")
        p.have("minus", 1 - y >= 0, square(1 - y), "label")
        p.have("first", (1 + y) * (T @ x - (1 - A) - beta) >= 0, "plus * m[i].across", "label")
        p.have("second", (1 - y) * (-(T @ x) - (1 - A) + beta) >= 0, "minus * m[i].across", "label")
        p.sum("first", "all first")
        p.sum("second", "all second")
        with p.proving("positive", A > 0):
            p.suppose_not("empty")
            p.have("none", Eq(A, 0), "empty", "total")
            p.have("short", T @ T <= 0, "length", "none")
            no_product(p, "no first", T, Sum((1 + y) * x))
            no_product(p, "no second", T, -Sum((1 - y) * x))
            p.have("low", beta <= -1, "all first", "no first", "none", times("some"))
            p.have("high", beta >= 1, "all second", "no second", "none", times("others"))
            p.conclude("low", "high")

    with p.making_sense(1 / A):
        some_weight()
        p.conclude("positive")
    a, e = (1 + y) * m / A, (1 - y) * m / A
    near, other = p.let("p", Sum(a * x)), p.let("q", Sum(e * x))
    gap = p.let("d", near - other)
    p.show(a_sign=a >= 0, a_total=Eq(Sum(a), 1), a_class=Eq(a * (1 - y), 0), e_sign=e >= 0, e_total=Eq(Sum(e), 1),
           e_class=Eq(e * (1 + y), 0), nearest=(1 + y) * (gap @ x - gap @ near) >= 0,
           other_nearest=(1 - y) * (gap @ other - gap @ x) >= 0)
    some_weight()
    p.have("inverse", 1 / A > 0, "positive")
    p.have("slack", m * (y * (T @ x) - (1 - A) - beta * y) >= 0, "nonnegative * m[i].across")
    p.sum("slack", "all slack", each="single")
    p.have("no slack", Sum(m * (y * (T @ x) - (1 - A) - beta * y)) <= 0, "length", "m[i].balance")
    p.have("tight", Eq(m * (y * (T @ x) - (1 - A) - beta * y), 0), "slack", "single", "no slack")
    p.have("tight first", Eq((1 + y) * m * (T @ x), (1 + y) * m * (1 - A + beta)), "tight", "label")
    p.have("tight second", Eq((1 - y) * m * (T @ x), (1 - y) * m * (beta - (1 - A))), "tight", "label")
    p.sum("tight first", "at p")
    p.sum("tight second", "at q")
    p.have("p", Eq(T @ near, 1 - A + beta), "at p", "m[i].balance")
    p.have("q", Eq(T @ other, beta - (1 - A)), "at q", "m[i].balance")
    p.have("a_sign'", a >= 0, "plus * nonnegative * inverse")
    p.have("e_sign'", e >= 0, "minus * nonnegative * inverse")
    p.have("totals", Eq(A * (1 / A), 1), "definition")
    p.have("nearest'", (1 + y) * (gap @ x - gap @ near) >= 0, "first * inverse", "p", "label")
    p.have("other_nearest'", (1 - y) * (gap @ other - gap @ x) >= 0, "second * inverse", "q", "label")
    p.conclude("a_sign'", "e_sign'", "totals", "m[i].balance", "label", "nearest'", "other_nearest'")


@theorem("svm-dual-attained-at-nearest-points",
         title="The maximum of the dual is attained at the nearest points of the hulls",
         source=cite("bennettbredensteiner2000", "the separable case"), ledger=["001-svm-strong-duality"],
         says="the notes state that both problems have the same value. In this claim, the dual has its maximum where "
              "the hulls of the classes are nearest to each other. If the hulls are apart, such points exist.")
def dual_attained(p: Script) -> None:
    """Let p = Σ aᵢxᵢ and q = Σ eᵢxᵢ be points of the hulls of the two classes: aᵢ, eᵢ ≥ 0, Σ aᵢ = Σ eᵢ = 1, aᵢ = 0 if
    yᵢ = −1 and eᵢ = 0 if yᵢ = 1. Let d = p − q ≠ 0, and let p and q be the nearest points: ⟨d, xᵢ⟩ ≥ ⟨d, p⟩ where yᵢ =
    1 and ⟨d, xᵢ⟩ ≤ ⟨d, q⟩ where yᵢ = −1. Then mᵢ = 2(aᵢ + eᵢ)/‖d‖² are multipliers, mᵢ ≥ 0 and Σ mᵢyᵢ = 0, of w =
    2d/‖d‖² = Σ mᵢyᵢxᵢ. Their dual value Σ mᵢ − ½‖w‖² = ½‖w‖² is the maximum: no nᵢ ≥ 0 with Σ nᵢyᵢ = 0 and S = Σ nᵢyᵢxᵢ
    have a larger dual value.

    By class-hulls-have-nearest-points these points exist. By hull-nearest-point-condition they are nearest, applied to
    p − q and xᵢ − q, and to q − p and xᵢ − p.
    """
    x = p.vector("x[i]")
    a, e, n, y = p.reals("a[i] e[i] n[i] y[i]")
    near, other = p.let("p", Sum(a * x)), p.let("q", Sum(e * x))
    gap = p.let("d", near - other)
    p.assume(nonzero=gap @ gap > 0, a_sign=a >= 0, a_total=Eq(Sum(a), 1), a_class=Eq(a * (1 - y), 0),
             e_sign=e >= 0, e_total=Eq(Sum(e), 1), e_class=Eq(e * (1 + y), 0),
             nearest=(1 + y) * (gap @ x - gap @ near) >= 0,
             other_nearest=(1 - y) * (gap @ other - gap @ x) >= 0)
    r = p.let("r", 1 / (gap @ gap))
    m, w = 2 * r * (a + e), p.let("w", 2 * r * gap)
    dual, rival = Samples(x, y, m), Samples(x, y, n)
    p.assume(n_sign=n >= 0, n_balance=rival.balance)
    p.show(sign=m >= 0, balance=dual.balance, weights=equal(w, dual.weights), no_gap=Eq(dual.dual, w @ w / 2),
           maximum=rival.dual <= dual.dual)
    p.have("positive", r > 0, "nonzero")
    p.have("inverse", Eq(r * (gap @ gap), 1), "definition")
    p.have("sign'", m >= 0, "positive * a_sign", "positive * e_sign")
    p.have("labels", Eq((a + e) * y, a - e), "a_class", "e_class")
    D = dual.weights - w
    p.have("products", Eq((a + e) * y * (x @ D), (a - e) * (x @ D)), "labels")
    p.sum("products", "difference")
    p.have("of one class", Eq(a * y, a), "a_class")
    p.have("of the other", Eq(e * y, -e), "e_class")
    p.sum("of one class", "one")
    p.sum("of the other", "minus one")
    p.have("balance'", dual.balance, "one", "minus one", "a_total", "e_total")
    p.have("weights'", equal(w, dual.weights), "difference")
    p.use("equal-vectors-have-equal-products", name="own", u=w, v=dual.weights, w=w)
    p.have("length", Eq(dual.weights @ dual.weights, w @ w), "weights'", "own")
    p.have("value", Eq(dual.dual, w @ w / 2), "length", "inverse", "a_total", "e_total")
    b = -r * (gap @ near + gap @ other)
    p.have("plus", r * (1 + y) * (gap @ x - gap @ near) >= 0, "positive * nearest")
    p.have("minus", r * (1 - y) * (gap @ other - gap @ x) >= 0, "positive * other_nearest")
    p.have("feasible", rival.margin(w, b) >= 1, "plus", "minus", "inverse")
    p.use("svm-weak-duality", {"a[i]": n, "w": w, "b": b}, name="weak")
    p.conclude("sign'", "balance'", "weights'", "value", "one", "a_total", "weak")


@theorem("representer",
         title="Every weight vector has one in the span of the samples that predicts as it does and is not longer",
         source=cite("kimeldorfwahba1971", "the representer theorem"), aliases=["representer-orthogonal-part"])
def representer(p: Script) -> None:
    """For every (w, b) there are m[i] for which (s, b) with s = Σ mᵢxᵢ has the same margins yᵢf(xᵢ), and ‖w‖² = ‖s‖² +
    ‖w − s‖².

    So for λ > 0 the objective "a loss of the margins plus λ‖w‖²" is lower for (s, b) by λ‖w − s‖², and every solution
    lies in the span of the samples. m[i] are the weights of the projection of w to it.
    """
    w, x = p.vectors("w x[i]")
    b, y = p.reals("b y[i]")
    m, _ = p.nearest("m[i] β", x, w, free=True)
    s = p.let("s", Sum(m * x))
    margin, other = perceptron.margin(State(w, b), x, y), perceptron.margin(State(s, b), x, y)
    p.show(margins=Eq(other, margin), length=Eq(w @ w, s @ s + (w - s) @ (w - s)))
    p.have("same", Eq(other, margin), "m[i].across")
    p.have("square", Eq(w @ w, s @ s + (w - s) @ (w - s)), "m[i].along")
    p.conclude("same", "square")

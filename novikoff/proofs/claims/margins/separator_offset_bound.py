"""Bounds on a separator of two classes: its offset is small, and so is the tutorial's bound.

Notation
    u is an example labelled +1, v one labelled −1; both have length at most R and margin at least γ with respect to
    the separator (w*, b*), ‖w*‖ = 1.
"""


from ...statements.perceptron_runs import perceptron_run
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, Scalar, Vector


def two_classes(p: Script) -> tuple[Vector, Scalar, Scalar, Scalar, Vector, Vector]:
    """Declare a separator (w*, b*) with margin γ, and one example of each class, u and v, of length at most |R|."""
    ws, u, v = p.vectors("w* u v")
    bs, gamma, R = p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1),
             radius_u=u @ u <= R**2, margin_u=u @ ws + bs >= gamma,
             radius_v=v @ v <= R**2, margin_v=-(v @ ws + bs) >= gamma)
    return ws, bs, gamma, R, u, v


@theorem("two-classes-bound-offset", title="With both classes present the offset is at most R − γ",
         source=cite("iml", "Theorem 1.7"), ledger=["x-both-classes-b"])
def offset(p: Script) -> None:
    """If ‖w*‖ = 1 and an example of each class has length at most R ≥ 0 and margin at least γ with respect to
    (w*, b*), then |b*| ≤ R − γ, and so γ ≤ R.
    """
    ws, bs, gamma, R, u, v = two_classes(p)
    p.assume(radius=R >= 0)
    p.show(offset=Abs(bs) <= R - gamma, margin=gamma <= R)
    for x, name in ((u, "u"), (v, "v")):
        p.calc((ws @ x) ** 2,
               "<=", (ws @ ws) * (x @ x), by("cauchy-schwarz", u=ws, v=x),
               "<=", R**2, "unit", f"radius_{name}", name=f"square_{name}")
    p.have("score_u", u @ ws <= R, "square_u.all", "radius")
    p.have("score_v", v @ ws >= -R, "square_v.all", "radius")
    p.have("below", bs <= R - gamma, "margin_v", "score_v")
    p.have("above", -bs <= R - gamma, "margin_u", "score_u")
    p.have("within", Abs(bs) <= R - gamma, "below", "above")
    p.have("size", Abs(bs) >= 0)
    p.conclude("within", "size")


@theorem("two-classes-tutorial-bound", title="With both classes present the tutorial's bound is below (2R/γ)²",
         source=cite("tutorial", "eq. (15)"), ledger=["x-both-classes-b"])
def tutorial_bound(p: Script) -> None:
    """If ‖w*‖ = 1 and an example of each class has length at most R and margin at least γ > 0 with respect to
    (w*, b*), then 2(R²‖w*‖² + b*²)/γ² < 4R²/γ².
    """
    ws, bs, gamma, R, _, _ = two_classes(p)
    p.assume(positive=gamma > 0)
    p.show(conclusion=2 * (R**2 * (ws @ ws) + bs**2) / gamma**2 < 4 * R**2 / gamma**2)
    p.use("two-classes-bound-offset", name="separator", R=Abs(R))
    p.have("size", Abs(bs) >= 0)
    p.have("smaller", bs**2 < R**2, "separator.offset", "size", "positive")
    p.have("inverse", 1 / gamma > 0, "positive")
    p.conclude("inverse * inverse * smaller", "unit")


@theorem("two-classes-tutorial-mistake-bound",
         title="With both classes present, bias step R² makes fewer than (2R/γ)² mistakes",
         source=cite("tutorial", "eq. (15)"), ledger=["x-both-classes-b"],
         says="no assumption on the classes. As we remember it, Theorem 2.3 of cristianini2000 has (2R/γ)² for both "
              "classes.")
def tutorial_mistake_bound(p: Script) -> None:
    """If (w*, b*) with ‖w*‖ = 1 separates data of both classes and length at most R with margin γ > 0, the perceptron
    with bias step R² makes fewer than 4R²/γ² mistakes.
    """
    ws, bs, gamma, R, _, _ = two_classes(p)
    p.assume(positive=gamma > 0)
    run = perceptron_run(p, bias_step=R**2)
    k, x, y = run.k, run.x, run.y
    run.examples(radius_x=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("two-classes-bound-offset", name="separator", R=Abs(R))
    p.have("nonzero", Abs(R) > 0, "separator.margin", "positive")
    p.use("tutorial-bound-from-family", name="bound", R=Abs(R))
    p.use("two-classes-tutorial-bound", name="below")
    p.calc(k,
           "<=", 2 * Abs(R) ** 2 * (ws @ ws + bs**2 / Abs(R) ** 2) / gamma**2, "bound",
           "==", 2 * (R**2 * (ws @ ws) + bs**2) / gamma**2, "algebra",
           "<", 4 * R**2 / gamma**2, "below")


@theorem("two-classes-best-bound", title="With both classes present the best bias step gives (2R/γ − 1)²",
         source=cite("iml", "Theorem 1.7, with bias step R|b*|"))
def best_bound(p: Script) -> None:
    """If ‖w*‖ = 1 and an example of each class has length at most R and margin at least γ > 0 with respect to
    (w*, b*), then (R + |b*|)²/γ² ≤ (2R/γ − 1)².
    """
    _, bs, gamma, R, _, _ = two_classes(p)
    p.assume(positive=gamma > 0)
    p.show(conclusion=(R + Abs(bs)) ** 2 / gamma**2 <= (2 * R / gamma - 1) ** 2)
    p.use("two-classes-bound-offset", name="separator", R=Abs(R))
    p.have("size", Abs(bs) >= 0)
    p.have("sum", 2 * gamma + Abs(bs) >= 0, "positive", "size")
    p.have("least", Abs(R) - R >= 0)
    p.have("squares'", (Abs(R) + Abs(bs)) ** 2 <= (2 * Abs(R) - gamma) ** 2, "separator.offset", "size", "positive")
    p.have("squares", (R + Abs(bs)) ** 2 <= (2 * R - gamma) ** 2, "squares'", "sum * least")
    p.have("inverse", 1 / gamma**2 >= 0, square(1 / gamma))
    p.conclude("inverse * squares")


@theorem("known-margin-mistake-bound",
         title="With known R and γ ≤ 2R/3 at most (2R/γ − 1)² mistakes are made, with any offset and any labels",
         source=cite("iml", "Theorem 1.7, with bias step R(R − γ)"))
def known_margin(p: Script) -> None:
    """If ‖w*‖ = 1 and every example has length at most R and margin at least γ > 0 with respect to (w*, b*), where R ≥
    3γ/2, the perceptron with bias step R(R − γ) makes at most (2R/γ − 1)² mistakes. The algorithm must know R and γ.

    If both classes occur, |b*| ≤ R − γ, and this is the bound for the bias step R(R − γ). If b* > R − γ, all labels are
    1, so b = kR(R − γ) and k ≤ (2R − γ)/(R − γ), which is at most (2R/γ − 1)² for R ≥ 3γ/2. If b* < −(R − γ), all
    labels are −1, and the argument is the same.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0, narrow=3 * gamma <= 2 * R)
    step = R * (R - gamma)
    run = perceptron_run(p, bias_step=step)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.show(conclusion=k <= (2 * R / gamma - 1) ** 2)
    p.have("gap", R - gamma > 0, "narrow", "positive")
    p.have("R", R > 0, "gap", "positive")
    p.have("step", step > 0, "R * gap")
    with p.induction(counter=k >= 0, alignment=step * (w @ ws) + b * bs >= step * k * gamma,
                     growth=step * (w @ w) + b**2 <= step * k * (R**2 + step),
                     up=(bs - R + gamma) * (k * step - b) <= 0,
                     down=(-bs - R + gamma) * (k * step + b) <= 0):
        p.calc((ws @ x) ** 2,
               "<=", (ws @ ws) * (x @ x), by("cauchy-schwarz", u=ws, v=x),
               "<=", R**2, "unit", "radius", name="score")
        p.have("most", ws @ x <= R, "score.all", "R")
        p.have("least", ws @ x >= -R, "score.all", "R")
        for name, sign in (("one class up", 1), ("one class down", -1)):
            with p.proving(name, (sign * bs - R + gamma) * (1 - sign * y) <= 0):
                with p.case(1 - sign * y > 0, "other"):
                    p.have("label'", Eq(y, -sign), "label", times("other"))
                    p.have("offset", sign * bs - R + gamma <= 0, "label'", "margin", "most", "least")
                    p.conclude("other * offset")
                with p.case(1 - sign * y <= 0, "other"):
                    p.have("sum", 1 + sign * y > 0, "other")
                    p.have("label'", Eq(y, sign), "label", times("sum"))
                    p.conclude("label'")
        p.have("aligned", step * y * (ws @ x + bs) >= step * gamma, "step * margin")
        p.have("grown", step * (2 * y * (w @ x + b) + x @ x + step) <= step * (R**2 + step),
               "step * mistake", "step * radius")
        p.conclude("counter", "alignment", "aligned", "growth", "grown", "label", "up", "step * one class up", "down",
                   "step * one class down")

    def one_class(reached: str, bias: Scalar) -> None:
        """Derive k²γ² ≤ k(2R − γ)² from bias ≥ kR(R − γ)."""
        p.have("far", k * step >= 0, "counter * step")
        p.have("square", (k * step) ** 2 <= b**2, f"{reached} * {reached}", f"{reached} * far")
        p.have("weights", step * (w @ w) >= 0, "step", length(w))
        p.have("long", step * (k**2 * step) <= step * (k * (R**2 + step)), "square", "growth", "weights")
        p.have("short", R * (k**2 * (R - gamma)) <= R * (k * (2 * R - gamma)), "long", times("step"))
        p.have("count", k**2 * (R - gamma) <= k * (2 * R - gamma), "short", times("R"))
        p.have("room", gamma**2 <= (2 * R - gamma) * (R - gamma), "narrow * R")
        p.have("twice", k * (2 * R - gamma) >= 0, "counter * R", "counter * gap")
        p.have("all", (k * gamma) ** 2 * (R - gamma) <= k * (2 * R - gamma) ** 2 * (R - gamma),
               "count * positive * positive", "twice * room")
        p.conclude("all", times("gap"))

    p.have("positive bound", (2 * R - gamma) ** 2 >= 0, square(2 * R - gamma))
    with p.proving("quadratic", (k * gamma) ** 2 <= k * (2 * R - gamma) ** 2):
        with p.case(bs > R - gamma, "beyond"):
            p.have("above", b >= k * step, "up", times("beyond"))
            one_class("above", b)
        with p.case(bs <= R - gamma, "beyond"):
            with p.case(-bs > R - gamma, "below"):
                p.have("under", -b >= k * step, "down", times("below"))
                one_class("under", -b)
            with p.case(-bs <= R - gamma, "below"):
                p.have("small", bs**2 <= (R - gamma) ** 2, "beyond * below")
                p.use("cauchy-schwarz", name="products", u=w, v=ws)
                p.have("crossed", (bs * w - b * ws) @ (bs * w - b * ws) >= 0, length(bs * w - b * ws))
                p.have("pair", (step * (w @ ws) + b * bs) ** 2 <= (step * (w @ w) + b**2) * (step + bs**2),
                       "step * step * products", "step * crossed", "unit")
                p.have("offset size", step + bs**2 >= 0, "step", square(bs))
                p.have("reach", step * k * gamma >= 0, "step * counter * positive")
                p.have("squares", (step * k * gamma) ** 2 <= (step * k * (R**2 + step)) * (step + bs**2),
                       "pair", "alignment * alignment", "alignment * reach",
                       "growth * offset size")
                p.have("room", step + bs**2 <= (R - gamma) * (2 * R - gamma), "small")
                p.have("growth size", step * k * (R**2 + step) >= 0, "step * counter * step", "step * counter * R * R")
                p.have("all", step**2 * (k * gamma) ** 2 <= step**2 * (k * (2 * R - gamma) ** 2),
                       "squares", "growth size * room")
                p.conclude("all", times("step", "step"))
    p.use("count-at-most-quotient", name="count", t=k, B=(2 * R - gamma) ** 2)
    p.conclude("count", times("positive", "positive"))

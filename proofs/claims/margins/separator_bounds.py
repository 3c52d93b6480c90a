"""What both classes say about a separator: its offset is small, and so is the tutorial's bound.

Main statements
    two-classes-bound-offset            |b*| ≤ R − γ and γ ≤ R
    two-classes-tutorial-bound          2(R²‖w*‖² + b*²)/γ² < 4R²/γ²
    two-classes-tutorial-mistake-bound  so the perceptron with bias step R² makes fewer than (2R/γ)² mistakes
    two-classes-best-bound              (R + |b*|)²/γ² ≤ (2R − γ)²/γ², so the best bias step gives (2R/γ − 1)²

Notation
    u is an example labelled +1, v one labelled −1; both have length at most R and margin at least γ with respect to
    the separator (w*, b*), ‖w*‖ = 1.
"""

from sympy import Abs

from ...statements.language import Eq, Scalar, Vector
from ...statements.registry import cite, theorem
from ...statements.runs import perceptron_run
from ...statements.script import Script, by, square


def two_classes(p: Script) -> tuple[Vector, Scalar, Scalar, Scalar, Vector, Vector]:
    """Declare a separator (w*, b*) with margin γ, and an example u, v of each class, of length at most |R|."""
    ws, u, v = p.vectors("w* u v")
    bs, gamma, R = p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1),
             radius_u=u @ u <= R**2, margin_u=u @ ws + bs >= gamma,
             radius_v=v @ v <= R**2, margin_v=-(v @ ws + bs) >= gamma)  # fmt: skip
    return ws, bs, gamma, R, u, v


@theorem(
    "two-classes-bound-offset",
    title="With both classes present the offset is at most R − γ",
    source=cite("iml", "Theorem 1.7"),
    ledger=["x-both-classes-b"],
)
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
               "<=", R**2, "unit", f"radius_{name}", name=f"square_{name}")  # fmt: skip
    p.have("score_u", u @ ws <= R, "square_u.all", "radius")
    p.have("score_v", v @ ws >= -R, "square_v.all", "radius")
    p.have("below", bs <= R - gamma, "margin_v", "score_v")
    p.have("above", -bs <= R - gamma, "margin_u", "score_u")
    p.have("within", Abs(bs) <= R - gamma, "below", "above")
    p.have("size", Abs(bs) >= 0)
    p.conclude("within", "size")


@theorem(
    "two-classes-tutorial-bound",
    title="With both classes present the tutorial's bound is below (2R/γ)²",
    source=cite("tutorial", "eq. (15)"),
    ledger=["x-both-classes-b"],
)
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


@theorem(
    "two-classes-tutorial-mistake-bound",
    title="With both classes present, bias step R² makes fewer than (2R/γ)² mistakes",
    source=cite("tutorial", "eq. (15)"),
    ledger=["x-both-classes-b"],
)
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
           "<", 4 * R**2 / gamma**2, "below")  # fmt: skip


@theorem(
    "two-classes-best-bound",
    title="With both classes present the best bias step gives (2R/γ − 1)²",
    source=cite("iml", "Theorem 1.7, with bias step R|b*|"),
)
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

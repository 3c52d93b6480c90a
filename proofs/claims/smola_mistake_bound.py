"""Novikoff's theorem as the book section states it (Theorem 1.7), for Algorithm 1.3.

Main statements
    smola-alignment       ⟨w_t, w*⟩ + b_t b* ≥ t·γ
    smola-norm-growth     ‖w_t‖² + b_t² ≤ t·(R² + 1)
    smola-mistake-bound   t ≤ (1 + R²)(1 + b*²)/γ²
"""

from sympy import Eq

from ..ledger import cite, theorem
from ..page import square
from ..runs import perceptron_run


@theorem(
    "smola-alignment",
    title="Alignment with a separator grows linearly",
    source=cite("iml", "proof of Theorem 1.7"),
    ledger=["004-proof-identity", "004-proof-tgamma"],
)
def alignment(p):
    """After t mistakes the inner product with the separator (w*, b*) is at least t·γ."""
    ws, (bs, gamma) = p.vector("w*"), p.reals("b* γ")
    run = perceptron_run(p, counter="t")
    w, b, t, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.examples(margin=y * (x @ ws + bs) >= gamma)
    with p.induction(alignment=w @ ws + b * bs >= t * gamma):
        p.calc(after.w @ ws + after.b * bs,
               "==", w @ ws + b * bs + y * (x @ ws + bs), "update",
               ">=", w @ ws + b * bs + gamma, "margin",
               ">=", t * gamma + gamma, "alignment",
               "==", (t + 1) * gamma, "algebra")  # fmt: skip
    p.show(conclusion=w @ ws + b * bs >= t * gamma)


@theorem(
    "smola-norm-growth",
    title="The square length grows at most linearly",
    source=cite("iml", "proof of Theorem 1.7"),
    ledger=["004-proof-norm", "004-proof-upper"],
)
def norm_growth(p):
    """After t mistakes ‖w‖² + b² is at most t·(R² + 1)."""
    R = p.real("R")
    run = perceptron_run(p, counter="t")
    w, b, t, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.examples(radius=x @ x <= R**2)
    with p.induction(growth=w @ w + b**2 <= t * (R**2 + 1)):
        p.calc(after.w @ after.w + after.b**2,
               "==", w @ w + b**2 + 2 * y * (w @ x + b) + x @ x + 1, "update", "label",
               "<=", w @ w + b**2 + x @ x + 1, "mistake",
               "<=", w @ w + b**2 + R**2 + 1, "radius",
               "<=", t * (R**2 + 1) + R**2 + 1, "growth",
               "==", (t + 1) * (R**2 + 1), "algebra")  # fmt: skip
    p.show(conclusion=w @ w + b**2 <= t * (R**2 + 1))


@theorem(
    "smola-mistake-bound",
    title="Novikoff's theorem (Theorem 1.7)",
    source=cite("iml", "Theorem 1.7"),
    ledger=["004-novikoff"],
    says="the hypothesis γ > 0 is not stated",
)
def mistake_bound(p):
    """The perceptron makes at most (1 + R²)(1 + b*²)/γ² mistakes."""
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    run = perceptron_run(p, counter="t")
    w, b, t, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("smola-alignment", name="alignment")
    p.use("smola-norm-growth", name="growth")
    with p.induction(counter=t >= 0):
        p.show("counter")
    p.use("pair-cauchy-schwarz", name="cauchy-schwarz", u=w, s=b, v=ws, t=bs)
    p.calc((t * gamma) ** 2,
           "<=", (w @ ws + b * bs) ** 2, "alignment", "positive", "counter", "counter * positive",
           "<=", (w @ w + b**2) * (ws @ ws + bs**2), "cauchy-schwarz",
           "==", (w @ w + b**2) * (1 + bs**2), "unit",
           "<=", t * (R**2 + 1) * (1 + bs**2), "growth", square(bs))  # fmt: skip
    p.have("nonnegative", (1 + R**2) * (1 + bs**2) >= 0, square(R), square(bs), square(R * bs))
    p.use("count-at-most-quotient", B=(1 + R**2) * (1 + bs**2))
    p.show(conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)

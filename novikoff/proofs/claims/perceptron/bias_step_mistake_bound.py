"""A mistake bound for every bias step ρ². The bounds of the three documents are special cases.

Notation
    (w, b) is the state after k updates with learning rate α; a mistake on (x, y) moves w by α·y·x and b by α·ρ²·y.
    In V ⊕ R this is the perceptron without bias on the vectors y·(x, ρ), with weights (w, b/ρ).

Implementation notes
    No hypothesis fixes ‖w*‖. The learning rate cancels: u = (w, b/ρ)/α does not depend on it.
"""


from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import perceptron_run
from ...statements.proof_script import Script, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, augment


@theorem("bias-step-alignment", title="Alignment with a separator, for any bias step",
         source=cite("iml", "proof of Theorem 1.7, with bias step ρ²"))
def alignment(p: Script) -> None:
    """Use bias step ρ² and learning rate α > 0. After k updates, on mistakes or not, on examples with margin at least γ
    with respect to (w*, b*), the inner product of (w, b/ρ) and (w*, b*/ρ) is at least α·k·γ.
    """
    ws = p.vector("w*")
    bs, gamma, rho, alpha = p.reals("b* γ ρ α")
    p.assume(step=rho > 0, rate=alpha > 0)
    run = perceptron_run(p, bias_step=rho**2, rate=alpha)
    w, b, k, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.updates(margin=y * (x @ ws + bs) >= gamma)
    with p.induction(alignment=w @ ws + b * bs / rho**2 >= alpha * k * gamma):
        p.calc(after.w @ ws + after.b * bs / rho**2,
               "==", w @ ws + b * bs / rho**2 + alpha * y * (x @ ws + bs), "update",
               ">=", w @ ws + b * bs / rho**2 + alpha * gamma, "rate * margin",
               ">=", alpha * k * gamma + alpha * gamma, "alignment",
               "==", alpha * (k + 1) * gamma, "algebra")
    p.show(conclusion=w @ ws + b * bs / rho**2 >= alpha * k * gamma)


@theorem("bias-step-norm-growth", title="Growth of the square length, for any bias step",
         source=cite("iml", "proof of Theorem 1.7, with bias step ρ²"))
def norm_growth(p: Script) -> None:
    """With bias step ρ² and learning rate α > 0, after k mistakes on examples of length at most R, the square length
    of (w, b/ρ) is at most α²·k·(R² + ρ²).
    """
    R, rho, alpha = p.reals("R ρ α")
    p.assume(step=rho > 0, rate=alpha > 0)
    run = perceptron_run(p, bias_step=rho**2, rate=alpha)
    w, b, k, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.examples(radius=x @ x <= R**2)
    before, most = w @ w + b**2 / rho**2, R**2 + rho**2
    with p.induction(growth=before <= alpha**2 * k * most):
        p.calc(after.w @ after.w + after.b**2 / rho**2,
               "==", before + 2 * alpha * y * (w @ x + b) + alpha**2 * y**2 * (x @ x + rho**2), "update",
               "==", before + 2 * alpha * y * (w @ x + b) + alpha**2 * (x @ x + rho**2), "label",
               "<=", before + alpha**2 * (x @ x + rho**2), "rate * mistake",
               "<=", before + alpha**2 * most, "rate * rate * radius",
               "<=", alpha**2 * k * most + alpha**2 * most, "growth",
               "==", alpha**2 * (k + 1) * most, "algebra")
    p.show(conclusion=before <= alpha**2 * k * most)


@theorem("bias-step-mistake-bound", title="The mistake bound for any bias step",
         source=cite("iml", "Theorem 1.7, with bias step ρ²"), ledger=["x-rho-family"])
def mistake_bound(p: Script) -> None:
    """Let (w*, b*) separate examples of length at most R with margin γ > 0. With bias step ρ² > 0 and any learning rate
    α > 0, the perceptron makes at most (R² + ρ²)(‖w*‖² + b*²/ρ²)/γ² mistakes, in any order.
    """
    ws = p.vector("w*")
    bs, gamma, R, rho, alpha = p.reals("b* γ R ρ α")
    p.assume(step=rho > 0, rate=alpha > 0, positive=gamma > 0)
    run = perceptron_run(p, bias_step=rho**2, rate=alpha)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("bias-step-alignment", name="alignment")
    p.use("bias-step-norm-growth", name="growth")
    learnt, separator, most = augment(w, b / rho) / alpha, augment(ws, bs / rho), R**2 + rho**2
    p.have("inverse", 1 / alpha > 0, "rate")
    p.have("aligned", learnt @ separator >= k * gamma, "inverse * alignment")
    p.have("grown", learnt @ learnt <= k * most, "inverse * inverse * growth")
    p.have("nonnegative", most >= 0, square(R), square(rho))
    p.use("alignment-and-growth-bound-count", u=learnt, v=separator, M=most)
    p.show(conclusion=k <= most * (ws @ ws + bs**2 / rho**2) / gamma**2)


# ---------------------------------------------------------------------------------------- special cases


@theorem("smola-bound-from-family", title="Theorem 1.7 is the bound of the family at ρ = 1",
         source=cite("iml", "Theorem 1.7"), ledger=["x-rho-family"])
def smola_bound(p: Script) -> None:
    """The bound for bias step ρ², with ρ = 1 and ‖w*‖ = 1, is (1 + R²)(1 + b*²)/γ²."""
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    run = perceptron_run(p, counter="t")
    t, x, y = run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("bias-step-mistake-bound", name="family", k=t, ρ=1, α=1)
    p.conclude("family", "unit", conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)


@theorem("tutorial-bound-from-family", title="The tutorial's bound is the bound of the family at ρ = R",
         source=cite("tutorial", "eq. (15)"), ledger=["x-rho-family"])
def tutorial_bound(p: Script) -> None:
    """The bound for bias step ρ², with ρ = R > 0, is 2R²‖w̃*‖²/γ² with ‖w̃*‖² = ‖w*‖² + b*²/R²."""
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(nonzero=R > 0, positive=gamma > 0)
    run = perceptron_run(p, bias_step=R**2)
    k, x, y = run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("bias-step-mistake-bound", name="family", ρ=R, α=1)
    p.conclude("family", conclusion=k <= 2 * R**2 * (ws @ ws + bs**2 / R**2) / gamma**2)


@theorem("no-offset-bound-from-family", title="What a bias costs that is not needed",
         source=cite("iml", "Theorem 1.7, with bias step ρ²"), ledger=["x-b0-cost"])
def no_offset_bound(p: Script) -> None:
    """Let a hyperplane through the origin (b* = 0) separate the examples with margin γ > 0. With bias step ρ² ≥ 0, the
    perceptron makes at most R²‖w*‖²/γ² + ρ²‖w*‖²/γ² mistakes.
    """
    ws, (gamma, R, rho) = p.vector("w*"), p.reals("γ R ρ")
    p.assume(positive=gamma > 0)
    run = perceptron_run(p, bias_step=rho**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws) >= gamma)
    p.show(conclusion=k <= R**2 * (ws @ ws) / gamma**2 + rho**2 * (ws @ ws) / gamma**2)
    with p.case(rho**2 > 0, "step"):
        p.use("bias-step-mistake-bound", {"b*": 0, "ρ": Abs(rho)}, name="family", α=1)
        p.conclude("family")
    with p.case(rho**2 <= 0, "step"):
        p.have("none", Eq(rho**2, 0), "step", square(rho))
        with p.induction(bias=Eq(b, 0), alignment=w @ ws >= k * gamma, growth=w @ w <= k * R**2):
            pass
        p.have("size", R**2 >= 0, square(R))
        p.use("alignment-and-growth-bound-count", name="count", u=w, v=ws, M=R**2)
        p.conclude("count", "none")


@theorem("no-bias-mistake-bound", title="The bound without a bias", source=cite("lecture", "eqs. (7)–(9)"),
         ledger=["x-b0-cost"])
def no_bias_bound(p: Script) -> None:
    """Without a bias, the perceptron makes at most R²/γ² mistakes on examples that a unit vector w* separates through
    the origin with margin γ > 0. This is the limit of the bound for bias step ρ² as ρ tends to 0.
    """
    ws, w, x = p.vectors("w* w x")
    gamma, R, k, y = p.reals("γ R k y")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    p.run([(w, 0, perceptron.update(State(w, 0), x, y, bias_step=0).w), (k, 0, k + 1)], [x, y],
          {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (x @ ws) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, 0), x, y)})
    p.use("novikoff-mistake-bound", {"u": ws, "t": k, "D": R}, name="novikoff", inputs={"x": y * x})
    p.conclude("novikoff", conclusion=k <= R**2 / gamma**2)


@theorem("best-bias-step-mistake-bound", title="The best bias step",
         source=cite("iml", "Theorem 1.7, with bias step R|b*|"), ledger=["x-rho-family"])
def best_bias_step(p: Script) -> None:
    """Let (w*, b*) with ‖w*‖ = 1 separate examples of length at most R with margin γ > 0. With bias step R·|b*| > 0,
    the perceptron makes at most (R + |b*|)²/γ² mistakes.
    """
    ws, (bs, gamma, R, rho) = p.vector("w*"), p.reals("b* γ R ρ")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0, step=rho > 0, best=Eq(rho**2, R * Abs(bs)))
    run = perceptron_run(p, bias_step=rho**2)
    k, x, y = run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("bias-step-mistake-bound", name="family", α=1)
    p.use("bound-family-at-the-best-step", name="least", W=1)
    p.conclude("family", "least", "unit", conclusion=k <= (R + Abs(bs)) ** 2 / gamma**2)

"""How the theorems of the documents follow from each other: the bias as one more coordinate.

Notation
    (x, ρ) is an element of V ⊕ R; the weights in this space are (w, b/ρ).

Implementation notes
    The citations map our run, step by step, to a run of the cited theorem; the kernel checks start, condition and
    next state. So both runs make the same mistakes. This is more than the same bound.
"""


from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import perceptron_run
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, augment, equal, norm, sqrt


@theorem("homogeneous-update-on-pairs", title="The bias is one more coordinate", source=cite("iml", "Algorithm 1.3"),
         ledger=["004-alg13"])
def homogeneous_update_on_pairs(p: Script) -> None:
    """On the signed vector y·(x, ρ), the perceptron without bias and with weights (w, b/ρ) has the same margin and the
    same next weights as the perceptron with bias step ρ² on (x, y). So both make the same mistakes.
    """
    w, x = p.vectors("w x")
    b, y, rho = p.reals("b y ρ")
    p.assume(step=rho > 0)
    pair, signed = State(augment(w, b / rho), 0), y * augment(x, rho)
    after = perceptron.update(State(w, b), x, y, bias_step=rho**2)
    p.show(margin=equal(perceptron.margin(pair, signed, 1), perceptron.margin(State(w, b), x, y)),
           update=equal(perceptron.update(pair, signed, 1, bias_step=0).w,
                        augment(after.w, after.b / rho)))
    p.conclude("bilinearity", "update")


@theorem("smola-bound-from-novikoff", title="Theorem 1.7 is Novikoff's theorem on the pairs y·(x, 1)",
         source=cite("iml", "Theorem 1.7"), ledger=["x-002-to-004"])
def smola_bound(p: Script) -> None:
    """The vectors y·(x, 1) have length at most √(1 + R²), and the unit vector u = (w*, b*)/√(1 + b*²) has margin γ/√(1
    + b*²) on them. For these, Novikoff's theorem gives the bound (1 + R²)(1 + b*²)/γ².
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    run = perceptron_run(p, counter="t")
    w, b, t, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    size = p.let("n", sqrt(1 + bs**2))
    p.have("square", equal(size**2, 1 + bs**2), "definition")
    p.have("size", size > 0, "square", square(bs))
    p.have("shrinks", 1 / size > 0, "size")
    p.have("quotient", equal((gamma / size) ** -1, size / gamma), times("positive", "shrinks"))
    p.use("novikoff-mistake-bound", name="novikoff", inputs={"x": y * augment(x, 1)},
          w=augment(w, b), u=augment(ws, bs) / size, γ=gamma / size, D=sqrt(1 + R**2))
    p.conclude("novikoff", "quotient", "square", conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)


@theorem("tutorial-bound-from-novikoff", title="The tutorial's bound is Novikoff's theorem on the pairs y·(x, R)",
         source=cite("tutorial", "eq. (15)"), ledger=["x-002-to-000"])
def tutorial_bound(p: Script) -> None:
    """Let R > 0 and w̃* = (w*, b*/R). The vectors y·(x, R) have length at most R√2, and the unit vector u = w̃*/‖w̃*‖
    has margin γ/‖w̃*‖ on them. For these, Novikoff's theorem gives the bound 2R²‖w̃*‖²/γ².

    If there is an update, then w̃* is not 0.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    separator = augment(ws, bs / R)
    p.assume(nonzero=R > 0, positive=gamma > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.show(conclusion=k <= 2 * R**2 * (separator @ separator) / gamma**2)
    size = p.let("n", norm(separator))
    p.have("square", equal(size**2, separator @ separator), "definition")
    with p.case(k > 0, "updates"):
        p.use("tutorial-weights-not-zero", {"γ*": gamma}, name="not-zero")
        p.have("size", size > 0, "square", "not-zero.separator")
        p.have("shrinks", 1 / size > 0, "size")
        p.have("quotient", equal((gamma / size) ** -1, size / gamma), times("positive", "shrinks"))
        p.use("novikoff-mistake-bound", name="novikoff", inputs={"x": y * augment(x, R)},
              w=augment(w, b / R), t=k, u=separator / size, γ=gamma / size, D=R * sqrt(2))
        p.conclude("novikoff", "quotient", "square")
    with p.case(k <= 0, "updates"):
        p.conclude("updates", square(R / gamma), length(R / gamma * separator))


# ------------------------------------------------------------------------- where the two rules differ: R = 0


@theorem("zero-radius-one-class-stops", title="One class at the origin: bias step 1 stops after one update",
         source=cite("iml", "Algorithm 1.3"), ledger=["x-R0"])
def zero_radius_stops(p: Script) -> None:
    """If every example has length 0 and the same label s, the perceptron with bias step 1 makes at most one update."""
    s = p.real("s")
    run = perceptron_run(p, counter="t")
    w, b, t, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.examples(radius=x @ x <= 0, same=Eq(y, s))
    with p.induction(weights=w @ w <= 0, bias=equal(b, s * t), conclusion=t <= 1):
        p.have("squared", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "weights", length(x))
        p.have("score", Eq(w @ x, 0), "squared")
        p.have("none", t <= 0, "mistake", "score", "bias", "same", "label")
        p.calc(after.w @ after.w,
               "==", w @ w + 2 * y * (w @ x) + x @ x, "update", "label",
               "<=", 0, "weights", "score", "radius")
    p.conclude("conclusion", conclusion=t <= 1)


@theorem("zero-radius-tutorial-never-stops", title="Examples at the origin: bias step R² never stops",
         source=cite("tutorial", "eqs. (6), (7)"), ledger=["x-R0"])
def zero_radius_never_stops(p: Script) -> None:
    """If R = 0, the perceptron with bias step R² stays at w = 0 and b = 0, however often it updates, so that every
    example stays a mistake.
    """
    x2, (R, y2) = p.vector("x'"), p.reals("R y'")
    p.assume(zero=Eq(R, 0))
    run = perceptron_run(p, bias_step=R**2)
    w, b, x, y, after = run.w, run.b, run.x, run.y, run.after
    run.updates(radius=x @ x <= R**2)
    with p.induction(weights=w @ w <= 0, bias=Eq(b, 0)):
        p.have("squared", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "weights", length(x))
        p.have("score", Eq(w @ x, 0), "squared")
        p.have("example", Eq(x @ x, 0), "radius", "zero")
        p.calc(after.w @ after.w,
               "==", w @ w + 2 * y * (w @ x) + y**2 * (x @ x), "update",
               "<=", 0, "weights", "score", "example")
    p.have("squared", (w @ x2) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x2), "weights", length(x2))
    p.have("score", Eq(w @ x2, 0), "squared")
    p.conclude("weights", "bias", "score", weights=equal(w @ w, 0), bias=equal(b, 0),
           mistake=perceptron.mistake_condition(State(w, b), x2, y2))

"""Dual coordinate ascent and SMO for the hard margin: what a step gains, and how long all steps together can be.

Main statements
    dual-coordinate-step-gain    a step t of one multiplier changes the dual value by t(1 − ⟨w, z⟩) − t²‖z‖²/2
    dual-steps-square-summable   Σ ‖v‖² ≤ ‖u‖² over all steps w + v that gain and are no longer than the best one

Notation: the multipliers a[i] ≥ 0 of the signed samples z[i] have the dual value D = Σ a − ‖w‖²/2, w = Σ a·z. A step
adds d[i] to them and v = Σ d·z to w; it gains Σ d − ⟨w, v⟩ − ‖v‖²/2. u and c are any separator with ⟨u, z[i]⟩ + c·y[i]
≥ 1.

So at most ‖u‖²/δ² steps are at least δ long, whichever multipliers are chosen: a method that goes on while some step of
this length is possible ends. That the multipliers of the steps that are left are then near an optimum takes the rule of
choice, and is not proved here. Where a step raises one multiplier to the margin 1, the method is the relaxation method
with λ = β = 1, and relaxation-update-bound counts its steps.
"""

from ...statements.proof_script import Script, length
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum


@theorem(
    "dual-coordinate-step-gain",
    title="What a step of one multiplier adds to the dual value of the hard margin",
    source=cite("hsieh2008", "the step of one multiplier; here for the hard margin without an offset"),
)
def step_gain(p: Script) -> None:
    """The dual value S − ‖w‖²/2, S the sum of the multipliers, grows by r(1 − ⟨w, z⟩) − r²‖z‖²/2 for S + r and w + rz.
    For r = t with t‖z‖² = 1 − ⟨w, z⟩ that is t(1 − ⟨w, z⟩)/2, the most that any r gains.
    """
    w, z = p.vectors("w z")
    S, t, r = p.reals("S t r")
    before = S - w @ w / 2

    def after(step: Scalar) -> Scalar:
        """The dual value after a step."""
        return S + step - (w + step * z) @ (w + step * z) / 2

    p.assume(best=Eq(t * (z @ z), 1 - w @ z))
    p.show(gain=Eq(after(r), before + r * (1 - w @ z) - r**2 * (z @ z) / 2),
           best_gain=Eq(after(t), before + t * (1 - w @ z) / 2), most=after(r) <= after(t))  # fmt: skip
    p.have("gap", (r - t) ** 2 * (z @ z) >= 0, length((r - t) * z))
    p.conclude("best", "gap")


@theorem(
    "dual-steps-square-summable",
    title="The squared lengths of all steps of SMO or dual coordinate ascent sum to at most ‖w*‖²",
    source=cite("platt1999", "the step of two multipliers; the sum of the squares is an observation made here"),
)
def square_summable(p: Script) -> None:
    """Let a[i] ≥ 0 be the multipliers of the signed samples z[i] with labels y[i], 0 at first, and w = Σ a[i]z[i]. Let
    each step add d[i] to them, with Σ d[i]y[i] = 0, so that none gets negative, and v = Σ d[i]z[i] to w, where v is no
    longer than the best step of its direction: Σ d[i] − ⟨w, v⟩ ≥ ‖v‖². For any separator u, c with ⟨u, z[i]⟩ + c·y[i] ≥
    1, the sum of all ‖v‖² is at most ‖u‖².

    Two multipliers that change are SMO. For a hard margin without an offset let y[i] be 0: then one changes. With w*
    for u the bound is 1/γ².
    """
    u, z = p.vectors("u z[i]")
    a, d, y, c, Q = p.reals("a[i] d[i] y[i] c Q")
    w, v = Sum(a * z), Sum(d * z)
    p.assume(margin=u @ z + c * y >= 1)
    p.run([(a, 0, a + d), (Q, 0, Q + v @ v)], [d],
          {"sign": a + d >= 0, "balance": Eq(Sum(d * y), 0), "short": Sum(d) - w @ v >= v @ v})  # fmt: skip
    p.show(conclusion=u @ u >= Q)
    with p.induction(positive=a >= 0):
        p.conclude("sign")
    with p.induction(balanced=Eq(Sum(a * y), 0), gain=2 * Sum(a) - w @ w >= Q):
        p.conclude("balanced", "balance", "gain", "short")
    p.have("each", a * (u @ z + c * y - 1) >= 0, "positive * margin")
    p.sum("each", "all")
    p.have("dual", 2 * Sum(a) - w @ w <= u @ u, "all", "balanced", length(u - w))
    p.conclude("gain", "dual")

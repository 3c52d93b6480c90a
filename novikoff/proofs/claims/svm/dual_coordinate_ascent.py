"""Dual coordinate ascent and SMO for the hard margin: the gain of a step, and a bound on the sum of all steps.

Notation: the multipliers a[i] ≥ 0 of the signed samples z[i] have the dual value D = Σ a − ‖w‖²/2, w = Σ a·z. A step
adds d[i] to the multipliers and v = Σ d·z to w. It raises D by Σ d − ⟨w, v⟩ − ‖v‖²/2. u and c are any separator with
⟨u, z[i]⟩ + c·y[i] ≥ 1.

So at most ‖u‖²/δ² steps are at least δ long, for any choice of multipliers. So a method ends if it continues only while
a step of this length is possible. The last two claims are for steps on the largest violation, without an offset. Where
a step raises one multiplier to the margin 1, the method is the relaxation method with λ = β = 1, and
relaxation-update-bound counts its steps.
"""

from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, equal


@theorem("dual-coordinate-step-gain", title="What a step of one multiplier adds to the dual value of the hard margin",
         source=cite("hsieh2008", "eq. (9), the step of one multiplier; here for the hard margin without an offset"))
def step_gain(p: Script) -> None:
    """Let S be the sum of the multipliers. When S grows by r and w by rz, the dual value S − ‖w‖²/2 grows by r(1 − ⟨w,
    z⟩) − r²‖z‖²/2. For r = t with t‖z‖² = 1 − ⟨w, z⟩ this is t(1 − ⟨w, z⟩)/2, the largest gain for any r.
    """
    w, z = p.vectors("w z")
    S, t, r = p.reals("S t r")
    before = S - w @ w / 2

    def after(step: Scalar) -> Scalar:
        """Return the dual value after a step."""
        return S + step - (w + step * z) @ (w + step * z) / 2

    p.assume(best=Eq(t * (z @ z), 1 - w @ z))
    p.show(gain=Eq(after(r), before + r * (1 - w @ z) - r**2 * (z @ z) / 2),
           best_gain=Eq(after(t), before + t * (1 - w @ z) / 2), most=after(r) <= after(t))
    p.have("gap", (r - t) ** 2 * (z @ z) >= 0, length((r - t) * z))
    p.conclude("best", "gap")


@theorem("dual-steps-square-summable",
         title="The squared lengths of all steps of SMO or dual coordinate ascent sum to at most ‖w*‖²",
         source=cite("platt1999", "the step of two multipliers; the sum of the squares is an observation made here"))
def square_summable(p: Script) -> None:
    """Let a[i] ≥ 0 be the multipliers of the signed samples z[i] with labels y[i], 0 at first, and w = Σ a[i]z[i]. Let
    each step add d[i] to the multipliers, with Σ d[i]y[i] = 0, such that no multiplier becomes negative, and add v = Σ
    d[i]z[i] to w. Let v be no longer than the best step in its direction: Σ d[i] − ⟨w, v⟩ ≥ ‖v‖². For any separator u,
    c with ⟨u, z[i]⟩ + c·y[i] ≥ 1, the sum of all ‖v‖² is at most ‖u‖².

    If two multipliers change, this is SMO. For a hard margin without an offset set y[i] = 0. Then one multiplier may
    change. With w* for u the bound is 1/γ².
    """
    u, z = p.vectors("u z[i]")
    a, d, y, c, Q = p.reals("a[i] d[i] y[i] c Q")
    w, v = Sum(a * z), Sum(d * z)
    p.assume(margin=u @ z + c * y >= 1)
    p.run([(a, 0, a + d), (Q, 0, Q + v @ v)], [d],
          {"sign": a + d >= 0, "balance": Eq(Sum(d * y), 0), "short": Sum(d) - w @ v >= v @ v})
    p.show(conclusion=u @ u >= Q)
    with p.induction(positive=a >= 0):
        p.conclude("sign")
    with p.induction(balanced=Eq(Sum(a * y), 0), gain=2 * Sum(a) - w @ w >= Q):
        p.conclude("balanced", "balance", "gain", "short")
    p.have("each", a * (u @ z + c * y - 1) >= 0, "positive * margin")
    p.sum("each", "all")
    p.have("dual", 2 * Sum(a) - w @ w <= u @ u, "all", "balanced", length(u - w))
    p.conclude("gain", "dual")


RATE = cite("hsieh2008", "Theorem 1, dual coordinate descent in cycles; here for the largest violation")
DIFFERS = ("a linear rate, with constants that are not given. We did not find the bound of this claim in the "
           "literature that we searched.")


@theorem("dual-value-within-violation",
         title="If no optimality condition of the hard margin is violated by more than V, the dual value is within "
               "2V‖w*‖²",
         source=RATE, says=DIFFERS)
def within_violation(p: Script) -> None:
    """Let u = Σ a*[i]z[i] with a* ≥ 0 and Σ a* = ‖u‖². The hard margin without offset, the shortest u with ⟨u, z[i]⟩ ≥
    1, is of this form. Its dual value is ‖u‖²/2. Let the multipliers a[i], with w = Σ a[i]z[i], have the dual value D =
    Σ a − ‖w‖²/2 ≥ 0 and violate no condition by more than V: 1 − ⟨w, z[i]⟩ ≤ V, and ⟨w, z[i]⟩ − 1 ≤ V where a[i] > 0.
    Then ‖u‖²/2 − D ≤ 2V‖u‖². The proof uses a[i] ≥ 0 only in the second condition, which contains a[i] > 0.

    With A = Σ a, ‖u‖²/2 − D is at most V(‖u‖² + A), and at most (‖u‖² − A(1 − V))/2. Whether 2 is the best constant is
    open.
    """
    u, z = p.vectors("u z[i]")
    best, a, V = p.reals("a*[i] a[i] V")
    w, A, size = Sum(a * z), Sum(a), u @ u
    gap = size / 2 - (A - w @ w / 2)
    optimum = p.let("û", Sum(best * z))
    p.assume(best_sign=best >= 0, optimum=equal(u, optimum), best_total=Eq(Sum(best), size),
             value=A - w @ w / 2 >= 0, low=1 - w @ z <= V, high=a * (w @ z - 1 - V) <= 0)
    p.show(conclusion=gap <= 2 * V * size)
    p.have("raise", best * (1 - w @ z) <= V * best, "low * best_sign")
    p.sum("raise", "raised")
    p.sum("high", "lowered")
    p.use("equal-vectors-have-equal-products", u=u, v=optimum, w=w, name="same")
    p.have("along", Eq(Sum(best * (w @ z)), u @ w), "same", "definition")
    p.have("first", gap <= V * (size + A), "raised", "lowered", "along", "best_total", length(u - w))
    p.have("second", 2 * gap <= size - A * (1 - V), "lowered")
    p.have("own", size >= 0, length(u))
    with p.case(V > 1, "V"):
        p.conclude("value", "V * own", "own")
    with p.case(V <= 1, "V"):
        with p.case(V >= 0, "sign of V"):
            p.have("less", 1 - V >= 0, "V")
            p.have("sum", (1 + V) * gap <= V * (2 - V) * size, "first * less", "second * sign of V")
            p.have("more", 1 + V > 0, "sign of V")
            p.have("scaled", (1 + V) * gap <= (1 + V) * (2 * V * size), "sum", "own * sign of V * sign of V")
            p.conclude("scaled", times("more"))
        with p.case(V < 0, "sign of V"):
            p.have("far", w @ z - 1 - V > 0, "low", "sign of V")
            p.have("none", a <= 0, "high", times("far"))
            p.sum("none", "nothing")
            p.have("zero", Eq(A, 0), "nothing", "value", length(w))
            p.have("unit", gap <= V * size, "first", "zero")
            p.have("length", w @ w <= 0, "value", "zero")
            p.have("half", size <= 2 * V * size, "unit", "zero", length(w))
            p.have("empty", size <= 0, "half", "own * sign of V")
            p.conclude("empty", "own", "zero", "length", "unit", "own * sign of V")


@theorem("dual-ascent-rate",
         title="Dual steps that gain V²/(2R²) are within 8R²‖w*‖⁴/t of the best dual value after t steps", source=RATE,
         says=DIFFERS)
def ascent_rate(p: Script) -> None:
    """Let S = ‖u‖², and let Δ be the best dual value S/2 minus the current dual value; Δ is Δ₀ at first. Let each step
    gain at least V²/(2R²), that is Δ' ≤ Δ − V²/(2R²), where Δ ≤ 2VS (dual-value-within-violation). After t steps tΔ ≤
    8R²S².

    By dual-coordinate-step-gain a step gains this much if it raises the multiplier of the largest violation to its best
    value, or lowers it to its best value without reaching 0. So ε-optimality takes at most 8R²‖w*‖⁴/ε such steps; with
    the margin γ = 1/‖w*‖ that is 8R²/(γ⁴ε). These conditions allow Δ' = Δ − Δ²/K with K = 8R²S². Then tΔ tends to K.
    """
    delta, first, t, S, R, V, after = p.reals("Δ Δ0 t S R V Δ'")
    K = 8 * R**2 * S**2
    p.assume(radius=R > 0)
    p.run([(delta, first, after), (t, 0, t + 1)], [V, after],
          {"gap": delta <= 2 * V * S, "gain": 2 * R**2 * (delta - after) >= V**2})
    p.show(conclusion=t * delta <= K)
    with p.induction(counter=t >= 0, conclusion=t * delta <= K):
        p.have("radius²", R**2 > 0, "radius * radius")
        p.have("falls", after <= delta, "gain", square(V), times("radius²"))
        p.have("size", K >= 0, square(R * S))
        with p.case(delta <= 0, "Δ"):
            p.have("least", after <= 0, "falls", "Δ")
            p.have("next", (t + 1) * after <= 0, "least * counter", "least")
            p.conclude("counter", "next", "size")
        with p.case(delta > 0, "Δ"):
            p.have("square", delta**2 <= 4 * V**2 * S**2, "gap * Δ", "gap * gap")
            p.have("S²", S**2 >= 0, square(S))
            p.have("less", delta**2 <= K * (delta - after), "square", "gain * S²")
            p.have("room", K - t * delta >= 0, "conclusion")
            with p.proving("positive", K > 0):
                p.suppose_not("none")
                p.have("no square", S**2 <= 0, "none", times("radius²"))
                p.have("nothing", Eq(S, 0), "no square")
                p.conclude("gap", "Δ", "nothing")
            p.have("scaled", K * ((t + 1) * after) <= K * K, "less * counter", "less", "room * counter * Δ",
                   square(2 * (K - t * delta) - delta), square(delta))
            p.have("next", (t + 1) * after <= K, "scaled", times("positive"))
            p.conclude("counter", "next")
    p.conclude("conclusion")

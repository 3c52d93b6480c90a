"""SMO for the soft margin: the gain of a step that the box [0, C] clips, and the number of steps to a point near the
optimum.

Main statements
    smo-clipped-step-gain        a clipped step gains at least half its first-order gain; no step of the pair gains more
    smo-steps-square-summable    the sum of the squared lengths of all steps
    smo-step-closes-gap          the gain of the pair with the largest first-order gain, by the distance to the optimum
    smo-rate                     the distance to the optimum after t steps of this kind

Notation: the multipliers a[i] in [0, C] of the samples x[i] with labels y[i] = ±1 have Σ a[i]y[i] = 0, w = Σ
a[i]y[i]x[i], and the dual value D = Σ a − ‖w‖²/2. A step of the pair i, j adds y_i·t to a_i, −y_j·t to a_j and t(x_i −
x_j) to w. Its limit r is the largest t that keeps both in [0, C]. It gains tδ − t²η/2, with the violation δ = y_i − y_j
− ⟨w, x_i − x_j⟩ and η = ‖x_i − x_j‖². SMO takes t = min(δ/η, r) for δ > 0.
"""

from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Max, Relation, Scalar, Sum


@theorem("smo-clipped-step-gain",
         title="A clipped step of SMO gains at least tδ/2, and no other step of the pair gains more",
         source=cite("platt1999", "the step of two multipliers and its clipping to the box"))
def clipped_step(p: Script) -> None:
    """Let 0 ≤ a₁, a₂ ≤ C be the multipliers of x₁ and x₂ with labels y₁, y₂ = ±1, δ = y₁ − y₂ − ⟨w, x₁ − x₂⟩ and η =
    ‖x₁ − x₂‖². Let δ ≥ 0, and let r be the smaller of the limits (1 + y₁)C/2 − y₁a₁ and (1 − y₂)C/2 + y₂a₂. Let t =
    min(δ/η, r): t = r and rη ≤ δ, or tη = δ and t ≤ r. Then both multipliers stay in [0, C], Σ a·y does not change, and
    the dual value S − ‖w‖²/2, S the sum of the multipliers, gains tδ − t²η/2 ≥ tδ/2. No step q ≤ r gains more.

    The limits are C − a₁ or a₁, and a₂ or C − a₂.
    """
    w, x1, x2 = p.vectors("w x1 x2")
    S, a1, a2, y1, y2, C, r, t, q = p.reals("S a1 a2 y1 y2 C r t q")
    limit1, limit2 = (1 + y1) / 2 * C - y1 * a1, (1 - y2) / 2 * C + y2 * a2
    violation, eta = y1 - y2 - w @ (x1 - x2), (x1 - x2) @ (x1 - x2)

    def value(step: Scalar) -> Scalar:
        """Return the dual value after a step."""
        after = w + step * (x1 - x2)
        return S + y1 * step - y2 * step - after @ after / 2

    p.assume(label1=Eq(y1**2, 1), label2=Eq(y2**2, 1), low1=a1 >= 0, high1=a1 <= C, low2=a2 >= 0, high2=a2 <= C,
             limit=Eq(r, -Max(-limit1, -limit2)), sign=t >= 0, inside=t <= r, short=t * eta <= violation,
             clipped=Eq((r - t) * (violation - t * eta), 0), other=q <= r)
    gain = t * violation - t**2 * eta / 2
    p.show(first=a1 + y1 * t >= 0, first_high=a1 + y1 * t <= C, second=a2 - y2 * t >= 0, second_high=a2 - y2 * t <= C,
           balance=Eq(y1 * (a1 + y1 * t) + y2 * (a2 - y2 * t), y1 * a1 + y2 * a2), gain=Eq(value(t), value(0) + gain),
           half=gain >= t * violation / 2, most=value(q) <= value(t))
    p.have("own", eta >= 0, length(x1 - x2))
    p.have("limit1", r <= limit1, "limit")
    p.have("limit2", r <= limit2, "limit")
    for i, y, a in ((1, y1, a1), (2, y2, a2)):
        with p.proving(f"in{i}", a + (y if i == 1 else -y) * t >= 0):
            with p.case(y > 0):
                p.have("one", Eq(y, 1), f"label{i}", times("case"))
                p.conclude("one", f"low{i}", "sign", "inside", f"limit{i}")
            with p.case(y <= 0):
                p.have("one", Eq(y, -1), f"label{i}", "case")
                p.conclude("one", f"low{i}", "sign", "inside", f"limit{i}")
        with p.proving(f"below{i}", a + (y if i == 1 else -y) * t <= C):
            with p.case(y > 0):
                p.have("one", Eq(y, 1), f"label{i}", times("case"))
                p.conclude("one", f"high{i}", "sign", "inside", f"limit{i}")
            with p.case(y <= 0):
                p.have("one", Eq(y, -1), f"label{i}", "case")
                p.conclude("one", f"high{i}", "sign", "inside", f"limit{i}")
    p.have("rest", violation - t * eta >= 0, "short")
    p.have("half", gain >= t * violation / 2, "sign * rest")
    p.have("end", (r - q) * (violation - t * eta) >= 0, "other * rest")
    p.have("gap", (t - q) ** 2 * eta >= 0, length((t - q) * (x1 - x2)))
    p.have("most", value(q) <= value(t), "clipped", "end", "gap")
    p.conclude("in1", "in2", "below1", "below2", "label1", "label2", "half", "most")


@theorem("smo-steps-square-summable",
         title="The squared lengths of all steps of SMO for the soft margin sum to at most ‖u‖² + 2CΣξ",
         source=cite("platt1999", "the step of two multipliers; the sum of the squares is an observation made here"))
def square_summable(p: Script) -> None:
    """Let a[i] in [0, C] be the multipliers of the signed samples z[i] with labels y[i], 0 at first, and w = Σ
    a[i]z[i]. Let each step add d[i] to the multipliers, with Σ d[i]y[i] = 0, such that no multiplier leaves [0, C], and
    add v = Σ d[i]z[i] to w. Let v be no longer than the best step in its direction: Σ d[i] − ⟨w, v⟩ ≥ ‖v‖². For any u,
    c and ξ[i] ≥ 0 with ⟨u, z[i]⟩ + c·y[i] ≥ 1 − ξ[i], the sum of all ‖v‖² is at most ‖u‖² + 2CΣξ[i].

    Clipping makes a step shorter, so SMO's steps satisfy this whether they are clipped or not. With the optimal u, c
    and ξ the sum is at most twice the value of the soft margin. Two samples x and −x of two classes attain it, in one
    step.
    """
    u, z = p.vectors("u z[i]")
    a, d, y, xi, c, Q, C = p.reals("a[i] d[i] y[i] ξ[i] c Q C")
    w, v = Sum(a * z), Sum(d * z)
    p.assume(margin=u @ z + c * y >= 1 - xi, slack=xi >= 0, box=C >= 0)
    p.run([(a, 0, a + d), (Q, 0, Q + v @ v)], [d],
          {"sign": a + d >= 0, "high": a + d <= C, "balance": Eq(Sum(d * y), 0),
           "short": Sum(d) - w @ v >= v @ v})
    p.show(conclusion=u @ u + 2 * C * Sum(xi) >= Q)
    with p.induction(positive=a >= 0, capped=a <= C):
        p.conclude("sign", "high", "box")
    with p.induction(balanced=Eq(Sum(a * y), 0), gain=2 * Sum(a) - w @ w >= Q):
        p.conclude("balanced", "balance", "gain", "short")
    p.have("each", a * (u @ z + c * y - 1) + C * xi >= 0, "positive * margin", "capped * slack")
    p.sum("each", "all")
    p.have("dual", 2 * Sum(a) - w @ w <= u @ u + 2 * C * Sum(xi), "all", "balanced", length(u - w))
    p.conclude("gain", "dual")


RATE = cite("hush2006", "the iteration bound for the pair that certifies the rate 1/(n − 1)")
DIFFERS = "a bound whose constants we could not confirm; the constants of this claim are derived here"


@theorem("smo-step-closes-gap",
         title="The pair with the largest first-order gain gains at least Δ²/M, M = max(8N²C²R², 2NΔ)", source=RATE,
         says=DIFFERS)
def closes_gap(p: Script) -> None:
    """Let at most N moves lead from the multipliers to others whose dual value is larger by Δ ≥ 0: move i adds m[i]v[i]
    to w and m[i]s[i] to the sum of the multipliers. m[i] ≥ 0 is at most the limit ρ[i] of its pair, whose violation is
    s[i] − ⟨w, v[i]⟩. Let a pair have the direction x with ‖x‖² = η ≤ 4R², the violation δ and the limit r ≤ C. Let it
    have the largest first-order gain: rδ ≥ ρ[i](s[i] − ⟨w, v[i]⟩) for all i. Then its clipped step t = min(δ/η, r) ≥ 0
    gains at least Δ²/M, for any M that is at least 8N²C²R² and 2NΔ.

    The difference of any two choices of multipliers with the same Σ a·y is the sum of fewer moves than samples. While
    the difference is not 0, move a pair so far that one of its two multipliers is right. These moves are within the
    limits. If the samples have lengths of at most R, then η ≤ 4R².
    """
    w, v, x = p.vectors("w v[i] x")
    m, s, r_i, r, delta, t, C, R, gap, N, M = p.reals("m[i] s[i] ρ[i] r δ t C R Δ N M")
    u = p.let("u", w + Sum(m * v))
    violation, eta = s - w @ v, x @ x
    p.assume(mass=m >= 0, within=m <= r_i, count=Sum(1) <= N, largest=r_i * violation <= r * delta,
             value=gap <= Sum(m * s) - u @ u / 2 + w @ w / 2, better=gap >= 0, box=r <= C,
             pair=eta <= 4 * R**2, sign=t >= 0, short=t * eta <= delta, clipped=Eq((r - t) * (delta - t * eta), 0),
             quadratic=M >= 8 * N**2 * C**2 * R**2, linear=2 * N * gap <= M)
    p.example_without("sign", dimension=2, size=1, w=[0, 0], x=[1, 1], values={
        "v[i]": [[0, 0]], "m[i]": [1], "s[i]": [1], "ρ[i]": [1], "r": -1, "δ": -1, "t": -1, "C": 0, "R": 1, "Δ": 1,
        "N": 1, "M": 2})
    p.example_without("pair", dimension=2, size=1, w=[0, 0], x=[1, 0], values={
        "v[i]": [[0, 0]], "m[i]": [1], "s[i]": ["1/2"], "ρ[i]": [1], "r": 1, "δ": "1/2", "t": "1/2", "C": 1, "R": 0,
        "Δ": "1/2", "N": 1, "M": 1})
    gain = t * delta - t**2 * eta / 2
    p.show(conclusion=M * gain >= gap**2)
    p.have("curve", eta >= 0, length(x))
    p.have("rises", delta >= 0, "short", "sign * curve")
    p.have("rest", delta - t * eta >= 0, "short")
    p.have("half", gain >= t * delta / 2, "sign * rest")
    p.have("positive", gain >= 0, "half", "sign * rises")
    p.have("growth", gap <= Sum(m * violation), "value", length(u - w))
    p.have("one", Relation(1, ">=", 0))
    p.sum("one", "number")
    p.have("weighed", N * gap >= 0, "number * better", "count * better")
    with p.case(r < 0, "limit"):
        p.have("least", r * delta <= 0, "limit * rises")
        with p.proving("move", m * violation <= 0):
            with p.case(violation > 0):
                p.conclude("within * case", "largest", "least")
            with p.case(violation <= 0):
                p.conclude("mass * case")
        p.sum("move", "moves")
        p.have("none", Eq(gap, 0), "growth", "moves", "better")
        p.conclude("none", "linear * positive")
    with p.case(r >= 0, "limit"):
        p.have("first", r * delta >= 0, "limit * rises")
        with p.proving("move", m * violation <= r * delta):
            with p.case(violation > 0):
                p.conclude("within * case", "largest")
            with p.case(violation <= 0):
                p.conclude("mass * case", "first")
        p.sum("move", "moves")
        p.have("near", gap <= N * (r * delta), "growth", "moves", "count * first")
        p.have("squares", gap**2 <= N**2 * (r * delta) ** 2, "near * near", "near * better")
        p.have("N²", N**2 >= 0, square(N))
        p.have("wide", (r * delta) ** 2 <= (C * delta) ** 2, "box * limit * rises * rises", "box * box * rises * rises")
        p.have("NC", (N * C) ** 2 >= 0, square(N * C))
        p.have("NCR", (N * C * R) ** 2 >= 0, square(N * C * R))
        for side in (r - t > 0, r - t < 0):
            with p.case(side):
                p.have("best", Eq(delta, t * eta), "clipped", times("case"))
                p.have("curved", delta**2 <= 4 * R**2 * (t * delta), "best", "pair * sign * rises")
                p.conclude("squares", "wide * N²", "curved * NC", "quadratic * positive", "half * NCR")
        with p.case(Eq(r - t, 0)):
            p.conclude("near * better", "linear * positive", "half * weighed", "case")


@theorem("smo-rate", title="Steps that gain Δ²/M leave Δ ≤ M/t after t steps", source=RATE, says=DIFFERS)
def rate(p: Script) -> None:
    """Let Δ be the best dual value minus the current dual value, and let each step gain at least Δ²/M, M > 0. After t
    steps tΔ ≤ M.

    By smo-step-closes-gap the steps of SMO with the largest first-order gain do so with M = max(8n²C²R², 2nΔ₀), for n
    samples with ‖x‖ ≤ R and the first Δ₀. So they are within ε of the best dual value after M/ε steps. From 0, Δ₀ ≤ nC.
    If each step gains just Δ²/M, tΔ tends to M.
    """
    delta, first, t, M, after = p.reals("Δ Δ0 t M Δ'")
    p.assume(weight=M > 0)
    p.run([(delta, first, after), (t, 0, t + 1)], [after], {"gain": M * (delta - after) >= delta**2})
    p.show(conclusion=t * delta <= M)
    with p.induction(counter=t >= 0, conclusion=t * delta <= M):
        with p.case(delta >= 0):
            p.have("limit", M - t * delta >= 0, "conclusion")
            p.have("scaled", M * ((t + 1) * after) <= M * M, "gain * counter", "gain", "limit * counter * case",
                   square(2 * (M - t * delta) - delta), square(delta))
            p.have("next", (t + 1) * after <= M, "scaled", times("weight"))
            p.conclude("counter", "next")
        with p.case(delta < 0):
            p.have("falls", after <= delta, "gain", square(delta), times("weight"))
            p.have("below", (t + 1) * after <= 0, "falls * counter", "case * counter", "falls", "case")
            p.conclude("counter", "below", "weight")
    p.conclude("conclusion")

"""When data attain the bound for a bias step ρ², and a sharper bound for R < ρ, where no data attain it.

Notation: bias step ρ², as in bias_step_mistake_bound; (w*, b*) separates with the margin γ > 0, ‖x‖ ≤ R. The bound is k
≤ (R² + ρ²)(‖w*‖² + b*²/ρ²)/γ²: Theorem 1.7 for ρ = 1, the tutorial's for ρ = R.
"""

from collections.abc import Sequence
from typing import Any

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import Point, has_room, moves
from ...statements.vector_language import Eq, Vector, augment


@theorem("small-radius-sharper-bound", title="A sharper bound where the examples are shorter than the bias step",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here for R ≤ ρ"),
         says="k²γ² ≤ k(R² + ρ²)(‖w*‖² + b*²/ρ²), for ρ = 1. We did not find the bound of this claim in the literature "
              "that we searched.")
def sharper_bound(p: Script) -> None:
    """Let (w*, b*) separate examples of length at most R with margin γ > 0. With bias step ρ² > 0, the perceptron makes
    k ≥ 2 mistakes only if k²γ² ≤ (k(R² + ρ²) − 2(ρ² − R²))(‖w*‖² + b*²/ρ²). If R < ρ, this is sharper than the bound
    without the term 2(ρ² − R²).

    The reason: if R < ρ, the second mistake has another label than the first, so ‖w‖² + b²/ρ² ≤ 4R² after it.
    """
    ws, x1, x2, w, x = p.vectors("w* x₁ x₂ w x")
    bs, gamma, R, rho, y1, y2, b, k, y = p.reals("b* γ R ρ y₁ y₂ b k y")
    first = perceptron.update(State(0 * x1, 0), x1, y1, bias_step=rho**2)
    second = perceptron.update(first, x2, y2, bias_step=rho**2)
    after = perceptron.update(State(w, b), x, y, bias_step=rho**2)
    p.assume(step=rho > 0, positive=gamma > 0)
    p.assume({"label₁": Eq(y1**2, 1), "radius₁": x1 @ x1 <= R**2, "margin₁": y1 * (x1 @ ws + bs) >= gamma,
              "label₂": Eq(y2**2, 1), "radius₂": x2 @ x2 <= R**2, "margin₂": y2 * (x2 @ ws + bs) >= gamma,
              "mistake₂": perceptron.mistake_condition(first, x2, y2)})
    p.run([(w, second.w, after.w), (b, second.b, after.b), (k, 2, k + 1)], [x, y],
          {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (x @ ws + bs) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, b), x, y)})
    most, separator = k * (R**2 + rho**2) - 2 * (rho**2 - R**2), ws @ ws + bs**2 / rho**2
    p.show(conclusion=k**2 * gamma**2 <= most * separator)
    p.have("labels", Eq((y1 * y2) ** 2, 1), "label₁", "label₂")
    length2 = second.w @ second.w + second.b**2 / rho**2
    with p.proving("two", length2 <= 4 * R**2):
        p.have("expanded", Eq(length2, x1 @ x1 + x2 @ x2 + 2 * rho**2 + 2 * y1 * y2 * (x1 @ x2 + rho**2)),
               "label₁", "label₂")
        with p.case(y1 * y2 > 0):
            p.have("same", Eq(y1 * y2, 1), "labels", "case")
            p.have("value", Eq(length2, x1 @ x1 + x2 @ x2 + 2 * (x1 @ x2) + 4 * rho**2), "expanded", "same")
            p.have("tie", x1 @ x2 + rho**2 <= 0, "mistake₂", "same")
            p.have("long", rho**2 <= R**2, "tie", "radius₁", "radius₂", length(x1 + x2))
            p.conclude("value", "tie", "radius₁", "radius₂", "long")
        with p.case(y1 * y2 <= 0):
            p.have("other", Eq(y1 * y2, -1), "labels", "case")
            p.have("value", Eq(length2, (x1 - x2) @ (x1 - x2)), "expanded", "other")
            p.conclude("value", "radius₁", "radius₂", length(x1 + x2))
    with p.induction(counter=k >= 2, aligned=w @ ws + b * bs / rho**2 >= k * gamma,
                     growth=w @ w + b**2 / rho**2 <= most):
        p.have("longer", after.w @ after.w + after.b**2 / rho**2 <= most + R**2 + rho**2,
               "growth", "mistake", "label", "radius")
        p.have("further", after.w @ ws + after.b * bs / rho**2 >= (k + 1) * gamma, "aligned", "margin")
        p.conclude("counter", "longer", "further", "two", "margin₁", "margin₂")
    p.have("reach", k * gamma >= 0, "counter * positive", "positive")
    p.use("cauchy-schwarz", name="pair", u=augment(w, b / rho), v=augment(ws, bs / rho))
    p.have("square", (k * gamma) ** 2 <= (w @ ws + b * bs / rho**2) ** 2, "aligned * aligned", "aligned * reach")
    p.have("size", separator >= 0, length(ws), square(bs / rho))
    p.conclude("square", "pair", "growth * size")


@theorem("small-radius-sharper-bound-reached", title="Two examples reach the sharper bound for R ≤ ρ",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here for R ≤ ρ"),
         says="nothing about data that attain a bound. We did not find these data in the literature that we searched.")
def sharper_bound_reached(p: Script) -> None:
    """Let ‖x‖ = R ≤ ρ, and show (x, 1) and then (−x, −1) to the perceptron with bias step ρ². The second example is a
    mistake too. (w*, b*) = (x, 0) has the margin γ = R² on both examples, and 2²γ² = (2(R² + ρ²) − 2(ρ² − R²))(‖w*‖² +
    b*²/ρ²). So k = 2 attains the bound.
    """
    x, (R, rho) = p.vector("x"), p.reals("R ρ")
    p.assume(radius=Eq(x @ x, R**2), short=rho**2 >= R**2)
    after = perceptron.update(State(0 * x, 0), x, 1, bias_step=rho**2)
    target = State(x, 0)
    gamma, other = perceptron.margin(target, x, 1), perceptron.margin(target, -x, -1)
    p.show(mistake=perceptron.mistake_condition(after, -x, -1), margin=Eq(gamma, R**2), other_margin=Eq(other, R**2),
           equality=Eq(4 * gamma**2, (2 * (R**2 + rho**2) - 2 * (rho**2 - R**2)) * (x @ x)))
    p.have("mistake'", perceptron.mistake_condition(after, -x, -1), "radius", "short")
    p.have("margin'", Eq(gamma, R**2), "radius")
    p.have("equality'", Eq(4 * gamma**2, 4 * R**2 * (x @ x)), "margin'", "radius")
    p.conclude("mistake'", "margin'", "equality'")


@theorem("equal-steps-leave-room-across",
         title="The parts of a sum that is as long as possible are orthogonal, and satisfy Bessel's inequality",
         source=cite("iml", "proof of Theorem 1.7; here where all its inequalities are equations"),
         says="nothing about this. We did not find it in the literature that we searched.")
def equal_steps(p: Script) -> None:
    """Let p + z + q have ⟨u, p⟩ ≥ mγ, ⟨u, z⟩ ≥ γ > 0, ⟨u, q⟩ ≥ nγ, ‖p‖² ≤ mt, ‖z‖² ≤ t, ⟨p, z⟩ ≤ 0 and ‖p + z + q‖² ≤
    ‖p + z‖² + nt with m, n > 0, and (m + 1 + n)γ² = t‖u‖². Then p, z and q are orthogonal, with ‖p‖² = mt, ‖z‖² = t,
    ‖q‖² = nt, and any unit vector e has ⟨e, p⟩²/m + ⟨e, z⟩² + ⟨e, q⟩²/n ≤ t.
    """
    u, before, z, later, e = p.vectors("u p z q e")
    m, n, t, gamma = p.reals("m n t γ")
    total, k = before + z + later, m + 1 + n
    p.assume(axis=Eq(e @ e, 1), positive=gamma > 0, some=m > 0, more=n > 0,
             before=u @ before >= m * gamma, margin=u @ z >= gamma, later=u @ later >= n * gamma,
             short=before @ before <= m * t, radius=z @ z <= t, mistake=before @ z <= 0,
             growth=total @ total <= (before + z) @ (before + z) + n * t,
             attained=Eq(k * gamma**2, t * (u @ u)))
    p.show(p_z=Eq(before @ z, 0), p_q=Eq(before @ later, 0), z_q=Eq(z @ later, 0), p_size=Eq(before @ before, m * t),
           z_size=Eq(z @ z, t), q_size=Eq(later @ later, n * t),
           room=(e @ before) ** 2 / m + (e @ z) ** 2 + (e @ later) ** 2 / n <= t)
    p.have("k", k > 0, "some", "more")
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("product", t * (u @ u) > 0, "attained", "k * square")
    p.have("size", u @ u >= 0, length(u))
    p.have("z size", z @ z >= 0, length(z))
    p.have("t nonnegative", t >= 0, "radius", "z size")
    with p.proving("u", u @ u > 0):
        p.suppose_not("none")
        p.conclude("none * t nonnegative", "product")
    with p.proving("t", t > 0):
        p.suppose_not("none")
        p.conclude("none * size", "product")
    p.have("reach", k * gamma > 0, "k * positive")
    p.have("far", u @ total >= k * gamma, "before", "margin", "later")
    p.have("far squared", (u @ total) ** 2 >= k**2 * gamma**2, "far * far", "far * reach")
    p.have("long", total @ total <= k * t, "growth", "short", "radius", "mistake")
    p.use("cauchy-schwarz", name="along", v=total)
    p.have("k times", Eq((k * gamma) ** 2, (u @ u) * (k * t)), "attained")
    p.have("least", k * t * (u @ u) <= (u @ u) * (total @ total), "along", "far squared", "k times")
    p.have("at least", total @ total >= k * t, "least", times("u"))
    p.have("longest", Eq(total @ total, k * t), "long", "at least")
    p.have("sum", u @ total + k * gamma > 0, "far", "reach")
    p.have("most", u @ total <= k * gamma, "along", "longest", "attained", times("sum"))
    p.have("u p", Eq(u @ before, m * gamma), "most", "before", "margin", "later")
    p.have("u z", Eq(u @ z, gamma), "most", "before", "margin", "later")
    p.have("aligned", Eq(u @ total, k * gamma), "far", "most")
    p.have("equality", Eq((u @ total) ** 2, (u @ u) * (total @ total)), "aligned", "longest", "k times")
    for name, part, share in (("p", before, m), ("z", z, 1)):
        p.use("cauchy-schwarz-equality", name=f"line {name}", v=total, x=part)
        p.have(f"scaled {name}", Eq((u @ u) * (total @ part), (u @ u) * share * t),
               f"line {name}.products", "aligned", f"u {name}", "attained")
        p.have(f"total {name}", Eq(total @ part, share * t), f"scaled {name}", times("u"))
    p.have("both", (before + z) @ (before + z) >= (m + 1) * t, "growth", "longest")
    p.have("p z", Eq(before @ z, 0), "both", "short", "radius", "mistake")
    p.have("p p", Eq(before @ before, m * t), "both", "short", "radius", "mistake")
    p.have("z z", Eq(z @ z, t), "both", "short", "radius", "mistake")
    p.have("p q", Eq(before @ later, 0), "total p", "p p", "p z")
    p.have("z q", Eq(z @ later, 0), "total z", "z z", "p z")
    p.have("q q", Eq(later @ later, n * t), "longest", "p p", "z z", "p z", "p q", "z q")
    rest = m * n * t * e - n * (e @ before) * before - m * n * (e @ z) * z - m * (e @ later) * later
    shared = n * (e @ before) ** 2 + m * n * (e @ z) ** 2 + m * (e @ later) ** 2
    p.have("Bessel", Eq(rest @ rest, m * n * t * (m * n * t - shared)),
           "axis", "p p", "z z", "q q", "p z", "p q", "z q")
    p.have("rest", rest @ rest >= 0, length(rest))
    p.have("ml", m * n > 0, "some * more")
    p.have("shared", shared <= m * n * t, "Bessel", "rest", times("ml", "t"))
    p.have("room'", (e @ before) ** 2 / m + (e @ z) ** 2 + (e @ later) ** 2 / n <= t, "shared", times("ml"))
    p.conclude("p z", "p q", "z q", "p p", "z z", "q q", "room'")


@theorem("bias-step-bound-attained-by-pairs",
         title="For every R ≥ ρ and every even number of mistakes the bound for the bias step ρ² is attained",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here data that reach it"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def attained_by_pairs(p: Script) -> None:
    """For R ≥ ρ > 0 take pairs of vectors a and c with ‖a‖ = ‖c‖ = R and ⟨a, c⟩ = ρ², where each pair is orthogonal to
    the other pairs. For each pair, show (a, 1) and then (−c, −1) to the perceptron with bias step ρ². All are mistakes.
    After k mistakes, (w*, b*) = (w, 0) has the margin γ = R² + ρ² on all examples shown, and k is the bound (R² +
    ρ²)(‖w*‖² + b*²/ρ²)/γ².

    A step of the run is a pair. a₁ and c₁ are the first pair, which stands for any pair. a' and c' are the next pair.
    In a plane with orthonormal vectors e and f, re + sf and re − sf with 2r² = R² + ρ² and 2s² = R² − ρ² are a pair of
    this kind.
    """
    w, a, c, a1, c1, a2, c2 = p.vectors("w a c a₁ c₁ a' c'")
    b, k, R, rho = p.reals("b k R ρ")

    def shown(state: State, plus: Vector, minus: Vector) -> tuple[State, State]:
        """Return the state after the first example of a pair, and after both."""
        between = perceptron.update(state, plus, 1, bias_step=rho**2)
        return between, perceptron.update(between, -minus, -1, bias_step=rho**2)

    now = State(w, b)
    _, start = shown(State(0 * a1, 0), a1, c1)
    _, after = shown(now, a, c)
    between, _ = shown(now, a2, c2)
    p.assume({"step": rho > 0, "a₁": Eq(a1 @ a1, R**2), "c₁": Eq(c1 @ c1, R**2), "a₁c₁": Eq(a1 @ c1, rho**2),
              "a'c'": Eq(a2 @ c2, rho**2), "wa'": Eq(w @ a2, 0), "wc'": Eq(w @ c2, 0)})
    p.run([(w, start.w, after.w), (b, start.b, after.b), (k, 2, k + 2)], [a, c],
          {"a": Eq(a @ a, R**2), "c": Eq(c @ c, R**2), "ac": Eq(a @ c, rho**2), "wa": Eq(w @ a, 0), "wc": Eq(w @ c, 0),
           "a₁a": Eq(a1 @ a, 0), "a₁c": Eq(a1 @ c, 0), "c₁a": Eq(c1 @ a, 0), "c₁c": Eq(c1 @ c, 0)})
    gamma, target = R**2 + rho**2, State(w, 0)
    p.show(mistake=perceptron.mistake_condition(now, a2, 1),
           second_mistake=perceptron.mistake_condition(between, -c2, -1),
           margin=Eq(perceptron.margin(target, a1, 1), gamma),
           second_margin=Eq(perceptron.margin(target, -c1, -1), gamma),
           attained=Eq(k, gamma * (w @ w) / gamma**2))
    p.have("γ", gamma > 0, "step * step", square(R))
    with p.induction(bias=Eq(b, 0), a1=Eq(w @ a1, gamma), c1=Eq(w @ c1, gamma), length=Eq(w @ w, k * gamma)):
        p.conclude("bias", "a1", "c1", "length", "a", "c", "ac", "wa", "wc", "a₁a", "a₁c", "c₁a", "c₁c",
                   "a₁", "c₁", "a₁c₁")
    p.have("attained'", Eq(k, gamma * (w @ w) / gamma**2), "length", times("γ", "γ"))
    p.conclude("bias", "wa'", "wc'", "a'c'", "a1", "c1", "attained'")


@theorem("smola-bound-attained-needs-room", title="Where Theorem 1.7 is attained, R² ≥ B²/m + C²/n",
         source=cite("iml", "Theorem 1.7; here where it is an equation"),
         says="nothing about when data attain the bound. We did not find this in the literature that we searched.")
def attained_needs_room(p: Script) -> None:
    """Let the perceptron make m + 1 + n mistakes with m, n > 0, and let the bound (R² + 1)(‖w*‖² + b*²)/γ² be this
    number. If B is the sum of the labels of the first m mistakes, and C is the sum of the labels of the last n
    mistakes, then R² ≥ B²/m + C²/n.

    (v, B) is the state after m mistakes. The proof uses only its alignment and its growth. For m = 1, B² = 1, so R² ≥
    (n + 1)/n unless C = 0. If n is odd, C is not 0. So an odd number k ≥ 3 of mistakes needs R² ≥ (k − 1)/(k − 2).
    """
    ws, v, x1, w, x = p.vectors("w* v x₁ w x")
    bs, gamma, R, m, B, y1, b, n, y = p.reals("b* γ R m B y₁ b n y")
    before, now, t = State(v, B), State(w, b), R**2 + 1
    first, after = perceptron.update(before, x1, y1), perceptron.update(now, x, y)
    p.assume({"positive": gamma > 0, "some": m > 0, "aligned_before": v @ ws + B * bs >= m * gamma,
              "growth_before": v @ v + B**2 <= m * t, "label₁": Eq(y1**2, 1), "radius₁": x1 @ x1 <= R**2,
              "margin₁": y1 * (x1 @ ws + bs) >= gamma,
              "mistake₁": perceptron.mistake_condition(before, x1, y1)})
    p.run([(w, first.w, after.w), (b, first.b, after.b), (n, 0, n + 1)], [x, y],
          {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (x @ ws + bs) >= gamma,
           "mistake": perceptron.mistake_condition(now, x, y)})
    p.assume(more=n > 0, attained=Eq((m + 1 + n) * gamma**2, t * (ws @ ws + bs**2)))
    p.show(conclusion=B**2 / m + (b - B - y1) ** 2 / n <= R**2)
    start = v @ ws + B * bs + y1 * (x1 @ ws + bs)
    with p.induction(aligned=w @ ws + b * bs >= start + n * gamma,
                     growth=w @ w + b**2 <= first.w @ first.w + first.b**2 + n * t):
        p.have("longer", after.w @ after.w + after.b**2 <= w @ w + b**2 + t, "mistake", "label", "radius")
        p.conclude("aligned", "margin", "growth", "longer")
    p.have("short", (y1 * x1) @ (y1 * x1) + y1**2 <= t, "label₁", "radius₁")
    p.use("equal-steps-leave-room-across", {
        "u": augment(ws, bs), "p": augment(v, B), "z": augment(y1 * x1, y1),
        "q": augment(w - v - y1 * x1, b - B - y1), "e": augment(0 * v, 1), "t": t}, name="equal")
    p.conclude("equal.room", "label₁")
    p.example(dimension=2, steps=[{"x": [0, 1], "y": 1}, {"x": [0, -1], "y": -1}], v=[1, 0], B=1, m=1, R=1,
              values={"w*": [1, 1], "b*": 0, "γ": 1, "x₁": [-1, 0], "y₁": -1})
    third = ["1/3", "1/3", "2/3"]
    p.example_without("mistake₁", dimension=3, steps=[{"x": ["-1/3", "-1/3", "-2/3"], "y": -1}], v=third, B=1, m=1, R=1,
                      values={"w*": [1, 1, 2], "b*": 0, "γ": 2, "x₁": third, "y₁": 1})


@theorem("bias-step-bound-attained-in-space",
         title="For R ≥ ρ three dimensions are enough to attain the bound for the bias step ρ², for every even number",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here data that reach it in three dimensions"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def attained_in_space(p: Script) -> None:
    """In ℝ³ let (w*, b*) = (u, 0) with u = (1, 0, 0), and R ≥ ρ. Show the perceptron with bias step ρ² pairs (z, 1),
    (−z', −1) of examples with the margin γ, the length R and the score 0. Such examples are mistakes. After k mistakes
    there is another pair, as long as (k + 2)γ² ≤ R² + ρ². So an even number (R² + ρ²)/γ² of mistakes attains the bound.

    The conclusions are the hypotheses of space-example-with-given-score, first for z with the score 0, and then, after
    any such z, for z' with ⟨w, z'⟩ = ρ², because b is then ρ². If w is on the line of u, then k = 0, and any vector
    with the margin and the length can be z. For z' this happens only if k = 0 and R = γ, and any such vector can be z'.
    """
    h, a, d, b, k, x, y, x1, y1, x2, y2 = p.reals("h a d b k x y x' y' x₂ y₂")
    gamma, R, rho = p.reals("γ R ρ")
    w, plus, minus, following = Point(h, a, d), Point(gamma, x, y), Point(gamma, x1, y1), Point(gamma, x2, y2)
    c, D2 = rho**2, R**2 + rho**2
    now = State(w, b)
    between, then = (perceptron.update(now, each, 1, bias_step=c) for each in (plus, following))
    after = perceptron.update(between, -1 * minus, -1, bias_step=c)
    p.assume(long=c <= R**2, more=(k + 2) * gamma**2 <= D2, next=Eq(following @ following, R**2),
             next_tie=Eq(perceptron.margin(now, following, 1), 0))
    p.run([*moves(w, Point(0, 0, 0), after.w), (b, 0, after.b), (k, 0, k + 2)], [x, y, x1, y1],
          {"z": Eq(plus @ plus, R**2), "z'": Eq(minus @ minus, R**2), "tie": Eq(perceptron.margin(now, plus, 1), 0),
           "tie'": Eq(perceptron.margin(between, -1 * minus, -1), 0)})
    odd = k + 1
    p.show(growth=Eq(w @ w, k * D2), alignment=Eq(h, k * gamma), bias=Eq(b, 0),
           across=Eq(w.across, k * (D2 - k * gamma**2)), room=has_room(w, gamma, 0, R**2),
           across_between=Eq(then.w.across, odd * (D2 - odd * gamma**2) - c),
           room_between=has_room(then.w, gamma, c, R**2))
    with p.induction(counter=k >= 0, growth=Eq(w @ w, k * D2), alignment=Eq(h, k * gamma), bias=Eq(b, 0)):
        p.conclude("counter", "growth", "alignment", "bias", "z", "z'", "tie", "tie'")
    p.have("square", gamma**2 >= 0, square(gamma))
    p.have("across", Eq(w.across, k * (D2 - k * gamma**2)), "growth", "alignment")
    p.have("tall", R**2 - gamma**2 >= k * gamma**2 / 2, "long", "more")
    p.have("rest", D2 - k * gamma**2 >= 2 * gamma**2, "more")
    p.have("gain", k * gamma**2 >= 0, "counter * square", "counter")
    p.have("enough", (D2 - k * gamma**2) * (R**2 - gamma**2) >= k * gamma**4,
           "rest * tall", "rest * gain", "tall * square")
    p.have("room", has_room(w, gamma, 0, R**2), "across", "alignment", "counter * enough")
    p.have("across_between", Eq(then.w.across, odd * (D2 - odd * gamma**2) - c), "growth", "alignment", "bias", "next",
           "next_tie")
    e, A = D2 - (k + 2) * gamma**2, odd * gamma**2 - c
    p.have("e", e >= 0, "more")
    p.have("wide", (k + 2) * A + odd * e >= 0, "long * counter", "long", "more * counter", "gain", "counter * gain")
    p.have("slack", e * ((k + 2) * A + odd * e) >= 0, "e * wide")
    p.have("score", Eq(c - gamma * (h + gamma), -A), "alignment")
    p.have("width", Eq(then.w.across * (R**2 - gamma**2), (A + odd * e) * (A + e)), "across_between")
    p.have("room_between", has_room(then.w, gamma, c, R**2), "score", "width", "slack")
    p.conclude("growth", "alignment", "bias", "across", "room", "across_between", "room_between")
    def without(hypothesis: str, *pairs: Sequence[Any], numbers: Sequence[Any]) -> None:
        steps = [dict(zip(("x", "y", "x'", "y'"), pair, strict=True)) for pair in pairs]
        p.example_without(hypothesis, steps=steps, values=dict(zip(("γ", "R", "ρ", "x₂", "y₂"), numbers, strict=True)))

    without("z", ("1/2", "-1/2", 2, 2), numbers=(1, 3, 1, -2, 2))
    without("z'", (2, 2, "1/2", "-1/2"), numbers=(1, 3, 1, -2, 2))
    without("tie", (1, 0, 1, 0), (-1, 0, 1, 0), numbers=(0, 1, 1, 0, 1))
    without("tie'", (1, "1/2", "1/5", "11/10"), numbers=(1, "3/2", "3/2", -1, "-1/2"))


@theorem("equal-margins-leave-room",
         title="When there is one more example with which Theorem 1.7 can be attained",
         source=cite("iml", "proof of Theorem 1.7, with bias step ρ²; here where all its inequalities are equations"),
         says="nothing about this. We did not find it in the literature that we searched.")
def equal_margins(p: Script) -> None:
    """In ℝ³ let (w, b) be the state after i mistakes with equality in the bound: ‖w‖² + b²/ρ² = i(R² + ρ²), and b = ρ²s
    for the sum s of their labels. Let (w*, b*) = ((W, 0, 0), ρ²C) have ‖w*‖² + b*²/ρ² = (i + 1 + n)(R² + ρ²), and the
    margin R² + ρ² on each mistake. Then there is another example of this margin, of the length R, with the score 0 and
    the label y, if two conditions hold: i·n·R² ≥ ρ²(ns² + i(C − s − y)²) and (i + n)R² ≥ ρ²(C − y)².

    h is the first coordinate of w, Q is the sum of the squares of the other coordinates, and m is the first coordinate
    of yx. The conclusions are the hypotheses of space-example-with-given-score. For Q = 0 every example with this
    margin has the score 0, and only m² ≤ R² is needed. If i > 0 and n > 0, the second condition follows from the first,
    because (i + n)(s²/i + (C − s − y)²/n) is at least (C − y)².
    """
    h, Q, m, R, rho, W, C, s, y, i, n = p.reals("h Q m R ρ W C s y i n")
    c, D2 = rho**2, R**2 + rho**2
    p.assume(positive=W > 0, label=Eq(y**2, 1), length=Eq(W**2 + c * C**2, (i + 1 + n) * D2),
             growth=Eq(h**2 + Q + c * s**2, i * D2), alignment=Eq(W * h + c * s * C, i * D2),
             margin=Eq(W * m + c * y * C, D2), labels=c * (n * s**2 + i * (C - s - y) ** 2) <= i * n * R**2,
             ends=c * (C - y) ** 2 <= (i + n) * R**2)
    p.show(room=(-y * c * s - m * h) ** 2 <= Q * (R**2 - m**2), short=m**2 <= R**2)
    p.have("square", W**2 > 0, "positive * positive")
    p.have("D", D2 >= 0, square(R), square(rho))
    w, H, M = (i + 1 + n) * D2 - c * C**2, i * D2 - c * s * C, D2 - c * y * C
    p.have("W²", Eq(W**2, w), "length")
    p.have("h", Eq(W * h, H), "alignment")
    p.have("m", Eq(W * m, M), "margin")
    p.have("h²", Eq(W**2 * h**2, H**2), "h")
    p.have("m²", Eq(W**2 * m**2, M**2), "m")
    p.have("mh", Eq(W**2 * (m * h), M * H), "h", "m")
    p.have("across", Eq(W**2 * Q, w * (i * D2 - c * s**2) - H**2), "growth", "h²", "W²")
    p.have("rest", Eq(W**2 * (R**2 - m**2), w * R**2 - M**2), "m²", "W²")
    p.have("score", Eq(W**2 * (-y * c * s - m * h), -w * y * c * s - M * H), "mh", "W²")
    p.have("rest'", Eq(w * R**2 - M**2, D2 * ((i + n) * R**2 - c * (C - y) ** 2)), "label")
    p.have("rest''", W**2 * (R**2 - m**2) >= 0, "rest", "rest'", "D * ends")
    p.have("short'", m**2 <= R**2, "rest''", times("square"))
    p.have("both", Eq(W**4 * (Q * (R**2 - m**2) - (-y * c * s - m * h) ** 2),
                      (w * (i * D2 - c * s**2) - H**2) * (w * R**2 - M**2) - (w * y * c * s + M * H) ** 2),
           "across", "rest", "score")
    left = i * n * R**2 - c * (n * s**2 + i * (C - s - y) ** 2)
    p.have("identity", Eq((w * (i * D2 - c * s**2) - H**2) * (w * R**2 - M**2) - (w * y * c * s + M * H) ** 2,
                          w * D2**2 * left), "label")
    p.have("w", w > 0, "W²", "square")
    p.have("D labels", D2 * left >= 0, "labels * D")
    p.have("D D labels", D2 * (D2 * left) >= 0, "D labels * D")
    p.have("all", w * (D2 * (D2 * left)) >= 0, "w * D D labels")
    p.have("left", W**4 * (Q * (R**2 - m**2) - (-y * c * s - m * h) ** 2) >= 0, "both", "identity", "all")
    p.have("room'", (-y * c * s - m * h) ** 2 <= Q * (R**2 - m**2), "left", times("square", "square"))
    p.conclude("room'", "short'")


@theorem("bias-step-bound-attained-by-labels",
         title="Which sequences of labels attain the bound for the bias step ρ², in three dimensions",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here data that reach it"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def attained_by_labels(p: Script) -> None:
    """In ℝ³ let (w*, b*) = ((W, 0, 0), ρ²C) with ‖w*‖² + b*²/ρ² = K(R² + ρ²). Show the perceptron with bias step ρ²
    examples yx = (m, q, r) with any labels, of the length R, with the margin R² + ρ² and the score 0. Such examples are
    mistakes. After i mistakes, let s be the sum of their labels. There is another mistake, with the label y', as long
    as (K − 1)R² ≥ ρ²(C − y')² and inR² ≥ ρ²(ns² + i(C − s − y')²) for n = K − 1 − i. So K labels with the sum C attain
    the bound (R² + ρ²)(‖w*‖² + b*²/ρ²)/γ² = K if this holds at each of them.

    Except at the first and the last mistake, this condition is R²/ρ² ≥ s²/i + (C − s − y')²/n. By
    smola-bound-attained-needs-room it is needed. These conclusions are the hypotheses of
    space-example-with-given-score. For i = 0, or where w is on the line of w*, each example with the margin has the
    score. W is 0 only if all labels are equal and R² = (K − 1)ρ².
    """
    h, a, d, b, s, i, m, q, r, y, m1, y1 = p.reals("h a d b s i m q r y m' y'")
    W, C, K, R, rho = p.reals("W C K R ρ")
    w, signed, c, D2 = Point(h, a, d), Point(m, q, r), rho**2, R**2 + rho**2
    now, target = State(w, b), State(Point(W, 0, 0), c * C)
    after = perceptron.update(now, y * signed, y, bias_step=c)
    n = K - 1 - i
    p.assume({"positive": W > 0, "separator": Eq(W**2 + c * C**2, K * D2), "label'": Eq(y1**2, 1),
              "margin'": Eq(W * m1 + c * C * y1, D2)})
    p.run([*moves(w, Point(0, 0, 0), after.w), (b, 0, after.b), (s, 0, s + y), (i, 0, i + 1)], [m, q, r, y],
          {"label": Eq(y**2, 1), "radius": Eq(signed @ signed, R**2),
           "margin": Eq(perceptron.margin(target, y * signed, y), D2),
           "tie": Eq(perceptron.margin(now, y * signed, y), 0)})
    p.assume(labels=c * (n * s**2 + i * (C - s - y1) ** 2) <= i * n * R**2, ends=c * (C - y1) ** 2 <= (K - 1) * R**2)
    p.show(growth=Eq(w @ w + c * s**2, i * D2), alignment=Eq(W * h + c * C * s, i * D2), bias=Eq(b, c * s),
           room=has_room(w, m1, -b * y1, R**2), short=m1**2 <= R**2)
    with p.induction(growth=Eq(w @ w + c * s**2, i * D2), alignment=Eq(W * h + c * C * s, i * D2), bias=Eq(b, c * s)):
        p.conclude("growth", "alignment", "bias", "label", "radius", "margin", "tie")
    p.use("equal-margins-leave-room", {"Q": w.across, "m": m1, "y": y1, "n": n}, name="next")
    p.conclude("growth", "alignment", "bias", "next.room", "next.short")


@theorem("bias-step-bound-attained-by-odd-numbers",
         title="Labels that alternate attain the bound for the bias step ρ² for every odd number for which it can be",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here data that reach it"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def attained_by_odd_numbers(p: Script) -> None:
    """Let τ ≥ 3 be odd, and (τ − 2)R² ≥ (τ − 1)ρ². In bias-step-bound-attained-by-labels let the labels be 1, −1, 1, …,
    so that b* = ρ². After i < τ examples there is another one, so τ mistakes attain the bound.

    s alternates between 0 and 1. i ≥ s and n ≥ s state that i and n = τ − 1 − i are odd where s is 1. The label is 1 −
    2s. The next example has the label y' and the first coordinate μ. By smola-bound-attained-needs-room a smaller R² is
    not enough.
    """
    h, a, d, b, s, i, m, q, r, m1, y1, W, R, rho, count = p.reals("h a d b s i m q r μ y' W R ρ τ")
    w, signed, c, D2, y = Point(h, a, d), Point(m, q, r), rho**2, R**2 + rho**2, 1 - 2 * s
    now, target = State(w, b), State(Point(W, 0, 0), c)
    after = perceptron.update(now, y * signed, y, bias_step=c)
    p.assume({"positive": W > 0, "separator": Eq(W**2 + c, count * D2), "long": (count - 1) * c <= (count - 2) * R**2,
              "margin'": Eq(W * m1 + c * y1, D2)})
    p.run([*moves(w, Point(0, 0, 0), after.w), (b, 0, after.b), (s, 0, s + y), (i, 0, i + 1)], [m, q, r],
          {"radius": Eq(signed @ signed, R**2), "margin": Eq(perceptron.margin(target, y * signed, y), D2),
           "tie": Eq(perceptron.margin(now, y * signed, y), 0)})
    n = count - 1 - i
    p.assume({"turn'": Eq(y1, y), "left": n >= s})
    p.show(room=has_room(w, m1, -b * y1, R**2), short=m1**2 <= R**2)
    with p.induction(turn=Eq(s**2, s), counter=i >= s, growth=Eq(w @ w + c * s, i * D2),
                     alignment=Eq(W * h + c * s, i * D2), bias=Eq(b, c * s)):
        p.have("s", s >= 0, "turn", square(s))
        p.conclude("turn", "s", "counter", "growth", "alignment", "bias", "radius", "margin", "tie")
    p.have("s", s >= 0, "turn", square(s))
    p.have("rest", 1 - s >= 0, "turn", square(1 - s))
    p.have("R", R**2 >= 0, square(R))
    p.have("c", c >= 0, square(rho))
    with p.proving("labels", c * (n * s**2 + i * (1 - s - y1) ** 2) <= i * n * R**2):
        p.have("both", Eq(c * (n * s**2 + i * (1 - s - y1) ** 2), s * (count - 1) * c), "turn", "turn'")
        p.have("not first, not last", s * (i - 1) * (n - 1) >= 0, "turn", "counter * left", "s * left", "s * counter")
        p.have("product", s * (i * n - (count - 2)) >= 0, "not first, not last")
        p.have("positions", i * n >= 0, "counter * left", "counter * s", "left * s", "turn", "s")
        p.have("others", (1 - s) * (i * n) >= 0, "rest * positions")
        p.conclude("both", "long * s", "product * R", "others * R")
    with p.proving("ends", c * (1 - y1) ** 2 <= (i + n) * R**2):
        p.have("both", Eq(c * (1 - y1) ** 2, 4 * s * c), "turn", "turn'")
        p.have("three", s * (count - 3) >= 0, "counter * s", "left * s", "turn")
        p.have("some", count - 1 >= 0, "counter", "left", "s")
        p.have("factor", 1 + s * (count - 3) > 0, "three")
        p.have("others", (1 - s) * (count - 1) >= 0, "rest * some")
        p.have("those", s * (count - 1) >= 0, "s * some")
        p.have("square", s * (count - 3) ** 2 >= 0, "turn", square(s * (count - 3)))
        p.conclude("both", "turn", "others * R", "those * long", "square * c", times("factor"))
    p.use("equal-margins-leave-room", {"Q": w.across, "m": m1, "y": y1, "C": 1, "n": n}, name="next")
    p.conclude("next.room", "next.short", "bias")
    third = {"m": "1/3", "q": "2/3", "r": "2/3"}
    p.example(steps=[{"m": "9/7", "q": "18/7", "r": "6/7"}], W=7, R=3,
              values={"τ": 5, "ρ": 1, "μ": "11/7", "y'": -1})
    p.example_without("tie", steps=[third, {"m": "1/3", "q": "-2/3", "r": "-2/3"}], W=3, R=1,
                      values={"τ": 9, "ρ": 0, "μ": "1/3", "y'": 1})
    p.example_without("left", steps=[{"m": "2/3", "q": "1/3", "r": "2/3"}, {"m": "2/3", "q": "-2/3", "r": "-1/3"}],
                      W="3/2", R=1, values={"τ": "9/4", "ρ": 0, "μ": "2/3", "y'": 1})

"""The relaxation method for linear inequalities ⟨w, z⟩ ≥ β, and steps that depend on the length of an example.

Notation: a step changes w to w + λh/‖z‖²·z, where h = β − ⟨w, z⟩ > 0 and 0 < λ ≤ 2. It is the projection for λ = 1 and
the reflection for λ = 2. u and p are solutions: ⟨u, z⟩ ≥ β for all z, and the same for p. q is 1/‖z‖². Multiplying z
and β by the same positive number changes neither the inequality nor its step. So a claim that supposes ‖z‖ = 1 loses no
generality. The z are signed vectors, and the bias is one of their coordinates.
"""


from ....algorithms import perceptron, relaxation
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Sum, Vector


def stepped(w: Vector, z: Vector, rate: Scalar, beta: Scalar) -> Vector:
    """Return the weights after the shipped step."""
    after: Vector = relaxation.update(State(w, 0), z, 1, rate=rate, beta=beta, bias_step=0).w
    return after


@theorem("relaxation-step-nears-solutions", title="A relaxation step takes w nearer to every solution",
         source=cite("motzkinschoenberg1954", "the relaxation method; duda2001, section 5.6, proof of convergence"))
def nears_solutions(p: Script) -> None:
    """If ⟨w, z⟩ ≤ β ≤ ⟨u, z⟩, the step w' = w + λ(β − ⟨w, z⟩)/‖z‖²·z with 0 ≤ λ ≤ 2 has ‖w' − u‖² ≤ ‖w − u‖² − λ(2 −
    λ)(β − ⟨w, z⟩)²/‖z‖². So w' is no farther from u than w is.
    """
    u, w, z = p.vectors("u w z")
    rate, beta = p.reals("λ β")
    p.assume(some=z @ z > 0, rate=rate >= 0, most=rate <= 2, solution=u @ z >= beta, violated=w @ z <= beta)
    after, h = p.let("w'", stepped(w, z, rate, beta)), beta - w @ z
    gain = rate * (2 - rate) * h**2 / (z @ z)
    p.show(step=(after - u) @ (after - u) <= (w - u) @ (w - u) - gain,
           distance=(after - u) @ (after - u) <= (w - u) @ (w - u))
    p.have("share", 1 / (z @ z) > 0, "some")
    p.have("h", h >= 0, "violated")
    p.have("way", rate * h / (z @ z) >= 0, "rate * h * share")
    p.have("step'", (after - u) @ (after - u) <= (w - u) @ (w - u) - gain, "way * solution", "definition")
    p.have("square", h**2 / (z @ z) >= 0, square(h), "share * h * h")
    p.have("rest", 2 - rate >= 0, "most")
    p.have("gain", gain >= 0, "rate * rest * square")
    p.conclude("step'", "gain")


@theorem("relaxation-squares-bound",
         title="The squares of all amounts by which inequalities fail sum to at most ‖w₀ − u‖²/(λ(2 − λ))",
         source=cite("motzkinschoenberg1954", "the relaxation method; duda2001, section 5.6, proof of convergence"),
         says="the sum is finite")
def squares_bound(p: Script) -> None:
    """From any w₀, over any relaxation steps with 0 < λ < 2 on inequalities that u solves, the sum S of the
    (β − ⟨w, z⟩)²/‖z‖² is at most ‖w₀ − u‖²/(λ(2 − λ)).
    """
    u, w, z, w0 = p.vectors("u w z w0")
    S, rate, beta = p.reals("S λ β")
    p.assume(rate=rate > 0, most=rate < 2)
    q, h = p.inverse("q", z @ z), beta - w @ z
    p.run([(w, w0, stepped(w, z, rate, beta)), (S, 0, S + h**2 * q)], [z, beta],
          {"solution": u @ z >= beta, "violated": w @ z <= beta})
    total, start = S, (w0 - u) @ (w0 - u)
    p.show(conclusion=total <= start / (rate * (2 - rate)))
    p.have("rest", 2 - rate > 0, "most")
    p.have("factor", rate * (2 - rate) > 0, "rate * rest")
    with p.induction(potential=rate * (2 - rate) * total + (w - u) @ (w - u) <= start):
        way(p, z, q)
        p.have("h", h >= 0, "violated")
        p.have("turn", rate * h * q * (u @ z) >= rate * h * q * beta, "rate * h * share * solution")
        p.conclude("potential", "turn", "q")
    p.have("sum", rate * (2 - rate) * total <= start, "potential", length(w - u))
    p.conclude("sum", times("factor"))


def way(p: Script, z: Vector, q: Scalar) -> None:
    """Derive q ≥ 0 for q = 1/‖z‖² ("share")."""
    p.have("share", q >= 0, "q", length(q * z))


@theorem("relaxation-ways-bound",
         title="The way of w is at most ‖w₀ − u‖²/(2ρ) where a ball of radius ρ is solved, for reflections too",
         source=cite("motzkinschoenberg1954", "the relaxation method, where the solutions have an interior"),
         says="w reaches a solution after finitely many reflections in finitely many planes. This follows from "
              "the claim by a limit: w tends to a point, and in the end all planes go through this point. "
              "Reflections in these planes keep the distance of w from the point, so the distance is 0.")
def ways_bound(p: Script) -> None:
    """Let all inequalities have ‖z‖ = 1, and let the ball of radius ρ > 0 around u solve all of them, ⟨u, z⟩ ≥ β + ρ.
    From any w₀, over any relaxation steps with 0 < λ ≤ 2, the sum S of the amounts β − ⟨w, z⟩ is at most
    ‖w₀ − u‖²/(2λρ). So the lengths λ(β − ⟨w, z⟩) of all steps sum to at most ‖w₀ − u‖²/(2ρ).
    """
    u, w, z, w0 = p.vectors("u w z w0")
    S, rate, beta, rho = p.reals("S λ β ρ")
    p.assume(rate=rate > 0, most=rate <= 2, ball=rho > 0)
    q, h = p.inverse("q", z @ z), beta - w @ z
    p.run([(w, w0, stepped(w, z, rate, beta)), (S, 0, S + h)], [z, beta],
          {"unit": Eq(z @ z, 1), "inside": u @ z >= beta + rho, "violated": w @ z <= beta})
    total, start = S, (w0 - u) @ (w0 - u)
    p.show(conclusion=total <= start / (2 * rate * rho))
    p.have("factor", rate * rho > 0, "rate * ball")
    p.have("rest", 2 - rate >= 0, "most")
    with p.induction(potential=2 * rate * rho * total + (w - u) @ (w - u) <= start):
        p.have("one", Eq(q, 1), "q", "unit")
        p.have("h", h >= 0, "violated")
        p.have("turn", rate * h * (u @ z) >= rate * h * (beta + rho), "rate * h * inside")
        p.have("short", rate * (2 - rate) * h**2 >= 0, "rate * rest * h * h")
        p.conclude("potential", "turn", "short", "unit", "one")
    p.have("sum", 2 * rate * rho * total <= start, "potential", length(w - u))
    p.conclude("sum", times("factor"))


@theorem("relaxation-solution-within-reach", title="A solution is near where no inequality fails by much",
         source=cite("agmon1954", "the rate of convergence; here where the solutions have an interior"))
def within_reach(p: Script) -> None:
    """Let all inequalities have ‖zᵢ‖ = 1, the ball of radius ρ > 0 around u solve all of them, and w fail by at most
    v ≥ 0, ⟨w, zᵢ⟩ ≥ βᵢ − v for all i. Then s = (ρw + vu)/(ρ + v) solves all of them, and ‖w − s‖² ≤ v²‖w − u‖²/ρ².
    """
    u, w, z = p.vectors("u w z[i]")
    beta, rho, v = p.reals("β[i] ρ v")
    p.assume(ball=rho > 0, amount=v >= 0, inside=u @ z >= beta + rho, most=w @ z >= beta - v)
    p.have("sum", rho + v > 0, "ball", "amount")
    s = p.let("s", (rho * w + v * u) / (rho + v))
    p.show(solution=s @ z >= beta, reach=(w - s) @ (w - s) <= v**2 * ((w - u) @ (w - u)) / rho**2)
    p.have("weighted", (rho * w + v * u) @ z >= beta * (rho + v), "ball * most", "amount * inside")
    p.have("solution'", s @ z >= beta, "weighted", "definition", times("sum"))
    p.have("distance", (w - u) @ (w - u) >= 0, length(w - u))
    p.have("wide", (rho + v) ** 2 >= rho**2, "ball * amount", "amount * amount")
    p.have("same", Eq((rho + v) ** 2 * ((w - s) @ (w - s)), v**2 * ((w - u) @ (w - u))), "definition")
    p.have("size", (w - s) @ (w - s) >= 0, length(w - s))
    p.have("scaled", rho**2 * ((w - s) @ (w - s)) <= v**2 * ((w - u) @ (w - u)), "same", "wide * size")
    p.have("square", rho**2 > 0, "ball * ball")
    p.conclude("solution'", "scaled", times("square"))


@theorem("relaxation-linear-convergence",
         title="The distance of the solutions shrinks in proportion, if the worst inequality is taken",
         source=cite("agmon1954", "the rate of convergence"))
def linear_convergence(p: Script) -> None:
    """Let p be the solution nearest to w. Let the most violated inequality, with ‖z‖ = 1, fail by v ≥ 0, where ‖w − p‖²
    ≤ Kv². A relaxation step on this inequality, 0 ≤ λ ≤ 2, has ‖w' − p‖² ≤ (1 − λ(2 − λ)/K)‖w − p‖².

    If the same K holds at every step, t steps multiply the squared distance from the solutions by at most (1 − λ(2 −
    λ)/K)^t. If all points of the ball of radius ρ around some u are solutions, K may be ‖w − u‖²/ρ² by
    relaxation-solution-within-reach. No step makes this K larger, by relaxation-step-nears-solutions.
    """
    w, z, near = p.vectors("w z p")
    K, rate, beta, v = p.reals("K λ β v")
    p.assume(unit=Eq(z @ z, 1), rate=rate >= 0, most=rate <= 2, fails=Eq(w @ z, beta - v), amount=v >= 0,
             solution=near @ z >= beta, regular=K > 0, reach=(w - near) @ (w - near) <= K * v**2)
    after, distance = p.let("w'", stepped(w, z, rate, beta)), (w - near) @ (w - near)
    with p.making_sense(1 / (z @ z)):
        p.conclude("unit")
    p.show(conclusion=(after - near) @ (after - near) <= (1 - rate * (2 - rate) / K) * distance)
    p.use("relaxation-step-nears-solutions", name="step", u=near)
    p.have("rest", 2 - rate >= 0, "most")
    p.have("less", rate * (2 - rate) * distance <= rate * (2 - rate) * K * v**2, "rate * rest * reach")
    p.have("share", rate * (2 - rate) / K * distance <= rate * (2 - rate) * v**2, "less", times("regular"))
    p.have("gain", Eq(rate * (2 - rate) * (beta - w @ z) ** 2 / (z @ z), rate * (2 - rate) * v**2),
           "unit", "fails", "definition")
    p.conclude("step.step", "share", "gain")


@theorem("relaxation-update-bound",
         title="At most (1 + 2θ/(λ(β − θ)))·D²/γ² relaxation steps where margins are at most θ < β",
         source=cite("novikoff1962", "the theorem; here with relaxation steps"),
         says="the bound for mistakes and steps of one size. We did not find the bound of this claim in the literature "
              "that we searched.")
def update_bound(p: Script) -> None:
    """Let u be a unit vector with ⟨u, z⟩ ≥ γ > 0 for all z, and ‖z‖ ≤ D. Let 0 < λ ≤ 2 and 0 ≤ θ < β. Start at w = 0,
    and make relaxation steps towards the margin β on examples with ⟨w, z⟩ ≤ θ. The number of steps is at most (1 +
    2θ/(λ(β − θ)))·D²/γ², in any order. For θ = 0 only mistakes cause steps, and the bound is D²/γ² for every λ and β.
    """
    u, w, z = p.vectors("u w z")
    k, gamma, D, rate, beta, theta = p.reals("k γ D λ β θ")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, rate=rate > 0, most=rate <= 2, threshold=theta >= 0,
             aim=beta - theta > 0)
    q, m = p.inverse("q", z @ z), w @ z
    p.run([(w, 0, stepped(w, z, rate, beta)), (k, 0, k + 1)], [z],
          {"margin": u @ z >= gamma, "radius": z @ z <= D**2, "due": m <= theta})
    zigzag = [{"z": [5, 12 * (-1) ** i], "q": Rational(1, 169)} for i in range(7)]
    p.example_without("most", dimension=2, u=[1, 0], steps=zigzag, values={"γ": 5, "D": 13, "λ": 6, "β": 1, "θ": 0})
    p.show(conclusion=k <= (1 + 2 * theta / (rate * (beta - theta))) * D**2 / gamma**2)
    slack, h = rate * (beta - theta), beta - m
    A = 2 * theta + slack
    p.have("slack", slack > 0, "rate * aim")
    p.have("A", A > 0, "slack", "threshold")
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("rest", 2 - rate >= 0, "most")
    p.have("D2", D**2 >= 0, square(D))
    with p.induction(counter=k >= 0, potential=D**2 * (gamma**2 * (w @ w) - 2 * A * gamma * (u @ w))
                     + k * slack * A * gamma**2 <= 0):
        way(p, z, q)
        p.have("h", h >= beta - theta, "due")
        p.have("h0", h >= 0, "h", "aim")
        p.have("whole", D**2 * q >= 1, "share * radius", "q")
        p.have("step", rate * h * q >= 0, "rate * h0 * share")
        p.have("turn", 2 * m + rate * h <= A, "rest * due")
        p.have("longer", rate * h * q * (2 * m + rate * h) <= rate * h * q * A, "step * turn")
        p.have("ahead", rate * h * q * (u @ z) >= rate * h * q * gamma, "step * margin")
        p.have("length", D**2 * q * (rate * h) >= rate * h, "whole * rate * h0")
        p.have("enough", rate * h >= slack, "rate * h")
        p.have("far", D**2 * q * (rate * h) >= slack, "length", "enough")
        p.have("gain", D**2 * q * (rate * h) * A * gamma**2 >= slack * A * gamma**2, "far * A * square")
        p.have("longer'", D**2 * gamma**2 * rate * h * q * (2 * m + rate * h) <= D**2 * gamma**2 * rate * h * q * A,
               "D2 * square * longer")
        p.have("ahead'", D**2 * A * gamma * rate * h * q * (u @ z) >= D**2 * A * gamma * rate * h * q * gamma,
               "D2 * A * positive * ahead")
        p.conclude("counter", "potential", "longer'", "ahead'", "gain", "q")
    p.have("away", gamma**2 * (w @ w) - 2 * A * gamma * (u @ w) >= -(A**2), length(gamma * w - A * u), "unit")
    p.have("scaled", k * slack * A * gamma**2 <= D**2 * A**2, "potential", "D2 * away")
    p.have("count", k * slack * gamma**2 <= D**2 * A, "scaled", times("A"))
    p.have("product", slack * gamma**2 > 0, "slack * square")
    p.conclude("count", times("product"))


@theorem("relaxation-update-bound-reached",
         title="Where mistakes cause the relaxation steps, the bound D²/γ² is reached for every λ",
         source=cite("novikoff1962", "the theorem; here data that reach it, with relaxation steps"),
         says="nothing about data that attain the bound")
def update_bound_reached(p: Script) -> None:
    """Visit k of finitely many orthogonal signed examples x[i] of length R, once each, in any order. Each is a mistake,
    by a tie, and causes a relaxation step towards the margin β > 0, with any λ > 0. After these visits u = w has the
    margin λβ on the visited examples, and k is R²‖u‖²/(λβ)².

    ⟨w, xᵢ⟩ is λβ or 0: x[i] was visited or not. The indicator d[i] is 1 for z, and f[i] is 1 for the next example.
    """
    w, family = p.vectors("w x[i]")
    k, R, rate, beta, d, f = p.reals("k R λ β d[i] f[i]")
    p.assume(rate=rate > 0, aim=beta > 0)
    z, following = p.let("z", Sum(d * family)), p.let("z'", Sum(f * family))
    q, seen = p.inverse("q", z @ z), w @ family
    p.run([(w, 0, stepped(w, z, rate, beta)), (k, 0, k + 1)], [d], {
        "choice": Eq(d**2, d), "one": Eq(Sum(d), 1), "new": Eq(d * seen, 0), "products": Eq(z @ family, d * R**2),
    })
    p.assume(next_new=Eq(f * seen, 0))
    half = Rational(1, 2)
    p.example_without("choice", dimension=2, size=2, steps=[{"d[i]": [half, half], "q": 2}],
                      values={"x[i]": [[1, 0], [0, 1]], "R": 1, "λ": 1, "β": 1, "f[i]": [0, 0]})
    p.example_without("one", dimension=2, size=2, steps=[{"d[i]": [1, 1], "q": half}],
                      values={"x[i]": [[1, 0], [0, 1]], "R": 1, "λ": 1, "β": 1, "f[i]": [0, 0]})
    p.show(mistake=Eq(w @ following, 0), visits=Eq(seen * (seen - rate * beta), 0),
           margin=Eq(seen * seen, seen * (rate * beta)), number=Eq(k, R**2 * (w @ w) / (rate * beta) ** 2))

    def tie() -> None:
        """Derive "tie" and "own": ⟨w, z⟩ = 0 and q·R² = 1."""
        p.sum("new", "no turn")
        p.have("tie", Eq(w @ z, 0), "no turn")
        p.have("square", Eq(d * (z @ family), d * R**2), "products", "choice")
        p.sum("square", "length")
        p.have("own", Eq(q * R**2, 1), "length", "one", "q")

    with p.induction(visits=Eq(seen * (seen - rate * beta), 0)):
        tie()
        p.conclude("visits", "products", "choice", "new", "tie", "own")
    with p.induction(growth=Eq(R**2 * (w @ w), k * (rate * beta) ** 2)):
        tie()
        p.conclude("growth", "tie", "own", "q")
    p.sum("next_new", "no turn'")
    p.have("mistake'", Eq(w @ following, 0), "no turn'")
    p.have("margin'", Eq(seen * seen, seen * (rate * beta)), "visits")
    p.have("square'", (rate * beta) ** 2 > 0, "rate * rate * aim * aim")
    p.have("number'", Eq(k, R**2 * (w @ w) / (rate * beta) ** 2), "growth", times("square'"))
    p.conclude("mistake'", "visits", "margin'", "number'")


@theorem("normalised-steps-mistake-bound",
         title="With steps of length 1 at most 1/γ² mistakes, for the margin γ of examples of length 1",
         source=cite("novikoff1962", "the theorem, for examples divided by their lengths"))
def normalised_steps(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0 and ⟨u, z⟩ ≥ γ‖z‖ for all z. The perceptron that adds z/‖z‖ at a mistake makes at most 1/γ²
    mistakes, in any order and for any lengths of the examples. q is 1/‖z‖, which need not be rational.
    """
    u, w, z = p.vectors("u w z")
    k, gamma, q = p.reals("k γ q")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)
    after = perceptron.update(State(w, 0), z, 1, bias_step=0, rate=q).w
    p.run([(w, 0, after), (k, 0, k + 1)], [z, q],
          {"length": Eq(q**2 * (z @ z), 1), "sign": q > 0, "margin": q * (u @ z) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, 0), z, 1)})
    p.show(conclusion=k <= 1 / gamma**2)
    with p.induction(counter=k >= 0, alignment=u @ w >= k * gamma, growth=w @ w <= k):
        p.conclude("counter", "alignment", "margin", "growth", "length", "sign * mistake")
    p.use("cauchy-schwarz", name="schwarz", v=w)
    p.have("reach", k * gamma >= 0, "counter * positive")
    p.have("squares", (k * gamma) ** 2 <= (u @ w) ** 2, "alignment * alignment", "alignment * reach")
    p.have("quadratic", (k * gamma) ** 2 <= k * 1, "squares", "schwarz", "unit", "growth")
    p.use("count-at-most-quotient", name="count", t=k, B=1)
    p.conclude("count")

"""The perceptron in the plane: half of Novikoff's bound plus one, which is sharp.

Notation: a run on signed vectors z without bias; ‖z‖ ≤ R and ⟨u, z⟩ ≥ γ > 0. In three dimensions Novikoff's bound is
sharp: novikoff-bound-reached-in-space.
"""


from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import Point, moves, score, update_weights
from ...statements.vector_language import Abs, Eq, sqrt


@theorem("plane-mistake-bound", title="In the plane the perceptron makes at most 1 + R²/(2γ²) mistakes",
         source=cite("novikoff1962", "the theorem; here for signed vectors of a plane"),
         says="R²/γ² in any dimension. We did not find the bound for the plane in the literature that we searched.")
def mistake_bound(p: Script) -> None:
    """In ℝ² let u = (1, 0). If all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R, the perceptron makes at most 1 +
    R²/(2γ²) mistakes, whatever the order of the examples.

    At a mistake of w = (h, a) on z = (y, x), hy + ax ≤ 0. As hy ≥ 0, ax ≤ 0: the update moves the part across u towards
    0, or beyond. So with σ² = R² − γ², |a| ≤ σ and kγ² + σ|a| ≤ R². This bound of |a| falls with every mistake.
    """
    h, a, k, y, x, gamma, R = p.reals("h a k y x γ R")
    w, z = Point(h, a), Point(y, x)
    p.assume(positive=gamma > 0)
    p.run([*moves(w, Point(0, 0), update_weights(w, z)), (k, 0, k + 1)], [y, x],
          {"radius": z @ z <= R**2, "margin": y >= gamma,
           "mistake": score(w, z) <= 0})
    p.show(conclusion=k <= 1 + R**2 / (2 * gamma**2))
    sigma, new = sqrt(Abs(R**2 - gamma**2)), a + x
    with p.induction(counter=k >= 0, forward=h >= k * gamma, count=2 * (k - 1) * gamma**2 <= R**2,
                     right=a <= sigma, left=-a <= sigma,
                     room_right=k * gamma**2 + sigma * a <= R**2,
                     room_left=k * gamma**2 - sigma * a <= R**2):
        p.have("steep", y**2 >= gamma**2, "margin * margin", "margin * positive")
        p.have("flat", x**2 + gamma**2 <= R**2, "radius", "steep")
        p.have("σ", Eq(sigma**2, R**2 - gamma**2), "flat", square(x))
        p.have("root", sigma >= 0, "definition")
        p.have("length", Abs(x) <= sigma, "flat", "σ", "root")
        p.have("gain", k * gamma >= 0, "counter * positive")
        p.have("gain2", k * gamma**2 >= 0, "gain * positive")
        p.have("up", h * y >= k * gamma**2, "forward * margin", "gain * margin", "forward * positive")
        p.have("against", a * x <= -k * gamma**2, "mistake", "up")
        p.have("forward'", h + y >= (k + 1) * gamma, "forward", "margin")
        for side, s in (("right", 1), ("left", -1)):
            with p.case(s * a > 0, name="turn"):
                out, back, out_next = s * a, -s * x, s * new
                p.have("opposite", out * back >= k * gamma**2, "against")
                p.have("ahead", back >= 0, "opposite", "gain2", times("turn"))
                p.have("short", back <= sigma, "length")
                p.have("reach", k * gamma**2 <= sigma * out, "opposite", "short * turn")
                p.have("beyond", out_next <= sigma, "ahead", side)
                p.have("behind", -out_next <= sigma, "short", "turn")
                p.have("room", k * gamma**2 + sigma * (out - back) <= sigma**2,
                       "opposite * root", f"{side} * turn * root", f"{side} * gain2", times("turn"))
                p.have("room beyond", (k + 1) * gamma**2 + sigma * out_next <= R**2, "room", "σ")
                p.have("room behind", (k + 1) * gamma**2 - sigma * out_next <= R**2,
                       "reach", "short * root", "σ")
                p.have("count'", 2 * k * gamma**2 <= R**2, "reach", f"room_{side}")
                p.conclude("counter", "forward'", "count'", "beyond", "behind", "room beyond", "room behind")
        with p.case(Eq(a, 0), name="turn"):
            p.have("none", k * gamma**2 <= 0, "against", "turn")
            p.have("count'", 2 * k * gamma**2 <= R**2, "none", square(R))
            p.have("right'", new <= sigma, "length", "turn")
            p.have("left'", -new <= sigma, "length", "turn")
            p.have("room right", (k + 1) * gamma**2 + sigma * new <= R**2, "none", "right' * root", "σ")
            p.have("room left", (k + 1) * gamma**2 - sigma * new <= R**2, "none", "left' * root", "σ")
            p.conclude("counter", "forward'", "count'", "right'", "left'", "room right", "room left")
    p.conclude("count", times("positive", "positive"))


@theorem("plane-mistake-bound-any-separator",
         title="In the plane, for a separator of any length, at most 1 + R²‖w*‖²/(2γ²) mistakes",
         source=cite("novikoff1962", "the theorem; here for signed vectors of a plane"),
         says="R²‖w*‖²/γ² in any dimension. We did not find the bound for the plane in the literature that we "
              "searched.")
def any_separator(p: Script) -> None:
    """If all signed vectors z of ℝ² satisfy ⟨w*, z⟩ ≥ γ > 0 and ‖z‖ ≤ R, the perceptron makes at most 1 + R²‖w*‖²/(2γ²)
    mistakes, whatever the order of the examples.

    Proof: the inner products of z with w* and with w* turned by 90° are the coordinates of a vector ‖w*‖ times as long.
    """
    w, z, ws = (Point(*p.reals(names)) for names in ("w₁ w₂", "z₁ z₂", "v₁ v₂"))
    k, gamma, R = p.reals("k γ R")
    p.assume(positive=gamma > 0)
    p.run([*moves(w, Point(0, 0), update_weights(w, z)), (k, 0, k + 1)], [*z.coordinates],
          {"radius": z @ z <= R**2, "margin": z @ ws >= gamma, "mistake": score(w, z) <= 0})
    p.show(conclusion=k <= 1 + R**2 * (ws @ ws) / (2 * gamma**2))
    size = p.let("n", sqrt(ws @ ws))
    p.have("square", Eq(size**2, ws @ ws), "definition")
    p.use("plane-mistake-bound", {"h": w @ ws, "a": w @ ws.turned, "R": R * size}, name="plane",
          inputs={"y": z @ ws, "x": z @ ws.turned})
    p.conclude("plane", "square")


@theorem("line-mistake-bound",
         title="On a line, with a bias, the perceptron makes at most 1 + (R² + ρ²)(w*² + b*²/ρ²)/(2γ²) mistakes",
         source=cite("iml", "Theorem 1.7, with bias step ρ²; here for numbers as examples"),
         says="(R² + ρ²)(‖w*‖² + b*²/ρ²)/γ² in any dimension, for ρ = 1. We did not find the bound of this claim in "
              "the literature that we searched.")
def on_a_line(p: Script) -> None:
    """Let the examples be numbers x with |x| ≤ R and y(w*x + b*) ≥ γ > 0. With bias step ρ² > 0, the perceptron makes
    at most 1 + (R² + ρ²)(w*² + b*²/ρ²)/(2γ²) mistakes: half of the bound for any dimension, plus one.

    The reason: the vectors (yx, yρ) lie in a plane.
    """
    w, ws, x = (Point(p.real(name)) for name in ("w", "w*", "x"))
    b, bs, k, y, gamma, R, rho = p.reals("b b* k y γ R ρ")
    p.assume(step=rho > 0, positive=gamma > 0)
    after = perceptron.update(State(w, b), x, y, bias_step=rho**2)
    p.run([*moves(w, Point(0), after.w), (b, 0, after.b), (k, 0, k + 1)], [*x.coordinates, y],
          {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (x @ ws + bs) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, b), x, y)})
    p.show(conclusion=k <= 1 + (R**2 + rho**2) * (ws @ ws + bs**2 / rho**2) / (2 * gamma**2))
    p.have("step back", 1 / rho > 0, "step")
    p.use("plane-mistake-bound-any-separator", name="plane", inputs={"z₁": y * x.coordinates[0], "z₂": y * rho},
          put={"w₁": w.coordinates[0], "w₂": b / rho, "v₁": ws.coordinates[0], "v₂": bs / rho,
               "R": sqrt(R**2 + rho**2)})
    p.conclude("plane")


@theorem("plane-mistake-bound-reached", title="The bound for the plane is reached wherever it is a whole number",
         source=cite("novikoff1962", "the theorem; here for signed vectors of a plane"),
         says="nothing about data that attain a bound. We did not find these data in the literature that we searched.")
def reached(p: Script) -> None:
    """Let N ≥ 1 be a whole number, u a unit vector, and v orthogonal to it with (2N − 1)‖v‖² = γ² > 0. After the vector
    γu + Nv for odd N, or γu + (N − 1)v for even N, show γu − (2N − 1)v and γu + (2N − 1)v in turn. All vectors have the
    margin γ and at most the square length R² = 2Nγ². The perceptron makes a mistake on each of the first N + 1 = 1 +
    R²/(2γ²) vectors.

    e is 1 for odd N and −1 for even N. After k of the vectors let s = (−1)^(k − 1). The next vector is z = γu − s(2N −
    1)v. Its score (k − N + (1 − es)/2)γ² is not positive while k < N, nor for k = N, where es = 1.
    """
    u, v, w = p.vectors("u v w")
    k, N, e, s, gamma = p.reals("k N e s γ")
    p.assume(unit=Eq(u @ u, 1), orthogonal=Eq(u @ v, 0), size=Eq((2 * N - 1) * (v @ v), gamma**2), some=N >= 1,
             parity=Eq(e**2, 1))
    first = p.let("z₁", gamma * u + (N - (1 - e) / 2) * v)
    z = p.let("z", gamma * u - s * (2 * N - 1) * v)
    p.run([(w, update_weights(0 * u, first), update_weights(w, z)), (k, 1, k + 1), (s, 1, -s)], [], {})
    p.show(first_margin=Eq(u @ first, gamma), margin=Eq(u @ z, gamma),
           first_radius=first @ first <= 2 * N * gamma**2, radius=Eq(z @ z, 2 * N * gamma**2),
           score=Eq(score(w, z), (k - N + (1 - e * s) / 2) * gamma**2))
    p.have("scale", 2 * N - 1 > 0, "some")
    p.have("size of v", v @ v >= 0, length(v))
    p.have("least", e >= -1, "parity", square(e + 1))
    p.have("most", e <= 1, "parity", square(e - 1))
    part = N - (1 - e) / 2
    p.have("forth", part >= 0, "least", "some")
    p.have("less", part <= 2 * N - 1, "most", "some")
    p.have("shorter", part**2 <= (2 * N - 1) ** 2, "less * scale", "less * forth")
    p.have("first radius", first @ first <= 2 * N * gamma**2, "shorter * size of v", "size", "unit", "orthogonal")
    with p.induction(sign=Eq(s**2, 1), along=Eq(w @ u, k * gamma),
                     across=Eq(2 * (w @ v), (s * (2 * N - 1) + e) * (v @ v))):
        p.conclude("sign", "along", "across", "unit", "orthogonal")
    p.have("radius'", Eq(z @ z, 2 * N * gamma**2), "unit", "orthogonal", "size", "sign")
    p.have("score'", Eq(w @ z, (k - N + (1 - e * s) / 2) * gamma**2), "along", "across", "size", "sign")
    p.conclude("unit", "orthogonal", "first radius", "radius'", "score'")

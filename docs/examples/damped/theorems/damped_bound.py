"""The damped perceptron makes at most (1 + R²)²/(4γ²) updates."""

from rules import damped

from novikoff.theorems import Eq, Script, State, by, length, square, theorem


@theorem("damped-bound", title="The mistake bound of the damped perceptron")
def damped_bound(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0 and each example has ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ, it makes at most (1 + R²)²/(4γ²) updates."""
    u, w, x = p.vectors("u w x")
    R, gamma, k, y = p.reals("R γ k y")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)

    # Every run: some w after k updates, and an example on which a mistake is made. q is 1/(1 + ‖x‖²).
    q = p.inverse("q", 1 + x @ x)
    after = damped(State(w, 0), x, y).w
    example = {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (u @ x) >= gamma}
    p.run([(w, 0, after), (k, 0, k + 1)], [x, y], {**example, "mistake": y * (w @ x) <= 0})
    p.show(conclusion=k <= (1 + R**2) ** 2 / (4 * gamma**2))

    with p.induction(counter=k >= 0, growth=4 * (w @ w) <= k, alignment=k * gamma <= (1 + R**2) * (w @ u)):
        p.have("step", q >= 0, "q", square(q), length(q * x))
        p.have("short", 4 * q**2 * (x @ x) <= 1, "q", square(2 * q - 1))
        p.have("against", q * y * (w @ x) <= 0, "step * mistake")
        p.have("along", q * y * (u @ x) >= q * gamma, "step * margin")
        p.have("not-short", q * (1 + R**2) >= 1, "q", "step * radius")
        p.have("scale", 1 + R**2 >= 0, square(R))
        p.have("progress", (1 + R**2) * q * y * (u @ x) >= gamma, "scale * along", "positive * not-short")
        p.conclude()
    p.use("cauchy-schwarz", u=w, v=u, name="schwarz")
    p.have("scale", 1 + R**2 >= 0, square(R))
    p.have("size", (w @ u) ** 2 <= w @ w, "schwarz", "unit")
    p.calc((k * gamma) ** 2,
           "<=", ((1 + R**2) * (w @ u)) ** 2, "counter * positive * alignment", "alignment * alignment",
           "<=", (1 + R**2) ** 2 * (w @ w), "scale * scale * size",
           "<=", k * ((1 + R**2) ** 2 / 4), "scale * scale * growth", name="quadratic")
    p.have("nonnegative", (1 + R**2) ** 2 / 4 >= 0, square(1 + R**2))
    p.conclude(by("count-at-most-quotient", t=k, B=(1 + R**2) ** 2 / 4))

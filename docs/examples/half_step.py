"""The mistake bound of a perceptron with step size 1/2."""

from fractions import Fraction

from novikoff.algorithms.perceptron import State, mistake_condition, update
from novikoff.theorems import Eq, Script, by, theorem

HALF = Fraction(1, 2)


@theorem("half-step-growth", title="A mistake adds at most R²/4 to ‖w‖²")
def half_step_growth(p: Script) -> None:
    """If the perceptron with step size 1/2 makes a mistake, its update adds at most R²/4 to the square of ‖w‖."""
    w, z = p.vectors("w z")
    R = p.real("R")
    p.assume(radius=z @ z <= R**2, mistake=mistake_condition(State(w, 0), z, 1))
    after = p.let("w'", update(State(w, 0), z, 1, bias_step=0, rate=HALF).w)
    p.calc(after @ after,
           "==", w @ w + w @ z + z @ z / 4, "bilinearity",
           "<=", w @ w + z @ z / 4, "mistake",
           "<=", w @ w + R**2 / 4, "radius")


@theorem("half-step-bound", title="Novikoff's theorem for step size 1/2")
def half_step_bound(p: Script) -> None:
    """On examples of length at most R that a unit vector u separates with margin γ > 0, the perceptron with step size
    1/2 makes at most R²/γ² mistakes.
    """
    u, w, z = p.vectors("u w z")
    R, gamma, k = p.reals("R γ k")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)

    after = p.let("w'", update(State(w, 0), z, 1, bias_step=0, rate=HALF).w)
    each_step = {"margin": u @ z >= gamma, "radius": z @ z <= R**2, "mistake": mistake_condition(State(w, 0), z, 1)}
    p.run([(w, 0, after), (k, 0, k + 1)], [z], each_step)

    with p.induction(alignment=w @ u >= k * gamma / 2, growth=w @ w <= k * R**2 / 4):
        p.have("closer", after @ u >= (k + 1) * gamma / 2, "alignment", "margin")
        p.have("short", after @ after <= (k + 1) * R**2 / 4, "growth", by("half-step-growth"))
        p.conclude("closer", "short")

    p.have("doubled", 2 * w @ u >= k * gamma, "alignment")
    p.have("quadrupled", 4 * (w @ w) <= k * R**2, "growth")
    p.use("alignment-and-growth-bound-count", u=2 * w, v=u, M=R**2, name="count")
    p.conclude("count", "unit", conclusion=k <= R**2 / gamma**2)

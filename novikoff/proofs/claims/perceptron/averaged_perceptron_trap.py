"""The averaged perceptron: the average may fail to separate the samples although the last weights separate them.

Notation: a visit to the signed vector x adds x to w if x is a mistake (m = 1), and leaves w as it is if not (m = 0).
S is the sum of the weights after each of the N visits, so that S/N is the average, which has the sign of S.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Vector


class Averaged(NamedTuple):
    """A run from 0: w after N visits, S the sum of the weights held after each of them."""

    w: Vector
    S: Vector
    N: Scalar
    m: Scalar
    after: Vector


def averaging_run(
    p: Script, x: Vector, inputs: list[Vector | Scalar], **facts: Callable[[Scalar, Scalar], Comparison]
) -> Averaged:
    """Declare a run that visits x, a term in the `inputs`. `facts` are the facts about ⟨w, x⟩ and m."""
    w, S = p.vectors("w S")
    N, m = p.reals("N m")
    after = perceptron.update(State(w, 0), x, 1, bias_step=0, rate=m).w
    p.run([(w, 0, after), (S, 0, S + after), (N, 0, N + 1)], [*inputs, m], {
        **{name: say(w @ x, m) for name, say in facts.items()}, "choice": Eq(m**2, m), "mistake": m * (w @ x) <= 0,
    })
    return Averaged(w, S, N, m, p.let("w'", after))


@refuted("average-separates-at-once", title="If the last weights separate the samples, so does the average",
         near=cite("murphy2017", "convergence of the last weights"), corrected="average-separates-after-enough-visits",
         missing="more visits after the last mistake; on (−2, 2) and (2, −1), visited in turn, the run ends with w = "
                 "(2, 3) after 12 visits, the last two without a mistake, and S = (10, 25) has ⟨S, (2, −1)⟩ = −5",
         aliases=["average-separates-as-stated"])
def as_stated(p: Script) -> None:
    """Take a run on two signed vectors v and z, in any order. Whenever its weights are right on both vectors, the sum
    of the weights after all visits is right on both, too, and so is the average.
    """
    v, z = p.vectors("v z")
    r = p.real("r")
    run = averaging_run(p, r * v + (1 - r) * z, [r], sample=lambda *_: Eq(r**2, r),
                        correct=lambda score, m: (1 - m) * score + m > 0)
    p.assume(right_v=run.w @ v > 0, right_z=run.w @ z > 0)
    p.show(average_v=run.S @ v > 0, average_z=run.S @ z > 0)
    visits = [(1, 1), (0, 1), (1, 0), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 0), (0, 0)]
    p.counterexample(dimension=2, v=[-2, 2], z=[2, -1], steps=[{"r": r, "m": m} for r, m in visits])


@theorem("average-separates-after-enough-visits",
         title="After enough visits without a mistake the average separates too",
         source=cite("freundschapire1999", "section 5, prediction by averaging; with Novikoff's bound on the weights"))
def after_enough_visits(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector that is visited satisfy ⟨u, x⟩ ≥ γ and ‖x‖ ≤ D. If after N visits
    there are n further visits without a mistake, and n⟨w, z⟩ > N·D³/γ for a z with ‖z‖ ≤ D, the sum S + nw of the
    weights after all visits has ⟨S + nw, z⟩ > 0.

    The run need not update at every mistake. All weights of the run are at most D²/γ long, because γ‖w‖² ≤ kγD² ≤ ⟨u,
    w⟩D² ≤ ‖w‖D² after k updates.
    """
    u, z, x = p.vectors("u z x")
    gamma, D, n = p.reals("γ D n")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, radius_sign=D >= 0, radius_z=z @ z <= D**2)
    w, S, N, m, after = averaging_run(p, x, [x], margin=lambda *_: u @ x >= gamma, radius=lambda *_: x @ x <= D**2)
    p.assume(enough=n * (w @ z) > N * (D**3 / gamma))
    p.show(conclusion=(S + n * w) @ z > 0)
    B = D**3 / gamma
    p.have("squared", D**2 >= 0, square(D))
    p.have("cube", D**3 >= 0, "radius_sign * squared")
    p.have("bound", B >= 0, "cube", times("positive"))
    with p.induction(energy=gamma * (w @ w) <= (u @ w) * D**2, least=S @ z >= -N * B):
        p.have("weight", m >= 0, "choice", square(m))
        p.have("growth", after @ after <= w @ w + m * D**2, "mistake", "choice", "weight * radius")
        p.have("progress", m * (u @ x) >= m * gamma, "weight * margin")
        p.have("energy'", gamma * (after @ after) <= (u @ after) * D**2,
               "energy", "growth * positive", "progress * squared")
        p.have("size", gamma * (after @ after) >= 0, "positive", length(after))
        p.have("squares", (gamma * (after @ after)) ** 2 <= (u @ after) ** 2 * D**4,
               "energy' * energy'", "energy' * size")
        p.have("along", (u @ after) ** 2 <= after @ after, by("cauchy-schwarz", u=u, v=after), "unit")
        p.have("quadratic", (after @ after * gamma) ** 2 <= after @ after * D**4, "squares", "along", square(D**2))
        p.use("count-at-most-quotient", {"t": after @ after, "B": D**4}, name="short")
        p.have("long", after @ after >= 0, length(after))
        p.have("product", (after @ z) ** 2 <= B**2,
               by("cauchy-schwarz", u=after, v=z), "radius_z * long", "squared * short")
        p.use("square-root-monotone", name="reach", u=-(after @ z), v=B)
        p.conclude("energy'", "least", "reach")
    p.conclude("least", "enough")

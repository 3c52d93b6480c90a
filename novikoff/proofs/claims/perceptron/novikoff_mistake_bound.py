"""Novikoff's theorem for the perceptron through the origin on signed vectors, as the lecture proves it.

Notation: x stands for a signed vector, label times augmented example (x'' in the lecture); w0 is w^(0). Here t counts
the updates. The lecture writes t + 1 after the update.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import homogeneous_run
from ...statements.proof_script import Script, by, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Vector, augment, equal


class Anywhere(NamedTuple):
    """A run on signed vectors x from any start w0: weights w after t updates, and after one more."""

    w0: Vector
    w: Vector
    t: Scalar
    x: Vector
    after: Vector


def run_from_anywhere(p: Script, **facts: Callable[[State, Vector, Scalar], Comparison]) -> Anywhere:
    """Declare a run as `homogeneous_run` does, but from the start w0. `facts` are the facts about the state (w, 0) and
    the signed vector x, with label 1, at every update.
    """
    w0, w, x = p.vectors("w0 w x")
    t = p.real("t")
    after = p.let("w'", perceptron.update(State(w, 0), x, 1, bias_step=0).w)
    when = {name: say(State(w, 0), x, 1) for name, say in facts.items()}
    p.run([(w, w0, after), (t, 0, t + 1)], [x], when)
    return Anywhere(w0, w, t, x, after)


@theorem("lecture-step", title="A mistake and its update, for signed vectors",
         source=cite("lecture", "eqs. (10), (11)"), ledger=["002-eq10", "002-eq11"])
def step(p: Script) -> None:
    """A mistake on the example x with label k means ⟨v, z⟩ ≤ 0 for v = (w, b) and the signed vector z = k·(x, 1), and
    its update adds z to v.
    """
    w, x = p.vectors("w x")
    b, k = p.reals("b k")
    v, z = p.let("v", augment(w, b)), p.let("z", k * augment(x, 1))
    p.assume(mistake=perceptron.mistake_condition(State(w, b), x, k))
    after = perceptron.update(State(w, b), x, k)
    new = p.let("v'", augment(after.w, after.b))
    p.show(wrong=v @ z <= 0, update=equal(new, v + z))
    p.have("eq10", v @ z <= 0, "mistake")
    p.have("eq11", equal(new, v + z), "update")


@theorem("lecture-norm-step", title="One update lengthens w by at most D² in square",
         source=cite("lecture", "eqs. (12)–(14)"), ledger=["002-eq12-13"])
def norm_step(p: Script) -> None:
    """If w makes a mistake on x and ‖x‖ ≤ D, then ‖w + x‖² = ‖w‖² + 2 w·x + ‖x‖² is at most ‖w‖² + D²."""
    w, x = p.vectors("w x")
    D = p.real("D")
    p.assume(radius=x @ x <= D**2, mistake=perceptron.mistake_condition(State(w, 0), x, 1))
    after = p.let("w'", perceptron.update(State(w, 0), x, 1, bias_step=0).w)
    p.show(expansion=Eq(after @ after, w @ w + 2 * (w @ x) + x @ x), bound=after @ after <= w @ w + D**2)
    p.calc(after @ after,
           "==", w @ w + 2 * (w @ x) + x @ x, "update",
           "<=", w @ w + x @ x, "mistake",
           "<=", w @ w + D**2, "radius")


@theorem("lecture-norm-growth-from-any-start", title="The square length grows at most linearly, from any start",
         source=cite("lecture", "eqs. (14), (15)"), ledger=["002-eq14-15"])
def norm_growth_from_any_start(p: Script) -> None:
    """From any start w^(0), ‖w‖² is at most ‖w^(0)‖² + tD² after t mistakes on vectors with ‖x‖ ≤ D."""
    D = p.real("D")
    w0, w, t, _, after = run_from_anywhere(
        p, radius=lambda state, x, y: x @ x <= D**2, mistake=perceptron.mistake_condition
    )
    with p.induction(growth=w @ w <= w0 @ w0 + t * D**2):
        p.calc(after @ after,
               "<=", w @ w + D**2, by("lecture-norm-step"),
               "<=", w0 @ w0 + t * D**2 + D**2, "growth",
               "==", w0 @ w0 + (t + 1) * D**2, "algebra")
    p.show(conclusion=w @ w <= w0 @ w0 + t * D**2)


@theorem("lecture-norm-growth", title="The square length grows at most linearly", source=cite("lecture", "eq. (16)"),
         ledger=["002-eq16"])
def norm_growth(p: Script) -> None:
    """From the start 0, ‖w‖² is at most tD² after t mistakes on vectors with ‖x‖ ≤ D."""
    D = p.real("D")
    run = homogeneous_run(p, example="x", counter="t")
    run.examples(radius=run.z @ run.z <= D**2)
    p.use("lecture-norm-growth-from-any-start", name="growth", w0=0)
    p.conclude("growth", conclusion=run.w @ run.w <= run.k * D**2)


@theorem("lecture-alignment-from-any-start", title="The inner product with u grows at least linearly, from any start",
         source=cite("lecture", "eqs. (17)–(20)"), ledger=["002-eq17-20"])
def alignment_from_any_start(p: Script) -> None:
    """From any start w^(0), w·u is at least w^(0)·u + tγ after t updates on vectors with u·x ≥ γ, mistakes or not."""
    u, gamma = p.vector("u"), p.real("γ")
    w0, w, t, x, after = run_from_anywhere(p, margin=lambda state, x, y: u @ x >= gamma)
    with p.induction(alignment=w @ u >= w0 @ u + t * gamma):
        p.calc(after @ u,
               "==", w @ u + x @ u, "update",
               ">=", w @ u + gamma, "margin",
               ">=", w0 @ u + t * gamma + gamma, "alignment",
               "==", w0 @ u + (t + 1) * gamma, "algebra")
    p.show(conclusion=w @ u >= w0 @ u + t * gamma)


@theorem("lecture-alignment", title="The inner product with u grows at least linearly",
         source=cite("lecture", "eq. (21)"), ledger=["002-eq21"])
def alignment(p: Script) -> None:
    """From the start 0, w·u is at least tγ after t updates on vectors with u·x ≥ γ, mistakes or not."""
    u, gamma = p.vector("u"), p.real("γ")
    run = homogeneous_run(p, example="x", counter="t")
    run.updates(margin=u @ run.z >= gamma)
    p.use("lecture-alignment-from-any-start", name="alignment", w0=0)
    p.conclude("alignment", conclusion=run.w @ u >= run.k * gamma)


@theorem("lecture-norm-alignment-chain", title="The two inequalities together", source=cite("lecture", "eq. (22)"),
         ledger=["002-eq22"])
def chain(p: Script) -> None:
    """For ‖u‖ = 1, γ ≥ 0, u·x ≥ γ and ‖x‖ ≤ D: tD² ≥ ‖w‖² ≥ (w·u)² ≥ (tγ)² after t mistakes."""
    u, (gamma, D) = p.vector("u"), p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), nonnegative=gamma >= 0)
    run = homogeneous_run(p, example="x", counter="t")
    w, t, x = run.w, run.k, run.z
    run.examples(margin=u @ x >= gamma, radius=x @ x <= D**2)
    p.show(growth=t * D**2 >= w @ w, projection=w @ w >= (w @ u) ** 2, alignment=(w @ u) ** 2 >= (t * gamma) ** 2)
    p.use("lecture-norm-growth", name="norm-growth")
    p.use("lecture-alignment", name="along-u")
    p.use("cauchy-schwarz", u=w, v=u)
    with p.induction(counter=t >= 0):
        p.conclude("counter")
    p.calc(t * D**2,
           ">=", w @ w, "norm-growth",
           "==", (w @ w) * (u @ u), "unit",
           ">=", (w @ u) ** 2, "cauchy-schwarz",
           ">=", (t * gamma) ** 2, "along-u", "counter * nonnegative")


@theorem("novikoff-mistake-bound", title="Novikoff's theorem", source=cite("lecture", "eqs. (7)–(9), (23)"),
         ledger=["002-novikoff", "002-eq23"])
def mistake_bound(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, and every signed vector satisfies u·x ≥ γ and ‖x‖ ≤ D, the perceptron makes at most D²/γ²
    mistakes, whatever the order of the examples.
    """
    u, (gamma, D) = p.vector("u"), p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)
    run = homogeneous_run(p, example="x", counter="t")
    t, x = run.k, run.z
    run.examples(margin=u @ x >= gamma, radius=x @ x <= D**2)
    p.use("lecture-norm-alignment-chain", name="chain")
    p.calc((t * gamma) ** 2, "<=", t * D**2, "chain.growth", "chain.projection", "chain.alignment")
    p.have("nonnegative", D**2 >= 0, square(D))
    p.use("count-at-most-quotient", B=D**2)
    p.show(conclusion=t <= D**2 / gamma**2)


@theorem("margin-at-most-radius", title="Novikoff's bound is at least 1", source=cite("lecture", "eqs. (7)–(9)"),
         ledger=["x-gamma-le-D"])
def margin_at_most_radius(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, D ≥ 0, and some vector satisfies u·x ≥ γ and ‖x‖ ≤ D, then γ ≤ D and D²/γ² ≥ 1."""
    u, x = p.vectors("u x")
    gamma, D = p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, longest=D >= 0, margin=u @ x >= gamma, radius=x @ x <= D**2)
    p.show(radius_larger=gamma <= D, quotient=D**2 / gamma**2 >= 1)
    p.use("cauchy-schwarz", v=x)
    p.calc(gamma**2,
           "<=", (u @ x) ** 2, "margin", "positive",
           "<=", (u @ u) * (x @ x), "cauchy-schwarz",
           "==", x @ x, "unit",
           "<=", D**2, "radius", name="squares")
    p.have("larger", gamma <= D, "squares.all", "longest", "positive")
    p.have("at-least-one", D**2 / gamma**2 >= 1, "squares.all", square(1 / gamma))

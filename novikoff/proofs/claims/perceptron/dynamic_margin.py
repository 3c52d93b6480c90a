"""The perceptron with dynamic margin: how many updates it makes, and which margin it ends with.

Notation: z is a signed vector, ‖z‖ ≤ R, and ⟨u, z⟩ ≥ γ for a unit vector u. t counts the updates. Every example causes
an update at w = 0, so the runs here start after the first update, on z₀.
"""

from typing import Any, NamedTuple

from ....algorithms import dynamic_margin_perceptron as algorithm
from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Vector, norm

SOURCE = cite("panagiotakopoulos2011", "the perceptron with dynamic margin; the theorem of the paper was not read")


class Updates(NamedTuple):
    """The weights w, the number t of the updates, ε and R. z₀ is the first example, and z is any other example."""

    u: Vector
    w: Vector
    first: Vector
    z: Vector
    t: Scalar
    eps: Scalar
    R: Scalar
    gamma: Scalar

    @property
    def state(self) -> list[tuple[Any, Any, Any]]:
        """Return the state, with the shipped update."""
        return [(self.w, self.first, perceptron.update(State(self.w, 0), self.z, 1, bias_step=0).w),
                (self.t, 1, self.t + 1)]

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the facts about an update."""
        wrong = algorithm.update_condition(State(self.w, 0), self.z, 1, self.t, self.w @ self.w, self.eps)
        return {"radius": self.z @ self.z <= self.R**2, "margin": self.u @ self.z >= self.gamma, "wrong": wrong}


def updates(p: Script) -> Updates:
    """Declare the names; u is a unit vector, and ε ≤ 1."""
    u, w, first, z = p.vectors("u w z0 z")
    t, eps, R, gamma = p.reals("t ε R γ")
    p.assume(unit=Eq(u @ u, 1), most=eps <= 1, first_radius=first @ first <= R**2,
             first_margin=u @ first >= gamma)
    return Updates(u, w, first, z, t, eps, R, gamma)


@theorem("dynamic-margin-update-bound",
         title="t updates of the perceptron with dynamic margin have t²γ² ≤ W, a number of t, R² and ε", source=SOURCE)
def update_bound(p: Script) -> None:
    """Let ⟨u, z⟩ ≥ γ ≥ 0 for a unit vector u and ‖z‖ ≤ R, and let ε ≤ 1. Let each update after the first be on an
    example with t⟨w, z⟩ ≤ (1 − ε)‖w‖², where t is the number of earlier updates. Then t²γ² ≤ ‖w‖² ≤ W, where W is R²
    after one update, and the next update changes W to (1 + 2(1 − ε)/t)W + R².

    For ε > 1/2 see dynamic-margin-linear-bound. For ε = 1/2, W = R²·t·(1 + 1/2 + … + 1/t).
    """
    it = updates(p)
    p.assume(margin_sign=it.gamma >= 0)
    t, W, q = it.t, p.real("W"), p.inverse("q", it.t)
    p.run([*it.state, (W, it.R**2, (1 + 2 * (1 - it.eps) * q) * W + it.R**2)], [it.z], it.facts)
    p.show(aligned=t**2 * it.gamma**2 <= it.w @ it.w, short=it.w @ it.w <= W)
    with p.induction(counter=t >= 1, aligned=it.u @ it.w >= t * it.gamma, short=it.w @ it.w <= W):
        p.have("share", q > 0, "q", times("counter"))
        p.have("rest", 1 - it.eps >= 0, "most")
        p.have("turn", it.w @ it.z <= q * (1 - it.eps) * (it.w @ it.w), "wrong * share", "q")
        p.have("grown", q * (1 - it.eps) * (it.w @ it.w) <= q * (1 - it.eps) * W, "share * rest * short")
        p.conclude("counter", "aligned", "margin", "turn", "grown", "short", "radius")
    reach(p, it)
    p.conclude("reach", "short")


def reach(p: Script, it: Updates) -> None:
    """Derive t²γ² ≤ ‖w‖² ("reach") from ⟨u, w⟩ ≥ tγ."""
    p.have("schwarz", (it.u @ it.w) ** 2 <= it.w @ it.w, by("cauchy-schwarz", u=it.u, v=it.w), "unit")
    p.have("size", it.t * it.gamma >= 0, "counter * margin_sign", "margin_sign")
    p.have("reach", it.t**2 * it.gamma**2 <= it.w @ it.w, "schwarz", "aligned * size", "aligned * aligned")


@theorem("dynamic-margin-linear-bound",
         title="For ε > 1/2 the perceptron with dynamic margin makes at most R²/((2ε − 1)γ²) updates", source=SOURCE)
def linear_bound(p: Script) -> None:
    """Let updates be made as in dynamic-margin-update-bound, with 1/2 < ε ≤ 1 and γ > 0. Then t ≤ R²/((2ε − 1)γ²).

    ‖w‖² ≤ R²t/(2ε − 1), since t(t + 2(1 − ε)) + t(2ε − 1) = t(t + 1). For ε = 1 the bound is Novikoff's.
    """
    it = updates(p)
    t, c = it.t, 2 * it.eps - 1
    p.assume(large=c > 0, margin_sign=it.gamma > 0)
    p.run(it.state, [it.z], it.facts)
    p.show(conclusion=t <= it.R**2 / (c * it.gamma**2))
    with p.induction(counter=t >= 1, aligned=it.u @ it.w >= t * it.gamma, short=c * (it.w @ it.w) <= t * it.R**2):
        p.have("rest", 1 - it.eps >= 0, "most")
        p.have("turn", c * t * (it.w @ it.z) <= c * (1 - it.eps) * (it.w @ it.w), "wrong * large")
        p.have("grown", (1 - it.eps) * c * (it.w @ it.w) <= (1 - it.eps) * t * it.R**2, "rest * short")
        p.have("scaled", c * t * (it.w @ it.z) <= (1 - it.eps) * t * it.R**2, "turn", "grown")
        p.have("made", t > 0, "counter")
        p.have("turned", c * (it.w @ it.z) <= (1 - it.eps) * it.R**2, "scaled", times("made"))
        p.conclude("counter", "aligned", "margin", "turned", "short", "radius * large")
    reach(p, it)
    p.have("product", c * t**2 * it.gamma**2 <= t * it.R**2, "reach * large", "short")
    p.have("made", t > 0, "counter")
    p.have("bound", c * t * it.gamma**2 <= it.R**2, "product", times("made"))
    p.conclude("bound", times("large", "margin_sign", "margin_sign"))


@theorem("dynamic-margin-ends-near-best",
         title="The perceptron with dynamic margin ends with a margin of at least (1 − ε)γ", source=SOURCE)
def ends_near_best(p: Script) -> None:
    """Let ⟨u, w⟩ ≥ tγ for a unit vector u, which holds after t ≥ 1 updates. Let ε ≤ 1, and let every example have t⟨w,
    z⟩ > (1 − ε)‖w‖², so that the run has ended. Then ⟨w, z⟩ ≥ (1 − ε)γ‖w‖.
    """
    u, w, z = p.vectors("u w z")
    t, eps, gamma = p.reals("t ε γ")
    p.assume(unit=Eq(u @ u, 1), counter=t >= 1, most=eps <= 1, aligned=u @ w >= t * gamma,
             right=t * (w @ z) > (1 - eps) * (w @ w))
    p.show(conclusion=w @ z >= (1 - eps) * gamma * norm(w))
    p.have("rest", 1 - eps >= 0, "most")
    p.have("own", Eq(norm(w) ** 2, w @ w))
    p.have("size", norm(w) >= 0)
    p.have("schwarz", (u @ w) ** 2 <= norm(w) ** 2, by("cauchy-schwarz", u=u, v=w), "unit", "own")
    p.use("square-root-monotone", name="reach", u=u @ w, v=norm(w))
    p.have("share", t * gamma <= norm(w), "reach", "aligned")
    p.have("scaled", t * ((1 - eps) * gamma * norm(w)) <= (1 - eps) * (w @ w), "share * rest * size", "own")
    p.have("all", t * (w @ z - (1 - eps) * gamma * norm(w)) > 0, "scaled", "right")
    p.have("made", t > 0, "counter")
    p.conclude("all", times("made"))

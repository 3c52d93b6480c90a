"""The margin perceptron, which also learns from examples classified with too small a margin.

Notation: an update with the rate α is made where y⟨w, x⟩ ≤ β, without bias (a bias is one more coordinate of the
examples); ‖x‖ ≤ D; u is a unit vector with y⟨u, x⟩ ≥ γ > 0. β = 0 is the perceptron, with Novikoff's bound. As β/α
grows, βγ/(αD² + 2β) tends to γ/2.
"""

from typing import NamedTuple

from ....algorithms import margin_perceptron, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, norm


class MarginRun(NamedTuple):
    """A run that starts at 0 and updates with the rate α if the margin is at most β; w are the weights after k
    updates."""

    u: Vector
    w: Vector
    k: Scalar
    gamma: Scalar
    D: Scalar
    rate: Scalar
    beta: Scalar

    @property
    def size(self) -> Scalar:
        """Return αD² + 2β; α times it bounds what an update adds to ‖w‖²."""
        return self.rate * self.D**2 + 2 * self.beta

    def grow(self, p: Script) -> None:
        """Derive how w grows: "counter", "alignment" and "growth"."""
        u, w, k, gamma, _, rate, _ = self
        with p.induction(counter=k >= 0, alignment=u @ w >= rate * k * gamma, growth=w @ w <= rate * k * self.size):
            p.conclude("counter", "alignment", "rate * margin",
                       "growth", "rate * update", "rate * rate * radius", "label")


def margin_run(p: Script) -> MarginRun:
    """Declare the run."""
    u, w, x = p.vectors("u w x")
    k, gamma, D, rate, beta, y = p.reals("k γ D α β y")
    p.assume(unit=Eq(u @ u, 1), rate=rate > 0)
    after = perceptron.update(State(w, 0), x, y, bias_step=0, rate=rate).w
    p.run([(w, 0, after), (k, 0, k + 1)], [x, y], {
        "label": Eq(y**2, 1), "margin": y * (u @ x) >= gamma, "radius": x @ x <= D**2,
        "update": margin_perceptron.update_condition(State(w, 0), x, y, beta),
    })
    return MarginRun(u, w, k, gamma, D, rate, beta)


@theorem("margin-perceptron-update-bound", title="The margin perceptron makes at most (D² + 2β/α)/γ² updates",
         source=cite("li2002", "the generalisation of Novikoff's theorem, for one margin and without bias"))
def update_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every example satisfy y⟨u, x⟩ ≥ γ and ‖x‖ ≤ D. The perceptron with the rate α > 0
    that updates where y⟨w, x⟩ ≤ β, for β ≥ 0, makes at most (D² + 2β/α)/γ² updates.
    """
    run = margin_run(p)
    _, w, k, gamma, D, rate, beta = run
    p.assume(positive=gamma > 0, nonnegative=beta >= 0)
    B = D**2 + 2 * beta / rate
    p.show(conclusion=k <= B / gamma**2)
    run.grow(p)
    p.have("inverse", 1 / rate > 0, "rate")
    p.have("size", B >= 0, square(D), "nonnegative * inverse")
    p.have("reach", rate * k * gamma >= 0, "rate * counter * positive")
    p.use("cauchy-schwarz", name="along", v=w)
    p.have("squares", (rate * k * gamma) ** 2 <= rate * k * run.size,
           "alignment * alignment", "alignment * reach", "along", "unit", "growth")
    p.have("without-rate", (k * gamma) ** 2 <= k * B, "squares", times("rate", "rate"))
    p.use("count-at-most-quotient", name="divided", t=k, B=B)


@theorem("margin-perceptron-bound-from-any-start", title="The margin perceptron from any start, with any separator",
         source=cite("li2002",
                     "the generalisation of Novikoff's theorem, for one margin, without bias, and from any start"))
def bound_from_any_start(p: Script) -> None:
    """Let every example satisfy y⟨u, x⟩ ≥ γ and ‖x‖ ≤ D. If the perceptron with the rate α > 0 that makes an update
    where y⟨w, x⟩ ≤ β has made k updates from w0, and s = ⟨w0, u⟩ + αkγ ≥ 0, then s² ≤ (‖w0‖² + k(α²D² + 2αβ))‖u‖².
    """
    u, w0, w, x = p.vectors("u w0 w x")
    gamma, D, rate, beta, k, y = p.reals("γ D α β k y")
    reach, size = w0 @ u + rate * k * gamma, w0 @ w0 + k * (rate**2 * D**2 + 2 * rate * beta)
    p.assume(rate=rate > 0, ahead=reach >= 0)
    after = perceptron.update(State(w, 0), x, y, bias_step=0, rate=rate).w
    p.run([(w, w0, after), (k, 0, k + 1)], [x, y], {
        "label": Eq(y**2, 1), "margin": y * (u @ x) >= gamma, "radius": x @ x <= D**2,
        "update": margin_perceptron.update_condition(State(w, 0), x, y, beta),
    })
    p.show(conclusion=reach**2 <= size * (u @ u))
    with p.induction(alignment=u @ w >= reach, growth=w @ w <= size):
        p.conclude("alignment", "rate * margin", "growth", "rate * update", "rate * rate * radius", "label")
    p.use("cauchy-schwarz", name="along", v=w)
    p.have("square", u @ u >= 0, length(u))
    p.conclude("alignment * alignment", "alignment * ahead", "along", "growth * square")


@theorem("margin-perceptron-achieved-margin",
         title="Where the margin perceptron needs no update, the margin is above βγ/(αD² + 2β)",
         source=cite("krauthmezard1987", "the stability reached; here for updates on any example"))
def achieved_margin(p: Script) -> None:
    """Let the hypotheses of the bound hold, and β > 0. An example (z, s) with s⟨w, z⟩ > β, which causes no update, has
    s⟨w, z⟩ > ‖w‖·βγ/(αD² + 2β). (This is trivial if γ ≤ 0.)

    So when a run ends, all geometric margins exceed βγ/(αD² + 2β), where γ may be the largest margin.
    """
    run = margin_run(p)
    _, w, k, gamma, D, rate, beta = run
    z, s = p.vector("z"), p.real("s")
    margin = perceptron.margin(State(w, 0), z, s)
    p.assume(nonnegative=beta > 0, no_update=margin > beta)
    p.show(conclusion=margin > norm(w) * (beta * gamma / run.size))
    run.grow(p)
    length = norm(w)
    p.have("length", length >= 0, "definition")
    p.have("scale", run.size > 0, "nonnegative", "rate", square(D))
    p.use("cauchy-schwarz-norm", name="along", v=w)
    p.have("aligned", rate * k * gamma <= length, "alignment", "along", "unit")
    with p.proving("reach", length * gamma <= run.size):
        with p.case(gamma > 0):
            p.have("longest", length**2 * gamma <= length * run.size,
                   "growth * case", "aligned * scale", "definition")
            with p.case(length > 0, "nonzero"):
                p.conclude("longest", times("nonzero"))
            with p.case(length <= 0, "nonzero"):
                p.conclude("nonzero * case", "scale")
        with p.case(gamma <= 0):
            p.conclude("length * case", "scale")
    p.have("enough", beta >= length * (beta * gamma / run.size), "reach * nonnegative", "definition", times("scale"))
    p.conclude("enough", "no_update")

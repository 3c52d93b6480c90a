"""The ratio of the mistake bound to the number of updates of a run: a product of four factors ≥ 1, one for each line of
the proof.

So the bound is attained if and only if all four are 1: each example that causes an update has the length D, the score β
and the margin γ, and w is a multiple of u. `novikoff run` computes the factors of each run.

Notation: signed vectors z with ‖z‖ ≤ D and ⟨u, z⟩ ≥ γ > 0; an update is made where ⟨w, z⟩ ≤ β (for β = 0 on mistakes);
S is the sum of the ‖z‖² of the k updates.
"""

from typing import NamedTuple

from ....algorithms import margin_perceptron, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector


class Sizes(NamedTuple):
    """A run from 0: w after k updates on examples whose square lengths sum to S."""

    u: Vector
    w: Vector
    k: Scalar
    S: Scalar
    D: Scalar
    gamma: Scalar
    beta: Scalar

    @property
    def most(self) -> Scalar:
        """Return the bound of ‖w‖² from the longest examples."""
        return self.k * (self.D**2 + 2 * self.beta)

    @property
    def made(self) -> Scalar:
        """Return the bound of ‖w‖² from the examples that the run met."""
        return self.S + 2 * self.k * self.beta

    def grow(self, p: Script) -> None:
        """Derive the facts `sizes`, `growth` and `aligned` on the growth of w. Then derive that the numbers of `reach`,
        `ahead`, `square`, `size` and `made` are positive after the first update.
        """
        u, w, k, S, D, gamma, _ = self
        with p.induction(sizes=k * D**2 >= S, growth=w @ w <= self.made, aligned=u @ w >= k * gamma):
            p.conclude("sizes", "radius", "growth", "due", "aligned", "margin")
        p.have("reach", k * gamma > 0, "some * positive")
        p.have("ahead", u @ w > 0, "aligned", "reach")
        p.have("square", (u @ w) ** 2 > 0, "ahead * ahead")
        p.have("length", u @ u >= 0, length(u))
        p.have("weight", (u @ u + 1) ** 2 > 0, "length * length", "length")
        p.have("long", (u @ u + 1) ** 2 * (w @ w) >= 4 * (u @ w) ** 2, length((u @ u + 1) * w - 2 * (u @ w) * u))
        p.have("size", w @ w > 0, "long", "square", times("weight"))
        p.have("made", self.made > 0, "growth", "size")


def sized_run(p: Script) -> Sizes:
    """Declare the run."""
    u, w, z = p.vectors("u w z")
    k, S, gamma, D, beta = p.reals("k S γ D β")
    p.assume(positive=gamma > 0, some=k > 0)
    after = perceptron.update(State(w, 0), z, 1, bias_step=0).w
    p.run([(w, 0, after), (S, 0, S + z @ z), (k, 0, k + 1)], [z],
          {"radius": z @ z <= D**2, "margin": u @ z >= gamma,
           "due": margin_perceptron.update_condition(State(w, 0), z, 1, beta)})
    return Sizes(u, w, k, S, D, gamma, beta)


@theorem("mistake-bound-missed-by-four-factors",
         title="The mistake bound is the number of updates times four factors of at least 1",
         source=cite("novikoff1962", "the proof of the theorem; here what each of its inequalities gives away"),
         says="the inequalities; the source does not name the gap between their sides")
def factors(p: Script) -> None:
    """After k > 0 updates, (D² + 2β)‖u‖²/γ² is k times the product of four factors: k(D² + 2β)/(S + 2kβ), (S +
    2kβ)/‖w‖², ‖w‖²‖u‖²/⟨u, w⟩² and (⟨u, w⟩/(kγ))². Each factor is at least 1, because of the lengths, the scores, the
    direction of w, and the margins.
    """
    run = sized_run(p)
    u, w, k, _, D, gamma, beta = run
    for under, positive in ((run.made, "made"), (w @ w, "size"), ((u @ w) ** 2, "square")):
        with p.making_sense(1 / under):
            run.grow(p)
            p.conclude(positive)
    lengths, scores = run.most / run.made, run.made / (w @ w)
    direction, margins = (w @ w) * (u @ u) / (u @ w) ** 2, (u @ w) / (k * gamma)
    p.show(lengths=lengths >= 1, scores=scores >= 1, direction=direction >= 1, margins=margins >= 1,
           product=Eq((D**2 + 2 * beta) * (u @ u) / gamma**2,
                      k * lengths * scores * direction * margins**2))
    run.grow(p)
    p.use("cauchy-schwarz", name="within", v=w)
    p.have("lengths'", lengths >= 1, "sizes", times("made"))
    p.have("scores'", scores >= 1, "growth", times("size"))
    p.have("direction'", direction >= 1, "within", times("square"))
    p.have("margins'", margins >= 1, "aligned", times("reach"))
    p.conclude("lengths'", "scores'", "direction'", "margins'", "definition")

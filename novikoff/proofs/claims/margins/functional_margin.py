"""The functional margin, eq. (9), and its relation to distances.

Notation: γ_t = y(⟨w, x⟩ + b) is the functional margin of (x, y), which `perceptron.margin` computes; γ_F is the least
γ_t of a training set; P is the projection of x on the decision boundary.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, equal, norm, reals, vectors
from ..inner_products.projection import projection


@theorem("functional-margin-scales", title="The functional margin and its scaling", source=cite("tutorial", "eq. (9)"),
         ledger=["000-func-margin", "004-margin"])
def margin_scales(p: Script) -> None:
    """If γ_F = y(⟨w, x⟩ + b), then γ_F is the margin that `perceptron.margin` computes for (x, y) under (w, b). Under
    (cw, cb), which has the same decision boundary for c ≠ 0, the computed margin is c times γ_F.
    """
    w, x = p.vectors("w x")
    b, y, c, functional = p.reals("b y c γ_F")
    p.assume(definition=Eq(functional, y * (w @ x + b)))
    scaled = State(p.let("w'", c * w), p.let("b'", c * b))
    p.conclude("definition", computed=equal(perceptron.margin(State(w, b), x, y), functional),
           scaling=equal(perceptron.margin(scaled, x, y), c * functional))


@theorem("geometric-margin-is-functional-margin-over-norm",
         title="The geometric margin is the functional margin divided by ‖w‖", source=cite("tutorial", "after eq. (9)"),
         ledger=["000-gammaF-gammaG"], adds={"nonzero": "w ≠ 0"})
def over_norm(p: Script) -> None:
    """If w ≠ 0, all labels are ±1, and (x, y) has the least functional margin γ_F ≥ 0 of all samples, then γ_F/‖w‖
    is the least distance of the samples from the decision boundary: x has this distance from its projection, and
    every x[i] at least this distance from any v in the boundary.
    """
    w, x, samples, v = p.vectors("w x x[i] v")
    b, y, labels, least = p.reals("b y y[i] γ_F")
    state = State(w, b)
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), labels=Eq(labels**2, 1), separated=least >= 0,
             attained=Eq(perceptron.margin(state, x, y), least),
             least=perceptron.margin(state, samples, labels) >= least,
             member=Eq(w @ v + b, 0))
    point = p.let("P", projection(w, b, x))
    p.have("side", perceptron.margin(state, x, y) >= 0, "attained", "separated")
    p.use("separated-projection-distance", name="distance")
    p.calc(norm(x - point),
           "==", perceptron.margin(state, x, y) / norm(w), "distance",
           "==", least / norm(w), "attained", name="nearest")
    p.calc(least**2,
           "<=", perceptron.margin(state, samples, labels) ** 2, "least * least", "least * separated",
           "==", (w @ samples + b) ** 2, "labels",
           "<=", (w @ w) * ((samples - v) @ (samples - v)), by("score-bounded-by-distance", x=samples),
           name="others")
    p.have("farther", (samples - v) @ (samples - v) >= least**2 / (w @ w), "others.all", times("nonzero"))
    p.conclude("nearest.all", "farther", nearest=equal(norm(x - point), least / norm(w)),
           farther=(samples - v) @ (samples - v) >= least**2 / (w @ w))


def two_classifiers(p: Script) -> None:
    """Declare samples (x, y) and (z, t), each on the side of its label for classifiers (w, b) and (u, c). The second
    has the larger margin; P and Q are the projections.
    """
    w, x, u, z = p.vectors("w x u z")
    b, y, c, t = p.reals("b y c t")
    margin, other = perceptron.margin(State(w, b), x, y), perceptron.margin(State(u, c), z, t)
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), other_label=Eq(t**2, 1), separated=margin > 0, larger=other > margin)
    p.let("P", projection(w, b, x))
    p.let("Q", projection(u, c, z))


@refuted("larger-functional-margin-farther-as-printed", title="A larger functional margin means a larger distance",
         source=cite("tutorial", "after eq. (9)"), corrected="larger-functional-margin-farther",
         missing="equal lengths of the weight vectors: the distance is the functional margin divided by ‖w‖",
         ledger=["000-larger-functional-larger-distance"])
def farther_as_printed(p: Script) -> None:
    """If the functional margin that (u, c) attains at (z, t) is larger than the one that (w, b) attains at (x, y),
    then z is farther from the decision boundary of (u, c) than x from that of (w, b).

    In the counterexample x = z is the only sample, and with the larger margin it is closer.
    """
    two_classifiers(p)
    x, u, z, first, second = vectors("x u z P Q")
    p.assume(other_nonzero=u @ u > 0)
    p.show(conclusion=norm(z - second) > norm(x - first))
    p.counterexample(dimension=1, w=[1], b=0, x=[1], y=1, u=[3], c=-1, z=[1], t=1)


@theorem("larger-functional-margin-farther",
         title="For weight vectors of one length a larger functional margin means a larger distance",
         source=cite("tutorial", "after eq. (9)"), ledger=["000-larger-functional-larger-distance"],
         adds={"same": "the weight vectors are equally long", "nonzero": "w ≠ 0"})
def farther(p: Script) -> None:
    """If ‖u‖ = ‖w‖ and the functional margin that (u, c) attains at (z, t) is larger than the one that (w, b)
    attains at (x, y), both positive, then z is farther from the decision boundary of (u, c) than x from that of (w,
    b).

    Both samples may be the same. Or each may be the training sample that is nearest to the boundary of its classifier.
    """
    two_classifiers(p)
    w, x, u, z, first, second = vectors("w x u z P Q")
    b, y, c, t = reals("b y c t")
    margin, other = perceptron.margin(State(w, b), x, y), perceptron.margin(State(u, c), z, t)
    p.assume(same=Eq(w @ w, u @ u))
    p.have("other-separated", other >= 0, "separated", "larger")
    p.use("square-root-unique", name="lengths", u=norm(w), v=norm(u))
    p.have("positive", norm(u) > 0)
    p.use("separated-projection-distance", name="distance")
    p.use("separated-projection-distance", name="other-distance", w=u, b=c, x=z, y=t)
    p.calc(norm(z - second),
           "==", other / norm(u), "other-distance",
           ">", margin / norm(u), "larger", times("positive"),
           "==", margin / norm(w), "lengths", times("positive"),
           "==", norm(x - first), "distance")

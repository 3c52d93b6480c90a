"""Linear discriminants: the regions of argmax are convex; Gaussians with the same covariance; the best separating plane
of p. 8.

Notation: f_k(x) = ⟨w_k, x⟩ + b_k; the index i runs over the classes, or over the examples.
"""

from typing import NamedTuple

from ....algorithms import nearest_mean, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Sum, Vector, norm


@theorem("argmax-region-is-convex", title="The regions of argmax f_k are convex", source=cite("lecture", "p. 11"),
         says="there are |K| regions; in fact there are at most |K|, because a class may win nowhere",
         ledger={"002-argmax-regions": "corrects"})
def convex(p: Script) -> None:
    """Let 0 ≤ t ≤ 1. If f_k(x) ≥ f_i(x) and f_k(z) ≥ f_i(z) for every class i, then f_k ≥ f_i at (1 − t)x + tz, too."""
    w, x, z, ws = p.vectors("w x z w[i]")
    b, t, bs = p.reals("b t b[i]")
    p.assume(at_x=w @ x + b >= ws @ x + bs, at_z=w @ z + b >= ws @ z + bs, first=t >= 0, last=t <= 1)
    between = (1 - t) * x + t * z
    p.show(conclusion=w @ between + b >= ws @ between + bs)
    p.have("part-x", (1 - t) * (w @ x + b - ws @ x - bs) >= 0, "last * at_x")
    p.have("part-z", t * (w @ z + b - ws @ z - bs) >= 0, "first * at_z")
    p.have("both", w @ between + b >= ws @ between + bs, "part-x", "part-z")


@theorem("argmax-strict-region-is-convex", title="The regions where f_k is greater than every other f_i are convex",
         source=cite("lecture", "p. 11"), ledger=["002-argmax-regions"])
def strictly_convex(p: Script) -> None:
    """Let 0 ≤ t ≤ 1. If f_k(x) > f_i(x) and f_k(z) > f_i(z) for every other class i, then f_k > f_i at (1 − t)x + tz,
    too.

    So the regions are convex also if ties go to the class that comes first.
    """
    w, x, z, ws = p.vectors("w x z w[i]")
    b, t, bs = p.reals("b t b[i]")
    p.assume(at_x=w @ x + b > ws @ x + bs, at_z=w @ z + b > ws @ z + bs, first=t >= 0, last=t <= 1)
    between = (1 - t) * x + t * z
    p.show(conclusion=w @ between + b > ws @ between + bs)
    with p.proving("both", w @ between + b > ws @ between + bs):
        p.have("part-x", (1 - t) * (w @ x + b - ws @ x - bs) >= 0, "last * at_x")
        p.have("part-z", t * (w @ z + b - ws @ z - bs) >= 0, "first * at_z")
        with p.case(t > 0):
            p.have("more", t * (w @ z + b - ws @ z - bs) > 0, "case * at_z")
            p.conclude("part-x", "more")
        with p.case(t <= 0):
            p.have("start", Eq(t, 0), "case", "first")
            p.conclude("at_x", "start")


@theorem("dominated-class-has-no-region", title="A class may win nowhere", source=cite("lecture", "p. 11"),
         says="there are |K| regions", ledger={"002-argmax-regions": "denies"})
def dominated(p: Script) -> None:
    """If two classes have the same slope w and b' < b, then f' < f at every x."""
    w, x = p.vectors("w x")
    b, c = p.reals("b b'")
    p.assume(lower=c < b)
    p.conclude("lower", conclusion=w @ x + c < w @ x + b)


@theorem("two-discriminants-have-both-regions", title="Two classes with different slopes both have a region",
         source=cite("lecture", "p. 11"), ledger={"002-argmax-regions": "follows"})
def both_regions(p: Script) -> None:
    """If w ≠ w', then f > f' at some point s(w − w'), and f < f' at another point of this form."""
    w, v = p.vectors("w w'")
    b, c = p.reals("b b'")
    d = w - v
    p.assume(different=d @ d > 0)
    first, second = ((sign - (b - c)) / (d @ d) * d for sign in (1, -1))
    p.show(one=w @ first + b > v @ first + c, other=w @ second + b < v @ second + c)


@theorem("gaussian-discriminant-is-affine",
         title="For two Gaussians with the same covariance the quadratic terms cancel", source=cite("lecture", "p. 10"),
         ledger=["002-linear-models"])
def gaussian(p: Script) -> None:
    """With the inner product ⟨u, v⟩ = uᵀΣ⁻¹v, the logarithms of the joint probabilities, up to a common constant, are
    −‖x − μ₁‖²/2 + c₁ and −‖x − μ₂‖²/2 + c₂. They differ by an affine function of x: half of ⟨w, x⟩ + b for the
    nearest-mean classifier, plus c₁ − c₂.

    So the Bayesian strategy, and any other strategy with a threshold on the ratio, is linear.
    """
    x, mu1, mu2 = p.vectors("x μ1 μ2")
    c1, c2 = p.reals("c1 c2")
    w, b = nearest_mean.classifier(mu2, mu1)
    half = Rational(1, 2)
    logarithms = [-half * ((x - mu) @ (x - mu)) + c for mu, c in ((mu1, c1), (mu2, c2))]
    p.show(conclusion=Eq(logarithms[0] - logarithms[1], half * (w @ x + b) + c1 - c2))


# ------------------------------------------------------------------------------ the best separating plane


class Competitor(NamedTuple):
    """A plane (w, b), labelled examples with weights a, a number g, and a difference v of points of the two hulls."""

    w: Vector
    b: Scalar
    x: Vector
    y: Scalar
    a: Scalar
    g: Scalar
    v: Vector


def competitor(p: Script) -> Competitor:
    """Declare a plane (w, b), labelled examples, a number g, and v = Σ aᵢyᵢx[i] with aᵢ ≥ 0, Σ aᵢyᵢ = 0, Σ aᵢ = 2: the
    difference of a convex combination of either class.
    """
    w, v, x = p.vectors("w v x[i]")
    b, g, y, a = p.reals("b g y[i] a[i]")
    p.assume(
        weights=a >= 0, balanced=Eq(Sum(a * y), 0), total=Eq(Sum(a), 2), difference=Eq(v @ w, Sum(a * y * (x @ w)))
    )
    return Competitor(w, b, x, y, a, g, v)


@refuted("max-separation-objective-bounded", title="The objective of the optimal separating plane is bounded",
         near=cite("lecture", "p. 8"), corrected="max-separation-weak-duality",
         missing="a minus sign in the second term, −(⟨w, x⟩ + b)/‖w‖ for x of the second class; as printed a larger b "
                 "is always better, and there is no maximum",
         ledger={"002-svm-argmax": "lacks"}, aliases=["max-separation-objective-as-printed"])
def objective_as_printed(p: Script) -> None:
    """If ⟨w, x[i]⟩ + b ≥ g for the examples of both classes, then g ≤ ‖w‖‖v‖/2 for every difference v of convex
    combinations of the classes.

    g/‖w‖ is the value of the objective; ‖v‖/2, for the nearest points of the two hulls, is the margin of the optimal
    plane.
    """
    w, b, x, y, _, g, v = competitor(p)
    p.assume(label=Eq(y**2, 1), least=w @ x + b >= g)
    p.show(conclusion=g <= norm(w) * norm(v) / 2)
    p.counterexample(size=2, w=[1], v=[2], b=10, g=9,
                     values={"x[i]": [[1], [-1]], "y[i]": [1, -1], "a[i]": [1, 1]})


@theorem("max-separation-objective-unbounded", title="The printed objective has no maximum",
         source=cite("lecture", "p. 8"), says="there is a maximiser (w*, b*)", ledger={"002-svm-argmax": "denies"})
def objective_unbounded(p: Script) -> None:
    """Let w ≠ 0 and h > 0. At every x of either class, the plane (w, b + h‖w‖) has the value (⟨w, x⟩ + b + h‖w‖)/‖w‖,
    which is larger by h than the value of (w, b).
    """
    w, x = p.vectors("w x")
    b, h = p.reals("b h")
    p.assume(nonzero=w @ w > 0, more=h > 0)
    before, after = (w @ x + b) / norm(w), (w @ x + (b + h * norm(w))) / norm(w)
    p.show(value=Eq(after, before + h), larger=after > before)
    p.have("value", Eq(after, before + h))
    p.conclude("value", "more")


@theorem("max-separation-weak-duality", title="No plane separates by more than half the distance of the hulls",
         source=cite("lecture", "p. 8"), says="the second term has no minus sign",
         ledger={"002-svm-argmax": "corrects"})
def weak_duality(p: Script) -> None:
    """If y[i](⟨w, x[i]⟩ + b) ≥ g for every example, then g ≤ ‖w‖‖v‖/2 for every difference v of convex combinations of
    the two classes; so the separation g/‖w‖ is at most half the distance of their hulls.
    """
    w, b, x, y, a, g, v = competitor(p)
    p.assume(least=perceptron.margin(State(w, b), x, y) >= g)
    p.show(conclusion=g <= norm(w) * norm(v) / 2)
    p.have("each", a * perceptron.margin(State(w, b), x, y) >= a * g, "weights * least")
    p.sum("each", "sum")
    p.use("cauchy-schwarz-norm", name="lengths", u=w, v=v)
    p.conclude("sum", "balanced", "total", "difference", "lengths")


@theorem("max-separation-attained", title="For two points the plane halfway between them is optimal",
         source=cite("lecture", "p. 8"), ledger={"002-svm-argmax": "follows"})
def attained(p: Script) -> None:
    """Let x be a point of the class 1 and z ≠ x a point of the class −1. The plane with w = x − z through their
    midpoint has the separation ‖x − z‖/2 from both.
    """
    x, z = p.vectors("x z")
    w = x - z
    b = -(w @ (x + z)) / 2
    p.assume(different=w @ w > 0)
    state = State(w, b)
    p.show(first=Eq(perceptron.margin(state, x, 1) / norm(w), norm(w) / 2),
           second=Eq(perceptron.margin(state, z, -1) / norm(w), norm(w) / 2))

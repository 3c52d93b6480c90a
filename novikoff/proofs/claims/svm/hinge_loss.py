"""The slack of a sample and the hinge loss max(0, 1 − yf(x)): what they imply about the sample, and their shape.

Notation: f(x) = ⟨w, x⟩ + b. yf(x) is the functional margin that the shipped perceptron computes. ξ is the slack of the
sample in the constraints yf(x) ≥ 1 − ξ and ξ ≥ 0. The statements are about one sample, and so about each of many.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Relation, Scalar, Vector


def hinge(margin: Scalar) -> Scalar:
    """Return the loss of a sample with this margin."""
    return Max(0, 1 - margin)


class Sample(NamedTuple):
    """A classifier (w, b) and a sample (x, y)."""

    state: State
    x: Vector
    y: Scalar

    @property
    def margin(self) -> Scalar:
        """Return the functional margin yf(x)."""
        return perceptron.margin(self.state, self.x, self.y)


def sample(p: Script) -> Sample:
    """Declare a classifier and a sample."""
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    return Sample(State(w, b), x, y)


# ------------------------------------------------------------------------------------- the slack


@refuted("slack-is-hinge-as-printed", title="The constraints on the slack say that it is the hinge loss",
         source=cite("slides", "Optimization"),
         missing="the constraints say ξ ≥ max(0, 1 − yf(x)); equality holds where Σξ is least, as at a minimum for C > "
                 "0",
         ledger=["003-xi-equality"], corrected="optimal-slack-is-hinge")
def slack_is_hinge_as_printed(p: Script) -> None:
    """If yf(x) ≥ 1 − ξ and ξ ≥ 0, then ξ = max(0, 1 − yf(x))."""
    at = sample(p)
    xi = p.real("ξ")
    p.assume(label=Eq(at.y**2, 1), constraint=at.margin >= 1 - xi, sign=xi >= 0)
    p.show(conclusion=Eq(xi, hinge(at.margin)))
    p.counterexample(w=[0], b=0, x=[0], y=1, values={"ξ": 2})


@theorem("slack-at-least-hinge", title="The slack is at least the hinge loss", source=cite("slides", "Optimization"),
         ledger=["003-xi-equality"], says="equality, which holds only for the least slack")
def slack_at_least_hinge(p: Script) -> None:
    """If yf(x) ≥ 1 − ξ and ξ ≥ 0, then ξ ≥ max(0, 1 − yf(x))."""
    at = sample(p)
    xi = p.real("ξ")
    p.assume(constraint=at.margin >= 1 - xi, sign=xi >= 0)
    p.conclude(by("hinge-least", m=at.margin, s=xi), conclusion=xi >= hinge(at.margin))


@theorem("slack-above-hinge-feasible", title="Every slack from the hinge loss on is feasible",
         source=cite("slides", "“Soft” margin solution; Optimization"),
         ledger=["003-always-feasible", "003-xi-equality"])
def slack_above_hinge_feasible(p: Script) -> None:
    """For any (w, b) and (x, y), every ξ ≥ max(0, 1 − yf(x)) satisfies yf(x) ≥ 1 − ξ and ξ ≥ 0."""
    at = sample(p)
    xi = p.real("ξ")
    p.assume(large=xi >= hinge(at.margin))
    p.show(constraint=at.margin >= 1 - xi, sign=xi >= 0)


@theorem("small-slack-within-margin", title="A slack up to 1: within the margin, not on the wrong side",
         source=cite("slides", "Introduce “slack” variables"), ledger=["003-slack-margin"],
         says="any slack, for which this is false: ξ = 1 is feasible for yf(x) = 5. At ξ = 1 the sample lies on the "
              "plane, where y = −1 is misclassified.")
def small_slack(p: Script) -> None:
    """If ξ = max(0, 1 − yf(x)) and 0 < ξ ≤ 1, then 0 ≤ yf(x) < 1, and yf(x) = 1 − ξ > 0 if ξ < 1."""
    at = sample(p)
    xi = p.let("ξ", hinge(at.margin))
    p.assume(violation=xi > 0, small=xi <= 1)
    p.show(value=Eq(at.margin, 1 - xi), below=at.margin < 1, above=at.margin >= 0)
    with p.proving("inside", at.margin < 1):
        p.suppose_not("outside")
        p.have("zero", Eq(xi, 0), "outside")
        p.conclude("zero", "violation")
    p.have("value", Eq(at.margin, 1 - xi), "inside")
    p.conclude("inside", "value", "small")


@refuted("large-slack-misclassified-as-printed", title="A sample with a slack above 1 is misclassified",
         source=cite("slides", "Introduce “slack” variables"), corrected="large-slack-misclassified",
         missing="the slack is the least one, ξ = max(0, 1 − yf(x)); any larger one is feasible too, and says nothing",
         ledger=["003-slack-margin"])
def large_slack_as_printed(p: Script) -> None:
    """If yf(x) ≥ 1 − ξ, ξ ≥ 0 and ξ > 1, then yf(x) < 0."""
    at = sample(p)
    xi = p.real("ξ")
    p.assume(label=Eq(at.y**2, 1), constraint=at.margin >= 1 - xi, sign=xi >= 0, large=xi > 1)
    p.show(conclusion=at.margin < 0)
    p.counterexample(w=[1], b=0, x=[1], y=1, values={"ξ": 2})


@theorem("large-slack-misclassified", title="A slack above 1: misclassified",
         source=cite("slides", "Introduce “slack” variables"), ledger=["003-slack-margin"],
         adds={"": "the slack is the least one"})
def large_slack(p: Script) -> None:
    """If max(0, 1 − yf(x)) > 1, then yf(x) < 0."""
    at = sample(p)
    p.assume(large=hinge(at.margin) > 1)
    p.show(conclusion=at.margin < 0)
    p.suppose_not("right")
    with p.case(at.margin < 1):
        p.have("loss", Eq(hinge(at.margin), 1 - at.margin))
        p.conclude("loss", "large", "right")
    with p.case(at.margin >= 1):
        p.have("loss", Eq(hinge(at.margin), 0))
        p.conclude("loss", "large")


# ------------------------------------------------------------------------------------- the loss


@theorem("hinge-zero-outside-margin", title="No loss on or outside the margin", source=cite("slides", "Loss function"),
         ledger=["003-loss-cases"])
def no_loss(p: Script) -> None:
    """If yf(x) > 1 or yf(x) = 1, then max(0, 1 − yf(x)) = 0."""
    at = sample(p)
    p.assume(outside=at.margin >= 1)
    p.show(conclusion=Eq(hinge(at.margin), 0))


@theorem("hinge-positive-inside-margin", title="A loss inside the margin", source=cite("slides", "Loss function"),
         ledger=["003-loss-cases"])
def some_loss(p: Script) -> None:
    """If yf(x) < 1, then max(0, 1 − yf(x)) = 1 − yf(x) > 0."""
    at = sample(p)
    p.assume(inside=at.margin < 1)
    p.show(value=Eq(hinge(at.margin), 1 - at.margin), positive=hinge(at.margin) > 0)
    p.have("value", Eq(hinge(at.margin), 1 - at.margin), "inside")
    p.conclude("value", "inside")


@theorem("hinge-bounds", title="The hinge loss is at least 0 and at least 1 − m",
         source=cite("slides", "Loss function"))
def bounds(p: Script) -> None:
    """The loss max(0, 1 − m) at the margin m is at least 0 and at least 1 − m."""
    m = p.real("m")
    p.show(sign=Relation(hinge(m), ">=", 0), line=hinge(m) >= 1 - m)  # sympy takes the first for granted


@theorem("hinge-least", title="The hinge loss is the least number that is at least 0 and 1 − m",
         source=cite("slides", "Loss function"))
def least(p: Script) -> None:
    """A number s that is at least 0 and at least 1 − m is at least the loss max(0, 1 − m)."""
    m, s = p.reals("m s")
    p.assume(sign=s >= 0, line=s >= 1 - m)
    p.show(conclusion=s >= hinge(m))
    with p.case(m < 1):
        p.have("loss", Eq(hinge(m), 1 - m))
        p.conclude("loss", "line")
    with p.case(m >= 1):
        p.have("loss", Eq(hinge(m), 0))
        p.conclude("loss", "sign")


@theorem("hinge-convex", title="The hinge loss is convex", source=cite("slides", "Convex function examples"),
         ledger=["003-svm-convex"])
def hinge_convex(p: Script) -> None:
    """For 0 ≤ α ≤ 1 the loss at the margin (1 − α)m + αn is at most (1 − α) times the loss at m plus α times the loss
    at n."""
    m, n, a = p.reals("m n α")
    p.assume(low=a >= 0, high=a <= 1)
    between = (1 - a) * m + a * n
    bound = (1 - a) * hinge(m) + a * hinge(n)
    p.show(conclusion=hinge(between) <= bound)
    p.use("hinge-bounds", name="first", m=m)
    p.use("hinge-bounds", name="second", m=n)
    p.have("rest", 1 - a >= 0, "high")
    p.have("sign", bound >= 0, "rest * first.sign", "low * second.sign")
    p.have("line", bound >= 1 - between, "rest * first.line", "low * second.line")
    p.conclude(by("hinge-least", m=between, s=bound), "sign", "line")


@theorem("hinge-kink", title="The hinge loss has no derivative at the margin 1",
         source=cite("slides", "Gradient (or steepest) descent algorithm for SVM"), ledger=["003-hinge-nondiff"],
         says="the loss is not differentiable; the text does not say where")
def kink(p: Script) -> None:
    """For every t > 0, however small, the difference quotient of the loss from the margin 1 is 0 towards 1 + t and −1
    towards 1 − t.
    """
    t = p.real("t")
    p.assume(positive=t > 0)
    at_one = hinge(1)
    p.show(right=Eq((hinge(1 + t) - at_one) / t, 0), left=Eq((hinge(1 - t) - at_one) / (-t), -1))
    p.have("ahead", Eq(hinge(1 + t), 0), "positive")
    p.have("behind", Eq(hinge(1 - t), t), "positive")
    p.have("right", Eq((hinge(1 + t) - at_one) / t, 0), "ahead")
    p.have("left", Eq((hinge(1 - t) - at_one) / (-t), -1), "behind")
    p.conclude("right", "left")


@theorem("hinge-subgradient", title="A sub-gradient of the hinge loss",
         source=cite("slides", "Gradient (or steepest) descent algorithm for SVM"), ledger=["003-hinge-nondiff"],
         says="a sub-gradient is computed; the text does not say which")
def subgradient(p: Script) -> None:
    """Let 0 ≤ θ ≤ 1 and θ(1 − yf(x)) = max(0, 1 − yf(x)): θ = 1 if yf(x) < 1, θ = 0 if yf(x) > 1. Then (−θyx, −θy) is a
    sub-gradient of the loss at (w, b): the loss at (v, c) is at least that at (w, b) plus ⟨−θyx, v − w⟩ − θy(c − b).
    """
    at = sample(p)
    v = p.vector("v")
    c, theta = p.reals("c θ")
    (w, b), x, y = at
    other = perceptron.margin(State(v, c), x, y)
    p.assume(low=theta >= 0, high=theta <= 1, active=Eq(theta * (1 - at.margin), hinge(at.margin)))
    p.show(conclusion=hinge(other) >= hinge(at.margin) - theta * y * (x @ (v - w)) - theta * y * (c - b))
    p.use("hinge-bounds", name="loss", m=other)
    p.have("rest", 1 - theta >= 0, "high")
    p.conclude("active", "low * loss.line", "rest * loss.sign")

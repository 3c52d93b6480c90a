"""Generalised linear models h(x) = f(⟨v, x'⟩), x' = (x, 1): how the hyperplane depends on the link function f.

Implementation notes: f is given by its values. "f is strictly increasing" is stated by a positive difference quotient:
f(s) − f(t) = q·(s − t) with q > 0 for the two scores s and t.
"""

from ...statements.proof_script import Script, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Eq, Scalar, augment


@theorem("hyperplane-has-codimension-one",
         title="A decision surface is a hyperplane: one dimension less than the space",
         source=cite("notes", "linear models for discrete classification"), ledger=["001-decision-surface-dim"],
         adds={"normal": "w ≠ 0"}, says="nothing about w = 0; then the surface is empty or the whole space")
def codimension_one(p: Script) -> None:
    """If w ≠ 0, then with f = (c/‖w‖²)w and r = (⟨w, x⟩ − c)/‖w‖² every x is f + rw + z with ⟨w, z⟩ = 0. No other
    number can replace r. So x lies on the surface ⟨w, x⟩ = c if and only if r = 0: the surface is f + {z : ⟨w, z⟩ = 0}.
    """
    w, x = p.vectors("w x")
    c, t = p.reals("c t")
    p.assume(normal=w @ w > 0)
    foot = p.let("f", (c / (w @ w)) * w)
    r = p.let("r", (w @ x - c) / (w @ w))
    p.assume(other=Eq(w @ (x - foot - t * w), 0))
    p.show(orthogonal=Eq(w @ (x - foot - r * w), 0), unique=Eq(t, r), on_surface=Eq(w @ x - c, r * (w @ w)))
    p.have("score", Eq(r * (w @ w), w @ x - c), "definition")
    p.have("foot", Eq(w @ foot, c), "definition")
    p.have("same", Eq((t - r) * (w @ w), 0), "other", "score", "foot")
    p.have("unique", Eq(t, r), "same", times("normal"))
    p.have("orthogonal", Eq(w @ (x - foot - r * w), 0), "score", "foot")
    p.conclude("orthogonal", "unique", "score")


@refuted("level-sets-are-hyperplanes-as-printed", title="Where h is constant, the score is constant",
         source=cite("notes", "linear models for discrete classification"), corrected="level-sets-are-hyperplanes",
         missing="the function must be injective, as link functions are; for the sign, h is constant on half-spaces",
         ledger=["001-level-sets"])
def level_sets_as_printed(p: Script) -> None:
    """For the sign as activation function, h(x) = h(z) means ⟨v, x'⟩ = ⟨v, z'⟩.

    h = ±1 is the sign of both scores.
    """
    w, x, z = p.vectors("w x z")
    b, h = p.reals("b h")
    p.assume(value=Eq(h**2, 1), first=h * (w @ x + b) > 0, second=h * (w @ z + b) > 0)
    p.show(conclusion=Eq(w @ x + b, w @ z + b))
    p.counterexample(dimension=1, w=[1], b=0, x=[1], z=[2], h=1)


def two_scores(p: Script) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Declare two points with their scores, and the values h and g of an increasing link function there."""
    w, x, z = p.vectors("w x z")
    b, h, g, q = p.reals("b h g q")
    v = augment(w, b)
    s, t = v @ augment(x, 1), v @ augment(z, 1)
    p.assume(link=Eq(h - g, q * (s - t)), increasing=q > 0)
    return s, t, h, g


@theorem("level-sets-are-hyperplanes",
         title="Where h is constant, so is the score, if the link function is strictly increasing",
         source=cite("notes", "linear models for discrete classification"), ledger=["001-level-sets"],
         adds={"increasing": "the link function is strictly increasing"})
def level_sets(p: Script) -> None:
    """If f is strictly increasing and h(x) = h(z), then ⟨v, x'⟩ = ⟨v, z'⟩. (The converse holds for any f.)"""
    s, t, h, g = two_scores(p)
    p.assume(same_value=Eq(h, g))
    p.conclude("link", "same_value", times("increasing"), conclusion=Eq(s, t))


@refuted("decision-region-is-half-space-for-any-link",
         title="For every link function the decision region is a half-space",
         near=cite("notes", "linear models for discrete classification"), corrected="decision-region-is-half-space",
         missing="a monotone link function; for f(s) = |s| the region {h ≥ 1} is not a half-space, not even convex",
         ledger={"001-binary-halfspace": "lacks"}, aliases=["decision-region-is-half-space-as-printed"])
def half_space_as_printed(p: Script) -> None:
    """For w ≠ 0 and the link function f(s) = |s|, the region {h ≥ θ} contains the midpoint of any two of its points, as
    every half-space does.
    """
    w, x, z = p.vectors("w x z")
    b, theta = p.reals("b θ")
    p.assume(nonzero=w @ w > 0, first=Abs(w @ x + b) >= theta, second=Abs(w @ z + b) >= theta)
    p.show(conclusion=Abs(w @ ((x + z) / 2) + b) >= theta)
    p.counterexample(dimension=1, w=[1], b=0, x=[1], z=[-1], θ=1)


@theorem("decision-region-is-half-space",
         title="The decision region lies in a half-space, if the link function is strictly increasing",
         source=cite("notes", "linear models for discrete classification"), ledger=["001-binary-halfspace"],
         adds={"increasing": "the link function is strictly increasing"})
def half_space(p: Script) -> None:
    """If f is strictly increasing, h(z) = θ and h(x) ≥ θ, then ⟨v, x'⟩ ≥ ⟨v, z'⟩.

    The set of all such x is a half-space if w ≠ 0, else the whole space.
    """
    s, t, h, g = two_scores(p)
    p.assume(member=h >= g)
    p.conclude("link", "member", times("increasing"), conclusion=s >= t)


@theorem("decision-region-is-all-of-half-space", title="And it is all of that half-space",
         source=cite("notes", "linear models for discrete classification"), ledger=["001-binary-halfspace"],
         adds={"increasing": "the link function is strictly increasing"})
def all_of_half_space(p: Script) -> None:
    """If f is strictly increasing, h(z) = θ and ⟨v, x'⟩ ≥ ⟨v, z'⟩, then h(x) ≥ θ."""
    s, t, h, g = two_scores(p)
    p.assume(member=s >= t)
    p.conclude("link", "increasing * member", conclusion=h >= g)

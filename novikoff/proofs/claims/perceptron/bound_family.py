"""The bounds F(ρ) = (R² + ρ²)(‖w*‖² + b*²/ρ²)/γ² compared: the best bias step, and the bounds of two documents.

Notation
    F(1) is the bound of Theorem 1.7 of the book section, F(R) is the bound of the tutorial; W stands for ‖w*‖.
"""


from ...statements.proof_script import Script, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Ne, Scalar, equal, expression


def family(W: Scalar, bs: Scalar, gamma: Scalar, R: Scalar, rho: Scalar) -> Scalar:
    """Return the bound for bias step ρ²."""
    return (R**2 + rho**2) * (W**2 + expression(bs) ** 2 / rho**2) / gamma**2


@theorem("bound-family-identity", title="The bound as its minimum and a square",
         source=cite("iml", "Theorem 1.7, with bias step ρ²"), ledger=["x-rho-family"])
def identity(p: Script) -> None:
    """For ρ ≠ 0 and γ ≠ 0, (R² + ρ²)(W² + b*²/ρ²)/γ² is [(RW + |b*|)² + (ρW − R|b*|/ρ)²]/γ²."""
    W, bs, gamma, R, rho = p.reals("W b* γ R ρ")
    p.assume(step=Ne(rho, 0), margin=Ne(gamma, 0))
    p.calc(family(W, bs, gamma, R, rho),
           "==", (R**2 * W**2 + rho**2 * W**2 + R**2 * bs**2 / rho**2 + bs**2) / gamma**2, "algebra",
           "==", ((R * W + Abs(bs)) ** 2 + (rho * W - R * Abs(bs) / rho) ** 2) / gamma**2, "definition")


@theorem("bound-family-minimum", title="No bias step gives a bound below (R‖w*‖ + |b*|)²/γ²",
         source=cite("iml", "Theorem 1.7, with bias step ρ²"), ledger=["x-rho-family"])
def minimum(p: Script) -> None:
    """For every ρ ≠ 0 the bound for bias step ρ² is at least (RW + |b*|)²/γ²."""
    W, bs, gamma, R, rho = p.reals("W b* γ R ρ")
    p.assume(step=Ne(rho, 0), margin=Ne(gamma, 0))
    p.use("bound-family-identity", name="identity")
    p.conclude("identity", square((rho * W - R * Abs(bs) / rho) / gamma),
           conclusion=(R * W + Abs(bs)) ** 2 / gamma**2 <= family(W, bs, gamma, R, rho))


@theorem("bound-family-at-the-best-step", title="The best bias step",
         source=cite("iml", "Theorem 1.7, with bias step ρ²"), ledger=["x-rho-family"])
def best_step(p: Script) -> None:
    """If ρ²W = R|b*|, the bound for bias step ρ² is (RW + |b*|)²/γ²."""
    W, bs, gamma, R, rho = p.reals("W b* γ R ρ")
    p.assume(step=Ne(rho, 0), margin=Ne(gamma, 0), best=equal(rho**2 * W, R * Abs(bs)))
    p.use("bound-family-identity", name="identity")
    p.calc(rho * W,
           "==", rho**2 * W / rho, "algebra",
           "==", R * Abs(bs) / rho, "best", name="balance")
    best = (R * W + Abs(bs)) ** 2 / gamma**2
    p.conclude("identity", "balance.all", conclusion=equal(family(W, bs, gamma, R, rho), best))


# ---------------------------------------------------------------------------------- two documents' bounds


@theorem("smola-minus-tutorial-bound", title="The difference of the bounds of the book section and the tutorial",
         source=cite("iml", "Theorem 1.7"), ledger=["x-004-vs-000"])
def difference(p: Script) -> None:
    """For R ≠ 0 the bound of Theorem 1.7 exceeds the tutorial's by (1 − R²)(W² − b*²)/γ²."""
    W, bs, gamma, R = p.reals("W b* γ R")
    p.assume(radius=Ne(R, 0), margin=Ne(gamma, 0))
    p.calc(family(W, bs, gamma, R, 1) - family(W, bs, gamma, R, R),
           "==", ((R**2 + 1) * (W**2 + bs**2) - 2 * (R**2 * W**2 + bs**2)) / gamma**2, "algebra",
           "==", (1 - R**2) * (W**2 - bs**2) / gamma**2, "algebra")


@theorem("tutorial-bound-smaller-inside", title="Small data, small offset: the tutorial's bound is the smaller",
         source=cite("tutorial", "eq. (15)"), ledger={"x-004-vs-000": "follows"})
def tutorial_smaller_inside(p: Script) -> None:
    """If 0 < R ≤ 1 and |b*| ≤ W, the tutorial's bound is at most the bound of Theorem 1.7."""
    W, bs, gamma, R = p.reals("W b* γ R")
    p.assume(positive=R > 0, margin=Ne(gamma, 0), radius=R <= 1, offset=Abs(bs) <= W)
    p.have("small-radius", R**2 <= 1, "positive", "radius")
    p.have("small-offset", bs**2 <= W**2, "offset")
    p.use("smola-minus-tutorial-bound", name="difference")
    p.conclude("difference", "small-radius * small-offset", square(1 / gamma),
           conclusion=family(W, bs, gamma, R, R) <= family(W, bs, gamma, R, 1))


@theorem("tutorial-bound-smaller-outside", title="Large data, large offset: the tutorial's bound is the smaller",
         source=cite("tutorial", "eq. (15)"), ledger={"x-004-vs-000": "follows"})
def tutorial_smaller_outside(p: Script) -> None:
    """If R ≥ 1 and |b*| ≥ W ≥ 0, the tutorial's bound is at most the bound of Theorem 1.7."""
    W, bs, gamma, R = p.reals("W b* γ R")
    p.assume(length=W >= 0, margin=Ne(gamma, 0), radius=R >= 1, offset=Abs(bs) >= W)
    p.have("large-radius", R**2 >= 1, "radius")
    p.have("large-offset", bs**2 >= W**2, "offset", "length")
    p.use("smola-minus-tutorial-bound", name="difference")
    p.conclude("difference", "large-radius * large-offset", square(1 / gamma),
           conclusion=family(W, bs, gamma, R, R) <= family(W, bs, gamma, R, 1))


@theorem("smola-bound-smaller-small-radius", title="Small data, large offset: the bound of Theorem 1.7 is the smaller",
         source=cite("iml", "Theorem 1.7"), ledger={"x-004-vs-000": "follows"})
def smola_smaller_small_radius(p: Script) -> None:
    """If 0 < R ≤ 1 and |b*| ≥ W ≥ 0, the bound of Theorem 1.7 is at most the tutorial's."""
    W, bs, gamma, R = p.reals("W b* γ R")
    p.assume(length=W >= 0, positive=R > 0, margin=Ne(gamma, 0), radius=R <= 1, offset=Abs(bs) >= W)
    p.have("small-radius", R**2 <= 1, "positive", "radius")
    p.have("large-offset", bs**2 >= W**2, "offset", "length")
    p.use("smola-minus-tutorial-bound", name="difference")
    p.conclude("difference", "small-radius * large-offset", square(1 / gamma),
           conclusion=family(W, bs, gamma, R, 1) <= family(W, bs, gamma, R, R))


@theorem("smola-bound-smaller-large-radius", title="Large data, small offset: the bound of Theorem 1.7 is the smaller",
         source=cite("iml", "Theorem 1.7"), ledger={"x-004-vs-000": "follows"})
def smola_smaller_large_radius(p: Script) -> None:
    """If R ≥ 1 and |b*| ≤ W, the bound of Theorem 1.7 is at most the tutorial's."""
    W, bs, gamma, R = p.reals("W b* γ R")
    p.assume(margin=Ne(gamma, 0), radius=R >= 1, offset=Abs(bs) <= W)
    p.have("large-radius", R**2 >= 1, "radius")
    p.have("small-offset", bs**2 <= W**2, "offset")
    p.use("smola-minus-tutorial-bound", name="difference")
    p.conclude("difference", "large-radius * small-offset", square(1 / gamma),
           conclusion=family(W, bs, gamma, R, 1) <= family(W, bs, gamma, R, R))


@theorem("useless-bias-cost", title="The bounds for b* = 0", source=cite("iml", "Theorem 1.7"), ledger=["x-b0-cost"])
def useless_bias_cost(p: Script) -> None:
    """For ‖w*‖ = 1 and b* = 0 the tutorial's bound is 2R²/γ², and the bound of Theorem 1.7 is (1 + R²)/γ². A bias step
    ρ² adds ρ²/γ² to the bound R²/γ² without bias.
    """
    gamma, R, rho = p.reals("γ R ρ")
    p.assume(radius=Ne(R, 0), step=Ne(rho, 0), margin=Ne(gamma, 0))
    p.mentions += [1 / R, 1 / rho]  # b* = 0 makes the quotients by them vanish; the bounds still divide by them
    p.conclude("algebra",
           tutorial=equal(family(1, 0, gamma, R, R), 2 * R**2 / gamma**2),
           smola=equal(family(1, 0, gamma, R, 1), (1 + R**2) / gamma**2),
           family=equal(family(1, 0, gamma, R, rho), R**2 / gamma**2 + rho**2 / gamma**2))

"""Steps towards the nearest point of a hull: what Gilbert's and the MDM step gain, and how fast a run of steps is.

Main statements
    gilbert-step-progress     ‖w‖² − ‖w'‖² ≥ κ⟨w, w − z⟩ for the step by κ = min(κ*, 1) > 0
    mdm-step-progress         ‖w‖² − ‖w'‖² ≥ t⟨w, z' − z⟩ for the step that moves the weight t from z' to z
    gap-bounds-distance       ‖w‖² − ‖v‖² ≤ 2⟨w, w − z⟩ for every v with ⟨w, v⟩ ≥ ⟨w, z⟩
    frank-wolfe-rate          ‖w‖² − ‖v‖² ≤ 4D²/(t + 2) after t ≥ 1 steps, of which step t goes by κ = 2/(t + 2)

Notation: z is the example of least ⟨w, z⟩, so that ⟨w, v⟩ ≥ ⟨w, z⟩ for every v of the hull of the examples; for the
nearest point v of the hull, ‖w‖² − ‖v‖² is how far the square length is from the least. The steps are the shipped ones.
"""

from ...algorithms import hull_distance
from ..language import Eq
from ..ledger import cite, theorem
from ..page import length, square, times


@theorem(
    "gilbert-step-progress",
    title="What a step of Gilbert's rule gains",
    source=cite("gilbert1966", "the step towards a contact point and its decrease"),
)
def gilbert_progress(p):
    """Let κ = min(κ*, 1) with the minimiser κ* of ‖(1 − κ)w + κz‖, and h = ⟨w, w − z⟩ > 0. Then κ > 0, and w' =
    (1 − κ)w + κz has ‖w'‖² ≤ ‖w‖² − κh, which is less than ‖w‖².

    κ = min(κ*, 1) is said by κ‖w − z‖² ≤ h, κ ≤ 1, and equality in one of them. (κ ≤ 1 is not needed.)
    """
    w, z = p.vectors("w z")
    kappa = p.real("κ")
    h, d = w @ (w - z), (w - z) @ (w - z)
    p.assume(ahead=h > 0, within=kappa * d <= h, tight=Eq((1 - kappa) * (h - kappa * d), 0))
    after = p.let("w'", hull_distance.towards(w, z, kappa))
    p.show(positive=kappa > 0, decrease=after @ after <= w @ w - kappa * h)
    p.have("distance", d >= 0, length(w - z))
    with p.proving("forward", kappa > 0):
        p.suppose_not("not")
        p.have("below", 1 - kappa > 0, "not")
        p.have("rest", h - kappa * d > 0, "ahead", "not * distance")
        p.show("tight", times("below", "rest"))
    p.have("nonnegative", kappa >= 0, "forward")
    p.use("segment-step-decrease", {"x": z}, name="segment")
    p.show("forward", "segment")


@theorem(
    "mdm-step-progress",
    title="What a step of the MDM rule gains",
    source=cite("mitchell1974", "the step that moves weight from one point to another"),
)
def mdm_progress(p):
    """If t ≥ 0 is at most the minimiser, t‖z − z'‖² ≤ ⟨w, z' − z⟩, then w' = w + t(z − z') has ‖w'‖² ≤ ‖w‖² − t⟨w, z' −
    z⟩; at the minimiser itself, ‖w'‖² = ‖w‖² − ⟨w, z' − z⟩²/‖z − z'‖².
    """
    w, z, giver = p.vectors("w z z'")
    t = p.real("t")
    edge = z - giver
    p.assume(nonnegative=t >= 0, within=t * (edge @ edge) <= -(w @ edge), apart=edge @ edge > 0)
    after = hull_distance.transfer(w, z, giver, t)
    best = p.let("t*", hull_distance.mdm_length(-(w @ edge), edge @ edge))
    nearest = p.let("w*", hull_distance.transfer(w, z, giver, best))
    p.show(decrease=after @ after <= w @ w + t * (w @ edge),
           minimum=Eq(nearest @ nearest, w @ w - (w @ edge) ** 2 / (edge @ edge)))  # fmt: skip
    p.have("step", after @ after <= w @ w + t * (w @ edge), "nonnegative * within")
    p.have("best", Eq(nearest @ nearest, w @ w - (w @ edge) ** 2 / (edge @ edge)), "definition")
    p.show("step", "best")


@theorem(
    "gap-bounds-distance",
    title="The gap bounds how far the square length is from the least",
    source=cite("jaggi2013", "the duality gap, for the square length on a polytope"),
)
def gap_bounds_distance(p):
    """If ⟨w, v⟩ ≥ ⟨w, z⟩, then ‖w‖² − ‖v‖² ≤ 2⟨w, w − z⟩ − ‖w − v‖²; so the gap ⟨w, w − z⟩ is not negative at a nearest
    point w, and at any w of the hull at least half of what can still be gained.
    """
    w, v, z = p.vectors("w v z")
    p.assume(least=w @ v >= w @ z)
    p.show("least", conclusion=w @ w - v @ v <= 2 * w @ (w - z) - (w - v) @ (w - v))


@theorem(
    "frank-wolfe-rate",
    title="After t steps of Frank and Wolfe the square length is within 4D²/(t + 2) of the least",
    source=cite("jaggi2013", "Theorem 1, for the square length on a polytope"),
)
def frank_wolfe_rate(p):
    """Let step t = 1, 2, … go by κ = 2/(t + 2) towards a z with ⟨w, z⟩ ≤ ⟨w, v⟩ and ‖w − z‖ ≤ D, from a w₁ with
    ‖w₁‖² − ‖v‖² ≤ 4D²/3. Then before every step t, ‖w‖² − ‖v‖² ≤ 4D²/(t + 2).

    Step 0, of length κ = 1 from any w₀, leads to such a w₁. v may be any vector; the nearest point of the hull, say.
    """
    w1, w, z, v = p.vectors("w₁ w z v")
    t, kappa, D = p.reals("t κ D")
    after = p.let("w'", hull_distance.towards(w, z, kappa))
    diameter = (w - z) @ (w - z) <= D**2
    p.assume(early=3 * (w1 @ w1 - v @ v) <= 4 * D**2)
    p.run([(w, w1, after), (t, 1, t + 1)], [z, kappa],
          {"least": w @ z <= w @ v, "diameter": diameter, "length": Eq(kappa * (t + 2), 2)})  # fmt: skip
    excess, new = w @ w - v @ v, after @ after - v @ v
    p.show(conclusion=(t + 2) * excess <= 4 * D**2)
    p.have("radius", D**2 >= 0, square(D))
    with p.induction(steps=t >= 0, rate=(t + 2) * excess <= 4 * D**2):
        p.have("two", t + 2 > 0, "steps")
        p.have("next", t + 1 > 0, "steps")
        p.have("positive", kappa >= 0, "length", times("two"))
        p.have("square", kappa**2 * ((w - z) @ (w - z)) <= kappa**2 * D**2, "positive * positive * diameter")
        p.have("turn", 2 * kappa * (w @ (w - z)) >= kappa * excess, "positive * least", "positive", length(w - v))
        p.have("step", new <= (1 - kappa) * excess + kappa**2 * D**2, "square", "turn")
        p.have("first", Eq((t + 2) ** 2 * (1 - kappa) * excess, t * (t + 2) * excess), "length")
        p.have("second", Eq((t + 2) ** 2 * kappa**2 * D**2, 4 * D**2), "length")
        p.have("before", t * (t + 2) * excess <= 4 * D**2 * t, "steps * rate")
        p.have("scaled", (t + 2) ** 2 * new <= 4 * D**2 * (t + 1), "two * two * step", "first", "second", "before")
        with p.proving("rate'", (t + 3) * new <= 4 * D**2):
            with p.case(new >= 0):
                p.have("product", (t + 1) * (t + 3) * new <= 4 * D**2 * (t + 1), "scaled", "case")
                p.show("product", times("next"))
            with p.case(new < 0):
                p.show("next * case", "case", "radius")
        p.show("next", "rate'")
    with p.case(excess >= 0):
        p.show("rate", "case")
    with p.case(excess < 0):
        p.show("rate", "case", "steps * case", "radius")

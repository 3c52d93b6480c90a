"""Steps towards the nearest point of a hull: how much a step of Gilbert's and of the MDM algorithm gains, and how fast
a run is.

Notation: z is the example of least ⟨w, z⟩, so that ⟨w, v⟩ ≥ ⟨w, z⟩ for every v of the hull of the examples; for the
nearest point v of the hull, ‖w‖² − ‖v‖² is how far the square length is from the least. The steps are the shipped ones.
"""

from ....algorithms import hull_distance, kozinec
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq


@theorem("gilbert-step-progress", title="What a step of Gilbert's rule gains",
         source=cite("gilbert1966", "the step towards a contact point and its decrease"))
def gilbert_progress(p: Script) -> None:
    """Let κ = min(κ*, 1) with the minimiser κ* of ‖(1 − κ)w + κz‖, and h = ⟨w, w − z⟩ > 0. Then κ > 0, and w' =
    (1 − κ)w + κz has ‖w'‖² ≤ ‖w‖² − κh, which is less than ‖w‖².

    κ = min(κ*, 1) is stated as κ‖w − z‖² ≤ h, κ ≤ 1, and equality in one of them. (κ ≤ 1 is not needed.)
    """
    w, z = p.vectors("w z")
    kappa = p.real("κ")
    h, d = w @ (w - z), (w - z) @ (w - z)
    p.assume(ahead=h > 0, within=kappa * d <= h, tight=Eq((1 - kappa) * (h - kappa * d), 0))
    after = p.let("w'", kozinec.step(w, z, kappa))
    p.show(positive=kappa > 0, decrease=after @ after <= w @ w - kappa * h)
    p.have("distance", d >= 0, length(w - z))
    with p.proving("forward", kappa > 0):
        p.suppose_not("not")
        p.have("below", 1 - kappa > 0, "not")
        p.have("rest", h - kappa * d > 0, "ahead", "not * distance")
        p.conclude("tight", times("below", "rest"))
    p.have("nonnegative", kappa >= 0, "forward")
    p.use("segment-step-decrease", {"x": z}, name="segment")
    p.conclude("forward", "segment")


@theorem("mdm-step-progress", title="What a step of the MDM rule gains",
         source=cite("mitchell1974", "the step that moves weight from one point to another"))
def mdm_progress(p: Script) -> None:
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
           minimum=Eq(nearest @ nearest, w @ w - (w @ edge) ** 2 / (edge @ edge)))
    p.have("step", after @ after <= w @ w + t * (w @ edge), "nonnegative * within")
    p.have("best", Eq(nearest @ nearest, w @ w - (w @ edge) ** 2 / (edge @ edge)), "definition")
    p.conclude("step", "best")


@theorem("gap-bounds-distance", title="The gap bounds how far the square length is from the least",
         source=cite("jaggi2013", "section 2, the duality gap, for the square length on a polytope"))
def gap_bounds_distance(p: Script) -> None:
    """If ⟨w, v⟩ ≥ ⟨w, z⟩, then ‖w‖² − ‖v‖² ≤ 2⟨w, w − z⟩ − ‖w − v‖². So the gap ⟨w, w − z⟩ is not negative at a nearest
    point w. At any w of the hull, it is at least half of the amount by which ‖w‖² can still fall.
    """
    w, v, z = p.vectors("w v z")
    p.assume(least=w @ v >= w @ z)
    p.conclude("least", conclusion=w @ w - v @ v <= 2 * (w @ (w - z)) - (w - v) @ (w - v))


@theorem("frank-wolfe-rate",
         title="After t steps of Frank and Wolfe the square length is within 4D²/(t + 3) of the least",
         source=cite("jaggi2013", "Theorem 1, for the square length on a polytope"),
         says="4D²/(t + 2), from an exact minimum of the linear function in each step")
def frank_wolfe_rate(p: Script) -> None:
    """Start at any w₀, and let step t = 0, 1, … move w by κ = 2/(t + 2) towards a z with ⟨w, z⟩ ≤ ⟨w, v⟩ and ‖w − z‖ ≤
    D. Then after t ≥ 1 steps ‖w‖² − ‖v‖² ≤ 4D²/(t + 3).

    v may be any vector, for example the nearest point of the hull. After step 0, whose κ is 1, the weights no longer
    depend on w₀.
    """
    w0, w, z, v = p.vectors("w₀ w z v")
    t, kappa, D = p.reals("t κ D")
    after = p.let("w'", kozinec.step(w, z, kappa))
    diameter = (w - z) @ (w - z) <= D**2
    p.run([(w, w0, after), (t, 0, t + 1)], [z, kappa],
          {"least": w @ z <= w @ v, "diameter": diameter, "length": Eq(kappa * (t + 2), 2)})
    excess, new = w @ w - v @ v, after @ after - v @ v
    p.assume(some=t > 0)
    p.show(conclusion=(t + 3) * excess <= 4 * D**2)
    with p.induction(steps=t >= 0, rate=t * (t + 3) * excess <= 4 * D**2 * t):
        p.have("two", t + 2 > 0, "steps")
        p.have("three", t + 3 > 0, "steps")
        p.have("radius", D**2 >= 0, square(D))
        p.have("positive", kappa >= 0, "length", times("two"))
        p.have("square", kappa**2 * ((w - z) @ (w - z)) <= kappa**2 * D**2, "positive * positive * diameter")
        p.have("turn", 2 * kappa * (w @ (w - z)) >= kappa * excess, "positive * least", "positive", length(w - v))
        p.have("step", new <= (1 - kappa) * excess + kappa**2 * D**2, "square", "turn")
        p.have("first", Eq((t + 2) ** 2 * (1 - kappa) * excess, t * (t + 2) * excess), "length")
        p.have("second", Eq((t + 2) ** 2 * kappa**2 * D**2, 4 * D**2), "length")
        p.have("scaled", (t + 2) ** 2 * new <= t * (t + 2) * excess + 4 * D**2, "two * two * step", "first", "second")
        p.have("before", (t + 2) * (t * (t + 3) * excess) <= (t + 2) * (4 * D**2 * t), "two * rate")
        p.have("both", (t + 3) * (t + 2) ** 2 * new <= 4 * D**2 * (t * (t + 2) + t + 3), "three * scaled", "before")
        p.have("room", D**2 * t >= 0, "radius * steps")
        with p.proving("rate'", (t + 4) * new <= 4 * D**2):
            with p.case(new >= 0):
                p.have("four", t + 4 > 0, "steps")
                p.have("product", (t + 3) * (t + 2) ** 2 * ((t + 4) * new) <= (t + 3) * (t + 2) ** 2 * (4 * D**2),
                       "four * both", "room")
                p.conclude("product", times("three", "two", "two"))
            with p.case(new < 0):
                p.have("four", t + 4 > 0, "steps")
                p.conclude("four * case", "radius")
        p.have("next", t + 1 >= 0, "steps")
        p.have("rate''", (t + 1) * ((t + 4) * new) <= (t + 1) * (4 * D**2), "next * rate'")
        p.conclude("next", "rate''")
    p.conclude("rate", times("some"))

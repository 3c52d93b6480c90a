"""The margin perceptron at its worst: the exact number of updates for thresholds up to R².

Notation: w becomes w + z where ⟨w, z⟩ ≤ β, for a signed vector z with ‖z‖ ≤ R and ⟨u, z⟩ ≥ γ > 0. k counts the updates.
The first update is on z₁, the last on z'. With the learning rate α, replace β by β/α (learning-rate-scales-weights).
The bound k ≤ (R² + 2β)/γ² of margin-perceptron-update-bound does not use the fact that the first update has the score
0.
"""

from typing import NamedTuple

from ....algorithms import margin_perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.symbolic_points import Point, has_room, moves, score, update_weights
from ...statements.vector_language import Comparison, Eq, Scalar, Vector

LI = "the generalisation of Novikoff's theorem, for one margin and without bias"
SAYS = "(R² + 2β)/γ² for any β ≥ 0. We did not find the bound of this claim in the literature that we searched."


def is_small(w: Vector, z: Vector, beta: Scalar) -> Comparison:
    """State ⟨w, z⟩ ≤ β, the shipped condition of an update."""
    return margin_perceptron.update_condition(State(w, 0), z, 1, beta)


class MarginRun(NamedTuple):
    """A run of k updates, the first on z₁, the last on z'; w are the weights before the last one."""

    u: Vector
    w: Vector
    last: Vector
    k: Scalar
    gamma: Scalar
    R: Scalar

    def size(self, beta: Scalar) -> Scalar:
        """Return the bound of ‖w‖²: the first update adds no 2β."""
        return (self.k - 1) * (self.R**2 + 2 * beta) - 2 * beta

    def grow(self, p: Script, beta: Scalar) -> None:
        """Derive "counter", "aligned" and "growth"."""
        u, w, _, k, gamma, _ = self
        with p.induction(counter=k >= 2, aligned=u @ w >= (k - 1) * gamma, growth=w @ w <= self.size(beta)):
            p.conclude("counter", "aligned", "margin", "growth", "small", "radius", "margin₁", "radius₁")


def margin_run(p: Script, beta: Scalar | None = None) -> MarginRun:
    """Declare the run, with the threshold β, or R² if that is None."""
    u, w, z, first, last = p.vectors("u w z z₁ z'")
    k, gamma, R = p.reals("k γ R")
    most = R**2 if beta is None else beta
    p.assume({"unit": Eq(u @ u, 1), "positive": gamma > 0})
    p.assume({"margin₁": u @ first >= gamma, "radius₁": first @ first <= R**2})
    p.run([(w, update_weights(0 * u, first), update_weights(w, z)), (k, 2, k + 1)], [z],
          {"margin": u @ z >= gamma, "radius": z @ z <= R**2, "small": is_small(w, z, most)})
    p.assume({"margin'": u @ last >= gamma, "radius'": last @ last <= R**2, "small'": is_small(w, last, most)})
    return MarginRun(u, w, last, k, gamma, R)


@theorem("last-update-with-any-weights",
         title="What one more update says about the weights before it, for a threshold β",
         source=cite("li2002", LI + "; here its last step, with the last update in view"),
         says="the step for s = 1 and t = 0")
def last_update(p: Script) -> None:
    """Let ‖u‖ = 1, ⟨u, w⟩ ≥ Nγ with N ≥ 0, and ‖w‖² ≤ A. If ⟨u, z⟩ ≥ γ > 0, ‖z‖ ≤ R and ⟨w, z⟩ ≤ β, then (sN + t)²γ² ≤
    s²A + 2stβ + t²R² for all s, t ≥ 0, because sw + tz has at least the inner product (sN + t)γ with u.
    """
    u, w, z = p.vectors("u w z")
    N, A, beta, gamma, R, s, t = p.reals("N A β γ R s t")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, N=N >= 0, aligned=u @ w >= N * gamma, growth=w @ w <= A,
             margin=u @ z >= gamma, radius=z @ z <= R**2, small=is_small(w, z, beta), weight=s >= 0,
             last_weight=t >= 0)
    v, reach = s * w + t * z, (s * N + t) * gamma
    p.show(conclusion=(s * N + t) ** 2 * gamma**2 <= s**2 * A + 2 * s * t * beta + t**2 * R**2)
    p.have("reach", reach >= 0, "weight * N * positive", "last_weight * positive")
    p.have("far", u @ v >= reach, "aligned * weight", "margin * last_weight")
    p.have("square", reach**2 <= (u @ v) ** 2, "far * far", "far * reach")
    p.use("cauchy-schwarz", name="along", v=v)
    p.have("grown", v @ v <= s**2 * A + 2 * s * t * beta + t**2 * R**2, "growth * weight * weight",
           "small * weight * last_weight", "radius * last_weight * last_weight")
    p.conclude("square", "along", "unit", "grown")


@theorem("margin-perceptron-sharp-bound",
         title="The margin perceptron, with any weights of the last update and of those before",
         source=cite("li2002", LI), says=SAYS)
def sharp_bound(p: Script) -> None:
    """Let ‖u‖ = 1, and let all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. If the perceptron that updates where
    ⟨w, z⟩ ≤ β has made k ≥ 2 updates, then (s(k − 1) + t)²γ² ≤ s²((k − 1)(R² + 2β) − 2β) + 2stβ + t²R² for all s, t ≥
    0.

    sw + tz' has at least the inner product (s(k − 1) + t)γ with u. The first update has the score 0, so it does not add
    2β to ‖w‖². The last update may have any weight, as it need not be added.
    """
    s, t, beta = p.reals("s t β")
    run = margin_run(p, beta)
    _, _, last, k, gamma, R = run
    p.assume(weight=s >= 0, last_weight=t >= 0)
    size = run.size(beta)
    p.show(conclusion=(s * (k - 1) + t) ** 2 * gamma**2 <= s**2 * size + 2 * s * t * beta + t**2 * R**2)
    run.grow(p, beta)
    p.have("N", k - 1 >= 0, "counter")
    p.use("last-update-with-any-weights", {"z": last, "N": k - 1, "A": size}, name="last")
    p.conclude("last")
    p.example_without("radius", dimension=2, steps=[{"z": [1, -10]}], u=[1, 0], s=1, t=1,
                      values={"z₁": [1, 1], "z'": [1, 1], "β": 0, "γ": 1, "R": "3/2"})


def whole(k: Scalar, R2: Scalar, beta: Scalar) -> Scalar:
    """Return the factor of γ² in the exact bound for k updates."""
    return k * (k - 1) * R2 - 2 * beta


def most(k: Scalar, R2: Scalar, beta: Scalar) -> Scalar:
    """Return the number that γ²·whole(k, R2, beta) cannot exceed."""
    return (k - 1) * R2 * (R2 + 2 * beta) - beta * (2 * R2 + beta)


def exact(k: Scalar, gamma: Scalar, R2: Scalar, beta: Scalar) -> Comparison:
    """State the exact bound for k updates."""
    return gamma**2 * whole(k, R2, beta) <= most(k, R2, beta)


@theorem("margin-perceptron-exact-bound", title="The exact bound for the margin perceptron with a threshold up to R²",
         source=cite("li2002", LI), says=SAYS)
def exact_bound(p: Script) -> None:
    """Let ‖u‖ = 1, and let all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R. The perceptron that updates where ⟨w,
    z⟩ ≤ β, for β ≤ R², makes k ≥ 2 updates only if (k(k − 1)R² − 2β)γ² ≤ (k − 1)(R² + 2β)R² − β(2R² + β).

    This is the sharp bound for s = (k − 1)R² − β and t = (k − 1)(R² + β) − 2β. For β = 0 the bound is k ≤ R²/γ², and
    for β = R² it is k ≤ 3R²/γ² − 1. For large k it is about k ≤ (1 + 2β/R²)R²/γ².
    """
    beta = p.real("β")
    run = margin_run(p, beta)
    k, gamma, R = run.k, run.gamma, run.R
    N, R2 = k - 1, R**2
    p.assume(threshold=beta <= R2)
    p.show(conclusion=exact(k, gamma, R2, beta))
    run.grow(p, beta)
    p.have("N", N >= 0, "counter")
    p.have("R2", R2 >= 0, square(R))
    p.have("after", run.size(beta) + 2 * beta + R2 >= 0, "growth", "small'", "radius'", length(run.w + run.last))
    with p.proving("low", beta >= -R2):
        with p.case(R2 + 2 * beta >= 0):
            p.conclude("case", "R2")
        with p.case(R2 + 2 * beta < 0):
            p.have("few", (k - 2) * (R2 + 2 * beta) <= 0, "counter * case")
            p.conclude("after", "few")
    p.have("low'", R2 + beta >= 0, "low")
    s, t = N * R2 - beta, N * (R2 + beta) - 2 * beta
    p.have("s", s >= 0, "counter * R2", "threshold")
    p.have("t", t >= 0, "counter * low'", "threshold")
    p.use("last-update-with-any-weights", {"z": run.last, "N": N, "A": run.size(beta), "s": s, "t": t}, name="sharp")
    part, all_of_it = whole(k, R2, beta), most(k, R2, beta)
    p.have("product", part**2 * gamma**2 <= part * all_of_it, "sharp")
    p.have("enough", (k - 2) * R2 >= 0, "counter * R2")
    p.have("part", part >= 0, "enough", "enough * counter", "threshold", "R2")
    with p.case(part > 0):
        p.conclude("product", times("case"))
    with p.case(part <= 0):
        p.have("none", Eq(part, 0), "case", "part")
        p.conclude("none", "enough", "enough * counter", "threshold", "R2")
    p.example_without("small", dimension=2, steps=[{"z": [1, 1]}], u=[1, 0],
                      values={"z₁": [1, 1], "z'": [1, -1], "β": 0, "γ": 1, "R": "3/2"})
    p.example_without("radius'", dimension=2, u=[1, 0],
                      values={"z₁": [1, "3/4"], "z'": [1, "-4/3"], "β": 0, "γ": 1, "R": "5/4"})


@theorem("margin-perceptron-exact-bound-increases", title="What allows the margin perceptron k + 1 updates allows it k",
         source=cite("li2002", LI), says=SAYS)
def exact_bound_increases(p: Script) -> None:
    """If the exact bound for β ≤ R² holds with k + 1 ≥ 3 in place of k, it holds with k. So the bound allows a largest
    k, and all smaller ones.
    """
    k, gamma, R, beta = p.reals("k γ R β")
    p.assume(some=k >= 2, threshold=beta <= R**2, more=exact(k + 1, gamma, R**2, beta))
    p.show(conclusion=exact(k, gamma, R**2, beta))
    R2 = R**2
    p.have("R2", R2 >= 0, square(R))
    p.have("room", R2 - beta >= 0, "threshold")
    p.have("constant", R2 * (R2 - beta) >= 0, "R2 * room")
    p.have("square", gamma**2 >= 0, square(gamma))
    p.have("enough", (k - 2) * R2 >= 0, "some * R2")
    now, then = (whole(k, R2, beta), most(k, R2, beta)), (whole(k + 1, R2, beta), most(k + 1, R2, beta))
    p.have("part", now[0] >= 0, "enough", "enough * some", "room", "R2")
    p.have("part'", then[0] >= 4 * R2, "enough", "enough * some", "room", "R2")
    with p.case(R2 + 2 * beta >= 0, "rate"):
        p.have("product", (R2 - beta) * (R2 + 2 * beta) >= 0, "room * rate")
        p.have("sum", R2 * (2 * R2 + beta) >= 0, "R2 * rate", square(R2))
        p.have("linear", 3 * R2**2 + 2 * beta * R2 - 2 * beta**2 >= 0, "product", "sum")
        p.have("quadratic", R2 * (R2 + 2 * beta) >= 0, "R2 * rate")
        p.have("rise", then[0] * now[1] - now[0] * then[1] >= 0,
               "constant * R2", "linear * some * R2", "quadratic * some * some * R2")
        p.have("both", then[0] * (gamma**2 * now[0]) <= then[0] * now[1], "more * part", "rise")
        with p.case(R2 > 0):
            p.have("positive", then[0] > 0, "part'", "case")
            p.conclude("both", times("positive"))
        with p.case(R2 <= 0):
            p.have("zero", Eq(R2, 0), "case", "R2")
            p.have("none", Eq(beta, 0), "zero", "rate", "threshold")
            p.conclude("zero", "none")
    with p.case(R2 + 2 * beta < 0, "rate"):
        p.have("less", now[0] <= then[0], "enough", "R2")
        p.have("fall", then[1] <= now[1], "R2 * rate")
        p.conclude("less * square", "more", "fall")


@theorem("margin-perceptron-bound-reached-in-space",
         title="In ℝ³ the margin perceptron makes one more update wherever the exact bound allows it",
         source=cite("li2002", LI + "; here data that reach a bound"),
         says="nothing about data that attain a bound. We did not find these data in the literature that we searched.")
def reached(p: Script) -> None:
    """In ℝ³ let u = (1, 0, 0). Consider the perceptron that makes an update where ⟨w, z⟩ ≤ β. Show it any vector with
    the margin γ and the length R > γ, and then any vectors of the same margin and length with the score β. After k of
    them there is another one if the exact bound holds with k + 1 in place of k. So for 0 ≤ β ≤ R² and γ > 0 every k ≥ 2
    attains the bound in three dimensions.

    The first vector is (γ, x₁, y₁), so that R² = γ² + x₁² + y₁². The conclusions on w = (h, a, b) are the hypotheses of
    space-example-with-given-score for a vector with the margin γ, the score β and the squared length R².
    """
    h, a, b, k, x, y, beta, gamma, x1, y1 = p.reals("h a b k x y β γ x₁ y₁")
    w, z, first = Point(h, a, b), Point(gamma, x, y), Point(gamma, x1, y1)
    R2 = first @ first
    p.assume(longer=first.across > 0, possible=exact(k + 1, gamma, R2, beta))
    p.run([*moves(w, update_weights(Point(0, 0, 0), first), update_weights(w, z)), (k, 1, k + 1)], [x, y],
          {"length": Eq(z @ z, R2), "tie": Eq(score(w, z), beta)})
    size = k * (R2 + 2 * beta) - 2 * beta
    p.show(growth=Eq(w @ w, size), alignment=Eq(h, k * gamma), off=w.across > 0, room=has_room(w, gamma, beta, R2))
    with p.induction(counter=k >= 1, growth=Eq(w @ w, size), alignment=Eq(h, k * gamma)):
        p.conclude("counter", "growth", "alignment", "length", "tie")
    p.have("across", Eq(w.across, size - k**2 * gamma**2), "growth", "alignment")
    p.have("room'", has_room(w, gamma, beta, R2), "possible", "across", "alignment")
    with p.proving("off'", w.across > 0):
        p.suppose_not("on")
        p.have("zero", Eq(w.across, 0), "on", square(a), square(b))
        p.have("balance", (beta - gamma * h) ** 2 <= 0, "room'", "zero")
        p.have("β", Eq(beta, k * gamma**2), "balance", "alignment")
        p.have("square", gamma**2 >= 0, square(gamma))
        p.have("rest", R2 + (k - 2) * gamma**2 > 0, "longer", "counter * square")
        p.have("positive size", k * (R2 + (k - 2) * gamma**2) > 0, "counter * rest", "rest")
        p.conclude("positive size", "zero", "across", "β")
    p.conclude("growth", "alignment", "off'", "room'")


@theorem("margin-perceptron-three-bound", title="With the threshold R² at most 3R²/γ² − 1 updates",
         source=cite("li2002", LI),
         says="3R²/γ². We did not find the bound of this claim in the literature that we searched.")
def three_bound(p: Script) -> None:
    """If ‖u‖ = 1, and all signed vectors satisfy ⟨u, z⟩ ≥ γ > 0 and ‖z‖ ≤ R, the perceptron that makes an update where
    ⟨w, z⟩ ≤ R² makes at most 3R²/γ² − 1 updates, if it makes two.

    (With one update the bound holds as well, as γ ≤ R.)
    """
    run = margin_run(p)
    k, gamma, R = run.k, run.gamma, run.R
    p.show(conclusion=k <= 3 * R**2 / gamma**2 - 1)
    with p.induction(counter=k >= 2):
        p.conclude("counter")
    p.use("margin-perceptron-sharp-bound", name="sharp", s=1, t=2, β=R**2)
    p.have("more", k + 1 > 0, "counter")
    p.have("divided", (k + 1) * gamma**2 <= 3 * R**2, "sharp", times("more"))
    p.conclude("divided", times("positive", "positive"))
    short, long, middle = [1, "1/2"], [1, -100], [1, 0]
    for name, first, second, third in (("radius₁", long, short, short), ("radius", short, long, short),
                                       ("radius'", short, middle, long)):
        p.example_without(name, dimension=2, steps=[{"z": second}], u=[1, 0],
                          values={"z₁": first, "z'": third, "γ": 1, "R": "9/8"})


@theorem("margin-perceptron-three-bound-reached",
         title="With the threshold R² every number of updates up to 3R²/γ² − 1 is reached in ℝ³",
         source=cite("li2002", LI + "; here data that reach a bound"),
         says="nothing about data that attain a bound. We did not find these data in the literature that we searched.")
def three_bound_reached(p: Script) -> None:
    """In ℝ³ let u = (1, 0, 0) and γ > 0. Consider the perceptron that makes an update where ⟨w, z⟩ ≤ R². Show it any
    vector with the margin γ and the length R > γ, and then any vectors of the same margin and length with the score R².
    After k of them there is another one if k + 1 ≤ 3R²/γ² − 1. So the bound 3R²/γ² − 1 is attained if it is a whole
    number.

    The first vector is (γ, x₁, y₁). The conclusions on w = (h, a, b) are the hypotheses of
    space-example-with-given-score for a vector with the margin γ, the score R² and the square length R² = γ² + x₁² +
    y₁².
    """
    h, a, b, k, x, y, gamma, x1, y1 = p.reals("h a b k x y γ x₁ y₁")
    w, z, first = Point(h, a, b), Point(gamma, x, y), Point(gamma, x1, y1)
    R2 = first @ first
    p.assume(positive=gamma > 0, longer=first.across > 0, more=k + 1 <= 3 * R2 / gamma**2 - 1)
    p.run([*moves(w, update_weights(Point(0, 0, 0), first), update_weights(w, z)), (k, 1, k + 1)], [x, y],
          {"length": Eq(z @ z, R2), "tie": Eq(score(w, z), R2)})
    p.show(off=w.across > 0, room=has_room(w, gamma, R2, R2))
    with p.induction(counter=k >= 1):
        p.conclude("counter")
    p.have("square", gamma**2 > 0, "positive * positive")
    p.have("R2", R2 > 0, "square", "longer")
    p.have("enough", (k + 2) * gamma**2 <= 3 * R2, "more * square")
    p.have("earlier", k - 1 >= 0, "counter")
    p.have("possible", exact(k + 1, gamma, R2, R2), "enough * earlier * R2")
    p.use("margin-perceptron-bound-reached-in-space", name="next", β=R2)
    p.conclude("next")

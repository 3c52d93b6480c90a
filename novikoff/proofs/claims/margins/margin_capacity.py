"""How many points can be shattered with margin m: the bound of p. 8 in its correct form.

h points of length at most R are shattered with margin m if for every labelling some (w, b) with ‖w‖ = 1 has all
yᵢ(⟨w, xᵢ⟩ + b) ≥ m.

Consider all labellings with k labels +1 and l labels −1, k − l ∈ {0, 1}. The proof takes one for which d = μ₊ − μ₋ is
shortest. Exchanging a positive point x with a negative point z changes d to d + δ(z − x), where δ = 1/k + 1/l. This
vector is not shorter than d. The sum over all pairs (x, z) bounds the length of d from above. A separator with margin m
implies that d is at least 2m long.

Implementation notes
    The proof needs only that this labelling is separated, so the statements are about it. This labelling exists, as
    there are finitely many. A run takes its positive points one by one. Each step has a fact about the exchange
    with every negative point, so one index is enough instead of two. The proof uses D = kl·d, which needs no
    division. The proof states that a number is whole by its difference from a whole number: up to the sign, the
    difference is the number of members of a family that an indicator marks. The negative points belong to this
    family, which may have more members.
"""

from typing import Any, NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, equal


@refuted("margin-capacity-as-printed", title="At most R²/m² + 1 points are shattered with margin m",
         source=cite("lecture", "p. 8"), corrected="margin-capacity-bound",
         missing="R²/m² is to be rounded up; for odd h ≥ 3 a regular simplex of h points breaks the bound",
         ledger=["002-vc-margin"])
def as_printed(p: Script) -> None:
    """If for each labelling, up to the sign, some (w, b) with ‖w‖ = 1 separates three points of length at most R with
    margin m > 0, then R²/m² + 1 ≥ 3.

    In the counterexample the points are the corners of an equilateral triangle.
    """
    points = p.vectors("x1 x2 x3")
    R, m = p.reals("R m")
    p.assume({f"radius{k}": x @ x <= R**2 for k, x in enumerate(points, 1)}, positive=m > 0)
    for j, labels in enumerate([(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]):
        w, b = p.vector(f"w{j}"), p.real(f"b{j}")
        p.assume({f"unit{j}": Eq(w @ w, 1)})
        p.assume(
            {f"margin{j}{k}": y * (w @ x + b) >= m for k, (x, y) in enumerate(zip(points, labels, strict=True), 1)}
        )
    p.show(conclusion=R**2 / m**2 + 1 >= 3)
    corners = [[1, 0, 0, 0], ["-1/2", "1/2", "1/2", "1/2"], ["-1/2", "-1/2", "-1/2", "-1/2"]]
    opposite = [[-1, 0, 0, 0], ["1/2", "-1/2", "-1/2", "-1/2"], ["1/2", "1/2", "1/2", "1/2"]]
    values = {f"x{k}": corner for k, corner in enumerate(corners, 1)}
    values |= {f"w{j}": w for j, w in enumerate(opposite, 1)} | {f"b{j}": "1/4" for j in (1, 2, 3)}
    p.counterexample(dimension=4, R=1, m="3/4", values={**values, "w0": [1, 0, 0, 0], "b0": 2})


@theorem("class-mean-beyond-margin", title="The mean of a class lies beyond the margin",
         source=cite("vapnik1998", "section 10.3, margin hyperplanes"), ledger=["002-vc-margin"])
def mean_beyond_margin(p: Script) -> None:
    """If there is at least one x[i], and ⟨w, x[i]⟩ + b ≥ m for every i, then the mean μ of the x[i] has ⟨w, μ⟩ + b ≥ m.
    (For the negative class, put −w and −b.)
    """
    w, mu, x = p.vectors("w μ x[i]")
    b, m = p.reals("b m")
    p.assume(margin=w @ x + b >= m, some=Sum(1) > 0, mean=Eq(Sum(1) * (mu @ w), Sum(x @ w)))
    p.show(conclusion=w @ mu + b >= m)
    p.sum("margin", "total")
    p.conclude("total", "mean", times("some"))


class Shattered(NamedTuple):
    """Positive points x and negative points, with labels such that no exchange brings the means of the classes closer
    together. A run takes the positive points one by one: n so far, with the sum P. The negative points are the z[i]
    with g[i] = 1; the others have g[i] = 0. (Any numbers g[i] with the sum l ≥ 0 would do.) (w, b) separates the points
    with margin m. At the end there are k positive points, and D is kl times the difference of the means.
    """

    w: Vector
    x: Vector
    z: Vector
    P: Vector
    D: Vector
    b: Scalar
    m: Scalar
    R: Scalar
    n: Scalar
    k: Scalar
    g: Scalar

    @property
    def numbers(self) -> tuple[Scalar, Scalar]:
        """Return the number of negative points, and of all."""
        return Sum(self.g), self.k + Sum(self.g)


def shattered(p: Script, moved: Vector | None = None) -> Shattered:
    """Declare such points, of length at most R. `moved` is kP − lN for the sum N of the negative points. If it is
    given, then moving one positive point to the negative ones does not bring the means closer either. The move changes
    D to `moved` − hx.
    """
    here = Shattered(*p.vectors("w x z[i] P D"), *p.reals("b m R n k g[i]"))
    w, x, z, P, D, b, m, R, n, k, g = here
    ell, h = here.numbers
    exchanged = D + h * (z - x)
    p.assume(unit=Eq(w @ w, 1), margin=m > 0, radius=g * (z @ z) <= g * R**2,
             below=g * perceptron.margin(State(w, b), z, -1) >= g * m)
    steps = {"radius_above": x @ x <= R**2, "above": perceptron.margin(State(w, b), x, 1) >= m,
             "closest": g * (D @ D) <= g * (exchanged @ exchanged)}
    if moved is not None:
        steps["unmoved"] = (moved - h * x) @ (moved - h * x) >= D @ D
    p.run([(P, 0, P + x), (n, 0, n + 1)], [x], steps)
    p.assume(all=Eq(n, k), means=equal(D, ell * P - k * Sum(g * z)))
    if moved is not None:
        p.assume(other_means=equal(moved, k * P - ell * Sum(g * z)))
    return here


@theorem("margin-of-optimal-labels",
         title="What a margin under the labels with the closest means says about the number of points",
         source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
         ledger=["002-vc-margin"], aliases=["swap-with-one-point", "optimal-labels-have-close-means"])
def margin_of_optimal_labels(p: Script) -> None:
    """Let h = k + l points of length at most R have labels, k of them +1, such that exchanging the labels of two points
    never brings the means of the classes closer together. If (w, b) with ‖w‖ = 1 separates them with margin m > 0, then
    (4kl − h)m² ≤ hR².

    P and N are the sums of the positive and of the negative points, and D = lP − kN. An exchange of x and z changes D
    to D + h(z − x), which is not shorter than D. The sum over all pairs bounds the length of D from above; the margin
    bounds it from below.
    """
    w, x, z, P, D, b, m, R, n, k, g = here = shattered(p)
    (ell, h), N = here.numbers, p.let("N", Sum(g * z))
    p.assume(number=ell >= 0)
    p.show(conclusion=(4 * k * ell - h) * m**2 <= h * R**2)
    with p.induction(count=n >= 0):
        p.conclude("count")
    p.have("positive", k >= 0, "count", "all")
    with p.induction(margins=w @ P + n * b >= n * m):
        p.conclude("margins", "above")
    with p.case(ell <= 0):
        p.have("no negative", Eq(ell, 0), "case", "number")
        p.have("points", h >= 0, "positive", "no negative")
        p.have("few", (4 * k * ell - h) * m**2 <= 0, "no negative", "points", square(m))
        p.have("radius'", h * R**2 >= 0, "points", square(R))
        p.conclude("few", "radius'")
    with p.case(ell > 0):
        with p.induction(exchanges=2 * h * (D @ (n * N - ell * P)) + h**2 * (2 * n * ell * R**2 - 2 * (N @ P)) >= 0):
            p.have("room", h**2 * g * (R**2 - z @ z) >= 0, "radius", square(h))
            p.have("each", g * (2 * h * (D @ (z - x)) + h**2 * (R**2 - 2 * (z @ x) + x @ x)) >= 0, "closest", "room")
            p.sum("each", "with all")
            p.have("rest", h**2 * ell * (R**2 - x @ x) >= 0, "case * radius_above", square(h))
            p.conclude("exchanges", "with all", "rest")
        for t in (w, P, N, D):
            p.have(f"with {t}", Eq(t @ D, ell * (t @ P) - k * (t @ N)),
                   by("equal-vectors-have-equal-products", u=D, v=ell * P - k * N, w=t), "means")
        p.have("h", h > 0, "case", "positive")
        p.have("short'", h * (h * (k * ell * R**2 - N @ P) - D @ D) >= 0, "exchanges", "all", "with D")
        p.have("short", h * (k * ell * R**2 - N @ P) >= D @ D, "short'", times("h"))
        p.have("apart'", -4 * k * ell * (N @ P) <= D @ D, "with D", "with P", "with N", length(ell * P + k * N))
        p.have("close", (4 * k * ell - h) * (D @ D) <= 4 * h * (k * ell) ** 2 * R**2, "positive * case * short",
               "h * apart'")
        p.sum("below", "all below")
        p.have("long", w @ D >= 2 * k * ell * m, "with w", "case * margins", "positive * all below", "all")
        p.use("cauchy-schwarz", u=w, v=D)
        with p.case(4 * k * ell - h >= 0, "enough"):
            p.have("product", k * ell > 0, "enough", "h")
            p.have("least", k * ell * m > 0, "product * margin")
            p.have("squares", 4 * (k * ell) ** 2 * m**2 <= D @ D, "long * long", "long * least", "cauchy-schwarz",
                   "unit")
            p.conclude("enough * squares", "close", times("product", "product"))
        with p.case(4 * k * ell - h < 0, "enough"):
            p.have("left", (4 * k * ell - h) * m**2 <= 0, "enough", square(m))
            p.have("right", h * R**2 >= 0, "h", square(R))
            p.conclude("left", "right")


@theorem("margin-capacity-even",
         title="With the labels whose means are closest, an even number of points has margin m only up to R²/m² + 1",
         source=cite("lecture", "p. 8"), ledger=["002-vc-margin"],
         says="the same for all h, for shattered points; one labelling is enough for this claim")
def even(p: Script) -> None:
    """Let an even number h of points of length at most R have as many labels +1 as −1, such that exchanging the labels
    of two points never brings the means of the classes closer together. If some (w, b) with ‖w‖ = 1 separates them with
    margin m > 0, then h ≤ R²/m² + 1.

    Points that are shattered with margin m are separated under every labelling. Finitely many labellings are balanced,
    and one whose means are closest has the property above. So h ≤ R²/m² + 1 holds for shattered points.
    """
    *_, m, R, _, k, _ = here = shattered(p)
    ell, h = here.numbers
    p.assume(even=Eq(k, ell))
    p.show(conclusion=h <= R**2 / m**2 + 1)
    with p.case(ell > 0):
        p.use("margin-of-optimal-labels", name="optimal")
        p.have("divided", (h - 1) * m**2 <= R**2, "optimal", "even", times("case"))
        p.conclude("divided", times("margin", "margin"))
    with p.case(ell <= 0):
        p.conclude("case", "even", square(R / m))


@theorem("no-count-between-zero-and-one", title="In a family no member is chosen, or at least one is",
         source=cite("vapnik1998", "section 10.3, margin hyperplanes; of whole numbers"),
         ledger={"002-vc-margin": "follows"})
def no_count_between(p: Script) -> None:
    """If c[i] is 1 for the chosen members and 0 for the others, then C(C − 1) ≥ 0 for the number C = Σ c[i] of chosen
    members."""
    c = p.real("c[i]")
    p.assume(indicator=Eq(c**2, c))
    p.show(conclusion=Sum(c) * (Sum(c) - 1) >= 0)
    p.have("sign", c >= 0, "indicator", square(c))
    p.sum("sign", "total", each="single")
    p.have("with the others", c * Sum(c) - c >= 0, "sign * single", "indicator")
    p.sum("with the others", "pairs")
    p.conclude("pairs")


@theorem("margin-capacity-bound",
         title="With the labels whose means are closest, at most ⌈R²/m²⌉ + 1 points have margin m",
         source=cite("burges1998", "Theorem 6, on gap tolerant classifiers"), ledger=["002-vc-margin"],
         says="p. 8 of the lecture is about shattered points, and does not round R²/m² up. One labelling is enough for "
              "this claim.")
def capacity_bound(p: Script) -> None:
    """Let h points of length at most R have as many labels +1 as −1, or one more, such that exchanging the labels of
    two points never brings the means of the classes closer together. If some (w, b) with ‖w‖ = 1 separates them with
    margin m > 0, and N ≥ R²/m² is a whole number, then h ≤ N + 1.

    Points that are shattered with margin m are separated under every labelling. Finitely many labellings are balanced,
    and one whose means are closest has the property above. So at most ⌈R²/m²⌉ + 1 points are shattered. The equation h
    − 1 − N = s·C states that N is whole, where s = ±1 and C is the number of members with c[i] = 1.
    """
    *_, m, R, n, k, _ = here = shattered(p)
    (ell, h), (N, c, s) = here.numbers, p.reals("N c[i] s")
    p.assume(indicator=Eq(c**2, c), sign=Eq(s**2, 1), whole=Eq(h - 1 - N, s * Sum(c)),
             balanced=Eq((k - ell) * (k - ell - 1), 0), rounded=R**2 / m**2 <= N)
    p.show(conclusion=h <= N + 1)
    p.have("more", k - ell >= 0, "balanced", square(k - ell))
    p.have("one more", k - ell <= 1, "balanced", square(k - ell - 1))
    p.have("quotient", N * m**2 >= R**2, "rounded", times("margin", "margin"), "margin * margin * rounded")
    with p.case(ell <= 0):
        p.have("square", R**2 / m**2 >= 0, square(R / m))
        p.conclude("case", "one more", "square", "rounded")
    with p.case(ell > 0):
        p.use("margin-of-optimal-labels", name="optimal")
        with p.induction(taken=n >= 0, counted=n * (n - 1) >= 0):
            p.conclude("taken", square(n))
        p.have("positive", k > 0, "case", "more")
        p.have("some", k >= 1, "counted", "all", times("positive"))
        p.have("points", h > 1, "some", "case")
        p.have("square-margin", m**2 > 0, "margin * margin")
        p.have("even or odd", 4 * k * ell >= h**2 - 1, "balanced", "one more")
        p.have("product", (h**2 - 1 - h) * m**2 <= h * N * m**2, "optimal", "square-margin * even or odd",
               "points * quotient", "quotient")
        p.have("divided", h * (h - 1 - N) <= 1, "product", times("square-margin"))
        with p.proving("below-one", h - 1 - N < 1):
            p.suppose_not("one")
            p.conclude("divided", "one * points", "one", times("points"))
        p.use("no-count-between-zero-and-one", name="count")
        p.have("chosen", c >= 0, "indicator", square(c))
        p.sum("chosen", "number of chosen")
        p.have("up or down", 1 - s >= 0, "sign", square(1 - s))
        p.have("none between", (h - 1 - N) * (h - 2 - N) >= 0, "count", "whole", "sign",
               "up or down * number of chosen")
        p.suppose_not("larger")
        p.conclude("none between", times("below-one", "larger"))
    positive = [["-1/2", "1/2", "1/2", "1/2"], ["-1/2", "-1/2", "-1/2", "-1/2"]]
    values = {"z[i]": [[1, 0, 0, 0]], "w": [-1, 0, 0, 0], "b": "1/4", "D": [-3, 0, 0, 0], "R": 1, "m": "3/4", "k": 2,
              "g[i]": [1], "N": "16/9", "c[i]": [1], "s": 1}
    wide = {"w": [-10, 0, 0, 0], "b": "5/2", "m": "15/2", "N": 1}
    changed: dict[str, dict[str, Any]] = {
        "whole": {}, "indicator": {"c[i]": ["2/9"]}, "sign": {"s": "2/9"}, "unit": wide,
    }
    for without, others in changed.items():  # the corners of an equilateral triangle
        p.example_without(without, dimension=4, size=1, values=values | others, steps=[{"x": x} for x in positive])
    alone = {"z[i]": [[0]], "w": [1], "b": 0, "D": [0], "R": 1, "m": 1, "k": 3, "g[i]": [0], "N": 1, "c[i]": [1],
             "s": 1}
    p.example_without("balanced", size=1, values=alone, steps=[{"x": [1]}] * 3)

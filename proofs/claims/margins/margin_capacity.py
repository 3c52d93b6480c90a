"""How many points can be shattered with margin m: the bound of p. 8 in its correct form.

Main statements
    margin-capacity-as-printed          refuted: h ≤ R²/m² + 1 (false for h = 3)
    class-mean-beyond-margin            the mean of a class lies beyond the margin, like its points
    swap-with-one-point                 labels for which no exchange brings the means closer together: one point
    optimal-labels-have-close-means     ‖μ₊ − μ₋‖²(4 − δ) ≤ 4δR², δ = 1/k + 1/l: all points
    margin-of-optimal-labels            (4kl − h)m² ≤ hR² for classes of k and l points, h = k + l
    margin-capacity-even                h ≤ R²/m² + 1 if h is even
    no-count-between-zero-and-one       a number of members is at most 0 or at least 1
    margin-capacity-bound               h ≤ ⌈R²/m²⌉ + 1 for every h

h points of length at most R are shattered with margin m if for every labelling some (w, b) with ‖w‖ = 1 has all
yᵢ(⟨w, xᵢ⟩ + b) ≥ m.

The proof takes, of all labellings with k labels +1 and l labels −1, k − l ∈ {0, 1}, one for which d = μ₊ − μ₋ is
shortest. Exchanging a positive point x with a negative z makes d + δ(z − x) of it, which is not shorter. Summed over
all pairs (x, z) this says that d is short; and a separator with margin m says that it is at least 2m long.

Implementation notes
    A class is a family, and its mean μ is given by its inner products, (Σ 1)⟨μ, v⟩ = Σ⟨x[i], v⟩, with the vectors v
    that a proof needs. As the language has one index, the sum over pairs is made in two statements: the hypothesis
    `exchanged` of the second is the conclusion of the first. Whole numbers differ by the number of the members of a
    family that are chosen, by an indicator, up or down.
"""

from ...statements.language import Eq, Sum
from ...statements.registry import cite, refuted, theorem
from ...statements.script import Script, length, square, times


@refuted(
    "margin-capacity-as-printed",
    title="At most R²/m² + 1 points are shattered with margin m",
    source=cite("lecture", "p. 8"),
    corrected="margin-capacity-bound",
    missing="R²/m² is to be rounded up; for odd h ≥ 3 a regular simplex of h points breaks the bound",
    ledger=["002-vc-margin"],
)
def as_printed(p: Script) -> None:
    """If three points of length at most R are separated under each labelling, up to the sign, by a (w, b) with ‖w‖ = 1
    and margin m > 0, then R²/m² + 1 ≥ 3.

    In the counterexample they are the corners of an equilateral triangle.
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


@theorem(
    "class-mean-beyond-margin",
    title="The mean of a class lies beyond the margin",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes"),
    ledger=["002-vc-margin"],
)
def mean_beyond_margin(p: Script) -> None:
    """If ⟨w, x[i]⟩ + b ≥ m for at least one and every i, the mean μ of the x[i] has ⟨w, μ⟩ + b ≥ m. (For the negative
    class, put −w and −b.)
    """
    w, mu, x = p.vectors("w μ x[i]")
    b, m = p.reals("b m")
    p.assume(margin=w @ x + b >= m, some=Sum(1) > 0, mean=Eq(Sum(1) * (mu @ w), Sum(x @ w)))
    p.show(conclusion=w @ mu + b >= m)
    p.sum("margin", "total")
    p.conclude("total", "mean", times("some"))


@theorem(
    "swap-with-one-point",
    title="Where no exchange shortens d = μ₊ − μ₋: the exchanges of one positive point",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
    ledger=["002-vc-margin"],
)
def swap(p: Script) -> None:
    """Let x be a positive point, z[i] the negative ones, ‖z[i]‖ ≤ R, and ‖d‖ ≤ ‖d + δ(z[i] − x)‖ for every i, δ > 0.
    Then 2⟨d, q − x⟩ + δ(R² − 2⟨q, x⟩ + ‖x‖²) ≥ 0 for the mean q of the z[i].
    """
    d, x, q, z = p.vectors("d x q z[i]")
    R, delta = p.reals("R δ")
    p.assume(positive=delta > 0, radius=z @ z <= R**2, some=Sum(1) > 0,
             mean_with_d=Eq(Sum(1) * (q @ d), Sum(z @ d)), mean_with_x=Eq(Sum(1) * (q @ x), Sum(z @ x)))  # fmt: skip
    other = d + delta * (z - x)
    p.assume(shortest=d @ d <= other @ other)
    p.show(conclusion=2 * (d @ (q - x)) + delta * (R**2 - 2 * (q @ x) + x @ x) >= 0)
    p.have("longer", 2 * (d @ (z - x)) + delta * ((z - x) @ (z - x)) >= 0, "shortest", times("positive"))
    p.have("each", 2 * (d @ (z - x)) + delta * (R**2 - 2 * (z @ x) + x @ x) >= 0, "longer", "positive * radius")
    p.sum("each", "total")
    p.conclude("total", "mean_with_d", "mean_with_x", times("some"))


@theorem(
    "optimal-labels-have-close-means",
    title="Where no exchange shortens d = μ₊ − μ₋, d is short",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
    ledger=["002-vc-margin"],
)
def close_means(p: Script) -> None:
    """Let p and q be the means of the positive points x[i], ‖x[i]‖ ≤ R, and of the negative ones, and d = p − q. If
    2⟨d, q − x[i]⟩ + δ(R² − 2⟨q, x[i]⟩ + ‖x[i]‖²) ≥ 0 for every i, δ > 0, then (4 − δ)‖d‖² ≤ 4δR².
    """
    mu, q, x = p.vectors("p q x[i]")
    R, delta = p.reals("R δ")
    d = mu - q
    p.assume(positive=delta > 0, radius=x @ x <= R**2, some=Sum(1) > 0,
             mean_with_p=Eq(Sum(1) * (mu @ mu), Sum(x @ mu)), mean_with_q=Eq(Sum(1) * (mu @ q), Sum(x @ q)),
             exchanged=2 * (d @ (q - x)) + delta * (R**2 - 2 * (q @ x) + x @ x) >= 0)  # fmt: skip
    p.show(conclusion=(4 - delta) * (d @ d) <= 4 * delta * R**2)
    p.have("each", 2 * (d @ (q - x)) + delta * (2 * R**2 - 2 * (q @ x)) >= 0, "exchanged", "positive * radius")
    p.sum("each", "total")
    p.have("means", 2 * (d @ (q - mu)) + delta * (2 * R**2 - 2 * (q @ mu)) >= 0, "total", "mean_with_p", "mean_with_q",
           times("some"))  # fmt: skip
    p.have("sum", delta * ((mu + q) @ (mu + q)) >= 0, "positive", length(mu + q))
    p.conclude("means", "sum")


@theorem(
    "margin-of-optimal-labels",
    title="What a margin under the labels with the closest means says of the number of points",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
    ledger=["002-vc-margin"],
)
def margin_of_optimal_labels(p: Script) -> None:
    """If ‖w‖ = 1, the means p and q of k > 0 positive and l > 0 negative points have ⟨w, p⟩ + b ≥ m and −(⟨w, q⟩ + b)
    ≥ m, m ≥ 0, and (4 − δ)‖p − q‖² ≤ 4δR² with δ = 1/k + 1/l, then (4kl − (k + l))m² ≤ (k + l)R².
    """
    w, mu, q = p.vectors("w p q")
    b, k, ell, m, R = p.reals("b k l m R")
    d, delta = mu - q, 1 / k + 1 / ell
    p.assume(unit=Eq(w @ w, 1), above=w @ mu + b >= m, below=-(w @ q + b) >= m, margin=m >= 0, k_positive=k > 0,
             l_positive=ell > 0, close=(4 - delta) * (d @ d) <= 4 * delta * R**2)  # fmt: skip
    p.show(conclusion=(4 * k * ell - (k + ell)) * m**2 <= (k + ell) * R**2)
    p.have("apart", w @ d >= 2 * m, "above", "below")
    p.use("cauchy-schwarz", u=w, v=d)
    p.have("squares", 4 * m**2 <= d @ d, "apart * apart", "apart * margin", "cauchy-schwarz", "unit")
    p.have("share", delta > 0, "k_positive", "l_positive")
    with p.proving("with-share", (4 - delta) * m**2 <= delta * R**2):
        with p.case(4 - delta >= 0):
            p.conclude("close", "case * squares")
        with p.case(4 - delta < 0):
            p.have("left", (4 - delta) * m**2 <= 0, "case", square(m))
            p.have("right", delta * R**2 >= 0, "share", square(R))
            p.conclude("left", "right")
    p.have("inverses", Eq(k * ell * delta, k + ell), "definition")
    p.have("product", k * ell > 0, "k_positive * l_positive")
    p.have("first", Eq(k * ell * delta * m**2, (k + ell) * m**2), "inverses")
    p.have("second", Eq(k * ell * delta * R**2, (k + ell) * R**2), "inverses")
    p.conclude("product * with-share", "first", "second")


@theorem(
    "margin-capacity-even",
    title="An even number h of points that are shattered with margin m is at most R²/m² + 1",
    source=cite("lecture", "p. 8"),
    ledger=["002-vc-margin"],
    says="the same for all h",
    supposes={
        "optimal": "h points of length at most R are shattered with margin m: the average over all labellings as "
        "balanced as possible",
    },
)
def even(p: Script) -> None:
    """If (4k² − h)m² ≤ hR² for h = 2k and m > 0, then h ≤ R²/m² + 1."""
    h, k, m, R = p.reals("h k m R")
    p.assume(even=Eq(h, 2 * k), margin=m > 0, optimal=(4 * k * k - h) * m**2 <= h * R**2)
    p.show(conclusion=h <= R**2 / m**2 + 1)
    with p.case(h > 0):
        p.have("divided", (h - 1) * m**2 <= R**2, "optimal", "even", times("case"))
        p.conclude("divided", times("margin", "margin"))
    with p.case(h <= 0):
        p.conclude("case", square(R / m))


@theorem(
    "no-count-between-zero-and-one",
    title="Of the members of a family none are chosen, or at least one is",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; of whole numbers"),
    ledger={"002-vc-margin": "follows"},
)
def no_count_between(p: Script) -> None:
    """If c[i] is 1 for the members that are chosen and 0 for the others, C(C − 1) ≥ 0 for their number C = Σ c[i]."""
    c = p.real("c[i]")
    p.assume(indicator=Eq(c**2, c))
    p.show(conclusion=Sum(c) * (Sum(c) - 1) >= 0)
    p.have("sign", c >= 0, "indicator", square(c))
    p.sum("sign", "total", each="single")
    p.have("with the others", c * Sum(c) - c >= 0, "sign * single", "indicator")
    p.sum("with the others", "pairs")
    p.conclude("pairs")


@theorem(
    "margin-capacity-bound",
    title="At most ⌈R²/m²⌉ + 1 points are shattered with margin m",
    source=cite("burges1998", "Theorem 6, on gap tolerant classifiers"),
    ledger=["002-vc-margin"],
    says="the lecture, p. 8, does not round R²/m² up",
    supposes={
        "optimal": "h points of length at most R are shattered with margin m: the average over all labellings as "
        "balanced as possible",
    },
)
def capacity_bound(p: Script) -> None:
    """If (4kl − h)m² ≤ hR² for h = k + l points, k − l = 0 or 1, m > 0, and N ≥ R²/m² is a whole number, then
    h ≤ N + 1.

    As h is whole, N is so if it differs from h − 1 by a whole number: the number C of the members with c[i] = 1, up or
    down, s = ±1.
    """
    h, k, ell, m, R, n, c, s = p.reals("h k l m R N c[i] s")
    p.assume(indicator=Eq(c**2, c), sign=Eq(s**2, 1), whole=Eq(h - 1 - n, s * Sum(c)), number=Eq(h, k + ell),
             balanced=Eq((k - ell) * (k - ell - 1), 0), margin=m > 0,
             optimal=(4 * k * ell - h) * m**2 <= h * R**2, rounded=n >= R**2 / m**2)  # fmt: skip
    p.show(conclusion=h <= n + 1)
    p.have("quotient", n * m**2 >= R**2, "rounded", times("margin", "margin"), "margin * margin * rounded")
    with p.case(h <= 1):
        p.have("square", R**2 / m**2 >= 0, square(R / m))
        p.conclude("case", "square", "rounded")
    with p.case(h > 1):
        with p.proving("difference", (k - ell) ** 2 <= 1):
            p.have("not-less", k - ell >= 0, "balanced", square(k - ell))
            p.have("not-more", k - ell <= 1, "balanced", square(k - ell - 1))
            p.conclude("not-less", "not-more", "balanced")
        p.have("square-margin", m**2 > 0, "margin * margin")
        p.have("product", (h**2 - 1 - h) * m**2 <= h * n * m**2, "optimal", "number", "square-margin * difference",
               "case * quotient", "quotient")  # fmt: skip
        p.have("divided", h * (h - 1 - n) <= 1, "product", times("square-margin"))
        with p.proving("below-one", h - 1 - n < 1):
            p.suppose_not("one")
            p.conclude("divided", "one * case", "one", times("case"))
        p.use("no-count-between-zero-and-one", name="count")
        p.have("chosen", c >= 0, "indicator", square(c))
        p.sum("chosen", "number of chosen")
        p.have("up or down", 1 - s >= 0, "sign", square(1 - s))
        p.have("none between", (h - 1 - n) * (h - 2 - n) >= 0, "count", "whole", "sign",
               "up or down * number of chosen")  # fmt: skip
        p.suppose_not("larger")
        p.conclude("none between", times("below-one", "larger"))

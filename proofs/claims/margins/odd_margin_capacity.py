"""How many points can be shattered with margin m, if their number is odd: the sharp bound, and where it is reached.

Main statements
    move-of-one-point                where moving a positive point to the negative ones does not shorten d = μ₊ − μ₋
    odd-optimal-labels-have-close-means   k + 1 positive and k negative points: 2k²(k + 1)‖d‖² ≤ (2k + 1)²R²
    margin-of-odd-optimal-labels     so (h − 1)²(h + 1)m² ≤ h²R² for h = 2k + 1
    regular-simplex-margins          h points with the margin m² = h²R²/(4PQ(h − 1)) for P positive and Q negative ones
    three-points-shattered           three points are shattered with margin m only if 16m² ≤ 9R²

h points of length at most R are shattered with margin m if for every labelling some (w, b) with ‖w‖ = 1 has all
yᵢ(⟨w, xᵢ⟩ + b) ≥ m. With R²/m² = ϱ the bound is ϱ ≥ (h − 1)²(h + 1)/h² = (h − 1) − (h − 1)/h² for odd h, where for even
h it is ϱ ≥ h − 1 (`margin-capacity-even`); a regular simplex reaches both, in h − 1 dimensions or more.

Of all labellings with k or k + 1 positive points take one for which d is shortest; by changing all labels it has k + 1.
Neither exchanging a positive and a negative point nor moving a positive point to the negative ones shortens d. What the
first says, for all pairs, is `swap-with-one-point`; the second brings in the sum of all points, which it leaves open.
"""

from sympy import Rational

from ...statements.language import Eq, Sum
from ...statements.registry import cite, theorem
from ...statements.script import Script, length, times


@theorem(
    "move-of-one-point",
    title="Where moving a positive point to the negative ones does not shorten d = μ₊ − μ₋",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
)
def move(p: Script) -> None:
    """Let p be the mean of k + 1 positive points, ‖x‖ ≤ R for x, one of them, and q the mean of k > 0 negative ones. If
    d = p − q is no longer than p' − q' for the means p' and q' after x has moved to the negative points, then
    (k + 1)²‖p‖² − k²‖q‖² + (2k + 1)R² ≥ 2(k + 1)²⟨p, x⟩ − 2k²⟨q, x⟩.

    The lengths are compared after multiplication by k(k + 1): kp' is (k + 1)p − x, and (k + 1)q' is kq + x.
    """
    mu, q, x = p.vectors("p q x")
    k, R = p.reals("k R")
    c = k + 1
    before, after = k * c * (mu - q), c * (c * mu - x) - k * (k * q + x)
    p.assume(some=k > 0, radius=x @ x <= R**2, unmoved=before @ before <= after @ after)
    toward = 2 * c**2 * (mu @ x) - 2 * k**2 * (q @ x)
    p.show(conclusion=c**2 * (mu @ mu) - k**2 * (q @ q) + (2 * k + 1) * R**2 >= toward)
    p.have("odd", 2 * k + 1 > 0, "some")
    p.have("plain", c**2 * (mu @ mu) - k**2 * (q @ q) + (2 * k + 1) * (x @ x) >= toward, "unmoved", times("odd"))
    p.conclude("plain", "odd * radius")


@theorem(
    "odd-optimal-labels-have-close-means",
    title="Where neither exchanging two points nor moving one shortens d = μ₊ − μ₋, d is as short as in a simplex",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
    says="that regular simplices have the largest margins; this proof was not found in the literature searched",
)
def close_means(p: Script) -> None:
    """Let p be the mean of the k + 1 positive points x[i], ‖x[i]‖ ≤ R, q that of the k > 0 negative ones, d = p − q,
    and δ = 1/k + 1/(k + 1). If for every i what `swap-with-one-point` and `move-of-one-point` say holds, the first with
    this δ, then 2k²(k + 1)‖d‖² ≤ (2k + 1)²R².
    """
    mu, q, x = p.vectors("p q x[i]")
    k, R, delta = p.reals("k R δ")
    c, d = k + 1, mu - q
    p.assume(some=k > 0, number=Eq(Sum(1), c), radius=x @ x <= R**2, share=Eq(delta * k * c, 2 * k + 1),
             mean_with_p=Eq(Sum(1) * (mu @ mu), Sum(x @ mu)), mean_with_q=Eq(Sum(1) * (mu @ q), Sum(x @ q)),
             exchanged=2 * (d @ (q - x)) + delta * (R**2 - 2 * (q @ x) + x @ x) >= 0,
             moved=c**2 * (mu @ mu) - k**2 * (q @ q) + (2 * k + 1) * R**2 >= 2 * c**2 * (mu @ x) - 2 * k**2 * (q @ x),
             )  # fmt: skip
    p.show(conclusion=2 * k**2 * c * (d @ d) <= (2 * k + 1) ** 2 * R**2)
    p.have("c", c > 0, "some")
    p.have("product", k * c > 0, "some * c")
    p.have("odd", 2 * k + 1 > 0, "some")
    with p.proving("delta", delta > 0):
        p.suppose_not("none")
        p.have("below", delta * k * c <= 0, "none * product")
        p.conclude("below", "share", "odd")
    p.have("each", 2 * (d @ (q - x)) + delta * (2 * R**2 - 2 * (q @ x)) >= 0, "exchanged", "delta * radius")
    p.sum("each", "total")
    p.have("means", 2 * (d @ (q - mu)) + delta * (2 * R**2 - 2 * (q @ mu)) >= 0,
           "total", "mean_with_p", "mean_with_q", "number", times("c"))  # fmt: skip
    p.sum("moved", "moves")
    p.have("sum", -(c**2) * (mu @ mu) - k**2 * (q @ q) + (2 * k + 1) * R**2 + 2 * k**2 * (mu @ q) >= 0,
           "moves", "mean_with_p", "mean_with_q", "number", times("c"))  # fmt: skip
    p.have("low", R**2 + 2 * k * (mu @ q) >= 0, "sum", length(c * mu + k * q), times("odd"))
    p.have("short", k * c * (d @ d) <= (2 * k + 1) * (R**2 - q @ mu), "means * product", "share")
    p.conclude("short * some", "odd * low")


@theorem(
    "margin-of-odd-optimal-labels",
    title="What a margin under such labels says of an odd number of points: (h − 1)²(h + 1)m² ≤ h²R²",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
    says="that regular simplices have the largest margins; this proof was not found in the literature searched",
)
def margin_of_odd_labels(p: Script) -> None:
    """If ‖w‖ = 1, the means p and q of k + 1 positive and k > 0 negative points have ⟨w, p⟩ + b ≥ m and −(⟨w, q⟩ + b) ≥
    m ≥ 0, and 2k²(k + 1)‖p − q‖² ≤ (2k + 1)²R², then (h − 1)²(h + 1)m² ≤ h²R² for their number h = 2k + 1.
    """
    w, mu, q = p.vectors("w p q")
    b, k, h, m, R = p.reals("b k h m R")
    d = mu - q
    p.assume(unit=Eq(w @ w, 1), above=w @ mu + b >= m, below=-(w @ q + b) >= m, margin=m >= 0, some=k > 0,
             number=Eq(h, 2 * k + 1), close=2 * k**2 * (k + 1) * (d @ d) <= (2 * k + 1) ** 2 * R**2)  # fmt: skip
    p.show(conclusion=(h - 1) ** 2 * (h + 1) * m**2 <= h**2 * R**2)
    p.have("apart", w @ d >= 2 * m, "above", "below")
    p.use("cauchy-schwarz", u=w, v=d)
    p.have("squares", 4 * m**2 <= d @ d, "apart * apart", "apart * margin", "cauchy-schwarz", "unit")
    p.have("more", k + 1 > 0, "some")
    p.have("scaled", 8 * k**2 * (k + 1) * m**2 <= 2 * k**2 * (k + 1) * (d @ d), "some * some * more * squares")
    p.have("bound", 8 * k**2 * (k + 1) * m**2 <= (2 * k + 1) ** 2 * R**2, "scaled", "close")
    p.conclude("bound", "number")


@theorem(
    "regular-simplex-margins",
    title="With what margin the corners of a regular simplex are separated",
    source=cite("burges1998", "the proof of Theorem 6"),
    says="the margins of the most balanced labels",
)
def simplex_margins(p: Script) -> None:
    """Let the h points x[i] be the corners of a regular simplex around 0, ‖x[i]‖ = R, and let P > 0 of them, those with
    c[i] = 1, be positive and Q = h − P > 0 negative. Then d = μ₊ − μ₋ = (1/P + 1/Q) Σ cᵢx[i] and an offset b have ⟨d,
    x[i]⟩ + b = ±‖d‖²/2, so that the margin is m = ‖d‖/2, and 4PQ(h − 1)m² = h²R².

    PQ is largest for P = Q = h/2, where m² = R²/(h − 1), and for odd h for P = (h ± 1)/2, where (h − 1)²(h + 1)m² =
    h²R²: they are shattered with this margin, and no h points of length R with a larger one (`margin-capacity-even`,
    `margin-of-odd-optimal-labels`). That the simplex is regular is said by ⟨Σ cⱼx[j], x[i]⟩ = (hcᵢ − P)R²/(h − 1), and
    nothing else is needed of h; it is more than 1, as P > 0.
    """
    x, (R, h, P, c) = p.vector("x[i]"), p.reals("R h P c[i]")
    v, Q = p.let("v", Sum(c * x)), h - P
    p.assume(chosen=Eq(c**2, c), positives=Eq(P, Sum(c)), some=P > 0, others=h > P,
             regular=Eq((h - 1) * (v @ x), (h * c - P) * R**2))  # fmt: skip

    def several() -> None:
        """h > 1: else P < 1, and no c[i] were 1."""
        p.have("sign", c >= 0, "chosen")
        p.sum("sign", "signs", each="part")
        with p.proving("gap", h - 1 > 0):
            p.suppose_not("few")
            p.have("less", 1 - c > 0, "part", "positives", "others", "few")
            p.have("none", Eq(c, 0), "chosen", times("less"))
            p.sum("none", "nothing")
            p.conclude("nothing", "positives", "some")

    with p.making_sense(1 / (h - 1)):
        several()
        p.conclude("gap")
    share = 1 / P + 1 / (h - P)
    d = share * v
    m2 = p.let("m²", d @ d / 4)
    b = share * (P - h / 2) * R**2 / (h - 1)
    p.show(conclusion=Eq(4 * P * Q * (h - 1) * m2, h**2 * R**2), margin=Eq((2 * c - 1) * (d @ x + b), 2 * m2))
    p.have("regular each", Eq((h - 1) * (c * (v @ x)), (h - P) * c * R**2), "regular", "chosen")
    p.sum("regular each", "regular sum")
    p.have("length", Eq((h - 1) * (v @ v), (h - P) * P * R**2), "regular sum", "positives")
    several()
    p.have("first", Eq(P * (1 / P), 1), "definition")
    p.have("second", Eq((h - P) * (1 / (h - P)), 1), "definition")
    p.have("third", Eq((h - 1) * (1 / (h - 1)), 1), "definition")
    p.have("count", Eq(share * (P * (h - P)), h), "first", "second")
    p.have("long", Eq((h - 1) * (d @ d), share * h * R**2), "length", "count")
    p.have("label", Eq((2 * c - 1) ** 2, 1), "chosen")
    p.have("score", Eq((h - 1) * (d @ x + b), share * h * R**2 * (2 * c - 1) / 2), "regular", "third")
    p.have("scaled", Eq((h - 1) * ((2 * c - 1) * (d @ x + b)), (h - 1) * (d @ d / 2)), "score", "label", "long")
    p.have("margin'", Eq((2 * c - 1) * (d @ x + b), d @ d / 2), "scaled", times("gap"))
    p.have("size", Eq(P * (h - P) * (h - 1) * (d @ d), h**2 * R**2), "long", "count")
    p.conclude("size", "margin'", "definition")


@theorem(
    "three-points-shattered",
    title="Three points of length at most R are shattered with margin m only if 16m² ≤ 9R²",
    source=cite("vapnik1998", "section 10.3, margin hyperplanes"),
    says="the bound R²/m² + 1 for the number of points, which is 25/9 where three are shattered",
)
def three_points(p: Script) -> None:
    """If each of three points of length at most R is separated from the two others with the margin m, by (w, b) with
    ‖w‖ = 1, then 16m² ≤ 9R². An equilateral triangle reaches that (`regular-simplex-margins`).
    """
    points, normals = p.vectors("x1 x2 x3"), p.vectors("w1 w2 w3")
    (*offsets, m, R) = p.reals("b1 b2 b3 m R")
    p.assume(positive=m >= 0)
    for i, (w, b) in enumerate(zip(normals, offsets, strict=True)):
        p.assume({f"radius{i}": points[i] @ points[i] <= R**2, f"unit{i}": Eq(w @ w, 1)})
        labels = [1 if i == j else -1 for j in range(3)]
        p.assume({f"margin{i}{j}": y * (w @ x + b) >= m for j, (x, y) in enumerate(zip(points, labels, strict=True))})
    p.show(conclusion=16 * m**2 <= 9 * R**2)
    for i, w in enumerate(normals):
        d = points[i] - Rational(1, 2) * (points[(i + 1) % 3] + points[(i + 2) % 3])
        p.have(f"apart{i}", w @ d >= 2 * m, f"margin{i}0", f"margin{i}1", f"margin{i}2")
        p.use("cauchy-schwarz", name=f"along{i}", u=w, v=d)
        p.have(f"long{i}", d @ d >= 4 * m**2, f"along{i}", f"unit{i}", f"apart{i} * apart{i}", f"apart{i} * positive")
    p.conclude("long0", "long1", "long2", "radius0", "radius1", "radius2", length(points[0] + points[1] + points[2]))

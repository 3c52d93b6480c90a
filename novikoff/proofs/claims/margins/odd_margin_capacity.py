"""How many points can be shattered with margin m, if their number is odd: the sharp bound, and data that attain it.

h points of length at most R are shattered with margin m if for every labelling some (w, b) with ‖w‖ = 1 has all yᵢ(⟨w,
xᵢ⟩ + b) ≥ m. With R²/m² = ϱ the bound is ϱ ≥ (h − 1)²(h + 1)/h² = (h − 1) − (h − 1)/h² for odd h. For even h the bound
is ϱ ≥ h − 1 (`margin-capacity-even`). A regular simplex attains both, in h − 1 dimensions or more.

Among all labellings with l or l + 1 positive points, take one for which d = μ₊ − μ₋ is shortest. It has l + 1 positive
points, if necessary after all labels are changed. Neither exchanging a positive and a negative point nor moving a
positive one to the negative ones shortens d. The exchange alone gives (4kl − h)m² ≤ hR² (`margin-of-optimal-labels`).
The move adds a fact about the sum of all points.
"""

from typing import Any

from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Sum
from .margin_capacity import shattered


@theorem("margin-of-odd-optimal-labels",
         title="With the labels whose means are closest, an odd number h of points has margin m only if (h − 1)²(h + "
               "1)m² ≤ h²R²",
         source=cite("vapnik1998", "section 10.3, margin hyperplanes; by an exchange argument"),
         says="regular simplices have the largest margins. We did not find the proof of this claim in the literature "
              "that we searched.",
         aliases=["move-of-one-point", "odd-optimal-labels-have-close-means"])
def margin_of_odd_labels(p: Script) -> None:
    """Let h = 2l + 1 points of length at most R have labels, k = l + 1 of them +1. Suppose that two kinds of changes do
    not bring the means of the classes closer together: exchanging the labels of two points, and giving a positive point
    the label −1. If some (w, b) with ‖w‖ = 1 separates them with margin m > 0, then (h − 1)²(h + 1)m² ≤ h²R².

    P and N are the sums of the positive and of the negative points, D = lP − kN and E = kP − lN. Moving x changes D to
    E − hx, which is not shorter. The sum over all x gives −2⟨N, P⟩ ≤ kR².
    """
    E = p.vector("E")
    w, x, z, P, D, b, m, R, n, k, g = here = shattered(p, E)
    (ell, h), N = here.numbers, p.let("N", Sum(g * z))
    p.assume(odd=Eq(k, ell + 1))
    p.show(conclusion=(h - 1) ** 2 * (h + 1) * m**2 <= h**2 * R**2)
    with p.induction(taken=n >= 0, counted=n * (n - 1) >= 0):
        p.conclude("taken", square(n))
    with p.case(n <= 0):
        p.have("none", Eq(h + 1, 0), "case", "taken", "all", "odd")
        p.conclude("none", square(h * R))
    with p.case(n > 0):
        p.have("some", n >= 1, "counted", times("case"))
        p.have("number", ell >= 0, "some", "all", "odd")
        p.have("points", h > 0, "number", "odd")
        p.have("positive", k > 0, "number", "odd")
        with p.induction(exchanges=2 * (D @ (n * N - ell * P)) + h * (2 * n * ell * R**2 - 2 * (N @ P)) >= 0):
            p.have("room", h**2 * g * (R**2 - z @ z) >= 0, "radius", square(h))
            p.have("scaled", h * (g * (2 * (D @ (z - x)) + h * (R**2 - 2 * (z @ x) + x @ x))) >= 0, "closest", "room")
            p.have("each", g * (2 * (D @ (z - x)) + h * (R**2 - 2 * (z @ x) + x @ x)) >= 0, "scaled", times("points"))
            p.sum("each", "with all")
            p.have("rest", h * ell * (R**2 - x @ x) >= 0, "points * number * radius_above")
            p.conclude("exchanges", "with all", "rest")
        with p.induction(moves=n * (E @ E - D @ D) - 2 * h * (E @ P) + n * h**2 * R**2 >= 0):
            p.conclude("moves", "unmoved", "points * points * radius_above")
        with p.induction(margins=w @ P + n * b >= n * m):
            p.conclude("margins", "above")
        for t in (w, P, N, D):
            p.have(f"with {t}", Eq(t @ D, ell * (t @ P) - k * (t @ N)),
                   by("equal-vectors-have-equal-products", u=D, v=ell * P - k * N, w=t), "means")
        for t in (P, N, E):
            p.have(f"E with {t}", Eq(t @ E, k * (t @ P) - ell * (t @ N)),
                   by("equal-vectors-have-equal-products", u=E, v=k * P - ell * N, w=t), "other_means")
        p.have("short", k * ell * h * R**2 - h * (N @ P) >= D @ D, "exchanges", "all", "with D")
        p.have("difference", Eq(E @ E - D @ D, h * (P @ P - N @ N)), "with D", "with P", "with N", "E with E",
               "E with P", "E with N", "odd")
        p.have("moved", h * (2 * ell * (N @ P) - k * (P @ P + N @ N) + k * h * R**2) >= 0, "moves", "all",
               "difference", "E with P", "odd")
        p.have("all moved", 2 * ell * (N @ P) - k * (P @ P + N @ N) + k * h * R**2 >= 0, "moved", times("points"))
        p.have("center", (P + N) @ (P + N) >= 0, length(P + N))
        p.have("low", 2 * (N @ P) + k * R**2 >= 0, "all moved", "positive * center", times("points"))
        p.have("close", h**2 * k * R**2 >= 2 * (D @ D), "short", "points * low", "odd")
        p.sum("below", "all below")
        p.have("long", w @ D >= 2 * k * ell * m, "with w", "number * margins", "positive * all below", "all")
        p.use("cauchy-schwarz", u=w, v=D)
        p.have("least", k * ell * m >= 0, "positive * number * margin")
        p.have("squares", 4 * (k * ell) ** 2 * m**2 <= D @ D, "long * long", "long * least", "cauchy-schwarz", "unit")
        p.have("bound", 8 * k * ell**2 * m**2 <= h**2 * R**2, "squares", "close", times("positive"))
        p.conclude("bound", "odd")
    five: Any = {"dimension": 5, "size": 2, "w": [1, 0, 0, 0, 0], "b": 0, "k": 3, "D": [12, 0, 0, 0, 0]}
    five["values"] = {"z[i]": [[-1, 0, 0, 0, "5/3"], [-1, 0, 0, 0, "-5/3"]], "g[i]": [1, 1]}
    five["steps"] = [{"x": [1, *("11/8" if i == j else "-11/16" for j in range(3)), 0]} for i in range(3)]
    p.example_without("unmoved", **five, m=1, R="4897/2500", E=[13, 0, 0, 0, 0])
    p.example_without("other_means", **five, m=1, R="4897/2500", E=[1000, 0, 0, 0, 0])
    p.example_without("closest", dimension=4, size=2, w=[1, 0, 0, 0], b="4/5", m=1, R="181/100", k=3,
                      D=[12, 0, 0, 0], E=[9, 0, 0, 0], values={"z[i]": [["-9/5", 0, 0, 0]] * 2, "g[i]": [1, 1]},
                      steps=[{"x": ["1/5", *("22/15" if i == j else "-11/15" for j in range(3))]}
                             for i in range(3)])
    p.example_without("odd", dimension=4, size=1, w=[1, 0, 0, 0], b=1, m=2, R="303/100", k=3, D=[12, 0, 0, 0],
                      E=[12, 0, 0, 0], values={"z[i]": [[-3, 0, 0, 0]], "g[i]": [1]},
                      steps=[{"x": [1, *("7/3" if i == j else "-7/6" for j in range(3))]}
                             for i in range(3)])
    p.example_without("unit", dimension=3, size=1, w=[1, 1, -2], b="3/2", m="9/2", R="5/2", k=2, D=[3, 3, -6],
                      E=[3, 3, -6], values={"z[i]": [[-1, -1, 2]], "g[i]": [1]},
                      steps=[{"x": [2, -1, -1]}, {"x": [-1, 2, -1]}])
    flat: Any = {"dimension": 2, "size": 1, "w": [1, 0], "k": 2}
    left = {"z[i]": [[-1, 0]], "g[i]": [1]}
    wide = [{"x": [1, 2]}, {"x": [1, -2]}]
    p.example_without("radius_above", **flat, b=0, m=1, R=1, D=[4, 0], E=[5, 0], values=left, steps=wide)
    p.example_without("below", **flat, b=100, m=100, R=3, D=[4, 0], E=[5, 0], values=left, steps=wide)
    p.example_without("radius", **flat, b="17/20", m="17/20", R=1, D=["17/5", 0], E=["17/10", 0],
                      values={"z[i]": [["-17/10", 0]], "g[i]": [1]},
                      steps=[{"x": [0, 1]}, {"x": [0, -1]}])
    p.example_without("all", **flat, b=-10, m=11, R=1, D=[2, 0], E=[1, 0], values=left, steps=[])
    p.example_without("means", **flat, b=0, m=1, R=1, D=[0, 0], E=[5, 0], values=left, steps=[{"x": [1, 0]}] * 2)


@theorem("regular-simplex-margins", title="With what margin the corners of a regular simplex are separated",
         source=cite("burges1998", "the proof of Theorem 6"), says="the margins of the most balanced labels")
def simplex_margins(p: Script) -> None:
    """Let the h points x[i] be the corners of a regular simplex around 0, ‖x[i]‖ = R. Let P > 0 of the points, with
    c[i] = 1, be positive, and the other Q = h − P > 0 negative. Then d = μ₊ − μ₋ = (1/P + 1/Q) Σ cᵢx[i] and an offset b
    have ⟨d, x[i]⟩ + b = ±‖d‖²/2, so that the margin is m = ‖d‖/2, and 4PQ(h − 1)m² = h²R².

    For even h, PQ is largest for P = Q = h/2, where m² = R²/(h − 1). For odd h, it is largest for P = (h ± 1)/2, where
    (h − 1)²(h + 1)m² = h²R². So the corners are shattered with this margin m, and no h points of length R are shattered
    with a larger margin (`margin-capacity-even`, `margin-of-odd-optimal-labels`). The equation ⟨Σ cⱼx[j], x[i]⟩ = (hcᵢ
    − P)R²/(h − 1) states that the simplex is regular. The proof uses nothing else about h, and h > 1 follows from P >
    0.
    """
    x, (R, h, P, c) = p.vector("x[i]"), p.reals("R h P c[i]")
    v, Q = p.let("v", Sum(c * x)), h - P
    p.assume(chosen=Eq(c**2, c), positives=Eq(P, Sum(c)), some=P > 0, others=h > P,
             regular=Eq((h - 1) * (v @ x), (h * c - P) * R**2))

    def several() -> None:
        """Derive h > 1: otherwise P < 1, and no c[i] would be 1."""
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


@theorem("three-points-shattered",
         title="Three points of length at most R are shattered with margin m only if 16m² ≤ 9R²",
         source=cite("vapnik1998", "section 10.3, margin hyperplanes"),
         says="the bound R²/m² + 1 for the number of points, which is 25/9 where three are shattered")
def three_points(p: Script) -> None:
    """Let three points have length at most R. If some (w, b) with ‖w‖ = 1 separates each point from the two others with
    the margin m, then 16m² ≤ 9R². An equilateral triangle attains this bound (`regular-simplex-margins`).
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

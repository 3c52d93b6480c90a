"""True mutants of the claims on the number of points that are shattered with a margin."""

from ....statements.script import Script, length, square, times
from . import derives


@derives(
    "margin-capacity-as-printed",
    "show.conclusion: -2 becomes -1 before 1",
    "show.conclusion: 1 becomes 2 before R^2 inv1^2",
    "inv1: of 1/2 times as much",
)
def margin_at_most_radius(p: Script) -> None:
    """w1 has margin m between x1 and x2: 2m <= |x1 - x2| <= 2|R|, so R²/m² >= 1."""
    w, x, z = p.vectors("w1 x1 x2")
    m, R = p.reals("m R")
    p.have("apart", w @ (z - x) >= 2 * m, "margin11", "margin12")
    p.use("cauchy-schwarz", name="distance", u=w, v=z - x)
    p.have("far", 4 * m**2 <= (z - x) @ (z - x), "apart * apart", "apart * positive", "distance", "unit1")
    p.have("squares", m**2 <= R**2, "far", length(z + x), "radius1", "radius2")
    p.conclude("squares", square(R), times("positive", "positive"))


@derives("margin-capacity-even", "show.conclusion: -1 becomes 1 before h")
def not_negative(p: Script) -> None:
    """h(R² + m²) >= h²m² >= 0, so h is not negative."""
    h, m, R = p.reals("h m R")
    p.have("ratio", (R / m) ** 2 >= 0, square(R / m))
    with p.case(h >= 0):
        p.conclude("case", "ratio")
    with p.case(h < 0):
        p.have("left", h**2 * m**2 > 0, "case * case * margin * margin")
        p.have("right", -h * (R**2 + m**2) >= 0, "case", square(R), square(m))
        p.conclude("left", "right", "optimal", "even")


@derives("margin-capacity-bound", "show.conclusion: -1 becomes 1 before h")
def hardly_negative(p: Script) -> None:
    """k - l is 0 or 1, so h²m² <= h(R² + m²) + m², which is false if h < -1; and N >= 0."""
    h, k, ell, m, R = p.reals("h k l m R")
    p.have("ratio", (R / m) ** 2 >= 0, square(R / m))
    p.have("difference", (k - ell) ** 2 <= 1, "balanced", square(k - ell - 1))
    p.have("square", m**2 > 0, "margin * margin")
    with p.case(h + 1 >= 0):
        p.conclude("case", "ratio", "rounded")
    with p.case(h + 1 < 0):
        p.have("left", (h**2 - 1 - h) * m**2 <= h * R**2, "optimal", "number", "square * difference")
        p.have("negative", -h > 0, "case")
        p.have("radius", R**2 >= 0, square(R))
        p.have("right", h * R**2 <= 0, "negative * radius")
        p.have("larger", h**2 - 1 - h > 0, "case * case", "case")
        p.have("product", (h**2 - 1 - h) * m**2 > 0, "larger * square")
        p.conclude("left", "right", "product")


@derives("margin-capacity-bound", "conclusion: h and k exchanged", "conclusion: h and l exchanged")
def half_of_them(p: Script) -> None:
    """k - l is 0 or 1, so l <= k <= (h + 1)/2 <= N/2 + 1 by the claim, and N >= 0."""
    k, ell, m, R = p.reals("k l m R")
    p.use("margin-capacity-bound", name="claim")
    p.have("ratio", (R / m) ** 2 >= 0, square(R / m))
    p.have("least", k - ell >= 0, "balanced", square(k - ell))
    p.have("most", k - ell <= 1, "balanced", square(k - ell - 1))
    p.conclude("claim", "ratio", "rounded", "least", "most", "number")


@derives(
    "optimal-labels-have-close-means",
    "show.conclusion: -2 becomes -3 before p@q δ",
    "show.conclusion: -2 becomes -4 before p@q δ",
)
def close_means(p: Script) -> None:
    """With A = |p - q|² and B = ⟨p, q⟩ the mean of `exchanged` says A + δB <= δR²; as A >= 0 and A + 4B = |p + q|² >=
    0, (4 - δ)A + cδB is at most 4(A + δB) for c = 1 and 2.
    """
    mu, q, x = p.vectors("p q x[i]")
    R, delta = p.reals("R δ")
    d = mu - q
    p.have("each", 2 * d @ (q - x) + delta * (2 * R**2 - 2 * q @ x) >= 0, "exchanged", "positive * radius")
    p.sum("each", "total")
    p.have("means", 2 * d @ (q - mu) + delta * (2 * R**2 - 2 * q @ mu) >= 0, "total", "mean_with_p", "mean_with_q",
           times("some"))  # fmt: skip
    p.have("sum", delta * ((mu + q) @ (mu + q)) >= 0, "positive", length(mu + q))
    p.have("difference", delta * (d @ d) >= 0, "positive", length(d))
    p.conclude("means", "sum", "difference")

"""The Gaussian kernel exp(−γ‖x − z‖²), γ > 0, by the series of exp: a limit of kernels.

These statements make the Gaussian kernel positive semi-definite, for every n. Let g(x) = exp(−γ‖x‖²). By the second
statement and exp(u + v) = exp(u)exp(v), the kernel is g(x)g(z)·exp(t) with t = 2γ⟨x, z⟩. The partial sums of exp(t) = Σ
tᵏ/k! are kernels, and come arbitrarily close to exp(t) at all of the finitely many pairs of points. Let q be the sum
over all pairs, with the factors g(x[i]) in the coefficients a[i], and let A = Σ |a[i]|. If q is not 0, take a partial
sum that is closer than |q|/A² at all pairs. Then q > −|q| by the last statement, so q is positive.

Implementation notes
    The kernel has no rule for limits, and no rule for products with one factor for each step. So the first and the
    third statement are proved in Coq.
"""

from ....algorithms import kernels
from ...statements.proof_script import Script, by, square
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, exp
from .kernels import pairs_of


@proved_by_coq("gaussian-kernel-positive", title="The Gaussian kernel is positive semi-definite",
               source=cite("iml", "after eq. (1.23), the Gaussian kernel"), ledger=["004-rbf"],
               says="it is a suitable kernel; there is no proof", file="GaussianKernel")
def gaussian_positive(p: Script) -> None:
    """For any points x₁, …, xₙ with coefficients aᵢ and every γ ≥ 0, the sum q of aᵢaⱼexp(−γ‖xᵢ − xⱼ‖²) over all pairs
    is not negative.

    A run builds the sum and the coefficients, which are all 0 at first. A step changes the coefficients of the points
    that are equal to z, by numbers t of the sum T. It changes q by 2T·Σ aᵢexp(−γ‖xᵢ − z‖²) + T². By steps for one point
    after another, a run can reach any coefficients. Coq shows that q is the double sum, and gives its value at any
    coefficients.
    """
    x, z = p.vectors("x[i] z")
    gamma, a, q, t = p.reals("γ a[i] q t[i]")

    def kernel(u: Vector, v: Vector) -> Scalar:
        return exp(-gamma * ((u - v) @ (u - v)))

    grown = q + 2 * Sum(t) * Sum(a * kernel(x, z)) + Sum(t) ** 2
    p.run([(a, 0, a + t), (q, 0, grown)], [z, t], {"equal_to_z": Eq(t * ((x - z) @ (x - z)), 0)})
    p.assume(width=gamma >= 0)
    p.show(positive=q >= 0)


@theorem("gaussian-exponent", title="The exponent of the Gaussian kernel",
         source=cite("iml", "after eq. (1.23), the Gaussian kernel"), ledger={"004-rbf": "follows"})
def exponent(p: Script) -> None:
    """−γ‖x − z‖² is −γ‖x‖² − γ‖z‖² + 2γ⟨x, z⟩."""
    x, z = p.vectors("x z")
    gamma = p.real("γ")
    p.calc(-gamma * ((x - z) @ (x - z)),
           "==", -gamma * (x @ x) - gamma * (z @ z) + 2 * gamma * kernels.linear(x, z), "bilinearity")


@proved_by_coq("exponential-series-positive", title="A partial sum of exp(2γ⟨x, z⟩) is positive semi-definite",
               source=cite("iml", "after eq. (1.23), the Gaussian kernel"), ledger={"004-rbf": "follows"},
               file="GaussianKernel")
def series_positive(p: Script) -> None:
    """Take any points x₁, …, xₙ with coefficients aᵢ, any γ ≥ 0 and any degree d. Let t = 2γ⟨xᵢ, xⱼ⟩. The sum q of
    aᵢaⱼ(1 + t + t²/2! + … + tᵈ/d!) over all pairs is not negative.

    A run builds the sum as in polynomial-kernel-positive. s[i] is the sum of the series up to the degree m for xᵢ and
    the next point z, and k[i] is its last term. For z and z these are σ and o. r is 1/(m + 1).
    """
    x, z, after = p.vectors("x[i] z z'")
    gamma, k, o, e, own, m, r = p.reals("γ k[i] o s[i] σ m r")
    more, again = 2 * gamma * r * k * (x @ z), 2 * gamma * r * o * (z @ z)
    p.assume(width=gamma >= 0)
    pairs_of(p, x, z, after, e, own, m, [(k, more, 1), (o, again, 1), (e, e + more, 1), (own, own + again, 1)],
             [r], {"inverse": lambda u: Eq((1 - u) * (r * (m + 1) - 1), 0)})


@theorem("exponential-series-remainder",
         title="From the n-th on, n + 1 ≥ 2|t|, the partial sums of exp(t) are within 2|t|ⁿ/n! of each other",
         source=cite("iml", "after eq. (1.23), the Gaussian kernel"), ledger={"004-rbf": "follows"})
def series_remainder(p: Script) -> None:
    """Let S₀ be a partial sum of the series of exp(t), and let τ₀ = tⁿ/n! be the next term, with n + 1 ≥ 2|t|. For k =
    n, n + 1, … the next term is t/(k + 1) times the term before. Any number of these terms change the sum by at most
    2|τ₀|, and the k-th term is at most |τ₀|/(k − n + 1) in absolute value.

    So the partial sums converge to exp(t). τ₀ may be any number. u, m₀ and m are the absolute values of t, τ₀ and τ.
    """
    t, u, n, k, total, start, term, first, m, m0, r = p.reals("t u n k S S₀ τ τ₀ m m₀ r")
    p.assume(first_absolute=Eq(m0**2, first**2), first_size=m0 >= 0, absolute=Eq(u**2, t**2), size=u >= 0,
             half=n + 1 >= 2 * u)
    p.run([(total, start, total + term), (term, first, term * t * r), (m, m0, m * u * r), (k, n, k + 1)], [r],
          {"inverse": Eq(r * (k + 1), 1)})
    p.show(above=total - start <= 2 * m0, below=start - total <= 2 * m0, next=(k - n + 1) * m <= m0,
           absolute=Eq(m**2, term**2), sign=m >= 0)
    with p.induction(sign=m >= 0, value=Eq(m**2, term**2), more=k >= n, above=total - start <= 2 * m0 - 2 * m,
                     below=start - total <= 2 * m0 - 2 * m, next=(k - n + 1) * m <= m0):
        p.have("after", k + 1 >= 0, "more", "half", "size")
        p.have("share", r >= 0, "after", square(r), "inverse")
        p.have("factor", 2 * (u * r) <= 1, "share * half", "share * more", "inverse")
        p.have("ratio", u * r >= 0, "size * share")
        p.have("upper", term <= m, "value", "sign")
        p.have("lower", -term <= m, "value", "sign")
        p.have("smaller", 2 * (m * u * r) <= m, "sign * factor")
        p.have("sign'", m * u * r >= 0, "sign * ratio")
        p.have("value'", Eq((m * u * r) ** 2, (term * t * r) ** 2), "value", "absolute")
        p.have("next'", (k - n + 2) * (m * u * r) <= m0, "next", "smaller", "more * smaller", "more * sign'", "sign'")
        p.conclude("upper", "lower", "smaller", "sign'", "value'", "next'", "more", "above", "below")
    p.conclude("above", "below", "next", "value", "sign")


@theorem("limit-of-kernels-gram-positive",
         title="Within δ of a kernel, the sum over all pairs of points is at least −δ(Σ|a|)²",
         source=cite("iml", "after eq. (1.23), the Gaussian kernel"), ledger={"004-rbf": "follows"})
def limit_gram_positive(p: Script) -> None:
    """Let K be within δ of a kernel, |K(x, z) − ⟨φ, ψ⟩| ≤ δ for all points, with feature vectors φ and ψ. For points
    with coefficients aᵢ let q be the sum of aᵢaⱼK over all pairs. Then q ≥ ‖Σ aᵢφᵢ‖² − δ(Σ|aᵢ|)².

    A run visits the points one by one, possibly several times, and adds a number c to the coefficient of the visited
    point. This adds two terms to q: c² times the value d of K at this point, and 2c times the sum of aᵢK over all
    points. φ[i] are the feature vectors, z is the feature vector of the visited point, and e[i] is 1 for this point and
    0 for the others. B[i] is the sum of all |c| at point i. It is |a[i]| if each point is visited once.
    """
    phi, z = p.vectors("φ[i] z")
    delta, a, B, q, e, c, m, value, own = p.reals("δ a[i] B[i] q e[i] c m K[i] d")
    s = p.let("s", Sum(a * phi))
    state = [(a, 0, a + c * e), (B, 0, B + m * e), (q, 0, q + 2 * c * Sum(a * value) + c**2 * own)]
    p.run(state, [z, e, c, m, value, own],
          {"indicator": Eq(e**2, e), "one": Eq(Sum(e), 1), "point": Eq(e * ((phi - z) @ (phi - z)), 0),
           "absolute": Eq(m**2, c**2), "size": m >= 0,
           "close_above": value - phi @ z <= delta, "close_below": phi @ z - value <= delta,
           "own": z @ z - own <= delta})
    p.show(pairs=q >= s @ s - delta * Sum(B) ** 2)
    with p.induction(upper=a <= B, lower=-a <= B, form=q >= s @ s - delta * Sum(B) ** 2):
        p.have("chosen", e >= 0, "indicator", square(e))
        p.have("more", c <= m, "absolute", "size")
        p.have("less", -c <= m, "absolute", "size")
        p.have("upper'", a + c * e <= B + m * e, "upper", "chosen * more")
        p.have("lower'", -(a + c * e) <= B + m * e, "lower", "chosen * less")
        y = p.let("y", Sum(e * phi))
        for t in (s, y, z):
            p.have(f"each with {t}", Eq(t @ (e * phi), t @ (e * z)),
                   by("equal-vectors-have-equal-products", u=e * phi, v=e * z, w=t), "point")
            p.sum(f"each with {t}", f"all with {t}")
            p.have(f"with {t}", Eq(t @ y, t @ z), f"all with {t}", "one")
        p.have("at most", a * (value - phi @ z) <= B * delta, "close_above * lower", "close_below * upper")
        p.have("at least", -a * (value - phi @ z) <= B * delta, "close_above * upper", "close_below * lower")
        p.sum("at most", "sum above")
        p.sum("at least", "sum below")
        p.have("cross", c * (Sum(a * value) - s @ z) >= -m * delta * Sum(B), "sum above * more", "sum below * less",
               "sum above * less", "sum below * more")
        p.have("square", c**2 * (own - z @ z) >= -(m**2) * delta, "own", square(c), "absolute")
        p.conclude("form", "cross", "square", "one", "with s", "with y", "with z", "upper'", "lower'")
    p.conclude("form")

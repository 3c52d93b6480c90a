"""The Gaussian kernel exp(−γ‖x − z‖²), γ > 0, by the series of exp: a limit of kernels.

Main statements
    gaussian-exponent                 −γ‖x − z‖² = −γ‖x‖² − γ‖z‖² + 2γ⟨x, z⟩
    exponential-series-feature-map    every partial sum of exp(2γ⟨x, z⟩), times g(x)g(z), is a kernel
    limit-of-kernels-gram-positive    what is within δ of a kernel has Σᵢⱼ aᵢaⱼk(xᵢ, xⱼ) ≥ −δ(Σ|aᵢ|)², for every n

How they make the Gaussian kernel positive semi-definite, for every n: let g(x) = exp(−γ‖x‖²). By the first statement
and exp(u + v) = exp(u)exp(v), the kernel is g(x)g(z)·exp(t) with t = 2γ⟨x, z⟩. The partial sums S of exp(t) = Σ tᵏ/k!
come as close to it as wanted, at the finitely many pairs of points at once. By the second statement each g(x)g(z)S is
a kernel; so by the third, the sum over all pairs is at least −δ(Σ|aᵢ|)² for every δ > 0: it is not negative.

Implementation notes
    exp itself is no term of the language. Of it nothing is used but the law of exponents and its series, as just said.
    A feature vector in a larger space (a tuple of vectors, or a pair) is given by its inner product.
"""

from sympy import Eq

from ...algorithms import kernels
from ..language import Sum, equal
from ..ledger import cite, theorem
from ..page import square


@theorem(
    "gaussian-exponent",
    title="The exponent of the Gaussian kernel",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger=["004-rbf"],
)
def exponent(p):
    """−γ‖x − z‖² is −γ‖x‖² − γ‖z‖² + 2γ⟨x, z⟩."""
    x, z = p.vectors("x z")
    gamma = p.real("γ")
    p.calc(-gamma * ((x - z) @ (x - z)),
           "==", -gamma * (x @ x) - gamma * (z @ z) + 2 * gamma * kernels.linear(x, z), "bilinearity")  # fmt: skip


@theorem(
    "exponential-series-feature-map",
    title="A partial sum of exp(2γ⟨x, z⟩) is an inner product of feature vectors",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger=["004-rbf"],
)
def series_feature_map(p):
    """Let t = 2γ⟨x, z⟩, and τ a product of factors rt, one with r = 1/(k + 1) for each k < n, so that τ = tⁿ/n!. It has
    the feature vectors P of x and Q of z: 1 = e for n = 0, then the tuples (c·x[i]P)ᵢ and (c·z[i]Q)ᵢ with c² = 2γr.
    With the pairs (Φ, P) and (Ψ, Q) as the next Φ and Ψ, which start at 0, the sum S of the first terms is ⟨Φ, Ψ⟩,
    and ghS = ⟨gΦ, hΨ⟩ for all numbers g and h.

    There is such a number c because γ is not negative. The r may be any numbers: so the sum of every power series in t
    with coefficients that are not negative is a kernel.
    """
    e, P, Q, P2, Q2, phi, psi, phi2, psi2 = p.vectors("e P Q P' Q' Φ Ψ Φ' Ψ'")
    x, z = p.reals("x[i] z[i]")
    gamma, term, total, r, c, g, h = p.reals("γ τ S r c g h")
    p.assume(one=Eq(e @ e, 1))
    t = 2 * gamma * Sum(x * z)
    terms = [(P, e, P2), (Q, e, Q2), (term, 1, term * (r * t))]
    sums = [(phi, 0, phi2), (psi, 0, psi2), (total, 0, total + term)]
    p.run([*terms, *sums], [P2, Q2, phi2, psi2, r, c],
          {"scale": Eq(c**2, 2 * gamma * r), "tuples": Eq(P2 @ Q2, Sum((c * x * P) @ (c * z * Q))),
           "pairs": Eq(phi2 @ psi2, phi @ psi + P @ Q)})  # fmt: skip
    p.show(term=Eq(P @ Q, term), sum=Eq(phi @ psi, total), kernel=equal((g * phi) @ (h * psi), g * h * total))
    with p.induction({"one-term": Eq(P @ Q, term), "all-terms": Eq(phi @ psi, total)}):
        pass
    p.show("one-term", "all-terms")


@theorem(
    "limit-of-kernels-gram-positive",
    title="A limit of kernels is positive semi-definite, for every number of points",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger=["004-rbf"],
)
def limit_gram_positive(p):
    """Let K be within δ of a kernel, |K(x, z) − ⟨φ, ψ⟩| ≤ δ for all points. For any points x with coefficients a, let
    A = Σ|a|, g = Σ aK(x, z) for any one point z, and q the sum of aa'K over all pairs of points. Then
    |g − ⟨s, ψ⟩| ≤ δA for s = Σ aφ, and q ≥ ‖s‖² − δA², which is at least −δA².

    A new point adds to q the value d = K(x, x) times a², and 2a·G with the sum G = Σ a'K(x', x) over the points before,
    of which |G − ⟨s, φ⟩| ≤ δA is the first conclusion, at z = x. m is |a|.
    """
    s, psi, phi = p.vectors("s ψ φ")
    delta, A, g, q, a, m, value, before, own = p.reals("δ A g q a m K G d")
    gap = g - s @ psi
    state = [(s, 0, s + a * phi), (A, 0, A + m), (g, 0, g + a * value), (q, 0, q + 2 * a * before + a**2 * own)]
    p.run(state, [phi, a, m, value, before, own],
          {"absolute": Eq(m**2, a**2), "size": m >= 0,
           "close_above": value - phi @ psi <= delta, "close_below": phi @ psi - value <= delta,
           "sum_above": before - s @ phi <= delta * A, "sum_below": s @ phi - before <= delta * A,
           "own": phi @ phi - own <= delta})  # fmt: skip
    p.show(value_above=gap <= delta * A, value_below=-gap <= delta * A, pairs=q >= s @ s - delta * A**2)
    with p.induction(above=gap <= delta * A, below=-gap <= delta * A, form=q >= s @ s - delta * A**2):
        p.have("upper", a <= m, "absolute", "size")
        p.have("lower", -a <= m, "absolute", "size")
        p.have("term", a * (value - phi @ psi) <= m * delta, "close_above * lower", "close_below * upper")
        p.have("minus-term", -a * (value - phi @ psi) <= m * delta, "close_above * upper", "close_below * lower")
        p.have("cross", a * (before - s @ phi) >= -m * delta * A, "sum_above * upper", "sum_below * lower")
        p.have("square", a**2 * (own - phi @ phi) >= -(m**2) * delta, "own", square(a), "absolute")
    p.show("above", "below", "form")

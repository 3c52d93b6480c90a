"""The Gaussian kernel exp(−γ‖x − z‖²), γ > 0, by the series of exp: a limit of kernels.

Main statements
    gaussian-kernel-positive          Σᵢⱼ aᵢaⱼ exp(−γ‖xᵢ − xⱼ‖²) is not negative, for every n; proved by Coq only
    gaussian-kernel-gram-positive     the same, if a partial sum of the series is near enough; proved by the kernel
    gaussian-exponent                 −γ‖x − z‖² = −γ‖x‖² − γ‖z‖² + 2γ⟨x, z⟩
    exponential-series-feature-map    every partial sum of exp(2γ⟨x, z⟩), times g(x)g(z), is a kernel
    exponential-series-remainder      the partial sums from the n-th on, n ≥ 2|t|, are within 2|t|ⁿ/n! of each other
    limit-of-kernels-gram-positive    what is within δ of a kernel has Σᵢⱼ aᵢaⱼk(xᵢ, xⱼ) ≥ −δ(Σ|aᵢ|)², for every n

How they make the Gaussian kernel positive semi-definite, for every n: let g(x) = exp(−γ‖x‖²). By the second statement
and exp(u + v) = exp(u)exp(v), the kernel is g(x)g(z)·exp(t) with t = 2γ⟨x, z⟩. The partial sums of exp(t) = Σ tᵏ/k!
are kernels, and come as close to it as wanted, at the finitely many pairs of points at once: closer than |q|/A², if q,
the sum over all pairs, is not 0. That makes q positive.

Implementation notes
    The kernel has no rule for limits. Of exp two things are used in the second claim, and are hypotheses: the law of
    exponents, by which the Gaussian kernel is written g(x)g(z)exp(t), and that exp(t) is the limit of its series, by
    which some partial sum is within δ of it at all pairs, for whatever δ > 0. The first claim is about exp itself.
    A feature vector in a larger space (a tuple of vectors, or a pair) is given by its inner product.
"""

from sympy import Abs

from ....algorithms import kernels
from ...statements.language import Eq, Scalar, Sum, Vector, equal, exp, reals
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.script import Script, length, square


@proved_by_coq(
    "gaussian-kernel-positive",
    title="The Gaussian kernel is positive semi-definite",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger=["004-rbf"],
    says="that it is a suitable kernel, without proof",
    file="GaussianKernel",
    completes="gaussian-kernel-gram-positive",
)
def gaussian_positive(p: Script) -> None:
    """For any points xᵢ and coefficients aᵢ, i = 1, …, n, the sum q of aᵢaⱼexp(−γ‖xᵢ − xⱼ‖²) over all pairs is not
    negative, for every γ ≥ 0 and every n.

    The sum is built up, and with it the coefficients, which all are 0 first: a step changes those of the points that
    are equal to z, by numbers t of the sum T. It changes q by 2T·Σ aᵢexp(−γ‖xᵢ − z‖²) + T². Any coefficients are
    reached, one point after another. That q is the double sum, and what it is at any coefficients, is shown in Coq.
    """
    x, z = p.vectors("x[i] z")
    gamma, a, q, t = p.reals("γ a[i] q t[i]")

    def kernel(u: Vector, v: Vector) -> Scalar:
        return exp(-gamma * ((u - v) @ (u - v)))

    grown = q + 2 * Sum(t) * Sum(a * kernel(x, z)) + Sum(t) ** 2
    p.run([(a, 0, a + t), (q, 0, grown)], [z, t], {"equal_to_z": Eq(t * ((x - z) @ (x - z)), 0)})
    p.assume(width=gamma >= 0)
    p.show(positive=q >= 0)


@theorem(
    "gaussian-kernel-gram-positive",
    title="The Gaussian kernel is positive semi-definite, if the partial sums of its series come near enough",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger=["004-rbf"],
    says="that it is a suitable kernel, without proof; here exp is what its series tends to, and turns sums into "
    "products",
    supposes={
        "sum_above": "a partial sum of the series is within δ of exp(2γ⟨x, z⟩) for all pairs of points, and exp turns "
        "sums into products",
        "sum_below": "a partial sum of the series is within δ of exp(2γ⟨x, z⟩) for all pairs of points, and exp turns "
        "sums into products",
        "own": "a partial sum of the series is within δ of exp(2γ⟨x, z⟩) for all pairs of points",
        "close": "δ is as small as that, as it can be for q ≠ 0, since the series has a limit",
    },
)
def gaussian_gram_positive(p: Script) -> None:
    """Let the Gaussian kernel of points x and z be g(x)g(z)E(x, z), where g(x) = exp(−γ‖x‖²) and E(x, z) is the value
    of exp(2γ⟨x, z⟩), and let a partial sum ⟨φ, ψ⟩ of the series be within δ of E for all pairs of points. For any
    points x with coefficients a, let q be the sum of aa'g(x)g(x')E(x, x') over all pairs, A = Σ|a·g(x)|, and
    s = Σ a·g(x)φ. Then q ≥ ‖s‖² − δA²; and if δA² < |q|, then q = |q|, that is q > 0.

    For q ≠ 0 there is such a δ > 0, and because exp(t) is the limit of its partial sums, there are φ for it: so q is
    not negative. That partial sums are kernels is exponential-series-feature-map. A new point adds to q its own
    d = E(x, x) times (a·g(x))², and 2a·g(x) times the sum G of a'g(x')E(x', x) over the points before, of which
    |G − ⟨s, φ⟩| ≤ δA is limit-of-kernels-gram-positive. m is |a·g(x)|.
    """
    s, phi = p.vectors("s φ")
    delta, A, q, a, g, m, before, own = p.reals("δ A q a g m G d")
    c = a * g
    p.run([(s, 0, s + c * phi), (A, 0, A + m), (q, 0, q + 2 * c * before + c**2 * own)], [phi, a, g, m, before, own],
          {"absolute": Eq(m**2, c**2), "size": m >= 0,
           "sum_above": before - s @ phi <= delta * A, "sum_below": s @ phi - before <= delta * A,
           "own": phi @ phi - own <= delta})  # fmt: skip
    p.assume(close=delta * A**2 < Abs(q))
    p.show(pairs=q >= s @ s - delta * A**2, positive=Eq(Abs(q), q))
    with p.induction(form=q >= s @ s - delta * A**2):
        point_within_tolerance(p, c, m, before - s @ phi, own - phi @ phi)
    p.have("length", s @ s >= 0, length(s))
    p.have("least", q > -Abs(q), "form", "length", "close")
    with p.proving("itself", Eq(Abs(q), q)):
        with p.case(q >= 0):
            p.conclude("case")
        with p.case(q < 0):
            p.have("opposite", Eq(Abs(q), -q), "case")
            p.conclude("opposite", "least")
    p.conclude("form", "itself")


def point_within_tolerance(p: Script, a: Scalar, m: Scalar, before: Scalar, own: Scalar) -> None:
    """In a step with the coefficient a, |a| = m: derive what the errors at the new point do to the sum over all pairs:
    that of the sum over the points before, within δA, and that of its own value, at least −δ.
    """
    delta, A = reals("δ A")
    p.have("upper", a <= m, "absolute", "size")
    p.have("lower", -a <= m, "absolute", "size")
    p.have("cross", a * before >= -m * delta * A, "sum_above * upper", "sum_below * lower")
    p.have("square", a**2 * own >= -(m**2) * delta, "own", square(a), "absolute")


@theorem(
    "gaussian-exponent",
    title="The exponent of the Gaussian kernel",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger={"004-rbf": "follows"},
)
def exponent(p: Script) -> None:
    """−γ‖x − z‖² is −γ‖x‖² − γ‖z‖² + 2γ⟨x, z⟩."""
    x, z = p.vectors("x z")
    gamma = p.real("γ")
    p.calc(-gamma * ((x - z) @ (x - z)),
           "==", -gamma * (x @ x) - gamma * (z @ z) + 2 * gamma * kernels.linear(x, z), "bilinearity")  # fmt: skip


@theorem(
    "exponential-series-feature-map",
    title="A partial sum of exp(2γ⟨x, z⟩) is an inner product of feature vectors",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger={"004-rbf": "follows"},
    supposes={
        "tuples": "there is a larger space with an inner product that has the tuples as its elements",
        "pairs": "there is a larger space with an inner product that has the pairs as its elements",
    },
)
def series_feature_map(p: Script) -> None:
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
    p.conclude("one-term", "all-terms")


@theorem(
    "exponential-series-remainder",
    title="Terms that at least halve, as those of the exponential series do, add at most twice the first",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger={"004-rbf": "follows"},
    supposes={
        "half": "n + 1 ≥ 2|t| for the series of exp(t), whose terms these are; that the partial sums have a limit, "
        "exp(t), is not said",
    },
)
def series_remainder(p: Script) -> None:
    """Let S and τ = tⁿ/n! be a partial sum of the series of exp(t) and the term that comes next, n + 1 ≥ 2|t|. Further
    terms, each |t|/(n + 1) ≤ ½ times as large as the one before, change S by at most 2|τ|, however many they are; and
    after k of them the next, of the absolute value m, is at most |τ|/(k + 1).

    So the partial sums have a limit, exp(t), and come as close to it as wanted. c is the factor between two terms, S₀
    and τ₀ are S and τ at the start, and m and m₀ the absolute values of τ and τ₀.
    """
    total, start, term, first, m, m0, k, c, size = p.reals("S S₀ τ τ₀ m m₀ k c r")
    p.assume(first_absolute=Eq(m0**2, first**2), first_size=m0 >= 0)
    p.run([(total, start, total + term), (term, first, term * c), (m, m0, m * size), (k, 0, k + 1)], [c, size],
          {"absolute": Eq(size**2, c**2), "sign": size >= 0, "half": 2 * size <= 1})  # fmt: skip
    p.show(above=total - start <= 2 * m0, below=start - total <= 2 * m0, next=(k + 1) * m <= m0,
           absolute=Eq(m**2, term**2), sign=m >= 0)  # fmt: skip
    with p.induction(size=m >= 0, value=Eq(m**2, term**2), count=k >= 0, above=total - start <= 2 * m0 - 2 * m,
                     below=start - total <= 2 * m0 - 2 * m, next=(k + 1) * m <= m0):  # fmt: skip
        p.have("upper", term <= m, "value", "size")
        p.have("lower", -term <= m, "value", "size")
        p.have("smaller", 2 * (m * size) <= m, "size * half")
        p.have("size'", m * size >= 0, "size * sign")
        p.have("value'", Eq((m * size) ** 2, (term * c) ** 2), "value", "absolute")
        p.have("next'", (k + 2) * (m * size) <= m0, "next", "smaller", "count * smaller", "count * size'", "size'")
        p.conclude("upper", "lower", "smaller", "size'", "value'", "next'", "count", "above", "below")
    p.conclude("above", "below", "next", "value", "size")


@theorem(
    "limit-of-kernels-gram-positive",
    title="Within δ of a kernel, the sum over all pairs of points is at least −δ(Σ|a|)²",
    source=cite("iml", "after eq. (1.23), the Gaussian kernel"),
    ledger={"004-rbf": "follows"},
    supposes={
        "sum_above": "what value_above and value_below say of one point z, at each point that is added",
        "sum_below": "what value_above and value_below say of one point z, at each point that is added",
    },
)
def limit_gram_positive(p: Script) -> None:
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
        point_within_tolerance(p, a, m, before - s @ phi, own - phi @ phi)
        p.have("term", a * (value - phi @ psi) <= m * delta, "close_above * lower", "close_below * upper")
        p.have("minus-term", -a * (value - phi @ psi) <= m * delta, "close_above * upper", "close_below * lower")
    p.conclude("above", "below", "form")

"""Farkas' alternative at the nearest point of a cone: a vector lies in the cone, or a hyperplane separates it.

Notation: the cone of the x[i] is the set of all Σ aᵢx[i] with aᵢ ≥ 0.
"""

from ...statements.proof_script import Script, length, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, equal

FARKAS = cite("farkas1902", "the theorem on linear inequalities; here at the nearest point of the cone")


@theorem("cone-nearest-point-condition", title="The nearest point of a cone", source=FARKAS)
def nearest_condition(p: Script) -> None:
    """Let r = c − q. Let q be at least as near to c as q + tx for t = max(0, ⟨r, x⟩)/‖x‖², and at least as near to c as
    (1 + τ)q for a number τ with τ(‖q‖² + n) = ⟨r, q⟩, n ≥ 0. Then ⟨r, x⟩ ≤ 0 and ⟨r, q⟩ = 0.

    Let q be a point of a cone, and x one of the vectors that span it. Since t ≥ 0, q + tx is a point of the cone. If n
    = |⟨r, q⟩|, then τ ≥ −1, so (1 + τ)q is a point of the cone, too. The claim states t by t‖x‖² ≥ ⟨r, x⟩, with t = 0
    or equality.
    """
    c, q, x = p.vectors("c q x")
    t, tau, n = p.reals("t τ n")
    r = p.let("r", c - q)
    p.assume(ahead=t * (x @ x) >= r @ x, tight=Eq(t * (t * (x @ x) - r @ x), 0), size=n >= 0,
             scale=Eq(tau * (q @ q + n), r @ q), least=r @ r <= (r - t * x) @ (r - t * x),
             longer=r @ r <= (r - tau * q) @ (r - tau * q))
    p.show(across=r @ x <= 0, along=Eq(r @ q, 0))
    with p.proving("across'", r @ x <= 0):
        p.suppose_not("some")
        p.have("moved", t * (x @ x) > 0, "ahead", "some")
        p.have("square", x @ x >= 0, length(x))
        with p.proving("positive", t > 0):
            p.suppose_not("not")
            p.conclude("not * square", "moved")
        p.have("no gain", t * (r @ x) <= 0, "least", "tight")
        p.have("gain", t * (r @ x) > 0, "positive * some")
        p.conclude("no gain", "gain")
    with p.proving("along'", Eq(r @ q, 0)):
        p.have("turn", tau**2 * (q @ q + 2 * n) <= 0, "longer", "scale")
        p.have("own", tau**2 * (q @ q) >= 0, length(tau * q))
        p.have("other", tau**2 * n >= 0, "size", square(tau))
        p.have("product", Eq((r @ q) ** 2, tau * (q @ q) * (r @ q) + tau * n * (r @ q)), "scale")
        p.have("first", Eq(tau**2 * (q @ q), 0), "turn", "own", "other")
        p.have("second", Eq(tau**2 * n, 0), "turn", "own", "other")
        p.have("scaled", Eq(tau * (r @ q), tau**2 * (q @ q) + tau**2 * n), "scale")
        p.have("none", Eq(tau * (r @ q), 0), "scaled", "first", "second")
        p.conclude("product", "none")
    p.conclude("across'", "along'")


@theorem("cone-nearest-point-separates",
         title="A vector outside of a cone is separated from it at the nearest point of the cone", source=FARKAS)
def separates(p: Script) -> None:
    """The cone of the x[i] has a point q = Σ mᵢx[i] with mᵢ ≥ 0 such that r = c − q has ⟨r, x[i]⟩ ≤ 0 for every i and
    ⟨r, c⟩ = ‖r‖². If c ≠ q, then ⟨r, c⟩ > 0 ≥ ⟨r, v⟩ for every v = Σ aᵢx[i] with aᵢ ≥ 0 of the cone.
    """
    c, x = p.vectors("c x[i]")
    a = p.real("a[i]")
    m, _ = p.nearest("m[i] β", x, c)
    r, v = p.let("r", c - Sum(m * x)), p.let("v", Sum(a * x))
    p.assume(weights=a >= 0)
    p.show(point=m >= 0, across=r @ x <= 0, length=Eq(r @ c, r @ r), cone=r @ v <= 0)
    p.have("across'", r @ x <= 0, "m[i].across")
    p.have("length'", Eq(r @ c, r @ r), "m[i].along")
    p.have("term", a * (r @ x) <= 0, "weights * across'")
    p.sum("term", "total")
    p.conclude("m[i].sign", "across'", "length'", "total")


@theorem("cone-excludes-separation", title="A vector of a cone is not separated from it", source=FARKAS)
def excludes(p: Script) -> None:
    """Let c = Σ aᵢx[i] with aᵢ ≥ 0. If u = c − q has ⟨u, x[i]⟩ ≤ 0 for every i, then ⟨u, c⟩ ≤ 0. If ⟨u, q⟩ = 0 too,
    then c = q. The point q of the cone nearest to c satisfies both.
    """
    q, x = p.vectors("q x[i]")
    a = p.real("a[i]")
    c = p.let("c", Sum(a * x))
    u = p.let("u", c - q)
    p.assume(weights=a >= 0, across=u @ x <= 0, along=Eq(u @ q, 0))
    p.show(cone=u @ c <= 0, same=equal(c, q))
    p.have("term", a * (u @ x) <= 0, "weights * across")
    p.sum("term", "total")
    p.have("cone'", u @ c <= 0, "total")
    p.have("short", u @ u <= 0, "cone'", "along")
    p.have("same'", equal(c, q), "short", length(u))
    p.conclude("cone'", "same'")

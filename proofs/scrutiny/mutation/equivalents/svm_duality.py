"""True mutants of the claims on the dual problem."""

from sympy import sqrt

from ....statements.language import Eq
from ....statements.script import Script, length, times
from . import derives


@derives("svm-no-gap-means-kkt", "slackness: S@ and w@ exchanged")
def same_weights(p: Script) -> None:
    """The other conclusion says that S is w."""
    S, w, x = p.vectors("S w x[i]")
    a, y = p.reals("a[i] y[i]")
    p.use("svm-no-gap-means-kkt", name="claim")
    with p.proving("scaled", Eq(a * y * (S @ x), a * y * (w @ x))):
        p.use("equal-vectors-have-equal-products", name="products", u=S, v=w, w=x)
        p.conclude("products")
    p.conclude("claim", "scaled")


@derives("svm-strong-duality", "root1: of 4 times as much", "root1: of 1/4 times as much")
def no_room(p: Script) -> None:
    """Let q = 2 - ⟨S, u - v⟩ and d = |u - v|²: if q > 0, ε = cq/(1 + d) with c = 3/2 or c = 3/4, and `exchanged` says
    that cd >= 2(1 + d), which is false; so q <= 0, and it is the claim for ε = 0.
    """
    S, u, v = p.vectors("S u v")
    e, root = p.reals("ε root1")
    q, d = 2 - S @ (u - v), (u - v) @ (u - v)
    p.have("distance", d >= 0, length(u - v))
    with p.proving("apart", q <= 0):
        p.suppose_not("close")
        p.have("gain", 2 * e * (1 + d) >= q, "step", "close", "root1.sign")
        with p.proving("root", root <= 2 * q):
            p.suppose_not("larger")
            p.have("product", (root - 2 * q) * q > 0, "larger * close")
            p.conclude("larger * root1.sign", "product", "root1.def")
        p.have("most", 2 * e * (1 + d) <= 3 * q, "step", "root")
        p.have("positive", e > 0, "gain", "close", "distance")
        p.have("better", e * d >= 2 * q, "exchanged", times("positive"))
        p.conclude("better", "most", "positive", "close")
    p.have("none", Eq(sqrt(q**2), -q), "apart")
    p.use("svm-strong-duality", {"ε": 0}, name="claim")
    p.conclude("claim")

"""True mutants of the claims on the overflow guard."""

from ....statements.language import Eq
from ....statements.script import Script
from . import derives


@derives("term-growth", "show.conclusion: 1 becomes 2 before M a k", "show.conclusion: M a k becomes M a k^2")
def more_growth(p: Script) -> None:
    """k = 0, or k >= 1 and M >= |x| >= 0."""
    k, M = p.reals("k M")
    p.use("term-growth", name="claim")
    with p.induction(counter=k >= 0, reach=k * M >= 0, more=(k**2 - k) * M >= 0):
        p.have("bound", M >= 0, "least", "most")
        p.conclude("counter", "reach", "more", "bound")
    p.conclude("claim", "rate * reach", "rate * more")


@derives("term-growth", "conclusion: root1 and root2 exchanged")
def way_back(p: Script) -> None:
    """|u0| <= |u| + Mak as well, by the same steps back."""
    u0, u, k, M, a, x, y, start, end = p.reals("u0 u k M a x y root1 root2")
    with p.induction(above=u - u0 <= k * a * M, below=u0 - u <= k * a * M):
        p.have("bound", M >= 0, "least", "most")
        p.have("squares", (y * x) ** 2 <= M**2, "label", "least * most")
        p.use("square-root-monotone", name="upper", u=y * x, v=M)
        p.use("square-root-monotone", name="lower", u=-y * x, v=M)
        p.conclude("above", "below", "rate * upper", "rate * lower")
    p.have("end above", u <= end, "root2.def", "root2.sign")
    p.have("end below", -u <= end, "root2.def", "root2.sign")
    with p.case(u0 >= 0):
        p.have("absolute", Eq(start, u0), "root1.def", "root1.sign", "case")
        p.conclude("absolute", "below", "end above")
    with p.case(u0 < 0):
        p.have("absolute", Eq(start, -u0), "root1.def", "root1.sign", "case")
        p.conclude("absolute", "above", "end below")

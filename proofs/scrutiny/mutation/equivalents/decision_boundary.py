"""True mutants of the claims on the decision boundary."""

from sympy import Abs

from ....statements.language import Eq, norm
from ....statements.script import Script, by, square
from . import derives


@derives("score-keeps-sign-off-boundary", "show.conclusion: 1 becomes -1 before b u@w")
def squares_prevail(p: Script) -> None:
    """With s = ⟨w, x⟩ and d = ⟨w, u - x⟩, so that d² < (s + b)², the left side is s² + b² + d(s - b): if it is not
    positive, (s² + b²)² is at most d²(s - b)² <= (s² - b²)², so s or b is 0, and then s = b.
    """
    w, x, u = p.vectors("w x u")
    b = p.real("b")
    s, d = w @ x, w @ (u - x)
    p.have("own", norm(w) * norm(u - x) >= 0)
    p.have("lengths", (norm(w) * norm(u - x)) ** 2 < Abs(s + b) ** 2, "near * near", "near * own")
    p.have("small", d**2 < (s + b) ** 2, "lengths", by("cauchy-schwarz", u=w, v=u - x), "definition")
    p.suppose_not("not")
    p.have("size", s**2 + b**2 >= 0, square(s), square(b))
    p.have("squares", (s**2 + b**2) ** 2 <= d**2 * (s - b) ** 2, "not * not", "not * size")
    with p.case(s - b > 0):
        p.have("square", (s - b) ** 2 > 0, "case * case")
        p.have("less", d**2 * (s - b) ** 2 < (s + b) ** 2 * (s - b) ** 2, "small * square")
        p.conclude("less", "squares", square(s * b))
    with p.case(s - b < 0):
        p.have("square", (s - b) ** 2 > 0, "case * case")
        p.have("less", d**2 * (s - b) ** 2 < (s + b) ** 2 * (s - b) ** 2, "small * square")
        p.conclude("less", "squares", square(s * b))
    with p.case(Eq(s - b, 0)):
        p.have("no distance", (s + b) ** 2 <= 0, "not", "case")
        p.conclude("small", "no distance", square(d))

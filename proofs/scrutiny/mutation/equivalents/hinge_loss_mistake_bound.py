"""True mutants of the claims on mistakes in terms of hinge losses."""

from sympy import sqrt

from ....statements.language import Scalar, norm, reals, vectors
from ....statements.script import Script, by, length, square, times
from . import derives


def parts() -> tuple[Scalar, Scalar, Scalar]:
    """c = √k, s = √H and U = R|u|."""
    (u,), (R, k, H) = vectors("u"), reals("R k H")
    return sqrt(k), sqrt(H), R * norm(u)


def alignment(p: Script) -> None:
    """Derive that k is whole, and that c² is at most s² + cU: "counter", "whole", "gap"."""
    (u, w), (R, k, L) = vectors("u w"), reals("R k L")
    c, s, U = parts()
    with p.induction(counter=k >= 0, whole=k * (k - 1) >= 0, along=u @ w >= k - L, growth=w @ w <= k * R**2):
        p.conclude("counter", "whole", "along", "loss", "growth", "radius", "label", "mistake")
    p.have("root", c >= 0, "definition")
    p.have("loss root", s >= 0, "definition")
    p.have("size", U >= 0)
    p.have("length", (u @ w) ** 2 <= (c * U) ** 2,
           by("cauchy-schwarz", u=u, v=w), length(u), "growth", "definition")  # fmt: skip
    p.have("length sign", c * U >= 0, "root * size")
    p.have("reach", u @ w <= c * U, "length", "length sign")
    p.have("gap", s**2 + c * U - c**2 >= 0, "along", "reach", "total", "definition")


def small_loss(p: Script) -> None:
    """Derive, for H < 1 and k >= 1, that c >= 1 > s: "one", "above", "shorter"."""
    c, s, _ = parts()
    with p.proving("one", c - 1 >= 0):
        p.suppose_not("less")
        p.conclude("less * root", "less", "some", "definition")
    with p.proving("above", 1 - s > 0):
        p.suppose_not("more")
        p.conclude("more * loss root", "more", "case", "definition")
    p.have("shorter", c - s > 0, "one", "above")


@derives("hinge-loss-mistake-bound", "show.sum: R root1 root2 becomes R root1^2 root2")
def sum_without_root(p: Script) -> None:
    """With k = 0 it is clear, with H >= 1 weaker; otherwise let c = √k >= 1: as k - H <= ⟨u, w⟩ <= R|u|c, R|u| is at
    least c - H/c, and the right side at least k + H(c - 1)(1 - H/k).
    """
    p.use("hinge-loss-mistake-bound", name="claim")
    alignment(p)
    sum_bound(p)
    p.conclude("sum'", "claim")


@derives("hinge-loss-mistake-bound", "show.square: R root1 root2 becomes R root1^2 root2")
def square_without_root(p: Script) -> None:
    """k <= H + R|u|H + R²|u|²: with k = 0 it is clear, with H >= 1 weaker than the claim; otherwise let c = √k >= 1: as
    k - H <= ⟨u, w⟩ <= R|u|c, R|u| is at least c - H/c, and the right side at least k + H(c - 1)(1 - H/k).
    """
    p.use("hinge-loss-mistake-bound", name="claim")
    alignment(p)
    sum_bound(p)
    p.conclude("sum'", "size * total_sign", "claim", "definition")


def sum_bound(p: Script) -> None:
    """Derive k <= H + UH + U²: "sum'"."""
    k, H = reals("k H")
    c, s, U = parts()
    with p.proving("sum'", k <= H + U * s**2 + U**2):
        with p.case(H >= 1):
            with p.proving("larger", s >= 1):
                p.suppose_not("less")
                p.conclude("less * loss root", "less", "case", "definition")
            p.have("more", s**2 >= s, "larger * loss root")
            p.conclude("claim", "more * size")
        with p.case(H < 1):
            p.have("squares", U * s**2 >= 0, "size * total_sign", "definition")
            with p.case(k <= 0, name="updates"):
                p.conclude("updates", "squares", "total_sign", square(U))
            with p.case(k > 0, name="updates"):
                p.have("some", k >= 1, "whole", times("updates"))
                small_loss(p)
                p.have("square", s**2 >= 0, square(s))
                p.have("sum of both", c + s > 0, "one", "loss root")
                p.have("first", s**2 * (c - 1) * (c - s) * (c + s) >= 0, "square * one * shorter * sum of both")
                p.have("difference", c**2 - s**2 >= 0, "shorter * sum of both")
                p.have("second", (s**2 + c * U - c**2) * (c * s**2 + 2 * (c**2 - s**2)) >= 0,
                       "gap * root * square", "gap * difference")  # fmt: skip
                p.have("root square", c**2 > 0, "definition", "updates")
                p.have("bound", s**2 + U * s**2 + U**2 - c**2 >= 0, "first", "second", square(s**2 + c * U - c**2),
                       times("root square"))  # fmt: skip
                p.conclude("bound", "definition")


@derives("hinge-loss-mistake-bound", "show.square: root1^2 becomes root1^3")
def square_with_cube(p: Script) -> None:
    """With k = 0 it is clear, with H >= 1 weaker; otherwise let c = √k >= 1 and s = √H: as c² - s² <= ⟨u, w⟩ <= R|u|c,
    R|u| is at least c - s²/c, and c² times the right side less k is at least s((c - s)(2c² - s²) + s²c(c - 1)) >= 0.
    """
    k, H = p.reals("k H")
    c, s, U = parts()
    p.use("hinge-loss-mistake-bound", name="claim")
    alignment(p)
    with p.proving("square'", k <= U**2 + 2 * U * s + s**3):
        with p.case(H >= 1):
            with p.proving("larger", s >= 1):
                p.suppose_not("less")
                p.conclude("less * loss root", "less", "case", "definition")
            p.have("square", s**2 >= 0, square(s))
            p.have("more", s**3 >= s**2, "larger * square")
            p.conclude("claim", "more", "definition")
        with p.case(H < 1):
            p.have("mixed", U * s >= 0, "size * loss root")
            p.have("cube", s**3 >= 0, "loss root * loss root * loss root")
            with p.case(k <= 0, name="updates"):
                p.conclude("updates", "mixed", "cube", square(U))
            with p.case(k > 0, name="updates"):
                p.have("some", k >= 1, "whole", times("updates"))
                small_loss(p)
                p.have("sum of both", c + s > 0, "one", "loss root")
                p.have("first", s * (c - s) * (c**2 + (c - s) * (c + s)) >= 0, "loss root * shorter * root * root",
                       "loss root * shorter * shorter * sum of both")  # fmt: skip
                p.have("third", s**3 * c * (c - 1) >= 0, "cube * root * one")
                p.have("difference", c**2 - s**2 >= 0, "shorter * sum of both")
                p.have("second", (s**2 + c * U - c**2) * (2 * s * c + 2 * (c**2 - s**2)) >= 0,
                       "gap * root * loss root", "gap * difference")  # fmt: skip
                p.have("root square", c**2 > 0, "definition", "updates")
                p.have("bound", U**2 + 2 * U * s + s**3 - c**2 >= 0, "first", "second", "third",
                       square(s**2 + c * U - c**2), times("root square"))  # fmt: skip
                p.conclude("bound", "definition")
    p.conclude("square'", "claim")

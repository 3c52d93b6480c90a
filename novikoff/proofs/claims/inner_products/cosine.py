"""The cosine and the sine of the angle between two vectors.

Implementation notes
    u ≠ 0 is written ⟨u, u⟩ > 0, which is the same in an inner-product space.
"""

from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, norm


@theorem("cosine-at-most-one", title="A cosine is at most 1", source=cite("steele2004", "chapter 1"))
def at_most_one(p: Script) -> None:
    """The cosine of the angle between two vectors that are not zero is at most 1."""
    u, v = p.vectors("u v")
    p.assume(first=u @ u > 0, second=v @ v > 0)
    p.show(conclusion=u @ v / (norm(u) * norm(v)) <= 1)
    p.use("cauchy-schwarz-norm", name="cauchy-schwarz")
    p.have("first-sign", 1 / norm(u) >= 0, square(1 / norm(u)))
    p.have("second-sign", 1 / norm(v) >= 0, square(1 / norm(v)))
    p.have("sign", 1 / (norm(u) * norm(v)) >= 0, "first-sign * second-sign")
    p.conclude("cauchy-schwarz * sign")


@theorem("sines-triangle", title="The sine of an angle is at most the sum of the sines of two angles that make it up",
         source=cite("dragomir2005", "Krein's inequality for angles, in its form for sines"))
def sines(p: Script) -> None:
    """If ‖x‖ = ‖y‖ = ‖z‖ = 1, r, s ≥ 0, r² = 1 − ⟨x, y⟩², s² = 1 − ⟨y, z⟩² and t² = 1 − ⟨x, z⟩², then t ≤ r + s.

    r is the length of u = x − ⟨x, y⟩y, s is the length of v = y − ⟨y, z⟩z, and t is at most the length of u + ⟨x, y⟩v.
    """
    (x, y, z), (r, s, t) = p.vectors("x y z"), p.reals("r s t")
    c, d = x @ y, y @ z
    p.assume(x=Eq(x @ x, 1), y=Eq(y @ y, 1), z=Eq(z @ z, 1), r_sign=r >= 0, s_sign=s >= 0,
             r=Eq(r**2, 1 - c**2), s=Eq(s**2, 1 - d**2), t=Eq(t**2, 1 - (x @ z) ** 2))
    p.show(conclusion=t <= r + s)
    u, v = x - c * y, y - d * z
    p.have("first", Eq(u @ u, r**2), "x", "y", "r")
    p.have("second", Eq(v @ v, s**2), "y", "z", "s")
    p.have("product", r * s >= 0, "r_sign * s_sign")
    p.use("cauchy-schwarz", name="cs", u=u, v=v)
    p.have("inner", (c * (u @ v)) ** 2 <= (r * s) ** 2, "cs", "first", "second", "r", square(r * (u @ v)),
           square(c * r * s))
    with p.proving("mixed", c * (u @ v) <= r * s):
        p.suppose_not("more")
        p.conclude("product * more", "inner", times("more", "more"))
    w = u + c * v
    p.have("square", Eq(w @ w, r**2 + 2 * c * (u @ v) + c**2 * s**2), "first", "second")
    p.have("near", t**2 <= w @ w, "t", "x", "z", square(x @ z - c * d))
    p.have("short", c**2 * s**2 <= s**2, "r", square(r * s))
    p.have("squared", t**2 <= (r + s) ** 2, "near", "square", "mixed", "short")
    p.suppose_not("no")
    p.have("sum", r + s >= 0, "r_sign", "s_sign")
    p.conclude("sum * no", "squared", times("no", "no"))

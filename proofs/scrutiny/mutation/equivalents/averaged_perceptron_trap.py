"""True mutants of the claims on the averaged perceptron."""

from ....statements.language import Eq
from ....statements.script import Script, by, length, times
from . import derives


@derives("average-separates-as-stated", "correct: > becomes <", "mistake: >= becomes >")
def no_visit(p: Script) -> None:
    """No step is allowed at w = 0, so w stays 0, which right_v denies."""
    w, v, z = p.vectors("w v z")
    r, m = p.reals("r m")
    score = r * (w @ v) + (1 - r) * (w @ z)
    with p.induction(rest=Eq(w @ w, 0)):
        p.suppose_not("moved")
        p.have("square with v", (w @ v) ** 2 <= 0, by("cauchy-schwarz", u=w, v=v), "rest")
        p.have("square with z", (w @ z) ** 2 <= 0, by("cauchy-schwarz", u=w, v=z), "rest")
        p.have("with v", Eq(w @ v, 0), "square with v")
        p.have("with z", Eq(w @ z, 0), "square with z")
        p.have("score", Eq(score, 0), "with v", "with z")
        p.have("scaled", Eq(m * score, 0), "score")
        p.conclude("correct", "mistake", "choice", "score", "scaled")
    p.have("square with v", (w @ v) ** 2 <= 0, by("cauchy-schwarz", u=w, v=v), "rest")
    p.have("with v", Eq(w @ v, 0), "square with v")
    p.conclude("with v", "right_v")


@derives("average-separates-as-stated", "mistake: >= becomes <=")
def right_updates(p: Script) -> None:
    """If ⟨v, z⟩ < 0, what is taken first is all that is ever taken, and the other is not right at the end; otherwise
    each w is a sum of copies of v and z, so each term of S has products >= 0 with both, the last > 0.
    """
    w, v, z, S = p.vectors("w v z S")
    r, m = p.reals("r m")
    p.have("v length", v @ v >= 0, length(v))
    p.have("z length", z @ z >= 0, length(z))
    with p.case(v @ z >= 0):
        with p.induction(w_v=w @ v >= 0, w_z=w @ z >= 0, S_v=S @ v >= w @ v, S_z=S @ z >= w @ z):
            p.have("used", m >= 0, "choice")
            p.have("first", r >= 0, "sample")
            p.have("second", 1 - r >= 0, "sample")
            p.conclude("w_v", "w_z", "S_v", "S_z", "used * first * v length", "used * second * z length",
                   "used * first * case", "used * second * case")  # fmt: skip
        p.conclude("S_v", "S_z", "right_v", "right_z")
    with p.case(v @ z < 0):
        K, V, Z = -v @ z, v @ v, z @ z
        a, c = w @ v, w @ z
        f, g = K * a + V * c, Z * a + K * c
        p.have("angle", K > 0, "case")
        p.have("G", V * Z - K**2 >= 0, by("cauchy-schwarz", u=v, v=z))
        with p.induction(above_v=f >= 0, above_z=g >= 0, on_a_side=f * g <= 0):
            p.have("used", m >= 0, "choice")
            p.have("first", r >= 0, "sample")
            p.have("second", 1 - r >= 0, "sample")
            p.have("product", Eq(f * g, 0), "on_a_side", "above_v * above_z")
            with p.case(r > 0, name="which"):
                p.have("one", Eq(r, 1), "sample", times("which"))
                with p.proving("side", Eq(m * f, 0)):
                    with p.case(m > 0, name="visit"):
                        p.have("counted", Eq(m, 1), "choice", times("visit"))
                        p.have("right", a >= 0, "mistake", "one", "counted")
                        p.have("square", K * f**2 <= 0, "product", "right * above_v * G")
                        p.have("small", f**2 <= 0, "square", times("angle"))
                        p.have("flat", Eq(f, 0), "small")
                        p.conclude("flat")
                    with p.case(m <= 0, name="visit"):
                        p.have("none", Eq(m, 0), "visit", "used")
                        p.conclude("none")
                p.have("scaled", Eq(m * f * (V * Z - K**2), 0), "side")
                p.conclude("one", "above_v", "above_z", "product", "scaled", "used * G")
            with p.case(r <= 0, name="which"):
                p.have("zero", Eq(r, 0), "first", "which")
                with p.proving("side", Eq(m * g, 0)):
                    with p.case(m > 0, name="visit"):
                        p.have("counted", Eq(m, 1), "choice", times("visit"))
                        p.have("right", c >= 0, "mistake", "zero", "counted")
                        p.have("square", K * g**2 <= 0, "product", "right * above_z * G")
                        p.have("small", g**2 <= 0, "square", times("angle"))
                        p.have("flat", Eq(g, 0), "small")
                        p.conclude("flat")
                    with p.case(m <= 0, name="visit"):
                        p.have("none", Eq(m, 0), "visit", "used")
                        p.conclude("none")
                p.have("scaled", Eq(m * g * (V * Z - K**2), 0), "side")
                p.conclude("zero", "above_v", "above_z", "product", "scaled", "used * G")
        p.have("product", Eq(f * g, 0), "on_a_side", "above_v * above_z")
        p.have("square", K * f**2 <= 0, "product", "right_v * above_v * G")
        p.have("small", f**2 <= 0, "square", times("angle"))
        p.have("positive", f > 0, "angle * right_v", "v length * right_z")
        p.have("large", f**2 > 0, "positive * positive")
        p.conclude("small", "large")


@derives("average-separates-after-enough-visits", "show.conclusion: 1 becomes -1 before S@z")
def opposite_visits(p: Script) -> None:
    """By Novikoff's bound |⟨S, z⟩| <= N·D³/γ < n⟨w, z⟩: it is the claim for -z and -n."""
    z, n = p.vector("z"), p.real("n")
    p.use("average-separates-after-enough-visits", {"z": -z, "n": -n}, name="claim")

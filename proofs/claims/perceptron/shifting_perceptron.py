"""The shifting perceptron on separable data.

Main statements
    shifting-perceptron-length             ((2λ − 1)(k − 1) + λ²)‖w‖² ≤ λ²R² after k mistakes, for λ > 1/2
    shifting-perceptron-separable-bound    k ≤ 1 + λ²/(2λ − 1)·(R²‖u‖²/γ² − 1) mistakes, for λ > 1/2

Notation: x is a signed vector, ‖x‖ ≤ R. A mistake, ⟨w, x⟩ ≤ 0, makes w the vector w + s(x − w) with (λ + k)s = λ, where
k mistakes were made before. For λ = 1 the bound is Novikoff's.
"""

from ....algorithms import shifting_perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Scalar, Vector
from ...statements.registry import cite, theorem
from ...statements.script import Script, length, square, times

SOURCE = "cavallanti2007"


def stepped(w: Vector, x: Vector, part: Scalar) -> Vector:
    """The weights after the shipped step."""
    after: Vector = shifting_perceptron.update(State(w, 0), x, 1, share=part, bias_step=0).w
    return after


def show_shorter(p: Script, w: Vector, x: Vector, after: Vector, lam: Scalar, R: Scalar, k: Scalar) -> None:
    """Derive "shorter", the length after a mistake, from "a", 2λ − 1 > 0, "number", k ≥ 0, "short", "share", "mistake"
    and "radius"; on the way "lam", "all" and "size".
    """
    a, N = 2 * lam - 1, w @ w
    p.have("lam", lam > 0, "a")
    p.have("all", lam + k > 0, "lam", "number")
    p.have("size", N >= 0, length(w))
    p.have("mixed", k * lam * (w @ x) <= 0, "number * lam * mistake")
    p.have("wide", lam**2 * (x @ x) <= lam**2 * R**2, "lam * lam * radius")
    p.have("moved", (lam + k) ** 2 * (after @ after) <= k**2 * N + lam**2 * R**2, "share", "mixed", "wide",
           "definition")  # fmt: skip
    p.have("spread", (lam - 1) ** 2 * N >= 0, square(lam - 1), "size")
    p.have("part", (a * k + lam**2) * k * N <= lam**2 * R**2 * (k + 1), "short * number", "short", "spread")
    p.have("scale", a * k + lam**2 > 0, "a * number", "lam * lam")
    p.have("whole", (a * k + lam**2) * (lam + k) ** 2 * (after @ after) <= lam**2 * R**2 * (lam + k) ** 2,
           "moved * scale", "part * number")  # fmt: skip
    p.have("shorter", (a * k + lam**2) * (after @ after) <= lam**2 * R**2, "whole", times("all", "all"))


@theorem(
    "shifting-perceptron-length",
    title="The weights of the shifting perceptron get shorter",
    source=cite(SOURCE, "the analysis of the shifting perceptron, the length of the weights"),
    says="another bound of the length, which could not be compared",
)
def weights_length(p: Script) -> None:
    """If λ > 1/2 and ‖x‖ ≤ R for all examples, then ((2λ − 1)(k − 1) + λ²)‖w‖² ≤ λ²R² after k mistakes."""
    w, x = p.vectors("w x")
    lam, R, k, s = p.reals("λ R k s")
    p.assume(late=2 * lam > 1)
    after = p.let("w'", stepped(w, x, s))
    p.run([(w, 0, after), (k, 0, k + 1)], [x, s],
          {"share": Eq((lam + k) * s, lam), "mistake": w @ x <= 0, "radius": x @ x <= R**2})  # fmt: skip
    a, N = 2 * lam - 1, w @ w
    p.show(conclusion=(a * (k - 1) + lam**2) * N <= lam**2 * R**2)
    with p.induction(number=k >= 0, short=(a * (k - 1) + lam**2) * N <= lam**2 * R**2):
        p.have("a", a > 0, "late")
        show_shorter(p, w, x, after, lam, R, k)
        p.conclude("number", "shorter")
    p.conclude("short")


@theorem(
    "shifting-perceptron-separable-bound",
    title="The shifting perceptron makes at most 1 + λ²/(2λ − 1)·(R²‖u‖²/γ² − 1) mistakes on separable data",
    source=cite(SOURCE, "the analysis of the shifting perceptron, for one separator without loss"),
    says="a bound for separators that move, which could not be compared; this one was not found there",
)
def separable_bound(p: Script) -> None:
    """If λ > 1/2, ‖x‖ ≤ R and ⟨u, x⟩ ≥ γ > 0 for all examples, then k ≥ 1 mistakes leave ⟨u, w⟩ ≥ γ, and k ≤ 1 + λ²/(2λ
    − 1)·(R²‖u‖²/γ² − 1).
    """
    u, w, x = p.vectors("u w x")
    lam, R, gamma, k, s = p.reals("λ R γ k s")
    p.assume(late=2 * lam > 1, positive=gamma > 0)
    after = p.let("w'", stepped(w, x, s))
    p.run([(w, 0, after), (k, 0, k + 1)], [x, s],
          {"share": Eq((lam + k) * s, lam), "mistake": w @ x <= 0, "radius": x @ x <= R**2,
           "margin": u @ x >= gamma})  # fmt: skip
    p.assume(some=k >= 1)
    a = 2 * lam - 1
    p.show(aligned=u @ w >= gamma, count=k <= 1 + lam**2 / a * (R**2 * (u @ u) / gamma**2 - 1))
    with p.induction(number=k >= 0, aligned=k * (u @ w - gamma) >= 0):
        p.have("all", lam + k > 0, "late", "number")
        p.have("turned", (lam + k) * (u @ after - gamma) >= 0, "share", "aligned", "late * margin", "margin",
               "definition")  # fmt: skip
        p.have("turned'", u @ after - gamma >= 0, "turned", times("all"))
        p.conclude("number", "turned'", "number * turned'")
    p.use("shifting-perceptron-length", name="short")
    p.have("k", k > 0, "some")
    p.have("ahead", u @ w >= gamma, "aligned", times("k"))
    p.have("square", (u @ w) ** 2 >= gamma**2, "ahead * ahead", "ahead * positive")
    p.use("cauchy-schwarz", name="across", u=u, v=w)
    p.have("a", a > 0, "late")
    p.have("scale", a * (k - 1) + lam**2 > 0, "a * some", "late * late", "late")
    p.have("long", u @ u >= 0, length(u))
    p.have("whole", (a * (k - 1) + lam**2) * gamma**2 <= lam**2 * R**2 * (u @ u), "square * scale", "across * scale",
           "short * long")  # fmt: skip
    p.have("all'", a * gamma**2 > 0, "a * positive * positive")
    p.have("count'", k <= 1 + lam**2 / a * (R**2 * (u @ u) / gamma**2 - 1), "whole", "definition", times("all'"))
    p.conclude("ahead", "count'")

"""Convex functions: the definition and its range of α, sums, and the objective of the soft margin.

Notation: a function is given by its values at the points that a statement is about: f0 at u, f1 at v, and fm at the
point (1 − α)u + αv between them. Nothing else is known of u, v and α, so a statement about these values is a statement
about the function.
"""

from typing import Any

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, augment, equal


def between(u: Any, v: Any, a: Scalar) -> Any:
    """Return the point or number (1 − α)u + αv."""
    return (1 - a) * u + a * v


@refuted("convexity-for-every-alpha-as-printed", title="A convex function satisfies the inequality for every α",
         source=cite("slides", "Convex functions"),
         missing="0 ≤ α ≤ 1 (and that D is convex); with every real α the definition leaves nothing but affine "
                 "functions",
         ledger=["003-convex-def"], corrected="convexity-for-every-alpha-means-affine")
def convexity_as_printed(p: Script) -> None:
    """The function f(x) = ‖x‖² satisfies f((1 − α)u + αv) ≤ (1 − α)f(u) + αf(v) for any u, v and α."""
    u, v = p.vectors("u v")
    a = p.real("α")
    point = between(u, v, a)
    p.show(conclusion=point @ point <= between(u @ u, v @ v, a))
    p.counterexample(u=[0], v=[1], values={"α": 2})


@theorem("square-length-convex", title="The square length is convex", source=cite("slides", "Convex functions"),
         ledger=["003-convex-def"], says="0 ≤ α ≤ 1 is not stated")
def square_length_convex(p: Script) -> None:
    """For any u and v, ‖(1 − α)u + αv‖² = (1 − α)‖u‖² + α‖v‖² − α(1 − α)‖u − v‖², which for 0 ≤ α ≤ 1 is at most (1 −
    α)‖u‖² + α‖v‖².
    """
    u, v = p.vectors("u v")
    a = p.real("α")
    p.assume(low=a >= 0, high=a <= 1)
    point, chord = between(u, v, a), between(u @ u, v @ v, a)
    below = a * (1 - a) * ((u - v) @ (u - v))
    p.show(value=Eq(point @ point, chord - below), conclusion=point @ point <= chord)
    p.have("value", Eq(point @ point, chord - below), "bilinearity")
    p.have("gap", (u - v) @ (u - v) >= 0, length(u - v))
    p.have("weights", a * (1 - a) >= 0, "low * high")
    p.conclude("value", "weights * gap")


@theorem("convexity-for-every-alpha-means-affine", title="With every real α only affine functions are convex",
         source=cite("slides", "Convex functions"), ledger=["003-convex-def"], says="0 ≤ α ≤ 1 is not stated")
def means_affine(p: Script) -> None:
    """Let α > 0 and m = (1 − α)u + αv, so that v = (1 − β)u + βm with β = 1/α. If a function satisfies the inequality
    for u, v with α and for u, m with β, then f(m) = (1 − α)f(u) + αf(v).
    """
    f0, f1, fm, a = p.reals("f0 f1 fm α")
    u, v = p.vectors("u v")
    p.assume(positive=a > 0, at_alpha=fm <= between(f0, f1, a), at_beta=f1 <= between(f0, fm, 1 / a))
    p.show(point=equal(between(u, between(u, v, a), 1 / a), v), conclusion=Eq(fm, between(f0, f1, a)))
    p.have("point", equal(between(u, between(u, v, a), 1 / a), v))
    p.have("above", fm >= between(f0, f1, a), "positive * at_beta")
    p.have("value", Eq(fm, between(f0, f1, a)), "above", "at_alpha")
    p.conclude("point", "value")


@theorem("chord-above-graph", title="The line joining two points of the graph lies above the graph",
         source=cite("slides", "Convex functions"), ledger=["003-chord"],
         says="the whole line is above the graph; in fact only the part between the two points is, and this part may "
              "touch the graph")
def chord(p: Script) -> None:
    """In the product of the domain with the real line, the point (1 − α)(u, f(u)) + α(v, f(v)) of the line is
    (m, f(m) + h) with m = (1 − α)u + αv, and h ≥ 0 if f satisfies the inequality for u, v and α.
    """
    u, v = p.vectors("u v")
    f0, f1, fm, a = p.reals("f0 f1 fm α")
    p.assume(convex=fm <= between(f0, f1, a))
    h = p.let("h", between(f0, f1, a) - fm)
    p.show(point=equal(between(augment(u, f0), augment(v, f1), a), augment(between(u, v, a), fm + h)), above=h >= 0)


@theorem("sum-of-convex-is-convex", title="A non-negative sum of convex functions is convex",
         source=cite("slides", "Convex functions, examples"), ledger=["003-sum"])
def sum_of_convex(p: Script) -> None:
    """If finitely many functions satisfy the inequality for u, v and α, and cᵢ ≥ 0, then Σ cᵢfᵢ satisfies it."""
    f0, f1, fm, c, a = p.reals("f0[i] f1[i] fm[i] c[i] α")
    p.assume(convex=fm <= between(f0, f1, a), weights=c >= 0)
    p.show(conclusion=Sum(c * fm) <= between(Sum(c * f0), Sum(c * f1), a))
    p.have("term", c * fm <= c * between(f0, f1, a), "weights * convex")
    p.sum("term", "total")


def hinge_family(p: Script, name: str, state: State, x: Vector, y: Scalar) -> Scalar:
    """Declare the family of the hinge losses at a state: at least 0, at least 1 − m, and one of the two."""
    h = p.real(f"{name}[i]")
    m = perceptron.margin(state, x, y)
    p.assume({f"{name}_sign": h >= 0, f"{name}_line": h >= 1 - m, f"{name}_one": Eq(h * (h - 1 + m), 0)})
    return h


@theorem("square-length-of-a-mean",
         title="The square length of a weighted mean is at most the mean of the square lengths",
         source=cite("steele2004", "chapter 6, Jensen's inequality, for the square length"))
def mean_square(p: Script) -> None:
    """If aᵢ ≥ 0 and Σ aᵢ = 1, then ‖Σ aᵢxᵢ‖² ≤ Σ aᵢ‖xᵢ‖²."""
    x, a = p.vector("x[i]"), p.real("a[i]")
    p.assume(weights=a >= 0, total=Eq(Sum(a), 1))
    mean = p.let("m", Sum(a * x))
    p.show(conclusion=mean @ mean <= Sum(a * (x @ x)))
    p.have("term", a * ((x - mean) @ (x - mean)) >= 0, "weights", length(x - mean))
    p.sum("term", "variance")
    p.conclude("variance", "total")


@theorem("variance-is-mean-square-less-square", title="The variance is the mean square minus the square of the mean",
         source=cite("steele2004", "chapter 6, the defect in Jensen's inequality, for the square length"))
def variance(p: Script) -> None:
    """If Σ aᵢ = 1 and m = Σ aᵢxᵢ, then Σ aᵢ‖xᵢ − m‖² = Σ aᵢ‖xᵢ‖² − ‖m‖², whatever the signs of the aᵢ."""
    x, a = p.vector("x[i]"), p.real("a[i]")
    p.assume(total=Eq(Sum(a), 1))
    mean = p.let("m", Sum(a * x))
    p.conclude("total", conclusion=Eq(Sum(a * ((x - mean) @ (x - mean))), Sum(a * (x @ x)) - mean @ mean))


@theorem("soft-margin-objective-convex", title="The objective of the soft margin is convex",
         source=cite("slides", "Convex functions, SVM"), ledger=["003-svm-convex"],
         says="the objective is convex, without the last term. Four of the hypotheses that define the losses are not "
              "needed: ‘h one’, ‘k one’, ‘l sign’ and ‘l line’.",
         adds={"penalty": "C ≥ 0"})
def objective_convex(p: Script) -> None:
    """For 0 ≤ α ≤ 1 and C ≥ 0, J(w, b) = ‖w‖² + C·Σ max(0, 1 − yᵢf(xᵢ)) at (m, d) = (1 − α)(w, b) + α(v, c) is at most
    (1 − α)J(w, b) + αJ(v, c) − α(1 − α)‖w − v‖².

    The families hᵢ, kᵢ and lᵢ are the losses at (w, b), (v, c) and (m, d).
    """
    w, v, x = p.vectors("w v x[i]")
    b, c, y, a, C = p.reals("b c y[i] α C")
    first, second = State(w, b), State(v, c)
    middle = State(p.let("m", between(w, v, a)), p.let("d", between(b, c, a)))
    p.assume(low=a >= 0, high=a <= 1, penalty=C >= 0)
    h, k = hinge_family(p, "h", first, x, y), hinge_family(p, "k", second, x, y)
    j = hinge_family(p, "l", middle, x, y)

    def cost(state: State, losses: Scalar) -> Scalar:
        return state.w @ state.w + C * Sum(losses)

    p.show(conclusion=cost(middle, j) <= between(cost(first, h), cost(second, k), a)
           - a * (1 - a) * ((w - v) @ (w - v)))
    p.have("rest", 1 - a >= 0, "high")
    p.have("sign", between(h, k, a) >= 0, "rest * h_sign", "low * k_sign")
    p.have("line", between(h, k, a) >= 1 - perceptron.margin(middle, x, y), "rest * h_line", "low * k_line")
    with p.proving("loss", j <= between(h, k, a)):
        with p.case(j > 0):
            p.have("product", j * (between(h, k, a) - j) >= 0, "case * line", "l_one")
            p.conclude("product", times("case"))
        with p.case(j <= 0):
            p.conclude("case", "sign")
    p.sum("loss", "losses")
    p.conclude("penalty * losses")

"""The Widrow–Hoff rule, or LMS: the squared errors of a run compared with the squared errors of any fixed u, on any
data.

Notation: e = y − ⟨w, x⟩ is the error of w, and s = y − ⟨u, x⟩ is the error of u, for any real y. A step changes w to w
+ ηex with the rate η. ‖x‖ ≤ X. The bias is one of the coordinates.
"""

from ....algorithms import widrow_hoff
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector


def stepped(w: Vector, x: Vector, y: Scalar, rate: Scalar) -> Vector:
    """Return the weights after the shipped step."""
    after: Vector = widrow_hoff.update(State(w, 0), x, y, rate=rate, bias_step=0).w
    return after


def error(w: Vector, x: Vector, y: Scalar) -> Scalar:
    """Return y − ⟨w, x⟩."""
    return widrow_hoff.error(State(w, 0), x, y)


@theorem("widrow-hoff-step", title="What a step of the Widrow–Hoff rule brings w nearer to any u",
         source=cite("cesabianchi1996", "the analysis of one step of gradient descent"))
def one_step(p: Script) -> None:
    """With 0 < η and η‖x‖² ≤ a < 1, ‖w − u‖² − ‖w' − u‖² ≥ η(e² − s²/(1 − a))."""
    u, w, x = p.vectors("u w x")
    y, rate, a = p.reals("y η a")
    p.assume(rate=rate > 0, short=rate * (x @ x) <= a, below=a < 1)
    after, e, s = p.let("w'", stepped(w, x, y, rate)), error(w, x, y), error(u, x, y)
    p.show(conclusion=(w - u) @ (w - u) - (after - u) @ (after - u) >= rate * (e**2 - s**2 / (1 - a)))
    p.have("rest", 1 - a > 0, "below")
    p.have("share", 1 / (1 - a) > 0, "rest")
    p.have("square", e**2 >= 0, square(e))
    p.have("long", rate * e**2 * (rate * (x @ x)) <= rate * e**2 * a, "rate * square * short")
    p.have("squared", ((1 - a) * e - s) ** 2 >= 0, square((1 - a) * e - s))
    p.have("mixed", 2 * e * s <= (1 - a) * e**2 + s**2 / (1 - a), "share * squared", "definition")
    p.conclude("long", "rate * mixed")


@theorem("widrow-hoff-loss-bound",
         title="The squared errors of the Widrow–Hoff rule sum to at most X²‖w₀ − u‖²/a + Σ s²/(1 − a)",
         source=cite("cesabianchi1996", "the bound for gradient descent with a fixed rate"))
def loss_bound(p: Script) -> None:
    """Let X > 0, ‖x‖ ≤ X for all examples, and 0 < a < 1. Use the rate a/X² from any w₀. Over any sequence of examples
    with any real y, the sum of the squared errors is at most X²‖w₀ − u‖²/a + Σ s²/(1 − a), for every u.

    Q is the sum of all e², and S is the sum of all s².
    """
    u, w, x, w0 = p.vectors("u w x w0")
    Q, S, y, a, X = p.reals("Q S y a X")
    p.assume(positive=a > 0, below=a < 1, wide=X > 0)
    rate = a / X**2
    p.run([(w, w0, stepped(w, x, y, rate)), (Q, 0, Q + error(w, x, y) ** 2), (S, 0, S + error(u, x, y) ** 2)], [x, y],
          {"radius": x @ x <= X**2})
    total, start = Q, (w0 - u) @ (w0 - u)
    p.show(conclusion=total <= X**2 * start / a + S / (1 - a))
    p.have("square", X**2 > 0, "wide * wide")
    p.have("share", 1 / X**2 > 0, "square")
    p.have("rate", rate > 0, "positive * share")
    p.have("rest", 1 - a > 0, "below")
    with p.induction(potential=rate * (total - S / (1 - a)) + (w - u) @ (w - u) <= start):
        p.have("short", rate * (x @ x) <= a, "rate * radius", "definition")
        p.use("widrow-hoff-step", name="step", η=rate)
        p.conclude("potential", "step")
    p.have("sum", rate * (total - S / (1 - a)) <= start, "potential", length(w - u))
    p.have("scaled", total - S / (1 - a) <= X**2 * start / a, "sum", "definition", times("rate"))
    p.conclude("scaled")


@theorem("widrow-hoff-loss-bound-reached", title="The bound on the squared errors of the Widrow–Hoff rule is reached",
         source=cite("cesabianchi1996", "the bound for gradient descent with a fixed rate"),
         says="upper bounds are tight up to constants. We did not find the data of this claim in the literature that "
              "we searched.")
def loss_bound_reached(p: Script) -> None:
    """Let 0 < a < 1. From 0, visit some of finitely many orthogonal examples x[i] of length X, with any y[i], once
    each, in any order, with the rate a/X². For u = w after these visits, X²‖u‖²/a + Σ (yᵢ − ⟨u, xᵢ⟩)²/(1 − a), over the
    examples visited, is the sum of the squared errors.

    v[i] is 1 for visited examples, and 0 for the others. The indicator d[i] is 1 for x, with the value y.
    """
    w, family = p.vectors("w x[i]")
    values, v, d, Q, y, a, X = p.reals("y[i] v[i] d[i] Q y a X")
    p.assume(wide=X > 0, positive=a > 0, below=a < 1)
    rate, x = a / X**2, p.let("x", Sum(d * family))
    e = error(w, x, y)
    p.run([(w, 0, stepped(w, x, y, rate)), (v, 0, v + d), (Q, 0, Q + e**2)], [d, y], {
        "choice": Eq(d**2, d), "one": Eq(Sum(d), 1), "new": Eq(d * v, 0), "value": Eq(d * y, d * values),
        "products": Eq(x @ family, d * X**2),
    })
    losses = v * error(w, family, values) ** 2
    p.show(conclusion=Eq(Q, X**2 * (w @ w) / a + Sum(losses) / (1 - a)), visits=Eq(v**2, v))
    p.have("square", X**2 > 0, "wide * wide")

    with p.induction(visits=Eq(v**2, v), scores=Eq(w @ family, a * v * values),
                     growth=Eq(X**2 * (w @ w), a**2 * Q), errors=Eq(Q, Sum(v * values**2))):
        p.have("turn", Eq(d * (w @ family), 0), "scores", "new")
        p.sum("turn", "turns")
        p.have("tie", Eq(w @ x, 0), "turns")
        p.have("part", Eq(d * (x @ family), d * X**2), "products", "choice")
        p.sum("part", "parts")
        p.have("own", Eq(x @ x, X**2), "parts", "one")
        p.have("factor", Eq(rate * X**2, a), "definition")

        p.have("squares", Eq(d * values**2, d * y**2), "value", "choice")
        p.sum("squares", "all squares")
        p.conclude("visits", "choice", "new", "scores", "tie", "products", "value", "factor",
                   "growth", "errors", "own", "all squares", "one")
    p.have("loss", Eq(losses, (1 - a) ** 2 * (v * values**2)), "scores", "visits")
    p.sum("loss", "all losses")
    p.have("rest", 1 - a > 0, "below")
    p.have("first part", Eq(X**2 * (w @ w) / a, a * Q), "growth", times("positive"))
    p.have("second part", Eq(Sum(losses) / (1 - a), (1 - a) * Q), "all losses", "errors", times("rest"))
    p.have("conclusion'", Eq(Q, X**2 * (w @ w) / a + Sum(losses) / (1 - a)), "first part", "second part")
    p.conclude("conclusion'", "visits")


@theorem("widrow-hoff-without-noise",
         title="Without errors of u the squared errors sum to at most ‖w₀ − u‖²/(η(2 − ηX²))",
         source=cite("cesabianchi1996", "the case without noise"))
def without_noise(p: Script) -> None:
    """Let ‖x‖ ≤ X and ⟨u, x⟩ = y for all examples. Use a rate η > 0 with ηX² ≤ a < 2 from any w₀. The sum of the
    squared errors is at most ‖w₀ − u‖²/(η(2 − a)). For η = 1/X² and w₀ = 0 the bound is X²‖u‖².
    """
    u, w, x, w0 = p.vectors("u w x w0")
    Q, y, a, rate = p.reals("Q y a η")
    p.assume(rate=rate > 0, below=a < 2)
    e = error(w, x, y)
    p.run([(w, w0, stepped(w, x, y, rate)), (Q, 0, Q + e**2)], [x, y],
          {"short": rate * (x @ x) <= a, "noiseless": Eq(u @ x, y)})
    total, start = Q, (w0 - u) @ (w0 - u)
    p.show(conclusion=total <= start / (rate * (2 - a)))
    p.have("rest", 2 - a > 0, "below")
    p.have("factor", rate * (2 - a) > 0, "rate * rest")
    with p.induction(potential=rate * (2 - a) * total + (w - u) @ (w - u) <= start):
        p.have("square", e**2 >= 0, square(e))
        p.have("long", rate * e**2 * (rate * (x @ x)) <= rate * e**2 * a, "rate * square * short")
        p.have("turn", Eq(u @ x, y), "noiseless")
        p.conclude("potential", "long", "turn")
    p.have("sum", rate * (2 - a) * total <= start, "potential", length(w - u))
    p.conclude("sum", times("factor"))


@theorem("normalised-widrow-hoff-bound",
         title="With the rates a/‖x‖² the errors divided by ‖x‖ have such a bound without a bound on ‖x‖",
         source=cite("cesabianchi1996", "the bound for rates that depend on the example"))
def normalised(p: Script) -> None:
    """With the rate a/‖x‖², 0 < a < 1, from any w₀, Σ e²/‖x‖² is at most ‖w₀ − u‖²/a + Σ s²/((1 − a)‖x‖²) over any
    sequence of examples x ≠ 0 of any lengths with any real y, for every u. q is 1/‖x‖².
    """
    u, w, x, w0 = p.vectors("u w x w0")
    Q, S, y, a = p.reals("Q S y a")
    p.assume(positive=a > 0, below=a < 1)
    q = p.inverse("q", x @ x)
    p.run([(w, w0, stepped(w, x, y, a * q)), (Q, 0, Q + error(w, x, y) ** 2 * q), (S, 0, S + error(u, x, y) ** 2 * q)],
          [x, y], {})
    total, start = Q, (w0 - u) @ (w0 - u)
    p.show(conclusion=total <= start / a + S / (1 - a))
    p.have("rest", 1 - a > 0, "below")
    with p.induction(potential=a * (total - S / (1 - a)) + (w - u) @ (w - u) <= start):
        p.have("share", q >= 0, "q", length(q * x))
        p.have("nonzero", q * (x @ x) > 0, "q")
        p.have("q'", q > 0, "nonzero", length(x), "share")
        p.have("rate", a * q > 0, "positive * q'")
        p.have("short", a * q * (x @ x) <= a, "q")
        p.use("widrow-hoff-step", name="step", η=a * q)
        p.conclude("potential", "step")
    p.have("sum", a * (total - S / (1 - a)) <= start, "potential", length(w - u))
    p.conclude("sum", times("positive"))

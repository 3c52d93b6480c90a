"""The soft margin before any duality: the unconstrained problem, the effect of C, and uniqueness.

Notation: the soft margin is min ‖w‖² + C·Σ ξᵢ over w, b and ξ with yᵢf(xᵢ) ≥ 1 − ξᵢ, ξᵢ ≥ 0, where f(x) = ⟨w, x⟩ + b.
The loss hᵢ = max(0, 1 − yᵢf(xᵢ)) is stated as hᵢ ≥ 0, hᵢ ≥ 1 − yᵢf(xᵢ), and equality in one of the two.

Implementation notes: each proof compares the solution (w, b, ξ) with one competitor. A theorem that does not declare
this competitor concludes that the competitor satisfies the constraints. Only `soft-margin-unique-as-printed` states in
full that (w, b, ξ) is a solution. It states this by a value of the dual problem that equals the value of (w, b, ξ).
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Scalar, Sum, Vector, equal

SOFT = "“Soft” margin solution"


def constrained(p: Script, name: str, state: State, x: Vector, y: Scalar, slack: Scalar) -> None:
    """Assume the constraints of the soft margin."""
    p.assume({f"{name}": perceptron.margin(state, x, y) >= 1 - slack, f"{name}_sign": slack >= 0})


# ------------------------------------------------------------------------------------- without constraints


@theorem("soft-objective-at-hinge", title="The constrained problem as an unconstrained one",
         source=cite("slides", "Optimization"), ledger=["003-unconstrained", "003-always-feasible"],
         adds={"penalty": "C ≥ 0"})
def at_hinge(p: Script) -> None:
    """For any (w, b), the losses hᵢ = max(0, 1 − yᵢf(xᵢ)) satisfy the constraints on the slacks. If C ≥ 0, then ‖w‖² +
    C·Σ hᵢ ≤ ‖w‖² + C·Σ ξᵢ for all slacks ξ that satisfy the constraints. So for every (w, b), the least value over ξ is
    the value of the unconstrained problem.
    """
    w, x = p.vectors("w x[i]")
    b, y, C, h, xi = p.reals("b y[i] C h[i] ξ[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(penalty=C >= 0, loss=Eq(h, Max(0, 1 - margin)))
    constrained(p, "slack", State(w, b), x, y, xi)
    p.use("soft-margin-slack-is-hinge", {"a[i]": y}, name="least")
    p.conclude("least.sign", "least.constraint", "penalty * least.conclusion", sign=h >= 0, constraint=margin >= 1 - h,
               conclusion=w @ w + C * Sum(h) <= w @ w + C * Sum(xi))


@theorem("optimal-slack-is-hinge", title="At a solution the slacks are the losses",
         source=cite("slides", "Optimization"), ledger=["003-unconstrained", "003-xi-equality"],
         adds={"penalty": "C > 0", "least": "(w, b, ξ) is a solution"}, says="the constraints alone imply it")
def optimal_slack(p: Script) -> None:
    """If (w, b, ξ) satisfies the constraints, C > 0 and ‖w‖² + C·Σ ξᵢ ≤ ‖w‖² + C·Σ hᵢ, then ξᵢ = hᵢ for every i, and
    so Σ ξᵢ = Σ hᵢ.

    This conclusion does not need the constraints hᵢ ≥ 0 and hᵢ ≥ 1 − yᵢf(xᵢ) on h.
    """
    w, x = p.vectors("w x[i]")
    b, y, C, h, xi = p.reals("b y[i] C h[i] ξ[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(penalty=C > 0, one=Eq(h * (h - 1 + margin), 0), least=w @ w + C * Sum(xi) <= w @ w + C * Sum(h))
    constrained(p, "slack", State(w, b), x, y, xi)
    p.show(each=Eq(xi, h), total=Eq(Sum(xi), Sum(h)))
    with p.proving("term", h <= xi):
        with p.case(h > 0):
            p.have("product", h * (xi - h) >= 0, "case * slack", "one")
            p.conclude("product", times("case"))
        with p.case(h <= 0):
            p.conclude("case", "slack_sign")
    p.sum("term", "total", each="single")
    p.have("no more", Sum(xi) <= Sum(h), "least", times("penalty"))
    p.have("below", xi <= h, "single", "no more")
    p.have("each", Eq(xi, h), "below", "term")
    p.have("sums", Eq(Sum(xi), Sum(h)), "total", "no more")
    p.conclude("each", "sums")


# ------------------------------------------------------------------------------------- the parameter C


@theorem("soft-margin-monotone-in-c", title="A larger C: less slack, a narrower margin", source=cite("slides", SOFT),
         ledger=["003-C-monotone", "003-tradeoff"],
         says="a large margin for small C, and a narrow margin for large C; in fact both margins may be the same",
         adds={"penalty": "C ≥ 0"})
def monotone(p: Script) -> None:
    """For 0 ≤ C < D, let (w, ξ) be at least as good as (v, η) for C, and (v, η) at least as good as (w, ξ) for D. This
    holds for solutions (w, ξ) for C and (v, η) for D. Then Σ ηᵢ ≤ Σ ξᵢ and ‖w‖² ≤ ‖v‖², so the margin 2/‖v‖ for D is at
    most the margin for C.
    """
    w, v = p.vectors("w v")
    C, D, xi, eta = p.reals("C D ξ[i] η[i]")
    p.assume(penalty=C >= 0, larger=C < D, first=w @ w + C * Sum(xi) <= v @ v + C * Sum(eta),
             second=v @ v + D * Sum(eta) <= w @ w + D * Sum(xi))
    p.show(slack=Sum(eta) <= Sum(xi), weights=w @ w <= v @ v)
    p.have("less", Sum(eta) <= Sum(xi), "first", "second", times("larger"))
    p.conclude("less", "first", "penalty * less")


@theorem("soft-margin-slack-vanishes", title="The slacks add up to at most ‖v‖²/C", source=cite("slides", SOFT),
         ledger=["003-C-inf"],
         adds={"penalty": "C > 0", "least": "the data are separable: v satisfies the constraints without slack"},
         says="C = ∞; this claim does not take the limit C → ∞")
def slack_vanishes(p: Script) -> None:
    """Let (v, c) satisfy the constraints of the hard margin, and let (w, b, ξ) with ξᵢ ≥ 0 be at least as good as (v,
    c, 0) for C > 0. Then Σ ξᵢ ≤ (‖v‖² − ‖w‖²)/C, which is at most ‖v‖²/C, and ‖w‖ ≤ ‖v‖.
    """
    w, v = p.vectors("w v")
    C, xi = p.reals("C ξ[i]")
    p.assume(penalty=C > 0, sign=xi >= 0, least=w @ w + C * Sum(xi) <= v @ v)
    p.show(slack=Sum(xi) <= (v @ v - w @ w) / C, bound=Sum(xi) <= v @ v / C, weights=w @ w <= v @ v)
    p.sum("sign", "total")
    p.have("slack'", Sum(xi) <= (v @ v - w @ w) / C, "least", times("penalty"))
    p.have("length", w @ w >= 0, length(w))
    p.have("bound'", Sum(xi) <= v @ v / C, "least", "length", times("penalty"))
    p.conclude("slack'", "bound'", "least", "penalty * total")


@theorem("no-slack-is-hard-margin", title="Without slack the constraints are those of the hard margin",
         source=cite("slides", SOFT), ledger=["003-C-inf"], says="C = ∞, which allows no slack at all")
def no_slack(p: Script) -> None:
    """If (w, b, ξ) satisfies the constraints and Σ ξᵢ ≤ 0, then ξᵢ = 0 and yᵢf(xᵢ) ≥ 1 for every i."""
    w, x = p.vectors("w x[i]")
    b, y, xi = p.reals("b y[i] ξ[i]")
    p.assume(none=Sum(xi) <= 0)
    constrained(p, "slack", State(w, b), x, y, xi)
    p.show(slack=Eq(xi, 0), hard=perceptron.margin(State(w, b), x, y) >= 1)
    p.sum("slack_sign", "total", each="single")
    p.have("zero", Eq(xi, 0), "single", "none", "slack_sign")
    p.have("hard'", perceptron.margin(State(w, b), x, y) >= 1, "zero", "slack")
    p.conclude("zero", "hard'")


# ------------------------------------------------------------------------------------- uniqueness


def two_points(p: Script) -> tuple[tuple[State, Scalar], tuple[State, Scalar], Vector, Scalar, Scalar]:
    """Declare two points that satisfy the constraints, the samples, and C."""
    w, v, x = p.vectors("w v x[i]")
    b, c, y, C, xi, eta = p.reals("b c y[i] C ξ[i] η[i]")
    first, second = State(w, b), State(v, c)
    constrained(p, "first", first, x, y, xi)
    constrained(p, "second", second, x, y, eta)
    return (first, xi), (second, eta), x, y, C


@refuted("soft-margin-unique-as-printed", title="The minimum of the soft margin is unique", source=cite("slides", SOFT),
         corrected="soft-margin-weights-unique",
         missing="w is unique, and Σ ξᵢ; the bias and the single slacks need not be", ledger=["003-soft-unique"])
def unique_as_printed(p: Script) -> None:
    """Let C > 0, and let there be samples of both classes. Two solutions (w, b, ξ) and (v, c, η) of the soft margin
    have w = v, b = c and ξ = η.

    Both have the value Σ aᵢ − ¼‖S‖² of the dual problem, with 0 ≤ aᵢ ≤ C, Σ aᵢyᵢ = 0 and S = Σ aᵢyᵢxᵢ; no point that
    satisfies the constraints has a smaller value.
    """
    ((w, b), xi), ((v, c), eta), x, y, C = two_points(p)
    S, a = p.vector("S"), p.real("a[i]")
    p.assume(penalty=C > 0, label=Eq(y**2, 1), some_positive=Sum(1 + y) > 0, some_negative=Sum(1 - y) > 0)
    p.assume(dual=a >= 0, box=a <= C, balance=Eq(Sum(a * y), 0))
    p.assume({f"S_with_{u}": Eq(S @ u, Sum(a * y * (x @ u))) for u in (S, w, v)})
    value = Sum(a) - S @ S / 4
    p.assume(first_value=Eq(w @ w + C * Sum(xi), value), second_value=Eq(v @ v + C * Sum(eta), value))
    p.show(weights=equal(w, v), bias=Eq(b, c), slack=Eq(xi, eta))
    p.counterexample(size=2, w=["1/2"], v=["1/2"], b=0, c="1/2", C="1/2", S=[1], values={
        "x[i]": [[1], [-1]], "y[i]": [1, -1], "a[i]": ["1/2", "1/2"], "ξ[i]": ["1/2", "1/2"], "η[i]": [0, 1],
    })


@theorem("soft-margin-weights-unique", title="The weights of the soft margin are unique", source=cite("slides", SOFT),
         ledger=["003-soft-unique"], says="the minimum is unique; this would include the bias")
def weights_unique(p: Script) -> None:
    """Let (w, b, ξ) and (v, c, η) satisfy the constraints and have the same value, C > 0. Their midpoint satisfies
    them, too; and if its value is not less, then w = v and Σ ξᵢ = Σ ηᵢ.
    """
    ((w, b), xi), ((v, c), eta), x, y, C = two_points(p)
    middle, slack = State(p.let("m", (w + v) / 2), (b + c) / 2), (xi + eta) / 2
    value = w @ w + C * Sum(xi)
    p.assume(penalty=C > 0, equal=Eq(value, v @ v + C * Sum(eta)), least=value <= middle.w @ middle.w + C * Sum(slack))
    p.show(feasible=perceptron.margin(middle, x, y) >= 1 - slack, slack_sign=slack >= 0, weights=equal(w, v),
           slack=Eq(Sum(xi), Sum(eta)))
    p.have("margin", perceptron.margin(middle, x, y) >= 1 - slack, "first", "second")
    p.have("sign", slack >= 0, "first_sign", "second_sign")
    p.have("below", (w - v) @ (w - v) <= 0, "equal", "least")
    p.have("above", (w - v) @ (w - v) >= 0, length(w - v))
    p.have("same", equal(w, v), "below", "above")
    p.use("equal-vectors-have-equal-products", name="products", u=w, v=v, w=w + v)
    p.have("squares", Eq(w @ w, v @ v), "products")
    p.have("slacks", Eq(Sum(xi), Sum(eta)), "equal", "squares", times("penalty"))
    p.conclude("margin", "sign", "same", "slacks")

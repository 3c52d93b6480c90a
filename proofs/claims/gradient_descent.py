"""The number of errors J and the perceptron criterion J_p; what gradient descent does with each, eqs. (24)–(28).

Main statements
    error-counts-equal-as-printed            counting ⟨w, x⟩ < 0 gives J (false at ties)
    error-counts-equal-without-ties          it does where no ⟨w, x⟩ is 0
    error-count-locally-constant             without ties J is the same in a ball around w, so its gradient is 0
    error-count-jumps-at-tie                 at a tie x ≠ 0 it falls by at least 1 however little w moves along x
    perceptron-criterion-is-hinge-sum        J_p = Σ max(0, −⟨w, x⟩) ≥ 0
    perceptron-criterion-minimal-at-zero     J_p(0) = 0 ≤ J_p(w), so that w = 0 is always a minimum
    zero-criterion-separates-without-ties    J_p(w) = 0 means separation if there are no ties
    perceptron-criterion-subgradient         J_p(v) ≥ J_p(w) + ⟨g, v − w⟩ with g = −Σ x over X⁻
    perceptron-criterion-gradient-as-printed     g is the gradient (false at ties)
    perceptron-criterion-gradient            it is where there are none
    perceptron-update-is-descent-step        the perceptron's update is w − g for the one misclassified x
    batch-step-is-descent-step               and w − η·g for all of X⁻ is the batch perceptron's step

Notation: x[i] are the signed vectors, and X⁻ = {i : ⟨w, x[i]⟩ ≤ 0}.

Implementation notes
    The indicator e[i] of ⟨w, x[i]⟩ ≤ 0 is a family with e² = e, e⟨w, x⟩ ≤ 0 and (1 − e)⟨w, x⟩ + e > 0: the last two
    say that ⟨w, x⟩ ≤ 0 where e = 1, and ⟨w, x⟩ > 0 where e = 0. h[i] = max(0, −⟨w, x[i]⟩) is the family with h ≥ 0,
    h ≥ −⟨w, x⟩ and h(h + ⟨w, x⟩) = 0. The sum s of the x[i] in X⁻ is given by its inner products.
"""

from ...algorithms import batch_perceptron, gradient_descent, perceptron
from ...algorithms.perceptron import State
from ..language import Eq, Ne, Scalar, Sum, Vector, equal
from ..ledger import cite, refuted, theorem
from ..page import Page, by, square, times


def indicator(p: Page, name: str, score: Scalar) -> Scalar:
    """Declare the family that is 1 where the score is at most 0, and 0 where it is positive."""
    e = p.real(f"{name}[i]")
    p.assume({f"{name}_values": Eq(e**2, e), f"{name}_if_one": e * score <= 0,
              f"{name}_if_zero": (1 - e) * score + e > 0})  # fmt: skip
    return e


def strict_indicator(p: Page, name: str, score: Scalar) -> Scalar:
    """Declare the family that is 1 where the score is negative, and 0 where it is not."""
    e = p.real(f"{name}[i]")
    p.assume({f"{name}_values": Eq(e**2, e), f"{name}_if_one": (1 - e) - e * score > 0,
              f"{name}_if_zero": (1 - e) * score >= 0})  # fmt: skip
    return e


def hinge(p: Page, name: str, score: Scalar) -> Scalar:
    """Declare the family max(0, −score)."""
    h = p.real(f"{name}[i]")
    p.assume({f"{name}_sign": h >= 0, f"{name}_above": h >= -score, f"{name}_equal": Eq(h * (h + score), 0)})
    return h


def misclassified_sum(p: Page, e: Scalar, x: Vector, *tested: Vector) -> Vector:
    """Declare the vector s = Σ e[i]x[i] by its inner products with the tested vectors."""
    s = p.vector("s")
    p.assume({f"s_with_{v}": Eq(s @ v, Sum(e * (x @ v))) for v in tested})
    return s


# ---------------------------------------------------------------------------------- the number of errors


@refuted(
    "error-counts-equal-as-printed",
    title="Counting ⟨w, x⟩ < 0 is counting ⟨w, x⟩ ≤ 0",
    source=cite("lecture", "eqs. (24), (25)"),
    corrected="error-counts-equal-without-ties",
    missing="≤ in (25), which our transcript may have lost, or that no ⟨w, x⟩ is 0; w = 0 has all errors by (24) and "
    "none by (25)",
    ledger=["002-J-equiv"],
)
def counts_as_printed(p):
    """The number of i with ⟨w, x[i]⟩ ≤ 0 is the number of i with ⟨w, x[i]⟩ < 0."""
    w, x = p.vectors("w x[i]")
    e, s = indicator(p, "e", w @ x), strict_indicator(p, "s", w @ x)
    p.show(conclusion=Eq(Sum(e), Sum(s)))
    p.counterexample(size=2, w=[0], values={"x[i]": [[1], [2]], "e[i]": [1, 1], "s[i]": [0, 0]})


@theorem(
    "error-counts-equal-without-ties",
    title="Without ties both counts agree",
    source=cite("lecture", "eqs. (24), (25)"),
    ledger=["002-J-equiv"],
)
def counts_equal(p):
    """If no ⟨w, x[i]⟩ is 0, the number of i with ⟨w, x[i]⟩ ≤ 0 is the number of i with ⟨w, x[i]⟩ < 0."""
    w, x = p.vectors("w x[i]")
    m = w @ x
    e, s = indicator(p, "e", m), strict_indicator(p, "s", m)
    p.assume(no_tie=Ne(m, 0))
    p.show(conclusion=Eq(Sum(e), Sum(s)))
    with p.proving("each", Eq(e, s)):
        with p.case(m > 0):
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(s, 0), "s_values", "s_if_one", "case")
            p.show("first", "second")
        with p.case(m < 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(s, 1), "s_values", "s_if_zero", "case")
            p.show("first", "second")
        with p.case(Eq(m, 0)):
            p.show("no_tie", "case")
    p.sum("each", "total")
    p.show("total")


def small_change(p: Page, w: Vector, v: Vector, x: Vector, after: Scalar) -> None:
    """Derive, for every i, that ⟨w + v, x⟩ has the sign of ⟨w, x⟩: their product is positive."""
    p.have("same-sign", (w @ x) * after > 0, "small", square(after), square(w @ x + after))


@theorem(
    "error-count-locally-constant",
    title="Without ties the gradient of the number of errors is 0",
    source=cite("lecture", "after eq. (26)"),
    ledger=["002-J-gradient"],
)
def locally_constant(p):
    """If |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for every i, as for every small v if no ⟨w, x[i]⟩ is 0, then w + v makes as many
    errors as w.
    """
    w, v, x = p.vectors("w v x[i]")
    before, after = w @ x, (w + v) @ x
    e, f = indicator(p, "e", before), indicator(p, "f", after)
    p.assume(small=(v @ x) ** 2 < (w @ x) ** 2)
    p.show(conclusion=Eq(Sum(f), Sum(e)))
    small_change(p, w, v, x, after)
    with p.proving("each", Eq(f, e)):
        with p.case(before > 0):
            p.have("still", after > 0, "same-sign", times("case"))
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(f, 0), "f_values", "f_if_one", "still")
            p.show("first", "second")
        with p.case(before <= 0):
            p.have("still", after <= 0, "same-sign", "case")
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(f, 1), "f_values", "f_if_zero", "still")
            p.show("first", "second")
    p.sum("each", "total")
    p.show("total")


@theorem(
    "error-count-jumps-at-tie",
    title="At a tie the number of errors has no gradient",
    source=cite("lecture", "after eq. (26)"),
    ledger=["002-J-gradient"],
)
def jumps(p):
    """Let ⟨w, z⟩ = 0 for the vector z ≠ 0, and t > 0 be so small that t|⟨z, x[i]⟩| < ⟨w, x[i]⟩ for every other vector
    x[i] with ⟨w, x[i]⟩ > 0. Then w + tz makes at least one error less than w on z and the x[i] together.

    So the difference quotient of J along z is at most −1/t, for every small t. Of the indicators e, f of the errors on
    the x[i] and c, c' of those on z, only what the proof needs is assumed.
    """
    w, z, x = p.vectors("w z x[i]")
    t, own, new, e, f = p.reals("t c c' e[i] f[i]")
    v = t * z
    after = (w + v) @ x
    p.assume(tie=Eq(w @ z, 0), nonzero=z @ z > 0, positive=t > 0, own_values=Eq(own**2, own),
             own_if_zero=(1 - own) * (w @ z) + own > 0, new_if_one=new * ((w + v) @ z) <= 0, e_values=Eq(e**2, e),
             f_values=Eq(f**2, f), f_if_one=f * after <= 0, small=(1 - e) * (w @ x + t * (z @ x)) + e > 0)  # fmt: skip
    p.show(conclusion=Sum(f) + new <= Sum(e) + own - 1)
    p.have("own", Eq(own, 1), "own_values", "own_if_zero", "tie")
    p.have("moved", (w + v) @ z > 0, "tie", "positive * nonzero")
    p.have("new", new <= 0, "new_if_one", times("moved"))
    with p.proving("each", f <= e):
        p.have("binary", Eq(e * (1 - e), 0), "e_values")
        with p.case(e > 0):
            p.have("one", Eq(e, 1), "binary", "case")
            p.have("at-most", 1 - f >= 0, "f_values", square(1 - f))
            p.show("one", "at-most")
        with p.case(e <= 0):
            p.have("zero", Eq(e, 0), "binary", "case", square(e), "e_values")
            p.have("still", after > 0, "small", "zero")
            p.have("none", Eq(f, 0), "f_values", "f_if_one", "still")
            p.show("none", "zero")
    p.sum("each", "total")
    p.show("total", "own", "new")


# -------------------------------------------------------------------------------- the perceptron criterion


@theorem(
    "perceptron-criterion-is-hinge-sum",
    title="The perceptron criterion is a sum of hinges",
    source=cite("lecture", "eq. (27)"),
    ledger=["002-Jp-hinge"],
)
def hinge_sum(p):
    """J_p(w), the sum of −⟨w, x[i]⟩ over the i with ⟨w, x[i]⟩ ≤ 0, is Σ max(0, −⟨w, x[i]⟩), and not negative."""
    w, x = p.vectors("w x[i]")
    m = w @ x
    e, h = indicator(p, "e", m), hinge(p, "h", m)
    p.show(identity=Eq(Sum(-e * m), Sum(h)), sign=Sum(-e * m) >= 0)
    with p.proving("each", Eq(-e * m, h)):
        with p.case(m > 0):
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(h, 0), "h_equal", "h_sign", "case")
            p.show("first", "second")
        with p.case(m <= 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -m), "h_equal", "h_sign", "h_above", "case")
            p.show("first", "second")
    p.sum("each", "total")
    p.have("term", -e * m >= 0, "e_if_one")
    p.sum("term", "sign'")
    p.show("total", "sign'")


@theorem(
    "perceptron-criterion-minimal-at-zero",
    title="w = 0 is always a minimum of the perceptron criterion",
    source=cite("lecture", "eq. (27)"),
    ledger=["002-Jp-trivial-min"],
    says="that J_p is to be minimised; w = 0, the start of the algorithm, is to be excluded",
)
def minimal_at_zero(p):
    """If o = 0, then J_p(o) = 0 ≤ J_p(w) for every w."""
    o, w, x = p.vectors("o w x[i]")
    e, f = p.reals("e[i] f[i]")
    p.assume(zero=Eq(o @ o, 0), f_if_one=f * (w @ x) <= 0)
    p.show(value=Eq(Sum(-e * (o @ x)), 0), minimum=Sum(-f * (w @ x)) >= 0)
    with p.proving("tie", Eq(o @ x, 0)):
        p.have("square", (o @ x) ** 2 <= 0, by("cauchy-schwarz", u=o, v=x), "zero")
        p.show("square")
    p.have("each", Eq(-e * (o @ x), 0), "tie")
    p.sum("each", "value'")
    p.have("term", -f * (w @ x) >= 0, "f_if_one")
    p.sum("term", "sign")
    p.show("value'", "sign")


@theorem(
    "zero-criterion-separates-without-ties",
    title="Where the perceptron criterion is 0 and there are no ties, the data are separated",
    source=cite("lecture", "eq. (27)"),
    ledger=["002-Jp-trivial-min"],
)
def zero_separates(p):
    """If J_p(w) = Σ max(0, −⟨w, x[i]⟩) = 0 and no ⟨w, x[i]⟩ is 0, then ⟨w, x[i]⟩ > 0 for every i, and J(w) = 0."""
    w, x = p.vectors("w x[i]")
    e, h = p.reals("e[i] h[i]")
    m = w @ x
    p.assume(sign=h >= 0, above=h >= -m, zero=Eq(Sum(h), 0), no_tie=Ne(m, 0), e_values=Eq(e**2, e),
             e_if_one=e * m <= 0)  # fmt: skip
    p.show(separated=m > 0, errors=Eq(Sum(e), 0))
    p.sum("sign", "total", each="single")
    with p.proving("positive", m > 0):
        p.suppose_not("negative")
        p.have("none", m >= 0, "above", "single", "zero")
        p.have("tie", Eq(m, 0), "none", "negative")
        p.show("tie", "no_tie")
    p.have("right", Eq(e, 0), "e_values", "e_if_one", "positive")
    p.sum("right", "all-right")
    p.show("positive", "all-right")


@theorem(
    "perceptron-criterion-subgradient",
    title="Eq. (28) is a sub-gradient of the perceptron criterion, ties or not",
    source=cite("lecture", "eqs. (27), (28)"),
    ledger={"002-Jp-grad": "follows", "002-Jp-hinge": "follows"},
)
def subgradient(p):
    """With g = −Σ x over X⁻, J_p(v) ≥ J_p(w) + ⟨g, v − w⟩ for all v and w; so J_p is convex. And J_p(v) ≥ 0."""
    w, v, x = p.vectors("w v x[i]")
    e = p.real("e[i]")
    p.assume(values=Eq(e**2, e))
    h = p.real("h[i]")
    p.assume(sign=h >= 0, above=h >= -(v @ x))
    s = misclassified_sum(p, e, x, v, w)
    g = gradient_descent.subgradient([s])
    p.show(subgradient=Sum(h) >= Sum(-e * (w @ x)) + g @ (v - w), nonnegative=Sum(h) >= 0)
    p.sum("sign", "sum")
    with p.proving("each", h >= -e * (v @ x)):
        p.have("weight", e >= 0, "values", square(e))
        p.have("rest", 1 - e >= 0, "values", square(1 - e))
        p.show("weight * above", "rest * sign")
    p.sum("each", "total")
    p.show("total", "sum", "s_with_v", "s_with_w")


def near(p: Page) -> tuple[Vector, Vector, Vector, Scalar, Scalar, Vector]:
    """Declare w, v, the x[i], the criterion's families at w and w + v, and the gradient of (28)."""
    w, v, x = p.vectors("w v x[i]")
    e, h = indicator(p, "e", w @ x), hinge(p, "h", (w + v) @ x)
    s = misclassified_sum(p, e, x, v)
    return w, v, x, e, h, gradient_descent.subgradient([s])


@refuted(
    "perceptron-criterion-gradient-as-printed",
    title="Eq. (28) is the gradient of the perceptron criterion",
    source=cite("lecture", "eq. (28)"),
    corrected="perceptron-criterion-gradient",
    missing="no ⟨w, x⟩ is 0; at a tie x ≠ 0 there is a kink, and no gradient",
    ledger=["002-Jp-grad"],
)
def gradient_as_printed(p):
    """J_p(w + v) = J_p(w) + ⟨g, v⟩ with g = −Σ x over X⁻ for every v so small that |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for
    every i with ⟨w, x[i]⟩ ≠ 0.

    J_p is piecewise linear, so that with a gradient g this would hold near w.
    """
    w, v, x, e, h, g = near(p)
    k = p.real("k[i]")
    p.assume(small=(w @ x) ** 2 - (v @ x) ** 2 + k > 0, large_at_ties_only=Eq(k * (w @ x), 0))
    p.show(conclusion=Eq(Sum(h), Sum(-e * (w @ x)) + g @ v))
    p.counterexample(size=1, w=[0], v=[1], s=[1], values={"x[i]": [[1]], "e[i]": [1], "h[i]": [0], "k[i]": [2]})


@theorem(
    "perceptron-criterion-gradient",
    title="Without ties eq. (28) is the gradient of the perceptron criterion",
    source=cite("lecture", "eq. (28)"),
    ledger=["002-Jp-grad"],
)
def gradient(p):
    """If |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for every i, as for every small v if no ⟨w, x[i]⟩ is 0, then J_p(w + v) = J_p(w) +
    ⟨g, v⟩ with g = −Σ x over X⁻.
    """
    w, v, x, e, h, g = near(p)
    before, after = w @ x, (w + v) @ x
    p.assume(small=(v @ x) ** 2 < (w @ x) ** 2)
    p.show(conclusion=Eq(Sum(h), Sum(-e * (w @ x)) + g @ v))
    small_change(p, w, v, x, after)
    with p.proving("each", Eq(h, -e * after)):
        with p.case(before > 0):
            p.have("still", after > 0, "same-sign", times("case"))
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(h, 0), "h_equal", "h_sign", "still")
            p.show("first", "second")
        with p.case(before <= 0):
            p.have("still", after < 0, "same-sign", "case")
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -after), "h_equal", "h_sign", "h_above", "still")
            p.show("first", "second")
    p.sum("each", "total")
    p.show("total", "s_with_v")


# ------------------------------------------------------------------------------------------ the algorithms


@theorem(
    "perceptron-update-is-descent-step",
    title="The perceptron's update is a step of gradient descent on one misclassified example",
    source=cite("lecture", "p. 29"),
    ledger=["002-perceptron-gd"],
    says="a descent method for J_p; it is one for the J_p of the example at hand, with step size 1",
)
def update_is_step(p):
    """For a signed vector x with label 1, w + x is w − g with g the (sub-)gradient −x of max(0, −⟨w, x⟩) at a mistake;
    and max(0, −⟨v, x⟩) ≥ −⟨w, x⟩ + ⟨g, v − w⟩ for all v.
    """
    w, v, x = p.vectors("w v x")
    h = p.real("h")
    p.assume(above=h >= -(v @ x))
    g = gradient_descent.subgradient([x])
    after = perceptron.update(State(w, 0), x, 1, bias_step=0).w
    p.show(step=equal(gradient_descent.step(w, g), after), subgradient=h >= -(w @ x) + g @ (v - w))
    p.show("above")


@theorem(
    "batch-step-is-descent-step",
    title="The batch perceptron is gradient descent on the perceptron criterion",
    source=cite("lecture", "pp. 29, 30"),
    ledger=["002-perceptron-gd", "002-pocket"],
)
def batch_is_step(p):
    """With the sum s of the misclassified vectors, the step w + η·s of the batch perceptron is w − η·g, g = −s."""
    w, s = p.vectors("w s")
    rate = p.real("η")
    p.show(conclusion=equal(
        gradient_descent.step(w, gradient_descent.subgradient([s]), rate), batch_perceptron.step(w, [s], rate)
    ))  # fmt: skip

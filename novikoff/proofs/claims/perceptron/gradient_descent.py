"""The number of errors J and the perceptron criterion J_p, and gradient descent on each of them, eqs. (24)–(28).

Notation: x[i] are the signed vectors, and X⁻ = {i : ⟨w, x[i]⟩ ≤ 0}.

Implementation notes
    The indicator e[i] of ⟨w, x[i]⟩ ≤ 0 is a family with e² = e, e⟨w, x⟩ ≤ 0 and (1 − e)⟨w, x⟩ + e > 0: the last two
    say that ⟨w, x⟩ ≤ 0 where e = 1, and ⟨w, x⟩ > 0 where e = 0. h[i] = max(0, −⟨w, x[i]⟩) is the family with h ≥ 0,
    h ≥ −⟨w, x⟩ and h(h + ⟨w, x⟩) = 0. The sum s of the x[i] in X⁻ is given by its inner products.
"""

from ....algorithms import batch_perceptron, gradient_descent, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Ne, Scalar, Sum, Vector


def indicator(p: Script, name: str, score: Scalar) -> Scalar:
    """Declare the family that is 1 where the score is at most 0, and 0 where it is positive."""
    e = p.real(f"{name}[i]")
    p.assume({f"{name}_values": Eq(e**2, e), f"{name}_if_one": e * score <= 0,
              f"{name}_if_zero": (1 - e) * score + e > 0})
    return e


def strict_indicator(p: Script, name: str, score: Scalar) -> Scalar:
    """Declare the family that is 1 where the score is negative, and 0 where it is not."""
    e = p.real(f"{name}[i]")
    p.assume({f"{name}_values": Eq(e**2, e), f"{name}_if_one": (1 - e) - e * score > 0,
              f"{name}_if_zero": (1 - e) * score >= 0})
    return e


def hinge(p: Script, name: str, score: Scalar) -> Scalar:
    """Declare the family max(0, −score)."""
    h = p.real(f"{name}[i]")
    p.assume({f"{name}_sign": h >= 0, f"{name}_above": h >= -score, f"{name}_equal": Eq(h * (h + score), 0)})
    return h


def misclassified_sum(p: Script, e: Scalar, x: Vector, *tested: Vector) -> Vector:
    """Declare the vector s = Σ e[i]x[i] by its inner products with the tested vectors."""
    s = p.vector("s")
    p.assume({f"s_with_{v}": Eq(s @ v, Sum(e * (x @ v))) for v in tested})
    return s


# ---------------------------------------------------------------------------------- the number of errors


@refuted("error-counts-equal-as-printed", title="Counting ⟨w, x⟩ < 0 is counting ⟨w, x⟩ ≤ 0",
         source=cite("lecture", "eqs. (24), (25)"), corrected="error-counts-equal-without-ties",
         missing="≤ in (25), which our transcript may have lost, or that no ⟨w, x⟩ is 0; w = 0 has all errors by (24) "
                 "and none by (25)",
         ledger=["002-J-equiv"])
def counts_as_printed(p: Script) -> None:
    """The number of i with ⟨w, x[i]⟩ ≤ 0 is the number of i with ⟨w, x[i]⟩ < 0."""
    w, x = p.vectors("w x[i]")
    e, s = indicator(p, "e", w @ x), strict_indicator(p, "s", w @ x)
    p.show(conclusion=Eq(Sum(e), Sum(s)))
    p.counterexample(size=2, w=[0], values={"x[i]": [[1], [2]], "e[i]": [1, 1], "s[i]": [0, 0]})


@theorem("error-counts-equal-without-ties", title="Without ties both counts agree",
         source=cite("lecture", "eqs. (24), (25)"), ledger=["002-J-equiv"], adds={"no_tie": "no ⟨w, x⟩ is 0"})
def counts_equal(p: Script) -> None:
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
            p.conclude("first", "second")
        with p.case(m < 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(s, 1), "s_values", "s_if_zero", "case")
            p.conclude("first", "second")
        with p.case(Eq(m, 0)):
            p.conclude("no_tie", "case")
    p.sum("each", "total")
    p.conclude("total")


@theorem("no-errors-means-separated", title="Where J is 0, all vectors are classified correctly",
         source=cite("lecture", "p. 16, step 3, and eq. (24)"),
         ledger={"002-alg-perceptron": "", "002-J": "follows", "002-pocket": "follows"})
def no_errors(p: Script) -> None:
    """The algorithm stops if J(w) = |X⁻| = 0. Then no vector is in X⁻, and ⟨w, x[i]⟩ > 0 for every i, so it has reached
    the goal (6).
    """
    w, x = p.vectors("w x[i]")
    e = p.real("e[i]")
    p.assume(values=Eq(e**2, e), if_zero=(1 - e) * (w @ x) + e > 0, stopped=Eq(Sum(e), 0))
    p.show(none=Eq(e, 0), separated=w @ x > 0)
    p.have("sign", e >= 0, "values", square(e))
    p.sum("sign", "total", each="single")
    p.have("none'", Eq(e, 0), "single", "stopped", "sign")
    p.conclude("none'", "if_zero")


def small_change(p: Script, w: Vector, v: Vector, x: Vector, after: Scalar) -> None:
    """Derive for every i that ⟨w + v, x⟩ has the same sign as ⟨w, x⟩: their product is positive."""
    p.have("same-sign", (w @ x) * after > 0, "small", square(after), square(w @ x + after))


@theorem("error-count-locally-constant", title="Without ties the gradient of the number of errors is 0",
         source=cite("lecture", "after eq. (26)"), ledger=["002-J-gradient"])
def locally_constant(p: Script) -> None:
    """If |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for every i, then w + v makes as many errors as w. If no ⟨w, x[i]⟩ is 0, every small
    v satisfies this.
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
            p.conclude("first", "second")
        with p.case(before <= 0):
            p.have("still", after <= 0, "same-sign", "case")
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(f, 1), "f_values", "f_if_zero", "still")
            p.conclude("first", "second")
    p.sum("each", "total")
    p.conclude("total")


@theorem("error-count-jumps-at-tie", title="At a tie the number of errors has no gradient",
         source=cite("lecture", "after eq. (26)"), ledger=["002-J-gradient"])
def jumps(p: Script) -> None:
    """Let ⟨w, z⟩ = 0 for the vector z ≠ 0, and t > 0 be so small that t|⟨z, x[i]⟩| < ⟨w, x[i]⟩ for every other vector
    x[i] with ⟨w, x[i]⟩ > 0. Then w + tz makes at least one error fewer than w on z and the x[i] together.

    So the difference quotient of J along z is at most −1/t, for every small t. e and f indicate errors on the x[i], c
    and c' errors on z. The hypotheses state only what the proof needs about them.
    """
    w, z, x = p.vectors("w z x[i]")
    t, own, new, e, f = p.reals("t c c' e[i] f[i]")
    v = t * z
    after = (w + v) @ x
    p.assume(tie=Eq(w @ z, 0), nonzero=z @ z > 0, positive=t > 0, own_values=Eq(own**2, own),
             own_if_zero=(1 - own) * (w @ z) + own > 0, new_if_one=new * ((w + v) @ z) <= 0, e_values=Eq(e**2, e),
             f_values=Eq(f**2, f), f_if_one=f * after <= 0, small=(1 - e) * (w @ x + t * (z @ x)) + e > 0)
    p.show(conclusion=Sum(f) + new <= Sum(e) + own - 1)
    p.have("own", Eq(own, 1), "own_values", "own_if_zero", "tie")
    p.have("moved", (w + v) @ z > 0, "tie", "positive * nonzero")
    p.have("new", new <= 0, "new_if_one", times("moved"))
    with p.proving("each", f <= e):
        p.have("binary", Eq(e * (1 - e), 0), "e_values")
        with p.case(e > 0):
            p.have("one", Eq(e, 1), "binary", "case")
            p.have("at-most", 1 - f >= 0, "f_values", square(1 - f))
            p.conclude("one", "at-most")
        with p.case(e <= 0):
            p.have("zero", Eq(e, 0), "binary", "case", square(e), "e_values")
            p.have("still", after > 0, "small", "zero")
            p.have("none", Eq(f, 0), "f_values", "f_if_one", "still")
            p.conclude("none", "zero")
    p.sum("each", "total")
    p.conclude("total", "own", "new")


# -------------------------------------------------------------------------------- the perceptron criterion


@theorem("perceptron-criterion-is-hinge-sum", title="The perceptron criterion is a sum of hinges",
         source=cite("lecture", "eq. (27)"), ledger=["002-Jp-hinge"])
def hinge_sum(p: Script) -> None:
    """J_p(w), the sum of −⟨w, x[i]⟩ over the i with ⟨w, x[i]⟩ ≤ 0, is Σ max(0, −⟨w, x[i]⟩), and not negative."""
    w, x = p.vectors("w x[i]")
    m = w @ x
    e, h = indicator(p, "e", m), hinge(p, "h", m)
    p.show(identity=Eq(Sum(-e * m), Sum(h)), sign=Sum(-e * m) >= 0)
    with p.proving("each", Eq(-e * m, h)):
        with p.case(m > 0):
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(h, 0), "h_equal", "h_sign", "case")
            p.conclude("first", "second")
        with p.case(m <= 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -m), "h_equal", "h_sign", "h_above", "case")
            p.conclude("first", "second")
    p.sum("each", "total")
    p.have("term", -e * m >= 0, "e_if_one")
    p.sum("term", "sign'")
    p.conclude("total", "sign'")


@theorem("perceptron-criterion-minimal-at-zero", title="w = 0 is always a minimum of the perceptron criterion",
         source=cite("lecture", "eq. (27)"), ledger=["002-Jp-trivial-min"],
         says="J_p is to be minimised; the start of the algorithm, w = 0, should be excluded")
def minimal_at_zero(p: Script) -> None:
    """If o = 0, then J_p(o) = 0 ≤ J_p(w) for every w."""
    o, w, x = p.vectors("o w x[i]")
    e, f = p.reals("e[i] f[i]")
    p.assume(zero=Eq(o @ o, 0), f_if_one=f * (w @ x) <= 0)
    p.show(value=Eq(Sum(-e * (o @ x)), 0), minimum=Sum(-f * (w @ x)) >= 0)
    with p.proving("tie", Eq(o @ x, 0)):
        p.have("square", (o @ x) ** 2 <= 0, by("cauchy-schwarz", u=o, v=x), "zero")
        p.conclude("square")
    p.have("each", Eq(-e * (o @ x), 0), "tie")
    p.sum("each", "value'")
    p.have("term", -f * (w @ x) >= 0, "f_if_one")
    p.sum("term", "sign")
    p.conclude("value'", "sign")


@theorem("zero-criterion-separates-without-ties",
         title="Where the perceptron criterion is 0 and there are no ties, the data are separated",
         source=cite("lecture", "eq. (27)"), ledger=["002-Jp-trivial-min"], adds={"no_tie": "no ⟨w, x⟩ is 0"})
def zero_separates(p: Script) -> None:
    """If J_p(w) = Σ max(0, −⟨w, x[i]⟩) = 0 and no ⟨w, x[i]⟩ is 0, then ⟨w, x[i]⟩ > 0 for every i, and J(w) = 0."""
    w, x = p.vectors("w x[i]")
    e, h = p.reals("e[i] h[i]")
    m = w @ x
    p.assume(sign=h >= 0, above=h >= -m, zero=Eq(Sum(h), 0), no_tie=Ne(m, 0), e_values=Eq(e**2, e),
             e_if_one=e * m <= 0)
    p.show(separated=m > 0, errors=Eq(Sum(e), 0))
    p.sum("sign", "total", each="single")
    with p.proving("positive", m > 0):
        p.suppose_not("negative")
        p.have("none", m >= 0, "above", "single", "zero")
        p.have("tie", Eq(m, 0), "none", "negative")
        p.conclude("tie", "no_tie")
    p.have("right", Eq(e, 0), "e_values", "e_if_one", "positive")
    p.sum("right", "all-right")
    p.conclude("positive", "all-right")


@theorem("perceptron-criterion-subgradient",
         title="Eq. (28) is a sub-gradient of the perceptron criterion, ties or not",
         source=cite("lecture", "eqs. (27), (28)"), ledger={"002-Jp-grad": "follows", "002-Jp-hinge": "follows"})
def subgradient(p: Script) -> None:
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
        p.conclude("weight * above", "rest * sign")
    p.sum("each", "total")
    p.conclude("total", "sum", "s_with_v", "s_with_w")


def near(p: Script) -> tuple[Vector, Vector, Vector, Scalar, Scalar, Vector]:
    """Declare w, v, the x[i], the criterion's families at w and w + v, and the gradient of (28)."""
    w, v, x = p.vectors("w v x[i]")
    e, h = indicator(p, "e", w @ x), hinge(p, "h", (w + v) @ x)
    s = misclassified_sum(p, e, x, v)
    return w, v, x, e, h, gradient_descent.subgradient([s])


@refuted("perceptron-criterion-gradient-as-printed", title="Eq. (28) is the gradient of the perceptron criterion",
         source=cite("lecture", "eq. (28)"), corrected="perceptron-criterion-gradient",
         missing="no ⟨w, x⟩ is 0; at a tie x ≠ 0 there is a kink, and no gradient", ledger=["002-Jp-grad"])
def gradient_as_printed(p: Script) -> None:
    """J_p(w + v) = J_p(w) + ⟨g, v⟩ with g = −Σ x over X⁻ for every v so small that |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for
    every i with ⟨w, x[i]⟩ ≠ 0.

    J_p is piecewise linear. So if g were a gradient at w, this equation would hold near w.
    """
    w, v, x, e, h, g = near(p)
    k = p.real("k[i]")
    p.assume(small=(w @ x) ** 2 - (v @ x) ** 2 + k > 0, large_at_ties_only=Eq(k * (w @ x), 0))
    p.show(conclusion=Eq(Sum(h), Sum(-e * (w @ x)) + g @ v))
    p.counterexample(size=1, w=[0], v=[1], s=[1], values={"x[i]": [[1]], "e[i]": [1], "h[i]": [0], "k[i]": [2]})


@theorem("perceptron-criterion-gradient", title="Without ties eq. (28) is the gradient of the perceptron criterion",
         source=cite("lecture", "eq. (28)"), ledger=["002-Jp-grad"], adds={"small": "no ⟨w, x⟩ is 0"})
def gradient(p: Script) -> None:
    """If |⟨v, x[i]⟩| < |⟨w, x[i]⟩| for every i, then J_p(w + v) = J_p(w) + ⟨g, v⟩ with g = −Σ x over X⁻. If no ⟨w,
    x[i]⟩ is 0, every small v satisfies this.
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
            p.conclude("first", "second")
        with p.case(before <= 0):
            p.have("still", after < 0, "same-sign", "case")
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -after), "h_equal", "h_sign", "h_above", "still")
            p.conclude("first", "second")
    p.sum("each", "total")
    p.conclude("total", "s_with_v")


# ------------------------------------------------------------------------------------------ the algorithms


@theorem("perceptron-update-is-descent-step",
         title="The perceptron's update is a step against a sub-gradient, and lowers the criterion of its example",
         source=cite("lecture", "p. 29"), ledger=["002-perceptron-gd"],
         says="a descent method for J_p; in fact it is one for the J_p of the current example, with step size 1")
def update_is_step(p: Script) -> None:
    """Let h(w) = max(0, −⟨w, x⟩) be the criterion of one signed vector x, misclassified by w, and w' the weights after
    the perceptron's update on it. Then w − w' is a sub-gradient of h at w, h(v) ≥ h(w) + ⟨w − w', v − w⟩ for every v,
    and the step lowers h by ‖x‖², but not below 0: h(w') = max(0, h(w) − ‖x‖²).
    """
    w, v, x = p.vectors("w v x")
    p.assume(mistake=perceptron.mistake_condition(State(w, 0), x, 1))
    after = p.let("w'", perceptron.update(State(w, 0), x, 1, bias_step=0).w)
    before, elsewhere, then = (Max(0, -(u @ x)) for u in (w, v, after))
    p.show(subgradient=elsewhere >= before + (w - after) @ (v - w), descent=Eq(then, Max(0, before - x @ x)))
    p.have("loss", Eq(before, -(w @ x)), "definition", "mistake")
    p.have("above", elsewhere >= -(v @ x))
    p.have("lower", Eq(then, Max(0, before - x @ x)), "loss")
    p.conclude("loss", "above", "lower")


@theorem("batch-step-is-descent-step",
         title="The batch perceptron steps against a sub-gradient of the perceptron criterion",
         source=cite("lecture", "pp. 29, 30"), ledger=["002-perceptron-gd"])
def batch_is_step(p: Script) -> None:
    """Let w' = w + ηs be the batch perceptron's step, with η > 0 and the sum s of the misclassified vectors. Then
    (w − w')/η is a sub-gradient of J_p at w: J_p(v) ≥ J_p(w) + ⟨w − w', v − w⟩/η for every v, also with ties at w. And
    J_p(w) = ⟨w − w', w⟩/η, while J_p(v) ≥ 0.

    J_p(v) is Σ h and J_p(w) is Σ k, where h = max(0, −⟨v, x⟩) and k = max(0, −⟨w, x⟩). The proof needs only h ≥ 0 and h
    ≥ −⟨v, x⟩.
    """
    w, v, x = p.vectors("w v x[i]")
    rate, h, k = p.reals("η h[i] k[i]")
    e = indicator(p, "e", w @ x)
    s = misclassified_sum(p, e, x, v, w)
    p.assume(rate=rate > 0, h_sign=h >= 0, h_above=h >= -(v @ x), k_sign=k >= 0, k_above=k >= -(w @ x),
             k_equal=Eq(k * (k + w @ x), 0))
    after = p.let("w'", batch_perceptron.step(w, [s], rate))
    p.show(subgradient=Sum(h) >= Sum(k) + (w - after) @ (v - w) / rate, value=Eq(Sum(k), (w - after) @ w / rate),
           sign=Sum(h) >= 0)
    p.have("weight", e >= 0, "e_values", square(e))
    p.have("rest", 1 - e >= 0, "e_values", square(1 - e))
    with p.proving("loss", Eq(k, -e * (w @ x))):
        with p.case(w @ x > 0):
            p.have("right", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("none", Eq(k, 0), "k_equal", "k_sign", "case")
            p.conclude("right", "none")
        with p.case(w @ x < 0):
            p.have("wrong", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("some", Eq(k, -(w @ x)), "k_equal", "k_sign", "case", "k_above")
            p.conclude("wrong", "some")
        with p.case(Eq(w @ x, 0)):
            p.have("none", Eq(k, 0), "k_equal", "case")
            p.conclude("none", "case")
    p.have("most", h >= -e * (v @ x), "weight * h_above", "rest * h_sign")
    p.sum("loss", "all losses")
    p.sum("most", "total")
    p.sum("h_sign", "sign'")
    p.have("slope", Eq((w - after) @ (v - w) / rate, -(s @ (v - w))), times("rate"))
    p.have("slope at w", Eq((w - after) @ w / rate, -(s @ w)), times("rate"))
    p.conclude("total", "all losses", "slope", "slope at w", "s_with_v", "s_with_w", "sign'")


@theorem("batch-step-lowers-criterion",
         title="Without ties a short step of the batch perceptron lowers the perceptron criterion by ‖w' − w‖²/η",
         source=cite("lecture", "pp. 29, 30"), ledger=["002-perceptron-gd"],
         adds={"small": "no ⟨w, x⟩ is 0, and the step is short"})
def batch_step_lowers(p: Script) -> None:
    """Let η > 0. If the batch perceptron's step from w to w' = w + ηs is so short that |⟨w' − w, x[i]⟩| ≤ |⟨w, x[i]⟩|
    for every i, then J_p(w') = J_p(w) − ‖w' − w‖²/η. If no ⟨w, x[i]⟩ is 0, every small η satisfies this.
    """
    w, x = p.vectors("w x[i]")
    rate = p.real("η")
    e = indicator(p, "e", w @ x)
    s = misclassified_sum(p, e, x)
    p.assume(s_with_s=Eq(s @ s, Sum(e * (x @ s))))
    after = p.let("w'", batch_perceptron.step(w, [s], rate))
    h = hinge(p, "h", after @ x)
    before, moved = w @ x, after @ x
    p.assume(rate=rate > 0, small=((after - w) @ x) ** 2 <= before**2)
    p.show(conclusion=Eq(Sum(h), Sum(-e * before) - (after - w) @ (after - w) / rate))
    with p.proving("each", Eq(h, -e * moved)):
        with p.case(before > 0, "side"):
            p.have("right", Eq(e, 0), "e_values", "e_if_one", "side")
            p.have("still", moved >= 0, "small", square(moved), times("side"))
            p.have("none", h**2 <= 0, "h_equal", "h_sign * still")
            p.conclude("right", "none")
        with p.case(before <= 0, "side"):
            p.have("wrong", Eq(e, 1), "e_values", "e_if_zero", "side")
            with p.proving("still", moved <= 0):
                p.suppose_not("turned")
                p.conclude("small", "side * turned", "turned * turned", "turned")
            with p.case(h > 0, "loss"):
                p.have("value", Eq(h, -moved), "h_equal", times("loss"))
                p.conclude("wrong", "value")
            with p.case(h <= 0, "loss"):
                p.conclude("wrong", "loss", "h_sign", "h_above", "still")
    p.sum("each", "total")
    p.have("length", Eq((after - w) @ (after - w) / rate, rate * (s @ s)), times("rate"))
    p.conclude("total", "length", "s_with_s")

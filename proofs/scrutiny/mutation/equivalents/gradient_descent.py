"""True mutants of the claims on gradient descent."""

from ....statements.language import Eq, Scalar, Sum
from ....statements.script import Script, square, times
from . import derives


def terms(p: Script) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """The scores before and after a change of w, the indicator of errors, and the losses after it."""
    w, v, x = p.vectors("w v x[i]")
    e, h = p.reals("e[i] h[i]")
    return w @ x, (w + v) @ x, e, h


@derives("perceptron-criterion-is-hinge-sum", "e_if_zero: > becomes >=")
def terms_at_ties(p: Script) -> None:
    """Where ⟨w, x[i]⟩ = 0 the terms are 0, whether e[i] is 0 or 1."""
    w, x = p.vectors("w x[i]")
    e, h = p.reals("e[i] h[i]")
    score = w @ x
    with p.proving("each", Eq(-e * score, h)):
        with p.case(score > 0):
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(h, 0), "h_equal", "h_sign", "case")
            p.conclude("first", "second")
        with p.case(score < 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -score), "h_equal", "h_sign", "h_above", "case")
            p.conclude("first", "second")
        with p.case(Eq(score, 0)):
            p.have("second", Eq(h, 0), "h_equal", "case")
            p.conclude("second", "case")
    p.sum("each", "total")
    p.have("term", -e * score >= 0, "e_if_one")
    p.sum("term", "sign'")
    p.conclude("total", "sign'")


@derives("perceptron-criterion-gradient", "small: > becomes >=")
def change_to_a_tie(p: Script) -> None:
    """⟨w + v, x[i]⟩ has the sign of ⟨w, x[i]⟩ or is 0, and both are 0 where ⟨w, x[i]⟩ is."""
    before, after, e, h = terms(p)
    p.have("same sign", before * after >= 0, "small", square(after))
    with p.proving("each", Eq(h, -e * after)):
        with p.case(before > 0):
            p.have("still", after >= 0, "same sign", times("case"))
            p.have("first", Eq(e, 0), "e_values", "e_if_one", "case")
            p.have("second", Eq(h, 0), "h_equal", "h_sign", "still")
            p.conclude("first", "second")
        with p.case(before < 0):
            p.have("still", after <= 0, "same sign", times("case"))
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", Eq(h, -after), "h_equal", "h_sign", "h_above", "still")
            p.conclude("first", "second")
        with p.case(Eq(before, 0)):
            p.have("no change", (after - before) ** 2 <= 0, "small", "case")
            p.have("still", Eq(after, 0), "no change", "case")
            p.have("second", Eq(h, 0), "h_equal", "still")
            p.conclude("still", "second")
    p.sum("each", "total")
    p.conclude("total", "s_with_v")


@derives("error-counts-equal-as-printed", "conclusion: = becomes >=")
def negative_is_not_positive(p: Script) -> None:
    """Where s[i] = 1 the score is negative, so e[i] = 1."""
    w, x = p.vectors("w x[i]")
    e, s = p.reals("e[i] s[i]")
    with p.proving("each", e >= s):
        with p.case(w @ x < 0):
            p.have("first", Eq(e, 1), "e_values", "e_if_zero", "case")
            p.have("second", s <= 1, "s_values", square(s - 1))
            p.conclude("first", "second")
        with p.case(w @ x >= 0):
            p.have("first", e >= 0, "e_values", square(e))
            p.have("second", Eq(s, 0), "s_values", "s_if_one", "case")
            p.conclude("first", "second")
    p.sum("each", "total")


@derives("error-counts-equal-as-printed", "e_if_one: >= becomes >")
def all_wrong(p: Script) -> None:
    """All scores are negative, so each e[i] and s[i] is 1."""
    w, x = p.vectors("w x[i]")
    e, s = p.reals("e[i] s[i]")
    with p.proving("each", Eq(e, s)):
        p.have("one", Eq(e, 1), "e_values", "e_if_one")
        p.have("negative", w @ x < 0, "e_if_one", "one")
        p.have("other", Eq(s, 1), "s_values", "s_if_zero", "negative")
        p.conclude("one", "other")
    p.sum("each", "total")


@derives("error-counts-equal-as-printed", "s_if_zero: >= becomes >")
def all_right(p: Script) -> None:
    """All scores are positive, so each e[i] and s[i] is 0."""
    w, x = p.vectors("w x[i]")
    e, s = p.reals("e[i] s[i]")
    with p.proving("each", Eq(e, s)):
        p.have("other", Eq(s, 0), "s_values", "s_if_zero")
        p.have("positive", w @ x > 0, "s_if_zero", "other")
        p.have("none", Eq(e, 0), "e_values", "e_if_one", "positive")
        p.conclude("none", "other")
    p.sum("each", "total")


@derives("perceptron-criterion-gradient-as-printed", "conclusion: = becomes >=")
def subgradient(p: Script) -> None:
    """e[i] is 0 or 1, and h[i] is neither below 0 nor below -⟨w + v, x[i]⟩: h[i] >= -e[i]⟨w + v, x[i]⟩, then summed."""
    _, after, e, h = terms(p)
    with p.proving("each", h >= -e * after):
        p.have("weight", e >= 0, "e_values", square(e))
        p.have("rest", 1 - e >= 0, "e_values", square(1 - e))
        p.conclude("weight * h_above", "rest * h_sign")
    p.sum("each", "total")
    p.conclude("total", "s_with_v")


@derives("perceptron-criterion-gradient-as-printed", "e_if_one: >= becomes >")
def none_right(p: Script) -> None:
    """-e[i]⟨w, x[i]⟩ > 0 makes e[i] = 1 and ⟨w, x[i]⟩ < 0, so k[i] = 0 and |⟨v, x[i]⟩| < -⟨w, x[i]⟩:
    h[i] = -⟨w + v, x[i]⟩ for all i.
    """
    before, after, e, h = terms(p)
    k = p.real("k[i]")
    with p.proving("each", Eq(h, -e * after)):
        p.have("one", Eq(e, 1), "e_values", "e_if_one")
        p.have("wrong", -before > 0, "e_if_one", "one")
        p.have("no tie", Eq(k, 0), "large_at_ties_only", times("wrong"))
        p.have("same sign", before * after > 0, "small", "no tie", square(after))
        p.have("still", after < 0, "same sign", times("wrong"))
        p.have("loss", Eq(h, -after), "h_equal", "h_sign", "h_above", "still")
        p.conclude("one", "loss")
    p.sum("each", "total")
    p.conclude("total", "s_with_v")


@derives("perceptron-criterion-gradient-as-printed", "h_sign: >= becomes >")
def all_lose(p: Script) -> None:
    """h[i] > 0 makes h[i] = -⟨w + v, x[i]⟩; where e[i] = 0 it would follow that ⟨v, x[i]⟩ < -⟨w, x[i]⟩ < 0, so k[i] > 0
    although k[i]⟨w, x[i]⟩ = 0: all e[i] are 1.
    """
    before, after, e, h = terms(p)
    k = p.real("k[i]")
    with p.proving("each", Eq(h, -e * after)):
        p.have("loss", Eq(h, -after), "h_equal", times("h_sign"))
        with p.proving("wrong", before <= 0):
            p.suppose_not("right")
            p.have("no tie", Eq(k, 0), "large_at_ties_only", times("right"))
            p.have("same sign", before * after > 0, "small", "no tie", square(after))
            p.conclude("same sign", "right * h_sign", "loss")
        p.have("one", Eq(e, 1), "e_values", "e_if_zero", "wrong")
        p.conclude("one", "loss")
    p.sum("each", "total")
    p.conclude("total", "s_with_v")


@derives("error-count-jumps-at-tie", "show.conclusion: sum(e[i]) becomes sum(e[i])^2")
def at_most_its_square(p: Script) -> None:
    """e[i]² = e[i] is at most e[i] times the sum of all, so that sum is at most its square."""
    e = p.real("e[i]")
    p.use("error-count-jumps-at-tie", name="claim")
    p.have("sign", e >= 0, "e_values", square(e))
    p.sum("sign", "count", each="part")
    p.have("product", e * Sum(e) >= e, "sign * part", "e_values")
    p.sum("product", "square")
    p.conclude("claim", "square")

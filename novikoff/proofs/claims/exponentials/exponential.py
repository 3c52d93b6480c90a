"""The exponential: products, order, convexity."""

from ...statements.proof_script import Script, exponents, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, exp


@theorem("exponential-above-tangent", title="The exponential lies above its tangents",
         source=cite("steele2004", "chapter 2, the bound 1 + x ≤ e^x"))
def above_tangent(p: Script) -> None:
    """exp t ≥ exp s·(1 + t − s) for all s and t; in particular exp t ≥ 1 + t."""
    s, t = p.reals("s t")
    p.show(conclusion=exp(t) >= exp(s) * (1 + t - s), at_0=exp(t) >= 1 + t)
    p.conclude(tangent(t, at=s), tangent(t))


@theorem("exponential-of-a-sum", title="The exponential turns sums into products",
         source=cite("steele2004", "chapter 2, the exponential"))
def of_a_sum(p: Script) -> None:
    """exp(s + t) = exp s·exp t for all s and t; so exp(−t) is the inverse of exp t, and exp(2t) the square."""
    s, t = p.reals("s t")
    p.show(product=Eq(exp(s + t), exp(s) * exp(t)), inverse=Eq(exp(-t) * exp(t), 1), square=Eq(exp(2 * t), exp(t) ** 2))
    p.conclude(exponents(s, t), exponents(t, -t), exponents(t, t))


@theorem("exponential-is-increasing", title="The exponential is strictly increasing",
         source=cite("steele2004", "chapter 2, the exponential"))
def increasing(p: Script) -> None:
    """If s < t, then exp s < exp t."""
    s, t = p.reals("s t")
    p.assume(less=s < t)
    p.have("positive", exp(s) > 0)
    p.have("rise", exp(s) * (t - s) > 0, "positive * less")
    p.conclude(tangent(t, at=s), "rise", conclusion=exp(s) < exp(t))


@theorem("exponential-determines-its-exponent", title="Different numbers have different exponentials",
         source=cite("steele2004", "chapter 2, the exponential"))
def determines(p: Script) -> None:
    """If exp s = exp t, then s = t."""
    s, t = p.reals("s t")
    p.assume(same=Eq(exp(s), exp(t)))
    p.show(conclusion=Eq(s, t))
    p.have("positive", exp(t) > 0)
    p.have("not less", s >= t, tangent(t, at=s), "same", times("positive"))
    p.have("not more", s <= t, tangent(s, at=t), "same", times("positive"))
    p.conclude("not less", "not more")


@theorem("exponential-is-convex", title="The exponential is convex",
         source=cite("steele2004", "chapter 6, convex functions"))
def convex(p: Script) -> None:
    """If 0 ≤ α ≤ 1, then exp((1 − α)s + αt) ≤ (1 − α)exp s + α exp t."""
    s, t, alpha = p.reals("s t α")
    p.assume(least=alpha >= 0, most=alpha <= 1)
    between = (1 - alpha) * s + alpha * t
    p.have("first", exp(s) >= exp(between) * (1 + s - between), tangent(s, at=between))
    p.have("second", exp(t) >= exp(between) * (1 + t - between), tangent(t, at=between))
    p.conclude("most * first", "least * second", conclusion=exp(between) <= (1 - alpha) * exp(s) + alpha * exp(t))


@theorem("exponential-below-chord", title="Between −1 and 1 the exponential lies below its chord",
         source=cite("mohri2018", "Lemma D.1, the first step of the proof of Hoeffding's lemma"))
def below_chord(p: Script) -> None:
    """If t² ≤ 1, then exp(ηt) ≤ (1 + t)/2·exp η + (1 − t)/2·exp(−η)."""
    eta, t = p.reals("η t")
    p.assume(range=t**2 <= 1)
    p.have("low", t >= -1, "range", square(t + 1))
    p.have("high", t <= 1, "range", square(t - 1))
    p.have("first", exp(eta) >= exp(eta * t) * (1 + eta - eta * t), tangent(eta, at=eta * t))
    p.have("second", exp(-eta) >= exp(eta * t) * (1 - eta - eta * t), tangent(-eta, at=eta * t))
    p.conclude("low * first", "high * second",
               conclusion=exp(eta * t) <= (1 + t) / 2 * exp(eta) + (1 - t) / 2 * exp(-eta))


@theorem("power-below-exponential", title="(1 + h)ᵏ is at most exp(kh)",
         source=cite("steele2004", "chapter 2, the bound 1 + x ≤ e^x, k times"))
def power_below(p: Script) -> None:
    """If h ≥ −1, then (1 + h)ᵏ ≤ exp(kh) for every k; with h = 1/m and k = m this is (1 + 1/m)^m ≤ e.

    The state of the run is k and P = (1 + h)ᵏ.
    """
    h, k, power = p.reals("h k P")
    p.assume(base=h >= -1)
    p.run([(k, 0, k + 1), (power, 1, power * (1 + h))], [], {})
    p.show(conclusion=power <= exp(k * h))
    with p.induction(sign=power >= 0, below=power <= exp(k * h)):
        p.have("positive", exp(k * h) > 0)
        p.have("tangent", exp(h) >= 1 + h, tangent(h))
        p.have("law", Eq(exp(k * h + h), exp(k * h) * exp(h)), exponents(k * h, h))
        p.conclude("sign * base", "below * base", "positive * tangent", "law")
    p.conclude("below")

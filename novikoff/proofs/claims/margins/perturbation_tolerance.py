"""A linear classifier tolerates changes of the inputs up to its margin, and the largest margin tolerates most.

Notation: f(x) = ⟨w, x⟩ + b; the margin of (x, y) is yf(x)/‖w‖, the distance of x from the plane if it is on its side.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, norm

BEST = "What is the best w?"


@theorem("margin-tolerates-perturbations", title="Shifts of the inputs that are shorter than the margin do no harm",
         source=cite("slides", BEST), ledger=["003-max-margin-stable"], adds={"nonzero": "w ≠ 0"})
def tolerates(p: Script) -> None:
    """If y = ±1, w ≠ 0 and yf(x) ≥ γ‖w‖, then for every e with ‖e‖ < γ the sample (x + e, y) is on its side, yf(x + e)
    > 0.
    """
    w, x, e = p.vectors("w x e")
    b, y, gamma = p.reals("b y γ")
    state = State(w, b)
    p.assume(label=Eq(y**2, 1), nonzero=w @ w > 0, margin=perceptron.margin(state, x, y) >= gamma * norm(w),
             short=norm(e) < gamma)
    p.show(conclusion=perceptron.margin(state, x + e, y) > 0)
    p.have("size", norm(w) > 0)
    p.have("room", norm(w) * norm(e) < gamma * norm(w), "short * size")
    p.use("cauchy-schwarz-norm", name="change", u=w, v=-y * e)
    p.have("own", norm(y * e) >= 0)
    p.have("squares", Eq(norm(y * e) ** 2, norm(e) ** 2), "label")
    p.use("square-root-unique", name="length", u=norm(y * e), v=norm(e))
    p.conclude("margin", "room", "change", "length")


@theorem("margin-tolerance-attained", title="A shift as long as the distance takes a sample to the plane",
         source=cite("slides", BEST), ledger=["003-max-margin-stable"], adds={"nonzero": "w ≠ 0"})
def attained(p: Script) -> None:
    """If y = ±1, w ≠ 0 and yf(x) = r‖w‖, then x − y(r/‖w‖)w, at the distance r from x, has the score 0."""
    w, x = p.vectors("w x")
    b, y, r = p.reals("b y r")
    state = State(w, b)
    p.assume(label=Eq(y**2, 1), nonzero=w @ w > 0, margin=Eq(perceptron.margin(state, x, y), r * norm(w)))
    shift = p.let("e", -y * (r / norm(w)) * w)
    p.show(length=Eq(shift @ shift, r**2), score=Eq(perceptron.margin(state, x + shift, y), 0))
    p.have("size", norm(w) > 0)
    p.have("length", Eq(shift @ shift, r**2), "label")
    p.have("score", Eq(perceptron.margin(state, x + shift, y), 0), "margin", "label")
    p.conclude("length", "score")


@theorem("maximum-margin-most-stable", title="The largest margin is the most stable", source=cite("slides", BEST),
         ledger=["003-max-margin-stable"], adds={"nonzero": "w ≠ 0", "other_nonzero": "v ≠ 0"})
def most_stable(p: Script) -> None:
    """Let γ be the largest margin: all samples have margins of at least γ with respect to (w, b), but for any (v, c)
    with v ≠ 0 some sample (z, s) has a margin of at most γ. Then (w, b) tolerates all shifts shorter than γ. For no ρ >
    γ does (v, c) tolerate all shifts of length ρ: z − s(ρ/‖v‖)v is on the wrong side.
    """
    w, v, x, z, e = p.vectors("w v x z e")
    b, c, y, s, gamma, rho = p.reals("b c y s γ ρ")
    best, other = State(w, b), State(v, c)
    p.assume(label=Eq(y**2, 1), nonzero=w @ w > 0, margin=perceptron.margin(best, x, y) >= gamma * norm(w),
             short=norm(e) < gamma, other_label=Eq(s**2, 1), other_nonzero=v @ v > 0,
             other_margin=perceptron.margin(other, z, s) <= gamma * norm(v), longer=rho > gamma)
    shift = p.let("d", -s * (rho / norm(v)) * v)
    p.show(tolerated=perceptron.margin(best, x + e, y) > 0, length=Eq(shift @ shift, rho**2),
           wrong=perceptron.margin(other, z + shift, s) < 0)
    p.use("margin-tolerates-perturbations", name="tolerated'")
    p.have("size", norm(v) > 0)
    p.have("length'", Eq(shift @ shift, rho**2), "other_label")
    p.have("value", Eq(perceptron.margin(other, z + shift, s), perceptron.margin(other, z, s) - rho * norm(v)),
           "other_label")
    p.have("wrong'", perceptron.margin(other, z + shift, s) < 0, "value", "other_margin", "size * longer")
    p.conclude("tolerated'", "length'", "wrong'")

"""True mutants of the claims on the margin perceptron."""

from ....statements.language import Eq, norm
from ....statements.script import Script, by, length, square, times
from . import derives


@derives("margin-perceptron-achieved-margin", "update: >= becomes <=")
def no_update(p: Script) -> None:
    """No update at w = 0, as β > 0: so `no_update` fails."""
    w, z, x = p.vectors("w z x")
    y, s, beta = p.reals("y s β")
    with p.induction(rest=Eq(w @ w, 0)):
        p.suppose_not("moved")
        p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest")
        p.have("zero", Eq(w @ x, 0), "score")
        p.have("margin zero", Eq(y * (w @ x), 0), "zero")
        p.have("reached", y * (w @ x) >= beta)
        p.conclude("reached", "margin zero", "nonnegative")
    p.have("score", (w @ z) ** 2 <= 0, by("cauchy-schwarz", u=w, v=z), "rest")
    p.have("zero", Eq(w @ z, 0), "score")
    p.have("margin zero", Eq(s * (w @ z), 0), "zero")
    p.suppose_not("small")
    p.conclude("no_update", "margin zero", "nonnegative")


@derives("margin-perceptron-achieved-margin", "no_update: > becomes >=")
def first_update(p: Script) -> None:
    """The first update has ⟨w, x⟩ = 0, so γ|w| < αD² + 2β, and w is not 0 as β > 0."""
    u, w, x, z = p.vectors("u w x z")
    k, gamma, D, rate, beta, y, s = p.reals("k γ D α β y s")
    size = rate * D**2 + 2 * beta
    gap = rate * k * size - w @ w
    after = gap + rate * size - 2 * rate * y * (w @ x) - rate**2 * (x @ x)
    p.have("size", size > 0, "nonnegative", "rate", square(D))
    with p.induction(counter=k >= 0, alignment=u @ w >= rate * k * gamma, growth=gap >= 0,
                     more=(gap - 2 * rate * beta) * k >= 0):  # fmt: skip
        p.have("reach", rate * (y * (w @ x)) <= rate * beta, "rate * update")
        p.have("radius'", rate**2 * (x @ x) <= rate**2 * D**2, "rate * rate * radius")
        with p.proving("larger", after >= 2 * rate * beta):
            with p.case(k > 0):
                p.have("before", gap >= 2 * rate * beta, "more", times("case"))
                p.conclude("before", "reach", "radius'")
            with p.case(k <= 0):
                p.have("first", Eq(k, 0), "case", "counter")
                p.have("rest", w @ w <= 0, "growth", "first")
                p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest", length(x))
                p.have("zero", Eq(w @ x, 0), "score")
                p.have("tie", Eq(y * (w @ x), 0), "zero")
                p.have("none", Eq(w @ w, 0), "rest", length(w))
                p.conclude("none", "first", "tie", "radius'")
        p.have("positive", rate * beta > 0, "rate * nonnegative")
        p.have("scaled", (after - 2 * rate * beta) * (k + 1) >= 0, "counter * larger", "larger")
        p.conclude("counter", "alignment", "rate * margin", "larger", "positive", "scaled", "label")
    p.use("cauchy-schwarz-norm", name="along", v=w)
    own = norm(w)
    p.have("own", own >= 0, "definition")
    p.have("aligned", rate * k * gamma <= own, "alignment", "along", "unit")
    with p.proving("nonzero", own > 0):
        p.suppose_not("none")
        p.have("rest", Eq(own, 0), "none", "own")
        p.have("lengths", w @ w <= 0, "rest", "definition")
        p.have("score", (w @ z) ** 2 <= 0, by("cauchy-schwarz", u=w, v=z), "lengths", length(z))
        p.have("zero", Eq(w @ z, 0), "score")
        p.have("tie", Eq(s * (w @ z), 0), "zero")
        p.conclude("tie", "no_update", "nonnegative")
    with p.proving("some", k > 0):
        p.suppose_not("none")
        p.have("first", Eq(k, 0), "none", "counter")
        p.have("square", own**2 > 0, "nonzero * nonzero")
        p.conclude("growth", "first", "square", "definition")
    p.have("strict", gap >= 2 * rate * beta, "more", times("some"))
    p.have("positive", rate * beta > 0, "rate * nonnegative")
    p.have("shorter", own**2 < rate * k * size, "strict", "positive", "definition")
    with p.proving("reach", own * gamma < size):
        with p.case(gamma > 0):
            p.have("longest", own**2 * gamma < own * size, "shorter * case", "aligned * size", "definition")
            p.conclude("longest", times("nonzero"))
        with p.case(gamma <= 0):
            p.conclude("own * case", "size")
    p.have("enough", beta > own * (beta * gamma / size), "reach * nonnegative", "definition", times("size"))
    p.conclude("enough", "no_update")

"""True mutants of the claims on passive-aggressive learning."""

from ....statements.language import Eq
from ....statements.script import Script, by, length, square, times
from . import derives


@derives("passive-aggressive-two-loss-bound", "loss_sign: >= becomes <=")
def no_loss(p: Script) -> None:
    """From w = 0 no step leads away: h is 0 or 1 there, so 0 as it is not positive, and with it τ; so Q stays 0."""
    u, w, x = p.vectors("u w x")
    h, tau, C, Q, L, R, loss = p.reals("h τ C Q L R l")
    p.have("share", 1 / C > 0, "weight")
    with p.induction(rest=Eq(w @ w, 0), none=Eq(Q, 0), losses=L >= 0):
        p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest")
        p.have("zero", Eq(w @ x, 0), "score")
        p.have("still", Eq(h, 0), "loss", "zero", "loss_sign")
        p.have("size", x @ x + 1 / (2 * C) > 0, length(x), "share")
        p.have("no step", Eq(tau, 0), "rate", "still", times("size"))
        p.conclude("rest", "none", "losses", "still", "no step", "zero", square(loss))
    p.have("length", u @ u >= 0, length(u))
    p.have("scale", R**2 + 1 / (2 * C) > 0, "share", square(R))
    p.have("sum", u @ u + 2 * C * L >= 0, "length", "weight * losses")
    p.conclude("none", "scale * sum")


@derives("passive-aggressive-separable-bound", "loss_sign: >= becomes <=")
def no_loss_where_separable(p: Script) -> None:
    """From w = 0 no step leads away: h is 0 or 1 there, so 0 as it is not positive, and with it τ; so Q stays 0."""
    u, w, x = p.vectors("u w x")
    h, tau, Q, R = p.reals("h τ Q R")
    with p.induction(rest=Eq(w @ w, 0), none=Eq(Q, 0)):
        p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest")
        p.have("zero", Eq(w @ x, 0), "score")
        p.have("still", Eq(h, 0), "loss", "zero", "loss_sign")
        p.have("no step", Eq(tau**2 * (x @ x), 0), "rate", "still")
        p.conclude("rest", "none", "still", "no step", "zero")
    p.have("length", R**2 * (u @ u) >= 0, length(R * u))
    p.conclude("none", "length")


@derives("passive-aggressive-one-mistake-bound", "rate_sign: >= becomes <=")
def no_rate(p: Script) -> None:
    """From w = 0 no step is possible: h is at least 1 there and τ at most 0 < C, so (C - τ)(h - τ|x|²) > 0."""
    u, w, x = p.vectors("u w x")
    h, tau, C, K, R, count, losses = p.reals("h τ C K R M L")
    p.have("factor", K >= 0, "large", square(R))
    with p.proving("weight", C > 0):
        p.suppose_not("none")
        p.conclude("none * factor", "enough")
    with p.induction(rest=w @ w <= 0, none=Eq(count, 0), no_losses=Eq(losses, 0)):
        p.suppose_not("moved")
        p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest", length(x))
        p.have("zero", Eq(w @ x, 0), "score")
        p.have("loss'", h >= 1, "loss_above", "zero")
        p.have("first", C - tau > 0, "weight", "rate_sign")
        p.have("long", x @ x >= 0, length(x))
        p.have("size", -tau * (x @ x) >= 0, "rate_sign * long")
        p.have("second", h - tau * (x @ x) > 0, "loss'", "size")
        p.have("gap", (C - tau) * (h - tau * (x @ x)) > 0, "first * second")
        p.conclude("gap", "rate_tight")
    p.have("long", u @ u >= 0, length(u))
    p.have("bound", K * (u @ u) >= 0, "factor * long")
    p.conclude("none", "no_losses", "bound")

"""True mutants of the claims on passive-aggressive learning."""

from ...language import Eq
from ...page import Page, by, length, square, times
from . import derives


@derives("passive-aggressive-two-loss-bound", "loss_sign: >= becomes <=")
def no_loss(p: Page) -> None:
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
        p.show("rest", "none", "losses", "still", "no step", "zero", square(loss))
    p.have("length", u @ u >= 0, length(u))
    p.have("scale", R**2 + 1 / (2 * C) > 0, "share", square(R))
    p.have("sum", u @ u + 2 * C * L >= 0, "length", "weight * losses")
    p.show("none", "scale * sum")


@derives("passive-aggressive-separable-bound", "loss_sign: >= becomes <=")
def no_loss_where_separable(p: Page) -> None:
    """From w = 0 no step leads away: h is 0 or 1 there, so 0 as it is not positive, and with it τ; so Q stays 0."""
    u, w, x = p.vectors("u w x")
    h, tau, Q, R = p.reals("h τ Q R")
    with p.induction(rest=Eq(w @ w, 0), none=Eq(Q, 0)):
        p.have("score", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "rest")
        p.have("zero", Eq(w @ x, 0), "score")
        p.have("still", Eq(h, 0), "loss", "zero", "loss_sign")
        p.have("no step", Eq(tau**2 * (x @ x), 0), "rate", "still")
        p.show("rest", "none", "still", "no step", "zero")
    p.have("length", R**2 * (u @ u) >= 0, length(R * u))
    p.show("none", "length")

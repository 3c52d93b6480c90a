"""True mutants of the claims on the soft margin."""

from ....statements.language import Eq
from ....statements.script import Script, times
from . import derives


@derives(
    "soft-margin-lagrangian-below-as-printed",
    "show.conclusion: -1 becomes 1 before sum(μ[i],ξ[i])",
    "show.conclusion: -1 becomes 0 before sum(μ[i],ξ[i])",
)
def right_lagrangian(p: Script) -> None:
    """No a[i](y[i]f(x[i]) + ξ[i] - 1) is negative, and no μ[i]ξ[i]."""
    w, x = p.vectors("w x[i]")
    a, b, y, xi, mu = p.reals("a[i] b y[i] ξ[i] μ[i]")
    p.have("slack", a * (y * (w @ x + b) + xi - 1) >= 0, "dual * feasible")
    p.have("slacks", mu * xi >= 0, "dual_slack * nonnegative")
    p.sum("slack", "sum of slack")
    p.sum("slacks", "sum of slacks")


@derives("soft-margin-support-within-as-printed", "feasible: >= becomes >")
def no_index(p: Script) -> None:
    """As a[i] > 0, slackness says y[i]f(x[i]) + ξ[i] = 1: there is no index."""
    p.suppose_not("farther")
    p.conclude("slackness", times("support", "feasible"))


@derives("soft-margin-support-within-as-printed", "dual_slack: >= becomes >")
def on_the_margin(p: Script) -> None:
    """As μ[i] > 0, ξ[i] = 0; as a[i] > 0, y[i]f(x[i]) = 1."""
    w, x = p.vectors("w x[i]")
    b, y, xi = p.reals("b y[i] ξ[i]")
    score = w @ x + b
    p.have("no slack", Eq(xi, 0), "slackness_of_slacks", times("dual_slack"))
    p.have("margin", Eq(y * score, 1), "slackness", "no slack", times("support"))
    p.have("square", Eq((y * score) ** 2, 1), "margin")
    p.have("same", Eq((y * score) ** 2, score**2), "label")
    p.conclude("square", "same")

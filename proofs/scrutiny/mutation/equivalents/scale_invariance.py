"""True mutants of the claims on the scale of the examples."""

from ....statements.language import Eq
from ....statements.script import Script, length
from . import derives, no_step


@derives("best-scale-bound-minimum", "conclusion: inv2 and s exchanged")
def inverse_scale(p: Script) -> None:
    """It is the claim at 1/s."""
    s, inv2 = p.reals("s inv2")
    p.have("not zero", inv2**2 > 0)
    p.use("best-scale-bound-minimum", s=inv2, name="claim")
    p.have("inverse", Eq(1 / inv2, s))
    p.conclude("claim", "inverse")


@derives("scaled-run-same-mistakes-with-unit-bias-step", "mistake: >= becomes >")
def no_mistake(p: Script) -> None:
    """At the start all scores are 0: there is no step, and the other run is at its start as well."""
    w, x, v, other = p.vectors("w x v x'")
    b, c = p.reals("b c")
    no_step(p, w, x, "mistake", bias=Eq(b, 0), other_bias=Eq(c, 0), other=v @ v <= 0)
    p.use("cauchy-schwarz", u=v, v=other, name="product")
    p.have("square", (v @ other) ** 2 <= 0, "product", "other", length(other))
    p.have("score", Eq(v @ other, 0), "square")
    p.conclude("score", "other_bias")

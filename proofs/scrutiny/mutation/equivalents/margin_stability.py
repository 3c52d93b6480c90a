"""True mutants of the claims on the stability of the largest margin."""

from ....statements.language import Eq, norm
from ....statements.script import Script
from . import derives


@derives("maximum-margin-most-stable", "show.tolerated: e@w y becomes e@w")
def either_sign(p: Script) -> None:
    """ye is as long as e, so it is tolerated too, and y²⟨w, e⟩ = ⟨w, e⟩."""
    e = p.vector("e")
    y = p.real("y")
    p.use("maximum-margin-most-stable", name="claim")
    p.have("own", norm(e) >= 0)
    p.have("other", norm(y * e) >= 0)
    p.have("squares", Eq(norm(y * e) ** 2, norm(e) ** 2), "label")
    p.use("square-root-unique", name="same length", u=norm(y * e), v=norm(e))
    p.use("margin-tolerates-perturbations", name="tolerated", e=y * e)
    p.conclude("tolerated", "claim", "label")

"""True mutants of the claims on the learning rate."""

from ....statements.script import Script, square
from . import derives, no_step

PRINTED = "printed-update-mistake-bound"


@derives(PRINTED, "sign_of_score: >= becomes >")
def no_sign(p: Script) -> None:
    """At the start all scores are 0: there is no step."""
    nothing_counted(p, "sign_of_score")


@derives(PRINTED, "mistake: >= becomes >")
def no_mistake(p: Script) -> None:
    """At the start all scores are 0: there is no step."""
    nothing_counted(p, "mistake")


def nothing_counted(p: Script, denied: str) -> None:
    """The count stays 0, as this condition of a step does not hold."""
    (w, x), (gamma, D, t) = p.vectors("w x"), p.reals("γ D t")
    no_step(p, w, x, denied, count=t <= 0)
    p.conclude("count", square(D / gamma))

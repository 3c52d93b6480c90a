"""True mutants of the claims on linear discriminants."""

from ....statements.language import Eq
from ....statements.script import Script
from . import derives


@derives("argmax-strict-region-is-convex", "conclusion: x@ and z@ exchanged")
def from_the_other_end(p: Script) -> None:
    """It is the claim for 1 - t."""
    t = p.real("t")
    with p.case(t > 0):
        p.conclude("case * at_x", "last * at_z")
    with p.case(t <= 0):
        p.have("zero", Eq(t, 0), "case", "first")
        p.conclude("at_z", "zero")

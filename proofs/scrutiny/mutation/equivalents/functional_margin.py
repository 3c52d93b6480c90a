"""True mutants of the claims on the functional margin."""

from ....statements.script import Script
from . import derives


@derives(
    "larger-functional-margin-farther-as-printed",
    "show.conclusion: -1 becomes 1 before root4",
    "show.conclusion: -1 becomes 0 before root4",
)
def off_the_plane(p: Script) -> None:
    """The second example is not in its plane, so its distance is positive."""
    u, z = p.vectors("u z")
    c, t, distance, share = p.reals("c t root3 inv2")
    score = u @ z + c
    p.have("correct", t * score > 0, "separated", "larger")
    p.have("square", score**2 > 0, "correct * correct", "other_label")
    p.have("share", share > 0, "other_nonzero")
    p.have("distance", distance**2 > 0, "share * share * square * other_nonzero", "root3.def")
    p.have("positive", distance > 0, "distance")

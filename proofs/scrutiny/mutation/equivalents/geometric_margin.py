"""True mutants of the claims on the geometric margin."""

from ....statements.script import Script, length
from . import derives


@derives("score-bounded-by-distance", "conclusion: v@ and x@ exchanged")
def score_zero(p: Script) -> None:
    """v is in the plane, so its score is 0, and no product of square lengths is negative."""
    w, x, v = p.vectors("w x v")
    p.have("normal", w @ w >= 0, length(w))
    p.have("distance", (x - v) @ (x - v) >= 0, length(x - v))
    p.conclude("normal * distance", "member")

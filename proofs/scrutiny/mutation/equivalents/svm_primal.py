"""True mutants of the claims on the primal problem of the hard margin."""

from ....statements.script import Script, length, square, times
from . import derives


@derives("support-vectors-are-closest", "closest: inv2 and α exchanged")
def positive_weight(p: Script) -> None:
    """α is positive, as 1/|w| is."""
    p.use("support-vectors-are-closest", name="claim")
    p.conclude("weight * margin", "slackness", "claim")


@derives("hard-margin-attained", "show.feasible: q@q r y[i] becomes q@q r y[i]^2")
def no_label_between(p: Script) -> None:
    """No y[i] is between -1 and 1, or `nearest` and `other_nearest` would say that p = q; so y[i] <= y[i]²."""
    plus, minus, x = p.vectors("p q x[i]")
    y, r = p.reals("y[i] r")
    p.use("hard-margin-attained", name="claim")
    p.have("apart", (plus - minus) @ (plus - minus) >= 0, length(plus - minus))
    p.have("length", minus @ minus >= 0, length(minus))
    with p.proving("scale", r > 0):
        p.suppose_not("not")
        p.conclude("inverse", "not * apart")
    with p.proving("square", y * (y - 1) >= 0):
        p.suppose_not("between")
        p.have("positive", y > 0, "between", square(y))
        p.have("below one", 1 - y > 0, "between", square(y - 1))
        p.have("above", 1 + y > 0, "positive")
        p.have("first", (plus - minus) @ (x - plus) >= 0, "nearest", times("above"))
        p.have("second", (plus - minus) @ (minus - x) >= 0, "other_nearest", times("below one"))
        p.have("same", (plus - minus) @ (plus - minus) <= 0, "first", "second")
        p.conclude("same * scale", "inverse")
    p.conclude("claim", "scale * length * square")

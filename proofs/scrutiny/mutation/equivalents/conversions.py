"""True mutants of the claims on conversions of separators."""

from ....statements.script import Script
from . import derives


@derives("augmented-hull-is-svm-with-bias", "conclusion: b and c exchanged")
def offsets_exchanged(p: Script) -> None:
    """Cauchy and Schwarz say so of (u, b) and (w, c), as ⟨u, w⟩ + bc is at least 1."""
    w, u, x = p.vectors("w u x[i]")
    b, c, y, a = p.reals("b c y[i] a[i]")
    p.have("terms", a * y * (u @ x + c) >= a, "nonnegative * feasible")
    p.sum("terms", "summed")
    p.have("long", w @ u + b * c >= 1, "summed", "total", "combination")
    p.use("pair-cauchy-schwarz", name="lengths", u=w, v=u, s=c, t=b)
    p.conclude("lengths", "long * long", "long")

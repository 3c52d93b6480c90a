"""True mutants of the claims on the risk."""

from ....statements.language import Eq
from ....statements.script import Script
from . import derives


@derives("training-error-zero-says-nothing", "risk: P[i] and s[i] exchanged", "risk: n[i] and s[i] exchanged")
def all_cancels(p: Script) -> None:
    """k[i]² = 1, so every term is 0, whatever the other numbers are."""
    P, s, n, k = p.reals("P[i] s[i] n[i] k[i]")
    p.use("training-error-zero-says-nothing", name="claim")
    p.have("term", Eq(s * (k**2 - 1) * (1 - 2 * P), 0), "label")
    p.have("other term", Eq(P * (k**2 - 1) * (1 - 2 * n), 0), "label")
    p.sum("term", "sum")
    p.sum("other term", "other sum")
    p.conclude("claim", "sum", "other sum")

"""True mutants of the claim on a count."""

from ....statements.script import Script, square
from . import derives


@derives("count-at-most-quotient", "show.conclusion: -1 becomes 1 before t")
def no_negative_count(p: Script) -> None:
    """B t >= t²γ² >= 0, so t is not negative: if it were, B would be 0, and t too."""
    t, B, gamma = p.reals("t B γ")
    p.have("share", B / gamma**2 >= 0, "nonnegative", square(1 / gamma))
    with p.case(t >= 0):
        p.conclude("case", "share")
    with p.case(t < 0):
        p.have("below", -t * B >= 0, "case * nonnegative")
        p.have("above", t**2 * gamma**2 > 0, "case * case * positive * positive")
        p.conclude("below", "above", "quadratic")

"""True mutants of the claims on sub-gradients."""

from ....statements.language import Sum
from ....statements.script import Script
from . import derives


@derives("averaged-objective-subgradient", "show.conclusion: inv1 sum(k[i]) becomes sum(k[i])")
def mean_at_most_sum(p: Script) -> None:
    """No k[i] is negative, so their sum is at least each of them, and at least their mean."""
    k, share = p.reals("k[i] inv1")
    p.use("averaged-objective-subgradient", name="claim")
    p.sum("k_sign", "sum", each="each")
    p.sum("each", "sums")
    p.have("positive", share >= 0, "sample")
    p.have("mean", Sum(k) >= share * Sum(k), "positive * sums")
    p.conclude("claim", "mean")

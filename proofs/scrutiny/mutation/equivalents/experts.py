"""True mutants of the claims on panels of experts."""

from ....statements.language import Eq, Relation, Sum
from ....statements.script import Script, square
from . import derives


@derives(
    "weighted-majority-mistake-bound",
    "show.all_experts: C sum() becomes C sum()^2",
    "show.each_expert: C sum() becomes C sum()^2",
)
def squared_number(p: Script) -> None:
    """No weight is negative, so each w[i] is at most their sum; summed over i, the sum is at most n times itself."""
    w, x, y, beta, C = p.reals("w[i] x[i] y β C")
    p.use("weighted-majority-mistake-bound", name="claim")
    with p.induction(weight=w >= 0):
        p.have("sign", Eq((x * y) ** 2, 1), "expert", "label")
        p.have("low", 1 - x * y >= 0, "sign", square(1 - x * y))
        p.have("high", 1 + x * y >= 0, "sign", square(1 + x * y))
        p.have("shares", (1 + x * y) + (1 - x * y) * beta >= 0, "high", "low * share")
        p.conclude("weight * shares")
    p.sum("weight", "all weights", each="single")
    p.sum("single", "often")
    p.have("unit", Relation(1, ">=", 0))
    p.sum("unit", "number")
    p.have("most", Sum(w) <= Sum(1) ** 2 * C, "often", "number * claim.all_experts")
    p.conclude("most", "single", "claim.all_experts", "claim.each_expert")

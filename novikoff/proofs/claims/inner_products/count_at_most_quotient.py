"""The last step of every mistake bound: from t²γ² ≤ t·B to t ≤ B/γ²."""

from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, theorem


@theorem("count-at-most-quotient", title="Dividing a quadratic bound by the count",
         source=cite("iml", "proof of Theorem 1.7, last step"), ledger=["000-eq15-chain"])
def count_at_most_quotient(p: Script) -> None:
    """If t²γ² is at most t·B, then t is at most B/γ²; for t = 0 because B is not negative."""
    t, B, gamma = p.reals("t B γ")
    p.assume(positive=gamma > 0, nonnegative=B >= 0, quadratic=(t * gamma) ** 2 <= t * B)
    p.show(conclusion=t <= B / gamma**2)
    with p.case(t > 0):
        p.have("divided", t * gamma**2 <= B, times("case"), "quadratic")
        p.conclude("divided", square(1 / gamma), "positive")
    with p.case(t <= 0):
        p.conclude("case", "nonnegative", square(1 / gamma))

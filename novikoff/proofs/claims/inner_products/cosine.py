"""The cosine of the angle between two vectors.

Main statement
    cosine-at-most-one    ⟨u, v⟩/(‖u‖·‖v‖) ≤ 1 for u, v ≠ 0

Implementation notes
    u ≠ 0 is written ⟨u, u⟩ > 0, which is the same in an inner-product space.
"""

from ...statements.proof_script import Script, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import norm


@theorem(
    "cosine-at-most-one",
    title="A cosine is at most 1",
    source=cite("steele2004", "chapter 1"),
)
def at_most_one(p: Script) -> None:
    """The cosine of the angle between two vectors that are not zero is at most 1."""
    u, v = p.vectors("u v")
    p.assume(first=u @ u > 0, second=v @ v > 0)
    p.show(conclusion=u @ v / (norm(u) * norm(v)) <= 1)
    p.use("cauchy-schwarz-norm", name="cauchy-schwarz")
    p.have("first-sign", 1 / norm(u) >= 0, square(1 / norm(u)))
    p.have("second-sign", 1 / norm(v) >= 0, square(1 / norm(v)))
    p.have("sign", 1 / (norm(u) * norm(v)) >= 0, "first-sign * second-sign")
    p.conclude("cauchy-schwarz * sign")

"""The smaller of two numbers."""


from ...statements.proof_script import Script
from ...statements.registry import cite, theorem
from ...statements.vector_language import Min, equal


@theorem("minimum-of-two", title="The smaller of two numbers", source=cite("iml", "eq. (1.28), for two examples"))
def minimum_of_two(p: Script) -> None:
    """The minimum of u and v is at most u, at most v, and equal to one of them."""
    u, v = p.reals("u v")
    least = Min(u, v)
    p.show(first=least <= u, second=least <= v, one_of_them=equal((least - u) * (least - v), 0))

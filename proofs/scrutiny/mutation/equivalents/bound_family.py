"""True mutants of the claims on the family of bounds."""

from ....statements.script import Script, square
from . import derives


@derives("bound-family-minimum", "conclusion: W and inv1 exchanged")
def width_exchanged(p: Script) -> None:
    """The left side is W²(R|b*|/ρ - ρ/γ)²."""
    W, R, inv1, inv2, root3, rho = p.reals("W R inv1 inv2 root3 ρ")
    p.conclude(square(W * (R * root3 * inv2 - rho * inv1)))


@derives("bound-family-minimum", "conclusion: b* and ρ exchanged")
def offset_exchanged(p: Script) -> None:
    """The left side is (R - W|b*|)²/γ²."""
    W, R, inv1, root3 = p.reals("W R inv1 root3")
    p.conclude(square(inv1 * (R - W * root3)))

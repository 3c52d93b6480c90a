"""True mutants of the claims on separators of both classes."""

from sympy import Abs

from ....statements.language import Scalar, reals
from ....statements.script import Script, square
from . import derives

COUNT = "two-classes-tutorial-mistake-bound"


def wide_radius(p: Script) -> None:
    """`wide`: γ² + b*² is at most R²; and `inverse`, the sign of 1/γ²."""
    bs, gamma, R = reals("b* γ R")
    p.use("two-classes-bound-offset", name="separator", R=Abs(R))
    p.have("first", Abs(R) >= gamma + bs, "separator.offset")
    p.have("second", Abs(R) >= gamma - bs, "separator.offset")
    p.have("wide", gamma**2 + bs**2 <= R**2, "first * second", "positive * separator.margin")
    p.have("inverse", 1 / gamma**2 > 0, square(1 / gamma), "positive")


@derives("two-classes-tutorial-bound", "show.conclusion: 0 becomes -1 before 1")
def room_for_one(p: Script) -> None:
    """R² - b*² is at least γ², as |R| is at least γ + |b*|."""
    wide_radius(p)
    p.conclude("wide * inverse", "unit", "inverse")


def family_bound(p: Script, k: Scalar) -> None:
    """The bound of the family for the radius |R|, with k for its count."""
    gamma, bs, R = reals("γ b* R")
    wide_radius(p)
    p.have("positive radius", Abs(R) > 0, "separator.margin", "positive")
    p.use("tutorial-bound-from-family", name="bound", R=Abs(R), k=k)
    p.have("most", k <= 2 * (R**2 + bs**2) / gamma**2, "bound", "unit")
    p.have("room", 2 * (R**2 + bs**2) / gamma**2 <= 4 * R**2 / gamma**2 - 2, "wide * inverse")


@derives(COUNT, "show.conclusion: 0 becomes -1 before 1", "show.conclusion: k becomes 1")
def two_fewer(p: Script) -> None:
    """|R| is at least γ + |b*|, so 2(R² + b*²)/γ² is at most 4R²/γ² - 2."""
    family_bound(p, p.real("k"))
    bs, gamma, R = p.reals("b* γ R")
    p.conclude("most", "room", square(R / gamma), square(bs / gamma))


@derives(COUNT, "run.start.k: 0 becomes 1 before 1")
def counted_from_one(p: Script) -> None:
    """|R| is at least γ + |b*|, so 2(R² + b*²)/γ² is at most 4R²/γ² - 2, and k - 1 is at most that."""
    family_bound(p, p.real("k") - 1)
    p.conclude("most", "room")

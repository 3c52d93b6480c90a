"""True mutants of the claims on the bias step."""

from ....statements.language import Eq
from ....statements.script import Script, square
from . import derives


@derives("best-bias-step-mistake-bound", "root1: of 4 times as much")
def twice_the_step(p: Script) -> None:
    """With ρ² = 2R|b*| the bound for any bias step is (R² + 5R|b*|/2 + b*²)/γ², at most (R + 2|b*|)²/γ²."""
    bs, gamma, R, rho, root1 = p.reals("b* γ R ρ root1")
    p.use("bias-step-mistake-bound", name="family", α=1)
    p.have("share", Eq(R**2 * bs**2 / rho**2, R * root1 / 4), "best")
    least = (R**2 + rho**2) * (1 + bs**2 / rho**2)
    p.have("most", least <= (R + root1) ** 2, "share", "best", square(rho), square(root1))
    p.have("inverse", 1 / gamma**2 >= 0, square(1 / gamma))
    p.conclude("family", "unit", "most * inverse")

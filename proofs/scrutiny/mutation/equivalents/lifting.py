"""True mutants of the claims on liftings."""

from ....statements.language import Eq
from ....statements.script import Script, square
from . import derives, no_step


@derives("shifted-lifting-has-smaller-radius", "show.all: e2@e2 x^4 becomes e2@e2 x^3")
def third_power(p: Script) -> None:
    """x³ - x² <= r⁴ - r²: for x <= 1 the left side is not positive, and for 1 <= x <= r it is at most r³ - r²."""
    x, r = p.reals("x r")
    p.use("shifted-lifting-has-smaller-radius", name="claim")
    p.have("right", r**4 - r**2 >= 0, "wide", "wide * wide")
    with p.proving("powers", x**3 - x**2 <= r**4 - r**2):
        with p.case(x <= 1):
            p.have("left", x**2 - x**3 >= 0, "case", square(x))
            p.conclude("left", "right")
        with p.case(x > 1):
            p.have("linear", r**2 >= x, "range", "case * case", "case")
            p.have("first", x**2 * (x - 1) <= r**2 * (x - 1), "range * case")
            p.have("second", r**2 * (x - 1) <= r**2 * (r**2 - 1), "linear", "wide", "linear * wide")
            p.conclude("first", "second")
    p.conclude("claim", "powers", "unit_1", "unit_2", "orthogonal")


@derives("shifted-lifting-needs-no-more-updates", "mistake: >= becomes >")
def no_mistake(p: Script) -> None:
    """At the start all scores are 0: there is no step, and 0 is at most 2."""
    e1, e2, w = p.vectors("e1 e2 w")
    b, k, x = p.reals("b k x")
    no_step(p, w, x * e1 + (x**2 - 1) * e2, "mistake", bias=Eq(b, 0), count=k <= 0)
    p.conclude("count")

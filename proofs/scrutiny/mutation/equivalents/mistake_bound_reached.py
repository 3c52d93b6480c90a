"""True mutants of the claims on how good the mistake bound is."""

from ....statements.language import Eq, reals, vectors
from ....statements.script import Script, length, times
from . import derives


def counted(p: Script) -> None:
    """Derive what a run reaches: t updates, a of them on v."""
    (w, v, z), (t, a, r, h) = vectors("w v z"), reals("t a r h")
    with p.induction(along_v=Eq(w @ v, a * (v @ v) - (t - a) * h), along_z=Eq(w @ z, 2 * (t - a) * h**2 - a * h),
                     on_v=a >= 0, whole=a * (a - 1) >= 0, on_z=t - a >= 0, other_whole=(t - a) * (t - a - 1) >= 0,
                     number=t >= 0, all_whole=t * (t - 1) >= 0,
                     next_whole=t * (t - 1) * (t - 2) >= 0):  # fmt: skip
        p.have("all", t * (t - 1) * (t + 1) >= 0, "number * all_whole", "all_whole")
        with p.case(r > 0, name="which"):
            p.have("used", Eq(r, 1), "choice", times("which"))
            p.conclude("used", "along_v", "along_z", "between", "on_v", "whole", "on_z", "other_whole",
                       "number", "all_whole", "all")  # fmt: skip
        with p.case(r <= 0, name="which"):
            p.have("less", r < 1, "which")
            p.have("used", Eq(r, 0), "choice", times("less"))
            p.conclude("used", "along_v", "along_z", "between", "second", "on_v", "whole", "on_z", "other_whole",
                       "number", "all_whole", "all")  # fmt: skip


def some_on_z(p: Script) -> None:
    """Derive that there is an update on z, as w is correct there."""
    t, a, h = reals("t a h")
    p.have("more", 2 * (t - a) * h - a > 0, "second_correct", "along_z", times("positive"))
    with p.proving("some on z", t - a > 0):
        p.suppose_not("none")
        p.conclude("none * positive", "more", "on_v")
    p.have("one on z", t - a >= 1, "other_whole", times("some on z"))


@derives("exponentially-many-updates", "show.updates: inv1 becomes 1")
def more_than_one(p: Script) -> None:
    """t is whole and greater than 1."""
    t, h = p.reals("t h")
    p.use("exponentially-many-updates", name="claim")
    counted(p)
    p.have("share", 1 / h > 0, "positive")
    p.have("above one", t - 1 > 0, "claim.updates", "share")
    p.have("some", t > 0, "above one")
    p.have("two", t >= 2, "next_whole", times("some", "above one"))
    p.conclude("two", "claim")


@derives("exponentially-many-updates", "updates: a and inv1 exchanged")
def both_examples(p: Script) -> None:
    """a >= 1 and t - a >= 1, so t >= 1 + a > 1 + a/2."""
    v = p.vector("v")
    t, a, h = p.reals("t a h")
    p.use("exponentially-many-updates", name="claim")
    counted(p)
    some_on_z(p)
    p.have("other", (t - a) * h >= 0, "on_z * positive")
    p.have("size", v @ v >= 0, length(v))
    with p.proving("some", a > 0):
        p.suppose_not("none")
        p.have("nothing", a * (v @ v) <= 0, "none * size")
        p.conclude("nothing", "first_correct", "along_v", "other")
    p.conclude("one on z", "some", "claim")


@derives("exponentially-many-updates", "first_correct: > becomes >=")
def not_before_the_start(p: Script) -> None:
    """a = 0 still means t = 0, and w = 0 is not correct on z."""
    u, v, z = p.vectors("u v z")
    t, a, h, g = p.reals("t a h g")
    counted(p)
    some_on_z(p)
    p.have("other", (t - a) * h > 0, "some on z * positive")
    p.have("size", v @ v >= 0, length(v))
    with p.proving("some", a > 0):
        p.suppose_not("none")
        p.have("nothing", a * (v @ v) <= 0, "none * size")
        p.conclude("nothing", "first_correct", "along_v", "other")
    p.have("one", a >= 1, "whole", times("some"))
    p.have("product", 2 * h * t > 2 * h * a + a, "more")
    p.have("scaled", 2 * h * (t - 1) > 1, "product", "one", "one * positive")
    p.have("updates", t > 1 + 1 / (2 * h), "scaled", times("positive"))
    p.use("cauchy-schwarz", name="lengths", u=u, v=z)
    p.have("square", g**2 <= (u @ z) ** 2, "margin * margin", "margin * some_margin")
    p.conclude("updates", "square", "lengths", "unit", "second")

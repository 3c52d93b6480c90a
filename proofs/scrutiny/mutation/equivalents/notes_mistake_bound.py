"""True mutants of the claims on the mistake bound of the notes."""

from sympy import Rational, sqrt

from ....statements.language import Eq, Vector, norm, reals, vectors
from ....statements.script import Script, length, square, times
from . import derives, no_step

COSINE = "notes-cosine-lower-bound"
LENGTH = "notes-length-at-least-alignment"
CLOSER = "every-mistake-raises-cosine"


def cosines_differ_by_one(p: Script, u: Vector, w: Vector) -> None:
    """The cosine of w and the unit vector u is at most 1, and the one after a mistake is not negative."""
    (x,), (y, inv2, inv4) = vectors("x'"), reals("y' inv2 inv4")
    with p.induction(ahead=u @ w >= 0):
        p.conclude("ahead", "margin", "positive")
    p.have("new length", inv2 >= 0, square(inv2), "root1.sign", "inv2.def")
    p.have("length", inv4 >= 0, square(inv4), "root3.sign", "inv4.def")
    p.have("ahead'", u @ (w + y * x) >= 0, "ahead", "margin'", "positive")
    p.use("cauchy-schwarz", u=u, v=w, name="product")
    p.use("square-root-monotone", u=u @ w, v=norm(w), name="projection")
    p.have("cosine", inv4 * (u @ w) <= 1, "projection * length")
    p.conclude("cosine", "ahead' * new length")


def count_of_steps(p: Script) -> None:
    """`counted`: t is not negative; `moved`: it is at least 1 where w is not 0."""
    (w, x), (t, y) = vectors("w x"), reals("t y")
    longer = w + y * x
    with p.induction(counted=t >= 0, moved=(t - 1) * (w @ w) >= 0):
        p.have("length", longer @ longer >= 0, length(longer))
        p.conclude("counted", "counted * length")


@derives(COSINE, "run.start.t: 0 becomes -1 before 1")
def cosine_counted_late(p: Script) -> None:
    """The root of a smaller number, so a smaller bound."""
    t, inv5, root6 = p.reals("t inv5 root6")
    p.use(COSINE, t=t + 1, name="claim")
    p.have("root", sqrt(t + 1) >= root6)
    p.have("inverse", inv5 >= 0, square(inv5), "positive")
    p.conclude("claim", "root * nonnegative * inverse")


@derives(COSINE, "show.conclusion: g inv5 root6 becomes g inv5", "conclusion: inv2 and root6 exchanged")
def one_step(p: Script) -> None:
    """w is not 0, so there was a step, and the root of t is at least 1."""
    g, t, inv2, inv4, inv5, root6 = p.reals("g t inv2 inv4 inv5 root6")
    u, w = p.vectors("u w")
    count_of_steps(p)
    p.use(COSINE, name="claim")
    p.have("step", t >= 1, times("nonzero"), "moved")
    p.have("root", root6 >= 1, "step")
    p.have("inverse", inv5 >= 0, square(inv5), "positive")
    p.have("bound", g * inv5 >= 0, "nonnegative * inverse")
    p.have("one", Eq(inv2, 1), "unit")
    p.have("least", inv4 * (u @ w) >= g * inv5, "claim", "one", "root * bound")
    p.have("more", root6 * inv4 * (u @ w) >= root6 * g * inv5, "least * root6.sign")
    p.conclude("least", "one", "more", "root * bound")


@derives(LENGTH, "show.projection: -1 becomes 1 before u@w")
def other_direction(p: Script) -> None:
    """-⟨u, w⟩ is at most |u||w| as well."""
    u, w = p.vectors("u w")
    p.use(LENGTH, name="claim")
    p.use("cauchy-schwarz-norm", u=-u, v=w, name="opposite")
    p.conclude("claim", "opposite")


@derives(LENGTH, "root1: of 4 times as much")
def half_as_long(p: Script) -> None:
    """Then |u| is 1/2, so 2|u||w| is at least ⟨u, w⟩."""
    (u, w), root2 = p.vectors("u w"), p.real("root2")
    p.use("notes-alignment", name="alignment")
    p.use("cauchy-schwarz", u=u, v=w, name="product")
    p.have("quarter", Eq(u @ u, Rational(1, 4)), "unit")
    p.have("square", (u @ w) ** 2 <= root2**2, "product", "quarter", length(w))
    p.use("square-root-monotone", u=u @ w, v=root2, name="projection")
    p.conclude("alignment", "projection", "unit")


@derives(LENGTH, "projection: root1 and t exchanged")
def count_for_length(p: Script) -> None:
    """t is at least 1 = |u|, or t = 0 and w = 0."""
    w, (t, root2) = p.vector("w"), p.reals("t root2")
    count_of_steps(p)
    p.use(LENGTH, name="claim")
    with p.case(t >= 1):
        p.conclude("claim", "unit", "case * root2.sign")
    with p.case(t < 1):
        p.have("short", w @ w <= 0, times("case"), "moved")
        p.have("zero", Eq(root2, 0), "short")
        p.conclude("claim", "zero", "unit")


@derives(CLOSER, "mistake: >= becomes >")
def never_started(p: Script) -> None:
    """At the start all scores are 0: no step, so w stays 0, which `nonzero` denies."""
    w, x = p.vectors("w x")
    no_step(p, w, x, "mistake")
    p.conclude("short", "nonzero")


@derives(CLOSER, "show.conclusion: 0 becomes 1 before 1")
def never_behind(p: Script) -> None:
    """No step makes ⟨u, w⟩ smaller, so it is never below 0: nor is the cosine after the mistake, and before it is at
    most 1.
    """
    u, w = p.vectors("u w")
    cosines_differ_by_one(p, u, w)

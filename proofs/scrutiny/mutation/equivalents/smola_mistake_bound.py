"""True mutants of the claims on Novikoff's theorem as the book has it."""

from ....statements.language import Eq
from ....statements.script import Script, square, times
from . import derives, no_step
from .notes_mistake_bound import cosines_differ_by_one

CHAIN = "smola-root-chain"
ALIGNED = "update-more-aligned-as-printed"


@derives("smola-mistake-bound-as-printed", "mistake: >= becomes >")
@derives("smola-bound-any-ball", "mistake: >= becomes >")
def no_mistake(p: Script) -> None:
    """At the start all scores are 0: there is no step."""
    w, x = p.vectors("w x")
    bs, b, gamma, t, R = p.reals("b* b γ t R")
    no_step(p, w, x, "mistake", bias=Eq(b, 0), count=t <= 0)
    p.conclude("count", square(1 / gamma), square(bs / gamma), square(R / gamma), square(R * bs / gamma))


@derives(
    CHAIN,
    "show.lengths: -1 becomes 1 before b b*",
    "show.lengths: -1 becomes 0 before b b*",
    "show.lengths: -1 becomes -1/2 before b b*",
    "show.lengths: -1 becomes 1 before w@w*",
    "show.lengths: -1 becomes 0 before w@w*",
    "show.lengths: -1 becomes -1/2 before w@w*",
)
def any_signs(p: Script) -> None:
    """√(1 + b*²)√(|w|² + b²) is at least |⟨w, w*⟩| + |bb*|, whatever the signs."""
    w, ws = p.vectors("w w*")
    b, bs, root1, root2 = p.reals("b b* root1 root2")
    p.use(CHAIN, name="claim")
    p.have("lengths", root1 * root2 >= 0, "root1.sign * root2.sign")
    sums = {f"{n} {m}": (n * ws, m * bs) for n in (1, -1) for m in (1, -1)}
    for name, (v, t) in sums.items():
        p.use("pair-cauchy-schwarz", name=f"product {name}", u=w, s=b, v=v, t=t)
        p.have(f"square {name}", (w @ v + b * t) ** 2 <= (root1 * root2) ** 2, f"product {name}", "unit")
        p.use("square-root-monotone", name=f"sum {name}", u=w @ v + b * t, v=root1 * root2)
    p.conclude("claim", *(f"sum {name}" for name in sums))


@derives(CHAIN, "show.growth: root1 root2 becomes root2")
def root_left_out(p: Script) -> None:
    """√(1 + b*²) is at least 1."""
    bs, root1 = p.reals("b* root1")
    p.use(CHAIN, name="claim")
    p.have("root", root1 >= 1, square(bs))
    p.conclude("claim", "root * root2.sign")


@derives(CHAIN, "show.growth: root1 root3 root4 becomes root1 root3^2 root4")
def root_squared(p: Script) -> None:
    """t is 0 or at least 1; so √t is 0 or at most t."""
    t, root1, root3, root4 = p.reals("t root1 root3 root4")
    p.use(CHAIN, name="claim")
    with p.induction(counted=t >= 0, between=t * (t - 1) >= 0):
        p.conclude("counted", square(t))
    with p.proving("root", root3 <= root3**2):
        with p.case(root3 >= 1):
            p.conclude("case * root3.sign")
        with p.case(root3 < 1):
            p.have("less", 1 - root3**2 > 0, "case", "case * root3.sign")
            p.have("none", root3**2 <= 0, times("less"), "between")
            p.have("zero", Eq(root3, 0), "none")
            p.conclude("zero")
    p.have("roots", root1 * root4 >= 0, "root1.sign * root4.sign")
    p.conclude("claim", "root * roots")


@derives(ALIGNED, "mistake: >= becomes >")
def never_started(p: Script) -> None:
    """At the start all scores are 0: no step, so w stays 0, which `nonzero` denies."""
    w, x = p.vectors("w x")
    no_step(p, w, x, "mistake")
    p.conclude("short", "nonzero")


@derives(ALIGNED, "show.closer: 0 becomes 1 before 1")
def never_behind(p: Script) -> None:
    """No step makes ⟨w*, w⟩ smaller, so it is never below 0: nor is the cosine after the mistake, and before it is at
    most 1.
    """
    ws, w = p.vectors("w* w")
    cosines_differ_by_one(p, ws, w)

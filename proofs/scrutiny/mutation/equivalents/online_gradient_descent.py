"""True mutants of the claims on online gradient descent."""

from sympy import Rational

from ....statements.language import Eq
from ....statements.script import Script, length, square, times
from . import derives

DECREASING, STRONG = (
    "online-gradient-regret-decreasing-step",
    "online-gradient-regret-strongly-convex",
)


@derives(
    DECREASING,
    "show.conclusion: -1 becomes 0 before S",
    "show.conclusion: -1 becomes -1/2 before S",
    "show.conclusion: F^2 q becomes F^2 q^2",
    "show.conclusion: G^2 q becomes G^2 q^2",
)
def after_a_round(p: Script) -> None:
    """After a round q = r >= 1: the right side is not negative, and q <= q²."""
    q, r, F, G = p.reals("q r F G")
    p.use(DECREASING, name="claim")
    with p.induction(sign=q >= 0, whole=q * (q - 1) >= 0):
        p.use("square-root-monotone", name="at_least", u=1, v=r)
        p.conclude("root_sign", "root_sign * at_least")
    p.have("large", q >= 1, "whole", times("some"))
    p.have("above", F**2 * (q - 1) >= 0, "large", square(F))
    p.have("more", F**2 * q * (q - 1) >= 0, "above * sign")
    p.have("slope", G**2 * (q - 1) >= 0, "large", square(G))
    p.have("slopes", G**2 * q * (q - 1) >= 0, "slope * sign")
    p.conclude("claim", "above", "more", "slope", "slopes", square(F), square(G))


def from_start(p: Script, start: int) -> None:
    """Derive the regret bound for a run whose q starts at 1 or -1.

    In the invariants S² is 0 or q² >= 2, so that S = 0 if q is the start.
    """
    u, w, g, after, _ = p.vectors("u w g p w1")
    c, d, regret, q, r, eta, F, G = p.reals("c d S q r η F G")
    excess = regret + q / 2 * ((w - u) @ (w - u)) - q / 2 * F**2 - q * G**2 + G**2 / 2
    now = regret + c - d + r / 2 * ((after - u) @ (after - u)) - r / 2 * F**2 - r * G**2 + G**2 / 2
    with p.induction(above=q >= start, outside=q**2 >= 1, moved=regret**2 * (2 - q**2) <= 0,
                     rest=(q - start) * excess <= 0):  # fmt: skip
        p.have("root of 2", r**2 >= 2, "root", "outside")
        p.use("square-root-monotone", name="at_least", u=1, v=r)
        p.have("positive", r > 0, "at_least")
        p.have("rate_sign", eta > 0, "rate", times("positive"))
        p.have("small", eta <= 1, "rate", "rate_sign * at_least")
        p.have("turn", r * ((after - u) @ (after - u)) <= r * ((w - u) @ (w - u)) - 2 * (g @ (w - u)) + eta * (g @ g),
               "nearer * root_sign", "rate")  # fmt: skip
        p.have("step", c - d + r / 2 * ((after - u) @ (after - u)) <= r / 2 * ((w - u) @ (w - u)) + eta / 2 * G**2,
               "turn", "subgradient", "rate_sign * slope")  # fmt: skip
        with p.proving("last", now <= 0):
            with p.case(q > start):
                p.have("before", excess <= 0, "rest", times("case"))
                p.have("beyond", q + 1 > 0, "case")
                p.have("sign", q >= 1, "outside", times("beyond"))
                p.use("square-root-monotone", name="larger", u=q, v=r)
                p.have("enough", q + eta / 2 <= r, "root", "rate", square(r - q), times("positive"))
                p.have("wider", (r - q) * ((w - u) @ (w - u)) <= (r - q) * F**2, "larger * diameter")
                p.have("slopes", (q + eta / 2) * G**2 <= r * G**2, "enough", square(G))
                p.conclude("before", "step", "wider", "slopes")
            with p.case(q <= start):
                p.have("start", Eq(q, start), "case", "above")
                p.have("none", Eq(regret, 0), "moved", "start")
                p.have("within", r * ((w - u) @ (w - u)) <= r * F**2, "root_sign * diameter")
                p.have("half", eta / 2 * G**2 <= (r - Rational(1, 2)) * G**2, "small", "at_least", square(G))
                p.conclude("step", "none", "within", "half")
        p.have("moved'", (regret + c - d) ** 2 * (2 - r**2) <= 0, "root of 2", square(regret + c - d))
        p.have("beyond", r - start >= 0, "at_least")
        p.conclude("beyond", "root of 2", "moved'", "beyond * last")
    with p.case(q > start, "end"):
        p.have("last", excess <= 0, "rest", times("end"))
        p.have("distance", q * ((w - u) @ (w - u)) >= 0, "some", length(w - u))
        p.conclude("last", "distance")
    with p.case(q <= start, "end"):
        p.have("start", Eq(q, start), "end", "above")
        p.have("none", Eq(regret, 0), "moved", "start")
        p.conclude("none", "start", "some", square(F), square(G))


@derives(DECREASING, "run.start.q: 0 becomes 1 before 1")
def start_at_one(p: Script) -> None:
    """Each rate is at most 2(r - q), the first at most 2r - 1: so still their sum is at most 2q - 1."""
    from_start(p, 1)


@derives(DECREASING, "run.start.q: 0 becomes -1 before 1")
def start_below_zero(p: Script) -> None:
    """Each rate but the first is at most 2(r - q), the first at most 2r - 1: so still their sum is at most 2q - 1."""
    from_start(p, -1)


@derives(
    STRONG,
    "show.conclusion: 1/2 becomes 3/2 before G^2 H inv1",
    "show.conclusion: 1/2 becomes 1 before G^2 H inv1",
    "show.conclusion: -1 becomes 0 before S",
    "show.conclusion: -1 becomes -1/2 before S",
    "show.conclusion: G^2 H inv1 becomes G^2 H^2 inv1",
    "conclusion: H and t exchanged",
)
def weaker_than_harmonic(p: Script) -> None:
    """As t >= 1, each h = 1/t is positive and at most 1, the first is 1: so H is 0 or at least 1, and H <= t - 1."""
    t, h, total, G, share = p.reals("t h H G inv1")
    p.use(STRONG, name="claim")
    with p.induction(counter=t >= 1, sign=total >= 0, fewer=total <= t - 1, first=(t - 1) * (total - 1) >= 0):
        p.have("time", t > 0, "counter")
        p.have("positive", h > 0, "inverse", times("time"))
        p.have("small", h <= 1, "inverse", "counter * positive")
        with p.proving("one", total + h >= 1):
            with p.case(t > 1):
                p.have("before", total >= 1, "first", times("case"))
                p.conclude("before", "positive")
            with p.case(t <= 1):
                p.have("now", Eq(t, 1), "case", "counter")
                p.have("whole", Eq(h, 1), "inverse", "now")
                p.conclude("whole", "sign")
        p.have("one'", total + h - 1 >= 0, "one")
        p.conclude("counter", "sign", "positive", "small", "fewer", "time * one'")
    with p.proving("square", total**2 >= total):
        with p.case(t > 1):
            p.have("one", total - 1 >= 0, "first", times("case"))
            p.conclude("sign * one")
        with p.case(t <= 1):
            p.have("none", Eq(total, 0), "case", "fewer", "sign")
            p.conclude("none")
    p.have("share", share > 0, "weight")
    p.have("scale", G**2 * share >= 0, "share", square(G))
    p.have("positive", G**2 * share * total >= 0, "scale * sign")
    p.have("squared", G**2 * share * total**2 >= G**2 * share * total, "scale * square")
    p.have("counted", G**2 * share * t >= G**2 * share * total, "scale", "scale * fewer")
    p.conclude("claim", "positive", "squared", "counted")


@derives(STRONG, "run.start.t: 1 becomes 0 before 1")
def no_round(p: Script) -> None:
    """As ht = 1 denies t = 0, there is no round."""
    t, regret, total = p.reals("t S H")
    with p.induction(time=Eq(t, 0), regret=Eq(regret, 0), total=Eq(total, 0)):
        p.suppose_not("moved")
        p.conclude("inverse", "time")
    p.conclude("regret", "total")


@derives(STRONG, "run.start.t: 1 becomes 1/2 before 1")
def earlier_start(p: Script) -> None:
    """S + λ(t - 1)|w - u|²/2 - G²H/(2λ) is not positive at the start, and does not grow, as t > 0; and then t >= 1."""
    u, w, g = p.vectors("u w g")
    t, h, lam, regret, total, G, share, c, d = p.reals("t h λ S H G inv1 c d")
    p.have("share", share > 0, "weight")
    with p.induction(counter=t >= Rational(1, 2), sign=total >= 0, moved=regret**2 * (1 - t) <= 0,
                     potential=regret + lam * (t - 1) / 2 * ((w - u) @ (w - u)) <= G**2 * share / 2 * total,
                     ):  # fmt: skip
        p.have("time", t > 0, "counter")
        p.have("positive", h > 0, "inverse", times("time"))
        p.use("online-gradient-step-strongly-convex", name="step")
        p.have("short", h * share * (g @ g) <= h * share * G**2, "share * positive * slope")
        p.have("moved'", (regret + c - d) ** 2 * -t <= 0, "time", square(regret + c - d))
        p.conclude("counter", "sign", "positive", "moved'", "potential", "step", "short")
    p.have("bound", G**2 * share * total >= 0, "share * sign", square(G))
    with p.case(t >= 1):
        p.have("elapsed", lam * (t - 1) >= 0, "weight * case")
        p.have("apart", (w - u) @ (w - u) >= 0, length(w - u))
        p.have("distance", lam * (t - 1) * ((w - u) @ (w - u)) >= 0, "elapsed * apart")
        p.conclude("potential", "distance")
    with p.case(t < 1):
        p.have("remaining", 1 - t > 0, "case")
        p.have("no move", regret**2 <= 0, "moved", times("remaining"))
        p.have("none", Eq(regret, 0), "no move")
        p.conclude("none", "bound")

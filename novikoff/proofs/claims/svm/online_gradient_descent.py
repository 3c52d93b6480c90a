"""Online gradient descent: the regret of w₁, w₂, … against any fixed u, for costs that may change in every round.

Notation: c and d are the costs fₜ(w) and fₜ(u) of the round, g is a sub-gradient at w, and S is the sum of c − d. After
the step w − ηg, the next weights are a point p that is not farther from u than w − ηg. The projection on a convex set
that contains u is such a point, and so is w − ηg itself.
"""

from typing import NamedTuple

from ....algorithms import gradient_descent
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Rational, Scalar, Vector, ln


class Round(NamedTuple):
    """A round of a run: weights w, any u, the sub-gradient g, the costs c of w and d of u, the next weights p."""

    u: Vector
    w: Vector
    g: Vector
    p: Vector
    c: Scalar
    d: Scalar

    @property
    def inputs(self) -> list[Vector | Scalar]:
        """Return the variables that change from round to round."""
        return [self.g, self.p, self.c, self.d]

    def facts(self, rate: Scalar, convexity: Scalar = 0) -> dict[str, Comparison]:
        """Return the facts: g is a sub-gradient of a strongly convex cost, and p is as near to u as w − ηg."""
        u, w, g, p, c, d = self
        after = gradient_descent.step(w, g, rate)
        return {"subgradient": d >= c + g @ (u - w) + convexity * ((w - u) @ (w - u)) / 2,
                "nearer": (p - u) @ (p - u) <= (after - u) @ (after - u)}


def one_round(p: Script) -> Round:
    """Declare its names."""
    return Round(*p.vectors("u w g p"), *p.reals("c d"))


@theorem("online-gradient-regret-constant-step", title="The regret of online gradient descent with one step size",
         source=cite("zinkevich2003",
                     "proof of Theorem 1, one step size; with η for η/2 shalevshwartz2012, section 2.4"))
def constant_step(p: Script) -> None:
    """With the step size η > 0 from any w₁, the regret Σ (fₜ(wₜ) − fₜ(u)) against any u is at most ‖w₁ − u‖²/(2η) +
    η/2·Σ ‖gₜ‖², for convex costs fₜ with sub-gradients gₜ at wₜ.

    Q is the sum of the ‖gₜ‖².
    """
    w1, here = p.vector("w1"), one_round(p)
    u, w, g, *_ = here
    regret, slopes, rate = p.reals("S Q η")
    p.assume(rate=rate > 0)
    state = [(w, w1, here.p), (regret, 0, regret + here.c - here.d), (slopes, 0, slopes + g @ g)]
    p.run(state, here.inputs, here.facts(rate))
    p.show(conclusion=regret <= (w1 - u) @ (w1 - u) / (2 * rate) + rate / 2 * slopes)
    with p.induction(potential=2 * rate * regret + (w - u) @ (w - u) <= (w1 - u) @ (w1 - u) + rate**2 * slopes):
        p.conclude("potential", "nearer", "rate * subgradient")
    p.have("total", 2 * rate * regret <= (w1 - u) @ (w1 - u) + rate**2 * slopes, "potential", length(w - u))
    p.conclude("total", times("rate"))


@theorem("online-gradient-regret-decreasing-step",
         title="The regret of online gradient descent with the step sizes 1/√t",
         source=cite("zinkevich2003", "Theorem 1"), says="the step sizes 1/√t only")
def decreasing_step(p: Script) -> None:
    """With the step sizes 1/√t, the regret against u after T ≥ 1 rounds is at most F²√T/2 + (√T − 1/2)G², if ‖wₜ − u‖ ≤
    F and ‖gₜ‖ ≤ G in every round, for convex costs. The same holds for any step sizes 1/rₜ with rₜ² ≥ rₜ₋₁² + 1 and r₀
    = 0. The last rₜ, which is called q here, then replaces √T.
    """
    w1, here = p.vector("w1"), one_round(p)
    u, w, g, after, *_ = here
    regret, q, r, eta, F, G = p.reals("S q r η F G")
    p.run([(w, w1, after), (regret, 0, regret + here.c - here.d), (q, 0, r)], [*here.inputs, r, eta], {
        **here.facts(eta), "root_sign": r >= 0, "root": r**2 >= q**2 + 1, "rate": Eq(eta * r, 1),
        "diameter": (w - u) @ (w - u) <= F**2, "slope": g @ g <= G**2,
    })
    p.assume(some=q > 0)
    p.show(conclusion=regret <= F**2 * q / 2 + (q - Rational(1, 2)) * G**2)
    left, right = regret + q / 2 * ((w - u) @ (w - u)) - q / 2 * F**2, q * G**2
    with p.induction(sign=q >= 0, first=left <= right, rest=q * (left - right + G**2 / 2) <= 0):
        p.use("square-root-monotone", name="larger", u=q, v=r)
        p.use("square-root-monotone", name="at_least", u=1, v=r)
        p.have("positive", r > 0, "at_least")
        p.have("rate_sign", eta > 0, "rate", times("positive"))
        p.have("enough", q + eta / 2 <= r, "root", "rate", square(r - q), times("positive"))
        p.have("turn", r * ((after - u) @ (after - u)) <= r * ((w - u) @ (w - u)) - 2 * (g @ (w - u)) + eta * (g @ g),
               "nearer * root_sign", "rate")
        p.have("step", here.c - here.d + r / 2 * ((after - u) @ (after - u))
               <= r / 2 * ((w - u) @ (w - u)) + eta / 2 * G**2, "turn", "subgradient", "rate_sign * slope")
        p.have("wider", (r - q) * ((w - u) @ (w - u)) <= (r - q) * F**2, "larger * diameter")
        p.have("slopes", (q + eta / 2) * G**2 <= r * G**2, "enough", square(G))
        now = regret + here.c - here.d + r / 2 * ((after - u) @ (after - u)) - r / 2 * F**2
        p.have("first'", now <= r * G**2, "first", "step", "wider", "slopes")
        with p.proving("last", now <= (r - Rational(1, 2)) * G**2):
            with p.case(q > 0):
                p.have("before", left - right + G**2 / 2 <= 0, "rest", times("case"))
                p.conclude("before", "step", "wider", "slopes")
            with p.case(q <= 0):
                p.have("none", Eq(q, 0), "case", "sign")
                p.have("small", eta <= 1, "rate", "rate_sign * at_least")
                p.have("half", eta / 2 * G**2 <= (r - Rational(1, 2)) * G**2, "small", "at_least", square(G))
                p.conclude("first", "step", "wider", "none", "half")
        p.conclude("root_sign", "first'", "root_sign * last")
    p.have("last", left - right + G**2 / 2 <= 0, "rest", times("some"))
    p.have("distance", q * ((w - u) @ (w - u)) >= 0, "sign", length(w - u))
    p.conclude("last", "distance")


@theorem("online-gradient-step-strongly-convex", title="One round of online gradient descent on a strongly convex cost",
         source=cite("hazan2007", "proof of Theorem 1"))
def strongly_convex_step(p: Script) -> None:
    """With the step size h/λ, ht = 1, c − d + λt/2·‖p − u‖² ≤ λ(t − 1)/2·‖w − u‖² + h/(2λ)·‖g‖² for a λ-strongly convex
    cost.
    """
    here = one_round(p)
    u, w, g, after, c, d = here
    lam, t, h = p.reals("λ t h")
    p.assume(here.facts(h / lam, lam), weight=lam > 0, time=t > 0, inverse=Eq(h * t, 1))
    p.show(conclusion=c - d + lam * t / 2 * ((after - u) @ (after - u))
           <= lam * (t - 1) / 2 * ((w - u) @ (w - u)) + h / (2 * lam) * (g @ g))
    p.have("scale", lam * t > 0, "weight * time")
    p.have("turn", lam * t * ((after - u) @ (after - u))
           <= lam * t * ((w - u) @ (w - u)) - 2 * (g @ (w - u)) + h / lam * (g @ g),
           "nearer * scale", "inverse", "definition")
    p.conclude("turn", "subgradient")


class StronglyConvexRun(NamedTuple):
    """A run with the step sizes h/λ from any w₁. t is the number of the next round, and h = 1/t. S is the regret, H is
    the sum of the h, and G bounds the sub-gradients.
    """

    here: Round
    lam: Scalar
    t: Scalar
    h: Scalar
    S: Scalar
    H: Scalar
    G: Scalar


def strongly_convex_run(p: Script) -> StronglyConvexRun:
    """Declare its names."""
    w1, here = p.vector("w1"), one_round(p)
    _, w, g, after, c, d = here
    lam, t, h, regret, total, G = p.reals("λ t h S H G")
    p.assume(weight=lam > 0)
    p.run([(w, w1, after), (t, 1, t + 1), (regret, 0, regret + c - d), (total, 0, total + h)], [*here.inputs, h],
          {**here.facts(h / lam, lam), "inverse": Eq(h * t, 1), "slope": g @ g <= G**2})
    return StronglyConvexRun(here, lam, t, h, regret, total, G)


@theorem("online-gradient-regret-strongly-convex",
         title="The regret of online gradient descent on strongly convex costs is at most G²/(2λ)·Σ 1/t",
         source=cite("hazan2007", "Theorem 1"))
def strongly_convex(p: Script) -> None:
    """With the step sizes 1/(λt) from any w₁, the regret against u after T rounds is at most G²/(2λ)·Σ 1/t, the sum
    over t = 1, …, T, for λ-strongly convex costs with sub-gradients of length at most G at wₜ.

    t is the number of the next round, h is 1/t, and H is the sum of the h. H is at most 1 + ln T by
    harmonic-sum-below-logarithm.
    """
    run = strongly_convex_run(p)
    u, w, g, *_ = run.here
    lam, t, h, regret, total, G = run.lam, run.t, run.h, run.S, run.H, run.G
    p.show(conclusion=regret <= G**2 / (2 * lam) * total)
    p.have("share", 1 / lam > 0, "weight")
    with p.induction(counter=t >= 1, potential=regret + lam * (t - 1) / 2 * ((w - u) @ (w - u))
                     <= G**2 / (2 * lam) * total):
        p.have("positive", h > 0, "inverse", times("counter"))
        p.use("online-gradient-step-strongly-convex", name="step")
        p.have("short", h / lam * (g @ g) <= h / lam * G**2, "share * positive * slope")
        p.conclude("counter", "potential", "step", "short")
    p.have("elapsed", lam * (t - 1) >= 0, "weight * counter")
    p.have("apart", (w - u) @ (w - u) >= 0, length(w - u))
    p.have("distance", lam * (t - 1) * ((w - u) @ (w - u)) >= 0, "elapsed * apart")
    p.conclude("potential", "distance")


@theorem("online-gradient-regret-logarithmic",
         title="The regret of online gradient descent on strongly convex costs is at most G²/(2λ)·(1 + ln T)",
         source=cite("hazan2007", "Theorem 1"))
def logarithmic(p: Script) -> None:
    """With the step sizes 1/(λt) from any w₁, the regret against u after T = t − 1 > 0 rounds is at most G²/(2λ)·(1 +
    ln T), for λ-strongly convex costs with sub-gradients of length at most G at wₜ.
    """
    run = strongly_convex_run(p)
    p.assume(some=run.t - 1 > 0)
    regret = run.S
    p.show(conclusion=regret <= run.G**2 / (2 * run.lam) * (1 + ln(run.t - 1)))
    p.use("online-gradient-regret-strongly-convex", name="regret")
    p.use("harmonic-sum-of-rounds", name="harmonic")
    p.have("factor", run.G**2 / (2 * run.lam) >= 0, "weight", square(run.G), "definition")
    p.conclude("regret", "factor * harmonic")

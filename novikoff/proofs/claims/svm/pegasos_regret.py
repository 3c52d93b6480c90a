"""The regret of Pegasos on the examples that it actually draws, without expectations or probabilities.

Notation: fₜ(w) = λ/2·‖w‖² + max(0, 1 − y⟨w, x⟩) on the example (x, y) drawn in the round t, ‖x‖ ≤ R. S is the sum of
the fₜ(wₜ) − fₜ(u), and H is the sum of the 1/t over the rounds made. H ≤ 1 + ln T by harmonic-sum-below-logarithm.

Implementation notes: h is 1/t. θ, which is 1 where y⟨w, x⟩ < 1 and 0 where y⟨w, x⟩ > 1, makes θ(1 − y⟨w, x⟩) the loss
of w; l is that of u. The shipped projection computes a root in float64, so the claims do not run it on symbols. Here
the projection is a factor κ with 0 ≤ κ ≤ 1 and λκ²‖w‖² ≤ 1, and κ = 1 or λκ²‖w‖² = 1.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ....algorithms import gradient_descent, pegasos
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Max, Rational, Scalar, Vector, ln, norm, sqrt


class Pegasos(NamedTuple):
    """A run from 0: weights w before the round t, any u, and S and H so far. v is θyx, so that λw − v is the
    sub-gradient at w. h is 1/t, and m is w after the step. One field is the term that the round adds to S.
    """

    u: Vector
    w: Vector
    v: Vector
    t: Scalar
    S: Scalar
    H: Scalar
    h: Scalar
    lam: Scalar
    added: Scalar
    moved: Vector
    inputs: list[Any]
    facts: dict[str, Comparison]

    def make(self, p: Script, after: Vector, *inputs: Scalar, **facts: Comparison) -> None:
        """Declare the run, in which w becomes `after`."""
        p.run([(self.w, 0, after), (self.t, 1, self.t + 1), (self.S, 0, self.S + self.added),
               (self.H, 0, self.H + self.h)], [*self.inputs, *inputs], self.facts | facts)


def pegasos_run(p: Script) -> Pegasos:
    """Declare its names."""
    u, w, x = p.vectors("u w x")
    t, S, H, lam, y, theta, loss = p.reals("t S H λ y θ l")
    h = p.inverse("h", t)
    p.assume(weight=lam > 0)
    slope = theta * y * x
    added = lam / 2 * (w @ w) + theta * (1 - y * (w @ x)) - lam / 2 * (u @ u) - loss
    facts = {"low": theta >= 0, "high": theta <= 1, "u_sign": loss >= 0, "u_loss": loss >= 1 - y * (u @ x)}
    moved = p.let("m", pegasos.step(w, [slope], t=t, lam=lam))
    return Pegasos(u, w, slope, t, S, H, h, lam, added, moved, [x, y, theta, loss], facts)


def facts_of_round(p: Script, run: Pegasos) -> None:
    """Derive 0 < h ≤ 1 and θ ≤ 1 in a step."""
    theta, h = run.inputs[2], run.h
    p.have("positive", h > 0, "h", times("counter"))
    p.have("at most 1", h <= 1, "h", "positive * counter")
    p.have("rest", 1 - theta >= 0, "high")


def regret_without_projection(
    p: Script, run: Pegasos, R: Scalar, g: Vector, most: Scalar, slope: Callable[[], None] = lambda: None
) -> None:
    """Derive `length` and `regret` for a run without projection. `most` is the bound of ‖g‖² in the fact `slope`, where
    g = λw − v. `slope` derives this fact, unless the step has it already.
    """
    u, w, v, t, regret, total, h, lam, added, moved, *_ = run
    x, _, theta, *_ = run.inputs
    p.have("share", 1 / lam > 0, "weight")
    with p.induction(counter=t >= 1, length=lam**2 * (w @ w) <= R**2,
                     potential=regret + lam * (t - 1) / 2 * ((w - u) @ (w - u))
                     <= most / (2 * lam) * total):
        facts_of_round(p, run)
        p.have("small", 1 - theta**2 >= 0, "low * rest", "rest")
        p.have("size", x @ x >= 0, length(x))
        p.have("short", v @ v <= R**2, "label", "radius", "small * size")
        slope()
        p.have("convex", added <= g @ (w - u) - lam / 2 * ((w - u) @ (w - u)), "low * u_loss", "rest * u_sign")
        p.have("left", 1 - h >= 0, "at most 1")
        p.have("apart", g @ g >= 0, length(g))
        p.have("mean", lam**2 * (moved @ moved) <= (1 - h) * lam**2 * (w @ w) + h * (v @ v),
               "definition", "left * positive * apart")
        p.have("length'", lam**2 * (moved @ moved) <= R**2, "mean", "left * length", "positive * short")
        p.have("slopes", h / lam * (g @ g) <= h / lam * most, "share * positive * slope")
        p.use("online-gradient-step-strongly-convex", {"g": g, "p": moved, "c": added, "d": 0}, name="round")
        p.conclude("counter", "length'", "potential", "round", "slopes")
    p.have("elapsed", lam * (t - 1) >= 0, "weight * counter")
    p.have("distance", (w - u) @ (w - u) >= 0, length(w - u))
    p.have("regret", regret <= most / (2 * lam) * total, "potential", "elapsed * distance")


@theorem("pegasos-regret-bound", title="The regret of Pegasos without projection is at most G²/(2λ)·Σ 1/t",
         source=cite("shalevshwartz2011", "Theorem 1, without projection, and Lemma 1"))
def regret_bound(p: Script) -> None:
    """Let λ > 0, and let ‖x‖ ≤ R and ‖λw − v‖ ≤ G in every round. After any number of rounds of Pegasos on any
    examples, Σ fₜ(wₜ) ≤ Σ fₜ(u) + G²/(2λ)·Σ 1/t for every u, and ‖w‖ ≤ R/λ. So one can take G = 2R.
    """
    run = pegasos_run(p)
    w, v, regret, total, lam, moved = run.w, run.v, run.S, run.H, run.lam, run.moved
    x, y, *_ = run.inputs
    R, G = p.reals("R G")
    g = p.let("g", lam * w - v)
    run.make(p, moved, label=Eq(y**2, 1), radius=x @ x <= R**2, slope=g @ g <= G**2)
    p.show(length=lam**2 * (w @ w) <= R**2, regret=regret <= G**2 / (2 * lam) * total)
    regret_without_projection(p, run, R, g, G**2)
    p.conclude("length", "regret")


@theorem("projection-on-ball-brings-nearer",
         title="Shortening a vector to a ball brings it nearer to every vector of the ball",
         source=cite("shalevshwartz2011", "proof of Lemma 1, the projection"))
def projection_nearer(p: Script) -> None:
    """If λ‖u‖² ≤ 1, 0 ≤ κ ≤ 1, and κ = 1 or λκ²‖v‖² = 1, then ‖κv − u‖ ≤ ‖v − u‖."""
    u, v = p.vectors("u v")
    lam, kappa = p.reals("λ κ")
    p.assume(ball=lam * (u @ u) <= 1, low=kappa >= 0, high=kappa <= 1,
             tight=Eq((1 - kappa) * (1 - lam * kappa**2 * (v @ v)), 0))
    p.show(conclusion=(kappa * v - u) @ (kappa * v - u) <= (v - u) @ (v - u))
    with p.case(1 - kappa > 0):
        p.have("edge", Eq(lam * kappa**2 * (v @ v), 1), "tight", times("case"))
        p.have("square", kappa**2 * (v @ v) >= 0, length(kappa * v))
        with p.proving("weight", lam > 0):
            p.suppose_not("not")
            p.conclude("edge", "not * square")
        p.have("longer", kappa**2 * (v @ v) >= u @ u, "edge", "ball", times("weight"))
        p.have("twice", 2 * kappa * (u @ v) <= kappa**2 * (v @ v) + u @ u, length(kappa * v - u))
        with p.proving("positive", kappa > 0):
            p.suppose_not("not")
            p.have("zero", Eq(kappa, 0), "not", "low")
            p.conclude("edge", "zero")
        p.have("along", u @ v <= kappa * (v @ v), "twice", "longer", times("positive"))
        p.have("more", 2 * (u @ v) <= (1 + kappa) * (v @ v), "along", "case", length(v))
        p.conclude("case * more")
    with p.case(1 - kappa <= 0):
        p.have("one", Eq(kappa, 1), "case", "high")
        p.conclude("one")


@theorem("quotient-in-ball", title="What is K/√λ long, divided by K, lies in the ball of radius 1/√λ",
         source=cite("shalevshwartz2011", "section 2.2, the projection"))
def quotient_in_ball(p: Script) -> None:
    """If K > 0 and λ‖u‖² ≤ K², then λ‖u/K‖² ≤ 1."""
    u, (lam, K) = p.vector("u"), p.reals("λ K")
    p.assume(positive=K > 0, large=lam * (u @ u) <= K**2)
    p.show(conclusion=lam * ((u / K) @ (u / K)) <= 1)
    p.have("part", 1 / K > 0, "positive")
    p.conclude("large * part * part", "definition")


@theorem("pegasos-cost-lower-in-ball",
         title="Outside the ball of radius 1/√λ, shortening a vector to it lowers every cost",
         source=cite("shalevshwartz2011", "proof of Theorem 1, that the optimum lies in the ball; here round by round"))
def cost_lower_in_ball(p: Script) -> None:
    """If K ≥ 1, and K = 1 or λ‖u‖² = K², then λ/2·‖u/K‖² + max(0, 1 − m/K) ≤ λ/2·‖u‖² + max(0, 1 − m), for any m.

    l is at least the loss on the right; θ ∈ [0, 1] makes θ(1 − m/K) the loss on the left.
    """
    u, (lam, K, m, loss, theta) = p.vector("u"), p.reals("λ K m l θ")
    p.assume(outside=K >= 1, edge=Eq((K - 1) * (lam * (u @ u) - K**2), 0), sign=loss >= 0, loss=loss >= 1 - m,
             low=theta >= 0, high=theta <= 1)
    short = u / K
    p.show(conclusion=lam / 2 * (short @ short) + theta * (1 - m / K) <= lam / 2 * (u @ u) + loss)
    p.have("positive", K > 0, "outside")
    p.have("share", 1 / K > 0, "positive")
    p.have("whole", 1 / K <= 1, "outside", "definition", times("positive"))
    p.have("rest", 1 - theta >= 0, "high")
    with p.case(K - 1 > 0):
        p.have("size", Eq(lam * (u @ u), K**2), "edge", times("case"))
        p.have("mean", loss >= 1 / K * (1 - m), "share * loss", "whole * sign")
        p.have("short", Eq(lam * (short @ short), 1), "size", "definition")
        p.have("room", K**2 / 2 - Rational(1, 2) >= 1 - 1 / K, "case", "whole", square(K - 1))
        here, there = lam / 2 * (u @ u) + loss, lam / 2 * (short @ short)
        p.have("one", here >= there + 1 - m / K, "size", "mean", "short", "room")
        p.have("none", here >= there, "size", "short", "sign", "case", square(K - 1))
        p.conclude("low * one", "rest * none")
    with p.case(K - 1 <= 0):
        p.have("one", Eq(K, 1), "case", "outside")
        p.have("unit", Eq(1 / K, 1), "one", "definition")
        p.conclude("unit", "low * loss", "rest * sign")


@theorem("pegasos-slope-in-ball",
         title="In the ball of radius 1/√λ the sub-gradients of Pegasos are at most √λ + R long",
         source=cite("shalevshwartz2011", "Theorem 1, its proof"))
def slope_in_ball(p: Script) -> None:
    """If λ > 0, λ‖w‖² ≤ 1 and ‖v‖ ≤ R with R ≥ 0, then ‖λw − v‖ ≤ √λ + R. Equality holds for w = e/√λ and v = −Re."""
    w, v = p.vectors("w v")
    lam, R = p.reals("λ R")
    p.assume(weight=lam > 0, ball=lam * (w @ w) <= 1, radius_sign=R >= 0, radius=v @ v <= R**2)
    g = lam * w - v
    p.show(conclusion=g @ g <= (sqrt(lam) + R) ** 2)
    p.have("root", sqrt(lam) >= 0, "definition")
    p.have("together", sqrt(lam) * R >= 0, "root * radius_sign")
    p.have("within", lam**2 * (w @ w) <= lam, "weight * ball")
    p.have("size", v @ v >= 0, length(v))
    p.have("product", (lam * (w @ v)) ** 2 <= (sqrt(lam) * R) ** 2,
           by("cauchy-schwarz", u=lam * w, v=v), "within * size", "weight * radius", "definition")
    p.use("square-root-monotone", name="turn", u=-lam * (w @ v), v=sqrt(lam) * R)
    p.conclude("within", "radius", "turn", "definition")


def regret_with_projection(
    p: Script, run: Pegasos, kappa: Scalar, g: Vector, most: Scalar, slope: Callable[[], None] = lambda: None
) -> None:
    """Derive `length` and `regret` for a run with projection, as `regret_without_projection` does."""
    u, w, _, t, regret, total, h, lam, added, moved, *_ = run
    x, y, *_ = run.inputs
    p.have("share", 1 / lam > 0, "weight")
    p.have("root", sqrt(lam) >= 0, "definition")
    factor = Max(1, sqrt(lam) * norm(u))
    p.have("outside", factor >= 1)
    p.have("above", factor >= sqrt(lam) * norm(u))
    p.have("either", Eq((factor - 1) * (factor - sqrt(lam) * norm(u)), 0))
    p.have("edge", Eq((factor - 1) * (lam * (u @ u) - factor**2), 0), "either", "definition")
    p.have("length of u", norm(u) >= 0, "definition")
    p.have("scaled length", sqrt(lam) * norm(u) >= 0, "root * length of u")
    p.have("positive factor", factor >= 0, "outside")
    p.have("large", lam * (u @ u) <= factor**2, "above * positive factor", "above * scaled length", "definition")
    short = u / factor
    p.use("quotient-in-ball", {"K": factor}, name="scaled ball")
    with p.induction(counter=t >= 1, length=lam * (w @ w) <= 1,
                     potential=regret + lam * (t - 1) / 2 * ((w - short) @ (w - short))
                     <= most / (2 * lam) * total):
        facts_of_round(p, run)
        slope()
        p.use("pegasos-cost-lower-in-ball", {"K": factor, "m": y * (u @ x)}, name="lower")
        p.have("convex", added <= g @ (w - short) - lam / 2 * ((w - short) @ (w - short)), "lower")
        p.have("slopes", h / lam * (g @ g) <= h / lam * most, "share * positive * slope")
        p.use("projection-on-ball-brings-nearer", u=short, v=moved, name="shortened")
        step = gradient_descent.step(w, g, h / lam)
        p.have("same", Eq((step - short) @ (step - short), (moved - short) @ (moved - short)), "definition")
        p.have("nearer", (kappa * moved - short) @ (kappa * moved - short) <= (step - short) @ (step - short),
               "shortened", "same")
        values = {"u": short, "g": g, "p": kappa * moved, "c": added, "d": 0}
        p.use("online-gradient-step-strongly-convex", values, name="round")
        p.conclude("counter", "inside", "potential", "round", "slopes")
    p.have("elapsed", lam * (t - 1) >= 0, "weight * counter")
    p.have("distance", (w - short) @ (w - short) >= 0, length(w - short))
    p.have("regret", regret <= most / (2 * lam) * total, "potential", "elapsed * distance")


def projected(run: Pegasos, kappa: Scalar) -> dict[str, Comparison]:
    """Return the facts about the factor κ by which the step is shortened."""
    lam, moved = run.lam, run.moved
    return {"factor_low": kappa >= 0, "factor_high": kappa <= 1, "inside": lam * kappa**2 * (moved @ moved) <= 1,
            "tight": Eq((1 - kappa) * (1 - lam * kappa**2 * (moved @ moved)), 0)}


@theorem("pegasos-projected-regret-bound", title="The regret of Pegasos with projection is at most G²/(2λ)·Σ 1/t",
         source=cite("shalevshwartz2011", "Theorem 1 and Lemma 1"),
         says="Lemma 1 is about u in the ball; it holds for every u, as for the minimiser in Theorem 1")
def projected_regret_bound(p: Script) -> None:
    """Let λ > 0 and ‖λw − v‖ ≤ G in every round. After any number of rounds of Pegasos with projection on the ball of
    radius 1/√λ, on any examples, Σ fₜ(wₜ) ≤ Σ fₜ(u) + G²/(2λ)·Σ 1/t for every u, and w is in the ball.

    So with ‖x‖ ≤ R, one can take G = √λ + R (`pegasos-slope-in-ball`). The proof compares with u/K in the ball, K =
    max(1, √λ·‖u‖).
    """
    run = pegasos_run(p)
    w, v, regret, total, lam, moved = run.w, run.v, run.S, run.H, run.lam, run.moved
    kappa, G = p.reals("κ G")
    g = p.let("g", lam * w - v)
    run.make(p, kappa * moved, kappa, slope=g @ g <= G**2, **projected(run, kappa))
    p.show(ball=lam * (w @ w) <= 1, regret=regret <= G**2 / (2 * lam) * total)
    regret_with_projection(p, run, kappa, g, G**2)
    p.conclude("length", "regret")


# ------------------------------------------------------------------------------- with the logarithm


def average(p: Script, run: Pegasos, most: Scalar) -> Comparison:
    """Assume T = t − 1 > 0, and state (1/T)·Σ (fₜ(wₜ) − fₜ(u)) ≤ c(1 + ln T)/(2λT), where c is `most`."""
    T, regret = run.t - 1, run.S
    p.assume(some=T > 0)
    return regret / T <= most * (1 + ln(T)) / (2 * run.lam * T)


def divided(p: Script, run: Pegasos, most: Scalar) -> None:
    """Conclude `average` from `regret` and the fact `most`, c ≥ 0."""
    regret = run.S
    p.use("harmonic-sum-of-rounds", name="harmonic")
    p.have("factor", most / (2 * run.lam) >= 0, "share * most")
    p.have("logarithm", regret <= most / (2 * run.lam) * (1 + ln(run.t - 1)), "regret", "factor * harmonic")
    p.have("rounds", 1 / (run.t - 1) > 0, "some")
    p.conclude("logarithm * rounds")


@theorem("pegasos-average-cost",
         title="The average cost of Pegasos exceeds that of any u by at most 4R²(1 + ln T)/(2λT)",
         source=cite("shalevshwartz2011", "Theorem 1, without projection"))
def average_cost(p: Script) -> None:
    """If λ > 0 and ‖x‖ ≤ R in every round, then after T > 0 rounds of Pegasos on any examples, (1/T)·Σ fₜ(wₜ) is at
    most (1/T)·Σ fₜ(u) + c(1 + ln T)/(2λT) with c = 4R², for every u.
    """
    run, R = pegasos_run(p), p.real("R")
    w, v, lam = run.w, run.v, run.lam
    x, y, *_ = run.inputs
    g, most = p.let("g", lam * w - v), 4 * R**2
    run.make(p, run.moved, label=Eq(y**2, 1), radius=x @ x <= R**2)
    p.show(conclusion=average(p, run, most))
    regret_without_projection(
        p, run, R, g, most, lambda: p.have("slope", g @ g <= most, "length", "short", length(lam * w + v)))
    p.have("most", most >= 0, square(R))
    divided(p, run, most)


@theorem("pegasos-projected-average-cost",
         title="The average cost of Pegasos with projection exceeds that of any u by at most (√λ + R)²(1 + ln T)/(2λT)",
         source=cite("shalevshwartz2011", "Theorem 1"))
def projected_average_cost(p: Script) -> None:
    """If λ > 0 and ‖x‖ ≤ R in every round, then after T > 0 rounds of Pegasos with projection on the ball of radius
    1/√λ, on any examples, (1/T)·Σ fₜ(wₜ) is at most (1/T)·Σ fₜ(u) + c(1 + ln T)/(2λT) with c = (√λ + R)², for every u.
    """
    run, (kappa, R) = pegasos_run(p), p.reals("κ R")
    w, v, lam = run.w, run.v, run.lam
    x, y, theta, *_ = run.inputs
    p.assume(radius_sign=R >= 0)
    g, most = p.let("g", lam * w - v), (sqrt(lam) + R) ** 2
    run.make(p, kappa * run.moved, kappa, label=Eq(y**2, 1), radius=x @ x <= R**2, **projected(run, kappa))
    p.show(conclusion=average(p, run, most))

    def slope() -> None:
        p.have("small", 1 - theta**2 >= 0, "low * rest", "rest")
        p.have("size", x @ x >= 0, length(x))
        p.have("short", v @ v <= R**2, "label", "radius", "small * size")
        p.use("pegasos-slope-in-ball", v=v, name="slope")

    regret_with_projection(p, run, kappa, g, most, slope)
    p.have("most", most >= 0, square(sqrt(lam) + R))
    divided(p, run, most)

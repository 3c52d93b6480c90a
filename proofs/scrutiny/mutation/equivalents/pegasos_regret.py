"""True mutants of the claims on the regret of Pegasos."""

from sympy import Max, Rational, sqrt

from .....algorithms import gradient_descent
from ....statements.language import Eq, Scalar, Vector, norm, reals, vectors
from ....statements.script import Script, length, square, times
from . import derives

HALF = Rational(1, 2)
REGRET, PROJECTED = "pegasos-regret-bound", "pegasos-projected-regret-bound"
COST = "pegasos-cost-lower-in-ball"


def weaker(claim: str) -> None:
    """Derive what is weaker than the claim, as H >= 0 and H² >= H."""

    @derives(
        claim,
        "show.regret: 1/2 becomes 3/2 before G^2 H inv1",
        "show.regret: 1/2 becomes 1 before G^2 H inv1",
        "show.regret: -1 becomes 0 before S",
        "show.regret: -1 becomes -1/2 before S",
        "show.regret: G^2 H inv1 becomes G^2 H^2 inv1",
    )
    def larger_bound(p: Script) -> None:
        """Weaker: t >= 1, so each h = 1/t is positive and the first is 1; so H is 0 or at least 1."""
        t, H, h, G, share = p.reals("t H h G inv1")
        p.have("share", share > 0, "weight", "inv1.def")
        p.have("power", G**2 >= 0, square(G))
        with p.induction(counter=t >= 1, sign=H >= 0, late=(t - 1) * (H - 1) >= 0, rounds=H * (H - 1) >= 0):
            p.have("positive", h > 0, "inverse", times("counter"))
            p.have("some", H + h - 1 >= 0, "late * positive", "sign * positive", "inverse")
            p.conclude("counter", "sign", "positive", "some", "counter * some", "sign * some", "positive * some")
        p.have("room", G**2 * share * H >= 0, "power * share * sign")
        p.have("more", G**2 * share * H * (H - 1) >= 0, "power * share * rounds")
        p.use(claim, name="claim")
        p.conclude("claim", "room", "more", square(G))


weaker(REGRET)
weaker(PROJECTED)


def at_rest(p: Script) -> None:
    """Conclude that there is no step from t = 0."""
    w, (t, S, H) = p.vector("w"), p.reals("t S H")
    with p.induction(counter=Eq(t, 0), weights=Eq(w @ w, 0), regret=Eq(S, 0), total=Eq(H, 0)):
        p.suppose_not("moved")
        p.conclude("inverse", "counter")


@derives(REGRET, "run.start.t: 1 becomes 0 before 1")
def no_round(p: Script) -> None:
    """ht = 1 denies t = 0: no step, and w = 0, S = H = 0."""
    at_rest(p)
    p.conclude("weights", "regret", "total", square(p.real("R")))


@derives(PROJECTED, "run.start.t: 1 becomes 0 before 1")
def no_projected_round(p: Script) -> None:
    """ht = 1 denies t = 0: no step, and w = 0, S = H = 0."""
    at_rest(p)
    p.conclude("weights", "regret", "total")


def compared(p: Script, other: Vector, *lower: str) -> None:
    """In a step: derive how the potential grows, if no cost of u is lower than that of another vector, from which the
    projection leads no farther ("shortened").
    """
    u, w, x, moved, g = vectors("u w x m g")
    h, lam, y, theta, loss, kappa, G = reals("h λ y θ l κ G")
    share = 1 / lam
    added = lam / 2 * (w @ w) + theta * (1 - y * (w @ x)) - lam / 2 * (u @ u) - loss
    p.have("convex", added <= g @ (w - other) - lam / 2 * ((w - other) @ (w - other)), *lower)
    p.have("slopes", h * share * (g @ g) <= h * share * G**2, "share * positive * slope")
    step, after = gradient_descent.step(w, g, h / lam), kappa * moved
    p.have("same", Eq((step - other) @ (step - other), (moved - other) @ (moved - other)), "definition")
    p.have("nearer", (after - other) @ (after - other) <= (step - other) @ (step - other), "shortened", "same")
    p.use("online-gradient-step-strongly-convex", {"u": other, "g": g, "p": after, "c": added, "d": 0}, name="round")


@derives(PROJECTED, "low: >= becomes <=")
def no_cost_of_zero(p: Script) -> None:
    """With θ <= 0 the regret is at most that of λ/2·|w|² - ⟨v, w⟩ against 0, which G²H/(2λ) bounds."""
    u, w, moved = p.vectors("u w m")
    t, S, H, h, lam, kappa, G = p.reals("t S H h λ κ G")
    p.have("share", 1 / lam > 0, "weight")
    p.have("apart", u @ u >= 0, length(u))
    with p.induction(counter=t >= 1, length=lam * (w @ w) <= 1,
                     potential=S + lam * (t - 1) / 2 * (w @ w) <= G**2 / (2 * lam) * H):  # fmt: skip
        p.have("positive", h > 0, "inverse", times("counter"))
        p.have("rest", 1 - kappa >= 0, "factor_high")
        p.have("size", moved @ moved >= 0, length(moved))
        p.have("shortened", kappa**2 * (moved @ moved) <= moved @ moved, "rest * size", "factor_low * rest * size")
        compared(p, 0 * u, "low", "u_sign", "weight * apart")
        p.conclude("counter", "inside", "potential", "round", "slopes")
    p.have("elapsed", lam * (t - 1) >= 0, "weight * counter")
    p.have("distance", w @ w >= 0, length(w))
    p.conclude("length", "potential", "elapsed * distance")


def factor_to_ball(p: Script) -> Scalar:
    """K = max(1, √λ‖u‖), with what is known of it."""
    (u,), (lam,) = vectors("u"), reals("λ")
    factor = Max(1, sqrt(lam) * norm(u))
    p.have("root", sqrt(lam) >= 0, "definition")
    p.have("length of u", norm(u) >= 0, "definition")
    p.have("scaled length", sqrt(lam) * norm(u) >= 0, "root * length of u")
    p.have("outside", factor >= 1)
    p.have("above", factor >= sqrt(lam) * norm(u))
    p.have("either", Eq((factor - 1) * (factor - sqrt(lam) * norm(u)), 0))
    p.have("edge", Eq((factor - 1) * (lam * (u @ u) - factor**2), 0), "either", "definition")
    p.have("positive factor", factor >= 0, "outside")
    p.have("large", lam * (u @ u) <= factor**2, "above * positive factor", "above * scaled length", "definition")
    return factor


@derives(PROJECTED, "run.start.t: 1 becomes 1/2 before 1")
def early_start(p: Script) -> None:
    """The proof is the same: its potential S + λ(t - 1)|w - u'|²/2 starts at no more than 0 and grows by at most
    G²h/(2λ) in a step, after which t > 1; without a step S = H = 0.
    """
    u, w, x, moved = p.vectors("u w x m")
    t, S, H, h, lam, y, kappa, G = p.reals("t S H h λ y κ G")
    p.have("share", 1 / lam > 0, "weight")
    factor = factor_to_ball(p)
    short, bound = u / factor, G**2 / (2 * lam) * H
    p.use("quotient-in-ball", {"K": factor}, name="scaled ball")
    p.have("weighted", lam * (short @ short) >= 0, "weight", length(short))
    with p.induction(counter=t >= HALF, length=lam * (w @ w) <= 1, regret=bound >= S,
                     potential=S + lam * (t - 1) / 2 * ((w - short) @ (w - short)) <= bound):  # fmt: skip
        p.have("positive", h > 0, "inverse", times("counter"))
        p.use("pegasos-cost-lower-in-ball", {"K": factor, "m": y * (u @ x)}, name="lower")
        p.use("projection-on-ball-brings-nearer", u=short, v=moved, name="shortened")
        compared(p, short, "lower")
        p.have("elapsed", lam * t >= 0, "weight * counter", "weight")
        p.have("distance", (kappa * moved - short) @ (kappa * moved - short) >= 0, length(kappa * moved - short))
        p.conclude("counter", "inside", "potential", "round", "slopes", "elapsed * distance")
    p.conclude("length", "regret")


@derives(COST, "show.conclusion: inv1 m θ becomes m θ")
def same_margin(p: Script) -> None:
    """l >= θ(1 - m) anyway, and λ|u/K|² <= λ|u|²."""
    p.use(COST, {"m": 1, "l": 0, "θ": 0}, name="without loss")
    p.have("rest", 1 - p.real("θ") >= 0, "high")
    p.conclude("without loss", "low * loss", "rest * sign")


@derives(COST, "show.conclusion: inv1 m θ becomes inv1 θ")
def margin_of_one(p: Script) -> None:
    """It is the claim for m = 1 and no loss of u; and l >= 0."""
    p.use(COST, {"m": 1, "l": 0}, name="margin one")
    p.conclude("margin one", "sign")


@derives(COST, "show.conclusion: inv1 m θ becomes inv1 m")
def largest_factor(p: Script) -> None:
    """It is the claim for θ = 1, but for -θ >= -1."""
    p.use(COST, {"θ": 1}, name="claim")
    p.conclude("claim", "high")

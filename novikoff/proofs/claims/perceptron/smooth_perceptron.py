"""The smooth perceptron: steps towards a smoothed worst example. Their number falls from 1/ρ² to √n/ρ.

Notation: x[i], i = 1, …, n, are the signed examples. Xq = Σ qᵢxᵢ is a point of their hull, if the weights qᵢ ≥ 0 have
the sum 1, and d is a convex function of such weights, the prox-function. The smoothed objective at y is φ(y) = −‖y‖²/2
+ min(⟨y, Xq⟩ + μd(q)), where q are the weights for which it is attained. A step leads to

    y' = (1 − θ)(y + θXp) + θ²Xq,    μ' = (1 − θ)μ,    p' = (1 − θ)p + θq',

where q' are the weights for y' and μ'. Here d(q) = Σ (qᵢ − 1/n)²/2.
"""

from typing import NamedTuple

from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Relation, Scalar, Sum, Vector

BOUND = cite("soheilipena2012", "the bound on the number of iterations, with ln n for the entropy as prox-function")
ENTROPY = ("the bound for the entropy as prox-function, with ln n in place of 1 − 1/n; this bound is for Σ (qᵢ − "
           "1/n)²/2")
STEP = cite("soheilipena2012", "the lemma that the iterates keep the square of a length below φ(y)")


@theorem("combination-length", title="‖Σ cᵢxᵢ‖² ≤ Σ cᵢ²·Σ ‖xᵢ‖²",
         source=cite("steele2004", "chapter 1, Cauchy's inequality for sums"), says="nothing about sums of vectors")
def combination_length(p: Script) -> None:
    """The square length of a combination of vectors is at most the sum of the squared coefficients times the sum of the
    square lengths of the vectors."""
    x, c = p.vector("x[i]"), p.real("c[i]")
    z = Sum(c * x)
    p.show(conclusion=z @ z <= Sum(c**2) * Sum(x @ x))
    p.have("square", c**2 >= 0, square(c))
    p.sum("square", "coefficients")
    p.have("size", x @ x >= 0, length(x))
    p.sum("size", "sizes")
    p.use("cauchy-schwarz-for-families", {"u[i]": x, "v[i]": c * z}, name="all")
    with p.case(z @ z > 0, "length"):
        p.conclude("all", times("length"))
    with p.case(z @ z <= 0, "length"):
        p.conclude("length", "coefficients * sizes")


@theorem("smooth-perceptron-step", title="A step of the smooth perceptron keeps ‖Xp‖²/2 below the smoothed objective",
         source=STEP)
def one_step(p: Script) -> None:
    """Let v = Xp, z = Xq and z' = Xq', and let d' be the value of the prox-function at q'. Suppose that ‖v‖²/2 ≤ φ(y),
    that the prox-function is convex enough for ⟨y, z'⟩ + μd' − ‖y‖²/2 ≥ φ(y) + μ‖z' − z‖²/(2L), and that θ²L ≤ (1 − θ)μ
    with 0 ≤ θ ≤ 1. Then v' = (1 − θ)v + θz' has ‖v'‖²/2 ≤ ⟨y', z'⟩ + (1 − θ)μd' − ‖y'‖²/2, which is φ(y') for the new
    μ.

    f is φ(y). For the Euclidean prox-function L is Σ ‖xᵢ‖² (`euclidean-prox-is-convex`). For the entropy L is max
    ‖xᵢ‖², by Pinsker's inequality, which is not shown here.
    """
    y, v, first, second = p.vectors("y v z z'")
    theta, mu, L, f, d = p.reals("θ μ L f d'")
    gap = second - first
    p.assume(scale=L > 0, low=theta >= 0, high=theta <= 1, slow=theta**2 * L <= (1 - theta) * mu, below=v @ v / 2 <= f,
             convex=y @ second + mu * d - y @ y / 2 >= f + mu / (2 * L) * (gap @ gap))
    z = (1 - theta) * v + theta * first
    after, learnt = (1 - theta) * (y + theta * v) + theta**2 * first, (1 - theta) * v + theta * second
    p.show(conclusion=learnt @ learnt / 2 <= after @ second + (1 - theta) * mu * d - after @ after / 2)
    p.have("rest", 1 - theta >= 0, "high")
    p.have("apart", (y - z) @ (y - z) >= 0, length(y - z))
    p.have("turned", (v - z) @ (v - z) >= 0, length(v - z))
    p.have("gap", gap @ gap >= 0, length(gap))
    p.have("rate", theta**2 <= (1 - theta) * mu / L, "slow", times("scale"))
    p.have("moved", theta**2 * (gap @ gap) <= (1 - theta) * mu / L * (gap @ gap), "rate * gap")
    p.conclude("rest * convex", "rest * below", "low * rest * apart", "rest * turned", "moved")


@theorem("euclidean-prox-is-convex", title="The smoothed objective grows with the distance from its minimum",
         source=cite("soheilipena2012", "the use of the prox-function's convexity, here for Σ (qᵢ − 1/n)²/2"))
def prox_is_convex(p: Script) -> None:
    """Let Σ qᵢ = 1, Σ ‖xᵢ‖² ≤ L, L > 0 and μ ≥ 0. Let l be the least ⟨y, xᵢ⟩ + μ(qᵢ − m), and let all i with qᵢ ≠ 0
    attain it. For any weights wᵢ ≥ 0 of sum 1, ⟨y, Xw⟩ + μ Σ (wᵢ − m)²/2 is at least ⟨y, Xq⟩ + μ Σ (qᵢ − m)²/2 + μ‖Xw −
    Xq‖²/(2L).
    """
    x, y = p.vectors("x[i] y")
    m, L, mu, level, q, w = p.reals("m L μ l q[i] w[i]")
    gap = x @ y + mu * (q - m) - level
    p.assume(size=Sum(x @ x) <= L, wide=L > 0, smoothing=mu >= 0, one=Eq(Sum(q), 1), above=gap >= 0,
             attained=Eq(q * gap, 0), weights=w >= 0, total=Eq(Sum(w), 1))
    step = Sum(w * x) - Sum(q * x)
    p.show(conclusion=y @ Sum(w * x) + mu * Sum((w - m) ** 2) / 2
           >= y @ Sum(q * x) + mu * Sum((q - m) ** 2) / 2 + mu / (2 * L) * (step @ step))
    p.sum("attained", "all attained")
    p.have("term", w * gap >= 0, "weights * above")
    p.sum("term", "terms")
    p.have("grown", Sum(w * (x @ y)) + mu * Sum((w - m) ** 2) / 2 >= Sum(q * (x @ y)) + mu * Sum((q - m) ** 2) / 2
           + mu * Sum((w - q) ** 2) / 2, "terms", "all attained", "one", "total")
    p.use("combination-length", {"c[i]": w - q}, name="moved")
    p.have("square", (w - q) ** 2 >= 0, square(w - q))
    p.sum("square", "distance")
    p.have("short", step @ step <= L * Sum((w - q) ** 2), "moved", "size * distance")
    p.have("scaled", mu * (step @ step) <= mu * L * Sum((w - q) ** 2), "smoothing * short")
    p.have("far", mu / (2 * L) * (step @ step) <= mu * Sum((w - q) ** 2) / 2, "scaled", times("wide"))
    p.conclude("grown", "far")


@theorem("smooth-perceptron-rates", title="The rates 2/(T + 3) are slow enough for μ = 4L/((T + 1)(T + 2))",
         source=STEP)
def rates(p: Script) -> None:
    """If θ(T + 3) = 2, T ≥ 0, L > 0 and μ(T + 1)(T + 2) = 4L, then 0 ≤ θ ≤ 1, μ > 0 and θ²L ≤ (1 − θ)μ, and
    (1 − θ)μ(T + 2)(T + 3) is 4L again.
    """
    theta, t, L, mu = p.reals("θ T L μ")
    p.assume(rate=Eq(theta * (t + 3), 2), counter=t >= 0, scale=Eq(mu * (t + 1) * (t + 2), 4 * L), wide=L > 0)
    p.show(low=theta >= 0, high=theta <= 1, positive=mu > 0, slow=theta**2 * L <= (1 - theta) * mu,
           next=Eq((1 - theta) * mu * (t + 2) * (t + 3), 4 * L))
    p.have("long", t + 3 > 0, "counter")
    p.have("more", t + 1 > 0, "counter")
    p.have("even more", t + 2 > 0, "counter")
    p.have("two", (t + 1) * (t + 2) > 0, "more * even more")
    p.have("mu", mu > 0, "scale", "wide", times("two"))
    p.have("low", theta >= 0, "rate", times("long"))
    p.have("high", theta <= 1, "rate", "counter", times("long"))
    p.have("rest", Eq((1 - theta) * (t + 3), t + 1), "rate")
    p.have("rate²", Eq(theta**2 * (t + 3) ** 2, 4), "rate")
    p.have("extra", mu * (t + 1) >= 0, "mu * more")
    p.have("room", Eq((1 - theta) * mu * (t + 3) ** 2, mu * (t + 1) * (t + 3)), "rest")
    p.have("slow", theta**2 * L <= (1 - theta) * mu, "rate²", "room", "scale", "extra", times("long", "long"))
    p.have("next", Eq((1 - theta) * mu * (t + 2) * (t + 3), 4 * L), "rest", "scale")
    p.conclude("low", "high", "mu", "slow", "next")


class Smoothed(NamedTuple):
    """A run: u with the margin ρ on the x[i]; m = 1/n and L; y, v = Xp, μ, q, the least value l and T."""

    u: Vector
    x: Vector
    y: Vector
    v: Vector
    rho: Scalar
    m: Scalar
    L: Scalar
    mu: Scalar
    q: Scalar
    level: Scalar
    T: Scalar
    theta: Scalar
    r0: Scalar
    s0: Scalar
    r: Scalar
    s: Scalar

    def least(self, r: Scalar, s: Scalar, y: Vector, mu: Scalar, level: Scalar, mark: str) -> dict[str, Relation]:
        """State that the weights r² attain the minimum at y; s² is the difference between each value and the least."""
        return {f"{mark}_one": Eq(Sum(r**2), 1), f"{mark}_slack": Eq(r * s, 0),
                f"{mark}_value": Eq(self.x @ y + mu * (r**2 - self.m) - level, s**2)}

    def value(self, weights: Scalar) -> Scalar:
        """Return ⟨y, Xw⟩ + μd(w) − ‖y‖²/2."""
        return self.y @ Sum(weights * self.x) + self.mu * Sum((weights - self.m) ** 2) / 2 - self.y @ self.y / 2


def smooth_run(p: Script) -> Smoothed:
    """Declare its names."""
    u, x, y, v = p.vectors("u x[i] y v")
    rho, m, L, mu, t, theta, level, start_level, next_level = p.reals("ρ m L μ T θ l l0 l'")
    q, r0, s0, r, s = p.reals("q[i] r0[i] s0[i] r[i] s[i]")
    run, first = Smoothed(u, x, y, v, rho, m, L, mu, q, level, t, theta, r0, s0, r, s), m * Sum(x)
    p.assume(unit=Eq(u @ u, 1), positive=rho > 0, margin=u @ x >= rho, mean=Eq(m * Sum(1), 1), size=Sum(x @ x) <= L)
    p.assume(run.least(r0, s0, first, 2 * L, start_level, "start"))
    moved = (1 - theta) * (y + theta * v) + theta**2 * Sum(q * x)
    state = [(y, first, moved), (mu, 2 * L, (1 - theta) * mu), (q, r0**2, r**2), (level, start_level, next_level),
             (v, Sum(r0**2 * x), (1 - theta) * v + theta * Sum(r**2 * x)), (t, 0, t + 1)]
    p.run(state, [theta, r, s, next_level],
          {"rate": Eq(theta * (t + 3), 2), **run.least(r, s, moved, (1 - theta) * mu, next_level, "next")})
    return run


def wrong_rates(p: Script) -> None:
    """Return a step with a θ above 1, so that μ < 0."""
    p.example_without(
        "rate", dimension=1, size=2, u=[1],
        steps=[{"θ": "690965600/1412881", "r[i]": [1, 0], "s[i]": [0, 200], "l'": "-28319339676/1412881"}],
        values={"x[i]": [[1], [3]], "r0[i]": ["21/29", "20/29"], "s0[i]": [0, 0], "ρ": 1, "m": "1/2", "L": "1682/41",
                "l0": 4},
    )


def wrong_starts(p: Script) -> None:
    """Return steps from weights that violate one of the hypotheses; all weight is on the longer example."""
    step = {"θ": "2/3", "r[i]": [1, 0], "s[i]": [0, 3], "l'": "169/4"}
    for name, excess, level in (("start_value", [0, 0], "0"), ("start_slack", [62, 64], "-15759/4")):
        p.example_without(
            name, dimension=1, size=2, u=[1], steps=[step],
            values={"x[i]": [[1], [10]], "r0[i]": [0, 1], "s0[i]": excess, "ρ": 1, "m": "1/2", "L": "405/4",
                    "l0": level},
        )


def wrong_steps(p: Script) -> None:
    """Return two steps from equal weights on four examples (1, ±13)."""
    half, first, no = ["1/2"] * 4, [1, 0, 0, 0], [0] * 4
    missing = [(first, no, 0), (half, no, 0)]
    slack = [(first, ["1363/6", *["1357/6"] * 3], "-1845493/36"), (half, ["851/12", "839/12"] * 2, "-713917/144")]
    for name, steps in (("next_value", missing), ("next_slack", slack)):
        p.example_without(
            name, dimension=2, size=4, u=[1, 0],
            steps=[{"θ": theta, "r[i]": r, "s[i]": s, "l'": level}
                   for theta, (r, s, level) in zip(("2/3", "1/2"), steps, strict=True)],
            values={"x[i]": [[1, 13], [1, -13]] * 2, "r0[i]": half, "s0[i]": no, "ρ": 1, "m": "1/4", "L": 680, "l0": 1},
        )


@theorem("smooth-perceptron-scores",
         title="The smooth perceptron with the Euclidean prox-function separates within 2√(n − 1)/ρ steps",
         source=BOUND, says=ENTROPY)
def scores(p: Script) -> None:
    """Let ‖u‖ = 1, ⟨u, xᵢ⟩ ≥ ρ > 0 for n vectors x[i], and Σ ‖xᵢ‖² ≤ L, which is n for vectors of length 1. T steps
    with θ = 2/(T + 3) from y = Σ xᵢ/n, μ = 2L and p = q leave (T + 1)(T + 2)(2⟨y, xᵢ⟩ − ‖y‖² − ρ²) ≥ −4(1 − 1/n)L for
    all i. So y separates once (T + 1)(T + 2) > 4(1 − 1/n)L/ρ², and for vectors of length 1 once T ≥ 2√(n − 1)/ρ − 1.

    v is Xp, m is 1/n, and l is the least ⟨y, xᵢ⟩ + μ(qᵢ − m). All i with qᵢ > 0 attain this least value, which
    determines q. The claim does not show that some q ≥ 0 with Σ qᵢ = 1 has this property. The hypotheses write qᵢ as
    rᵢ², and the difference ⟨y, xᵢ⟩ + μ(qᵢ − m) − l as sᵢ², so that rᵢsᵢ = 0.
    """
    run = smooth_run(p)
    u, x, y, v, rho, m, L, mu, q, level, t, theta, r0, s0, r, s = run
    start, after, first = r0**2, r**2, m * Sum(x)
    far, worst, ahead, gap = Sum(start * x), Sum(q * x), Sum(after * x), x @ y + mu * (q - m) - level
    p.show(conclusion=(t + 1) * (t + 2) * (2 * (y @ x) - y @ y - rho**2) >= -4 * (1 - m) * L, counter=t >= 0)
    p.have("each", x @ x >= rho**2, by("cauchy-schwarz", u=u, v=x), "unit", "margin * margin", "margin * positive")
    p.sum("each", "all sizes")
    p.have("start weights", start >= 0, square(r0))
    p.sum("start weights", "all weights", each="part")
    p.have("rest", 1 - start >= 0, "part", "start_one")
    p.sum("rest", "some")
    p.have("number", Sum(1) > 0, "some", "start_one")
    p.have("wide", L > 0, "all sizes", "size", "number * positive * positive")
    p.use("combination-length", {"c[i]": start - m}, name="start length")
    p.have("square", (start - m) ** 2 >= 0, square(start - m))
    p.sum("square", "squares")
    p.have("start", far @ far / 2 <= first @ far + L * Sum((start - m) ** 2) - first @ first / 2,
           "start length", "size * squares", length(far - first))
    p.have("start hull", start * (u @ x) >= start * rho, "start weights * margin")
    p.sum("start hull", "start hulls")
    p.have("start above", s0**2 >= 0, square(s0))
    with p.induction(counter=t >= 0, one=Eq(Sum(q), 1), above=gap >= 0, attained=Eq(q * gap, 0),
                     scale=Eq(mu * (t + 1) * (t + 2), 4 * L), along=u @ v >= rho,
                     potential=v @ v / 2 <= run.value(q)):
        p.have("weights", after >= 0, square(r))
        p.have("above'", s**2 >= 0, square(s))
        p.use("smooth-perceptron-rates", name="rates")
        p.use("euclidean-prox-is-convex", {"w[i]": after}, name="convex")
        p.use("smooth-perceptron-step", {"z": worst, "z'": ahead, "d'": Sum((after - m) ** 2) / 2}, name="step",
              f=run.value(q))
        p.have("hull", after * (u @ x) >= after * rho, "weights * margin")
        p.sum("hull", "hulls")
        p.have("along'", u @ ((1 - theta) * v + theta * ahead) >= rho,
               "rates.low * hulls", "rates.high * along", "next_one")
        p.conclude("counter", "next_one", "next_value", "above'", "next_slack", "along'", "rates.next", "step")
    p.have("two", (t + 1) * (t + 2) > 0, "counter", "counter * counter")
    p.have("mu", mu > 0, "scale", "wide", times("two"))
    p.sum("attained", "all attained")
    p.use("cauchy-schwarz", name="reach", u=u, v=v)
    p.have("long", v @ v >= rho**2, "reach", "unit", "along * along", "along * positive")
    p.have("square of q", q**2 >= 0, square(q))
    p.sum("square of q", "squares of q", each="own")
    p.have("far from 1", Sum(q**2) + 1 - 2 * q >= 0, "own", square(1 - q))
    p.have("room", mu * (Sum(q**2) + 1 - 2 * q) >= 0, "mu * far from 1")
    p.have("score", y @ x + mu * (1 - m) / 2 >= (rho**2 + y @ y) / 2,
           "above", "all attained", "one", "mean", "potential", "long", "room")
    p.conclude("two * score", "scale", "counter")
    wrong_rates(p)
    wrong_starts(p)
    wrong_steps(p)

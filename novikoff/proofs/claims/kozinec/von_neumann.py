"""Von Neumann's algorithm: a point of the hull within ε of 0, or a separator, and the number of steps.

Notation: as in `kozinec`; w is a point of the hull of the signed vectors, w' = (1 − κ)w + κx is the shipped step
towards an example x, and κ* is the shipped minimiser. A run starts at any example. While ‖w‖ ≥ ε and the least w·x is
at most 0, von Neumann's algorithm takes an example of least w·x and κ = κ*. So it is Kozinec's algorithm on the worst
example, with a stopping rule for data without separator. So Kozinec's bounds hold for it. The bounds here hold for
Kozinec's algorithm in any order, except the bounds that suppose w·x ≤ −r‖w‖.
"""

from ....algorithms import kozinec
from ....algorithms.perceptron import State, update
from ...statements.perceptron_runs import homogeneous_run
from ...statements.proof_script import Script, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, equal, exp, ln, norm
from ..separability.hull_nearest_point import hull_point
from .kozinec import kozinec_run, rounded_step

DANTZIG = cite("dantzig1992", "the title: an ε-precise solution in 1/ε² iterations")
EPELMAN_FREUND = cite("epelmanfreund2000", "the linear rate of von Neumann's algorithm, by a ball inside of the hull")
DUALITY = cite("literlaky2013", "what an approximate solution of one problem says of the other")


@theorem("rounded-von-neumann-step-bound",
         title="Von Neumann's algorithm with a rounded κ makes at most (D²/ε²)(1 + δ²)/(1 − δ²) steps", source=DANTZIG,
         says="for vectors of length 1 and the best κ")
def rounded_step_bound(p: Script) -> None:
    """Let every signed vector have ‖x‖ ≤ D. Let ε > 0 and 0 ≤ δ < 1. Start von Neumann's algorithm at any signed
    vector, and make T steps. Each step leads from a w with ‖w‖ ≥ ε towards an x with w·x ≤ 0, by a κ from (1 − δ)κ* to
    the best κ*. Then (1 + δ² + T(1 − δ²))‖w‖² ≤ (1 + δ²)D², and T ≤ (D²/ε²)(1 + δ²)/(1 − δ²), whether there is a
    separator or not.
    """
    w0, w, x = p.vectors("w0 w x")
    D, epsilon, delta, t, kappa = p.reals("D ε δ T κ")
    p.assume(start_radius=w0 @ w0 <= D**2, tolerance=epsilon > 0, share=delta >= 0, less=delta < 1)
    after = p.let("w'", kozinec.step(w, x, kappa))
    gap, d, N = w @ (w - x), (w - x) @ (w - x), w @ w
    p.run([(w, w0, after), (t, 0, t + 1)], [x, kappa],
          {"long": epsilon**2 <= N, "wrong": w @ x <= 0, "radius": x @ x <= D**2,
           "at_least": kappa * d >= (1 - delta) * gap, "at_most": kappa * d <= gap})
    lost, kept = 1 + delta**2, 1 - delta**2
    p.show(length=(lost + t * kept) * N <= lost * D**2, count=t <= D**2 / epsilon**2 * lost / kept)
    p.have("kept", kept > 0, "share * less", "less")
    p.have("square", epsilon**2 > 0, "tolerance * tolerance")
    with p.induction(counter=t >= 0, energy=(lost + t * kept) * N <= lost * D**2,
                     steps=t * kept * epsilon**2 <= lost * D**2):
        p.have("nonzero", N > 0, "long", "square")
        rounded_step(p, w, x, kappa, after, t, D, delta)
        p.have("weight", lost + t * kept >= 0, "counter * kept", square(delta))
        p.have("above", (lost + t * kept) * epsilon**2 <= lost * D**2, "energy", "weight * long")
        p.have("steps'", (t + 1) * kept * epsilon**2 <= lost * D**2, "above", square(delta * epsilon))
        p.conclude("counter", "energy'", "steps'")
    p.conclude("energy", "steps", times("tolerance", "tolerance", "kept"))


@theorem("von-neumann-step-bound", title="Von Neumann's algorithm ends after at most D²/ε² steps", source=DANTZIG,
         says="for vectors of length 1")
def step_bound(p: Script) -> None:
    """Let every signed vector have ‖x‖ ≤ D. Let ε > 0. Start von Neumann's algorithm at any signed vector, and make T
    steps. Each step leads from a w with ‖w‖ ≥ ε towards an x with w·x ≤ 0, by the best κ. Then (T + 1)‖w‖² ≤ D², and T
    ≤ D²/ε². So it ends: with a separator, where the least w·x is positive, or with a point of the hull nearer than ε to
    0.

    The equation κ‖w − x‖² = ⟨w, w − x⟩ states that κ is the best number.
    """
    w0, w, x = p.vectors("w0 w x")
    D, epsilon, t, kappa = p.reals("D ε T κ")
    p.assume(start_radius=w0 @ w0 <= D**2, tolerance=epsilon > 0)
    after = p.let("w'", kozinec.step(w, x, kappa))
    p.run([(w, w0, after), (t, 0, t + 1)], [x, kappa],
          {"long": w @ w >= epsilon**2, "wrong": w @ x <= 0, "radius": x @ x <= D**2,
           "best": Eq(kappa * ((w - x) @ (w - x)), w @ (w - x))})
    p.show(length=(t + 1) * (w @ w) <= D**2, count=t <= D**2 / epsilon**2)
    p.use("rounded-von-neumann-step-bound", name="rounded", δ=0)
    p.conclude("rounded.length", "rounded.count")


@theorem("von-neumann-finds-separator",
         title="On separable examples von Neumann's algorithm comes no nearer to 0 than their margin, and finds a "
               "separator",
         source=DUALITY, says="the algorithms for the two problems correspond; the bound is Kozinec's")
def finds_separator(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Let 0 ≤ δ < 1. Start von Neumann's
    algorithm at any signed vector, and make T steps, each with a κ from (1 − δ)κ* to the best κ*. Then ‖w‖ ≥ γ, and T ≤
    (D²/γ² − 1)(1 + δ²)/(1 − δ²). So with ε ≤ γ the algorithm ends at a separator. If it ends with ‖w‖ < ε, every margin
    is below ε.

    It is a run of Kozinec's algorithm.
    """
    delta = p.real("δ")
    p.assume(share=delta >= 0, less=delta < 1)
    run = kozinec_run(p, wrong=lambda w, x, kappa: w @ x <= 0,
                      at_least=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) >= (1 - delta) * (w @ (w - x)),
                      at_most=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) <= w @ (w - x))
    w, t, u, gamma, D = run.w, run.t, run.u, run.gamma, run.D
    p.show(long=w @ w >= gamma**2, count=t <= (D**2 / gamma**2 - 1) * (1 + delta**2) / (1 - delta**2))
    p.use("rounded-kozinec-mistake-bound", name="kozinec")
    p.have("long'", w @ w >= gamma**2, length(w - gamma * u), "kozinec.aligned * positive", "unit")
    p.conclude("long'", "kozinec.count")
    steps = [{"x": [1, -2, 1], "κ": "3/10"}, {"x": [1, 0, -4], "κ": "13/185"}]
    p.example_without("radius", dimension=3, steps=steps, u=[1, 0, 0], w0=[1, 1, 0],
                      values={"γ": 1, "D": "3/2", "δ": 0})


# ------------------------------------------------------------------- 0 inside of the hull: linear convergence


@theorem("opposite-point-of-the-hull", title="If the hull reaches r beyond 0, the worst example is wrong by r‖w‖",
         source=EPELMAN_FREUND)
def opposite_point(p: Script) -> None:
    """If the hull of the x[i] has a point v with ‖w‖v = −rw, and no x[i] has a smaller w·x[i] than x, then w·x ≤ −r‖w‖.
    If the ball of radius r around 0 lies in the hull, there is such a point v for every w.
    """
    w, x, family = p.vectors("w x x[i]")
    r = p.real("r")
    v = hull_point(p, "v", "a", family)
    p.assume(opposite=equal(norm(w) * v.vector, -r * w), worst=family @ w >= w @ x)
    p.show(conclusion=w @ x <= -r * norm(w))
    v.averages(w, "worst", w @ x, "average")
    p.use("equal-vectors-have-equal-products", u=norm(w) * v.vector, v=-r * w, name="product")
    with p.case(norm(w) > 0, "size"):
        p.have("turn", Eq(v.vector @ w, -r * norm(w)), "product", times("size"))
        p.conclude("average", "turn")
    with p.case(norm(w) <= 0, "size"):
        p.have("none", Eq(norm(w), 0), "size")
        p.have("zero", Eq(w @ w, 0), "none")
        p.use("cauchy-schwarz", name="mixed", u=w, v=v.vector)
        p.have("orthogonal", Eq(v.vector @ w, 0), "mixed", "zero")
        p.conclude("average", "orthogonal", "none")


@theorem("von-neumann-step-ratio", title="A step of von Neumann's algorithm divides ‖w‖² at least by D²/(D² − r²)",
         source=EPELMAN_FREUND)
def step_ratio(p: Script) -> None:
    """If ‖x‖ ≤ D, w·x ≤ −r‖w‖ for an r ≥ 0 and κ is the best, then ‖w'‖²D² ≤ (D² − r²)‖w‖².

    w·x ≤ −r‖w‖ is stated without roots. With X = ‖x‖² and d = ‖w − x‖² ≥ X, ‖w'‖² = (‖w‖²X − (w·x)²)/d.
    """
    w, x = p.vectors("w x")
    r, D, kappa = p.reals("r D κ")
    N, X, d = w @ w, x @ x, (w - x) @ (w - x)
    p.assume(radius=X <= D**2, wrong=w @ x <= 0, deep=(w @ x) ** 2 >= r**2 * N, best=Eq(kappa * d, w @ (w - x)))
    after = p.let("w'", kozinec.step(w, x, kappa))
    p.show(conclusion=(after @ after) * D**2 <= (D**2 - r**2) * N)
    p.have("size", X >= 0, length(x))
    p.use("cauchy-schwarz", name="across", u=w, v=x)
    with p.case(N > 0, "nonzero"):
        p.have("apart", d > 0, "nonzero", "wrong", "size")
        p.have("length", Eq(d * (after @ after), N * X - (w @ x) ** 2), "best")
        p.have("all", r**2 * N <= X * N, "deep", "across")
        p.have("inside", r**2 <= X, "all", times("nonzero"))
        p.have("wide", D**2 >= 0, square(D))
        p.have("short", d * (after @ after) * D**2 <= N * (X - r**2) * D**2, "length", "deep * wide")
        p.have("room", N * r**2 * (D**2 - X) >= 0, "nonzero * radius", square(r))
        p.have("rest", (D**2 - r**2) * N * (d - X) >= 0, "nonzero * nonzero", "nonzero * wrong", "inside", "radius")
        p.have("scaled", d * ((after @ after) * D**2) <= d * ((D**2 - r**2) * N), "short", "room", "rest")
        p.conclude("scaled", times("apart"))
    with p.case(N <= 0, "nonzero"):
        p.have("zero", Eq(N, 0), "nonzero", length(w))
        p.have("orthogonal", Eq(w @ x, 0), "across", "zero")
        p.have("still", Eq(after @ after, 0), "zero", "orthogonal", "best")
        p.conclude("still", "zero")


@theorem("von-neumann-linear-bound",
         title="With 0 inside of the hull von Neumann's algorithm takes at most (D²/r²)·ln(D²/ε²) steps to ε",
         source=EPELMAN_FREUND)
def linear_bound(p: Script) -> None:
    """Let every signed vector have ‖x‖ ≤ D. Let 0 < r < D. Start von Neumann's algorithm at any signed vector, and make
    T steps, each towards an x with w·x ≤ −r‖w‖ by the best κ. Then (D²/(D² − r²))^T·‖w‖² ≤ D². So while ‖w‖ ≥ ε > 0, T
    is at most ln(D²/ε²)/ln(D²/(D² − r²)), which is at most (D²/r²)·ln(D²/ε²).

    The worst example satisfies this if the ball of radius r around 0 lies in the hull (`opposite-point-of-the-hull`).
    The power is e^(T·l) with l = ln(D²/(D² − r²)).
    """
    w0, w, x = p.vectors("w0 w x")
    r, D, epsilon, t, kappa = p.reals("r D ε T κ")
    p.assume(ball=r > 0, inside=r < D, start_radius=w0 @ w0 <= D**2, tolerance=epsilon > 0)
    after = p.let("w'", kozinec.step(w, x, kappa))
    N = w @ w
    p.run([(w, w0, after), (t, 0, t + 1)], [x, kappa],
          {"radius": x @ x <= D**2, "wrong": w @ x <= 0, "deep": (w @ x) ** 2 >= r**2 * N,
           "best": Eq(kappa * ((w - x) @ (w - x)), w @ (w - x))})
    p.assume(still=epsilon**2 <= N)
    ratio, span = D**2 / (D**2 - r**2), ln(D**2 / epsilon**2)
    rate = ln(ratio)

    def room() -> None:
        """Derive `large`: D² > 0, `rest`: D² − r² > 0 and `ratio`: D²/(D² − r²) > 0."""
        p.have("wide", D > 0, "ball", "inside")
        p.have("large", D**2 > 0, "wide * wide")
        p.have("rest", D**2 - r**2 > 0, "inside * wide", "inside * ball")

    def rising() -> None:
        """Derive `rising`: D²·l ≥ r², which gives l > 0."""
        room()
        p.have("rising", ratio * (1 - rate) <= 1, tangent(0, at=rate))
        p.have("steep", D**2 * rate >= r**2, "rest * rising", "definition")
        p.have("rate", rate > 0, "steep", "ball * ball", times("large"))

    with p.making_sense(1 / (D**2 - r**2)):
        room()
        p.conclude("rest")
    with p.making_sense(rate):
        room()
        p.conclude("large", times("rest"))
    with p.making_sense(span):
        room()
        p.conclude("large", times("tolerance", "tolerance"))
    with p.making_sense(1 / rate):
        rising()
        p.conclude("rate")
    p.show(power=exp(t * rate) * N <= D**2, count=t <= span / rate, simpler=t <= D**2 / r**2 * span)
    rising()
    with p.induction(counter=t >= 0, power=exp(t * rate) * N <= D**2):
        p.use("von-neumann-step-ratio", name="ratio")
        p.have("shrunk", exp(rate) * (after @ after) <= N, "ratio", "definition", times("rest"))
        p.have("positive power", exp(t * rate) > 0)
        p.have("product", exp(t * rate) * exp(rate) * (after @ after) <= D**2, "power", "positive power * shrunk")
        p.have("power'", exp((t + 1) * rate) * (after @ after) <= D**2, "product", exponents(t * rate, rate))
        p.conclude("counter", "power'")
    p.have("positive power", exp(t * rate) > 0)
    p.have("top", exp(t * rate) * epsilon**2 <= D**2, "power", "positive power * still")
    p.have("bounded", exp(t * rate) <= exp(span), "top", "definition", times("tolerance", "tolerance"))
    p.have("positive top", exp(span) > 0)
    p.have("total", t * rate <= span, "bounded", tangent(t * rate, at=span), times("positive top"))
    p.have("most", t * r**2 <= D**2 * span, "counter * steep", "large * total")
    p.have("count'", t <= span / rate, "total", "definition", times("rate"))
    p.have("simpler'", t <= D**2 / r**2 * span, "most", "definition", times("ball", "ball"))
    p.conclude("power", "count'", "simpler'")
    data = {"D": 1, "r": "4/5", "ε": "1/2"}
    p.example_without("deep", dimension=2, steps=[{"x": [0, 1], "κ": "1/2"}], w0=[1, 0], values=data)
    p.example_without("radius", dimension=2, steps=[{"x": [-1, 3], "κ": "2/13"}], w0=[1, 0], values=data)


# ------------------------------------------------------------------------------ what near weights are good for


@theorem("near-weights-completed",
         title="A point of the hull near 0 and an opposite point give a combination that is 0", source=DUALITY,
         says="approximate solutions bound distances to feasibility; in this claim they give an exact solution")
def near_completed(p: Script) -> None:
    """Let aᵢ be weights of a point w of the hull of the x[i]. Let r > 0, and let cᵢ be weights of a point v with ‖w‖v =
    −rw. Then the numbers (raᵢ + ‖w‖cᵢ)/(r + ‖w‖) are not negative, their sum is 1, and the combination of the x[i] with
    these weights is 0: a proof that nothing separates the x[i] (`gordan-combination-leaves-a-mistake`).
    """
    x, r = p.vector("x[i]"), p.real("r")
    point, beyond = hull_point(p, "w", "a", x), hull_point(p, "v", "c", x)
    w, a, c = point.vector, point.weights, beyond.weights
    p.assume(ball=r > 0, opposite=equal(norm(w) * beyond.vector, -r * w))
    whole = r + norm(w)
    with p.making_sense(1 / whole):
        p.have("size", norm(w) >= 0)
        p.conclude("ball", "size")
    weights = (r * a + norm(w) * c) / whole
    p.show(weights=weights >= 0, total=Eq(Sum(weights), 1), combination=equal(Sum(weights * x), 0))
    p.have("size", norm(w) >= 0)
    p.have("whole", whole > 0, "ball", "size")
    p.have("each", r * a + norm(w) * c >= 0, "ball * w_nonnegative", "size * v_nonnegative")
    p.have("weights'", weights >= 0, "each", "definition", times("whole"))
    p.have("total'", Eq(Sum(weights), 1), "w_total", "v_total", "definition")
    p.have("combination'", equal(Sum(weights * x), 0), "opposite", "definition")
    p.conclude("weights'", "total'", "combination'")


@theorem("near-weights-bound-margin", title="Weights of a point within ε of 0 show that no margin is above ε",
         source=DUALITY)
def near_bounds_margin(p: Script) -> None:
    """If aᵢ ≥ 0, Σ aᵢ = 1 and ‖Σ aᵢx[i]‖ ≤ ε, and a unit vector u has u·x[i] ≥ γ for every i, then γ ≤ ε."""
    u, x = p.vectors("u x[i]")
    gamma, epsilon = p.reals("γ ε")
    point = hull_point(p, "w", "a", x)
    w = point.vector
    p.assume(unit=Eq(u @ u, 1), margin=x @ u >= gamma, near=w @ w <= epsilon**2, tolerance=epsilon >= 0)
    p.show(conclusion=gamma <= epsilon)
    point.averages(u, "margin", gamma, "average")
    p.use("cauchy-schwarz", name="lengths", v=w)
    p.have("square", (u @ w) ** 2 <= epsilon**2, "lengths", "unit", "near")
    p.use("square-root-monotone", name="below", u=u @ w, v=epsilon)
    p.conclude("average", "below")


# ------------------------------------------------------------------------------------- the perceptron's mean


@theorem("perceptron-mean-is-hull-step",
         title="The mean of the perceptron's examples moves as von Neumann's point does, by κ = 1/(k + 1)",
         source=DUALITY, says="which variants of the two correspond")
def mean_is_step(p: Script) -> None:
    """Let v = w/k be the mean of the k > 0 signed vectors that the perceptron has added to 0, and let v ≠ x. After an
    update by x the mean is (1 − κ)v + κx with κ = 1/(k + 1). The step by the best κ* on the line leads to a point that
    is at least as near to 0: the squared lengths differ by (κ − κ*)²‖v − x‖².
    """
    w, x = p.vectors("w x")
    k = p.real("k")
    mean = p.let("v", w / k)
    p.assume(some=k > 0, apart=(mean - x) @ (mean - x) > 0)
    with p.making_sense(1 / (k + 1)):
        p.conclude("some")
    kappa = 1 / (k + 1)
    after = update(State(w, 0), x, 1, bias_step=0).w / (k + 1)
    best = p.let("κ*", kozinec.minimiser(mean @ mean, mean @ x, x @ x))
    nearest, gap = kozinec.step(mean, x, best), (mean - x) @ (mean - x)
    p.show(same=equal(after, kozinec.step(mean, x, kappa)),
           nearer=equal(after @ after - nearest @ nearest, (kappa - best) ** 2 * gap))


@theorem("perceptron-mean-near-zero",
         title="After k mistakes the mean of the perceptron's examples is within R/√k of 0", source=DUALITY)
def mean_near_zero(p: Script) -> None:
    """If every signed vector has ‖z‖ ≤ R, then after k ≥ 1 mistakes of the perceptron from 0, in any order, ‖w/k‖² ≤
    R²/k, where w/k lies in the hull of the signed vectors. This is von Neumann's bound (T + 1)‖w‖² ≤ R², with k = T + 1
    vectors.
    """
    run = homogeneous_run(p)
    w, k, z = run.w, run.k, run.z
    R = p.real("R")
    run.examples(radius=z @ z <= R**2)
    p.assume(some=k > 0)
    mean = w / k
    p.show(conclusion=mean @ mean <= R**2 / k)
    with p.induction(growth=w @ w <= k * R**2):
        p.conclude("growth", "mistake", "radius")
    p.conclude("growth", times("some", "some"))

"""Kozinec's algorithm and its ε-version: steps towards the nearest point of a hull, and their number.

Notation: w' = (1 − κ)w + κx is the shipped step from w towards the example x, κ* = ⟨w, w − x⟩/‖w − x‖² the shipped
minimiser of ‖w'‖ on the whole line. m is the distance of the hull of the examples from 0. A run starts at any example
and takes any examples that the rule allows, in any order. The bounds hold for every unit vector u with ⟨u, x⟩ ≥ γ > 0.
The best such u has γ = m (`hull-best-novikoff-bound`).
"""

from collections.abc import Callable
from typing import NamedTuple

from ....algorithms import kozinec
from ...statements.proof_script import Script, exponents, length, square, tangent, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Comparison, Eq, Min, Scalar, Sum, Vector, equal, exp, ln, norm
from ..perceptron.mistake_bound_reached import unseen
from ..separability.hull_nearest_point import hull_point


@theorem("segment-step-decrease", title="A step no longer than the best one shortens w",
         source=cite("lecture", "p. 34"))
def segment_step_decrease(p: Script) -> None:
    """If 0 ≤ κ and κ‖w − x‖² ≤ ⟨w, w − x⟩, that is κ is at most the minimiser, then ‖(1 − κ)w + κx‖² is at most
    ‖w‖² − κ⟨w, w − x⟩.
    """
    w, x = p.vectors("w x")
    kappa = p.real("κ")
    gap, distance = w @ (w - x), (w - x) @ (w - x)
    p.assume(nonnegative=kappa >= 0, at_most=kappa * distance <= gap)
    after = kozinec.step(w, x, kappa)
    p.calc(after @ after,
           "==", w @ w - 2 * kappa * gap + kappa * (kappa * distance), "bilinearity",
           "<=", w @ w - kappa * gap, "nonnegative * at_most")


# --------------------------------------------------------------------------- the step of plain Kozinec


@refuted("kozinec-minimiser-inside-as-printed", title="There is a best κ in the open interval (0, 1)",
         source=cite("lecture", "p. 34"), corrected="kozinec-minimiser",
         missing="w ≠ 0 and x ≠ 0; if 0 lies in the hull, w = 0 can be reached, where the best κ is 0",
         ledger=["002-kozinec-kappa"])
def minimiser_as_printed(p: Script) -> None:
    """If w·x ≤ 0 and w ≠ x, the κ of least ‖(1 − κ)w + κx‖ has 0 < κ < 1.

    The counterexample is reached from the examples 1 and −1.
    """
    w, x = p.vectors("w x")
    p.assume(wrong=w @ x <= 0, different=(w - x) @ (w - x) > 0)
    kappa = p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x))
    p.show(positive=kappa > 0, below_one=kappa < 1)
    p.counterexample(dimension=1, w=[0], x=[1])


@theorem("kozinec-minimiser", title="The best κ lies inside (0, 1)", source=cite("lecture", "p. 34"),
         ledger=["002-kozinec-kappa"],
         adds={"nonzero": "w ≠ 0, which holds on separable data", "example": "x ≠ 0, which holds on separable data"})
def minimiser(p: Script) -> None:
    """If w ≠ 0, x ≠ 0 and w·x ≤ 0, then κ = ⟨w, w − x⟩/‖w − x‖² has 0 < κ < 1, and no other λ makes
    ‖(1 − λ)w + λx‖ smaller: the squares differ by (λ − κ)²‖w − x‖².
    """
    w, x = p.vectors("w x")
    other = p.real("λ")
    p.assume(nonzero=w @ w > 0, example=x @ x > 0, wrong=w @ x <= 0)
    kappa = p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x))
    best, moved = kozinec.step(w, x, kappa), kozinec.step(w, x, other)
    p.show(positive=kappa > 0, below_one=kappa < 1,
           best=equal(moved @ moved - best @ best, (other - kappa) ** 2 * ((w - x) @ (w - x))))
    p.have("apart", (w - x) @ (w - x) > 0, "nonzero", "example", "wrong")
    p.have("positive'", kappa > 0, "nonzero", "wrong", times("apart"))
    p.have("below'", kappa < 1, "example", "wrong", times("apart"))
    p.conclude("positive'", "below'")


@theorem("kozinec-no-best-step-from-origin", title="From w = 0 there is no best κ in (0, 1)",
         source=cite("lecture", "p. 34"), ledger=["002-kozinec-kappa"])
def no_best_step(p: Script) -> None:
    """If w = 0 and x ≠ 0, then no κ in (0, 1) is best: κ/2 makes (1 − κ)w + κx shorter.
    """
    x, kappa = p.vector("x"), p.real("κ")
    p.assume(example=x @ x > 0, positive=kappa > 0, below_one=kappa < 1)
    here, half = kozinec.step(0 * x, x, kappa), kozinec.step(0 * x, x, kappa / 2)
    p.show(inside=kappa / 2 < 1, positive=kappa / 2 > 0, shorter=half @ half < here @ here)
    p.have("less", half @ half < here @ here, "example * positive * positive")
    p.conclude("less", "positive", "below_one")


@theorem("kozinec-step-length", title="How long w is after the best step",
         source=cite("lecture", "p. 34, a consequence"), ledger=["002-kozinec-norm"])
def step_length(p: Script) -> None:
    """If w ≠ x and w' = (1 − κ)w + κx with the best κ on the line, then ‖w'‖² = (‖w‖²‖x‖² − (w·x)²)/‖w − x‖²."""
    w, x = p.vectors("w x")
    p.assume(different=(w - x) @ (w - x) > 0)
    after = kozinec.step(w, x, p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x)))
    p.show(conclusion=equal(after @ after, ((w @ w) * (x @ x) - (w @ x) ** 2) / ((w - x) @ (w - x))))


@theorem("kozinec-step-shortens", title="The best step towards a misclassified point shortens w",
         source=cite("lecture", "p. 34"), ledger=["002-kozinec"],
         adds={"nonzero": "w ≠ 0, which holds on separable data"})
def step_shortens(p: Script) -> None:
    """If w ≠ 0 and w·x ≤ 0, then w' = (1 − κ)w + κx with the best κ on the line is shorter than w."""
    w, x = p.vectors("w x")
    p.assume(nonzero=w @ w > 0, wrong=w @ x <= 0)
    kappa = p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x))
    after = kozinec.step(w, x, kappa)
    p.show(conclusion=after @ after < w @ w)
    p.have("apart", (w - x) @ (w - x) > 0, "nonzero", "wrong", length(x))
    p.have("gap", w @ (w - x) > 0, "nonzero", "wrong")
    p.have("line", Eq(kappa * ((w - x) @ (w - x)), w @ (w - x)), "definition")
    p.have("positive", kappa > 0, "gap", "line", times("apart"))
    p.use("segment-step-decrease", {"κ": kappa}, name="decrease")
    p.have("gain", kappa * (w @ (w - x)) > 0, "positive * gap")
    p.conclude("decrease", "gain")


@theorem("segment-step-stays-in-hull", title="A step towards an example stays in the hull",
         source=cite("lecture", "p. 34"), ledger=["002-kozinec"])
def stays_in_hull(p: Script) -> None:
    """Let w and x be points of the hull of the x[i], w with the weights a[i] and x with the weights e[i], and let 0 ≤ κ
    ≤ 1. Then (1 − κ)a[i] + κe[i] are weights of (1 − κ)w + κx: they are not negative, their sum is 1, and (1 − κ)w + κx
    is the combination with these weights. If x is one of the examples, e[i] is 1 for it and 0 for the others.
    """
    points, (a, e, kappa) = p.vector("x[i]"), p.reals("a[i] e[i] κ")
    w, x = p.let("w", Sum(a * points)), p.let("x", Sum(e * points))
    p.assume(w_nonnegative=a >= 0, w_total=Eq(Sum(a), 1), x_nonnegative=e >= 0, x_total=Eq(Sum(e), 1),
             nonnegative=kappa >= 0, at_most=kappa <= 1)
    weights = (1 - kappa) * a + kappa * e
    after = kozinec.step(w, x, kappa)
    p.show(nonnegative=weights >= 0, total=Eq(Sum(weights), 1), combination=equal(after, Sum(weights * points)))
    p.have("weights", weights >= 0, "w_nonnegative * at_most", "x_nonnegative * nonnegative")
    p.have("total", Eq(Sum(weights), 1), "w_total", "x_total")
    p.have("combination", equal(after, Sum(weights * points)))
    p.conclude("weights", "total", "combination")


@theorem("kozinec-reciprocal-step", title="1/‖w‖² grows by at least 1/‖x‖² in each step",
         source=cite("lecture", "p. 34, a consequence"), ledger=["002-kozinec-bound"])
def reciprocal_step(p: Script) -> None:
    """Let w ≠ 0, x ≠ 0, w·x ≤ 0 and w' = (1 − κ)w + κx with the best κ. Then ‖w'‖²(1/‖w‖² + 1/‖x‖²) ≤ 1. So 1/‖w'‖² ≥
    1/‖w‖² + 1/‖x‖² unless w' = 0.
    """
    w, x = p.vectors("w x")
    p.assume(nonzero=w @ w > 0, example=x @ x > 0, wrong=w @ x <= 0)
    kappa = p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x))
    after = p.let("w'", kozinec.step(w, x, kappa))
    p.show(conclusion=(after @ after) * (1 / (w @ w) + 1 / (x @ x)) <= 1)
    p.have("apart", (w - x) @ (w - x) > 0, "nonzero", "example", "wrong")
    p.use("kozinec-step-length", name="length")
    p.have("product", Eq((after @ after) * ((w - x) @ (w - x)), (w @ w) * (x @ x) - (w @ x) ** 2), "length")
    p.have("square", after @ after >= 0, length(after))
    p.have("sum", (after @ after) * (w @ w + x @ x) <= (w @ w) * (x @ x), "product", "square * wrong", square(w @ x))
    p.conclude("sum", times("nonzero", "example"))


# ----------------------------------------------------------------------------------- runs of plain Kozinec


class KozinecRun(NamedTuple):
    """A run from any example w0: w are the weights after T steps; a step moves w by κ towards the example x; u is a
    unit vector."""

    w0: Vector
    w: Vector
    t: Scalar
    x: Vector
    kappa: Scalar
    u: Vector
    gamma: Scalar
    D: Scalar
    after: Vector


def kozinec_run(p: Script, **facts: Callable[[Vector, Vector, Scalar], Comparison]) -> KozinecRun:
    """Declare a run; `facts` say what is known of w, x, κ when a step is made: name=lambda w, x, κ: relation.

    Every example, w0 among them, has ⟨u, x⟩ ≥ γ > 0 and ‖x‖ ≤ D.
    """
    u, w0, w, x = p.vectors("u w0 w x")
    gamma, D, t, kappa = p.reals("γ D T κ")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, start_margin=u @ w0 >= gamma, start_radius=w0 @ w0 <= D**2)
    after = p.let("w'", kozinec.step(w, x, kappa))
    when = {"margin": u @ x >= gamma, "radius": x @ x <= D**2}
    p.run([(w, w0, after), (t, 0, t + 1)], [x, kappa], when | {name: say(w, x, kappa) for name, say in facts.items()})
    return KozinecRun(w0, w, t, x, kappa, u, gamma, D, after)


def rounded_step(
    p: Script, w: Vector, x: Vector, kappa: Scalar, after: Vector, t: Scalar, D: Scalar, delta: Scalar
) -> None:
    """Derive `energy'` from `energy`. Both facts state (1 + δ² + t(1 − δ²))‖w‖² ≤ (1 + δ²)D²; `energy'` is for t + 1
    and the weights `after`. κ is between (1 − δ)κ* and κ*. The facts w ≠ 0, t ≥ 0 and 1 − δ² > 0 are known.
    """
    lost, kept = 1 + delta**2, 1 - delta**2
    gap, d, N, X, shorter = w @ (w - x), (w - x) @ (w - x), w @ w, x @ x, after @ after
    p.have("apart", d > 0, "nonzero", "wrong", length(x))
    p.have("gap", gap > 0, "nonzero", "wrong")
    p.have("nonnegative", kappa >= 0, "at_least", "less * gap", times("apart"))
    p.have("rest", (gap - kappa * d) ** 2 <= delta**2 * gap**2,
           "at_least * at_most", "at_least * share * gap")
    p.have("decrease", (N - shorter) * d >= kept * gap**2, "rest")
    p.have("positive-sum", N + X > 0, "nonzero", length(x))
    p.have("short", X >= 0, length(x))
    p.have("wide", gap**2 * (N + X) >= N**2 * d, "wrong * nonzero * short", square(w @ x), "positive-sum")
    p.have("more", (N - shorter) * d * (N + X) >= kept * gap**2 * (N + X), "decrease * positive-sum")
    p.have("wider", kept * gap**2 * (N + X) >= kept * N**2 * d, "wide * kept")
    p.have("enough", (N - shorter) * (N + X) * d >= kept * N**2 * d, "more", "wider")
    p.have("least", (N - shorter) * (N + X) >= kept * N**2, "enough", times("apart"))
    p.have("next", shorter * (N + X) <= N * (X + delta**2 * N), "least")
    p.have("no-longer", N <= D**2, "energy", "counter * kept * nonzero", square(delta))
    p.have("room", X + delta**2 * N >= 0, "short", "nonzero", square(delta))
    p.have("first", (lost + t * kept) * N * (X + delta**2 * N) <= lost * D**2 * (X + delta**2 * N), "energy * room")
    p.have("both", X + delta**2 * N <= lost * D**2, "radius", "no-longer", square(delta))
    p.have("second", kept * N * (X + delta**2 * N) <= kept * N * lost * D**2, "both * kept * nonzero")
    p.have("factor", lost + (t + 1) * kept >= 0, "counter * kept", "kept", square(delta))
    p.have("scaled", (lost + (t + 1) * kept) * shorter * (N + X)
           <= (lost + (t + 1) * kept) * N * (X + delta**2 * N), "next * factor")
    p.have("total", (lost + (t + 1) * kept) * shorter * (N + X) <= lost * D**2 * (N + X),
           "scaled", "first", "second")
    p.have("energy'", (lost + (t + 1) * kept) * shorter <= lost * D**2, "total", times("positive-sum"))


@theorem("rounded-kozinec-mistake-bound",
         title="Kozinec's algorithm with a rounded κ makes at most (D²/γ² − 1)(1 + δ²)/(1 − δ²) steps",
         source=cite("lecture", "p. 34, a consequence, for a κ that is rounded down"))
def rounded_mistake_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Let 0 ≤ δ < 1. Start Kozinec's
    algorithm at any signed vector, and make T steps in any order, each with a κ from (1 − δ)κ* to the best κ*. Then u·w
    ≥ γ and (1 + δ² + T(1 − δ²))‖w‖² ≤ (1 + δ²)D², and so T ≤ (D²/γ² − 1)(1 + δ²)/(1 − δ²).

    With h = ⟨w, w − x⟩ and d = ‖w − x‖², the step κ* = h/d lowers ‖w‖² by h²/d. The step κ lowers it by at least (1 −
    δ²)h²/d.
    """
    delta = p.real("δ")
    p.assume(share=delta >= 0, less=delta < 1)
    run = kozinec_run(p, wrong=lambda w, x, kappa: w @ x <= 0,
                      at_least=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) >= (1 - delta) * (w @ (w - x)),
                      at_most=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) <= w @ (w - x))
    w, t, x, kappa, u, gamma, D, after = run.w, run.t, run.x, run.kappa, run.u, run.gamma, run.D, run.after
    lost, kept = 1 + delta**2, 1 - delta**2
    p.show(aligned=u @ w >= gamma, length=(lost + t * kept) * (w @ w) <= lost * D**2,
           count=t <= (D**2 / gamma**2 - 1) * lost / kept)
    p.have("kept", kept > 0, "share * less", "less")
    with p.induction(counter=t >= 0, aligned=u @ w >= gamma, energy=(lost + t * kept) * (w @ w) <= lost * D**2):
        p.use("cauchy-schwarz", name="along-u", v=w)
        p.have("long", gamma**2 <= w @ w, "along-u", "unit", "aligned * aligned", "aligned * positive")
        p.have("nonzero", w @ w > 0, "long", "positive * positive")
        rounded_step(p, w, x, kappa, after, t, D, delta)
        p.have("at-most-one", kappa <= 1, "at_most", "wrong", length(x), times("apart"))
        p.have("aligned'", u @ after >= gamma, "aligned * at-most-one", "margin * nonnegative")
        p.conclude("counter", "aligned'", "energy'")
    p.use("cauchy-schwarz", name="along", v=w)
    p.have("longer", w @ w >= gamma**2, "along", "unit", "aligned * aligned", "aligned * positive")
    p.have("whole", lost + t * kept >= 0, "counter * kept", square(delta))
    p.have("bound", t * kept * gamma**2 <= (D**2 - gamma**2) * lost, "energy", "longer * whole")
    p.conclude("aligned", "energy", "bound", times("positive", "positive", "kept"))


@theorem("kozinec-mistake-bound", title="Kozinec's algorithm makes at most D²/γ² − 1 steps",
         source=cite("lecture", "p. 34, a consequence"), ledger=["002-kozinec-bound", "x-kozinec-novikoff"])
def mistake_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Start Kozinec's algorithm at any
    signed vector, and make T steps in any order. Then u·w ≥ γ, (T + 1)‖w‖² ≤ D², and so T + 1 ≤ D²/γ². With the nearest
    point p of their hull, u = p/‖p‖ and γ = ‖p‖, the bound is D²/‖p‖².

    The equation κ‖w − x‖² = ⟨w, w − x⟩ states that κ is the best number, in (0, 1) and on the whole line.
    """
    run = kozinec_run(p, wrong=lambda w, x, kappa: w @ x <= 0,
                      best=lambda w, x, kappa: Eq(kappa * ((w - x) @ (w - x)), w @ (w - x)))
    w, t, u, gamma, D = run.w, run.t, run.u, run.gamma, run.D
    p.show(aligned=u @ w >= gamma, length=(t + 1) * (w @ w) <= D**2, count=t + 1 <= D**2 / gamma**2)
    p.use("rounded-kozinec-mistake-bound", name="rounded", δ=0)
    p.conclude("rounded.aligned", "rounded.length", "rounded.count")


@theorem("kozinec-mistake-bound-reached", title="Kozinec's bound T + 1 ≤ D²/γ² is reached for every T",
         source=cite("lecture", "p. 34, a consequence"),
         ledger={"002-kozinec-bound": "follows", "x-kozinec-novikoff": "follows"}, says="no bound")
def bound_reached(p: Script) -> None:
    """Start at one of finitely many orthogonal examples x[i] of length D > 0, and visit other examples once each, in
    any order. Each is misclassified, with ⟨w, x⟩ = 0; after T steps u = w/‖w‖ is a unit vector with the margin γ = ‖w‖
    on the visited vectors, including the start, and T + 1 = D²/γ².

    ⟨w, xᵢ⟩ is ‖w‖² or 0: x[i] was visited or not. The indicator e[i] is 1 for the start w0, and d[i] is 1 for x.
    """
    w0, w, x, family = p.vectors("w0 w x x[i]")
    t, kappa, D, e, d = p.reals("T κ D e[i] d[i]")
    p.assume(radius=D > 0, start_choice=Eq(e**2, e), start_one=Eq(Sum(e), 1), start_products=Eq(w0 @ family, e * D**2),
             start_itself=Eq(w0 @ w0, Sum(e * (w0 @ family))))
    after = p.let("w'", kozinec.step(w, x, kappa))
    seen, N = w @ family, w @ w
    best = {"best": Eq(kappa * ((w - x) @ (w - x)), w @ (w - x))}
    p.run([(w, w0, after), (t, 0, t + 1)], [x, d, kappa], unseen(w, family, x, d, D**2) | best)

    def growing() -> None:
        """Derive `count`: T + 1 > 0, `length`: (T + 1)‖w‖² = D², and `visits`: ⟨w, xᵢ⟩ is D²/(T + 1) or 0."""
        p.have("square", D**2 > 0, "radius * radius")
        p.have("start-each", Eq(e * (w0 @ family), e * D**2), "start_products", "start_choice")
        p.sum("start-each", "start-sum")
        p.have("start-length", Eq(w0 @ w0, D**2), "start-sum", "start_itself", "start_one")
        with p.induction(count=t + 1 > 0, length=Eq((t + 1) * N, D**2), visits=Eq(seen * ((t + 1) * seen - D**2), 0)):
            p.sum("new", "no turn")
            p.have("each", Eq(d * (x @ family), d * D**2), "products", "choice")
            p.sum("each", "sum")
            p.have("tie", Eq(w @ x, 0), "no turn", "with_w")
            p.have("long", Eq(x @ x, D**2), "sum", "itself", "one")
            p.have("line", Eq(kappa * (N + D**2), N), "best", "long", "tie")
            p.have("share", Eq(kappa * (t + 2) * D**2, D**2), "line", "length")
            p.have("part", Eq(kappa * (t + 2), 1), "share", times("square"))
            p.have("rest", Eq((1 - kappa) * (t + 2), t + 1), "part")
            p.have("next", Eq((t + 2) * (after @ family), (t + 1) * seen + d * D**2), "part", "rest", "products")
            p.have("all visits", Eq((t + 2) * ((after @ family) * ((t + 2) * (after @ family) - D**2)), 0),
                   "next", "visits", "new", "choice")
            p.have("later", t + 2 > 0, "count")
            p.have("visits'", Eq((after @ family) * ((t + 2) * (after @ family) - D**2), 0),
                   "all visits", times("later"))
            p.conclude("count", "length", "tie", "long", "part", "rest", "visits'", "start_products", "start_choice",
                       "start-length")

    with p.making_sense(1 / N):
        growing()
        p.conclude("length", "square", times("count"))
    p.show(conclusion=Eq(t + 1, D**2 / N), visits=Eq(seen * (seen - N), 0))
    growing()
    p.have("scaled", Eq((t + 1) * (seen * (seen - N)), 0), "visits", "length")
    p.have("visits'", Eq(seen * (seen - N), 0), "scaled", times("count"))
    p.conclude("length", "visits'", "definition")


@theorem("kozinec-may-stop-short-of-optimum",
         title="Kozinec's algorithm ends at a separating plane, not at the best one", source=cite("lecture", "p. 34"),
         ledger=["002-kozinec-not-optimal"])
def stops_short(p: Script) -> None:
    """Let e and f be orthonormal, and take the examples x = 5e and z = 2e + 4f. The start w = x separates them: w·x > 0
    and w·z > 0, so the algorithm ends there. But min(w·x, w·z)/‖w‖ = w·z/‖w‖ = 2, while u = 4e + 3f has u·x/‖u‖ =
    u·z/‖u‖ = 4.
    """
    e, f = p.vectors("e f")
    p.assume(first=Eq(e @ e, 1), second=Eq(f @ f, 1), orthogonal=Eq(e @ f, 0))
    x, z = p.let("x", 5 * e), p.let("z", 2 * e + 4 * f)
    w, u = p.let("w", 5 * e), p.let("u", 4 * e + 3 * f)
    p.show(right_x=w @ x > 0, right_z=w @ z > 0, own=Eq(w @ z / norm(w), 2),
           better_x=Eq(u @ x / norm(u), 4), better_z=Eq(u @ z / norm(u), 4))


# ----------------------------------------------------------------------------------------- ε-Kozinec


@refuted("eps-kozinec-any-point", title="If some example is far, the step may go to any example",
         near=cite("lecture", "p. 35"), corrected="eps-kozinec-step",
         missing="the condition must be on the x_j to be chosen, ‖w‖ − w·x_j/‖w‖ ≥ ε; the text takes the minimum over "
                 "j inside the condition, which then does not depend on the x_j",
         ledger={"002-eps-kozinec": "lacks"}, aliases=["eps-kozinec-any-point-as-printed"])
def any_point_as_printed(p: Script) -> None:
    """If ε > 0 and ‖w‖ − w·z/‖w‖ ≥ ε for the example z of least w·z, then for every example x some step by 0 < κ ≤ 1
    towards x shortens w, that is w·x < ‖w‖².
    """
    w, z, x = p.vectors("w z x")
    epsilon = p.real("ε")
    p.assume(nonzero=w @ w > 0, positive=epsilon > 0, least=w @ z <= w @ x, far=norm(w) - w @ z / norm(w) >= epsilon)
    p.show(conclusion=w @ x < w @ w)
    p.counterexample(dimension=1, w=[1], z=[0], x=[2], values={"ε": 1})


@refuted("eps-solution-leaves-nothing-wrong", title="At an ε-solution no example is wrong",
         near=cite("lecture", "pp. 33 and 35"), corrected="eps-kozinec-ends-at-eps-solution",
         missing="one of the two inequalities must be strict; with ≤ ε for an ε-solution and ≥ ε for a wrong example, "
                 "an example with equality is wrong at an ε-solution",
         ledger={"002-eps-kozinec": "lacks"}, aliases=["eps-solution-leaves-nothing-wrong-as-printed"])
def nothing_wrong_as_printed(p: Script) -> None:
    """If w ≠ 0 is an ε-solution, so that ‖w‖ − w·x/‖w‖ ≤ ε, then x is not wrong, which would mean ‖w‖ − w·x/‖w‖ ≥ ε.

    The counterexample has the examples 1 and 2 and starts at w = 2.
    """
    w, x = p.vectors("w x")
    epsilon = p.real("ε")
    gap = norm(w) - w @ x / norm(w)
    p.assume(nonzero=w @ w > 0, closed=gap <= epsilon)
    p.show(conclusion=gap < epsilon)
    p.counterexample(dimension=1, w=[2], x=[1], values={"ε": 1})


@refuted("eps-kozinec-minimiser-inside-as-printed", title="The best κ towards a far example lies inside (0, 1)",
         source=cite("lecture", "pp. 34 and 35"), corrected="eps-kozinec-step",
         missing="the end κ = 1 of the interval; where w·x ≥ ‖x‖² the best κ on the line is at least 1",
         ledger=["002-eps-kozinec"])
def minimiser_inside_as_printed(p: Script) -> None:
    """If ε > 0, w ≠ 0, w ≠ x and ‖w‖ − w·x/‖w‖ ≥ ε, the κ of least ‖(1 − κ)w + κx‖ on the line has κ < 1."""
    w, x = p.vectors("w x")
    epsilon = p.real("ε")
    p.assume(nonzero=w @ w > 0, different=(w - x) @ (w - x) > 0, positive=epsilon > 0,
             far=norm(w) - w @ x / norm(w) >= epsilon)
    p.show(conclusion=kozinec.minimiser(w @ w, w @ x, x @ x) < 1)
    p.counterexample(dimension=1, w=[2], x=[1], values={"ε": "1/2"})


@theorem("eps-kozinec-step", title="The step of ε-Kozinec", source=cite("lecture", "p. 35"), ledger=["002-eps-kozinec"],
         says="κ ranges over (0, 1), and the condition does not depend on x")
def eps_step(p: Script) -> None:
    """Let ε > 0, w ≠ 0, x ≠ w and ‖w‖ − w·x/‖w‖ ≥ ε. Let κ = min(κ*, 1) with the minimiser κ* on the line. Then 0 < κ ≤
    1, and (1 − κ)w + κx is shorter than w.
    """
    w, x = p.vectors("w x")
    epsilon, kappa = p.reals("ε κ")
    best = kozinec.minimiser(w @ w, w @ x, x @ x)
    p.assume(nonzero=w @ w > 0, different=(w - x) @ (w - x) > 0, chosen=Eq(kappa, Min(best, 1)),
             positive=epsilon > 0, far=norm(w) - w @ x / norm(w) >= epsilon)
    after = kozinec.step(w, x, kappa)
    p.show(positive=kappa > 0, at_most=kappa <= 1, shorter=after @ after < w @ w)
    p.have("size", norm(w) > 0)
    p.have("gap", w @ (w - x) > 0, "far * size", "positive * size")
    p.have("inverse", 1 / ((w - x) @ (w - x)) > 0, "different")
    p.have("best-positive", best > 0, "gap * inverse")
    p.use("minimum-of-two", name="smaller", u=best, v=1)
    p.have("positive'", kappa > 0, "best-positive", "smaller.one_of_them", "chosen")
    p.have("at most best", kappa <= best, "smaller.first", "chosen")
    p.have("within", kappa * ((w - x) @ (w - x)) <= w @ (w - x), "at most best * different", "definition", "gap")
    p.use("segment-step-decrease", name="decrease")
    p.have("gain", kappa * (w @ (w - x)) > 0, "positive' * gap")
    p.have("shorter'", after @ after < w @ w, "decrease", "gain")
    p.have("at_most'", kappa <= 1, "smaller.second", "chosen")
    p.conclude("positive'", "at_most'", "shorter'")


@theorem("eps-kozinec-ends-at-eps-solution", title="Where ε-Kozinec ends, w is an ε-solution",
         source=cite("lecture", "p. 35"), ledger=["002-eps-kozinec"],
         says="also the converse, which fails at equality")
def eps_end(p: Script) -> None:
    """Let w ≠ 0 and let no example be wrong: ‖w‖ − w·x[i]/‖w‖ < ε for every i. Then ‖v‖ > ‖w‖ − ε for every point v of
    the hull of the x[i], so that ‖w‖ − m < ε.
    """
    w, x = p.vectors("w x[i]")
    epsilon = p.real("ε")
    v = hull_point(p, "v", "a", x)
    p.assume(nonzero=w @ w > 0, closed=norm(w) - w @ x / norm(w) < epsilon)
    p.show(conclusion=norm(v.vector) > norm(w) - epsilon)
    p.have("size", norm(w) > 0)
    least = w @ w - epsilon * norm(w)
    p.have("above", x @ w > least, "closed * size")
    p.suppose_not("short")
    p.use("cauchy-schwarz-norm", name="lengths", u=v.vector, v=w)
    p.have("below", v.vector @ w <= least, "lengths", "short * size")
    p.have("terms", v.weights * (x @ w - least) >= 0, "v_nonnegative * above")
    p.sum("terms", "sum", each="each")
    p.have("none exceeds", v.weights * (x @ w - least) <= 0, "each", "below", "v_total")
    p.have("no weight", v.weights <= 0, "none exceeds", times("above"))
    p.sum("no weight", "no weights")
    p.conclude("no weights", "v_total")


@theorem("clipped-step-gain", title="A clipped step loses little", source=cite("lecture", "p. 35, a consequence"))
def clipped_step_gain(p: Script) -> None:
    """Let h > 0 and h, d ≤ B with d ≥ 0. Let κ = min(h/d, 1), or any κ with κd ≤ h and either κd = h or κ = 1. Then κ >
    0 and B(2κh − κ²d) ≥ h².
    """
    h, d, kappa, B = p.reals("h d κ B")
    p.assume(ahead=h > 0, distance=d >= 0, diameter=d <= B, edge=h <= B, within=kappa * d <= h,
             tight=Eq((1 - kappa) * (h - kappa * d), 0))
    p.show(positive=kappa > 0, gain=B * (2 * kappa * h - kappa**2 * d) >= h**2)
    with p.proving("positive'", kappa > 0):
        p.suppose_not("not")
        p.have("below", 1 - kappa > 0, "not")
        p.have("rest", h - kappa * d > 0, "ahead", "not * distance")
        p.conclude("tight", times("below", "rest"))
    p.have("large", B >= 0, "distance", "diameter")
    with p.case(Eq(kappa - 1, 0)):
        p.have("twice", 2 * kappa * h - kappa**2 * d >= h, "case", "within")
        p.have("gain'", B * (2 * kappa * h - kappa**2 * d) >= h**2, "twice * large", "edge * ahead")
        p.conclude("positive'", "gain'")
    for other in (kappa - 1 < 0, kappa - 1 > 0):
        with p.case(other):
            p.have("line", Eq(h, kappa * d), "tight", times("case"))
            p.have("gain'", B * (2 * kappa * h - kappa**2 * d) >= h**2, "line", "diameter * ahead * positive'")
            p.conclude("positive'", "gain'")


@theorem("rounded-step-gain", title="A step by a clipped and rounded κ",
         source=cite("lecture", "p. 35, a consequence, for a κ that is rounded down"))
def rounded_step_gain(p: Script) -> None:
    """Let 0 < h ≤ B, 0 ≤ d ≤ B and δ < 1. Let κ be min(h/d, 1), rounded down to no less than 1 − δ times this minimum;
    the value 1 is not rounded. More generally, let κ have κd ≤ h and (1 − κ)(κd − (1 − δ)h) ≥ 0. Then κ > 0 and B(2κh −
    κ²d) ≥ (1 − δ²)h².
    """
    h, d, kappa, B, delta = p.reals("h d κ B δ")
    p.assume(less=delta < 1, ahead=h > 0, distance=d >= 0, diameter=d <= B, edge=h <= B, within=kappa * d <= h,
             tight=(1 - kappa) * (kappa * d - (1 - delta) * h) >= 0)
    p.show(positive=kappa > 0, gain=B * (2 * kappa * h - kappa**2 * d) >= (1 - delta**2) * h**2)
    p.have("large", B >= 0, "distance", "diameter")
    p.have("shrunk", (1 - delta) * h > 0, "less * ahead")
    with p.proving("positive'", kappa > 0):
        p.suppose_not("not")
        p.have("below", 1 - kappa > 0, "not")
        p.have("rest", (1 - delta) * h - kappa * d > 0, "shrunk", "not * distance")
        p.have("product", (1 - kappa) * ((1 - delta) * h - kappa * d) > 0, "below * rest")
        p.conclude("tight", "product")
    with p.case(kappa - 1 >= 0):
        p.have("twice", 2 * kappa * h - kappa**2 * d >= h, "case * ahead", "positive' * within")
        p.have("most", B * (2 * kappa * h - kappa**2 * d) >= h**2, "twice * large", "edge * ahead")
        p.have("gain'", B * (2 * kappa * h - kappa**2 * d) >= (1 - delta**2) * h**2, "most", square(delta * h))
        p.conclude("positive'", "gain'")
    with p.case(kappa - 1 < 0):
        p.have("at-least", kappa * d >= (1 - delta) * h, "tight", times("case"))
        p.have("lost", delta * h >= 0, "at-least", "within")
        p.have("rest", (h - kappa * d) ** 2 <= delta**2 * h**2, "at-least * within", "at-least * lost")
        p.have("own", d * (2 * kappa * h - kappa**2 * d) >= (1 - delta**2) * h**2, "rest")
        p.have("step", 2 * kappa * h - kappa**2 * d >= 0, "positive' * within", "positive' * ahead")
        p.have("gain'", B * (2 * kappa * h - kappa**2 * d) >= (1 - delta**2) * h**2, "own", "diameter * step")
        p.conclude("positive'", "gain'")


@theorem("chord-beyond-margin", title="Beyond the margin a chord is at most ‖w‖‖x‖/γ long",
         source=cite("lecture", "p. 35, a consequence"))
def chord_beyond_margin(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, u·w ≥ γ and u·x ≥ γ, then γ‖w − x‖ ≤ ‖w‖‖x‖. Equality holds if w·x = 0 and w and x are on the
    margin.

    With w = pu + a and x = qu + b, where a and b are orthogonal to u, ‖w‖²‖x‖² − γ²‖w − x‖² is
    (p² − γ²)(q² − γ²) + 2γ²(pq − γ²) + (q² − γ²)‖a‖² + (p² − γ²)‖b‖² + ‖a‖²‖b‖² − (a·b)² + (a·b + γ²)².
    """
    u, w, x = p.vectors("u w x")
    gamma = p.real("γ")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, margin_w=u @ w >= gamma, margin_x=u @ x >= gamma)
    p.show(conclusion=gamma**2 * ((w - x) @ (w - x)) <= (w @ w) * (x @ x))
    P, Q = u @ w, u @ x
    a, b = p.let("a", w - P * u), p.let("b", x - Q * u)
    p.have("over_w", gamma**2 <= P**2, "margin_w * margin_w", "margin_w * positive")
    p.have("over_x", gamma**2 <= Q**2, "margin_x * margin_x", "margin_x * positive")
    p.have("over_both", gamma**2 <= P * Q, "margin_w * margin_x", "margin_w * positive", "margin_x * positive")
    p.have("along", P**2 * Q**2 - gamma**4 >= gamma**2 * (P - Q) ** 2,
           "over_w * over_x", "over_both * positive * positive")
    p.use("cauchy-schwarz", name="lengths", u=a, v=b)
    p.have("across", (a @ a) * (b @ b) + 2 * gamma**2 * (a @ b) + gamma**4 >= 0, "lengths", square(a @ b + gamma**2))
    p.have("rest_w", a @ a >= 0, length(a))
    p.have("rest_x", b @ b >= 0, length(b))
    p.have("square_w", Eq(w @ w, P**2 + a @ a), "unit")
    p.have("square_x", Eq(x @ x, Q**2 + b @ b), "unit")
    p.have("product", Eq(w @ x, P * Q + a @ b), "unit")
    p.calc((w @ w) * (x @ x) - gamma**2 * ((w - x) @ (w - x)),
           "==", (P**2 + a @ a) * (Q**2 + b @ b)
           - gamma**2 * ((P - Q) ** 2 + a @ a - 2 * (a @ b) + b @ b), "square_w", "square_x", "product",
           ">=", 0, "along", "across", "rest_w * over_x", "rest_x * over_w")


@theorem("rounded-eps-kozinec-mistake-bound",
         title="ε-Kozinec with a rounded κ makes at most D²(D² − γ²)/((1 − δ²)ε²γ²) steps",
         source=cite("lecture", "p. 35, a consequence, for a κ that is rounded down"))
def rounded_eps_mistake_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Start ε-Kozinec with ε > 0 at any
    signed vector, and make T steps in any order. Each has κ = min(κ*, 1), rounded down by at most a fraction δ with 0 ≤
    δ < 1; the value 1 is not rounded. Then u·w ≥ γ and ‖w‖ ≤ D, and T is at most D²(D² − γ²)/((1 − δ²)ε²γ²).

    ‖w‖ − w·x/‖w‖ ≥ ε is stated without roots, as ⟨w, w − x⟩ ≥ 0 and ⟨w, w − x⟩² ≥ ε²‖w‖². With the minimiser κ* on the
    line, the hypotheses on κ are κ ≤ 1, κ ≤ κ*, and κ = 1 or κ ≥ (1 − δ)κ*, multiplied by ‖w − x‖².
    """
    epsilon, delta = p.reals("ε δ")
    p.assume(tolerance=epsilon > 0, share=delta >= 0, less=delta < 1)
    run = kozinec_run(p, ahead=lambda w, x, kappa: w @ (w - x) >= 0,
                      far=lambda w, x, kappa: (w @ (w - x)) ** 2 >= epsilon**2 * (w @ w),
                      at_most=lambda w, x, kappa: kappa <= 1,
                      within=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) <= w @ (w - x),
                      tight=lambda w, x, kappa: (1 - kappa) * (
                          kappa * ((w - x) @ (w - x)) - (1 - delta) * (w @ (w - x))) >= 0)
    w, t, x, kappa, u, gamma, D, after = run.w, run.t, run.x, run.kappa, run.u, run.gamma, run.D, run.after
    kept = 1 - delta**2
    p.show(aligned=u @ w >= gamma, length=w @ w <= D**2,
           count=t <= D**2 * (D**2 - gamma**2) / (kept * epsilon**2 * gamma**2))
    p.have("kept", kept > 0, "share * less", "less")
    gap, d = w @ (w - x), (w - x) @ (w - x)
    with p.induction(aligned=u @ w >= gamma, short=w @ w <= D**2,
                     potential=t * kept * epsilon**2 * gamma**2 <= D**2 * (D**2 - w @ w)):
        p.use("cauchy-schwarz", name="along-u", v=w)
        p.have("long", w @ w >= gamma**2, "along-u", "unit", "aligned * aligned", "aligned * positive")
        p.have("nonzero", w @ w > 0, "long", "positive * positive")
        p.have("gap", gap > 0, "ahead", "far", "tolerance * tolerance * nonzero")
        p.have("apart", gamma**2 * d >= 0, "positive * positive", length(w - x))
        p.use("chord-beyond-margin", name="chord")
        p.have("diameter", gamma**2 * d <= D**2 * (w @ w), "chord", "nonzero * radius")
        p.have("wide", gamma**2 <= D**2, "long", "short")
        p.have("size", gamma**2 * (x @ x) >= 0, "positive * positive", length(x))
        p.have("edge", gamma**2 * gap <= D**2 * (w @ w), "diameter", "wide * nonzero", "size")
        p.have("ahead'", gamma**2 * gap > 0, "gap * positive * positive")
        p.have("within'", kappa * (gamma**2 * d) <= gamma**2 * gap, "within * positive * positive")
        p.have("tight'", (1 - kappa) * (kappa * (gamma**2 * d) - (1 - delta) * (gamma**2 * gap)) >= 0,
               "tight * positive * positive")
        p.use("rounded-step-gain", {"h": gamma**2 * gap, "d": gamma**2 * d, "B": D**2 * (w @ w)}, name="gain")
        p.use("segment-step-decrease", name="decrease")
        p.have("product", kappa * gap >= 0, "gain.positive * ahead")
        p.have("aligned'", u @ after >= gamma, "aligned * at_most", "margin * gain.positive")
        p.have("short'", after @ after <= D**2, "decrease", "product", "short")
        p.have("enough", D**2 * (w @ w - after @ after) >= kept * epsilon**2 * gamma**2,
               "gain.gain", "far * kept * positive * positive * positive * positive",
               times("nonzero", "positive", "positive"))
        p.have("potential'", (t + 1) * kept * epsilon**2 * gamma**2 <= D**2 * (D**2 - after @ after),
               "potential", "enough")
        p.conclude("aligned'", "short'", "potential'")
    p.use("cauchy-schwarz", name="along", v=w)
    p.have("longer", w @ w >= gamma**2, "along", "unit", "aligned * aligned", "aligned * positive")
    p.have("room", D**2 * (D**2 - w @ w) <= D**2 * (D**2 - gamma**2), "longer", square(D))
    p.have("total", t * kept * epsilon**2 * gamma**2 <= D**2 * (D**2 - gamma**2), "potential", "room")
    p.have("divided", t * kept <= D**2 * (D**2 - gamma**2) / (epsilon**2 * gamma**2),
           "total", times("tolerance", "tolerance", "positive", "positive"))
    p.conclude("aligned", "short", "divided", times("kept"))


def eps_kozinec_run(p: Script) -> tuple[Scalar, KozinecRun]:
    """Declare ε > 0 and a run of ε-Kozinec."""
    epsilon = p.real("ε")
    p.assume(tolerance=epsilon > 0)
    run = kozinec_run(p, ahead=lambda w, x, kappa: w @ (w - x) >= 0,
                      far=lambda w, x, kappa: (w @ (w - x)) ** 2 >= epsilon**2 * (w @ w),
                      at_most=lambda w, x, kappa: kappa <= 1,
                      within=lambda w, x, kappa: kappa * ((w - x) @ (w - x)) <= w @ (w - x),
                      tight=lambda w, x, kappa: Eq((1 - kappa) * (w @ (w - x) - kappa * ((w - x) @ (w - x))), 0),
                      )
    return epsilon, run


@theorem("eps-kozinec-mistake-bound", title="ε-Kozinec makes at most D²(D² − γ²)/(ε²γ²) steps",
         source=cite("lecture", "p. 35, a consequence"), ledger=["002-eps-kozinec-terminates"])
def eps_mistake_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Start ε-Kozinec with ε > 0 at any
    signed vector, and make T steps in any order. Then u·w ≥ γ and ‖w‖ ≤ D, and T is at most D²(D² − γ²)/(ε²γ²). With
    the nearest point p of their hull, u = p/‖p‖ and γ = ‖p‖ = m. Four times this bound is the bound that the diameter
    2D of the ball gives.

    ‖w‖ − w·x/‖w‖ ≥ ε is stated without roots, as ⟨w, w − x⟩ ≥ 0 and ⟨w, w − x⟩² ≥ ε²‖w‖². The step is κ = min(κ*, 1),
    where κ* is the minimiser on the line. The hypotheses state this as κ ≤ 1, κ ≤ κ* and equality in one of the two,
    each multiplied by ‖w − x‖².
    """
    epsilon, run = eps_kozinec_run(p)
    w, t, u, gamma, D = run.w, run.t, run.u, run.gamma, run.D
    p.show(aligned=u @ w >= gamma, length=w @ w <= D**2,
           count=t <= D**2 * (D**2 - gamma**2) / (epsilon**2 * gamma**2))
    p.use("rounded-eps-kozinec-mistake-bound", name="rounded", δ=0)
    p.conclude("rounded.aligned", "rounded.length", "rounded.count")


@theorem("eps-kozinec-step-ratio", title="A step of ε-Kozinec divides ‖w‖² at least by 1 + ε²/D²",
         source=cite("lecture", "p. 35, a consequence"))
def eps_step_ratio(p: Script) -> None:
    """Let ‖x‖ ≤ D and |‖w‖ − w·x/‖w‖| ≥ ε. Let κ be the minimiser κ* on the line, or 1 if κ* ≥ 1. Then ‖w'‖²(D² + ε²) ≤
    D²‖w‖².

    With h = ⟨w, w − x⟩ and d = ‖w − x‖², ‖w'‖² is ‖w‖² − h²/d for κ = h/d, and ‖w‖²d − h² ≤ ‖w‖²‖x‖².
    """
    w, x = p.vectors("w x")
    epsilon, D, kappa = p.reals("ε D κ")
    gap, d, N, X = w @ (w - x), (w - x) @ (w - x), w @ w, x @ x
    p.assume(radius=X <= D**2, far=gap**2 >= epsilon**2 * N, within=kappa * d <= gap,
             tight=Eq((1 - kappa) * (gap - kappa * d), 0))
    after = p.let("w'", kozinec.step(w, x, kappa))
    p.show(conclusion=(after @ after) * (D**2 + epsilon**2) <= D**2 * N)
    p.use("cauchy-schwarz", u=w, v=w - x)
    p.have("rest", N * d - gap**2 >= 0, "cauchy-schwarz")
    p.use("cauchy-schwarz", name="mixed", u=w, v=x)
    with p.case(N > 0, "nonzero"):
        with p.case((1 - kappa) ** 2 > 0):
            p.have("best", Eq(kappa * d, gap), "tight", times("case"))
            with p.case(d > 0, "apart"):
                p.have("length", Eq(d * (after @ after), N * d - gap**2), "best", "definition")
                p.have("squared", gap**2 >= 0, square(gap))
                p.have("below", gap**2 * (N * d - gap**2) <= gap**2 * N * D**2,
                       square(gap * (w @ x)), "squared * nonzero * radius")
                p.have("scaled", epsilon**2 * N * (N * d - gap**2) <= gap**2 * N * D**2, "far * rest", "below")
                p.have("divided", epsilon**2 * (N * d - gap**2) <= gap**2 * D**2, "scaled", times("nonzero"))
                p.conclude("divided", "length", times("apart"))
            with p.case(d <= 0, "apart"):
                p.have("none", Eq(d, 0), "apart", length(w - x))
                p.have("nothing", Eq(gap, 0), "best", "none")
                p.have("small", epsilon**2 >= 0, square(epsilon))
                p.have("product", Eq(epsilon**2 * N, 0), "far", "nothing", "small * nonzero")
                p.have("no tolerance", Eq(epsilon**2, 0), "product", times("nonzero"))
                p.have("same", Eq(after @ after, N), "none", "nothing", "definition")
                p.conclude("same", "no tolerance")
        with p.case((1 - kappa) ** 2 <= 0):
            p.have("one", Eq(kappa, 1), "case")
            p.have("beyond", x @ (w - x) >= 0, "within", "one")
            p.have("ahead", gap >= 0, "within", "one", length(w - x))
            p.have("size", X >= 0, length(x))
            p.have("below", gap <= N, "beyond", "size")
            p.have("wide", D**2 >= 0, square(D))
            p.have("scaled", N * (D**2 + epsilon**2) * X <= N * D**2 * N, "far * size", "ahead * below * size",
                   "ahead * nonzero * radius", "wide * nonzero * beyond")
            p.have("divided", (D**2 + epsilon**2) * X <= D**2 * N, "scaled", times("nonzero"))
            p.conclude("one", "divided", "definition")
    with p.case(N <= 0, "nonzero"):
        p.have("zero", Eq(N, 0), "nonzero", length(w))
        p.have("orthogonal", Eq(w @ x, 0), "mixed", "zero")
        p.have("vanishing", after @ after <= 0, "zero", "orthogonal", "tight", "within", "definition")
        p.have("factor", D**2 + epsilon**2 >= 0, square(D), square(epsilon))
        p.conclude("vanishing * factor", "zero")


@theorem("eps-kozinec-logarithmic-bound", title="ε-Kozinec makes at most ln(D²/γ²)/ln(1 + ε²/D²) steps",
         source=cite("lecture", "p. 35, a consequence"), ledger={"002-eps-kozinec-terminates": "follows"})
def eps_logarithmic_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let every signed vector satisfy u·x ≥ γ and ‖x‖ ≤ D. Start ε-Kozinec with ε > 0 at any
    signed vector, and make T steps in any order. Then u·w ≥ γ and (1 + ε²/D²)^T·‖w‖² ≤ D², so T is at most
    ln(D²/γ²)/ln(1 + ε²/D²), which is at most (D²/ε² + 1)·ln(D²/γ²).

    The power is e^(T·l) with l = ln(1 + ε²/D²). The hypotheses on a step are those of `eps-kozinec-mistake-bound`.
    """
    epsilon, run = eps_kozinec_run(p)
    w, t, u, gamma, D, after = run.w, run.t, run.u, run.gamma, run.D, run.after
    kappa, x, d, gap, N = run.kappa, run.x, (w - run.x) @ (w - run.x), w @ (w - run.x), w @ w
    rate, span = ln(1 + epsilon**2 / D**2), ln(D**2 / gamma**2)

    def wide() -> None:
        """Derive `wide`: γ² ≤ D², as the first example shows."""
        p.have("wide", gamma**2 <= D**2, length(run.w0 - gamma * u), "positive * start_margin", "unit", "start_radius")
        p.have("large", D**2 > 0, "wide", "positive * positive")

    def rising() -> None:
        """Derive `rising`: (1 + ε²/D²)·l ≥ ε²/D², which gives l > 0."""
        p.have("more", epsilon**2 / D**2 > 0, "tolerance * tolerance", "definition", times("large"))
        p.have("rising", (1 + epsilon**2 / D**2) * rate >= epsilon**2 / D**2, tangent(0, at=rate))
        p.have("rate", rate > 0, "rising", "more", times("more"))

    with p.making_sense(1 / D):
        wide()
        p.conclude("large")
    with p.making_sense(span):
        wide()
        p.conclude("large", times("positive", "positive"))
    with p.making_sense(1 / rate):
        wide()
        rising()
        p.conclude("rate")
    p.show(aligned=u @ w >= gamma, power=exp(t * rate) * N <= D**2, count=t <= span / rate,
           simpler=t <= (D**2 / epsilon**2 + 1) * span)
    wide()
    rising()
    with p.induction(counter=t >= 0, aligned=u @ w >= gamma, power=exp(t * rate) * N <= D**2):
        p.have("nonzero", N > 0, length(w - gamma * u), "positive * aligned", "unit", "positive * positive")
        p.have("gap", gap > 0, "ahead", "far", "tolerance * tolerance * nonzero")
        p.have("apart", d >= 0, length(w - x))
        with p.proving("forward", kappa >= 0):
            p.suppose_not("negative")
            p.have("room", 1 - kappa > 0, "negative")
            p.have("best", Eq(kappa * d, gap), "tight", times("room"))
            p.conclude("best", "gap", "negative * apart")
        p.use("eps-kozinec-step-ratio", name="ratio")
        p.have("aligned'", u @ after >= gamma, "aligned * at_most", "margin * forward")
        p.have("shrunk", exp(rate) * (after @ after) <= N, "ratio", "definition", times("large"))
        p.have("positive power", exp(t * rate) > 0)
        p.have("product", exp(t * rate) * exp(rate) * (after @ after) <= D**2, "power", "positive power * shrunk")
        p.have("power'", exp((t + 1) * rate) * (after @ after) <= D**2, "product", exponents(t * rate, rate))
        p.conclude("counter", "aligned'", "power'")
    p.have("long", gamma**2 <= N, length(w - gamma * u), "positive * aligned", "unit")
    p.have("positive power", exp(t * rate) > 0)
    p.have("inverse", 1 / gamma > 0, "positive")
    p.have("top", exp(t * rate) * gamma**2 <= D**2, "power", "positive power * long")
    p.have("bounded", exp(t * rate) <= exp(span), "top", "definition", times("positive", "positive"))
    p.have("positive top", exp(span) > 0)
    p.have("total", t * rate <= span, "bounded", tangent(t * rate, at=span), times("positive top"))
    p.have("scaled", (D**2 + epsilon**2) * rate >= epsilon**2, "large * rising", "definition")
    p.have("sum", D**2 + epsilon**2 >= 0, square(D), square(epsilon))
    p.have("most", t * epsilon**2 <= (D**2 + epsilon**2) * span, "counter * scaled", "sum * total")
    p.have("count'", t <= span / rate, "total", "definition", times("rate"))
    p.have("simpler'", t <= (D**2 / epsilon**2 + 1) * span, "most", "definition", times("tolerance", "tolerance"))
    p.conclude("aligned", "power", "count'", "simpler'")

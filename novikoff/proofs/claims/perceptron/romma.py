"""ROMMA: the shortest weights that satisfy the constraint of the last mistake and lie in the known half-space.

Notation: x is a signed vector on which ROMMA makes an update, and v = cw + dx are the new weights. ⟨u, x⟩ ≥ γ for all
examples. The inequality ‖v‖² ≤ c‖w‖² + d states that v lies in the known half-space: if ⟨u, w⟩ ≥ γ‖w‖² and ⟨u, x⟩ ≥ γ,
then ⟨u, v⟩ ≥ γ‖v‖².
"""

from ....algorithms import romma
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, norm

SOURCE = "lilong2002"


@theorem("romma-step", title="ROMMA's step lies on the bounds of its two half-spaces",
         source=cite(SOURCE, "the update of ROMMA in closed form"))
def romma_step(p: Script) -> None:
    """If ⟨w, x⟩ < 1, ⟨w, x⟩ < ‖w‖²‖x‖² and w and x are not multiples of each other, then the shipped c and d are not
    negative, and v = cw + dx has ⟨v, w⟩ = ‖w‖² and ⟨v, x⟩ = 1, so that ‖v‖² = c‖w‖² + d.
    """
    w, x = p.vectors("w x")
    N, P, X = w @ w, w @ x, x @ x
    p.assume(apart=N * X - P**2 > 0, below=P < 1, near=P < N * X)
    exact_c, exact_d = romma.meeting(N, P, X)
    c, d = p.let("c", exact_c), p.let("d", exact_d)
    v = p.let("v", romma.step(w, x, c, d))
    p.show(c=c >= 0, d=d >= 0, along=Eq(v @ w, N), touching=Eq(v @ x, 1), length=Eq(v @ v, c * N + d))
    p.have("size", N >= 0, length(w))
    p.have("c'", c >= 0, "near", "definition", times("apart"))
    p.have("d'", d >= 0, "size * below", "definition", times("apart"))
    p.have("along'", Eq(v @ w, N), "definition", times("apart"))
    p.have("touching'", Eq(v @ x, 1), "definition", times("apart"))
    p.have("length'", Eq(v @ v, c * (v @ w) + d * (v @ x)), "bilinearity")
    p.conclude("c'", "d'", "along'", "touching'", "length'")


@theorem("romma-far-step",
         title="Where the shortest vector for the example alone is in the other half-space, that is ROMMA's step",
         source=cite(SOURCE, "the update of aggressive ROMMA where the margin is large"))
def far_step(p: Script) -> None:
    """If x ≠ 0 and ⟨w, x⟩ ≥ ‖w‖²‖x‖², then v = 0·w + dx with d = 1/‖x‖² > 0 has ⟨v, w⟩ ≥ ‖w‖², ⟨v, x⟩ = 1, and ‖v‖² =
    d.
    """
    w, x = p.vectors("w x")
    X = x @ x
    p.assume(some=X > 0, far=w @ x >= (w @ w) * X)
    v = p.let("v", romma.step(w, x, 0, 1 / X))
    p.show(d=1 / X > 0, along=v @ w >= w @ w, touching=Eq(v @ x, 1), length=Eq(v @ v, 1 / X))
    p.have("inverse", 1 / X > 0, "some")
    p.have("along'", v @ w >= w @ w, "far * inverse", "definition")
    p.have("touching'", Eq(v @ x, 1), "definition")
    p.have("length'", Eq(v @ v, 1 / X), "definition")
    p.conclude("inverse", "along'", "touching'", "length'")


@theorem("romma-step-is-shortest", title="No vector in ROMMA's two half-spaces is shorter than its step",
         source=cite(SOURCE, "the definition of ROMMA by an optimisation problem"))
def is_shortest(p: Script) -> None:
    """Let v = cw + dx with c, d ≥ 0 and ‖v‖² ≤ c‖w‖² + d. ROMMA's steps satisfy these conditions. If ⟨v', w⟩ ≥ ‖w‖² and
    ⟨v', x⟩ ≥ 1, then ‖v'‖ ≥ ‖v‖. If ⟨u, w⟩ ≥ γ‖w‖² and ⟨u, x⟩ ≥ γ ≥ 0, then ⟨u, v⟩ ≥ γ‖v‖².
    """
    w, x, other, u = p.vectors("w x v' u")
    c, d, gamma = p.reals("c d γ")
    v = p.let("v", romma.step(w, x, c, d))
    p.assume(first=c >= 0, second=d >= 0, inside=v @ v <= c * (w @ w) + d, known=other @ w >= w @ w,
             new=other @ x >= 1, aligned=u @ w >= gamma * (w @ w), margin=u @ x >= gamma, scale=gamma >= 0)
    p.show(shortest=v @ v <= other @ other, stays=u @ v >= gamma * (v @ v))
    p.have("product", other @ v >= c * (w @ w) + d, "first * known", "second * new")
    p.have("shortest'", v @ v <= other @ other, "product", "inside", length(other - v))
    p.have("own", u @ v >= gamma * (c * (w @ w) + d), "aligned * first", "margin * second")
    p.have("stays'", u @ v >= gamma * (v @ v), "own", "scale * inside")
    p.conclude("shortest'", "stays'")


@theorem("romma-no-step", title="Where ROMMA has no step, the examples contradict each other",
         source=cite(SOURCE, "the update of ROMMA, whose denominator must not be 0"))
def no_step(p: Script) -> None:
    """Let w ≠ 0, ⟨w, x⟩ ≤ 0 and ‖w‖²‖x‖² = ⟨w, x⟩², so that x is a multiple of w. Then every v with ⟨v, w⟩ ≥ ‖w‖² has
    ⟨v, x⟩ ≤ 0. So no u has ⟨u, z⟩ ≥ 1 for all examples so far and for x.
    """
    w, x, v = p.vectors("w x v")
    N, P, X = w @ w, w @ x, x @ x
    p.assume(nonzero=N > 0, mistake=P <= 0, multiple=Eq(N * X, P**2), known=v @ w >= N)
    p.show(conclusion=v @ x <= 0)
    gap = N * x - P * w
    p.have("none", Eq(gap @ gap, 0), "multiple")
    p.use("cauchy-schwarz", name="across", u=gap, v=v)
    p.have("square", (gap @ v) ** 2 <= 0, "across", "none")
    p.have("zero", Eq(gap @ v, 0), "square")
    p.have("scaled", N * (v @ x) <= 0, "zero", "mistake * known", "mistake * nonzero")
    p.conclude("scaled", times("nonzero"))


@theorem("romma-step-gain", title="A step of ROMMA lengthens ‖w‖² by at least (1 − ⟨w, x⟩)²/‖x‖²",
         source=cite(SOURCE, "proof of the mistake bound: a mistake lengthens w; there for ⟨w, x⟩ ≤ 0"))
def step_gain(p: Script) -> None:
    """If ⟨w, x⟩ ≤ 1, ⟨v, w⟩ ≥ ‖w‖² and ⟨v, x⟩ ≥ 1, then ‖x‖²(‖v‖² − ‖w‖²) ≥ (1 − ⟨w, x⟩)². The weights v after a step
    satisfy these hypotheses."""
    w, x, v = p.vectors("w x v")
    X, short = x @ x, 1 - w @ x
    p.assume(below=w @ x <= 1, known=v @ w >= w @ w, new=v @ x >= 1)
    p.show(conclusion=X * (v @ v - w @ w) >= short**2)
    p.use("cauchy-schwarz", name="across", u=v - w, v=x)
    p.have("ahead", (v - w) @ x >= short, "new")
    p.have("square", ((v - w) @ x) ** 2 >= short**2, "ahead * ahead", "ahead * below")
    p.have("weight", X >= 0, length(x))
    p.conclude("across", "square", "known * weight")


def stay_short(p: Script, u: Vector, w: Vector, gamma: Scalar) -> None:
    """Derive `short`: γ‖w‖ ≤ ‖u‖, from `aligned`: ⟨u, w⟩ ≥ γ‖w‖², and γ > 0."""
    N = w @ w
    p.use("cauchy-schwarz", name="along", u=u, v=w)
    p.have("size", N >= 0, length(w))
    p.have("most", gamma**2 * N * N <= (u @ u) * N, "along", "aligned * aligned", "aligned * positive * size")
    with p.proving("short", gamma**2 * N <= u @ u):
        with p.case(N > 0, "nonzero"):
            p.conclude("most", times("nonzero"))
        with p.case(N <= 0, "nonzero"):
            p.have("zero", Eq(N, 0), "nonzero", "size")
            p.conclude("zero", length(u))


@theorem("romma-update-bound", title="ROMMA makes at most D²‖u‖²/((1 − δ)(1 − ρ)²γ²) updates",
         source=cite(SOURCE, "the mistake bound; here for a threshold ρ and rounded steps too"),
         says="the bound for exact steps and ρ = 0. For the variant that updates below the margin 1, Theorem 5 counts "
              "the updates below the margin ρ.")
def update_bound(p: Script) -> None:
    """Let ⟨u, x⟩ ≥ γ > 0 and ‖x‖ ≤ D for every example. Let ρ < 1 and δ < 1. Start at 0, and let each update be on an x
    with ⟨w, x⟩ ≤ ρ. Let it change w to a v = cw + dx with c ≥ 0, ‖v‖² ≤ c‖w‖² + d and ‖v‖² ≥ ‖w‖² + (1 − δ)(1 − ⟨w,
    x⟩)²/‖x‖². After k updates ⟨u, w⟩ ≥ γ‖w‖² and γ‖w‖ ≤ ‖u‖, and k is at most D²‖u‖²/((1 − δ)(1 − ρ)²γ²).

    ROMMA's own step has δ = 0 (`romma-step`, `romma-far-step`, `romma-step-gain`). d ≥ 0 follows, since otherwise ‖v‖²
    ≤ ⟨v, w⟩, and so ‖v‖ ≤ ‖w‖.
    """
    u, w, x = p.vectors("u w x")
    gamma, D, rho, delta, k, c, d = p.reals("γ D ρ δ k c d")
    p.assume(positive=gamma > 0, threshold=rho < 1, less=delta < 1)
    after = p.let("v", romma.step(w, x, c, d))
    N, X, short = w @ w, x @ x, 1 - w @ x
    p.run([(w, 0, after), (k, 0, k + 1)], [x, c, d],
          {"margin": u @ x >= gamma, "radius": X <= D**2, "due": w @ x <= rho, "first": c >= 0,
           "inside": after @ after <= c * N + d,
           "gain": X * (after @ after - N) >= (1 - delta) * short**2})
    p.show(aligned=u @ w >= gamma * N, length=gamma**2 * N <= u @ u,
           count=k <= D**2 * (u @ u) / ((1 - delta) * (1 - rho) ** 2 * gamma**2))
    p.have("part", (1 - delta) * (1 - rho) ** 2 > 0, "threshold * threshold * less")
    with p.induction(aligned=u @ w >= gamma * N, growth=k * (1 - delta) * (1 - rho) ** 2 <= D**2 * N):
        p.have("room", short >= 1 - rho, "due")
        p.have("square", short**2 >= (1 - rho) ** 2, "room * room", "room * threshold")
        p.have("gained", X * (after @ after - N) >= (1 - delta) * (1 - rho) ** 2, "gain", "square * less")
        p.have("weight", X >= 0, length(x))
        with p.proving("longer", after @ after >= N):
            p.suppose_not("shorter")
            p.conclude("gained", "part", "shorter * weight")
        with p.proving("second", d >= 0):
            p.suppose_not("back")
            p.have("gap", short > 0, "room", "threshold")
            p.have("along", after @ after <= after @ w, "inside", "back * gap")
            p.have("no longer", after @ after <= N, "along", length(after - w))
            p.have("equal", Eq(after @ after, N), "no longer", "longer")
            p.conclude("gained", "part", "equal")
        p.have("known", u @ after >= gamma * (c * N + d), "aligned * first", "margin * second")
        p.have("aligned'", u @ after >= gamma * (after @ after), "known", "positive * inside")
        p.have("wide", (D**2 - X) * (after @ after - N) >= 0, "radius * longer")
        p.have("growth'", (k + 1) * (1 - delta) * (1 - rho) ** 2 <= D**2 * (after @ after), "growth", "gained", "wide")
        p.conclude("aligned'", "growth'")
    stay_short(p, u, w, gamma)
    p.have("wide", D**2 >= 0, square(D))
    p.have("count'", k * (1 - delta) * (1 - rho) ** 2 * gamma**2 <= D**2 * (u @ u),
           "growth * positive * positive", "short * wide")
    p.have("by γ", k * (1 - delta) * (1 - rho) ** 2 <= D**2 * (u @ u) / gamma**2,
           "count'", times("positive", "positive"))
    p.have("by ρ", k * (1 - delta) <= D**2 * (u @ u) / ((1 - rho) ** 2 * gamma**2),
           "by γ", times("threshold", "threshold"))
    p.conclude("aligned", "short", "by ρ", times("less"))


@theorem("romma-mistake-bound", title="ROMMA makes at most D²‖u‖²/γ² mistakes, as the perceptron does",
         source=cite(SOURCE, "the theorem on the mistakes of ROMMA, as D²‖u‖² for γ = 1"))
def mistake_bound(p: Script) -> None:
    """If ⟨u, x⟩ ≥ γ > 0 and ‖x‖ ≤ D for every example, then ROMMA, in any order, makes at most D²‖u‖²/γ² mistakes, and
    γ‖w‖ ≤ ‖u‖.

    The first mistake changes w = 0 to dx₀ with d‖x₀‖² = 1. All later mistakes make the shipped step.
    """
    u, x0, w, x = p.vectors("u x0 w x")
    gamma, D, d, k = p.reals("γ D d k")
    N, P, X = w @ w, w @ x, x @ x
    p.assume(positive=gamma > 0, first_margin=u @ x0 >= gamma, first_radius=x0 @ x0 <= D**2,
             first=Eq(d * (x0 @ x0), 1))
    q = p.inverse("q", N * X - P**2)
    p.run([(w, d * x0, romma.step(w, x, *romma.meeting(N, P, X))), (k, 1, k + 1)], [x],
          {"margin": u @ x >= gamma, "radius": X <= D**2, "mistake": P <= 0})
    first, second = (N * X - P) * q, N * (1 - P) * q
    after = romma.step(w, x, first, second)
    p.show(length=gamma**2 * N <= u @ u, count=k <= D**2 * (u @ u) / gamma**2)
    with p.proving("start", d >= 0):
        p.suppose_not("back")
        p.conclude("first", length(x0), "back")
    with p.induction(aligned=u @ w >= gamma * N, growth=k <= D**2 * N):
        p.use("cauchy-schwarz", name="apart", u=w, v=x)
        with p.proving("positive q", q >= 0):
            p.suppose_not("negative")
            p.conclude("q", "negative * apart")
        p.have("size", N >= 0, length(w))
        p.have("weight", X >= 0, length(x))
        p.have("first'", first >= 0, "size * weight * positive q", "mistake * positive q")
        p.have("second'", second >= 0, "size * positive q", "mistake * size * positive q")
        p.have("along", Eq(after @ w, N), "q")
        p.have("touching", Eq(after @ x, 1), "q")
        p.have("inside", Eq(after @ after, first * N + second), "along", "touching")
        p.have("known", u @ after >= gamma * (first * N + second), "aligned * first'", "margin * second'")
        p.have("scaled", Eq(gamma * (after @ after), gamma * (first * N + second)), "inside")
        p.have("aligned'", u @ after >= gamma * (after @ after), "known", "scaled")
        p.use("romma-step-gain", name="gain", v=after)
        p.have("gained", X * (after @ after - N) >= 1, "gain", "mistake", square(P))
        with p.proving("longer", after @ after >= N):
            p.suppose_not("shorter")
            p.conclude("gained", "shorter * weight")
        p.have("wide", (D**2 - X) * (after @ after - N) >= 0, "radius * longer")
        p.have("growth'", k + 1 <= D**2 * (after @ after), "growth", "gained", "wide")
        p.conclude("aligned'", "growth'")
    stay_short(p, u, w, gamma)
    p.have("wide", D**2 >= 0, square(D))
    p.have("count'", k * gamma**2 <= D**2 * (u @ u), "growth * positive * positive", "short * wide")
    p.conclude("short", "count'", times("positive", "positive"))


@theorem("romma-ends-with-margin",
         title="Where ROMMA with the threshold ρ ends, its margin is more than ρ times the best",
         source=cite(SOURCE, "that the margin of aggressive ROMMA comes near to the best"))
def ends_with_margin(p: Script) -> None:
    """If ⟨w, x⟩ > ρ ≥ 0 for an example x, and γ‖w‖ ≤ ‖u‖ with γ > 0, then ⟨w, x⟩·‖u‖ > ργ‖w‖, that is ⟨w, x⟩/‖w‖ >
    ρ·γ/‖u‖.
    """
    u, w, x = p.vectors("u w x")
    gamma, rho = p.reals("γ ρ")
    p.assume(right=w @ x > rho, threshold=rho >= 0, positive=gamma > 0, length=gamma**2 * (w @ w) <= u @ u)

    p.show(conclusion=(w @ x) * norm(u) > rho * gamma * norm(w))
    with p.proving("nonzero", w @ w > 0):
        p.suppose_not("zero")
        p.use("cauchy-schwarz", u=w, v=x)
        p.have("size", x @ x >= 0, length(x))
        p.have("square", (w @ x) ** 2 <= 0, "cauchy-schwarz", "zero * size")
        p.have("ahead", (w @ x) ** 2 > 0, "right * right", "right * threshold", square(rho))
        p.conclude("square", "ahead")
    p.have("long", u @ u > 0, "length", "positive * positive * nonzero")
    p.have("longer", norm(u) > 0, "long")
    p.have("size'", norm(w) >= 0)
    p.have("squares", (gamma * norm(w)) ** 2 <= norm(u) ** 2, "length")
    p.use("square-root-monotone", name="lengths", u=gamma * norm(w), v=norm(u))
    p.conclude("right * longer", "threshold * lengths")

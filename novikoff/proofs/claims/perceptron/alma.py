"""ALMA₂, the approximate maximal margin algorithm for the Euclidean norm: steps of length C/√k in a ball.

Notation: x is a signed vector, ‖x‖ ≤ D; w stays in the ball of radius D. The algorithm makes correction number j where
⟨w, x⟩ ≤ τηD², with τ = (1 − α)B/C and η = C/√j. It changes w to f(w + ηx), with the largest f ≤ 1 that keeps the result
in the ball. This is the published algorithm on the vectors x/D, with the weights w/D, in the unit ball. By
`alma-factor`, `alma-update-bound` holds for it with c = C² and T = max(4, 1 + (2τ + 1)c). Exact runs use rational η and
f instead of the roots. With c = 2 and T = 8/α − 4 the bound holds for them too.

The published bound, 2(2/α − 1)²/γ² + 8/α − 4 for D = ‖u‖ = 1, is larger by 8/α − 4.
"""

from fractions import Fraction

from ....algorithms import alma
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, norm

SOURCE = "gentile2001"


@theorem("alma-step-length", title="A correction of ALMA₂ hardly lengthens weights that are in the ball",
         source=cite(SOURCE, "the analysis of a correction, for p = 2"))
def step_length(p: Script) -> None:
    """If ‖w‖ ≤ D, ‖x‖ ≤ D and ⟨w, x⟩ ≤ τηD² with η ≥ 0, then ‖w + ηx‖² ≤ D²(1 + (2τ + 1)η²)."""
    w, x = p.vectors("w x")
    D, rate, tau = p.reals("D η τ")
    after = p.let("v", alma.step(w, x, rate, 1))
    p.assume(inside=w @ w <= D**2, radius=x @ x <= D**2, rate=rate >= 0, due=w @ x <= tau * rate * D**2)
    p.show(conclusion=after @ after <= D**2 * (1 + (2 * tau + 1) * rate**2))
    p.have("wide", rate**2 * (x @ x) <= rate**2 * D**2, "rate * rate * radius")
    p.conclude("inside", "wide", "rate * due", "bilinearity")


@theorem("alma-factor", title="The factor by which ALMA₂ returns to the ball is near 1",
         source=cite(SOURCE, "the analysis of a correction, for p = 2"))
def factor(p: Script) -> None:
    """Let ‖w‖ ≤ D, ‖x‖ ≤ D, D > 0, η ≥ 0 and j > 0, and let a correction be due: ⟨w, x⟩ ≤ τηD². If f is 1, or f‖w + ηx‖
    = D, then f²(j + A) ≥ j for every A ≥ 0 with (2τ + 1)η²j ≤ A.
    """
    w, x = p.vectors("w x")
    D, rate, tau, j, A, f = p.reals("D η τ j A f")
    after = p.let("v", alma.step(w, x, rate, 1))
    p.assume(wide=D > 0, inside=w @ w <= D**2, radius=x @ x <= D**2, rate=rate >= 0, number=j > 0,
             most=(2 * tau + 1) * rate**2 * j <= A, due=w @ x <= tau * rate * D**2, room=A >= 0,
             largest=Eq((f - 1) * (f**2 * (after @ after) - D**2), 0))
    p.show(conclusion=f**2 * (j + A) >= j)
    p.use("alma-step-length", name="long")
    p.have("square", D**2 > 0, "wide * wide")
    p.have("all", j * (after @ after) <= D**2 * (j + A), "long * number", "square * most")
    with p.case(Eq(f - 1, 0), "same"):
        p.have("one", Eq(f**2, 1), "same")
        p.conclude("one", "room")
    with p.case(f - 1 > 0, "same"):
        p.have("more", f**2 >= 1, "same * same", "same")
        p.conclude("more * number", "more * room", "room")
    with p.case(f - 1 < 0, "same"):
        p.have("on the ball", Eq(f**2 * (after @ after), D**2), "largest", times("same"))
        p.have("scale", f**2 >= 0, square(f))
        p.conclude("on the ball", "all * scale", times("square"))


@theorem("alma-update-bound", title="ALMA₂ makes at most T²D²‖u‖²/(4cγ²) corrections",
         source=cite(SOURCE, "the bound on the number of corrections of separable data, for p = 2"),
         says="a bound with one more term, for steps and factors that are roots; this claim allows any steps and "
              "factors near these roots")
def update_bound(p: Script) -> None:
    """Let ⟨u, x⟩ ≥ γ > 0 for all examples. Start at 0, and let each correction change w to f(w + ηx) within the ball of
    radius D. For correction number j let η²j ≥ c > 0, η ≥ 0, f ≥ 0 and f²(j − 1 + T) ≥ j with T ≥ 4. After k
    corrections T²⟨u, w⟩² ≥ 4cγ²k, so k ≤ T²D²‖u‖²/(4cγ²).
    """
    u, w, x = p.vectors("u w x")
    gamma, D, c, T, k, rate, f = p.reals("γ D c T k η f")
    p.assume(positive=gamma > 0, constant=c > 0, room=T >= 4)
    after = p.let("v", alma.step(w, x, rate, f))
    j, r = k + 1, u @ w
    p.run([(w, 0, after), (k, 0, j)], [x, rate, f],
          {"margin": u @ x >= gamma, "rate": rate >= 0, "least": rate**2 * j >= c, "factor": f >= 0,
           "near": f**2 * (k + T) >= j, "ball": after @ after <= D**2})
    p.show(aligned=T**2 * r**2 >= 4 * c * gamma**2 * k, count=k <= T**2 * D**2 * (u @ u) / (4 * c * gamma**2))
    with p.induction(ahead=r >= 0, number=k >= 0, aligned=T**2 * r**2 >= 4 * c * gamma**2 * k, inside=w @ w <= D**2):
        p.have("number'", j > 0, "number")
        p.have("T", T > 0, "room")
        moved = r + rate * gamma
        p.have("far", moved >= 0, "ahead", "rate * positive")
        p.have("turned", u @ after >= f * moved, "factor * rate * margin", "bilinearity")
        p.have("kept", f * moved >= 0, "factor * far")
        p.have("square", (u @ after) ** 2 >= f**2 * moved**2, "turned * turned", "turned * kept")
        p.have("both", T**2 * r**2 * (rate**2 * j) >= 4 * c**2 * gamma**2 * k,
               "aligned * least", "number * constant * positive * positive * least", "constant * aligned")
        p.have("product", (T * rate * r * j) ** 2 >= (2 * c * gamma * k) ** 2,
               "both * number'", "number * constant * constant * positive * positive")
        p.have("side", T * rate * r * j >= 0, "T * rate * ahead * number'")
        p.use("square-root-monotone", name="mixed", u=2 * c * gamma * k, v=T * rate * r * j)
        p.have("turn", 2 * T**2 * r * rate * gamma * j >= 4 * c * gamma**2 * T * k, "mixed * positive * T")
        p.have("own", T**2 * (rate**2 * j) >= 4 * T * c, "T * T * least", "T * room * constant")
        p.have("alone", T**2 * rate**2 * gamma**2 * j >= 4 * c * gamma**2 * T, "own * positive * positive")
        p.have("grown", T**2 * moved**2 * j >= 4 * c * gamma**2 * (k + T) * j, "aligned * number'", "turn", "alone")
        p.have("grown'", T**2 * moved**2 >= 4 * c * gamma**2 * (k + T), "grown", times("number'"))
        p.have("shrunk", f**2 * moved**2 * (k + T) >= moved**2 * j, "near * far * far")
        p.have("sum", k + T > 0, "number", "T")
        p.have("aligned'", T**2 * (u @ after) ** 2 >= 4 * c * gamma**2 * j, "square * T * T * sum",
               "shrunk * T * T", "grown' * number'", times("sum"))
        p.conclude("turned", "kept", "number'", "ball", "aligned'")
    p.use("cauchy-schwarz", name="across", u=u, v=w)
    p.have("long", u @ u >= 0, length(u))
    p.have("within", (u @ w) ** 2 <= D**2 * (u @ u), "across", "long * inside")
    p.have("scale", T > 0, "room")
    p.have("part", c * gamma**2 > 0, "constant * positive * positive")
    p.have("count", k <= T**2 * D**2 * (u @ u) / (4 * c * gamma**2), "aligned", "within * scale * scale", times("part"))
    p.conclude("aligned", "count")


@theorem("alma-published-constants", title="The numbers of ALMA₂'s bound for the published constants",
         source=cite(SOURCE, "the choice of the constants B and C, for p = 2"),
         says="there are at most 2(2/α − 1)²/γ² + 8/α − 4 corrections for D = ‖u‖ = 1; the last two terms can be left "
              "out")
def published_constants(p: Script) -> None:
    """Let 0 < α ≤ 1, c = 2 and τ = 2/α − 2, which are the constants for C = √2 and B = √8/α. Then T = 8/α − 4 is at
    least 4 and at least (2τ + 1)c + 1, so `alma-factor` and `alma-update-bound` hold for it. And T²/(4c) = 2(2/α − 1)².
    """
    alpha = p.real("α")
    T, c = alma.span(alpha), 2
    p.assume(part=alpha > 0, whole=alpha <= 1)
    p.show(room=T >= 4, enough=(2 * alma.threshold(alpha) + 1) * c <= T - 1,
           bound=Eq(T**2 / (4 * c), 2 * (2 / alpha - 1) ** 2))
    p.have("inverse", 1 / alpha >= 1, "whole", times("part"))
    p.conclude("inverse")


@theorem("alma-ends-with-margin",
         title="Where ALMA₂ ends, the margin of its weights is more than 1 − α times any other",
         source=cite(SOURCE, "the margin that is reached, for p = 2"))
def ends_with_margin(p: Script) -> None:
    """Let k corrections have been made with the published constants, where k ≤ 2(2/α − 1)²D²‖u‖²/γ² and 0 < α ≤ 1, and
    let ‖w‖ ≤ D. Let z be an example with ‖z‖ ≤ D and ⟨u, z⟩ ≥ γ > 0, and let ⟨w, z⟩ exceed the next threshold 2(1 −
    α)/α·ηD², where η²(k + 1) ≥ 2. Then ⟨w, z⟩·‖u‖ > (1 − α)γ‖w‖, that is ⟨w, z⟩/‖w‖ > (1 − α)·γ/‖u‖.
    """
    u, w, z = p.vectors("u w z")
    gamma, D, alpha, k, rate = p.reals("γ D α k η")
    p.assume(positive=gamma > 0, part=alpha > 0, whole=alpha <= 1, rate=rate >= 0,
             least=rate**2 * (k + 1) >= 2, count=k <= 2 * (2 / alpha - 1) ** 2 * D**2 * (u @ u) / gamma**2,
             margin=u @ z >= gamma, radius=z @ z <= D**2, right=w @ z > alma.threshold(alpha) * rate * D**2,
             ball=w @ w <= D**2)
    across, d = [Fraction(7, 25), Fraction(24, 25)], Abs(D)
    long = {"u": [1, 0], "z": [1, 0], "α": Fraction(1, 2), "γ": 1, "D": 1}
    p.example_without("count", dimension=2, values={**long, "w": across, "k": 199, "η": Fraction(1, 10)})
    far = {"w": across, "z": [10, 1], "γ": 10, "k": 0, "η": Fraction(3, 2)}
    p.example_without("radius", dimension=2, values=long | far)
    p.example_without("ball", dimension=2, values={**long, "w": [3 * v for v in across], "k": 18, "η": Fraction(1, 3)})
    p.show(conclusion=(w @ z) * norm(u) > (1 - alpha) * gamma * norm(w))
    p.use("cauchy-schwarz", name="across", u=u, v=z)
    p.have("long", u @ u >= 0, length(u))
    p.have("square", gamma**2 <= D**2 * (u @ u), "across", "margin * margin", "margin * positive", "long * radius")
    p.have("inverse", 1 / alpha >= 1, "whole", times("part"))
    p.have("scaled", k * gamma**2 <= 2 * (2 / alpha - 1) ** 2 * D**2 * (u @ u), "count * positive * positive",
           "definition")
    p.have("span", D**2 >= 0, square(D))
    p.have("area", D**2 * (u @ u) >= 0, "span * long")
    p.have("scaled'", k * gamma**2 * alpha**2 <= 2 * (2 - alpha) ** 2 * D**2 * (u @ u), "scaled * part * part",
           "definition")
    p.have("next", (k + 1) * gamma**2 * alpha**2 <= 8 * D**2 * (u @ u), "scaled'", "square * part * part",
           "area * part * whole", "area * part")
    p.have("d", d >= 0)
    p.have("own", Eq(d**2, D**2), "definition")
    p.have("squares", (gamma * alpha) ** 2 <= (2 * rate * d * norm(u)) ** 2, "next * rate * rate",
           "least * positive * positive * part * part", "own", "definition")
    p.have("size", norm(u) >= 0)
    p.have("side", 2 * rate * d * norm(u) >= 0, "rate * d * size")
    p.use("square-root-monotone", name="threshold", u=gamma * alpha, v=2 * rate * d * norm(u))
    with p.proving("ahead", u @ u > 0):
        p.suppose_not("zero")
        p.have("nothing", D**2 * (u @ u) <= 0, "zero * span")
        p.have("something", gamma**2 > 0, "positive * positive")
        p.conclude("square", "nothing", "something")
    p.have("longer", norm(u) > 0, "ahead")
    p.have("rest", alma.threshold(alpha) >= 0, "inverse")
    p.have("reached", alma.threshold(alpha) * rate * D**2 * norm(u) >= (1 - alpha) * gamma * d,
           "threshold * rest * d", "own", "definition")
    p.have("inside", norm(w) ** 2 <= d**2, "ball", "own")
    p.use("square-root-monotone", name="shorter", u=norm(w), v=d)
    p.conclude("right * longer", "reached", "shorter * whole * positive")

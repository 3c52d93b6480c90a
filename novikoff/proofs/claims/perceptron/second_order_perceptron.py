"""The second-order perceptron: the perceptron in the geometry of the examples on which it has made mistakes.

Notation: A = aI + Σ xxᵀ and v = Σ yx are sums over the mistakes so far, and g = A⁻¹v. For the next example z, r = A⁻¹z,
s = ⟨z, r⟩ and A' = A + zzᵀ. Δ is the sum of max(0, γ − y⟨u, x⟩) over the mistakes, and L is the sum of l = ln(1 + s).

Implementation notes: the language has no operators. A is given by c[i], which is 1 if the example x[i] has been a
mistake and 0 if not, so that Aq = aq + Σ cᵢ²⟨xᵢ, q⟩xᵢ. Each x[i] is visited once; an example that comes again is
another x[j]. d[i] is 1 for the example of the step and 0 for the others. A⁻¹z is the vector r with Ar = z. By
second-order-inverse, there is such an r for every next example. The proof is the recursion A'⁻¹ = A⁻¹ − rrᵀ/(1 + s). As
det A' = (1 + s)·det A, L is ln det(A/a) = Σ ln(1 + λᵢ/a) with the eigenvalues λᵢ of Σ xxᵀ. This turns the bound into
the published one. The language has no determinants, so this is not stated here.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Relation, Scalar, Sum, Vector, equal, exp


def form(a: Scalar, c: Scalar, x: Vector, p: Vector, q: Vector) -> Scalar:
    """Return ⟨p, Aq⟩ for A = aI + Σ cᵢ²xᵢxᵢᵀ."""
    return a * (p @ q) + Sum(c**2 * (x @ p) * (x @ q))


def solves(a: Scalar, c: Scalar, x: Vector, q: Vector, p: Vector) -> Relation:
    """State Aq = p for this A."""
    return equal(a * q + Sum(c**2 * (x @ q) * x), p)


def tested(p: Script, name: str, fact: str, q: Vector, v: Vector, t: Vector, a: Scalar, c: Scalar, x: Vector) -> None:
    """Derive ⟨q, At⟩ = ⟨v, t⟩ under this name from the fact Aq = v."""
    p.have(name, Eq(form(a, c, x, q, t), v @ t),
           by("equal-vectors-have-equal-products", u=a * q + Sum(c**2 * (x @ q) * x), v=v, w=t), fact)


@theorem("quadratic-form-cauchy-schwarz", title="The Cauchy–Schwarz inequality for a positive quadratic form",
         source=cite("steele2004", "chapter 1; for the inner product ⟨p, Aq⟩"))
def form_cauchy_schwarz(p: Script) -> None:
    """If a ≥ 0, then ⟨u, Av⟩² ≤ ⟨u, Au⟩⟨v, Av⟩ for A = aI + Σ cᵢ²xᵢxᵢᵀ.

    P, T and Q are ⟨u, Au⟩, ⟨u, Av⟩ and ⟨v, Av⟩.
    """
    u, v, x = p.vectors("u v x[i]")
    a, c, P, T, Q = p.reals("a c[i] P T Q")
    p.assume(scale=a >= 0, first=Eq(P, form(a, c, x, u, u)), both=Eq(T, form(a, c, x, u, v)),
             second=Eq(Q, form(a, c, x, v, v)))
    p.show(conclusion=T**2 <= P * Q)

    def positive(name: str, z: Vector, value: Scalar) -> None:
        """Derive that the value is not negative, where it is ⟨z, Az⟩."""
        p.have(f"{name} each", c**2 * (x @ z) ** 2 >= 0, square(c * (x @ z)))
        p.sum(f"{name} each", f"{name} sum")
        p.have(f"{name} length", z @ z >= 0, length(z))
        p.have(name, value >= 0, f"{name} sum", f"scale * {name} length", "first", "both", "second")

    positive("size of u", u, P)
    positive("size of v", v, Q)
    with p.case(P > 0):
        positive("gap", P * v - T * u, P * (P * Q - T**2))
        p.conclude("gap", times("case"))
    with p.case(P <= 0):
        p.have("none", Eq(P, 0), "case", "size of u")
        with p.case(Q > 0, "other"):
            positive("gap", Q * u - T * v, Q * (P * Q - T**2))
            p.conclude("gap", times("other"))
        with p.case(Q <= 0, "other"):
            p.have("nothing", Eq(Q, 0), "other", "size of v")
            positive("gap", u - T * v, P - 2 * T**2 + T**2 * Q)
            p.conclude("gap", "none", "nothing")


@theorem("quadratic-form-grows", title="What one more example adds to the quadratic form",
         source=cite("cesabianchi2005", "proof of Theorem 3.1, one mistake"))
def form_grows(p: Script) -> None:
    """Let z be one of the examples that are not in A = aI + Σ cᵢ²xᵢxᵢᵀ. Then ⟨u, A'v⟩ = ⟨u, Av⟩ + ⟨z, u⟩⟨z, v⟩ for A' =
    A + zzᵀ, and all u and v.
    """
    u, v, z, x = p.vectors("u v z x[i]")
    a, c, d = p.reals("a c[i] d[i]")
    p.assume(chosen(x, c, z, d))
    p.show(conclusion=Eq(form(a, c + d, x, u, v), form(a, c, x, u, v) + (z @ u) * (z @ v)))
    for t in (u, v):
        p.have(f"example with {t}", Eq(d * (x @ t), d * (z @ t)),
               by("equal-vectors-have-equal-products", u=d * x, v=d * z, w=t), "example")
    p.have("each", Eq((c + d) ** 2 * (x @ u) * (x @ v), c**2 * (x @ u) * (x @ v) + d**2 * (z @ u) * (z @ v)),
           "new", *(f"example with {t}" for t in (u, v)))
    p.sum("each", "total")
    p.conclude("total", "one")


def chosen(x: Vector, c: Scalar, z: Vector, d: Scalar) -> dict[str, Comparison]:
    """State that z is the x[i] with d[i] = 1, and that it is not in A."""
    return {"one": Eq(Sum(d**2), 1), "new": Eq(c * d, 0), "example": Eq(d * ((x - z) @ (x - z)), 0)}


def not_negative(p: Script, name: str, z: Vector, a: Scalar, c: Scalar, x: Vector) -> None:
    """Derive ⟨z, Az⟩ ≥ 0 under this name from the fact `scale`, which is a ≥ 0."""
    p.have(f"{name} each", c**2 * (x @ z) ** 2 >= 0, square(c * (x @ z)))
    p.sum(f"{name} each", f"{name} sum")
    p.have(f"{name} length", z @ z >= 0, length(z))
    p.have(name, form(a, c, x, z, z) >= 0, f"{name} sum", f"scale * {name} length")


@theorem("second-order-inverse", title="The linear systems of the second-order perceptron have solutions",
         source=cite("cesabianchi2005", "section 3, the inverse, by the formula of Sherman and Morrison"))
def inverse(p: Script) -> None:
    """Let a > 0, and start with q = p/a, which solves Aq = p for A = aI. If Ar = z for the next example z, then 1 + ⟨r,
    z⟩ > 0, and A'q' = p for A' = A + zzᵀ, h = 1/(1 + ⟨r, z⟩) and q' = q − h⟨r, p⟩r. So Aq = p has a solution
    after every step, for any p. If p is the next example, the solution is the r of the next step, and ⟨r, z⟩ ≥ 0.
    """
    u, q, z, r, x = p.vectors("p q z r x[i]")
    a, c, d, h = p.reals("a c[i] d[i] h")
    p.assume(scale=a > 0)
    p.run([(q, u / a, q - h * (r @ u) * r), (c, 0, c + d)], [z, r, d, h],
          {**chosen(x, c, z, d), "solution": solves(a, c, x, r, z), "inverse": Eq(h * (1 + r @ z), 1)})
    p.show(solved=solves(a, c, x, q, u), size=q @ u >= 0)
    after = q - h * (r @ u) * r
    with p.induction(solved=solves(a, c, x, q, u)):
        gap = p.let("gap", a * after + Sum((c + d) ** 2 * (x @ after) * x) - u)
        tested(p, "r with q", "solution", r, z, q, a, c, x)
        tested(p, "q with r", "solved", q, u, r, a, c, x)
        tested(p, "r with gap", "solution", r, z, gap, a, c, x)
        tested(p, "q with gap", "solved", q, u, gap, a, c, x)
        p.use("quadratic-form-grows", u=after, v=gap, name="grown")
        p.have("along", Eq(z @ q, r @ u), "r with q", "q with r")
        p.have("turned", Eq(z @ after, h * (r @ u)), "along", "inverse")
        p.have("turned gap", Eq((z @ after) * (z @ gap), h * (r @ u) * (z @ gap)), "turned")
        p.have("r scaled", Eq(h * (r @ u) * form(a, c, x, r, gap), h * (r @ u) * (z @ gap)), "r with gap")
        p.have("same", Eq(form(a, c + d, x, after, gap), u @ gap), "grown", "turned gap", "r scaled", "q with gap")
        p.conclude("same")
    tested(p, "own", "solved", q, u, q, a, c, x)
    not_negative(p, "size", q, a, c, x)
    p.conclude("solved", "own", "size")


class Example(NamedTuple):
    """The data of a step: any u, v, g = A⁻¹v, the example z and r = A⁻¹z; a and c[i], which define A; the label y; the
    choice d[i] of the example among the x[i]; the factor α in g' = g + αr; v and g after the step.
    """

    u: Vector
    v: Vector
    g: Vector
    z: Vector
    r: Vector
    x: Vector
    a: Scalar
    c: Scalar
    y: Scalar
    d: Scalar
    rate: Scalar
    v_after: Vector
    g_after: Vector

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the facts about an example when a step is made."""
        rate_of_change = Eq(self.rate * (1 + self.r @ self.z), self.y - self.g @ self.z)
        solution = solves(self.a, self.c, self.x, self.r, self.z)
        return {**chosen(self.x, self.c, self.z, self.d), "solution": solution, "rate": rate_of_change}

    @property
    def weights(self) -> dict[str, Comparison]:
        """State Ag = v, tested with u."""
        return {"g_with_u": Eq(form(self.a, self.c, self.x, self.g, self.u), self.v @ self.u)}


def example(p: Script) -> Example:
    """Declare the names of a step."""
    u, v, g, z, r, x = p.vectors("u v g z r x[i]")
    a, c, y, d, rate = p.reals("a c[i] y d[i] α")
    v_after = p.let("v'", perceptron.update(State(v, 0), z, y, bias_step=0).w)
    return Example(u, v, g, z, r, x, a, c, y, d, rate, v_after, p.let("g'", g + rate * r))


@theorem("second-order-step", title="One step of the second-order perceptron",
         source=cite("cesabianchi2005", "proof of Theorem 3.1, one mistake"))
def step(p: Script) -> None:
    """Let ⟨Ag, u⟩ = ⟨v, u⟩ (as for g = A⁻¹v), Ar = z, A' = A + zzᵀ, v' = v + yz, f = ⟨g, z⟩, s = ⟨r, z⟩ and α = (y −
    f)/(1 + s). Then g' = g + αr has ⟨A'g', u⟩ = ⟨v', u⟩ for the same u, and ⟨g', A'g'⟩ = ⟨g, Ag⟩ + f² + (y − f)(2f +
    αs).
    """
    here = example(p)
    u, _, g, z, r, x, a, c, y, d, rate, after, new = here
    p.assume(here.facts, **here.weights)
    f, s = g @ z, r @ z
    p.show(with_u=Eq(form(a, c + d, x, new, u), after @ u),
           energy=Eq(form(a, c + d, x, new, new),
                     form(a, c, x, g, g) + f**2 + (y - f) * (2 * f + rate * s)))
    for t in (u, g, r):
        tested(p, f"r with {t}", "solution", r, z, t, a, c, x)
    for name, one, other in (("gg", g, g), ("rg", r, g), ("rr", r, r), ("gu", g, u), ("ru", r, u)):
        p.use("quadratic-form-grows", u=one, v=other, name=name)
    p.have("ru scaled", Eq(rate * form(a, c + d, x, r, u), rate * (1 + s) * (z @ u)), "ru", "r with u")
    p.have("with_u'", Eq(form(a, c + d, x, new, u), after @ u), "gu", "g_with_u", "ru scaled", "rate")
    p.have("rg scaled", Eq(2 * rate * form(a, c + d, x, r, g), 2 * rate * f * (1 + s)), "rg", "r with g")
    p.have("rr scaled", Eq(rate**2 * form(a, c + d, x, r, r), rate**2 * s * (1 + s)), "rr", "r with r")
    p.have("turned", Eq((1 + s) * rate * (2 * f + rate * s), (y - f) * (2 * f + rate * s)), "rate")
    p.conclude("with_u'", "gg", "rg scaled", "rr scaled", "turned")


@theorem("second-order-prediction", title="The second-order perceptron predicts as A⁻¹v does",
         source=cite("cesabianchi2005", "Fig. 3.1, the weights of a trial"))
def prediction(p: Script) -> None:
    """Let a ≥ 0, Ag = v, Ar = z, A' = A + zzᵀ and A'w = v. Then ⟨w, z⟩(1 + ⟨r, z⟩) = ⟨g, z⟩ and ⟨r, z⟩ ≥ 0. The
    algorithm predicts the label of z with the weights w. So w makes a mistake if and only if g makes one.
    """
    w, v, g, z, r, x = p.vectors("w v g z r x[i]")
    a, c = p.reals("a c[i]")
    p.assume(scale=a >= 0, weights=solves(a, c, x, g, v), solution=solves(a, c, x, r, z),
             after=solves(a, c, x, w, v - (z @ w) * z))
    p.show(score=Eq((w @ z) * (1 + r @ z), g @ z), size=r @ z >= 0)
    tested(p, "g with r", "weights", g, v, r, a, c, x)
    tested(p, "r with g", "solution", r, z, g, a, c, x)
    tested(p, "r with w", "solution", r, z, w, a, c, x)
    tested(p, "w with r", "after", w, v - (z @ w) * z, r, a, c, x)
    tested(p, "r with r", "solution", r, z, r, a, c, x)
    not_negative(p, "size", r, a, c, x)
    p.conclude("g with r", "r with g", "r with w", "w with r", "r with r", "size")


@theorem("second-order-mistake-bound", title="The mistake bound of the second-order perceptron",
         source=cite("cesabianchi2005", "Theorem 3.1, with Σ ln(1 + s) for the sum over the eigenvalues"))
def mistake_bound(p: Script) -> None:
    """Let a > 0, γ any number, and u any vector. After k mistakes of the second-order perceptron, kγ is at most Δ + b,
    where b = √((a‖u‖² + Σ⟨u, x⟩²)·L).

    b is any number ≥ 0 whose square is at least the radicand. In a step l is ln(1 + s), or larger:
    e^l ≥ 1 + s. In every state there is an r with Ar = z for every next example, by second-order-inverse.
    """
    here = example(p)
    u, v, g, z, r, x, a, c, y, d, rate, after, new = here
    b, gamma, k, total, logs, delta, log = p.reals("b γ k Δ L δ l")
    h = 1 / (1 + r @ z)
    p.assume(scale=a > 0)
    state = [(v, 0, after), (g, 0, new), (c, 0, c + d), (k, 0, k + 1), (total, 0, total + delta), (logs, 0, logs + log)]
    p.run(state, [z, y, r, d, rate, delta, log], {
        **here.facts, "label": Eq(y**2, 1), "logarithm": exp(log) >= 1 + r @ z,
        "deviation": delta >= gamma - y * (u @ z),
        "mistake": perceptron.mistake_condition(State(g, 0), z, y),
    })
    p.assume(bound_sign=b >= 0, bound=b**2 >= form(a, c, x, u, u) * logs)
    p.show(conclusion=k * gamma <= total + b)
    with p.induction(alignment=v @ u >= k * gamma - total):
        p.conclude("alignment", "deviation")
    with p.induction(**here.weights, energy=form(a, c, x, g, g) <= logs):
        tested(p, "r with r", "solution", r, z, r, a, c, x)
        not_negative(p, "size", r, a, c, x)
        p.have("positive", r @ z >= 0, "r with r", "size")
        p.have("share", h > 0, "positive")
        p.have("inverse", Eq(h * (1 + r @ z), 1), "definition")
        p.have("product", h * exp(log) >= 1, "share * logarithm", "inverse")
        p.have("reciprocal", exp(-log) > 0)
        p.have("inverse exponential", h >= exp(-log), "reciprocal * product", exponents(log, -log))
        p.have("exponential", h >= 1 - log, "inverse exponential", tangent(-log))
        p.use("second-order-step", name="step")
        p.have("turn", h * y * (g @ z) <= 0, "share * mistake")
        p.have("square", h * (g @ z) ** 2 >= 0, "share", square(g @ z))
        p.have("rate'", Eq(rate, h * (y - g @ z)), "rate", "inverse")
        p.have("gain", Eq(form(a, c + d, x, new, new),
                          form(a, c, x, g, g) + h * (2 * y * (g @ z) - (g @ z) ** 2) + 1 - h),
               "step.energy", "rate'", "inverse", "label")
        p.have("energy'", form(a, c + d, x, new, new) <= logs + log, "gain", "turn", "square", "energy", "exponential")
        p.conclude("step.with_u", "energy'")
    values = {"u": g, "v": u, "P": form(a, c, x, g, g), "T": v @ u, "Q": form(a, c, x, u, u)}
    p.use("quadratic-form-cauchy-schwarz", values, name="along")
    not_negative(p, "positive", u, a, c, x)
    p.have("squares", (v @ u) ** 2 <= b**2, "along", "energy * positive", "bound")
    p.use("square-root-monotone", name="reach", u=v @ u, v=b)
    p.conclude("reach", "alignment")
    p.example_without("example", size=1, values={"x[i]": [[0]]}, a=1, u=[1], γ=0, b="21/25", steps=[
        {"d[i]": [1], "z": [1], "r": [1], "α": "1/2", "y": 1, "δ": -1, "l": "7/10"},
    ])

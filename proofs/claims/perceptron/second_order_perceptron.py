"""The second-order perceptron: the perceptron in the geometry of the examples on which it has made mistakes.

Main statements
    quadratic-form-cauchy-schwarz     ⟨p, Aq⟩² ≤ ⟨p, Ap⟩⟨q, Aq⟩ for A = aI + Σ cᵢ²xᵢxᵢᵀ
    second-order-step                 A⁻¹ and ⟨v, A⁻¹v⟩ after a mistake
    second-order-prediction           the weights A'⁻¹v, with the example in A', give the score of A⁻¹v over 1 + s
    second-order-mistake-bound        kγ ≤ Δ + √((a‖u‖² + Σ⟨u, x⟩²)·l), sums over the k mistakes

Notation: A = aI + Σ xxᵀ and v = Σ yx, sums over the mistakes so far, g = A⁻¹v; for the next example z, r = A⁻¹z and
s = ⟨z, r⟩, and with it A' = A + zzᵀ. Δ is the sum of max(0, γ − y⟨u, x⟩) over the mistakes, L that of l = ln(1 + s).

Implementation notes: there are no operators in the language. A is given by c[i], which is 1 if the example x[i] has
been a mistake and 0 if not, so that ⟨p, Aq⟩ = a⟨p, q⟩ + Σ cᵢ²⟨x[i], p⟩⟨x[i], q⟩; each is visited once, and one that
comes again is another x[j]. g and r are given by their equations Ag = v and Ar = z, tested with the vectors that the
proof needs. d[i] is 1 for the example of the step and 0 for the others. The recursion of g is that of
A'⁻¹ = A⁻¹ − rrᵀ/(1 + s). det A' = (1 + s)·det A, so that L is ln det(A/a) = Σ ln(1 + λᵢ/a) with the eigenvalues λᵢ of
Σ xxᵀ: with this, which is not stated here for want of determinants, the bound is the published one.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Comparison, Eq, Scalar, Sum, Vector, exp
from ...statements.registry import cite, theorem
from ...statements.script import Script, exponents, length, square, tangent, times


def form(a: Scalar, c: Scalar, x: Vector, p: Vector, q: Vector) -> Scalar:
    """⟨p, Aq⟩ for A = aI + Σ cᵢ²xᵢxᵢᵀ."""
    return a * (p @ q) + Sum(c**2 * (x @ p) * (x @ q))


@theorem(
    "quadratic-form-cauchy-schwarz",
    title="The Cauchy–Schwarz inequality for a positive quadratic form",
    source=cite("steele2004", "chapter 1; for the inner product ⟨p, Aq⟩"),
)
def form_cauchy_schwarz(p: Script) -> None:
    """If a ≥ 0, then ⟨u, Av⟩² ≤ ⟨u, Au⟩⟨v, Av⟩ for A = aI + Σ cᵢ²xᵢxᵢᵀ.

    P, T and Q are ⟨u, Au⟩, ⟨u, Av⟩ and ⟨v, Av⟩.
    """
    u, v, x = p.vectors("u v x[i]")
    a, c, P, T, Q = p.reals("a c[i] P T Q")
    p.assume(scale=a >= 0, first=Eq(P, form(a, c, x, u, u)), both=Eq(T, form(a, c, x, u, v)),
             second=Eq(Q, form(a, c, x, v, v)))  # fmt: skip
    p.show(conclusion=T**2 <= P * Q)

    def positive(name: str, z: Vector, value: Scalar) -> None:
        """⟨z, Az⟩ ≥ 0, which is the value."""
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


class Example(NamedTuple):
    """What a step is made of: any u, v, g = A⁻¹v, the example z and r = A⁻¹z; a and c[i], which give A; the label y;
    the choice d[i] of the example among the x[i]; the rate α of the change of g; v and g after the step.
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
        """What is known of an example when a step is made."""
        u, _, g, z, r, x, a, c, y, d, rate, *_ = self
        tested = {f"example_with_{t}": Eq(d * (x @ t), d * (z @ t)) for t in (u, g, r)}
        solved = {f"r_with_{t}": Eq(form(a, c, x, r, t), z @ t) for t in (u, g, r)}
        rate_of_change = {"rate": Eq(rate * (1 + r @ z), y - g @ z)}
        return {"one": Eq(Sum(d**2), 1), "new": Eq(c * d, 0), **tested, **solved, **rate_of_change}

    @property
    def solution(self) -> dict[str, Comparison]:
        """That Ag = v, tested with u."""
        return {"g_with_u": Eq(form(self.a, self.c, self.x, self.g, self.u), self.v @ self.u)}


def example(p: Script) -> Example:
    """Declare the names of a step."""
    u, v, g, z, r, x = p.vectors("u v g z r x[i]")
    a, c, y, d, rate = p.reals("a c[i] y d[i] α")
    v_after = p.let("v'", perceptron.update(State(v, 0), z, y, bias_step=0).w)
    return Example(u, v, g, z, r, x, a, c, y, d, rate, v_after, p.let("g'", g + rate * r))


@theorem(
    "second-order-step",
    title="One step of the second-order perceptron",
    source=cite("cesabianchi2005", "proof of Theorem 3.1, one mistake"),
    supposes={
        "g_with_u": "the linear system Ag = v has a solution g, of which this is one equation",
        "r_with_u": "the linear system Ar = z has a solution r, of which this is one equation",
        "r_with_g": "the linear system Ar = z has a solution r, of which this is one equation",
        "r_with_r": "the linear system Ar = z has a solution r, of which this is one equation",
    },
)
def step(p: Script) -> None:
    """Let Ag = v and Ar = z, A' = A + zzᵀ, v' = v + yz, f = ⟨g, z⟩, s = ⟨r, z⟩ and α = (y − f)/(1 + s). Then g' = g +
    αr has A'g' = v', tested with u, and ⟨g', A'g'⟩ = ⟨g, Ag⟩ + f² + (y − f)(2f + αs).
    """
    here = example(p)
    u, v, g, z, r, x, a, c, y, d, rate, after, new = here
    p.assume(here.facts, **here.solution)
    f, s = g @ z, r @ z
    p.show(with_u=Eq(form(a, c + d, x, new, u), after @ u),
           energy=Eq(form(a, c + d, x, new, new),
                     form(a, c, x, g, g) + f**2 + (y - f) * (2 * f + rate * s)))  # fmt: skip
    known = {"gg": (g, g, form(a, c, x, g, g), ()), "rg": (r, g, f, ["r_with_g"]), "rr": (r, r, s, ["r_with_r"]),
             "gu": (g, u, v @ u, ["g_with_u"]), "ru": (r, u, z @ u, ["r_with_u"])}  # fmt: skip
    for name, (one, other, value, reasons) in known.items():
        p.have(f"{name} each", Eq((c + d) ** 2 * (x @ one) * (x @ other),
                                  c**2 * (x @ one) * (x @ other) + d**2 * (z @ one) * (z @ other)),
               "new", f"example_with_{one}", f"example_with_{other}")  # fmt: skip
        p.sum(f"{name} each", f"{name} total")
        p.have(name, Eq(form(a, c + d, x, one, other), value + (z @ one) * (z @ other)),
               f"{name} total", "one", *reasons)  # fmt: skip
    p.have("ru scaled", Eq(rate * form(a, c + d, x, r, u), rate * (1 + s) * (z @ u)), "ru")
    p.have("with_u'", Eq(form(a, c + d, x, new, u), after @ u), "gu", "ru scaled", "rate")
    p.have("rg scaled", Eq(2 * rate * form(a, c + d, x, r, g), 2 * rate * f * (1 + s)), "rg")
    p.have("rr scaled", Eq(rate**2 * form(a, c + d, x, r, r), rate**2 * s * (1 + s)), "rr")
    p.have("turned", Eq((1 + s) * rate * (2 * f + rate * s), (y - f) * (2 * f + rate * s)), "rate")
    p.conclude("with_u'", "gg", "rg scaled", "rr scaled", "turned")


@theorem(
    "second-order-prediction",
    title="The second-order perceptron predicts as A⁻¹v does",
    source=cite("cesabianchi2005", "Fig. 3.1, the weights of a trial"),
    supposes={
        "g_with_r": "the linear system Ag = v has a solution g, of which this is one equation",
        "r_with_g": "the linear system Ar = z has a solution r, of which this is one equation",
        "r_with_w": "the linear system Ar = z has a solution r, of which this is one equation",
        "w_with_r": "the linear system A'w = v has a solution w, of which this is one equation",
    },
)
def prediction(p: Script) -> None:
    """Let Ag = v, Ar = z, A' = A + zzᵀ and A'w = v. Then ⟨w, z⟩ = ⟨g, z⟩/(1 + ⟨r, z⟩), so that the weights w, with
    which the label of z is predicted, make a mistake just if g does, as ⟨r, z⟩ = ⟨r, Ar⟩ ≥ 0.
    """
    w, v, g, z, r, x = p.vectors("w v g z r x[i]")
    a, c, h = p.reals("a c[i] h")
    p.assume(inverse=Eq(h * (1 + r @ z), 1), g_with_r=Eq(form(a, c, x, g, r), v @ r),
             r_with_g=Eq(form(a, c, x, r, g), z @ g), r_with_w=Eq(form(a, c, x, r, w), z @ w),
             w_with_r=Eq(form(a, c, x, w, r) + (z @ w) * (z @ r), v @ r))  # fmt: skip
    p.show(conclusion=Eq(w @ z, h * (g @ z)))
    p.have("product", Eq((w @ z) * (1 + r @ z), g @ z), "g_with_r", "r_with_g", "r_with_w", "w_with_r")
    p.conclude("product", "inverse")


@theorem(
    "second-order-mistake-bound",
    title="The mistake bound of the second-order perceptron",
    source=cite("cesabianchi2005", "Theorem 3.1, with Σ ln(1 + s) for the sum over the eigenvalues"),
    supposes={
        "r_with_u": "the linear system Ar = z has a solution r, of which this is one equation",
        "r_with_g": "the linear system Ar = z has a solution r, of which this is one equation",
        "r_with_r": "the linear system Ar = z has a solution r, of which this is one equation",
    },
)
def mistake_bound(p: Script) -> None:
    """Let a > 0, γ any number, and u any vector. After k mistakes of the second-order perceptron kγ is at most Δ + b, b
    = √((a‖u‖² + Σ⟨u, x⟩²)·L).

    b is any number that is not negative, with b² at least what is under the root. In a step l is ln(1 + s), or larger:
    e^l ≥ 1 + s.
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
    })  # fmt: skip
    p.assume(bound_sign=b >= 0, bound=b**2 >= form(a, c, x, u, u) * logs)
    p.show(conclusion=k * gamma <= total + b)
    with p.induction(alignment=v @ u >= k * gamma - total):
        p.conclude("alignment", "deviation")
    with p.induction(**here.solution, energy=form(a, c, x, g, g) <= logs):
        p.have("each", c**2 * (x @ r) ** 2 >= 0, square(c * (x @ r)))
        p.sum("each", "sum of squares")
        p.have("size", r @ r >= 0, length(r))
        p.have("positive", r @ z >= 0, "r_with_r", "sum of squares", "scale * size")
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
               "step.energy", "rate'", "inverse", "label")  # fmt: skip
        p.have("energy'", form(a, c + d, x, new, new) <= logs + log, "gain", "turn", "square", "energy", "exponential")
        p.conclude("step.with_u", "energy'")
    values = {"u": g, "v": u, "P": form(a, c, x, g, g), "T": v @ u, "Q": form(a, c, x, u, u)}
    p.use("quadratic-form-cauchy-schwarz", values, name="along")
    p.have("each of u", c**2 * (x @ u) ** 2 >= 0, square(c * (x @ u)))
    p.sum("each of u", "sum of u")
    p.have("size of u", u @ u >= 0, length(u))
    p.have("positive", form(a, c, x, u, u) >= 0, "sum of u", "scale * size of u")
    p.have("squares", (v @ u) ** 2 <= b**2, "along", "energy * positive", "bound")
    p.use("square-root-monotone", name="reach", u=v @ u, v=b)
    p.conclude("reach", "alignment")

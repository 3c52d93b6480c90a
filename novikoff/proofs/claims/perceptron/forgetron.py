"""The Forgetron: a perceptron that stores B examples; a bound on its mistakes for any data.

Notation: x is a signed vector, ‖x‖ ≤ R. A mistake (⟨w, x⟩ ≤ 0) changes w to Φ(w + x) − tz for some z with ‖z‖ ≤ R and a
weight t ≥ 0. The algorithm stores the mistake and shrinks all weights, which gives a = Φ(w + x). It then forgets the
example z with its weight t. When the oldest of B + 1 examples is forgotten, its weight has shrunk B + 1 times, so t = τ
= Φ^(B+1). While nothing is forgotten, t is 0. The claims are about any z and t. Tests check that runs forget with this
weight. T is the sum of all t, and R²Q is the amount that forgetting adds to ‖w‖². κ = (1 − Φ)/(1 + Φ). The hinge loss
of u on x is at most h, that is, ⟨u, x⟩ ≥ 1 − h. ‖u‖ ≤ U, and L is the sum of h over the mistakes. W is any number for
which Φ²(1 + (W + τ)²) ≤ W²; by forgetron-length and forgetron-forgetting-step Q is then at most (τ² + 2τW)k.

While nothing is forgotten Q = T = 0, and for Φ near 1 the sharp bound is then near the perceptron's bound.
"""

from typing import Any

from ....algorithms import forgetron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Vector, exp

BASIC = cite("dekel2008", "the analysis of the basic Forgetron")


def without(a: Vector, z: Vector, t: Scalar) -> Vector:
    """Return the weights after the example z with this weight is forgotten."""
    rest: Vector = forgetron.forget(State(a, 0), z, 1, weight=t, bias_step=0).w
    return rest


@theorem("forgetron-forgetting-step", title="How much longer the weights get where an example is forgotten",
         source=BASIC, says="a bound on the loss by forgetting, which depends on the separator")
def forgetting_step(p: Script) -> None:
    """If ‖a‖ ≤ WR, ‖z‖ ≤ R and 0 ≤ t ≤ τ, then ‖a − tz‖² − ‖a‖² ≤ (τ² + 2τW)R²."""
    a, z = p.vectors("a z")
    R, W, tau, t = p.reals("R W τ t")
    p.assume(room_sign=W >= 0, length=a @ a <= W**2 * R**2, forgotten=z @ z <= R**2, weight=t >= 0, light=t <= tau)
    rest = without(a, z, t)
    p.show(conclusion=rest @ rest - a @ a <= (tau**2 + 2 * tau * W) * R**2)
    p.have("squares", R**2 >= 0, square(R))
    p.use("cauchy-schwarz", name="across", u=a, v=z)
    p.have("own", a @ a >= 0, length(a))
    p.have("product", (-(a @ z)) ** 2 <= (W * R**2) ** 2, "across", "own * forgotten", "length * squares")
    p.have("room", W * R**2 >= 0, "room_sign * squares")
    p.use("square-root-monotone", name="near", u=-(a @ z), v=W * R**2)
    show_light(p, z, tau, t, R)
    p.have("back", -2 * t * (a @ z) <= 2 * tau * W * R**2, "near * weight", "light * room")
    p.conclude("far", "back")


def show_light(p: Script, z: Vector, tau: Scalar, t: Scalar, R: Scalar) -> None:
    """Derive "far", t²‖z‖² ≤ τ²R², from "weight", "light", "forgotten" and "squares"."""
    p.have("light'", t**2 <= tau**2, "light * weight", "light * light", "light")
    p.have("weight'", t**2 >= 0, square(t))
    p.have("far", t**2 * (z @ z) <= tau**2 * R**2, "light' * squares", "forgotten * weight'")


class Setting:
    """The vectors, the numbers and the step of a run, declared in a script."""

    w: Vector
    x: Vector
    z: Vector
    shrink: Scalar
    R: Scalar
    t: Scalar

    def __init__(self, p: Script) -> None:
        """Declare the vectors and the numbers."""
        self.w, self.x, self.z = p.vectors("w x z")
        self.shrink, self.R, self.t = p.reals("Φ R t")
        stored = forgetron.update(State(self.w, 0), self.x, 1, shrink=self.shrink, bias_step=0)
        self.stored: Vector = p.let("a", stored.w)
        self.after: Vector = p.let("w'", without(self.stored, self.z, self.t))
        self.when: dict[str, Any] = {"mistake": self.w @ self.x <= 0, "radius": self.x @ self.x <= self.R**2,
                     "forgotten": self.z @ self.z <= self.R**2, "weight": self.t >= 0}


@theorem("forgetron-length", title="How long the weights of a Forgetron are at most", source=BASIC,
         says="the weights are shrunk into a ball; this bound needs no ball")
def weights_length(p: Script) -> None:
    """Let W ≥ 0, Φ²(1 + (W + τ)²) ≤ W² and ‖x‖ ≤ R for all examples. If every forgotten example is at most R long and
    has a weight of at most τ, then ‖w‖ ≤ (W + τ)R.
    """
    s = Setting(p)
    W, tau = p.reals("W τ")
    p.assume(room_sign=W >= 0, room=s.shrink**2 * (1 + (W + tau) ** 2) <= W**2)
    p.run([(s.w, 0, s.after)], [s.x, s.z, s.t], {**s.when, "light": s.t <= tau})
    short, a, R = s.w @ s.w <= (W + tau) ** 2 * s.R**2, s.stored, s.R
    p.show(conclusion=short)
    with p.induction(short=short):
        p.have("squares", R**2 >= 0, square(R))
        p.have("shrunk", s.shrink**2 >= 0, square(s.shrink))
        p.have("moved", a @ a <= s.shrink**2 * (1 + (W + tau) ** 2) * R**2, "short * shrunk", "mistake * shrunk",
               "radius * shrunk", "definition")
        p.have("length", a @ a <= W**2 * R**2, "moved", "room * squares")
        p.use("forgetron-forgetting-step", name="longer", a=a)
        p.conclude("length", "longer", "definition")
    p.conclude("short")


class Against(Setting):
    """The Forgetron compared with a separator u: the distance of w from a multiple of u, and how shrinking changes it.
    """

    U: Scalar
    k: Scalar
    kappa: Scalar

    def __init__(self, p: Script) -> None:
        """Declare its names."""
        super().__init__(p)
        self.u: Vector = p.vector("u")
        self.U, self.k, self.kappa = p.reals("U k κ")
        self.size: Scalar = self.R**2 * (self.u @ self.u)
        p.assume(sign=self.shrink >= 0, most=self.shrink <= 1, kept=Eq(self.kappa * (1 + self.shrink), 1 - self.shrink),
                 U_sign=self.U >= 0, long=self.u @ self.u <= self.U**2)

    def with_losses(self, p: Script) -> None:
        """Declare the run on any data, with the sums L, Q and T."""
        self.L, self.Q, self.T, h, q = p.reals("L Q T h q")
        self.h = h
        p.run([(self.w, 0, self.after), (self.k, 0, self.k + 1), (self.L, 0, self.L + h), (self.Q, 0, self.Q + q),
               (self.T, 0, self.T + self.t)], [self.x, self.z, self.t, h, q],
              {**self.when, "loss": self.u @ self.x >= 1 - h,
               "longer": self.after @ self.after - self.stored @ self.stored <= q * self.R**2})

    def apart(self, w: Vector, c: Scalar) -> Scalar:
        """Return ‖w − cu‖²."""
        return (w - c * self.u) @ (w - c * self.u)

    def show_shrunk(self, p: Script, c: Scalar) -> None:
        """Derive "shrunk" (‖a − cu‖² ≤ ‖v − cu‖² + κc²‖u‖² for v = w + x) from the hypotheses, and derive "one" (1 + Φ
        > 0)."""
        v = self.w + self.x
        p.have("one", 1 + self.shrink > 0, "sign")
        beside = (1 + self.shrink) * v - c * self.u
        p.have("beside", beside @ beside >= 0, length(beside))
        p.have("turned", (1 - self.shrink) * (beside @ beside) >= 0, "most * beside")
        p.have("shrunk", self.apart(self.stored, c) <= self.apart(v, c) + self.kappa * c**2 * (self.u @ self.u),
               "turned", "kept", "definition", times("one"))


@theorem("forgetron-potential", title="How near the weights of a Forgetron come to a multiple of a separator",
         source=BASIC, says="another bound of the same kind, for weights in a ball")
def potential(p: Script) -> None:
    """Let 0 ≤ Φ ≤ 1, κ = (1 − Φ)/(1 + Φ), R, U ≥ 0, ‖u‖ ≤ U, ‖x‖ ≤ R for all examples, ‖z‖ ≤ R for forgotten examples,
    and ⟨u, x⟩ ≥ 1 − h at each of the k mistakes. L is the sum of all h, T is the sum of the weights t of the forgotten
    examples, and R²Q is at least the sum of the amounts that forgetting adds to ‖w‖². Then ‖w − sR²u‖² + kR²(2s − 1) is
    at most s²R⁴‖u‖²(1 + κk) + 2sR²(L + RUT) + R²Q for every s ≥ 0.
    """
    s = Against(p)
    s.with_losses(p)
    m = p.real("s")
    p.assume(R_sign=s.R >= 0, multiple=m >= 0)
    R, U, t, c, u, z = s.R, s.U, s.t, m * s.R**2, s.u, s.z
    near = s.apart(s.w, c) + s.k * R**2 * (2 * m - 1) <= (
        c**2 * (u @ u) * (1 + s.kappa * s.k) + 2 * c * (s.L + R * U * s.T) + R**2 * s.Q
    )
    p.show(conclusion=near)
    with p.induction(conclusion=near):
        p.have("squares", R**2 >= 0, square(R))
        p.have("c", c >= 0, "multiple * squares")
        p.have("gain", s.apart(s.w + s.x, c) <= s.apart(s.w, c) + R**2 - 2 * c * (1 - s.h), "mistake", "radius",
               "loss * c")
        s.show_shrunk(p, c)
        p.have("size", u @ u >= 0, length(u))
        p.use("cauchy-schwarz", name="reaching", u=u, v=z)
        p.have("reach square", (u @ z) ** 2 <= (U * R) ** 2, "reaching", "long * squares", "forgotten * size")
        p.have("area", U * R >= 0, "U_sign * R_sign")
        p.use("square-root-monotone", name="reach", u=u @ z, v=U * R)
        p.have("lost", 2 * t * c * (u @ z) <= 2 * t * c * U * R, "reach * weight * c")
        p.conclude("gain", "shrunk", "longer", "lost", "conclusion", "definition")
    p.conclude("conclusion")


@theorem("forgetron-mistake-bound", title="How many mistakes a Forgetron makes on any data, by what it forgot",
         source=BASIC,
         says="k ≤ 2‖u‖² + 4L for R = 1, B ≥ 83 and ‖u‖ ≤ ¼√((B + 1)/log(B + 1)). We could not compare the two bounds.")
def mistake_bound(p: Script) -> None:
    """As in forgetron-potential, for R > 0: k(1 − κR²‖u‖²) ≤ R²‖u‖² + 2L + Q + 2RUT."""
    s = Against(p)
    s.with_losses(p)
    p.assume(positive=s.R > 0)
    p.show(conclusion=s.k * (1 - s.kappa * s.size) <= s.size + 2 * s.L + s.Q + 2 * s.R * s.U * s.T)
    p.use("forgetron-potential", name="near", s=1)
    p.have("length", s.apart(s.w, s.R**2) >= 0, length(s.w - s.R**2 * s.u))
    p.have("squares", s.R**2 > 0, "positive * positive")
    p.conclude("near", "length", "definition", times("squares"))


@theorem("forgetron-budget-bound", title="How many mistakes a Forgetron makes on any data", source=BASIC,
         says="k ≤ 2‖u‖² + 4L for R = 1, B ≥ 83 and ‖u‖ ≤ ¼√((B + 1)/log(B + 1)). We could not compare the two bounds.")
def budget_bound(p: Script) -> None:
    """Let k(1 − κG²) ≤ G² + 2L + Q + 2GT for G = R‖u‖, as by forgetron-mistake-bound, and T ≤ τk and Q ≤ (τ² + 2τW)k,
    as by forgetron-length. If κG² + τ² + 2τ(W + G) ≤ 1 − δ for some δ > 0, then k ≤ (G² + 2L)/δ.
    """
    k, G, L, added, weights, W, tau, kappa, rest = p.reals("k G L Q T W τ κ δ")
    p.assume(number=k >= 0, G_sign=G >= 0, most=k * (1 - kappa * G**2) <= G**2 + 2 * L + added + 2 * G * weights,
             weights=weights <= tau * k, longer=added <= (tau**2 + 2 * tau * W) * k, rest=rest > 0,
             small=kappa * G**2 + tau**2 + 2 * tau * (W + G) <= 1 - rest)
    p.show(count=k <= (G**2 + 2 * L) / rest)
    p.have("all", k * rest <= G**2 + 2 * L, "most", "weights * G_sign", "longer", "small * number")
    p.conclude("all", "definition", times("rest"))


@theorem("forgetron-sharp-mistake-bound",
         title="How many mistakes a Forgetron makes on any data, before the bound is solved for them", source=BASIC,
         says="nothing about this bound. If nothing is forgotten or shrunk, it is the bound of the perceptron for "
              "hinge losses.")
def sharp_mistake_bound(p: Script) -> None:
    """As in forgetron-potential, let R > 0. If k − L − RUT = sR²‖u‖²(1 + κk) for some s ≥ 0, then (k − L − RUT)² ≤ (k +
    Q)R²‖u‖²(1 + κk). There is such an s if u ≠ 0 and k − L − RUT ≥ 0.
    """
    s = Against(p)
    s.with_losses(p)
    m, gain, size = p.real("s"), s.k - s.L - s.R * s.U * s.T, s.size * (1 + s.kappa * s.k)
    p.assume(positive=s.R > 0, multiple=m >= 0, ahead=Eq(m * size, gain))
    p.show(conclusion=gain**2 <= (s.k + s.Q) * size)
    with p.induction(number=s.k >= 0):
        p.conclude("number")
    p.have("one", 1 + s.shrink > 0, "sign")
    p.have("kappa", s.kappa >= 0, "kept", "most", times("one"))
    p.have("u", s.u @ s.u >= 0, length(s.u))
    p.have("size", size >= 0, "u * positive * positive", "kappa * number * u * positive * positive")
    p.use("forgetron-potential", name="near")
    p.have("length", s.apart(s.w, m * s.R**2) >= 0, length(s.w - m * s.R**2 * s.u))
    p.have("squares", s.R**2 > 0, "positive * positive")
    p.have("all", 2 * m * gain <= m**2 * size + s.k + s.Q, "near", "length", times("squares"))
    p.have("square", Eq(m**2 * size, m * gain), "ahead")
    p.have("near'", m * gain <= s.k + s.Q, "all", "square")
    p.have("wide", m * size * gain <= (s.k + s.Q) * size, "near' * size")
    p.have("square'", Eq(gain**2, m * size * gain), "ahead")
    p.conclude("wide", "square'")
    step = {"x": [1], "z": [1], "t": 0, "h": 0, "q": 0}
    plain = {"R": 1, "U": 1, "u": [1], "Φ": 1, "κ": 0}
    for hypothesis, steps, values in (
        ("mistake", [step, step], {"s": 2}),
        ("forgotten", [step | {"z": [100], "t": "1/100", "q": -1}], {"s": "99/100"}),
        ("weight", [step | {"z": [0], "t": -1}], {"s": 2}),
        ("loss", [step | {"h": -5}], {"s": 6}),
        ("longer", [step | {"q": "-1/2"}], {"s": 1}),
        ("sign", [step | {"h": 2}], {"Φ": -2, "κ": -3, "s": "1/2"}),
        ("most", [step], {"Φ": 2, "κ": "-1/3", "s": "3/2"}),
        ("kept", [step], {"κ": "-1/2", "s": 2}),
        ("U_sign", [step | {"z": [0], "t": 1}], {"U": -1, "s": 2}),
        ("long", [step | {"t": 1, "q": -1}], {"U": 0, "s": 1}),
        ("positive", [step | {"z": [0], "t": 1}], {"R": -1, "s": 2}),
        ("multiple", [step | {"h": 3}], {"s": -2}),
        ("ahead", [step | {"h": 3}], {"s": 0}),
    ):
        p.example_without(hypothesis, steps=steps, values=plain | values)


@theorem("forgetron-separable-bound", title="How many mistakes a Forgetron makes on separable data", source=BASIC,
         says="the bound for any data. We could not compare the two bounds.")
def separable_bound(p: Script) -> None:
    """Let 0 ≤ Φ ≤ 1, κ = (1 − Φ)/(1 + Φ), ‖u‖ ≤ U, ‖x‖ ≤ R and ⟨u, x⟩ ≥ 1 for all examples, and let every forgotten
    example be at most R long and have a weight of at most τ. If κR²‖u‖² + τ² + 2τRU ≤ 1 − δ for some δ > 0, with R > 0
    and U ≥ 0, then k ≤ R²‖u‖²/δ. If no example is forgotten, τ may be 0.
    """
    s = Against(p)
    tau, rest = p.reals("τ δ")
    p.assume(positive=s.R > 0, rest=rest > 0, small=s.kappa * s.size + tau**2 + 2 * tau * s.R * s.U <= 1 - rest)
    p.run([(s.w, 0, s.after), (s.k, 0, s.k + 1)], [s.x, s.z, s.t],
          {**s.when, "light": s.t <= tau, "loss": s.u @ s.x >= 1})
    R, U, u, c, z, t, a = s.R, s.U, s.u, s.R**2, s.z, s.t, s.stored
    near = s.apart(s.w, c) + s.k * R**2 * rest <= R**2 * s.size
    p.show(count=s.k <= s.size / rest)
    with p.induction(number=s.k >= 0, near=near):
        p.have("squares", R**2 > 0, "positive * positive")
        p.have("tau", tau >= 0, "weight", "light")
        p.have("gain", s.apart(s.w + s.x, c) <= s.apart(s.w, c) - R**2, "mistake", "radius", "loss * squares")
        s.show_shrunk(p, c)
        p.have("area", R * U >= 0, "positive * U_sign")
        p.have("part", s.kappa * s.size <= 1, "small", "rest", "tau * area", square(tau))
        p.have("within", s.apart(a, c) <= R**2 * s.size, "shrunk", "gain", "part * squares", "near",
               "number * squares * rest")
        p.have("long'", s.apart(a, c) <= (R**2 * U) ** 2, "within", "long * squares * squares")
        p.use("cauchy-schwarz", name="across", u=a - c * u, v=z)
        p.have("own", s.apart(a, c) >= 0, length(a - c * u))
        p.have("product", (-((a - c * u) @ z)) ** 2 <= (R**3 * U) ** 2, "across", "own * forgotten",
               "long' * squares")
        p.have("volume", R**3 * U >= 0, "area * squares")
        p.use("square-root-monotone", name="reach", u=-((a - c * u) @ z), v=R**3 * U)
        show_light(p, z, tau, t, R)
        p.have("back", -2 * t * ((a - c * u) @ z) <= 2 * tau * R**3 * U, "reach * weight", "light * volume")
        p.have("near'", s.apart(s.after, c) + (s.k + 1) * R**2 * rest <= R**2 * s.size, "gain", "shrunk", "back", "far",
               "near", "small * squares", "definition")
        p.conclude("number", "near'")
    p.have("squares", R**2 > 0, "positive * positive")
    p.have("length", s.apart(s.w, c) >= 0, length(s.w - c * u))
    p.have("all", s.k * rest <= s.size, "near", "length", times("squares"))
    p.conclude("all", "definition", times("rest"))
    one = {"x": [1], "z": [1], "t": "1/2"}
    p.example_without("forgotten", dimension=1, steps=[{"x": [1], "z": [100], "t": "1/100"}, one | {"t": 0}], R=1, U=1,
                      u=[1], Φ="3/5", κ="1/4", τ="1/100", δ="7/10")
    p.example_without("most", dimension=1, steps=[one | {"t": 0}], R=1, U=1, u=[1], Φ=2, κ="-1/3", τ=0, δ="4/3")
    p.example_without("sign", dimension=1, steps=[one | {"t": 0}], R=1, U=1, u=[1], Φ=-2, κ=-3, τ=0, δ=4)
    p.example_without("long", dimension=1, steps=[one] * 3, R=1, U=0, u=[1], Φ="1/2", κ="1/3", τ="1/2", δ="5/12")
    p.example_without("positive", dimension=1, steps=[one] * 2, R=-1, U=1, u=[1], Φ="1/2", κ="1/3", τ="1/2", δ=1)


@theorem("forgetron-constants", title="What a Forgetron needs to make at most 2‖u‖² + 4L mistakes", source=BASIC,
         says="the same for B ≥ 83, ‖u‖ ≤ ¼√((B + 1)/log(B + 1)), and weights in a ball; its Φ is the root of the Φ "
              "of this claim")
def constants(p: Script) -> None:
    """Let n = B + 1 ≥ 22, Φ = exp(−y) and τ = Φⁿ = exp(−ny) for a y with exp(ny) ≥ n, W = 1/√y and 0 ≤ V ≤ W/2. Then
    Φ²(1 + (W + τ)²) ≤ W² and κV² + τ² + 2τ(W + V) ≤ 1/2. So for R‖u‖ = V, forgetron-budget-bound with δ = 1/2 gives k ≤
    2R²‖u‖² + 4L. The least such y is log(n)/n. With it, R‖u‖ may be up to ½√(n/log n).
    """
    n, y, W, V, kappa = p.reals("n y W V κ")
    shrink, tau = exp(-y), exp(-n * y)
    p.assume(many=n >= 22, forgotten=exp(n * y) >= n, kept=kappa * (1 + shrink) <= 1 - shrink,
             root=Eq(y * W**2, 1), V_sign=V >= 0, V=2 * V <= W)
    p.show(room=shrink**2 * (1 + (W + tau) ** 2) <= W**2,
           small=kappa * V**2 + tau**2 + 2 * tau * (W + V) <= Rational(1, 2))
    p.have("sizes", W**2 >= 0, square(W))
    p.have("many'", n > 0, "many")
    show_size(p, n * y)
    p.have("root_sign", W >= 0, "V", "V_sign")
    p.have("y", y >= 0, "size", times("many'"))
    p.have("shrink", shrink > 0)
    p.have("tau", tau > 0)
    show_forgotten(p, n, y, W, tau)
    p.have("twice", exp(2 * y) * shrink**2 <= 1, exponents(-y, -y), exponents(2 * y, -2 * y))
    p.have("twice'", (1 + 2 * y) * shrink**2 <= 1, "twice", tangent(2 * y), square(shrink))
    p.have("shrink square", shrink**2 >= 0, square(shrink))
    p.have("within", (W + tau) ** 2 <= W**2 + 2 * y * W**2 - 1, "left", "light'", "root")
    p.have("room", shrink**2 * (1 + (W + tau) ** 2) <= W**2, "twice' * sizes", "within * shrink square")
    show_slow(p, y, shrink)
    p.have("one", 1 + shrink > 0, "shrink")
    p.have("kappa", kappa <= y / 2, "slow", "kept", times("one"))
    p.have("V square", 4 * V**2 <= W**2, "V * V_sign", "V * root_sign")
    p.have("V sizes", V**2 >= 0, square(V))
    p.have("turned", kappa * V**2 <= Rational(1, 8), "kappa * V sizes", "V square * y", "root")
    p.have("V left", tau * V <= tau * W / 2, "V * tau")
    p.conclude("room", "turned", "V left", "left", "light'")
    p.example_without("V", n=36, y="1/9", W=3, V=20, κ=0)
    p.example_without("V_sign", n=36, y="1/9", W=3, V=-20, κ="1/20")


def show_size(p: Script, power: Scalar) -> None:
    """Derive "size" (ny ≥ 3) from "forgotten" (exp(ny) ≥ n) and "many" (n ≥ 22)."""
    with p.proving("size", power >= 3):
        p.suppose_not("less")
        p.have("third", exp(-3) >= Rational(1, 21), tangent(-3, degree=11))
        p.have("rest", exp(power - 3) >= Rational(22, 21), exponents(power, -3), "forgotten * third", "many * third",
               "third", "many", "forgotten")
        p.have("product", Eq(exp(power - 3) * exp(3 - power), 1), exponents(power - 3, 3 - power))
        p.have("more", exp(3 - power) >= 1, tangent(3 - power), "less")
        p.conclude("rest * more", "rest", "more", "product")


def show_forgotten(p: Script, n: Scalar, y: Scalar, W: Scalar, tau: Scalar) -> None:
    """Derive "left" (τW ≤ 31/250) and "light'" (τ² ≤ 1/484) from "tau", "many", "size", "forgotten" and "root"."""
    p.have("inverse", Eq(tau * exp(n * y), 1), exponents(n * y, -n * y))
    p.have("all", n * tau <= 1, "forgotten * tau", "inverse")
    p.have("light", tau <= Rational(1, 22), "many * tau", "all")
    p.have("light'", tau**2 <= Rational(1, 484), "light * tau", "light")
    size = W**2
    p.have("part", size <= n / 3, "size * sizes", "root")
    p.have("square", 66 * (tau * W) ** 2 <= 1, "part * tau * tau", "all * tau", "light")
    p.use("square-root-monotone", name="left", u=tau * W, v=Rational(31, 250))


def show_slow(p: Script, y: Scalar, shrink: Scalar) -> None:
    """Derive "slow", 2 − y ≤ (2 + y)exp(−y), from "y" and "shrink"."""
    with p.proving("slow", 2 - y <= (2 + y) * shrink):
        with p.case(y <= 2):
            series = 1 - y + y**2 / 2 - y**3 / 6 + y**4 / 24 - y**5 / 120
            p.have("near", shrink >= series, tangent(-y, degree=5))
            p.have("rest", y**3 * (20 - 10 * y + 3 * y**2 - y**3) >= 0, "case * y * y * y", "case * y * y * y * y * y",
                   "y * y * y * y * y")
            p.conclude("near", "near * y", "rest")
        with p.case(y > 2):
            p.conclude("case", "shrink * y", "shrink")

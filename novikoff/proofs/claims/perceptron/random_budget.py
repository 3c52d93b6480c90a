"""The randomised budget perceptron: it stores B examples and forgets one at random; bounds on its mistakes.

Notation: x is a signed vector, ‖x‖ ≤ R. A mistake, ⟨v, x⟩ ≤ 0, changes the weights v to v + x. If it has stored B
examples already, it changes v to v + x − z, where z is a stored example chosen uniformly at random. v is the sum of the
stored examples.

The possible choices form a finite tree, and the claims are about the whole tree. Its leaves are the indices i. P[i] is
the probability of leaf i, and w[i] are the current weights on the way to leaf i. A step of the run is a node with a
mistake, after all nodes above it. a[i] is 1 for the leaves below the node and 0 for the others. At the node, all leaves
below it have the same weights v and the same example x. The example may depend on the node, that is, on all earlier
choices. d is 1 if the node forgets an example, else 0, and z[i] is the example that is forgotten on the way to leaf i.
Each of the B examples is equally likely to be forgotten. The proof uses this only for one fact: the mean of z below the
node is v/B (random-budget-forgetting-step). Each node adds its probability Σ P[i]a[i] to K. So K is the mean E(k) of
the number of mistakes. Each node adds h times its probability to L, where ⟨u, x⟩ ≥ 1 − h. So L is the mean of the sum
of the numbers h, which are at least the hinge losses of u.

For the sum v + x of B + 1 orthogonal examples, the Cauchy–Schwarz inequality is an equality. So the bound compares
R²‖u‖² with B + 1. With ‖w‖² alone, it would compare it with B.
"""

from fractions import Fraction
from typing import Any

from ....algorithms import forgetron, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, equal

SOURCE = cite("cavallanti2007", "the analysis of the randomised budget perceptron")
SAYS = "a bound of this kind for separators that move. We could not compare its constants."


def replaced(w: Vector, x: Vector, z: Vector, here: Scalar, full: Scalar) -> Vector:
    """Return the weights after the shipped rule adds x and forgets z. The number of an event is 1 if it happens and 0
    if not.
    """
    rest = forgetron.forget(State(w, 0), z, 1, weight=full, bias_step=0)
    after: Vector = perceptron.update(rest, x, 1, rate=here, bias_step=0).w
    return after


@theorem("random-budget-forgetting-step", title="What is forgotten at random takes 1/B of the weights, on average",
         source=SOURCE)
def forgetting_step(p: Script) -> None:
    """Let w be the sum of B examples z[i] with ‖z[i]‖ ≤ R. Forget one of them, chosen uniformly at random. Then the
    mean of the weights is (1 − 1/B)w, and the mean of ‖w − z[i]‖² is at most (1 − 2/B)‖w‖² + R².
    """
    z, R = p.vector("z[i]"), p.real("R")
    B, w = Sum(1), p.let("w", Sum(z))
    p.assume(some=B > 0, radius=z @ z <= R**2)
    rest = forgetron.forget(State(w, 0), z, 1, weight=1, bias_step=0).w
    p.show(mean=equal(Sum(rest) / B, (1 - 1 / B) * w), length=Sum(rest @ rest) / B <= (1 - 2 / B) * (w @ w) + R**2)
    p.sum("radius", "all")
    p.conclude("all", "definition", times("some"))


class Tree:
    """The tree of all choices, declared in a script, with a separator and its losses."""

    def __init__(self, p: Script) -> None:
        """Declare its names."""
        w, u, v, x, z = p.vectors("w[i] u v x z[i]")
        P, a, R, B, d, h, K, L = p.reals("P[i] a[i] R B d h K L")
        self.w: Vector = w
        self.u: Vector = u
        self.v: Vector = v
        self.x: Vector = x
        self.z: Vector = z
        self.P = P
        self.a: Scalar = a
        self.R = R
        self.B = B
        self.d: Scalar = d
        self.h: Scalar = h
        self.k: Scalar = K
        self.lost: Scalar = L
        self.after: Vector = p.let("w'", replaced(w, x, z, a, a * d))
        self.size: Any = R**2 * (u @ u)
        p.assume(probability=P >= 0, total=Eq(Sum(P), 1), budget=B > 0)
        p.run([(w, 0, self.after), (K, 0, K + Sum(P * a)), (L, 0, L + h * Sum(P * a))], [a, v, x, z, d, h],
              {"below": Eq(a**2, a), "same": equal(a * w, a * v), "mistake": v @ x <= 0, "radius": x @ x <= R**2,
               "forgets": Eq(d**2, d), "forgotten": z @ z <= R**2,
               "mean": equal(d * B * Sum(P * a * z), d * Sum(P * a) * v), "loss": u @ x >= 1 - h})

    def apart(self, w: Vector, c: Scalar) -> Scalar:
        """Return ‖w − cu‖²."""
        return (w - c * self.u) @ (w - c * self.u)

    def show_mass(self, p: Script) -> None:
        """Derive "share", P[i]a[i] ≥ 0, and "mass", Σ P[i]a[i] ≥ 0."""
        p.have("here", self.a >= 0, "below", square(self.a))
        p.have("share", self.P * self.a >= 0, "probability * here")
        p.sum("share", "mass")

    def near(self, s: Scalar) -> tuple[Scalar, Scalar]:
        """Return the sides of the inequality of the potential."""
        B, R, k, lost = self.B, self.R, self.k, self.lost
        mean = Sum(self.P * self.apart(self.w, s * R**2))
        return 2 * B * mean + 4 * (B + 1) * R**2 * ((s - 1) * k - s * lost), s**2 * R**2 * self.size * (2 * B + k)


ONE: dict[str, Any] = {"a[i]": [1], "v": [0], "x": [1], "z[i]": [[0]], "d": 0, "h": 0}
PLAIN: dict[str, Any] = {"P[i]": [1], "B": 1, "R": 1, "u": [1]}
# Of what is forgotten at the first mistake, 5 or −5, the first leads to five more.
HALVES = [{"a[i]": [1, 1], "v": [0], "x": [1], "z[i]": [[5], [-5]], "d": 1, "h": 0}, *(
    {"a[i]": [1, 0], "v": [v], "x": [1], "z[i]": [[0], [0]], "d": 0, "h": 0} for v in range(-4, 1))]
# Two orthonormal examples by turns, of which the last is kept.
TURNS = [ONE | {"v": [0, 0], "x": [1, 0], "z[i]": [[0, 0]]}, *(
    ONE | {"v": [k % 2, (k + 1) % 2], "x": [(k + 1) % 2, k % 2]} for k in range(1, 11))]


def show_needs(p: Script, **named: Any) -> None:
    """Return example data for the hypotheses of a tree, with the entries "g", "k" or "l" replaced by the arguments."""
    half, full = ([step | {"z[i]": [[n * v for v in step["v"]]], "d": d} for step in TURNS]
                  for n, d in ((Fraction(1, 2), 2), (1, 1)))
    turns = {"B": 2, "u": [1, 1]}
    for hypothesis, steps, values, g, k, lost in (
        ("probability", [ONE | {"a[i]": [1, 0], "x": [0], "z[i]": [[0], [0]], "h": 100}], {"P[i]": [-1, 2], "u": [0]},
         "1/2", -1, -100),
        ("total", [ONE], {"P[i]": [4]}, "3/4", 4, 0),
        ("budget", [ONE | {"h": "1/2"}], {"B": "-1/2", "u": ["1/2"]}, "3/4", 1, "1/2"),
        ("below", [ONE | {"a[i]": [5]}], {}, "3/4", 5, 0),
        ("same", [ONE] * 5, {}, "3/4", 5, 0),
        ("mistake", [ONE | {"v": [v]} for v in range(5)], {}, "3/4", 5, 0),
        ("radius", [ONE | {"x": [10]}], {"u": ["1/10"]}, "1/10", 1, 0),
        ("forgets", half, turns, "5/6", 11, 0),
        ("forgotten", HALVES, {"P[i]": ["1/2", "1/2"]}, "3/4", "7/2", 0),
        ("mean", full, turns, "5/6", 11, 0),
        ("loss", [ONE], {"u": [0]}, "1/4", 1, 0),
    ):
        put = {name: {"g": g, "k": k, "l": lost}.get(value, value) for name, value in named.items()}
        every: dict[str, Any] = {**PLAIN, **values, **put}
        p.example_without(hypothesis, dimension=len(every["u"]), size=len(every["P[i]"]), steps=steps, values=every)


@theorem("random-budget-potential",
         title="How near the weights of a randomised budget perceptron come to a multiple of any weights, on average",
         source=SOURCE, says=SAYS)
def potential(p: Script) -> None:
    """Let ‖x‖ ≤ R for all examples, and ⟨u, x⟩ ≥ 1 − h at the k mistakes; L is the sum of all h. On average over all
    choices, E(‖w − sR²u‖²) + 2(1 + 1/B)R²((s − 1)E(k) − s·E(L)) ≤ s²R⁴‖u‖²(1 + E(k)/(2B)) for every s ≥ 0. The formal
    statement multiplies all terms by 2B.

    The i are the outcomes of all choices, P[i] their probabilities. A step is a mistake after certain choices. The
    outcomes with a[i] = 1 begin with these choices, and have the weights v at the mistake. If the mistake forgets an
    example, d = 1, and z[i] is this example. Each of the B examples is equally likely to be forgotten, so the mean of z
    over these outcomes is v/B. K is E(k).
    """
    t = Tree(p)
    s = p.real("s")
    p.assume(multiple=s >= 0)
    w, u, v, x, z, P, a, R, B, d, h = t.w, t.u, t.v, t.x, t.z, t.P, t.a, t.R, t.B, t.d, t.h
    c, mass, rest = s * R**2, Sum(P * a), v + x - s * R**2 * u
    most = 4 * (B + 1) * (R**2 - c * (1 - h)) + c**2 * (u @ u)
    lhs, rhs = t.near(s)
    p.show(conclusion=lhs <= rhs)
    with p.induction(conclusion=lhs <= rhs):
        p.have("squares", R**2 >= 0, square(R))
        p.have("c", c >= 0, "multiple * squares")
        p.have("drop", d >= 0, "forgets", square(d))
        p.have("keep", 1 - d >= 0, "forgets", square(1 - d))
        t.show_mass(p)
        for y in (x, z):
            p.have(f"with {y}", Eq(y @ (a * w), y @ (a * v)),
                   by("equal-vectors-have-equal-products", u=a * w, v=a * v, w=y), "same")
        gain = x @ x + d * R**2 + 2 * (v @ x) - 2 * c * (u @ x)
        p.have("each", P * t.apart(t.after, c) <= P * t.apart(w, c) + P * a * gain - 2 * d * P * a * (rest @ z),
               f"with {x}", f"with {z}", "below", "forgets", "forgotten * share * drop", "definition")
        p.sum("each", "all")
        p.have("on average", Eq(rest @ (d * B * Sum(P * a * z)), rest @ (d * mass * v)),
               by("equal-vectors-have-equal-products", u=d * B * Sum(P * a * z), v=d * mass * v, w=rest),
               "mean")
        p.have("sum", (2 * rest + c * u) @ (2 * rest + c * u) >= 0, length(2 * rest + c * u))
        p.have("one", (2 * x - c * u) @ (2 * x - c * u) >= 0, length(2 * x - c * u))
        p.have("node", 2 * B * gain - 4 * d * (rest @ v) <= most, "sum * drop", "one * keep", "mistake * budget",
               "mistake * drop", "radius * budget", "radius", "squares * keep * budget", "loss * c",
               "loss * c * budget")
        p.have("weighed", mass * (2 * B * gain - 4 * d * (rest @ v)) <= mass * most, "node * mass")
        p.have("all'", 2 * B * Sum(P * t.apart(t.after, c)) <= 2 * B * Sum(P * t.apart(w, c)) + mass * most,
               "all * budget", "on average", "weighed")
        p.conclude("all'", "conclusion", "definition")
    p.conclude("conclusion", "total")
    show_needs(p, s=4)
    p.example_without("multiple", dimension=1, size=1, steps=[ONE | {"h": 100}], values=PLAIN | {"s": -1})


@theorem("random-budget-mistake-inequality",
         title="How many mistakes a randomised budget perceptron makes, on average, for every multiple of u",
         source=SOURCE, says=SAYS)
def mistake_inequality(p: Script) -> None:
    """On average over all choices, as in random-budget-potential, E(k) ≥ 0, and 4(B + 1)r((s − r)E(k) −
    s·E(L)) ≤ s²R²‖u‖²(2B + E(k)) for every s ≥ 0 and r > 0.
    """
    t = Tree(p)
    s, r = p.reals("s r")
    c, k, lost, R, u, x = s / r * t.R**2, t.k, t.lost, t.R, t.u, t.x
    most = 4 * (t.B + 1) * r * ((s - r) * k - s * lost) <= s**2 * t.size * (2 * t.B + k)
    p.assume(multiple=s >= 0, part=r > 0)
    p.show(number=k >= 0, conclusion=most)
    with p.induction(number=k >= 0):
        t.show_mass(p)
        p.conclude("number", "mass")
    p.have("squares", R**2 >= 0, square(R))
    with p.case(R**2 > 0):
        p.have("quotient", s / r >= 0, "multiple", times("part"))
        p.use("random-budget-potential", name="near", s=s / r)
        p.have("each", t.apart(t.w, c) >= 0, length(t.w - c * u))
        p.have("weighed", t.P * t.apart(t.w, c) >= 0, "probability * each")
        p.sum("weighed", "mean'")
        p.have("all", most, "near * part * part", "mean' * budget * part * part", "definition", times("case"))
        p.conclude("number", "all")
    with p.case(R**2 <= 0):
        with p.induction(behind=k <= lost):
            t.show_mass(p)
            p.have("u", u @ u >= 0, length(u))
            p.use("cauchy-schwarz", name="across", u=u, v=x)
            p.have("flat", (u @ x) ** 2 <= 0, "across", "radius * u", "case * u")
            p.have("lost", t.h >= 1, "flat", "loss")
            p.conclude("behind", "lost * mass")
        p.have("one", t.B + 1 > 0, "budget")
        p.have("u", u @ u >= 0, length(u))
        p.have("whole", 2 * t.B + k >= 0, "number", "budget")
        p.have("some", s**2 * t.size * (2 * t.B + k) >= 0, "squares * u * whole * multiple * multiple")
        p.have("all", most, "behind * multiple * part * one", "number * part * part * one", "some")
        p.conclude("number", "all")
    show_needs(p, s=2, r="g")
    for hypothesis, values in (("multiple", {"s": -1, "r": 1}), ("part", {"s": 1, "r": -1})):
        p.example_without(hypothesis, dimension=1, size=1, steps=[ONE | {"h": 100}], values=PLAIN | values)


@theorem("random-budget-mistake-bound",
         title="How many mistakes a randomised budget perceptron makes on any data, on average", source=SOURCE,
         says=SAYS)
def mistake_bound(p: Script) -> None:
    """On average over all choices, E(k) ≤ (E(L) + gB)/(1 − g), if R²‖u‖² ≤ (B + 1)g² and 0 < g < 1. The index i runs
    over the outcomes of the choices. The statement writes K for E(k) and L for E(L), as in random-budget-potential.
    """
    t = Tree(p)
    k, B, g = t.k, t.B, p.real("g")
    p.assume(g_sign=g > 0, less=g < 1, long=t.size <= (B + 1) * g**2)
    p.show(count=k <= (t.lost + g * B) / (1 - g))
    p.use("random-budget-mistake-inequality", name="near", s=2, r=g)
    p.have("whole", 2 * B + k >= 0, "near.number", "budget")
    p.have("most", t.size * (2 * B + k) <= (B + 1) * g**2 * (2 * B + k), "long * whole")
    p.have("one", B + 1 > 0, "budget")
    p.have("all", (1 - g) * k <= t.lost + g * B, "near.conclusion", "most", times("one", "g_sign"))
    p.have("rest", 1 - g > 0, "less")
    p.conclude("all", "definition", times("rest"))
    show_needs(p, g="g")
    for hypothesis, g in (("g_sign", "-3/4"), ("less", 2), ("long", "1/4")):
        p.example_without(hypothesis, dimension=1, size=1, steps=[ONE], values=PLAIN | {"g": g})


@theorem("random-budget-sharp-mistake-bound",
         title="How many mistakes a randomised budget perceptron makes, on average, before the bound is solved for "
               "them",
         source=SOURCE, says=SAYS)
def sharp_mistake_bound(p: Script) -> None:
    """On average over all choices: if E(k) = k and E(L) = l ≤ k, then (B + 1)(k − l)² ≤ R²‖u‖²k(k + 2B). The
    i are the outcomes of the choices, and K and L the means, as in random-budget-potential.
    """
    t = Tree(p)
    k, lost = p.reals("k l")
    B, size, gain = t.B, t.size, k - lost
    p.assume(ahead=gain >= 0, mistakes=Eq(t.k, k), losses=Eq(t.lost, lost))
    p.show(conclusion=(B + 1) * gain**2 <= size * k * (k + 2 * B))
    p.have("one", B + 1 > 0, "budget")
    p.use("random-budget-mistake-inequality", name="at 0", s=0, r=1)
    p.have("number", k >= 0, "at 0.number", "mistakes")
    p.have("whole", 2 * B + k > 0, "number", "budget")
    with p.case(size > 0):
        p.have("scale", size * (2 * B + k) > 0, "case * whole")
        p.have("s", 2 * (B + 1) * gain >= 0, "ahead * one")
        p.use("random-budget-mistake-inequality", name="near", s=2 * (B + 1) * gain, r=size * (2 * B + k))
        p.conclude("near.conclusion", "mistakes", "losses", times("one", "scale"))
    with p.case(size <= 0):
        p.have("u", t.u @ t.u >= 0, length(t.u))
        p.have("squares", t.R**2 >= 0, square(t.R))
        p.have("none", Eq(size, 0), "case", "u * squares")
        with p.proving("equal", gain <= 0):
            p.suppose_not("more")
            p.use("random-budget-mistake-inequality", name="near", s=k + 1, r=gain)
            p.have("next", k + 1 > 0, "number")
            p.have("zero", (k + 1) ** 2 * (size * (2 * B + k)) <= 0, "case * whole * next * next")
            p.have("square", 4 * (B + 1) * gain**2 <= 0, "near.conclusion", "zero", "mistakes", "losses")
            p.conclude("square", times("one", "more", "more"))
        p.conclude("equal * ahead", "none", "one")
    show_needs(p, k="k", l="l")
    for hypothesis, h, values in (("ahead", 10, {"k": 1, "l": 10}), ("mistakes", 1, {"k": 9, "l": 1}),
                                  ("losses", 1, {"k": 1, "l": -9})):
        p.example_without(hypothesis, dimension=1, size=1, steps=[ONE | {"h": h}],
                          values=PLAIN | {"u": [0]} | values)


@theorem("random-budget-separable-bound", title="On separable data a budget of R²‖u‖² examples is never used up",
         source=SOURCE,
         says="a bound for any data. If there is no loss and the budget suffices, the rule is the rule of the "
              "perceptron.")
def separable_bound(p: Script) -> None:
    """Let R²‖u‖² < B + 1, and let all examples have ‖x‖ ≤ R and ⟨u, x⟩ ≥ 1. Let the run forget an example (d = 1) only
    after B mistakes. Then k ≤ R²‖u‖², whichever example z it forgets.
    """
    w, u, x, z = p.vectors("w u x z")
    R, B, d, k = p.reals("R B d k")
    size = R**2 * (u @ u)
    after: Vector = p.let("w'", replaced(w, x, z, 1, d))
    p.assume(budget=size < B + 1)
    p.run([(w, 0, after), (k, 0, k + 1)], [x, z, d],
          {"mistake": w @ x <= 0, "radius": x @ x <= R**2, "loss": u @ x >= 1, "forgets": Eq(d**2, d),
           "full": d * (k - B) >= 0})
    p.show(count=k <= size)
    with p.induction(number=k >= 0, short=w @ w <= k * R**2, ahead=u @ w >= k):
        p.have("short'", (w + x) @ (w + x) <= (k + 1) * R**2, "short", "mistake", "radius")
        p.have("ahead'", u @ (w + x) >= k + 1, "ahead", "loss")
        p.have("some", k + 1 > 0, "number")
        show_few(p, u, w + x, k + 1, R, some="some", short="short'", ahead="ahead'")
        p.have("room", B - k > 0, "few", "budget")
        p.have("drop", d >= 0, "forgets", square(d))
        p.have("less", d <= 0, "full", times("room"))
        p.have("none", Eq(d, 0), "drop", "less")
        p.conclude("number", "short'", "ahead'", "none", "definition")
    with p.case(k > 0):
        show_few(p, u, w, k, R, some="case", short="short", ahead="ahead")
        p.conclude("few")
    with p.case(k <= 0):
        p.have("squares", R**2 >= 0, square(R))
        p.have("u", u @ u >= 0, length(u))
        p.conclude("case", "squares * u")
    step, given = {"x": [1], "z": [1], "d": 0}, {"R": 1, "u": [1], "B": 5}
    for hypothesis, change, values in (
        ("budget", {"d": 1}, {"B": 0}), ("mistake", {}, {}), ("loss", {"x": [0]}, {"u": [0]}),
        ("radius", {"x": [10], "z": [10], "d": 1}, {"u": ["1/10"], "B": 0}), ("full", {"d": 1}, {}),
        ("forgets", {"z": [-1], "d": -1}, {}),
    ):
        p.example_without(hypothesis, dimension=1, steps=[step | change] * 2, values=given | values)


def show_few(p: Script, u: Vector, w: Vector, k: Scalar, R: Scalar, *, some: str, short: str, ahead: str) -> None:
    """Derive "few", which is k ≤ R²‖u‖², from three named facts: k > 0, ‖w‖² ≤ kR² and ⟨u, w⟩ ≥ k."""
    p.use("cauchy-schwarz", name="across", u=u, v=w)
    p.have("u", u @ u >= 0, length(u))
    p.have("squared", (u @ w) ** 2 >= k**2, f"{ahead} * {ahead}", f"{ahead} * {some}")
    p.have("few", k <= R**2 * (u @ u), "across", "squared", f"{short} * u", times(some))

"""Winnow: weights that are multiplied on a mistake, and why its mistakes are few where few inputs matter.

Main statements
    cosh-power-below-gaussian        ((1 + h)ᵏ + (1 − h)ᵏ)/2 ≤ q^{k(k−1)/2}, q ≥ 1 + h²; in the limit cosh η ≤ e^{η²/2}
    winnow-update                    agreeing inputs gain the factor F = 1 + δ, the others lose it
    winnow-updating-always-errs-for-ever  if the weights change on every example, the mistakes need not end
    winnow-step-lemma                a mistake brings the weights nearer to the target, by ηg − ln cosh η in entropy
    winnow-mistake-bound-any-rate    M(ηm − W ln cosh η) ≤ W ln n, that is F^{mM} ≤ n^W·(cosh η)^{WM}
    winnow-mistake-bound             M ≤ 2W² ln n for η = 1/W
    winnow-mistake-bound-one-input   F^M ≤ n·c^M, c = (F + 1/F)/2, if the target is one of the inputs
    winnow-mistake-bound-any-sign-as-printed  refuted: targets with negative weights are not learnt
    orthogonal-example-is-mistake    for the perceptron, every example orthogonal to those before it is a mistake

Notation: the inputs are x[i] = ±1, i = 1, …, n, the weights a[i], the label y = ±1, the target weights u[i], with
y Σ uᵢxᵢ ≥ m on every example and W = Σ uᵢ. c = (F + 1/F)/2 is cosh η for F = e^η.

Implementation notes: the exponential is not in the language. Of F = e^η, c = e^κ, n = e^λ and the weights aᵢ = e^{ηeᵢ}
the proofs need one thing, the tangent inequality e^s ≥ e^t(1 + s − t), which is a hypothesis for the numbers in
question. F^{y·xᵢ} is (F + 1/F)/2 + y·xᵢ(F − 1/F)/2, as y·xᵢ = ±1; with this power the shipped update rule is run.
"""

from typing import NamedTuple

from ....algorithms import perceptron, winnow
from ....algorithms.perceptron import State
from ...statements.language import Comparison, Eq, Scalar, Sum
from ...statements.registry import cite, refuted, theorem
from ...statements.script import Script, StatePart, square, times


class Factor:
    """The factor F > 0 as a base whose exponents are ±1."""

    def __init__(self, F: Scalar):
        """Its mean with its inverse, and half their difference."""
        self.mean, self.half = (F + 1 / F) / 2, (F - 1 / F) / 2

    def __pow__(self, sign: Scalar) -> Scalar:
        """F or 1/F, if the exponent is 1 or −1."""
        return self.mean + sign * self.half


def updated(a: Scalar, x: Scalar, y: Scalar, F: Scalar) -> Scalar:
    """A weight after the shipped update."""
    (after,) = winnow.update([a], [x], y, Factor(F))
    return after


# ------------------------------------------------------------------------------------ the update


@theorem(
    "cosh-power-below-gaussian",
    title="cosh η ≤ exp(η²/2), before the limit",
    source=cite("notes", "Winnow; a lemma for the mistake bound"),
    ledger=["001-winnow-step-lemma"],
    supposes={
        "base": "e^(h²) ≥ 1 + h², for which q stands; the limit k → ∞ for h = η/k, in which the powers tend to cosh η, "
        "is not taken",
    },
)
def cosh_below_gaussian(p: Script) -> None:
    """If q ≥ 1 + h², then ((1 + h)ᵏ + (1 − h)ᵏ)/2 ≤ q^{k(k−1)/2} for every k.

    With h = η/k and q = e^{h²} the right side is at most e^{η²/2}, and the left side tends to cosh η. The state of the
    run is k, A = (1 + h)ᵏ, B = (1 − h)ᵏ, G = qᵏ and E = q^{k(k−1)/2}.
    """
    h, q, k, A, B, power, E = p.reals("h q k A B G E")
    p.assume(base=q >= 1 + h**2)
    p.run([(k, 0, k + 1), (A, 1, A * (1 + h)), (B, 1, B * (1 - h)), (power, 1, power * q), (E, 1, E * power)], [], {})
    even, change = (A + B) / 2, h * (A - B) / 2
    p.have("square", h**2 >= 0, square(h))
    with p.induction(counter=k >= 0, positive=even >= 0, below=change >= 0, above=change <= k * h**2 * even,
                     growth=power >= 1 + k * h**2, conclusion=even <= E):  # fmt: skip
        p.have("squares", k * h**2 >= 0, "counter * square")
        p.have("power", power >= 0, "growth", "squares")
        p.have("grown", h**2 * even >= 0, "square * positive")
        p.have("further", k * h**2 * change >= 0, "squares * below")
        p.have("once", h**2 * change >= 0, "square * below")
        p.have("base power", power * q >= power * (1 + h**2), "base * power")
        p.have("square growth", power * (1 + h**2) >= (1 + k * h**2) * (1 + h**2), "growth", "growth * square")
        p.have("fourth", k * h**4 >= 0, "squares * square")
        p.have("times growth", even * (1 + k * h**2) <= even * power, "positive * growth")
        p.have("times power", even * power <= E * power, "conclusion * power")
    p.show(conclusion=even <= E)


@theorem(
    "winnow-update",
    title="The multiplicative update",
    source=cite("notes", "Winnow: multiplicative update"),
    ledger=["001-winnow-update"],
    says="that the weights change only on a mistake is not stated",
)
def update(p: Script) -> None:
    """For x = ±1 and y = ±1 the update multiplies a weight by 1 + δ if its input x agrees with the label y, and divides
    it by 1 + δ if not.

    Written as (1 + xy)(a' − (1 + δ)a) = 0 and (1 − xy)(a' − a/(1 + δ)) = 0.
    """
    a, x, y, delta = p.reals("a x y δ")
    p.assume(input=Eq(x**2, 1), label=Eq(y**2, 1), positive=delta > 0)
    after = updated(a, x, y, 1 + delta)
    p.show(
        agrees=Eq((1 + x * y) * (after - (1 + delta) * a), 0), differs=Eq((1 - x * y) * (after - a / (1 + delta)), 0)
    )
    p.have("sign", Eq((x * y) ** 2, 1), "input", "label")
    p.have("inverse", Eq((1 + delta) * (1 / (1 + delta)), 1), "definition")
    p.conclude("sign", "inverse")


LEFT, RIGHT, BOTH = (1, -1, 1), (-1, 1, 1), (1, 1, -1)  # examples with the label 1 for the target x₁ + x₂ + x₃
PASS = (LEFT, RIGHT, LEFT, RIGHT, BOTH)


@theorem(
    "winnow-updating-always-errs-for-ever",
    title="If Winnow changes its weights on every example, its mistakes need not end",
    source=cite("notes", "Winnow: multiplicative update"),
    ledger={"001-winnow-update": "denies"},
    aliases=["winnow-updates-always-mistake-bound-as-printed"],
    says="it is not stated that the weights change on a mistake only; without that no bound on the mistakes holds, "
    "O(W² log n) or another one",
)
def errs_for_ever(p: Script) -> None:
    """Let the target be x₁ + x₂ + x₃, so that n = W = 3, and let the weights change on every example, by any factor F >
    1. In passes over (1, −1, 1), (−1, 1, 1), these two again, and (1, 1, −1), all with the label 1, as the target has
    it, the last example is a mistake in each pass that comes after k others, if k(F² − 1) ≥ 1.

    So whatever F is, the number of mistakes exceeds every bound. The first two weights are equal at the end of each
    pass, and in proportion to them the third one grows by the factor F².
    """
    F, k, *a = p.reals("F k a1 a2 a3")
    weights = [*a]
    for x in PASS:
        before, weights = weights, [updated(weight, entry, 1, F) for weight, entry in zip(weights, x, strict=True)]
    p.assume(factor=F > 1)
    p.run([*((weight, 1, after) for weight, after in zip(a, weights, strict=True)), (k, 0, k + 1)], [], {})
    p.assume(late=k * (F**2 - 1) >= 1)
    p.show(mistake=sum(weight * entry for weight, entry in zip(before, BOTH, strict=True)) <= 0)
    first, second, third = a
    p.have("growth", F**2 - 1 > 0, "factor", "factor * factor")
    p.have("above 0", F > 0, "factor")
    with p.induction(counter=k >= 0, positive=first > 0, equal=Eq(first, second),
                     lopsided=third >= (1 + k * (F**2 - 1)) * first):  # fmt: skip
        p.have("unit", Eq(F * (1 / F), 1), "definition")
        p.have("cube", F**3 > 0, "above 0 * above 0 * above 0")
        p.have("positive'", F * first > 0, "positive * above 0")
        p.have("surplus", k * (F**2 - 1) ** 2 * first * F >= 0, "counter * growth * growth * positive'")
        p.have("lopsided'", F**3 * third >= (1 + (k + 1) * (F**2 - 1)) * F * first, "lopsided * cube", "surplus")
        p.conclude("counter", "positive'", "equal", "unit", "lopsided'")
    p.have("twice", third >= 2 * first, "late * positive", "lopsided")
    p.have("fourth", F**4 >= 1, "growth * growth", "growth")
    p.have("total", third >= 0, "twice", "positive")
    p.have("four times", F**4 * third >= 2 * first, "fourth * total", "twice")
    p.have("unit", Eq(F * (1 / F), 1), "definition")
    p.conclude("four times", "equal", "unit")


class Family:
    """The numbers a[i] as the coordinates of a vector, so that `a @ x` is Σ aᵢxᵢ."""

    def __init__(self, entries: Scalar):
        """The entry with the index i."""
        self.entries = entries

    def __matmul__(self, other: "Family") -> Scalar:
        """The sum of the products."""
        return Sum(self.entries * other.entries)


class Alone(Family):
    """The same for a single number: `a @ x` is a·x."""

    def __matmul__(self, other: Family) -> Scalar:
        """The product."""
        return self.entries * other.entries


class WinnowRun(NamedTuple):
    """Some state of a run: weights a[i]; an example (x, y); the factor F; a[i] after an update."""

    a: Scalar
    x: Scalar
    y: Scalar
    F: Scalar
    after: Scalar

    @property
    def growth(self) -> Scalar:
        """c = (F + 1/F)/2."""
        return (self.F + 1 / self.F) / 2

    def make(self, p: Script, *more: StatePart, **facts: Comparison) -> None:
        """Declare the run, with `more` parts of the state, and `facts` about every example."""
        mistake = perceptron.mistake_condition(State(Family(self.a), 0), Family(self.x), self.y)
        when = {"input": Eq(self.x**2, 1), "label": Eq(self.y**2, 1), **facts, "mistake": mistake}
        p.assume(factor=self.F >= 1)
        p.run([(self.a, 1, self.after), *more], [self.x, self.y], when)

    def weights_positive(self, p: Script) -> None:
        """Conclude that all weights are positive ("weight")."""
        p.have("inverse", 1 / self.F > 0, "factor")
        with p.induction(weight=self.a > 0):
            p.have("sign", Eq((self.x * self.y) ** 2, 1), "input", "label")
            p.have("low", 1 - self.x * self.y >= 0, "sign", square(1 - self.x * self.y))
            p.have("high", 1 + self.x * self.y >= 0, "sign", square(1 + self.x * self.y))
            p.have("factors", (1 + self.x * self.y) * self.F + (1 - self.x * self.y) / self.F > 0)
            p.conclude("weight * factors")

    def total_grows(self, p: Script) -> None:
        """In a step: conclude that Σ aᵢ grows at most by the factor c ("grown"), which is positive ("growth")."""
        p.have("unit", Eq(self.F * (1 / self.F), 1), "definition")
        p.have("above 0", self.F > 0, "factor")
        p.have("less", 1 / self.F <= 1, "factor", "unit", times("above 0"))
        p.have("half", self.F - 1 / self.F >= 0, "less", "factor")
        p.have("turn", (self.F - 1 / self.F) * (self.y * Sum(self.a * self.x)) <= 0, "half * mistake")
        p.have("grown", Sum(self.after) <= self.growth * Sum(self.a), "turn")
        p.have("growth", self.growth > 0, "inverse", "factor")


def winnow_run(p: Script) -> WinnowRun:
    """Declare its names."""
    a, x, y, F = p.reals("a[i] x[i] y F")
    return WinnowRun(a, x, y, F, updated(a, x, y, F))


@theorem(
    "winnow-mistake-bound-one-input",
    title="Winnow learns one of its inputs with few mistakes",
    source=cite("notes", "Winnow: multiplicative update"),
    ledger=["001-winnow-needs-nonneg", "001-winnow-sometimes-better"],
    says="the weights of the target must not be negative, which is not stated",
)
def one_input_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = 1 and y Σ uᵢxᵢ ≥ 1 on every example, as the target x₁ has. Then F^M ≤
    n·c^M after M mistakes, c = (F + 1/F)/2, for any factor F ≥ 1.

    With F = 3 this is (9/5)^M ≤ n, while the perceptron makes n mistakes on n orthogonal examples
    (orthogonal-example-is-mistake). P and C in the run are F^M and c^M.
    """
    run = winnow_run(p)
    u, own, C = p.reals("u[i] P C")
    a, x, y, F, c = run.a, run.x, run.y, run.F, run.growth
    p.assume(nonnegative=u >= 0, one=Eq(Sum(u), 1))
    run.make(p, (own, 1, own * F), (C, 1, C * c), target=y * Sum(u * x) >= 1)
    p.show(conclusion=own <= Sum(1) * C)
    run.weights_positive(p)
    with p.induction(total=Sum(a) <= Sum(1) * C, own=Eq(Sum(u * a), own)):
        run.total_grows(p)
        p.have("sign", Eq((x * y) ** 2, 1), "input", "label")
        p.have("high", 1 - x * y >= 0, "sign", square(1 - x * y))
        p.have("miss", u * (1 - x * y) >= 0, "nonnegative * high")
        p.sum("miss", "all misses", each="single")
        p.have("no miss", u * (1 - x * y) <= 0, "single", "target", "one")
        p.have("hit", Eq(u * (1 - x * y), 0), "miss", "no miss")
        p.have("gain", Eq(u * run.after, F * (u * a)), "hit")
        p.sum("gain", "gained")
        p.conclude("grown", "total * growth", "gained", "own")
    p.sum("nonnegative", "sum", each="part")
    p.have("most", u * a <= a, "part * weight", "one")
    p.sum("most", "within")
    p.conclude("within", "own", "total")


@theorem(
    "winnow-mistake-bound-any-rate",
    title="Winnow's mistakes for any factor",
    source=cite("notes", "Winnow: multiplicative update"),
    ledger={"001-winnow-bound": "follows", "001-winnow-update": "corrects"},
    supposes={
        "exponentials": "e^s ≥ e^t·(1 + s − t) at the weights aᵢ = e^(η·eᵢ) and at B = e^(λ + κM); that F = e^η, n = "
        "e^λ and cosh η = e^κ",
    },
)
def any_rate_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = W and y Σ uᵢxᵢ ≥ m on every example. After M mistakes with the factor F
    = e^η ≥ 1, M(ηm − Wκ) ≤ Wλ, where c = e^κ and n = e^λ.

    e[i] in the run is the number of updates in which input i gained, less those in which it lost, so that aᵢ = e^{ηeᵢ};
    B is n·c^M = e^{λ + κM}. Of these exponentials it is used that aᵢ ≥ B(1 + ηeᵢ − λ − κM). Without logarithms the
    bound is F^{mM} ≤ n^W·c^{WM}.
    """
    run = winnow_run(p)
    u, e = p.reals("u[i] e[i]")
    W, m, eta, kappa, lam, M, B = p.reals("W m η κ λ M B")
    a, x, y = run.a, run.x, run.y
    p.assume(nonnegative=u >= 0, weight_of_target=Eq(Sum(u), W), rate=eta >= 0)
    run.make(p, (e, 0, e + y * x), (M, 0, M + 1), (B, Sum(1), B * run.growth), target=y * Sum(u * x) >= m)
    p.assume(exponentials=a >= B * (1 + eta * e - lam - kappa * M))
    p.show(conclusion=M * (eta * m - W * kappa) <= W * lam)
    run.weights_positive(p)
    with p.induction(total=Sum(a) <= B, along=Sum(u * e) >= m * M):
        run.total_grows(p)
        p.conclude("grown", "total * growth", "along", "target")
    p.sum("weight", "all weights", each="single")
    p.have("most", u * a <= u * B, "nonnegative * single", "nonnegative * total")
    p.have("least", u * a >= u * B * (1 + eta * e - lam - kappa * M), "nonnegative * exponentials")
    p.sum("most", "above")
    p.sum("least", "below")
    with p.case(Sum(1) > 0):
        with p.induction(positive=B > 0):
            p.have("growth", run.growth > 0, "inverse", "factor")
            p.conclude("positive * growth", "case")
        p.have("progress", B * eta * Sum(u * e) >= B * eta * m * M, "along * positive * rate")
        p.have("all", B * (W + eta * m * M - W * lam - W * kappa * M) <= B * W, "above", "below", "progress",
               "weight_of_target")  # fmt: skip
        p.conclude("all", times("positive"))
    with p.case(Sum(1) <= 0):
        with p.induction(empty=B <= 0):
            p.have("growth", run.growth > 0, "inverse", "factor")
            p.conclude("empty * growth", "case")
        p.have("none", Eq(u, 0), "weight", "single", "total", "empty")
        p.have("nothing", Eq(u * e, 0), "none")
        p.sum("none", "no weight")
        p.sum("nothing", "no progress")
        p.conclude("no weight", "weight_of_target", "no progress", "along * rate")


@theorem(
    "winnow-mistake-bound",
    title="Winnow makes at most 2W²λ mistakes, where λ stands for ln n",
    source=cite("mohri2018", "Theorem 8.13 with r∞ = 1 and ρ = 1/W; Winnow itself is from littlestone1988"),
    ledger=["001-winnow-bound"],
    says="the notes have O(W² log n), and do not state what W is, that the target weights are whole and not negative, "
    "and that δ depends on W",
    supposes={
        "exponentials": "e^s ≥ e^t·(1 + s − t) at the weights aᵢ = e^(eᵢ/W) and at B = e^(λ + κM); that F = e^(1/W), n "
        "= e^λ and cosh(1/W) = e^κ",
        "cosh": "ln cosh η ≤ η²/2 for η = 1/W",
    },
)
def mistake_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = W > 0 and y Σ uᵢxᵢ ≥ 1 on every example, as whole numbers uᵢ have if
    their sum is never 0. With the factor F = e^{1/W} Winnow makes at most 2W² ln n mistakes.

    Exponentials as in winnow-mistake-bound-any-rate, with η = 1/W; κ = ln cosh η ≤ η²/2 is cosh-power-below-gaussian.
    """
    run = winnow_run(p)
    u, e = p.reals("u[i] e[i]")
    W, kappa, lam, count, B = p.reals("W κ λ M B")
    a, x, y = run.a, run.x, run.y
    p.assume(nonnegative=u >= 0, weight_of_target=Eq(Sum(u), W), some_weight=W > 0)
    run.make(p, (e, 0, e + y * x), (count, 0, count + 1), (B, Sum(1), B * run.growth), target=y * Sum(u * x) >= 1)
    p.assume(exponentials=a >= B * (1 + e / W - lam - kappa * count), cosh=kappa <= 1 / (2 * W**2))
    p.show(conclusion=count <= 2 * W**2 * lam)
    p.have("rate", 1 / W > 0, "some_weight")
    p.use("winnow-mistake-bound-any-rate", {"η": 1 / W, "m": 1}, name="bound")
    with p.induction(counter=count >= 0):
        p.conclude("counter")
    p.have("small", count * kappa <= count / (2 * W**2), "cosh * counter")
    p.have("scaled", W * count * kappa <= count / (2 * W), "small * some_weight")
    p.have("half", count / (2 * W) <= W * lam, "bound", "scaled")
    p.conclude("half * some_weight")


@refuted(
    "winnow-mistake-bound-any-sign-as-printed",
    title="Winnow's bound, without a word on the signs of the target's weights",
    source=cite("notes", "Winnow: multiplicative update"),
    corrected="winnow-mistake-bound-one-input",
    missing="the target weights must not be negative: the target −x₁ is never learnt",
    ledger=["001-winnow-needs-nonneg"],
)
def any_sign_as_printed(p: Script) -> None:
    """Let the target weight of the only input be u = ±1, so that W = |u| = 1, and yux ≥ 1 on every example. Then F^M ≤
    n·c^M after M mistakes, n = 1, c = (F + 1/F)/2, for any factor F ≥ 1.
    """
    u, a, x, y, F, P, C = p.reals("u a x y F P C")
    p.assume(whole=Eq(u**2, 1), factor=F >= 1)
    state = [(a, 1, updated(a, x, y, F)), (P, 1, P * F), (C, 1, C * (F + 1 / F) / 2)]
    p.run(state, [x, y], {"input": Eq(x**2, 1), "label": Eq(y**2, 1), "target": y * u * x >= 1,
                          "mistake": perceptron.mistake_condition(State(Alone(a), 0), Alone(x), y)})  # fmt: skip
    p.show(conclusion=P <= C)
    p.counterexample(u=-1, F=2, steps=[{"x": 1, "y": -1}])


@theorem(
    "winnow-step-lemma",
    title="A mistake brings Winnow's weights nearer to the target",
    source=cite("mohri2018", "proof of Theorem 8.13, one update"),
    ledger=["001-winnow-step-lemma"],
    supposes={
        "logarithms": "lᵢ and l'ᵢ are the logarithms of the weights before and after the step; that F = e^η and Z = "
        "e^ζ",
        "exponentials": "e^s ≥ e^t·(1 + s − t) at Z = e^ζ and at cosh η = e^κ",
        "cosh": "ln cosh η ≤ η²/2",
    },
)
def step_lemma(p: Script) -> None:
    """Let qᵢ > 0 with Σ qᵢ = 1 be Winnow's weights, normalised, and lᵢ = ln qᵢ. A mistake on an example with y Σ uᵢxᵢ ≥
    g, where Σ uᵢ = 1, makes them qᵢF^{yxᵢ}/Z, Z = Σ qᵢF^{yxᵢ} ≤ c. With F = e^η ≥ 1, Z = e^ζ and c = e^κ the relative
    entropy Σ uᵢ(ln uᵢ − lᵢ) falls by at least ηg − κ, and so by at least ηg − η²/2.

    l'[i] are the new logarithms. Of the exponentials Z ≥ c(1 + ζ − κ) is used; κ ≤ η²/2 is cosh-power-below-gaussian.
    """
    q, x, u, old, new = p.reals("q[i] x[i] u[i] l[i] l'[i]")
    y, F, g, eta, zeta, kappa = p.reals("y F g η ζ κ")
    c = (F + 1 / F) / 2
    total = Sum(updated(q, x, y, F))
    p.assume(factor=F >= 1, total=Eq(Sum(q), 1), one=Eq(Sum(u), 1), target=y * Sum(u * x) >= g, rate=eta >= 0,
             mistake=perceptron.mistake_condition(State(Family(q), 0), Family(x), y),
             logarithms=Eq(new, old + eta * y * x - zeta), exponentials=total >= c * (1 + zeta - kappa),
             cosh=kappa <= eta**2 / 2)  # fmt: skip
    p.show(normaliser=total <= c, progress=Sum(u * new) - Sum(u * old) >= eta * g - kappa,
           rounded=Sum(u * new) - Sum(u * old) >= eta * g - eta**2 / 2)  # fmt: skip
    p.have("inverse", 1 / F > 0, "factor")
    p.have("unit", Eq(F * (1 / F), 1), "definition")
    p.have("above 0", F > 0, "factor")
    p.have("less", 1 / F <= 1, "factor", "unit", times("above 0"))
    p.have("half", F - 1 / F >= 0, "less", "factor")
    p.have("turn", (F - 1 / F) * (y * Sum(q * x)) <= 0, "half * mistake")
    p.have("normaliser", total <= c, "turn", "total")
    p.have("positive", c > 0, "inverse", "factor")
    p.have("scaled", c * (zeta - kappa) <= 0, "normaliser", "exponentials")
    p.have("less growth", zeta <= kappa, "scaled", times("positive"))
    p.have("term", Eq(u * new, u * old + eta * y * (u * x) - zeta * u), "logarithms")
    p.sum("term", "sum")
    p.have("progress", Sum(u * new) - Sum(u * old) >= eta * g - kappa, "sum", "one", "rate * target", "less growth")
    p.conclude("normaliser", "progress", "cosh")


@theorem(
    "orthogonal-example-is-mistake",
    title="The perceptron makes a mistake on every example orthogonal to those before it",
    source=cite("notes", "Winnow: multiplicative update"),
    ledger=["001-winnow-sometimes-better"],
)
def orthogonal_is_mistake(p: Script) -> None:
    """If z is orthogonal to every example on which the perceptron without bias has been updated, (z, s) is a mistake.

    So on n orthogonal examples, such as the rows of a Hadamard matrix with the labels of one column, it makes n
    mistakes.
    """
    w, x, z = p.vectors("w x z")
    y, s = p.reals("y s")
    p.run([(w, 0, perceptron.update(State(w, 0), x, y, bias_step=0).w)], [x, y], {"orthogonal": Eq(x @ z, 0)})
    with p.induction(orthogonal_to_weights=Eq(w @ z, 0)):
        p.conclude("orthogonal_to_weights", "orthogonal")
    p.conclude("orthogonal_to_weights", conclusion=perceptron.mistake_condition(State(w, 0), z, s))

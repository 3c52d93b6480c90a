"""Winnow: a mistake multiplies weights. If few inputs matter, it makes few mistakes.

Notation: the weights are a[i], i = 1, …, n, the label is y = ±1, the target weights are u[i], with y Σ uᵢxᵢ ≥ m on
every example and W = Σ uᵢ. If the inputs x[i] are ±1, F^{y·xᵢ} is (F + 1/F)/2 + y·xᵢ(F − 1/F)/2, and the claims run the
shipped update rule with this power. If the inputs are any numbers from −1 to 1, they run the rule with e^{η·y·xᵢ}. cosh
η is (e^η + e^{−η})/2.
"""

from typing import NamedTuple

from ....algorithms import perceptron, winnow
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, StatePart, by, exponents, square, tangent, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, exp, ln


class Factor:
    """The factor F > 0 as a base whose exponents are ±1."""

    def __init__(self, F: Scalar):
        self.F = F

    def __pow__(self, sign: Scalar) -> Scalar:
        """Return F or 1/F; for a symbolic exponent, return the number that has these values at 1 and −1."""
        F = self.F
        if isinstance(sign, int):
            return F if sign == 1 else 1 / F
        return (F + 1 / F) / 2 + sign * ((F - 1 / F) / 2)


def updated(a: Scalar, x: Scalar, y: Scalar, F: Scalar) -> Scalar:
    """Return a weight after the shipped update."""
    (after,) = winnow.update([a], [x], y, Factor(F))
    return after


class Exponential:
    """e^η as the base of powers."""

    def __init__(self, rate: Scalar):
        self.rate = rate

    def __pow__(self, exponent: Scalar) -> Scalar:
        """Return e^(η·exponent)."""
        return exp(self.rate * exponent)


def cosh(t: Scalar) -> Scalar:
    """Return (e^t + e^(−t))/2."""
    return (exp(t) + exp(-t)) / 2


# ------------------------------------------------------------------------------------ the update


@theorem("winnow-update", title="The multiplicative update", source=cite("notes", "Winnow: multiplicative update"),
         ledger=["001-winnow-update"], adds={"positive": "δ > 0"})
def update(p: Script) -> None:
    """For x = ±1 and y = ±1 the update multiplies a weight by 1 + δ if its input x agrees with the label y, and divides
    it by 1 + δ if not.

    This is stated as (1 + xy)(a' − (1 + δ)a) = 0 and (1 − xy)(a' − a/(1 + δ)) = 0.
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


@theorem("winnow-updating-always-errs-for-ever",
         title="If Winnow changes its weights on every example, its mistakes need not end",
         source=cite("notes", "Winnow: multiplicative update"), ledger={"001-winnow-update": "lacks"},
         aliases=["winnow-updates-always-mistake-bound-as-printed"],
         says="the text does not state that the weights change only on a mistake; without that, no bound on the "
              "mistakes holds, neither O(W² log n) nor any other")
def errs_for_ever(p: Script) -> None:
    """Let the target be x₁ + x₂ + x₃, so that n = W = 3, and let the weights change on every example, by any factor F >
    1. Each pass visits (1, −1, 1), (−1, 1, 1), the same two again, and (1, 1, −1). The target gives all of them the
    label 1. If k(F² − 1) ≥ 1, the last example is a mistake in each pass after the first k passes.

    So for every F the number of mistakes exceeds every bound. The first two weights are equal at the end of each pass,
    and the ratio of the third weight to them grows by the factor F².
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
                     lopsided=third >= (1 + k * (F**2 - 1)) * first):
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
        self.entries = entries

    def __matmul__(self, other: "Family") -> Scalar:
        """Return the sum of the products."""
        return Sum(self.entries * other.entries)


class Alone(Family):
    """The same for a single number: `a @ x` is a·x."""

    def __matmul__(self, other: Family) -> Scalar:
        """Return the product."""
        return self.entries * other.entries


class WinnowRun(NamedTuple):
    """A state of a run: weights a[i]; an example (x, y); the factor F; a[i] after an update."""

    a: Scalar
    x: Scalar
    y: Scalar
    F: Scalar
    after: Scalar

    @property
    def growth(self) -> Scalar:
        """Return c = (F + 1/F)/2."""
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
        """Derive that Σ aᵢ grows at most by the factor c ("grown"), which is positive ("growth"), in a step."""
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


@theorem("winnow-mistake-bound-one-input", title="Winnow learns one of its inputs with few mistakes",
         source=cite("notes", "Winnow: multiplicative update"),
         ledger={"001-winnow-needs-nonneg": "restricts", "001-winnow-sometimes-better": "states"},
         adds={"nonnegative": "no weight of the target is negative"})
def one_input_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = 1 and y Σ uᵢxᵢ ≥ 1 on every example. The target x₁ satisfies this. Then
    F^M ≤ n·c^M after M mistakes, c = (F + 1/F)/2, for any factor F ≥ 1.

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


class Learning(NamedTuple):
    """A run with the factor e^η on examples with inputs from −1 to 1. The target u[i] with the sum W > 0 has y Σ uᵢxᵢ ≥
    m. The fields are a state of the run, an example, the number M of mistakes, and the sums e[i] of yxᵢ over the
    mistakes.
    """

    a: Scalar
    x: Scalar
    y: Scalar
    u: Scalar
    e: Scalar
    M: Scalar


def learning(p: Script, eta: Scalar, m: Scalar, W: Scalar) -> Learning:
    """Declare the run, and prove that ln n makes sense."""
    a, x, u, e, y, M = p.reals("a[i] x[i] u[i] e[i] y M")
    p.assume(nonnegative=u >= 0, weight_of_target=Eq(Sum(u), W), some_weight=W > 0)
    (after,) = winnow.update([a], [x], y, Exponential(eta))
    p.run([(a, 1, after), (e, 0, e + y * x), (M, 0, M + 1)], [x, y],
          {"input": x**2 <= 1, "label": Eq(y**2, 1), "target": y * Sum(u * x) >= m,
           "mistake": perceptron.mistake_condition(State(Family(a), 0), Family(x), y)})
    with p.making_sense(ln(Sum(1))):
        some_input(p, u, W)
    return Learning(a, x, y, u, e, M)


def below_chord(p: Script, eta: Scalar, t: Scalar) -> None:
    """Derive that e^(ηt) is at most its chord for every t in the "range" from −1 to 1 ("chord")."""
    with p.proving("chord", exp(eta * t) <= (1 + t) / 2 * exp(eta) + (1 - t) / 2 * exp(-eta)):
        p.conclude(by("exponential-below-chord", t=t))


def some_input(p: Script, u: Scalar, W: Scalar) -> None:
    """Derive that there is an input ("some input"), because no uᵢ exceeds Σ uᵢ = W > 0."""
    p.sum("nonnegative", "all", each="part")
    p.have("rest", W - u >= 0, "part", "weight_of_target")
    p.sum("rest", "rests")
    p.have("some input", Sum(1) > 0, "rests", "weight_of_target", "some_weight", times("some_weight"))


@theorem("winnow-mistake-bound-any-rate", title="Winnow's mistakes for any factor",
         source=cite("notes", "Winnow: multiplicative update"),
         ledger={"001-winnow-bound": "follows", "001-winnow-update": "restricts"},
         adds={"mistake": "the weights change on mistakes only", "nonnegative": "no weight of the target is negative",
               "some_weight": "W > 0", "rate": "δ ≥ 0"})
def any_rate_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = W > 0 and y Σ uᵢxᵢ ≥ m on every example, with n inputs from −1 to 1.
    After M mistakes with the factor e^η ≥ 1, M(ηm − W ln cosh η) ≤ W ln n.

    Let e[i] be the sum of the yxᵢ at the mistakes. Then aᵢ = e^(ηeᵢ), and aᵢ ≤ Σ aᵢ ≤ n·(cosh η)^M, so ηeᵢ is at most
    ln n + M ln cosh η.
    """
    eta, m, W = p.reals("η m W")
    p.assume(rate=eta >= 0)
    a, x, y, u, e, M = learning(p, eta, m, W)
    log, count = ln(cosh(eta)), ln(Sum(1))
    p.show(conclusion=M * (eta * m - W * log) <= W * count)
    some_input(p, u, W)
    p.have("up", exp(eta) > 0)
    p.have("down", exp(-eta) > 0)
    p.have("half", exp(eta) >= exp(-eta), tangent(eta, at=-eta), "rate * down")
    with p.induction(weight=Eq(a, exp(eta * e)), total=Sum(a) <= Sum(1) * exp(M * log), along=Sum(u * e) >= m * M):
        p.have("law", Eq(exp(eta * e + eta * y * x), exp(eta * e) * exp(eta * y * x)), exponents(eta * e, eta * y * x))
        p.have("power", exp(eta * e) > 0)
        p.have("positive", a > 0, "weight", "power")
        p.have("range", (y * x) ** 2 <= 1, "input", "label")
        below_chord(p, eta, y * x)
        p.have("gain", a * exp(eta * y * x) <= a * (1 + y * x) / 2 * exp(eta) + a * (1 - y * x) / 2 * exp(-eta),
               "positive * chord")
        p.sum("gain", "gains")
        p.have("turn", (exp(eta) - exp(-eta)) * (y * Sum(a * x)) <= 0, "half * mistake")
        p.have("grown", Sum(a * exp(eta * y * x)) <= cosh(eta) * Sum(a), "gains", "turn")
        p.have("counted", Eq(exp(M * log + log), exp(M * log) * cosh(eta)), exponents(M * log, log))
        p.have("above", cosh(eta) * Sum(a) <= cosh(eta) * (Sum(1) * exp(M * log)), "total * up", "total * down")
        p.conclude("weight", "law", "grown", "above", "counted", "along", "target")
    whole = count + M * log
    p.have("powers", exp(eta * e) > 0)
    p.have("weights", a > 0, "weight", "powers")
    p.sum("weights", "all weights", each="single")
    p.have("least", exp(whole) * (1 + eta * e - whole) <= a, tangent(eta * e, at=whole), "weight")
    p.have("law", Eq(exp(whole), Sum(1) * exp(M * log)), exponents(count, M * log))
    p.have("most", a <= exp(whole), "single", "total", "law")
    p.have("bound", exp(whole) > 0)
    p.have("exponent", eta * e <= whole, "least", "most", times("bound"))
    p.have("weighted", u * (whole - eta * e) >= 0, "nonnegative * exponent")
    p.sum("weighted", "sum of all")
    p.conclude("sum of all", "weight_of_target", "rate * along")


@theorem("winnow-mistake-bound", title="Winnow makes at most 2W² ln n mistakes",
         source=cite("mohri2018", "Theorem 8.13 with r∞ = 1 and ρ = 1/W; Winnow itself is from littlestone1988"),
         ledger=["001-winnow-bound"],
         says="the notes have the bound O(W² log n), and do not say what W is, nor that δ depends on it",
         adds={"nonnegative": "no weight of the target is negative", "some_weight": "W > 0",
               "target": "the target has margin 1, as one with whole weights has",
               "mistake": "the weights change on mistakes only"})
def mistake_bound(p: Script) -> None:
    """Let the target weights uᵢ ≥ 0 have Σ uᵢ = W > 0 and y Σ uᵢxᵢ ≥ 1 on every example. (If the inputs are ±1, whole
    numbers uᵢ with y Σ uᵢxᵢ > 0 satisfy this.) With the factor F = e^{1/W} and n inputs Winnow makes at most 2W² ln n
    mistakes.
    """
    W = p.real("W")
    run = learning(p, 1 / W, 1, W)
    M, count, log = run.M, ln(Sum(1)), ln(cosh(1 / W))
    p.show(conclusion=2 * W**2 * count >= M)
    p.have("rate", 1 / W > 0, "some_weight")
    p.use("winnow-mistake-bound-any-rate", {"η": 1 / W, "m": 1}, name="bound")
    p.use("cosh-below-gaussian", t=1 / W, name="cosh")
    p.have("positive", exp(1 / (2 * W**2)) > 0)
    p.have("small", log <= 1 / (2 * W**2), "cosh", tangent(log, at=1 / (2 * W**2)), times("positive"))
    with p.induction(counter=M >= 0):
        p.conclude("counter")
    p.have("few", M * log <= M / (2 * W**2), "small * counter")
    p.have("scaled", W * M * log <= M / (2 * W), "few * some_weight")
    p.have("half", W * count >= M / (2 * W), "bound", "scaled")
    p.conclude("half * some_weight")


@refuted("winnow-mistake-bound-any-sign-as-printed",
         title="Winnow's bound, without a word on the signs of the target's weights",
         source=cite("notes", "Winnow: multiplicative update"), corrected="winnow-mistake-bound-one-input",
         missing="the target weights must not be negative: the target −x₁ is never learnt",
         ledger=["001-winnow-needs-nonneg"])
def any_sign_as_printed(p: Script) -> None:
    """Let the target weight of the only input be u = ±1, so that W = |u| = 1, and yux ≥ 1 on every example. Let c = (F
    + 1/F)/2 for any factor F ≥ 1. Then F^M ≤ n·c^M after M mistakes, where n = 1.
    """
    u, a, x, y, F, P, C = p.reals("u a x y F P C")
    p.assume(whole=Eq(u**2, 1), factor=F >= 1)
    state = [(a, 1, updated(a, x, y, F)), (P, 1, P * F), (C, 1, C * (F + 1 / F) / 2)]
    p.run(state, [x, y], {"input": Eq(x**2, 1), "label": Eq(y**2, 1), "target": y * u * x >= 1,
                          "mistake": perceptron.mistake_condition(State(Alone(a), 0), Alone(x), y)})
    p.show(conclusion=P <= C)
    p.counterexample(u=-1, F=2, steps=[{"x": 1, "y": -1}])


@theorem("winnow-step-lemma", title="A mistake brings Winnow's weights nearer to the target",
         source=cite("mohri2018", "proof of Theorem 8.13, one update"), ledger=["001-winnow-step-lemma"])
def step_lemma(p: Script) -> None:
    """Let qᵢ > 0 with Σ qᵢ = 1 be Winnow's weights, normalised. Let Σ uᵢ = 1. A mistake on an example with inputs from
    −1 to 1 and y Σ uᵢxᵢ ≥ g changes them to q'ᵢ = qᵢe^(ηyxᵢ)/Z with Z = Σ qᵢe^(ηyxᵢ) ≤ cosh η. The relative entropy Σ
    uᵢ(ln uᵢ − ln qᵢ) falls by at least ηg − ln cosh η, and so by at least ηg − η²/2.
    """
    q, x, u, y, g, eta = p.reals("q[i] x[i] u[i] y g η")
    (after,) = winnow.update([q], [x], y, Exponential(eta))
    Z, log = Sum(after), ln(cosh(eta))
    new = after / Z
    p.assume(weights=q > 0, total=Eq(Sum(q), 1), one=Eq(Sum(u), 1), target=y * Sum(u * x) >= g, rate=eta >= 0,
             input=x**2 <= 1, label=Eq(y**2, 1),
             mistake=perceptron.mistake_condition(State(Family(q), 0), Family(x), y))

    def some_weight() -> None:
        """Derive the fact `some weight`, Z > 0: the update multiplies each weight by at least e^(−η)."""
        p.have("least", exp(-eta) > 0)
        p.have("range", (y * x) ** 2 <= 1, "input", "label")
        p.have("low", y * x >= -1, "range", square(y * x + 1))
        p.have("rise", eta * (y * x + 1) >= 0, "rate * low")
        p.have("loss", exp(eta * y * x) >= exp(-eta), tangent(eta * y * x, at=-eta), "least * rise")
        p.have("kept", q * exp(eta * y * x) >= q * exp(-eta), "weights * loss")
        p.sum("kept", "all kept")
        p.have("some weight", Z > 0, "all kept", "total", "least")

    for value in (1 / Z, ln(Z)):
        with p.making_sense(value):
            some_weight()
    with p.making_sense(ln(new)):
        some_weight()
        p.have("gained", exp(eta * y * x) > 0)
        p.have("after", q * exp(eta * y * x) > 0, "weights * gained")
        p.have("share", 1 / Z > 0, "some weight")
        p.conclude("after * share")
    gain = Sum(u * ln(new)) - Sum(u * ln(q))
    p.show(normaliser=cosh(eta) >= Z, progress=gain >= eta * g - log, rounded=gain >= eta * g - eta**2 / 2)
    some_weight()
    p.have("up", exp(eta) > 0)
    p.have("half", exp(eta) >= exp(-eta), tangent(eta, at=-eta), "rate * least")
    below_chord(p, eta, y * x)
    p.have("gain", q * exp(eta * y * x) <= q * (1 + y * x) / 2 * exp(eta) + q * (1 - y * x) / 2 * exp(-eta),
           "weights * chord")
    p.sum("gain", "gains")
    p.have("turn", (exp(eta) - exp(-eta)) * (y * Sum(q * x)) <= 0, "half * mistake")
    p.have("normaliser", cosh(eta) >= Z, "gains", "turn", "total")
    p.have("growth", cosh(eta) > 0, "up", "least")
    p.have("below", ln(Z) <= log, tangent(ln(Z), at=log), "normaliser", times("growth"))
    shifted = ln(q) + eta * y * x - ln(Z)
    p.have("product", Eq(exp(ln(q) + eta * y * x), q * exp(eta * y * x)), exponents(ln(q), eta * y * x))
    p.have("quotient", Eq(exp(shifted) * Z, q * exp(eta * y * x)), exponents(shifted, ln(Z)), "product")
    p.have("normalised", Eq(new * Z, after), "definition")
    p.have("same", Eq(exp(ln(new)), exp(shifted)), "quotient", "normalised", times("some weight"))
    with p.proving("logarithm", Eq(ln(new), shifted)):
        p.conclude(by("exponential-determines-its-exponent", s=ln(new), t=shifted))
    p.have("term", Eq(u * ln(new), u * ln(q) + eta * y * (u * x) - ln(Z) * u), "logarithm")
    p.sum("term", "sum")
    p.have("progress", gain >= eta * g - log, "sum", "one", "rate * target", "below")
    p.use("cosh-below-gaussian", t=eta, name="cosh")
    p.have("gaussian", exp(eta**2 / 2) > 0)
    p.have("small", log <= eta**2 / 2, "cosh", tangent(log, at=eta**2 / 2), times("gaussian"))
    p.conclude("normaliser", "progress", "small")


@theorem("orthogonal-example-is-mistake",
         title="The perceptron makes a mistake on every example orthogonal to those before it",
         source=cite("notes", "Winnow: multiplicative update"), ledger=["001-winnow-sometimes-better"])
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

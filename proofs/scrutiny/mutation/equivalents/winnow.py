"""True mutants of the claims on Winnow."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ....statements.language import Eq, Scalar, Sum, reals
from ....statements.script import Script, square, times
from . import derives

BOUND, ANY_RATE, ONE_INPUT = "winnow-mistake-bound", "winnow-mistake-bound-any-rate", "winnow-mistake-bound-one-input"
ANY_SIGN, STEP = "winnow-mistake-bound-any-sign-as-printed", "winnow-step-lemma"


class Weights(NamedTuple):
    """Weights a[i] and an example (x, y); F if the input agrees, and the other factor, if not."""

    a: Scalar
    x: Scalar
    y: Scalar
    F: Scalar
    other: Scalar

    @property
    def after(self) -> Scalar:
        """The weights after an update."""
        return self.a * ((self.F + self.other) / 2 + self.x * self.y * (self.F - self.other) / 2)

    @property
    def growth(self) -> Scalar:
        """The mean of the factors."""
        return (self.F + self.other) / 2

    def stay(self, p: Script, **sign: Any) -> None:
        """Conclude that the weights keep their sign, where the other factor is positive ("other")."""
        with p.induction(**sign):
            p.have("sign", Eq((self.x * self.y) ** 2, 1), "input", "label")
            p.have("low", 1 - self.x * self.y >= 0, "sign", square(1 - self.x * self.y))
            p.have("high", 1 + self.x * self.y >= 0, "sign", square(1 + self.x * self.y))
            p.have("factors", (1 + self.x * self.y) * self.F + (1 - self.x * self.y) * self.other > 0, "other",
                   "factor", "low * other", "high * factor", "high", "low")  # fmt: skip
            p.conclude(*(f"{name} * factors" for name in sign))

    def total_grows(self, p: Script) -> None:
        """In a step: conclude that Σ aᵢ grows at most by the mean ("grown"), where the other factor is not the larger
        one ("half").
        """
        p.have("turn", (self.F - self.other) * (self.y * Sum(self.a * self.x)) <= 0, "half * mistake")
        p.have("grown", Sum(self.after) <= self.growth * Sum(self.a), "turn")
        p.have("growth", self.growth > 0, "other", "factor")


Below = Callable[[Script, Weights], None]  # concludes that the weights are at most B


def weights(p: Script, other: str) -> Weights:
    """Their names, where the other factor is this quotient; and that it is positive ("other")."""
    found = Weights(*reals(f"a[i] x[i] y F {other}"))
    p.have("above 0", found.F > 0, "factor")
    p.have("other", found.other > 0, "factor")
    return found


def not_larger(p: Script, F: Scalar, other: Scalar, definition: str) -> None:
    """Conclude that the other factor is not the larger one ("half"), where it is at most 1/F."""
    p.have("less", other <= 1, definition, "factor * other")
    p.have("half", F - other >= 0, "less", "factor")


# ------------------------------------------------------------------------------------ any sign


@derives(ANY_SIGN, "target: >= becomes >")
def no_step(p: Script) -> None:
    """The number uxy is 1 or -1: no step, and C = P = 1."""
    u, x, y, own, C = p.reals("u x y P C")
    with p.induction(own=Eq(own, 1), C=Eq(C, 1)):
        p.suppose_not("moved")
        p.have("sign", Eq((u * x * y) ** 2, 1), "whole", "input", "label")
        p.conclude("sign", "target", square(1 - u * x * y))
    p.conclude("own", "C")


@derives(
    ANY_SIGN,
    "show.conclusion: P becomes 1",
    "conclusion: >= becomes <=",
    "conclusion: P and a exchanged",
    "conclusion: P and u exchanged",
    "conclusion: P and inv1 exchanged",
)
def below_zero(p: Script) -> None:
    """With c = (F + 1/F)/2, F >= c >= 1 >= 1/F, so after k steps P = F^k >= C = c^k >= 1 >= u; and a > 0, so xy <= 0
    at a mistake, and a grows at most by c.
    """
    u, a, x, y, F, own, C, other = p.reals("u a x y F P C inv1")
    c = (F + other) / 2
    p.have("other", other > 0, "factor")
    not_larger(p, F, other, "inv1.def")
    p.have("grows", c >= 1, "inv1.def", "other * less", square(F - 1), square(other - 1))
    Weights(a, x, y, F, other).stay(p, weight=a > 0)
    with p.induction(least=C >= 1, below=own >= C, above=a <= C):
        p.have("turn", (F - other) * (a * x * y) <= 0, "half * mistake")
        p.have("growth", c > 0, "grows")
        p.have("positive", C >= 0, "least")
        p.have("kept", C * c >= C, "positive * grows")
        p.have("less growth", c * C <= F * C, "positive * half")
        p.have("F", F > 0, "factor")
        p.conclude("least", "kept", "less growth", "below * F", "above * growth", "turn")
    p.have("u", u <= 1, "whole", square(u - 1))
    p.conclude("least", "below", "above", "less", "u")


# ------------------------------------------------------------------------------------ one update


@derives(
    STEP,
    "show.normaliser: F sum(q[i],x[i]) y becomes F^2 sum(q[i],x[i]) y",
    "show.normaliser: inv1 sum(q[i],x[i]) y becomes inv1^2 sum(q[i],x[i]) y",
)
def faster(p: Script) -> None:
    """With s = Σq[i]x[i]y <= 0 it is -s/2 times the difference of a number >= 1 and one of at most 1."""
    q, x, y, F, other = p.reals("q[i] x[i] y F inv1")
    p.use(STEP, name="claim")
    p.have("other", other > 0, "factor")
    not_larger(p, F, other, "inv1.def")
    p.have("square", F**2 - other >= 0, "factor * factor", "factor", "less")
    p.have("squared", F - other**2 >= 0, "factor", "less * other", "less")
    p.have("turn", (F**2 - other) * (y * Sum(q * x)) <= 0, "square * mistake")
    p.have("turn'", (F - other**2) * (y * Sum(q * x)) <= 0, "squared * mistake")
    p.conclude("turn", "turn'", "total", "claim.progress", "claim.rounded")


@derives(STEP, "progress: ζ and κ exchanged")
def progress_itself(p: Script) -> None:
    """By `logarithms` and `one` the left side is η(Σu[i]x[i]y - g)."""
    x, u, old, new, y, eta, zeta = p.reals("x[i] u[i] l[i] l'[i] y η ζ")
    p.use(STEP, name="claim")
    p.have("term", Eq(u * new, u * old + eta * y * (u * x) - zeta * u), "logarithms")
    p.sum("term", "sum")
    p.conclude("sum", "one", "rate * target", "claim.normaliser", "claim.rounded")


# ------------------------------------------------------------------------------------ the bounds with exponents


def some_input(p: Script) -> None:
    """Conclude that there is an input ("number", "numbers"), where the target weights add up to more than 0
    ("some_weight").
    """
    p.sum("nonnegative", "total weight", each="share")
    p.sum("share", "shares")
    p.have("number", Sum(1) >= 1, "shares", "weight_of_target", times("some_weight"))
    p.have("numbers", Sum(1) ** 2 >= Sum(1), "number * number", "number")


def below_bound(p: Script, run: Weights) -> None:
    """Conclude that the weights are at most B > 0 ("within"), as their sum is."""
    B = reals("B")[0]
    some_input(p)
    run.stay(p, weight=run.a > 0)
    with p.induction(positive=B > 0, total=Sum(run.a) <= B):
        run.total_grows(p)
        p.conclude("grown", "total * growth", "positive * growth")
    p.sum("weight", "all weights", each="single")
    p.have("within", run.a <= B, "single", "total")


def below_zero_bound(p: Script, run: Weights) -> None:
    """Conclude that the weights are at most B > 0 ("within"), as they are at most 0."""
    B = reals("B")[0]
    some_input(p)
    run.stay(p, weight=run.a <= 0)
    with p.induction(positive=B > 0):
        p.have("growth", run.growth > 0, "other", "factor")
        p.conclude("positive * growth")
    p.have("within", run.a <= B, "weight", "positive")


def by_exponents(p: Script, rate: Scalar, margin: Scalar) -> None:
    """Conclude the bound for this rate ("bound"), where the weights are at most B > 0 ("within")."""
    u, e, W, kappa, lam, M, B = reals("u[i] e[i] W κ λ M B")
    exponent = rate * e - lam - kappa * M
    with p.induction(along=Sum(u * e) >= margin * M):
        p.conclude("along", "target")
    p.have("least", u * B * exponent <= 0, "nonnegative * exponentials", "nonnegative * within")
    p.sum("least", "below")
    p.have("progress", B * rate * Sum(u * e) >= B * rate * margin * M, "along * positive * rate")
    p.have("all", B * (rate * margin * M - W * lam - W * kappa * M) <= 0, "below", "progress", "weight_of_target")
    p.have("bound", M * (rate * margin - W * kappa) <= W * lam, "all", times("positive"))


def any_rate(p: Script, below: Below) -> None:
    """Derive the bound for any rate, where the weights are at most B if there is some target weight."""
    u, e, W, m, eta, M = reals("u[i] e[i] W m η M")
    run = weights(p, "inv1")
    not_larger(p, run.F, run.other, "inv1.def")
    with p.case(W > 0, "some_weight"):
        below(p, run)
        by_exponents(p, eta, m)
        p.conclude("bound")
    with p.case(W <= 0, "some_weight"):
        p.sum("nonnegative", "all", each="share")
        p.have("none", Eq(u, 0), "share", "nonnegative", "weight_of_target", "some_weight")
        p.have("nothing", Eq(u * e, 0), "none")
        p.sum("none", "no weight")
        p.sum("nothing", "no progress")
        with p.induction(along=Sum(u * e) >= m * M):
            p.conclude("along", "target")
        p.conclude("no weight", "weight_of_target", "no progress", "along * rate")


def one_rate(p: Script, below: Below) -> None:
    """Derive the bound for the rate 1/W, where the weights are at most B."""
    W, kappa, lam, M, rate = reals("W κ λ M inv1")
    run = weights(p, "inv2")
    not_larger(p, run.F, run.other, "inv2.def")
    below(p, run)
    p.have("rate", rate > 0, "some_weight")
    by_exponents(p, rate, 1)
    with p.induction(counter=M >= 0):
        p.conclude("counter")
    p.have("small", M * kappa <= M * rate**2 / 2, "cosh * counter")
    p.have("scaled", W * M * kappa <= M * rate / 2, "small * some_weight", "inv1.def")
    p.have("half the bound", M * rate / 2 <= W * lam, "bound", "scaled")
    p.conclude("half the bound * some_weight", "inv1.def")


NEGATIVE = ("run.start.a[i]: 1 becomes -1 before 1", "run.start.a[i]: 1 becomes 0 before 1")
LARGER = ("run.start.B: 0 becomes 1 before 1", "run.start.B: sum() becomes sum()^2")


@derives(ANY_RATE, *NEGATIVE)
def any_rate_negative(p: Script) -> None:
    """If W > 0, there is an input: so a[i] <= 0 < B, and ηe[i] <= Mκ + λ as in the claim; otherwise each u[i] is 0."""
    any_rate(p, below_zero_bound)


@derives(ANY_RATE, *LARGER)
def any_rate_larger(p: Script) -> None:
    """If W > 0, there is an input: so the sum of the a[i] is at most B at the start, and then as in the claim;
    otherwise each u[i] is 0.
    """
    any_rate(p, below_bound)


@derives(BOUND, *NEGATIVE)
def one_rate_negative(p: Script) -> None:
    """As W > 0, there is an input: so a[i] <= 0 < B, and e[i]/W <= Mκ + λ for each i, and Σu[i]e[i] >= M."""
    one_rate(p, below_zero_bound)


@derives(BOUND, *LARGER, "inv2: of 2 times as much")
def one_rate_larger(p: Script) -> None:
    """As W > 0, there is an input: so the sum of the a[i] is at most B at the start; as the other factor is not larger
    than F, it grows as B at most. So e[i]/W <= Mκ + λ for each i, and Σu[i]e[i] >= M.
    """
    one_rate(p, below_bound)


@derives(BOUND, "show.conclusion: W^2 λ becomes W^3 λ")
def larger_power(p: Script) -> None:
    """As 2W²λ >= M >= 0, λ >= 0; after a step W >= Σu[i]x[i]y >= 1, before any M = 0."""
    u, x, y, W, lam, M = reals("u[i] x[i] y W λ M")
    p.use(BOUND, name="claim")
    with p.induction(counter=M >= 0, started=M * (W - 1) >= 0):
        p.have("sign", Eq((x * y) ** 2, 1), "input", "label")
        p.have("high", 1 - x * y >= 0, "sign", square(1 - x * y))
        p.have("part", u * x * y <= u, "nonnegative * high")
        p.sum("part", "parts")
        p.have("weight", W - 1 >= 0, "parts", "target", "weight_of_target")
        p.conclude("counter", "started", "weight")
    p.have("squared", W**2 * lam >= 0, "claim", "counter")
    with p.case(M > 0):
        p.have("weight", W - 1 >= 0, "started", times("case"))
        p.conclude("claim", "weight * squared")
    with p.case(M <= 0):
        p.conclude("case", "squared * some_weight")


# ------------------------------------------------------------------------------------ one input


def one_of_one(p: Script) -> None:
    """Conclude that there is an input ("number"), where the target weights add up to 1 ("one")."""
    p.sum("nonnegative", "all", each="share")
    p.sum("share", "shares")
    p.have("number", Sum(1) - 1 >= 0, "shares", "one")


@derives(ONE_INPUT, "show.conclusion: C sum() becomes C sum()^2")
def squared_number(p: Script) -> None:
    """As Σu[i] = 1, there is an input; so the number of inputs n is at most n², and C > 0."""
    C = reals("C")[0]
    p.use(ONE_INPUT, name="claim")
    run = weights(p, "inv1")
    one_of_one(p)
    with p.induction(positive=C > 0):
        p.have("growth", run.growth > 0, "other", "factor")
        p.conclude("positive * growth")
    p.have("more", C * (Sum(1) - 1) >= 0, "positive * number")
    p.have("squared", C * (Sum(1) - 1) ** 2 >= 0, "more * number")
    p.conclude("claim", "more", "squared")


@derives(ONE_INPUT, "conclusion: C and P exchanged")
def growth_below_factor(p: Script) -> None:
    """As (F + 1/F)/2 <= F, C <= P; and there is an input, as Σu[i] = 1."""
    own, C = reals("P C")
    run = weights(p, "inv1")
    not_larger(p, run.F, run.other, "inv1.def")
    one_of_one(p)
    with p.induction(positive=C > 0, below=own >= C):
        p.have("growth", run.growth > 0, "other", "factor")
        p.conclude("positive * growth", "positive * half", "below * above 0")
    p.have("own", own > 0, "positive", "below")
    p.conclude("below", "own * number")


@derives(ONE_INPUT, "inv1: of 1/2 times as much")
def twice_the_inverse(p: Script) -> None:
    """With F >= 2/F the proof is the same; otherwise (F + 2/F)/2 >= F, so C >= P, and there is an input."""
    own, C = reals("P C")
    run = weights(p, "inv1")
    one_of_one(p)
    with p.case(run.F - run.other >= 0, "half"):
        one_input(p, run)
    with p.case(run.F - run.other < 0, "half"):
        with p.induction(positive=own > 0, above=own <= C):
            p.have("less", own * (run.other - run.F) >= 0, "positive * half")
            p.have("growth", run.growth > 0, "other", "factor")
            p.conclude("positive * above 0", "above * growth", "less")
        p.have("C", C > 0, "positive", "above")
        p.conclude("above", "C * number")


def one_input(p: Script, run: Weights) -> None:
    """Derive the claim, where the other factor is not the larger one ("half")."""
    a, x, y, F, _ = run
    u, own, C = reals("u[i] P C")
    run.stay(p, weight=a > 0)
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
    p.have("most", u * a <= a, "share * weight", "one")
    p.sum("most", "parts")
    p.conclude("parts", "own", "total")

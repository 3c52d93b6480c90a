"""True mutants of the claims on the batch perceptron."""

from sympy import Rational

from ....statements.language import Eq, Relation, Scalar, Sum, reals, vectors
from ....statements.script import Script, by, length, square, times
from . import derives

BOUND, RATES = "batch-perceptron-step-bound", "batch-perceptron-any-rates-bound"
OPTIMAL, SUMMABLE = "batch-perceptron-optimal-as-printed", "summable-rates-never-separate"


def sum_of_ones(p: Script) -> None:
    """Conclude Σ 1 >= 0 ("number")."""
    p.have("one", Relation(1, ">=", 0))
    p.sum("one", "number")


@derives("batch-sum-within-count", "show.conclusion: B m^2 becomes B m^3")
def cube_of_count(p: Script) -> None:
    """No c[i] exceeds m, and c[i] = c[i]² <= mc[i], so m <= m²; and mB >= 0, as c[i]B >= 0 for each i."""
    (x,), (B, m, c) = p.vectors("x[i]"), p.reals("B m c[i]")
    p.use("batch-sum-within-count", name="claim")
    p.have("weight", c >= 0, "chosen", square(c))
    p.sum("weight", "count", each="single")
    p.have("below", m * c >= c, "weight * single", "chosen", "number")
    p.sum("below", "square")
    p.have("more", m**2 - m >= 0, "square", "number")
    p.have("size", x @ x >= 0, length(x))
    p.have("bounded", c * B >= 0, "weight * size", "weight * radius")
    p.sum("bounded", "all")
    p.have("room", m * B >= 0, "all", "number")
    p.conclude("claim", "room * more")


@derives(
    BOUND,
    "show.vectors: D^2 inv1^2 sum() becomes D^2 inv1^2 sum()^2",
    "show.steps: D^2 inv1^2 sum() becomes D^2 inv1^2 sum()^2",
)
def square_of_number(p: Script) -> None:
    """A step takes an example, so that L >= 1 unless t = N = 0: then tL >= t and NL >= N."""
    t, n, c = p.reals("t N c[i]")
    L = Sum(1)
    with p.induction(steps=t * (L - 1) >= 0, vectors=n * (L - 1) >= 0):
        p.have("at-most-one", c <= 1, "chosen", square(1 - c))
        p.sum("at-most-one", "at-most-all")
        p.have("some'", L - 1 >= 0, "at-most-all", "some")
        p.have("count", Sum(c) >= 0, "some")
        p.conclude("steps", "vectors", "some'", "some' * count")
    sum_of_ones(p)
    p.use(BOUND, name="claim")
    p.conclude("claim", "steps", "vectors", "number * claim.steps", "number * claim.vectors")


@derives(RATES, "mistakes: >= becomes >", "all_mistakes: > becomes <")
def no_step(p: Script) -> None:
    """At the start all scores are 0, and then there is no mistake: no step."""
    (w, x), (t, D, c, share) = p.vectors("w x[i]"), p.reals("t D c[i] inv1")
    with p.induction(start=Eq(w @ w, 0), none=Eq(t, 0)):
        p.suppose_not("moved")
        p.have("flat", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "start")
        p.have("score", Eq(w @ x, 0), "flat")
        p.have("unchosen", c <= 0, "score", "chosen", "mistakes", "all_mistakes")
        p.sum("unchosen", "empty")
        p.conclude("empty", "some")
    sum_of_ones(p)
    p.have("size", D**2 * share**2 >= 0, square(D * share))
    p.conclude("none", "number * size")


def all_of_one(p: Script) -> None:
    """Conclude that each e[i] is 1 ("wrong"), as w = 0, and 0 <= f[i] <= 1."""
    (w, x), (e, f) = vectors("w x[i]"), reals("e[i] f[i]")
    p.have("flat", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "start")
    p.have("score", Eq(w @ x, 0), "flat")
    p.have("positive", e > 0, "e_if_zero", "score")
    p.have("wrong", Eq(e, 1), "e_values", times("positive"))
    p.have("at-most-one", 1 - f >= 0, "f_values", square(1 - f))
    p.have("weight", f >= 0, "f_values", square(f))


@derives(OPTIMAL, "conclusion: >= becomes <=")
def most_errors(p: Script) -> None:
    """w = 0, so each e[i] is 1, and f[i] is 0 or 1."""
    e, f = p.reals("e[i] f[i]")
    all_of_one(p)
    p.have("more", e >= f, "wrong", "at-most-one")
    p.sum("more", "sum")


@derives(OPTIMAL, "e_if_one: >= becomes >")
def no_example(p: Script) -> None:
    """w = 0: it holds only if there is no example."""
    e, f = p.reals("e[i] f[i]")
    all_of_one(p)
    with p.proving("none", Eq(e, 0)):
        p.suppose_not("some")
        p.conclude("e_if_one", "score")
    p.have("fewer", e <= f, "none", "weight")
    p.sum("fewer", "sum")


@derives(OPTIMAL, "f_if_one: >= becomes >")
def all_wrong(p: Script) -> None:
    """Then no f[i] is 0, so each is 1, as is each e[i]."""
    e, f = p.reals("e[i] f[i]")
    all_of_one(p)
    with p.proving("some", f > 0):
        p.suppose_not("none")
        p.have("zero", Eq(f, 0), "none", "weight")
        p.conclude("f_if_one", "zero")
    p.have("one", Eq(f, 1), "f_values", times("some"))
    p.have("as many", e <= f, "one", "wrong")
    p.sum("as many", "sum")


@derives(
    OPTIMAL,
    "show.conclusion: -1 becomes 1 before sum(e[i])",
    "show.conclusion: -1 becomes 0 before sum(e[i])",
)
def no_negative_number(p: Script) -> None:
    """e[i] and f[i] are 0 or 1."""
    all_of_one(p)
    p.have("own", p.real("e[i]") >= 0, "wrong")
    p.sum("own", "one sum")
    p.sum("weight", "other sum")
    p.conclude("one sum", "other sum")


def from_start(p: Script, multiple: int, rate: Scalar) -> None:
    """Derive the claim for the start at w = x2 + a multiple of x1, r = rate."""
    (w, x1, x2), r = p.vectors("w x1 x2"), p.real("r")
    furthest = multiple + 8 * rate / 7
    with p.induction(positive=r >= 0, x1=Eq(w @ x1 + 40 * r / 7, 5 * furthest - 11),
                     x2=Eq(w @ x2 - 88 * r / 7, x2 @ x2 - 11 * furthest)):  # fmt: skip
        p.conclude("positive", "x1", "x2", "first", "both")
    p.have("size", 5 * (x2 @ x2) >= 121, by("cauchy-schwarz", u=x1, v=x2), "first", "both")
    p.conclude("positive", "x1", "x2", "size")


@derives(SUMMABLE, "run.start.w@: 1 becomes 2 before x1@")
def twice_the_first(p: Script) -> None:
    """w = c·x1 + x2 with 0 < c <= 15/7, as the steps add up to less than 8r/7; so ⟨w, x1⟩ = 5c - 11 < 0, and ⟨w, x2⟩ =
    |x2|² - 11c > 0 because |x2|² >= 121/5 (Cauchy and Schwarz) and 11c <= 165/7.
    """
    from_start(p, 2, Rational(1, 8))


@derives(SUMMABLE, "run.start.r: 1/8 becomes 1/4 before 1")
def larger_rates(p: Script) -> None:
    """w = c·x1 + x2 with 0 < c <= 9/7, and for c <= 15/7 ⟨w, x1⟩ < 0 < ⟨w, x2⟩."""
    from_start(p, 1, Rational(1, 4))


@derives(SUMMABLE, "run.start.r: 1/8 becomes 1/16 before 1")
def smaller_rates(p: Script) -> None:
    """w = c·x1 + x2 with 0 < c <= 15/14, and for c <= 15/7 ⟨w, x1⟩ < 0 < ⟨w, x2⟩."""
    from_start(p, 1, Rational(1, 16))

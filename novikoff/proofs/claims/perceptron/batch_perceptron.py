"""The batch perceptron: every step adds all misclassified vectors at once.

Notation: x[i] are the L = Σ 1 signed vectors, D ≥ ‖x[i]‖; u is a unit vector with ⟨u, x[i]⟩ ≥ γ > 0.

Implementation notes
    The vectors that a step adds are chosen by a family c[i] with c² = c: 1 for the vectors added, 0 for the others.
    Their sum s, an input of the step, is given by its inner products ⟨s, v⟩ = Σ cᵢ⟨x[i], v⟩ with the vectors v that
    a proof needs. The bound holds for any choice of misclassified vectors, at least one in each step. The batch
    perceptron chooses all of them, the perceptron chooses one.
"""

from typing import NamedTuple

from ....algorithms import batch_perceptron
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Rational, Relation, Scalar, Sum, Vector, equal
from .gradient_descent import indicator


@theorem("batch-sum-within-count", title="A sum of m vectors is at most m times as long as the longest",
         source=cite("steele2004", "chapter 4, the triangle inequality; for sums"),
         ledger={"002-batch-finite": "follows"})
def sum_within_count(p: Script) -> None:
    """If s is the sum of the x[i] with c[i] = 1 and ‖x[i]‖² ≤ B for every i, then ‖s‖² ≤ m²·B for their number m."""
    s, x = p.vectors("s x[i]")
    B, m, c = p.reals("B m c[i]")
    p.assume(chosen=Eq(c**2, c), number=Eq(m, Sum(c)), radius=x @ x <= B, itself=Eq(s @ s, Sum(c * (x @ s))))
    p.show(conclusion=s @ s <= m**2 * B)
    p.have("weight", c >= 0, "chosen", square(c))
    p.sum("weight", "count", each="single")
    p.have("short", c * (x @ x) <= c * B, "weight * radius")
    with p.proving("term", 2 * m * (c * (x @ s)) <= m**2 * (c * (x @ x)) + c * (s @ s)):
        p.have("gap", (m * x - s) @ (m * x - s) >= 0, length(m * x - s))
        p.conclude("weight * gap")
    p.have("square", m**2 >= 0, square(m))
    p.have("each", 2 * m * (c * (x @ s)) <= m**2 * (c * B) + c * (s @ s), "term", "square * short")
    p.sum("each", "total")
    p.have("all", m * (s @ s) <= m**3 * B, "total", "itself", "number")
    with p.case(m > 0):
        p.conclude("all", times("case"))
    with p.case(m <= 0):
        p.have("none", Eq(m, 0), "count", "case", "number")
        p.have("zero", Eq(c, 0), "single", "weight", "none", "number")
        p.have("nothing", Eq(c * (x @ s), 0), "zero")
        p.sum("nothing", "empty")
        p.conclude("none", "itself", "empty")


class BatchRun(NamedTuple):
    """A run from 0 on the x[i]: w after t steps, which added N vectors in all; the choice c and the sum s of the next
    step; w after that step.
    """

    w: Vector
    x: Vector
    t: Scalar
    n: Scalar
    c: Scalar
    s: Vector
    after: Vector


def batch_run(p: Script, rate: Scalar, *tested: Vector, varying: bool = False) -> BatchRun:
    """Declare a run with steps of the size `rate`, an input of each step if `varying`. The sum of a step is given by
    its inner products with w, with itself and with the tested vectors.
    """
    w, x, s = p.vectors("w x[i] s")
    t, n, c = p.reals("t N c[i]")
    after = p.let("w'", batch_perceptron.step(w, [s], rate))
    when = {"chosen": Eq(c**2, c), "some": Sum(c) >= 1, "mistakes": c * (w @ x) <= 0}
    when |= {f"s_with_{u}": Eq(s @ u, Sum(c * (x @ u))) for u in (w, s, *tested)}
    if varying:
        when |= {"rate": rate > 0, "all_mistakes": (1 - c) * (w @ x) + c > 0}
    p.run([(w, 0, after), (t, 0, t + 1), (n, 0, n + Sum(c))], [c, s, *[rate] * varying], when)
    return BatchRun(w, x, t, n, c, s, after)


def step_facts(p: Script, run: BatchRun, u: Vector, gamma: Scalar, D: Scalar) -> None:
    """Derive two bounds for a step on vectors with margin γ and length at most D: how far they move w along u, and the
    length of their sum. The vectors of a step are misclassified, and are at most L.
    """
    x, c = run.x, run.c
    p.have("weight", c >= 0, "chosen", square(c))
    p.have("along", c * (x @ u) >= c * gamma, "weight * margin")
    p.sum("along", "along-sum")
    p.sum("mistakes", "turn")
    p.have("at-most-one", c <= 1, "chosen", square(1 - c))
    p.sum("at-most-one", "at-most-all")
    p.use("batch-sum-within-count", name="short", B=D**2, m=Sum(c))


@theorem("batch-perceptron-step-bound", title="The batch perceptron makes at most L·D²/γ² steps",
         source=cite("lecture", "p. 30, the algorithm for the non-separable case"),
         says="no bound, and open step sizes; this bound holds for constant step sizes",
         ledger={"002-batch-finite": "states", "002-batch-eta": "follows"})
def step_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let each of L vectors satisfy ⟨u, x[i]⟩ ≥ γ and ‖x[i]‖ ≤ D. The batch perceptron with a
    constant step size η > 0 makes at most L·D²/γ² steps, and adds at most L·D²/γ² vectors, before it separates them.
    """
    u, (gamma, D, rate) = p.vector("u"), p.reals("γ D η")
    run = batch_run(p, rate, u)
    w, x, t, n, c, s, after = run
    m, L = Sum(c), Sum(1)
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, rate=rate > 0, margin=x @ u >= gamma, radius=x @ x <= D**2)
    p.show(vectors=n <= L * D**2 / gamma**2, steps=t <= L * D**2 / gamma**2)
    with p.induction(
        counter=t >= 0, count=n >= t, alignment=w @ u >= rate * gamma * n, growth=w @ w <= rate**2 * D**2 * L * n
    ):
        step_facts(p, run, u, gamma, D)
        p.have("positive-count", m >= 0, "some")
        p.have("size", s @ s <= m * L * D**2, "short", "at-most-all * positive-count", square(D))
        p.have("size'", rate**2 * (s @ s) <= rate**2 * m * L * D**2, "size", square(rate))
        p.have("turn'", rate * (w @ s) <= 0, "rate * turn", "s_with_w")
        p.have("counter'", t + 1 >= 0, "counter")
        p.have("count'", n + m >= t + 1, "count", "some")
        p.have("alignment'", after @ u >= rate * gamma * (n + m), "alignment", "rate * along-sum", "s_with_u")
        p.have("growth'", after @ after <= rate**2 * D**2 * L * (n + m), "growth", "turn'", "size'")
        p.conclude("counter'", "count'", "alignment'", "growth'")
    p.have("positive-count", n >= 0, "count", "counter")
    p.use("cauchy-schwarz", u=w, v=u)
    p.have("step-and-margin", rate * gamma > 0, "rate * positive")
    p.have("reach", rate * gamma * n >= 0, "step-and-margin * positive-count")
    p.have("squares", (rate * gamma * n) ** 2 <= rate**2 * D**2 * L * n,
           "alignment * alignment", "alignment * reach", "cauchy-schwarz", "unit", "growth")
    p.have("without-rate", (n * gamma) ** 2 <= n * (L * D**2), "squares", times("rate", "rate"))
    p.have("one", Relation(1, ">=", 0))
    p.sum("one", "number")
    p.have("nonnegative", L * D**2 >= 0, "number", square(D))
    p.use("count-at-most-quotient", name="divided", t=n, B=L * D**2)
    p.conclude("divided", "count")


@theorem("batch-perceptron-sharper-step-bound",
         title="The batch perceptron makes at most 1 + (L + 1)²/(4L)·(D²/γ² − 1) steps",
         source=cite("lecture", "p. 30, the algorithm for the non-separable case"),
         ledger={"002-batch-finite": "follows"},
         says="no bound. We did not find the bound of this claim in the literature that we searched.")
def sharper_step_bound(p: Script) -> None:
    """Let ‖u‖ = 1, γ > 0, and let each of L ≥ 1 vectors satisfy ⟨u, x[i]⟩ ≥ γ and ‖x[i]‖ ≤ D. The batch perceptron with
    a constant step size η > 0 makes at most 1 + (L + 1)²/(4L)·(D²/γ² − 1) steps before it separates them. The bound
    also holds if each step adds any m ≥ 1 of the misclassified vectors.

    A step is a step of the perceptron on the mean of m vectors, with the step size ηm. The inequality m² ≤ (L + 1)m − L
    bounds the growth. Some vector is misclassified before each step, so ‖w‖ exceeds the distance ηNγ that w has moved
    along u.
    """
    u, (gamma, D, rate) = p.vector("u"), p.reals("γ D η")
    run = batch_run(p, rate, u)
    w, x, t, n, c, s, after = run
    m, L = Sum(c), Sum(1)
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, rate=rate > 0, some_vector=L >= 1, margin=x @ u >= gamma,
             radius=x @ x <= D**2)
    room = D**2 - gamma**2
    p.show(conclusion=t <= 1 + (L + 1) ** 2 / (4 * L) * (D**2 / gamma**2 - 1))
    p.have("vectors", L > 0, "some_vector")
    p.have("long", x @ x >= gamma**2, length(x - gamma * u), "positive * margin", "unit")
    p.sum("long", "lengths")
    p.sum("radius", "radii")
    p.have("wide", room >= 0, "lengths", "radii", times("vectors"))
    p.have("large", D**2 > 0, "wide", "positive * positive")
    with p.induction(counter=t >= 0, count=n >= t, alignment=w @ u >= rate * gamma * n,
                     growth=w @ w <= rate**2 * D**2 * ((L + 1) * n - L * t),
                     steps=t * (4 * L * gamma**2 * (t - 1)) <= t * ((L + 1) ** 2 * room)):
        step_facts(p, run, u, gamma, D)
        p.have("between", m**2 <= (L + 1) * m - L, "some * at-most-all", "some", "at-most-all")
        p.have("squares", rate**2 * D**2 > 0, "rate * rate * large")
        p.have("size", rate**2 * (s @ s) <= rate**2 * (m**2 * D**2), "short", square(rate))
        p.have("bounded", rate**2 * (m**2 * D**2) <= rate**2 * D**2 * ((L + 1) * m - L), "squares * between")
        p.have("turn'", rate * (w @ s) <= 0, "rate * turn", "s_with_w")
        p.have("positive-count", n >= 0, "count", "counter")
        p.have("step", rate * gamma > 0, "rate * positive")
        p.have("reach", rate * gamma * n >= 0, "step * positive-count")
        p.have("some margin", m * gamma >= 0, "some * positive", "positive")
        with p.proving("steps'", (t + 1) * (4 * L * gamma**2 * t) <= (t + 1) * ((L + 1) ** 2 * room)):
            p.use("mistake-keeps-away-from-separator", name="away", z=s, γ=m * gamma, D=m * D)
            p.have("away'", m**2 * ((w @ u) ** 2 * D**2) <= m**2 * (room * (w @ w)), "away")
            p.have("number", m > 0, "some")
            p.have("kept", (w @ u) ** 2 * D**2 <= room * (w @ w), "away'", times("number", "number"))
            p.have("far", (rate * gamma * n) ** 2 <= (w @ u) ** 2, "alignment * alignment", "alignment * reach")
            p.have("all", (rate * gamma * n) ** 2 * D**2 <= room * (rate**2 * D**2 * ((L + 1) * n - L * t)),
                   "kept", "far * large", "wide * growth")
            p.have("plain", (gamma * n) ** 2 <= room * ((L + 1) * n - L * t), "all", times("squares"))
            with p.proving("bound", 4 * L * gamma**2 * t <= (L + 1) ** 2 * room):
                with p.case(room > 0, "gap"):
                    p.have("gamma2", gamma**2 >= 0, square(gamma))
                    p.have("times gap", room * (4 * L * gamma**2 * t) <= room * ((L + 1) ** 2 * room),
                           "gamma2 * plain", square((L + 1) * room - 2 * gamma**2 * n))
                    p.conclude("times gap", times("gap"))
                with p.case(room <= 0, "gap"):
                    p.have("no room", Eq(room, 0), "gap", "wide")
                    p.have("nowhere", (gamma * n) ** 2 <= 0, "plain", "no room")
                    p.have("nothing", Eq(gamma * n, 0), "nowhere")
                    p.have("none", gamma * t <= 0, "nothing", "positive * count")
                    p.have("product", 4 * L * gamma * (gamma * t) <= 0, "vectors * positive * none")
                    p.conclude("product", "no room")
            p.have("after", t + 1 >= 0, "counter")
            p.conclude("bound * after")
        p.have("counter'", t + 1 >= 0, "counter")
        p.have("count'", n + m >= t + 1, "count", "some")
        p.have("alignment'", after @ u >= rate * gamma * (n + m), "alignment", "rate * along-sum", "s_with_u")
        p.have("growth'", after @ after <= rate**2 * D**2 * ((L + 1) * (n + m) - L * (t + 1)),
               "growth", "turn'", "size", "bounded")
        p.conclude("counter'", "count'", "alignment'", "growth'", "steps'")
    with p.case(t > 0, "made"):
        p.have("divided", 4 * L * gamma**2 * (t - 1) <= (L + 1) ** 2 * room, "steps", times("made"))
        p.conclude("divided", times("vectors", "positive", "positive"))
    with p.case(t <= 0, "made"):
        p.have("none", 4 * L * gamma**2 * (t - 1) <= 0, "made * vectors * positive * positive",
               "vectors * positive * positive")
        p.have("square", (L + 1) ** 2 * room >= 0, "wide", square(L + 1))
        p.conclude("none", "square", times("vectors", "positive", "positive"))


@theorem("batch-sharper-bound-is-smaller", title="1 + (L + 1)²/(4L)·(D²/γ² − 1) is at most L·D²/γ²",
         source=cite("lecture", "p. 30, the algorithm for the non-separable case"))
def sharper_is_smaller(p: Script) -> None:
    """For L ≥ 1 vectors and B = D²/γ² ≥ 1 the bound 1 + (L + 1)²/(4L)·(B − 1) of the steps is at most L·B. The bound is
    at most (L + 3)/4·B, and it is B for L = 1.
    """
    L, B = p.reals("L B")
    p.assume(some=L >= 1, wide=B >= 1)
    sharper = 1 + (L + 1) ** 2 / (4 * L) * (B - 1)
    p.show(smaller=sharper <= L * B, quarter=sharper <= (L + 3) / 4 * B)
    p.have("positive", L > 0, "some")


@theorem("batch-perceptron-steps-grow-with-count",
         title="The batch perceptron may need h(L − 1) steps where D²/γ² = 2/(1 − h)",
         source=cite("lecture", "p. 30, the algorithm for the non-separable case"),
         ledger={"002-batch-finite": "follows"}, says="no number of steps")
def steps_grow_with_count(p: Script) -> None:
    """Let h ≥ 0. Let the L = M + 1 vectors be M copies of a ≠ 0 and one b with ‖b‖ = ‖a‖ and ⟨a, b⟩ = −h‖a‖². Let M(1 −
    h²) > h, so h < 1. With u = a + b and D = ‖a‖, D²‖u‖²/⟨u, x⟩² = 2/(1 − h) for both vectors x. The first step of the
    batch perceptron adds all vectors, and each later step adds b. After t steps ⟨w, b⟩ = η(t − h(L − 1))‖a‖², and a is
    not misclassified. So the number of steps is more than h(L − 1) and at most h(L − 1) + 1.

    For h = 1/2 there are more than (L − 1)/2 steps. The bound L·D²/γ² is then 4L, and 1 + (L + 1)²/(4L)·(D²/γ² − 1) is
    3L/4 + 5/2 + 3/(4L).
    """
    w, a, b = p.vectors("w a b")
    M, h, t, rate = p.reals("M h t η")
    u, L, D2 = a + b, M + 1, a @ a
    p.assume(copies=M * (1 - h**2) > h, obtuse=h >= 0, rate=rate > 0, nonzero=D2 > 0, equal=Eq(b @ b, D2),
             apart=Eq(a @ b, -h * D2))
    start = batch_perceptron.step(0 * a, [M * a, b], rate)
    p.run([(w, start, batch_perceptron.step(w, [b], rate)), (t, 1, t + 1)], [], {"mistake": w @ b <= 0})
    p.show(score=Eq(w @ b, rate * (t - h * (L - 1)) * D2), other=w @ a > 0, most=t <= h * (L - 1) + 1,
           margin_a=Eq(D2 * (u @ u) * (1 - h), 2 * (u @ a) ** 2),
           margin_b=Eq(D2 * (u @ u) * (1 - h), 2 * (u @ b) ** 2))
    p.use("cauchy-schwarz", name="products", u=a, v=b)
    p.have("room", 1 - h**2 >= 0, "products", "apart", "equal", times("nonzero", "nonzero"))
    with p.proving("some", M >= 0):
        p.suppose_not("none")
        p.have("product", M * (1 - h**2) <= 0, "none * room")
        p.conclude("product", "copies", "obtuse")
    with p.induction(score=Eq(w @ b, rate * (t - h * M) * D2), other=Eq(w @ a, rate * (M - h * t) * D2),
                     most=t <= h * M + 1):
        p.have("early", t <= h * M, "mistake", "score", times("rate", "nonzero"))
        p.conclude("score", "other", "early", "equal", "apart", "obtuse * some")
    p.have("ahead", M - h * t > 0, "obtuse * most", "copies")
    p.have("other'", w @ a > 0, "other", "rate * nonzero * ahead")
    p.conclude("most", "score", "other'", "equal", "apart")


@refuted("batch-perceptron-any-rates-bound", title="The batch perceptron's bound holds with step sizes of any kind",
         near=cite("lecture", "p. 30, the step size η_t"), corrected="batch-perceptron-step-bound",
         missing="the step sizes must not change; with η₁ = 1 and then η_t = 1/1000, one vector stays misclassified "
                 "for more than L·D²/γ² steps (with summable η_t it may be so for ever)",
         ledger={"002-batch-eta": "lacks"}, aliases=["batch-perceptron-any-rates-as-printed"])
def any_rates(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, and every one of L vectors satisfies ⟨u, x[i]⟩ ≥ γ and ‖x[i]‖ ≤ D, the batch perceptron with
    any step sizes η_t > 0 makes at most L·D²/γ² steps.

    The lecture says that the algorithm converges for any η_t, and gives no number of steps. L·D²/γ² is the bound for a
    constant η. By summable-rates-never-separate, some schedules never reach a separator.
    """
    u, (gamma, D, rate) = p.vector("u"), p.reals("γ D η")
    run = batch_run(p, rate, u, varying=True)
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, margin=run.x @ u >= gamma, radius=run.x @ run.x <= D**2)
    p.show(conclusion=run.t <= Sum(1) * D**2 / gamma**2)
    first, later = {"η": 1, "c[i]": [1, 1], "s": [2, "-3/2"]}, {"η": "1/1000", "c[i]": [1, 0], "s": [1, "3/2"]}
    p.counterexample(dimension=2, size=2, u=[1, 0], γ=1, D="19/6", steps=[first, *[later] * 20],
                     values={"x[i]": [[1, "3/2"], [1, -3]]})


@theorem("summable-rates-never-separate",
         title="With summable step sizes the batch perceptron may never separate separable vectors",
         source=cite("lecture", "p. 30, the step size η_t"),
         says="the step sizes are open, and the algorithm converges to the optimal solution",
         ledger={"002-batch-eta": "follows", "002-pocket-optimal": "denies"})
def summable_rates(p: Script) -> None:
    """Let x1 = (1, 2) and x2 = (1, −6), which (1, 0) separates, and η_t = 8^−t. The first step from 0 adds both
    vectors. After it x1 is always misclassified and x2 never is: ⟨w, x1⟩ < 0 < ⟨w, x2⟩ after any number of steps.

    The proof needs only ‖x1‖² = 5 and ⟨x1, x2⟩ = −11. r is η_t.
    """
    w, x1, x2 = p.vectors("w x1 x2")
    r = p.real("r")
    p.assume(first=Eq(x1 @ x1, 5), both=Eq(x1 @ x2, -11))
    start = batch_perceptron.step(0 * x1, [x1, x2], 1)
    p.run([(w, start, batch_perceptron.step(w, [x1], r)), (r, Rational(1, 8), r / 8)], [], {})
    p.show(misclassified=w @ x1 < 0, right=w @ x2 > 0)
    with p.induction(positive=r >= 0, x1=Eq(w @ x1 + 40 * r / 7, -6 + Rational(5, 7)),
                     x2=Eq(w @ x2 - 88 * r / 7, x2 @ x2 - 11 - Rational(11, 7))):
        p.conclude("positive", "x1", "x2", "first", "both")
    p.have("size", 5 * (x2 @ x2) >= 121, by("cauchy-schwarz", u=x1, v=x2), "first", "both")
    p.conclude("positive", "x1", "x2", "size")


@theorem("batch-perceptron-stays-at-zero", title="Where the vectors sum to 0, the batch perceptron never leaves 0",
         source=cite("lecture", "p. 30, the algorithm for the non-separable case"), ledger=["002-pocket-optimal"])
def stays_at_zero(p: Script) -> None:
    """If Σ x[i] = 0, then w = 0 after any number of steps with any step sizes. A step at w = 0 adds the sum of all
    vectors, as all are misclassified there.
    """
    w, s = p.vectors("w s")
    rate, t = p.reals("η t")
    p.assume(balanced=Eq(s @ s, 0))
    p.run([(w, 0, batch_perceptron.step(w, [s], rate)), (t, 0, t + 1)], [rate], {})
    with p.induction(zero=Eq(w @ w, 0)):
        p.have("turn", (w @ s) ** 2 <= 0, by("cauchy-schwarz", u=w, v=s), "zero")
        p.have("none", Eq(w @ s, 0), "turn")
        p.conclude("zero", "balanced", "none")
    p.conclude("zero", conclusion=Eq(w @ w, 0))


@refuted("batch-perceptron-optimal-as-printed", title="The algorithm converges to the optimal solution",
         source=cite("lecture", "p. 30"), corrected="batch-perceptron-step-bound",
         missing="separability and a constant step size; nothing is random in the algorithm, and on {x, −x} it stays "
                 "at w = 0 with two errors, where one is the optimum",
         ledger=["002-pocket-optimal"])
def optimal_as_printed(p: Script) -> None:
    """If no step moves w any more, because the sum s of the misclassified vectors is 0, then no v makes fewer errors.

    A run whose steps do not move w has converged. In the counterexample the run starts at w = 0 and stays there.
    """
    w, v, s, x = p.vectors("w v s x[i]")
    rate = p.real("η")
    p.assume(start=Eq(w @ w, 0), rate=rate > 0, rest=equal(batch_perceptron.step(w, [s], rate), w))
    e, f = indicator(p, "e", w @ x), indicator(p, "f", v @ x)
    for u in (w, v, s):
        p.assume({f"s_with_{u}": Eq(s @ u, Sum(e * (x @ u)))})
    p.show(conclusion=Sum(e) <= Sum(f))
    p.counterexample(size=2, w=[0], v=[1], s=[0], η=1,
                     values={"x[i]": [[1], [-1]], "e[i]": [1, 1], "f[i]": [0, 1]})

"""The perceptron on data that are not separable: how far the weights can go.

Main statements
    cycling-line-bound             on multiples of one vector, ‖w‖² ≤ ‖w0‖² + R², for ever
    cycling-worst-mistake-bound    ‖w‖² ≤ max(‖w0‖², R² + R⁴/(4r²)) for ever, if every update has ⟨w, x⟩ ≤ −r‖w‖
    equal-weights-equal-future     two runs with equal weights on the same examples stay equal

Notation: x is a signed vector with ‖x‖ ≤ R.

Implementation notes: that the weights of every run on finitely many vectors are bounded (Block and Levin) is proved by
induction on the dimension, which is not in the language: the first statement is its base, dimension one. The second is
the theorem for updates on the worst mistake, with an explicit bound: if the hull of the vectors contains the ball of
radius r around 0, the vector with the least ⟨w, x⟩ has ⟨w, x⟩ ≤ −r‖w‖. With integer vectors and bounded weights there
are finitely many states, so that a run in cyclic order returns to one that it has had, and goes on as it did then.
"""

from sympy import Max

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from ..language import Eq, equal
from ..ledger import cite, theorem
from ..page import by, square, times


@theorem(
    "cycling-line-bound",
    title="On a line the weights stay within ‖w0‖² + R²",
    source=cite("blocklevin1970", "the boundedness theorem, in dimension one"),
)
def line_bound(p):
    """If every signed vector is a multiple ce of a unit vector e, with |c| ≤ R, then ⟨w, e⟩² ≤ max(⟨w0, e⟩², R²) and
    ‖w‖² ≤ ‖w0‖² + R² after any number of mistakes from any start w0.
    """
    e, w0, w = p.vectors("e w0 w")
    R, c = p.reals("R c")
    p.assume(unit=Eq(e @ e, 1))
    after = perceptron.update(State(w, 0), c * e, 1, bias_step=0).w
    mistake = perceptron.mistake_condition(State(w, 0), c * e, 1)
    p.run([(w, w0, after)], [c], {"radius": c**2 <= R**2, "mistake": mistake})
    inner = Max((w0 @ e) ** 2, R**2)
    p.show(along=(w @ e) ** 2 <= inner, length=w @ w <= w0 @ w0 + R**2)
    p.have("start", inner >= (w0 @ e) ** 2)
    p.have("limit", inner >= R**2)
    p.have("sum", inner <= (w0 @ e) ** 2 + R**2, square(R), square(w0 @ e))
    with p.induction(along=(w @ e) ** 2 <= inner, rest=Eq(w @ w - (w @ e) ** 2, w0 @ w0 - (w0 @ e) ** 2)):
        p.have("turn", (w @ e) * c <= 0, "mistake")
        with p.case(c**2 + 2 * (w @ e) * c <= 0):
            p.show("along", "rest", "case", "unit")
        with p.case(c**2 + 2 * (w @ e) * c > 0):
            p.show("along", "rest", "radius", "limit", "turn", "unit", "case", square(w @ e + c))
    p.show("along", "rest", "sum")


@theorem(
    "cycling-worst-mistake-bound",
    title="On the worst mistakes the weights stay within max(‖w0‖², R² + R⁴/(4r²))",
    source=cite("gelfand2010", "the cycling theorem, for the choice of the least inner product"),
)
def worst_mistake_bound(p):
    """If every update is made on a signed vector with ⟨w, x⟩ ≤ −r‖w‖, r > 0, and ‖x‖ ≤ R, then ‖w‖² ≤ max(‖w0‖², R² +
    R⁴/(4r²)) after any number of updates from any start w0.

    ⟨w, x⟩ ≤ −r‖w‖ is said by ⟨w, x⟩ ≤ 0 and ⟨w, x⟩² ≥ r²‖w‖².
    """
    w0, w, x = p.vectors("w0 w x")
    R, r = p.reals("R r")
    p.assume(depth=r > 0)
    after = perceptron.update(State(w, 0), x, 1, bias_step=0).w
    p.run([(w, w0, after)], [x], {"radius": x @ x <= R**2, "far": (w @ x) ** 2 >= r**2 * (w @ w),
                                  "mistake": perceptron.mistake_condition(State(w, 0), x, 1)})  # fmt: skip
    bound = Max(w0 @ w0, R**2 + R**4 / (4 * r**2))
    p.show(conclusion=w @ w <= bound)
    p.have("start", bound >= w0 @ w0)
    p.have("limit", bound >= R**2 + R**4 / (4 * r**2))
    with p.induction(conclusion=w @ w <= bound):
        with p.case(4 * r**2 * (w @ w) - R**4 > 0):
            p.have("squares", 4 * (w @ x) ** 2 >= R**4, "far", "case")
            p.use("square-root-monotone", name="turn", u=R**2, v=-2 * (w @ x))
            p.show("conclusion", "turn", "radius")
        with p.case(4 * r**2 * (w @ w) - R**4 <= 0):
            p.have("small", w @ w <= R**4 / (4 * r**2), "case", times("depth", "depth"))
            p.show("small", "limit", "radius", "mistake")
    p.show("conclusion")


@theorem(
    "equal-weights-equal-future",
    title="Runs with equal weights on the same examples stay equal",
    source=cite("blocklevin1970", "a consequence of the boundedness theorem; from bounded to periodic"),
)
def equal_future(p):
    """Two runs that start with equal weights and visit the same signed vectors, each with an update where it makes a
    mistake and none where it does not, have equal weights after any number of visits.

    So once a run in cyclic order has the weights of an earlier round, it repeats what it has done since. m and n are 1
    for a mistake of the one and of the other, and 0 for none.
    """
    w0, w, v, x = p.vectors("w0 w v x")
    m, n = p.reals("m n")
    one = perceptron.update(State(w, 0), x, 1, bias_step=0, rate=m).w
    other = perceptron.update(State(v, 0), x, 1, bias_step=0, rate=n).w
    p.run([(w, w0, one), (v, w0, other)], [x, m, n], {
        "choice_w": Eq(m**2, m), "mistake_w": m * (w @ x) <= 0, "correct_w": (1 - m) * (w @ x) + m > 0,
        "choice_v": Eq(n**2, n), "mistake_v": n * (v @ x) <= 0, "correct_v": (1 - n) * (v @ x) + n > 0,
    })  # fmt: skip
    p.show(conclusion=equal(w, v))
    with p.induction(same=equal(w, v)):
        p.have("turn", ((w - v) @ x) ** 2 <= 0, by("cauchy-schwarz", u=w - v, v=x), "same")
        p.have("score", Eq(w @ x, v @ x), "turn")
        with p.proving("decision", Eq(m, n)):
            with p.case(w @ x > 0):
                p.have("first", Eq(m, 0), "choice_w", "mistake_w", "case")
                p.have("second", Eq(n, 0), "choice_v", "mistake_v", "case", "score")
                p.show("first", "second")
            with p.case(w @ x <= 0):
                p.have("first", Eq(m, 1), "choice_w", "correct_w", "case")
                p.have("second", Eq(n, 1), "choice_v", "correct_v", "case", "score")
                p.show("first", "second")
        p.have("turned", Eq((w - v) @ x, 0), "score")
        p.show("same", "decision", "turned")
    p.show("same")

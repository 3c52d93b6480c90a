"""A disjunction of few variables, on which the perceptron makes far more mistakes than Winnow.

Notation: the target is x₁ ∨ … ∨ x_k. m more variables do not matter, so there are N = k + m variables. The positive
examples are e[i] + j for i = 1, …, k, where j has a 1 at each of the m variables. The negative example is j. There is a
bias, with step 1. In terms of N the second count is 2k(N − k + 1) + 1. Winnow's count grows as k ln N
(`winnow-mistake-bound`).
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Sum

KIVINEN = cite("kivinen1997", "the adversary that forces the perceptron to make Ω(kN) mistakes")
SAYS = ("the order of an adversary. In the literature that we searched, we did not find that every order makes as many "
        "mistakes.")


def ended(p: Script, tie: int, choices: list[list[int]]) -> None:
    """Show that a run that has ended made 2k(m + 2 − tie) + 1 updates. A positive example must be a mistake where its
    score is at most −tie, and the negative one where it is at least 0. `choices` are the d[i] of a counterexample,
    which are no indicators.

    Where cᵢ updates were made on e[i] + j, the scores are cᵢ + b(m + 1) and b(m + 1). So b is −1, 0 or 1.
    """
    w, axis, j = p.vectors("w e[i] j")
    b, M, m, r, c, d = p.reals("b M m r c[i] d[i]")
    p.assume(length=Eq(j @ j, m), apart=Eq(axis @ j, 0),
             positives=w @ (axis + j) + b >= 1 - tie, negative=w @ j + b < 0)
    x, most = p.let("x", j + Sum(d * axis)), m + 2 - tie
    after, score = perceptron.update(State(w, b), x, 2 * r - 1, bias_step=1), perceptron.margin(State(w, b), x, 1)
    p.run([(w, 0, after.w), (b, 0, after.b), (c, 0, c + d), (M, 0, M + 1)], [d, r], {
        "choice": Eq(d**2, d), "label": Eq(r**2, r), "one": Eq(Sum(d), r), "products": Eq(Sum(d * axis) @ axis, d),
        "mistake_positive": r * (score + tie) <= 0, "mistake_negative": (1 - r) * score >= 0,
    })
    p.show(count=Eq(M, 2 * Sum(1) * most + 1), counts=Eq(c, most))
    p.have("m", m >= 0, "length", length(j))
    p.have("wide", m + 1 > 0, "m")
    with p.induction(counter=c >= 0, bias=Eq(b, 2 * Sum(c) - M), along=Eq(w @ axis, c), across=Eq(w @ j, b * m),
                     whole=Eq((b - 1) * b * (b + 1), 0), most=c <= most):
        p.have("weight", d >= 0, "choice", square(d))
        p.have("rest", 1 - d >= 0, "choice", square(1 - d))
        p.sum("weight", "weights", each="part")
        p.have("other side", 1 - r >= 0, "label", square(1 - r))
        p.have("not both", d * (1 - r) <= 0, "part * other side", "one", "label")
        p.have("own", Eq(d * (1 - r), 0), "weight * other side", "not both")
        p.have("turn", d * c >= 0, "weight * counter")
        p.sum("turn", "turns", each="single")
        p.have("other turn", Eq((1 - r) * d * c, 0), "own")
        p.sum("other turn", "no turns")
        p.have("seen", Eq(d * (w @ axis), d * c), "along")
        p.sum("seen", "all seen")
        p.have("score", Eq(score, b * (m + 1) + Sum(d * c)), "all seen", "across")
        p.have("orthogonal", Eq(d * (axis @ j), 0), "apart")
        p.sum("orthogonal", "no turn")
        p.have("counter'", c + d >= 0, "counter", "weight")
        p.have("bias'", Eq(b + 2 * r - 1, 2 * Sum(c + d) - (M + 1)), "bias", "one")
        p.have("along'", Eq(after.w @ axis, c + d), "along", "apart", "products", "own")
        p.have("across'", Eq(after.w @ j, (b + 2 * r - 1) * m), "across", "length", "no turn")
        with p.case(r > 0, "class"):
            p.have("r", Eq(r, 1), "label", times("class"))
            p.have("room", Sum(d * c) + tie <= -b * (m + 1), "mistake_positive", "score", "r")
            p.have("low", b <= 0, "room", "turns", times("wide"))
            p.have("below 1", 1 - b > 0, "low")
            p.have("two", Eq(b * (b + 1), 0), "whole", times("below 1"))
            p.have("least", b >= -1, "two", square(b + 1))
            p.have("few", d * c <= m + 1 - tie, "single", "room", "least * wide")
            p.have("most'", c + d <= most, "rest * most", "weight * few", "choice")
            p.have("whole'", Eq((b + 2 * r - 2) * (b + 2 * r - 1) * (b + 2 * r), 0), "two", "r")
            p.conclude("counter'", "bias'", "along'", "across'", "whole'", "most'")
        with p.case(r <= 0, "class"):
            p.have("r", Eq(r, 0), "class", "label", square(r))
            p.have("none", Eq(d, 0), "own", "r")
            p.have("high", b >= 0, "mistake_negative", "score", "r", "no turns", times("wide"))
            p.have("above -1", 1 + b > 0, "high")
            p.have("two", Eq(b * (b - 1), 0), "whole", times("above -1"))
            p.have("most'", c + d <= most, "most", "none")
            p.have("whole'", Eq((b + 2 * r - 2) * (b + 2 * r - 1) * (b + 2 * r), 0), "two", "r")
            p.conclude("counter'", "bias'", "along'", "across'", "whole'", "most'")
    p.have("low", b < 0, "negative", "across", times("wide"))
    p.have("below 1", b * (b - 1) > 0, "low", "low * low")
    p.have("b", Eq(b + 1, 0), "whole", times("below 1"))
    p.have("enough", c >= most, "positives", "along", "across", "b")
    p.have("counts'", Eq(c, most), "enough", "most")
    p.sum("counts'", "all counts")
    p.conclude("counts'", "all counts", "bias", "b")
    steps = [{"d[i]": [0, 0], "r": 0}]
    for chosen in choices:
        steps += [{"d[i]": chosen, "r": 1}, {"d[i]": [0, 0], "r": 0}]
    p.example_without("choice", dimension=2, size=2, steps=steps, j=[0, 0], m=0, values={"e[i]": [[1, 0], [0, 1]]})


@theorem("disjunction-exact-count",
         title="A disjunction of k of k + m variables on which every order makes 2k(m + 2) + 1 mistakes",
         source=KIVINEN, says=SAYS)
def exact_count(p: Script) -> None:
    """Let e[i] be orthonormal, i = 1, …, k, and orthogonal to j with ‖j‖² = m. Run the perceptron from 0 with the bias
    step 1 in any order, where a tie is a mistake. The examples are all e[i] + j, of the class 1, and j, of the class
    −1. When the run ends, it has made 2k(m + 2) + 1 updates. m + 2 of them are on each e[i] + j. The updates on j are
    one more than the updates on all e[i] + j together.

    In a step, dᵢ is 1 if the example is e[i] + j, else 0; r = Σ dᵢ is 1 if its class is 1. Scores are whole numbers, so
    a positive score is at least 1.
    """
    ended(p, 0, [[5, -4], [0, 1], [-1, 2], [-1, 2], [0, 1]])


@theorem("disjunction-exact-count-ties-positive",
         title="The same with ties classified as positive: every order makes 2k(m + 1) + 1 mistakes", source=KIVINEN,
         says=SAYS)
def exact_count_ties_positive(p: Script) -> None:
    """On the examples of `disjunction-exact-count`, with a score of 0 classified as positive, a run that has ended has
    made 2k(m + 1) + 1 = 2k(N − k + 1) + 1 updates, for N = k + m variables: m + 1 on each e[i] + j.

    A negative score is at most −1, as it is a whole number.
    """
    ended(p, 1, [[2, -1], [0, 1], [0, 1]])


@theorem("disjunction-margin", title="The separator of a disjunction, for which Novikoff's bound is (4k + 1)(m + 2)",
         source=KIVINEN, says="the bound with the norms of the examples and of the target")
def separator(p: Script) -> None:
    """Let e[i] be orthonormal, i = 1, …, k, and orthogonal to j with ‖j‖² = m. The weights u = 2(e[1] + … + e[k]) and
    the bias −1 have the margin 1 on all examples: on every e[i] + j with the label 1, and on j with the label −1. So
    Novikoff's bound for the examples with a 1 for the bias, of squared length m + 2, is (4k + 1)(m + 2), less than 5/2
    times 2k(m + 2) + 1.
    """
    axis, j = p.vectors("e[i] j")
    m = p.real("m")
    total = Sum(axis)
    p.assume(orthonormal=Eq(total @ axis, 1), unit=Eq(axis @ axis, 1), length=Eq(j @ j, m), apart=Eq(axis @ j, 0),
             some=Sum(1) >= 1)
    u = State(2 * total, -1)
    count, R2, size = 2 * Sum(1) * (m + 2) + 1, m + 2, 4 * Sum(1) + 1
    p.show(positives=Eq(perceptron.margin(u, axis + j, 1), 1), negative=Eq(perceptron.margin(u, j, -1), 1),
           radius=Eq((axis + j) @ (axis + j) + 1, R2), size=Eq(u.w @ u.w + u.b**2, size),
           ratio=R2 * size < Rational(5, 2) * count)
    p.sum("orthonormal", "length of total")
    p.sum("apart", "across")
    p.have("m", m >= 0, "length", length(j))
    p.have("wide", R2 * (Sum(1) - 1) >= 0, "some", "some * m")
    p.conclude("orthonormal", "unit", "apart", "length", "length of total", "across", "wide", "m")

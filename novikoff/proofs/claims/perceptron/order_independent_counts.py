"""Data on which every order of the examples makes the same updates, and their number.

Notation: the examples are signed, and a tie is a mistake. One of finitely many examples x[i] is chosen by an indicator
d[i], with d² = d and Σ d = 1: it is z = Σ dᵢxᵢ. A claim states Σ d = 1 if its proof needs it.

Implementation notes
    The proofs use only one property of whole numbers: none lies between 0 and 1. Let c*ᵢ be the number of updates on
    x[i] in a run that ended, and cᵢ the number in another run. n is c*ᵢ − cᵢ for the chosen example i.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, equal


@theorem("obtuse-examples-least-counts",
         title="At obtuse angles no order makes more updates on an example than the least counts that separate",
         source=cite("bjorner1991", "the abstract, where it is said of chip-firing"),
         says="nothing about perceptrons. We did not find this for perceptrons in the literature that we searched.")
def least_counts(p: Script) -> None:
    """Let ⟨xᵢ, xⱼ⟩ ≤ 0 for all pairs of different signed examples, and let Σ c*ᵢxᵢ separate them, for whole c*ᵢ ≥ 0.
    Then every run, in any order, makes at most c*ᵢ updates on each x[i].

    A run that has ended has the weights Σ cᵢxᵢ, with its own counts cᵢ, and these weights separate. So any two runs
    that end have the same counts, and these are the least of all c* that separate. In a step n = c*ᵢ − cᵢ for the
    example i that is chosen, a whole number. The claim also holds for steps that add several examples with the same n,
    if ⟨xᵢ, z⟩ ≤ ‖z‖² for their sum z.
    """
    w, x = p.vectors("w x[i]")
    c, most, d, n, m = p.reals("c[i] c*[i] d[i] n m")
    z, end = p.let("z", Sum(d * x)), p.let("w*", Sum(most * x))
    p.assume(natural=most >= 0, positive=m > 0, separates=end @ x >= m)
    p.run([(w, 0, perceptron.update(State(w, 0), z, 1, bias_step=0).w), (c, 0, c + d)], [d, n], {
        "choice": Eq(d**2, d), "obtuse": x @ z <= d * (z @ z), "left": Eq(d * (most - c - n), 0),
        "whole": n * (n - 1) >= 0, "mistake": perceptron.mistake_condition(State(w, 0), z, 1),
    })
    p.show(conclusion=c <= most, sum=equal(w, Sum(c * x)))
    with p.induction(conclusion=c <= most, sum=equal(w, Sum(c * x))):
        p.have("size", z @ z >= 0, length(z))
        p.have("weight", d >= 0, "choice", square(d))
        p.have("rest", 1 - d >= 0, "choice", square(1 - d))
        p.have("ahead", d * (end @ x) >= d * m, "weight * separates")
        p.sum("ahead", "ahead-sum")
        p.have("term", (most - c) * (x @ z) <= (most - c) * (d * (z @ z)), "conclusion * obtuse")
        p.have("chosen", (most - c) * (x @ z) <= n * (d * (z @ z)), "term", "left")
        p.sum("chosen", "turn")
        gap = w - Sum(c * x)
        p.have("no gap", gap @ gap <= 0, "sum")
        p.use("cauchy-schwarz", name="along z", u=gap, v=z)
        p.have("square", (gap @ z) ** 2 <= 0, "along z", "no gap * size")
        p.have("same along z", Eq(gap @ z, 0), "square")
        p.sum("weight", "number", each="part")
        with p.case(Sum(d) > 0, "how many"):
            p.have("reach", Sum(d) * m > 0, "how many * positive")
            p.have("gain", n * Sum(d) * (z @ z) > 0,
                   "turn", "ahead-sum", "reach", "mistake", "same along z", "definition")
            with p.proving("some", n > 0):
                p.suppose_not("used up")
                p.have("no gain", n * Sum(d) * (z @ z) <= 0, "used up * how many * size")
                p.conclude("no gain", "gain")
            p.have("at least one", n >= 1, "whole", times("some"))
            p.have("conclusion'", c + d <= most, "rest * conclusion", "left", "weight * at least one", "choice")
            p.conclude("conclusion'", "sum", "definition")
        with p.case(Sum(d) <= 0, "how many"):
            p.have("conclusion'", c + d <= most, "conclusion", "part", "how many")
            p.conclude("conclusion'", "sum", "definition")
    p.conclude("conclusion", "sum")


@theorem("margin-one-counts-updates", title="Where v has the margin 1 on every example, ⟨w, v⟩ counts the updates",
         source=cite("novikoff1962", "proof of the theorem, lower bound, with equality"))
def margin_one(p: Script) -> None:
    """If y⟨v, x⟩ = 1 for every example, the weights after k updates from 0 have ⟨w, v⟩ = k. So a run that ends at w = v
    has made k = ‖w‖² updates. If R² = 2, this is half of Novikoff's bound R²‖v‖².
    """
    v, w, x = p.vectors("v w x")
    k, y = p.reals("k y")
    p.run([(w, 0, perceptron.update(State(w, 0), x, y, bias_step=0).w), (k, 0, k + 1)], [x, y],
          {"margin": Eq(perceptron.margin(State(v, 0), x, y), 1)})
    p.show(conclusion=Eq(w @ v, k))
    with p.induction(conclusion=Eq(w @ v, k)):
        p.conclude("conclusion", "margin")
    p.conclude("conclusion")


def one_left(p: Script, left: Scalar, example: Vector, size: str, whole: str, chosen: str) -> None:
    """Conclude that a whole number is at least 1 ("one left"), from left·‖x‖² > 0 ("gain") and the facts with the given
    names."""
    with p.proving("left", left > 0):
        p.suppose_not("used up")
        p.have("no gain", left * (example @ example) <= 0, f"used up * {size}")
        p.conclude("no gain", "gain")
    p.have("product", left * (left - 1) >= 0, whole, chosen)
    p.have("one left", left - 1 >= 0, "product", times("left"))


@theorem("two-examples-simplest-fraction",
         title="On two examples at an obtuse angle the counts are those of the simplest fraction in an interval",
         source=cite("bjorner1991", "the abstract, where it is said of chip-firing"),
         says="nothing about perceptrons. We did not find this for perceptrons in the literature that we searched.")
def simplest_fraction(p: Script) -> None:
    """Let x and z be signed examples with ⟨x, z⟩ = −h ≤ 0, and c/d a fraction of whole numbers with h/‖x‖² < c/d <
    ‖z‖²/h. A run on them, in any order, makes a ≤ c updates on x and b ≤ d on z, and then ⟨w, x⟩ = a‖x‖² − bh and ⟨w,
    z⟩ = b‖z‖² − ah. So it ends as soon as a/b lies in the open interval from h/‖x‖² to ‖z‖²/h. Then a/b is the simplest
    fraction in this interval, with the least numerator and denominator.

    In a step r is 1 if the example is x, and 0 if it is z; c − a and d − b, whole numbers, are not between 0 and 1.
    """
    w, x, z = p.vectors("w x z")
    h, a, b, c, d, r = p.reals("h a b c d r")
    p.assume(between=Eq(x @ z, -h), obtuse=h >= 0, above=c * (x @ x) > d * h, below=d * (z @ z) > c * h)
    chosen = r * x + (1 - r) * z
    p.run([(w, 0, perceptron.update(State(w, 0), chosen, 1, bias_step=0).w), (a, 0, a + r), (b, 0, b + 1 - r)], [r], {
        "choice": Eq(r**2, r), "mistake": perceptron.mistake_condition(State(w, 0), chosen, 1),
        "whole_a": r * (c - a) * (c - a - 1) >= 0, "whole_b": (1 - r) * (d - b) * (d - b - 1) >= 0,
    })
    p.show(first=a <= c, second=b <= d, score_x=Eq(w @ x, a * (x @ x) - b * h), score_z=Eq(w @ z, b * (z @ z) - a * h))
    p.have("length x", x @ x >= 0, length(x))
    p.use("cauchy-schwarz", name="angle", u=x, v=z)
    with p.proving("numerator", c >= 0):
        p.suppose_not("negative")
        p.have("turned", d * h < 0, "above", "negative * length x")
        with p.case(d < 0, "denominator"):
            with p.case(h > 0, "apart"):
                p.have("across", d * h**2 < d * ((x @ x) * (z @ z)), "above * apart", "below * length x")
                p.have("flat", (x @ z) ** 2 <= (x @ x) * (z @ z), "angle")
                p.conclude("across", "flat * denominator", "between")
            with p.case(h <= 0, "apart"):
                p.have("none", Eq(h, 0), "apart", "obtuse")
                p.conclude("none", "turned")
        with p.case(d >= 0, "denominator"):
            p.conclude("turned", "denominator * obtuse")
    with p.proving("denominator", d >= 0):
        p.suppose_not("negative")
        p.have("length z", z @ z >= 0, length(z))
        p.conclude("below", "negative * length z", "numerator * obtuse")
    with p.induction(first=a <= c, second=b <= d, score_x=Eq(w @ x, a * (x @ x) - b * h),
                     score_z=Eq(w @ z, b * (z @ z) - a * h)):
        p.have("size x", x @ x >= 0, length(x))
        p.have("size z", z @ z >= 0, length(z))
        with p.case(r > 0, "which"):
            p.have("x", Eq(r, 1), "choice", times("which"))
            p.have("gain", (c - a) * (x @ x) > 0, "mistake", "x", "score_x", "above", "second * obtuse")
            one_left(p, c - a, x, "size x", "whole_a", "x")
            p.conclude("x", "one left", "second", "score_x", "score_z", "between")
        with p.case(r <= 0, "which"):
            p.have("z", Eq(r, 0), "which", "choice", square(r))
            p.have("gain", (d - b) * (z @ z) > 0, "mistake", "z", "score_z", "below", "first * obtuse")
            one_left(p, d - b, z, "size z", "whole_b", "z")
            p.conclude("z", "one left", "first", "score_x", "score_z", "between")
    p.conclude("first", "second", "score_x", "score_z")


class Doubling(NamedTuple):
    """A run on the examples e_i − e_{i−1} − … − e_1: the weights w after k updates, the vectors ε[i], p[i] = 2^{i−1},
    and Σ pᵢε[i].
    """

    w: Vector
    k: Scalar
    axis: Vector
    power: Scalar
    v: Vector
    z: Vector
    e: Scalar
    before: Scalar


def doubling_run(p: Script) -> Doubling:
    """Declare the run. In a step, e indicates the index of the example, and b the indices before it. P is pᵢ."""
    w, axis = p.vectors("w ε[i]")
    k, P, power, e, before = p.reals("k P p[i] e[i] b[i]")
    z, v = p.let("z", Sum(e * axis) - Sum(before * axis)), p.let("v", Sum(power * axis))
    p.assume(positive=power > 0)
    p.run([(w, 0, perceptron.update(State(w, 0), z, 1, bias_step=0).w), (k, 0, k + 1)], [e, before, P], {
        "choice": Eq(e**2, e), "one": Eq(Sum(e), 1), "earlier": Eq(before**2, before),
        "coordinates": Eq(z @ axis, e - before), "power": Eq(e * (power - P), 0),
        "doubling": Eq(Sum(before * power), P - 1),
        "mistake": perceptron.mistake_condition(State(w, 0), e * (axis - Sum(before * axis)), 1),
    })
    return Doubling(w, k, axis, power, v, z, e, before)


@theorem("doubling-coordinates-stay-below",
         title="On the examples e_i − e_{i−1} − … − e_1 coordinate i of the weights is at most 2^{i−1}",
         source=cite("notes", "perceptron, comparison"),
         says="a small margin may need many updates. We did not find the examples of this claim in the literature that "
              "we searched.")
def stay_below(p: Script) -> None:
    """Let ε[i] be orthonormal, and let each signed example be e_i − e_{i−1} − … − e_1 for some i: z = Σ eₗε[l] − Σ
    bₗε[l], where the indicators e and b say which index i is and which are before i. Let pᵢ = 2^{i−1}. The pⱼ with j <
    i sum to pᵢ − 1. In any order of updates from 0, coordinate i of w is at most pᵢ; and v = Σ pᵢε[i] has the margin 1
    on every example, so that ⟨w, v⟩ counts the updates.
    """
    w, k, axis, power, v, z, e, before = doubling_run(p)
    at = w @ axis
    p.show(conclusion=at <= power, count=Eq(w @ v, k))
    with p.induction(conclusion=at <= power, count=Eq(w @ v, k)):
        p.have("weight", e >= 0, "choice", square(e))
        p.have("rest", 1 - e >= 0, "choice", square(1 - e))
        p.have("earlier weight", before >= 0, "earlier", square(before))
        p.have("below", before * at <= before * power, "earlier weight * conclusion")
        p.sum("below", "below-sum")
        p.have("room", e * at <= e * (power - 1), "mistake", "weight * below-sum", "doubling", "power")
        p.have("conclusion'", at + e - before <= power, "room", "rest * conclusion", "earlier weight")
        p.have("each", Eq(power * (z @ axis), power * (e - before)), "coordinates")
        p.sum("each", "along")
        p.sum("power", "power-sum")
        p.have("one more", Eq(z @ v, 1), "along", "doubling", "power-sum", "one", "definition")
        p.conclude("conclusion'", "coordinates", "count", "one more", "definition")
    p.conclude("conclusion", "count")


@theorem("doubling-examples-exact-count",
         title="Every run on the examples e_i − e_{i−1} − … − e_1 that ends makes (4ⁿ − 1)/3 updates",
         source=cite("notes", "perceptron, comparison"),
         says="a small margin may need many updates. We did not find the examples of this claim in the literature that "
              "we searched.")
def exact_count(p: Script) -> None:
    """For i = 1, …, n let ε[i] be orthonormal, x[i] = e_i − e_{i−1} − … − e_1, and pᵢ = 2^{i−1}. A run on them from 0,
    in any order, has ended if all ⟨w, x[i]⟩ ≥ 1, since these are whole numbers. Then w = v = Σ pᵢε[i] = (1, 2, 4, …,
    2^{n−1}), and the run has made Σ pᵢ² = 1 + 4 + … + 4^{n−1} updates. That is (4ⁿ − 1)/3 by `powers-of-four-sum`.

    The proof uses only two facts about the x[i]: v has the margin 1 on them, and v = Σ mᵢx[i] with mᵢ ≥ 0. As R² ≤ n,
    the number of updates is at least 1/n of Novikoff's bound n·Σ pᵢ².
    """
    w, k, axis, power, v, *_ = doubling_run(p)
    x, m = p.vector("x[i]"), p.real("m[i]")
    p.assume(powers=Eq(v @ axis, power), margin=Eq(v @ x, 1), weights=m >= 0, combination=equal(Sum(m * x), v),
             ended=w @ x >= 1)
    at = w @ axis
    p.show(conclusion=Eq(k, Sum(power**2)), coordinates=Eq(at, power))
    p.use("doubling-coordinates-stay-below", name="run")
    p.have("term", m * (w @ x) >= m * (v @ x), "weights * ended", "margin")
    p.sum("term", "more")
    gap = Sum(m * x) - v
    p.have("no gap", gap @ gap <= 0, "combination")
    for name, vector in (("w", w), ("v", v)):
        p.use("cauchy-schwarz", name=f"{name} along", u=gap, v=vector)
        p.have(f"{name} size", vector @ vector >= 0, length(vector))
        p.have(f"{name} square", (gap @ vector) ** 2 <= 0, f"{name} along", f"no gap * {name} size")
        p.have(f"{name} same", Eq(gap @ vector, 0), f"{name} square")
    p.have("enough", w @ v >= v @ v, "more", "w same", "v same")
    p.have("square", Eq(power * (v @ axis), power**2), "powers")
    p.sum("square", "squares")
    p.have("below", power * (power - at) >= 0, "positive * run.conclusion")
    p.sum("below", "less", each="single")
    p.have("none", Sum(power * (power - at)) <= 0, "enough", "squares", "definition")
    p.have("count", Eq(k, Sum(power**2)), "run.count", "less", "enough", "squares", "definition")
    p.have("each", power * (power - at) <= 0, "single", "none")
    p.have("reached", power - at <= 0, "each", times("positive"))
    p.have("coordinates'", Eq(at, power), "reached", "run.conclusion")
    p.conclude("count", "coordinates'")


@theorem("powers-of-four-sum", title="1 + 4 + … + 4^{n−1} = (4ⁿ − 1)/3", source=cite("notes", "perceptron, comparison"),
         says="a small margin may need many updates; this is the number of updates in doubling-examples-exact-count")
def powers_of_four(p: Script) -> None:
    """Let S be the sum of the first n powers of 4, and Q the next power. Then S = (Q − 1)/3."""
    S, Q = p.reals("S Q")
    p.run([(S, 0, S + Q), (Q, 1, 4 * Q)], [], {})
    p.show(conclusion=Eq(S, (Q - 1) / 3))
    with p.induction(conclusion=Eq(S, (Q - 1) / 3)):
        p.conclude("conclusion")
    p.conclude("conclusion")

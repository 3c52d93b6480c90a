"""When integers of a fixed size suffice: the overflow guard of the fast exact runs.

Notation: x is an example and w the weights, each with the bias coordinate; D ≥ ‖x‖² for all examples; L is the largest
integer. A partial sum of the terms of ⟨w, x⟩ is ⟨p, x⟩, where p keeps some coordinates of w; in the last two statements
i runs over the coordinates, and sᵢ is 1 for those that are summed.

Implementation notes: exact arithmetic over the reals. The bounds are for the values that
`algorithms/fast_perceptron.py` computes in a format that holds the whole numbers within ±L exactly (int32, int64;
float64 with L = 2⁵³). By these bounds no operation there overflows or rounds, in any order of the terms.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, Scalar, Sum, Vector


class Rated(NamedTuple):
    """A run without bias with the rate a, from any start w0, on examples with ‖x‖² ≤ D: w after k mistakes."""

    w0: Vector
    w: Vector
    k: Scalar
    a: Scalar
    D: Scalar
    x: Vector
    y: Scalar
    after: Vector


def rated_run(p: Script) -> Rated:
    """Declare the run."""
    w0, w, x = p.vectors("w0 w x")
    k, a, D, y = p.reals("k a D y")
    after = p.let("w'", perceptron.update(State(w, 0), x, y, rate=a).w)
    facts = {"label": Eq(y**2, 1), "radius": x @ x <= D, "mistake": perceptron.mistake_condition(State(w, 0), x, y)}
    p.run([(w, w0, after), (k, 0, k + 1)], [x, y], facts)
    p.assume(rate=a >= 0)
    return Rated(w0, w, k, a, D, x, y, after)


@theorem("rated-norm-growth", title="The square length grows at most linearly, at any rate",
         source=cite("novikoff1962", "proof of the theorem, upper bound; here with a rate and any start"))
def rated_norm_growth(p: Script) -> None:
    """After k mistakes with the rate a ≥ 0, from any start w0 and on examples with ‖x‖² ≤ D, ‖w‖² is at most
    ‖w0‖² + k·a²·D.
    """
    w0, w, k, a, D, x, y, after = rated_run(p)
    with p.induction(growth=w @ w <= w0 @ w0 + k * a**2 * D):
        p.have("rated", a * perceptron.margin(State(w, 0), x, y) <= 0, "rate * mistake")
        p.have("short", a**2 * (x @ x) <= a**2 * D, "radius", square(a))
        p.calc(after @ after,
               "<=", w @ w + a**2 * D, "rated", "short", "label",
               "<=", w0 @ w0 + (k + 1) * a**2 * D, "growth")
    p.show(conclusion=w @ w <= w0 @ w0 + k * a**2 * D)


@theorem("partial-sum-within-norm", title="A partial sum of an inner product is at most the product of the lengths",
         source=cite("steele2004", "chapter 1, Cauchy's inequality; applied to some of the coordinates"))
def partial_sum_within_norm(p: Script) -> None:
    """If p is a part of w, that is ⟨p, w − p⟩ = 0, then ⟨p, x⟩² is at most ‖w‖²‖x‖²."""
    part, w, x = p.vectors("p w x")
    p.assume(part=Eq(part @ (w - part), 0))
    p.calc(part @ part,
           "<=", w @ w, "part", length(w - part), name="shorter")
    p.calc((part @ x) ** 2,
           "<=", (part @ part) * (x @ x), by("cauchy-schwarz", u=part, v=x),
           "<=", (w @ w) * (x @ x), "shorter", length(x))


@theorem("norm-guard-no-overflow", title="The guard by norm: no partial sum leaves the integers up to L",
         source=cite("novikoff1962", "proof of the theorem, upper bound; a consequence"))
def norm_guard(p: Script) -> None:
    """Let (‖w0‖² + K·a²·D)·D ≤ L² with L ≥ 0. After k ≤ K mistakes with the rate a ≥ 0, from the start w0 and on
    examples with ‖x‖² ≤ D, every part p of w and every x' with ‖x'‖² ≤ D have |⟨p, x'⟩| ≤ L.
    """
    part, z = p.vectors("p x'")
    K, L = p.reals("K L")
    w0, w, k, a, D, *_ = rated_run(p)
    p.assume(allowed=k <= K, largest=L >= 0, guard=(w0 @ w0 + K * a**2 * D) * D <= L**2,
             part=Eq(part @ (w - part), 0), radius_z=z @ z <= D)
    p.show(conclusion=Abs(part @ z) <= L)
    p.use("rated-norm-growth", name="growth")
    p.use("partial-sum-within-norm", name="within", x=z)
    p.have("positive", D >= 0, "radius_z", length(z))
    p.have("steps", k * a**2 * D <= K * a**2 * D, "allowed * positive", square(a))
    p.have("long", w @ w <= w0 @ w0 + K * a**2 * D, "growth", "steps")
    p.calc((part @ z) ** 2,
           "<=", (w @ w) * (z @ z), "within",
           "<=", (w @ w) * D, "radius_z", length(w),
           "<=", (w0 @ w0 + K * a**2 * D) * D, "long * positive",
           "<=", L**2, "guard", name="squares")
    p.use("square-root-monotone", name="root", u=Abs(part @ z), v=L)


@theorem("gram-guard-no-overflow", title="The guard by norm holds for what an update adds to the scores, too",
         source=cite("steele2004", "chapter 1, Cauchy's inequality; applied to some of the coordinates"))
def gram_guard(p: Script) -> None:
    """Let (V + K·a²·D)·D ≤ L² with V ≥ 0, K ≥ 1 and L ≥ 0. For ‖x‖² ≤ D and ‖x'‖² ≤ D, every part p of x has
    |a·⟨p, x'⟩| ≤ L: an update with the rate a changes the score of x' by ±a⟨x, x'⟩.
    """
    part, x, z = p.vectors("p x x'")
    V, K, a, D, L = p.reals("V K a D L")
    p.assume(start=V >= 0, some=K >= 1, largest=L >= 0, guard=(V + K * a**2 * D) * D <= L**2,
             part=Eq(part @ (x - part), 0), radius=x @ x <= D, radius_z=z @ z <= D)
    p.show(conclusion=Abs(a * (part @ z)) <= L)
    p.use("partial-sum-within-norm", name="within", w=x, x=z)
    p.have("positive", D >= 0, "radius_z", length(z))
    p.calc((part @ z) ** 2,
           "<=", (x @ x) * (z @ z), "within",
           "<=", (x @ x) * D, "radius_z", length(x),
           "<=", D**2, "radius * positive", name="products")
    p.have("one", a**2 * D**2 <= K * a**2 * D**2, "some", square(a * D))
    p.have("more", V * D >= 0, "start * positive")
    p.calc((a * (part @ z)) ** 2,
           "<=", a**2 * D**2, "products", square(a),
           "<=", (V + K * a**2 * D) * D, "one", "more",
           "<=", L**2, "guard", name="squares")
    p.use("square-root-monotone", name="root", u=Abs(a * (part @ z)), v=L)


@theorem("term-growth", title="A coordinate grows by at most a·M in each update",
         source=cite("novikoff1962", "the update rule, one coordinate of it"))
def term_growth(p: Script) -> None:
    """After k updates by a·y·x with a ≥ 0, y² = 1 and −M ≤ x ≤ M, a number that starts at u0 is at most |u0| + k·a·M in
    absolute value, for any examples.
    """
    u0, u, k, a, M, x, y = p.reals("u0 u k a M x y")
    after = perceptron.update(State(u, 0), x, y, rate=a).w
    p.run([(u, u0, after), (k, 0, k + 1)], [x, y], {"label": Eq(y**2, 1), "least": x >= -M, "most": x <= M})
    p.assume(rate=a >= 0)
    with p.induction(above=u <= Abs(u0) + k * a * M, below=-u <= Abs(u0) + k * a * M):
        p.have("positive", M >= 0, "least", "most")
        p.have("squares", (y * x) ** 2 <= M**2, "label", "least * most")
        p.use("square-root-monotone", name="upper", u=y * x, v=M)
        p.use("square-root-monotone", name="lower", u=-y * x, v=M)
        p.conclude("above", "below", "rate * upper", "rate * lower")
    p.show(conclusion=Abs(u) <= Abs(u0) + k * a * M)


@theorem("term-guard-no-overflow", title="The guard by terms: no partial sum leaves the integers up to L",
         source=cite("steele2004", "chapter 4, the triangle inequality; for sums of numbers"))
def term_guard(p: Script) -> None:
    """If −cᵢ ≤ uᵢ ≤ cᵢ and −Mᵢ ≤ xᵢ ≤ Mᵢ for every i, and Σ cᵢMᵢ ≤ L, then every sum Σ sᵢuᵢxᵢ with 0 ≤ sᵢ ≤ 1 is at
    most L in absolute value.
    """
    u, x, s, c, M = p.reals("u[i] x[i] s[i] c[i] M[i]")
    L = p.real("L")
    p.assume(weights_above=u <= c, weights_below=-c <= u, examples_above=x <= M, examples_below=x >= -M,
             some=s >= 0, most=s <= 1, guard=Sum(c * M) <= L)
    p.show(conclusion=Abs(Sum(s * u * x)) <= L)
    p.have("size", c >= 0, "weights_above", "weights_below")
    p.have("bound", M >= 0, "examples_above", "examples_below")
    p.have("product", u * x <= c * M, "weights_above * examples_below", "weights_below * examples_above")
    p.have("opposite", -u * x <= c * M, "weights_above * examples_above", "weights_below * examples_below")
    p.have("term", s * u * x <= c * M, "some * product", "most * size * bound")
    p.have("negative-term", -s * u * x <= c * M, "some * opposite", "most * size * bound")
    p.sum("term", "highest")
    p.sum("negative-term", "lowest")

"""What no line can do: XOR and parity, and the step of Cover's theorem on the number of dichotomies.

Main statements
    parallelogram-is-not-separable       labels that agree on each diagonal of a parallelogram, and differ between them
    lower-features-orthogonal-to-parity  a feature that does not depend on some input has Σ y[i]q[i] = 0 for parity y
    parity-needs-all-inputs              a weighted sum of such features is wrong for some input
    both-labels-through-the-point        a point takes both labels only if a plane through it separates the others
    plane-through-the-point-gives-both   and then it does take both
    cover-counts-in-small-dimensions     what Cover's recursion gives for d ≤ 4 and every N
    sauer-bounds-in-small-dimensions     the same for Sauer's lemma, for VC dimensions up to 3

XOR is the parallelogram 0, e₁, e₂, e₁ + e₂. The parity of n ≥ 2 inputs has such a parallelogram for any two of them, so
that no line computes it; by parity-needs-all-inputs, nor does a perceptron of order n − 1, whose features depend on n −
1 inputs at most (Minsky and Papert).

Cover's theorem: N points of ℝᵈ in general position have C(N, d) = 2 Σ C(N − 1, k), k < d, dichotomies by planes through
0. By the last two claims a dichotomy of N points is one of N + 1 points in two ways just if a plane through 0 and the
new point has it, which is a dichotomy of N projected points in d − 1 dimensions: C(N + 1, d) = C(N, d) + C(N, d − 1).
The ledger has no numbers of sets of labels: the recursion is a hypothesis here, and tests count the dichotomies. Its
solution is proved for d ≤ 4, as each d takes an equation of its own.
"""

from ...statements.proof_script import Script, by
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Min, Sum

MINSKY = "minskypapert1969"


@theorem(
    "parallelogram-is-not-separable",
    title="XOR is not linearly separable, nor are the diagonals of any parallelogram",
    source=cite(MINSKY, "chapter 0 and section 2.1, exclusive or; here for any parallelogram"),
)
def parallelogram(p: Script) -> None:
    """Let the corners z and z + u + v have the label y, and z + u and z + v the label −y. No (w, b) has a positive
    margin on all four: the least of the four margins is at most 0.

    For z = 0, u = e₁ and v = e₂ this is XOR; of the parity of n ≥ 2 inputs any two inputs give such a parallelogram.
    """
    w, z, u, v = p.vectors("w z u v")
    b, y = p.reals("b y")
    near, far = y * (w @ z + b), y * (w @ (z + u + v) + b)
    left, right = -y * (w @ (z + u) + b), -y * (w @ (z + v) + b)
    least = Min(Min(near, far), Min(left, right))
    p.show(conclusion=least <= 0)
    p.have("diagonal", Min(near, far) <= (near + far) / 2)
    p.have("other", Min(left, right) <= (left + right) / 2)
    p.have("first", least <= Min(near, far))
    p.have("second", least <= Min(left, right))
    p.conclude("diagonal", "other", "first", "second")


@theorem(
    "lower-features-orthogonal-to-parity",
    title="A feature that does not depend on some input is orthogonal to parity",
    source=cite(MINSKY, "section 3.1, the order of parity; the step for one mask"),
)
def lower_features(p: Script) -> None:
    """Let the inputs come in pairs that differ in one coordinate, i and its partner, and let q[i] be a feature that has
    the same value for both. The parities are y[i] and −y[i], and so the sum of y·q over all inputs is 0.
    """
    y, other, q, partner = p.reals("y[i] y'[i] q[i] q'[i]")
    p.assume(parity=Eq(other, -y), independent=Eq(partner, q))
    p.show(conclusion=Eq(Sum(y * q) + Sum(other * partner), 0))
    p.have("pair", Eq(y * q + other * partner, 0), "parity", "independent")
    p.sum("pair", "pairs")
    p.conclude("pairs")


@theorem(
    "parity-needs-all-inputs",
    title="A sum of features none of which depends on all inputs does not compute parity",
    source=cite(MINSKY, "Theorem 3.1.1, parity has order n"),
)
def parity_order(p: Script) -> None:
    """Let f be a sum of c·q over any number of features q with Σ y[i]q[i] = 0 over all inputs i, as those that do not
    depend on all n inputs have for parity y. If y[i]f[i] ≥ m for every input, then m·2ⁿ ≤ 0: f is wrong somewhere.

    So a perceptron that computes parity has a mask on all n inputs. The 2ⁿ inputs are the index set, of any size here.
    """
    y, f, q, c, m = p.reals("y[i] f[i] q[i] c m")
    p.assume(margin=y * f >= m)
    p.run([(f, 0, f + c * q)], [c, q], {"orthogonal": Eq(Sum(y * q), 0)})
    p.show(conclusion=m * Sum(1) <= 0)
    with p.induction(orthogonal_sum=Eq(Sum(y * f), 0)):
        p.conclude("orthogonal_sum", "orthogonal")
    p.sum("margin", "all")
    p.conclude("all", "orthogonal_sum")


@theorem(
    "both-labels-through-the-point",
    title="A point takes both labels only if a plane through it separates the other points",
    source=cite("cover1965", "Lemma 1, the step of the counting theorem"),
)
def both_labels(p: Script) -> None:
    """Let v and w separate the signed vectors z[i], and let ⟨v, x⟩ > 0 > ⟨w, x⟩. Then the plane of −⟨w, x⟩v + ⟨v, x⟩w
    goes through x and separates the z[i].
    """
    v, w, x, z = p.vectors("v w x z[i]")
    p.assume(first=v @ z > 0, second=w @ z > 0, above=v @ x > 0, below=w @ x < 0)
    plane = p.let("u", -(w @ x) * v + (v @ x) * w)
    p.show(through=Eq(plane @ x, 0), separates=plane @ z > 0)
    p.have("one", -(w @ x) * (v @ z) > 0, "below * first")
    p.have("other", (v @ x) * (w @ z) > 0, "above * second")
    p.conclude("one", "other")


@theorem(
    "plane-through-the-point-gives-both",
    title="If a plane through a point separates the other points, the point takes both labels",
    source=cite("cover1965", "Lemma 1, the step of the counting theorem"),
)
def plane_gives_both(p: Script) -> None:
    """Let ⟨u, x⟩ = 0, x ≠ 0, ⟨u, z[i]⟩ ≥ m > 0 and ‖z[i]‖ ≤ R. Then u + tx and u − tx separate the z[i] for every t > 0
    with tNR < m, N = ‖x‖, and give x the labels 1 and −1.

    Finitely many z[i] that u separates have such m and R.
    """
    u, x, z = p.vectors("u x z[i]")
    m, R, t, n = p.reals("m R t N")
    p.assume(through=Eq(u @ x, 0), point=n > 0, length=Eq(n**2, x @ x), margin=u @ z >= m, radius=z @ z <= R**2,
             size=R >= 0, step=t > 0, small=t * n * R < m)  # fmt: skip
    p.show(plus=(u + t * x) @ x > 0, minus=(u - t * x) @ x < 0, separates_plus=(u + t * x) @ z > 0,
           separates_minus=(u - t * x) @ z > 0)  # fmt: skip
    p.have("square", t * n**2 > 0, "step * point * point")
    p.have("schwarz", (x @ z) ** 2 <= (n * R) ** 2, by("cauchy-schwarz", u=x, v=z), "length", "radius * point * point")
    p.have("product", n * R >= 0, "point * size")
    p.have("most", x @ z <= n * R, "schwarz", "product")
    p.have("least", x @ z >= -n * R, "schwarz", "product")
    p.have("plus'", (u + t * x) @ z > 0, "step * least", "margin", "small")
    p.have("minus'", (u - t * x) @ z > 0, "step * most", "margin", "small")
    p.conclude("square", "length", "through", "plus'", "minus'")


@theorem(
    "cover-counts-in-small-dimensions",
    title="Cover's recursion gives 2, 2N, N² − N + 2 and (N³ − 3N² + 8N)/3 dichotomies in 1 to 4 dimensions",
    source=cite("cover1965", "Theorem 1, the function-counting theorem; here for d ≤ 4"),
)
def cover_counts(p: Script) -> None:
    """Let C(1, d) = 2 and C(N + 1, d) = C(N, d) + C(N, d − 1), with C(N, 1) = 2. For every N ≥ 1 the values for d =
    2, 3 and 4 are those of 2 Σ C(N − 1, k), k < d.

    Half of all 2^N labellings are dichotomies for N = 2d: 2, 8, 32 and 128 of them for d = 1, …, 4.
    """
    N, two, three, four = p.reals("N C2 C3 C4")
    p.run([(N, 1, N + 1), (two, 2, two + 2), (three, 2, three + two), (four, 2, four + three)], [], {})
    values = {"plane": Eq(two, 2 * N), "space": Eq(three, N**2 - N + 2), "more": Eq(3 * four, N**3 - 3 * N**2 + 8 * N)}
    p.show(**values)
    with p.induction(values):
        p.conclude("plane", "space", "more")
    p.conclude("plane", "space", "more")


@theorem(
    "sauer-bounds-in-small-dimensions",
    title="Sauer's recursion gives at most N + 1, 1 + N + C(N, 2) and 1 + N + C(N, 2) + C(N, 3) sets",
    source=cite("sauer1972", "Theorem 1; its induction for VC dimensions up to 3"),
)
def sauer_bounds(p: Script) -> None:
    """Let s_d be the largest number of sets on N points that shatter no d + 1 of them. One more point has s_d' ≤ s_d +
    s_{d−1}, as the sets that the new point splits shatter no d of the others. With s_d = 1 on no point and s_0 = 1, s_1
    ≤ N + 1, s_2 ≤ 1 + N + C(N, 2) and s_3 ≤ 1 + N + C(N, 2) + C(N, 3) for every N.
    """
    N, one, two, three, a, b, c = p.reals("N s1 s2 s3 s1' s2' s3'")
    p.run([(N, 0, N + 1), (one, 1, a), (two, 1, b), (three, 1, c)], [a, b, c],
          {"first": a <= one + 1, "second": b <= two + one, "third": c <= three + two})  # fmt: skip
    pairs = N * (N - 1) / 2
    values = {"line": one <= N + 1, "plane": two <= 1 + N + pairs,
              "space": three <= 1 + N + pairs + N * (N - 1) * (N - 2) / 6}  # fmt: skip
    p.show(**values)
    with p.induction(values):
        p.conclude("line", "plane", "space", "first", "second", "third")
    p.conclude("line", "plane", "space")

"""Labellings that no line realises: XOR and parity, and the step of Cover's theorem on the number of dichotomies.

XOR is the parallelogram 0, e₁, e₂, e₁ + e₂. The parity of n ≥ 2 inputs has such a parallelogram for any two of them, so
no line computes it. By parity-needs-all-inputs, no perceptron of order n − 1 computes it either (Minsky and Papert).
The features of such a perceptron depend on at most n − 1 inputs.

The language of the claims has no sets of labels, so the last two claims are stated in Coq and proved there by hand.
Tests count dichotomies and sets, too.
"""

from ...statements.proof_script import Script, by
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.vector_language import Eq, Min, Sum

MINSKY = "minskypapert1969"


@theorem("parallelogram-is-not-separable",
         title="XOR is not linearly separable, nor are the diagonals of any parallelogram",
         source=cite(MINSKY, "section 2.1, exclusive or; here for any parallelogram"))
def parallelogram(p: Script) -> None:
    """Let the corners z and z + u + v have the label y, and z + u and z + v the label −y. No (w, b) has a positive
    margin on all four: the least of the four margins is at most 0.

    For z = 0, u = e₁ and v = e₂ this is XOR; any two inputs of the parity of n ≥ 2 inputs give such a parallelogram.
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


@theorem("lower-features-orthogonal-to-parity",
         title="A feature that does not depend on some input is orthogonal to parity",
         source=cite(MINSKY, "section 3.1, the order of parity; the step for one mask"))
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


@theorem("parity-needs-all-inputs",
         title="A sum of features none of which depends on all inputs does not compute parity",
         source=cite(MINSKY, "Theorem 3.1.1, parity has order n"))
def parity_order(p: Script) -> None:
    """Let y be the parity. Let f be a sum of c·q over any number of features q with Σ y[i]q[i] = 0 over all inputs i.
    Every feature that does not depend on all n inputs has this property. If y[i]f[i] ≥ m for every input, then m·2ⁿ ≤
    0: f is wrong somewhere.

    So a perceptron that computes parity has a mask on all n inputs. The index set stands for the 2ⁿ inputs, and may
    have any size.
    """
    y, f, q, c, m = p.reals("y[i] f[i] q[i] c m")
    p.assume(margin=y * f >= m)
    p.run([(f, 0, f + c * q)], [c, q], {"orthogonal": Eq(Sum(y * q), 0)})
    p.show(conclusion=m * Sum(1) <= 0)
    with p.induction(orthogonal_sum=Eq(Sum(y * f), 0)):
        p.conclude("orthogonal_sum", "orthogonal")
    p.sum("margin", "all")
    p.conclude("all", "orthogonal_sum")


@theorem("both-labels-through-the-point",
         title="A point takes both labels only if a plane through it separates the other points",
         source=cite("cover1965", "Lemma 1, the step of the counting theorem"))
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


@theorem("plane-through-the-point-gives-both",
         title="If a plane through a point separates the other points, the point takes both labels",
         source=cite("cover1965", "Lemma 1, the step of the counting theorem"))
def plane_gives_both(p: Script) -> None:
    """Let ⟨u, x⟩ = 0, x ≠ 0, ⟨u, z[i]⟩ ≥ m > 0 and ‖z[i]‖ ≤ R. Then u + tx and u − tx separate the z[i] for every t > 0
    with tNR < m, N = ‖x‖, and give x the labels 1 and −1.

    Finitely many z[i] that u separates have such m and R.
    """
    u, x, z = p.vectors("u x z[i]")
    m, R, t, n = p.reals("m R t N")
    p.assume(through=Eq(u @ x, 0), point=n > 0, length=Eq(n**2, x @ x), margin=u @ z >= m, radius=z @ z <= R**2,
             size=R >= 0, step=t > 0, small=t * n * R < m)
    p.show(plus=(u + t * x) @ x > 0, minus=(u - t * x) @ x < 0, separates_plus=(u + t * x) @ z > 0,
           separates_minus=(u - t * x) @ z > 0)
    p.have("square", t * n**2 > 0, "step * point * point")
    p.have("schwarz", (x @ z) ** 2 <= (n * R) ** 2, by("cauchy-schwarz", u=x, v=z), "length", "radius * point * point")
    p.have("product", n * R >= 0, "point * size")
    p.have("most", x @ z <= n * R, "schwarz", "product")
    p.have("least", x @ z >= -n * R, "schwarz", "product")
    p.have("plus'", (u + t * x) @ z > 0, "step * least", "margin", "small")
    p.have("minus'", (u - t * x) @ z > 0, "step * most", "margin", "small")
    p.conclude("square", "length", "through", "plus'", "minus'")


PASCAL = """(forall n, B n 0%nat = 1) -> (forall k, B 0%nat (S k) = 0) ->
  (forall n k, B (S n) (S k) = B n k + B n (S k)) ->"""


@proved_by_coq("cover-function-counting",
               title="Planes through 0 divide N points of d dimensions in general position in 2·Σ C(N − 1, k) ways, k "
                     "< d",
               source=cite("cover1965", "Theorem 1, the function-counting theorem"), file="Dichotomies")
def function_counting(p: Script) -> None:
    """Let N ≥ 1 points of d coordinates be in general position: no d of them, or fewer, are linearly dependent. Count
    the labellings by planes through 0 that contain none of the points. For every N and d, their number is the sum of
    2·C(N − 1, k) over k < d. For N = 2d this is half of all 2^N labellings.

    N is n + 1. B are the binomial coefficients by Pascal's rule. F numbers the labellings by planes, each once. The
    condition on a states general position: if the weighted sum of the points is 0 and at most d weights are not 0, then
    all weights are 0. The proof is by induction on N for all d at once, with both-labels-through-the-point and
    plane-through-the-point-gives-both for coordinates.
    """
    p.state_in_coq(f"""
forall B : nat -> nat -> Real, {PASCAL}
  forall (d n m : nat) (X : nat -> nat -> Real) (F : nat -> nat -> bool),
  (forall a : nat -> Real, total (S n) (fun i => if Req_EM_T (a i) 0 then 0 else 1) <= INR d ->
    (forall k, (k < d)%nat -> total (S n) (fun i => a i * X i k) = 0) -> forall i, (i < S n)%nat -> a i = 0) ->
  (forall j k, (j < k)%nat -> (k < m)%nat -> exists i, (i < S n)%nat /\\ F j i <> F k i) ->
  (forall b : nat -> bool,
    (exists w : nat -> Real, forall i, (i < S n)%nat ->
      if b i then total d (fun k => w k * X i k) > 0 else total d (fun k => w k * X i k) < 0) <->
    (exists j, (j < m)%nat /\\ forall i, (i < S n)%nat -> F j i = b i)) ->
  INR m = 2 * total d (B n)""")


@proved_by_coq("sauer-shelah-lemma",
               title="Sets of n points that shatter no d + 1 of them are at most Σ C(n, k), k ≤ d, in number",
               source=cite("sauer1972", "Theorem 1"), file="Dichotomies")
def sauer_shelah(p: Script) -> None:
    """Let m different subsets of n points shatter no d + 1 points: for any d + 1 of the points, no set of the family
    gives them some labelling. Then m ≤ Σ C(n, k), k ≤ d, for every n and d.

    The sets of at most d points attain it. B are the binomial coefficients by Pascal's rule; F j i says whether point i
    is in set j, and p k is the k-th of the d + 1 points. With half-spaces-have-vc-dimension-n-plus-1, at most Σ C(N,
    k), k ≤ n + 1, of the 2^N labellings of N points in n dimensions are linearly separable.
    """
    p.state_in_coq(f"""
forall B : nat -> nat -> Real, {PASCAL}
  forall (n m d : nat) (F : nat -> nat -> bool),
  (forall j k, (j < k)%nat -> (k < m)%nat -> exists i, (i < n)%nat /\\ F j i <> F k i) ->
  (forall p : nat -> nat, (forall k l, (k < l)%nat -> (l <= d)%nat -> (p k < p l)%nat) -> (p d < n)%nat ->
    exists b : nat -> bool, forall j, (j < m)%nat -> exists k, (k <= d)%nat /\\ F j (p k) <> b k) ->
  INR m <= total (S d) (B n)""")

"""Kernels: inner products in a feature space, (1.23), and the kernel perceptron, Algorithm 1.4.

Notation: φ and ψ are the feature vectors of points x and z, k(x, z) = ⟨φ, ψ⟩.

Implementation notes
    A sum over the examples is the state of a run that takes them one by one. A new example (a, x) adds its own pairs to
    the sum Σᵢⱼ aᵢaⱼk(xᵢ, xⱼ) over all pairs: a²k(x, x), and 2a·Σⱼ aⱼk(xⱼ, x) over the examples before. The last sum is
    an inner product with the state. The same claim concludes that the sum Σⱼ aⱼk(xⱼ, z) is an inner product, for any
    point z. In the claim about products, the points are given by their coordinates in an orthonormal system, and i runs
    over the coordinates.
"""

from collections.abc import Callable, Mapping, Sequence

from ....algorithms import kernel_perceptron, kernels, perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length
from ...statements.registry import cite, proved_by_coq, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, Vector, equal


@theorem("kernel-gram-positive", title="The matrix of a kernel is positive semi-definite, for every number of points",
         source=cite("iml", "eq. (1.23)"), ledger=["004-eq123"])
def gram_positive(p: Script) -> None:
    """For any points with feature vectors φ and any coefficients a, let s = Σ aφ, let g = Σ a⟨φ, ψ⟩ for any one vector
    ψ, and let q be the sum of aa'⟨φ, φ'⟩ over all pairs of points. Then g = ⟨s, ψ⟩, and q = ‖s‖² ≥ 0.
    """
    s, psi, phi = p.vectors("s ψ φ")
    g, q, a = p.reals("g q a")
    grown = q + 2 * a * kernels.linear(s, phi) + a**2 * kernels.linear(phi, phi)
    p.run([(s, 0, s + a * phi), (g, 0, g + a * kernels.linear(phi, psi)), (q, 0, grown)], [phi, a], {})
    p.show(value=Eq(g, s @ psi), pairs=Eq(q, s @ s), positive=q >= 0)
    with p.induction(sum=Eq(s @ psi, g), form=Eq(s @ s, q)):
        pass
    p.have("length", s @ s >= 0, length(s))
    p.conclude("sum", "form", "length")


@theorem("product-kernel-gram-positive",
         title="The Schur product of kernels is positive semi-definite, for every number of points",
         source=cite("iml", "after eq. (1.23), the polynomial kernel"), ledger={"004-poly": "follows"})
def product_gram_positive(p: Script) -> None:
    """Let the points have coordinates x[i] and feature vectors φ, and let K = Σᵢ x[i]z[i]·⟨φ, ψ⟩ for points (x, φ) and
    (z, ψ). For any points and coefficients a, let W[i] = Σ a·x[i]φ, g = Σ aK(·, (z, ψ)) for any one (z, ψ), and q the
    sum of aa'K over all pairs. Then g = Σᵢ z[i]⟨W[i], ψ⟩, and q = Σᵢ ‖W[i]‖² ≥ 0.

    For example, let φ be the feature vectors of the kernel ⟨x, z⟩^(d − 1). Then K is the kernel ⟨x, z⟩^d.
    """
    W, psi, phi = p.vectors("W[i] ψ φ")
    z, x = p.reals("z[i] x[i]")
    g, q, a = p.reals("g q a")
    with_before = Sum(x * (W @ phi))
    state = [
        (W, 0, W + a * x * phi),
        (g, 0, g + a * Sum(x * z) * (phi @ psi)),
        (q, 0, q + 2 * a * with_before + a**2 * Sum(x * x) * (phi @ phi)),
    ]
    p.run(state, [x, phi, a], {})
    p.show(value=Eq(g, Sum(z * (W @ psi))), pairs=Eq(q, Sum(W @ W)), positive=q >= 0)
    with p.induction(sum=Eq(Sum(z * (W @ psi)), g), form=Eq(Sum(W @ W), q)):
        pass
    p.have("lengths", W @ W >= 0, length(W))
    p.sum("lengths", "total")
    p.conclude("sum", "form", "total")


@proved_by_coq("positive-matrix-has-feature-map",
               title="A positive semi-definite matrix K of n rows has vectors of n coordinates with Kᵢⱼ = ⟨φᵢ, φⱼ⟩",
               source=cite("aronszajn1950",
                           "section 2 (4), every positive matrix has a space of functions; here finite"),
               file="FeatureMap")
def feature_map(p: Script) -> None:
    """Let Kᵢⱼ = Kⱼᵢ for i, j < n, and let Σ cᵢcⱼKᵢⱼ ≥ 0 for all numbers c. Then there are vectors φᵢ of n coordinates
    with Kᵢⱼ = ⟨φᵢ, φⱼ⟩: on n points a kernel has a feature space of n dimensions.

    The converse is kernel-gram-positive. The proof adds one coordinate for each row, as Cholesky's factorisation does.
    For infinitely many points the feature space is a completion, which is not treated.
    """
    p.state_in_coq("""
forall (n : nat) (K : nat -> nat -> Real),
  (forall i j, (i < n)%nat -> (j < n)%nat -> K i j = K j i) ->
  (forall c : nat -> Real, 0 <= total n (fun i => total n (fun j => c i * c j * K i j))) ->
  exists phi : nat -> nat -> Real, forall i j, (i < n)%nat -> (j < n)%nat ->
    K i j = total n (fun k => phi i k * phi j k)""")


@theorem("product-kernel-feature-map", title="The feature vector of a product of kernels",
         source=cite("iml", "after eq. (1.23), the polynomial kernel"), ledger={"004-poly": "follows"})
def product_feature_map(p: Script) -> None:
    """If k(x, z) = ⟨φ, ψ⟩, then ⟨x, z⟩·k(x, z) is the inner product of the tuples (x[i]φ)ᵢ and (z[i]ψ)ᵢ."""
    phi, psi = p.vectors("φ ψ")
    x, z = p.reals("x[i] z[i]")
    k = p.real("k")
    p.assume(kernel=Eq(k, phi @ psi))
    p.show(conclusion=Eq(Sum((x * phi) @ (z * psi)), Sum(x * z) * k))


@proved_by_coq("polynomial-kernel-positive",
               title="(⟨x, z⟩ + c)^d is positive semi-definite, for every degree d and c ≥ 0",
               source=cite("iml", "after eq. (1.23)"), ledger=["004-poly"], file="GaussianKernel")
def polynomial_positive(p: Script) -> None:
    """For any points x₁, …, xₙ with coefficients aᵢ, every c ≥ 0 and every degree d, the sum q of aᵢaⱼ(⟨xᵢ, xⱼ⟩ + c)^d
    over all pairs is not negative.

    A run builds the powers and the sum. A step with u = 0 multiplies the numbers k[i] by ⟨xᵢ, z⟩ + c, and o by ⟨z, z⟩ +
    c, so they are m-th powers after m of these steps. A step with u = 1 is made when m = d. It changes the coefficients
    of the points that are equal to z by numbers t with the sum T, adds 2T·Σ aᵢkᵢ + T²o to q, and turns to the next
    point. Steps for one point after another reach any coefficients. Coq shows that q is the double sum.
    """
    x, z, after = p.vectors("x[i] z z'")
    c, k, o, m = p.reals("c k[i] o m")
    p.assume(constant=c >= 0)
    pairs_of(p, x, z, after, k, o, m, [(k, k * (x @ z + c), 1), (o, o * (z @ z + c), 1)])


def pairs_of(p: Script, x: Vector, z: Vector, after: Vector, k: Scalar, o: Scalar, m: Scalar,
             values: list[tuple[Scalar, Scalar, Scalar]], inputs: Sequence[Scalar] = (),
             when: Mapping[str, Callable[[Scalar], Comparison]] | None = None) -> None:
    """State that the sum q of aᵢaⱼK over all pairs of points x[i] is not negative, for a kernel K whose values are
    computed in d steps from 1. `values` has (value, next value, start) for each value. Among them are k[i], for x[i]
    and z, and o, for z and z. m counts the steps. A step with u = 1 changes the sum, and z becomes `after`.
    """
    a, q, t, d, u = p.reals("a[i] q t[i] d u")
    grown = 2 * Sum(t) * Sum(a * k) + Sum(t) ** 2 * o
    state = [(a, 0, a + u * t), (q, 0, q + u * grown), (z, 0, (1 - u) * z + u * after), (m, 0, (1 - u) * (m + 1))]
    state += [(value, start, (1 - u) * multiplied + u * start) for value, multiplied, start in values]
    p.run(state, [after, t, u, *inputs], {
        "either": Eq(u**2, u), "degree": Eq(u * (m - d), 0), "equal_to_z": Eq(t * ((x - z) @ (x - z)), 0),
        **{name: fact(u) for name, fact in (when or {}).items()},
    })
    p.show(positive=q >= 0)


# ------------------------------------------------------------------------------- the kernel perceptron


@theorem("kernel-perceptron-is-perceptron", title="The kernel perceptron is the perceptron in feature space",
         source=cite("iml", "Algorithm 1.4"), ledger=["004-alg14"])
def kernel_perceptron_is_perceptron(p: Script) -> None:
    """Make the same updates from 0 with the kernel perceptron, with any bias step c, and with the perceptron (w, b) on
    the feature vectors. Then f(z) = ⟨w, ψ⟩ + b at every point z with the feature vector ψ, so both make the same
    mistakes.

    g is f(z) without the bias; the update reads k(x, z) = ⟨φ, ψ⟩ only.
    """
    w, phi, psi = p.vectors("w φ ψ")
    b, g, bias, k, y, label, c = p.reals("b g b' k y y' c")
    features = perceptron.update(State(w, b), phi, y, bias_step=c)
    values = kernel_perceptron.update(State(g, bias), k, y, bias_step=c)
    p.run([(w, 0, features.w), (b, 0, features.b), (g, 0, values.w), (bias, 0, values.b)], [phi, k, y],
          {"kernel": Eq(k, phi @ psi)})
    with p.induction(value=Eq(g, w @ psi), same_bias=Eq(bias, b)):
        pass
    p.conclude("value", "same_bias", value=equal(g + bias, w @ psi + b),
           margin=equal(label * (g + bias), perceptron.margin(State(w, b), psi, label)))


@theorem("kernel-perceptron-bias", title="The bias of the kernel perceptron adds 1 to the kernel",
         source=cite("iml", "Algorithm 1.4"), ledger=["004-alg14"])
def kernel_perceptron_bias(p: Script) -> None:
    """After the same updates from 0, Algorithm 1.4, f ← f + y·k(x, ·) + y, has the values f(z) of the algorithm without
    bias for the kernel k + 1.
    """
    g, b, h, k, y = p.reals("g b h k y")
    values = kernel_perceptron.update(State(g, b), k, y)
    without = kernel_perceptron.update(State(h, 0), k + 1, y, bias_step=0)
    p.run([(g, 0, values.w), (b, 0, values.b), (h, 0, without.w)], [k, y], {})
    with p.induction(value=Eq(g + b, h)):
        pass
    p.conclude("value", conclusion=Eq(g + b, h))

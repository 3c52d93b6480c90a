"""Kernels: inner products in a feature space, (1.23), and the kernel perceptron, Algorithm 1.4.

Main statements
    kernel-gram-positive             Σᵢⱼ aᵢaⱼk(xᵢ, xⱼ) = ‖Σ aᵢφ(xᵢ)‖² ≥ 0 for every kernel and every n
    product-kernel-gram-positive     the same for ⟨x, z⟩·k(x, z): the Schur product of two kernels is one
    product-kernel-feature-map       its feature vector is the tuple of the xᵢφ(x)
    polynomial-kernel-feature-map    ⟨x, z⟩^d is a kernel for every d
    kernel-perceptron-is-perceptron  Algorithm 1.4 is Algorithm 1.3 in feature space
    kernel-perceptron-bias           its "+ y" makes it the algorithm without bias for the kernel k + 1

Notation: φ and ψ are the feature vectors of points x and z, k(x, z) = ⟨φ, ψ⟩.

Implementation notes
    A sum over the examples is the state of a run that takes them one by one, as many as there are. The sum over all
    pairs, Σᵢⱼ aᵢaⱼk(xᵢ, xⱼ), grows with a new example (a, x) by the pairs that it is in: by a²k(x, x) and by
    2a·Σⱼ aⱼk(xⱼ, x) over the examples before. That last sum is an inner product with the state, by the conclusion on
    the sum Σⱼ aⱼk(xⱼ, z) for an arbitrary point z, which is part of the same claim.
    Points of the product are given by coordinates, an orthonormal system being chosen; i runs over them.
"""

from ....algorithms import kernel_perceptron, kernels, perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Sum, equal
from ...statements.registry import cite, theorem
from ...statements.script import Script, length


@theorem(
    "kernel-gram-positive",
    title="The matrix of a kernel is positive semi-definite, for every number of points",
    source=cite("iml", "eq. (1.23)"),
    ledger=["004-eq123"],
)
def gram_positive(p: Script) -> None:
    """For any points with feature vectors φ and any coefficients a, let s = Σ aφ, g = Σ a⟨φ, ψ⟩ for any one vector ψ,
    and q the sum of aa'⟨φ, φ'⟩ over all pairs of points. Then g = ⟨s, ψ⟩, and q = ‖s‖² ≥ 0.
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


@theorem(
    "product-kernel-gram-positive",
    title="The Schur product of kernels is positive semi-definite, for every number of points",
    source=cite("iml", "after eq. (1.23), the polynomial kernel"),
    ledger=["004-poly"],
)
def product_gram_positive(p: Script) -> None:
    """Let the points have coordinates x[i] and feature vectors φ, and let K = Σᵢ x[i]z[i]·⟨φ, ψ⟩ for points (x, φ) and
    (z, ψ). For any points and coefficients a, let W[i] = Σ a·x[i]φ, g = Σ aK(·, (z, ψ)) for any one (z, ψ), and q the
    sum of aa'K over all pairs. Then g = Σᵢ z[i]⟨W[i], ψ⟩, and q = Σᵢ ‖W[i]‖² ≥ 0.

    If φ is the feature vector of x for ⟨x, z⟩^(d − 1), K is ⟨x, z⟩^d.
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


@theorem(
    "product-kernel-feature-map",
    title="The feature vector of a product of kernels",
    source=cite("iml", "after eq. (1.23), the polynomial kernel"),
    ledger={"004-poly": "follows"},
)
def product_feature_map(p: Script) -> None:
    """If k(x, z) = ⟨φ, ψ⟩, then ⟨x, z⟩·k(x, z) is the inner product of the tuples (x[i]φ)ᵢ and (z[i]ψ)ᵢ."""
    phi, psi = p.vectors("φ ψ")
    x, z = p.reals("x[i] z[i]")
    k = p.real("k")
    p.assume(kernel=Eq(k, phi @ psi))
    p.show(conclusion=Eq(Sum((x * phi) @ (z * psi)), Sum(x * z) * k))


@theorem(
    "polynomial-kernel-feature-map",
    title="⟨x, z⟩^d is an inner product of feature vectors, for every degree d",
    source=cite("iml", "after eq. (1.23)"),
    ledger=["004-poly"],
    supposes={
        "tuples": "there is a larger space with an inner product that has the tuples as its elements",
    },
)
def polynomial_feature_map(p: Script) -> None:
    """Start with the number 1 = e as the feature vector of x and of z, and in each step let the next feature vectors φ'
    of x and ψ' of z have the inner product of the tuples (x[i]φ)ᵢ and (z[i]ψ)ᵢ, that is, be these tuples in a larger
    space. After d steps ⟨φ, ψ⟩ = κ, where κ has been multiplied d times by ⟨x, z⟩, so that κ = ⟨x, z⟩^d.
    """
    e, phi, psi, phi2, psi2 = p.vectors("e φ ψ φ' ψ'")
    x, z = p.reals("x[i] z[i]")
    kappa = p.real("κ")
    p.assume(one=Eq(e @ e, 1))
    p.run([(phi, e, phi2), (psi, e, psi2), (kappa, 1, kappa * Sum(x * z))], [phi2, psi2],
          {"tuples": Eq(phi2 @ psi2, Sum((x * phi) @ (z * psi)))})  # fmt: skip
    with p.induction(value=Eq(phi @ psi, kappa)):
        pass
    p.conclude("value", conclusion=Eq(phi @ psi, kappa))


# ------------------------------------------------------------------------------- the kernel perceptron


@theorem(
    "kernel-perceptron-is-perceptron",
    title="The kernel perceptron is the perceptron in feature space",
    source=cite("iml", "Algorithm 1.4"),
    ledger=["004-alg14"],
)
def kernel_perceptron_is_perceptron(p: Script) -> None:
    """After the same updates from 0, the kernel perceptron with any bias step c has f(z) = ⟨w, ψ⟩ + b at every point z,
    where ψ is its feature vector and (w, b) the perceptron on the feature vectors; so both make the same mistakes.

    g is f(z) without the bias; the update reads k(x, z) = ⟨φ, ψ⟩ only.
    """
    w, phi, psi = p.vectors("w φ ψ")
    b, g, bias, k, y, label, c = p.reals("b g b' k y y' c")
    features = perceptron.update(State(w, b), phi, y, bias_step=c)
    values = kernel_perceptron.update(State(g, bias), k, y, bias_step=c)
    p.run([(w, 0, features.w), (b, 0, features.b), (g, 0, values.w), (bias, 0, values.b)], [phi, k, y],
          {"kernel": Eq(k, phi @ psi)})  # fmt: skip
    with p.induction(value=Eq(g, w @ psi), same_bias=Eq(bias, b)):
        pass
    p.conclude("value", "same_bias", value=equal(g + bias, w @ psi + b),
           margin=equal(label * (g + bias), perceptron.margin(State(w, b), psi, label)))  # fmt: skip


@theorem(
    "kernel-perceptron-bias",
    title="The bias of the kernel perceptron is one more in the kernel",
    source=cite("iml", "Algorithm 1.4"),
    ledger=["004-alg14"],
)
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

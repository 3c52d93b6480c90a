"""The nearest-mean classifier: the label of the class whose mean is closer, (1.19)–(1.22) and (1.24).

Notation: μ and ν are the means of the examples labelled +1 and −1 (μ₊ and μ₋ in the book), and
f(x) = ‖μ − x‖² − ‖ν − x‖². (w, b) is the shipped classifier, with ⟨w, x⟩ + b = −f(x).
"""

from ....algorithms import nearest_mean, perceptron
from ...statements.proof_script import Script
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector, equal, reals, vectors


@theorem("squared-distance-expansion", title="The square distance from a mean",
         source=cite("iml", "eqs. (1.19), (1.20)"), ledger=["004-eq119"])
def expansion(p: Script) -> None:
    """The square distance of x from μ is ‖μ‖² + ‖x‖² − 2⟨μ, x⟩."""
    mean, x = p.vectors("μ x")
    p.calc((mean - x) @ (mean - x), "==", mean @ mean + x @ x - 2 * (mean @ x), "bilinearity")


def difference(plus: Vector, minus: Vector, x: Vector) -> Scalar:
    """Return the f of eq. (1.21), as the difference of the squared distances."""
    return (plus - x) @ (plus - x) - (minus - x) @ (minus - x)


@refuted("mean-distance-difference-as-printed", title="The difference of the square distances, with ‖ν‖² − ‖μ‖²",
         source=cite("iml", "eq. (1.21)"), corrected="mean-distance-difference",
         missing="the sign of the constant: it is ‖μ‖² − ‖ν‖²", ledger=["004-eq121"])
def difference_as_printed(p: Script) -> None:
    """The difference ‖μ − x‖² − ‖ν − x‖² is 2⟨ν − μ, x⟩ + ‖ν‖² − ‖μ‖²."""
    plus, minus, x = p.vectors("μ ν x")
    p.show(conclusion=equal(difference(plus, minus, x), 2 * ((minus - plus) @ x) + minus @ minus - plus @ plus))
    p.counterexample(dimension=1, values={"μ": [1], "ν": [0], "x": [0]})


@theorem("mean-distance-difference", title="The difference of the square distances (eq. (1.21) corrected)",
         source=cite("iml", "eq. (1.21)"), ledger=["004-eq121"], says="the constant has the opposite sign")
def corrected_difference(p: Script) -> None:
    """The difference ‖μ − x‖² − ‖ν − x‖² is 2⟨ν − μ, x⟩ + ‖μ‖² − ‖ν‖²."""
    plus, minus, x = p.vectors("μ ν x")
    p.calc(difference(plus, minus, x),
           "==", 2 * ((minus - plus) @ x) + plus @ plus - minus @ minus, "bilinearity")


@theorem("mean-distance-difference-affine", title="The difference of the square distances is an affine function",
         source=cite("iml", "after eq. (1.21)"), ledger=["004-eq121-linear"],
         says="f is called linear; f(0) = ‖μ‖² − ‖ν‖² need not be 0")
def affine(p: Script) -> None:
    """The function f(x) = ‖μ − x‖² − ‖ν − x‖² is affine, f((1 − t)x + tz) = (1 − t)f(x) + tf(z) for every t, and
    f(x) − f(0) = 2⟨ν − μ, x⟩ is linear in x.
    """
    plus, minus, x, z = p.vectors("μ ν x z")
    t = p.real("t")

    def f(v: Vector) -> Scalar:
        return difference(plus, minus, v)

    p.conclude("bilinearity", affine=equal(f((1 - t) * x + t * z), (1 - t) * f(x) + t * f(z)),
           linear=equal(f(x) - f(0 * x), 2 * ((minus - plus) @ x)))


def means_by_label(p: Script) -> tuple[Vector, Vector, Vector, Scalar, Vector, Vector]:
    """Declare the two means, x, a label y, the mean of the class y, and the mean of the other class."""
    plus, minus, x = p.vectors("μ ν x")
    y = p.real("y")
    own = p.let("u", (1 + y) / 2 * plus + (1 - y) / 2 * minus)
    other = p.let("v", (1 - y) / 2 * plus + (1 + y) / 2 * minus)
    return plus, minus, x, y, own, other


@refuted("mean-difference-sign-as-printed", title="The sign of f is the label of the closer mean",
         source=cite("iml", "after eq. (1.21)"), corrected="mean-classifier-sign",
         missing="f is the difference the other way round; its sign is opposite to the label",
         ledger=["004-eq121-sign"])
def sign_as_printed(p: Script) -> None:
    """If y = ±1 and x is closer to the mean u of the class y than to the mean of the other class, then y·f(x) > 0 for
    f(x) = ‖μ − x‖² − ‖ν − x‖².
    """
    plus, minus, x, y, own, other = means_by_label(p)
    p.assume(label=Eq(y**2, 1), closer=(own - x) @ (own - x) < (other - x) @ (other - x))
    p.show(conclusion=y * difference(plus, minus, x) > 0)
    p.counterexample(dimension=1, values={"μ": [1], "ν": [0], "x": [1], "y": 1})


@theorem("mean-classifier-sign", title="The sign of the classifier is the label of the closer mean",
         source=cite("iml", "after eq. (1.21)"), ledger=["004-eq121-sign"],
         says="the sign of f gives the label, but f is the difference of the squared distances in the other order")
def classifier_sign(p: Script) -> None:
    """If u = ½(1 + y)μ + ½(1 − y)ν and v = ½(1 − y)μ + ½(1 + y)ν, then y(⟨w, x⟩ + b) = ‖v − x‖² − ‖u − x‖². For y = ±1,
    u is the mean of the class y and v is the mean of the other class. So the margin is positive if and only if x is
    closer to u.
    """
    plus, minus, x, y, own, other = means_by_label(p)
    state = nearest_mean.classifier(minus, plus)
    p.show(conclusion=equal(perceptron.margin(state, x, y), (other - x) @ (other - x) - (own - x) @ (own - x)))


@theorem("mean-classes-are-half-spaces", title="Two different means divide the space into half-spaces",
         source=cite("iml", "Fig. 1.20"), ledger=["004-halfspaces"], adds={"different": "μ ≠ ν"},
         says="nothing about equal means; then every point is a tie")
def half_spaces(p: Script) -> None:
    """If μ ≠ ν, then w = 2(μ − ν) ≠ 0, and ‖ν − x‖² − ‖μ − x‖² = ⟨w, x⟩ + b for every x, so the points closer to μ are
    one side of the hyperplane ⟨w, x⟩ + b = 0, and the points closer to ν are the other side. The midpoint of the means
    lies in the hyperplane.
    """
    plus, minus, x = p.vectors("μ ν x")
    p.assume(different=(plus - minus) @ (plus - minus) > 0)
    w, b = nearest_mean.classifier(minus, plus)
    p.show(normal=w @ w > 0, sides=equal(-difference(plus, minus, x), w @ x + b),
           midpoint=equal(w @ ((plus + minus) / 2) + b, 0))


@theorem("class-mean-products", title="The mean enters by inner products of the examples",
         source=cite("iml", "after eq. (1.21)"), ledger=["004-dot-forms"])
def products(p: Script) -> None:
    """The mean μ = (1/m)Σ x[i] of the m ≥ 1 examples of a class has ⟨μ, v⟩ = (1/m)Σ ⟨x[i], v⟩ for every vector v, and
    ‖μ‖² = (1/m²)Σᵢⱼ ⟨x[i], x[j]⟩, the sum over all pairs.
    """
    v, x = p.vectors("v x[i]")
    p.assume(some=Sum(1) > 0)
    whole, m = p.let("S", Sum(x)), Sum(1)
    mean = p.let("μ", nearest_mean.mean([whole], 1 / m))
    p.show(product=equal(mean @ v, Sum(x @ v) / m), square=equal(mean @ mean, Sum(x @ whole) / m**2))


# ------------------------------------------------------------------------------------ (1.22) and (1.24)


def expanded(p: Script, factor: int, *, kernel: bool) -> tuple[Scalar, Scalar]:
    """Declare examples with labels of both classes, their means, and a point; return the expansion with
    αᵢ = factor·yᵢ/m_{yᵢ}, by the values of a kernel if wanted, and ‖ν − x‖² − ‖μ − x‖².
    """
    x, examples = p.vectors("φ φ[i]" if kernel else "x x[i]")
    y = p.real("y[i]")
    values = p.real("k[i]") if kernel else examples @ x
    if kernel:
        p.assume(kernel=Eq(values, examples @ x))
    positive, negative = Sum((1 + y) / 2), Sum((1 - y) / 2)
    p.assume(some_positive=positive > 0, some_negative=negative > 0)
    plus = p.let("μ", Sum((1 + y) / 2 * examples) / positive)
    minus = p.let("ν", Sum((1 - y) / 2 * examples) / negative)
    b = minus @ minus - plus @ plus
    alpha = factor * ((1 + y) / 2 / positive - (1 - y) / 2 / negative)
    return Sum(alpha * values) + b, -difference(plus, minus, x)


NEAR_THE_THRESHOLD = {"y[i]": [1, -1]}


@refuted("mean-classifier-expansion-as-printed", title="The classifier in inner products, with αᵢ = yᵢ/m",
         source=cite("iml", "eq. (1.22)"), corrected="mean-classifier-expansion",
         missing="the factor 2 in αᵢ = 2yᵢ/m_{yᵢ} (or half of b): the threshold is not midway between the means",
         ledger=["004-eq122"])
def expansion_as_printed(p: Script) -> None:
    """If x is closer to μ than to ν, then Σ αᵢ⟨x[i], x⟩ + b > 0 with αᵢ = yᵢ/m_{yᵢ} and b = ‖ν‖² − ‖μ‖²."""
    f, closer = expanded(p, 1, kernel=False)
    p.assume(label=Eq(reals("y[i]")[0] ** 2, 1), closer=closer > 0)
    p.show(conclusion=f > 0)
    p.counterexample(dimension=1, size=2, values=NEAR_THE_THRESHOLD | {"x": ["3/4"], "x[i]": [[1], [0]]})


@theorem("mean-classifier-expansion", title="The classifier in inner products (eq. (1.22) corrected)",
         source=cite("iml", "eq. (1.22)"), ledger=["004-eq122"], says="αᵢ is half as large")
def corrected_expansion(p: Script) -> None:
    """With αᵢ = 2yᵢ/m_{yᵢ} and b = ‖ν‖² − ‖μ‖², Σ αᵢ⟨x[i], x⟩ + b = ‖ν − x‖² − ‖μ − x‖², which is positive if and
    only if x is closer to μ.

    yᵢ/m_{yᵢ} is written ½(1 + yᵢ)/m₊ − ½(1 − yᵢ)/m₋, the same for yᵢ = ±1, with m± = Σ ½(1 ± yᵢ) > 0.
    """
    f, closer = expanded(p, 2, kernel=False)
    p.show(conclusion=equal(f, closer))


@refuted("kernel-mean-classifier-expansion-as-printed", title="The kernelised mean classifier, with αᵢ = yᵢ/m",
         source=cite("iml", "eq. (1.24)"), corrected="kernel-mean-classifier-expansion",
         missing="the factor 2 in αᵢ = 2yᵢ/m_{yᵢ} (or half of b), as in eq. (1.22)", ledger=["004-eq124"])
def kernel_expansion_as_printed(p: Script) -> None:
    """If the feature vector φ of x is closer to μ than to ν, the means of the φ[i], then Σ αᵢk[i] + b > 0 for
    k[i] = k(x[i], x), αᵢ = yᵢ/m_{yᵢ} and b = ‖ν‖² − ‖μ‖².
    """
    f, closer = expanded(p, 1, kernel=True)
    p.assume(label=Eq(reals("y[i]")[0] ** 2, 1), closer=closer > 0)
    p.show(conclusion=f > 0)
    features = {"φ": ["3/4"], "φ[i]": [[1], [0]], "k[i]": ["3/4", 0]}
    p.counterexample(dimension=1, size=2, values=NEAR_THE_THRESHOLD | features)


@theorem("kernel-mean-classifier-expansion", title="The kernelised mean classifier (eq. (1.24) corrected)",
         source=cite("iml", "eq. (1.24)"), ledger=["004-eq124"], says="αᵢ is half as large")
def corrected_kernel_expansion(p: Script) -> None:
    """With αᵢ = 2yᵢ/m_{yᵢ}, b = ‖ν‖² − ‖μ‖² and k[i] = k(x[i], x) = ⟨φ[i], φ⟩, the sum Σ αᵢk[i] + b is
    ‖ν − φ‖² − ‖μ − φ‖² in feature space, where μ and ν are the means of the feature vectors.
    """
    f, closer = expanded(p, 2, kernel=True)
    p.show(conclusion=equal(f, closer))
    point, examples = vectors("φ φ[i]")
    y, values = reals("y[i] k[i]")
    for sign in (1, -1):
        p.have(f"class {sign}", Eq((1 + sign * y) / 2 * values, (1 + sign * y) / 2 * (examples @ point)), "kernel")
        p.sum(f"class {sign}", f"sum {sign}")

"""Linear separability in the lecture's forms (1)–(6), the dichotomy (2), and conditions under which the algorithm on p.
16 can stop.

Notation: x' = (x, 1), w' = (w, w₀), x'' = k·x' is the signed vector; the lecture writes the 1 first.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Ne, Sum, augment, equal


@theorem("sign-agrees-just-if-margin-positive",
         title="The sign of the score is the label if and only if the functional margin is positive",
         source=cite("lecture", "eq. (1)"), ledger=["002-eq1", "002-separability-verbal", "002-eq2"],
         says="the sign of 0 is open; it must not be ±1, so that a point of the hyperplane is in neither half-space",
         adds={"": "the half-spaces are open"})
def sign_agrees(p: Script) -> None:
    """Let k = ±1, f = ⟨w, x⟩ + w₀ and σ = sign(f), where sign(0) is any number between −1 and 1. If kf > 0 then σ = k;
    and if σ = k then kf > 0.

    Two conditions state that σ is the sign: (1 − σ²)f = 0, so that σ = ±1 where f ≠ 0, and σf + 1 − σ² > 0.
    """
    w, x = p.vectors("w x")
    w0, k, sigma = p.reals("w0 k σ")
    f = w @ x + w0
    p.assume(label=Eq(k**2, 1), one_or_tie=Eq((1 - sigma**2) * f, 0), agrees=sigma * f + 1 - sigma**2 > 0)
    margin = perceptron.margin(State(w, w0), x, k)
    p.show(right=(1 - k * sigma) * margin <= 0, only_if=(1 + k * sigma) * margin + (2 - k * sigma - sigma**2) > 0)
    for value, given in ((1, k > 0), (-1, k <= 0)):
        with p.case(given, "label-sign"):
            p.have("square", Eq((k - value) * (k + value), 0), "label")
            p.have("k", Eq(k, value), "square", "label-sign")
            for side, strict in ((1, f > 0), (-1, f < 0)):
                with p.case(strict, "side"):
                    p.have("one", Eq(sigma**2, 1), "one_or_tie", times("side"))
                    p.have("same", side * sigma > 0, "agrees", "one", times("side"))
                    p.have("more", side * sigma + 1 > 0, "same")
                    p.have("value", Eq(sigma, side), "one", times("more"))
                    p.conclude("value", "side", "k")
            with p.case(Eq(f, 0), "side"):
                p.have("inner", 1 - sigma**2 > 0, "side", "agrees")
                p.conclude("side", "inner", "k", square(1 - value * sigma))


@refuted("half-spaces-give-formula-as-printed",
         title="If each class lies in one half-space of a hyperplane, some (w, w₀) satisfies formula (1)",
         source=cite("lecture", "p. 12, the sentence before eq. (1), and eq. (1)"),
         corrected="sign-agrees-just-if-margin-positive",
         missing="that the half-spaces are open, and not the same one: a point of the class 1 and one of the class −1, "
                 "both at 0, lie in the closed half-spaces of any hyperplane through 0, and nothing separates them",
         ledger=["002-separability-verbal"])
def half_spaces_as_printed(p: Script) -> None:
    """Let D = 1, so that the data are on a line. Let the two classes lie in different half-spaces of a hyperplane: w ≠
    0 and k[i](w·x[i] + w₀) ≥ 0 for every i. Then some (v, v₀) satisfies formula (1): no convex combination of the
    k[i](x[i], 1) is 0.

    By Gordan's theorem, (v, v₀) exists if and only if no combination is 0.
    """
    w, w0, x, k, a = p.reals("w w0 x[i] k[i] λ[i]")
    p.assume(hyperplane=Ne(w, 0), label=Eq(k**2, 1), sides=k * (w * x + w0) >= 0, weights=a >= 0,
             first=Eq(Sum(a * k * x), 0), second=Eq(Sum(a * k), 0))
    p.show(conclusion=Sum(a) <= 0)
    p.counterexample(size=2, w=1, w0=0, values={"x[i]": [0, 0], "k[i]": [1, -1], "λ[i]": ["1/2", "1/2"]})


@theorem("both-classes-need-a-normal", title="With both classes present a separator has a normal vector",
         source=cite("lecture", "p. 12 and eq. (1)"), ledger=["002-separability-verbal", "002-eq1"],
         says="one class alone is not excluded; then w = 0 with w₀ = ±1 satisfies (1), and there is no hyperplane")
def normal(p: Script) -> None:
    """If ⟨w, x⟩ + w₀ > 0 > ⟨w, z⟩ + w₀ for an x of the class 1 and a z of the class −1, then w ≠ 0: ‖w‖² > 0."""
    w, x, z = p.vectors("w x z")
    w0 = p.real("w0")
    p.assume(positive=perceptron.margin(State(w, w0), x, 1) > 0, negative=perceptron.margin(State(w, w0), z, -1) > 0)
    p.show(conclusion=w @ w > 0)
    p.suppose_not("zero")
    p.use("cauchy-schwarz", u=w, v=x - z)
    p.have("apart", w @ (x - z) > 0, "positive", "negative")
    p.have("length", (x - z) @ (x - z) >= 0, length(x - z))
    p.have("size", (x - z) @ (x - z) * (w @ w) <= 0, "length * zero")
    p.conclude("cauchy-schwarz", "size", times("apart", "apart"))


@theorem("one-sided-conditions-give-signed", title="The goal (3) gives (5)", source=cite("lecture", "eqs. (3)–(5)"),
         ledger=["002-eq345", "002-eq6"])
def one_sided(p: Script) -> None:
    """Let k = ±1, and let ⟨w, x⟩ + w₀ be positive if k = 1 and negative if k = −1. Then ⟨w', x''⟩ > 0."""
    w, x = p.vectors("w x")
    w0, k = p.reals("w0 k")
    f = w @ x + w0
    p.assume(label=Eq(k**2, 1), if_one=(1 + k) * f + (1 - k) > 0, if_minus_one=(1 + k) - (1 - k) * f > 0)
    p.show(conclusion=augment(w, w0) @ (k * augment(x, 1)) > 0)
    p.have("factors", Eq((k - 1) * (k + 1), 0), "label")
    with p.case(k > 0):
        p.have("one", Eq(k, 1), "factors", "case")
        p.conclude("one", "if_one")
    with p.case(k <= 0):
        p.have("minus-one", Eq(k, -1), "factors", "case")
        p.conclude("minus-one", "if_minus_one")


@theorem("signed-condition-gives-one-sided", title="The goal (5) gives (3)", source=cite("lecture", "eqs. (3)–(5)"),
         ledger=["002-eq345", "002-eq6"])
def signed(p: Script) -> None:
    """Let k = ±1 and ⟨w', x''⟩ > 0. Then ⟨w, x⟩ + w₀ is positive if k = 1, and negative if k = −1."""
    w, x = p.vectors("w x")
    w0, k = p.reals("w0 k")
    f = w @ x + w0
    p.assume(label=Eq(k**2, 1), signed=augment(w, w0) @ (k * augment(x, 1)) > 0)
    p.show(if_one=(1 + k) * f + (1 - k) > 0, if_minus_one=(1 + k) - (1 - k) * f > 0)
    p.have("factors", Eq((k - 1) * (k + 1), 0), "label")
    with p.case(k > 0):
        p.have("one", Eq(k, 1), "factors", "case")
        p.conclude("one", "signed")
    with p.case(k <= 0):
        p.have("minus-one", Eq(k, -1), "factors", "case")
        p.conclude("minus-one", "signed")


@theorem("augmented-score-is-score", title="The offset is the weight of an additional coordinate 1",
         source=cite("lecture", "eqs. (3), (4)"), ledger=["002-eq345"])
def augmented(p: Script) -> None:
    """⟨w', x'⟩ = ⟨w, x⟩ + w₀, so that the conditions (3) and (4) are the same."""
    w, x = p.vectors("w x")
    w0 = p.real("w0")
    p.show(conclusion=Eq(augment(w, w0) @ augment(x, 1), w @ x + w0))


@theorem("signed-twice-is-augmented", title="Multiplying a signed vector by its label undoes the sign",
         source=cite("lecture", "p. 15, caption"), ledger=["002-caption"],
         says="the vectors x'' are multiplied by k, although x'' = kx' is already the product")
def signed_twice(p: Script) -> None:
    """If k = ±1 and x'' = kx', then kx'' = x', the vector before the multiplication."""
    x, k = p.vector("x"), p.real("k")
    p.assume(label=Eq(k**2, 1))
    v, z = p.let("x'", augment(x, 1)), p.let("x''", k * augment(x, 1))
    p.show(conclusion=equal(k * z, v))


# ---------------------------------------------------------------------------- the algorithm and its examples


@theorem("zero-weights-misclassify-all", title="At the start every vector is a mistake",
         source=cite("lecture", "pp. 16, 17"), ledger=["002-w0-all-mis", "002-alg-perceptron"])
def zero_weights(p: Script) -> None:
    """If w = 0, then every signed vector x is a mistake: ⟨w, x⟩ ≤ 0."""
    w, x = p.vectors("w x")
    p.assume(zero=Eq(w @ w, 0))
    p.show(conclusion=perceptron.mistake_condition(State(w, 0), x, 1))
    p.have("square", (w @ x) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x), "zero")
    p.conclude("square")


@theorem("nonseparable-vectors-keep-a-mistake", title="On data that are not separable the algorithm never stops",
         source=cite("lecture", "p. 16, step 3, and p. 25, the question"), ledger=["002-alg-perceptron"],
         says="the question what happens if the data are not separable", aliases=["zero-combination-leaves-a-mistake"])
def never_stops(p: Script) -> None:
    """Let p be the nearest point of the hull of the x[i]. If p does not separate the x[i], then no weights w have ⟨w,
    x[i]⟩ ≥ g for every i with a g > 0. So if no vector separates the x[i], some x[i] is misclassified after any number
    of updates.

    p = Σ λᵢx[i] with λᵢ ≥ 0 and Σ λᵢ = 1 is nearest to 0: ⟨p, x[i]⟩ ≥ ‖p‖². There is such a p, by
    hull-nearest-point-exists. To state that p does not separate, the claim has numbers c[i] with a positive sum; c[i]
    is at most 0 if p is right on x[i]. It follows that p = 0.
    """
    w, x = p.vectors("w x[i]")
    g, a, c = p.reals("g λ[i] c[i]")
    q = p.let("p", Sum(a * x))
    own, right = (perceptron.margin(State(v, 0), x, 1) for v in (q, w))
    p.assume(weights=a >= 0, total=Eq(Sum(a), 1), nearest=own >= q @ q,
             misclassified=c * own <= 0, some=Sum(c) > 0, bound=right >= g)
    p.show(conclusion=g <= 0)
    with p.proving("zero", q @ q <= 0):
        p.suppose_not("apart")
        p.have("right", own > 0, "nearest", "apart")
        p.have("none", c <= 0, "misclassified", times("right"))
        p.sum("none", "nowhere")
        p.conclude("nowhere", "some")
    p.have("size", w @ w >= 0, length(w))
    p.have("square", (q @ w) ** 2 <= 0, by("cauchy-schwarz", u=q, v=w), "zero * size")
    p.have("term", a * right >= g * a, "weights * bound")
    p.sum("term", "average")
    p.have("none", Eq(q @ w, 0), "square")
    p.conclude("none", "average", "total")


@theorem("perceptron-ends-on-separable-vectors",
         title="On separable data the algorithm stops, whichever misclassified vector it takes",
         source=cite("lecture", "p. 16, step 3"), ledger=["002-alg-perceptron", "001-perfectly-separable"],
         says="the algorithm stops by Novikoff's theorem, for a given margin; finitely many separable vectors have a "
              "margin")
def ends(p: Script) -> None:
    """If some u has ⟨u, x[i]⟩ > 0 for finitely many x[i], the perceptron that takes any misclassified vector makes at
    most ‖u‖²·Σ ‖x[i]‖²·(Σ rᵢ)² updates, where rᵢ = 1/⟨u, x[i]⟩.

    1/Σ rᵢ is a margin, and Σ ‖x[i]‖² at least D². In a step, c[i] is 1 for the chosen vector z, and 0 for the others.
    """
    u, w, z, x = p.vectors("u w z x[i]")
    t, c, r = p.reals("t c[i] r[i]")
    reach, size = Sum(r), Sum(x @ x)
    after = p.let("w'", perceptron.update(State(w, 0), z, 1, bias_step=0).w)
    p.run([(w, 0, after), (t, 0, t + 1)], [z, c],
          {"choice": Eq(c**2, c), "one": Eq(Sum(c), 1), "with_u": Eq(z @ u, Sum(c * (x @ u))),
           "square": Eq(z @ z, Sum(c * (x @ x))),
           "mistake": perceptron.mistake_condition(State(w, 0), z, 1)})
    p.assume(separated=x @ u > 0, inverse=Eq(r * (x @ u), 1))
    p.show(conclusion=t <= (u @ u) * size * reach**2)
    p.have("each", r > 0, "separated", "inverse")
    p.sum("each", "total", each="single")
    p.have("margin", (x @ u) * reach >= 1, "single * separated", "inverse")
    p.have("length", x @ x >= 0, length(x))
    p.sum("length", "lengths")
    with p.induction(counter=t >= 0, alignment=(w @ u) * reach >= t, growth=w @ w <= t * size):
        p.have("weight", c >= 0, "choice", square(c))
        p.have("rest", 1 - c >= 0, "choice", square(1 - c))
        p.have("along", c * (x @ u) * reach >= c, "weight * margin")
        p.sum("along", "ahead")
        p.have("part", c * (x @ x) <= x @ x, "rest * length")
        p.sum("part", "short")
        p.have("counter'", t + 1 >= 0, "counter")
        p.have("alignment'", (after @ u) * reach >= t + 1, "alignment", "ahead", "one", "with_u")
        p.have("growth'", after @ after <= (t + 1) * size, "growth", "mistake", "short", "square")
        p.conclude("counter'", "alignment'", "growth'")
    p.use("cauchy-schwarz", u=w, v=u)
    p.have("squares", t**2 <= ((w @ u) * reach) ** 2, "alignment * alignment", "alignment * counter")
    p.have("scaled", (w @ u) ** 2 * reach**2 <= (w @ w) * (u @ u) * reach**2, "cauchy-schwarz", square(reach))
    p.have("own", (u @ u) * reach**2 >= 0, length(reach * u))
    p.have("product", t**2 <= t * ((u @ u) * size * reach**2), "squares", "scaled", "own * growth")
    with p.case(t > 0):
        p.conclude("product", times("case"))
    with p.case(t <= 0):
        p.have("bound", (u @ u) * size * reach**2 >= 0, "own * lengths")
        p.conclude("bound", "case")


@theorem("two-points-two-updates",
         title="Two updates are enough for two signed vectors at an obtuse angle that is not too large",
         source=cite("lecture", "p. 17"), ledger=["002-ex1"],
         says="two points in a figure; the text does not state what they must satisfy")
def two_points(p: Script) -> None:
    """If ⟨x1, x2⟩ ≤ 0 and −⟨x1, x2⟩ < min(‖x1‖², ‖x2‖²), the perceptron that starts at 0 and takes x1 first
    misclassifies x2, and after the update with x2 both vectors are right. (Otherwise ‖x1‖² or ‖x2‖² is at most −⟨x1,
    x2⟩, and one of the vectors is wrong.)
    """
    w0, x1, x2 = p.vectors("w0 x1 x2")
    first = perceptron.update(State(w0, 0), x1, 1, bias_step=0)
    second = perceptron.update(first, x2, 1, bias_step=0)
    p.assume(start=Eq(w0 @ w0, 0), obtuse=x1 @ x2 <= 0, not_too_large_1=-(x1 @ x2) < x1 @ x1,
             not_too_large_2=-(x1 @ x2) < x2 @ x2)
    p.show(next_mistake=perceptron.mistake_condition(first, x2, 1),
           first_right=perceptron.margin(second, x1, 1) > 0,
           second_right=perceptron.margin(second, x2, 1) > 0)
    for x, name in ((x1, "x1"), (x2, "x2")):
        p.have(f"square-{name}", (w0 @ x) ** 2 <= 0, by("cauchy-schwarz", u=w0, v=x), "start")
        p.have(f"tie-{name}", Eq(w0 @ x, 0), f"square-{name}")
    p.conclude("tie-x1", "tie-x2", "obtuse", "not_too_large_1", "not_too_large_2")


@theorem("bias-has-parity-of-updates", title="The offset has the parity of the number of updates",
         source=cite("lecture", "pp. 24, 45, the final weights"), ledger=["002-ex2-final", "002-w48"],
         says="w₀ = 0 in iteration 7, and w₀ = 3 in iteration 48. Iteration 1 is w = 0, so these are 6 and 47 updates.")
def parity(p: Script) -> None:
    """After k updates from 0, n of them on examples of the class −1, the offset is k − 2n; so for any data it is even
    after an even number of updates and odd after an odd number.
    """
    b, k, n, y = p.reals("b k n y")
    after = perceptron.update(State(0, b), 0, y).b  # whatever the weights and the example
    p.run([(b, 0, after), (k, 0, k + 1), (n, 0, n + (1 - y) / 2)], [y], {})
    with p.induction(parity=Eq(b, k - 2 * n)):
        p.conclude("parity")
    p.conclude("parity", conclusion=Eq(b, k - 2 * n))

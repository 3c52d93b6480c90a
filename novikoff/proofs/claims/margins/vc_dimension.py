"""The VC dimension of half-spaces in n dimensions is n + 1.

A set of points is shattered if for every labelling yᵢ = ±1 some (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all of them. The VC
dimension is the largest number of points that can be shattered.

Implementation notes
    The dimension of a space is n if it has n + 1 affinely independent points, and any n + 2 of its points are
    affinely dependent: Σ aᵢ = 0 and Σ aᵢxᵢ = 0 for some a ≠ 0. (These are n + 1 linear equations in n + 2
    unknowns.) The first two statements contain n only in this way. Each holds for any number of points.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, proved_by_coq, refuted, theorem
from ...statements.vector_language import Eq, Sum, Vector, augment, equal


@theorem("simplex-is-shattered", title="n + 1 points in general position are shattered by half-spaces",
         source=cite("lecture", "p. 10"), ledger={"002-vc-n-plus-2": "corrects"}, says="n + 2 for the VC dimension")
def simplex(p: Script) -> None:
    """Let the x[i] − z be linearly independent: for some K, Σ cᵢ² ≤ K‖Σ cᵢ(x[i] − z)‖² for all numbers c[i]. Then for
    any labels y[i] and y' = ±1 there are w and b that separate the x[i] and z with all functional margins 1.

    With the weights m[i] of the projection of (0, 1) to the span of the (x[i] − z, y[i] − y'), S = Σ mᵢ(x[i] − z) and T
    = Σ mᵢ(y[i] − y'), w = S/(1 − T) and b = y' − ⟨w, z⟩. The proof uses K for these weights.
    """
    z, x = p.vectors("z x[i]")
    own, y, K = p.reals("y' y[i] K")
    m, _ = p.nearest("m[i] β", augment(x - z, y - own), augment(Vector({}), 1), free=True)
    S, T = p.let("S", Sum(m * (x - z))), Sum(m * (y - own))
    p.assume(own_label=Eq(own**2, 1), label=Eq(y**2, 1), independent=Sum(m**2) <= K * (S @ S))
    with p.making_sense(1 / (1 - T)):
        p.suppose_not("whole")
        p.have("short", Eq(S @ S, 0), "m[i].along", "whole")
        p.have("square", m**2 >= 0)
        p.sum("square", "squares", each="single")
        p.have("small", m**2 <= 0, "single", "independent", "short")
        p.have("none", Eq(m, 0), "small")
        p.have("nothing", Eq(m * (y - own), 0), "none")
        p.sum("nothing", "no sum")
        p.conclude("no sum", "whole")
    w = p.let("w", S / (1 - T))
    state = State(w, own - w @ z)
    p.show(base=Eq(perceptron.margin(state, z, own), 1), others=Eq(perceptron.margin(state, x, y), 1))
    p.have("at-base", Eq(perceptron.margin(state, z, own), 1), "own_label")
    p.have("slopes", Eq(w @ (x - z), y - own), "m[i].across", "definition")
    p.have("at-others", Eq(perceptron.margin(state, x, y), 1), "slopes", "label")
    p.conclude("at-base", "at-others")


@theorem("orthonormal-simplex-is-shattered", title="A weight vector for each labelling of a simplex",
         source=cite("lecture", "p. 10"), ledger={"002-vc-n-plus-2": "corrects"}, says="n + 2 for the VC dimension")
def orthonormal_simplex(p: Script) -> None:
    """Start with a point z with the label y'. Each step adds a point z + e with a label y, where e has length 1 and is
    orthogonal to all earlier e, and adds (y − y')e to w. Then w and b = y' − ⟨w, z⟩ separate all points, for any labels
    ±1, with all functional margins 1. The claim states this at z, and at z + u for any one added vector u, with label
    s.

    v is the w before u is added; u is orthogonal to it. The run begins after u.
    """
    z, u, v, w, e = p.vectors("z u v w e")
    own, s, y = p.reals("y' s y")
    p.assume(own_label=Eq(own**2, 1), label=Eq(s**2, 1), length=Eq(u @ u, 1), before=Eq(v @ u, 0))
    p.run([(w, v + (s - own) * u, w + (y - own) * e)], [e, y], {"orthogonal": Eq(e @ u, 0)})
    state = State(w, own - w @ z)
    p.show(base=Eq(perceptron.margin(state, z, own), 1), point=Eq(perceptron.margin(state, z + u, s), 1))
    with p.induction(slope=Eq(w @ u, s - own)):
        p.conclude("slope", "orthogonal")
    p.have("at-base", Eq(perceptron.margin(state, z, own), 1), "own_label")
    p.have("at-point", Eq(perceptron.margin(state, z + u, s), 1), "slope", "label")
    p.conclude("at-base", "at-point")


@theorem("radon-partition-is-not-separable", title="Affinely dependent points are not shattered by half-spaces",
         source=cite("radon1921", "the partition; applied to half-spaces"), ledger={"002-vc-n-plus-2": "corrects"},
         says="the lecture has n + 2 for the VC dimension")
def radon(p: Script) -> None:
    """Let Σ aᵢ = 0 and Σ aᵢxᵢ = 0 with a ≠ 0. Let yᵢ = sign(aᵢ), or any label where aᵢ = 0. Then for no g > 0 does some
    (w, b) have all functional margins at least g. It does not matter whether the labels are ±1 or other numbers of
    these signs.
    """
    w, x = p.vectors("w x[i]")
    b, g, y, a = p.reals("b g y[i] a[i]")
    dependence = p.let("D", Sum(a * x))
    score, margin = w @ x + b, perceptron.margin(State(w, b), x, y)
    p.assume(balanced=Eq(Sum(a), 0), dependent=equal(dependence, 0), nontrivial=Sum(a**2) > 0, sign=y * a >= 0,
             bound=margin >= g)
    p.show(conclusion=g <= 0)
    p.use("equal-vectors-have-equal-products", u=dependence, v=0, name="no product")
    p.suppose_not("positive")
    p.have("active", margin > 0, "bound", "positive")
    p.have("same-side", y**2 * (a * score) >= 0, "sign * active")
    p.have("square", score**2 >= 0, square(score))
    p.have("term", a * score >= 0, times("active", "active"), "square * same-side")
    p.sum("term", "total", each="single")
    p.have("no-score", Eq(a * score, 0), "single", "term", "balanced", "no product")
    p.have("no-weight", Eq(a**2, 0), "no-score", times("active"))
    p.sum("no-weight", "trivial")
    p.conclude("trivial", times("nontrivial"))


@theorem("three-points-of-a-line-are-not-shattered",
         title="On a line, no threshold separates the middle one of three points from the other two",
         source=cite("lecture", "p. 10, for n = 1; p. 44, the data before lifting"),
         ledger={"002-vc-n-plus-2": "corrects", "002-lift": ""},
         says="p. 10 has n + 2 = 3 for the VC dimension; p. 44 shows data on a line that are not separable")
def three_points(p: Script) -> None:
    """If r < s < t, no (w, b) has wr + b ≥ g, −(ws + b) ≥ g and wt + b ≥ g with g > 0, nor with the signs reversed."""
    r, s, t, w, b, g, y = p.reals("r s t w b g y")
    p.assume(first=r < s, second=s < t, left=y * (w * r + b) >= g, middle=-y * (w * s + b) >= g,
             right=y * (w * t + b) >= g)
    p.show(conclusion=g <= 0)
    p.suppose_not("positive")
    p.have("gap", (t - s) + (s - r) > 0, "first", "second")
    p.have("average", (t - r) * g <= -(t - r) * g, "second * left", "first * right", "gap * middle", "first * middle",
           "second * middle")
    p.conclude("average", times("gap", "positive"))


@theorem("no-three-points-of-a-line-are-shattered",
         title="On a line no three points are shattered: the VC dimension is not n + 2",
         source=cite("lecture", "p. 10, for n = 1"), ledger={"002-vc-n-plus-2": "denies"},
         says="n + 2 for the VC dimension, so that some three points of a line are shattered")
def no_three_points(p: Script) -> None:
    """No three points r, s, t of the line are shattered: if (u, a) separates r from the other two points, (v, b)
    separates s from the others, and (w, c) separates t from the others, all with margins of at least g, then g ≤ 0.

    The points may be equal, and in any order. So this is the negation of the statement that some three points are
    shattered.
    """
    r, s, t, g = points = p.reals("r s t g")
    lines = list(zip(p.reals("u v w"), p.reals("a b c"), points[:3], strict=True))
    for k, (slope, offset, own) in enumerate(lines, 1):
        others = [point for point in (r, s, t) if point is not own]
        p.assume({f"own_{k}": slope * own + offset >= g})
        p.assume({f"other_{k}{n}": -(slope * point + offset) >= g for n, point in enumerate(others, 1)})
    p.show(conclusion=g <= 0)
    p.suppose_not("positive")
    for k, (slope, _, own) in enumerate(lines, 1):
        first, second = (point for point in (r, s, t) if point is not own)
        p.have(f"gap_{k}1", slope * (own - first) > 0, f"own_{k}", f"other_{k}1", "positive")
        p.have(f"gap_{k}2", slope * (own - second) > 0, f"own_{k}", f"other_{k}2", "positive")
        p.have(f"steep_{k}", slope**2 * (own - first) * (own - second) > 0, f"gap_{k}1 * gap_{k}2")
    slopes = lines[0][0] * lines[1][0] * lines[2][0]
    p.conclude(times("steep_1", "steep_2", "steep_3"), square(slopes * (r - s) * (s - t) * (t - r)))


@refuted("three-points-of-a-line-are-shattered", title="Three points of a line are shattered by half-spaces",
         near=cite("lecture", "p. 10"), corrected="radon-partition-is-not-separable",
         missing="the VC dimension is n + 1 (n without a bias); on a line {0, 2} cannot be separated from 1, and no "
                 "other three points are shattered (no-three-points-of-a-line-are-shattered)",
         ledger={"002-vc-n-plus-2": "lacks"}, aliases=["half-spaces-shatter-n-plus-2-as-printed"])
def n_plus_2_as_printed(p: Script) -> None:
    """On the line, n = 1, three points x₁ < x₂ < x₃ are shattered: for all labels yᵢ = ±1, no convex combination of the
    yᵢ(xᵢ, 1) is 0.

    By Gordan's theorem, a labelling is separable if and only if there is no such combination. The lecture needs this
    only for some n + 2 points. But if it held for some n + 2 points in general position, it would hold for all: how
    many labellings are separable depends only on the number of points and on n (Cover, 1965).
    """
    x, y, a = (p.reals(" ".join(f"{name}{i}" for i in "123")) for name in "xyλ")
    p.assume(first_gap=x[0] < x[1], second_gap=x[1] < x[2])
    p.assume({f"label{i}": Eq(own**2, 1) for i, own in enumerate(y, 1)})
    p.assume({f"weight{i}": own >= 0 for i, own in enumerate(a, 1)})
    p.assume(offsets=Eq(sum(c * own for c, own in zip(a, y, strict=True)), 0),
             slopes=Eq(sum(c * own * place for c, own, place in zip(a, y, x, strict=True)), 0))
    p.show(conclusion=sum(a) <= 0)
    p.counterexample(values={"x1": 0, "x2": 1, "x3": 2, "y1": 1, "y2": -1, "y3": 1, "λ1": "1/4", "λ2": "1/2",
                             "λ3": "1/4"})


@proved_by_coq("half-spaces-have-vc-dimension-n-plus-1",
               title="The VC dimension of half-spaces of n dimensions is n + 1, for every n",
               source=cite("vapnik1998", "the VC dimension of hyperplanes"), file="Dichotomies")
def vc_dimension(p: Script) -> None:
    """Some n + 1 points of n coordinates are shattered: for any labelling some w, c have ⟨w, x⟩ + c > 0 at the points
    of one label, and < 0 at the others. No n + 2 points are shattered: for some labelling no half-space ⟨w, x⟩ + c ≥ 0
    contains exactly the points of one label.

    Any n + 2 points are affinely dependent, since n + 2 rows of n + 1 numbers are linearly dependent. The signs of the
    coefficients are the labelling (radon-partition-is-not-separable).
    """
    p.state_in_coq("""
forall n : nat,
  (exists X : nat -> nat -> Real, forall b : nat -> bool, exists (w : nat -> Real) (c : Real),
    forall j, (j <= n)%nat ->
      if b j then total n (fun k => w k * X j k) + c > 0 else total n (fun k => w k * X j k) + c < 0) /\\
  (forall X : nat -> nat -> Real, exists b : nat -> bool, forall (w : nat -> Real) (c : Real),
    exists j, (j <= S n)%nat /\\ ~ (b j = true <-> total n (fun k => w k * X j k) + c >= 0))""")

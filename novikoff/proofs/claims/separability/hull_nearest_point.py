"""The nearest point of a convex hull and the best separating plane through the origin, eq. (29).

Notation: x[i] are the signed vectors, their number and the dimension are arbitrary. Instead of min_j w·x_j, the claims
use any number g with g ≤ w·x[i] for every i. The largest such g is this minimum. m is the distance of the hull from 0.

Implementation notes
    A point v of the hull is v = Σ aᵢx[i] with aᵢ ≥ 0, Σ aᵢ = 1. "p is nearest to 0" is stated as p·x[i] ≥ ‖p‖² for
    every i; the second claim states that this point exists, and the fourth and the fifth claim state that it is
    nearest.
"""

from typing import NamedTuple

from ....algorithms import kozinec
from ...statements.perceptron_runs import homogeneous_run
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Min, Scalar, Sum, Vector, augment, equal, norm
from ..inner_products.lengths_from_squares import no_product


class HullPoint(NamedTuple):
    """A point of the hull of the family x[i], with its name and its weights a[i]."""

    script: Script
    name: str
    vector: Vector
    weights: Scalar
    x: Vector

    def averages(self, u: Vector, least: str, g: Scalar, fact: str) -> None:
        """Conclude ⟨v, u⟩ ≥ g from the fact `least`: ⟨x[i], u⟩ ≥ g for every i."""
        p, a = self.script, self.weights
        p.have(f"{fact}-terms", a * (self.x @ u) >= a * g, f"{self.name}_nonnegative * {least}")
        p.sum(f"{fact}-terms", f"{fact}-sum")
        p.have(fact, self.vector @ u >= g, f"{fact}-sum", f"{self.name}_total")


def hull_point(p: Script, name: str, weights: str, x: Vector) -> HullPoint:
    """Declare the weights of a point of the hull of x[i], and name the point."""
    a = p.real(f"{weights}[i]")
    p.assume({f"{name}_nonnegative": a >= 0, f"{name}_total": Eq(Sum(a), 1)})
    return HullPoint(p, name, p.let(name, Sum(a * x)), a, x)


@theorem("separation-of-direction-scale-invariant",
         title="The separation that a direction achieves does not depend on its length",
         source=cite("lecture", "eq. (29)"), ledger=["002-eq29-ray"], adds={"nonzero": "w ≠ 0"},
         says="w* is the maximiser; in fact the maximisers are rays")
def scale_invariant(p: Script) -> None:
    """If w ≠ 0 and c > 0, then (cw)·x[i]/‖cw‖ = w·x[i]/‖w‖ for every i. So if w solves (29), all positive multiples of
    w solve it.
    """
    w, x = p.vectors("w x[i]")
    c = p.real("c")
    p.assume(nonzero=w @ w > 0, positive=c > 0)
    longer = p.let("v", c * w)
    p.show(conclusion=equal((longer @ x) / norm(longer), (w @ x) / norm(w)))
    p.have("first", norm(longer) >= 0)
    p.have("second", c * norm(w) >= 0, "positive")
    p.have("squares", Eq(norm(longer) ** 2, (c * norm(w)) ** 2))
    p.use("square-root-unique", name="size", u=norm(longer), v=c * norm(w))
    p.have("longer", norm(longer) > 0)
    p.have("shorter", norm(w) > 0)
    p.have("quotient", Eq(c / norm(longer), 1 / norm(w)), "size", times("longer", "shorter"))
    p.conclude("quotient")


@theorem("hull-nearest-point-exists", title="The hull of finitely many vectors has a nearest point to 0",
         source=cite("lecture", "p. 31, where it is taken for granted"), ledger={"002-hull-optimality": "follows"})
def nearest_point_exists(p: Script) -> None:
    """For any n ≥ 1 vectors x[i] there are weights aᵢ ≥ 0 with Σ aᵢ = 1 such that p = Σ aᵢx[i] has p·x[i] ≥ ‖p‖² for
    every i.

    Let m[i] be the weights of the point nearest to (0, 1) in the cone of the (x[i], 1). Then aᵢ = mᵢ/A with A = Σ mᵢ.
    """
    x = p.vector("x[i]")
    p.assume(some=Sum(1) > 0)
    m, _ = p.nearest("m[i] β", augment(x, 1), augment(Vector({}), 1))
    A, S, T = Sum(m), p.let("S", Sum(m * x)), p.let("T", Sum(x))

    def cone_point() -> None:
        p.have("nonnegative", m >= 0, "m[i].sign")
        p.sum("nonnegative", "total")
        p.have("length", Eq(S @ S, (1 - A) * A), "m[i].along")
        p.have("ahead", S @ x >= 1 - A, "m[i].across")
        p.sum("ahead", "all ahead")
        with p.proving("positive", A > 0):
            p.suppose_not("empty")
            p.have("none", Eq(A, 0), "empty", "total")
            p.have("short", S @ S <= 0, "length", "none")
            no_product(p, "none ahead", S, T)
            p.conclude("none ahead", "all ahead", "none", "some")

    with p.making_sense(1 / A):
        cone_point()
        p.conclude("positive")
    a, point = m / A, S / A
    p.show(weights=a >= 0, total=Eq(Sum(a), 1), nearest=point @ x >= point @ point)
    cone_point()
    p.have("inverse", 1 / A > 0, "positive")
    p.have("weights'", a >= 0, "nonnegative * inverse")
    p.have("total'", Eq(Sum(a), 1), "definition")
    p.have("square", Eq(point @ point, (1 - A) / A), "length")
    p.have("nearest'", point @ x >= (1 - A) / A, "ahead * inverse")
    p.conclude("weights'", "total'", "nearest'", "square")


@theorem("hull-weak-duality", title="No direction separates by more than a point of the hull allows",
         source=cite("lecture", "p. 31"), ledger=["002-hull-weak-duality"])
def weak_duality(p: Script) -> None:
    """If w·x[i] ≥ g for every i and v lies in the hull of the x[i], then g ≤ w·v, and so g ≤ ‖w‖‖v‖ by the inequality
    of Cauchy and Schwarz.
    """
    w, x = p.vectors("w x[i]")
    g = p.real("g")
    v = hull_point(p, "v", "a", x)
    p.assume(least=x @ w >= g)
    v.averages(w, "least", g, "average")
    p.use("cauchy-schwarz-norm", name="lengths", u=w, v=v.vector)
    p.conclude("average", "lengths", average=w @ v.vector >= g, lengths=g <= norm(w) * norm(v.vector))


@theorem("hull-nearest-point-condition", title="The nearest point p of the hull has p·x ≥ ‖p‖² for every example",
         source=cite("lecture", "p. 31"), ledger=["002-hull-optimality"])
def nearest_point_condition(p: Script) -> None:
    """Let (1 − κ)p + κx, with κ = max(0, min(1, κ*)) and the minimiser κ* on the line, be the point nearest to 0 of the
    segment from p to x ≠ p. If p is at least as near to 0 as this point, then p·x ≥ ‖p‖².

    If p is in the hull and x is one of the examples, the point lies in the hull. For x = p, p·x = ‖p‖².
    """
    q, x = p.vectors("p x")
    p.assume(different=(q - x) @ (q - x) > 0)
    best = kozinec.minimiser(q @ q, q @ x, x @ x)
    ahead = Min(1, best)
    kappa = p.let("κ", Max(0, ahead))
    moved = p.let("p'", kozinec.step(q, x, kappa))
    p.assume(nearest=q @ q <= moved @ moved)
    p.show(conclusion=q @ x >= q @ q)
    p.suppose_not("closer")
    p.have("line", Eq((q - x) @ (q - x) * best, q @ (q - x)), "definition")
    p.have("line-positive", best > 0, "closer", "line", times("different"))
    p.use("minimum-of-two", name="smaller", u=1, v=best)
    p.have("ahead", ahead > 0, "line-positive", "smaller.one_of_them")
    p.have("clamped", Eq(kappa, ahead), "ahead", "definition")
    p.have("positive", kappa > 0, "ahead", "clamped")
    p.have("within", kappa * ((q - x) @ (q - x)) <= q @ (q - x), "smaller.second * different", "line", "clamped")
    p.use("segment-step-decrease", {"κ": kappa}, name="decrease", w=q)
    p.have("gain", kappa * (q @ (q - x)) > 0, "positive * closer")
    p.have("shorter", moved @ moved < q @ q, "decrease", "gain")
    p.conclude("shorter", "nearest")


@theorem("hull-nearest-point-sufficient",
         title="A point of the hull with p·x ≥ ‖p‖² for every example is the only nearest one",
         source=cite("lecture", "p. 31"), ledger=["002-hull-optimality"])
def nearest_point_sufficient(p: Script) -> None:
    """If p·x[i] ≥ ‖p‖² for every i, then ‖v‖² ≥ ‖p‖² + ‖v − p‖² for every point v of the hull of the x[i]."""
    q, x = p.vectors("p x[i]")
    v = hull_point(p, "v", "a", x)
    p.assume(nearest=x @ q >= q @ q)
    v.averages(q, "nearest", q @ q, "average")
    u = v.vector
    p.calc(u @ u,
           "==", q @ q + (u - q) @ (u - q) + 2 * (u @ q - q @ q), "bilinearity",
           ">=", q @ q + (u - q) @ (u - q), "average")


def nearest(p: Script, x: Vector) -> HullPoint:
    """Declare the nearest point p of the hull of x[i]."""
    found = hull_point(p, "p", "a", x)
    p.assume(nearest=x @ found.vector >= found.vector @ found.vector)
    return found


@refuted("hull-nearest-point-solves-as-printed", title="The nearest point of the hull solves (29)",
         source=cite("lecture", "p. 31"), corrected="hull-nearest-point-solves",
         missing="0 must not lie in the hull; otherwise the nearest point is 0, which is not a direction, and (29) has "
                 "another solution",
         ledger=["002-hull-equivalence"])
def solves_as_printed(p: Script) -> None:
    """The nearest point p of the hull of the x[i] is not 0, and for every direction w ≠ 0 with w·x[i] ≥ g
    for every i, g/‖w‖ ≤ ‖p‖.

    In the counterexample the value of (29) is −1/√5, attained at the unit vectors along (1, ±2).
    """
    w, x = p.vectors("w x[i]")
    g = p.real("g")
    q = nearest(p, x).vector
    p.assume(direction=w @ w > 0, least=x @ w >= g)
    p.show(solution_is_direction=q @ q > 0, best=g / norm(w) <= norm(q))
    p.counterexample(dimension=2, size=3, w=[1, 0], g=-1, values={
        "x[i]": [[1, 0], [-1, 1], [-1, -1]], "a[i]": ["1/2", "1/4", "1/4"],
    })


@theorem("hull-nearest-point-solves", title="The nearest point of a hull without 0 solves (29)",
         source=cite("lecture", "p. 31"), ledger=["002-hull-equivalence"],
         adds={"apart": "0 is not in the hull", "direction": "w ≠ 0"})
def solves(p: Script) -> None:
    """If the nearest point p of the hull of the x[i] is not 0, then p·x[i]/‖p‖ ≥ ‖p‖ for every i, and for every
    direction w ≠ 0 with w·x[i] ≥ g for every i, g/‖w‖ ≤ ‖p‖; so min_j p·x_j/‖p‖ = ‖p‖ is the maximum in (29).
    """
    w, x = p.vectors("w x[i]")
    g = p.real("g")
    found = nearest(p, x)
    q = found.vector
    p.assume(apart=q @ q > 0, direction=w @ w > 0, least=x @ w >= g)
    p.show(attained=(q @ x) / norm(q) >= norm(q), best=g / norm(w) <= norm(q))
    p.have("size", norm(w) > 0)
    p.have("own", norm(q) > 0)
    p.have("attained", (q @ x) / norm(q) >= norm(q), "nearest", times("own"))
    found.averages(w, "least", g, "average")
    p.use("cauchy-schwarz-norm", name="lengths", u=w, v=q)
    p.have("below", g <= norm(q) * norm(w), "average", "lengths")
    p.have("best", g / norm(w) <= norm(q), "below", times("size"))
    p.conclude("attained", "best")


@theorem("hull-best-direction-unique", title="The solution of (29) is unique up to its length",
         source=cite("lecture", "p. 31"), ledger=["002-eq29-ray", "002-hull-equivalence"])
def best_direction_unique(p: Script) -> None:
    """Let p be a point of the hull of the x[i] with ‖p‖ = m, and let the unit vector u have u·x[i] ≥ m for every i.
    Then p = mu. If p is the nearest point, every solution u of (29) of length 1 has this property. So for m > 0, u =
    p/m is the only solution.
    """
    u, x = p.vectors("u x[i]")
    m = p.real("m")
    found = hull_point(p, "p", "a", x)
    q = found.vector
    p.assume(unit=Eq(u @ u, 1), nonnegative=m >= 0, length=Eq(q @ q, m**2), best=x @ u >= m)
    p.show(conclusion=equal(q, m * u))
    found.averages(u, "best", m, "average")
    gap = q - m * u
    p.calc(gap @ gap,
           "==", 2 * m * (m - q @ u), "length", "unit",
           "<=", 0, "average * nonnegative", name="gap")
    p.have("sign", gap @ gap >= 0, length(gap))
    p.conclude("gap.all", "sign")


def sandwich(p: Script, g: Scalar) -> tuple[Vector, Vector]:
    """Declare a point w ≠ 0 of the hull of the x[i] with g ≤ min_j w·x_j, and the nearest point p; derive ⟨p, w⟩ ≥ g
    ("above") and ⟨w, p⟩ ≥ ‖p‖² ("below").
    """
    x = p.vector("x[i]")
    found, point = nearest(p, x), hull_point(p, "w", "c", x)
    w, q = point.vector, found.vector
    p.assume(nonzero=w @ w > 0, least=x @ w >= g)
    found.averages(w, "least", g, "above")
    point.averages(q, "nearest", q @ q, "below")
    return w, q


@theorem("hull-sandwich", title="Every point of the hull brackets the distance m", source=cite("lecture", "p. 32"),
         ledger=["002-sandwich"], adds={"nonzero": "w ≠ 0"})
def bracket(p: Script) -> None:
    """If w ≠ 0 lies in the hull of the x[i], w·x[i] ≥ g for every i, and p is the nearest point of the hull, then
    g/‖w‖ ≤ ‖p‖ ≤ ‖w‖.
    """
    g = p.real("g")
    w, q = sandwich(p, g)
    p.show(lower=g / norm(w) <= norm(q), upper=norm(q) <= norm(w))
    p.use("cauchy-schwarz-norm", name="lengths", u=q, v=w)
    p.have("size", norm(w) > 0)
    p.have("product", g <= norm(q) * norm(w), "above", "lengths")
    p.have("lower", g / norm(w) <= norm(q), "product", times("size"))
    p.have("gap", (w - q) @ (w - q) >= 0, length(w - q))
    p.have("squares", norm(q) ** 2 <= norm(w) ** 2, "below", "gap")
    p.use("square-root-monotone", name="upper", u=norm(q), v=norm(w))
    p.conclude("lower", "upper")


@theorem("eps-solution-brackets-distance", title="What an ε-solution is good for", source=cite("lecture", "p. 33"),
         ledger=["002-eps-def"], adds={"nonzero": "w ≠ 0"})
def eps_solution(p: Script) -> None:
    """If w ≠ 0 lies in the hull, g ≤ w·x[i] for every i, and ‖w‖ − g/‖w‖ ≤ ε, then for the distance m = ‖p‖ of the
    hull from 0 both ‖w‖ − m ≤ ε and m − g/‖w‖ ≤ ε.
    """
    g, epsilon = p.reals("g ε")
    w, q = sandwich(p, g)
    p.assume(closed=norm(w) - g / norm(w) <= epsilon)
    p.show(length=norm(w) - norm(q) <= epsilon, separation=norm(q) - g / norm(w) <= epsilon)
    p.use("hull-sandwich", name="sandwich")
    p.conclude("sandwich", "closed")


# ------------------------------------------------------------------------------- the perceptron's bound


@theorem("hull-best-novikoff-bound", title="The best bound that Novikoff's theorem can give is D²/m²",
         source=cite("lecture", "eqs. (7)–(9) and p. 31"), ledger=["x-hull-novikoff"])
def best_novikoff_bound(p: Script) -> None:
    """Let p be the nearest point of the hull of the x[i] and m = ‖p‖ > 0. For every unit vector u and γ > 0 with u·x[i]
    ≥ γ for every i, D²/m² ≤ D²/γ². And p/m is a unit vector with p·x[i]/m ≥ m, so γ = m is possible.
    """
    u, x = p.vectors("u x[i]")
    gamma, D, m = p.reals("γ D m")
    found = nearest(p, x)
    q = found.vector
    p.assume(distance=m > 0, length=Eq(q @ q, m**2), unit=Eq(u @ u, 1), positive=gamma > 0, margin=x @ u >= gamma)
    best = p.let("e", q / m)
    p.show(smaller=D**2 / m**2 <= D**2 / gamma**2, unit=Eq(best @ best, 1), margin=best @ x >= m)
    p.have("unit'", Eq(best @ best, 1), "length", times("distance", "distance"))
    p.have("margin'", best @ x >= m, "nearest", "length", times("distance"))
    found.averages(u, "margin", gamma, "average")
    p.use("cauchy-schwarz", u=u, v=q)
    p.have("squares", gamma**2 <= m**2, "average * average", "average * positive", "unit", "cauchy-schwarz", "length")
    p.have("quotients", 1 / m**2 <= 1 / gamma**2, "squares", times("distance", "distance", "positive", "positive"))
    p.have("bounds", D**2 / m**2 <= D**2 / gamma**2, "quotients", square(D))
    p.conclude("bounds", "unit'", "margin'")


@theorem("hull-mistake-bound",
         title="The perceptron makes at most D²/‖p‖² mistakes, p the point of the hull nearest to 0",
         source=cite("lecture", "eq. (9) and p. 31"), ledger=["x-hull-novikoff"])
def mistake_bound(p: Script) -> None:
    """Let p ≠ 0 have p·x ≥ ‖p‖² for every example, as the nearest point of their hull does, and let ‖x‖ ≤ D. Then the
    perceptron makes at most D²/‖p‖² mistakes on the examples, in any order.
    """
    q, D = p.vector("p"), p.real("D")
    p.assume(apart=q @ q > 0)
    run = homogeneous_run(p, example="x", counter="t")
    run.examples(nearest=q @ run.z >= q @ q, radius=run.z @ run.z <= D**2)
    p.show(conclusion=run.k <= D**2 / (q @ q))
    m = p.let("m", norm(q))
    unit = p.let("e", q / m)
    p.have("own", m > 0)
    p.have("length", Eq(m**2, q @ q), "definition")
    p.have("unit", Eq(unit @ unit, 1), "length", times("own", "own"))
    p.have("quotient", Eq(1 / m**2, 1 / (q @ q)), "length", times("own", "own"))
    p.use("novikoff-mistake-bound", {"u": unit, "γ": m}, name="novikoff")
    p.conclude("novikoff", "quotient")

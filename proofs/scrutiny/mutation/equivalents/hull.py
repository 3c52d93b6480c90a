"""True mutants of the claims on the hull of the signed vectors."""

from sympy import Min, Rational

from ....statements.language import Eq, Scalar, norm, reals, vectors
from ....statements.script import Script, by, length, times
from . import derives, gives_meaning

PRINTED, CONDITION = "hull-nearest-point-solves-as-printed", "hull-nearest-point-condition"
STOP, NOVIKOFF = "eps-solution-brackets-distance", "hull-best-novikoff-bound"


def best(p: Script) -> None:
    """Conclude g/‖w‖ <= ‖p‖."""
    w, q = vectors("w p")
    p.use("hull-weak-duality", name="duality", v=q)
    p.have("size", norm(w) > 0)
    p.have("best", p.real("g") / norm(w) <= norm(q), "duality.lengths", times("size"))


@derives(PRINTED, "solution_is_direction: > becomes >=", "show.solution_is_direction: 0 becomes 1 before 1")
def any_length(p: Script) -> None:
    """⟨p, p⟩ >= 0; and the other conclusion holds anyway: g <= Σa[i]⟨w, x[i]⟩ = ⟨w, p⟩ <= |w||p|."""
    best(p)
    p.conclude("best", length(p.vector("p")))


@derives(PRINTED, "show.solution_is_direction: p@p becomes 1", "solution_is_direction: p@ and w@ exchanged")
def other_direction(p: Script) -> None:
    """1 > 0, and w is a direction; the other conclusion holds anyway: g <= Σa[i]⟨w, x[i]⟩ = ⟨w, p⟩ <= |w||p|."""
    best(p)
    p.conclude("best", "direction")


@derives(PRINTED, "nearest: >= becomes >")
def nearer_than_all(p: Script) -> None:
    """There is an x[i], as Σa[i] = 1, and ⟨p, x[i]⟩ > ⟨p, p⟩ excludes p = 0; and the other conclusion holds anyway:
    g <= Σa[i]⟨w, x[i]⟩ = ⟨w, p⟩ <= |w||p|.
    """
    (q, x), a = vectors("p x[i]"), p.real("a[i]")
    with p.proving("own direction", q @ q > 0):
        p.suppose_not("none")
        p.have("nothing", Eq(q @ q, 0), "none", length(q))
        p.have("flat", (q @ x) ** 2 <= 0, by("cauchy-schwarz", u=q, v=x), "nothing")
        p.have("across", Eq(q @ x, 0), "flat")
        with p.proving("unweighted", Eq(a, 0)):
            p.suppose_not("weighted")
            p.conclude("nearest", "across", "nothing")
        p.sum("unweighted", "empty")
        p.conclude("empty", "p_total")
    best(p)


def half_of_separation(p: Script, *reasons: str) -> None:
    """Conclude g/(2|w|) <= |p|/2 ("nearer"), where `inv2` is 1/(2|w|) for those reasons."""
    w, q = vectors("w p")
    g, half = reals("g inv2")
    p.use("hull-sandwich", name="sandwich")
    p.have("size", norm(w) > 0)
    p.have("own", norm(q) >= 0)
    p.have("half", Eq(2 * half, 1 / norm(w)), "inv2.def", *reasons, times("size"))
    p.have("nearer", g * half <= norm(q) / 2, "sandwich.lower", "half")


@derives(STOP, "inv2: of 2 times as much")
def half_of_quotient(p: Script) -> None:
    """The stop says |w| <= g/(2|w|) + ε; as g <= ⟨p, w⟩ <= |p||w|, |w| <= |p| + ε; as |p|² <= ⟨p, w⟩, |p| <= |w|, so
    |p| <= g/(2|w|) + ε.
    """
    half_of_separation(p)
    p.conclude("closed", "nearer", "own", "sandwich")


@derives(STOP, "root1: of 4 times as much")
def twice_the_length(p: Script) -> None:
    """The stop says 2|w| <= g/(2|w|) + ε; as g <= ⟨p, w⟩ <= |p||w|, 2|w| <= |p| + ε; as |p|² <= ⟨p, w⟩, |p| <= |w|, so
    |p| <= g/(2|w|) + ε.
    """
    (w,), (root,) = vectors("w"), reals("root1")
    p.have("positive", norm(w) > 0)
    p.have("other", 2 * norm(w) >= 0, "positive")
    p.use("square-root-unique", name="double", u=root, v=2 * norm(w))
    half_of_separation(p, "double")
    p.conclude("closed", "nearer", "own", "sandwich", "double", "size")


def margin_below_distance(p: Script) -> None:
    """Conclude γ <= m ("below") from the claim and 0 < γ <= Σa[i]⟨u, x[i]⟩ = ⟨u, p⟩ <= |p| = m."""
    (u, q), (m, gamma) = vectors("u p"), reals("m γ")
    p.use(NOVIKOFF, name="claim")
    p.use("hull-weak-duality", {"w": u, "v": q, "g": gamma}, name="duality")
    p.have("squares", (u @ q) ** 2 <= m**2, by("cauchy-schwarz", u=u, v=q), "unit", "length")
    p.use("square-root-monotone", name="turn", u=u @ q, v=m)
    p.have("below", m - gamma >= 0, "turn", "duality")


@gives_meaning(NOVIKOFF, "inv1")
def distance_not_zero(p: Script) -> None:
    """0 < γ <= Σa[i]⟨u, x[i]⟩ = ⟨u, p⟩; so p is not 0, and m is not 0."""
    (u, q, x), (gamma, a) = p.vectors("u p x[i]"), p.reals("γ a[i]")
    p.have("terms", a * (u @ x) >= a * gamma, "p_nonnegative * margin")
    p.sum("terms", "sum")
    p.have("average", u @ q >= gamma, "sum", "p_total", "p_with_u")
    p.suppose_not("none")
    p.have("nothing", Eq(q @ q, 0), "length", "none")
    p.have("near", 2 * (u @ q) <= gamma, "nothing", "unit", length(q - gamma * u), times("positive"))
    p.conclude("near", "average", "positive")


@derives(NOVIKOFF, "distance: > becomes >=")
def nonnegative_distance(p: Script) -> None:
    """0 < γ <= Σa[i]⟨u, x[i]⟩ = ⟨u, p⟩ <= |p| = m; so m is not 0."""
    m = p.real("m")
    with p.proving("positive distance", m > 0):
        p.suppose_not("not")
        p.have("none", Eq(m, 0), "not", "distance")
        p.conclude("none", "inv1.def")
    p.use(NOVIKOFF, name="claim")
    p.conclude("claim")


@derives(NOVIKOFF, "margin: m and γ exchanged")
def smaller_margin(p: Script) -> None:
    """0 < γ <= Σa[i]⟨u, x[i]⟩ = ⟨u, p⟩ <= |p| = m."""
    margin_below_distance(p)
    p.conclude("claim", "below")


@derives(NOVIKOFF, "margin: inv1 and inv2 exchanged")
def larger_quotient(p: Script) -> None:
    """0 < γ <= Σa[i]⟨u, x[i]⟩ = ⟨u, p⟩ <= |p| = m, and ⟨x[i], p⟩ >= m²."""
    margin_below_distance(p)
    p.have("share", p.real("inv2") > 0, "positive")
    p.conclude("claim", "share * nearest", "share * distance * below", "length", "inv2.def")


def nearer_on_the_segment(p: Script, factor: Scalar) -> None:
    """Derive the claim if κ is `factor` times min(1, κ*) where this is positive, by κ‖p - x‖² < 2⟨p, p - x⟩."""
    (q, x, moved), (share, root, kappa) = vectors("p x p'"), reals("inv1 root3 κ")
    gap, distance = q @ (q - x), (q - x) @ (q - x)
    best = share * gap
    ahead = Min(1, best)
    p.suppose_not("closer")
    p.have("share", share > 0, "inv1.def", "different", times("different"))
    p.have("best", best > 0, "share * closer")
    p.use("minimum-of-two", name="smaller", u=1, v=best)
    p.have("ahead", ahead > 0, "best", "smaller.one_of_them")
    p.have("multiple", (2 * factor - 1) * ahead >= 0, "ahead")
    p.use("square-root-unique", name="clamped", u=root, v=(2 * factor - 1) * ahead)
    p.have("within", distance * ahead <= distance * best, "smaller.second * different")
    p.have("short", kappa * distance < 2 * gap, "within", "clamped", "inv1.def", "closer")
    p.have("positive", kappa > 0, "clamped", "ahead")
    p.have("shorter", moved @ moved < q @ q, "positive * short")
    p.conclude("nearest", "shorter")


@derives(CONDITION, "root3: of 4 times as much")
def half_longer(p: Script) -> None:
    """κ = 3/2 min(1, κ*) where κ* > 0, less than 2κ*: with ⟨p, x⟩ < |p|² the point would be nearer."""
    nearer_on_the_segment(p, Rational(3, 2))


@derives(CONDITION, "root3: of 1/4 times as much")
def quarter_shorter(p: Script) -> None:
    """κ = 3/4 min(1, κ*) where κ* > 0, less than 2κ*: with ⟨p, x⟩ < |p|² the point would be nearer."""
    nearer_on_the_segment(p, Rational(3, 4))


@derives(CONDITION, "inv1: of 2 times as much")
def half_as_far(p: Script) -> None:
    """If ⟨p, x⟩ < |p|², κ > 0 is at most half of the best step on the line, and all below twice that end nearer."""
    nearer_on_the_segment(p, Rational(1))

"""The margin under changes of single coordinates: the distance in the maximum norm is |f(x)|/‖w‖₁.

Notation: f(x) = Σ wᵢxᵢ + b, in coordinates, as the norm depends on them; ‖w‖₁ = Σ |wᵢ|, and e[i] is the change.

Implementation notes: |wᵢ| is a family m with mᵢ² = wᵢ² and mᵢ ≥ 0; sᵢ = ±1 with sᵢwᵢ = mᵢ is a sign of wᵢ.
"""

from ...statements.proof_script import Script
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum

DUAL_NORM = cite("mangasarian1999", "Theorem 2.2, the distance from a plane in a general norm; for the maximum norm")


def bounded_change(p: Script) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Declare weights w[i], their absolute values, and changes e[i] with |e[i]| ≤ ε."""
    w, m, e, eps = p.reals("w[i] m[i] e[i] ε")
    p.assume(absolute=Eq(m**2, w**2), size=m >= 0, above=e <= eps, below=-e <= eps)
    return w, m, e, eps


@theorem("max-norm-change-bounded", title="If each coordinate changes by at most ε, the score changes by at most ε‖w‖₁",
         source=DUAL_NORM)
def change_bounded(p: Script) -> None:
    """If |eᵢ| ≤ ε for every i, then |Σ wᵢeᵢ| ≤ ε·Σ |wᵢ|."""
    w, m, e, eps = bounded_change(p)
    p.show(above=Sum(w * e) <= eps * Sum(m), below=-Sum(w * e) <= eps * Sum(m))
    p.have("up", m - w >= 0, "absolute", "size")
    p.have("down", m + w >= 0, "absolute", "size")
    p.have("most", w * e <= eps * m, "up * below", "down * above")
    p.have("least", -w * e <= eps * m, "up * above", "down * below")
    p.sum("most", "total")
    p.sum("least", "other total")
    p.conclude("total", "other total")


@theorem("max-norm-margin-kept", title="A sample stays on its side if its margin exceeds ε‖w‖₁", source=DUAL_NORM)
def margin_kept(p: Script) -> None:
    """If y = ±1, yf(x) > ε‖w‖₁ and |eᵢ| ≤ ε for every i, then yf(x + e) > 0."""
    w, m, e, eps = bounded_change(p)
    x, b, y = p.reals("x[i] b y")
    p.assume(label=Eq(y**2, 1), margin=y * (Sum(w * x) + b) > eps * Sum(m))
    p.show(conclusion=y * (Sum(w * (x + e)) + b) > 0)
    p.use("max-norm-change-bounded", name="change")
    with p.case(y >= 0):
        p.have("one", Eq(y, 1), "label", "case")
        p.conclude("one", "margin", "change.below")
    with p.case(y < 0):
        p.have("one", Eq(y, -1), "label", "case")
        p.conclude("one", "margin", "change.above")


@theorem("max-norm-distance-attained",
         title="A change by |f(x)|/‖w‖₁ in every coordinate takes an input to the hyperplane", source=DUAL_NORM)
def distance_attained(p: Script) -> None:
    """If w ≠ 0 and r = f(x)/‖w‖₁, then eᵢ = −r·sᵢ with the signs sᵢ of the wᵢ has |eᵢ| = |r| for every i, and f(x + e)
    = 0.

    By max-norm-change-bounded, no e with all |eᵢ| < |r| makes f(x + e) zero. So |r| is the distance of x from the
    hyperplane in the maximum norm.
    """
    w, m, s, x, b = p.reals("w[i] m[i] s[i] x[i] b")
    p.assume(sign=Eq(s**2, 1), absolute=Eq(s * w, m), some=Sum(m) > 0)
    score = Sum(w * x) + b
    r = p.let("r", score / Sum(m))
    e = -r * s
    p.show(length=Eq(e**2, r**2), on_plane=Eq(Sum(w * (x + e)) + b, 0))
    p.have("length'", Eq(e**2, r**2), "sign")
    p.sum("absolute", "signs")
    p.have("unit", Eq(Sum(s * w) / Sum(m), 1), "signs", "definition")
    p.conclude("length'", "unit")

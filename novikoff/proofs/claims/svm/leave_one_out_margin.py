"""Leaving a sample out of a hard margin without an offset: the number of errors, by radius and margin.

Notation: z[i] are the signed samples, w = Σ a[i]z[i] is the hard margin with its multipliers, v[i] is the hard margin
without sample i. γ = 1/‖w‖ is the margin.

Implementation notes: the proofs use three facts about v, the shortest vector with ⟨v, z[j]⟩ ≥ 1 for all j but one.
With the weights a[j], these inequalities sum to ⟨v, w⟩ − a⟨v, z⟩ ≥ ‖w‖² − a, as Σ a[j] = ‖w‖². And since w satisfies
them too, no point of the segment from v to w is shorter than v: ⟨v, w⟩ ≥ ‖v‖².
"""

from ...statements.proof_script import Script, by, length, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum

SOURCE = cite("vapnik1998", "chapter 10, leave-one-out and the radius of the support vectors; without an offset")


@theorem("left-out-error-needs-weight",
         title="A sample that is wrong when it is left out of a hard margin has a multiplier of at least 1/‖z‖²",
         source=SOURCE)
def error_needs_weight(p: Script) -> None:
    """Let w be the hard margin without an offset of signed samples, one of which is z, with ⟨w, z⟩ ≥ 1 and the
    multiplier a ≥ 0. Let v be the hard margin without z. Then a‖z‖² ≥ 1 − ⟨v, z⟩, which is at least 1 for an error (⟨v,
    z⟩ ≤ 0).

    The proof uses two facts about v. It has the margin 1 on all other samples, so ⟨v, w⟩ − a⟨v, z⟩ ≥ ‖w‖² − a. It is
    the shortest such vector, so ⟨v, w⟩ ≥ ‖v‖². For t ≥ 0, 2t(1 − ⟨v, z⟩) − t²‖z‖² ≤ ‖w‖² − ‖v‖² ≤ a²‖z‖².
    """
    z, w, v = p.vectors("z w v")
    a = p.real("a")
    p.assume(own=w @ z >= 1, sign=a >= 0, others=v @ w - a * (v @ z) >= w @ w - a, shortest=v @ w >= v @ v)
    p.show(conclusion=a * (z @ z) >= 1 - v @ z)
    s, q = 1 - v @ z, z @ z
    p.suppose_not("not")
    p.have("length", q >= 0, length(z))
    p.have("product", a * q >= 0, "sign * length")
    p.have("step", s >= 0, "not", "product")
    p.have("upper", w @ w - v @ v <= a**2 * q, "others", "sign * own", length(v - w + a * z))
    with p.proving("some", q > 0):
        p.suppose_not("none")
        p.have("schwarz", (w @ z) ** 2 <= (w @ w) * q, by("cauchy-schwarz", u=w, v=z))
        p.have("nothing", Eq(q, 0), "none", "length")
        p.have("flat", (w @ z) ** 2 <= 0, "schwarz", "nothing")
        p.have("at least", (w @ z) ** 2 >= 1, "own * own", "own")
        p.conclude("flat", "at least")
    p.have("along", q * (q * (w @ v) + s * (w @ z)) >= q * (q * (v @ v) + s), "length * length * shortest",
           "length * step * own")
    p.have("lower", q**2 * (w @ w - v @ v) >= q * s**2, "along", length(q * w - q * v - s * z))
    p.have("both", q * s**2 <= q**3 * a**2, "lower", "length * length * upper")
    p.have("squares", s**2 <= (a * q) ** 2, "both", times("some"))
    p.have("gap", (s - a * q) * (s + a * q) > 0, "not * not", "not * product")
    p.conclude("gap", "squares")


@theorem("leave-one-out-errors-within-svm-margin",
         title="The hard margin without an offset makes at most R²/γ² leave-one-out errors", source=SOURCE)
def errors_within_margin(p: Script) -> None:
    """Let w be the hard margin without an offset of signed samples with ‖z[i]‖ ≤ R: ⟨w, z[i]⟩ ≥ 1, and Σ a[i] = ‖w‖²
    for its multipliers a[i] ≥ 0. Let v[i] be the hard margin without sample i. At most R²‖w‖² of the samples have
    ⟨v[i], z[i]⟩ ≤ 0.

    The proof uses the same facts about v[i] as left-out-error-needs-weight. e[i] is 1 for an error, else 0. ‖w‖ is 1/γ,
    where γ is the margin.
    """
    z, w, v = p.vectors("z[i] w v[i]")
    a, e, R = p.reals("a[i] e[i] R")
    p.assume(own=w @ z >= 1, sign=a >= 0, total=Eq(Sum(a), w @ w), others=v @ w - a * (v @ z) >= w @ w - a,
             shortest=v @ w >= v @ v, radius=z @ z <= R**2, indicator=Eq(e**2, e), wrong=e * (v @ z) <= 0)
    p.show(conclusion=Sum(e) <= R**2 * (w @ w))
    with p.proving("each", e <= R**2 * a):
        p.have("scaled", a * (z @ z) <= a * R**2, "sign * radius")
        p.have("needed", a * (z @ z) >= 1 - v @ z, by("left-out-error-needs-weight", a=a, z=z, v=v))
        p.have("error", e >= 0, "indicator")
        p.have("product", e * a * (z @ z) >= e - e * (v @ z), "error * needed")
        p.have("rest", 1 - e >= 0, "indicator")
        p.have("length", z @ z >= 0, length(z))
        p.have("weight", (1 - e) * a * (z @ z) >= 0, "rest * sign * length")
        p.conclude("product", "wrong", "weight", "scaled")
    p.sum("each", "all")
    p.conclude("all", "total")
    p.example_without("shortest", dimension=2, size=2, w=[1, 0], R="9/8", values={
        "z[i]": [[1, "1/2"], [1, "-1/2"]], "v[i]": [[0, -2], [0, 2]], "a[i]": ["1/2"] * 2,
        "e[i]": [1] * 2})

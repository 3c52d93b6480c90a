"""The perceptron on data of any kind: mistakes in terms of the hinge losses of any u on the mistakes.

Main statement
    hinge-loss-mistake-bound    k ≤ H + R‖u‖√H + R²‖u‖² and k ≤ (√H + R‖u‖)²

Notation: u is any vector, R ≥ ‖x‖ for every example; H is the sum of the hinge losses max(0, 1 − y⟨u, x⟩). With
u = v/g for a unit vector v, R‖u‖ is R/g and g·H is the sum of the deviations of deviation-mistake-bound.
"""

from sympy import sqrt

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, norm
from ...statements.registry import cite, theorem
from ...statements.script import Script, by, length, times


@theorem(
    "hinge-loss-mistake-bound",
    title="The mistake bound H + R‖u‖√H + R²‖u‖² on data of any kind",
    source=cite("shalevshwartz2012", "section 3.3.1; as (√H + R‖u‖)² mohri2018, Theorem 8.11; mohri2013, section 3"),
)
def hinge_bound(p: Script) -> None:
    """Let ‖x‖ ≤ R for every example, and let H ≥ 0 be at least the sum over the mistakes of numbers h ≥ 1 − y⟨u,
    x⟩. Then the perceptron makes at most H + R‖u‖√H + R²‖u‖², and at most (√H + R‖u‖)², mistakes, for any u.

    So it is for the sum H of the hinge losses of u on the whole sequence. If H is 0, the bound is Novikoff's.
    """
    u, w, x = p.vectors("u w x")
    R, k, L, H, y, h = p.reals("R k L H y h")
    p.assume(radius_sign=R >= 0, total_sign=H >= 0, total=L <= H)
    after = perceptron.update(State(w, 0), x, y, bias_step=0).w
    p.run([(w, 0, after), (k, 0, k + 1), (L, 0, L + h)], [x, y, h], {
        "label": Eq(y**2, 1), "radius": x @ x <= R**2, "loss": h >= 1 - y * (u @ x),
        "mistake": perceptron.mistake_condition(State(w, 0), x, y),
    })  # fmt: skip
    U, root, loss = R * norm(u), sqrt(k), sqrt(H)
    p.show(sum=k <= H + U * loss + U**2, square=k <= (loss + U) ** 2)
    with p.induction(counter=k >= 0, alignment=u @ w >= k - L, growth=w @ w <= k * R**2):
        p.conclude("counter", "alignment", "loss", "growth", "radius", "label", "mistake")
    p.have("root", root >= 0, "definition")
    p.have("loss root", loss >= 0, "definition")
    p.have("size", U >= 0)
    p.have("length", (u @ w) ** 2 <= (root * U) ** 2,
           by("cauchy-schwarz", u=u, v=w), length(u), "growth", "definition")  # fmt: skip
    p.have("length sign", root * U >= 0, "root * size")
    p.have("along", u @ w <= root * U, "length", "length sign")
    p.have("gap", root**2 <= loss**2 + root * U, "alignment", "along", "total", "definition")
    with p.proving("reach", root <= loss + U):
        p.suppose_not("far")
        p.have("longer", root - loss > 0, "far", "size")
        p.conclude("gap", "far * loss root", "longer * loss root", times("longer", "far"))
    p.have("shorter", root * U <= (loss + U) * U, "reach * size")
    p.have("sum'", k <= H + U * loss + U**2, "gap", "shorter", "definition")
    p.have("middle", U * loss >= 0, "size * loss root")
    p.have("square'", k <= (loss + U) ** 2, "sum'", "middle", "definition")
    p.conclude("sum'", "square'")

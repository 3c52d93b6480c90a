"""The perceptron on any data: a bound on its mistakes in terms of the hinge losses of any u on these mistakes.

Notation: u is any vector, R ≥ ‖x‖ for every example; H is the sum of the hinge losses max(0, 1 − y⟨u, x⟩). With
u = v/g for a unit vector v, R‖u‖ is R/g and g·H is the sum of the deviations of deviation-mistake-bound.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, norm, sqrt
from .mistake_bound_reached import unseen


class Losing(NamedTuple):
    """A vector u; the weights, the number of mistakes and the sum of the losses of u so far; R and H, which bound
    lengths and losses.
    """

    u: Vector
    w: Vector
    R: Scalar
    k: Scalar
    L: Scalar
    H: Scalar

    def along(self, p: Script) -> None:
        """Conclude that ⟨u, w⟩ is at most √k·R‖u‖ ("along"), from the bound on ‖w‖² ("growth") and √k ≥ 0 ("root")."""
        root, size = sqrt(self.k), self.R * norm(self.u)
        p.have("size", size >= 0)
        p.have("length", (self.u @ self.w) ** 2 <= (root * size) ** 2,
               by("cauchy-schwarz", u=self.u, v=self.w), length(self.u), "growth", "definition")
        p.have("length sign", root * size >= 0, "root * size")
        p.have("along", self.u @ self.w <= root * size, "length", "length sign")


def losing_run(p: Script) -> Losing:
    """Declare a run of the perceptron on examples with ‖x‖ ≤ R, with the losses of u on its mistakes."""
    u, w, x = p.vectors("u w x")
    R, k, L, H, y, h = p.reals("R k L H y h")
    p.assume(radius_sign=R >= 0, total_sign=H >= 0, total=L <= H)
    after = perceptron.update(State(w, 0), x, y, bias_step=0).w
    p.run([(w, 0, after), (k, 0, k + 1), (L, 0, L + h)], [x, y, h], {
        "label": Eq(y**2, 1), "radius": x @ x <= R**2, "loss": h >= 1 - y * (u @ x),
        "mistake": perceptron.mistake_condition(State(w, 0), x, y),
    })
    return Losing(u, w, R, k, L, H)


@theorem("hinge-loss-mistake-bound", title="The mistake bound H + R‖u‖√H + R²‖u‖² on data of any kind",
         source=cite("shalevshwartz2012", "Theorem 3.9; as (√H + R‖u‖)² mohri2018, Theorem 8.11; mohri2013, section 3"))
def hinge_bound(p: Script) -> None:
    """Let ‖x‖ ≤ R for every example, and let H ≥ 0 be at least the sum over the mistakes of numbers h ≥ 1 − y⟨u,
    x⟩. Then the perceptron makes at most H + R‖u‖√H + R²‖u‖², and at most (√H + R‖u‖)², mistakes, for any u.

    The bound also holds with the sum H of the hinge losses of u on the whole sequence. If H is 0, the bound is
    Novikoff's.
    """
    u, w, R, k, L, H = run = losing_run(p)
    U, root, loss = R * norm(u), sqrt(k), sqrt(H)
    p.show(sum=k <= H + U * loss + U**2, square=k <= (loss + U) ** 2)
    with p.induction(counter=k >= 0, alignment=u @ w >= k - L, growth=w @ w <= k * R**2):
        p.conclude("counter", "alignment", "loss", "growth", "radius", "label", "mistake")
    p.have("root", root >= 0, "definition")
    p.have("loss root", loss >= 0, "definition")
    run.along(p)
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


@theorem("hinge-loss-sharp-mistake-bound", title="The mistake bound (R‖u‖/2 + √(R²‖u‖²/4 + H))² on data of any kind",
         source=cite("mohri2018", "Theorem 8.11, the first bound; mohri2013, section 3"))
def sharp_hinge_bound(p: Script) -> None:
    """Let ‖x‖ ≤ R for every example, and let H ≥ 0 be at least the sum over the mistakes of numbers h ≥ 1 − y⟨u, x⟩.
    Then the perceptron makes at most (R‖u‖/2 + √(R²‖u‖²/4 + H))² mistakes, for any u.
    """
    u, w, R, k, L, H = run = losing_run(p)
    U, root = R * norm(u), sqrt(k)
    reach = sqrt(U**2 / 4 + H)
    with p.making_sense(reach):
        p.conclude("total_sign", square(U))
    p.show(conclusion=k <= (U / 2 + reach) ** 2)
    with p.induction(counter=k >= 0, alignment=u @ w >= k - L, growth=w @ w <= k * R**2):
        p.conclude("counter", "alignment", "loss", "growth", "radius", "label", "mistake")
    p.have("root", root >= 0, "definition")
    p.have("reach", reach >= 0, "definition")
    run.along(p)
    p.have("gap", root**2 <= H + root * U, "alignment", "along", "total", "definition")
    p.have("squares", (root - U / 2) ** 2 <= reach**2, "gap", "definition")
    p.use("square-root-monotone", name="near", u=root - U / 2, v=reach)
    p.have("sum", root <= U / 2 + reach, "near")
    p.have("above", U / 2 + reach >= 0, "reach", "size")
    p.have("square", root**2 <= (U / 2 + reach) ** 2, "sum * above", "sum * root")
    p.conclude("square", "definition")


@theorem("hinge-loss-sharp-bound-is-smaller", title="The sharp hinge-loss bound is at most H + R‖u‖√H + R²‖u‖²",
         source=cite("mohri2013", "section 3, the quadratic inequality for the square root of the count"))
def sharp_is_smaller(p: Script) -> None:
    """With U = R‖u‖ and s = √H ≥ 0, (U/2 + √(U²/4 + s²))² is at most s² + Us + U². They are equal for U = 0 and for
    s = 0.
    """
    U, loss = p.reals("U s")
    p.assume(loss=loss >= 0)
    reach = sqrt(U**2 / 4 + loss**2)
    with p.making_sense(reach):
        p.conclude(square(U), square(loss))
    p.show(conclusion=(U / 2 + reach) ** 2 <= loss**2 + U * loss + U**2)
    p.have("reach", reach >= 0, "definition")
    with p.case(U >= 0, "size"):
        p.have("squares", reach**2 <= (U / 2 + loss) ** 2, "size * loss", "definition")
        p.have("sum", U / 2 + loss >= 0, "size", "loss")
        p.use("square-root-monotone", name="short", u=reach, v=U / 2 + loss)
        p.conclude("size * short", "definition")
    with p.case(U < 0, "size"):
        p.have("squares", (U / 2 + loss) ** 2 <= reach**2, "size * loss", "definition")
        p.use("square-root-monotone", name="long", u=U / 2 + loss, v=reach)
        p.conclude("size * long", "definition")


@theorem("hinge-loss-sharp-bound-reached",
         title="The sharp hinge-loss bound is reached with any loss from 0 to 1 on each mistake",
         source=cite("mohri2018", "Theorem 8.11, the first bound; mohri2013, section 3"),
         says="nothing about data that attain the bound")
def sharp_bound_reached(p: Script) -> None:
    """Visit k of finitely many orthogonal signed examples x[i] of length R > 0, once each, in any order. Each is a
    mistake. Let w be the weights after these visits, and let 0 ≤ c ≤ 1. Then u = (c/R²)·w has the loss 1 − c on each
    visited example, so H = (1 − c)k, R‖u‖ = c√k, and (R‖u‖/2 + √(R²‖u‖²/4 + H))² is k.

    ⟨w, xᵢ⟩ is R² or 0: x[i] was visited or not.
    """
    w, x, family = p.vectors("w x x[i]")
    k, R, c, d = p.reals("k R c d[i]")
    p.assume(radius=R > 0, part=c >= 0, most=c <= 1)
    after = perceptron.update(State(w, 0), x, 1, bias_step=0).w
    p.run([(w, 0, after), (k, 0, k + 1)], [x, d], unseen(w, family, x, d, R**2))
    seen, H = w @ family, k * (1 - c)
    u = p.let("u", c / R**2 * w)
    U = p.let("U", R * norm(u))
    reach = sqrt(U**2 / 4 + H)

    def grown() -> None:
        """Derive a bound of ‖w‖, and that k is a count."""
        p.have("square", R**2 > 0, "radius * radius")
        with p.induction(counter=k >= 0, growth=Eq(w @ w, k * R**2)):
            p.sum("new", "no turn")
            p.have("square'", Eq(d * (x @ family), d * R**2), "products", "choice")
            p.sum("square'", "length")
            p.conclude("counter", "growth", "no turn", "with_w", "length", "itself", "one")

    with p.making_sense(reach):
        grown()
        p.have("loss", k * (1 - c) >= 0, "counter * most")
        p.conclude("loss", square(U))
    p.show(conclusion=Eq(k, (U / 2 + reach) ** 2), visits=Eq(seen * (seen - R**2), 0),
           loss=Eq(seen * (1 - u @ family), seen * (1 - c)))
    grown()
    with p.induction(visits=Eq(seen * (seen - R**2), 0)):
        p.conclude("visits", "products", "choice", "new")
    p.have("share", Eq(1 / R**2 * R**2, 1), "definition")
    p.have("loss'", Eq(seen * (1 - u @ family), seen * (1 - c)), "visits", "share")
    root = sqrt(k)
    p.have("root", root >= 0, "definition")
    p.have("reach", reach >= 0, "definition")
    p.have("U", U >= 0)
    p.have("U squared", Eq(U**2, (c * root) ** 2), "growth", "share", "definition")
    p.have("reach squared", Eq(reach**2, ((1 - c / 2) * root) ** 2), "U squared", "definition")
    p.have("part of root", c * root >= 0, "part * root")
    p.have("rest of root", (1 - c / 2) * root >= 0, "most * root", "root")
    p.use("square-root-monotone", name="U up", u=U, v=c * root)
    p.use("square-root-monotone", name="U down", u=c * root, v=U)
    p.use("square-root-monotone", name="reach up", u=reach, v=(1 - c / 2) * root)
    p.use("square-root-monotone", name="reach down", u=(1 - c / 2) * root, v=reach)
    p.have("sum", Eq(U / 2 + reach, root), "U up", "U down", "reach up", "reach down")
    p.have("square of sum", Eq((U / 2 + reach) ** 2, root**2), "sum")
    p.conclude("square of sum", "visits", "loss'", "definition")

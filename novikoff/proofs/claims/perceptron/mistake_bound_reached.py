"""Data that attain the mistake bound, and the dependence of the margin in the bound on the separator.

Notation: as in notes_mistake_bound; u has length 1, w are the weights after t updates, g is the margin of u.
"""


from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Comparison, Eq, Scalar, Sum, Vector, sqrt
from .notes_mistake_bound import updated


def unseen(w: Vector, family: Vector, example: Vector, chosen: Scalar, square: Scalar = 1) -> dict[str, Comparison]:
    """State that the example is the orthogonal example that `chosen` indicates, and that it has not been visited
    before. The squared length of the vector is `square`. w is a sum of the visited examples only.
    """
    seen = w @ family
    return {"choice": Eq(chosen**2, chosen), "one": Eq(Sum(chosen), 1), "new": Eq(chosen * seen, 0),
            "products": Eq(example @ family, chosen * square),
            "itself": Eq(example @ example, Sum(chosen * (example @ family))),
            "with_w": Eq(example @ w, Sum(chosen * seen))}


@theorem("mistake-bound-reached", title="The mistake bound 1/g² is reached",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-bound-tight"],
         says="the text does not say that the constant 1 is the best one")
def reached(p: Script) -> None:
    """Visit t ≥ 1 of finitely many orthonormal examples x[i], each multiplied by its label, once each, in any order.
    Each is a mistake. For the weights w after these visits, u = w/√t is a unit vector with the margin ⟨u, xᵢ⟩ = g =
    1/√t on each visited example. So t = 1/g².

    ⟨w, xᵢ⟩ is 1 or 0: x[i] was visited or not. The indicator d[i] is 1 if x is x[i]: ⟨x, xᵢ⟩ = dᵢ, ⟨x, x⟩ =
    Σ dᵢ⟨x, xᵢ⟩ and ⟨w, x⟩ = Σ dᵢ⟨w, xᵢ⟩. The next example is z, with the indicator e[i].
    """
    w, x, z, family = p.vectors("w x z x[i]")
    t, d, e = p.reals("t d[i] e[i]")
    seen = w @ family
    after = p.let("w'", updated(w, x, 1))
    p.run([(w, 0, after), (t, 0, t + 1)], [x, d], unseen(w, family, x, d))
    following = unseen(w, family, z, e)
    p.assume({f"next_{name}": following[name] for name in ("new", "with_w")}, some=t > 0)
    g = p.let("g", 1 / sqrt(t))
    u = p.let("u", g * w)
    p.show(mistake=perceptron.mistake_condition(State(w, 0), z, 1), visits=Eq(seen**2, seen), unit=Eq(u @ u, 1),
           margin=Eq(seen * (u @ family), seen * g), number=Eq(t, 1 / g**2))
    with p.induction(visits=Eq(seen**2, seen)):
        p.conclude("visits", "products", "choice", "new")
    with p.induction(growth=Eq(w @ w, t)):
        p.sum("new", "no turn")
        p.have("square", Eq(d * (x @ family), d), "products", "choice")
        p.sum("square", "length")
        p.conclude("growth", "no turn", "with_w", "length", "itself", "one")
    p.sum("next_new", "no turn")
    p.have("mistake'", Eq(w @ z, 0), "no turn", "next_with_w")
    p.have("share", Eq(g**2 * t, 1), "definition")
    p.have("unit'", Eq(u @ u, 1), "share", "growth")
    p.have("margin'", Eq(seen * (u @ family), seen * g), "visits")
    p.conclude("mistake'", "visits", "unit'", "margin'", "share")


@theorem("any-algorithm-makes-as-many-mistakes",
         title="In enough dimensions no deterministic algorithm is certain of fewer than R²‖u‖²/γ² mistakes",
         source=cite("littlestone1988", "the adversary argument for lower bounds"),
         says="nothing about this bound; the argument is folklore")
def any_algorithm(p: Script) -> None:
    """Let a learner get finitely many orthogonal examples x[i] of length R > 0, once each, in any order. It answers a =
    ±1, and each example gets the label y = −a, so all answers are wrong. The sum u of the shown examples, each times
    its label, has the margin γ = R² on all of them, and their number is R²‖u‖²/γ².

    So in a space of enough dimensions no learner, linear or not, makes fewer mistakes in the worst case than Novikoff's
    bound for the perceptron, ⌊R²‖u‖²/γ²⌋. l[i] is the label of x[i] once it is shown, and 0 before.
    """
    u, x, family = p.vectors("u x x[i]")
    count, R, gamma, a, y, label, d = p.reals("M R γ a y l[i] d[i]")
    p.assume(radius=R > 0, margin=Eq(gamma, R**2))
    shown = unseen(u, family, x, d, R**2)
    p.run([(u, 0, u + y * x), (count, 0, count + (1 - a * y) / 2), (label, 0, label + d * y)], [x, d, a, y],
          shown | {"answer": Eq(a**2, 1), "label": Eq(y, -a)})
    seen = u @ family
    p.show(conclusion=Eq(count, R**2 * (u @ u) / gamma**2), labels=Eq(label * (label**2 - 1), 0),
           margin=Eq(label * seen, label**2 * gamma))
    p.have("square", R**2 > 0, "radius * radius")
    with p.induction(labels=Eq(label * (label**2 - 1), 0), sum=Eq(seen, label * R**2), size=Eq(u @ u, count * R**2)):
        p.have("sign", Eq(y**2, 1), "answer", "label")
        p.sum("new", "no turn")
        p.have("each", Eq(d * (x @ family), d * R**2), "products", "choice")
        p.sum("each", "length")
        p.have("unlabelled", Eq(d * label, 0), "new", "sum", times("square"))
        p.conclude("labels", "sum", "size", "products", "choice", "unlabelled", "sign", "no turn", "with_w", "length",
                   "itself", "one", "answer", "label")
    p.conclude("size", "sum", "labels", "margin", "definition")


@theorem("exponentially-many-updates", title="A small margin can need many updates",
         source=cite("notes", "perceptron, comparison"), ledger=["001-exponential"],
         says="the letter c is not explained; a small margin allows, but does not force, many updates")
def many_updates(p: Script) -> None:
    """Let v and z have label +1, ⟨v, z⟩ = −h and ‖z‖² = 2h² with h > 0. For example, v = (1, 0) and z = (−h, h). If the
    perceptron without bias is correct on both after t updates on them, then t > 1 + 1/(2h); and no unit vector has a
    margin g with g² > 2h² on both.

    For h = 2^{−c} there are more than 2^{c−1} updates. In a step r is 1 if the example is v, and 0 if it is z; a counts
    the updates on v.
    """
    w, v, z, u = p.vectors("w v z u")
    t, a, r, h, g = p.reals("t a r h g")
    after = p.let("w'", perceptron.update(State(w, 0), r * v + (1 - r) * z, 1, bias_step=0).w)
    p.assume(between=Eq(v @ z, -h), second=Eq(z @ z, 2 * h**2), positive=h > 0)
    p.run([(w, 0, after), (t, 0, t + 1), (a, 0, a + r)], [r], {"choice": Eq(r**2, r)})
    p.assume(
        first_correct=w @ v > 0, second_correct=w @ z > 0, unit=Eq(u @ u, 1), some_margin=g >= 0, margin=u @ z >= g
    )
    p.show(updates=t > 1 + 1 / (2 * h), closest=g**2 <= 2 * h**2)
    with p.induction(along_v=Eq(w @ v, a * (v @ v) - (t - a) * h), along_z=Eq(w @ z, 2 * (t - a) * h**2 - a * h),
                     on_v=a >= 0, whole=a * (a - 1) >= 0, on_z=t - a >= 0):
        p.have("choice positive", r >= 0, "choice", square(r))
        p.have("choice small", 1 - r >= 0, "choice", square(1 - r))
        p.have("both", a * r >= 0, "on_v * choice positive")
        p.conclude("along_v", "along_z", "between", "second", "on_v", "whole", "on_z", "choice", "both",
               "choice positive", "choice small")
    p.have("other", (t - a) * h >= 0, "on_z * positive")
    p.have("size", v @ v >= 0, length(v))
    with p.proving("some", a > 0):
        p.suppose_not("none")
        p.have("nothing", a * (v @ v) <= 0, "none * size")
        p.conclude("nothing", "first_correct", "along_v", "other")
    p.have("one", a >= 1, "whole", times("some"))
    p.have("more", 2 * (t - a) * h - a > 0, "second_correct", "along_z", times("positive"))
    p.have("product", 2 * h * t > 2 * h * a + a, "more")
    p.have("scaled", 2 * h * (t - 1) > 1, "product", "one", "one * positive")
    p.have("updates", t > 1 + 1 / (2 * h), "scaled", times("positive"))
    p.use("cauchy-schwarz", name="lengths", u=u, v=z)
    p.have("square", g**2 <= (u @ z) ** 2, "margin * margin", "margin * some_margin")
    p.conclude("updates", "square", "lengths", "unit", "second")


@refuted("margin-function-of-samples", title="All targets that give the samples the same labels have the same margin",
         near=cite("notes", "perceptron, the data"), corrected="hull-nearest-point-solves",
         missing="the target u, on which the margin depends as well; only the largest margin over all u is a function "
                 "of the samples and their labels",
         ledger={"001-g-function-of-S": "lacks"}, aliases=["margin-function-of-samples-as-printed"])
def margin_of_samples_as_printed(p: Script) -> None:
    """Two unit vectors u and v that give the sample x the same label have the same margin |⟨u, x⟩| = |⟨v, x⟩|."""
    u, v, x = p.vectors("u v x")
    p.assume(u_unit=Eq(u @ u, 1), v_unit=Eq(v @ v, 1), length=Eq(x @ x, 1), same_label=(u @ x) * (v @ x) > 0)
    p.show(conclusion=Eq(Abs(u @ x), Abs(v @ x)))
    p.counterexample(dimension=2, u=[1, 0], v=["3/5", "4/5"], x=[1, 0])

"""Dimension lifting: after x ↦ φ(x) a linear discriminant is a polynomial of x, eqs. (30)–(33).

Notation: φ is one of the maps of `algorithms/lifting.py`; f(x) = ⟨w, φ(x)⟩ + b.
"""

from collections.abc import Callable, Sequence

from ....algorithms import lifting, perceptron
from ....algorithms.lifting import PolynomialMap
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Rational, Scalar, Vector, augment


def discriminant(phi: PolynomialMap, w: Sequence[Scalar], b: Scalar, x: Sequence[Scalar]) -> Scalar:
    """Return ⟨w, φ(x)⟩ + b."""
    return sum((weight * value for weight, value in zip(w, phi(x), strict=True)), b)


@theorem("lifting-separates-interval",
         title="Points inside and outside an interval are linearly separable after lifting by (x, x²)",
         source=cite("lecture", "p. 44, eq. (30)"), ledger=["002-lift"],
         says="data in a figure, one class between the two parts of the other")
def separates_interval(p: Script) -> None:
    """Let p < q, w = (−(p + q), 1) and b = pq. Then f(x) = ⟨w, φ(x)⟩ + b is positive for x < p and for x > q, and
    negative for p < x < q.
    """
    low, high, r, s, t = p.reals("p q r s t")
    p.assume(left=r < low, above_p=s > low, below_q=s < high, right=t > high)

    def f(x: Scalar) -> Scalar:
        return discriminant(lifting.squares(1), (-(low + high), 1), low * high, [x])

    p.show(outside_left=f(r) > 0, inside=f(s) < 0, outside_right=f(t) > 0)
    p.have("r-below-q", high - r > 0, "left", "above_p", "below_q")
    p.have("t-above-p", t - low > 0, "right", "above_p", "below_q")
    p.conclude("left * r-below-q", "above_p * below_q", "right * t-above-p")


@theorem("shifted-lifting-separates-the-same", title="(x, x² − 1) separates what (x, x²) separates",
         source=cite("lecture", "p. 46"), ledger=["002-lift-shift"])
def shifted(p: Script) -> None:
    """The discriminant with (w, b) after the map (x, x² − 1) equals the discriminant with (w, b − w₂) after the map (x,
    x²). As b ↦ b − w₂ is one to one, the discriminants of both maps are the same functions of x.
    """
    u, v, b, x = p.reals("w1 w2 b x")
    with_shift = discriminant(lifting.shifted_squares(1), (u, v), b, [x])
    p.show(conclusion=Eq(with_shift, discriminant(lifting.squares(1), (u, v), b - v, [x])))


def lifted_into(p: Script) -> Callable[[PolynomialMap, Scalar], Vector]:
    """Declare two orthonormal vectors; return the function that maps the coordinates (first, second) of φ(x) to a
    vector."""
    axes = first, second = p.vectors("e1 e2")
    p.assume(unit_1=Eq(first @ first, 1), unit_2=Eq(second @ second, 1), orthogonal=Eq(first @ second, 0))
    zero: Vector = 0 * first
    return lambda phi, x: sum((value * axis for value, axis in zip(phi([x]), axes, strict=True)), zero)


def as_many(p: Script, few: PolynomialMap, other: PolynomialMap, mistakes: Sequence[tuple[Scalar, int]],
            *given: tuple[Scalar, int]) -> None:
    """State a claim about two lifting maps. If two updates with `few` on the examples (x1, y1) and (x2, y2) lead to a
    state u that separates the data, then at most two updates with `other` are made on them. The counterexample consists
    of the two `given` examples and the mistakes after the other map.
    """
    lift = lifted_into(p)
    w = p.vector("w")
    b, k, x, y, x1, y1, x2, y2 = p.reals("b k x y x1 y1 x2 y2")
    points = [lift(few, value) for value in (x1, x2)]
    first = perceptron.update(State(0 * points[0], 0), points[0], y1)
    u = perceptron.update(first, points[1], y2)
    p.assume(second_mistake=perceptron.mistake_condition(first, points[1], y2))
    for point, label, name in ((points[0], y1, "right_1"), (points[1], y2, "right_2")):
        p.assume({name: perceptron.margin(u, point, label) > 0})
    z = lift(other, x)
    after = perceptron.update(State(w, b), z, y)
    when = {"label": Eq(y**2, 1), "mistake": perceptron.mistake_condition(State(w, b), z, y)}
    when["separated"] = perceptron.margin(u, lift(few, x), y) > 0
    p.run([(w, 0, after.w), (b, 0, after.b), (k, 0, k + 1)], [x, y], when)
    p.show(conclusion=k <= 2)
    (v1, l1), (v2, l2) = given
    p.counterexample(dimension=2, e1=[1, 0], e2=[0, 1], x1=v1, y1=l1, x2=v2, y2=l2,
                     steps=[{"x": value, "y": label} for value, label in mistakes])


@refuted("shifted-lifting-needs-no-more-updates",
         title="With (x, x² − 1) the perceptron needs at most as many updates as with (x, x²)",
         near=cite("lecture", "p. 46"), corrected="shifted-lifting-has-smaller-radius",
         missing="it depends on the data: on −1 against 3/2 and −4, visited in this order again and again, there are 4 "
                 "updates with (x, x² − 1) and 2 with (x, x²); what is smaller, if some |x| ≥ 1, is the radius in the "
                 "bound",
         ledger={"002-lift-faster": "lacks"}, aliases=["shifted-lifting-faster-as-printed"])
def shifted_needs_no_more(p: Script) -> None:
    """If two updates with (x, x²), on the examples (x1, y1) and (x2, y2), lead to a state u that separates the data,
    then with (x, x² − 1) at most two updates are made on them.
    """
    as_many(p, lifting.squares(1), lifting.shifted_squares(1), [(-1, 1), (-4, -1), (-1, 1), (-1, 1)],
            (-1, 1), ("3/2", -1))


@refuted("plain-lifting-needs-no-more-updates",
         title="With (x, x²) the perceptron needs at most as many updates as with (x, x² − 1)",
         near=cite("lecture", "p. 46"), corrected="shifted-lifting-has-smaller-radius",
         missing="it depends on the data: on −5/2 and 1 against −1/2, visited in the order −5/2, −1/2, 1 again and "
                 "again, there are 4 updates with (x, x²) and 2 with (x, x² − 1)",
         ledger={"002-lift-faster": "lacks"})
def plain_needs_no_more(p: Script) -> None:
    """If two updates with (x, x² − 1), on the examples (x1, y1) and (x2, y2), lead to a state u that separates the
    data, then with (x, x²) at most two updates are made on them.
    """
    as_many(p, lifting.shifted_squares(1), lifting.squares(1), [("-5/2", 1), *[("-1/2", -1)] * 3],
            ("-5/2", 1), (1, 1))


@theorem("shifted-lifting-has-smaller-radius",
         title="The radius in the bound is smaller for (x, x² − 1) than for (x, x²)", source=cite("lecture", "p. 46"),
         ledger={"002-lift-faster": "follows"},
         says="the perceptron converges faster; the bound suggests this if the margins are alike")
def smaller_radius(p: Script) -> None:
    """If |x| ≤ r and r² ≥ 1, ‖(x, x² − 1)‖² ≤ r² + (r² − 1)², which is less than ‖(r, r²)‖² = r² + r⁴."""
    lift = lifted_into(p)
    x, r = p.reals("x r")
    p.assume(range=x**2 <= r**2, wide=r**2 >= 1)
    shifted, plain = lift(lifting.shifted_squares(1), x), lift(lifting.squares(1), r)
    radius = r**2 + (r**2 - 1) ** 2
    p.show(all=shifted @ shifted <= radius, smaller=radius < plain @ plain)
    p.have("factor", x**2 + r**2 - 1 >= 0, "wide", square(x))
    p.have("length", Eq(shifted @ shifted, x**2 + (x**2 - 1) ** 2), "unit_1", "unit_2", "orthogonal")
    p.have("all'", shifted @ shifted <= radius, "range * factor", "length")
    p.have("plain", Eq(plain @ plain, r**2 + r**4), "unit_1", "unit_2", "orthogonal")
    p.conclude("all'", "plain", "wide")


FINAL = (Rational("-1.5"), Rational("3.12"))
"""The final weights of p. 45 without the offset, which is 3."""


@theorem("lecture-discriminant-expanded", title="The resulting discriminant function, expanded",
         source=cite("lecture", "eqs. (32), (33)"), ledger=["002-eq32-33"])
def expanded(p: Script) -> None:
    """With w = (−1.5, 3.12) and b = 3, ⟨w, (x, x² − 1)⟩ + b = −0.12 − 1.5x + 3.12x² for every x."""
    x = p.real("x")
    p.show(
        conclusion=Eq(
            discriminant(lifting.shifted_squares(1), FINAL, 3, [x]),
            Rational("-0.12") - Rational("1.5") * x + Rational("3.12") * x**2,
        )
    )


@theorem("lecture-discriminant-signs", title="Where the resulting discriminant function is positive",
         source=cite("lecture", "eqs. (32), (33)"), ledger=["002-eq32-33"],
         says="the expansion, but not where the function is 0")
def signs(p: Script) -> None:
    """The discriminant (33) is positive for x ≤ −0.06986 and for x ≥ 0.55063, and negative for −0.06985 ≤ x ≤
    0.55062.
    """
    r, s, t = p.reals("r s t")
    p.assume(left=r <= Rational("-0.06986"), from_=s >= Rational("-0.06985"), to=s <= Rational("0.55062"),
             right=t >= Rational("0.55063"))

    def f(x: Scalar) -> Scalar:
        return discriminant(lifting.shifted_squares(1), FINAL, 3, [x])

    p.show(outside_left=f(r) > 0, inside=f(s) < 0, outside_right=f(t) > 0)
    p.have("left-part", f(r) > 0, "left", "left * left")
    p.have("middle", f(s) < 0, "from_ * to", "from_", "to")
    p.have("right-part", f(t) > 0, "right", "right * right")
    p.conclude("left-part", "middle", "right-part")


@theorem("conic-is-linear-after-lifting", title="A quadratic discriminant of two variables is linear after lifting",
         source=cite("lecture", "p. 10"), ledger=["002-nonlinear-lift", "002-eq31"])
def conic(p: Script) -> None:
    """Let φ(x, y) = (x, y, x², xy, y²) and w = (b, c, d, e, f). If z = φ(x, y), then the polynomial a + bx + cy + dx² +
    e·xy + fy² of x and y is the linear function ⟨w, z⟩ + a of z.
    """
    a, b, c, d, e, f, x, y = p.reals("a b c d e f x y")
    lifted = p.reals("z1 z2 z3 z4 z5")
    for k, (z, value) in enumerate(zip(lifted, lifting.monomials(2, 2)([x, y]), strict=True), 1):
        p.assume({f"coordinate {k}": Eq(z, value)})
    linear = sum((weight * z for weight, z in zip((b, c, d, e, f), lifted, strict=True)), a)
    p.show(conclusion=Eq(a + b * x + c * y + d * x**2 + e * x * y + f * y**2, linear))


@theorem("sphere-is-plane-after-lifting", title="A sphere is a hyperplane after lifting by one dimension",
         source=cite("lecture", "p. 10 and eq. (31)"), ledger=["002-nonlinear-lift", "002-eq31"])
def sphere(p: Script) -> None:
    """‖x − c‖² − r² = ⟨(−2c, 1), φ(x)⟩ + ‖c‖² − r² with φ(x) = (x, ‖x‖²), in any dimension D, D' = 1."""
    x, c = p.vectors("x c")
    r = p.real("r")
    lifted, normal = augment(x, x @ x), augment(-2 * c, 1)
    p.show(conclusion=Eq((x - c) @ (x - c) - r**2, normal @ lifted + c @ c - r**2))

"""True mutants of the claims on how far the weights of the perceptron can go."""

from sympy import Max, Rational

from ....statements.language import Eq, Scalar, reals, vectors
from ....statements.script import Script, by, length, square, times
from . import derives, gives_meaning

WORST, STEP, LINE = "cycling-worst-mistake-bound", "cycling-subspace-step", "cycling-line-bound"


def larger_at_most(p: Script, one: Scalar, other: Scalar, bound: Scalar) -> None:
    """Conclude max(one, other) <= bound from "first" and "second", which say that neither exceeds it."""
    apart, room = 2 * Max(one, other) - one - other, 2 * bound - one - other
    p.have("squares", apart**2 <= room**2, "first * second")
    p.use("square-root-monotone", name="larger", u=apart, v=room)


def left_out(p: Script) -> tuple[str, ...]:
    """Conclude that R⁶/r², R⁴‖w0‖²/r² and R⁴·root2/r² are not negative; the reasons for it."""
    (w0,), (R, share) = vectors("w0"), reals("R inv1")
    p.have("size", w0 @ w0 >= 0, length(w0))
    p.have("power", R**4 * share**2 >= 0, square(R**2 * share))
    p.have("higher power", R**6 * share**2 >= 0, square(R**3 * share))
    return "higher power", "power * size", "power * root2.sign"


@gives_meaning(WORST, "root3")
def square_and_more(p: Script) -> None:
    """It is the root of a square and something that is not negative."""
    w0, (R, share, root) = p.vector("w0"), p.reals("R inv1 root2")
    p.conclude(*left_out(p), square((w0 @ w0 + R**2 + root) / 2 - R**4 * share**2 / 4))


@derives(
    WORST,
    "root2: without R^2 w0@w0",
    "root3: without R^4 inv1^2 root2",
    "root3: without R^4 inv1^2 w0@w0",
    "root3: without R^6 inv1^2",
)
def larger_root(p: Script) -> None:
    """What is left out of the square is not positive, so the root is larger, and with it the right side."""
    w0, (R, r, first, second) = p.vector("w0"), p.reals("R r root2 root3")
    early, limit = Max(w0 @ w0, R**2), R**4 / (4 * r**2)
    later = (w0 @ w0 + R**2 + first) / 2
    bound = (later + limit + second) / 2
    p.use(WORST, name="claim")
    p.have("wide", second**2 >= (later - limit) ** 2, "root3.def", *left_out(p))
    p.have("product", R**2 * (w0 @ w0) >= 0, length(R * w0))
    p.use("square-root-monotone", name="longer", u=2 * early - w0 @ w0 - R**2, v=first)
    p.use("square-root-monotone", name="above", u=later - limit, v=second)
    p.use("square-root-monotone", name="beyond", u=limit - later, v=second)
    p.have("first", bound - early >= 0, "longer", "above")
    p.have("second", bound - limit >= 0, "beyond")
    larger_at_most(p, early, limit, bound)
    p.conclude("claim", "larger")


def from_shorter_start(p: Script, part: Scalar) -> None:
    """Derive the claim for the start at a part of w0."""
    (e, w0), R = p.vectors("e w0"), p.real("R")
    along = (w0 @ e) ** 2
    bound = Max(along, R**2)
    p.use(LINE, {"w0": part * w0}, name="claim")
    p.have("own", bound >= along)
    p.have("first", bound - part**2 * along >= 0, "own", square(w0 @ e))
    p.have("second", bound - R**2 >= 0)
    larger_at_most(p, part**2 * along, R**2, bound)
    p.conclude("claim", "larger", length(w0))


@derives(LINE, "run.start.w@: 1 becomes 0 before w0@")
def from_zero(p: Script) -> None:
    """With s = ⟨e, w0⟩ the right sides are max(R², s²) and |w0|² + R²: no smaller than what the claim says at 0."""
    from_shorter_start(p, Rational(0))


@derives(LINE, "run.start.w@: 1 becomes 1/2 before w0@")
def from_half(p: Script) -> None:
    """With s = ⟨e, w0⟩ the right sides are max(R², s²) and |w0|² + R²: no smaller than what the claim says at w0/2."""
    from_shorter_start(p, Rational(1, 2))


def radius_within_gap(p: Script) -> None:
    """Conclude R² <= c² from y != 0 ("case"): c²|y|² >= c²δ² >= R⁴ >= R²|y|²."""
    (z, y), (R, c, delta) = vectors("z y"), reals("R c δ")
    p.have("short", y @ y <= R**2, "radius", "orthogonal_y", length(z))
    p.have("far'", c * delta >= R**2, "far", "small * size")
    p.have("power", R**2 >= 0, square(R))
    p.have("needed", c**2 * delta**2 >= R**4, "far' * far'", "far' * power")
    p.have("offered", c**2 * delta**2 <= c**2 * (y @ y), "outside", square(c))
    p.have("within", R**2 * (y @ y) <= R**4, "short * power")
    p.have("gap", c**2 - R**2 >= 0, "needed", "offered", "within", times("case"))


@derives(STEP, "show.conclusion: -2 becomes -1 before v@y")
def half_of_turn(p: Script) -> None:
    """|v|² + ⟨v, y⟩ + |y|² <= h²: clear if y = 0; else if ⟨v, y⟩ > 0 the left side is less than |v + y|², if ⟨v, y⟩ <
    -|y|² less than |v|², and between by `line` at most h² - c² + |y|², where |y| <= R <= |c|.
    """
    v, y = p.vectors("v y")
    p.use(STEP, name="claim")
    p.have("own", y @ y >= 0, length(y))
    with p.case(y @ y > 0):
        radius_within_gap(p)
        with p.case(v @ y > 0, name="turn"):
            p.conclude("claim", "turn")
        with p.case(v @ y <= 0, name="turn"):
            with p.case(v @ y + y @ y <= 0, name="back"):
                p.conclude("before", "back")
            with p.case(v @ y + y @ y > 0, name="back"):
                p.have("room", (p.real("c") ** 2 - y @ y) * (y @ y) >= 0, "gap * case", "short * case")
                p.conclude("line", "turn * back", "room", times("case"))
    with p.case(y @ y <= 0):
        p.have("nothing", Eq(y @ y, 0), "case", "own")
        p.have("flat", (v @ y) ** 2 <= 0, by("cauchy-schwarz", u=v, v=y), "nothing")
        p.have("across", Eq(v @ y, 0), "flat")
        p.conclude("before", "across", "case")


@derives(STEP, "conclusion: v@ and z@ exchanged")
def example_within_height(p: Script) -> None:
    """|z + y| <= R <= |c| <= |h| by `line` if y is not 0, and else δ = 0, so R = 0 and z = 0."""
    v, y = p.vectors("v y")
    R, C, c, h, delta = p.reals("R C c h δ")
    with p.case(y @ y > 0):
        radius_within_gap(p)
        p.use("cauchy-schwarz", name="lengths", u=v, v=y)
        p.have("height", h**2 - c**2 >= 0, "line", "lengths", times("case"))
        p.conclude("radius", "orthogonal_y", "gap", "height")
    with p.case(y @ y <= 0):
        p.have("square", delta**2 <= 0, "outside", "case")
        p.have("flat", Eq(delta, 0), "square")
        p.have("both", R * (C + R) <= 0, "far", "flat")
        p.have("none", R**2 <= 0, "both", "small * size")
        p.conclude("radius", "orthogonal_y", "none", square(h))

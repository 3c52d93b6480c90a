"""True mutants of the claims on the perceptron in rounded arithmetic."""

from ....statements.language import Scalar, Vector, reals, vectors
from ....statements.script import Script, by, length, square
from . import derives


def step() -> tuple[Vector, Vector, Vector, Scalar, Scalar, Scalar, Scalar]:
    """w, the sum of w and the example, the error, and the numbers k, R, η and D = R² + 2δ."""
    (w, x, e), (y, k, R, eta, delta) = vectors("w x e"), reals("y k R η δ")
    return w, w + y * x, e, k, R, eta, R**2 + 2 * delta


def without_error(p: Script) -> None:
    """Derive that |w + yx|² is at most |w|² + D: "grown"."""
    w, moved, _, _, _, _, D = step()
    (x,), (y, s, delta) = vectors("x"), reals("y s δ")
    p.have("score squares", (y * (w @ x - s)) ** 2 <= delta**2, "label", "rounded")
    p.use("square-root-monotone", name="score", u=y * (w @ x - s), v=delta)
    p.have("wrong", y * (w @ x) <= delta, "score", "mistake")
    p.have("grown", moved @ moved <= w @ w + D, "label", "radius", "wrong")


@derives("rounded-perceptron-norm", "show.conclusion: R k η becomes R k^2 η")
def error_of_the_update(p: Script) -> None:
    """With D = R² + 2δ a step makes |w| at most √(|w|² + D) + η, whose square is at most 2(k + 1)D + 2(k + 1)²η² if
    |w|² is at most 2kD + 2k²η².
    """
    w, moved, e, k, R, eta, D = step()
    p.have("D", D >= 0, "test", square(R))
    with p.induction(counter=k >= 0, growth=w @ w <= 2 * k * D + 2 * k**2 * eta**2):
        without_error(p)
        most, half = 2 * k * D + 2 * k**2 * eta**2 + D, D + (4 * k + 1) * eta**2
        p.have("short", moved @ moved <= most, "grown", "growth")
        p.have("squared", eta**2 >= 0, square(eta))
        p.calc((2 * moved @ e) ** 2,
               "<=", 4 * (moved @ moved) * (e @ e), by("cauchy-schwarz", u=moved, v=e),
               "<=", 4 * (moved @ moved) * eta**2, "error", length(moved),
               "<=", 4 * most * eta**2, "short * squared",
               "<=", half**2, square(D - eta**2), "counter * squared * squared",
               "counter * counter * squared * squared", name="cross squares")  # fmt: skip
        p.have("half", half >= 0, "D", "squared", "counter * squared")
        p.use("square-root-monotone", name="cross", u=2 * moved @ e, v=half)
        p.conclude("cross", "short", "error", "counter")
    p.conclude("growth")


@derives(
    "rounded-perceptron-norm",
    "show.conclusion: 4 becomes 3 before k δ",
    "show.conclusion: 4 becomes 2 before k δ",
)
def length_at_most(p: Script) -> None:
    """A step makes |w|² at most |w|² + R² + 2δ + η² + 2η(|w| + R), and |w| <= k(R + η); so |w|² is at most
    2kR² + 2kδ + 2k²η² + 2k(k - 1)Rη.
    """
    w, moved, e, k, R, eta, D = step()
    (x,), y = vectors("x"), reals("y")[0]
    most = k * D + k * R**2 + 2 * k**2 * eta**2 + 2 * k * (k - 1) * R * eta
    with p.induction(counter=k >= 0, short=w @ w <= (k * (R + eta)) ** 2, growth=w @ w <= most):
        without_error(p)
        p.have("reach", k * (R + eta) >= 0, "counter * length", "counter * precision")
        p.have("example", (y * x) @ (y * x) <= R**2, "radius", "label")
        p.use("lengths-add-up", name="moved", u=w, v=y * x, a=k * (R + eta), b=R)
        p.have("sum", k * (R + eta) + R >= 0, "reach", "length")
        p.use("lengths-add-up", name="longer", u=moved, v=e, a=k * (R + eta) + R, b=eta)
        p.calc((moved @ e) ** 2,
               "<=", (moved @ moved) * (e @ e), by("cauchy-schwarz", u=moved, v=e),
               "<=", (moved @ moved) * eta**2, "error", length(moved),
               "<=", (k * (R + eta) + R) ** 2 * eta**2, "moved", square(eta), name="cross squares")  # fmt: skip
        p.have("product", (k * (R + eta) + R) * eta >= 0, "sum * precision")
        p.use("square-root-monotone", name="cross", u=moved @ e, v=(k * (R + eta) + R) * eta)
        p.have("gap", (R - eta) ** 2 + 2 * k * eta**2 + 2 * k * R * eta >= 0, square(R - eta),
               "counter * precision * precision", "counter * length * precision")  # fmt: skip
        p.conclude("longer", "cross", "grown", "error", "growth", "gap", "counter")
    p.conclude("growth", "counter * test")


@derives("rounded-perceptron-norm", "run.start.k: 0 becomes 1 before 1")
def counted_from_one(p: Script) -> None:
    """The right side grows with k."""
    k, R, eta = p.reals("k R η")
    p.use("rounded-perceptron-norm", {"k": k - 1}, name="claim")
    with p.induction(counter=k >= 1):
        p.conclude("counter")
    p.have("room", k - 1 >= 0, "counter")
    p.conclude("claim", "test", square(R), "room * length * precision", "room * precision * precision", square(eta))

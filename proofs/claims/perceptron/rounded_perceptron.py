"""The perceptron in rounded arithmetic: a mistake bound for updates with error and a tie test with error.

Main statements
    lengths-add-up                    ‖u + v‖ ≤ a + b if ‖u‖ ≤ a and ‖v‖ ≤ b
    rounded-perceptron-error          ‖ε‖² ≤ (kη)²: the errors of k updates add up to a vector of length at most kη
    rounded-perceptron-alignment      ⟨w − ε, u⟩ ≥ kγ
    rounded-perceptron-growth         ‖w − ε‖² ≤ k(R² + 2δ) + k(k − 1)ηR
    rounded-perceptron-norm           ‖w‖² ≤ 2k(R² + 2δ) + 2k(k − 1)ηR + 2(kη)²
    rounded-perceptron-mistake-bound  k ≤ (R² + 2δ)‖u‖²/(γ² − ηR‖u‖²)
    rounded-bound-excess              how much that exceeds R²‖u‖²/γ²
    rounded-bound-without-rounding    δ = η = 0: Novikoff's bound

Notation: w are the weights with their bias coordinate, x an example with its own, ‖x‖ ≤ R; u separates with the margin
γ > 0: y⟨u, x⟩ ≥ γ. The machine computes a score s with |s − ⟨w, x⟩| ≤ δ, makes an update if y·s ≤ 0, and then has
w + y·x + e with ‖e‖ ≤ η in place of w + y·x. ε is the sum of all e: it is no part of the machine.

Implementation notes: exact statements about real numbers, for any number of updates in any order. What δ and η are for
a format of floating-point numbers is the business of `properties/rounding.py`. Since δ, η ≥ 0, the squares
of the errors say the same as their sizes.
"""

from typing import NamedTuple

from sympy import Abs

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Scalar, Vector
from ...statements.registry import cite, theorem
from ...statements.script import Script, by, length, square


class Rounded(NamedTuple):
    """The rounded weights w and the sum ε of the errors after k updates; u, an example, its score, the next error."""

    w: Vector
    total: Vector
    k: Scalar
    u: Vector
    x: Vector
    y: Scalar
    score: Scalar
    error: Vector
    R: Scalar
    gamma: Scalar
    eta: Scalar
    delta: Scalar
    after: Vector


def rounded_run(p: Script, *facts: str) -> Rounded:
    """Declare the run; `facts` are those that the theorem needs of an update."""
    w, total, u, x, error = p.vectors("w ε u x e")
    k, y, score, R, gamma, eta, delta = p.reals("k y s R γ η δ")
    after = p.let("w'", perceptron.update(State(w, 0), x, y, bias_step=0).w + error)
    known = {
        "label": Eq(y**2, 1),
        "radius": x @ x <= R**2,
        "margin": perceptron.margin(State(u, 0), x, y) >= gamma,
        "rounded": (score - w @ x) ** 2 <= delta**2,
        "mistake": y * score <= 0,
        "error": error @ error <= eta**2,
    }
    p.run([(w, 0, after), (total, 0, total + error), (k, 0, k + 1)], [x, y, score, error],
          {name: known[name] for name in facts})  # fmt: skip
    return Rounded(w, total, k, u, x, y, score, error, R, gamma, eta, delta, after)


@theorem(
    "lengths-add-up",
    title="The length of a sum, for bounds of the lengths",
    source=cite("steele2004", "chapter 4, the triangle inequality"),
)
def lengths_add_up(p: Script) -> None:
    """If ‖u‖² ≤ a² and ‖v‖² ≤ b² with a, b ≥ 0, then ‖u + v‖² is at most (a + b)²."""
    u, v = p.vectors("u v")
    a, b = p.reals("a b")
    p.assume(first=a >= 0, second=b >= 0, short=u @ u <= a**2, other=v @ v <= b**2)
    p.calc((u @ v) ** 2,
           "<=", (u @ u) * (v @ v), by("cauchy-schwarz"),
           "<=", a**2 * (v @ v), "short", length(v),
           "<=", (a * b) ** 2, "other", square(a), name="squares")  # fmt: skip
    p.have("size", a * b >= 0, "first * second")
    p.use("square-root-monotone", name="cross", u=u @ v, v=a * b)
    p.conclude("cross", "short", "other", conclusion=(u + v) @ (u + v) <= (a + b) ** 2)


@theorem(
    "rounded-perceptron-error",
    title="The errors of the updates add up at most linearly",
    source=cite("higham2002", "section 4.2, the error of a sum"),
)
def error(p: Script) -> None:
    """If every update has an error of length at most |η|, the sum ε of the errors of k updates has ‖ε‖² ≤ (kη)²."""
    run = rounded_run(p, "error")
    total, k, eta = run.total, run.k, run.eta
    with p.induction(counter=k >= 0, sum=total @ total <= (k * eta) ** 2):
        p.have("size", k * Abs(eta) >= 0, "counter")
        p.use("lengths-add-up", name="longer", u=total, v=run.error, a=k * Abs(eta), b=Abs(eta))
        p.conclude("longer", "counter")
    p.show(conclusion=total @ total <= (k * eta) ** 2)


@theorem(
    "rounded-perceptron-alignment",
    title="Without its errors, a rounded run is as aligned as an exact one",
    source=cite("novikoff1962", "proof of the theorem, lower bound; with errors in the updates"),
)
def alignment(p: Script) -> None:
    """After k updates on examples with y⟨u, x⟩ ≥ γ, whatever their errors, ⟨w − ε, u⟩ is at least kγ."""
    run = rounded_run(p, "margin")
    w, total, k, u = run.w, run.total, run.k, run.u
    with p.induction(alignment=(w - total) @ u >= k * run.gamma):
        p.conclude("alignment", "margin")
    p.show(conclusion=(w - total) @ u >= k * run.gamma)


@theorem(
    "rounded-perceptron-growth",
    title="Growth of the square length in rounded arithmetic",
    source=cite("novikoff1962", "proof of the theorem, upper bound; with errors in the updates and the tie test"),
)
def growth(p: Script) -> None:
    """If ‖x‖ ≤ R, scores have an error of at most δ and updates one of length at most η, ‖w − ε‖² is at most
    k(R² + 2δ) + k(k − 1)ηR after k updates.
    """
    run = rounded_run(p, "label", "radius", "rounded", "mistake", "error")
    w, total, k, x, y = run.w, run.total, run.k, run.x, run.y
    R, eta, delta, score = run.R, run.eta, run.delta, run.score
    p.assume(precision=eta >= 0, length=R >= 0, test=delta >= 0)
    exact = w - total
    bound = k * (R**2 + 2 * delta) + k * (k - 1) * eta * R
    with p.induction(counter=k >= 0, errors=total @ total <= (k * eta) ** 2, growth=exact @ exact <= bound):
        p.have("room", k * eta >= 0, "counter * precision")
        p.use("lengths-add-up", name="longer", u=total, v=run.error, a=k * eta, b=eta)
        p.have("score-squares", (y * (w @ x - score)) ** 2 <= delta**2, "label", "rounded")
        p.use("square-root-monotone", name="score", u=y * (w @ x - score), v=delta)
        p.have("wrong", y * (w @ x) <= delta, "score", "mistake")
        p.have("size", k * eta * R >= 0, "counter * precision * length")
        p.calc((-y * (total @ x)) ** 2,
               "==", (total @ x) ** 2, "label",
               "<=", (total @ total) * (x @ x), by("cauchy-schwarz", u=total, v=x),
               "<=", (k * eta) ** 2 * (x @ x), "errors", length(x),
               "<=", (k * eta * R) ** 2, "radius", square(k * eta), name="drift-squares")  # fmt: skip
        p.use("square-root-monotone", name="drift", u=-y * (total @ x), v=k * eta * R)
        p.have("step", (exact + y * x) @ (exact + y * x) <= exact @ exact + R**2 + 2 * delta + 2 * k * eta * R,
               "label", "radius", "wrong", "drift")  # fmt: skip
        p.conclude("step", "growth", "counter", "longer")
    p.show(conclusion=exact @ exact <= bound)


@theorem(
    "rounded-perceptron-norm",
    title="The length of the weights in rounded arithmetic",
    source=cite("novikoff1962", "proof of the theorem, upper bound; with errors in the updates and the tie test"),
)
def norm_growth(p: Script) -> None:
    """If ‖x‖ ≤ R, scores have an error of at most δ and updates one of length at most η, ‖w‖² is at most
    2k(R² + 2δ) + 2k(k − 1)ηR + 2(kη)² after k updates.
    """
    run = rounded_run(p, "label", "radius", "rounded", "mistake", "error")
    w, total, k, R, eta, delta = run.w, run.total, run.k, run.R, run.eta, run.delta
    p.assume(precision=eta >= 0, length=R >= 0, test=delta >= 0)
    p.use("rounded-perceptron-growth", name="growth")
    p.use("rounded-perceptron-error", name="errors")
    exact = w - total
    p.calc(w @ w,
           "<=", 2 * (exact @ exact) + 2 * (total @ total), length(exact - total),
           "<=", 2 * k * (R**2 + 2 * delta) + 2 * k * (k - 1) * eta * R + 2 * (k * eta) ** 2,
           "growth", "errors")  # fmt: skip


@theorem(
    "rounded-perceptron-mistake-bound",
    title="The mistake bound in rounded arithmetic",
    source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"),
)
def mistake_bound(p: Script) -> None:
    """Let ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ > 0 for every example. If scores have an error of at most δ, updates one of length at
    most η, and ηR‖u‖² < γ², then a run from 0 makes at most (R² + 2δ)‖u‖²/(γ² − ηR‖u‖²) updates, in any order.
    """
    run = rounded_run(p, "label", "radius", "margin", "rounded", "mistake", "error")
    w, total, k, u = run.w, run.total, run.k, run.u
    R, gamma, eta, delta = run.R, run.gamma, run.eta, run.delta
    p.assume(precision=eta >= 0, length=R >= 0, test=delta >= 0, positive=gamma > 0,
             precise=eta * R * (u @ u) < gamma**2)  # fmt: skip
    exact, most = w - total, (R**2 + 2 * delta) * (u @ u)
    p.use("rounded-perceptron-alignment", name="alignment")
    p.use("rounded-perceptron-growth", name="growth")
    with p.induction(counter=k >= 0):
        p.conclude("counter")
    p.have("spread", eta * R * (u @ u) >= 0, "precision * length", length(u))
    p.have("size", most >= 0, "test", square(R), length(u))
    p.calc((k * gamma) ** 2,
           "<=", (exact @ u) ** 2, "alignment", "counter * positive",
           "<=", (exact @ exact) * (u @ u), by("cauchy-schwarz", u=exact, v=u),
           "<=", (k * (R**2 + 2 * delta) + k * (k - 1) * eta * R) * (u @ u), "growth", length(u),
           "<=", k * most + k**2 * (eta * R * (u @ u)), "counter * spread", name="squares")  # fmt: skip
    gap = gamma**2 - eta * R * (u @ u)
    p.have("gap", gap > 0, "precise")
    p.have("inverse", 1 / gap > 0, "gap")
    p.show(conclusion=k <= most / gap)
    with p.case(k > 0):
        p.have("divided", k * gap <= most, "squares.all", "case")
        p.conclude("inverse * divided")
    with p.case(k <= 0):
        p.conclude("case", "inverse * size")


@theorem(
    "rounded-bound-excess",
    title="What rounding adds to the mistake bound",
    source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"),
)
def bound_excess(p: Script) -> None:
    """The bound (R² + 2δ)U/(γ² − ηRU), where U is ‖u‖², exceeds R²U/γ² by U(2δγ² + ηR³U)/(γ²(γ² − ηRU)), which tends
    to 0 with δ and η.
    """
    U, R, gamma, eta, delta = p.reals("U R γ η δ")
    p.assume(positive=gamma > 0, precise=eta * R * U < gamma**2)
    gap = gamma**2 - eta * R * U
    p.calc((R**2 + 2 * delta) * U / gap - R**2 * U / gamma**2,
           "==", U * (2 * delta * gamma**2 + eta * R**3 * U) / (gamma**2 * gap), "algebra")  # fmt: skip


@theorem(
    "rounded-bound-without-rounding",
    title="Without rounding, the bound is Novikoff's",
    source=cite("lecture", "eqs. (7)–(9)"),
)
def bound_without_rounding(p: Script) -> None:
    """If scores and updates have no error, δ = η = 0, the bound of the rounded run is R²‖u‖²/γ²."""
    run = rounded_run(p, "label", "radius", "margin", "rounded", "mistake", "error")
    p.assume(positive=run.gamma > 0, exact_scores=Eq(run.delta, 0), exact_updates=Eq(run.eta, 0))
    p.have("precise", run.gamma**2 - run.eta * Abs(run.R) * (run.u @ run.u) > 0, "exact_updates", "positive")
    p.use("rounded-perceptron-mistake-bound", name="bound", R=Abs(run.R))
    p.show(conclusion=run.k <= run.R**2 * (run.u @ run.u) / run.gamma**2)
    p.use("rounded-bound-excess", name="excess", U=run.u @ run.u, R=Abs(run.R))
    p.conclude("bound", "excess", "exact_scores", "exact_updates")

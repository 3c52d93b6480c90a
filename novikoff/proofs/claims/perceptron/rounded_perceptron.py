"""The perceptron in rounded arithmetic: a mistake bound for updates with error and a tie test with error.

Notation: the weights w and an example x include their bias coordinates, and ‖x‖ ≤ R. u separates with the margin γ > 0:
y⟨u, x⟩ ≥ γ. The machine computes a score s with |s − ⟨w, x⟩| ≤ δ. If y·s ≤ 0, it makes an update, which gives w + y·x +
e with ‖e‖ ≤ η in place of w + y·x. ε is the sum of all e; the machine does not compute it.

Implementation notes: exact statements about real numbers, for any number of updates in any order.
`properties/float_safety.py` computes δ and η for a format of floating-point numbers. Since δ, η ≥ 0, bounds on the
squares of the errors are bounds on their sizes.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Eq, Scalar, Vector, equal, norm


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
    """Declare the run; `facts` are the facts about an update that the theorem needs."""
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
          {name: known[name] for name in facts})
    return Rounded(w, total, k, u, x, y, score, error, R, gamma, eta, delta, after)


@theorem("lengths-add-up", title="The length of a sum, for bounds of the lengths",
         source=cite("steele2004", "chapter 4, the triangle inequality"))
def lengths_add_up(p: Script) -> None:
    """If ‖u‖² ≤ a² and ‖v‖² ≤ b² with a, b ≥ 0, then ‖u + v‖² is at most (a + b)²."""
    u, v = p.vectors("u v")
    a, b = p.reals("a b")
    p.assume(first=a >= 0, second=b >= 0, short=u @ u <= a**2, other=v @ v <= b**2)
    p.calc((u @ v) ** 2,
           "<=", (u @ u) * (v @ v), by("cauchy-schwarz"),
           "<=", a**2 * (v @ v), "short", length(v),
           "<=", (a * b) ** 2, "other", square(a), name="squares")
    p.have("size", a * b >= 0, "first * second")
    p.use("square-root-monotone", name="cross", u=u @ v, v=a * b)
    p.conclude("cross", "short", "other", conclusion=(u + v) @ (u + v) <= (a + b) ** 2)


@theorem("rounded-perceptron-error", title="The errors of the updates add up at most linearly",
         source=cite("higham2002", "section 4.2, the error of a sum"))
def error(p: Script) -> None:
    """If the error of every update has a length of at most |η|, the sum ε of the errors of k updates has ‖ε‖² ≤
    (kη)²."""
    run = rounded_run(p, "error")
    total, k, eta = run.total, run.k, run.eta
    with p.induction(counter=k >= 0, sum=total @ total <= (k * eta) ** 2):
        p.have("size", k * Abs(eta) >= 0, "counter")
        p.use("lengths-add-up", name="longer", u=total, v=run.error, a=k * Abs(eta), b=Abs(eta))
        p.conclude("longer", "counter")
    p.show(conclusion=total @ total <= (k * eta) ** 2)


@theorem("rounded-perceptron-alignment", title="Without its errors, a rounded run is as aligned as an exact one",
         source=cite("novikoff1962", "proof of the theorem, lower bound; with errors in the updates"))
def alignment(p: Script) -> None:
    """After k updates on examples with y⟨u, x⟩ ≥ γ, whatever their errors, ⟨w − ε, u⟩ is at least kγ."""
    run = rounded_run(p, "margin")
    w, total, k, u = run.w, run.total, run.k, run.u
    with p.induction(alignment=(w - total) @ u >= k * run.gamma):
        p.conclude("alignment", "margin")
    p.show(conclusion=(w - total) @ u >= k * run.gamma)


@theorem("rounded-perceptron-growth", title="Growth of the square length in rounded arithmetic",
         source=cite("novikoff1962", "proof of the theorem, upper bound; with errors in the updates and the tie test"))
def growth(p: Script) -> None:
    """Let ‖x‖ ≤ R, let scores have errors of at most δ, and let updates have errors of lengths at most η. Then ‖w − ε‖²
    is at most k(R² + 2δ) + k(k − 1)ηR after k updates.
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
               "<=", (k * eta * R) ** 2, "radius", square(k * eta), name="drift-squares")
        p.use("square-root-monotone", name="drift", u=-y * (total @ x), v=k * eta * R)
        p.have("step", (exact + y * x) @ (exact + y * x) <= exact @ exact + R**2 + 2 * delta + 2 * k * eta * R,
               "label", "radius", "wrong", "drift")
        p.conclude("step", "growth", "counter", "longer")
    p.show(conclusion=exact @ exact <= bound)


@theorem("rounded-perceptron-norm", title="The length of the weights in rounded arithmetic",
         source=cite("novikoff1962", "proof of the theorem, upper bound; with errors in the updates and the tie test"))
def norm_growth(p: Script) -> None:
    """Let ‖x‖ ≤ R, let scores have errors of at most δ, and let updates have errors of lengths at most η. Then ‖w‖² is
    at most 2k(R² + 2δ) + 2k(k − 1)ηR + 2(kη)² after k updates.
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
           "growth", "errors")


@theorem("rounded-perceptron-mistake-bound", title="The mistake bound in rounded arithmetic",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"))
def mistake_bound(p: Script) -> None:
    """Let ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ > 0 for every example. If scores have errors of at most δ, updates have errors of
    lengths at most η, and ηR‖u‖² < γ², then a run from 0 makes at most (R² + 2δ)‖u‖²/(γ² − ηR‖u‖²) updates, in any
    order.
    """
    run = rounded_run(p, "label", "radius", "margin", "rounded", "mistake", "error")
    w, total, k, u = run.w, run.total, run.k, run.u
    R, gamma, eta, delta = run.R, run.gamma, run.eta, run.delta
    p.assume(precision=eta >= 0, length=R >= 0, test=delta >= 0, positive=gamma > 0,
             precise=eta * R * (u @ u) < gamma**2)
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
           "<=", k * most + k**2 * (eta * R * (u @ u)), "counter * spread", name="squares")
    gap = gamma**2 - eta * R * (u @ u)
    p.have("gap", gap > 0, "precise")
    p.have("inverse", 1 / gap > 0, "gap")
    p.show(conclusion=k <= most / gap)
    with p.case(k > 0):
        p.have("divided", k * gap <= most, "squares.all", "case")
        p.conclude("inverse * divided")
    with p.case(k <= 0):
        p.conclude("case", "inverse * size")


class Shortened(NamedTuple):
    """A rounded run whose errors are shorter than the margin, with the numbers ‖u‖, D = R² + 2δ, γ − η‖u‖, and c = D/(γ
    − η‖u‖)."""

    run: Rounded
    U: Scalar
    D: Scalar
    gap: Scalar
    c: Scalar


def shortened_run(p: Script) -> Shortened:
    """Declare the run, and derive simple facts about these numbers."""
    run = rounded_run(p, "label", "radius", "margin", "rounded", "mistake", "error")
    U, D = norm(run.u), run.R**2 + 2 * run.delta
    p.assume(precision=run.eta >= 0, test=run.delta >= 0, precise=run.eta * U < run.gamma)
    gap = run.gamma - run.eta * U
    p.have("U", U >= 0)
    p.have("lost", run.eta * U >= 0, "precision * U")
    p.have("gap", gap > 0, "precise")
    p.have("gamma", run.gamma > 0, "gap", "lost")
    p.have("D", D >= 0, "test", square(run.R))
    return Shortened(run, U, D, gap, D / gap)


@theorem("rounded-perceptron-nears-separator",
         title="Each rounded update brings the weights nearer to a multiple of a separator",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"),
         says="nothing about rounding")
def nears_separator(p: Script) -> None:
    """Let ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ for every example, let scores have errors of at most δ and updates have errors of
    lengths at most η, and let η‖u‖ < γ. With D = R² + 2δ and c = D/(γ − η‖u‖), ‖w − cu‖² is at most c²‖u‖² − kD after k
    updates from 0, and R‖u‖ ≥ γ if k ≥ 1.

    The proof looks at an update before its error is added: q = w + yx − cu is at most c‖u‖ − η/2 long. So adding the
    error e increases ‖q‖² by at most 2ηc‖u‖.
    """
    (w, _, k, u, x, y, score, e, R, gamma, eta, delta, after), U, D, gap, c = shortened_run(p)
    p.show(near=(w - c * u) @ (w - c * u) <= c**2 * U**2 - k * D, room=k * gamma**2 <= k * (R**2 * U**2))
    p.have("inverse", 1 / gap > 0, "gap")
    p.have("c", c >= 0, "D * inverse")
    p.have("c times gap", Eq(c * gap, D), times("gap"))
    p.have("share", c * eta * U >= 0, "c * lost")
    q = w + y * x - c * u
    with p.induction(counter=k >= 0, room=k * gamma**2 <= k * (R**2 * U**2),
                     near=(w - c * u) @ (w - c * u) <= c**2 * U**2 - k * D):
        p.use("cauchy-schwarz", name="along", u=u, v=x)
        p.have("reach", gamma**2 <= (u @ x) ** 2, "margin * margin", "margin * gamma", "label")
        p.have("wide", gamma**2 <= R**2 * U**2, "reach", "along", "radius", length(u), "definition")
        p.have("room'", (k + 1) * gamma**2 <= (k + 1) * (R**2 * U**2), "counter * wide", "wide")
        p.have("small", eta * U * gap <= gamma**2, "lost * lost", "lost * gap", "gap * gap", "gamma * gap")
        p.have("large", eta * U * gap <= c * gap * U**2, "small", "wide", "test * U * U", "c times gap")
        p.have("larger", eta * U <= c * U**2, "large", times("gap"))
        with p.proving("nonzero", U > 0):
            p.suppose_not("zero")
            p.have("none", Eq(U, 0), "zero", "U")
            p.have("nothing", Eq(R**2 * U**2, 0), "none")
            p.have("something", R**2 * U**2 > 0, "wide", "gamma * gamma")
            p.conclude("nothing", "something")
        p.have("enough", eta <= c * U, "larger", times("nonzero"))
        p.have("score-squares", (y * (w @ x - score)) ** 2 <= delta**2, "label", "rounded")
        p.use("square-root-monotone", name="score", u=y * (w @ x - score), v=delta)
        p.have("wrong", y * (w @ x) <= delta, "score", "mistake")
        p.have("turn", c * y * (u @ x) >= c * gamma, "c * margin")
        p.have("kD", k * D >= 0, "counter * D")
        p.have("before", q @ q <= c**2 * U**2 - k * D + D - 2 * c * gamma, "near", "turn", "wrong", "radius", "label")
        p.have("shorter", q @ q <= c**2 * U**2 - c * eta * U, "before", "kD", "c times gap", "share", "c * gamma")
        p.have("short", q @ q <= (c * U - eta / 2) ** 2, "shorter", square(eta))
        p.have("half", c * U - eta / 2 >= 0, "enough", "precision")
        p.calc((q @ e) ** 2,
               "<=", (q @ q) * (e @ e), by("cauchy-schwarz", u=q, v=e),
               "<=", (q @ q) * eta**2, "error", length(q),
               "<=", ((c * U - eta / 2) * eta) ** 2, "short", square(eta), name="squares")
        p.have("product", (c * U - eta / 2) * eta >= 0, "half * precision")
        p.use("square-root-monotone", name="cross", u=q @ e, v=(c * U - eta / 2) * eta)
        p.have("after", (after - c * u) @ (after - c * u) <= c**2 * U**2 - k * D + D - 2 * c * gamma + 2 * c * U * eta,
               "before", "cross", "error", "definition")
        p.have("nearer", (after - c * u) @ (after - c * u) <= c**2 * U**2 - (k + 1) * D, "after", "c times gap")
        p.conclude("counter", "room'", "nearer")
    p.conclude("near", "room")


@theorem("rounding-shortens-the-margin", title="Errors of length η shorten the margin by η‖u‖ in the mistake bound",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"),
         says="nothing about rounding. We did not find the bound with (γ − η‖u‖)² in the literature that we searched.")
def margin_shortened(p: Script) -> None:
    """Let ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ for every example. If scores have errors of at most δ, updates have errors of lengths
    at most η, and η‖u‖ < γ, then a run from 0 makes at most (R² + 2δ)‖u‖²/(γ − η‖u‖)² updates, in any order.
    """
    run, U, D, gap, c = shortened_run(p)
    p.show(conclusion=run.k <= D * U**2 / gap**2)
    p.use("rounded-perceptron-nears-separator", name="run")
    p.have("c times gap", Eq(c * gap, D), times("gap"))
    p.have("count", run.k * D <= c**2 * U**2, "run.near", length(run.w - c * run.u))
    p.have("scaled", run.k * D * gap**2 <= D**2 * U**2, "count * gap * gap", "c times gap")
    with p.case(D > 0, "some"):
        p.have("divided", run.k * gap**2 <= D * U**2, "scaled", times("some"))
        p.conclude("divided", times("gap", "gap"))
    with p.case(D <= 0, "some"):
        p.have("no radius", Eq(run.R**2, 0), "some", "test", square(run.R))
        p.have("no updates", run.k * run.gamma**2 <= 0, "run.room", "no radius")
        p.have("none", run.k <= 0, "no updates", times("gamma", "gamma"))
        p.have("bound", D * U**2 >= 0, "D * U * U")
        p.have("divided", run.k * gap**2 <= D * U**2, "none * gap * gap", "bound")
        p.conclude("divided", times("gap", "gap"))


@theorem("rounded-weights-stay-short", title="However many rounded updates are made, the weights stay short",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"),
         says="nothing about rounding")
def stay_short(p: Script) -> None:
    """Let ‖x‖ ≤ R and y⟨u, x⟩ ≥ γ for every example. If scores have errors of at most δ, updates have errors of lengths
    at most η, and η‖u‖ < γ, then ‖w‖ is at most 2(R² + 2δ)‖u‖/(γ − η‖u‖) after any number of updates from 0.
    """
    run, U, D, gap, c = shortened_run(p)
    p.show(conclusion=run.w @ run.w <= (2 * D * U / gap) ** 2)
    p.use("rounded-perceptron-nears-separator", name="run")
    with p.induction(counter=run.k >= 0):
        p.conclude("counter")
    p.have("kD", run.k * D >= 0, "counter * D")
    p.have("near", (run.w - c * run.u) @ (run.w - c * run.u) <= c**2 * U**2, "run.near", "kD")
    p.have("twice", run.w @ run.w <= 2 * ((run.w - c * run.u) @ (run.w - c * run.u)) + 2 * c**2 * U**2,
           length(run.w - 2 * c * run.u), "definition")
    p.conclude("twice", "near")


@theorem("rounded-bounds-compared", title="Which bound of a rounded run is the smaller one",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"))
def bounds_compared(p: Script) -> None:
    """Let U = ‖u‖ and ηRU² < γ². If RU ≥ 2γ − ηU, the bound (R² + 2δ)U²/(γ − ηU)² of a rounded run is at most the bound
    (R² + 2δ)U²/(γ² − ηRU²). So the second bound can be smaller only for R²U² < 4γ². The first bound also holds for
    larger η, up to ηU < γ.
    """
    U, R, gamma, eta, delta = p.reals("U R γ η δ")
    p.assume(size=U >= 0, precision=eta >= 0, test=delta >= 0, narrow=eta * R * U**2 < gamma**2,
             far=2 * gamma - eta * U <= R * U)
    most, gap = (R**2 + 2 * delta) * U**2, gamma - eta * U

    def different() -> None:
        """Derive γ ≠ ηU, by its square."""
        p.have("lost", eta * U >= 0, "precision * size")
        p.have("larger", gap**2 >= gamma**2 - eta * R * U**2, "lost * far")
        p.have("gap", gap**2 > 0, "larger", "narrow")

    with p.making_sense(1 / gap):
        different()
        p.conclude("gap")
    p.show(conclusion=most / gap**2 <= most / (gamma**2 - eta * R * U**2))
    different()
    p.have("other", gamma**2 - eta * R * U**2 > 0, "narrow")
    p.have("most", most >= 0, square(R * U), "test * size * size", "test", square(U))
    p.have("product", most * gap**2 >= most * (gamma**2 - eta * R * U**2), "most * larger")
    p.conclude("product", times("gap", "other"))


@theorem("rounding-as-large-as-the-margin", title="With errors as large as the margin a rounded run may never end",
         source=cite("novikoff1962", "the theorem; with errors in the updates"), says="nothing about rounding")
def never_learns(p: Script) -> None:
    """The hypothesis η‖u‖ < γ is needed, and no larger difference can replace γ − η‖u‖. With η‖u‖ = γ > 0 there is an
    example x, with the label 1 and y⟨u, x⟩ = γ, for which the error −x of length η undoes each update. So the weights
    are 0 after any number of updates, and x is always a mistake.

    The hypothesis η‖u‖ = γ is stated as η²‖u‖² = γ². x is γu/‖u‖², and the machine computes its score 0 without an
    error.
    """
    w, u, e = p.vectors("w u e")
    k, gamma, eta = p.reals("k γ η")
    p.assume(positive=gamma > 0, as_large=Eq(eta**2 * (u @ u), gamma**2))
    with p.making_sense(1 / (u @ u)):
        p.have("product", eta**2 * (u @ u) > 0, "as_large", "positive * positive")
        with p.case(u @ u > 0, "nonzero"):
            p.conclude("nonzero")
        with p.case(u @ u <= 0, "nonzero"):
            p.have("zero", Eq(u @ u, 0), "nonzero", length(u))
            p.conclude("zero", "product")
    x = p.let("x", gamma / (u @ u) * u)
    after = perceptron.update(State(w, 0), x, 1, bias_step=0).w + e
    p.run([(w, 0, after), (k, 0, k + 1)], [e], {"error": equal(e, -x)})
    p.show(zero=Eq(w @ w, 0), margin=Eq(perceptron.margin(State(u, 0), x, 1), gamma), error=Eq(x @ x, eta**2),
           mistake=perceptron.mistake_condition(State(w, 0), x, 1))
    with p.induction(zero=Eq(w @ w, 0)):
        p.have("undone", Eq((x + e) @ (x + e), 0), "error")
        p.use("cauchy-schwarz", name="no-turn", u=w, v=x + e)
        p.have("no turn", Eq(w @ (x + e), 0), "no-turn", "zero")
        p.conclude("zero", "undone", "no turn")
    p.have("share", Eq(1 / (u @ u) * (u @ u), 1), "definition")
    p.have("margin'", Eq(u @ x, gamma), "share")
    p.have("error'", Eq(x @ x, eta**2), "share", "as_large")
    p.use("cauchy-schwarz", name="no-score", u=w, v=x)
    p.have("tie", Eq(w @ x, 0), "no-score", "zero")
    p.conclude("zero", "margin'", "error'", "tie")


@theorem("rounded-bound-excess", title="What rounding adds to the mistake bound",
         source=cite("novikoff1962", "the theorem; with errors in the updates and the tie test"))
def bound_excess(p: Script) -> None:
    """The bound (R² + 2δ)U/(γ² − ηRU), where U is ‖u‖², exceeds R²U/γ² by U(2δγ² + ηR³U)/(γ²(γ² − ηRU)), which tends
    to 0 with δ and η.
    """
    U, R, gamma, eta, delta = p.reals("U R γ η δ")
    p.assume(positive=gamma > 0, precise=eta * R * U < gamma**2)
    gap = gamma**2 - eta * R * U
    p.calc((R**2 + 2 * delta) * U / gap - R**2 * U / gamma**2,
           "==", U * (2 * delta * gamma**2 + eta * R**3 * U) / (gamma**2 * gap), "algebra")


@theorem("rounded-bound-without-rounding", title="Without rounding, the bound is Novikoff's",
         source=cite("lecture", "eqs. (7)–(9)"))
def bound_without_rounding(p: Script) -> None:
    """If scores and updates have no error, δ = η = 0, the bound of the rounded run is R²‖u‖²/γ²."""
    run = rounded_run(p, "label", "radius", "margin", "rounded", "mistake", "error")
    p.assume(positive=run.gamma > 0, exact_scores=Eq(run.delta, 0), exact_updates=Eq(run.eta, 0))
    p.have("precise", run.gamma**2 - run.eta * Abs(run.R) * (run.u @ run.u) > 0, "exact_updates", "positive")
    p.use("rounded-perceptron-mistake-bound", name="bound", R=Abs(run.R))
    p.show(conclusion=run.k <= run.R**2 * (run.u @ run.u) / run.gamma**2)
    p.use("rounded-bound-excess", name="excess", U=run.u @ run.u, R=Abs(run.R))
    p.conclude("bound", "excess", "exact_scores", "exact_updates")

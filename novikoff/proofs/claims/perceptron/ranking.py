"""PRank: one weight vector and a threshold between each rank and the next. A mistake updates the weights and every
threshold on the wrong side of the score.

Notation: b[i] are the k − 1 thresholds; the score of x is ⟨w, x⟩, and y[i] = ±1 says whether its rank is above the
threshold. e[i] is 1 if an update changes the threshold, and 0 if not: it is 1 where the margin yᵢ(⟨w, x⟩ − bᵢ) is at
most 0. An update adds Σ eᵢyᵢ·x to w, and subtracts eᵢyᵢ from b[i]. h[i] is 1 if the score is at least the threshold,
and 0 if it is below. So 1 + Σ hᵢ is the predicted rank of x, and 1 + Σ (1 + yᵢ)/2 is its true rank.
"""

from typing import NamedTuple

from ....algorithms import prank
from ....algorithms.prank import State
from ...statements.proof_script import Script, StatePart, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Abs, Comparison, Eq, Scalar, Sum, Vector


class Changes:
    """The changes of all thresholds, given by the change of one threshold and by their sum."""

    def __init__(self, entry: Scalar, total: Scalar):
        """Take both."""
        self.entry = entry
        self.total = total

    def __rsub__(self, threshold: Scalar) -> Scalar:
        """Return the threshold minus its change."""
        return threshold - self.entry

    def sum(self) -> Scalar:
        """Return the sum of all changes."""
        return self.total


def updated(w: Vector, b: Scalar, x: Vector, change: Scalar, total: Scalar) -> State:
    """Return the weights and a threshold after the shipped update."""
    return prank.update(State(w, b), x, Changes(change, total))


def due(margin: Scalar, e: Scalar) -> dict[str, Comparison]:
    """State that e is 1 if the margin is at most 0, and 0 if it is positive."""
    return {"choice": Eq(e**2, e), "kept": (1 - e) * margin + e > 0, "changed": e * margin <= 0}


def not_kept(margin: Scalar, e: Scalar) -> dict[str, Comparison]:
    """State that e is 0 or 1, and 1 if the margin is at most 0."""
    return {name: fact for name, fact in due(margin, e).items() if name != "changed"}


def above(score: Scalar, b: Scalar, h: Scalar) -> dict[str, Comparison]:
    """State that h is 1 if the score is at least b, and 0 if it is below."""
    return {"side": Eq(h**2, h), "reached": h * (score - b) >= 0, "above": (1 - h) * (b - score) + h > 0}


@theorem("prank-thresholds-stay-in-order", title="PRank's thresholds stay in order",
         source=cite("crammersinger2001", "Lemma 1"))
def stay_in_order(p: Script) -> None:
    """In every run of PRank from (w, b) = 0, take two thresholds b and c, where c belongs to the higher rank. Then c is
    never below b.

    y = ±1 is the sign of b, and z = ±1 the sign of c. The proof uses only y ≥ z, −1 ≤ y and z ≤ 1. Updates change
    thresholds by whole numbers, so c − b is a whole number. No whole number lies between 0 and 1. t is the sum of all
    changes; ey and fz are the changes of b and c.
    """
    w, x = p.vectors("w x")
    b, c, y, z, e, f, t = p.reals("b c y z e f t")
    low, high = updated(w, b, x, e * y, t), updated(w, c, x, f * z, t)
    below, over = (due(prank.margins(State(w, at), x, side), chosen) for at, side, chosen in ((b, y, e), (c, z, f)))
    p.run([(w, 0, low.w), (b, 0, low.b), (c, 0, high.b)], [x, y, z, e, f, t], {
        "ranks": y >= z, "low": y >= -1, "high": z <= 1, "whole": (c - b) * (c - b - 1) >= 0,
        **below, **{f"{name}'": fact for name, fact in over.items()},
    })
    p.show(conclusion=b <= c)
    margins = prank.margins(State(w, b), x, y), prank.margins(State(w, c), x, z)

    def both_changed(*sides: str) -> None:
        """Derive "one e" and "one f"."""
        for name, one, margin in (("", e, margins[0]), ("'", f, margins[1])):
            p.have(f"wrong{name}", margin <= 0, *(f"score * {side}" for side in sides), "equal")
            p.have(f"some{name}", one > 0, f"kept{name}", f"rest{name} * wrong{name}")
            p.have(f"one {one}", Eq(one, 1), f"choice{name}", times(f"some{name}"))

    def none_changed(*sides: str) -> None:
        """Derive "no e" and "no f"."""
        for name, one, margin in (("", e, margins[0]), ("'", f, margins[1])):
            p.have(f"right{name}", margin > 0, *(f"score * {side}" for side in sides), "equal")
            p.have(f"none{name}", one <= 0, f"changed{name}", times(f"right{name}"))
            p.have(f"no {one}", Eq(one, 0), f"none{name}", f"sign{name}")

    with p.induction(conclusion=b <= c):
        for name, one in (("", e), ("'", f)):
            p.have(f"sign{name}", one >= 0, f"choice{name}", square(one))
            p.have(f"rest{name}", 1 - one >= 0, f"choice{name}", square(1 - one))
        with p.case(c - b > 0, "gap"):
            p.have("one", c - b >= 1, "whole", times("gap"))
            with p.case(y >= 0, "side"):
                p.conclude("one", "sign * side", "sign' * high", "rest'")
            with p.case(y < 0, "side"):
                p.have("other side", z < 0, "side", "ranks")
                p.conclude("one", "sign * low", "rest", "sign' * other side")
        with p.case(c - b <= 0, "gap"):
            p.have("equal", Eq(b, c), "gap", "conclusion")
            score = w @ x - b
            with p.case(y < 0, "side"):
                p.have("other side", z < 0, "side", "ranks")
                with p.case(score >= 0, "score"):
                    both_changed("side", "other side")
                    p.conclude("equal", "one e", "one f", "ranks")
                with p.case(score < 0, "score"):
                    none_changed("side", "other side")
                    p.conclude("equal", "no e", "no f")
            with p.case(y >= 0, "side"):
                with p.case(z > 0, "other side"):
                    p.have("more", y > 0, "other side", "ranks")
                    with p.case(score <= 0, "score"):
                        both_changed("more", "other side")
                        p.conclude("equal", "one e", "one f", "ranks")
                    with p.case(score > 0, "score"):
                        none_changed("more", "other side")
                        p.conclude("equal", "no e", "no f")
                with p.case(z <= 0, "other side"):
                    p.conclude("equal", "sign * side", "sign' * other side")


@theorem("prank-side-is-changed", title="A threshold on whose wrong side the score is, is changed",
         source=cite("crammersinger2001", "proof of Theorem 2"))
def side_is_changed(p: Script) -> None:
    """For one threshold, let h be 1 if the score is at least b, and e be 1 if the threshold changes, else 0. (1 + y)/2
    is the correct value of h. Then h and (1 + y)/2 differ by at most e.
    """
    w, x = p.vectors("w x")
    b, y, e, h = p.reals("b y e h")
    margin, score = prank.margins(State(w, b), x, y), w @ x
    p.assume(label=Eq(y**2, 1), **not_kept(margin, e), **above(score, b, h))
    p.show(more=h - (1 + y) / 2 <= e, less=(1 + y) / 2 - h <= e)
    p.have("e", e >= 0, "choice", square(e))
    p.have("rest", 1 - e >= 0, "choice", square(1 - e))
    p.have("h", h >= 0, "side", square(h))
    p.have("rest of h", 1 - h >= 0, "side", square(1 - h))
    with p.case(y > 0, "rank"):
        p.have("plus", y + 1 > 0, "rank")
        p.have("y", Eq(y, 1), "label", times("plus"))
        with p.case(score - b >= 0, "score"):
            p.have("some", h > 0, "above", "rest of h * score")
            p.have("one", Eq(h, 1), "side", times("some"))
            p.conclude("y", "one", "e")
        with p.case(score - b < 0, "score"):
            p.have("wrong", margin <= 0, "y", "score")
            p.have("some", e > 0, "kept", "rest * wrong")
            p.have("one", Eq(e, 1), "choice", times("some"))
            p.conclude("y", "one", "h", "rest of h")
    with p.case(y <= 0, "rank"):
        p.have("minus", 1 - y > 0, "rank")
        p.have("y", Eq(y, -1), "label", times("minus"))
        with p.case(score - b >= 0, "score"):
            p.have("wrong", margin <= 0, "y", "score")
            p.have("some", e > 0, "kept", "rest * wrong")
            p.have("one", Eq(e, 1), "choice", times("some"))
            p.conclude("y", "one", "h", "rest of h")
        with p.case(score - b < 0, "score"):
            p.have("below", h <= 0, "reached", times("score"))
            p.conclude("y", "below", "h", "e")


@theorem("prank-loss-at-most-changes", title="PRank changes at least as many thresholds as the rank is wrong by",
         source=cite("crammersinger2001", "proof of Theorem 2"),
         says="the numbers are equal; if the score is at a threshold below the rank of x, there may be more changes")
def loss_at_most_changes(p: Script) -> None:
    """An update of PRank changes at least |ŷ − y| thresholds, where ŷ is the predicted rank of x and y its true
    rank."""
    w, x = p.vectors("w x")
    b, y, e, h = p.reals("b[i] y[i] e[i] h[i]")
    p.assume(label=Eq(y**2, 1), **not_kept(prank.margins(State(w, b), x, y), e), **above(w @ x, b, h))
    given, own = 1 + Sum(h), 1 + (Sum(1) + Sum(y)) / 2
    p.show(conclusion=Abs(given - own) <= Sum(e), more=given - own <= Sum(e), less=own - given <= Sum(e))
    side_changed = by("prank-side-is-changed", b=b, y=y, e=e, h=h)
    for name, fact in (("more", h - (1 + y) / 2 <= e), ("less", (1 + y) / 2 - h <= e)):
        with p.proving(name, fact):
            p.conclude(side_changed)
        p.sum(name, f"{name} in all")
    p.conclude("more in all", "less in all")


class RankingRun(NamedTuple):
    """A run from 0 on examples that u and v[i] rank with margins of at least γ; N is the number of changes so far."""

    w: Vector
    x: Vector
    u: Vector
    b: Scalar
    v: Scalar
    y: Scalar
    e: Scalar
    N: Scalar
    gamma: Scalar
    R: Scalar

    @property
    def size(self) -> Scalar:
        """Return ‖u‖² + Σ vᵢ²."""
        return self.u @ self.u + Sum(self.v**2)

    @property
    def growth(self) -> Scalar:
        """Return (k − 1)R² + 1, for the k − 1 thresholds."""
        return Sum(1) * self.R**2 + 1

    def make(self, p: Script, *more: StatePart, inputs: tuple[Scalar, ...] = (), **facts: Comparison) -> None:
        """Declare the run, with `more` parts of the state, and of the example, and `facts` about it."""
        w, x, u, b, v, y, e, N, gamma, R = self
        after = updated(w, b, x, e * y, Sum(e * y))
        due_here = due(prank.margins(State(w, b), x, y), e)
        p.run([(w, 0, after.w), (b, 0, after.b), (N, 0, N + Sum(e)), *more], [x, y, e, *inputs], {
            "label": Eq(y**2, 1), **facts, "choice": due_here["choice"], "changed": due_here["changed"],
            "radius": x @ x <= R**2, "margin": prank.margins(State(u, v), x, y) >= gamma,
        })

    def grow(self, p: Script) -> None:
        """Derive N ≥ 0 ("counter"), (k − 1)N ≥ N ("enough") and (Nγ)² ≤ N((k − 1)R² + 1)(‖u‖² + Σ vᵢ²) ("quadratic").

        It also derives "lengths", "number" and "square R": ‖u‖² + Σ vᵢ², k − 1 and R² are not negative.
        """
        w, x, u, b, v, y, e, N, gamma, R = self
        along, size = u @ w + Sum(v * b), w @ w + Sum(b**2)
        p.sum("positive", "margins")
        p.have("number", Sum(1) >= 0, "margins", times("positive"))
        p.have("square R", R**2 >= 0, square(R))
        with p.induction(counter=N >= 0, enough=Sum(1) * N >= N, alignment=along >= N * gamma,
                         growth=size <= N * self.growth):
            p.have("e", e >= 0, "choice", square(e))
            p.sum("e", "changes", each="part")
            p.have("own", e * Sum(e) >= e, "e * part", "choice")
            p.sum("own", "own in all")
            p.have("itself", e**2 <= 1 * e, "choice")
            p.have("number of changes", Sum(e) ** 2 <= Sum(1) * Sum(e), "itself", "e",
                   by("cauchy-schwarz-for-sums", {"s[i]": e, "a[i]": 1, "b[i]": e}))
            p.have("ahead", e * y * (u @ x - v) >= e * gamma, "e * margin")
            p.sum("ahead", "progress")
            p.sum("changed", "turn")
            p.have("square", Eq((e * y) ** 2, e), "choice", "label")
            p.sum("square", "squares")
            p.have("term", (e * y) ** 2 <= 1 * e, "square")
            p.have("all", Sum(e * y) ** 2 <= Sum(1) * Sum(e), "term", "e",
                   by("cauchy-schwarz-for-sums", {"s[i]": e * y, "a[i]": 1, "b[i]": e}))
            p.have("length", x @ x >= 0, length(x))
            p.have("step", Sum(e * y) ** 2 * (x @ x) <= Sum(1) * Sum(e) * R**2,
                   "all * length", "number * changes * radius")
            p.conclude("counter", "changes", "enough", "number of changes", "own in all",
                       "alignment", "progress", "growth", "turn", "squares", "step")
        p.use("cauchy-schwarz", name="weights", v=w)
        p.have("square v", v**2 >= 0, square(v))
        p.sum("square v", "size v")
        p.have("square b", b**2 >= 0, square(b))
        p.sum("square b", "size b")
        p.have("term b", (v * b) ** 2 <= v**2 * b**2)
        p.have("thresholds", Sum(v * b) ** 2 <= Sum(v**2) * Sum(b**2), "term b", "square v", "square b",
               by("cauchy-schwarz-for-sums", {"s[i]": v * b, "a[i]": v**2, "b[i]": b**2}))
        p.have("size u", u @ u >= 0, length(u))
        p.have("size w", w @ w >= 0, length(w))
        parts = {"a": u @ u, "b": w @ w, "c": Sum(v**2), "d": Sum(b**2), "s": u @ w, "t": Sum(v * b)}
        p.have("schwarz", along**2 <= self.size * size, "weights", "thresholds", "size u", "size w", "size v", "size b",
               by("cauchy-schwarz-for-two-terms", parts))
        p.have("lengths", self.size >= 0, "size u", "size v")
        p.have("reach", N * gamma >= 0, "counter * positive")
        p.have("squares'", (N * gamma) ** 2 <= along**2, "alignment * alignment", "alignment * reach")
        most = self.growth * self.size
        p.have("quadratic", (N * gamma) ** 2 <= N * most, "squares'", "schwarz", "growth * lengths")


def ranking_run(p: Script) -> RankingRun:
    """Declare its names."""
    w, x, u = p.vectors("w x u")
    p.assume(positive=(gamma := p.real("γ")) > 0)
    b, v, y, e = p.reals("b[i] v[i] y[i] e[i]")
    return RankingRun(w, x, u, b, v, y, e, p.real("N"), gamma, p.real("R"))


@theorem("prank-change-bound",
         title="PRank makes at most ((k − 1)R² + 1)(‖u‖² + Σ vᵢ²)/γ² changes of thresholds, and no more updates",
         source=cite("crammersinger2001", "Theorem 2"),
         says="the bound (k − 1)(R² + 1)/γ² for ‖u‖² + Σ vᵢ² = 1, which is larger for k > 2")
def change_bound(p: Script) -> None:
    """Let all examples have ‖x‖ ≤ R, and let u with the k − 1 thresholds v[i] give them their ranks with margins yᵢ(⟨u,
    x⟩ − vᵢ) ≥ γ > 0. Then PRank from (w, b) = 0 changes at most ((k − 1)R² + 1)(‖u‖² + Σ vᵢ²)/γ² thresholds, in any
    order of the examples. An update changes at least one threshold, so this is also a bound on the number of updates.

    N counts the changes, and t the updates. The bound also holds if some thresholds with margins of at most 0 are not
    updated.
    """
    run = ranking_run(p)
    changes, t = run.N, p.real("t")
    run.make(p, (t, 0, t + 1), some=Sum(run.e) >= 1)
    most = run.growth * run.size
    p.show(changes=changes <= most / run.gamma**2, updates=t <= most / run.gamma**2)
    run.grow(p)
    with p.induction(each=t <= changes):
        p.conclude("each", "some")
    p.have("nonnegative", most >= 0, "lengths", "number * lengths * square R")
    p.use("count-at-most-quotient", name="count", t=changes, B=most)
    p.conclude("count", "each")


@theorem("prank-mistake-bound", title="The ranking loss of PRank is at most (k − 1)(R² + 1)/γ²",
         source=cite("crammersinger2001", "Theorem 2"))
def mistake_bound(p: Script) -> None:
    """Let all examples have ‖x‖ ≤ R, and let u with the k − 1 thresholds v[i], ‖u‖² + Σ vᵢ² = 1, give them their ranks
    with margins yᵢ(⟨u, x⟩ − vᵢ) ≥ γ > 0. Then the sum L of |ŷ − y| over the updates of PRank from (w, b) = 0 is at most
    (k − 1)(R² + 1)/γ², in any order of the examples.

    l is the term of the sum. If a threshold changes, then k ≥ 2, so the claim needs no hypothesis about k.
    """
    run = ranking_run(p)
    w, x, b, y, e, gamma, R = run.w, run.x, run.b, run.y, run.e, run.gamma, run.R
    h, loss, total = p.reals("h[i] l L")
    given, own = 1 + Sum(h), 1 + (Sum(1) + Sum(y)) / 2
    p.assume(unit=Eq(run.size, 1))
    run.make(p, (total, 0, total + loss), inputs=(h, loss), loss=Eq(loss**2, (given - own) ** 2),
             kept=due(prank.margins(State(w, b), x, y), e)["kept"], **above(w @ x, b, h))
    p.show(conclusion=total <= Sum(1) * (R**2 + 1) / gamma**2)
    run.grow(p)
    with p.induction(total=total <= run.N):
        p.use("prank-loss-at-most-changes", name="rank")
        p.have("square", loss**2 <= Sum(e) ** 2, "loss", "rank.more * rank.less")
        p.have("e'", e >= 0, "choice", square(e))
        p.sum("e'", "changes'")
        with p.proving("lost", loss <= Sum(e)):
            with p.case(loss > 0):
                p.have("sum", loss + Sum(e) > 0, "case", "changes'")
                p.conclude("square", times("sum"))
            with p.case(loss <= 0):
                p.conclude("case", "changes'")
        p.conclude("total", "lost")
    most = Sum(1) * (R**2 + 1)
    p.have("wide", (run.N * gamma) ** 2 <= run.N * most, "quadratic", "unit", "enough")
    p.have("nonnegative", most >= 0, "number", "number * square R")
    p.use("count-at-most-quotient", name="count", t=run.N, B=most)
    p.conclude("count", "total")


@theorem("prank-change-bound-reached", title="The bound on PRank's changes is reached, by the ranking loss too",
         source=cite("crammersinger2001", "Theorem 2"),
         says="nothing about data that attain the bound. We did not find these data in the literature that we "
              "searched.")
def bound_reached(p: Script) -> None:
    """Let there be m = k − 1 ≥ 1 thresholds, and finitely many examples x[i] of the lowest rank with ‖xᵢ‖ = R and ⟨xᵢ,
    xⱼ⟩ = −1/m for i ≠ j. Visit some of them, once each, in any order. Each example ties with all thresholds, so it gets
    the highest rank and changes all thresholds. After j visits all thresholds are equal to some b, and w with these
    thresholds has the margin γ = mR² + 1 on the visited examples. The number of changes and the sum of the losses are
    both m·j, which is the bound (mR² + 1)(‖w‖² + mb²)/γ².

    b − ⟨w, xᵢ⟩ is γ or 0: x[i] was visited or not. The indicator d[i] is 1 for x, and f[i] is 1 for the next example z.
    For T examples, x[i] may be (T + 1/m)/2 times the i-th unit vector of ℝᵀ, minus the sum of all unit vectors.
    """
    w, family = p.vectors("w x[i]")
    b, j, d, f, m, R, gamma = p.reals("b j d[i] f[i] m R γ")
    p.assume(ranks=m > 0, margin=Eq(gamma, m * R**2 + 1))
    x, z = p.let("x", Sum(d * family)), p.let("z", Sum(f * family))
    after = updated(w, b, x, -1, -m)
    seen = b - w @ family
    p.run([(w, 0, after.w), (b, 0, after.b), (j, 0, j + 1)], [d], {
        "choice": Eq(d**2, d), "one": Eq(Sum(d), 1), "new": Eq(d * seen, 0),
        "products": Eq(m * (x @ family), d * gamma - 1),
    })
    p.assume(next_one=Eq(Sum(f), 1), next_new=Eq(f * seen, 0))
    given = {"m": 1, "R": 2, "γ": 5, "f[i]": [0, 0, 1]}
    corners = [[1, -1, -1, 1, 0, 0], [-1, 1, -1, 0, 1, 0], [-1, -1, 1, 0, 0, 1]]
    p.example_without("choice", dimension=6, size=3, steps=[{"d[i]": ["1/2", "1/2", 0]}],
                      values=given | {"x[i]": corners})
    p.example_without("one", dimension=2, size=3, steps=[{"d[i]": [1, 1, 0]}],
                      values=given | {"x[i]": [[2, 0], [0, 2], ["-1/2", 0]]})
    with p.making_sense(1 / gamma):
        p.have("square", R**2 >= 0, square(R))
        p.have("part", m * R**2 >= 0, "ranks * square")
        p.have("positive", gamma > 0, "part", "margin")
        p.conclude("positive")
    p.show(tie=Eq(w @ z, b), visits=Eq(seen * (seen - gamma), 0),
           margin=Eq(seen * prank.margins(State(w, b), family, -1), seen * gamma),
           number=Eq(m * j, (m * R**2 + 1) * (w @ w + m * b**2) / gamma**2))
    with p.induction(visits=Eq(seen * (seen - gamma), 0)):
        p.conclude("visits", "products", "choice", "new")
    with p.induction(growth=Eq(w @ w + m * b**2, m * j * gamma)):
        p.sum("new", "no turn")
        p.have("tie", Eq(w @ x, b), "no turn", "one")
        p.have("square", Eq(m * (d * (x @ family)), d * gamma - d), "products", "choice")
        p.sum("square", "length")
        p.have("own", Eq(m * (x @ x), gamma - 1), "length", "one")
        p.conclude("growth", "tie", "own")
    p.sum("next_new", "no turn")
    p.have("tie'", Eq(w @ z, b), "no turn", "next_one")
    p.have("share", Eq(gamma**2 * (1 / gamma**2), 1), "definition")
    p.have("scaled", Eq(m * j * gamma**2, (m * R**2 + 1) * (w @ w + m * b**2)), "growth", "margin")
    p.have("number'", Eq(m * j, (m * R**2 + 1) * (w @ w + m * b**2) / gamma**2), "scaled", "share")
    p.have("margin'", Eq(seen * seen, seen * gamma), "visits")
    p.conclude("tie'", "visits", "margin'", "number'")

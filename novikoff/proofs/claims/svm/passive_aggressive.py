"""Passive–aggressive learning: the least change of w that removes the hinge loss of the example, and loss and mistake
bounds.

Notation: h = max(0, 1 − y⟨w, x⟩) is the loss of w on the example before the update, and l ≥ max(0, 1 − y⟨u, x⟩) is the
loss of any u. ‖x‖ ≤ R. The update is the perceptron's, w + τyx, with the rate τ = h/‖x‖² (PA), min(C, h/‖x‖²) (PA-I) or
h/(‖x‖² + 1/(2C)) (PA-II). A run starts at 0 and visits every example, with τ = 0 where h = 0.

Implementation notes: h is an input of the step with h(h − 1 + y⟨w, x⟩) = 0 and h ≥ 0, which the loss satisfies. These
facts also allow h = 0, that is, no update. The bound for PA-I counts mistakes with and without an update, so its step
also has h ≥ 1 − y⟨w, x⟩. τ‖x‖² = h determines τ. For PA-I, τ has 0 ≤ τ ≤ C and τ‖x‖² ≤ h, with equality in τ ≤ C or
τ‖x‖² ≤ h. For PA-II, τ(‖x‖² + 1/(2C)) = h.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, StatePart, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Vector
from ..perceptron.mistake_bound_reached import unseen


class Passive(NamedTuple):
    """A run: w, an example (x, y), the loss h of w on it, the rate τ of the update, w after it, and any u."""

    u: Vector
    w: Vector
    x: Vector
    y: Scalar
    h: Scalar
    tau: Scalar
    R: Scalar
    after: Vector

    @property
    def loss_of_u(self) -> Scalar:
        """Return 1 − y⟨u, x⟩."""
        return 1 - self.y * (self.u @ self.x)

    def make(self, p: Script, *more: StatePart, inputs: tuple[Scalar, ...] = (), **facts: Comparison) -> None:
        """Declare the run, with more state and inputs; `facts` give the sign of h, τ and the loss of u."""
        margin = perceptron.margin(State(self.w, 0), self.x, self.y)
        p.run([(self.w, 0, self.after), *more], [self.x, self.y, self.h, self.tau, *inputs], {
            "label": Eq(self.y**2, 1), "radius": self.x @ self.x <= self.R**2,
            "loss": Eq(self.h * (self.h - 1 + margin), 0), **facts,
        })


def passive_run(p: Script) -> Passive:
    """Declare its names."""
    u, w, x = p.vectors("u w x")
    y, h, tau, R = p.reals("y h τ R")
    return Passive(u, w, x, y, h, tau, R, p.let("w'", perceptron.update(State(w, 0), x, y, bias_step=0, rate=tau).w))


@theorem("passive-aggressive-step", title="A passive–aggressive update brings w nearer to every u of small loss",
         source=cite("crammer2006", "Lemma 1, one term of the sum"))
def step(p: Script) -> None:
    """If y = ±1, and τ = 0 unless h = 1 − y⟨w, x⟩, the update w + τyx makes ‖w − u‖² smaller by exactly τ(2h − τ‖x‖² −
    2(1 − y⟨u, x⟩)).
    """
    u, w, x = p.vectors("u w x")
    y, h, tau = p.reals("y h τ")
    p.assume(label=Eq(y**2, 1), active=Eq(tau * (h - 1 + perceptron.margin(State(w, 0), x, y)), 0))
    after = perceptron.update(State(w, 0), x, y, bias_step=0, rate=tau).w
    p.show(conclusion=Eq((w - u) @ (w - u) - (after - u) @ (after - u),
                         tau * (2 * h - tau * (x @ x) - 2 * (1 - y * (u @ x)))))


@theorem("passive-aggressive-separable-bound", title="The squared losses of PA sum to at most R²‖u‖²",
         source=cite("crammer2006", "Theorem 2"))
def separable_bound(p: Script) -> None:
    """If y⟨u, x⟩ ≥ 1 and ‖x‖ ≤ R for every example, the squared losses of PA sum to at most R²‖u‖². Each mistake has a
    loss of at least 1, so PA makes at most R²‖u‖² mistakes.
    """
    run = passive_run(p)
    u, w, x, y, h, tau, R, after = run
    total = p.real("Q")
    run.make(p, (total, 0, total + h**2), loss_sign=h >= 0, rate=Eq(tau * (x @ x), h), separated=run.loss_of_u <= 0)
    p.show(conclusion=total <= R**2 * (u @ u))
    with p.induction(potential=total + R**2 * ((w - u) @ (w - u)) <= R**2 * (u @ u)):
        p.have("reach", (u @ x) ** 2 >= 1, "separated * separated", "separated", "label")
        p.have("nonzero", x @ x > 0, "reach", by("cauchy-schwarz", u=u, v=x), length(u))
        p.have("rate_sign", tau >= 0, "rate", "loss_sign", times("nonzero"))
        p.have("active", Eq(tau * (h - 1 + y * (w @ x)), 0), "rate", "loss", times("nonzero"))
        p.use("passive-aggressive-step", name="step")
        p.have("length", Eq(tau**2 * (x @ x), tau * h), "rate")
        p.have("nearer", (w - u) @ (w - u) - (after - u) @ (after - u) >= tau * h,
               "step", "length", "rate_sign * separated")
        p.have("gain", h**2 <= R**2 * tau * h, "rate", "rate_sign * loss_sign * radius")
        p.conclude("potential", "gain", "nearer", square(R))
    p.conclude("potential", square(R), length(w - u))


@theorem("passive-aggressive-separable-bound-reached", title="The bound R²‖u‖² of PA is reached",
         source=cite("crammer2006", "Theorem 2"), says="nothing about data that attain the bound")
def separable_bound_reached(p: Script) -> None:
    """Visit finitely many orthogonal signed examples x[i] of length R, any number of times each, in any order. After
    these visits u = w has no loss on the visited examples. The squared losses of PA, 1 at each first visit, sum to
    R²‖u‖².

    ⟨w, xᵢ⟩ is 1 or 0: x[i] was visited or not. The indicator d[i] is 1 for x.
    """
    w, x, family = p.vectors("w x x[i]")
    h, tau, R, total, d = p.reals("h τ R Q d[i]")
    after = p.let("w'", perceptron.update(State(w, 0), x, 1, bias_step=0, rate=tau).w)
    seen = w @ family
    loss = {"loss": Eq(h, 1 - perceptron.margin(State(w, 0), x, 1)), "rate": Eq(tau * (x @ x), h)}
    known = unseen(w, family, x, d, R**2) | {"with_w": Eq(d * (w @ x), d * seen)} | loss
    del known["new"]
    p.run([(w, 0, after), (total, 0, total + h**2)], [x, d, h, tau], known)
    p.show(conclusion=Eq(total, R**2 * (w @ w)), visits=Eq(seen * (1 - seen), 0))
    with p.induction(conclusion=Eq(total, R**2 * (w @ w)), visits=Eq(seen * (1 - seen), 0)):
        p.have("square'", Eq(d * (x @ family), d * R**2), "products", "choice")
        p.sum("square'", "length")
        p.have("long", Eq(x @ x, R**2), "length", "itself", "one")
        p.have("square", Eq(d * (w @ x) ** 2, d * (w @ x)), "with_w", "visits")
        p.sum("square", "scores")
        p.have("score", Eq((w @ x) ** 2, w @ x), "scores", "one")
        p.have("losses", Eq(h**2, h), "loss", "score")
        p.have("step", Eq(tau * R**2, h), "rate", "long")
        p.have("tie", Eq(h * (w @ x), 0), "loss", "score")
        p.have("longer", Eq(R**2 * (after @ after), R**2 * (w @ w) + h**2), "step", "long", "tie")
        p.have("visit", Eq(after @ family, seen + d * h), "products", "step")
        p.have("first", Eq(d * h * seen, 0), "loss", "with_w", "score")
        p.have("visits'", Eq((after @ family) * (1 - after @ family), 0),
               "visit", "visits", "first", "choice", "losses")
        p.conclude("conclusion", "longer", "visits'")
    p.conclude("conclusion", "visits")


@theorem("passive-aggressive-one-mistake-bound", title="PA-I makes at most max(R², 1/C)(‖u‖² + 2C Σ l) mistakes",
         source=cite("crammer2006", "Theorem 4"))
def one_mistake_bound(p: Script) -> None:
    """If ‖x‖ ≤ R for every example, K ≥ R² and CK ≥ 1, PA-I makes at most K(‖u‖² + 2CL) mistakes, where L is the sum of
    the hinge losses l of any u. The least such K, for C > 0, is max(R², 1/C).

    In a step, e is 1 only for a mistake (y⟨w, x⟩ ≤ 0). M counts the steps with e = 1. K ≥ R² and CK ≥ 1 make C > 0.
    """
    run = passive_run(p)
    u, w, x, y, h, tau, R, after = run
    C, K, count, losses, e, loss = p.reals("C K M L e l")
    p.assume(large=K >= R**2, enough=C * K >= 1)
    run.make(p, (count, 0, count + e), (losses, 0, losses + loss), inputs=(e, loss),
             rate_sign=tau >= 0, rate_most=tau <= C, rate_within=tau * (x @ x) <= h,
             rate_tight=Eq((C - tau) * (h - tau * (x @ x)), 0), u_sign=loss >= 0, u_loss=loss >= run.loss_of_u,
             loss_above=h >= 1 - perceptron.margin(State(w, 0), x, y),
             counts=Eq(e**2, e), mistake=e * perceptron.margin(State(w, 0), x, y) <= 0)
    p.show(conclusion=count <= K * (u @ u + 2 * C * losses))
    p.have("none below", K >= 0, "large", square(R))
    with p.proving("some", K > 0):
        with p.case(K > 0):
            p.conclude("case")
        with p.case(K <= 0):
            p.have("zero", Eq(K, 0), "none below", "case")
            p.conclude("zero", "enough")
    with p.induction(potential=count + K * ((w - u) @ (w - u)) <= K * (u @ u + 2 * C * losses)):
        p.have("size", x @ x >= 0, length(x))
        p.have("loss_sign", h >= 0, "rate_within", "rate_sign * size")
        with p.proving("active", Eq(tau * (h - 1 + y * (w @ x)), 0)):
            with p.case(h > 0):
                p.conclude("loss", times("case"))
            with p.case(h <= 0):
                p.have("right", y * (w @ x) >= 1, "loss_above", "case")
                p.have("reach", (w @ x) ** 2 >= 1, "right * right", "right", "label")
                p.have("nonzero", x @ x > 0, "reach", by("cauchy-schwarz", u=w, v=x), length(w))
                p.have("no length", tau * (x @ x) <= 0, "rate_within", "case")
                p.have("no rate", tau <= 0, "no length", times("nonzero"))
                p.have("none", Eq(tau, 0), "no rate", "rate_sign")
                p.conclude("none")
        p.use("passive-aggressive-step", name="step")
        p.have("short", tau**2 * (x @ x) <= tau * h, "rate_sign * rate_within")
        p.have("compared", tau * run.loss_of_u <= C * loss, "rate_sign * u_loss", "rate_most * u_sign")
        p.have("nearer", (w - u) @ (w - u) - (after - u) @ (after - u) >= tau * h - 2 * C * loss,
               "step", "short", "compared")
        with p.proving("gain", K * tau * h >= e):
            p.have("product", tau * h >= 0, "rate_sign * loss_sign")
            p.have("positive", K * tau * h >= 0, "some * product")
            with p.case(e > 0):
                p.have("one", Eq(e, 1), "counts", times("case"))
                p.have("wrong", h >= 1, "loss_above", "mistake", "one")
                with p.case(C - tau > 0, "capped"):
                    p.have("full", Eq(h, tau * (x @ x)), "rate_tight", times("capped"))
                    p.have("square", h**2 <= K * tau * h, "full", "product * radius", "product * large")
                    p.conclude("square", "wrong * wrong", "one", "wrong")
                with p.case(C - tau <= 0, "capped"):
                    p.have("top", Eq(tau, C), "capped", "rate_most")
                    p.have("unit", K * C * h >= h, "enough * loss_sign")
                    p.conclude("top", "unit", "wrong", "one")
            with p.case(e <= 0):
                p.conclude("case", "positive")
        p.conclude("potential", "gain", "some * nearer")
    p.have("length", K * ((w - u) @ (w - u)) >= 0, "some", length(w - u))
    p.conclude("potential", "length")


@theorem("passive-aggressive-two-loss-bound",
         title="The squared losses of PA-II sum to at most (R² + 1/(2C))(‖u‖² + 2C Σ l²)",
         source=cite("crammer2006", "Theorem 5"))
def two_loss_bound(p: Script) -> None:
    """If ‖x‖ ≤ R for every example and C > 0, the squared losses of PA-II sum to at most (R² + 1/(2C))(‖u‖² + 2CL),
    where L is the sum of the squared hinge losses l² of any u.
    """
    run = passive_run(p)
    u, w, x, y, h, tau, R, after = run
    C, total, losses, loss = p.reals("C Q L l")
    p.assume(weight=C > 0)
    run.make(p, (total, 0, total + h**2), (losses, 0, losses + loss**2), inputs=(loss,),
             loss_sign=h >= 0, rate=Eq(tau * (x @ x + 1 / (2 * C)), h), u_loss=loss >= run.loss_of_u)
    K = R**2 + 1 / (2 * C)
    p.show(conclusion=total <= K * (u @ u + 2 * C * losses))
    p.have("share", 1 / C > 0, "weight")
    p.have("some", K > 0, "share", square(R))
    with p.induction(potential=total + K * ((w - u) @ (w - u)) <= K * (u @ u + 2 * C * losses)):
        p.have("size", x @ x + 1 / (2 * C) > 0, length(x), "share")
        p.have("rate_sign", tau >= 0, "rate", "loss_sign", times("size"))
        p.have("active", Eq(tau * (h - 1 + y * (w @ x)), 0), "rate", "loss", times("size"))
        p.use("passive-aggressive-step", name="step")
        p.have("length", Eq(tau**2 * (x @ x + 1 / (2 * C)), tau * h), "rate")
        p.have("square", (tau - 2 * C * loss) ** 2 >= 0, square(tau - 2 * C * loss))
        p.have("compared", 2 * tau * run.loss_of_u <= 2 * C * loss**2 + tau**2 / (2 * C),
               "rate_sign * u_loss", "share * square", "definition")
        p.have("nearer", (w - u) @ (w - u) - (after - u) @ (after - u) >= tau * h - 2 * C * loss**2,
               "step", "length", "compared")
        p.have("gain", h**2 <= K * tau * h, "rate", "rate_sign * loss_sign * radius")
        p.conclude("potential", "gain", "some * nearer")
    p.have("length", K * ((w - u) @ (w - u)) >= 0, "some", length(w - u))
    p.conclude("potential", "length")

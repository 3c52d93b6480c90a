"""Strict separability as a linear program, and the number of separators.

Notation: mᵢ = yᵢ(⟨w, xᵢ⟩ + b) is the margin of sample i, and rᵢ is its inverse. The number of samples is finite and
arbitrary.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, Vector


def separated(p: Script) -> tuple[Vector, Scalar, Vector, Scalar, Scalar, Scalar]:
    """Declare samples with positive margins with respect to (w, b), and the inverses of these margins."""
    w, x = p.vectors("w x[i]")
    b, y, r = p.reals("b y[i] r[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(separated=margin > 0, inverse=Eq(r * margin, 1))
    return w, b, x, y, r, margin


@theorem("separable-means-feasible", title="A separable set makes the linear program feasible",
         source=cite("notes", "arbitrary separator"), ledger=["001-lp"],
         says="the linear program is not written down, and the text does not state that there are finitely many "
              "samples")
def means_feasible(p: Script) -> None:
    """If finitely many samples have positive margins mᵢ with respect to (w, b), then with s = Σ 1/mᵢ all margins with
    respect to (sw, sb) are at least 1; and s ≥ 0.
    """
    w, b, x, y, r, _ = separated(p)
    s = Sum(r)
    feasible = perceptron.margin(State(s * w, s * b), x, y) >= 1
    p.show(scale=s >= 0, feasible=feasible)
    p.have("positive", r >= 0, "inverse", times("separated"))
    p.sum("positive", "total", each="single")
    p.have("feasible", feasible, "inverse", "single * separated")
    p.conclude("total", "feasible")


@theorem("feasible-means-separable", title="A point of the linear program separates",
         source=cite("notes", "arbitrary separator"), ledger=["001-lp"])
def means_separable(p: Script) -> None:
    """If all margins are at least 1, they are positive."""
    w, x = p.vectors("w x[i]")
    b, y = p.reals("b y[i]")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(feasible=margin >= 1)
    p.conclude("feasible", conclusion=margin > 0)


@theorem("separators-form-open-set", title="There are many separators", source=cite("notes", "arbitrary separator"),
         ledger=["001-many-separators"])
def open_set(p: Script) -> None:
    """Let (w, b) separate finitely many samples, and let (u, c) be arbitrary. Then (w + εu, b + εc) separates them for
    every ε with 0 ≤ ε ≤ 1/(1 + Σ(1 + eᵢ²)/mᵢ), where eᵢ = yᵢ(⟨u, xᵢ⟩ + c) is the change of the margin mᵢ. The sum is
    not negative, so there are such ε > 0.
    """
    w, b, x, y, r, margin = separated(p)
    u, (c, step) = p.vector("u"), p.reals("c ε")
    change = perceptron.margin(State(u, c), x, y)
    bound = Sum(r * (1 + change**2))
    p.assume(forward=step >= 0, small=step * (1 + bound) <= 1)
    separates = perceptron.margin(State(w + step * u, b + step * c), x, y) > 0
    p.show(some_way=bound >= 0, separates=separates)
    p.have("positive", r > 0, "inverse", times("separated"))
    p.have("square", change**2 >= 0)
    p.have("other square", (1 + change) ** 2 >= 0)
    p.have("term", r * (1 + change**2) >= 0, "positive", "positive * square")
    p.sum("term", "total", each="single")
    p.have("share", step * r * (1 + change**2) <= 1 - step, "small", "forward * single")
    p.have("half", 2 * step * r * change >= -step * r * (1 + change**2), "forward * positive * other square")
    p.have("scaled", r * (margin + step * change) > 0, "inverse", "share", "half", "forward")
    p.have("separates", separates, "scaled", times("positive"))
    p.conclude("total", "separates")

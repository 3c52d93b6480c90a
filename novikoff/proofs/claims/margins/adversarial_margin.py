"""Robustness: the least margin of a classifier under changes of the input is the margin minus ε times the dual norm.

Notation: d is added to the input x. For changes of each coordinate by ε at most, the dual norm is ‖w‖₁, as in
max-norm-margin-kept and max-norm-distance-attained.

By the last claim, training on the worst changes is training with a smaller margin: a penalty ε‖w‖ inside the loss.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, norm

ROBUST = cite("xu2009", "robust classification and regularisation; here for one sample")


@theorem("adversarial-margin", title="The least margin under changes of the input of at most ε is y·f(x) − ε‖w‖",
         source=ROBUST)
def adversarial_margin(p: Script) -> None:
    """If y = ±1, ε ≥ 0 and ‖d‖ ≤ ε, then y(⟨w, x + d⟩ + b) ≥ y(⟨w, x⟩ + b) − ε‖w‖. If w ≠ 0, equality holds for the d
    with ‖w‖·d = −yεw, which has the length ε.
    """
    w, x, d, worst = p.vectors("w x d v")
    b, y, eps = p.reals("b y ε")
    p.assume(label=Eq(y**2, 1), size=eps >= 0, short=d @ d <= eps**2, worst=Eq(norm(w) * worst, -y * eps * w),
             nonzero=w @ w > 0)
    margin, other = (perceptron.margin(State(w, b), x + change, y) for change in (d, worst))
    plain = perceptron.margin(State(w, b), x, y)
    p.show(least=margin >= plain - eps * norm(w), attained=Eq(other, plain - eps * norm(w)),
           length=Eq(worst @ worst, eps**2))
    p.have("own", Eq(norm(w) ** 2, w @ w))
    p.have("sign", norm(w) >= 0)
    p.have("square", (w @ w) * (d @ d) <= (eps * norm(w)) ** 2, "own", "short * nonzero")
    p.have("turn", (-y * (w @ d)) ** 2 <= (eps * norm(w)) ** 2, by("cauchy-schwarz", u=w, v=d), "square", "label")
    p.have("room", eps * norm(w) >= 0, "size * sign")
    p.use("square-root-monotone", name="most", u=-y * (w @ d), v=eps * norm(w))
    with p.proving("positive", norm(w) > 0):
        p.suppose_not("none")
        p.have("zero", Eq(norm(w), 0), "none", "sign")
        p.conclude("zero", "own", "nonzero")
    for u, name in ((w, "w"), (worst, "v")):
        p.have(f"with {name}", Eq(norm(w) * (u @ worst), -y * eps * (u @ w)),
               by("equal-vectors-have-equal-products", u=norm(w) * worst, v=-y * eps * w, w=u), "worst")
    p.have("along", Eq(y * (w @ worst), -eps * norm(w)), "with w", "own", "label", times("positive"))
    p.have("square length", Eq(norm(w) * (worst @ worst), norm(w) * eps**2), "with v", "along", "label")
    p.have("length", Eq(worst @ worst, eps**2), "square length", times("positive"))
    p.conclude("most", "along", "length")

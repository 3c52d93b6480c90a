"""The pocket of the batch perceptron holds the best weights so far.

Notation: x[i] are the L signed vectors; X⁻ = {i : ⟨w, x[i]⟩ ≤ 0} has the indicator e[i], as in gradient_descent.
"""

from ....algorithms import pocket
from ...statements.proof_script import Script, exponents, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, Vector, exp, relation


def indicates(name: str, e: Scalar, w: Vector, x: Vector) -> dict[str, Comparison]:
    """State that e is 1 where ⟨w, x⟩ ≤ 0, and 0 where it is positive."""
    return {f"{name}_values": Eq(e**2, e), f"{name}_if_one": e * (w @ x) <= 0,
            f"{name}_if_zero": (1 - e) * (w @ x) + e > 0}


@theorem("pocket-keeps-the-best", title="The weights in the pocket are the best so far",
         source=cite("lecture", "p. 30, steps 1 to 3"), ledger=["002-pocket"])
def keeps_the_best(p: Script) -> None:
    """Whatever the weights w^(t) of the steps are, the weights w* in the pocket make E errors: |{i : ⟨w*, x[i]⟩ ≤ 0}| =
    E. At each time t so far, E is at most the number of errors of w^(t). So E never grows.

    At each time the pocket takes the weights (w* = w^(t) and E = |X⁻|) if and only if |X⁻| < E. Then f = 1, else f = 0.
    a is the number of errors at some time: at the last time with r = 1, or L if there was none. e*[i] is the indicator
    of the errors of w*.
    """
    kept, w, x = p.vectors("w* w x[i]")
    f, r, least, some = p.reals("f r E a")
    own, e = p.reals("e*[i] e[i]")
    errors = Sum(e)
    better = relation(pocket.improves(errors, least))
    gain = better.rhs - better.lhs
    state = [(kept, 0, kept + f * (w - kept)), (own, 1, own + f * (e - own)),
             (least, Sum(1), least + f * (errors - least)), (some, Sum(1), some + r * (errors - some))]
    now, named = indicates("e", e, w, x), indicates("own", own, kept, x)
    choice = {"choice": Eq(f**2, f), "into": f * gain + 1 - f > 0, "stays": (1 - f) * gain <= 0}
    p.run(state, [w, e, f, r], {**now, **choice, "recall": Eq(r**2, r)})
    p.show(count=Eq(least, Sum(own)), **named, best=least <= some)
    with p.induction(count=Eq(least, Sum(own)), **named, best=least <= some):
        for value, given in ((1, f > 0), (0, f <= 0)):
            with p.case(given, "pocket"):
                p.have("other", f > 0 if value else 1 - f > 0, "pocket")
                p.have("f", Eq(f, value), "choice", times("other"))
                p.have("gain", gain > 0 if value else gain <= 0, "into" if value else "stays", "f")
                for again, which in ((1, r > 0), (0, r <= 0)):
                    with p.case(which, "time"):
                        p.have("either", r > 0 if again else 1 - r > 0, "time")
                        p.have("r", Eq(r, again), "recall", times("either"))
                        p.conclude("f", "r", "gain", "count", "best", *named, *now)
    p.conclude("count", *named, "best")


@theorem("pocket-optimal-with-probability",
         title="The pocket is not optimal after T stretches with probability at most exp(−pT)",
         source=cite("gallant1990", "Theorem 1, the pocket convergence theorem; for finitely many runs"),
         says="a pocket that holds the weights with the longest run of correct examples. After enough steps they are "
              "optimal with a probability as near to 1 as desired; there is no rate.")
def optimal_with_probability(p: Script) -> None:
    """Let P[i] be the probabilities of finitely many runs, Σ P[i] = 1. e[i] = 1 says that run i has not met optimal
    weights yet, else e[i] = 0. If in each stretch of steps at least the fraction p of the remaining runs meets them, Σ
    P[i]e'[i] ≤ (1 − p)·Σ P[i]e[i], then Σ P[i]e[i] ≤ exp(−pT) after T stretches.

    By pocket-keeps-the-best the pocket is optimal from then on. That such a p > 0 exists for samples drawn at random is
    not stated here. Gallant's appendix derives it: by the cycling theorem the weights have finitely many states, if the
    samples are rational, and from each state some draws lead to optimal weights. His last step compares the lengths of
    runs; a pocket that counts the errors needs no such step.
    """
    P, e, T, part, left = p.reals("P[i] e[i] T p e'[i]")
    p.assume(total=Eq(Sum(P), 1))
    p.run([(e, 1, left), (T, 0, T + 1)], [left], {"meets": Sum(P * left) <= (1 - part) * Sum(P * e),
                                                 "nonnegative": Sum(P * e) >= 0})
    p.show(conclusion=Sum(P * e) <= exp(-part * T))
    with p.induction(conclusion=Sum(P * e) <= exp(-part * T)):
        p.have("tangent", exp(-part) >= 1 - part, tangent(-part))
        p.have("factor", exp(-part) > 0)
        p.have("law", Eq(exp(-part * (T + 1)), exp(-part * T) * exp(-part)), exponents(-part * T, -part))
        p.conclude("meets", "tangent * nonnegative", "conclusion * factor", "law")
    p.conclude("conclusion")

"""What a theorem file imports: the names of the language. The theorems of this project are in `proofs/claims`.

    from novikoff.theorems import Script, theorem

    @theorem("sum-is-not-long", title="A sum is not long")
    def sum_is_not_long(p: Script) -> None:
        \"\"\"‖u + v‖² is at most 2‖u‖² + 2‖v‖².\"\"\"
        u, v = p.vectors("u v")
        p.show(conclusion=(u + v) @ (u + v) <= 2 * (u @ u) + 2 * (v @ v))
        p.conclude()

`novikoff check FILE.py` checks it. `Script` has the steps of a proof; `Eq`, `Ne`, `Sum`, `norm`, `exp`, `ln`, `equal`,
`augment`, `sqrt`, `Abs`, `Max` and `Min` are the language of statements; `by`, `square`, `length`, `tangent`,
`exponents` and `times` are reasons of a step. `perceptron_run` and `homogeneous_run` declare runs of the perceptron.
Call an update rule on a `State` of symbols, for example damped(State(w, 0), x, y). `theorem` and `refuted` register a
claim, and `cite` names its source.
"""

from .algorithms.perceptron import State
from .proofs.statements.perceptron_runs import homogeneous_run, perceptron_run
from .proofs.statements.proof_script import Script, by, exponents, length, square, tangent, times
from .proofs.statements.registry import cite, refuted, theorem
from .proofs.statements.vector_language import (
    Abs,
    Eq,
    Max,
    Min,
    Ne,
    Sum,
    Vector,
    augment,
    equal,
    exp,
    ln,
    norm,
    sqrt,
)

__all__ = [
    "Abs", "Eq", "Max", "Min", "Ne", "Script", "State", "Sum", "Vector", "augment", "by", "cite", "equal", "exp",
    "exponents", "homogeneous_run", "length", "ln", "norm", "perceptron_run", "refuted", "sqrt", "square", "tangent",
    "theorem", "times",
]

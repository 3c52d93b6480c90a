"""What a file of theorems of one's own is written with, under one name.

    from novikoff.theorems import Script, theorem

    @theorem("sum-is-not-long", title="A sum is not long")
    def sum_is_not_long(p: Script) -> None:
        \"\"\"‖u + v‖² is at most 2‖u‖² + 2‖v‖².\"\"\"
        u, v = p.vectors("u v")
        p.show(conclusion=(u + v) @ (u + v) <= 2 * (u @ u) + 2 * (v @ v))
        p.conclude()

`novikoff check FILE.py` checks it. `Script` has the steps of a proof; `Eq`, `Ne`, `Sum`, `norm`, `exp`, `ln`, `equal`,
`augment`, `sqrt`, `Abs`, `Max` and `Min` are the language of statements; `by`, `square`, `length`, … are
reasons of a step. An update rule is called on a `State` of symbols, as damped(State(w, 0), x, y). `theorem` and
`refuted` register a claim, and `cite` names its source, if there is one.
"""

from .algorithms.perceptron import State
from .proofs.statements.proof_script import Script, by, length, square, times
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
    "length", "ln", "norm", "refuted", "sqrt", "square", "theorem", "times",
]  # fmt: skip

"""The words of Coq.

>>> from novikoff.proofs import kernel
>>> identity = {"w@": "w", "x@": "x", "R": "R", "t": "t"}
>>> COQ.fact((">=", kernel.read_poly({"R^2": "1", "w@x": "-1/2"})), identity)
'1 / 2 * inner w x <= R ^ 2'
>>> COQ.vector(kernel.read_poly({"w@": "1", "t x@": "1"}), identity)
'(w + t *: x)%V'
"""

from __future__ import annotations

from ..spelling import Spelling

COQ = Spelling(
    reals="Real",
    index="nat",
    arrow=" -> ",
    space="E",
    in_space="{}",
    adjoin="adjoin",
    inner="inner {} {}",
    total="(total size (fun i => {}))",
    vectors="(vsum size (fun i => {}))",
    count="INR size",
    exponential="exp {}",
    size="size",
    relations={">=": "<=", ">": "<", "=": "=", "!=": "<>"},
    everywhere="forall i, (i < size)%nat -> ",
    some="exists {}, ",
    both=" /\\ ",
    constant="{}",
    minus="- ",
    scale="*:",
    combined="({})%V",
    zero="(vzero {})",
)

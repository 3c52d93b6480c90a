"""True mutants of the claims on the nearest mean."""

from ....statements.script import Script, length
from . import derives


@derives(
    "kernel-mean-classifier-expansion-as-printed",
    "show.conclusion: -1 becomes 1 before μ@μ",
    "show.conclusion: -1 becomes 0 before μ@μ",
    "show.conclusion: -1 becomes -1/2 before μ@μ",
)
def positive_threshold(p: Script) -> None:
    """By `closer` ⟨μ - ν, φ⟩ > (|μ|² - |ν|²)/2, to which |ν|² and at least -|μ|²/2 are added."""
    plus, minus = p.vectors("μ ν")
    p.use("kernel-mean-classifier-expansion", name="expansion")
    p.conclude("expansion", "closer", length(plus), length(minus))

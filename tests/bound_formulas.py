"""The formulas of three bounds, written without the claims that state them, for the tests of several folders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def winnow_allows(mistakes: int, inputs: int, weight: int, delta: int | Fraction, margin: int = 1) -> bool:
    """Whether F^{mM} ≤ n^W·c^{WM} for F = 1 + δ and c = (F + 1/F)/2."""
    factor = 1 + Fraction(delta)
    return factor ** (margin * mistakes) <= inputs**weight * ((factor + 1 / factor) / 2) ** (weight * mistakes)


def majority_allows(mistakes: int, best: int, experts: int, beta: int | Fraction) -> bool:
    """Whether 2^m·β^k ≤ n(1 + β)^m for m mistakes, and k of the best of n experts."""
    return 2**mistakes * Fraction(beta) ** best <= experts * (1 + Fraction(beta)) ** mistakes


def pegasos_regret(squared_gradient: Any, lam: Any, iterations: int) -> Any:
    """G²/(2λ)·Σ_{t≤T} 1/t, which bounds Σf_t(w_t) − Σf_t(u)."""
    return squared_gradient / (2 * lam) * sum(Fraction(1, t) for t in range(1, iterations + 1))

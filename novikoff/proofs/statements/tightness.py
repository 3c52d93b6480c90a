"""Tightness of the bounds in the ledger: the data that reach them, or what is open.

Main definitions:
    Reached, ROWS      the result about one bound; all results
    SAME               claims that restate the bound of another row
    find_tightness     return the row of a claim, if there is one
    open_bounds_table  return the table of docs/explanation/open-problems.md

A bound is a proved claim that limits a quantity by the data: mistakes, updates, steps, errors, losses, a regret, the
length of the weights, a margin, a distance, or the number of shattered points. Equations, lines of a proof and
comparisons of two bounds are no bounds. `tests/proofs/test_reached.py` decides which claims need a row.

A bound is reached if some data make it equal to the quantity. Claims of the ledger prove this, or the tests run data.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

STATUSES = {
    "reached": "for every number that it allows, or for the numbers in the row",
    "approached": "no data reach it, but some come arbitrarily close",
    "smaller": "a smaller bound is proved, so only data with equal bounds reach it",
    "open": "not known; the row says what is known",
}


class Reached(NamedTuple):
    """The result about a bound: one of STATUSES, the numbers or the bracket in words, and the claims that prove it.

    Without a claim, the text says why, and the tests run the data.
    """

    bound: str
    status: str
    words: str
    by: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.status}: {self.words}" + (f" ({', '.join(self.by)})" if self.by else "")


ROWS = (
    Reached(
        "novikoff-mistake-bound", "reached",
        "by orthonormal vectors, and in three dimensions, for every number of mistakes",
        ("mistake-bound-reached", "novikoff-bound-reached-in-space"),
    ),
    Reached(
        "notes-mistake-bound-unit", "reached",
        "by orthonormal vectors, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "learning-rate-mistake-bound", "reached",
        "by orthonormal vectors, as the rate changes no mistake",
        ("mistake-bound-reached", "learning-rate-same-mistakes"),
    ),
    Reached(
        "plane-mistake-bound", "reached",
        "wherever it is a whole number",
        ("plane-mistake-bound-reached",),
    ),
    Reached(
        "plane-mistake-bound-any-separator", "reached",
        "wherever it is a whole number",
        ("plane-mistake-bound-reached",),
    ),
    Reached(
        "line-mistake-bound", "reached",
        "by examples of one class and w* = 0, wherever (1 + R²/ρ²)/2 is a whole number",
        ("plane-mistake-bound-reached",),
    ),
    Reached(
        "any-step-sizes-mistake-bound", "reached",
        "in three dimensions, for every sequence of step sizes",
        ("any-step-sizes-bound-reached-in-space",),
    ),
    Reached(
        "step-sizes-kantorovich-bound", "reached",
        "by large steps and then small ones, where it is 1 + c(a + b) with whole ca and cb",
        ("step-sizes-kantorovich-bound-reached",),
    ),
    Reached(
        "square-length-steps-mistake-bound", "reached",
        "by orthogonal vectors of one length, for every number of mistakes",
        ("mistake-bound-reached", "learning-rate-same-mistakes"),
    ),
    Reached(
        "margin-perceptron-update-bound", "smaller",
        "for β > 0; for β = 0 it is Novikoff's",
        ("margin-perceptron-sharp-bound", "mistake-bound-reached"),
    ),
    Reached(
        "margin-perceptron-exact-bound", "reached",
        "in three dimensions for every k ≥ 2 and 0 ≤ β ≤ R²",
        ("margin-perceptron-bound-reached-in-space",),
    ),
    Reached(
        "margin-perceptron-three-bound", "reached",
        "in three dimensions for every k ≥ 2",
        ("margin-perceptron-three-bound-reached",),
    ),
    Reached(
        "leave-one-out-errors-at-most-updates", "reached",
        "by orthonormal samples, each of which is wrong when it is left out",
        (),
    ),
    Reached(
        "leave-one-out-errors-within-svm-margin", "reached",
        "by orthonormal samples, each of which is wrong when it is left out",
        (),
    ),
    Reached(
        "mirror-descent-mistake-bound", "reached",
        "for the potential ‖w‖²/2 by orthonormal samples, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "dual-steps-square-summable", "reached",
        "by orthonormal samples, one step for each",
        (),
    ),
    Reached(
        "hedge-loss-bound", "approached",
        "by a single expert, as η gets small; for more experts the proof loses something in each round",
        (),
    ),
    Reached(
        "romma-mistake-bound", "reached",
        "by orthogonal examples, for every number of mistakes",
        (),
    ),
    Reached(
        "romma-update-bound", "open",
        "The case ρ > 0 or δ > 0 is open. For ρ = δ = 0 orthogonal examples reach the bound.",
        ("romma-mistake-bound",),
    ),
    Reached(
        "alma-update-bound", "approached",
        "as the number of corrections grows, on a line where η = √(c/j) and f = √(j/(j − 1 + T)); one correction "
        "reaches it for T = 4, and from two on the proof loses something at each. By ALMA₂ itself, for α ≤ 8/9, where "
        "T may be 8/α − 5, data in three dimensions come within 1/2000 of it (α = 1/2, γ = 3D/100)",
        (),
    ),
    Reached(
        "shifting-perceptron-separable-bound", "smaller",
        "for λ ≠ 1, as the run is that of a perceptron with step sizes that grow or shrink; for λ = 1 it is Novikoff's",
        ("any-step-sizes-mistake-bound", "mistake-bound-reached"),
    ),
    Reached(
        "shifting-perceptron-tracking-bound", "open",
        "One mistake reaches the bound for every λ. For λ = 1 and S = 0, orthogonal examples reach it for every "
        "number of mistakes and any losses from 0 to 1. The other cases are open.",
        ("hinge-loss-sharp-bound-reached",),
    ),
    Reached(
        "shifting-perceptron-mistake-bound", "open",
        "For λ = 1 and W = 0, the bound is hinge-loss-sharp-mistake-bound, which is reached. The other cases are "
        "open.",
        ("hinge-loss-sharp-bound-reached",),
    ),
    Reached(
        "forgetron-length", "approached",
        "by more and more orthonormal examples, while nothing is forgotten: W = Φ/√(1 − Φ²) is the root of the sum of "
        "all Φ^(2j)",
        (),
    ),
    Reached(
        "forgetron-mistake-bound", "reached",
        "for Φ = 1, where nothing is forgotten, by orthonormal examples without loss, for every number of mistakes; "
        "else open",
        ("mistake-bound-reached",),
    ),
    Reached(
        "forgetron-budget-bound", "approached",
        "as Φ grows to 1, where nothing is forgotten, by orthonormal examples without loss, for every number of "
        "mistakes. Where B + 1 orthogonal examples come in turn, R²‖u‖² = B + 1, every visit is a mistake",
        ("mistake-bound-reached",),
    ),
    Reached(
        "forgetron-separable-bound", "reached",
        "for Φ = 1 and τ = 0, where nothing is forgotten, by orthonormal examples, for every number of mistakes; else "
        "open",
        ("mistake-bound-reached",),
    ),
    Reached(
        "forgetron-sharp-mistake-bound", "reached",
        "for Φ = 1, where nothing is forgotten, by orthogonal examples, for every number of mistakes and any losses "
        "from 0 to 1; else open",
        ("hinge-loss-sharp-bound-reached",),
    ),
    Reached(
        "random-budget-mistake-bound", "approached",
        "as the number of mistakes grows, by B + 1 orthogonal examples that come again and again, for any loss between "
        "0 and 1 at each: it exceeds the mean number of mistakes by gB/(1 − g). In the place of gB at least g(B + 1)/4 "
        "is needed, by (B + 1)/4 orthogonal examples for g ≤ 1/2, where nothing is forgotten",
        (),
    ),
    Reached(
        "random-budget-sharp-mistake-bound", "approached",
        "as the number of mistakes grows, by B + 1 orthogonal examples that come again and again: its sides have the "
        "ratio 1 + 2B/E(k)",
        (),
    ),
    Reached(
        "random-budget-separable-bound", "reached",
        "by orthonormal examples, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "batch-perceptron-step-bound", "smaller",
        "for L ≥ 2 vectors; for L = 1 it is Novikoff's",
        ("batch-sharper-bound-is-smaller",),
    ),
    Reached(
        "batch-perceptron-sharper-step-bound", "open",
        "The case L ≥ 2 is open. For large L, the bound is about L/4·D²/γ². If each step adds all misclassified "
        "vectors, some data with D²/γ² = 4 take L/8·D²/γ² steps. If a step may add only some of them, exact data with"
        " L = 2100 and D²/γ² = 25.5 take more than 0.213·L·D²/γ² steps.",
        ("batch-perceptron-steps-grow-with-count",),
    ),
    Reached(
        "hinge-loss-mistake-bound", "smaller",
        "where u and the loss are not 0",
        ("hinge-loss-sharp-bound-is-smaller",),
    ),
    Reached(
        "hinge-loss-sharp-mistake-bound", "reached",
        "by orthogonal examples, for every number of mistakes and any loss from 0 to 1 on each",
        ("hinge-loss-sharp-bound-reached",),
    ),
    Reached(
        "multi-class-mistake-bound", "reached",
        "with two classes, for every number of mistakes",
        ("multi-class-mistake-bound-reached",),
    ),
    Reached(
        "multi-class-bias-step-mistake-bound", "reached",
        "with two classes, where the bound for any bias step is, by every even number of mistakes for R ≥ ρ",
        ("two-classes-run-as-one-perceptron", "two-classes-bound-is-novikoff", "bias-step-bound-attained-by-pairs"),
    ),
    Reached(
        "structured-mistake-bound", "reached",
        "with two candidates, 0 and one of several orthogonal ones, for every number of mistakes: it is Novikoff's",
        ("mistake-bound-reached",),
    ),
    Reached(
        "structured-deviation-mistake-bound", "reached",
        "with two candidates, where the bound ((R + D)/g)² is, for every number of mistakes and every D",
        ("mistake-bound-reached",),
    ),
    Reached(
        "widrow-hoff-loss-bound", "reached",
        "by orthogonal examples, for every a, every number of rounds and all values",
        ("widrow-hoff-loss-bound-reached",),
    ),
    Reached(
        "normalised-widrow-hoff-bound", "reached",
        "by orthogonal examples, for every a, every number of rounds and all values",
        ("widrow-hoff-loss-bound-reached",),
    ),
    Reached(
        "relaxation-update-bound", "reached",
        "for θ = 0 by orthogonal examples, for every number of steps and every λ; for θ > 0 that is not known",
        ("relaxation-update-bound-reached",),
    ),
    Reached(
        "relaxation-squares-bound", "reached",
        "for λ = 1 by orthogonal examples, for every number of steps; for other λ that is not known",
        ("passive-aggressive-separable-bound-reached",),
    ),
    Reached(
        "relaxation-ways-bound", "reached",
        "by reflections at orthogonal planes, for every number of steps; for λ < 2 it is not, as each step gains more",
        ("relaxation-update-bound-reached",),
    ),
    Reached(
        "normalised-steps-mistake-bound", "reached",
        "by orthonormal vectors, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "prank-change-bound", "reached",
        "by examples of the lowest rank with one product, for every number of ranks and of examples",
        ("prank-change-bound-reached",),
    ),
    Reached(
        "prank-mistake-bound", "smaller",
        "for more than two ranks; for two it is reached as that one is",
        ("prank-change-bound", "prank-change-bound-reached"),
    ),
    Reached(
        "rounded-perceptron-mistake-bound", "open",
        "For η = δ = 0 the bound is Novikoff's, which is reached. For R‖u‖ ≥ 2γ − η‖u‖ a smaller bound is proved. The"
        " other cases are open.",
        ("rounded-bounds-compared", "mistake-bound-reached"),
    ),
    Reached(
        "rounding-shortens-the-margin", "open",
        "For η = δ = 0 the bound is Novikoff's, which is reached. The other cases are open. The hypothesis η‖u‖ < γ "
        "is necessary.",
        ("rounding-as-large-as-the-margin", "mistake-bound-reached"),
    ),
    Reached(
        "kozinec-mistake-bound", "reached",
        "by orthogonal examples, for every number of steps",
        ("kozinec-mistake-bound-reached",),
    ),
    Reached(
        "eps-kozinec-mistake-bound", "smaller",
        "for T ≥ 2, as (1 + e)^T > 1 + Te; for T = 1 two orthogonal examples and ε = D reach it",
        ("eps-kozinec-logarithmic-bound", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "eps-kozinec-logarithmic-bound", "open",
        "For T = 1, two orthogonal examples and ε = D reach the bound. For T ≥ 2 no data reach it, because ‖w‖ would "
        "be ε in each step. How close data can come is open.",
        ("eps-kozinec-step-ratio", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "von-neumann-step-bound", "reached",
        "by orthogonal examples, for every number of steps",
        ("kozinec-mistake-bound-reached",),
    ),
    Reached(
        "rounded-von-neumann-step-bound", "open",
        "The case δ > 0 is open. For δ = 0 orthogonal examples reach the bound.",
        ("von-neumann-step-bound", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "von-neumann-linear-bound", "approached",
        "as ε falls, by examples of length D with w·x = −r‖w‖: the factor of a step is (D² − r²)/(D² + 2r‖w‖ + ‖w‖²), "
        "which tends to that of the bound as fast as ‖w‖ falls, and is never equal to it",
        ("von-neumann-step-ratio",),
    ),
    Reached(
        "improvement-phase-steps", "approached",
        "as σ falls: by examples with ⟨a, z⟩ = 0 and ⟨a, x⟩ = −σ‖x‖, which divide ‖x‖² by 1/(1 − σ²) while it exceeds "
        "⟨z, x⟩²/(1 − σ²); and no step does so by e^(σ²)",
        (),
    ),
    Reached(
        "smooth-perceptron-scores", "open",
        "For one example, both sides are equal after every number of steps. For two or more examples, it is open how "
        "close the sides can come.",
        (),
    ),
    Reached(
        "passive-aggressive-separable-bound", "reached",
        "by orthogonal examples, for every number of them",
        ("passive-aggressive-separable-bound-reached",),
    ),
    Reached(
        "known-margin-mistake-bound", "open",
        "Four mistakes reach the bound, with R = 3γ/2. No other number does: the number would be s², the labels would"
        " have the sum ±s, and R²/c would be (s + 1)/(s − 1), which is too small for s > 2. How close data can come "
        "is open. With an offset, an adversary forces ⌊R²/γ²⌋ mistakes on any algorithm, in enough dimensions. The "
        "bound (2R/γ − 1)², for R ≥ 3γ/2, is about four times as large.",
        ("smola-bound-attained-needs-room", "any-algorithm-makes-as-many-mistakes"),
    ),
    Reached(
        "margin-capacity-even", "reached",
        "by regular simplices",
        ("regular-simplex-margins",),
    ),
    Reached(
        "margin-of-odd-optimal-labels", "reached",
        "by regular simplices",
        ("regular-simplex-margins",),
    ),
    Reached(
        "three-points-shattered", "reached",
        "by an equilateral triangle",
        ("regular-simplex-margins",),
    ),
    Reached(
        "smola-mistake-bound", "reached",
        "by one mistake; by every even number for R ≥ 1; by an odd number k ≥ 3 just for R² ≥ (k − 1)/(k − 2). For R < "
        "1 and two mistakes or more a smaller bound is proved",
        ("smola-bound-attained", "bias-step-bound-attained-by-pairs", "bias-step-bound-attained-in-space",
         "bias-step-bound-attained-by-odd-numbers", "smola-bound-attained-needs-room", "small-radius-sharper-bound"),
    ),
    Reached(
        "rescaled-data-mistake-bound", "reached",
        "where Theorem 1.7 is, as it is Theorem 1.7 on the data s·x, of the radius |s|R",
        ("smola-bound-attained", "bias-step-bound-attained-by-pairs"),
    ),
    Reached(
        "tutorial-mistake-bound", "reached",
        "by one mistake and by every even number, by no odd one from 3 on",
        ("bias-step-bound-attained-by-pairs", "bias-step-bound-attained-in-space", "smola-bound-attained-needs-room",
         "tutorial-run-is-scaled-smola-run"),
    ),
    Reached(
        "bias-step-mistake-bound", "reached",
        "by one mistake; by every even number for R ≥ ρ; by an odd number k ≥ 3 just for R² ≥ (k − 1)ρ²/(k − 2); with "
        "which labels, is known. For R < ρ and two mistakes or more a smaller bound is proved",
        ("bias-step-bound-attained-by-pairs", "bias-step-bound-attained-in-space",
         "bias-step-bound-attained-by-odd-numbers", "bias-step-bound-attained-by-labels",
         "smola-bound-attained-needs-room", "small-radius-sharper-bound"),
    ),
    Reached(
        "no-offset-bound-from-family", "reached",
        "by every even number of mistakes for R ≥ ρ > 0; for ρ = 0 it is Novikoff's, reached by every number",
        ("bias-step-bound-attained-by-pairs", "mistake-bound-reached"),
    ),
    Reached(
        "best-bias-step-mistake-bound", "reached",
        "by every square number of mistakes, and by no other: where it is an equation, the square of the sum of the "
        "labels is their number",
        ("mistake-bound-reached", "homogeneous-update-on-pairs", "cauchy-schwarz-equality"),
    ),
    Reached(
        "two-classes-tutorial-mistake-bound", "open",
        "The bound is strict; how close data can come is open. It follows from the tutorial's bound. If two or more "
        "mistakes reach that one, then b* = 0, and the number of mistakes is half of this bound.",
        ("bias-step-bound-attained-by-pairs", "two-classes-tutorial-bound"),
    ),
    Reached(
        "two-classes-bound-offset", "reached",
        "by two examples",
        (),
    ),
    Reached(
        "zero-radius-one-class-stops", "reached",
        "by the first update",
        (),
    ),
    Reached(
        "small-radius-sharper-bound", "open",
        "Two mistakes reach the bound for every R ≤ ρ. For R = ρ it is the bound for any bias step. The case of three "
        "or more mistakes is open. For R² = 1/2 and ρ = 1 the bound says that three mistakes need a ratio of at least "
        "27/7 ≈ 3.86. The least ratio is about 5.1510863: `worst-case perceptron --method semidefinite --R2 1/2 "
        "--updates 3` proves this and finds data.",
        ("small-radius-sharper-bound-reached", "bias-step-bound-attained-by-pairs"),
    ),
    Reached(
        "start-anywhere-distance-bound", "reached",
        "by orthogonal examples of length D, for every number of mistakes, from any start orthogonal to them",
        ("mistake-bound-reached",),
    ),
    Reached(
        "start-anywhere-mistake-bound", "open",
        "For w0 = 0 the bound is Novikoff's, which is reached. For w0 ≠ 0 no data reach it: w0 would be −‖w0‖u, and "
        "each mistake would be a tie, but the first mistake then has ⟨w0, x⟩ ≤ −‖w0‖γ. How close data can come is "
        "open.",
        ("start-anywhere-weighted-bound", "mistake-bound-reached"),
    ),
    Reached(
        "start-anywhere-weighted-bound", "open",
        "For w0 = 0 the bound gives Novikoff's, which is reached. For ‖w0‖ ≤ R the case of two mistakes is decided. "
        "The case of three or more mistakes and w0 ≠ 0 is open. For ‖w0‖ = R three mistakes need R²/γ² ≥ 1.42723002, "
        "and some data make them with 1.42723003 (`worst-case perceptron:homogeneous --method semidefinite --start 1 "
        "--updates 3`).",
        ("start-anywhere-two-mistakes-reached", "mistake-bound-reached"),
    ),
    Reached(
        "start-anywhere-two-mistakes", "reached",
        "for every start with ‖w0‖ ≤ R; for longer ones γ ≤ R says more, and two equal examples reach that",
        ("start-anywhere-two-mistakes-reached", "margin-at-most-radius"),
    ),
    Reached(
        "perceptron-ends-on-separable-vectors", "smaller",
        "for two examples and more; for one it is Novikoff's",
        ("novikoff-mistake-bound", "mistake-bound-reached"),
    ),
    Reached(
        "deviation-mistake-bound", "reached",
        "by orthogonal examples with equal deviations, for every number of mistakes and every D",
        ("mistake-bound-reached",),
    ),
    Reached(
        "second-order-mistake-bound", "approached",
        "by orthonormal examples without loss, on which (b/kγ)² is (a + 1)·ln(1 + 1/a), as a grows; equal only for u "
        "= 0 or examples that are 0, as ln(1 + s) > s/(1 + s) for s > 0",
        ("logarithm-below-tangent",),
    ),
    Reached(
        "obtuse-examples-least-counts", "reached",
        "by every run that ends, as its own counts separate",
        ("weights-count-mistakes",),
    ),
    Reached(
        "margin-perceptron-sharp-bound", "reached",
        "with the best weights, in three dimensions for every k ≥ 2 and 0 ≤ β ≤ R²; for larger β it is not known",
        ("margin-perceptron-exact-bound", "margin-perceptron-bound-reached-in-space"),
    ),
    Reached(
        "margin-perceptron-bound-from-any-start", "reached",
        "from starts that are not 0, for every number of updates and every β > 0; from 0 a smaller bound is proved "
        "for β > 0",
        ("margin-perceptron-sharp-bound",),
    ),
    Reached(
        "rounded-kozinec-mistake-bound", "open",
        "The case δ > 0 is open. For δ = 0 the bound is Kozinec's, which is reached.",
        ("kozinec-mistake-bound-reached",),
    ),
    Reached(
        "rounded-eps-kozinec-mistake-bound", "open",
        "The case δ > 0 is open. For δ = 0 the bound is that of ε-Kozinec. A smaller bound is proved for T ≥ 2.",
        ("eps-kozinec-logarithmic-bound", "kozinec-mistake-bound-reached"),
    ),
    Reached(
        "frank-wolfe-rate", "open",
        "One step from w₀ = v = 0 to a z of length D reaches the bound. The case t ≥ 2 is open. On n orthonormal "
        "vectors, D² is 2, and ‖w‖² − ‖v‖² is at least 1/t − 1/n after t steps. That is about an eighth of the bound.",
        (),
    ),
    Reached(
        "passive-aggressive-one-mistake-bound", "reached",
        "by orthogonal examples without loss for C ≥ 1/R², for every number of mistakes",
        ("passive-aggressive-separable-bound-reached",),
    ),
    Reached(
        "passive-aggressive-two-loss-bound", "reached",
        "by orthogonal examples, for every number of them and every C, with the u for which the right side is least",
        (),
    ),
    Reached(
        "winnow-mistake-bound-any-rate", "approached",
        "by k mistakes on 2ᵏ inputs ±1 with one of them as the target, for every k, as the factor grows, so that as a "
        "whole number it is reached; an equation, with a factor above 1 and any mistake, would need a weight that is "
        "0",
        (),
    ),
    Reached(
        "winnow-mistake-bound", "smaller",
        "for n ≥ 2 and every W, as ln cosh η < η²/2",
        ("winnow-mistake-bound-any-rate", "cosh-below-gaussian"),
    ),
    Reached(
        "p-norm-mistake-bound", "smaller",
        "for every number of mistakes",
        ("p-norm-sharper-bound",),
    ),
    Reached(
        "p-norm-perceptron-mistake-bound", "open",
        "For p = 2 it is Novikoff's bound, which is reached. For p > 2 the first mistake lengthens θ by less than the "
        "claim uses, so that no data reach the bound. How close data can come is open.",
        ("mistake-bound-reached",),
    ),
    Reached(
        "p-norm-sharper-bound", "open",
        "One example with one input reaches the bound with one mistake. The case of two or more mistakes is open.",
        (),
    ),
    Reached(
        "weighted-majority-mistake-bound", "reached",
        "for β = 0 and every m by 2^m experts that err as the m binary digits of their numbers say; for 0 < β < 1 and "
        "m ≥ 1 by none, but as β falls these come as near as one likes",
        (),
    ),
    Reached(
        "halving-mistake-bound", "reached",
        "by 2^M hypotheses that err as the M binary digits of their numbers say, for every number of mistakes",
        (),
    ),
    Reached(
        "cutting-mistake-bound", "reached",
        "by the same hypotheses, as each mistake leaves half of them; c is ln 2",
        (),
    ),
    Reached(
        "ellipsoid-mistake-bound", "open",
        "The volume of an ellipsoid falls by more than the claim uses, so that no run of M ≥ 1 mistakes reaches the "
        "bound. How close runs can come is open.",
        ("ellipsoid-volume-factor",),
    ),
    Reached(
        "adaboost-squared-error", "reached",
        "by any number of rounds with the edge 0, as on XOR; after a round with e > 0 by none, as samples that are "
        "right keep weights",
        (),
    ),
    Reached(
        "adaboost-round-bound", "reached",
        "for ρ = 0 by one sample and rounds with e = 0, for every number of them; for ρ > 0 by none, as samples that "
        "are right keep weights",
        (),
    ),
    Reached(
        "dynamic-margin-linear-bound", "open",
        "For ε = 1 the bound is Novikoff's, which is reached. The case ε < 1 and t ≥ 2 is open.",
        ("mistake-bound-reached",),
    ),
    Reached(
        "dynamic-margin-update-bound", "open",
        "For ε = 1 the bound is Novikoff's, which is reached. The case ε < 1 and t ≥ 2 is open.",
        ("mistake-bound-reached",),
    ),
    Reached(
        "noise-tolerant-update-bound", "open",
        "For α = 0 the bound is Novikoff's, with V in the place of the samples, and is reached. The rule itself begins "
        "with the mean of all samples, which is shorter than R unless they are equal, so that only one step reaches "
        "the bound. The case α > 0 is open.",
        ("mistake-bound-reached",),
    ),
    Reached(
        "weighted-majority-mistake-bound-logarithmic", "approached",
        "by 2^m experts that err as the m binary digits of their numbers say, as β falls; an equation would need "
        "weights that are 0",
        ("weighted-majority-mistake-bound",),
    ),
    Reached(
        "online-gradient-regret-constant-step", "reached",
        "by costs that are all one linear function, for every number of rounds and u where they end",
        (),
    ),
    Reached(
        "online-gradient-regret-decreasing-step", "open",
        "For T = 1 a linear cost with F = G reaches the bound. For T ≥ 2 no costs reach it, because 1/√t < 2(√t − √(t"
        " − 1)) for t ≥ 2. How close costs can come is open.",
        (),
    ),
    Reached(
        "online-gradient-regret-strongly-convex", "reached",
        "by costs λ/2·‖w − cₜ‖² with ‖wₜ − cₜ‖ = G/λ, for every number of rounds and u where they end",
        (),
    ),
    Reached(
        "online-gradient-regret-logarithmic", "smaller",
        "for T ≥ 2, as Σ 1/t < 1 + ln T; for T = 1 both are equal",
        ("online-gradient-regret-strongly-convex",),
    ),
    Reached(
        "pegasos-regret-bound", "reached",
        "for every number of rounds, with a λ so large that all examples are in violation, and u where they end",
        (),
    ),
    Reached(
        "pegasos-average-cost", "smaller",
        "for every T: for T = 1 with G = R, as λw − v is there at most R long, and for T ≥ 2 as Σ 1/t < 1 + ln T",
        ("pegasos-regret-bound",),
    ),
    Reached(
        "pegasos-projected-average-cost", "smaller",
        "for every T: for T = 1 with G = R, as λw − v is there at most R long, and for T ≥ 2 as Σ 1/t < 1 + ln T",
        ("pegasos-projected-regret-bound",),
    ),
    Reached(
        "leave-one-out-errors-at-most-support", "reached",
        "by one sample of each class",
        (),
    ),
    Reached(
        "cycling-line-bound", "reached",
        "by the first mistake from 0, or from any start across the line",
        (),
    ),
    Reached(
        "cycling-worst-mistake-bound", "reached",
        "for r ≥ R/2 by the first mistake from 0; for smaller r, from 0 and by updates with ‖x‖ = R and ⟨w, x⟩ = "
        "−r‖w‖, as near as one likes",
        (),
    ),
    Reached(
        "tutorial-weights-bounded", "reached",
        "where the mistake bound is: by one mistake and by every even number",
        ("bias-step-bound-attained-by-pairs",),
    ),
    Reached(
        "rounded-weights-stay-short", "open",
        "How close data can come is open. Without rounding, half of the bound is a bound, and orthonormal examples "
        "reach that.",
        ("novikoff-mistake-bound", "notes-norm-growth", "mistake-bound-reached"),
    ),
    Reached(
        "norm-guard-no-overflow", "reached",
        "by orthogonal examples, for every number of mistakes",
        ("mistake-bound-reached",),
    ),
    Reached(
        "gram-guard-no-overflow", "reached",
        "by V = 0, K = 1 and p = x = x' with ‖x‖² = D",
        (),
    ),
    Reached(
        "term-guard-no-overflow", "reached",
        "by uᵢ = cᵢ and xᵢ = Mᵢ",
        (),
    ),
    Reached(
        "term-growth", "reached",
        "by orthogonal examples that share a coordinate, for every number of updates",
        (),
    ),
    Reached(
        "margin-capacity-bound", "reached",
        "by regular simplices, for every number of points",
        ("regular-simplex-margins",),
    ),
    Reached(
        "radon-partition-is-not-separable", "reached",
        "n + 2 points of n dimensions depend on each other affinely; n + 1 need not, and are shattered then",
        ("simplex-is-shattered",),
    ),
    Reached(
        "margin-tolerates-perturbations", "reached",
        "by a shift as long as the margin",
        ("margin-tolerance-attained",),
    ),
    Reached(
        "max-norm-margin-kept", "reached",
        "by a change of |f(x)|/‖w‖₁ in every coordinate",
        ("max-norm-distance-attained",),
    ),
    Reached(
        "max-norm-change-bounded", "reached",
        "by changes with the signs of the weights",
        ("max-norm-distance-attained",),
    ),
    Reached(
        "max-separation-weak-duality", "reached",
        "by two points",
        ("max-separation-attained",),
    ),
    Reached(
        "notes-cosine-lower-bound", "reached",
        "by orthonormal examples, after every number of mistakes, with u along the weights: the cosine and "
        "√t·g/R are 1",
        ("mistake-bound-reached",),
    ),
    Reached(
        "hull-weak-duality", "reached",
        "by the nearest point of the hull, as direction and as point",
        ("hull-nearest-point-solves",),
    ),
    Reached(
        "hull-sandwich", "reached",
        "by the nearest point of the hull",
        ("hull-nearest-point-condition",),
    ),
)  # fmt: skip

SAME = {
    "notes-mistake-bound": "novikoff-mistake-bound",
    "hull-mistake-bound": "novikoff-mistake-bound",
    "no-bias-mistake-bound": "novikoff-mistake-bound",
    "rounded-bound-without-rounding": "novikoff-mistake-bound",
    "smola-bound-from-family": "smola-mistake-bound",
    "smola-bound-from-novikoff": "smola-mistake-bound",
    "tutorial-bound-from-family": "tutorial-mistake-bound",
    "tutorial-bound-from-novikoff": "tutorial-mistake-bound",
    "tutorial-bound-from-smola": "tutorial-mistake-bound",
    "best-scale-mistake-bound": "best-bias-step-mistake-bound",
    "winnow-mistake-bound-one-input": "winnow-mistake-bound-any-rate",
    "pegasos-projected-regret-bound": "pegasos-regret-bound",
    "von-neumann-finds-separator": "rounded-kozinec-mistake-bound",
}


@cache
def _rows() -> dict[str, Reached]:
    rows = {row.bound: row for row in ROWS}
    return rows | {other: rows[bound]._replace(bound=other) for other, bound in SAME.items()}


def find_tightness(identifier: str) -> Reached | None:
    """Return the result about a claim's bound, or None if the claim is not a bound.

    >>> find_tightness("kozinec-mistake-bound").status
    'reached'
    """
    return _rows().get(identifier)


def open_bounds_table() -> str:
    """Return the open bounds as a Markdown table.

    >>> open_bounds_table().splitlines()[0]
    '| bound | what is known |'
    """
    by = {row: f" ({', '.join(f'`{claim}`' for claim in row.by)})" if row.by else "" for row in ROWS}
    rows = [f"| `{row.bound}` | {row.words}{by[row]} |"
            for row in ROWS if row.status == "open"]  # fmt: skip
    return "\n".join(["| bound | what is known |", "|---|---|", *rows])

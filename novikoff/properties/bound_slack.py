"""The difference between the updates of a run and the best bound, the updates on other data, and the reasons.

The best bound is the least bound that holds (`applicable_bounds.Governed.limit`). Some claims give the number of
updates that other data make at the same ratio and R², in the same dimension (`worst_cases.worst_case.Family.proved`).

(D² + 2β)‖u‖²/γ² is the number of updates times four factors, none of which is below 1
(`mistake-bound-missed-by-four-factors`). Here u is the separator, D² = R² + c and γ belong to the signed examples y(x,
√c), and the weights and β are divided by the rate, which changes no update. The factors are exact, and all are 1 if and
only if the run attains that bound.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor, prod
from typing import Any, NamedTuple

from ..algorithms.registry import Algorithm
from ..algorithms.sparse_margin import combination
from ..algorithms.sparse_rows import SparseRows
from .applicable_bounds import FAMILIES, Best, Governed, threshold
from .bounds import Separator
from .separable_instances import dot
from .worst_cases.homogeneous_perceptron import Homogeneous
from .worst_cases.kozinec import Kozinec
from .worst_cases.perceptron_step_sizes import CLAIM as STEP_SIZES
from .worst_cases.plane_perceptron import Plane
from .worst_cases.worst_case import Family

CLAIM = "mistake-bound-missed-by-four-factors"
FACTORS = {
    "lengths": "shorter examples",
    "scores": "lower scores",
    "direction": "direction of w",
    "margins": "larger margins",
}
FACTORED = {"novikoff-mistake-bound", "margin-perceptron-update-bound"}  # what bounds a run of these updates

Families = Mapping[str, Callable[[Best, Mapping[str, Any]], Family | None]]  # by the claim that bounds a run
WITH_BIAS: Families = dict.fromkeys(
    ("smola-mistake-bound", "tutorial-mistake-bound", "bias-step-mistake-bound", "small-radius-sharper-bound"),
    FAMILIES["small-radius-sharper-bound"],
)
WITHOUT_BIAS: Families = {
    "novikoff-mistake-bound": lambda best, options: Homogeneous(),
    "plane-mistake-bound": lambda best, options: Plane() if best.dimension == 2 else None,
    "margin-perceptron-update-bound": FAMILIES["margin-perceptron-exact-bound"],
    "margin-perceptron-exact-bound": FAMILIES["margin-perceptron-exact-bound"],
    "kozinec-mistake-bound": lambda best, options: Kozinec(),
    STEP_SIZES: FAMILIES[STEP_SIZES],
}


class Missed(NamedTuple):
    """The updates of a run and the bound `most` of the claim `claim`, rounded down. `others` is the number of updates
    that other data can need, as the claims `by` prove, or None. `factors` is empty if the claim has no factors, or the
    run made no update."""

    updates: int
    claim: str
    most: int
    others: int | None
    by: Sequence[str]
    factors: Mapping[str, Fraction]

    @property
    def times(self) -> Fraction:
        """Return the product of the factors."""
        return prod(self.factors.values(), start=Fraction(1))


def find_slack(entry: Algorithm, options: Mapping[str, Any], y: Sequence[int], known: Governed,
               record: Any) -> Missed | None:
    """Return the distance of the run of `record` from its best bound; None if no bound is known. `options` must include
    the defaults."""
    if known.limit is None or not hasattr(record, "updates"):
        return None
    claim, value = known.limit
    others, by = _best_known_data(claim, floor(value), known.best, options)
    return Missed(record.updates, claim, floor(value), others, by, _factors(entry, options, y, known.best, record))


def _best_known_data(claim: str, most: int, best: Best | None,
                     options: Mapping[str, Any]) -> tuple[int | None, Sequence[str]]:
    """Return the number of updates that claims prove for other data, the bound or the number before it, and these
    claims. Returns None and no claims if neither is proved."""
    if best is None or options.get("tie", "mistake") != "mistake":
        return None, ()
    family_of = (WITH_BIAS if best.c else WITHOUT_BIAS).get(claim)
    family = family_of and family_of(best, options)
    for updates in range(most, max(0, most - 2), -1):
        if family and (by := family.proved(updates, len(best.points[0]))):
            return updates, by
    return None, ()


def _factors(entry: Algorithm, options: Mapping[str, Any], y: Sequence[int], best: Best | None,
             record: Any) -> dict[str, Fraction]:
    if best is None or not isinstance(best.separator, Separator) or not FACTORED & set(entry.bounded_by):
        return {}
    counts = Counter(record.mistakes)
    k, beta = counts.total(), threshold(options)
    if not k:
        return {}
    w, b, gamma = best.separator
    squares, weights = _sums(best.points, y, counts)
    signs = sum(count * y[i] for i, count in counts.items())
    sizes, forward = squares + k * best.c, dot(w, weights) + b * signs
    length2, longest = dot(weights, weights) + best.c * signs**2, sizes + 2 * k * beta
    return {"lengths": k * (best.R2 + best.c + 2 * beta) / longest,
            "scores": longest / length2,
            "direction": length2 * best.V / forward**2,
            "margins": (forward / (k * gamma)) ** 2}


def _sums(points: Any, y: Sequence[int], counts: Mapping[int, int]) -> tuple[Fraction, Sequence[Fraction]]:
    """Return Σ countᵢ‖xᵢ‖² and Σ countᵢyᵢxᵢ."""
    if isinstance(points, SparseRows):
        squares, whole = points.squares(), combination(points, [counts[i] * sign for i, sign in enumerate(y)])
        total = sum(count * squares[i] for i, count in counts.items())
        return Fraction(total, points.scale**2), [Fraction(value, points.scale) for value in whole]
    learned = [(count, y[i], points[i]) for i, count in counts.items()]
    sizes = sum((count * dot(x, x) for count, _, x in learned), Fraction(0))
    return sizes, [sum((count * sign * v for (count, sign, _), v in zip(learned, column, strict=True)), Fraction(0))
                   for column in zip(*(x for *_, x in learned), strict=True)]

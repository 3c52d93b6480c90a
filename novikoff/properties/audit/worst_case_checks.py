"""Data on which every correct implementation makes an exact number of updates, so that faults within all bounds show.

Orthogonal vectors, and the doubling vectors, cause the same number of updates in every order, so they also test an
implementation that shuffles. The data in the plane and in space are for the cyclic order. All reach the bound of their
conventions, except the doubling vectors, which cause (4ⁿ − 1)/3 updates. The numbers are multiples of a power of 1/2
with small sums, so that floats are exact.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from ..separable_instances import add_bias
from ..worst_cases.biased_perceptron import Biased
from ..worst_cases.homogeneous_perceptron import Homogeneous
from ..worst_cases.plane_perceptron import Plane
from ..worst_cases.winding_data import Winding
from ..worst_cases.worst_case import Data, enlarge_ratio
from . import audit_data as tables
from .conventions import Conventions
from .data_search import Failure
from .implementation_interface import Implementation
from .perceptron_checks import Context, Subject, Work, assert_state_code, conclude, excuse_cap
from .update_counting import MOST_EPOCHS, format_state, watch
from .verdicts import BREACH, DEVIATES, HOLDS, Finding

FEW, IN_SPACE = 4, 12  # orthogonal or doubling vectors; updates in space
GRIDS = [2**digits for digits in range(6, 23, 2)]  # for the data in space; floats hold the products exactly
ANY_ORDER = "in every order"
ENDS = {"separated": "all are right", "limit": "the audit stops the run", "cap": "the audit stops the run",
        "cycle": "a state repeats"}
SMALLEST = Fraction(1, 64)  # numbers that are multiples of it are exact in floats


class Extremal(NamedTuple):
    """Examples on which a claim says that runs make an exact number of updates, in cyclic order or in every order."""

    name: str
    X: tables.Points
    y: list[int]
    updates: int
    claim: str
    orders: str = ANY_ORDER

    @property
    def said(self) -> str:
        """Return a sentence about the updates of a correct implementation."""
        return f"exactly {self.updates} updates on {len(self.y)} examples {self.orders} ({self.claim})"


def extremal_data(rule: Conventions) -> Iterator[Extremal]:
    """Yield the data for runs with these conventions; none if a score of 0 may be right, or floats would round.

    >>> rule = Conventions("mistake", "zero", Fraction(1), Fraction(1), order="cyclic", stop="separated")
    >>> [(each.name, each.updates) for each in extremal_data(rule)]
    [('orthogonal', 4), ('doubling', 85), ('space', 12)]
    """
    c = rule.bias_step
    numbers = [Fraction(rule.rate), Fraction(0 if c == "R2" else c)]
    plain = rule.tie == "mistake" and rule.start == "zero" and not rule.threshold
    if not plain or any(value % SMALLEST for value in numbers):
        return
    labels = [(-1) ** i for i in range(FEW)]
    if c == "R2":
        pair = [(Fraction(1),), (Fraction(-1),)]
        yield Extremal("orthogonal", pair, [1, -1], 2, "bias-step-bound-attained-by-pairs")
    else:
        orthogonal = [[int(i == j) for j in range(FEW)] for i in range(FEW)]
        yield Extremal("orthogonal", add_bias(orthogonal, labels, c), labels, FEW, "mistake-bound-reached")
    if rule.stop != "separated":  # the fit may end before several passes
        return
    if c != "R2":
        doubling = [[-1] * i + [1] + [0] * (FEW - 1 - i) for i in range(FEW)]
        yield Extremal("doubling", add_bias(doubling, labels, c), labels, (4**FEW - 1) // 3,
                       "doubling-examples-exact-count")
    if rule.order == "cyclic":
        yield from _cyclic(rule)


def _cyclic(rule: Conventions) -> Iterator[Extremal]:
    """Yield the data of `novikoff worst-case`."""
    c, found = rule.bias_step, dict[str, tuple[Data | None, str]]()
    if not c:
        found["plane"] = Plane().exactly(6, Fraction(10)), "plane-mistake-bound-reached"
    if rule.dtype != "float32":  # float32 rounds products of these numbers
        family: Winding = Biased(c) if c else Homogeneous(any_dimension=False)
        claim = "bias-step-bound-attained-in-space" if c else "novikoff-bound-reached-in-space"
        found["space"] = family.data(IN_SPACE, enlarge_ratio(Fraction(IN_SPACE), IN_SPACE), GRIDS), claim
    for name, (data, claim) in found.items():
        assert data is not None
        X = [tuple(map(Fraction, x)) for x in data.X]
        updates = perceptron.run(X, data.y, bias_step=c).updates
        yield Extremal(name, X, list(data.y), updates, claim, "in cyclic order")


def fit_counts(subject: Subject) -> dict[str, Work]:
    """Return the checks of the updates of `fit`, one for each dataset."""
    return {each.name: partial(_check_updates, _fit_updates, each) for each in extremal_data(subject.audited.rule)}


def step_counts(subject: Subject) -> dict[str, Work]:
    """Return the checks of the updates of single steps, one for each dataset."""
    return {each.name: partial(_check_updates, _step_updates, each) for each in extremal_data(subject.audited.rule)}


def _check_updates(judge: Any, extremal: Extremal, audited: Implementation, context: Context) -> Finding:
    context.note(("data", (extremal.X, extremal.y)))
    said = judge(audited, extremal)
    if said is None:
        return Finding("", HOLDS, extremal.said, datasets=1)
    return conclude(audited, said, "the run ends at its cap")


def _fit_updates(audited: Implementation, extremal: Extremal) -> Failure | None:
    """Check that `fit` ends where a run with the expected updates ends, in every order or in the cyclic one."""
    X, y = extremal.X, extremal.y
    estimator = audited.fit(X, y)
    state, native = audited.state(estimator), audited.read_entry("counter", estimator)
    exact = perceptron.run(X, y, bias_step=audited.rule.bias_step, rate=Fraction(audited.rule.rate))
    expected = State(tuple(map(Fraction, exact.w)), Fraction(exact.b))
    if state != expected:
        why = (
            f"fit ends at {format_state(state)}, but a run with these conventions at {format_state(expected)}: it makes"
        )
        return excuse_cap(audited, estimator,
                          Failure(DEVIATES, f"{why} {extremal.said}", X, y, assert_state_code(expected)))
    if native not in (None, extremal.updates):
        return Failure(BREACH, f"its own counter says {native} updates, but there are {extremal.said}", X, y)
    return None


def _step_updates(audited: Implementation, extremal: Extremal) -> Failure | None:
    """Check that the examples, shown one at a time, cause the expected number of updates. If the order does not matter,
    they are shown backwards."""
    X, y = extremal.X, extremal.y
    order = list(range(len(y)))[:: -1 if extremal.orders == ANY_ORDER else 1]
    run = watch(audited, X, y, limit=extremal.updates, order=order, visits=MOST_EPOCHS)
    if run.wrong or run.updates != extremal.updates or run.end != "separated":
        why = run.wrong or f"{run.updates} updates are made until {ENDS[run.end]}"
        return Failure(DEVIATES, f"{why}; there are {extremal.said}", X, y, steps=True)
    return None

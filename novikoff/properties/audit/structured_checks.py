"""The checks of a structured perceptron: comparison with the shipped rule, and properties of runs in any order.

The class has `fit(X, y, groups=…)` and `predict(X, groups=…)`, as the structured perceptron of this suite does. Rows
with equal groups are the candidates of one example, and only the right one has the label 1. A profile says which wrong
candidates an update takes from and how an equal score counts, as for several classes; `rate` and `order` are
conventions.

Whatever the order, a run from 0 that is at w after k updates with the rate α has ⟨w, u⟩ ≥ αk and ‖w‖² ≤ α²kR². Here u
is the shortest vector with which the right candidates lead by 1, and R is the longest difference. So ‖w‖² ≤ αR²⟨w, u⟩.

Within the audit an example is a list of rows. Each row also holds the number of its example, counted from 1, with the
sign of the row's label.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

from ...algorithms import structured_perceptron
from ...algorithms.base_rule import Record
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from ...proofs import bounds
from ..multiclass_runs import LARGEST, with_best
from ..separable_instances import dot
from .audit_data import NEARLY_0, Data
from .data_search import UNDECIDED, Draws, Failure, Source
from .implementation_interface import Broken, Implementation, is_changed, to_exact, to_list, wrap_read_errors
from .multiclass_checks import MOST_PASSES, MOST_UPDATES, ROUNDING, is_near
from .perceptron_checks import Context, Judge, report_failure, search_failures
from .score_rounding import FAR_FROM_0, terms_size
from .update_counting import numbers
from .verdicts import BREACH, DEVIATES, EARLY, HOLDS, MUTATES, SHAPE, VIOLATED, Finding

CLAIM = "structured-mistake-bound"
VARIANTS: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {
    "plain": lambda X, y: (X, y), "reversed": lambda X, y: (X[::-1], y[::-1]), "repeated": lambda X, y: (X * 2, y * 2),
}
FIRST: list[tuple[Any, list[int]]] = [
    ([[(-2, 3), (1, 0), (-2, 2)], [(3, -1), (0, 1), (1, 0)], [(2, 0), (-2, 1), (2, 3)]], [1, 2, 1]),  # 17 updates
    ([[(1, 0), (0, 1), (-1, -1)], [(0, 2), (2, 0)]], [0, 1]),
    ([[(3,), (1,), (2,)], [(0,), (-2,)]], [0, 0]),
    # after the first example the score of the second is slightly right, or slightly wrong
    ([[(1, 0), (0, 0)], [(NEARLY_0, 1), (0, 0)]], [0, 0]),
    ([[(1, 0), (0, 0)], [(NEARLY_0, 1), (0, 0)]], [0, 1]),
]


def name_theorem(audited: Implementation, context: Context) -> Finding:
    """Return the finding that names the theorem."""
    return Finding("", HOLDS, f"{CLAIM} governs these conventions: updates ≤ R²V, V = ‖u‖² at a lead of 1")


def check_in_form(key: str, judge: Judge, audited: Implementation, context: Context, variant: str = "plain") -> Finding:
    """Judge data in one form."""
    def make_data(X: Any, y: Any) -> Data:
        return _rows(*VARIANTS[variant](X, y))

    def is_wanted(base: Any) -> bool:
        return all(len(one) > 1 for one in base[0]) and _is_short(audited, make_data(*base))

    first = [make_data(*each) for each in FIRST if is_wanted(each)]
    source = Source(_draw_data, is_wanted, make_data)
    return search_failures(key, judge, audited, context, source=source, first=first)


def _draw_data(draws: Draws) -> tuple[list[Any], list[int]]:
    """Return examples with 2 to 4 candidates, where the right candidate is the largest along some vector."""
    d = draws.between(1, 3)
    u = next(filter(any, (draws.vector(d, LARGEST) for _ in count())))
    found = [with_best(u, [draws.vector(d, LARGEST) for _ in range(draws.between(2, 4))], draws.between(0, 3))
             for _ in range(draws.between(1, 5))]
    return [candidates for candidates, _ in found], [right for _, right in found]


def _rows(X: Any, y: Any) -> Data:
    """Return the candidates one after the other, with the number of the example, negative for wrong candidates."""
    rows = [(x, i if k == right else -i) for i, (one, right) in enumerate(zip(X, y, strict=True), 1)
            for k, x in enumerate(one)]
    return [tuple(x) for x, _ in rows], [mark for _, mark in rows]


def _examples(data: Data) -> tuple[list[Any], list[int]]:
    """Return the examples that the rows form, and the numbers of the right candidates."""
    X, y = data
    groups = [[i for i, mark in enumerate(y) if abs(mark) == g] for g in dict.fromkeys(map(abs, y))]
    return [[X[i] for i in places] for places in groups], [[y[i] > 0 for i in places].index(True) for places in groups]


def _is_short(audited: Implementation, data: Data) -> bool:
    run = _run_reference(audited, data)
    return run.separated and run.updates < MOST_UPDATES and run.visits <= MOST_PASSES * max(map(abs, data[1]))


def _run_reference(audited: Implementation, data: Data) -> Record:
    """Return the run of the shipped rule under these conventions; for other orders the run is cyclic."""
    options, rule = {**audited.profile.facts["choices"], **audited.params}, audited.rule
    found: Record = structured_perceptron.run(
        *_examples(data), shares=options.get("shares", "chosen"), tie=options.get("tie", "mistake"),
        rate=1 if rule.rate is None else Fraction(rule.rate), max_updates=MOST_UPDATES,
    )
    return found


def _fit_fresh(audited: Implementation, data: Data, estimator: Any = None) -> Any:
    X, y = data
    estimator = audited.fresh() if estimator is None else estimator
    random.seed(0)
    np.random.seed(0)
    audited.call(estimator, "fit", audited.array(X), audited.label_array(y), groups=np.abs(y))
    return estimator


def _weights(audited: Implementation, estimator: Any, data: Data) -> list[Fraction]:
    """Return the weights at their exact values. Raises `Broken` if their number is wrong."""
    with wrap_read_errors("the weights"):
        w = list(map(to_exact, np.ravel(audited.profile.weights(estimator)[0]).tolist()))
    if len(w) != len(data[0][0]):
        why = f"there are {len(w)} weights for candidates with {len(data[0][0])} features"
        raise Broken(SHAPE, why, code=[
            *_groups_code(data), audited.profile.fit_code, f"w, b = {audited.profile.weights_code}", "print(w)",
            "assert len(w) == X.shape[1]"])
    return w


def _predict(audited: Implementation, estimator: Any, X: Any, groups: Any) -> list[Any]:
    return to_list(audited.call(estimator, "predict", audited.array(X), groups=groups), len(X), "predict")


def _failure(verdict: str, reason: str, data: Data) -> Failure:
    return Failure(verdict, reason, *data, begin=_groups_code(data))


def _groups_code(data: Data) -> list[str]:
    return [f"groups = np.array({[*map(abs, data[1])]})"]


def check_separates(audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends where `predict` is right on all candidates."""
    X, y = data
    estimator = _fit_fresh(audited, data)
    said = _predict(audited, estimator, X, np.abs(y))
    wanted = audited.names(y)
    wrong = [i for i, label in enumerate(wanted) if said[i] != label]
    if not wrong or audited.read_entry("capped", estimator):
        return UNDECIDED if wrong else None
    i = wrong[0]
    why = (f"predict returns {said[i]!r} for the candidate {numbers(X[i])} of example {abs(y[i])}, whose label is "
           f"{wanted[i]!r}, although the right candidates are separable from the others")
    return _failure(EARLY, why, data)


def check_predictions(audited: Implementation, data: Data) -> Failure | None:
    """Check that `predict` chooses a candidate with the largest score, for any candidates. The candidates are the
    examples in reverse order, their opposites, equal candidates, and two with nearly the same score. One call gets the
    rows of all of these candidates, mixed."""
    estimator = _fit_fresh(audited, data)
    w = _weights(audited, estimator, data)
    asked = [one[::-1] for one in _examples(data)[0]]
    asked += [[tuple(-v for v in x) for x in one] for one in asked] + [[one[0], one[0], one[-1]] for one in asked]
    zero = (0,) * len(w)
    asked += [[zero, tuple(NEARLY_0 * (v > 0) - NEARLY_0 * (v < 0) if k == j else 0 for k in range(len(w)))]
              for j, v in enumerate(w) if v]
    rows = sorted((place, group, x) for group, one in enumerate(asked) for place, x in enumerate(one))
    groups = np.array([group for _, group, _ in rows])
    said = _predict(audited, estimator, [x for *_, x in rows], groups)
    for group, one in enumerate(asked):
        chosen = [x for (_, g, x), label in zip(rows, said, strict=True) if g == group and label == audited.labels[1]]
        top = max(dot(w, x) for x in one)
        size = max(terms_size(State(tuple(w), 0), x) for x in one)
        if len(chosen) != 1 or dot(w, chosen[0]) < top - FAR_FROM_0 * size:
            why = (f"predict must choose one candidate with the largest score among {', '.join(map(numbers, one))}; it "
                   f"chooses {len(chosen)}: {', '.join(map(numbers, chosen))}")
            return _failure(BREACH, why, data)
    return None


def check_input_unchanged(audited: Implementation, data: Data) -> Failure | None:
    """Check that neither `fit` nor `predict` changes its arguments."""
    X, y, groups = audited.array(data[0]), audited.label_array(data[1]), np.abs(data[1])
    before = [given.copy() for given in (X, y, groups)]
    estimator = audited.fresh()
    audited.call(estimator, "fit", X, y, groups=groups)
    audited.call(estimator, "predict", X, groups=groups)
    changed = [name for name, now, then in zip(("X", "y", "groups"), (X, y, groups), before, strict=True)
               if is_changed(now, then)]
    return _failure(MUTATES, f"fit or predict changes {' and '.join(changed)}", data) if changed else None


def check_refit(audited: Implementation, context: Context) -> Finding:
    """Check that a second fit of the same object gives the same weights as the first fit of a new one."""
    data, other = _rows(*FIRST[0]), _rows(*FIRST[1])
    expected = _weights(audited, _fit_fresh(audited, data), data)
    if _weights(audited, _fit_fresh(audited, data, _fit_fresh(audited, other)), data) == expected:
        return Finding("", HOLDS, datasets=1)
    return report_failure(audited, _failure(BREACH, "a second fit of one object ends elsewhere than the first", data))


def check_replay(audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends where the shipped rule ends under these conventions."""
    found = _weights(audited, _fit_fresh(audited, data), data)
    wanted = [Fraction(v) for v in _run_reference(audited, data).w]
    if all(is_near(p, q) for p, q in zip(found, wanted, strict=True)):
        return None
    why = f"fit ends at w = {numbers(found)}, but the declared rule ends at {numbers(wanted)}"
    return _failure(DEVIATES, why, data)


def check_bound(audited: Implementation, data: Data) -> Failure | None:
    """Check that the class's count of updates is within the bound, and that such a run can have its weights."""
    estimator = _fit_fresh(audited, data)
    w = _weights(audited, estimator, data)
    X, y = _examples(data)
    best, R2 = structured_perceptron.best_lead(X, y), structured_perceptron.reach2(X, y)
    most = bounds.bound(CLAIM, {"R^2": R2, "δ": 1, "u@u": best.upper})
    counted = audited.read_entry("counter", estimator)
    if counted is not None and counted > most:
        return _failure(VIOLATED, f"fit counts {counted} updates, but {CLAIM} allows {most}", data)
    size, along = dot(w, w), dot(w, best.w)
    if size <= Fraction(_run_reference(audited, data).rate) * R2 * along * (1 + ROUNDING):
        return None
    why = (f"no run within {CLAIM} has such weights: their square length is {size}, but their product with the "
           f"separator of the best lead is {along}")
    return _failure(VIOLATED, why, data)

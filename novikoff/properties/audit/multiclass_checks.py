"""The checks of a perceptron for several classes: comparison with the shipped rule, and properties of runs in any
order.

A profile says which classes an update takes from ("shares": "chosen" or "equal") and how an equal score counts ("tie":
"mistake", "correct" or "first"), as in `multi_class_perceptron`. `bias_step`, `rate` and `order` come from its
conventions. Whatever the order, the weights of all classes sum to 0 after each update. A run from 0 that is at W after
k updates with the rate α has ⟨W, U⟩ ≥ αk and ‖W‖² ≤ 2α²k(R² + c), for the U with the best lead. So ‖W‖² ≤ 2α(R² + c)⟨W,
U⟩. On separable data the run ends, and then the class of every example has the largest score.

Floats represent small whole numbers exactly, but not shares of a third, and the comparison allows for that.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms import multi_class_perceptron
from ...algorithms.base_rule import Record
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from ..bounds import multiclass_bound
from ..multiclass_runs import LARGEST, label_by_leader, product
from ..separable_instances import dot
from .audit_data import NEARLY_0, Data, to_integers
from .audit_data import VARIANTS as FORMS
from .data_search import UNDECIDED, Draws, Failure, Source
from .estimator_adapter import points_around
from .implementation_interface import SEVERAL, Broken, Implementation, to_exact, wrap_read_errors
from .perceptron_checks import Context, Judge, report_failure, search_failures
from .score_rounding import FAR_FROM_0, terms_size
from .update_counting import format_state, numbers
from .verdicts import BREACH, DEVIATES, EARLY, HOLDS, SHAPE, VIOLATED, Finding

VARIANTS = {name: FORMS[name] for name in ("plain", "reversed", "repeated")}
MOST_UPDATES, MOST_PASSES = 60, 20  # of the exact run, on data for a class whose cap is not known
ROUNDING = Fraction(1, 2**30)  # relative: the rounding error of shares of a third in a short run
SHAPES = ("print(np.shape(w), np.shape(b))", "k = len(set(y))",
          "assert np.shape(w) == (k, X.shape[1]) and np.shape(b) in ((k,), ())")
FIRST: list[Data] = [
    ([(0, 3), (3, 0), (-3, -3)], [0, 1, 2]),
    ([(1,), (2,), (3,)], [0, 1, 2]),
    ([(2, 1), (1, 3), (-1, 0), (0, -2), (3, 3)], [0, 1, 2, 2, 1]),
    ([(0, 3 * 2**20), (3 * 2**20, 0), (-3 * 2**20, -3 * 2**20)], [0, 1, 2]),
]


def name_theorem(audited: Implementation, context: Context) -> Finding:
    """Return the finding that names the theorem."""
    c = _bias_step(audited)
    claim, _ = multiclass_bound(0, c, 0)
    reach, biases = (f"(R² + {c})", f" + Σb_r²/{c}") if c else ("R²", "")
    said = f"{claim} governs these conventions: updates ≤ 2{reach}V, V = Σ‖w_r‖²{biases} at a lead of 1"
    return Finding("", HOLDS, said)


def _bias_step(audited: Implementation) -> Any:
    """Return the bias increment of the exact run: 1 if the class declares none."""
    return 1 if audited.rule.bias_step is None else audited.rule.bias_step


def check_in_form(key: str, judge: Judge, audited: Implementation, context: Context, variant: str = "plain") -> Finding:
    """Judge data in one form."""
    source = several_classes(variant, audited.rule.bias_step != 0, partial(_is_short, audited))
    data = FIRST + (near_ties(_bias_step(audited)) if audited.rule.bias_step != "R2" else [])
    return search_failures(key, judge, audited, context, source=source,
                           first=[source.form(*each) for each in data if source.wanted(each)])


def _draw_data(draws: Draws, bias: bool) -> Data:
    """Return points of at most 4 classes, each of which has the largest score at its own points."""
    d = draws.between(1, 3)
    separator = [State(draws.vector(d, LARGEST), draws.between(-LARGEST, LARGEST) if bias else 0)
                 for _ in range(draws.between(3, SEVERAL))]
    found = label_by_leader(separator, [draws.vector(d, LARGEST) for _ in range(draws.between(3, 8))], 1)
    names = sorted(set(found.y))
    return to_integers(found.X, [names.index(k) for k in found.y])


def near_ties(step: Any) -> list[Data]:
    """Return two datasets on which scores of the second example are nearly equal after the first: in one the right
    class leads, in the other a wrong class.

    >>> [y for _, y in near_ties(1)]
    [[0, 0, 1, 2], [0, 2, 1, 2]]
    """
    X: list[Any] = [(1, 0), (NEARLY_0 - step, 1), (-8, -1)]
    return [([*X, last], [0, label, 1, 2]) for label, last in ((0, (3, -9)), (2, (0, 9)))]


def several_classes(variant: str, bias: bool, wanted: Callable[[Data], bool] = lambda data: True) -> Source:
    """Return a source of separable (X, y) in this form, with three or more classes from 0 on, that `wanted` accepts."""
    form = VARIANTS[variant]

    def is_wanted(data: Data) -> bool:
        return len(set(data[1])) > 2 and set(data[1]) == {*range(max(data[1]) + 1)} and wanted(form(*data))

    return Source(lambda draws: _draw_data(draws, bias), is_wanted, form)


def _is_short(audited: Implementation, data: Data) -> bool:
    run = _run_reference(audited, data)
    return run.separated and run.updates < MOST_UPDATES and run.visits <= MOST_PASSES * len(data[1])


def _run_reference(audited: Implementation, data: Data) -> Record:
    """Return the run of the shipped rule under these conventions; for other orders the run is cyclic."""
    X, y = data
    options, rule = {**audited.profile.facts["classes"], **audited.params}, audited.rule
    found: Record = multi_class_perceptron.run(X, y, classes=range(len(set(y))), shares=options.get("shares", "chosen"),
                                               tie=options.get("tie", "mistake"), bias_step=_bias_step(audited),
                                               rate=1 if rule.rate is None else Fraction(rule.rate),
                                               max_updates=MOST_UPDATES)
    return found


def _states(audited: Implementation, estimator: Any, data: Data) -> list[State]:
    """Return the (w, b) of all classes at their exact values. Raises `Broken` if their shapes are wrong."""
    X, y = data
    with wrap_read_errors("the weights"):
        w, b = (np.asarray(part) for part in audited.profile.weights(estimator))
    count = len(set(y))
    if w.shape != (count, len(X[0])) or b.shape not in ((count,), ()):
        why = (f"for {count} classes of points with {len(X[0])} coordinates w has the shape {w.shape}, and b has the "
               f"shape {b.shape}")
        raise Broken(SHAPE, why, code=[audited.profile.fit_code, f"w, b = {audited.profile.weights_code}", *SHAPES])
    biases = b.tolist() if b.ndim else [0] * count
    with wrap_read_errors("the weights"):
        return [State(tuple(map(to_exact, row)), to_exact(one)) for row, one in zip(w.tolist(), biases, strict=True)]


def check_separates(audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends where `predict` is right on all examples."""
    X, y = data
    estimator = audited.fit(X, y)
    said, wanted = audited.raw(estimator, X), audited.names(y)
    wrong = [i for i in range(len(y)) if said[i] != wanted[i]]
    if not wrong or audited.read_entry("capped", estimator):
        return UNDECIDED if wrong else None
    i = wrong[0]
    why = (f"predict returns {said[i]!r} for the example x = {numbers(X[i])}, whose label is {wanted[i]!r}; wrong "
           f"predictions: {len(wrong)} of {len(y)}, although the classes can be separated")
    return Failure(EARLY, why, X, y)


def check_predictions(audited: Implementation, data: Data) -> Failure | None:
    """Check that `predict` returns the class with the largest score, if only one class has this score. Also call
    `predict` with a single point."""
    X, y = data
    estimator, points = audited.fit(X, y), points_around(X)
    found = _states(audited, estimator, data)
    together, alone = audited.raw(estimator, points), [audited.raw(estimator, [x])[0] for x in points]
    for x, said, other in zip(points, together, alone, strict=True):
        scores = [dot(w, x) + b for w, b in found]
        second, top = sorted(scores)[-2:]
        wanted = audited.labels[scores.index(top)]
        size = max(terms_size(state, x) for state in found)
        if top - second > FAR_FROM_0 * size and (said, other) != (wanted, wanted):
            why = (f"at x = {numbers(x)} the class {wanted!r} has the largest score, but predict returns {said!r} "
                   f"among other points and {other!r} for x alone")
            return Failure(BREACH, why, X, y)
    return None


def check_refit(audited: Implementation, context: Context) -> Finding:
    """Check that a second fit of the same object gives the same weights as the first fit of a new one."""
    (X, y), other = FIRST[0], FIRST[2]
    expected = _states(audited, audited.fit(X, y), (X, y))
    found = _states(audited, audited.fit(X, y, estimator=audited.fit(*other)), (X, y))
    if found == expected:
        return Finding("", HOLDS, datasets=1)
    return report_failure(audited, Failure(BREACH, "a second fit of one object ends elsewhere than the first", X, y))


def check_replay(audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends where the shipped rule ends under these conventions."""
    X, y = data
    found = _states(audited, audited.fit(X, y), data)
    wanted = list(_run_reference(audited, data).classifiers.values())
    for k, (one, other) in enumerate(zip(found, wanted, strict=True)):
        if not all(is_near(p, q) for p, q in zip([*one.w, one.b], [*other.w, other.b], strict=True)):
            why = (f"class {audited.labels[k]!r} ends at {format_state(one)}, but the declared rule ends at "
                   f"{format_state(other)}")
            return Failure(DEVIATES, why, X, y)
    return None


def check_weights_sum(audited: Implementation, data: Data) -> Failure | None:
    """Check that the weights of all classes sum to 0: an update subtracts from other classes what it adds to one
    class."""
    X, y = data
    found = _states(audited, audited.fit(X, y), data)
    columns = list(zip(*([*w, b] for w, b in found), strict=True))
    if all(abs(sum(column)) <= ROUNDING * max(map(abs, column)) for column in columns):
        return None
    total = numbers([sum(column) for column in columns])
    why = f"the weights and biases of all classes sum to {total}, but no update changes this sum from 0"
    return Failure(DEVIATES, why, X, y)


def check_bound(audited: Implementation, data: Data) -> Failure | None:
    """Check that the class's count of updates is within the bound, and that such a run can have its weights."""
    X, y = data
    estimator = audited.fit(X, y)
    found = _states(audited, estimator, data)
    run = _run_reference(audited, data)
    c, rate, R2 = Fraction(run.bias_step), Fraction(run.rate), max(sum(v * v for v in x) for x in X)
    best = multi_class_perceptron.best_lead(X, y, c)
    assert best.classifiers is not None
    separator = [best.classifiers[k] for k in range(len(found))]
    claim, most = multiclass_bound(R2, c, best.upper)
    counted = audited.read_entry("counter", estimator)
    if counted is not None and counted > most:
        return Failure(VIOLATED, f"fit counts {counted} updates, but {claim} allows {most}", X, y)
    size, along = product(found, found, c), product(found, separator, c)
    if size <= 2 * rate * (R2 + c) * along * (1 + ROUNDING):
        return None
    why = (f"no run within {claim} has such weights: their square length is {size}, but their product with the "
           f"separator of the best lead is {along}")
    return Failure(VIOLATED, why, X, y)


def is_near(p: Fraction, q: Any) -> bool:
    """Return whether two numbers agree up to `ROUNDING`."""
    return bool(abs(p - q) <= ROUNDING * max(abs(p), abs(q)))

"""The checks of classifiers without updates: nearest mean and nearest neighbours, against the exact rule.

Points are the examples and the corners between them. A point is left out if the exact rule has a tie there, or a
difference that float64 cannot resolve.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms import nearest_mean
from ...algorithms.nearest_neighbours import neighbours
from .audit_data import VARIANTS, Data, Points, datasets
from .data_search import Failure, make_undecided
from .estimator_adapter import values_of
from .implementation_interface import Implementation
from .parameter_checks import describe_unlike
from .perceptron_checks import Subject, Work, search_failures
from .update_counting import numbers
from .verdicts import DIFFERS, NO_THEOREM, Finding

Rule = Callable[[Points, list[int], Any], int]  # the label of x after these data, 0 where it is open
APART: Data = ([(0, 0), (1, 0), (0, 1), (6, 6), (6, 7), (8, 6), (7, 9)], [1, 1, 1, -1, -1, -1, -1])  # without ties
RESOLUTION = Fraction(1, 2**40)  # relative to the squared size of the data: far above the rounding of float64


MEANS = {"metric": "euclidean", "shrink_threshold": None, "priors": "uniform"}
NEIGHBOURS = {"metric": "minkowski", "p": 2, "weights": "uniform", "metric_params": None}
FORMS = ("plain", "large", "small", "repeated")


def by_means(subject: Subject) -> dict[str, Work]:
    """Return the checks of a nearest-mean classifier with Euclidean distances and no shrinking."""
    return _by_rule(subject.audited, MEANS, "means.rule", _nearest_mean)


def by_neighbours(subject: Subject) -> dict[str, Work]:
    """Return the checks of a k-nearest-neighbour classifier with Euclidean distances and equal votes."""
    k = values_of(subject.audited).get("n_neighbors")
    if k is None:
        return {"": lambda *_: Finding("", NO_THEOREM, "the class does not show n_neighbors; give it as a parameter")}
    return _by_rule(subject.audited, NEIGHBOURS, "neighbours.rule", lambda X, y, x: majority(X, y, x, k))


def _by_rule(audited: Implementation, plain: Mapping[str, Any], key: str, rule: Rule) -> dict[str, Work]:
    if why := describe_unlike(audited, plain, "the check is"):
        return {"": lambda *_: Finding("", NO_THEOREM, why)}
    return {form: partial(search_failures, f"{key}.{form}", partial(_compare, rule), first=[VARIANTS[form](*APART)],
                          source=datasets(form, audited.homogeneous)) for form in FORMS}


def _compare(rule: Rule, audited: Implementation, data: Data) -> Failure | None:
    X, y = data
    points = [*X, *(tuple(reversed(x)) for x in X)]
    wanted = [rule(X, y, x) for x in points]
    asked = [(x, label) for x, label in zip(points, wanted, strict=True) if label]
    if not asked:
        return make_undecided("a tie leaves the label of every point open")
    said = audited.predict(audited.fit(X, y), [x for x, _ in asked])
    for (x, label), answer in zip(asked, said, strict=True):
        if label != answer:
            wrong, right = audited.names([answer, label])
            why = f"predict returns {wrong!r} for x = {numbers(x)}, but the exact rule returns {right!r}"
            return Failure(DIFFERS, why, X, y)
    return None


def _nearest_mean(X: Any, y: Any, x: Any) -> int:
    """Return the label of the nearer mean; 0 for a tie, or nearly one."""
    record = nearest_mean.run(X, y)
    assert record.w is not None
    f = sum((w * v for w, v in zip(record.w, x, strict=True)), Fraction(record.b))
    size = max(Fraction(v) ** 2 for p in X for v in p)
    return 0 if abs(f) <= RESOLUTION * size else (1 if f > 0 else -1)


def majority(X: Points, y: Sequence[int], x: Any, k: int) -> int:
    """Return the majority label of the k nearest examples; 0 where a tie of votes or of distances leaves it open.

    >>> majority([(0,), (1,), (5,)], [1, 1, -1], (2,), 1), majority([(0,), (2,)], [1, -1], (1,), 1)
    (1, 0)
    """
    if k > len(X):
        return 0
    distances = [sum((a - b) ** 2 for a, b in zip(p, x, strict=True)) for p in X]
    near, every = neighbours(distances, k), neighbours(distances, k, "all")
    if len(every) > len(near) and len({y[i] for i in every if distances[i] == distances[near[-1]]}) > 1:
        return 0
    votes = sum(y[i] for i in near)
    return (votes > 0) - (votes < 0)

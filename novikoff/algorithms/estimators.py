"""Every algorithm as a scikit-learn estimator: `fit`, `partial_fit` where it is online, `predict`, `score`.

Main definitions: `Estimator`; `Perceptron`, `Kozinec`, `SupportVectorMachine`, …, which ESTIMATORS lists.

An estimator has the parameters of the driver, by the same names, and `exact`. After `fit`: `record_` (the record of the
run), `stopped_`, `n_updates_`, `n_iter_` (passes over the data where the record counts visits, else updates),
`classes_`, `n_features_in_`, and for a linear classifier `coef_`, shape (1, d), and `intercept_`, shape (1,).
`certificate(X, y)` returns the run as data that anyone can check. f > 0 means classes_[1], and f < 0 means classes_[0].
f = 0 means classes_[0], unless the algorithm has a rule `tie` and that is "positive".

Arithmetic. Integer arrays, and object arrays of ints and Fractions, are run exactly, and the results are exact, in
object arrays. Floats are run in float64. With exact=True each float keeps its exact binary value, and
record_.arithmetic is "exact". With exact data, a float parameter keeps its exact binary value. An exact classifier
judges every point in exact arithmetic. `decision_function` then gives exact scores for object arrays of ints and
Fractions. For integer and float arrays it rounds them once, to float64, because other tools of scikit-learn expect
that. Results that solvers prove about floats are exact only in `record_`; coef_ is rounded.

Every `fit` ends, in reasonable time with the defaults: `max_updates` is 10 000 at most, and smaller for the rules that
divide or multiply, such as ROMMA (200), since the digits of their exact weights grow with each update. A run that stops
before its own end, for instance at the cap, gives scikit-learn's ConvergenceWarning; Pegasos has no end, and gives
none. With max_updates=None exact runs continue to their end; `NoSeparator` says that they have none.

Needs scikit-learn, the extra "estimators".
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, ClassVar, Literal, dataclass_transform

import numpy as np

from . import adaboost, nearest_neighbours, voted_perceptron
from .base_rule import Rule
from .errors import BadInput, NoSeparator
from .exact_linear import nearest_float
from .labelled_examples import Number, number, rows, vector
from .optional_packages import missing_extra_error
from .options import START
from .registry import ALGORITHMS, ROWS, Algorithm, lookup_algorithm
from .run_loop import to_plain_number
from .winnow import signs

try:
    if TYPE_CHECKING:  # scikit-learn declares no types

        class BaseEstimator:
            """A base class with attributes of any type."""

            def __getattr__(self, name: str) -> Any: ...

            def __sklearn_tags__(self) -> Any: ...

        class ClassifierMixin:
            """A base class without attributes of its own."""
    else:
        from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as _missing:
    raise missing_extra_error("each estimator", "estimators", _missing) from None

BiasStep = Number | Literal["R2"]
ESTIMATORS: list[type[Estimator]] = []

# ------------------------------------------------------------------------------------------ numbers


def to_number_array(X: Any, exact: bool = False) -> Any:
    """Return a NumPy array unchanged if its numbers are ints or floats, else as objects: int, Fraction or float.

    With `exact`, floats become their exact binary value. Raises `BadInput`, or TypeError for an object that is no
    number.

    >>> to_number_array(np.array([[0.5, 2.0]]), exact=True).tolist()
    [[Fraction(1, 2), 2]]
    """
    if X.dtype.kind in ("iu" if exact else "iuf"):
        return X
    table = [[_number(x, exact, f"X[{i}][{j}]") for j, x in enumerate(row)] for i, row in enumerate(X.tolist())]
    return np.array(table, dtype=object).reshape(X.shape)


def _number(value, exact, where):
    try:
        given = value if isinstance(value, Rational) else float(value)
    except TypeError:
        raise TypeError(f"{where} = {value!r}: the argument must be a string or a number") from None
    except ValueError:
        raise BadInput(f"{where} = {value!r} is not a number; give int, Fraction or float") from None
    found = number(given, where)
    return number(Fraction(found), where) if exact else found


def is_exact(X: Any) -> bool:
    """Return whether an array holds no floats."""
    return X.dtype.kind in "iu" or (X.dtype.kind == "O" and not any(isinstance(value, float) for value in X.flat))


def convert_array(X: Any, exact: bool) -> Any:
    """Return the array in exact arithmetic, with floats at their binary value, or in float64 with unchanged values."""
    if exact:
        return to_number_array(X, exact=True).astype(object)
    if X.dtype.kind == "f":
        return X.astype(float)
    return np.array([vector(row, "float64", f"X[{i}]") for i, row in enumerate(X)])


def _exact_parameter(name, value, X):
    """Return a parameter for these points: for exact points, a float becomes its exact binary value."""
    return Fraction(number(value, name)) if isinstance(value, float) and is_exact(X) else value


def to_array(values: Iterable[Any]) -> Any:
    """Return the numbers as a float64 array if any is a float, else as an array of objects.

    >>> to_array([1, Fraction(1, 2)])
    array([1, Fraction(1, 2)], dtype=object)
    """
    given = list(values)
    return np.array(given, dtype=float if any(isinstance(value, float) for value in given) else object)


# --------------------------------------------------------------------------------------- estimators


@dataclass_transform(kw_only_default=True, eq_default=False)
@dataclass(kw_only=True, eq=False, repr=False)
class Estimator(ClassifierMixin, BaseEstimator):
    """One algorithm behind scikit-learn's interface. A subclass names the algorithm and its parameters, as dataclass
    fields.

    X has shape (n, d) everywhere; y has n labels of any two classes.
    """

    algorithm: ClassVar[str] = ""
    multi_class: ClassVar[bool] = False

    exact: bool = False

    def __init_subclass__(cls, **settings: Any) -> None:
        """Make __init__ from the annotations as scikit-learn requires: it stores all parameters and checks none."""
        super().__init_subclass__(**settings)
        dataclass(cls, kw_only=True, eq=False, repr=False)
        if vars(cls).get("algorithm") not in (None, *(other.algorithm for other in ESTIMATORS)):
            ESTIMATORS.append(cls)

    # --------------------------------------------------------------------------------- learning

    def fit(self, X: Any, y: Any) -> Any:
        """Run the algorithm on the examples; return self.

        Raises what the driver raises: `BadInput`, `NoSeparator` with its certificate, `Interrupted` with its record.
        """
        if hasattr(self, "record_"):
            del self.record_  # an earlier fit is void, even if this one fails
        X, labels = self._examples(X, y)
        record = self._row.run(X, labels, **self._settings(X))
        self._keep(record, X, labels)
        self._warn_of_other_ends({self.stopped_}, self._row.ends)
        return self

    def certificate(self, X: Any, y: Any) -> dict[str, Any]:
        """Return the last run as JSON-ready data for the checkers; X and y are its examples.

        Raises `BadInput` for a run in float64: exact=True runs on the exact values of the floats.
        """
        check_is_fitted(self)
        X, labels = self._examples(X, y, classes=self.classes_, reset=False)
        return self._row.certify(self.record_, X.tolist(), labels, **self._settings(X))

    @property
    def _row(self) -> Algorithm:
        return ALGORITHMS[self.algorithm]

    def _settings(self, X: Any) -> dict[str, Any]:
        known = self._row.defaults()
        given = {name: value for name, value in self.get_params(deep=False).items() if name in known}
        return {name: _exact_parameter(name, value, X) for name, value in given.items()}

    def _examples(self, X, y, classes=None, reset=True):
        """Return X as the driver takes it, with labels −1 and 1, or the indices of the classes."""
        X, y = validate_data(self, X, y, dtype=None, reset=reset)
        check_classification_targets(y)
        self.classes_: Any = np.unique(y if classes is None else classes)
        if not np.isin(y, self.classes_).all():
            raise BadInput(f"y has labels that are not among the classes {self.classes_.tolist()}")
        numbered = np.searchsorted(self.classes_, y)
        return self._points(X), numbered.tolist() if self.multi_class else self._two(2 * numbered - 1)

    def _two(self, labels):
        count, name = len(self.classes_), type(self).__name__
        if count < 2:
            raise BadInput(f"{name} needs two classes, but y has one class only: {self.classes_.tolist()}")
        if count > 2:
            raise BadInput(f"Only binary classification is supported by {name}, but y has {count} classes; "
                           "use OneVsRest, or scikit-learn's OneVsRestClassifier")
        return labels

    def _points(self, X):
        """Return the points as the driver takes them."""
        return to_number_array(X, self.exact)

    def _keep(self, record, X, labels, onward=False):
        """Store the results of a run; `onward` says that it continued the previous run."""
        self._learn(record, X, labels, onward)
        updates = getattr(record, "updates", 0)
        passes = math.ceil(record.visits / len(X)) if hasattr(record, "visits") else updates
        self.record_: Any = record
        self.stopped_: str = record.stopped if hasattr(record, "stopped") else self._row.ends[0]
        self.n_updates_: int = updates + (self.n_updates_ if onward else 0)
        self.n_iter_: int = passes + (self.n_iter_ if onward else 0)

    def _learn(self, record, X, labels, onward):
        """Store the data that scoring a point needs."""
        self._classify_by([(record.w, record.b)], getattr(record, "arithmetic", "exact") == "exact")

    def _classify_by(self, classifiers, exact):
        """Store these pairs (w, b); round exact ones if the data were floats."""
        given = to_plain_number if exact else nearest_float
        values = to_array([given(value) for w, b in classifiers for value in [*w, b]]).reshape(len(classifiers), -1)
        self.coef_: Any = values[:, :-1]
        self.intercept_: Any = values[:, -1]

    def _warn_of_other_ends(self, stops, ends):
        if ends and not stops <= {*ends}:
            warnings.warn(
                f"{type(self).__name__} stopped by {' and '.join(sorted(stops - {*ends}))} after {self.n_updates_} "
                f"updates, before its own end ({' or '.join(ends)}), so nothing is claimed about the result",
                ConvergenceWarning,
                stacklevel=3,
            )

    # ---------------------------------------------------------------------------------- judging

    def decision_function(self, X: Any) -> Any:
        """Return f at the n points, shape (n,); for more than two classes one column each, shape (n, classes).

        For an array of objects without floats an exact f stays exact; for arrays of numbers it is rounded once.
        """
        X = self._validate(X)
        scores = self._scores(self._points(X))
        if scores.dtype.kind == "f" or (X.dtype.kind == "O" and is_exact(X)):
            return scores
        return np.array([nearest_float(value) for value in scores.flat]).reshape(scores.shape)

    def predict(self, X: Any) -> Any:
        """Return the class of each point, shape (n,)."""
        scores = self._scores(self._points(self._validate(X)))
        if scores.ndim == 2:
            return self.classes_[scores.argmax(axis=1)]
        positive = scores >= 0 if getattr(self, "tie", None) == "positive" else scores > 0
        return self.classes_[positive.astype(int)]

    def _validate(self, X):
        check_is_fitted(self)
        return validate_data(self, X, dtype=None, reset=False)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "record_")

    def _scores(self, X):
        """Return f at points that the driver can take, not yet rounded."""
        scores = self._linear_scores(X)
        return scores[:, 0] if len(self.coef_) == 1 else _difference_of_two(scores)

    def _linear_scores(self, X):
        """Return ⟨w, x⟩ + b for each point and each classifier."""
        return convert_array(X, exact=self.coef_.dtype == object) @ self.coef_.T + self.intercept_

    def _takes_any_signs(self):
        """Return whether the weights may have any sign, so that the classifier can turn either way."""
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self.multi_class
        tags.classifier_tags.poor_score = not self._takes_any_signs()
        tags.input_tags.pairwise = getattr(self, "kernel", None) == "precomputed"
        return tags


class _Stepwise(Estimator):
    """An algorithm that makes updates until it stops, at the latest when update `max_updates` + 1 is due."""

    max_updates: int | None = 10_000


class Online(_Stepwise):
    """A perceptron that also learns from examples as they come."""

    bias_step: BiasStep = 1
    rate: Number = 1
    order: str | Iterable[int] = "cyclic"
    seed: int | None = None

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """Visit each example once, in this order, continuing from the state learned before; return self.

        The first call needs `classes` if y does not hold both. `record_` is the record of this pass, which starts at
        the classifier before it; `n_updates_` and `n_iter_` count all passes. `max_updates` does not apply.
        """
        if self.bias_step == "R2":
            raise BadInput("bias_step = 'R2' needs all examples; for partial_fit, give the number")
        onward = hasattr(self, "record_")
        X, labels = self._examples(X, y, self.classes_ if onward else classes, reset=not onward)
        if onward and self.record_.arithmetic == "float64":
            X = convert_array(X, exact=False)
        start = {"start": self._last()} if onward else {}
        order = {"order": range(len(X)), "seed": None, "max_updates": None}
        self._keep(self._pass(X, labels, **self._settings(X) | order | start), X, labels, onward)
        return self

    def _last(self):
        return self.record_.w, self.record_.b

    def _pass(self, X, labels, **settings):
        return self._row.run(X, labels, **settings)


# ---------------------------------------------------------------------------------- the perceptrons


class WidrowHoff(Online):
    """The Widrow–Hoff rule, for `max_updates` updates; parameters of `widrow_hoff.run`.

    >>> WidrowHoff(max_updates=2, bias_step=0).fit([[2], [1]], [1, -1]).coef_
    array([[Fraction(3, 32)]], dtype=object)
    """

    algorithm = "widrow_hoff"
    max_updates: int | None = 1000
    rate: Number | None = None  # type: ignore[assignment]

    def _pass(self, X, labels, **settings):
        """Run one pass; a rate that is not given is the one computed from the first examples."""
        if settings["rate"] is None and hasattr(self, "record_"):
            settings["rate"] = self.record_.rate if is_exact(X) else float(self.record_.rate)
        return super()._pass(X, labels, **settings)


class VotedPerceptron(Online):
    """The voted perceptron; parameters of `voted_perceptron.run`. f is the sum of the votes, an int.

    >>> VotedPerceptron().fit([[1], [-1]], [1, -1]).decision_function([[5], [-5]])
    array([ 4., -4.])
    """

    algorithm = "voted_perceptron"
    tie: str = "mistake"

    def _learn(self, record, X, labels, onward):
        voters = voted_perceptron.voters(record, X, labels)
        self._voters: list[Any] = self._voters + voters if onward else voters

    def _last(self):
        w, b = self._voters[-1][1]
        return w.tolist(), b

    def _scores(self, X):
        votes = np.array([votes for votes, _ in self._voters])
        W, b = (np.array(part) for part in zip(*(state for _, state in self._voters), strict=True))
        margins = (W @ x + b for x in convert_array(X, exact=self.record_.arithmetic == "exact"))
        return np.array([votes @ ((f > 0).astype(int) - (f < 0)) for f in margins])


class AveragedPerceptron(Online):
    """The averaged perceptron; parameters of `averaged_perceptron.run`. `partial_fit` continues from the last weights,
    not the mean.

    >>> AveragedPerceptron().fit([[1], [-1]], [1, -1]).coef_
    array([[Fraction(7, 4)]], dtype=object)
    """

    algorithm = "averaged_perceptron"
    tie: str = "mistake"

    def _learn(self, record, X, labels, onward):
        votes, mean = sum(record.votes), to_array([*record.w, record.b])
        self._total: Any = votes * mean + (self._total if onward else 0)
        self._votes: int = votes + (self._votes if onward else 0)
        exact = record.arithmetic == "exact"
        mean = self._total / (Fraction(self._votes) if exact else self._votes) if self._votes else mean
        self._classify_by([(mean[:-1], mean[-1])], exact)

    def _last(self):
        return self.record_.last


class _KernelMachine(Estimator):
    """A classifier that stores its examples, and scores a new point by a kernel; it has the parameters of
    `kernels.kernel`.

    For kernel "precomputed", X has shape (n, n), and a point is given by its n values.
    """

    kernel: str = "linear"
    degree: int | None = None
    offset: Number | None = None
    gamma: Number | None = None

    def _learn(self, record, X, labels, onward):
        self._data: tuple[Any, ...] = (X, labels)

    def _scores(self, X):
        return to_array(self._row.module.scores(self.record_, *self._data, X))


class KernelPerceptron(_KernelMachine, _Stepwise):
    """The kernel perceptron; parameters of `kernel_perceptron.run`.

    >>> model = KernelPerceptron(kernel="polynomial").fit([[-1], [0], [1]], [1, 0, 1])
    >>> model.decision_function([[2], [Fraction(1, 3)]])
    array([7, Fraction(-7, 9)], dtype=object)
    """

    algorithm = "kernel_perceptron"
    bias_step: BiasStep = 1
    order: str = "cyclic"
    tie: str = "mistake"


class LiftedPerceptron(_Stepwise):
    """The perceptron on lifted points; parameters of `lifting.run`. coef_ belongs to the coordinates of φ(x).

    >>> LiftedPerceptron(lifting="shifted_squares").fit([[-1], [0], [1]], [1, 0, 1]).record_.discriminant
    {(0,): -2, (1,): 0, (2,): 3}
    """

    algorithm = "lifting"
    lifting: str = "squares"
    degree: int | None = None
    bias_step: BiasStep = 1
    rate: Number = 1
    order: str | Iterable[int] = "cyclic"
    seed: int | None = None
    tie: str = "mistake"

    def _scores(self, X):
        X = convert_array(X, exact=self.coef_.dtype == object)
        return super()._scores(np.array([self.record_.lifting(x) for x in X], dtype=X.dtype))

# ---------------------------------------------------------------------- found by a solver, and proved


class Separator(Estimator):
    """A separator with its proof, with the parameters of `separability.separate`. Raises `NoSeparator`, with the
    combination.

    >>> Separator(method="nearest_point").fit([[0], [1]], [0, 1]).score([[0], [1]], [0, 1])
    1.0
    """

    algorithm = "separability"
    bias: bool = True
    method: str = "auto"

    def _learn(self, record, X, labels, onward):
        if not record.separable:
            raise NoSeparator(
                "no separator exists: a convex combination of the signed examples "
                f"{list(record.active)} is 0, and would be on the right side of every separator",
                record.combination,
            )
        super()._learn(record, X, labels, onward)


class BestMargin(Estimator):
    """The separator of best margin, (w, b) of least ‖w‖² + b²/c; parameters of `nearest_point.best_margin`.

    Floats are taken at their exact value: exact=True is the default. Raises `NoSeparator`.

    >>> BestMargin().fit([[1], [3]], [0, 1]).coef_
    array([[1]], dtype=object)
    """

    algorithm = "nearest_point"
    exact: bool = True
    bias_step: BiasStep = 1


class SupportVectorMachine(Estimator):
    """The support vector machine: soft margin with penalty `C`, or hard margin for C=None; see `svm`.

    `record_` has exact primal and dual points. The hard margin raises `NoSeparator`.

    >>> SupportVectorMachine(C=None).fit([[0, 0], [2, 0], [3, 1]], [0, 1, 1]).intercept_
    array([-1], dtype=object)
    """

    algorithm = "svm"
    C: Number | None = 1


# ------------------------------------------------------------------------- nothing is repeated


class NearestMean(_KernelMachine):
    """The nearest mean; parameters of `nearest_mean.run`. The linear kernel gives coef_ and intercept_ too.

    >>> NearestMean().fit([[0], [2], [5]], ["a", "a", "b"]).decision_function([[3], [4]])
    array([0., 8.])
    """

    algorithm = "nearest_mean"
    tie: str = "negative"

    def _learn(self, record, X, labels, onward):
        self._data: tuple[Any, ...] = (X,)
        if record.w is not None:
            self._classify_by([(record.w, record.b)], record.arithmetic == "exact")


class NearestNeighbours(Estimator):
    """k nearest neighbours, for any number of classes; parameters of `nearest_neighbours.run`.

    For two classes, f is the number of votes for the second class minus the number for the first. For more classes, f
    has the number of votes for each class. Ties are decided by `vote_tie`.

    >>> NearestNeighbours(k=2, vote_tie="nearest").fit([[0], [1], [5]], ["a", "b", "c"]).predict([[2]])
    array(['b'], dtype='<U1')
    """

    algorithm = "nearest_neighbours"
    multi_class = True
    k: int = 1
    distance_tie: str = "first"
    vote_tie: str = "smallest"

    def _learn(self, record, X, labels, onward):
        self._data: tuple[Any, ...] = (X, labels)

    def _scores(self, X):
        table, labels = self._data
        near = nearest_neighbours.neighbours_of(rows(table), rows(X), self.record_.k, self.record_.distance_tie)
        votes = [np.bincount([labels[i] for i in voters], minlength=len(self.classes_)) for voters in near]
        return _difference_of_two(np.array(votes))

    def predict(self, X: Any) -> Any:
        X = self._validate(X)
        examples, labels = self._data
        said = nearest_neighbours.predict(self.record_, examples, labels, self._points(X))
        return self.classes_[np.array(said, dtype=int)]


class OneVsRest(_Stepwise):
    """One against the rest, for any number of classes; parameters of `one_vs_rest.run`.

    `driver` names an algorithm that finds a linear classifier by steps, and `options` holds its parameters. coef_ has
    shape (classes, d). For two classes, f is the score of the second class minus the score of the first.

    >>> model = OneVsRest(driver="margin_perceptron", options={"beta": 2})
    >>> model.fit([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"]).predict([[0, 5], [-5, -5]])
    array(['a', 'c'], dtype='<U1')
    """

    algorithm = "one_vs_rest"
    multi_class = True
    driver: str = "perceptron"
    options: dict[str, Any] | None = None

    def _settings(self, X):
        given = {"max_updates": self.max_updates} | (self.options or {})
        fixed = {"driver": self.driver, "classes": range(len(self.classes_))}
        return fixed | {name: _exact_parameter(name, value, X) for name, value in given.items()}

    def _learn(self, record, X, labels, onward):
        exact = all(run.arithmetic == "exact" for run in record.runs)
        self._classify_by([(run.w, run.b) for run in record.runs], exact)

    def _warn_of_other_ends(self, stops, ends):
        super()._warn_of_other_ends({run.stopped for run in self.record_.runs}, lookup_algorithm(self.driver).ends)


class MultiClassPerceptron(Online):
    """The perceptron for any number of classes; parameters of `multi_class_perceptron.run`. coef_ has shape (classes,
    d).

    For two classes, f is the score of the second class minus the score of the first.

    >>> model = MultiClassPerceptron(bias_step=0).fit([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"])
    >>> model.coef_.tolist(), model.predict([[0, 5], [-5, -5]]).tolist()
    ([[0, 6], [3, -3], [-3, -3]], ['a', 'c'])
    """

    algorithm = "multi_class_perceptron"
    multi_class = True
    shares: str = "chosen"
    tie: str = "mistake"

    def _settings(self, X):
        return super()._settings(X) | {"classes": range(len(self.classes_))}

    def _learn(self, record, X, labels, onward):
        self._classify_by(list(record.classifiers.values()), record.arithmetic == "exact")

    def _last(self):
        return list(self.record_.classifiers.values())


class PRank(_Stepwise):
    """PRank, for any number of ranks; parameters of `prank.run`. The parameter `ranks` lists the ranks in order;
    without it, they are the sorted labels.

    The score f of a rank is the sum of ⟨w, x⟩ − b over the thresholds below the rank, so f is greatest at the rank of
    x. A tie goes to the highest rank. coef_ has shape (classes, d). For two classes, f is the second's f minus the
    first's.

    >>> model = PRank(ranks=["low", "mid", "top"]).fit([[1], [2], [4]], ["low", "mid", "top"])
    >>> model.predict([[0], [9]]), model.decision_function([[3]])
    (array(['low', 'top'], dtype='<U3'), array([[0., 2., 1.]]))
    """

    algorithm = "prank"
    multi_class = True
    ranks: Iterable[Any] | None = None
    order: str | Iterable[int] = "cyclic"
    seed: int | None = None

    def __sklearn_tags__(self) -> Any:
        """Return scikit-learn's tags. They expect a poor score, because a ranking separates unordered classes badly."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _settings(self, X):
        names = self.classes_.tolist()
        given = names if self.ranks is None else list(self.ranks)
        if sorted(map(str, given)) != sorted(map(str, names)):
            raise BadInput(f"ranks = {given} are not the classes of y, {names}")
        return super()._settings(X) | {"ranks": [names.index(name) for name in given]}

    def _learn(self, record, X, labels, onward):
        below = [sum(record.thresholds[:r]) for r in range(len(record.ranks))]
        found = [([r * weight for weight in record.weights], -b) for r, b in enumerate(below)]
        self._classify_by([found[record.ranks.index(i)] for i in range(len(found))], record.arithmetic == "exact")

    def predict(self, X: Any) -> Any:
        X = self._validate(X)
        downwards = np.array(self.record_.ranks[::-1])
        scores = self._linear_scores(self._points(X))[:, downwards]
        return self.classes_[downwards[scores.argmax(axis=1)]]


class StructuredPerceptron(_Stepwise):
    """The perceptron that chooses among candidates, with the parameters of `structured_perceptron.run`. No bias is
    learned.

    `groups` has n values; rows with equal values are the candidates of one example, and classes_[1] labels the right
    one. `predict` gives that label to the chosen candidate, the first with the highest score. Without `groups`, each
    row is an example with the candidates row and 0, which is the perceptron without bias.

    >>> model = StructuredPerceptron().fit([[2, 0], [0, 1], [1, 1], [3, 1]], [1, 0, 0, 1], groups=[1, 1, 2, 2])
    >>> model.coef_.tolist(), model.predict([[0, 2], [1, 2], [0, 0]], groups=[7, 7, 7]).tolist()
    ([[2, -1]], [0, 1, 0])
    """

    algorithm = "structured_perceptron"
    rate: Number = 1
    order: str | Iterable[int] = "cyclic"
    seed: int | None = None
    shares: str = "chosen"
    tie: str = "mistake"

    def fit(self, X: Any, y: Any, groups: Any = None) -> Any:
        """Run the algorithm on the examples and return self; raise as `Estimator.fit` does."""
        with self._in_groups(groups):
            return super().fit(X, y)

    def certificate(self, X: Any, y: Any, groups: Any = None) -> dict[str, Any]:
        """Return the last run as JSON-ready data; X, y and groups are its examples."""
        with self._in_groups(groups):
            return super().certificate(X, y)

    @contextmanager
    def _in_groups(self, groups):
        """Keep the groups for `_examples`, and no longer."""
        self._groups = groups
        try:
            yield
        finally:
            del self._groups

    def predict(self, X: Any, groups: Any = None) -> Any:
        """Return the label of each row, shape (n,): classes_[1] once a group, or without groups where f > 0."""
        if groups is None:
            return super().predict(X)
        scores = self._scores(self._points(self._validate(X)))
        best = [max(places, key=lambda i: scores[i]) for places in _groups(groups, len(scores))]
        return self.classes_[np.isin(np.arange(len(scores)), best).astype(int)]

    def _examples(self, X, y, classes=None, reset=True):
        table, labels = super()._examples(X, y, classes, reset)
        if self._groups is None:
            return table, labels
        found = _groups(self._groups, len(table))
        right = [[k for k, i in enumerate(places) if labels[i] > 0] for places in found]
        for places, marked in zip(found, right, strict=True):
            if len(marked) != 1 or len(places) < 2:
                raise BadInput(f"the group of row {places[0]} has {len(places)} rows, {len(marked)} of them right; "
                               "a group needs at least two rows, and exactly one right row")
        return _Ragged(table[places] for places in found), [k for (k,) in right]


class _Ragged(list[Any]):
    """A list of arrays of candidates, one for each example."""

    def tolist(self) -> list[Any]:
        return [one.tolist() for one in self]


def _groups(groups, count):
    """Return the rows of each group, in the order in which the groups appear."""
    given = np.asarray(groups)
    if given.shape != (count,):
        raise BadInput(f"groups has the shape {given.shape}; for {count} rows give one value for each")
    places: dict[Any, list[int]] = {}
    for i, group in enumerate(given.tolist()):
        places.setdefault(group, []).append(i)
    return list(places.values())


def _difference_of_two(scores):
    """Return the scores. For two classes return the score of the second class minus the score of the first class."""
    return scores[:, -1] - scores[:, 0] if scores.shape[1] == 2 else scores


# ------------------------------------------------------------------------- multiplicative weights


class _OnSigns(_Stepwise):
    """An online algorithm whose inputs are ±1, always exact.

    With `threshold` a number, coordinates above it count as 1 and all others as −1; None takes ±1 only.
    """

    max_updates: int | None = 1000
    threshold: Number | None = None

    def _learn(self, record, X, labels, onward):
        self._weights: Any = np.array(getattr(record, "weights", record.w), dtype=object)
        super()._learn(record, X, labels, onward)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """Visit each example once, in this order, continuing from the state learned before; return self.

        The first call needs `classes` if y does not hold both. `max_updates` does not apply, and there is no record,
        hence no certificate.
        """
        onward = hasattr(self, "record_")
        X, labels = self._examples(X, y, self.classes_ if onward else classes, reset=not onward)
        rule: Any = self._row.declared
        learner = rule(X, labels, **self._settings(X))
        if onward:
            learner.at = learner.at._replace(state=self._weights)
        for i in learner.wrong():
            learner.take(i)
        self._weights = learner.state
        self.n_updates_: int = learner.updates + (self.n_updates_ if onward else 0)
        self.n_iter_: int = 1 + (self.n_iter_ if onward else 0)
        self.record_: Any = None
        self.stopped_ = "order_exhausted"
        self._classify_by([(learner.classifier(), 0)], exact=True)
        return self

    def certificate(self, X: Any, y: Any) -> dict[str, Any]:
        """Return the run of `fit` as JSON-ready data for the checkers; X and y are its examples."""
        check_is_fitted(self)
        if self.record_ is None:
            raise BadInput("partial_fit keeps no record, so there is no certificate; use fit")
        return super().certificate(X, y)

    def _points(self, X):
        X = to_number_array(X)
        return np.array(signs(X)) if self.threshold is None else np.where(self.threshold < X, 1, -1)

    def _takes_any_signs(self):
        return False


class Winnow(_OnSigns):
    """Winnow, with the parameters of `winnow.run`. With `balanced`, the weights may have any sign.

    >>> Winnow().fit([[1, 1], [-1, 1]], [1, 0]).coef_
    array([[2, Fraction(1, 2)]], dtype=object)
    """

    algorithm = "winnow"
    delta: Number = 1
    balanced: bool = False

    def _takes_any_signs(self):
        return self.balanced


class WeightedMajority(_OnSigns):
    """Weighted majority of experts; parameters of `weighted_majority.run`. A coordinate is the prediction of an expert.

    `fit` passes over the trials once.

    >>> WeightedMajority().fit([[1, -1, -1], [1, -1, 1]], [1, 0]).coef_
    array([[Fraction(1, 2), Fraction(1, 2), Fraction(1, 4)]], dtype=object)
    """

    algorithm = "weighted_majority"
    beta: Number = 0.5
    tie: str = "mistake"


class AdaBoost(_Stepwise):
    """AdaBoost on decision stumps, with the parameters of `adaboost.run`. f is tanh F for the vote F, with the sign of
    F.

    >>> AdaBoost().fit([[0], [1], [2]], [1, -1, 1]).predict([[0], [1], [2]])
    array([ 1, -1,  1])
    """

    algorithm = "adaboost"
    bits: int | None = 16
    max_updates: int | None = 100

    def _learn(self, record, X, labels, onward):
        self._vote = record

    def _scores(self, X):
        return np.array(adaboost.scores(self._vote, convert_array(X, exact=self._vote.arithmetic == "exact")))


# ------------------------------------------------------------------------------- of rules that are declared


def estimator_of(rule: type[Rule]) -> type[_Stepwise]:
    """Return the estimator class of a rule. It has the options of the rule with their defaults, and `partial_fit` if
    the rule can continue a run.

    >>> margin = ALGORITHMS["margin_perceptron"].declared
    >>> estimator_of(margin)(beta=3, bias_step=0).fit([[1], [-1]], [1, -1]).coef_
    array([[4]], dtype=object)
    """
    shown = [option for option in rule.options if option.typed or option.name != START.name]
    options = {option.name: option.default for option in shown} | rule.usual
    # scikit-learn takes no fraction for a default; a float counts at its exact value among exact data.
    options = {name: float(value) if isinstance(value, Fraction) else value for name, value in options.items()}
    meanings = "".join(f"\n    {option.name}: {option.meaning}" for option in shown)
    said = f"{str(rule.__doc__).partition('.')[0]}; parameters of `{rule.name}.run`.\n{meanings}\n"
    inside = {"algorithm": rule.name, "max_updates": rule.cap, **options, "__doc__": said, "__module__": __name__,
              "__annotations__": {"max_updates": int | None, **dict.fromkeys(options, Any)}}
    made: Any = type(rule.__name__, (Online if rule.goes_on else _Stepwise,), inside)
    return made


_written = {cls.algorithm for cls in ESTIMATORS}
_declared = [row.declared for row in ROWS if row.name not in _written and row.declared]
globals().update({rule.__name__: estimator_of(rule) for rule in _declared})

if TYPE_CHECKING:

    def __getattr__(name: str) -> type[Estimator]:
        """Return an estimator of a declared rule."""
        raise AttributeError(name)


# ------------------------------------------------------------------------- scikit-learn's own checks

INSEPARABLE = "fit gives no classifier but a certificate, because the examples of this check have no separator"
NO_SIGNS = "the inputs of this check are not ±1, and without a threshold fit refuses them"

ON_INSEPARABLE_DATA = """
check_fit_score_takes_y check_n_features_in_after_fitting check_estimators_dtypes check_dtype_object
check_estimators_nan_inf check_classifier_data_not_an_array check_classifiers_train check_supervised_y_2d
check_fit_idempotent check_fit_check_is_fitted check_n_features_in
"""
ON_OTHER_NUMBERS = """
check_estimators_overwrite_params check_dont_overwrite_parameters check_estimators_fit_returns_self
check_readonly_memmap_input check_positive_only_tag_during_fit check_pipeline_consistency check_estimators_pickle
check_f_contiguous_array_estimator check_classifiers_one_label check_classifiers_classes
check_estimators_partial_fit_n_features check_classifier_not_supporting_multiclass
check_methods_sample_order_invariance check_methods_subset_invariance check_fit2d_1sample check_fit2d_1feature
check_dict_unchanged check_fit2d_predict1d
"""


def expected_failed_checks(estimator: Estimator) -> dict[str, str]:
    """Return the checks of `sklearn.utils.estimator_checks` that an estimator cannot pass, each with the reason.

    The examples of these checks have no separator, or are not ±1. SupportVectorMachine(C=1) and Winnow(threshold=0),
    which share the code, pass all these checks.

    >>> expected_failed_checks(Perceptron())
    {}
    """
    if isinstance(estimator, _OnSigns) and estimator.threshold is None:
        return dict.fromkeys((ON_INSEPARABLE_DATA + ON_OTHER_NUMBERS).split(), NO_SIGNS)
    if isinstance(estimator, Separator | BestMargin) or getattr(estimator, "C", 1) is None:
        return dict.fromkeys(ON_INSEPARABLE_DATA.split(), INSEPARABLE)
    return {}

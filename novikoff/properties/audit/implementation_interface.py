"""One interface for all implementations, whatever the names of their methods.

Datasets are exact. `array` converts them to the dtype of the implementation and refuses a number that this dtype cannot
represent. Weights are returned at their exact binary value.
"""

from __future__ import annotations

import copy
import random
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from typing import Any

from ...algorithms.candidate_rule import SHARES, TIES
from ...algorithms.errors import BadInput
from ...algorithms.labelled_examples import number
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from ...algorithms.run_loop import check_flag
from ...algorithms.safe_files import parse_json
from ...algorithms.user_rules import load_object
from .conventions import Conventions, suggest_name
from .number_literals import array_code
from .verdicts import BREACH, NAN, RAISES, SHAPE, UNCHECKED

Known = Mapping[str, tuple[str, str]]  # for each failing check its verdict and the reason


class Broken(Exception):
    """A problem of a class that makes a check impossible: `problem` is one of `verdicts.PROBLEMS`,
    `verdicts.BREACH`, or `verdicts.UNCHECKED`. `code` shows the problem for a new model and the data X, y."""

    def __init__(self, problem: str, reason: str, trace: str = "", code: Sequence[str] = ()) -> None:
        """Take the problem, a sentence, and the traceback if there is one."""
        super().__init__(problem, reason, trace, code)
        self.problem: str = problem
        self.reason: str = reason
        self.trace: str = trace
        self.code: tuple[str, ...] = tuple(code)

    def __str__(self) -> str:
        return f"{self.problem}: {self.reason}"


@contextmanager
def wrap_call_errors() -> Iterator[None]:
    """Raise `Broken` if the code inside raises. The code must only call the class under audit: an exception from
    elsewhere is an error in the audit.

    >>> with wrap_call_errors():
    ...     [].index(1)
    Traceback (most recent call last):
    novikoff.properties.audit.implementation_interface.Broken: raises: ValueError: 1 is not in list
    """
    try:
        yield
    except Broken:
        raise
    except Exception as problem:
        said = " ".join(f"{type(problem).__name__}: {problem}".split())  # one line, also as a comment of printed code
        raise Broken(RAISES, said, traceback.format_exc()) from None


@contextmanager
def wrap_read_errors(what: str) -> Iterator[None]:
    """Raise `Broken` if the code inside, which reads an attribute of an estimator, fails; nothing is then checked."""
    try:
        yield
    except Broken:
        raise
    except Exception as problem:
        why = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        raise Broken(UNCHECKED, f"{what} cannot be read ({why}); name the attribute in a profile") from None


class Refused(Broken):
    """The refusal of examples by a class. A class may refuse two examples, one of each class, by a `ValueError`. By any
    exception it may refuse examples that have a property named in the message."""


def refusal(problem: Exception, X: Any, y: Any) -> str:
    """Return why an exception of `fit` is a refusal of these examples; "" if it is not.

    >>> refusal(OverflowError("The variable 0 is constant."), [[2, 1], [2, 3], [2, 4]], [1, 1, -1])
    'the class refuses a constant feature: The variable 0 is constant.'
    >>> refusal(ValueError("The variable 0 is constant."), [[2], [3], [4]], [1, 1, -1])
    ''
    """
    said = " ".join(str(problem).split())
    rows = X.toarray() if hasattr(X, "toarray") else X
    constant = any(len(set(column)) == 1 for column in zip(*rows, strict=True))
    properties = {"negative features": NEGATIVE.search(said) and any(value < 0 for row in rows for value in row),
                  "a constant feature": CONSTANT.search(said) and constant,
                  f"{FEWEST} examples": isinstance(problem, ValueError) and len(y) <= FEWEST}
    return next((f"the class refuses {name}: {said}" for name, holds in properties.items() if holds), "")


DATA_WORDS = r"(X|data|inputs?|features?|columns?|variables?|values?|entries)"
NEGATIVE = re.compile(rf"(?i)\bnegative {DATA_WORDS}\b|\b{DATA_WORDS}\b.*\b(non-?)?negative\b")
FEW_NEIGHBOURS = re.compile(r"(?i)ValueError: .*(neighbou?rs\b.*samples|samples\b.*neighbou?rs)")
CONSTANT = re.compile(rf"(?i)\bconstant {DATA_WORDS}\b|\b{DATA_WORDS}\b.*\b(constant|zero variance)\b")


def first_rows(estimator: Any) -> tuple[Any, Any]:
    """Return `coef_` of shape (d,) or (1, d) and `intercept_`, a number or of shape (1,). The bias is 0 if the
    estimator has `coef_` alone. Raises `AttributeError` if another attribute may be the bias."""
    alone = set(getattr(estimator, "__dict__", ())) == {"coef_"}
    return np.ravel(estimator.coef_), 0 if alone else np.ravel(estimator.intercept_)[0]


def partial_fit(estimator: Any, x: Any, label: Any, labels: Sequence[Any]) -> None:
    """Train the estimator on one example by scikit-learn's method."""
    estimator.partial_fit(np.array([x]), np.array([label]), classes=np.array(labels))


def fit(estimator: Any, X: Any, y: Any) -> None:
    """Fit by scikit-learn's method."""
    estimator.fit(X, y)


def predict(estimator: Any, X: Any) -> Any:
    """Predict by scikit-learn's method."""
    return estimator.predict(X)


def return_none(*_: Any) -> None:
    """Return None, for entries of a profile that are unknown."""


def ordered_score(w: Any, b: Any, x: Any) -> Any:
    """Return ⟨w, x⟩ + b, summed from the first coordinate to the last, in the type of the weights.

    >>> ordered_score([Fraction(2**53 + 1)], Fraction(0), [1.0]) - 2**53
    Fraction(1, 1)
    """
    if isinstance(w[0], Fraction):  # a Fraction times a float would be a float
        x = [Fraction(float(value)) for value in x]
    total = w[0] * x[0]
    for weight, value in zip(w[1:], x[1:], strict=True):
        total += weight * value
    return total + b


@dataclass(frozen=True)
class Profile:
    """The description of an implementation.

    `family` names its checks, a key of `check_table.TABLE`. For "classes" and "choices", `facts` holds the entries that
    `CHOOSING` names, and for "classes" `labels` are the names of the classes. `conventions` is a `Conventions`, or a
    function of the parameters that returns one; None means that they are inferred. `labels` are the two labels that the
    class takes for −1 and 1.

    `step(estimator, x, label, labels)` trains on one example (None: not possible). `weights(estimator)` returns (w, b).
    `score(w, b, x)` is f(x) in the implementation's own arithmetic.

    `counter(estimator)` is the class's own count of updates, `mistakes(estimator)` the examples that it records for
    them, and `visits(estimator, X, y)` the order in which `fit` visited the examples. `capped(estimator)` says whether
    `fit` ended at its own cap. Each returns None if the class does not say.

    `expected` holds {check: (verdict, reason)} for the known failures. `fit_code`, `step_code`, `weights_code` and
    `counter_code` are the same calls as code, for reproducing a failure.

    `asks` names the entries that are to be inferred, of "labels" and "weights". `readable` says that there are weights
    to read, `through_0` that there is never a bias, `still_bias` that there is an attribute for it all the same, and
    that nothing declares why. `separates` says whether the class claims to separate separable
    data; None means that this is inferred.
    """

    name: str
    target: str = ""
    distribution: str = ""
    versions: str = ""
    family: str = "perceptron"
    conventions: Conventions | Callable[[Mapping[str, Any]], Conventions] | None = None
    labels: tuple[Any, ...] = (-1, 1)
    fit: Callable[..., None] | None = fit
    step: Callable[..., None] | None = partial_fit
    weights: Callable[[Any], Any] = first_rows
    score: Callable[..., Any] = ordered_score
    predict: Callable[..., Any] = predict
    counter: Callable[[Any], int | None] = return_none
    mistakes: Callable[[Any], Sequence[int] | None] = return_none
    visits: Callable[..., Sequence[int] | None] = return_none
    capped: Callable[[Any], bool | None] = return_none
    expected: Known | Callable[[Mapping[str, Any]], Known] = field(default_factory=dict)
    make: Callable[..., Any] | None = None
    fit_code: str = "model.fit(X, y)"
    step_code: str = "model.partial_fit(X[i:i + 1], y[i:i + 1], classes={labels})"
    weights_code: str = "np.ravel(model.coef_), np.ravel(model.intercept_)[0]"
    counter_code: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    asks: tuple[str, ...] = ()
    readable: bool = True
    through_0: bool = False
    still_bias: bool = False
    separates: bool | None = None

    def rule(self, params: Mapping[str, Any]) -> Conventions | None:
        """Return the conventions under these parameters; None if they are to be inferred."""
        return self.conventions(params) if callable(self.conventions) else self.conventions

    def find_known(self, params: Mapping[str, Any]) -> Known:
        """Return the failures that are known under these parameters."""
        return self.expected(params) if callable(self.expected) else self.expected


PROFILE_KEYS = ("labels", "weights", "counter", "mistakes", "separates", "expected", "classes", "choices")
CHOOSING = {"shares": SHARES, "tie": TIES}  # entries about several classes or candidates
STEPPED_PASSES = 20  # in printed code that trains on one example at a time
FEWEST = 2  # examples, one of each label, that a class may refuse
SEVERAL = 4  # classes of the data for a class that takes more than two


def profile_of(text: str, name: str) -> Profile:
    """Return the profile in JSON text: conventions, "labels", "weights": [w, b], "counter", "mistakes" (attribute
    names). "separates": false says that the class does not claim to separate separable data. "expected" is {check:
    [verdict, reason]}. Missing entries are inferred. Raises `BadInput`.

    >>> profile_of('{"tie": "positive", "rate": 1, "labels": [0, 1], "weights": ["w_", "b_"]}', "mine").labels
    (0, 1)
    """
    data = parse_json(text, f"profile {name}", advice='write an object such as {"tie": "mistake"}', floats=True)
    return profile_from(data, name)


def profile_from(data: Any, name: str) -> Profile:
    """Return the profile with these keys and values. Raises `BadInput` for unusable ones."""
    if not isinstance(data, Mapping):
        raise BadInput(f'profile {name} must be a JSON object such as {{"tie": "mistake"}}')
    rule = Conventions.from_json({key: value for key, value in data.items() if key not in PROFILE_KEYS},
                            f"profile {name}: ", PROFILE_KEYS)
    more: dict[str, Any] = {"asks": tuple(key for key in ("labels", "weights") if key not in data)}
    if "classes" in data:
        more |= class_profile(_read_choice("classes", data, name))
    if "choices" in data:
        more |= candidate_profile(_read_choice("choices", data, name))
    if "labels" in data:
        more["labels"] = _labels(_require_pair(data["labels"], "labels", name), name)
    if "weights" in data:
        w, b = (_attribute(value, "weights", name) for value in _require_pair(data["weights"], "weights", name))
        more["weights"] = lambda estimator: attributes(estimator, w, b)
        more["weights_code"] = f"np.ravel(model.{w}), np.ravel(model.{b})[0]"
        if "classes" in data:
            more["weights"] = lambda estimator: (getattr(estimator, w), getattr(estimator, b))
            more["weights_code"] = f"model.{w}, model.{b}"
        if "choices" in data:  # such a perceptron has no bias
            more |= {"weights": lambda estimator: (getattr(estimator, w), 0), "weights_code": f"np.ravel(model.{w}), 0"}
    if "counter" in data:
        counter = _attribute(data["counter"], "counter", name)
        more["counter"] = lambda estimator: int(getattr(estimator, counter))
        more["counter_code"] = f"model.{counter}"
    if "mistakes" in data:
        noted = _attribute(data["mistakes"], "mistakes", name)
        more["mistakes"] = lambda estimator: [int(i) for i in getattr(estimator, noted)]
    if "separates" in data:
        more["separates"] = check_flag(data["separates"], f"profile {name}: separates")
    if "expected" in data:
        more["expected"] = _read_expected(data["expected"], name)
    return Profile(name, conventions=rule if rule != Conventions() else None, **more)


def _read_choice(what: str, data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the entries about a choice among classes or candidates. Raises `BadInput` for others."""
    given = data[what]
    for key, value in given.items() if isinstance(given, Mapping) else [(what, given)]:
        if key not in CHOOSING or value not in CHOOSING[key]:
            known = " and ".join(f'"{each}", one of {", ".join(words)}' for each, words in CHOOSING.items())
            raise BadInput(f"profile {name}: {what} = {given!r:.80} must hold {known}")
    return dict(given)


def class_profile(given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a profile for a perceptron for several classes."""
    return {"family": "classes", "labels": tuple(range(SEVERAL)), "facts": {"classes": given}, "asks": (),
            "weights": lambda estimator: (estimator.coef_, getattr(estimator, "intercept_", 0)),
            "weights_code": "model.coef_, model.intercept_"}


def candidate_profile(given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a profile for a perceptron that chooses among candidates; `fit` is called with groups."""
    return {"family": "choices", "facts": {"choices": given}, "asks": (), "fit": None, "step": None,
            "weights": lambda estimator: (estimator.coef_, 0), "fit_code": "model.fit(X, y, groups=groups)",
            "weights_code": "np.ravel(model.coef_), 0"}


def _labels(pair: list[Any], name: str) -> tuple[Any, Any]:
    known = all(isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)) for value in pair)
    if pair[0] == pair[1] or not known:
        said = f"profile {name}: labels = {pair!r:.60}"
        raise BadInput(f"{said} must be two different numbers or texts, the negative first")
    return tuple(pair)


def _attribute(value: Any, key: str, name: str) -> str:
    if not isinstance(value, str) or not value.isidentifier():
        raise BadInput(f"profile {name}: {key} = {value!r:.60} must be the name of an attribute, such as 'coef_'")
    return value


def _read_expected(given: Any, name: str) -> dict[str, tuple[str, str]]:
    from .verdicts import PROBLEMS, VERDICTS

    if not isinstance(given, Mapping):
        raise BadInput(f'profile {name}: expected = {given!r:.60} must be {{"check": ["verdict", "reason"]}}')
    found = {check: tuple(_require_pair(pair, f"expected[{check!r}]", name)) for check, pair in given.items()}
    for check, (verdict, reason) in found.items():
        if verdict not in (*VERDICTS, *PROBLEMS):
            hint = suggest_name(verdict, (*VERDICTS, *PROBLEMS)) or f"; they are: {', '.join((*VERDICTS, *PROBLEMS))}"
            raise BadInput(f"profile {name}: expected[{check!r}] has no verdict {verdict!r}{hint}")
        if not isinstance(reason, str):
            raise BadInput(f"profile {name}: the reason of expected[{check!r}] is {reason!r}, not a text")
    return found


def written_profile(audited: Implementation) -> dict[str, Any]:
    """Return the known facts about an implementation in the form that `profile_from` reads."""
    known = audited.rule.to_json()
    return {**known, "labels": [getattr(label, "item", lambda label=label: label)() for label in audited.labels]}


def attributes(estimator: Any, w: str, b: str) -> tuple[Any, Any]:
    """Return the weights in the attributes of these names."""
    return np.ravel(getattr(estimator, w)), np.ravel(getattr(estimator, b))[0]


def _require_pair(value: Any, key: str, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(f"profile {name}: {key} = {value!r:.60} must be a list of two")
    return value


# --------------------------------------------------------------------------------- the implementation


def load(target: str) -> type:
    """Import the module of "MODULE:CLASS" and return the class; raises `BadInput` if there is none."""
    module, colon, name = target.partition(":")
    if not colon or not module or not name.isidentifier():
        raise BadInput(f"{target!r} names no class; write MODULE:CLASS, such as sklearn.linear_model:Perceptron")
    found = load_object(target, "class", lambda value: isinstance(value, type))
    if not isinstance(found, type):
        raise BadInput(f"{target} is {why_no_class(found)}")
    return found


def why_no_class(found: Any) -> str:
    """Return a description of an object that is no class, and for a function explain how to make a class of it."""
    if not callable(found):
        return f"an object of the class {type(found).__name__}, not a class: give the class instead"
    return ("a function, not a class: write a class whose fit(self, X, y) calls it and keeps what it returns, and "
            "whose predict(self, X) returns labels")


@dataclass(eq=False)
class Implementation:
    """A class with its parameters and its profile. `changes` lists the changes that fits made to their examples, `last`
    holds the parameters, the labels, X and y of the last fit. Implementations that differ in parameters or profile
    share these two lists."""

    cls: Any
    params: Mapping[str, Any]
    profile: Profile
    target: str = ""
    changes: list[str] = field(default_factory=list)
    last: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rule: Conventions = self.profile.rule(self.params) or Conventions()
        self.labels: tuple[Any, ...] = self.profile.labels
        self._met = dict[int, tuple[Any, int, list[str]]]()  # for each estimator, by its id, the dimension of its
        # last examples, and code of how it met them

    def with_conventions(self, rule: Conventions) -> Implementation:
        """Return the same implementation with these conventions."""
        return self.with_profile(conventions=rule)

    def with_profile(self, **entries: Any) -> Implementation:
        """Return the same implementation with these entries of its profile."""
        return replace(self, profile=replace(self.profile, **entries))

    def with_params(self, **params: Any) -> Implementation:
        """Return the same implementation with these parameters."""
        return replace(self, params={**self.params, **params})

    @property
    def homogeneous(self) -> bool:
        """Return whether the class finds only planes through 0."""
        return self.rule.bias_step == 0 or self.profile.through_0

    @property
    def can_step(self) -> bool:
        """Return whether the class can learn one example at a time; the bias increment R² would need all examples."""
        step = self.profile.step
        if self.rule.bias_step == "R2":
            return False
        return step is not None and (step is not partial_fit or hasattr(self.cls, "partial_fit"))

    def fresh(self) -> Any:
        """Return a new estimator."""
        with wrap_call_errors():
            return self.profile.make(self.cls, self.params) if self.profile.make else self.cls(**self.params)

    def call(self, estimator: Any, method: str, *arguments: Any, **more: Any) -> Any:
        """Return the result of a method; raises `Broken` for its exceptions."""
        with wrap_call_errors():
            return getattr(estimator, method)(*arguments, **more)

    def read_entry(self, what: str, estimator: Any, *arguments: Any) -> Any:
        """Return the value of a profile entry for an estimator: "counter", "mistakes", "visits", "capped"."""
        with wrap_read_errors(f"the {what} of the profile"):
            return getattr(self.profile, what)(estimator, *arguments)

    def array(self, X: Sequence[Sequence[Any]]) -> Any:
        """Return the points, unchanged, in the implementation's dtype. Raises `Broken` if it cannot hold them."""
        if self.rule.dtype == "exact":
            return np.array([[number(value, "X") for value in row] for row in X], dtype=object)
        dtype = np.float32 if self.rule.dtype == "float32" else np.float64
        array = np.array([[float(value) for value in row] for row in X], dtype=dtype)
        if any(Fraction(float(a)) != b for pair in zip(array, X, strict=True) for a, b in zip(*pair, strict=True)):
            raise Broken(UNCHECKED, f"the points are not exact in {dtype.__name__}")
        return array

    def names(self, y: Sequence[int]) -> list[Any]:
        """Return the implementation's names of the labels −1 and 1, or of the numbers of more than two classes."""
        several = len(self.labels) > 2
        return [self.labels[label if several else int(label > 0)] for label in y]

    def labels_text(self, y: Sequence[int]) -> str:
        """Return the implementation's names of the labels as text in parentheses."""
        return f"({', '.join(map(repr, self.names(y)))})"

    def label_array(self, y: Sequence[int]) -> Any:
        """Return the implementation's names of the labels as an array."""
        return np.array(self.names(y))

    def fit(self, X: Sequence[Any], y: Sequence[int], estimator: Any = None, seed: int = 0) -> Any:
        """Return an estimator fitted to these examples; global random numbers depend on `seed` alone. Changes of the
        examples by `fit` are recorded in `changes`."""

        given = self.array(X), self.label_array(y)
        self.last[:] = [(self.params, self.labels, X, y)]
        before = copy.deepcopy(given)
        estimator = self.fit_estimator(*given, estimator, seed=seed)
        for name, now, then in zip("Xy", given, before, strict=True):
            if is_changed(now, then):
                self.changes.append(f"fit changes {name} from {then.tolist()} to {now.tolist()}")
        return estimator

    def fit_estimator(self, X: Any, y: Any, estimator: Any = None, *, seed: int = 0, **more: Any) -> Any:
        """Return an estimator fitted to arrays, or to any other input of `fit`."""
        estimator = self.fresh() if estimator is None else estimator
        assert self.profile.fit is not None
        random.seed(seed)
        np.random.seed(seed)
        d = X.shape[1] if hasattr(X, "shape") else len(X[0])
        self._met[id(estimator)] = estimator, d, [self.profile.fit_code]
        with wrap_call_errors():
            before = copy.deepcopy(X)
            try:
                self.profile.fit(estimator, X, y, **more)
            except Exception as problem:
                if why := refusal(problem, before, y):
                    raise Refused(UNCHECKED, why, traceback.format_exc()) from None
                raise
        return estimator

    def step(self, estimator: Any, x: Any, label: int) -> None:
        """Train the estimator on one example; x is a row of `array`."""
        assert self.profile.step is not None
        step = self.profile.step_code.format(labels=list(self.labels))
        code = [f"for i in [*range(len(X))] * {STEPPED_PASSES}:", f"    {step}"]
        self._met[id(estimator)] = estimator, len(x), code
        self.last.clear()
        try:
            with wrap_call_errors():
                self.profile.step(estimator, x, self.labels[int(label > 0)], self.labels)
        except Broken as problem:
            problem.code = tuple(code)
            raise

    def weights(self, estimator: Any) -> tuple[Any, Any]:
        """Return (w, b) in the implementation's own numbers. Raises `Broken` if they cannot be read."""
        with wrap_read_errors("the weights"):
            w, b = self.profile.weights(estimator)
            return list(w), b

    def state(self, estimator: Any) -> State:
        """Return (w, b) at its exact value. Raises `Broken` for NaN, infinity, values that are no numbers, and a wrong
        number of weights."""
        w, b = self.weights(estimator)
        _, d, code = self._met.get(id(estimator), (estimator, len(w), []))
        code = [*code, f"w, b = {self.profile.weights_code}", "print(w, b)"]
        with wrap_read_errors("the weights"):
            if not all(isinstance(value, int | Fraction) or isfinite(value) for value in [*w, b]):
                raise Broken(NAN, f"the weights are {[str(value) for value in w]} and the bias {b}",
                             code=[*code, "assert all(np.isfinite([*w, b]))"])
            state = State(tuple(to_exact(value) for value in w), to_exact(b))
        if len(w) != d:
            why = f"for points of {d} coordinates there are {len(w)} weights"
            raise Broken(SHAPE, why, code=[*code, f"assert len(w) == {d}"])
        return state

    def score(self, estimator: Any, x: Any) -> Any:
        """Return f(x) in the implementation's own arithmetic."""
        return self.profile.score(*self.weights(estimator), x)

    def predict(self, estimator: Any, X: Sequence[Any]) -> list[int]:
        """Return the predicted labels, −1 or 1. Raises `Broken` for other shapes and values."""
        values = self.raw(estimator, X)
        if not set(values) <= set(self.labels):
            why = f"predict returns {values}, but the labels are {list(self.labels)}"
            code = f"assert np.isin(model.predict(points), {list(self.labels)!r}).all()"
            raise Broken(BREACH, why, code=[*self._write_call(estimator, "predict", X), code])
        return [1 if value == self.labels[1] else -1 for value in values]

    def raw(self, estimator: Any, X: Sequence[Any]) -> list[Any]:
        """Return the predictions in the class's own labels. Raises `Broken` for other shapes and NaN."""
        given = self.array(X)
        with self._asking(estimator, "predict", X):
            values = to_list(self.profile.predict(estimator, given), len(X), "predict")
        if any(value != value for value in values):
            code = ["said = np.ravel(model.predict(points))", "assert (said == said).all()"]
            raise Broken(NAN, f"predict returns {values}", code=[*self._write_call(estimator, "predict", X), *code])
        return values

    def scores(self, estimator: Any, X: Sequence[Any]) -> list[Any]:
        """Return the value of `decision_function` at each point. Raises `Broken` for other shapes. Two scores for a
        point, in the order of `classes_`, are replaced by their difference, unless the class is derived from
        scikit-learn, whose classifiers have one score. Raises `Refused` if the order is not known, or if it differs
        from the order for other examples."""
        given = self.array(X)
        with self._asking(estimator, "decision_function", X):
            found = estimator.decision_function(given)
            if getattr(found, "shape", ()) == (len(X), 2) and not is_of_sklearn(self.cls):
                if list(getattr(estimator, "classes_", ())) != list(self.labels):
                    raise Refused(UNCHECKED, "decision_function returns two scores in an order that is not known")
                found = found[:, 1] - found[:, 0]
            if order_of(estimator, self.labels) < 0:
                raise Refused(UNCHECKED, "the order of classes_ depends on the examples, and so may decision_function")
            return to_list(found, len(X), "decision_function", int | float | Fraction)

    @contextmanager
    def _asking(self, estimator: Any, method: str, X: Sequence[Any]) -> Iterator[None]:
        """Raise `Broken`, with code that shows the problem, if a method of a fitted estimator raises on the points."""
        try:
            with wrap_call_errors():
                yield
        except Broken as problem:
            if problem.problem == RAISES and FEW_NEIGHBOURS.match(problem.reason):
                raise Refused(UNCHECKED, f"the class refuses few examples: {problem.reason}") from None
            shape = f"assert np.shape(model.{method}(points)) in (({len(X)},), ({len(X)}, 1))"
            problem.code = (*self._write_call(estimator, method, X), *[shape] * (problem.problem == SHAPE))
            raise

    def _write_call(self, estimator: Any, method: str, X: Sequence[Any]) -> list[str]:
        """Return code that fits a model and calls its method on points."""
        *_, code = self._met.get(id(estimator), (estimator, 0, [self.profile.fit_code]))
        return [*code, f"points = {array_code(X, self.rule.dtype)}", f"print(model.{method}(points))"]


def is_of_sklearn(cls: Any) -> bool:
    """Return whether a class is derived from a class of scikit-learn.

    >>> is_of_sklearn(int)
    False
    """
    return any(base.__module__.partition(".")[0] == "sklearn" for base in cls.__mro__)


def order_of(estimator: Any, labels: Sequence[Any]) -> int:
    """Return 1 if `classes_` has the two labels in this order, −1 if in the opposite order, and 0 if it has other
    labels.

    >>> order_of(int, (0, 1))
    0
    """
    with wrap_call_errors():
        classes = np.asarray(getattr(estimator, "classes_", ()), dtype=object).tolist()
    return 1 if classes == list(labels) else -1 if classes == list(reversed(labels)) else 0


def to_list(given: Any, count: int, what: str, kinds: Any = bool | int | float | Fraction | str) -> list[Any]:
    """Return the values that a method returned for `count` examples, as a list. Raises `Broken` for another shape, and
    for values of other kinds.

    >>> to_list([[1], [-1]], 2, "predict")
    [1, -1]
    """
    try:
        array = np.asarray(given)
        values = array.ravel().tolist()
    except Exception as problem:
        raise Broken(SHAPE, f"{what} returns a value that is not an array: {problem}") from None
    if given is None:
        raise Broken(SHAPE, f"{what} returns None for {count} examples, instead of {count} values")
    if array.shape not in ((count,), (count, 1)):
        raise Broken(SHAPE, f"{what} returns the shape {array.shape} for {count} examples, not ({count},)")
    if not all(isinstance(value, kinds) for value in values):
        raise Broken(SHAPE, f"{what} returns {values!r:.80}: not all of this is {kinds}")
    return values


def is_changed(now: Any, then: Any) -> bool:
    """Return whether one array differs from another.

    >>> import numpy as np
    >>> is_changed(np.array([1, 2]), np.array([1, 2])), is_changed(np.array([1, 2]), np.array([2, 2]))
    (False, True)
    """
    return bool(now.shape != then.shape or not (now == then).all())


def to_exact(value: Any) -> Any:
    """Return the exact value of a number; a float is a binary fraction. Raises `BadInput` if it is not finite.

    >>> to_exact(0.5)
    Fraction(1, 2)
    """
    found = number(value if not hasattr(value, "item") else value.item(), "a weight")
    return Fraction(found)

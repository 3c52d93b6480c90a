"""One implementation behind one interface, whatever its methods are called.

Main definitions:
    Profile          what is told about an implementation: its conventions and how to speak to it
    Implementation   a class, its parameters and its profile: fit, step, weights, score, predict
    load             the class that "MODULE:CLASS" names; this imports the module
    profile_of       a profile from JSON;  written_profile, the other way

Numbers. Datasets are exact; `array` gives them to the implementation in its dtype and refuses a number that this dtype
does not have. Weights come back at their exact binary value.
"""

from __future__ import annotations

import copy
import json
import random
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from typing import Any

from ...algorithms.candidate_choice import SHARES, TIES
from ...algorithms.errors import BadInput
from ...algorithms.labelled_examples import number
from ...algorithms.perceptron import State
from ...algorithms.run_loop import check_flag
from ...algorithms.user_rules import load_object
from .conventions import Conventions, suggest_name
from .number_literals import array_code
from .verdicts import NAN, RAISES, SHAPE, UNCHECKED

Known = Mapping[str, tuple[str, str]]  # checks that fail: the verdict, and why


class Broken(Exception):
    """A class that cannot be checked: `problem` is one of `verdicts.PROBLEMS`, or `verdicts.UNCHECKED`.

    `code` shows the problem of a new model and the data X, y.
    """

    def __init__(self, problem: str, reason: str, trace: str = "", code: Sequence[str] = ()) -> None:
        """Take the problem, one sentence, and the traceback where there is one."""
        super().__init__(problem, reason, trace, code)
        self.problem: str = problem
        self.reason: str = reason
        self.trace: str = trace
        self.code: tuple[str, ...] = tuple(code)

    def __str__(self) -> str:
        return f"{self.problem}: {self.reason}"


@contextmanager
def wrap_call_errors() -> Iterator[None]:
    """Raise `Broken` for what the code inside raises. It calls the class under audit, and does nothing else: an
    exception that arises elsewhere is a mistake of the audit.

    >>> with wrap_call_errors():
    ...     [].index(1)
    Traceback (most recent call last):
    novikoff.properties.audit.implementations.Broken: raises: ValueError: 1 is not in list
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
    """Raise `Broken` if the code inside, which reads an attribute of an estimator, cannot: then nothing is checked."""
    try:
        yield
    except Broken:
        raise
    except Exception as problem:
        why = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
        raise Broken(UNCHECKED, f"{what} cannot be read ({why}); a profile says where to find it") from None


class Refused(Broken):
    """A class that refuses examples: two of them, one of each class, by a `ValueError`; or, by any exception, examples
    with a property that its message names, and that they have.
    """


def refusal(problem: Exception, X: Any, y: Any) -> str:
    """Return why an exception of `fit` is a refusal of these examples, "" if it is none.

    >>> refusal(OverflowError("The variable 0 is constant."), [[2, 1], [2, 3], [2, 4]], [1, 1, -1])
    'the class refuses a constant feature: The variable 0 is constant.'
    >>> refusal(ValueError("The variable 0 is constant."), [[2], [3], [4]], [1, 1, -1])
    ''
    """
    said = " ".join(str(problem).split())
    rows = X.toarray() if hasattr(X, "toarray") else X
    constant = any(len(set(column)) == 1 for column in zip(*rows, strict=True))
    properties = {
        "negative features": NEGATIVE.search(said) and any(value < 0 for row in rows for value in row),
        "a constant feature": CONSTANT.search(said) and constant,
        f"{FEWEST} examples": isinstance(problem, ValueError) and len(y) <= FEWEST,
    }
    return next((f"the class refuses {name}: {said}" for name, holds in properties.items() if holds), "")


DATA_WORDS = r"(X|data|inputs?|features?|columns?|variables?|values?|entries)"
NEGATIVE = re.compile(rf"(?i)\bnegative {DATA_WORDS}\b|\b{DATA_WORDS}\b.*\b(non-?)?negative\b")
CONSTANT = re.compile(rf"(?i)\bconstant {DATA_WORDS}\b|\b{DATA_WORDS}\b.*\b(constant|zero variance)\b")


def first_rows(estimator: Any) -> tuple[Any, Any]:
    """Return `coef_` of shape (d,) or (1, d) and `intercept_`, a number or of shape (1,), or 0 where an estimator keeps
    `coef_` alone. Raises `AttributeError` if another attribute may be the bias.
    """
    import numpy as np

    alone = set(getattr(estimator, "__dict__", ())) == {"coef_"}
    return np.ravel(estimator.coef_), 0 if alone else np.ravel(estimator.intercept_)[0]


def matrix_rows(estimator: Any) -> tuple[Any, Any]:
    """`coef_` of shape (classes, d) and `intercept_` of shape (classes,), or no biases."""
    return estimator.coef_, getattr(estimator, "intercept_", 0)


def partial_fit(estimator: Any, x: Any, label: Any, labels: Sequence[Any]) -> None:
    """Let the estimator meet one example by scikit-learn's method."""
    import numpy as np

    estimator.partial_fit(np.array([x]), np.array([label]), classes=np.array(labels))


def fit(estimator: Any, X: Any, y: Any) -> None:
    """Fit by scikit-learn's method."""
    estimator.fit(X, y)


def predict(estimator: Any, X: Any) -> Any:
    """Predict by scikit-learn's method."""
    return estimator.predict(X)


def return_none(*_: Any) -> None:
    """None: nothing is known."""


def ordered_score(w: Any, b: Any, x: Any) -> Any:
    """⟨w, x⟩ + b, added up from the first coordinate to the last, in the type of the weights.

    >>> ordered_score([Fraction(2**53 + 1)], Fraction(0), [1.0]) - 2**53
    Fraction(1, 1)
    """
    if isinstance(w[0], Fraction):  # times a float it would be a float
        x = [Fraction(float(value)) for value in x]
    total = w[0] * x[0]
    for weight, value in zip(w[1:], x[1:], strict=True):
        total += weight * value
    return total + b


@dataclass(frozen=True)
class Profile:
    """What is told about an implementation.

    `family` names its checks, one of `auditing.FAMILIES`; for "classes" and "choices" `facts` has there what `CHOOSING`
    names, and for "classes" `labels` are names of classes. `conventions` are those of `Conventions`, or a function of
    the parameters that returns them; None: they are found out. `labels` are the two labels that it takes for −1 and 1.
    `step(estimator, x, label, labels)` lets it meet one example (None: it cannot), `weights(estimator)` returns (w, b),
    `score(w, b, x)` is f(x) in the implementation's own arithmetic. `counter(estimator)` is its own count of updates,
    `mistakes(estimator)` the examples that it notes for them, `visits(estimator, X, y)` the order in which `fit` met
    the examples, `capped(estimator)` says whether `fit` ended at its own cap; None where it does not tell. `expected`
    holds {check: (verdict, reason)} of what is known to fail. `fit_code`, `step_code`, `weights_code` and
    `counter_code` write the same calls in code that reproduces a failure. `asks` names what is not told and is to be
    found out, of "labels" and "weights". `readable` says that there are weights to read, `through_0` that there is
    never a bias. `separates` says whether the class claims to separate what a plane separates; None: it is found out.
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
    separates: bool | None = None

    def rule(self, params: Mapping[str, Any]) -> Conventions | None:
        """The conventions under these parameters; None if they are to be found out."""
        return self.conventions(params) if callable(self.conventions) else self.conventions

    def known(self, params: Mapping[str, Any]) -> Known:
        """The failures that are known under these parameters."""
        return self.expected(params) if callable(self.expected) else self.expected


PROFILE_KEYS = ("labels", "weights", "counter", "mistakes", "separates", "expected", "classes", "choices")
CHOOSING = {"shares": SHARES, "tie": TIES}  # what a profile tells of a perceptron for several classes, or candidates
STEPPED_PASSES = 20  # of printed code that shows examples one at a time
FEWEST = 2  # examples, one of each class, which a class may refuse
SEVERAL = 4  # classes of the data for a class that takes more than two


def profile_of(text: str, name: str) -> Profile:
    """The profile in JSON: conventions, "labels", "weights": [w, b], "counter", "mistakes" (names of attributes).

    "separates": false says that the class does not claim to separate what a plane separates. "expected" is
    {check: [verdict, reason]}. What is left out is found out. Raises `BadInput`.

    >>> profile_of('{"tie": "positive", "rate": 1, "labels": [0, 1], "weights": ["w_", "b_"]}', "mine").labels
    (0, 1)
    """
    try:
        data = json.loads(text, object_pairs_hook=lambda pairs: _reject_duplicates(pairs, name))
    except json.JSONDecodeError as problem:
        raise BadInput(f"profile {name} is not JSON: {problem}") from None
    return profile_from(data, name)


def _reject_duplicates(pairs: list[tuple[str, Any]], name: str) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise BadInput(f"profile {name} has the key {key!r} twice")
    return dict(pairs)


def profile_from(data: Any, name: str) -> Profile:
    """The profile that is told by these keys and values; raises `BadInput`."""
    if not isinstance(data, Mapping):
        raise BadInput(f'profile {name} must be a JSON object such as {{"tie": "mistake"}}')
    rule = Conventions.told({key: value for key, value in data.items() if key not in PROFILE_KEYS},
                            f"profile {name}: ", PROFILE_KEYS)  # fmt: skip
    more: dict[str, Any] = {"asks": tuple(key for key in ("labels", "weights") if key not in data)}
    if "classes" in data:
        more |= _classes(_read_choice("classes", data, name))
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
        if "choices" in data:  # there is no bias to read
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
    """What is told of a choice among classes or candidates; raises `BadInput`."""
    told = data[what]
    for key, value in told.items() if isinstance(told, Mapping) else [(what, told)]:
        if key not in CHOOSING or value not in CHOOSING[key]:
            known = " and ".join(f'"{each}", one of {", ".join(words)}' for each, words in CHOOSING.items())
            raise BadInput(f"profile {name}: {what} = {told!r:.80} must hold {known}")
    return dict(told)


def _classes(told: dict[str, Any]) -> dict[str, Any]:
    """What makes a profile one of a perceptron for several classes."""
    return {"family": "classes", "labels": tuple(range(SEVERAL)), "facts": {"classes": told}, "asks": (),
            "weights": matrix_rows, "weights_code": "model.coef_, model.intercept_"}  # fmt: skip


def candidate_profile(told: dict[str, Any]) -> dict[str, Any]:
    """What makes a profile one of a perceptron that chooses among candidates; `fit` is called with groups."""
    return {"family": "choices", "facts": {"choices": told}, "asks": (), "fit": None, "step": None,
            "weights": lambda estimator: (estimator.coef_, 0), "fit_code": "model.fit(X, y, groups=groups)",
            "weights_code": "np.ravel(model.coef_), 0"}  # fmt: skip


def _labels(pair: list[Any], name: str) -> tuple[Any, Any]:
    known = all(isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)) for value in pair)
    if pair[0] == pair[1] or not known:
        raise BadInput(f"profile {name}: labels = {pair!r} must be two different numbers or texts, the negative first")
    return tuple(pair)


def _attribute(value: Any, key: str, name: str) -> str:
    if not isinstance(value, str) or not value.isidentifier():
        raise BadInput(f"profile {name}: {key} = {value!r} must be the name of an attribute, such as 'coef_'")
    return value


def _read_expected(told: Any, name: str) -> dict[str, tuple[str, str]]:
    from .verdicts import PROBLEMS, VERDICTS

    if not isinstance(told, Mapping):
        raise BadInput(f'profile {name}: expected = {told!r} must be {{"check": ["verdict", "reason"]}}')
    found = {check: tuple(_require_pair(pair, f"expected[{check!r}]", name)) for check, pair in told.items()}
    for check, (verdict, reason) in found.items():
        if verdict not in (*VERDICTS, *PROBLEMS):
            hint = suggest_name(verdict, (*VERDICTS, *PROBLEMS)) or f"; they are: {', '.join((*VERDICTS, *PROBLEMS))}"
            raise BadInput(f"profile {name}: expected[{check!r}] has no verdict {verdict!r}{hint}")
        if not isinstance(reason, str):
            raise BadInput(f"profile {name}: the reason of expected[{check!r}] is {reason!r}, not a text")
    return found


def written_profile(audited: Implementation) -> dict[str, Any]:
    """What is known of an implementation as `profile_from` reads it; what is not known is left out."""
    told = audited.rule.written()
    return {**told, "labels": [getattr(label, "item", lambda label=label: label)() for label in audited.labels]}


def attributes(estimator: Any, w: str, b: str) -> tuple[Any, Any]:
    """The weights that stand in the attributes of these names."""
    import numpy as np

    return np.ravel(getattr(estimator, w)), np.ravel(getattr(estimator, b))[0]


def _require_pair(value: Any, key: str, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(f"profile {name}: {key} = {value!r} must be a list of two")
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
    """Say what an object is that is no class, and how a function becomes one."""
    if not callable(found):
        return f"of the type {type(found).__name__}, and not a class"
    return ("a function, and not a class: write a class whose fit(self, X, y) calls it and keeps what it returns, and "
            "whose predict(self, X) returns labels")  # fmt: skip


class Implementation:
    """A class with its parameters and its profile."""

    def __init__(self, cls: Any, params: Mapping[str, Any], profile: Profile, target: str = "") -> None:
        """Take what makes an estimator; nothing is made yet."""
        self.cls: Any = cls
        self.params: dict[str, Any] = dict(params)
        self.profile: Profile = profile
        self.target: str = target
        self._met = dict[int, tuple[Any, int, list[str]]]()  # of each estimator, by its id, the coordinates of its
        # last examples, and code of how it met them
        self.rule: Conventions = profile.rule(self.params) or Conventions()
        self.labels: tuple[Any, ...] = profile.labels
        self.changes: list[str] = []  # what fits have changed of their examples, also those of copies of this
        self.last: list[Any] = []  # the parameters, the labels, X and y of the last fit, also of copies of this

    def obeying(self, rule: Conventions) -> Implementation:
        """The same implementation with these conventions."""
        return self.speaking(conventions=rule)

    def speaking(self, **told: Any) -> Implementation:
        """The same implementation with these entries of its profile."""
        return self._with(Implementation(self.cls, self.params, replace(self.profile, **told), self.target))

    def _with(self, other: Implementation) -> Implementation:
        """The other implementation, which notes changes where this one does."""
        other.changes, other.last = self.changes, self.last
        return other

    def with_params(self, **params: Any) -> Implementation:
        """The same implementation with these parameters."""
        return self._with(Implementation(self.cls, {**self.params, **params}, self.profile, self.target))

    @property
    def homogeneous(self) -> bool:
        """Say whether it finds only planes through 0."""
        return self.rule.bias_step == 0 or self.profile.through_0

    @property
    def can_step(self) -> bool:
        """Say whether it can meet one example at a time; the bias increment R² is known from all examples only."""
        step = self.profile.step
        if self.rule.bias_step == "R2":
            return False
        return step is not None and (step is not partial_fit or hasattr(self.cls, "partial_fit"))

    def fresh(self) -> Any:
        """A new estimator."""
        with wrap_call_errors():
            return self.profile.make(self.cls, self.params) if self.profile.make else self.cls(**self.params)

    def call(self, estimator: Any, method: str, *arguments: Any, **more: Any) -> Any:
        """What a method returns; raises `Broken` for what it raises."""
        with wrap_call_errors():
            return getattr(estimator, method)(*arguments, **more)

    def told(self, what: str, estimator: Any, *arguments: Any) -> Any:
        """What the estimator tells of its fit by this entry of the profile: "counter", "mistakes", "visits", "capped".
        """
        with wrap_read_errors(f"the {what} of the profile"):
            return getattr(self.profile, what)(estimator, *arguments)

    def array(self, X: Sequence[Sequence[Any]]) -> Any:
        """The points in the implementation's dtype, unchanged in value; raises `Broken` if they have none."""
        import numpy as np

        if self.rule.dtype == "exact":
            return np.array([[number(value, "X") for value in row] for row in X], dtype=object)
        dtype = np.float32 if self.rule.dtype == "float32" else np.float64
        array = np.array([[float(value) for value in row] for row in X], dtype=dtype)
        if any(Fraction(float(a)) != b for pair in zip(array, X, strict=True) for a, b in zip(*pair, strict=True)):
            raise Broken(UNCHECKED, f"the points are not exact in {dtype.__name__}")
        return array

    def names(self, y: Sequence[int]) -> list[Any]:
        """The labels as the implementation calls them: −1 and 1, or of more than two classes the numbers of these."""
        several = len(self.labels) > 2
        return [self.labels[label if several else int(label > 0)] for label in y]

    def label_array(self, y: Sequence[int]) -> Any:
        """The same as an array."""
        import numpy as np

        return np.array(self.names(y))

    def fit(self, X: Sequence[Any], y: Sequence[int], estimator: Any = None, seed: int = 0) -> Any:
        """An estimator fitted to these examples; what the process draws at random depends on `seed` alone."""

        given = self.array(X), self.label_array(y)
        self.last[:] = [(self.params, self.labels, X, y)]
        before = copy.deepcopy(given)
        estimator = self.fitted(*given, estimator, seed=seed)
        for name, now, then in zip("Xy", given, before, strict=True):
            if is_changed(now, then):
                self.changes.append(f"fit changes {name} from {then.tolist()} to {now.tolist()}")
        return estimator

    def fitted(self, X: Any, y: Any, estimator: Any = None, *, seed: int = 0, **more: Any) -> Any:
        """The same of arrays, or whatever else `fit` is given."""
        import numpy as np

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
        """Let the estimator meet one example; x is a row of `array`."""
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
        """(w, b) in the implementation's own numbers; raises `Broken` if they cannot be read."""
        with wrap_read_errors("the weights"):
            w, b = self.profile.weights(estimator)
            return list(w), b

    def state(self, estimator: Any) -> State:
        """(w, b) at its exact value; raises `Broken` for NaN and infinity, and for weights that are no numbers, or as
        many as the examples have coordinates.
        """
        w, b = self.weights(estimator)
        _, d, code = self._met.get(id(estimator), (estimator, len(w), []))
        code = [*code, f"w, b = {self.profile.weights_code}", "print(w, b)"]
        with wrap_read_errors("the weights"):
            if not all(isinstance(value, int | Fraction) or isfinite(value) for value in [*w, b]):
                raise Broken(NAN, f"the weights are {[str(value) for value in w]} and the bias {b}",
                             code=[*code, "assert all(np.isfinite([*w, b]))"])  # fmt: skip
            state = State(tuple(to_exact(value) for value in w), to_exact(b))
        if len(w) != d:
            why = f"for points of {d} coordinates there are {len(w)} weights"
            raise Broken(SHAPE, why, code=[*code, f"assert len(w) == {d}"])
        return state

    def score(self, estimator: Any, x: Any) -> Any:
        """f(x) in the implementation's own arithmetic."""
        return self.profile.score(*self.weights(estimator), x)

    def predict(self, estimator: Any, X: Sequence[Any]) -> list[int]:
        """The predicted labels, −1 or 1; raises `Broken` for other shapes and values."""
        values = self.raw(estimator, X)
        if not set(values) <= set(self.labels):
            why = f"predict returns {values}, and the labels are {list(self.labels)}"
            code = f"assert np.isin(model.predict(points), {list(self.labels)!r}).all()"
            raise Broken(SHAPE, why, code=[*self._asked(estimator, "predict", X), code])
        return [1 if value == self.labels[1] else -1 for value in values]

    def raw(self, estimator: Any, X: Sequence[Any]) -> list[Any]:
        """What is predicted, in the class's own words; raises `Broken` for other shapes and NaN."""
        given = self.array(X)
        with self._asking(estimator, "predict", X):
            values = to_list(self.profile.predict(estimator, given), len(X), "predict")
        if any(value != value for value in values):
            code = ["said = np.ravel(model.predict(points))", "assert (said == said).all()"]
            raise Broken(NAN, f"predict returns {values}", code=[*self._asked(estimator, "predict", X), *code])
        return values

    def scores(self, estimator: Any, X: Sequence[Any]) -> list[Any]:
        """Return what `decision_function` says of each point; raises `Broken` for other shapes.

        The scores of two classes, in the order of `classes_`, are read as their difference, unless the class is
        derived from scikit-learn, whose classifiers have one score. Raises `Refused` if the order is not known.
        """
        given = self.array(X)
        with self._asking(estimator, "decision_function", X):
            found = estimator.decision_function(given)
            if getattr(found, "shape", ()) == (len(X), 2) and not is_of_sklearn(self.cls):
                if list(getattr(estimator, "classes_", ())) != list(self.labels):
                    raise Refused(UNCHECKED, "decision_function returns two scores, and classes_ does not say of which")
                found = found[:, 1] - found[:, 0]
            return to_list(found, len(X), "decision_function", int | float | Fraction)

    @contextmanager
    def _asking(self, estimator: Any, method: str, X: Sequence[Any]) -> Iterator[None]:
        """Raise `Broken`, with the code that shows it, for what this method of a fitted estimator raises on points."""
        try:
            with wrap_call_errors():
                yield
        except Broken as problem:
            shape = f"assert np.shape(model.{method}(points)) in (({len(X)},), ({len(X)}, 1))"
            problem.code = (*self._asked(estimator, method, X), *[shape] * (problem.problem == SHAPE))
            raise

    def _asked(self, estimator: Any, method: str, X: Sequence[Any]) -> list[str]:
        """Return the code that fits a model and calls a method of it on points."""
        *_, code = self._met.get(id(estimator), (estimator, 0, [self.profile.fit_code]))
        return [*code, f"points = {array_code(X, self.rule.dtype)}", f"print(model.{method}(points))"]


def is_of_sklearn(cls: Any) -> bool:
    """Say whether a class is derived from one of scikit-learn.

    >>> is_of_sklearn(int)
    False
    """
    return any(base.__module__.partition(".")[0] == "sklearn" for base in cls.__mro__)


def to_list(given: Any, count: int, what: str, kinds: Any = bool | int | float | Fraction | str) -> list[Any]:
    """What a method returns for so many examples, as a list; raises `Broken` for another shape, or for other kinds.

    >>> to_list([[1], [-1]], 2, "predict")
    [1, -1]
    """
    import numpy as np

    try:
        array = np.asarray(given)
        values = array.ravel().tolist()
    except Exception as problem:
        raise Broken(SHAPE, f"{what} returns what is no array: {problem}") from None
    if array.shape not in ((count,), (count, 1)):
        raise Broken(SHAPE, f"{what} returns the shape {array.shape} for {count} examples, not ({count},)")
    if not all(isinstance(value, kinds) for value in values):
        raise Broken(SHAPE, f"{what} returns {values!r:.80}: not all of this is {kinds}")
    return values


def is_changed(now: Any, then: Any) -> bool:
    """Say whether one array differs from another.

    >>> import numpy as np
    >>> is_changed(np.array([1, 2]), np.array([1, 2])), is_changed(np.array([1, 2]), np.array([2, 2]))
    (False, True)
    """
    return bool(now.shape != then.shape or not (now == then).all())


def to_exact(value: Any) -> Any:
    """The exact value of a number, a float being a binary fraction; raises `BadInput` if it is not finite.

    >>> to_exact(0.5)
    Fraction(1, 2)
    """
    found = number(value if not hasattr(value, "item") else value.item(), "a weight")
    return Fraction(found)

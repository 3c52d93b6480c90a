"""One implementation behind one interface, whatever its methods are called.

Main definitions:
    Profile          what is told about an implementation: its conventions and how to speak to it
    Implementation   a class, its parameters and its profile: fit, step, weights, score, predict
    load             the class that "MODULE:CLASS" names; this imports the module
    profile_of       a profile from JSON

Numbers. Datasets are exact; `array` gives them to the implementation in its dtype and refuses a number that this dtype
does not have. Weights come back at their exact binary value.
"""

from __future__ import annotations

import importlib
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.examples import number
from ...algorithms.perceptron import State
from .conventions import Conventions


class Broken(Exception):
    """A class that cannot be checked: `problem` is one of `verdicts.PROBLEMS`."""

    def __init__(self, problem: str, reason: str, trace: str = "") -> None:
        """Take the problem, one sentence, and the traceback where there is one."""
        super().__init__(problem, reason, trace)
        self.problem, self.reason, self.trace = problem, reason, trace


def first_rows(estimator: Any) -> tuple[Any, Any]:
    """Return `coef_` of shape (d,) or (1, d) and `intercept_`, a number or of shape (1,)."""
    import numpy as np

    return np.ravel(estimator.coef_), np.ravel(estimator.intercept_)[0] if hasattr(estimator, "intercept_") else 0


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


def none(*_: Any) -> None:
    """Return None: nothing is known."""


def in_order(w: Any, b: Any, x: Any) -> Any:
    """Return ⟨w, x⟩ + b, added up from the first coordinate to the last, in the type of the numbers."""
    total = w[0] * x[0]
    for weight, value in zip(w[1:], x[1:], strict=True):
        total += weight * value
    return total + b


@dataclass(frozen=True)
class Profile:
    """What is told about an implementation.

    `family` names its checks, one of `auditing.FAMILIES`. `conventions` are those of `Conventions`, or a function of
    the parameters that returns them; None: they are found out. `labels` are the two labels that it takes for −1 and 1.
    `step(estimator, x, label, labels)` lets it meet one example (None: it cannot), `weights(estimator)` returns (w, b),
    `score(w, b, x)` is f(x) in the implementation's own arithmetic. `counter(estimator)` is its own count of updates,
    `visits(estimator, X, y)` the order in which `fit`
    met the examples, `capped(estimator)` says whether `fit` ended at its own cap; None where it does not tell.
    `expected` holds {check: (verdict, reason)} of what is known to fail. `fit_code`, `step_code` and `weights_code`
    write the same calls in code that reproduces a failure.
    """

    name: str
    target: str = ""
    distribution: str = ""
    versions: str = ""
    family: str = "perceptron"
    conventions: Any = None
    labels: tuple[Any, Any] = (-1, 1)
    fit: Callable[..., None] | None = fit
    step: Callable[..., None] | None = partial_fit
    weights: Callable[[Any], Any] = first_rows
    score: Callable[..., Any] = in_order
    predict: Callable[..., Any] = predict
    counter: Callable[[Any], int | None] = none
    visits: Callable[..., Sequence[int] | None] = none
    capped: Callable[[Any], bool | None] = none
    expected: Any = field(default_factory=dict)
    make: Callable[..., Any] | None = None
    fit_code: str = "model.fit(X, y)"
    step_code: str = "model.partial_fit(X[i:i + 1], y[i:i + 1], classes={labels})"
    weights_code: str = "np.ravel(model.coef_), np.ravel(model.intercept_)[0]"
    facts: Mapping[str, Any] = field(default_factory=dict)

    def rule(self, params: Mapping[str, Any]) -> Conventions | None:
        """Return the conventions under these parameters; None if they are to be found out."""
        return self.conventions(params) if callable(self.conventions) else self.conventions

    def known(self, params: Mapping[str, Any]) -> Mapping[str, tuple[str, str]]:
        """Return the failures that are known under these parameters."""
        return self.expected(params) if callable(self.expected) else self.expected


def profile_of(text: str, name: str) -> Profile:
    """Return the profile written in JSON: conventions, "labels", "weights": [w, b], "counter" (names of attributes).

    "expected" is {check: [verdict, reason]}. Raises `BadInput`.

    >>> profile_of('{"tie": "positive", "rate": 1, "labels": [0, 1], "weights": ["w_", "b_"]}', "mine").labels
    (0, 1)
    """
    try:
        data = json.loads(text)
    except ValueError as problem:
        raise BadInput(f"profile {name} is not JSON: {problem}") from None
    if not isinstance(data, dict):
        raise BadInput(f'profile {name} must be a JSON object such as {{"tie": "mistake"}}')
    told = {key: data.pop(key) for key in ("labels", "weights", "counter", "expected") if key in data}
    more: dict[str, Any] = {}
    if "labels" in told:
        more["labels"] = tuple(_pair(told["labels"], "labels", name))
    if "weights" in told:
        w, b = _pair(told["weights"], "weights", name)
        more["weights"] = lambda estimator: attributes(estimator, w, b)
        more["weights_code"] = f"np.ravel(model.{w}), np.ravel(model.{b})[0]"
    if "counter" in told:
        more["counter"] = lambda estimator: int(getattr(estimator, told["counter"]))
    if "expected" in told:
        more["expected"] = {check: tuple(_pair(pair, check, name)) for check, pair in told["expected"].items()}
    return Profile(name, conventions=Conventions.told(data) if data else None, **more)


def attributes(estimator: Any, w: str, b: str) -> tuple[Any, Any]:
    """Return the weights that stand in the attributes of these names."""
    import numpy as np

    return np.ravel(getattr(estimator, w)), np.ravel(getattr(estimator, b))[0]


def _pair(value, key, name):
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(f"profile {name}: {key} = {value!r} must be a list of two")
    return value


# --------------------------------------------------------------------------------- the implementation


def load(target: str) -> type:
    """Import the module of "MODULE:CLASS" and return the class; raises `Broken`, `BadInput` for another form."""
    from .verdicts import NO_CLASSIFIER, NO_IMPORT

    module, colon, name = target.partition(":")
    if not colon or not module or not name.isidentifier():
        raise BadInput(f"{target!r} names no class; write MODULE:CLASS, such as sklearn.linear_model:Perceptron")
    try:
        found = getattr(importlib.import_module(module), name)
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        why = f"{type(problem).__name__}: {problem}"
        raise Broken(NO_IMPORT, f"importing {target} fails: {why}", traceback.format_exc()) from None
    if not isinstance(found, type):
        raise Broken(NO_CLASSIFIER, f"{target} is {type(found).__name__}, not a class")
    return found


class Implementation:
    """A class with its parameters and its profile."""

    def __init__(self, cls: Any, params: Mapping[str, Any], profile: Profile, target: str = "") -> None:
        """Take what makes an estimator; nothing is made yet."""
        self.cls, self.params, self.profile, self.target = cls, dict(params), profile, target
        self.rule = profile.rule(self.params) or Conventions()
        self.labels = profile.labels

    def obeying(self, rule: Conventions) -> Implementation:
        """Return the same implementation with these conventions."""
        return Implementation(self.cls, self.params, replace(self.profile, conventions=rule), self.target)

    @property
    def can_step(self) -> bool:
        """Say whether it can meet one example at a time; the bias increment R² is known from all examples only."""
        step = self.profile.step
        if self.rule.bias_step == "R2":
            return False
        return step is not None and (step is not partial_fit or hasattr(self.cls, "partial_fit"))

    def fresh(self) -> Any:
        """Return a new estimator."""
        return self.profile.make(self.cls, self.params) if self.profile.make else self.cls(**self.params)

    def array(self, X: Sequence[Sequence[Any]]) -> Any:
        """Return the points in the implementation's dtype, unchanged in value; raises `BadInput` if they have none."""
        import numpy as np

        if self.rule.dtype == "exact":
            return np.array([[number(value, "X") for value in row] for row in X], dtype=object)
        dtype = np.float32 if self.rule.dtype == "float32" else np.float64
        array = np.array([[float(value) for value in row] for row in X], dtype=dtype)
        if any(Fraction(float(a)) != b for pair in zip(array, X, strict=True) for a, b in zip(*pair, strict=True)):
            raise BadInput(f"the points are not exact in {dtype.__name__}")
        return array

    def label_array(self, y: Sequence[int]) -> Any:
        """Return the labels as the implementation calls them."""
        import numpy as np

        return np.array([self.labels[int(label > 0)] for label in y])

    def fit(self, X: Sequence[Any], y: Sequence[int], estimator: Any = None) -> Any:
        """Return an estimator fitted to these examples."""
        estimator = self.fresh() if estimator is None else estimator
        assert self.profile.fit is not None
        self.profile.fit(estimator, self.array(X), self.label_array(y))
        return estimator

    def step(self, estimator: Any, x: Any, label: int) -> None:
        """Let the estimator meet one example; x is a row of `array`."""
        assert self.profile.step is not None
        self.profile.step(estimator, x, self.labels[int(label > 0)], self.labels)

    def weights(self, estimator: Any) -> tuple[Any, Any]:
        """Return (w, b) in the implementation's own numbers."""
        w, b = self.profile.weights(estimator)
        return list(w), b

    def state(self, estimator: Any) -> State:
        """Return (w, b) at its exact value; raises `Broken` for NaN and infinity."""
        from .verdicts import NAN

        w, b = self.weights(estimator)
        try:
            return State(tuple(exact(value) for value in w), exact(b))
        except BadInput:
            raise Broken(NAN, f"the weights are {[str(value) for value in w]} and the bias {b}") from None

    def score(self, estimator: Any, x: Any) -> Any:
        """Return f(x) in the implementation's own arithmetic."""
        return self.profile.score(*self.weights(estimator), x)

    def predict(self, estimator: Any, X: Sequence[Any]) -> list[int]:
        """Return the predicted labels, −1 or 1; raises `Broken` for other shapes and values."""
        import numpy as np

        from .verdicts import NAN, SHAPE

        given = np.asarray(self.profile.predict(estimator, self.array(X)))
        if given.shape not in ((len(X),), (len(X), 1)):
            raise Broken(SHAPE, f"predict returns the shape {given.shape} for {len(X)} examples, not ({len(X)},)")
        values = given.ravel().tolist()
        if any(value != value for value in values):
            raise Broken(NAN, f"predict returns {values}")
        if not set(values) <= set(self.labels):
            raise Broken(SHAPE, f"predict returns {values}, and the labels are {list(self.labels)}")
        return [1 if value == self.labels[1] else -1 for value in values]


def exact(value: Any) -> Any:
    """Return the exact value of a number, a float being a binary fraction; raises `BadInput` if it is not finite.

    >>> exact(0.5)
    Fraction(1, 2)
    """
    found = number(value if not hasattr(value, "item") else value.item(), "a weight")
    return Fraction(found)

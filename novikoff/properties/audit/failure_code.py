"""Code that reproduces a failure with NumPy and the implementation: it prints the values, and its last assertion fails.

A check adds the lines that show its failure as fields of `Failure`.
"""

from collections.abc import Sequence
from typing import Any

from .data_search import Failure
from .implementation_interface import Implementation
from .number_literals import array_code, list_code, number_code

PASSES = 20
MISTAKES = {  # in code, whether an update is due at this score
    "mistake": "label * score <= 0",
    "correct": "label * score < 0",
    "positive": "(score >= 0) != (label > 0)",
    "negative": "(score > 0) != (label > 0)",
}


def fit_code(audited: Implementation, failure: Failure) -> str:
    """Return code that fits the failing data."""
    end = f"# {failure.verdict}: {failure.reason}"
    if failure.whole:
        return "\n".join([*_head(audited, failure), *failure.whole, end])
    shown = [f"w, b = {audited.profile.weights_code}", "print(w, b)"]
    if not audited.profile.readable:
        shown = ["labels = model.predict(X)", "print(labels)"]
    return "\n".join([*_head(audited, failure), *failure.begin, audited.profile.fit_code, *shown, *failure.code, end])


def step_code(audited: Implementation, failure: Failure) -> str:
    """Return code that shows the failing data one example at a time, and counts the updates that are due."""
    rule = audited.rule
    due = f"label * score <= {rule.threshold}" if rule.threshold else MISTAKES[rule.tie or "mistake"]
    step = audited.profile.step_code.format(labels=list(audited.labels))
    return "\n".join([
        *_head(audited, failure), *_start_code(audited, failure),
        f"for _ in range({PASSES}):",
        "    before = updates",
        "    for i in range(len(X)):",
        f"        label, score = (1 if y[i] == {audited.labels[1]!r} else -1), X[i] @ w + b",
        f"        updates += bool({due})",
        f"        {step}",
        f"        w, b = {audited.profile.weights_code}",
        "print(updates, w, b)", *failure.code, f"# {failure.verdict}: {failure.reason}",
    ])


def end_code(audited: Implementation) -> list[str]:
    """Return the code of the function `ended(model)`. It returns the weights and the bias of a fitted model, or its
    predictions at X, at the opposites and at the midpoints."""
    if not audited.profile.readable:
        return ["def ended(model):", "    points = np.vstack([X, -X, (X[:-1] + X[1:]) / 2])",
                "    return list(np.ravel(model.predict(points)))"]
    return ["def ended(model):", f"    w, b = {audited.profile.weights_code}", "    return [*w, b]"]


def array(audited: Implementation, points: Sequence[Any]) -> str:
    """Return the code of an array of points.

    >>> from .implementation_interface import Profile
    >>> array(Implementation(object, {}, Profile("")), [(1, 0.5)])
    'np.array([[1, 0.5]], dtype=float)'
    """
    return array_code(points, audited.rule.dtype)


def model_code(audited: Implementation, name: str = "model", /, **params: Any) -> str:
    """Return the code of a new model with these parameters.

    >>> from .implementation_interface import Profile
    >>> model_code(Implementation(dict, {"a": 1}, Profile("")), "other", b=True)
    'other = dict(a=1, b=True)'
    """
    cls = (audited.target or audited.cls.__qualname__).rpartition(":")[2]
    given = ", ".join(f"{key}={value!r}" for key, value in {**audited.params, **params}.items())
    return f"{name} = {cls}({given})"


def new_fit_code(audited: Implementation, name: str, **params: Any) -> list[str]:
    """Return code that makes a new model of this name and fits it."""
    return [model_code(audited, name, **params), fit_call(audited, name)]


def fit_call(audited: Implementation, name: str) -> str:
    """Return the code that fits the model of this name."""
    return audited.profile.fit_code.replace("model.", f"{name}.", 1)


def is_positive(audited: Implementation, values: str) -> str:
    """Return code that tests which of these labels are positive."""
    return f"({values} == {audited.labels[1]!r})"


def import_code(audited: Implementation) -> str:
    """Return the code that imports the class."""
    module, _, name = (audited.target or f"{audited.cls.__module__}:{audited.cls.__qualname__}").partition(":")
    return f"from {module} import {name}"


def _start_code(audited: Implementation, failure: Failure) -> list[str]:
    """Return the code of the start: 0, or the state of a cycle that begins after many updates."""
    state = failure.start
    if state is None:
        return ["w, b, updates = np.zeros(X.shape[1]), 0.0, 0"]
    w = ", ".join(map(number_code, state.w))
    step = audited.profile.step_code.format(labels=list(audited.labels)).replace("i:i + 1", ":1").replace("[i]", "[0]")
    return [f"w, b, updates = np.array([{w}], dtype=X.dtype), X.dtype.type({number_code(state.b)}), 0", step,
            "model.coef_[...], model.intercept_[...] = w, b"]


def _head(audited: Implementation, failure: Failure) -> list[str]:
    y = list_code([repr(label) for label in audited.names(failure.y)])
    X = array(audited, failure.X)
    lines = ["import numpy as np", import_code(audited), "", f"X = {X}"]
    if "Fraction" in X:
        lines.insert(1, "from fractions import Fraction")
    return [*lines, f"y = np.array({y})", model_code(audited)]

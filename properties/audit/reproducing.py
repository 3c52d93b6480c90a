"""Code that reproduces a failure: it needs NumPy and the implementation, and prints what is wrong.

Main definitions:
    fit_code     one fit, whose classifier is compared with the labels
    step_code    examples shown one at a time, pass after pass
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from .implementations import Implementation
from .searching import Failure

PASSES = 20
LONG = 8  # equal rows one after the other
MISTAKES = {  # in code, whether an update is due at this score
    "mistake": "label * score <= 0",
    "correct": "label * score < 0",
    "positive": "(score >= 0) != (label > 0)",
    "negative": "(score > 0) != (label > 0)",
}


def fit_code(audited: Implementation, failure: Failure) -> str:
    """Code that fits the failing data."""
    shown = [f"w, b = {audited.profile.weights_code}", "print(w, b)"]
    if not audited.profile.readable:
        shown = ["labels = model.predict(X)", "print(labels)"]
    return "\n".join([
        *_head(audited, failure), *failure.more.get("begin", ()), audited.profile.fit_code, *shown, *_end(failure),
    ])  # fmt: skip


def step_code(audited: Implementation, failure: Failure) -> str:
    """Code that shows the failing data one example at a time, and counts the updates that are due."""
    rule = audited.rule
    due = f"label * score <= {rule.threshold}" if rule.threshold else MISTAKES[rule.tie or "mistake"]
    step = audited.profile.step_code.format(labels=list(audited.labels))
    return "\n".join([
        *_head(audited, failure), *_beginning(audited, failure),
        f"for _ in range({PASSES}):",
        "    for i in range(len(X)):",
        f"        label, score = (1 if y[i] == {audited.labels[1]!r} else -1), X[i] @ w + b",
        f"        updates += bool({due})",
        f"        {step}",
        f"        w, b = {audited.profile.weights_code}",
        "print(updates, w, b)", *_end(failure),
    ])  # fmt: skip


def _beginning(audited: Implementation, failure: Failure) -> list[str]:
    """The code of the start: 0, or the state of a cycle that lies far ahead."""
    state = failure.more.get("from")
    if state is None:
        return ["w, b, updates = np.zeros(X.shape[1]), 0.0, 0"]
    w = ", ".join(map(_number, state.w))
    step = audited.profile.step_code.format(labels=list(audited.labels)).replace("i:i + 1", ":1").replace("[i]", "[0]")
    return [f"w, b, updates = np.array([{w}], dtype=X.dtype), X.dtype.type({_number(state.b)}), 0", step,
            "model.coef_[...], model.intercept_[...] = w, b"]  # fmt: skip


def _head(audited: Implementation, failure: Failure) -> list[str]:
    module, _, name = (audited.target or f"{audited.cls.__module__}:{audited.cls.__qualname__}").partition(":")
    params = ", ".join(f"{key}={value!r}" for key, value in audited.params.items())
    y = _listed([repr(label) for label in audited.names(failure.y)])
    kind = {"exact": "object", "float32": "np.float32"}.get(audited.rule.dtype or "", "float")
    rows = _listed([f"[{', '.join(map(_number, x))}]" for x in failure.X])
    lines = ["import numpy as np", f"from {module} import {name}", "", f"X = np.array({rows}, dtype={kind})"]
    if "Fraction" in rows:
        lines.insert(1, "from fractions import Fraction")
    return [*lines, f"y = np.array({y})", f"model = {name}({params})"]


def _listed(items: Sequence[str]) -> str:
    """A list in code, in which a run of equal items is written once.

    >>> _listed(["1"] * 2048 + ["2", "2", "3"])
    '[1] * 2048 + [2, 2, 3]'
    """
    parts: list[str] = []
    for is_long, runs in groupby([(item, len(list(run))) for item, run in groupby(items)], lambda run: run[1] > LONG):
        if is_long:
            parts += [f"[{item}] * {length}" for item, length in runs]
        else:
            parts.append(f"[{', '.join(item for item, length in runs for _ in range(length))}]")
    return " + ".join(parts)


def _end(failure: Failure) -> list[str]:
    return [*failure.more.get("code", ()), f"# {failure.verdict}: {failure.reason}"]


def _number(value: Any) -> str:
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator & (exact.denominator - 1) == 0:
        return repr(float(exact))
    return repr(exact)

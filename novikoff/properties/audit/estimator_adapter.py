"""Adapt to a class without a profile: its parameters, its labels, and the attributes that hold its weights.

Labels are the first of `LABELS` with which the class gets easy data right: −1 and 1, 0 and 1, words, or truth values.
If `classes_` of each fitted object has them in the opposite order, the second of `classes_` is the positive one. The
weights are in `coef_` and `intercept_`, or in attributes for which the sign of ⟨w, x⟩ ± b is the prediction at all test
points. If there are none, the class is judged by its predictions alone. A class has no bias if `intercept_` is always
0, or there is none, and it never predicts the same on both sides of 0, however near. Then all data are separable by a
plane through 0.
"""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import inf
from typing import Any

from ...algorithms.errors import BadInput, format_option, uses_cli_names
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from .audit_data import Points
from .conventions import suggest_name
from .implementation_interface import (
    Broken,
    Implementation,
    Profile,
    is_of_sklearn,
    order_of,
    return_none,
    to_exact,
    wrap_call_errors,
)
from .isolated_checks import HASTE, Note, Within, ignore_note, run_isolated
from .score_rounding import may_flip_sign
from .update_counting import format_state, score_at
from .verdicts import UNCHECKED

Fitted = tuple[Any, Points, list[int]]  # an estimator and what it was fitted to
LABELS: tuple[tuple[Any, Any], ...] = ((-1, 1), (0, 1), ("no", "yes"), (False, True))
CAPS = ("max_iter", "n_iter", "n_iters", "max_iters", "epoch", "epochs", "n_epochs", "max_epochs", "num_epochs",
        "iterations", "n_iterations", "max_iterations", "num_iterations", "num_iter", "niter", "passes",
        "max_updates")
SEEDS = ("random_state", "random_seed", "seed")
RATES = ("eta", "eta0", "rate", "learning_rate", "lr", "learn_rate", "step_size")
BIASES = ("intercept_", "intercept", "bias_", "bias", "b_", "b")
COUNTERS = ("n_updates_", "n_updates", "updates_")
LEAST_CAP = 200  # passes, unless the caller gives fewer
SECONDS = 5.0  # the time limit for easy data
EASY_PASSES = 50  # for a class without `fit`
EASY_DATA: list[Any] = [  # a plane through 0 separates each dataset
    ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, -1]),
    ([(2, 0), (4, 3)], [-1, 1]),  # on this and the next every run with a bias ends with one
    ([(1, 0), (1, 4), (4, -4)], [-1, -1, 1]),
    ([(-2,), (3,)], [-1, 1]),
    ([(1, 0, 2), (0, -1, 1), (2, 2, -1)], [1, 1, -1]),
]
EASY_SIGNS: list[Any] = [  # for algorithms that take coordinates ±1; positive weights separate each dataset
    ([(1, 1, 1), (-1, -1, 1)], [1, -1]),
    ([(1, -1, -1), (-1, 1, 1), (-1, 1, -1)], [1, -1, -1]),
    ([(-1,), (1,)], [-1, 1]),
]
NEAR_0 = Fraction(1, 2**30)
AROUND = (-3, Fraction(-1, 2), NEAR_0, 2)  # coordinates of the points at which predictions are compared with weights


# --------------------------------------------------------------------------------------- the parameters


def names_of(cls: Any) -> dict[str, Any] | None:
    """Return the parameters of a class with their defaults; None if it takes any, or has no signature.

    >>> names_of(lambda rate=1, *rest: None)
    {'rate': 1}
    """
    try:
        parameters = inspect.signature(cls).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return None
    return {each.name: each.default for each in parameters if each.kind is not each.VAR_POSITIONAL}


def values_of(audited: Implementation) -> dict[str, Any]:
    """Return the parameters of a class with their values: given ones, else the defaults."""
    return {**(names_of(audited.cls) or {}), **audited.params}


def refuse_others(cls: Any, params: Mapping[str, Any]) -> None:
    """Raise `BadInput` for a parameter that the class does not have, or that it needs and is not given."""
    known = names_of(cls)
    if known is None:
        return
    for name in params:
        if name not in known:
            has = f"its parameters are: {', '.join(known)}" if known else "it has none"
            raise BadInput(f"{cls.__name__} has no parameter {name!r}{suggest_name(name, known)}; {has}")
    needed = [name for name, default in known.items() if default is inspect.Parameter.empty and name not in params]
    if needed:
        example = "{" + ", ".join(f'"{name}": …' for name in needed) + "}"
        value = f" '{example}'" if uses_cli_names() else f"={example}, or an object with {', '.join(needed)}"
        raise BadInput(f"{cls.__name__} needs the parameter{'s' * (len(needed) > 1)} {' and '.join(needed)}; give "
                       f"{format_option('params')}{value}")


def given_params(cls: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters with a seed, and with at least `LEAST_CAP` passes, where the class takes them."""
    known = names_of(cls) or {}
    more: dict[str, Any] = {name: 0 for name in SEEDS if name in known}
    more |= {name: LEAST_CAP for name in caps_of(cls) if known[name] < LEAST_CAP}
    return {**more, **params}


def caps_of(cls: Any) -> list[str]:
    """Return the names of the parameters that cap the passes of `fit`."""
    known = names_of(cls) or {}
    return [name for name in CAPS if isinstance(known.get(name), int) and not isinstance(known[name], bool)]


PROBABILITIES = ("predict_proba", "predict_log_proba")
SOFT = ("C", "lam", "lambda_", "lambda_param", "reg")  # parameters that weigh a soft margin; None or infinite: hard
REGULARISERS = ("C", "penalty", "l1", "l2", "reg", "regularization", "lam", "lambda_", "lambda_param", "weight_decay",
                "shrinkage", "solver", "priors", "var_smoothing")
KINDS = re.compile("(?i:logistic|logreg|ridge|lasso|regress|discriminant|bayes|squares|adaline|widrow|pegasos)"
                   "|SVM|SVC|LDA|QDA|LMS|NB$")
VECTOR_MACHINE = re.compile("(SVM|SVC)")


def why_no_separator(cls: Any, params: Mapping[str, Any]) -> str:
    """Return why a class does not claim to separate separable data; "" if nothing says so. Such reasons are the loss of
    the class, a method that returns probabilities, a parameter of a penalty, or the name of the class or of a base
    class. The name of a support vector machine is no reason if the class has a parameter for a soft margin that is None
    or infinite, since the margin is then hard.

    >>> why_no_separator(type("MyRidge", (), {}), {}), why_no_separator(type("Perceptron", (), {}), {})
    ('its name is MyRidge', '')
    >>> class SVM:
    ...     def __init__(self, C=None): pass
    >>> why_no_separator(SVM, {}), why_no_separator(SVM, {"C": 1})
    ('', 'it has the parameter C')
    """
    given = {**(names_of(cls) or {}), **params}
    if isinstance(loss := given.get("loss"), str):
        return "" if loss == "perceptron" else f"its loss is {loss!r}"
    if methods := [name for name in PROBABILITIES if callable(getattr(cls, name, None))]:
        return f"it has the method {methods[0]}"
    hard = [name for name in SOFT if name in given and given[name] in (None, inf)]
    if weighs := [name for name in REGULARISERS if given.get(name) is not None and name not in hard]:
        return f"it has the parameter {weighs[0]}"
    kinds = [base.__name__ for base in cls.__mro__ if KINDS.search(base.__name__)]
    if hard and not any(KINDS.search(VECTOR_MACHINE.sub("", name)) for name in kinds):
        return ""
    return f"its name is {kinds[0]}" if kinds[:1] == [cls.__name__] else f"its base is {kinds[0]}" if kinds else ""


# ------------------------------------------------------------------------------- labels and weights


@dataclass(frozen=True)
class Reading:
    """The place of the weights: the attribute of w, the slice of it that is w, the attribute of b, its index, and the
    sign of b. An attribute is a name, such as "coef_", or one item of a tuple, such as "coef_[0]"."""

    w: str
    part: tuple[int | None, int | None] = (None, None)
    b: str = ""
    at: int = 0
    sign: int = 1

    def read(self, estimator: Any) -> tuple[Any, Any]:
        """Return (w, b)."""
        w = np.ravel(_value(estimator, self.w))[slice(*self.part)]
        return w, self.sign * np.ravel(_value(estimator, self.b))[self.at] if self.b else 0

    def is_kept(self, estimator: Any) -> bool:
        """Return whether an estimator has these attributes, with numbers in them."""
        return all(_size(_value(estimator, name)) for name in (self.w, self.b) if name)

    @property
    def code(self) -> str:
        """Return code that reads the weights from `model`."""
        first, last = ("" if end is None else end for end in self.part)
        part = f"[{first}:{last}]" if self.part != (None, None) else ""
        sign = "-" if self.sign < 0 else ""
        return f"np.ravel(model.{self.w}){part}, " + (f"{sign}np.ravel(model.{self.b})[{self.at}]" if self.b else "0.0")


@dataclass(frozen=True)
class Met:
    """The behaviour of a class on easy data."""

    labels: tuple[Any, Any]  # for −1 and 1
    right: bool  # whether its predictions are right
    speaks: bool  # whether its predictions are labels
    has_bias: bool
    reading: Reading | None  # the way to read its weights
    counter: str | None  # the attribute that counts updates


def adapt_implementation(audited: Implementation, seconds: float, within: Within,
                         signs: bool = False) -> tuple[Implementation, bool]:
    """Return the implementation with the labels and weights that were found, and whether a fit has no end. Entries that
    the profile declares stay as they are. If a class is right with none of the labels, the audit uses the labels that
    it predicts. A class of scikit-learn takes all labels."""
    pairs = LABELS if "labels" in audited.profile.asks else (audited.labels,)
    limit = min(seconds, SECONDS)
    found, late = [], False
    for labels in pairs:
        asked = audited.with_profile(labels=labels)
        done = run_isolated(partial(inspect_class, asked, signs), limit, within)
        met, late = done.result, late or done.late
        limit = SECONDS / HASTE if done.late else limit
        speaks = met is not None and (met.speaks or is_of_sklearn(audited.cls))
        found.append((met is None, met is None or not met.right, not speaks, met.labels if met else labels, met))
        if met is not None and met.right:
            break
    *_, labels, met = min(found, key=lambda each: each[:3])
    entries: dict[str, Any] = {"labels": labels, "readable": met is None or met.reading is not None}
    if met is not None:
        entries["through_0"] = not met.has_bias
        declared = audited.profile.conventions is not None or audited.params.get("fit_intercept") is False
        entries["still_bias"] = not (met.has_bias or declared or met.reading is None or not met.reading.b)
        if met.reading is not None and "weights" in audited.profile.asks:
            entries |= {"weights": met.reading.read, "weights_code": met.reading.code}
        if met.counter is not None and audited.profile.counter is return_none:
            entries["counter"] = lambda estimator: int(getattr(estimator, met.counter))
            entries["counter_code"] = f"model.{met.counter}"
    return audited.with_profile(**entries), late


def inspect_class(audited: Implementation, signs: bool = False, note: Note = ignore_note) -> Met:
    """Fit to easy data and observe the predictions, and the place of the weights. The class may refuse some of the
    data, or raise on some. With `signs`, all coordinates are ±1, and the class has no bias."""
    fitted, said, problems = list[Fitted](), [], list[Broken]()
    for X, y in EASY_SIGNS if signs else EASY_DATA:
        try:
            estimator = _train(audited, X, y)
            said.append(audited.raw(estimator, X))
            fitted.append((estimator, X, y))
        except Broken as problem:
            problems.append(problem)
    if not fitted:
        raise problems[0]
    if all(order_of(estimator, audited.labels) < 0 for estimator, _, _ in fitted):
        return inspect_class(audited.with_profile(labels=audited.labels[::-1]), signs)
    right = not any(problem.problem != UNCHECKED for problem in problems)
    right = right and said == [audited.names(y) for _, _, y in fitted]
    try:
        has_bias = not signs and any(alike_near_0(audited, estimator, X) for estimator, X, _ in fitted)
        reading = _find_reading(audited, fitted, has_bias, (-1, 1) if signs else AROUND)
        has_bias = has_bias or any(reading.read(estimator)[1] for estimator, _, _ in fitted if reading)
    except Broken:  # objects share what they learn, so that only the last one predicts
        has_bias, reading = True, None
    counters = (name for name in COUNTERS if all(_size(_value(each, name)) == 1 for each, _, _ in fitted))
    speaks = all(label in audited.labels for labels in said for label in labels)
    if reading is not None and not reading.is_kept(_train(audited, *fitted[0][1:])):
        reading = None  # `predict` makes the attributes, so they are missing after `fit` alone
    return Met(audited.labels, right, speaks, has_bias, reading, next(counters, None))


def _train(audited: Implementation, X: Points, y: list[int]) -> Any:
    """Return an estimator fitted to easy data, or trained pass after pass if there is no `fit`."""
    if audited.profile.fit is not None:
        return audited.fit(X, y)
    estimator = audited.fresh()
    for x, label in EASY_PASSES * list(zip(audited.array(X), y, strict=True)):
        audited.step(estimator, x, label)
    return estimator


def alike_near_0(audited: Implementation, estimator: Any, X: Points) -> bool:
    """Return whether every point, moved near 0, has the same predicted label as its opposite: the label of the bias."""
    sides = [audited.raw(estimator, [tuple(sign * NEAR_0 * v for v in x) for x in X if any(x)]) for sign in (1, -1)]
    return sides[0] == sides[1]


def _find_reading(audited: Implementation, fitted: Sequence[Fitted], has_bias: bool,
                  around: Sequence[Any]) -> Reading | None:
    """Return the first reading for which the sign of the score is the prediction on all data; None if there is none. A
    `coef_` of one row is accepted without this test if there is `intercept_`, or if no prediction shows a bias."""
    one_row = all(rows_of(estimator) == 1 and order_of(estimator, audited.labels) >= 0 for estimator, _, _ in fitted)
    if one_row and all(_size(_value(estimator, "intercept_")) == 1 for estimator, _, _ in fitted):
        return Reading("coef_", b="intercept_")
    found = next((reading for reading in _candidates(fitted) if _predicts(audited, fitted, reading, around)), None)
    if found is not None and not found.b and not has_bias:  # perhaps there is a bias that no example moves
        still = (name for name in BIASES if all(_is_0(_value(estimator, name)) for estimator, _, _ in fitted))
        return replace(found, b=next(still, ""))
    return Reading("coef_") if found is None and one_row and not has_bias else found


def rows_of(estimator: Any) -> int:
    """Return the number of rows of `coef_`; 0 if there is none, or if it is not a table of numbers."""
    kept = _value(estimator, "coef_")
    return len(np.atleast_2d(np.asarray(kept, dtype=float))) if _size(kept) and np.ndim(kept) else 0


def _value(estimator: Any, name: str) -> Any:
    """Return the value of an attribute or property, or of an item of a tuple; None if there is none."""
    name, _, at = name.partition("[")
    with wrap_call_errors():
        value: Any = getattr(estimator, name, None)
        return value[int(at[:-1])] if at else value


def _candidates(fitted: Sequence[Fitted]) -> Iterator[Reading]:
    sizes = [{name: size for name, value in _attributes(estimator).items() if (size := _size(value))}
             for estimator, _, _ in fitted]
    common = [name for name in sizes[0] if all(name in other for other in sizes)]
    more = {name: {size[name] - len(X[0]) for size, (_, X, _) in zip(sizes, fitted, strict=True)} for name in common}
    yield from (Reading(name) for name in common if more[name] == {0})
    yield from (Reading(name, part, name, at) for name in common if more[name] == {1}
                for part, at in (((1, None), 0), ((None, -1), -1)))
    known = names_of(type(fitted[0][0])) or {}
    biases = sorted(common, key=known.__contains__)  # last the parameters: on all data, b may be −1 and the step size 1
    for sign, w, b in product((1, -1), common, biases):
        if more[w] == {0} and w != b and all(size[b] == 1 for size in sizes):
            yield Reading(w, b=b, sign=sign)


def _attributes(estimator: Any) -> dict[str, Any]:
    """Return the attributes of an object, in `__dict__` or in slots, and the items of its tuples."""
    slots = [name for cls in type(estimator).__mro__ for name in vars(cls).get("__slots__", ())]
    kept = [*slots, *getattr(estimator, "__dict__", ())]
    with wrap_call_errors():
        found = {name: getattr(estimator, name) for name in kept if hasattr(estimator, name)}
    items = {f"{name}[{i}]": item for name, value in found.items() if isinstance(value, tuple)
             for i, item in enumerate(value)}
    return {**found, **items}


def _size(value: Any) -> int:
    """Return the number of numbers in an attribute; 0 if it holds other values."""
    if value is None or isinstance(value, bool | str | bytes):
        return 0
    try:
        array = np.asarray(value, dtype=float)
    except Exception:  # NumPy and foreign classes may raise anything; the value holds no numbers
        return 0
    return array.size


def _is_0(value: Any) -> bool:
    return _size(value) == 1 and not np.ravel(value)[0]


def _predicts(audited: Implementation, fitted: Sequence[Fitted], reading: Reading, around: Sequence[Any]) -> bool:
    for estimator, X, _ in fitted:
        points: list[Any] = list(product(around, repeat=len(X[0])))
        w, b = reading.read(estimator)
        dtype = "float32" if w.dtype == np.float32 else audited.rule.dtype
        try:
            state = State(tuple(map(to_exact, w)), to_exact(b))
        except BadInput:  # NaN, infinity
            return False
        for x, label in zip(points, audited.raw(estimator, points), strict=True):
            f = score_at(state, x)
            if f and label != audited.labels[int(f > 0)] and not may_flip_sign(state, x, dtype):
                return False
    return True


# ------------------------------------------------------------------------------- what a fit has come to


def points_around(X: Any) -> list[Any]:
    """Return the examples, their opposites and the midpoints of neighbours: points on both sides of many planes."""
    halfway = [tuple(Fraction(p + q) / 2 for p, q in zip(x, other, strict=True))
               for x, other in pairwise(X)]
    return [*X, *(tuple(-value for value in x) for x in X), *halfway]


def was_capped(audited: Implementation, estimator: Any, X: Any, y: Any) -> bool:
    """Return whether `fit` ended at its cap: the profile reads it, or a doubled cap gives another result."""
    capped = audited.read_entry("capped", estimator)
    if capped is not None:
        return bool(capped)
    longer = audited.with_params(**{cap: 2 * values_of(audited)[cap] for cap in caps_of(audited.cls)})
    return longer.params != audited.params and fit_outcome(longer, longer.fit(X, y), X) != fit_outcome(
        audited, estimator, X
    )


def fit_outcome(audited: Implementation, estimator: Any, X: Any) -> Any:
    """Return the weights at their exact values, or the predictions at these points and around them."""
    if audited.profile.readable:
        return audited.state(estimator)
    return tuple(audited.raw(estimator, points_around(X)))


def describe_outcome(found: Any) -> str:
    """Return an outcome as text."""
    return format_state(found) if hasattr(found, "w") else f"predictions {', '.join(map(repr, found[:12]))}"


def open_profile(name: str) -> Profile:
    """Return the profile of a class about which nothing is declared.

    >>> open_profile("mine").asks
    ('labels', 'weights')
    """
    return Profile(name, asks=("labels", "weights"))

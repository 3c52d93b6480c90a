"""The checks that need no conventions: properties of every linear classifier, each with its hypotheses.

The checks use separable data, as they are, permuted, doubled, with all labels exchanged, rescaled, and stretched. A
class that claims to find a separator must find one on each. The perceptron needs few passes on these data with bias
increment 1 and with R² (or 0, if the class finds planes through 0 only), so no reasonable cap ends the fit. A cap can
still be visible: the class continues if the cap is doubled, or its fit ends where a cyclic run is between two passes.
Then the check is undecided. If a theorem says that `fit` ends with a separator, the class is also tested on many
examples, and on two close pairs, which need hundreds and thousands of passes. If a class refuses data by an exception,
this does not count as a wrong answer.
"""

import copy
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms.lazy_numpy import np
from . import audit_data as tables
from .convention_probes import DATA
from .data_search import UNDECIDED, Failure
from .estimator_adapter import caps_of, describe_outcome, fit_outcome, names_of, points_around, values_of
from .failure_code import array, end_code, fit_call, import_code, is_positive, model_code
from .implementation_interface import Broken, Implementation, Refused, wrap_call_errors
from .perceptron_checks import (
    EASY,
    SCALED,
    Context,
    Judge,
    Subject,
    Work,
    conclude,
    excuse_cap,
    quarter_examples,
    report_failure,
    search_failures,
)
from .score_rounding import may_flip_sign
from .update_counting import MOST_EPOCHS, format_state, mistakes_left, numbers, score_at
from .verdicts import BREACH, EARLY, HOLDS, NO_THEOREM, PREDICT, Finding

PARTS = ("plain", "reversed", "repeated", "mirrored", "turned", "sorted", "padded", "halved", *SCALED)
BYTES: tables.Data = ([(0, 50), (75, 100)], [-1, 1])  # sums overflow a byte; most runs end with a bias ≠ 0
MORE_BYTES: tables.Data = ([*BYTES[0], (10, 60), (70, 110)], [*BYTES[1], -1, 1])  # for a class that refuses two
CLOSE = {"close-pair": 200, "closer-pair": 2000}  # the least number of passes
SLACK = 8  # times the passes of the cyclic run: another order may need more
BESIDE = Fraction(1, 2**30)
IN_FLOAT64, IN_FLOAT32 = Fraction(1, 2**20), Fraction(1, 2**8)  # relative to the largest weight: the error of a solver
MANY = 300  # copies of the points at which predictions are compared
NAMES = (("no", "yes"), ("yes", "no"), (0, 1), (10, 9))  # as text, 10 comes before 9


def skip_unclaimed(subject: Subject, context: Context) -> Finding:
    """Return the finding that reports why a class that does not claim to separate is not checked."""
    why = (f"the class does not claim to separate what a plane separates ({subject.unclaimed}); a profile with "
           '"separates": true asks for it')
    return Finding("", NO_THEOREM, why)


def form_checks(subject: Subject) -> dict[str, Work]:
    """Return the check of separable data in each of their forms."""
    return {form: partial(check_short, classifies, variant=form) for form in PARTS}


def close_pairs(subject: Subject) -> dict[str, Work]:
    """Return the checks of two close examples, which need many passes."""
    return {name: partial(_check_close_pair, least) for name, least in CLOSE.items()}


def check_short(judge: Judge, audited: Implementation, context: Context, variant: str = "plain") -> Finding:
    """Judge data with short runs in this form."""
    through_0 = audited.homogeneous or variant in SCALED
    steps = [0] if audited.homogeneous else [1, "R2"]
    data = tables.short_datasets(variant, through_0, steps)
    fixed = [tables.VARIANTS[variant](*each) for each in DATA]
    if variant == "plain" and audited.rule.dtype != "float32":
        fixed += tables.near_ties(steps[0])
    first = [each for each in fixed if all(tables.is_short(*each, step) for step in steps)]
    key = f"{judge.__name__}.{variant}"
    return search_failures(key, judge, audited, context, source=data, first=first, examples=quarter_examples(context))


# --------------------------------------------------------------------------------------- separable data


def classifies(audited: Implementation, data: tables.Data, most: int = tables.FEW_PASSES) -> Failure | None:
    """Check that the predictions on the examples are their labels. If the weights are right on all examples, the cause
    of a failure is `predict`. The check is undecided if a cap ended `fit`: a parameter, or a cap in the code after at
    least `most` passes."""
    X, y = data
    estimator = audited.fit(X, y)
    said, wanted = audited.raw(estimator, X), [audited.labels[int(label > 0)] for label in y]
    wrong = [i for i in range(len(y)) if said[i] != wanted[i]]
    if not wrong:
        return None
    if not audited.profile.separates:
        return UNDECIDED  # the class does not claim to separate
    i = next((i for i in wrong if not _may_flip_sign(audited, estimator, X[i])), None)
    if i is None:
        return UNDECIDED
    state = audited.state(estimator) if audited.profile.readable else None
    where = f"fit ends at {format_state(state)}, and " if state else ""
    why = (f"predict returns {said[i]!r} for the example x = {numbers(X[i])}, whose label is {wanted[i]!r}; "
           f"wrong predictions: {len(wrong)} of {len(y)}")
    code = ["print(model.predict(X), y)", "assert list(np.ravel(model.predict(X))) == list(y)"]
    if state and not mistakes_left(state, X, y, audited.rule.tie):
        return Failure(BREACH, f"{where}these weights are right on all examples, but {why}", X, y, code, cause=PREDICT)
    why = f"{where}{why}, although a plane separates the examples"
    return excuse_cap(audited, estimator, Failure(EARLY, why, X, y, code), most)


def separates(data: tables.Data, audited: Implementation, context: Context) -> Finding:
    """Check that the class separates these data."""
    context.note(("data", data))
    return conclude(audited, classifies(audited, data, MOST_EPOCHS))


def _check_close_pair(least: int, audited: Implementation, context: Context) -> Finding:
    """Check that the class, with a cap that is high enough, separates a close pair. A cap in the code of the class may
    still end the fit, which contradicts the theorem."""
    data, passes = tables.close_pair(0 if audited.homogeneous else audited.rule.bias_step, least)
    caps = {name: max(SLACK * passes, values_of(audited)[name]) for name in caps_of(audited.cls)}
    return separates(data, audited.with_params(**caps), context)


def _may_flip_sign(audited: Implementation, estimator: Any, x: Sequence[Any]) -> bool:
    """Return whether the class has weights and rounding may flip the sign of their score at x."""
    return audited.profile.readable and may_flip_sign(audited.state(estimator), x, audited.rule.dtype)


def other_names(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that a class with `classes_` learns the same for labels of any names. If the names are in the opposite
    order, the predictions are compared with the predictions for mirrored labels, because that run is different and may
    stop elsewhere."""
    X, y = data
    estimator = audited.fit(X, y)
    if list(getattr(estimator, "classes_", ())) != list(audited.labels):
        return None
    low, high = audited.labels
    plain, mirrored = audited.raw(estimator, X), audited.raw(audited.fit(X, [-label for label in y]), X)
    for names in NAMES:
        renamed = audited.with_profile(labels=names)
        try:
            said = renamed.raw(renamed.fit(X, y), X)
        except Broken:  # it refuses such names
            continue
        same, turned = dict(zip((low, high), names, strict=True)), dict(zip((high, low), names, strict=True))
        wanted = [same.get(label) for label in plain], [turned.get(label) for label in mirrored]
        if said not in wanted:
            why = (f"with {names[0]!r} for {low!r} and {names[1]!r} for {high!r}, predict returns {said} for examples "
                   f"for which it returns {plain} with these labels")
            code = [f"y = np.array({renamed.names(y)!r})", model_code(audited), audited.profile.fit_code,
                    "print(model.predict(X))", f"assert model.predict(X).tolist() in {[*wanted]!r}"]
            return Failure(BREACH, why, X, y, code)
    return None


# --------------------------------------------------------------------------------------- the interface


def check_decision(audited: Implementation, context: Context) -> Finding:
    """Check `decision` on short data, unless a fitted object has no `decision_function`, as in a class that offers the
    method under a condition."""
    with wrap_call_errors():
        if not hasattr(audited.fit(*EASY), "decision_function"):
            return Finding("", NO_THEOREM, "not checked, since a fitted object has no decision_function")
    return check_short(decision, audited, context)


def decision(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that `decision_function`, wherever it is not 0, has the sign of the prediction, and that a second call
    returns the same up to rounding."""
    X, y = data
    estimator = audited.fit(X, y)
    points = points_around(X)
    scores, repeated = (audited.scores(estimator, points) for _ in range(2))
    for x, first, again in zip(points, map(float, scores), map(float, repeated), strict=True):
        if not np.isclose(first, again, equal_nan=True):
            why = f"at x = {numbers(x)} decision_function returns {first:g}, and when called again {again:g}"
            code = [f"points = {array(audited, points)}", "first = np.array(model.decision_function(points))",
                    "again = np.array(model.decision_function(points))", "print(first, again)",
                    "assert np.allclose(first, again, equal_nan=True)"]
            return Failure(BREACH, why, X, y, code)
    said = audited.raw(estimator, points)
    for asked, labels in ((points, said), (points[:1], said[:1])):
        code = [f"points = {array(audited, asked)}",
                "f, said = np.asarray(model.decision_function(points)), np.ravel(model.predict(points))",
                "f = f[:, 1] - f[:, 0] if f.ndim == 2 and f.shape[1] == 2 else np.ravel(f)", "print(f, said)"]
        found = scores if asked is points else audited.scores(estimator, asked)
        for x, f, label in zip(asked, found, labels, strict=True):
            if f and label in audited.labels and label != audited.labels[int(f > 0)] and not (
                _may_flip_label(audited, estimator, x)
            ):
                why = f"at x = {numbers(x)} decision_function is {float(f):g}, but predict returns {label!r}"
                score = score_at(audited.state(estimator), x) if audited.profile.readable else 0
                is_right = (score > 0) == (f > 0)  # the score that decision_function returns
                if score:
                    why += f"; the weights agree with {'decision_function' if is_right else 'predict'}"
                code += [f"known = (f != 0) & np.isin(said, {list(audited.labels)!r})",
                         f"assert all({is_positive(audited, 'said')}[known] == (f > 0)[known])"]
                return Failure(BREACH, why, X, y, code, cause=PREDICT * bool(score and is_right))
    return None


def _may_flip_label(audited: Implementation, estimator: Any, x: Sequence[Any]) -> bool:
    """Return whether x is so near the plane that rounding may decide its label. Sums of one row and of many rows may be
    added in different orders. The weights decide, or, if there are none, the labels of points near x."""
    if audited.profile.readable:
        return may_flip_sign(audited.state(estimator), x, audited.rule.dtype)
    return _differ_beside(audited, estimator, x, BESIDE)


def _differ_beside(audited: Implementation, estimator: Any, x: Sequence[Any], step: Fraction) -> bool:
    """Return whether points at this distance from x have different labels."""
    beside = [(*x[:k], v + move, *x[k + 1 :]) for k, v in enumerate(x) for move in (step, -step)]
    return len({audited.raw(estimator, [point])[0] for point in beside}) > 1


def alone(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that the prediction at a point does not depend on the other points in the call."""
    X, y = data
    estimator = audited.fit(X, y)
    points = points_around(X)
    together = audited.raw(estimator, points)
    for x, said in zip(points, together, strict=True):
        alone = audited.raw(estimator, [x])[0]
        if alone != said and not _may_flip_label(audited, estimator, x):
            why = f"predict returns {said!r} for x = {numbers(x)} among other points, but {alone!r} for x alone"
            code = [f"points = {array(audited, points)}", "together = np.ravel(model.predict(points)).tolist()",
                    "alone = [np.ravel(model.predict(points[i:i + 1]))[0] for i in range(len(points))]",
                    "print(together, alone)", "assert together == alone"]
            return Failure(BREACH, why, X, y, code, cause=PREDICT)
    return None


def check_many(audited: Implementation, context: Context) -> Finding:
    """Check that the prediction at a point does not depend on the number of points, and that n predictions have the
    shape (n,)."""
    estimator, points = audited.fit(*EASY), points_around(EASY[0])
    few, count = audited.raw(estimator, points), len(points)
    if (shape := np.shape(audited.profile.predict(estimator, audited.array(points)))) != (count,):
        why = (f"predict returns the shape {shape} for {count} points, not ({count},), so predict(X) == y compares "
               "each prediction with each label")
        code = [f"points = {array(audited, points)}", "print(np.shape(model.predict(points)))",
                "assert np.shape(model.predict(points)) == (len(points),)"]
        return report_failure(audited, Failure(BREACH, why, *EASY, code))
    order = [*range(count)] * MANY + [0] * count * MANY  # half of the rows are one point, so their mean score is not 0
    many = audited.raw(estimator, [points[i] for i in order])
    wrong = (i for i, said in enumerate(many) if said != few[order[i]])
    i = next((i for i in wrong if not _may_flip_label(audited, estimator, points[order[i]])), None)
    if i is None:
        return Finding("", HOLDS, datasets=1)
    why = (f"predict returns {few[order[i]]!r} for a point among {count} points, but {many[i]!r} for the same point in "
           f"row {i + 1} of {len(many)}")
    code = [f"points = {array(audited, points)}", "few = np.ravel(model.predict(points)).tolist()",
            f"order = [*range({count})] * {MANY} + [0] * {count * MANY}",
            "many = np.ravel(model.predict(points[order])).tolist()",
            f"print(few, many[:{count}])", "assert [few[i] for i in order] == many"]
    return report_failure(audited, Failure(BREACH, why, *EASY, code, cause=PREDICT))


def check_copies(audited: Implementation, context: Context) -> Finding:
    """Check that a deep copy predicts the same, and that a new estimator with the same parameters learns the same."""
    estimator = audited.fit(*EASY)
    expected = fit_outcome(audited, estimator, EASY[0])
    with wrap_call_errors():
        others = {"a deep copy": copy.deepcopy(estimator)}
    if hasattr(estimator, "get_params"):
        with wrap_call_errors():
            again = type(estimator)(**estimator.get_params(deep=False))
        others["a new estimator with the parameters of get_params"] = audited.fit(*EASY, estimator=again)
    for what, other in others.items():
        found = fit_outcome(audited, other, EASY[0])
        if found != expected:
            why = f"{what} has {describe_outcome(found)}, but the estimator has {describe_outcome(expected)}"
            code = ["import copy", *end_code(audited), "other = copy.deepcopy(model)"]
            if other is not others["a deep copy"]:
                code[-1:] = ["other = type(model)(**model.get_params(deep=False))", fit_call(audited, "other")]
            code += ["print(ended(model), ended(other))", "assert ended(model) == ended(other)"]
            return report_failure(audited, Failure(BREACH, why, *EASY, code))
    return Finding("", HOLDS, datasets=1)


def check_params(audited: Implementation, context: Context) -> Finding:
    """Check that `get_params` returns every parameter of the constructor, with the value given."""
    for name, default in (names_of(audited.cls) or {}).items():
        value = _change_value(audited.params.get(name, default))
        if value is None:
            continue
        try:
            with wrap_call_errors():
                estimator = audited.cls(**{**audited.params, name: value})
        except Broken:  # the class refuses this value
            continue
        with wrap_call_errors():
            returned = dict(estimator.get_params())
            is_kept = bool(name in returned and returned[name] == value)
        if not is_kept:
            now = f"{returned[name]!r}" if name in returned else "nothing"
            why = f"given {name}={value!r}, get_params returns {now}: a clone is another estimator"
            code = [import_code(audited), "", model_code(audited, **{name: value}), "print(model.get_params())",
                    f"assert model.get_params().get({name!r}) == {value!r}", f"# {BREACH}: {why}"]
            return Finding("", BREACH, why, "\n".join(code))
    return Finding("", HOLDS)


def _change_value(value: Any) -> Any:
    """Return another value of the same kind; None for kinds that are not changed."""
    if isinstance(value, bool):
        return not value
    return 2 * value if isinstance(value, int | float) and value and value == value else None


NUMBER_TYPES = (*(f"X.astype({kind!r})" for kind in ("int64", "uint8", "int8", "float32")), "X.tolist()",
                "X.copy(order='F')")
SPARSE = ("csr_array(X)",)


def check_forms(forms: Sequence[str], audited: Implementation, context: Context) -> Finding:
    """Check that the same numbers in these forms, given as code, give the same fit as an array of floats."""
    assert audited.profile.fit is not None
    X, y = BYTES
    context.note(("data", BYTES))
    try:
        expected = fit_outcome(audited, audited.fit(X, y), X)
    except Refused:
        X, y = MORE_BYTES
        expected = fit_outcome(audited, audited.fit(X, y), X)
    for form in forms:
        names: dict[str, Any] = {"X": audited.array(X)}
        context.note(("data", (X, y, [*_imports(form), _replace_input(audited.profile.fit_code, form)])))
        try:
            exec("\n".join([*_imports(form), f"given = {form}"]), names)
            other = audited.fit_estimator(names["given"], audited.label_array(y))
            found = fit_outcome(audited, other, X)
        except Broken:  # the class refuses these data
            continue
        except ImportError as problem:
            return Finding("", NO_THEOREM, f"nothing is compared with {form}: {problem}")
        rounding = IN_FLOAT32 if _is_float32(audited, other) or "float32" in form else IN_FLOAT64
        if not _is_alike(found, expected, rounding) and not _is_noise(audited, other, X, found, expected, rounding):
            why = (f"given {form}, fit ends at {describe_outcome(found)}, but given X itself it ends at "
                   f"{describe_outcome(expected)}")
            code = [model_code(audited, "other"), "other.fit(X, y)", *end_code(audited), "print(ended(model), "
                                                                                         "ended(other))",
                    f"assert np.allclose(ended(model), ended(other), {float(rounding)!r})"]
            if not hasattr(found, "w"):
                code[-1] = "assert ended(model) == ended(other)"
            finding = report_failure(audited, Failure(BREACH, why, X, y, code))
            return replace(finding, reproduce="\n".join([*_imports(form), _replace_input(finding.reproduce, form)]))
    return Finding("", HOLDS, datasets=1)


def _replace_input(code: str, form: str) -> str:
    """Return the code with this form of X as the input of the model."""
    return code.replace("model.fit(X, ", f"model.fit({form}, ")


def _imports(form: str) -> list[str]:
    return ["from scipy.sparse import csr_array"] if "csr_array" in form else []


def _is_float32(audited: Implementation, estimator: Any) -> bool:
    """Return whether a class computes in float32 if it gets float32, which is allowed."""
    w = audited.profile.weights(estimator)[0] if audited.profile.readable else ()
    return bool(np.asarray(w).dtype == np.float32)


def _is_noise(audited: Implementation, estimator: Any, X: Any, found: Any, expected: Any, rounding: Fraction) -> bool:
    """Return whether predictions differ only where the score is at most this fraction of the largest score. If there
    are no scores, labels may differ only at points that have neighbours with other labels at this relative distance."""
    if audited.profile.readable:
        return False
    points = points_around(X)
    wrong = [i for i, (p, q) in enumerate(zip(found, expected, strict=True)) if p != q]
    if hasattr(estimator, "decision_function"):
        scores = audited.scores(estimator, points)
        return all(abs(scores[i]) <= rounding * max(map(abs, scores)) for i in wrong)
    far = max(abs(value) for x in X for value in x)
    return all(_differ_beside(audited, estimator, points[i], rounding * far) for i in wrong)


def _is_alike(found: Any, expected: Any, rounding: Fraction) -> bool:
    if not hasattr(expected, "w"):
        return bool(found == expected)
    size = max(map(abs, [*expected.w, expected.b]))
    return all(abs(p - q) <= size * rounding for p, q in zip([*found.w, found.b], [*expected.w, expected.b],
                                                                       strict=True))


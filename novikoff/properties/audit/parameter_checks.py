"""The checks that parameters with well-known names have their usual effect.

A check never fails a class with the usual effect: if a class refuses a value, or stores its weights elsewhere for this
value, the check is undecided. The data are `EASY_DATA`, which a plane through 0 separates; on two of them every run
with a bias ends with a nonzero one.

`eta0`. Consider a run from 0 in which every update adds η·y·x to w and η·c·y to b, and depends on the sign of y·f(x).
It is η times the run with step size 1. So doubling η doubles the weights, exactly in floats, and leaves all predictions
unchanged. This holds if no penalty moves the weights, no threshold is compared with y·f(x), the step size is one
number, and the end of `fit` does not depend on the size of the weights. Otherwise `eta0` is not checked.

`C`. A larger C has a different meaning in each class: more weight of the loss, or of the penalty, or a longer step. The
check needs a known objective: (w₁, b₁) minimises Ω + C₁·L, (w₂, b₂) minimises Ω + C₂·L, and C₁ < C₂. Adding Ω₁ + C₁L₁ ≤
Ω₂ + C₁L₂ and Ω₂ + C₂L₂ ≤ Ω₁ + C₂L₁ gives (C₂ − C₁)(L₂ − L₁) ≤ 0: the training loss L does not grow. A solver that stops
within g₁ and g₂ of the two minima leaves L₂ − L₁ ≤ (g₁ + g₂)/(C₂ − C₁).
"""

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms.errors import format_option
from ...algorithms.lazy_numpy import np
from .conventions import Theorem, updates_theorem
from .data_search import UNDECIDED, Failure
from .estimator_adapter import EASY_DATA, SEEDS, alike_near_0, describe_outcome, fit_outcome, names_of, values_of
from .failure_code import end_code, model_code, new_fit_code
from .implementation_interface import Broken, Implementation, fit
from .perceptron_checks import Context, Subject, Work, check_doubled_rate, check_generated, repeat_code, report_failure
from .update_counting import format_state
from .verdicts import BREACH, HOLDS, NO_THEOREM, UNMET, Finding

Fact = Callable[[Implementation], Failure | None]  # may return `UNDECIDED`
MORE_SEEDS = (1, 2)


def flag_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks of the boolean parameters in `FACTS` that this class has."""
    audited, rule = subject.audited, subject.audited.rule
    given = values_of(audited)
    shows_order = rule.start == "zero" and rule.penalty == "" and rule.order is not None  # nothing else can be random
    return {name: partial(_keeps, name) for name in FACTS
            if isinstance(given.get(name), bool) and (name != "shuffle" or shows_order)}


def eta0(audited: Implementation, context: Context) -> Finding:
    """Check that doubling eta0 doubles the weights."""
    if why := _no_multiple(audited):
        return Finding("", NO_THEOREM, why)
    return check_generated("parameters.eta0", partial(check_doubled_rate, "eta0"), audited, context)


def takes_sample_weight(audited: Implementation) -> bool:
    """Return whether the method `fit` of the class has a parameter `sample_weight`."""
    try:
        return audited.profile.fit is fit and "sample_weight" in inspect.signature(audited.cls.fit).parameters
    except (AttributeError, TypeError, ValueError):
        return False


def check_sample_weight(audited: Implementation, context: Context) -> Finding:
    """Check that `sample_weight` changes the weights of some fit. It multiplies the updates on an example in every
    perceptron that uses it, so one weight of 1/4 changes where a run from 0 ends."""
    for X, y in EASY_DATA:
        plain = audited.state(audited.fit(X, y))
        for i in range(len(y)):
            weights, estimator = np.ones(len(y)), audited.fresh()
            weights[i] = 0.25
            try:
                audited.call(estimator, "fit", audited.array(X), audited.label_array(y), sample_weight=weights)
                found = audited.state(estimator)
            except Broken as problem:
                return Finding("", NO_THEOREM, f"not checked, since fit refuses sample_weight: {problem.reason}")
            if found != plain:
                return Finding("", HOLDS)
    X, y = EASY_DATA[0]
    code = [*end_code(audited), audited.profile.fit_code, model_code(audited, "other"),
            "other.fit(X, y, sample_weight=[0.25, 1, 1, 1])", "print(ended(model), ended(other))",
            "assert ended(model) != ended(other)"]
    why = "fit takes sample_weight, but a weight of 1/4 for any one example changes no fit"
    return report_failure(audited, Failure(BREACH, why, X, y, whole=code))


def has_C(audited: Implementation) -> bool:
    """Return whether the class has a numeric parameter C."""
    return is_number(values_of(audited).get("C"))


def skip_unknown_C(audited: Implementation, context: Context) -> Finding:
    """Return the finding that C is not checked, and how to have it checked."""
    way_on = f"{format_option('algorithm', 'NAME')} with svm or passive_aggressive says it"
    return Finding("", NO_THEOREM, f"not checked, since it is not known what C weighs in this class; {way_on}")


def describe_unlike(audited: Implementation, plain: Mapping[str, Any], what: str,
                    usual: Mapping[str, Any] | None = None) -> str:
    """Return a text such as "C=2: the checks are for C=1" with `what` in the middle, or "" if the class has these
    values. A parameter that the class does not show has its `usual` value, by default the plain one."""
    given = {**(usual or {}), **values_of(audited)}
    other = next((name for name, value in plain.items() if given.get(name, value) != value), None)
    return "" if other is None else f"{other}={given[other]!r}: {what} for {other}={plain[other]!r}"


def is_number(value: Any) -> bool:
    """Return whether the value of a parameter is a number."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _no_multiple(audited: Implementation) -> str:
    """Return why the weights need not be a multiple of eta0; "" if they must be."""
    rule = audited.rule
    theorem = updates_theorem(rule)
    if not audited.profile.readable or audited.profile.fit is None:
        return "not checked, since there are no weights to read"
    if rule.start != "zero" or rule.threshold:
        return "not checked, since only a run from 0 without a threshold is a multiple of its step size"
    return "" if isinstance(theorem, Theorem) else f"not checked: {theorem}"


def _keeps(name: str, audited: Implementation, context: Context) -> Finding:
    """Check the effect of a parameter under each of its values."""
    held = False
    for value, fact in FACTS[name].items():
        other = audited.with_params(**{name: value})
        try:
            said = fact(other)
        except Broken:  # the class refuses this value, or keeps its weights elsewhere
            continue
        if said is not None and said is not UNDECIDED:
            return report_failure(other, said)
        held = held or said is None
    return Finding("", HOLDS if held else UNMET, "" if held else f"no value of {name} has a visible effect after fit")


def _check_no_intercept(audited: Implementation) -> Failure | None:
    if not audited.profile.readable:
        return UNDECIDED
    for X, y in EASY_DATA:
        state = audited.state(audited.fit(X, y))
        if state.b:
            why = f"with fit_intercept=False fit ends at {format_state(state)}, so the intercept is not 0"
            return Failure(BREACH, why, X, y, ["assert b == 0"])
    return None


def _check_intercept(audited: Implementation) -> Failure | None:
    """Check that a bias is visible: after some fit, predictions near 0 are equal on both sides. Undecided if an example
    is predicted wrongly."""
    right = True
    for X, y in EASY_DATA:
        estimator = audited.fit(X, y)
        if alike_near_0(audited, estimator, X):
            return None
        right = right and audited.predict(estimator, X) == y
    if not right:
        return UNDECIDED
    X, y = EASY_DATA[1]
    code = ["near = X / 2**30", "print(model.predict(near), model.predict(-near))",
            "assert (np.ravel(model.predict(near)) == np.ravel(model.predict(-near))).all()"]
    why = ("with fit_intercept=True predict returns different labels for x and -x, however near to 0, after every fit, "
           "so there is no intercept")
    return Failure(BREACH, why, X, y, code)


def _check_seedless(audited: Implementation) -> Failure | None:
    seeds = [name for name in SEEDS if name in (names_of(audited.cls) or {})]
    first, *others = (audited.with_params(**dict.fromkeys(seeds, seed)) for seed in (0, *MORE_SEEDS))
    for X, y in EASY_DATA:
        expected = fit_outcome(first, first.fit(X, y), X)
        for seed, other in zip(MORE_SEEDS, others, strict=True):
            found = fit_outcome(other, other.fit(X, y, seed=seed), X)
            if found != expected:
                why = (f"with shuffle=False fit ends at {describe_outcome(expected)}, but with another seed at "
                       f"{describe_outcome(found)}, so its order is random")
                if not seeds:
                    return Failure(BREACH, why, X, y, code=repeat_code(audited))
                return Failure(BREACH, why, X, y, whole=[*new_fit_code(first, "model"), *new_fit_code(other, "other"),
                                                         *end_code(audited), "print(ended(model), ended(other))",
                                                         "assert ended(model) == ended(other)"])
    return None


FACTS: dict[str, dict[bool, Fact]] = {
    "fit_intercept": {False: _check_no_intercept, True: _check_intercept},
    "shuffle": {False: _check_seedless},
}

"""The checks that parameters with well-known names do what they say.

Main definitions:
    FACTS              of each name: the values, and what is so under them
    flag_checks, eta0  the checks of the parameters that a class has

A fact fails no class that keeps it: where a class refuses a value, or keeps its weights elsewhere under it, nothing is
decided. The data are those of `EASY_DATA`, which a plane through 0 separates; on two of them every run with a bias ends
with one.

`eta0`. A run from 0 whose every update adds η·y·x to w and η·c·y to b, and is made by the sign of y·f(x), is η times
the run with the step size 1. So doubling η doubles the weights, exactly in floats, and leaves all predictions as they
are. That is so if no penalty moves the weights, no threshold is compared with y·f(x), the step size is one number, and
`fit` ends for no reason that depends on the size of the weights. Elsewhere nothing is said of `eta0`.

`C`. A larger C means another thing in each class: more weight of the loss, or of the penalty, or a longer step. It is
checked where the objective is known: (w₁, b₁) minimises Ω + C₁·L, (w₂, b₂) minimises Ω + C₂·L, and C₁ < C₂. Adding
Ω₁ + C₁L₁ ≤ Ω₂ + C₁L₂ and Ω₂ + C₂L₂ ≤ Ω₁ + C₂L₁ gives (C₂ − C₁)(L₂ − L₁) ≤ 0: the training loss L does not grow. A
solver that stops within g₁ and g₂ of the two minima leaves L₂ − L₁ ≤ (g₁ + g₂)/(C₂ − C₁).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms.errors import format_option
from .conventions import Theorem, updates_theorem
from .data_search import UNDECIDED, Failure
from .estimator_adapter import EASY_DATA, SEEDS, alike_near_0, describe_outcome, fit_outcome, names_of
from .failure_code import end_code, model_code
from .implementations import Broken, Implementation
from .perceptron_checks import Context, Subject, Work, check_doubled_rate, check_generated, repeat_code, report_failure
from .update_counts import format_state
from .verdicts import BREACH, HOLDS, NO_THEOREM, UNMET, Finding

Fact = Callable[[Implementation], Failure | None]  # which may be `UNDECIDED`
MORE_SEEDS = (1, 2)


def flag_checks(subject: Subject) -> dict[str, Work]:
    """The parameters in `FACTS` that are true or false in this class."""
    audited = subject.audited
    given = {**(names_of(audited.cls) or {}), **audited.params}
    return {name: partial(_keeps, name) for name in FACTS
            if isinstance(given.get(name), bool) and (name != "shuffle" or _shows_order(audited))}  # fmt: skip


def eta0(audited: Implementation, context: Context) -> Finding:
    """Doubling eta0 doubles the weights."""
    if why := _no_multiple(audited):
        return Finding("", NO_THEOREM, why)
    return check_generated("parameters.eta0", partial(check_doubled_rate, "eta0"))(audited, context)


def has_C(audited: Implementation) -> bool:
    """Say whether the class has a parameter C that is a number."""
    return is_number({**(names_of(audited.cls) or {}), **audited.params}.get("C"))


def skip_unknown_C(audited: Implementation, context: Context) -> Finding:
    """Say what to do to have C checked."""
    way_on = f"{format_option('algorithm', 'NAME')} with svm or passive_aggressive says it"
    return Finding("", NO_THEOREM, f"not checked, since it is not known what C weighs in this class; {way_on}")


def is_number(value: Any) -> bool:
    """Say whether this is the value of a parameter that is a number."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _no_multiple(audited: Implementation) -> str:
    """Why the weights need not be a multiple of eta0; "" if they are."""
    rule = audited.rule
    theorem = updates_theorem(rule)
    if not audited.profile.readable or audited.profile.fit is None:
        return "not checked, since there are no weights to read"
    if rule.start != "zero" or rule.threshold:
        return "not checked, since only a run from 0 without a threshold is a multiple of its step size"
    return "" if isinstance(theorem, Theorem) else f"not checked: {theorem}"


def _keeps(name: str, audited: Implementation, context: Context) -> Finding:
    """Whether what the name promises is so under each of its values."""
    held = False
    for value, fact in FACTS[name].items():
        other = audited.with_params(**{name: value})
        try:
            said = fact(other)
        except Broken:  # it refuses this value, or keeps its weights elsewhere
            continue
        if said is not None and said is not UNDECIDED:
            return report_failure(other, said)
        held = held or said is None
    return Finding("", HOLDS if held else UNMET, "" if held else f"no value of {name} shows in what fit leaves")


def _check_no_intercept(audited: Implementation) -> Failure | None:
    """The intercept is 0 after every fit."""
    if not audited.profile.readable:
        return UNDECIDED
    for X, y in EASY_DATA:
        state = audited.state(audited.fit(X, y))
        if state.b:
            why = f"with fit_intercept=False fit ends at {format_state(state)}, and the intercept is not 0"
            return Failure(BREACH, why, X, y, {"code": ["assert b == 0"]})
    return None


def _check_intercept(audited: Implementation) -> Failure | None:
    """After some fit, predictions near 0 are alike on both sides, if all examples are predicted rightly."""
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
            "assert (np.ravel(model.predict(near)) == np.ravel(model.predict(-near))).all()"]  # fmt: skip
    why = ("with fit_intercept=True predict says different labels of x and of -x, however near to 0, after every fit, "
           "so there is no intercept")  # fmt: skip
    return Failure(BREACH, why, X, y, {"code": code})


def _shows_order(audited: Implementation) -> bool:
    """Whether fit is a run from 0 whose order is all that can be random in it."""
    rule = audited.rule
    return rule.start == "zero" and rule.penalty == "" and rule.order is not None


def _check_seedless(audited: Implementation) -> Failure | None:
    """The seed changes nothing."""
    seeds = [name for name in SEEDS if name in (names_of(audited.cls) or {})]
    first, *others = (audited.with_params(**dict.fromkeys(seeds, seed)) for seed in (0, *MORE_SEEDS))
    for X, y in EASY_DATA:
        expected = fit_outcome(first, first.fit(X, y), X)
        for seed, other in zip(MORE_SEEDS, others, strict=True):
            found = fit_outcome(other, other.fit(X, y, seed=seed), X)
            if found != expected:
                why = (f"with shuffle=False fit ends at {describe_outcome(expected)}, and with another seed at "
                       f"{describe_outcome(found)}, so its order is random")  # fmt: skip
                fit = audited.profile.fit_code
                code = [model_code(first), fit, model_code(other, "other"), fit.replace("model.", "other.", 1),
                        *end_code(audited),
                        "print(ended(model), ended(other))", "assert ended(model) == ended(other)"]  # fmt: skip
                return Failure(BREACH, why, X, y, {"whole": code} if seeds else {"code": repeat_code(audited)})
    return None


FACTS: dict[str, dict[bool, Fact]] = {
    "fit_intercept": {False: _check_no_intercept, True: _check_intercept},
    "shuffle": {False: _check_seedless},
}

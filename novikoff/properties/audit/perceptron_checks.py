"""The checks of a perceptron: its interface, its conventions, its steps, its fits, known failures of floats.

`check_table` decides which of these checks are made. A check returns a `Finding`. All comparisons with bounds are
exact.
"""

import contextlib
import copy
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from inspect import signature
from typing import Any

from ...algorithms.errors import BadInput, format_option
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from ...algorithms.processes import Expired
from ..float_failure_data import FIXTURES, Fixture
from . import audit_data as tables
from . import implementation_interface
from .convention_probes import DATA, describe_unexplained
from .conventions import Conventions, Theorem, convergence_theorem, excludes_theorems, updates_theorem
from .data_search import UNDECIDED, Failure, Source, make_undecided, search
from .estimator_adapter import (
    LABELS,
    RATES,
    SEEDS,
    describe_outcome,
    fit_outcome,
    names_of,
    points_around,
    values_of,
    was_capped,
)
from .failure_code import array, end_code, fit_call, fit_code, is_positive, model_code, new_fit_code, step_code
from .float_cycles import confirm_cycle, find_cycle
from .implementation_interface import Broken, Implementation, Refused, is_changed, to_exact, wrap_call_errors
from .isolated_checks import limit_lines
from .number_literals import number_code
from .reachable_ends import can_end, within_bounds
from .score_rounding import may_flip_sign
from .update_counting import (
    MOST_VISITS,
    count_passes,
    format_state,
    initial_state,
    mistakes_left,
    numbers,
    replay,
    score_at,
    watch,
)
from .verdicts import (
    BREACH,
    CAP,
    DEVIATES,
    EARLY,
    ENDLESS,
    HOLDS,
    MUTATES,
    NO_THEOREM,
    OF_DTYPE,
    PREDICT,
    RAISES,
    SHAPE,
    UNCHECKED,
    UNMET,
    VIOLATED,
    Finding,
)

EASY: tables.Data = ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, -1])
OPPOSITE: tables.Data = ([(1, 0), (-1, 0)], [1, -1])
CLOSE: tables.Data = ([(1,), (2,)], [-1, 1])  # needs a bias of 3/2 of the weight: many updates if c is small
UNCHANGED = "interface.input-unchanged"
LINES = 200_000  # of Python, in a fit to four examples with labels that the class may not know
SILENT = "interface.silent"  # holds if nothing was printed while the check was made
SCALED = ("large", "digits", "stretched")  # a bias increment of 1 is small here, so a plane through 0 separates
SHORT_PASSES = 100  # of the exact run, on data for a class whose cap is not known
MOST_SHOWN = 60  # the most coordinates that the reason of a failure shows
NO_MISTAKE = "assert updates == before  # the last pass has no mistake"
AGAIN = 20  # fits among which one differs if fit is random
BUNDLED_PASSES = 30  # of watched runs on bundled data


@dataclass(frozen=True)
class Context:
    """The settings of a check: the number of datasets to generate, the place for notes, and the seed."""

    examples: int
    note: Callable[[Any], None]
    seed: int = 0


Work = Callable[[Implementation, Context], Finding]
Judge = Callable[[Implementation, tables.Data], Failure | None]
Order = Callable[[int], list[int]]  # of the examples in a pass, by their number


@dataclass(frozen=True)
class Subject:
    """A class under audit, with the facts that decide on its checks. `declared` are the conventions in its profile, and
    `seen` are the conventions that probing shows. `unclaimed` says why the class does not claim to separate, "" if it
    does. `claim` is the `reference_checks.Claim` with whose runs the class is compared, if there is one."""

    audited: Implementation
    declared: Conventions | None = None
    seen: Conventions | None = None
    unclaimed: str = ""
    claim: Any = None


# --------------------------------------------------------------------------------------- the interface


def has_methods(audited: Implementation, context: Context) -> Finding:
    """Check that the methods exist which the profile calls. Raises `BadInput` otherwise."""
    estimator = audited.fresh()
    wanted = [name for name in ("fit", "predict")
              if getattr(audited.profile, name) is getattr(implementation_interface, name)]
    missing = [name for name in wanted if not callable(getattr(estimator, name, None))]
    if missing:
        raise BadInput(f"{type(estimator).__name__} has no method {' and no method '.join(missing)}, so it is not a "
                       "classifier; write a class with fit(self, X, y) and predict(self, X) around it")
    return Finding("", HOLDS)


def check_fit(audited: Implementation, context: Context) -> Finding:
    """Check that `fit` takes the easiest data and ends."""
    context.note(("data", EASY))
    audited.fit(*EASY)
    return Finding("", HOLDS, datasets=1)


def check_weights_shape(audited: Implementation, context: Context) -> Finding:
    """Check that there is one weight for each coordinate, and one bias."""
    w, b = audited.weights(audited.fit(*EASY))
    if len(w) != 2 or not (isinstance(b, int | float | Fraction) or getattr(b, "ndim", 1) == 0):
        return Finding("", SHAPE, f"for points of 2 coordinates the weights have {len(w)} and the bias is {b!r}")
    if audited.profile.still_bias:
        why = ("there is an attribute for the bias, but no example moves it, so all planes go through 0; if that is "
               'meant, say so by "bias_step": 0 in a profile')
        return Finding("", UNCHECKED, why)
    return Finding("", HOLDS, datasets=1)


def check_finite(audited: Implementation, context: Context) -> Finding:
    """Check that weights and bias are finite."""
    def judge(audited: Implementation, data: tables.Data) -> Failure | None:
        audited.state(audited.fit(*data))
        return None

    return search_failures("interface.finite", judge, audited, context, examples=quarter_examples(context))


def check_predictions(audited: Implementation, context: Context) -> Finding:
    """Check that predictions are labels with the sign of the score, except where rounding decides."""
    found = search_failures("interface.predictions", predict_rightly, audited, context, first=[OPPOSITE],
                            examples=quarter_examples(context))
    if found.verdict != HOLDS or audited.profile.readable:
        return found
    why = "predict returns labels; no weights can be read, so it is not known which label belongs to which point"
    return replace(found, verdict=UNCHECKED, reason=why, datasets=0)


def predict_rightly(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that predictions at the examples and at new points are labels, and have the exact sign of ⟨w, x⟩ + b. On
    the plane any label will do. Halfway to the plane, ⟨w, x⟩ alone has another sign."""
    X, y = data
    estimator, points = audited.fit(X, y), points_around(X)
    state = audited.state(estimator) if audited.profile.readable else None
    if state:
        points += _on_the_axes(audited, state, Fraction(1, 2))
    said = audited.names(audited.predict(estimator, points))
    if not state:
        return None
    audited.predict(estimator, _on_the_axes(audited, state, Fraction(1)))
    for i, x in enumerate(points):
        f = score_at(state, x)
        if f and said[i] != audited.labels[int(f > 0)] and not may_flip_sign(state, x, audited.rule.dtype):
            score = f"at {format_state(state)} the score of x = {numbers(x)} is {float(f):g}"
            why = f"{score}, but predict returns {said[i]!r}"
            code = [f"points = {array(audited, [x])}", "print(points @ w + b, model.predict(points))",
                    f"assert all({is_positive(audited, 'np.ravel(model.predict(points))')} == (points @ w + b > 0))"]
            return Failure(BREACH, why, X, y, code, cause=PREDICT)
    return None


def _on_the_axes(audited: Implementation, state: State, share: Fraction) -> list[Any]:
    """Return a point on each axis that meets the plane, at this share of the way to it. At 1, the score is 0, or a
    rounding error."""
    kept: Callable[[Any], Any] = {"exact": Fraction, "float32": np.float32}.get(audited.rule.dtype or "", float)
    places = [(j, to_exact(kept(-state.b / w * share))) for j, w in enumerate(state.w) if w] or [(0, Fraction(0))]
    return [tuple(at if k == j else Fraction(0) for k in range(len(state.w))) for j, at in places]


def check_input_unchanged(audited: Implementation, context: Context) -> Finding:
    """Check that no method changes the examples or the labels, also labels that the class may replace by others."""
    first = [EASY, *(data for data in DATA if not audited.homogeneous or tables.is_separable(*data, 0))]
    source = tables.short_datasets("plain", audited.homogeneous, [0] if audited.homogeneous else [1, "R2"])
    found = search_failures(UNCHANGED, find_mutation, audited, context, source=source, first=first,
                            examples=quarter_examples(context))
    if found.verdict == HOLDS and "labels" in audited.profile.asks:
        for labels in LABELS:
            renamed, failure = audited.with_profile(labels=labels), None
            with contextlib.suppress(Broken, Expired), limit_lines(LINES):  # the class may not take these labels
                failure = find_mutation(renamed, EASY)
            if failure is not None:
                return report_failure(renamed, failure)
    return found


def find_mutation(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that `fit`, `predict` and `decision_function` leave X and y unchanged, and the last two the weights."""
    X, y = audited.array(data[0]), audited.label_array(data[1])
    before = copy.deepcopy(X), copy.deepcopy(y)
    estimator, called = audited.fit_estimator(X, y), [audited.profile.fit_code]
    weights = _read_weights(audited, estimator)
    for method in ("fit", "predict", "decision_function"):
        with contextlib.suppress(Broken):  # other checks report what raises here
            if method == "predict":
                with wrap_call_errors():
                    audited.profile.predict(estimator, X)
            elif method != "fit" and hasattr(estimator, method):
                audited.call(estimator, method, X)
        called += [f"model.{method}(X)"] * (method != "fit" and hasattr(estimator, method))
        for name, now, then in (("X", X, before[0]), ("y", y, before[1])):
            if is_changed(now, then):
                why = f"{method} changes {name} from {then.tolist()} to {now.tolist()}"
                return Failure(MUTATES, why, *data, whole=[
                    f"before = {name}.copy()", *called, f"print(before.tolist(), {name}.tolist())",
                    f"assert (before == {name}).all()"])
        found = _read_weights(audited, estimator)
        if weights is not None and found is not None and weights != found:
            why = f"{method} changes the weights from {format_state(weights)} to {format_state(found)}"
            return Failure(BREACH, why, *data, whole=[
                *end_code(audited), called[0], "before = ended(model)", *called[1:], "print(before, ended(model))",
                "assert before == ended(model)"])
    return None


def _read_weights(audited: Implementation, estimator: Any) -> State | None:
    """Return the weights at their exact values; None if there are none to read."""
    with contextlib.suppress(Broken):
        return audited.state(estimator) if audited.profile.readable else None
    return None


def score(audited: Implementation, context: Context) -> Finding:
    """Check that `score` is the fraction of examples that `predict` gets right. The data are five examples with one
    wrong label, and with four. A class promises this as a classifier of scikit-learn, or in the docstring of `score`.
    Otherwise the score may have another meaning."""
    X, y = [*EASY[0], EASY[0][0]], [*EASY[1], -EASY[1][0]]
    estimator = audited.fit(*EASY)
    for labels in (y, [-label for label in y]):
        right = sum(said == name for said, name in zip(audited.raw(estimator, X), audited.names(labels), strict=True))
        with wrap_call_errors():
            said = float(estimator.score(audited.array(X), audited.label_array(labels)))
        if abs(said - right / len(y)) >= 1e-6:
            why = f"score returns {said:g} for {len(y)} examples, but predict is right on {right} of them"
            if not _promises_accuracy(audited.cls):
                return Finding("", UNCHECKED, f"{why}; the class does not say that its score is this share")
            code = [f"X, y = {array(audited, X)}, np.array({audited.names(labels)!r})",
                    "share = np.mean(np.ravel(model.predict(X)) == y)", "print(model.score(X, y), share)",
                    "assert abs(model.score(X, y) - share) < 1e-6"]
            return report_failure(audited, Failure(BREACH, why, *EASY, code))
    return Finding("", HOLDS, datasets=1)


def has_score(audited: Implementation) -> bool:
    """Return whether there is a method score(X, y)."""
    return list(names_of(getattr(audited.cls, "score", None)) or ())[:3] == ["self", "X", "y"]


def _promises_accuracy(cls: Any) -> bool:
    """Return whether a class is a classifier by scikit-learn's tag or mixin, or the docstring of its `score` mentions
    accuracy.

    >>> class Mine:
    ...     def score(self, X, y):
    ...         "Return the mean accuracy."
    >>> _promises_accuracy(Mine), _promises_accuracy(int)
    (True, False)
    """
    mixed = any((base.__module__, base.__name__) == ("sklearn.base", "ClassifierMixin") for base in cls.__mro__)
    tagged = getattr(cls, "_estimator_type", "") == "classifier"
    return mixed or tagged or "accuracy" in (getattr(getattr(cls, "score", None), "__doc__", "") or "").lower()


def check_repeatable(audited: Implementation, context: Context) -> Finding:
    """Check that two new objects end at the same weights, and that a seed leaves numpy's generator alone."""
    seeded = any(audited.params.get(name) is not None for name in SEEDS)  # its own randomness, and no other

    def judge(audited: Implementation, data: tables.Data) -> Failure | None:
        found = [fit_outcome(audited, audited.fit(*data, seed=seed), data[0]) for seed in (0, int(seeded))]
        if found[0] != found[1]:
            why = (
                f"two fits to the same data, of two new objects, end at {describe_outcome(found[0])} and at "
                f"{describe_outcome(found[1])}: fit is random without a seed, or leaks state from one object to the "
                "next"
            )
            return Failure(BREACH, why, *data, repeat_code(audited))
        if seeded and np.random.random_sample() != np.random.RandomState(1).random_sample():
            code = ["np.random.seed(1)", model_code(audited), audited.profile.fit_code,
                    "drawn, wanted = np.random.random_sample(), np.random.RandomState(1).random_sample()",
                    "print(drawn, wanted)", "assert drawn == wanted"]
            why = "fit has a seed of its own, but changes numpy's global generator"
            return Failure(BREACH, why, *data, code)
        return None

    return search_failures("interface.repeatable", judge, audited, context, examples=quarter_examples(context))


def check_refit(audited: Implementation, context: Context) -> Finding:
    """Check that a second fit of the same object starts again, and that no object affects an earlier or later one."""
    other = tables.VARIANTS["mirrored"](*EASY)
    context.note(("data", other))
    first = audited.fit(*EASY)
    expected = fit_outcome(audited, first, EASY[0])
    used = audited.fit(*other)
    ends = {"the first object's fit": fit_outcome(audited, first, EASY[0])}
    ends["a second fit of one object"] = fit_outcome(audited, audited.fit(*EASY, estimator=used), EASY[0])
    ends["a new object's fit"] = fit_outcome(audited, audited.fit(*EASY), EASY[0])
    for what, found in ends.items():
        if found != expected:
            why = (f"fit leaks state: after other fits, {what} ends at {describe_outcome(found)}, but before them the "
                   f"first object's fit ended at {describe_outcome(expected)}")
            return report_failure(audited, Failure(BREACH, why, *EASY, whole=_refit_code(audited)))
    return Finding("", HOLDS, datasets=1)


def repeat_code(audited: Implementation) -> list[str]:
    """Return code that compares several other models, fitted to the same data, with the model."""
    again = (f"    {line}" for line in new_fit_code(audited, "other"))
    return [*end_code(audited), f"for _ in range({AGAIN}):", *again,
            "    print(ended(other))", "    assert ended(model) == ended(other)"]


def _refit_code(audited: Implementation) -> list[str]:
    """Return code that repeats a fit after another one, and then fits a new object."""
    other = fit_call(audited, "other")
    return [*end_code(audited), audited.profile.fit_code, "wanted = ended(model)", model_code(audited, "other"),
            other.replace("(X, y", "(X, y[::-1]") + "  # other data",
            "print(wanted, ended(model))", "assert ended(model) == wanted", other, *new_fit_code(audited, "last"),
            "print(ended(other), ended(last))", "assert wanted == ended(model) == ended(other) == ended(last)"]


# -------------------------------------------------------------------------------------- the conventions


def check_conventions(subject: Subject) -> dict[str, Work]:
    """Compare each convention that the profile declares with the convention that probing shows."""
    declared, seen = subject.declared, subject.seen
    if seen is None or declared is None:
        return {}
    plain = ("rate", "bias_step") if not declared.penalty else ()  # a penalty would distort these two
    shown = {name: getattr(seen, name) for name in ("tie", "start", *plain, "penalty", "dtype")}

    def compare(name: str, value: Any) -> Work:
        wanted = getattr(declared, name)
        said = f"declared: {_show_value(wanted)}; found by single steps or fits: {_show_value(value)}"
        alike = bool(wanted) == bool(value) if name == "penalty" else wanted == value
        return lambda *_: Finding("", HOLDS if alike else DEVIATES, said)

    return {name: compare(name, value) for name, value in shown.items()
            if value is not None and getattr(declared, name) not in (None, "varies")}


def _show_value(value: Any) -> str:
    return "none" if value == "" else str(value)


def name_update_bound(subject: Subject, context: Context) -> Finding:
    """Return the name of the theorem. Declared conventions can exclude every theorem; with unknown conventions the
    check is undecided."""
    audited, theorem = subject.audited, updates_theorem(subject.audited.rule)
    if isinstance(theorem, Theorem):
        return Finding("", HOLDS, f"{theorem.name} governs these conventions: updates ≤ {theorem.formula}")
    if excludes_theorems(subject.declared):
        return Finding("", NO_THEOREM, theorem)
    why = describe_unexplained(audited) if audited.profile.fit is not None else theorem
    way_on = (f"if the class runs another algorithm, {format_option('algorithm', 'NAME')} compares it with the "
              "runs of that algorithm")
    return Finding("", UNCHECKED, f"no conventions of a perceptron explain what fit does: {why}; {way_on}")


def name_convergence(subject: Subject, context: Context) -> Finding:
    """Return whether a theorem promises an end with a separator."""
    theorem, declared = convergence_theorem(subject.audited.rule), subject.declared
    if isinstance(theorem, Theorem):
        ends = "fit ends" if subject.audited.profile.fit is not None else "passes end"
        return Finding("", HOLDS, f"no run makes more updates than the bound, so {ends} with a separator")
    excludes = excludes_theorems(declared) or (declared is not None and declared.stop in ("plateau", "epochs"))
    return Finding("", NO_THEOREM if excludes else UNCHECKED, theorem)


# ------------------------------------------------------------------------------------------------ steps


def steps_rule(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that each step follows the rule."""
    X, y = data
    run = watch(audited, X, y, visits=24)
    return Failure(DEVIATES, run.wrong, X, y, steps=True) if run.wrong else None


def _check_steps_bound(theorem: Theorem, audited: Implementation, data: tables.Data, order: Order | None = None,
                       passes: int = 0) -> Failure | None:
    """Check that the run ends, with updates, counted by the signs of the scores, within the bound."""
    X, y = data
    start = _random_start(audited, X)
    most = theorem.most(X, y, start)
    run = watch(audited, X, y, limit=most, order=order and order(len(y)),
                visits=max(MOST_VISITS, passes * len(y)))
    if run.end == "limit":
        return Failure(VIOLATED, f"{run.updates} updates, but {theorem.name} allows {most}", X, y,
                       [f"assert updates <= {most}"], steps=True)
    if run.cycle is not None:
        state, updates, passes = run.cycle
        what = f"{updates} update{'s' * (updates != 1)} in {passes} pass{'es' * (passes != 1)}"
        return Failure(ENDLESS, f"the state {format_state(state)} comes back after {what}", X, y, [NO_MISTAKE],
                       steps=True)
    return UNDECIDED if run.end == "cap" else None


def _random_start(audited: Implementation, X: tables.Points) -> State | None:
    return initial_state(audited, len(X[0])) if audited.rule.start == "random" else None


# ------------------------------------------------------------------------------------------------- fits


def _count_updates(audited: Implementation, estimator: Any, X: tables.Points, y: list[int]) -> tuple[int | None, str]:
    """Return the updates of `fit` and the way they were counted; None if no count is reliable."""
    run = replay(audited, estimator, X, y)
    if run.agrees:
        return run.updates, "by a certified replay"
    native = audited.read_entry("counter", estimator)
    return (None, "") if native is None else (native, "by its own counter")


def _check_fit_bound(theorem: Theorem, audited: Implementation, data: tables.Data) -> Failure | None:
    X, y = data
    start = _random_start(audited, X)
    estimator = audited.fit(X, y)
    if audited.rule.order == "any":  # a run within the bound can have these weights, whatever its order
        state = audited.state(estimator)
        why = (f"fit ends at {format_state(state)}, which after any number of updates is too long for its alignment, "
               f"by the proof of {theorem.name}")
        return None if within_bounds(theorem, state, X, y) else Failure(VIOLATED, why, X, y)
    updates, how = _count_updates(audited, estimator, X, y)
    if updates is None:
        untold = audited.profile.distribution or was_capped(audited, estimator, X, y)
        return UNDECIDED if untold else fit_replay(audited, data)
    if theorem.is_exceeded(updates, X, y, start):
        most = theorem.most(X, y, start)
        why = f"fit makes {updates} updates, counted {how}, but {theorem.name} allows {most}"
        return Failure(VIOLATED, why, X, y, _count_code(audited, f"<= {most}"))
    return None


def _count_code(audited: Implementation, condition: str) -> list[str]:
    """Return code that asserts the condition for a fitted model's count of updates; empty if there is no counter."""
    counter = audited.profile.counter_code
    return [f"print({counter})", f"assert {counter} {condition}"] if counter else []


def fit_reaches(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that a run with these conventions can end where `fit` does, in some order."""
    X, y = data
    possible = can_end(state := audited.state(audited.fit(X, y)), X, y, audited.rule)
    if possible is None:
        return UNDECIDED
    why = f"fit ends at {format_state(state)}, where no run with these conventions ends, whatever its order"
    return None if possible else Failure(DEVIATES, why, *data)


def fit_rate(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that doubling a step size doubles the weights, for all names except eta0, which has a separate check."""
    said = [check_doubled_rate(name, audited, data) for name in RATES if name != "eta0" and has_rate(audited, name)]
    return next(filter(None, said), None)


def has_rate(audited: Implementation, name: str) -> bool:
    """Return whether the class has a parameter of this name that is a number > 0."""
    value = values_of(audited).get(name)
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def check_doubled_rate(name: str, audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that doubling this step size doubles the weights, as it must for a run from 0. The check is undecided if
    one of the fits ends with mistakes left, because the size of the weights may then determine the end."""
    X, y = data
    value: Any = values_of(audited)[name]
    once, twice = (audited.with_params(**{name: each}) for each in (value, 2 * value))
    before, after = audited.state(once.fit(X, y)), audited.state(twice.fit(X, y))
    if all(2 * p == q for p, q in zip([*before.w, before.b], [*after.w, after.b], strict=True)):
        return None
    if any(mistakes_left(state, X, y, audited.rule.tie) for state in (before, after)):
        return UNDECIDED
    why = (f"with {name}={value!r} fit ends at {format_state(before)}, and with {name}={2 * value!r} at "
           f"{format_state(after)}, which is not twice as much")
    code = [*new_fit_code(once, "model"), *end_code(audited), *new_fit_code(twice, "other"),
            "print(ended(model), ended(other))", "assert [2 * value for value in ended(model)] == ended(other)"]
    return Failure(BREACH, why, X, y, code)


def fit_replay(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that `fit` ends where the exact run does."""
    X, y = data
    estimator = audited.fit(X, y)
    run = replay(audited, estimator, X, y)
    if run.agrees:
        return None
    why = (f"the replay by the declared rule ends at {format_state(run.state)}, but fit ends at "
           f"{format_state(audited.state(estimator))}")
    return excuse_cap(audited, estimator, Failure(DEVIATES, why, X, y, assert_state_code(run.state)))


def excuse_cap(audited: Implementation, estimator: Any, failure: Failure, most: int = tables.FEW_PASSES) -> Failure:
    """Return the failure, or "undecided" if `fit` ends at a cap. If the cap is not a parameter, `fit` seems to end at
    it if it ends where the cyclic run is after at least `most` passes. After fewer passes it is a failure, and the
    reason mentions the cap."""
    if was_capped(audited, estimator, failure.X, failure.y):
        return UNDECIDED
    if not audited.profile.readable:
        return failure
    count = count_passes(audited, failure.X, failure.y, audited.state(estimator))
    if not count:
        return failure
    where = (f"fit returns the weights that the cyclic run has after {count} pass{'es' * (count > 1)}, with mistakes "
             "left, so it seems to stop at a cap")
    if count >= most:
        return make_undecided(where)
    return replace(failure, reason=f"{failure.reason}; {where} that is not a parameter")


def assert_state_code(state: State) -> list[str]:
    """Return code that asserts that w and b have these values."""
    return [f"assert [*w, b] == [{', '.join(map(number_code, [*state.w, state.b]))}]"]


def fit_counter(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that the class's count of updates is the count of a certified replay."""
    X, y = data
    estimator = audited.fit(X, y)
    run, native = replay(audited, estimator, X, y), audited.read_entry("counter", estimator)
    if not run.agrees or native is None:
        return UNDECIDED
    if native != run.updates:
        why = f"its own counter says {native} updates, but a certified replay makes {run.updates}"
        return Failure(BREACH, why, X, y, _count_code(audited, f"== {run.updates}"))
    return None


def fit_separates(audited: Implementation, data: tables.Data) -> Failure | None:
    """Check that `fit` ends with a classifier that is right on all examples, in exact arithmetic."""
    X, y = data
    estimator = audited.fit(X, y)
    state = audited.state(estimator)
    left = mistakes_left(state, X, y, audited.rule.tie)
    if not left:
        return None
    if all(may_flip_sign(state, X[i], audited.rule.dtype) for i in left):
        return UNDECIDED
    i = left[0]
    why = (f"fit ends at {format_state(state)} with {len(left)} of {len(y)} labels wrong, such as "
           f"x = {numbers(X[i])}, y = {audited.names(y)[i]!r}")
    signs = f"signs = np.where({is_positive(audited, 'y')}, 1, -1)"
    by_tie = {"positive": "(X @ w + b >= 0) == (signs > 0)", "negative": "(X @ w + b > 0) == (signs > 0)"}
    right = by_tie.get(audited.rule.tie or "", "signs * (X @ w + b) > 0")
    code = [signs, "print(signs * (X @ w + b))", f"assert all({right})"]
    return excuse_cap(audited, estimator, Failure(EARLY, why, X, y, code))


# ------------------------------------------------------------------------------------------ generated data


def quarter_examples(context: Context) -> int:
    """Return a quarter of the number of examples, at least 5."""
    return max(5, context.examples // 4)


def search_failures(key: str, judge: Judge, audited: Implementation, context: Context, *, source: Source | None = None,
                    first: Sequence[tables.Data] = (), examples: int | None = None) -> Finding:
    """Judge the first data and then generated ones, by default plain ones, and return a finding. `key` determines the
    generated data. `examples` is their number if it is not the number of the context."""
    kept: list[Failure] = []

    def judge_noted(data: tables.Data) -> Failure | None:
        if not kept:  # keep the note of the failure while the search shrinks it
            context.note(("data", data))
        try:
            return judge(audited, data)
        except Refused as problem:
            return make_undecided(problem.reason)

    def keep(failure: Failure) -> None:
        kept.append(failure)
        context.note(("failure", failure))

    source = source or tables.datasets("plain", audited.homogeneous)
    found = search(source, judge_noted, key=key, examples=examples or context.examples, seed=context.seed, first=first,
                   note=keep)
    if found.failure is not None:
        return report_failure(audited, found.failure)
    count, (why, _) = found.reasons.total(), [*found.reasons.most_common(1), ("", 0)][0]
    undecided = f"{count} of {found.held + count} datasets are undecided{f': {why}' if why else ' at the cap'}"
    if not found.held:
        return Finding("", UNCHECKED if why else CAP, undecided)
    return Finding("", HOLDS, undecided if count else "", datasets=found.held)


def conclude(audited: Implementation, said: Failure | None, capped: str = "fit ends at its cap") -> Finding:
    """Return the finding from the answer about one dataset; `capped` is the reason of an answer without a reason."""
    if said is None:
        return Finding("", HOLDS, datasets=1)
    return Finding("", CAP, said.reason or capped) if said.is_undecided else report_failure(audited, said)


def report_failure(audited: Implementation, failure: Failure) -> Finding:
    """Return the finding of a failure, with the code that reproduces it."""
    code = step_code if failure.steps else fit_code
    shown = f"; X = ({', '.join(map(numbers, failure.X))}), y = {audited.labels_text(failure.y)}"
    where = shown if sum(map(len, failure.X)) <= MOST_SHOWN else ""
    return Finding("", failure.verdict, failure.reason + where, code(audited, failure), cause=failure.cause)


def check_generated(key: str, judge: Judge, audited: Implementation, context: Context, *, variant: str = "plain",
                    share: int = 1, near: bool = False, steps: bool = False) -> Finding:
    """Judge generated data by `judge(audited, data)`; `key` determines the data. With `near`, the first data have
    scores that are nearly 0. With `steps`, single steps are judged."""
    first = tables.near_ties(audited.rule.bias_step) if near and audited.rule.dtype != "float32" else []
    return search_failures(key, judge, audited, context, source=_source(audited, variant, steps), first=first,
                           examples=max(5, context.examples // share))


def _source(audited: Implementation, variant: str, steps: bool) -> Source:
    """Return data in this form, with short runs for a class that may have no cap or an unknown one. For single steps,
    each of which may cost as much as a fit, the runs are even shorter."""
    known = audited.profile.distribution or not isinstance(updates_theorem(audited.rule), Theorem)
    if known and not steps:
        return tables.datasets(variant, audited.homogeneous)
    through_0 = audited.homogeneous or (variant in SCALED and audited.rule.bias_step != "R2")
    passes = tables.FEW_PASSES if steps else SHORT_PASSES
    return tables.short_datasets(variant, through_0, [audited.rule.bias_step], passes)


# --------------------------------------------------------------------------------------------- bundled data


def _check_bundled(name: str, data: tables.Data, separated: bool, judge: Judge, audited: Implementation,
                   context: Context) -> Finding:
    if audited.rule.bias_step == 0 and separated:
        return Finding("", UNMET, f"{name} is separable only with a bias, which this class lacks")
    if not separated:
        return Finding("", UNMET, f"{name} has no separator, so no theorem bounds the updates")
    return conclude(audited, judge(audited, data), f"{name} is undecided at the cap")


def bundled_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks of the bound and of separation on bundled data; data without a separator meet no hypotheses."""
    audited, theorem, found = subject.audited, updates_theorem(subject.audited.rule), dict[str, Work]()
    assert isinstance(theorem, Theorem)
    fits = audited.profile.fit is not None
    judge: Judge = partial(_check_fit_bound, theorem)
    if not fits:
        judge = partial(_check_steps_bound, theorem, passes=BUNDLED_PASSES)
    for name, (data, separated) in tables.load_bundled().items():
        found[f"{name}.bound"] = partial(_check_bundled, name, data, separated, judge)
        if separated and fits and isinstance(convergence_theorem(audited.rule), Theorem):
            found[f"{name}.separates"] = partial(_check_bundled, name, data, separated, fit_separates)
    return found


# ------------------------------------------------------------------------------------------- known failures


def known_failure_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks on the data that are known to break float implementations of this kind."""
    audited, rule, found = subject.audited, subject.audited.rule, dict[str, Work]()
    dtypes = audited.profile.facts.get("dtypes", [rule.dtype])
    for fixture in FIXTURES.values():
        if rule.bias_step != fixture.conventions["bias_step"]:
            continue
        if fixture.implementation == audited.target and fixture.conventions["stop"] in ("separated", rule.stop):
            found[fixture.name] = partial(_check_fixture, fixture)
        elif not fixture.implementation and audited.can_step and fixture.dtype in dtypes:
            found[fixture.name] = partial(_check_known, fixture.name, _exact_points(fixture), fixture.dtype)
    for name, digits in DIGITS.items() if audited.can_step else ():
        found[f"absorption-{name}"] = partial(_check_known, f"absorption-{name}", tables.absorption(digits), None)
    return found


def _check_known(name: str, data: tables.Data, dtype: str | None, audited: Implementation, context: Context) -> Finding:
    """Compare a run of single steps on these data with the bound, and expect the usual failure of every perceptron of
    the dtype. No implementation has to fail: exact numbers look like float64 to the probe. Expectations in a profile
    take precedence."""
    finding = check_by_steps(data, audited, context, dtype)
    verdict, why = OF_DTYPE.get(audited.rule.dtype, {}).get(f"known.{name}", ("", ""))
    return replace(finding, expected=verdict, why=why) if finding.verdict == verdict else finding


def _exact_points(fixture: Fixture) -> tables.Data:
    return [tuple(map(Fraction, x)) for x in fixture.X], list(fixture.y)


def check_by_steps(data: tables.Data, audited: Implementation, context: Context, dtype: str | None = None) -> Finding:
    """Compare a run of single steps on these data with the bound."""
    audited = audited.with_conventions(replace(audited.rule, dtype=dtype or audited.rule.dtype))
    theorem = updates_theorem(audited.rule)
    if isinstance(theorem, str):
        return Finding("", NO_THEOREM, theorem)
    context.note(("data", data))
    said = _check_steps_bound(theorem, audited, data)
    if said is UNDECIDED:
        said = _find_endless_run(audited, data)
    return conclude(audited, said, f"the theorem allows {theorem.most(*data)} updates, more than are watched")


def check_rows_alike(audited: Implementation, context: Context) -> Finding:
    """Check that several rows, or later rows without `classes`, have the effect of the rows one at a time."""
    omits = may_omit_classes(audited.cls)
    for X, y in DATA:
        context.note(("data", (X, y)))
        rows, names, several, single = audited.array(X), audited.label_array(y), audited.fresh(), audited.fresh()
        audited.call(several, "partial_fit", rows, names, classes=audited.label_array([-1, 1]))
        for x, label in zip(rows, y, strict=True):
            audited.step(single, x, label)
        together, alone = audited.state(several), audited.state(single)
        if together != alone:
            why = (f"partial_fit of {len(y)} rows at once goes to {format_state(together)}, but one row at a time, in "
                   f"this order, to {format_state(alone)}")
            code = f"model.partial_fit(X, y, classes={list(audited.labels)})"
            return report_failure(audited.with_profile(fit_code=code), Failure(BREACH, why, X, y))
        if omits and (said := _check_without_classes(audited, X, y, alone)):
            return said
    return Finding("", HOLDS, datasets=len(DATA))


def may_omit_classes(cls: Any) -> bool:
    """Return whether calls of `partial_fit` after the first may leave out `classes`, as its signature says."""
    try:
        parameter = signature(cls.partial_fit).parameters.get("classes")
    except (TypeError, ValueError):  # code in C may have no signature
        return False
    return parameter is not None and parameter.default is None


def _check_without_classes(audited: Implementation, X: Sequence[Any], y: Sequence[int],
                           expected: State) -> Finding | None:
    """Show rows one at a time, with the classes only at the first row. Return the failure, or None. If a class demands
    the classes each time, in a message that mentions them, this is a refusal and not a failure."""
    rows, names, estimator = audited.array(X), audited.label_array(y), audited.fresh()
    code = (f"model.partial_fit(X[:1], y[:1], classes={list(audited.labels)})", "for i in range(1, len(X)):",
            "    model.partial_fit(X[i:i + 1], y[i:i + 1])")
    audited.step(estimator, rows[0], y[0])
    try:
        for i in range(1, len(y)):
            audited.call(estimator, "partial_fit", rows[i : i + 1], names[i : i + 1])
        found = audited.state(estimator)
    except Broken as problem:
        if problem.problem == RAISES and re.search(r"\bclasses\b", problem.reason):
            return None
        problem.code = code
        raise
    if found == expected:
        return None
    why = (f"partial_fit of one row at a time goes to {format_state(expected)}, but to {format_state(found)} if only "
           "the first call has `classes`")
    return report_failure(audited.with_profile(fit_code="\n".join(code)), Failure(BREACH, why, X, y))


def _find_endless_run(audited: Implementation, data: tables.Data) -> Failure | None:
    """Return the failure of a run that never ends, though its cycle begins after more updates than are watched."""
    X, y = data
    cycle = find_cycle(audited, X, y)
    why = cycle and confirm_cycle(audited, X, y, cycle)
    return Failure(ENDLESS, why, X, y, [NO_MISTAKE], steps=True, start=cycle.state) if cycle and why else UNDECIDED


def _check_fixture(fixture: Fixture, audited: Implementation, context: Context) -> Finding:
    """Check the fixture of one implementation, under the parameters that show its failure."""
    other = audited.with_params(**fixture.params)
    data = _exact_points(fixture)
    theorem = updates_theorem(replace(other.rule, start="zero"))
    said = fit_separates(other, data)
    if fixture.fails == "bound violated" and isinstance(theorem, Theorem):
        estimator = other.fit(*data)
        updates, how = _count_updates(other, estimator, *data)
        if updates is not None and theorem.is_exceeded(updates, *data):
            most = theorem.most(*data)
            why = f"{updates} updates, counted {how}, but {theorem.name} allows {most} from the start 0"
            said = Failure(VIOLATED, why, *data, _count_code(other, f"<= {most}"))
    return conclude(other, said)


# ---------------------------------------------------------------------------------------------- all of them


DIGITS = {"float32": 24, "float64": 53}
ORDERS: dict[str, Order | None] = {
    "cyclic": None,
    "backwards": lambda n: list(range(n))[::-1],
    "twice": lambda n: [i for i in range(n) for _ in (0, 1)],
}


def steps_bound_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks of the bound for single steps, in several orders of the examples."""
    theorem = updates_theorem(subject.audited.rule)
    assert isinstance(theorem, Theorem)
    return {name: partial(check_generated, f"steps.bound.{name}", partial(_check_steps_bound, theorem, order=order),
                          share=3, steps=True) for name, order in ORDERS.items()}


def fit_bound_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks of the bound for `fit`, for several forms of data. Without a shipped profile the cap is
    unknown, so the audit skips the form that needs millions of updates."""
    audited, theorem = subject.audited, updates_theorem(subject.audited.rule)
    assert isinstance(theorem, Theorem)
    scaleless = audited.profile.distribution or audited.rule.bias_step in (0, "R2")
    return {form: partial(check_generated, f"fit.bound.{form}", partial(_check_fit_bound, theorem), variant=form)
            for form in tables.VARIANTS if scaleless or form != "small"}

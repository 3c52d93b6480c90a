"""An implementation held against an algorithm that it claims to be: an update rule of somebody's own, or one of the
suite's.

Main definitions:
    rule_checks         by a rule: the same weights after each example, and after fit
    Claim               an algorithm with its options
    algorithm_checks    by an algorithm: the same labels, of the examples and of points that the class has not seen, and
                        weights that are a positive multiple of its

What is compared with is exact. An implementation in floats may differ from it by rounding: by `ROUNDING` of the largest
number in sight, for each update. Where its score is that near to 0, either side is right, and where that may have
led to another run, nothing is said of the dataset. Of a rule the scores of all visits are looked at. An algorithm is
run once more, in floats, which shows whether anything is rounded; if so, on examples moved by `ROUNDING`, to both
sides: where a tie decides, near or exact, one of the two takes other steps, and how far they end from the exact run is
how far an implementation may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from ...algorithms import own
from ...algorithms.driving import drive
from ...algorithms.errors import BadInput
from ...algorithms.own import Rule, exact_vector
from ...algorithms.perceptron import State, margin, steps_in_order
from ...algorithms.registry import Algorithm
from . import checks, implementations
from .adapting import points_about, was_capped
from .always import always_checks
from .checks import Check, Context, Judge
from .conventions import Conventions
from .counting import beginning, numbers, written
from .data import SIGNS, Data, Strategy, datasets, short_datasets, sign_datasets
from .implementations import Implementation
from .searching import UNDECIDED, Failure, undecided
from .verdicts import DIFFERS, UNCHECKED, Finding

ROUNDING = Fraction(1, 2**40)
NEAR = Fraction(1, 2**20)  # of the largest coordinate: points so near to a boundary are not asked about; and of the
# largest weight: so near is what a solver of floats finds
WAYS = 3  # in which examples are moved: where two ties meet, both sides of one may be alike
DIGITS = 128  # that are kept of steps where a run keeps some only
HOW = ("arithmetic", "engine", "why", "lifted", "bits", "kappa_bits")  # of a record: how it was computed
VISITS = 24  # of a run that is watched
MOST_UPDATES = 500  # of an exact run that fit is compared with
VARIANTS = ("plain", "repeated", "stretched")
FORMS = ("plain", "reversed", "repeated")  # of data on which the perceptron is soon at its end


@dataclass(frozen=True)
class Claim:
    """An algorithm for two classes of the registry, with the options that are told beside a profile."""

    entry: Algorithm
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name with the options."""
        return self.entry.name + "".join(f", {name} {value}" for name, value in self.options.items())

    def settings(self, rule: Conventions) -> dict[str, Any]:
        """The options of its runs: those that are told, and before them what a profile tells by these conventions."""
        known = self.entry.takes({})
        told = {**vars(rule), "threshold": rule.threshold or None}
        by_profile = {name: told[option.convention] for name, option in known.items() if option.convention}
        given = {"max_updates": MOST_UPDATES, "bits": DIGITS, "kappa_bits": DIGITS, **by_profile, **self.options}
        return {name: value for name, value in given.items() if name in known and value is not None}


Claimed = Rule | Claim


def takes_signs(claimed: Claimed | None) -> bool:
    """Whether it is of coordinates ±1 alone."""
    return isinstance(claimed, Claim) and claimed.entry.signs


def rule_checks(audited: Implementation, rule: Rule) -> list[Check]:
    """The checks against a rule: steps where the class can make them, and the fits."""
    data = {variant: datasets(variant, not rule.bias or audited.homogeneous) for variant in VARIANTS}
    made = list[Check]()
    if audited.can_step:
        made += [_on(f"rule.steps.{variant}", partial(_steps, rule), data[variant]) for variant in VARIANTS]
    if audited.profile.fit is not None and audited.profile.readable:
        made += [_on(f"rule.fit.{variant}", partial(_fits, rule), data[variant]) for variant in VARIANTS]
        made += [_on(f"rule.{name}", partial(_tells, rule, name), data["plain"]) for name in ("counter", "mistakes")
                 if getattr(audited.profile, name) is not implementations.none]  # fmt: skip
    why = "there are no weights to read; a profile tells their names"
    return made or [Check("rule", lambda *_: Finding("", UNCHECKED, why))]


def claimed_checks(audited: Implementation, claimed: Claimed) -> list[Check]:
    """The checks against whatever it claims to be, and those of every class; these have no data of coordinates ±1."""
    if isinstance(claimed, Rule):
        return checks.interface_checks(audited) + rule_checks(audited, claimed)
    general = [] if takes_signs(claimed) else checks.interface_checks(audited) + always_checks(audited)
    return general + algorithm_checks(audited, claimed)


def algorithm_checks(audited: Implementation, claim: Claim) -> list[Check]:
    """The checks against the exact runs of an algorithm for two classes, with the conventions that a profile tells."""
    settings = claim.settings(audited.rule)
    step = settings.get("bias_step", 1)
    through_0 = audited.homogeneous or 0 in (step, settings.get("bias", True))
    of_form = sign_datasets if claim.entry.signs else partial(short_datasets, through_0=through_0, steps=[step])
    return [_on(f"algorithm.{form}", partial(ends_alike, claim), of_form(form)) for form in FORMS]


def ends_alike(claim: Claim, audited: Implementation, data: Data) -> Failure | None:
    """`fit` ends with the labels, of the examples and of other points, and the weights with which the exact run does.

    A point is asked about if the exact run gives it, and the points beside it, one label, and so do those runs to which
    rounding may lead. Nothing is said if one of these takes other steps, or ends far away.
    """
    (X, y), entry, options = data, claim.entry, claim.settings(audited.rule)
    try:
        record = entry.run(list(map(exact_vector, X)), y, **options)
    except BadInput as problem:  # such examples it does not take
        return undecided(str(problem))
    if getattr(record, "stopped", entry.ends[0]) not in entry.ends:
        return UNDECIDED
    if entry.free:
        return _separates(entry, audited, data)
    rounded = _rounded(entry, record, data, options)
    spread = max((_apart(record, run) for run, _ in rounded), default=Fraction(0))
    if spread > NEAR:
        return undecided(f"a near tie, or rounding, decides where the exact {entry.name} ends")
    points = SIGNS if entry.signs else points_about(X)
    labels = [entry.labels(record, X, y, each) for each in (points, _moved(points, NEAR), _moved(points, -NEAR))]
    labels += [entry.labels(run, moved, y, _floats(points)) for run, moved in rounded]
    if None in labels:
        return undecided(f"the exact {entry.name} gives no labels to points other than its examples")
    estimator = audited.fit(X, y)
    for x, one, near in zip(points, audited.predict(estimator, points), zip(*labels, strict=True), strict=True):
        if set(near) == {-one}:
            why = f"predict says {one} of x = {numbers(x)}, and the exact {entry.name} {-one}"
            return Failure(DIFFERS, why, X, y, {"code": [f"print(model.predict(np.array([{list(map(float, x))}])))"]})
    if getattr(record, "w", None) is None or not audited.profile.readable:
        return None
    found = audited.state(estimator)
    most = max(NEAR if "solved" in entry.ends else ROUNDING, spread)
    if len(found.w) != len(record.w) or _between(found, record) <= most:
        return None
    why = (f"the exact {entry.name} ends at {written(_exact(record))}, and fit at {written(found)}, which is no "
           "multiple of it")  # fmt: skip
    return Failure(DIFFERS, why, X, y)


def _separates(entry: Algorithm, audited: Implementation, data: Data) -> Failure | None:
    """`fit` ends with weights that separate the examples, and predicts by them."""
    if not audited.profile.readable:
        return undecided(f"any separator is an answer of {entry.name}, and the class shows no weights that are one")
    return checks.fit_separates(audited, data) or checks.predict_rightly(audited, data)


def _rounded(entry: Algorithm, record: Any, data: Data, options: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Runs to which rounding may lead, each with its examples: none if a run in float64 finds what the exact one does,
    else that one and those of examples that are moved by as much as a float may be wrong, to both sides.
    """
    X, y = data
    settings = {name: _in_floats(value) for name, value in options.items()}
    moved = [X, *(_moved(X, by, way) for way in range(WAYS) for by in (ROUNDING, -ROUNDING))]
    runs = ((entry.run(each, y, **settings), each) for each in map(_floats, moved))
    try:
        plain = next(runs)
        return [] if _said(plain[0]) == _said(record) else [plain, *runs]
    except BadInput:  # it takes exact numbers only, as what solves does, and has no steps that are rounded
        return []


def _said(record: Any) -> dict[str, Any]:
    """What a record says of its run, and not how that was computed; an average is not what the run went on from."""
    left = {*HOW, *(("w", "b") if hasattr(record, "last") else ())}
    return {each.name: getattr(record, each.name) for each in fields(record) if each.name not in left}


def _apart(record: Any, other: Any) -> Fraction:
    """How far one run ends from another, 1 if it takes other steps."""
    if any(getattr(record, name, None) != getattr(other, name, None) for name in ("stopped", "mistakes")):
        return Fraction(1)
    return Fraction(0) if getattr(record, "w", None) is None else _between(record, other)


def _between(one: Any, other: Any) -> Fraction:
    """How far weights are from those of another (w, b), each in units of its largest."""
    units = [[Fraction(v) / (_largest(state) or 1) for v in [*state.w, state.b]] for state in (one, other)]
    return Fraction(max(abs(p - q) for p, q in zip(*units, strict=True)))


def _in_floats(value: Any) -> Any:
    """An option as a run in float64 takes it."""
    if isinstance(value, list):
        return list(map(_in_floats, value))
    return float(value) if isinstance(value, Fraction) else value


def _floats(X: Sequence[Any]) -> list[list[float]]:
    return [list(map(float, x)) for x in X]


def _moved(X: Sequence[Any], by: Fraction, way: int = 0) -> list[Any]:
    """The points, of which each coordinate is moved by about this part of the largest; −`by` moves them to the other
    side. That is to the same place each time, and to no particular one: a tie of any kind is broken.
    """
    drawn, size = Random(way), by * max(abs(value) for x in X for value in x)
    return [exact_vector(v + size * drawn.choice((-1, 1)) * Fraction(drawn.randint(512, 1024), 1024) for v in x)
            for x in X]  # fmt: skip


def _on(key: str, judge: Judge, data: Strategy) -> Check:
    def work(audited: Implementation, context: Context) -> Finding:
        return checks.searched(audited, context, key, lambda each: judge(audited, each), context.examples, data=data)

    return Check(key, work)


def _steps(rule: Rule, audited: Implementation, data: Data) -> Failure | None:
    """Each step leads from the state before it to where the rule leads."""
    X, y = data
    rows, points = audited.array(X), list(map(exact_vector, X))
    estimator, before = audited.fresh(), _exact(beginning(audited, len(X[0])))
    for visit in range(VISITS):
        i = visit % len(X)
        x, label = points[i], Fraction(y[i])
        audited.step(estimator, rows[i], y[i])
        now = _exact(audited.state(estimator))
        is_due, after = rule.is_due(before, x, label), rule.after(before, x, label)
        wanted = [after if is_due else before]
        if audited.rule.dtype != "exact" and _is_close(before, x, label):
            wanted = [after, before]
        if not any(_is_alike(now, each, _largest(before, after), audited) for each in wanted):
            what = "an update" if is_due else "no update"
            why = (f"at {written(before)} the example x = {numbers(X[i])}, y = {y[i]} calls for {what} by {rule.name}, "
                   f"to {written(wanted[0])}; the implementation goes to {written(now)}")  # fmt: skip
            return Failure(DIFFERS, why, X, y, {"steps": True})
        before = now
    return None


def _fits(rule: Rule, audited: Implementation, data: Data) -> Failure | None:
    """Fit ends where the exact cyclic run ends."""
    X, y = data
    watched = _Watched(rule, data, audited)
    if not watched.decided:
        return UNDECIDED
    estimator = audited.fit(X, y)
    found = _exact(audited.state(estimator))
    if _is_alike(found, watched.state, watched.largest * watched.updates, audited):
        return None
    if was_capped(audited, estimator, X, y):
        return UNDECIDED
    why = (f"the exact run of {rule.name} ends at {written(watched.state)}, after updates on the examples "
           f"{list(watched.steps_taken)}, and fit at {written(found)}")  # fmt: skip
    return Failure(DIFFERS, why, X, y, {"code": _run_code(rule, X, y)})


def _tells(rule: Rule, name: str, audited: Implementation, data: Data) -> Failure | None:
    """The class tells the updates that the exact run makes: their number, or their examples."""
    X, y = data
    watched = _Watched(rule, data, audited)
    if not watched.decided:
        return UNDECIDED
    told = getattr(audited.profile, name)(audited.fit(X, y))
    wanted = watched.updates if name == "counter" else list(watched.steps_taken)
    if told == wanted:
        return None
    what = "updates" if name == "counter" else "are the examples of its updates"
    why = f"{rule.name}: {wanted} {what}, and fit tells {told}"
    return Failure(DIFFERS, why, X, y, {"code": _run_code(rule, X, y)})


class _Watched(own.Learner):
    """The exact cyclic run; `decided` says that one in floats is the same, as it ends, and no score is nearly 0."""

    def __init__(self, rule: Rule, data: Data, audited: Implementation) -> None:
        super().__init__(*data, rule, "mistake")
        self.decided, self.largest, self.is_exact = True, Fraction(0), audited.rule.dtype == "exact"
        ended = drive(self, steps_in_order(self, "cyclic", None), MOST_UPDATES, None)
        self.decided &= ended.stopped == "separated"

    def is_wrong(self, x: Any, y: Any) -> bool:
        """Say whether an update is due; note where floats might say otherwise."""
        self.largest = max(self.largest, _largest(self.state))
        self.decided &= self.is_exact or not _is_close(self.state, x, y, 1 + self.updates)
        return super().is_wrong(x, y)


def _is_close(state: State, x: Any, y: Any, steps: int = 1) -> bool:
    """Say whether rounding, in so many steps, may have put the score on the other side of 0; not at the start 0."""
    size = _largest(state)
    return size > 0 and abs(margin(state, x, y)) <= ROUNDING * steps * size * (1 + sum(map(abs, x)))


def _is_alike(found: State, wanted: State, size: Fraction, audited: Implementation) -> bool:
    """Say whether the weights are the same, but for rounding at this size."""
    most = 0 if audited.rule.dtype == "exact" else ROUNDING * size
    pairs = zip([*found.w, found.b], [*wanted.w, wanted.b], strict=True)
    return len(found.w) == len(wanted.w) and all(abs(p - q) <= most for p, q in pairs)


def _exact(state: State) -> State:
    return State(exact_vector(state.w), Fraction(state.b))


def _largest(*states: State) -> Fraction:
    return max(abs(Fraction(v)) for state in states for v in [*state.w, state.b])


def _run_code(rule: Rule, X: Any, y: Any) -> list[str]:
    """Code that makes the exact run."""
    points = [[str(Fraction(v)) for v in x] for x in X]
    return ["from fractions import Fraction", "from novikoff.algorithms.registry import named",
            f"exact = named({rule.name!r}).run([[Fraction(v) for v in x] for x in {points}], {list(y)})",
            "print(exact.updates, [float(v) for v in exact.w], float(exact.b))"]  # fmt: skip

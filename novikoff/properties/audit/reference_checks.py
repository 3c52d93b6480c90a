"""Comparison of an implementation with the algorithm that it claims to be: a user's update rule, or an algorithm of the
suite.

The reference runs are exact. An implementation in floats may differ by rounding: by `ROUNDING` of the largest number
that occurs, for each update. If its score is that close to 0, either sign is accepted. If that may have led to another
run, the dataset is undecided.

For a rule, the scores of all visits are compared. An algorithm is run a second time, in floats, to see whether anything
is rounded. If so, it is also run on examples moved by `ROUNDING`, to both sides. If an exact tie or a near tie decides,
one of these two runs takes other steps. The distance of their ends from the exact run is the tolerance for the
implementation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from ...algorithms import user_rules
from ...algorithms.errors import BadInput, format_algorithm_option
from ...algorithms.options import parse_word
from ...algorithms.perceptron import State, margin, steps_in_order
from ...algorithms.registry import Algorithm
from ...algorithms.run_loop import drive
from ...algorithms.user_rules import Rule, exact_vector
from . import batch_reference, boosting_reference, implementation_interface, passive_aggressive_reference
from .audit_data import FEW_PASSES, SIGNS, Data, datasets, short_datasets, sign_datasets
from .convention_probes import DATA
from .conventions import Conventions
from .data_search import UNDECIDED, Failure, Source, make_undecided
from .estimator_adapter import caps_of, fit_outcome, points_around, rows_of, values_of, was_capped
from .failure_code import array, model_code
from .implementation_interface import SEVERAL, Broken, Implementation, Profile
from .multiclass_checks import FIRST, several_classes
from .perceptron_checks import EASY, Context, Judge, Subject, Work, fit_separates, predict_rightly, search_failures
from .score_rounding import has_rounded_weights, may_flip_sign
from .update_counting import format_state, initial_state, numbers
from .verdicts import DIFFERS, HOLDS, NO_THEOREM, UNCHECKED, Finding

ROUNDING = Fraction(1, 2**40)
NEAR = Fraction(1, 2**20)  # relative to the largest coordinate: points this near to a boundary are left out; and to
# the largest weight: the accuracy of a solver in floats
WAYS = 3  # the number of ways to move examples; a single one may miss a tie where two ties meet
DIGITS = 128  # bits of each step in runs that round their steps
HOW = ("arithmetic", "engine", "why", "lifted", "bits", "kappa_bits")  # fields of a record about the computation
VISITS = 24  # in a watched run
INFERRED = {"tie": ("positive", "negative", "first")}  # values that `fit` may show, and that an audit then assumes
OTHERS = {**INFERRED, "tie": (*INFERRED["tie"], "correct"), "bias_step": (0, "R2"), "shares": ("equal",)}  # to name
PASSES = 10  # the default for an algorithm with a fixed number of passes
SOON: list[Data] = [EASY, ([(1,), (3,)], [-1, 1])]  # a perceptron ends in fewer passes on these
LONGER: list[Data] = [  # on these a vote depends on the visits after the last mistake
    ([(6, 3, 3), (3, 0, 0), (3, 0, 0), (3, 0, 0), (0, 3, 3)], [-1, -1, -1, -1, 1]),
    ([(-4,), (-4,), (-12,), (-12,)], [1, 1, -1, -1]),
]
CUTS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 32, 40, 50, 60, 64, 80, 100, 120, 128, 150, 200, 250, 256, 300, 400)
FACTORS = (8, Fraction(1, 8))  # by which C is multiplied
WORDED: Data = ([(1, 1), (-1, 1)], [1, -1])  # every algorithm takes these, also algorithms for signs
MOST_UPDATES = 500  # in an exact run
VARIANTS = ("plain", "repeated", "stretched")
FORMS = ("plain", "reversed", "repeated")  # forms of data with short runs
SCALED = ("halved", "large")  # more forms, for algorithms that take any numbers; large ones only if nothing is rounded


@dataclass(frozen=True)
class Claim:
    """An algorithm of the registry, or an update rule, with the options that are given beside a profile. With `passes`,
    a run visits all examples this many times in turn, whether mistakes are left or not. None means that it ends where
    the algorithm ends. `others` are options such as "bias_step=0" with which `fit` agrees on probe data, if it does not
    agree without them."""

    entry: Algorithm
    options: Mapping[str, Any] = field(default_factory=dict)
    passes: int | None = None
    others: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the name with the options."""
        given = {**self.options, **({} if self.passes is None else {"passes": self.passes})}
        return self.entry.name + "".join(f", {name} {value}" for name, value in given.items())

    @property
    def takes_passes(self) -> bool:
        """Return whether the examples can be visited in an order that is given as a list."""
        return self.entry.rule is not None or ("seed" in self.entry.takes({}) and "order" in self.entry.takes({}))

    @property
    def ends(self) -> tuple[str, ...]:
        """Return the values of `stopped` with which a run is complete."""
        return self.entry.ends if self.passes is None else (*self.entry.ends, "order_exhausted")

    def run(self, X: Any, y: Any, **settings: Any) -> Any:
        """Run the algorithm with these settings."""
        if self.passes is not None:
            settings = {**settings, "order": [*range(len(y))] * self.passes}
            settings.pop("seed", None)
        if self.entry.only_classes:
            settings = {**settings, "classes": sorted(set(y))}
        return self.entry.run(X, y, **settings)

    def require_words(self) -> None:
        """Raise `BadInput` for an option whose word the algorithm does not know. The test is that the algorithm takes
        easy examples with its defaults, but not with this word."""
        known, (X, y) = self.entry.takes(self.options), WORDED
        words = {
            name: given for name, given in self.options.items() if name in known and known[name].read is parse_word
        }
        if not words or self.entry.rule is not None:  # a rule has read its own options
            return
        short = {"max_updates": 1} if "max_updates" in known else {}
        plain, worded = (replace(self, options=options | short) for options in ({}, words))
        try:
            plain.run(X, y, **plain.settings(Conventions()))
        except BadInput:
            return
        worded.run(X, y, **worded.settings(Conventions()))

    def settings(self, rule: Conventions) -> dict[str, Any]:
        """Return the options of the runs: values from a profile's conventions, replaced by the given options."""
        known = self.entry.takes(self.options)
        conventions = {**vars(rule), "threshold": rule.threshold or None}
        by_profile = {name: conventions[option.convention] for name, option in known.items() if option.convention}
        given = {"max_updates": MOST_UPDATES, "bits": DIGITS, "kappa_bits": DIGITS, **by_profile, **self.options}
        return {name: value for name, value in given.items() if name in known and value is not None}


def adapt_profile(claim: Claim, profile: Profile) -> Profile:
    """Return the profile for auditing a class that claims to be this algorithm. For several classes the labels are
    numbers, and the class is judged by its predictions."""
    if claim.entry.only_classes:
        return replace(profile, labels=tuple(range(SEVERAL)), asks=(), readable=False)
    return profile


def takes_signs(claim: Claim | None) -> bool:
    """Return whether the claim is an algorithm for coordinates ±1 only."""
    return claim is not None and claim.entry.signs


def infer_options(claim: Claim, audited: Implementation, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options, the passes and the `others` of the claim. If `fit` differs from the algorithm on some probe
    data, and agrees with it on all probe data under a rule for ties in `INFERRED`, this rule becomes an option."""
    plain, agree = _with_passes(claim, audited, given), dict[str, Claim]()
    others = list(_vary_options(claim, audited))
    if others and not _agrees(plain, audited, given):
        for text, other in others:
            other = _with_passes(other, audited, given)
            if _agrees(other, audited, given):
                agree[text] = other
    chosen = next((each for each in agree.values() if each.options.get("tie") in INFERRED["tie"]), plain)
    named = tuple(text for text, each in agree.items() if each is not chosen)
    return {"options": chosen.options, "passes": chosen.passes, "others": named}


def _vary_options(claim: Claim, audited: Implementation) -> Iterator[tuple[str, Claim]]:
    """Yield the claim with one more option, by the option as text. A passive-aggressive rule is also varied in options
    that the caller gave."""
    if claim.entry.name == passive_aggressive_reference.NAME:
        for name in ("bias", "variant") if audited.profile.readable else ():
            for word in passive_aggressive_reference.WORDS[name]:
                options = {**claim.options, name: word}
                entry = passive_aggressive_reference.algorithm(options)
                yield f"{name}={word}", replace(claim, options=options, entry=entry)
    known, settings = claim.entry.takes(claim.options), claim.settings(audited.rule)
    for name, value in ((option, value) for option, values in OTHERS.items() for value in values):
        visible = value != "correct" or audited.profile.readable  # such a run stays at 0, and labels no point
        if claim.entry.rule is None and name in known and name not in settings and visible:
            yield f"{name}={value}", replace(claim, options={**claim.options, name: value})


def _agrees(claim: Claim, audited: Implementation, given: Mapping[str, Any]) -> bool:
    """Return whether `fit` agrees with the algorithm on all probe data, and with an exact run on some of them."""
    capped = audited.with_params(**with_passes(claim, audited.cls, given))
    data = FIRST if claim.entry.only_classes else DATA + LONGER
    judge = ends_alike if claim.entry.rule is None else _check_fit
    try:
        found = [judge(claim, capped, each) for each in data]
    except BadInput:  # the algorithm does not know this option
        return False
    return None in found and all(each is None or each.is_undecided for each in found)


def _with_passes(claim: Claim, audited: Implementation, given: Mapping[str, Any]) -> Claim:
    """Return the claim with the number of passes that `fit` always makes, if a parameter of the class sets this number.

    The claim is unchanged if `fit` ends earlier. The parameter comes from `given`, else it is `PASSES`. The class makes
    all its passes if, on easy data, twice as many passes give another result. It is also compared with capped runs if,
    on the probe data, it ends where the algorithm is after this many passes, and not where the algorithm ends by
    itself.
    """
    caps = [name for name in caps_of(audited.cls) if name != "max_updates"]
    if claim.passes is not None or not claim.takes_passes or not caps:
        return claim
    passes = next((given[name] for name in caps if name in given), PASSES)
    made = replace(claim, passes=passes)
    once, twice = (audited.with_params(**dict.fromkeys(caps, count)) for count in (passes, 2 * passes))
    if any(fit_outcome(once, once.fit(X, y), X) != fit_outcome(twice, twice.fit(X, y), X) for X, y in SOON):
        return made
    if claim.entry.rule is None and _agrees(made, audited, given) and not _agrees(claim, audited, given):
        return made
    return claim


def with_passes(claim: Claim, cls: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters with the passes of the claim for caps on the passes that are not given."""
    if claim.passes is None:
        return dict(params)
    return {**{name: claim.passes for name in caps_of(cls) if name != "max_updates"}, **params}


def same_C(subject: Subject, context: Context) -> Finding:
    """Check that the class and the algorithm use the same C: for other values, too, both end at the same weights."""
    audited, claim = subject.audited, subject.claim
    C = values_of(audited)["C"]
    rule = claim.entry.rule
    chosen = claim.options.get("C", None if rule is None else 1)
    if rule is not None and claim.options.get("variant", "PA") == "PA":  # it has no C
        chosen = None
    if chosen is None or float(chosen) != C:
        here = "none" if chosen is None else chosen
        why = f"not checked, since the class has C = {C}, but {claim.entry.name} here {here}"
        return Finding("", NO_THEOREM, why)
    own = Fraction(chosen)

    check = _check_fit if rule else ends_alike

    def judge(audited: Implementation, data: Data) -> Failure | None:
        if check(claim, audited, data):
            return make_undecided(f"fit differs from {claim.entry.name} with its own C, too")
        for factor in FACTORS:
            options = {**claim.options, "C": own * factor}
            entry = passive_aggressive_reference.algorithm(options) if rule else claim.entry
            other = audited.with_params(C=float(C * factor))
            said = check(replace(claim, entry=entry, options=options), other, data)
            if said is not None:
                shown = [f"w, b = {other.profile.weights_code}", "print(w, b)"] if other.profile.readable else []
                code = [model_code(other), other.profile.fit_code, *shown, *said.code]
                return said if said.is_undecided else replace(said, whole=code)
        return None

    through_0 = audited.homogeneous or (rule is not None and not rule.bias)
    source = short_datasets("plain", through_0, [0 if through_0 else 1])
    return search_failures("parameters.C", judge, audited, context, source=source)


def rule_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks against a rule: single steps if the class can make them, the fits, and the class's counts."""
    audited, claim = subject.audited, subject.claim
    rule, profile = claim.entry.rule, audited.profile
    data = {variant: datasets(variant, not rule.bias or audited.homogeneous) for variant in VARIANTS}
    found = dict[str, Work]()

    def add(name: str, judge: Judge, source: Source) -> None:
        found[name] = partial(_search, claim, f"rule.{name}", judge, source)

    for variant in VARIANTS if audited.can_step else ():
        add(f"steps.{variant}", partial(_check_steps, rule), data[variant])
    if profile.fit is not None and profile.readable:
        for variant in VARIANTS:
            add(f"fit.{variant}", partial(_check_fit, claim), data[variant])
        for name in ("counter", "mistakes"):
            if getattr(profile, name) is not implementation_interface.return_none:
                add(name, partial(_check_counts, claim, name), data["plain"])
    why = "there are no weights to read; name them in a profile"
    return found or {"": lambda *_: Finding("", UNCHECKED, why)}


def algorithm_checks(subject: Subject) -> dict[str, Work]:
    """Return the checks against the exact runs of an algorithm, with the conventions of the profile."""
    audited, claim = subject.audited, subject.claim
    if audited.profile.fit is None and audited.profile.family != "choices":
        why = f"the class has no fit whose end could be that of {claim.name}"
        return {"": lambda *_: Finding("", UNCHECKED, why)}
    settings = claim.settings(audited.rule)
    step = settings.get("bias_step", 1)
    through_0 = audited.homogeneous or 0 in (step, settings.get("bias", True))
    of_form = sign_datasets if claim.entry.signs else partial(short_datasets, through_0=through_0, steps=[step])
    if claim.entry.only_classes:
        of_form = partial(several_classes, bias=bool(step))
    is_exact = "solved" not in claim.entry.ends and not {"bits", "kappa_bits"} & settings.keys()
    forms = FORMS if claim.entry.only_classes or claim.entry.signs else FORMS + SCALED[: 1 + is_exact]
    judge: Judge = partial(ends_alike, claim)
    if claim.entry.name == boosting_reference.NAME:
        judge, of_form = _boosts_alike, boosting_reference.datasets
    return {form: partial(_search, claim, f"algorithm.{form}", judge, of_form(form)) for form in forms}


def _search(claim: Claim, key: str, judge: Judge, source: Source, audited: Implementation,
            context: Context) -> Finding:
    """Return the finding of the comparison on data of the source. A failure names options with which `fit` agrees."""
    found = search_failures(key, judge, audited, context, source=source)
    if found.verdict != DIFFERS or not claim.others:
        return found
    options = " or ".join(map(format_algorithm_option, claim.others))
    return replace(found, reason=f"{found.reason}; on probe data fit agrees with {options}")


def ends_alike(claim: Claim, audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends with the labels, at the examples and at other points, and the weights of the exact run. A
    point is compared only if the exact run gives one label to it and to the points near it, and the runs to which
    rounding may lead give this label too. The dataset is undecided if one of these runs takes other steps, or ends far
    away."""
    (X, y), entry, options = data, claim.entry, claim.settings(audited.rule)
    try:
        record = claim.run(list(map(exact_vector, X)), y, **options)
    except BadInput as problem:  # the algorithm refuses these examples
        return make_undecided(str(problem))
    if getattr(record, "stopped", None) not in (None, *claim.ends):
        return UNDECIDED
    if entry.free:
        return _separates(entry, audited, data)
    if (C := getattr(record, "C", None)) and not (record.lower == record.upper and any(0 < a < C for a in record.dual)):
        return make_undecided(f"the exact {entry.name} has more than one bias, or rounding decides where it ends")
    rounded = _rounded_runs(claim, record, data, options)
    spread = max((_run_distance(record, run) for run, _ in rounded), default=Fraction(0))
    if spread > NEAR:
        return make_undecided(f"a near tie, or rounding, decides where the exact {entry.name} ends")
    points = SIGNS if entry.signs else points_around(X)
    labels = [entry.labels(record, X, y, each) for each in (points, _perturb(points, NEAR), _perturb(points, -NEAR))]
    labels += [entry.labels(run, moved, y, _to_float_rows(points)) for run, moved in rounded]
    if None in labels:
        return make_undecided(f"the exact {entry.name} gives no labels to points other than its examples")
    estimator = audited.fit(X, y)
    predicted = audited.predict(estimator, points) if len(audited.labels) == 2 else map(
        int, audited.raw(estimator, points))
    for x, said, near in zip(points, predicted, zip(*labels, strict=True), strict=True):
        if len(set(near)) == 1 and near[0] in set(y) - {said}:
            why = (f"predict returns {audited.names([said])[0]!r} for x = {numbers(x)}, but the exact {entry.name} "
                   f"returns {audited.names(near[:1])[0]!r}")
            failure = Failure(DIFFERS, why, X, y, [
                f"print(model.predict({array(audited, [x])}))",
                f"assert model.predict({array(audited, [x])})[0] == {audited.names([near[0]])[0]!r}"])
            return _excuse(claim, audited, estimator, failure, record)
    if getattr(record, "w", None) is None or not audited.profile.readable:
        return None
    found = audited.state(estimator)
    most = max(NEAR if "solved" in entry.ends else ROUNDING, spread)
    if len(found.w) != len(record.w) or _weight_distance(found, record) <= most:
        label = {"positive": 1, "negative": -1}.get(options.get("tie", ""))
        return _compare_ties(label, audited, data, found, predicted) if label and not hasattr(record, "last") else None
    why = (f"the exact {entry.name} ends at {format_state(_exact_state(record))}, but fit ends at "
           f"{format_state(found)}, which is not a multiple of it")
    code = [*_run_code(claim, audited.rule, X, y),
            "one, other = (np.array([*map(float, v)]) for v in ([*w, b], [*exact.w, exact.b]))",
            "one, other = (v / (abs(v).max() or 1) for v in (one, other))", "print(one, other)",
            f"assert abs(one - other).max() <= {float(most)!r}"]
    return _excuse(claim, audited, estimator, Failure(DIFFERS, why, X, y, code), record)


def _boosts_alike(audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends with labels with which a run of AdaBoost can end. The dataset is undecided if there are too
    many runs, or if the class has no parameter for the number of rounds and may make more."""
    X, y = data
    caps = [name for name in boosting_reference.CAPS if isinstance(values_of(audited).get(name), int)]
    audited = audited.with_params(**{name: boosting_reference.ROUNDS for name in caps if name not in audited.params})
    rounds = max((audited.params[name] for name in caps), default=boosting_reference.ROUNDS)
    ends, points = boosting_reference.find_ends(X, y, rounds), boosting_reference.list_points(X)
    if ends is None:
        return make_undecided("many stumps are equally good")
    said = audited.predict(audited.fit(X, y), points)
    if any(all(label in (0, given) for label, given in zip(end, said, strict=True)) for end in ends):
        return None
    if not caps:
        return make_undecided(f"no parameter gives the number of rounds, and fit may make more than {rounds}")
    allowed = [[None if not label else audited.names([label])[0] for label in end] for end in sorted(ends)]
    why = (f"predict returns {audited.names(said)} for the points {', '.join(map(numbers, points))}, but AdaBoost with "
           f"at most {rounds} rounds returns {' or '.join(map(str, allowed[:3]))}"
           f"{', or one of {len(allowed) - 3} others' * (len(allowed) > 3)}")
    code = [model_code(audited), audited.profile.fit_code, f"said = model.predict({array(audited, points)}).tolist()",
            "print(said)", f"allowed = {allowed!r}  # None: either label",
            "assert any(all(p in (None, q) for p, q in zip(each, said)) for each in allowed)"]
    return Failure(DIFFERS, why, X, y, whole=code)


def _compare_ties(label: int, audited: Implementation, data: Data, found: State, predicted: Any) -> Failure | None:
    """Check that `predict` returns this label, as the rule for ties says, for examples whose score is 0."""
    for x, said in zip(data[0], predicted, strict=False):
        is_tie = not sum((p * q for p, q in zip(found.w, x, strict=True)), found.b)
        if is_tie and said != label and not may_flip_sign(found, x, audited.rule.dtype):
            [wanted, given] = audited.names([label, said])
            why = (f"predict returns {given!r} for the example x = {numbers(x)}, whose score is 0, but by the rule for "
                   f"ties a score of 0 means {wanted!r}")
            return Failure(DIFFERS, why, *data, [f"print(model.predict({array(audited, [x])}))",
                                                 f"assert model.predict({array(audited, [x])})[0] == {wanted!r}"])
    return None


def _excuse(claim: Claim, audited: Implementation, estimator: Any, failure: Failure, record: Any) -> Failure:
    """Return the failure, or "undecided" if the weights of the class seem rounded, as with a step size of 1/10 that no
    option names, and rounding leads the exact run to another end."""
    if audited.profile.readable and has_rounded_weights(_exact_state(audited.state(estimator))):
        moved = _perturb_runs(claim, (failure.X, failure.y), claim.settings(audited.rule))
        if any(_run_distance(record, run) > NEAR for run, _ in moved):
            return make_undecided(f"a near tie, or rounding, decides where the exact {claim.entry.name} ends")
    return _excuse_cap(claim, audited, estimator, failure, record)


def _excuse_cap(claim: Claim, audited: Implementation, estimator: Any, failure: Failure, record: Any) -> Failure:
    """Return the failure, or "undecided" if `fit` ends where the exact run is after `FEW_PASSES` or more, as at a cap.
    If it ends there after fewer passes, or after some number of updates, the reason mentions this."""
    if claim.passes is not None:
        return failure
    X, y = failure.X, failure.y
    if not audited.profile.readable or getattr(record, "w", None) is None:
        return UNDECIDED if was_capped(audited, estimator, X, y) else failure
    found = _exact_state(audited.state(estimator))
    counts = {*CUTS, *(audited.params.get(name, 0) for name in caps_of(audited.cls))} - {0}
    cuts = [(count, *cut) for count in counts if count < getattr(record, "updates", 0)
            for cut in _cut_runs(claim, count, (X, y), claim.settings(audited.rule)).items()]
    alike = [each for each in cuts if len(found.w) == len(each[2].w) and _weight_distance(found, each[2]) <= ROUNDING]
    if not alike:
        return failure
    # a run may have one direction at several counts: take the one with equal weights, else the largest
    count, what, _ = max(alike, key=lambda each: (_is_alike(found, _exact_state(each[2]), _largest(found), audited),
                                                  "update" not in each[1], each[0]))
    where = f"fit returns what the exact {claim.entry.name} has after {what}, but the exact run continues"
    if count >= FEW_PASSES and "update" not in what:
        return make_undecided(f"{where}, so fit seems to stop at a cap")
    return replace(failure, reason=f"{failure.reason}; {where}")


def _cut_runs(claim: Claim, count: int, data: Data, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exact runs that are stopped after `count` updates, or passes, by a description such as "3 passes". If
    an update uses all examples, it is a pass."""
    X, y = list(map(exact_vector, data[0])), data[1]
    ended = claim.run(X, y, **{**options, "max_updates": count}) if "max_updates" in options else None
    if not claim.takes_passes:
        return {} if ended is None else {f"{count} steps": ended}
    passes = replace(claim, passes=count).run(X, y, **options)
    return {f"{count} passes": passes, **({} if ended is None else {f"{count} updates": ended})}


def _separates(entry: Algorithm, audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends with weights that separate the examples, and that the class predicts by them."""
    if not audited.profile.readable:
        return make_undecided(
            f"any separator is an answer of {entry.name}, but the class shows no weights that separate"
        )
    return fit_separates(audited, data) or predict_rightly(audited, data)


def _rounded_runs(claim: Claim, record: Any, data: Data, options: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return runs to which rounding may lead, each with its examples. The list is empty if a run in float64 agrees with
    the exact one. Otherwise it holds the float64 run, and runs on examples moved by the rounding error of floats, to
    both sides."""
    try:
        plain = _run_in_float(claim, data[0], data[1], options)
    except BadInput:  # the algorithm takes exact numbers only, as solvers do, and rounds nothing
        return []
    return [] if _run_summary(plain[0]) == _run_summary(record) else [plain, *_perturb_runs(claim, data, options)]


def _perturb_runs(claim: Claim, data: Data, options: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return runs in float64 on examples moved by the rounding error of floats, each with its examples. The list is
    empty if the algorithm takes exact numbers only."""
    X, y = data
    moved = (_perturb(X, by, way) for way in range(WAYS) for by in (ROUNDING, -ROUNDING))
    try:
        return [_run_in_float(claim, each, y, options) for each in moved]
    except BadInput:
        return []


def _run_in_float(claim: Claim, X: Sequence[Any], y: Sequence[int], options: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the run in float64, and the examples as floats."""
    rows = _to_float_rows(X)
    return claim.run(rows, y, **{name: _to_float(value) for name, value in options.items()}), rows


def _run_summary(record: Any) -> dict[str, Any]:
    """Return the fields of a record that describe the run, without the fields about the computation or an average."""
    left = {*HOW, *(("w", "b") if hasattr(record, "last") else ())}
    return {each.name: getattr(record, each.name) for each in fields(record) if each.name not in left}


def _run_distance(record: Any, other: Any) -> Fraction:
    """Return the distance between the ends of two runs, 1 if they take different steps."""
    if any(getattr(record, name, None) != getattr(other, name, None) for name in ("stopped", "mistakes")):
        return Fraction(1)
    return Fraction(0) if getattr(record, "w", None) is None else _weight_distance(record, other)


def _weight_distance(one: Any, other: Any) -> Fraction:
    """Return the distance between two (w, b), each scaled to a largest number of 1."""
    units = [[Fraction(v) / (_largest(state) or 1) for v in [*state.w, state.b]] for state in (one, other)]
    return Fraction(max(abs(p - q) for p, q in zip(*units, strict=True)))


def _to_float(value: Any) -> Any:
    """Return an option in the form that a run in float64 takes."""
    if isinstance(value, list):
        return list(map(_to_float, value))
    return float(value) if isinstance(value, Fraction) else value


def _to_float_rows(X: Sequence[Any]) -> list[list[float]]:
    return [list(map(float, x)) for x in X]


def _perturb(X: Sequence[Any], by: Fraction, way: int = 0) -> list[Any]:
    """Return the points with each coordinate moved by about this part of the largest one; −`by` moves the other way.
    The moves are pseudorandom and the same each time, so ties of any kind are broken."""
    drawn, size = Random(way), by * max(abs(value) for x in X for value in x)
    return [exact_vector(v + size * drawn.choice((-1, 1)) * Fraction(drawn.randint(512, 1024), 1024) for v in x)
            for x in X]


def check_multiclass(subject: Subject, context: Context) -> Finding:
    """Check that `fit` with several classes ends with the labels of a run in `passive_aggressive_reference.SEVERAL`. If
    no run explains the labels, the check is undecided, since the class may have another rule for several classes. If
    the option `classes` names a run, another end is a failure."""
    claim, chosen = subject.claim, subject.claim.options.get("classes")
    audited = subject.audited.with_profile(labels=tuple(range(SEVERAL)), readable=False)
    endless = "a run with several classes has no end; give the number of passes"
    why = "" if chosen or claim.passes is not None else endless
    why = why or ("" if chosen else _why_two_classes(audited))
    if why:
        return Finding("", NO_THEOREM, f"not checked: {why}")
    names = [chosen] if chosen else list(passive_aggressive_reference.SEVERAL)
    found = {name: _compare_multiclass(claim, name, audited, context) for name in names}
    for name, each in found.items():
        if each.verdict == HOLDS:
            return replace(each, reason="; ".join(filter(None, [f"several classes as by {name}", each.reason])))
        if chosen:
            return each
    why = (f"fit takes several classes, but predict agrees with none of the runs {', '.join(found)}; "
           "the class may have another rule for several classes")
    return Finding("", UNCHECKED, why)


def _why_two_classes(audited: Implementation) -> str:
    """Return why a class seems to take two classes only: it refuses three, or has neither weights nor predictions for
    them. Returns "" if it takes three."""
    X, y = FIRST[0]
    try:
        estimator = audited.fit(X, y)
        said = {*audited.raw(estimator, X)} & {*y}
    except Broken:
        return "the class refuses examples of three classes"
    if len(said) == len(y) or rows_of(estimator) == len(y):
        return ""
    option = format_algorithm_option("classes=NAME")
    return f"predict names {len(said)} of three classes, so the class seems to take two; {option} compares it anyway"


def _compare_multiclass(claim: Claim, name: str, audited: Implementation, context: Context) -> Finding:
    """Return the finding of the comparison with these runs, at points where one class leads clearly."""

    def judge(audited: Implementation, data: Data) -> Failure | None:
        X, y = data
        states = passive_aggressive_reference.SEVERAL[name](claim.options, X, y, claim.passes or PASSES)
        if states is None:
            return make_undecided("rounding may decide which class has the highest score")
        points, estimator = points_around(X), audited.fit(X, y)
        for x, said in zip(points, audited.raw(estimator, points), strict=True):
            scores = [state.w @ exact_vector(x) + state.b for state in states]
            second, top = sorted(scores)[-2:]
            wanted = scores.index(top)
            if top - second > NEAR * max(map(abs, scores)) and said != wanted:
                why = f"predict returns {said!r} for x = {numbers(x)}, but the exact run, {name}, returns {wanted!r}"
                code = [f"said = model.predict({array(audited, [x])})", "print(said)", f"assert said[0] == {wanted!r}"]
                return Failure(DIFFERS, why, X, y, code)
        return None

    return search_failures("rule.classes", judge, audited, context, first=FIRST[:3],
                           source=several_classes("plain", claim.entry.rule.bias))


def _check_steps(rule: Rule, audited: Implementation, data: Data) -> Failure | None:
    """Check that each step leads to the state to which the rule leads from the state before it."""
    X, y = data
    rows, points = audited.array(X), list(map(exact_vector, X))
    estimator, before = audited.fresh(), _exact_state(initial_state(audited, len(X[0])))
    for visit in range(VISITS):
        i = visit % len(X)
        x, label = points[i], Fraction(y[i])
        audited.step(estimator, rows[i], y[i])
        now = _exact_state(audited.state(estimator))
        is_due, after = rule.is_due(before, x, label), rule.after(before, x, label)
        wanted = [after if is_due else before]
        if audited.rule.dtype != "exact" and _is_close(before, x, label):
            wanted = [after, before]
        if not any(_is_alike(now, each, _largest(before, after), audited) for each in wanted):
            what = "an update" if is_due else "no update"
            why = (f"at {format_state(before)} the example x = {numbers(X[i])}, y = {audited.names(y)[i]!r} "
                   f"calls for {what} by {rule.name}, to {format_state(wanted[0])}; "
                   f"the implementation goes to {format_state(now)}")
            return Failure(DIFFERS, why, X, y, steps=True)
        before = now
    return None


def _check_fit(claim: Claim, audited: Implementation, data: Data) -> Failure | None:
    """Check that `fit` ends where the exact cyclic run ends."""
    X, y = data
    watched = _Watched(claim, data, audited)
    if not watched.decided:
        return make_undecided(f"the exact run of {claim.name} does not end, or rounding decides where")
    estimator = audited.fit(X, y)
    found = _exact_state(audited.state(estimator))
    if _is_alike(found, watched.state, watched.largest * watched.updates, audited):
        return None
    if claim.passes is None and was_capped(audited, estimator, X, y):
        return UNDECIDED
    why = (f"the exact run of {claim.name} ends at {format_state(watched.state)}, after updates on the examples "
           f"{list(watched.steps_taken)}, but fit ends at {format_state(found)}")
    code = [*_run_code(claim, audited.rule, X, y), "print([*w, b], [*exact.w, exact.b])",
            "assert np.allclose([*map(float, [*w, b])], [*map(float, [*exact.w, exact.b])], 1e-9)"]
    return Failure(DIFFERS, why, X, y, code)


def _check_counts(claim: Claim, name: str, audited: Implementation, data: Data) -> Failure | None:
    """Check that the class reports the updates of the exact run: their number, or their examples."""
    X, y = data
    watched = _Watched(claim, data, audited)
    if not watched.decided:
        return UNDECIDED
    reported = audited.read_entry(name, audited.fit(X, y))
    wanted = watched.updates if name == "counter" else list(watched.steps_taken)
    if reported == wanted:
        return None
    what = "updates" if name == "counter" else "are the examples of its updates"
    why = f"{claim.name}: {wanted} {what}, but fit reports {reported}"
    return Failure(DIFFERS, why, X, y, _run_code(claim, audited.rule, X, y))


class _Watched(user_rules.BoundedLearner):
    """The exact cyclic run, for a number of passes or to its end. `decided` says that the run in floats has the same
    end, and that no score is nearly 0."""

    def __init__(self, claim: Claim, data: Data, audited: Implementation) -> None:
        super().__init__(*data, claim.entry.rule, "mistake")
        self.decided, self.largest, self.is_exact = True, Fraction(0), audited.rule.dtype == "exact"
        order = "cyclic" if claim.passes is None else [*range(len(data[1]))] * claim.passes
        try:
            ended = drive(self, steps_in_order(self, order, None), MOST_UPDATES, None)
            self.decided &= ended.stopped in ("separated", "order_exhausted")
        except user_rules.Unfinished:  # its numbers are too large
            self.decided = False

    def is_wrong(self, x: Any, y: Any) -> bool:
        """Return whether an update is due; clear `decided` if floats might give another answer."""
        self.largest = max(self.largest, _largest(self.state))
        self.decided &= self.is_exact or not _is_close(self.state, x, y, 1 + self.updates)
        return super().is_wrong(x, y)


def _is_close(state: State, x: Any, y: Any, steps: int = 1) -> bool:
    """Return whether rounding, in this many steps, may have changed the sign of the score; never at the start 0."""
    size = _largest(state)
    return size > 0 and abs(margin(state, x, y)) <= ROUNDING * steps * size * (1 + sum(map(abs, x)))


def _is_alike(found: State, wanted: State, size: Fraction, audited: Implementation) -> bool:
    """Return whether the weights agree up to rounding at this size."""
    most = 0 if audited.rule.dtype == "exact" else ROUNDING * size
    pairs = zip([*found.w, found.b], [*wanted.w, wanted.b], strict=True)
    return len(found.w) == len(wanted.w) and all(abs(p - q) <= most for p, q in pairs)


def _exact_state(state: State) -> State:
    return State(exact_vector(state.w), Fraction(state.b))


def _largest(*states: State) -> Fraction:
    return max(abs(Fraction(v)) for state in states for v in [*state.w, state.b])


def _run_code(claim: Claim, rule: Conventions, X: Any, y: Any) -> list[str]:
    """Return code that makes the exact run."""
    points = [[str(Fraction(v)) for v in x] for x in X]
    settings = {} if claim.entry.rule is not None else claim.settings(rule)
    options = "".join(f", {name}={value!r}" for name, value in settings.items())
    order = "" if claim.passes is None else f", order=[*range({len(y)})] * {claim.passes}"
    made, run = f"lookup_algorithm({claim.entry.name!r})", "from novikoff.algorithms.registry import lookup_algorithm"
    if claim.entry.solve is batch_reference.run:
        made, run = "ALGORITHM", f"from {batch_reference.__name__} import ALGORITHM"
        settings = {"max_updates": MOST_UPDATES, **settings}
    if claim.entry.name == passive_aggressive_reference.NAME:
        made, run = (f"algorithm({dict(claim.options)!r})",
                     f"from {passive_aggressive_reference.__name__} import algorithm")
    return ["from fractions import Fraction", run,
            f"exact = {made}.run([[Fraction(v) for v in x] for x in {points}], {list(y)}{order}{options})"]

"""All checks of one implementation, each in a separate process; a check that breaks does not stop the others."""

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain
from typing import Any

from ...algorithms.command_results import Result, exit_status, format_count
from ...algorithms.errors import BadInput, format_option
from ...algorithms.optional_packages import NotInstalled, install
from ...algorithms.processes import PATIENCE, OutOfTime, cpu_seconds, imap
from . import implementation_interface, perceptron_checks, reference_checks
from .audit_data import datasets
from .check_table import FIRST, checks_of
from .convention_probes import infer_conventions, probe_dtype, probe_steps
from .conventions import Conventions, best, excludes_theorems, suggest_name, updates_theorem
from .data_search import Failure, search
from .estimator_adapter import (
    adapt_implementation,
    caps_of,
    given_params,
    names_of,
    open_profile,
    refuse_others,
    why_no_separator,
)
from .failure_code import fit_code
from .implementation_interface import Broken, Implementation, Profile, load, written_profile
from .isolated_checks import HASTE, Isolated, Note, Within, ignore_note, run_isolated, run_together
from .perceptron_checks import SILENT, Context, Subject, Work
from .profiles import known_version, load_profiles, version_of
from .reference_checks import Claim
from .verdicts import HANGS, PRINTS, UNCHECKED, Finding, with_same_cause

EXAMPLES, SECONDS = 12, 20.0
IMPORTS = ("ImportError: ", "ModuleNotFoundError: ")  # how reasons for a missing package begin
OVER = "the limit of"  # how reasons for checks that were not made in time begin
TOGETHER = 12  # checks in one process
ALONE = ("refit", "repeatable", "silent")
@dataclass(frozen=True, repr=False)
class Audit(Result):
    """The findings of an audit. `target` is "MODULE:CLASS", `profile` names the source of the conventions, and `rule`
    holds them. `known` is a JSON profile with the same content. `seed` decided the datasets. `untested` holds the
    defaults of caps on the passes that the audit raised. The audit is true if all findings are as expected."""

    target: str
    params: Mapping[str, Any]
    version: str
    profile: str
    rule: Conventions | None
    findings: Sequence[Finding]
    known: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    untested: Mapping[str, int] = field(default_factory=dict)

    @property
    def exit_status(self) -> int:
        return exit_status(finding.status for finding in self.findings)

    def in_short(self) -> str:
        """Return the number of checks as expected, and the first checks that were not, in one line."""
        bad = [f"{finding.id}: {finding.said}" for finding in self.findings if finding.status != "ok"]
        good = f"{len(self.findings) - len(bad)} of {len(self.findings)} checks as expected"
        return "; ".join([f"{self.target} {self.version}".rstrip() + f": {good}", *bad[:4], *["…"] * (len(bad) > 4)])

    @property
    def same_cause(self) -> dict[str, list[str]]:
        """Return the ids of failures that probably have the same cause as an earlier failure, by the id of the earlier
        failure."""
        return with_same_cause(self.findings)

    @property
    def summary(self) -> dict[str, int]:
        """Return the number of checks, the number as expected, and the number for each verdict."""
        counts = Counter(finding.verdict for finding in self.findings)
        good = sum(finding.status == "ok" for finding in self.findings)
        return {"checks": len(self.findings), "as_expected": good, **counts}

    @property
    def unmade(self) -> str:
        """Return a sentence with the number of checks that the time limit left out, "" for none."""
        reasons = [f.reason for f in self.findings if f.verdict == UNCHECKED and f.reason.startswith(OVER)]
        if not reasons:
            return ""
        what = format_count(len(reasons), "check")
        more = f"give more time with {format_option('limit', 'SECONDS')}"
        return f"{what} of {len(self.findings)} not made: {reasons[0]}; {more}"


def audit(target: Any, params: Mapping[str, Any] | None = None, profile: Profile | None = None, *,
          rule: Claim | None = None, examples: int = EXAMPLES, seconds: float = SECONDS, limit: float | None = None,
          seed: int = 0, within: Within, only: Callable[[str], bool] = lambda name: True, jobs: int = 0,
          tick: Callable[..., None] = lambda *_: None) -> Audit:
    """Audit a class, or "MODULE:CLASS", with these parameters.

    For a check, `examples` datasets are generated. A check may take `seconds`, and all checks together about `limit`
    seconds; later checks are not made. `within` is a runner with a time limit. `only(id)` selects checks. With `jobs` >
    0 this many processes make one check each at a time; with 0 this process makes them. Importing the module runs its
    code.

    With `rule`, a user's update rule or an algorithm for two classes, the class is compared with the exact runs of the
    rule instead of the theorems about the perceptron.
    """
    session = Session(target, params, profile, rule=rule, examples=examples, seconds=seconds, limit=limit, seed=seed,
                      within=within)
    _preload()
    broken = isinstance(session.audited, Finding)  # `only` cannot deselect this finding
    selected = [name for name in session.checks if broken or only(name)]
    found = dict[str, Finding]()

    first, *others = groups(selected) or [()]
    made = [(first, session.each(first))]  # before the others, which then spend less time on a class that hangs
    session.budget.hand_on()
    for names, findings in chain(made, imap(session.each, others, jobs)):
        found.update(zip(names, findings, strict=True))
        tick(names[-1] if names else "", len(found), len(selected))
    return session.audit(_keep_one_hang([found[name] for name in selected]))


def _keep_one_hang(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, keeping one finding of a class that hangs; the other hanging checks become unchecked."""
    hanging = [finding for finding in findings if finding.verdict == HANGS and finding.expected != HANGS]
    return [_mark_unchecked(finding, hanging[0].id) if finding in hanging[1:] else finding for finding in findings]


def _mark_unchecked(finding: Finding, other: str) -> Finding:
    """Return the finding of a check without end as unchecked, since another check has no end either."""
    return replace(finding, verdict=UNCHECKED, reason=f"{finding.reason}, since {other} has no end", reproduce="")


def groups(names: Collection[str]) -> list[tuple[str, ...]]:
    """Return the checks that share a process, the same ones each time. Neighbours are in different groups, so that all
    groups take about as long. A check for state that one fit leaves to the next runs in a separate process.

    >>> groups(["interface.refit", "fit.bound.plain"])
    [('fit.bound.plain',), ('interface.refit',)]
    """
    alone = [name for name in names if name.rpartition(".")[2] in ALONE]
    others = [name for name in names if name not in alone]
    count = -(-len(others) // TOGETHER)
    return [*(tuple(others[start::count]) for start in range(count)), *((name,) for name in alone)]


class Budget:
    """A limit in seconds of computing for all checks, or `PATIENCE` times as many seconds of wall-clock time; None
    means no limit. Processes that check at the same time do not share their counts. Each has the time that was left
    when it started."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self._home = os.getpid()
        self._before = 0.0
        self._begun = cpu_seconds(), time.monotonic()

    def hand_on(self) -> None:
        """Add the spent time to the total, for processes that start now, whose own time is counted from 0."""
        self._before = self._measure_spent()

    def _measure_spent(self) -> float:
        return cpu_seconds() - self._begun[0] if os.getpid() == self._home else self._before + cpu_seconds()

    def measure_left(self) -> float:
        """Return the number of seconds that are left."""
        if self.limit is None:
            return math.inf
        return min(self.limit - self._measure_spent(), PATIENCE * self.limit - (time.monotonic() - self._begun[1]))

    def within(self, within: Within, seconds: float, work: Callable[[], Any]) -> Any:
        """Run the work by `within` in this number of seconds, or in the seconds that are left. Raises `OutOfTime`."""
        if (left := self.measure_left()) <= 0:
            raise OutOfTime(self.over)
        return within(min(seconds, left), work)

    @property
    def over(self) -> str:
        """Return the reason for a check that is not made since no time is left."""
        return f"{OVER} {self.limit:g} s for all checks was reached"


@cache
def _preload() -> None:
    """Load the modules and fill the caches that each process would need, before processes are split off."""
    X, y = perceptron_checks.EASY
    best(tuple(X), tuple(y), Fraction(1))
    search(datasets("plain"), lambda data: None, key="warm", examples=1)


def _describe_profile(name: str, profile: Profile) -> tuple[str, str]:
    """Return a description of the profile, and the installed version of the package."""
    if not profile.distribution:
        return profile.name, version_of(name.partition(".")[0].partition(":")[0])
    version = version_of(profile.distribution)
    known = known_version(version, profile.versions)
    said = f"{profile.name} {profile.versions}"
    return (said if known else f"{said}; version {version or '(not installed)'} is unknown to it"), version


def _load_target(target: Any, profile: Profile) -> Any:
    if not isinstance(target, str):
        return target
    if profile.distribution and not version_of(profile.distribution):
        raise NotInstalled(
            f"{target} needs {profile.distribution}, which is not installed; {install(profile.distribution)}"
        )
    return load(target)


class Session:
    """One implementation, prepared for its checks: `checks` can be made, `known` are the failures that are expected. A
    class that cannot be imported, or that cannot be fitted to the easiest data, has a single check, which reports this.
    Raises `BadInput` for unusable arguments."""

    def __init__(self, target: Any, params: Mapping[str, Any] | None, profile: Profile | None, *, within: Within,
                 rule: Claim | None = None, examples: int = EXAMPLES, seconds: float = SECONDS,
                 limit: float | None = None, seed: int = 0) -> None:
        """Import the class, and find out the conventions that the profile leaves open."""
        self.own = rule
        self.name: str = target if isinstance(target, str) else f"{target.__module__}:{target.__qualname__}"
        self.profile: Profile = profile or load_profiles().get(self.name) or open_profile("found out by probing")
        if rule is not None:
            self.profile = reference_checks.adapt_profile(rule, self.profile)
        self.budget: Budget = Budget(limit)
        self.within: partial[Any] = partial(self.budget.within, within)
        self.seconds = seconds
        self.context: Context = Context(examples, ignore_note, seed)
        self.hung: str = ""
        self.late: bool = False  # whether a fit to easy data did not end
        self.given: Mapping[str, Any] = params or {}
        self.params: dict[str, Any] = dict(self.given)
        audited = self._ready(_load_target(target, self.profile))
        self.audited: Implementation | Finding = audited
        self.known: dict[str, tuple[str, str]] = dict(audited.profile.find_known(self.params))
        easy = audited.profile.fit is not None and not reference_checks.takes_signs(
            rule
        )  # these families take other numbers
        self.checks: dict[str, Work] = checks_of(Subject(audited), FIRST) if easy else {}
        for found in self.each(list(self.checks)):
            if found.reason.startswith(IMPORTS):
                raise BadInput(f"{self.name} needs a package that is not installed: {found.reason}")
            if found.status == "error":  # the only check has this finding
                self.audited = found
                self.checks = {found.id: lambda *_, found=found: found}
                return
        of_perceptron = rule is None and audited.profile.family == "perceptron"
        subject = self._of_perceptron(audited) if of_perceptron else Subject(audited, claim=self.own)
        self.audited = subject.audited
        self.checks = checks_of(subject)
        for name in self.known if self.profile.asks or not self.profile.target else ():  # a profile from a file
            if name not in self.checks:
                hint = suggest_name(name, self.checks)
                raise BadInput(f"profile {self.profile.name}: expected has an unknown check: {name!r}{hint}")

    def _ready(self, cls: Any) -> Implementation:
        refuse_others(cls, self.params)
        given = self.params
        if self.own is not None:
            self.params = reference_checks.with_passes(self.own, cls, given)
        if not self.profile.distribution:
            self.params = given_params(cls, self.params)
        audited = Implementation(cls, self.params, self.profile, self.name)
        if not hasattr(cls, "fit") and audited.can_step and self.profile.fit is implementation_interface.fit:
            audited = audited.with_profile(fit=None)
        if self.profile.asks:
            signs = reference_checks.takes_signs(self.own)
            audited, self.late = adapt_implementation(audited, self.seconds, self.within, signs)
        return self._with_claim(audited, given)

    def _with_claim(self, audited: Implementation, given: Mapping[str, Any]) -> Implementation:
        """Return the implementation with the number of passes of the algorithm that it claims to be. Options of that
        algorithm that the caller did not give are inferred."""
        claim = self.own
        if claim is None or audited.profile.fit is None:
            return audited
        asked = run_isolated(lambda note: reference_checks.infer_options(claim, audited, given), self._patience,
                             self.within)
        if asked.result is None:
            return audited
        self.own = replace(claim, **asked.result)
        self.params = {**self.params, **reference_checks.with_passes(self.own, audited.cls, given)}
        return audited.with_params(**self.params)

    def audit(self, findings: Sequence[Finding]) -> Audit:
        """Return the audit with these findings and the description of the implementation."""
        about, version = _describe_profile(self.name, self.profile)
        if isinstance(self.audited, Finding):
            return Audit(self.name, self.params, version, about, None, findings, seed=self.context.seed)
        about = about if self.own is None else f"the rule {self.own.name}"
        is_perceptron = self.own is None and self.audited.profile.family == "perceptron"
        rule = self.audited.rule if is_perceptron else None
        known, defaults = written_profile(self.audited), names_of(self.audited.cls) or {}
        untested = {name: defaults[name] for name in caps_of(self.audited.cls)
                    if name not in self.given and self.params.get(name, defaults[name]) > defaults[name]}
        return Audit(self.name, self.params, version, about, rule, findings, known, self.context.seed, untested)

    def _of_perceptron(self, audited: Implementation) -> Subject:
        """Return a perceptron with its conventions. Probing finds conventions that no profile declares."""
        declared = audited.profile.rule(audited.params)
        seen = self._probe(audited, declared)
        rule = _fill_in(declared, seen)
        claims, why = audited.profile.separates, "its profile says so"
        if claims is None and declared is None and isinstance(updates_theorem(rule), str):
            why = why_no_separator(audited.cls, audited.params)
            claims = None if not why else False
        if claims is None:
            why = ""
            claims = declared is None or declared.stop == "separated" or not (
                declared.stop or excludes_theorems(declared)
            )
        ready = audited.with_conventions(rule).with_profile(separates=claims)
        return Subject(ready, declared, seen, "" if claims else why)

    def _probe(self, audited: Implementation, declared: Conventions | None) -> Conventions | None:
        """Return the conventions that probing observes; None if the class breaks: the checks then report this."""
        open_to = declared is None or (not audited.profile.distribution and _unknown_names(declared))
        if not open_to and not audited.can_step and audited.profile.distribution:
            return None
        probe = infer_conventions if open_to else probe_steps if audited.can_step else probe_dtype
        shown: Conventions | None = run_isolated(lambda note: probe(audited), self._patience, self.within).result
        return shown

    @property
    def _patience(self) -> float:
        """Return the time limit in seconds for work outside the checks."""
        return self.seconds / HASTE if self.late else self.seconds

    def make_finding(self, name: str) -> Finding:
        """Return the finding of one check, whatever happens; raises nothing."""
        return self.each([name])[0]

    def each(self, names: Sequence[str]) -> list[Finding]:
        """Return the findings of several checks, which share a process as long as none of them ends it."""
        audited = self.audited
        if isinstance(audited, Finding):
            return [audited for _ in names]

        def work(name: str, note: Note) -> Finding:
            audited.changes.clear()
            audited.last.clear()
            try:
                finding = self.checks[name](audited, replace(self.context, note=note))
            except Broken:
                if audited.last:  # the fit that breaks, or whose estimator does
                    note(("fit", audited.last[0]))
                raise
            if audited.changes and name != perceptron_checks.UNCHANGED and finding.status == "failed":
                return Finding("", UNCHECKED, f"{audited.changes[0]}, so this check would prove little; "
                                              f"{perceptron_checks.UNCHANGED} reports the change")
            return finding

        works = [partial(work, name) for name in names]
        done = run_together(works, self.seconds, self.within, bool(self.hung), self.late)
        return [self._finding(audited, name, each) for name, each in zip(names, done, strict=True)]

    def _finding(self, audited: Implementation, name: str, done: Isolated) -> Finding:
        """Return the finding of a check from the result of its process."""
        if done.late and self.budget.measure_left() <= 0:
            return Finding(name, UNCHECKED, self.budget.over)
        finding = done.result if done.result is not None else _report_problem(audited, done)
        if name == SILENT and done.printed.strip():
            finding = Finding("", PRINTS, f"fit prints {done.printed.strip()[:80]!r}")
        finding = replace(finding, id=name)
        if name in self.known:
            expected, why = self.known[name]
            finding = replace(finding, expected=expected, why=why)
        if finding.verdict == HANGS and finding.expected != HANGS:
            if self.hung:
                return _mark_unchecked(finding, self.hung)
            self.hung = name
        return finding


def _unknown_names(declared: Conventions) -> list[str]:
    return [name for name, value in vars(declared).items() if value is None]


def _fill_in(declared: Conventions | None, seen: Conventions | None) -> Conventions:
    """Return the declared conventions, with the observed values where none is declared."""
    found = seen or Conventions(penalty=None)
    if declared is None:
        return found
    return replace(declared, **{name: getattr(found, name) for name in _unknown_names(declared)})


def _report_problem(audited: Implementation, done: Isolated) -> Finding:
    """Return the finding of a check that did not finish."""
    kind: str
    what: Any
    kind, what = done.note or ("", ())
    if kind == "failure" and done.late:
        return perceptron_checks.report_failure(audited, what)
    code = ""
    if kind == "fit":
        params, labels, *data = what
        audited, what = audited.with_profile(labels=labels).with_params(**params), data
    if kind in ("data", "fit") and done.problem != UNCHECKED:
        X, y, *lines = what
        whole = done.code or (lines or [[audited.profile.fit_code] * (audited.profile.fit is not None)])[0]
        failure = Failure(HANGS if done.late else done.problem, done.reason, X, y, whole=whole)
        code = fit_code(audited, failure) if whole else ""
    if done.late:
        return Finding("", HANGS, done.reason, code)
    return Finding("", done.problem, done.reason, code, traceback=done.traceback)

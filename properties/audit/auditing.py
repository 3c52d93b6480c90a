"""All checks of one implementation, each in a process of its own; a check that breaks does not stop the others.

Main definitions:
    audit      the checks of a class with its parameters
    plan       their names, and what is known to fail
    Audit      the findings, with the version and the profile behind them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.results import Result, exit_status
from . import checks, margins, others
from .checks import SILENT, Check, Context
from .conventions import Conventions, best
from .data import datasets
from .implementations import Broken, Implementation, Profile, load
from .isolation import Within, isolated
from .probing import by_steps, found_out
from .profiles import known_version, shipped, version_of
from .searching import Failure, search
from .verdicts import HANGS, NAN, PRINTS, Finding

EXAMPLES, SECONDS = 12, 20.0
FAMILIES = {"perceptron": None, "linear-svc": margins.linear_svc_checks, "svc": margins.svc_checks,
            "means": others.means_checks, "neighbours": others.neighbours_checks}  # fmt: skip


@dataclass(frozen=True)
class Audit(Result):
    """What was found: `target` is "MODULE:CLASS", `profile` says whose conventions were taken, `rule` what they are.

    It is true if all was found as expected.
    """

    target: str
    params: Mapping[str, Any]
    version: str
    profile: str
    rule: Conventions | None
    findings: Sequence[Finding]

    @property
    def exit_status(self) -> int:
        """Return the exit status of `novikoff audit`."""
        return exit_status(finding.status for finding in self.findings)

    @property
    def summary(self) -> dict[str, int]:
        """Return how many checks were made, how many gave each verdict, how many were as expected."""
        counts = Counter(finding.verdict for finding in self.findings)
        good = sum(finding.status == "ok" for finding in self.findings)
        return {"checks": len(self.findings), "as_expected": good, **counts}


def audit(target: Any, params: Mapping[str, Any] | None = None, profile: Profile | None = None, *,
          examples: int = EXAMPLES, seconds: float = SECONDS, database: Any = None, within: Within,
          only: Callable[[str], bool] = lambda name: True,
          tick: Callable[..., None] = lambda *_: None) -> Audit:  # fmt: skip
    """Audit a class, or "MODULE:CLASS", with these parameters.

    `examples` datasets are generated for a check; a check may take `seconds`. `within` is a runner with a limit of
    time. `only(id)` selects checks. Importing the module runs its code.
    """
    given = dict(params or {})
    name = target if isinstance(target, str) else f"{target.__module__}:{target.__qualname__}"
    chosen = profile or shipped().get(name)
    about, version = _about(name, chosen)
    try:
        session = _session(target, given, chosen, name, within, seconds, Context(examples, _unnoted, database))
    except Broken as problem:
        found = Finding("interface.import", problem.problem, problem.reason, traceback=problem.trace)
        return Audit(name, given, version, about, None, [found])
    _warm()
    selected = [check for check in session.checks() if only(check.id)]
    known, findings = session.audited.profile.known(given), []
    for done, check in enumerate(selected, start=1):
        findings.append(_expected(session.made(check), known.get(check.id)))
        tick(check.id, done, len(selected))
    rule = session.audited.rule if session.audited.profile.family == "perceptron" else None
    return Audit(name, given, version, about, rule, findings)


def plan(target: Any, params: Mapping[str, Any] | None = None, profile: Profile | None = None, *, within: Within,
         seconds: float = SECONDS) -> tuple[list[str], Mapping[str, tuple[str, str]]]:  # fmt: skip
    """Return the ids of the checks that `audit` would make, and {id: (verdict, why)} of the failures that are known.

    Raises `Broken` for a class that cannot be imported.
    """
    given = dict(params or {})
    name = target if isinstance(target, str) else f"{target.__module__}:{target.__qualname__}"
    chosen = profile or shipped().get(name)
    session = _session(target, given, chosen, name, within, seconds, Context(1, _unnoted))
    return [check.id for check in session.checks()], session.audited.profile.known(given)


def _session(target, params, profile, name, within, seconds, context):
    implementation = Implementation(_loaded(target, profile), params, profile or Profile("found out"), name)
    return _Session(implementation, within, seconds, context)


def _warm():
    """Load, before processes are split off, what each of them would have to load for itself."""
    X, y = checks.EASY
    best(tuple(X), tuple(y), Fraction(1))
    search(datasets("plain"), lambda data: None, key="warm", examples=1, note=_unnoted)


def _unnoted(what):
    """Outside of a check, no note is taken."""


def _about(name, profile):
    """Return what to say of the profile, and the version of the package."""
    if profile is None or not profile.distribution:
        return (profile.name if profile else "found out by probing"), version_of(
            name.partition(".")[0].partition(":")[0]
        )
    version = version_of(profile.distribution)
    known = known_version(version, profile.versions)
    said = f"{profile.name} {profile.versions}"
    return (said if known else f"{said}; version {version or '(not installed)'} is unknown to it"), version


def _loaded(target, profile):
    if not isinstance(target, str):
        return target
    if profile is not None and profile.distribution and not version_of(profile.distribution):
        raise BadInput(
            f"{target} needs {profile.distribution}, which is not installed; pip install {profile.distribution}"
        )
    return load(target)


class _Session:
    """One audit."""

    def __init__(self, audited, within, seconds, context):
        self.audited, self.within, self.seconds, self.context = audited, within, seconds, context

    def checks(self):
        """Return all checks of the implementation, whose conventions are found out first if they are not told."""
        special = FAMILIES[self.audited.profile.family]
        return checks.interface_checks(self.audited) + (special(self.audited) if special else self._of_perceptron())

    def _of_perceptron(self):
        seen = self._probed()
        told = self.audited.profile.rule(self.audited.params)
        self.audited = self.audited.obeying(_completed(told, seen))
        return checks.perceptron_checks(self.audited, seen if told else None)

    def _probed(self):
        """Return what probing shows; None if the class breaks, which the checks then report."""
        told = self.audited.profile.rule(self.audited.params)
        if told is not None and not self.audited.can_step:
            return None
        probe = found_out if told is None else by_steps
        return isolated(lambda note: probe(self.audited), self.seconds, self.within).result

    def made(self, check: Check) -> Finding:
        """Make one check and return its finding, whatever happens."""

        def work(note):
            return check.work(self.audited, replace(self.context, note=note))

        done = isolated(work, self.seconds, self.within)
        finding = done.result if done.result is not None else _problem(self.audited, done, self.seconds)
        if check.id == SILENT and done.printed.strip():
            finding = Finding("", PRINTS, f"fit prints {done.printed.strip()[:80]!r}")
        return replace(finding, id=check.id)


def _completed(told, seen):
    """Return the conventions that are told, or else those that were found out."""
    return told if told is not None else (seen or Conventions(penalty=None))


def _problem(audited: Implementation, done: Any, seconds: float) -> Finding:
    """Return the finding of a check that did not come to its end."""
    kind: str
    what: Any
    kind, what = done.note or ("", ())
    if kind == "failure" and done.late:
        return checks.failed(audited, what)
    code = ""
    if kind in ("data", NAN):
        failure = Failure(HANGS if done.late else done.problem, done.reason, *what)
        code = checks.fit_code(audited, failure)
    if done.late:
        return Finding("", HANGS, f"no end within {seconds:g} s", code)
    return Finding("", done.problem, done.reason, code, traceback=done.traceback)


def _expected(finding, known):
    if known is None or finding.expected:
        return finding
    verdict, why = known
    return replace(finding, expected=verdict, why=why)

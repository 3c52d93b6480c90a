"""An implementation compared with the theorems that its conventions imply.

Main definitions: `audit`, `check_bounds`, `AuditReport`; the pytest plugin uses the other public functions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput, format_algorithm_option, format_option, suggest_name
from ..algorithms.processes import run_with_cpu_limit
from ..algorithms.run_loop import check_integer, check_list, check_path, check_text, check_time_limit
from ..algorithms.safe_files import read_text
from ..report.document_formats import BLANK, Block, Code, Mark, Table, Words
from ..report.result_output import Reported, Row, progress, to_blocks
from .option_parsing import read_options, read_settings, to_pairs

if TYPE_CHECKING:
    from ..properties.audit.audit_runner import Audit, Session
    from ..properties.audit.conventions import Conventions
    from ..properties.audit.implementation_interface import Profile
    from ..properties.audit.reference_checks import Claim
    from ..properties.audit.verdicts import Finding
    from ..properties.separable_instances import SeparableData

    ProfileLike = Profile | Mapping[str, Any] | str | Path | None

__all__ = ["audit", "check_bounds"]


T = TypeVar("T", int, float)
MOST = 10**6  # the most seconds for a check, and the most datasets
COLOURS = {"ok": "green", "inconclusive": "yellow"}


def audit(
    estimator: Any, params: Mapping[str, Any] | None = None, *, profile: ProfileLike = None,
    algorithm: str | None = None, options: Sequence[str] = (), examples: int | None = None,
    limit: float | None = None, check_limit: float | None = None, seed: int = 0,
    only: Callable[[str], bool] = lambda name: True, quiet: bool | None = None,
) -> Audit:
    """Test an implementation against the theorems that its conventions imply, and return the findings.

    estimator  a class, an object with `get_params`, or "MODULE:CLASS", which is imported
    params     arguments of the class
    profile    "MODULE:CLASS" of a shipped profile, a JSON file, or a mapping; None: the shipped profile, or what
               probing finds
    algorithm  "MODULE:FUNCTION", your own update rule, or the name of an algorithm for two classes. The audit then
               compares the class with exact runs of this algorithm.
    options    options of that algorithm, such as ["k=3"]
    examples   number of datasets for each check, at least 1
    limit      seconds after which the audit skips the remaining checks; None: no limit
    check_limit    seconds for each check; None: 20
    seed       chooses the datasets, at least 0
    only       selects checks by their ids

    Raises `BadInput` for a class that cannot be imported or audited, and for options out of range.

    >>> audit("novikoff.algorithms.estimators:Perceptron", examples=3, only="separates.plain".__eq__)
    <novikoff.algorithms.estimators:Perceptron ...: 1 of 1 checks as expected>
    """
    if params is not None and not isinstance(params, Mapping):
        raise BadInput(f"params must be the arguments of the class by name, such as {{'max_iter': 9}} (got "
                       f"{params!r:.60})")
    if examples is not None:
        check_integer(examples, "examples", 1)
    with progress("audit", quiet) as tick:
        return check_bounds(estimator, params, profile=profile, algorithm=algorithm, options=options,
                            examples=examples, limit=limit, check_limit=check_limit, seed=seed, only=only,
                            tick=tick)


def check_bounds(estimator: Any, params: Mapping[str, Any] | None = None, *, profile: ProfileLike = None,
                 algorithm: str | None = None, options: Sequence[str] = (), examples: int | None = None,
                 limit: float | None = None, check_limit: float | None = None, seed: int = 0,
                 only: Callable[[str], bool] = lambda name: True,
                 tick: Callable[..., None] = lambda *_: None) -> Audit:
    """Compare an estimator with the mistake bounds, and return the findings.

    The arguments are the arguments of `audit`, and `tick`, which is called with (id, done, total). Raises `BadInput` as
    `audit` does.

    >>> found = check_bounds("novikoff.algorithms.estimators:Perceptron", examples=3, only=lambda name: "plain" in name)
    >>> [(finding.id, finding.said) for finding in found.findings]
    [('fit.bound.plain', 'holds (5 datasets)'), ('separates.plain', 'holds (16 datasets)')]
    """
    from ..properties.audit.audit_runner import EXAMPLES, SECONDS, audit

    target, given = resolve_estimator(estimator)
    if not callable(only):
        raise BadInput(f"only must be a function of the id of a check (got {only!r:.60})")
    return audit(
        target, {**given, **(params or {})}, _profile(profile), rule=resolve_rule(algorithm, options),
        examples=_positive(examples, EXAMPLES, "examples"), limit=check_time_limit(limit), within=run_with_cpu_limit,
        seconds=_positive(check_time_limit(check_limit, "check_limit"), SECONDS, "check_limit"),
        seed=check_integer(seed, "seed", least=0), only=only, jobs=os.cpu_count() or 1, tick=tick,
    )


def resolve_estimator(estimator: Any) -> tuple[type[Any] | str, dict[str, Any]]:
    """Return the class, or "MODULE:CLASS", and the parameters of the estimator to audit.

    Raises `BadInput` for an object that is no class and has no `get_params`.
    """
    given = {}
    if not isinstance(estimator, type | str) and hasattr(estimator, "get_params"):
        estimator, given = type(estimator), changed_parameters(estimator)
    if not isinstance(estimator, type | str):
        from ..properties.audit.implementation_interface import why_no_class

        if hasattr(estimator, "fit"):
            name = type(estimator).__name__
            raise BadInput(f"this object of the class {name} has no get_params, so the audit cannot make it again; "
                           f"pass the class, {name}, or write get_params(self), which returns its parameters")
        raise BadInput(f"{estimator!r:.80} is {why_no_class(estimator)}")
    return _target(estimator), given


def resolve_rule(algorithm: str | None, options: Sequence[str] = ()) -> Claim | None:
    """Return the update rule, or the algorithm, of this name, with options NAME=VALUE; None for no name.

    Raises `BadInput` for unknown names and options.
    """
    from ..algorithms.options import parse_count
    from ..algorithms.registry import ALGORITHMS, parse_algorithm
    from ..properties.audit import batch_reference, passive_aggressive_reference
    from ..properties.audit.reference_checks import Claim

    if algorithm is not None:
        check_text(algorithm, "algorithm")
    options = [check_text(pair, "each option") for pair in check_list(options, "options")]
    given = [pair for pair in options if pair.partition("=")[0] != "passes"]
    if given and (algorithm is None or (":" in algorithm and parse_algorithm(algorithm)[0].rule is not None)):
        raise BadInput(
            f"{format_option('option', given[0][:40], python='options')} needs an algorithm; give it with "
            f"{format_option('algorithm')} and a name such as nearest_neighbours, not with a rule of your own"
        )
    if algorithm is None:
        if options:
            option = format_option("option", options[0][:40], python="options")
            raise BadInput(f"{option} can be used only with {format_option('algorithm', 'NAME')}")
        return None
    if algorithm.replace("-", "_") == passive_aggressive_reference.NAME:
        known = passive_aggressive_reference.OPTIONS
        settings = read_options(passive_aggressive_reference.NAME, known, to_pairs(given))
        claim = Claim(passive_aggressive_reference.algorithm(settings), settings)
    elif algorithm.replace("-", "_") == batch_reference.NAME:
        entry = batch_reference.ALGORITHM
        claim = Claim(entry, read_options(batch_reference.NAME, entry.takes({}), to_pairs(given)))
    else:
        names = [name for name, e in ALGORITHMS.items() if (e.ends or Claim(e).takes_passes) and not e.grouped]
        entry, variant = parse_algorithm(algorithm, [*names, passive_aggressive_reference.NAME])
        if variant or (entry.rule is None and entry.name not in names):
            raise BadInput(
                f"{format_option('algorithm', algorithm)}: an audit compares a class with your own rule "
                "(MODULE:FUNCTION) or with an algorithm that ends by itself, and takes no variant; give "
                f"{format_option('option', python='options')} or a profile instead"
            )
        claim = Claim(entry) if entry.rule is not None else Claim(*read_settings(entry.name, to_pairs(given)))
    passes = [
        parse_count(pair.partition("=")[2], format_algorithm_option("passes")) for pair in options if pair not in given
    ]
    if len(passes) > 1 or 0 in passes:
        raise BadInput(f"{format_algorithm_option('passes=N')} can be given once only, with N ≥ 1")
    if passes and not claim.takes_passes:
        raise BadInput(f"{claim.entry.name} does not visit examples in the order of a list, so it has no option passes")
    if not (claim.entry.ends or passes):
        raise BadInput(f"{claim.entry.name} does not end by itself; give the number of its passes: "
                       f"{format_algorithm_option('passes=10')}")
    claim = replace(claim, passes=passes[0]) if passes else claim
    claim.require_words()
    return claim


def changed_parameters(estimator: Any) -> dict[str, Any]:
    """Return the parameters in which an estimator differs from a new one of its class."""
    try:
        plain = type(estimator)().get_params(deep=False)
    except TypeError:  # some parameters have no default
        plain = {}
    given = estimator.get_params(deep=False)
    return {name: value for name, value in given.items() if name not in plain or repr(plain[name]) != repr(value)}


def _target(estimator: type[Any] | str) -> type[Any] | str:
    """Return "MODULE:CLASS" for a class with a shipped profile under its public name, else the class."""
    from ..properties.audit.profiles import load_profiles

    if isinstance(estimator, str):
        return estimator
    home = estimator.__module__
    for target in load_profiles():
        module, _, name = target.partition(":")
        if name == estimator.__qualname__ and (home == module or home.startswith(module + ".")):
            return target
    return estimator


def _positive(value: T | None, default: T, name: str) -> T:
    if value is not None and not 0 < value <= MOST:
        raise BadInput(f"{name} must be > 0 and at most {MOST} (got {value})")
    return default if value is None else value


def _profile(given: ProfileLike) -> Profile | None:
    from ..properties.audit.implementation_interface import Profile, profile_from, profile_of
    from ..properties.audit.profiles import load_profiles

    if given is None or isinstance(given, Profile):
        return given
    if isinstance(given, Mapping):
        return profile_from(given, "given")
    if str(given) in load_profiles():
        return load_profiles()[str(given)]
    if not os.path.exists(check_path(given, "profile")):
        raise BadInput(
            f"there is no profile {str(given)!r:.60}; "
            f"{suggest_name(given, load_profiles(), 'give a JSON file, or one of: ' + ', '.join(load_profiles()))}"
        )
    return profile_of(read_text(Path(given)), Path(given).name)


def open_session(estimator: Any, profile: ProfileLike = None, examples: int | None = None,
                 algorithm: str | None = None, options: Sequence[str] = ()) -> tuple[str, Session]:
    """Return a name for the estimator, and a `Session` with its checks."""
    from ..properties.audit.audit_runner import EXAMPLES, Session

    target, params = resolve_estimator(estimator)
    name = target.rpartition(":")[2] if isinstance(target, str) else target.__qualname__
    made = Session(target, params, _profile(profile), rule=resolve_rule(algorithm, options),
                   examples=_positive(examples, EXAMPLES, "examples"), within=run_with_cpu_limit)
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in params.items())})", made


def finding_without_expectation(made: Session, check: str, ignore: bool) -> tuple[str, str, str]:
    """Return the status, the verdict with its reason, and the code of a check's finding.

    With `ignore`, expectations of the profile are ignored.
    """
    finding = made.make_finding(check)
    plain = replace(finding, expected="", why="") if ignore else finding
    return plain.status, finding_message(plain), plain.reproduce


def separable_data(count: int, variant: str) -> list[SeparableData]:
    """Return exact separable data with the separator of the best margin, the same ones in each call.

    >>> data = separable_data(3, "plain")
    >>> len(data), all(each.gamma == 1 for each in data)
    (3, True)
    """
    from ..algorithms.nearest_point import best_margin
    from ..properties.audit.audit_data import VARIANTS, datasets
    from ..properties.audit.data_search import Draws
    from ..properties.separable_instances import SeparableData

    if variant not in VARIANTS:
        raise BadInput(f"variant = {variant!r} is unknown; choose one of: {', '.join(VARIANTS)}")
    source = datasets(variant)
    found = []
    for base in source.take(Draws("exact_datasets"), int(_positive(count, 1, "count"))):
        X, y = source.form(*base)
        best = best_margin(X, y)
        found.append(SeparableData.of(X, y, best.w, best.b))
    return found


def finding_message(finding: Finding) -> str:
    """Return verdict and reason in one line."""
    known = f" (known: {finding.why})" if finding.why and finding.status == "ok" else ""
    missed = f" (expected: {finding.expected})" if finding.expected and finding.status != "ok" else ""
    return finding.said + (f": {finding.reason}" if finding.reason else "") + known + missed


@dataclass(frozen=True, repr=False)
class AuditReport(Reported):
    """The output of `novikoff audit`."""

    found: Audit

    @property
    def exit_status(self) -> int:
        return self.found.exit_status

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return a line for each check, code for each failure, and a line with the counts.

        If several failures probably have one cause, only the first is printed in full, unless `verbose`; the others are
        named.
        """
        found = self.found
        version = f" {found.version}" if found.version else ""
        made: list[Block] = [Words([f"{found.target}{version}; conventions: {found.profile}"])]
        if known := describe_conventions(found.rule):
            made.append(Words(["  " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in known.items())]))
        for name, default in found.untested.items():
            made.append(Words([f"  fit is called with {name}={found.params[name]}; with the default, {default}, it may "
                               "stop earlier, which is not tested"]))
        width = max((len(f.id) for f in found.findings), default=0)
        same = {} if verbose else found.same_cause
        others = [name for names in same.values() for name in names]
        for f in found.findings:
            if not ((quiet and f.status == "ok") or f.id in others):
                made.append(Table([([Mark(f.id, COLOURS.get(f.status, "red"))], finding_message(f))], width))
                if f.reproduce and (verbose or f.status != "ok"):
                    made += [BLANK, Code(f.reproduce), BLANK]
                if f.traceback and verbose:
                    made.append(Code(f.traceback))
                if f.id in same:
                    made.append(Table([("", f"probably for the same reason: {', '.join(same[f.id])}")], width))
        return [*made, *to_blocks(filter(None, (summarise(found.summary), found.unmade)))]

    def json(self) -> dict[str, Any]:
        """Return the audit as JSON data; `same_as` names the first failure that probably has the same cause."""
        found = self.found
        checks, first = [], {name: key for key, names in found.same_cause.items() for name in names}
        for f in found.findings:
            more = {"datasets": f.datasets, "expected": f.expected, "why": f.why, "traceback": f.traceback,
                    "same_as": first.get(f.id)}
            known = {key: value for key, value in more.items() if value}
            checks.append({"id": f.id, "verdict": f.verdict, "reason": f.reason, "reproduce": f.reproduce, **known})
        return {
            "schema": 2, "implementation": found.target, "params": dict(found.params), "version": found.version,
            "profile": found.profile, "seed": found.seed, "conventions": describe_conventions(found.rule),
            "checks": checks, "summary": found.summary,
        }

    def rows(self) -> list[Row]:
        return [Row(f.id, f.status, finding_message(f), self.found.target) for f in self.found.findings]


def describe_conventions(rule: Conventions | None) -> dict[str, str]:
    """Return the conventions as text; unknown ones are left out."""
    return {} if rule is None else {name: convention_to_text(value) for name, value in rule.known().items()}


def convention_to_text(value: Any) -> str:
    """Return a convention as text; a long fraction is printed as a float.

    >>> convention_to_text(Fraction(0.1)), convention_to_text(Fraction(1, 3)), convention_to_text("")
    ('0.1', '1/3', 'none')
    """
    text = str(value) or "none"
    return text if len(text) <= 12 or not isinstance(value, Fraction) else repr(float(value))


def summarise(summary: Mapping[str, int]) -> str:
    """Return all counts in one line.

    >>> summarise({"checks": 3, "as_expected": 2, "holds": 2, "bound violated": 1})
    '3 checks: 2 holds, 1 bound violated; 2 as expected'
    """
    counts = {key: value for key, value in summary.items() if key not in ("checks", "as_expected")}
    said = ", ".join(f"{value} {key}" for key, value in counts.items())
    return f"{format_count(summary['checks'], 'check')}: {said}; {summary['as_expected']} as expected"

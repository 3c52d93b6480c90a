"""The pytest plugin: the checks of `novikoff audit` as tests of your estimators, and your theorems as tests.

Main definitions:
    parametrize_with_bounds    a decorator that calls the test with (estimator, check), for each check of each estimator
    exact_datasets             a fixture: exact separable data with their best separator
    --novikoff-examples, --novikoff-profile
    Theorems                   the tests of a theorem file that pyproject.toml lists in [tool.novikoff]

    import novikoff

    @novikoff.parametrize_with_bounds([Perceptron], expected_failures={"fit.separates": "stops on a plateau"})
    def test_bounds(estimator, check):
        check(estimator)

A check fails with the reason and the code that reproduces it; an inconclusive check fails too. The checks in
`expected_failures`, and the failures that a shipped profile lists, are strict xfails: if one passes, the test fails.
`profile=` gives the conventions of the estimators, and `algorithm=` names another algorithm. The terminal summary has a
line for each check, and the JUnit report has the properties `novikoff_check` and `novikoff_verdict`. The plugin imports
the rest of novikoff only when needed.

Each theorem of a file that pyproject.toml names is a test, which succeeds if the theorem has its expected verdict.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import pytest
except ImportError as _missing:
    from .algorithms.optional_packages import missing_extra_error

    raise missing_extra_error("the pytest plugin", "test", _missing) from None

if TYPE_CHECKING:
    from .api.audits import ProfileLike
    from .proofs.statements.registry import Claim
    from .proofs.statements.user_theorems import Own
    from .properties.separable_instances import SeparableData

MARK = "novikoff_bounds"
GENERATED = 6  # datasets of the fixture by default
_running: list[pytest.Item] = []
_own = pytest.StashKey["Own | None"]()  # what pyproject.toml names
_reading = pytest.StashKey[ExitStack]()  # the theorems registered until the end of the session
_collected = pytest.StashKey[dict[str, Path]]()  # real path of a theorem file -> the path that pytest found


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("novikoff", "bounds on implementations of the perceptron")
    group.addoption("--novikoff-examples", type=int, metavar="N", help="number of datasets that each check generates")
    group.addoption(
        "--novikoff-profile", metavar="NAME|FILE",
        help="conventions of the estimators, as for `novikoff audit --profile`",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the decorator's mark."""
    config.addinivalue_line("markers", f"{MARK}(estimators, ...): the checks of `novikoff audit`")


def parametrize_with_bounds(
    estimators: Sequence[Any],
    *,
    expected_failures: Mapping[str, str] | Callable[[Any], Mapping[str, str]] | None = None,
    profile: ProfileLike | Callable[[Any], ProfileLike] = None,
    algorithm: str | None = None,
    options: Sequence[str] = (),
) -> pytest.MarkDecorator:
    """Parametrize a test with (estimator, check), for each check of each estimator.

    estimators         classes, "MODULE:CLASS", or objects with `get_params`
    expected_failures  {check: reason}, or a function of the estimator that returns it; these checks must fail
    profile            as for `novikoff.check_bounds`, or a function of the estimator that returns it; None: as on the
                       command line
    algorithm          as for `novikoff.audit`: the estimators are compared with exact runs of this algorithm
    options            options of that algorithm, such as ["passes=10"]

    Raises `BadInput` for an estimator that cannot be audited, for an unknown check, and for a class that is not in a
    list.

    >>> parametrize_with_bounds(["package:Class"]).name
    'novikoff_bounds'
    """
    from .algorithms.run_loop import check_list

    mark: pytest.MarkDecorator = getattr(pytest.mark, MARK)
    return mark.with_args(check_list(estimators, "estimators"), expected_failures or {}, profile, (algorithm, options))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test that has the decorator's mark."""
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is not None:
        from .algorithms.errors import BadInput

        estimators, expected, profile, rule = mark.args
        try:
            params = [each for one in estimators for each in _params(one, expected, profile, rule, metafunc.config)]
        except BadInput as problem:
            raise pytest.Collector.CollectError(str(problem)) from None  # one sentence, without frames of novikoff
        metafunc.parametrize(("estimator", "check"), params)


def _params(estimator: Any, expected: Any, profile: Any, rule: Any, config: pytest.Config) -> Iterator[Any]:
    """Yield the parameters of one estimator, one for each check."""
    from .algorithms.errors import BadInput
    from .api.audits import finding_without_expectation, open_session

    profile = (profile(estimator) if callable(profile) else profile) or config.getoption("--novikoff-profile")
    name, made = open_session(estimator, profile, config.getoption("--novikoff-examples"), *rule)
    failing: Any = expected(estimator) if callable(expected) else expected
    stated: dict[str, str] = dict(failing)
    if wrong := sorted(stated.keys() - made.checks.keys()):
        raise BadInput(f"expected_failures names {wrong[0]!r}, which is not a check of {name}; its checks are: "
                       + ", ".join(made.checks))
    reasons = {check: why for check, (_, why) in made.known.items()} | stated
    for id in made.checks:
        why = reasons.get(id)
        marks = [pytest.mark.xfail(reason=why, strict=True, raises=BoundFails)] if why is not None else []
        check = Check(id, name, partial(finding_without_expectation, made, id, why is not None))
        yield pytest.param(estimator, check, marks=marks, id=f"{name}-{id}")


class BoundFails(AssertionError):
    """A check fails; the message says why and how to see it."""


class Check:
    """One check: call it with the estimator."""

    def __init__(self, id: str, name: str, make: Callable[[], tuple[str, str, str]]) -> None:
        """Take the id, the estimator's name, and a function that returns status, verdict with reason, and code."""
        self.id = id
        self.name = name
        self.make = make

    def __repr__(self) -> str:
        return f"<check {self.id}>"

    def __call__(self, estimator: Any) -> None:
        """Make the check. Raises `BoundFails` unless it holds; an inconclusive check does not hold."""
        __tracebackhide__ = True  # pytest then shows the user's test, and not this frame
        status, said, reproduce = self.make()
        self._record(said)
        if status != "ok":
            what = f"{self.name}, {self.id}: {'inconclusive: ' * (status == 'inconclusive')}{said}"
            raise BoundFails("\n".join([what, *([reproduce] if reproduce else [])]))

    def _record(self, said: str) -> None:
        for item in _running[-1:]:
            item.user_properties += [("novikoff_check", f"{self.name} {self.id}"), ("novikoff_verdict", said)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Remember which test is running, for its properties."""
    _running.append(item)
    try:
        return (yield)
    finally:
        _running.pop()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a line for each check."""
    lines = []
    for reports in terminalreporter.stats.values():
        called = (report for report in reports if getattr(report, "when", "") == "call")
        found = [dict(getattr(report, "user_properties", ())) for report in called]
        lines += [f"{each['novikoff_check']}: {each['novikoff_verdict']}" for each in found if "novikoff_check" in each]
    if lines:
        terminalreporter.section("novikoff")
        for line in sorted(lines):
            terminalreporter.write_line(line)


# --- user-defined theorems ------------------------------------------------------------------------


def _read_configuration(config: pytest.Config) -> Own | None:
    """Return the configuration in pyproject.toml, or None; without one, import nothing."""
    if _own not in config.stash:
        root, found = config.rootpath, None
        files = (folder / "pyproject.toml" for folder in (root, *root.parents))
        if mentioning := [file for file in files if file.is_file() and b"novikoff" in file.read_bytes()]:
            from .algorithms.errors import BadInput
            from .algorithms.safe_files import require_regular
            from .api.theorem_loading import read_configuration, table_of

            try:
                if any(table_of(file) is not None for file in mentioning):
                    found = read_configuration(root, trust=True)  # pytest runs the project's code in any case
                    for file in found.files:
                        require_regular(file)
            except BadInput as problem:
                raise pytest.Collector.CollectError(str(problem)) from None  # one sentence, as above
        config.stash[_own] = found
    return config.stash[_own]


def _has_theorems(path: Path, config: pytest.Config) -> bool:
    """Return whether pyproject.toml names this file."""
    own = _read_configuration(config) if path.suffix == ".py" else None
    return own is not None and os.path.realpath(path) in map(os.path.realpath, own.files)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the theorems of a file that pyproject.toml names."""
    if _has_theorems(file_path, parent.config):
        theorems: pytest.Collector = Theorems.from_parent(parent, path=file_path)
        return theorems
    return None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return an empty collector for a theorem file, so that it runs only once, as theorems."""
    if _has_theorems(module_path, parent.config):
        nothing: pytest.Collector = Nothing.from_parent(parent, path=module_path)
        return nothing
    return None


def pytest_unconfigure(config: pytest.Config) -> None:
    """Unregister the theorems."""
    config.stash.get(_reading, ExitStack()).close()


class Nothing(pytest.File):
    """A file without tests."""

    def collect(self) -> list[pytest.Item]:
        """Return no tests."""
        return []


class Theorems(pytest.File):
    """A file of theorems; each theorem is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each theorem. Raises `CollectError` if the files cannot be loaded."""
        from .algorithms.errors import BadInput
        from .proofs.statements.user_theorems import claims_of_file, load_theorems

        stash, own = self.config.stash, _read_configuration(self.config)
        if _reading not in stash and own is not None:
            opened = ExitStack()
            try:
                opened.enter_context(load_theorems(own))
            except BadInput as problem:
                raise self.CollectError(str(problem)) from None
            stash[_reading] = opened  # only after success, so that the next file reports the error too
        first = stash.setdefault(_collected, {}).setdefault(os.path.realpath(self.path), self.path)
        for claim in claims_of_file(self.path) if self.path == first else ():  # links may lead to a file twice
            yield Theorem.from_parent(self, name=claim.id.rpartition("/")[2], claim=claim)


class TheoremFails(AssertionError):
    """A theorem does not have its expected verdict; the message gives its verdict, engines and open goal."""


class Theorem(pytest.Item):
    """A theorem as a test."""

    def __init__(self, *, claim: Claim, **more: Any) -> None:
        super().__init__(**more)
        self.claim = claim

    def runtest(self) -> None:
        """Check the theorem with all engines; raise `TheoremFails` unless it has its expected verdict."""
        from .proofs.checking.ledger_check import check
        from .report.outcome_text import explain_verdict, open_goal_lines

        (outcome,) = check(self.claim.id, jobs=1)
        engines = ", ".join(f"{engine} {said}" for engine, said in outcome.engines.items()) or "nobody"
        self.user_properties.extend([("novikoff_check", self.claim.id), ("novikoff_verdict", outcome.verdict),
                                     ("novikoff_engines", engines)])
        if not outcome:
            left = open_goal_lines(outcome)
            what = f"{self.claim.id}, {self.claim.place}: {explain_verdict(outcome)}"
            raise TheoremFails("\n".join([what, f"engines: {engines}", *left]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the message of a theorem that fails, and pytest's text for other exceptions."""
        return str(excinfo.value) if isinstance(excinfo.value, TheoremFails) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file, line and id."""
        return self.path, (self.claim.origin.line if self.claim.origin else 1) - 1, self.claim.id


@pytest.fixture
def exact_datasets() -> Callable[..., list[SeparableData]]:
    """Return a function (count=6, variant="plain") that makes exact separable data, always the same.

    Each dataset has X (rationals that floats represent exactly), y, R2, and the separator w_star, b_star with the best
    margin.
    """
    from .api.audits import separable_data

    return lambda count=GENERATED, variant="plain": separable_data(count, variant)

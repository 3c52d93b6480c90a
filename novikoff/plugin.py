"""The pytest plugin: the checks of `novikoff audit` as tests of one's own estimators.

Main definitions:
    parametrize_with_bounds    a decorator: the test gets (estimator, check), once for each check of each estimator
    exact_datasets             a fixture: exact separable data with their best separator
    --novikoff-examples, --novikoff-profile

    import novikoff

    @novikoff.parametrize_with_bounds([Perceptron()], expected_failures={"fit.separates": "stops on a plateau"})
    def test_bounds(estimator, check):
        check(estimator)

A check fails with the reason and the code that reproduces it; what is inconclusive is no success, and fails too. Those
in `expected_failures`, and those that a shipped profile knows to fail, are strict xfails: once one passes, that is a
failure. `profile=` tells the conventions of the estimators. The terminal summary has a line for each check, and the
JUnit report the properties `novikoff_check` and `novikoff_verdict`. Nothing is imported at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .commands.audit import ProfileLike
    from .properties.audit.verdicts import Finding
    from .properties.instances import SeparableData

MARK = "novikoff_bounds"
GENERATED = 6  # datasets of the fixture, unless asked for more
_running: list[pytest.Item] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("novikoff", "bounds on implementations of the perceptron")
    group.addoption("--novikoff-examples", type=int, metavar="N", help="datasets generated for each check")
    group.addoption(
        "--novikoff-profile", metavar="NAME|FILE", help="profile of the estimators, as for `novikoff audit`"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the decorator's mark known."""
    config.addinivalue_line("markers", f"{MARK}(estimators, ...): the checks of `novikoff audit`")


def parametrize_with_bounds(
    estimators: Sequence[Any],
    *,
    expected_failures: Mapping[str, str] | Callable[[Any], Mapping[str, str]] | None = None,
    profile: ProfileLike | Callable[[Any], ProfileLike] = None,
) -> pytest.MarkDecorator:
    """A decorator: the test is run with (estimator, check) for each check of each estimator.

    `estimators` are classes, "MODULE:CLASS", or objects with `get_params`. `expected_failures` is {check: reason}, or a
    function of the estimator that returns it; these checks must fail. A name that is no check is refused. `profile` is
    that of `novikoff.check_bounds`, or a function of the estimator that returns it; None is that of the command line.
    """
    mark: pytest.MarkDecorator = getattr(pytest.mark, MARK)
    return mark.with_args(list(estimators), expected_failures or {}, profile)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Expand the decorator."""
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is not None:
        estimators, expected, profile = mark.args
        params = [each for estimator in estimators for each in _params(estimator, expected, profile, metafunc.config)]
        metafunc.parametrize(("estimator", "check"), params)


def _params(estimator: Any, expected: Any, profile: Any, config: pytest.Config) -> Iterator[Any]:
    """The parameters of one estimator."""
    from .commands.audit import session

    profile = (profile(estimator) if callable(profile) else profile) or config.getoption("--novikoff-profile")
    name, made = session(estimator, profile, config.getoption("--novikoff-examples"))
    ids = [check.id for check in made.checks]
    failing: Any = expected(estimator) if callable(expected) else expected
    told: dict[str, str] = dict(failing)
    if wrong := sorted(told.keys() - set(ids)):
        raise pytest.UsageError(f"{name} has no check {wrong[0]!r} to fail; its checks are: {', '.join(ids)}")
    reasons = {check: why for check, (_, why) in made.known.items()} | told
    for each in made.checks:
        why = reasons.get(each.id)
        marks = [pytest.mark.xfail(reason=why, strict=True, raises=BoundFails)] if why is not None else []
        yield pytest.param(estimator, Check(each.id, name, partial(made.made, each)), marks=marks,
                           id=f"{name}-{each.id}")  # fmt: skip


class BoundFails(AssertionError):
    """A check fails; the message says why and how to see it."""


class Check:
    """One check: call it with the estimator."""

    def __init__(self, id: str, name: str, make: Callable[[], Finding]) -> None:
        """Take its id, the name of the estimator, and what makes it."""
        self.id, self.name, self.make = id, name, make

    def __repr__(self) -> str:
        """Its id."""
        return f"<check {self.id}>"

    def __call__(self, estimator: Any) -> None:
        """Make the check; raises `BoundFails` unless it holds: what is inconclusive is no success."""
        from .commands.audit import unexpected

        status, said, reproduce = unexpected(self.make())
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
        told = [
            dict(getattr(report, "user_properties", ())) for report in reports if getattr(report, "when", "") == "call"
        ]
        lines += [f"{each['novikoff_check']}: {each['novikoff_verdict']}" for each in told if "novikoff_check" in each]
    if lines:
        terminalreporter.section("novikoff")
        for line in sorted(lines):
            terminalreporter.write_line(line)


@pytest.fixture
def exact_datasets() -> Callable[..., list[SeparableData]]:
    """A function (count=6, variant="plain") that makes exact separable data, the same ones each time.

    Each has X (integers or fractions that floats hold), y, R2, and the separator w_star, b_star of the best margin γ.
    """
    from .commands.audit import separable_data

    return lambda count=GENERATED, variant="plain": separable_data(count, variant)

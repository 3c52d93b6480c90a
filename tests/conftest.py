"""What all tests share: which go first, and of which cases a run tries a sample.

A test with many cases of one kind that each take long is marked `sampled(n)`, or asks for `sample`: a run tries n of
them, others with each seed of the random order, so that one run stays short and no case is left out for long.
`pytest --whole` tries all, also what is marked `sampled(0)`.
"""

import gc
import os
import random
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

from metatests.test_costs import beyond_budget, cost_of, read_costs, without_case
from novikoff.proofs.statements import comparison_guards

from .planted_claims import plant as plant  # a fixture of all folders

# Tests compare how terms are written, as the package does; an update rule or a proof script may not.
comparison_guards.INSIDE = (*comparison_guards.INSIDE, "test_", "tests.", "reading", "conftest")

# These start most processes: a fork takes longer the more memory a worker holds, 28 ms for 500 MB, and that memory
# doubles.
FIRST = ("test_verified", "test_prove", "test_audit", "test_processes")
# In every run: the checkers, and rules that hold for all files.
ALWAYS = ("test_verified", "test_kernel", "test_terms", "test_house", "test_words")
Sample = Callable[[Iterable[str], int], list[str]]
BEGAN, SHARED = pytest.StashKey[float](), pytest.StashKey[Counter[str]]()

# A shell lets what runs in the background ignore SIGINT, and all that it starts; but tests interrupt programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["NOVIKOFF_CACHE"] = "off"  # nothing is as it is because somebody has checked it before


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--whole`, for long runs, and `--budget`, for short ones."""
    parser.addoption("--whole", action="store_true", help="try all cases, also of the tests that take a sample of them")
    parser.addoption("--budget", type=float, metavar="N", help="CPU seconds for the tests in costs.json: which are "
                     "drawn, depends on the seed of the random order")


def pytest_configure(config: pytest.Config) -> None:
    """The mark of tests with many cases, and what they all cost, those of other folders too."""
    config.pluginmanager.register(Costs())
    config.addinivalue_line("markers", "sampled(n): n of the cases of this test are run, others with each seed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: Python looks for no garbage in it, neither now, which took a quarter of the time, nor
    while the tests run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)  # as in the program
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that are not in the sample. The longest files begin: at the end no worker waits long."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("sampled"):
            cases[without_case(item.nodeid)].append(item)
    left_out = set[str]()
    for name, group in cases.items():
        (count,) = group[0].get_closest_marker("sampled").args  # type: ignore[union-attr]
        identifiers = [item.nodeid for item in group]
        left_out.update({*identifiers} - {*sample_of(config, name)(identifiers, count)})
    allowed, known = config.getoption("budget"), read_costs()
    if allowed is not None and not config.getoption("whole"):
        needs = {item.nodeid: item.fixturenames for item in items  # type: ignore[attr-defined]
                 if item.path.stem not in ALWAYS and item.nodeid not in left_out}
        left_out.update(beyond_budget(needs, known, allowed, config.getoption("random_order_seed", 0)))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]
    costs, numbers = Counter[str](dict.fromkeys(FIRST, 10**6)), Counter(without_case(item.nodeid) for item in items)
    shared = set[str]()
    for item in items:
        names = item.fixturenames  # type: ignore[attr-defined]
        own, needed = cost_of(item.nodeid, names, known, numbers[without_case(item.nodeid)])
        costs[item.path.stem] += own + sum(known[key] for key in {*needed} - shared)
        shared.update(needed)
    items.sort(key=lambda item: -costs[item.path.stem])


def sample_of(config: pytest.Config, name: str) -> Sample:
    """What chooses n of the given names for a test."""
    def sample(names: Iterable[str], count: int) -> list[str]:
        known = sorted(names)
        if config.getoption("whole") or count >= len(known):
            return known
        return sorted(random.Random(f"{config.getoption('random_order_seed', 0)} {name}").sample(known, count))
    return sample


@pytest.fixture(scope="session", autouse=True)
def true_book() -> None:
    """The stored book is read before a test puts another in its place: what is read once stays."""
    from novikoff.proofs.checking import stored_certificates
    stored_certificates.ledger_entries()


@pytest.fixture(scope="module")
def sample(request: pytest.FixtureRequest) -> Sample:
    """n of the given names, others with each seed: sample(names, n)."""
    return sample_of(request.config, request.node.nodeid)


def used() -> float:
    """The seconds that processors have worked for this process, and for those that it has waited for."""
    return sum(sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))


class Costs:
    """Each test says in a report what it costs, and what the fixtures of its file cost that it is the first to need:
    `--junitxml`.
    """

    inner = 0.0  # what the fixtures cost that the present one has asked for

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """It begins."""
        item.stash[BEGAN], item.stash[SHARED] = used(), Counter()
        self.inner = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """What a fixture of a file costs, without the fixtures that it asks for."""
        began, outer, self.inner = used(), self.inner, 0.0
        try:
            return (yield)
        finally:
            spent = used() - began
            if fixturedef.scope in ("module", "class"):
                request._pyfuncitem.stash[SHARED][fixturedef.argname] += spent - self.inner
                self.inner = spent
            self.inner += outer

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        """It ends."""
        yield
        shared = item.stash[SHARED]
        own = used() - item.stash[BEGAN] - sum(shared.values())
        item.user_properties += [("test", without_case(item.nodeid)), ("cpu", own)]
        item.user_properties += [(f"fixture {name}", spent) for name, spent in shared.items()]

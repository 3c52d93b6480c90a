"""Lists expensive tests, of which a run with `--budget` draws some; as a program, writes `tests/costs.json`.

    python -m metatests.test_costs REPORT.xml

The report comes from a run without a limit: `make tests BUDGET= REPORT=--junitxml=REPORT.xml`. The costs of a test's
cases are added. A fixture that tests of a file share has a cost of its own, under `FILE:FIXTURE`.
"""

import json
import random
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from novikoff.algorithms.safe_files import write_whole

COSTS = Path(__file__).parents[1] / "tests" / "costs.json"
LEAST = 0.3  # CPU seconds: cheaper tests are in every run, unless they need an expensive fixture


def read_costs() -> dict[str, float]:
    """Return the CPU seconds of each expensive test, all its cases together, and of each expensive fixture."""
    return json.loads(COSTS.read_text(encoding="utf-8"))


def without_case(name: str) -> str:
    """Return the name of a test, the same for all its cases."""
    return name.partition("[")[0]


def cost_of(name: str, fixtures: Iterable[str], costs: Mapping[str, float], cases: int) -> tuple[float, list[str]]:
    """Return the cost of one of so many cases of a test, and the expensive fixtures that it needs."""
    file = name.partition("::")[0]
    return costs.get(without_case(name), 0) / cases, [key for each in fixtures if (key := f"{file}:{each}") in costs]


def beyond_budget(
    needs: Mapping[str, Iterable[str]], costs: Mapping[str, float], allowed: float, seed: object
) -> set[str]:
    """Return the cases that a run leaves out, given the fixtures that each case needs.

    These are cases that are expensive or need an expensive fixture: in random order, those that begin when the allowed
    cost is spent. The cases of a file that need such fixtures are drawn together, and first, for half of it.
    """
    cases = Counter(map(without_case, needs))
    prices = {name: cost_of(name, needs[name], costs, cases[without_case(name)]) for name in sorted(needs)}
    groups = defaultdict[tuple[bool, str], list[str]](list)
    for name, (own, shared) in prices.items():
        if own or shared:
            groups[not shared, name.partition("::")[0] if shared else name].append(name)
    order, chance = sorted(groups), random.Random(f"{seed} budget")
    chance.shuffle(order)
    spent, paid, left_out = 0.0, set[str](), set[str]()
    for alone, group in sorted(order, key=lambda key: key[0]):  # stable: otherwise in random order
        members = groups[alone, group]
        chance.shuffle(members)
        for name in members:
            if spent >= (allowed if alone else allowed / 2):
                left_out.add(name)
                continue
            own, shared = prices[name]
            spent += own + sum(costs[key] for key in {*shared} - paid)
            paid.update(shared)
    return left_out


def sum_costs(report: str | Path) -> dict[str, float]:
    """Return the CPU seconds of each expensive test of a JUnit report, all its cases together, and of each expensive
    fixture, in decreasing order.
    """
    seconds = defaultdict[str, float](float)
    for case in ET.parse(report).iter("testcase"):
        said = [(each.get("name", ""), each.get("value", "")) for each in case.iter("property")]
        test = dict(said).get("test", "")
        for name, value in said:
            if name == "cpu":
                seconds[test] += float(value)
            elif name.startswith("fixture "):
                seconds[f"{test.partition('::')[0]}:{name.partition(' ')[2]}"] += float(value)
    dearest = sorted(seconds.items(), key=lambda each: -each[1])
    return {name: round(cost, 1) for name, cost in dearest if cost >= LEAST}


if __name__ == "__main__":
    write_whole(COSTS, json.dumps(sum_costs(sys.argv[1]), indent=0) + "\n")

"""Lists expensive tests, of which a run with `--budget` draws some; as a program, writes `tests/costs.json`.

    python -m metatests.test_costs REPORT.xml

The report comes from a run without a limit: `make tests BUDGET= REPORT=--junitxml=REPORT.xml`. The costs of a test's
cases are added. The cost of a fixture counts for the first test that needs it.
"""

import json
import random
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path

from novikoff.algorithms.safe_files import write_whole

COSTS = Path(__file__).parents[1] / "tests" / "costs.json"
LEAST = 0.3  # CPU seconds: cheaper tests are in every run


def read_costs() -> dict[str, float]:
    """Return the CPU seconds of each expensive test, all its cases together."""
    return json.loads(COSTS.read_text(encoding="utf-8"))


def without_case(name: str) -> str:
    """Return the name of a test, the same for all its cases."""
    return name.partition("[")[0]


def beyond_budget(names: Iterable[str], costs: Mapping[str, float], allowed: float, seed: object) -> set[str]:
    """Return the cases of expensive tests that a run leaves out: in random order, those beyond the allowed cost."""
    dear = sorted(name for name in names if without_case(name) in costs)
    cases = Counter(map(without_case, dear))
    random.Random(f"{seed} budget").shuffle(dear)
    spent = accumulate(costs[without_case(name)] / cases[without_case(name)] for name in dear)
    return {name for name, seconds in zip(dear, spent, strict=True) if seconds > allowed}


def sum_costs(report: str | Path) -> dict[str, float]:
    """Return the CPU seconds of each expensive test of a JUnit report, all its cases together, in decreasing order."""
    seconds = defaultdict[str, float](float)
    for case in ET.parse(report).iter("testcase"):
        said = {each.get("name"): each.get("value", "") for each in case.iter("property")}
        seconds[said.get("test", "")] += float(said.get("cpu", 0))
    dearest = sorted(seconds.items(), key=lambda each: -each[1])
    return {name: round(cost, 1) for name, cost in dearest if cost >= LEAST}


if __name__ == "__main__":
    write_whole(COSTS, json.dumps(sum_costs(sys.argv[1]), indent=0) + "\n")

"""Times the whole test suite: `make test`, its linters and type checkers too.

    python benchmarks/tests.py [--runs N]

The figures are medians: of the clock, of the processor time of all that is started, and, from pytest's report, of the
ten files that cost most, beside their time by the clock. Workers share the files. What Chromium costs is seen in
the total alone, as it ends with its worker.
"""

import argparse
import subprocess
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import NamedTuple

from measuring import at_most

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "build" / "benchmarks" / "tests.xml"
MINUTES, CPU_MINUTES = 6, 12  # at most


class Run(NamedTuple):
    """Seconds by the clock and of processors, and both for each file."""

    clock: float
    cpu: float
    files: Counter[str]
    costs: Counter[str]


def by_file(report: Path) -> tuple[Counter[str], Counter[str]]:
    """The seconds of each file in a report, by the clock and of processors; a test in a class has the name of its class
    behind that of its file.
    """
    files, costs = Counter[str](), Counter[str]()
    for case in ET.parse(report).iter("testcase"):
        names = case.get("classname", "").split(".")
        last = max(n for n, name in enumerate(names) if n == 0 or name.startswith("test_"))
        file = "/".join(names[: last + 1])
        files[file] += float(case.get("time", 0))
        costs[file] += sum(float(p.get("value", 0)) for p in case.iter("property") if p.get("name") == "cpu")
    return files, costs


def run() -> Run:
    """One run, which has to succeed."""
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    before, began = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(["make", "test", f"REPORT=--junitxml={REPORT}"], cwd=ROOT, check=True)
    clock, after = time.perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    return Run(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, *by_file(REPORT))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1)
    runs = [run() for _ in range(parser.parse_args().runs)]
    for name, most in (("clock", MINUTES), ("cpu", CPU_MINUTES)):
        minutes = median(getattr(r, name) for r in runs) / 60
        print(at_most(f"make test, {name}", minutes, most, "min", 1))
    costs = {name: median(r.costs[name] for r in runs) for name in runs[0].costs}
    for name in sorted(costs, key=costs.__getitem__, reverse=True)[:10]:
        print(f"{costs[name]:6.1f} s cpu {median(r.files[name] for r in runs):6.1f} s  {name}")

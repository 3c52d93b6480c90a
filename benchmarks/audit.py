"""Times the audit of scikit-learn's Perceptron at the default budget, as a user sees it: by the clock, from the start.

    python benchmarks/audit.py [--runs N]

The figure is the median of the runs of `novikoff audit sklearn.linear_model:Perceptron`, each in a new process, without
the failures that earlier runs have kept.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter

TARGET = "sklearn.linear_model:Perceptron"
MOST_SECONDS, LEAST_CHECKS = 10, 30


def one_audit() -> tuple[float, int]:
    """Seconds and the number of checks of one audit, begun in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        command = [sys.executable, "-m", "novikoff", "audit", TARGET, "--json", "-q"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        return perf_counter() - began, json.loads(done.stdout)["summary"]["checks"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    made = [one_audit() for _ in range(parser.parse_args().runs)]
    seconds, checks = median(s for s, _ in made), min(n for _, n in made)
    rows = [("seconds", f"{seconds:.1f}", f"<= {MOST_SECONDS}", seconds <= MOST_SECONDS),
            ("checks", str(checks), f">= {LEAST_CHECKS}", checks >= LEAST_CHECKS)]  # fmt: skip
    print(f"novikoff audit {TARGET}")
    for measure, figure, target, reached in rows:
        print(f"{measure:10} {figure:>8}   to reach {target:6} {'reached' if reached else 'MISSED'}")
    return 0 if all(row[3] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

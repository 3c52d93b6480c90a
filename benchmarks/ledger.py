"""Times the ledger: all claims from scratch, by replay, and the start of the program.

    python benchmarks/ledger.py [--runs N]

Every run is a process of its own, so that imports and worker processes are paid for. Medians over the
runs are printed, with the ten slowest claims. Timings are noisy: compare figures of one run only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median

PROGRAM = [sys.executable, "-m", "novikoff"]


def timed(arguments: Sequence[str]) -> tuple[float, str]:
    """Wall seconds and output of one process."""
    began = time.perf_counter()
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return time.perf_counter() - began, done.stdout


def wall(arguments: Sequence[str], runs: int) -> tuple[float, list[str]]:
    """The median of several runs, and what they printed."""
    results = [timed(arguments) for _ in range(runs)]
    return median(seconds for seconds, _ in results), [output for _, output in results]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="processes per measurement (default 5)")
    runs = parser.parse_args().runs
    scratch, outputs = wall(["check", "--fresh", "--json", "-q"], runs)
    replay, _ = wall(["check", "--replay", "--json", "-q"], runs)
    start, _ = wall(["--help"], runs)
    reports = [json.loads(output)["claims"] for output in outputs]
    seconds = {c["id"]: median(r[i]["seconds"] for r in reports) for i, c in enumerate(reports[0])}
    print(f"{'claims':32} {len(seconds)}")
    print(f"{'all from scratch, cold, wall':32} {scratch:.2f} s      to reach: 10 s")
    print(f"{'a claim from scratch, median':32} {1000 * median(seconds.values()):.0f} ms       to reach: 50 ms")
    print(f"{'all by replay, wall':32} {replay:.2f} s       to reach: 2 s")
    print(f"{'novikoff --help, wall':32} {start:.2f} s      to reach: 0.3 s")
    print("slowest claims")
    for name in sorted(seconds, key=seconds.__getitem__, reverse=True)[:10]:
        print(f"  {1000 * seconds[name]:6.0f} ms  {name}")


if __name__ == "__main__":
    main()

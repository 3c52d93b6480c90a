"""How long does `novikoff separate` take for many noisy examples, from the file to the written certificate?

    python benchmarks/separating.py [--rows 88000] [--columns 20] [--runs 3] [--other PYTHONPATH]

The classes are those of a random hyperplane with noise, so that none separates them. Seconds of the clock and of the
processors, medians of the runs; with --other the same for the package found there, and the ratio. Ends with status 1 if
an answer is wrong, or if the clock shows more than `LIMIT` for 88 000 rows of 20 columns.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

LIMIT = 20  # seconds, on two cores that do nothing else


def write(path: Path, rows: int, columns: int) -> None:
    """A file of examples with four decimals each, one in five on the wrong side."""
    choose = random.Random(1)
    normal = [choose.gauss(0, 1) for _ in range(columns)]
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join([*(f"f{k}" for k in range(columns)), "label"]) + "\n")
        for _ in range(rows):
            x = [round(choose.gauss(0, 1), 4) for _ in range(columns)]
            score = sum(map(float.__mul__, normal, x)) + choose.gauss(0, 1.5)
            file.write(",".join([*map(str, x), "1" if score > 0 else "-1"]) + "\n")


def timed(data: Path, packages: str) -> tuple[float, float]:
    """Seconds of the clock and of the processors until the certificate is written."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder, "c.json")
        command = [sys.executable, "-m", "novikoff", "separate", str(data), "--json", "--certificate", str(certificate)]
        environment = {**os.environ, "PYTHONPATH": packages}
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        wall, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 1 or json.loads(done.stdout)["separable"] or not certificate.exists():
            sys.exit(f"wrong answer, status {done.returncode}: {done.stderr[-500:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Measure, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=88_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--other", help="a folder with another version of the package")
    arguments = parser.parse_args()
    packages = {"here": os.environ.get("PYTHONPATH", ""), **({"other": arguments.other} if arguments.other else {})}
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "noisy.csv")
        write(data, arguments.rows, arguments.columns)
        for name, path in packages.items():
            runs = [timed(data, path) for _ in range(arguments.runs)]
            found[name] = [median(times) for times in zip(*runs, strict=True)]
            print(f"{name:6} {found[name][0]:6.1f} s by the clock, {found[name][1]:6.1f} s of computing", flush=True)
    if arguments.other:
        print("ratio  " + ", ".join(f"{old / new:.1f}" for old, new in zip(found["other"], found["here"], strict=True)))
    large = arguments.rows * arguments.columns >= 88_000 * 20
    print(f"to be reached: {LIMIT} s" + (" NO" if (late := large and found["here"][0] > LIMIT) else ""))
    return int(late)


if __name__ == "__main__":
    sys.exit(main())

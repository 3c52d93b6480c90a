"""How many of the statements of `tests/proofs/statements.txt` does `prove` decide, and how fast?

    python benchmarks/deciding.py [--seconds 5] [--group TEXT] [FILE]

For each group: how many of the true ones are proved and of the false ones refuted within that time each, what is left
open or took longer, and the median. Ends with status 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import perf_counter

from novikoff.proofs.prover.prove import prove

HERE = Path(__file__).parent
WANTED = {"+": "proved", "-": "refuted"}


def statements(path: Path) -> list[tuple[str, str, str]]:
    """(group, "+" or "-", statement) for each line of the file."""
    group, found = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            group = line.strip("[]")
        elif line[:2] in ("+ ", "- "):
            found.append((group, line[0], line.split(" :: ", 1)[1]))
    return found


def main() -> int:
    """Decide all statements of the groups that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=HERE.parent / "tests" / "proofs" / "statements.txt")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--group", default="")
    arguments = parser.parse_args()
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    times, wrong = list[float](), 0
    for group, mark, text in statements(arguments.file):
        if arguments.group not in group:
            continue
        start = perf_counter()
        verdict = prove(text, patience=arguments.seconds / 2).verdict
        times.append(seconds := perf_counter() - start)
        good = verdict == WANTED[mark]
        counts[group, mark][0] += good and seconds <= arguments.seconds
        counts[group, mark][1] += 1
        wrong += verdict in WANTED.values() and not good
        if not good or seconds > arguments.seconds:
            print(f"{seconds:6.1f} s  {verdict:8} {mark} {text}", flush=True)
    for (group, mark), (good, count) in counts.items():
        print(f"{group:18} {WANTED[mark]:8} {good:3} of {count}")
    print(f"median {median(times):.2f} s, longest {max(times):.1f} s, wrong {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

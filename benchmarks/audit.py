"""Times audits and the short commands as a user sees them: by the clock, from the shell.

    python benchmarks/audit.py [--runs N] [--whole]

The audit of scikit-learn's Perceptron at the default budget, a bound that is refuted, and a statement of one line, each
in a new process, begun in an empty folder, without the failures that earlier runs have kept; medians of the runs. With
`--whole`, once more, the page docs/dev/audits.md: `make audits`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence

from measuring import Cost, Row, at_least, at_most, cost, show, taken

TARGET = "sklearn.linear_model:Perceptron"
LEAST_CHECKS = 30
REFUTED = "w@w == 1 |- k <= (1 + R**2)/gamma**2"
COMMANDS = {  # seconds by the clock at most
    f"novikoff audit {TARGET}": (["audit", TARGET, "--json", "-q"], 3.0),
    "novikoff bound, refuted": (["bound", REFUTED, "-q"], 2.0),
    "novikoff prove, one line": (["prove", "vec u v |- (u@v)**2 <= (u@u)*(v@v)"], 0.4),
    "novikoff --help": (["--help"], 0.06),
}
PAGE = ("make audits: docs/dev/audits.md", [sys.executable, "-m", "metatests.audits_page"], 30.0)


def in_an_empty_folder(arguments: Sequence[str]) -> Cost:
    """What a run of the program costs there; that something is refuted is its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        run = f'{sys.executable} -m novikoff "$@"; test $? -le 1'
        return cost(["sh", "-c", run, "sh", *arguments], folder=folder)


def rows(runs: int, whole: bool) -> Iterator[Row]:
    """The table."""
    for name, (arguments, most) in COMMANDS.items():
        found = taken(lambda arguments=arguments: in_an_empty_folder(arguments), runs)
        yield at_most(name, found.clock, most, digits=3)
        yield Row("  of the processors", f"{found.cpu:.3f} s")
        if arguments[0] == "audit":
            yield at_least("  checks", json.loads(found.printed)["summary"]["checks"], LEAST_CHECKS, "checks", 0)
    if whole:
        name, command, most = PAGE
        found = cost(command)
        yield at_most(name, found.clock, most, digits=1)
        yield Row("  of the processors", f"{found.cpu:.1f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--whole", action="store_true", help="the whole page, too")
    given = parser.parse_args()
    return show(rows(given.runs, given.whole))


if __name__ == "__main__":
    sys.exit(main())

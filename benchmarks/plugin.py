"""Times what the pytest plugin costs a run of pytest that does not use it.

    python benchmarks/plugin.py [--runs N]

A project with one empty test is run with the plugin and without it, in turn, each time in a new process; the figure is
the difference of the least CPU seconds of both, which other work on the machine disturbs least. Byte code is
kept between the runs, as it usually is.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from importlib.metadata import entry_points
from pathlib import Path

from measuring import at_most, cost, show

MOST_MILLISECONDS = 20


def cpu_seconds(folder: str, *options: str) -> float:
    """CPU seconds of one run of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return cost(command, folder=folder, environment=kept).cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    runs = parser.parse_args().runs
    loaded = any(point.value == "novikoff.plugin" for point in entry_points(group="pytest11"))
    with_it: tuple[str, ...] = () if loaded else ("-p", "novikoff.plugin")
    without: tuple[str, ...] = ("-p", "no:novikoff") if loaded else ()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
        cpu_seconds(folder, *with_it)  # byte code is compiled
        pairs = [(cpu_seconds(folder, *with_it), cpu_seconds(folder, *without)) for _ in range(runs)]
    milliseconds = 1000 * (min(a for a, _ in pairs) - min(b for _, b in pairs))
    return show([at_most("extra CPU time of pytest", milliseconds, MOST_MILLISECONDS, "ms", 1)])


if __name__ == "__main__":
    sys.exit(main())

"""Time the ledger: CPU seconds of all claims from scratch, by replay, and of compiling their export to Coq.

    python benchmarks/ledger.py [--runs N] [--no-coq]

Each round searches the whole ledger from scratch and with the stored certificates, by three engines and by kernel and
search alone. It also replays the ledger, by the kernel and by the verified checker if `make verified` built it. It
exports the ledger to Coq and compiles it. Every run is a separate process, so imports and the start of workers count.
The program prints medians over the rounds, the cost of a claim, the time by part, and the ten most expensive claims.
CPU seconds are the sum over all processes; other work on the machine increases them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import mean, median

from measuring import PROGRAM, Cost, Row, at_most, cost, show

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.export.coq.project import theories
from novikoff.proofs.verified import extraction

CHECK = (*PROGRAM, "check", "--json", "-q", "--durations", "2000")
KERNEL = ("--engine", "kernel")
WORK = {  # the command to time, and the most CPU seconds
    "three engines, searched anew": ((*CHECK, "--fresh", "--anew"), 21.6),
    "three engines, stored proofs as a help": ((*CHECK, "--fresh"), 8.0),
    "kernel and search, searched anew": ((*CHECK, "--fresh", "--anew", *KERNEL), 8.6),
    "kernel and search, stored proofs as a help": ((*CHECK, "--fresh", *KERNEL), 8.6),
    "replay": ((*CHECK, "--replay"), 1.5),
}
CERTIFICATES = Path(extraction.__file__).parents[1] / "certificates.json"
COQ, MOST_COQ = "Coq: the exported ledger, with the checker that `make verified` has compiled", 15
CHECKER = "Coq: the checker and its proof, compiled once"
VERIFIED, MOST_VERIFIED = "verified checker, with reading", 0.6
LOOP, ADDITIONS = "ten million additions in Python", "for i in range(10**7): i + i"
EACH, MOST_EACH = "three engines, searched anew", 50


def compile_export() -> dict[str, Cost]:
    """Return the costs of compiling the exported ledger, file after file: of the checker, and of all else."""
    found = {COQ: Cost(0.0, 0.0), CHECKER: Cost(0.0, 0.0)}
    with tempfile.TemporaryDirectory() as folder:
        cost([*PROGRAM, "export", "coq", "-o", folder, "-q"])
        names = [line for line in Path(folder, "_CoqProject").read_text().splitlines() if line.endswith(".v")]
        for name in names:
            kind = CHECKER if name.removesuffix(".v") in theories() else COQ
            this = cost(["coqc", "-q", "-Q", ".", "Novikoff", name], folder=folder)
            found[kind] = Cost(found[kind].clock + this.clock, found[kind].cpu + this.cpu)
    return found


def measure_all(runs: int, coq: bool) -> dict[str, list[Cost]]:
    """Return the costs of all, in `runs` rounds."""
    commands = {name: command for name, (command, _) in WORK.items()} | {LOOP: (sys.executable, "-c", ADDITIONS)}
    with suppress(BadInput):
        commands[VERIFIED] = str(extraction.program()), str(CERTIFICATES)
    works: dict[str, Callable[[], Cost]] = {name: partial(cost, command) for name, command in commands.items()}
    found: dict[str, list[Cost]] = {}
    for _ in range(runs):
        costs = {name: work() for name, work in works.items()} | (compile_export() if coq else {})
        for name, each in costs.items():
            found.setdefault(name, []).append(each)
    return found


def rows(found: dict[str, list[Cost]]) -> Iterator[Row]:
    """Yield the lines of the table."""
    limits = {name: most for name, (_, most) in WORK.items()} | {VERIFIED: MOST_VERIFIED, COQ: MOST_COQ}
    yield Row(f"{LOOP}, the speed of this machine", f"{median(c.cpu for c in found[LOOP]):.2f} CPU s")
    for name in (name for name in limits if name in found):
        cpu, clock = (median(getattr(c, kind) for c in found[name]) for kind in ("cpu", "clock"))
        yield at_most(f"{name}: {clock:.1f} s", cpu, limits[name], "CPU s")
    if CHECKER in found:
        yield Row(CHECKER, f"{median(c.cpu for c in found[CHECKER]):.1f} CPU s")
    for name in WORK:
        claims = [json.loads(c.printed)["claims"] for c in found[name]]
        number = len(claims[0])
        yield Row(f"CPU a claim, mean: {name}", f"{1000 * median(c.cpu for c in found[name]) / number:.1f} ms")
        if name == EACH:
            middle = 1000 * median(median(c["seconds"] for c in each) for each in claims)
            yield at_most("clock a claim, median", middle, MOST_EACH, "ms", 0)
    yield from where(found[EACH][-1])


def where(run: Cost) -> Iterator[Row]:
    """Yield the time of a run by part, and its most expensive claims."""
    durations = json.loads(run.printed)["durations"]
    for kind, seconds in durations["seconds"].items():
        yield Row(f"  of these, {kind}", f"{seconds:.2f} CPU s")
    each = {claim["id"]: sum(claim["seconds"].values()) for claim in durations["slowest"]}
    yield Row("  a claim, mean", f"{1000 * mean(each.values()):.1f} ms")
    yield Row("  a claim, median", f"{1000 * median(each.values()):.1f} ms")
    for name in sorted(each, key=each.__getitem__, reverse=True)[:10]:
        yield Row(f"  {name}", f"{1000 * each[name]:.0f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="rounds of which the median is taken (default 5)")
    parser.add_argument("--no-coq", action="store_true", help="without the compile, which takes most of the time")
    given = parser.parse_args()
    return show(rows(measure_all(given.runs, coq=not given.no_coq and shutil.which("coqc") is not None)))


if __name__ == "__main__":
    sys.exit(main())

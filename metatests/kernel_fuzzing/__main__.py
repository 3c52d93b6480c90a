"""`python -m metatests.kernel_fuzzing`: try to make the kernel accept something false."""

import argparse
import sys
from pathlib import Path

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.verified import extraction

from ..mutant_runner import tick
from . import fuzz, report_text

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--number", type=int, default=20_000, metavar="N", help="faulty entries, and corrupted ones")
parser.add_argument("--seed", type=int, default=0, help="the report depends on N and on this alone")
parser.add_argument("--jobs", "-j", type=int, metavar="N", help="processes (default: one a processor)")
parser.add_argument("--resume", type=Path, metavar="FILE", help="note what is done, and go on from there")
parser.add_argument("-v", "--verbose", action="store_true", help="count each kind of what was tried")
given = parser.parse_args()
try:
    extraction.program()
except BadInput:
    extraction.build()
report = fuzz(given.number, given.seed, given.jobs, tick, resume=given.resume, compare=True)
print(report_text(report, verbose=given.verbose))
sys.exit(not report.sound)

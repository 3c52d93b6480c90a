"""`novikoff verify`: one certificate, checked exactly."""

from __future__ import annotations

from typing import Literal

import click

from ..algorithms.datasets import How
from ..api.verification import verify
from ..report.printing import show
from ._shared import command, reading


@command(
    click.argument("file", metavar="FILE.json", type=click.Path()),
    click.option("--data", metavar="DATA", help="The examples, in their order, have to be those of this file."),
    click.option(
        "--algorithm", metavar="MODULE:FUNCTION",
        help="Of a run of a rule of your own: the rule, whose module is imported and whose code is run.",
    ),
    click.option(
        "--engine", type=click.Choice(["verified"]),
        help="Of a proof: the checker that is proved sound in Coq has to accept it too; `make verified` builds it.",
    ),
    reading,
)  # fmt: skip
def verify_command(
    file: str, *, data: str | None, algorithm: str | None, engine: Literal["verified"] | None, how: How,
    output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Check one certificate of `novikoff run`, `novikoff separate` or `novikoff prove --save`, with no solver.

    A run is repeated step by step; a separator, a combination that is 0, primal and dual points are put into their
    inequalities; the kernel checks a proof. The certificate of a run has its examples with it; with --data they are
    compared with those of a file, read with the same options as in `novikoff run`. If they are more than fit into
    16 MiB, it has only a digest of them, and --data has to give them.
    No checker knows an update rule of your own: with --algorithm the rule itself repeats its run, and what is confirmed
    then rests on that code; without, nothing is confirmed.
    The exit status is 0 if the certificate shows what it claims, 1 if it does not, 2 if it cannot be read, and 3 if
    that takes more work than is allowed.

    \b
    novikoff run perceptron iris.csv --positive setosa --certificate run.json
    novikoff verify run.json
    novikoff verify run.json --data iris.csv --positive setosa
    novikoff verify run.json --json
    novikoff verify proof.json --engine verified
    """
    found = verify(file, data=data, algorithm=algorithm, engine=engine, label=how.label, positive=how.positive,
                   sep=how.sep, drop=how.drop, missing=how.missing, group=how.group)  # fmt: skip
    return show(found, output_format, quiet, verbose)

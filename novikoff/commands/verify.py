"""`novikoff verify`: checks one certificate exactly."""

from __future__ import annotations

from typing import Literal

import click

from ..algorithms.dataset_reader import How
from ..api.verification import LIMIT, verify
from ..report.result_output import Reported
from ._shared import SECONDS, command, reading


@command(
    click.argument("file", metavar="FILE.json", type=click.Path()),
    click.option("--data", metavar="DATA",
                 help="Require that the certificate is about the examples of this file, in the same order."),
    click.option(
        "--algorithm", metavar="MODULE:FUNCTION",
        help="For a run of your own update rule: import this rule and repeat the run with it.",
    ),
    click.option(
        "--engine", type=click.Choice(["verified"]),
        help="For a proof: the verified checker (proved sound in Coq) must accept it too. `make verified` builds this "
             "checker.",
    ),
    click.option(
        "--limit", type=SECONDS, default=LIMIT, show_default=True, metavar="SECONDS",
        help="For a run or data: stop after the work that a slow computer does in about SECONDS. The command counts "
             "work, so the load of the machine changes no verdict. At the limit the verdict is unknown.",
    ),
    reading,
)
def verify_command(
    file: str, *, data: str | None, algorithm: str | None, engine: Literal["verified"] | None, limit: float,
    how: How,
) -> Reported:
    """Check a certificate of `novikoff run`, `separate`, `worst-case` or `prove --save`, without any solver.

    \b
    novikoff run perceptron iris.csv --positive setosa --certificate run.json
    novikoff verify run.json
    novikoff verify run.json --data iris.csv --positive setosa
    novikoff verify run.json --json
    novikoff verify proof.json --engine verified

    The command repeats a run step by step. For a separator, a combination that is 0, or a primal and a dual point, it
    checks the inequalities that they must satisfy. The kernel checks a proof.

    The certificate of a run contains its examples. With --data the command compares them with a file, which it reads
    with the same options as `novikoff run`. If the examples exceed 16 MiB, the certificate has only their digest, and
    needs --data. No checker knows an update rule of your own: with --algorithm the rule itself repeats its run, and the
    result rests on that code. Without --algorithm nothing is confirmed.

    Exit status: 0 if the certificate shows what it claims, 1 if not, 2 if it cannot be read, 3 if checking takes more
    work than --limit allows.
    """
    return verify(file, data=data, algorithm=algorithm, engine=engine, label=how.label, positive=how.positive,
                  sep=how.sep, drop=how.drop, missing=how.missing, group=how.group, limit=limit)

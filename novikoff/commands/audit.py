"""`novikoff audit`: compares an implementation with the theorems that its conventions imply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import parse_json
from ..api.audits import AuditReport, audit
from ..report.certificate_files import write
from ..report.result_output import show
from ._plots import plot_audit, plot_option
from ._shared import AT_LEAST_ONE, SECONDS, Writable, command

LIMIT = 300.0  # seconds for all checks


@command(
    click.argument("target", metavar="MODULE:CLASS"),
    click.option("--params", default="{}", metavar="JSON", help="Arguments of the class, as a JSON object."),
    click.option(
        "--profile", metavar="NAME|FILE",
        help="The conventions of the class: MODULE:CLASS of a built-in profile, or a JSON file. Default: the built-in "
        "profile of this class; without one, the audit finds the conventions by probing.",
    ),
    click.option(
        "--write-profile", type=Writable("profile"), metavar="FILE",
        help="Write the declared or found conventions to FILE, as a profile in JSON.",
    ),
    click.option(
        "--algorithm", metavar="NAME",
        help="Compare the class with exact runs of this algorithm. MODULE:FUNCTION names your own update rule.",
    ),
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE",
        help="An option of --algorithm, as for `novikoff run`, such as -p k=3. You can repeat it.",
    ),
    click.option(
        "--examples", type=AT_LEAST_ONE, metavar="N",
        help="The number of datasets that the audit generates for each check. Default: 12.",
    ),
    click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Determines the datasets."
    ),
    click.option(
        "--limit", type=SECONDS, default=LIMIT, show_default=True, metavar="SECONDS",
        help="Stop after SECONDS for all checks together. The remaining checks are then inconclusive.",
    ),
    click.option(
        "--check-limit", type=SECONDS, metavar="SECONDS", help="Stop each check after SECONDS. Default: 20.",
    ),
    plot_option,
)
def audit_command(target: str, *, params: str, profile: str | None, write_profile: str | None, algorithm: str | None,
                  option: Sequence[str], examples: int | None, seed: int, limit: float,
                  check_limit: float | None, plot: str | None, output_format: str, quiet: bool,
                  verbose: bool) -> int:
    """Test an implementation against the theorems that its conventions imply.

    \b
    novikoff audit sklearn.linear_model:Perceptron
    novikoff audit sklearn.linear_model:Perceptron --params '{"shuffle": false, "tol": null}' --json
    novikoff audit mypackage.mymodule:MyPerceptron --profile mine.json
    novikoff audit mypackage.mymodule:MyPerceptron --algorithm mypackage.rules:my_update
    novikoff audit mypackage.mymodule:MyNeighbours --algorithm nearest_neighbours -p k=3

    The audit imports the module and runs its code in separate processes. A profile gives the conventions (ties,
    start, step size, bias step, order, end, penalty, number type), or the audit finds them by probing. It names the
    theorem that governs these conventions, or says why none does. Then it tests the class on generated and bundled data
    in exact arithmetic. It shrinks each failure to a small dataset, and prints code that reproduces it.

    A profile is JSON such as {"tie": "mistake", "start": "zero", "rate": 1, "bias_step": "1/100", "order": "cyclic",
    "stop": "separated", "dtype": "float64", "labels": [0, 1], "weights": ["w_", "b_"], "counter": "n_updates_",
    "expected": {"fit.separates": ["stopped early, does not separate", "why"]}}. The audit finds the conventions that a
    profile leaves out.

    A profile with "separates": false says that the class does not promise to separate separable data. Without a
    profile, the audit assumes this if the class has probabilities, a penalty, a loss other than the perceptron's, or a
    name such as LogisticRegression.

    Some checks need no convention: separable data, also permuted, doubled, renamed and rescaled; predictions that agree
    with the scores; second fits and copies. Some errors are common to every perceptron with this type of numbers: in
    float64, 1 + 2⁻⁵⁴ is 1. The audit reports these errors, and counts them as failures only if a profile expects
    "holds". A check that does not end is stopped and reported once.

    Exit status: 1 if a check fails, 3 if no check fails and some check is inconclusive.
    """
    found = audit(target, parameters(params), profile=profile, algorithm=algorithm, options=option, examples=examples,
                  limit=limit, check_limit=check_limit, seed=seed, quiet=quiet)
    if write_profile is not None:
        write(write_profile, dict(found.known), "profile")
    status = show(AuditReport(found), output_format, quiet, verbose)
    if plot:
        plot_audit(plot, found)
    return status


def parameters(text: str) -> dict[str, Any]:
    """Parse the class parameters, a JSON object; raise `BadInput` for other JSON.

    >>> parameters('{"shuffle": false}')
    {'shuffle': False}
    """
    params = parse_json(text, "--params", advice='write an object such as {"shuffle": false}', floats=True)
    if not isinstance(params, dict):
        raise BadInput(f'--params must be a JSON object such as {{"shuffle": false}} (got {text})')
    return params

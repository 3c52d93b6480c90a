"""`novikoff audit`: an implementation compared with the theorems that its conventions imply."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..api.audits import audit, audit_json, audit_rows, audit_text
from ..report.certificates import write
from ..report.printing import emit
from ._plots import plot_audit, plot_option
from ._shared import AT_LEAST_ONE, SECONDS, Writable, command

LIMIT = 300.0  # seconds for all checks


@command(
    click.argument("target", metavar="MODULE:CLASS"),
    click.option("--params", default="{}", metavar="JSON", help="Arguments of the class, as a JSON object."),
    click.option(
        "--profile",
        metavar="NAME|FILE",
        help="MODULE:CLASS of a profile that ships, or a JSON file with the conventions. Default: the one that ships "
        "for this class, or else what probing finds out.",
    ),
    click.option(
        "--write-profile", type=Writable("profile"), metavar="FILE",
        help="Write the conventions, as told or found out, as a profile in JSON.",
    ),
    click.option(
        "--algorithm", metavar="NAME",
        help="Hold the class against the exact runs of this algorithm, or of MODULE:FUNCTION, an update rule of your "
        "own.",
    ),
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE",
        help="An option of that algorithm, as for `novikoff run`: -p k=3; repeat for more.",
    ),
    click.option(
        "--examples", type=AT_LEAST_ONE, metavar="N", help="Datasets generated for a check. Default: 12."
    ),
    click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Decides the datasets."
    ),
    click.option(
        "--limit", type=SECONDS, default=LIMIT, show_default=True, metavar="SECONDS",
        help="After so long, the checks that are left are not made, and are inconclusive.",
    ),
    click.option(
        "--check-limit", type=SECONDS, metavar="SECONDS", help="A check may compute so long. Default: 20.",
    ),
    plot_option,
)  # fmt: skip
def audit_command(target: str, *, params: str, profile: str | None, write_profile: str | None, algorithm: str | None,
                  option: Sequence[str], examples: int | None, seed: int, limit: float,
                  check_limit: float | None, plot: str | None, output_format: str, quiet: bool,
                  verbose: bool) -> int:  # fmt: skip
    """Hold an implementation against the theorems that its conventions imply.

    This imports the named module, so its code is run, in processes whose end ends no other check. The conventions
    (ties, start, step size, bias increment, order, end, penalty, dtype) are told by a profile or found out by probing;
    the theorem that governs them is named, or the reason why none does. Then it is checked on generated and bundled
    data, in exact arithmetic, and what fails is shrunk to a small dataset with the code that reproduces it.

    \b
    novikoff audit sklearn.linear_model:Perceptron
    novikoff audit sklearn.linear_model:Perceptron --params '{"shuffle": false, "tol": null}' --json
    novikoff audit mypackage.mymodule:MyPerceptron --profile mine.json
    novikoff audit mypackage.mymodule:MyPerceptron --algorithm mypackage.rules:my_update
    novikoff audit mypackage.mymodule:MyNeighbours --algorithm nearest_neighbours -p k=3

    A profile is JSON such as {"tie": "mistake", "start": "zero", "rate": 1, "bias_step": "1/100", "order": "cyclic",
    "stop": "separated", "dtype": "float64", "labels": [0, 1], "weights": ["w_", "b_"], "counter": "n_updates_",
    "expected": {"fit.separates": ["stopped early, does not separate", "why"]}}. What it leaves out is found out.

    What has no end is ended, and named once: the other checks that have none are not checked.

    A profile with "separates": false says that the class does not promise to separate what a plane separates. Without a
    profile, the audit assumes so of a class with probabilities, a penalty or another loss, or with such a name.

    What needs no convention is always checked: data that a plane separates, as they are, permuted, doubled, renamed and
    rescaled, predictions that fit the scores, second fits and copies. What every perceptron of the dtype does, such as
    losing 2⁻⁵⁴ beside 1, is told and is no failure, unless a profile expects "holds". The exit status is 1 if a check
    fails, and 3 if nothing fails but some check is inconclusive, as where no conventions explain what fit does.
    """
    found = audit(target, parameters(params), profile=profile, algorithm=algorithm, options=option, examples=examples,
                  limit=limit, check_limit=check_limit, seed=seed, quiet=quiet)  # fmt: skip
    if write_profile is not None:
        write(write_profile, dict(found.known), "profile")
    emit(output_format, text=lambda: audit_text(found, quiet, verbose), data=lambda: audit_json(found),
         rows=lambda: audit_rows(found))  # fmt: skip
    if plot:
        plot_audit(plot, found)
    return found.exit_status


def parameters(text: str) -> dict[str, Any]:
    """The parameters written in JSON.

    >>> parameters('{"shuffle": false}')
    {'shuffle': False}
    """
    try:
        params = json.loads(text)
    except ValueError as problem:
        raise BadInput(f"--params is not JSON: {problem}") from None
    if not isinstance(params, dict):
        raise BadInput(f'--params must be a JSON object such as {{"shuffle": false}} (got {text})')
    return params

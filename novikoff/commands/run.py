"""`novikoff run`: runs any algorithm exactly, compares the run with the proved bounds, and certifies it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from ..algorithms.dataset_reader import How
from ..algorithms.errors import BadInput, NoSeparator
from ..api.data_reading import choose_reader
from ..api.endless_runs import Endless, find_repetition
from ..api.exact_runs import NothingRun, describe_interruption, run_and_check
from ..api.option_parsing import read_settings, to_pairs
from ..api.run_report import CheckedRun, bound_blocks, run_blocks
from ..report import certificate_files
from ..report.plot_geometry import chosen_axes
from ..report.result_output import INTERRUPTED, note, show, to_text
from ..report.value_text import scaling_json
from ._plots import axes_option, plot_combination, plot_option, plot_run
from ._shared import (
    certificate_option,
    command,
    complete_algorithm,
    complete_option,
    data_argument,
    examples,
    reading,
    scale_option,
)


class Run(click.Command):
    """The command `run`, which also accepts the old spelling -o NAME=VALUE of -p NAME=VALUE."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; a file named like NAME=VALUE must be written as ./NAME=VALUE."""
        return super().parse_args(
            context, [current_spelling(*pair) for pair in zip(args, [*args[1:], ""], strict=False)]
        )


def current_spelling(word: str, following: str) -> str:
    """Return the current spelling of a word on the command line, given the word after it.

    >>> current_spelling("-o", "k=3"), current_spelling("-ok=3", ""), current_spelling("-o", "report.txt")
    ('-p', '-pk=3', '-o')
    """
    is_option = re.match(r"-o\w+=", word + following if word == "-o" else word)
    return f"-p{word[2:]}" if is_option else word


@command(
    click.argument("algorithm", shell_complete=complete_algorithm),
    data_argument,
    reading,
    scale_option,
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE", shell_complete=complete_option,
        help="An option of the algorithm, such as -p epsilon=1/100. You can repeat it. If the name is wrong, a "
             "message lists all names.",
    ),
    click.option("--order", help="The order of the examples: cyclic (the default), first (always the first mistake) or "
                 "random."),
    click.option("--seed", metavar="N", help="The seed of all random choices. --order random requires it."),
    click.option("--rate", metavar="α", help="Learning rate, a positive rational. Default: 1."),
    click.option("--tie", help="What a score of 0 counts as: mistake (the default), correct, positive or negative."),
    click.option("--max-updates", metavar="N",
                 help="Stop after N updates. The output says that the run was stopped, not that it converged."),
    click.option("--no-margin", "margin", is_flag=True, flag_value=False, default=True,
                 help="Do not compute the best margin, nor the bounds that need it. The command then cannot "
                      "notice that a run will never end."),
    certificate_option,
    plot_option,
    axes_option,
    kind=Run,
)
def run_command(
    algorithm: str, data: str, *, how: How, option: Sequence[str], margin: bool, certificate: str | None,
    plot: str | None, axes: str | None, output_format: str, quiet: bool, verbose: bool, **own: Any,
) -> int:
    """Run ALGORITHM exactly on the examples of DATA, and compare the run with the proved bounds.

    \b
    novikoff run perceptron iris.csv --label species --positive setosa
    novikoff run perceptron:R2 iris.csv --positive setosa --order random --seed 7 --json
    novikoff run kozinec iris.csv --positive setosa -p epsilon=1/100 --certificate kozinec.json
    novikoff run kernel_perceptron iris.csv --positive versicolor -p kernel=polynomial -p degree=2 --max-updates 500
    novikoff run nearest_neighbours iris.csv -p k=3
    novikoff run one_vs_rest iris.csv -p driver=pocket -p patience=20

    \b
    ALGORITHM is
      perceptron               bias step 1 (Algorithm 1.3 of the book section)
      perceptron:R2            bias step R² (the tutorial)
      perceptron:c=1/4         any bias step c = ρ² > 0
      perceptron:homogeneous   no bias
    or averaged_perceptron, voted_perceptron, variable_increment, margin_perceptron,
    dynamic_margin_perceptron, relaxation, romma, alma, ellipsoid, shifting_perceptron, forgetron,
    random_budget_perceptron, widrow_hoff, batch_perceptron, noise_tolerant_perceptron, pocket, gradient_descent,
    kozinec, von_neumann, hull_distance, nearest_point, separability, svm, smo, hinge, pegasos, kernel_perceptron,
    lifting, nearest_mean, nearest_neighbours, winnow, weighted_majority, adaboost, one_vs_rest,
    multi_class_perceptron, structured_perceptron, prank; or MODULE:FUNCTION, your own update rule. The command imports
    MODULE, also from the current folder, and so runs its code.

    DATA is a file: a table as text (cells separated by comma, tab or semicolon; numbers are read as exact decimals),
    libsvm, ARFF, .npz with X and y, .npy, Parquet or Arrow (extra `data`). Novikoff ships `iris.csv` and
    `breast_cancer.csv`.

    The command writes its progress to stderr. After Ctrl-C it prints and certifies the updates made so far, and the
    exit status is 130.
    """
    entry, options = read_settings(algorithm, to_pairs(option, own))
    if certificate and options.get("kernel") == "gaussian":
        from ..algorithms.kernels import NO_CERTIFICATE

        raise BadInput(NO_CERTIFICATE)
    given = examples(data, how, quiet, choose_reader(how, entry))
    if axes:
        chosen_axes(axes, given.features)
    if plot and entry.grouped:
        raise BadInput(f"{entry.name}: choices between candidates cannot be drawn; leave out --plot")
    shown = list[CheckedRun]()

    def show_first(found: CheckedRun) -> None:
        if output_format == "text" and not quiet:
            shown.append(found)
            click.echo(to_text(run_blocks(found, verbose, quiet)))

    try:
        held = run_and_check(algorithm, entry, options, given, quiet, margin=margin, first=show_first)
    except NothingRun:
        return INTERRUPTED
    except NoSeparator as problem:
        return endless(Endless(algorithm, entry, options, given, problem), certificate, plot, axes, output_format)
    if shown:
        if more := to_text(bound_blocks(held, verbose, quiet)):
            click.echo(more)
    else:
        show(held, output_format, quiet, verbose)
    if held.stopped in ("interrupted", "max_updates"):
        note(describe_interruption(held))
    if certificate:
        write_certificate(certificate, held)
    if plot:
        plot_run(plot, held, axes)
    return held.exit_status


def endless(found: Endless, certificate: str | None, plot: str | None, axes: str | None, output_format: str) -> int:
    """Print that no run can end, and write the convex combination that proves it as the certificate."""
    entry, data = found.algorithm, found.data
    status = show(found, output_format, quiet=False, verbose=False)
    if certificate and found.proof is None:
        raise BadInput(f"{entry.name} has no certificate format for this inseparability; use `novikoff separate "
                       "--certificate` to certify linear inseparability")
    if certificate and found.proof:
        beside = {"mapped": entry.name} if found.is_mapped else scaling_json(data)
        certificate_files.write(certificate, found.proof | beside)
        if found.is_mapped:
            note(f"the certificate is about the points to which {entry.name} maps the examples; `novikoff verify` "
                 "checks it without --data")
    if plot:
        repeats = find_repetition(found.cycle) if found.cycle else ""
        plot_combination(plot, found.typed, data, found.vectors, found.proof, repeats, axes)
    return status


def write_certificate(file: str, held: CheckedRun) -> None:
    """Write the certificate of a run; if an interrupted run has none, print a note instead."""
    try:
        proof = held.algorithm.certify(held.record, held.data.X, held.data.y, **held.options)
        certificate_files.write(file, proof | scaling_json(held.data))
    except BadInput as problem:
        if held.stopped != "interrupted":
            raise
        note(f"no certificate was written: {problem}")

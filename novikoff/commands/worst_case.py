"""`novikoff worst-case`: finds the most updates that a ratio allows, with the theorem and exact data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.options import parse_count, parse_increments, parse_integer, parse_rational
from ..api import worst_cases
from ..api.option_parsing import read_settings, to_pairs
from ..report import certificate_files
from ..report.estimates import EstimatesReport
from ..report.result_output import show
from ..report.value_text import write_table
from ._shared import Writable, certificate_option, command, complete_algorithm, complete_option, limit_option

LIMIT = 300.0  # the searches' own limits usually end them earlier
MOST_NUMBERS = 20  # numbers of updates in one call


@command(
    click.argument("algorithm", shell_complete=complete_algorithm),
    click.option("--updates", metavar="K",
                 help="Find the least ratio (R²/γ², unless the list above names another) at which K updates are "
                 "possible. With --method semidefinite you can write K..M, for each number from K to M."),
    click.option("--ratio", metavar="Q",
                 help="Find the greatest number of updates if the ratio is at most Q, such as 7/2."),
    click.option("--dimension", metavar="D",
                 help="Allow only examples in the plane (2) or in space (3). Default: any dimension."),
    click.option("--R2", "radius", metavar="R²",
                 help="Allow only examples with ‖x‖² ≤ R². Default: any length; with the option beta, R² = 1."),
    click.option("--start", metavar="S", help="Allow any initial weights w₀ with ‖w₀‖ ≤ S·R. Default: w₀ = 0."),
    click.option("--examples", metavar="L", help="For batch_perceptron: the number of examples."),
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE", shell_complete=complete_option,
        help="An option of the algorithm, such as -p beta=1/2. You can repeat it.",
    ),
    click.option("--data", "written", type=Writable("file of data"), metavar="FILE",
                 help="Also write the examples to FILE, as a table for `novikoff run` and `novikoff verify --data`."),
    certificate_option,
    click.option("--method", type=click.Choice(["known", "semidefinite"]), default=None,
                 help="`known` uses a theorem on the algorithm, for any number of updates. `semidefinite` searches for "
                 "a proof for one number of updates. The default is `known`, but `semidefinite` for MODULE:FUNCTION."),
    click.option("--labels", metavar="SIGNS", help="The label of the example at each update, such as +-+-."),
    click.option("--equal-lengths", is_flag=True, help="Allow only examples with ‖x‖² = R²."),
    click.option("--rates", metavar="LIST",
                 help="Step sizes of the updates, such as 1,1/2,1/3. With --method known, all later updates have the "
                 "last step size."),
    click.option("--book", type=Writable("book"), metavar="FILE",
                 help="Also write the theorems and their proofs to FILE, for `novikoff verify`."),
    limit_option(LIMIT, "the command prints what it has tried.", about="answer"),
)
def worst_case_command(
    algorithm: str, *, updates: str | None, ratio: str | None, dimension: str | None, radius: str | None,
    start: str | None, examples: str | None, option: Sequence[str], written: str | None, certificate: str | None,
    method: str | None, labels: str | None, equal_lengths: bool, rates: str | None, book: str | None, limit: float,
    output_format: str, quiet: bool, verbose: bool,
) -> int:
    """Find how many updates ALGORITHM can need: the bound of a theorem, and exact data that reach it.

    \b
    novikoff worst-case perceptron:homogeneous --ratio 7/2
    novikoff worst-case perceptron:homogeneous --updates 5 --dimension 3
    novikoff worst-case perceptron:R2 --updates 3
    novikoff worst-case margin_perceptron:homogeneous -p beta=1/2 --updates 10 --certificate worst.json
    novikoff worst-case rules:my_update --updates 6 --book worst.json
    novikoff verify worst.json

    \b
    Write ALGORITHM as for `novikoff run`. The answers are known for these:
      perceptron:homogeneous         R²/γ² updates on data in space, half as many in the plane
      perceptron, perceptron:c=1/4   with a bias; the ratio is the value of its bound, (R² + c)(‖w*‖² + b*²/c)/γ²
      perceptron:R2                  exact for 1 update and even numbers of updates; else a lower and an upper bound
      margin_perceptron:homogeneous  needs -p beta=B, with 0 ≤ B ≤ R²; R² is 1 or the value of --R2
      kozinec:homogeneous            D²/m² − 1 steps
      batch_perceptron:homogeneous   needs --examples L; a lower and an upper bound
      multi_class_perceptron:homogeneous  with two classes, as the perceptron; the ratio is 2R²Σ‖u‖²/γ²
      structured_perceptron          with two candidates, as the perceptron; the ratio is R²‖u‖²/δ²
      variable_increment:homogeneous needs step sizes: -p rates=1,1/2,1/4 or rates=1/t or rates=2^-t
    perceptron:homogeneous also takes step sizes (--rates), and initial weights other than 0 (--start).

    With --ratio the command computes the greatest number of updates, with --updates the least ratio. The data are
    exact, and the command runs the shipped algorithm on them. If the least ratio needs irrational roots, the command
    prints the slightly larger ratio of the data. The exit status is 0 if the run makes as many updates as the theorem
    allows, and 3 if a gap is left.

    With your own update rule (MODULE:FUNCTION), or with --method semidefinite, the command uses no known theorem. For
    each number of updates it searches for a proof, which the kernel checks. It also searches for data, and runs the
    rule on them.
    """
    from ..properties.estimation.worst_case_by_algorithm import RULES
    from ..properties.worst_cases.by_algorithm import FAMILIES, supported_names

    names = supported_names(RULES if method == "semidefinite" else FAMILIES)
    entry, options = read_settings(algorithm, to_pairs(option), names)
    if method == "semidefinite" or (method is None and entry.rule is not None):
        if any(each is not None for each in (ratio, dimension, examples, certificate)):
            raise BadInput("--method semidefinite takes --updates K and --book; leave out --ratio, --dimension, "
                           "--examples and --certificate")
        numbers = numbers_of(updates)
        asked: dict[str, Any] = {
            "labels": labels_of(labels),
            "square_radius": Fraction(1) if radius is None else parse_rational(radius, "--R2"),
            "equal_lengths": equal_lengths,
            "rates": [] if rates is None else [parse_rational(part, "--rates") for part in rates.split(",")],
            "start": None if start is None else parse_rational(start, "--start"),
        }
        if written and len(numbers) > 1:
            raise BadInput(f"--data is for one number of updates (got {updates})")
        estimates, stopped = worst_cases.find_answers(algorithm, entry, options, numbers, limit, quiet, **asked)
        if written and estimates[-1][0].data is None:
            raise BadInput("the search found no data, so --data has nothing to write")
        shown = EstimatesReport(algorithm, estimates, stopped)
        status = show(shown, output_format, quiet, verbose)
        if book:
            certificate_files.write(book, shown.book(book), "book")
        if written:
            write_table(written, estimates[-1][0].data)
        return status
    if labels or equal_lengths or book:
        raise BadInput("--labels, --equal-lengths and --book can be used only with --method semidefinite")
    found = worst_cases.find_worst_case_answer(
        algorithm, entry, options, limit=limit, quiet=quiet,
        updates=None if updates is None else parse_count(updates, "--updates"),
        ratio=None if ratio is None else parse_rational(ratio, "--ratio"),
        dimension=None if dimension is None else parse_integer(dimension, "--dimension"),
        R2=None if radius is None else parse_rational(radius, "--R2"),
        rates=None if rates is None else parse_increments(rates, "--rates"),
        start=None if start is None else parse_rational(start, "--start"),
        examples=None if examples is None else parse_count(examples, "--examples"),
    )
    status = show(worst_cases.WorstCaseReport(found), output_format, quiet, verbose)
    if certificate:
        certificate_files.write(certificate, found.family.certify(entry, found.record, found.data))
    if written:
        write_table(written, found.data)
    return status


def numbers_of(text: str | None) -> list[int]:
    """Return the numbers of updates that `--updates` lists.

    >>> numbers_of("4"), numbers_of("2..5")
    ([4], [2, 3, 4, 5])
    """
    if text is None:
        raise BadInput("give --updates K or K..M, the numbers of updates")
    first, dots, last = text.partition("..")
    low = parse_count(first, "--updates")
    high = parse_count(last, "--updates") if dots else low
    if not 1 <= low <= high < low + MOST_NUMBERS:
        raise BadInput(f"--updates must be K, or K..M with at most {MOST_NUMBERS} numbers from 1 on (got "
                       f"{text[:40]!r})")
    return list(range(low, high + 1))


def labels_of(text: str | None) -> list[int] | None:
    """Return the labels that `--labels` lists.

    >>> labels_of("+-+")
    [1, -1, 1]
    """
    if text is None:
        return None
    if set(text) - {"+", "-"}:
        raise BadInput(f"--labels must be signs, such as +-+- (got {text[:40]!r})")
    return [1 if sign == "+" else -1 for sign in text]

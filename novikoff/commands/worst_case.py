"""`novikoff worst-case`: the most updates that a ratio allows, with the theorem, and exact data that need them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

import click

from ..algorithms.errors import BadInput, is_typed, setting
from ..algorithms.options import count, increments, rational, whole
from ..algorithms.registry import Algorithm
from ..algorithms.results import counted, equal, rounded
from ..output import certificates
from ..output.printing import Row, emit, progress
from . import _estimates
from ._shared import SECONDS, Writable, certificate_option, command
from .run import complete_algorithm, complete_option, number, settings

if TYPE_CHECKING:
    from ..properties.worst_cases.worst_case import WorstCase

LIMIT = 300.0  # seconds, by default; the counted limits end most questions long before
MOST_SHOWN = 12  # examples, and coordinates of each


@command(
    click.argument("algorithm", shell_complete=complete_algorithm),
    click.option("--updates", metavar="K", help="The least ratio for K updates is asked for; of estimates also K..M."),
    click.option("--ratio", metavar="Q", help="The most updates are asked for, where R²/γ² is at most Q, as in 7/2."),
    click.option("--dimension", metavar="D", help="2: examples in the plane; 3: in space. Default: any."),
    click.option("--R2", "radius", metavar="R²", help="Examples with ‖x‖² ≤ R² only. Default: any, for beta 1."),
    click.option("--start", metavar="S", help="From any start w₀ with ‖w₀‖ ≤ S·R. Default: from 0."),
    click.option("--examples", metavar="L", help="How many examples there are, for the batch perceptron."),
    click.option(
        "-p", "--option", multiple=True, metavar="NAME=VALUE", shell_complete=complete_option,
        help="An option of the algorithm, as in -p beta=1/2; repeat for more.",
    ),
    click.option("--data", "written", type=Writable("file of data"), metavar="FILE",
                 help="Also write the examples to FILE, a table for `novikoff run` and `novikoff verify --data`."),
    certificate_option,
    _estimates.options,
    click.option("--limit", type=SECONDS, default=LIMIT, show_default=True, metavar="SECONDS",
                 help="Stop then, and say what was tried."),
)  # fmt: skip
def worst_case_command(
    algorithm: str, *, updates: str | None, ratio: str | None, dimension: str | None, radius: str | None,
    start: str | None, examples: str | None, option: Sequence[str], written: str | None, certificate: str | None,
    method: str | None, labels: str | None, equal_lengths: bool, rates: str | None, book: str | None, limit: float,
    output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """How many updates can ALGORITHM need? The bound that a theorem gives, and exact data on which a run needs as many.

    \b
    ALGORITHM is written as for `novikoff run`:
      perceptron:homogeneous         R²/γ² updates, on data in space; in the plane half as many
      perceptron, perceptron:c=1/4   with a bias; the ratio is the value of its bound, (R² + c)(‖w*‖² + b*²/c)/γ²
      perceptron:R2                  every even number; of odd ones from 3 on, what is known from both sides
      margin_perceptron:homogeneous  -p beta=B, with 0 ≤ B ≤ R² (R² = 1, or as --R2 says)
      kozinec:homogeneous            D²/m² − 1 steps
      batch_perceptron:homogeneous   --examples L: what is known from both sides
      multi_class_perceptron:homogeneous  as many as the perceptron, with two classes; the ratio is 2R²Σ‖u‖²/γ²
      structured_perceptron          as many, with two candidates; the ratio is R²‖u‖²/δ²
      variable_increment:homogeneous -p rates=1,1/2,1/4, 1/t or 2^-t: step sizes that change
    and perceptron:homogeneous with --rates for the same, with --start for starts other than 0.
    With --ratio the most updates are computed, with --updates the least ratio. The data are exact, and the algorithm
    that ships is run on them. Where roots are needed to meet the least ratio exactly, theirs is a little larger, and
    shown. The exit status is 0 if the run makes as many updates as the theorem allows, and 3 if a gap is left.

    MODULE:FUNCTION, an update rule of your own, or --method semidefinite: nothing is known beforehand. For each number
    of updates a proof is found and checked by the kernel, and data on which the rule is run.

    \b
    novikoff worst-case perceptron:homogeneous --ratio 7/2
    novikoff worst-case perceptron:homogeneous --updates 5 --dimension 3
    novikoff worst-case perceptron:R2 --updates 3
    novikoff worst-case margin_perceptron:homogeneous -p beta=1/2 --updates 10 --certificate worst.json
    novikoff worst-case rules:my_update --updates 6 --book worst.json
    novikoff verify worst.json
    """
    from ..properties.estimation.rule_names import estimated
    from ..properties.worst_cases.by_algorithm import supported

    entry, options = settings(algorithm, option, {}, estimated() if method == "semidefinite" else supported())
    if method == "semidefinite" or (method is None and entry.rule is not None):
        if any(each is not None for each in (ratio, dimension, examples, certificate)):
            raise BadInput("what is found by --method semidefinite is for --updates K in any dimension, and has --book")
        asked = _estimates.Asked(
            _estimates.numbers_of(updates), _estimates.labels_of(labels),
            Fraction(1) if radius is None else rational(radius, "--R2"), equal_lengths, _estimates.rates_of(rates),
            None if start is None else rational(start, "--start"),
        )  # fmt: skip
        if written and len(asked.updates) > 1:
            raise BadInput(f"--data is for one number of updates (got {updates})")
        estimates, stopped = _estimates.answers(algorithm, entry, options, asked, limit, quiet)
        if written and estimates[-1][0].data is None:
            raise BadInput("no data were found that --data could write")
        status = _estimates.report(algorithm, estimates, stopped, book, output_format, quiet)
        if written:
            write_table(written, estimates[-1][0].data)
        return status
    if labels or equal_lengths or book:
        raise BadInput("--labels, --equal-lengths and --book go with --method semidefinite")
    found = answer(
        algorithm, entry, options, limit=limit, quiet=quiet,
        updates=None if updates is None else count(updates, "--updates"),
        ratio=None if ratio is None else rational(ratio, "--ratio"),
        dimension=None if dimension is None else whole(dimension, "--dimension"),
        R2=None if radius is None else rational(radius, "--R2"),
        rates=None if rates is None else increments(rates, "--rates"),
        start=None if start is None else rational(start, "--start"),
        examples=None if examples is None else count(examples, "--examples"),
    )  # fmt: skip
    summary = as_text(found, quiet, verbose)
    row = Row("worst-case", "ok" if found.closed else "inconclusive", summary.splitlines()[0], algorithm)
    emit(output_format, text=summary, data=as_json(found), rows=[row])
    if certificate:
        certificates.write(certificate, found.family.certify(entry, found.record, found.data))
    if written:
        write_table(written, found.data)
    return found.exit_status


def answer(
    typed: str, entry: Algorithm, options: dict[str, Any], *, updates: int | None, ratio: Fraction | None,
    limit: float | None = None, quiet: bool | None = None, **fixed: Any,
) -> WorstCase:  # fmt: skip
    """The worst case of an algorithm; `fixed` as in `families.family`. Raises `BadInput` for what is not known, and
    `OutOfTime` if there is no answer within `limit` seconds.
    """
    from ..algorithms.processes import OutOfTime, within
    from ..properties.worst_cases.by_algorithm import family
    from ..properties.worst_cases.worst_case import asked

    if (updates is None) == (ratio is None):
        raise BadInput(f"give one of {setting('updates', 'K')} and {setting('ratio', 'Q')}; the other is the answer")
    if entry.rule is not None:  # nobody has analysed it
        raise BadInput(f"no worst case is known of {typed}, an update rule of your own; one is found for a number of "
                       f"updates by {'--method semidefinite' if is_typed() else 'estimate'}")  # fmt: skip
    known = family(entry, options, **fixed)
    what = f"{known.ratio} = {ratio}" if updates is None else counted(updates, "update")

    def work() -> WorstCase:
        return asked(typed, entry, known, updates=updates, ratio=ratio)

    with progress("worst-case", quiet) as tell:
        tell(what, 0, None)
        try:
            return work() if limit is None else within(limit, work)
        except OutOfTime as problem:
            raise OutOfTime(f"{problem}, of {typed} with {what}: its theorems were read and data for them were tried; "
                            "a larger limit allows more") from None  # fmt: skip


def as_json(found: WorstCase) -> dict[str, Any]:
    """The result of `worst-case --json`; rationals are strings."""
    data = found.data
    w0, b0 = data.options.get("start", ([0] * len(data.X[0]), 0))
    return {
        "schema": 1, "algorithm": found.typed, "updates": found.updates, "ratio": str(found.ratio),
        "upper": {"value": str(found.upper), "theorem": found.theorem},
        "reached": {
            "X": [[str(value) for value in x] for x in data.X], "y": list(data.y), "updates": found.reached,
            "ratio": str(data.ratio), "R2": str(data.R2), "start": {"w": [str(value) for value in w0], "b": str(b0)},
            "separator": {"w": [str(value) for value in data.w], "b": str(data.b), "margin": str(data.margin)},
        },
        "closed": found.closed, "sharp": list(found.sharp),
    }  # fmt: skip


def headline(found: WorstCase) -> str:
    """What is asked for, in one line."""
    ratio, most = found.family.ratio, floor(found.upper)
    if found.fixed == "ratio":
        known = f"exactly {most}" if found.closed else f"from {found.reached} to {most}"
        return f"{found.typed}: with {ratio} ≤ {found.ratio} the most updates are {known}"
    many = counted(found.updates, "update")
    if found.closed:
        return f"{found.typed}: {many} need{'s' * (found.updates == 1)} {ratio} ≥ {found.ratio}"
    return f"{found.typed}: the least {ratio} for {many} is from {found.ratio} to {rounded(found.data.ratio)}"


def as_text(found: WorstCase, quiet: bool, verbose: bool) -> str:
    """The result for a reader."""
    data = found.data
    shown = [headline(found)]
    if quiet:
        return shown[0]
    size = f"{counted(len(data.X), 'example')} in dimension {len(data.X[0])}"
    w, b, margin = ", ".join(map(decimal, data.w[:MOST_SHOWN])), decimal(data.b), decimal(data.margin)
    more = ", …" * (len(data.w) > MOST_SHOWN)
    shown += [
        f"theorem    {found.theorem}: updates ≤ {number(found.upper)}",
        *([f"sharp by   {', '.join(found.sharp)}"] if found.sharp else []),
        f"reached    {counted(found.reached, 'update')} on {size} with {found.family.ratio} {equal(data.ratio)}",
        f"separator  w = ({w}{more}), b = {b}, with the margin {margin}",
    ]
    if start := data.options.get("start"):
        shown.append(f"start      w = ({', '.join(map(decimal, start[0]))}), b = {decimal(start[1])}")
    if found.closed and data.ratio > found.ratio:
        shown.append("           a little above the least; finer coordinates come as close to it as one likes")
    rows = [[*map(decimal, x[:MOST_SHOWN]), *["…"] * (len(x) > MOST_SHOWN), f"{y:+d}"]
            for x, y in zip(data.X, data.y, strict=True)]  # fmt: skip
    kept = rows if verbose else rows[:MOST_SHOWN]
    widths = [max(map(len, column)) for column in zip(*kept, strict=True)]
    for i, row in enumerate(kept):
        cells = "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        shown.append(f"{'' if i else 'examples':11}{cells}")
    if len(kept) < len(rows) or more:
        shown.append("           … all of them with --json or --data FILE")
    return "\n".join(shown)


def decimal(value: Fraction | int) -> str:
    """A number in digits if it has finitely many of them, else as p/q; a reader of data takes both.

    >>> decimal(Fraction(-29, 100000)), decimal(Fraction(1, 3)), decimal(7)
    ('-0.00029', '1/3', '7')
    """
    p, q = value.as_integer_ratio()
    places = max((q & -q).bit_length() - 1, _fives(q))
    if 10**places % q:
        return str(value)
    digits = str(abs(p) * (10**places // q)).zfill(places + 1)
    return "-" * (p < 0) + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _fives(q: int) -> int:
    found = 0
    while q % 5 == 0:
        q, found = q // 5, found + 1
    return found


def write_table(file: str, data: Any) -> None:
    """The examples as a table with a header, the label last."""
    from ..algorithms.safe_files import write_whole

    names = ",".join([*(f"x{i + 1}" for i in range(len(data.X[0]))), "y"])
    rows = [",".join([*map(decimal, x), str(y)]) for x, y in zip(data.X, data.y, strict=True)]
    write_whole(file, "\n".join([names, *rows]) + "\n", "file of data")

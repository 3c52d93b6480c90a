"""`novikoff campaign`: compares a claimed bound exactly on millions of datasets, whole or in parts."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import click

from ..algorithms.errors import BadInput
from ..report.result_output import note, show
from ._plots import plot_campaign, plot_option
from ._shared import Writable, command, jobs_option
from .bound import algorithm_option, bound_argument, tie_option

if TYPE_CHECKING:
    from ..api.bound_campaigns import CampaignReport
    from ..properties.compiled_campaign import Tally

PAUSE = 5.0  # seconds between two lines of progress


class _OrMerge(click.Command):
    """The command `campaign`, or `merge` if that is its first word."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **more: Any) -> click.Context:
        """Parse the arguments of `campaign`, or of `campaign merge`."""
        if args[:1] == ["merge"]:
            return merge_command.make_context(f"{info_name} merge", args[1:], *rest, **more)
        return super().make_context(info_name, args, *rest, **more)


def _part_of(context: click.Context | None, parameter: click.Parameter | None, text: str) -> tuple[int, int]:
    """Return (I, N) of "I/N"."""
    from ..api.bound_campaigns import parse_part

    found = parse_part(text)
    if found is None:
        raise click.BadParameter(f"{text[:30]!r} is not I/N with whole numbers 1 <= I <= N, such as 3/100")
    return found


def count_option(default: str | None) -> Callable[..., Any]:
    """Make --count, required if it has no default."""
    kind: dict[str, Any] = {"required": True} if default is None else {"default": default, "show_default": True}
    return click.option("--count", metavar="N", help="The number of datasets, such as 1e8.", **kind)


@command(
    bound_argument,
    count_option("1e6"),
    algorithm_option,
    tie_option,
    click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
        help="The seed of the random datasets.",
    ),
    jobs_option,
    click.option("--resume", is_flag=True, help="Continue the campaign that wrote the file of -o."),
    click.option(
        "-o", "--output", default="campaign.jsonl", show_default=True, type=Writable("file of results"), metavar="FILE",
        help="Write the results to FILE, one line of JSON for each block of datasets.",
    ),
    click.option("--points", type=int, default=8, show_default=True, metavar="N",
                 help="The greatest number of points in a dataset, from 1 to 32; for several classes from 2."),
    click.option(
        "--dimensions", type=int, default=3, show_default=True, metavar="D",
        help="The greatest number of dimensions, from 1 to 32.",
    ),
    click.option(
        "--size", type=int, default=3, show_default=True, metavar="M",
        help="The greatest absolute value of a coordinate."
    ),
    click.option(
        "--backend", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
        help="Where to compute: in processes of this machine, or on the workers of a Dask cluster.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler, such as tcp://host:8786."),
    click.option(
        "--part", default="1/1", callback=_part_of, metavar="I/N",
        help="Compute only every N-th block, starting with block I. `campaign merge` joins the files of the N parts.",
    ),
    plot_option,
    kind=_OrMerge,
)
def campaign_command(
    statement: str, *, algorithm: str | None, tie: str, count: str, jobs: int | None, seed: int, resume: bool,
    output: str, points: int, dimensions: int, size: int, backend: Literal["processes", "dask"], scheduler: str | None,
    part: tuple[int, int], plot: str | None,
    output_format: str, quiet: bool, verbose: bool,
) -> int:
    """Compare a claimed mistake bound exactly on millions of datasets.

    \b
    novikoff campaign smola-mistake-bound --count 1e8
    novikoff campaign smola-mistake-bound --count 1e9 --resume
    novikoff campaign "k <= 2*R**2*(w@w + b**2/R**2)/gamma**2" --algorithm perceptron:R2 -j 2 --seed 7 -o r2.jsonl
    novikoff campaign multi-class-bias-step-mistake-bound --count 1e5 -o classes.jsonl
    novikoff campaign smola-mistake-bound --count 1e9 --part 3/100 -o part-3.jsonl
    novikoff campaign merge part-*.jsonl --count 1e9 -o all.jsonl

    BOUND is a statement or a name, as for `novikoff bound`. The seed and a dataset's number determine the dataset. The
    command constructs each dataset with a separator whose margin is a whole number. The run and the comparison use
    64-bit integers, which provably cannot overflow. The results depend only on the seed and the count, not on the
    number of workers.

    The command writes each finished block of datasets to the file of -o. With --resume a campaign continues, also to a
    larger count. On many machines without Dask, such as an array of SLURM jobs, each job does one --part, and `novikoff
    campaign merge PART... --count N -o FILE` joins their files.

    A campaign needs numba (extra `fast`), which compiles the runs once, in about a minute, and for --backend dask the
    extra `cluster`. Runs of several classes and of your own rules are not compiled; novikoff makes at most a few
    thousand of them a second.

    Exit status: 1 if a dataset breaks the bound, 5 if no dataset met its hypotheses.
    """
    from ..api.bound_campaigns import campaign

    found = campaign(
        statement, parse_count(count), output, algorithm=algorithm, tie=tie, seed=seed, points=points,
        dimensions=dimensions, size=size, part=part, jobs=jobs, resume=resume, backend=backend, scheduler=scheduler,
        report=reporter(quiet),
    )
    if found.interrupted:
        note(f"interrupted; --resume goes on from {output}")
    return finish(found, output_format, quiet, verbose, plot)


@command(
    click.argument("parts", nargs=-1, required=True, metavar="PART..."),
    count_option(None),
    click.option(
        "-o", "--output", required=True, type=Writable("file of results"), metavar="FILE",
        help="Write the results of all parts to FILE, as a single campaign would write them.",
    ),
    plot_option,
)
def merge_command(
    parts: tuple[str, ...], *, count: str, output: str, plot: str | None, output_format: str, quiet: bool, verbose: bool
) -> int:
    """Join the files of all parts of a campaign, each written with --part I/N, into one file of results.

    The file is, byte for byte, the one that the same campaign writes on one machine, so `novikoff campaign --resume`
    can go on with it. Every part is checked as by --resume. If a part is missing, incomplete, or of another campaign,
    nothing is written.

    \b
    novikoff campaign merge part-*.jsonl --count 1e9 -o all.jsonl

    The exit status is the status of the whole campaign: 1 if a dataset breaks the bound, and 5 if none met its
    hypotheses.
    """
    from ..api.bound_campaigns import merge_campaign

    return finish(merge_campaign(parts, parse_count(count), output), output_format, quiet, verbose, plot)


def finish(found: CampaignReport, output_format: str, quiet: bool, verbose: bool, plot: str | None) -> int:
    """Print the totals of a campaign, draw them if `plot` names a file, and return the exit status."""
    status = show(found, output_format, quiet, verbose)
    if plot:
        plot_campaign(plot, found)
    return status


def parse_count(text: str) -> int:
    """Parse a whole number from 1 to 10¹⁸, also written as 1e8; raise `BadInput` for others.

    >>> parse_count("1e8"), parse_count("2.5e3")
    (100000000, 2500)
    """
    try:
        number = Fraction(text) if len(text) <= 20 else Fraction(0)
    except (ValueError, ZeroDivisionError):
        number = Fraction(0)
    if number.denominator != 1 or not 1 <= number <= 10**18:
        raise BadInput(f"--count must be a whole number from 1 to 1e18, such as 1e8 (got {text[:30]!r})")
    return int(number)


def reporter(quiet: bool) -> Callable[[Tally, int, int], None]:
    """Return a function that prints progress on stderr: the first block, the last, and one every few seconds."""
    since, due, new = time.monotonic(), 0.0, 0

    def print_progress(total: Tally, count: int, datasets: int) -> None:
        nonlocal since, due, new
        now, new = time.monotonic(), new + datasets
        if quiet or (now < due and total.datasets < count):
            return
        rate = new / (now - since)
        since, due, new = now, now + PAUSE, 0
        ratio = "" if total.ratio is None else f", largest ratio {total.ratio}"
        broken = f", {total.broken} BROKEN" if total.broken else ""
        speed = f"{rate / 1e6:.2f} million/s" if rate >= 1e5 else f"{rate:.0f}/s"
        text = f"campaign: {total.datasets} of {count}, {speed}{ratio}{broken}"
        live = sys.stderr.isatty()
        print(f"\r\033[K{text}" if live and total.datasets < count else text if not live else f"\r\033[K{text}\n",
              end="" if live else "\n", file=sys.stderr, flush=True)

    return print_progress

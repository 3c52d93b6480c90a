"""`novikoff campaign`: a claimed bound compared exactly on as many datasets as there is time for, whole or in parts."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..algorithms.errors import BadInput
from ..algorithms.results import format_count
from ..algorithms.safe_files import parse_json, read_text, refuse
from ..api.bound_text import broken_blocks, case_code, case_json, examples_rows, ratio_text
from ..api.mistake_bounds import resolve_claim, resolve_runs
from ..report.document_formats import Block, Inline, Mark, Table, Words
from ..report.printing import FAILED, INCONCLUSIVE, INTERRUPTED, NOTHING, OK, Row, emit, to_text
from ._plots import plot_campaign, plot_option
from ._shared import Writable, command, jobs_option
from .bound import algorithm_option, bound_argument, tie_option

if TYPE_CHECKING:
    from ..properties.bound_statements import Case
    from ..properties.campaign import Campaign, Results
    from ..properties.compiled_campaign import Scale, Tally

PAUSE = 5.0  # about so many seconds between two lines of progress


class _OrMerge(click.Command):
    """The command, or `merge`, if that is its first word."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **more: Any) -> click.Context:
        """Read the arguments."""
        if args[:1] == ["merge"]:
            return merge_command.make_context(f"{info_name} merge", args[1:], *rest, **more)
        return super().make_context(info_name, args, *rest, **more)


def part_of(context: click.Context | None, parameter: click.Parameter | None, text: str) -> tuple[int, int]:
    """Return (I, N) of "I/N".

    >>> part_of(None, None, "3/100")
    (3, 100)
    """
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{text[:30]!r} is not I/N with whole numbers 1 <= I <= N, such as 3/100")
    return int(found[1]), int(found[2])


def count_option(default: str | None) -> Callable[..., Any]:
    """Make --count, required if it has no default."""
    return click.option("--count", required=default is None, default=default, show_default=True, metavar="N",
                        help="The number of datasets, such as 1e8.")  # fmt: skip


@command(
    bound_argument,
    count_option("1e6"),
    algorithm_option,
    tie_option,
    click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
        help="Decides the datasets.",
    ),
    jobs_option,
    click.option("--resume", is_flag=True, help="Continue the campaign whose results are in the file of -o."),
    click.option(
        "-o", "--output", default="campaign.jsonl", show_default=True, type=Writable("file of results"), metavar="FILE",
        help="The results, one line of JSON for each block. --resume reads them.",
    ),
    click.option("--points", type=int, default=8, show_default=True, metavar="N", help="At most N points, up to 32."),
    click.option(
        "--dimensions", type=int, default=3, show_default=True, metavar="D", help="At most D dimensions, up to 32."
    ),
    click.option(
        "--size", type=int, default=3, show_default=True, metavar="M",
        help="Coordinates are at most M in absolute value."
    ),
    click.option(
        "--backend", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
        help="Processes of this machine, or the workers of a Dask cluster.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler, such as tcp://host:8786."),
    click.option(
        "--part", default="1/1", callback=part_of, metavar="I/N",
        help="Do every N-th block, from block I on; `campaign merge` joins the files of all N parts.",
    ),
    plot_option,
    kind=_OrMerge,
)
def campaign_command(
    statement: str, *, algorithm: str | None, tie: str, count: str, jobs: int | None, seed: int, resume: bool,
    output: str, points: int, dimensions: int, size: int, backend: str, scheduler: str | None,
    part: tuple[int, int], plot: str | None,
    output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Compare a claimed mistake bound exactly on millions of datasets.

    \b
    novikoff campaign smola-mistake-bound --count 1e8
    novikoff campaign smola-mistake-bound --count 1e9 --resume
    novikoff campaign "k <= 2*R**2*(w@w + b**2/R**2)/gamma**2" --algorithm perceptron:R2 -j 2 --seed 7 -o r2.jsonl
    novikoff campaign multi-class-bias-step-mistake-bound --count 1e5 -o classes.jsonl
    novikoff campaign smola-mistake-bound --count 1e9 --part 3/100 -o part-3.jsonl
    novikoff campaign merge part-*.jsonl --count 1e9 -o all.jsonl

    BOUND is a statement or a name, as for `novikoff bound`. The seed and its number decide each dataset, which has a
    separator of known whole margin. The run and the comparison use 64-bit integers that are proved not to overflow. The
    results depend on the seed and the count only, not on the number of workers.

    The command writes each finished block of datasets to the file of -o. With --resume a campaign continues, also to a
    larger count. On many machines without Dask, such as an array of SLURM jobs, each job does one --part, and `novikoff
    campaign merge PART... --count N -o FILE` joins their files.

    A campaign needs numba (extra `fast`), and for --backend dask the extra `cluster`. Runs of several classes and of
    your own rules are not compiled: at most some thousands a second.

    Exit status: 1 if a dataset breaks the bound, 5 if no dataset met its hypotheses.
    """
    from ..properties import campaign as work

    text, runs = resolve_claim(statement, algorithm)
    task = task_about(text, runs, tie=tie, seed=seed, points=points, dimensions=dimensions, size=size, part=part)
    results = work.Results(Path(output), task)
    number = parse_count(count)
    if part[0] > (many := -(-number // task.block)):
        raise BadInput(f"part {part[0]} of {part[1]} has no block: {number} datasets are "
                       f"{format_count(many, 'block')} of "
                       f"{task.block}; give a larger --count, or fewer parts")  # fmt: skip
    if resume:
        results.read()
    status = OK
    try:
        work.campaign(number, results, jobs=jobs or _cores(), backend=backend, scheduler=scheduler,
                      report=reporter(quiet, task.compiled))  # fmt: skip
    except KeyboardInterrupt:
        print(f"novikoff: interrupted; --resume goes on from {output}", file=sys.stderr)
        status = INTERRUPTED
    except OSError as problem:
        raise BadInput(f"{output} cannot be written: {problem.strerror or problem}") from None
    found = emit_results(results, output_format, quiet, plot)
    return status or found


@command(
    click.argument("parts", nargs=-1, required=True, metavar="PART..."),
    count_option(None),
    click.option(
        "-o", "--output", required=True, type=Writable("file of results"), metavar="FILE",
        help="The results of all parts, as one campaign writes them.",
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

    The exit status is that of the whole campaign: 1 if a dataset breaks the bound, and 5 if none met its hypotheses.
    """
    from ..properties import campaign as work

    number, read = parse_count(count), []
    for path in parts:
        read.append(work.Results(Path(path), task_of(path)))
        read[-1].read()
    merged = work.Results(Path(output), read[0].task._replace(part=(1, 1)))
    work.merge(number, read, merged)
    return emit_results(merged, output_format, quiet, plot)


def task_about(text: str, runs: str, **settings: Any) -> Campaign:
    """Return the campaign of a statement about the runs of an algorithm."""
    from ..properties.campaign import Campaign

    about = resolve_runs(runs)
    rule = about.get("rule")
    return Campaign(text, runs, about.get("bias_step"), rule=rule and rule.name, several=about.get("several"),
                    **settings)  # fmt: skip


def task_of(path: str) -> Campaign:
    """Return the campaign of which a file says that it has results; whether it is that one, `Results.read` decides.

    Raises `BadInput` if its first line does not say which.
    """
    header = parse_json(read_text(path).partition("\n")[0], path, 1)
    kinds = {"statement": str, "algorithm": str, "tie": str, "seed": int, "points": int, "dimensions": int, "size": int}
    if type(header) is not dict or any(type(header.get(name)) is not kind for name, kind in kinds.items()) \
            or not 0 <= header["seed"] < 2**63:  # fmt: skip
        refuse(path, "this is not the first line of the results of a campaign", 1)
    text, runs, *rest = (header[name] for name in kinds)
    settings = dict(zip([*kinds][2:], rest, strict=True))
    return task_about(text, runs, **settings, part=part_of(None, None, str(header.get("part", "1/1"))))


def emit_results(results: Results, output_format: str, quiet: bool, plot: str | None) -> int:
    """Print the sum of a campaign, and return the exit status."""
    summed = Summary(results.task, results.total)
    output = str(results.notes.path)
    emit(output_format, text=lambda: to_text(summed.blocks(quiet)), data=lambda: summed.json(output),
         rows=lambda: [summed.row])  # fmt: skip
    if plot:
        plot_campaign(plot, summed, results)
    return summed.status


def parse_count(text: str) -> int:
    """A whole number ≥ 1, also as 1e8.

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


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reporter(quiet: bool, compiled: bool = True) -> Callable[[Tally, int, int], None]:
    """A line on stderr for the first block, the last, and now and then, with the rate since the line before."""
    since, due, new = time.monotonic(), 0.0, 0

    def tell(total: Tally, count: int, datasets: int) -> None:
        nonlocal since, due, new
        now, new = time.monotonic(), new + datasets
        if quiet or (now < due and total.datasets < count):
            return
        rate = new / (now - since)
        since, due, new = now, now + PAUSE, 0
        ratio = "" if total.ratio is None else f", largest ratio {total.ratio}"
        broken = f", {total.broken} BROKEN" if total.broken else ""
        speed = f"{rate / 1e6:.2f} million/s" if compiled else f"{rate:.0f}/s"
        text = f"campaign: {total.datasets} of {count}, {speed}{ratio}{broken}"
        live = sys.stderr.isatty()
        print(f"\r\033[K{text}" if live and total.datasets < count else text if not live else f"\r\033[K{text}\n",
              end="" if live else "\n", file=sys.stderr, flush=True)  # fmt: skip

    return tell


def scales_text(scales: Sequence[Scale]) -> str:
    """The scales in one line.

    >>> from novikoff.properties.compiled_campaign import Scale
    >>> scales_text([Scale(Fraction(1), 1), Scale(Fraction(1, 3), 1), Scale(Fraction(1), 10)])
    '1, 1/3; stretched by 10: 1'
    """
    factors = {s.stretch: ", ".join(str(t.factor) for t in scales if t.stretch == s.stretch) for s in scales}
    return "; ".join(f"stretched by {t}: {text}" if t > 1 else text for t, text in factors.items())


class Summary(NamedTuple):
    """The sum of a campaign, to be printed."""

    task: Campaign
    total: Tally

    @property
    def status(self) -> int:
        """The exit status: a broken claim before a run that did not end before nothing compared."""
        if self.total.broken:
            return FAILED
        return INCONCLUSIVE if self.total.capped else OK if self.total.compared else NOTHING

    @property
    def row(self) -> Row:
        """The sum as one result."""
        words = {FAILED: "failed", OK: "ok"}
        return Row(self.task.statement, words.get(self.status, "inconclusive"), self.told(), self.task.algorithm)

    @property
    def verdict(self) -> str:
        """The verdict, in one word."""
        return "refuted" if self.total.broken else "tested"

    def told(self) -> str:
        """The counts in one line."""
        t, longest = self.total, self.task.header["scaled"]["longest_run"]
        capped = f", {t.capped} did not end within the proved bound" if t.capped else ""
        scaled = " at their scale" * self.task.compiled
        long = f", {t.long} left out, of more than {longest} updates{scaled}" if t.long else ""
        compared = f"{t.compared} of {t.datasets} datasets compared exactly, {t.broken} broken"
        return f"{compared}{capped}{long}; {t.updates} updates"

    def case(self, number: int) -> Case | None:
        """The claim on one dataset, with the separator that it was made with."""
        if number < 0:
            return None
        from ..algorithms import fast_perceptron
        from ..properties.bound_counterexamples import updates_of
        from ..properties.campaign import prepare_claim
        from ..properties.compiled_campaign import Formula

        made = prepare_claim(self.task)
        X, y, w, b = made.dataset(self.task.seed, number)
        stated = made.claim
        if not (self.task.compiled and isinstance(made, Formula)):
            rule = stated.rule or stated.several
            return stated.at(X, y, w, b, updates_of(tuple(map(tuple, X)), tuple(y), stated.bias_step, stated.tie, rule))
        run = fast_perceptron.run(X, y, bias_step=stated.bias_step, tie=stated.tie, max_updates=made.cap(number) + 1)
        return stated.at(X, y, w, b, run.updates if run.separated else None)

    def broken(self) -> Case | None:
        """The first dataset that breaks the claim, made small."""
        from ..properties.bound_counterexamples import TooLong, check_dataset, shrink

        case = self.case(self.total.first)
        try:
            worst = case and check_dataset(case.claim, case.X, case.y)
        except TooLong:
            return case
        return shrink(worst.claim, worst) if worst and not worst.holds else case

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """The sum for a reader."""
        from ..properties.campaign import prepare_claim

        broken, largest = self.broken(), self.case(self.total.number)
        verdict = Mark(f"{self.verdict:10}", "red" if self.total.broken else "yellow")
        blocks: list[Block] = [Words([verdict, f" {self.task.statement}"]), Table([("", self.told())])]
        if self.task.part[1] > 1:
            whole = "{} of {}; join all with `novikoff campaign merge`".format(*self.task.part)
            blocks.append(Table([("part", whole)]))
        blocks += broken_blocks(broken, self.code(broken)) if broken else []
        rows: list[Sequence[Inline]] = []
        if largest:
            rows = [("largest", f"{ratio_text(largest)}; dataset {self.total.number}"), *examples_rows(largest)]
        scales = ("scales", scales_text(prepare_claim(self.task).scales))
        return [*blocks, *([] if quiet else [Table([*rows, scales])])]

    def code(self, case: Case) -> str:
        """Python code that shows the failure; for a case that could not be made small, with its own separator."""
        from ..properties.campaign import prepare_claim

        own = prepare_claim(self.task).dataset(self.task.seed, self.total.first)[2:]
        return case_code(case.claim, self.task.algorithm, case, own if case == self.case(self.total.first) else None)

    def json(self, output: str) -> dict[str, Any]:
        """The sum for programs; numbers that need not be whole are strings."""
        broken, largest = self.broken(), self.case(self.total.number)
        counts = {k: v for k, v in asdict(self.total).items() if k not in ("left", "right", "number", "first")}
        return {
            **self.task.header,
            "verdict": self.verdict,
            **counts,
            "largest": largest and {"number": self.total.number, **case_json(largest)},
            "counterexample": broken
            and {"number": self.total.first, **case_json(broken), "reproduce": self.code(broken)},
            "results": output,
        }

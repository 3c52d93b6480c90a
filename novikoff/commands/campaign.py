"""`novikoff campaign`: a claimed bound compared exactly on as many datasets as there is time for.

Main definitions:
    Campaign, counted    what is tested, and one block of it, a function of the campaign and the block's number alone
    Results              the file of results: JSON Lines, one line a block; written anew, atomically, at each checkpoint
    campaign             the blocks that are missing, on processes or on a Dask cluster; the sum of all

The datasets are numbered and made from the seed and their number (`properties.bulk`), so the results do not depend on
how many workers there are, which of them die, or how often the campaign is interrupted. The file:

    first line   "schema", "statement", "algorithm", "tie", "seed", "points", "dimensions", "size"; "scales", what the
                 datasets are multiplied by; "scaled", one of how many is, and the longest run that is compared there;
                 and "block", the number of datasets in a block
    other lines  one a block, in order: "block", its number from 0; "datasets" in it; "compared", those that meet the
                 hypotheses; "broken", those that break the claim; "capped", whose run did not end within the proved
                 bound (never seen); "long", those with a scale whose run is left out; "updates" of all and
                 "most_updates" of one; "left" and "right", the sides of the claim where left/right is largest, and
                 "at", the dataset there; "first", the first dataset that breaks the claim; −1 where there is none

A block is counted if and only if its line is in the file, so none is lost and none is counted twice.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms.errors import BadInput
from ..output.printing import FAILED, INCONCLUSIVE, INTERRUPTED, NOTHING, OK, Row, emit, style
from ..properties.bulk import BLOCK, LONG, SHARE, Formula, Scale, Shape, Tally, block, dataset, formula
from ..properties.claimed import Case, claim
from ..properties.searching import TooLong, considered, shrunk
from .bound import broken_lines, case_json, code, examples_lines, named, ratio_text, step_of

ROUND = 5.0  # about so many seconds lie between two checkpoints: what a killed campaign loses, at most twice
MOST_ROUND = 4096  # blocks
BACKENDS = ("processes", "dask")
Report = Callable[[Tally, int, float], None]
Line = dict[str, Any]


class Campaign(NamedTuple):
    """What is tested: a statement, the runs it is about, and the datasets."""

    statement: str
    algorithm: str
    tie: str
    seed: int
    points: int
    dimensions: int
    size: int

    @property
    def shape(self) -> Shape:
        """The size of the datasets."""
        return Shape(self.points, self.dimensions, self.size)

    @property
    def header(self) -> Line:
        """The first line of the results."""
        scales = [{"factor": str(s.factor), "stretch": s.stretch} for s in prepared(self).scales]
        scaled = {"one_of": SHARE, "longest_run": LONG}
        return {"schema": 1, **self._asdict(), "scales": scales, "scaled": scaled, "block": BLOCK}


@cache
def prepared(task: Campaign) -> Formula:
    """The statement for the compiled loop; each worker prepares it once."""
    return formula(claim(task.statement, bias_step=step_of(task.algorithm), tie=task.tie), task.shape)


def counted(task: Campaign, number: int, count: int) -> tuple[int, Tally]:
    """What the first `count` datasets of a block give, with its number."""
    return number, block(prepared(task), task.seed, number, count)


# ----------------------------------------------------------------------------------------- the results


class Results:
    """The blocks that are done, and their file."""

    def __init__(self, path: Path, task: Campaign):
        """Begin without blocks."""
        self.path, self.task = path, task
        self.done: dict[int, Tally] = {}

    def read(self) -> None:
        """Take the blocks of an earlier run of the same campaign; raises `BadInput` if the file is of another."""
        try:
            header, *lines = [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]
            if header != self.task.header:
                changed = [name for name, value in self.task.header.items() if header.get(name) != value]
                raise BadInput(f"{self.path} holds another campaign: it differs in {', '.join(changed)}")
            self.done = {line.pop("block"): _tally(line) for line in lines}
        except FileNotFoundError:
            return
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as problem:
            if isinstance(problem, BadInput):
                raise
            raise BadInput(f"{self.path} cannot be read as the results of a campaign: {problem}") from None

    def missing(self, count: int) -> list[tuple[int, int]]:
        """The blocks of the first `count` datasets that are not done, with how many datasets they need."""
        wanted = ((i, min(BLOCK, count - i * BLOCK)) for i in range(-(-count // BLOCK)))
        return [(i, size) for i, size in wanted if i not in self.done or self.done[i].datasets < size]

    def write(self) -> None:
        """Replace the file at once, so that it is whole whenever the campaign is killed."""
        lines = [self.task.header, *({"block": i, **_line(tally)} for i, tally in sorted(self.done.items()))]
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.tmp")
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path)

    @property
    def total(self) -> Tally:
        """All blocks together."""
        return sum((tally for _, tally in sorted(self.done.items())), Tally())


def _line(tally: Tally) -> Line:
    line = asdict(tally)
    return {("at" if name == "number" else name): value for name, value in line.items()}


def _tally(line: Line) -> Tally:
    tally = Tally(**{("number" if name == "at" else name): value for name, value in line.items()})
    if not all(type(value) is int for value in line.values()) or tally.right <= 0:
        raise ValueError(f"a line has no whole numbers: {line}")
    return tally


# ---------------------------------------------------------------------------------------- the campaign


def campaign(
    task: Campaign,
    count: int,
    results: Results,
    *,
    jobs: int,
    backend: str = "processes",
    scheduler: str | None = None,
    report: Report = lambda *_: None,
) -> Tally:
    """Do the blocks that are missing, with a checkpoint after each round; return the sum of all.

    A round is as many blocks as take about `ROUND` seconds, so a campaign that is killed loses a few seconds.
    """
    prepared(task)
    missing = results.missing(count)
    with workers(backend, jobs, scheduler) as (run, parallel):
        most = parallel
        while missing:
            here, missing = missing[:most], missing[most:]
            start = time.monotonic()
            results.done.update(run(task, here))
            results.write()
            seconds = time.monotonic() - start
            most = _next_round(most, parallel, seconds)
            report(results.total, count, sum(size for _, size in here) / seconds)
    return results.total


def _next_round(blocks: int, parallel: int, seconds: float) -> int:
    """So many blocks as take `ROUND` seconds, at most twice as many as before, a multiple of the workers."""
    fit = min(2 * blocks, int(blocks * ROUND / max(seconds, 1e-3)), MOST_ROUND)
    return max(fit // parallel, 1) * parallel


Work = Callable[[Campaign, list[tuple[int, int]]], Iterable[tuple[int, Tally]]]


@contextmanager
def workers(backend: str, jobs: int, scheduler: str | None) -> Iterator[tuple[Work, int]]:
    """A function that does blocks, and how many it does at once."""
    if backend == "processes" and jobs == 1:
        yield lambda task, blocks: [counted(task, *b) for b in blocks], 1
        return
    joblib = _needed("joblib", "fast")
    place = _cluster(scheduler) if backend == "dask" else nullcontext({"backend": "loky", "n_jobs": jobs})
    with place as settings, joblib.parallel_config(**settings), joblib.Parallel() as parallel:
        do = joblib.delayed(counted)
        yield (lambda task, blocks: parallel(do(task, *b) for b in blocks)), joblib.effective_n_jobs()


@contextmanager
def _cluster(scheduler: str | None) -> Iterator[dict[str, Any]]:
    if scheduler is None:
        raise BadInput("--backend dask needs --scheduler ADDRESS, such as tcp://host:8786")
    distributed = _needed("distributed", "cluster")
    try:
        client = distributed.Client(scheduler, timeout=20, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        raise BadInput(f"no Dask scheduler answers at {scheduler}: {problem}") from None
    with client:
        yield {"backend": "dask", "client": client, "n_jobs": -1}


def _needed(module: str, extra: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise BadInput(f"{module} is not installed; pip install 'novikoff[{extra}]'") from None


# ----------------------------------------------------------------------------------------- the command


def campaign_command(
    statement: str, *, algorithm: str | None, tie: str, count: str, jobs: int | None, seed: int, resume: bool,
    output: str, points: int, dimensions: int, size: int, backend: str, scheduler: str | None, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Run the campaign and print the sum; an interrupted one keeps what its last checkpoint has."""
    task = Campaign(*named(statement, algorithm), tie, seed, points, dimensions, size)
    results = Results(Path(output), task)
    number = whole(count)
    if resume:
        results.read()
    elif results.path.exists():
        raise BadInput(f"{output} exists; --resume goes on with it, or give another -o FILE")
    status = OK
    try:
        campaign(task, number, results, jobs=jobs or _cores(), backend=backend, scheduler=scheduler,
                 report=reporter(quiet))  # fmt: skip
    except KeyboardInterrupt:
        print(f"novikoff: interrupted; --resume goes on from {output}", file=sys.stderr)
        status = INTERRUPTED
    except OSError as problem:
        raise BadInput(f"{output} cannot be written: {problem.strerror or problem}") from None
    summed = Summary(task, results.total)
    emit(output_format, text=summed.text(quiet), data=summed.json(output), rows=[summed.row])
    return status or summed.status


def whole(text: str) -> int:
    """A whole number ≥ 1, also as 1e8.

    >>> whole("1e8"), whole("2.5e3")
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


def reporter(quiet: bool) -> Report:
    """A line on stderr for each round, with its own rate."""

    def tell(total: Tally, count: int, rate: float) -> None:
        ratio = "" if total.ratio is None else f", largest ratio {total.ratio}"
        broken = f", {total.broken} BROKEN" if total.broken else ""
        text = f"campaign: {total.datasets} of {count}, {rate / 1e6:.2f} million/s{ratio}{broken}"
        live = sys.stderr.isatty()
        print(f"\r\033[K{text}" if live and total.datasets < count else text if not live else f"\r\033[K{text}\n",
              end="" if live else "\n", file=sys.stderr, flush=True)  # fmt: skip

    return (lambda *_: None) if quiet else tell


def scales_text(scales: Sequence[Scale]) -> str:
    """The scales in one line.

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

    def told(self) -> str:
        """The counts in one line."""
        t = self.total
        capped = f", {t.capped} did not end within the proved bound" if t.capped else ""
        long = f", {t.long} left out, of more than {LONG} updates at their scale" if t.long else ""
        compared = f"{t.compared} of {t.datasets} datasets compared exactly, {t.broken} broken"
        return f"{compared}{capped}{long}; {t.updates} updates"

    def case(self, number: int) -> Case | None:
        """The claim on one dataset, with the separator that it was made with."""
        if number < 0:
            return None
        from ..algorithms import engine

        made = prepared(self.task)
        X, y, w, b = dataset(made, self.task.seed, number)
        most, stated = made.cap(number) + 1, made.claim
        run = engine.run(X, y, bias_step=stated.bias_step, tie=stated.tie, max_updates=most)
        return stated.at(X, y, w, b, run.updates if run.separated else None)

    def broken(self) -> Case | None:
        """The first dataset that breaks the claim, made small."""
        case = self.case(self.total.first)
        try:
            worst = case and considered(case.claim, case.X, case.y)
        except TooLong:
            return case
        return shrunk(worst.claim, worst) if worst and not worst.holds else case

    def text(self, quiet: bool) -> str:
        """The sum for a reader."""
        broken, largest = self.broken(), self.case(self.total.number)
        verdict = style(f"{'refuted' if self.total.broken else 'tested':10}", fg="red" if broken else "yellow")
        lines = [f"{verdict} {self.task.statement}", f"           {self.told()}"]
        if broken:
            lines += broken_lines(broken, self.code(broken))
        if largest and not quiet:
            lines += [f"largest    {ratio_text(largest)}; dataset {self.total.number}", *examples_lines(largest)]
        if not quiet:
            lines.append(f"scales     {scales_text(prepared(self.task).scales)}")
        return "\n".join(lines)

    def code(self, case: Case) -> str:
        """Python code that shows the failure; for a case that could not be made small, with its own separator."""
        own = dataset(prepared(self.task), self.task.seed, self.total.first)[2:]
        return code(case.claim, self.task.algorithm, case, own if case == self.case(self.total.first) else None)

    def json(self, output: str) -> dict[str, Any]:
        """The sum for programs; numbers that need not be whole are strings."""
        broken, largest = self.broken(), self.case(self.total.number)
        counts = {k: v for k, v in asdict(self.total).items() if k not in ("left", "right", "number", "first")}
        return {
            **self.task.header,
            "verdict": "refuted" if broken else "tested",
            **counts,
            "largest": largest and {"number": self.total.number, **case_json(largest)},
            "counterexample": broken
            and {"number": self.total.first, **case_json(broken), "reproduce": self.code(broken)},
            "results": output,
        }

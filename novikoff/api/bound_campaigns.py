"""A claimed bound compared exactly with many datasets, at once or in parts.

Main definitions: `campaign`, `merge_campaign`, `CampaignReport`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from ..algorithms import fast_perceptron
from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput, format_option
from ..algorithms.run_loop import check_choice, check_integer, check_list, check_path
from ..algorithms.safe_files import parse_json, read_text, refuse, require_writable
from ..properties import campaign as work
from ..properties.campaign import Campaign, Results, prepare_claim
from ..properties.claimed_bound_counterexamples import TooLong, check_dataset, shrink, updates_of
from ..properties.claimed_bound_statements import Case
from ..properties.compiled_campaign import Formula, Scale, Tally
from ..report.document_formats import Block, Inline, Mark, Table, Words
from ..report.result_output import FAILED, INCONCLUSIVE, INTERRUPTED, NOTHING, OK, Reported, Row
from .broken_bound_text import broken_blocks, case_code, case_json, examples_rows, ratio_text
from .claimed_bound_checks import resolve_claim, resolve_runs

__all__ = ["CampaignReport", "campaign", "merge_campaign"]
Progress = Callable[[Tally, int, int], None]


def campaign(
    statement: str, count: int, output: str | Path, *, algorithm: str | None = None, tie: str = "mistake",
    seed: int = 0, points: int = 8, dimensions: int = 3, size: int = 3, part: tuple[int, int] = (1, 1),
    jobs: int | None = None, resume: bool = False, backend: Literal["processes", "dask"] = "processes",
    scheduler: str | None = None, report: Progress = lambda total, count, new: None,
) -> CampaignReport:
    """Compare a claimed mistake bound exactly with `count` datasets, which the seed determines.

    statement   a claimed bound, or a name, as for `bound`; `algorithm` and `tie` as there
    output      the file of results; each finished block of datasets is added to it
    points, dimensions, size   bounds on the number of examples, of coordinates, and on their values
    part        (I, N): only every N-th block, from block I on
    jobs        number of worker processes; None: the number of processors
    resume      whether to continue the campaign whose results are in the file
    backend     "processes" on this machine, or "dask": the workers of the Dask cluster at `scheduler`
    report      called after each block with the sum so far, `count`, and the number of new datasets

    After Ctrl-C the result is the sum of the finished blocks, and its `interrupted` is true. Needs numba. Raises
    `BadInput` for a statement or options that cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     campaign("w@w == 1 |- k <= (1 + R**2)/gamma**2", 64, Path(folder, "results.json"), jobs=1)
    <refuted w@w == 1 |- k <= (1 + R**2)/gamma**2: 64 of 64 datasets compared exactly, 4 broken; 236 updates>
    """
    check_integer(count, "count", 1)
    for name, value in (("seed", seed), ("points", points), ("dimensions", dimensions), ("size", size)):
        check_integer(value, name, int(name != "seed"), 2**63 - 1 if name == "seed" else None)
    if jobs is not None:
        check_integer(jobs, "jobs", 1)
    if len(two := check_list(part, "part")) != 2:
        raise BadInput(f"part must be a pair (I, N) (got {part!r:.60})")
    many = check_integer(two[1], "N of part (I, N)", 1)
    part = check_integer(two[0], "I of part (I, N)", 1, many), many
    check_choice("backend", backend, ("processes", "dask"))
    require_writable(check_path(output, "output"), "file of results")
    text, runs = resolve_claim(statement, algorithm)
    task = task_about(text, runs, tie=tie, seed=seed, points=points, dimensions=dimensions, size=size, part=part)
    results = Results(Path(output), task)
    if part[0] > (many := -(-count // task.block)):
        raise BadInput(f"part {part[0]} of {part[1]} has no block: {count} datasets are "
                       f"{format_count(many, 'block')} of "
                       f"{task.block}; give a larger {format_option('count')}, or fewer parts")
    if resume:
        results.read()
    try:
        work.campaign(count, results, jobs=jobs or fast_perceptron.count_cores(), backend=backend, scheduler=scheduler,
                      report=report)
    except KeyboardInterrupt:
        return CampaignReport(results, interrupted=True)
    except OSError as problem:
        raise BadInput(f"{output} cannot be written: {problem.strerror or problem}") from None
    return CampaignReport(results)


def merge_campaign(parts: Iterable[str | Path], count: int, output: str | Path) -> CampaignReport:
    """Join the files of all parts of a campaign of `count` datasets into one file, as one campaign writes it.

    Raises `BadInput`, and writes nothing, if a part is missing, incomplete, or of another campaign.
    """
    read = []
    for path in map(str, parts):
        read.append(Results(Path(path), task_of(path)))
        read[-1].read()
    merged = Results(Path(output), read[0].task._replace(part=(1, 1)))
    work.merge(count, read, merged)
    return CampaignReport(merged)


def task_about(text: str, runs: str, **settings: Any) -> Campaign:
    """Return the campaign of a statement about the runs of an algorithm."""
    about = resolve_runs(runs)
    rule = about.get("rule")
    return Campaign(text, runs, about.get("bias_step"), rule=rule and rule.name, several=about.get("several"),
                    **settings)


def task_of(path: str) -> Campaign:
    """Return the campaign that the first line of a file of results describes; `Results.read` then checks the rest.

    Raises `BadInput` if the first line describes none.
    """
    header = parse_json(read_text(path).partition("\n")[0], path, 1)
    kinds = {"statement": str, "algorithm": str, "tie": str, "seed": int, "points": int, "dimensions": int, "size": int}
    if type(header) is not dict or any(type(header.get(name)) is not kind for name, kind in kinds.items()) \
            or not 0 <= header["seed"] < 2**63:
        refuse(path, "this is not the first line of the results of a campaign", 1)
    text, runs, *rest = (header[name] for name in kinds)
    settings = dict(zip([*kinds][2:], rest, strict=True))
    if (part := parse_part(str(header.get("part", "1/1")))) is None:
        refuse(path, "this is not the first line of the results of a campaign", 1)
    return task_about(text, runs, **settings, part=part)


def parse_part(text: str) -> tuple[int, int] | None:
    """Return (I, N) of "I/N" with 1 <= I <= N, else None.

    >>> parse_part("3/100"), parse_part("3/2")
    ((3, 100), None)
    """
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    return (int(found[1]), int(found[2])) if found and 1 <= int(found[1]) <= int(found[2]) else None


def scales_text(scales: Sequence[Scale]) -> str:
    """Return the scales in one line.

    >>> from fractions import Fraction
    >>> scales_text([Scale(Fraction(1), 1), Scale(Fraction(1, 3), 1), Scale(Fraction(1), 10)])
    '1, 1/3; stretched by 10: 1'
    """
    factors = {s.stretch: ", ".join(str(t.factor) for t in scales if t.stretch == s.stretch) for s in scales}
    return "; ".join(f"stretched by {t}: {text}" if t > 1 else text for t, text in factors.items())


@dataclass(frozen=True, repr=False)
class CampaignReport(Reported):
    """The sum of a campaign over its finished blocks."""

    results: Results
    interrupted: bool = False

    @property
    def task(self) -> Campaign:
        """Return the campaign."""
        return self.results.task

    @cached_property
    def total(self) -> Tally:
        """Return the sum of all blocks."""
        return self.results.total

    @property
    def exit_status(self) -> int:
        return INTERRUPTED if self.interrupted else self.status

    @property
    def status(self) -> int:
        """Return the exit status of the comparison.

        A broken claim takes precedence over a run that did not end. Such a run takes precedence over a comparison
        without datasets.
        """
        if self.total.broken:
            return FAILED
        return INCONCLUSIVE if self.total.capped else OK if self.total.compared else NOTHING

    def rows(self) -> list[Row]:
        status = {FAILED: "failed", OK: "ok"}.get(self.status, "inconclusive")
        return [Row(self.task.statement, status, self.counts(), self.task.algorithm)]

    def in_short(self) -> str:
        return f"{self.verdict} {self.task.statement}: {self.counts()}"

    @property
    def verdict(self) -> str:
        """Return the verdict, "refuted" or "tested"."""
        return "refuted" if self.total.broken else "tested"

    def counts(self) -> str:
        """Return the counts in one line."""
        t, longest = self.total, self.task.header["scaled"]["longest_run"]
        capped = f", {t.capped} did not end within the proved bound" if t.capped else ""
        scaled = " on scaled data" * self.task.compiled
        long = f", {t.long} left out (more than {longest} updates{scaled})" if t.long else ""
        compared = f"{t.compared} of {format_count(t.datasets, 'dataset')} compared exactly, {t.broken} broken"
        return f"{compared}{capped}{long}; {format_count(t.updates, 'update')}"

    def case(self, number: int) -> Case | None:
        """Return the claim on one dataset, with the separator that made it; None for a negative number."""
        if number < 0:
            return None
        made = prepare_claim(self.task)
        X, y, w, b = made.dataset(self.task.seed, number)
        stated = made.claim
        if not (self.task.compiled and isinstance(made, Formula)):
            rule = stated.rule or stated.several
            return stated.at(X, y, w, b, updates_of(tuple(map(tuple, X)), tuple(y), stated.bias_step, stated.tie, rule))
        run = fast_perceptron.run(X, y, bias_step=stated.bias_step, tie=stated.tie, max_updates=made.cap(number) + 1)
        return stated.at(X, y, w, b, run.updates if run.separated else None)

    def broken(self) -> Case | None:
        """Return the first dataset that breaks the claim, shrunk if possible; None if there is none."""
        case = self.case(self.total.first)
        try:
            worst = case and check_dataset(case.claim, case.X, case.y)
        except TooLong:
            return case
        return shrink(worst.claim, worst) if worst and not worst.holds else case

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        broken, largest = self.broken(), self.case(self.total.at)
        verdict = Mark(f"{self.verdict:10}", "red" if self.total.broken else "yellow")
        blocks: list[Block] = [Words([verdict, f" {self.task.statement}"]), Table([("", self.counts())])]
        if self.task.part[1] > 1:
            whole = "{} of {}; join all with `novikoff campaign merge`".format(*self.task.part)
            blocks.append(Table([("part", whole)]))
        blocks += broken_blocks(broken, self.code(broken)) if broken else []
        rows: list[Sequence[Inline]] = []
        if largest:
            rows = [("largest", f"{ratio_text(largest)}; dataset {self.total.at}"), *examples_rows(largest)]
        scales = ("scales", scales_text(prepare_claim(self.task).scales))
        return [*blocks, *([] if quiet else [Table([*rows, scales])])]

    def code(self, case: Case) -> str:
        """Return Python code that shows the failure; for a case that could not be shrunk, with its own separator."""
        own = prepare_claim(self.task).dataset(self.task.seed, self.total.first)[2:]
        return case_code(case.claim, self.task.algorithm, case, own if case == self.case(self.total.first) else None)

    def json(self) -> dict[str, Any]:
        """Return the sum as JSON data; numbers that need not be integers are strings."""
        broken, largest = self.broken(), self.case(self.total.at)
        counts = {k: v for k, v in asdict(self.total).items() if k not in ("left", "right", "at", "first")}
        return {
            **self.task.header,
            "verdict": self.verdict,
            **counts,
            "largest": largest and {"number": self.total.at, **case_json(largest)},
            "counterexample": broken
            and {"number": self.total.first, **case_json(broken), "reproduce": self.code(broken)},
            "results": str(self.results.notes.path),
        }

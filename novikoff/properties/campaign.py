"""Compare a claimed bound exactly on very many datasets, block by block, and write the results to a file.

The datasets are numbered and made from the seed and their number (`compiled_campaign`), so the results do not depend on
how many workers there are, which of them die, or how often the campaign is interrupted. The file:

    first line   "schema", "statement", "algorithm", "tie", "seed", "points", "dimensions", "size"; "sources", a
                 digest of the package, and "rule", a digest of the files on which a user's rule may depend, or null;
                 "scales", the factors of the datasets; "scaled": one dataset in "one_of" has a factor, and its run is
                 compared if it makes at most "longest_run" updates; and "block", the number of datasets in a block
    other lines  one a block, in order: "block", its number from 0; "datasets" in it; "compared", those that meet the
                 hypotheses; "broken", those that break the claim; "capped", whose run did not end within the proved
                 bound (never seen); "long", those with a factor whose run is left out; "updates" of all and
                 "most_updates" of one; "left" and "right", the sides of the claim where left/right is largest, and
                 "at", the dataset there; "first", the first dataset that breaks the claim; −1 where there is none

A block is counted if and only if its line is in the file, so no block is lost, and none is counted twice. One process
at a time writes to the file. A file that is read again must come from the same sources. Each line of a file is checked:
its numbers must be possible. The datasets that the line names are run again, and one in `AGAIN` of the other datasets.
A digest of the line selects these datasets, so that a forger cannot choose them. This check finds invented counts. Each
line also ends with its "digest", so an edited digit is noticed unless the digest is computed again: results are as
trustworthy as their folder.
"""

import json
import random
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms.errors import BadInput, format_option
from ..algorithms.optional_packages import import_extra
from ..algorithms.processes import imap
from ..algorithms.resumable_work import Notes, digest, hash_files, package_folders, to_line
from ..algorithms.safe_files import parse_json, refuse
from ..algorithms.user_rules import files_of, load_rule
from .claimed_bound_counterexamples import TooLong, update_limit, updates_of
from .claimed_bound_statements import ClaimedBound, claim
from .compiled_campaign import (
    BLOCK,
    LONG,
    SCALES,
    SHARE,
    Formula,
    Scale,
    Shape,
    Tally,
    block,
    formula,
    require_shape,
    scale_of,
)
from .multiclass_claimed_bounds import MOST_CLASSES, Labelled, Several, scale_all

OWN_BLOCK = 2**10  # datasets in a block of runs that are not compiled
AGAIN = 64  # one dataset in 64 is run again when a line is read
ANOTHER_FILE = "give another file of results, or delete"
Report = Callable[[Tally, int, int], None]
Line = dict[str, Any]


class Campaign(NamedTuple):
    """The statement, the runs and the datasets of a campaign. `algorithm` is the name of the algorithm with the bias
    step, a Fraction ≥ 0 or "R2". `rule` is the same name, if it is a user-defined rule, which workers load by it.
    `several` describes an algorithm of several classes. `part` is (I, N) for part I of N."""

    statement: str
    algorithm: str
    bias_step: Any
    tie: str
    seed: int
    points: int
    dimensions: int
    size: int
    rule: str | None = None
    several: Several | None = None
    part: tuple[int, int] = (1, 1)

    @property
    def compiled(self) -> bool:
        """Return whether the compiled loop makes the runs."""
        return self.rule is None and self.several is None

    @property
    def header(self) -> Line:
        """Return the first line of the results."""
        named = ("statement", "algorithm", "tie", "seed", "points", "dimensions", "size")
        told = {name: getattr(self, name) for name in named}
        scales = [{"factor": str(s.factor), "stretch": s.stretch} for s in prepare_claim(self).scales]
        scaled = {"one_of": SHARE, "longest_run": LONG if self.compiled else update_limit(prepare_claim(self).claim)}
        line = {"schema": 1, **told, **sources(self.rule), "scales": scales, "scaled": scaled, "block": self.block}
        return line | ({"part": "{}/{}".format(*self.part)} if self.part[1] > 1 else {})

    @property
    def block(self) -> int:
        """Return the number of datasets in a block."""
        return BLOCK if self.compiled else OWN_BLOCK

    def blocks(self, count: int) -> list[tuple[int, int]]:
        """Return the blocks of this part of the first `count` datasets, each with the number of its datasets."""
        first, step = self.part
        return [(i, min(self.block, count - i * self.block)) for i in range(first - 1, -(-count // self.block), step)]


class Uncompiled(NamedTuple):
    """A claim about an algorithm of several classes, whose runs are not compiled, with the interface of `Formula`."""

    claim: ClaimedBound
    shape: Shape
    scales: tuple[Scale, ...] = SCALES

    def dataset(self, seed: int, number: int) -> Labelled:
        """Return dataset `number` of a seed, exactly and at its scale: X, y, and the separator w, b from which it was
        made."""
        assert self.claim.several is not None
        scale = self.scales[scale_of(number, len(self.scales))]
        return make_dataset(self.claim.several, self.shape, scale, seed, number)


def make_dataset(several: Several, most: Shape, scale: Scale, seed: int, number: int) -> Labelled:
    """Return the dataset with this number for a seed, at a scale, with at least two points, and its separator.

    >>> from .compiled_campaign import PLAIN
    >>> from .multiclass_claimed_bounds import Classes
    >>> X, y, w, b = make_dataset(Classes(), Shape(), PLAIN, 0, 3)
    >>> Classes().margin(tuple(map(tuple, X)), tuple(y), w, b) > 0
    True
    """
    chance = random.Random(f"{seed}, {number}")
    n, d = chance.randint(2, most.points), chance.randint(1, most.dimensions)
    X = [[chance.randint(-most.size, most.size) for _ in range(d)] for _ in range(n)]
    rows, columns = ([chance.choice((1, scale.stretch)) for _ in part] for part in (X, X[0]))
    by_rows = chance.random() < 0.5
    X = [[v * (row if by_rows else column) for v, column in zip(x, columns, strict=True)]
         for x, row in zip(X, rows, strict=True)]
    made = several.label_points(X, chance.randint(2, MOST_CLASSES), most.size, chance)
    if scale.factor == 1:  # keep integers as they are
        return made
    return made._replace(X=scale_all(scale.factor, made.X), b=scale_all(scale.factor, made.b))


@cache
def prepare_claim(task: Campaign) -> Formula | Uncompiled:
    """Return the statement in the form of the loop; each worker prepares it once."""
    rule = None if task.rule is None else load_rule(task.rule)
    stated = claim(task.statement, bias_step=task.bias_step, tie=task.tie, rule=rule, several=task.several)
    shape = Shape(task.points, task.dimensions, task.size)
    if task.several is None:
        return formula(stated, shape)
    require_shape(shape)
    if shape.points < 2:
        points = format_option("points")
        raise BadInput(f"{points} must be at least 2, so that there are two classes (got {shape.points})")
    return Uncompiled(stated, shape)


def count_block(task: Campaign, number: int, count: int) -> Tally:
    """Return the tally of the first `count` datasets of a block."""
    return count_range(task, number * task.block, count)


def count_range(task: Campaign, begin: int, count: int) -> Tally:
    """Return the tally of `count` datasets, from number `begin` on."""
    made = prepare_claim(task)
    if task.compiled and isinstance(made, Formula):
        return block(made, task.seed, begin, count, 1)
    return sum((count_dataset(made, task.seed, number) for number in range(begin, begin + count)), Tally())


def count_dataset(made: Formula | Uncompiled, seed: int, number: int) -> Tally:
    """Return the tally of one dataset, by a run that is not compiled, with the separator that labelled the dataset.
    """
    X, y, w, b = made.dataset(seed, number)
    stated = made.claim
    if len(set(y)) < 2 and stated.several:
        return Tally(datasets=1)
    try:
        k = updates_of(tuple(map(tuple, X)), tuple(y), stated.bias_step, stated.tie, stated.rule or stated.several)
    except TooLong:
        return Tally(datasets=1, long=1)
    case = stated.at(X, y, w, b, k)
    if case is None:
        return Tally(datasets=1)
    ratio = case.ratio if isinstance(case.ratio, Fraction) else None
    largest = {} if ratio is None else {"left": ratio.numerator, "right": ratio.denominator, "at": number}
    first = -1 if case.holds else number
    return Tally(1, 1, int(not case.holds), updates=k or 0, most_updates=k or 0, first=first, **largest)


@cache
def sources(rule: str | None) -> dict[str, str | None]:
    """Return digests of everything that results depend on: the package, and a user's rule with its imports."""
    return {"sources": hash_files(package_folders()), "rule": None if rule is None else hash_files(files_of(rule))}


# ----------------------------------------------------------------------------------------- the results


class Results:
    """The finished blocks, with their sum, and their file."""

    def __init__(self, path: Path, task: Campaign):
        self.notes: Notes = Notes(path)
        self.task = task
        self._hold({})
        self._read = False

    def _hold(self, done: dict[int, Tally]) -> None:
        self.done = done
        self.total: Tally = sum(done.values(), Tally())

    def read(self) -> None:
        """Take the blocks of an earlier run of the same campaign, if there was one. Raises `BadInput` if the file
        belongs to another campaign, or if another process writes to it. It raises `BadInput` also if a line contradicts
        itself or the datasets that are run again."""
        path, (first, step) = self.notes.path, self.task.part
        self._read = True
        if not _has_results(path):
            return

        def require_header(text: str) -> None:
            if wrong := _difference(parse_json(text, path, 1) if text else None, self.task):
                raise BadInput(f"{path} holds another campaign: {wrong}; {ANOTHER_FILE} this one")

        _, *lines = [parse_json(text, path, i) for i, text in enumerate(self.notes.lines(require_header), 1)]
        done = dict[int, Tally]()
        for place, line in enumerate(lines):
            number = first - 1 + place * step
            if wrong := _fault(line, number, self.task, place == len(lines) - 1):
                refuse(path, f"{wrong}; {ANOTHER_FILE} this line and all after it", place + 2)
            done[number] = _tally(line)
        self._hold(done)

    def missing(self, count: int) -> list[tuple[int, int]]:
        """Return the unfinished blocks of the first `count` datasets, with the number of datasets that they need."""
        return [(i, size) for i, size in self.task.blocks(count) if i not in self.done or self.done[i].datasets < size]

    def begin(self, count: int) -> list[tuple[int, int]]:
        """Return the missing blocks; the file then has the other blocks. A last block that is incomplete is repeated.
        Raises `BadInput` if the file cannot be written, or has results that were not read."""
        if not self._read and _has_results(self.notes.path):
            raise BadInput(f"{self.notes.path} exists; continue it with {format_option('resume', True)}, or give "
                           "another file of results")
        missing = dict(self.missing(count))
        self.write({i: tally for i, tally in self.done.items() if i not in missing})
        return list(missing.items())

    def write(self, done: dict[int, Tally]) -> None:
        """Replace the blocks in memory and in the file by these, in order."""
        self._hold(done)
        self.notes.replace([self.task.header, *(_line(i, tally) for i, tally in done.items())], "file of results")

    def add(self, number: int, tally: Tally) -> None:
        """Append a block, which must be the next one in order."""
        self.notes.add(_line(number, tally))
        self.done[number] = tally
        self.total += tally


def _has_results(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _line(number: int, tally: Tally) -> Line:
    return {"block": number, **asdict(tally)}


def _tally(line: Line) -> Tally:
    return Tally(**{name: value for name, value in line.items() if name != "block"})


def _difference(header: Any, task: Campaign) -> str:
    """Return how the first line of a file differs from the header of a campaign; "" if it does not."""
    if type(header) is not dict:
        return "its first line does not say which"
    there, here = ({name: json.dumps(value) for name, value in line.items()} for line in (header, task.header))
    rule = f"the source of {task.rule}, or of what that imports" if task.rule else "the update rule"
    words = {"sources": "the sources of novikoff", "rule": rule}
    changed = [words.get(name, name) for name in {**here, **there} if here.get(name) != there.get(name)]
    return f"it differs in {', '.join(changed)}" if changed else ""


def _fault(line: Any, number: int, task: Campaign, last: bool) -> str:
    """Return why no campaign could have written this line of block `number`; "" if one could. The last block may be
    incomplete."""
    names = _line(number, Tally())
    if type(line) is not dict:
        return f"{line!s:.60} is not an object"
    for name in [*names, *line]:
        if name not in line or name not in names:
            return f"the key {name!r:.60} is {'missing' if name in names else 'not known'}"
    for name, value in line.items():
        if type(value) is not int:
            return f"{name} is {value!r:.60}, which is not a whole number"
    tally, begin = _tally(line), number * task.block
    end = begin + tally.datasets
    long, longest_run = _run_limits(task, begin, end)
    ranges = {
        "block": (number, number), "datasets": (1 if last else task.block, task.block), "long": (0, long),
        "compared": (0, tally.datasets - tally.long), "capped": (0, tally.compared if task.compiled else 0),
        "broken": (int(tally.first >= 0), tally.compared - tally.capped), "most_updates": (0, longest_run),
        "updates": (tally.most_updates, tally.most_updates * tally.compared), "first": (begin, end - 1),
        "at": (begin, end - 1),
    }
    for name, (least, most) in ranges.items():
        if not least <= line[name] <= most and not (name in ("first", "at") and line[name] == -1):
            return f"{name} is {line[name]!s:.60}, not {least if least == most else f'from {least} to {most}'}"
    return contradiction(task, tally) or _find_mismatch(task, begin, tally)


def _run_limits(task: Campaign, begin: int, end: int) -> tuple[int, int]:
    """Return how many of these datasets may be left out, and the most updates of the others."""
    made = prepare_claim(task)
    if task.compiled and isinstance(made, Formula):
        return -(-end // SHARE) - -(-begin // SHARE), int(made.runs[:, 3].max()) + 1
    return end - begin, update_limit(made.claim)


def contradiction(task: Campaign, tally: Tally) -> str:
    """Run the datasets that a tally names again, and return how their results differ from it, or "" if they agree.
    """
    again = sum((count_range(task, number, 1) for number in {tally.at, tally.first} - {-1}), Tally())
    said, found = _line(0, tally), _line(0, again)
    for name in ("left", "right", "at", "first"):
        if said[name] != found[name]:
            return f"{name} is {said[name]!s:.60}, but the named datasets give {found[name]!s:.60}"
    for name in COUNTS:
        if said[name] < found[name]:
            return f"{name} is {said[name]!s:.60}, but the named datasets alone give {found[name]!s:.60}"
    return "broken is not 0, but first names no dataset" if tally.broken and tally.first < 0 else ""


COUNTS = ("compared", "broken", "capped", "long", "updates", "most_updates")


def _find_mismatch(task: Campaign, begin: int, tally: Tally) -> str:
    """Run a share of the datasets of a block again, and return how they differ from its tally, or "" if they agree."""
    count = max(1, tally.datasets // AGAIN)
    first = begin + int(digest(to_line(_line(begin, tally))), 16) % (tally.datasets - count + 1)
    found = count_range(task, first, count)
    said, least = _line(begin, tally), _line(begin, found)
    some = f"but datasets {first} to {first + count - 1}"
    for name in COUNTS:
        if said[name] < least[name]:
            return f"{name} is {said[name]}, {some} alone give {least[name]}"
    if tally.datasets - tally.compared < count - found.compared:
        return f"compared is {tally.compared}, {some} have {count - found.compared} that are not compared"
    if found.first >= 0 and not 0 <= tally.first <= found.first:
        return f"first is {tally.first}, {some} have {found.first}"
    if found.ratio is not None and (tally.ratio is None or tally.ratio < found.ratio):
        return f"the largest ratio is {tally.ratio or 'missing'}, {some} have {found.ratio}"
    return ""


# ---------------------------------------------------------------------------------------- the campaign


def campaign(count: int, results: Results, *, jobs: int, backend: str = "processes", scheduler: str | None = None,
             report: Report = lambda total, count, new: None) -> Tally:
    """Count the missing blocks, and return the sum of all. Each block is written to the file as soon as all earlier
    blocks are done, so a killed campaign loses only the blocks in progress. `report` is called after each block with
    the sum, the number of datasets in all, and the size of the block. If no block was done, the file is removed. Raises
    `BadInput` if a repeated run of the datasets in the sum gives another result."""
    task = results.task
    wanted = sum(size for _, size in task.blocks(count))
    count_block(task, 0, 0)  # forked processes inherit the prepared claim and the machine code
    with workers(backend, jobs, scheduler, task) as each:
        missing = results.begin(count)
        try:
            with closing(each(task, missing)) as tallies:
                for (number, size), tally in zip(missing, tallies, strict=True):
                    results.add(number, tally)
                    report(results.total, wanted, size)
        finally:
            if not results.done:
                results.notes.path.unlink(missing_ok=True)
    if wrong := contradiction(task, results.total):
        raise BadInput(f"{task.algorithm} makes another run the next time: {wrong}; it keeps state between runs")
    return results.total


def merge(count: int, parts: Sequence[Results], whole: Results) -> Tally:
    """Write the blocks of all parts of a campaign of `count` datasets into one file, and return their sum. The file is
    byte for byte the one that the campaign writes on one machine. Raises `BadInput` if a part is missing, given twice,
    incomplete, or of another campaign, or if the file has results already."""
    of = parts[0].task.part[1]
    first, *others = ({**results.task.header, "part": results.task.part[1]} for results in parts)
    for results, header in zip(parts[1:], others, strict=True):
        if changed := [name for name, value in header.items() if value != first[name]]:
            raise BadInput(f"{results.notes.path} and {parts[0].notes.path} belong to different campaigns: they differ "
                           f"in {', '.join(changed)}")
    given = {results.task.part[0]: results for results in parts}
    for results in parts:
        if results is not (again := given[results.task.part[0]]):
            raise BadInput(f"part {results.task.part[0]} is given twice, by {results.notes.path} and "
                           f"{again.notes.path}")
    if absent := [str(i) for i in range(1, of + 1) if i not in given]:
        raise BadInput(f"of {of} parts these are missing: {', '.join(absent[:20])}{', …' * (len(absent) > 20)}")
    done = {i: tally for results in parts for i, tally in results.done.items()}
    wanted = dict(whole.task.blocks(count))
    for number in sorted({*wanted, *done}):
        if (size := done[number].datasets if number in done else 0) != (asked := wanted.get(number, 0)):
            path = given[number % of + 1].notes.path
            option = format_option("count")
            raise BadInput(f"{path} has {size} datasets of block {number}, but {option} asks for {asked}; run each "
                           f"part with the same {option}")
    if _has_results(whole.notes.path):
        raise BadInput(f"{whole.notes.path} exists; give another file of results")
    whole.write({number: done[number] for number in sorted(done)})
    return whole.total


Work = Callable[[Campaign, list[tuple[int, int]]], Generator[Tally]]


@contextmanager
def workers(backend: str, jobs: int, scheduler: str | None, task: Campaign) -> Iterator[Work]:
    """Yield a function that counts blocks and returns their tallies in order. Processes on this machine are forked, so
    that none imports or prepares anything. Each takes the next block as soon as it is free."""
    if backend == "processes":
        many = jobs if jobs > 1 else 0
        yield lambda task, blocks: (tally for _, tally in imap(lambda b: count_block(task, *b), blocks, many))
        return
    if scheduler is None:
        raise BadInput(f"{format_option('backend', 'dask')} needs {format_option('scheduler', 'ADDRESS')}, such as "
                       "tcp://host:8786")
    [distributed] = import_extra(format_option("backend", "dask"), "cluster", "distributed")
    try:
        client = distributed.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        raise BadInput(f"no Dask scheduler answers at {scheduler}: {problem}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise BadInput(f"no worker has joined {scheduler}; start one with: dask worker {scheduler}") from None
        with _catch_cluster_errors(scheduler):
            for address, wrong in client.run(differing_sources, sources(task.rule), task.rule).items():
                _require_none(wrong, address)
        yield lambda task, blocks: _run_on_cluster(client, scheduler, task, blocks)


PATIENCE = 20  # seconds until a scheduler answers, and until it has a worker
AHEAD = 2  # blocks per thread of the cluster, so that no thread waits for the next one


@contextmanager
def _catch_cluster_errors(scheduler: str) -> Iterator[None]:
    from distributed import KilledWorker

    resume = format_option("resume", True)
    try:
        yield
    except (CancelledError, OSError) as problem:
        raise BadInput(f"the Dask scheduler at {scheduler} was lost ({problem!s:.100}); {resume} goes on") from None
    except KilledWorker as problem:
        raise BadInput(f"several workers of {scheduler} died at one block: {problem!s:.99}; {resume} goes on") from None
    except (ImportError, AttributeError) as problem:
        if "novikoff" not in str(problem):
            raise
        raise BadInput(f"a worker of {scheduler} has no novikoff, or another version ({problem!s:.100}); "
                       "install the same version on all workers") from None


def _run_on_cluster(client: Any, scheduler: str, task: Campaign, blocks: list[tuple[int, int]]) -> Generator[Tally]:
    """Yield the tallies of the blocks, in order. Workers that join the cluster get blocks, too. If a worker dies,
    another gets its blocks."""
    from distributed import as_completed

    waiting, arrived, here = deque(blocks), dict[int, Tally](), sources(task.rule)
    running = dict[Any, int]()  # by future; the cluster drops a result when its future is deleted
    finished = as_completed(loop=client.loop)
    with _catch_cluster_errors(scheduler):
        for number, _ in blocks:
            while number not in arrived:
                while waiting and len(running) < AHEAD * max(1, sum(client.nthreads().values())):
                    block = waiting.popleft()
                    future = client.submit(count_on_worker, here, task, *block, pure=False)
                    running[future] = block[0]
                    finished.add(future)
                future = next(finished)
                arrived[running.pop(future)] = future.result()
            yield arrived.pop(number)


def count_on_worker(here: dict[str, str | None], task: Campaign, number: int, count: int) -> Tally:
    """Return the tally of a block from a worker of a cluster. Raises `BadInput` if the worker has other sources."""
    if wrong := differing_sources(here, task.rule):
        from distributed import get_worker

        _require_none(wrong, get_worker().address)
    return count_block(task, number, count)


def differing_sources(here: dict[str, str | None], rule: str | None) -> str:
    """Return the names of the campaign's sources that this worker has in another version; "" if there are none."""
    named = {"sources": "novikoff", "rule": f"{rule}, or of what that imports"}
    return " and ".join(named[name] for name, value in sources(rule).items() if value != here[name])


def _require_none(wrong: str, address: str) -> None:
    if wrong:
        raise BadInput(f"the worker at {address} has other sources of {wrong}; install the campaign's there, and "
                       "start it again")

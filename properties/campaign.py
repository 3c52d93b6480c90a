"""A claimed bound compared exactly on as many datasets as there is time for: block by block, into a file of results.

Main definitions:
    Campaign, counted    what is tested, and one block of it, a function of the campaign and the block's number alone
    Results              the blocks that are done, and their file: JSON Lines, one line a block, in order
    campaign             the blocks that are missing, on processes or on a Dask cluster; the sum of all

The datasets are numbered and made from the seed and their number (`bulk`), so the results do not depend on how many
workers there are, which of them die, or how often the campaign is interrupted. The file:

    first line   "schema", "statement", "algorithm", "tie", "seed", "points", "dimensions", "size"; "sources", a
                 digest of the package, and "rule", one of the files on which a rule of somebody's own may depend, or
                 null; "scales", what the datasets are multiplied by; "scaled", one of how many is, and the longest run
                 that is compared there; and "block", the number of datasets in a block
    other lines  one a block, in order: "block", its number from 0; "datasets" in it; "compared", those that meet the
                 hypotheses; "broken", those that break the claim; "capped", whose run did not end within the proved
                 bound (never seen); "long", those with a scale whose run is left out; "updates" of all and
                 "most_updates" of one; "left" and "right", the sides of the claim where left/right is largest, and
                 "at", the dataset there; "first", the first dataset that breaks the claim; −1 where there is none

A block is counted if and only if its line is in the file, so none is lost and none is counted twice. A file that is
read again is of the same sources, and of each line what costs little is checked: that a block can have its numbers, and
what the datasets give that it names, which are run anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms.errors import BadInput
from ..algorithms.files import parse_json, refuse, write_whole
from ..algorithms.own import files_of, load
from ..algorithms.processes import in_turn
from ..algorithms.resuming import Notes, as_line, package, state_of
from .bulk import BLOCK, LONG, SCALES, SHARE, Formula, Scale, Shape, Tally, block, formula, require_shape, scale_of
from .claimed import ClaimedBound, claim
from .searching import TooLong, longest, updates_of
from .several import MOST_CLASSES, Labelled, Several, times

OWN_BLOCK = 2**10  # datasets, where the runs are not compiled
ANEW = "give another -o FILE, or delete"
Report = Callable[[Tally, int, int], None]
Line = dict[str, Any]


class Campaign(NamedTuple):
    """What is tested: a statement, the runs it is about, and the datasets.

    `algorithm` is the name of what has the bias step, a Fraction ≥ 0 or "R2"; `rule` the same name, if it is a rule of
    somebody's own, which workers load by it; `several` what is known of it if it has several classes.
    """

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

    @property
    def compiled(self) -> bool:
        """Whether the runs are made by the compiled loop."""
        return self.rule is None and self.several is None

    @property
    def header(self) -> Line:
        """The first line of the results."""
        told = {name: value for name, value in self._asdict().items() if name not in ("bias_step", "rule", "several")}
        scales = [{"factor": str(s.factor), "stretch": s.stretch} for s in prepared(self).scales]
        scaled = {"one_of": SHARE, "longest_run": LONG if self.compiled else longest(prepared(self).claim)}
        return {"schema": 1, **told, **sources(self.rule), "scales": scales, "scaled": scaled, "block": self.block}

    @property
    def block(self) -> int:
        """How many datasets are in a block."""
        return BLOCK if self.compiled else OWN_BLOCK


class Uncompiled(NamedTuple):
    """A claim about an algorithm of several classes, whose runs are not compiled, and its datasets; as `Formula`."""

    claim: ClaimedBound
    shape: Shape
    scales: tuple[Scale, ...] = SCALES

    def scale(self, number: int) -> Scale:
        """The scale of dataset `number`."""
        return self.scales[scale_of(number, len(self.scales))]

    def dataset(self, seed: int, number: int) -> Labelled:
        """X, y, and the separator w, b with which dataset `number` of a seed was made, at its scale, exactly."""
        assert self.claim.several is not None
        return numbered(self.claim.several, self.shape, self.scale(number), seed, number)


def numbered(several: Several, most: Shape, scale: Scale, seed: int, number: int) -> Labelled:
    """The dataset of this number of a seed, with at least two points, at a scale, and its separator.

    >>> from .bulk import PLAIN
    >>> from .several import Classes
    >>> X, y, w, b = numbered(Classes(), Shape(), PLAIN, 0, 3)
    >>> Classes().margin(tuple(map(tuple, X)), tuple(y), w, b) > 0
    True
    """
    chance = random.Random(f"{seed}, {number}")
    n, d = chance.randint(2, most.points), chance.randint(1, most.dimensions)
    X = [[chance.randint(-most.size, most.size) for _ in range(d)] for _ in range(n)]
    rows, columns = ([chance.choice((1, scale.stretch)) for _ in part] for part in (X, X[0]))
    by_rows = chance.random() < 0.5
    X = [[v * (row if by_rows else column) for v, column in zip(x, columns, strict=True)]
         for x, row in zip(X, rows, strict=True)]  # fmt: skip
    made = several.labelled(X, chance.randint(2, MOST_CLASSES), most.size, chance)
    if scale.factor == 1:  # whole numbers stay so
        return made
    return made._replace(X=times(scale.factor, made.X), b=times(scale.factor, made.b))


@cache
def prepared(task: Campaign) -> Formula | Uncompiled:
    """The statement for the loop; each worker prepares it once."""
    rule = None if task.rule is None else load(task.rule)
    stated = claim(task.statement, bias_step=task.bias_step, tie=task.tie, rule=rule, several=task.several)
    shape = Shape(task.points, task.dimensions, task.size)
    if task.several is None:
        return formula(stated, shape)
    require_shape(shape)
    if shape.points < 2:
        raise BadInput(f"points must be at least 2, so that there are two classes (got {shape.points})")
    return Uncompiled(stated, shape)


def counted(task: Campaign, number: int, count: int) -> Tally:
    """What the first `count` datasets of a block give."""
    made = prepared(task)
    if task.compiled and isinstance(made, Formula):
        return block(made, task.seed, number, count)
    numbers = range(number * task.block, number * task.block + count)
    return sum((one(made, task.seed, each) for each in numbers), Tally())


def one(made: Formula | Uncompiled, seed: int, number: int) -> Tally:
    """What one dataset gives, by a run that is not compiled; the separator is the one it is made with."""
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
    largest = {} if ratio is None else {"left": ratio.numerator, "right": ratio.denominator, "number": number}
    first = -1 if case.holds else number
    return Tally(1, 1, int(not case.holds), updates=k or 0, most_updates=k or 0, first=first, **largest)


def again(task: Campaign, tally: Tally) -> Tally:
    """What the datasets that a tally names give, the largest ratio and the first that breaks the claim, by new runs."""
    made, named = prepared(task), {tally.number, tally.first} - {-1}
    if task.compiled and isinstance(made, Formula):
        return sum((block(made, task.seed, number, 1, 1) for number in named), Tally())
    return sum((one(made, task.seed, number) for number in named), Tally())


@cache
def sources(rule: str | None) -> dict[str, str | None]:
    """Digests of what results depend on: of the package, and of a rule of somebody's own with its imports."""
    return {"sources": state_of(package()), "rule": None if rule is None else state_of(files_of(rule))}


# ----------------------------------------------------------------------------------------- the results


class Results:
    """The blocks that are done, with their sum, and their file."""

    def __init__(self, path: Path, task: Campaign):
        """Begin without blocks."""
        self.notes, self.task = Notes(path), task
        self._hold({})

    def _hold(self, done: dict[int, Tally]) -> None:
        self.done, self.total = done, sum(done.values(), Tally())

    def read(self) -> None:
        """Take the blocks of an earlier run of the same campaign; raises `BadInput` if the file is of another one, or
        if a line contradicts itself or the datasets that it names.
        """
        path = self.notes.path
        if not path.exists():
            return
        header, *lines = [parse_json(text, path, i) for i, text in enumerate(self.notes.lines(), 1)] or [None]
        if wrong := _difference(header, self.task):
            raise BadInput(f"{path} holds another campaign: {wrong}; {ANEW} this one")
        done = dict[int, Tally]()
        for number, line in enumerate(lines):
            if wrong := _fault(line, number, self.task, number == len(lines) - 1):
                refuse(path, f"{wrong}; {ANEW} this line and all after it", number + 2)
            done[number] = _tally(line)
        self._hold(done)

    def missing(self, count: int) -> list[tuple[int, int]]:
        """The blocks of the first `count` datasets that are not done, with how many datasets they need."""
        size = self.task.block
        wanted = ((i, min(size, count - i * size)) for i in range(-(-count // size)))
        return [(i, size) for i, size in wanted if i not in self.done or self.done[i].datasets < size]

    def begin(self, count: int) -> list[tuple[int, int]]:
        """The blocks that are missing; the file has the others. The last, if it is there in part, is done anew.

        Raises `BadInput` if the file cannot be written.
        """
        missing = dict(self.missing(count))
        self._hold({i: tally for i, tally in self.done.items() if i not in missing})
        lines = [self.task.header, *(_line(i, tally) for i, tally in self.done.items())]
        write_whole(self.notes.path, "".join(map(as_line, lines)), "file of results")
        return list(missing.items())

    def add(self, number: int, tally: Tally) -> None:
        """A block is done, the next one in order."""
        self.notes.add(_line(number, tally))
        self.done[number] = tally
        self.total += tally


def _line(number: int, tally: Tally) -> Line:
    named = {("at" if name == "number" else name): value for name, value in asdict(tally).items()}
    return {"block": number, **named}


def _tally(line: Line) -> Tally:
    return Tally(**{("number" if name == "at" else name): value for name, value in line.items() if name != "block"})


def _difference(header: Any, task: Campaign) -> str:
    """In what the first line of a file is not that of a campaign, as it is written; "" if it is."""
    if type(header) is not dict:
        return "its first line does not say which"
    there, here = ({name: json.dumps(value) for name, value in line.items()} for line in (header, task.header))
    told = {"sources": "the sources of novikoff", "rule": f"the source of {task.rule}, or of what that imports"}
    changed = [told.get(name, name) for name in {**here, **there} if here.get(name) != there.get(name)]
    return f"it differs in {', '.join(changed)}" if changed else ""


def _fault(line: Any, number: int, task: Campaign, last: bool) -> str:
    """Why no campaign has written this line of block `number`; "" if nothing speaks against it. The last block may be
    there in part.
    """
    names = _line(number, Tally())
    if type(line) is not dict:
        return f"{line!s:.60} is no object"
    for name in [*names, *line]:
        if name not in line or name not in names:
            return f"the key {name!r:.60} is {'missing' if name in names else 'not known'}"
    for name, value in line.items():
        if type(value) is not int:
            return f"{name} is {value!r:.60}, which is no whole number"
    tally, begin = _tally(line), number * task.block
    end = begin + tally.datasets
    long, longest_run = _most(task, begin, end)
    ranges = {
        "block": (number, number), "datasets": (1 if last else task.block, task.block), "long": (0, long),
        "compared": (0, tally.datasets - tally.long), "capped": (0, tally.compared if task.compiled else 0),
        "broken": (int(tally.first >= 0), tally.compared - tally.capped), "most_updates": (0, longest_run),
        "updates": (tally.most_updates, tally.most_updates * tally.compared), "first": (begin, end - 1),
        "at": (begin, end - 1),
    }  # fmt: skip
    for name, (least, most) in ranges.items():
        if not least <= line[name] <= most and not (name in ("first", "at") and line[name] == -1):
            return f"{name} is {line[name]!s:.60}, and not {least if least == most else f'from {least} to {most}'}"
    return contradiction(task, tally)


def _most(task: Campaign, begin: int, end: int) -> tuple[int, int]:
    """How many of these datasets may be left out, and the most updates of one that is not."""
    made = prepared(task)
    if task.compiled and isinstance(made, Formula):
        return -(-end // SHARE) - -(-begin // SHARE), int(made.runs[:, 3].max()) + 1
    return end - begin, longest(made.claim)


def contradiction(task: Campaign, tally: Tally) -> str:
    """In what a tally is not what the datasets give that it names, which are run anew; "" if it fits."""
    said, found = _line(0, tally), _line(0, again(task, tally))
    for name in ("left", "right", "at", "first"):
        if said[name] != found[name]:
            return f"{name} is {said[name]!s:.60}, where the datasets it names give {found[name]!s:.60}"
    for name in ("compared", "broken", "capped", "long", "updates", "most_updates"):
        if said[name] < found[name]:
            return f"{name} is {said[name]!s:.60}, where the datasets it names alone give {found[name]!s:.60}"
    return "broken is not 0, and first names none" if tally.broken and tally.first < 0 else ""


# ---------------------------------------------------------------------------------------- the campaign


def campaign(
    count: int,
    results: Results,
    *,
    jobs: int,
    backend: str = "processes",
    scheduler: str | None = None,
    report: Report = lambda total, count, new: None,
) -> Tally:
    """Do the blocks that are missing, and return the sum of all. Each is in the file as soon as those before it are
    done, so a campaign that is killed loses the blocks that its workers are at. `report` is called after each
    with the sum, the count, and the size of the block.

    Raises `BadInput` if what the sum names is otherwise when it is run anew.
    """
    task = results.task
    counted(task, 0, 0)  # what is prepared, and the machine code, is there when processes are forked
    missing = results.begin(count)
    with workers(backend, jobs, scheduler) as each, closing(each(task, missing)) as tallies:
        for (number, size), tally in zip(missing, tallies, strict=True):
            results.add(number, tally)
            report(results.total, count, size)
    if wrong := contradiction(task, results.total):
        raise BadInput(f"{task.algorithm} makes another run the next time: {wrong}; it keeps something between runs")
    return results.total


Work = Callable[[Campaign, list[tuple[int, int]]], Generator[Tally]]


@contextmanager
def workers(backend: str, jobs: int, scheduler: str | None) -> Iterator[Work]:
    """A function that does blocks and returns what comes of them, one after the other, in order.

    Processes of this machine are forked, so that none imports or prepares anything, and each takes the next block by
    itself as soon as it is free.
    """
    if backend == "processes":
        many = jobs if jobs > 1 else 0
        yield lambda task, blocks: (tally for _, tally in in_turn(lambda b: counted(task, *b), blocks, many))
        return
    with _cluster(scheduler) as (joblib, settings), joblib.parallel_config(**settings), \
            joblib.Parallel(return_as="generator") as parallel:  # fmt: skip
        do = joblib.delayed(counted)
        yield lambda task, blocks: parallel(do(task, *b) for b in blocks)


@contextmanager
def _cluster(scheduler: str | None) -> Iterator[tuple[Any, dict[str, Any]]]:
    if scheduler is None:
        raise BadInput("--backend dask needs --scheduler ADDRESS, such as tcp://host:8786")
    distributed, joblib = _needed("distributed"), _needed("joblib")
    try:
        client = distributed.Client(scheduler, timeout=20, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        raise BadInput(f"no Dask scheduler answers at {scheduler}: {problem}") from None
    with client:
        yield joblib, {"backend": "dask", "client": client, "n_jobs": -1}


def _needed(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise BadInput(f"{module} is not installed; pip install 'novikoff[cluster]'") from None

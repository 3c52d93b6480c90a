"""Labelled examples from files, read exactly: `5.1` is the fraction 51/10.

Main definitions: `read_records`, `Records`, `How`; `two_classes`, `many_classes` and `candidates` make a `Dataset` of
them.

Every mistake in a file is a `BadInput` that names the file, the line and the column. `table_readers` reads all formats.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Literal, TypeVar

from .errors import BadExample, BadInput, format_option
from .labelled_examples import Labels, Rows, yield_blocks
from .safe_files import MAX_DIGITS, quote_short, safe_text
from .scaling import Scaling, fit_scaling
from .sparse_rows import SparseRows
from .table_readers import (
    NUMBER,
    Cell,
    Row,
    SparseTable,
    Table,
    format_names,
    read_labels,
    read_table,
    require_room,
)

BUNDLED = Path(__file__).with_name("data")
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
MAX_EXPONENT = 400  # the cost of an exact number grows with its digits, so `1e999999999` is refused, not computed
MISSING = ("", "nan", "na", "n/a", "<na>", "null", "?", "none")  # of a feature; a label may be the last one
BOOLEANS = {"true": Fraction(1), "false": Fraction(0)}
NAMES_OF_LABELS = re.compile(r"labels?|class(es)?|targets?|species|outcome|diagnosis|category", re.IGNORECASE)
NAMES_OF_IDS = re.compile(r"|(row_?|sample_?|example_?)?(id|index|idx|no|nr|number)|.*[_ ]id|unnamed: ?\d+|rownames"
                          r"|__index_level_\d+__", re.IGNORECASE)
CLASSES = 20  # a larger number looks like one of a feature
AHEAD = 20  # rows that tell whether a column has words
MANY = 20  # rows that count up by one are no accident
ROW_BYTES, NUMBER_BYTES = 144, 112  # for an example without its numbers, and for a fraction
BLOCK = 2**8  # rows that are handed over together
SAMPLE = 2**10  # rows that tell how much memory the others take
KEPT = 2**18  # texts whose number is remembered
T = TypeVar("T")


@dataclass(frozen=True)
class Dataset:
    """Labelled examples: X of shape (n, d), exact; y of n labels ±1, where +1 means `positive`.

    `lines[i]` is the line of example i in `source`, or its row, as `place` says. `features` names the d columns of X.
    For choices, X[i] holds the vectors of the candidates, y[i] is the index of the right one, and `group` names the
    column that identifies the example. `dropped` lists the columns left out, `missing` the lines left out. With a
    `scaling`, X holds the scaled numbers.
    """

    X: Sequence[tuple[Fraction, ...]]
    y: tuple[int, ...]
    features: Sequence[str]
    label: str
    positive: str
    source: str
    lines: tuple[int, ...]
    dropped: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()
    scaling: Scaling | None = None
    group: str = ""
    place: str = "line"


@dataclass(frozen=True)
class How:
    """The options for reading a file.

    label      the column of the labels; by default the label column of the format, else the column with a name of
               `NAMES_OF_LABELS` (or `y`, if no column is called `x`), else the last column. In a file without names
               also its number, from 1
    positive   the label that is +1, all others being −1
    sep        what separates cells: a character, or one of the words of `table_readers.WORDS`; by default detected
    drop       columns that are left out
    missing    "error", or "drop": leave out each row where a number or the label is missing
    scale      a rule of `scaling.KINDS`, by which the features are scaled when the examples are made
    group      the column with the same value in all rows that are candidates of one example
    """

    label: str | None = None
    positive: str | None = None
    sep: str | None = None
    drop: Sequence[str] = ()
    missing: Literal["error", "drop"] = "error"
    scale: str | None = None
    group: str | None = None


@dataclass(frozen=True)
class Records:
    """The content of a file: X of shape (n, d), and n labels. Each label keeps its first spelling, so 1 and 1.0 are one
    class.

    `groups` holds the values of the column `group`, if there is one. `place` says whether `lines` counts "line" or
    "row". The other fields have the same meaning as in `Dataset`. `notes` holds sentences about choices that may
    surprise a reader.
    """

    X: Sequence[tuple[Fraction, ...]]
    labels: tuple[str, ...]
    features: Sequence[str]
    label: str
    source: str
    lines: tuple[int, ...]
    dropped: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()
    place: str = "line"
    scale: str | None = None
    group: str = ""
    groups: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def numbering(self) -> list[str]:
        """Return the features that seem to number the rows: all different, and called an id or counting by one."""
        if isinstance(self.X, SparseRows):
            full = self.X.full_columns(1)
            return [self.features[j] for j in full if _numbers_rows(self.features[j], self.X.column(j))]
        return [name for name, column in zip(self.features, zip(*self.X, strict=True), strict=True)
                if _numbers_rows(name, column)]


def read_csv(path: str | os.PathLike[str], label: str | None = None, positive: str | None = None) -> Dataset:
    """Read a file with columns of numbers and one column of labels, in a format of `table_readers`.

    `label` is as in `How`. `positive` is the label value that means +1, all others meaning −1. Without `positive`
    there may be at most two values: the larger number, or the later text in sorted order, means +1; a lone value must
    be 1 or −1.

    >>> iris = read_csv("iris", label="species", positive="setosa")
    >>> iris.X[0], iris.y[0], iris.lines[0], len(iris.X)
    ((Fraction(51, 10), Fraction(7, 2), Fraction(7, 5), Fraction(1, 5)), 1, 2, 150)
    """
    return two_classes(read_records(path, How(label)), positive)


def read_records(path: str | os.PathLike[str], how: How = How()) -> Records:
    """Return the features and labels of a file; ignore `how.positive`, which is for `two_classes`.

    >>> sorted(set(read_records("iris", How(drop=["petal_width"])).labels))
    ['setosa', 'versicolor', 'virginica']
    """
    file = resolve(path)
    try:
        return read_table_of(read_table(file, how.sep), how)
    except MemoryError:
        name = safe_text(file.name, 100)
        raise BadInput(f"{name} is too large for the memory of this machine; give fewer rows") from None


def two_classes(found: Records, positive: str | None = None) -> Dataset:
    """Return the examples with labels ±1; see `read_csv` for `positive`."""
    chosen = _find_positive(found.labels, positive, f"{found.source}, column {quote_short(found.label)}")
    return _dataset(found, Labels(1 if label == chosen else -1 for label in found.labels), chosen)


def many_classes(found: Records) -> Dataset:
    """Return the examples with their labels as texts, and `positive` empty."""
    labels: Any = found.labels
    return _dataset(found, labels, "")


def candidates(found: Records, positive: str | None = None) -> Dataset:
    """Return the examples as choices: the rows of one group are the candidates, and the right one has the label +1.

    Without groups each row x is an example with the candidates x and 0, and x is right if its label is +1. `positive`
    is as for `two_classes`.
    """
    if not found.group and positive is None and len(set(found.labels)) > 2:
        values = f"{found.source}, column {quote_short(found.label)}: {len(set(found.labels))} label values"
        raise BadInput(f"{values}, but no column groups the candidates of one example; name this column with "
                       f"{format_option('group')}, or name the label of the right candidates with "
                       f"{format_option('positive')}, to compare each row with 0")
    data = two_classes(found, positive)
    if not found.group:
        zero = (Fraction(0),) * len(data.features)
        X: Any = tuple((x, zero) for x in data.X)
        return replace(data, X=X, y=tuple(int(label < 0) for label in data.y))
    places: dict[str, list[int]] = {}
    for i, group in enumerate(found.groups):
        places.setdefault(group, []).append(i)
    right = []
    for group, rows in places.items():
        marked = [k for k, i in enumerate(rows) if data.y[i] > 0]
        first = f"({found.place} {found.lines[rows[0]]})"
        where = f"{found.source}, {safe_text(found.group)} = {quote_short(group)} {first}"
        if len(rows) < 2:
            raise BadInput(f"{where}: there is only one candidate; an example needs at least two rows")
        if len(marked) != 1:
            many = f"{len(marked)} of {len(rows)} candidates have {safe_text(found.label)} = {safe_text(data.positive)}"
            raise BadInput(f"{where}: {many}; exactly one must be right")
        right += marked
    X = tuple(tuple(data.X[i] for i in rows) for rows in places.values())
    lines = tuple(found.lines[rows[0]] for rows in places.values())
    return replace(data, X=X, y=tuple(right), lines=lines, group=found.group)


def _dataset(found: Records, y: tuple[int, ...], positive: str) -> Dataset:
    if found.scale is not None and isinstance(found.X, SparseRows):
        found.X.require_few_cells()  # a shift turns zeros into other numbers
    made = None if found.scale is None else fit_scaling(found.scale, found.X)
    return Dataset(found.X if made is None else made.scale_points(found.X), y, found.features, found.label, positive,
                   found.source, found.lines, found.dropped, found.missing, made, place=found.place)


@contextmanager
def name_places(data: Dataset) -> Iterator[None]:
    """Turn a `BadExample` of the block into a `BadInput` that names the file, the line and the column of the value.

    >>> iris = many_classes(read_records("iris"))
    >>> with name_places(iris):
    ...     raise BadExample((1,), "is 0; leave it out")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: iris.csv, line 3: the example is 0; leave it out
    """
    try:
        yield
    except BadExample as error:
        if data.source == "(X, y)":
            raise
        i, *column = error.index
        where = f"{data.source}, {data.place} {data.lines[i]}"
        if not column:
            raise BadInput(f"{where}: the example {error.problem}") from None
        feature = data.features[column[0]]
        given = f"{error.value!s:.40}" + " after scaling" * (data.scaling is not None)
        leave = f", or leave the column out with {format_option('drop', feature)}"
        raise BadInput(f"{where}, column {quote_short(feature)}: {given} {error.problem}{leave}") from None


def parse_label_number(label: str) -> Fraction | None:
    """Return the number that a label is, or None for a text.

    >>> parse_label_number("1.0"), parse_label_number("setosa")
    (Fraction(1, 1), None)
    """
    is_text, number, _ = _label_key(label)
    return None if is_text else number


def find_contradiction(data: Dataset) -> tuple[int, int] | None:
    """Return the first two examples i < j with the same point and different labels, or None."""
    first: dict[Any, int] = {}
    for j, key in enumerate(data.X.keys() if isinstance(data.X, SparseRows) else map(_point_key, data.X)):
        i = first.setdefault(key, j)
        if data.y[i] != data.y[j]:
            return i, j
    return None


def _point_key(x: Sequence[Any]) -> tuple[int, ...]:
    """Return a key that is equal for equal points; integers are hashed faster than fractions."""
    return (*(v.numerator for v in x), *(v.denominator for v in x))


def both_labels(data: Dataset) -> tuple[Fraction, ...] | None:
    """Return the weights 1/2 and 1/2 of two rows with one point and both labels, which no (w, b) separates, or None."""
    pair = find_contradiction(data)
    return pair and tuple(Fraction(i in pair, 2) for i in range(len(data.y)))


def list_bundled() -> list[str]:
    """Return the names of the datasets that ship with novikoff.

    >>> list_bundled()
    ['breast_cancer', 'iris']
    """
    return sorted(file.stem for file in BUNDLED.glob("*.csv"))


def resolve(name: str | os.PathLike[str]) -> Path:
    """Return the path of the file `name`, or else of the bundled dataset "iris" or "iris.csv"; raise `BadInput`."""
    path = Path(name)
    if os.path.isdir(path):
        raise BadInput(f"{safe_text(str(name), 100)} is a directory; give a file")
    if os.path.exists(path):
        return path
    if str(name).removesuffix(".csv") in list_bundled():
        return BUNDLED / path.with_suffix(".csv")
    raise BadInput(f"no such file: {safe_text(str(name), 100)}; bundled datasets: {', '.join(list_bundled())}")


# ---------------------------------------------------------------------------------------- rows


def _sparse_records(table: SparseTable, how: How) -> Records:
    """Return the records of a file that stores no zeros, with its own labels or those of `--label FILE.npy`."""
    if how.group is not None:
        raise BadInput(f"{format_option('group')}: {table.name} has no column of groups")
    labels, called = table.labels, "label" if table.place == "line" else "y"
    if labels is None:
        if not (how.label or "").endswith(".npy"):
            raise BadInput(f"{table.name} has no labels; save them with numpy.save('y.npy', y), and name that file "
                           f"with {format_option('label', 'y.npy')}")
        labels, called = read_labels(resolve(str(how.label))), safe_text(str(how.label), 100)
        if len(labels) != len(table.X):
            raise BadInput(f"{called} has {len(labels)} labels for the {len(table.X)} rows of {table.name}")
    elif how.label not in (None, called):
        raise BadInput(f"{table.name} has its labels in {called}; leave out {format_option('label')}")
    dropped = []
    for name in how.drop:
        if name not in table.columns:
            raise BadInput(f"{format_option('drop')}: {table.name} has no column {quote_short(name)}; its columns are "
                           f"{table.columns[0]} to {table.columns[-1]}")
        dropped.append(table.columns.index(name))
    given = {(i, j - table.columns.first): text for i, j, text in table.odd}
    odd = {place: text for place, text in given.items() if place[1] not in dropped}
    bad = {i for i, cell in enumerate(labels) if _is_missing(cell, -1)}
    bad |= {i for (i, _), text in odd.items() if _is_missing(text)}
    bad = bad if how.missing == "drop" else set()
    kept = [i for i in range(len(labels)) if i not in bad]
    if not kept:
        raise BadInput(f"{table.name} has no row without a missing value; add at least one example")
    texts = [_read_cell(_label, labels[i], table, table.lines[i], called) for i in kept]
    X, columns = table.X, table.columns
    if values := {(i, j): _read_cell(_number, text, table, table.lines[i], columns[j])
                  for (i, j), text in sorted(odd.items()) if i not in bad}:
        X = X.with_entries(values)
    X = X.without_columns(dropped) if dropped else X
    X = X.take(kept) if bad else X
    names: Any = [name for name in table.columns if name not in how.drop] if dropped else table.columns
    lines = tuple(table.lines[i] for i in kept)
    return Records(X, _spell_once(texts), names, called, table.name, lines, tuple(how.drop),
                   tuple(table.lines[i] for i in sorted(bad)), table.place, how.scale)


def _read_cell(read: Callable[[Cell], T], cell: Cell, table: Table | SparseTable, line: int, column: str) -> T:
    """Return what `read` makes of a cell; turn its `_Unfit` into a `BadInput` that names the place."""
    try:
        return read(cell)
    except _Unfit as problem:
        raise BadInput(f"{table.name}, {table.place} {line}, column {quote_short(column)}: {problem}") from None


def _spell_once(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels, each in its first spelling, so that 1 and 1.0 are one class."""
    first: dict[Any, str] = {}
    spelling = {label: first.setdefault(_label_key(label), label) for label in dict.fromkeys(labels)}
    return tuple([spelling[label] for label in labels])


def read_table_of(table: Table | SparseTable, how: How) -> Records:
    """Return the features and labels of a table, as `read_records` does of a file.

    >>> read_table_of(Table("a table", ["a", "y"], [(1, ["0.5", "u"])], 1), How()).X
    ((Fraction(1, 2),),)
    """
    if isinstance(table, SparseTable):
        return _sparse_records(table, how)
    how = _name_columns(table, how)
    header = _select_columns(table, how)
    named = [name for name in header if name != how.group]
    if how.group is not None and how.group not in header:
        raise BadInput(f"{format_option('group')}: {_no_column(table.name, how.group, header)}")
    if how.group is not None and how.group == how.label:
        raise BadInput(f"{format_option('group', how.group[:40])}: this is the column of the labels; name another")
    if not named:
        raise BadInput(f"{table.name}: the column of {format_option('group')} is the only one left")
    label, notes = _label_column(table, named, how.label)
    column = table.columns.index(label)
    grouping = None if how.group is None else table.columns.index(how.group)
    kept = set(named)
    features = [k for k, name in enumerate(table.columns) if k != column and name in kept]
    if not features:
        raise BadInput(f"{table.name}: no column is left as a feature; leave out fewer with {format_option('drop')}")
    numbers = _Numbers()
    number = numbers.__getitem__ if table.place == "line" else _number
    lines, without = list[int](), list[int]()
    X, labels, groups = [], [], []
    rows = chain.from_iterable(_limit_memory(table, numbers))
    for line, row in rows:
        if how.missing == "drop" and (_is_missing(row[column], -1) or any(_is_missing(row[k]) for k in features)):
            without.append(line)
            continue
        try:
            X.append(tuple([number(row[k]) for k in features]))
            labels.append(_label(row[column]))
            groups += [] if grouping is None else [_text(row[grouping])]
        except _Unfit:
            _refuse(table, line, row, features, column, grouping, None if lines else rows)
        lines.append(line)
    if not lines:
        none = "no row without a missing value" if without else "a header but no rows of data"
        raise BadInput(f"{table.name} has {none}; add at least one example")
    names = tuple(table.columns[k] for k in features)
    called = table.columns[column]
    return Records(Rows(X), _spell_once(labels), names, called, table.name, tuple(lines), tuple(how.drop),
                   tuple(without), table.place, how.scale, how.group or "", tuple(groups), notes)


def _limit_memory(table: Table, numbers: "_Numbers") -> Iterator[list[Row]]:
    """Yield the rows in blocks; raise `BadInput` as soon as the rows read show that all rows would not fit into memory.
    """
    count, each = 0, 8 * len(table.columns) + ROW_BYTES
    for block in yield_blocks(table.rows, BLOCK):
        if count >= SAMPLE and count & (count - 1) == 0:
            held = count * each + (numbers.bytes or NUMBER_BYTES * count * len(table.columns))
            rows = f"{table.name} with {table.size} rows of {len(table.columns)} columns"
            require_room(held * table.size // count, rows, held)
        yield block
        count += len(block)


def _name_columns(table: Table, how: How) -> How:
    """Return `how` with column names for column numbers, from 1, if the file has no names."""
    if table.named:
        return how

    def name(given: str) -> str:
        is_number = given.isascii() and given.isdigit() and len(given) < 6 and 0 < int(given) <= len(table.columns)
        return table.columns[int(given) - 1] if is_number else given

    label, group = (None if given is None else name(given) for given in (how.label, how.group))
    return replace(how, label=label, group=group, drop=[name(given) for given in how.drop])


def _select_columns(table: Table, how: How) -> list[str]:
    for name in how.drop:
        if name not in table.columns:
            raise BadInput(f"{format_option('drop')}: {_no_column(table.name, name, table.columns)}")
        if name == how.label:
            raise BadInput(f"{format_option('drop', name[:40])}: this is the column of the labels; leave out another")
    kept = [name for name in table.columns if name not in how.drop]
    if not kept:
        raise BadInput(f"{table.name}: no column is left; leave out fewer with {format_option('drop')}")
    return kept


def _refuse(table: Table, line: int, row: Sequence[Cell], features: Sequence[int], column: int, grouping: int | None,
            following: Iterator[Row] | None) -> None:
    """Raise `BadInput` for the first bad cell of a row. `following` has the rows after the first row, else None."""
    for k in (*features, column, *([] if grouping is None else [grouping])):
        name, is_feature = table.columns[k], k not in (column, grouping)
        if following and is_feature and _is_word(row[k]):
            ahead = [cells[k] for _, (_, cells) in zip(range(AHEAD), following, strict=False)]
            if all(_is_word(cell) or _is_missing(cell) for cell in ahead):
                said = format_option("drop", name if safe_text(name) == name else "COL")
                raise BadInput(f"{table.name}, column {quote_short(name)}: its cells are words, as "
                               f"{quote_short(str(row[k]))} in {table.place} {line}, but features are numbers; leave "
                               f"it out with {said}, or name the column of the labels with {format_option('label')}")
        _read_cell(_number if is_feature else _label if k == column else _text, row[k], table, line, name)


def _is_word(cell: Cell) -> bool:
    """Return whether a cell is a text without a number in it."""
    if not isinstance(cell, str) or _is_missing(cell) or NOT_FINITE.fullmatch(cell) or cell.lower() in BOOLEANS:
        return False
    try:
        return parse_value(cell) is None and re.match(r"[+-]?[.\d]", cell) is None
    except ArithmeticError:
        return False


def _numbers_rows(name: str, column: Sequence[Fraction]) -> bool:
    called = bool(NAMES_OF_IDS.fullmatch(name))
    counting = len(column) >= MANY and all(v - u == 1 for u, v in pairwise(column))
    return counting or (called and all(v.denominator == 1 for v in column) and len(set(column)) == len(column))


# --------------------------------------------------------------------------------------- cells


class _Unfit(Exception):
    """A bad cell; the message says why."""


def _is_missing(cell: Cell, end: int | None = None) -> bool:
    """Return whether a cell has no value, by the words of `MISSING` before `end`."""
    return cell is None or (isinstance(cell, str) and cell.lower() in MISSING[:end])


def _number(cell: Cell) -> Fraction:
    """Return the exact value of one cell; raise `_Unfit`."""
    if isinstance(cell, Fraction):
        return cell
    text = "" if cell is None else str(cell)
    try:
        value = parse_value(text)
    except OverflowError:
        limits = f"the limits are {MAX_DIGITS} digits and exponents to {MAX_EXPONENT}"
        raise _Unfit(f"{quote_short(text)} has too many digits; {limits}") from None
    except ZeroDivisionError:
        raise _Unfit(f"{quote_short(text)} divides by 0; write a number") from None
    if value is None and text.lower() in BOOLEANS:
        return BOOLEANS[text.lower()]
    if value is None:
        _refuse_blank_and_nan(text)
        raise _Unfit(f"{quote_short(text)} is not a number; write a decimal such as 5.1{_suggest_drop(text)}")
    return value


def parse_value(text: str) -> Fraction | None:
    """Return the number that a text denotes, or None; raise OverflowError beyond the limits, ZeroDivisionError for p/0.

    >>> parse_value("5.1"), parse_value("1e-3"), parse_value("2/6"), parse_value("x")
    (Fraction(51, 10), Fraction(1, 1000), Fraction(1, 3), None)
    """
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    exponent = match["exponent"]
    if len(text) > MAX_DIGITS or (exponent and abs(int(exponent)) > MAX_EXPONENT):  # the length first: int() is slow
        raise OverflowError
    if exponent or "/" in text:
        return Fraction(text)
    whole, _, decimals = text.partition(".")
    return Fraction(int(whole + decimals), 10 ** len(decimals))  # as Fraction(text), four times as fast


class _Numbers(dict[Cell, Fraction]):
    """The numbers of texts, each parsed once because most data repeat them. `bytes` estimates the size of all."""

    bytes = 0

    def __missing__(self, text: Cell) -> Fraction:
        if len(self) > KEPT:
            self.clear()
        self.bytes += NUMBER_BYTES + len(str(text))  # a long one has a byte for a digit, no more
        self[text] = value = _number(text)
        return value


def _text(cell: Cell) -> str:
    text = "" if cell is None else str(cell)
    _refuse_blank_and_nan(text)
    return text


def _label(cell: Cell) -> str:
    text = _text(cell)
    if _is_missing(text, -1):
        raise _Unfit(f"{text} means that the label is missing; write another word{_suggest_drop(text)}")
    return text


def _refuse_blank_and_nan(text: str) -> None:
    if not text:
        raise _Unfit(f"the cell is empty; fill it{_suggest_drop(text)}")
    if NOT_FINITE.fullmatch(text):
        raise _Unfit(f"{text} is not finite; fill in a number{_suggest_drop(text)}")


def _suggest_drop(text: str) -> str:
    rows = f"leave out such rows with {format_option('missing', 'drop')}" if _is_missing(text) else "drop the row"
    return f", or {rows}"


# -------------------------------------------------------------------------------------- labels


def _label_column(table: Table, header: Sequence[str], label: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the column of the labels, and the table's notes; a note is added if the name of the column decides."""
    if label is not None:
        if label not in header:
            raise BadInput(_no_column(table.name, label, header))
        return label, tuple(note for note in table.notes if "the labels are" not in note)
    if table.label in header:
        return str(table.label), table.notes
    called = [name for name in header if NAMES_OF_LABELS.fullmatch(name)]
    if not called and not any(name.lower() == "x" for name in header):
        called = [name for name in header if name.lower() == "y"]
    if len(called) > 1:
        raise BadInput(f"{table.name}: the labels may be in {format_names(called, most=6)}; name the column with "
                       f"{format_option('label')}")
    if not called or called[0] == header[-1]:
        return header[-1], table.notes
    others = f"{format_option('label', 'COL')} names another"
    note = f"{table.name}: the labels are in column {quote_short(called[0])}, by its name; {others}"
    return called[0], (*table.notes, note)


def _no_column(source: str, name: str, header: Sequence[str]) -> str:
    return (f"{source} has no column {quote_short(name)}{_suggest_word(name, header)}; its columns are: "
            f"{format_names(header, most=20)}")


def _find_positive(values: Sequence[str], positive: str | None, place: str) -> str:
    """Return the label value that means +1, as the file spells it."""
    distinct = {_label_key(value): value for value in dict.fromkeys(values)}
    if positive is not None:
        if _label_key(positive) not in distinct:
            raise BadInput(f"{place}: no row has the label {quote_short(positive)}{_suggest_word(positive, values)}; "
                           f"the values are: {_list_in_order(distinct)}")
        return distinct[_label_key(positive)]
    if len(distinct) > 2:
        raise BadInput(f"{place}: {len(distinct)} label values where two are expected: {_list_in_order(distinct)}; "
                       f"say which one means +1 with {format_option('positive')}{_suggest_another(distinct)}")
    if len(distinct) == 1 and not distinct.keys() <= {_label_key("1"), _label_key("-1")}:
        raise BadInput(f"{place}: all rows have the label {quote_short(values[0])}; say which label means +1 "
                       f"with {format_option('positive')}")
    largest = max(distinct)
    return "1" if distinct.keys() == {_label_key("-1")} else distinct[largest]


def _label_key(value: str) -> tuple[bool, Fraction, str]:
    """Return a key that orders and identifies label values: 1, +1 and 1.0 are one value; numbers precede texts."""
    try:
        number = parse_value(value)
    except ArithmeticError:
        number = None
    return (True, Fraction(0), value) if number is None else (False, number, "")


def _suggest_word(word: str, words: Sequence[str]) -> str:
    import difflib

    candidates = [w for w in dict.fromkeys(words) if len(w) <= 40][:1000]  # comparing costs the product of the lengths
    close = difflib.get_close_matches(word[:40], candidates, n=1)
    return f" (did you mean {quote_short(close[0])}?)" if close else ""


def _suggest_another(distinct: dict[tuple[bool, Fraction, str], str]) -> str:
    """Return a hint for labels that look like values of a feature: numbers with decimals, or large numbers."""
    numbers = [number for is_text, number, _ in distinct if not is_text]
    is_feature = len(numbers) == len(distinct) and any(n.denominator > 1 or abs(n) > CLASSES for n in numbers)
    return f"; or, if this is a feature, name the column of the labels with {format_option('label')}" * is_feature


def _list_in_order(distinct: dict[tuple[bool, Fraction, str], str]) -> str:
    return format_names([distinct[key] for key in sorted(distinct)], most=6)

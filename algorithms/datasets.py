"""Labelled examples from CSV files, read exactly: `5.1` is the fraction 51/10.

Main definitions:
    Dataset          the examples, with the names and line numbers to speak about them
    read_csv         read a file, or a bundled dataset by its name
    label_values, number_of   the labels alone, as they are written; the number that one writes
    contradiction    two rows with the same point and different labels
    resolve, bundled where a name leads; the names of the bundled datasets

Every mistake in a file is a `BadInput` that names the file, the line and the column.
"""

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .errors import BadInput
from .files import MAX_DIGITS, read_text, short

BUNDLED = Path(__file__).with_name("data")
# A decimal, perhaps with an exponent, or a ratio p/q of integers.
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?|[+-]?[0-9]+/[0-9]+")
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
MAX_EXPONENT = 400  # an exact number costs as many digits as it has, so `1e999999999` is refused, not computed
MAX_COLUMNS = 10_000


@dataclass(frozen=True)
class Dataset:
    """Labelled examples: X of shape (n, d), exact; y of n labels ±1, where +1 stands for `positive`.

    `lines[i]` is the line of example i in `source`; `features` names the d columns of X.
    """

    X: tuple[tuple[Fraction, ...], ...]
    y: tuple[int, ...]
    features: tuple[str, ...]
    label: str
    positive: str
    source: str
    lines: tuple[int, ...]


def read_csv(path: str | os.PathLike, label: str | None = None, positive: str | None = None) -> Dataset:
    """Read a CSV file (comma-separated, UTF-8) whose columns are numbers, but for one column of labels.

    The first row names the columns; if all its cells are numbers it is data, and the columns are called
    x1, x2, …. `label` names the label column, by default the last. `positive` is the label value that means
    +1, all others meaning −1. Without `positive` there may be at most two values: the larger number, or the
    later text in sorted order, means +1; a lone value means +1, unless it is −1.

    >>> iris = read_csv("iris", label="species", positive="setosa")
    >>> iris.X[0], iris.y[0], iris.lines[0], len(iris.X)
    ((Fraction(51, 10), Fraction(7, 2), Fraction(7, 5), Fraction(1, 5)), 1, 2, 150)
    """
    file = resolve(path)
    try:
        return _dataset(file, label, positive)
    except MemoryError:
        raise BadInput(f"{file.name} is too large for the memory of this machine; give fewer rows") from None


def _dataset(file: Path, label: str | None, positive: str | None) -> Dataset:
    header, records = _table(file, _records(file))
    column = _label_column(file.name, header, label)
    features = [k for k in range(len(header)) if k != column]
    lines, X, values = [], [], []
    for line, row in records:
        lines.append(line)
        X.append(tuple(_number(row[k], _place(file.name, line, header[k])) for k in features))
        values.append(_label(row[column], _place(file.name, line, header[column])))
    if not lines:
        raise BadInput(f"{file.name} has a header but no rows of data; add at least one example")
    chosen = _positive(values, positive, f"{file.name}, column {header[column]!r}")
    y = tuple(1 if _key(value) == _key(chosen) else -1 for value in values)
    return Dataset(tuple(X), y, tuple(header[k] for k in features), header[column], chosen, file.name, tuple(lines))


def label_values(path: str | os.PathLike, label: str | None = None) -> list[str]:
    """The label of each row, every value as it is first written, so that 1 and 1.0 are one class.

    >>> sorted(set(label_values("iris", "species")))
    ['setosa', 'versicolor', 'virginica']
    """
    file = resolve(path)
    header, records = _table(file, _records(file))
    column = _label_column(file.name, header, label)
    spelling: dict[Any, str] = {}
    return [spelling.setdefault(_key(row[column]), row[column]) for _, row in records]


def number_of(label: str) -> Fraction | None:
    """The number that a label is, or None for a text.

    >>> number_of("1.0"), number_of("setosa")
    (Fraction(1, 1), None)
    """
    is_text, number, _ = _key(label)
    return None if is_text else number


def contradiction(data: Dataset) -> tuple[int, int] | None:
    """The first two examples i < j with the same point and different labels, or None."""
    first: dict[tuple[Fraction, ...], int] = {}
    for j, x in enumerate(data.X):
        i = first.setdefault(x, j)
        if data.y[i] != data.y[j]:
            return i, j
    return None


def require_consistent(data: Dataset) -> None:
    """Raise `BadInput`, naming the two lines, if one point has both labels: then no separator exists."""
    if pair := contradiction(data):
        i, j = (data.lines[k] for k in pair)
        raise BadInput(
            f"{data.source}: row at line {i} and row at line {j} are the same point with both "
            "labels: no separator exists"
        )


def bundled() -> list[str]:
    """The names of the datasets that ship with novikoff.

    >>> bundled()
    ['breast_cancer', 'iris']
    """
    return sorted(file.stem for file in BUNDLED.glob("*.csv"))


def resolve(name: str | os.PathLike) -> Path:
    """The file called `name`; failing that, the bundled dataset "iris" or "iris.csv"."""
    path = Path(name)
    if os.path.isdir(path):
        raise BadInput(f"{name} is a directory; give a CSV file")
    if os.path.exists(path):
        return path
    if str(name).removesuffix(".csv") in bundled():
        return BUNDLED / path.with_suffix(".csv")
    raise BadInput(f"no such file: {name}; bundled datasets: {', '.join(bundled())}")


# ---------------------------------------------------------------------------------------- rows


def _table(file: Path, records: Iterator[tuple[int, list[str]]]) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The column names and the (line, cells) of each row of data."""
    line, first = next(records, (0, []))
    if not first:
        raise BadInput(f"{file.name} is empty; give a header line and at least one row")
    if len(first) < 2:
        raise BadInput(f"{file.name} has one column ({short(first[0])}); separate features and label by commas")
    if len(first) > MAX_COLUMNS:
        raise BadInput(f"{file.name}, line {line}: {len(first)} columns; at most {MAX_COLUMNS} are read")
    numeric = [bool(NUMBER.fullmatch(cell)) for cell in first]
    if all(numeric):
        names = [f"x{k}" for k in range(1, len(first) + 1)]
        return names, _even(file, len(first), [(line, first)], records)
    if any(numeric):
        raise BadInput(
            f"{file.name}, line {line}: the header has the number {_plain(first[numeric.index(True)])} "
            "for a name; add a header line that names the columns"
        )
    if repeated := [name for name, count in Counter(first).items() if count > 1]:
        raise BadInput(f"{file.name}, line {line}: two columns are called {short(repeated[0])}; rename one")
    return first, _even(file, len(first), [], records)


def _records(file: Path) -> Iterator[tuple[int, list[str]]]:
    """(line, stripped cells) of each row that is not blank."""
    reader = csv.reader(io.StringIO(read_text(file), newline=""), strict=True, skipinitialspace=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if cells not in ([], [""]):
                yield reader.line_num, cells
    except csv.Error as error:
        raise BadInput(f"{file.name}, line {reader.line_num}: not CSV: {error}") from None


def _even(file, width, first, records):
    """The rows, `first` and then `records`, refusing one that is not `width` cells long."""
    yield from first
    for line, row in records:
        if len(row) != width:
            raise BadInput(
                f"{file.name}, line {line}: {len(row)} cells where {width} are expected; "
                "every row needs one cell per column"
            )
        yield line, row


# --------------------------------------------------------------------------------------- cells


def _place(source: str, line: int, column: str) -> str:
    return f"{source}, line {line}, column {short(column)}"


def _number(text: str, place: str) -> Fraction:
    """The exact value of one cell."""
    _refuse_blank_and_nan(text, place)
    try:
        value = _value(text)
    except OverflowError:
        raise BadInput(
            f"{place}: {short(text)} has too many digits; the limits are {MAX_DIGITS} digits "
            f"and exponents to {MAX_EXPONENT}"
        ) from None
    except ZeroDivisionError:
        raise BadInput(f"{place}: {short(text)} divides by 0; write a number") from None
    if value is None:
        raise BadInput(f"{place}: {short(text)} is not a number; write a decimal such as 5.1")
    return value


def _value(text: str) -> Fraction | None:
    """The number that `text` writes, or None; OverflowError beyond the limits."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    exponent = match["exponent"] or "0"
    if len(text) > MAX_DIGITS or abs(int(exponent)) > MAX_EXPONENT:  # the length first: int() is slow on it
        raise OverflowError
    return Fraction(text)


def _label(text: str, place: str) -> str:
    _refuse_blank_and_nan(text, place)
    return text


def _refuse_blank_and_nan(text: str, place: str) -> None:
    if not text:
        raise BadInput(f"{place}: the cell is empty; fill it or drop the row")
    if NOT_FINITE.fullmatch(text):
        raise BadInput(f"{place}: {text} is not finite; fill in a number or drop the row")


# -------------------------------------------------------------------------------------- labels


def _label_column(source: str, header: Sequence[str], label: str | None) -> int:
    if label is None:
        return len(header) - 1
    if label not in header:
        raise BadInput(
            f"{source} has no column {short(label)}{_near(label, header)}; its columns are: {_listed(header, most=20)}"
        )
    return header.index(label)


def _positive(values: Sequence[str], positive: str | None, place: str) -> str:
    """The label value that means +1, as it is written in the file."""
    distinct = {_key(value): value for value in reversed(values)}  # the first spelling of each value
    if positive is not None:
        if _key(positive) not in distinct:
            raise BadInput(
                f"{place}: no row has the label {short(positive)}{_near(positive, values)}; "
                f"the values are: {_in_order(distinct)}"
            )
        return distinct[_key(positive)]
    if len(distinct) > 2:
        raise BadInput(
            f"{place}: {len(distinct)} label values where two are expected: {_in_order(distinct)}; "
            "say which one means +1 with --positive"
        )
    largest = max(distinct)
    return "1" if distinct.keys() == {_key("-1")} else distinct[largest]


def _key(value: str) -> tuple[bool, Fraction, str]:
    """What orders and identifies a label value: 1, +1 and 1.0 are one value; numbers precede text."""
    try:
        number = _value(value)
    except ArithmeticError:
        number = None
    return (True, Fraction(0), value) if number is None else (False, number, "")


def _near(word: str, words: Sequence[str]) -> str:
    import difflib

    candidates = [w for w in dict.fromkeys(words) if len(w) <= 40][:1000]  # comparing costs the product of the lengths
    close = difflib.get_close_matches(word[:40], candidates, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _in_order(distinct: dict[tuple[bool, Fraction, str], str]) -> str:
    return _listed([distinct[key] for key in sorted(distinct)], most=6)


def _listed(names: Sequence[str], most: int) -> str:
    return ", ".join(map(_plain, names[:most])) + (f" and {len(names) - most} more" if len(names) > most else "")


def _plain(text: str) -> str:
    """The text as it can stand in a sentence, without quotes where that can be read."""
    return text if len(text) <= 40 and text.isprintable() else short(text)

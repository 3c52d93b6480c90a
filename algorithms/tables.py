"""Tables of cells, from the formats in which people have their data; the values are exact.

Main definitions:
    Table         the names of the columns, and the cells of each row with its place in the file
    read_table    the table of a file, whatever its format, which the content tells

Text with a separator, libsvm (svmlight), NumPy's .npz with the arrays X and y, Parquet, Arrow; each may be compressed
by gzip. A cell of a text is the text; a float of a binary format, float32 too, is its exact binary value. What is
empty, null or NaN is `None` there. Nothing is unpickled or evaluated, and what a compressed file grows to is limited.
"""

from __future__ import annotations

import csv
import io
import math
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .errors import BadInput, setting
from .extras import needed
from .files import MAX_BYTES, MAX_DIGITS, as_text, file_name, read_bytes, refuse, short

# A decimal, perhaps with an exponent, or a ratio p/q of integers.
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?|[+-]?[0-9]+/[0-9]+")
MAX_EXPONENT = 400  # an exact number costs as many digits as it has, so `1e999999999` is refused, not computed
MAX_COLUMNS = 10_000
MAX_CELLS = 20_000_000
PAIR = 128  # bytes for a pair index:value in a dictionary
WORDS = {"comma": ",", "tab": "\t", "semicolon": ";", "space": " "}
SEPARATORS = WORDS | {r"\t": "\t"}
SAMPLE, BEGINNING = 20, 100_000  # rows that have to agree on a separator, and characters in which they are sought

Cell = str | int | float | Fraction | None
Row = tuple[int, Sequence[Cell]]


@dataclass(frozen=True)
class Table:
    """The columns by name, and the rows, each with its number in the file `name`: of its line, or its row.

    There are at most `size` rows. `place` is "line" for texts and "row" for others, whose rows are counted from 1.
    `label` is the column that the format itself has for labels.
    """

    name: str
    columns: list[str]
    rows: Iterable[Row]
    size: int
    place: str = "line"
    label: str | None = None


def read_table(path: Path, sep: str | None = None) -> Table:
    """The table of a regular file of at most `MAX_BYTES`; `sep` is a character, a word of `WORDS`, or unknown.

    Raises `BadInput`, naming the file, and where it can the line, for what is no table.
    """
    data = _unzipped(read_bytes(path), path)
    for start, reader in BINARY.items():
        if data.startswith(start):
            if sep is not None:
                refuse(path, f"the separator {short(sep)} is for text, and this is no text; leave out {setting('sep')}")
            return reader(data, path)
    text = as_text(data, path)
    if sep is None and _is_sparse(text):
        return _sparse(text, path)
    return _separated(text, path, sep)


def value_of(text: str) -> Fraction | None:
    """The number that a text writes, or None; OverflowError beyond the limits, ZeroDivisionError for p/0.

    >>> value_of("5.1"), value_of("1e-3"), value_of("2/6"), value_of("x")
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


def _unzipped(data: bytes, path: Path) -> bytes:
    """What gzip has packed, or the data as they are."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    found = bytearray()
    try:
        while data:  # gzip files may be joined
            unpacker = zlib.decompressobj(wbits=31)
            found += unpacker.decompress(data, MAX_BYTES + 1 - len(found))
            if len(found) > MAX_BYTES:
                refuse(path, f"unpacked it has more than {MAX_BYTES} bytes, and no more are read")
            if not unpacker.eof:
                refuse(path, "the packed data end too early; pack the file again")
            data = unpacker.unused_data
    except zlib.error as error:
        refuse(path, f"not gzip: {error}")
    return bytes(found)


# ------------------------------------------------------------------------------- text with a separator


def _separated(text: str, path: Path, sep: str | None) -> Table:
    delimiter = _sniffed(text, path) if sep is None else SEPARATORS.get(sep, sep)
    if len(delimiter) != 1 or delimiter in '"\r\n.+-/' or delimiter.isalnum():
        raise BadInput(f"{setting('sep', delimiter[:40])} can separate no cells; give one character, or one of "
                       f"{', '.join(WORDS)}")  # fmt: skip
    name = file_name(path)
    records = _cells(text, name, delimiter)
    line, first = next(records, (0, []))
    if not first:
        raise BadInput(f"{name} is empty; give a header line and at least one row")
    if len(first) < 2:
        raise BadInput(f"{name} has one column ({short(first[0])}); separate features and label by commas, tabs or "
                       f"semicolons, or say by what with {setting('sep')}")  # fmt: skip
    if len(first) > MAX_COLUMNS:
        raise BadInput(f"{name}, line {line}: {len(first)} columns; at most {MAX_COLUMNS} are read")
    numeric, size = [bool(NUMBER.fullmatch(cell)) for cell in first], 1 + max(map(text.count, "\r\n"))
    if all(numeric):
        names = [f"x{k}" for k in range(1, len(first) + 1)]
        return Table(name, names, _even(name, len(first), [(line, first)], records), size)
    if any(numeric):
        raise BadInput(f"{name}, line {line}: the header has the number {plain(first[numeric.index(True)])} "
                       "for a name; add a header line that names the columns")  # fmt: skip
    if repeated := [cell for cell, count in Counter(first).items() if count > 1]:
        raise BadInput(f"{name}, line {line}: two columns are called {short(repeated[0])}; rename one")
    return Table(name, first, _even(name, len(first), [], records), size)


def _cells(text: str, name: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """(line, stripped cells) of each row that is not blank."""
    lines: Iterable[str] = io.StringIO(text, newline="")
    if delimiter == " ":  # or more than one, or tabs
        lines = (line.replace("\t", " ").strip() for line in lines)
    reader = csv.reader(lines, strict=True, skipinitialspace=True, delimiter=delimiter)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if cells not in ([], [""]):
                yield reader.line_num, cells
    except csv.Error as error:
        raise BadInput(f"{name}, line {reader.line_num}: not CSV: {error}") from None


def _even(name, width, first, records):
    """The rows, `first` and then `records`, refusing one that is not `width` cells long."""
    yield from first
    for line, row in records:
        if len(row) != width:
            raise BadInput(f"{name}, line {line}: {len(row)} cells where {width} are expected; "
                           "every row needs one cell per column")  # fmt: skip
        yield line, row


def _sniffed(text: str, path: Path) -> str:
    """The separator: that of the first row, and if it has several, one by which the first rows have equally many cells.

    Of several of these the one that leaves more numbers; a space only where nothing else separates, all rows
    agree, and there are no quotes.
    """
    start = text[:BEGINNING]
    lines = [line for line in start.splitlines() if line.strip()][:SAMPLE]
    found = [mark for mark in ",\t;" if mark in "".join(lines[:1])]
    if len(found) > 1:
        return max(found, key=lambda mark: _numbers(start, path, mark))
    if found and (found != ["\t"] or _numbers(start, path, "\t") >= 0):  # tabs may be there for looks alone
        return found[0]
    rows = [line.split() for line in lines]
    spaced = '"' not in start and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    return " " if spaced and any(map(NUMBER.fullmatch, rows[-1])) else (found or ",")[0]


def _numbers(text: str, path: Path, mark: str) -> int:
    """How many of the cells of the first rows are numbers; −1 if the rows have not equally many cells."""
    try:
        rows = [row for _, (_, row) in zip(range(SAMPLE), _cells(text, path.name, mark), strict=False)]
    except BadInput:
        return -1
    even = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    return sum(bool(NUMBER.fullmatch(cell)) for row in rows for cell in row) if even else -1


# ------------------------------------------------------------------------------------ libsvm, svmlight

LABEL = r"[+-]?[0-9]+(\.[0-9]*)?"
SPARSE = re.compile(LABEL + r"(\s+qid:[0-9]+)?(\s+[0-9]{1,9}:\S+)+\s*(#.*)?")


def _is_sparse(text: str) -> bool:
    """Whether one of the first rows is a label with pairs index:value, which is a row of no other format."""
    return any(map(SPARSE.fullmatch, map(str.strip, text[:BEGINNING].splitlines()[:SAMPLE])))


def _sparse(text: str, path: Path) -> Table:
    """Column k is called x<k>, as the file counts: from 1, or from 0 if 0 is there; the label comes first."""
    found, zero, width = [], False, 0
    require_room(PAIR * text.count(":"), file_name(path))
    for line, content in enumerate(io.StringIO(text), start=1):
        label, *pairs = content.partition("#")[0].split() or [""]
        if label:
            row = _pairs(pairs, path, line)
            zero, width = zero or 0 in row, max([width, *row])
            found.append((line, label, row))
    if width >= MAX_COLUMNS:
        refuse(path, f"there is an index {width}; at most {MAX_COLUMNS} columns are read")
    columns = list(range(1 - zero, width + 1))
    _require_few(len(found), len(columns) + 1, path)
    rows = ((line, [label, *(row.get(k, "0") for k in columns)]) for line, label, row in found)
    return Table(file_name(path), ["label", *(f"x{k}" for k in columns)], rows, len(found), label="label")


def _pairs(pairs: list[str], path: Path, line: int) -> dict[int, str]:
    """{index: value} of one row, in any order; what groups rows (qid) is no feature."""
    row: dict[int, str] = {}
    for pair in pairs:
        index, colon, value = pair.partition(":")
        if index == "qid" and colon:
            continue
        if not colon or not (index.isascii() and index.isdigit() and len(index) < 10):
            refuse(path, f"{short(pair)} is no pair index:value, as in 3:0.5", line)
        if int(index) in row:
            refuse(path, f"the index {int(index)} is there twice", line)
        row[int(index)] = value
    return row


# ------------------------------------------------------------------------------------------- binary


def _npz(data: bytes, path: Path) -> Table:
    """The arrays X, shape (n, d), and y, n labels; the names of the features from `feature_names`, if there."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = {Path(name).stem: _array(archive, name, path) for name in archive.namelist()
                     if name in ("X.npy", "y.npy", "feature_names.npy")}  # fmt: skip
            there = [Path(name).stem for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        refuse(path, f"not an .npz file of NumPy: {short(str(error), 100)}")
    if not {"X", "y"} <= set(found):
        refuse(path, f"there must be arrays X and y, as of np.savez(FILE, X=…, y=…); there are {listed(there, 6)}")
    X, y = found["X"], found["y"]
    if X.ndim != 2 or y.size != len(X) or not X.size:
        refuse(path, f"X must have shape (n, d) and y n labels; their shapes are {X.shape} and {y.shape}")
    if X.shape[1] >= MAX_COLUMNS:
        refuse(path, f"{X.shape[1]} columns; at most {MAX_COLUMNS} are read")
    names = _names(found.get("feature_names"), X.shape[1], path)
    examples = zip(X, y.reshape(-1).tolist(), strict=True)  # a row at a time: as Python's numbers they take more room
    rows = ((i, [*map(_exact, x.tolist()), _exact(label)]) for i, (x, label) in enumerate(examples, start=1))
    return Table(file_name(path), [*names, "y"], rows, len(X), "row", "y")


def _names(given: Any, count: int, path: Path) -> list[str]:
    if given is None:
        return [f"x{k}" for k in range(1, count + 1)]
    names = [str(name) for name in given.reshape(-1)]
    if len({*names, "y"}) != count + 1:
        refuse(path, f"feature_names must be {count} different names, none of them y")
    return names


def _array(archive: zipfile.ZipFile, member: str, path: Path) -> Any:
    """An array of numbers or texts; its header is looked at before anything is made."""
    import numpy as np

    where, limit = Path(member).stem, 16 * MAX_CELLS
    require_room(3 * min(archive.getinfo(member).file_size, limit), file_name(path))  # packed, unpacked, as an array
    with archive.open(name=member) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        refuse(path, f"{where} has more than {limit} bytes, and no more are read")
    try:
        start = io.BytesIO(content)
        first = np.lib.format.read_magic(start) == (1, 0)
        shape, _, dtype = (np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0)(start)
    except (ValueError, SyntaxError) as error:
        refuse(path, f"{where} is no array of NumPy: {short(str(error), 100)}")
    if dtype.hasobject:
        refuse(path, f"{where} holds Python objects, which would have to be unpickled; save numbers or texts")
    if dtype.kind not in "biufU" or (dtype.kind == "f" and dtype.itemsize > 8):
        refuse(path, f"{where} has the type {dtype}; save texts, or numbers of at most 64 bits")
    if math.prod(shape) * dtype.itemsize > len(content) or min(shape, default=0) < 0:
        refuse(path, f"{where} ends before its {math.prod(shape)} entries")
    return np.load(io.BytesIO(content), allow_pickle=False)


def _parquet(data: bytes, path: Path) -> Table:
    return _columns(data, path, "parquet")


def _arrow(data: bytes, path: Path) -> Table:
    return _columns(data, path, "file")


def _arrow_stream(data: bytes, path: Path) -> Table:
    return _columns(data, path, "stream")


def _columns(data: bytes, path: Path, kind: str) -> Table:
    """A table by columns, read in a process whose memory is limited: few bytes may stand for many rows."""
    from .processes import Stopped, within

    try:
        names, columns = within(None, lambda: _by_pyarrow(data, path, kind))
    except Stopped as problem:
        refuse(path, f"not read: {problem}")
    if repeated := [name for name, count in Counter(names).items() if count > 1]:
        refuse(path, f"two columns are called {short(repeated[0])}; rename one")
    if len(names) < 2:
        refuse(path, f"{len(names)} columns; features and a label are needed")
    rows = ((i, [*map(_exact, row)]) for i, row in enumerate(zip(*columns, strict=True), start=1))
    return Table(file_name(path), names, rows, len(columns[0]), "row")


def _by_pyarrow(data: bytes, path: Path, kind: str) -> tuple[list[str], list[list[Any]]]:
    pyarrow, _ = needed(f"{file_name(path)}: a Parquet or Arrow file", "data", "pyarrow", "pyarrow.parquet")
    source = pyarrow.BufferReader(data)
    try:
        if kind == "parquet":
            file = pyarrow.parquet.ParquetFile(source)
            _require_few(file.metadata.num_rows, file.metadata.num_columns, path)
            table = file.read(use_threads=False)
        else:
            table = (pyarrow.ipc.open_file if kind == "file" else pyarrow.ipc.open_stream)(source).read_all()
    except (pyarrow.ArrowException, OSError) as error:
        refuse(path, f"not {'Parquet' if kind == 'parquet' else 'Arrow'}: {short(str(error), 100)}")
    _require_few(table.num_rows, table.num_columns, path)
    types = pyarrow.types
    for field in table.schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if not any(fits(kind) for fits in (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean,
                                           types.is_string, types.is_large_string, types.is_null)):  # fmt: skip
            refuse(path, f"column {short(field.name)} has the type {field.type}; give numbers or texts, or leave it "
                         f"out before saving")  # fmt: skip
    return table.column_names, [column.to_pylist() for column in table.columns]


BINARY = {b"PK\x03\x04": _npz, b"PAR1": _parquet, b"ARROW1": _arrow, b"\xff\xff\xff\xff": _arrow_stream}


def _exact(value: Any) -> Cell:
    """A cell of a binary format: its exact value, None for what is missing; infinity stays."""
    if value is None or value != value:
        return None
    if isinstance(value, str) or value in (math.inf, -math.inf):
        return value
    return Fraction(*value.as_integer_ratio())


def require_room(needed: int, what: str, held: int = 0) -> None:
    """The same as `processes.require_memory`, which is loaded only then."""
    from .processes import require_memory

    require_memory(needed, what, held)


def _require_few(rows: int, columns: int, path: Path) -> None:
    if columns > MAX_COLUMNS:
        refuse(path, f"{columns} columns; at most {MAX_COLUMNS} are read")
    if rows * columns > MAX_CELLS:
        refuse(path, f"{rows} rows of {columns} columns; at most {MAX_CELLS} cells are read")


def listed(names: Sequence[str], most: int) -> str:
    """Names in a sentence, of many the first ones.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    return ", ".join(map(plain, names[:most])) + (f" and {len(names) - most} more" if len(names) > most else "")


def plain(text: str) -> str:
    """The text as it can stand in a sentence, without quotes where that can be read."""
    return text if len(text) <= 40 and text.isprintable() else short(text)

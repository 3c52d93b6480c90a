"""Tables of cells, from many file formats, with exact values.

Text with a separator, libsvm (svmlight), ARFF, NumPy's .npz with the arrays X and y or .npy with one array, Parquet,
Arrow; each may be compressed by gzip, bzip2 or xz, or be the only file of a zip archive. A cell of a text file is a
text. A float of a binary format, float32 too, becomes its exact binary value; empty, null and NaN become `None`.
Nothing is unpickled or evaluated, and the size of unpacked data is limited.

Text may be UTF-8, or UTF-16 with a byte order mark. Lines before the first row that begin with `#` are comments. Later
lines that begin with `#` are comments if they have too few or too many cells. A first row with a number is data, if one
of its words is in the same column of another row; then the columns are called x1, x2, …. A header comes from R if it
has one cell less than all rows, and is in quotes or separated by spaces or tabs. The first cell of each row is then the
name of the row. Where commas do not separate cells, they may be decimal commas.
"""

import bz2
import csv
import io
import lzma
import math
import re
import zipfile
import zlib
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from .command_results import format_count
from .errors import BadInput, format_option
from .lazy_numpy import np
from .optional_packages import import_extra
from .safe_files import MAX_BYTES, decode_text, quote_short, read_bytes, refuse, safe_file_name, safe_text
from .sparse_rows import SparseRows, whole_array

# A decimal, perhaps with an exponent, or a ratio p/q of integers.
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?|[+-]?[0-9]+/[0-9]+")
MAX_COLUMNS = 10_000
MAX_CELLS = 20_000_000
MOST_SPARSE_COLUMNS = 2**24
ENTRY = 48  # bytes for a pair index:value while it is read
FEW_CELLS = 2**18  # data with at most this many numbers, zeros included, are written out
SPARSE_FROM = 4  # data are sparse if they have at least this many numbers, zeros included, for each stored one
KEPT = 2**18  # texts whose number is remembered
WORDS = {"comma": ",", "tab": "\t", "semicolon": ";", "space": " "}
SEPARATORS = WORDS | {r"\t": "\t"}
SEP_LINE = re.compile(r'"?sep=(.)"?(\n|\r\n?)', re.IGNORECASE)  # Excel begins a file so
SAMPLE, BEGINNING = 20, 100_000  # rows that must agree on a separator, and the characters searched for them
DECIMAL_COMMA = re.compile(r"[+-]?([0-9]+|[1-9][0-9]{0,2}(\.[0-9]{3})+),[0-9]+([eE][+-]?[0-9]+)?")
NUMBER_OR_COMMA = re.compile(f"{NUMBER.pattern}|{DECIMAL_COMMA.pattern}")
THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")  # with decimal commas and points, or is 1,234 a thousand?
POINTS = "write every number with a decimal point, and no sign for thousands"
XZ_MEMORY = 2**28  # bytes that unpacking may take
OTHERS = {
    b"\x89HDF": "an HDF5 file; save the arrays with numpy.savez(FILE, X=…, y=…)",
    b"MATLAB 5.0": "a MATLAB file; save the matrix as CSV, for example with writematrix",
    b"SQLite format 3": "an SQLite database; export the table as CSV",
    b"\xd0\xcf\x11\xe0": "an old Excel or Office file; save the sheet as CSV",
    b"\x28\xb5\x2f\xfd": "packed by Zstandard; unpack it first",
    b"%PDF": "a PDF; give the table as CSV",
    b"FEA1": "a Feather file of version 1; save it as Parquet",
    b"RDX": "a file of R's save(); write the table with write.csv",
    b"RDA": "a file of R's save(); write the table with write.csv",
    b"X\n\0\0": "a file of R's saveRDS(); write the table with write.csv",
    b"version https://git-lfs": "a pointer of Git LFS, without the data; fetch the data with git lfs pull",
    b"<?xml": "an XML file; save the table as CSV",
    **dict.fromkeys((b"<!DOCTYPE", b"<!doctype", b"<html"), "a web page; download the table itself, as CSV"),
    **dict.fromkeys((b'{"', b"[{", b"[[", b"{\n", b"[\n"), "a JSON file; save the table as CSV"),
    **{bytes([0x80, k]): "a pickle of Python, and reading a pickle runs it; save the table as CSV or Parquet"
       for k in range(2, 6)},
}

Cell = str | int | float | Fraction | None
Row = tuple[int, Sequence[Cell]]


@dataclass(frozen=True)
class Table:
    """The columns by name, and the rows, each with the number of its line or row in the file `name`.

    There are at most `size` rows. `place` is "line" for texts and "row" for other formats, whose rows are counted from
    1. `label` is the label column that the format defines. `named` is False if the file has no names for its columns.
    `notes` holds sentences about choices that may surprise a reader.
    """

    name: str
    columns: list[str]
    rows: Iterable[Row]
    size: int
    place: str = "line"
    label: str | None = None
    named: bool = True
    notes: tuple[str, ...] = ()


class NumberedNames(Sequence[str]):
    """The names x<first>, …, x<last>, computed on request.

    >>> list(NumberedNames(0, 2))
    ['x0', 'x1', 'x2']
    """

    def __init__(self, first: int, last: int) -> None:
        self.first = first
        self._numbers = range(first, last + 1)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, k: Any) -> Any:
        return [f"x{number}" for number in self._numbers[k]] if isinstance(k, slice) else f"x{self._numbers[k]}"

    def index(self, name: Any, *limits: int) -> int:
        """Return the column of a name; raise ValueError if there is none."""
        number = name[1:] if isinstance(name, str) else ""
        if not (number.isascii() and number.isdigit() and len(number) < 10 and name == f"x{int(number)}"):
            raise ValueError(f"{name!r} is not a name of a column")
        return self._numbers.index(int(number), *limits)

    def __contains__(self, name: object) -> bool:
        try:
            return self.index(name) >= 0
        except ValueError:
            return False


@dataclass(frozen=True)
class SparseTable:
    """The non-zeros of a large file, whose columns are called `columns`; `lines` holds the lines of the rows.

    `labels` is None if the file has no labels. `odd` lists the values that are no decimals, as (row, index, text).
    """

    name: str
    X: SparseRows
    columns: NumberedNames
    labels: Sequence[Cell] | None
    lines: Sequence[int]
    place: str = "line"
    odd: Sequence[tuple[int, int, str]] = ()


def read_table(path: Path, sep: str | None = None) -> Table | SparseTable:
    """Return the table of a regular file of at most `MAX_BYTES`; `sep` is a character, a word of `WORDS`, or None for
    unknown.

    Raises `BadInput`, naming the file, and the line if possible, for anything but a table.
    """
    data = _unpack(read_bytes(path), path)
    for start, reader in BINARY.items():
        if data.startswith(start):
            if sep is not None:
                refuse(path, f"the separator {quote_short(sep)} is for text files, but this file is not text; leave "
                             f"out {format_option('sep')}")
            return reader(data, path)
    if other := next((what for start, what in OTHERS.items() if data.startswith(start)), None):
        refuse(path, f"this is {other}")
    if data[257:262] == b"ustar":
        refuse(path, "this is a tar archive; unpack it, and give one of its files")
    text = _decode(data, path)
    del data  # which takes as much room as the text
    if sep is None and ARFF.match(text):
        return _read_arff(text, path)
    if sep is None and _is_sparse(text):
        return _read_sparse(text, path)
    return _read_separated(text, path, sep)


def _decode(data: bytes, path: Path) -> str:
    """Return the text; UTF-16 needs a byte order mark."""
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        if path.suffix.lower() in BINARY_SUFFIXES and not data.isascii():
            refuse(path, f"this is not the content of a {path.suffix} file; save the file again")
        return decode_text(data, path)
    try:
        return decode_text(data.decode("utf-16").encode(), path)
    except UnicodeDecodeError as error:
        refuse(path, f"not UTF-16, which its first bytes announce ({error.reason}); save the file as UTF-8")
    except UnicodeEncodeError:
        refuse(path, "one half of a surrogate pair, which is not a character; save the file as UTF-8")


PACKED: dict[bytes, tuple[str, Callable[[], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda: zlib.decompressobj(wbits=31)),
    b"BZh": ("bzip2", bz2.BZ2Decompressor),
    b"\xfd7zXZ\0": ("xz", lambda: lzma.LZMADecompressor(memlimit=XZ_MEMORY)),
}


def _unpack(data: bytes, path: Path) -> bytes:
    """Return data unpacked by gzip, bzip2 or xz, or from the only file of a zip archive; other data unchanged."""
    start = next((start for start in PACKED if data.startswith(start)), None)
    if start is None:
        return _only_file(data, path) if data.startswith(b"PK\x03\x04") else data
    name, unpacker_of = PACKED[start]
    found = bytearray()
    try:
        while data.startswith(start):  # packed files may be joined
            unpacker = unpacker_of()
            found += unpacker.decompress(data, MAX_BYTES + 1 - len(found))
            if len(found) > MAX_BYTES:
                refuse(path, f"unpacked it has more than {MAX_BYTES} bytes; longer files are not read")
            if not unpacker.eof:
                refuse(path, "the packed data end too early; pack the file again")
            data = unpacker.unused_data
        if data.strip(b"\0"):
            raise OSError("something else follows the packed data")
    except (zlib.error, lzma.LZMAError, OSError) as error:
        refuse(path, f"not {name}: {error}")
    return bytes(found)


OFFICE = {
    "xl/workbook.xml": "an Excel workbook (.xlsx); save the sheet as CSV, or write it with pandas to Parquet",
    "word/document.xml": "a document of Word; save its table as CSV",
    "content.xml": "an OpenDocument file; save the sheet as CSV",
}


def _only_file(data: bytes, path: Path) -> bytes:
    """Return the only file of a zip archive that is no .npz, ignoring files that systems add."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            there = [name for name in archive.namelist() if not (name.endswith("/") or name.startswith("__MACOSX/"))]
            if other := next((what for name, what in OFFICE.items() if name in there), None):
                refuse(path, f"this is {other}")
            if "[Content_Types].xml" in there:
                refuse(path, "this is an Office file, such as .xlsx; save the sheet as CSV")
            if not there or any(name.endswith(".npy") for name in there):
                return data
            if len(there) > 1:
                refuse(path, f"a zip archive of {len(there)} files; unpack it, and give one: {format_names(there, 6)}")
            require_room(2 * min(archive.getinfo(there[0]).file_size, MAX_BYTES), safe_file_name(path))
            with archive.open(name=there[0]) as stream:
                found = stream.read(MAX_BYTES + 1)
    except UNZIPPING as error:
        if isinstance(error, BadInput):
            raise
        kind = "an .npz file of NumPy" if path.suffix == ".npz" else "a zip archive"
        refuse(path, f"not {kind} that can be read: {quote_short(str(error), 100)}")
    if len(found) > MAX_BYTES:
        refuse(path, f"unpacked it has more than {MAX_BYTES} bytes; longer files are not read")
    if found.startswith((b"PK\x03\x04", *PACKED)):
        refuse(path, f"{safe_text(there[0])} in it is packed, too; unpack it first")
    return found


UNZIPPING = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, OSError,
             ValueError)

# ------------------------------------------------------------------------------- text with a separator


def _read_separated(text: str, path: Path, sep: str | None) -> Table:
    if first_line := SEP_LINE.match(text):  # a blank line in its place keeps the numbers of lines
        text, sep = "\n" + text[first_line.end():], sep or first_line[1]
    delimiter = _detect_separator(text, path) if sep is None else SEPARATORS.get(sep, sep)
    if len(delimiter) != 1 or delimiter in '"\r\n.+-/' or delimiter.isalnum():
        raise BadInput(f"{format_option('sep', delimiter[:40])} cannot separate cells; give one character, or one of "
                       f"{', '.join(WORDS)}")
    name, size = safe_file_name(path), 1 + max(map(text.count, "\r\n"))
    rows = _rows(text, name, delimiter)
    line, first = next(rows, (0, []))
    if not first:
        raise BadInput(f"{name} is empty; give a header line and at least one row")
    if len(first) < 2:
        raise BadInput(f"{name} has one column ({quote_short(first[0])}); separate features and label by commas, tabs "
                       f"or semicolons, or name the separator with {format_option('sep')}")
    if len(first) > MAX_COLUMNS:
        raise BadInput(f"{name}, line {line}: {len(first)} columns; at most {MAX_COLUMNS} are read")
    numeric = [bool(NUMBER.fullmatch(cell)) for cell in first]
    if any(numeric):
        words = [k for k, cell in enumerate(first) if not numeric[k] and cell.lower() not in ("", "?", "na", "nan")]
        return _without_header(Table(name, first, chain([(line, first)], rows), size), words, text, delimiter)
    second = next(rows, None)
    rows = chain([second] if second else [], rows)
    notes: tuple[str, ...] = ()
    if second and len(second[1]) == len(first) + 1 and second[1][-1] and _is_r_header(text, delimiter):
        rows, notes = ((line, row[1:]) for line, row in _require_equal_width(name, len(first) + 1, rows)), (
            f"{name}: the header is one cell shorter than the rows, so the first cell of each row is its name and is "
            "left out",)
    require_distinct(first, f"{name}, line {line}: two columns")
    return Table(name, first, _require_equal_width(name, len(first), rows), size, notes=notes)


def _without_header(table: Table, words: Sequence[int], text: str, delimiter: str) -> Table:
    """Return the table whose first row is data; raise `BadInput` if none of its words occurs in its column again."""
    name, first = table.name, table.columns
    again = []
    if words:
        others = _rows(text, name, delimiter)
        line, _ = next(others)
        found = {k for _, row in others for k in words if len(row) == len(first) and row[k] == first[k]}
        again = [k for k in words if k in found]
        if not again:
            number = safe_text(next(cell for cell in first if NUMBER.fullmatch(cell)))
            raise BadInput(f"{name}, line {line}: the header has the number {number} in place of a name; add a header "
                           "line that names the columns")
    names = _names_in_a_comment(text, delimiter, len(first))
    columns = names or [f"x{k}" for k in range(1, len(first) + 1)]
    label = columns[again[0]] if len(words) == 1 and again else None
    notes: tuple[str, ...] = ()
    if label and again[0] < len(first) - 1:
        notes = (f"{name}: the labels are in column {again[0] + 1}, the only one with words; "
                 f"{format_option('label', 'K')} names another",)
    return Table(name, columns, _require_equal_width(name, len(first), table.rows), table.size, "line", label,
                 bool(names), notes)


def _names_in_a_comment(text: str, delimiter: str, count: int) -> list[str]:
    """Return the column names in the last comment before the first row, as numpy.savetxt writes them, or []."""
    comments = [line for line in text[:BEGINNING].splitlines()[:_count_comments(text)] if line.strip()]
    if not comments:
        return []
    cells = comments[-1].lstrip("# \t")
    names = cells.split() if delimiter == " " else [cell.strip() for cell in cells.split(delimiter)]
    fit = len(set(names)) == len(names) == count and not any(map(NUMBER.fullmatch, names)) and all(names)
    return names if fit else []


def _is_r_header(text: str, delimiter: str) -> bool:
    """Return whether a header that lacks one cell may come from R: it is in quotes, or separated by spaces or tabs."""
    return delimiter in " \t" or text.lstrip()[:1] == '"'


def _count_comments(text: str) -> int:
    """Return how many lines before the first row are blank or comments."""
    for count, line in enumerate(io.StringIO(text)):
        if line.strip() and not line.lstrip().startswith("#"):
            return count
    return 0  # nothing else is there


def _rows(text: str, name: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of `_cells`, with decimal points for decimal commas."""
    rows = _cells(text, name, delimiter)
    if delimiter == "," or "," not in text:
        return rows
    commas = points = False
    doubtful: tuple[int, str] | None = None
    for line, row in _cells(text, name, delimiter):
        for cell in row:
            commas = commas or bool(DECIMAL_COMMA.fullmatch(cell) and not THOUSANDS.fullmatch(cell))
            points = points or ("." in cell and bool(NUMBER.fullmatch(cell)))
            doubtful = doubtful or ((line, cell) if THOUSANDS.fullmatch(cell) else None)
            if (commas and points) or (doubtful and points):
                raise BadInput(f"{name}, line {line}: {quote_short(cell)} is ambiguous, because the file has numbers "
                               f"with commas and numbers with points; {POINTS}")
    if doubtful and not commas:
        raise BadInput(f"{name}, line {doubtful[0]}: {quote_short(doubtful[1])} may mean thousands or a decimal; "
                       f"{POINTS}")
    return ((line, [_use_decimal_point(cell) for cell in row]) for line, row in rows) if commas else rows


def _use_decimal_point(cell: str) -> str:
    return cell.replace(".", "").replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell


def _cells(text: str, name: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, stripped cells) of each row that is not blank and follows the first comments."""
    lines: Iterable[str] = io.StringIO(text, newline="")
    if text.lstrip().startswith("#"):
        comments = _count_comments(text)
        lines = ("\n" if k < comments else line for k, line in enumerate(lines))
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


def _require_equal_width(name, width, records):
    """Yield the rows without comments; raise `BadInput` for one that is not `width` cells long."""
    for line, row in records:
        if len(row) != width:
            if row[0].startswith("#"):
                continue
            raise BadInput(f"{name}, line {line}: {len(row)} cell{'s' * (len(row) != 1)} where {width} are expected; "
                           "every row needs one cell per column")
        yield line, row


def _detect_separator(text: str, path: Path) -> str:
    """Return the separator of the first row. If several are possible, return one that gives the first rows equally many
    cells.

    If several separators fit, the one that gives more numbers is returned. A space is returned only if nothing else
    separates, all rows agree, and there are no quotes.
    """
    start = text[:BEGINNING]
    lines = [line for line in start.splitlines()[_count_comments(start):] if line.strip()][:SAMPLE]
    found = [mark for mark in ",\t;" if mark in "".join(lines[:1])]
    if len(found) > 1:
        return max(found, key=lambda mark: (_count_numbers(start, path, mark), -lines[0].count(mark)))
    if found and (found != ["\t"] or _count_numbers(start, path, "\t") >= 0):  # tabs may be mere layout
        return found[0]
    return " " if _count_numbers(start, path, " ") > 0 else (found or ",")[0]


def _count_numbers(text: str, path: Path, mark: str) -> int:
    """Return how many cells of the first rows are numbers; −1 if the rows have different numbers of cells.

    The first row may have one cell less, as R writes it.
    """
    try:
        rows = [row for _, (_, row) in zip(range(SAMPLE), _cells(text, path.name, mark), strict=False)]
    except BadInput:
        return -1
    widths = {len(row) for row in rows[1:]} or {*map(len, rows)}
    if len(widths) != 1 or max(widths) < 2 or max(widths) - len(rows[0]) not in (0, int(_is_r_header(text, mark))):
        return -1
    number = NUMBER if mark == "," else NUMBER_OR_COMMA
    return sum(bool(number.fullmatch(cell)) for row in rows for cell in row)


# --------------------------------------------------------------------------------------------- ARFF

ARFF = re.compile(r"(?:[^\S\n]*+(?:%[^\n]*+)?\n)*+[^\S\n]*+@relation\b", re.IGNORECASE)
QUOTED = r"""'(?:\\.|[^'\\])*+'|"(?:\\.|[^"\\])*+\""""
ATTRIBUTE = re.compile(rf"@attribute\s++({QUOTED}|[^\s{{]++)(.*)", re.IGNORECASE)
CELL = re.compile(rf"\s*+(?:({QUOTED})\s*+|([^,]*+))(,|$)")


def _read_arff(text: str, path: Path) -> Table:
    """Return the attributes as columns; the class is the last one, if no name says otherwise."""
    lines, names, values = enumerate(io.StringIO(text), start=1), list[str](), dict[int, set[str]]()
    for line, content in lines:
        if (content := content.strip()).lower().startswith("@data"):
            break
        if content.lower().startswith("@attribute"):
            found = ATTRIBUTE.fullmatch(content)
            if not found:
                refuse(path, "no attribute of ARFF, as in @attribute width numeric", line)
            if (kind := found[2].strip()).startswith("{"):
                values[len(names)] = {*_arff_cells(kind[1:].removesuffix("}"))}
            names.append(_unquote(found[1]))
    if len(names) < 2 or len(names) > MAX_COLUMNS:
        refuse(path, f"an ARFF file with {len(names)} attributes; from 2 to {MAX_COLUMNS} are read")
    require_distinct(names, f"{safe_file_name(path)}: two attributes")
    rows = _require_equal_width(safe_file_name(path), len(names), _arff_rows(lines, path, values))
    return Table(safe_file_name(path), names, rows, text.count("\n") + 1)


def _arff_cells(content: str) -> list[str]:
    return [_unquote((cell[1] or cell[2]).strip()) for cell in CELL.finditer(content)
            if cell[0] or content.endswith(",")]


def _arff_rows(lines: Iterable[tuple[int, str]], path: Path,
               values: Mapping[int, set[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with their lines; `values` has the values of nominal attributes by their places."""
    for line, content in lines:
        content = content.strip()
        if content.startswith("{"):
            refuse(path, "a sparse row of ARFF; save the file with dense rows", line)
        if content and not content.startswith("%"):
            row = _arff_cells(content)
            for place, allowed in values.items():
                if place < len(row) and row[place] not in allowed and row[place] not in ("?", ""):
                    refuse(path, f"{quote_short(row[place])} is not among the values of its attribute", line)
            yield line, row


def _unquote(cell: str) -> str:
    return re.sub(r"\\(.)", r"\1", cell[1:-1]) if cell[:1] in ("'", '"') and cell[-1:] == cell[:1] else cell


# ------------------------------------------------------------------------------------ libsvm, svmlight

DECIMAL = re.compile(r"([+-]?[0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?")
LABEL = r"[+-]?[0-9]+(\.[0-9]*)?(,[0-9]+)*"  # several labels are refused later
WORD = r"[^\W\d][^\s:,;]*"  # a label; then only spaces and numbers follow, since 12:30 may be a time of day
SPARSE = re.compile(LABEL + r"(\s+qid:[0-9]+)?(\s+[0-9]{1,9}:\S+)+\s*(#.*)?|"
                    + WORD + rf"( +qid:[0-9]+)?( +[0-9]{{1,9}}:{DECIMAL.pattern})+ *(#.*)?")


def _is_sparse(text: str) -> bool:
    """Return whether one of the first rows is a label with pairs index:value; only this format has such rows."""
    return any(map(SPARSE.fullmatch, map(str.strip, text[:BEGINNING].splitlines()[:SAMPLE])))


def _read_sparse(text: str, path: Path) -> Table | SparseTable:
    """Return a table with the columns x1, x2, …, or x0, x1, … if the file has an index 0; the label comes first."""
    require_room(ENTRY * text.count(":"), safe_file_name(path))
    entries, labels, lines = _Entries(), list[str](), list[int]()
    for line, content in enumerate(re.finditer("^.*$", text, re.MULTILINE), start=1):  # a list would take much memory
        label, *pairs = content[0].partition("#")[0].split() or [""]
        if "," in label:
            refuse(path, f"{quote_short(label)} is several labels; give each example one label", line)
        if label:
            entries.append_row(pairs, path, line)
            labels.append(label)
            lines.append(line)
    first, width = 1 - entries.zero, max(entries.indices, default=0)
    if width >= MOST_SPARSE_COLUMNS:
        refuse(path, f"there is an index {width}; at most {MOST_SPARSE_COLUMNS} columns are read")
    names = NumberedNames(first, width)
    cells = len(labels) * len(names)
    is_sparse = cells > FEW_CELLS and len(entries.indices) * SPARSE_FROM <= cells
    if not is_sparse and len(names) < MAX_COLUMNS:
        _require_few(len(labels), len(names) + 1, path)
        rows = entries.rows(lines, labels, names)
        return Table(safe_file_name(path), ["label", *names], rows, len(labels), label="label")
    return SparseTable(safe_file_name(path), entries.sparse_rows(names), names, labels, lines, odd=entries.odd_cells())


class _Entries:
    """The pairs index:value of all rows, with each number as an integer `mantissa` over ten to the power of its
    `places`.

    `odd` maps positions to the texts of values that are no decimals; `zero` says whether the index 0 occurs.
    """

    def __init__(self) -> None:
        self.starts, self.indices, self.mantissas, self.places = array("q", [0]), array("q"), array("q"), array("b")
        self.odd: dict[int, str] = {}
        self.zero = False
        self._known: dict[str, tuple[int, int] | None] = {}

    def append_row(self, pairs: Sequence[str], path: Path, line: int) -> None:
        """Add a row of pairs, in any order; the pair `qid`, which groups rows, is no feature."""
        begin, last, rising = len(self.indices), -1, True
        for pair in pairs:
            text, colon, value = pair.partition(":")
            if text == "qid" and colon:
                continue
            if not colon or not (text.isascii() and text.isdigit() and len(text) < 10):
                refuse(path, f"{quote_short(pair)} is not a pair index:value, as in 3:0.5", line)
            index = int(text)
            rising, last = rising and index > last, index
            mantissa, places = self._number(value)
            self.indices.append(index)
            self.mantissas.append(mantissa)
            self.places.append(places)
        if not rising:
            counted = Counter(self.indices[begin:])
            if repeated := [index for index, count in counted.items() if count > 1]:
                refuse(path, f"the index {repeated[0]} is there twice", line)
        self.zero = self.zero or 0 in self.indices[begin : begin + 1] or (not rising and 0 in self.indices[begin:])
        self.starts.append(len(self.indices))

    def _number(self, text: str) -> tuple[int, int]:
        """Return the mantissa and the places of a decimal; for other texts (0, 0), after storing the text in `odd`."""
        if text not in self._known:
            if len(self._known) > KEPT:
                self._known.clear()
            self._known[text] = self._decimal(text)
        known = self._known[text]
        if known is None:
            self.odd[len(self.indices)] = text
        return known or (0, 0)

    @staticmethod
    def _decimal(text: str) -> tuple[int, int] | None:
        """Return the mantissa and the places of a short decimal, or None."""
        match = DECIMAL.fullmatch(text) if len(text) < 40 else None
        if not match:
            return None
        whole, decimals, exponent = match[1], match[2] or "", int(match[3] or 0)
        mantissa, places = int(whole + decimals), len(decimals) - exponent
        if not mantissa:
            return 0, 0
        while places > 0 and mantissa % 10 == 0:
            mantissa, places = mantissa // 10, places - 1
        return (mantissa, places) if abs(mantissa) < 2**62 and -100 < places < 100 else None

    def _value(self, k: int) -> Cell:
        """Return the number at a position, or the text of an odd one."""
        return self.odd[k] if k in self.odd else Fraction(self.mantissas[k]) / Fraction(10) ** self.places[k]

    def rows(self, lines: Sequence[int], labels: Sequence[str], names: NumberedNames) -> Iterator[Row]:
        """Yield the rows with all cells, zeros included; the label is the first."""
        for i, (line, label) in enumerate(zip(lines, labels, strict=True)):
            cells: list[Cell] = [label, *[Fraction(0)] * len(names)]
            for k in range(self.starts[i], self.starts[i + 1]):
                cells[1 + self.indices[k] - names.first] = self._value(k)
            yield line, cells

    def odd_cells(self) -> list[tuple[int, int, str]]:
        """Return the odd values with the index of their row, from 0, and their column index."""
        ends = self.starts
        return [(bisect_right(ends, k) - 1, self.indices[k], text) for k, text in self.odd.items()]

    def sparse_rows(self, names: NumberedNames) -> SparseRows:
        """Return the rows without zeros; odd values are 0 there."""
        mantissas, places = np.array(self.mantissas, dtype=np.int64), np.array(self.places, dtype=np.int64)
        most = max(0, int(places.max(initial=0)))
        powers = most - places
        largest = max(int(mantissas.max(initial=0)), -int(mantissas.min(initial=0)))
        if largest * 10 ** int(powers.max(initial=0)) < 2**63:
            numerators = mantissas * np.array([10**k for k in range(int(powers.max(initial=0)) + 1)])[powers]
        else:
            exact = [m * 10**k for m, k in zip(self.mantissas, powers.tolist(), strict=True)]
            numerators = whole_array(exact)
        indices = np.array(self.indices, dtype=np.int64) - names.first
        return SparseRows(np.array(self.starts), indices, numerators, 10**most, len(names))


# ------------------------------------------------------------------------------------------- binary


def _read_npz(data: bytes, path: Path) -> Table | SparseTable:
    """Return the arrays X, shape (n, d), and y, n labels, with feature names from `feature_names` if there; or the
    matrix of `scipy.sparse.save_npz`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            there = [Path(name).stem for name in archive.namelist()]
            wanted = (*OF_SCIPY, "y") if set(OF_SCIPY) <= set(there) else ("X", "y", "feature_names")
            found = {name: _array(archive, f"{name}.npy", path) for name in wanted
                     if f"{name}.npy" in archive.namelist()}
    except UNZIPPING as error:
        if isinstance(error, BadInput):
            raise
        refuse(path, f"not an .npz file of NumPy: {quote_short(str(error), 100)}")
    if set(OF_SCIPY) <= set(found):
        return _read_scipy(found, path)
    if not {"X", "y"} <= set(found):
        names = format_names(there, 6)
        refuse(path, f"there must be arrays X and y, as of np.savez(FILE, X=…, y=…); there are {names}")
    X, y = found["X"], found["y"]
    if X.ndim != 2 or y.size != len(X) or not X.size:
        refuse(path, f"X must have shape (n, d) and y n labels; their shapes are {X.shape} and {y.shape}")
    if X.shape[1] >= MAX_COLUMNS:
        refuse(path, f"{X.shape[1]} columns; at most {MAX_COLUMNS} are read")
    columns = [*_check_names(found.get("feature_names"), X.shape[1], path), "y"]
    examples = zip(X, y.reshape(-1).tolist(), strict=True)  # a row at a time: as Python's numbers they take more room
    rows = ((i, [*map(to_exact_cell, (*x.tolist(), label))]) for i, (x, label) in enumerate(examples, start=1))
    return Table(safe_file_name(path), columns, rows, len(X), "row", "y")


OF_SCIPY = ("format", "shape", "indptr", "indices", "data")  # what scipy.sparse.save_npz writes


def _read_scipy(found: dict[str, Any], path: Path) -> SparseTable:
    """Return the matrix of `scipy.sparse.save_npz`, in rows (CSR), with labels from an array `y`, if one was added."""
    form, shape, starts, indices, data = (found[name] for name in OF_SCIPY)
    if (word := str(form.reshape(-1)[0] if form.size == 1 else "")) != "csr":
        refuse(path, f"a sparse matrix in the format {quote_short(word)}; save it with scipy.sparse.save_npz(FILE, "
                     "X.tocsr())")
    whole = all(each.dtype.kind in "iu" and each.dtype.itemsize <= 8 for each in (shape, starts, indices))
    flat = shape.shape == (2,) and starts.ndim == indices.ndim == data.ndim == 1
    if not (whole and flat) or data.dtype.kind not in "biuf":
        refuse(path, "it lacks the arrays of a sparse matrix of numbers in rows")
    n, d = map(int, shape)
    if n < 1 or d < 1 or len(starts) != n + 1:
        refuse(path, f"the shape is {(n, d)}, but indptr has {len(starts)} entries; one more than rows is needed")
    if d > MOST_SPARSE_COLUMNS:
        refuse(path, f"{d} columns; at most {MOST_SPARSE_COLUMNS} are read")
    require_room(ENTRY * len(data) + 24 * d, safe_file_name(path))
    labels = found["y"].reshape(-1).tolist() if "y" in found else None
    if labels is not None and len(labels) != n:
        refuse(path, f"{len(labels)} labels y for {n} rows")
    try:
        X = sparse_from_arrays(starts, indices, data, d)
    except BadInput as problem:
        refuse(path, str(problem))
    cells = None if labels is None else [*map(to_exact_cell, labels)]
    return SparseTable(safe_file_name(path), X, NumberedNames(1, d), cells, range(1, n + 1), "row")


def sparse_from_arrays(starts: Any, indices: Any, data: Any, dimension: int) -> SparseRows:
    """Return vectors from the arrays of a CSR matrix, whose floats are exact binary values; raise `BadInput`.

    >>> import numpy as np
    >>> sparse_from_arrays(np.array([0, 1]), np.array([1]), np.array([0.75]), 2)[0]
    (0, Fraction(3, 4))
    """
    if data.dtype.kind in "biu":
        whole = data.astype(np.int64) if data.dtype != np.uint64 else whole_array(data.tolist())
        fits = whole.dtype != object and (not len(whole) or int(whole.min()) > -(2**63))
        return SparseRows(starts, indices, whole if fits else whole_array(whole.tolist()), 1, dimension)
    if data.dtype.itemsize > 8:
        raise BadInput(f"X has the type {data.dtype}; give numbers of at most 64 bits")
    if not np.isfinite(data).all():
        k = int(np.argmin(np.isfinite(data)))
        i = int(np.searchsorted(starts, k, side="right")) - 1
        raise BadInput(f"X[{i}][{int(indices[k])}] = {float(data[k])} is not finite; every number must be finite")
    fractions, exponents = np.frexp(data.astype(np.float64))
    mantissas = np.ldexp(fractions, 53).astype(np.int64)
    used = mantissas != 0
    if not used.any():
        return SparseRows(starts, indices, mantissas, 1, dimension)
    lowest = exponents[used] - 53 + np.log2((mantissas & -mantissas)[used].astype(float)).astype(np.int64)
    least = int(lowest.min())
    shifts, top = np.where(used, exponents - 53 - least, 0), int(exponents[used].max()) - least
    if top < 63:
        up, down = np.maximum(shifts, 0), np.maximum(-shifts, 0)
        numerators = (mantissas >> down) << up
    else:
        exact = [m << k if k >= 0 else m >> -k for m, k in zip(mantissas.tolist(), shifts.tolist(), strict=True)]
        numerators = whole_array(exact)
    if least > 0:
        numerators, least = whole_array([p << least for p in numerators.tolist()]), 0
    return SparseRows(starts, indices, numerators, 1 << -least, dimension)


def read_labels(path: Path) -> list[Cell]:
    """Return the labels of an .npy file of one axis, numbers or texts; raise `BadInput`."""
    y = _load_array(read_bytes(path), "it", path)
    if y.ndim != 1 or not y.size:
        refuse(path, f"an array of the shape {y.shape}; labels have one axis")
    return [*map(to_exact_cell, y.tolist())]


def _check_names(given: Any, count: int, path: Path) -> list[str]:
    if given is None:
        return [f"x{k}" for k in range(1, count + 1)]
    names = [str(name) for name in given.reshape(-1)]
    if len({*names, "y"}) != count + 1:
        refuse(path, f"feature_names must be {count} different names, none of them y")
    return names


def _array(archive: zipfile.ZipFile, member: str, path: Path) -> Any:
    """Return an array of numbers or texts from an archive."""
    where, limit = Path(member).stem, 16 * MAX_CELLS
    size = min(archive.getinfo(member).file_size, limit)
    require_room(3 * size, safe_file_name(path))  # packed, unpacked, as an array
    with archive.open(name=member) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        refuse(path, f"{where} has more than {limit} bytes; longer files are not read")
    return _load_array(content, where, path)


def _load_array(content: bytes, where: str, path: Path) -> Any:
    """Return an array of numbers or texts; check its header before allocating anything."""
    try:
        start = io.BytesIO(content)
        first = np.lib.format.read_magic(start) == (1, 0)
        shape, _, dtype = (np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0)(start)
    except (ValueError, SyntaxError) as error:
        refuse(path, f"{where} is not an array of NumPy: {quote_short(str(error), 100)}")
    if dtype.hasobject:
        refuse(path, f"{where} holds Python objects, which would have to be unpickled; save numbers or texts")
    word = dtype.kind == "S" and dtype.itemsize < 16 and where == "format"  # of scipy.sparse.save_npz
    if (not word and dtype.kind not in "biufU") or (dtype.kind == "f" and dtype.itemsize > 8):
        refuse(path, f"{where} has the type {safe_text(str(dtype), 60)}; save texts, or numbers of at most 64 bits")
    if math.prod(shape) * dtype.itemsize > len(content) - start.tell() or min(shape, default=0) < 0:
        refuse(path, f"{where} ends before its {math.prod(shape)} entries")
    found = np.load(io.BytesIO(content), allow_pickle=False)
    return np.char.decode(found, "latin-1") if word else found


def _read_npy(data: bytes, path: Path) -> Table:
    """Return the table of one array of shape (n, d), without names."""
    X = _load_array(data, "it", path)
    if X.ndim != 2 or not X.size or X.shape[1] < 2:
        refuse(path, f"an array of the shape {X.shape}; give rows of features with a label, or X and y in an .npz file")
    if X.shape[1] > MAX_COLUMNS:
        refuse(path, f"{X.shape[1]} columns; at most {MAX_COLUMNS} are read")
    rows = ((i, [*map(to_exact_cell, x.tolist())]) for i, x in enumerate(X, start=1))
    return Table(safe_file_name(path), _check_names(None, X.shape[1], path), rows, len(X), "row", named=False)


def _read_columns(data: bytes, path: Path, kind: str) -> Table:
    """Return a table stored by columns. A process with limited memory reads it, as few bytes may encode many rows."""
    from .processes import Stopped, run_in_subprocess

    try:
        names, columns = run_in_subprocess(None, lambda: _read_with_pyarrow(data, path, kind))
    except Stopped as problem:
        refuse(path, f"not read: {problem}")
    require_distinct(names, f"{safe_file_name(path)}: two columns")
    if len(names) < 2:
        refuse(path, f"{format_count(len(names), 'column')}; features and a label are needed")
    rows = ((i, [*map(to_exact_cell, row)]) for i, row in enumerate(zip(*columns, strict=True), start=1))
    return Table(safe_file_name(path), names, rows, len(columns[0]), "row")


def _read_with_pyarrow(data: bytes, path: Path, kind: str) -> tuple[list[str], list[list[Any]]]:
    pyarrow, _ = import_extra(f"{safe_file_name(path)}: a Parquet or Arrow file", "data", "pyarrow", "pyarrow.parquet")
    source = pyarrow.BufferReader(data)
    try:
        if kind == "parquet":
            file = pyarrow.parquet.ParquetFile(source)
            _require_few(file.metadata.num_rows, file.metadata.num_columns, path)
            table = file.read(use_threads=False)
        else:
            table = (pyarrow.ipc.open_file if kind == "file" else pyarrow.ipc.open_stream)(source).read_all()
    except (pyarrow.ArrowException, OSError) as error:
        refuse(path, f"not {'Parquet' if kind == 'parquet' else 'Arrow'}: {quote_short(str(error), 100)}")
    _require_few(table.num_rows, table.num_columns, path)
    types = pyarrow.types
    for field in table.schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if not any(fits(kind) for fits in (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean,
                                           types.is_string, types.is_large_string, types.is_null)):
            refuse(path, f"column {quote_short(field.name)} has the type {field.type}; give numbers or texts, or "
                         f"leave it out before saving")
    return table.column_names, [column.to_pylist() for column in table.columns]


BINARY_SUFFIXES = (".npy", ".npz", ".parquet", ".arrow", ".feather")
BINARY: dict[bytes, Callable[[bytes, Path], Table | SparseTable]] = {
    b"\x93NUMPY": _read_npy, b"PK\x03\x04": _read_npz, b"PAR1": partial(_read_columns, kind="parquet"),
    b"ARROW1": partial(_read_columns, kind="file"), b"\xff\xff\xff\xff": partial(_read_columns, kind="stream"),
}


def to_exact_cell(value: Any) -> Cell:
    """Return a cell of a binary format: its exact value, None for a missing one; infinity is unchanged.

    >>> to_exact_cell(0.5), to_exact_cell("a"), to_exact_cell(float("nan"))
    (Fraction(1, 2), 'a', None)
    """
    if value is None or value != value:
        return None
    if isinstance(value, str) or value in (math.inf, -math.inf):
        return value
    return Fraction(*value.as_integer_ratio())


def require_room(needed: int, what: str, held: int = 0) -> None:
    """Call `processes.require_memory`, importing the module only now."""
    from .processes import require_memory

    require_memory(needed, what, held)


def _require_few(rows: int, columns: int, path: Path) -> None:
    if columns > MAX_COLUMNS:
        refuse(path, f"{columns} columns; at most {MAX_COLUMNS} are read")
    if rows * columns > MAX_CELLS:
        refuse(path, f"{rows} rows of {columns} columns; at most {MAX_CELLS} cells are read")


def require_distinct(names: Sequence[str], two: str) -> None:
    """Raise `BadInput` if a name is repeated; `two` is the word for the named things in the message."""
    if repeated := [name for name, count in Counter(names).items() if count > 1]:
        raise BadInput(f"{two} are called {quote_short(repeated[0])}; rename one")


def format_names(names: Sequence[str], most: int) -> str:
    """Return names for a sentence. If there are many names, return only the first ones.

    >>> format_names(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    return ", ".join(map(safe_text, names[:most])) + (f" and {len(names) - most} more" if len(names) > most else "")

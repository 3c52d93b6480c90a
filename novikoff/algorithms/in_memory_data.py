"""Examples from Python's objects: arrays, lists, and the frames of pandas, polars and Arrow; every value exactly.

A frame is recognised by its methods, so none of these packages is imported. A float keeps its exact binary value, as in
a file of NumPy: 0.1 is 3602879701896397/36028797018963968. None, NaN and NA are missing values.
"""

import math
from collections.abc import Sequence
from typing import Any

from .dataset_reader import How, Records, read_table_of
from .errors import BadInput, format_option
from .labelled_examples import exact, require_names, rows
from .safe_files import quote_short, safe_text
from .sparse_rows import SparseRows
from .table_readers import FEW_CELLS, Cell, NumberedNames, Table, require_distinct, sparse_from_arrays, to_exact_cell

MISSING = ("NAType", "NaTType")  # of pandas; comparing one has no truth value


def records_of(data: Any, how: How) -> Records:
    """Return the records of a frame, or of (X, y), where X may be a frame, an array or a list of vectors.

    The column of the labels is found as in a file. Raises `BadInput`.

    >>> found = records_of(([[0.5, 2], [1, 0]], [1, -1]), How())
    >>> found.X, found.labels, found.features
    (((Fraction(1, 2), 2), (1, 0)), ('1', '-1'), ('x1', 'x2'))
    """
    if isinstance(data, tuple) and len(data) == 2:
        return _of_pair(data[0], data[1], how)
    columns = _columns(data)
    if columns is None:
        raise BadInput("data must be the name of a file, a pair (X, y), or a frame of pandas, polars or Arrow "
                       f"(got {safe_text(type(data).__name__)})")
    if how.sep is not None:
        raise BadInput(f"{format_option('sep')} is for text files; leave it out")
    return read_table_of(_table("frame", columns, None), how)


def _of_pair(X: Any, y: Any, how: How) -> Records:
    if how.label or how.sep or how.group:
        raise BadInput("label, sep and group are for a file or a frame; leave them out with (X, y)")
    labels = y.to_list() if hasattr(y, "to_list") else y.tolist() if hasattr(y, "tolist") else y
    try:
        labels = list(labels)
    except TypeError:
        raise BadInput("y must be a sequence of labels, one for each row of X") from None
    frame = _columns(X)
    if frame is None:
        if how.drop or how.missing != "error":
            raise BadInput("drop and missing are for a file or a frame; leave them out with (X, y)")
        return _of_vectors(X, labels, how)
    count = len(frame[0][1]) if frame else 0
    require_names(labels, count)
    known = [name for name, _ in frame]
    name = str(getattr(y, "name", None) or "y")
    return read_table_of(_table("(X, y)", [*frame, (name if name not in known else "the label", labels)], -1), how)


def _of_vectors(X: Any, labels: Sequence[Any], how: How) -> Records:
    """Read an array or lists of numbers, and return the records."""
    if getattr(getattr(X, "dtype", None), "kind", "") in ("f", "c") and X.dtype.itemsize > 8:
        raise BadInput(f"X has the type {X.dtype}; give numbers of at most 64 bits")
    table: Any
    numbers: Any
    if hasattr(X, "tocsr") and math.prod(X.shape) > FEW_CELLS:
        csr = X.tocsr()
        table = numbers = sparse_from_arrays(csr.indptr, csr.indices, csr.data, csr.shape[1])
    else:
        vectors = X.toarray() if hasattr(X, "toarray") else X
        table = rows(vectors.tolist() if hasattr(vectors, "tolist") else vectors)
        numbers = tuple(tuple(exact(value, f"X[{i}]") for value in row) for i, row in enumerate(table))
    require_names(labels, len(table))
    names: Any = NumberedNames(1, len(table[0]))
    names = names if isinstance(table, SparseRows) else tuple(names)
    texts = tuple(str(_cell(label, f"y[{i}]")) for i, label in enumerate(labels))
    if "None" in texts and None in labels:
        raise BadInput(f"y[{list(labels).index(None)}] is None; give one number or text for each row of X")
    return Records(numbers, texts, names, "y", "(X, y)", tuple(range(1, len(table) + 1)), scale=how.scale, place="row")


def _columns(frame: Any) -> list[tuple[str, Sequence[Any]]] | None:
    """Return the names and values of the columns of a frame; None for any other object."""
    if hasattr(frame, "iter_columns") and hasattr(frame, "columns"):  # polars
        return [(str(column.name), column.to_list()) for column in frame.iter_columns()]
    if hasattr(frame, "column_names") and hasattr(frame, "itercolumns"):  # Arrow
        pairs = zip(frame.column_names, frame.itercolumns(), strict=True)
        return [(str(name), column.to_pylist()) for name, column in pairs]
    if hasattr(frame, "columns") and hasattr(frame, "items") and hasattr(frame, "iloc"):  # pandas
        return [(str(name), column.tolist()) for name, column in frame.items()]
    return None


def _table(name: str, columns: Sequence[tuple[str, Sequence[Any]]], label: int | None) -> Table:
    names = [name for name, _ in columns]
    require_distinct(names, "two columns")
    if len(names) < 2:
        raise BadInput(f"the frame has {len(names)} columns; features and a label are needed")
    values = [[_cell(value, f"column {quote_short(name)}") for value in column] for name, column in columns]
    numbered = enumerate(zip(*values, strict=True), start=1)
    return Table(name, names, numbered, len(values[0]), "row", None if label is None else names[label])


def _cell(value: Any, where: str) -> Cell:
    """Return the exact value of a cell, or None for a missing value."""
    if type(value).__name__ in MISSING:
        return None
    try:
        return to_exact_cell(value.item() if hasattr(value, "item") else value)
    except (AttributeError, TypeError, ValueError, OverflowError):
        kind = safe_text(type(value).__name__)
        raise BadInput(f"{where} has a value of the type {kind}; give numbers or texts, or leave the column out with "
                       f"{format_option('drop')}") from None

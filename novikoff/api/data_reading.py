"""Examples from a file, a frame or arrays.

Main definitions: `describe_reading`, `choose_reader`, `examples`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ..algorithms.dataset_reader import (
    Dataset,
    How,
    Records,
    candidates,
    many_classes,
    parse_label_number,
    read_records,
    two_classes,
)
from ..algorithms.errors import BadInput, format_option
from ..algorithms.registry import Algorithm

Examples = str | os.PathLike[str] | tuple[Any, Any] | Any  # or a frame


def choose_reader(
    how: How, entry: Algorithm | None = None, *, classes: bool = False, grouped: bool = False
) -> Callable[[Records], Dataset]:
    """Return the function that turns rows into examples, for an algorithm, for `classes`, or for `grouped` candidates.

    Raises `BadInput` for `how` if the algorithm takes no such examples.
    """
    if how.group == "":
        raise BadInput(f"{format_option('group')}: the column of groups needs a name; write one in the header")
    if entry is not None:
        if entry.only_classes and how.positive is not None:
            alone = ", or run its driver alone" if entry.driver else ""
            raise BadInput(f"{entry.name} takes every label as a class; leave out {format_option('positive')}{alone}")
        if how.group is not None and not entry.grouped:
            raise BadInput(f"{entry.name} takes each row as an example; {format_option('group')} is for examples of "
                           "several rows, as for structured_perceptron")
        classes, grouped = entry.classes and how.positive is None, entry.grouped

    def make(found: Records) -> Dataset:
        if entry is not None and entry.whole_labels and how.positive is None and not grouped:
            _require_integers(entry, found.labels)
        if classes and not grouped:
            return many_classes(found)
        return (candidates if grouped else two_classes)(found, how.positive)

    return make


def _require_integers(entry: Algorithm, values: Sequence[str]) -> None:
    for value in values:
        number = parse_label_number(value)
        if number is not None and number.denominator != 1:
            raise BadInput(f"the label {value} is not a whole number; {entry.name.capitalize()} takes two classes, "
                           f"best written -1 and 1, or {format_option('positive', 'VALUE')}")


def examples(
    data: Examples, how: How, entry: Algorithm | None = None, *, classes: bool = False, grouped: bool = False
) -> Dataset:
    """Return the examples of a file, a frame, or arrays (X, y); the other arguments are those of `choose_reader`."""
    from ..algorithms.in_memory_data import records_of
    from ..algorithms.labelled_examples import exact_rows
    from ..algorithms.structured_perceptron import examples as choices

    if isinstance(data, tuple) and len(data) == 2 and entry is not None and entry.grouped:
        given, right = choices(*data)
        several: Any = tuple(tuple(map(tuple, exact_rows(one))) for one in given)
        names = tuple(f"x{k}" for k in range(1, len(given[0][0]) + 1))
        lines = tuple(range(1, len(given) + 1))
        return Dataset(several, tuple(right), names, "y", "the number", "(X, y)", lines, group="row of X")
    make = choose_reader(how, entry, classes=classes, grouped=grouped)
    return make(read_records(os.fspath(data), how) if isinstance(data, str | os.PathLike) else records_of(data, how))


def describe_reading(
    label: Any, positive: Any, sep: Any, drop: str | Iterable[str], missing: Literal["error", "drop"],
    scale: str | None, group: Any,
) -> How:
    """Return the settings for reading a file; labels and names of columns may be numbers."""
    from ..algorithms.run_loop import check_choice
    from ..proofs.checking.outcomes import as_list

    check_choice("missing", missing, ("error", "drop"))
    label, positive, sep, group = (None if each is None else str(each) for each in (label, positive, sep, group))
    return How(label, positive, sep, tuple(as_list("columns", drop)), missing, scale, group)

"""One-vs-rest: a classifier of many classes from one linear classifier for each class against the others.

Class k is learned from the labels +1 for k and −1 for all others; x gets the class argmax_k f_k(x), with f_k(x) = ⟨w_k,
x⟩ + b_k. At a tie the class that comes first in `classes` wins. The scores are not divided by ‖w_k‖, so rescaling one
f_k changes the result.

Source: `slides`, the last pages (M-class classifiers), which name no tie rule. Bounds: the driver's bounds hold for the
run of each class. If every f_k separates its class from the rest, then on each example its own class alone has f_k > 0,
so no example is misclassified. The converse is false: on the line, f_k(x) = 2kx − k² classifies 1, 2 and 3 rightly, and
no f_2 separates 2 from the others.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from . import perceptron, run_certificates
from .candidate_rule import wrong_ones
from .errors import BadInput, Interrupted, NoSeparator
from .labelled_examples import exact_rows, rows
from .multi_class_perceptron import classes_of, predict, scores  # noqa: F401  # the module predicts by the scores


@dataclass(frozen=True)
class Run:
    """The record of the runs of all classes, in the order of `classes`.

    `updates` is the sum over the runs. `stopped` is their common value, or "mixed"; an interruption keeps the runs made
    so far. `separated` says whether on every example the score of its own class is strictly the greatest.
    """

    updates: int
    stopped: str
    separated: bool
    classes: tuple[Any, ...]
    runs: tuple[Any, ...]


def run(X: Iterable[Iterable[Any]], y: Iterable[Any], *, driver: Callable[..., Any] = perceptron.run,
        classes: Iterable[Any] | None = None, **settings: Any) -> Run:
    """Run `driver(X, ±1 labels, **settings)` once for each class and return the record.

    X has shape (n, d); y has n labels, of at least two classes. `classes` gives their order, by default the order of
    first appearance. The driver is `perceptron.run` or any other whose record has w and b.

    Raises `BadInput` for unusable classes, and what the driver raises; `NoSeparator` and `Interrupted` (with the runs
    made so far, the last of them cut short) name the class or keep the record.

    >>> result = run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"])
    >>> result.classes, result.updates, result.separated
    (('a', 'b', 'c'), 7, True)
    """
    table, given = rows(X), list(y)
    names, _ = classes_of(given, classes, len(table))
    runs: list[Any] = []
    try:
        for name in names:
            signs = [1 if label == name else -1 for label in given]
            runs.append(driver(table, signs, **settings))  # kept if a later one is interrupted
    except NoSeparator as error:
        raise NoSeparator(f"class {names[len(runs)]!r} against the rest: {error}", error.certificate) from None
    except Interrupted as interruption:
        raise Interrupted(_record(table, given, names, [*runs, interruption.record], "interrupted")) from None
    stops = {one.stopped for one in runs}
    return _record(table, given, names, runs, stops.pop() if len(stops) == 1 else "mixed")


def _record(table, given, names, runs, stopped):
    record = Run(sum(one.updates for one in runs), stopped, False, names, tuple(runs))
    separated = len(runs) == len(names) and not any(
        wrong_ones(scores(record, x), names.index(label)) for x, label in zip(table, given, strict=True)
    )
    return replace(record, separated=separated)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[Any],
                binary: Callable[..., dict[str, Any]] = perceptron.certificate) -> dict[str, Any]:
    """Return the runs as JSON-ready data that `checkers.one_vs_rest` can repeat; `binary` is the driver's certificate.

    >>> X, y = [[0], [2]], ["a", "b"]
    >>> data = certificate(run(X, y), X, y)
    >>> data["parameters"], [step["y"] for step in data["steps"]]
    ({'classes': ['a', 'b']}, [[1, -1], [-1, 1]])
    """
    table, given = exact_rows(X), list(y)
    if len(record.runs) != len(record.classes):
        missing = len(record.classes) - len(record.runs)
        raise BadInput(f"the runs of {missing} class{'es' * (missing != 1)} are missing, so there is no "
                       "certificate of all classes; run to the end, or take the certificates of single classes")
    steps = [
        binary(one, table, [1 if label == name else -1 for label in given])
        for name, one in zip(record.classes, record.runs, strict=True)
    ]
    return {"schema": 1, "kind": "run", "algorithm": "one_vs_rest",
            "parameters": {"classes": list(map(str, record.classes))}, "X": run_certificates.table_to_json(table),
            "y": list(map(str, given)), "steps": steps,
            "result": {"updates": record.updates, "stopped": record.stopped, "separated": record.separated}}

"""The question whether a hyperplane separates the classes, with an exact separator or an exact proof that none does.

Main definitions: `separate`, `Separation`, `find_answer`, `best_margin`.

With groups, rows with the same value in a column are the candidates of one example. The question is then whether some w
gives the right candidate the highest score in each group. With classes, the question is for any number of them: can
each have a (w, b) with which its examples score highest? If not, there are weights λ ≥ 0 with Σλ = 1 of pairs of an
example and a wrong class. The differences of the example as its own class and as the wrong one then have the weighted
sum 0 in Kesler's space (`multi_class_perceptron`).

For two classes the proof of "no" is Gordan's: weights λ ≥ 0 with Σλᵢ = 1 and Σλᵢyᵢ(xᵢ, 1) = 0 (without bias Σλᵢyᵢxᵢ =
0). No (w, b) is positive on every term of a sum that is 0. For separable data the result includes the best margin: the
least V = ‖w‖² under y(⟨w, x⟩ + b) ≥ 1, between a primal and a dual value. 1/√V is the distance of the best plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from ..algorithms import multi_class_perceptron, nearest_point, separability, structured_perceptron, svm
from ..algorithms.command_results import FAILED, OK
from ..algorithms.dataset_reader import Dataset, both_labels
from ..algorithms.errors import BadInput
from ..algorithms.multi_class_perceptron import Classes
from ..algorithms.registry import BETWEEN_CANDIDATES, BETWEEN_CLASSES
from ..algorithms.run_loop import check_flag
from ..algorithms.separability import Separability
from ..algorithms.sparse_margin import bracket
from ..algorithms.sparse_rows import SparseRows
from ..algorithms.structured_perceptron import Chooser
from ..report.document_formats import Block, Inline, Table, Words
from ..report.result_output import Reported, Row
from ..report.value_text import (
    LEADS,
    class_rows,
    classifier,
    classifier_json,
    classifiers_json,
    combination,
    describe_data,
    exact_json,
    format_bracket,
    number,
    reading_json,
    round_root_down,
    scaling_json,
    scaling_rows,
)
from .data_reading import Examples, describe_reading, examples

Bracket = tuple[Fraction, Fraction]
Answer = Separability | Classes | Chooser
__all__ = ["Separation", "separate"]


@dataclass(frozen=True, repr=False)
class Separation(Reported):
    """The answer to the question whether a hyperplane separates the classes.

    `answer` has the hyperplane, or the convex combination that proves that there is none. `margin` is a lower and an
    upper bound of the least ‖w‖² under y(⟨w, x⟩ + b) ≥ 1, None if there is no least. For several classes `answer` has
    the (w, b) of each, and `margin` is about Σ(‖w‖² + b²), with the right class leading by 1.
    """

    data: Dataset
    answer: Separability | Classes | Chooser
    margin: tuple[Fraction, Fraction] | None

    @property
    def separable(self) -> bool:
        """Return whether there is a separator."""
        return self.answer.separable

    @property
    def exit_status(self) -> int:
        return OK if self.separable else FAILED

    def in_short(self) -> str:
        first, about, *rest = self.text().splitlines()
        return "; ".join([first, about, " ".join(rest[0].split())] if rest and self.separable else [first, about])

    def blocks(self, quiet: bool = False, verbose: bool = True) -> list[Block]:
        data, answer = self.data, self.answer
        several, choosing = isinstance(answer, Classes), isinstance(answer, Chooser)
        through = "" if answer.bias or choosing else " without biases" if several else " by a hyperplane through 0"
        weights = {} if self.separable else _weights_to_json(data, answer)
        of = (BETWEEN_CLASSES,) if several else (BETWEEN_CANDIDATES,) if choosing else ()
        why = "" if self.separable else f": {combination(weights, data, *of)}"
        first = Words([f"{'separable' if self.separable else 'not separable'}{through}{why}"])
        if quiet:
            return [first]
        rows: list[Sequence[Inline]] = []
        if isinstance(answer, Classes):
            rows += class_rows(answer.classifiers or {})
        elif self.separable:
            rows.append(("separator", classifier(answer.w or (), answer.b)))
        rows += scaling_rows(data, answer)
        if self.separable and (margin := self.margin_text()):
            rows.append(("margin", margin))
        if verbose and self.separable and isinstance(answer, Separability):
            rows.append(("method", f"{answer.method}{f': {answer.note}' if answer.note else ''}"))
        if verbose:
            rows += [("weight", [number(Fraction(a)), f" of line {line}"]) for line, a in weights.items()]
        return [first, Words([describe_data(data)]), Table(rows)]

    def margin_text(self) -> str:
        """Return the best margin as text: for a hyperplane exactly as 1/√V, and as a decimal rounded down."""
        if self.margin is None:
            return "without limit, since all examples are of one class" * isinstance(self.answer, Separability)
        if isinstance(self.answer, Separability):
            least = f"the least V = ‖w‖² with y(⟨w, x⟩ + b) ≥ 1 {format_bracket(*self.margin)}"
            return f"1/√V ≥ {round_root_down(1 / self.margin[1])}; {least}"
        least = "Σ(‖w‖² + b²)" if self.answer.bias else "Σ‖w‖²"
        least, right = ("‖w‖²", "candidate") if isinstance(self.answer, Chooser) else (least, "class")
        return f"the least {least} for which {LEADS.format(right)} {format_bracket(*self.margin)}"

    def json(self) -> dict[str, Any]:
        data, answer, bracket = self.data, self.answer, self.margin
        weights = None if answer.combination is None else _weights_to_json(data, answer)
        margin = None if bracket is None else {"lower": str(bracket[0]), "upper": str(bracket[1])}
        if isinstance(answer, Classes):
            classifiers = None if answer.classifiers is None else classifiers_json(answer.classifiers)
            found: dict[str, Any] = {"classes": list(answer.classes), "classifiers": classifiers}
        elif isinstance(answer, Chooser):
            found = {"w": exact_json(answer.w)}
        else:
            found = {**classifier_json(answer.w, answer.b), "method": answer.method}
        return {
            "schema": 1, "data": data.source, "separable": answer.separable, "bias": answer.bias, **found,
            "margin": margin, "no_separator": None if weights is None else {"weights_by_line": weights},
            **reading_json(data, answer),
        }

    def rows(self) -> list[Row]:
        first = self.text().splitlines()[0]
        return [Row("separable", "ok" if self.separable else "failed", first, self.data.source)]


def separate(
    data: Examples, *, classes: bool = False, bias: bool = True, label: str | None = None, positive: str | None = None,
    sep: str | None = None, drop: str | Iterable[str] = (), missing: Literal["error", "drop"] = "error",
    scale: str | None = None, group: str | None = None,
) -> Separation:
    """Decide whether a hyperplane separates the classes; the result is true if one does.

    data     and how it is read: as for `run`
    classes  whether every label is a class; then each class has its own (w, b), with the highest score on its examples
    bias     whether the hyperplane may miss the origin
    group    a column; rows with the same value in it are candidates, of which the right one must have the highest score

    The result has a separator with the best margin, or a combination that shows that there is none. Raises `BadInput`
    for data that cannot be read.

    >>> separate(([[2], [3], [5]], [-1, 1, -1]))
    <not separable: no separator exists: a convex combination of 3 signed examples is 0 (lines 1, 2, 3 of (X, y)); (X, y): 3 examples, 1 feature; y = 1 is +1 (1), the rest −1 (2)>
    """  # noqa: E501
    if check_flag(classes, "classes") and positive is not None:
        raise BadInput("classes=True takes every label as a class; leave out positive")
    how = describe_reading(label, positive, sep, drop, missing, scale, group)
    given = examples(data, how, classes=classes, grouped=how.group is not None)
    return Separation(given, *find_answer(given, check_flag(bias, "bias")))


def find_answer(data: Dataset, bias: bool) -> tuple[Answer, Bracket | None]:
    """Return the answer, and the bracket of the best margin if there is a separator.

    The question is about classes if the labels are not ±1.
    """
    if data.group:
        choice = structured_perceptron.separate(data.X, data.y)
        best = structured_perceptron.best_lead(data.X, data.y) if choice.separable else None
        return choice, None if best is None else (best.lower, best.upper)
    if data.positive and (weights := both_labels(data)):
        return separability.inseparable(weights, bias, "one point has both labels"), None
    if data.positive:
        answer = separability.separate(data.X, data.y, bias=bias)
        return answer, best_margin(data, bias) if answer.separable else None
    found = multi_class_perceptron.separate(data.X, data.y, bias=bias)
    if not found.separable:
        return found, None
    lead = multi_class_perceptron.best_lead(data.X, data.y, int(bias))
    return found, (lead.lower, lead.upper)


def best_margin(data: Dataset, bias: bool) -> Bracket | None:
    """Return bounds lower ≤ least ‖w‖² ≤ upper.

    Returns None if there is only one class, so that every margin is possible, or if no bracket was found.
    """
    if isinstance(data.X, SparseRows) and data.X.is_large:
        if bias and len(set(data.y)) == 1:
            return None
        found = bracket(data.X, data.y, None if bias else 0)
        return None if found is None else (found.lower, found.upper)
    if not bias:
        margin = nearest_point.best_margin(data.X, data.y, 0)
        return margin.lower, margin.upper
    if len(set(data.y)) == 1:
        return None
    machine = svm.hard_margin(data.X, data.y)
    return 2 * machine.lower, 2 * machine.upper


def certificate_of(found: Separation) -> dict[str, Any]:
    """Return the certificate of an answer, for `novikoff verify`."""
    data, answer = found.data, found.answer
    if isinstance(answer, Classes):
        proof = multi_class_perceptron.separate_certificate(answer, data.X, data.y)
    elif isinstance(answer, Chooser):
        proof = structured_perceptron.separate_certificate(answer, data.X, data.y)
    else:
        proof = separability.certificate(answer, data.X, data.y)
    return proof | scaling_json(data)


def _weights_to_json(data: Dataset, answer: Answer) -> dict[str, str]:
    if isinstance(answer, Separability):
        return {str(data.lines[i]): str(answer.combination[i]) for i in answer.active} if answer.combination else {}
    sums: dict[int, Fraction] = {}
    for (i, _), weight in (answer.combination or {}).items():
        sums[i] = sums.get(i, Fraction(0)) + weight
    return {str(data.lines[i]): str(weight) for i, weight in sums.items()}

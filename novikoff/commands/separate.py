"""`novikoff separate`: is there a hyperplane between the classes? Yes with an exact separator, no with an exact proof.

With --group the rows with the same value in a column are the candidates of one example, and the question is whether
some w gives the right one the highest score in each. With --classes the question is for any number of them: can each
have a (w, b) with which its examples score highest? The answer no has weights λ ≥ 0 with Σλ = 1 of pairs of an example
and a wrong class, for which the differences of the example as its own class and as the wrong one have the sum 0 in
Kesler's space (`multi_class_perceptron`).

The proof of the second is Gordan's: weights λ ≥ 0 with Σλᵢ = 1 and Σλᵢyᵢ(xᵢ, 1) = 0 (without bias Σλᵢyᵢxᵢ = 0), so
that no (w, b) is positive on every term of a sum that is 0. Of separable data the best margin is given as well: the
least V = ‖w‖² under y(⟨w, x⟩ + b) ≥ 1, between a primal and a dual value; 1/√V is the distance of the best plane.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

import click

from ..algorithms import multi_class_perceptron, nearest_point, separability, structured_perceptron, svm
from ..algorithms.datasets import Dataset, How, both_labels, candidates, many_classes, two_classes
from ..algorithms.errors import BadInput
from ..algorithms.multi_class_perceptron import Classes
from ..algorithms.registry import BETWEEN_CANDIDATES, BETWEEN_CLASSES
from ..algorithms.separability import Separability
from ..algorithms.structured_perceptron import Chooser
from ..output import certificates
from ..output.printing import FAILED, OK, Row, emit
from ._shared import certificate_option, command, data_argument, examples, reading, scale_option
from .run import (
    about,
    class_lines,
    classifier,
    classifiers_json,
    combination,
    number,
    reading_json,
    scaling_json,
    scaling_lines,
)
from .run import bracket as values

Bracket = tuple[Fraction, Fraction]
Answer = Separability | Classes | Chooser


@command(
    data_argument,
    reading,
    scale_option,
    click.option("--classes", is_flag=True, help="Every label is a class of its own, with its own weights."),
    click.option("--no-bias", "bias", is_flag=True, flag_value=False, default=True, help="Hyperplanes through 0 only."),
    certificate_option,
)
def separate_command(
    data: str, *, how: How, classes: bool, bias: bool, certificate: str | None, output_format: str, quiet: bool,
    verbose: bool,
) -> int:  # fmt: skip
    """Is there a hyperplane between the classes of DATA? An exact separator, or an exact proof that there is none.

    The exit status is 0 if the examples are separable and 1 if they are not. A separator comes with the best margin,
    between an exact lower and an exact upper bound; the proof of the contrary is a convex combination of the signed
    examples that is 0, given by the lines of the file.

    \b
    novikoff separate iris.csv --positive setosa
    novikoff separate iris.csv --positive versicolor -v
    novikoff separate iris.csv --classes --drop petal_length
    novikoff separate breast_cancer.csv --certificate separable.json
    novikoff verify separable.json
    """
    if classes and (how.positive is not None or how.group is not None):
        raise BadInput("--classes takes every row and every label as they are; leave out --positive and --group")
    of_rows = candidates if how.group is not None else two_classes
    given = examples(data, how, quiet, many_classes if classes else partial(of_rows, positive=how.positive))
    answer, bracket = answered(given, bias)
    summary = as_text(given, answer, bracket, quiet, verbose)
    row = Row("separable", "ok" if answer.separable else "failed", summary.splitlines()[0], given.source)
    emit(output_format, text=summary, data=as_json(given, answer, bracket), rows=[row])
    if certificate:
        if isinstance(answer, Classes):
            proof = multi_class_perceptron.separate_certificate(answer, given.X, given.y)
        elif isinstance(answer, Chooser):
            proof = structured_perceptron.separate_certificate(answer, given.X, given.y)
        else:
            proof = separability.certificate(answer, given.X, given.y)
        certificates.write(certificate, proof | scaling_json(given))
    return OK if answer.separable else FAILED


def answered(data: Dataset, bias: bool) -> tuple[Answer, Bracket | None]:
    """The answer, and the bracket of the best margin, if there is a separator; for classes if the labels are none of
    ±1.
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
    """lower ≤ least ‖w‖² ≤ upper; None if one class alone makes every margin possible."""
    if not bias:
        margin = nearest_point.best_margin(data.X, data.y, 0)
        return margin.lower, margin.upper
    if len(set(data.y)) == 1:
        return None
    machine = svm.hard_margin(data.X, data.y)
    return 2 * machine.lower, 2 * machine.upper


def as_json(data: Dataset, answer: Answer, bracket: Bracket | None) -> dict[str, Any]:
    """The result of `separate --json`; rationals are strings."""
    weights = None if answer.combination is None else weights_by_line(data, answer)
    margin = None if bracket is None else {"lower": str(bracket[0]), "upper": str(bracket[1])}
    if isinstance(answer, Classes):
        classifiers = None if answer.classifiers is None else classifiers_json(answer.classifiers)
        found: dict[str, Any] = {"classes": list(answer.classes), "classifiers": classifiers}
    elif isinstance(answer, Chooser):
        found = {"w": None if answer.w is None else [str(value) for value in answer.w]}
    else:
        found = {"w": None if answer.w is None else [str(value) for value in answer.w],
                 "b": None if answer.b is None else str(answer.b), "method": answer.method}  # fmt: skip
    return {
        "schema": 1, "data": data.source, "separable": answer.separable, "bias": answer.bias, **found,
        "margin": margin, "no_separator": None if weights is None else {"weights_by_line": weights},
        **reading_json(data, answer),
    }  # fmt: skip


def weights_by_line(data: Dataset, answer: Answer) -> dict[str, str]:
    """The combination by the lines of the file."""
    if isinstance(answer, Separability):
        return {str(data.lines[i]): str(answer.combination[i]) for i in answer.active} if answer.combination else {}
    sums: dict[int, Fraction] = {}
    for (i, _), weight in (answer.combination or {}).items():
        sums[i] = sums.get(i, Fraction(0)) + weight
    return {str(data.lines[i]): str(weight) for i, weight in sums.items()}


def as_text(data: Dataset, answer: Answer, bracket: Bracket | None, quiet: bool, verbose: bool) -> str:
    """The result for a reader."""
    several, choosing = isinstance(answer, Classes), isinstance(answer, Chooser)
    through = "" if answer.bias or choosing else " without biases" if several else " by a hyperplane through 0"
    if not answer.separable:
        weights = weights_by_line(data, answer)
        of = (BETWEEN_CLASSES,) if several else (BETWEEN_CANDIDATES,) if choosing else ()
        lines = [f"not separable{through}: {combination(weights, data, *of)}", about(data)]
        lines += scaling_lines(data, answer)
        if verbose:
            lines += [f"weight     {number(Fraction(weight))} of line {line}" for line, weight in weights.items()]
        return lines[0] if quiet else "\n".join(lines)
    if isinstance(answer, Classes):
        lines = [f"separable{through}", about(data)]
        lines += class_lines(answer.classifiers or {})
        lines += scaling_lines(data, answer)
        least = "Σ(‖w‖² + b²)" if answer.bias else "Σ‖w‖²"
        lines += [f"margin     least {least} under the right one leading by 1  {values(*bracket)}"] if bracket else []
        return lines[0] if quiet else "\n".join(lines)
    lines = [f"separable{through}", about(data), f"separator  {classifier(answer.w or (), answer.b)}"]
    lines += scaling_lines(data, answer)
    if isinstance(answer, Chooser):
        lines += [f"margin     least ‖w‖² under the right one leading by 1  {values(*bracket)}"] if bracket else []
        return lines[0] if quiet else "\n".join(lines)
    lines.append(margin_line(bracket) if bracket else "margin     without limit, since all examples are of one class")
    if verbose:
        lines.append(f"method     {answer.method}{f': {answer.note}' if answer.note else ''}")
    return lines[0] if quiet else "\n".join(lines)


def margin_line(bracket: Bracket) -> str:
    """The best margin: exactly as 1/√V, and as a decimal rounded down."""
    lower, upper = bracket
    least = f"least V = ‖w‖² under y(⟨w, x⟩ + b) ≥ 1  {values(lower, upper)}"
    return f"margin     distance 1/√V ≥ {rounded_down(1 / upper)}, {least}"


def rounded_down(square: Fraction, digits: int = 6) -> str:
    """√square with so many significant digits, rounded down by integer arithmetic.

    >>> rounded_down(Fraction(2)), rounded_down(Fraction(1, 10**8)), rounded_down(Fraction(2, 10**40))
    ('1.41421', '0.000100000', '1.41421e-20')
    """
    exponent = 0  # the root is between 10 to this power and ten times as much
    while square >= Fraction(100) ** (exponent + 1):
        exponent += 1
    while square < Fraction(100) ** exponent:
        exponent -= 1
    if not -digits < exponent < digits:
        return f"{rounded_down(square / Fraction(100) ** exponent, digits)}e{exponent}"
    places = digits
    while places < 400 and isqrt(square.numerator * 100**places // square.denominator) < 10 ** (digits - 1):
        places += 1
    while places and isqrt(square.numerator * 100**places // square.denominator) >= 10**digits:
        places -= 1
    whole = str(isqrt(square.numerator * 100**places // square.denominator)).rjust(places + 1, "0")
    return f"{whole[:-places]}.{whole[-places:]}" if places else whole

"""`novikoff separate`: is there a hyperplane between the classes? Yes with an exact separator, no with an exact proof.

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

from ..algorithms import nearest_point, separability, svm
from ..algorithms.datasets import Dataset, How, two_classes
from ..algorithms.separability import Separability
from ..output import certificates
from ..output.printing import FAILED, OK, Row, emit
from ._shared import certificate_option, command, data_argument, examples, reading, scale_option
from .run import about, classifier, combination, reading_json, scaling_json, scaling_lines
from .run import bracket as values

Bracket = tuple[Fraction, Fraction]


@command(
    data_argument,
    reading,
    scale_option,
    click.option("--no-bias", "bias", is_flag=True, flag_value=False, default=True, help="Hyperplanes through 0 only."),
    certificate_option,
)
def separate_command(
    data: str, *, how: How, bias: bool, certificate: str | None, output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Is there a hyperplane between the classes of DATA? An exact separator, or an exact proof that there is none.

    The exit status is 0 if the examples are separable and 1 if they are not. A separator comes with the best margin,
    between an exact lower and an exact upper bound; the proof of the contrary is a convex combination of the signed
    examples that is 0, given by the lines of the file.

    \b
    novikoff separate iris.csv --positive setosa
    novikoff separate iris.csv --positive versicolor -v
    novikoff separate breast_cancer.csv --certificate separable.json
    novikoff verify separable.json
    """
    given = examples(data, how, quiet, partial(two_classes, positive=how.positive))
    answer = separability.separate(given.X, given.y, bias=bias)
    bracket = best_margin(given, bias) if answer.separable else None
    summary = as_text(given, answer, bracket, quiet, verbose)
    row = Row("separable", "ok" if answer.separable else "failed", summary.splitlines()[0], given.source)
    emit(output_format, text=summary, data=as_json(given, answer, bracket), rows=[row])
    if certificate:
        proof = separability.certificate(answer, given.X, given.y)
        certificates.write(certificate, proof | scaling_json(given))
    return OK if answer.separable else FAILED


def best_margin(data: Dataset, bias: bool) -> Bracket | None:
    """lower ≤ least ‖w‖² ≤ upper; None if one class alone makes every margin possible."""
    if not bias:
        margin = nearest_point.best_margin(data.X, data.y, 0)
        return margin.lower, margin.upper
    if len(set(data.y)) == 1:
        return None
    machine = svm.hard_margin(data.X, data.y)
    return 2 * machine.lower, 2 * machine.upper


def as_json(data: Dataset, answer: Separability, bracket: Bracket | None) -> dict[str, Any]:
    """The result of `separate --json`; rationals are strings."""
    weights = None if answer.combination is None else weights_by_line(data, answer)
    margin = None if bracket is None else {"lower": str(bracket[0]), "upper": str(bracket[1])}
    return {
        "schema": 1, "data": data.source, "separable": answer.separable, "bias": answer.bias,
        "w": None if answer.w is None else [str(value) for value in answer.w],
        "b": None if answer.b is None else str(answer.b),
        "margin": margin, "no_separator": None if weights is None else {"weights_by_line": weights},
        "method": answer.method, **reading_json(data, answer),
    }  # fmt: skip


def weights_by_line(data: Dataset, answer: Separability) -> dict[str, str]:
    """The combination by the lines of the file."""
    return {str(data.lines[i]): str(answer.combination[i]) for i in answer.active} if answer.combination else {}


def as_text(data: Dataset, answer: Separability, bracket: Bracket | None, quiet: bool, verbose: bool) -> str:
    """The result for a reader."""
    through = "" if answer.bias else " by a hyperplane through 0"
    if not answer.separable:
        weights = weights_by_line(data, answer)
        lines = [f"not separable{through}: {combination(weights, data.source)}", about(data)]
        lines += scaling_lines(data, answer)
        if verbose:
            lines += [f"weight     {weight} of line {line}" for line, weight in weights.items()]
        return lines[0] if quiet else "\n".join(lines)
    lines = [f"separable{through}", about(data), f"separator  {classifier(answer.w or (), answer.b)}"]
    lines += scaling_lines(data, answer)
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

    >>> rounded_down(Fraction(2)), rounded_down(Fraction(1, 10**8))
    ('1.41421', '0.000100000')
    """
    places = digits
    while places < 400 and isqrt(square.numerator * 100**places // square.denominator) < 10 ** (digits - 1):
        places += 1
    while places and isqrt(square.numerator * 100**places // square.denominator) >= 10**digits:
        places -= 1
    whole = str(isqrt(square.numerator * 100**places // square.denominator)).rjust(places + 1, "0")
    return f"{whole[:-places]}.{whole[-places:]}" if places else whole

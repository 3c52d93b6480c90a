"""Text and JSON for numbers, classifiers, data and the scaling of data.

Main definitions: `format_number`, `format_vector`, `number`, `classifier`, `describe_data`, `reading_json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

from ..algorithms.command_results import count_examples, format_count
from ..algorithms.dataset_reader import Dataset, find_contradiction
from ..algorithms.safe_files import safe_text
from ..algorithms.scaling import KINDS
from ..proofs.statements.expressions import Symbol
from ..proofs.statements.vector_language import Relation, Vector
from .document_formats import Formula, Inline

LONGEST = 25  # characters of a rational that text output still prints in full: two numbers of 12 digits
MOST = 20  # numbers of a vector that text output prints
LEADS = "the right {0} scores at least 1 more than every other {0}"


def format_number(value: Any) -> str:
    """Print a rational exactly if it has at most 25 characters, else rounded and after ≈.

    >>> format_number(Fraction(1, 3)), format_number(Fraction(10**50 + 1, 10**49)), format_number(Fraction(1, 3**60))
    ('1/3', '≈ 10', '≈ 2.35898248759e-29')
    """
    if isinstance(value, float) or len(str(value)) <= LONGEST:
        return str(value)
    exponent = len(str(abs(value.numerator))) - len(str(value.denominator))
    if abs(exponent) > 300:
        return f"≈ {'-' if value < 0 else ''}10^{exponent}"
    return f"≈ {float(value):.12g}"


def number(value: Any) -> str | Formula:
    """Return a formula for a short number, and rounded text for a long one."""
    text = format_number(value)
    return Formula("term", (Fraction(value),), text=text) if is_short(value) else text


def is_short(value: Any) -> bool:
    """Return whether text output prints a number exactly."""
    return isinstance(value, int | Fraction) and len(str(value)) <= LONGEST


def classifier(w: Sequence[Any], b: Any) -> Inline:
    """Return (w, b) as two formulas, or as text if it has many numbers or a long one."""
    if len(w) > MOST or not all(map(is_short, (*w, b))):
        return [f"w {format_vector(w)}, b {format_equal(b)}"]
    vector = Relation(Vector({"w": 1}), "==", tuple(map(Fraction, w)))
    return [Formula("relation", (vector,), text=f"w {format_vector(w)}"), ", ",
            Formula("relation", (Relation(Symbol("b"), "==", Fraction(b)),), text=f"b = {b}")]


def format_equal(value: Any) -> str:
    """Print a number after =, or after ≈ if it is rounded."""
    said = format_number(value)
    return said if said.startswith("≈") else f"= {said}"


def format_bracket(lower: Fraction, upper: Fraction) -> str:
    """Print a least value that lies between two exact bounds, as a predicate."""
    if lower == upper:
        return f"is {format_number(upper)}, proved by a solution of the dual problem"
    return f"is between {format_number(lower)} and {format_number(upper)}"


def format_brief(value: Fraction) -> str:
    """Print a factor exactly if it is short, else rounded.

    >>> format_brief(Fraction(4, 3)), format_brief(Fraction(10**9 + 1, 10**9))
    ('4/3', '1.00')
    """
    if value >= 10**300:  # no float is as large
        return f"10^{int(value).bit_length() * 30103 // 100000}"
    if value < 10**6:
        return str(value) if value.denominator < 10**5 and len(str(value)) <= 5 else f"{float(value):.2f}"
    return f"{float(value):.3g}"


def format_vector(values: Sequence[Any]) -> str:
    """Print a vector on one line; for more than 20 numbers, only count them.

    >>> format_vector([1, Fraction(1, 2)]), format_vector([0, 1] * 20)
    ('= (1, 1/2)', 'with 40 coordinates, 20 of them not 0 (in full in JSON and in the certificate)')
    """
    if len(values) <= MOST:
        return f"= ({', '.join(map(format_number, values))})"
    count = sum(1 for value in values if value)
    return f"with {len(values)} coordinates, {count} of them not 0 (in full in JSON and in the certificate)"


def format_polynomial(terms: Mapping[tuple[int, ...], Any], features: Sequence[str]) -> str:
    """Print a polynomial of the features, given its coefficients by exponents.

    >>> format_polynomial({(0, 0): -2, (2, 1): 3, (1, 0): -1}, ["x", "y"])
    '− 2 + 3·x²·y − x'
    """
    small = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

    def term(exponents: tuple[int, ...], size: Any) -> str:
        powers = [
            safe_text(name) + ("" if e == 1 else str(e).translate(small))
            for name, e in zip(features, exponents, strict=True)
            if e
        ]
        return "·".join([*([format_number(size)] if size != 1 or not powers else []), *powers])

    signed = [("− " if c < 0 else "+ ") + term(exponents, abs(c)) for exponents, c in terms.items() if c]
    rest = [f"… ({len(signed)} terms, in full in JSON)"] * (len(signed) > MOST)
    return " ".join([*signed[:MOST], *rest]).removeprefix("+ ") or "0"


def round_root_down(square: Fraction, digits: int = 6) -> str:
    """Return √square with `digits` significant digits, rounded down by integer arithmetic.

    >>> round_root_down(Fraction(2)), round_root_down(Fraction(1, 10**8)), round_root_down(Fraction(2, 10**40))
    ('1.41421', '0.000100000', '1.41421e-20')
    """
    exponent = 0  # in the end 10**exponent ≤ root < 10**(exponent + 1)
    while square >= Fraction(100) ** (exponent + 1):
        exponent += 1
    while square < Fraction(100) ** exponent:
        exponent -= 1
    if not -digits < exponent < digits:
        return f"{round_root_down(square / Fraction(100) ** exponent, digits)}e{exponent}"
    places = digits - 1 - exponent
    return f"{Decimal(isqrt(square.numerator * 100**places // square.denominator)).scaleb(-places):f}"


def format_decimal(value: Fraction | int) -> str:
    """Print a number as a finite decimal if it has one, else as p/q; the table readers accept both.

    >>> format_decimal(Fraction(-29, 100000)), format_decimal(Fraction(1, 3)), format_decimal(7)
    ('-0.00029', '1/3', '7')
    """
    p, q = value.as_integer_ratio()
    places = max((q & -q).bit_length() - 1, _fives(q))
    if 10**places % q:
        return str(value)
    digits = str(abs(p) * (10**places // q)).zfill(places + 1)
    return "-" * (p < 0) + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _fives(q: int) -> int:
    found = 0
    while q % 5 == 0:
        q, found = q // 5, found + 1
    return found


def write_table(file: str, data: Any) -> None:
    """Write the examples to a file as a comma-separated table with a header, the label last."""
    from ..algorithms.safe_files import write_whole

    names = ",".join([*(f"x{i + 1}" for i in range(len(data.X[0]))), "y"])
    rows = [",".join([*map(format_decimal, x), str(y)]) for x, y in zip(data.X, data.y, strict=True)]
    write_whole(file, "\n".join([names, *rows]) + "\n", "file of data")


def objective(step: Fraction | None) -> str:
    """Return the formula that the best separator minimises, for a bias learnt with step size `step`."""
    return "‖w‖² + b²" if step == 1 else f"‖w‖² + b²/({format_number(step)})" if step else "‖w‖²"


def add_through_zero(text: str, bias_step: Any) -> str:
    """Return the text, saying "no separator through 0" where the bias is fixed at 0."""
    return text.replace("no separator exists", "no separator through 0 exists") if bias_step == 0 else text


def describe_data(data: Dataset) -> str:
    """Describe the data on one line: source, sizes, and the examples of each label."""
    without = f" ({len(data.missing)} left out, where a value is missing)" if data.missing else ""
    shape = f"{format_count(len(data.X), 'example')}{without}, {format_count(len(data.features), 'feature')}"
    size = f"{data.source}: {shape}; {safe_text(data.label)}"
    positive = safe_text(data.positive)
    if data.group:
        sizes = sorted({len(x) for x in data.X})
        each = " to ".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
        return f"{size} = {positive} is the right one of {each} candidates with the same {safe_text(data.group)}"
    if isinstance(data.X[0][0], tuple):
        right = data.y.count(0)
        return f"{size} = {positive}: candidate x is right ({right}); otherwise, candidate 0 ({len(data.y) - right})"
    if not data.positive:
        counts = [f"{safe_text(str(name))} ({data.y.count(name)})" for name in dict.fromkeys(data.y)]
        return f"{size} is {', '.join(map(str, counts[:6]))}{', …' if len(counts) > 6 else ''}"
    above = sum(v > 0 for v in data.y)
    return f"{size} = {positive} is +1 ({above}), the rest −1 ({len(data.y) - above})"


def combination(weights: Mapping[str, str], data: Dataset, of: str = "{signed_examples}") -> str:
    """Return a sentence that names the lines of a convex combination equal to 0; `of` names the combined vectors."""
    choices = isinstance(data.X[0][0], tuple | list)
    pair = None if choices else find_contradiction(data)
    if pair and [str(data.lines[i]) for i in pair] == list(weights):
        return f"no separator exists: lines {' and '.join(weights)} of {data.source} are one point with both labels"
    named_lines = ", ".join(list(weights)[:8]) + (", …" if len(weights) > 8 else "")
    return (f"no separator exists: a convex combination of {count_examples(of, len(weights))} is 0 "
            f"({'line' if len(weights) == 1 else 'lines'} {named_lines} of {data.source})")


def class_rows(classifiers: Mapping[Any, Any], word: str = "class") -> list[Sequence[Inline]]:
    """Return a row with (w, b) for each class."""
    return [(word, [f"{safe_text(str(name))}: ", *classifier(*one)]) for name, one in classifiers.items()]


def exact_json(value: Any) -> Any:
    """Return a number as text, and nested lists of numbers as lists of texts; None and texts stay as they are.

    >>> exact_json([[Fraction(1, 2), 3], []]), exact_json(None), exact_json(["low"])
    ([['1/2', '3'], []], None, ['low'])
    """
    if value is None or isinstance(value, str):
        return value
    return [*map(exact_json, value)] if isinstance(value, Iterable) else str(value)


def classifier_json(w: Any, b: Any) -> dict[str, Any]:
    """Return the weights and the offset of a classifier as JSON data."""
    return {"w": exact_json(w), "b": exact_json(b)}


def classifiers_json(found: Mapping[Any, Any]) -> list[dict[str, Any]]:
    """Return (w, b) of each class as JSON."""
    return [{"class": str(name), **classifier_json(w, b)} for name, (w, b) in found.items()]


def reading_json(data: Dataset, record: Any = None) -> dict[str, Any]:
    """Return the dropped columns, the lines with missing values and the scaling of the data as JSON."""
    scaled = None if data.scaling is None else scaling_json(data)["scaling"]
    if scaled and (found := unscaled_classifier(data, record)):
        w, b = found
        scaled |= {"original": classifier_json(w, b)}
    return {"label": data.label, "dropped": list(data.dropped), "missing": list(data.missing), "scaled": scaled}


def scaling_json(data: Dataset) -> dict[str, Any]:
    """Return the scaling of the data as certificates store it; {} if the data were not scaled."""
    made = data.scaling
    if made is None:
        return {}
    numbers = {"shift": exact_json(made.shift), "factor": exact_json(made.factor)}
    return {"scaling": {"kind": made.kind, **numbers}}


def unscaled_classifier(data: Dataset, record: Any) -> tuple[tuple[Fraction, ...], Fraction] | None:
    """Return a record's (w, b) in the file's own units, or None without scaling or without a linear classifier."""
    w = getattr(record, "w", None)
    if data.scaling is None or w is None or len(w) != len(data.features):
        return None
    return data.scaling.original(w, record.b)


def scaling_rows(data: Dataset, record: Any) -> list[Sequence[Inline]]:
    """Return rows that name the scaling and give the classifier in the file's own units."""
    if data.scaling is None:
        return []
    runs = dict(zip(getattr(record, "classes", ()), getattr(record, "runs", ()), strict=False))
    runs |= getattr(record, "classifiers", None) or {}
    found = [(f"{safe_text(str(name))}: ", unscaled_classifier(data, run)) for name, run in runs.items()]
    found = found or [("", unscaled_classifier(data, record))]
    rows: list[Sequence[Inline]] = [("unscaled", [name, *classifier(*one)]) for name, one in found if one]
    others = "line is" if len(rows) == 1 else f"{len(rows)} lines are"
    scope = f"; only the next {others} about the data as given" * bool(rows)
    return [("scaled", KINDS[data.scaling.kind] + scope), *rows]

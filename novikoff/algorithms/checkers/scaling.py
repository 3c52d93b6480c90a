"""The part of a certificate that says how its examples were scaled.

Main definitions:
    check      the rule by which the examples z of a certificate were made, and its separator in terms of the x

The examples of a certificate are the scaled ones, zₖ = factorₖ·(xₖ − shiftₖ), factorₖ > 0, and all else in it is about
them. What is confirmed: there are a shift and a factor for each feature, and the z are what the rule promises (whole
numbers without shift, or numbers in [0, 1], or in [−1, 1]). So the x are given, xₖ = zₖ/factorₖ + shiftₖ, and for them
the separator of the z is w'ₖ = wₖ·factorₖ, b' = b − Σw'ₖ·shiftₖ. That they are those of a file, and the scaling is what
the rule makes of it, is seen when the file is read again.
"""

from dataclasses import dataclass
from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q
from .typed_records import Classifier, Positive, Vectors, read, require_length

MAPPING = ("lifting",)  # the algorithms whose separator is one of other points, to which they map the examples
BOX = {"unit": (0, 1), "range": (-1, 1)}


@dataclass(frozen=True)
class _Scaling:
    kind: Literal["integers", "unit", "range", "standard"]
    shift: list[Q]
    factor: list[Positive]


def check(certificate: dict[str, Any]) -> dict[str, Any]:
    """{"scaling"} and, if the certificate has one for the features, the {"original"} separator; raises `Refuted`.

    >>> made = {"kind": "range", "shift": ["5"], "factor": ["1/2"]}
    >>> check({"X": [["1"], ["-1/2"]], "scaling": made, "proof": {"w": ["2"], "b": "0"}})
    {'scaling': 'range', 'original': {'w': ['1'], 'b': '-5'}}
    """
    given = read(_Scaling, certificate["scaling"], "scaling")
    given_rows = read(Vectors | list[Vectors], certificate["X"], "X")  # type: ignore[arg-type]
    X: Vectors = [row for one in given_rows for row in (one if one and isinstance(one[0], list) else [one])]
    for name, values in (("shift", given.shift), ("factor", given.factor)):
        require_length(values, len(X[0]), f"scaling.{name}")
    _check_rule(given, X)
    found = _classifier(certificate)
    if found is None or certificate.get("algorithm") in MAPPING:
        return {"scaling": given.kind}
    require_length(found.w, len(given.shift), "w")
    w = [v * factor for v, factor in zip(found.w, given.factor, strict=True)]
    b = found.b - sum((v * shift for v, shift in zip(w, given.shift, strict=True)), Q(0))
    return {"scaling": given.kind, "original": {"w": list(map(str, w)), "b": str(b)}}


def _check_rule(given: _Scaling, X: Vectors) -> None:
    if given.kind == "integers" and any(given.shift):
        raise Refuted("scaling.shift is not 0, which the rule 'integers' leaves as it is")
    box = BOX.get(given.kind)
    for i, z in enumerate(X):
        for k, value in enumerate(z):
            inside = box is None or box[0] <= value <= box[1]
            if not inside or (given.kind == "integers" and value.denominator > 1):
                raise Refuted(f"X[{i}][{k}] = {value!s:.60} was not made by the rule {given.kind!r}")


def _classifier(certificate: dict[str, Any]) -> Classifier | None:
    """The (w, b) that was confirmed, wherever it stands; None if there is none, as of a kernel without coordinates."""
    for place in (certificate.get("proof"), certificate.get("result"), certificate):
        if isinstance(place, dict) and {"w", "b"} <= set(place) and place["w"] is not None:
            return read(Classifier, {"w": place["w"], "b": place["b"]})
    return None

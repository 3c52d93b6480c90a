"""The part of a certificate that says how its examples were scaled.

The examples of a certificate are the scaled ones, zₖ = factorₖ·(xₖ − shiftₖ) with factorₖ > 0, and all other fields are
about them. The checker confirms that each feature has a shift and a factor, and that the z satisfy the rule: whole
numbers without shift, or numbers in [0, 1], or in [−1, 1]. So xₖ = zₖ/factorₖ + shiftₖ, and the separator of the z
gives w'ₖ = wₖ·factorₖ, b' = b − Σw'ₖ·shiftₖ for the x. Only reading the file again can show that the x come from a
file, and that the rule gives this scaling.
"""

from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q
from .typed_records import Classifier, Positive, Vectors, read, record, require_length

MAPPING = ("lifting",)  # the algorithms whose separator is one of other points, to which they map the examples
BOX = {"unit": (0, 1), "range": (-1, 1)}


_Scaling = record(kind=Literal["integers", "unit", "range", "standard"], shift=list[Q], factor=list[Positive])


def check(certificate: dict[str, Any]) -> dict[str, Any]:
    """Check the scaling and return {"scaling"}, with the {"original"} separator if there is one for the features; raise
    `Refuted`.

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


def _check_rule(given: Any, X: Vectors) -> None:
    if given.kind == "integers" and any(given.shift):
        raise Refuted("scaling.shift must be 0, because the rule 'integers' does not shift")
    box = BOX.get(given.kind)
    for i, z in enumerate(X):
        for k, value in enumerate(z):
            inside = box is None or box[0] <= value <= box[1]
            if not inside or (given.kind == "integers" and value.denominator > 1):
                raise Refuted(f"X[{i}][{k}] = {value!s:.60} was not made by the rule {given.kind!r}")


def _classifier(certificate: dict[str, Any]) -> Classifier | None:
    """Return the confirmed (w, b); None if there is none, as for a kernel without coordinates."""
    for place in (certificate.get("proof"), certificate.get("result"), certificate):
        if isinstance(place, dict) and {"w", "b"} <= set(place) and place["w"] is not None:
            return read(Classifier, {"w": place["w"], "b": place["b"]})
    return None

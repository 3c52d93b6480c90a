"""The checker of any certificate, found by its kind and its algorithm, and loaded only then.

Main definitions:
    verify      the confirmed facts of a certificate, or `Refuted`, or `TooMuchWork`; its "scaling" is that of the data
    CHECKERS    which file of this folder checks the runs of which algorithm
"""

from importlib import import_module
from math import inf
from typing import Any

from . import Refuted, scaling
from .exact import MOST_WORK, TooMuchWork, Work

FAMILIES = {
    "visits": ("perceptron", "margin_perceptron", "averaged_perceptron", "voted_perceptron"),
    "descents": ("batch_perceptron", "pocket", "gradient_descent", "hinge", "pegasos"),
    "hulls": ("kozinec", "hull_distance"),
    "experts": ("winnow", "weighted_majority"),
    "kernels": ("kernel_perceptron", "lifting"),
    "neighbours": ("nearest_mean", "nearest_neighbours"),
    "one_vs_rest": ("one_vs_rest",),
}  # fmt: skip
CHECKERS = {algorithm: family for family, algorithms in FAMILIES.items() for algorithm in algorithms}
KINDS = ("run", "separability", "margin", "svm")


def verify(certificate: Any) -> dict[str, Any]:
    """The facts that a certificate shows, recomputed exactly.

    Raises `Refuted` if it does not show them, and `TooMuchWork` before more than `MOST_WORK` units of work are made.

    >>> proof = {"w": ["1"], "b": "0"}
    >>> data = {"schema": 1, "kind": "separability", "bias": True, "X": [["2"]], "y": [1], "separable": True}
    >>> verify({**data, "proof": proof})
    {'separable': True, 'examples': 1, 'dimension': 1}
    """
    Work.left = MOST_WORK
    try:
        if not isinstance(certificate, dict) or "scaling" not in certificate:
            return confirmed(certificate)
        facts = confirmed({key: value for key, value in certificate.items() if key != "scaling"})
        return facts | scaling.check(certificate)
    finally:
        Work.left = inf


def confirmed(certificate: Any) -> dict[str, Any]:
    """The facts of a certificate, or of one that is a part of another; the work is that of the whole."""
    if not isinstance(certificate, dict):
        raise Refuted("a certificate is a JSON object")
    facts: dict[str, Any] = import_module(f".{_family(certificate)}", __package__).check(certificate)
    return facts


def _family(certificate):
    """The file of this folder that checks the certificate."""
    kind = _word(certificate, "kind", KINDS)
    return kind if kind != "run" else CHECKERS[_word(certificate, "algorithm", CHECKERS)]


def _word(certificate, key, known):
    given = certificate.get(key)
    if not isinstance(given, str) or given not in known:
        raise Refuted(f"the {key} is {given!r:.40}, and known are {', '.join(known)}")
    return given


__all__ = ["CHECKERS", "TooMuchWork", "verify"]

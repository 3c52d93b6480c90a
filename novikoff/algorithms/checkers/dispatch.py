"""The checker of any certificate, chosen by kind and algorithm and loaded only when needed.

Main definitions:
    verify     return the confirmed facts of a certificate
    CHECKERS   for each algorithm, the file of this folder whose `RULES` has the rule that checks its runs
"""

from importlib import import_module
from math import inf
from typing import Any

from . import Refuted, feature_scaling
from .budgeted_fractions import MOST_WORK, TooMuchWork, Work
from .run_replay import check_run

FAMILIES = {
    "online_runs": ("perceptron", "variable_increment", "margin_perceptron", "dynamic_margin_perceptron",
                    "relaxation", "widrow_hoff", "shifting_perceptron", "forgetron", "random_budget_perceptron",
                    "averaged_perceptron", "voted_perceptron"),
    "romma_alma_ellipsoid_runs": ("romma", "alma", "ellipsoid"),
    "batch_descent_runs": ("batch_perceptron", "noise_tolerant_perceptron", "pocket", "gradient_descent", "hinge",
                           "pegasos"),
    "hull_runs": ("kozinec", "von_neumann", "hull_distance"),
    "multiplicative_runs": ("winnow", "weighted_majority"),
    "kernels": ("kernel_perceptron", "lifting"),
    "prototypes": ("nearest_mean", "nearest_neighbours"),
    "one_vs_rest": ("one_vs_rest",),
    "multiclass_choice_runs": ("multi_class_perceptron", "structured_perceptron"),
    "prank_runs": ("prank",),
    "boosting_runs": ("adaboost",),
    "smo_runs": ("smo",),
}
CHECKERS = {algorithm: family for family, algorithms in FAMILIES.items() for algorithm in algorithms}
OTHER_KINDS = {"separability": ("separability", "check"), "margin": ("margin", "check"), "svm": ("svm", "check"),
               "classes": ("multiclass_choice_runs", "check_classes"),
               "choices": ("multiclass_choice_runs", "check_choices")}
KINDS = ("run", *OTHER_KINDS)


def verify(certificate: Any, work: float = MOST_WORK) -> dict[str, Any]:
    """Check a certificate exactly and return the facts that it shows.

    Raises `Refuted` if it does not show them, and `TooMuchWork` before it does more than `work` units of work.

    >>> proof = {"w": ["1"], "b": "0"}
    >>> data = {"schema": 1, "kind": "separability", "bias": True, "X": [["2"]], "y": [1], "separable": True}
    >>> verify({**data, "proof": proof})
    {'separable': True, 'examples': 1, 'dimension': 1}
    """
    Work.left = work
    try:
        if not isinstance(certificate, dict) or "scaling" not in certificate:
            return verify_nested(certificate)
        facts = verify_nested({key: value for key, value in certificate.items() if key != "scaling"})
        return facts | feature_scaling.check(certificate)
    finally:
        Work.left = inf


def verify_nested(certificate: Any) -> dict[str, Any]:
    """Check a certificate that may be part of another, whose work limit it shares, and return its facts."""
    if not isinstance(certificate, dict):
        raise Refuted("a certificate is a JSON object")
    kind = _word(certificate, "kind", KINDS)
    algorithm = _word(certificate, "algorithm", CHECKERS) if kind == "run" else ""
    file, function = OTHER_KINDS.get(kind) or (CHECKERS[algorithm], "check")
    module = import_module(f".{file}", __package__)
    if kind == "run" and algorithm != "one_vs_rest":  # a certificate of one_vs_rest contains those of other runs
        return check_run(module.RULES[algorithm], certificate)
    facts: dict[str, Any] = getattr(module, function)(certificate)
    return facts


def _word(certificate, key, known):
    given = certificate.get(key)
    if not isinstance(given, str) or given not in known:
        raise Refuted(f"the {key} is {given!r:.40}, which is not one of {', '.join(known)}")
    return given


__all__ = ["CHECKERS", "TooMuchWork", "verify"]

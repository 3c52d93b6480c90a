"""Certificates of one against the rest: a certified run for each class, and the classifier that they make together.

Main definitions:
    check    each run is checked by the file for its algorithm, and must be on these examples and on its class

What is confirmed besides the runs: they are on the same X, with y = 1 on one class and −1 on the others; `separated`
says whether on every example its own class has the strictly greatest f(x).
"""

from fractions import Fraction
from typing import Any

from . import Refuted, dot, fields
from .dispatch import CHECKERS, verify
from .experts import weights
from .kernels import classifier
from .separability import examples, require_kind

FAMILIES = ("runs", "optimisation", "experts")  # the files of the algorithms whose runs end at a w
WITHOUT_CLASSIFIER = ("voted_perceptron",)


def check(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "classes"}; raises `Refuted`."""
    schema, kind, _, parameters, X, y, steps, result = fields(
        certificate, "schema", "kind", "algorithm", "parameters", "X", "y", "steps", "result"
    )
    require_kind(schema, kind, "run")
    classes = _classes(parameters, y, steps)
    updates, stopped, separated = fields(result, "updates", "stopped", "separated")
    facts, classifiers = [], []
    for name, step in zip(classes, steps, strict=True):
        facts.append(_checked(step))
        if step["X"] != X or step["y"] != [1 if label == name else -1 for label in y]:
            raise Refuted(f"the run of class {name!r:.40} is not on these examples")
        classifiers.append(_classifier(step))
    points, _ = examples(X, steps[0]["y"])
    scores = [[dot(w, x) + b for w, b in classifiers] for x in points]
    wins = all(label in classes and _wins(row, classes.index(label)) for row, label in zip(scores, y, strict=True))
    stops = {fact["stopped"] for fact in facts}
    if type(updates) is not int or updates != sum(fact["updates"] for fact in facts):
        raise Refuted(f"updates is {sum(fact['updates'] for fact in facts)}, not {updates!r:.40}")
    if stopped != (stops.pop() if len(stops) == 1 else "mixed") or separated is not wins:
        raise Refuted(f"the runs do not end with stopped = {stopped!r:.40}, separated = {separated!r:.40}")
    return {"updates": updates, "stopped": stopped, "separated": wins, "classes": classes}


def _classes(parameters, y, steps):
    (classes,) = fields(parameters, "classes")
    if not isinstance(classes, list) or len(classes) < 2 or not all(isinstance(c, str) for c in classes):
        raise Refuted("the classes must be a list of at least two names")
    if len(set(classes)) < len(classes) or not isinstance(y, list):
        raise Refuted("the classes must differ, and y must be a list")
    if not isinstance(steps, list) or len(steps) != len(classes):
        raise Refuted(f"there must be one run for each of the {len(classes)} classes")
    return classes


def _checked(step):
    """Return the facts of the run of one class, of an algorithm that ends at a linear classifier."""
    name = step.get("algorithm") if isinstance(step, dict) else None
    known = [algorithm for algorithm, family in CHECKERS.items() if family in FAMILIES]
    if not isinstance(name, str) or name not in known or name in WITHOUT_CLASSIFIER:
        raise Refuted(f"a class needs a run of an algorithm that ends at some w, not of {name!r:.40}")
    return verify(step)


def _classifier(step):
    """Return the (w, b) of a run that is checked."""
    if CHECKERS[step["algorithm"]] == "experts":
        return weights(step), Fraction(0)
    return classifier({key: step["result"][key] for key in "wb"}, len(step["X"][0]))


def _wins(row, k):
    return all(score < row[k] for j, score in enumerate(row) if j != k)

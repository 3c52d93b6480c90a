"""Certificates of one against the rest: a certified run for each class, and the classifier that they make together.

Besides the runs, the checker confirms that they have the same X, with y = 1 on one class and −1 on the others.
`separated` says whether on every example its own class has the strictly greatest f(x). `stopped` is the common value of
all runs, or "mixed".
"""

from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q, charge
from .dispatch import CHECKERS, verify_nested
from .multiclass_choice_runs import find_rival, index_labels
from .multiplicative_runs import weights
from .run_replay import Ended, require_agreement
from .typed_records import Classifier, Vectors, read, record

# The modules that check algorithms whose runs end at some w.
FAMILIES = ("online_runs", "batch_descent_runs", "hull_runs", "multiplicative_runs")
WITHOUT_CLASSIFIER = ("voted_perceptron",)


# X is the X of each run, which is read there.
_OneVsRest = record(schema=Literal[1], kind=Literal["run"], algorithm=Literal["one_vs_rest"],
                    parameters=record(classes=list[str]), X=Any, y=list[str], steps=list[Any], result=Ended)


def check(certificate: Any) -> dict[str, Any]:
    """Check the runs of all classes and return {"updates", "stopped", "separated", "classes"}; raise `Refuted`."""
    given = read(_OneVsRest, certificate)
    classes = given.parameters.classes
    own = index_labels(classes, given.y)
    if len(given.steps) != len(classes):
        raise Refuted(f"there must be one run for each of the {len(classes)} classes")
    facts, classifiers = [], []
    for name, step in zip(classes, given.steps, strict=True):
        facts.append(_verify_class_run(step))
        charge(len(given.y))
        if step["X"] != given.X or step["y"] != [1 if label == name else -1 for label in given.y]:
            raise Refuted(f"the run of class {name!r:.40} is not on these examples")
        classifiers.append(_read_classifier(step))
    stops = {fact["stopped"] for fact in facts}
    stopped = stops.pop() if len(stops) == 1 else "mixed"
    wins = find_rival(read(Vectors, given.X, "X"), own, classifiers) is None
    require_agreement(given.result, Ended(sum(fact["updates"] for fact in facts), stopped, wins))
    return {"updates": given.result.updates, "stopped": stopped, "separated": wins, "classes": classes}


def _verify_class_run(step):
    """Return the facts of the run of one class; raise `Refuted` if its algorithm does not end at a linear classifier.
    """
    name = step.get("algorithm") if isinstance(step, dict) else None
    known = [algorithm for algorithm, family in CHECKERS.items() if family in FAMILIES]
    if not isinstance(name, str) or name not in known or name in WITHOUT_CLASSIFIER:
        raise Refuted(f"the run of a class must come from an algorithm that computes one w, not from {name!r:.40}")
    return verify_nested(step)


def _read_classifier(step):
    if CHECKERS[step["algorithm"]] == "multiplicative_runs":
        return Classifier(weights(step), Q(0))
    return read(Classifier, {key: step["result"][key] for key in "wb"})

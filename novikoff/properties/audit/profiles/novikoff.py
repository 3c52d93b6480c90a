"""Novikoff's own perceptrons behind scikit-learn's interface: exact numbers and an update counter."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..conventions import Conventions
from ..implementation_interface import Profile, candidate_profile, class_profile


def conventions(params: Mapping[str, Any]) -> Conventions:
    """Return the conventions of `perceptron.run` under these parameters."""
    given = {"bias_step": 1, "rate": 1, "order": "cyclic", "tie": "mistake", **params}
    step = given["bias_step"]
    return Conventions(tie=given["tie"], start="zero", rate=Fraction(given["rate"]),
                       bias_step=step if step == "R2" else Fraction(step), order=given["order"], stop="separated",
                       dtype="exact")


def of_classes(params: Mapping[str, Any]) -> Conventions:
    """Return the conventions for several classes, where `tie` does not apply."""
    return conventions({key: value for key, value in params.items() if key != "tie"})


def profile(name: str, conventions: Any, **entries: Any) -> Profile:
    """Return the profile of the estimator of this name."""
    return Profile(f"novikoff {name}", f"novikoff.algorithms.estimators:{name}", distribution="novikoff",
                   versions=">=1.0,<2", conventions=conventions, counter=lambda estimator: estimator.record_.updates,
                   capped=lambda estimator: estimator.stopped_ == "max_updates", **entries)


PROFILES = [
    profile("Perceptron", conventions),
    profile("MultiClassPerceptron", of_classes, **class_profile({})),
    profile("StructuredPerceptron", lambda params: of_classes({"bias_step": 0, **params}), **candidate_profile({})),
]

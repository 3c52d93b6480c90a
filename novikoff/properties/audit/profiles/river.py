"""river: `linear_model.Perceptron`, which learns one example at a time and has no `fit`.

It uses the hinge loss with threshold 0 and step 1 for weights and bias. A tie is a mistake, and the start is 0.
`learn_many` uses the mean gradient of a batch, which is not a perceptron step; no check calls it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..conventions import Conventions
from ..implementation_interface import Profile
from ..verdicts import OF_DTYPE


def conventions(params: Mapping[str, Any]) -> Conventions:
    """Return the conventions of the class under these parameters."""
    l2 = params.get("l2", 0)
    return Conventions(tie="mistake", start="zero" if params.get("initializer") is None else None, rate=Fraction(1),
                       bias_step=Fraction(1), order="cyclic", stop="separated",
                       penalty=f"the l2 penalty ({l2})" if l2 else "", dtype="float64")


def learn(estimator: Any, x: Any, label: Any, labels: Any) -> None:
    """Train the model on one example."""
    estimator.dimension_ = len(x)
    estimator.learn_one(dict(enumerate(x.tolist())), label)


def weights(estimator: Any) -> tuple[list[float], float]:
    """Return the weights of the coordinates that the model has met, with 0 for the others, and the bias."""
    known = estimator.weights
    return [float(known.get(k, 0.0)) for k in range(estimator.dimension_)], float(estimator.intercept)


PROFILES = [
    Profile(
        "river Perceptron", "river.linear_model:Perceptron", distribution="river", versions=">=0.26,<0.27",
        conventions=conventions, labels=(False, True), fit=None, step=learn, weights=weights,
        step_code="model.learn_one(dict(enumerate(X[i].tolist())), bool(y[i]))",
        weights_code="np.array([model.weights.get(k, 0.0) for k in range(X.shape[1])]), model.intercept",
        expected={name: OF_DTYPE["float64"][name] for name in ("known.absorption-float64",
                                                               "known.float64-false-mistake")},
    ),
]

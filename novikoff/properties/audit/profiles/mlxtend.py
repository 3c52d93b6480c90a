"""mlxtend: `classifier.Perceptron`, which starts from random weights and makes all its epochs.

An update adds η(y − ŷ) = ±2η times the example, and ±2η to the bias; f = 0 is predicted as the second class. The
weights at the start are normal numbers of standard deviation 1/100, the bias 0; `random_seed` determines these weights
and the order of the epochs; without it, both are unknown.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..conventions import Conventions
from ..implementation_interface import Profile, to_exact
from ..verdicts import VIOLATED

SCALE = 0.01  # the standard deviation of the weights at the start
PLAIN = {"eta": 0.1, "epochs": 50, "random_seed": None}


def conventions(params: Mapping[str, Any]) -> Conventions:
    """Return the conventions of the class under these parameters."""
    given = {**PLAIN, **params}
    return Conventions(tie="positive", start=None if given["random_seed"] is None else "random",
                       rate=Fraction(2 * given["eta"]), bias_step=Fraction(1), order="shuffled", stop="epochs",
                       dtype="float64")


def start(params: Mapping[str, Any], dimension: int) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the exact initial weights and bias that the seed in `params` gives."""
    import numpy as np

    w = np.random.RandomState(params["random_seed"]).normal(loc=0.0, scale=SCALE, size=dimension)
    return tuple(map(to_exact, w)), Fraction(0)


def visits(estimator: Any, X: Any, y: Any) -> list[int] | None:
    """Return the order of the examples over all epochs; None if `random_seed` is None, since it is then unknown."""
    import numpy as np

    if estimator.random_seed is None:
        return None
    source = np.random.RandomState(estimator.random_seed)
    return [int(i) for _ in range(estimator.epochs) for i in source.permutation(np.arange(len(y)))]


def weights(estimator: Any) -> tuple[Any, Any]:
    """Return `w_`, which has shape (d, 1), as a vector, and the bias `b_[0]`."""
    return estimator.w_.ravel(), estimator.b_[0]


PROFILES = [
    Profile("mlxtend Perceptron", "mlxtend.classifier:Perceptron", distribution="mlxtend", versions=">=0.23,<0.26",
            conventions=conventions, labels=(0, 1), step=None, weights=weights, visits=visits,
            counter=lambda estimator: int(sum(estimator.cost_)), capped=lambda estimator: estimator.cost_[-1] > 0,
            weights_code="model.w_.ravel(), model.b_[0]", counter_code="sum(model.cost_)", facts={"start": start},
            expected={"known.mlxtend-random-start": (VIOLATED, "random weights at the start have to be undone")}),
]

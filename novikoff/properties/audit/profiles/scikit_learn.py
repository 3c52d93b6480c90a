"""scikit-learn: Perceptron, SGDClassifier, LinearSVC, SVC, NearestCentroid, KNeighborsClassifier.

`Perceptron` and `SGDClassifier` share one loop. A score p with y·p ≤ the threshold of the loss (perceptron 0, hinge 1)
adds η·y·x to w and η·y to b; η is constant, or falls with the number t_ of samples met, which is no count of updates.
`fit` stops when the mean loss has not fallen by `tol` for `n_iter_no_change` epochs, with mistakes or without.
The order of `shuffle=True` comes from scikit-learn's own generator, with the same seed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..conventions import Conventions
from ..implementation_interface import Profile
from ..verdicts import BREACH, EARLY, OF_DTYPE

VERSIONS = ">=1.6,<1.10"
SHARED: dict[str, Any] = {"distribution": "scikit-learn", "versions": VERSIONS}
PLATEAU = "fit stops when the loss makes no progress (tol), with mistakes left"


def rule(defaults: Mapping[str, Any], params: Mapping[str, Any]) -> Conventions:
    """Return the conventions of a class with these defaults, `Perceptron` or `SGDClassifier`, under the parameters."""
    given = {**defaults, **params}
    rate = Fraction(given["eta0"]) if given["learning_rate"] == "constant" else "varies"
    threshold = {"perceptron": Fraction(0), "hinge": Fraction(1)}.get(given["loss"])
    penalty = f"the {given['penalty']} penalty (alpha={given['alpha']})" if given["penalty"] else ""
    for name, known in (("class_weight", None), ("early_stopping", False), ("average", False), ("warm_start", False)):
        if given.get(name, known) != known:
            penalty = penalty or f"{name}={given[name]}"
    if threshold is None:
        rate, threshold = "varies", Fraction(0)
    return Conventions(tie="mistake", start="zero", rate=rate, bias_step=Fraction(1 if given["fit_intercept"] else 0),
                       threshold=threshold, order="shuffled" if given["shuffle"] else "cyclic",
                       stop="separated" if given["tol"] is None else "plateau", penalty=penalty, dtype="float64")


DEFAULTS = {"alpha": 0.0001, "fit_intercept": True, "shuffle": True, "tol": 1e-3}
perceptron_rule: partial[Conventions] = partial(rule, {
    **DEFAULTS, "loss": "perceptron", "learning_rate": "constant", "eta0": 1.0, "penalty": None})
sgd_rule: partial[Conventions] = partial(rule, {
    **DEFAULTS, "loss": "hinge", "learning_rate": "optimal", "eta0": 0.01, "penalty": "l2",
})


def visits(estimator: Any, X: Sequence[Any], y: Sequence[int]) -> list[int]:
    """Return the order in which `fit` visited the examples, by repeating scikit-learn's shuffles."""
    if not estimator.shuffle:
        return [*range(len(y))] * estimator.n_iter_
    import numpy as np
    from sklearn.linear_model._base import make_dataset
    from sklearn.utils import check_random_state

    source = check_random_state(estimator.random_state)
    n = len(y)
    data, _ = make_dataset(np.zeros((n, 1)), np.ones(n), np.ones(n), random_state=source)
    seed = source.randint(np.iinfo(np.int32).max)
    order: list[int] = []
    for _ in range(estimator.n_iter_):
        data._shuffle_py(seed)
        order += [int(data._next_py()[3]) for _ in range(n)]
    return order


def was_capped(estimator: Any) -> bool:
    """Return whether `fit` ended because it reached `max_iter`; scikit-learn then warns."""
    return bool(estimator.n_iter_ >= estimator.max_iter)


def known_failures(params: Mapping[str, Any], conventions: Any) -> dict[str, tuple[str, str]]:
    """Return the failures that these parameters cause in every supported version: {check: (verdict, reason)}."""
    chosen = conventions(params)
    floats = {**OF_DTYPE["float32"], **OF_DTYPE["float64"]}
    failing = ["known.absorption-float64"]
    if chosen.bias_step == 1 and not chosen.threshold:
        failing += ["known.float64-false-mistake"]
    if chosen.bias_step == 0:
        failing += ["known.float32-absorption", "known.float64-cycle"]
    found = {name: floats[name] for name in failing}
    if chosen.bias_step:
        found["interface.sparse"] = (BREACH, "the bias moves by a hundredth of the step where data are sparse")
    if chosen.stop == "plateau":
        found["fit.separates"] = (EARLY, PLATEAU)
    if (chosen.bias_step, chosen.rate, chosen.stop) == (1, 1, "plateau"):
        found["known.scikit-learn-early-stop"] = (EARLY, PLATEAU)
    return found


LOOP: dict[str, Any] = {**SHARED, "visits": visits, "capped": was_capped,
                        "make": lambda cls, params: cls(**{"random_state": 0, **params}),  # a fixed seed
                        "facts": {"dtypes": ("float64", "float32")}}

PROFILES = [
    Profile("scikit-learn Perceptron", "sklearn.linear_model:Perceptron", conventions=perceptron_rule,
            expected=lambda params: known_failures(params, perceptron_rule), **LOOP),
    Profile("scikit-learn SGDClassifier", "sklearn.linear_model:SGDClassifier", conventions=sgd_rule,
            expected=lambda params: known_failures(params, sgd_rule), **LOOP),
    Profile("scikit-learn LinearSVC", "sklearn.svm:LinearSVC", family="linear-svc", step=None, **SHARED),
    Profile("scikit-learn SVC", "sklearn.svm:SVC", family="svc", step=None, **SHARED),
    Profile("scikit-learn NearestCentroid", "sklearn.neighbors:NearestCentroid", family="means",
            readable=False, step=None, **SHARED),
    Profile("scikit-learn KNeighborsClassifier", "sklearn.neighbors:KNeighborsClassifier", family="neighbours",
            readable=False, step=None, **SHARED),
]

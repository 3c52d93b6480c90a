"""The nearest-mean classifier, plain and with a kernel: the label of the class whose mean is closer.

The rule for the inner product ⟨u, v⟩, and for a kernel, where ⟨φ(u), φ(v)⟩ = k(u, v) replaces it; f > 0 means that μ₊
is closer:

    f(x) = ‖μ₋ − x‖² − ‖μ₊ − x‖² = ⟨w, x⟩ + b        w = 2(μ₊ − μ₋), b = ‖μ₋‖² − ‖μ₊‖²
    f(x) = Σᵢ αᵢk(xᵢ, x) + b                         αᵢ = 2yᵢ/m_{yᵢ}, b = m₋⁻²Σ₋k(xᵢ, xⱼ) − m₊⁻²Σ₊k(xᵢ, xⱼ)

where m± is the number of examples with label ±1, and Σ± a sum over all pairs of them.

Source: iml, eqs. (1.19)–(1.24), corrected. Eq. (1.21) has the opposite difference of the distances, so its sign is the
opposite of the label. Its constant ‖μ₋‖² − ‖μ₊‖² belongs to the f above, not to that difference. Eqs. (1.22) and (1.24)
have αᵢ = yᵢ/m_{yᵢ}, half of what this b needs: with μ₊ = 1 and μ₋ = 0 their threshold is 1, not 1/2. The tie f(x) = 0
is left open there; here `tie` decides it, "negative" (the default) or "positive".

Bound: none, as nothing is repeated. Each class needs an example; f = 0 everywhere if and only if the means are equal.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from . import kernels, run_certificates
from .errors import BadInput
from .kernels import Kernel
from .labelled_examples import Arithmetic, Number, arithmetic_of, labels, rows, vector
from .perceptron import State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import check_choice, overflow_is_an_error, require_same_record, to_plain_number

TIES = {"negative": -1, "positive": 1}


def mean(points: Sequence[Any], share: Any) -> Any:
    """Return the mean of m vectors, with `share` = 1/m in their arithmetic; nothing is checked or converted.

    >>> mean([1, 2, 6], Fraction(1, 3))
    Fraction(3, 1)
    """
    return share * reduce(add, points)


def classifier(minus: Any, plus: Any) -> State:
    """Return the (w, b) with ⟨w, x⟩ + b = ‖μ₋ − x‖² − ‖μ₊ − x‖²; nothing is checked or converted.

    >>> import numpy as np
    >>> w, b = classifier(np.array([0, 0]), np.array([1, 2]))
    >>> w.tolist(), int(b)
    ([2, 4], -5)
    """
    return State(2 * (plus - minus), minus @ minus - plus @ plus)


def coefficients(y: Sequence[int], one: Any) -> list[Any]:
    """Return αᵢ = 2yᵢ/m_{yᵢ}; `one` is 1 in their arithmetic."""
    size = Counter(y)
    return [2 * sign * (one / size[sign]) for sign in y]


def offset(K: Any, y: Sequence[int], one: Any) -> Any:
    """Return b = ‖μ₋‖² − ‖μ₊‖² from the Gram matrix K; `one` is 1 in its arithmetic."""
    members = {sign: [i for i, label in enumerate(y) if label == sign] for sign in (-1, 1)}
    square = {sign: K[indices][:, indices].sum() * (one / len(indices) ** 2) for sign, indices in members.items()}
    return square[-1] - square[1]


@dataclass(frozen=True)
class Run:
    """The classifier f(x) = Σ alpha[i]·k(xᵢ, x) + b. For the linear kernel f(x) is also ⟨w, x⟩ + b; for other kernels w
    is None.

    `separated` says whether each example gets its own label. There are no steps: `updates` is 0 and `stopped` is
    "computed".
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...] | None
    b: Number
    alpha: tuple[Number, ...]
    kernel: Kernel
    tie: str
    arithmetic: Arithmetic


def run(X: Iterable[Iterable[Any]], y: Iterable[int], *, kernel: str | Kernel = "linear", tie: str = "negative") -> Run:
    """Compute the nearest-mean classifier of the examples and return it.

    X has shape (n, d), y has n labels ±1, both present; for kernel "precomputed", X is the n × n Gram matrix. `tie`
    is the label of a point with f(x) = 0, "negative" or "positive". Exact for a rational kernel and numbers without
    floats. Raises `BadInput` for unusable arguments.

    >>> result = run([[0], [2], [5]], [-1, -1, 1])
    >>> result.w, result.b, result.alpha
    ((8,), -24, (-1, -1, 2))
    """
    table = rows(X)
    signs = labels(y, len(table))
    if len(set(signs)) < 2:
        raise BadInput(f"every label is {signs[0]}, so the other class has no mean; give examples of both classes")
    k = kernels.kernel(kernel)
    check_choice("tie", tie, TIES)
    with overflow_is_an_error():
        w, b, alpha = _fit_plain(table, signs) if k.name == "linear" else _fit_kernel(k, table, signs)
    arithmetic: Arithmetic = "float64" if isinstance(b, float) else "exact"
    alpha = tuple(map(to_plain_number, alpha))
    record = Run(0, "computed", False, w, to_plain_number(b), alpha, k, tie, arithmetic)
    return replace(record, separated=(*predict(record, table, table),) == signs)


def _fit_plain(table, signs):
    arithmetic = arithmetic_of(table)
    one = Fraction(1) if arithmetic == "exact" else 1.0
    points = [vector(row, arithmetic, f"X[{i}]") for i, row in enumerate(table)]
    members = ([x for x, sign in zip(points, signs, strict=True) if sign == side] for side in (-1, 1))
    w, b = classifier(*(mean(those, one / len(those)) for those in members))
    return tuple(map(to_plain_number, w)), b, coefficients(signs, one)


def _fit_kernel(k, table, signs):
    K = kernels.gram(k, table)
    one = Fraction(1) if K.dtype == object else 1.0
    return None, offset(K, signs, one), coefficients(signs, one)


def scores(record: Run, X: Iterable[Iterable[Any]], points: Iterable[Iterable[Any]]) -> list[Number]:
    """Return f at the points; X holds the examples of the record. An exact f takes floats at their binary value.

    For kernel "precomputed", a point is given by its n values k(point, xⱼ).

    >>> X, y = [[0], [2], [5]], [-1, -1, 1]
    >>> scores(run(X, y), X, [[3], [4]])
    [0, 8]
    """
    queries = kernels.points_of(record, points)
    with overflow_is_an_error():
        if record.w is not None:
            values = kernels.gram(record.kernel, [record.w], queries)[:, 0] + record.b
        else:
            values = kernels.gram(record.kernel, X, queries) @ list(record.alpha) + record.b
    return [to_plain_number(value) for value in values]


def predict(record: Run, X: Iterable[Iterable[Any]], points: Iterable[Iterable[Any]]) -> list[int]:
    """Return the label of each point, −1 or +1; X holds the examples of the record.

    >>> X, y = [[0], [2], [5]], [-1, -1, 1]
    >>> predict(run(X, y), X, [[3], [4]]), predict(run(X, y, tie="positive"), X, [[3]])
    ([-1, 1], [1])
    """
    return [_label(value, record.tie) for value in scores(record, X, points)]


def _label(value, tie):
    return TIES[tie] if value == 0 else 1 if value > 0 else -1


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Compute the classifier again and return it; raises `ReplayError` if it is not the one recorded."""
    again = run(X, y, kernel=record.kernel, tie=record.tie)
    require_same_record(again, record)
    return again


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int],
                points: Iterable[Iterable[Any]] | None = None) -> dict[str, Any]:
    """Return the classifier and its labels of `points` (X by default) as data that `checkers.prototypes` checks.

    Raises `BadInput` for rounded values: a Gaussian kernel, or floats in the data.
    """
    table = rows(X)
    queries = table if points is None else rows(points)
    parameters = {"kernel": kernels.to_json(record.kernel), "tie": record.tie,
                  "points": [rationals_to_text(x) for x in queries]}
    result = {"w": None if record.w is None else rationals_to_text(record.w), "b": rational_to_text(record.b),
              "alpha": rationals_to_text(record.alpha), "labels": predict(record, table, queries)}
    return run_certificates.make_certificate("nearest_mean", record, table, y, parameters=parameters, steps=[],
                                             result=result)

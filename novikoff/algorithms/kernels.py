"""Kernels: inner products of feature vectors, and the exact test whether a matrix is a Gram matrix.

Notation: k(u, v) = ⟨φ(u), φ(v)⟩ for a feature map φ into some inner-product space (iml, eq. (1.23)); the text below
that equation names the kernels. The polynomial kernel here has an offset c ≥ 0; the source has c = 0. A symmetric K is
the Gram matrix of some vectors if and only if it is positive semi-definite, that is vᵀKv ≥ 0 for all v. Elimination K =
LDLᵀ decides it: K is positive semi-definite if and only if no pivot is negative and a zero pivot leaves a zero row.

Arithmetic: linear and polynomial kernels of exact data are exact. The Gaussian kernel is irrational: the distances
of exact data are exact, the value is one float64 exponential. Floats in the data make the values float64.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import BadInput
from .labelled_examples import Number, Rows, convert_number, number, rows, vector
from .lazy_numpy import np
from .run_certificates import rational_to_text
from .run_loop import MOST_DEGREE, check_choice, check_integer

# --------------------------------------------------------------------------------- the kernels


def linear(u: Any, v: Any) -> Any:
    """Return ⟨u, v⟩; nothing is checked or converted."""
    return u @ v


def polynomial(u: Any, v: Any, *, degree: int = 2, offset: Any = 0) -> Any:
    """Return (⟨u, v⟩ + c)^p, with p = `degree` and c = `offset`; nothing is checked or converted.

    >>> import numpy as np
    >>> int(polynomial(np.array([1, 2]), np.array([3, 4]), degree=2, offset=1))
    144
    """
    return (u @ v + offset) ** degree


def gaussian(u: Any, v: Any, *, gamma: Any) -> float:
    """Return exp(−γ‖u − v‖²), rounded to float64; the exponent is exact if u, v and γ are."""
    difference = u - v
    return math.exp(-float(min(gamma * (difference @ difference), 1000)))  # exp(−1000) is 0 already


KERNELS: dict[str, tuple[str, ...]] = {
    "linear": (),
    "polynomial": ("degree", "offset"),
    "gaussian": ("gamma",),
    "precomputed": (),  # X is the Gram matrix itself
}
NO_CERTIFICATE = ("the Gaussian kernel has irrational values, so its float64 run has no exact certificate; use a "
                  "linear or polynomial kernel")


@dataclass(frozen=True)
class Kernel:
    """A kernel and its parameters; make one with `kernel`, which checks them. Unused parameters are None."""

    name: str
    degree: int | None = None
    offset: Number | None = None
    gamma: Number | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters that this kernel has, by name."""
        return {name: getattr(self, name) for name in KERNELS[self.name]}


def kernel(name: str | Kernel, *, degree: int = 2, offset: Number = 0, gamma: Number = 1) -> Kernel:
    """Return the kernel called `name`, with the parameters that it has.

    `degree` is a whole number p from 1 to 1000, `offset` is c ≥ 0, `gamma` is γ > 0. "precomputed" means that X is
    the Gram matrix. A `Kernel` is returned as it is. Raises `BadInput` for an unknown name or parameter out of range.

    >>> kernel("polynomial", degree=3)
    Kernel(name='polynomial', degree=3, offset=0, gamma=None)
    >>> kernel("sigmoid")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: kernel = 'sigmoid' is unknown; choose one of: linear, polynomial, gaussian, \
precomputed
    """
    if isinstance(name, Kernel):
        return name
    check_choice("kernel", name, KERNELS)
    check_integer(degree, "degree", 1, MOST_DEGREE)
    if number(offset, "offset") < 0:
        raise BadInput(f"offset must be >= 0 (got {offset}); otherwise the kernel may not be positive semi-definite")
    if number(gamma, "gamma") <= 0:
        raise BadInput(f"gamma must be > 0 (got {gamma})")
    given: dict[str, Any] = {"degree": degree, "offset": number(offset, "offset"), "gamma": number(gamma, "gamma")}
    return Kernel(name, **{parameter: given[parameter] for parameter in KERNELS[name]})


def to_json(k: Kernel) -> dict[str, Any]:
    """Return the kernel as JSON-ready data for a certificate; raise `BadInput` if its values are irrational.

    >>> to_json(kernel("polynomial", degree=3, offset=Fraction(1, 2)))
    {'name': 'polynomial', 'degree': 3, 'offset': '1/2'}
    """
    if k.name == "gaussian":
        raise BadInput(NO_CERTIFICATE)
    return {"name": k.name} | {
        name: value if name == "degree" else rational_to_text(value) for name, value in k.parameters.items()
    }


# --------------------------------------------------------------------------- the Gram matrix


def gram(k: Kernel, X: Iterable[Iterable[Any]], points: Iterable[Iterable[Any]] | None = None) -> Any:
    """Return the NumPy matrix of k(points[i], X[j]); the points are X by default.

    X has shape (n, d). The matrix holds ints and Fractions, exactly, for a rational kernel and exact numbers, and
    float64 otherwise. For "precomputed", X is the symmetric n × n matrix of the k(xᵢ, xⱼ) and is tested to be positive
    semi-definite; a row of `points` then holds the n values k(point, xⱼ).

    >>> gram(kernel("polynomial", degree=2), [[1, 2], [3, 4]]).tolist()
    [[25, 121], [121, 625]]
    """
    K, divisor = scaled_gram(k, X, points)
    if divisor == 1:
        return K
    return np.array([[number(Fraction(value, divisor), "k") for value in row] for row in K], dtype=object)


def scaled_gram(k: Kernel, X: Iterable[Iterable[Any]],
                points: Iterable[Iterable[Any]] | None = None) -> tuple[Any, int]:
    """Return D times the matrix of `gram`, and D. An exact matrix times D has integers, for fast work; for float64, D =
    1.

    >>> scaled_gram(kernel("linear"), [[Fraction(1, 2)], [3]])[0].tolist()
    [[1, 6], [6, 36]]
    """
    table = rows(X)
    others = table if points is None else rows(points)
    if len(others[0]) != len(table[0]):
        raise BadInput(f"the points have {len(others[0])} coordinates, but X has {len(table[0])}; give the same number")
    if k.name == "precomputed":
        require_positive_semidefinite(table)
    numbers = [*k.parameters.values(), *(value for row in [*table, *others] for value in row)]
    floats = any(isinstance(value, float) for value in numbers)
    return (_float_gram(k, others, table), 1) if floats else _exact_gram(k, others, table)


def points_of(record: Any, points: Iterable[Iterable[Any]]) -> Rows:
    """Return the points at which to evaluate a record; for an exact record, floats become their exact binary value."""
    table = rows(points)
    return Rows(tuple(map(Fraction, row)) for row in table) if record.arithmetic == "exact" else table


def _exact_gram(k, points, X):
    """Return the values on s·points and s·X, which are integers, and the number to divide them by."""
    s = math.lcm(*(value.denominator for row in [*points, *X] for value in row))
    U, V = (np.array([[int(value * s) for value in row] for row in table], dtype=object) for table in (points, X))
    if k.name == "precomputed":
        return U, s
    if k.name == "gaussian":
        return np.array([[gaussian(u, v, gamma=Fraction(k.gamma) / s**2) for v in V] for u in U]), 1
    if k.name == "linear":
        return linear(U, V.T), s**2
    offset = k.offset * s**2
    values = polynomial(U * offset.denominator, V.T, degree=k.degree, offset=offset.numerator)
    return values, (offset.denominator * s**2) ** k.degree


def _float_gram(k, points, X):
    U, V = (
        np.array([vector(row, "float64", f"{where}[{i}]") for i, row in enumerate(table)])
        for where, table in (("points", points), ("X", X))
    )
    options = {
        name: value if name == "degree" else convert_number(value, "float64", name)
        for name, value in k.parameters.items()
    }
    try:
        with np.errstate(over="raise", invalid="raise"):
            if k.name == "precomputed":
                return U
            if k.name == "gaussian":
                return np.array([[gaussian(u, v, **options) for v in V] for u in U])
            return (polynomial if options else linear)(U, V.T, **options)
    except FloatingPointError:
        raise BadInput("the kernel overflows float64; scale the data, or give exact data") from None


# ------------------------------------------------------------------- positive semi-definite, or not


class NotPositiveSemidefinite(BadInput):
    """The matrix is not a Gram matrix: `witness` is an integer vector v with vᵀKv < 0."""

    def __init__(self, message: str, witness: tuple[int, ...]) -> None:
        super().__init__(message)
        self.witness = witness

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.witness)


def require_positive_semidefinite(K: Iterable[Iterable[Any]]) -> None:
    """Raise `NotPositiveSemidefinite` unless vᵀKv ≥ 0 for all v; a float counts at its exact binary value.

    >>> require_positive_semidefinite([[1, 2], [2, 1]])
    Traceback (most recent call last):
    novikoff.algorithms.kernels.NotPositiveSemidefinite: the Gram matrix is not positive semi-definite: \
v = (-2, 1) has vᵀKv = -3 < 0
    """
    table = [[Fraction(value) for value in row] for row in rows(K)]
    witness = negative_direction(table)
    if witness is None:
        return
    value = sum(u * v * k for u, row in zip(witness, table, strict=True) for v, k in zip(witness, row, strict=True))
    shown = f"v = {witness}" if len(str(witness)) <= 60 else f"a vector v of {len(witness)} integers (`witness`)"
    exact = f" = {value}" if len(str(value)) <= 30 else ""
    raise NotPositiveSemidefinite(f"the Gram matrix is not positive semi-definite: {shown} has vᵀKv{exact} < 0",
                                  witness)


def negative_direction(K: Sequence[Sequence[Any]]) -> tuple[int, ...] | None:
    """Return an integer vector v with vᵀKv < 0, or None if K, symmetric and rational, is positive semi-definite.

    The elimination K = LDLᵀ uses no fractions: after scaling, every entry is an integer, a minor of K.

    >>> negative_direction([[0, 1], [1, 5]])
    (-3, 1)
    """
    _require_symmetric(K)
    scale = math.lcm(*(value.denominator for row in K for value in row))
    S = np.array([[int(value * scale) for value in row] for row in K], dtype=object)
    previous = 1
    for k, row in enumerate(S):
        rest = {j: row[j] for j in range(k + 1, len(S)) if row[j]}
        if row[k] < 0:
            return _extend_direction(S, k, {k: Fraction(1)})
        if row[k] == 0 and rest:
            j, a = next(iter(rest.items()))
            t = S[j][j] // (2 * abs(a)) + 1  # then S[j][j] − 2t|a| < 0
            return _extend_direction(S, k, {j: Fraction(1), k: Fraction(-t if a > 0 else t)})
        if row[k]:
            for i in range(k + 1, len(S)):
                S[i, i:] = (S[i, i:] * row[k] - row[i] * row[i:]) // previous
            previous = row[k]
    return None


def _extend_direction(S, k, v):
    """Extend v, given from pivot k on, to the pivots before, and return it: v_p = −Σ_{j>p} S[p][j] v_j / S[p][p] keeps
    vᵀKv.
    """
    for p in reversed(range(k)):
        if S[p][p]:
            v[p] = -sum(S[p][j] * value for j, value in v.items()) / S[p][p]
    scale = math.lcm(*(value.denominator for value in v.values()))
    return tuple(int(v.get(j, 0) * scale) for j in range(len(S)))


def _require_symmetric(K):
    if len(K) != len(K[0]):
        raise BadInput(f"a Gram matrix is square, but this has {len(K)} rows and {len(K[0])} columns")
    for i, row in enumerate(K):
        for j in range(i):
            if row[j] != K[j][i]:
                raise BadInput(f"a Gram matrix is symmetric, but K[{i}][{j}] = {row[j]} and K[{j}][{i}] = {K[j][i]}")

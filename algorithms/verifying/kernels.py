"""Certificates of perceptron runs in a feature space, given by a kernel or by a polynomial map.

Main definitions:
    check            either of the two, by the algorithm that the certificate names
    check_kernel     a run of the kernel perceptron with a linear, polynomial or precomputed kernel
    check_lifting    a run of the perceptron on the points φ(x), and its discriminant as a polynomial of x
    kernel           k as a function, from its JSON object
    read_run, confirm    what all certificates of kind "run" here have: their parts, and the facts they claim

What is confirmed: every step is a mistake of the f that the steps before it made, under the rule for ties, where a
mistake adds yⱼ(k(xⱼ,·) + c) to f, or αyⱼ(φ(xⱼ), c) to (w, b); the final f and `separated` are those of the result,
and "separated" is no claim of a run that is not. The steps may come in any order of the data. A precomputed matrix is
tested to be positive semi-definite. There are no certificates with a Gaussian kernel, whose values are irrational.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm, prod
from operator import mul
from typing import Any, NamedTuple

from . import Refuted, dot, fields, fraction, fractions
from .separability import examples, require_kind

# The labels for which f(x) = 0 is a mistake.
TIES: dict[str, tuple[int, ...]] = {"mistake": (-1, 1), "correct": (), "positive": (-1,), "negative": (1,)}
Vector = Sequence[Fraction]


def check(certificate: Any) -> dict[str, Any]:
    """Return the facts of a run of "kernel_perceptron" or "lifting"; raises `Refuted`."""
    return by_algorithm(certificate, {"kernel_perceptron": check_kernel, "lifting": check_lifting})


def check_kernel(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "b"}; raises `Refuted`."""
    run = read_run(certificate, "kernel_perceptron", ["kernel", "bias_step", "tie"], ["counts", "b"])
    given_kernel, bias_step, tie = run.parameters
    c, (row, multiple) = fraction(bias_step), rows_of_gram(given_kernel, run.X)
    if c < 0:
        raise Refuted(f"the bias step is {c}, below 0")
    mistake = mistake_rule(tie)
    scaled = c * multiple
    step_of_b = scaled.numerator if scaled.denominator == 1 else scaled
    f: list[Any] = [0] * len(run.y)  # the values of f at the examples, times `multiple`: integers, as a rule
    for step, i in enumerate(run.steps, start=1):
        if not mistake(f[i], run.y[i]):
            raise Refuted(f"step {step}: example {i} is not a mistake there, so it causes no update")
        f = [value + run.y[i] * (k + step_of_b) for value, k in zip(f, row(i), strict=True)]
    counts, b = run.result
    count = Counter(run.steps)
    expected = [count[i] for i in range(len(run.y))]
    if counts != expected or any(type(value) is not int for value in counts):
        raise Refuted(f"the dual counts are {expected}, not {counts!r:.80}")
    if fraction(b) != c * sum(run.y[i] for i in run.steps):
        raise Refuted(f"the bias is {c * sum(run.y[i] for i in run.steps)}, not {b!r:.60}")
    return confirm(run, not any(map(mistake, f, run.y))) | {"b": b}


def check_lifting(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "discriminant"}, the last as given; raises `Refuted`."""
    run = read_run(certificate, "lifting", ["lifting", "bias_step", "rate", "tie", "start"], ["w", "b", "discriminant"])
    given_map, bias_step, rate, tie, start = run.parameters
    if not isinstance(given_map, list) or not given_map:
        raise Refuted("the lifting must be a list of at least one polynomial")
    polynomials = [polynomial(p, len(run.X[0])) for p in given_map]
    Z = [[value_at(p, x) for p in polynomials] for x in run.X]
    c, alpha, mistake = fraction(bias_step), fraction(rate), mistake_rule(tie)
    if c < 0 or alpha <= 0:
        raise Refuted(f"the bias step {c} must not be negative, and the rate {alpha} must be positive")
    w, b = classifier(start, len(polynomials))
    for step, i in enumerate(run.steps, start=1):
        if not mistake(dot(w, Z[i]) + b, run.y[i]):
            raise Refuted(f"step {step}: example {i} is not a mistake there, so it causes no update")
        w = [weight + alpha * run.y[i] * value for weight, value in zip(w, Z[i], strict=True)]
        b += alpha * c * run.y[i]
    given_w, given_b, given_discriminant = run.result
    if classifier({"w": given_w, "b": given_b}, len(w)) != (w, b):
        raise Refuted("the steps end at another (w, b)")
    if polynomial(given_discriminant, len(run.X[0])) != _pulled_back(polynomials, w, b, len(run.X[0])):
        raise Refuted("the discriminant is not ⟨w, φ(x)⟩ + b")
    separated = not any(mistake(dot(w, z) + b, y) for z, y in zip(Z, run.y, strict=True))
    return confirm(run, separated) | {"discriminant": given_discriminant}


# ------------------------------------------------------------------------------- polynomial maps


def polynomial(given: Any, variables: int) -> dict[tuple[int, ...], Fraction]:
    """Return {exponents: coefficient}, without terms that are 0, of a list of {"exponents", "coefficient"}.

    >>> polynomial([{"exponents": [2], "coefficient": "1"}, {"exponents": [0], "coefficient": "-1"}], 1)
    {(2,): Fraction(1, 1), (0,): Fraction(-1, 1)}
    """
    if not isinstance(given, list):
        raise Refuted(f"{given!r:.40} is no list of terms")
    terms = {}
    for term in given:
        exponents, coefficient = fields(term, "exponents", "coefficient")
        if (
            not isinstance(exponents, list)
            or len(exponents) != variables
            or any(type(e) is not int or not 0 <= e <= 1000 for e in exponents)
            or tuple(exponents) in terms
        ):
            raise Refuted(
                f"the exponents {exponents!r:.60} must be {variables} integers from 0 to 1000, in one term only"
            )
        terms[tuple(exponents)] = fraction(coefficient)
    return {exponents: value for exponents, value in terms.items() if value}


def value_at(terms: dict[tuple[int, ...], Fraction], x: Vector) -> Fraction:
    """Return the value of a polynomial."""
    return sum(
        (c * prod(v**e for v, e in zip(x, exponents, strict=True)) for exponents, c in terms.items()), Fraction(0)
    )


def _pulled_back(polynomials, w, b, variables):
    total = defaultdict(Fraction, {(0,) * variables: b})
    for weight, terms in zip(w, polynomials, strict=True):
        for exponents, c in terms.items():
            total[exponents] += weight * c
    return {exponents: value for exponents, value in total.items() if value}


def classifier(given: Any, dimension: int) -> tuple[list[Fraction], Fraction]:
    """Return the (w, b) of {"w", "b"}."""
    w, b = fields(given, "w", "b")
    return fractions(w, dimension), fraction(b)


# ---------------------------------------------------------------------------------- kernels


def kernel(given: Any, scale: int = 1) -> tuple[Callable[[Sequence[int], Sequence[int]], int], int]:
    """Return (u, v) ↦ D·k(u/scale, v/scale), in integers, and D > 0.

    The kernel is {"name": "linear"} or {"name": "polynomial", "degree", "offset"}.

    >>> k, multiple = kernel({"name": "polynomial", "degree": 2, "offset": "1/2"})
    >>> Fraction(k([1], [2]), multiple)
    Fraction(25, 4)
    """
    name = given.get("name") if isinstance(given, dict) else given
    if name == "linear":
        fields(given, "name")
        return lambda u, v: sum(map(mul, u, v)), scale**2
    if name != "polynomial":
        raise Refuted(
            f"{name!r:.40} is no kernel that can be checked: use linear, polynomial or precomputed (the "
            "Gaussian kernel has irrational values)"
        )
    _, degree, text = fields(given, "name", "degree", "offset")
    offset = fraction(text)
    if type(degree) is not int or not 1 <= degree <= 1000 or offset < 0:
        raise Refuted(
            f"degree {degree!r:.40} must be an integer from 1 to 1000, and offset {offset} must not be negative"
        )
    p, q = offset.numerator * scale**2, offset.denominator
    return lambda u, v: (q * sum(map(mul, u, v)) + p) ** degree, (q * scale**2) ** degree


def integers(table: Sequence[Vector]) -> tuple[list[list[int]], int]:
    """Return the table times the least common denominator of its entries, and that; sums of integers are fast.

    >>> integers([[Fraction(1, 2), Fraction(1, 3)]])
    ([[3, 2]], 6)
    """
    scale = lcm(*(value.denominator for row in table for value in row))
    return [[int(value * scale) for value in row] for row in table], scale


def rows_of_gram(given: Any, X: Sequence[Vector]) -> tuple[Callable[[int], list[int]], int]:
    """Return the function that gives row i of D times the Gram matrix of the k(xᵢ, xⱼ), in integers, and D."""
    Z, scale = integers(X)
    if given == {"name": "precomputed"}:
        require_positive_semidefinite(X)
        return Z.__getitem__, scale
    k, multiple = kernel(given, scale)
    known: dict[int, list[int]] = {}

    def row(i):
        if i not in known:
            known[i] = [k(Z[i], z) for z in Z]
        return known[i]

    return row, multiple


def require_positive_semidefinite(K: Sequence[Vector]) -> None:
    """Refuse a matrix that is not symmetric or has a v with vᵀKv < 0: K = LDLᵀ would need a negative pivot."""
    size = len(K)
    if any(len(row) != size for row in K) or any(K[i][j] != K[j][i] for i in range(size) for j in range(i)):
        raise Refuted("the precomputed matrix is not square and symmetric")
    rest = [list(row) for row in K]
    while rest:
        first = rest[0]
        if first[0] < 0 or (first[0] == 0 and any(first)):
            raise Refuted("the precomputed matrix is not positive semi-definite")
        factors = [row[0] / first[0] if row[0] else Fraction(0) for row in rest[1:]]
        rest = [
            [value - factor * top for value, top in zip(row[1:], first[1:], strict=True)]
            for row, factor in zip(rest[1:], factors, strict=True)
        ]


# ------------------------------------------------------------------- what the files of this folder share


def by_algorithm(certificate: Any, checkers: dict[str, Callable[[Any], dict[str, Any]]]) -> dict[str, Any]:
    """Return what the checker of the algorithm that the certificate names says of it."""
    name = certificate.get("algorithm") if isinstance(certificate, dict) else None
    if not isinstance(name, str) or name not in checkers:
        raise Refuted(f"a run of {' or '.join(checkers)} is expected, not of {name!r:.40}")
    return checkers[name](certificate)


class RunRead(NamedTuple):
    """The parts of a certificate of kind "run"; `parameters` and `result` hold the values asked for, in that order."""

    parameters: list[Any]
    X: list[list[Fraction]]
    y: list[Any]
    steps: list[int]
    result: list[Any]
    stopped: str
    separated: bool


def read_run(
    certificate: Any,
    algorithm: str,
    parameters: Sequence[str],
    result: Sequence[str],
    stops: Sequence[str] = ("separated", "max_updates", "interrupted"),
    read_examples: Callable[[Any, Any], tuple[list[list[Fraction]], list[Any]]] = examples,
) -> RunRead:
    """Return the parts of a run of this algorithm; refuses other keys, shapes and types."""
    schema, kind, name, given, X, y, steps, claimed = fields(
        certificate, "schema", "kind", "algorithm", "parameters", "X", "y", "steps", "result"
    )
    require_kind(schema, kind, "run")
    if name != algorithm:
        raise Refuted(f"a run of {algorithm} is expected, not of {name!r:.40}")
    points, labels = read_examples(X, y)
    if not isinstance(steps, list) or any(type(i) is not int or not 0 <= i < len(points) for i in steps):
        raise Refuted(f"the steps must be a list of indices from 0 to {len(points) - 1}")
    updates, stopped, separated, *values = fields(claimed, "updates", "stopped", "separated", *result)
    if type(updates) is not int or updates != len(steps):
        raise Refuted(f"{updates!r:.40} updates are claimed, and there are {len(steps)} steps")
    if stopped not in stops or not isinstance(separated, bool):
        raise Refuted(f"stopped = {stopped!r:.40} must be one of {', '.join(stops)}, and separated true or false")
    return RunRead(fields(given, *parameters), points, labels, steps, values, stopped, separated)


def confirm(run: RunRead, separated: bool) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated"}; refuses a claim of separation that is not so, or is not made."""
    if separated != run.separated:
        raise Refuted(f"separated = {separated} in the end, not {run.separated}")
    if run.stopped == "separated" and not separated:
        raise Refuted("the run stopped as separated, and its result makes a mistake")
    return {"updates": len(run.steps), "stopped": run.stopped, "separated": separated}


def mistake_rule(tie: Any) -> Callable[[Fraction, int], bool]:
    """Return the function (f(x), y) ↦ whether that is a mistake, by the name of the rule for f(x) = 0."""
    if not isinstance(tie, str) or tie not in TIES:
        raise Refuted(f"the rule for ties is {tie!r:.40}, not one of {', '.join(TIES)}")
    return lambda f, y: y * f < 0 or (f == 0 and y in TIES[tie])

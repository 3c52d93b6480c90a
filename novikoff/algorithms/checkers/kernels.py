"""Certificates of perceptron runs in a feature space, given by a kernel or by a polynomial map.

Main definitions:
    Kernel, gram     the kernels that can be checked, and rows of their matrices
    RULES            kernel_perceptron; lifting, the perceptron on points φ(x), with a polynomial of x as discriminant

The checker confirms that every step is a mistake of the f after the earlier steps, under the rule for ties. A mistake
adds yⱼ(k(xⱼ,·) + c) to f, or αyⱼ(φ(xⱼ), c) to (w, b). It confirms that the result follows. The steps may come in any
order of the data. No mistake is left if the run ended as "separated", and a mistake is left if it ended at max_updates.
A precomputed matrix is tested to be positive semi-definite. There are no certificates with a Gaussian kernel, whose
values are irrational.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, inner, power, total, vectors
from .multiplicative_runs import is_mistake, repeat_mistakes
from .run_replay import LINEAR, Rule, Run
from .typed_records import TIES, Classifier, NotNegative, Positive, Tie, Vectors, from_to, require_length

MOST_DEGREE = 1000


@dataclass(frozen=True)
class Plain:
    """The inner product, or the matrix of inner products that is given in place of the examples."""

    name: Literal["linear", "precomputed"]


@dataclass(frozen=True)
class Polynomial:
    """The kernel (⟨u, v⟩ + offset)^degree."""

    name: Literal["polynomial"]
    degree: Annotated[int, from_to(1, MOST_DEGREE)]
    offset: NotNegative


Kernel = Plain | Polynomial


def gram(kernel: Kernel, X: Vectors, points: Vectors) -> Callable[[int], Vector]:
    """Return the function i ↦ (k(pᵢ, x₁), …, k(pᵢ, xₙ)), with all values over one denominator. For a precomputed
    kernel, pᵢ is already this row.

    >>> gram(Polynomial("polynomial", 2, Q(1, 2)), [[Q(1)], [Q(0)]], [[Q(2)]])(0).numbers()
    [Q(25, 4), Q(1, 4)]
    """
    Z = vectors([*X, *points])
    examples, queries = Z[: len(X)], Z[len(X) :]
    if kernel.name == "precomputed":
        require_positive_semidefinite(X)
        return queries.__getitem__
    scale = Z[0].over ** 2
    if isinstance(kernel, Plain):
        return lambda i: Vector([inner(queries[i], z) for z in examples], scale)
    p, q, degree = kernel.offset.numerator * scale, kernel.offset.denominator, kernel.degree
    over = power(q * scale, degree)
    return lambda i: Vector([power(q * inner(queries[i], z) + p, degree) for z in examples], over)


def require_positive_semidefinite(K: Vectors) -> None:
    """Raise `Refuted` for a matrix K that is not symmetric, or has a v with vᵀKv < 0.

    The function computes K = LDLᵀ; K is positive semi-definite if no pivot is negative, and each pivot 0 has a row of
    zeros.
    """
    size = len(K)
    charge(size * size)
    if any(len(row) != size for row in K) or any(K[i][j] != K[j][i] for i in range(size) for j in range(i)):
        raise Refuted("the precomputed matrix is not square and symmetric")
    rest = vectors(K)
    while rest:
        first, *others = rest
        pivot = first.values[0]
        if pivot < 0 or (pivot == 0 and any(first.values)):
            raise Refuted("the precomputed matrix is not positive semi-definite")
        rest = []
        for row in others:
            if row.values[0]:
                row = row.plus(-Q(row.values[0] * first.over, row.over * pivot), first).reduce()
            charge(len(row.values))
            rest.append(Vector(row.values[1:], row.over))


def _replay_kernel(run: Run) -> dict[str, Any]:
    c, ties = run.parameters.bias_step, TIES[run.parameters.tie]
    products, known = gram(run.parameters.kernel, run.X, run.X), {}
    ones = Vector([1] * len(run.y))
    f = Vector([0] * len(run.y))

    def is_wrong(i):
        return is_mistake(f.values[i], run.y[i], ties)

    def update(i):
        nonlocal f
        if i not in known:
            known[i] = products(i).plus(c, ones)
        f = f.plus(Q(run.y[i]), known[i])

    ended, count = repeat_mistakes(run, is_wrong, update), Counter(run.steps)
    return ended | {"counts": [count[i] for i in range(len(run.y))], "b": c * sum(run.y[i] for i in run.steps)}


@dataclass(frozen=True)
class _Term:
    exponents: list[Annotated[int, from_to(0, MOST_DEGREE)]]
    coefficient: Q


def _replay_lifting(run: Run) -> dict[str, Any]:
    p, ties, variables = run.parameters, TIES[run.parameters.tie], len(run.X[0])
    if not p.lifting:
        raise Refuted("the lifting must be a list of at least one polynomial")
    polynomials = [_read_polynomial(terms, variables) for terms in p.lifting]
    require_length(p.start.w, len(polynomials), "start.w")
    lifted = run._replace(X=[[_evaluate_polynomial(terms, x) for terms in polynomials] for x in run.X])
    tests, moves = lifted.sign_examples(1), lifted.sign_examples(p.bias_step)
    state = Vector.of([*p.start.w, p.start.b])

    def is_wrong(i):
        value = inner(state, tests[i])
        return value < 0 or (value == 0 and run.y[i] in ties)

    def update(i):
        nonlocal state
        state = state.plus(p.rate, moves[i])

    ended = repeat_mistakes(run, is_wrong, update)
    *w, b = state.numbers()
    pulled_back = _pull_back(polynomials, w, b, variables)
    given = run.result.discriminant
    if {key: c for key, c in _read_polynomial(given, variables).items() if c} != pulled_back:
        raise Refuted("the discriminant is not ⟨w, φ(x)⟩ + b")
    return ended | {"w": w, "b": b, "discriminant": given}


def _read_polynomial(terms, variables):
    """Return {exponents: coefficient}; raise `Refuted` for terms with equal or too few exponents."""
    found = {}
    for term in terms:
        charge(4 + variables)
        key = tuple(term.exponents)
        if len(key) != variables or key in found:
            raise Refuted(f"the exponents {term.exponents!r:.60} must be {variables} integers, and no other term may "
                          "have them")
        found[key] = term.coefficient
    return found


def _evaluate_polynomial(terms, x):
    values = []
    for exponents, coefficient in terms.items():
        charge(len(exponents))
        for v, e in zip(x, exponents, strict=True):
            if e:
                coefficient = coefficient * (v if e == 1 else v**e)
        values.append(coefficient)
    return total(values)


def _pull_back(polynomials, w, b, variables):
    sums = defaultdict(Q, {(0,) * variables: b})
    for weight, terms in zip(w, polynomials, strict=True):
        for exponents, coefficient in terms.items():
            sums[exponents] += weight * coefficient
    return {exponents: value for exponents, value in sums.items() if value}


RULES = {"kernel_perceptron": Rule(_replay_kernel, int, {"kernel": Kernel, "bias_step": NotNegative, "tie": Tie},
                                   {"counts": list[int], "b": Q}, ("b",), examples=Vectors),
         "lifting": Rule(_replay_lifting, int,
                         {"lifting": list[list[_Term]], "bias_step": NotNegative, "rate": Positive, "tie": Tie,
                          "start": Classifier}, LINEAR | {"discriminant": list[_Term]}, ("discriminant",))}

"""Dimension lifting: polynomial maps into a larger space, in which a linear classifier is a polynomial of the data.

Source: lecture, pp. 44–46: (30) is x ↦ (x, x²) on ℝ, (31) the general map, and the result (32)–(33) pulls back w =
(−1.5, 3.12), b = 3 through (x, x² − 1) to −0.12 − 1.5x + 3.12x². According to the page, the perceptron converges faster
on (x, x² − 1). This depends on the data: for the classes {9/5, −7/10} and {−3/10, −1/5} it makes 4 updates, but 2 on
(x, x²). Both maps separate the same sets, as (1, x, x² − 1) is an invertible linear image of (1, x, x²).

Bound: the perceptron's, with the lifted examples: (R² + 1)(1 + b*²)/γ² with R = max‖φ(x)‖ (iml, Theorem 1.7).

Notation: a polynomial is a dictionary {exponents: coefficient}; {(2, 0): 1, (0, 0): −1} is x₁² − 1 in two variables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, ClassVar, Self, TypeAlias

from . import perceptron
from .base_rule import Record
from .errors import BadInput
from .labelled_examples import Exact, Number, rows
from .options import BIAS_STEP, ORDER, RATE, SEED, START, TIE, Found, Option, Options, parse_integer, parse_word
from .run_certificates import rational_to_text
from .run_loop import MOST_DEGREE, check_integer

Polynomial: TypeAlias = Mapping[tuple[int, ...], Exact]
MOST_COORDINATES = 100_000  # of a lifted point


@dataclass(frozen=True)
class PolynomialMap:
    """The map x ↦ (p₁(x), …, p_D(x)) from d = `dimension` coordinates to D, given by its polynomials."""

    dimension: int
    polynomials: tuple[Polynomial, ...]

    def __call__(self, x: Sequence[Any]) -> list[Any]:
        """Return the D values at x, whose d coordinates may be numbers or symbols; nothing is checked or converted.

        >>> squares(1)([3]), shifted_squares(1)([3])
        ([3, 9], [3, 8])
        """
        return [
            sum(c * prod(v**e for v, e in zip(x, exponents, strict=True) if e) for exponents, c in p.items())
            for p in self.polynomials
        ]


def squares(dimension: int) -> PolynomialMap:
    """Return the map x ↦ (x₁, …, x_d, x₁², …, x_d²): eq. (30) for d = 1."""
    return _with_squares(dimension, shift=0)


def shifted_squares(dimension: int) -> PolynomialMap:
    """Return the map x ↦ (x₁, …, x_d, x₁² − 1, …, x_d² − 1): the map of eq. (32) for d = 1."""
    return _with_squares(dimension, shift=-1)


def _with_squares(dimension, shift):
    axes = range(check_integer(dimension, "dimension", least=1))
    constant = {(0,) * dimension: shift} if shift else {}
    return PolynomialMap(dimension,
                         (*({_power(k, 1, dimension): 1} for k in axes),
                          *({_power(k, 2, dimension): 1} | constant for k in axes)))


def _power(k, exponent, dimension):
    return tuple(exponent if j == k else 0 for j in range(dimension))


def monomials(dimension: int, degree: int) -> PolynomialMap:
    """Return the map to all monomials of degree 1 to `degree`, by degree: C(d + p, p) − 1 of them.

    >>> monomials(2, 2)([3, 5])
    [3, 5, 9, 15, 25]
    """
    d, p = _size(dimension, degree)
    _require_few(comb(d + p, p) - 1)
    return PolynomialMap(d, tuple({e: 1} for size in range(1, p + 1) for e in exponents(d, size)))


def tensor_power(dimension: int, degree: int) -> PolynomialMap:
    """Return the map to all dᵖ products of p coordinates, for which ⟨φ(u), φ(v)⟩ = ⟨u, v⟩ᵖ.

    >>> tensor_power(2, 2)([3, 5])
    [9, 15, 15, 25]
    """
    d, p = _size(dimension, degree)
    _require_few(d**p)
    return PolynomialMap(d, tuple({_exponents_of(word, d): 1} for word in product(range(d), repeat=p)))


def exponents(dimension: int, degree: int) -> Iterator[tuple[int, ...]]:
    """Yield the exponents e of all monomials x^e of this degree: d numbers ≥ 0 with this sum.

    >>> list(exponents(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    return (_exponents_of(word, dimension) for word in combinations_with_replacement(range(dimension), degree))


def kernel_monomials(X: Any, degree: int, offset: Fraction) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return the monomials of the examples, and the factors of the inner product that equals (⟨u, v⟩ + s)^p.

    >>> Z, metric = kernel_monomials([[Fraction(2)], [Fraction(3)]], 2, Fraction(1))
    >>> sum(m * a * b for m, a, b in zip(metric, *Z)) == (2 * 3 + 1) ** 2
    True
    """
    powers = [e for size in range(degree + 1) for e in exponents(len(X[0]), size)]
    factors = [
        factorial(degree) // prod(map(factorial, [*e, degree - sum(e)])) * offset ** (degree - sum(e))
        for e in powers
    ]
    kept = [(e, factor) for e, factor in zip(powers, factors, strict=True) if factor]
    Z = [[prod((v**k for v, k in zip(x, e, strict=True)), start=Fraction(1)) for e, _ in kept] for x in X]
    return Z, [factor for _, factor in kept]


def _exponents_of(word, dimension):
    """Return how often each coordinate occurs in a product of coordinates."""
    return tuple(word.count(k) for k in range(dimension))


def _size(dimension, degree):
    return check_integer(dimension, "dimension", least=1), check_integer(degree, "degree", 1, MOST_DEGREE)


def _require_few(count):
    if count > MOST_COORDINATES:
        raise BadInput(f"the lifted points would have more than {MOST_COORDINATES} coordinates; use a smaller degree, "
                       "or the kernel perceptron with the polynomial kernel, which does not compute them")


POWERS = {"monomials": monomials, "tensor_power": tensor_power}  # of a degree
MAPS = {"squares": squares, "shifted_squares": shifted_squares}


def map_of(lifting: str | PolynomialMap, dimension: int, degree: int | None = None) -> PolynomialMap:
    """Return the map called by a name in `MAPS` or `POWERS`, or the map given, for points with `dimension` coordinates;
    raise `BadInput`. The `degree` is for `POWERS`, and 2 if not given.

    >>> map_of("monomials", 1, 3)([2])
    [2, 4, 8]
    """
    if isinstance(lifting, str) and lifting in POWERS:
        return POWERS[lifting](dimension, 2 if degree is None else degree)
    if isinstance(lifting, str) and lifting in MAPS:
        found = MAPS[lifting](dimension)
    elif isinstance(lifting, PolynomialMap):
        found = lifting
    else:
        raise BadInput(f"lifting = {lifting!r} is unknown; choose one of: {', '.join([*MAPS, *POWERS])}, or give a "
                       "PolynomialMap")
    if degree is not None:
        given = lifting if isinstance(lifting, str) else "a PolynomialMap"
        raise BadInput(f"degree can be used only with lifting = {' or '.join(POWERS)}, not with {given}")
    if found.dimension != dimension:
        raise BadInput(f"the lifting takes {found.dimension} coordinates, but the points have {dimension}")
    return found


def lift(lifting: str | PolynomialMap, X: Iterable[Iterable[Any]]) -> list[list[Number]]:
    """Return the lifted points φ(x), shape (n, D), of X, shape (n, d); exact for exact data.

    >>> lift("squares", [[1, 2], [3, 4]])
    [[1, 2, 1, 4], [3, 4, 9, 16]]
    """
    table = rows(X)
    return [*map(list, _lift_rows(map_of(lifting, len(table[0])), table))]


def _lift_rows(phi, table):
    return rows(map(phi, table))


def pull_back(phi: PolynomialMap, w: Sequence[Any], b: Any) -> dict[tuple[int, ...], Any]:
    """Return x ↦ ⟨w, φ(x)⟩ + b as a polynomial {exponents: coefficient} of x; w may hold symbols.

    The example is eq. (32) to (33), in hundredths.

    >>> pull_back(shifted_squares(1), [-150, 312], 300)
    {(0,): -12, (1,): -150, (2,): 312}
    """
    total = {(0,) * phi.dimension: b}
    for weight, p in zip(w, phi.polynomials, strict=True):
        for exponents, coefficient in p.items():
            total[exponents] = total.get(exponents, 0) + weight * coefficient
    return total


def to_json(polynomial: Polynomial) -> list[dict[str, Any]]:
    """Return a polynomial as a certificate has it.

    >>> to_json({(2,): 1, (0,): Fraction(-1, 2)})
    [{'exponents': [2], 'coefficient': '1'}, {'exponents': [0], 'coefficient': '-1/2'}]
    """
    return [{"exponents": [*e], "coefficient": rational_to_text(c)} for e, c in polynomial.items()]


class LiftedPerceptron(perceptron.Perceptron):
    """The perceptron on lifted examples. `lifting` is the name of a map, or a `PolynomialMap`.

    f(x) = ⟨w, φ(x)⟩ + b, and `discriminant` is f as a polynomial of x. All other fields are those of `perceptron.Run`,
    for the lifted examples.

    >>> result = run([[-1], [0], [1]], [1, -1, 1], lifting="shifted_squares")
    >>> result.updates, result.separated, result.discriminant
    (7, True, {(0,): -2, (1,): 0, (2,): 3})
    """

    name = "lifting"
    options: ClassVar[Options] = (
        Option("lifting", parse_word, "squares (x, x²), shifted_squares (x, x² − 1), monomials or tensor_power",
               default="squares", write=lambda phi: list(map(to_json, phi.polynomials))),
        Option("degree", parse_integer, "p ≥ 1 of monomials and tensor_power; 2 if not given", default=None,
               write=None, recorded=False),
        BIAS_STEP, RATE, replace(ORDER, write=None), replace(SEED, write=None), TIE, START)
    found: ClassVar[Found] = perceptron.Perceptron.found | {"visits": None, "discriminant": to_json}
    lifting: PolynomialMap

    @classmethod
    def on(cls, X: Iterable[Any], y: Iterable[Any], *, lifting: Any = "squares", degree: int | None = None,
           **settings: Any) -> Self:
        table = rows(X)
        phi = map_of(lifting, len(table[0]), degree)
        learner = super().on(_lift_rows(phi, table), y, **settings)
        learner.lifting = phi
        return learner

    def results(self, stopped: str) -> dict[str, Any]:
        found = super().results(stopped)
        return found | {"discriminant": pull_back(self.lifting, found["w"], found["b"])}

    @classmethod
    def certificate(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> dict[str, Any]:
        """Return the run as JSON-ready data; raise `BadInput` for a run that ends with its list of visits, as the
        certificate has no list, so that the checker cannot confirm this end.
        """
        if record.stopped == "order_exhausted":
            raise BadInput("a run on lifted examples that visits a whole list has no certificate; give max_updates, so "
                           f"that the run stops earlier, or one of the orders {', '.join(perceptron.ORDERS)}")
        return super().certificate(record, X, y)


Run = LiftedPerceptron.Run
run, replay, certificate = LiftedPerceptron.functions()

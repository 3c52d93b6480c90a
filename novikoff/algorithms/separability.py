"""Linear separability: an exact separator, or an exact proof that there is none.

Either some (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i, or some λ ≥ 0 with Σλᵢ = 1 has Σλᵢyᵢ(xᵢ, 1) = 0, and never both
(Gordan's theorem of the alternative, gordan1873; without bias b = 0 and Σλᵢyᵢxᵢ = 0). Let zᵢ = yᵢ(xᵢ, 1), with a unit
for each coordinate, and let p be the point of their hull that is nearest to 0. If p ≠ 0, p is a separator. Otherwise
its weights are λ. float64 guesses p. Then `separate` rounds p to the coarsest whole numbers that separate in exact
arithmetic, or solves the equations of the active λ exactly. With more than `SAMPLE` examples the guess is about a part
of them. If the part has no separator, all examples have none. If the separator of the part fails on other examples, the
worst of these join the part. Where rounding misled the guess, the exact nearest point decides (`nearest_point`). The
answer does not depend on installed packages, because no solver and no optional package is used.

Source: lecture, p. 16 (separability of x" = k[1; x]); gordan1873.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from .errors import BadInput
from .exact_linear import Points, check_examples, data_fields, integers, solve_near
from .labelled_examples import Arithmetic, Number, labels
from .lazy_numpy import np
from .nearest_point import float_corral, wolfe
from .run_certificates import classifier_to_json, rationals_to_text
from .run_loop import check_choice
from .sparse_margin import bracket
from .sparse_rows import MOST_CELLS, SparseRows

SAMPLE = 4096  # examples in the first guess; at most as many join in each further round
METHODS = ("auto", "nearest_point")
EASY = 100  # dimensions up to which the guess is the nearest point; above, half of its margin is enough
FINEST = 1 << 40  # the finest rounding that is tried; float64 guesses no better
ZERO = Fraction(0)


@dataclass(frozen=True)
class Separability:
    """A separator (w, b), or the weights λ of a convex combination that shows there is none; the other is None.

    `active` lists the i with λᵢ > 0. `method` is the method that found the proof: "rounding", "nearest_point",
    "coordinate ascent", "pair" or "von_neumann". If it is not rounding, `note` gives the reason. `arithmetic` "float64"
    means that the data are floats, taken at their exact binary value; every number here is exact.
    """

    separable: bool
    w: tuple[Fraction, ...] | None
    b: Fraction | None
    combination: tuple[Fraction, ...] | None
    active: tuple[int, ...]
    bias: bool
    method: str
    note: str
    arithmetic: Arithmetic


def separate(X: Iterable[Iterable[Number]], y: Iterable[int], *, bias: bool = True,
             method: Literal["auto", "nearest_point"] = "auto") -> Separability:
    """Decide whether a hyperplane (through the origin, if not `bias`) separates the examples, and return the proof.

    X has shape (n, d); y has n labels ±1; one class alone is separable if there is a bias. "auto" rounds a guess to a
    separator in short whole numbers; "nearest_point" gives the exact nearest point of the hull. Raises `BadInput`.

    >>> separate([[0, 1], [2, 3], [4, 4]], [-1, 1, 1]).w
    (Fraction(4, 1), Fraction(3, 1))
    >>> separate([[0], [1], [2]], [1, -1, 1], method="nearest_point").combination
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    >>> answer = separate([[0], [1], [3]], [-1, 1, 1], method="nearest_point")
    >>> answer.separable, answer.w[0] * 1 + answer.b > 0 > answer.b
    (True, True)
    """
    check_choice("method", method, METHODS)
    if isinstance(X, SparseRows) and X.is_large:
        return _of_large(X, labels(y, len(X)), bias)
    points = Points(X, y, constant=bias)
    if method == "auto" and (found := _by_parts(points)):
        return _answer(points, bias, *found)
    note = "as asked" if method == "nearest_point" else "rounding misled the guess"
    return _answer(points, bias, _by_nearest_point(points), "nearest_point", note)


run = separate


def _of_large(X, y, bias):
    """Return the answer for examples that are too many to write out: a separator of all, or some examples that have
    none."""
    found = bracket(X, y, int(bias))
    if found is None:
        few = max(1, MOST_CELLS // X.shape[1])
        chosen = [k * len(X) // few for k in range(min(few, len(X)))]
        part = separate(X.take(chosen), [y[i] for i in chosen], bias=bias)
        if part.separable:
            raise BadInput(f"the search found no separator of these {len(X)} sparse examples with {X.shape[1]} "
                           f"features, and no proof of inseparability among {len(chosen)} of them")
        weights = dict(zip(chosen, part.combination or (), strict=True))
        note = f"in {len(chosen)} of the examples"
        return inseparable(tuple(weights.get(i, ZERO) for i in range(len(X))), bias, note, part.method)
    whole, _ = integers((*found.w, found.b))
    common = math.gcd(*whole)
    *w, b = (Fraction(value // common) for value in whole)
    return Separability(True, tuple(w), b, None, (), bias, "coordinate ascent", "", "exact")


def inseparable(weights: tuple[Fraction, ...], bias: bool, note: str, method: str = "pair") -> Separability:
    """Return the negative answer for given weights λ of a combination of exact examples that is 0.

    >>> inseparable((Fraction(1, 2), Fraction(1, 2)), True, "one point has both labels").active
    (0, 1)
    """
    active = tuple(i for i, weight in enumerate(weights) if weight)
    return Separability(False, None, None, weights, active, bias, method, note, "exact")


def _answer(points, bias, proof, method, note):
    """Return the record for (separator v in Qᵈ, None), or for (None, weights {i: λᵢ > 0})."""
    v, weights = proof
    if v is None:
        combination = tuple(weights.get(i, ZERO) for i in range(points.shape[0]))
        return Separability(False, None, None, combination, tuple(sorted(weights)), bias, method, note,
                            points.arithmetic)
    w, b = (v[:-1], v[-1]) if bias else (v, ZERO)
    return Separability(True, tuple(w), b, None, (), bias, method, note, points.arithmetic)


def _by_parts(points):
    """Search in growing parts of the points. Return the pair of `_by_rounding`, its method and a note for `_answer`, or
    None if a guess was misled.
    """
    count = points.shape[0]
    chosen = [k * count // SAMPLE for k in range(SAMPLE)] if count > SAMPLE else list(range(count))
    while True:
        v, weights = _by_rounding(points.part(chosen)) or (None, None)
        if weights:
            note = f"in {len(chosen)} of the examples" if len(chosen) < count else ""
            return (None, {chosen[k]: weight for k, weight in weights.items()}), "rounding", note
        missed = v and len(chosen) < count and _find_missed(points, v)
        if not missed:
            return v and ((v, None), "rounding", "")
        chosen = sorted({*chosen, *sorted(missed, key=missed.__getitem__)[:SAMPLE]})


def _by_rounding(points):
    """Return (separator, None) or (None, weights) from the guess of float64; None if neither is exactly right."""
    columns = np.abs(points.rounded).max(axis=0)
    columns[columns == 0] = 1
    with np.errstate(over="ignore", under="ignore"):
        Z = points.rounded / columns
    lengths = np.abs(Z).max(axis=1)
    if not lengths.all() or not np.isfinite(Z).all():
        return None  # a point is 0, or looks like it
    Z /= lengths[:, None]
    indices, shares = float_corral(Z, 0.5 if Z.shape[1] > EASY + 1 else 0)
    if v := _round_separator(points, shares @ Z[indices], columns):
        return list(map(Fraction, v)), None
    weights = _weights(points, dict(zip(indices.tolist(), (shares / lengths[indices]).tolist(), strict=True)))
    return weights and (None, weights)


def _round_separator(points, u, columns):
    """Return a separator in coprime integers, v near u over `columns`, from the coarsest rounding; None if there is
    none.

    Each coordinate is rounded to a multiple of a power of ten that is near to the size of its column, over q. The guess
    is rounded to six decimals first, so that ties do not depend on the last bits of float64.
    """
    largest = np.abs(u).max()
    if not largest:
        return None
    tens = np.rint(np.log10(columns))
    sizes = u / largest * (10.0**tens / columns)
    units = [10 ** int(tens.max() - ten) for ten in tens]
    q = 1
    while q <= FINEST:
        whole = np.rint(np.round(sizes * q, 6)).tolist()
        v = [int(value) * unit for value, unit in zip(whole, units, strict=True)]
        common = math.gcd(*v)
        if common and points.all_positive(v := [value // common for value in v]):
            return v
        q += 1 if q < 64 else q
    return None


def _find_missed(points, v):
    """Return {i: ⟨v, zᵢ⟩ times a positive number} for the points with ⟨v, zᵢ⟩ ≤ 0, exactly."""
    low = points.below(integers(v)[0], [1], np.zeros(points.shape[0], dtype=int))
    return {i: value for i, value in low.items() if value <= 0}


def _weights(points, guess):
    """Return {i: λᵢ > 0} with Σλᵢ = 1 and Σλᵢzᵢ = 0, exactly, for the points of the guess; None if there is none."""
    active, total = sorted(guess), sum(guess.values())
    if not math.isfinite(total):
        return None
    equations = [[*coordinate, 0] for coordinate in zip(*(points.row(i) for i in active), strict=True)]
    equations.append([1] * (len(active) + 1))
    solution = solve_near(equations, [Fraction(guess[i]) / Fraction(total) for i in active])
    if solution is None or min(solution) < 0:
        return None
    return {i: weight for i, weight in zip(active, solution, strict=True) if weight}


def _by_nearest_point(points):
    """Return the same pair as `_by_rounding`, but never None, because the nearest point p of the hull has ⟨p, zᵢ⟩ ≥
    ‖p‖²."""
    near = wolfe(points, [0] * points.shape[0], [1] * points.shape[1])
    return (list(map(Fraction, near.point)), None) if any(near.point) else (None, near.weights)


def certificate(answer: Separability, X: Iterable[Iterable[Number]], y: Iterable[int]) -> dict[str, Any]:
    """Return the answer and its proof as JSON-ready data, kind "separability".

    `proof` is {"w", "b"} or {"combination"}; the combination lists one weight for each example. With more than `SAMPLE`
    inseparable examples, X and y hold only the examples with λᵢ > 0. `chosen` lists their indices, counted from 0,
    among `of` examples.

    >>> X, y = [[0], [1], [2]], [1, -1, 1]
    >>> certificate(separate(X, y), X, y)["proof"]
    {'combination': ['1/4', '1/2', '1/4']}
    """
    table, signs = check_examples(X, y)
    if not answer.separable and len(signs) > SAMPLE:
        return _part_certificate(answer, table, signs)
    proof = (
        classifier_to_json(answer) if answer.separable else {"combination": rationals_to_text(answer.combination or ())}
    )
    return {"schema": 1, "kind": "separability", "bias": answer.bias, **data_fields(table, signs),
            "separable": answer.separable, "proof": proof}


def _part_certificate(answer, table, signs):
    """Return the certificate for the active examples alone, which proves the answer for all; all examples would not fit
    into it."""
    chosen = list(answer.active)
    part = replace(answer, combination=tuple(answer.combination[i] for i in chosen))
    X, y = ([column[i] for i in chosen] for column in (table, signs))
    return certificate(part, X, y) | {"chosen": chosen, "of": len(signs)}

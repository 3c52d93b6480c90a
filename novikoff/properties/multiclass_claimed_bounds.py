"""Algorithms with several offsets, in the form that claimed bounds need: the perceptron of several classes, and PRank.

Separating examples of several classes means being positive on certain vectors. They are differences between the
features of the right class and of another class (Kesler's construction), or examples paired with a threshold. So w and
b are the parts of one vector u. b has an offset for each class, or a threshold for each rank except the highest. w has
the weights of all classes one after the other, or the weight vector that all ranks share. The margin γ is the least ⟨u,
z⟩ over these vectors z. The search for separators and the comparison need nothing else.

Every run that is counted and every separator that is compared is exact: there are no floats here.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

from ..algorithms import candidate_rule, multi_class_perceptron, nearest_point, perceptron, prank
from ..algorithms.errors import BadInput
from ..algorithms.run_loop import check_choice
from ..proofs.claims.perceptron.ranking import RankingRun
from ..proofs.statements.proof_script import Script, length, square
from ..proofs.statements.vector_language import Sum
from .separable_instances import dot
from .square_roots import Number

Vectors = tuple[tuple[Any, ...], ...]
Rows = list[list[Any]]
GRIDS = ((1, 2, 3), (1, 3, 1), (2, 2, 1), (1, 4, 1), (2, 3, 1), (2, 4, 1))  # (d, n, size)
SHAPES = ((1, 2, 20), (1, 3, 9), (1, 4, 20), (2, 3, 5), (2, 4, 3), (2, 5, 9), (3, 4, 3), (3, 6, 2), (2, 8, 4))
OF_A_GRID, OF_A_SHAPE = 70, 40
FACTORS = tuple(map(Fraction, ("1", "1", "1", "1/2", "3", "1/10", "10", "1/20", "1/100", "100")))
STRETCHES = (1, 1, 1, 10, 100)
FREE, TINY = Fraction(10**6), Fraction(1, 100)
MOST_CLASSES = 4  # in generated datasets
REMEMBERED = 20_000


class Price(NamedTuple):
    """The separator of least ‖w‖² + ‖b‖²/price, and an amount to add to one of its offsets. `price` is a Fraction, 0
    for b = 0, or "R2" for R²."""

    price: Any
    offset: int = 0
    moved: Fraction = Fraction(0)


class Labelled(NamedTuple):
    """Examples with their labels, and a separator (w, b)."""

    X: Any
    y: list[int]
    w: Any
    b: Any


class Theorem(NamedTuple):
    """A claim to cite. It has terms for the variables of the claim, and for inputs of its run if their names differ in
    the script."""

    id: str
    put: Mapping[str, Any]
    inputs: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Several(ABC):
    """An algorithm of several classes: its name in the registry, and whether there are offsets. A separator is (w, b),
    where b is a tuple of numbers, and w is a vector, or a tuple with a vector for each class."""

    bias: bool = True

    name: ClassVar[str]
    meanings: ClassVar[Mapping[str, str]]  # of names with another meaning than for two classes

    @abstractmethod
    def run(self, X: Any, y: Any, bias_step: Any, tie: str, most: int) -> Any:
        """Return the record of the exact run of at most `most` updates."""

    @abstractmethod
    def vectors(self, X: Any, y: Any) -> tuple[Vectors, int]:
        """Return the vectors on which a separator is positive, in coordinates of w, then of b; and the length of b."""

    @abstractmethod
    def order(self, y: Sequence[Any]) -> Sequence[Any]:
        """Return the classes in their order."""

    @abstractmethod
    def lead(self, x: Any, place: int, w: Any, b: Any) -> Any:
        """Return the least ⟨u, z⟩ over the z of one example; `place` is the place of its class in the order."""

    @abstractmethod
    def parts(self, u: Sequence[Any], X: Any, y: Any) -> tuple[Any, Any]:
        """Return the separator (w, b) with these coordinates."""

    @abstractmethod
    def label_points(self, X: Rows, classes: int, size: int, chance: random.Random) -> Labelled:
        """Return the points that a random separator with integers within ±size separates, and this separator. The other
        points, and classes without points, are left out."""

    @abstractmethod
    def page(self, p: Script, gamma: Any, R: Any, step: Any, strict: bool = False) -> tuple[Theorem, Any, Any, Any]:
        """Add a run to the script, with the bias step step² > 0, or 0, on examples with ‖x‖ ≤ R. A separator has the
        margin γ on them. With `strict`, a tie is no mistake. Return the theorem that bounds such runs, and the
        script's terms for the updates, ‖w‖² and ‖b‖². The facts "weights" and "offsets" say that these two are not
        negative."""

    def require_tie(self, tie: str) -> None:
        """Raise `BadInput` for a rule for ties that the algorithm does not have."""
        check_choice("tie", tie, candidate_rule.TIES)

    def require_labels(self, y: Sequence[Any], count: int) -> None:
        """Raise `BadInput` for other than `count` labels of at least two classes."""
        multi_class_perceptron.classes_of(y, None, count)

    def options(self, bias_step: Any, tie: str) -> dict[str, Any]:
        """Return the keyword arguments of a run."""
        return {"bias_step": bias_step, "tie": tie}

    def convention(self, tie: str) -> str:
        """Return a sentence about the treatment of ties."""
        return f"an equal score counts as {tie}"

    # ------------------------------------------------------------------------- of one dataset, exactly

    def updates(self, X: Any, y: Any, bias_step: Any, tie: str, most: int) -> int | None:
        """Return the number of updates of the run on separable examples; None if it makes more than `most`."""
        found = self.run(X, y, bias_step, tie, most)
        return found.updates if found.separated else None

    def margin(self, X: Any, y: Any, w: Any, b: Any) -> Any:
        """Return the least ⟨u, z⟩, or 0 for examples of one class, for which it is undefined."""
        place = {label: r for r, label in enumerate(self.order(y))}
        return min(self.lead(x, place[label], w, b) for x, label in zip(X, y, strict=True)) if len(place) > 1 else 0

    def separators(self, X: Any, y: Any, prices: Sequence[Price]) -> Iterator[tuple[Any, Any]]:
        """Yield the separators of these kinds that the examples have, without duplicates."""
        seen = set[Any]()
        for kind in prices if len(set(y)) > 1 else ():
            points, offsets = _vectors(self, X, y)
            u = least_separator(points, offsets, max(dot(x, x) for x in X) if kind.price == "R2" else kind.price)
            if u is not None and kind.moved:
                place = len(u) - offsets + kind.offset % offsets
                moved = (*u[:place], u[place] + kind.moved, *u[place + 1 :])
                least = min(dot(moved, z) for z in points)
                u = tuple(v / least for v in moved)
            if u is not None and u not in seen:
                seen.add(u)
                yield self.parts(u, X, y)

    def prices(self, bias_step: Any) -> tuple[Price, ...]:
        """Return the kinds of separators that are tried."""
        if not self.bias:
            return (Price(Fraction(0)),)
        plain = dict.fromkeys((bias_step, Fraction(0), FREE, Fraction(1), TINY, "R2"))
        moved = [Price(bias_step, i, Fraction(m, 10)) for i in (0, -1) for m in (-9, 9)]
        return (*map(Price, plain), *moved)


@lru_cache(REMEMBERED)
def _vectors(several: Several, X: Any, y: Any) -> tuple[Vectors, int]:
    points, offsets = several.vectors(X, y)
    return tuple(tuple(map(Fraction, z)) for z in points), offsets


@lru_cache(REMEMBERED)
def least_separator(points: Vectors, offsets: int, price: Any) -> tuple[Fraction, ...] | None:
    """Return the vector of least ‖w‖² + ‖b‖²/price with margin 1 on these vectors; None if there is none. b are its
    last `offsets` coordinates, which are 0 for the price 0.

    >>> least_separator(((2, 1), (0, 1)), 1, Fraction(1)), least_separator(((2, 1), (0, 1)), 1, Fraction(0))
    ((Fraction(0, 1), Fraction(1, 1)), None)
    """
    size = len(points[0])
    used = size - (0 if price else offsets)
    metric = [*[Fraction(1)] * (size - offsets), *[Fraction(price)] * offsets][:used]
    nearest = nearest_point.nearest_point([z[:used] for z in points], metric)
    if not nearest.norm2:
        return None
    found = (m * v / nearest.norm2 for m, v in zip(metric, nearest.point, strict=True))
    return (*found, *[Fraction(0)] * (size - used))


def flatten(parts: Any) -> list[Any]:
    """Return the numbers in tuples of numbers and tuples.

    >>> flatten((((1, 0), (2, 3)), (4, 5)))
    [1, 0, 2, 3, 4, 5]
    """
    return [v for part in parts for v in (flatten(part) if isinstance(part, tuple | list) else [part])]


def scale_all(factor: Number, part: Any) -> Any:
    """Return a number, or all numbers in nested tuples, times a factor.

    >>> scale_all(2, (((1, 0), (2, 3)), 5))
    (((2, 0), (4, 6)), 10)
    """
    return tuple(scale_all(factor, v) for v in part) if isinstance(part, tuple | list) else factor * part


# ------------------------------------------------------------------------------------------ the algorithms


class Classes(Several):
    """The perceptron for several classes, numbered in the order of their first examples."""

    name = "multi_class_perceptron"
    meanings: ClassVar[Mapping[str, str]] = {
        "w": "the weights of all classes of the separator, one after the other: w@w is the sum of ‖w_r‖²",
        "b": "the offsets of all classes, a vector: b@b is the sum of b_r²; 0 without bias",
        "gamma": "its margin: the least lead of the class of an example over another one, which is > 0",
        "m": "the number of classes of the examples, at least 2",
    }

    def run(self, X: Any, y: Any, bias_step: Any, tie: str, most: int) -> Any:
        return multi_class_perceptron.run(X, y, bias_step=bias_step, tie=tie, max_updates=most)

    def vectors(self, X: Any, y: Any) -> tuple[Vectors, int]:
        count, size = len(set(y)), len(X[0]) + 1
        order = [r * size + i for r in range(count) for i in range(size - 1)]
        order += [r * size + size - 1 for r in range(count)]
        found = multi_class_perceptron.choices(X, y, 1).points
        return tuple(tuple(z[place] for place in order) for z in found), count

    def order(self, y: Sequence[Any]) -> Sequence[Any]:
        return list(dict.fromkeys(y))

    def lead(self, x: Any, place: int, w: Any, b: Any) -> Any:
        """Return the difference between the score of the class and the highest other score."""
        scores = [dot(weights, x) + offset for weights, offset in zip(w, b, strict=True)]
        return scores[place] - max(score for r, score in enumerate(scores) if r != place)

    def parts(self, u: Sequence[Any], X: Any, y: Any) -> tuple[Any, Any]:
        count, d = len(set(y)), len(X[0])
        return tuple(tuple(u[r * d : (r + 1) * d]) for r in range(count)), tuple(u[count * d :])

    def label_points(self, X: Rows, classes: int, size: int, chance: random.Random) -> Labelled:
        """Return points labelled by the largest score of random classifiers."""
        states = [([chance.randint(-size, size) for _ in X[0]], chance.randint(-size, size) * self.bias)
                  for _ in range(classes)]
        places = [candidate_rule.choose_candidate([dot(w, x) + b for w, b in states]) for x in X]
        kept = [(x, place + 1) for x, place in zip(X, places, strict=True) if place is not None]
        y = [label for _, label in kept]
        found = [states[label - 1] for label in self.order(y)]
        return Labelled([x for x, _ in kept], y, [w for w, _ in found], [b for _, b in found])

    def page(self, p: Script, gamma: Any, R: Any, step: Any, strict: bool = False) -> tuple[Theorem, Any, Any, Any]:
        """Add the run of `multi_class_perceptron` to the script; `ultraconservative-update` proves its facts about
        shares."""
        w, u, x = p.vectors("w[i] u[i] x")
        b, beta = p.reals("b[i] β[i]") if step else (0, 0)
        k, tau = p.reals("k τ[i]")
        score, separating = (perceptron.margin(perceptron.State(w, b), x, 1), u @ x + beta) if step else (w @ x, u @ x)
        (after,) = multi_class_perceptron.update([perceptron.State(w, b)], x, [tau], bias_step=step**2)
        p.run([(w, 0, after.w), *([(b, 0, after.b)] if step else []), (k, 0, k + 1)], [x, tau], {
            "changes": Sum(tau**2) <= 2, "radius": x @ x <= R**2, "margin": Sum(tau * separating) >= gamma,
            "mistake": Sum(tau * score) < 0 if strict else Sum(tau * score) <= 0,
        })
        p.let("m", Sum(1))
        p.have("weight", u @ u >= 0, length(u))
        p.sum("weight", "weights")
        if not step:
            return Theorem("multi-class-mistake-bound", {}), k, p.let("W", Sum(u @ u)), 0
        p.have("offset", beta**2 >= 0, square(beta))
        p.sum("offset", "offsets")
        theorem = Theorem("multi-class-bias-step-mistake-bound", {"ρ": step})
        return theorem, k, p.let("W", Sum(u @ u)), p.let("B", Sum(beta**2))


class Ranks(Several):
    """PRank. The ranks are the labels of the examples, in increasing order."""

    name = "prank"
    meanings: ClassVar[Mapping[str, str]] = {
        "w": "the weights of the separator, a vector",
        "b": "its thresholds, a vector: b@b is the sum of b_r²",
        "gamma": "its margin: the least distance, on the right side, of a score from a threshold, which is > 0",
        "m": "the number of ranks of the examples, at least 2, so that there are m - 1 thresholds",
        "c": "what a threshold moves by, 1",
    }

    def run(self, X: Any, y: Any, bias_step: Any, tie: str, most: int) -> Any:
        return prank.run(X, y, max_updates=most)

    def vectors(self, X: Any, y: Any) -> tuple[Vectors, int]:
        ranks = self.order(y)
        points, sides = prank.to_comparisons(X, [ranks.index(label) + 1 for label in y], len(ranks))
        return tuple(tuple(side * v for v in z) for z, side in zip(points, sides, strict=True)), len(ranks) - 1

    def order(self, y: Sequence[Any]) -> Sequence[Any]:
        return prank.ranks_of(y, len(y))

    def lead(self, x: Any, place: int, w: Any, b: Any) -> Any:
        """Return the least distance by which the score is on the right side of the thresholds."""
        score = dot(w, x)
        return min(score - threshold if r < place else threshold - score for r, threshold in enumerate(b))

    def parts(self, u: Sequence[Any], X: Any, y: Any) -> tuple[Any, Any]:
        return tuple(u[: len(X[0])]), tuple(u[len(X[0]) :])

    def label_points(self, X: Rows, classes: int, size: int, chance: random.Random) -> Labelled:
        """Return points labelled by a random direction and random thresholds."""
        w = [chance.randint(-size, size) for _ in X[0]]
        thresholds = sorted(chance.randint(-size * size, size * size) for _ in range(classes - 1))
        scored = [(x, score) for x in X if (score := dot(w, x)) not in thresholds]
        y = [1 + sum(score > threshold for threshold in thresholds) for _, score in scored]
        return Labelled([x for x, _ in scored], y, w, [thresholds[rank - 1] for rank in sorted(set(y))[:-1]])

    def page(self, p: Script, gamma: Any, R: Any, step: Any, strict: bool = False) -> tuple[Theorem, Any, Any, Any]:
        """Add the run of `prank` to the script. Each update changes at least one threshold, since the rank is wrong
        (`prank-loss-at-most-changes`)."""
        w, x, u = p.vectors("w x u")
        b, v, y, e, changes, t = p.reals("b[i] v[i] y[i] e[i] N t")
        run = RankingRun(w, x, u, b, v, y, e, changes, gamma, R)
        run.make(p, (t, 0, t + 1), some=Sum(e) >= 1)
        p.let("m", Sum(1) + 1)
        p.have("weights", u @ u >= 0, length(u))
        p.have("offset", v**2 >= 0, square(v))
        p.sum("offset", "offsets")
        return Theorem("prank-change-bound", {}), t, p.let("W", u @ u), p.let("B", Sum(v**2))

    def require_tie(self, tie: str) -> None:
        """Raise `BadInput` for any rule but "mistake"."""
        if tie != "mistake":
            raise BadInput(f"prank counts a score at a threshold as above it; leave out the tie (got {tie!r:.40})")

    def require_labels(self, y: Sequence[Any], count: int) -> None:
        """Raise `BadInput` for labels that are no ranks."""
        prank.ranks_of(y, count)

    def options(self, bias_step: Any, tie: str) -> dict[str, Any]:
        return {}

    def convention(self, tie: str) -> str:
        return "a score at a threshold is above it"


SEVERAL: Mapping[str, type[Several]] = {each.name: each for each in (Classes, Ranks)}

# ------------------------------------------------------------------------------------- where examples come from


def datasets(several: Several, seed: int, sizes: Sequence[Fraction] = ()) -> Iterator[tuple[Any, Any]]:
    """Yield small grids, orthogonal points, and random points with the labels of a random separator. The data have
    various sizes, among them sizes near `sizes`.

    >>> X, y = next(datasets(Classes(), 0))
    >>> len(X) == len(y), len(set(y)) > 1
    (True, True)
    """
    chance = random.Random(seed)
    factors = (*FACTORS, *(size * share for size in sizes for share in (Fraction(9, 10), 1, Fraction(11, 10))))
    for grid in GRIDS[:2]:
        yield from _grid(*grid, factors, chance)
    yield from _orthogonal()
    for grid in GRIDS[2:]:
        yield from _grid(*grid, factors, chance)
    for d, n, size in SHAPES:
        for _ in range(OF_A_SHAPE):
            points = [[chance.randint(-size, size) for _ in range(d)] for _ in range(n)]
            X, y, *_ = several.label_points(points, chance.randint(2, MOST_CLASSES), size, chance)
            if len(set(y)) > 1:
                yield _rescale(X, y, factors, chance)


def _grid(d: int, n: int, size: int, factors: Any, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Yield some datasets of n points with coordinates within ±size and labels up to 3, at least two of them."""
    signed = [(*x, label) for x in product(range(-size, size + 1), repeat=d) for label in range(1, 4)]
    for rows in (chance.choices(signed, k=n) for _ in range(OF_A_GRID)):
        if len({row[-1] for row in rows}) > 1:
            yield _rescale([list(row[:-1]) for row in rows], [row[-1] for row in rows], factors, chance)


def _orthogonal() -> Iterator[tuple[Any, Any]]:
    """Yield orthogonal points; then nearly orthogonal points of two classes, together with a distant point of a third
    class. The first points attain the bound of PRank: with the threshold as a coordinate, those of rank 1 are
    orthogonal, and the third one is opposite to their sum."""
    yield [[2, 1, 2], [2, -1, -2], [-3, 0, 0]], [1, 1, 2]
    for count, classes, size in product((4, 9, 16), (2, 3, 4), (1, 100)):
        yield [[size * (i == j) for j in range(count)] for i in range(count)], [1 + i % classes for i in range(count)]
    for count in (8, 24):
        X = [[4 * (i == j) for j in range(count)] + [1] for i in range(count)]
        yield [*X, [0] * count + [-2]], [*[1 + i % 2 for i in range(count)], 3]


def _rescale(X: Any, y: list[int], factors: Sequence[Any], chance: random.Random) -> tuple[Any, Any]:
    """Return the data with some columns stretched, and then all multiplied by one of the factors."""
    factor, columns = chance.choice(factors), [chance.choice(STRETCHES) for _ in X[0]]
    return [[v * stretch * factor for v, stretch in zip(x, columns, strict=True)] for x in X], y

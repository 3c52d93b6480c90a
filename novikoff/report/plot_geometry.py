"""Exact points, lines and curves of the pictures, as rational numbers; drawing is in `pictures`.

Main definitions: `View`, `Plane`, `Common`, `Proof`, and the functions that make them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput, format_option
from ..algorithms.lazy_numpy import np

Vector = Sequence[Any]
MOST_BOUNDARIES = 40  # earlier boundaries of a run that are drawn, evenly spaced


def dot(u: Vector, v: Vector) -> Any:
    """Return ⟨u, v⟩ for two vectors of the same length."""
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


# ------------------------------------------------------------------------------------------ the plane


@dataclass(frozen=True)
class View:
    """A projection of points x, vectors of length d, to (⟨x − origin, first⟩, ⟨x − origin, second⟩).

    `names` names the two coordinates; `says` describes the projection if d > 2. The origin is orthogonal to the two
    directions, or the mean of the examples. So the line of a hyperplane is its intersection with the plane through the
    mean that the directions span.
    """

    origin: Vector
    first: Vector
    second: Vector
    names: tuple[str, str]
    says: str = ""

    def point(self, x: Vector) -> tuple[Any, Any]:
        """Return the two coordinates of x.

        >>> View((0, 0, 5), (1, 0, 0), (0, 1, 0), ("a", "b")).point((2, 3, 7))
        (Fraction(2, 1), Fraction(3, 1))
        """
        moved = [v - o for v, o in zip(x, self.origin, strict=True)]
        return dot(moved, self.first), dot(moved, self.second)

    def line(self, w: Vector, b: Any) -> Line:
        """Return the hyperplane ⟨w, x⟩ + b = 0 as a line p·s + q·t + r = 0 in the coordinates (s, t).

        >>> View((0, 0, 5), (1, 0, 0), (0, 1, 0), ("a", "b")).line((2, 3, 1), -1)
        (Fraction(2, 1), Fraction(3, 1), Fraction(4, 1))
        """
        return dot(w, self.first), dot(w, self.second), dot(w, self.origin) + b


Line = tuple[Any, Any, Any]


def view_of(X: Sequence[Vector], features: Sequence[str], axes: str | None = None) -> View:
    """Return the projection of examples X of shape (n, d).

    At most two features are shown unchanged. With more, `axes` = "NAME,NAME" selects two features; the default is the
    principal axes. The coordinates are computed in floats, because only the picture depends on them.

    Raises `BadInput` if `axes` does not name two different features.

    >>> view_of([(0, 1, 4), (2, 1, 6)], ["a", "b", "c"], "c,a").says
    'the boundary is drawn at the mean of the third feature'
    """
    d = len(features)
    if axes is not None or d <= 2:
        chosen = chosen_axes(axes, features) if axes is not None else list(range(d))
        mean = [Fraction(0) if j in chosen else sum(column) / Fraction(len(X)) for j, column in
                enumerate(zip(*X, strict=True))]
        units = [tuple(int(j == axis) for j in range(d)) for axis in chosen] + [(0,) * d]
        names = [*(features[axis] for axis in chosen), ""]
        others = "third feature" if d == 3 else f"other {d - 2} features"
        left = f"the boundary is drawn at the mean of the {others}" if d > 2 else ""
        return View(tuple(mean), units[0], units[1], (names[0], names[1]), left)
    return _principal(X, d)


def _principal(X: Sequence[Vector], d: int) -> View:
    points = np.array([[float(v) for v in x] for x in X])
    mean = points.mean(axis=0)
    axes_of = np.linalg.svd(points - mean, full_matrices=True)[2][:2]
    axes_of *= np.sign(axes_of[np.arange(2), abs(axes_of).argmax(axis=1)])[:, None]  # the SVD leaves the sign open
    first, second = axes_of.tolist()
    names = ("first principal axis", "second principal axis")
    says = f"the two of {d} features; the boundary is drawn where it cuts their plane"
    return View(tuple(map(float, mean)), first, second, names, says)


def chosen_axes(axes: str, features: Sequence[str]) -> list[int]:
    """Return the indices of the two named features; raise `BadInput` if there are not two."""
    names = [name.strip() for name in axes.split(",")]
    if len(names) != 2 or len(set(names)) != 2 or not set(names) <= set(features):
        shown = ", ".join(features[:12]) + (", …" if len(features) > 12 else "")
        raise BadInput(f"{format_option('axes')} names two features, as in {format_option('axes', 'a,b')} (got "
                       f"{axes[:60]!r}); the features are {shown}")
    return [list(features).index(name) for name in names]


@dataclass(frozen=True)
class Plane:
    """Points with their labels, and the name, the line and the score at the margin of each classifier.

    `path` holds the boundaries of the `passed` earlier classifiers as lines, the oldest first. Classifiers with w = 0
    have no line and are left out.
    """

    view: View
    points: list[tuple[Any, Any]]
    labels: list[Any]
    boundaries: list[tuple[str, Line, Any]]
    path: list[Line]
    passed: int = 0


def plane(view: View, X: Sequence[Vector], y: Sequence[Any], classifiers: Mapping[str, tuple[Vector, Any]],
          on_the_way: Sequence[tuple[Vector, Any]] = ()) -> Plane:
    """Project examples and classifiers (w, b). For labels ±1, the margin is min y(⟨w, x⟩ + b) if it is positive, else
    0.

    >>> seen = plane(view_of([(2, 1), (-1, 3)], ["a", "b"]), [(2, 1), (-1, 3)], [1, -1], {"": ((3, -2), 0)})
    >>> seen.boundaries
    [('', (Fraction(3, 1), Fraction(-2, 1), Fraction(0, 1)), Fraction(4, 1))]
    """
    found = []
    for name, (w, b) in classifiers.items():
        margin = min(s * (dot(w, x) + b) for x, s in zip(X, y, strict=True)) if set(y) <= {-1, 1} else 0
        found.append((name, view.line(w, b), max(margin, 0)))
    some = [on_the_way[i] for i in spread_indices(len(on_the_way), MOST_BOUNDARIES)]
    path = [line for line in (view.line(w, b) for w, b in some) if any(line[:2])]
    return Plane(view, [view.point(x) for x in X], list(y), found, path, len(on_the_way))


@dataclass(frozen=True)
class Common:
    """Hulls of examples, as polygons in the order of their corners, and a point that lies in each of them."""

    hulls: list[list[tuple[Any, Any]]]
    point: tuple[Any, Any]
    says: str


def combination_view(
    view: View, X: Sequence[Vector], y: Sequence[int], weights: Sequence[Any], bias: bool
) -> Common:
    """Return the hulls to which a combination Σλᵢyᵢxᵢ = 0 of examples refers, and their common point.

    With a bias also Σλᵢyᵢ = 0, and the weighted means of the positive and of the negative examples are equal. Without a
    bias, the weighted mean of the signed examples yᵢxᵢ is 0.

    >>> X = [(0, 0), (2, 0), (1, 0)]
    >>> found = combination_view(view_of(X, ["a", "b"]), X, [1, 1, -1], [1, 1, 2], True)
    >>> [str(v) for v in found.point], [len(hull) for hull in found.hulls]
    (['1', '0'], [2, 1])
    """
    used = [(tuple(x), s, c) for x, s, c in zip(X, y, weights, strict=True) if c]
    if not bias:
        signed = [tuple(s * v for v in x) for x, s, _ in used]
        zero = view.point([Fraction(0)] * len(X[0]))
        says = f"0 is in the hull of {format_count(len(used), 'signed example')} yx"
        return Common([corners(map(view.point, signed))], zero, says)
    share = sum(c for _, s, c in used if s > 0)
    mean = [sum(c * x[k] for x, s, c in used if s > 0) / Fraction(share) for k in range(len(X[0]))]
    hulls = [corners(view.point(x) for x, s, _ in used if s == sign) for sign in (1, -1)]
    return Common(hulls, view.point(mean), f"the hulls of {len(used)} examples of the two classes have a common point")


def corners(points: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the corners of the convex hull of points in the plane, counter-clockwise.

    >>> corners([(0, 0), (1, 1), (2, 0), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    sides = list[list[tuple[Any, Any]]]()
    for some in (ordered, ordered[::-1]):
        side = list[tuple[Any, Any]]()
        for p in some:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        sides.append(side[:-1])
    return [*sides[0], *sides[1]] or ordered


def _turn(a: tuple[Any, Any], b: tuple[Any, Any], c: tuple[Any, Any]) -> Any:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def spread_indices(count: int, most: int) -> list[int]:
    """Return at most `most` of the numbers below `count`, about evenly spaced, with the first and the last.

    >>> spread_indices(3, 5), spread_indices(101, 5)
    ([0, 1, 2], [0, 25, 50, 75, 100])
    """
    return list(range(count)) if count <= most else [i * (count - 1) // (most - 1) for i in range(most)]


def segment(line: Line, box: tuple[Any, Any, Any, Any]) -> list[tuple[Any, Any]]:
    """Return the two ends of the part of a line in the box (left, right, bottom, top); [] if there is none.

    >>> [tuple(map(str, end)) for end in segment((1, -2, 0), (0, 2, -1, 3))]
    [('0', '0'), ('2', '1')]
    """
    (p, q, r), (left, right, bottom, top) = line, box
    ends = [(s, -(p * s + r) / _quotient(q)) for s in (left, right) if q]
    ends += [(-(q * t + r) / _quotient(p), t) for t in (bottom, top) if p]
    inside = {(s, t) for s, t in ends if left <= s <= right and bottom <= t <= top}
    return [min(inside), max(inside)] if len(inside) > 1 else []


def _quotient(value: Any) -> Any:
    return value if isinstance(value, float) else Fraction(value)


# ---------------------------------------------------------------------------------- a run and its proof


def states(learner: Any, mistakes: Sequence[int]) -> list[tuple[Vector, Any]]:
    """Replay a run: return its classifiers (w, b) from the start to the end, given the examples of its updates.

    >>> from novikoff.algorithms.perceptron import Perceptron
    >>> states(Perceptron.on([[1], [2]], [1, -1]), [0, 1])
    [((0,), 0), ((1,), 1), ((-1,), 0)]
    """
    found = [learner.state]
    for i in mistakes:
        learner.take(i)
        found.append(learner.state)
    return [(tuple(state.w), state.b) for state in found]


@dataclass(frozen=True)
class Proof:
    """The quantities of Novikoff's proof along a run.

    After k updates, v = (w, b/√c) with the bias step c. The vector u is made likewise from the separator with the best
    margin, scaled to γ = 1. For each k

        k²/‖u‖²  ≤  ⟨v, u⟩²/‖u‖²  ≤  ‖v‖²  ≤  k(R² + c)

    in units of the rate. `aligned` and `length` list the two middle terms by k. The first and the last term meet at
    `bound` = (R² + c)‖u‖²; `R2` is R² + c and `u2` is ‖u‖².
    """

    aligned: list[Fraction]
    length: list[Fraction]
    R2: Fraction
    u2: Fraction
    bound: Fraction


def proof(
    on_the_way: Sequence[tuple[Vector, Any]], rate: Any, c: Any, R2: Any, u: tuple[Vector, Any]
) -> Proof | None:
    """Return the quantities of the proof for a run from 0, None for another start; `u` = (w*, b*) has margin 1.

    >>> found = proof([((0,), 0), ((1,), 1)], 1, 1, 1, ((1,), 0))
    >>> found.aligned, found.length, found.bound
    ([Fraction(0, 1), Fraction(1, 1)], [Fraction(0, 1), Fraction(2, 1)], Fraction(2, 1))
    """
    if any(on_the_way[0][0]) or on_the_way[0][1]:
        return None
    c, rate = Fraction(c), Fraction(rate)
    share = 1 / c if c else Fraction(0)
    u2 = dot(u[0], u[0]) + share * u[1] * u[1]
    aligned = [(dot(w, u[0]) + share * b * u[1]) ** 2 / u2 / rate**2 for w, b in on_the_way]
    length = [(dot(w, w) + share * b * b) / rate**2 for w, b in on_the_way]
    return Proof(aligned, length, Fraction(R2) + c, u2, (Fraction(R2) + c) * u2)


# ------------------------------------------------------------------------------------------- of an audit


def examples_in(code: str) -> tuple[list[Vector], list[Any]] | None:
    """Return the examples X and labels y that code passes to `np.array`, exactly; None if there are none.

    >>> examples_in("X = np.array([[1, Fraction(1, 3)]], dtype=object)\\ny = np.array([-1])")
    ([(Fraction(1, 1), Fraction(1, 3))], [-1])
    """
    given = {}
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args:
            given.update({target.id: node.value.args[0] for target in node.targets if isinstance(target, ast.Name)})
    X, y = given.get("X"), given.get("y")
    if not isinstance(X, ast.List) or not isinstance(y, ast.List):
        return None
    rows = [row.elts for row in X.elts if isinstance(row, ast.List)]
    return [tuple(map(_number, row)) for row in rows], [ast.literal_eval(label) for label in y.elts]


def _number(node: ast.expr) -> Fraction:
    parts = node.args if isinstance(node, ast.Call) else [node]
    return Fraction(*map(ast.literal_eval, parts))

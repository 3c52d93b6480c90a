"""PRank: ranks learned by one weight vector and a threshold between each rank and the next.

Proofs call `update` and `margins` on symbols.

Notation: of k ranks, b₁ ≤ … ≤ b_{k−1} are the thresholds, and x gets the least rank r with ⟨w, x⟩ < b_r, or k. The rank
y determines on which side of each threshold x is: y_r = 1 for r < y, and −1 for r ≥ y. So m_r = y_r(⟨w, x⟩ − b_r) are
its margins. After a wrong rank every threshold with m_r ≤ 0 has the change τ_r = y_r, the others 0: w moves by Στ_r·x,
and b_r by −τ_r. With two ranks this is the perceptron with the bias −b₁, where a score of 0 is the higher rank.

Source: `crammersinger2001`, which starts at (w, b) = 0. Thresholds are whole numbers there, and so stay in order
(`prank-thresholds-stay-in-order`); from other starts they need not. A rate would multiply w and b, and change no rank.

Bounds. If ‖x‖ ≤ R, and some (w*, b*) has margins of at least γ > 0 on all examples, at most ((k − 1)R² + 1)(‖w*‖² +
‖b*‖²)/γ² thresholds are changed, and the ranking loss Σ|ŷ − y| is at most their number. Each update changes at least
one threshold, so the same number bounds the updates. The source has (k − 1)(R² + 1)/γ² for a unit vector (w*, b*),
which is more for k > 2.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from . import separability
from .base_rule import Record
from .dataset_reader import parse_label_number
from .errors import BadInput, NoSeparator
from .labelled_examples import Arithmetic, Rows, arithmetic_of, exact_rows, number, require_names, rows, vector
from .nearest_point import Margin, best_margin, require_separator
from .options import ORDER, SEED, Found, Option, Options, parse_names
from .perceptron import OnlineRule
from .run_certificates import rationals_to_text
from .run_loop import Point, to_plain_number


class State(NamedTuple):
    """The weights w and the thresholds b, a vector of length k − 1."""

    w: Any
    b: Any


def update(state: State, x: Any, tau: Any) -> State:
    """Return w + (Στ_r)x and b − τ, for the changes τ of all thresholds. Nothing is checked or converted.

    >>> import numpy as np
    >>> update(State(np.array([5]), np.array([0, 1])), np.array([2]), np.array([0, -1]))
    State(w=array([3]), b=array([0, 2]))
    """
    return State(state.w + tau.sum() * x, state.b - tau)


def margins(state: State, x: Any, y: Any) -> Any:
    """Return the margins y_r(⟨w, x⟩ − b_r), for the signs y_r of a rank."""
    return y * (state.w @ x - state.b)


def signs(rank: int, ranks: int) -> list[int]:
    """Return the signs y_r of a rank from 1 to `ranks`: 1 for the thresholds below it, −1 for the others.

    >>> signs(2, 4)
    [1, -1, -1]
    """
    return [1 if r < rank else -1 for r in range(1, ranks)]


def predict_rank(state: State, x: Any) -> int:
    """Return the least rank whose threshold is above ⟨w, x⟩, or the highest rank.

    >>> import numpy as np
    >>> predict_rank(State(np.array([1]), np.array([0, 2, 2])), np.array([1]))
    2
    """
    score = state.w @ x
    return next((r for r, threshold in enumerate(state.b, start=1) if score < threshold), len(state.b) + 1)


def changes(state: State, x: Any, y: Any) -> Any:
    """Return the changes τ_r: y_r where the margin is not positive, else 0; y is the vector of the signs of the rank.

    >>> import numpy as np
    >>> changes(State(np.array([1]), np.array([0, 2])), np.array([1]), np.array([-1, -1]))
    array([-1,  0])
    """
    return y * (margins(state, x, y) <= 0)


class PRank(OnlineRule):
    """PRank. `ranks` lists the labels from the lowest rank up. By default these are the labels of y: numbers, and texts
    that denote numbers, by value, before other texts in alphabetical order.

    `weights` and `thresholds` are w and b at the end; `mistakes` are the examples with a wrong rank, in order; `loss`
    is the sum of |ŷ − y| over them, and `changes` is the number of all changes of thresholds. `separated` says whether
    every example has its rank in the end; `stopped`, `visits`, `order` and `seed` are as in `perceptron.Run`.

    >>> result = run([[1], [2], [4]], [3, 4, 5])
    >>> result.weights, result.thresholds, result.updates, result.loss, result.changes
    ((2,), (4, 7), 18, 24, 25)
    """

    name = "prank"
    options: ClassVar[Options] = (
        Option("ranks", parse_names,
               "the labels from the lowest rank up, separated by commas; otherwise they are sorted",
               default=None, write=lambda ranks: list(map(str, ranks))), ORDER, SEED)
    found: ClassVar[Found] = {"visits": int, "weights": rationals_to_text, "thresholds": rationals_to_text,
                              "mistakes": None, "loss": int, "changes": int}
    called: ClassVar[dict[str, str]] = {"weights": "w"}
    named = True

    def __init__(self, table: Rows, y: Sequence[Any], ranks: Sequence[Any], arithmetic: Arithmetic) -> None:
        """Start at 0; all labels must be among the ranks."""
        super().__init__(len(table[0]), arithmetic)
        self.table: Rows = table
        self.X = table.vectors(arithmetic)
        self.ranks: tuple[Any, ...] = tuple(ranks)
        self.y: Any = [self.ranks.index(label) + 1 for label in y]
        count = len(self.ranks)
        self.sides: list[Any] = [vector(signs(rank, count), arithmetic, "y") for rank in range(1, count + 1)]
        self.at: Point = self.at._replace(state=State(self.state.w, vector([0] * (count - 1), arithmetic, "b")))
        self.costs: list[tuple[int, int]] = []  # the loss and the changes of each step

    @classmethod
    def on(cls, X: Iterable[Any], y: Iterable[Any], *, arithmetic: Arithmetic | None = None, **settings: Any) -> Self:
        table, given = rows(X), list(y)
        ranks = ranks_of(given, len(table), settings["ranks"])
        return cls(table, given, ranks, arithmetic or arithmetic_of(table))

    def is_wrong(self, x: Any, y: int) -> bool:
        return predict_rank(self.state, x) != y

    def after(self, step: int) -> Any:
        x, y = self.X[step], self.y[step]
        tau = changes(self.state, x, self.sides[y - 1])
        self.costs[self.updates :] = [(abs(predict_rank(self.state, x) - y), sum(map(bool, tau)))]
        return update(self.state, x, tau)

    def require_an_end(self) -> None:
        if self.arithmetic != "exact":
            raise BadInput("a float64 run may never end, even where the ranks are separable; give max_updates, or "
                           "exact data")
        try:
            require_separator(*to_comparisons(self.table, self.y, len(self.ranks)), 0)
        except NoSeparator as error:
            raise NoSeparator(
                "no weights and thresholds give every example its rank: a convex combination of comparisons of "
                "examples with thresholds is 0", error.certificate,
            ) from None

    def is_separated(self) -> bool:
        return self.separates()

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the fields of the record, with the loss and the number of changes."""
        costs = self.costs[: self.updates]
        return super().results(stopped) | {
            "weights": tuple(map(to_plain_number, self.state.w)),
            "thresholds": tuple(map(to_plain_number, self.state.b)),
            "loss": sum(loss for loss, _ in costs), "changes": sum(made for _, made in costs),
        }


def ranks_of(y: Sequence[Any], count: int, ranks: Iterable[Any] | None = None) -> tuple[Any, ...]:
    """Return the labels from the lowest rank up, as `run` takes them; raise `BadInput`.

    >>> ranks_of(["10", "9", "10"], 3), ranks_of(["b", "a"], 2, ["b", "c", "a"])
    (('9', '10'), ('b', 'c', 'a'))
    """
    require_names(y, count)
    found = _sort_labels(set(y)) if ranks is None else tuple(ranks)
    if len(found) == 1:
        raise BadInput(f"there is one class only, {found[0]!r:.60}; give examples of at least two")
    if len(set(map(str, found))) < max(2, len(found)):
        raise BadInput(f"ranks must be at least two labels, all different (got {', '.join(map(str, found))!r:.60})")
    missing = [label for label in y if label not in found]
    if missing:
        raise BadInput(f"the label {missing[0]!r} is not among the ranks {', '.join(map(str, found))}")
    return found


def _sort_labels(labels):
    """Return the labels in order: numbers and texts that denote numbers by value, then other texts."""
    if all(isinstance(label, str) for label in labels):
        values = {label: parse_label_number(label) for label in labels}
        return tuple(sorted(labels, key=lambda label: (values[label] is None, values[label] or 0, label)))
    try:
        return tuple(sorted(number(label, "a label") for label in labels))
    except BadInput:
        raise BadInput("the labels have no order; give numbers, texts, or the ranks from the lowest up") from None


def to_comparisons(X: Sequence[Sequence[Any]], y: Sequence[int], ranks: int) -> tuple[list[list[Any]], list[int]]:
    """Return the vectors (x, −e_r) and their signs y_r, of all examples and thresholds; (w, b) has to separate them.

    >>> to_comparisons([[5]], [2], 3)
    ([[5, -1, 0], [5, 0, -1]], [1, -1])
    """
    points = [[*x, *(-int(r == s) for s in range(1, ranks))] for x in X for r in range(1, ranks)]
    return points, [sign for rank in y for sign in signs(rank, ranks)]


def margin(X: Iterable[Iterable[Any]], y: Iterable[Any], ranks: Iterable[Any] | None = None) -> Margin:
    """Return the (w, b) of least ‖w‖² + ‖b‖² whose margins are at least 1, as one vector, for exact data.

    Raises `NoSeparator` if there is none, and `BadInput`.

    >>> margin([[0], [2], [4]], [1, 2, 3]).upper
    Fraction(11, 1)
    """
    return best_margin(*_comparisons_of(X, y, ranks), 0)


def _comparisons_of(X: Any, y: Any, ranks: Any) -> tuple[list[list[Any]], list[int]]:
    """Return `to_comparisons` for labels, of exact examples."""
    table, given = exact_rows(X), list(y)
    found = ranks_of(given, len(table), ranks)
    return to_comparisons(table, [found.index(label) + 1 for label in given], len(found))


def sum_by_example(weights: Sequence[Any], count: int) -> list[Any]:
    """Return the weights of a combination of comparisons, summed over the thresholds of each of `count` examples.

    >>> sum_by_example([1, 0, 2, 3], 2)
    [1, 5]
    """
    many = len(weights) // count
    return [sum(weights[i * many : (i + 1) * many]) for i in range(count)]


def inseparable(weights: Sequence[Any], X: Iterable[Iterable[Any]], y: Iterable[Any],
                ranks: Iterable[Any] | None = None) -> dict[str, Any]:
    """Return the certificate that no (w, b) gives every example its rank, from the weights of a `NoSeparator` of `run`.

    It is a certificate of linear separability, for the vectors (x, −e_r) with the labels y_r.

    >>> inseparable([1, 0], [[0], [0]], [1, 2])["X"]
    [['0', '-1'], ['0', '-1']]
    """
    answer = separability.inseparable(tuple(weights), True, "")
    return separability.certificate(answer, *_comparisons_of(X, y, ranks))


def predict(record: Record, x: Iterable[Any]) -> Any:
    """Return the rank of one vector of length d.

    >>> predict(run([[1], [2], [4]], ["low", "mid", "top"]), [3])
    'mid'
    """
    values = list(x)
    if len(values) != len(record.weights):
        raise BadInput(f"x has {len(values)} coordinates; this record takes {len(record.weights)}")
    weights = vector(record.weights, record.arithmetic, "w")
    return record.ranks[predict_rank(State(weights, record.thresholds), vector(values, record.arithmetic, "x")) - 1]


Run = PRank.Run
run, replay, certificate = PRank.functions()

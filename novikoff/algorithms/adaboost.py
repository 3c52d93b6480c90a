"""AdaBoost on decision stumps: each round takes the best stump for the weights, then reweights the examples.

Proofs call `update` and `loss_step` on symbols.

A stump h has the edge e = Σ D[i]·y[i]·h(x[i])/Σ D[i] for the weights D ≥ 0: its weighted error is (1 − e)/2. It gets
the coefficient α = ½·ln((1 + e)/(1 − e)), and an example the weight D/(1 + m·e), m = y·h(x) = ±1. These weights are
rational, and so is exp(2F) = Π((1 + e)/(1 − e))^h(x), which decides the sign of the vote F = Σ α·h(x).

Without rounding of the edges, each round doubles the length of the numbers. So a longer e is rounded down to `bits`
binary digits, and the theorems hold for this e. bits=None never rounds, which is practical for about ten rounds.

Source: `freundschapire1997`, Fig. 2, with the normalised weights of `schapirefreund2012`. The source leaves the base
classifiers open. Here they are stumps; of equally good stumps, the first is taken. Thresholds are values of the data.
Examples get one more feature, which is always 1. The stump of this feature, with the threshold 0, is constant.

Bounds. After T rounds with edges e the number k of examples with y·F ≤ 0 has k² ≤ n²·Π(1 − e²). If some vote with
coefficients of sum 1 has all margins at least ρ, every edge is at least ρ; for e ≥ ρ the rounds T that
leave an error have n²·(1 − ρ²)^T ≥ 1. A stump with the edge 1 is right on all examples, and the run ends after it.

Arithmetic: exact for exact examples; floats are rounded.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor, lcm, prod
from typing import Any, ClassVar, NamedTuple

from . import nearest_point
from .base_rule import Rule
from .errors import BadInput, format_option
from .labelled_examples import Arithmetic, Labels, arithmetic_of, exact_rows, labels, rows, vector
from .options import Found, Option, Options, allow_none, bits_kept, parse_integer_or_none
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number

MOST_VALUES = 5_000  # of stumps on examples; with more, an uncapped run would search for its end too long


def update(D: Any, m: Any, e: Any) -> Any:
    """Return the weight D/(1 + me) after a round with the edge e; m is 1 if the stump is right on the example, else −1.

    >>> update(Fraction(1, 4), 1, Fraction(1, 2)), update(Fraction(1, 4), -1, Fraction(1, 2))
    (Fraction(1, 6), Fraction(1, 2))
    """
    return D / (1 + m * e)


def loss_step(B: Any, m: Any, e: Any) -> Any:
    """Return B·(1 − me)/(1 + me), the new exp(−2yF) of an example.

    >>> loss_step(1, 1, Fraction(1, 2))
    Fraction(1, 3)
    """
    return B * (1 - m * e) / (1 + m * e)


def round_edge(e: Fraction, bits: int | None) -> Fraction:
    """Return e > 0, rounded down to `bits` binary digits; the result is at least (1 − 2^(1 − bits))·e.

    >>> round_edge(Fraction(2, 9), 3), round_edge(Fraction(2, 9), None)
    (Fraction(7, 32), Fraction(2, 9))
    """
    if bits is None or e.denominator.bit_length() <= bits:
        return e
    places = bits
    while e * 2**places < 2 ** (bits - 1):
        places += 1
    return Fraction(floor(e * 2**places), 2**places)


class Stump(NamedTuple):
    """The base classifier that is `sign` where x[feature] > threshold and −`sign` elsewhere, and its e."""

    feature: int
    threshold: Any
    sign: int
    edge: Any

    def __call__(self, x: Sequence[Any]) -> int:
        """Return the label ±1 of a point."""
        return self.sign if x[self.feature] > self.threshold else -self.sign


class State(NamedTuple):
    """The weights D of the examples, and their B = exp(−2yF): an example is right if B < 1."""

    D: tuple[Any, ...]
    B: tuple[Any, ...]


class AdaBoost(Rule):
    """AdaBoost on decision stumps, until its vote is right on all examples.

    `stumps` are the stumps of all rounds, with their edges e, rounded down. `weights` are the final D, `product` is Π(1
    − e²), and `wrong` is the number of examples with y·F ≤ 0. `stopped` is "separated", "stationary" (every stump has
    the edge 0), "max_updates" or "interrupted".

    >>> result = run([[0], [1], [2]], [1, -1, 1])
    >>> result.updates, result.wrong, result.product, result.stumps[0]
    (3, 0, Fraction(10, 27), Stump(feature=0, threshold=0, sign=-1, edge=Fraction(1, 3)))
    """

    name = "adaboost"
    options: ClassVar[Options] = (
        Option("bits", parse_integer_or_none, "the binary digits that an edge keeps; none: all",
               **allow_none(bits_kept(), default=16)),)
    found: ClassVar[Found] = {"stumps": None, "weights": rationals_to_text, "product": rational_to_text, "wrong": int}
    trace = "stumps"
    bits: int | None

    def __init__(self, X: Iterable[Iterable[Any]], y: Iterable[int], arithmetic: Arithmetic | None = None, *,
                 bits: int | None) -> None:
        """Take examples of shape (n, d), labels ±1, and the option."""
        table = rows(X)
        self.y: Labels = labels(y, len(table))
        self.arithmetic: Arithmetic = arithmetic or arithmetic_of(table)
        self.X = [[*vector(list(x), self.arithmetic, f"X[{i}]").tolist(), 1] for i, x in enumerate(table)]
        self.set_options({"bits": bits})
        n, one = len(self.y), 1.0 if self.arithmetic == "float64" else Fraction(1)
        columns = [*zip(*self.X, strict=True)][:-1]
        self.orders: list[list[int]] = [sorted(range(n), key=column.__getitem__) for column in columns]
        super().__init__(State((one / n,) * n, (one,) * n))

    def edges(self, weights: Sequence[Any]) -> Iterator[tuple[int, Any, Any]]:
        """Yield feature, threshold and Σ D·m of all stumps with the sign 1."""
        signed = [weight * y for weight, y in zip(weights, self.y, strict=True)]
        total = sum(signed)
        for feature, order in enumerate(self.orders):
            below: Any = 0
            for i, after in pairwise(order):
                below += signed[i]
                if self.X[after][feature] != self.X[i][feature]:
                    yield feature, self.X[i][feature], total - 2 * below
        yield len(self.orders), 0, total

    def steps(self) -> Generator[Stump, None, str]:
        exact = self.arithmetic == "exact"
        while not self.is_separated():
            over = lcm(*(weight.denominator for weight in self.state.D)) if exact else 1
            weights = [int(weight * over) for weight in self.state.D] if exact else self.state.D
            feature, threshold, gain = max(self.edges(weights), key=lambda found: abs(found[2]))
            if not gain:
                return "stationary"
            edge = round_edge(Fraction(abs(gain), sum(weights)), self.bits) if exact else abs(gain) / sum(weights)
            yield Stump(feature, to_plain_number(threshold), 1 if gain > 0 else -1, to_plain_number(edge))
        return "separated"

    def is_separated(self) -> bool:
        return not self.wrong()

    def wrong(self) -> int:
        """Return the number of examples with y·F ≤ 0."""
        return sum(B >= 1 for B in self.state.B)

    def after(self, step: Stump) -> State:
        """Return the state after a round; a stump that is right on all examples leaves the weights as they are."""
        D, B = self.state
        e = step.edge
        rights = [y * step(x) for x, y in zip(self.X, self.y, strict=True)]
        if min(rights) == 1:  # then e = 1, in any number of digits
            return State(D, (B[0] * 0,) * len(B))
        return State(tuple(update(each, m, e) for each, m in zip(D, rights, strict=True)),
                     tuple(loss_step(each, m, e) for each, m in zip(B, rights, strict=True)))

    def refuse_endless(self) -> None:
        """Raise an error for an uncapped run, unless its examples are exact and a vote of stumps separates them."""
        if self.arithmetic != "exact":
            raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data")
        values = stump_values(self.X)
        if values is None:
            raise BadInput(f"the stumps have more than {MOST_VALUES} values, too many to decide whether the run ends; "
                           f"give {format_option('max_updates', 'N')}")
        nearest_point.require_separator(values, self.y, 0)

    def results(self, stopped: str) -> dict[str, Any]:
        product = prod((1 - e * e for *_, e in self.steps_taken), start=1 if self.arithmetic == "exact" else 1.0)
        return super().results(stopped) | {"weights": tuple(map(to_plain_number, self.state.D)),
                                           "product": to_plain_number(product), "wrong": self.wrong()}

    @staticmethod
    def step_to_json(step: Stump) -> dict[str, Any]:
        return step._asdict() | {name: rational_to_text(getattr(step, name)) for name in ("threshold", "edge")}


Run = AdaBoost.Run
run, replay, certificate = AdaBoost.functions()


def stump_values(X: Iterable[Iterable[Any]]) -> list[list[int]] | None:
    """Return the values ±1 of all stumps with the sign 1, one row for each example, or None if there are too many
    values.

    >>> stump_values([[0], [1], [2]])
    [[-1, -1, 1], [1, -1, 1], [1, 1, 1]]
    """
    table = exact_rows(X)
    thresholds = [sorted(set(column))[:-1] for column in zip(*table, strict=True)] + [[0]]
    if len(table) * sum(map(len, thresholds)) > MOST_VALUES:
        return None
    return [
        [1 if value > t else -1 for value, own in zip([*x, 1], thresholds, strict=True) for t in own] for x in table
    ]


def vote_margin(X: Iterable[Iterable[Any]], y: Sequence[int]) -> Fraction | None:
    """Return ρ > 0 such that some vote of stumps, with coefficients of sum 1, has all margins at least ρ.

    The vote belongs to the nearest point of the hull of the signed examples. ρ need not be the largest. None if there
    are too many stumps. Raises `NoSeparator` if there is no such vote.

    >>> vote_margin([[0], [1], [2]], [1, -1, 1])
    Fraction(1, 3)
    """
    values = stump_values(X)
    if values is None:
        return None
    vote = nearest_point.require_separator(values, y, 0).point
    least = min(sign * sum(c * v for c, v in zip(vote, row, strict=True)) for row, sign in zip(values, y, strict=True))
    return Fraction(least) / sum(map(abs, vote))


def scores(record: Any, points: Iterable[Sequence[Any]]) -> list[Any]:
    """Return tanh F of a recorded vote at points: exact, in (−1, 1), and with the sign of F.

    >>> scores(run([[0], [1], [2]], [1, -1, 1]), [[5]])
    [Fraction(13, 17)]
    """
    odds = [((1 + s.edge) / (1 - s.edge) if s.edge != 1 else 2) for s in record.stumps]  # of 1 there is no other stump
    powers = (prod((odd ** s([*x, 1]) for odd, s in zip(odds, record.stumps, strict=True)), start=Fraction(1))
              for x in points)
    return [(power - 1) / (power + 1) for power in powers]

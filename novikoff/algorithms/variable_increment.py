"""The perceptron whose step sizes change: mistake number i adds ηᵢ times the example.

Proofs call `by_length` on symbols.

Notation: on mistake number i, w + ηᵢyx and b + ηᵢcy, with the shipped `perceptron.update`; c is the bias step. The
examples are the signed vectors z = y(x, √c) in the space of the (w, b/√c), D = max‖z‖, and γ > 0 is the margin of a
unit vector there. P = Σ η and Q = Σ η² are sums over the updates made so far. With a constant η (fixed increment) the
run makes the mistakes of the perceptron, for every η, and its weights are η times the perceptron's.

Source: `duda2001`, section 5.5, the variable-increment rule.

Bounds, for runs from 0. Whatever the step sizes are, one more mistake is made only if P² ≤ (D²/γ² − 1)·Q
(any-step-sizes-mistake-bound), and in three dimensions that is the only condition. So a run on separable examples ends
if P²/Q grows without bound. With step sizes between a and b > 0 it makes at most 1 + (a + b)²/(4ab)·(D²/γ² − 1)
mistakes (step-sizes-kantorovich-bound). Lists, whose last size repeats, are of this kind. 1/(‖x‖² + c) is allowed, too.
With this size the perceptron makes at most D²/γ² mistakes, because P ≤ 1/γ² (square-length-steps-mistake-bound). For η
= 1/t, P²/Q grows like ln²(t). So the run ends, but it may need exponentially many updates. With step sizes that have a
finite sum, such as 2^−t, P²/Q is bounded, and the run may never separate separable examples. For instance, on {(1, 2),
(1, −9)} without bias, one example stays a mistake for ever after two updates. (The claim summable-rates-never-separate
states this for the batch perceptron.) Such runs need a cap.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice, repeat
from typing import Any, ClassVar, TypeAlias

from . import batch_perceptron, perceptron
from .base_rule import Record
from .errors import BadInput, format_option
from .labelled_examples import Arithmetic, Number, vector
from .options import BIAS_STEP, ORDER, SEED, START, TIE, Option, Options, parse_increments
from .perceptron import OnlineRule, State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import check_choice, to_plain_number

HARMONIC, HALVED, NORMALISED = WORDS = ("1/t", "2^-t", "normalised")
Rates: TypeAlias = Number | str | Iterable[Number] | Callable[[int], Number]


def by_length(x: Any, bias_step: Any, one: Any) -> Any:
    """Return 1/(‖x‖² + c). Nothing is checked or converted; `one` is the 1 that is divided.

    >>> from numpy import array
    >>> by_length(array([2, 1]), bias_step=2, one=Fraction(1))
    Fraction(1, 7)
    """
    return one / (x @ x + bias_step)


def sizes(rates: Rates, arithmetic: Arithmetic = "exact") -> Iterator[Any]:
    """Yield the step sizes η₁, η₂, … > 0, without end, for rates that do not depend on the examples.

    `rates` is a number, "1/t", "2^-t", a list whose last number repeats, or a function of t = 1, 2, …. Raises
    `BadInput` for others.

    >>> list(islice(sizes([1, Fraction(1, 2)]), 3)), list(islice(sizes("2^-t"), 2))
    ([1, Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 4)])
    """
    given: Any = rates
    if isinstance(rates, str):
        if check_choice("rates", rates, WORDS) == NORMALISED:
            raise BadInput("the step sizes 1/(‖x‖² + c) depend on the examples, so they are not known beforehand")
        given = _halve if rates == HALVED else rates
    elif isinstance(rates, Iterable):
        listed = _to_list(rates)
        given = chain(listed, repeat(listed[-1]))
    return batch_perceptron.rates(given, arithmetic, "rates")


def _halve(t):
    return Fraction(1, 1 << t)


def _to_list(rates):
    if isinstance(rates, Iterator):
        raise BadInput("rates is an iterator, which can be read once only; give a list (the last number repeats) or a "
                       "function of t = 1, 2, …")
    listed = list(rates)
    if not listed:
        raise BadInput("rates is an empty list; give at least one step size; the last one repeats")
    return listed


def to_json(rates: Any) -> str | list[str]:
    """Return step sizes in the form of a certificate: a word, a list, or a number.

    >>> to_json("1/t"), to_json((2, 1)), to_json(3)
    ('1/t', ['2', '1'], '3')
    """
    if isinstance(rates, str):
        return rates
    return rationals_to_text(rates) if isinstance(rates, tuple) else rational_to_text(rates)


class VariableIncrement(OnlineRule):
    """The perceptron with step sizes that change: a constant η > 0, a list of numbers whose last one repeats, "1/t",
    "2^-t", "normalised" for 1/(‖x‖² + c), or a function of t = 1, 2, …

    The record has the number, the word or the list. For a function, it has the list of all step sizes used, at least
    one. Without a cap, the step sizes must not be "2^-t" or a function, because such a run may never end.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0, rates="1/t")
    >>> result.updates, result.w, result.stopped
    (2, (1, Fraction(-1, 2)), 'separated')
    """

    name = "variable_increment"
    goes_on: ClassVar[bool] = False  # the step sizes would begin again
    options: ClassVar[Options] = (
        Option("rates", parse_increments, "η > 0 for ever, a list such as 1,1/2,1/4, whose last one stays, 1/t, 2^-t "
               "(which needs a cap), or normalised, 1/(‖x‖² + c)", default=1, write=to_json),
        BIAS_STEP, ORDER, SEED, TIE, START,
        )
    rates: Any

    def prepare(self) -> None:
        """Raise `BadInput` for invalid step sizes before any visit."""
        given = self.rates
        self.rates = _to_list(given) if isinstance(given, Iterable) and not isinstance(given, str) else given
        self.by_length: bool = isinstance(given, str) and given == NORMALISED
        self.unlisted: Iterator[Any] = iter(()) if self.by_length else sizes(self.rates, self.arithmetic)
        self.listed: list[Any] = []  # the step sizes of the first updates
        if not callable(self.rates):
            self.list_to(len(self.rates) if isinstance(self.rates, list) else 1)

    def list_to(self, count: int) -> None:
        """Extend the list of step sizes to `count`."""
        self.listed += islice(self.unlisted, max(0, count - len(self.listed)))

    def check_examples(self) -> None:
        if self.by_length:
            self.refuse_zero("it has no step size 1/‖x‖²")

    def size(self, i: int) -> Any:
        """Return the step size of the next update, on example number i."""
        if self.by_length:
            one = Fraction(1) if self.arithmetic == "exact" else 1.0
            return by_length(self.X[i], self.bias_step, one)
        self.list_to(self.updates + 1)
        return self.listed[self.updates]

    def after(self, step: int) -> State:
        x, y = self.X[step], self.y[step]
        return perceptron.update(self.state, x, y, bias_step=self.bias_step, rate=self.size(step))

    def require_an_end(self) -> None:
        if callable(self.rates) or (isinstance(self.rates, str) and self.rates == HALVED):
            given = "given by a function may have" if callable(self.rates) else f"{HALVED} have"
            raise BadInput(f"step sizes {given} a finite sum, with which a run may never separate separable examples; "
                           f"give {format_option('max_updates', 'N')}, or other step sizes")
        super().require_an_end()

    def setting(self, name: str) -> Any:
        if name != "rates":
            return super().setting(name)
        if isinstance(self.rates, str):
            return self.rates
        if callable(self.rates):
            self.list_to(max(1, self.updates))
            return tuple(map(to_plain_number, self.listed[: max(1, self.updates)]))
        return tuple(map(to_plain_number, self.rates)) if isinstance(self.rates, list) else to_plain_number(self.rates)


Run = VariableIncrement.Run
run, replay, certificate = VariableIncrement.functions()


def step_sizes(record: Record, X: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the step sizes of the updates of a record, in their order; X holds its examples.

    >>> X, y = [[2], [-1]], [1, 1]
    >>> step_sizes(run(X, y, rates="normalised"), X)
    [Fraction(1, 5), Fraction(1, 2)]
    """
    if record.rates == NORMALISED:
        one = Fraction(1) if record.arithmetic == "exact" else 1.0
        found = {i: by_length(vector(X[i], record.arithmetic, f"X[{i}]"), record.bias_step, one)
                 for i in set(record.mistakes)}
        return [found[i] for i in record.mistakes]
    return list(islice(sizes(record.rates, record.arithmetic), record.updates))

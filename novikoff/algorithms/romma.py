"""ROMMA, the relaxed online maximum margin algorithm: the shortest weights under two of all constraints.

Main definitions:
    meeting       the (c, d) for which cw + dx has the products ⟨w, w⟩ with w, and 1 with x
    coefficients  those of the shortest v with ⟨v, w⟩ ≥ ⟨w, w⟩ and ⟨v, x⟩ ≥ 1, None if there is no such v
    step          cw + dx; proofs call it, and `meeting`, on symbolic scalars and vectors
    shortened     c and d with fewer digits, for which all bounds hold
    run, Run, replay, certificate     the driver and its record; anyone can repeat it

Notation: the examples are the signed vectors z = y(x, 1) with ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss' for the bias step c,
as in `signed`, so that ⟨w, z⟩ = y·f(x) for w = (w, b/c); D = max‖z‖. The maximum margin belongs to the shortest w with
⟨w, z⟩ ≥ 1 for all examples. Where ⟨w, z⟩ ≤ ρ, the new w is the shortest under ⟨w', z⟩ ≥ 1 and ⟨w', w⟩ ≥ ⟨w, w⟩, a
half-space that holds whatever satisfied the constraints before. ρ = 0 is ROMMA; for ρ near 1 it is nearly its
aggressive variant, in which every ⟨w, z⟩ < 1 causes an update. If no vector satisfies the two, no separator exists:
the run ends with stopped = "contradiction".

Bounds. If ⟨u, z⟩ ≥ γ > 0 for all z, at most D²‖u‖²/γ² updates are made for ρ = 0, and at most D²‖u‖²/((1 − ρ)²γ²) for
any ρ; at the end ⟨w, z⟩/‖w‖ > ργ/‖u‖ for all z, that is more than the part ρ of the best.

Implementation notes: exact c and d triple the digits of w with each step. Exact runs therefore keep only so many
leading binary digits of c and d, rounded down, that ‖cw + dx‖² ≤ c‖w‖² + d, so that ⟨u, cw + dx⟩ ≥ γ‖cw + dx‖² as
before, and that ‖w‖² grows by at least the part 1 − δ of what it would, δ = 2^(1 − bits). Then the bounds hold divided
by 1 − δ.
bits=None never rounds, which is for some eight updates.

Source: lilong2002; its aggressive variant has the first update rule for ⟨w, z⟩ ≥ ‖w‖²‖z‖².
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from . import certificates, perceptron
from .driving import MOST_DIGITS, Progress, drive, follow, overflow_is_an_error, plain_number, whole
from .errors import BadInput
from .examples import Arithmetic, Number, carry
from .perceptron import State

# ------------------------------------------------------------------------------------ the rule


def meeting(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any]:
    """The (c, d) for which v = cw + dx has ⟨v, w⟩ = ⟨w, w⟩ and ⟨v, x⟩ = 1, from ⟨w, w⟩, ⟨w, x⟩ and ⟨x, x⟩.

    >>> meeting(Fraction(2), -1, 1)
    (Fraction(3, 1), Fraction(4, 1))
    """
    apart = ww * xx - wx * wx
    return (ww * xx - wx) / apart, ww * (1 - wx) / apart


def coefficients(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any] | None:
    """The (c, d) of the shortest v = cw + dx with ⟨v, w⟩ ≥ ⟨w, w⟩ and ⟨v, x⟩ ≥ 1, for numbers with ⟨w, x⟩ < 1; None if
    no vector is such.

    >>> coefficients(Fraction(0), 0, 4), coefficients(Fraction(1), -1, 1)
    ((0, Fraction(1, 4)), None)
    """
    if wx >= ww * xx:
        return (0, 1 / (xx * Fraction(1) if isinstance(xx, int) else xx)) if xx else None
    return meeting(ww, wx, xx) if ww * xx > wx * wx else None


def step(w: Any, x: Any, c: Any, d: Any) -> Any:
    """cw + dx. Nothing is checked or converted.

    >>> step(w=4, x=-2, c=3, d=1)
    10
    """
    return c * w + d * x


def shortened(found: tuple[Any, Any], ww: Any, wx: Any, xx: Any, bits: int | None) -> tuple[Any, Any]:
    """The exact (c, d), or if they are longer than `bits` binary digits, their first ones, as many as are needed.

    With v = cw + dx they are so many that ‖v‖² ≤ c⟨w, w⟩ + d, and that at most the part 2^(1 − bits) is lost of what
    ‖v‖² exceeds ‖w‖² by.

    >>> shortened((Fraction(1, 3), Fraction(1, 3)), 1, 0, 1, 2)
    (Fraction(1, 3), Fraction(1, 3))
    """
    if bits is None or max(map(_length, found)) <= bits:
        return found
    best, places = found[0] * ww + found[1], bits
    while True:
        c, d = (_leading(value, places) for value in found)
        made = c * c * ww + 2 * c * d * wx + d * d * xx
        if made <= c * ww + d and (best - made) * 2 ** (bits - 1) <= best - ww:
            return c, d
        places += bits


def _length(value):
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _leading(value, places):
    """A number ≥ 0 rounded down to `places` or `places` + 1 leading binary digits."""
    up = places + value.denominator.bit_length() - value.numerator.bit_length()
    unit = Fraction(2) ** -up
    return value // unit * unit


# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    The fields are those of `perceptron.Run`, with ρ and `bits` instead of a rate, a start and a rule for ties.
    `stopped` = "separated" means that all functional margins exceed ρ, "contradiction" that no separator exists;
    `separated`, that all margins are positive.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    rho: Number
    bits: int | None
    bias_step: Number
    order: str | tuple[int, ...]
    seed: int | None
    arithmetic: Arithmetic


class Learner(perceptron.Learner):
    """The perceptron's learner with another condition and another step."""

    kept = ("bias_step", "rho", "bits")

    def __init__(self, dimension: int, arithmetic: Arithmetic, *, rho: Any, bits: int | None, **more: Any) -> None:
        """Take 0 ≤ ρ < 1, how many digits are kept, and the settings of the perceptron."""
        super().__init__(dimension, arithmetic, **more)
        self.rho = carry(rho, arithmetic, "rho")
        if not 0 <= self.rho < 1:
            raise BadInput(f"rho must be >= 0 and < 1 (got {rho}); 0 is ROMMA")
        self.bits = None if bits is None or arithmetic != "exact" else whole(bits, "bits", 2, MOST_DIGITS)

    def is_wrong(self, x: Any, y: int) -> bool:
        """Say whether the functional margin is at most ρ."""
        return bool(perceptron.margin(self.state, x, y) <= self.rho)

    def products(self, i: int) -> tuple[Any, Any, Any]:
        """⟨w, w⟩, ⟨w, z⟩ and ⟨z, z⟩ of the signed example."""
        (w, b), x, c = self.state, self.X[i], self.bias_step
        square = b * b / (Fraction(c) if isinstance(c, int) else c) if c else 0
        return w @ w + square, perceptron.margin(self.state, x, self.y[i]), x @ x + c

    def after(self, step_due: int) -> State:
        """The state after an update on this example."""
        products = self.products(step_due)
        found = coefficients(*products)
        if found is None:
            raise BadInput(f"example {step_due} contradicts those before it, so that there is no step")
        c, d = shortened(found, *products, self.bits)
        (w, b), y = self.state, self.y[step_due]
        return State(step(w, y * self.X[step_due], c, d), step(b, self.bias_step * y, c, d))

    def until_contradiction(self, due: Generator[int, None, str]) -> Generator[int, None, str]:
        """The steps that are due, as long as they can be made; return why there are no more."""
        while True:
            try:
                i = next(due)
            except StopIteration as end:
                return str(end.value)
            if coefficients(*self.products(i)) is None:
                return "contradiction"
            yield i

    def record(self, stopped: str) -> Run:
        """The record so far."""
        separated = all(perceptron.margin(self.state, x, y) > 0 for x, y in zip(self.X, self.y, strict=True))
        names = ("updates", "visits", "mistakes", "stopped", "bias_step", "order", "seed", "arithmetic")
        shared = {name: value for name, value in self.settings(stopped).items() if name in names}
        return Run(**perceptron.plain(self.state)._asdict(), separated=separated, rho=plain_number(self.rho),
                   bits=self.bits, **shared)  # fmt: skip


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    rho: Number = 0,
    bits: int | None = 8,
    bias_step: Number | Literal["R2"] = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run ROMMA from (w, b) = 0 and return its record.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. An example with a
    functional margin of at most `rho`, 0 ≤ ρ < 1, causes an update. `bits` ≥ 2 limits the digits of an exact step, and
    None does not. All else is as in `perceptron.run`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `perceptron.run` does.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    """
    learner = Learner.on(X, y, bias_step=bias_step, rho=rho, bits=bits)
    steps = learner.until_contradiction(perceptron.steps_in_order(learner, order, seed))
    with overflow_is_an_error():
        if max_updates is None and isinstance(order, str) and not learner.separates():
            perceptron.require_an_end(learner)
    return drive(learner, steps, max_updates, progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> replay(run(X, y), X, y).w
    (1,)
    """
    learner = Learner.again(record, X, y)
    due = perceptron.steps_in_order(learner, record.order, record.seed)
    return follow(learner, learner.until_contradiction(due), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.dispatch.verify` can repeat; exact runs only.

    >>> certificate(run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1])["steps"]
    [0, 1]
    """
    rational = certificates.rational
    parameters = {
        "bias_step": rational(record.bias_step), "order": perceptron.written_order(record), "seed": record.seed,
        "rho": rational(record.rho), "bits": record.bits,
    }  # fmt: skip
    result = {"visits": record.visits, **certificates.classifier(record)}
    return certificates.run("romma", record, X, y, parameters=parameters, steps=list(record.mistakes), result=result)

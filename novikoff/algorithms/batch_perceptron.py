"""The batch perceptron: each step adds all misclassified signed examples at once.

Main definitions:
    step         w + η·Σ x over the misclassified x; proofs call it on symbolic vectors
    run          the driver, with constant, harmonic or listed step sizes η_t
    Run, replay, certificate    the record of a run; anyone can repeat it
    rates, Step  the step sizes as given; one step of a record

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed`, and X⁻ = {i : ⟨w, zᵢ⟩ ≤ 0}. The run starts
at w = 0 and ends when X⁻ is empty. Steps are counted from t = 1, so η₁ is the first.

Source: `lecture`, p. 30, steps 2 and 4, which leaves η_t open.

Bounds. For constant η and a unit u with ⟨u, zᵢ⟩ ≥ γ > 0 for all i, ‖zᵢ‖ ≤ D, at most L·D²/γ² steps are made
(L examples): with n_t = |X⁻|, (γ·Σn_t)² ≤ ‖w/η‖² ≤ D²·Σn_t² ≤ L·D²·Σn_t. A sharper bound, about a quarter of that for
large L, is 1 + (L + 1)²/(4L)·(D²/γ² − 1). For η_t = 1/t the run ends as well, since Σ1/t diverges and Σ1/t² does not,
though perhaps only after exponentially many steps. Summable step sizes may never separate separable examples: {(1, 2),
(1, −6)} with η_t = 8^−t.
If the sum over X⁻ is 0, no step of any size moves w; the run then ends with stopped = "stationary".
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count, repeat
from typing import Any, Literal, NamedTuple

from . import certificates, driving
from .driving import Progress, drive, follow, overflow_is_an_error, plain_number, positive
from .errors import BadInput
from .examples import Arithmetic, Number
from .signed import Signed

Rate = Number | Literal["1/t"] | Iterable[Number] | Callable[[int], Number]


class Step(NamedTuple):
    """One step: its size η and the indices of X⁻."""

    rate: Number
    wrong: tuple[int, ...]


def step(w: Any, misclassified: Iterable[Any], rate: Any = 1) -> Any:
    """w + η·Σx over the misclassified vectors x. Nothing is checked or converted.

    >>> step(w=5, misclassified=[-3, 1], rate=3)
    -1
    """
    return w + rate * sum(misclassified)


def rates(rate: Rate, arithmetic: Arithmetic = "exact", name: str = "rate") -> Iterator[Any]:
    """The step sizes η₁, η₂, … > 0: one number for ever, "1/t", a function of t = 1, 2, …, or a list.

    Raises `BadInput`, which calls them `name`.

    >>> sizes = rates("1/t")
    >>> next(sizes), next(sizes)
    (Fraction(1, 1), Fraction(1, 2))
    """
    if isinstance(rate, str):
        driving.choice(name, rate, ("1/t",))
        one = Fraction(1) if arithmetic == "exact" else positive(1, arithmetic, name)
        return (one / t for t in count(1))
    if callable(rate):
        return (positive(rate(t), arithmetic, f"{name}({t})") for t in count(1))
    if isinstance(rate, Iterable):
        return (positive(value, arithmetic, f"{name}[{k}]") for k, value in enumerate(rate))
    return repeat(positive(rate, arithmetic, name))


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    `separated` says whether the final (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i; `rate` is the constant η, "1/t", or
    "listed" (then the steps list η_t). `stopped` is "separated", "stationary" (the sum over X⁻ ≠ ∅ is 0),
    "rates_exhausted", "max_updates" or "interrupted".
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    steps: tuple[Step, ...]
    rate: Number | str
    bias_step: Number
    arithmetic: Arithmetic


class Learner(driving.Learner):
    """The vector w = (w, b/c) of one run and its signed examples."""

    def __init__(self, examples: Signed, rate: Rate, start: Any = None) -> None:
        """Start at 0, or at the vector `start`."""
        super().__init__(examples.zero() if start is None else start)
        self.examples = examples
        self.given_rate: Rate = rate
        self.rates = rates(rate, examples.arithmetic)

    def after(self, step_due: Step) -> Any:
        """w + η·Σ over the step's examples."""
        return step(self.state, self.examples.Z[list(step_due.wrong)], step_due.rate)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        """The reason to stop at X⁻ = `wrong`, if there is one."""
        if not wrong:
            return "separated"
        total: Any = sum(self.examples.Z[list(wrong)])
        return None if any(total) else "stationary"

    def steps(self) -> Generator[Step, None, str]:
        """The steps that are due; return why there are no more."""
        for rate in chain(self.rates, [None]):
            wrong = self.examples.wrong(self.state)
            if reason := self.why_stop(wrong):
                return reason
            if rate is None:
                break
            yield Step(rate, wrong)
        return "rates_exhausted"

    def settings(self, stopped: str) -> dict[str, Any]:
        """The fields that the records of all variants share, but for the classifier."""
        steps = tuple(Step(plain_number(rate), wrong) for rate, wrong in self.steps_taken)
        return {
            "updates": self.updates, "stopped": stopped, "steps": steps, "rate": rate_name(self.given_rate),
            "bias_step": plain_number(self.examples.bias_step), "arithmetic": self.examples.arithmetic,
        }  # fmt: skip

    def record(self, stopped: str) -> Any:
        """The record so far."""
        w, b = self.examples.classifier(self.state)
        separated = not self.examples.wrong(self.state)
        return Run(w=w, b=b, separated=separated, **self.settings(stopped))


def rate_name(rate: Rate) -> Number | str:
    """How a record names the step sizes: the number, "1/t" or "listed"."""
    if isinstance(rate, str):
        return rate
    return "listed" if callable(rate) or isinstance(rate, Iterable) else plain_number(rate)


def recorded_rate(record: Any) -> Rate:
    """The step sizes of a record in the form that `rates` takes."""
    sizes = [rate for rate, _ in record.steps] + [1] * (record.stopped != "rates_exhausted")
    return sizes if record.rate == "listed" else record.rate


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    bias_step: Number | Literal["R2"] = 1,
    rate: Rate = 1,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run the batch perceptron from 0 and return its record.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. `bias_step` is
    c ≥ 0 (0: no bias), or "R2" for max‖x‖². `rate` is a number η > 0, "1/t", a function of t = 1, 2, … or a list; the
    end of a list ends the run. Without a cap, a number or "1/t" needs examples that are exact and separable; a
    function needs `max_updates`, because its step sizes may be summable.

    Raises `NoSeparator` (with a certificate) if the run would never end, `BadInput` for unusable arguments,
    `Interrupted` (with the record so far) at a keyboard interrupt.

    >>> result = run([[0], [1]], [-1, 1])
    >>> result.updates, result.w, result.b, result.steps[0]
    (4, (2,), -1, Step(rate=1, wrong=(0, 1)))
    """
    examples = Signed(X, y, bias_step)
    if max_updates is None and not has_end(rate):
        require_an_end(examples, rate)
    learner = Learner(examples, rate)
    return drive(learner, learner.steps(), max_updates, progress)


def has_end(rate: Rate) -> bool:
    """Say whether the step sizes are a list, which ends."""
    return isinstance(rate, Iterable) and not isinstance(rate, str | Iterator)


def require_an_end(examples: Signed, rate: Rate) -> None:
    """Refuse an uncapped run that may never end."""
    if callable(rate) or isinstance(rate, Iterator):
        raise BadInput(
            "step sizes given by a function or an iterator may be summable, and then the run may never end; "
            "give max_updates, a number, '1/t' or a list"
        )
    with overflow_is_an_error():
        examples.require_an_end()


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> replay(run(X, y), X, y).w
    (2,)
    """
    learner = Learner(Signed(X, y, record.bias_step, record.arithmetic), recorded_rate(record))
    return follow(learner, learner.steps(), record.steps, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.runs.check` can repeat; exact runs only.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> certificate(run(X, y), X, y)["steps"][:2]
    [{'rate': '1', 'wrong': [0, 1]}, {'rate': '1', 'wrong': [0]}]
    """
    return certificates.run(
        "batch_perceptron",
        record,
        X,
        y,
        parameters=written_settings(record),
        steps=written_steps(record),
        result=certificates.classifier(record),
    )


def written_settings(record: Any) -> dict[str, Any]:
    """The settings of a run for its certificate."""
    rate = record.rate if isinstance(record.rate, str) else certificates.rational(record.rate)
    return {"bias_step": certificates.rational(record.bias_step), "rate": rate}


def written_steps(record: Any) -> list[dict[str, Any]]:
    """The steps of a run for its certificate."""
    return [{"rate": certificates.rational(rate), "wrong": list(wrong)} for rate, wrong in record.steps]

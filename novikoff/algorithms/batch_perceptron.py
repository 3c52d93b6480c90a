"""The batch perceptron: each step adds all misclassified signed examples at once.

Proofs call `step` on symbols.

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed_examples`, and X⁻ = {i : ⟨w, zᵢ⟩ ≤ 0}. The run
starts at w = 0 and ends when X⁻ is empty. Steps are counted from t = 1, so η₁ is the first.

Source: `lecture`, p. 30, steps 2 and 4, which leaves η_t open.

Bounds. For constant η and a unit vector u with ⟨u, zᵢ⟩ ≥ γ > 0 for all i, ‖zᵢ‖ ≤ D, at most L·D²/γ² steps are made (L
examples): with n_t = |X⁻|, (γ·Σn_t)² ≤ ‖w/η‖² ≤ D²·Σn_t² ≤ L·D²·Σn_t. A sharper bound, about a quarter of that for
large L, is 1 + (L + 1)²/(4L)·(D²/γ² − 1). For η_t = 1/t the run also ends, since Σ1/t diverges and Σ1/t² converges, but
it may need exponentially many steps. Summable step sizes may never separate separable examples: {(1, 2), (1, −6)} with
η_t = 8^−t. If the sum over X⁻ is 0, no step of any size moves w; the run then ends with stopped = "stationary".
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from fractions import Fraction
from itertools import chain, count, repeat
from typing import Any, ClassVar, NamedTuple

from . import run_certificates, run_loop
from .base_rule import Record, Rule
from .errors import BadInput
from .labelled_examples import Arithmetic, Number
from .options import BIAS_STEP, RATES, Options
from .run_loop import check_positive, overflow_is_an_error, to_plain_number
from .signed_examples import SignedRule

Rate = Number | str | Iterable[Number] | Callable[[int], Number]


class Step(NamedTuple):
    """One step: its size η and the indices of X⁻."""

    rate: Number
    wrong: tuple[int, ...]


def step(w: Any, misclassified: Iterable[Any], rate: Any = 1) -> Any:
    """Return w + η·Σx over the misclassified vectors x. Nothing is checked or converted.

    >>> step(w=5, misclassified=[-3, 1], rate=3)
    -1
    """
    return w + rate * sum(misclassified)


def rates(rate: Rate, arithmetic: Arithmetic = "exact", name: str = "rate") -> Iterator[Any]:
    """Return the step sizes η₁, η₂, … > 0: a constant, "1/t", a function of t = 1, 2, …, or a list.

    Raises `BadInput`, which uses `name` for them.

    >>> sizes = rates("1/t")
    >>> next(sizes), next(sizes)
    (Fraction(1, 1), Fraction(1, 2))
    """
    if isinstance(rate, str):
        run_loop.check_choice(name, rate, ("1/t",))
        one = Fraction(1) if arithmetic == "exact" else check_positive(1, arithmetic, name)
        return (one / t for t in count(1))
    if callable(rate):
        return (check_positive(rate(t), arithmetic, f"{name}({t})") for t in count(1))
    if isinstance(rate, Iterable):
        return (check_positive(value, arithmetic, f"{name}[{k}]") for k, value in enumerate(rate))
    return repeat(check_positive(rate, arithmetic, name))


class ListedRates(Rule):
    """A rule whose `rate` may be a list or a function: its record then has the word "listed", and the sizes in its
    steps.
    """

    trace = "steps"
    rate: Rate

    def setting(self, name: str) -> Any:
        listed = callable(self.rate) or (isinstance(self.rate, Iterable) and not isinstance(self.rate, str))
        return "listed" if name == "rate" and listed else super().setting(name)

    @classmethod
    def read_option(cls, record: Record, name: str) -> Any:
        if name != "rate" or record.rate != "listed":
            return super().read_option(record, name)
        unused = [1] * (record.stopped != "rates_exhausted")  # the list did not run out
        return [rate for rate, _ in record.steps] + unused


class BatchPerceptron(ListedRates, SignedRule):
    """The batch perceptron. `rate` is a number η > 0, "1/t", a function of t = 1, 2, … or a list, whose end ends the
    run. Without a cap a function needs `max_updates`, because its step sizes may be summable.

    `separated` says whether the final (w, b) has yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i; the `rate` of a record is the constant
    η, "1/t", or "listed" (then the steps list η_t). `stopped` is "separated", "stationary" (the sum over X⁻ ≠ ∅ is 0),
    "rates_exhausted", "max_updates" or "interrupted".

    >>> result = run([[0], [1]], [-1, 1])
    >>> result.updates, result.w, result.b, result.steps[0]
    (4, (2,), -1, Step(rate=1, wrong=(0, 1)))
    """

    name = "batch_perceptron"
    cap = 1000
    options: ClassVar[Options] = (RATES, BIAS_STEP)

    def beginning(self) -> Any:
        self.rates: Iterator[Any] = rates(self.rate, self.arithmetic)
        return self.examples.zero()

    def after(self, step_due: Step) -> Any:
        return step(self.state, self.examples.Z[list(step_due.wrong)], step_due.rate)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        """Return the reason to stop at X⁻ = `wrong`, or None."""
        if not wrong:
            return "separated"
        total: Any = sum(self.examples.Z[list(wrong)])
        return None if any(total) else "stationary"

    def steps(self) -> Generator[Step, None, str]:
        for rate in chain(self.rates, [None]):
            wrong = self.examples.wrong(self.state)
            if reason := self.why_stop(wrong):
                return reason
            if rate is None:
                break
            yield Step(to_plain_number(rate), wrong)
        return "rates_exhausted"

    def refuse_endless(self) -> None:
        if isinstance(self.rate, Iterable) and not isinstance(self.rate, str | Iterator):
            return  # a list, which ends
        if callable(self.rate) or isinstance(self.rate, Iterator):
            raise BadInput(
                "step sizes given by a function or an iterator may be summable, and then the run may never end; "
                "give max_updates, a number, '1/t' or a list"
            )
        with overflow_is_an_error():
            super().refuse_endless()

    @staticmethod
    def step_to_json(step: Step) -> dict[str, Any]:
        return {"rate": run_certificates.rational_to_text(step.rate), "wrong": list(step.wrong)}


Run = BatchPerceptron.Run
run, replay, certificate = BatchPerceptron.functions()

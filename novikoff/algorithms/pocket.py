"""The pocket algorithm: the batch perceptron that keeps the best weights met so far.

Proofs call `improves` on symbols.

At each time t, from t = 0 and w = 0, X⁻ = {i : ⟨w, zᵢ⟩ ≤ 0} is computed. E is the least |X⁻| so far, and L, the number
of examples, at first. If |X⁻| < E, then w goes into the pocket: w* = w, E = |X⁻|, found = t. The step is
`batch_perceptron.step`. The result is w*.

Source: `lecture`, p. 30. The page leaves the termination open. Here a run ends, in this order of precedence, when
E ≤ `target`, when `patience` steps brought no improvement (t − found ≥ patience), when no step can move w
("stationary"), or at the cap. The page says that the algorithm converges with probability 1 to the optimal
solution. But the algorithm is deterministic, and the statement is false: on {x, −x} w stays at 0 with E = 2, and the
optimum is 1.

Bounds: the pocket never gets worse; for a constant η on separable examples E = 0 after at most L·D²/γ² steps, as in
`batch_perceptron`.
"""

from typing import Any, ClassVar, NamedTuple

from . import batch_perceptron
from .options import BIAS_STEP, RATES, Found, Option, Options, allow_none, parse_integer, whole
from .run_certificates import rational_to_text, rationals_to_text


def improves(errors: Any, best: Any) -> Any:
    """Return |X⁻| < E, which decides whether weights go into the pocket: a bool for numbers, a relation for symbols.

    >>> [improves(errors, 2) for errors in (1, 2, 3)]
    [True, False, False]
    """
    return errors < best


class Best(NamedTuple):
    """The weights in the pocket, their number of errors, and the time at which they were met."""

    errors: int
    w: Any
    found: int


class Pocket(batch_perceptron.BatchPerceptron):
    """The batch perceptron with a pocket: `patience` ≥ 1 is the number of steps without improvement that ends the run,
    and `target` ≥ 0 is the number of errors that is good enough. Examples that are not separable, and floats, need
    `patience` or `max_updates`.

    (w, b) are the weights in the pocket, `errors` is the number of examples with yᵢ(⟨w, xᵢ⟩ + b) ≤ 0, and `found` is
    the number of steps after which these weights were found. `stopped` is "separated" (no errors), "target",
    "patience", "stationary", "rates_exhausted", "max_updates" or "interrupted".

    >>> result = run([[0], [1], [2], [4]], [1, -1, 1, 1], patience=20)
    >>> result.errors, result.found, result.stopped
    (1, 1, 'patience')
    """

    name = "pocket"
    options: ClassVar[Options] = (
        RATES, BIAS_STEP,
        Option("patience", parse_integer, "end after this number of steps without improvement", **allow_none(whole(1))),
        Option("target", parse_integer, "end with at most this number of errors", default=0, check=whole(0), write=int),
        )
    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "errors": int, "found": int, "steps": None}
    patience: int | None
    target: int

    def beginning(self) -> Any:
        start = super().beginning()
        self.best: Best = Best(len(self.examples.y), start, 0)
        return start

    def look(self, wrong: tuple[int, ...]) -> None:
        """Put the weights into the pocket if they are better."""
        if improves(len(wrong), self.best.errors):
            self.best = Best(len(wrong), self.state, self.updates)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        self.look(wrong)
        if self.best.errors <= self.target:
            return "target" if self.best.errors else "separated"
        if self.patience is not None and self.updates - self.best.found >= self.patience:
            return "patience"
        return super().why_stop(wrong)

    def refuse_endless(self) -> None:
        if self.patience is None:
            super().refuse_endless()

    def vector(self) -> Any:
        return self.best.w

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the content of the pocket, after checking the last weights, since an interruption may come before that
        check."""
        self.look(self.examples.wrong(self.state))
        errors, _, found = self.best
        return super().results(stopped) | {"errors": errors, "found": found}


Run = Pocket.Run
run, replay, certificate = Pocket.functions()

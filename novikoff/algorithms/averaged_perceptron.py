"""The averaged perceptron: the mean of the weights over all visits of a perceptron run.

The run is the perceptron's, and weights are counted as in `voted_perceptron`: after each of N visits, the weights then
held count once. The update made at visit m is in the weights after the visits m, …, N, so the mean is the start plus
each update times (N + 1 − m)/N, and all updates by one example add up to a single update.

Source: `freundschapire1999`, Fig. 1, with the prediction by averaging. Its T passes are order=[*range(n)] * T here; by
default the run ends after the first pass without a mistake, and that pass counts.

Bounds: the number of updates obeys the perceptron's bounds. They do not bound the average: if the last weights separate
the examples, the mean need not. Without bias, (2, −2) → −1, (−2, 1) → −1 is an example: stopped = "separated", but
`separated`, which is about the average, is False.
"""

from fractions import Fraction
from typing import Any, ClassVar

from . import perceptron, voted_perceptron
from .options import Found
from .perceptron import State
from .run_certificates import classifier_to_json, rational_to_text, rationals_to_text


class AveragedPerceptron(voted_perceptron.Voting):
    """The averaged perceptron.

    (w, b) is the average and `last` the last weights; `votes` counts the visits after which each weights held, the
    start first. `separated` says whether the average has y·f(x) > 0 on all examples; `stopped` = "separated" means that
    the last weights make no mistake.

    >>> result = run([[1], [-1]], [1, -1])
    >>> result.votes, result.last, result.w, result.b
    ((0, 1, 3), State(w=(2,), b=0), (Fraction(7, 4),), Fraction(1, 4))
    """

    name = "averaged_perceptron"
    found: ClassVar[Found] = {"visits": int, "w": rationals_to_text, "b": rational_to_text, "last": classifier_to_json,
                       "mistakes": None, "votes": list}

    def average(self, stopped: str) -> State:
        """Return the mean of the weights over all complete visits, or the start if there are none."""
        _, *learned_at, end = self.marks(stopped)
        one = Fraction(1) if self.arithmetic == "exact" else 1.0
        shares = dict.fromkeys(self.steps_taken, 0)
        for i, visit in zip(self.steps_taken, learned_at, strict=True):
            shares[i] += end - visit
        mean = self.start
        for i, share in shares.items():
            rate = self.rate * (one * share / (end - 1))
            mean = perceptron.update(mean, self.X[i], self.y[i], bias_step=self.bias_step, rate=rate)
        return mean

    def results(self, stopped: str) -> dict[str, Any]:
        mean = self.average(stopped)
        return super().results(stopped) | perceptron.to_plain_state(mean)._asdict() | {
            "last": perceptron.to_plain_state(self.state), "separated": self.has_margins(mean)}


Run = AveragedPerceptron.Run
run, replay, certificate = AveragedPerceptron.functions()

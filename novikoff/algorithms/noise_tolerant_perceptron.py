"""Bylander's noise-tolerant perceptron, for labels that are flipped with a known probability η < 1/2.

Proofs call `step` on symbols.

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed_examples`, n in number, and X⁻ = {i : ⟨w, zᵢ⟩ ≤
0}. The run starts at w = 0. Each step adds the weighted mean of the zᵢ, with the weight 1 − η for i ∈ X⁻ and η for all
other i. So it averages the mean of the misclassified vectors with the mean of all vectors, which is the correction. A
flipped label of a vector that w classifies rightly makes the vector look misclassified; on average the correction
cancels these vectors.

The run ends when |X⁻| ≤ (η + (1 − 2η)ε)n: this many mistakes are expected of a classifier that errs on a fraction ε of
the true labels. If the sum is 0, no step moves w; the run then ends with stopped = "stationary".

Bounds. Let kᵢ = 1 for i ∈ X⁻ and N = Σ((1 − 2η)kᵢ + η), and let fᵢ = 1 if label i is flipped. The step equals the step
for the true labels plus Σ(η − fᵢ)zᵢ/N, a vector that depends on w by N only (noise-tolerant-step). Let a be the length
of Σ(η − fᵢ)zᵢ/n, and let w be wrong on at least a fraction e of the true labels at each step. If γe(1 − 2η) > 2a for a
unit vector with the margin γ on the true labels, the number of steps is bounded by noise-tolerant-update-bound. For η =
0 the bound is D²/γ². Without such a bound a run may never end, so that η > 0 needs a cap.

Source: `bylander1994`. Its rule draws new examples at each step; here all steps use the same.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import Any, ClassVar

from .errors import BadInput, format_option
from .options import BIAS_STEP, Option, Options, parse_rational, within
from .signed_examples import SignedRule


def step(w: Any, wrong: Any, everything: Any, share: Any, count: Any, noise: Any) -> Any:
    """Return w + ((1 − 2η)·S + η·A)/((1 − 2η)k + ηn) for the sum S of the k misclassified vectors, `share`, and the sum
    A of all n vectors, `count`. Nothing is checked or converted.

    >>> step(w=1, wrong=-3, everything=5, share=1, count=4, noise=Fraction(1, 4))
    Fraction(5, 6)
    """
    return w + ((1 - 2 * noise) * wrong + noise * everything) / ((1 - 2 * noise) * share + noise * count)


class NoiseTolerantPerceptron(SignedRule):
    """Bylander's noise-tolerant perceptron. For η = 0 each step adds the mean of the misclassified vectors.

    `stopped` is "separated" (no label is wrong), "target" (no more are wrong than η and ε allow), "stationary",
    "max_updates" or "interrupted". `steps` lists the misclassified examples of each step.

    >>> result = run([[2], [3], [-1], [-2]], [1, 1, -1, 1], bias_step=0, noise=Fraction(1, 4), max_updates=9)
    >>> result.updates, result.w, result.stopped
    (1, (1,), 'target')
    """

    name = "noise_tolerant_perceptron"
    cap = 1000
    options: ClassVar[Options] = (
        Option("noise", parse_rational, "0 ≤ η < 1/2: the probability with which a label is flipped", default=0,
               check=within(least=0, below=Fraction(1, 2))),
        Option("epsilon", parse_rational,
               "0 ≤ ε < 1: end when at most a fraction η + (1 − 2η)ε of all labels is wrong", default=0,
               check=within(least=0, below=1)),
        BIAS_STEP)
    noise: Any
    epsilon: Any

    def after(self, step_due: tuple[int, ...]) -> Any:
        Z = self.examples.Z
        return step(self.state, sum(Z[list(step_due)]), sum(Z), len(step_due), len(Z), self.noise)

    def steps(self) -> Generator[tuple[int, ...], None, str]:
        most = (self.noise + (1 - 2 * self.noise) * self.epsilon) * len(self.examples.y)
        while len(wrong := self.examples.wrong(self.state)) > most:
            if not any(self.after(wrong) - self.state):
                return "stationary"
            yield wrong
        return "target" if wrong else "separated"

    def refuse_endless(self) -> None:
        if self.noise:
            raise BadInput("a run with noise > 0 may never end, even on separable data; give "
                           f"{format_option('max_updates', 'N')}")
        super().refuse_endless()


Run = NoiseTolerantPerceptron.Run
run, replay, certificate = NoiseTolerantPerceptron.functions()

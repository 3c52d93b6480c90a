"""The kernel perceptron: the perceptron in a feature space, computed from inner products alone.

Source: iml, Algorithm 1.4: f = 0; while some yᵢf(xᵢ) ≤ 0: f ← f + yᵢk(xᵢ,·) + yᵢ. The last term moves the bias, so
this is Algorithm 1.3 in the feature space of k, with bias step c = 1; any c ≥ 0 is allowed here, and c = 0 leaves the
bias out.

Notation: f(x) = Σⱼ aⱼyⱼ k(xⱼ, x) + b. The dual count aⱼ says how often example j was a mistake, and b = cΣⱼaⱼyⱼ. A run
stores f − b by its values at the examples: k(xⱼ,·) is row j of the Gram matrix K, and f(xᵢ) − b is entry i.

Bound: Novikoff's theorem in the feature space; the number of updates is at most (R² + c)(1 + b*²/c)/γ² with
R² = max k(xᵢ, xᵢ) and γ the margin of a unit vector and a b* there.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from . import kernels, nearest_point, perceptron
from .base_rule import PassingRule, Record
from .errors import BadInput, NoSeparator
from .labelled_examples import Arithmetic, Labels, Number, labels, rows
from .lazy_numpy import np
from .options import BIAS_STEP, ORDER, TIE, Found, Option, Options, parse_word
from .perceptron import TIES, State
from .run_certificates import rational_to_text
from .run_loop import bias_step_of, check_choice, to_plain_number

ORDERS = ("cyclic", "first")


def update(f: State, row: Any, y: Any, *, bias_step: Any = 1) -> State:
    """Return f + y·k(x,·) + cy, where f.w and `row` are the values of f − b and of k(x,·) at the examples."""
    return perceptron.update(f, row, y, bias_step=bias_step)


def is_mistake(f: State, i: int, y: int, tie: str = "mistake") -> bool:
    """Return whether example i, with label y, is a mistake of f; f.w holds the values of f − b as a NumPy vector."""
    return perceptron.is_mistake(State(f.w[i : i + 1], f.b), np.array([1], dtype=f.w.dtype), y, tie)


class KernelPerceptron(PassingRule):
    """The kernel perceptron from f = 0. For kernel "precomputed", X is the n × n Gram matrix.

    `bias_step` is c ≥ 0, or "R2" for max k(x, x). `order` is "cyclic" (pass over the data until a pass has no mistake)
    or "first" (always the first mistake in the order of the data); `tie` is one of `perceptron.TIES`. The run is exact
    for a rational kernel, without floats; else it is rounded and needs a cap. If an exact run without a cap would never
    end, the certificate λ ≥ 0, Σλᵢ = 1, of `NoSeparator` has Σλᵢyᵢ(φ(xᵢ), 1) = 0, or Σλᵢyᵢφ(xᵢ) = 0 if c = 0.

    `mistakes` are the examples that caused the updates, in order. `counts[j]` is the dual count aⱼ, and `b` is the
    bias. `separated` says whether the final f makes no mistake (under `tie`) on any example. `stopped` is "separated",
    "max_updates" or "interrupted".

    >>> result = run([[-1], [0], [1]], [1, -1, 1], kernel=kernels.kernel("polynomial", degree=2))
    >>> result.updates, result.counts, result.b, result.stopped
    (5, (1, 3, 1), -1, 'separated')
    """

    name = "kernel_perceptron"
    options: ClassVar[Options] = (
        Option("kernel", parse_word, "a kernel, or its name", default="linear", typed=False,
               write=kernels.to_json), BIAS_STEP, replace(ORDER, write=None), TIE)
    found: ClassVar[Found] = {"mistakes": None, "counts": list, "b": rational_to_text}

    def __init__(self, X: Any, y: Any, kernel: Any, bias_step: Any, order: str, tie: str,
                 arithmetic: Arithmetic | None = None) -> None:
        """Start at the values 0 of f − b at the examples, and b = 0, all times `unit`, which makes K integers. The data
        decide the arithmetic.
        """
        self.kernel: kernels.Kernel = kernels.kernel(kernel)
        table = rows(X)
        self.y: Labels = labels(y, len(table))
        self.K: Any
        self.unit: int
        self.K, self.unit = kernels.scaled_gram(self.kernel, table)
        self.arithmetic: Arithmetic = "exact" if self.K.dtype == object else "float64"
        if bias_step == "R2":
            largest = max(self.K.diagonal())
            bias_step = Fraction(largest, self.unit) if self.arithmetic == "exact" else float(largest)
        self.bias_step: Any = bias_step_of(bias_step, [], self.arithmetic)
        self.order: Any = check_choice("order", order, ORDERS)
        self.tie: Any = check_choice("tie", tie, TIES)
        super().__init__(State(np.zeros(len(self.y), dtype=int).astype(self.K.dtype), 0 * self.bias_step))

    def after(self, step: int) -> State:
        return update(self.state, self.K[step], self.y[step], bias_step=to_plain_number(self.bias_step * self.unit))

    def is_wrong(self, i: int) -> bool:
        return is_mistake(self.state, i, self.y[i], self.tie)

    def require_an_end(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end.

        The vectors (k(xᵢ, x₁), …, k(xᵢ, xₙ)), the rows of K, have the same vanishing combinations as the φ(xᵢ): with K
        = ΦΦᵀ, Kv = 0 gives ‖Φᵀv‖² = vᵀKv = 0. So a separator exists in the feature space if and only if one exists for
        the rows.
        """
        if self.arithmetic != "exact":
            raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data and a "
                           "rational kernel")
        try:
            nearest_point.require_separator(self.K.tolist(), self.y, 1 if self.bias_step else 0)
        except NoSeparator as error:
            end = "" if self.tie == "mistake" else "; this run may never end; give max_updates"
            active = [i for i, weight in enumerate(error.certificate) if weight]
            raise NoSeparator(
                f"no f separates the examples: Σ λ[i]·y[i]·f(x[i]) = 0 for every f, with weights λ > 0 on the examples "
                f"{active}{end}", error.certificate,
            ) from None

    def results(self, stopped: str) -> dict[str, Any]:
        mistakes = self.steps_taken
        count = Counter(mistakes)
        return super().results(stopped) | {
            "counts": tuple(count[i] for i in range(len(self.y))),
            "b": to_plain_number(sum(self.y[i] for i in mistakes) * self.bias_step),
        }


Run = KernelPerceptron.Run
run, replay, certificate = KernelPerceptron.functions()


def scores(record: Record, X: Iterable[Iterable[Any]], y: Iterable[int],
           points: Iterable[Iterable[Any]]) -> list[Number]:
    """Return f at each of the points; X and y are the examples of the run. An exact f takes floats at their binary
    value.

    For kernel "precomputed", a point is given by its n values k(point, xⱼ).

    >>> square = kernels.kernel("polynomial", degree=2)
    >>> result = run([[-1], [0], [1]], [1, -1, 1], kernel=square)
    >>> scores(result, [[-1], [0], [1]], [1, -1, 1], [[2], [3]])
    [7, 17]
    """
    table = rows(X)
    coefficients = [a * sign for a, sign in zip(record.counts, labels(y, len(table)), strict=True)]
    K, unit = kernels.scaled_gram(record.kernel, table, kernels.points_of(record, points))
    values = (K @ coefficients) * (Fraction(1, unit) if K.dtype == object else 1) + record.b
    return [to_plain_number(value) for value in values]

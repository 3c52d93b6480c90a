"""The structured perceptron: it chooses the candidate of an example that has the highest score.

An example is a list of candidates in one space of features; one of the candidates is right. If a wrong candidate scores
too high, w moves by α·Σ τⱼφⱼ. The right candidate has τ = 1, and the τ of the candidates that score too high sum to −1
(`candidate_rule.shares`). A bias would be the same for all candidates, so there is none.

The multi-class perceptron is the case where candidate r of x has (x, √c) at the place of class r. With the candidates x
and 0, of which x is right if y = 1, it is the perceptron without bias. So an example may also be given as x with a
label ±1.

Bound: k ≤ R²·V (`structured-mistake-bound`). R is the length of the longest difference φ(right) − φ(wrong), and V is
the least ‖u‖² with which the right candidate leads by 1 everywhere. This is Collins' R²/δ² for u/‖u‖ and δ = 1/‖u‖. It
holds from w = 0, for any order, rate, shares and rule for ties. In one pass over data that cannot be separated,
`structured-deviation-mistake-bound` holds.

Source: collins2002, where the candidates are the tag sequences of a sentence, and the chosen candidate has the whole
share.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Integral, Number
from operator import sub
from typing import Any, ClassVar, Self

from . import perceptron, run_certificates
from .base_rule import Record
from .candidate_rule import ChoiceRule, Choices, Lead, choose_candidate, pairs
from .command_results import format_count
from .errors import BadInput
from .labelled_examples import Arithmetic, Exact, Rows, arithmetic_of, exact_rows, label, rows
from .options import EQUAL, ORDER, RATE, SEED, SHARES, START, Found, Options
from .perceptron import State
from .run_loop import classifier_of

Examples = list[Rows]  # the candidates of each example, all in one space


def update(state: State, candidates: Sequence[Any], given: Sequence[Any], *, rate: Any = 1) -> State:
    """Return the state after an update with these shares. It is a `perceptron` update without bias, whose example is
    the weighted difference of candidates, with label 1.

    >>> update(State(1, 0), [5, 2, 9], [1, 0, -1])
    State(w=-3, b=0)
    """
    difference = sum(share * one for share, one in zip(given, candidates, strict=True))
    return perceptron.update(state, difference, 1, bias_step=0, rate=rate)


# ------------------------------------------------------------------------------------- the examples


def examples(X: Iterable[Any], y: Iterable[Any]) -> tuple[Examples, list[int]]:
    """Return the candidates of each example, and the indices of the right ones, from 0; raise `BadInput`.

    Each of the n examples of X is a list of two candidates or more, vectors of one dimension, with its right one in y;
    or one vector x, with the label 1 or −1, which has the candidates x and 0.

    >>> examples([[[1, 2], [3, 4], [5, 6]], [7, 8]], [2, -1])
    ([((1, 2), (3, 4), (5, 6)), ((7, 8), (0, 0))], [2, 1])
    """
    given, labels = _list_candidates(X), list(y)
    if not given:
        raise BadInput("X has no examples; give at least one")
    if len(labels) != len(given):
        raise BadInput(f"y has {format_count(len(labels), 'number')} for {format_count(len(given), 'example')}; give "
                       "the right candidate of each")
    found: Examples = []
    right: list[int] = []
    for i, (one, which) in enumerate(zip(given, labels, strict=True)):
        candidates, k = _check_example(i, one, which)
        if len(candidates[0]) != len((found or [candidates])[0][0]):
            raise BadInput(f"X[{i}] has candidates with {len(candidates[0])} features; X[0] has {len(found[0][0])}")
        found.append(candidates)
        right.append(k)
    return found, right


def _list_candidates(X):
    try:
        return [one if isinstance(one, Rows) else list(one) for one in X]
    except TypeError:
        raise BadInput("X must be a sequence of examples, each a list of candidates such as [[1, 2], [3, 4]]") from None


def _check_example(i, one, which):
    """Return the candidates of one example, and the index of the right one; raise `BadInput`."""
    if one and all(isinstance(value, Number) for value in one):
        x = rows([one])[0]
        return Rows([x, (0,) * len(x)]), int(label(which, f"y[{i}]") < 0)
    try:
        candidates = rows(one)
    except BadInput as problem:
        raise BadInput(f"X[{i}], an example: {problem}") from None
    if len(candidates) < 2:
        raise BadInput(f"X[{i}] has only one candidate; a choice needs at least two")
    if not isinstance(which, Integral) or not 0 <= int(which) < len(candidates):
        last = len(candidates) - 1
        raise BadInput(f"y[{i}] = {which!r} is not one of the candidates of X[{i}]; give a number from 0 to {last}")
    return candidates, int(which)


class StructuredPerceptron(ChoiceRule):
    """The structured perceptron. X and y are as for `examples`: n lists of candidates, and the numbers of the right
    ones.

    `shares` and `tie` are as in `multi_class_perceptron`, with candidates in place of classes. The other options are as
    for `perceptron.run`; `start` is a vector. A `NoSeparator` has a weight for each difference of `choices`.

    `mistakes` are the examples of the updates, in order; `separated` says whether no wrong candidate scores too high
    (under `tie`) in any example. b is 0. `stopped` has the values of `perceptron`.

    >>> result = run([[[2, 0], [0, 1], [1, 1]], [[0, 3], [1, 0]]], [0, 1])
    >>> result.mistakes, result.w, result.separated
    ((0,), (2, -1), True)
    """

    name = "structured_perceptron"
    options: ClassVar[Options] = (
        SHARES, RATE, ORDER, SEED, EQUAL, replace(START, write=run_certificates.rationals_to_text))
    found: ClassVar[Found] = {"visits": int, "w": run_certificates.rationals_to_text, "b": None, "mistakes": None}

    def __init__(self, given: Examples, right: list[int], *, start: Any = None, arithmetic: Arithmetic | None = None,
                 **settings: Any) -> None:
        """Start at `start`, a vector; at 0 by default."""
        arithmetic = arithmetic or ("exact" if {*map(arithmetic_of, given)} == {"exact"} else "float64")
        self.given = given
        dimension = len(given[0][0])
        state = State(*classifier_of((([0] * dimension) if start is None else start, 0), dimension, arithmetic))
        super().__init__([one.vectors(arithmetic) for one in given], right, state, arithmetic, **settings)

    @classmethod
    def on(cls, X: Iterable[Any], y: Iterable[Any], **settings: Any) -> Self:
        return cls(*examples(X, y), **settings)

    def scores(self, x: Any) -> list[Any]:
        return [self.state.w @ one for one in x]

    def move(self, x: Any, given: Sequence[Any]) -> State:
        return update(self.state, x, given, rate=self.rate)

    def choices(self) -> Choices:
        return _choices(self.given, self.y)

    def setting(self, name: str) -> Any:
        found = super().setting(name)
        return found.w if name == START.name else found

    @classmethod
    def certificate(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> dict[str, Any]:
        """Return the run as JSON-ready data that `checkers.multiclass_choice_runs` can repeat; exact runs only.

        >>> data = certificate(run([[1], [-2]], [1, -1]), [[1], [-2]], [1, -1])
        >>> data["X"], data["y"], data["steps"], data["result"]["w"]
        ([[['1'], ['0']], [['-2'], ['0']]], [0, 1], [0], ['1'])
        """
        given, right = examples(X, y)
        data = super().certificate(record, [one[0] for one in given], [1] * len(given))
        return data | {"X": [run_certificates.example_to_json(exact_rows(one)) for one in given], "y": right}


Run = StructuredPerceptron.Run
run, replay, certificate = StructuredPerceptron.functions()


def scores(record: Any, candidates: Iterable[Iterable[Any]]) -> list[Any]:
    """Return ⟨w, φ⟩ of the candidates, shape (m, d); `record` is a `Run` or a `Chooser`.

    >>> scores(run([[1, 2]], [1]), [[1, 0], [0, 1]])
    [1, 2]
    """
    table = rows(candidates)
    if len(table[0]) != len(record.w):
        raise BadInput(f"the candidates have {len(table[0])} features; these weights take {len(record.w)}")
    return [sum(w * v for w, v in zip(record.w, one, strict=True)) for one in table]


def predict(record: Any, candidates: Iterable[Iterable[Any]], tie: str = "first") -> int | None:
    """Return the index of the candidate with the highest score. If several candidates have it, return the first index,
    or None if `tie` is not "first".

    >>> predict(run([[1, 2]], [1]), [[1, 0], [0, 1]])
    1
    """
    return choose_candidate(scores(record, candidates), tie)


# ----------------------------------------------------------------------------- separability


def choices(X: Iterable[Any], y: Iterable[Any]) -> Choices:
    """Return the differences to separate, φ(right) − φ(wrong).

    >>> choices([[[2, 0], [0, 1], [1, 1]], [7, 8]], [0, 1]).points
    [(2, -1), (1, -1), (7, 8)]
    """
    return _choices(*_exact_examples(X, y))


def _exact_examples(X, y):
    found, right = examples(X, y)
    return [exact_rows(one) for one in found], right


def _choices(given: Examples, right: Sequence[int]) -> Choices:
    of = list(pairs((len(given[i]), right[i]) for i in range(len(given))))
    points = [tuple(map(sub, given[i][right[i]], given[i][j])) for i, j in of]
    return Choices(points, of)


def reach2(X: Iterable[Any], y: Iterable[Any]) -> Fraction:
    """Return R², the square length of the longest difference φ(right) − φ(wrong)."""
    return choices(X, y).longest2


def best_lead(X: Iterable[Any], y: Iterable[Any]) -> Lead:
    """Return the w of least ‖w‖² with which the right candidate leads by 1 in every example.

    Raises `NoSeparator`, with a weight for each difference.

    >>> [str(v) for v in best_lead([[[2, 0], [0, 1], [1, 1]]], [0]).w]
    ['1/2', '-1/2']
    """
    found = choices(X, y)
    return found.best(1 + max(i for i, _ in found.of))


@dataclass(frozen=True)
class Chooser:
    """Weights for which each right candidate has the highest score, or a combination that proves that there are no such
    weights.

    `combination` maps (example, wrong candidate) to λ > 0, with Σλ = 1 and Σλ(φ(right) − φ(wrong)) = 0.
    """

    separable: bool
    w: tuple[Exact, ...] | None
    combination: Mapping[tuple[int, int], Fraction] | None
    b: int = 0
    bias: bool = False


def separate(X: Iterable[Any], y: Iterable[Any]) -> Chooser:
    """Decide whether some w gives the right candidate the highest score in every example, without ties, and return the
    proof. X and y are as for `examples`, and exact.

    >>> separate([[[0], [1]], [[2], [1]]], [0, 0]).combination
    {(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    """
    found = choices(X, y)
    if found.answer.separable:
        return Chooser(True, found.answer.w, None)
    return inseparable(found, found.answer.combination or ())


def inseparable(found: Choices, weights: Sequence[Fraction]) -> Chooser:
    """Return the negative answer for weights of the differences in the order of `choices`."""
    return Chooser(False, None, {pair: a for pair, a in zip(found.of, weights, strict=True) if a})


def separate_certificate(answer: Chooser, X: Iterable[Any], y: Iterable[Any]) -> dict[str, Any]:
    """Return the answer and its proof as JSON-ready data, kind "choices".

    `proof` is {"w"} or {"combination"}, a list of (example, wrong candidate, λ).

    >>> separate_certificate(separate([[1], [1]], [1, -1]), [[1], [1]], [1, -1])["proof"]
    {'combination': [[0, 1, '1/2'], [1, 0, '1/2']]}
    """
    given, right = _exact_examples(X, y)
    if answer.w is not None:
        proof: dict[str, Any] = {"w": run_certificates.rationals_to_text(answer.w)}
    else:
        proof = {
            "combination": [
                [i, j, run_certificates.rational_to_text(a)] for (i, j), a in (answer.combination or {}).items()
            ]
        }
    return {"schema": 1, "kind": "choices", "X": [run_certificates.example_to_json(one) for one in given], "y": right,
            "separable": answer.separable, "proof": proof}

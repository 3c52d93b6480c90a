"""The perceptron for several classes, each with its own weights: the candidates of x are the classes.

The rule: x gets the class with the largest ⟨w_r, x⟩ + b_r. Where a wrong class scores too high, w_r moves by α·τ_r·x
and b_r by α·c·τ_r: τ is 1 for the class of x, and the τ of the classes that score too high sum to −1
(`candidate_rule.shares`). For two classes the weights are the weights of `perceptron` and their opposites
(`two-classes-run-as-one-perceptron`).

Kesler's construction (duda2001, section 5.12.2): u holds the weights and biases of all classes one after the other, and
x as class r is the vector with (x, 1) at the place of r, and 0 elsewhere. u separates the classes if it is positive on
the differences of such vectors. With the factor c for the biases in the inner product, all of them have the square
length 2(‖x‖² + c).

Bound: k ≤ 2(R² + c)·V, where V is the least Σ(‖u_r‖² + β_r²/c) for which the class of x leads by 1 at every x; b = 0 if
c = 0 (`multi-class-bias-step-mistake-bound`, `multi-class-mistake-bound`). It holds from w = 0, for any order, rate,
shares and rule for ties, since no class has a share that does not score at least as high as the class of x.

Source: crammersinger2003, where the condition on τ is called ultraconservative; the family without shares is Kesler's.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

from . import perceptron, run_certificates
from .candidate_rule import ChoiceRule, Choices, Lead, choose_candidate, pairs
from .errors import BadInput
from .labelled_examples import Arithmetic, Number, arithmetic_of, exact_rows, number, require_names, rows
from .options import BIAS_STEP, EQUAL, ORDER, RATE, SEED, SHARES, START, Found, Option, Options, parse_names
from .perceptron import State, to_plain_state
from .run_certificates import classifier_to_json
from .run_loop import bias_step_of, classifier_of


def update(states: Sequence[State], x: Any, given: Sequence[Any], *, bias_step: Any = 1,
           rate: Any = 1) -> tuple[State, ...]:
    """Return the weights of all classes after an update with these shares. Each class is updated by
    `perceptron.update`, with its share as the label.

    >>> update([State(w=0, b=0), State(w=5, b=1)], x=2, given=[1, -1])
    (State(w=2, b=1), State(w=3, b=0))
    """
    return tuple(
        perceptron.update(state, x, share, bias_step=bias_step, rate=rate)
        for state, share in zip(states, given, strict=True)
    )


class MultiClassPerceptron(ChoiceRule):
    """The multi-class perceptron, for n labels of at least two classes.

    `classes` gives their order, by default the order of first appearance. `shares` says which classes with too high a
    score are updated: "chosen" (only the first of the highest) or "equal" (all, with equal shares). `tie` says whether
    a wrong class with the score of the class of x scores too high: "mistake" (yes), "correct" (no) or "first" (only for
    a class before it, because the first of the highest scores is chosen). `start` has a pair (w, b) for each class. All
    other options are as for `perceptron.run`. A `NoSeparator` has a weight for each difference of `choices`.

    `classifiers` has the (w, b) of each of the `classes`, in their order. `mistakes` are the examples of the updates,
    in order; `separated` says whether no class scores too high (under `tie`) on any example. `stopped` has the values
    of `perceptron`.

    >>> result = run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"])
    >>> result.updates, result.separated, result.classifiers["a"]
    (3, True, State(w=(0, 6), b=-1))
    """

    name = "multi_class_perceptron"
    options: ClassVar[Options] = (
        SHARES, BIAS_STEP, RATE, ORDER, SEED, EQUAL,
        Option("classes", parse_names, "the classes in their order", default=None, typed=False,
               write=lambda classes: list(map(str, classes))),
        replace(START, write=lambda start: list(map(classifier_to_json, start))))
    found: ClassVar[Found] = {"visits": int, "mistakes": None,
                       "classifiers": lambda found: list(map(classifier_to_json, found.values()))}
    named = True

    def __init__(self, table: Any, y: Iterable[Any], *, classes: Any, bias_step: Any, start: Any = None,
                 arithmetic: Arithmetic | None = None, **settings: Any) -> None:
        """Start at `start`, a pair (w, b) for each class; at 0 by default."""
        self.classes: tuple[Any, ...]
        self.classes, numbered = classes_of(y, classes, len(table))
        arithmetic = arithmetic or arithmetic_of(table)
        self.table = table
        self.bias_step: Any = bias_step_of(bias_step, table, arithmetic)
        zero = [0] * len(table[0]), 0
        begin = [zero] * len(self.classes) if start is None else list(start)
        if len(begin) != len(self.classes):
            raise BadInput(f"start has {len(begin)} classifiers for {len(self.classes)} classes; give one for each")
        states = tuple(State(*classifier_of(one, len(table[0]), arithmetic)) for one in begin)
        super().__init__(table.vectors(arithmetic), numbered, states, arithmetic, **settings)

    @classmethod
    def on(cls, X: Iterable[Iterable[Any]], y: Iterable[Any], **settings: Any) -> Self:
        return cls(rows(X), y, **settings)

    def scores(self, x: Any) -> list[Any]:
        return [perceptron.margin(state, x, 1) for state in self.state]

    def move(self, x: Any, given: Sequence[Any]) -> tuple[State, ...]:
        return update(self.state, x, given, bias_step=self.bias_step, rate=self.rate)

    def choices(self) -> Choices:
        return _choices(self.table, self.y, len(self.classes), self.bias_step)

    def setting(self, name: str) -> Any:
        return tuple(map(to_plain_state, self.start)) if name == START.name else super().setting(name)

    def results(self, stopped: str) -> dict[str, Any]:
        classifiers = dict(zip(self.classes, map(to_plain_state, self.state), strict=True))
        return super().results(stopped) | {"classifiers": classifiers}


Run = MultiClassPerceptron.Run
run, replay, certificate = MultiClassPerceptron.functions()


def classes_of(y: Iterable[Any], classes: Iterable[Any] | None, count: int) -> tuple[tuple[Any, ...], list[int]]:
    """Return the classes in their order, and the index of the class of each example; raise `BadInput`.

    >>> classes_of("abca", None, 4)
    (('a', 'b', 'c'), [0, 1, 2, 0])
    """
    given = list(y)
    require_names(given, count)
    names = tuple(dict.fromkeys(given if classes is None else classes))
    if len(names) < 2:
        raise BadInput(f"there is one class only, {''.join(map(repr, names)):.60}; give examples of at least two")
    place = {name: k for k, name in enumerate(names)}
    missing = [label for label in given if label not in place]
    if missing:
        raise BadInput(f"the label {missing[0]!r} is not among the classes {names!r}")
    return names, [place[label] for label in given]


def scores(record: Any, x: Iterable[Any]) -> list[Any]:
    """Return ⟨w, x⟩ + b of all classes, for one vector of length d; `record` is a `Run`, `Classes`, or a run of
    `one_vs_rest`.

    >>> scores(run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"]), [1, 0])
    [-1, 3, -2]
    """
    values = list(x)
    found = list(record.classifiers.values()) if hasattr(record, "classifiers") else record.runs
    if any(len(one.w) != len(values) for one in found):
        raise BadInput(f"x has {len(values)} coordinates; these classifiers take {len(found[0].w)}")
    return [sum((w * v for w, v in zip(one.w, values, strict=True)), one.b) for one in found]


def predict(record: Any, x: Iterable[Any], tie: str = "first") -> Any:
    """Return the class of the largest score; of several the first, or None if `tie` is not "first".

    >>> predict(run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"]), [-1, -5])
    'c'
    """
    best = choose_candidate(scores(record, x), tie)
    return None if best is None else record.classes[best]


# ----------------------------------------------------------------------------- separability


def choices(X: Iterable[Iterable[Any]], y: Iterable[Any], bias_step: Number | Literal["R2"] = 1) -> Choices:
    """Return the differences to separate in Kesler's space. A bias step c > 0 is the factor for the biases; c = 0 means
    no biases.

    >>> [list(map(int, z)) for z in choices([[2], [3]], ["a", "b"]).points]
    [[2, 1, -2, -1], [-3, -1, 3, 1]]
    """
    table = exact_rows(X)
    names, numbered = classes_of(y, None, len(table))
    return _choices(table, numbered, len(names), bias_step_of(bias_step, table, "exact"))


def best_lead(X: Iterable[Iterable[Any]], y: Iterable[Any], bias_step: Number | Literal["R2"] = 1) -> Lead:
    """Return the weights of least Σ(‖w_r‖² + b_r²/c) with which the class of each x leads by 1; b = 0 if c = 0.

    Raises `NoSeparator`, with a weight for each difference.

    >>> lead = best_lead([[0], [2]], ["a", "b"])
    >>> str(lead.upper), {name: (str(one.w[0]), str(one.b)) for name, one in lead.classifiers.items()}
    ('1', {'a': ('-1/2', '1/2'), 'b': ('1/2', '-1/2')})
    """
    table = exact_rows(X)
    labels = list(y)
    found = choices(table, labels, bias_step)
    best = found.best(len(table))
    names = tuple(dict.fromkeys(labels))
    return replace(best, classifiers=classifiers_of(best.w, names, found.metric is not None))


def _choices(table, numbered, count, c):
    of = list(pairs((count, right) for right in numbered))
    extended = [[*x, 1] if c else list(x) for x in table]
    points = [_place(extended[i], numbered[i], j, count) for i, j in of]
    return Choices(points, of, [*[1] * len(table[0]), c] * count if c else None)


def _place(x, right, wrong, count):
    """Return a vector with x in the block of the right class, −x in the block of the wrong one, and 0 elsewhere."""
    found = [0] * (count * len(x))
    found[right * len(x) : (right + 1) * len(x)] = x
    found[wrong * len(x) : (wrong + 1) * len(x)] = [-v for v in x]
    return found


@dataclass(frozen=True)
class Classes:
    """Weights of all classes for which the class of each example has the highest score, or a combination that proves
    that there are no such weights.

    `combination` maps (example, wrong class) to λ > 0, with Σλ = 1 and Σλ(φ(x, right) − φ(x, wrong)) = 0. One is None.
    """

    separable: bool
    classifiers: Mapping[Any, State] | None
    combination: Mapping[tuple[int, Any], Fraction] | None
    classes: tuple[Any, ...]
    bias: bool


def separate(X: Iterable[Iterable[Any]], y: Iterable[Any], *, bias: bool = True) -> Classes:
    """Decide whether some (w_r, b_r) give the class of x the highest score at every x, without ties; return the proof.

    X has shape (n, d), of ints and Fractions; y has n labels of at least two classes. Without `bias` all b_r = 0.

    >>> separate([[0], [1], [2]], ["a", "b", "c"]).separable
    True
    >>> separate([[0], [1], [2]], ["a", "b", "c"], bias=False).combination
    {(0, 'b'): Fraction(1, 1)}
    """
    labels = list(y)
    found, names = choices(X, labels, int(bias)), tuple(dict.fromkeys(labels))
    if not found.answer.separable:
        return inseparable(found, found.answer.combination or (), names, bias)
    return Classes(True, classifiers_of(found.answer.w or (), names, bias), None, names, bias)


def inseparable(found: Choices, weights: Sequence[Fraction], names: tuple[Any, ...], bias: bool) -> Classes:
    """Return the answer that the classes are inseparable, from weights of the differences in the order of `choices`."""
    each = zip(found.of, weights, strict=True)
    return Classes(False, None, {(i, names[j]): a for (i, j), a in each if a}, names, bias)


def classifiers_of(u: Sequence[Any], names: Sequence[Any], bias: bool) -> dict[Any, State]:
    """Return the (w, b) of all classes, which are parts of u.

    >>> classifiers_of([1, 2, 3, 4], ["a", "b"], True)
    {'a': State(w=(1,), b=2), 'b': State(w=(3,), b=4)}
    """
    size = len(u) // len(names)
    found = {}
    for k, name in enumerate(names):
        *w, last = (number(v, "u") for v in u[k * size : (k + 1) * size])
        found[name] = State(tuple(w), last) if bias else State((*w, last), 0)
    return found


def separate_certificate(answer: Classes, X: Iterable[Iterable[Any]], y: Iterable[Any]) -> dict[str, Any]:
    """Return the answer and its proof as JSON-ready data, kind "classes".

    `proof` is {"classifiers"}, a (w, b) for each class, or {"combination"}, a list of (example, wrong class, λ).

    >>> data = separate_certificate(separate([[0], [0]], [1, 2]), [[0], [0]], [1, 2])
    >>> data["separable"], data["proof"]
    (False, {'combination': [[0, '2', '1/2'], [1, '1', '1/2']]})
    """
    if answer.classifiers is not None:
        proof: dict[str, Any] = {"classifiers": [classifier_to_json(one) for one in answer.classifiers.values()]}
    else:
        proof = {"combination": [[i, str(name), run_certificates.rational_to_text(weight)]
                                 for (i, name), weight in (answer.combination or {}).items()]}
    return {"schema": 1, "kind": "classes", "bias": answer.bias, "classes": list(map(str, answer.classes)),
            "X": run_certificates.table_to_json(exact_rows(X)), "y": list(map(str, y)), "separable": answer.separable,
            "proof": proof}

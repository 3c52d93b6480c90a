"""Certificates about choices among candidates: runs of the choosing perceptron, and separability of several classes.

Candidate r of x is (x, 1) at the place of class r, and 0 at the places of all other classes. A state holds the (w, b)
of all classes, one after the other. So updates, and the vectors to separate, are differences of candidates (Kesler's
construction). The algorithm keeps a classifier for each class; this checker repeats its run differently.

For a run, the checker confirms what `visits` confirms, and the final classifiers of all classes. For the kind "classes"
it confirms one of two proofs. Either the class of each example has the strictly largest score with the given
classifiers. Or the weights λ > 0 of pairs of an example and a wrong class, each pair once, have the sum 1, and Σ λ(φ(x,
right) − φ(x, wrong)) = 0, so no classifiers are positive on every term.
"""

from collections.abc import Sequence
from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q, Vector, charge, inner, total, vectors
from .online_runs import Order, Walk
from .run_replay import Rule, Run
from .typed_records import (
    Classifier,
    Count,
    NotNegative,
    Positive,
    Table,
    Vectors,
    read,
    record,
    require_index,
    require_length,
    require_lengths,
    require_table,
)


class Choosing(Walk):
    """The visits of a run that chooses among candidates. `tests(i)` are the candidates of example i for scoring, and
    `moves(i)` are its candidates for updates, each list over one denominator. `right[i]` is the right candidate.
    """

    right: Sequence[int]

    def tests(self, i: int) -> list[Vector]:
        """Return the candidates of example i as scored."""
        raise NotImplementedError

    def moves(self, i: int) -> list[Vector]:
        """Return the candidates of example i as added to the state."""
        raise NotImplementedError

    def too_high(self, state: Vector, i: int) -> dict[int, int]:
        """Return the wrong candidates that score too high, each with its excess over the right one."""
        scores, right, tie = [inner(state, z) for z in self.tests(i)], self.right[i], self.run.parameters.tie
        charge(len(scores))
        beyond = {j: score - scores[right] for j, score in enumerate(scores) if j != right}
        equal = {"mistake": len(scores), "correct": 0, "first": right}[tie]  # up to here an equal score is too high
        return {j: excess for j, excess in beyond.items() if excess > 0 or (excess == 0 and j < equal)}

    def is_wrong(self, state: Vector, i: int) -> bool:
        return bool(self.too_high(state, i))

    def move(self, state: Vector, i: int) -> Vector:
        """Return the state after adding the right candidate and subtracting the wrong ones by their shares."""
        wrong, p, candidates = self.too_high(state, i), self.run.parameters, self.moves(i)
        if p.shares == "chosen":
            highest = max(wrong.values())
            wrong = {next(j for j, excess in wrong.items() if excess == highest): highest}
        state = state.plus(p.rate, candidates[self.right[i]])
        for j in wrong:
            state = state.plus(-p.rate / len(wrong), candidates[j])
        return state


class _Classes(Choosing):
    """The candidates are classes."""

    def __init__(self, run: Run) -> None:
        p, dimension = run.parameters, len(run.X[0])
        self.right = index_labels(p.classes, run.y)
        self.count = len(p.classes)
        if len(p.start) != self.count:
            raise Refuted(f"there must be {self.count} classifiers at the start, not {len(p.start)}")
        for k, one in enumerate(p.start):
            require_length(one.w, dimension, f"start[{k}].w")
        super().__init__(run, Vector.of([value for one in p.start for value in (*one.w, one.b)]))
        self.scored, self.added = run.extend(1), run.extend(p.bias_step)

    def tests(self, i: int) -> list[Vector]:
        return [embed_in_block(self.scored[i], k, self.count) for k in range(self.count)]

    def moves(self, i: int) -> list[Vector]:
        return [embed_in_block(self.added[i], k, self.count) for k in range(self.count)]

    def read(self, state: Vector) -> dict[str, Any]:
        numbers = state.numbers()
        size = len(numbers) // self.count
        parts = [numbers[k * size : (k + 1) * size] for k in range(self.count)]
        return {"classifiers": [Classifier(part[:-1], part[-1]) for part in parts]}


def embed_in_block(x: Vector, k: int, count: int) -> Vector:
    """Return the vector of `count` blocks with x in block k, and 0 in all others.

    >>> embed_in_block(Vector([1, 2]), 1, 3).values
    [0, 0, 1, 2, 0, 0]
    """
    size = len(x.values)
    return Vector([0] * (k * size) + x.values + [0] * ((count - 1 - k) * size), x.over)


def index_labels(names: list[str], y: Sequence[str], kind: str = "classes") -> list[int]:
    """Return the index in `names` of each label; raise `Refuted` for repeated names or an unknown label."""
    place = {name: k for k, name in enumerate(names)}
    if len(place) < max(2, len(names)):
        raise Refuted(f"the {kind} must be at least two names, all different")
    if missing := set(y) - set(names):
        raise Refuted(f"the label {min(missing)!r:.40} is not among the {kind}")
    return [place[label] for label in y]


def find_rival(X: Vectors, right: Sequence[int], found: Sequence[Classifier]) -> int | None:
    """Return the first example on which the classifier of its own class does not have the strictly largest value, or
    None.
    """
    scorers = vectors([[*one.w, one.b] for one in found])
    for i, x in enumerate(vectors([[*x, 1] for x in X])):
        scores = [inner(scorer, x) for scorer in scorers]
        charge(len(scores))
        if any(score >= scores[right[i]] for k, score in enumerate(scores) if k != right[i]):
            return i
    return None


class _Candidates(Choosing):
    """The candidates are given."""

    def __init__(self, run: Run) -> None:
        require_length(run.parameters.start, len(run.X[0][0]), "start")
        super().__init__(run, Vector.of(run.parameters.start))
        self.right, self.given = run.y, _vectors(run.X)

    def tests(self, i: int) -> list[Vector]:
        return self.given[i]

    moves = tests

    def read(self, state: Vector) -> dict[str, Any]:
        return {"w": state.numbers()}


def _vectors(X):
    """Return the candidates of all examples over one denominator."""
    found = iter(vectors([one for candidates in X for one in candidates]))
    return [[next(found) for _ in candidates] for candidates in X]


def require_candidates(X: list[Vectors], y: list[int]) -> None:
    """Raise `Refuted` unless every example has two or more candidates of one dimension, and one of them is right."""
    if not X or any(len(candidates) < 2 for candidates in X) or not X[0][0]:
        raise Refuted("X needs at least one example, each example at least two candidates, each candidate a feature")
    for i, candidates in enumerate(X):
        require_lengths(candidates, len(X[0][0]), f"X[{i}]")
    if len(y) != len(X):
        raise Refuted(f"y must have {len(X)} numbers, the right candidate of each example (got {len(y)})")
    for i, right in enumerate(y):
        require_index(right, len(X[i]), f"y[{i}]")


CHOICE = {"rate": Positive, "order": Order, "seed": int | None, "tie": Literal["mistake", "correct", "first"],
          "shares": Literal["chosen", "equal"]}
RULES = {
    "multi_class_perceptron": Rule(
        lambda run: _Classes(run).repeat(), int,
        {"classes": list[str], "bias_step": NotNegative, "start": list[Classifier]} | CHOICE,
        {"visits": Count, "classifiers": list[Classifier]}, ("visits",), labels=str),
    "structured_perceptron": Rule(
        lambda run: _Candidates(run).repeat(), int, {"start": list[Q]} | CHOICE, {"visits": Count, "w": list[Q]},
        ("visits",), labels=int, examples=list[Table], check=require_candidates),
}

# ------------------------------------------------------------------------------------ separability


_Separability = record(
    schema=Literal[1], kind=Literal["classes"], bias=bool, classes=list[str], X=Vectors, y=list[str], separable=bool,
    proof=record(classifiers=list[Classifier]) | record(combination=list[tuple[int, str, Positive]]))
_Choices = record(schema=Literal[1], kind=Literal["choices"], X=list[Vectors], y=list[int], separable=bool,
                  proof=record(w=list[Q]) | record(combination=list[tuple[int, int, Positive]]))


def check_choices(certificate: Any) -> dict[str, Any]:
    """Check a certificate and return {"separable", "examples", "dimension"}, with "active" for a combination; raise
    `Refuted`.
    """
    given = read(_Choices, certificate)
    require_candidates(given.X, given.y)
    facts: dict[str, Any] = {"separable": given.separable, "examples": len(given.y), "dimension": len(given.X[0][0])}
    if given.separable != hasattr(given.proof, "w"):
        raise Refuted("the proof needs w if the right candidates can be separated, otherwise a combination")
    candidates = _vectors(given.X)
    if not given.separable:
        return facts | {"active": _check_no_chooser(given, candidates, given.proof.combination)}
    require_length(given.proof.w, len(given.X[0][0]), "w")
    w = Vector.of(given.proof.w)
    for i, each in enumerate(candidates):
        scores = [inner(w, one) for one in each]
        charge(len(scores))
        if any(score >= scores[given.y[i]] for j, score in enumerate(scores) if j != given.y[i]):
            raise Refuted(f"w does not separate: in example {i} the right candidate does not have the largest score")
    return facts


def _check_no_chooser(given, candidates, combination):
    seen, found = set(), Vector([0] * len(given.X[0][0]))
    for n, (i, j, weight) in enumerate(combination):
        require_index(i, len(given.y), f"combination[{n}][0]")
        require_index(j, len(candidates[i]), f"combination[{n}][1]")
        if j == given.y[i] or (i, j) in seen:
            raise Refuted(f"combination[{n}] must name an example and a wrong candidate, and may not repeat a pair")
        seen.add((i, j))
        found = found.plus(weight, candidates[i][given.y[i]]).plus(-weight, candidates[i][j])
    if total([weight for _, _, weight in combination]) != 1:
        raise Refuted("the weights have a sum other than 1")
    if any(found.values):
        raise Refuted("the combination of differences is not 0")
    return sorted({i for i, _, _ in combination})


def check_classes(certificate: Any) -> dict[str, Any]:
    """Check a certificate and return {"separable", "examples", "dimension", "classes"}, with "active" for a
    combination; raise `Refuted`.
    """
    given = read(_Separability, certificate)
    require_table(given.X, given.y)
    right = index_labels(given.classes, given.y)
    facts = {"separable": given.separable, "examples": len(given.y), "dimension": len(given.X[0]),
             "classes": given.classes}
    if given.separable != hasattr(given.proof, "classifiers"):
        raise Refuted("the proof needs classifiers if the classes are separable, otherwise a combination")
    if given.separable:
        _check_classifiers(given, right, given.proof.classifiers)
        return facts
    return facts | {"active": _check_combination(given, right, given.proof.combination)}


def _check_classifiers(given, right, found):
    if len(found) != len(given.classes):
        raise Refuted(f"there must be {len(given.classes)} classifiers, one for each class, not {len(found)}")
    for k, one in enumerate(found):
        require_length(one.w, len(given.X[0]), f"classifiers[{k}].w")
        if one.b and not given.bias:
            raise Refuted("b is not 0, but the certificate says that there is no bias")
    if (i := find_rival(given.X, right, found)) is not None:
        raise Refuted(f"the classifiers do not separate: on example {i} its class does not have the largest score")


def _check_combination(given, right, combination):
    place, seen = {name: k for k, name in enumerate(given.classes)}, set()
    sums = [Vector([0] * (len(given.X[0]) + 1)) for _ in given.classes]
    rows = vectors([[*x, int(given.bias)] for x in given.X])
    for n, (i, name, weight) in enumerate(combination):
        require_index(i, len(given.y), f"combination[{n}][0]")
        if name not in place or place[name] == right[i] or (i, name) in seen:
            raise Refuted(f"combination[{n}] must name an example and a class other than its own, and may not repeat a "
                          "pair")
        seen.add((i, name))
        sums[right[i]] = sums[right[i]].plus(weight, rows[i])
        sums[place[name]] = sums[place[name]].plus(-weight, rows[i])
    if total([weight for _, _, weight in combination]) != 1:
        raise Refuted("the weights have a sum other than 1")
    for name, found in zip(given.classes, sums, strict=True):
        if any(found.values):
            raise Refuted(f"the combination of differences is not 0 in the weights of class {name!r:.40}")
    return sorted({i for i, _, _ in combination})

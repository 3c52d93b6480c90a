"""Change every leaf of certificates of every kind: `python -m metatests.certificate_mutants`.

If `novikoff verify` confirms a changed certificate, it must be true.

Main definitions:
    CASES        small runs of every algorithm, its variants and reasons to stop
    changes      all changes of a certificate, each at one place
    is_true      decides whether a certificate is true, without its checker
    sweep        try all changes of the cases; a Report

A changed certificate that is verified is judged without the checkers. `novikoff.algorithms` makes the run from the
question in the certificate, and must give exactly this certificate. A run whose steps may come in any order is repeated
in plain fractions. Points and combinations are inserted into the definition, and a bracket must contain the optimum
that the solver finds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from novikoff.algorithms import kernels, multi_class_perceptron, nearest_point, perceptron, structured_perceptron, svm
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import TooMuchWork, verify
from novikoff.algorithms.errors import BadInput, Interrupted, NoSeparator
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.algorithms.run_certificates import rational_to_text

from .mutant_runner import tick

Json = Any
F = Fraction
Path = tuple[Any, ...]

# ----------------------------------------------------------------------------- the certificates

EASY = [[2, 1], [-1, 3], [-2, F(3, 2)], [1, -2], [0, F(1, 2)]], [1, 1, -1, -1, -1]
MIXED = [[0], [3], [1], [2]], [1, 1, -1, -1]
SIGNS = [[-1, 1, 1], [1, 1, -1], [-1, -1, -1], [1, -1, 1]], [-1, 1, -1, 1]
THREE = [[0, 3], [3, 0], [-3, -3], [-2, -4]], ["a", "b", "c", "c"]
GRAM = [[2, 1, 0], [1, 2, -1], [0, -1, 3]], [1, -1, 1]


class Case(NamedTuple):
    """A run with its options on some data; `interrupted` ends it after that many updates. `made(X, y, **options)`
    returns a certificate of the algorithm's module for something other than a run.
    """

    algorithm: str
    options: dict[str, Any]
    data: tuple[Any, Any] = EASY
    interrupted: int | None = None
    made: Callable[..., Json] | None = None


def _cases() -> Iterator[Case]:
    """Yield at least one certificate of every kind, variant and reason to stop."""
    for name in ("perceptron", "averaged_perceptron", "voted_perceptron", "margin_perceptron"):
        rule: dict[str, Any] = {"beta": F(5, 2)} if "beta" in ALGORITHMS[name].takes({}) else {"tie": "positive"}
        for order in ("cyclic", "first", "random", [0, 3, 3, 1, 2, 2, 0]):
            seed = 4 if order == "random" else None
            yield Case(name, {"order": order, "seed": seed, "rate": F(2, 3), **rule})
        yield Case(name, {"bias_step": "R2", "max_updates": 2})
        yield Case(name, {"max_updates": 3, "start": ([1], -1)}, MIXED)
    for rates in (F(3, 2), [2, F(1, 2), 1], "1/t", "2^-t", "normalised"):
        yield Case("variable_increment", {"rates": rates, "tie": "positive", "max_updates": 6})
    yield Case("variable_increment", {"rates": "1/t", "order": "first", "bias_step": "R2"})
    yield Case("variable_increment", {"rates": "normalised", "order": [0, 3, 3, 1, 2, 2, 0], "bias_step": 0})
    yield Case("variable_increment", {"rates": [1, F(1, 3)], "order": "random", "seed": 2, "max_updates": 3}, MIXED)
    yield Case("variable_increment", {"rates": "2^-t", "start": ([1], -1), "max_updates": 3}, MIXED)
    yield Case("variable_increment", {"rates": [3, 2]}, interrupted=2)
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("romma", {"order": order, "rho": F(1, 3), "bits": 3})
    yield Case("romma", {"bits": None, "bias_step": F(2, 3), "max_updates": 3})
    yield Case("romma", {"bias_step": 0, "max_updates": 9}, ([[1], [1]], [1, -1]))
    for order in ("cyclic", "random"):
        yield Case("alma", {"order": order, "seed": 2 if order == "random" else None, "alpha": F(3, 4), "bits": 3})
    yield Case("alma", {"bias_step": 0, "max_updates": 9}, ([[1], [1]], [1, -1]))
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("ellipsoid", {"order": order})
    yield Case("ellipsoid", {"bias_step": "R2", "order": "random", "seed": 2, "max_updates": 3}, MIXED)
    yield Case("ellipsoid", {"bias_step": 0, "max_updates": 9}, ([[0, 1], [0, 0]], [1, -1]))
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("dynamic_margin_perceptron", {"order": order, "epsilon": F(2, 3), "max_updates": 9})
    yield Case("dynamic_margin_perceptron", {"bias_step": "R2", "order": "random", "seed": 2, "max_updates": 3}, MIXED)
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("shifting_perceptron", {"order": order, "lam": F(5, 3), "tie": "positive"})
    yield Case("shifting_perceptron", {"bias_step": "R2", "order": "random", "seed": 2, "max_updates": 3}, MIXED)
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("forgetron", {"order": order, "budget": 2, "shrink": F(2, 3), "tie": "positive", "max_updates": 6})
    yield Case("forgetron", {"bias_step": "R2", "order": "random", "seed": 2, "budget": 1, "max_updates": 3}, MIXED)
    for order in ("cyclic", "first", [0, 3, 3, 1, 2, 2, 0]):
        yield Case("random_budget_perceptron", {"order": order, "budget": 2, "drop_seed": 5, "max_updates": 6})
    yield Case("random_budget_perceptron", {"order": "random", "seed": 2, "budget": 1, "max_updates": 3}, MIXED)
    yield Case("perceptron", {}, interrupted=2)
    yield Case("perceptron", {"order": "random", "seed": 1}, interrupted=3)
    for data in (EASY, MIXED):
        yield Case("batch_perceptron", {"rate": "1/t", "max_updates": 6}, data)
        yield Case("batch_perceptron", {"rate": [1, F(1, 2)]}, data)
        yield Case("batch_perceptron", {"rate": [1, F(1, 2), 1], "max_updates": 2}, data)
        yield Case("noise_tolerant_perceptron", {"noise": F(1, 5), "epsilon": F(1, 9), "max_updates": 4}, data)
        yield Case("pocket", {"patience": 3, "rate": [1, F(1, 2), F(1, 3), F(1, 5)]}, data)
        yield Case("pocket", {"target": 1, "max_updates": 5}, data)
        yield Case("gradient_descent", {"max_updates": 4}, data)
        yield Case("hinge", {"lam": F(1, 2), "max_updates": 4}, data)
        yield Case("hinge", {"lam": F(1, 2), "rate": [1, F(1, 2)], "max_updates": 4, "bias": False}, data)
        yield Case("smo", {"C": F(3, 2), "epsilon": F(1, 4), "max_updates": 9}, data)
        yield Case("smo", {"C": 5, "choose": "violation", "max_updates": 4}, data)
        yield Case("pegasos", {"lam": F(1, 2), "max_updates": 4, "batch": 2, "seed": 3, "bias": data is EASY}, data)
        yield Case("kozinec", {"choose": "worst", "kappa_bits": 3, "max_updates": 4}, data)
        yield Case("von_neumann", {"epsilon": F(1, 3), "kappa_bits": 3}, data)
        yield Case("hull_distance", {"epsilon": F(1, 4), "bits": 3, "max_updates": 4}, data)
        yield Case("separability", {}, data)
        yield Case("separability", {"bias": False}, data)
        yield Case("svm", {"C": F(3, 2)}, data)
        yield Case("lifting", {"lifting": "shifted_squares", "tie": "negative", "max_updates": 8}, data)
        squares = {"kernel": "polynomial", "degree": 2, "offset": F(1, 2)}
        yield Case("kernel_perceptron", {**squares, "max_updates": 9}, data)
        yield Case("nearest_mean", {"tie": "positive"}, data)
        yield Case("nearest_mean", {"kernel": "polynomial", "degree": 2}, data)
    yield Case("noise_tolerant_perceptron", {"bias_step": "R2"})
    yield Case("noise_tolerant_perceptron", {"noise": F(1, 5), "bias_step": 0, "max_updates": 9}, ([[1], [1]], [1, -1]))
    yield Case("pocket", {"patience": 3}, ([[0], [1], [2], [4]], [1, -1, 1, 1]))
    yield Case("batch_perceptron", {"bias_step": F(1, 3)}, interrupted=1)
    yield Case("gradient_descent", {"criterion": "J", "start": ([-1, 0], 2)})
    yield Case("hinge", {"lam": 2, "max_updates": 9}, ([[1], [-1]], [1, -1]))
    yield Case("smo", {"max_updates": 9}, ([[0], [1], [4]], [-1, 1, 1]))
    yield Case("kozinec", {"epsilon": F(1, 4), "choose": "cyclic", "start": 2})
    yield Case("kozinec", {"bias_step": F(2, 3), "kappa_bits": None, "max_updates": 3})
    yield Case("kozinec", {"bias_step": 0, "max_updates": 9}, ([[1], [-1]], [1, 1]))
    yield Case("von_neumann", {"bias_step": F(2, 3), "kappa_bits": None, "start": 2, "max_updates": 2})
    yield Case("von_neumann", {"bias_step": 0, "epsilon": 1}, ([[1], [-1]], [1, 1]))
    for way in ("gilbert", "mdm"):
        yield Case("hull_distance", {"epsilon": F(1, 9), "rule": way, "start": 1})
        yield Case("hull_distance", {"epsilon": 0, "rule": way, "bits": None, "bias": False, "max_updates": 3})
    yield Case("nearest_point", {})
    yield Case("nearest_point", {"bias_step": 0}, ([[1], [-2]], [1, -1]))
    yield Case("svm", {})
    yield Case("kernel_perceptron", {"kernel": "precomputed", "tie": "negative"}, GRAM)
    yield Case("nearest_mean", {"kernel": "precomputed"}, GRAM)
    yield Case("nearest_neighbours", {"k": 3, "distance_tie": "all", "vote_tie": "nearest"}, THREE)
    yield Case("nearest_neighbours", {"k": 2}, EASY)
    for balanced in (False, True):
        yield Case("winnow", {"delta": F(1, 2), "balanced": balanced, "max_updates": 5}, SIGNS)
    yield Case("weighted_majority", {"beta": F(1, 2)}, SIGNS)
    yield Case("weighted_majority", {"beta": 0, "tie": "negative", "max_updates": 1}, SIGNS)
    yield Case("adaboost", {})
    yield Case("adaboost", {"max_updates": 2})
    yield Case("adaboost", {"max_updates": 9}, ([[0], [1], [0], [1]], [1, 1, -1, -1]))
    yield Case("adaboost", {}, ([[0], [1]], [1, -1]))
    for driver in ("perceptron", "batch_perceptron"):
        yield Case("one_vs_rest", {"driver": driver}, THREE)
    yield Case("widrow_hoff", {"max_updates": 4})
    yield Case("widrow_hoff", {"rate": F(1, 9), "order": [0, 3, 1, 1], "start": ([1, -1], 2)})
    for more in ({"rate": F(3, 2)}, {"threshold": F(1, 3), "beta": 2, "bias_step": 0, "start": ([1, -1], 0)}):
        yield Case("relaxation", {"max_updates": 9, **more})
    for order in ("cyclic", "first", "random", [0, 3, 1, 2, 2, 1]):
        yield Case("prank", {"order": order, "seed": 4 if order == "random" else None, "max_updates": 9}, THREE)
    yield Case("prank", {"ranks": ["b", "c", "a"]}, ([[1, F(1, 2)], [3, 0], [5, 1], [2, 2]], ["b", "c", "a", "c"]))
    yield Case("one_vs_rest", {"driver": "winnow", "max_updates": 2}, (SIGNS[0], ["a", "b", "a", "c"]))

    rules = ("chosen", "first", "random"), ("equal", "mistake", "first"), ("equal", "correct", [2, 0, 3])
    for shares, tie, order in rules:
        seed = 1 if order == "random" else None
        yield Case("multi_class_perceptron", {"shares": shares, "tie": tie, "order": order, "seed": seed,
                                              "rate": F(2, 3)}, THREE)
    near: Any = ([[1, 1], [2, -1], [1, -1], [2, 1]], ["a", "b", "c", "c"])
    yield Case("multi_class_perceptron", {"bias_step": F(1, 2), "max_updates": 4}, near)
    yield Case("multi_class_perceptron", {}, THREE, interrupted=1)
    classes: Any = (THREE, True), (near, True), (near, False), (([[1], [1], [2]], ["a", "b", "a"]), True)
    for data, bias in classes:
        yield Case("multi_class_perceptron", {"bias": bias}, data, made=_classes)

    choices: Any = ([[[2, 0], [0, 1], [1, 1]], [[0, 3], [1, 0]], [[F(1, 2), 1], [3, -1]]], [0, 1, 1])
    for shares, tie, order in rules:
        seed = 1 if order == "random" else None
        options = {"shares": shares, "tie": tie, "order": order if order != [2, 0, 3] else [2, 0], "seed": seed}
        yield Case("structured_perceptron", {**options, "rate": F(2, 3)}, choices)
    no_choice: Any = ([[[0], [1]], [[2], [1]], [[3], [4], [5]]], [0, 0, 1])
    yield Case("structured_perceptron", {"max_updates": 4}, no_choice)
    yield Case("structured_perceptron", {}, choices, interrupted=1)
    for data in (choices, no_choice):
        yield Case("structured_perceptron", {}, data, made=_choices)


def _choices(X, y):
    return structured_perceptron.separate_certificate(structured_perceptron.separate(X, y), X, y)


def _classes(X, y, bias):
    return multi_class_perceptron.separate_certificate(multi_class_perceptron.separate(X, y, bias=bias), X, y)


CASES = tuple(_cases())


def certificate_of(case: Case) -> Json:
    """Run a case and return its certificate, after a round trip through JSON."""
    algorithm = ALGORITHMS[case.algorithm]
    X, y = case.data

    def progress(updates):
        if updates == case.interrupted:
            raise KeyboardInterrupt

    module = algorithm.module
    if case.made:
        return _as_json(case.made(X, y, **case.options))
    if case.interrupted is None:
        record = algorithm.run(X, y, **case.options)
        return json.loads(json.dumps(algorithm.certify(record, X, y, **case.options)))
    try:
        module.run(X, y, **case.options, progress=progress)
    except Interrupted as interruption:
        return json.loads(json.dumps(module.certificate(interruption.record, X, y)))
    raise BadInput(f"{case.algorithm} ends before update {case.interrupted}")


# ------------------------------------------------------------------------------------ the changes

WORDS = (
    "separated", "max_updates", "interrupted", "order_exhausted", "rates_exhausted", "stationary", "target", "patience",
    "gradient_zero", "gradient_undefined", "eps_solution", "epsilon", "origin", "computed", "mixed", "cyclic", "first",
    "random", "worst", "mistake", "correct", "positive", "negative", "gilbert", "mdm", "J", "J_p", "1/t", "listed",
    "1/(λt)", "linear", "polynomial", "precomputed", "all", "smallest", "nearest", "a", "b", "run", "perceptron",
    "near", "chosen", "equal", "contradiction", "2^-t", "normalised",
)


class Change(NamedTuple):
    """How a certificate is changed and where; `made` returns the changed copy."""

    path: Path
    how: str
    made: Callable[[], Json]


def places(data: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every place of a JSON value, containers before their content.

    >>> [path for path, _ in places({"a": [1, 2]})]
    [(), ('a',), ('a', 0), ('a', 1)]
    """
    yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def is_leaf(value: Json) -> bool:
    """Return whether a JSON value holds no other."""
    return not isinstance(value, dict | list) or not value


def others(value: Json) -> Iterator[Json]:
    """Yield replacements of a value: near ones, other words, other types."""
    yield from (None, True, False, 0, 1, "0", "1", "", [], {}, [value], {"value": value})
    if isinstance(value, bool):
        yield from (not value, int(value), str(value).lower())
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, 2 * value, 10**6, str(value))
    elif isinstance(value, str):
        yield from (value.upper(), f" {value}", *WORDS)
        try:
            number = F(value)
        except ValueError:
            return
        near = (number + 1, number - 1, -number, 2 * number, number / 2, number + F(1, 10**9))
        yield from (*map(str, near), f"{2 * number.numerator}/{2 * number.denominator}", f"{value}/1", f"+{value}")
        yield int(number)
    elif isinstance(value, list) and value:
        yield from (value[:-1], value[1:], [*value, value[-1]], value[::-1])


def changes(certificate: Json) -> Iterator[Change]:
    """Yield all changes: another value at one place, a key or entry more or less, neighbours swapped.

    >>> made = [change.how for change in changes({"a": 1})]
    >>> made[0], made[-1]
    ('a key more', 'without it')
    """
    text = json.dumps(certificate)
    for path, value in places(certificate):
        if path:
            for other in others(value):
                if (type(other), other) != (type(value), value):
                    yield Change(path, f"{value!r:.40} -> {other!r:.40}", partial(_put, text, path, other))
            yield Change(path, "without it", partial(_without, text, path))
            if isinstance(path[-1], int) and path[-1]:
                yield Change(path, "swapped with the one before", partial(_swapped, text, path))
        if isinstance(value, dict):
            yield Change(path, "a key more", partial(_put, text, (*path, "more"), 1))


def _parent(data, path):
    for key in path[:-1]:
        data = data[key]
    return data


def _put(text, path, value):
    changed = json.loads(text)
    _parent(changed, path)[path[-1]] = value
    return changed


def _without(text, path):
    changed = json.loads(text)
    del _parent(changed, path)[path[-1]]
    return changed


def _swapped(text, path):
    changed = json.loads(text)
    parent, i = _parent(changed, path), path[-1]
    parent[i - 1], parent[i] = parent[i], parent[i - 1]
    return changed


# ------------------------------------------------------------------------------------ the judgement


def is_true(certificate: Json) -> bool:
    """Return whether the statement of a well-formed certificate is true, without its checker."""
    if certificate["kind"] == "run":
        judge = JUDGES.get(certificate["algorithm"], _is_made_again)
    else:
        judge = {"margin": _is_margin, "svm": _is_optimum}.get(certificate["kind"], _is_shown)
    try:
        return judge(certificate)
    except (BadInput, NoSeparator):
        return False


def _numbers(values):
    return [_numbers(value) if isinstance(value, list) else F(value) for value in values]


def _table(certificate):
    return [_numbers(x) for x in certificate["X"]], certificate["y"]


def _is_made_again(certificate):
    """Return whether the run with these parameters and this number of steps has this certificate."""
    name, result, steps = certificate["algorithm"], certificate["result"], certificate["steps"]
    module, (X, y) = ALGORITHMS[name].module, _table(certificate)
    parameters = certificate["parameters"]
    if ALGORITHMS[name].ends == ("computed",):
        points = [_numbers(x) for x in parameters["points"]]
        options = {key: _option(key, value) for key, value in parameters.items() if key != "points"}
        return _as_json(module.certificate(module.run(X, y, **options), X, y, points=points)) == certificate
    options = {key: _option(key, value) for key, value in parameters.items()}
    if options.get("rate") == "listed":
        sizes = [F(step["rate"] if isinstance(step, dict) else step[0]) for step in steps]
        options["rate"] = sizes + [1] * (result["stopped"] != "rates_exhausted")
    record = module.run(X, y, **options, max_updates=len(steps))
    again = _as_json(module.certificate(record, X, y))
    if result["stopped"] == "interrupted":
        if "visits" in result and isinstance(parameters["order"], str):
            before = module.run(X, y, **options, max_updates=len(steps) - 1).visits if steps else 0
            if not before <= result["visits"] < record.visits or "votes" in result:
                return False
            again["result"]["visits"] = result["visits"]
        elif record.stopped == "max_updates" and "visits" in result:
            return False
        again["result"]["stopped"] = "interrupted"
    return again == certificate


def _option(key, value):
    """Return a parameter of a certificate as the algorithm takes it."""
    if isinstance(value, list) and key in ("start", "rates"):
        return [_option(key, one) for one in value]
    if key == "start" and isinstance(value, dict):
        return _numbers(value["w"]), F(value["b"])
    if key == "kernel":
        return _kernel(value)
    if isinstance(value, str):
        try:
            return F(value)
        except ValueError:
            return value
    return value


def _kernel(given):
    options: dict[str, Any] = {key: _option(key, value) for key, value in given.items() if key != "name"}
    return kernels.kernel(given["name"], **options)


def _as_json(data):
    return json.loads(json.dumps(data))


class _Plain(NamedTuple):
    """A run in plain fractions: f(x) in the state after the steps, and what a step changes."""

    value: Callable[[int], Fraction]
    step: Callable[[int], None]
    ties: Sequence[int]


TIES = {"mistake": (-1, 1), "correct": (), "positive": (-1,), "negative": (1,)}


def _steps_are_mistakes(certificate, plain):
    """Return whether every step is a mistake at its turn, and the run ends as it says."""
    y, result = certificate["y"], certificate["result"]

    def is_wrong(i):
        value = plain.value(i) * y[i]
        return value < 0 or (value == 0 and y[i] in plain.ties)

    for i in certificate["steps"]:
        if not is_wrong(i):
            return False
        plain.step(i)
    separated = not any(map(is_wrong, range(len(y))))
    stopped = "separated" if separated else "max_updates"
    said = result["updates"], result["separated"]
    return said == (len(certificate["steps"]), separated) and result["stopped"] in (stopped, "interrupted")


def _kernel_is_true(certificate):
    (X, y), parameters = _table(certificate), certificate["parameters"]
    K, c = kernels.gram(_kernel(parameters["kernel"]), X), F(parameters["bias_step"])
    counts = [0] * len(y)

    def value(i):
        return sum(F(counts[j]) * y[j] * (F(K[j][i]) + c) for j in range(len(y)))

    def step(i):
        counts[i] += 1

    found = _steps_are_mistakes(certificate, _Plain(value, step, TIES[parameters["tie"]]))
    b = c * sum(n * sign for n, sign in zip(counts, y, strict=True))
    return found and (certificate["result"]["counts"], certificate["result"]["b"]) == (counts, rational_to_text(b))


def _von_neumann_is_true(certificate):
    """Return whether the run can be repeated, ignoring the proof of inseparability, which may be missing or another
    one.
    """
    result, parameters = certificate["result"], certificate["parameters"]
    weights = result["combination"]
    bias = F(parameters["bias_step"]) > 0
    claim = {**certificate, "bias": bias, "separable": False, "proof": {"combination": weights}}
    if result["inseparable"] != (weights is not None) or (weights is not None and not _is_shown(claim)):
        return False
    (X, y), options = _table(certificate), {key: _option(key, value) for key, value in parameters.items()}
    module = ALGORITHMS[certificate["algorithm"]].module
    record = module.run(X, y, **options, max_updates=len(certificate["steps"]))
    again = _as_json(module.certificate(record, X, y))
    stopped = "interrupted" if result["stopped"] == "interrupted" else record.stopped
    again["result"] |= {"combination": weights, "inseparable": weights is not None, "stopped": stopped}
    return again == certificate


def _lifting_is_true(certificate):
    """Return whether the perceptron, run on the lifted examples in the order of the steps, has this discriminant."""
    (X, y), parameters, result = _table(certificate), certificate["parameters"], certificate["result"]
    terms = [{tuple(t["exponents"]): F(t["coefficient"]) for t in p} for p in parameters["lifting"]]
    options = {key: _option(key, value) for key, value in parameters.items() if key != "lifting"}
    run = perceptron.run([[_at(p, x) for p in terms] for x in X], y, order=certificate["steps"], **options)
    discriminant = {tuple(t["exponents"]): F(t["coefficient"]) for t in result["discriminant"]}
    tried = [[F(3 * i + j * j + 2, 7 + i) for j in range(len(X[0]))] for i in range(9)]
    agrees = all(_at(discriminant, x) == sum(w * _at(p, x) for w, p in zip(run.w, terms, strict=True)) + run.b
                 for x in [*X, *tried])
    ends = "separated" if run.separated else "max_updates"
    found = [*run.mistakes], run.updates, run.separated, [*run.w], run.b
    said = certificate["steps"], result["updates"], result["separated"], _numbers(result["w"]), F(result["b"])
    return agrees and found == said and result["stopped"] in (ends, "interrupted")


def _at(terms, x):
    total = F(0)
    for exponents, coefficient in terms.items():
        for v, e in zip(x, exponents, strict=True):
            coefficient *= v**e
        total += coefficient
    return total


def _winnow_is_true(certificate):
    (X, y), parameters = _table(certificate), certificate["parameters"]
    points = [[*x, *(-v for v in x)] for x in X] if parameters["balanced"] else X
    weights, factor = [F(1)] * len(points[0]), 1 + F(parameters["delta"])

    def value(i):
        return sum(w * v for w, v in zip(weights, points[i], strict=True))

    def step(i):
        weights[:] = [w * factor ** int(y[i] * v) for w, v in zip(weights, points[i], strict=True)]

    found = _steps_are_mistakes(certificate, _Plain(value, step, TIES["mistake"]))
    return found and [factor**e for e in certificate["result"]["exponents"]] == weights


def _one_vs_rest_is_true(certificate):
    classes, steps, result, y = (certificate["parameters"]["classes"], certificate["steps"], certificate["result"],
                                 certificate["y"])
    for name, step in zip(classes, steps, strict=True):
        if step["X"] != certificate["X"] or step["y"] != [1 if label == name else -1 for label in y]:
            return False
    X, _ = _table(certificate)
    scores = [[_score(step, x) for step in steps] for x in X]
    wins = all(
        all(row[classes.index(label)] > s for k, s in enumerate(row) if classes[k] != label)
        for row, label in zip(scores, y, strict=True)
    )
    stops = {step["result"]["stopped"] for step in steps}
    said = {"updates": sum(step["result"]["updates"] for step in steps), "separated": wins,
            "stopped": stops.pop() if len(stops) == 1 else "mixed"}
    return len(set(classes)) == len(classes) and result == said and all(map(is_true, steps))


def _score(step, x):
    result = step["result"]
    if "w" in result:
        return sum((F(w) * v for w, v in zip(result["w"], x, strict=True)), F(result["b"]))
    base = 1 + F(step["parameters"]["delta"])
    weights = [base**e for e in result["exponents"]]
    signs = [*x, *(-v for v in x)] if len(weights) > len(x) else x
    return sum(w * v for w, v in zip(weights, signs, strict=True))


def _margins(X, y, w, b):
    return [sign * (sum(F(p) * v for p, v in zip(w, x, strict=True)) + F(b)) for x, sign in zip(X, y, strict=True)]


def _differences(certificate) -> dict[tuple[Any, ...], list[Fraction]] | None:
    """Return the vectors that must be on a separator's positive side, by place: an example, an example and another
    class, or an example and a wrong candidate. Return None if the examples are malformed.
    """
    if certificate["kind"] == "choices":
        X, y = _table(certificate)
        if len(X) != len(y) or len({len(one) for each in X for one in each}) != 1:
            return None
        if not all(len(x) > 1 and 0 <= k < len(x) for x, k in zip(X, y, strict=True)):
            return None
        return {(i, j): [p - q for p, q in zip(x[k], other, strict=True)]
                for i, (x, k) in enumerate(zip(X, y, strict=True)) for j, other in enumerate(x) if j != k}
    X, y = _table(certificate)
    X = [[*x, F(certificate["bias"])] for x in X]
    if certificate["kind"] != "classes":
        return {(i,): [sign * v for v in x] for i, (x, sign) in enumerate(zip(X, y, strict=True))}
    names = certificate["classes"]
    if len(set(names)) < len(names) or not set(y) <= set(names):
        return None
    return {(i, other): [((name == y[i]) - (name == other)) * v for name in names for v in x]
            for i, x in enumerate(X) for other in names if other != y[i]}


def _is_shown(certificate):
    """Return whether a separator has all differences on its positive side, or a combination of them is 0."""
    proof, vectors = certificate["proof"], _differences(certificate)
    if vectors is None:
        return False
    if certificate["separable"]:
        parts = proof.get("classifiers", [proof])
        w = [F(v) for one in parts for v in [*one["w"], *([one["b"]] if "b" in one else [])]]
        no_bias = certificate.get("bias", True) or not any(F(one["b"]) for one in parts)
        return no_bias and min(sum(u * v for u, v in zip(w, z, strict=True)) for z in vectors.values()) > 0
    if certificate["kind"] in ("classes", "choices"):
        weights: dict[tuple[Any, ...], Fraction] = {(i, k): F(weight) for i, k, weight in proof["combination"]}
        fits = len(weights) == len(proof["combination"]) and min(weights.values(), default=0) > 0
    else:
        weights = {(i,): F(weight) for i, weight in enumerate(proof["combination"])}
        fits = len(weights) == len(vectors) and min(weights.values()) >= 0
    if not fits or not weights.keys() <= vectors.keys() or sum(weights.values()) != 1:
        return False
    columns = zip(*(vectors[place] for place in weights), strict=True)
    return not any(sum(a * v for a, v in zip(weights.values(), column, strict=True)) for column in columns)


def _combined(X, y, dual):
    return [sum(F(a) * sign * v for a, sign, v in zip(dual, y, column, strict=True)) for column in zip(*X, strict=True)]


def _is_margin(certificate):
    (X, y), c, dual = _table(certificate), certificate["bias_step"], _numbers(certificate["dual"])
    w, b = _numbers(certificate["w"]), F(certificate["b"])
    balance = sum(a * sign for a, sign in zip(dual, y, strict=True))
    least = 2 * svm.hard_margin(X, y).upper if c is None else nearest_point.best_margin(X, y, F(c)).upper
    if min(_margins(X, y, w, b)) < 1 or min(dual) < 0 or (c is None and balance) or (c == "0" and b):
        return False
    step = F(c or 0)
    upper = sum(v * v for v in w) + (b * b / step if step else 0)
    lower = sum(dual) ** 2 / (sum(v * v for v in _combined(X, y, dual)) + step * balance**2)
    return (upper, lower) == (F(certificate["upper"]), F(certificate["lower"])) and lower <= least <= upper


def _is_optimum(certificate):
    (X, y), C, dual = _table(certificate), certificate["C"], _numbers(certificate["dual"])
    w, b = _numbers(certificate["w"]), F(certificate["b"])
    slacks = [max(F(0), 1 - margin) for margin in _margins(X, y, w, b)]
    found = svm.hard_margin(X, y) if C is None else svm.soft_margin(X, y, C=F(C))
    if min(dual) < 0 or sum(a * sign for a, sign in zip(dual, y, strict=True)):
        return False
    if (C is None and any(slacks)) or (C is not None and max(dual) > F(C)):
        return False
    upper = sum(v * v for v in w) / 2 + F(C or 0) * sum(slacks)
    lower = sum(dual) - sum(v * v for v in _combined(X, y, dual)) / 2
    return (upper, lower) == (F(certificate["upper"]), F(certificate["lower"])) and lower <= found.upper <= upper


JUDGES: dict[str, Callable[[Json], bool]] = {
    "kernel_perceptron": _kernel_is_true, "lifting": _lifting_is_true, "winnow": _winnow_is_true,
    "one_vs_rest": _one_vs_rest_is_true, "von_neumann": _von_neumann_is_true,
}

# ---------------------------------------------------------------------------------------- the sweep


@dataclass
class Report:
    """The numbers of certificates, leaves and changes that were tried, and the outcomes of the changes."""

    certificates: int = 0
    leaves: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    false: list[dict[str, Any]] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """Return how many changed certificates were tried."""
        return sum(self.outcomes.values())


@cache
def certificates() -> tuple[str, ...]:
    """Return the certificates of all cases, as JSON texts."""
    return tuple(json.dumps(certificate_of(case)) for case in CASES)


def sweep(
    number: int | None = None, tick: Callable[[str, int, int], object] = lambda *where: None, seed: object = 0
) -> Report:
    """Make every change, or about `number` of them, spread evenly and varying with the seed, and judge the verified
    ones.

    A change is "refused", "true" (verified, and the changed statement is true) or "false", which must not be.
    `tick(algorithm, done, total)` is called after each certificate.
    """
    report, originals = Report(), [json.loads(text) for text in certificates()]
    every_change = [[*changes(one)] for one in originals]
    every = 1 if number is None else max(1, sum(map(len, every_change)) // number)
    place = Random(f"{seed}").randrange(every)
    for case, original, found in zip(CASES, originals, every_change, strict=True):
        verify(original)
        report.certificates += 1
        report.leaves += sum(is_leaf(value) for _, value in places(original))
        for change in found:
            place += 1
            if place % every == 0:
                certificate = change.made()
                outcome = outcome_of(certificate)
                report.outcomes[outcome] += 1
                if outcome == "false":
                    report.false.append({"path": [*change.path], "change": change.how, "certificate": certificate})
        tick(case.algorithm, report.certificates, len(CASES))
    return report


def outcome_of(certificate: Json) -> str:
    """Return the outcome of a changed certificate: "refused", or if it is verified, "true" or "false"."""
    try:
        verify(certificate)
    except (Refuted, TooMuchWork):
        return "refused"
    return "true" if is_true(certificate) else "false"


def report_text(report: Report) -> str:
    """Return a report in words, failures first."""
    wrong = [f"verified, and false: {'.'.join(map(str, one['path']))}: {one['change']}" for one in report.false]
    outcomes = report.outcomes
    counted = f"{report.certificates} certificates with {report.leaves} leaves, {report.changes} changes: "
    return "\n".join([*wrong, counted + f"{outcomes['refused']} refused, {outcomes['true']} verified and true, "
                      f"{outcomes['false']} verified and false"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, metavar="N", help="about N changes, spread evenly (default: all)")
    report = sweep(parser.parse_args().number, tick)
    print(report_text(report))
    sys.exit(bool(report.false))

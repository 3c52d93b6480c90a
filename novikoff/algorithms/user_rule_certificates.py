"""Certificates of runs of a user-defined rule, which only the rule itself can repeat.

The checkers do not know user-defined rules, so they confirm no step of one. `replay_certificate` runs the code of the
rule. It compares the source of the rule's own functions with the recorded source, but not the functions that they call.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Literal

from . import run_certificates
from .checkers import Refuted, feature_scaling
from .checkers.budgeted_fractions import Q
from .checkers.typed_records import Count, Sign, Tie, Vectors, read, record, require_seed, require_table
from .errors import BadInput
from .labelled_examples import exact_rows, labels
from .options import describe_order
from .user_rules import Rule, Run, run

CERTIFICATE = record(schema=Literal[1], kind=Literal["run"], algorithm=str, rule=record(name=str, source=str),
                     parameters=record(order=Literal["cyclic", "first", "random"] | list[int], seed=int | None,
                                       tie=Tie), X=Vectors, y=list[Sign], steps=list[int],
                     result=record(updates=Count, stopped=str, separated=bool, visits=Count, w=list[Q], b=Q))


def make_certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int], *, rule: Rule,
                     **_: Any) -> dict[str, Any]:
    """Return a run as data; raise `BadInput` for a rule whose source cannot be read.

    >>> from .perceptron import update
    >>> rule = Rule.of(update, "novikoff.algorithms.perceptron:update")
    >>> make_certificate(run([[1]], [1], rule=rule), [[1]], [1], rule=rule)["steps"]
    [0]
    """
    table = exact_rows(X)
    return {"schema": 1, "kind": "run", "algorithm": record.rule,
            "rule": {"name": record.rule, "source": rule_source(rule)},
            "parameters": {"order": describe_order(record.order), "seed": record.seed, "tie": record.tie},
            "X": run_certificates.table_to_json(table), "y": [*labels(y, len(table))], "steps": list(record.mistakes),
            "result": result_to_json(record)}


def result_to_json(record: Run) -> dict[str, Any]:
    """Return the fields of a certificate about the end of a run."""
    names = ("updates", "stopped", "separated", "visits")
    return {name: getattr(record, name) for name in names} | run_certificates.classifier_to_json(record)


def rule_source(rule: Rule) -> str:
    """Return the source of the functions of a rule; raise `BadInput` if it cannot be read."""
    found = list[str]()
    functions: list[Callable[..., Any] | None] = [rule.function, rule.when]
    for function in filter(None, functions):
        try:
            found.append(inspect.getsource(function))
        except (OSError, TypeError):
            raise BadInput(f"a run of {rule.name} has no certificate, as its source cannot be read") from None
    return "\n".join(found)


def is_user_rule_run(data: Any) -> bool:
    """Return whether data has the form of a certificate of a run of a user-defined rule."""
    return isinstance(data, dict) and data.get("kind") == "run" and "rule" in data


def replay_certificate(data: dict[str, Any], rule: Rule) -> dict[str, Any]:
    """Repeat the certified run with the rule, and return {"updates", "stopped", "separated", "visits", "ran"}. For an
    interrupted run leave out its end, which the rule does not repeat.

    Raises `Refuted` if the run differs, or if the name or source of the rule is not the recorded one, and `BadInput` if
    the rule does something forbidden. This runs the code of the rule.
    """
    given = read(CERTIFICATE, {key: value for key, value in data.items() if key != "scaling"})
    require_table(given.X, given.y)
    if not given.algorithm == given.rule.name == rule.name:
        raise Refuted(f"its run is by {given.algorithm!r:.80} with the rule {given.rule.name!r:.80}, not by "
                      f"{rule.name}")
    if given.rule.source != rule_source(rule):
        raise Refuted(f"the source code of {rule.name} differs from the recorded one")
    p, end = given.parameters, given.result
    require_seed(p.seed, p.order)
    X = [list(map(Fraction, row)) for row in given.X]
    again = run(X, given.y, rule=rule, order=p.order, seed=p.seed, tie=p.tie, max_updates=len(given.steps))
    if list(again.mistakes) != given.steps:
        raise Refuted(f"{rule.name} updates on the examples {list(again.mistakes)!s:.80}, not on {given.steps!s:.80}")
    free = ("stopped", "visits") if end.stopped == "interrupted" else ()  # its steps do not determine its end
    for name, value in result_to_json(again).items():
        if name not in free and value != data["result"][name]:
            raise Refuted(f"{rule.name} computes {name} = {value!s:.80}, not {data['result'][name]!s:.80}")
    facts = {name: value for name, value in asdict(end).items() if name not in ("w", "b", *free)}
    return {**facts, "ran": rule.name, **(feature_scaling.check(data) if "scaling" in data else {})}

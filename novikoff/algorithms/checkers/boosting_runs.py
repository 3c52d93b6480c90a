"""Certificates of AdaBoost's runs: each stump is the first with the largest edge, and the weights are repeated.

A stump is `sign` where x[feature] > threshold, and −`sign` elsewhere; thresholds are values of the data. A last
feature, which is always 1, has the threshold 0. The edge is Σ D·m/Σ D, where m is 1 if the stump is right and −1 if it
is wrong. e is the edge rounded down to its first `bits` binary digits. If edges are equal, the first one counts, by
feature and then by threshold. An example then has the weight D/(1 + me), and exp(−2yF) = n²·D²·Π(1 − e²). The vote is
right on the example if this number is below 1.
"""

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any

from . import Refuted
from .budgeted_fractions import Q, charge, total
from .run_replay import Rule, Run
from .typed_records import Sign, from_to, record

_Stump = record(feature=int, threshold=Q, sign=Sign, edge=Q)


def _best(columns, y, weights, bits):
    """Return the stump that is due at these weights; its edge is 0 if there is none."""
    best = _largest(columns, y, weights)
    edge = best.edge / total(weights)
    if bits is not None and edge.denominator.bit_length() > bits:
        digits = bits
        while edge * 2**digits < 2 ** (bits - 1):
            digits += 1
        edge = Q(edge.numerator * 2**digits // edge.denominator, 2**digits)
    return replace(best, edge=edge)


def _largest(columns, y, weights):
    """Return the first stump with the largest Σ D·m, which takes the place of the edge."""
    signed = [weight * sign for weight, sign in zip(weights, y, strict=True)]
    whole = total(signed)
    best = _Stump(0, Q(0), 1, Q(0))
    for feature, column in enumerate(columns):
        edge: Any = whole
        for threshold, below in [*_groups(column)][:-1]:
            edge = edge - 2 * total(signed[i] for i in below)
            best = _better(best, feature, threshold, edge)
    return _better(best, len(columns), Q(0), whole)


def _groups(column):
    """Yield the values of a sorted column, each with the examples that have it."""
    return ((value, [i for _, i in same]) for value, same in groupby(column, key=itemgetter(0)))


def _better(best, feature, threshold, edge):
    return _Stump(feature, threshold, 1 if edge > 0 else -1, abs(edge)) if abs(edge) > best.edge else best


def _repeat(run: Run) -> dict[str, Any]:
    n, dimension = len(run.y), len(run.X[0])
    charge(n * dimension * 100)
    X = [[*x, Q(1)] for x in run.X]
    bits = run.parameters.bits
    columns = [sorted((x[j], i) for i, x in enumerate(X)) for j in range(dimension)]
    weights: list[Any] = [Q(1, n)] * n
    product: Any = Q(1)

    def wrong():
        return sum(n * n * product * weight * weight >= 1 for weight in weights)

    def reason():
        return "separated" if not wrong() else None if _largest(columns, run.y, weights).edge else "stationary"

    for count, step in enumerate(run.steps, start=1):
        if not wrong():
            raise Refuted(f"step {count}: the run ends there as 'separated', so no step is due")
        run.require_step(count, _best(columns, run.y, weights, bits))
        product = product * (1 - step.edge * step.edge)
        if product:
            rights = [y if (x[step.feature] > step.threshold) == (step.sign > 0) else -y
                      for x, y in zip(X, run.y, strict=True)]
            weights = [weight / (1 + m * step.edge) for weight, m in zip(weights, rights, strict=True)]
    errors = wrong()
    return {"stopped": run.end(reason()), "separated": not errors, "weights": weights, "product": product,
            "wrong": errors}


Bits = Annotated[int, from_to(2, 10_000)] | None
RULES = {"adaboost": Rule(_repeat, _Stump, {"bits": Bits},
                          {"weights": list[Q], "product": Q, "wrong": int}, ("product", "wrong"))}

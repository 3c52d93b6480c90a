"""Certificates of runs of Winnow and of weighted majority: the weights are powers of one number, and counted again.

Main definitions:
    check               either of the two, by the algorithm that the certificate names
    check_winnow        x ∈ {±1}ⁿ, weights (1 + δ)^eᵢ with eᵢ = Σ y·xᵢ over the steps; balanced: on the inputs (x, −x)
    check_majority      weights β^eᵢ, eᵢ the number of steps in which expert i was wrong
    weights             the classifier that a confirmed certificate ends at

What is confirmed: every step is a mistake of the weights that the steps before it made; the exponents and `separated`
are those of the final weights. Of weighted majority, also that the steps are all the mistakes of the pass through the
trials (the first ones, if the run was capped or interrupted), and the mistakes of each expert. Winnow may take its
steps in any order of the data.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from . import Refuted, fraction
from .kernels import RunRead, by_algorithm, confirm, mistake_rule, read_run
from .separability import examples


def check(certificate: Any) -> dict[str, Any]:
    """Return the facts of a run of "winnow" or "weighted_majority"; raises `Refuted`."""
    return by_algorithm(certificate, {"winnow": check_winnow, "weighted_majority": check_majority})


def check_winnow(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "exponents"}; raises `Refuted`."""
    run = read_run(certificate, "winnow", ["delta", "balanced"], ["exponents"], read_examples=examples_of_signs)
    delta, balanced = fraction(run.parameters[0]), run.parameters[1]
    if delta <= 0 or not isinstance(balanced, bool):
        raise Refuted(f"delta = {delta} must be above 0, and balanced true or false")
    factor = 1 + delta
    X = [[*x, *(-sign for sign in x)] if balanced else x for x in run.X]
    exponents = [0] * len(X[0])
    for step, i in enumerate(run.steps, start=1):
        if run.y[i] * score(factor, exponents, X[i]) > 0:
            raise Refuted(f"step {step}: example {i} is not a mistake there, so it causes no update")
        exponents = [e + run.y[i] * int(sign) for e, sign in zip(exponents, X[i], strict=True)]
    require_integers(run.result[0], exponents, "exponents")
    separated = all(y * score(factor, exponents, x) > 0 for x, y in zip(X, run.y, strict=True))
    return confirm(run, separated) | {"exponents": exponents}


def weights(certificate: dict[str, Any]) -> list[Fraction]:
    """Return the w of a run that has been checked; of balanced Winnow, the difference of its two weights."""
    parameters, n = certificate["parameters"], len(certificate["X"][0])
    base = 1 + fraction(parameters["delta"]) if "delta" in parameters else fraction(parameters["beta"])
    a = [base**exponent for exponent in certificate["result"]["exponents"]]
    return [p - q for p, q in zip(a[:n], a[n:], strict=True)] if len(a) > n else a


def check_majority(certificate: Any) -> dict[str, Any]:
    """Return {"updates", "stopped", "separated", "best_expert_mistakes"}; raises `Refuted`."""
    run = read_run(
        certificate,
        "weighted_majority",
        ["beta", "tie"],
        ["exponents", "expert_mistakes", "best"],
        ("order_exhausted", "max_updates", "interrupted"),
        examples_of_signs,
    )
    beta, mistake = fraction(run.parameters[0]), mistake_rule(run.parameters[1])
    if not 0 <= beta < 1:
        raise Refuted(f"beta = {beta} is not in [0, 1)")
    exponents = _follow_the_trials(run, beta, mistake)
    claimed_exponents, claimed_mistakes, best = run.result
    require_integers(claimed_exponents, exponents, "exponents")
    mistakes = [sum(x[i] != y for x, y in zip(run.X, run.y, strict=True)) for i in range(len(exponents))]
    require_integers(claimed_mistakes, mistakes, "expert_mistakes")
    if type(best) is not int or best != mistakes.index(min(mistakes)):
        raise Refuted(f"the first of the best experts is {mistakes.index(min(mistakes))}, not {best!r:.40}")
    separated = not any(mistake(score(beta, exponents, x), y) for x, y in zip(run.X, run.y, strict=True))
    return confirm(run, separated) | {"best_expert_mistakes": min(mistakes)}


def _follow_the_trials(run: RunRead, beta, mistake) -> list[int]:
    """Return the final exponents, after checking that the steps are the mistakes of the pass, in order."""
    exponents = [0] * len(run.X[0])
    due = iter(run.steps)
    step = next(due, None)
    for t, (x, y) in enumerate(zip(run.X, run.y, strict=True)):
        if not mistake(score(beta, exponents, x), y):
            continue
        if step is None and run.stopped != "order_exhausted":
            break  # the cap, or the interruption, came first
        if step != t:
            raise Refuted(f"the panel is wrong in trial {t}, and the next step is {step}")
        exponents = [e + (sign != y) for e, sign in zip(exponents, x, strict=True)]
        step = next(due, None)
    if step is not None:
        raise Refuted(f"the panel makes no mistake in trial {step} as the next step")
    return exponents


def score(base: Fraction, exponents: Sequence[int], x: Sequence[Fraction]) -> Fraction:
    """Return Σ baseᵉ·x, each power computed once."""
    powers = {e: base**e for e in set(exponents)}
    return sum((powers[e] * sign for e, sign in zip(exponents, x, strict=True)), Fraction(0))


def examples_of_signs(X: Any, y: Any) -> tuple[list[list[Fraction]], list[int]]:
    """Return the examples, after checking that every coordinate is −1 or 1."""
    points, signs = examples(X, y)
    for i, x in enumerate(points):
        if any(abs(value) != 1 for value in x):
            raise Refuted(f"X[{i}] has a coordinate that is not -1 or 1")
    return points, signs


def require_integers(claimed: Any, found: list[int], name: str) -> None:
    """Refuse another list than the one found."""
    if claimed != found or any(type(value) is not int for value in claimed):
        raise Refuted(f"{name} are {found!s:.80}, not {claimed!r:.80}")

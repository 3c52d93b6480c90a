"""Properties of every run from 0 on separable data; each check takes the bound as an argument, so that it can fail.

A property takes (data, run), the run being exact, and raises AssertionError, with the values as p/q and the data,
if it fails. The last argument, usually `bound`, replaces the true right-hand side, so that tests can show that a wrong
one fails. For a run that the theorems do not cover, a property raises `BadInput`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ..algorithms import perceptron
from ..algorithms.base_rule import Record
from ..algorithms.errors import BadInput, ReplayError
from ..algorithms.labelled_examples import Exact, vector
from ..algorithms.perceptron import State
from .bounds import BOUNDS, Bound, alignment_bound, growth_bound
from .separable_instances import SeparableData, dot, drive


def check_mistake_bound(data: SeparableData, run: Record, bound: Bound | None = None) -> None:
    """Check updates ≤ `bound`, by default every one of `BOUNDS` that applies.

    >>> from dataclasses import replace
    >>> data = SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2)
    >>> wrong = replace(BOUNDS["smola-mistake-bound"], value=lambda c, R2, separator: Fraction(19, 2))
    >>> check_mistake_bound(data, drive(data, "cyclic"))
    >>> check_mistake_bound(data, drive(data, "cyclic"), wrong)
    Traceback (most recent call last):
    AssertionError: smola-mistake-bound: 10 updates exceed 19/2; cyclic run, bias step 1, rate 1; X = ((1), (3)), \
y = (-1, 1), w* = (1), b* = -2, γ = 1, R² = 9
    """
    for name, value in _bounds(data, run, bound):
        _require(run.updates <= value, f"{name}: {run.updates} updates exceed {value}", data, run)


def check_bound_is_near(data: SeparableData, run: Record, bound: Bound | None = None) -> None:
    """Check that `bound`, by default every one of `BOUNDS` that applies, is at most 6/5 of the updates.

    It holds for `strategies.tight_runs`, where each example is one mistake, and fails there if a mistake is missed.

    >>> data = SeparableData.of([(1,), (-1,)], [1, -1], (1,), 0)
    >>> check_bound_is_near(data, drive(data, "cyclic"))
    >>> check_bound_is_near(data, drive(data, "cyclic", max_updates=1))
    Traceback (most recent call last):
    AssertionError: tutorial-mistake-bound: 2 is more than 6/5 of 1 updates; cyclic run, bias step 1, rate 1; \
X = ((1), (-1)), y = (1, -1), w* = (1), b* = 0, γ = 1, R² = 1
    """
    for name, value in _bounds(data, run, bound):
        _require(5 * value <= 6 * run.updates, f"{name}: {value} is more than 6/5 of {run.updates} updates", data, run)


def check_bound_is_attained(data: SeparableData, run: Record, bound: Bound | None = None) -> None:
    """Check that no run makes more updates by `bound`, by default by every one of `BOUNDS` that applies: it is below
    the updates + 1. It holds for `strategies.attaining_runs`, and fails there if a mistake is missed.

    >>> data = SeparableData.of([(1,), (-1,)], [1, -1], (1,), 0)
    >>> check_bound_is_attained(data, drive(data, "cyclic"))
    """
    for name, value in _bounds(data, run, bound):
        _require(value < run.updates + 1, f"{name}: {value} leaves more than the {run.updates} updates", data, run)


def _bounds(data, run, bound):
    """Yield the name and value of each bound that applies."""
    _require_hypotheses(data, run)
    c: Any = run.bias_step
    for each in [bound] if bound else BOUNDS.values():
        if each.applies(c, data.R2):
            yield each.id, each.value(c, data.R2, data.separator)


def check_alignment(data: SeparableData, run: Record, bound: Callable[..., Exact] = alignment_bound) -> None:
    """Check ⟨w, w*⟩ + b·b*/c ≥ `bound(k, γ, α)` after every mistake k."""
    _require_hypotheses(data, run)
    for step in steps(data, run):
        least = bound(step.k, data.gamma, run.rate)
        inner = _inner(step.after, State(data.w_star, data.b_star), run.bias_step)
        _require(inner >= least, f"alignment after mistake {step.k}: {inner} is below {least}", data, run)


def check_norm_growth(data: SeparableData, run: Record, bound: Callable[..., Exact] = growth_bound) -> None:
    """Check ‖w‖² + b²/c ≤ `bound(k, R², c, α)` after every mistake k."""
    _require_hypotheses(data, run)
    for step in steps(data, run):
        most = bound(step.k, data.R2, run.bias_step, run.rate)
        norm2 = _inner(step.after, step.after, run.bias_step)
        _require(norm2 <= most, f"norm growth after mistake {step.k}: {norm2} exceeds {most}", data, run)


def improvement(norm2: Exact, bias_step: Exact, rate: Exact = 1) -> Exact:
    """Return α(‖x‖² + c), the amount by which one mistake on (x, y) raises y(⟨w, x⟩ + b).

    >>> improvement(4, bias_step=1)
    5
    """
    return rate * (norm2 + bias_step)


def check_update_improvement(data: SeparableData, run: Record, bound: Callable[..., Exact] = improvement) -> None:
    """Check that every mistake raises the margin of its example by exactly `bound(‖x‖², c, α)`, and never lowers it."""
    for step in steps(data, run):
        gain = perceptron.margin(step.after, step.x, step.y) - perceptron.margin(step.before, step.x, step.y)
        expected = bound(step.x @ step.x, run.bias_step, run.rate)
        _require(gain == expected, f"improvement by mistake {step.k}: {gain} is not {expected}", data, run)
        _require(gain >= 0, f"improvement by mistake {step.k}: {gain} is below 0", data, run)


def check_replay(data: SeparableData, run: Record) -> None:
    """Check that the record can be replayed, and that w = w₀ + αΣyᵢxᵢ, b = b₀ + αcΣyᵢ over its mistakes."""
    try:
        perceptron.replay(run, data.X, data.y)
    except ReplayError as error:
        _require(False, f"replay: {error}", data, run)
    labels = [data.y[i] for i in run.mistakes]
    points = [data.X[i] for i in run.mistakes]
    w = tuple(start + run.rate * dot(labels, [x[j] for x in points]) for j, start in enumerate(run.start.w))
    b = run.start.b + run.rate * run.bias_step * sum(labels)
    recorded = State(run.w, run.b)
    _require((w, b) == recorded, f"sum of the mistakes: {_state(State(w, b))} is not {_state(recorded)}", data, run)


def check_separation(data: SeparableData, run: Record) -> None:
    """Check that `run.separated` says whether all margins are > 0, and that a run that ended by itself separates. A run
    cut at `max_updates` fails: on separable data a cap above the bound is never reached."""
    gamma = min(y * (dot(run.w, x) + run.b) for x, y in zip(data.X, data.y, strict=True))
    recorded = f"separation: recorded as {run.separated}, but the margin is {gamma}"
    _require(run.separated == (gamma > 0), recorded, data, run)
    ended = run.separated or run.stopped == "order_exhausted"
    _require(ended, f"separation: stopped ({run.stopped}) at margin {gamma} after {run.updates} updates", data, run)


def check_rate_invariance(data: SeparableData, run: Record) -> None:
    """Check that the same run with rate 1 makes the same mistakes and ends at (w, b)/α."""
    other = _rerun(data, run, rate=1)
    _require(other.mistakes == run.mistakes, f"rate 1 instead of {run.rate}: mistakes {other.mistakes}, "
                                          f"not {run.mistakes}", data, run)
    scaled = State(tuple(run.rate * weight for weight in other.w), run.rate * other.b)
    _require(scaled == (run.w, run.b), f"rate 1 instead of {run.rate}: {_state(scaled)} is not "
                                    f"{_state(State(run.w, run.b))}", data, run)


def check_scale_invariance(data: SeparableData, run: Record, scale: Exact = Fraction(3, 2), power: int = 2) -> None:
    """Check that on the data times s = `scale`, with bias step c·s², the mistakes are the same, w is s and b s² times.
    So the bias step R² is independent of the unit of length. With the bias step R the `power` would be 1, and with a
    constant bias step it would be 0."""
    other = _rerun(data.scale_by(scale), run, bias_step=run.bias_step * scale**power)
    _require(other.mistakes == run.mistakes, f"data times {scale}: mistakes {other.mistakes}, not {run.mistakes}",
             data, run)
    scaled = State(tuple(scale * weight for weight in run.w), scale**2 * run.b)
    _require(scaled == (other.w, other.b), f"data times {scale}: {_state(State(other.w, other.b))} is not "
                                        f"{_state(scaled)}", data, run)


PROPERTIES: dict[str, Callable[..., None]] = {
    "mistake-bound": check_mistake_bound,
    "alignment": check_alignment,
    "norm-growth": check_norm_growth,
    "update-improvement": check_update_improvement,
    "replay": check_replay,
    "separation": check_separation,
    "rate-invariance": check_rate_invariance,
    "scale-invariance": check_scale_invariance,
}


class Step(NamedTuple):
    """Mistake number k, from 1: its example (x, y), and the states before and after the update."""

    k: int
    x: Any
    y: int
    before: State
    after: State


def steps(data: SeparableData, run: Record) -> Iterator[Step]:
    """Yield the steps of the recorded mistakes, from the run's start, by the shipped update rule.

    >>> data = SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2)
    >>> [str(step.after.b) for step in steps(data, drive(data, "cyclic"))]
    ['-1', '0', '-1', '-2', '-1', '-2', '-3', '-2', '-3', '-4']
    """
    state = State(vector(run.start.w, "exact", "start.w"), run.start.b)
    vectors = [vector(x, "exact", f"X[{i}]") for i, x in enumerate(data.X)]
    for k, i in enumerate(run.mistakes, start=1):
        before, x, y = state, vectors[i], data.y[i]
        state = perceptron.update(before, x, y, bias_step=run.bias_step, rate=run.rate)
        yield Step(k, x, y, before, state)


def _inner(u: State, v: State, c: Any) -> Any:
    """Return ⟨w, w'⟩ + bb'/c, the inner product that belongs to bias step c; for c = 0, return ⟨w, w'⟩."""
    return dot(u.w, v.w) + (Fraction(u.b * v.b) / c if c else 0)


def _rerun(data: SeparableData, run: Record, **changed: Any) -> Record:
    """Repeat the run with changed options. The new run has the same cap, or ends one update after the first run, which
    is enough to show any difference."""
    options: dict[str, Any] = {"bias_step": run.bias_step, "rate": run.rate} | changed
    cap = run.updates + (run.stopped != "max_updates")
    return drive(data, run.order, seed=run.seed, max_updates=cap, **options)


def _require_hypotheses(data: SeparableData, run: Record) -> None:
    """Raise `BadInput` for runs that the theorems do not cover; γ > 0 is part of the data."""
    if any(run.start.w) or run.start.b:
        raise BadInput(f"the bounds are for runs that start at 0 (got {_state(run.start)})")
    if run.bias_step == 0 and data.b_star != 0:
        raise BadInput(f"a run without bias needs a separator with b* = 0 (got b* = {data.b_star})")


def _require(holds: bool, failure: str, data: SeparableData, run: Record) -> None:
    """Raise AssertionError, naming data and run, unless the property holds (also under `python -O`)."""
    if not holds:
        order = run.order if isinstance(run.order, str) else f"order {run.order}"
        seed = "" if run.seed is None else f", seed {run.seed}"
        raise AssertionError(
            f"{failure}; {order} run, bias step {run.bias_step}, rate {run.rate}{seed}; "
            f"X = ({', '.join(map(_vector, data.X))}), y = {_vector(data.y)}, w* = {_vector(data.w_star)}, "
            f"b* = {data.b_star}, γ = {data.gamma}, R² = {data.R2}")


def _vector(values) -> str:
    return f"({', '.join(map(str, values))})"


def _state(state: State) -> str:
    return f"w = {_vector(state.w)}, b = {state.b}"

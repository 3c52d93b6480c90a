"""Witnesses given by an author, completed with the values of the statement's definitions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from flint import arb

from ...algorithms.exact_linear import solve_near
from .. import kernel
from ..kernel import Rational
from .expressions import read_term, term_to_text
from .term_values import rational_root
from .valuation import Number, Valuation, ball


def complete_witness(data: Mapping[str, Any], statement: kernel.Statement, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kernel's witness JSON from an author's values: names without @, numbers of any exact kind.

    Definitions are computed in order, at the state that the steps reach. Values that involve logarithms are left out;
    a reader of the witness computes them.

    Raises ValueError if a value is missing or superfluous, or a root is irrational at these values.
    """
    names = {n.rstrip("@"): n for n in statement.context.names}
    lets = data.get("let", [])
    run = statement.context.run or kernel.Run([], {}, [], {}, {})
    defined = {name for entry in lets for name in names_of(entry)}
    expected = {n for n in names if names[n] not in defined and names[n] not in run.state}
    if set(given["values"]) != expected:
        raise ValueError(f"values are given for {sorted(given['values'])}, where {sorted(expected)} are needed")
    valuation = Valuation(given["dimension"], given["size"])
    values = {names[n]: json_of(v) for n, v in given["values"].items()}
    valuation.read(list(values), values)
    inputs = {n.rstrip("@"): n for n in run.input}
    steps = [{inputs[n]: json_of(v) for n, v in step.items()} for step in given["steps"]]
    made = definitions(valuation, lets, statement.context, steps)
    values |= {name: json_of(value) for name, value in made.items() if not isinstance(value, arb)}
    witness = {"dimension": given["dimension"], "size": given["size"], "values": values}
    return {**witness, "steps": steps} if statement.context.run else witness


def names_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the names that a definition introduces."""
    return [entry[part] for part in ("name", "multiplier") if part in entry]


def definitions(valuation: Valuation, lets: Iterable[Mapping[str, Any]], context: kernel.Context,
                steps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the values of all definitions, and store them in the valuation. Definitions that depend on the state are
    computed after the run."""
    late = [entry for entry in lets if context.state.intersection(names_of(entry))]
    values = [define(valuation, entry) for entry in lets if entry not in late]
    replay_steps(valuation, context.run or kernel.Run([], {}, [], {}, {}), steps)
    return dict(chain.from_iterable(table.items() for table in (*values, *(define(valuation, e) for e in late))))


def replay_steps(valuation: Valuation, run: kernel.Run, steps: Iterable[Mapping[str, Any]]) -> bool | None:
    """Take the steps of a run from its start; leave the final state in the valuation. Return whether all steps are
    allowed, or None if a step before the first forbidden one is undecided."""
    valuation.values |= {name: valuation.term(name, p) for name, p in run.start.items()}
    allowed: bool | None = True
    for step in steps:
        valuation.read(run.input, step)
        allowed = allowed and valuation.hold(run.when.values())
        valuation.values |= {name: valuation.term(name, p) for name, p in run.next.items()}
    return allowed


def define(valuation: Valuation, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a definition, one for each index if it is indexed, and store them in the valuation. Raises
    ValueError if the number does not exist, or a root is irrational."""
    name, of = entry["name"], kernel.read_poly(entry["of"])
    if "to" in entry:
        found = nearest(valuation, entry)
    else:
        value = {"inverse": _inverse, "sqrt": root, "ln": logarithm}[entry["kind"]]
        values = [value(valuation.number(of, i)) for i in (range(valuation.size) if "[i]" in name else [0])]
        found = {name: values if "[i]" in name else values[0]}
    valuation.values |= found
    return found


def _inverse(value: Number) -> Number:
    if value == 0:
        raise ValueError("a denominator is 0 at the given values")
    return 1 / (value if isinstance(value, arb) else Fraction(value))


def logarithm(value: Number) -> Number:
    """Return ln(value): 0, or a ball. Raises ValueError unless the value is positive."""
    if value <= 0:
        raise ValueError("a logarithm has an argument that is not positive at the given values")
    return 0 if value == 1 else ball(value).log()


def nearest(valuation: Valuation, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weights of a nearest point and their multiplier. Raises ValueError unless all values are rational."""
    of, to, balance = (kernel.read_poly(entry[part]) for part in ("of", "to", "balance"))
    rows, c = valuation.term("[i]@", of), valuation.term("@", to)
    y = [valuation.number(balance, i) for i in range(valuation.size)]
    if any(isinstance(q, arb) for q in (*c, *y, *chain.from_iterable(rows))):
        raise ValueError("a nearest point is found for rational numbers only")
    found, multiplier = weights(rows, c, y, free=entry["kind"] == "projection")
    return {entry["name"]: found, entry["multiplier"]: multiplier}


def weights(rows: Sequence[Sequence[Rational]], c: Sequence[Rational], y: Sequence[Rational], *,
            free: bool = False) -> tuple[list[Rational], Rational]:
    """Return the weights m of the point q = Σ mᵢ·rowᵢ nearest to c, and a multiplier β.

    Here m >= 0 (any sign, if `free`) and Σ mᵢyᵢ = 0. The multiplier has ⟨c − q, rowᵢ⟩ + βyᵢ <= 0 (= 0, if `free`) for
    every i.

    Some solution has linearly independent (rowᵢ, yᵢ) where mᵢ > 0. So the function solves, for each set of vectors, the
    equations that hold where mᵢ > 0. On the right set these equations determine m.

    >>> weights([[1, 1], [0, 1]], [0, 1], [0, 0])
    ([0, Fraction(1, 1)], 0)
    """
    indices = range(len(rows))
    gram = [[inner(u, v) for v in rows] for u in rows]
    for chosen in [tuple(indices)] if free else (s for n in range(len(rows) + 1) for s in combinations(indices, n)):
        equations = [[*(gram[i][j] for j in chosen), -y[i], inner(c, rows[i])] for i in chosen]
        solution = solve_near([*equations, [*(y[j] for j in chosen), 0, 0]], [0] * (len(chosen) + 1))
        if solution is None:
            continue
        m: list[Rational] = [0] * len(rows)
        for j, value in zip(chosen, solution, strict=False):
            m[j] = value
        slack = [sum(gram[i][j] * m[j] for j in indices) - inner(c, rows[i]) for i in indices]  # at least βyᵢ
        multiplier = solution[-1] if any(y[j] for j in chosen) or free else find_multiplier(slack, y)
        if free or (all(q >= 0 for q in m) and all(multiplier * b <= s for b, s in zip(y, slack, strict=True))):
            return m, multiplier
    raise AssertionError("every cone of finitely many vectors has a nearest point")


def inner(u: Sequence[Rational], v: Sequence[Rational]) -> Rational:
    """Return the inner product; missing coordinates are 0."""
    return sum(a * b for a, b in zip(u, v, strict=False))


def find_multiplier(slack: Sequence[Rational], y: Sequence[Rational]) -> Rational:
    """Return a number β with βyᵢ <= slackᵢ for every i, assuming that there is one."""
    above = [Fraction(s) / b for s, b in zip(slack, y, strict=True) if b > 0]
    below = [Fraction(s) / b for s, b in zip(slack, y, strict=True) if b < 0]
    return min(above) if above else max(below, default=0)


def root(value: Number) -> Number:
    """Return the exact square root of a rational square; for a ball, a ball. Raises ValueError for other numbers.

    >>> root(Fraction(9, 4))
    Fraction(3, 2)
    """
    if isinstance(value, arb):
        return value.sqrt()
    if (found := rational_root(value)) is not None:
        return found
    raise ValueError(f"{value} has no rational square root; choose values where every length is rational")


def json_of(value: Any) -> Any:
    """Return numbers, or nested lists of numbers, in the kernel's JSON; a term such as ["exp", "1"] is unchanged."""
    if isinstance(value, arb):
        raise ValueError("a value is irrational; choose values at which roots and logarithms are rational")
    if is_term(value):
        return value
    if isinstance(value, list | tuple):
        return [json_of(v) for v in value]
    return str(Fraction(getattr(value, "value", value)))


def describe_witness(witness: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return the values of these names, and the steps of the run, in one line.

    >>> describe_witness({"values": {"b": "0", "w@": ["1", "-1/2"]}, "steps": []}, ["w@", "b"])
    'w = (1, -1/2), b = 0'
    """
    values = witness["values"]
    parts = [_format_values({name: values[name] for name in names if name in values})]
    parts += [f"step {number}: {_format_values(step)}" for number, step in enumerate(witness.get("steps") or (), 1)]
    return "; ".join(filter(None, parts)) or "any values"


def _format_values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.rstrip('@')} = {format_value(value)}" for name, value in values.items())


def is_term(value: Any) -> bool:
    """Return whether a value is one number as a term, such as ["exp", "1"], rather than a list of values."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], str) and value[0] in kernel.ARITY


def format_value(value: Any, number: Callable[[Any], str] = lambda value: term_to_text(read_term(value))) -> str:
    """Return a number, a vector (1, -1/2), or a family of either; `number` prints a number.

    >>> format_value([["*", "1/2", ["ln", "2"]], ["-", ["exp", "1"], "2"]])
    '(1/2*ln(2), exp(1) - 2)'
    """
    if isinstance(value, str) or is_term(value):
        return number(value)
    return f"({', '.join(format_value(each, number) for each in value)})"

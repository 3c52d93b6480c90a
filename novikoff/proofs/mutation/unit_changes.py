"""Points in other units: where all lengths are multiplied by a number, the hypotheses of a claim stay true.

Main definitions:
    units     the ways to multiply each name by a power of one number that keep every hypothesis and every step
    rescaled  a point in other units

At a point where a claim holds only just it does so in other units too; a changed power or number then shows. The powers
solve linear equations: all terms of a hypothesis are to be multiplied alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from .. import kernel
from ..kernel import Monomial, Poly, Statement
from ..statements.witness import is_term

Json = Any
Powers = Mapping[str, int]


def units(statement: Statement) -> list[Powers]:
    """A basis of the powers of t by which names may be multiplied, for every t > 0, so that hypotheses, definitions and
    steps stay as they are.

    >>> data = {"id": "x", "declare": ["a", "b", "w@"], "show": {"c": ["=", "0", "0"]},
    ...         "assume": {"h": [">=", ["^", "a", "2"], ["@", "w@", "w@"]], "k": ["=", "b", "1"]}}
    >>> units(kernel.read_statement(data))
    [{'a': 1, 'w@': 1}]
    """
    rows = list(equations(statement))
    names = sorted({name for row in rows for name in row})
    names += sorted(statement.context.names - set(names))
    pivots: dict[str, dict[str, Fraction]] = {}
    for row in rows:
        left = {name: Fraction(q) for name, q in row.items() if q}
        for name in [name for name in names if name in pivots and left.get(name)]:
            left = less(left, pivots[name], left[name])
        if not left:
            continue
        pivot = next(name for name in names if name in left)
        whole = {name: q / left[pivot] for name, q in left.items()}
        pivots = {name: less(other, whole, other.get(pivot, Fraction(0))) for name, other in pivots.items()}
        pivots[pivot] = whole
    free = [name for name in names if name not in pivots]
    return [integers({one: Fraction(1)} | {n: -row[one] for n, row in pivots.items() if row.get(one)}) for one in free]


def less(row: dict[str, Fraction], other: dict[str, Fraction], times: Fraction) -> dict[str, Fraction]:
    """The row less a multiple of another."""
    found = {name: row.get(name, Fraction(0)) - times * other.get(name, Fraction(0)) for name in {**row, **other}}
    return {name: q for name, q in found.items() if q}


def integers(powers: Mapping[str, Fraction]) -> Powers:
    """The same powers of a root of the number, so that all are whole."""
    scale = lcm(*(q.denominator for q in powers.values()))
    return {name: int(q * scale) for name, q in sorted(powers.items())}


def equations(statement: Statement) -> Iterator[Mapping[str, int]]:
    """Sums of powers that have to be 0."""
    run = statement.context.run
    for _, p in [*statement.assume.values(), *(run.when.values() if run else ())]:
        yield from alike(p, None)
    for name, p in [*run.start.items(), *run.next.items()] if run else ():
        yield from alike(p, {name: 1})


def alike(p: Poly, wanted: Mapping[str, int] | None) -> Iterator[Mapping[str, int]]:
    """That all terms are multiplied alike, as is wanted."""
    for m in p:
        yield from inside(m)
        mine = powers_of(m)
        wanted = mine if wanted is None else wanted
        yield {name: mine.get(name, 0) - wanted.get(name, 0) for name in {**mine, **wanted}}


def inside(m: Monomial) -> Iterator[Mapping[str, int]]:
    """That exponents are not multiplied at all."""
    for name, _ in m:
        kind, inner, _ = kernel.shape(name)
        if kind == "exp":
            yield from alike(inner, {})
        elif kind == "sum":
            yield from inside(next(iter(inner)))


def powers_of(m: Monomial) -> dict[str, int]:
    """By which powers a term is multiplied: how often it has each name."""
    found: dict[str, int] = {}
    for name, e in m:
        for part, count in inside_atom(name).items():
            found[part] = found.get(part, 0) + e * count
    return found


def inside_atom(name: str) -> Mapping[str, int]:
    """The same of an atom; adjoined units and exponentials are not multiplied."""
    kind, inner, pair = kernel.shape(name)
    if kind == "pair":
        return powers_of(tuple((vector, 1) for vector in pair))
    if kind == "sum":
        return powers_of(next(iter(inner)))
    return {} if kind == "exp" or name.startswith("#") else {name: 1}


def rescaled(witness: Json, powers: Powers, number: Fraction) -> Json:
    """The point, with each name multiplied by its power of the number.

    >>> rescaled({"dimension": 1, "size": 0, "values": {"a": "1/2", "w@": ["3"]}, "steps": []}, {"w@": 2}, Fraction(2))
    {'dimension': 1, 'size': 0, 'values': {'a': '1/2', 'w@': ['12']}, 'steps': []}
    """

    def table(values: Json) -> Json:
        return {name: times(value, number ** powers.get(name, 0)) for name, value in values.items()}

    return {**witness, "values": table(witness["values"]), "steps": list(map(table, witness.get("steps") or []))}


def times(value: Json, scale: Fraction) -> Json:
    """A value of any shape, multiplied."""
    if isinstance(value, list):
        return ["*", str(scale), value] if is_term(value) else [times(v, scale) for v in value]
    return str(Fraction(value) * scale)

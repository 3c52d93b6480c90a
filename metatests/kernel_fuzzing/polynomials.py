"""Polynomials in the atoms of proof files, computed by themselves: nothing here is shared with the kernel.

Main definitions:
    Poly, Fact                a polynomial by its monomials; a relation of one with 0
    add, times, dot, summed   sums, products, inner products of vectors, sums over the index
    exponential               e to a polynomial
    inside, exponent, split   what atoms are made of
    replaced                  images put for variables
    written, read             as in proof files
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias

Number: TypeAlias = int | Fraction
Poly: TypeAlias = dict[tuple[str, ...], Number]  # {("a", "a", "b"): 2} is 2a²b; atoms are sorted
Fact: TypeAlias = tuple[str, Poly]
Json: TypeAlias = Any


def add(*polys: Poly) -> Poly:
    """The sum."""
    total: Poly = {}
    for p in polys:
        for m, c in p.items():
            total[m] = total.get(m, 0) + c
    return {m: c for m, c in total.items() if c}


def scaled(p: Poly, by: Number) -> Poly:
    """The multiple by a number."""
    return {m: by * c for m, c in p.items() if by}


def times(*polys: Poly) -> Poly:
    """The product."""
    total: Poly = {(): 1}
    for q in polys:
        p, total = total, {}
        for m, a in p.items():
            for n, b in q.items():
                both = tuple(sorted(m + n)) if m and n else m or n
                total[both] = total.get(both, 0) + a * b
    return {m: c for m, c in total.items() if c}


def var(name: str) -> Poly:
    """An atom as a polynomial."""
    return {(name,): 1}


def const(value: Number) -> Poly:
    """A constant."""
    return {(): value} if value else {}


def dot(u: Poly, v: Poly) -> Poly:
    """The inner product of two vectors."""
    found = []
    for m, a in u.items():
        for n, b in v.items():
            x, y = (next(name for name in side if name.endswith("@")) for side in (m, n))
            rest = {tuple(sorted(name for name in m + n if not name.endswith("@"))): a * b}
            if "#" in x + y:
                found.append(rest if x == y else {})
            else:
                found.append(times(rest, var("@".join(sorted((x[:-1], y[:-1]))))))
    return add(*found)


def spelled(m: Sequence[str], gap: str) -> str:
    """The monomial in the spelling of proof files."""
    counted = [(name, len(list(same))) for name, same in groupby(sorted(m))]
    return gap.join(name if n == 1 else f"{name}^{n}" for name, n in counted)


def summed(p: Poly) -> Poly:
    """The sum over the index."""
    found = []
    for m, c in p.items():
        under = [name for name in m if family(name)]
        rest = [name for name in m if not family(name)]
        vector = "@" * any(name.endswith("@") for name in under)
        found.append({tuple(sorted([*rest, f"sum({spelled(under, ',')}){vector}"])): c})
    return add(*found)


def exponential(p: Poly) -> Poly:
    """e to the polynomial."""
    terms = [",".join([str(c), *filter(None, [spelled(m, ",")])]) for m, c in p.items()]
    return var(f"exp({';'.join(sorted(terms))})") if p else const(1)


@cache
def family(name: str) -> bool:
    """Does the atom depend on the index, outside of sums?"""
    if pair := inside(name):
        return any(map(family, pair))
    if name.startswith("exp("):
        return indexed(exponent(name))
    return "[i]" in name and not name.startswith("sum(")


def indexed(p: Poly) -> bool:
    """Does the polynomial?"""
    return any(family(name) for m in p for name in m)


@cache
def split(text: str, gap: str) -> list[str]:
    """The parts of a text, apart by a gap outside of parentheses; none of an empty one."""
    found, depth = [""] * bool(text), 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == gap and not depth:
            found.append("")
        else:
            found[-1] += c
    return found


def repeated(parts: Sequence[str]) -> tuple[str, ...]:
    """The factors "a", "b^2" with repetition."""
    found: list[str] = []
    for part in parts:
        base, power = re.fullmatch(r"(.*?)(?:\^([0-9]+))?", part).groups()  # type: ignore[union-attr]
        found += [base] * int(power or 1)
    return tuple(found)


def inside(name: str) -> tuple[str, ...]:
    """The vectors of an inner product; none if it is another atom."""
    parts = split(name, "@")
    return tuple(f"{part}@" for part in parts) if len(parts) == 2 and parts[1] else ()


@cache
def factors(name: str) -> tuple[str, ...]:
    """What stands under a sum, with repetition."""
    return repeated(split(name.removesuffix("@")[4:-1], ","))


@cache
def exponent(name: str) -> Poly:
    """The polynomial to which e is taken."""
    terms = [split(term, ",") for term in split(name[4:-1], ";")]
    return {tuple(sorted(repeated(rest))): Fraction(c) if "/" in c else int(c) for c, *rest in terms}


def replaced(p: Poly, images: Mapping[str, Poly]) -> Poly:
    """The polynomial with images put for variables."""

    def image(name: str) -> Poly:
        if pair := inside(name):
            return dot(*map(image, pair))
        if name.startswith("sum("):
            return summed(times(*map(image, factors(name))))
        if name.startswith("exp("):
            return exponential(replaced(exponent(name), images))
        return images.get(name, var(name))

    return add(*(times(const(c), *map(image, m)) for m, c in p.items()))


def written(p: Poly) -> Json:
    """The polynomial as a term, as in proof files."""
    terms = [["*", str(c), *map(atom_written, m)] if m else str(c) for m, c in p.items()]
    return ["+", *terms] if len(terms) > 1 else terms[0] if terms else "0"


def atom_written(name: str) -> Json:
    """An atom as a term."""
    if pair := inside(name):
        return ["@", *map(atom_written, pair)]
    if name.startswith("sum("):
        return ["sum", written({factors(name): 1})]
    return ["exp", written(exponent(name))] if name.startswith("exp(") else name


def read(data: Json) -> Poly:
    """What `written` wrote; ValueError for another operator, or for what is neither a name nor a number."""
    if isinstance(data, str):
        return const(Fraction(data)) if re.fullmatch(r"-?[0-9]+(/[0-9]+)?", data) else var(data)
    if not isinstance(data, list) or not data or data[0] not in ("+", "*", "@", "sum", "exp"):
        raise ValueError
    makes: dict[str, Any] = {"+": add, "*": times, "@": dot, "sum": summed, "exp": exponential}
    return makes[data[0]](*map(read, data[1:]))

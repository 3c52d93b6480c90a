"""Ideal membership comes with multiples that prove it, and is not claimed where there is none."""

import functools
import random

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.search.ideal_reduction import Quotient
from novikoff.proofs.search.linear_certificates import Hints, certificate


def monomial(words):
    """The product of words such as "x^2"."""
    pairs = [(base, int(e or 1)) for base, _, e in (word.partition("^") for word in words)]
    return functools.reduce(kernel.times, [((base, e),) for base, e in pairs], ())


def poly(text):
    """A polynomial from "x^2 y - 3 z" style terms: signs and factors apart by spaces."""
    found, sign = {}, 1
    terms = text.replace("-", "+ -").split("+")
    for term in filter(str.strip, terms):
        words, sign = term.split(), 1
        if words[0] == "-":
            words, sign = words[1:], -1
        number = int(words.pop(0)) if words[0].isdigit() else 1
        found = kernel.add(found, {monomial(words): sign * number})
    return found


def named(equations):
    return {f"e{n}": e for n, e in enumerate(equations)}


def combination(multiples, equations):
    return kernel.add(*(kernel.product([p, named(equations)[name]]) for name, p in multiples.items()))


MEMBERS = [
    ("b^3 - c^2", ["a^2 - b", "a^3 - c"]),
    ("x^2 - 1", ["x y - 1", "x - y"]),
    ("x", ["x y - 1", "y^2 - 1", "x + y"]),
    ("x^4 + y^4 - 1", ["x^2 + y^2 - 1", "x y"]),
    ("z", ["x + y", "x y - z", "x^2"]),
    ("1", ["x", "x^2 - 1"]),
]
STRANGERS = [
    ("x", ["x^2"]),
    ("x - y", ["x^2 - y^2"]),
    ("1", ["x^2 - 1", "y^2 - 1"]),
    ("b^2 - c", ["a^2 - b", "a^3 - c"]),
]


@pytest.mark.parametrize(("goal", "equations"), MEMBERS + STRANGERS)
def test_a_member_comes_with_its_multiples_and_a_stranger_without(goal, equations):
    given = [poly(e) for e in equations]
    found = Quotient(named(given)).multiples(poly(goal))
    assert (found is None) == ((goal, equations) in STRANGERS)
    assert found is None or combination(found, given) == poly(goal)


def test_random_combinations_are_members():
    rng = random.Random(7)
    def some(terms, degree):
        monomials = [monomial(rng.choices("xyz", k=rng.randint(0, degree))) for _ in range(terms)]
        return kernel.add(*({m: rng.choice([-2, -1, 1, 3])} for m in monomials))
    for _ in range(25):
        equations = [p for p in (some(3, 2), some(2, 2)) if p]
        goal = combination({name: some(2, 2) for name in named(equations)}, equations)
        found = Quotient(named(equations)).multiples(goal)
        assert found is not None
        assert combination(found, equations) == goal


@pytest.mark.parametrize(("goal", "equations"), [m for m in MEMBERS if m[0] != "1"])
def test_the_search_proves_equations_from_equations(goal, equations):
    facts = {f"e{n}": ("=", poly(e)) for n, e in enumerate(equations)}
    context = kernel.Context().naming(list("abcxyz")).knowing(facts)
    proof = certificate(context, ("=", poly(goal)), Hints())
    kernel.Checker({}).prove(context, {"goal": ("=", poly(goal))}, proof)

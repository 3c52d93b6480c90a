"""Expressions are those of sympy: the same form, the same order, the same words, for random terms and the rare ones."""

import copy
import math
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
import sympy

from novikoff.proofs.statements.expressions import (
    Abs,
    Expression,
    Function,
    Max,
    Min,
    Number,
    Rational,
    Relation,
    Symbol,
    expression,
    foreign,
    in_sympy,
    is_known,
    kept_power,
    spelled,
    sqrt,
    taken,
    term_of,
    total,
)
from novikoff.proofs.statements.language import Sum, Vector, augment, ln

a, b, x = map(Symbol, ("a", "b", "w@x"))
v = Vector({"v": 1})
NAMES = ["a", "b", "y", "w@x", "x@x", "a[i]"]
NUMBERS = [0, 1, -1, 2, 3, -2, 4, Fraction(1, 2), Fraction(-2, 3)]
TERMS = 50  # for each seed
Pair = tuple[Any, Any]  # a term, and what sympy makes of it


class Made:
    """Random terms, made twice."""

    def __init__(self, seed: int):
        self.choose = random.Random(seed)
        self.needed: list[Any] = []  # the quotients and roots that were made

    def term(self, depth: int) -> Pair:
        """A term of at most this depth."""
        kind = self.choose.choice("+-*/^crSM+-*") if depth and self.choose.random() < 0.85 else "leaf"
        if kind == "leaf":
            name, number = self.choose.choice(NAMES), self.choose.choice(NUMBERS)
            is_name = self.choose.random() < 0.7
            return (Symbol(name), sympy.Symbol(name)) if is_name else (Number(number), sympy.Rational(number))
        one, two = self.term(depth - 1)
        if kind == "^":
            n = self.choose.choice([2, 2, 3, -1, -2])
            self.needed += [one**n] * (n < 0)
            return one**n, two**n
        if kind == "c":
            number = self.choose.choice([2, -1, 3, Fraction(1, 2)])
            return number * one, sympy.Rational(number) * two
        if kind == "r":
            self.needed.append(sqrt(one))
            return sqrt(one), sympy.sqrt(two)
        if kind == "S":
            return Function("Sum")(one), sympy.Function("Sum")(two)
        three, four = self.term(depth - 1)
        if kind == "M":
            return Max(one, three), sympy.Max(two, four)
        self.needed += [one / three] if kind == "/" else []
        combine: dict[str, Callable[[Any, Any], Any]] = {
            "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q, "/": lambda p, q: p / q,
        }  # fmt: skip
        return combine[kind](one, three), combine[kind](two, four)


def parts(e: Any) -> Any:
    """All parts, in their order."""
    return [str(e), *map(parts, e.args)]


def within(term: Any) -> list[Any]:
    """All terms in a term."""
    return [term, *(inner for part in term[1:] for inner in within(part))] if isinstance(term, tuple) else [term]


def test_random_terms_keep_all_quotients_and_roots_that_were_written_in_them() -> None:
    kept = cancelled = 0
    for seed in range(400):
        made, term = Made(seed), None
        with suppress(ValueError, TypeError, ZeroDivisionError):  # a maximum of what is no real number
            term, _ = made.term(4)
        if isinstance(term, Expression) and all(isinstance(e, Expression) for e in made.needed):
            written = within(term_of(term))
            assert all(e.term in written for e in made.needed if e.term)
            kept += len(made.needed)
            cancelled += sum(str(e) not in str(term) for e in made.needed)
    assert kept > 300
    assert cancelled > 50


@pytest.mark.parametrize(
    "e",
    [a / a, 0 / a, 1 / (1 / a), a * a**-1, (1 / a) ** 0, -(a / a), abs(a / a), Max(a / a, 0), Min(2, a / a), a / a <= 1,
     total([a / a, -1]), Function("Sum")(a / a), kept_power(a, -1) * a, v / a - v / a, (v * (0 / a)) @ v,
     Sum(a / a * v), augment(v, 0 / a), Vector({"v": a / a}), Vector({"v": 0 / a}),
     copy.deepcopy(v * (0 / a)), pickle.loads(pickle.dumps(a / a)), a / a // 1],
    ids=str,
)  # fmt: skip
def test_what_has_cancelled_is_written_in_the_term(e: Any) -> None:
    sides = [e.lhs, e.rhs] if isinstance(e, Relation) else [e]
    terms = [term for side in sides for term in within(term_of(side))]
    assert any(term in terms for term in (*(("/", above, "a") for above in ("0", "1", "a", "v@")), ("^", "a", "-1")))


def test_a_number_in_which_something_has_cancelled_has_no_value_yet() -> None:
    assert a / a == 1
    assert not is_known(a / a)
    assert not is_known(0 / a)
    assert is_known(expression(1))
    assert is_known(a - a)
    assert is_known(a / 2 - a / 2)
    assert not is_known(sqrt(a) - sqrt(a))
    assert not is_known(a**-1 * a)


def test_the_sum_of_one_number_is_that_number() -> None:
    terms = [term_of(total(parts)) for parts in ([], [a], [a, b], [a / a])]
    assert terms == ["0", "a", ("+", "a", "b"), ("/", "a", "a")]


def test_numbers_that_are_none_of_the_language_are_found() -> None:
    other = sympy.Symbol("a")
    assert list(foreign([a, 1, Fraction(1, 2), v, a <= b, ln(a)])) == []
    assert list(foreign([Relation(a, "<=", other), Vector({"v": other}), 0.5])) == [other, other, 0.5]


@pytest.mark.parametrize("name", ["args", "term", "_key", "name"])
def test_no_expression_can_be_changed(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} of a cannot be set to 'b'; write another term instead"):
        setattr(a, name, "b")
    with pytest.raises(AttributeError, match=f"{name} of a cannot be deleted"):
        delattr(a, name)


def test_random_terms_are_those_of_sympy(sample: Callable[[Iterable[str], int], list[str]]) -> None:
    """A few hundred, others in each run."""
    chosen = [made for seed in sample(map(str, range(30)), 8) for made in [Made(int(seed))] * TERMS]
    words = foreign = 0
    for made in chosen:
        try:
            ours, theirs = made.term(made.choose.choice([1, 2, 3, 4, 5]))
        except (ValueError, ZeroDivisionError):  # as a maximum of an imaginary number
            continue
        assert sympy.srepr(in_sympy(ours)) == sympy.srepr(theirs)
        if not isinstance(ours, Expression):
            foreign += 1
            continue
        assert parts(ours) == parts(theirs)
        assert spelled(ours) in ("", str(theirs))
        assert (taken(theirs), hash(taken(theirs))) == (ours, hash(ours))
        words += bool(spelled(ours))
    assert words > len(chosen) / 3, "most are written without sympy"
    assert foreign < len(chosen) / 10, "what is sympy's own (an imaginary root) is rare"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (2 * (a + b), "2*a + 2*b"),
        (2 * (a + b) * x, "w@x*(2*a + 2*b)"),
        ((a / b) ** -2, "b**2/a**2"),
        (kept_power(a / b, -2), "(a/b)**(-2)"),
        (sqrt(a * a * b) * sqrt(a * a * b), "a**2*b"),
        (sqrt(12) * sqrt(3), "6"),
        (sqrt(Rational(4, 9)), "2/3"),
        (sqrt(4 * a), "2*sqrt(a)"),
        (1 / sqrt(x), "1/sqrt(w@x)"),
        (a - a, "0"),
        (a**0, "1"),
        (1 - a, "1 - a"),
        (-(a - b), "-a + b"),
        (Abs(-2 * a * b), "2*Abs(a*b)"),
        (Abs(a - 1), "Abs(a - 1)"),
        (Max(a, 0, 2), "Max(2, a)"),
        (Max(a, a + 1), "a + 1"),
        (Max(0, Min(1, a)), "Max(0, Min(1, a))"),
        (Min(Max(a, b), a), "a"),
        (Max(b**2, a, 3), "Max(3, a, b**2)"),
        ((1 + a) // 2, "floor(a/2 + 1/2)"),
    ],
)
def test_what_a_term_is(ours: Any, theirs: str) -> None:
    assert str(ours) == theirs


def test_what_the_language_lacks_is_sympys_own() -> None:
    assert not isinstance(sqrt(Number(-1)), Expression)


@pytest.mark.parametrize(("term", "error", "said"), [
    (lambda: 0.5 * a, TypeError, "0.5 is a float, which is seldom the number that is meant; write Fraction(1, 2)"),
    (lambda: a + 0.1, TypeError, "write Fraction(1, 10)"),
    (lambda: a <= 1.0, TypeError, "write 1"),
    (lambda: v * 0.25, TypeError, "write Fraction(1, 4)"),
    (lambda: math.sqrt(2) * a, TypeError, "write a Fraction, or sqrt, exp and ln of novikoff.theorems"),
    (lambda: float("nan") * a, TypeError, "nan is a float"),
    (lambda: a**0.5, TypeError, "write Fraction(1, 2)"),
    (lambda: a**b, TypeError, "write exp(b*ln(a))"),
    (lambda: 2**a, TypeError, "write exp(a*ln(2))"),
    (lambda: a ** Fraction(1, 3), TypeError, "write exp(1/3*ln(a))"),
    (lambda: 1 / Number(0), ZeroDivisionError, "divided by 0"),
    (lambda: a * Number(0) ** -1, ZeroDivisionError, "divided by 0"),
    (lambda: v / 0, ZeroDivisionError, "divided by 0"),
])  # fmt: skip
def test_what_cannot_be_written_says_what_to_write(term: Callable[[], Any], error: type, said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        term()


def test_terms_of_both_kinds_mix_to_those_of_sympy() -> None:
    s = sympy.Symbol("a")
    mixed = [a + s, s + a, a * s, s * a, a / s, s / a, a**2 * s, Abs(s), sqrt(s), Max(a, s), Function("exp")(s)]
    want = [2 * s, 2 * s, s**2, s**2, 1, 1, s**3, abs(s), sympy.sqrt(s), s, sympy.Function("exp")(s)]
    assert mixed == want
    assert not any(isinstance(e, Expression) for e in mixed)
    assert a == s == a
    assert expression(s) is s


def test_relations_are_as_written_and_between_numbers_decided() -> None:
    assert (a + a <= 3) == Relation(2 * a, "<=", Number(3))
    assert (a <= 3) == Relation(a, "<=", Number(3))
    assert (Max(a, 0) >= 0) == Relation(Max(a, 0), ">=", Number(0)), "which sympy would call true"
    one, two = Number(1), Number(2)
    assert [one < 2, one >= 2] == [Relation(one, "<", two), Relation(one, ">=", two)]
    assert [bool(Number(1) < 2), bool(Number(1) >= 2)] == [True, False]
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(a < b)


def test_what_sympy_can_do_with_its_own_it_does_with_these() -> None:
    assert ((a + b) ** 2).expand() == sympy.expand((sympy.Symbol("a") + sympy.Symbol("b")) ** 2)
    assert {s.name for s in (a * x).free_symbols} == {"a", "w@x"}
    with pytest.raises(AttributeError):
        _ = a.no_such_thing


@pytest.mark.parametrize("given", [object(), "a", [a]])
def test_what_is_no_number_is_refused(given: Any) -> None:
    for operation in (lambda e: a + e, lambda e: e * a, lambda e: a <= e):
        with pytest.raises(TypeError):
            operation(given)


LATE = """
import sys
from novikoff.proofs.statements.language import Max
from novikoff.proofs.statements.registry import Citation, Claim

def write(p):
    a = p.real("a")
    assert ("sympy" in sys.modules) == bool(written)
    written.append(p)
    import sympy
    p.have("step", sympy.Max(a, 0) >= 0)
    p.show(conclusion=Max(a, 0) >= 0)

written = []
claim = Claim("late", "Late", Citation("iml", "p. 1"), "proved", write)
assert claim.script.steps[0].claim.operator == ">="
assert len(written) == 2
"""


def test_a_script_that_loads_sympy_is_written_again_for_sympy_decides_what_is_for_a_proof_to_do() -> None:
    subprocess.run([sys.executable, "-c", LATE], check=True, timeout=120)


def test_a_statement_with_a_term_of_sympy_is_refused_for_sympy_has_cancelled_before_anybody_reads_it() -> None:
    from novikoff.proofs.statements.registry import Claim, Unwritten, cite

    def write(p: Any) -> None:
        w, x = p.vectors("w x")
        p.show(conclusion=sympy.Eq((w @ w) / (w @ w), 1 + 0 * (x @ x)))

    with pytest.raises(Unwritten, match=r"write ints, Fractions, and what novikoff\.theorems makes"):
        _ = Claim("cancelled", "Cancelled", cite("iml", "nowhere"), "proved", write).script


def test_a_mistake_in_the_arithmetic_of_vectors_does_not_reach_the_kernel(monkeypatch) -> None:
    """Without mixed products, ‖m − x‖² would be ‖m‖² + ‖x‖²; the kernel reads ‖m − x‖² as it is written."""
    from novikoff.proofs.checking import check
    from novikoff.proofs.statements import language
    from novikoff.proofs.statements.registry import Claim, _registry, cite

    gram = language.gram_symbol
    monkeypatch.setattr(language, "gram_symbol", lambda a, b: gram(a, b) if a == b else 0)

    def write(p: Any) -> None:
        m, x = p.vectors("m x")
        assert str((m - x) @ (m - x)) == "m@m + x@x"
        p.show(conclusion=language.Eq((m - x) @ (m - x), m @ m + x @ x))

    claim = Claim("wrong-pythagoras", "Wrong", cite("iml", "nowhere"), "proved", write)
    monkeypatch.setitem(_registry, claim.id, claim)
    (outcome,) = check.check(claim.id, engines="kernel", jobs=1)
    assert outcome.verdict == "unknown", "nothing refutes claims of the ledger"

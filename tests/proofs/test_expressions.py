"""Expressions are terms: what is written stays written, what is equal has one polynomial, and trees mean the same."""

import copy
import math
import operator
import pickle
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
import sympy

from novikoff.proofs import kernel
from novikoff.proofs.statements.expressions import (
    Abs,
    Expression,
    Max,
    Min,
    Number,
    Relation,
    Symbol,
    exp,
    expression,
    find_foreign,
    has_known_value,
    sqrt,
    term_of,
    term_to_text,
    total,
    value_of,
    walk_terms,
)
from novikoff.proofs.statements.grammar import parse
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.vector_language import Eq, Sum, Vector, augment, ln, polynomial, reals, vectors

from .test_terms import World

a, b = reals("a b")
u, v, w = vectors("u v w")
xs = Vector({"x[i]": 1})
NAMED = {"a": a, "b": b, "u@": u, "v@": v, "w@": w}
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "@": operator.matmul,
             "^": lambda base, exponent: base ** int(value_of(exponent))}


class Written(World):
    """Random values for names, and random terms as one writes them in Python."""

    def __init__(self, seed: object) -> None:
        super().__init__(random.Random(str(seed)), ["+", "-", "-1", "*", "*", "/", "^", "@"], " ".join(NAMED))

    def quotient(self, depth: int, indexed: bool) -> Any:
        """By any number, which may be 0."""
        return ["/", self.term(depth - 1), self.term(depth - 1)]

    def number(self, depth: int) -> tuple[Any, Any]:
        """A random number that Python can write, and its value, which is None if it has none."""
        while True:
            term = self.term(depth)
            with suppress(ZeroDivisionError):  # by the number 0
                made = built(term)
                try:
                    return made, self.value(term, 0)
                except ZeroDivisionError:
                    return made, None

    def of_atoms(self) -> dict[str, Any]:
        """The values of numbers and of inner products, by name."""
        products = [f"{m}@{n}" for m in "uvw" for n in "uvw"]
        return {name: self.value(["@", f"{name[0]}@", f"{name[2]}@"] if "@" in name else name, 0)
                for name in ("a", "b", *products)}


def built(term: Any) -> Any:
    """The expression that Python makes of a term."""
    if isinstance(term, str):
        return NAMED[term] if term in NAMED else Number(Fraction(term))
    word, *parts = term
    made = [built(part) for part in parts]
    return -made[0] if len(made) == 1 else OPERATORS[word](*made)


def terms(count: int) -> Iterator[tuple[Any, Any, Written]]:
    """Random numbers with their values, and with the values of names."""
    for n in range(count):
        world = Written(n)
        yield *world.number(world.chance.choice([1, 2, 3, 4])), world


def at_point(p: kernel.Poly, values: dict[str, Any]) -> Any:
    """The value of a polynomial of the kernel without quotients."""
    return sum(c * math.prod(Fraction(values[name]) ** e for name, e in m) for m, c in p.items())


def test_random_terms_have_the_values_that_they_should_have_in_the_kernel() -> None:
    whole = 0
    for e, value, world in terms(300):
        if value is not None and not any(term[0] == "/" for term in walk_terms(e.term)):
            assert at_point(polynomial(e), world.of_atoms()) == value
            whole += 1
    assert whole > 100


def test_a_term_that_is_spelled_is_read_again_as_the_same() -> None:
    for e, value, world in terms(200):
        text = term_to_text(e.term)
        (r,) = parse(f"vec u v w; real a b |- {text} >= 0").conclusions.values()
        assert value is None or world.value(r.lhs.term, 0) == value, text


def test_random_terms_keep_all_that_was_written_in_them() -> None:
    for n in range(200):
        world = Written(f"kept {n}")
        (one, _), (other, _) = world.number(3), world.number(3)
        for e in (one - other, (one * u) @ (other * v), Max(one, other), Sum(one) ** 2 - exp(other)):
            inside = [*walk_terms(e.term)]
            assert one.term in inside or one.term[0] == "*"
            assert other.term in inside or other.term[0] == "*"


@pytest.mark.parametrize(
    "e",
    [a / a, 0 / a, 1 / (1 / a), a * a**-1, (1 / a) ** 0, -(a / a), abs(a / a), Max(a / a, 0), Min(2, a / a), a / a <= 1,
     total([a / a, -1]), Sum(a / a), v / a - v / a, (v * (0 / a)) @ v,
     Sum(a / a * v), augment(v, 0 / a), Vector({"v": a / a}), Vector({"v": 0 / a}),
     copy.deepcopy(v * (0 / a)), pickle.loads(pickle.dumps(a / a)), a / a // 1],
    ids=str,
)
def test_what_would_cancel_is_written_in_the_term(e: Any) -> None:
    sides = [e.lhs, e.rhs] if isinstance(e, Relation) else [e]
    found = [term for side in sides for term in walk_terms(term_of(side))]
    assert any(term in found for term in (*(("/", above, "a") for above in ("0", "1", "a", "v@")), ("^", "a", "-1")))


def test_a_number_in_which_something_would_cancel_has_no_value_yet() -> None:
    assert a / a != 1
    assert not has_known_value(a / a)
    assert not has_known_value(0 / a)
    assert has_known_value(expression(1))
    assert has_known_value(a - a)
    assert has_known_value(a / 2 - a / 2)
    assert not has_known_value(sqrt(a) - sqrt(a))
    assert not has_known_value(a**-1 * a)
    assert not has_known_value(0 * sqrt(a))


@pytest.mark.parametrize(("one", "other", "equal"), [
    ((a + b) * (a - b), a**2 - b**2, True), (2 * (a + b), a + b + b + a, True), (a / a, 1, False), (a * 1, a, True),
    ((u + v) @ (u - v), u @ u - v @ v, True), (u + v - v, u, True), (u - u, v - v, True), (a / b, a * b**-1, True),
    (0 * sqrt(a), 0, False), (sqrt(a) ** 2, a, False), (a - a, 0, True), (u, a, False), (Symbol("u"), u, False),
    (Sum(a * xs), a * Sum(xs), True), (exp(a - a), 1, True), (a // 1, a // 1, True), (a // 1, a // 2, False),
], ids=str)
def test_terms_are_equal_if_the_kernel_has_the_same_polynomial_of_both(one: Any, other: Any, equal: bool) -> None:
    assert (one == other, other == one) == (equal, equal)
    assert not equal or hash(one) == hash(other)


@pytest.mark.parametrize(("e", "text"), [
    (2 * (a + b), "2*(a + b)"), (a - (b - 1), "a - (b - 1)"), (-(a + b), "-(a + b)"), (a + -b, "a - b"),
    (-a - b, "-a - b"), (a / (b * 2), "a/(b*2)"), (a / b / 2, "a/b/2"), (a * (b / 2), "a*(b/2)"),
    ((a / b) ** -2, "(a/b)**(-2)"), (sqrt(4 * a), "sqrt(4*a)"), (Number(Fraction(1, 2)) * a, "1/2*a"),
    (a * Fraction(-1, 2), "a*(-1/2)"), ((u - v) @ w * a, "((u - v)@w)*a"), (a * (u @ w) - u @ w, "a*(u@w) - u@w"),
    (Sum(a * xs) @ w, "Sum(a*x[i])@w"), (Max(a, 0), "max(a, 0)"), (a + Number(-1), "a - 1"),
    (a <= b, "a <= b"), (Eq(u, v), "u == v"), (abs(a) // 2, "floor(abs(a)/2)"),
], ids=str)
def test_a_term_is_spelled_as_one_would_type_it(e: Any, text: str) -> None:
    assert str(e) == text


def test_the_sum_of_one_number_is_that_number() -> None:
    terms = [term_of(total(parts)) for parts in ([], [a], [a, b], [a / a])]
    assert terms == ["0", "a", ("+", "a", "b"), ("/", "a", "a")]


def test_numbers_that_are_none_of_the_language_are_found() -> None:
    class Changing(Expression):
        """Another term each time that it is asked."""
    other = sympy.Symbol("a")
    given = [0.5, Changing("a")]
    assert list(find_foreign([a, 1, Fraction(1, 2), v, a <= b, ln(a)])) == []
    assert list(find_foreign([Relation(a, "<=", other), *given])) == [other, *given]


@pytest.mark.parametrize("name", ["args", "term", "name"])
def test_no_expression_can_be_changed(name: str) -> None:
    for e in (a, u):
        with pytest.raises(AttributeError, match=f"{name} of {e} cannot be set to 'b'; terms do not change"):
            setattr(e, name, "b")
        with pytest.raises(AttributeError, match=f"{name} of {e} cannot be deleted"):
            delattr(e, name)


@pytest.mark.parametrize(("term", "error", "said"), [
    (lambda: 0.5 * a, TypeError, "0.5 is a float, which is rarely the intended number; write Fraction(1, 2)"),
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
])
def test_what_cannot_be_written_says_what_to_write(term: Callable[[], Any], error: type, said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        term()


S = sympy.Symbol("s")


@pytest.mark.parametrize("term", [
    lambda: a + S, lambda: S + a, lambda: a * S, lambda: S * a, lambda: a / S, lambda: S / a, lambda: a**S,
    lambda: S**a, lambda: Abs(S), lambda: Max(a, S), lambda: sympy.sqrt(a), lambda: sympy.Max(a, 0) >= 0,
    lambda: a <= S, lambda: a >= S, lambda: S * u, lambda: u / S, lambda: expression(S), lambda: sympy.sympify(a),
])
def test_a_term_of_sympy_is_no_part_of_a_term(term: Callable[[], Any]) -> None:
    """sympy cancels x/x unseen, so that the kernel would not ask whether it makes sense."""
    with pytest.raises(TypeError):
        term()
    with pytest.raises(TypeError, match="which cancels quotients unseen; use ints, Fractions"):
        S + a


def test_relations_are_as_written_and_between_numbers_decided() -> None:
    assert (a + a <= 3) == Relation(2 * a, "<=", Number(3))
    assert (Max(a, 0) >= 0) == Relation(Max(a, 0), ">=", Number(0)), "which sympy would call true"
    one, two = Number(1), Number(2)
    assert [one < 2, one >= 2] == [Relation(one, "<", two), Relation(one, ">=", two)]
    assert [bool(Number(1) < 2), bool(Number(1) >= 2)] == [True, False]
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(a < b)


def test_an_abbreviation_of_a_pair_is_a_pair() -> None:
    p = Script()
    x, s = p.vector("x"), p.real("s")
    pair = p.let("pair", augment(x, s))
    with pytest.raises(TypeError, match="not itself a pair"):
        augment(pair, s)


@pytest.mark.parametrize("number", ["0", "1", "-1", "1/2"])
def test_an_abbreviation_is_no_number(number: str) -> None:
    """It would be put in place of every such number of the statement."""
    with pytest.raises(ValueError, match="is not a name of an abbreviation: it must not be a number"):
        Script().let(number, reals("a")[0])


def test_an_abbreviation_for_each_index_stands_for_what_mentions_one() -> None:
    """Else a fact about every index would become one about none."""
    p = Script()
    b, c = p.reals("b c[i]")
    with pytest.raises(ValueError, match="contains no index; write 't'"):
        p.let("t[i]", b)
    p.let("t[i]", b * c)


@pytest.mark.parametrize("part", ["assume", "when"])
def test_what_is_named_like_a_conclusion_is_looked_at_too(part: str) -> None:
    """sympy cancels x/x unseen."""
    p, x = Script(), sympy.Symbol("a", real=True)
    a, b = p.reals("a b")
    hidden = {"conclusion": Eq(x / x, 1)}
    if part == "when":
        p.run([(b, a, a)], [], when=hidden)
    else:
        p.assume(hidden)
    p.show(conclusion=Eq(b, 1))
    with pytest.raises(TypeError, match="of type One; use ints, Fractions"):
        p.require_language()


@pytest.mark.parametrize("given", [object(), "a", [a]])
def test_what_is_no_number_is_refused(given: Any) -> None:
    for operation in (lambda e: a + e, lambda e: e * a, lambda e: a <= e):
        with pytest.raises(TypeError):
            operation(given)


@pytest.mark.parametrize(("conclusion", "said"), [
    (lambda w, x: sympy.Eq((w @ w) / (w @ w), 1 + 0 * (x @ x)), "use ints, Fractions, names of the script"),
    (lambda w, x: sympy.Max(w @ x, 0) >= 0, "use ints, Fractions, names of the script"),
    (lambda w, x: sympy.true, "a fact compares two terms, as a >= 0 or Eq(a, b), and is not True"),
])
def test_a_script_with_terms_of_sympy_is_refused(conclusion: Callable[..., Any], said: str) -> None:
    from novikoff.proofs.statements.registry import Claim, Unwritten, cite
    def write(p: Any) -> None:
        p.show(conclusion=conclusion(*p.vectors("w x")))
    with pytest.raises(Unwritten, match=re.escape(said)):
        _ = Claim("cancelled", "Cancelled", cite("iml", "nowhere"), "proved", write).script


def test_an_identity_that_is_false_is_not_proved(plant) -> None:
    """‖m − x‖² is not ‖m‖² + ‖x‖²: nothing before the kernel multiplies out."""
    from novikoff.proofs.checking import ledger_check
    def write(p: Any) -> None:
        m, x = p.vectors("m x")
        p.show(conclusion=Eq((m - x) @ (m - x), m @ m + x @ x))
    (outcome,) = ledger_check.check(plant(write).id, engines="kernel", jobs=1)
    assert outcome.verdict == "unknown", "nothing refutes claims of the ledger"


@pytest.mark.parametrize("names", ["a b", "", " "])
def test_one_name_is_declared_and_no_other(names: str) -> None:
    for declare in (Script().real, Script().vector):
        with pytest.raises(ValueError, match="is not a name"):
            declare(names)

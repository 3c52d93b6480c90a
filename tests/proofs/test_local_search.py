"""Counterexamples near numerical ones: what guessing misses, and nothing for what is true."""

from fractions import Fraction

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import parse_question, prove
from novikoff.proofs.search.numerical_counterexamples import nearest, refutation, vectors_from_gram
from novikoff.proofs.statements.term_values import split_into_squares

FALSE = [
    "vec u v; u@u == 1, v@v == 1, u@v == 1/3 |- (u - v)@(u - v) <= 1",  # the Gram matrix has to be exact
    "vec u v w; u@u == 2, v@v == 3, w@w == 5, u@v == 1 |- u@w + v@w <= 5",
    "real x y z; x**2 + y**2 + z**2 == 1 |- x*y*z <= 19/100",  # rational points on a sphere
    "vec u v w; norm(u) == 1, norm(v) == 1, norm(w) == 1, u@v >= 9/10, v@w >= 9/10 |- u@w >= 63/100",
    "real x y |- x**4*y**2 + x**2*y**4 + 1 >= 31*x**2*y**2/10",
    "real x y; max(x, y) == 1 + min(x, y)**3 |- x**2 + y**2 <= 10",  # with x >= y, x is 1 + y**3
    "real x y; max(x, y) == 1 + min(x, y)**3, x >= y |- y <= 2",
]
TRUE = ["real x y |- x**2 + y**2 >= 2*x*y", "vec u v; u@u == 1, v@v == 1 |- u@v <= 1", "real a; a > 0 |- a >= 0"]


def statement_of(text: str) -> kernel.Statement:
    """As the kernel reads it."""
    return parse_question(text).statement


@pytest.mark.parametrize("text", FALSE)
def test_a_counterexample_is_made_exact(text: str) -> None:
    statement = statement_of(text)
    witness = refutation(statement, list(nearest(statement)))
    assert witness is not None
    assert kernel.false_conclusions(statement, witness) == ["conclusion"]


@pytest.mark.parametrize("text", TRUE)
def test_there_is_none_of_what_is_true(text: str) -> None:
    statement = statement_of(text)
    points = list(nearest(statement))
    assert min(abs(point.gap) for point in points) < 1e-3
    assert refutation(statement, points) is None


def test_gaps_are_smallest_where_a_statement_nearly_fails_and_gram_matrices_real() -> None:
    (best, *_) = nearest(statement_of("real x y |- (x - 1)**2 + (y + 2)**2 + 1/2 > 0"))
    assert best.gap == pytest.approx(0.5, abs=1e-4)
    assert best.values() == {"x": pytest.approx(1, abs=1e-2), "y": pytest.approx(-2, abs=1e-2)}
    matrix = [[Fraction(1), Fraction(1, 3)], [Fraction(1, 3), Fraction(1)]]
    u, v = vectors_from_gram(matrix, [0, 1]) or []
    assert [sum(a * b for a, b in zip(x, y, strict=True)) for x in (u, v) for y in (u, v)] == [*matrix[0], *matrix[1]]
    assert vectors_from_gram([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(1)]], [0, 1]) is None


@pytest.mark.parametrize("d", ["1", "4/9", "2", "3", "7", "1/2", "1/3", "8/9", "28/9", "1000003", "12345678901/98765",
                               "720720/11"])
def test_a_number_is_a_sum_of_few_squares(d: str) -> None:
    roots = split_into_squares(Fraction(d))
    assert sum(r * r for r in roots) == Fraction(d)
    assert len(roots) <= 4


@pytest.mark.parametrize("text", ["real x; x**4 <= 0 |- x <= 0", "real x y; x**2 + y**2 == 0 |- abs(x) <= 0",
                                  "real x y; (x - y)**2 <= 0, y >= 0 |- sqrt(y) <= sqrt(max(x, 0))"])
def test_an_error_of_a_steep_hypothesis_is_no_gap(text: str) -> None:
    gaps = [point.gap for point in nearest(statement_of(text)) if point.is_sound]
    assert not gaps or min(gaps) > -1e-4


@pytest.mark.parametrize("statement", [  # false only where four vectors are independent, or where numbers are far apart
    "vec a b c d; a@a == 1, b@b == 1, c@c == 1, d@d == 1 |- (a@b)**2 + (a@c)**2 + (a@d)**2 + (b@c)**2 + (b@d)**2 + "
    "(c@d)**2 >= 1/3",
    "vec a b c d; a@a <= 1, b@b <= 1, c@c <= 1, d@d <= 1, a@b == 0, c@d == 0, a@c == 0, b@d == 0, a@d == 0, b@c == 0 "
    "|- norm(a + b + c + d) <= 19/10",
    "real x y z; x >= 1, y >= 1, z >= 1 |- x*y*z <= 1000000*(x + y + z)",
    "real x |- exp(x) >= 1/1000000",
])
def test_many_dimensions_and_sizes_are_tried(statement: str) -> None:
    assert prove(statement, limit=3).verdict == "refuted"

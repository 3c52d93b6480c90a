"""Polynomial maps, the page's worked example, and the perceptron behind them."""

from dataclasses import replace
from itertools import product

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, NoSeparator, ReplayError
from novikoff.algorithms.lifting import (
    PolynomialMap,
    certificate,
    lift,
    monomials,
    pull_back,
    replay,
    run,
    shifted_squares,
    squares,
    tensor_power,
)

from .example_data import F, dot, repeatable

INSIDE = [[-2], [-1], [0], [1], [3]], [1, -1, -1, -1, 1]  # no threshold on the line separates these


def value(polynomial, x):
    return sum(c * sympy.prod(v**e for v, e in zip(x, exponents, strict=True)) for exponents, c in polynomial.items())


def test_maps_by_hand():
    """lecture, (32): f(x) = 3 − 1.5x + 3.12(x² − 1); (33): −0.12 − 1.5x + 3.12x²."""
    w, b = [F("-1.5"), F("3.12")], F(3)
    assert pull_back(shifted_squares(1), w, b) == {(0,): F("-0.12"), (1,): F("-1.5"), (2,): F("3.12")}
    # (30) and (32) are the maps of the page
    x = sympy.Symbol("x")
    assert squares(1)([x]) == [x, x**2]
    assert shifted_squares(1)([x]) == [x, x**2 - 1]
    # Squares in the plane
    assert squares(2)([3, 5]) == [3, 5, 9, 25]
    assert shifted_squares(2)([3, 5]) == [3, 5, 8, 24]
    # Maps keep exact numbers exact
    assert lift("squares", [[F(1, 3)], [F(2, 7)]]) == [[F(1, 3), F(1, 9)], [F(2, 7), F(4, 49)]]
    # Pulling back adds what two coordinates share
    phi = PolynomialMap(1, ({(1,): 1, (0,): 1}, {(1,): 3}))
    assert pull_back(phi, [2, 5], 7) == {(0,): 9, (1,): 17}
    # All exponents below the degree in 30 variables are 3³⁰; those of the monomials are 495
    assert len(monomials(30, 2).polynomials) == 30 + 30 * 31 // 2
    # A map is a value
    assert squares(1) == PolynomialMap(1, ({(1,): 1}, {(2,): 1}))


@pytest.mark.parametrize(("d", "p"), [(1, 1), (1, 4), (2, 3), (3, 2), (4, 3)])
def test_monomials_are_those_of_scikit_learn(d, p):
    """Same set and same order (by degree, then lexicographic) as PolynomialFeatures."""
    features = pytest.importorskip("sklearn.preprocessing").PolynomialFeatures(p, include_bias=False)
    x = [2, 3, 5, 7][:d]
    assert monomials(d, p)(x) == features.fit_transform([x])[0].tolist()


@repeatable
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_tensor_power_has_the_powers_as_inner_products(d, p, data):
    vectors = st.lists(st.integers(-9, 9), min_size=d, max_size=d)
    u, v = data.draw(vectors), data.draw(vectors)
    phi = tensor_power(d, p)
    assert dot(phi(u), phi(v)) == dot(u, v) ** p


def test_general_map_on_symbols():
    x, y = sympy.symbols("x y")
    phi = PolynomialMap(2, ({(1, 1): 2, (0, 0): F(1, 2)}, {(0, 3): -1}))
    assert [
        sympy.expand(a - b) for a, b in zip(phi([x, y]), [2 * x * y + sympy.Rational(1, 2), -(y**3)], strict=True)
    ] == [0, 0]


@repeatable
@given(st.lists(st.integers(-5, 5), min_size=5, max_size=5), st.integers(-9, 9),
       st.lists(st.integers(-5, 5), min_size=2, max_size=2))
def test_pulling_back_is_evaluating_after_lifting(w, b, x):
    phi = monomials(2, 2)
    assert value(pull_back(phi, w, b), x) == dot(w, phi(x)) + b


def test_lifting_separates_what_no_threshold_does():
    with pytest.raises(NoSeparator):
        perceptron.run(*INSIDE)
    for name in ("squares", "shifted_squares"):
        result = run(*INSIDE, lifting=name)
        assert result.separated
        assert all(sign * value(result.discriminant, x) > 0 for x, sign in zip(*INSIDE, strict=True))
    # The adversarial case of the plane: x₁x₂ is not a combination of squares, so exclusive or stays inseparable
    X = list(product((-1, 1), repeat=2))
    y = [a * b for a, b in X]
    with pytest.raises(NoSeparator):
        run(X, y, lifting="squares")
    assert run(X, y, lifting=monomials(2, 2)).separated
    # The page says that it is; on these four points it needs twice as many updates
    X, y = [[F(9, 5)], [F(-7, 10)], [F(-3, 10)], [F(-1, 5)]], [1, 1, -1, -1]
    assert (run(X, y, lifting="squares").updates, run(X, y, lifting="shifted_squares").updates) == (2, 4)


@repeatable
@given(st.lists(st.tuples(st.integers(-4, 4), st.sampled_from([-1, 1])), min_size=1, max_size=6))
def test_both_maps_separate_the_same_sets(examples):
    X, y = [[x] for x, _ in examples], [sign for _, sign in examples]
    outcome = []
    for name in ("squares", "shifted_squares"):
        try:
            outcome.append(run(X, y, lifting=name).separated)
        except NoSeparator:
            outcome.append(False)
    assert outcome[0] == outcome[1]


def test_a_run_is_the_perceptron_on_lifted_examples():
    for phi in (monomials(1, 3), shifted_squares(1)):
        result, plain = run(*INSIDE, lifting=phi, bias_step="R2"), perceptron.run(lift(phi, INSIDE[0]), INSIDE[1],
                                                                                  bias_step="R2")
        assert {name: value for name, value in vars(result).items() if hasattr(plain, name)} == vars(plain)
    with pytest.raises(ReplayError):
        replay(replace(result, lifting=squares(1)), *INSIDE)
    listed = run(*INSIDE, order=[0, 1, 2])
    assert replay(listed, *INSIDE) == listed
    with pytest.raises(BadInput, match=r"visits a whole list has no certificate; .* orders cyclic, first, random"):
        certificate(listed, *INSIDE)
    capped = run(*INSIDE, order=[0, 1, 2] * 30, max_updates=3)
    assert verify(certificate(capped, *INSIDE))["stopped"] == "max_updates"


def test_a_record_has_the_map_and_no_degree():
    result = run(*INSIDE, lifting="monomials", degree=3)
    assert result.lifting == monomials(1, 3)
    assert not hasattr(result, "degree")
    assert replay(result, *INSIDE) == result

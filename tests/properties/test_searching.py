"""Claimed bounds: exact numbers with roots, statements, the search for examples that break them, derivations."""

import math
import random
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import islice, product

import numpy as np
import pytest
from flint import ctx

from novikoff.algorithms import perceptron, user_rules
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import kernel
from novikoff.proofs.search import work
from novikoff.proofs.statements.valuation import ball
from novikoff.properties import claimed_bound_counterexamples as search
from novikoff.properties import claimed_bound_proofs, square_roots
from novikoff.properties.claimed_bound_statements import claim
from novikoff.properties.multiclass_claimed_bounds import Classes
from novikoff.properties.square_roots import Nested, Surd, Undecided, enclose, root, sign

THEOREM = "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2"


def squared_sign(a, m, b, n):
    """The sign of a√m + b√n by squaring twice, on its own."""
    left, right = a * abs(a) * m, -b * abs(b) * n
    return (left > right) - (left < right)


@pytest.mark.parametrize(("m", "n"), list(product((2, 3, 8, 12, 49), repeat=2)))
def test_signs_agree_with_squaring(m, n):
    for a, b in product((-7, -2, -1, 0, 1, 3, 5), repeat=2):
        assert sign(a * root(m) + b * root(n)) == squared_sign(a, m, b, n)


def mixed(chance):
    """A sum of a rational and three roots, some of them rational."""
    return sum((chance.randint(-4, 4) * root(chance.randint(0, 12)) for _ in range(3)), Fraction(chance.randint(-3, 3)))


def test_numbers_with_roots_form_a_field():
    chance = random.Random(0)
    for _ in range(300):
        x, z = mixed(chance), mixed(chance)
        assert (x + z) * (x - z) == x * x - z * z
        if sign(x):
            assert 1 / x * x == 1
            assert z / x * x == z


def test_dependent_and_nested_roots_are_known():
    x = root(6) - root(2) * root(3)
    assert isinstance(x, Surd)  # written with three roots, and yet 0
    assert sign(x) == 0
    assert x == 0
    with pytest.raises(ZeroDivisionError):
        1 / x
    assert 1 / (root(6) + root(2) * root(3)) == root(6) / 12  # the conjugate is 0
    assert root(3 + 2 * root(2)) == 1 + root(2)
    assert root(2 + root(3)) * root(2) == 1 + root(3)
    assert sign(root(3 + 2 * root(2)) - 1 - root(2)) == 0  # where no enclosure decides
    assert root(root(2) - root(2)) == 0
    assert 1 / root(root(2)) * root(2) == root(root(2))
    with pytest.raises(ZeroDivisionError):
        1 / (root(3 + 2 * root(2)) - 1 - root(2))


def decimal(x):
    """The number to sixty digits, on its own."""
    if not isinstance(x, Surd):
        return Decimal(Fraction(x).numerator) / Decimal(Fraction(x).denominator)
    total = Decimal(0)
    for roots, c in x.parts.items():
        under = (decimal(g.value if isinstance(g, Nested) else g) for g in roots)
        total += decimal(c) * math.prod((value.sqrt() for value in under), start=Decimal(1))
    return total


def nested(chance, depth):
    """A sum of a rational and two roots of such numbers."""
    if not depth:
        return mixed(chance)
    return sum((chance.randint(-3, 3) * root(abs(nested(chance, depth - 1))) for _ in range(2)),
               Fraction(chance.randint(-3, 3)))


@pytest.mark.parametrize("depth", [1, 2])
def test_nested_roots_are_compared_exactly(depth):
    chance = random.Random(depth)
    with localcontext(prec=60):
        for _ in range(60):
            x, z = nested(chance, depth), nested(chance, depth)
            difference = decimal(x) - decimal(z)
            assert sign(x - z) == (difference > Decimal("1e-40")) - (difference < Decimal("-1e-40"))
            assert float(x) == pytest.approx(float(decimal(x)), abs=1e-9)
            with ctx.workprec(100):
                near = enclose(x)
            assert near.rad() < 2.0**-80
            with ctx.workprec(200):
                assert near.overlaps(ball(Fraction(decimal(x))))
            if depth == 1:
                assert (x + z) * (x - z) == x * x - z * z
                assert not sign(x) or 1 / x * x == 1


def test_roots_of_negative_numbers_are_refused_and_long_sums_not_guessed():
    for value in (-1, 1 - root(2)):
        with pytest.raises(BadInput, match="has no real root"):
            root(value)
    # √(p/q − √2) is about 10⁻⁴ for a Newton iterate p/q; its enclosure at few digits begins below 0
    p, q = 1, 1
    for _ in range(10):
        p, q = p * p + 2 * q * q, 2 * p * q
    total = root(Fraction(p, q) - root(2))
    for n in range(2, 27):
        total = total + root(root(n) + 1)
    assert sign(total) == 1
    # It is 0 here, which no enclosure shows
    zero = sum((root(3 * k + 2 * k * root(2)) - root(k) - root(2 * k) for k in range(1, 17)), Fraction(0))
    with pytest.raises(Undecided):
        sign(zero)


@pytest.mark.parametrize(("text", "fixed"), [
    ("b == 0 |- k <= R**2*(w@w)/gamma**2", None),  # true or false at every scale
    ("b == 0, w@w == 1 |- k <= R**2/gamma**2", "w*@w*"),
    ("b == norm(w), gamma == 1 |- k <= R**2*(w@w)", "γ"),
    ("R/gamma == 1 |- k <= w@w", "R/γ"),
    ("abs(b) <= 1 |- k <= R**2*(w@w)/gamma**2", None),  # an inequality fixes nothing
])
def test_the_equation_that_fixes_the_scale_is_found(text, fixed):
    found = claim(text).scaling
    assert str(None if found is None else found.lhs) == str(fixed)


def test_roots_of_any_depth_are_taken_in_a_bound():
    case = claim("w@w == 1, R <= 1 |- k <= 1/sqrt(gamma)", bias_step=Fraction(0)).at(
        [(-1, 0), (0, 1)], [1, -1], (-1, -1), 0, k=2)
    assert case.right ** 4 == 2  # γ² = 1/2
    assert not case.holds
    two = claim("k <= sqrt(sqrt(R) + sqrt(D))").at([(4,)], [1], (1,), 0, k=2)
    assert (two.right**2 - 2) ** 2 == root(17)
    assert two.holds


def test_a_dataset_at_which_a_comparison_is_not_decided_is_one_of_which_the_claim_says_nothing(monkeypatch):
    monkeypatch.setattr(square_roots, "PRECISIONS", ())
    monkeypatch.setattr(square_roots, "MOST_TERMS", 0)
    stated = claim("R <= sqrt(sqrt(R) + sqrt(D)) |- k <= 5")
    assert stated.at([(1,)], [1], (1,), 0, k=1) is None


def test_hypotheses_select_examples_and_fix_the_scale():
    assert claim("R <= 1 |- k <= 5").at([(2,)], [1], (1,), 0, k=1) is None
    assert claim("R <= 1 |- k <= 5").at([(1,)], [1], (1,), 0, k=1).holds
    assert claim("k <= 5").at([(1,)], [-1], (1,), 0, k=1) is None  # no separator
    # A hypothesis fixes the scale exactly
    case = claim("w@w == 1 |- k <= R*D/gamma**2").at([(1, 1), (-1, 0)], [1, -1], (1, 1), 0, k=2)
    assert case.w == (root(2) / 2, root(2) / 2)
    assert case.gamma == root(2) / 2
    assert case.right == root(2) * root(3) * 2  # R = √2, D = √3, γ² = 1/2
    assert case.holds
    # The scale of the separator does not matter once it is fixed
    X, y = [(2, 1), (-1, 3)], [1, -1]
    one, other = (claim(THEOREM).at(X, y, (3 * s, -s), s, k=4) for s in (1, 7))
    assert (one.w, one.b, one.gamma, one.right) == (other.w, other.b, other.gamma, other.right)
    assert claim("k <= (1 + R**2)*(1 + b**2)/gamma**2").moves
    assert not claim(THEOREM).moves
    # A root of the margin may fix the scale
    stated = claim("sqrt(gamma) == 2 |- k <= R**2*(w@w)")
    assert (str(stated.scaling.lhs), stated.moves) == ("sqrt(γ)", False)
    assert stated.at([(3,)], [1], (1,), 0, k=1).gamma == 4
    # What changes with the scale is said so
    moving = "k <= (1 + b**2)/gamma**2", "k <= (1 + b)/(2 + gamma)", "gamma <= 1 |- k <= R**2*(w@w)/gamma**2"
    assert all(claim(text).moves for text in moving)
    still = "k <= b/(norm(w) + gamma)", "gamma <= 2*b, b == 0 |- k <= R**2*(w@w)/gamma**2", "gamma == 1 |- k <= b"
    assert not any(claim(text).moves for text in still)


def searched(stated, datasets):
    found = search.Found(stated)
    for _ in search.iterate_search(found, seed=0, datasets=datasets):
        pass
    return found


def test_the_search_depends_on_the_seed_alone():
    stated = claim(THEOREM)
    seeds = (1, 1, 2)
    one, same, other = (
        [*search._small_ones(search.Found(stated), s), *search._special_ones(search.Found(stated), s),
         *islice(search._random(search.Found(stated), s, random.Random(s), np.random.default_rng(s)), 90)]
        for s in seeds
    )
    assert one == same
    assert one != other


def test_the_local_search_climbs_and_shrinks():
    """Far from the grids: 40 is reached by steps, from the 3·16 that the grids hold."""
    found = searched(claim("k <= 60", bias_step=Fraction(1)), 900)
    assert found.broken.k > 60
    broken = searched(claim(THEOREM.replace("1 + R**2", "R**2 - 1")), 60).broken
    assert len(broken.X) <= 4
    assert broken.k > broken.right
    assert perceptron.run(broken.X, broken.y).updates == broken.k
    assert all(y * (sum(v * u for v, u in zip(broken.w, x, strict=True)) + broken.b) >= broken.gamma
               for x, y in zip(broken.X, broken.y, strict=True))


def test_the_local_search_starts_from_small_data_only(monkeypatch):
    """The bound is attained by 144 orthogonal points, whose separators take long: it must not go on from them."""
    sizes, consider = [], search.check_dataset
    def counted(claim, X, *rest):
        sizes.append(len(X) * len(X[0]))
        return consider(claim, X, *rest)
    monkeypatch.setattr(search, "check_dataset", counted)
    searched(claim("w@w == 1, R <= 1 |- k <= 1/gamma**2", bias_step=Fraction(0)), 400)
    large = [size for size in sizes if size > 2 * search.MOST_CLIMBED]
    assert len(sizes) == 400
    assert len(large) <= 5


@pytest.mark.sampled(2)
@pytest.mark.parametrize("step", [Fraction(0), Fraction(1), "R2", Fraction(3, 2)])
@pytest.mark.parametrize("text", ["k <= 10**20*(R**2 + c + 1)*(w@w + abs(b) + D)/gamma**2",
                                  "norm(w) == 1, b <= 4*R |- k <= 10**20*(R**2 + c)*(1 + b**2 + d)/gamma**2 + n"])
def test_an_estimate_is_near_the_exact_ratio(text, step):
    """The floats that choose must be those of the claim, in each convention and at each scale."""
    stated = claim(text, bias_step=step)
    factors, index = (Fraction(1), Fraction(1, 10), Fraction(7, 2)), np.arange(60) % 3
    X, y = search.near_hyperplanes(2, 2, 3, 60, np.random.default_rng(5))
    kinds = [kind for kind in search.kinds_of(stated) if kind.price != search.FREE]  # which is smaller there
    looks = search._screen(step, stated.tie, kinds, X, y, factors, index)
    ratios, which = search._estimates(stated, looks)
    met = np.flatnonzero(ratios > -np.inf)
    assert len(met) > 20
    for i in met:
        points = [[int(v) * factors[index[i]] for v in x] for x in X[i]]
        case = search.check_dataset(stated, points, y[i].tolist(), [kinds[which[i]]])
        assert case.k == looks.k[i]
        assert float(ratios[i]) == pytest.approx(case.steepness, rel=1e-6)
        assert case.ratio == search.check_dataset(stated, points, y[i].tolist(), kinds).ratio


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("text", "step", "theorem"), [
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", "R2", claimed_bound_proofs.FAMILY),
    (THEOREM, Fraction(1), claimed_bound_proofs.FAMILY),
    ("R <= 1, norm(w) == 1 |- k <= 2*(1 + b**2)/gamma**2", Fraction(1), claimed_bound_proofs.FAMILY),
    ("k <= (R**2 + c)*(w@w + b**2/c)/gamma**2", Fraction(1, 2), claimed_bound_proofs.FAMILY),
    ("w@w == 1 |- k <= D**2/gamma**2", Fraction(0), claimed_bound_proofs.NO_BIAS),
    ("w@w == 1, d == 2 |- k <= 1 + R**2/(2*gamma**2)", Fraction(0), claimed_bound_proofs.PLANE),
    ("3 > d |- k <= 1 + R**2*(w@w)/gamma**2", Fraction(0), claimed_bound_proofs.NO_BIAS),
    ("3 > d |- k <= 1 + 2*R**2*(w@w)/(3*gamma**2)", Fraction(0), claimed_bound_proofs.PLANE),
    ("w@w == 1, d == 1 |- k <= 1 + (1 + R**2)*(1 + b**2)/(2*gamma**2)", Fraction(1), claimed_bound_proofs.LINE),
    ("d < 2, R > 0 |- k <= 1 + (w@w*R**2 + b**2)/gamma**2", "R2", claimed_bound_proofs.LINE),
    ("w@w == 1, R**2 < 4*gamma**2 |- k <= 3", Fraction(0), claimed_bound_proofs.NO_BIAS),
    ("w@w == 1, R**2 < 4*gamma**2 |- k < 7/2", Fraction(0), claimed_bound_proofs.NO_BIAS),
    ("w@w == 1, R**2 < 4*gamma**2, d == 2 |- k <= 2", Fraction(0), claimed_bound_proofs.PLANE),
    ("w@w == 1, b == 1/3, R == 1, gamma == 1/5 |- k <= 55", Fraction(1), claimed_bound_proofs.FAMILY),
    ("k > 1 |- k**2*gamma**2 <= (w@w + b**2/9)*(k*(R**2 + 9) + 2*(R**2 - 9))", Fraction(9),
     claimed_bound_proofs.AFTER_TWO),
])
def test_what_follows_is_derived_and_the_kernel_agrees(text, step, theorem):
    found = claimed_bound_proofs.derive_bound(claim(text, bias_step=step))
    assert found.theorem == theorem
    verdicts = kernel.check_book(found.certificate["entries"])
    assert verdicts["statement"][0] == "proved"
    assert theorem in verdicts


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("text", "step"), [
    ("w@w == 1, d <= 3 |- k <= 1 + R**2/(2*gamma**2)", Fraction(0)),
    ("w@w == 1, d >= 2 |- k <= 1 + R**2/(2*gamma**2)", Fraction(0)),
    ("w@w == 1, d < 5/2 |- k <= 1 + (1 + R**2)*(1 + b**2)/(2*gamma**2)", Fraction(1)),
    ("w@w == 1, d == 1 |- k <= (1 + R**2)*(1 + b**2)/(2*gamma**2)", Fraction(1)),
    ("w@w == 1, R**2 <= 4*gamma**2 |- k <= 3", Fraction(0)),
    ("w@w == 1, R**2 < 4*gamma**2 |- k < 3", Fraction(0)),
    ("w@w == 1, b == 1/3, R == 1, gamma == 1/5 |- k <= 54", Fraction(1)),
    ("w@w == 1, k >= 1 |- k**2*gamma**2 <= (1 + b**2)*(k*(1 + R**2) - 2*(1 - R**2))", Fraction(1)),
])
def test_what_theorems_of_few_runs_do_not_say_is_not_derived(text, step):
    """Other dimensions than theirs, smaller bounds, and numbers of updates of which they do not speak."""
    assert claimed_bound_proofs.derive_bound(claim(text, bias_step=step)) is None


def test_the_derivation_speaks_of_the_run_with_this_bias_step():
    """The bound of another bias step does not follow."""
    text = "k <= (R**2 + 1)*(w@w + b**2)/gamma**2"
    assert claimed_bound_proofs.derive_bound(claim(text, bias_step=Fraction(1)))
    assert claimed_bound_proofs.derive_bound(claim(text, bias_step=Fraction(2))) is None
    assert claimed_bound_proofs.derive_bound(claim(text, bias_step="R2")) is None


def test_numbers_of_many_digits_are_made_small_in_few_steps(monkeypatch):
    """One at a time would be thousands of runs."""
    stated = claim("k <= 2*(R**2 + 1)*(w@w)/gamma**2", bias_step=1, several=Classes(True))
    X = [(70698, 122481, 0), (-141395, -29, -2729), (70698, -122454, 2603)]
    case = search.check_dataset(stated, [[Fraction(v, 100_000) for v in x] for x in X], [1, -1, 1])
    assert not case.holds
    tried, consider = [], search.check_dataset
    def counting(*given):
        tried.append(given)
        assert len(tried) < 200
        return consider(*given)
    monkeypatch.setattr(search, "check_dataset", counting)
    least = search.shrink(stated, case)
    assert not least.holds
    assert search._digits(least.X) < 40


def count_calls(monkeypatch, module, name):
    """Record the arguments of each call of a function."""
    calls, called = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given, **named: (calls.append(given), called(*given, **named))[1])
    return calls


def orthogonal(points):
    """Orthogonal points of two classes, on which each perceptron updates as often as there are points, or nearly."""
    return [[int(i == j) for j in range(points)] for i in range(points)], [1 - 2 * (i % 2) for i in range(points)]


OWN = user_rules.Rule("own", lambda state, x, y: perceptron.State(state.w + y * x, state.b), None, False)


@pytest.mark.parametrize("kind", [{}, {"several": Classes(False)}, {"rule": OWN}])
def test_shrinking_seeks_no_separators_for_a_run_of_too_few_updates(kind, monkeypatch):
    """Without any of its points the run is too short."""
    stated = claim("k <= 7", bias_step=Fraction(0), **kind)
    case = search.check_dataset(stated, *orthogonal(8))
    assert case.k == 8
    calls = count_calls(monkeypatch, search, "check_dataset")
    assert search.shrink(stated, case) == case
    assert calls
    assert all(len(X) == 8 for _, X, *_ in calls)


@pytest.mark.parametrize("several", [None, Classes(False)])
def test_shrinking_ends_at_its_limit_of_work(several, monkeypatch):
    """The smallest case so far is the result, and the work counts outside, too."""
    stated = claim("w@w == 1 |- k < R**2/gamma**2", bias_step=Fraction(0), several=several)
    case = search.check_dataset(stated, *orthogonal(12))
    spent = []
    for limit in (search.MOST_SHRINKING, 12_000):
        monkeypatch.setattr(search, "MOST_SHRINKING", limit)
        with work.limited_to(10**6):
            least = search.shrink(stated, case)
            spent.append(10**6 - work.Meter.left)
        assert not least.holds
        assert len(least.X) < 12
    assert spent[0] > 20_000
    assert 12_000 <= spent[1] < 20_000

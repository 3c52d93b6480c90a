"""The estimators: scikit-learn's own checks, the drivers' records, exact numbers, and scikit-learn's classifiers.

Where an estimator differs from the one of scikit-learn, the test says why.
"""

import inspect
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import Perceptron as TheirPerceptron
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator, check_parameters_default_constructible

from novikoff.algorithms import estimators, multi_class_perceptron, one_vs_rest, perceptron, voted_perceptron
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.estimators import (
    ESTIMATORS,
    AdaBoost,
    Alma,
    AveragedPerceptron,
    BatchPerceptron,
    BestMargin,
    GradientDescent,
    HingeDescent,
    HullDistance,
    KernelPerceptron,
    Kozinec,
    LiftedPerceptron,
    MarginPerceptron,
    MultiClassPerceptron,
    NearestMean,
    NearestNeighbours,
    OneVsRest,
    Pegasos,
    Perceptron,
    PRank,
    Relaxation,
    Separator,
    StructuredPerceptron,
    SupportVectorMachine,
    VotedPerceptron,
    WeightedMajority,
    WidrowHoff,
    Winnow,
    expected_failed_checks,
)
from novikoff.algorithms.registry import ALGORITHMS

from .example_data import F

CUBE = [[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
MAJORITY = ["no" if sum(x) < 0 else "yes" for x in CUBE]
SIGNS = [-1 if label == "no" else 1 for label in MAJORITY]
LINE, UP_DOWN = [[0], [1], [2]], [1, -1, 1]  # no separator
ONLINE = (Perceptron, MarginPerceptron, Relaxation, WidrowHoff, AveragedPerceptron, VotedPerceptron)
ON_SIGNS = (Winnow, WeightedMajority)
NOT_LINEAR = (AdaBoost, VotedPerceptron, KernelPerceptron, LiftedPerceptron, NearestNeighbours, NearestMean, OneVsRest,
              MultiClassPerceptron, PRank)
# Of the first all examples violate the margin, and one step is enough; the data are exact.
FAST = {HingeDescent: {"lam": 8}, Alma: {"alpha": F(1, 2)}}
LINEAR = [cls for cls in ESTIMATORS if cls not in NOT_LINEAR]


# -------------------------------------------------------------------------- scikit-learn's own checks
VARIANTS = [*(cls() for cls in ESTIMATORS), SupportVectorMachine(C=None), Winnow(threshold=0),
            Winnow(threshold=0, balanced=True), WeightedMajority(threshold=0), Perceptron(exact=True, tie="positive"),
            KernelPerceptron(kernel="gaussian"), OneVsRest(driver="batch_perceptron")]


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_an_estimator_has_its_parameters_and_a_certificate(cls):
    check_parameters_default_constructible(cls.__name__, cls())
    # A clone has the parameters and nothing else
    model = cls().set_params(exact=True, **FAST.get(cls, {}))
    assert vars(clone(model.fit(CUBE, MAJORITY))) == vars(cls(exact=True, **FAST.get(cls, {})))
    # Certificates are confirmed
    model = cls(**FAST.get(cls, {})).fit(CUBE, MAJORITY)
    certificate = model.certificate(CUBE, MAJORITY)
    assert verify(certificate)
    x = ["-1", "-1", "1"]
    assert certificate["X"][1] in (x, [x, ["0"] * 3])  # alone, or as a choice between it and 0


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.sampled(1)
@pytest.mark.parametrize("estimator", VARIANTS, ids=repr)
def test_passes_the_checks_of_scikit_learn(estimator):
    """All checks pass but those with a reason, and each of those does fail; with the defaults, as users have them."""
    expected = expected_failed_checks(estimator)
    results = check_estimator(estimator, expected_failed_checks=expected, on_fail=None, on_skip=None)
    names = {status: {r["check_name"] for r in results if r["status"] == status} for status in ("failed", "xfail")}
    assert names == {"failed": set(), "xfail": set(expected)}
    passed = {r["check_name"] for r in results if r["status"] == "passed"}
    assert not passed & set(expected)
    assert len(passed | names["xfail"]) >= 45  # scikit-learn 1.6 has 46 for a classifier, later ones have more


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("cls", [cls for cls in LINEAR if "max_updates" in cls().get_params() and cls not in ON_SIGNS])
def test_exact_weights_stay_short_with_the_default_cap(cls):
    """On whole numbers with random labels the digits grow with each update: by as much as 50 updates show."""
    drawn = np.random.default_rng(0)
    X, y, cap = drawn.integers(-9, 10, (60, 12)), drawn.integers(0, 2, 60), 50
    model = cls(max_updates=cap).fit(X, y)
    digits = max(Fraction(value).denominator.bit_length() for value in model.coef_.flat)
    assert model.n_updates_ <= cap
    assert digits * cls().max_updates <= cap * 20_000 or digits < 64


# ------------------------------------------------------------------------------ the table of algorithms
def test_every_algorithm_has_one_estimator_and_only_separators_and_signs_may_fail():
    assert sorted(cls.algorithm for cls in ESTIMATORS) == sorted(ALGORITHMS)
    reasons = {type(variant): set(expected_failed_checks(variant).values()) for variant in VARIANTS[: len(ESTIMATORS)]}
    assert {cls for cls, why in reasons.items() if why == {estimators.INSEPARABLE}} == {Separator, BestMargin}
    assert {cls for cls, why in reasons.items() if why == {estimators.NO_SIGNS}} == set(ON_SIGNS)


@pytest.mark.parametrize("cls", [cls for cls in ESTIMATORS if cls is not OneVsRest])
def test_parameters_are_those_of_the_driver(cls):
    """The options of the table and no others, with the driver's defaults where it has any, but for the cap."""
    row, mine = ALGORITHMS[cls.algorithm], cls().get_params()
    assert set(row.takes({})) <= set(mine)
    assert set(mine) <= {*row.defaults(), "exact", "threshold"}
    theirs = {name: value for name, value in row.defaults().items() if value is not inspect.Parameter.empty}
    if cls is SupportVectorMachine:
        assert (mine.pop("C"), theirs["C"]) == (1, None)  # the soft margin always has a solution
    assert {n: v for n, v in mine.items() if n in theirs and n != "max_updates"}.items() <= theirs.items()


def test_several_classes_learn_online_as_in_one_run():
    """Two visits of each example are one run in that order; of two classes f is twice that of the perceptron."""
    X, y = [[0, 3], [3, 0], [-3, -3], [1, 1], [-1, 2]], ["b", "c", "a", "c", "b"]
    model = MultiClassPerceptron().partial_fit(X[:2], y[:2], classes=["a", "b", "c"]).partial_fit(X[2:], y[2:])
    numbers = [["a", "b", "c"].index(label) for label in y]
    whole = multi_class_perceptron.run(X, numbers, classes=range(3), order=range(5))
    assert model.coef_.tolist() == [list(one.w) for one in whole.classifiers.values()]
    assert (model.n_updates_, model.stopped_) == (whole.updates, "order_exhausted")
    two, one = (cls().fit(CUBE, MAJORITY) for cls in (MultiClassPerceptron, Perceptron))
    assert two.decision_function(CUBE).tolist() == [2 * f for f in one.decision_function(CUBE)]
    assert two.record_.mistakes == one.record_.mistakes


def test_groups_of_rows_are_candidates():
    """The same run as of the driver, on rows in any order; of each group one candidate is chosen."""
    X = [[2, 0], [0, 3], [0, 1], [1, 0], [1, 1], [3, -1], [0, 0]]
    right, groups = ["yes", "no", "no", "yes", "no", "yes", "no"], ["p", "q", "p", "q", "p", "r", "r"]
    model = StructuredPerceptron(shares="equal").fit(X, right, groups=groups)
    chosen = ALGORITHMS["structured_perceptron"].run(
        [[X[0], X[2], X[4]], [X[1], X[3]], [X[5], X[6]]], [0, 1, 0], shares="equal")
    assert model.record_ == chosen
    assert model.predict(X, groups=groups).tolist() == right
    assert verify(model.certificate(X, right, groups=groups))["separated"]
    for bad, words in (([1] * 6 + [2], "the group of row 0 has 6 rows"), (groups[:3], "for 7 rows give one value")):
        with pytest.raises(BadInput, match=words):
            (broken := StructuredPerceptron()).fit(X, right, groups=bad)
        with pytest.raises(NotFittedError):
            broken.certificate(X, right, groups=bad)
        assert "_groups" not in vars(broken)  # of a call that failed nothing is left
    alone, plain = StructuredPerceptron().fit(CUBE, MAJORITY), Perceptron(bias_step=0).fit(CUBE, MAJORITY)
    assert alone.record_.mistakes == plain.record_.mistakes
    assert alone.coef_.tolist() == plain.coef_.tolist()


def test_only_numbers_and_known_parameters_are_taken():
    with pytest.raises(TypeError, match="steps"):
        Perceptron(steps=3)
    with pytest.raises(TypeError, match=r"X\[1\]\[0\] = \{\}: the argument must be a string or a number"):
        Perceptron().fit(np.array([[1], [{}]], dtype=object), [0, 1])


# ------------------------------------------------------------- records, certificates and exact numbers
@pytest.mark.parametrize("cls", [cls for cls in ESTIMATORS if not cls.multi_class])
def test_the_record_is_that_of_the_driver(cls):
    model = cls(**FAST.get(cls, {})).fit(CUBE, MAJORITY)
    given = {name: value for name, value in model.get_params().items() if name in ALGORITHMS[cls.algorithm].defaults()}
    if cls is HullDistance:
        given["epsilon"] = F(1, 1024)
    assert model.record_ == ALGORITHMS[cls.algorithm].run(CUBE, SIGNS, **given)
    assert model.predict(CUBE).tolist() == MAJORITY
    assert model.score(CUBE, MAJORITY) == 1
    assert model.n_updates_ == getattr(model.record_, "updates", 0)


def test_records_of_more_classes_are_those_of_the_drivers():
    X, y = [[0, 3], [3, 0], [-3, -3]], ["b", "c", "a"]
    many = OneVsRest(options={"bias_step": 0}).fit(X, y)
    numbered = one_vs_rest.run(X, [1, 2, 0], classes=range(3), bias_step=0, max_updates=10_000)
    assert [run.mistakes for run in many.record_.runs] == [run.mistakes for run in numbered.runs]
    assert many.coef_.tolist() == [list(run.w) for run in numbered.runs]
    assert many.predict(X).tolist() == y
    model = MultiClassPerceptron(rate=F(1, 2), shares="equal").fit(X, y)
    settings = {"classes": range(3), "rate": F(1, 2), "shares": "equal", "max_updates": 10_000}
    assert model.record_ == multi_class_perceptron.run(X, [1, 2, 0], **settings)
    assert model.coef_.tolist() == [list(one.w) for one in model.record_.classifiers.values()]
    assert model.predict(X).tolist() == y
    near = NearestNeighbours(k=2, vote_tie="nearest").fit(X, y)
    assert near.record_ == ALGORITHMS["nearest_neighbours"].run(X, [1, 2, 0], k=2, vote_tie="nearest")
    assert near.predict([[0, 1], [-1, -1]]).tolist() == ["b", "a"]


@pytest.mark.parametrize("cls", LINEAR)
def test_exact_numbers_come_back_exact(cls):
    """f is ⟨w, x⟩ + b of the driver's own (w, b), in rational numbers, also at points with fractions."""
    model = cls(exact=True, **FAST.get(cls, {})).fit(CUBE, MAJORITY)
    points = CUBE if cls in ON_SIGNS else [[F(1, 3), F(-1, 7), 2], [1, 1, F(-3, 2)]]
    w, b = model.record_.w, model.record_.b
    scores = model.decision_function(np.array(points, dtype=object)).tolist()
    assert scores == [sum(wk * F(xk) for wk, xk in zip(w, x, strict=True)) + b for x in points]
    assert not any(isinstance(value, float) for value in [*scores, *model.coef_.flat, *model.intercept_])
    assert model.coef_.tolist() == [list(w)]
    assert model.predict(points).tolist() == ["yes" if score > 0 else "no" for score in scores]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # of those that meet their cap
@pytest.mark.parametrize("cls", [cls for cls in LINEAR if cls not in (*ON_SIGNS, BestMargin)])
def test_floats_stay_floats_unless_exact_is_asked_for(cls):
    """0.1 is not a tenth: exact=True runs on its binary value, and the record says so."""
    X = np.array([[0.1, 0.3], [1.7, 1.9]])
    few = {"max_updates": 20} if cls in (HingeDescent, WidrowHoff) else {}  # whose numbers get longer with each update
    rounded, exact = (cls(exact=exact, **few).fit(X, [0, 1]) for exact in (False, True))
    assert (rounded.record_.arithmetic, exact.record_.arithmetic) == ("float64", "exact")
    assert (rounded.coef_.dtype, exact.coef_.dtype) == (float, object)
    assert exact.record_ == cls(**few).fit([[F(value) for value in row] for row in X.tolist()], [0, 1]).record_
    assert rounded.decision_function(X).dtype == exact.decision_function(X).dtype == float


def test_numbers_are_exact_where_they_can_be():
    assert Perceptron(rate=0.1).fit(CUBE, MAJORITY).record_.rate == F(0.1)
    assert Perceptron(rate=0.1).fit(np.array(CUBE, dtype=float), MAJORITY).record_.rate == 0.1
    for X in (np.array(CUBE), np.array(CUBE, dtype=np.int8), np.array(CUBE) > 0, np.array(CUBE, dtype=object)):
        for record in (Perceptron().fit(X, MAJORITY).record_, Perceptron().partial_fit(X, MAJORITY).record_):
            assert record.arithmetic == "exact"
            assert record.engine != "reference"


def test_predictions_do_not_round():
    """f = 10⁻⁴⁰⁰ at 1.0 is positive, though its float64 is 0; with 10⁴⁰⁰ the score is infinite, and not NaN."""
    tiny, huge = (Perceptron(bias_step=0).fit([[x], [-x]], [1, 0]) for x in (F(1, 10**400), 10**400))
    assert (tiny.decision_function([[1.0]]), tiny.predict([[1.0]])) == (0.0, 1)
    assert huge.decision_function([[-1.0]]) == -np.inf
    assert huge.decision_function(np.array([[-1]], dtype=object)).tolist() == [-(10**400)]
    model = Perceptron().fit(np.array(CUBE, dtype=float), MAJORITY)
    assert model.decision_function([[1, 2, 3]]).dtype == float
    with pytest.raises(BadInput, match="1/3 is not a float64"):
        model.predict([[F(1, 3), 0, 0]])


@pytest.mark.parametrize(("tie", "label"), [("mistake", "no"), ("negative", "no"), ("positive", "yes")])
def test_the_rule_for_ties_decides_at_zero(tie, label):
    model = Perceptron(tie=tie, bias_step=0).fit([[1], [-1]], ["yes", "no"])
    assert model.decision_function([[0]]).tolist() == [0]
    assert model.predict([[0]]).tolist() == [label]


def test_scores_of_votes_and_lifted_points():
    """The voters are those of the driver; the lifted classifier is its polynomial, −2 + 3x²."""
    voted = VotedPerceptron().fit(CUBE, MAJORITY)
    voters = voted_perceptron.voters(voted.record_, CUBE, SIGNS)
    points = [[F(1, 2), -1, 3], [0, 0, F(-1, 9)], [1, -1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]]
    assert any(perceptron.margin(state, np.array(x), 1) == 0 for votes, state in voters if votes for x in points)
    assert voted.decision_function(points).tolist() == [voted_perceptron.score(voters, np.array(x)) for x in points]
    lifted = LiftedPerceptron(lifting="shifted_squares").fit([[-1], [0], [1]], [1, 0, 1])
    assert lifted.decision_function([[F(1, 2)], [4]]).tolist() == [F(-5, 4), 46]


@pytest.mark.parametrize("cls", [OneVsRest, NearestNeighbours])
def test_of_two_classes_the_second_is_where_f_is_positive(cls):
    model = cls().fit(CUBE, MAJORITY)
    scores = model.decision_function(CUBE)
    assert scores.shape == (8,)
    assert ["yes" if score > 0 else "no" for score in scores] == MAJORITY == model.predict(CUBE).tolist()


def test_votes_have_a_column_for_each_class_unless_there_are_two():
    models = [NearestNeighbours().fit([[1], [2], [3]], labels) for labels in ([7, 7, 7], [7, 8, 9])]
    assert [model.decision_function([[1], [3]]).tolist() for model in models] == [[[1], [1]], [[1, 0, 0], [0, 0, 1]]]


def test_kernels_are_passed_on():
    X, y = [[-1], [0], [1]], [1, 0, 1]
    square = KernelPerceptron(kernel="polynomial", degree=2).fit(X, y)
    assert square.decision_function([[F(1, 2)]]).tolist() == [F(-1, 2)]
    gram = np.array([[1, 0, 1], [0, 0, 0], [1, 0, 1]])
    given = KernelPerceptron(kernel="precomputed").fit(gram, y)
    assert get_tags(given).input_tags.pairwise
    assert given.record_.mistakes == square.record_.mistakes
    assert given.decision_function([[F(1, 4), 0, F(1, 4)]]).tolist() == [F(-1, 2)]
    assert NearestMean(kernel="polynomial", offset=0.5).fit(X, y).record_.kernel.offset == F(1, 2)
    with pytest.raises(BadInput, match="has no gamma"):
        KernelPerceptron(gamma=1).fit(X, y)


# ----------------------------------------------------------------------------------------- how runs end
@pytest.mark.parametrize("cls", [Perceptron, BatchPerceptron, Kozinec, HullDistance, KernelPerceptron])
def test_the_cap_is_never_convergence(cls):
    with pytest.warns(ConvergenceWarning, match=f"{cls.__name__} stopped by max_updates after 7 updates"):
        model = cls(max_updates=7).fit(LINE, UP_DOWN)
    assert (model.stopped_, model.n_updates_) == ("max_updates", 7)


def test_ends_of_other_drivers():
    with pytest.warns(ConvergenceWarning, match="stopped by gradient_undefined after 0 updates"):
        GradientDescent(criterion="J").fit(LINE, UP_DOWN)
    with pytest.warns(ConvergenceWarning, match="OneVsRest stopped by max_updates"):
        OneVsRest(max_updates=2).fit(LINE, UP_DOWN)
    # Pegasos has no end of its own
    assert Pegasos(max_updates=3).fit(CUBE, MAJORITY).stopped_ == "max_updates"
    # OneVsRest knows the ends of its driver
    model = OneVsRest(driver="kozinec", options={"epsilon": 0.5}).fit(CUBE, MAJORITY)
    assert {run.stopped for run in model.record_.runs} == {"eps_solution"}


@pytest.mark.parametrize("cls", [Separator, BestMargin, SupportVectorMachine])
def test_what_has_no_separator_says_so_with_a_certificate(cls):
    model = (cls(C=None) if cls is SupportVectorMachine else cls()).fit([[0], [1]], [0, 1])
    with pytest.raises(NoSeparator, match="no separator exists") as caught:
        model.fit(LINE, UP_DOWN)
    weights = caught.value.certificate
    assert sum(weights) == 1
    for column in ([0, 1, 2], [1, 1, 1]):
        assert sum(a * y * value for a, y, value in zip(weights, UP_DOWN, column, strict=True)) == 0
    with pytest.raises(NotFittedError):
        model.predict(LINE)


def test_without_a_cap_exact_runs_need_an_end():
    with pytest.raises(NoSeparator):
        Perceptron(max_updates=None).fit(LINE, UP_DOWN)
    assert Perceptron(max_updates=None).fit(CUBE, MAJORITY).stopped_ == "separated"


# ------------------------------------------------------------------------------------------ online
RATE = {WidrowHoff: {"rate": F(1, 8)}}  # where the rate would depend on all examples
NUMBERS = st.builds(F, st.integers(-4, 4), st.sampled_from([1, 3]))
BATCHES = st.lists(
    st.lists(st.tuples(st.lists(NUMBERS, min_size=2, max_size=2), st.sampled_from([-1, 1])), min_size=1, max_size=4),
    min_size=1, max_size=3,
)


@settings(max_examples=40, deadline=None)
@given(BATCHES)
@pytest.mark.parametrize("cls", ONLINE)
def test_batches_are_one_pass_of_the_driver(cls, batches):
    model = cls(**RATE.get(cls, {}))
    for batch in batches:
        model.partial_fit([x for x, _ in batch], [y for _, y in batch], classes=[-1, 1])
    X, y = zip(*(example for batch in batches for example in batch), strict=True)
    whole = ALGORITHMS[cls.algorithm].module.run(X, y, order=range(len(X)), **RATE.get(cls, {}))
    assert model.n_updates_ == whole.updates
    assert model.n_iter_ == len(batches)
    if cls is VotedPerceptron:
        voters = voted_perceptron.voters(whole, X, y)
        assert model.decision_function(X).tolist() == [voted_perceptron.score(voters, np.array(x)) for x in X]
    else:
        assert (tuple(model.coef_[0]), model.intercept_[0]) == (whole.w, whole.b)


@pytest.mark.parametrize("cls", ONLINE)
def test_online_goes_on_from_fit_and_fit_forgets(cls):
    model = cls(**RATE.get(cls, {})).fit(CUBE, MAJORITY)
    scores, updates = model.decision_function(CUBE).tolist(), model.n_updates_
    model.partial_fit([[-9, 9, 9]], ["no"])
    assert model.n_updates_ == updates + 1
    assert model.decision_function(CUBE).tolist() != scores
    assert verify(model.certificate([[-9, 9, 9]], ["no"]))["updates"] == 1
    assert cls(max_updates=0, **RATE.get(cls, {})).partial_fit(CUBE, MAJORITY).n_updates_ > 0
    model.fit(CUBE, MAJORITY)
    assert (model.decision_function(CUBE).tolist(), model.n_updates_) == (scores, updates)


def test_floats_after_exact_batches_and_before():
    first, then = ([[1, 2]], [1]), ([[-1.5, 1.0]], [-1])
    for batches in ((first, then), (then, first)):
        model = Perceptron()
        for X, y in batches:
            model.partial_fit(X, y, classes=[-1, 1])
        assert model.record_.arithmetic == "float64"
        assert model.coef_.dtype == float


@settings(max_examples=40, deadline=None)
@given(BATCHES, st.booleans(), st.sampled_from([1, F(1, 3)]))
def test_winnow_in_batches_is_the_rule_of_the_notes(batches, balanced, delta):
    """Written out anew: on y⟨a, x⟩ ≤ 0, aᵢ is multiplied by (1 + δ)^(y·xᵢ)."""
    model, a, mistakes = Winnow(delta=delta, balanced=balanced, threshold=0), None, 0
    for batch in batches:
        model.partial_fit([x for x, _ in batch], [y for _, y in batch], classes=[-1, 1])
        for x, y in batch:
            signs = [1 if value > 0 else -1 for value in x]
            inputs = signs + [-sign for sign in signs] if balanced else signs
            a = a or [F(1)] * len(inputs)
            if y * sum(weight * sign for weight, sign in zip(a, inputs, strict=True)) <= 0:
                a = [weight * (1 + F(delta)) ** (y * sign) for weight, sign in zip(a, inputs, strict=True)]
                mistakes += 1
    w = [a[0] - a[2], a[1] - a[3]] if balanced else a
    assert (model.coef_.tolist(), model.n_updates_) == ([w], mistakes)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(CUBE), min_size=2, max_size=12), st.integers(0, 12),
       st.sampled_from(["mistake", "correct"]))
def test_weighted_majority_in_batches_is_one_run(trials, cut, tie):
    outcomes = [-x[0] * x[1] for x in trials]
    model = WeightedMajority(tie=tie)
    for part in filter(None, (trials[:cut], trials[cut:])):
        model.partial_fit(part, [-x[0] * x[1] for x in part], classes=[-1, 1])
    whole = ALGORITHMS["weighted_majority"].run(trials, outcomes, tie=tie)
    assert (tuple(model.coef_[0]), model.n_updates_) == (whole.w, whole.updates)
    with pytest.raises(BadInput, match="partial_fit keeps no record"):
        model.certificate(trials, outcomes)


def test_the_estimators_need_scikit_learn():
    code = "import sys; sys.modules['sklearn'] = None; import novikoff.algorithms.estimators"
    without = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "NotInstalled: each estimator needs the extra 'estimators' (" in without.stderr.splitlines()[-1]


# --------------------------------------------------------------------- against scikit-learn's classifiers
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("passes", [1, 4])
def test_agrees_with_their_perceptron_on_the_same_visits(seed, passes):
    """Without shuffling, penalty and tolerance it is the same rule: y·f ≤ 0 is a mistake, and the bias step is 1."""
    draw = np.random.default_rng(seed)
    X, y = draw.integers(-5, 6, size=(12, 3)), draw.choice([-1, 1], size=12)
    theirs = TheirPerceptron(shuffle=False, max_iter=passes, tol=None).fit(X.astype(float), y)
    mine = Perceptron()
    for _ in range(passes):
        mine.partial_fit(X, y)
    assert (mine.coef_.tolist(), mine.intercept_.tolist()) == (theirs.coef_.tolist(), theirs.intercept_.tolist())


def test_their_perceptron_stops_on_a_plateau_where_a_separator_is_near():
    """Theirs ends when its summed loss has not improved for five passes, which is not a proof of anything; ours at 0
    mistakes.
    """
    X, y = [[1], [2], [3], [10]], [-1, -1, 1, 1]
    theirs = TheirPerceptron(shuffle=False).fit(np.array(X, dtype=float), y)
    assert theirs.score(X, y) < 1
    mine = Perceptron().fit(X, y)
    assert (mine.score(X, y), mine.stopped_) == (1, "separated")


@pytest.mark.parametrize("k", [1, 3, 8])
def test_agrees_with_their_neighbours(k):
    """On points with irrational-looking coordinates no two distances are equal, so that no tie rule is asked."""
    draw = np.random.default_rng(k)
    X, y, points = draw.normal(size=(40, 2)), draw.choice(["a", "b", "c"], size=40), draw.normal(size=(60, 2))
    theirs = KNeighborsClassifier(k).fit(X, y)
    mine = NearestNeighbours(k=k).fit(X, y)
    assert (mine.predict(points) == theirs.predict(points)).all()
    np.testing.assert_array_equal(mine.decision_function(points), np.round(theirs.predict_proba(points) * k))

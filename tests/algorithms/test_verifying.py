"""The checkers confirm the certificate of every run and of every answer, and say what is wrong with a changed one.

`refused_certificates.json` has a row for each change: the name of a certificate, a place in it, the value that is put
there, and words of the refusal.
"""

import json
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metatests import certificate_mutants
from metatests.certificate_mutants import EASY
from novikoff.algorithms import (
    multi_class_perceptron,
    nearest_mean,
    nearest_neighbours,
    nearest_point,
    perceptron,
    run_certificates,
    separability,
    structured_perceptron,
    svm,
)
from novikoff.algorithms.checkers import Refuted, kernels, prototypes
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.checkers.run_replay import Run
from novikoff.algorithms.checkers.typed_records import read
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.kernels import kernel, negative_direction
from novikoff.algorithms.perceptron import TIES
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.algorithms.scaling import fit_scaling

from .example_data import RATIONAL, F, changed, labelled, repeatable

HALF = F(1, 2)
ROWS = json.loads(Path(__file__).with_name("refused_certificates.json").read_text(encoding="utf-8"))
OUTSIDE, SQUARE = ([[-1], [0], [1]], [1, -1, 1]), kernel("polynomial", degree=2)
CLASSES = [[0], [2], [5]], [-1, -1, 1]
FOUR = [[0, 1], [2, 0], [3, 1], [-1, -2]], [-1, 1, 1, -1]
SIX = [[0, 3], [3, 0], [-3, -3], [-2, -4], [1, 5], [4, -1]], ["a", "b", "c", "c", "a", "b"]
CORNERS = [[0, 3], [3, 0], [-3, -3], [1, 4], [4, 1], [-4, -3]], list("abcabc")
CHOICE = [[[2, 0], [0, 1], [1, 1]], [[0, 3], [1, 0]], [[HALF, 1], [3, -1], [0, 0], [5, 5]]], [0, 1, 1]
RUNS = {  # algorithm, data, options
    "perceptron": ("perceptron", EASY, {}),
    "random": ("perceptron", EASY, {"order": "random", "seed": 4}),
    "written order": ("perceptron", EASY, {"order": [0, 3, 3, 1, 2, 2, 0], "start": ([-1, 0], 1)}),
    "margin": ("margin_perceptron", EASY, {"beta": F(5, 2)}),
    "romma": ("romma", EASY, {"rho": F(1, 3), "bits": 4}),
    "alma": ("alma", EASY, {"alpha": F(3, 4), "bits": 4}),
    "shifting": ("shifting_perceptron", EASY, {"lam": F(3, 2)}),
    "forgetron": ("forgetron", EASY, {"budget": 2, "shrink": F(2, 3), "max_updates": 6}),
    "random budget": ("random_budget_perceptron", EASY, {"budget": 2, "drop_seed": 3, "max_updates": 6}),
    "averaged": ("averaged_perceptron", EASY, {}),
    "voted": ("voted_perceptron", EASY, {"tie": "negative"}),
    "batch": ("batch_perceptron", EASY, {"bias_step": "R2"}),
    "no step": ("batch_perceptron", EASY, {"max_updates": 0}),
    "harmonic": ("batch_perceptron", EASY, {"rate": "1/t"}),
    "listed": ("batch_perceptron", EASY, {"rate": [1, HALF]}),
    "pocket": ("pocket", EASY, {"patience": 3}),
    "one step": ("pocket", EASY, {"patience": 3, "max_updates": 1}),
    "target": ("pocket", EASY, {"target": 1}),
    "descent": ("gradient_descent", EASY, {"start": ([-1, 0], 2)}),
    "kozinec": ("kozinec", EASY, {"bias_step": F(2, 3), "start": 2}),
    "eps-kozinec": ("kozinec", EASY, {"epsilon": F(1, 4), "choose": "cyclic"}),
    "worst": ("kozinec", EASY, {"epsilon": F(1, 3), "choose": "worst", "kappa_bits": 3}),
    "von Neumann": ("von_neumann", EASY, {"epsilon": F(1, 4), "start": 1}),
    "mdm": ("hull_distance", FOUR, {"epsilon": F(1, 9), "bits": None}),
    "gilbert": ("hull_distance", FOUR, {"epsilon": 0, "rule": "gilbert", "bits": 4, "bias": False, "max_updates": 4}),
    "short": ("hull_distance", FOUR, {"epsilon": 0, "bits": 1, "max_updates": 3}),
    "hinge": ("hinge", FOUR, {"lam": HALF, "max_updates": 4}),
    "listed hinge": ("hinge", FOUR, {"lam": 1, "rate": [1, HALF], "bias": False, "max_updates": 9}),
    "stationary": ("hinge", ([[1], [-1]], [1, -1]), {"lam": 2, "max_updates": 9}),
    "pegasos": ("pegasos", FOUR, {"lam": HALF, "batch": 2, "bias": True, "max_updates": 5}),
    "relaxation": ("relaxation", ([[1], [3]], [-1, 1]), {"rate": F(3, 2)}),
    "relaxation without bias": ("relaxation", ([[1], [2]], [1, -1]), {"bias_step": 0, "max_updates": 2}),
    "winnow": ("winnow", ([[1, -1, 1], [-1, 1, 1], [-1, -1, -1]], [1, -1, -1]), {}),
    "capped winnow": ("winnow", ([[1], [-1]], [-1, 1]), {"max_updates": 2}),
    "panel": ("weighted_majority", ([[1, -1, -1], [1, -1, 1], [1, 1, -1]], [1, 1, -1]), {}),
    "kernel": ("kernel_perceptron", OUTSIDE, {"kernel": SQUARE}),
    "precomputed": ("kernel_perceptron", ([[1, 0], [0, 1]], [1, -1]), {"kernel": "precomputed"}),
    "lifted": ("lifting", OUTSIDE, {"lifting": "shifted_squares"}),
    "capped lifted": ("lifting", OUTSIDE, {"max_updates": 1}),
    "kernel mean": ("nearest_mean", CLASSES, {"kernel": "polynomial"}),
    "classes run": ("multi_class_perceptron", SIX, {"shares": "equal"}),
    "choices run": ("structured_perceptron", CHOICE, {}),
    "each against the rest": ("one_vs_rest", CORNERS, {}),
    "ranks": ("prank", ([[1], [2], [4]], ["low", "mid", "top"]), {}),
}
SIZES = {"1/t": "1/t", "2^-t": "2^-t", "normalised": "normalised", "listed": [3, HALF], "2": 2}
RUNS |= {f"sizes {name}": ("variable_increment", EASY, {"rates": rates, "max_updates": 6})
         for name, rates in SIZES.items()}
TRAP = [[2, -2], [-2, 1]], [-1, -1]  # which the average of a run that separates it does not
RUNS |= {f"trapped {name}": (f"{name}_perceptron", TRAP, {"bias_step": 0}) for name in ("averaged", "voted")}
APART, MET, PAIR, OUTLIER = ([[0, 0], [2, 0], [3, 1]], [-1, 1, 1]), ([[0], [1], [2]], [1, -1, 1]), \
    ([[1], [-2]], [1, -1]), ([[1], [-1], [3]], [1, -1, -1])


def classes(X, y, **options):
    return multi_class_perceptron.separate_certificate(multi_class_perceptron.separate(X, y, **options), X, y)


def choices(X, y):
    return structured_perceptron.separate_certificate(structured_perceptron.separate(X, y), X, y)


def scaled():
    X, y = [(HALF, 100), (2, 300), (3, 500)], [1, 1, -1]
    made = fit_scaling("unit", X)
    Z, shift, factor = made.scale_points(X), list(map(str, made.shift)), list(map(str, made.factor))
    scaling = {"kind": "unit", "shift": shift, "factor": factor}
    return perceptron.certificate(perceptron.run(Z, y), Z, y) | {"scaling": scaling}


def at_points(module, X, y, points, **options):
    return module.certificate(module.run(X, y, **options), X, y, points)


ANSWERS = {
    "separator": lambda: separability.certificate(separability.separate(*APART), *APART),
    "combination": lambda: separability.certificate(separability.separate(*MET), *MET),
    "hard": lambda: svm.certificate(svm.hard_margin(*APART), *APART),
    "soft": lambda: svm.certificate(svm.soft_margin(*OUTLIER, C=1), *OUTLIER),
    "bracket": lambda: svm.margin_certificate(svm.hard_margin(*APART), *APART),
    "priced": lambda: nearest_point.certificate(nearest_point.best_margin(*APART, 2), *APART, 2),
    "homogeneous": lambda: nearest_point.certificate(nearest_point.best_margin(*PAIR, 0), *PAIR, 0),
    "mean": lambda: at_points(nearest_mean, *CLASSES, [[0], [3], [4]]),
    "vote": lambda: at_points(nearest_neighbours, [[0], [2], [2]], ["a", "b", "b"], [[0], [1]]),  # 1 is as far from a
    "two votes": lambda: at_points(nearest_neighbours, [[0], [2]], ["a", "b"], [[F(3, 2)]], k=2),
    "no classes": lambda: classes([[0], [1], [2], [1]], ["a", "b", "c", "c"]),
    "classes": lambda: classes(*SIX, bias=False),
    "classes with bias": lambda: classes(*SIX),
    "choices": lambda: choices(*CHOICE),
    "no choice": lambda: choices([[[0], [1]], [[2], [1]], [[3], [4], [5]]], [0, 0, 1]),
    "scaled": scaled,
}


@cache
def _text(name):
    if name in ANSWERS:
        return json.dumps(ANSWERS[name]())
    algorithm, data, options = RUNS[name]
    row = ALGORITHMS[algorithm]
    return json.dumps(row.certify(row.run(*data, **options), *data, **options))


def certificate_of(name):
    return json.loads(_text(name))


ORDER = {"order": ["cyclic", "first"]}
ONLINE = ORDER | {"bias_step": [0, 1, "R2", F(2, 3)], "tie": [*TIES], "rate": [1, F(2, 3)], "max_updates": range(9)}
KINDS = [kernel("linear"), SQUARE, kernel("polynomial", degree=3, offset=HALF)]
HULL = {"bias_step": [0, 1, F(2, 3)], "epsilon": [None, F(1, 4)], "kappa_bits": [None, 3], "max_updates": range(9)}
CHOICES = {  # the values of the options of random runs
    **dict.fromkeys(("perceptron", "averaged_perceptron", "voted_perceptron"), ONLINE),
    "variable_increment": {"rates": [[3, HALF], "1/t", "2^-t", "normalised"], "max_updates": range(9)},
    "margin_perceptron": {"beta": [0, F(5, 2)], "bias_step": [0, "R2", F(2, 3)], "max_updates": range(9)},
    "dynamic_margin_perceptron": ORDER | {"epsilon": [HALF, F(1, 9)], "bias_step": [0, "R2"], "max_updates": range(9)},
    "adaboost": {"bits": [None, 2, 16], "max_updates": range(5)},
    "romma": ORDER | {"rho": [0, F(1, 3)], "bits": [None, 4], "bias_step": [1, F(2, 3)], "max_updates": range(6)},
    "alma": ORDER | {"alpha": [1, F(3, 4)], "bits": [3, 8], "bias_step": [1, F(2, 3)], "max_updates": range(9)},
    "ellipsoid": ORDER | {"bits": [5, 9], "bias_step": [0, 1, "R2", F(2, 3)], "max_updates": range(9)},
    "shifting_perceptron": ORDER | {"lam": [F(2, 3), F(3, 2)], "tie": [*TIES], "max_updates": range(9)},
    "forgetron": ORDER | {"budget": [1, 2], "shrink": [None, 1, F(2, 3)], "tie": [*TIES], "max_updates": range(9)},
    "random_budget_perceptron": ORDER | {"budget": [1, 2], "drop_seed": range(5), "max_updates": range(9)},
    "batch_perceptron": {"bias_step": [0, 1, "R2"], "rate": [1, "1/t", [1, HALF]], "max_updates": range(9)},
    "noise_tolerant_perceptron": {"bias_step": [0, 1, "R2"], "noise": [0, F(1, 5)], "epsilon": [0, F(1, 4)],
                                  "max_updates": range(9)},
    "pocket": {"bias_step": [0, 1], "patience": [None, 3], "target": [0, 1], "max_updates": range(9)},
    "gradient_descent": {"bias_step": [0, 1, "R2"], "criterion": ["J", "J_p"], "max_updates": range(9)},
    "kozinec": HULL | {"choose": ["first", "cyclic", "worst"]},
    "von_neumann": HULL,
    "hull_distance": {"epsilon": [HALF], "rule": ["gilbert", "mdm"], "bits": [None, 1, 6], "bias": [True, False],
                      "max_updates": [4]},
    "hinge": {"lam": [HALF], "rate": ["1/(λt)", 2, [1, 1]], "bias": [True, False], "max_updates": [4]},
    "smo": {"C": [HALF, 3], "epsilon": [None, HALF], "choose": ["gain", "violation"], "max_updates": range(9)},
    "pegasos": {"lam": [2], "batch": [1, 2], "bias": [True, False], "max_updates": [4]},
    "winnow": {"balanced": [True, False], "delta": [HALF, 1, F(5, 3)], "max_updates": range(9)},
    "weighted_majority": {"beta": [0, HALF, F(2, 3)], "tie": [*TIES], "max_updates": [None, *range(4)]},
    "kernel_perceptron": ORDER | {"kernel": KINDS, "bias_step": [0, 1, F(7, 3)], "tie": [*TIES], "max_updates": [12]},
    "lifting": {"lifting": ["squares", "shifted_squares"], "tie": [*TIES], "rate": [1, F(1, 3)], "max_updates": [12]},
}
SIGNED = labelled(2, 6, st.sampled_from([-1, 1]), 4)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", CHOICES)
@repeatable
@given(st.data())
def test_every_run_is_confirmed(name, source):
    row = ALGORITHMS[name]
    X, y = source.draw(SIGNED if row.signs else labelled(2, 6, RATIONAL, 2))
    options = {option: source.draw(st.sampled_from(values)) for option, values in CHOICES[name].items()}
    record = row.run(X, y, **options)
    certificate = json.loads(json.dumps(row.certify(record, X, y, **options)))
    facts = verify(certificate)
    with pytest.MonkeyPatch.context() as patch:  # wide vectors are written without zeros, here all vectors
        patch.setattr(run_certificates, "WIDE", 0)
        assert verify(json.loads(json.dumps(row.certify(record, X, y, **options)))) == facts
    expected = {name: getattr(record, name) for name in ("updates", "stopped", "separated")}
    assert facts == facts | expected
    repeated = row.module.replay(record, X, y)
    assert all(getattr(repeated, field.name) == getattr(record, field.name) for field in fields(repeated))
    for key in facts.keys() & certificate["result"].keys():
        assert facts[key] == certificate["result"][key]
    if name == "winnow":
        assert tuple((1 + record.delta) ** e for e in facts["exponents"]) == record.weights
    if name == "weighted_majority":
        assert facts["best_expert_mistakes"] == min(record.expert_mistakes)


@st.composite
def points(draw):
    """Two lists of points of one dimension: examples, two at least, and others."""
    d = draw(st.integers(1, 2))
    vectors = st.lists(st.builds(F, st.integers(-3, 3), st.integers(1, 2)), min_size=d, max_size=d)
    return draw(st.lists(vectors, min_size=2, max_size=6)), draw(st.lists(vectors, min_size=1, max_size=3))


@repeatable
@given(points(), st.sampled_from(KINDS), st.sampled_from(["negative", "positive"]), st.data())
def test_every_mean_is_confirmed(given_points, k, tie, data):
    X, others = given_points
    y = [-1, 1, *data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X) - 2, max_size=len(X) - 2))]
    record = nearest_mean.run(X, y, kernel=k, tie=tie)
    certificate = nearest_mean.certificate(record, X, y, others)
    assert certificate["result"]["labels"] == nearest_mean.predict(record, X, others)
    facts = verify(json.loads(json.dumps(certificate)))
    assert facts == {"updates": 0, "stopped": "computed", "separated": record.separated, "points": len(others)}


@repeatable
@given(points(), st.sampled_from(["first", "all"]), st.sampled_from(["smallest", "nearest"]), st.data())
def test_every_vote_is_confirmed(given_points, distance_tie, vote_tie, data):
    X, others = given_points
    y = data.draw(st.lists(st.sampled_from("abc"), min_size=len(X), max_size=len(X)))
    k = data.draw(st.integers(1, len(X)))
    record = nearest_neighbours.run(X, y, k=k, distance_tie=distance_tie, vote_tie=vote_tie)
    certificate = nearest_neighbours.certificate(record, X, y, others)
    assert certificate["result"]["labels"] == nearest_neighbours.predict(record, X, y, others)
    assert verify(json.loads(json.dumps(certificate)))["separated"] == record.separated


@repeatable
@given(labelled(numbers=RATIONAL, dimension=2), st.sampled_from(["kernel_perceptron", "nearest_mean"]))
def test_runs_on_a_precomputed_matrix_are_confirmed(data, name):
    X, y = data
    K = [[(sum(a * b for a, b in zip(u, v, strict=True)) + 1) ** 2 for v in X] for u in X]
    if name == "kernel_perceptron" or len(set(y)) == 2:
        row, cap = ALGORITHMS[name], {"max_updates": 12} if name == "kernel_perceptron" else {}
        record = row.run(K, y, kernel="precomputed", **cap)
        assert verify(row.certify(record, K, y))["updates"] == record.updates


FACTS = {
    "separator": {"separable": True, "examples": 3, "dimension": 2},
    "combination": {"separable": False, "examples": 3, "dimension": 1, "active": [0, 1, 2]},
    "hard": {"C": None, "lower": "1/2", "upper": "1/2", "optimal": True, "gap": "0"},
    "soft": {"C": "1", "lower": "2", "upper": "2", "optimal": True, "gap": "0"},
    "bracket": {"lower": "1", "upper": "1", "optimal": True, "gap": "0"},
}


@pytest.mark.parametrize("name", FACTS)
def test_facts(name):
    assert json.loads(json.dumps(verify(certificate_of(name)))) == FACTS[name]


def test_iris():
    for positive, separable in [("setosa", True), ("versicolor", False)]:
        iris = read_csv("iris", "species", positive)
        answer = separability.separate(iris.X, iris.y)
        assert verify(separability.certificate(answer, iris.X, iris.y))["separable"] is separable
    found = svm.soft_margin(iris.X, iris.y, C=1)
    assert verify(svm.certificate(found, iris.X, iris.y))["optimal"]


def test_an_open_bracket_is_confirmed_as_open():
    """Any feasible pair is a bracket: w = (2, 0), b = −2 has ‖w‖² = 4 where the best is 1; so the gap is 3."""
    wide = certificate_of("bracket") | {"w": ["2", "0"], "b": "-2", "upper": "4"}
    assert verify(wide) == {"lower": "1", "upper": "4", "optimal": False, "gap": "3"}


def test_floats_are_checked_at_their_exact_value():
    data = [[0.1], [0.3]], [-1, 1]
    certificate = svm.certificate(svm.hard_margin(*data), *data)
    assert certificate["X"][0] == [str(F(0.1))]
    assert verify(certificate)["optimal"]


def test_a_start_is_part_of_the_run():
    assert certificate_of("lifted")["result"]["updates"] > 0
    algorithm, data, options = ALGORITHMS["lifting"], OUTSIDE, {"lifting": "squares", "start": ([0, 1], F(-1, 2))}
    certificate = algorithm.certify(algorithm.run(*data, **options), *data, **options)
    assert verify(certificate) == {**verify(certificate), "updates": 0, "separated": True}
    with pytest.raises(Refuted, match="step 1: example 0 is not a mistake"):
        verify(certificate | {"steps": [0], "result": certificate["result"] | {"updates": 1}})


@pytest.mark.parametrize(("name", "place", "value", "words"), ROWS, ids=range(len(ROWS)))
def test_a_changed_certificate_is_refused(name, place, value, words):
    with pytest.raises(Refuted) as caught:
        verify(changed(certificate_of(name), place, value))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_any_other_change_is_refused_or_leaves_something_true(request):
    """Changes of every kind and at every place of `certificate_mutants.CASES`, others with each seed of the order;
    `make trust` makes all.
    """
    report = certificate_mutants.sweep(1200, seed=request.config.getoption("random_order_seed", 0))
    assert report.certificates == len(certificate_mutants.CASES)
    assert report.outcomes["refused"] + report.outcomes["true"] == report.changes >= 1200
    assert report.false == []


@pytest.mark.parametrize("certificate", [None, [], "x", 3, {}, {"algorithm": "winnow"}, {"kind": "svm"}])
def test_what_is_no_certificate_is_refused(certificate):
    with pytest.raises(Refuted):
        verify(certificate)


@pytest.mark.parametrize("name", sorted(RUNS.keys() - {"each against the rest"}))
def test_a_step_less_and_a_step_more_are_refused(name):
    certificate = certificate_of(name)
    made = certificate["steps"]
    for steps in ([*made, *(made[-1:] or [0])], *([made[:-1]] if made else [])):
        result = certificate["result"] | {"updates": len(steps)}
        with pytest.raises(Refuted):
            verify(certificate | {"steps": steps, "result": result})


def test_kappa_above_the_best_is_refused():
    """Rounding is down only: above the best κ the decrease could be anything."""
    certificate = certificate_of("worst")
    step = next(i for i, step in enumerate(certificate["steps"]) if F(step["kappa"]).numerator > 1)
    kappa = F(certificate["steps"][step]["kappa"])
    for factor in (F(5, 4), HALF):
        with pytest.raises(Refuted, match=f"kappa {kappa} is due there"):
            verify(changed(certificate, ("steps", step, "kappa"), str(kappa * factor)))


def test_no_step_is_due_at_the_origin():
    origin, options = ([[1], [-1]], [1, 1]), {"bias_step": 0, "start": 0, "max_updates": 9}
    row = ALGORITHMS["kozinec"]
    certificate = json.loads(json.dumps(row.certify(row.run(*origin, **options), *origin, **options)))
    assert verify(certificate)["stopped"] == "origin"
    certificate["steps"].append({"example": 0, "kappa": "1"})
    certificate["result"] |= {"updates": 2, "stopped": "max_updates", "norm2": "1", "least": "-1", "w": ["1"]}
    with pytest.raises(Refuted, match="step 2: the run ends there"):
        verify(certificate)


@repeatable
@given(SIGNED, st.data())
def test_no_other_steps_of_a_panel_pass(table, data):
    """A panel's mistakes are determined: any other list of steps, with everything else counted again, is refused."""
    row, (X, y) = ALGORITHMS["weighted_majority"], table
    record, steps = row.run(X, y), st.lists(st.integers(0, len(X) - 1), max_size=4)
    other = data.draw(steps.filter(lambda steps: tuple(steps) != record.mistakes))
    certificate = row.certify(record, X, y)
    exponents = [sum(X[t][i] != y[t] for t in other) for i in range(len(X[0]))]
    certificate |= {"steps": other, "result": certificate["result"] | {"updates": len(other), "exponents": exponents}}
    with pytest.raises(Refuted, match=r"trial|stopped is 'max_updates', not 'order_exhausted'"):
        verify(certificate)


@repeatable
@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_two_tests_of_a_gram_matrix_agree(rows):
    """The checker's, in fractions, and that of the algorithms, in integers with a witness."""
    K = [[F(rows[min(i, j)][max(i, j)]) for j in range(len(rows))] for i in range(len(rows))]
    if negative_direction(K) is None:
        kernels.require_positive_semidefinite(K)
    else:
        with pytest.raises(Refuted):
            kernels.require_positive_semidefinite(K)


def test_labels_are_not_compared_again_for_each_point():
    """Texts of megabytes that differ at their ends would take a millisecond at every point."""
    compared = []

    class Long(str):
        __slots__ = ()

        def __eq__(self, other):
            compared.append(other)
            return str.__eq__(self, other)

        def __lt__(self, other):
            compared.append(other)
            return str.__lt__(self, other)

        def __hash__(self):
            return 0

    def comparisons(count):
        compared.clear()
        asked = {"k": 3, "distance_tie": "all", "vote_tie": "smallest", "points": [["1"]] * count}
        rule = prototypes.RULES["nearest_neighbours"]
        y = [Long("same"), Long("same"), Long("other")]
        run = Run(read(rule.parameters_type, asked), [[F(0)], [F(1)], [F(2)]], y, [], None)
        assert rule.repeat(run)["labels"] == ["same"] * count
        return len(compared) - count  # those of the line above

    assert comparisons(1) == comparisons(100)

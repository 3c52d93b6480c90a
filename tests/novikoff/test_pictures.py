"""Pictures show what was computed: their geometry exactly, and the elements of the drawings."""

import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from novikoff.algorithms import separability
from novikoff.algorithms.errors import BadInput
from novikoff.api import claimed_bound_checks as bound
from novikoff.api.data_reading import examples
from novikoff.api.exact_runs import run_and_check
from novikoff.api.option_parsing import read_settings
from novikoff.commands import _plots
from novikoff.properties.audit.verdicts import EARLY, VIOLATED, Finding
from novikoff.properties.claimed_bound_counterexamples import Found
from novikoff.properties.claimed_bound_statements import claim
from novikoff.properties.compiled_campaign import Tally
from novikoff.report import pictures, plot_geometry

pytest.importorskip("matplotlib", reason="matplotlib is not installed, so no picture is drawn")

DOCS = Path(__file__).parents[2] / "docs"
POINTS = DOCS / "examples" / "points.csv"
SVG = "{http://www.w3.org/2000/svg}"


def held_of(file, typed="perceptron", **how):
    from novikoff.algorithms.dataset_reader import How
    entry, options = read_settings(typed, {})
    return run_and_check(typed, entry, options, examples(str(file), How(**how), entry))


def plane_of(held, axes=None):
    view = plot_geometry.view_of(held.data.X, held.data.features, axes)
    return plot_geometry.plane(view, held.data.X, held.data.y, _plots._classifiers(held), _plots._states(held))


def elements(file):
    """How many elements each group of a drawing has: marks of a group of points, lines of a line."""
    groups = [g for g in ElementTree.parse(file).iter(f"{SVG}g") if g.get("id")]
    return Counter({g.get("id"): len([*g.iter(f"{SVG}use")] or [*g.iter(f"{SVG}path")]) for g in groups})


def texts(file):
    return " ".join(text.text or "" for text in ElementTree.parse(file).iter(f"{SVG}text"))


@pytest.mark.parametrize("rows", [[("0", "0", 1), ("1", "1", 1), ("0", "1", -1), ("1", "0", -1)],
                                  [("0", "0", 1), ("4", "1", 1), ("1", "1/4", -1)]])
def test_the_point_of_the_proof_is_in_both_hulls(rows):
    X, y = [tuple(map(Fraction, x)) for *x, _ in rows], [label for *_, label in rows]
    answer = separability.separate(X, y)
    found = plot_geometry.combination_view(plot_geometry.view_of(X, ["a", "b"]), X, y, answer.combination, True)
    for hull in found.hulls:
        assert separability.separate([*hull, found.point], [*[1] * len(hull), -1]).separable is False
        assert set(hull) <= set(X)


def test_the_hull_of_points_is_around_them():
    points = [(Fraction(s), Fraction(t * t % 7)) for s in range(5) for t in range(4)]
    around = plot_geometry.corners(points)
    assert len(around) < len(set(points))
    for (a, b), (c, d) in zip(around, [*around[1:], around[0]], strict=True):
        assert all((c - a) * (t - b) >= (d - b) * (s - a) for s, t in points)


@pytest.mark.parametrize(("typed", "wanted", "said"), [
    ("perceptron", {"hull-0", "hull-1", "common"}, "the hulls of 4 examples of the two classes have a common point"),
    ("perceptron:homogeneous", {"hull-0", "common"}, "0 is in the hull of 1 signed example yx"),
    ("lifting", set(), "computed in the space of the run, not in the plane of the picture"),
    ("kozinec", {"hull-0", "hull-1", "common"}, "no separator exists"),
])
def test_data_without_separator_are_drawn_with_the_proof(novikoff, tmp_path, typed, wanted, said):
    file, more = tmp_path / "x.svg", ["-p", "lifting=squares"] * (typed == "lifting")
    novikoff("run", typed, str(DOCS / "examples" / "xor.csv"), *more, "--plot", str(file), status=1)
    found = elements(file)
    assert (found["points-0"], found["points-1"]) == (2, 2)
    assert {name for name in found if name.startswith(("hull", "common"))} == wanted
    assert said in texts(file)
    assert ("a cycle: after" in texts(file)) == typed.startswith("perceptron")


@pytest.mark.parametrize("typed", ["perceptron", "perceptron:R2", "margin_perceptron"])
def test_the_boundary_is_that_of_the_run_and_an_example_lies_on_its_margin(typed):
    held = held_of(POINTS, typed)
    seen = plane_of(held)
    ((_, (p, q, r), margin),) = seen.boundaries
    assert (p, q, r) == (*held.record.w, held.record.b)
    scores = [label * (p * s + q * t + r) for (s, t), label in zip(seen.points, seen.labels, strict=True)]
    assert min(scores) == margin > 0
    assert seen.points == [tuple(x) for x in held.data.X]


@pytest.mark.parametrize("typed", ["perceptron", "perceptron:R2", "perceptron:c=1/4", "margin_perceptron"])
def test_the_way_is_made_of_the_updates(typed):
    held = held_of(POINTS, typed)
    way = _plots._states(held)
    assert len(way) == held.record.updates + 1
    assert way[-1] == (tuple(held.record.w), held.record.b)
    rate = Fraction(held.record.rate)
    for (w, _), (after, _), i in zip(way, way[1:], held.record.mistakes, strict=False):
        assert [v - u for u, v in zip(w, after, strict=True)] == [rate * held.data.y[i] * v for v in held.data.X[i]]


FORGETFUL = ["romma", "shifting_perceptron", "random_budget_perceptron", "relaxation", "variable_increment"]


@pytest.mark.parametrize("typed", FORGETFUL)
def test_the_way_of_other_rules_ends_at_their_weights(typed):
    held = held_of(POINTS, typed)
    way = _plots._states(held)
    assert len(way) == held.record.updates + 1
    assert way[-1] == (tuple(held.record.w), held.record.b)


@pytest.mark.parametrize("typed", [*FORGETFUL, "alma"])
def test_novikoffs_proof_is_drawn_only_of_runs_that_add_examples(typed, monkeypatch, tmp_path):
    drawn = []
    monkeypatch.setattr(pictures, "run_picture", lambda file, title, seen, proof, names, name: drawn.append(proof))
    _plots.plot_run(str(tmp_path / "x.svg"), held_of(POINTS, typed), None)
    _plots.plot_run(str(tmp_path / "x.svg"), held_of(POINTS), None)
    assert [proof is None for proof in drawn] == [True, False]


@pytest.mark.parametrize("typed", ["perceptron", "perceptron:R2", "perceptron:homogeneous", "perceptron:c=1/4"])
def test_the_chain_of_the_proof_holds_at_each_update_and_ends_at_the_bound(typed):
    held = held_of("iris.csv", typed, positive="setosa")
    margin, record = held.governed.margin, held.record
    found = plot_geometry.proof(_plots._states(held), record.rate, held.governed.bias_step, held.governed.R2,
                           (margin.w, margin.b))
    assert found.bound in [value for _, value, _ in held.bounds]
    for k, (aligned, length) in enumerate(zip(found.aligned, found.length, strict=True)):
        assert k * k / found.u2 <= aligned <= length <= k * found.R2
    assert found.bound**2 / found.u2 == found.bound * found.R2


def test_a_proof_is_only_of_runs_from_zero():
    assert plot_geometry.proof([((1,), 0)], 1, 1, 1, ((1,), 0)) is None


def test_of_more_features_the_boundary_is_cut_at_the_mean():
    """A point of the line, with the mean of the others, has the score 0."""
    held = held_of("iris.csv", positive="setosa")
    seen = plane_of(held, "petal_length, sepal_width")
    ((_, (p, q, r), _),) = seen.boundaries
    mean = [sum(column) / len(held.data.X) for column in zip(*held.data.X, strict=True)]
    s = Fraction(7, 3)
    x = dict(zip(held.data.features, mean, strict=True)) | {"petal_length": s, "sepal_width": -(p * s + r) / q}
    assert plot_geometry.dot(held.record.w, list(x.values())) + held.record.b == 0
    assert seen.points[0] == (held.data.X[0][2], held.data.X[0][1])


def test_the_principal_axes_are_those_of_most_variance():
    X = [(100 * i, i % 2, 10 * (i % 3), 0) for i in range(12)]
    view = plot_geometry.view_of(X, ["a", "b", "c", "d"])
    assert [max(range(4), key=lambda j, a=axis: abs(a[j])) for axis in (view.first, view.second)] == [0, 2]
    assert sum(a * b for a, b in zip(view.first, view.second, strict=True)) == pytest.approx(0, abs=1e-12)
    assert "cut" in view.says


@pytest.mark.parametrize("line", [(1, 2, -3), (0, 1, 0), (1, 0, 0), (1, 1, -2), (-3, 2, Fraction(1, 3))])
def test_a_line_is_drawn_from_side_to_side(line):
    ends = plot_geometry.segment(line, (-1, 2, -1, 2))
    assert len(ends) == 2
    for s, t in ends:
        assert line[0] * s + line[1] * t + line[2] == 0
        assert {s, t} & {-1, 2}
        assert -1 <= s <= 2
        assert -1 <= t <= 2
    assert plot_geometry.segment((1, 1, 100), (-1, 2, -1, 2)) == []


def test_a_run_is_drawn_with_its_theorem(novikoff, tmp_path):
    file = tmp_path / "run.svg"
    assert novikoff("run", "perceptron", str(POINTS), "--plot", str(file), "-q").exit_code == 0
    found = elements(file)
    points = Counter(row.rpartition(",")[2] for row in POINTS.read_text().split()[1:])
    assert sorted(count for name, count in found.items() if name.startswith("points-")) == sorted(points.values())
    assert {"boundary-0", "margin-0-0", "margin-0-1", "path-0", "upper", "lower", "aligned", "length"} <= set(found)
    assert "3 updates on 11 examples; at most 49.233 by smola-mistake-bound" in texts(file)
    assert b"<dc:date>" not in file.read_bytes()
    again = tmp_path / "again.svg"
    novikoff("run", "perceptron", str(POINTS), "--plot", str(again), "-q")
    assert again.read_bytes() == file.read_bytes()
    kept = DOCS / "examples" / "points.svg"  # as its page says; another matplotlib may write other bytes
    assert (elements(kept), texts(kept)) == (found, texts(file))
    assert kept.stat().st_size < 40_000


def test_one_update_is_no_updates(file):
    assert "1 update on 2 examples" in _plots._title(held_of(file("x,label\n1,1\n-1,-1\n"), "perceptron:homogeneous"))


def test_the_line_that_is_drawn_has_the_equation_of_the_boundary():
    from matplotlib.figure import Figure
    seen = plane_of(held_of(POINTS))
    axes = Figure().subplots()
    pictures.draw_plane(axes, seen, {})
    (p, q, r) = map(float, seen.boundaries[0][1])
    drawn = next(line for line in axes.lines if line.get_gid() == "boundary-0")
    assert [p * s + q * t + r for s, t in zip(*drawn.get_data(), strict=True)] == pytest.approx([0, 0], abs=1e-12)


def test_png(novikoff, tmp_path):
    novikoff("run", "nearest_mean", str(POINTS), "--plot", str(tmp_path / "run.png"), "-q")
    written = (tmp_path / "run.png").read_bytes()
    assert written.startswith(b"\x89PNG")
    assert int.from_bytes(written[16:20], "big") == 800


def test_a_bound_is_drawn_on_all_datasets_with_its_theorem(tmp_path):
    found = Found(claim("k <= (1 + R**2)*(w@w + b**2)/gamma**2"))
    for X, y in (([[1], [-1]], [1, -1]), ([[2, 1], [1, 3]], [1, -1]), ([[100], [99]], [1, -1])):
        found.look(X, y)
    held = bound.BoundFinding(found.claim, "perceptron", found, SimpleNamespace(theorem="bias-step-mistake-bound"))
    _plots.plot_bound(str(tmp_path / "bound.svg"), held)
    assert elements(tmp_path / "bound.svg")["the-claim-holds"] == 3
    assert "the-claim-is-broken" not in elements(tmp_path / "bound.svg")
    assert "proved, as bias-step-mistake-bound implies it" in texts(tmp_path / "bound.svg")


def test_a_refuted_bound_shows_its_counterexample(tmp_path):
    held = bound.bound("w@w == 1 |- k <= (1 + R**2)/gamma**2", data=([[0]], [-1]))
    _plots.plot_bound(str(tmp_path / "bound.svg"), held)
    found = elements(tmp_path / "bound.svg")
    assert (found["the-counterexample-that-is-printed"], found["the-claim-holds"]) == (1, 0)
    assert "refuted" in texts(tmp_path / "bound.svg")


def test_a_campaign_shows_no_run_that_was_left_out_as_broken(tmp_path, monkeypatch):
    """Of dataset 3 the run did not end within its limit, so that nothing is known of it."""
    monkeypatch.setattr(_plots, "FIRST", 5)
    case = claim("k <= 1 + 0*R").at([(1,), (-1,)], [1, -1], (1,), 0, k=1)
    held = SimpleNamespace(case=lambda number: replace(case, k=None) if number == 3 else case, broken=lambda: None,
                           task=SimpleNamespace(statement="k <= 1"), total=Tally(datasets=9))
    held.results = SimpleNamespace(done={0: Tally(datasets=9, at=8)}, task=SimpleNamespace(block=9))
    _plots.plot_campaign(str(tmp_path / "campaign.svg"), held)
    found = elements(tmp_path / "campaign.svg")
    assert (found["the-claim-holds"], found["the-claim-is-broken"]) == (5, 0)
    assert "5 of 9 datasets" in texts(tmp_path / "campaign.svg")


FAILED = [
    Finding("fit.bound", VIOLATED, "7 updates, and at most 4 by smola-mistake-bound",
            "import numpy as np\n\nX = np.array([[1, 2], [0.5, -1]], dtype=float)\ny = np.array([1, -1])\nmodel = P()"),
    Finding("separates", EARLY, "one is wrong", "X = np.array([[3], [1]], dtype=float)\ny = np.array(['b', 'a'])"),
    Finding("imports", "raises", "no examples"),
]


def test_an_audit_has_a_panel_for_each_failure(tmp_path):
    file = tmp_path / "audit.svg"
    assert pictures.audit_picture(str(file), "mp:Class", FAILED) == 2
    assert "mp:Class: 3 checks failed" in texts(file)
    assert "fit.bound: bound violated" in texts(file)
    assert "at most 4 by smola-mistake-bound" in texts(file)
    ids = [g.get("id") for g in ElementTree.parse(file).iter(f"{SVG}g") if g.get("id")]
    assert sum(name.startswith("axes_") for name in ids) == 2
    assert pictures.audit_picture(str(tmp_path / "none.svg"), "mp:Class", FAILED[2:]) == 0
    assert not (tmp_path / "none.svg").exists()


def test_without_matplotlib_only_pictures_are_missing(novikoff, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert novikoff("run", "perceptron", str(POINTS), "-q").exit_code == 0
    novikoff("run", "perceptron", str(POINTS), "--plot", str(tmp_path / "x.svg"), status=2,
             err="--plot needs the extra 'plots' (")


def test_axes_that_are_no_two_features():
    with pytest.raises(BadInput, match="axes names two features"):
        plot_geometry.chosen_axes("a,b,c", ["a", "b", "c"])


@pytest.mark.parametrize(("stretch", "aspect"), [(1, 1.0), (100, "auto")])
def test_a_unit_is_as_long_across_as_up_unless_the_plane_is_a_strip(stretch, aspect):
    from matplotlib.figure import Figure
    seen = plane_of(held_of(POINTS))
    points = [(stretch * s, t) for s, t in seen.points]
    axes = Figure().subplots()
    pictures.draw_plane(axes, replace(seen, points=points, boundaries=[], path=[]), {})
    assert axes.get_aspect() == aspect

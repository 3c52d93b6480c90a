"""The pytest plugin, in runs of pytest of its own."""

import os
import subprocess
import sys
import textwrap
from collections import defaultdict
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

import pytest

LOADED = any(point.value == "novikoff.plugin" for point in entry_points(group="pytest11"))
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # or else pytest rewrites every module of an installed plugin first

SMALL = """
    from fractions import Fraction
    import numpy as np
    import novikoff
    from novikoff.algorithms import perceptron

    class Small:
        updates = 1

        def fit(self, X, y):
            points = [[Fraction(v) for v in x] for x in X.tolist()]
            record = perceptron.run(points, y.tolist(), max_updates=5000)
            self.coef_, self.intercept_ = np.array(record.w, float), float(record.b)

        def predict(self, X):
            return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)

    class GivesUp(Small):
        def fit(self, X, y):
            self.coef_, self.intercept_ = np.zeros(X.shape[1]), 0.0
"""


class Runs:
    """Runs of pytest in a folder, as programs of their own: pytester would unload what its tests have imported."""

    def __init__(self, path):
        self.path = path

    def makepyfile(self, text, name="test_it.py"):
        (self.path / name).write_text(textwrap.dedent(text), encoding="utf-8")

    def runpytest_subprocess(self, *arguments):
        command = [sys.executable, "-m", "pytest", "-p", "novikoff.plugin", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run(command, cwd=self.path, env=os.environ | ALONE, capture_output=True, text=True,
                              check=False)
        return pytest.RunResult(done.returncode, done.stdout.splitlines(), done.stderr.splitlines(), 0.0)

    def ended(self):
        """How the cases of each test ended, by the report."""
        ended = defaultdict(list)
        for case in ElementTree.parse(self.path / "report.xml").iter("testcase"):
            ended[case.get("name").partition("[")[0]] += [
                child.tag for child in case if child.tag != "properties"
            ] or ["passed"]
        return ended


@pytest.fixture
def pytester(tmp_path):
    return Runs(tmp_path)


def with_a_profile(pytester):
    """What runs pytest on a test module, with the profile of Theorem 1.7."""
    profile = pytester.path / "profile.json"
    profile.write_text('{"tie": "mistake", "start": "zero", "rate": 1, "bias_step": 1, "order": "cyclic", '
                       '"stop": "separated", "dtype": "float64"}')
    def of(text, *arguments):
        pytester.makepyfile(textwrap.dedent(SMALL) + textwrap.dedent(text))
        told = ["--novikoff-profile", str(profile), "--novikoff-examples", "3"]
        return pytester.runpytest_subprocess(*told, *arguments)
    return of


@pytest.fixture
def run(pytester):
    return with_a_profile(pytester)


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """One run for the tests below: its result, its cases with their properties, and how each ended."""
    pytester = Runs(tmp_path_factory.mktemp("once"))
    chosen = {"right": "convergence or fit.separates or input or theorem.updates", "fails": "fit.separates",
              "worse": "fit.separates or fit.replay", "better": "fit.separates", "of_another": "algorithm.plain"}
    result = with_a_profile(pytester)("""
        @novikoff.parametrize_with_bounds([Small])
        def test_right(estimator, check):
            assert estimator is Small
            check(estimator)

        @novikoff.parametrize_with_bounds([GivesUp])
        def test_fails(estimator, check):
            check(estimator)

        @novikoff.parametrize_with_bounds([GivesUp], expected_failures={"fit.separates": "why", "fit.replay": "so"})
        def test_worse(estimator, check):
            check(estimator)

        @novikoff.parametrize_with_bounds([Small], expected_failures={"fit.separates": "wrongly expected"})
        def test_better(estimator, check):
            check(estimator)

        @novikoff.parametrize_with_bounds([Small, GivesUp], algorithm="averaged_perceptron", options=["passes=3"])
        def test_of_another(estimator, check):
            check(estimator)

        def test_data(exact_datasets):
            first, again = exact_datasets(4), exact_datasets(4)
            assert first == again and len(first) == 4
            for data in first:
                scores = [sum(w * v for w, v in zip(data.w_star, x)) + data.b_star for x in data.X]
                assert min(y * f for y, f in zip(data.y, scores)) == data.gamma == 1
                assert perceptron.run(data.X, data.y).updates <= (data.R2 + 1) * (
                    sum(w * w for w in data.w_star) + data.b_star**2)
    """, "-k", " or ".join([*(f"test_{name} and ({checks})" for name, checks in chosen.items()), "test_data"]),
    "--junitxml=report.xml")
    return result, pytester.ended(), (pytester.path / "report.xml").read_text()


def test_checks_are_tests_with_a_summary_a_verdict_and_strict_expectations(once):
    result, ended, report = once
    # Each check is a test with a line in the summary
    assert ended["test_right"] == ["passed"] * 4
    result.stdout.fnmatch_lines(["*novikoff*", "Small() fit.separates: holds (7 datasets)"])
    # A failing check says why and how to see it
    assert (ended["test_fails"], result.ret) == (["failure"], 1)
    result.stdout.fnmatch_lines(["*GivesUp(), fit.separates: stopped early, does not separate: *", "*model.fit(X, y)*"])
    # Expected failures are strict
    assert (ended["test_worse"], ended["test_better"]) == (["skipped"] * 2, ["failure"])  # as JUnit calls an xfail
    assert result.parseoutcomes()["xfailed"] == 2
    result.stdout.fnmatch_lines(["*XPASS(strict)*wrongly expected*"])
    # Another algorithm
    assert ended["test_of_another"] == ["failure"] * 2
    result.stdout.fnmatch_lines(["*Small(), algorithm.plain: *the exact averaged_perceptron ends at *"])
    # JUnit has check and verdict
    assert 'name="novikoff_check" value="Small() theorem.updates"' in report
    assert 'name="novikoff_verdict" value="holds: smola-mistake-bound' in report
    # The fixture gives exact separable data
    assert ended["test_data"] == ["passed"]


def test_a_wrong_name_of_a_check_is_refused(run):
    result = run("""
        @novikoff.parametrize_with_bounds([Small], expected_failures={"fit.separate": "misspelt"})
        def test_bounds(estimator, check):
            check(estimator)
    """)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["expected_failures names 'fit.separate', which is not a check of *"])
    result.stdout.no_fnmatch_line("*plugin.py*")


BUGGY = """
    import classifiers
    import novikoff

    BUGGY = [classifiers.SkipsOneInEachPass, classifiers.MovesTheBiasAway, classifiers.StaleScores]

    @novikoff.parametrize_with_bounds(BUGGY)
    def test_buggy(estimator, check):
        check(estimator)
"""
SEVERAL = SMALL + """
    class WithR2(Small):
        updates = 2

        def fit(self, X, y):
            points = [[Fraction(v) for v in x] for x in X.tolist()]
            record = perceptron.run(points, y.tolist(), max_updates=5000, bias_step="R2")
            self.coef_, self.intercept_ = np.array(record.w, float), float(record.b)

    @novikoff.parametrize_with_bounds([Small, WithR2], profile=lambda cls: {"bias_step": {1: 1, 2: "R2"}[cls.updates]})
    def test_right(estimator, check):
        check(estimator)

    @novikoff.parametrize_with_bounds([WithR2], profile={"tie": "mistake", "bias_step": 1})
    def test_wrong(estimator, check):
        check(estimator)
"""
SHIPPED = """
    import novikoff
    import pytest

    linear_model = pytest.importorskip("sklearn.linear_model")

    @novikoff.parametrize_with_bounds([linear_model.Perceptron(shuffle=False)])
    def test_shipped(estimator, check):
        check(estimator)
"""


@pytest.fixture(scope="module")
def without_told_profile(tmp_path_factory):
    """One run of three files, without a profile on the command line: its result, and how the cases of each ended."""
    pytester = Runs(tmp_path_factory.mktemp("several"))
    for name, text in (("buggy", BUGGY), ("several", SEVERAL), ("shipped", SHIPPED)):
        pytester.makepyfile(text, f"test_{name}.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "properties"), prepend=os.pathsep)
        result = pytester.runpytest_subprocess(
            "--novikoff-examples", "1", "--junitxml=report.xml", "-k",
            "test_buggy and (theorem.updates or interface.fit) or (test_right or test_wrong) and fit.replay "
            "or test_shipped and (fit.separates or theorem.updates)",
        )
    return result, pytester.ended()


def test_a_class_that_no_conventions_explain_fails_and_each_estimator_has_a_profile_of_its_own(without_told_profile):
    result, ended = without_told_profile
    assert (sorted(ended["test_buggy"]), result.ret) == (["failure"] * 3 + ["passed"] * 3, 1)
    result.stdout.fnmatch_lines(["*StaleScores(), theorem.updates: inconclusive: not checked: no conventions*"])
    assert (ended["test_right"], ended["test_wrong"]) == (["passed"] * 2, ["failure"])


def test_known_failures_of_a_shipped_profile_are_strict_xfails(without_told_profile):
    pytest.importorskip("sklearn")
    result, ended = without_told_profile
    assert sorted(ended["test_shipped"]) == ["passed", "skipped"]  # as JUnit calls an xfail
    assert result.parseoutcomes()["xfailed"] == 1


def test_an_installation_brings_the_plugin(tmp_path):
    command = [sys.executable, "-m", "pytest", "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ("--novikoff-profile" in done.stdout) == LOADED


def test_the_plugin_imports_nothing_heavy():
    code = "import sys, pytest; before = set(sys.modules); import novikoff.plugin; print(*set(sys.modules) - before)"
    added = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"novikoff", "novikoff.plugin"} <= set(added)
    assert len(added) <= 3, added


def test_an_object_without_parameters_is_refused_in_one_sentence(pytester) -> None:
    pytester.makepyfile(SMALL + """
    @novikoff.parametrize_with_bounds([Small()])
    def test_bounds(estimator, check):
        check(estimator)
    """)
    printed = "\n".join(pytester.runpytest_subprocess("-q").outlines)
    assert "this object of the class Small has no get_params" in printed
    assert "pass the class, Small, or write get_params(self)" in printed
    assert "plugin.py" not in printed

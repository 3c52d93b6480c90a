"""`novikoff worst-case` for rules that nobody has analysed: formats, files, and what cannot be asked."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import novikoff as package
from novikoff.algorithms import user_rules
from novikoff.algorithms.processes import OutOfTime
from novikoff.properties.estimation import estimates, worst_case_by_algorithm
from novikoff.report.estimates import as_json, as_text

from .conftest import Run

ROOT = Path(__file__).parents[2]
RULE = "tests_of_estimates:forgetting"


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with the rules of the documentation, in the current folder."""
    text = (ROOT / "docs" / "examples" / "forgetting.py").read_text(encoding="utf-8")
    (tmp_path / "tests_of_estimates.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_json_the_book_and_the_table_agree(novikoff: Run, tmp_path: Path) -> None:
    book, table = tmp_path / "book.json", tmp_path / "data.csv"
    result = novikoff("worst-case", RULE, "--updates", "4", "--json", "--book", str(book), "--data", str(table))
    answer = json.loads(result.stdout)
    assert (answer["schema"], answer["algorithm"], answer["verdict"]) == (1, RULE, "proved-bounded")
    assert (answer["ratio"], answer["exact"], answer["impossible"]) == ("50/13", True, False)
    assert answer["upper"] == {"value": "4", "theorem": answer["theorems"][0]}
    assert (answer["reached"]["ratio"], answer["reached"]["updates"]) == ("50/13", 4)
    assert answer["certificate"] == json.loads(book.read_text(encoding="utf-8"))
    ran = json.loads(novikoff("run", RULE, str(table), "--option", "max_updates=4", "--json").stdout)
    assert ran["updates"] == 4
    X = [[Fraction(v) for v in x] for x in answer["reached"]["X"]]
    rule = user_rules.load_rule(RULE)
    assert user_rules.run(X, answer["reached"]["y"], rule=rule, order=range(4)).updates == 4
    verified = json.loads(novikoff("verify", str(book), "--json").stdout)
    assert (verified["verdict"], verified["facts"]["statement"]) == ("verified", "worst-case-4")
    known = {row["hypothesis"]: row["value"] for row in answer["multipliers"] if row["hypothesis"]}
    assert known["margin 4"] == "2"


def test_a_forged_book_is_refused(novikoff: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    novikoff("worst-case", RULE, "--updates", "2", "--book", str(book))
    data = json.loads(book.read_text(encoding="utf-8"))
    data["entries"][-1]["statement"]["show"]["conclusion"][1] = ["*", "4", "gamma", "gamma"]
    book.write_text(json.dumps(data), encoding="utf-8")
    assert novikoff("verify", str(book)).exit_code == 1


def test_at_the_limit_the_numbers_before_are_kept(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third number takes too long; and if the first does, nothing is concluded."""
    real, most = worst_case_by_algorithm.worst_case, 2
    def slow(entry, given, updates, **more):
        if updates > most:
            raise OutOfTime("no answer within 9 s")
        return real(entry, given, updates, **more)
    monkeypatch.setattr(worst_case_by_algorithm, "worst_case", slow)
    question = ["worst-case", "perceptron:homogeneous", "--method", "semidefinite", "--updates", "1..4"]
    result = novikoff(*question, status=3)
    said = ("no answer within 9 s for perceptron:homogeneous with 1 to 4 updates; novikoff has answers only up to 2 "
            "updates; give a larger limit")
    assert result.stdout.splitlines()[-1] == said
    assert result.stderr.splitlines()[-1] == "worst-case: 2 of 4"
    data = json.loads(novikoff(*question, "--json", "-q").stdout)
    assert ([each["updates"] for each in data["estimates"]], data["stopped"]) == ([1, 2], said)
    most = 0
    novikoff(*question, status=3, stdout="",
             err="no verdict: no answer within 9 s for perceptron:homogeneous with 1 to 4 updates")
    with pytest.raises(OutOfTime):
        package.estimate("perceptron:homogeneous", 2, limit=1)


def test_what_is_not_shown_says_what_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert package.estimate("perceptron:homogeneous", 2, limit=0.02).gap == ""
    monkeypatch.setattr(estimates, "prove_bound", lambda *_: None)
    found = package.estimate("perceptron:homogeneous", 2)
    assert found.gap == ("the solver puts the least value for the labels near 2; the kernel accepted no certificate of "
                         "it, nor of values down to 1.999")
    assert as_json(found, None)["gap"] == found.gap
    assert found.gap in as_text(found, None, quiet=False)
    with pytest.raises(OutOfTime, match="perceptron:homogeneous with 2 updates; novikoff has answers for no number"):
        package.estimate("perceptron:homogeneous", 2, limit=0.0001)


def test_a_gap_has_exit_status_3(novikoff: Run) -> None:
    result = novikoff("worst-case", "perceptron:R2", "--method", "semidefinite", "--updates", "3", "--labels", "+-+",
                      status=3,
                      out=["gap        no data of the value 1.7432073505 itself were found",
                           "for every data set with this many updates on examples with the labels +-+, ‖x‖ ≤ R and"])
    first = result.stdout.splitlines()[0]
    low, high = (Fraction(text) for text in first.partition(" is from ")[2].split(" to "))
    assert Fraction("1.74320") < low < high < min(low + Fraction(1, 10**8), Fraction("1.74321"))
    assert "3 updates on examples with the labels +-+ " in first


def test_data_of_several_numbers_are_refused_before_the_work(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from novikoff.api import worst_cases
    monkeypatch.setattr(worst_cases, "find_answers", lambda *_: pytest.fail("the work was begun"))
    novikoff("worst-case", RULE, "--updates", "2..20", "--data", "d.csv", status=2,
             stderr="novikoff: --data is for one number of updates (got 2..20)\n")


def test_without_the_solver_one_sentence_says_so(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clarabel", None)
    novikoff("worst-case", RULE, "--updates", "3", status=2, err="an estimate needs the extra 'solvers'")


def test_from_python_an_estimate_is_true_if_it_is_attained() -> None:
    found = package.estimate(RULE, 3)
    assert found
    assert str(found.lower) == "74/25"
    assert not package.estimate("perceptron:R2", 3, labels=[1, -1, 1])
    assert package.estimate("perceptron:homogeneous", 3, rates=(1, 2, 1)).upper == Fraction(14, 5)
    assert package.estimate("perceptron:homogeneous", 2, start="1/2").lower == Fraction(4, 3)
    assert "74/25" in (found._repr_html_() or "")

"""`novikoff bound`: the documents' bounds are proved, wrong ones are refuted by few examples, in every format."""

import json
import re
from fractions import Fraction
from functools import cache

import pytest

import novikoff as package
from novikoff.algorithms import perceptron, processes
from novikoff.algorithms.errors import BadInput
from novikoff.api import claimed_bound_checks as bound
from novikoff.api.claimed_bound_checks import BoundViolated
from novikoff.proofs import kernel
from novikoff.proofs.search import work
from novikoff.properties import claimed_bound_counterexamples, claimed_bound_proofs
from novikoff.properties.claimed_bound_statements import claim
from novikoff.properties.multiclass_claimed_bounds import Classes

DOCUMENTS = [
    ("w@w + b**2 == 1 |- k <= D**2/gamma**2", "perceptron:homogeneous"),
    ("w@w + b**2 == 1 |- k <= D**2/gamma**2", "perceptron"),
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", "perceptron:R2"),
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "perceptron"),
]
WRONG = ("k <= R**2*(w@w + b**2/R**2)/gamma**2", "perceptron:R2")  # the factor 2 is forgotten


ENDING = """
import os
from fractions import Fraction

def rule(state, x, y):
    if len(x) > 2 and isinstance(x[0], Fraction):  # not where floats choose the data
        os._exit(4)
    return state._replace(w=state.w + y * x, b=state.b + y)
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "algorithm"), DOCUMENTS)
def test_the_bounds_of_the_documents_are_proved(statement, algorithm):
    held = package.test_bound(statement, algorithm=algorithm)
    assert held.verdict == "proved"
    assert held.found.largest.ratio == 1  # attained, by two orthogonal examples or by one
    assert kernel.check_book(held.derivation.certificate["entries"])["statement"][0] == "proved"
    found = claimed_bound_counterexamples.Found(held.claim)
    for _ in claimed_bound_counterexamples.iterate_search(found, seed=0, datasets=60):
        assert found.broken is None  # the kernel and the exact runs agree
    assert found.datasets >= 25  # some examples need w = 0, and a statement on unit vectors says nothing there


@pytest.mark.parametrize("radius", ["R <= 1", "R == 1"])
def test_a_derivation_comes_before_the_search(monkeypatch, radius):
    """Of a bound that is derived only so many datasets are compared as show how large k/bound is."""
    order = []
    derive, consider = claimed_bound_proofs.derive_bound, claimed_bound_counterexamples.check_dataset
    monkeypatch.setattr(claimed_bound_proofs, "derive_bound", lambda *given: order.append("derive") or derive(*given))
    monkeypatch.setattr(claimed_bound_counterexamples, "check_dataset",
                        lambda *given: order.append("compare") or consider(*given))
    held = package.bound(f"w@w == 1, {radius} |- k <= 1/gamma**2", algorithm="perceptron:homogeneous")
    assert (held.verdict, order[0]) == ("proved", "derive")
    assert order.count("compare") <= bound.ENOUGH + 2 * len(bound.SLOW)


def test_a_derived_bound_is_compared_until_data_meet_its_hypotheses(monkeypatch):
    """Else it would be called possibly vacuous because few datasets were tried."""
    monkeypatch.setattr(bound, "ENOUGH", 1)
    monkeypatch.setattr(bound, "SLOW", ())
    held = package.bound("w@w == 1, n == 4, d == 3 |- k <= R**2/gamma**2", algorithm="perceptron:homogeneous")
    assert (held.verdict, held.found.datasets) == ("proved", 1)
    assert "vacuous" not in held.reason


def test_a_bound_that_is_derived_and_broken_is_an_error_of_ours(monkeypatch):
    """The kernel accepts no such derivation; were it to, no verdict would hide it."""
    right = claimed_bound_proofs.derive_bound(claim("k <= R**2*(w@w)/gamma**2", bias_step=Fraction(0)))
    monkeypatch.setattr(claimed_bound_proofs, "derive_bound", lambda *_: right)
    with pytest.raises(AssertionError, match="is derived from no-offset-bound-from-family, and examples break it"):
        package.bound("k <= R*(w@w)/gamma**2", algorithm="perceptron:homogeneous")


def test_when_the_work_is_stopped_the_verdict_is_that_of_what_was_compared(novikoff, tmp_path, monkeypatch):
    """By a rule that ends its process, or by the limit of work."""
    (tmp_path / "ending.py").write_text(ENDING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(processes, "REPORT", 0.0)
    statement = "k <= 100*(R**2 + 1)*(w@w + b**2)/gamma**2"
    result = novikoff("bound", statement, "--algorithm", "ending:rule", "--limit", "600", "--json", status=3)
    data = json.loads(result.stdout)
    assert data["verdict"] == "tested"
    assert data["datasets"] > 0
    assert re.search(r"the process ended with status 4 .*, with \d+ of 1500 datasets tried$", data["stopped"])
    assert data["stopped"] in data["reason"]


def test_the_limit_of_a_bound_counts_work(novikoff):
    """The second search finds all separators remembered, and compares just as many datasets."""
    stated = claim("k <= 9*(R**2 + 1)*(w@w + b**2)/gamma**2")
    def compared(units: float) -> int:
        found = claimed_bound_counterexamples.Found(stated)
        with work.limited_to(units):
            looked = [*claimed_bound_counterexamples.iterate_search(found, seed=0, datasets=1500)]
            assert work.is_over()
        assert looked[-1] < 1500
        return found.datasets
    counts = [compared(units) for units in (1e5, 3e5, 1e5)]
    assert 0 < counts[0] == counts[2] < counts[1]
    result = novikoff("bound", "n == 3, w@w == 1 |- k <= R**2*n/gamma**2 - 1/n", "--limit", "0.001", "--json", status=3)
    stopped = "the work limit was reached, with not all derivations tried"
    assert json.loads(result.stdout)["stopped"] == stopped
    assert json.loads(result.stdout)["reason"] == f"nothing was tested: {stopped}"


def test_what_is_refuted_before_the_limit_stays_refuted():
    claimed = "k <= R*(w@w)/gamma**2"
    broken = package.bound(claimed, algorithm="perceptron:homogeneous")
    assert bound._cut_short(broken, 3, 1500, work.LIMIT) == broken
    first = package.bound(claimed, algorithm="perceptron:homogeneous", limit=60)
    assert (first.verdict, first.found.broken) == (broken.verdict, broken.found.broken)  # in a process of its own
    with pytest.raises(BadInput, match="limit must be a number of seconds > 0"):
        package.bound(claimed, limit=0)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("statement", "algorithm"), [  # the largest number of updates is 3, 15, 8 and 36
    ("R <= 2, w@w + b**2 <= 3, gamma >= 2 |- k <= 2", "perceptron"),
    ("R <= 2, w@w + b**2 <= 3, gamma >= 1 |- k <= 12", "perceptron"),
    ("R <= 1, w@w + b**2 <= 1, gamma >= 1/2 |- k <= 7", "perceptron"),
    ("gamma >= 1/3, norm(w) <= 2, R <= 1 |- k <= 34", "perceptron:homogeneous"),
])
def test_inequalities_that_leave_the_scale_free_are_tried_at_equality(statement, algorithm):
    assert package.bound(statement, algorithm=algorithm).verdict == "refuted"


@pytest.fixture(scope="module")
def wrong():
    """What is found of a wrong bound."""
    return package.bound(WRONG[0], algorithm=WRONG[1])


def test_how_to_reproduce_is_said_and_can_fail(wrong, monkeypatch):
    with pytest.raises(AssertionError):
        exec(compile(wrong.reproduce.replace("R**2*(w@w", "2*R**2*(w@w"), "reproduce", "exec"), {})
    monkeypatch.setattr(bound, "bound", lambda *_, **__: wrong)
    with pytest.raises(BoundViolated, match=r"(?s)false for a run of .* novikoff\.bound\("):
        package.test_bound(WRONG[0], algorithm=WRONG[1])


def test_what_no_examples_meet_is_not_proved_silently(monkeypatch):
    """Where hypotheses contradict each other, all follows from them: the kernel checks the contradiction."""
    held = package.bound("R < 1, R > 1 |- k <= (1 + R**2)*(w@w + b**2)/gamma**2", datasets=3)
    assert (held.verdict, held.exit_status) == ("vacuous", 1)
    entries = held.contradiction["entries"]
    assert kernel.check_book(entries)["statement"][0] == "proved"
    assert "w@" not in str(entries[-1]["statement"]["show"])  # −1 ≥ 0, not the bound
    monkeypatch.setattr(bound, "bound", lambda *_, **__: held)
    with pytest.raises(BadInput, match="contradict each other"):
        package.test_bound("R < 1, R > 1 |- k <= 0", datasets=3)


def test_one_update_more_than_a_number_is_tried_on_orthogonal_examples():
    held = package.bound("w@w == 1, gamma == 1/6, R <= 1 |- k <= 35", algorithm="perceptron:homogeneous", datasets=60)
    assert (held.verdict, held.found.broken.k) == ("refuted", 36)


BEYOND = [  # no separator has such a margin, as D·‖(w, b/ρ)‖ is the most that it can be, and R·‖w‖ without bias
    ("w@w == 0", Fraction(0)), ("gamma > R*norm(w)", Fraction(0)), ("w@w + b**2 == 1, gamma > D", Fraction(1)),
    ("w@w + b**2/2 == 1, gamma**2 > R**2 + 2", Fraction(2)), ("w@w + b**2/R**2 == 1, gamma**2 > 2*R**2", "R2"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("hypotheses", "step"), BEYOND)
def test_that_no_separator_has_such_a_margin_is_derived(hypotheses, step):
    assert claimed_bound_proofs.contradiction(claim(f"{hypotheses} |- k <= 0", bias_step=step)) is not None
    reached = hypotheses.replace(">", ">=").replace("w@w == 0", "w@w >= 0")
    assert claimed_bound_proofs.contradiction(claim(f"{reached} |- k <= 0", bias_step=step)) is None


@pytest.mark.parametrize("hypotheses", ["k == 1/2", "d == 5/2", "n > 1, n < 2"])
def test_no_number_of_examples_dimensions_or_updates_is_between_whole_numbers(hypotheses):
    assert claimed_bound_proofs.contradiction(claim(f"{hypotheses} |- k <= 0")) is not None
    whole = hypotheses.replace("<", "<=").replace("/2", "")
    assert claimed_bound_proofs.contradiction(claim(f"{whole} |- k <= 0")) is None


def test_what_may_be_vacuous_or_is_not_derived_says_so():
    nobody = "gamma > R*norm(w) + abs(b) |- k <= "  # by Cauchy–Schwarz no separator has such a margin
    held = package.bound(nobody + "(1 + R**2)*(w@w + b**2)/gamma**2", datasets=3)
    assert (held.verdict, held.found.datasets) == ("proved", 0)
    assert "no examples met the hypotheses, so it may be vacuous" in held.reason
    held = package.bound(nobody + "0", datasets=3)
    assert (held.verdict, bool(held), held.exit_status) == ("unknown", False, 5)
    assert package.bound("k >= 1", datasets=9).verdict == "tested"


@pytest.mark.parametrize(("hypotheses", "more", "met"), [
    ("k >= 1", {"tie": "correct"}, {"tie": "positive"}),
    ("k >= 1", {"tie": "correct", "several": Classes()}, {"tie": "first", "several": Classes()}),
    ("n == 1, k >= 2", {}, None), ("R == 0, k > 1", {}, None),
])
def test_that_no_run_makes_so_many_updates_is_derived(hypotheses, more, met):
    stated = f"{hypotheses} |- k <= 9"
    assert claimed_bound_proofs.contradiction(claim(stated, **more)) is not None
    other = claim(stated.replace("n == 1", "n == 2").replace("R ==", "R >="), **more) if met is None else claim(
        stated, **met)
    assert claimed_bound_proofs.contradiction(other) is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "algorithm"), [
    ("R < 1 |- k <= 2*(w@w + b**2)/gamma**2", "perceptron"),
    ("R >= 1, w@w == 1 |- k <= 2*R**2*(1 + b**2)/gamma**2", "perceptron"),
    ("k <= 2*max(R, 1)**2*(w@w + b**2)/gamma**2", "perceptron"),
    ("sqrt(k) <= R*norm(w)/gamma", "perceptron:homogeneous"),
])
def test_what_follows_by_products_and_squares_is_derived(statement, algorithm):
    assert package.bound(statement, algorithm=algorithm, datasets=5).verdict == "proved"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "derived"), [
    ("norm(w) == 1, abs(b) <= R |- k <= (2*R/gamma)**2", True),
    ("norm(w) == 1, abs(b) <= R/2 |- sqrt(k) <= 2*R/gamma", True),
    ("w@w <= 1, b**2 <= R**2 |- k <= 4*R**2/gamma**2", True),
    ("gamma == 1, abs(b) <= R*norm(w) |- k <= 4*R**2*(w@w)", True),
    ("w@w == 1, b == 0 |- k <= 2*R**2/gamma**2", True),
    ("norm(w) == 1, abs(b) <= R |- k <= (3/2*R/gamma)**2", False),
    ("norm(w) == 1 |- k <= 2*(R**2 + b**2)/gamma**2", False),
    ("norm(w) == 1, abs(b) <= R + 1 |- k <= 2*(R**2 + (R + 1)**2)/gamma**2", False),
    ("b == 1 |- k <= 2*(R**2*(w@w) + 1)/gamma**2", False),
])
def test_that_not_all_examples_are_0_follows_from_the_margin_or_is_needed(statement, derived):
    found = claimed_bound_proofs.derive_bound(claim(statement, bias_step="R2"))
    assert bool(found) == derived
    assert not found or kernel.check_book(found.certificate["entries"])["statement"][0] == "proved"


def test_what_holds_without_a_scale_moves_with_none():
    assert not package.bound("k >= 0", datasets=5).claim.moves


TIMES = [
    ("k <= 19/10*R**2*(w@w)/gamma**2", "perceptron:homogeneous", "19/10", "19/10"),
    ("w@w == 1 |- k*gamma**2 <= 5/2*(R**2 + 1)*(b**2 + 1)", "perceptron", "5/2", "5/2"),
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", "perceptron:R2", "1", "1"),
    ("R <= 3, gamma == 1 |- k <= 9*(w@w)", "perceptron:homogeneous", "1", "1"),
    ("k <= R**2*(w@w)/gamma**2 + R**2*(w@w)/(3*gamma**2)", "perceptron:homogeneous", "4/3", "4/3"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "algorithm", "least", "most"), TIMES)
def test_how_much_larger_than_the_sharp_bound_it_is(statement, algorithm, least, most):
    held = package.bound(statement, algorithm=algorithm, datasets=40)
    assert (held.verdict, *map(str, held.times)) == ("proved", least, most)
    said = "and no smaller multiple of it holds" if most == "1" else f"and is {most} times the sharp one"
    assert f"), {said}; checked by the kernel" in held.reason


@pytest.mark.parametrize(("statement", "verdict"), [
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "proved"),
    ("w@w == 1 |- k <= (1 + R**2)/gamma**2", "refuted"),
])
def test_grids_are_not_searched_where_special_data_decide(monkeypatch, statement, verdict):
    """They would cost more than all else together: a bound that is attained, and one that fails on the point 0."""
    monkeypatch.setattr(
        claimed_bound_counterexamples, "_screen_grids", lambda *_: pytest.fail("the grids were searched"))
    assert package.bound(statement).verdict == verdict
    with pytest.raises(pytest.fail.Exception, match="grids"):
        package.bound("w@w == 1 |- k <= 2*(1 + R**2)*(1 + b**2)/gamma**2")


def test_between_how_many_times_the_sharp_bound_it_is():
    """k = 1 needs the 1 that is added, and large k do not: no multiple is known to be the sharp one."""
    held = package.bound("k <= 2*R**2*(w@w)/gamma**2 + 1", algorithm="perceptron:homogeneous", datasets=40)
    least, most = held.times
    assert least == 2 < most == 1 / held.found.largest.ratio < Fraction(21, 10)
    assert "and is between 2 and 289/144 times the sharp one" in held.reason
    held = package.bound("w@w == 1 |- k <= (1 + R)**2*(1 + b**2)/gamma**2", datasets=40)
    assert held.times[0] == 1 < held.times[1]
    assert "and is at most ≈ 1.0" in held.reason


def test_a_ratio_needs_a_bound_on_the_count_and_both_sides(monkeypatch):
    held = package.bound("w@w == 1 |- k**2*gamma**2 <= k*R**2", algorithm="perceptron:homogeneous", datasets=40)
    assert (held.verdict, held.times) == ("proved", None)
    # Without the derivation of the smaller bound only one side is known.
    one = claimed_bound_proofs.derive_bound(claim("k <= 2*R**2*(w@w)/gamma**2", bias_step=Fraction(0)))
    monkeypatch.setattr(claimed_bound_proofs, "derive_bound", lambda *_: None)
    stated = claim("k <= 2*R**2*(w@w)/gamma**2", bias_step=Fraction(0))
    assert claimed_bound_proofs.sharpness_ratio(stated, one, stated.at([[1]], [1], [1], 0, 1)) == (1, 2)


MANY = [
    ("w@w == 1, d == 3 |- k <= 3*R**2/(4*gamma**2) + 3", "perceptron:homogeneous"),  # 13 updates are enough in space
    ("w@w == 1, d == 3 |- k <= 3*(1 + R**2)*(1 + b**2)/(4*gamma**2) + 3", "perceptron"),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("statement", "algorithm"), MANY)
def test_what_is_false_for_many_updates_only_is_refuted(monkeypatch, statement, algorithm):
    """By the data of worst cases: without them, twice as many datasets do not."""
    held = package.bound(statement, algorithm=algorithm, datasets=40)
    assert held.verdict == "refuted"
    assert held.found.broken.k > 10
    monkeypatch.setattr(bound, "SLOW", ())
    assert package.bound(statement, algorithm=algorithm, datasets=80).verdict == "tested"


def test_rational_data_can_be_given():
    X, y = [[Fraction(1, 2)], [Fraction(-1, 2)]], [1, -1]
    held = package.bound("w@w == 1 |- k <= R**2/gamma**2", data=(X, y))
    run = perceptron.run(X, y)
    assert held.found.broken.k == run.updates == 2
    assert "Fraction(1, 2)" in held.reproduce
    exec(compile(held.reproduce, "reproduce", "exec"), {})


def test_json_is_stable(novikoff, monkeypatch, wrong):
    monkeypatch.setattr(bound, "bound", lambda *_, **__: wrong)
    data = json.loads(novikoff("bound", WRONG[0], "--algorithm", WRONG[1], "--json", "-q", status=1).stdout)
    assert list(data) == ["schema", "statement", "algorithm", "tie", "seed", "verdict", "reason", "datasets",
                          "screened", "theorem", "convention", "conditions", "times_sharp", "certificate", "largest",
                          "counterexample"]
    assert (data["schema"], data["verdict"], data["theorem"]) == (1, "refuted", None)
    case = data["counterexample"]
    assert list(case) == ["X", "y", "k", "w", "b", "gamma", "left", "right", "ratio", "reproduce"]
    assert Fraction(case["ratio"]) == Fraction(case["left"]) / Fraction(case["right"]) > 1


def test_the_bounds_of_the_documents_have_names():
    """Each is the claim of the ledger that it is named after: it is proved, for the runs that the claim is about."""
    for name, (_, algorithm) in bound.NAMED.items():
        assert name in package.claims()
        held = package.bound(name, datasets=9)
        assert (held.claim.text, held.algorithm, held.verdict) == (*bound.resolve_claim(name, None), "proved")
        assert held.algorithm == algorithm


@pytest.mark.parametrize(("output_format", "said"), [("junit", '<failure message="false for'), ("github", "::error ")])
def test_reports_in_other_formats(novikoff, monkeypatch, wrong, output_format, said):
    monkeypatch.setattr(bound, "bound", lambda *_, **__: wrong)
    assert said in novikoff("bound", WRONG[0], "--algorithm", WRONG[1], "-q", "--output-format", output_format).stdout


def test_large_examples_are_made_smaller_and_then_only_their_size_is_printed(novikoff, monkeypatch):
    """The bound is broken by 144 orthogonal points, of which fewer are enough; no matrix of them is printed."""
    monkeypatch.setattr(bound, "bound", cache(bound.bound))  # one search for both formats
    question = ["bound", "w@w == 1, d >= 100 |- k <= 9*R/gamma", "--algorithm", "perceptron:homogeneous"]
    result = novikoff(*question, "-q", status=1)
    assert max(map(len, result.stdout.splitlines())) < 120
    size = re.search(r"on (\d+) examples in dimension (\d+), gamma = ", result.stdout)
    assert 80 < int(size[1]) < 144
    assert 100 <= int(size[2]) < 144
    found = json.loads(novikoff(*question, "--json", "-q").stdout)["counterexample"]
    assert (len(found["X"]), len(found["X"][0])) == (int(size[1]), int(size[2]))
    exec(compile(found["reproduce"], "reproduce", "exec"), {})


def test_large_data_lose_halves_first():
    """What holds of two points only is not looked for one point at a time."""
    X, y = [[int(i == j) for j in range(144)] for i in range(144)], [(-1) ** i for i in range(144)]
    stated = claim("w@w == 1 |- k < R**2/gamma**2", bias_step=Fraction(0))
    case = claimed_bound_counterexamples.check_dataset(stated, X, y, (claimed_bound_counterexamples.Kind("sum"),))
    small = claimed_bound_counterexamples.shrink(stated, case, (claimed_bound_counterexamples.Kind("sum"),))
    assert len(small.X) == len(small.X[0]) == 1

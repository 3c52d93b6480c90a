"""`novikoff prove`: textbook statements, wrong statements, bad input, hostile input."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from novikoff.algorithms.processes import OutOfTime
from novikoff.proofs import kernel
from novikoff.proofs.evidence import certificates
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover import saved_proof_check, strategies
from novikoff.proofs.prover.irrational_counterexamples import instance
from novikoff.proofs.statements.registry import claims, claims_of_coq, find

from .conftest import Run

GROWTH = """vec w x; real b y R; y**2 == 1, {mistake} {radius}
    |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1"""
MISTAKE, RADIUS = "y*(w@x + b) <= 0,", "x@x <= R**2"


@pytest.mark.parametrize(("mistake", "verdict", "shown"), [
    (MISTAKE, "proved", "certificate"), ("", "refuted", "counterexample")])
def test_json_has_the_verdict_and_what_shows_it(novikoff: Run, mistake: str, verdict: str, shown: str) -> None:
    data = json.loads(novikoff("prove", GROWTH.format(mistake=mistake, radius=RADIUS), "--json").stdout)
    assert (set(data), data["schema"], data["verdict"]) == ({"schema", "verdict", shown}, 1, verdict)
    assert shown == "certificate" or set(data[shown]["values"]) == {"w@", "x@", "b", "y", "R"}


def test_the_statement_may_come_from_standard_input(novikoff: Run) -> None:
    assert novikoff("prove", "-", input="real a |- a**2 >= 0\n").exit_code == 0


def test_contradictory_hypotheses_are_status_1(novikoff: Run) -> None:
    statement = "real a; a > 0, a < 0 |- a == 7"
    data = json.loads(novikoff("prove", statement, "--json", status=1).stdout)
    assert (data["schema"], data["verdict"]) == (1, "vacuous")
    assert data["reason"] == "the hypotheses a > 0 and a < 0 contradict each other"
    assert kernel.check_book(data["certificate"]["entries"])["hypotheses"][0] == "proved"
    novikoff("prove", statement, status=1, stdout=f"vacuous: {data['reason']}\n")
    assert '<failure message="the hypotheses' in novikoff("prove", statement, "--output-format", "junit").stdout


def test_what_exceeds_the_kernel_s_limits_is_unknown(novikoff: Run) -> None:
    novikoff("prove", "real x y z |- ((x+1)**32 - (y-1)**32 + (z+1)**32)**2 + x**2 + x*y + y**2 >= 0", "--limit", "600",
             status=3, stdout="unknown: the search exceeds the kernel's limits: a product is too long\n")


TIGHT = "real a b; a > 0, b > 0 |- a/b**2*b**2 + 1/a >= 2"


@pytest.fixture
def only_hints_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of true statements nothing else is found: two strategies, no derivations and no solvers; nor is a counterexample
    looked for.
    """
    monkeypatch.setattr(prover, "STRATEGIES", strategies.STRATEGIES[:2])
    monkeypatch.setattr(prover, "attempt", lambda *arguments, **options: None)
    monkeypatch.setattr(prover, "second_opinion", lambda *arguments: {})
    monkeypatch.setattr(prover, "guess_witness", lambda *arguments, **options: None)


def test_at_the_time_limit_what_is_left_and_the_gap_are_told_too(novikoff, monkeypatch):
    def late(*arguments: object, **options: object) -> None:
        raise OutOfTime("no answer within 60 s")
    monkeypatch.setattr(prover, "prove", late)
    first, *known = novikoff("prove", TIGHT, "--limit", "60", status=3).stdout.splitlines()
    assert first == "unknown: no answer within 60 s; give a larger --limit"
    assert known[0] == "  left to show: a**2 - 2*a + 1 >= 0"
    assert known[1].startswith("  smallest gap seen: ")
    assert not any(line.startswith("  tried") for line in known)


@pytest.mark.usefixtures("only_hints_decide")
def test_methods_that_were_tried_are_named_once(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = [replace(each, before=(lambda s, then: None,)) for each in strategies.STRATEGIES]
    monkeypatch.setattr(prover, "STRATEGIES", failing)
    tried = json.loads(novikoff("prove", TIGHT, "--json").stdout)["tried"]
    assert {"term by term", "factors", "Cauchy–Schwarz for lengths"} <= set(tried)
    assert len(set(tried)) == len(tried)
    assert not any(", " in method for method in tried)
    lines = novikoff("prove", TIGHT).stdout.splitlines()
    assert f"  tried: {len(tried)} methods; --verbose names all" in lines
    assert f"  tried: {', '.join(tried)}" in novikoff("prove", TIGHT, "-v").stdout.splitlines()


@pytest.mark.usefixtures("only_hints_decide")
def test_what_is_unknown_comes_with_what_is_known_of_it(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "STRATEGIES", [])
    data = json.loads(novikoff("prove", TIGHT, "--json", status=3).stdout)
    assert data["verdict"] == "unknown"
    assert set(data) == {"schema", "verdict", "reason", "tried", "residual", "gap", "advice"}
    assert data["residual"] == ["a**2 - 2*a + 1 >= 0"]
    assert abs(data["gap"]["value"]) < 1e-3
    assert data["gap"]["at"]["a"] == pytest.approx(1, abs=1e-2)
    assert any("tight" in sentence for sentence in data["advice"])
    text = novikoff("prove", TIGHT).stdout
    assert "  left to show: a**2 - 2*a + 1 >= 0" in text.splitlines()
    assert "smallest gap seen" in text


@pytest.mark.usefixtures("only_hints_decide")
def test_a_hint_decides_what_is_too_far_away_otherwise(novikoff: Run) -> None:
    statement = "vec u v w; real t |- t**20*(u@u) + v@v >= 2*t**10*(u@v) - (w@w)"
    assert novikoff("prove", statement, "using", "square(t**10*u - v)").exit_code == 0
    assert novikoff("prove", statement).exit_code == 3


@pytest.mark.usefixtures("only_hints_decide")
def test_hints_about_exponentials_are_taken(novikoff: Run) -> None:
    hints = ["exponents(t, t)", "exponents(2*t, t)", "exponents(3*t, 3*t)"]
    assert novikoff("prove", "real t; exp(t) == 2 |- exp(6*t) == 64", "using", *hints).exit_code == 0
    assert novikoff("prove", "real t; exp(t) == 2 |- exp(6*t) == 64").exit_code == 3
    taylor = "real t |- exp(t) >= 1 + t + t**2/2 + t**3/6 + t**4/24 + t**5/120"
    assert novikoff("prove", taylor, "using", "tangent(t, 0, 5)").exit_code == 0
    assert novikoff("prove", taylor).exit_code == 3


def test_a_hint_that_is_nested_3000_times_is_one_sentence(novikoff):
    novikoff("prove", "real e |- e**2 >= 0", "using", "square(" * 3000 + "e" + ")" * 3000, status=2, err="the hint")


@pytest.fixture
def verified(novikoff: Run, tmp_path: Path) -> Callable[..., Result]:
    """Save what `prove` finds, change the book, and verify it."""
    def run(statement: str, change: Callable[[Any], Any] = lambda book: None) -> Result:
        path = tmp_path / "proof.json"
        novikoff("prove", statement, "--save", str(path))
        book = json.loads(path.read_text())
        change(book)
        path.write_text(json.dumps(book))
        return novikoff("verify", str(path))
    return run


def named_as(name: str) -> Callable[[Any], Any]:
    """A change that gives the last entry of a book a name."""
    return lambda b: b["entries"][-1]["statement"].update(id=name)


def test_a_changed_proof_or_refutation_is_not_verified(verified: Callable[..., Result]) -> None:
    def forge(book: Any) -> None:  # norm(u + v) by norm(u): a near miss
        book["entries"][-1]["statement"]["show"]["conclusion"][2] = ["sqrt", ["@", "u@", "u@"]]
    result = verified("vec u v |- norm(u + v) <= norm(u) + norm(v)", forge)
    assert (result.exit_code, result.stdout[:32]) == (1, "refuted: proof.json: statement: ")
    result = verified("real t; exp(t) == 2 |- t >= 7/10",
                      lambda book: book["refutes"]["statement"]["show"].update(conclusion=[">=", "t", "0"]))
    said = "refutation is proved, but its theorem does not say that the statement fails at the values"
    assert (result.exit_code, result.stdout) == (1, f"refuted: proof.json: {said}\n")


BOOKS: dict[str, tuple[Callable[[Any], Any], int, str]] = {
    "a claim's name": (named_as("smola-mistake-bound"), 1,
                       "smola-mistake-bound is a claim of the ledger, which states something else"),
    "a former name of a claim": (named_as("cosh-power-below-gaussian"), 1,
                                 "cosh-power-below-gaussian names cosh-below-gaussian, a claim of the ledger"),
    "the name of a source statement": (named_as("000-stop-implies-correct"), 1,
                                       "names correct-margin-means-correct-label, a claim of the ledger"),
    "a claim's name with a capital": (named_as("Smola-mistake-bound"), 1, "names smola-mistake-bound, a claim of"),
    "a name that Coq's claim had": (named_as("gaussian-kernel-positive"), 1, "is a claim of the ledger"),
    "another schema": (lambda b: b.update(schema=2), 2, "its schema is 2, not 1"),
    "no schema": (lambda b: b.pop("schema"), 2, "its schema is None, not 1"),
    "true for 1": (lambda b: b.update(schema=True), 2, "its schema is True, not 1"),
    "something more": (lambda b: b.update(more=1), 2, "it has the unknown key 'more'"),
    "nothing refuted": (lambda b: b.update(refutes=None), 1, "is refuted, but"),
}


def entries_of(*names: str, proof: Any) -> dict[str, Any]:
    """A book that states that x² ≥ 0 under each name."""
    return {"schema": 1, "entries": [{"statement": {**TRUE_SQUARE, "id": name}, "proof": proof} for name in names]}


def test_every_name_that_explain_knows_is_guarded(tmp_path: Path) -> None:
    """Ids, former ids and ids of source statements: none may be the name of another statement."""
    known = [*claims().values(), *claims_of_coq().values()]
    names = {name for claim in known for name in (claim.id, *claim.aliases, *claim.ledger)}
    assert len(names) > len(known) > 600
    guarded, ledger = saved_proof_check.names_of_the_ledger(), certificates()
    assert {name for name in names if find(name).id != guarded.get(name.lower())} == set()
    for name in names:
        with pytest.raises(saved_proof_check.NotShown, match="a claim of the ledger, which states something else"):
            saved_proof_check.require_own_name({**TRUE_SQUARE, "id": name}, guarded, ledger)


@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_no_entry_is_checked_after_the_first_bad_one(monkeypatch: pytest.MonkeyPatch, wrong: int) -> None:
    seen, check = list[str](), kernel.check_entry
    def counted(entry: Any, library: Any) -> Any:
        seen.append(entry["statement"]["id"])
        return check(entry, library)
    monkeypatch.setattr(kernel, "check_entry", counted)
    book = entries_of("a", "b", "c", "d", "e", proof=SQUARE)
    book["entries"][wrong]["proof"] = {"rule": "poly"}
    with pytest.raises(saved_proof_check.NotShown, match="the two sides of the certificate differ"):
        saved_proof_check.check_saved_proof(book)
    assert seen == list("abcde"[: wrong + 1])


@pytest.mark.parametrize(("proof", "reason"), [
    ({"rule": "poly", "sum": [{"facts": ["h"]}]}, "a: Rejected: nothing is named 'h'"),
    ({"rule": "poly", "sum": [{"facts": [[]]}]}, "a: Rejected: a part is not of the expected type or length: "),
])
def test_the_reason_for_a_malformed_proof_names_no_exception(proof: Any, reason: str) -> None:
    with pytest.raises(saved_proof_check.NotShown, match=reason) as found:
        saved_proof_check.check_saved_proof(entries_of("a", proof=proof))
    assert "Error" not in str(found.value)


def test_a_book_that_takes_too_much_work_is_neither_confirmed_nor_refuted(novikoff, monkeypatch, tmp_path):
    (path := tmp_path / "long.json").write_text(json.dumps(entries_of("a", "b", proof=SQUARE)))
    assert novikoff("verify", str(path)).exit_code == 0
    monkeypatch.setattr(kernel, "MAX_BOOK", 1)
    assert novikoff("verify", str(path), status=3, out="too long").stdout.startswith("unknown: long.json: a: ")


def test_a_statement_whose_definitions_double_its_length_is_verified_and_not_printed(novikoff, tmp_path):
    """Each of 60 roots is of a sum of two powers of the one before: in words that would be 2⁶⁰ letters."""
    names = ["a", *(f"r{k}" for k in range(60))]
    pairs = list(pairwise(names))
    lets = [{"name": new, "kind": "sqrt", "of": ["+", ["^", old, "2"], ["^", old, "4"]]} for old, new in pairs]
    sums = {new: [{"squares": [old]}, {"squares": [["^", old, "2"]]}] for old, new in pairs}
    statement = {**TRUE_SQUARE, "declare": ["a"], "let": lets, "show": {"conclusion": [">=", ["^", "r59", "2"], "0"]}}
    book = {"schema": 1, "entries": [{
        "statement": statement, "sides": {new: {"rule": "poly", "sum": parts} for new, parts in sums.items()},
        "proof": {"rule": "poly", "sum": [{"squares": ["r59"]}]}}]}
    (path := tmp_path / "doubling.json").write_text(json.dumps(book))
    novikoff("verify", str(path), status=0, stdout="verified: doubling.json, square is proved\n"
             "  the grammar of `prove` cannot express the statement, or only at great length; see the file\n")


SQUARE = {"rule": "poly", "sum": [{"squares": ["x"]}]}
TRUE_SQUARE = {"id": "square", "declare": ["x"], "assume": {}, "show": {"conclusion": [">=", ["^", "x", "2"], "0"]}}
COUNT = {"id": "count", "declare": [], "assume": {}, "show": {"conclusion": ["=", "k", "0"]}, "run": {
    "state": ["k"], "start": {"k": "0"}, "input": [], "when": {}, "next": {"k": "k"}}}
FORGED: dict[str, tuple[Any, dict[str, str], dict[str, Any], str]] = {  # what is refuted, at what, how, what is said
    "a theorem that is refuted": (
        TRUE_SQUARE, {"x": "1"}, {"counterexample": {"dimension": 0, "size": 0, "values": {}}},
        "refutation is refuted, but no proof shows that the statement fails at these values"),
    "a theorem without a proof": (
        TRUE_SQUARE, {"x": "1"}, {"proof": {"rule": "poly"}}, "the two sides of the certificate differ"),
    "a state that no run need reach": (
        COUNT, {"k": "1"}, {"proof": {"rule": "poly", "sum": [{}]}}, "refutation is proved, but it is about a run"),
    "a hypothesis that is called as what fails": (
        {"id": "small", "declare": ["a"], "assume": {"conclusion fails": [">=", "a", "1"]},
         "show": {"conclusion": [">=", "a", "0"]}},
        {"a": "-1"}, {"proof": {"rule": "poly", "sum": [{}]}}, "refuted: forged.json: refutation: "),
}


def test_a_definition_of_a_definition_is_written_out(novikoff: Run, tmp_path: Path) -> None:
    lets = [{"name": "r", "kind": "inverse", "of": "a"}, {"name": "s", "kind": "sqrt", "of": ["/", "1", "a"]}]
    statement = {"id": "mine", "declare": ["a"], "assume": {"h": [">", "a", "0"]},
                 "show": {"c": ["=", ["sqrt", ["/", "1", "a"]], "s"]}, "let": lets}
    root = {"rule": "poly", "sum": [{"facts": ["n", "h"]}], "ideal": [{"fact": "r.def", "by": "1"}]}
    sides = {"r": {"rule": "poly", "sum": [{"facts": ["h"]}]}, "s": {"rule": "contra", "name": "n", "then": root}}
    book = {"schema": 1, "entries": [{"statement": statement, "sides": sides, "proof": {"rule": "poly"}}]}
    (path := tmp_path / "mine.json").write_text(json.dumps(book))
    assert novikoff("verify", str(path), status=0).stdout.splitlines()[0] == "verified: mine.json, mine is proved"


@pytest.mark.parametrize("forged", FORGED)
def test_what_is_true_is_not_refuted_by_a_book(novikoff: Run, tmp_path: Path, forged: str) -> None:
    statement, values, how, said = FORGED[forged]
    at = {"dimension": 0, "size": 0, "steps": [], "values": values}
    theorem = instance(kernel.read_statement(statement, None), statement, at, "conclusion at 1 fails")
    book = {"schema": 1, "entries": [{"statement": theorem, **how}],
            "refutes": {"statement": statement, "sides": None, "counterexample": at}}
    (path := tmp_path / "forged.json").write_text(json.dumps(book))
    assert novikoff("verify", str(path), status=1, out=said).stdout.startswith("refuted: forged.json")


@pytest.mark.parametrize(("name", "said"),
                         [("smola-mistake-bound", "is a claim of the ledger, which states something else"),
                          ("gaussian-kernel-positive", "is a claim of the ledger, which states something else"),
                          ("square\nverified: cauchy-schwarz is refuted", "where an id is expected"),
                          (5, "where an id is expected")])
def test_the_name_of_what_is_refuted_is_its_own(verified: Callable[..., Result], name: Any, said: str) -> None:
    result = verified("real t; exp(t) == 2 |- t >= 7/10", lambda book: book["refutes"]["statement"].update(id=name))
    assert (result.exit_code, result.stdout.count("\n"), said in result.stdout) == (1, 1, True)


def test_what_a_proof_does_not_rest_on_is_not_named_with_it(novikoff: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    novikoff("prove", "real a |- a <= a**2", "--save", str(path))
    refuted = json.loads(path.read_text())["entries"][0]
    novikoff("prove", "real a |- a**2 >= 0", "--save", str(path))
    book = json.loads(path.read_text())
    refuted["statement"]["id"] = "every-number-is-at-most-its-square"
    path.write_text(json.dumps({**book, "entries": [refuted, *book["entries"]], "models": "of no use"}))
    result = novikoff("verify", str(path))
    assert result.stdout.splitlines() == [
        "verified: proof.json, statement is proved", "  real a |- a**2 >= 0",
        "  beside it: every-number-is-at-most-its-square is refuted", "  not read: models",
    ]


@pytest.mark.parametrize("change", BOOKS)
def test_every_part_of_a_book_is_read(verified: Callable[..., Result], change: str) -> None:
    alter, status, said = BOOKS[change]
    result = verified("real a |- a <= a**2", alter)
    assert result.exit_code == status
    assert said in result.output


def test_a_counterexample_may_have_no_steps(verified: Callable[..., Result]) -> None:
    result = verified("real a |- a <= a**2", lambda book: book["entries"][-1]["counterexample"].update(steps=None))
    assert (result.exit_code, "fails at a = 1/2" in result.stdout) == (0, True)

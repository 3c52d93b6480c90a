"""Stored certificates help the search: it finds the same entries, does not search unchanged steps again, and uses
nothing that the kernel does not accept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking import entry_building, ledger_check
from novikoff.proofs.search import counterexamples, linear_certificates, previous_certificates
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import claims

from . import corpus

SOME = ["cauchy-schwarz", "smola-mistake-bound", "perceptron-norm-growth", "kozinec-mistake-bound", "winnow-step-lemma",
        "svm-strong-duality", "second-order-inverse", "hull-nearest-point-exists", "smola-mistake-bound-as-printed"]
MOST = 240  # linear programs for them without help
MOST_COLUMNS = 1300  # of these that are eliminated, of some 4600
MOST_DIVISIONS = 1250  # of monomials, to find the multiples of equations that may help
BOUND = "smola-mistake-bound"


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the linear programs that are solved."""
    sizes, real = list[int](), linear_certificates.solve
    def solve(free: Any, signed: Any, *rest: Any) -> Any:
        sizes.append(len(free) + len(signed))
        return real(free, signed, *rest)
    monkeypatch.setattr(linear_certificates, "solve", solve)
    return sizes


def entry(identifier: str, aided: bool = True) -> Any:
    made = entry_building.build_entry(identifier, ("kernel",), aided)
    assert made.entry is not None, made.reason
    return made.entry


def stored(monkeypatch: pytest.MonkeyPatch, identifier: str, change: Callable[[Any], Any]) -> None:
    """As if something else were stored."""
    line = json.dumps(change(evidence.certificate(identifier)))
    monkeypatch.setattr(previous_certificates, "lines", lambda: {identifier: line})


def test_with_help_nothing_is_searched_and_the_same_comes_out(programs: list[int], monkeypatch) -> None:
    """Without it there are no more linear programs than there were."""
    unaided = {identifier: entry(identifier, aided=False) for identifier in SOME}
    assert 0 < len(programs) <= MOST
    programs.clear()
    monkeypatch.setattr(counterexamples, "find_witness", lambda statement: pytest.fail("a witness is searched"))
    assert unaided == {identifier: entry(identifier) for identifier in SOME}
    assert programs == []


def test_without_help_few_columns_are_eliminated_and_few_monomials_divided(monkeypatch) -> None:
    """Those that are alone in a row are left out before, and what cannot divide is not tried."""
    columns, divisions = list[int](), list[int]()
    eliminated, divide = linear_certificates.row_reduce, linear_certificates.quotient
    monkeypatch.setattr(
        linear_certificates, "row_reduce", lambda given: columns.append(len(given)) or eliminated(given)
    )
    monkeypatch.setattr(linear_certificates, "quotient", lambda *given: divisions.append(1) or divide(*given))
    for identifier in SOME:
        entry(identifier, aided=False)
    assert 0 < sum(columns) <= MOST_COLUMNS
    assert 0 < len(divisions) <= MOST_DIVISIONS


def test_check_asks_for_help_unless_it_is_to_search_anew(programs: list[int]) -> None:
    outcomes = ledger_check.check(BOUND, engines="kernel", jobs=1)
    assert (outcomes[0].verdict, programs) == ("proved", [])
    assert ledger_check.check(BOUND, engines="kernel", jobs=1, anew=True)[0].entry == outcomes[0].entry
    assert programs


def spoilt(change: Callable[[Any], None]) -> Callable[[Any], Any]:
    """An entry with one certificate changed."""
    def changed(entry: Any) -> Any:
        leaf = next(leaf for leaf in corpus.leaves(entry["proof"]) if "ideal" in leaf)
        change(leaf)
        return entry
    return changed


@pytest.mark.parametrize("change", [
    spoilt(lambda leaf: leaf["ideal"][0].update(by="17")),
    spoilt(lambda leaf: leaf.update(sum=[{"facts": ["no fact"]}])), spoilt(lambda leaf: leaf.pop("ideal")),
    spoilt(lambda leaf: leaf.update(rule="cases", arms=[])),
    spoilt(lambda leaf: leaf.update(rule="lemma", of="cauchy-schwarz")), spoilt(lambda leaf: leaf.update(rule=[]))
])
def test_what_the_kernel_does_not_accept_is_searched(change, programs: list[int], monkeypatch) -> None:
    stored(monkeypatch, BOUND, change)
    assert entry(BOUND) == entry(BOUND, aided=False)
    assert programs


@pytest.mark.parametrize(
    "entry_there",
    [None, [], "x", {}, {"proof": []}, {"proof": {"rule": "have"}}, {"proof": {"rule": "have", "why": 3, "then": []}},
     {"statement": [], "proof": {}}, {"sides": [], "proof": {}}, {"counterexample": 7}],
)
def test_what_is_no_entry_is_no_help_and_no_harm(entry_there, monkeypatch) -> None:
    wanted = {identifier: entry(identifier, aided=False) for identifier in (BOUND, BOUND + "-as-printed")}
    monkeypatch.setattr(previous_certificates, "lines", lambda: dict.fromkeys(wanted, json.dumps(entry_there)))
    assert {identifier: entry(identifier) for identifier in wanted} == wanted


def test_a_stored_proof_of_another_claim_proves_nothing(monkeypatch) -> None:
    other = json.dumps(evidence.certificate("perceptron-norm-growth"))
    monkeypatch.setattr(previous_certificates, "lines", lambda: {BOUND: other})
    assert entry(BOUND) == entry(BOUND, aided=False)


@pytest.mark.parametrize("place", range(1, 7))
def test_a_step_that_has_changed_is_searched_and_no_other(place: int, monkeypatch) -> None:
    claim, searched, real = claims()[BOUND], [], linear_certificates.certificate
    def write(p: Script) -> None:
        claim.write(p)
        a = p.real("a")
        p.have("new", (a + 1) ** 2 >= 0)
        p.steps.insert(place, p.steps.pop())
    def certificate(context: Any, goal: Any, hints: Any) -> Any:
        searched.append(goal)
        return real(context, goal, hints)
    monkeypatch.setattr(linear_certificates, "certificate", certificate)
    changed = registry.Claim(**{**vars_of(claim), "write": write})
    made, _, _ = entry_building.proof(changed, previous_certificates.entry_of(claim))
    a = kernel.atom("a")
    assert searched == [(">=", kernel.add(kernel.product([a, a]), a, a, kernel.constant(1)))]
    assert '"new"' in json.dumps(made)


def vars_of(claim: Any) -> dict[str, Any]:
    return {name: getattr(claim, name) for name in claim.__dataclass_fields__}


def test_a_broken_book_is_no_help_and_no_harm(monkeypatch) -> None:
    previous_certificates.lines.cache_clear()
    monkeypatch.setattr(evidence, "read_evidence", lambda file: '{"entries": [\n{"statement":{"id":"cauchy-schwarz",')
    try:
        assert previous_certificates.entry_of(claims()["cauchy-schwarz"]) is None
        assert ledger_check.check("cauchy-schwarz", engines="kernel", jobs=1)[0].verdict == "proved"
    finally:
        previous_certificates.lines.cache_clear()

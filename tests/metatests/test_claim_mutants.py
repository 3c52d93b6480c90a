"""The evidence on mutants of claims that is stored: all of it holds today, and what is forged is refused."""

import contextlib
import json
import re

import pytest

from metatests import claim_mutants as stored
from novikoff.proofs import kernel
from novikoff.proofs.mutation.statement_mutants import mutants_of
from novikoff.proofs.statements.registry import claims

PROVED, REFUTED = "smola-mistake-bound-as-printed", "kozinec-mistake-bound"  # on a mutant of each, something is stored


def record_on(name):
    """Its judge, a mutant on which something is stored, with its name, the key and the record."""
    judge = stored.Informed(claims()[name])
    for _, change, data in mutants_of(judge.data):
        if record := stored.stored_table().get(stored.key_of(data)):
            return judge, change, data, stored.key_of(data), record
    raise AssertionError(f"nothing is stored on mutants of {name}")


@pytest.mark.sampled(0)
def test_stored_evidence_is_accepted_by_the_kernel():
    """Each piece is on a mutant of today, and decides it."""
    table = stored.stored_table()
    assert len(table) > 300
    named = {stored.key_of(data): change for _, all_ in stored.mutants_by_claim(table) for _, change, data in all_}
    assert {key: record["change"] for key, record in table.items()} == {key: named.get(key) for key in table}
    assert stored.flaws(table) == {}


@pytest.mark.sampled(0)
@pytest.mark.parametrize(("name", "verdict", "by"), [
    ("bound-family-minimum", "equivalent", "a stored proof"),
    (REFUTED, "killed", "a stored counterexample"),
    (PROVED, "killed", "it is true, and no longer refuted: a stored proof"),
])
def test_what_is_stored_decides(name, verdict, by):
    judge, change, data, _, _ = record_on(name)
    assert judge.verdict("any", change, data)[3:5] == (verdict, by)


def spoilt(proof):
    """The proof with a number changed in its first certificate."""
    text = json.dumps(proof)
    changed = re.sub(r'"c": "([0-9]+)', lambda m: f'"c": "{int(m[1]) + 1}', text, count=1)
    return json.loads(changed if changed != text else text.replace('"poly"', '"induction"'))


@pytest.mark.sampled(0)
def test_forged_evidence_is_refused(monkeypatch):
    """Of another mutant, of another statement, with a changed proof or point; none of it decides anything."""
    _, change, data, key, proved = record_on(PROVED)
    judge, other_change, other, other_key, refuted = record_on(REFUTED)
    witness = refuted["counterexample"]
    forged = [
        (key, data, {**refuted, "change": change}),
        (key, data, {**proved, "proof": spoilt(proved["proof"])}),
        (key, data, {**proved, "counterexample": witness}),
        (key, data, {"change": change}),
        (other_key, other, {**proved, "change": other_change}),
        (other_key, other, {**refuted, "counterexample": {**witness, "steps": []}}),
        (other_key, other, {**refuted, "statement": judge.data}),
    ]
    for place, mutant, record in forged:
        assert stored.verdict_on(mutant, record) == "", record
        assert stored.flaws({place: record}) == {place: "the kernel refuses it"}
    assert stored.verdict_on(other, "proved") == ""
    monkeypatch.setattr(stored, "stored_table", lambda: {other_key: {**proved, "change": other_change}})
    assert judge.judge("any", other_change, other)[1] != "a stored proof"


@pytest.mark.sampled(0)
def test_evidence_under_another_key_is_noticed():
    _, _, _, key, record = record_on(PROVED)
    _, _, _, other_key, other = record_on(REFUTED)
    assert set(stored.flaws({key: other, other_key: record})) == {key, other_key}
    assert stored.flaws({"no-claim/0": record, f"{PROVED}/0": record}) == dict.fromkeys(
        ["no-claim/0", f"{PROVED}/0"], "there is no such mutant"
    )


def test_renewing_keeps_what_still_holds():
    """The key may be that of the statement before its claim changed; what the kernel refuses goes."""
    _, change, _, key, record = record_on(PROVED)
    text = stored.renewed({key: record})
    assert json.loads(text) == {key: record}
    assert stored.renewed({f"{PROVED}/old": record}) == text
    assert json.loads(stored.renewed({key: {"change": change, "proof": {"rule": "poly"}}, "no-claim/0": record})) == {}


@pytest.mark.sampled(0)
def test_the_statement_itself_is_never_refuted_by_what_is_stored_on_its_mutants():
    """A point that breaks a claim would kill every mutant."""
    for name in (REFUTED, "smola-mistake-bound", "eps-kozinec-step"):
        judge = stored.Informed(claims()[name])
        for given in judge.find_points():
            with contextlib.suppress(kernel.Rejected):  # a hypothesis fails, which the mutant does not have
                assert kernel.false_conclusions(judge.statement, given) == []

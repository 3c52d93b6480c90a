"""`novikoff mutate`: what it prints, in which format and with which exit status; work that goes on."""

import json
from xml.etree import ElementTree

import pytest

from novikoff.proofs import mutation
from novikoff.proofs.mutation import Report, Verdict

from .conftest import Run

FEW = ["mutate", "cauchy-schwarz", "--sample", "4", "-j", "1"]
FOUND = [
    Verdict("a-claim", "sign", "1 becomes -1", "killed", "search", {"dimension": 0}),
    Verdict("a-claim", "constant", "1 becomes 2", "open", "it holds at 7 exact instances"),
    Verdict("b-claim", "relation", "= becomes >=", "equivalent", "computation"),
]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign with one mutant that is open."""
    monkeypatch.setattr(mutation, "mutate", lambda *_, **__: Report(FOUND, 1.0))


def test_each_mutant_is_in_the_data_and_progress_is_apart(novikoff: Run) -> None:
    data = json.loads(novikoff(*FEW, "--json", "-q", status=0, stderr="").stdout)
    assert data["schema"] == 2
    assert [m["target"] for m in data["mutants"]] == ["cauchy-schwarz"] * 4
    assert all(m["by"] for m in data["mutants"])
    (target,) = data["targets"]
    assert target["killed"] + target["equivalent"] == 4
    assert data["summary"]["open"] == 0
    assert novikoff(*FEW, stderr="mutate: 1 of 1\n").stdout.splitlines()[-1].startswith("4 mutants: ")


def test_two_processes_say_the_same(novikoff: Run) -> None:
    wanted = ["mutate", "cauchy-schwarz", "cosine-at-most-one", "--sample", "2", "--json", "-q"]
    one, two = (json.loads(novikoff(*wanted, "-j", jobs).stdout) for jobs in "12")
    assert two["mutants"] == one["mutants"]
    assert two["targets"] == one["targets"]


@pytest.mark.usefixtures("found")
def test_what_is_open_is_named(novikoff: Run) -> None:
    result = novikoff("mutate", "-q", status=0)
    assert result.stdout.splitlines() == [
        "open        a-claim: constant: 1 becomes 2  [it holds at 7 exact instances]",
        "3 mutants: 1 killed, 1 equivalent, 1 open",
    ]
    assert "a-claim: sign: 1 becomes -1  [search]" in novikoff("mutate", "-v").stdout
    data = json.loads(novikoff("mutate", "--json").stdout)
    assert data["targets"][0] == {"target": "a-claim", "killed": 1, "equivalent": 0, "open": 1}
    assert data["kinds"][1] == {"kind": "relation", "killed": 0, "equivalent": 1, "open": 0}


@pytest.mark.usefixtures("found")
def test_junit_and_github(novikoff: Run) -> None:
    suite = ElementTree.fromstring(novikoff("mutate", "--output-format", "junit").stdout)
    assert (suite.get("tests"), suite.get("failures")) == ("3", "0")
    assert novikoff("mutate", "--output-format", "github").stdout == "::notice title=novikoff::3 of 3 hold\n"


def test_work_goes_on_from_the_notes(novikoff: Run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = str(tmp_path / "notes.jsonl")
    first = novikoff(*FEW, "--json", "-q", "--resume", notes)
    monkeypatch.setattr(mutation, "claim_verdicts", lambda *_: pytest.fail("it was done already"))
    again = novikoff(*FEW, "--json", "-q", "--resume", notes)
    assert json.loads(again.stdout)["mutants"] == json.loads(first.stdout)["mutants"]

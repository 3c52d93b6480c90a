"""The checker that pages run is made of today's sources, and says in node what the kernel says."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from novikoff.proofs import evidence, kernel
from novikoff.proofs.verified import extraction

from ..proofs import corpus

HERE = Path(__file__).parent
STORED = list(evidence.certificates().values())
LIMITS = ("nested too deeply", "too large", "too long")  # of the kernel's work and numbers; node has a stack of its own
UNCOVERED = "this checker has no rule for it: "


def test_it_is_small_and_was_made_of_the_sources_of_today():
    first = extraction.SCRIPT.read_text(encoding="utf-8").partition("\n")[0] + "\n"
    assert first == extraction.header_line(), "run `make verified`, which needs js_of_ocaml and ocamlfind"
    # It is small
    assert extraction.SCRIPT.stat().st_size < 2**18


# A page takes half a minute for numbers of 400 digits to a power, which the kernel refuses.
CASES = [case for case in corpus.CASES if "a number is too long" not in case["reason"]]


@pytest.fixture(scope="module")
def asked():
    """Ask node about the ledger, corrupted entries beside it, and books."""
    if shutil.which("node") is None:
        pytest.skip("node is missing")
    chance, short = random.Random(9), [e for e in STORED if len(json.dumps(e)) < 4000]
    corrupted = [corpus.corrupt(chance, chance.choice(short))[0] for _ in range(400)]
    corrupted = [e for e in corrupted if isinstance(e, dict) and isinstance(e.get("statement"), dict)]
    corrupted = [{**e, "statement": {**e["statement"], "id": f"corrupted-{n}"}} for n, e in enumerate(corrupted)]
    books = [corpus.read(word) for word in corpus.READABLE + corpus.UNREADABLE]
    wholes = chance.choices([*(case["entries"] for case in CASES), *books], k=60)
    books += [[*book[:-1], corpus.corrupt(chance, book[-1])[0]] for book in wholes]
    given = {"stored": [*map(json.dumps, STORED)], "entries": [*map(json.dumps, corrupted)]}
    given["books"] = [[*map(json.dumps, book)] for book in [*books, *(case["entries"] for case in CASES)]]
    done = subprocess.run(["node", str(HERE / "judge.js")], input=json.dumps(given), capture_output=True, text=True,
                          check=True)
    return {**json.loads(done.stdout), "given": (corrupted, books)}


def same(ours, verdict, why):
    """Compare with the kernel's verdict, but for what has no rule, and for limits of the kernel."""
    _, said, reason = ours
    return said == verdict or reason.startswith(UNCOVERED) or any(limit in why for limit in LIMITS)


def test_it_accepts_the_ledger(asked):
    expected = [[e["statement"]["id"], "refuted" if "counterexample" in e else "proved", ""] for e in STORED]
    assert asked["stored"] == expected


def test_it_says_what_the_kernel_says_of_corrupted_entries(asked):
    cited, found = json.dumps(asked["given"][0]), []
    library = {e["statement"]["id"]: kernel.read_statement(e["statement"], e.get("sides")) for e in STORED
               if "proof" in e and f'"{e["statement"]["id"]}"' in cited}
    for entry, ours in zip(asked["given"][0], asked["entries"], strict=True):
        try:
            verdict, why = kernel.check_entry(entry, library)[0], ""
        except Exception as problem:  # whatever the kernel says of what is not a certificate
            verdict, why = "error", str(problem)
        assert same(ours, verdict, why), (ours, verdict, why, json.dumps(entry))
        found.append(verdict)
    assert min(found.count("error"), 10 * found.count("proved")) > len(found) / 3


def test_it_says_of_the_corpus_and_of_books_what_the_kernel_says(asked):
    """The kernel gives them, too: test_kernel.py."""
    for case, ours in zip(CASES, asked["books"][-len(CASES) :], strict=True):
        found = zip(ours, case["verdicts"], strict=True)
        assert all(same(one, verdict, case["reason"] * (verdict == "error")) for one, verdict in found), (case, ours)
    for book, ours in zip(asked["given"][1], asked["books"][: -len(CASES)], strict=True):
        theirs = kernel.check_book(json.loads(json.dumps(book)))
        assert all(key in (theirs_, "") for (key, *_), theirs_ in zip(ours, theirs, strict=True))
        pairs = zip(ours, theirs.values(), strict=True)
        differ = [one for one, (verdict, why, _) in pairs if not same(one, verdict, why)]
        assert not differ, (ours, theirs, json.dumps(book))

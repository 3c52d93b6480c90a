"""The checker whose soundness is proved in Coq: it is built here, and gives the kernel's verdict on all that it covers.

`NOVIKOFF_CORRUPTED=20000 pytest tests/proofs/test_verified.py` compares the two on so many corrupted entries.
"""

import json
import os
import random
import re
from pathlib import Path

import pytest

from metatests import kernel_fuzzing
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking.ledger_check import check
from novikoff.proofs.verified import client, extraction

from . import corpus
from . import test_kernel as limits

pytestmark = pytest.mark.usefixtures("verified")
CORRUPTED = int(os.environ.get("NOVIKOFF_CORRUPTED", "0"))


STORED = list(evidence.certificates().values())
GOOD = [corpus.BOOKS[name] for name in (*corpus.ACCEPTED, *corpus.ATTACKS)]  # they use every rule in few words


def answers(entries):
    """Return the verdict on each entry."""
    return {key: verdict for key, (verdict, _) in client.ask(entries).items()}


def same(verdict, why, answer):
    """Compare the kernel's verdict with the program's answer."""
    return answer[0] == ("rejected" if verdict == "error" else verdict)


def agreed(books):
    """Compare the two checkers on books, and return the kernel's verdicts on each."""
    books = [json.loads(json.dumps(book)) for book in books]
    found = []
    for book, second in zip(books, client.ask_each(books), strict=True):
        first = kernel.check_book(book)
        assert [*first] == [*second]
        differ = [key for key, (verdict, why, _) in first.items() if not same(verdict, why, second[key])]
        assert not differ, f"{first}\n{second}\n{json.dumps(book)}"
        found.append([verdict for verdict, _, _ in first.values()])
    return found


def test_it_accepts_the_ledger():
    found = answers(STORED)
    right = {e["statement"]["id"]: "refuted" if "counterexample" in e else "proved" for e in STORED}
    assert found == right
    page = (Path(__file__).parents[2] / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")
    assert f"{len(STORED)} of the {len(STORED)} claims" in page


BOOKS = corpus.BOOKS | limits.AT_THE_LIMITS
BEYOND = [book for reason, book in limits.BEYOND_THE_LIMITS if reason != "too long"]
TOO_LONG = [book for reason, book in limits.BEYOND_THE_LIMITS if reason == "too long"]


def test_both_give_the_verdicts_of_the_corpus():
    expected = {case["name"]: case["verdicts"] for case in corpus.CASES}
    expected |= {name: ["proved"] for name in limits.AT_THE_LIMITS}
    assert dict(zip(BOOKS, agreed(BOOKS.values()), strict=True)) == expected


def test_what_is_beyond_the_limits_or_no_strict_json_is_refused(tmp_path):
    assert [verdicts[-1] for verdicts in agreed(BEYOND)] == ["error"] * len(BEYOND)
    assert_unread(tmp_path, NO_JSON)


@pytest.mark.sampled(0)  # the program works for minutes on some of them
@pytest.mark.parametrize("book", TOO_LONG)
def test_both_refuse_what_takes_too_long(book):
    assert agreed([book])[0][-1] == "error"


def test_many_names_facts_and_entries_are_found_in_time():
    """If each name were searched for among those before it, this would take half a minute."""
    names = [f"a{n}" for n in range(30_000)]
    values = {"dimension": 0, "size": 0, "values": dict.fromkeys(names, "0")}
    for left, shown in ("1", {"proof": {"rule": "poly", "sum": [{}]}}), ("a0", {"counterexample": values}):
        statement = {"id": "it", "declare": names, "assume": {}, "show": {"goal": [">", left, "0"]}}
        assert agreed([[{"statement": statement, **shown}]]) == [["proved" if "proof" in shown else "refuted"]]
    # Each name and fact is looked up in a tree
    names = [f"a{n}" for n in range(8_000)]
    assume = {f"h{name}": [">=", name, "0"] for name in names}
    proof = {"rule": "poly", "sum": [{"facts": [fact]} for fact in assume]}
    statement = {"id": "it", "declare": names, "assume": assume, "show": {"goal": [">=", ["+", *names], "0"]}}
    assert answers([{"statement": statement, "proof": proof}]) == {"it": "proved"}
    # The facts that must not mention the new names are listed once, and not for each name
    families, new = [f"a{n}[i]" for n in range(2_000)], [f"x{n}" for n in range(2_000)]
    statement = {
        "id": "it", "declare": families, "assume": {f"h{n}": [">=", a, "0"] for n, a in enumerate(families)},
        "show": {"goal": [">=", ["+", *families], "0"]},
    }
    facts = {f"f{n}": f"h{n}" for n in range(2_000)}
    then = {"rule": "poly", "sum": [{"facts": [fact]} for fact in facts]}
    proof = {"rule": "entry", "names": dict(zip(families, new, strict=True)), "facts": facts, "then": then}
    assert answers([{"statement": statement, "proof": proof}]) == {"it": "proved"}


def test_refusals_have_reasons_and_atoms_are_read():
    words = corpus.READABLE + corpus.UNREADABLE
    found = agreed(map(corpus.read, words))
    assert [word for word, verdicts in zip(words, found, strict=True) if verdicts == ["proved"]] == corpus.READABLE
    books = [[{"statement": SQUARE, "proof": {"rule": "poly", "sum": [term]}}] for term in REASONS.values()]
    assert client.ask_each(books) == [{"it": ("rejected", why)} for why in REASONS]


def test_both_agree_on_random_certificates_and_runs():
    report = kernel_fuzzing.fuzz(CORRUPTED // 100 or 60, seed=6, compare=True)
    assert not report.disagreed, json.dumps(report.disagreed[0])


def beside_the_ledger(entries):
    """Compare the two checkers on entries with names of their own, which may cite the ledger; the kernel's verdicts."""
    proved = [e for e in STORED if "proof" in e]
    library = {e["statement"]["id"]: kernel.read_statement(e["statement"], e.get("sides")) for e in proved}
    expected, said = {}, {}
    for entry in entries:
        try:
            expected[entry["statement"]["id"]] = kernel.check_entry(entry, library)[0], ""
        except Exception as problem:  # whatever the kernel says of what is not a certificate
            expected[entry["statement"]["id"]] = "error", str(problem)
    for n in range(0, len(entries), 1000):  # a file has at most 16 MiB
        said |= client.ask([*STORED, *entries[n : n + 1000]])
    differ = [(expected[k], said[k], json.dumps(e)) for e in entries for k in [e["statement"]["id"]]
              if not same(*expected[k], said[k])]
    assert not differ, "\n".join(map(str, differ[:3]))
    return [verdict for verdict, _ in expected.values()]


def named_so(entry, identifier):
    """Return an entry with another id, if it has one."""
    stated = entry.get("statement") if isinstance(entry, dict) else None
    good = isinstance(stated, dict) and isinstance(stated.get("id"), str) and kernel.IDENTIFIER.match(stated["id"])
    return {**entry, "statement": {**stated, "id": identifier}} if good else None


def test_both_agree_on_corrupted_stored_entries():
    """Each corrupted entry has an id of its own behind the stored ones, so that one run of the program answers many."""
    chance, found = random.Random(7), []
    short = [e for e in STORED if len(json.dumps(e)) < 4000]
    while len(found) < (CORRUPTED or 400):
        entry, _ = corpus.corrupt(chance, chance.choice(short if chance.random() < 0.9 else STORED))
        if entry := named_so(entry, f"corrupted-{len(found)}"):
            found.append(entry)
    verdicts = beside_the_ledger(found)
    assert verdicts.count("error") > len(verdicts) / 2
    assert verdicts.count("proved") > len(verdicts) / 50


def test_both_read_and_refuse_the_same_texts(tmp_path):
    """Entries with parts of other types, odd letters and numbers; what is no strict JSON is refused as a whole."""
    chance, found, unnamed, refused = random.Random(5), [], [], []
    short = [*[e for e in STORED if len(json.dumps(e)) < 3000], *[b[-1] for b in GOOD if len(b) == 1] * 3]
    for n in range(CORRUPTED or 400):
        text = corpus.reshape(chance, chance.choice(short))
        try:
            entry = json.loads(text, object_pairs_hook=kernel.no_duplicates, **kernel.NUMBERS)
            text.encode()
        except (ValueError, kernel.Rejected):
            refused.append(f"[{text}]")
            continue
        if good := named_so(entry, f"reshaped-{n}"):
            found.append(good)
        else:
            unnamed.append([entry])
    assert_unread(tmp_path, refused)
    agreed(unnamed)
    verdicts = beside_the_ledger(found)
    assert verdicts.count("error") > len(verdicts) / 2
    assert verdicts.count("proved") + verdicts.count("refuted") > len(verdicts) / 20


def test_both_agree_on_corrupted_books():
    chance, books = random.Random(8), GOOD
    wholes = [chance.choice(books) for _ in range(CORRUPTED // 10 or 60)]
    agreed([*whole[:-1], corpus.corrupt(chance, whole[-1])[0]] for whole in wholes)


def asked(folder, *texts):
    """Give the program texts, and return what it does."""
    for n, text in enumerate(texts):
        (folder / str(n)).write_bytes(text.encode("utf-8", "surrogateescape"))
    return client.run_command([str(extraction.program()), *map(str, range(len(texts)))], 60, folder=folder)


def assert_unread(folder, texts):
    """Compare with a program that refuses each of several texts as a whole, and says so in one line."""
    done = asked(folder, *texts)
    assert [line.partition(":")[0] for line in done.err.splitlines()] == [*map(str, range(len(texts)))]
    assert done.out == "".join(f"==> {n}\n" for n in range(len(texts)))
    assert done.status == 2


def test_a_product_has_no_limit_but_the_work():
    """A search may multiply 20 000 pairs of terms; in an entry both checkers take 20 022, as a rule on their number in
    only one of them would be a difference between the two.
    """
    first, second = (["+", *(f"{letter}{k}" for k in range(n))] for letter, n in (("a", 141), ("b", 142)))
    stated = {"id": "it", "declare": [*first[1:], *second[1:]], "assume": {},
              "show": {"goal": [">=", ["*", first, second], ["*", first, second]]}}
    assert agreed([[{"statement": stated, "proof": {"rule": "poly"}}]]) == [["proved"]]


def test_the_statement_is_printed_from_the_tree_that_was_checked(tmp_path):
    stored = {entry["statement"]["id"]: entry for entry in STORED}
    changed = json.loads(json.dumps(stored["correct-margin-means-correct-label"]))
    assert changed["statement"]["assume"]["correct"][0] == ">"
    changed["statement"]["assume"]["correct"][0] = ">="
    done = asked(tmp_path, json.dumps([changed]))
    assert done.out.startswith("rejected ")
    assert "y*(<w@, x@> + b) + (-1)*0 >= 0" in done.out


MINUS_ZERO = ["*", "-1", "0"]


class Printed:
    """Facts as the program prints them, read by the usual precedence of powers, products and sums."""

    def __init__(self, line):
        names = r"[^\s<>=+*^(),!]+(?:\*(?=[*'@\[^\s),>]|$)[^\s<>=+*^(),!]*)*"  # they may end in *
        self.tokens = re.findall(rf">=|!=|{names}|[<>=+*^(),]", line)

    def facts(self):
        while self.tokens:
            left, relation, zero = self.sum(), self.tokens.pop(0), self.tokens.pop(0)
            assert zero == "0"
            assert self.tokens[:1] in ([], [","])
            self.tokens = self.tokens[1:]
            yield [relation, left, "0"]

    def chain(self, sign, part):
        found = part()
        while self.tokens[:1] == [sign]:
            self.tokens.pop(0)
            more = part()
            found = found if more == MINUS_ZERO else [sign, found, more]  # it may stand for a vector
        return found

    def sum(self):
        return self.chain("+", lambda: self.chain("*", self.power))

    def power(self):
        base = self.atom()
        if self.tokens[:1] != ["^"]:
            return base
        return [self.tokens.pop(0), base, self.tokens.pop(0)]

    def atom(self):
        token = self.tokens.pop(0)
        if token == "(" or (token in ("sum", "exp") and self.tokens[:1] == ["("]):
            self.tokens = self.tokens[token != "(" :]
            inside, _ = self.sum(), self.tokens.pop(0)
            return inside if token == "(" else [token, inside]
        if token == "<":
            left, _, right, _ = self.sum(), self.tokens.pop(0), self.sum(), self.tokens.pop(0)
            return ["@", left, right]
        return token


def test_what_is_printed_means_what_the_kernel_reads(tmp_path, sample):
    """A product is put in brackets below a power, and so on."""
    stored = {entry["statement"]["id"]: entry for entry in STORED}
    chosen = {"count-at-most-quotient", *sample(stored, 60)}
    out, compared = asked(tmp_path, json.dumps(STORED)).out, 0
    parts = re.split(r"^(?:proved|refuted|rejected) (\S+).*\n", out, flags=re.MULTILINE)
    for identifier, text in zip(parts[1::2], parts[2::2], strict=True):
        statement = stored[identifier]["statement"]
        facts = {**statement, "when": (statement.get("run") or {}).get("when")}
        for line in text.splitlines() if identifier in chosen else []:
            what, _, says = line.strip().partition(" ")
            if what in ("assume", "show", "when"):
                read = kernel.read_facts(facts[what], kernel.read_table(statement.get("let")), stronger=what == "show")
                printed = kernel.read_facts(dict(enumerate(Printed(says).facts())), stronger=what == "show")
                assert [*printed.values()] == [*read.values()], line
                compared += len(read)
    assert compared >= len(chosen)


SQUARE = {"id": "it", "declare": ["a"], "assume": {}, "show": {"goal": [">=", ["^", "a", "2"], "0"]}}
PROVED = {"statement": SQUARE, "proof": {"rule": "poly", "sum": [{"squares": ["a"]}]}}


@pytest.mark.parametrize("text", [json.dumps([PROVED]), json.dumps({"schema": 1, "entries": [PROVED]}, indent=1)])
def test_a_file_is_a_list_of_entries_or_has_one(tmp_path, text):
    done = asked(tmp_path, text)
    assert done.out == "proved it\n  for all a\n  show (a)^2 + (-1)*0 >= 0\n".replace("(a)", "a")


NO_JSON = ["", "[", "]", "{}", "null", "3", '"entries"', '{"entries": 3}', "[" * 2000 + "]" * 2000, "[1.0]", "[1e0]",
           "[NaN]", "[01]", '{"entries": [], "entries": []}', '[{"a": 1, "\\u0061": 1}]', "[] []", "[1,]", "['a']",
           '["\n"]', '["\\x"]', "\ufeff[]", '["\udcff"]', "[" + "9" * 401 + "]", "[tru]", "[\x00]"]


def test_a_file_that_cannot_be_read_changes_no_other(tmp_path):
    right, other = json.dumps([PROVED]), json.dumps([PROVED, PROVED])
    done = asked(tmp_path, right, "[", other)
    heads = [line.partition(":")[0] for line in done.out.splitlines() if line[0] != " "]
    assert heads == ["==> 0", "proved it", "==> 1", "==> 2", "proved it", "rejected entry 2"]
    assert (done.status, done.err.startswith("1: no JSON")) == (2, True)
    assert [*map(dict, client.ask_each([[PROVED], [PROVED, PROVED], []]))] == [
        {"it": ("proved", "")}, {"it": ("proved", ""), "entry 2": ("rejected", "not a new id")}, {},
    ]


def test_each_part_is_of_its_type():
    """With any other part in its place, both say the same."""
    others = (None, True, 3, "", "a", "x", "a" * 100, "a" * 101, [], {}, [[]], [None], {"a": None}, ["a"],
              {"1": "1"}, [{}], {"goal": []})
    found = []
    for part in (*SQUARE, "rule", "sum"):
        for new in others:
            entry = json.loads(json.dumps(PROVED))
            (entry["statement"] if part in SQUARE else entry["proof"])[part] = new
            found.append([entry])
    agreed(found)


def test_names_have_the_same_letters():
    """At both ends of each range of letters, within a name and as its beginning."""
    ends = [0x30, 0x39, 0x41, 0x5A, 0x5F, 0x61, 0x7A, 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x24F, 0x391, 0x3A1, 0x3A3, 0x3A9]
    ends += [0x3B1, 0x3C9, 0x1E00, 0x1EFF, 0x2080, 0x2089, ord("*"), ord("'"), 0x10400]
    points = sorted({end + step for end in ends for step in (-1, 0, 1)})
    book = []
    for name in [form.format(chr(point)) for point in points for form in ("a{}", "{}", "a*{}")] + ["a" * 99, "a" * 100]:
        stated = {"declare": [name], "show": {"goal": [">=", ["^", name, "2"], "0"]}}
        statement = {**SQUARE, "id": f"n{len(book)}", **stated}
        book.append({"statement": statement, "proof": {"rule": "poly", "sum": [{"squares": [name]}]}})
    (verdicts,) = agreed([book])
    assert min(verdicts.count("proved"), verdicts.count("error")) > 40


def test_the_work_on_an_entry_is_limited():
    """Factors that would be multiplied for hours."""
    long = ["+", ["*", "9" * 400, ["^", "a", "99"]], "a", f"1/{'9' * 400}"]
    statement = {**SQUARE, "assume": {"h": [">", long, "0"]}}
    entry = {"statement": statement, "proof": {"rule": "poly", "sum": [{"facts": ["h"] * 3000}]}}
    book = [entry, PROVED | {"statement": {**SQUARE, "id": "other"}}]
    assert [verdict for verdict, *_ in kernel.check_book(book).values()] == ["error", "proved"]
    assert client.ask(book) == {"it": ("rejected", "the work takes too long"), "other": ("proved", "")}


REASONS = {
    "no fact is named: 'h'": {"facts": ["h"]},
    "the two sides of the certificate differ": {"squares": ["2"]},
    "not declared: b": {"squares": ["b"]},
    "neither a name nor a number: 2x": {"squares": ["2x"]},
    "the denominator is 0": {"squares": ["1/0"]},
    "a coefficient is not positive": {"squares": ["a"], "c": "-1"},
}


def test_without_an_answer_nothing_is_decided_when_it_is_asked_alone(monkeypatch):
    why = "no answer: it was stopped"
    monkeypatch.setattr(client, "opinions", lambda entries: {entry["statement"]["id"]: why for entry in entries})
    (alone,) = check("cauchy-schwarz", engines="verified", jobs=1)
    assert (alone.verdict, alone.engines["verified"]) == ("unknown", why)
    assert why in alone.reason
    (both,) = check("cauchy-schwarz", engines="kernel,verified", jobs=1)
    assert (both.verdict, both.engines["verified"]) == ("proved", why)


def test_without_the_program_one_sentence_says_what_to_do(tmp_path):
    with pytest.raises(BadInput, match=r"is not built; run `make verified`"):
        extraction.program(tmp_path)
    (tmp_path / "check").write_text("")
    (tmp_path / "sources").write_text("others")
    with pytest.raises(BadInput, match=r"built from other sources"):
        extraction.program(tmp_path)


def test_the_theories_admit_nothing():
    """`make verified` compares the axioms; nothing may be left to be proved either."""
    for name, text in extraction.sources().items():
        bare = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset)\b|bypass_check", bare), name


def test_an_entry_without_an_answer_or_with_a_known_id_is_not_accepted(monkeypatch):
    first = next(entry for entry in STORED if "proof" in entry and '"lemma"' not in json.dumps(entry["proof"]))
    assert client.first_doubt([first])[0] == "accepted"
    verdict, why = client.first_doubt([first, first])
    assert (verdict, why.startswith("entry 2: not a new id")) == ("rejected", True)
    real = client.run_command
    def forgetful(*given, **more):
        done = real(*given, **more)
        return done._replace(out="") if hasattr(done, "_replace") else type(done)(**{**vars(done), "out": ""})
    monkeypatch.setattr(client, "run_command", forgetful)
    assert client.first_doubt(STORED[:1])[0] == "no answer"


def test_no_name_of_the_checker_means_two_things():
    """The program reads all modules as one file, in which a later definition of a name hides the first."""
    once = "\nmodule Terms =\n struct\n  let a = 1\n end\n\nmodule Checker =\n struct\n  let rec b = Terms.a\n end\n"
    included = extraction.flatten_modules(once)["checker.ml"].split()
    assert included == ["include", "Extracted", "include", "Extracted.In_Terms", "include", "Extracted.In_Checker"]
    with pytest.raises(RuntimeError, match="more than once: a"):
        extraction.flatten_modules(once.replace("rec b", "a"))

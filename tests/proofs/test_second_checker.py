"""The second checker: it gives the kernel's verdict on every stored proof, on the kernel's own test books, on random
certificates, and on all of these after corruption. A disagreement fails the test and prints the entries.

`NOVIKOFF_CORRUPTED=100000 pytest tests/proofs/test_second_checker.py` makes a long run of it.
"""

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from novikoff.proofs import kernel, second_checker

HERE = Path(__file__).parent
CORRUPTED = int(os.environ.get("NOVIKOFF_CORRUPTED", "0"))
SEED = int(os.environ.get("NOVIKOFF_SEED", "20251120"))


def load(name):
    """A test module beside this one."""
    spec = importlib.util.spec_from_file_location(f"{__name__}_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernel_tests, attacks = load("test_kernel"), load("test_kernel_attacks")
STORED = json.loads((Path(kernel.__file__).parent / "certificates.json").read_text(encoding="utf-8"))["entries"]
FALSE = {title: entries for title, (entries, _) in attacks.FALSE.items()}
WITNESSED = [
    [*entries[:-1], {k: v for k, v in entries[-1].items() if k != "proof"} | {"counterexample": witness}]
    for entries, witness in attacks.FALSE.values()
    if witness
]
BOOKS = [*kernel_tests.TRUE.values(), *kernel_tests.FALSE.values(), *FALSE.values(), *WITNESSED]
KEPT_OUT = [book for _, book in kernel_tests.OUT]
SHORT_OUT = [book for book in KEPT_OUT if len(json.dumps(book)) < 10_000]  # what is long is there for its length alone


def agreed(book):
    """The verdicts of both on a book; they are the same."""
    book = json.loads(json.dumps(book))
    first, second = kernel.check_book(book), second_checker.check_book(book)
    theirs = {name: verdict for name, (verdict, _, _) in first.items()}
    ours = {name: verdict for name, (verdict, _) in second.items()}
    pairs = zip(theirs.items(), ours.items(), book, strict=True)
    differ = [entry for one, two, entry in pairs if one != two]
    assert not differ, f"kernel {first}\nsecond {second}\n{json.dumps(book)}"
    return list(ours.values())


def test_both_accept_every_stored_entry():
    found = agreed(STORED)
    assert len(found) == len(STORED)
    assert set(found) <= {"proved", "refuted"}


@pytest.mark.parametrize("book", FALSE.values(), ids=FALSE)
def test_a_false_statement_is_not_proved(book):
    assert agreed(book)[-1] == "error"


def test_both_agree_on_the_books_of_the_kernel():
    assert all(v == "proved" for book in kernel_tests.TRUE.values() for v in agreed(book))
    assert all(v == "refuted" for book in kernel_tests.FALSE.values() for v in agreed(book))
    assert all(agreed(book)[-1] == "error" for book in KEPT_OUT)


def test_both_agree_on_random_certificates_and_runs():
    chance = random.Random(SEED)
    for _ in range(max(400, CORRUPTED // 10)):
        agreed([attacks.random_entry(chance)])
        agreed([attacks.random_run(chance)])


# ----------------------------------------------------------------------------------- corruption

NAME = re.compile(r"(?<![\w#])([^\W\d]\w*[*']*)(\[i\])?")
WORDS = set(
    re.findall(
        r"\w+",
        """
        id declare assume show run let state start input when next name kind of inverse sqrt rule poly cases contra have
        split define lemma induction sum times ideal fact by facts squares norms c on arms then why parts put premises
        as invariants base step dimension size values steps statement proof sides counterexample
        """,
    )
)
LISTS = (("declare",), ("state",), ("input",))


def places(data, at=()):
    """All parts, with the paths to them."""
    yield at, data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*at, key))


def part(data, path):
    for key in path:
        data = data[key]
    return data


def replaced(data, path, value):
    """The data with another part there."""
    if not path:
        return value
    key, *rest = path
    if isinstance(data, dict):
        return {k: replaced(v, rest, value) if k == key else v for k, v in data.items()}
    return [replaced(v, rest, value) if n == key else v for n, v in enumerate(data)]


def removed(data, path):
    *front, key = path
    whole = part(data, front)
    if isinstance(whole, dict):
        return replaced(data, front, {k: v for k, v in whole.items() if k != key})
    return replaced(data, front, whole[:key] + whole[key + 1 :])


def pick(chance, data, good):
    """A path to a part that is good, or None."""
    found = [path for path, value in places(data) if path and good(path, value)]
    return chance.choice(found) if found else None


def strings(data):
    """All keys and texts."""
    if isinstance(data, dict):
        return [*data, *(s for v in data.values() for s in strings(v))]
    if isinstance(data, list):
        return [s for v in data for s in strings(v)]
    return [data] if isinstance(data, str) else []


def mapped(data, change, put=True):
    """Each text and key changed; the names of a theorem that is used are left alone if put is False."""
    if isinstance(data, dict):
        kept = {"put", "input"} if not put else set()
        return {
            change(k): {n: mapped(v, change, put) for n, v in x.items()}
            if k in kept and isinstance(x, dict)
            else mapped(x, change, put)
            for k, x in data.items()
        }
    if isinstance(data, list):
        return [mapped(v, change, put) for v in data]
    return change(data) if isinstance(data, str) else data


def is_number(path, value):
    return isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) and path[-1] != "id"


def is_term(path, value):
    return isinstance(value, dict) and value and all(is_number((0,), v) for v in value.values())


def is_proof(path, value):
    return isinstance(value, dict) and "rule" in value


def is_fact(path, value):
    return isinstance(value, list) and len(value) == 2 and value[0] in (">=", ">", "=", "!=")


def coefficient(chance, data):
    path = pick(chance, data, is_number)
    return path and replaced(data, path, chance.choice(["0", "1", "2", "-1", "1/2", "3", "-0", "2/4", "1/0", "x"]))


def sign(chance, data):
    path = pick(chance, data, is_number)
    value = path and part(data, path)
    return path and replaced(data, path, value[1:] if value[0] == "-" else f"-{value}")


def relation(chance, data):
    path = pick(chance, data, is_fact)
    return path and replaced(data, (*path, 0), chance.choice([">=", ">", "=", "!="]))


def opposite(chance, data):
    path = pick(chance, data, is_fact)
    fact = path and part(data, path)
    if not path or not is_term((), fact[1]):
        return None
    return replaced(data, path, [fact[0], {m: c[1:] if c[0] == "-" else f"-{c}" for m, c in fact[1].items()}])


def monomial(chance, data):
    """Another exponent, factor or index in one monomial."""
    path = pick(chance, data, is_term)
    if not path:
        return None
    term = part(data, path)
    old = chance.choice(list(term))
    factors = old.split(" ") if old != "1" else []
    terms = [value for path, value in places(data) if is_term(path, value)]
    others = [factor for value in terms for m in value for factor in m.split(" ") if factor != "1"]
    way = chance.randrange(8)
    at = chance.randrange(len(factors)) if factors else 0
    if way == 0 or not factors:
        factors = [*factors, chance.choice(others or ["a"])]
    elif way == 1:
        del factors[at]
    elif way == 2:
        factors[at] = re.sub(r"\^\d+\Z", "", factors[at]) + chance.choice(["", "^2", "^3", "^1", "^99", "^0"])
    elif way == 3:
        factors[at] = chance.choice(others)
    elif way == 4:
        factors[at] = factors[at].replace("[i]", "")
    elif way == 5:
        factors[at] = NAME.sub(lambda m: m[0] if m[2] or m[0] == "sum" else f"{m[0]}[i]", factors[at], count=1)
    elif way == 6:
        factors[at] = "@".join(reversed(factors[at].split("@"))) if "@" in factors[at][:-1] else f"sum({factors[at]})"
    else:
        factors[at] = chance.choice(["#1@", "#2@", "sum()", "w@w"])
    new = " ".join(factors) or "1"
    return replaced(data, path, {new if m == old else m: c for m, c in term.items()})


def text(chance, data):
    """Another name where one stands."""
    path = pick(chance, data, lambda p, v: isinstance(v, str) and p[-1] != "id")
    return path and replaced(data, path, chance.choice(strings(data)))


def key(chance, data):
    path = pick(chance, data, lambda p, v: isinstance(v, dict) and v)
    if not path:
        return None
    whole = part(data, path)
    old, new = chance.choice(list(whole)), chance.choice(strings(data))
    return replaced(data, path, {new if k == old else k: v for k, v in whole.items()})


def drop(chance, data):
    path = pick(chance, data, lambda p, v: p[-1] not in ("id", "statement", "show", "rule"))
    return path and removed(data, path)


def skip(chance, data):
    """A proof without its first step."""
    path = pick(chance, data, lambda p, v: is_proof(p, v) and "then" in v)
    return path and replaced(data, path, part(data, path)["then"])


def swap(chance, data, good=is_proof):
    """Two parts exchanged."""
    one, two = pick(chance, data, good), pick(chance, data, good)
    if not one or not two or one == two[: len(one)] or two == one[: len(two)]:
        return None
    return replaced(replaced(data, one, part(data, two)), two, part(data, one))


def swap_terms(chance, data):
    return swap(chance, data, is_term)


def swap_facts(chance, data):
    return swap(chance, data, is_fact)


def graft(chance, data):
    """A part in the place of another."""
    one, two = (pick(chance, data, lambda p, v: p[-1] != "id") for _ in "12")
    return replaced(data, one, part(data, two))


def rule(chance, data):
    path = pick(chance, data, is_proof)
    names = ["poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "trust"]
    return path and replaced(data, (*path, "rule"), chance.choice(names))


def names_in(data):
    found = {n for path, value in places(data) if path[-1:] in LISTS for n in strings(value)}
    return sorted(n for n in found if NAME.fullmatch(n.removesuffix("@")) and n.removesuffix("@") not in WORDS)


def everywhere(chance, data):
    """A name gets an index, loses it or becomes another name in the whole entry."""
    names = names_in(data)
    if not names:
        return None
    old = chance.choice(names).removesuffix("@")
    new = chance.choice([old.removesuffix("[i]"), f"{old.removesuffix('[i]')}[i]", chance.choice(names)])
    new = new.removesuffix("@")

    def change(string):
        return NAME.sub(lambda m: new if m[0] == old else m[0], string) if string not in WORDS else string

    return mapped(data, change, put=chance.random() < 0.5)


def list_item(chance, data):
    """An element twice, or two in another order."""
    path = pick(chance, data, lambda p, v: isinstance(v, list) and v and p[-1] != "id")
    if not path:
        return None
    whole = part(data, path)
    return replaced(data, path, chance.choice([[*whole, chance.choice(whole)], whole[::-1], whole[:-1]]))


WAYS = [coefficient, sign, relation, opposite, monomial, text, key, drop, skip, swap, swap_terms, swap_facts, graft]
WAYS += [rule, everywhere, everywhere, monomial, list_item]


def corrupt(chance, data):
    """The data after one or two corruptions, and their names."""
    names = []
    while not names or chance.random() < 0.15:
        way = chance.choice(WAYS)
        new = way(chance, data)
        if new is not None and new != data:
            data = new
            names.append(way.__name__)
    return data, names


class Pair:
    """The theorems of the stored book as both checkers read them: then one entry is checked by itself."""

    def __init__(self):
        proved = {entry["statement"]["id"]: entry for entry in STORED if "proof" in entry}
        self.first = {n: kernel.read_statement(e["statement"], e.get("sides")) for n, e in proved.items()}
        self.second = {n: second_checker.read_theorem(e["statement"], e.get("sides")) for n, e in proved.items()}

    def verdict(self, entry, names):
        """The common verdict on a corrupted entry."""
        found, whys = [], []
        for check, library in ((kernel.check_entry, self.first), (second_checker.check_entry, self.second)):
            try:
                found.append(check(entry, library)[0])
                whys.append("")
            except Exception as why:
                found.append("error")
                whys.append(repr(why))
        assert found[0] == found[1], f"{found} {whys} {names}\n{json.dumps(entry)}"
        return found[0]


def test_both_agree_on_corrupted_stored_entries():
    chance, both, found = random.Random(SEED), Pair(), []
    short = [e for e in STORED if len(json.dumps(e)) < 4000]
    for _ in range(CORRUPTED or 1500):
        entry, names = corrupt(chance, chance.choice(short if chance.random() < 0.8 else STORED))
        found.append(both.verdict(entry, names))
    assert found.count("error") > len(found) / 2
    assert found.count("proved") > len(found) / 50  # some corruptions do no harm


def test_both_agree_on_corrupted_books():
    """These use every rule, indices and units, in few words."""
    chance, found = random.Random(SEED), []
    for _ in range(CORRUPTED or 3500):
        whole = chance.choice(BOOKS if chance.random() < 0.9 else SHORT_OUT)
        if chance.random() < 0.5:
            last, _ = corrupt(chance, whole[-1])
            book = [*whole[:-1], last]
        else:
            book, _ = corrupt(chance, whole)
        if isinstance(book, list):
            found += agreed(book)
    assert found.count("error") > len(found) / 5
    assert found.count("proved") > len(found) / 20


def test_a_counterexample_with_a_family_as_state_is_evaluated_by_both():
    family = attacks.run(["s[i]"], {"s[i]": {}}, {"s[i]": {"s[i]": "1", "a[i]": "1"}})
    show = {"goal": ["=", {"sum(s[i])": "1"}]}
    statement = {"id": "it", "declare": ["a[i]"], "assume": {}, "show": show, "run": family}
    witness = {"dimension": 0, "size": 1, "values": {"a[i]": ["1"]}, "steps": [{}]}
    book = [{"statement": statement, "counterexample": witness}]
    assert second_checker.check_book(book) == {"it": ("refuted", "")}
    assert kernel.check_book(book) == {"it": ("refuted", "", [])}


# ------------------------------------------------------------------------------- hostile input


def command(path):
    return subprocess.run(
        [sys.executable, "-m", "novikoff.proofs.second_checker", str(path)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (json.dumps({"entries": kernel_tests.TRUE["a lemma on runs"]}), 0),
        (json.dumps({"entries": []}), 1),
        (json.dumps({"entries": [None, 3, {}, []]}), 1),
        ("[" * 100_000, 2),
        ('{"entries": [' + "9" * 10**6 + "]}", 2),
        ('{"entries": [], "entries": []}', 2),
        ("\udcff", 2),
        ("3", 2),
    ],
)
def test_the_command_ends_with_a_word(tmp_path, content, status):
    path = tmp_path / "book.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    done = command(path)
    assert done.returncode == status, done
    assert "Traceback" not in done.stderr


def test_huge_numbers_end_soon():
    statement = {"id": "it", "declare": ["a"], "assume": {}, "show": {"goal": ["=", {"a^99": "9" * 401}]}}
    assert agreed([{"statement": statement, "proof": {"rule": "poly"}}]) == ["error"]
    tower = attacks.run(["k"], {"k": {"1": "9" * 400}}, {"k": {"k^99": "1"}})
    statement = {"id": "it", "declare": [], "assume": {}, "show": {"goal": ["=", {"k": "1"}]}, "run": tower}
    witness = {"dimension": 0, "size": 0, "values": {}, "steps": [{}] * 50}
    ((verdict, why),) = second_checker.check_book([{"statement": statement, "counterexample": witness}]).values()
    assert (verdict, why) == ("error", "a number is too long")


def test_much_work_is_refused():
    """Files of a few kilobytes that would multiply for hours."""
    nine = "9" * 400
    long = {"a^99": nine, "a": "1", "1": f"1/{nine}"}
    names = [f"a{n}" for n in range(3000)]
    for declare, assume, proof in (
        (["a"], {"h": [">", long]}, attacks.poly(" ".join(["h"] * 3000))),
        (["a"], {"h": [">", {"a^99": nine}]}, attacks.poly(" ".join(["h"] * 20000))),
        (names, {"h": [">", dict.fromkeys(names, "1")]}, attacks.poly("h h")),
    ):
        statement = {"id": "it", "declare": declare, "assume": assume, "show": {"goal": [">", {}]}}
        ((verdict, why),) = second_checker.check_book([{"statement": statement, "proof": proof}]).values()
        assert verdict == "error"
        assert why in ("this takes too long", "a number is too long", "there are too many atoms")

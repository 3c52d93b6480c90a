"""What the kernel and its port to JavaScript are asked, and what each of them says.

    stored       the stored book
    recorded     every book that the tests of the kernel hand to it, and the corpus
    corrupted    entries of the stored book, and books of the tests, with one or two changes of what they say
    signs        counterexamples that hang on the sign of one number
    reshaped     the same with changes of their shape: parts of another type, missing, added, repeated; odd letters
    listed       books in which an object is the list of its pairs, of which a Map is made as well; a key too many
    paired       two books for each of some limits and conditions: one is accepted, one that differs little is not
    of_kernel    the kernel's answers: for each entry the verdict, the theorems cited, and where no reason is given
                 against it the amount of work; "unread" where the text is no strict JSON
    asked        the port's, all in one process of node

A question is a text: a book, if it is an array, or else an entry, which may cite all theorems of the stored book.
"""

import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.scrutiny.mutation import kernel_mutants

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PORT = ROOT / "novikoff" / "book" / "static" / "kernel.js"
STORED = ROOT / "proofs" / "certificates.json"
RECORDED = ("test_kernel", "test_kernel_attacks", "test_kernel_mutants", "test_terms")
UNNEEDED = (  # tests that hand over nothing new, or thousands of books
    "offers", "stored", "proportion", "script", "command", "corrupted", "contradict", "terms_put", "weights_of",
    "much_work", "exponentials_obey", "speaks", "books_of_the_kernel", "forge_or_break",
)  # fmt: skip
WORK = kernel.MAX_WORK // 5  # what takes too long is refused the sooner; every stored proof takes less
DEEPEST = 2 * kernel.MAX_DEPTH  # objects and arrays in one another that the port reads
PLAIN = ("--no-opt", "--single-threaded", "--max-semi-space-size=64")  # to compile well takes longer than it saves here
Json = Any
Answer = Any


def node() -> str | None:
    """Where node is."""
    return shutil.which("node")


@cache
def tests_of(name: str) -> Any:
    """A module of tests/proofs, for its tables and corruptions."""
    spec = importlib.util.spec_from_file_location(f"agreement_{name}", ROOT / "tests" / "proofs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def stored() -> list[Json]:
    """The entries of the stored book."""
    return list(json.loads(STORED.read_text(encoding="utf-8"))["entries"])


# ------------------------------------------------------------------------------------------- questions


def recorded() -> list[str]:
    """The books of the corpus, and those of the tests of the kernel, which run in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "books.json"
        wanted = [str(ROOT / "tests" / "proofs" / f"{name}.py") for name in RECORDED]
        plugins = ["--disable-plugin-autoload", "-p", "novikoff.plugin", "-p", "recording", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *plugins, "-k", " and ".join(f"not {n}" for n in UNNEEDED), *wanted],
            cwd=ROOT,
            env={**os.environ, "NOVIKOFF_RECORD": str(path), "PYTHONPATH": os.pathsep.join([str(HERE), str(ROOT)])},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        corpus = tests_of("corpus")
        more = [*corpus.RIGHT.values(), *corpus.FORGED.values(), *map(corpus.read, corpus.READABLE + corpus.UNREADABLE)]
        return list(dict.fromkeys([*json.loads(path.read_text(encoding="utf-8")), *map(json.dumps, more)]))


def corrupted(count: int, seed: object) -> Iterator[str]:
    """Entries of the stored book, short ones more often, and books of the tests, with changes of what they say."""
    chance, tests = random.Random(f"corrupted {seed}"), tests_of("corpus")
    for whole in drawn(chance, count):
        if isinstance(whole, dict) or chance.random() < 0.3:
            changed, _ = tests.corrupt(chance, whole)
        else:  # a theorem stays, and what cites it changes
            changed = [*whole[:-1], tests.corrupt(chance, whole[-1])[0]]
        yield text_of(changed)


def reshaped(count: int, seed: object) -> Iterator[str]:
    """The same with changes of their shape."""
    chance = random.Random(f"reshaped {seed}")
    for whole in drawn(chance, count):
        yield chance.choice([replaced, repeated, renamed, respelled])(chance, whole)


def signs() -> Iterator[str]:
    """Counterexamples that hang on the sign of one number, at the very ends of what is known of exponentials."""
    for number in kernel_mutants.numbers():
        for relation in (">=", ">", "=", "!="):
            statement = {"id": "it", "declare": [], "assume": {}, "show": {"goal": [relation, number]}}
            yield text_of([{"statement": statement, "counterexample": {"dimension": 0, "size": 0, "values": {}}}])


def listed() -> Iterator[str]:
    """Books of the tests with one object as the list of its pairs, for each key of each rule and of a statement; and
    tables with a key too many, and objects as deep as is read.
    """
    tests, met = tests_of("corpus"), set[tuple[str, str]]()
    for book in sorted(tests.BOOKS, key=lambda book: len(text_of(book))):
        for path in parts(book):
            place, whole = (tests.part(book, path[:-1]) if path else book), tests.part(book, path)
            if not (isinstance(place, dict) and isinstance(whole, dict) and whole and "1" not in whole):
                continue
            kind = (str(place.get("rule", "")), str(path[-1]))
            if kind not in met:
                met.add(kind)
                yield text_of(tests.replaced(book, path, [list(pair) for pair in whole.items()]))
    square = {"rule": "poly", "sum": [{"squares": [{"a": "1"}]}]}  # of a case that there is not
    statement = {"id": "it", "declare": ["a"], "assume": {}, "show": {"goal": [">=", {"a^2": "1"}]}}
    for signs in ([">=", "<"], [">=", "<", "!="], ["<=>"]):
        proof = {"rule": "cases", "on": {"a": "1"}, "name": "case", "arms": dict.fromkeys(signs, square)}
        yield text_of([{"statement": statement, "proof": proof}])
    yield from ('{"a":' * depth + end + "}" * depth for depth in (DEEPEST - 1, DEEPEST) for end in ("{}", "1", '"x"'))


def paired() -> Iterator[str]:
    """Pairs of books: the first is accepted; the second is just beyond a limit, or fails one condition and no other."""
    one = {"rule": "poly", "sum": [{}]}
    for more in (0, 1):
        yield working(WORK + more)
    for exponent in (8, 9):  # 2^9998 is of 9999 bits, and its denominator of one
        witness = {"dimension": 0, "size": 0, "values": {"b": str(2**1110)}}
        yield book(["b"], {}, ["=", {"b^9": str(2**exponent)}], counterexample=witness)
    for few, many in ((125, 160), (113, 177)):  # a product of 20 000 terms, and of one more
        p, q = ({f"v{k}": "1" for k in range(count)} for count in (few, many))
        proof = {"rule": "poly", "times": [{"facts": ["q"]}], "sum": [{"facts": ["p", "q"]}]}
        yield book([*q], {"p": [">", p], "q": [">", q]}, [">", p], proof=proof)
    for zeros in (393, 394):  # an exponent of 19 999 letters, and of one more
        coefficients = {f"v{k}": f"{'1' * 400}/1{'0' * (393 if k < 34 else zeros)}" for k in range(10, 35)}
        exponent = ";".join(f"{c},{name}" for name, c in coefficients.items())
        proof = {"rule": "poly", "sum": [{"exponentials": [coefficients]}]}
        yield book([*coefficients], {}, [">", {f"exp({exponent})": "1"}], proof=proof)
    for relation in (">", ">="):  # every multiplier has to be strict
        proof = {"rule": "poly", "times": [{}, {"facts": ["h"]}]}
        proof["sum"] = [{"squares": [{"a": "1"}]}, {"squares": [{"a": "1"}], "facts": ["h"]}]
        yield book(["a", "b"], {"h": [relation, {"b": "1"}]}, [">=", {"a^2": "1"}], proof=proof)
    for kind in ("ln", ["ln"]):
        more = {"let": [{"name": "n", "kind": kind, "of": {"a": "1"}}]}
        sides = {"n": {"rule": "poly", "sum": [{"facts": ["h"]}]}}
        yield book(["a"], {"h": [">", {"a": "1"}]}, [">=", {"1": "1"}], more, sides=sides, proof=one)
    for start in ("m", "s"):  # of weights that need no state, so that the run may use them
        weights = {"name": "n[i]", "kind": "projection", "of": {"x[i]@": "1"}, "to": {"#1@": "1"}}
        weights |= {"balance": {"y[i]": "1"}, "multiplier": "m"}
        run = {"state": ["s"], "start": {"s": {start: "1"}}, "input": [], "when": {}, "next": {"s": {"s": "1"}}}
        more, sides = {"let": [weights], "run": run}, {"n[i]": {"rule": "poly"}}
        yield book(["x[i]@", "y[i]"], {}, [">=", {"1": "1"}], more, sides=sides, proof=one)


def book(declare: list[str], assume: Json, goal: Json, more: Json = None, **rest: Json) -> str:
    """A book of one entry."""
    statement = {"id": "it", "declare": declare, "assume": assume, "show": {"goal": goal}, **(more or {})}
    return text_of([{"statement": statement, **rest}])


def working(work: int) -> str:
    """A book that takes so much work: the same for each of its names, and 1 for each more letter of the last."""

    def named(count: int, letters: int = 1) -> str:
        names = [*(f"v{k:04}" for k in range(count)), "w" * letters]
        hypothesis = [">=", {f"{name}^99": "1" for name in names}]
        return book(names, {"h": hypothesis}, [">=", {"1": "1"}], proof={"rule": "poly", "sum": [{}]})

    least, next_one = (of_kernel(named(count))[0][2] for count in (0, 1))
    count, letters = divmod(work - least, next_one - least)
    return named(count, 1 + letters)


def drawn(chance: random.Random, count: int) -> Iterator[Json]:
    """Entries of the stored book, and as a third of all books of the tests."""
    books = tests_of("corpus").BOOKS
    entries = chance.choices(stored(), [1 / length for length in lengths()], k=count)
    for entry in entries:
        yield entry if chance.random() < 2 / 3 else chance.choice(books)


@cache
def lengths() -> list[int]:
    """Of the stored entries."""
    return [len(text_of(entry)) for entry in stored()]


def text_of(data: Json) -> str:
    """JSON; whether letters are escaped must not matter, so here they are not."""
    return json.dumps(data, ensure_ascii=False)


JUNK = [None, True, False, 0, -1, 1, 10**30, "", "x", "1", "a", [], {}, [[]], [None], {"a": None}, {"rule": "poly"}]
JUNK += ["[i]", [">=", {}], {"1": "1"}, {"a": "1"}, ["="], "@", "sum()", "a[i]", {"": "1"}, [">", {"a": "1"}]]
ODD_LETTERS = [*"жﬁℓ²½ñÀ×ɏϐ₀₉ₐ\u0301\u200b\u2028\x85\x00", "\U0001d465", "\U0001e4d0", "\ud800", "\\", '"', "é", "ŷ"]
ODD_NUMBERS = ["01", "+1", " 1", "1 ", "1.0", "１", "1/1", "-0", "0/1", "1/0", "1e0", "1_0", "1\n", "--1", "1/-1", ".5"]


def parts(data: Json, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts."""
    yield at
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from parts(value, (*at, key))


def replaced(chance: random.Random, data: Json) -> str:
    """Another part, of any type, in the place of one; or one more, or one less."""
    data = json.loads(text_of(data))
    path = chance.choice([path for path in parts(data) if path])
    place, key = tests_of("corpus").part(data, path[:-1]), path[-1]
    way = chance.randrange(4)
    if way == 0:
        del place[key]
    elif way == 1 and isinstance(place, dict):
        place[chance.choice([*place, "note", "run", "let", "sides", "open", "to", "each"])] = chance.choice(JUNK)
    elif way == 1:
        place.insert(key, chance.choice(JUNK))
    else:
        place[key] = chance.choice(JUNK)
    return text_of(data)


def repeated(chance: random.Random, data: Json) -> str:
    """A key twice in one object; or a number that is no integer."""
    part = tests_of("corpus").part
    path = chance.choice([path for path in parts(data) if isinstance(part(data, path), dict) and part(data, path)])
    table = part(data, path)
    key = chance.choice([*table])
    new = {**table, key: "\x00number"} if chance.random() < 0.3 else {**table, "\x00key": table[key]}
    text = text_of(tests_of("corpus").replaced(data, path, new))
    number = chance.choice(["1.0", "1e0", "-0", "NaN", "Infinity", "01", "1.", ".5", "9" * 401, "9" * 400, "+1", "0x1"])
    return text.replace('"\\u0000key"', text_of(key)).replace('"\\u0000number"', number)


def renamed(chance: random.Random, data: Json) -> str:
    """Another letter for one that stands in names, everywhere or at one place."""
    text, letter = text_of(data), chance.choice(ODD_LETTERS)
    at = chance.choice([n for n, c in enumerate(text) if c not in '{}[]":, '])
    new = json.dumps(letter)[1:-1] if chance.random() < 0.5 or letter in "\ud800\x00\\\"" else letter
    if chance.random() < 0.5 and text[at].isalpha():
        return re.sub(rf"(?<=[\" @({{,]){re.escape(text[at])}(?=[\" @)\[^,*'])", lambda _: new, text)
    return text[:at] + new + text[at + 1 :]


def respelled(chance: random.Random, data: Json) -> str:
    """A number or monomial in another spelling."""
    text = text_of(data)
    found = list(re.finditer(r'"(-?\d+(?:/\d+)?)"', text))
    if found and chance.random() < 0.5:
        one = chance.choice(found)
        return text[: one.start()] + json.dumps(chance.choice(ODD_NUMBERS), ensure_ascii=False) + text[one.end() :]
    spaces = [n for n, c in enumerate(text) if c in ' ":,']
    at = chance.choice(spaces)
    return text[:at] + chance.choice([" ", "\t", "\n", "\u00a0", "\ufeff", ",", "//", "(", ")", "^1"]) + text[at:]


READ = [  # odd JSON
    "", " ", "null", "true", "false", "nul", "True", "[", "]", "[]", "{}", "[1,]", "[,1]", "[1 2]", "[1]x", "[1] [2]",
    '{"a"}', '{"a":1,}', '{"a":1 "b":2}', "{a:1}", "{'a':1}", '{"a":1,"b":[null,{"c":[]}]}', '{"a":1,"a":1}',
    '{"a":{"b":1,"b":2}}', '{"a":1,"\\u0061":2}', '{"__proto__":1,"constructor":{"toString":2}}', '{"1":1,"0":2,"a":3}',
    ' \t\n\r[ 1 , 2 ]\n', "\ufeff[]", "\u00a0[]", "[]\x0b", "[]\x0c", "[1]\x00", "/**/[]", "[1]//", "[NaN]",
    "[Infinity]", "[-Infinity]", "[1.0]", "[1e0]", "[1E5]", "[-0.0]", "[1.]", "[.5]", "[-]", "[+1]", "[01]", "[-01]",
    "[0]", "[-0]", "[12]", "[-12]", "[1_0]", "[0x1]", "[١]", "[" + "9" * 400 + "]", "[" + "9" * 401 + "]",
    "[-" + "9" * 400 + "]", '["a"]', '["a]', '["\\"]', '["\\\\"]', '["\\""]', '["\\/\\b\\f\\n\\r\\t"]', '["\\v"]',
    '["\\x41"]', '["\\u00e9\\u00E9"]', '["\\u00g9"]', '["\\u12"]', '["\\ud83d\\ude00"]', '["😀"]', '["\\ud800"]',
    '["\\ude00\\ud83d"]', '["a\nb"]', '["a\tb"]', '["\x7f\x80\u2028"]', '["\x1f"]', "[" * 400 + "]" * 400,
    "[" * 401 + "]" * 401, "[" * 400 + "1" + "]" * 400, "[" * 401 + "1" + "]" * 401,
    '{"a":' * 300 + "1" + "}" * 300, '["' + "a" * 100_000 + '"]', '["' + "\\n" * 50_000 + '"]',
    "[" + "[]," * 20_000 + "[]]", "[tru]", "[truefalse]", "[null,true,false]", '"a"', "1", "-1", "1 1",
]  # fmt: skip


# --------------------------------------------------------------------------------------------- answers


@cache
def library() -> dict[str, kernel.Statement]:
    """What the stored book proves, as the kernel reads it."""
    proved = [entry for entry in stored() if "proof" in entry]
    return {e["statement"]["id"]: kernel.read_statement(e["statement"], e.get("sides")) for e in proved}


def brackets(data: Json) -> int:
    """How many objects and arrays are open at once."""
    depth, level = 0, [data]
    while level := [whole for whole in level if isinstance(whole, dict | list)]:
        depth += 1
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]
    return depth


def read(text: str) -> Json:
    """Strict JSON, as the kernel's script reads it; ValueError for all else."""
    try:
        data = json.loads(text, object_pairs_hook=kernel.no_duplicates, **kernel.NUMBERS)
    except (kernel.Rejected, RecursionError) as problem:
        raise ValueError(str(problem)) from None
    if brackets(data) > DEEPEST:
        raise ValueError("nested too deeply")
    return data


def forget() -> None:
    """Makes the kernel read everything again, as the amount of work depends on what it has read before."""
    for cached in (kernel.shape, kernel.variables_of, kernel.read_product):
        cached.cache_clear()


def of_kernel(text: str) -> Answer:
    """The kernel's answer. The work is that of each entry alone: of one that is refused the two may have read different
    parts before they refused it.
    """
    try:
        data = read(text)
    except ValueError:
        return "unread"
    works: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "MAX_WORK", WORK)
        patch.setattr(kernel, "check_entry", counting(works, None if isinstance(data, list) else library()))
        found = kernel.check_book(data if isinstance(data, list) else [data]).values()
    return [[verdict, used, 0 if reason else works.pop(0)] for verdict, reason, used in found]


def counting(works: list[float], known: dict[str, kernel.Statement] | None) -> Any:
    """What checks an entry, beside theorems that are known if there are any, and notes the work of what is accepted."""
    check = kernel.check_entry

    def checked(entry: Json, proved: dict[str, kernel.Statement]) -> Any:
        forget()
        allowed = kernel.Work.left
        found = check(entry, proved if known is None else known)
        works.append(allowed - kernel.Work.left)
        return found

    return checked


def dumped(text: str) -> Json:
    """What a text says, so that nothing in it can be taken for something else."""

    def dump(data: Json) -> Json:
        if isinstance(data, dict):
            return ["object", [[key, dump(value)] for key, value in data.items()]]
        if isinstance(data, list):
            return ["array", [dump(value) for value in data]]
        return ["integer", str(data)] if type(data) is int else ["", data]

    try:
        return dump(read(text))
    except ValueError:
        return "unread"


def asked(texts: Iterable[str] = (), read: Iterable[str] = (), most: int = WORK) -> dict[str, Json]:
    """What the port answers about texts, with so much work allowed, and how it reads others."""
    library = STORED.read_text(encoding="utf-8")
    questions = {"source": PORT.read_text(encoding="utf-8"), "library": library, "most": most}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions.json"
        path.write_text(json.dumps({**questions, "texts": list(texts), "read": list(read)}), encoding="utf-8")
        command = [str(node()), *PLAIN, str(HERE / "judge.js"), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return dict(json.loads(done.stdout))


def differences(texts: list[str]) -> list[str]:
    """What the two say of the questions on which they differ."""
    pairs = zip(texts, map(of_kernel, texts), asked(texts)["answers"], strict=True)
    return [f"kernel {first}, port {second}: {text[:2000]}" for text, first, second in pairs if first != second]

"""The kernel: its verdict and reason on each case of `kernel_cases`, where each rule has a small proof that is accepted
and each check of the kernel something that only this check keeps out; limits; and the kernel as a script.
"""

import ast
import inspect
import json
import random
import re
import subprocess
import sys
from functools import cache
from math import inf
from pathlib import Path

import pytest

from metatests import kernel_fuzzing
from metatests.kernel_fuzzing.entries import KINDS
from novikoff.proofs import kernel

from . import corpus


# ------------------------------------------------------------------------------------- writing
def times(*factors):
    """A product of terms; of one, that one."""
    return ["*", *factors] if len(factors) > 1 else factors[0]


def powers(m, n, coefficient=lambda i, j: 1):
    """The sum of coefficient(i, j) a^i b^j over i < m and j < n."""
    return ["+", *(times(str(coefficient(i, j)), *(["^", x, str(e)] for x, e in (("a", i), ("b", j)) if e))
                   for i in range(m) for j in range(n))]


def poly(*terms, times=None, **ideal):
    """A certificate: fact names, or products as dictionaries; equations with their multiples by keyword."""
    proof = {"rule": "poly", "sum": [{"facts": t.split()} if isinstance(t, str) else t for t in terms],
             "ideal": [{"fact": name, "by": by} for name, by in ideal.items()]}
    return {**proof, "times": times} if times is not None else proof


def run(start, after, inputs=(), when=None):
    return {"state": list(start), "start": start, "input": list(inputs), "when": when or {}, "next": after}


def entry(declare, assume, show, proof=None, **more):
    """An entry; its only conclusion is called "goal" unless `show` is a table."""
    show = show if isinstance(show, dict) else {"goal": show}
    statement = {
        "id": more.pop("id", "it"),
        "declare": declare.split() if isinstance(declare, str) else declare,
        "assume": assume,
        "show": show,
    }
    statement |= {key: more.pop(key) for key in ("run", "let") if key in more}
    return {"statement": statement, **({"proof": proof} if proof is not None else {}), **more}


def witness(dimension=0, size=0, values=None, **more):
    return {"dimension": dimension, "size": size, "values": values or {}, **more}


def split(**parts):
    return {"rule": "split", "parts": parts}


def have(name, fact, why, then):
    return {"rule": "have", "name": name, "fact": fact, "why": why, "then": then}


def lemma(put, then, premises=None, names=None, of="lemma", **more):
    return {"rule": "lemma", "of": of, "put": put, "premises": premises or {},
            "as": names or {"goal": "new"}, "then": then, **more}


def induction(invariants, base, step, then):
    return {"rule": "induction", "invariants": invariants, "base": base, "step": step, "then": then}


def verdicts(*entries):
    """The verdicts and reasons on a book, which has to survive a journey through JSON."""
    return list(kernel.check_book(json.loads(json.dumps(entries))).values())


# ---------------------------------------------------------------------------------- what is true
ZERO = poly()
NOT_NEGATIVE, TRUE = [">=", "k", "0"], [">=", "1", "0"]
COUNT = run({"k": "0"}, {"k": ["+", "k", "1"]})  # k counts the steps
GROW = run({"k": "0"}, {"k": ["+", "k", "x"]}, ["x"], {"up": [">=", "x", "0"]})
GROWS = {"I": NOT_NEGATIVE}, {"I": ZERO}, {"I": poly("I", "up")}

A_SQUARE = [">=", ["^", "a", "2"], "0"]
SQUARE = entry("a", {}, A_SQUARE, poly({"squares": ["a"]}), id="lemma")
TWO = entry("a", {}, {"one": A_SQUARE, "two": TRUE}, split(one=poly({"squares": ["a"]}), two=poly({})), id="lemma")
GROWTH = entry("c", {}, NOT_NEGATIVE, induction(*GROWS, poly("I")), run=GROW, id="lemma")


def seen(**changes):
    """How a run that counts is simulated by one that grows."""
    parts = {"input": {"x": "1"}, "start": {"k": ZERO}, "when": {"up": poly({})}, "next": {"k": ZERO}}
    return {"run": {**parts, **changes}}


GROWN = lemma({"k": "k", "c": "0"}, poly("new"), **seen())


def brackets(data):
    """How many objects and arrays are open at once."""
    parts = data.values() if isinstance(data, dict) else data
    return 1 + max(map(brackets, parts), default=0) if isinstance(data, dict | list) else 0


def as_deep_as(levels):
    """A right entry in which so many objects and arrays are open at once."""
    proof = SQUARE["proof"]
    for n in range(levels - brackets(SQUARE)):
        proof = have(f"f{n}", ["=", "0", "0"], ZERO, proof)
    return {**SQUARE, "proof": proof}


def in_sums(term, levels):
    """The term times a power of the number of indices."""
    return ["sum", in_sums(term, levels - 1)] if levels else term


def in_parentheses(atom, levels):
    """An exponential of an exponential ... of an atom."""
    for _ in range(levels):
        atom = ["exp", atom]
    return atom


LENGTHY, BRIEF = [f"{'a' * 90}{n}" for n in range(115)], [f"b{n}" for n in range(100)]
WIDE = [">=", ["*", ["exp", ["+", *LENGTHY]], ["+", *BRIEF]], "0"]
MANY = ["+", *(f"a{k}" for k in range(1, 146))]
AT_THE_LIMITS = {  # what is accepted because it is just within the limits
    "a long atom in many monomials": [entry([*LENGTHY, *BRIEF], {"h": WIDE}, WIDE, poly("h"))],
    "as deep as an entry may be": [as_deep_as(kernel.MAX_DEPTH)],
    "as many around a number": [
        entry("", {}, [">", in_parentheses("1", kernel.MAX_NESTING), "0"],
              poly({"exponentials": [in_parentheses("1", kernel.MAX_NESTING - 1)]}))
    ],
    "as many parentheses as there may be": [
        entry("a", {}, [">", in_parentheses("a", kernel.MAX_NESTING), "0"],
              poly({"exponentials": [in_parentheses("a", kernel.MAX_NESTING - 1)]}))
    ],
    "a product of more terms than there may be outside of an entry": [
        entry(MANY[1:], {}, [">=", ["^", MANY, "2"], "0"], poly({"squares": [MANY]}))
    ],
    "a product of as many terms as there may be": [
        entry("a b", {"h": [">", powers(10, 10), "0"], "g": [">", powers(20, 10), "0"]},
              [">", powers(29, 19, lambda i, j: (min(i, 9, 28 - i) + 1) * (min(j, 18 - j) + 1)), "0"], poly("h g"))
    ],
}


def test_citations_are_reported():
    assert [used for _, _, used in verdicts(GROWTH, entry("", {}, NOT_NEGATIVE, GROWN, run=COUNT))] == [[], ["lemma"]]


# ------------------------------------------------------------------------------- what is kept out
NINES = "9" * 400
POWER = [">=", ["*", NINES, ["^", "a", "99"]], "0"]


def hours():
    """Small books that would take hours without a limit on numbers and on work."""
    yield [entry("a", {"h": POWER}, POWER, poly({"facts": ["h"] * 20_000}))]  # a power of a power
    many = [f"a{n}@" for n in range(3_000)]
    yield [entry(many, {}, TRUE, poly({"norms": [["+", *many]]}))]  # 9 000 000 inner products
    terms = ["+", *(["*", f"{NINES}/{10**399 + n}", ["^", "a", str(n)]] for n in range(1, 100))]
    yield [entry("a", {}, TRUE, poly(*[{"squares": [terms]}] * 3))]  # denominators without a common factor
    tower = run({"k": "1"}, {"k": "k"})
    for power, steps in (("99", 6), ("2", 40)):
        climbing = {**tower, "next": {"k": ["*", NINES, ["^", "k", power]]}}
        yield [entry("", {}, NOT_NEGATIVE, run=climbing, counterexample=witness(steps=[{}] * steps))]
    high = ["=", ["^", "a", "99"], "0"]
    of = {"a": ["+", ["^", "a", "99"], ["^", "a", "98"], "1"]}
    cited = entry("a", {"h": high}, high, poly(h="1"), id="lemma")
    yield [cited, entry("a", {}, TRUE, lemma(of, poly({}), {"h": ZERO}))]
    long = ["=", ["+", *(["^", "a", str(k)] for k in range(1, 99))], "0"]
    names = [f"n{number}" for number in range(300)]
    parts = [
        entry("a", dict.fromkeys(names, long), dict.fromkeys(names, long), split(**dict.fromkeys(names, poly("n0"))))
    ]
    yield parts  # many facts for many goals
    many = [f"n{number}" for number in range(5000)]
    yield [entry(many, {}, [">=", ["*", *many], "0"], poly({}))]  # many factors
    yield [entry(many, {}, [">=", ["*", *many, ["+", *many]], "0"], poly({}))]  # and many such monomials
    long, short = [f"{'a' * 90}{n}" for n in range(1000)], [f"b{n}" for n in range(10_000)]
    wide = ["*", ["exp", ["+", *long]], ["+", *short]]
    yield [entry([*long, *short], {}, [">=", wide, "0"], poly({}))]  # a long atom in many monomials


HOURS = list(hours())


def idle():
    """A counterexample to little, with many names, facts and indices that have nothing to do with each other."""
    names, size = [f"a{n}" for n in range(300)], 99
    found = witness(size=size, values=dict.fromkeys(names, "0") | {"c[i]": ["1"] * size})
    assume = {f"h{n}": ["=", "0", "0"] for n in range(300)}
    return [entry([*names, "c[i]"], assume, ["=", "c[i]", "0"], counterexample=found)]


def nested():
    """Long atoms and deep ones, which are read again at each of their levels."""
    whole = ["sum", ["*", "b[i]", "x[i]@"]]
    for inner, depth, *names in (("a" * 99, 20, "a" * 99), ("a" * 10_000, 20, "a" * 10_000), ("a", 200, "a"),
                                 (["@", whole, whole], 100)):
        atom = exponential = inner
        for _ in range(depth):
            exponential, atom = ["exp", exponential], ["sum", ["*", "b[i]", atom]]
        for term in (exponential, atom):
            yield [entry([*names, "b[i]", "x[i]@"], {}, [">=", term, "0"], ZERO)]
    exponential = ["exp", ["+", *(["^", "a", str(n)] for n in range(1, 99))]]
    powers = [["*", ["^", exponential, str(e)], ["^", "a", str(e)]] for e in range(1, 99)]
    yield [entry("a", {}, [">=", ["+", *powers], "0"], ZERO)]
    names = [f"{'a' * 90}{n}" for n in range(30)]
    exponential = ["exp", ["+", *(["^", name, str(e)] for name in names for e in range(1, 99))]]
    squares = {"rule": "poly", "sum": [{"squares": [exponential] * 50}]}
    yield [entry(names, {}, TRUE, squares)]  # long names
    yield [entry("a", {}, [">=", "(" * 50_000 + ")" * 50_000 + "@" * 50_000, "0"], ZERO)]


def opcodes(book):
    """How many instructions of its own code the kernel executes for a book."""
    count = 0
    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace
    for function in vars(kernel).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    sys.settrace(lambda frame, *event: trace(frame, *event) if frame.f_code.co_filename == kernel.__file__ else None)
    try:
        kernel.check_book(book)
    finally:
        sys.settrace(None)
    return count


BEYOND_THE_LIMITS = [
    *(("arrays are nested", book) for book in (
        [as_deep_as(kernel.MAX_DEPTH + 1)],
        [{**as_deep_as(1), "note": json.loads("[" * kernel.MAX_DEPTH + "]" * kernel.MAX_DEPTH)}],
    )),
    *(("or nested too deeply", [entry("a", {}, [">=", ["*", "0", in_parentheses("a", levels)], "0"], ZERO)])
      for levels in (kernel.MAX_NESTING + 2, kernel.MAX_NESTING + 9)),
    *(("or nested too deeply", [entry("a", {}, [">", ["exp", deepest], "0"], poly({"exponentials": [deepest]}))])
      for deepest in (in_parentheses(inner, kernel.MAX_NESTING) for inner in ("a", "1"))),
    ("too large an exponent", [entry("a", {}, ["=", *[in_sums("a", 101)] * 2], ZERO)]),  # of the number of indices
    *(("too long", book) for book in HOURS),
]


@cache
def answers():
    """The kernel's verdicts on all cases; where they take too long, those of a kernel that allows less work."""
    found = {case["name"]: (case["verdicts"], case["reason"], verdicts(*case["entries"])) for case in corpus.CASES}
    found |= {name: (["proved"], "", verdicts(*book)) for name, book in AT_THE_LIMITS.items()}
    for n, (reason, book) in enumerate(BEYOND_THE_LIMITS):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "MAX_WORK", kernel.MAX_WORK // (10 if reason == "too long" else 1))
            said = verdicts(*book)
        found[f"beyond the limits {n}"] = [*["proved"] * (len(book) - 1), "error"], reason, said
    return found


REASONS = sorted({case["reason"] for case in corpus.CASES} | {reason for reason, _ in BEYOND_THE_LIMITS})


@pytest.mark.parametrize("reason", REASONS)
def test_the_kernel_gives_the_verdicts_and_the_reason_of_each_case(reason):
    cases = {name: (expected, said) for name, (expected, why, said) in answers().items() if why == reason}
    assert {name: [v for v, *_ in said] for name, (_, said) in cases.items()} == {n: e for n, (e, _) in cases.items()}
    refusals = [said[-1][1] for _, said in cases.values() if said[-1][0] == "error"]
    assert [why for why in refusals if reason not in why and "Error: " not in why] == []


def test_every_refusal_of_the_kernel_has_a_case():
    """Each message of a require in the kernel's source is provoked above or in the tests of the script."""
    source = Path(kernel.__file__).read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [(call, getattr(call.func, "id", "")) for call in calls]
    texts = [call.args[name == "require"] for call, name in named if name in ("require", "Rejected")]
    messages = {text.value for text in texts if isinstance(text, ast.Constant)}
    assert len(messages) >= 40
    said = " | ".join(reason for _, _, found in answers().values() for _, reason, _ in found)
    of_files = {"a key is repeated", "no object with entries"}  # which the script says
    unsaid = of_files | {"not numbers"}  # what is not a number has no sign, which is refused before
    assert {m for m in messages if m not in said} == unsaid


def test_what_is_done_is_in_proportion_to_the_file_and_the_work_that_is_counted(monkeypatch, sample):
    monkeypatch.setattr(kernel, "MAX_WORK", 2000)
    accepted = [corpus.BOOKS[name] for name in sample(corpus.ACCEPTED, 60)]
    for book in (*HOURS, *nested(), idle(), *AT_THE_LIMITS.values(), *accepted):
        assert opcodes(book) <= 30 * (len(json.dumps(book)) + 2000 * len(book))  # it is at most 28 times as much today


def test_a_book_is_refused_where_its_entries_together_take_too_long(monkeypatch):
    (square,) = corpus.BOOKS["a square"]
    entries = [{**square, "statement": {**square["statement"], "id": f"square-{n}"}} for n in range(4)]
    monkeypatch.setattr(kernel, "MAX_BOOK", 2 * work_of(square))
    assert [verdict for verdict, *_ in kernel.check_book(entries).values()] == ["proved", "proved", "error", "error"]


def work_of(single):
    """The work that the kernel counts for one entry."""
    kernel.Work.left = 10**6
    kernel.check_entry(single, {})
    spent, kernel.Work.left = 10**6 - kernel.Work.left, inf
    return spent


def test_the_work_on_an_entry_does_not_depend_on_what_was_checked_before():
    for first, *_ in (*AT_THE_LIMITS.values(), *(corpus.BOOKS[name] for name in corpus.ACCEPTED)):
        kernel.gram_of.cache_clear()
        assert work_of(first) == work_of(first)


def test_what_is_cached_counts_no_work(monkeypatch):
    """Else it would count, or be refused, only for the first entry that needs it."""
    cached = [f for f in vars(kernel).values() if hasattr(f, "cache_clear") and f.__module__ == kernel.__name__]
    assert cached == [kernel.gram_of]
    kernel.gram_of.cache_clear()
    ((nested, _),) = kernel.summed((("x[i]@", 1),))
    monkeypatch.setattr(kernel.Work, "left", 0)
    assert [kernel.gram_of(x, y) for x in ("w@", "#1@", nested) for y in ("w@", "#2@", nested)]
    with pytest.raises(kernel.Rejected, match="too long"):
        kernel.gram(kernel.atom("w@"), kernel.atom("w@"))


def test_factors_that_are_left_out_are_counted(monkeypatch):
    monkeypatch.setattr(kernel.Work, "left", 1000)
    with pytest.raises(kernel.Rejected, match="too long"):
        kernel.product([kernel.constant(1)] * 1000)


def test_a_name_without_value_makes_nothing_true():
    with pytest.raises(kernel.Rejected, match="a name has no value"):
        kernel.Witness(0, 0).holds(("=", kernel.atom("a")))


# ---------------------------------------------------------------------- malformed and random entries
@pytest.mark.parametrize("name", corpus.ATTACKS)
def test_malformed_entries_are_errors_and_nothing_else(name):
    """Proofs of false statements, with a part of another kind."""
    chance, bad = random.Random(name), [*corpus.BOOKS[name], *corpus.BOOKS.get(f"{name}: a witness", [])[-1:]]
    for path, _ in corpus.places(bad)[1:]:
        spoiled = corpus.replaced(bad, path, chance.choice([*corpus.JUNK, 1.5]))
        for verdict, _, _ in kernel.check_book(spoiled).values():
            assert verdict in ("proved", "refuted", "error")


def test_of_random_entries_nothing_wrong_is_accepted_and_nothing_right_refused():
    report = kernel_fuzzing.fuzz(200, seed=20251120)
    assert report.false >= 180
    assert not report.accepted, json.dumps(report.accepted[0])
    assert not report.refused, json.dumps(report.refused[0])
    assert report.proved == report.count("right") == 100
    assert report.count("corrupted") == 200
    assert {*KINDS, "corrupted"} - {"right"} < set(report.tried)
    assert report.sound


# ------------------------------------------------------------------------------------ the script
def script_on(*paths):
    command = [sys.executable, "-I", kernel.__file__, *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def script(tmp_path, text):
    path = tmp_path / "book.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return script_on(path)


def test_the_script_reports_every_entry(tmp_path):
    (witnessed,) = corpus.BOOKS["for every i"]
    named = {**witnessed, "statement": {**witnessed["statement"], "id": "w"}}
    done = script(tmp_path, json.dumps({"entries": [GROWTH, entry("", {}, NOT_NEGATIVE, GROWN, run=COUNT), named]}))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n") == ["proved   lemma ", "proved   it lemma", "refuted  w ",
                                       "2 proved, 1 refuted, 0 error", ""]


BAD = entry("a", {}, [">=", "a", "0"], ZERO)


@pytest.mark.parametrize("entries", [[], [BAD], [SQUARE, BAD], [None], [3], ["x"], [[]], [{}], [{"statement": 1}],
                                     [{"statement": {}}], [{"statement": {"id": None}}], [{"statement": [1]}],
                                     [{"statement": {"id": "x"}, "proof": 1}], [SQUARE, SQUARE]])
def test_the_script_ends_with_1_if_not_all_is_well(tmp_path, entries):
    done = script(tmp_path, json.dumps({"entries": entries}))
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("text", [
    "", "{", "[]", "3", "null", "{}", '{"entries": 3}', '{"entries": {}}', '"entries"', b"\xff", "[" * 100_000,
    '{"entries": ' * 5000, '{"entries": [' + "9" * 5000 + "]}", '{"entries": [], "entries": []}',
    '{"entries": [{"a": 1, "a": 2}]}',
    *(f'{{"entries": [{{"n": {n}}}]}}' for n in ("1.0", "1e0", "-0.0", "NaN", "-Infinity", "1" * 401, "01", "٣")),
])
def test_the_script_ends_with_2_if_it_cannot_read(tmp_path, text):
    done = script(tmp_path, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr
    assert ("no object with entries" in done.stderr) == (text in ("[]", "3", "null", '"entries"'))
    assert "Traceback" not in done.stderr


def test_a_repeated_key_is_refused(tmp_path):
    text = json.dumps({"entries": [SQUARE], "schema": 1})
    assert script(tmp_path, text).returncode == 0
    done = script(tmp_path, text.replace('"declare"', '"declare": ["b"], "declare"'))
    assert done.returncode == 2
    assert "a key is repeated" in done.stderr


@pytest.mark.parametrize("size", ["0", "-0"])
def test_integers_are_read(tmp_path, size):
    book = json.dumps({"entries": corpus.BOOKS["an equation"]})
    assert '"size": 0' in book
    done = script(tmp_path, book.replace('"size": 0', f'"size": {size}'))
    assert done.stdout.endswith("0 proved, 1 refuted, 0 error\n")


def test_the_limits_come_before_those_of_python():
    """The deepest entry, with the deepest atom at its end, leaves half of the stack to others."""
    atom = in_parentheses("a", kernel.MAX_NESTING - 1)
    (given,) = AT_THE_LIMITS["as many parentheses as there may be"]
    proof = given["proof"]
    for n in range(kernel.MAX_DEPTH - brackets(given)):
        proof = {**lemma({}, proof, names={"goal": f"f{n}"}), "put": {"a": atom}}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 450)
    try:
        found = verdicts(SQUARE, {**given, "proof": proof})
    finally:
        sys.setrecursionlimit(limit)
    assert [verdict for verdict, *_ in found] == ["proved", "proved"]


@pytest.mark.parametrize("paths", [[], ["none.json"], ["book.json", "book.json"]])
def test_a_missing_file_and_wrong_use_end_with_2(tmp_path, paths):
    done = script_on(*(tmp_path / path for path in paths))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["\ud800", "a\nproved   b", "\u001b[2J"])
def test_an_id_cannot_forge_or_break_the_report(tmp_path, name):
    done = script(tmp_path, json.dumps({"entries": [entry("", {}, ["=", "0", "0"], ZERO, id=name)]}))
    assert "Traceback" not in done.stderr
    assert "\nproved   b" not in done.stdout
    assert "\u001b" not in done.stdout


# ------------------------------------------------------------------------------ the page, and its readers
def test_each_rule_is_written_as_premises_over_a_conclusion():
    """The line between them is as long as the longer of the two."""
    rules = [f.__doc__ for f in vars(kernel.Checker).values() if "proof" in getattr(f, "__annotations__", ())]
    assert len(rules) == 11  # ten, and `prove` for a fact about every index
    for text in rules:
        parts = re.search(r"\n *(.*⊢.*)\n *(─+)(?:    .*)?\n *(Γ.*?)(?:    .*)?\n", text).groups()
        premises, line, conclusion = map(len, parts)
        assert line == max(premises, conclusion), text


def used_of_the_kernel(source):
    """The names that a module imports from the kernel, reads as its attributes, or gives to setattr as text."""
    tree, parent = ast.parse(source), kernel.__name__.split(".")[-2]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    bound = {(alias.asname or alias.name).split(".")[0]: (node, alias) for node in imports for alias in node.names}
    def is_kernel(module):
        first, _, rest = ast.unparse(module).partition(".")
        node, alias = bound.get(first, (None, None))
        if isinstance(node, ast.ImportFrom) and alias.name == "kernel":
            return not rest and (node.module or parent).split(".")[-1] == parent
        return node and (rest.split(".")[-1] == "kernel" or (alias.asname and alias.name.endswith(".kernel")))
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[-1] == "kernel":
                yield from (alias.name for alias in names)
            case ast.Attribute(value=module, attr=name) if is_kernel(module):
                yield name
            case ast.Call(args=[module, ast.Constant(value=str(name)), *_]) if is_kernel(module):
                yield name


@pytest.mark.parametrize(("source", "names"), [
    ("from .kernel import Fact, spend", {"Fact", "spend"}),
    ("from .. import kernel as k\nk.spend(k.NAME)", {"spend", "NAME"}),
    ("from novikoff.proofs import checking, kernel\nchecking.kernel.spend(kernel.NAME)", {"spend", "NAME"}),
    ("import novikoff.proofs.kernel\nnovikoff.proofs.kernel.spend", {"spend"}),
    ("import novikoff.proofs.kernel as k\nsetattr(k, 'spend', None)", {"spend"}),
    ("from ..algorithms.kernels import kernel\nkernel.degree, self.kernel.spend", set()),
])
def test_uses_of_the_kernel_are_seen(source, names):
    assert set(used_of_the_kernel(source)) == names


OFFERED = {
    "add", "ARITY", "atom", "check_book", "check_each", "check_entry", "Checker", "constant", "Context", "Defined",
    "definition", "Definition", "enclosure", "exponential", "Fact", "FALSE", "false_conclusions", "fields", "gram",
    "gram_of", "IDENTIFIER", "Images", "is_indexed", "is_over", "items", "Json", "MAX_BITS", "MAX_BOOK", "MAX_BYTES",
    "MAX_DEPTH", "MAX_NESTING", "MAX_WORK", "mentions_index", "Monomial", "NAME", "named", "nearest", "negative",
    "no_duplicates", "NUMBERS", "parts", "Poly", "power_law", "product", "Rational", "RATIONAL", "read_definition",
    "read_fact", "read_facts", "read_poly", "read_rational", "read_run", "read_statement", "read_table", "read_term",
    "Rejected", "remainder", "require", "Result", "Run", "shape", "sign", "spelled", "Statement", "substitute",
    "sum_over", "summed", "times", "unfolded", "UNIT", "UNITS", "variables", "Witness", "Work",
}


def test_what_others_use_of_the_kernel_is_what_it_offers():
    """Its promise is about these names; the others are its own affair."""
    root, own = Path(__file__).parents[2], Path(kernel.__file__).resolve()
    folders = [root / name for name in ("benchmarks", "metatests", "novikoff", "tests")]
    files = {path.resolve() for folder in folders for path in folder.rglob("*.py")} - {own}
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    uses = {(name, path) for path, text in texts.items() if "kernel" in text for name in used_of_the_kernel(text)}
    assert {use for use in uses if use[0] not in OFFERED and not use[0].startswith("__")} == set()
    assert OFFERED - {name for name, _ in uses} == set()
    assert set(vars(kernel)) >= OFFERED

"""Mutants of the kernel's port to JavaScript: each has to say something else than the kernel about some text.

Main definitions:
    OTHER       what `novikoff mutate` needs to know of the port
    mutants     the changed sources of kernel.js
    verdicts    which text tells each of them from the kernel
    ARGUED      mutants that no text can tell from the shipped port, each with the reason

The texts are those of tests/book/agreement.py: the books that the tests of the kernel hand over, corrupted entries,
the stored book. The tests hold the port against the kernel on them; so a mutant that survives shows a mistake that the
port could have without being noticed.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms.errors import BadInput
from ..algorithms.extras import needed
from ..proofs.scrutiny.mutation import Other
from ..proofs.scrutiny.mutation.reports import PORT
from ..proofs.scrutiny.mutation.statement_mutants import Verdict, sampled

PARTS = 8  # that processes share
SOURCE = Path(__file__).parent / "static" / "kernel.js"
CORRUPTED = 500  # texts of each kind that a mutant is asked about, besides the books of the tests
TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)
    |(?P<number>[0-9]+n?)
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<sign>=>|[!=]==|<=|>=|&&|\|\||\*\*|\.\.\.|\+\+|--|[-+]=|[-+*/%<>=!?:;,.(){}\[\]])""",
    re.VERBOSE,
)
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")  # where an operand is expected
FUNCTION = re.compile(  # as its first line begins
    r"^ {2,4}(?:function (\w+)|const (\w+) = (?:cached\()?(?:function \(|\([^=]*\) =>)|(\w+)\(.*\) \{$|class (\w+))",
    re.MULTILINE,
)
SWAPPED = {
    "===": ["!=="], "!==": ["==="], "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["+"], "!": [""], "?": ["|| true ?", "&& false ?"],
    "true": ["false"], "false": ["true"], '">="': ['">"'], '">"': ['">="'], '"="': ['">="'], '"!="': ['">"'],
    "every": ["some"], "some": ["every"], "filter": ["filter(() => true, "], "sort": ["filter(() => true, "],
    "negative": ["((p) => p)"], "minus": ["((a) => a)"], "absolute": ["((a) => a)"], "plain": ["term('', "],
}  # fmt: skip
NO_EXPRESSION = {"const", "let", "var", "return", "for", "if", "function", "class", "throw", "try", "do", "else"}
LIMITS = {"20", "60", "100", "100n", "10000", "20000", "6", "8", "24"}  # no statement depends on them
OTHER_ERROR = "without the check the same data raise another of the errors that count as a refusal"
NOT_ZERO = "there is no 0 here: what is 0 is left out before"
NEGATED = "0 is its own negative"
KEPT = "what is kept saves work and takes room; no statement depends on either"
FAULT = "such a fault is one of the port itself, which has none here"
SIGNS = "a sign is less than 2; what has none is refused"
LIMIT = "a limit keeps a reader from waiting; no statement depends on it"
ARGUED: dict[str, str] = {
    "absolute: < -> <=": NEGATED,
    "absolute: 0n -> 1n": NEGATED,
    "cached: (known.size >= 10000) -> (false)": KEPT,
    "cached: >= -> >": KEPT,
    "cached: known.clear(); -> ;": KEPT,
    "pieces: < -> <=": "behind the end of a text there is nothing, which is no sign that is looked for",
    "pieces: 0 -> 1 #3": "what begins with a separator or a parenthesis is neither a name nor a number in either case",
    "constructor: this.at_index = false; -> ;": "what is not set counts as false",
    "read_definition: 2 -> 3 #2": "names are looked at again where they are declared",
    'read_json: require(text.length <= MAX_BYTES, "the text is too long"); -> ;': LIMIT,
    "read_json: <= -> <": LIMIT,
    'lookup: require(table.has(name), "no fact is named", name); -> ;': OTHER_ERROR,
    'cases: require(arms instanceof Map, "not an object", arms); -> ;': OTHER_ERROR,
    "sign: > -> >=": NOT_ZERO,
    "read: < -> <=": SIGNS,
    "read: 2 -> 3": SIGNS,
    "check: (problem instanceof ReferenceError || problem instanceof SyntaxError) -> (false)": FAULT,
    "check: || -> &&": FAULT,
    "remainder: 19n -> 20n": "the degree is odd, and 20 is not",
    "prove: every -> some": "there is just one of them here",
    'lemma: require(this.library.has(of), "no theorem before this has this id", of); -> ;': OTHER_ERROR,
    "lemma: sort( -> filter(() => true, ": "on the order of names hangs nothing but which fault is met first",
    "at: filter( -> filter(() => true, ": "in a term without an index, names with one stand in sums only",
}


class Token(NamedTuple):
    """A piece of the source, and where it begins."""

    kind: str
    text: str
    at: int


class Mutant(NamedTuple):
    """A changed source: the function and what changes there."""

    target: str
    kind: str
    change: str
    source: str

    @property
    def key(self) -> str:
        """Its name."""
        return f"{self.target}: {self.change}"


def tokens(source: str) -> list[Token]:
    """The tokens of a script, without space and comments."""
    found, at = list[Token](), 0
    while at < len(source):
        operand = not found or (found[-1].kind == "sign" and found[-1].text not in ")]}")
        match = (operand and source[at] == "/" and source[at + 1] != "/" and PATTERN.match(source, at)) or None
        match, kind = (match, "pattern") if match else ((one := TOKEN.match(source, at)), one and str(one.lastgroup))
        if not match:
            raise ValueError(f"no token: {source[at : at + 40]!r}")
        if kind != "space":
            found.append(Token(str(kind), match[0], at))
        at = match.end()
    return found


def edits(source: str) -> Iterator[tuple[int, int, str, str]]:
    """Small changes: from where, up to where, what comes there, and how the change is called."""
    found = tokens(source)
    for n, (kind, text, at) in enumerate(found):
        after = at + len(text)
        if kind == "number" and text not in LIMITS:
            value, big = int(text.rstrip("n")), "n" * text.endswith("n")
            yield from ((at, after, f"{other}{big}", "constant") for other in (value + 1, value - 1) if other >= 0)
        called = n + 1 < len(found) and found[n + 1].text == "("
        for other in SWAPPED.get(text, []) if kind in ("sign", "word", "text") else []:
            if kind == "word" and text not in ("true", "false"):
                if not called or found[n - 1].text == "function" or (text == "plain" and found[n - 1].text != "."):
                    continue
                if other.endswith(", "):  # the parenthesis is in what comes
                    yield at, found[n + 1].at + 1, other, "part of a chain"
                    continue
            yield at, after, other, "condition" if text in ("?", "&&", "||", "!", "every", "some") else "operation"
        if text == "if":
            end = closing(found, n + 1)
            yield from ((found[n + 1].at, found[end].at + 1, f"({word})", "condition") for word in ("true", "false"))
        if kind == "word" and n and found[n - 1].text in (";", "{", "}", ")", "else") and (end := statement(found, n)):
            yield at, end, ";", "check deleted" if text == "require" else "statement deleted"


def closing(found: list[Token], opening: int) -> int:
    """The number of what closes a parenthesis."""
    depth = 0
    for n in range(opening, len(found)):
        if found[n].kind == "sign":
            depth += (found[n].text in "([{") - (found[n].text in ")]}")
        if not depth:
            return n
    raise ValueError("a parenthesis is not closed")


def statement(found: list[Token], begin: int) -> int:
    """The end of a call or assignment that stands by itself; 0 if there is none here."""
    if found[begin].text in NO_EXPRESSION:
        return 0
    n, kinds = begin, set[str]()
    while n < len(found) and found[n].text not in (";", "}"):
        kinds.add(found[n].text)
        n = closing(found, n) + 1 if found[n].text in ("(", "[", "{") else n + 1
    return found[n].at + 1 if n < len(found) and found[n].text == ";" and kinds & {"(", "=", "+=", "-="} else 0


@cache
def mutants() -> list[Mutant]:
    """The mutants of kernel.js, each under a name of its own."""
    source = SOURCE.read_text(encoding="utf-8")
    begin = source.index("class Rejected")
    places = [(m.start(), next(filter(None, m.groups()))) for line in lines(source) if (m := line) and any(m.groups())]
    counts, found = Counter[str](), []
    for at, end, new, kind in edits(source):
        if at < begin:
            continue
        where = [name for start, name in places if start <= at][-1]
        if where == "shown":  # which only writes messages
            continue
        old = " ".join(source[at:end].split())
        change = f"{old if len(old) < 100 else old[:97] + '...'} -> {new}"
        counts[f"{where}: {change}"] += 1
        number = counts[f"{where}: {change}"]
        change += f" #{number}" if number > 1 else ""
        found.append(Mutant(where, kind, change, source[:at] + new + source[end:]))
    return found


def lines(source: str) -> Iterator[re.Match[str]]:
    """The beginnings of functions, methods and classes."""
    for match in FUNCTION.finditer(source):
        if match[3] not in ("if", "for", "while", "switch"):
            yield match


# ------------------------------------------------------------------------------------------- verdicts


@cache
def agreement() -> Any:
    """The module of the tests that has the texts."""
    path = Path(__file__).resolve().parents[2] / "tests" / "book" / "agreement.py"
    if not path.exists():
        raise BadInput(f"the mutants of {PORT} need the tests, which stand beside the package in its repository")
    needed(f"a mutant of {PORT}", "test", "pytest")
    spec = importlib.util.spec_from_file_location("agreement", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def questions() -> dict[str, Any]:
    """What each mutant is asked, short texts first."""
    tests = agreement()
    if not tests.node():
        raise BadInput(f"the mutants of {PORT} need node: install nodejs")
    texts = [*tests.recorded(), *tests.signs(), *tests.listed(), *tests.paired()]
    texts += [*tests.corrupted(CORRUPTED, 0), *tests.reshaped(CORRUPTED, 0)]
    books = sorted(dict.fromkeys(texts), key=lambda text: (text[:1] != "[", len(text)))  # others need the library
    texts = [*books, tests.text_of(tests.stored())]
    library = tests.STORED.read_text(encoding="utf-8")
    source = SOURCE.read_text(encoding="utf-8")
    return {"source": source, "library": library, "texts": texts, "read": tests.READ, "most": tests.WORK}


def answers(changed: list[Mutant]) -> list[Any]:
    """For each mutant the number of the first text that tells it from the kernel, why it stops, or None."""
    tests = agreement()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions.json"
        path.write_text(json.dumps({**questions(), "mutants": [m.source for m in changed]}), encoding="utf-8")
        command = [str(tests.node()), str(tests.HERE / "judge.js"), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(part: int = 0, parts: int = 1, sample: int | None = None) -> list[Verdict]:
    """The verdicts on a part of the mutants."""
    chosen = sampled(mutants(), PORT, sample)[part::parts]
    found = []
    for mutant, noticed in zip(chosen, answers(chosen), strict=True):
        reason = ARGUED.get(mutant.key, "")
        status = "killed" if noticed is not None else "argued" if reason else "survived"
        texts = [*questions()["texts"], *questions()["read"]]
        by = texts[noticed][:200] if isinstance(noticed, int) else noticed or reason
        found.append(Verdict(f"{PORT}.{mutant.target}", mutant.kind, mutant.change, status, by))
    return found


OTHER = Other(PARTS, verdicts, (SOURCE, Path(__file__), Path(__file__).resolve().parents[2] / "tests" / "book"))

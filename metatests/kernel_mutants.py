"""Mutate the kernel: `python -m metatests.kernel_mutants`.

For each mutant, some case must give another verdict than the shipped kernel, or a reason says why none can.

Main definitions:
    mutants_of_kernel   the mutants of `kernel.py`
    cases               the questions: certificate files of the tests, corrupted and random ones, the stored one
    kernel_verdict      the case that distinguishes a changed kernel from the shipped one
    ARGUED              mutants that no case can distinguish from the kernel, each with the reason

The cases come from tests/proofs/test_kernel.py, which says how the shipped kernel must answer; here only the difference
counts. A mutant with a wrong reason in ARGUED is still killed, if a case distinguishes it.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import os
import random
import tempfile
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from math import inf
from pathlib import Path
from typing import Any

from novikoff.algorithms.processes import end_after
from novikoff.proofs import evidence, kernel
from novikoff.proofs.mutation import Verdict

from .kernel_fuzzing import draw_books
from .mutant_runner import arguments, campaign, finish, tick
from .source_edits import Source, execute_as_module, source_mutants

Json = Any
KERNEL = "kernel"
SLOW = "kept out: too long"  # refused by the kernel only after all the work that it allows
SECONDS = 15  # CPU seconds for one mutant, about five times the need: a mutant that takes longer does not end
LIMITS = {20, 20_000, 100, 400, 99, 4000}  # limits keep a reader from waiting; no statement depends on them
LENGTHS = (kernel.MAX_BITS, kernel.MAX_BITS + 1)
Outcome = Any
OTHER_ERROR = "without the check the same data raise another of the errors that check_book counts as a refusal"
ONE_BIT = "the number is there for its size only; one bit more or less is no more work"
COEFFICIENT = "only the monomials of this polynomial are looked at, not its coefficients"
NAMES = "only the names in this polynomial are looked at, not how often they stand there"
SAME_LENGTH = "the two sequences have the same length: one value for each name, or one is made from the other"
SUM_POSITIVE = "non-negative terms, one of them positive, have a positive sum: it accepts more, nothing that is false"
SINGLE = "there is just one of them here"
ORDER = "either order of the two is the same for both of their products"
SIGNS = "a sign is less than 2; what has none is refused"
NAMED = "the name is read again where it is declared"
SPANS = "the weights have [i] only if the vectors have it, and then their products with them have it too"
TOO_LONG = "a longer product is refused by the work that it takes, only later"
NO_NUMBER = "what is defined is read again as a number, or as an exponent, which no vector is"
MESSAGE = "only a number in a message changes"
ARGUED: dict[str, str] = {
    "Checker.prove: all -> any": SINGLE,
    "main: 0 -> -1": SINGLE,
    "Witness.at: 0 -> -1 #2": SINGLE,
    "Witness.read: True -> False": SAME_LENGTH,
    "sign: True -> False": SAME_LENGTH,
    "enclosure: 0 -> 1": "what follows the last factor is at least 3/4",
    "enclosure: 0 -> -1 #2": "a range down to 0 from 0 or from -1 is empty",
    "false_conclusions: 1 -> 2": MESSAGE,
    "false_conclusions: 1 -> 0": MESSAGE,
    "enclosure: 0 -> -1": "a bound that is smaller by a unit before 99 divisions is a bound, too",
    "main: require(isinstance(book, dict), 'no object with entries', book) -> deleted": OTHER_ERROR,
    "product: 0 -> 1": ONE_BIT,
    "product: 0 -> -1": ONE_BIT,
    "product: require(len(total) * len(q) <= (MAX_TERMS if Work.left == inf else Work.left), 'a product is too long') -> deleted": TOO_LONG,  # noqa: E501
    "product: len(total) * len(q) <= (MAX_TERMS if Work.left == inf else Work.left) -> len(total) * len(q) < (MAX_TERMS if Work.left == inf else Work.left)": TOO_LONG,  # noqa: E501
    "product: len(total) * len(q) -> len(total) + len(q)": TOO_LONG,
    "product: len(total) * len(q) -> len(total)": TOO_LONG,
    "product: len(total) * len(q) -> len(q)": TOO_LONG,
    "variables: 0 -> 1": ONE_BIT,
    "variables: 0 -> -1": ONE_BIT,
    "gram: a * b -> a": "the coefficient in the inner product of two atoms is 1",
    "exponential: 0 -> 1": ONE_BIT,
    "exponential: 0 -> -1": ONE_BIT,
    "limited: 0 -> 1": "a name is not nested, and the limit is far from 0",
    "limited: 0 -> -1": "a name is not nested, and the limit is far from 0",
    "limited: 0 -> 1 #2": ONE_BIT,
    "limited: 0 -> -1 #2": ONE_BIT,
    "gram_of: (x, y) if x[:-1] <= y[:-1] else (y, x) -> (y, x) if x[:-1] <= y[:-1] else (x, y)": ORDER,
    "gram_of: x[:-1] <= y[:-1] -> x[:-1] < y[:-1]": ORDER,
    "gram_of: x[:-1] <= y[:-1] -> x[:-1] >= y[:-1]": ORDER,
    "gram_of: 1 -> 0 #4": COEFFICIENT,
    "gram_of: 1 -> 2 #4": COEFFICIENT,
    "gram_of: 1 -> 0 #5": COEFFICIENT,
    "gram_of: 1 -> 2 #5": COEFFICIENT,
    "summed: 1 -> 0 #2": COEFFICIENT,
    "summed: 1 -> 2 #2": COEFFICIENT,
    "operation: 1 -> 0 #4": MESSAGE,
    "named: name and (names is None or name in names) -> names is None or name in names": NAMED,
    "read_fact: require(len(data) == 3 and data[0] in RELATIONS, 'not [relation, left side, right side]', name) -> deleted": OTHER_ERROR,  # noqa: E501
    "read_fact: len(data) == 3 and data[0] in RELATIONS -> len(data) == 3 or data[0] in RELATIONS": OTHER_ERROR,
    "read_fact: len(data) == 3 and data[0] in RELATIONS -> data[0] in RELATIONS": OTHER_ERROR,
    "read_fact: len(data) == 3 and data[0] in RELATIONS -> len(data) == 3": OTHER_ERROR,
    "Checker.prove: 0 -> 1": ONE_BIT,
    "Checker.prove: 0 -> -1": ONE_BIT,
    "Witness.at: 0 -> 1": ONE_BIT,
    "Witness.at: 0 -> -1": ONE_BIT,
    "mentions_index: 1 -> 0": "the word at the head of a term has no [i]",
    "read_term: isinstance(word, str) and len(given) in ARITY.get(word, ()) -> len(given) in ARITY.get(word, ())": OTHER_ERROR,  # noqa: E501
    "read_term: 1 -> 2 #2": "an exponent is read again, as a number only",
    "read_fact: 0 -> -1 #3": "the sign is 1 or -1",
    "read_fact: sign > 0 -> sign >= 0": "the sign is 1 or -1",
    "read_term: word == '/' and sorts[0] is True -> word == '/'": "no definition is of the inverse of a vector",
    "read_statement: True -> False": "check_entry says what it is for",
    "read_facts: require(isinstance(data, dict), 'not a table of facts', data) -> deleted": OTHER_ERROR,
    "Context.stepping: self.run is None or self.at_index -> self.at_index": OTHER_ERROR,
    "Checker.prove: isinstance(proof, dict) and proof.get('rule') in RULES -> proof.get('rule') in RULES": OTHER_ERROR,
    "Checker.lemma: require(of in self.library, 'no theorem before this has this id', of) -> deleted": OTHER_ERROR,
    "Witness.read: sign(p) < 2 -> sign(p) <= 2": SIGNS,
    "Witness.read: 2 -> 3": SIGNS,
    "definition: require(kind in kinds, 'no kind of definition', kind) -> deleted": OTHER_ERROR,
    "nearest: '[i]' in name and '[i]' not in multiplier and is_indexed(across) -> '[i]' in name and '[i]' not in multiplier": SPANS,  # noqa: E501
    "read_definition: not is_indexed(c) and NAME.match(more[2]) and ('@' not in more[2]) -> not is_indexed(c) and '@' not in more[2]": NAMED,  # noqa: E501
    "read_definition: '@' not in name and ('[i]' in name) == (is_indexed(p) and (not context.at_index)) -> ('[i]' in name) == (is_indexed(p) and (not context.at_index))": NO_NUMBER,  # noqa: E501
    "Checker.entry: True -> False": SAME_LENGTH,
    "summed: 1 -> 0": COEFFICIENT,
    "summed: 1 -> 2": COEFFICIENT,
    "Context.naming: isinstance(n, str) and NAME.match(n) and (n not in taken) -> NAME.match(n) and n not in taken": OTHER_ERROR,  # noqa: E501
    "Checker.prove_each: True -> False": SAME_LENGTH,
    "Checker.lemma: True -> False #2": SAME_LENGTH,
    "read_rational: isinstance(text, str) and RATIONAL.match(text) -> RATIONAL.match(text)": OTHER_ERROR,
    "Context.table: True -> False": SAME_LENGTH,
    "Checker.poly: all -> any": SUM_POSITIVE,
    "Checker.lemma: True -> False": SAME_LENGTH,
}


@cache
def mutants_of_kernel() -> list[Source]:
    """Return the mutants of all functions and methods of the kernel."""
    text = Path(kernel.__file__).read_text(encoding="utf-8")
    found = source_mutants(text, lambda top: isinstance(top, ast.FunctionDef | ast.ClassDef), lambda node: iter(()))
    return [source for source in found if not is_limit(source)]


def is_limit(source: Source) -> bool:
    """Return whether only a limit changes."""
    return source.kind == "constant" and source.change.split(" ")[0] in {str(n) for n in LIMITS}


def load_kernel(source: Source) -> types.ModuleType:
    """Return the changed kernel as a module."""
    return execute_as_module(source.code(), kernel, "changed_kernel")


@dataclass(frozen=True)
class Case:
    """A question to a kernel."""

    name: str
    ask: Callable[[Any], Outcome]

    @cached_property
    def answer(self) -> Outcome:
        """Return the answer of the shipped kernel, computed with the first mutant, because the first cases kill most
        mutants.
        """
        return self.ask(kernel)


def verdicts_on(book: Json) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to its verdicts on a certificate file, and its citations, without its reasons.
    """
    text = json.dumps(book)
    return lambda k: [(verdict, used) for verdict, _, used in k.check_book(json.loads(text)).values()]


def with_less_work(ask: Callable[[Any], Outcome]) -> Callable[[Any], Outcome]:
    """Return the question with a tenth of the work allowed, so that long checks are refused earlier."""

    def asked(k: Any) -> Outcome:
        whole = k.MAX_WORK
        k.MAX_WORK = whole // 10
        try:
            return ask(k)
        finally:
            k.MAX_WORK = whole

    return asked


def work_on(entry: Json) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to the work that it counts for an entry, accepted or not."""
    return lambda k: kernel.MAX_WORK - checked(k, entry, kernel.MAX_WORK)[1]


def with_work(entry: Json, allowed: int) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to its verdict on an entry with this much work allowed."""
    return lambda k: checked(k, entry, allowed)[0]


def checked(k: Any, entry: Json, allowed: int) -> tuple[str, int]:
    """Return a kernel's verdict on an entry with this much work allowed, and the work left."""
    k.Work.left, verdict = allowed, "refused"
    with contextlib.suppress(k.Rejected):
        verdict = k.check_entry(entry, {})[0]
    left, k.Work.left = k.Work.left, inf
    return verdict, left


def with_work_for_two(entry: Json, work: int) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to its verdicts on four equal entries, when the work allows two."""
    statements = [{**entry["statement"], "id": f"entry-{n}"} for n in range(4)]

    def ask(k: Any) -> Outcome:
        whole, k.MAX_BOOK = k.MAX_BOOK, 2 * work
        try:
            return [verdict for verdict, *_ in k.check_book([{**entry, "statement": s} for s in statements]).values()]
        finally:
            k.MAX_BOOK = whole

    return ask


def long_number(k: Any, bits: int) -> Outcome:
    """Return whether a kernel refuses a number of `bits` bits, counting one for its denominator."""
    try:
        return k.spend(2 ** (bits - 2), 0) and "accepted"
    except k.Rejected:
        return "too long"


def sign_of(data: Json) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to the sign of a number made of exponentials, or "no sign"."""

    def ask(k: Any) -> Outcome:
        try:
            return k.sign(k.read_poly(data))
        except k.Rejected:
            return "no sign"

    return ask


def numbers() -> Iterator[Json]:
    """Yield numbers at both ends of the kernel's bounds on exponentials, between and beyond them, and terms that are no
    numbers.
    """
    for q in (1, 24, 25, -24, -25):
        low, high = (Fraction(end, kernel.UNIT) for end in kernel.enclosure(q))
        unit = Fraction(1, kernel.UNIT)
        for bound in (low - unit, low, (3 * low + high) / 4, (low + 3 * high) / 4, high, high + unit):
            power = ["exp", str(q)]
            yield ["-", power, str(bound)]
            yield ["-", str(bound), power]
            yield ["-", str(bound / 2), ["*", "1/2", power]]
    for q in (1, -1, 6, -6):  # in quarters of the unit of the bounds
        power = ["exp", str(Fraction(q, 4 * kernel.UNIT))]
        yield from (["-", power, "1"], ["-", "1", power])
    yield from (["exp", str(q)] for q in (24, -24, 25, -25, 26, -26, "51/2", "-51/2"))
    yield ["-", ["*", ["exp", "1"], ["exp", "2"]], ["exp", "3"]]
    yield ["-", ["*", ["exp", "1"], ["exp", "-1"]], "3"]
    yield from (["exp", "a"], ["sum", "1"], "a", ["*", ["exp", "1"], "a"], ["exp", "1"], "1")


def exit_of(text: str | bytes) -> Callable[[Any], Outcome]:
    """Return the function from a kernel to its exit status and words on a file."""

    def ask(k: Any) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.json"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            return script(k, [str(path)])

    return ask


def script(k: Any, arguments: list[str]) -> Outcome:
    """Return the status of a kernel run as a script, and its lines up to the reasons."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = k.main(arguments)
    return status, [line[:30].split(": ")[0] for line in out.getvalue().splitlines()], bool(err.getvalue())


def script_on_a_pipe(k: Any, text: str) -> Outcome:
    """Return the result of a kernel run as a script on a pipe, which is not a file and has no size."""
    reading, writing = os.pipe()
    try:
        os.write(writing, text.encode())
        os.close(writing)
        return script(k, [f"/dev/fd/{reading}"])
    finally:
        os.close(reading)


def no_value(k: Any) -> Outcome:
    """Return whether a fact about a name is refused at a witness without its value. Statements declare all their names.
    """
    try:
        return k.Witness(0, 0).holds(("=", k.atom("a")))
    except Exception as problem:
        return type(problem).__name__


def table_of(name: str) -> Any:
    """Return a test module, for its tables."""
    return importlib.import_module(f"tests.proofs.{name}")


def parameters(test: Any) -> list[Any]:
    """Return the parameters of a parametrized test."""
    return list(test.pytestmark[0].args[1])


def long_witness() -> Json:
    """Return a counterexample with numbers of many lengths, whose work grows with them."""
    statement = {"id": "long", "declare": ["a[i]"], "assume": {}, "show": {"g": ["<=", ["^", "a[i]", "3"], "0"]}}
    values = {"a[i]": ["7" * length for length in range(1, 100)]}
    return {"statement": statement, "counterexample": {"dimension": 0, "size": 99, "values": values}}


@cache
def cases() -> list[Case]:
    """Return all cases, cheap ones first: those of the tests, corrupted and random ones, the script, the stored
    certificates.
    """
    own, corpus = table_of("test_kernel"), table_of("corpus")
    asked: list[tuple[str, Callable[[Any], Outcome]]] = []
    accepted = own.AT_THE_LIMITS | {name: corpus.BOOKS[name] for name in corpus.ACCEPTED}
    asked += [(f"accepted: {name}", verdicts_on(book)) for name, book in accepted.items()]
    refused = [(case["reason"], case["name"], case["entries"]) for case in corpus.CASES if case["name"] not in accepted]
    refused += [(reason, f"{reason} beyond", book) for reason, book in own.BEYOND_THE_LIMITS]
    for reason, name, book in refused:
        ask = verdicts_on(book)
        asked.append((f"kept out: {name}", with_less_work(ask) if reason == "too long" else ask))
    texts = parameters(own.test_the_script_ends_with_2_if_it_cannot_read)
    asked += [(f"script: file {n}", exit_of(text)) for n, text in enumerate(texts)]
    books = [*parameters(own.test_the_script_ends_with_1_if_not_all_is_well), [own.GROWTH], [own.SQUARE, own.TWO]]
    asked += [(f"script: book {n}", exit_of(json.dumps({"entries": book}))) for n, book in enumerate(books)]
    asked += [(f"script: {n} arguments", partial(script, arguments=["none.json"] * n)) for n in (0, 1, 2)]
    asked += [("script: a pipe", partial(script_on_a_pipe, text=json.dumps({"entries": [own.GROWTH]})))]
    asked += [("a name without value", no_value), ("no factors", lambda k: k.product([]))]
    single = [book[0] for book in accepted.values() if len(book) == 1]
    asked += [(f"work: {n}", work_on(entry)) for n, entry in enumerate([*single, long_witness()])]
    work = work_on(single[0])(kernel)
    asked += [(f"work: {short} short", with_work(single[0], work - short)) for short in (0, 1)]
    asked += [("work: two of four entries", with_work_for_two(single[0], work))]
    asked += [(f"a number of {bits} bits", partial(long_number, bits=bits)) for bits in LENGTHS]
    asked += [(f"the sign of {data}"[:60], sign_of(data)) for data in numbers()]
    asked += [(f"random: book {n}", verdicts_on(book)) for n, book in enumerate(draw_books(26, seed=5))]
    rng = random.Random(5)
    for name in corpus.ATTACKS:
        entries = corpus.BOOKS[name]
        paths = [path for path, _ in corpus.places(entries)[1:]]
        chosen = rng.sample(paths, min(12, len(paths)))
        spoiled = [corpus.replaced(entries, path, rng.choice(corpus.JUNK)) for path in chosen]
        asked += [(f"spoiled: {name} {n}", verdicts_on(book)) for n, book in enumerate(spoiled)]
    entries = list(evidence.certificates().values())
    asked.append(("the stored book", verdicts_on(entries)))
    for size in (kernel.MAX_BYTES, kernel.MAX_BYTES + 1):
        asked.append((f"script: {size} bytes", exit_of(json.dumps({"entries": [own.GROWTH]}).ljust(size))))
    asked.sort(key=lambda case: case[0].startswith(SLOW))
    return [Case(name, ask) for name, ask in asked]


def kernel_verdict(source: Source) -> Verdict:
    """Return the verdict on a changed kernel, with the case that distinguishes it from the shipped one."""
    target = f"{KERNEL}.{source.target}"
    name = ""
    expected = cases()
    try:
        with end_after(SECONDS, computing=True):
            module = load_kernel(source)
            for case in expected:
                name = case.name
                if case.ask(module) != case.answer:
                    return Verdict(target, source.kind, source.change, "killed", name)
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        return Verdict(target, source.kind, source.change, "killed", f"{type(problem).__name__}: {name or 'loading'}")
    reason = ARGUED.get(f"{source.target}: {source.change}")
    return Verdict(target, source.kind, source.change, "argued" if reason else "survived", reason or "")


def verdict(number: int) -> Verdict:
    """Return the verdict on the mutant of this number."""
    return kernel_verdict(mutants_of_kernel()[number])


if __name__ == "__main__":
    given = arguments(__doc__, "functions of the kernel")
    chosen = [n for n, each in enumerate(mutants_of_kernel()) if not given.names or each.target in given.names]
    options = {"sample": given.sample, "jobs": given.jobs, "resume": given.resume}
    finish(campaign(chosen, verdict, progress=tick, **options), given)

"""The kernel's port to JavaScript says what the kernel says, in node: of the stored book, of the books that the tests
of the kernel hand over, of corrupted entries, and of odd JSON. A run takes a sample of the books, and 4000
corruptions, others with each seed; `--whole` takes all books, and 10 000. A difference fails and prints the text.

What node runs in one process is asked for once; without node the tests that ask it are skipped, and say so.
"""

import json
import re
from pathlib import Path

import pytest

from novikoff.book import port_mutants
from novikoff.proofs import kernel

from . import agreement

CORRUPTIONS, OF_WHOLE = 4000, 10_000  # a half of them of what an entry says, the others of its shape
BOOKS = 1000  # of those of the tests
KINDS = (
    "the stored book", "the books of the tests", "signs", "lists", "pairs", "corrupted entries", "corrupted shapes",
)  # fmt: skip
asks_node = pytest.mark.skipif(agreement.node() is None, reason="the port runs in node: install nodejs")


def corruptions(request):
    """How many a run makes."""
    return OF_WHOLE if request.config.getoption("whole") else CORRUPTIONS


@pytest.fixture(scope="module")
def questions(request, sample):
    """What both are asked: where, and which texts."""
    seed, half = request.config.getoption("random_order_seed", 0), corruptions(request) // 2
    corrupted, reshaped = agreement.corrupted(half, seed), agreement.reshaped(half, seed)
    whole, books = [agreement.text_of(agreement.stored())], agreement.recorded()
    assert len(books) > 4000
    written = [[*agreement.signs()], [*agreement.listed()], [*agreement.paired()]]
    texts = [whole, sample(books, BOOKS), *written, [*corrupted], [*reshaped]]
    return dict(zip(KINDS, texts, strict=True))


@pytest.fixture(scope="module")
def port(questions):
    """What the port says of them, and how it reads odd JSON."""
    said = agreement.asked([text for texts in questions.values() for text in texts], agreement.READ)
    answers = iter(said["answers"])
    return {**{title: [next(answers) for _ in texts] for title, texts in questions.items()}, "read": said["read"]}


@asks_node
@pytest.mark.parametrize("title", KINDS)
def test_the_port_says_what_the_kernel_says(questions, port, title):
    answers = [agreement.of_kernel(text) for text in questions[title]]
    pairs = zip(questions[title], answers, port[title], strict=True)
    differ = [f"kernel {first}, port {second}: {text[:2000]}" for text, first, second in pairs if first != second]
    assert not differ, "\n".join([f"{len(differ)} differ", *differ[:3]])


@asks_node
def test_the_questions_are_of_all_kinds(questions, port, request):
    """Most corruptions are refused; some do no harm, or make another proof, or no JSON. Of a pair one is refused."""
    assert {verdict for verdict, *_ in port["the stored book"][0]} == {"proved", "refuted"}
    assert len(questions["the books of the tests"]) >= BOOKS
    assert len(questions["corrupted entries"]) + len(questions["corrupted shapes"]) == corruptions(request)
    for title in ("corrupted entries", "corrupted shapes"):
        last = [answer[-1][0] if answer and answer != "unread" else "none" for answer in port[title]]
        assert min(last.count("proved"), last.count("refuted")) > len(last) / 50
        assert last.count("error") > len(last) / 3
    refused = [[verdict == "error" for verdict, *_ in answer] for answer in port["pairs"]]
    assert refused == [[False], [True]] * 7
    assert port["corrupted shapes"].count("unread") > len(port["corrupted shapes"]) * 3 / 50


@asks_node
def test_odd_json_is_read_alike(port):
    said = json.loads(json.dumps([agreement.dumped(text) for text in agreement.READ]))
    pairs = zip(agreement.READ, said, port["read"], strict=True)
    assert [(text[:60], one, two) for text, one, two in pairs if one != two] == []
    assert 20 < said.count("unread") < len(said) - 20


@asks_node
def test_the_port_allows_the_same_work():
    """What is accepted takes the same amount of it in both (see above), so that both refuse the same as too long."""
    single = agreement.tests_of("test_kernel").TRUE["a square"][0]
    agreement.forget()
    work = agreement.tests_of("test_kernel").work_of(single)
    allowed = [agreement.asked([agreement.text_of([single])], most=most)["answers"] for most in (work, work - 1)]
    assert allowed == [[[["proved", [], work]]], [[["error", [], 0]]]]


def test_names_and_order_are_those_of_the_kernel():
    """So that the two can be read side by side."""
    defined = re.compile(r"^  (?:function|class|const) (\w+)|^ {4}(\w+)\(.*\) \{$", re.MULTILINE)
    own = [first or second for first, second in defined.findall(agreement.PORT.read_text())]
    theirs = re.findall(r"^(?:    )?(?:def|class) (\w+)", Path(kernel.__file__).read_text(), re.MULTILINE)
    python = {"Shape", "Run", "Definition", "Statement", "rational", "no_duplicates", "main", "__init__", "check_each"}
    assert set(theirs) - set(own) == python
    assert [name for name in own if name in theirs] == [name for name in theirs if name in own]


def test_every_rule_is_written_as_in_the_kernel():
    """Each docstring with a sequent is a comment of the port, line for line."""
    text = agreement.PORT.read_text()
    comments = " ".join(re.sub(r"^ *// ?", "", text, flags=re.MULTILINE).split())
    rules = [f.__doc__ for f in vars(kernel.Checker).values() if f.__doc__ and "─" in f.__doc__]
    assert len(rules) == 14
    for rule in rules:
        sequent = rule[re.search(r"^ *(.*⊢.*|a.*in Γ|─+ .*)$", rule, re.MULTILINE).start() :]
        assert " ".join(sequent.split()) in comments


# --------------------------------------------------------------------------------------------- mutants


def test_a_mutant_is_named_once_and_each_argument_is_about_one():
    keys = [mutant.key for mutant in port_mutants.mutants()]
    assert len(set(keys)) == len(keys) > 900
    assert set(port_mutants.ARGUED) <= set(keys)

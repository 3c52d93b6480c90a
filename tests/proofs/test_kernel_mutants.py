"""Cases that tell the kernel from small changes of it which no other case notices (see metatests/kernel_mutants.py).

Each is a book, with the verdict on its last entry; the title says what a changed kernel would do.
"""

import pytest

from novikoff.proofs import kernel

SQUARE = {"rule": "poly", "sum": [{"squares": ["a"]}]}
COUNTER = {"state": ["k"], "start": {"k": "0"}, "input": [], "when": {}, "next": {"k": ["+", "k", "1"]}}
RESTING = {"state": ["k"], "start": {"k": "0"}, "input": [], "when": {}, "next": {"k": "k"}}


def entry(declare, assume, show, proof, identifier="it", sides=None, **more):
    statement = {"id": identifier, "declare": declare.split(), "assume": assume, "show": show, **more}
    return {"statement": statement, "proof": proof, **({"sides": sides} if sides else {})}


def fact(name):
    return {"rule": "poly", "sum": [{"facts": [name]}]}


def lemma(put, premises, names, then, **more):
    return {"rule": "lemma", "of": "lemma", "put": put, "premises": premises, "as": names, "then": then, **more}


SIGNS = entry(
    "c[i] d",
    {"h": [">=", "c[i]", "0"]},
    {"one": [">=", "c[i]", "0"], "two": [">=", ["^", "d", "2"], "0"]},
    {"rule": "split", "parts": {"one": fact("h"), "two": {"rule": "poly", "sum": [{"squares": ["d"]}]}}},
    "lemma",
)
SQUARES = entry(
    "c[i] d", {}, {"one": [">=", ["^", "c[i]", "2"], "0"]}, {"rule": "poly", "sum": [{"squares": ["c[i]"]}]}, "lemma"
)
STAYS = entry(
    "",
    {},
    {"zero": ["=", "k", "0"]},
    {
        "rule": "induction",
        "invariants": {"zero": ["=", "k", "0"]},
        "base": {"zero": {"rule": "poly"}},
        "step": {"zero": {"rule": "poly", "ideal": [{"fact": "zero", "by": "1"}]}},
        "then": {"rule": "poly", "ideal": [{"fact": "zero", "by": "1"}]},
    },
    "lemma",
    run=RESTING,
)
SPELLED = {"rule": "poly"}

CASES = {
    "a sum of vectors": ("error", [entry("x[i]@", {}, {"g": [">=", ["*", "0", ["sum", "x[i]@"]], "0"]}, SPELLED)]),
    "a simulation that starts above": (
        "error",
        [
            STAYS,
            entry(
                "",
                {},
                {"g": ["=", "k", "0"]},
                lemma(
                    {"k": "k"},
                    {},
                    {"zero": "z"},
                    {"rule": "poly", "ideal": [{"fact": "z", "by": "1"}]},
                    run={
                        "input": {},
                        "start": {"k": {"rule": "poly", "sum": [{}]}},
                        "when": {},
                        "next": {"k": {"rule": "poly"}},
                    },
                ),
                run={**RESTING, "start": {"k": "1"}},
            ),
        ],
    ),
    "one of two conclusions loses its index": (
        "error",
        [
            SIGNS,
            entry(
                "b",
                {"h": [">=", "b", "0"]},
                {"g": [">=", "b", "0"]},
                lemma({"c[i]": "b", "d": "0"}, {"h": fact("h")}, {"one": "p", "two": "q"}, fact("p")),
            ),
        ],
    ),
    "both conclusions keep theirs": (
        "proved",
        [
            SIGNS,
            entry(
                "b[i]",
                {"h": [">=", "b[i]", "0"]},
                {"g": [">=", ["sum", "b[i]"], "0"]},
                lemma(
                    {"c[i]": "b[i]", "d": "0"},
                    {"h": fact("h")},
                    {"one": "p", "two": "q"},
                    {"rule": "sum", "fact": "p", "name": "s", "then": fact("s")},
                ),
            ),
        ],
    ),
    "a theorem on a family and a number at one index": (
        "error",
        [
            SQUARES,
            entry(
                "b[i]",
                {},
                {"g": [">=", ["^", "b[i]", "2"], "0"]},
                lemma({"c[i]": "b[i]", "d": "0"}, {}, {"one": "p"}, fact("p")),
            ),
        ],
    ),
    "cases with all three arms": (
        "proved",
        [
            entry(
                "a",
                {},
                {"g": [">=", ["^", "a", "2"], "0"]},
                {"rule": "cases", "on": "a", "name": "s", "arms": {"<": SQUARE, "=": SQUARE, ">": SQUARE}},
            )
        ],
    ),
    "a definition from all names, used by the run": (
        "proved",
        [
            entry(
                "a",
                {"h": [">", "a", "0"]},
                {"g": [">=", "k", "0"]},
                {
                    "rule": "induction",
                    "invariants": {"i": [">=", "k", "0"]},
                    "base": {"i": {"rule": "poly"}},
                    "step": {
                        "i": {
                            "rule": "poly",
                            "times": [{"facts": ["h"]}],
                            "sum": [{"facts": ["h", "i"]}, {}],
                            "ideal": [{"fact": "n.def", "by": "1"}],
                        }
                    },
                    "then": fact("i"),
                },
                sides={"n": fact("h")},
                let=[{"name": "n", "kind": "inverse", "of": "a"}],
                run={**COUNTER, "next": {"k": ["+", "k", "n"]}},
            )
        ],
    ),
    "a witness in as many dimensions as may be": (
        "refuted",
        [
            {
                "statement": {
                    "id": "it",
                    "declare": ["u@"],
                    "assume": {},
                    "show": {"g": ["!=", ["+", ["@", "u@", "u@"], "-9"], "0"]},
                },
                "counterexample": {"dimension": 9, "size": 0, "values": {"u@": ["1"] * 9}},
            }
        ],
    ),
    "a witness in more dimensions than there are units": (
        "error",
        [
            {
                "statement": {
                    "id": "it",
                    "declare": ["u@"],
                    "assume": {},
                    "show": {"g": ["!=", ["+", ["@", "u@", "u@"], "-9"], "0"]},
                },
                "counterexample": {"dimension": 10, "size": 0, "values": {"u@": [*["1"] * 9, "0"]}},
            }
        ],
    ),
    "no single term is less than the sum": (
        "error",
        [
            entry(
                "a[i]",
                {"h": [">=", "a[i]", "0"]},
                {"total": [">=", ["sum", "a[i]"], "0"], "g": [">", ["+", ["sum", "a[i]"], ["-", "a[i]"]], "0"]},
                {
                    "rule": "sum",
                    "fact": "h",
                    "name": "s",
                    "each": "single",
                    "then": {"rule": "split", "parts": {"total": fact("s"), "g": fact("single")}},
                },
            )
        ],
    ),
    "a number is as long as its numerator and denominator together": (
        "error",
        [
            {
                "statement": {"id": "it", "declare": ["a"], "assume": {}, "show": {"g": ["<=", ["^", "a", "4"], "0"]}},
                "counterexample": {"dimension": 0, "size": 0, "values": {"a": "8" * 400 + "/" + "9" * 399 + "7"}},
            }
        ],
    ),
    "an entry with its proof first": (
        "proved",
        [
            {
                "proof": SQUARE,
                "statement": {"id": "it", "declare": ["a"], "assume": {}, "show": {"g": [">=", ["^", "a", "2"], "0"]}},
            }
        ],
    ),
    "a method of the checker that is no rule": (
        "error",
        [entry("a", {}, {"g": [">=", ["^", "a", "2"], "0"]}, {"rule": "prove_each", "g": SQUARE})],
    ),
    "a definition of no known kind": (
        "error",
        [
            entry(
                "a",
                {},
                {"g": [">=", "n", "0"]},
                fact("n.sign"),
                sides={"n": SQUARE},
                let=[{"name": "n", "kind": "root", "of": ["^", "a", "2"]}],
            )
        ],
    ),
    "two conclusions with an index by a theorem on families": (
        "proved",
        [
            SQUARES,
            entry(
                "b[i]",
                {},
                {"g": [">=", ["^", "b[i]", "2"], "0"], "h": [">=", ["*", "2", ["^", "b[i]", "2"]], "0"]},
                lemma(
                    {"c[i]": "b[i]", "d": "0"},
                    {},
                    {"one": "p"},
                    {
                        "rule": "split",
                        "parts": {"g": fact("p"), "h": {"rule": "poly", "sum": [{"c": "2", "facts": ["p"]}]}},
                    },
                ),
            ),
        ],
    ),
    "a number defined by the state is of the state": (
        "error",
        [
            entry(
                "",
                {},
                {"g": [">=", ["^", "k", "2"], "0"]},
                {
                    "rule": "define",
                    "let": {"name": "n", "kind": "sqrt", "of": ["^", "k", "2"]},
                    "why": {"rule": "poly", "sum": [{"squares": ["k"]}]},
                    "then": {
                        "rule": "induction",
                        "invariants": {"i": [">=", "n", "0"]},
                        "base": {"i": fact("n.sign")},
                        "step": {"i": fact("i")},
                        "then": {"rule": "poly", "sum": [{"squares": ["k"]}]},
                    },
                },
                run=COUNTER,
            )
        ],
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_the_kernel_answers(title):
    expected, book = CASES[title]
    *before, last = kernel.check_book(book).values()
    assert all(verdict == "proved" for verdict, *_ in before), before
    assert last[0] == expected, last

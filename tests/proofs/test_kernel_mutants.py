"""Cases that tell the kernel from small changes of it which no other case notices (see proofs/scrutiny/mutation/).

Each is a book, with the verdict on its last entry; the title says what a changed kernel would do.
"""

import pytest

from novikoff.proofs import kernel

SQUARE = {"rule": "poly", "sum": [{"squares": [{"a": "1"}]}]}
COUNTER = {"state": ["k"], "start": {"k": {}}, "input": [], "when": {}, "next": {"k": {"k": "1", "1": "1"}}}
RESTING = {"state": ["k"], "start": {"k": {}}, "input": [], "when": {}, "next": {"k": {"k": "1"}}}


def entry(declare, assume, show, proof, identifier="it", sides=None, **more):
    statement = {"id": identifier, "declare": declare.split(), "assume": assume, "show": show, **more}
    return {"statement": statement, "proof": proof, **({"sides": sides} if sides else {})}


def fact(name):
    return {"rule": "poly", "sum": [{"facts": [name]}]}


def lemma(put, premises, names, then, **more):
    return {"rule": "lemma", "of": "lemma", "put": put, "premises": premises, "as": names, "then": then, **more}


SIGNS = entry(
    "c[i] d",
    {"h": [">=", {"c[i]": "1"}]},
    {"one": [">=", {"c[i]": "1"}], "two": [">=", {"d^2": "1"}]},
    {"rule": "split", "parts": {"one": fact("h"), "two": {"rule": "poly", "sum": [{"squares": [{"d": "1"}]}]}}},
    "lemma",
)
SQUARES = entry(
    "c[i] d", {}, {"one": [">=", {"c[i]^2": "1"}]}, {"rule": "poly", "sum": [{"squares": [{"c[i]": "1"}]}]}, "lemma"
)
STAYS = entry(
    "",
    {},
    {"zero": ["=", {"k": "1"}]},
    {
        "rule": "induction",
        "invariants": {"zero": ["=", {"k": "1"}]},
        "base": {"zero": {"rule": "poly"}},
        "step": {"zero": {"rule": "poly", "ideal": [{"fact": "zero", "by": {"1": "1"}}]}},
        "then": {"rule": "poly", "ideal": [{"fact": "zero", "by": {"1": "1"}}]},
    },
    "lemma",
    run=RESTING,
)
SPELLED = {"rule": "poly"}

CASES = {
    "a sum that does not end": (
        "error",
        [entry("a[i]", {}, {"g": ["=", {"sum(a[i]x": "1", "sum(a[i])": "-1"}]}, SPELLED)],
    ),
    "a sum that does not begin": (
        "error",
        [entry("a[i]", {}, {"g": ["=", {"sun(a[i])": "1", "sum(a[i])": "-1"}]}, SPELLED)],
    ),
    "a sum of vectors": ("error", [entry("x[i]@", {}, {"g": ["=", {"sum(x[i]@)": "0"}]}, SPELLED)]),
    "a simulation that starts above": (
        "error",
        [
            STAYS,
            entry(
                "",
                {},
                {"g": ["=", {"k": "1"}]},
                lemma(
                    {"k": {"k": "1"}},
                    {},
                    {"zero": "z"},
                    {"rule": "poly", "ideal": [{"fact": "z", "by": {"1": "1"}}]},
                    run={
                        "input": {},
                        "start": {"k": {"rule": "poly", "sum": [{}]}},
                        "when": {},
                        "next": {"k": {"rule": "poly"}},
                    },
                ),
                run={**RESTING, "start": {"k": {"1": "1"}}},
            ),
        ],
    ),
    "one of two conclusions loses its index": (
        "error",
        [
            SIGNS,
            entry(
                "b",
                {"h": [">=", {"b": "1"}]},
                {"g": [">=", {"b": "1"}]},
                lemma({"c[i]": {"b": "1"}, "d": {}}, {"h": fact("h")}, {"one": "p", "two": "q"}, fact("p")),
            ),
        ],
    ),
    "both conclusions keep theirs": (
        "proved",
        [
            SIGNS,
            entry(
                "b[i]",
                {"h": [">=", {"b[i]": "1"}]},
                {"g": [">=", {"sum(b[i])": "1"}]},
                lemma(
                    {"c[i]": {"b[i]": "1"}, "d": {}},
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
                {"g": [">=", {"b[i]^2": "1"}]},
                lemma({"c[i]": {"b[i]": "1"}, "d": {}}, {}, {"one": "p"}, fact("p")),
            ),
        ],
    ),
    "cases with all three arms": (
        "proved",
        [
            entry(
                "a",
                {},
                {"g": [">=", {"a^2": "1"}]},
                {"rule": "cases", "on": {"a": "1"}, "name": "s", "arms": {"<": SQUARE, "=": SQUARE, ">": SQUARE}},
            )
        ],
    ),
    "a definition from all names, used by the run": (
        "proved",
        [
            entry(
                "a",
                {"h": [">", {"a": "1"}]},
                {"g": [">=", {"k": "1"}]},
                {
                    "rule": "induction",
                    "invariants": {"i": [">=", {"k": "1"}]},
                    "base": {"i": {"rule": "poly"}},
                    "step": {
                        "i": {
                            "rule": "poly",
                            "times": [{"facts": ["h"]}],
                            "sum": [{"facts": ["h", "i"]}, {}],
                            "ideal": [{"fact": "n.def", "by": {"1": "1"}}],
                        }
                    },
                    "then": fact("i"),
                },
                sides={"n": fact("h")},
                let=[{"name": "n", "kind": "inverse", "of": {"a": "1"}}],
                run={**COUNTER, "next": {"k": {"k": "1", "n": "1"}}},
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
                    "show": {"g": ["!=", {"u@u": "1", "1": "-9"}]},
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
                    "show": {"g": ["!=", {"u@u": "1", "1": "-9"}]},
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
                {"h": [">=", {"a[i]": "1"}]},
                {"total": [">=", {"sum(a[i])": "1"}], "g": [">", {"sum(a[i])": "1", "a[i]": "-1"}]},
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
                "statement": {"id": "it", "declare": ["a"], "assume": {}, "show": {"g": [">=", {"a^4": "-1"}]}},
                "counterexample": {"dimension": 0, "size": 0, "values": {"a": "8" * 400 + "/" + "9" * 399 + "7"}},
            }
        ],
    ),
    "an entry with its proof first": (
        "proved",
        [
            {
                "proof": SQUARE,
                "statement": {"id": "it", "declare": ["a"], "assume": {}, "show": {"g": [">=", {"a^2": "1"}]}},
            }
        ],
    ),
    "a method of the checker that is no rule": (
        "error",
        [entry("a", {}, {"g": [">=", {"a^2": "1"}]}, {"rule": "prove_each", "g": SQUARE})],
    ),
    "a definition of no known kind": (
        "error",
        [
            entry(
                "a",
                {},
                {"g": [">=", {"n": "1"}]},
                fact("n.sign"),
                sides={"n": SQUARE},
                let=[{"name": "n", "kind": "root", "of": {"a^2": "1"}}],
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
                {"g": [">=", {"b[i]^2": "1"}], "h": [">=", {"b[i]^2": "2"}]},
                lemma(
                    {"c[i]": {"b[i]": "1"}, "d": {}},
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
                {"g": [">=", {"k^2": "1"}]},
                {
                    "rule": "define",
                    "let": {"name": "n", "kind": "sqrt", "of": {"k^2": "1"}},
                    "why": {"rule": "poly", "sum": [{"squares": [{"k": "1"}]}]},
                    "then": {
                        "rule": "induction",
                        "invariants": {"i": [">=", {"n": "1"}]},
                        "base": {"i": fact("n.sign")},
                        "step": {"i": fact("i")},
                        "then": {"rule": "poly", "sum": [{"squares": [{"k": "1"}]}]},
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

"""The kernel: for each rule a small proof that it accepts, and for each of its checks a proof, statement or
witness that only this check keeps out (seen by deleting the check: then the case is accepted).
"""

import ast
import copy
import inspect
import json
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import factorial, inf
from pathlib import Path

import pytest

from novikoff.proofs import kernel

# ------------------------------------------------------------------------------------- writing


def P(text):
    """A term: P("2 a^2 - w@x + 1/2") is ["+", ["*", "2", ["^", "a", "2"]], ["-", ["@", "w@", "x@"]], "1/2"]."""
    found = []
    for term in re.split(r" (?=[+-] )", text) if text != "0" else []:
        sign, number, monomial = re.fullmatch(r"([+-] )?(-?[0-9]+(?:/[0-9]+)?(?: |$))?(.*)", term).groups()
        found.append(multiple(("-" if sign == "- " else "") + (number or "1").strip(), monomial.split()))
    return total(found)


def total(terms):
    """A sum of terms."""
    return ["+", *terms] if len(terms) > 1 else terms[0] if terms else "0"


def multiple(c, factors):
    """A multiple of a product of factors such as "w@x^2"."""
    found = [factor(text) for text in factors]
    product = found if found and c in ("1", "-1") else [c, *found]
    term = ["*", *product] if len(product) > 1 else product[0]
    return ["-", term] if found and c == "-1" else term


def factor(text):
    """A factor: a power, an inner product w@x, sum(a[i],x[i]@w), exp(1/2,t^2;-1,a[i]) or a name."""
    base, exponent = re.fullmatch(r"(.*?)(?:\^([0-9]+))?", text, re.DOTALL).groups()
    x, *y = parts(base, "@")
    if y and y[0]:
        atom = ["@", factor(x + "@"), factor(y[0] + "@")]
    elif base.startswith("sum("):
        atom = ["sum", multiple("1", parts(x[4:-1], ",") if x != "sum()" else [])]
    elif base.startswith("exp("):
        atom = ["exp", total([multiple(c, m) for c, *m in (parts(t, ",") for t in parts(x[4:-1], ";"))])]
    else:
        atom = base
    return ["^", atom, exponent] if exponent else atom


def parts(text, gap):
    """The parts of a text, apart by a gap outside of parentheses."""
    depths = [*accumulate((c == "(") - (c == ")") for c in text)]
    cuts = [k for k, depth in enumerate(depths) if text[k] == gap and not depth]
    return [text[a + 1 : b] for a, b in zip([-1, *cuts], [*cuts, len(text)], strict=True)]


def F(text):
    """A fact: F("a - 1 >= 0") is [">=", P("a - 1"), "0"]; one that is written out stays."""
    if isinstance(text, list):
        return text
    left, relation, _ = re.split(r" (>=|>|=|!=) 0$", text)
    return [relation, P(left), "0"]


def powers(m, n, coefficient=lambda i, j: 1):
    """The sum of coefficient(i, j) a^i b^j over i < m and j < n."""
    written = {(i, j): [f"{x}^{e}" for x, e in (("a", i), ("b", j)) if e] for i in range(m) for j in range(n)}
    return total([multiple(str(coefficient(*at)), factors) for at, factors in written.items()])


def facts(table):
    return {name: F(text) for name, text in table.items()}


def poly(*terms, times=None, **ideal):
    """A certificate: fact names, or products as dictionaries; equations with their multiples by keyword."""
    proof = {
        "rule": "poly",
        "sum": [{"facts": t.split()} if isinstance(t, str) else t for t in terms],
        "ideal": [{"fact": name, "by": P(by)} for name, by in ideal.items()],
    }
    return {**proof, "times": times} if times is not None else proof


def run(start, after, inputs=(), when=None):
    return {
        "state": list(start),
        "start": {n: P(p) for n, p in start.items()},
        "input": list(inputs),
        "when": facts(when or {}),
        "next": {n: P(p) for n, p in after.items()},
    }


def entry(declare, assume, show, proof=None, **more):
    """An entry; its only conclusion is called "goal" unless `show` is a table."""
    show = show if isinstance(show, dict) else {"goal": show}
    statement = {
        "id": more.pop("id", "it"),
        "declare": declare.split() if isinstance(declare, str) else declare,
        "assume": facts(assume),
        "show": facts(show),
    }
    statement |= {key: more.pop(key) for key in ("run", "let") if key in more}
    return {"statement": statement, **({"proof": proof} if proof is not None else {}), **more}


def witness(dimension=0, size=0, values=None, **more):
    return {"dimension": dimension, "size": size, "values": values or {}, **more}


def stepping(**parts):
    """A run with an input, some parts of it as they are given."""
    return {"state": ["k"], "start": {"k": "0"}, "input": ["u"], "when": {}, "next": {"k": ["+", "k", "1"]}, **parts}


def split(**parts):
    return {"rule": "split", "parts": parts}


def have(name, fact, why, then):
    return {"rule": "have", "name": name, "fact": F(fact), "why": why, "then": then}


def cases(on, name="case", **arms):
    signs = {"lt": "<", "le": "<=", "eq": "=", "ge": ">=", "gt": ">"}
    return {"rule": "cases", "on": P(on), "name": name, "arms": {signs[a]: proof for a, proof in arms.items()}}


def contra(then, name="not"):
    return {"rule": "contra", "name": name, "then": then}


def let(name, kind, of):
    return {"name": name, "kind": kind, "of": P(of)}


def define(name, kind, of, why, then):
    return {"rule": "define", "let": let(name, kind, of), "why": why, "then": then}


def lemma(put, then, premises=None, names=None, of="lemma", **more):
    return {
        "rule": "lemma",
        "of": of,
        "put": {n: P(p) for n, p in put.items()},
        "premises": premises or {},
        "as": names or {"goal": "new"},
        "then": then,
        **more,
    }


def induction(invariants, base, step, then):
    return {"rule": "induction", "invariants": facts(invariants), "base": base, "step": step, "then": then}


def sum_of(fact, then, name="sum", **more):
    return {"rule": "sum", "fact": fact, "name": name, "then": then, **more}


def law(p, q, by="1"):
    """A multiple of exp(p + q) = exp(p) exp(q)."""
    return {"law": {"of": P(p), "and": P(q)}, "by": P(by)}


def unfold(u, v, by="1"):
    """A multiple of ⟨Σu, v⟩ = Σ⟨u, v⟩."""
    return {"sum": {"of": P(u), "with": P(v)}, "by": P(by)}


def ideal(*equations):
    return {"rule": "poly", "ideal": list(equations)}


def taylor(p, q="0", degree=1, **more):
    """exp(p) is at least exp(q) times the first terms of the series of exp(p - q)."""
    return {"remainders": [{"of": P(p), "at": P(q), "degree": degree}], **more}


def exps(*exponents, **more):
    return {"exponentials": [P(e) for e in exponents], **more}


def opened(proof):
    return {**proof, "open": True}


def entry_of(names, then, **taken):
    return {"rule": "entry", "names": names, "facts": taken, "then": then}


def weights(of, to="0", balance="0", name="m[i]", kind="nearest", multiplier="β"):
    """The definition of the weights of a nearest point."""
    return {**let(name, kind, of), "to": P(to), "balance": P(balance), "multiplier": multiplier}


def verdicts(*entries):
    """The verdicts and reasons on a book, which has to survive a journey through JSON."""
    return list(kernel.check_book(json.loads(json.dumps(entries))).values())


def false_by(times):
    """From a fact "0 > 0", anything."""
    return poly(times=[{"facts": [times]}])


# ---------------------------------------------------------------------------------- what is true

ZERO = poly()
NONZERO = contra(have("f", "0 > 0", poly("g", **{"not": "- a"}), false_by("f")))  # a != 0 from itself
COUNT = run({"k": "0"}, {"k": "k + 1"})  # k counts the steps
COUNTED = {"I": "k >= 0"}, {"I": ZERO}, {"I": poly("I", {})}
GROW = run({"k": "0"}, {"k": "k + x"}, ["x"], {"up": "x >= 0"})
GROWS = {"I": "k >= 0"}, {"I": ZERO}, {"I": poly("I", "up")}
WALK = run({"w@": "0"}, {"w@": "w@ + x@"}, ["x@"])
FAMILY = run({"s[i]": "0"}, {"s[i]": "s[i] + a[i]"})
INVERSE = let("r", "inverse", "a")
LATER = {"run": COUNT, "let": [let("r", "inverse", "k + 1")]}  # depends on the state
CROSSED = {"lo": "a[i] > 0", "hi": "- a[i] > 0"}  # holds only if there is no i
MIXED = {"h": "sum(a[i]) + 1 = 0"}, "- a[i] > 0"  # false: (1, -2)

NONNEGATIVE = entry("a", {"h": "a >= 0"}, "a >= 0", poly("h"), id="lemma")
SQUARE = entry("a", {}, "a^2 >= 0", poly({"squares": [P("a")]}), id="lemma")
TOTAL = entry("a[i]", {"h": "a[i] >= 0"}, "sum(a[i]) >= 0", sum_of("h", poly("sum")), id="lemma")
CLASH = entry(
    "c d",
    {"lo": "c > 0", "hi": "- c > 0"},
    "d - 1 = 0",
    have("f", "0 > 0", poly("lo", "hi"), false_by("f")),
    id="lemma",
)
TWO = entry(
    "a", {}, {"one": "a^2 >= 0", "two": "1 >= 0"}, split(one=poly({"squares": [P("a")]}), two=poly({})), id="lemma"
)
GROWTH = entry("c", {}, "k >= 0", induction(*GROWS, poly("I")), run=GROW, id="lemma")


def seen(**changes):
    """How a run that counts is simulated by one that grows."""
    parts = {"input": {"x": P("1")}, "start": {"k": ZERO}, "when": {"up": poly({})}, "next": {"k": ZERO}}
    return {"run": {**parts, **changes}}


GROWN = lemma({"k": "k", "c": "0"}, poly("new"), **seen())

SERIES = sum(Fraction(1, factorial(k)) for k in range(20))  # of exp 1
SUM_OF_VECTORS = entry(
    "a[i] x[i]@ w@", {}, "sum(a[i],x[i]@)@w - sum(a[i],w@x[i]) = 0", ideal(unfold("a[i] x[i]@", "w@")), id="lemma"
)
NEAR = entry(
    "x[i]@",
    {},
    "sum(m[i]) >= 0",
    sum_of("m[i].sign", poly("sum")),
    let=[weights("x[i]@ + #1@", "#1@")],
    sides={"m[i]": ZERO},
    id="lemma",
)
SOLVED = {"m[i].across": poly(one="1"), "m[i].along": poly(one="- sum()"), "m[i].balance": ZERO, "m[i].sign": poly({})}
NEARER = lemma({"x[i]@": "0", "m[i]": "1", "β": "0"}, poly("new"), SOLVED)  # the only weight is 1
EACH = sum_of("h", split(one=poly("sum"), each=poly("single")), each="single")


def brackets(data):
    """How many objects and arrays are open at once."""
    parts = data.values() if isinstance(data, dict) else data
    return 1 + max(map(brackets, parts), default=0) if isinstance(data, dict | list) else 0


def as_deep_as(levels):
    """A right entry in which so many objects and arrays are open at once."""
    proof = SQUARE["proof"]
    for n in range(levels - brackets(SQUARE)):
        proof = have(f"f{n}", "0 = 0", ZERO, proof)
    return {**SQUARE, "proof": proof}


def in_parentheses(atom, levels):
    """An exponential of an exponential ... of an atom."""
    for _ in range(levels):
        atom = ["exp", atom]
    return atom


LETTERS = ["_", "Z", "z9", "ŷ₁", "ȳ", "é_2", "ẑ", "Ωω", "α₀", "λ*", "x'", "x'*", "Δθ[i]", "μ*[i]", "ξ[i]@", "ρ'@"]
LENGTHY, BRIEF = [f"{'a' * 90}{n}" for n in range(115)], [f"b{n}" for n in range(100)]
WIDE = [">=", ["*", ["exp", ["+", *LENGTHY]], ["+", *BRIEF]], "0"]
TRUE = {
    "a long atom in many monomials": [entry([*LENGTHY, *BRIEF], {"h": WIDE}, WIDE, poly("h"))],
    "as deep as an entry may be": [as_deep_as(kernel.MAX_DEPTH)],
    "as many around a number": [
        entry(
            "",
            {},
            [">", in_parentheses("1", kernel.MAX_NESTING), "0"],
            poly({"exponentials": [in_parentheses("1", kernel.MAX_NESTING - 1)]}),
        )
    ],
    "a root of an inverse": [
        entry(
            "a",
            {"h": "a > 0"},
            [">=", ["sqrt", ["/", "1", "a"]], "0"],
            poly("s.sign"),
            let=[let("r", "inverse", "a"), {"name": "s", "kind": "sqrt", "of": ["/", "1", "a"]}],
            sides={"r": poly("h"), "s": poly({}, times=[{"facts": ["h"]}], **{"r.def": "1"})},
        )
    ],
    "as many parentheses as there may be": [
        entry(
            "a",
            {},
            [">", in_parentheses("a", kernel.MAX_NESTING), "0"],
            poly({"exponentials": [in_parentheses("a", kernel.MAX_NESTING - 1)]}),
        )
    ],
    "more of them in a theorem that is cited": [
        entry(
            "a",
            {},
            [">", in_parentheses("a", kernel.MAX_NESTING), "0"],
            poly({"exponentials": [in_parentheses("a", kernel.MAX_NESTING - 1)]}),
            id="lemma",
        ),
        entry("b", {}, "1 >= 0", lemma({"a": "exp(1,b)"}, poly({}))),
    ],
    "a run without state and input": [
        entry(
            "a",
            {},
            "a^2 >= 0",
            induction({}, {}, {}, poly({"squares": [P("a")]})),
            run={"state": None, "start": {}, "input": None, "when": {}, "next": {}},
        )
    ],
    "letters of all kinds": [entry(LETTERS, {}, "ŷ₁^2 >= 0", poly({"squares": [P("ŷ₁")]}))],
    "a definition beside a run, with parts that are null": [
        entry(
            "a",
            {"h": "a > 0"},
            "r^2 >= 0",
            poly({"squares": [P("r")]}),
            run={"state": ["k"], "start": {"k": "0"}, "input": None, "when": {}, "next": {"k": "k"}},
            let=[{**INVERSE, "to": None, "balance": None, "multiplier": None}],
            sides={"r": poly("h")},
        )
    ],
    "no term exceeds the sum": [
        entry("a[i]", {"h": "a[i] >= 0"}, {"one": "sum(a[i]) >= 0", "each": "sum(a[i]) - a[i] >= 0"}, EACH),
    ],
    "no positive term exceeds the sum": [
        entry(
            "a[i] c",
            {"h": "a[i] - c > 0"},
            {"one": "sum(a[i]) - c sum() >= 0", "each": "sum(a[i]) - c sum() - a[i] + c >= 0"},
            EACH,
        ),
    ],
    "an identity": [entry("a b", {}, "a^2 + a b - a a - b a = 0", ZERO)],
    "a square": [entry("a b", {}, "a^2 - 2 a b + b^2 >= 0", poly({"squares": [P("a - b")]}))],
    "a norm": [entry("u@ v@", {}, "u@u - 2 u@v + v@v >= 0", poly({"norms": [P("u@ - v@")]}))],
    "a norm with a unit": [entry("u@ a", {}, "u@u + a^2 >= 0", poly({"norms": [P("u@ + a #1@")]}))],
    "a product of as many terms as there may be": [
        entry(
            "a b",
            {"h": [">", powers(10, 10), "0"], "g": [">", powers(20, 10), "0"]},
            [">", powers(29, 19, lambda i, j: (min(i, 9, 28 - i) + 1) * (min(j, 18 - j) + 1)), "0"],
            poly("h g"),
        )
    ],
    "a product of facts": [entry("a b", {"h": "a > 0", "g": "b > 0"}, "a b > 0", poly("h g"))],
    "a fact != is squared": [entry("a", {"h": "a != 0"}, "a^2 > 0", poly("h"))],
    "an equation times anything": [entry("a b", {"h": "a = 0"}, "a b = 0", poly(h="b"))],
    "a positive multiplier": [
        entry("a b", {"h": "a > 0", "g": "a b >= 0"}, "b >= 0", poly("g", times=[{"facts": ["h"]}]))
    ],
    "a multiplier of an equation": [
        entry("a b", {"h": "a != 0", "g": "a b = 0"}, "b = 0", poly(g="a", times=[{"facts": ["h"]}]))
    ],
    "> from a non-negative multiplier": [
        entry("a b", {"h": "a >= 0", "g": "a b > 0"}, "b > 0", poly("g", times=[{"facts": ["h"]}]))
    ],
    "not 0, as a multiple is positive": [entry("a", {"h": "a > 0"}, "a != 0", poly("h"))],
    "no times means 1": [entry("a", {"h": "a >= 0"}, "a >= 0", poly("h", times=[]))],
    "anything from a contradiction": [
        entry("a b", {"h": "a > 0", "g": "- a > 0"}, "b = 0", have("f", "0 > 0", poly("h", "g"), false_by("f")))
    ],
    "three cases": [
        entry(
            "a",
            {"h": "a^2 - 1 = 0"},
            "a != 0",
            cases(
                "a", lt=contra(poly(h="1", **{"not": "- a"})), eq=contra(poly(h="1", **{"not": "- a"})), gt=poly("case")
            ),
        )
    ],
    "overlapping cases": [entry("a", {}, "a^2 >= 0", cases("a", le=poly("case case"), ge=poly("case case")))],
    "cases of two goals": [
        entry(
            "a",
            {},
            {"one": "1 >= 0", "two": "2 > 0"},
            cases("a", lt=split(one=poly({}), two=poly({"c": "2"})), ge=split(one=poly({}), two=poly({"c": "2"}))),
        )
    ],
    "contra of >=": [
        entry("a", {"h": "a^3 = 0"}, "a >= 0", contra(have("f", "0 > 0", poly("not not not", h="1"), false_by("f"))))
    ],
    "contra of >": [entry("a", {"h": "a - 1 >= 0"}, "a > 0", contra(poly("h", "not")))],
    "contra of =": [
        entry("a", {"h": "a^2 = 0"}, "a = 0", contra(have("f", "0 > 0", poly("not", h="-1"), false_by("f"))))
    ],
    "contra of !=": [entry("a", {"h": "a - 1 = 0"}, "a != 0", contra(poly(h="1", **{"not": "-1"})))],
    "have": [
        entry("a", {"h": "a - 1 >= 0"}, "a^2 - 1 >= 0", have("g", "a + 1 >= 0", poly("h", {"c": "2"}), poly("h g")))
    ],
    "split": [TWO],
    "define an inverse": [
        entry(
            "a b",
            {"h": "a^2 b - a = 0", "g": "a != 0"},
            "a b - 1 = 0",
            define("r", "inverse", "a", NONZERO, poly(h="r", **{"r.def": "1 - a b"})),
        )
    ],
    "define a root": [
        entry(
            "a",
            {"h": "a >= 0"},
            "a >= 0",
            define("s", "sqrt", "a", poly("h"), poly({"squares": [P("s")]}, **{"s.def": "-1"})),
        )
    ],
    "let an inverse": [
        entry(
            "a", {"h": "a > 0"}, "r > 0", contra(poly("not h", **{"r.def": "1"})), let=[INVERSE], sides={"r": poly("h")}
        )
    ],
    "let a root": [
        entry(
            "a",
            {"h": "a >= 0"},
            {"s": "s >= 0", "d": "s^2 - a = 0"},
            split(s=poly("s.sign"), d=poly(**{"s.def": "1"})),
            let=[let("s", "sqrt", "a")],
            sides={"s": poly("h")},
        )
    ],
    "let what needs the definition before": [
        entry(
            "a",
            {"h": "a > 0"},
            "q - 1 = 0",
            poly(**{"q.def": "1", "r.def": "- q"}),
            let=[INVERSE, let("q", "inverse", "r a")],
            sides={"r": poly("h"), "q": have("f", "r a > 0", poly({}, **{"r.def": "1"}), poly("f"))},
        )
    ],
    "let at the state reached": [
        entry(
            "",
            {"h": "k >= 0"},
            "r > 0",
            have("f", "k + 1 > 0", poly("h", {}), contra(poly("not f", **{"r.def": "1"}))),
            sides={"r": have("f", "k + 1 > 0", poly("h", {}), poly("f"))},
            **LATER,
        )
    ],
    "let by induction": [
        entry(
            "",
            {},
            "r^2 >= 0",
            poly({"squares": [P("r")]}),
            sides={"r": induction(*COUNTED, have("f", "k + 1 > 0", poly("I", {}), poly("f")))},
            **LATER,
        )
    ],
    "a lemma": [
        NONNEGATIVE,
        entry("b", {}, "b^2 >= 0", lemma({"a": "b^2"}, poly("new"), {"h": poly({"squares": [P("b")]})})),
    ],
    "a lemma at one index": [SQUARE, entry("a[i]", {}, "a[i]^2 >= 0", lemma({"a": "a[i]"}, poly("new")))],
    "a lemma on families": [
        TOTAL,
        entry(
            "b[i] c",
            {"g": "b[i] - c >= 0"},
            "sum(b[i]) - c sum() >= 0",
            lemma({"a[i]": "b[i] - c"}, poly("new"), {"h": poly("g")}),
        ),
    ],
    "a lemma on a family that is constant": [
        TOTAL,
        entry("c", {"g": "c >= 0"}, "c sum() >= 0", lemma({"a[i]": "c"}, poly("new"), {"h": poly("g")})),
    ],
    "a lemma with vectors": [
        entry("u@ v@", {}, "u@u + 2 u@v + v@v >= 0", poly({"norms": [P("u@ + v@")]}), id="lemma"),
        entry("w@ b", {}, "w@w + b^2 >= 0", lemma({"u@": "w@", "v@": "b #1@"}, poly("new"))),
    ],
    "a lemma on runs": [GROWTH, entry("", {}, "k >= 0", GROWN, run=COUNT)],
    "a lemma on runs of vectors": [
        entry("", {}, "w@w >= 0", poly({"norms": [P("w@")]}), run=WALK, id="lemma"),
        entry(
            "e@",
            {},
            "b^2 + w@w >= 0",
            lemma(
                {"w@": "w@ + b #1@"},
                poly("new"),
                run={"input": {"x@": P("e@ + #1@")}, "start": {"w@": ZERO}, "when": {}, "next": {"w@": ZERO}},
            ),
            run=run({"w@": "0", "b": "0"}, {"w@": "w@ + e@", "b": "b + 1"}),
        ),
    ],
    "induction": [entry("", {}, "k >= 0", induction(*COUNTED, poly("I")), run=COUNT)],
    "induction with what is known of the parameters": [
        entry(
            "a",
            {"h": "a >= 0"},
            "k >= 0",
            induction({"I": "k >= 0"}, {"I": ZERO}, {"I": poly("I", "h")}, poly("I")),
            run=run({"k": "0"}, {"k": "k + a"}),
        )
    ],
    "induction over families": [
        entry(
            "a[i]",
            {"h": "a[i] >= 0"},
            {"each": "s[i] >= 0", "sum": "sum(s[i]) >= 0"},
            induction(
                {"I": "s[i] >= 0"},
                {"I": ZERO},
                {"I": poly("I", "h")},
                split(each=poly("I"), sum=sum_of("I", poly("sum"))),
            ),
            run=FAMILY,
        )
    ],
    "the sum of an equation": [
        entry("a[i] b[i]", {"h": "a[i] - b[i] = 0"}, "sum(a[i]) - sum(b[i]) = 0", sum_of("h", poly(sum="1")))
    ],
    "the sum of a constant": [
        entry("c a[i]", {"h": "c - a[i] > 0"}, "c sum() - sum(a[i]) >= 0", sum_of("h", poly("sum")))
    ],
    "a sum of vectors": [SUM_OF_VECTORS],
    "a double sum, from both ends": [
        entry(
            "a[i] x[i]@ b[i] z[i]@",
            {},
            "sum(a[i],sum(b[i],z[i]@)@x[i]) - sum(b[i],sum(a[i],x[i]@)@z[i]) = 0",
            ideal(unfold("b[i] z[i]@", "sum(a[i],x[i]@)@"), unfold("a[i] x[i]@", "sum(b[i],z[i]@)@", "-1")),
        )
    ],
    "what does not mention the index is taken out of a sum": [
        entry(
            "c u@ a[i] x[i]@",
            {},
            "c sum(x[i]@)@u - c sum(u@x[i]) = 0",
            ideal(unfold("c x[i]@ + a[i] u@ + a[i] #1@ + #2@", "u@ + 2 #1@ + c #2@")),
        )
    ],
    "the norm of a sum": [entry("x[i]@", {}, "sum(x[i]@)@sum(x[i]@) >= 0", poly({"norms": [P("sum(x[i]@)@")]}))],
    "a sum put for a vector": [
        entry("u@ v@", {}, "u@u + 2 u@v + v@v >= 0", poly({"norms": [P("u@ + v@")]}), id="lemma"),
        entry(
            "x[i]@ w@",
            {},
            "w@w + 2 sum(x[i]@)@w + sum(x[i]@)@sum(x[i]@) >= 0",
            lemma({"u@": "w@", "v@": "sum(x[i]@)@"}, poly("new")),
        ),
    ],
    "vectors that do not differ, and units, put into a sum": [
        SUM_OF_VECTORS,
        entry(
            "b[i] v@",
            {},
            "sum(b[i]^2) - sum(b[i],b[i]) = 0",
            lemma({"a[i]": "b[i]", "x[i]@": "v@ + b[i] #1@", "w@": "v@ + #1@"}, poly(new="1")),
        ),
    ],
    "a positive exponential": [entry("a", {}, "exp(1,a) > 0", poly(exps("a")))],
    "an exponential as a multiplier": [
        entry("a b", {"h": "exp(-1/2,a^2) b >= 0"}, "b >= 0", poly("h", times=[exps("- 1/2 a^2")]))
    ],
    "one exponential, spelled twice": [
        entry("a b", {}, "exp(2,a,b^2;-1/2,a;1) - exp(1;-1/4,a;-1/4,a;1,b,a,b;1,b^2,a;0,b) = 0", ZERO)
    ],
    "the law of exponents": [entry("a b", {}, "exp(1,a;1,b) - exp(1,a) exp(1,b) = 0", ideal(law("a", "b")))],
    "exp 0 is 1": [entry("a", {}, "exp(1,a) exp(-1,a) - 1 = 0", ideal(law("a", "- a", "-1")))],
    "exponentials of numbers": [entry("", {}, "exp(2) - exp(1)^2 = 0", ideal(law("1", "1")))],
    "a tangent": [entry("t", {}, "exp(1,t) - 1 - t >= 0", poly(taylor("t")))],
    "a tangent at a point": [
        entry("p q", {}, "exp(1,p) - exp(1,q) - p exp(1,q) + q exp(1,q) >= 0", poly(taylor("p", "q")))
    ],
    "a series": [entry("t", {}, "exp(1,t) - 1 - t - 1/2 t^2 - 1/6 t^3 >= 0", poly(taylor("t", degree=3)))],
    "a long series": [entry("", {}, [">=", ["exp", "1"], str(SERIES)], poly(taylor("1", degree=19)))],
    "an exponential grows": [
        entry("p q", {"h": "p - q > 0"}, "exp(1,p) - exp(1,q) > 0", poly(taylor("p", "q"), exps("q", facts=["h"])))
    ],
    "a tangent at every index, in sum": [
        entry(
            "a[i]",
            {},
            "sum(exp(1,a[i])) - sum() - sum(a[i]) >= 0",
            have("f", "exp(1,a[i]) - 1 - a[i] >= 0", poly(taylor("a[i]")), sum_of("f", poly("sum"))),
        )
    ],
    "terms put into an exponent": [
        entry("a[i] c", {}, "exp(1,a[i],c) > 0", poly(exps("a[i] c")), id="lemma"),
        entry(
            "b[i]",
            {},
            "exp(1,b[i],sum(b[i]);1,sum(b[i])) > 0",
            opened(lemma({"a[i]": "b[i] + 1", "c": "sum(b[i])"}, poly("new"))),
        ),
    ],
    "define a logarithm": [
        entry("a", {"h": "a > 0"}, "a > 0", define("l", "ln", "a", poly("h"), poly(exps("l"), **{"l.def": "-1"})))
    ],
    "let a logarithm": [
        entry(
            "a",
            {"h": "a > 0"},
            "a - 1 - l >= 0",
            poly(taylor("l"), **{"l.def": "-1"}),
            let=[let("l", "ln", "a")],
            sides={"l": poly("h")},
        )
    ],
    "let one number for each index": [
        entry(
            "a[i]",
            {"h": "a[i] > 0"},
            {"r": "sum(a[i],r[i]) - sum() = 0", "s": "s[i] >= 0", "l": "exp(1,l[i]) - a[i] = 0"},
            sum_of("r[i].def", split(r=poly(sum="1"), s=poly("s[i].sign"), l=poly(**{"l[i].def": "1"}))),
            let=[let("r[i]", "inverse", "a[i]"), let("s[i]", "sqrt", "a[i]"), let("l[i]", "ln", "a[i]")],
            sides={"r[i]": poly("h"), "s[i]": poly("h"), "l[i]": poly("h")},
        )
    ],
    "define a number at one index": [
        entry(
            "a[i]",
            {"h": "a[i] >= 0"},
            "a[i] >= 0",
            define("s", "sqrt", "a[i]", poly("h"), poly({"squares": [P("s")]}, **{"s.def": "-1"})),
        )
    ],
    "an index left open by a sum": [
        entry("a[i]", {"h": "a[i] >= 0"}, "sum(a[i]) - a[i] >= 0", opened(sum_of("h", poly("each"), each="each")))
    ],
    "an index left open by a cut, a definition and a theorem": [
        TOTAL,
        entry(
            "a[i]",
            {"h": "a[i] - 1 >= 0"},
            "a[i] sum(a[i]) >= 0",
            opened(
                have(
                    "f",
                    "a[i] >= 0",
                    poly("h", {}),
                    opened(
                        define(
                            "s[i]",
                            "sqrt",
                            "a[i]",
                            poly("f"),
                            opened(lemma({"a[i]": "a[i]"}, poly("f new"), {"h": poly("f")})),
                        )
                    ),
                )
            ),
        ),
    ],
    "an index left open by an induction": [
        entry(
            "a[i]",
            {"h": "a[i] >= 0"},
            "s[i] >= 0",
            opened(induction({"I": "s[i] >= 0"}, {"I": ZERO}, {"I": poly("I", "h")}, poly("I"))),
            run=FAMILY,
        )
    ],
    "the entries at one index": [
        entry(
            "a[i] x[i]@ b[i]",
            {"h": "b[i] >= 0", "g": "sum(a[i],x[i]@)@x[i] - 1 >= 0"},
            "sum(b[i]) sum(a[i],x[i]@)@x[i] - sum(b[i]) >= 0",
            entry_of({"x[i]@": "x0@"}, sum_of("h", poly("sum g0")), g0="g"),
        )
    ],
    "the entries at one index of a run": [
        entry(
            "a[i]",
            {"h": "a[i] >= 0"},
            "k a[i] >= 0",
            entry_of(
                {"a[i]": "c"}, induction({"I": "k c >= 0"}, {"I": ZERO}, {"I": poly("I", "pos")}, poly("I")), pos="h"
            ),
            run=COUNT,
        )
    ],
    "nearest points": [
        entry(
            "y[i] x[i]@ c@",
            {},
            {
                "across": "sum(m[i],x[i]@)@x[i] - c@x[i] - y[i] β >= 0",
                "along": "sum(m[i],x[i]@)@c - sum(m[i],x[i]@)@sum(m[i],x[i]@) = 0",
                "balance": "sum(m[i],y[i]) = 0",
                "sign": "m[i] >= 0",
            },
            split(
                across=poly("m[i].across"),
                along=poly(**{"m[i].along": "1"}),
                balance=poly(**{"m[i].balance": "1"}),
                sign=poly("m[i].sign"),
            ),
            let=[weights("x[i]@", "c@", "y[i]")],
            sides={"m[i]": ZERO},
        )
    ],
    "projections": [
        entry(
            "x[i]@ c@",
            {},
            {
                "across": "sum(m[i],x[i]@)@x[i] - c@x[i] = 0",
                "along": "sum(m[i],x[i]@)@c - sum(m[i],x[i]@)@sum(m[i],x[i]@) = 0",
            },
            split(across=poly(**{"m[i].across": "1"}), along=poly(**{"m[i].along": "1"})),
            let=[weights("x[i]@", "c@", kind="projection")],
            sides={"m[i]": ZERO},
        )
    ],
    "a nearest point defined in a proof, with units": [
        entry(
            "x[i]@",
            {"h": "sum(x[i]@)@sum(x[i]@) = 0"},
            "1 >= 0",
            {
                "rule": "define",
                "let": weights("x[i]@ + #1@", "#1@"),
                "why": ZERO,
                "then": have(
                    "f",
                    "sum(m[i]) - sum(m[i])^2 - sum(m[i],x[i]@)@sum(m[i],x[i]@) = 0",
                    poly(**{"m[i].along": "1"}),
                    poly({}),
                ),
            },
        )
    ],
    "a theorem on nearest points": [NEAR, entry("z[i]@", {"one": "sum() - 1 = 0"}, "sum() >= 0", NEARER)],
    "one conclusion for every i": [
        entry("a[i]", CROSSED, "a[i] - 7 = 0", have("f", "0 > 0", poly("lo", "hi"), false_by("f")))
    ],
}

FALSE = {  # with a witness
    "a number": [entry("a", {}, "a >= 0", counterexample=witness(values={"a": "-1/2"}))],
    "an equation": [entry("a", {}, "a = 0", counterexample=witness(values={"a": "1"}))],
    ">": [entry("a", {}, "a^2 > 0", counterexample=witness(values={"a": "0"}))],
    "!=": [entry("a", {}, "a^2 - a != 0", counterexample=witness(values={"a": "1"}))],
    "vectors": [
        entry("u@ v@", {}, "u@v^2 - 1 > 0", counterexample=witness(2, values={"u@": ["1", "2"], "v@": ["2", "-1/2"]}))
    ],
    "dimension 0": [entry("u@", {}, "u@u > 0", counterexample=witness(values={"u@": []}))],
    "for every i": [
        entry("a[i]", {"h": "a[i] >= 0"}, "a[i] - 1 >= 0", counterexample=witness(size=2, values={"a[i]": ["1", "0"]}))
    ],
    "a sum": [
        entry(
            "a[i] x[i]@",
            {},
            "sum(a[i]^2,x[i]@x[i]) - 13 != 0",
            counterexample=witness(1, 2, {"a[i]": ["1", "2"], "x[i]@": [["3"], ["1"]]}),
        )
    ],
    "an empty index set": [entry("a[i]", CROSSED, "sum() > 0", counterexample=witness(values={"a[i]": []}))],
    "no step": [entry("", {}, "k > 0", run=COUNT, counterexample=witness())],
    "some steps": [entry("", {}, "2 - k >= 0", run=GROW, counterexample=witness(steps=[{"x": "2"}, {"x": "1/2"}]))],
    "a state that is a vector": [
        entry(
            "", {}, "24 - w@w >= 0", run=WALK, counterexample=witness(2, steps=[{"x@": ["3", "0"]}, {"x@": ["0", "4"]}])
        )
    ],
    "a definition": [
        entry(
            "a",
            {"h": "a > 0"},
            "1 - r >= 0",
            let=[INVERSE],
            sides={"r": poly("h")},
            counterexample=witness(values={"a": "1/2", "r": "2"}),
        )
    ],
    "an exponential": [entry("a", {"h": "a >= 0"}, "3 - exp(1,a) >= 0", counterexample=witness(values={"a": "10/9"}))],
    "exponentials that cancel": [
        entry(
            "a b",
            {"h": "exp(1,a) exp(1,b) - exp(1) = 0"},
            "a != 0",
            counterexample=witness(values={"a": "0", "b": "1"}),
        )
    ],
    "an exponential as a value": [
        entry(
            "a[i]",
            {"h": "sum(a[i]) - 2 exp(3/2) = 0", "g": "a[i] > 0"},
            "a[i] - 5 >= 0",
            counterexample=witness(size=2, values={"a[i]": [["+", ["*", "2", ["exp", "3/2"]], "-4"], "4"]}),
        )
    ],
    "a logarithm": [
        entry(
            "a",
            {"h": "a > 0"},
            "l - 1 >= 0",
            let=[let("l", "ln", "a")],
            sides={"l": poly("h")},
            counterexample=witness(values={"a": ["exp", "1/2"], "l": "1/2"}),
        )
    ],
    "a sum of vectors": [
        entry(
            "a[i] x[i]@",
            {},
            "sum(a[i],sum(a[i],x[i]@)@x[i]) - sum(sum(a[i],x[i]@)@x[i]) - 6 != 0",
            counterexample=witness(2, 2, {"a[i]": ["1", "2"], "x[i]@": [["2", "0"], ["1", "1"]]}),
        )
    ],
    "exponentials in sums": [
        entry(
            "a[i] x[i]@ b[i]",
            {"h": "sum(exp(1,a[i]),b[i]) - exp(1) = 0"},
            "exp(1,a[i],sum(b[i]^2);-1,sum(x[i]@)@x[i]) - 1 >= 0",
            counterexample=witness(1, 2, {"a[i]": ["0", "1"], "b[i]": ["0", "1"], "x[i]@": [["0"], ["2"]]}),
        )
    ],
    "nearest points": [
        entry(
            "x[i]@ c@",
            {},
            "sum(m[i]) - 2 >= 0",
            let=[weights("x[i]@", "c@")],
            sides={"m[i]": ZERO},
            counterexample=witness(
                2,
                3,
                {"x[i]@": [["1", "0"], ["0", "1"], ["1", "1"]], "c@": ["1", "-1"], "m[i]": ["1", "0", "0"], "β": "7"},
            ),
        )
    ],
    "projections on a balanced span": [
        entry(
            "x[i]@ c@ y[i]",
            {},
            "β != 0",
            let=[weights("x[i]@", "c@", "y[i]", kind="projection")],
            sides={"m[i]": ZERO},
            counterexample=witness(
                1, 2, {"x[i]@": [["1"], ["0"]], "c@": ["2"], "y[i]": ["0", "1"], "m[i]": ["2", "0"], "β": "0"}
            ),
        )
    ],
    "a definition at the state reached": [
        entry(
            "",
            {"h": "k >= 0"},
            "r - 1 >= 0",
            sides={"r": have("f", "k + 1 > 0", poly("h", {}), poly("f"))},
            counterexample=witness(values={"r": "1/2"}, steps=[{}]),
            **LATER,
        )
    ],
}


@pytest.mark.parametrize("book", TRUE.values(), ids=TRUE)
def test_a_proof_is_accepted(book):
    assert [verdict for verdict, _, _ in verdicts(*book)] == ["proved"] * len(book), verdicts(*book)


@pytest.mark.parametrize("book", FALSE.values(), ids=FALSE)
def test_a_counterexample_is_accepted(book):
    assert [verdict for verdict, _, _ in verdicts(*book)] == ["refuted"] * len(book), verdicts(*book)


def test_citations_are_reported():
    assert [used for _, _, used in verdicts(GROWTH, entry("", {}, "k >= 0", GROWN, run=COUNT))] == [[], ["lemma"]]


# ------------------------------------------------------------------------------- what is kept out


def changed(book, *path, to=None):
    """The book with a value of its last entry replaced (or deleted if `to` is None)."""
    book = copy.deepcopy(book)
    place = book[-1]
    for key in path[:-1]:
        place = place[key]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return book


LONGER = SERIES + Fraction(1, factorial(20)) + Fraction(1, factorial(21))
NEARLY_E = f"{sum(10**200 // factorial(k) for k in range(200))}/{10**200}"
LONG = [f"a{n}" for n in range(150)]
NINES = "9" * 400
POWER = [">=", ["*", NINES, ["^", "a", "99"]], "0"]


def hours():
    """Small books that would take hours without a limit on numbers and on work."""
    yield [entry("a", {"h": POWER}, POWER, poly({"facts": ["h"] * 20_000}))]  # a power of a power
    many = [f"a{n}@" for n in range(3_000)]
    yield [entry(many, {}, "1 >= 0", poly({"norms": [["+", *many]]}))]  # 9 000 000 inner products
    terms = total([multiple(f"{NINES}/{10**399 + n}", [f"a^{n}"]) for n in range(1, 100)])
    yield [entry("a", {}, "1 >= 0", poly(*[{"squares": [terms]}] * 3))]  # denominators without a common factor
    tower = run({"k": "1"}, {"k": "k"})
    for power, steps in (("k^99", 6), ("k^2", 40)):
        climbing = {**tower, "next": {"k": multiple(NINES, [power])}}
        yield [entry("", {}, "k >= 0", run=climbing, counterexample=witness(steps=[{}] * steps))]
    high = entry("a", {"h": ["=", ["^", "a", "99"], "0"]}, ["=", ["^", "a", "99"], "0"], poly(h="1"), id="lemma")
    yield [high, entry("a", {}, "1 >= 0", lemma({"a": "a^99 + a^98 + 1"}, poly({}), premises={"h": ZERO}))]
    long = ["=", ["+", *(factor(f"a^{k}") for k in range(1, 99))], "0"]
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
    return [entry([*names, "c[i]"], assume, "c[i] = 0", counterexample=found)]


def nested():
    """Long atoms and deep ones, which are read again at each of their levels."""
    for name, depth in (("a" * 99, 20), ("a" * 10_000, 20), ("a", 200), ("sum(b[i],x[i]@)@sum(b[i],x[i]@)", 100)):
        atom = exponential = factor(name)
        for _ in range(depth):
            exponential, atom = ["exp", exponential], ["sum", ["*", "b[i]", atom]]
        yield [entry([name, "b[i]", "x[i]@"], {}, [">=", term, "0"], ZERO) for term in (exponential, atom)]
    exponential = factor(f"exp({';'.join(f'1,a^{n}' for n in range(1, 99))})")
    powers = [["*", ["^", exponential, str(e)], ["^", "a", str(e)]] for e in range(1, 99)]
    yield [entry("a", {}, [">=", ["+", *powers], "0"], ZERO)]
    names = [f"{'a' * 90}{n}" for n in range(30)]
    exponential = ["exp", ["+", *(["^", name, str(e)] for name in names for e in range(1, 99))]]
    squares = {"rule": "poly", "sum": [{"squares": [exponential] * 50}]}
    yield [entry(names, {}, "1 >= 0", squares)]  # long names
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


def cancelled():
    """False statements, if [i] is lost where it cancels in an exponent: there may be no i."""
    for text, p in (
        ("exp(0,a[i];1,b)", "b"),
        ("exp(1/2,a[i];1,b;-1/2,a[i])", "b"),
        ("exp(0,u@x[i];-1,sum(x[i]@)@x[i],b;2;1,b,sum(x[i]@)@x[i])", "2"),
        ("exp(1,exp(0,a[i];1,b))", "exp(1,b)"),
        ("exp(0,exp(2,a[i]);1,b)", "b"),
    ):
        fact, names = ["<=", factor(text), "0"], "a[i] b u@ x[i]@"
        yield [entry(names, {"h": fact}, "-1 >= 0", {**poly("h"), "times": [exps(p)]})]
        yield [
            entry(
                "a[i] b u@ x[i]@",
                {"h": ["<=", ["+", ["*", "b", "b", factor(text)], factor(text)], "0"]},
                "- b^2 - 1 >= 0",
                {**poly("h"), "times": [exps(p)]},
            )
        ]
    never = ["<=", ["exp", ["+", ["*", "0", "a[i]"], "b"]], "0"]
    stuck = run({"k": "0"}, {"k": "k + 1"}, ["b"], {"never": never})
    step = have("f", "-1 >= 0", poly("never", times=[exps("b")]), poly("I", "f"))
    yield [entry("a[i]", {}, "- k >= 0", induction({"I": "- k >= 0"}, {"I": ZERO}, {"I": step}, poly("I")), run=stuck)]


def nearest_in_proof(let, then):
    return {"rule": "define", "let": let, "why": ZERO, "then": then}


ENTRY_SQUARED = poly({"squares": [P("a[i]")]})
CROSS = poly(lo="-1", hi="1")
CLASHING = have("f", "0 > 0", poly("up", "down"), false_by("f"))
SIGNED = {"I": sum_of("m[i].sign", poly("sum"))}, {"I": poly("I")}
FAMILIES = entry(
    "c[i] d[i]",
    {"h": "c[i] - 1 >= 0", "g": "d[i] >= 0"},
    {"one": "c[i] >= 0", "two": "d[i] >= 0"},
    split(one=poly("h", {"c": "1"}), two=poly("g")),
    id="lemma",
)
IDENTITY = TRUE["an identity"]
WITNESS = FALSE["for every i"]
SAFE = poly({"squares": [P("a")]})  # shows a^2 >= 0
KEPT_OUT = {
    "": [
        [entry("", {}, "w@w >= 0", poly({"norms": [P("w@")]}), run=run({"w@": "#1@"}, {"w@": "w@"}))],
        [entry("", {}, "w@w >= 0", poly({"norms": [P("w@")]}), run=run({"w@": "0"}, {"w@": "#2@"}))],
        [entry("a[i]", {}, "1 >= 0", poly({}), run=run({"k": "a[i]"}, {"k": "k"}))],
        [entry("a[i]", {}, "1 >= 0", poly({}), run=run({"k": "0"}, {"k": "a[i]"}))],
        [
            entry("a[i]", CROSSED, "a[i] - 7 = 0", have("f", "0 > 0", poly("lo", "hi"), false_by("f")), id="lemma"),
            entry(
                "",
                {"lo": "1 > 0", "hi": "-1 > 0"},
                "-7 = 0",
                lemma(
                    {"a[i]": "0"},
                    poly(new="1"),
                    {
                        "lo": have("f", "0 > 0", poly("lo", "hi"), false_by("f")),
                        "hi": have("f", "0 > 0", poly("lo", "hi"), false_by("f")),
                    },
                ),
            ),
        ],
        [entry("", {}, "1 >= 0", define("x", "inverse", "1", poly({}), poly({})), run=GROW)],
        changed(IDENTITY, "statement", "id", to="it\n"),
    ],
    "arrays are nested": [
        [as_deep_as(kernel.MAX_DEPTH + 1)],
        [{**as_deep_as(1), "note": json.loads("[" * kernel.MAX_DEPTH + "]" * kernel.MAX_DEPTH)}],
    ],
    "or nested too deeply": [
        [entry("a", {}, [">=", ["*", "0", in_parentheses("a", levels)], "0"], ZERO)]
        for levels in (kernel.MAX_NESTING + 2, kernel.MAX_NESTING + 9)
    ]
    + [
        [entry("a", {}, [">", ["exp", deepest], "0"], poly({"exponentials": [deepest]}))]
        for deepest in (in_parentheses(inner, kernel.MAX_NESTING) for inner in ("a", "1"))
    ],
    "is not a mapping": [[{**SQUARE, "sides": sides}] for sides in ([], "", 0, False, [["r", ZERO]])],
    "too long": HOURS,
    "too large": [[entry(LONG, {}, [">=", ["^", ["+", *LONG], "2"], "0"], poly({"squares": [["+", *LONG]]}))]],
    "where [i] cancels": [
        [entry("a[i]", {"h": [">", ["*", "0", "a[i]"], "0"]}, "0 = 0", ZERO)],
        [
            entry("a[i] b", {}, goal, counterexample=witness(0, 1, {"a[i]": ["0"], "b": "0"}))
            for goal in [[">", ["+", ["*", "a[i]", "b"], ["-", ["*", "b", "a[i]"]]], "0"]]
        ],
        [entry("a[i]", {}, [">", "a[i]", "a[i]"], counterexample=witness(values={"a[i]": []}))],
        [entry("a[i]", {"h": [">", "a[i]", "a[i]"]}, "0 > 0", poly("h"))],
        [entry("a[i]", {"h": [">", ["^", "a[i]", "0"], "1"]}, "0 > 0", poly("h"))],
        [entry("x[i]@ w@", {"h": ["=", "x[i]@", "x[i]@"]}, "0 = 0", poly(h="1"))],
        [entry("a[i]", {}, "1 >= 0", ZERO, run=stepping(when={"h": [">", ["exp", ["-", "a[i]", "a[i]"]], "1"]}))],
    ],
    "not an object": [
        changed([SQUARE, entry("a", {}, "a^2 >= 0", lemma({"a": "a"}, poly("new")))], "proof", "premises", to=[])
    ],
    "where others belong": [
        changed(IDENTITY, "statement", "note", to="x"),
        changed(IDENTITY, "proof", "note", to="x"),
        changed(IDENTITY, "note", to="x"),
        changed(IDENTITY, "statement", "run", to={**COUNT, "note": 1}),
        changed([entry("", {}, "0 = 0", ZERO)], "statement", "declare"),
        changed(FALSE["a number"], "counterexample", "values", "b", to="1"),
        changed(FALSE["some steps"], "counterexample", "steps", 0, "k", to="1"),
        [SQUARE, entry("a b", {}, "a^2 >= 0", lemma({"a": "a", "b": "b"}, poly("new")))],
    ],
    "not an array": [
        *([entry("a", {}, ["=", term, term], poly())] for term in (1, True, {}, {"a": "1"}, ["+", "a", 1])),
        [entry("a", {}, ["=", ["exp", {}], "0"], poly())],
        changed(IDENTITY, "statement", "declare", to={"a": 1, "b": 1}),
        changed(IDENTITY, "statement", "declare", to="ab"),
    ],
    "not a rational": [
        [entry("a", {}, "a^2 >= 0", poly({"c": c, "squares": [P("a")]}))]
        for c in ("+1", " 1", "1 ", "1\n", "１", "1_1/1_1", "1/ 1", "1e0", "1.0", "", "1/+1", 1, True)
    ],
    "/0'": [
        [entry("a", {}, [">=", ["*", "0", ["exp", ["*", "1/0", "a"]]], "0"], ZERO)],
        [entry("a", {}, "a^2 >= 0", poly({"c": "1/0", "squares": [P("a")]}))],
        [entry("a", {}, "a^2 >= 0", poly({"c": "0/0", "squares": [P("a")]}))],
    ],
    "not declared: '": [
        changed(
            [entry("x@ a", {}, "a^2 >= 0", poly({"squares": [atom]}))],
            "statement",
            "show",
            "goal",
            to=[">=", ["^", atom, "2"], "0"],
        )
        for atom in (
            "@x",
            "#1@x",
            "x@@x",
            "x@x@",
            "x@x@x",
            "a\n",
            "x@x\n",
            "",
            "#1",
            "#0@",
            "#10@",
            "a^0",
            "a^01",
            "a^100",
            "a^-1",
            "a^",
            "a ",
            "a[j]",
            "a[i][i]",
            "sum(a",
            "sum(,)",
            "a(",
            "(a)",
            "EXP(1,a)",
            "exp(1,a",
            "exp(1,aa",
            "sum(a[i]a",
            "exp(1,,a)",
            "exp(1,a)exp(1,a)",
            "exp(1,a)[i]",
            "sum(a[i],)",
            "sum(a[i]))",
            "sum((a[i]))",
            "sum(a[i]),sum(a[i])",
            "a\u0301",
        )
    ],
    "exponent": [
        [entry("a[i]", {}, [">=", ["*", "0", ["sum", ["*", ["^", "a[i]", "99"], "a[i]"]]], "0"], ZERO)],
        [entry("a", {}, [">=", ["*", "0", ["exp", ["*", ["^", "a", "99"], "a"]]], "0"], ZERO)],
        [entry("a", {}, "a^99 a >= 0", poly({"squares": [P("a^50")]}))],
    ],
    "not a term": [
        changed(IDENTITY, "statement", "show", "goal", to=["=", [], "0"]),
        changed(IDENTITY, "statement", "show", "goal", to=["=", None, "0"]),
        *(
            [entry("a b", {}, ["=", term, term], poly())]
            for term in (
                [],
                None,
                ["a"],
                [["+"], "a", "b"],
                ["+"],
                ["+", "a"],
                ["-"],
                ["-", "a", "b", "a"],
                ["*", "a"],
                ["/", "a"],
                ["/", "a", "b", "a"],
                ["^", "a"],
                ["@", "0"],
                ["sum"],
                ["sum", "a", "b"],
                ["exp"],
                ["exp", "a", "b"],
                ["max", "a"],
                ["min"],
                ["abs", "a", "b"],
                ["sqrt", "a", "2"],
                ["ln", "a", "2"],
                ["**", "a", "2"],
                [None, "a"],
            )
        ),
    ],
    "too large an exponent": [
        [entry("a a[i]", {}, ["=", [word, ["^", ["^", name, "50"], "2"]], "0"], poly())]
        for word, name in (("sum", "a[i]"), ("exp", "a"))
    ],
    "declared: '": [
        [entry("a x[i]@", {}, ["=", term, term], poly())]
        for term in (
            "",
            "a b",
            "a^2",
            "a@a",
            "2a",
            "1.0",
            "+1",
            " 1",
            "sum(x[i]@)@",
            "exp(1)",
            "#0@",
            "#1",
            "a[j]",
            "1\n",
        )
    ],
    "are added": [[entry("a w@", {}, ["=", ["+", *terms], "0"], poly())] for terms in (("a", "w@"), ("w@", "0", "1"))]
    + [[entry("a w@", {}, ["=", ["-", "w@", ["-", "a", "a"]], "w@"], poly())]],
    "a number and a vector are added": [
        [entry("x[i]@ a", {}, "sum(x[i]@)@sum(x[i]@) >= 0", poly({"norms": [P("sum(x[i]@)@ + a")]}))],
    ],
    "not two vectors": [
        [entry("x[i]@ w@ a[i] a", {}, [">=", factor(text), "0"], ZERO)]
        for text in ("sum(a[i])@w", "sum()@w", "exp(1,a)@w")
    ]
    + [
        [entry("a w@", {}, ["=", ["@", *terms], "0"], poly())]
        for terms in (("a", "w@"), ("w@", ["-", "a", "a"]), ("0", "1"), (["@", "w@", "w@"], "w@"))
    ],
    "where a number belongs": [
        [entry("u@ v@", {"h": "u@ v@ = 0"}, "u@ v@ = 0", poly(h="1"))],
        [entry("u@", {}, "u@^2 >= 0", poly({"squares": [P("u@")]}))],
    ]
    + [
        [entry("x[i]@ w@ a", {}, [">=", factor(text), "0"], ZERO)]
        for text in ("sum(x[i]@^2)@w", "exp(1,w@)", "exp(1,#1@)", "exp(1,a,w@)")
    ]
    + [
        [entry("a w@ x[i]@", {}, ["=", term, term], poly())]
        for term in (
            ["*", "w@", "w@"],
            ["*", "w@", "0", "w@"],
            ["*", ["-", "w@", "w@"], "w@"],
            ["/", "a", "w@"],
            ["/", "w@", "w@"],
            ["/", "0", "w@"],
            ["^", "w@", "2"],
            ["^", "w@", "0"],
            ["exp", "w@"],
            ["exp", ["-", "w@", "w@"]],
            ["exp", ["sum", "x[i]@"]],
            ["ln", "w@"],
            ["sqrt", "w@"],
            ["abs", "w@"],
            ["max", "a", "w@"],
            ["min", "w@", "a"],
        )
    ],
    "says that this": [
        [entry("a b", {"h": ["!=", "a", "0"]}, ["=", ["*", "0", term], "0"], poly())]
        for term in (
            ["/", "1", "a"],
            ["/", "1", "0"],
            ["^", "a", "-1"],
            ["^", "0", "-1"],
            ["^", "a", "1/2"],
            ["^", "4", "1/2"],
            ["sqrt", "a"],
            ["sqrt", ["^", "a", "2"]],
            ["ln", "a"],
            ["abs", "a"],
            ["max", "a", "b"],
            ["min", "a", "b"],
            ["/", "0", "0"],
        )
    ]
    + [
        [
            entry(
                "a b",
                {"h": [">", "a", "0"]},
                ["=", ["*", "0", ["/", "1", of]], "0"],
                poly(),
                let=[INVERSE],
                sides={"r": poly("h")},
            )
        ]
        for of in (
            ["*", "a", "b"],
            ["*", "0", "a"],
            ["^", "b", "2"],
            ["^", "b", "0"],
            ["-", "a", "1"],
            ["+", "a", "a"],
            ["/", "a", "2"],
            ["^", "a", "-1"],
            ["^", ["*", "a", "b"], "2"],
            ["-", "b"],
            ["*", "1/2", ["-", "a", "a"]],
        )
    ],
    "are compared": [
        [entry("a w@", {}, ["=", *sides], poly())]
        for sides in (
            ("a", "w@"),
            ("a", ["-", "w@", "w@"]),
            (["-", "w@", "w@"], "a"),
            ("w@", "1"),
            ("w@", ["-", "a", "a"]),
            (["@", "w@", "w@"], ["*", "a", "w@"]),
        )
    ],
    "not compared so": [
        *([entry("w@", {}, [">=", *sides], poly())] for sides in ((["-", "w@", "w@"], "0"), ("0", ["-", "w@", "w@"]))),
        *(
            [entry("w@", {}, [relation, "w@", side], poly())]
            for relation in ("<=", "<", "!=", ">", ">=")
            for side in ("w@", "0")
        ),
    ],
    "left side, right side": [
        [entry("a", {}, [relation, "a", "a"], poly())] for relation in ("==", "<>", "", None, ["="], 0)
    ],
    "table of facts": [changed(IDENTITY, "statement", "assume", to=[])],
    "not [relation": [
        changed([entry("a", {"h": "a >= 0"}, "a >= 0", poly("h"))], "statement", "show", "goal", to=to)
        for to in (["<=", P("a")], ["==", P("a")], [">=", "a", "0", "0"], [">="], [], [["="], P("a")])
    ],
    "not declared": [
        [entry("a", {}, ["=", ["-", "b", "b"], "0"], poly())],
        [entry("a", {}, ["=", ["-", "b@", "b@"], "0"], poly())],
        [entry("a", {}, ["=", ["*", "0", "b"], "0"], poly())],
        [entry("a", {}, ["=", ["^", "b", "0"], "1"], poly())],
        [entry("a", {"h": ["=", ["sum", ["-", "b[i]", "b[i]"]], "0"]}, "1 >= 0", poly({}))],
        [entry("a", {}, "1 >= 0", poly({}), run=stepping(next={"k": ["-", "b", "b"]}))],
        [entry("a", {}, "1 >= 0", poly({}), run=stepping(start={"k": ["*", "0", "u"]}))],
        [entry("a", {}, "1 >= 0", poly({}), run=stepping(when={"h": ["=", ["*", "0", "b"], "0"]}))],
        [
            entry(
                "a", {}, "1 >= 0", poly({}), let=[{**INVERSE, "of": ["+", "1", ["*", "0", "b"]]}], sides={"r": poly({})}
            )
        ],
        [entry("a", {}, "1 >= 0", have("f", [">=", ["-", "b", "b"], "0"], poly(), poly({})))],
        [entry("a", {}, "1 > 0", poly({"exponentials": [["-", "b", "b"]]}))],
        [
            entry(
                "",
                {},
                "k >= 0",
                induction({"I": ["=", ["*", "0", "u"], "0"]}, {"I": ZERO}, {"I": ZERO}, poly()),
                run=stepping(),
            )
        ],
        [entry("a", {}, "a^2 >= 0", poly({"squares": [P("a")]}, {"squares": [P("b"), "0"]}))],  # a square by 0
        *(
            [entry("a", {"h": [">=", factor(atom), "0"]}, "1 >= 0", poly({}))]
            for atom in ("exp(1,a,b)", "sum(b[i])", "sum(x[i]@)@sum(x[i]@)", "exp(1,sum(exp(1,b[i])))")
        ),
        [entry("a[i]", {}, "0 >= 0", poly({**exps("b"), "squares": [P("0")]}))],
        *(
            [
                entry(
                    "x[i]@",
                    {},
                    "1 >= 0",
                    nearest_in_proof(weights(*parts), induction({"I": "sum(m[i]) >= 0"}, *SIGNED, poly({}))),
                    run=run({"k": "0", "w@": "0"}, {"k": "k + 1", "w@": "w@"}),
                )
            ]
            for parts in (("k x[i]@",), ("x[i]@ + w@",), ("x[i]@", "w@"), ("x[i]@", "0", "k"))
        ),
        [
            entry(
                "a[i]",
                {"h": "a[i] >= 0", "g": "s[i] >= 0"},
                "s[i] >= 0",
                entry_of(
                    {"s[i]": "t"}, induction({"I": "t >= 0"}, {"I": poly("k")}, {"I": poly("I")}, poly("I")), k="g"
                ),
                run=FAMILY,
            )
        ],
        [entry("", {}, "a^2 >= 0", SAFE)],
        [entry("a", {"h": "b >= 0"}, "a^2 >= 0", SAFE)],
        [
            entry(
                "a",
                {"h": "a = 0"},
                "0 = 0",
                {"rule": "poly", "ideal": [{"fact": "h", "by": P("b")}, {"fact": "h", "by": P("- b")}]},
            )
        ],
        [entry("a", {}, "a^2 >= 0", SAFE, run=run({"k": "0"}, {"k": "k"}, [], {"up": "z >= 0"}))],
        [entry("a", {}, "a^2 >= 0", SAFE, run=run({"k": "z"}, {"k": "k"}))],
        [entry("a", {}, "a^2 >= 0", SAFE, run=run({"k": "k"}, {"k": "k"}))],
        [entry("a", {}, "a^2 >= 0", SAFE, run=run({"k": "0"}, {"k": "z"}))],
        [entry("a", {}, "a^2 >= 0", SAFE, let=[let("r", "sqrt", "b^2")], sides={"r": SAFE})],
        [entry("", {}, "x >= 0", induction(*COUNTED, poly("x")), run=GROW)],
        [entry("", {}, "0 >= 0", induction({"I": "x >= 0"}, {"I": ZERO}, {"I": poly("up")}, ZERO), run=GROW)],
    ],
    "is expected": [
        [entry("x[i]@ a[i] c@ b", {}, "1 >= 0", poly({}), let=[weights(*parts)], sides={"m[i]": ZERO})]
        for parts in (("a[i]",), ("x[i]@", "b"), ("x[i]@", "c@", "c@"), ("x[i]@", "c@", "x[i]@"))
    ]
    + [
        [entry("a x@", {}, "a^2 >= 0", poly({"squares": [P("a")]}, {"squares": ["x@", "0"]}))],
        [entry("a[i] w@", {}, "0 = 0", ideal(unfold("a[i]", "w@")))],
        [entry("x[i]@ a", {}, "0 = 0", ideal(unfold("x[i]@", "a")))],
        [entry("a", {}, "a^2 >= 0", SAFE, run=run({"k@": "1"}, {"k@": "k@"}))],
        [entry("u@ a", {}, "a^2 >= 0", SAFE, run=run({"k": "0"}, {"k": "u@"}))],
        [entry("u@ a", {}, "1 >= 0", poly({"norms": [P("1")]}))],
        [SQUARE, entry("u@ a", {}, "1 >= 0", lemma({"a": "u@"}, poly({})))],
    ],
    "cannot be declared": [
        [entry("a[i] b", {"h": "a[i] >= 0"}, "a[i] >= 0", entry_of({"a[i]": name}, poly("g"), g="h"), run=GROW)]
        for name in ("b", "k", "x", "sum()", "exp(1)", "1", "")
    ]
    + [
        [entry("x[i]@ b", {}, "1 >= 0", nearest_in_proof(weights("x[i]@", multiplier=name), poly({})), run=GROW)]
        for name in ("b", "k", "x")
    ]
    + [
        [entry(names, {}, "1 >= 0", poly({}))]
        for names in (
            ["1a"],
            ["a b"],
            ["sum()"],
            ["a[i]b"],
            ["a" * 100],
            ["a\n"],
            ["a@@"],
            ["#1@"],
            ["@"],
            [""],
            [5],
            [["a"]],
            ["a\u0301"],
            ["a^2"],
            ["a[j]"],
            ["\u0663"],
            ["9"],
            ["₁"],
            *([f"{a}{b}"] for a in ("", "a") for b in "²ⁿ×÷ªµºʰʹ̂΀ͰΆ΢ΰϊϕ϶жא三ℓ𝑥\U0001e4d0ᵢₙⱼＡ·⊥∂⟨"),
        )
    ]
    + [
        [entry("a", {}, "1 >= 0", poly({}), run=run({"a": "0"}, {"a": "a"}))],
        [entry("a", {}, "1 >= 0", poly({}), run=run({"k": "0"}, {"k": "k"}, ["a"]))],
        [entry("a", {}, "1 >= 0", poly({}), run=run({"k": "0"}, {"k": "k"}, ["k"]))],
        [entry("a b", {"h": "a > 0"}, "1 >= 0", poly({}), let=[let("b", "inverse", "a")], sides={"b": poly("h")})],
        [entry("a b", {"h": "a > 0"}, "1 >= 0", define("b", "inverse", "a", poly("h"), poly({})))],
    ],
    "twice": [
        [
            entry(
                "a[i] b[i]",
                {"h": "a[i] b[i] - 1 >= 0"},
                "a[i] b[i] - 1 >= 0",
                entry_of({"a[i]": "c", "b[i]": "c"}, poly("g"), g="h"),
            )
        ],
        [entry("a a", {}, "a^2 >= 0", SAFE)],
    ],
    "two facts": [
        [entry("a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", entry_of({"a[i]": "b"}, poly("h"), h="h"))],
        [entry("x[i]@", {"m[i].sign": "1 >= 0"}, "1 >= 0", nearest_in_proof(weights("x[i]@"), poly({})))],
        [entry("a", {"h": "a >= 0"}, "a >= 0", have("h", "a >= 0", poly("h"), poly("h")))],
        changed(
            [entry("a", {"h": "a >= 0"}, "a >= 0", have("g", "a >= 0", poly("h"), poly("h")))], "proof", "name", to=5
        ),
        [
            entry(
                "a",
                {"h": "a > 0"},
                {"r.def": "r^2 >= 0"},
                poly({"squares": [P("r")]}),
                let=[INVERSE],
                sides={"r": poly("h")},
            )
        ],
        [entry("a", {"h": "a >= 0"}, "1 >= 0", cases("a", "h", le=poly({}), ge=poly({})))],
        [entry("a", {"not": "a >= 0"}, "a >= 0", contra(poly("not")))],
        [entry("", {"up": "1 >= 0"}, "k >= 0", induction(*GROWS, poly("I")), run=GROW)],
    ],
    "about runs": [
        [entry("a", {}, "a^2 >= 0", induction({}, {}, {}, SAFE))],
        [
            entry(
                "a[i]",
                {"h": "a[i] >= 0"},
                "s[i] >= 0",
                induction({"I": "s[i] >= 0"}, {"I": ZERO}, {"I": poly("I", "h")}, poly("I")),
                run=FAMILY,
            )
        ],
        [
            entry(
                "",
                {},
                "k >= 0",
                induction({"I": "k >= 0"}, {"I": ZERO}, {"I": induction(*COUNTED, poly("I"))}, poly("I")),
                run=COUNT,
            )
        ],
        [GROWTH, entry("k", {}, "k >= 0", GROWN)],
    ],
    "of a number is too large": [[entry("a", {}, "1 - exp(1,a) >= 0", counterexample=witness(values={"a": "26"}))]],
    "a sign is": [[entry("a", {}, "a - exp(1) >= 0", counterexample=witness(values={"a": NEARLY_E}))]],
    "has no value": [
        [entry("a", {}, "1 - exp(1,a) >= 0", counterexample=witness(values={"a": ["exp", "1"]}))],
        [entry("a", {}, "a - 1 >= 0", counterexample=witness(values={"a": ["sum", "1"]}))],
    ],
    "vectors are not compared": [
        [entry("x[i]@ a[i]", {}, [">=", factor(text), "0"], ZERO)] for text in ("sum(x[i]@)", "sum(a[i],x[i]@)")
    ],
    "not an exponent": [
        [entry("a", {}, ["=", ["^", "a", n], ["^", "a", n]], poly())] for n in ("100", "-100", "1/3", "200/2", "101/2")
    ],
    "where [i] cancels, nothing": [
        *cancelled(),
        [entry("a[i]", {}, "1 >= 0", poly({}), run=stepping(start={"k": ["-", "a[i]", "a[i]"]}))],
        [entry("a[i]", {"h": [">=", ["-", "a[i]", "a[i]"], "0"]}, "0 = 0", ZERO)],
    ],
    "or of one for each index": [
        [
            entry(
                "a[i]",
                {"h": "a[i] > 0"},
                "sum() sum(a[i]^2) - sum(a[i])^2 = 0",
                define(
                    "r",
                    "inverse",
                    "a[i]",
                    poly("h"),
                    have(
                        "f",
                        "r a[i]^2 - a[i] = 0",
                        poly(**{"r.def": "a[i]"}),
                        sum_of("r.def", sum_of("f", poly(s="- sum(a[i]^2)", t="sum(a[i])"), "t"), "s"),
                    ),
                ),
            )
        ],
    ]
    + [
        [
            entry(
                "a[i] a",
                {"h": "a[i] > 0", "g": "a > 0", "s": "sum(a[i]) > 0"},
                "1 >= 0",
                poly({}),
                let=[let(name, kind, of)],
                sides={name: poly(why)} if isinstance(name, str) else {},
            )
        ]
        for name, kind, of, why in (
            ("r@", "inverse", "a", "g"),
            ("r[i]@", "inverse", "a[i]", "h"),
            ("r[i]", "sqrt", "a", "g"),
            ("r", "ln", "a[i]", "h"),
            ("r[i]", "ln", "sum(a[i])", "s"),
            (5, "sqrt", "a", "g"),
            (None, "sqrt", "a", "g"),
        )
    ]
    + [
        [entry("a[i]", *MIXED, contra(define("r[i]", "sqrt", "a[i]", poly("not"), sum_of("r[i].def", poly(h="-1")))))],
        [entry("x[i]@", {}, "1 >= 0", poly({}), let=[weights("x[i]@", name="m")], sides={"m": ZERO})],
        [entry("x[i]@", {}, "1 >= 0", poly({}), let=[weights("x[i]@", name="m[i]@")], sides={"m[i]@": ZERO})],
        [entry("w@", {}, "1 >= 0", poly({}), let=[weights("w@")], sides={"m[i]": ZERO})],
        [entry("x[i]@ a[i]", {}, "a[i]^2 >= 0", nearest_in_proof(weights("x[i]@"), poly({"squares": [P("a[i]")]})))],
    ],
    "the term for this name": [
        [
            CLASH,
            entry(
                "a[i]",
                CROSSED,
                "-1 = 0",
                lemma({"c": "a[i]", "d": "0"}, poly(new="1"), {"lo": poly("lo"), "hi": poly("hi")}),
            ),
        ],
    ],
    "no kind": [
        [entry("a", {}, "1 >= 0", poly({}), let=[let("r", kind, "a")], sides={"r": poly({})})]
        for kind in ("cube", "exp", "hull", "", None)
    ],
    "no weights": [
        [entry("x[i]@ a[i]", {}, "a[i]^2 >= 0", nearest_in_proof(weights("x[i]@", name="m"), ENTRY_SQUARED))],
        [entry("x[i]@ c@", {}, "1 >= 0", poly({}), let=[weights("c@", "c@", name="m")], sides={"m": ZERO})],
        [
            entry(
                "x[i]@ a[i]",
                {},
                "1 >= 0",
                poly({}),
                let=[weights("x[i]@", multiplier="β[i]")],
                sides={"m[i]": ZERO},
            )
        ],
    ],
    "no more than": [
        [entry("a", {"h": "a > 0"}, "1 >= 0", poly({}), let=[{**INVERSE, key: to}], sides={"r": poly("h")})]
        for key, to in (("to", P("0")), ("balance", P("a")), ("multiplier", "β"))
    ],
    "not one point": [
        [
            entry(
                "x[i]@ z[i]@ c@ a",
                {},
                "1 >= 0",
                poly({}),
                let=[weights("x[i]@", to, multiplier=name)],
                sides={"m[i]": ZERO},
            )
        ]
        for to, name in (("z[i]@", "β"), ("c@", "β@"), ("c@", ""), ("c@", "1"), ("c@", "#1"))
    ],
    "odd degree": [
        [entry("t", {}, goal, poly(taylor("t", degree=degree)))]
        for goal, degree in (
            ("exp(1,t) - 1 >= 0", 0),
            ("exp(1,t) - 1 >= 0", -1),
            ("exp(1,t) - 1 - t - 1/2 t^2 >= 0", 2),
            ("exp(1,t) - 1 - t >= 0", True),
            ("exp(1,t) - 1 - t >= 0", "1"),
            ("exp(1,t) - 1 - t >= 0", 1.0),
        )
    ]
    + [[entry("", {}, [">=", ["exp", "1"], str(LONGER)], poly(taylor("1", degree=21)))]],
    "leave the index open": [
        [entry("a[i]", {"h": "sum(a[i]) - 1 >= 0"}, "a[i] >= 0", opened(contra(sum_of("not", poly("sum", "h")))))],
        [entry("a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", opened(poly("h")))],
        [entry("a[i] c", {"h": "a[i] >= 0"}, "a[i] >= 0", opened(cases("c", ge=poly("h"), lt=poly("h"))))],
        [entry("a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", opened(split(goal=poly("h"))))],
        [entry("a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", opened(entry_of({"a[i]": "b"}, poly("g"), g="h")))],
        *(
            [
                entry(
                    "a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", {**have("f", "1 >= 0", poly({}), poly("h")), "open": value}
                )
            ]
            for value in (False, 1, "true", [])
        ),
    ],
    "not one equation": [
        [entry("a", {}, "0 = 0", ideal(e))]
        for e in ({"by": P("1")}, {**law("a", "a", "0"), "fact": "h"}, {**law("a", "a", "0"), **unfold("0", "0", "0")})
    ],
    "would capture": [
        [
            entry(
                "x[i]@",
                {},
                "sum(x[i]@)@x[i] - sum(x[i]@x[i]) = 0",
                ideal(unfold("x[i]@", "x[i]@")),
            )
        ],
        [
            entry(
                "x[i]@ w@ a[i]",
                {},
                "a[i] sum(x[i]@)@w - sum(a[i],w@x[i]) = 0",
                ideal(unfold("x[i]@", "a[i] w@")),
            )
        ],
        [entry("x[i]@", {}, "1 >= 0", ideal(unfold("x[i]@", "x[i]@")))],
    ],
    "shown for every i": [
        [entry("a[i]", CROSSED, "-1 >= 0", entry_of({"a[i]": "b"}, CLASHING, up="lo", down="hi"))],
        [entry("a[i]", CROSSED, "- sum() >= 0", entry_of({"a[i]": "b"}, CLASHING, up="lo", down="hi"))],
        [
            entry(
                "a[i]",
                {"h": "a[i] >= 0"},
                "a[i] >= 0",
                have("f", "a[i] >= 0", entry_of({"a[i]": "b"}, poly("g"), g="h"), poly("f")),
            )
        ],
        [entry("a[i]", *MIXED, contra(entry_of({"a[i]": "b"}, sum_of("not", poly("sum", h="-1")))))],
    ],
    "for its entry": [
        [entry("a[i] x[i]@ c", {"h": "a[i] >= 0"}, "a[i] >= 0", entry_of({"a[i]": "b", **more}, poly("g"), g="h"))]
        for more in ({"c": "d"}, {"z[i]": "d"}, {"x[i]@": "d"}, {"a[i]": "b@"}, {"x[i]@": "z[i]@"}, {"a": "d"})
    ],
    "an entry has no name": [
        [entry("a[i] b[i]", {"h": "b[i] - a[i] >= 0"}, "b[i] - a[i] >= 0", entry_of({"a[i]": "c"}, poly("g"), g="h"))],
        [
            entry(
                "a[i] b[i]",
                {"h": "a[i] >= 0", "k": "b[i] >= 0"},
                "a[i] >= 0",
                entry_of({"a[i]": "c"}, poly("g"), g="h", l="k"),
            )
        ],
        [entry("a[i]", {"h": "a[i] >= 0"}, "a[i] >= 0", entry_of({}, poly("h")))],
    ],
    "nothing is shown": [
        [entry("a", {}, {}, split())],
        [entry("a", {}, "a^2 >= 0", SAFE, sides={"r": SAFE})],
        [entry("a", {"h": "a > 0"}, "a^2 >= 0", SAFE, let=[INVERSE], sides={"r": poly("h"), "q": SAFE})],
    ],
    "not a proof": [
        [entry("a", {}, "a^2 >= 0", proof)]
        for proof in ({}, {"rule": "trust"}, {"rule": ["poly"]}, {"rule": "prove"}, [], "poly", {"rule": "only"}, 0)
    ]
    + [[entry("a", {"h": "a > 0"}, "a^2 >= 0", SAFE, let=[INVERSE])]],
    "one conclusion at a time": [
        [entry("a", {}, {"one": "a^2 >= 0", "two": "a >= 0"}, SAFE)],
        [entry("a", {}, {"one": "1 >= 0", "two": "a >= 0"}, contra(poly("not"), "not"))],
    ],
    "outside a proof for one index": [
        [entry("a[i]", {}, "sum() > 0", poly(exps("a[i]")))],
        [entry("a[i]", {}, "1 > 0", poly({}, times=[exps("a[i]")]))],
        [entry("a[i]", {}, "1 >= 0", poly({}, taylor("a[i]", "a[i]")))],
        [entry("a[i]", {}, "0 = 0", ideal(law("0", "a[i]")))],
        [entry("a[i]", {}, "0 = 0", ideal(law("a[i]", "0")))],
        [
            entry(
                "a[i]",
                {"lo": "a[i] = 0", "hi": "a[i] - 1 = 0"},
                "a[i] + 1 = 0",
                opened(have("f", "-1 = 0", poly(lo="-1", hi="1"), poly(f="1"))),
            )
        ],
        [entry("a[i]", CROSSED, "-1 >= 0", have("f", "0 > 0", poly("lo", "hi"), false_by("f")))],
        [entry("a[i]", {"h": "a[i] > 0"}, "sum() > 0", poly("h"))],
        [entry("a[i]", {"h": "a[i] > 0"}, "-1 >= 0", cases("a[i]", lt=poly(), ge=poly()))],
        [
            entry(
                "a[i]",
                {"h": "a[i] > 0"},
                {"one": "a[i] >= 0", "two": "-1 >= 0"},
                split(one=poly("h"), two=have("f", "0 > 0", poly("h"), false_by("f"))),
            )
        ],
        [entry("a[i]", {"lo": "a[i] = 0", "hi": "a[i] - 1 = 0"}, "-1 = 0", poly(lo="-1", hi="1"))],
    ],
    "no fact is named": [
        [entry("a", {}, "a >= 0", poly("goal"))],
        changed([entry("a", {}, "1 >= 0", poly("h"))], "proof", "sum", 0, "facts", to=[["h"]]),
        [
            entry(
                "",
                {"h": "k - 1 = 0"},
                "-1 = 0",
                induction({"I": "k = 0"}, {"I": ZERO}, {"I": poly(h="-1")}, poly(h="1", I="-1")),
                run=run({"k": "0"}, {"k": "1 - k"}),
            )
        ],
        [
            entry(
                "",
                {"h": "k = 0"},
                "- k >= 0",
                induction({"I": "- k - 1 >= 0"}, {"I": poly(h="1")}, {"I": poly("I", {})}, poly("I", {})),
                run=COUNT,
            )
        ],
        [entry("", {}, "-1 >= 0", induction(*GROWS, poly("up")), run=GROW)],
        [
            entry(
                "",
                {"h": "k >= 0"},
                "- r >= 0",
                induction({"I": "1 >= 0"}, {"I": poly("r.def")}, {"I": poly({})}, ZERO),
                sides={"r": have("f", "k + 1 > 0", poly("h", {}), poly("f"))},
                **LATER,
            )
        ],
        [entry("a", {"h": "r >= 0"}, "1 >= 0", poly({}), let=[INVERSE], sides={"r": poly("h")})],
        [entry("a", {"h": "a r - 1 = 0"}, "1 >= 0", poly({}), let=[INVERSE], sides={"r": poly(h="1")})],
        [
            entry(
                "a",
                {"h": "a - 1 >= 0", "g": "q^2 = 0"},
                "1 >= 0",
                poly({}),
                let=[INVERSE, let("q", "sqrt", "a")],
                sides={"r": poly("q.sign"), "q": poly("h", {})},
            )
        ],
        [entry("a", {}, "a >= 0", split(goal=have("f", "a >= 0", poly("f"), poly("f"))))],
    ],
    "two sides": [
        [entry("a[i]", {}, "sum(a[i]) - a[i] = 0", entry_of({"a[i]": "b"}, ZERO))],
        [entry("a[i] x[i]@", {}, "sum(a[i],x[i]@)@sum(x[i]@) - sum(a[i]) sum(x[i]@)@sum(x[i]@) = 0", ZERO)],
        [entry("a b", {}, "exp(2,a) - 2 exp(1,a) = 0", ZERO)],
        [entry("a b", {}, "exp(1,a,b) - exp(1,a) exp(1,b) = 0", ideal(law("a", "b")))],
        [entry("a", {}, "exp(1,a) - 1 - 2 a >= 0", poly(taylor("a")))],
        [entry("a", {}, "a >= 0", ZERO)],
        [entry("a", {"h": "a != 0"}, "a > 0", poly("h"))],
        [
            entry(
                "",
                {},
                "k - 1 >= 0",
                induction({"I": "k - 1 >= 0"}, {"I": ZERO}, {"I": poly("I", {})}, poly("I")),
                run=COUNT,
            )
        ],
        [entry("a", {}, "-1 >= 0", poly({}))],
    ],
    "multiplier is not": [
        [entry("t b", {"h": "b exp(1,t) - b - t b >= 0"}, "b >= 0", poly("h", times=[taylor("t")]))],
        [entry("a b", {"h": "a >= 0", "g": "a b >= 0"}, "b >= 0", poly("g", times=[{"facts": ["h"]}]))],
        [entry("a b", {"h": "a >= 0", "g": "a b = 0"}, "b = 0", poly(g="1", times=[{"facts": ["h"]}]))],
        [entry("a b", {"g": "a^2 b >= 0"}, "b >= 0", poly("g", times=[{"squares": [P("a")]}]))],
        [entry("u@ b", {"g": "u@u b >= 0"}, "b >= 0", poly("g", times=[{"norms": [P("u@")]}]))],
    ],
    "no summand is": [
        [entry("a", {"h": "a >= 0"}, "1 >= 0", poly({}), let=[let("l", "ln", "a")], sides={"l": poly("h")})],
        [entry("t", {}, "exp(1,t) - 1 - t > 0", poly(taylor("t")))],
        [entry("t", {}, "exp(2,t) - exp(1,t) - t exp(1,t) != 0", poly(taylor("2 t", "t")))],
        [entry("a", {"h": "a >= 0"}, "a > 0", poly("h"))],
        [entry("a", {"h": "a >= 0"}, "a != 0", poly("h"))],
        [entry("a", {}, "a^2 > 0", SAFE)],
        [entry("u@", {}, "u@u > 0", poly({"norms": [P("u@")]}))],
        [entry("", {}, "-1 = 0", define("r", "inverse", "0", ZERO, poly(**{"r.def": "1"})))],
        [entry("a", {}, "a^2 > 0", cases("a", le=poly("case case"), gt=poly("case case")))],
        [entry("a", {}, "a^2 > 0", cases("a", lt=poly("case case"), ge=poly("case case")))],
        [entry("a", {"h": "a >= 0"}, "a > 0", contra(have("f", "0 > 0", poly("h", "not"), false_by("f"))))],
        [entry("a", {}, "0 > 0", ZERO)],
        [entry("a", {}, "0 != 0", ZERO)],
        [entry("a b", {"h": "a >= 0", "g": "b > 0"}, "a b > 0", poly("h g"))],
        [entry("a[i]", {"h": "a[i] > 0"}, "sum(a[i]) > 0", sum_of("h", poly("sum")))],
    ],
    "by equations only": [
        [
            entry(
                "x[i]@",
                {},
                "1 >= 0",
                poly({}),
                let=[weights("x[i]@")],
                sides={"m[i]": poly({"squares": [P("0")]})},
            )
        ],
        [entry("t", {}, "exp(1,t) = 0", poly(exps("t")))],
        [entry("t", {}, "exp(1,t) - 1 - t = 0", poly(taylor("t")))],
        [entry("a", {"h": "a >= 0"}, "a = 0", poly("h"))],
        [entry("a", {}, "a^2 = 0", SAFE)],
    ],
    "coefficient is not": [
        [entry("a", {"h": "a >= 0"}, "- a >= 0", poly({"c": "-1", "facts": ["h"]}))],
        [entry("a", {"h": "a >= 0"}, "a > 0", poly("h", {"c": "0"}))],
        [entry("a", {}, "a >= 0", poly(times=[{"c": "-0"}]))],
    ],
    "has no sign": [[entry("a", {"h": "a = 0"}, "a > 0", poly("h"))]],
    "not an equation": [[entry("a", {"h": f"a {r} 0"}, "a = 0", poly(h="1"))] for r in (">=", ">", "!=")],
    "do not cover": [
        changed([entry("a", {}, "a >= 0", cases("a", ge=poly("case")))], "proof", "arms", to=to)
        for to in ([], {"<=>": ZERO}, {">=": poly("case"), "< ": ZERO}, {"": ZERO, "<=": ZERO, ">": ZERO})
    ],
    "cover every sign": [
        [entry("a", {}, "a >= 0", cases("a", ge=poly("case")))],
        [entry("a", {}, "a^2 > 0", cases("a", lt=poly("case case"), gt=poly("case case")))],
        [entry("a", {}, "- a >= 0", cases("a", le=poly("case")))],
        [entry("a", {}, "a = 0", cases("a", eq=poly(case="1")))],
        [entry("a", {}, "a = 0", cases("a"))],
    ],
    "has this id": [
        [entry("a", {}, "a >= 0", lemma({"a": "a"}, poly("new"), of="it"))],
        [entry("a", {}, "a >= 0", ZERO, id="lemma"), entry("a", {}, "a >= 0", lemma({"a": "a"}, poly("new")))],
        [
            entry("a", {}, "a >= 0", id="lemma", counterexample=witness(values={"a": "-1"})),
            entry("a", {}, "a >= 0", lemma({"a": "a"}, poly("new"))),
        ],
        [entry("a", {}, "a^2 >= 0", lemma({"a": "a"}, poly("new"), of=["lemma"]))],
        [
            SQUARE,
            entry("a", {"h": "a > 0"}, "1 >= 0", poly({}), let=[INVERSE], sides={"r": lemma({"a": "a"}, poly("h"))}),
        ],
    ],
    "at one index": [
        [TOTAL, entry("a[i]", *MIXED, contra(lemma({"a[i]": "a[i]"}, poly("new", h="-1"), {"h": poly("not")})))]
    ],
    "goes with": [
        [SQUARE, entry("a", {}, "a^2 >= 0", lemma({"a": "a"}, poly("new"), run={}))],
        [GROWTH, entry("", {}, "k >= 0", lemma({"k": "k", "c": "0"}, poly("new")), run=COUNT)],
    ],
    "loses its": [
        [
            entry(
                "a[i] d[i]",
                CROSSED,
                "exp(1,d[i]) - 2 = 0",
                have("f", "0 > 0", poly("lo", "hi"), false_by("f")),
                id="lemma",
            ),
            entry(
                "a[i]",
                CROSSED,
                "-1 = 0",
                lemma({"a[i]": "a[i]", "d[i]": "0"}, poly(new="1"), {"lo": poly("lo"), "hi": poly("hi")}),
            ),
        ],
        [
            entry(
                "a[i] b[i]",
                CROSSED,
                "exp(1,a[i];-1,b[i]) - 2 = 0",
                have("f", "0 > 0", poly("lo", "hi"), false_by("f")),
                id="lemma",
            ),
            entry(
                "a[i]",
                CROSSED,
                "-1 = 0",
                lemma({"a[i]": "a[i]", "b[i]": "a[i]"}, poly(new="1"), {"lo": poly("lo"), "hi": poly("hi")}),
            ),
        ],
    ]
    + [
        [
            FAMILIES,
            entry(
                "a[i]",
                {"g": "a[i] >= 0"},
                "1 >= 0",
                lemma(
                    {"c[i]": "5", "d[i]": d},
                    poly({}),
                    premises={"h": poly({"c": "4"}), "g": why},
                    names={"one": "n", "two": "m"},
                ),
            ),
        ]
        for d, why in (("a[i]", poly("g")), ("0", poly()))
    ],
    "get one name": [[TWO, entry("a", {}, "1 >= 0", lemma({"a": "a"}, poly("n"), names={"one": "n", "two": "n"}))]],
    "terms that are not negative": [
        [
            entry(
                "a[i]",
                {"h": "a[i] = 0"},
                {"one": "sum(a[i]) = 0", "each": "sum(a[i]) - a[i] >= 0"},
                sum_of("h", split(one=poly(sum="1"), each=poly("single")), each="single"),
            )
        ],
        [entry("c", {"h": "c >= 0"}, "c sum() - c >= 0", sum_of("h", poly("single"), each="single"))],
        [entry("c", {"h": "c > 0"}, "c sum() - c >= 0", sum_of("h", poly("single"), each="single"))],
    ],
    "cannot be summed": [
        [entry("a[i]", *MIXED, contra(sum_of("not", poly("sum", h="-1"))))],
        [entry("a[i]", {"h": "a[i] != 0"}, "sum(a[i]) >= 0", sum_of("h", poly("sum")))],
    ],
    "for each index": [
        changed(WITNESS, "counterexample", "values", "a[i]", to=to) for to in (["0"], ["0", "0", "0"], [])
    ],
    "for each dimension": [changed(FALSE["vectors"], "counterexample", "values", "u@", to=["0", "0", "0"])],
    "dimension or size": [changed(WITNESS, "counterexample", "dimension", to=to) for to in (True, -1, 100, "1", 0.0)]
    + [changed(WITNESS, "counterexample", "size", to=to) for to in (2.0, -1)]
    + [[entry("a", {}, "a > 0", counterexample=witness(0, size, {"a": "0"}))] for size in (-1, 100)],
    "steps without": [changed(WITNESS, "counterexample", "steps", to=[{}])],
    "not allowed": [changed(FALSE["some steps"], "counterexample", "steps", to=[{"x": "4"}, {"x": "-1"}])],
    "hypothesis": [
        changed(WITNESS, "counterexample", "values", "a[i]", to=["0", "-1"]),
        changed(FALSE["a definition"], "counterexample", "values", "r", to="3"),
        changed(FALSE["a definition at the state reached"], "counterexample", "steps", to=[]),
    ],
    "either a proof": [
        changed(IDENTITY, "counterexample", to=witness(values={"a": "0", "b": "0"})),
        changed(IDENTITY, "proof"),
    ],
    "every conclusion true": [changed(WITNESS, "counterexample", "values", "a[i]", to=["1", "1"])],
    "not a new id": [
        [entry("a", {}, "a^2 >= 0", SAFE), entry("a", {}, "a^2 >= 0", SAFE)],
        changed(IDENTITY, "statement", "id", to=5),
        changed(IDENTITY, "statement", "id", to=["it"]),
    ],
}
OUT = [(part, book) for part, books in KEPT_OUT.items() for book in books]


@cache
def said_of(n):
    """The kernel's verdicts on a book that it refuses; where that takes too long, of a kernel that allows less work."""
    part, book = OUT[n]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "MAX_WORK", kernel.MAX_WORK // (10 if part == "too long" else 1))
        return verdicts(*book)


@pytest.mark.parametrize(
    ("n", "part"), list(enumerate(part for part, _ in OUT)), ids=[f"{part} {n}" for n, (part, _) in enumerate(OUT)]
)
def test_the_check_speaks(n, part):
    verdict, reason, _ = said_of(n)[-1]
    assert verdict == "error"
    assert part in reason or "Error: " in reason, reason


def test_every_refusal_of_the_kernel_has_a_case():
    """Each message of a require in the kernel's source is provoked above or in the tests of the script."""
    source = Path(kernel.__file__).read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [(call, getattr(call.func, "id", "")) for call in calls]
    texts = [call.args[name == "require"] for call, name in named if name in ("require", "Rejected")]
    messages = {text.value for text in texts if isinstance(text, ast.Constant)}
    assert len(messages) >= 40
    said = " | ".join(reason for n in range(len(OUT)) for _, reason, _ in said_of(n))
    unsaid = {"a key is repeated", "not numbers"}  # what is no number has no sign, which is refused before
    assert {m for m in messages if m not in said} == unsaid


@pytest.mark.parametrize("book", [*HOURS, *nested(), idle(), *TRUE.values(), *FALSE.values()])
def test_what_is_done_is_in_proportion_to_the_file_and_the_work_that_is_counted(monkeypatch, book):
    monkeypatch.setattr(kernel, "MAX_WORK", 2000)
    assert opcodes(book) <= 30 * (len(json.dumps(book)) + 2000 * len(book))  # it is at most 28 times as much today


def test_a_book_is_refused_where_its_entries_together_take_too_long(monkeypatch):
    (square,) = TRUE["a square"]
    entries = [{**square, "statement": {**square["statement"], "id": f"square-{n}"}} for n in range(4)]
    monkeypatch.setattr(kernel, "MAX_BOOK", 2 * work_of(square))
    assert [verdict for verdict, *_ in kernel.check_book(entries).values()] == ["proved", "proved", "error", "error"]


def work_of(single):
    """The work that the kernel counts for one entry."""
    kernel.Work.left = 10**6
    kernel.check_entry(single, {})
    spent, kernel.Work.left = 10**6 - kernel.Work.left, inf
    return spent


@pytest.mark.parametrize("name", TRUE)
def test_the_work_on_an_entry_does_not_depend_on_what_was_checked_before(name):
    first, *others = [[work_of(single) for single in TRUE[name][:1]] for _ in range(2)]
    assert others == [first]


def test_factors_that_are_left_out_are_counted(monkeypatch):
    monkeypatch.setattr(kernel.Work, "left", 1000)
    with pytest.raises(kernel.Rejected, match="too long"):
        kernel.product([kernel.constant(1)] * 1000)


def test_a_name_without_value_makes_nothing_true():
    with pytest.raises(kernel.Rejected, match="a name has no value"):
        kernel.Witness(0, 0).holds(("=", kernel.atom("a")))


# ------------------------------------------------------------------------------------ the script


def script(tmp_path, text):
    path = tmp_path / "book.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return subprocess.run(
        [sys.executable, "-I", kernel.__file__, str(path)], capture_output=True, text=True, check=False
    )


def test_the_script_reports_every_entry(tmp_path):
    done = script(
        tmp_path,
        json.dumps(
            {
                "entries": [
                    GROWTH,
                    entry("", {}, "k >= 0", GROWN, run=COUNT),
                    {**WITNESS[0], "statement": {**WITNESS[0]["statement"], "id": "w"}},
                ]
            }
        ),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n") == [
        "proved   lemma ",
        "proved   it lemma",
        "refuted  w ",
        "2 proved, 1 refuted, 0 error",
        "",
    ]


BAD = entry("a", {}, "a >= 0", ZERO)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [BAD],
        [SQUARE, BAD],
        [None],
        [3],
        ["x"],
        [[]],
        [{}],
        [{"statement": 1}],
        [{"statement": {}}],
        [{"statement": {"id": None}}],
        [{"statement": [1]}],
        [{"statement": {"id": "x"}, "proof": 1}],
        [SQUARE, SQUARE],
    ],
)
def test_the_script_ends_with_1_if_not_all_is_well(tmp_path, entries):
    done = script(tmp_path, json.dumps({"entries": entries}))
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        "{}",
        '{"entries": 3}',
        '{"entries": {}}',
        '"entries"',
        b"\xff",
        "[" * 100_000,
        '{"entries": ' * 5000,
        '{"entries": [' + "9" * 5000 + "]}",
        '{"entries": [], "entries": []}',
        '{"entries": [{"a": 1, "a": 2}]}',
        *(f'{{"entries": [{{"n": {n}}}]}}' for n in ("1.0", "1e0", "-0.0", "NaN", "-Infinity", "1" * 401, "01", "٣")),
    ],
)
def test_the_script_ends_with_2_if_it_cannot_read(tmp_path, text):
    done = script(tmp_path, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_repeated_key_is_refused(tmp_path):
    text = json.dumps({"entries": [SQUARE]})
    assert script(tmp_path, text).returncode == 0
    done = script(tmp_path, text.replace('"declare"', '"declare": ["b"], "declare"'))
    assert done.returncode == 2
    assert "a key is repeated" in done.stderr


@pytest.mark.parametrize("size", ["0", "-0"])
def test_integers_are_read(tmp_path, size):
    book = json.dumps({"entries": FALSE["an equation"]})
    assert '"size": 0' in book
    done = script(tmp_path, book.replace('"size": 0', f'"size": {size}'))
    assert done.stdout.endswith("0 proved, 1 refuted, 0 error\n")


def test_the_limits_come_before_those_of_python():
    """The deepest entry, with the deepest atom at its end, leaves half of the stack to others."""
    atom = in_parentheses("a", kernel.MAX_NESTING - 1)
    (given,) = TRUE["as many parentheses as there may be"]
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


def test_a_missing_file_cannot_be_read(tmp_path):
    done = subprocess.run(
        [sys.executable, "-I", kernel.__file__, str(tmp_path / "none.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2


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


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from .kernel import Fact, spend", {"Fact", "spend"}),
        ("from .. import kernel as k\nk.spend(k.NAME)", {"spend", "NAME"}),
        ("from novikoff.proofs import checking, kernel\nchecking.kernel.spend(kernel.NAME)", {"spend", "NAME"}),
        ("import novikoff.proofs.kernel\nnovikoff.proofs.kernel.spend", {"spend"}),
        ("import novikoff.proofs.kernel as k\nsetattr(k, 'spend', None)", {"spend"}),
        ("from ..algorithms.kernels import kernel\nkernel.degree, self.kernel.spend", set()),
    ],
)
def test_uses_of_the_kernel_are_seen(source, names):
    assert set(used_of_the_kernel(source)) == names


OFFERED = {
    "add", "ARITY", "atom", "check_book", "check_each", "check_entry", "Checker", "constant", "Context", "definition",
    "Definition", "enclosure", "exponential", "Fact", "FALSE", "false_conclusions", "fields", "gram", "gram_of",
    "IDENTIFIER", "Images", "is_indexed", "is_over", "items", "Json", "MAX_BITS", "MAX_BOOK", "MAX_BYTES", "MAX_DEPTH",
    "MAX_NESTING", "MAX_WORK", "mentions_index", "Monomial", "NAME", "named", "nearest", "negative", "no_duplicates",
    "NUMBERS", "parts", "Poly", "power_law", "product", "Rational", "RATIONAL", "read_definition",
    "read_fact", "read_facts", "read_poly", "read_rational", "read_run", "read_statement", "read_table", "read_term",
    "Rejected", "remainder", "require", "Result", "Run", "shape", "sign", "spelled", "Statement", "substitute",
    "sum_over", "summed", "times", "unfolded", "UNITS", "variables", "Witness", "Work",
}  # fmt: skip


def test_what_others_use_of_the_kernel_is_what_it_offers():
    """Its promise is about these names; the others are its own affair."""
    root, own = Path(__file__).parents[2], Path(kernel.__file__).resolve()
    folders = [root / name for name in ("algorithms", "benchmarks", "novikoff", "proofs", "properties", "tests")]
    files = {path.resolve() for folder in folders for path in folder.rglob("*.py")} - {own}
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    uses = {(name, path) for path, text in texts.items() if "kernel" in text for name in used_of_the_kernel(text)}
    assert {use for use in uses if use[0] not in OFFERED and not use[0].startswith("__")} == set()
    assert OFFERED - {name for name, _ in uses} == set()
    assert set(vars(kernel)) >= OFFERED

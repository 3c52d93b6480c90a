"""A corpus of small books, right, false and forged, and ways to corrupt them.

Main definitions:
    RIGHT       books that are accepted; `kernel_tests.TRUE`, `kernel_tests.FALSE` have more
    FORGED      books that are refused
    BOOKS       books that use every rule in few words
    READABLE    words that are atoms, and UNREADABLE, words that are none; `read` makes a book of one
    corrupt     an entry with one or two corruptions
    reshape     a text of an entry with a part of another type, an odd letter, a repeated key, or an odd number
"""

import importlib.util
import json
import math
import re
from pathlib import Path

from novikoff.proofs import kernel

HERE = Path(__file__).parent


def load(name):
    """Return a test module beside this one."""
    spec = importlib.util.spec_from_file_location(f"{__name__}_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernel_tests, attacks = load("test_kernel"), load("test_kernel_attacks")

# --- sums of vectors, exponentials, definitions of families, entries

P, entry, poly, let, have = (getattr(kernel_tests, name) for name in ("P", "entry", "poly", "let", "have"))
define, lemma, split, sum_of = (getattr(kernel_tests, name) for name in ("define", "lemma", "split", "sum_of"))
changed, contra, witness = (getattr(kernel_tests, name) for name in ("changed", "contra", "witness"))
NAMES = "a[i] b[i] t x[i]@ w@"
NONE = {"a[i]": "0", "b[i]": "0", "t": "0", "x[i]@": "0", "w@": "0"}


def linear(u="a[i] x[i]@", v="w@", by="1"):
    """The equation ⟨Σu, v⟩ = Σ⟨u, v⟩."""
    return {"sum": {"of": P(u), "with": P(v)}, "by": P(by)}


def law(p, q):
    """The equation exp(p + q) = exp(p)·exp(q)."""
    return {"law": {"of": P(p), "and": P(q)}, "by": P("1")}


def taylor(p="t", q="0", degree=1, **more):
    """exp(p) is at least its Taylor polynomial at q."""
    return {"remainders": [{"of": P(p), "at": P(q), "degree": degree}], **more}


def exponential(p, **more):
    """exp(p) is positive."""
    return {"exponentials": [P(p)], **more}


def shown(goal, *terms, assume=None, equations=(), **more):
    """A book of one entry that a certificate shows."""
    return [entry(NAMES, assume or {}, goal, {**poly(*terms, **more), "ideal": list(equations)})]


def named(goal, given, proof, side=None, assume=None, **more):
    """A book of one entry about what is defined in it."""
    return [entry(NAMES, assume or {}, goal, proof, let=[given], sides={given["name"]: side or poly()}, **more)]


def defined(goal, assume, *given):
    """A book of one entry with a definition in its proof."""
    return [entry(NAMES, assume, goal, define(*given))]


def nearest(kind="nearest", name="m[i]", of="x[i]@", to="w@", balance="b[i]", multiplier="c"):
    """The definition of a nearest point."""
    parts = {"of": P(of), "to": P(to), "balance": P(balance)}
    return {"name": name, "kind": kind, "multiplier": multiplier, **parts}


def near(**parts):
    """A book of one entry on the weights of a nearest point."""
    return named("t^2 >= 0", nearest(**parts), poly(SQUARE))


def member(goal, then, names=None, known=None, assume=None, **more):
    """A book of one entry that is shown for the members of families at one index."""
    proof = {"rule": "entry", "names": names or {"a[i]": "c"}, "facts": known or {}, "then": then}
    return [entry(NAMES, assume or {}, goal, proof, **more)]


def opened(proof, value=True):
    """The step for every index at once."""
    return {**proof, "open": value}


def induction(then, invariant, base, step):
    return kernel_tests.induction({"I": invariant}, {"I": base}, {"I": step}, then)


def valued(goal, a="0", **assume):
    """A book of one entry with a counterexample."""
    return [entry("a", assume, goal, counterexample=witness(values={"a": a}))]


SIGN, POSITIVE = {"h": "a[i] >= 0"}, {"h": "a[i] > 0"}
SQUARE = {"squares": [P("t")]}
STATES = kernel_tests.run({"s[i]": "0"}, {"s[i]": "s[i] + a[i]"}, ["u"])
LINE = "sum(a[i],x[i]@)@w - sum(a[i],x[i]@w) = 0"
LARGEST = "sum(a[i]) - a[i] >= 0"
EACH = sum_of("h", poly("e"), each="e")
RISE = "s[i] >= 0", poly(), poly("I", "h")
LN, LN_T = let("r[i]", "ln", "a[i]"), let("r", "ln", "t")
LN_OPEN = define("r[i]", "ln", "a[i]", poly("h"), poly(exponential("r[i]"), **{"r[i].def": "- 1"}))
BELOW = have("l", "a[i] - 1 - r[i] >= 0", poly(taylor("r[i]"), **{"r[i].def": "- 1"}), sum_of("l", poly("sum")))
FAR = "sum(m[i],x[i]@)@x[i] - w@x[i] - b[i] c"
WEIGHTS = {f"m[i].{fact}": poly(**{f"n[i].{fact}": "1"}) for fact in ("along", "balance")}
WEIGHTS |= {f"m[i].{fact}": poly(f"n[i].{fact}") for fact in ("across", "sign")}
BALL = {"h": "a[i] >= 0", "r": "t^2 - x[i]@x[i] >= 0"}
SCORE = have(
    "s",
    "2 a[i] t^2 - 2 a[i] x[i]@z >= 0",
    poly("h r", "h q", {"facts": ["h"], "norms": [P("x[i]@ - z@")]}),
    sum_of("s", {**poly({"facts": ["sum"], "c": "1/2"}), "ideal": [linear(v="z@", by="-1")]}),
)
MOVING = {  # where the state is in a definition, and a fact that does not tell
    "vectors": (nearest(of="s[i] x[i]@"), "balance"),
    "point": (nearest(to="sum(s[i],x[i]@)@"), "balance"),
    "balance": (nearest(balance="s[i]"), "along"),
}
TAUGHT = shown("exp(1,t) - 1 - t >= 0", taylor())
DIGITS = f"{sum(10**390 // math.factorial(k) for k in range(300))}/{10**390}"  # of exp(1)

RIGHT = {
    "a sum of vectors": shown(LINE, equations=[linear()]),
    "other orders": shown("sum(w@x[i],a[i]) - w@sum(x[i]@,a[i]) = 0", equations=[linear(by="-1")]),
    "a double sum": shown(
        "sum(a[i],x[i]@)@sum(a[i],x[i]@) - sum(a[i],sum(a[i],x[i]@)@x[i]) = 0",
        equations=[linear(v="sum(a[i],x[i]@)@")],
    ),
    "a sum with units": shown(LINE, equations=[linear("a[i] x[i]@ + a[i] #1@", "w@ + t #1@ + #2@")]),
    "a sum of one vector": shown("0 = 0", equations=[linear("w@")]),
    "a sum, for every i": shown("b[i] sum(x[i]@)@w - b[i] sum(x[i]@w) = 0", equations=[linear("x[i]@", by="b[i]")]),
    "a theorem on sums": [
        *shown(LINE, equations=[linear()]),
        entry(
            "d[i] u@ v[i]@",
            {},
            "sum(d[i]^2,v[i]@)@u - sum(d[i]^2,v[i]@u) = 0",
            lemma({**NONE, "a[i]": "d[i]", "x[i]@": "d[i] v[i]@ + u@ + #1@", "w@": "u@"}, poly(new="1"), of="it"),
            id="user",
        ),
    ],
    "an exponential": shown(
        "t exp(2,t;-1/2,t^3) > 0", exponential("2 t - 1/2 t^3", facts=["h"]), assume={"h": "t > 0"}
    ),
    "other orders of terms": shown("exp(1,t;1;0,w@w) - exp(1;1/2,t;1/2,t) = 0"),
    "an exponential, for every i": shown("exp(1,a[i]) > 0", exponential("a[i]")),
    "the exponential of 0": shown("1 > 0", exponential("0")),
    "the law of exponentials": shown("exp(1,a[i];1,t) - exp(1,a[i]) exp(1,t) = 0", equations=[law("a[i]", "t")]),
    "a reciprocal": shown("1 - exp(1,w@w) exp(-1,w@w) = 0", equations=[law("w@w", "- w@w")]),
    "a tangent": TAUGHT,
    "a tangent elsewhere": shown("exp(1,t) - t exp(1) >= 0", taylor(q="1")),
    "degree 3": shown("6 exp(-1,t) - 6 + 6 t - 3 t^2 + t^3 >= 0", taylor("- t", degree=3, c="6")),
    "a theorem on exponentials": [
        *TAUGHT,
        entry(
            "d",
            {},
            "exp(1,d;-1,sum()) - 1 - d + sum() >= 0",
            lemma({**NONE, "t": "d - sum()"}, poly("new"), of="it"),
            id="user",
        ),
    ],
    "a theorem on the exponential of 0": [
        *shown("exp(1,t) > 0", exponential("t")),
        entry("", {}, "1 > 0", lemma(NONE, poly("new"), of="it"), id="user"),
    ],
    "a logarithm": named("t - 1 - r >= 0", LN_T, poly(taylor("r"), **{"r.def": "-1"}), poly("h"), {"h": "t > 0"}),
    "logarithms": named("sum(a[i]) - sum() - sum(r[i]) >= 0", LN, BELOW, poly("h"), POSITIVE),
    "a root at one index": defined(
        "a[i] >= 0", SIGN, "r", "sqrt", "a[i]", poly("h"), poly({"squares": [P("r")]}, **{"r.def": "-1"})
    ),
    "inverses": defined(
        {"one": "sum(a[i]) >= 0", "two": "a[i]^2 > 0"},
        POSITIVE,
        "r[i]",
        "inverse",
        "a[i]",
        poly("h"),
        split(one=sum_of("h", poly("sum")), two=poly("h h")),
    ),
    "a nearest point": named(f"{FAR} >= 0", nearest(), poly("m[i].across")),
    "its weights": named(
        {"one": "m[i] >= 0", "two": "sum(m[i],b[i]) = 0"},
        nearest(),
        split(one=poly("m[i].sign"), two=poly(**{"m[i].balance": "1"})),
    ),
    "it is reached": named(
        "sum(m[i],x[i]@)@w - sum(m[i],x[i]@)@sum(m[i],x[i]@) = 0", nearest(), poly(**{"m[i].along": "1"})
    ),
    "a projection": named(f"{FAR} = 0", nearest("projection"), poly(**{"m[i].across": "1"})),
    "a nearest point with units": named(
        "a[i] sum(m[i],a[i]) - a[i] - t c >= 0", nearest(of="a[i] #1@", to="#1@", balance="t"), poly("m[i].across")
    ),
    "a theorem on a nearest point": [
        *named(f"{FAR} >= 0", nearest(), poly("m[i].across")),
        entry(
            "x[i]@",
            {},
            "sum(n[i],x[i]@)@x[i] >= 0",
            opened(lemma({**NONE, "x[i]@": "x[i]@", "m[i]": "n[i]", "c": "0"}, poly("new"), WEIGHTS, of="it")),
            id="user",
            let=[nearest(name="n[i]", to="0", balance="0", multiplier="d")],
            sides={"n[i]": poly()},
        ),
    ],
    "open": [entry(NAMES, SIGN, LARGEST, opened(EACH))],
    "an open definition": [entry(NAMES, POSITIVE, "a[i] > 0", opened(LN_OPEN))],
    "an open induction": [entry(NAMES, SIGN, "s[i] >= 0", opened(induction(poly("I"), *RISE)), run=STATES)],
    "an open fact": [entry(NAMES, SIGN, LARGEST, opened(have("f", LARGEST, opened(EACH), poly("f"))))],
    "entries": member("t^2 sum(a[i]) - sum(a[i],x[i]@)@x[i] >= 0", SCORE, {"x[i]@": "z@"}, {"q": "r"}, BALL),
    "an entry in an exponent": member("exp(1,a[i];1,sum(a[i])) > 0", poly(exponential("c + sum(a[i])"))),
    "an entry in an induction": member(
        "a[i] + sum(s[i]) >= 0",
        induction(poly("I"), "c + sum(s[i]) >= 0", poly("k"), sum_of("h", poly("I", "sum"))),
        known={"k": "h"},
        assume=SIGN,
        run=STATES,
    ),
    "a witness": valued("exp(1,a) - 5/3 >= 0", "1/2"),
    "a witness where exponents add up": valued("a - 1 >= 0", "1/2", h="exp(1,a) exp(-1,a) - 1 = 0"),
    "a witness for an exponential of one": valued("exp(1,exp(1,a)) - 3 >= 0"),
    "a witness where exponentials cancel": valued("exp(1,exp(1,a)) exp(-1,exp(1,a)) - 2 >= 0", "1"),
    "a witness that is an exponential": valued("a - 8 >= 0", ["+", ["^", ["exp", "1"], "2"], "1/2"], h="a - 7 > 0"),
    "a witness for sums of vectors": [
        entry(
            "a[i] x[i]@",
            {"h": "sum(a[i],x[i]@)@x[i] + 4 > 0"},
            "sum(a[i],x[i]@)@sum(x[i]@) + 4 != 0",
            counterexample=witness(2, 2, {"a[i]": ["1", "-2"], "x[i]@": [["1", "0"], ["1", "1"]]}),
        )
    ],
    "a witness for a run": [
        entry("", {}, "3 - exp(1,k) >= 0", run=kernel_tests.COUNT, counterexample=witness(steps=[{}, {}]))
    ],
}
READABLE = ["a[i]", "b[i]", "t", "1/2", "-3"]
UNREADABLE = re.findall(
    r"\S+",
    """
    u w@ #1@ #0 a b x[i] a[i]@ t[i] w@x a[i]^2 sum() exp(1) sum(a[i],b[i]) exp(-1/2,t^2,w@w;3) t@t t^2 -t +1 1.0 1/0
    sum(a[i],x[i]@) sum(a[i])@ sum(a[i])@w w@sum(a[i]) sum(a[i],w@)@w sum(x[i]@^2)@w sum(x[i]@,x[i]@)@w sum(a[i],#1@)@w
    sum(t) sum(t,a[i]) sum(,a[i]) sum(a[i] sum(a[i])) sum(sum(a[i])) sum(sum(x[i]@)@)@w w@x[i]@ #1@w w@#1 w@#1@ t²
    exp() exp(0) exp(t) exp(1,w@) exp(1,sum(x[i]@)@) exp(1,t)@w exp(1;) exp(1,) exp(1,t;-1,t) exp(1,a[i];1;-1,a[i])
    exp(0,a[i];1) exp(1,t^100) exp(1,t)^100 exp(1,t))(
    """,
)


def read(word):
    """A book whose goal has the word in it, 0 times."""
    goal = [">=", ["+", ["*", "0", word], ["^", "a[i]", "2"]], "0"]
    return [entry(NAMES, {}, {"goal": goal}, poly({"squares": ["a[i]"]}))]


def late(given, fact):
    """An induction that takes what is known of a nearest point of the state reached for a constant."""
    step = {**poly(SQUARE), "ideal": [{"fact": f"m[i].{fact}", "by": "0"}]}
    return named("t^2 >= 0", given, induction(poly("I"), "t^2 >= 0", poly(SQUARE), step), run=STATES)


FORGED = {
    "an exponent that is not declared": shown("exp(1,u) > 0", exponential("u")),
    "a sum that is not declared": shown("sum(a[i],u[i]@)@w - sum(a[i],u[i]@)@w = 0"),
    "the index of a vector is captured": shown(
        "sum(a[i],x[i]@)@x[i] - sum(a[i],x[i]@x[i]) = 0", equations=[linear(v="x[i]@")]
    ),
    "the index of a factor is captured": shown(
        "a[i] sum(x[i]@)@w - sum(a[i],x[i]@w) = 0", equations=[linear("x[i]@", "a[i] w@")]
    ),
    "a sum of numbers": shown(LINE, equations=[linear("a[i]")]),
    "a sum of squared vectors": shown(LINE, equations=[linear("x[i]@^2")]),
    "a sum with a number": shown(LINE, equations=[linear(v="t")]),
    "a multiple with an index": shown(LINE, equations=[linear(), linear(by="a[i]"), linear(by="- a[i]")]),
    "two equations": shown(LINE, equations=[{**linear(), "fact": "h"}], assume={"h": "t = 0"}),
    "no equation": shown(LINE, equations=[{"by": "0"}]),
    "a sum is not moved by itself": shown(LINE),
    "another sum": shown("exp(1,a[i];2,t) - exp(1,a[i]) exp(1,t) = 0", equations=[law("a[i]", "t")]),
    "the law, of a vector": shown("0 = 0", equations=[law("w@", "t")]),
    "the law, of nobody": shown("0 = 0", equations=[law("t", "a[i]")]),
    "the law, of nobody and one": shown("0 = 0", equations=[law("a[i]", "t")]),
    "the exponential of nobody alone": shown("0 >= 0", exponential("a[i]")),
    "the exponential of a vector": shown("exp(1,t) > 0", exponential("w@")),
    "the exponential of nobody": shown(
        "0 > 0", exponential("a[i]"), equations=[{"fact": "h", "by": P("-1")}], assume={"h": "exp(1,a[i]) = 0"}
    ),
    "a remainder is strict": shown("exp(1,t) - 1 - t > 0", taylor()),
    "a remainder is not 0": shown("0 >= 0", times=[taylor()]),
    "a remainder for nobody": shown("0 >= 0", taylor("t", "a[i]")),
    "a remainder of nobody": shown("0 >= 0", taylor("a[i]")),
    "a remainder of a vector": shown("0 >= 0", taylor("w@")),
    "more than a tangent": shown("exp(1,t) - 1 - t - t^2 >= 0", taylor()),
    **{
        f"degree {degree!r}": shown("exp(1,t) - 1 >= 0", taylor(degree=degree))
        for degree in (0, 2, -1, 21, True, "1", 1.0, None)
    },
    "no logarithm of 0": named("t - 1 - r >= 0", LN_T, poly(), poly("h"), {"h": "t >= 0"}),
    "no side": changed(RIGHT["a logarithm"], "sides", to={}),
    "one logarithm for each index": named("0 >= 0", {**LN, "name": "r"}, poly(), poly("h"), POSITIVE),
    "logarithms of one number": named("0 >= 0", {**LN_T, "name": "r[i]"}, poly(), poly("h"), {"h": "t > 0"}),
    "a family at one index": [entry(NAMES, POSITIVE, "a[i] > 0", LN_OPEN)],
    "a family after a supposition": [entry(NAMES, POSITIVE, "a[i] > 0", contra(LN_OPEN))],
    "a logarithm of a vector": named("0 >= 0", let("r", "ln", "w@"), poly()),
    "a vector for a logarithm": named("0 >= 0", let("r@", "ln", "t"), poly()),
    "another kind": named("0 >= 0", let("r", "exp", "t"), poly()),
    "a logarithm to a point": named("0 >= 0", {**LN_T, "to": P("w@")}, poly()),
    "an undeclared name that cancels under a root": [
        entry(
            "a",
            {"h": [">=", "a", "0"]},
            ["=", ["sqrt", ["+", "a", ["-", "z", "z"]]], "r"],
            poly(),
            let=[let("r", "sqrt", "a")],
            sides={"r": poly("h")},
        )
    ],
    "an index that cancels under a root": [
        entry(
            "a[i]",
            {"h": [">=", ["sqrt", ["*", "0", "a[i]"]], "1"]},
            ["=", "0", "1"],
            poly({}),
            let=[let("r", "sqrt", "0")],
            sides={"r": poly()},
        )
    ],
    "a point near one vector": near(of="w@"),
    "one weight for one vector": near(of="w@", name="m"),
    "one weight": near(name="m"),
    "weights at one index": [
        entry(NAMES, {}, "a[i]^2 >= 0", {"rule": "define", "let": nearest(), "why": poly(), "then": poly()})
    ],
    "a point for each index": near(to="x[i]@"),
    "a point near numbers": near(of="a[i]"),
    "a number is near": near(to="t"),
    "a vector is balanced": near(balance="x[i]@"),
    "no balance": named("t^2 >= 0", {**nearest(), "balance": None}, poly(SQUARE)),
    "a multiplier that is taken": near(multiplier="t"),
    "a multiplier for each index": near(multiplier="c[i]"),
    "a multiplier that is a vector": near(multiplier="c@"),
    "the weights as multipliers": near(multiplier="m[i]"),
    "weights that are taken": near(name="a[i]"),
    "a fact that is taken": changed(near(), "statement", "assume", to={"m[i].sign": ["=", "0", "0"]}),
    "a projection of any sign": named("m[i] >= 0", nearest("projection"), poly("m[i].sign")),
    "a nearest point is no projection": named(f"{FAR} = 0", nearest(), poly(**{"m[i].across": "1"})),
    "the other side": named(f"b[i] c + {FAR.removesuffix(' - b[i] c')} >= 0", nearest(), poly("m[i].across")),
    **{f"a state in the {part}": late(*given) for part, given in MOVING.items()},
    "not open": [entry(NAMES, SIGN, LARGEST, EACH)],
    "an open supposition": [
        entry(NAMES, {"h": "sum(a[i]) - 1 >= 0"}, "a[i] >= 0", opened(contra(sum_of("not", poly("h", "sum")))))
    ],
    "open cases": [entry(NAMES, SIGN, "a[i] >= 0", opened(kernel_tests.cases("t", ge=poly("h"), lt=poly("h"))))],
    "an open certificate": [entry(NAMES, SIGN, "a[i] >= 0", opened(poly("h")))],
    "an open entry": changed(RIGHT["an entry in an exponent"], "proof", "open", to=True),
    **{f"open {value!r}": [entry(NAMES, SIGN, LARGEST, opened(EACH, value))] for value in (1, "true", False)},
    "an open index in a theorem": [
        *TAUGHT,
        entry(
            "d[i]",
            {},
            "exp(1,d[i]) - 1 - d[i] >= 0",
            opened(lemma({**NONE, "t": "d[i]"}, poly("new"), of="it")),
            id="user",
        ),
    ],
    "an entry where there is none": member(
        "0 > 0", poly("l", "u"), known={"l": "lo", "u": "hi"}, assume=kernel_tests.CROSSED
    ),
    "an entry at one index": [
        entry(NAMES, SIGN, "a[i] >= 0", have("f", "1 > 0", poly({}), member("a[i] >= 0", poly("h"))[0]["proof"]))
    ],
    "two entries under one name": member("a[i] - b[i] = 0", poly(), {"a[i]": "c", "b[i]": "c"}),
    "an entry under a name that is taken": member("a[i] - t = 0", poly(), {"a[i]": "t"}),
    "an entry under the name of an input": member("a[i]^2 >= 0", poly(), {"a[i]": "u"}, run=STATES),
    "an entry left without a name": member(
        "sum() a[i] - sum(b[i]) = 0", sum_of("k", poly(sum="1")), known={"k": "h"}, assume={"h": "a[i] - b[i] = 0"}
    ),
    "a goal left without a name": member("a[i]^2 + b[i]^2 >= 0", poly()),
    "an entry put into a sum": member("sum() a[i] - sum(a[i]) = 0", poly()),
    "an entry put into a sum of vectors": member("sum(x[i]@)@w - sum() x[i]@w = 0", poly(), {"x[i]@": "z@"}),
    "an entry of no family": member("a[i]^2 >= 0", poly(), {"t": "c", "a[i]": "d"}),
    "an entry of nothing": member("a[i]^2 >= 0", poly(), {"d[i]": "c"}),
    "an entry of another sort": member("x[i]@w^2 >= 0", poly(), {"x[i]@": "c"}),
    "an entry with an index": member("a[i]^2 >= 0", poly(), {"a[i]": "c[i]"}),
    "an entry that is a unit": member("x[i]@w^2 >= 0", poly(), {"x[i]@": "#1@"}),
    "an unknown fact": member("a[i]^2 >= 0", poly(), known={"k": "h"}),
    "a fact under its own name": member("a[i] >= 0", poly("h"), known={"h": "h"}, assume=SIGN),
    "an entry of the state in an induction": member(
        "s[i] >= 0", induction(poly("I"), "d >= 0", poly(), poly("I")), {"s[i]": "d"}, run=STATES
    ),
    "a fact on the state in an induction": member(
        "s[i]^2 >= 0",
        induction(poly({"squares": [P("d")]}), "t^2 >= 0", poly(SQUARE, k="0"), poly(SQUARE)),
        {"s[i]": "d"},
        {"k": "h"},
        {"h": "s[i] = 0"},
        run=STATES,
    ),
    "a side that needs what is defined": [
        entry(
            "a",
            {"h": [">", ["+", "a", ["/", "0", "a"]], "0"]},
            "a != 0",
            kernel_tests.contra(poly("h", **{"not": "- 1"})),
            let=[let("r", "inverse", "a")],
            sides={"r": kernel_tests.contra(poly("h", **{"not": "- 1"}))},
        )
    ],
    "a state that cancels in a start": [
        entry("a", {}, "k >= 0", poly(), run=kernel_tests.stepping(start={"k": ["*", "0", "k"]}))
    ],
    "a definition that is null": [entry("", {}, "1 >= 0", poly({}), let=[None])],
    "a definition that is null, with a run": [entry("", {}, "1 >= 0", poly({}), let=[None], run=kernel_tests.COUNT)],
    "an entry that is too deep": [kernel_tests.as_deep_as(kernel.MAX_DEPTH + 1)],
    "an atom that is too deep": shown(
        "0 >= 0", {"exponentials": [["*", "0", kernel_tests.in_parentheses("t", kernel.MAX_NESTING + 2)]]}
    ),
    "an exponential that is too deep": shown(
        "1 > 0", {"exponentials": [kernel_tests.in_parentheses("t", kernel.MAX_NESTING + 1)]}, {}
    ),
    **{
        f"sides {sides!r}": [{**kernel_tests.SQUARE, "sides": sides}]
        for sides, why in ((0, "object"), ("", "object"), (False, "object"), ([], "object"), ([["r", {}]], ""))
    },
    "no counterexample": valued("exp(1,a) - 5/3 >= 0", "1"),
    "a hypothesis with an exponential": valued("a > 0", h="exp(1,a) - 2 > 0"),
    "an exponent without a value": valued("exp(1,exp(1,a)) - 100 >= 0", "1"),
    "an exponent that is too large": valued("- exp(1,a) >= 0", "26"),
    "a witness with a sum": valued("a - 8 >= 0", ["exp", ["sum", "1"]]),
    "a witness with a name": valued("a - 8 >= 0", ["exp", "a"]),
    "a sign that is not decided": valued(f"exp(1) - {DIGITS} = 0"),
}


STORED = json.loads((Path(kernel.__file__).parent / "certificates.json").read_text(encoding="utf-8"))["entries"]
FALSE = {title: entries for title, (entries, _) in attacks.FALSE.items()}
WITNESSED = [
    [*entries[:-1], {k: v for k, v in entries[-1].items() if k != "proof"} | {"counterexample": witness}]
    for entries, witness in attacks.FALSE.values()
    if witness
]
BOOKS = [*kernel_tests.TRUE.values(), *kernel_tests.FALSE.values(), *FALSE.values(), *WITNESSED, *RIGHT.values()]
KEPT_OUT = [book for _, book in kernel_tests.OUT]
SHORT_OUT = [book for book in KEPT_OUT if len(json.dumps(book)) < 10_000]  # what is long is there for its length alone

# --- corruption

NAME = re.compile(r"(?<![\w#])([^\W\d]\w*[*']*)(\[i\])?")
WORDS = set(
    re.findall(
        r"\w+",
        """
        id declare assume show run let state start input when next name kind of inverse sqrt rule poly cases contra have
        split define lemma induction sum times ideal fact by facts squares norms c on arms then why parts put premises
        as invariants base step dimension size values steps statement proof sides counterexample
        ln nearest projection to balance multiplier open entry names exponentials remainders at degree law with exp
        abs max min
        """,
    )
)
LISTS = (("declare",), ("state",), ("input",))


def places(data):
    """All parts, with the paths to them, each part before its own."""
    found = [((), data)]

    def of(whole, at):
        for key, value in whole.items() if isinstance(whole, dict) else enumerate(whole):
            found.append((path := (*at, key), value))
            if isinstance(value, dict | list):
                of(value, path)

    if isinstance(data, dict | list):
        of(data, ())
    return found


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
    way = chance.randrange(9)
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
        factors[at] = NAME.sub(lambda m: m[0] if m[2] or m[0] in ("sum", "exp") else f"{m[0]}[i]", factors[at], count=1)
    elif way == 6:
        factors[at] = "@".join(reversed(factors[at].split("@"))) if "@" in factors[at][:-1] else f"sum({factors[at]})"
    elif way == 7:
        factors[at] = chance.choice(["#1@", "#2@", "sum()", "w@w", "exp(1)", "sum(a[i],x[i]@)@w", "sum(x[i]@)@"])
    else:
        within = chance.choice(["sum(", "exp(1,", "exp(-1/2;1,", "sum(x[i]@,"])
        factors[at] = f"{within}{factors[at]}){chance.choice(['', '@'])}"
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
    return one and two and replaced(data, one, part(data, two))


def rule(chance, data):
    path = pick(chance, data, is_proof)
    names = ["poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry", "trust"]
    return path and replaced(data, (*path, "rule"), chance.choice(names))


def openness(chance, data):
    """A step that leaves the index open, or no longer does."""
    path = pick(chance, data, is_proof)
    proof = path and part(data, path)
    new = path and ({k: v for k, v in proof.items() if k != "open"} if "open" in proof else opened(proof))
    return path and replaced(data, path, new)


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
WAYS += [rule, everywhere, everywhere, monomial, list_item, openness]


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


# --- changes of the shape of a text

JUNK = [None, True, False, 0, -1, 1, 10**30, "", "x", "1", "a", [], {}, [[]], [None], {"a": None}, {"rule": "poly"}]
JUNK += ["[i]", [">=", "0", "0"], "1", "a", ["="], "@", "sum()", "a[i]", {"": "1"}, [">", "a", "0"], "#1@"]
JUNK += [["+", "a"], ["*", "a", "a"], ["^", "a", "1/2"], ["/", "1", "a"], ["-", "a", "a"], ["@", "w@", "w@"]]
LETTERS = ["[i]", "@", "*", "'", *"жﬁℓ²½ñÀ×ɏϐ₀₉ₐ\u0301\u200b\u2028\x85\x00ḀỿΑ΢Ωω", "\U0001d465", "\ud800", "\\", '"']
NUMBERS = ["01", "+1", " 1", "1 ", "1.0", "１", "1/1", "-0", "0/1", "1/0", "1e0", "1_0", "1\n", "--1", "1/-1", ".5"]
NUMBERS += ["9" * 400, "9" * 401, "1/" + "9" * 401, "-", "/", "1/", "/1", "1/2/3", "1/00"]


def text_of(data):
    """Return JSON; letters are not escaped."""
    return json.dumps(data, ensure_ascii=False)


def reshape(chance, data):
    """Return the text of the data after one such change."""
    return chance.choice([replace_part, repeat_key, change_letter, change_number])(chance, data)


def replace_part(chance, data):
    data = json.loads(text_of(data))
    path = chance.choice([path for path, _ in places(data) if path])
    place, at = part(data, path[:-1]), path[-1]
    way = chance.randrange(4)
    if way == 0:
        del place[at]
    elif way == 1 and isinstance(place, dict):
        place[chance.choice([*place, "note", "run", "let", "sides", "open", "to", "each"])] = chance.choice(JUNK)
    elif way == 1:
        place.insert(at, chance.choice(JUNK))
    else:
        place[at] = chance.choice(JUNK)
    return text_of(data)


def repeat_key(chance, data):
    """A key twice in one object; or a number that is no integer."""
    path = chance.choice([path for path, value in places(data) if isinstance(value, dict) and value])
    table = part(data, path)
    key = chance.choice([*table])
    new = {**table, key: "\x00number"} if chance.random() < 0.3 else {**table, "\x00key": table[key]}
    number = chance.choice(["1.0", "1e0", "-0", "NaN", "Infinity", "01", "1.", ".5", "9" * 401, "9" * 400, "+1", "0x1"])
    text = text_of(replaced(data, path, new))
    return text.replace('"\\u0000key"', text_of(key)).replace('"\\u0000number"', number)


def change_letter(chance, data):
    """Another letter for one in a name, everywhere or at one place."""
    text, letter = text_of(data), chance.choice(LETTERS)
    at = chance.choice([n for n, c in enumerate(text) if c not in '{}[]":, '])
    new = json.dumps(letter)[1:-1] if chance.random() < 0.5 or letter in "\ud800\x00\\\"" else letter
    if chance.random() < 0.5 and text[at].isalpha():
        return re.sub(rf"(?<=[\" @({{,]){re.escape(text[at])}(?=[\" @)\[^,*'])", lambda _: new, text)
    return text[:at] + new + text[at + 1 :]


def change_number(chance, data):
    """A number or monomial in another spelling."""
    text = text_of(data)
    found = list(re.finditer(r'"(-?\d+(?:/\d+)?)"', text))
    if found and chance.random() < 0.5:
        one = chance.choice(found)
        return text[: one.start()] + text_of(chance.choice(NUMBERS)) + text[one.end() :]
    at = chance.choice([n for n, c in enumerate(text) if c in ' ":,'])
    more = [" ", "\t", "\n", "\u00a0", "\ufeff", ",", "//", "(", ")", "^1", "^0", "^2", "^99", "@", ";"]
    return text[:at] + chance.choice(more) + text[at:]

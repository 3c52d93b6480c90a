"""Terms as they are written: what the kernel accepts of them, case by case, and that a random
term has the value that it should have, worked out here from the term itself. `test_verified.py` asks the verified
checker about the same books.
"""

import importlib.util
import random
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest

from novikoff.proofs import kernel


def load(name):
    """A test module beside this one."""
    spec = importlib.util.spec_from_file_location(f"{__name__}_{name}", Path(__file__).parent / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernel_tests = load("test_kernel")
entry, poly, let, witness = (getattr(kernel_tests, name) for name in ("entry", "poly", "let", "witness"))
NAMES = "a b c t a[i] b[i] u@ v@ w@ x[i]@"


def equal(left, right, declare=NAMES, **more):
    """A book that shows an equation: the two sides are the same polynomial."""
    return [entry(declare, more.pop("assume", {}), ["=", left, right], more.pop("proof", poly()), **more)]


def defined(left, right, *lets, assume=None, declare=NAMES):
    """The same, where quotients, roots and logarithms have names; what makes them exist is assumed."""
    relations = {"inverse": ">", "sqrt": ">=", "ln": ">"}
    given = {f"h{name}": [relations[kind], of, "0"] for name, kind, of in lets}
    parts = [{"name": name, "kind": kind, "of": of} for name, kind, of in lets]
    sides = {name: poly(f"h{name}") for name, _, _ in lets}
    return [entry(declare, {**given, **(assume or {})}, ["=", left, right], poly(), let=parts, sides=sides)]


def refuted(show, values=None, *, size=0, dimension=0, assume=None, declare="", **more):
    """A book with a counterexample."""
    given = witness(dimension, size, values or {})
    return [entry(declare, assume or {}, show, counterexample=given, **more)]


def deep(levels):
    """A number in so many minus signs."""
    term = "a"
    for _ in range(levels):
        term = ["-", term]
    return term


A, B, AB = ("p", "inverse", "a"), ("q", "inverse", "b"), ["*", "a", "b"]
GAP, BELOW = ["^", ["-", "a", "b"], "2"], ["*", "1/2", ["-", ["+", "a", "b"], "d"]]
ABOVE = ["*", "1/2", ["+", "a", "b", "d"]]
D, E = ("d", "sqrt", GAP), ("e", "sqrt", ["^", ["-", ABOVE, "c"], "2"])
F = ("f", "sqrt", ["^", ["-", BELOW, "c"], "2"])

PROVED = {
    "+": equal(["+", "a", "b", "a"], ["+", ["*", "2", "a"], "b"]),
    "- of one": equal(["-", "a"], ["*", "-1", "a"]),
    "- of two": equal(["-", "a", "b"], ["+", "a", ["-", "b"]]),
    "*": equal(["*", ["+", "a", "b"], ["-", "a", "b"]], ["-", ["^", "a", "2"], ["*", "b", "b"]]),
    "* of a vector": equal(["*", "a", "w@", "b"], ["*", ["*", "a", "b"], "w@"]),
    "* of a vector by 0": equal(["*", "0", "w@"], "0"),
    "/": defined(["/", "1", "a"], "p", A),
    "/ of a vector": defined(["/", "w@", "a"], ["*", "p", "w@"], A),
    "/ by a number": equal(["/", ["*", "6", "w@"], "-4"], ["*", "-3/2", "w@"]),
    "/ by a product": defined(["/", "1", AB], ["*", "p", "q"], A, B),
    "/ by a product that has a name": defined(["/", "1", AB], "r", A, B, ("r", "inverse", AB)),
    "/ by products in products": defined(
        ["/", "c", ["*", "2", ["*", "a", ["^", "b", "3"]], ["-", "a"]]],
        ["*", "-1/2", "c", ["^", "p", "2"], "q", ["^", "q", "2"]],
        A,
        B,
    ),
    "/ by a power 0": defined(["/", "1", ["^", "a", "0"]], "1", A),
    "/ by a quotient": defined(["/", "1", ["/", "1", "a"]], "r", A, ("r", "inverse", "p")),
    "/ of families": defined(["/", "b[i]", "a[i]"], ["*", "r[i]", "b[i]"], ("r[i]", "inverse", "a[i]")),
    "/ in a sum": defined(["sum", ["/", "b", "a[i]"]], ["*", "b", ["sum", "r[i]"]], ("r[i]", "inverse", "a[i]")),
    "^ -2": defined(["^", "a", "-2"], ["/", "1", ["*", "a", "a"]], A),
    "^ of a product, negative": defined(["^", AB, "-1"], ["*", "p", "q"], A, B),
    "^ 0": equal(["^", "a", "0"], "1"),
    "^ 99": equal(["^", "a", "99"], ["*", ["^", "a", "49"], ["^", "a", "50"]]),
    "^ 99 of ^ 99": equal(["^", ["^", "a", "99"], "99"], ["^", ["^", ["^", "a", "33"], "33"], "9"]),
    "^ 4/2": equal(["^", "a", "4/2"], ["*", "a", "a"]),
    "^ 1/2": defined(["^", "a", "1/2"], ["sqrt", "a"], ("s", "sqrt", "a")),
    "^ 3/2": defined(["^", "a", "3/2"], ["*", "s", "s", "s"], ("s", "sqrt", "a")),
    "^ -1/2": defined(["^", "a", "-1/2"], "r", ("s", "sqrt", "a"), ("r", "inverse", "s")),
    "@": equal(["@", ["-", "u@", "v@"], ["+", "u@", "v@"]], ["-", ["@", "u@", "u@"], ["@", "v@", "v@"]]),
    "@ of 0": equal(["@", "0", "w@"], "0"),
    "@ of units": equal(["+", ["@", "#1@", "#1@"], ["@", "#1@", "#2@"], ["@", "#1@", "w@"]], "1"),
    "sum": equal(["sum", ["*", "a", "a[i]"]], ["*", "a", ["sum", "a[i]"]]),
    "sum of 1": equal(["sum", "a"], ["*", "a", ["sum", "1"]]),
    "sum of a sum": equal(["sum", ["sum", "a[i]"]], ["*", ["sum", "1"], ["sum", "a[i]"]]),
    "sum of vectors": equal(["sum", ["*", "a[i]", "x[i]@", "b"]], ["*", "b", ["sum", ["*", "x[i]@", "a[i]"]]]),
    "sum in which [i] cancels": equal(["sum", ["-", ["+", "a[i]", "b"], "a[i]"]], ["*", "b", ["sum", "1"]]),
    "exp": equal(["exp", ["-", "a", "a"]], "1"),
    "exp of a sum": equal(["exp", ["sum", ["+", "a[i]", "a[i]"]]], ["exp", ["*", "2", ["sum", "a[i]"]]]),
    "ln": defined(["ln", "a"], "l", ("l", "ln", "a")),
    "sqrt": defined(["sqrt", ["+", "a", "b"]], "s", ("s", "sqrt", ["+", "b", "a"])),
    "abs": defined(["abs", ["-", "b", "a"]], ["sqrt", GAP], D),
    "max": defined(["max", "a", "b"], ABOVE, D),
    "min": defined(["min", "a", "b"], BELOW, D),
    "max of three": defined(["max", "a", "b", "c"], ["*", "1/2", ["+", ABOVE, "c", "e"]], D, E),
    "min of three": defined(["min", "a", "b", "c"], ["*", "1/2", ["-", ["+", BELOW, "c"], "f"]], D, F),
    "equal vectors": equal(["*", "2", ["+", "u@", "w@"]], ["+", "w@", "w@", "u@", "u@"]),
    "a vector is 0": equal(["-", "u@", "u@"], "0"),
    "0 is a vector": equal(["@", "u@", "u@"], "0", assume={"h": ["=", "0", "u@"]}, proof=poly(h="1")),
    "a vector is assumed to be 0": equal(["@", "u@", "u@"], "0", assume={"h": ["=", "u@", "0"]}, proof=poly(h="1")),
    "0 is 0": equal(["-", "0"], ["*", "0", ["sum", "0"]]),
    "[i] cancels in what is shown": equal("a[i]", "a[i]"),
    "[i] cancels in equal vectors": equal("x[i]@", "x[i]@"),
    "<=": [entry("a", {}, ["<=", "0", ["^", "a", "2"]], poly({"squares": ["a"]}))],
    "<": [entry("a", {"h": ["<", "a", "0"]}, [">", ["-", "a"], "0"], poly("h"))],
    "!=": [entry("a", {"h": [">", "a", "0"]}, ["!=", "a", "0"], poly("h"))],
    "a term alone": [entry("a", {}, [">=", ["^", ["-", "a", "1"], "2"], "0"], poly({"squares": [["-", "1", "a"]]}))],
    "a term beside a polynomial": [entry("a", {"h": ["<=", "a", "1"]}, [">=", ["+", "1", ["-", "a"]], "0"], poly("h"))],
    "terms in a proof": [
        entry("a b", {}, [">=", ["^", ["-", "a", "b"], "2"], "0"], poly({"squares": [["-", "a", "b"]]}))
    ],
    "a fact in a proof": [
        entry(
            "a",
            {"h": [">", "a", "0"]},
            [">=", "a", "0"],
            {"rule": "have", "name": "f", "fact": ["<", ["-", "a"], "0"], "why": poly("h"), "then": poly("f")},
        )
    ],
    "a run": [
        entry(
            "a",
            {"h": [">", "a", "0"]},
            [">=", ["*", "k", ["^", "a", "2"]], ["-", "a", "a"]],
            {
                "rule": "induction",
                "invariants": {"I": ["<=", "0", "k"]},
                "base": {"I": poly()},
                "step": {"I": poly("I", {"squares": ["p"]})},
                "then": poly({"facts": ["I"], "squares": ["a"]}),
            },
            run=kernel_tests.stepping(
                start={"k": ["-", "a", "a"]},
                when={"u": ["=", "u", ["/", "1", "a"]]},
                next={"k": ["+", "k", ["^", "a", "-2"]]},
            ),
            let=[{"name": "p", "kind": "inverse", "of": "a"}],
            sides={"p": poly("h")},
        )
    ],
    "as deep as can be": equal(deep(194), "a"),
}

REFUTED = {
    "a number": refuted(["<", "a", "a"], {"a": "1"}, declare="a"),
    "a family": refuted([">=", "a[i]", "a"], {"a": "0", "a[i]": ["1", "-1"]}, size=2, declare="a a[i]"),
    "vectors": refuted(["=", "u@", "v@"], {"u@": ["1"], "v@": ["2"]}, dimension=1, declare="u@ v@"),
    "a vector and 0": refuted(["=", "u@", "0"], {"u@": ["1"]}, dimension=1, declare="u@"),
    "no index": refuted(["=", ["sum", "1"], "1"]),
    "an exponential": refuted(["<=", ["exp", "a"], "2"], {"a": "1"}, declare="a"),
}

FALSE = {  # refused, whatever is tried for a proof
    "[i] cancels, and there may be no i": refuted(["<", "a[i]", "a[i]"], {"a[i]": []}, declare="a[i]"),
    "[i] cancels at one i": refuted(["<", "a[i]", "a[i]"], {"a[i]": ["1"]}, size=1, declare="a[i]"),
    "[i] cancels in an assumption": [entry("a[i]", {"h": ["<", "a[i]", "a[i]"]}, [">", "0", "0"], poly("h"))],
    "[i] cancels beside an exponential": [
        entry("a[i]", {"h": ["=", ["exp", ["-", "a[i]", "a[i]"]], "2"]}, ["=", "1", "0"], poly(h="1"))
    ],
    "a quotient by 0": equal(["/", "a", ["-", "a", "a"]], "0"),
    "a quotient that cancels": equal(["-", ["/", "1", "a"], ["/", "1", "a"]], "0"),
    "a quotient by itself": defined(["/", "a", "a"], "1", A, assume={}),
    "a root where there is an inverse": defined(["sqrt", "a"], "p", A),
    "a logarithm where there is a root": defined(["ln", "a"], "s", ("s", "sqrt", "a")),
    "an inverse where there is a logarithm": defined(["/", "1", "a"], "l", ("l", "ln", "a")),
    "^ -100": defined(["^", "a", "-100"], ["^", ["^", "p", "50"], "2"], A),
    "a word for nothing": defined(["median", "a", "b"], BELOW, D),
    "an inverse of a root": defined(["/", "1", ["^", "a", "1/2"]], "1", ("s", "sqrt", "a"), A),
    "a root of a square": defined(["sqrt", ["^", "a", "2"]], "a", ("s", "sqrt", ["^", "a", "2"])),
    "a name that is defined later": defined(
        "p", ["/", "1", ["+", "a", ["*", "0", "q"]]], ("p", "inverse", ["+", "a", ["*", "0", "q"]]), B
    ),
    "a definition by itself": [
        entry(
            "a",
            {"h": [">", ["/", "1", ["*", "0", "a"]], "0"]},
            ["=", "1", "0"],
            poly(**{"p.def": "-1"}),
            let=[{"name": "p", "kind": "inverse", "of": ["*", "0", "a"]}],
            sides={"p": poly("h")},
        )
    ],
    "an inverse of 0 by what speaks of it": [
        entry(
            "a",
            {"h": ["=", ["*", "a", ["/", "1", "a"]], "1"]},
            ["!=", "a", "0"],
            poly("h"),
            let=[{"name": "p", "kind": "inverse", "of": "a"}],
            sides={"p": kernel_tests.contra(poly(**{"h": "-1", "not": "p"}))},
        )
    ],
    "an index of one is another's": equal(["*", "a[i]", ["sum", "b[i]"]], ["sum", ["*", "a[i]", "b[i]"]]),
    "a sum of a product": equal(["*", ["sum", "a[i]"], ["sum", "b[i]"]], ["sum", ["*", "a[i]", "b[i]"]]),
    "too deep": equal(deep(197), "a"),
    "a power in a sum": equal(["sum", ["^", ["^", "a[i]", "50"], "2"]], ["sum", ["^", ["^", "a[i]", "25"], "4"]]),
    "a power in an exponent": equal(["exp", ["^", ["^", "a", "50"], "2"]], ["exp", ["^", ["^", "a", "25"], "4"]]),
    "twice one name": [
        entry(
            "a b",
            {"h": [">", "a", "0"], "g": [">", "b", "0"]},
            ["=", ["/", "1", "a"], ["/", "1", "b"]],
            poly(),
            let=[{"name": "p", "kind": "inverse", "of": x} for x in "ab"],
            sides={"p": poly("h")},
        )
    ],
    "a name that is taken": [
        entry(
            "a p",
            {"h": [">", "a", "0"]},
            ["=", ["/", "1", "a"], "p"],
            poly(),
            let=[{"name": "p", "kind": "inverse", "of": "a"}],
            sides={"p": poly("h")},
        )
    ],
    "the name of an input": [
        entry(
            "a",
            {"h": [">", "a", "0"]},
            ["=", ["*", "0", "a"], "0"],
            poly(),
            run=kernel_tests.stepping(when={"w": ["=", "u", ["/", "1", "a"]]}),
            let=[{"name": "u", "kind": "inverse", "of": "a"}],
            sides={"u": poly("h")},
        )
    ],
    "a quotient by the state, in its own step": [
        entry(
            "",
            {"h": [">", "k", "0"]},
            ["=", "0", "0"],
            poly(),
            run=kernel_tests.stepping(next={"k": ["/", "1", "k"]}),
            let=[{"name": "p", "kind": "inverse", "of": "k"}],
            sides={"p": poly("h")},
        )
    ],
    "a quotient by the state, in its own step, where it cancels": [
        entry(
            "",
            {"h": [">", "k", "0"]},
            ["=", "0", "0"],
            poly(),
            run=kernel_tests.stepping(next={"k": ["-", ["/", "1", "k"], ["/", "1", "k"]]}),
            let=[{"name": "p", "kind": "inverse", "of": "k"}],
            sides={"p": poly("h")},
        )
    ],
}


def verdicts(book):
    """Return the verdicts of the kernel."""
    return [verdict for verdict, *_ in kernel.check_book(book).values()]


@pytest.mark.parametrize("book", PROVED.values(), ids=PROVED)
def test_what_is_written_so_is_proved(book):
    assert verdicts(book) == ["proved"], kernel.check_book(book)


@pytest.mark.parametrize("book", REFUTED.values(), ids=REFUTED)
def test_what_is_written_so_is_refuted(book):
    assert verdicts(book) == ["refuted"], kernel.check_book(book)


@pytest.mark.parametrize("book", FALSE.values(), ids=FALSE)
def test_what_is_written_so_is_refused(book):
    assert verdicts(book) == ["error"]


# ------------------------------------------------------------------------------------------- random terms


class World:
    """Random values for names: numbers, vectors of a plane, and families of both over few indices."""

    def __init__(self, chance):
        """Draw the values."""
        self.chance, self.size = chance, chance.choice([0, 1, 2, 2, 3])
        self.values, self.names = {}, {}
        for name in NAMES.split():
            draw = self.vector if name.endswith("@") else self.number
            self.values[name] = [draw() for _ in range(self.size)] if "[i]" in name else draw()
        self.lets, self.facts = [], {}

    def number(self):
        return Fraction(self.chance.randint(-2, 3), self.chance.choice([1, 1, 2]))

    def vector(self):
        return (self.number(), self.number())

    def value(self, term, i):
        """The value at an index, worked out from the term as it is written."""
        if isinstance(term, str):
            if term in self.values:
                return self.values[term][i] if "[i]" in term else self.values[term]
            return Fraction(term)
        word, *parts = term
        if word == "sum":
            each = [self.value(parts[0], j) for j in range(self.size)]
            return tuple(sum(v[k] for v in each) for k in range(2)) if is_vector(parts[0]) else sum(each)
        if word == "^":
            return self.value(parts[0], i) ** int(parts[1])
        values = [self.value(part, i) for part in parts]
        if word == "@":
            u, v = values
            return u[0] * v[0] + u[1] * v[1]
        if any(isinstance(v, tuple) for v in values):
            return self.of_vectors(word, values)
        functions = {"+": sum, "*": prod, "max": max, "min": min, "abs": lambda v: abs(v[0])}
        functions |= {"/": lambda v: Fraction(v[0]) / v[1], "-": lambda v: v[0] - v[1] if len(v) > 1 else -v[0]}
        return functions[word](values)

    def of_vectors(self, word, values):
        """A sum, a difference, a multiple or a part of vectors."""
        vectors = [v for v in values if isinstance(v, tuple)]
        if word in ("*", "/"):
            factor = prod((1 / v if word == "/" else v for v in values if not isinstance(v, tuple)), start=Fraction(1))
            return tuple(factor * x for x in vectors[0])
        signs = [1 if word == "+" or (k == 0 and len(values) > 1) else -1 for k in range(len(values))]
        return tuple(sum(s * v[k] for s, v in zip(signs, vectors, strict=True)) for k in range(2))

    def term(self, depth, *, vector=False, indexed=False):
        """A random term that has a value here."""
        fitting = [n for n in NAMES.split() if n.endswith("@") == vector and (indexed or "[i]" not in n)]
        if depth == 0:
            return self.chance.choice([*fitting, *([] if vector else ["0", "1", "-1/2", "2"])])
        deeper = {"vector": vector, "indexed": indexed}
        words = (
            ["+", "-", "-1", "*", "sum"] if vector else ["+", "-", "-1", "*", "*", "@", "sum", "^", "/", "max", "abs"]
        )
        word = self.chance.choice(words)
        if word == "sum":
            return ["sum", self.term(depth - 1, vector=vector, indexed=True)]
        if word == "-1":
            return ["-", self.term(depth - 1, **deeper)]
        if word == "*":
            terms = [self.term(depth - 1, vector=vector and k == 0, indexed=indexed) for k in range(2)]
            return ["*", *self.chance.sample(terms, 2)]
        if word == "^":
            return ["^", self.term(depth - 1, indexed=indexed), self.chance.choice(["0", "1", "2"])]
        if word == "@":
            return ["@", *(self.term(depth - 1, vector=True, indexed=indexed) for _ in range(2))]
        if word == "/":
            return self.quotient(depth, indexed)
        if word == "max":
            terms = [self.term(min(depth - 1, 1), indexed=indexed) for _ in range(2)]
            self.name("sqrt", ["^", ["-", *terms], "2"])
            return [self.chance.choice(["max", "min"]), *terms]
        if word == "abs":
            inside = self.term(min(depth - 1, 1), indexed=indexed)
            self.name("sqrt", ["*", inside, inside])
            return ["abs", inside]
        return [word, *(self.term(depth - 1, **deeper) for _ in range(2))]

    def quotient(self, depth, indexed):
        """A quotient by a product or power of numbers that are positive here, or by one such number."""
        names = [n for n in ("a", "b", "c", "t", *(["a[i]", "b[i]"] if indexed else [])) if self.positive(n)]
        if not names:
            return self.term(depth - 1, indexed=indexed)
        one, two = self.chance.choice(names), self.chance.choice(names)
        below = self.chance.choice(
            [one, ["*", one, two], ["^", one, "2"], ["*", ["-", one], ["^", two, "2"]], ["+", one, two]]
        )
        for number in [below] if below[0] == "+" else [one, two]:
            self.name("inverse", number)
        return ["/", self.term(depth - 1, indexed=indexed), below]

    def positive(self, name):
        return min(self.values[name], default=1) > 0 if "[i]" in name else self.values[name] > 0

    def name(self, kind, of):
        """Name the inverse or root of a number, and assume what makes it exist."""
        if (kind, str(of)) in self.names:
            return
        index = "[i]" * kernel.mentions_index(of)
        name = self.names[kind, str(of)] = f"n{len(self.names)}{index}"
        self.lets.append({"name": name, "kind": kind, "of": of})
        self.facts[f"h{name}"] = [">" if kind == "inverse" else ">=", of, "0"]
        given = [self.value(of, i) for i in range(self.size)] if index else [self.value(of, 0)]
        made = [1 / v if kind == "inverse" else root(v) for v in given]
        self.values[name] = made if index else made[0]

    def holds(self, relation, left, right):
        """Is the fact true, for every i if it mentions one?"""
        indices = range(self.size) if kernel.mentions_index(["", left, right]) else [0]
        for i in indices:
            one, two = (self.value(side, i) for side in (left, right))
            if not {"=": one == two, "<": one < two, "<=": one <= two, "!=": one != two}[relation]:
                return False
        return True

    def book(self, fact, **how):
        """The fact as a statement under what is assumed."""
        sides = {let["name"]: poly(f"h{let['name']}") for let in self.lets}
        return [entry(NAMES, self.facts, fact, let=self.lets, sides=sides, **how)]

    def written(self):
        """The values as a counterexample has them."""

        def spelt(value):
            return [str(x) for x in value] if isinstance(value, tuple) else str(value)

        values = {n: [*map(spelt, v)] if isinstance(v, list) else spelt(v) for n, v in self.values.items()}
        return witness(2, self.size, values)


def is_vector(term):
    """Is it a vector, also where it is a sum of none?"""
    if isinstance(term, str):
        return term.endswith("@")
    return term[0] in ("+", "-", "*", "/", "sum") and any(map(is_vector, term[1:]))


def root(square):
    """The root of a square."""
    p, q = (round(float(n) ** 0.5) for n in (square.numerator, square.denominator))
    assert Fraction(p, q) ** 2 == square
    return Fraction(p, q)


def test_a_random_statement_is_refuted_only_where_it_is_false():
    found = []
    for seed in range(600):
        world = World(random.Random(f"refuted {seed}"))
        vector, indexed = world.chance.random() < 0.3, world.chance.random() < 0.3
        sides = [world.term(world.chance.randint(0, 3), vector=vector, indexed=indexed) for _ in range(2)]
        fact = ["=" if vector else world.chance.choice(["=", "<", "<=", "!="]), *sides]
        found += verdicts(world.book(fact, counterexample=world.written()))
        assert found[-1] == "error" or not world.holds(*fact), fact
    assert found.count("refuted") > 100


def test_a_random_equation_is_proved_only_where_it_is_true():
    """One of a term and of the same written in another way, or with a mistake."""
    found = []
    for seed in range(600):
        chance = random.Random(f"proved {seed}")
        world = World(chance)
        left = world.term(chance.randint(1, 3), vector=chance.random() < 0.3, indexed=chance.random() < 0.3)
        fact = ["=", left, rewritten(chance, left)]
        found += verdicts(world.book(fact, proof=poly()))
        assert found[-1] == "error" or world.holds(*fact), fact
    assert found.count("proved") > 200
    assert found.count("error") > 100


def rewritten(chance, term):
    """The term in another way; now and then it is another one."""
    if isinstance(term, str):
        return (
            term if chance.random() < 0.95 else chance.choice(["a", "1", "a[i]", "w@", ["-", term], ["*", "2", term]])
        )
    word, *parts = term
    parts = [rewritten(chance, part) for part in parts]
    way = chance.random()
    if word in ("+", "*", "@", "max", "min") and way < 0.5:
        return [word, *reversed(parts)]
    if word == "-" and len(parts) == 2 and way < 0.5:
        return ["+", parts[0], ["*", "-1", parts[1]]]
    if word == "sum" and isinstance(parts[0], list) and parts[0][0] in ("+", "-", "*") and way < 0.6:
        return [parts[0][0], *(["sum", part] for part in parts[0][1:])]  # wrong for a product
    if word == "*" and isinstance(parts[1], list) and parts[1][0] in ("+", "-") and way < 0.8:
        return [parts[1][0], *(["*", parts[0], part] for part in parts[1][1:])]
    if word == "^" and parts[1] == "2" and way < 0.5:
        return ["*", parts[0], parts[0]]
    return [chance.choice("+-*"), *parts] if len(parts) == 2 and way > 0.97 else [word, *parts]

"""Terms as they are written: a random term has the value that it should have, worked out here from the term itself.

`kernel_cases` has what the kernel accepts of terms and what it refuses, case by case.
"""

import random
from fractions import Fraction

from novikoff.proofs import kernel

from .test_kernel import entry, poly, verdicts, witness
from .test_kernel_attacks import number as value_of

NAMES = "a b c t a[i] b[i] u@ v@ w@ x[i]@"


class World:
    """Random values for names: numbers, vectors of a plane, and families of both over few indices."""

    def __init__(self, chance):
        """Draw the values."""
        self.chance, self.size = chance, chance.choice([0, 1, 2, 2, 3])
        self.values, self.names = {"size": self.size, "dimension": 2}, {}
        for name in NAMES.split():
            draw = self.vector if name.endswith("@") else self.number
            self.values[name.removesuffix("@")] = [draw() for _ in range(self.size)] if "[i]" in name else draw()
        self.lets, self.facts = [], {}

    def number(self):
        return Fraction(self.chance.randint(-2, 3), self.chance.choice([1, 1, 2]))

    def vector(self):
        return [self.number(), self.number()]

    def value(self, term, i):
        """The value at an index, worked out from the term as it is written."""
        return value_of(term, self.values, i)

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

    def verdict(self, fact, **how):
        """The kernel's verdict on the fact as a statement under what is assumed."""
        sides = {let["name"]: poly(f"h{let['name']}") for let in self.lets}
        ((verdict, *_),) = verdicts(entry(NAMES, self.facts, fact, let=self.lets, sides=sides, **how))
        return verdict

    def written(self):
        """The values as a counterexample has them."""
        def spelt(value):
            return [*map(spelt, value)] if isinstance(value, list) else str(value)
        names = [*NAMES.split(), *self.names.values()]
        return witness(2, self.size, {name: spelt(self.values[name.removesuffix("@")]) for name in names})


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
        found.append(world.verdict(fact, counterexample=world.written()))
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
        found.append(world.verdict(fact, proof=poly()))
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

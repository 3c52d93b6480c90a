"""Terms as they are written: what the kernel reads in a random term, and computes of it, has the value that it should
have, worked out here from the term itself.

`kernel_cases` has what the kernel accepts of terms and what it refuses, case by case.
"""

import itertools
import math
import random
from fractions import Fraction

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.search.elaboration import keep_sums
from novikoff.proofs.statements.vector_language import write_poly

from .test_kernel import ZERO, entry, poly, verdicts, witness

NAMES = "a b c t a[i] b[i] u@ v@ w@ x[i]@"
WORDS = ["+", "-", "-1", "*", "*", "@", "sum", "^", "/", "max", "abs"]  # operations that make a number
POLYNOMIAL = ["+", "-", "-1", "*", "*", "@", "sum", "^", "exp"]


def is_vector(term):
    """Return whether the names in a term are names of vectors; "0" has no names."""
    if isinstance(term, str):
        return term.endswith("@")
    return term[0] not in ("@", "^", "exp") and any(map(is_vector, term[1:]))


def total(values, zero):
    """The sum of numbers, or of vectors, among which 0 may be a number."""
    if not isinstance(zero, list):
        return sum(values, zero)
    return [sum(column) for column in zip(zero, *(v for v in values if isinstance(v, list)), strict=True)]


def number(term, world, i):
    """The value of a term as it is written in JSON: a number, or a list of coordinates."""
    if isinstance(term, str):
        name = term.removesuffix("@")
        return (world[name][i] if "[i]" in name else world[name]) if name in world else Fraction(term)
    word, *parts = term
    zero = [Fraction(0)] * world["dimension"] if is_vector(term) else Fraction(0)
    if word == "sum":
        return total([number(parts[0], world, j) for j in range(world["size"])], zero)
    values = [number(part, world, i) for part in parts]
    if word == "+":
        return total(values, zero)
    if word == "-":
        *first, last = values
        return total([*first, [-x for x in last] if isinstance(last, list) else -last], zero)
    if word in ("*", "/"):
        values = values if word == "*" else [values[0], 1 / Fraction(values[1])]
        scale = math.prod(v for v in values if not isinstance(v, list))
        return next(([scale * x for x in v] for v in values if isinstance(v, list)), scale)
    if word == "@":
        return sum(a * b for a, b in zip(*values, strict=True)) if all(isinstance(v, list) for v in values) else 0
    functions = {"exp": positive, "^": lambda base, exponent: base ** int(exponent), "max": max, "min": min, "abs": abs}
    return functions[word](*values)


def positive(number):
    """Replace the exponential, where a test needs only a function that is positive, and 1 at 0."""
    return 1 + number**2


class World:
    """Random values for names: numbers, vectors of a plane, and families of both over few indices."""

    def __init__(self, chance, words=WORDS, declared=NAMES):
        """Draw values of these names; the words are those of the terms that are drawn later."""
        self.chance, self.words, self.size = chance, words, chance.choice([0, 1, 2, 2, 3])
        self.values, self.names, self.declared = {"size": self.size, "dimension": 2}, {}, declared.split()
        for name in self.declared:
            draw = self.vector if name.endswith("@") else self.draw
            self.values[name.removesuffix("@")] = [draw() for _ in range(self.size)] if "[i]" in name else draw()
        self.lets, self.facts = [], {}

    def draw(self):
        return Fraction(self.chance.randint(-2, 3), self.chance.choice([1, 1, 2]))

    def vector(self):
        return [self.draw(), self.draw()]

    def value(self, term, i):
        """The value at an index, worked out from the term as it is written."""
        return number(term, self.values, i)

    def term(self, depth, *, vector=False, indexed=False):
        """A random term that has a value here."""
        fitting = [n for n in self.declared if n.endswith("@") == vector and (indexed or "[i]" not in n)]
        if depth == 0:
            return self.chance.choice([*fitting, *([] if vector else ["0", "1", "-1/2", "2"])])
        deeper = {"vector": vector, "indexed": indexed}
        of_vectors = [word for word in ("+", "-", "-1", "*", "sum") if word in self.words]
        word = self.chance.choice(of_vectors if vector else self.words)
        if word == "sum":
            return ["sum", self.term(depth - 1, vector=vector, indexed=True)]
        if word == "-1":
            return ["-", self.term(depth - 1, **deeper)]
        if word == "*":
            terms = [self.term(depth - 1, vector=vector and k == 0, indexed=indexed) for k in range(2)]
            return ["*", *self.chance.sample(terms, 2)]
        if word == "^":
            return ["^", self.term(depth - 1, indexed=indexed), self.chance.choice(["0", "1", "2"])]
        if word == "exp":
            return ["exp", self.term(depth - 1, indexed=indexed)]
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

    def polynomial(self, name, depth=2):
        """A random term of the sort of a name, in which no [i] cancels, and what the kernel reads in it."""
        while True:
            term = self.term(depth, vector=name.endswith("@"), indexed="[i]" in name)
            try:
                return term, kernel.read_poly(term)
            except kernel.Rejected as problem:
                if "where [i] cancels" not in str(problem):
                    raise

    def values_of(self, name, term, put=()):
        """The value of a term of this sort, one for each index if the name has one, with other values for some names.
        """
        values, zero = {**self.values, **dict(put)}, [Fraction(0)] * 2 if name.endswith("@") else 0
        found = [number(term, values, i) for i in range(self.size if "[i]" in name else 1)]
        found = [zero if isinstance(zero, list) and not isinstance(value, list) else value for value in found]
        return found if "[i]" in name else found[0]

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
    assert found.count("refuted") > 330  # of 349 that are false; in the others an [i] cancels


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


# ------------------------------------------------- what the kernel computes, in numbers
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_terms_put_for_names_have_the_values_that_they_should(seed):
    """Reading, substitution, sums, inner products and entries at one index, in random terms and random worlds."""
    chance, names = random.Random(seed), NAMES.split()
    for _ in range(80):
        name, world = chance.choice(names), World(chance, POLYNOMIAL)
        given, p = world.polynomial(name)
        expected = world.values_of(name, given)
        assert world.values_of(name, write_poly(p)) == expected
        assert kernel.read_poly(write_poly(p)) == p
        put = {n: world.polynomial(n, 1) for n in names if chance.random() < 0.6}
        there = {n.removesuffix("@"): world.values_of(n, term) for n, (term, _) in put.items()}
        seen = kernel.substitute(p, {n: q for n, (_, q) in put.items()})
        assert world.values_of(name, write_poly(seen)) == world.values_of(name, given, there)
        assert kernel.read_poly(write_poly(seen)) == seen
        if "[i]" in name:
            entries = {n: n.replace("[i]", "0") for n in names if "[i]" in n}
            entry = kernel.substitute(p, {n: kernel.atom(x) for n, x in entries.items()}, keep_sums)
            assert not kernel.is_indexed(entry)
            plain = name.replace("[i]", "")
            zero = [0] * 2 if name.endswith("@") else 0
            assert world.values_of(plain, write_poly(kernel.sum_over(p))) == total(expected, zero)
            for i in range(world.size):
                here = {x.removesuffix("@"): world.values[n.removesuffix("@")][i] for n, x in entries.items()}
                assert world.values_of(plain, write_poly(entry), here) == expected[i]
        (_, u), (_, v) = world.polynomial("x[i]@", 1), world.polynomial("u@", 1)
        assert world.value(write_poly(kernel.unfolded(u, v)), 0) == 0
        y = world.values_of("u@", write_poly(v))
        for i, x in enumerate(world.values_of("x[i]@", write_poly(u))):
            assert world.value(write_poly(kernel.gram(u, v)), i) == sum(a * b for a, b in zip(x, y, strict=True))


def test_exponentials_obey_the_schemas():
    """The bounds of a value hold it; no remainder is negative, and products are those of the law."""
    chance = random.Random(3)
    terms = ["a", ["+", "a", ["-", "b"]], ["*", "1/2", ["^", "a", "2"]], "1/3", "0", ["+", ["*", "2", "a", "b"], "-1"]]
    for _ in range(60):
        p, q = (kernel.read_poly(chance.choice(terms)) for _ in "12")
        numbers = {n: kernel.constant(Fraction(chance.randint(-12, 12), 8)) for n in "ab"}
        degree = chance.choice([1, 3, 5])
        rest = kernel.substitute(kernel.remainder(p, q, degree), numbers)
        assert kernel.sign(rest) == (kernel.substitute(p, numbers) != kernel.substitute(q, numbers))
        assert kernel.sign(kernel.substitute(kernel.power_law(p, q), numbers)) == 0
        number = Fraction(chance.randint(-200, 200), 8)
        low, high = (Fraction(end, kernel.UNIT) for end in kernel.enclosure(number))
        assert low <= math.exp(number) * (1 + 1e-12)
        assert high >= math.exp(number) * (1 - 1e-12)
        assert high - low < Fraction(1, 10**15)


def solution(rows):
    """A solution of linear equations, each of which ends with its right side; None if there is none."""
    rows, leading = [[*map(Fraction, row)] for row in rows], []
    for column in range(len(rows[0]) - 1):
        pivot = next((r for r in rows[len(leading) :] if r[column]), None)
        if pivot:
            rows.remove(pivot)
            pivot = [x / pivot[column] for x in pivot]
            rows = [[x - r[column] * y for x, y in zip(r, pivot, strict=True)] for r in rows]
            rows.insert(len(leading), pivot)
            leading.append(column)
    if any(row[-1] for row in rows[len(leading) :]):
        return None
    found = dict(zip(leading, rows, strict=False))
    return [found[n][-1] if n in found else Fraction(0) for n in range(len(rows[0]) - 1)]


def weights(kind, vectors, to, balance):
    """Candidates for the weights of a nearest point, and for the multiplier: by the vectors that have a weight."""
    every, dot = range(len(vectors)), lambda u, v: sum(a * b for a, b in zip(u, v, strict=True))
    for some in (s for k in range(len(vectors) + 1) for s in itertools.combinations(every, k)):
        tight = every if kind == "projection" else some
        rows = [[*(dot(vectors[j], vectors[i]) for j in some), -balance[i], dot(to, vectors[i])] for i in tight]
        found = solution([*rows, [*(balance[j] for j in some), 0, 0]])
        if found:
            m = [found[some.index(j)] if j in some else Fraction(0) for j in every]
            gap = [c - sum(a * f[k] for a, f in zip(m, vectors, strict=True)) for k, c in enumerate(to)]
            yield from ((m, b) for b in [found[-1], *(-dot(gap, vectors[j]) / balance[j] for j in every if balance[j])])


@pytest.mark.parametrize("kind", ["nearest", "projection"])
def test_there_are_weights_of_a_nearest_point(kind):
    """The vectors, the point and the balance are random; some vectors have a part along an adjoined unit."""
    chance = random.Random(kind)
    term = ["+", "x[i]@", ["*", "g[i]", "#1@"]]
    let = {"name": "m[i]", "kind": kind, "of": term, "to": ["+", "c@", ["*", "h", "#1@"]], "balance": "y[i]"}
    names = ["x[i]@", "g[i]", "y[i]", "c@", "h"]
    statement = {"id": "it", "declare": names, "assume": {}, "show": {"no": ["!=", "0", "0"]}}
    read = kernel.read_statement({**statement, "let": [{**let, "multiplier": "β"}]}, {"m[i]": ZERO})
    def text(v):
        return [text(e) for e in v] if isinstance(v, list) else str(v)
    def fit(witness):
        try:
            return kernel.false_conclusions(read, witness)
        except kernel.Rejected:
            return False
    for _ in range(100):
        size, dimension = chance.randrange(5), chance.randrange(3)
        x = [[chance.randint(-2, 2) for _ in range(dimension)] for _ in range(size)]
        c, h = [chance.randint(-3, 3) for _ in range(dimension)], chance.randint(-1, 2)
        g = [chance.randint(-1, 1) for _ in x]
        y = [chance.choice([0, 0, 1, -1, 2]) for _ in x]
        given = dict(zip(names, map(text, (x, g, y, c, h)), strict=True))
        found = weights(kind, [[*v, k] for v, k in zip(x, g, strict=True)], [*c, h], y)
        assert any(
            fit({"dimension": dimension, "size": size, "values": {**given, "m[i]": text(m), "β": text(b)}})
            for m, b in found
        ), given

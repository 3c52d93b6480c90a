"""Attacks on the kernel: malformed data (of the proofs of false statements in `kernel_cases/attacks.json`),
and random certificates that are held against random exact values by an evaluator of their own.
"""

import itertools
import json
import math
import random
from fractions import Fraction

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.search.elaboration import keep_sums
from novikoff.proofs.statements.vector_language import write_poly

from . import corpus
from . import test_kernel as shorthand  # terms from texts


@pytest.mark.parametrize("name", corpus.ATTACKS)
def test_malformed_entries_are_errors_and_nothing_else(name):
    chance, bad = random.Random(name), [*corpus.BOOKS[name], *corpus.BOOKS.get(f"{name}: a witness", [])[-1:]]
    for path, _ in corpus.places(bad)[1:]:
        spoiled = corpus.replaced(bad, path, chance.choice([*corpus.JUNK, 1.5]))
        for verdict, _, _ in kernel.check_book(spoiled).values():
            assert verdict in ("proved", "refuted", "error")


# ------------------------------------------------------------------- random certificates, random values
def is_vector(term):
    """Is it a vector, by its names? Of "0" that cannot be told."""
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
    """It stands for the exponential where nothing matters but that it is positive, and 1 at 0."""
    return 1 + number**2


def is_indexed(term):
    """Is there an [i] outside of sums?"""
    return "[i]" in term if isinstance(term, str) else term[0] != "sum" and any(map(is_indexed, term[1:]))


def holds(fact, world):
    relation, left, right = fact
    indices = range(world["size"]) if is_indexed(["-", left, right]) else [0]
    numbers = [number(left, world, i) - number(right, world, i) for i in indices]
    return all({">=": n >= 0, ">": n > 0, "=": n == 0, "!=": n != 0}[relation] for n in numbers)


NAMES = ["a", "b", "u@", "v@", "c[i]", "x[i]@"]


def random_world(chance):
    size, dimension = chance.randrange(3), chance.randrange(3)
    scalar = lambda: chance.randint(-2, 2)  # noqa: E731
    vector = lambda: [scalar() for _ in range(dimension)]  # noqa: E731
    return {"size": size, "dimension": dimension, "a": scalar(), "b": scalar(), "u": vector(), "v": vector(),
            "c[i]": [scalar() for _ in range(size)], "x[i]": [vector() for _ in range(size)]}


FREE = ["a", "b", "u@v", "u@u", "sum(c[i])", "sum(u@x[i])", "sum()", "1", "exp(1,a)", "sum(c[i],x[i]@)@u"]
FREE += ["sum(c[i],sum(c[i],x[i]@)@x[i])", "sum(c[i],exp(-1,b,c[i]))"]
AT_I = ["c[i]", "u@x[i]", "x[i]@x[i]", "exp(1,c[i])", "sum(c[i],x[i]@)@x[i]"]


def random_table(chance, atoms, terms=2):
    """Coefficients by monomials."""
    found = {chance.choice(atoms): str(chance.choice([-2, -1, 1, 1, 2])) for _ in range(chance.randint(1, terms))}
    if chance.random() < 0.3:
        found[chance.choice(["a b", "a^2", "b u@v"])] = "1"
    return found


def of_table(table):
    """The term of a table."""
    return shorthand.total([shorthand.multiple(c, m.split() if m != "1" else []) for m, c in table.items()])


def random_poly(chance, atoms, terms=2):
    return of_table(random_table(chance, atoms, terms))


def random_certificate(chance, assume, atoms):
    """Summands and multiples, some of them wrong."""
    names = list(assume)
    right = chance.random() < 0.6  # only what the rule allows
    signed = [n for n in names if not right or assume[n][0] != "="]
    equal = [n for n in names if not right or assume[n][0] == "="]
    terms = [
        {
            "c": chance.choice(["1", "2", "1/2"] if right else ["1", "-1", "0", "1/2"]),
            "facts": chance.choices(signed, k=chance.randint(0, 2)) if signed else [],
            "squares": [random_poly(chance, atoms, 1)] if chance.random() < 0.2 else [],
            "norms": [of_table({chance.choice(["u@", "v@", "a v@", "#1@", "sum(c[i],x[i]@)@"]): "1", "b #1@": "-1"})]
            if chance.random() < 0.2
            else [],
            "exponentials": [random_poly(chance, atoms, 1)] if chance.random() < 0.2 else [],
        }
        for _ in range(chance.randrange(3))
    ]
    multiples = [
        {"fact": chance.choice(equal), "by": random_poly(chance, atoms, 1)} for _ in range(chance.randrange(2)) if equal
    ]
    if chance.random() < 0.2:
        of = of_table({chance.choice(["c[i] x[i]@", "x[i]@", "c[i] u@", "a x[i]@", "u@"]): "1", "c[i] #1@": "2"})
        other = chance.choice(["u@", "v@", "sum(c[i],x[i]@)@", *([] if right else ["x[i]@", "c[i] u@"])])
        by = random_poly(chance, atoms, 1)
        multiples.append({"sum": {"of": of, "with": of_table({other: "1", "#1@": "1"})}, "by": by})
    return terms, multiples


def claimed(assume, terms, multiples):
    """The polynomial that such a certificate is about, right or wrong."""
    read, total = kernel.read_poly, {}
    for t in terms:
        facts = [p for n in t["facts"] for r, p, _ in [assume[n]] for _ in range(2 if r == "!=" else 1)]
        vectors = [read(v) for v in t["norms"]]
        total = kernel.add(
            total,
            kernel.product(
                [kernel.constant(kernel.read_rational(t["c"])), *map(read, facts),
                 *(read(s) for s in t["squares"] for _ in "12"), *(kernel.gram(v, v) for v in vectors),
                 *(kernel.exponential(read(e)) for e in t["exponentials"])]
            ),
        )
    for m in multiples:
        known = read(assume[m["fact"]][1]) if "fact" in m else kernel.unfolded(*map(read, m["sum"].values()))
        total = kernel.add(total, kernel.product([known, read(m["by"])]))
    return total


def random_entry(chance):
    atoms = FREE + AT_I * (chance.random() < 0.4)
    assume = {
        f"h{n}": [chance.choice([">=", ">", "=", "!="]), random_poly(chance, FREE + AT_I), "0"]
        for n in range(chance.randint(0, 3))
    }
    facts, wrap = dict(assume), lambda proof: proof
    if assume and chance.random() < 0.3:
        name = chance.choice(list(assume))
        relation, p, _ = assume[name]
        facts["S"] = ["=" if relation == "=" else ">=", ["sum", p], "0"]
        wrap = lambda proof: {"rule": "sum", "fact": name, "name": "S", "then": proof}  # noqa: E731
    terms, multiples = random_certificate(chance, facts, atoms)
    goal = claimed(facts, terms, multiples)
    relation = chance.choice([">=", ">", "=", "!="])
    times = None
    if chance.random() < 0.3 and goal:  # cancel a factor: the goal is what it multiplies
        table = random_table(chance, atoms, 1)
        times = [{"squares": [of_table(table)]}] if chance.random() < 0.5 else [{"facts": []}]
        atom = kernel.read_poly(of_table({next(iter(table)): "1"}))
        goal = {m: c for m, c in goal.items() if m not in atom} if chance.random() < 0.5 else goal
    if chance.random() < 0.2 and goal:
        key = chance.choice(list(goal))
        goal = {**goal, key: -goal[key]}
    proof = wrap({"rule": "poly", "times": times, "sum": terms, "ideal": multiples})
    if chance.random() < 0.2:
        on = random_poly(chance, atoms, 1)
        arms = chance.choice([["<", ">="], ["<=", ">"], ["<", "=", ">"], ["<", ">"], [">="], ["<=", ">="]])
        proof = {"rule": "cases", "on": on, "name": "case", "arms": dict.fromkeys(arms, proof)}
    show = {"goal": [relation, write_poly(goal), "0"]}
    return {"statement": {"id": "it", "declare": NAMES, "assume": assume, "show": show}, "proof": proof}


def exact(world):
    text = lambda v: [text(e) for e in v] if isinstance(v, list) else str(v)  # noqa: E731
    values = {name: text(world[name.removesuffix("@")]) for name in NAMES}
    return {"dimension": world["dimension"], "size": world["size"], "values": values}


def test_no_random_proof_is_accepted_that_random_values_contradict():
    chance = random.Random(20251120)
    worlds = [random_world(chance) for _ in range(30)]
    accepted = contradicted = 0
    for _ in range(500):
        data = random_entry(chance)
        statement = data["statement"]
        ((verdict, *_),) = shorthand.verdicts(data)
        accepted += verdict == "proved"
        for world in worlds:
            if all(holds(fact, world) for fact in statement["assume"].values()) and not holds(
                statement["show"]["goal"], world
            ):
                assert verdict == "error", json.dumps(data)
                if '"exp"' not in json.dumps(statement):
                    ((refuted, *_),) = shorthand.verdicts({"statement": statement, "counterexample": exact(world)})
                    assert refuted == "refuted", json.dumps(data)
                contradicted += 1
                break
    assert accepted > 70  # neither side of the test is idle
    assert contradicted > 60


def random_run(chance):
    """A linear run over k and m with an input, an invariant, and proofs that are often wrong."""
    line = lambda names: {n: str(chance.randint(-1, 2)) for n in names if chance.random() < 0.7}  # noqa: E731
    start = {"k": of_table(line(["1"])), "m": of_table(line(["1", "p"]))}
    after = {"k": of_table({"k": "1", **line(["x", "1"])}), "m": of_table({"m": "1", **line(["x", "1", "k", "p"])})}
    when = {"up": [chance.choice([">=", ">"]), of_table({"x": "1", **line(["1"])}), "0"]}
    system = {"state": ["k", "m"], "start": start, "input": ["x"], "when": when, "next": after}
    relation = chance.choice([">=", ">=", ">", "="])
    invariant = [relation, of_table({"k": str(chance.choice([1, 1, -1])), **line(["m", "1"])}), "0"]
    read = kernel.read_poly
    assume = {"h": [">=", "p", "0"]}
    names = ["I"] if invariant[0] == "=" else ["I", "I up", "up", "h", "", "q"]
    def some(pool):
        chosen = chance.sample(pool, chance.randrange(min(4, len(pool) + 1)))
        return [{"c": chance.choice(["1", "1", "2"]), "facts": f.split()} for f in chosen]
    if chance.random() < 0.5:  # the differences that a step makes, as a certificate with constants
        names = ["I", "up", ""]
    step = {"rule": "poly", "sum": [] if invariant[0] == "=" else some(names),
            "ideal": [{"fact": "I", "by": "1"}] if invariant[0] == "=" else []}
    base = {"rule": "poly", "sum": [] if invariant[0] == "=" else some(["", "h"])}
    then = shorthand.poly(I="1") if invariant[0] == "=" else shorthand.poly("I")
    images = {n: read(p) for n, p in system["start"].items()}
    begin = kernel.substitute(read(invariant[1]), images)
    if set(begin) <= {()} and chance.random() < 0.8:  # a base that is right if it can be
        constant = begin.get((), 0)
        base = {"rule": "poly", "sum": [{"c": str(constant)}] if constant > 0 else []}
    parts = {"invariants": {"I": invariant}, "base": {"I": base}, "step": {"I": step}, "then": then}
    statement = {"id": "it", "declare": ["p"], "assume": assume, "show": {"goal": invariant}, "run": system}
    return {"statement": statement, "proof": {"rule": "induction", **parts}}


def test_no_random_induction_is_accepted_that_a_random_run_contradicts():
    chance = random.Random(7)
    accepted = contradicted = 0
    for _ in range(400):
        data = random_run(chance)
        ((verdict, *_),) = shorthand.verdicts(data)
        accepted += verdict == "proved"
        statement = kernel.read_statement(data["statement"])
        for _ in range(6):
            steps = [{"x": str(chance.randint(-1, 2))} for _ in range(chance.randrange(4))]
            witness = {"dimension": 0, "size": 0, "values": {"p": str(chance.randrange(3))}, "steps": steps}
            try:
                false = kernel.false_conclusions(statement, witness)
            except kernel.Rejected:
                continue
            if false:
                assert verdict == "error", json.dumps([data, witness])
                contradicted += 1
    assert accepted > 3
    assert contradicted > 60


# ------------------------------------------------- what the kernel computes, in numbers
SORTS = ["a", "b", "u@", "v@", "c[i]", "d[i]", "x[i]@", "z[i]@"]


def random_atom(chance, indexed, vector, depth):
    """An atom of one sort, with or without [i], as it is written in files."""
    choice = chance.random() if depth else 1
    if vector:
        return (
            f"sum({random_under(chance, True, depth - 1)})@"
            if choice < 0.3
            else chance.choice(["x[i]@", "z[i]@", "u@"] if indexed else ["u@", "v@"])
        )
    if choice < 0.2:
        return f"sum({random_under(chance, False, depth - 1)})"
    if choice < 0.4:
        square = chance.choice(["a", "b", "c[i]"] if indexed else ["a", "b"])
        return f"exp({chance.choice(['1', '-2'])},{random_atom(chance, indexed, False, depth - 1)};1/2,{square}^2)"
    if chance.random() < 0.5:
        return "@".join(random_atom(chance, indexed, True, depth - 1 if depth else 0).removesuffix("@") for _ in "12")
    return chance.choice(["c[i]", "d[i]", "a"] if indexed else ["a", "b", "sum()"])


def random_under(chance, vector, depth):
    """What may stand under a sum."""
    factors = [random_atom(chance, True, False, depth) for _ in range(2)]
    factors = ["c[i]", *(f for f in factors if is_indexed(shorthand.factor(f)))]
    return ",".join([*factors, chance.choice(["x[i]@", "z[i]@"])] if vector else factors)


def random_term(chance, indexed, vector, depth=2):
    """A number or vector."""
    found = {}
    for _ in range(chance.randint(1, 2)):
        factors = [random_atom(chance, indexed, False, depth) for _ in range(chance.randint(0, 2))]
        factors += [random_atom(chance, indexed, True, depth)] if vector else []
        found[" ".join(factors) or "1"] = chance.choice(["1", "-1", "2", "1/2"])
    return of_table(found)


def values_of(name, p, world):
    """The value of a term, one for each index if the name has one."""
    def value(i):
        found = number(p, world, i)
        return [Fraction(0)] * world["dimension"] if name.endswith("@") and not isinstance(found, list) else found
    return [value(i) for i in range(world["size"])] if "[i]" in name else value(0)


def sorted_world(chance):
    world = random_world(chance)
    return world | {"d[i]": [*reversed(world["c[i]"])], "z[i]": [*reversed(world["x[i]"])]}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_terms_put_for_names_have_the_values_that_they_should(seed):
    """Reading, substitution, sums, inner products and entries at one index, in random terms and random worlds."""
    chance, read = random.Random(seed), kernel.read_poly
    for _ in range(80):
        name, world = chance.choice(SORTS), sorted_world(chance)
        given = random_term(chance, "[i]" in name, name.endswith("@"))
        p, expected = read(given), values_of(name, given, world)
        assert values_of(name, write_poly(p), world) == expected
        assert read(write_poly(p)) == p
        put = {n: random_term(chance, "[i]" in n, n.endswith("@"), 1) for n in SORTS if chance.random() < 0.6}
        there = world | {n.removesuffix("@"): values_of(n, q, world) for n, q in put.items()}
        seen = kernel.substitute(p, {n: read(q) for n, q in put.items()})
        assert values_of(name, write_poly(seen), world) == values_of(name, given, there)
        assert read(write_poly(seen)) == seen
        if "[i]" in name:
            entries = {n: n.replace("[i]", "0") for n in SORTS if "[i]" in n}
            entry = kernel.substitute(p, {n: kernel.atom(x) for n, x in entries.items()}, keep_sums)
            assert not kernel.is_indexed(entry)
            plain = name.replace("[i]", "")
            zero = [0] * world["dimension"] if name.endswith("@") else 0
            assert values_of(plain, write_poly(kernel.sum_over(p)), world) == total(expected, zero)
            for i in range(world["size"]):
                here = {x.removesuffix("@"): world[n.removesuffix("@")][i] for n, x in entries.items()}
                assert values_of(plain, write_poly(entry), world | here) == expected[i]
        u, v = (read(random_term(chance, indexed, True, 1)) for indexed in (True, False))
        assert number(write_poly(kernel.unfolded(u, v)), world, 0) == 0
        for i, x in enumerate(values_of("x[i]@", write_poly(u), world)):
            y = values_of("u@", write_poly(v), world)
            assert number(write_poly(kernel.gram(u, v)), world, i) == sum(a * b for a, b in zip(x, y, strict=True))


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
    """Whatever the vectors, the point and the balance are; some have a part along an adjoined unit."""
    chance = random.Random(kind)
    term = ["+", "x[i]@", ["*", "g[i]", "#1@"]]
    let = {"name": "m[i]", "kind": kind, "of": term, "to": ["+", "c@", ["*", "h", "#1@"]], "balance": "y[i]"}
    names = ["x[i]@", "g[i]", "y[i]", "c@", "h"]
    statement = {"id": "it", "declare": names, "assume": {}, "show": {"no": ["!=", "0", "0"]}}
    read = kernel.read_statement({**statement, "let": [{**let, "multiplier": "β"}]}, {"m[i]": shorthand.ZERO})
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

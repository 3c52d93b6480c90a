"""Entries as numbers, which the Coq file `Stored` reads back."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ... import kernel
from ...kernel import fields, items, require
from ...statements.expressions import is_vector
from ..prover_syntax import Unsupported, expand_term

Json: TypeAlias = Any
Defined: TypeAlias = Any  # names of definitions, as the kernel reads them
Tree: TypeAlias = Any  # a positive number, or a tuple of trees

RELATIONS = {">=": 1, ">": 2, "=": 3, "!=": 4}
COMPARISONS = {"<=": 1, "<": 2, "=": 3, "!=": 4, ">": 5, ">=": 6}
VECTORS = 7  # an equation between vectors
CON, ADD, MUL, POWER, INNER, SUM, EXP, SUB, NEG, DIV, LN, SQRT, ABS, MAX, MIN = range(1, 16)
OPERATIONS = {"+": ADD, "*": MUL, "@": INNER, "sum": SUM, "exp": EXP}
NAMED = {"ln": (LN, "ln"), "sqrt": (SQRT, "sqrt"), "abs": (ABS, "sqrt"), "max": (MAX, "sqrt"), "min": (MIN, "sqrt")}
DEFINITIONS = {"inverse": 1, "sqrt": 2, "ln": 3, "nearest": 4, "projection": 5}
RULES = ("poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry")
FACTORS = ("c", "facts", "squares", "norms", "exponentials", "remainders")
OPEN, VALUES = 11, 12
DIGIT = 65536
ARMS = {"<": 1, "<=": 2, "=": 3, ">=": 4, ">": 5}


def natural_tree(n: int) -> Tree:
    """Return a number that is not negative: n + 1, or its digits."""
    if n < DIGIT:
        return n + 1
    digits = list[int]()
    while n:
        n, digit = divmod(n, DIGIT)
        digits.insert(0, digit + 1)
    return tuple(digits)


def rational_tree(q: kernel.Rational) -> Tree:
    """Return a rational number: a leaf, or numerator, denominator and a mark of the sign."""
    if q.denominator == 1 and 0 <= q < DIGIT:
        return natural_tree(q.numerator)
    return (natural_tree(abs(q.numerator)), natural_tree(q.denominator), *[1] * (q < 0))


def _constant_tree(q: kernel.Rational) -> Tree:
    return CON, rational_tree(q)


class Writer:
    """Writes entries one after another; the entries that they cite must come first."""

    def __init__(self) -> None:
        self.written: dict[str, tuple[Json, list[str]]] = {}
        self.names: dict[str, int] = {}
        self.labels: dict[str, int] = {}

    # --- names and terms ---

    def label(self, text: Json) -> int:
        """Return the number of the name of a fact, or of an entry, after an exclamation mark."""
        require(isinstance(text, str), "not a name of a fact", text)
        return self.labels.setdefault(text, len(self.labels) + 1)

    def name(self, text: Json) -> int:
        """Return the number of a name: its sort and whether it is a family are the last three binary digits."""
        if text in kernel.UNITS:
            return int(text[1]) * 8 + 6
        require(kernel.NAME.match(text), "not a name", text)
        number = self.names.setdefault(text, len(self.names) + 10)  # those below are adjoined units
        return number * 8 + 2 * text.endswith("@") + ("[i]" in text)

    def term(self, data: Json) -> Tree:
        """Return a term of a proof or of a definition; its only divisors are numbers."""
        return self.reify_term(expand_term(data))

    def reify_term(self, data: Json) -> Tree:
        """Return such a term, as `expand_term` has made it."""
        if isinstance(data, str):
            return _constant_tree(kernel.read_rational(data)) if kernel.RATIONAL.match(data) else self.name(data)
        word, *parts = data
        if word == "^":
            return POWER, self.reify_term(parts[0]), natural_tree(int(parts[1]))
        if word == "/":
            return MUL, self.reify_term(parts[0]), self.inverse(parts[1], {})
        terms = [self.reify_term(part) for part in parts]
        if word == "-":
            minus = MUL, _constant_tree(-1), terms[-1]
            return (ADD, terms[0], minus) if len(terms) > 1 else minus
        return OPERATIONS[word], *terms

    def fact(self, data: Json) -> tuple[Tree, Tree]:
        """Return a fact of a proof: a relation and a term that is compared with 0."""
        relation, *sides = items(data)
        gap = self.term(["-", *(sides[::-1] if relation in ("<=", "<") else sides)])
        relation = relation.replace("<", ">")
        return RELATIONS[relation], (INNER, gap, gap) if any(map(is_vector, sides)) else gap

    def facts(self, data: Mapping[str, Json]) -> Tree:
        """Return the facts of a proof, by name."""
        return tuple((self.label(n), *self.fact(f)) for n, f in data.items())

    def table(self, names: Iterable[str], data: Json) -> Tree:
        """Return one term for each name."""
        names = list(names)
        return tuple((self.name(n), self.term(t)) for n, t in zip(names, fields(data, *names), strict=True))

    # --- statements ---

    def written_term(self, data: Json, defined: Defined) -> Tree:
        """Return a term as its author wrote it, with the checker's form of quotients, roots and logarithms."""
        if isinstance(data, str):
            return self.term(data)
        word, *parts = data
        if word == "^":
            return POWER, self.written_term(parts[0], defined), natural_tree(int(parts[1]))
        terms = [self.written_term(part, defined) for part in (sorted(parts, key=is_vector) if word == "*" else parts)]
        if word == "/":
            return DIV, *terms, self.inverse(parts[1], defined)
        if word == "-":
            return SUB if len(terms) > 1 else NEG, *terms
        if word in NAMED:
            head, kind = NAMED[word]
            values = [kernel.read_term(part, defined)[0] for part in parts]
            gap = kernel.add(values[0], kernel.negative(values[1])) if len(values) > 1 else values[0]
            of = kernel.product([gap, gap]) if head > SQRT else gap
            return head, *terms, self.name(kernel.named(kind, of, defined).popitem()[0][0][0])
        return OPERATIONS[word], *terms

    def inverse(self, data: Json, defined: Defined) -> Tree:
        """Return the checker's form of the inverse of a number: its name, or the inverses of its factors."""
        p = kernel.read_term(data, defined)[0]
        if set(p) == {()}:
            return _constant_tree(kernel.named("inverse", p, defined)[()])
        if ("inverse", frozenset(p.items())) in defined:
            return self.name(kernel.named("inverse", p, defined).popitem()[0][0][0])
        word, *parts = data
        if word == "^":
            return POWER, self.inverse(parts[0], defined), natural_tree(int(parts[1]))
        if word == "-" and len(parts) == 1:
            return MUL, _constant_tree(-1), self.inverse(parts[0], defined)
        require(word == "*", "no definition says that this inverse exists", data)
        return MUL, *(self.inverse(part, defined) for part in parts)

    def claims(self, data: Mapping[str, Json], defined: Defined) -> Tree:
        """Return facts as their author wrote them."""
        return tuple((self.label(n), *self.claim(fact, defined)) for n, fact in data.items())

    def claim(self, data: Json, defined: Defined) -> Tree:
        """Return a comparison, or an equation between vectors."""
        relation, *sides = data
        vectors = any(map(is_vector, sides))
        terms = (self.written_term(expand_term(side), defined) for side in sides)
        return VECTORS if vectors else COMPARISONS[relation], *terms

    def definition(self, data: Json) -> tuple[Tree, list[str]]:
        """Return a definition, and the names of its facts."""
        n, kind, of, to, balance, multiplier = fields(
            data, "name", "kind", "of", optional=("to", "balance", "multiplier"))
        if to is not None:
            made = [*(f"{n}.{part}" for part in ("across", "along", "balance")), *[f"{n}.sign"] * (kind == "nearest")]
            labels = map(self.label, [*made, f"{n}.sign"][:4])
            terms = map(self.term, (of, to, balance))
            return (DEFINITIONS[kind], self.name(n), self.name(multiplier), *terms, *labels), made
        made = [f"{n}.def", *[f"{n}.sign"] * (kind == "sqrt")]
        return (DEFINITIONS[kind], self.name(n), self.term(of), *map(self.label, made)), made

    def run(self, data: Json, defined: Defined) -> Tree:
        """Return a run; () if there is none."""
        if data is None:
            return ()
        state, start, more, when, after = fields(data, "state", "start", "input", "when", "next")

        def moves(terms: Json) -> Tree:
            return tuple((self.name(n), self.written_term(expand_term(terms[n]), defined)) for n in state)

        return moves(start), tuple(map(self.name, items(more))), self.claims(when, defined), moves(after)

    def entry(self, entry: Json, statement: Json, given: Mapping[str, Json]) -> Tree:
        """Return an entry with a statement in the form of `readable`; `given` has the facts about weights of nearest
        points."""
        data = fields(statement, "id", "declare", "assume", "show", optional=["run", "let"])
        identifier, declare, assume, show, run, lets = data
        sides, defined = entry.get("sides") or {}, kernel.read_table(lets)
        definitions, made = [], list[str]()
        for d in items(lets):
            definition, labels = self.definition(d)
            definitions.append(definition)
            made += labels
        proofs = tuple(self.proof(sides[d["name"]], ["side"]) for d in items(lets))
        stated = (self.run(run, defined), *(self.claims(facts, defined) for facts in (given, assume, show)))
        if (proof := entry.get("proof")) is not None:
            shown = self.proof(proof, [*show])
            self.written[identifier] = statement, [*made, *assume]
        else:
            if run is not None and any("[i]" in n for n in run["state"]):
                raise Unsupported("a counterexample to a run that changes a family")
            if "'#" in repr(statement):
                raise Unsupported("a counterexample to a statement with an adjoined unit")
            shown = self.values(statement, entry["counterexample"])
        names = tuple(map(self.name, items(declare)))
        return self.label(f"!{identifier}"), names, tuple(definitions), *stated, proofs, shown

    def values(self, statement: Json, data: Json) -> Tree:
        """Return a counterexample: values of the names, and of the inputs in each step."""
        _, size, given, steps = fields(data, "dimension", "size", "values", optional=("steps",))

        def value(name: str, data: Json) -> Tree:
            if not name.endswith("@"):
                return self.term(data)
            units = [(MUL, _constant_tree(kernel.read_rational(c)), self.name(f"#{k}@")) for k, c in enumerate(data, 1)]
            return _join_trees(ADD, units or [(MUL, _constant_tree(0), self.name("#1@"))])

        def table(data: Json) -> Tree:
            each = {n: value_ if "[i]" in n else [value_] for n, value_ in data.items()}
            return tuple((self.name(n), tuple(value(n, v) for v in values)) for n, values in each.items())

        return VALUES, natural_tree(size), table(given), tuple(map(table, items(steps)))

    # --- proofs ---

    def each(self, proofs: Json, goals: Iterable[str]) -> Tree:
        """Return one proof for each goal."""
        goals = list(goals)
        return tuple(self.proof(p, [g]) for p, g in zip(fields(proofs, *goals), goals, strict=True))

    def proof(self, proof: Json, goals: list[str]) -> Tree:
        """Return a proof of the goals with these names."""
        rest = {key: value for key, value in proof.items() if key not in ("rule", "open")}
        if proof["rule"] not in RULES:
            raise Unsupported(f"the rule {proof['rule']}, which is not known here")
        number = RULES.index(proof["rule"]) + 1
        tree = number, *getattr(self, f"rule_{proof['rule']}")(rest, goals)
        return (OPEN, tree) if proof.get("open") else tree

    def rule_poly(self, proof: Json, goals: list[str]) -> Tree:
        """Return the certificate of an identity."""
        multiplier, summands, ideal = fields(proof, optional=("times", "sum", "ideal"))
        products = (tuple(map(self.product, items(part))) for part in (multiplier, summands))
        return *products, tuple(map(self.multiple, items(ideal)))

    def product(self, data: Json) -> Tree:
        """Return a product of factors that are not negative."""
        c, names, squares, norms, exponents, remainders = fields(data, optional=FACTORS)
        factors: list[Tree] = [self.label(n) for n in items(names)]
        for head, terms in ((2, squares), (3, norms), (4, exponents)):
            factors += [(head, self.term(t)) for t in items(terms)]
        factors += [(5, self.term(r["of"]), self.term(r["at"]), natural_tree(r["degree"])) for r in items(remainders)]
        return rational_tree(kernel.read_rational("1" if c is None else c)), *factors

    def multiple(self, data: Json) -> Tree:
        """Return a multiple of an equation."""
        by, known, law, total = fields(data, "by", optional=("fact", "law", "sum"))
        if known is not None:
            return 1, self.label(known), self.term(by)
        head, (u, v) = (2, fields(law, "of", "and")) if law is not None else (3, fields(total, "of", "with"))
        return head, self.term(u), self.term(v), self.term(by)

    def rule_cases(self, proof: Json, goals: list[str]) -> Tree:
        """Return a case split."""
        on, new, arms = fields(proof, "on", "name", "arms")
        return self.term(on), self.label(new), tuple((ARMS[arm], self.proof(p, goals)) for arm, p in arms.items())

    def rule_contra(self, proof: Json, goals: list[str]) -> Tree:
        """Return an indirect proof."""
        new, then = fields(proof, "name", "then")
        return self.label(new), self.proof(then, ["false"])

    def rule_have(self, proof: Json, goals: list[str]) -> Tree:
        """Return a cut."""
        new, claim, why, then = fields(proof, "name", "fact", "why", "then")
        return self.label(new), self.fact(claim), self.proof(why, [new]), self.proof(then, goals)

    def rule_split(self, proof: Json, goals: list[str]) -> Tree:
        """Return one proof for each goal."""
        (parts,) = fields(proof, "parts")
        return (self.each(parts, goals),)

    def rule_define(self, proof: Json, goals: list[str]) -> Tree:
        """Return a definition in a proof."""
        let, why, then = fields(proof, "let", "why", "then")
        return self.definition(let)[0], self.proof(why, ["side"]), self.proof(then, goals)

    def rule_lemma(self, proof: Json, goals: list[str]) -> Tree:
        """Return a citation; a theorem about runs is cited with a simulation."""
        of, put, premises, names, then, seen = fields(proof, "of", "put", "premises", "as", "then", optional=["run"])
        if of not in self.written:
            raise Unsupported(f"it cites {of}, which is not exported")
        theirs, assumed = self.written[of]
        simulation: Tree = ()
        if seen is not None:
            inputs, start, when, after = fields(seen, "input", "start", "when", "next")
            run = theirs["run"]
            simulation = (self.table(items(run["input"]), inputs), self.each(start, items(run["state"])),
                          self.each(when, run["when"]), self.each(after, items(run["state"])))
        labels = tuple(map(self.label, fields(names, *theirs["show"])))
        cited = self.label(f"!{of}"), self.table(put, put), simulation
        return *cited, self.each(premises, assumed), labels, self.proof(then, goals)

    def rule_induction(self, proof: Json, goals: list[str]) -> Tree:
        """Return an induction over a run."""
        invariants, base, step, then = fields(proof, "invariants", "base", "step", "then")
        steps = self.each(base, invariants), self.each(step, invariants)
        return self.facts(invariants), *steps, self.proof(then, goals)

    def rule_sum(self, proof: Json, goals: list[str]) -> Tree:
        """Return a sum of a fact over the index."""
        known, new, then, each = fields(proof, "fact", "name", "then", optional=["each"])
        return self.label(known), self.label(new), () if each is None else self.label(each), self.proof(then, goals)

    def rule_entry(self, proof: Json, goals: list[str]) -> Tree:
        """Return a proof for the entries at one index."""
        names, known, then = fields(proof, "names", "facts", "then")
        pairs = tuple((self.name(z), self.name(x)) for z, x in names.items())
        return pairs, tuple((self.label(old), self.label(new)) for new, old in known.items()), self.proof(then, goals)


def _join_trees(head: int, terms: list[Tree]) -> Tree:
    *first, tree = terms
    for term in reversed(first):
        tree = head, term, tree
    return tree


def pack_trees(trees: Iterable[Tree]) -> list[int]:
    """Return the numbers from which `Stored` reads these trees. Each node comes once, after its parts, and each number
    holds 7 bytes."""
    nodes, text = dict[tuple[int, ...], int](), bytearray()

    def write(n: int) -> None:
        digits = [n & 127]
        while n := n >> 7:
            digits.append(n & 127 | 128)
        text.extend(reversed(digits))

    def number(tree: Tree) -> int:
        if isinstance(tree, int):
            return 2 * tree + 1
        parts = tuple(map(number, tree))
        if parts not in nodes:
            place = nodes[parts] = 2 * len(nodes)
            write(len(parts) + 1)
            for n in parts:
                write(n if n % 2 else place - n)
        return nodes[parts]

    number(tuple(trees))
    numbers = (int.from_bytes(text[k : k + 7], "little") for k in range(0, len(text), 7))
    return [n ^ n >> 31 for n in numbers]  # Coq is slow where the last digits of many numbers are alike

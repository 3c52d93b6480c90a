"""Statements as Coq theorems, in the words of their authors; each is proved by what the checker says of its entry.

Main definitions:
    Theorem    the text of one entry
    given      what is known of the weights of nearest points
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from ... import kernel
from ...kernel import items
from ...statements.expressions import is_vector
from ..spelling import Lines, Names, indented, wrapped
from .reifying import expanded

Json: TypeAlias = Any

RELATIONS = {"<=": "<=", "<": "<", "=": "=", "!=": "<>", ">": ">", ">=": ">="}
SUM, PRODUCT, SIGN, POWER, APPLIED, ATOM = range(1, 7)  # how tightly a text is bound
INFIX = {"+": (" + ", SUM, SUM, PRODUCT), "-": (" - ", SUM, SUM, PRODUCT), "*": (" * ", PRODUCT, PRODUCT, POWER),
         "/": (" / ", PRODUCT, PRODUCT, POWER)}  # fmt: skip
LOCAL = "P checked refuted said_at so_true so_false as_said ask whatever the"
FUNCTIONS = {"exp": "exp", "ln": "ln", "sqrt": "sqrt", "abs": "Rabs", "max": "Rmax", "min": "Rmin"}


def given(lets: Json) -> dict[str, Json]:
    """Return what is known of the weights of nearest points, as facts with two sides.

    >>> known = given([{"name": "m[i]", "kind": "projection", "of": {"x[i]@": "1"}, "to": {"c@": "1"}, "balance": {},
    ...                 "multiplier": "b"}])
    >>> known["m[i].along"]
    ['=', ['@', ['-', 'c@', ['sum', ['*', 'm[i]', 'x[i]@']]], ['sum', ['*', 'm[i]', 'x[i]@']]], '0']
    """
    facts = dict[str, Json]()
    for d in items(lets):
        if d["kind"] not in ("nearest", "projection"):
            continue
        n, f, c, y = (d["name"], *(as_written(kernel.read_poly(d[part])) for part in ("of", "to", "balance")))
        point = ["sum", ["*", n, f]]
        gap = ["-", c, point]
        across = ["+", ["@", gap, f], ["*", d["multiplier"], y]] if d["balance"] else ["@", gap, f]
        facts[f"{n}.across"] = ["<=", across, "0"] if d["kind"] == "nearest" else ["=", "0", across]
        facts[f"{n}.along"] = ["=", ["@", gap, point], "0"]
        facts[f"{n}.balance"] = ["=", ["sum", ["*", n, y]], "0"]
        facts |= {f"{n}.sign": [">=", n, "0"]} if d["kind"] == "nearest" else {}
    return facts


def as_written(p: kernel.Poly) -> Json:
    """Return a polynomial as a term with operators."""
    factors = ([*[str(Fraction(c))] * (c != 1 or not m), *(factor(a, e) for a, e in m)] for m, c in p.items())
    return together("+", [together("*", each) for each in factors] or ["0"])


def factor(atom: str, e: int) -> Json:
    """Return a power of an atom as a term with operators."""
    kind, inner, pair = kernel.shape(atom) if not kernel.UNIT.match(atom) else ("variable", {}, ())
    word = kind if kind in ("sum", "exp") else ""
    term = ["@", *(factor(x, 1) for x in pair)] if pair else [word, as_written(inner)] if word else atom
    return term if e == 1 else ["^", term, str(e)]


def together(word: str, terms: list[Json]) -> Json:
    """Return a sum or product of one or more terms."""
    return terms[0] if len(terms) == 1 else [word, *terms]


def bracketed(text: str, level: int, least: int) -> str:
    """Return the text, in brackets if it is bound less tightly than it has to be."""
    return text if level >= least else f"({text})"


class Theorem:
    """The text of one entry. Each text of a term comes with how tightly it is bound."""

    def __init__(self, statement: Json, name: str, given: dict[str, Json]) -> None:
        """`given` is known of the weights of nearest points."""
        self.statement, self.name, self.given = statement, name, given
        self.run, self.names = statement.get("run"), Names([name, f"{name}_run", *LOCAL.split()])
        self.lifted = False  # is the term about the space with adjoined units?
        state, weights = self.run["state"] if self.run else [], [
            n for d in items(statement.get("let")) if d.get("multiplier") for n in (d["name"], d["multiplier"])]
        self.declared, self.weights, self.state = items(statement["declare"]), weights, state
        for n in [*self.declared, *state, *weights, *(self.run["input"] if self.run else [])]:
            self.names(n)
        facts = [given, statement["assume"], statement["show"], *([self.run["when"]] if self.run else [])]
        terms = [part for table in facts for fact in table.values() for part in fact[1:]]
        terms += [t for part in ("start", "next") for t in self.run[part].values()] if self.run else []
        families = [*self.declared, *state, *weights, *(self.run["input"] if self.run else [])]
        self.sized = any("[i]" in n for n in families) or "'sum'" in str(terms)

    # --- terms ---

    def term(self, data: Json, least: int = SUM) -> str:
        """Return a number, in brackets if something binds it more tightly than `least`."""
        return bracketed(*self.number(data), least)

    def number(self, data: Json) -> tuple[str, int]:
        """Return a number and how tightly its text is bound."""
        if isinstance(data, str):
            return self.rational(Fraction(data)) if kernel.RATIONAL.match(data) else self.variable(data)
        word, *parts = data
        if word == "^":
            return f"{self.term(parts[0], APPLIED)} ^ {parts[1]}", POWER
        if word == "@":
            return f"inner {self.vector(parts[0])} {self.vector(parts[1])}", APPLIED
        if word == "sum":
            return f"total size (fun i => {self.term(parts[0])})", APPLIED
        if word in FUNCTIONS:
            return " ".join([FUNCTIONS[word], *(self.term(part, ATOM) for part in parts)]), APPLIED
        if word == "-" and len(parts) == 1:
            return f"- {self.term(parts[0], POWER)}", SIGN
        sign, level, left, right = INFIX[word]
        return f"{self.term(parts[0], left)}{sign}{self.term(parts[1], right)}", level

    def rational(self, q: Fraction) -> tuple[str, int]:
        """Return a rational number."""
        whole = str(q.numerator), ATOM if q >= 0 else SIGN
        return whole if q.denominator == 1 else (f"{q.numerator} / {q.denominator}", PRODUCT if q > 0 else SUM - 1)

    def variable(self, name: str) -> tuple[str, int]:
        """Return a name, of a family its member."""
        if kernel.UNIT.match(name):
            return f"unit_vector 9 E {name[1]}", APPLIED
        text = f"{self.names(name)} i" if "[i]" in name else self.names(name)
        if self.lifted and name.endswith("@"):
            return f"lift 9 {bracketed(text, APPLIED if '[i]' in name else ATOM, ATOM)}", APPLIED
        return text, APPLIED if "[i]" in name else ATOM

    def vector(self, data: Json) -> str:
        """Return a vector as an argument."""
        text, level = self.combination(data)
        return text if level == ATOM else f"({text})" if level == APPLIED else f"({text})%V"

    def combination(self, data: Json) -> tuple[str, int]:
        """Return a vector and how tightly its text is bound."""
        if isinstance(data, str):
            return ("vzero _", APPLIED) if kernel.RATIONAL.match(data) else self.variable(data)
        word, *parts = data
        if word == "sum":
            body, level = self.combination(parts[0])
            return f"vsum size (fun i => {body if level >= APPLIED else f'({body})%V'})", APPLIED
        if word in "*/":
            scalar, vector = sorted(parts, key=is_vector) if word == "*" else (["/", "", parts[1]], parts[0])
            text = self.term(scalar, POWER) if word == "*" else f"/ {self.term(parts[1], ATOM)}"
            text = f"({text})" if word == "/" else text
            return f"{text} *: {bracketed(*self.combination(vector), APPLIED)}", PRODUCT
        if len(parts) == 1:
            return f"- {bracketed(*self.combination(parts[0]), APPLIED)}", SIGN
        first, second = (self.combination(part) for part in parts)
        return f"{bracketed(*first, SUM)} {word} {bracketed(*second, PRODUCT)}", SUM

    # --- facts ---

    def fact(self, data: Json) -> str:
        """Return a fact; for every index, if it speaks of one."""
        relation, *sides = data
        sides = [expanded(side) for side in sides]
        self.lifted = any(mentions_unit(side) for side in sides)
        vectors = any(map(is_vector, sides))
        texts = [self.vector(side) if vectors else self.term(side) for side in sides]
        everywhere = "forall i, (i < size)%nat -> " * any(map(kernel.mentions_index, sides))
        self.lifted = False
        return f"{everywhere}{texts[0]} {RELATIONS[relation]} {texts[1]}"

    def conclusion(self) -> str:
        """Return all that is shown."""
        facts = [self.fact(fact) for fact in self.statement["show"].values()]
        several = len(facts) > 1
        return " /\\ ".join(f"({fact})" if several and "forall" in fact else fact for fact in facts)

    def argument(self, name: str, data: Json) -> str:
        """Return the value of a name of the state; of a family a function of the index."""
        data = expanded(data)
        if "[i]" not in name:
            return self.vector(data) if name.endswith("@") else self.term(data, ATOM)
        return f"(fun i => {self.vector(data) if name.endswith('@') else self.term(data)})"

    def sort(self, name: str) -> str:
        """Return the type of a name."""
        return "nat -> " * ("[i]" in name) + ("E" if name.endswith("@") else "Real")

    def binders(self, names: Iterable[str]) -> str:
        """Return binders for names, those of one type together."""
        groups: list[tuple[str, list[str]]] = []
        for n in names:
            if not groups or groups[-1][0] != self.sort(n):
                groups.append((self.sort(n), []))
            groups[-1][1].append(self.names(n))
        return "".join(f" ({' '.join(names)} : {sort})" for sort, names in groups)

    def label(self, name: str) -> str:
        """Return the name of a hypothesis."""
        return self.names(name, "fact")

    def hypotheses(self) -> Lines:
        """Return what is assumed, by name."""
        facts = {**self.given, **self.statement["assume"]}
        reached = [f"(reached : {self.reached(map(self.names, self.state))})"] if self.run else []
        stated = (wrapped(f"({self.label(n)} : {self.fact(f)})") for n, f in facts.items())
        return [*reached, *(line for lines in stated for line in lines)]

    # --- theorems ---

    def text(self, number: int, *, proved: bool) -> str:
        """Return the theorem that the statement is true, or false, by what the checker in Coq says of this entry."""
        entry = f"{number}%N claim{number}"
        lines = [f"Definition claim{number} := Eval vm_compute in said_at {number}%N.", "", *self.states()]
        if proved:
            return "\n".join([*lines, *self.stated(), f"Proof. checked {entry}. Qed.", ""])
        size = "" if self.sized else " whatever the size"
        return "\n".join([*lines, *self.denied(), f"Proof. refuted {entry}{size}. Qed.", ""])

    def shown(self, *, proved: bool) -> str:
        """Return the states that a run reaches and what is claimed, without a proof."""
        return "\n".join([*self.states(), *(self.stated() if proved else self.denied())])

    def by_hand(self, file: str) -> str:
        """Return the theorem, proved by the tactic of its name in a file that is written by hand."""
        return "\n".join([*self.states(), *self.stated(), f"Proof. {file}.{self.name}. Qed.", ""])

    def stated(self) -> Lines:
        """Return the sentence that the statement is true."""
        conclusion = indented(wrapped(f": {self.conclusion()}."), 2)
        return [*wrapped(f"Theorem {self.name} {self.quantified()}"), *indented(self.hypotheses(), 4), *conclusion]

    def denied(self) -> Lines:
        """Return the sentence that the statement is false."""
        head = [f"Theorem {self.name}_is_false", *indented(wrapped(f": ~ forall {self.quantified()}"), 2)]
        return [*head, *indented(self.hypotheses(), 6), *indented(wrapped(f", {self.conclusion()}."), 4)]

    def quantified(self) -> str:
        """Return binders for all that the statement is about."""
        return f"(E : ips){' (size : nat)' * self.sized}{self.binders([*self.declared, *self.state, *self.weights])}"

    def reached(self, state: Iterable[str]) -> str:
        """Return the fact that the run reaches a state."""
        return " ".join([f"{self.name}_run E", *["size"] * self.sized, *map(self.names, self.declared), *state])

    def states(self) -> Lines:
        """Return the states that finitely many steps reach: those with each property that holds at the start and is
        kept by each step.
        """
        if not self.run:
            return []
        head = f"Definition {self.name}_run (E : ips){' (size : nat)' * self.sized}"
        state = " ".join(map(self.names, self.state))
        start, step = self.moves()
        return [
            *wrapped(f"{head}{self.binders([*self.declared, *self.state])} : Prop :="),
            f"  forall P : {self.predicate()},",
            *indented(wrapped(f"{start} ->"), 4),
            f"    (forall{self.binders([*self.state, *self.run['input']])}",
            *indented(step[:-1], 8),
            *indented(wrapped(f", {step[-1]}) ->"), 6),
            f"    P {state}.",
            "",
        ]

    def predicate(self) -> str:
        """Return the type of the properties of states."""
        return " -> ".join([*(f"({self.sort(n)})" if "[i]" in n else self.sort(n) for n in self.state), "Prop"])

    def moves(self) -> tuple[str, Lines]:
        """Return that the start has the property P, and that a step keeps it: what it needs, line by line, and this."""
        start, when, after = (self.run[part] for part in ("start", "when", "next"))
        known = [f"(reached : P {' '.join(map(self.names, self.state))})"]
        known += [line for n, f in when.items() for line in wrapped(f"({self.label(n)} : {self.fact(f)})")]
        first, moved = (" ".join(["P", *(self.argument(n, t[n]) for n in self.state)]) for t in (start, after))
        return first, [*known, moved]


def mentions_unit(data: Json) -> bool:
    """Tell whether a term mentions an adjoined unit."""
    return "#" in data if isinstance(data, str) else any(map(mentions_unit, data[1:]))

"""Statements as Coq theorems, as their authors wrote them; the checker's answer on the entry proves each."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from ... import kernel
from ...kernel import items
from ...statements.expressions import leaves
from ..prover_syntax import APPLIED, ATOM, SUM, Language, Lines, Names, Unsupported, indent, uses, wrap_words

Json: TypeAlias = Any

COQ = Language(reals="Real", index="nat", space="E", arrow=" -> ",
               relations={"<=": "<=", "<": "<", "=": "=", "!=": "<>", ">": ">", ">=": ">="},
               functions={"exp": "exp", "ln": "ln", "sqrt": "sqrt", "abs": "Rabs", "max": "Rmax", "min": "Rmin"},
               inner=("inner {} {}", ATOM, APPLIED), total=("total size (fun i => {})", SUM, APPLIED),
               vectors=("vsum size (fun i => {})", APPLIED, APPLIED), count="", minus="- ", scale="*:", inverse="/ {}",
               scope="%V", zero="vzero _", constant="", everywhere="forall i, (i < size)%nat -> ", both=" /\\ ")
LOCAL = "P checked refuted"


class Theorem:
    """The text of one entry."""

    def __init__(self, statement: Json, name: str, given: dict[str, Json]) -> None:
        """Prepare a statement; `given` has the known facts about the weights of nearest points."""
        self.statement = statement
        self.name = name
        self.given = given
        self.run: Json = statement.get("run")
        self.names: Names = Names([name, f"{name}_run", *LOCAL.split()])
        self.lifted: bool = False  # is the term about the space with adjoined units?
        self.state: Json = self.run["state"] if self.run else []
        lets = items(statement.get("let"))
        self.weights: list[Json] = [n for d in lets if d.get("multiplier") for n in (d["name"], d["multiplier"])]
        self.declared: list[Json] = items(statement["declare"])
        families = [*self.declared, *self.state, *self.weights, *(self.run["input"] if self.run else [])]
        for n in families:
            self.names(n)
        facts = [given, statement["assume"], statement["show"]]
        steps = [self.run[part] for part in ("when", "start", "next")] if self.run else []
        self.bound: set[str] = {*families}
        self.sized: bool = any("[i]" in n for n in families) or uses("sum", *facts, *steps)

    # --- terms ---

    def variable(self, name: str) -> tuple[str, int]:
        """Return a name; for a family, the name of its member."""
        if name in kernel.UNITS:
            return f"unit_vector 9 E {name[1]}", APPLIED
        if name not in self.bound:
            raise Unsupported(f"{name} is written, which a definition names")
        text = f"{self.names(name)} i" if "[i]" in name else self.names(name)
        if self.lifted and name.endswith("@"):
            return f"lift 9 ({text})" if "[i]" in name else f"lift 9 {text}", APPLIED
        return text, APPLIED if "[i]" in name else ATOM

    def value(self, data: Json, vector: bool, least: int = SUM) -> str:
        """Return a vector, or a number, in brackets if its precedence is below `least`."""
        return COQ.argument(data, self.variable) if vector else COQ.term(data, self.variable, least)

    # --- facts ---

    def fact(self, data: Json) -> str:
        """Return a fact; if it mentions an index, for every index."""
        self.lifted = any("#" in leaf for leaf in leaves(data))
        text = COQ.relation(data, self.variable)
        self.lifted = False
        return text

    def conclusion(self) -> str:
        """Return the conjunction of all conclusions."""
        return COQ.all_of(list(map(self.fact, self.statement["show"].values())))

    def argument(self, name: str, data: Json) -> str:
        """Return the value of a name of the state; for a family, a function of the index."""
        text = self.value(data, name.endswith("@"), SUM if "[i]" in name else ATOM)
        return f"(fun i => {text})" if "[i]" in name else text

    def binders(self, names: Iterable[str]) -> str:
        """Return binders for names, after a space."""
        names = list(names)
        return f" {COQ.binders(names, self.names)}" * bool(names)

    def label(self, name: str) -> str:
        """Return the name of a hypothesis."""
        return self.names(name, "fact")

    def hypotheses(self) -> Lines:
        """Return the assumptions by name."""
        facts = {**self.given, **self.statement["assume"]}
        reached = [f"(reached : {self.state_reached(map(self.names, self.state))})"] if self.run else []
        stated = (wrap_words(f"({self.label(n)} : {self.fact(f)})") for n, f in facts.items())
        return [*reached, *(line for lines in stated for line in lines)]

    # --- theorems ---

    def text(self, number: int, *, proved: bool) -> str:
        """Return the theorem that the statement is true, or false, by the answer of the checker in Coq on this entry.
        """
        tactic = "checked" if proved else "refuted"
        return f"{self.write_claim(proved=proved)}\nProof. {tactic} {number}%N. Qed.\n"

    def write_claim(self, *, proved: bool) -> str:
        """Return the states that a run reaches and the claim, without a proof."""
        return "\n".join([*self.states(), *(self.state_theorem() if proved else self.deny())])

    def by_hand(self, file: str) -> str:
        """Return the theorem, proved by the tactic of its name in a file that is written by hand."""
        return "\n".join([*self.states(), *self.state_theorem(), f"Proof. {file}.{self.name}. Qed.", ""])

    def state_theorem(self) -> Lines:
        """Return the sentence that the statement is true."""
        conclusion = indent(wrap_words(f": {self.conclusion()}."), 2)
        return [*wrap_words(f"Theorem {self.name} {self.quantify()}"), *indent(self.hypotheses(), 4), *conclusion]

    def deny(self) -> Lines:
        """Return the sentence that the statement is false."""
        head = [f"Theorem {self.name}_is_false", *indent(wrap_words(f": ~ forall {self.quantify()}"), 2)]
        return [*head, *indent(self.hypotheses(), 6), *indent(wrap_words(f", {self.conclusion()}."), 4)]

    def quantify(self) -> str:
        """Return binders for all names of the statement."""
        return f"(E : ips){' (size : nat)' * self.sized}{self.binders([*self.declared, *self.state, *self.weights])}"

    def state_reached(self, state: Iterable[str]) -> str:
        """Return the fact that the run reaches a state."""
        return " ".join([f"{self.name}_run E", *["size"] * self.sized, *map(self.names, self.declared), *state])

    def states(self) -> Lines:
        """Return the states that finitely many steps reach: these states have every property that holds at the start
        and that each step preserves."""
        if not self.run:
            return []
        head = f"Definition {self.name}_run (E : ips){' (size : nat)' * self.sized}"
        state = " ".join(map(self.names, self.state))
        start, step = self.moves()
        return [*wrap_words(f"{head}{self.binders([*self.declared, *self.state])} : Prop :="),
                f"  forall P : {self.predicate()},",
                *indent(wrap_words(f"{start} ->"), 4),
                f"    (forall{self.binders([*self.state, *self.run['input']])}",
                *indent(step[:-1], 8),
                *indent(wrap_words(f", {step[-1]}) ->"), 6),
                f"    P {state}.",
                ""]

    def predicate(self) -> str:
        """Return the type of the properties of states."""
        return " -> ".join([*(f"({COQ.sort(n)})" if "[i]" in n else COQ.sort(n) for n in self.state), "Prop"])

    def moves(self) -> tuple[str, Lines]:
        """Return the assumptions that the start has the property P, and that a step preserves P, with the conditions of
        the step line by line."""
        start, when, after = (self.run[part] for part in ("start", "when", "next"))
        known = [f"(reached : P {' '.join(map(self.names, self.state))})"]
        known += [line for n, f in when.items() for line in wrap_words(f"({self.label(n)} : {self.fact(f)})")]
        first, moved = (" ".join(["P", *(self.argument(n, t[n]) for n in self.state)]) for t in (start, after))
        return first, [*known, moved]

"""Counterexamples in Coq: a refuted statement is false in a space of rows of numbers, where its witness is."""

from __future__ import annotations

from typing import Any

from ... import kernel
from ...kernel import Fact, Json, Run
from ...statements.valuation import Valuation
from ..spelling import Lines, bracketed
from ..stating import Stating
from .spelling import COQ
from .tactics import pattern


class Witness:
    """The values of a witness as Coq terms; `play` moves the state."""

    rows = "(rows {})"  # the space of rows of so many numbers

    def __init__(self, writer: Stating, data: Json):
        """Read the values; the run, if there is one, has not started."""
        self.writer, self.data, context = writer, data, writer.theorem.statement.context
        self.space = self.rows.format(data["dimension"])
        self.run = context.run or Run([], {}, [], {}, {})
        self.valuation = Valuation(data["dimension"], data["size"])
        self.valuation.read(context.names - set(self.run.state), data["values"])

    def __getitem__(self, name: str) -> str:
        """The value of a variable: a number, or a row ((tt, a), b); of a family, a function of the index."""
        value = self.valuation.values[name]
        if "[i]" not in name:
            return self.term(name, value)
        *first, last = [self.term(name, v) for v in value] or [self.zero(name)]
        return f"(fun i => {''.join(f'if (i =? {k})%nat then {t} else ' for k, t in enumerate(first))}{last})"

    def zero(self, name: str) -> str:
        """Nothing is said of a family without members, but it is a function."""
        return self.term(name, [0] * self.data["dimension"] if name.endswith("@") else 0)

    def term(self, name: str, value: Any) -> str:
        """A number, or a row."""
        if not name.endswith("@"):
            return signed(value)
        row = "tt"
        for number in value:
            row = f"({row}, {signed(number)})"
        return f"({row} : {self.space})"

    def failing(self, fact: Fact) -> int | None:
        """The first index at which a fact is false; None if it speaks of no index."""
        if not kernel.is_indexed(fact[1]):
            return None
        each = {i: (fact[0], kernel.constant(self.valuation.number(fact[1], i))) for i in range(self.valuation.size)}
        return next((i for i, value in each.items() if not self.valuation.holds(value)), None)

    def play(self) -> Lines:
        """Assert that the run reaches each of its states, one after another."""
        name = f"{self.writer.name}_run"
        size = [f"{self.data['size']}%nat"] * self.writer.theorem.run_sized
        parameters = " ".join([self.space, *size, *(self[n] for n in self.writer.theorem.parameters)])
        lines, made, moves = list[str](), f"{name}_start {parameters}", self.run.start
        for number, step in enumerate([*(self.data.get("steps") or []), None]):
            self.valuation.values |= {n: self.valuation.term(n, p) for n, p in moves.items()}
            state = " ".join(self[n] for n in self.run.state)
            lines += [
                f"assert (reached{number} : {name} {parameters} {state}).",
                f"{{ unshelve refine (transport ({made}) _); [.. | same_arguments; compute_rows]; compute_reals. }}",
            ]
            if step is not None:
                self.valuation.read(self.run.input, step)
                given = [state, *(self[n] for n in self.run.input), f"reached{number}", *["_"] * len(self.run.when)]
                made, moves = f"{name}_step {parameters} {' '.join(given)}", self.run.next
        return lines


def signed(value: kernel.Rational) -> str:
    """A rational number."""
    return bracketed(COQ.real(kernel.constant(value), {}))


def refutation(writer: Stating, data: Json) -> Lines:
    """The theorem that the statement is false, and its proof."""
    statement, variables = writer.theorem.statement, writer.theorem.variables
    witness = Witness(writer, data)
    played = witness.play() if statement.context.run else []
    reached = [f"reached{len(played) // 2 - 1}"] if played else []
    false = kernel.false_conclusions(statement, data)[0]
    claimed = [f"claimed{k}" for k in range(len(statement.show))]
    wrong = claimed[list(statement.show).index(false)]
    values = [*[f"{data['size']}%nat"] * writer.sized, *(witness[n] for n in variables)]
    applied = " ".join(["claim", witness.space, *values, *reached, *["_"] * len(statement.assume)])
    at = witness.failing(statement.show[false])
    chosen = "" if at is None else f"specialize ({wrong} {at}%nat ltac:(repeat constructor)); "
    absurd = f"apply {wrong}; compute_reals." if statement.show[false][0] == "!=" else f"cbn in {wrong}; linear."
    return [
        f"Theorem {writer.name}_is_false",
        f"  : ~ forall (E : ips){' (size : nat)' * writer.sized} {writer.binders(variables)}".rstrip(),
        *(f"      {h}" for h in writer.hypotheses(statement.context)),
        f"    , {writer.shown()}.",
        "Proof.",
        "  intro claim.",
        *(f"  {line}" for line in played),
        f"  unshelve epose proof ({applied}) as {pattern(claimed)}; try solve [compute_reals].",
        f"  all: {chosen}{absurd}",
        "Qed.",
    ]

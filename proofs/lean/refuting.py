"""Counterexamples in Lean: a refuted statement is false in a space of rows of numbers, where its witness is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import kernel
from ..coq.spelling import Unsupported
from ..coq.tactics import Lines, wrapped
from ..kernel import Json, Run
from ..world import World
from .spelling import real_text

if TYPE_CHECKING:
    from .translate import Translation

COMPUTE = "norm_num [PiLp.inner_apply, Fin.sum_univ_succ]"


class Witness:
    """The values of a witness as Lean terms; `play` moves the state."""

    def __init__(self, writer: Translation, data: Json):
        """Read the values; the run, if there is one, has not started."""
        self.writer, self.data, context = writer, data, writer.theorem.statement.context
        self.space = f"(EuclideanSpace ℝ (Fin {data['dimension']}))"
        self.run = context.run or Run([], {}, [], {}, {})
        self.world = World(data["dimension"], 0)
        self.world.read(context.names - set(self.run.state), data["values"])

    def __getitem__(self, name: str) -> str:
        """The value of a variable: a number, or a row !₂[a, b]."""
        value = self.world.values[name]
        if not name.endswith("@"):
            return real_text(kernel.constant(value), {})
        row = ", ".join(real_text(kernel.constant(number), {}) for number in value)
        return f"(!₂[{row}] : {self.space})" if value else f"(0 : {self.space})"

    def play(self) -> Lines:
        """Assert that the run reaches each of its states, one after another."""
        name, compute = f"{self.writer.name}_Reached", f"(by {COMPUTE})"
        parameters = " ".join([f"{self.space} _ _", *(self[n] for n in self.writer.theorem.parameters)])
        lines, made, moves = list[str](), f"{name}.start {parameters}", self.run.start
        for number, step in enumerate([*(self.data.get("steps") or []), None]):
            self.world.values |= {n: self.world.term(n, p) for n, p in moves.items()}
            state = " ".join(self[n] for n in self.run.state)
            lines += wrapped(f"have reached{number} : @{name} {parameters} {state} := by")
            shown = f"convert @{made} using 1 <;> (try ext k; try fin_cases k) <;> {COMPUTE}"
            lines += [f"  {line}" for line in wrapped(shown)]
            if step is not None:
                self.world.read(self.run.input, step)
                given = [*(self[n] for n in self.run.input), f"reached{number}", *[compute] * len(self.run.when)]
                made = " ".join([f"{name}.step {parameters} {state}", *given])
                moves = self.run.next
        return lines


def refutation(writer: Translation, data: Json) -> Lines:
    """The theorem that the statement is false, and its proof."""
    if writer.sized:
        raise Unsupported("a counterexample with a finite family")
    statement, variables = writer.theorem.statement, writer.theorem.variables
    witness = Witness(writer, data)
    played = witness.play() if statement.context.run else []
    reached = [f"reached{len(data.get('steps') or [])}"] if played else []
    false = kernel.false_conclusions(statement, data)[0]
    claimed = [f"claimed{k}" for k in range(len(statement.show))]
    wrong = claimed[list(statement.show).index(false)]
    values, premises = [witness[n] for n in variables], [f"(by {COMPUTE})"] * len(statement.assume)
    applied = ["claim", witness.space, *values, *reached, *premises]
    pattern = claimed[0] if len(claimed) == 1 else f"⟨{', '.join(claimed)}⟩"
    space = "(V : Type) [NormedAddCommGroup V] [InnerProductSpace ℝ V]"
    return [
        f"theorem {writer.name}_is_false",
        *(f"    {line}" for line in wrapped(f": ¬ ∀ {space} {writer.binders(variables)}".rstrip())),
        *(f"      {h}" for h in writer.hypotheses(statement.context)),
        *(f"      {line}" for line in wrapped(f", {writer.shown()} := by")),
        "  intro claim",
        *(f"  {line}" for line in played),
        *(f"  {line}" for line in wrapped(f"obtain {pattern} := {' '.join(applied)}")),
        f"  {COMPUTE} at {wrong}",
    ]

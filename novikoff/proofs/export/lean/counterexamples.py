"""Counterexamples in Lean: a refuted statement is false in the space of coordinates of its witness."""

from typing import Any

from ... import kernel
from ...kernel import Fact, Json, Run
from ...statements.valuation import Valuation
from ..prover_syntax import Lines, wrap_words
from .mathlib_names import LEAN
from .statements import Stating

COMPUTE = "norm_num [PiLp.inner_apply, Fin.sum_univ_succ]"
EACH = f"first | {COMPUTE} | (intro i hi; fin_cases i <;> {COMPUTE})"


class Witness:
    """The values of a witness as Lean terms; `play` moves the state."""

    rows = "(EuclideanSpace ℝ (Fin {}))"

    def __init__(self, writer: Stating, data: Json):
        self.writer = writer
        self.data = data
        context = writer.theorem.statement.context
        self.space: str = self.rows.format(data["dimension"])
        self.run: Run = context.run or Run([], {}, [], {}, {})
        self.valuation: Valuation = Valuation(data["dimension"], data["size"])
        self.valuation.read(context.names - set(self.run.state), data["values"])

    def failing(self, fact: Fact) -> int | None:
        """Return the first index at which a fact is false, None if the fact has no index."""
        if not kernel.is_indexed(fact[1]):
            return None
        each = {i: (fact[0], kernel.constant(self.valuation.number(fact[1], i))) for i in range(self.valuation.size)}
        return next((i for i, value in each.items() if not self.valuation.holds(value)), None)

    def __getitem__(self, name: str) -> str:
        """Return the value of a variable: a number, or a row !₂[a, b]; for a family, a tuple ![c, d]."""
        value = self.valuation.values[name]
        return f"![{', '.join(self.term(name, v) for v in value)}]" if "[i]" in name else self.term(name, value)

    def term(self, name: str, value: Any) -> str:
        """Return the text of a number or of a row."""
        if not name.endswith("@"):
            return LEAN.real(kernel.constant(value), {})
        row = ", ".join(LEAN.real(kernel.constant(number), {}) for number in value)
        return f"(!₂[{row}] : {self.space})" if value else f"(0 : {self.space})"

    def index_set(self) -> str:
        """Return the set of all indices."""
        return f"(Fin {self.data['size']}) Finset.univ"

    def play(self) -> Lines:
        """Assert that the run reaches each of its states, one after another; move the state."""
        name, compute = f"{self.writer.name}_Reached", compute_tactic(self.writer.theorem.run_sized)
        indices = [self.index_set()] * self.writer.theorem.run_sized
        parameters = " ".join([f"{self.space} _ _", *indices, *(self[n] for n in self.writer.theorem.parameters)])
        lines, made, moves = list[str](), f"{name}.start {parameters}", self.run.start
        for number, step in enumerate([*(self.data.get("steps") or []), None]):
            self.valuation.values |= {n: self.valuation.term(n, p) for n, p in moves.items()}
            state = " ".join(self[n] for n in self.run.state)
            lines += wrap_words(f"have reached{number} : @{name} {parameters} {state} := by")
            shown = f"convert @{made} using 1 <;> (try ext k; try fin_cases k) <;> {COMPUTE}"
            lines += [f"  {line}" for line in wrap_words(shown)]
            if step is not None:
                self.valuation.read(self.run.input, step)
                given = [*(self[n] for n in self.run.input), f"reached{number}", *[compute] * len(self.run.when)]
                made = " ".join([f"{name}.step {parameters} {state}", *given])
                moves = self.run.next
        return lines


def compute_tactic(sized: bool) -> str:
    """Return the proof of a hypothesis at the witness; with families, also for each index."""
    return f"(by {EACH if sized else COMPUTE})"


def refutation(writer: Stating, data: Json) -> Lines:
    """Return the theorem that the statement is false, and its proof."""
    statement, variables = writer.theorem.statement, writer.theorem.variables
    witness = Witness(writer, data)
    played = witness.play() if statement.context.run else []
    reached = [f"reached{len(data.get('steps') or [])}"] if played else []
    false = kernel.false_conclusions(statement, data)[0]
    claimed = [f"claimed{k}" for k in range(len(statement.show))]
    wrong = claimed[list(statement.show).index(false)]
    values, premises = [witness[n] for n in variables], [compute_tactic(writer.sized)] * len(statement.assume)
    values = [witness.index_set()] * writer.sized + values
    at = witness.failing(statement.show[false])
    chosen = [] if at is None else [f"have {wrong} := {wrong} {at} (Finset.mem_univ _)"]
    applied = ["claim", witness.space, *values, *reached, *premises]
    pattern = claimed[0] if len(claimed) == 1 else f"⟨{', '.join(claimed)}⟩"
    space = "(V : Type) [NormedAddCommGroup V] [InnerProductSpace ℝ V]" + " (ι : Type) (s : Finset ι)" * writer.sized
    return [
        f"theorem {writer.name}_is_false",
        *(f"    {line}" for line in wrap_words(f": ¬ ∀ {space} {writer.binders(variables)}".rstrip())),
        *(f"      {h}" for h in writer.hypotheses()),
        *(f"      {line}" for line in wrap_words(f", {writer.write_conclusion()} := by")),
        "  intro claim",
        *(f"  {line}" for line in played),
        *(f"  {line}" for line in wrap_words(f"obtain {pattern} := {' '.join(applied)}")),
        *(f"  {line}" for line in chosen),
        f"  {COMPUTE} at {wrong}",
    ]

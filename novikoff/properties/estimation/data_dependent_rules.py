"""Rules whose step depends on the data, described by relations that are linear in inner products.

Main definitions:
    Relaxed              a rule: its problem for k updates, its exact run, and the lemmas that the problem uses
    KOZINEC              plain Kozinec, which starts at an example and moves to the nearest point on the way to another
                         example
    PASSIVE_AGGRESSIVE   w' = w + τyx with the τ for which y⟨w', x⟩ = 1, on mistakes

Each new w' is a separate vector here. The kernel proves lemmas about the shipped step, and these describe w'. The
lemmas do not state that w' − w is a multiple of x. So a lower bound is a theorem about the rule, but data count as
attaining it only after an exact run of the rule itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...algorithms import kozinec, perceptron, user_rules
from ...algorithms.errors import BadInput
from ...algorithms.perceptron import State
from ...algorithms.user_rules import Rule
from ...proofs.prover.automatic_derivations import attempt
from ...proofs.statements.expressions import Number
from ...proofs.statements.proof_script import Conclude, Script, times
from ...proofs.statements.vector_language import Relation, Vector
from .k_update_conditions import GAMMA, MARGIN, MOST_UPDATES, RADIUS, UPDATE, Hypothesis, Problem, R, U

STEP = "step"


@dataclass(frozen=True)
class Relaxed:
    """A rule: `problem(k, R2)` states k updates, `made` counts the updates of the exact run, `lemmas` gives scripts."""

    name: str
    problem: Callable[[int, Fraction], Problem]
    made: Callable[[Sequence[Sequence[Any]], Sequence[int]], int]
    lemmas: Callable[[Fraction], dict[str, Script]]

    def entries(self, square_radius: Fraction) -> list[Any]:
        """Return the entries of the lemmas for a certificate file. Raises `BadInput` if a lemma is not proved."""
        found = []
        for name, script in self.lemmas(square_radius).items():
            book = attempt(script, script.steps, name=name)
            if book is None:
                raise BadInput(f"{self.name}: the lemma {name} about its step is not proved, so it has no worst case")
            found += book["entries"]
        return found


def make_problem(updates: int, begin: int, square_radius: Fraction | None,
                 facts: Callable[[Vector, Vector, Vector], dict[str, Relation]]) -> Problem:
    """Return the problem of k updates from 0, each on a mistake. With `begin` = 1 the run starts at the first example,
    and makes no update on it. `facts(w, x, after)` are the relations about a step. Raises `BadInput` for a number of
    updates outside 1 to `MOST_UPDATES`/2."""
    if not 1 <= updates <= MOST_UPDATES // 2:
        raise BadInput(f"the number of updates must be from 1 to {MOST_UPDATES // 2} (got {updates})")
    count, size = begin + updates, R**2 if square_radius is None else Number(square_radius)
    w, hypotheses = Vector({}), list[Hypothesis]()
    for number in range(1, count + 1):
        x, after = Vector({f"x{number}": 1}), Vector({f"w{number}": 1})
        hypotheses += [Hypothesis(MARGIN, number, Relation(U @ x, ">=", GAMMA)),
                       Hypothesis(RADIUS, number, Relation(x @ x, "<=", size))]
        if number > 1:
            hypotheses.append(Hypothesis(UPDATE, number, Relation(w @ x, "<=", 0)))
        if begin < number < count:
            known = facts(w, x, after).items()
            hypotheses += [Hypothesis(f"{STEP}, {part}", number, r) for part, r in known]
        w = x if number <= begin else after
    names = [*(f"x{i}" for i in range(1, count + 1)), *(f"w{i}" for i in range(begin + 1, count))]
    return Problem(updates, (1,) * count, ("u", *names), tuple(hypotheses), square_radius, Fraction(0))


def nearest_point_facts(w: Vector, x: Vector, after: Vector) -> dict[str, Relation]:
    """Return relations about the point nearest to 0 on the line through w and x."""
    return {"across w": Relation(after @ after, "==", after @ w), "across x": Relation(after @ after, "==", after @ x),
            "margin": Relation(U @ after, ">=", GAMMA)}


def count_kozinec(X: Sequence[Sequence[Any]], y: Sequence[int]) -> int:
    """Return the number of steps of the shipped driver from the first example, each towards the next example. Returns 0
    if the driver visits the examples in another order."""
    found = kozinec.run(X, y, bias_step=0, choose="cyclic", kappa_bits=None, max_updates=len(X) - 1)
    in_order = [step.example for step in found.steps] == list(range(1, len(found.steps) + 1))
    return found.updates if in_order else 0


def kozinec_lemmas(square_radius: Fraction) -> dict[str, Script]:
    """Return the script that proves `nearest_point_facts` for the shipped step and the shipped κ."""
    p = Script()
    u, w, x = p.vectors("u w x")
    gamma = p.real("gamma")
    p.assume(positive=gamma > 0, wrong=w @ x <= 0, first=u @ w >= gamma, second=u @ x >= gamma,
             apart=(w - x) @ (w - x) > 0)
    kappa = p.let("κ", kozinec.minimiser(w @ w, w @ x, x @ x))
    for name, r in nearest_point_facts(w, x, kozinec.step(w, x, kappa)).items():
        p.show(**{name.replace(" ", "_"): r})
    p.have("least", kappa >= 0, "wrong", times("apart"))
    p.have("most", kappa <= 1, "wrong", times("apart"))
    p.steps.append(Conclude(()))
    return {"kozinec-step-known": p}


KOZINEC = Relaxed("kozinec", lambda updates, square_radius: make_problem(updates, 1, None, nearest_point_facts),
                  count_kozinec, kozinec_lemmas)


def passive_aggressive(state: State, x: Any, y: Any) -> State:
    """Return the state after the least change of w for which y⟨w, x⟩ = 1; x must not be 0."""
    return perceptron.update(state, x, y, bias_step=0, rate=(1 - y * (state.w @ x)) / (x @ x))


def update_facts(w: Vector, x: Vector, after: Vector, square_radius: Any) -> dict[str, Relation]:
    """Return relations about w after a mistake on x, where ‖x‖² ≤ R²."""
    move = after - w
    return {"loss": Relation(after @ x, "==", 1), "along": Relation(U @ move, ">=", GAMMA * (after @ move)),
            "length": Relation(square_radius * (move @ move), ">=", 1 - 2 * (w @ x))}


def count_passive(X: Sequence[Sequence[Any]], y: Sequence[int]) -> int:
    """Return the number of updates of the exact run that visits each example once."""
    rule = Rule.of(user_rules.algorithm(bias=False)(passive_aggressive), "passive_aggressive")
    return user_rules.run(X, y, rule=rule, order=range(len(X))).updates


def passive_lemmas(square_radius: Fraction) -> dict[str, Script]:
    """Return the script that proves `update_facts` for the step; x there means y·x."""
    p = Script()
    u, w, x = p.vectors("u w x")
    gamma = p.real("gamma")
    p.assume(positive=gamma > 0, mistake=w @ x <= 0, margin=u @ x >= gamma, example=x @ x > 0,
             radius=x @ x <= square_radius)
    after = p.let("w'", passive_aggressive(State(w, 0), x, 1).w)
    for name, r in update_facts(w, x, after, square_radius).items():
        p.show(**{name: r})
    rate = (1 - w @ x) / (x @ x)
    p.have("rate", rate >= 0, "mistake", times("example"))
    p.steps.append(Conclude(()))
    return {"passive-aggressive-step-known": p}


PASSIVE_AGGRESSIVE = Relaxed("passive_aggressive", lambda updates, R2: make_problem(
    updates, 0, R2, lambda w, x, after: update_facts(w, x, after, R2)), count_passive, passive_lemmas)

"""Check whether hypotheses can hold: find an exact model of them, or a contradiction that the kernel accepts.

Everything follows from hypotheses that contradict each other, so a theorem under such hypotheses says nothing. The
search tries to prove and to refute "the hypotheses imply -1 >= 0". A proof of this is a contradiction, and each
counterexample is a model of the hypotheses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, combinations_with_replacement, islice
from math import prod
from typing import Any

from .. import kernel
from ..kernel import Statement
from ..search import sums_of_squares, work
from ..search.counterexamples import (
    find_rational_point,
    guess_witness,
    is_confirmed,
    list_shapes,
    problem_at,
    solve_with_z3,
)
from ..search.elaboration import Json, Unproved, write_statement
from ..search.linear_certificates import Term
from ..search.proof_json import facts_used
from ..statements.proof_script import Conclude, Have, Length, Script, Square, SumUp
from ..statements.vector_language import OPPOSITES, Relation, Vector, of_term
from . import irrational_counterexamples
from .automatic_derivations import Guided, attempt, attempts, families, reals_of
from .closed_forms import write_answer
from .strategies import STRATEGIES

ABSURD = {"contradiction": Relation(-1, ">=", 0)}
GUESSES, BUDGET = 4_000, 100_000  # values tried before the search for a contradiction, and after it
MOST_VECTORS, MOST_REALS = 4, 4
STRATEGIES_TURN = 2 * work.PER_SECOND  # units for all strategies
SMALL, FEW = 30, 2  # names times hypotheses; above SMALL, only FEW attempts at a contradiction


@dataclass(frozen=True)
class Consistency:
    """Whether hypotheses have a model, with the evidence.

    `model` is a witness at which the kernel finds all of them true, or a book that proves them at irrational values;
    `contradiction` is a book whose last entry derives -1 >= 0 from them. At most one of the two is set. If neither is,
    `believed` says whether z3 has a model.
    """

    model: Json = None
    contradiction: Json = None
    believed: bool = False

    @property
    def used(self) -> list[str]:
        """Return the names of the hypotheses from which the contradiction follows."""
        if self.contradiction is None:
            return []
        entry = self.contradiction["entries"][-1]
        named = facts_used(entry["proof"])
        return [name for name in entry["statement"]["assume"] if name in named]

    @property
    def doubt(self) -> str:
        """Return why a statement under these hypotheses may say nothing, "" if they have a model that is not empty."""
        if self.believed:
            return "no model of the hypotheses was found that the kernel can check; z3 finds one"
        if self.model is None:
            return "neither a model of the hypotheses nor a contradiction between them was found"
        values = self.model["refutes"]["counterexample"] if "refutes" in self.model else self.model
        if values["size"] == 0 and any("[i]" in name for name in values["values"]):
            return "the only model of the hypotheses that was found has no index i"
        return ""


def consistency(script: Script, lengths: tuple[Term, ...] = (), *, seed: int = 0) -> Consistency:
    """Return what is known about the hypotheses of a script; its conclusions and steps are not read.

    lengths    terms ⟨v, v⟩ ≥ 0 that may help, as for `automatic_derivations.attempt`
    seed       of the search for models

    For hypotheses on families, the search prefers a model with an index. If the hypotheses are too large for the
    search, nothing is known about them.

    >>> from ..statements.grammar import parse
    >>> consistency(parse("real a; a > 0 |- a == 7")).model["values"]
    {'a': '1'}
    >>> known = consistency(parse("real a b; a > b, b > 1, a**2 < 1 |- a == 7"))
    >>> kernel.check_book(known.contradiction["entries"])["hypotheses"][0], known.used
    ('proved', ['hypothesis1', 'hypothesis2', 'hypothesis3'])
    """
    bare = replace(script, conclusions=ABSURD, steps=[])
    if hypotheses := isolate_hypotheses(bare, lengths):
        statement, data, sides = hypotheses
        telling = Statement(statement.context, statement.assume, {"nothing": ("=", {})})
        if model := guess_witness(telling, seed, GUESSES, want="model", ask=False):
            return Consistency(model=model)
        if known := ask_z3(statement, data, sides):
            return known if known.model else irrational_model(data, sides, seed) or known
    known_facts = statement.assume.values() if hypotheses else ()
    ways = chain(attempts(bare, []), at_one_index(bare), larger_squares(bare, known_facts), try_opposites(bare))
    small = len(script.names) * len(script.assumptions) <= SMALL
    for steps in ways if small else islice(ways, FEW):
        if book := attempt(bare, steps, lengths, name="hypotheses"):
            return Consistency(contradiction=book)
    if hypotheses is None:
        return Consistency()
    if model := guess_witness(telling, seed, BUDGET, want="model", ask=False):
        return Consistency(model)
    if known := irrational_model(data, sides, seed):
        return known
    if sums_of_squares.is_there():
        with work.in_turn(STRATEGIES_TURN):
            if book := attempt(bare, [], lengths, name="hypotheses", strategies=STRATEGIES):
                return Consistency(contradiction=book)
    return Consistency(guess_witness(statement, seed, GUESSES, ask=False))  # perhaps without an index


def isolate_hypotheses(script: Script, lengths: tuple[Term, ...]) -> tuple[Statement, Json, Json] | None:
    """Return the hypotheses with only the roots and quotients that they contain, their JSON and that of the side
    conditions. Other roots and quotients exist too, but need not be rational."""
    for mentions in ([], script.mentions):
        try:
            data = write_statement("hypotheses", replace(script, mentions=mentions)).data
            sides = Guided(lengths=lengths).sides(data)
            return kernel.read_statement(data, sides), data, sides
        except (Unproved, kernel.Rejected, RecursionError):
            continue
    return None


def ask_z3(statement: Statement, data: Json, sides: Json) -> Consistency | None:
    """Return a model that z3 finds, of rational numbers or radicals; if it has other numbers, return z3's opinion."""
    believed = False
    for dimension, size in list_shapes(statement, "model") if statement.context.run is None else ():
        problem = problem_at(statement, "model", [], dimension, size)
        answer = problem and solve_with_z3(problem)
        if not problem or not answer:
            continue
        found, believed = find_rational_point(problem, answer), True
        if found and is_confirmed(statement, "counterexample", found):  # its conclusion is false everywhere
            return Consistency(model=found.json(statement))
        write = partial(write_answer, statement, data, problem, answer)
        if proved := irrational_counterexamples.certify(statement, data, sides, write):
            return Consistency(model=proved[1])
    return Consistency(believed=True) if believed else None


def irrational_model(data: Json, sides: Json, seed: int) -> Consistency | None:
    """Return a model of logarithms and radicals that a search finds: a counterexample to -1 >= 0."""
    found = irrational_counterexamples.refutation(data, sides, seed)
    return Consistency(model=found[1]) if found else None


def try_opposites(script: Script) -> Iterator[list[Any]]:
    """Yield the opposite of each hypothesis, which helps the search more than -1 >= 0 does."""
    for name, r in script.assumptions.items():
        if not (isinstance(r.lhs, Vector) or any("[i]" in str(side) for side in (r.lhs, r.rhs))):
            yield [Have(f"{name} fails", Relation(r.lhs, OPPOSITES[r.operator], r.rhs))]


def larger_squares(script: Script, facts: Iterable[kernel.Fact] = ()) -> Iterator[list[Any]]:
    """Yield ⟨v, v⟩ ≥ 0 for sums and differences of three vectors, squares of products of two numbers, and squares
    that occur in the facts."""
    named = [of_term(name) for name in script.names if name.endswith("@") and "[i]" not in name]
    sums = [u + s * v + t * w for u, v, w in combinations(named[:MOST_VECTORS], 3) for s in (1, -1) for t in (1, -1)]
    products = [a * b for a, b in combinations_with_replacement(reals_of(script)[:MOST_REALS], 2)]
    reals = {str(a): a for a in reals_of(script)}
    squared = dict.fromkeys(m for _, p in facts for m in p if m and all(a in reals and e % 2 == 0 for a, e in m))
    products += [prod(reals[a] ** (e // 2) for a, e in m) for m in islice(squared, SMALL)]
    squares = [(v @ v, Length(v)) for v in sums] + [(e**2, Square(e)) for e in products]
    if squares:
        yield [Have(f"square{n}", Relation(e, ">=", 0), (why,)) for n, (e, why) in enumerate(squares)]


def at_one_index(script: Script) -> Iterator[list[Any]]:
    """Yield a contradiction at each index, with a hypothesis that shows that an index exists."""
    for name, e, why in families(script):
        yield [
            Have(f"{name} squared", Relation(e, ">=", 0), (why,)), SumUp(f"{name} squared", f"sum of {name} squared"),
            Have("nowhere", Relation(-1 - e, ">=", 0)), SumUp("nowhere", "sum of nowhere"), Conclude(()),
        ]

"""An exercise from its id, made from the current claim and certificate.

break/CLAIM/HYPOTHESIS   numbers that break the claim without this hypothesis
missing/CLAIM/HYPOTHESIS the hypothesis that is left out of a claim
slip/CLAIM               numbers at which a false statement fails, printed or plausible
step/CLAIM/NUMBER        the multipliers of a step of the proof, numbered as in the certificate
order/CLAIM              the lines of a proof, mixed
updates/SEED             how many updates the perceptron makes on some samples
course/CHAPTER/NAME      a question of a chapter, from `course.json`: a line to complete, a false statement, or a run
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms import perceptron
from ..algorithms.errors import BadInput, suggest_name
from ..algorithms.safe_files import read_json
from ..proofs import kernel
from ..proofs.checking.necessity import data_without
from ..proofs.checking.stored_certificates import ledger_entries
from ..proofs.kernel import Fact
from ..proofs.search.proof_json import facts_used
from ..proofs.statements.expressions import write_relation
from ..proofs.statements.grammar import parse
from ..proofs.statements.notation import Notation
from ..proofs.statements.printable_polynomials import term
from ..proofs.statements.registry import find
from ..proofs.statements.vector_language import SIGNS, Relation, atoms_of, multiplied_out
from .grading import Exercise, grade_order, grade_point

Json = Any
ZERO = re.compile(r"= 0(?:, 0)*(?:;|$)")  # a zero in an answer: such points teach little, so others are shown first
POINT = "Write each name with its value, vectors by coordinates:  {}"


@cache
def statement_of(claim: str) -> Json:
    """Return the stored statement of a claim, multiplied out, or None if there is none."""
    return multiplied_out(ledger_entries()[claim]["statement"]) if claim in ledger_entries() else None


@cache
def load_catalogue() -> dict[str, Json]:
    """Return the level and solution of each exercise, by id."""
    table: dict[str, Json] = read_json(Path(__file__).with_name("chosen.json"))
    return table


@cache
def course() -> dict[str, Json]:
    """Return the questions of the chapters by id: `claim`, `level`, `title`, `question`, `solution`, and a run (`X`,
    `y`) or a statement (`declare`, named facts in `assume`, `show`) in the grammar of `novikoff prove`. `missing` names
    the hypothesis that the reader has to find.
    """
    table: dict[str, Json] = read_json(Path(__file__).with_name("course.json"))
    return table


@cache
def exercise(identifier: str) -> Exercise:
    """Return the exercise of this id; raise `BadInput` if there is none.

    >>> exercise("updates/2").title
    'A run of the perceptron by hand: how many updates?'
    """
    if identifier not in load_catalogue():
        raise BadInput(
            f"there is no exercise {identifier!r:.60}; "
            f"{suggest_name(identifier, load_catalogue(), '`novikoff exercise list` lists all')}"
        )
    kind, _, rest = identifier.partition("/")
    make: Any = MAKERS[kind]
    made: Exercise = make(identifier, *rest.split("/"))
    return made


def _assemble(
    identifier: str, kind: str, claim: str, title: str, question: str, given: Iterable[str], form: str,
    hints: Iterable[str], task: Json,
) -> Exercise:
    entry = load_catalogue()[identifier]
    return Exercise(identifier, kind, claim, entry["level"], title, question, tuple(given), form, tuple(hints),
                    entry["solution"], task)


def exercises() -> Iterator[Exercise]:
    """Yield all exercises, the easier ones first."""
    return map(
        exercise, sorted(load_catalogue(), key=lambda identifier: (load_catalogue()[identifier]["level"], identifier))
    )


# --- writing ---------------------------------------------------------------------------------------


def format_fact(fact: Fact, names: list[str]) -> str:
    """Return a fact with its added terms on one side and its subtracted terms on the other.

    >>> format_fact((">=", kernel.read_poly(["-", ["^", "R", "2"], ["@", "x@", "x@"]])), ["x@", "R"])
    'R² ≥ ‖x‖²'
    """
    left = {m: c for m, c in fact[1].items() if c > 0}
    right = {m: -c for m, c in fact[1].items() if c < 0}
    notation = Notation(order=[name.rstrip("@") for name in names])
    return str(notation.relation(Relation(term(left), SIGNS[fact[0]], term(right))))


def _format_facts(facts: Json, names: list[str]) -> list[str]:
    return [f"{name}:  {format_fact(fact, names)}" for name, fact in kernel.read_facts(facts).items()]


def _list_facts(statement: Json) -> list[str]:
    names = statement["declare"]
    return [*(f"supposed, {line}" for line in _format_facts(statement["assume"], names)),
            *(f"claimed, {line}" for line in _format_facts(statement["show"], names))]


def split_answer(answer: str) -> list[str]:
    """Split an answer at semicolons."""
    return [part.strip() for part in answer.split(";")]


def normalise_name(name: str) -> str:
    """Return a name as readers type it.

    >>> normalise_name("margin₁")
    'margin1'
    """
    return unicodedata.normalize("NFKC", name)


# --- points ------------------------------------------------------------------------------------------


def is_nontrivial(fact: Json) -> bool:
    """Return whether the fact, multiplied out, differs from 0 = 0."""
    return bool(kernel.read_facts({"fact": fact})["fact"][1])


def drop_trivial_parts(statement: Json) -> Json:
    """Return the statement without conclusions that say 0 = 0, and without names that no fact mentions.

    >>> show = {"first": ["=", "y", "y"], "second": [">=", "x", "0"]}
    >>> drop_trivial_parts({"declare": ["x", "y"], "assume": {}, "show": show})
    {'declare': ['x'], 'assume': {}, 'show': {'second': ['>=', 'x', '0']}}
    """
    show = {name: fact for name, fact in statement["show"].items() if is_nontrivial(fact)}
    facts = kernel.read_facts({**statement["assume"], **{f"show {name}": fact for name, fact in show.items()}})
    named = {name for _, p in facts.values() for m in p for a, _ in m for name in a.split("@")}
    return {**statement, "declare": [n for n in statement["declare"] if n.rstrip("@") in named], "show": show}


def drop_hypothesis(claim: str, hypothesis: str) -> Json:
    """Return the statement of a claim, as exercises show it, without one of its hypotheses."""
    return data_without(drop_trivial_parts(statement_of(claim)), hypothesis)


def _point_task(statement: Json, nonzero: list[str]) -> Json:
    return {"statement": {**statement, "id": "exercise"}, "nonzero": nonzero}


def _make_point_exercise(
    identifier: str, claim: str, statement: Json, question: str, extra: tuple[str, ...], title: str = ""
) -> Exercise:
    nonzero, given = load_catalogue()[identifier]["nonzero"], _list_facts(statement)
    if nonzero:
        given.append("besides:  " + ", ".join(f"{name.rstrip('@')} ≠ 0" for name in nonzero))
    parts = split_answer(load_catalogue()[identifier]["solution"])
    vectors, scalars = ([part for part in parts if ("," in part) == flag] for flag in (True, False))
    dimension = max((part.count(",") + 1 for part in vectors), default=1)
    hints = (
        *extra,
        *([f"Vectors of {dimension} coordinates are enough."] if vectors else []),
        *([f"It can be done with {'; '.join(scalars)}."] if scalars and vectors else []),
    )
    form, task = POINT.format(wrong_values(statement, nonzero)), _point_task(statement, nonzero)
    return _assemble(identifier, "point", claim, title or find(claim).title, question, given, form, hints, task)


def wrong_values(statement: Json, nonzero: list[str]) -> str:
    """Return a wrong answer that has the right form."""
    names, task = statement["declare"], _point_task(statement, nonzero)
    for vector, scalar in (("1, 0", "1/2"), ("1, 2", "1/3"), ("0, 1", "-2"), ("0, 0", "0")):
        shown = "; ".join(f"{n[:-1]} = {vector}" if n.endswith("@") else f"{n} = {scalar}" for n in names)
        if not grade_point(task, shown).right:
            return shown
    raise LookupError(f"every form of an answer breaks {statement['id']}")


def wrong_order(uses: list[list[int]]) -> str:
    """Return the numbers of lines in a wrong order: some line comes before a line that it uses."""
    numbers = [*range(len(uses), 0, -1)]
    if grade_order({"uses": uses}, " ".join(map(str, numbers))).right:
        late = next(line for line, used in enumerate(uses) if used)
        numbers = [late + 1, *(n for n in numbers if n != late + 1)]
    return " ".join(map(str, numbers))


def _make_breaking_exercise(identifier: str, claim: str, hypothesis: str) -> Exercise:
    data = statement_of(claim)
    dropped = format_fact(kernel.read_facts(data["assume"])[hypothesis], data["declare"])
    question = (f"{find(claim).sentence} Without the hypothesis {hypothesis}, {dropped}, this is false. "
                "Find numbers that break it.")
    return _make_point_exercise(identifier, claim, drop_hypothesis(claim, hypothesis), question, ())


def _make_slip_exercise(identifier: str, claim: str) -> Exercise:
    found = find(claim)
    where = f"This is printed ({found.source})" if found.printed else "This is close to the text"
    question = f"{found.sentence} {where}, but it is false. Find numbers at which it fails."
    extra = (f"What is missing: {found.missing}",) if found.missing else ()
    return _make_point_exercise(identifier, claim, drop_trivial_parts(statement_of(claim)), question, extra)


def _make_missing_exercise(identifier: str, claim: str, hypothesis: str) -> Exercise:
    statement, missing = drop_hypothesis(claim, hypothesis), statement_of(claim)["assume"][hypothesis]
    return _make_hypothesis_exercise(identifier, claim, statement, missing, _list_facts(statement))


def _make_hypothesis_exercise(
    identifier: str, claim: str, statement: Json, missing: Json, given: Iterable[str],
    title: str = "What is missing?", question: str = "",
) -> Exercise:
    points = sorted(load_catalogue()[identifier]["points"], key=lambda point: bool(ZERO.search(point)))
    _, p = kernel.read_facts({"it": missing})["it"]
    ask = "This statement is false, as one hypothesis is missing. Which one? Ask for no more than is needed."
    question = f"{question} {ask}".strip()
    vectors = [name.rstrip("@") for name in statement["declare"] if name.endswith("@")]
    explained = f" and inner products ({explain_product(f'{vectors[0]}@{vectors[-1]}')})" if vectors else ""
    form = f"Write a comparison of numbers{explained}:  {wrong_hypothesis(statement)}"
    hints = (f"It fails at {points[0]}.", f"It is about {' and '.join(sorted(atoms_of(p)))}.")
    task = {**_point_task(statement, []), "missing": missing, "points": points}
    return _assemble(identifier, "hypothesis", claim, title, question, given, form, hints, task)


def explain_product(product: str) -> str:
    """Return what an inner product means, in the form of an answer."""
    left, right = product.split("@")
    return f"{product} is ⟨{left}, {right}⟩"


def wrong_hypothesis(statement: Json) -> str:
    """Return a wrong answer: a comparison that says nothing, with a name of the statement."""
    name = min(statement["declare"], key=lambda name: not name.endswith("@")).rstrip("@")
    return f"{name}@{name} >= 0" if f"{name}@" in statement["declare"] else f"{name} <= {name}"


# --- steps and lines ---------------------------------------------------------------------------------


class Step(NamedTuple):
    """A fact of a proof that is a sum of multiples of other facts: its name, the facts known before it, and the sum."""

    name: str
    fact: Json
    known: dict[str, Json]
    by: dict[str, Json]  # a polynomial for each fact that is used
    linear: bool  # nothing but multiples of single facts


def proof_trunk(claim: str) -> Iterator[Json]:
    """Yield the rules of the stored proof from the first up to and including its first branching."""
    rule: Json = ledger_entries()[claim].get("proof") or {"rule": "none"}
    while rule["rule"] in ("have", "lemma"):
        yield rule
        rule = rule["then"]
    yield rule


def _list_line_rules(claim: str) -> list[Json]:
    return [rule for rule in proof_trunk(claim) if rule["rule"] == "have"]


def list_steps(claim: str) -> list[Step]:
    """Return the successive steps of the stored proof, and the conclusions."""
    statement = statement_of(claim)
    known, found = dict(statement["assume"]), list[Step]()
    for rule in _list_line_rules(claim):
        found.append(make_step(rule["name"], rule["fact"], rule["why"], dict(known)))
        known[rule["name"]] = rule["fact"]
    *_, last = proof_trunk(claim)
    parts = last["parts"] if last["rule"] == "split" else dict.fromkeys(statement["show"], last)
    return found + [make_step(name, statement["show"][name], why, known) for name, why in parts.items()]


def make_step(name: str, fact: Json, why: Json, known: dict[str, Json]) -> Step:
    """Make a step, with its multipliers if it is a sum of multiples of single facts."""
    by, linear = dict[str, Json](), why["rule"] == "poly" and not set(why) - {"rule", "sum", "ideal"}
    for part in why.get("sum", []) if linear else []:
        linear = linear and set(part) <= {"c", "facts"} and len(part.get("facts", [])) == 1
        if linear:
            by[part["facts"][0]] = part.get("c", "1")
    for part in why.get("ideal", []) if linear else []:
        linear = linear and set(part) == {"fact", "by"} and part["fact"] not in by
        if linear:
            by[part["fact"]] = part["by"]
    return Step(name, fact, known, by, linear and set(by) <= set(known))


def _make_step_exercise(identifier: str, claim: str, number: str) -> Exercise:
    names, step = statement_of(claim)["declare"], list_steps(claim)[int(number)]
    question = (
        "Read each line as: left side minus right side is ≥ 0, > 0 or = 0. Find multipliers for the facts that you "
        "need, such that the sum of their multiples is the goal."
    )
    return _make_multiplier_exercise(identifier, claim, names, step, question, find(claim).title)


def _make_multiplier_exercise(
    identifier: str, claim: str, names: list[str], step: Step, question: str, title: str
) -> Exercise:
    offered = {name: step.known[name] for name in step.by}
    for name, fact in step.known.items():
        if len(offered) < 5 and is_nontrivial(fact) and fact not in (step.fact, *offered.values()):
            offered[name] = fact
    offered = {normalise_name(name): fact for name, fact in step.known.items() if name in offered}
    goal = kernel.read_facts({"goal": step.fact})["goal"]
    used = atoms_of(*(p for _, p in [*kernel.read_facts(offered).values(), goal]))
    atoms = sorted(a for a in used if "*" not in a)  # in an answer that is a product
    given = [f"known, {line}" for line in _format_facts(offered, names)] + [f"to be shown:  {format_fact(goal, names)}"]
    products = sorted((a for a in atoms if "@" in a), key=lambda a: len(set(a.split("@"))), reverse=True)
    form = (
        "Write the facts that you use, each with its multiplier:  "
        f"{next(iter(offered))} = 2  (an inequality takes a number ≥ 0, an equation any polynomial in "
        f"{', '.join(atoms)}{'; ' + explain_product(products[0]) if products else ''})"
    )
    hints = (
        f"It uses {', '.join(map(normalise_name, step.by))}.",
        f"One of the multipliers is {split_answer(load_catalogue()[identifier]['solution'])[0]}.",
    )
    task = {"facts": offered, "goal": step.fact}
    return _assemble(identifier, "multipliers", claim, title, question, given, form, hints, task)


def shuffle_numbers(count: int, seed: str) -> list[int]:
    """Return numbers in an order that depends on the seed alone."""
    return random.Random(seed).sample(range(count), count)


def _make_order_exercise(identifier: str, claim: str) -> Exercise:
    names, uses = statement_of(claim)["declare"], uses_of(claim)
    steps = list_steps(claim)[: len(uses)]
    shown = shuffle_numbers(len(steps), claim)
    places = {line: place for place, line in enumerate(shown)}
    facts = [kernel.read_facts({"fact": steps[line].fact})["fact"] for line in shown]
    given = [f"supposed, {line}" for line in _format_facts(statement_of(claim)["assume"], names)]
    given += [f"{number}.  {format_fact(fact, names)}" for number, fact in enumerate(facts, 1)]
    task = {"uses": [sorted(places[used] for used in uses[line]) for line in shown]}
    first, *_, last = load_catalogue()[identifier]["solution"].split()
    question = (f"{find(claim).sentence} Put the lines of its proof in order, so that each follows from what is "
                "supposed, from theorems that are cited, and from lines before it.")
    form = "Write the numbers of the lines:  " + wrong_order(task["uses"])
    hints = f"Line {first} can come first.", f"Line {last} can come last."
    return _assemble(identifier, "order", claim, find(claim).title, question, given, form, hints, task)


def uses_of(claim: str) -> list[set[int]]:
    """Return for each line of a proof the lines that it uses."""
    names, lines = list[str](), list[set[int]]()
    for rule in _list_line_rules(claim):
        lines.append({names.index(name) for name in facts_used(rule["why"]) if name in names})
        names.append(rule["name"])
    return lines


# --- runs ----------------------------------------------------------------------------------------------


def make_samples(seed: int) -> tuple[list[list[int]], list[int]]:
    """Make samples in the plane that a line through 0 separates."""
    roll = random.Random(seed)
    u = (roll.choice((-2, -1, 1, 2)), roll.choice((-3, -1, 1, 3)))
    X = list[list[int]]()
    while len(X) < 3 + seed % 2:
        x = [roll.randint(-4, 4), roll.randint(-4, 4)]
        if x not in X and x[0] * u[0] + x[1] * u[1]:
            X.append(x)
    return X, [1 if x[0] * u[0] + x[1] * u[1] > 0 else -1 for x in X]


def _make_count_exercise(identifier: str, seed: str) -> Exercise:
    question = (
        "The perceptron without a bias starts with w = 0. It takes the samples in this order, again and again; at a "
        "mistake, y⟨w, x⟩ ≤ 0, it adds yx to w. After a pass without a mistake it ends. How many updates does it make?"
    )
    title = "A run of the perceptron by hand: how many updates?"
    return _make_run_exercise(identifier, *make_samples(int(seed)), title, question)


def _make_run_exercise(identifier: str, X: list[list[int]], y: list[int], title: str, question: str) -> Exercise:
    made = perceptron.run(X, y, bias_step=0)
    given = [
        f"sample {i}:  x = ({x[0]}, {x[1]}), y = {label}" for i, (x, label) in enumerate(zip(X, y, strict=True), 1)
    ]
    first = perceptron.run(X, y, bias_step=0, max_updates=2).w
    hints = (f"After two updates w = {tuple(map(int, first))}.", f"It ends with w = {tuple(map(int, made.w))}.")
    form, task = "Write a whole number; mind that y⟨w, x⟩ = 0 is a mistake.", {"X": X, "y": y, "bias_step": 0}
    return _assemble(identifier, "count", "novikoff-mistake-bound", title, question, given, form, hints, task)


# --- the course --------------------------------------------------------------------------------------


def course_relations(identifier: str) -> tuple[list[str], dict[str, Relation], Relation]:
    """Return the names, the facts by name and the goal of a question of the course."""
    found = course()[identifier]
    script = parse(f"{found['declare']}; {', '.join(found['assume'].values())} |- {found['show']}")
    (goal,) = script.conclusions.values()
    return script.names, dict(zip(found["assume"], script.assumptions.values(), strict=True)), goal


def course_statement(identifier: str) -> Json:
    """Return the statement of a question of the course, multiplied out, with the hypothesis that is to be found."""
    names, facts, goal = course_relations(identifier)
    assume, show = ({name: write_relation(fact, {}) for name, fact in part.items()} for part in (facts, {"goal": goal}))
    return multiplied_out({"id": "exercise", "declare": names, "assume": assume, "show": show})


def make_course_exercise(identifier: str, chapter: str, name: str) -> Exercise:
    """Make the exercise for a question of a chapter. It shows the lines of a proof as written, not multiplied out."""
    found = course()[identifier]
    claim, title, question = found["claim"], found["title"], found["question"]
    if "X" in found:
        return _make_run_exercise(identifier, found["X"], found["y"], title, question)
    names, facts, goal = course_relations(identifier)
    statement = course_statement(identifier)
    notation = Notation(order=[name.rstrip("@") for name in names])
    if "missing" in found:
        missing = statement["assume"].pop(found["missing"])
        del facts[found["missing"]]
        made = _make_hypothesis_exercise(identifier, claim, statement, missing, (), title, question)
        words = "supposed", "claimed"
    elif "nonzero" in load_catalogue()[identifier]:
        made = _make_point_exercise(identifier, claim, statement, question, (), title)
        words = "supposed", "claimed"
    else:
        parts = split_answer(load_catalogue()[identifier]["solution"])
        by = dict.fromkeys(part.partition("=")[0].strip() for part in parts)
        step = Step("goal", statement["show"]["goal"], statement["assume"], by, linear=True)
        how = (
            f"{question} Write each inequality as greater side − lesser side ≥ 0 (or > 0), and each equation as "
            "left − right = 0. Which multiples of the facts add up to the goal?"
        )
        made = _make_multiplier_exercise(identifier, claim, names, step, how, title)
        words = "known", "to be shown"
    given = [f"{words[0]}, {name}:  {notation.relation(fact)}" for name, fact in facts.items()]
    return replace(made, given=(*given, f"{words[1]}:  {notation.relation(goal)}"))


MAKERS = {
    "course": make_course_exercise,
    "break": _make_breaking_exercise,
    "missing": _make_missing_exercise,
    "slip": _make_slip_exercise,
    "step": _make_step_exercise,
    "order": _make_order_exercise,
    "updates": _make_count_exercise,
}

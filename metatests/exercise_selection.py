"""The choice of exercises: `python -m metatests.exercise_selection` writes `chosen.json` of `novikoff.exercises`, with
a level and a solution of each.

It chooses

* needed hypotheses that readers have to find, if numbers distinguish them from every simple hypothesis that does not
  imply them;
* needed hypotheses without which some, but not many, random points of the plane break the claim; how many is the level;
* steps that are sums of multiples of at least two facts;
* proofs whose lines have few right orders;
* runs of a few updates;
* all questions of the course.

It skips conclusions 0 = 0, and claims that conclude multiples of the hypothesis.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import factorial
from pathlib import Path
from typing import Any

from novikoff.algorithms import perceptron
from novikoff.algorithms.safe_files import write_whole
from novikoff.exercises import generation
from novikoff.exercises.grading import compare_facts, format_polynomial
from novikoff.proofs import kernel
from novikoff.proofs.checking.necessity import stored_results
from novikoff.proofs.checking.stored_certificates import ledger_entries

Json = Any
POINTS = 1500  # random points that are tried
OFTEN, SELDOM = 0.2, 0.0013  # how often they may break a claim
LEVELS = ((0.05, 1), (0.01, 2), (0.0, 3))
WHOLE = range(-2, 4)
VALUES = [*WHOLE, Fraction(1, 2)]
MOST_COORDINATES = 12
MOST_NAMES, MOST_LETTERS = 4, 16  # of a statement whose missing hypothesis is to be found, and of the hypothesis
MOST_POINTS, FEWEST_POINTS = 200, 4  # that are compared with simple hypotheses, and that are stored


def is_plain(statement: Json) -> bool:
    """Return whether a statement has numbers and vectors only: no run, family or definition, and little to type."""
    coordinates = sum(2 if name.endswith("@") else 1 for name in statement["declare"])
    text = json.dumps(statement)
    special = "run" in statement or "let" in statement or "[i]" in text or '"exp"' in text
    return not special and coordinates <= MOST_COORDINATES


def random_points(statement: Json, seed: str) -> Iterator[dict[str, Any]]:
    """Yield random values of the names, in the plane."""
    roll = random.Random(seed)
    while True:
        yield {
            name: [str(roll.choice(WHOLE)) for _ in range(2)] if name.endswith("@") else str(roll.choice(VALUES))
            for name in statement["declare"]
        }


def find_breaking_points(data: Json, seed: str) -> list[dict[str, Any]]:
    """Return the random points at which all hypotheses hold and a conclusion fails."""
    statement, found = kernel.read_statement({**data, "id": "exercise"}), list[dict[str, Any]]()
    for values in islice(random_points(data, seed), POINTS):
        witness = kernel.Witness(2, 0)
        witness.read(values, values)
        if all(map(witness.holds, statement.assume.values())) and not all(map(witness.holds, statement.show.values())):
            found.append(values)
    return found


def is_zero(value: Any) -> bool:
    """Return whether a number or vector is 0."""
    return not any(map(Fraction, value)) if isinstance(value, list) else not Fraction(value)


def format_answer(values: dict[str, Any]) -> str:
    """Return values in the form of an answer."""
    return "; ".join(f"{n.rstrip('@')} = {', '.join(v) if isinstance(v, list) else v}" for n, v in values.items())


def choose_point(data: Json, seed: str) -> Json | None:
    """Return the level, the solution and the names that must not be 0, or None if it is too easy or too hard."""
    found = find_breaking_points(data, seed)
    for names in (data["declare"], [name for name in data["declare"] if name.endswith("@")], []):
        best = [values for values in found if not any(is_zero(values[name]) for name in names)]
        if len(best) >= SELDOM * POINTS:
            share = len(best) / POINTS
            if share > OFTEN:
                return None
            level = next(level for least, level in LEVELS if share >= least)
            short = min(best, key=lambda values: len(format_answer(values)))
            return {"level": level, "solution": format_answer(short), "nonzero": names}
    return None


def choose_breaks() -> Iterator[tuple[str, Json]]:
    """Yield exercises on at most one hypothesis of each claim: the hypothesis of the highest level."""
    for claim, results in sorted(stored_results().items()):
        data = generation.statement_of(claim)
        if data is None or not is_plain(data):
            continue
        needed = [name for name, result in results.items() if result["kind"] == "needed" and name in data["assume"]]
        needed = [
            name
            for name in needed
            if not is_repeated(data["assume"][name], generation.drop_trivial_parts(data)["show"])
        ]
        found = [
            (f"break/{claim}/{name}", choose_point(generation.drop_hypothesis(claim, name), name)) for name in needed
        ]
        yield from sorted(((i, r) for i, r in found if r), key=lambda pair: -pair[1]["level"])[:1]


def simple_hypotheses(declared: list[str]) -> Iterator[kernel.Fact]:
    """Yield comparisons of a number or inner product with another, with 0 and with 1."""
    vectors = [name for name in declared if name.endswith("@")]
    atoms = [kernel.read_poly(["@", v, w]) for v, w in combinations_with_replacement(vectors, 2)]
    atoms += [kernel.atom(name) for name in declared if not name.endswith("@")]
    for left, right in [*product(atoms, (kernel.constant(0), kernel.constant(1))), *combinations(atoms, 2)]:
        difference = kernel.add(left, kernel.product([kernel.constant(-1), right]))
        opposite = kernel.product([kernel.constant(-1), difference])
        yield from [(sign, difference) for sign in (">=", ">", "=", "!=")]
        yield from [(sign, opposite) for sign in (">=", ">")]


def leave_out(identifier: str) -> tuple[Json, kernel.Fact, str]:
    """Return the statement of an exercise on a missing hypothesis, the hypothesis, and a seed."""
    kind, claim, name = identifier.split("/")
    if kind == "course":
        statement = generation.course_statement(identifier)
        fact = statement["assume"].pop(generation.course()[identifier]["missing"])
    else:
        statement, fact = generation.drop_hypothesis(claim, name), generation.statement_of(claim)["assume"][name]
    return statement, kernel.read_facts({"it": fact})["it"], identifier


def choose_points(statement: Json, missing: kernel.Fact, seed: str) -> list[str]:
    """Return a few points that break a statement. Together they refute every simple hypothesis that any of the random
    points refutes, and each relation that is weaker than the relation of the missing hypothesis. Return [] if there are
    none.
    """
    found, short = list[tuple[str, kernel.Witness]](), set[str]()
    for values in find_breaking_points(statement, seed):
        if (answer := format_answer(values)) not in short:
            short.add(answer)
            witness = kernel.Witness(2, 0)
            witness.read(values, values)
            found.append((answer, witness))
    found.sort(key=lambda pair: (len(pair[0]), pair[0]))
    relation, p = missing
    opposite = kernel.product([kernel.constant(-1), p])
    weaker = {">=": [], ">": [("=", p)], "=": [(">", p), (">", opposite)], "!=": []}[relation]
    chosen = list[str]()
    for fact in weaker:
        answers = [answer for answer, witness in found if witness.holds(fact)]
        if not answers:
            return []
        chosen += answers[:1]
    todo = [fact for fact in simple_hypotheses(statement["declare"]) if not compare_facts(fact, missing)]
    left = {
        answer: {n for n, fact in enumerate(todo) if witness.holds(fact)} for answer, witness in found[:MOST_POINTS]
    }
    while any(left.values()):
        best = max(left, key=lambda answer: len(left[answer]))
        chosen += [best] * (best not in chosen)
        done = left[best]
        left = {answer: facts - done for answer, facts in left.items()}
    return chosen


def choose_missing() -> Iterator[tuple[str, Json]]:
    """Yield short hypotheses for readers to find, at most one of each claim: the hypothesis that numbers distinguish
    from most others."""
    for claim, results in sorted(stored_results().items()):
        data = generation.statement_of(claim)
        if data is None or not is_plain(data) or len(data["declare"]) > MOST_NAMES:
            continue
        best: tuple[str, Json] | None = None
        for name, result in results.items():
            if result["kind"] != "needed" or name not in data["assume"] or len(data["assume"]) < 2:
                continue
            statement, missing, seed = leave_out(f"missing/{claim}/{name}")
            text, shown = format_hypothesis(missing), kernel.read_facts(statement["show"]).values()
            if len(text) > MOST_LETTERS or any(compare_facts(missing, fact) for fact in shown):
                continue
            points = choose_points(statement, missing, seed)
            if len(points) >= FEWEST_POINTS and (best is None or len(points) > len(best[1]["points"])):
                level = min(3, len(statement["assume"]))
                best = f"missing/{claim}/{name}", {"level": level, "solution": text, "points": points}
        if best:
            yield best


def format_hypothesis(fact: kernel.Fact) -> str:
    """Return a fact in the form of an answer, with added terms on the left.

    >>> format_hypothesis((">=", {(("w@x", 1),): -1, (): 2}))
    '2 >= w@x'
    """
    left, right = (format_polynomial({m: sign * c for m, c in fact[1].items() if sign * c > 0}) for sign in (1, -1))
    swapped = {">=": "<=", ">": "<"}
    return f"{right} {swapped[fact[0]]} {left}" if left == "0" and fact[0] in swapped else f"{left} {fact[0]} {right}"


def is_repeated(hypothesis: Json, show: Json) -> bool:
    """Return whether the conclusions only say that a multiple of this hypothesis holds."""
    return all(normalise_fact(fact) == normalise_fact(hypothesis) for fact in show.values())


def normalise_fact(fact: Json) -> Json:
    """Return a fact divided by the size of its first coefficient."""
    relation, p = kernel.read_facts({"fact": fact})["fact"]
    numbers = {m: Fraction(c) for m, c in sorted(p.items())}
    size = abs(next(iter(numbers.values()), Fraction(1)))
    return relation, {m: c / size for m, c in numbers.items()}


def choose_slips() -> Iterator[tuple[str, Json]]:
    """Yield the refuted statements; if no random point breaks a statement, use its stored counterexample."""
    for claim, entry in ledger_entries().items():
        if "counterexample" not in entry or not is_plain(generation.statement_of(claim)):
            continue
        stored, statement = (
            entry["counterexample"]["values"],
            generation.drop_trivial_parts(generation.statement_of(claim)),
        )
        found = choose_point(statement, claim)
        if found or all(isinstance(v, str) or all(isinstance(c, str) for c in v) for v in stored.values()):
            ordered = {name: stored[name] for name in statement["declare"]}
            yield f"slip/{claim}", found or {"level": 2, "solution": format_answer(ordered), "nonzero": []}


def choose_steps() -> Iterator[tuple[str, Json]]:
    """Yield at most three steps of each claim: among the steps with two or more facts, those with the most facts."""
    for claim, entry in sorted(ledger_entries().items()):
        if not is_plain(generation.statement_of(claim)) or "proof" not in entry:
            continue
        fit = [(len(step.by) + sum(by != "1" for by in step.by.values()), -len(str(step.by)), number)
               for number, step in enumerate(generation.list_steps(claim)) if is_fair(step)]
        for size, _, number in sorted(fit, reverse=True)[:3]:
            step = generation.list_steps(claim)[number]
            answer = "; ".join(
                f"{generation.normalise_name(name)} = {format_polynomial(kernel.read_poly(by))}"
                for name, by in step.by.items()
            )
            yield f"step/{claim}/{number}", {"level": 1 if size < 3 else 2 if size < 5 else 3, "solution": answer}


def is_fair(step: generation.Step) -> bool:
    """Return whether a step has two facts or more, not all from one chain, and no long polynomials to type."""
    short = 2 <= len(step.by) <= 4 and len(str(step.by)) < 200
    return (
        step.linear and short and generation.is_nontrivial(step.fact) and not all("chain" in name for name in step.by)
    )


def choose_orders() -> Iterator[tuple[str, Json]]:
    """Yield proofs of four to seven lines for which at most a quarter of the orders is right."""
    for claim in sorted(ledger_entries()):
        uses = generation.uses_of(claim) if is_plain(generation.statement_of(claim)) else []
        facts = [step.fact for step in generation.list_steps(claim)[: len(uses)]]
        clear = len(set(map(json.dumps, facts))) == len(facts) and all(map(generation.is_nontrivial, facts))
        if not 4 <= len(uses) <= 7 or not clear:
            continue
        right = sum(all(used in lines[:place] for place, line in enumerate(lines) for used in uses[line])
                    for lines in permutations(range(len(uses))))
        if 4 * right <= factorial(len(uses)):
            shown = generation.shuffle_numbers(len(uses), claim)
            answer = " ".join(str(shown.index(line) + 1) for line in range(len(uses)))
            yield f"order/{claim}", {"level": min(3, len(uses) - 3), "solution": answer}


def choose_runs() -> Iterator[tuple[str, Json]]:
    """Yield runs of few, of some and of many updates."""
    wanted = {1: range(3, 5), 2: range(5, 8), 3: range(8, 14)}
    counts = dict.fromkeys(wanted, 0)
    for seed in range(1, 500):
        made = perceptron.run(*generation.make_samples(seed), bias_step=0).updates
        for level, sizes in wanted.items():
            if made in sizes and counts[level] < 5:
                counts[level] += 1
                yield f"updates/{seed}", {"level": level, "solution": str(made)}


def choose_question(identifier: str) -> Json:
    """Return the level and solution of a question of the course; with values for names, it asks for numbers that break
    a statement.
    """
    found = generation.course()[identifier]
    answer = {"level": found["level"], "solution": found["solution"]}
    if "missing" in found:
        return {**answer, "points": choose_points(*leave_out(identifier))}
    values = "declare" in found and set(re.split(r"[ ;]+", found["declare"])) - {"vec", "real"}
    given = {part.partition("=")[0].strip() for part in generation.split_answer(found["solution"])}
    return {**answer, "nonzero": []} if values == given else answer


@cache
def make_catalogue() -> dict[str, Json]:
    """Return all exercises."""
    return {
        identifier: found
        for kind in (choose_breaks, choose_missing, choose_slips, choose_steps, choose_orders, choose_runs)
        for identifier, found in kind()
    } | {identifier: choose_question(identifier) for identifier in generation.course()}


if __name__ == "__main__":
    write_whole(Path(generation.__file__).with_name("chosen.json"), "{\n" + ",\n".join(
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in make_catalogue().items()
    ) + "\n}\n")

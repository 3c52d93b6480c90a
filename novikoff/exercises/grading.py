"""The form of an answer to an exercise, and its grade: by the kernel's arithmetic, never by a stored answer.

Main definitions:
    Exercise    a question, with what its grader reads
    Grade       whether an answer is right, and why
    grade       the grade of an answer
    explain_solution  why the solution of an exercise is right

An answer is one line of text. There are five kinds of tasks:

    grade_point   grade values, such as w = 1, 0; x = 2, 1; y = -1: all remaining hypotheses must hold and a conclusion
                  must fail
    grade_multipliers   multipliers of facts, whose multiples sum to the goal:  mistake = 2; label = -x@x
    grade_hypothesis  a hypothesis without which a statement is false, as weak as possible:  w@x <= 0
    grade_order   the numbers of the lines, each after the lines that it uses:         3 1 2
    grade_count   a whole number

The page of the book grades by the same rules, in its own language; tests compare the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..proofs import kernel
from ..proofs.kernel import Fact, Poly

Json = Any
NUMBER = r"[-−+]?[0-9]{1,9}(?:/[0-9]{1,9}|\.[0-9]{1,9})?"
RELATION = re.compile("<=|>=|==|!=|[<>=≤≥≠]")
SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
TERM = re.compile(r"\s*(?P<sign>[-−+]?)\s*(?P<factors>[^-−+\s](?:[^-−+]*[^-−+\s])?)")


@dataclass(frozen=True)
class Exercise:
    """One exercise. Its grader reads only `task`; `solution` is one of its right answers."""

    id: str
    kind: str
    claim: str
    level: int  # 1 to 3
    title: str
    question: str
    given: tuple[str, ...]
    form: str
    hints: tuple[str, ...]
    solution: str
    task: Json

    def json(self) -> Json:
        """Return the exercise as data, for the page and for `--format json`."""
        lists = {"given": list(self.given), "hints": list(self.hints)}
        return {**self.__dict__, **lists, "worked": explain_solution(self)}

    @property
    def about(self) -> str:
        """Return what the exercise is about: a claim, or the run whose updates are counted."""
        return "the run" if self.kind == "count" else self.claim


class Grade(NamedTuple):
    """Whether an answer is right, and a sentence that says why or why not."""

    right: bool
    says: str


class Unreadable(Exception):
    """An answer that does not have the requested form."""


def grade(exercise: Exercise, answer: str) -> Grade:
    """Grade an answer, a line of text.

    >>> from novikoff.exercises.generation import exercise
    >>> grade(exercise("updates/2"), "how many?").says
    'a whole number of at most six digits is expected, as in 7'
    """
    try:
        return GRADERS[exercise.kind](exercise.task, answer)
    except Unreadable as problem:
        return Grade(False, str(problem))


# --- reading ---------------------------------------------------------------------------------------


def parse_assignments(answer: str) -> Iterator[tuple[str, str]]:
    """Yield each name with its text, in `w = 1, 0; y = -1`."""
    for part in filter(str.strip, answer.split(";")):
        name, equals, value = part.partition("=")
        if not equals:
            raise Unreadable(f"{part.strip()!r:.60} is no NAME = VALUE; separate the parts by semicolons")
        yield name.strip(), value.strip()


def require_distinct(pairs: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Return the pairs as a table; raise if a name occurs twice."""
    table: dict[str, str] = {}
    for name, value in pairs:
        if name in table:
            raise Unreadable(f"{name} is given twice")
        table[name] = value
    return table


def parse_rational(text: str) -> str:
    """Return a number, a fraction or a decimal in the form that the kernel reads.

    >>> [parse_rational(text) for text in ("-3/4", "1.0", "−0.25", "+2")]
    ['-3/4', '10/10', '-25/100', '2']
    """
    if not re.fullmatch(NUMBER, text) or re.search(r"/0+$", text):
        raise Unreadable(f"{text!r:.40} is not a number such as -3/4 or 0.5")
    whole, point, places = text.replace("−", "-").lstrip("+").partition(".")
    return f"{int(whole + places)}/1{'0' * len(places)}" if point else whole


def parse_coordinates(text: str) -> list[str]:
    """Return the coordinates of a vector, with or without brackets."""
    return [parse_rational(part.strip()) for part in text.strip("()").split(",")]


def parse_polynomial(text: str, known: set[str]) -> Poly:
    """Parse a polynomial such as `2*y^2 - 1/2*x@x`, in these atoms.

    >>> parse_polynomial("2*y^2 - x@x", {"y", "x@x"}) == {(("y", 2),): 2, (("x@x", 1),): -1}
    True
    """
    terms, place = list[Poly](), 0
    while place < len(text.rstrip()):
        found = TERM.match(text, place)
        if not found or (place and not found["sign"]):
            raise Unreadable(f"{text!r:.60} is not a polynomial such as 2*y^2 - 1/2*x@x")
        terms.append(kernel.product([kernel.constant(-1 if found["sign"] in ("-", "−") and found["sign"] else 1),
                                     parse_monomial(found["factors"], known)]))
        place = found.end()
    if not terms:
        raise Unreadable("a polynomial is expected, such as 2 or -x@x")
    return kernel.add(*terms)


def parse_monomial(text: str, known: set[str]) -> Poly:
    """Parse a product of numbers and powers of atoms."""
    factors = list[Poly]()
    for factor in re.split(r"[*·\s]+", text):
        name, power, exponent = factor.partition("^")
        if re.fullmatch(NUMBER, factor):
            factors.append(kernel.read_poly(parse_rational(factor)))
        elif name in known and (not power or re.fullmatch("[1-9]", exponent)):
            factors += [kernel.atom(name)] * int(exponent or 1)
        else:
            raise Unreadable(f"{factor!r:.40} is neither a number nor one of: {', '.join(sorted(known))}")
    return kernel.product(factors)


def parse_relation(text: str, declared: list[str]) -> Fact:
    """Parse a comparison of two polynomials in the inner products and numbers of a statement.

    >>> parse_relation("x@w <= 2", ["w@", "x@"]) == (">=", {(): 2, (("w@x", 1),): -1})
    True
    """
    sides, signs = RELATION.split(text), RELATION.findall(text)
    if len(signs) != 1:
        raise Unreadable(f"{text!r:.60} is not a hypothesis such as w@x <= 0")
    vectors = [name[:-1] for name in declared if name.endswith("@")]
    known = {*(name for name in declared if not name.endswith("@")), *(f"{v}@{w}" for v in vectors for w in vectors)}
    left, right = (sort_products(parse_polynomial(side.strip().replace("**", "^"), known)) for side in sides)
    sign = SIGNS.get(signs[0], signs[0])
    less, greater = (right, left) if sign in ("<", "<=") else (left, right)
    return sign.replace("<", ">"), kernel.add(less, kernel.product([kernel.constant(-1), greater]))


def sort_products(p: Poly) -> Poly:
    """Return the polynomial with w@x for x@w, as the kernel has them."""
    return kernel.add(*(kernel.product([kernel.constant(c), *(
        kernel.read_poly(["@", *(f"{v}@" for v in a.split("@"))] if "@" in a else a) for a, e in m for _ in range(e))])
        for m, c in p.items()))


# --- the five kinds ------------------------------------------------------------------------------


def read_point(declared: list[str], answer: str) -> tuple[dict[str, str | list[str]], kernel.Witness]:
    """Return the values of an answer, as text and for the evaluation of facts."""
    given, names = require_distinct(parse_assignments(answer)), {name.rstrip("@"): name for name in declared}
    if set(given) != set(names):
        raise Unreadable(f"give a value to each of: {', '.join(names)}")
    values = {
        name: parse_coordinates(given[short]) if name.endswith("@") else parse_rational(given[short])
        for short, name in names.items()
    }
    sizes = {len(value) for value in values.values() if isinstance(value, list)} or {0}
    if len(sizes) > 1 or max(sizes) > 9:
        raise Unreadable("all vectors need equally many coordinates, at most 9")
    witness = kernel.Witness(max(sizes), 0)
    witness.read(values, values)
    return values, witness


def grade_point(task: Json, answer: str) -> Grade:
    """Grade values, which must satisfy all hypotheses and break a conclusion."""
    statement = kernel.read_statement(task["statement"])
    values, witness = read_point(task["statement"]["declare"], answer)
    for name in task["nonzero"]:
        value = values[name]
        if all(kernel.read_rational(part) == 0 for part in (value if isinstance(value, list) else [value])):
            return Grade(False, f"{name.rstrip('@')} must not be 0 here")
    for name, fact in statement.assume.items():
        if not witness.holds(fact):
            return Grade(False, f"the hypothesis {name} does not hold there: {describe_difference(witness, fact)}")
    for name, fact in statement.show.items():
        if not witness.holds(fact):
            return Grade(True, f"all hypotheses hold there and {name} fails: {describe_difference(witness, fact)}")
    return Grade(False, "every conclusion is true there")


def describe_difference(witness: kernel.Witness, fact: Fact) -> str:
    """Return both sides of a fact at a point."""
    (value,) = witness.at(fact[1])
    return f"left side minus right side is {value.get((), 0)}"


def compare_facts(fact: Fact, other: Fact) -> str:
    """Return how a fact relates to another: "same", "stronger", or "" if it is not a multiple that implies the other
    fact.

    >>> [compare_facts((sign, {(("x", 1),): 2}), (">=", {(("x", 1),): 1})) for sign in (">=", "=", "!=")]
    ['same', 'stronger', '']
    """
    (sign, p), (wanted, q) = fact, other
    first = next(iter(q), None)
    if first not in p or kernel.add(kernel.product([kernel.constant(p[first]), q]),
                                    kernel.product([kernel.constant(-q[first]), p])):
        return ""
    if sign == wanted and (sign in ("=", "!=") or p[first] * q[first] > 0):
        return "same"
    implied = sign == "=" if wanted == ">=" else sign == ">" and wanted == "!="
    return "stronger" if implied or ((sign, wanted) == (">", ">=") and p[first] * q[first] > 0) else ""


def grade_hypothesis(task: Json, answer: str) -> Grade:
    """Grade a hypothesis that is added to a statement. `task` has points that break the statement without it. If one of
    them satisfies the added hypothesis, the answer is wrong. A positive multiple of the missing hypothesis is right,
    because with it the statement is proved.
    """
    statement, declared = kernel.read_statement(task["statement"]), task["statement"]["declare"]
    fact, missing = parse_relation(answer, declared), kernel.read_facts({"it": task["missing"]})["it"]
    for point in task["points"]:
        if read_point(declared, point)[1].holds(fact):
            return Grade(False, f"with it the statement is still false: {point} satisfies all hypotheses")
    found = compare_facts(fact, missing)
    if found == "same":
        return Grade(True, "with it the statement is proved")
    if found:
        return Grade(False, "with it the statement is true, but a weaker hypothesis is enough")
    if any(compare_facts(fact, shown) for shown in statement.show.values()):
        return Grade(False, "this supposes what is to be shown")
    return Grade(
        False, "no counterexample that is stored here refutes it, but it is not the hypothesis that was left out"
    )


def grade_multipliers(task: Json, answer: str) -> Grade:
    """Grade multipliers of facts. Nothing of the goal may remain, and the signs must imply the goal's relation, as the
    kernel's rule `poly` demands.
    """
    facts, (relation, goal) = kernel.read_facts(task["facts"]), kernel.read_facts({"goal": task["goal"]})["goal"]
    known = {atom for _, p in [*facts.values(), (relation, goal)] for m in p for atom, _ in m}
    rest, strict = goal, False
    for name, text in require_distinct(parse_assignments(answer)).items():
        if name not in facts:
            raise Unreadable(f"{name!r:.40} is not one of the facts: {', '.join(facts)}")
        factor, (kind, p) = parse_polynomial(text, known), facts[name]
        if kind != "=" and (set(factor) - {()} or factor.get((), 0) < 0):
            return Grade(False, f"{name} is an inequality: its multiplier has to be a number that is not negative")
        if kind != "=" and factor and (relation == "=" or kind == "!="):
            follows = "an equation follows from equations alone" if relation == "=" else "≠ does not determine a sign"
            return Grade(False, f"{name} is an inequality: {follows}")
        strict = strict or (kind == ">" and bool(factor))
        rest = kernel.add(rest, kernel.product([kernel.constant(-1), factor, p]))
    if rest:
        return Grade(False, f"there remains {format_polynomial(rest)}")
    if relation in (">", "!=") and not strict:
        return Grade(False, "nothing remains, but no strict inequality is used: this shows only ≥")
    return Grade(True, "nothing remains: the step is proved")


def explain_solution(exercise: Exercise) -> str:
    """Return why the solution of an exercise is right: the weights of a run, the sum of a step, or the grade.

    >>> from novikoff.exercises.generation import exercise
    >>> explain_solution(exercise("course/update/run"))
    'w = (0, 0), (2, -1), (2, 0), (1, 2), (3, 1), (2, 3): the run makes 5 updates.'
    """
    says, task = grade(exercise, exercise.solution).says, exercise.task
    if exercise.kind == "count":
        from ..algorithms import perceptron

        count = int(exercise.solution)
        runs = (perceptron.run(**task, max_updates=n) for n in range(1, count + 1))
        weights = [(0,) * len(task["X"][0]), *(tuple(map(int, run.w)) for run in runs)]
        return f"w = {', '.join(map(str, weights))}: {says}."
    if exercise.kind == "multipliers":
        facts = kernel.read_facts(task["facts"])
        goal = kernel.read_facts({"goal": task["goal"]})["goal"][1]
        parts = [f"({factor})·({format_polynomial(facts[name][1])})"
                 for name, factor in parse_assignments(exercise.solution)]
        return f"{' + '.join(parts)} = {format_polynomial(goal)}: {says}."
    if exercise.kind == "hypothesis":
        return f"Without it, the statement is false at {task['points'][0]}; {says}."
    return f"With it, {says}." if exercise.kind == "point" else f"In this order {says}."


def format_polynomial(p: Poly) -> str:
    """Return a polynomial in the atoms in the form of answers.

    >>> format_polynomial(kernel.read_poly(["-", ["*", "3/2", ["^", "y", "2"]], ["@", "x@", "x@"]]))
    '-x@x + 3/2*y^2'
    """
    text = ""
    for m, c in sorted(p.items()):
        factors = [a if e == 1 else f"{a}^{e}" for a, e in m]
        size = abs(c)
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + "*".join([str(size)] * (size != 1 or not factors) + factors)
    return text or "0"


def grade_order(task: Json, answer: str) -> Grade:
    """Grade an order of lines, in which each must come after the lines that it uses."""
    given = answer.replace(",", " ").split()
    if sorted(given) != sorted(map(str, range(1, len(task["uses"]) + 1))):
        raise Unreadable(f"give each of the numbers 1 to {len(task['uses'])} once, as in 3 1 2")
    places = [int(number) - 1 for number in given]
    for place, line in enumerate(places):
        for used in task["uses"][line]:
            if used not in places[:place]:
                return Grade(False, f"line {line + 1} uses line {used + 1}, which comes later")
    return Grade(True, "each line comes after those that it uses")


def grade_count(task: Json, answer: str) -> Grade:
    """Grade the number of updates of a run, which the grader repeats."""
    from ..algorithms import perceptron

    if not re.fullmatch(r"[0-9]{1,6}", answer.strip()):
        raise Unreadable("a whole number of at most six digits is expected, as in 7")
    made = perceptron.run(task["X"], task["y"], bias_step=task["bias_step"]).updates
    if int(answer) == made:
        return Grade(True, f"the run makes {made} updates")
    return Grade(False, f"the run makes {'more' if made > int(answer) else 'fewer'} updates")


GRADERS: Mapping[str, Callable[[Json, str], Grade]] = {
    "point": grade_point, "multipliers": grade_multipliers, "hypothesis": grade_hypothesis, "order": grade_order,
    "count": grade_count,
}

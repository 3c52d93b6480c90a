"""The form of an answer to an exercise, and its grade: by the kernel's arithmetic, never by a stored answer.

Main definitions: `Exercise`, `Grade`, `grade`, `explain_solution`.

An answer is one line of text, as the five graders describe it. It may have the signs of the page: ⟨w, x⟩ and ‖x‖² are
w@x and x@x, and `gamma` is γ. The page of the book grades by the same rules, in its own language; tests compare both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

from ..algorithms.command_results import format_count
from ..proofs import kernel
from ..proofs.kernel import Fact, Poly
from ..proofs.statements.vector_language import atoms_of

Json = Any
NUMBER = re.compile(r"[-−+]?(?:[0-9]{1,9}(?:/[0-9]{1,9}|\.[0-9]{1,9})?|\.[0-9]{1,9})")
RELATION = re.compile("<=|>=|==|!=|[<>=≤≥≠]")
SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "rho": "ρ", "sigma": "σ", "tau": "τ",
}
TYPED = [(re.compile(pattern), put) for pattern, put in [
    (r"[\s\ufeff\x1c-\x1f\x85]+", " "),  # what is white space in JavaScript or in Python, which differ
    (r"[⟨<]\s*([^\s,<>⟨⟩=]+)\s*,\s*([^\s,<>⟨⟩=]+)\s*[⟩>]", r" \1@\2 "),
    (r"(?:‖|\|\|?)\s*([^\s‖|]+)\s*(?:‖|\|\|?)\s*(?:²|\^2|\*\*2)", r" \1@\1 "),
    (r"²", "^2"), (r"\*\*", "^"), (r"=<", "<="), (r"=>", ">="), (r"\[", "("), (r"\]", ")"),
    *((rf"(?<![A-Za-z_]){name}(?![A-Za-z_0-9])", letter) for name, letter in LETTERS.items()),
]]
SEPARATOR = re.compile(r";|,(?=[^,;=]*=)")
TOKEN = re.compile(r"\s*([0-9.]+|[^-−+*·/^()\s0-9.@][^-−+*·/^()\s@]*(?:@[^-−+*·/^()\s@]+)?|\S)")
MOST_TOKENS = 200  # of a polynomial: a product of sums with more is too long to multiply out
# Without these limits, the page and Python would refuse different answers: the page's stack and the kernel's work end
# at different sizes.
MOST_PRODUCTS, MOST_DEGREE, MOST_DIGITS = 10_000, 99, 400  # of monomials multiplied out; of a term; of a coefficient


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
        return GRADERS[exercise.kind](exercise.task, as_typed(answer))
    except Unreadable as problem:
        return Grade(False, str(problem))


# --- reading ---------------------------------------------------------------------------------------


def as_typed(answer: str) -> str:
    """Return an answer with the signs of the page replaced by the signs that the graders read.

    >>> as_typed("‖x‖² ≤ 2⟨u,x⟩")
    ' x@x  ≤ 2 u@x '
    """
    for pattern, put in TYPED:
        answer = pattern.sub(put, answer)
    return answer


def parse_assignments(answer: str) -> Iterator[tuple[str, str]]:
    """Yield each name with its text, in `w = 1, 0; y = -1` or `w = (1, 0), y = -1`."""
    for part in filter(str.strip, SEPARATOR.split(answer)):
        name, equals, value = part.partition("=")
        if not equals:
            raise Unreadable(f"{part.strip()!r:.60} is not of the form NAME = VALUE; separate the parts by semicolons")
        yield "_".join(name.split()), value.strip()


def _require_distinct(pairs: Iterator[tuple[str, str]]) -> dict[str, str]:
    table: dict[str, str] = {}
    for name, value in pairs:
        if name in table:
            raise Unreadable(f"{name} is given twice")
        table[name] = value
    return table


def parse_rational(text: str) -> str:
    """Return a number, a fraction or a decimal in the form that the kernel reads.

    >>> [parse_rational(text) for text in ("-3/4", "1.0", "−.25", "+2")]
    ['-3/4', '10/10', '-25/100', '2']
    """
    if not NUMBER.fullmatch(text) or re.search(r"/0+$", text):
        raise Unreadable(f"{text!r:.40} is not a number such as -3/4 or 0.5")
    whole, point, places = text.replace("−", "-").lstrip("+").partition(".")
    return f"{int(whole + places)}/1{'0' * len(places)}" if point else whole


def _parse_coordinates(text: str) -> list[str]:
    return [parse_rational(part.strip()) for part in text.strip("()").split(",")]


def parse_polynomial(text: str, known: set[str]) -> Poly:
    """Parse a polynomial such as `2*y^2 - (x@x + 1)/2`, in these atoms.

    >>> parse_polynomial("2*y^2 - x@x", {"y", "x@x"}) == {(("y", 2),): 2, (("x@x", 1),): -1}
    True
    """
    if not (tokens := TOKEN.findall(text)):
        raise Unreadable("a polynomial is expected, such as 2 or -x@x")
    if len(tokens) > MOST_TOKENS:
        raise Unreadable(f"a polynomial has at most {MOST_TOKENS} numbers, names and signs")
    tokens = [*reversed(tokens)]  # the next token is the last one
    term = _parse_sum(tokens, text, known)
    if tokens:
        raise _misread(text)
    products, degree = measure(term)
    if products > MOST_PRODUCTS or degree > MOST_DEGREE:
        raise _too_large()
    return multiply_out(lambda: kernel.read_poly(term))


def _too_large() -> Unreadable:
    return Unreadable("this polynomial is too large to multiply out")


def measure(term: Json) -> tuple[int, int]:
    """Return how many products a parsed term has when it is multiplied out and nothing is collected, and a bound on
    their degrees.

    >>> measure(["*", "1", "y", ["+", "0", "0", ["*", "1", "y"], ["*", "1", ["^", "b", "3"]]]])
    (2, 4)
    """
    if isinstance(term, str):
        return 1, int(not kernel.RATIONAL.match(term))
    if term[0] in ("@", "^"):
        return 1, int(term[2]) if term[0] == "^" else 1
    parts = term[3:] if term[0] == "+" else term[2:]  # without the zeros of a sum, and the sign of a product
    sizes, degrees = zip(*map(measure, parts), strict=True)
    return (sum(sizes), max(degrees)) if term[0] == "+" else (prod(sizes), sum(degrees))


def multiply_out(compute: Callable[[], Poly]) -> Poly:
    """Return the polynomial that the kernel computes; raise `Unreadable` if it is too large."""
    try:
        p = compute()
    except kernel.Rejected:
        raise _too_large() from None
    if any(max(abs(c.numerator), c.denominator) >= 10**MOST_DIGITS for c in p.values()):
        raise _too_large()
    return p


def _misread(text: str) -> Unreadable:
    return Unreadable(f"{text.strip()!r:.60} is not a polynomial such as 2*y^2 - 1/2*x@x")


def _parse_sum(tokens: list[str], text: str, known: set[str]) -> Json:
    term: Json = ["+", "0", "0"]
    while len(term) == 3 or (tokens and tokens[-1] in "+-−"):
        sign = tokens.pop() if tokens and tokens[-1] in "+-−" else "+"
        term.append(["*", "1" if sign == "+" else "-1", *_parse_factors(tokens, text, known)])
    return term


def _parse_factors(tokens: list[str], text: str, known: set[str]) -> Iterator[Json]:
    yield _parse_factor(tokens, text, known)
    while tokens and tokens[-1] not in "+-−)":
        if (sign := tokens[-1]) in "*·/":
            tokens.pop()
        if sign == "/":
            yield parse_rational(f"1/{tokens.pop() if tokens else ''}")
        else:
            yield _parse_factor(tokens, text, known)


def _parse_factor(tokens: list[str], text: str, known: set[str]) -> Json:
    token = tokens.pop() if tokens else ""
    if token == "(":
        term = _parse_sum(tokens, text, known)
        if not tokens or tokens.pop() != ")":
            raise _misread(text)
        return term
    if token in ("", *"+-−*·/^)"):
        raise _misread(text)
    if token[0] in "0123456789.":
        return parse_rational(token)
    if len(tokens) > 1 and tokens[-1] in "*·" and is_product(f"{token}@{tokens[-2]}", known):
        token += f"@{tokens[-2]}"  # u·x for the inner product
        del tokens[-2:]
    if token not in known and not is_product(token, known):
        raise Unreadable(f"{token!r:.40} is neither a number nor one of: {', '.join(sorted(known))}")
    atom: Json = ["@", *(f"{v}@" for v in token.split("@"))] if "@" in token else token
    if not tokens or tokens[-1] != "^":
        return atom
    tokens.pop()
    exponent = tokens.pop() if tokens else ""
    if not re.fullmatch("[1-9]", exponent):
        raise Unreadable(f"an exponent is a whole number from 1 to 9, as in y^2 (got {exponent!r:.40})")
    return ["^", atom, exponent]


def is_product(token: str, known: set[str]) -> bool:
    """Return whether this is one of the known inner products, in either order."""
    return "@" in token and not {token, "@".join(reversed(token.split("@")))}.isdisjoint(known)


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
    left, right = (parse_polynomial(side, known) for side in sides)
    sign = SIGNS.get(signs[0]) or signs[0]
    less, greater = (right, left) if sign in ("<", "<=") else (left, right)
    minus = kernel.constant(-1)
    return sign.replace("<", ">"), multiply_out(lambda: kernel.add(less, kernel.product([minus, greater])))


# --- the five kinds ------------------------------------------------------------------------------


def read_point(declared: list[str], answer: str) -> tuple[dict[str, str | list[str]], kernel.Witness]:
    """Return the values of an answer, as text and for the evaluation of facts."""
    given, names = _require_distinct(parse_assignments(answer)), {name.rstrip("@"): name for name in declared}
    if set(given) != set(names):
        raise Unreadable(f"give a value to each of: {', '.join(names)}")
    values = {
        name: _parse_coordinates(given[short]) if name.endswith("@") else parse_rational(given[short])
        for short, name in names.items()
    }
    sizes = {len(value) for value in values.values() if isinstance(value, list)} or {0}
    if len(sizes) > 1 or max(sizes) > 9:
        raise Unreadable("all vectors need equally many coordinates, at most 9")
    witness = kernel.Witness(max(sizes), 0)
    witness.read(values, values)
    return values, witness


def grade_point(task: Json, answer: str) -> Grade:
    """Grade values such as w = 1, 0; y = -1, which must satisfy all hypotheses and break a conclusion."""
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
            failing = "the claim" if name == "goal" else name
            return Grade(True, f"all hypotheses hold there and {failing} fails: {describe_difference(witness, fact)}")
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
    if first not in p or multiply_out(lambda: kernel.add(kernel.product([kernel.constant(p[first]), q]),
                                                         kernel.product([kernel.constant(-q[first]), p]))):
        return ""
    if sign == wanted and (sign in ("=", "!=") or p[first] * q[first] > 0):
        return "same"
    implied = sign == "=" if wanted == ">=" else sign == ">" and wanted == "!="
    return "stronger" if implied or ((sign, wanted) == (">", ">=") and p[first] * q[first] > 0) else ""


def grade_hypothesis(task: Json, answer: str) -> Grade:
    """Grade a hypothesis such as w@x <= 0, which is added to a statement. `task` has points that break the statement
    without it. If one of them satisfies the added hypothesis, the answer is wrong. A positive multiple of the missing
    hypothesis is right, because with it the statement is proved.
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
        False, "no counterexample that is stored here refutes it, but it is no multiple of the hypothesis that was "
        "left out: look for a simpler one"
    )


def grade_multipliers(task: Json, answer: str) -> Grade:
    """Grade multipliers of facts, such as mistake = 2; label = -x@x. Nothing of the goal may remain, and the signs must
    imply the goal's relation, as the kernel's rule `poly` demands.
    """
    facts, (relation, goal) = kernel.read_facts(task["facts"]), kernel.read_facts({"goal": task["goal"]})["goal"]
    known = atoms_of(goal, *(p for _, p in facts.values()))
    used, strict = list[tuple[Poly, Poly]](), False
    for name, text in _require_distinct(parse_assignments(answer)).items():
        if name not in facts:
            raise Unreadable(f"{name!r:.40} is not one of the facts: {', '.join(facts)}")
        factor, (kind, p) = parse_polynomial(text, known), facts[name]
        if kind != "=" and (set(factor) - {()} or factor.get((), 0) < 0):
            return Grade(False, f"{name} is an inequality: its multiplier has to be a number that is not negative")
        if kind != "=" and factor and (relation == "=" or kind == "!="):
            follows = "an equation follows from equations alone" if relation == "=" else "≠ does not determine a sign"
            return Grade(False, f"{name} is an inequality: {follows}")
        strict = strict or (kind == ">" and bool(factor))
        used.append((factor, p))
    minus = kernel.constant(-1)
    if rest := multiply_out(lambda: kernel.add(goal, *(kernel.product([minus, *pair]) for pair in used))):
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
    """Grade an order of lines such as 3 1 2, in which each must come after the lines that it uses."""
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
        return Grade(True, f"the run makes {format_count(made, 'update')}")
    return Grade(False, f"the run makes {'more' if made > int(answer) else 'fewer'} updates")


GRADERS: Mapping[str, Callable[[Json, str], Grade]] = {
    "point": grade_point, "multipliers": grade_multipliers, "hypothesis": grade_hypothesis, "order": grade_order,
    "count": grade_count,
}

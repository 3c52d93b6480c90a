"""Statements about inner products of data that make a rule update k times.

Main definitions: `Hypothesis`, `Problem`, `problems`.

The rule itself runs on x1, …, xk, from 0. The method applies if each wᵢ is Σ aᵢⱼ·xⱼ with numbers aᵢⱼ and each condition
is linear in inner products. The examples have ‖xᵢ‖² ≤ R² and yᵢ(⟨u, xᵢ⟩ + b) ≥ γ > 0. If no condition has a constant
(other than a multiple of R²), R is a variable, and the conclusion is R²‖u‖² ≥ c·γ². Otherwise R² is a number.

If the sign of an example does not affect the run, yᵢ is 1, and xᵢ means yᵢ·xᵢ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from ...algorithms import user_rules
from ...algorithms.errors import BadInput, format_option
from ...algorithms.labelled_examples import label
from ...algorithms.perceptron import State
from ...algorithms.results import format_count
from ...algorithms.source_lines import place_of
from ...algorithms.user_rules import Rule
from ...proofs.statements.expressions import COMPARISONS, Expression, Number, in_sympy, term_of
from ...proofs.statements.symbol_guards import Undecided, forbid_questions
from ...proofs.statements.sympy_terms import parts_of
from ...proofs.statements.vector_language import Relation, Vector, names_in, relation
from .symbolic_rules import Scheme

R, GAMMA, B = sympy.symbols("R gamma b")
U = Vector({"u": 1})
MARGIN, RADIUS, UPDATE = "margin", "radius", "update"
START = "w0"
MOST_PATTERNS = 256  # the largest number of ways to label that are run
RULES = "a rule may use only w + c*x and w @ x, without coordinates or decisions"
CONDITIONS = "a condition `when` must be one comparison, such as y * (w @ x) <= 1 or, with ==, Eq(w @ x, 1)"
UNLIKE = "looks at the type of its arguments, or keeps state between calls"
MOST_UPDATES = 30  # beyond, rounding to exact numbers seldom succeeds


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis about example number `index`: the part that it plays, and the relation."""

    part: str
    index: int
    relation: Relation


@dataclass(frozen=True)
class Problem:
    """A number of updates on examples with these labels.

    `square_radius` is R², or None if R is a variable. `bias` is the c of ‖u‖² + b²/c, with R = 1 if R is a variable, or
    0.
    """

    updates: int
    labels: tuple[int, ...]
    vectors: tuple[str, ...]
    hypotheses: tuple[Hypothesis, ...]
    square_radius: Fraction | None
    bias: Fraction

    @property
    def examples(self) -> tuple[str, ...]:
        """Return the names of the examples."""
        return tuple(f"x{i}" for i in range(1, len(self.labels) + 1))

    @property
    def size(self) -> Any:
        """Return the expression that is bounded below: R²‖u‖² + b²/c, or ‖u‖² + b²/c if R² is a number."""
        offset = B**2 / sympy.sympify(self.bias) if self.bias else 0
        return (R**2 if self.square_radius is None else 1) * in_sympy(U @ U) + offset

    @property
    def positive(self) -> tuple[Any, ...]:
        """Return the positive variables."""
        return (GAMMA, R) if self.square_radius is None else (GAMMA,)

    def statement(self, c: Fraction | None) -> str:
        """Return the statement that the square size is at least c·γ², in the grammar of `novikoff prove`.

        Without c, the statement is that no data exist.
        """
        reals = [str(symbol) for symbol in (*self.positive[::-1], *([B] if self.bias else []))]
        known = [f"{symbol} > 0" for symbol in self.positive] + [relation_to_text(h.relation) for h in self.hypotheses]
        goal = (
            "0 >= 1"
            if c is None
            else f"{expression_to_text(self.size)} >= {expression_to_text(sympy.sympify(c) * GAMMA**2)}"
        )
        return f"vec {' '.join(self.vectors)}; real {' '.join(reals)}; {', '.join(known)} |- {goal}"

    def in_units(self, c: Fraction) -> str:
        """Return the statement for R = γ = 1 (for γ = 1, if R² is a number)."""
        known = [relation_to_text(h.relation, {GAMMA: 1, R: 1}) for h in self.hypotheses]
        reals = f"real {B}; " if self.bias else ""
        goal = f"{expression_to_text(self.size.subs({GAMMA: 1, R: 1}))} >= {c}"
        return f"vec {' '.join(self.vectors)}; {reals}{', '.join(known)} |- {goal}"


def relation_to_text(r: Relation, put: Any = None) -> str:
    """Return a relation in the grammar of `novikoff prove`."""
    left, right = (sympy.sympify(e).subs(put or {}) for e in (r.lhs, r.rhs))
    return f"{expression_to_text(left)} {r.operator} {expression_to_text(right)}"


def expression_to_text(e: Any) -> str:
    """Return an expression that is linear in inner products as text, grouped by the vector in most of them.

    >>> x, y, z = (Vector({name: 1}) for name in "xyz")
    >>> expression_to_text((x + y / 2) @ z), expression_to_text(2 * (z @ z) - R**2)
    ('(x + y/2)@z', '-R**2 + 2*(z@z)')
    """
    terms: list[Any] = list(sympy.Add.make_args(sympy.expand(sympy.sympify(e))))
    pairs = dict[tuple[str, str], Any]()
    others = list[Any]()
    for t in terms:
        c, symbol = t.as_coeff_Mul()
        if symbol.is_Symbol and "@" in symbol.name:
            a, b = symbol.name.split("@")
            pairs[a, b] = c
        else:
            others.append(t)
    others = [t.subs({s: sympy.Symbol(f"({s.name})") for s in t.free_symbols if "@" in s.name}) for t in others]
    parts = [str(sympy.Add(*others))] if any(others) or not pairs else []
    if pairs:
        names = [name for a, b in pairs for name in {a, b}]
        common = max(dict.fromkeys(names), key=lambda name: (names.count(name), number_of(name)))
        shared = {b if a == common else a: c for (a, b), c in pairs.items() if common in (a, b)}
        gathered = {name: shared[name] for name in sorted(shared, key=number_of)}
        first, *more = gathered.items()
        parts.append(
            f"({combination(gathered)})@{common}" if more else format_multiple(first[1], f"{first[0]}@{common}")
        )
        parts += [format_multiple(c, f"{a}@{b}") for (a, b), c in pairs.items() if common not in (a, b)]
    return " + ".join(parts).replace("+ -", "- ")


def format_multiple(c: Any, pair: str) -> str:
    """Return a multiple of an inner product as text."""
    return pair if c == 1 else str(c * sympy.Symbol(f"({pair})"))


def combination(parts: dict[str, Any]) -> str:
    """Return a linear combination of vectors as text, in this order.

    >>> combination({"x": sympy.Rational(-1, 2), "y": 1})
    '-x/2 + y'
    """
    return " + ".join(str(sympy.sympify(c) * sympy.Symbol(name)) for name, c in parts.items()).replace("+ -", "- ")


def number_of(name: str) -> tuple[int, str]:
    """Return a sort key that puts x10 after x2."""
    digits = "".join(c for c in name if c.isdigit())
    return int(digits or 0), name


# ------------------------------------------------------------------------------------------ the run on symbols


@dataclass(frozen=True)
class Symbolic:
    """The state of a run on symbols: labels, the state, and the hypotheses so far.

    The fields for z = y·x in place of x show which runs differ only in names.
    """

    labels: tuple[int, ...]
    state: State
    hypotheses: tuple[Hypothesis, ...]


def problems(scheme: Scheme, updates: int, *, labels: Sequence[int] | None = None,
             square_radius: Fraction = Fraction(1), equal_lengths: bool = False) -> list[Problem]:
    """Return the problem for each way to label the k updates, or for the given labels only.

    If problems differ only in names, or in the sign of all labels and of b, only one of these problems is returned.
    `square_radius` is R², where it is not a variable; with `equal_lengths` all ‖x‖² are R². Raises `BadInput` with the
    reason for rules to which the method does not apply.
    """
    if not 1 <= updates <= MOST_UPDATES:
        raise BadInput(f"the number of updates must be from 1 to {MOST_UPDATES} (got {updates})")
    if labels is not None and len(labels) != updates:
        raise BadInput(f"{format_count(updates, 'label')} expected, one for each update (got {len(labels)})")
    labels = None if labels is None else [label(each, f"labels[{i}]") for i, each in enumerate(labels)]
    found, length = dict[Any, Problem](), square_radius if equal_lengths else None
    for run in runs(scheme, updates, labels, length):
        made = problem(scheme, run, square_radius, equal_lengths)
        keys = [signature(made, sign) for sign in (1, -1)]
        if not any(key in found for key in keys):
            found[keys[0]] = made
    return list(found.values())


def runs(scheme: Scheme, updates: int, labels: Sequence[int] | None, length: Fraction | None) -> Iterator[Symbolic]:
    """Yield the runs on symbols for all labels that make a difference, or for the given labels."""
    first, hypotheses = Vector({}), tuple[Hypothesis, ...]()
    if scheme.start is not None:
        first = Vector({START: 1})
        hypotheses = (Hypothesis(RADIUS, 0, Relation(first @ first, "<=", sympy.sympify(scheme.start) ** 2 * R**2)),)
    here = [Symbolic((), State(first, Number(0)), hypotheses)]
    for number in range(1, updates + 1):
        following = list[Symbolic]()
        for run in here:
            if labels is not None:
                made = [add_update(scheme, run, labels[number - 1], length)]
            else:
                made = [add_update(scheme, run, 1, length)]
                mirrored = add_update(scheme, run, -1, length, sign=-1)
                if made[0] is None or mirrored is None or not are_same_runs(made[0], mirrored):
                    made.append(add_update(scheme, run, -1, length))
            following += [each for each in made if each is not None]
        if not following:
            whatever = "the examples are" if labels is not None else "the examples and labels are"
            raise BadInput(f"{scheme.name} never makes update {number}: its condition is false whatever {whatever}")
        if len(following) > MOST_PATTERNS:
            raise BadInput(f"{updates} updates can be labelled in more than {MOST_PATTERNS} ways; say which with "
                           f"{format_option('labels')}, a sign for each update")
        here = following
    yield from here


def add_update(scheme: Scheme, run: Symbolic, label: int, length: Fraction | None, sign: int = 1) -> Symbolic | None:
    """Return the run with one more update, on sign·x with this label; `length` is ‖x‖² if all examples have the same.

    Returns None if no example with this label makes the rule update.
    """
    number = len(run.labels) + 1
    name = f"x{number}"
    x, y = Vector({name: sign}), Fraction(label)
    square_radius = R**2 if length is None else sympy.sympify(length)
    condition = run_on_symbols(scheme, number, lambda: scheme.due(run.state, x, y, number), CONDITIONS)
    due = to_relation(scheme, condition)
    if due is False:
        return None
    first, second = (run_on_symbols(scheme, number, lambda: scheme.step(run.state, x, y, number, square_radius))
                     for _ in (0, 1))
    lengths = {} if length is None else {sympy.Symbol(f"x{i}@x{i}"): length for i in range(1, number + 1)}
    state, again = (read_state(scheme, number, given, lengths) for given in (first, second))
    if state != again:
        raise BadInput(f"{scheme.name} returns two states for the same arguments: it is random, or keeps state "
                       "between calls")
    if scheme.rule is not None:
        require_agreement(scheme.rule, run.state, x, y, due, first)
    offset = B if scheme.bias else 0
    known = [Hypothesis(MARGIN, number, Relation(label * (U @ x + offset), ">=", GAMMA)),
             Hypothesis(RADIUS, number, Relation(x @ x, "<=" if length is None else "==", square_radius))]
    if isinstance(due, Relation):
        known.append(Hypothesis(UPDATE, number, linear(scheme, number, due)))
    return Symbolic((*run.labels, label), state, (*run.hypotheses, *known))


def are_same_runs(one: Symbolic, other: Symbolic) -> bool:
    """Return whether two runs have the same hypotheses and the same state."""
    relations = [[(h.part, h.relation.operator, sympy.expand(h.relation.lhs - h.relation.rhs)) for h in run.hypotheses]
                 for run in (one, other)]
    return one.state == other.state and relations[0] == relations[1]


def run_on_symbols(scheme: Scheme, number: int, work: Any, within: str = RULES) -> Any:
    """Return the result of a rule on symbols. Raises `BadInput` with the rule's exception in one sentence."""
    try:
        with forbid_questions():
            return work()
    except BadInput:
        raise
    except (Exception, SystemExit) as problem:
        said = f"{type(problem).__name__}: {problem}" if not isinstance(problem, Undecided) else problem.why
        at = f" ({place})" if (place := place_of(problem)) else ""
        raise BadInput(f"{scheme.name} does not compute on symbols at update {number}{at}: "
                       f"{' '.join(said.split())[:200]}; {within}") from None


def read_state(scheme: Scheme, number: int, given: Any, lengths: dict[Any, Any]) -> State:
    """Return the state of a rule, whose w must be a combination of the examples with numbers as coefficients."""
    try:
        w, b = given
        w = w if isinstance(w, Vector) else Vector({}) if w == 0 else None
        b = sympy.sympify(b)
    except (TypeError, ValueError, sympy.SympifyError):
        w, b = None, sympy.Integer(0)
    if w is None:
        raise BadInput(f"{scheme.name} returns {given!r:.60} on symbolic vectors, not a state (w, b)")
    parts, b = {n: c.subs(lengths) for n, c in coefficients(w).items()}, b.subs(lengths)
    for n, c in parts.items():
        if not c.is_Rational:
            raise BadInput(f"after update {number} {scheme.name} has {c} times {n} in w, which is not a number"
                           f"{hint(c)}; only rules with w = Σ a·x for numbers a are possible, without "
                           "floats")
    if b != 0 and not scheme.bias:
        raise BadInput(f"{scheme.name} moves b to {b}, but a trial run left b at 0; decorate it with "
                       "@novikoff.algorithm(bias=True)")
    return State(Vector(parts), Expression(term_of(sympy.expand(b))))


def coefficients(v: Vector) -> dict[str, Any]:
    """Return the coefficients of the vectors in a combination, by name, as sympy expressions."""
    return {variable.name[:-1]: c for variable, c in parts_of(in_sympy(v).tree).items()}


def hint(c: Any) -> str:
    """Return advice about a coefficient that is not a number."""
    names = {s.name for s in c.free_symbols}
    lengths = names and all(len(set(name.split("@"))) == 1 for name in names)
    return f"; with {format_option('equal_lengths', True)} ‖x‖² is the number R² for all x" if lengths else ""


def to_relation(scheme: Scheme, condition: Any) -> Relation | bool:
    """Return a condition as a relation, or as a bool if it always or never holds."""
    decided = condition.decided if isinstance(condition, Relation) else condition
    if decided in (True, False):
        return bool(decided)
    try:
        r = relation(condition)
    except TypeError:
        raise BadInput(f"the condition of {scheme.name} is {condition!r:.60}, not one comparison") from None
    if r.operator not in ("<=", "<", ">=", ">", "=="):
        raise BadInput(f"the condition of {scheme.name} is a comparison with {r.operator}, which has no worst case")
    return r


def require_agreement(rule: Rule, state: State, x: Vector, y: Fraction, due: Relation | bool, after: State) -> None:
    """Compare a rule on numbers with its result on symbols, at a few examples.

    Raises `BadInput` if they differ: the rule then inspects types, or keeps values between calls.
    """
    names = sorted({*names_in(state.w), *names_in(x)}, key=number_of)
    for points in samples(len(names)):
        numbers = Numbers(dict(zip(names, points, strict=True)))
        here, point, is_due = numbers.state(state), numbers.vector(x), numbers.holds(due)
        place = f"at {user_rules.format_place(here)}, x = ({', '.join(map(str, point))}), y = {y}"
        if rule.is_due(here, point, y) != is_due:
            said = ("updates on symbols but not on numbers", "updates on numbers but not on symbols")[not is_due]
            raise BadInput(f"{rule.name} {said}, {place}: it {UNLIKE}")
        if is_due:
            found, expected = (user_rules.format_place(rule.after(here, point, y)),
                               user_rules.format_place(numbers.state(after)))
            if found != expected:
                raise BadInput(f"{rule.name} gives {found} on numbers and {expected} on symbols, {place}: it {UNLIKE}")


def samples(count: int) -> Iterator[list[Any]]:
    """Yield lists of `count` exact nonzero vectors: different, all equal, and orthogonal in turn.

    >>> [[[int(c) for c in x] for x in points] for points in samples(2)]
    [[[1, 1, 2], [2, -2, -3]], [[1, 0, 0], [1, 0, 0]], [[1, 0, 0], [0, 1, 0]]]
    """
    yield [user_rules.exact_vector([i, i**3 % 7 + 1 - i * i, (5 * i) % 7 - 3 * i]) for i in range(1, count + 1)]
    for period in (1, 2):
        yield [user_rules.exact_vector([i % period == 0, i % period == 1, 0]) for i in range(count)]


@dataclass(frozen=True)
class Numbers:
    """Exact vectors as values of the symbols."""

    vectors: dict[str, Any]

    def number(self, e: Any) -> Fraction:
        """Return the value of a number."""
        e = sympy.sympify(e)
        pairs = {s: s.name.split("@") for s in e.free_symbols}
        value = e.subs({s: sympy.Rational(self.vectors[a] @ self.vectors[b]) for s, (a, b) in pairs.items()})
        return Fraction(int(value.p), int(value.q))

    def vector(self, v: Vector) -> Any:
        """Return the value of a vector."""
        value: Any = next(iter(self.vectors.values())) * 0
        for name, c in coefficients(v).items():
            value = value + self.number(c) * self.vectors[name]
        return user_rules.exact_vector(value)

    def state(self, state: State) -> State:
        """Return the value of a state."""
        return State(self.vector(state.w), self.number(state.b))

    def holds(self, condition: Relation | bool) -> bool:
        """Return whether a condition holds."""
        if isinstance(condition, bool):
            return condition
        return COMPARISONS[condition.operator](self.number(condition.lhs), self.number(condition.rhs))


def linear(scheme: Scheme, number: int, r: Relation) -> Relation:
    """Return a relation of a run with 0 or a constant on its right side. Raises `BadInput` if it is not linear in inner
    products.
    """
    e = sympy.expand(r.lhs - r.rhs)
    if not isinstance(e, sympy.Expr) or any(not is_linear(t) for t in sympy.Add.make_args(e)):
        raise BadInput(f"the condition of update {number} of {scheme.name}, {relation_to_text(r):.80}, is not linear "
                       "in inner products")
    constant = sympy.Add(*(t for t in sympy.Add.make_args(e) if not any("@" in s.name for s in t.free_symbols)))
    return Relation(e - constant, r.operator, -constant)


def is_linear(t: Any) -> bool:
    """Return whether a term is a rational multiple of an inner product, of R², or of 1."""
    c, rest = t.as_coeff_Mul()
    return bool(c.is_Rational and (rest in (1, R**2) or (rest.is_Symbol and "@" in rest.name)))


def problem(scheme: Scheme, run: Symbolic, square_radius: Fraction, equal_lengths: bool) -> Problem:
    """Return the problem of a run; R² is a variable only if no other constant sets a scale."""
    constants = [sympy.sympify(h.relation.rhs) for h in run.hypotheses if h.part == UPDATE]
    free = not equal_lengths and (not scheme.bias or scheme.bias == "R2") and all(c == 0 or c.has(R) for c in constants)
    put = {} if free else {R: sympy.sqrt(sympy.sympify(square_radius))}
    known = [Hypothesis(h.part, h.index, Relation(sympy.sympify(h.relation.lhs).subs(put), h.relation.operator,
                                                  sympy.sympify(h.relation.rhs).subs(put)))
             for h in run.hypotheses if not is_trivial(h.relation)]
    bias = Fraction(1) if scheme.bias == "R2" else scheme.bias
    names = ("u", *([START] if scheme.start is not None else []), *(f"x{i}" for i in range(1, len(run.labels) + 1)))
    return Problem(len(run.labels), run.labels, names, tuple(known), None if free else square_radius, bias)


def is_trivial(r: Relation) -> bool:
    """Return whether a relation between numbers, such as 0 <= 0, is true; R² > 0 counts as a number."""
    e: Any = sympy.sympify(r.lhs - r.rhs)
    e = e.subs(R, 1)
    return bool(e.is_Rational and COMPARISONS[r.operator](e, 0))


def signature(p: Problem, sign: int) -> Any:
    """Return a problem in terms of z = y·x and sign·b, without its labels."""
    put = {B: sign * B}
    moved = {sympy.Symbol("@".join(sorted((a, b)))): la * lb * sympy.Symbol("@".join(sorted((a, b))))
             for a, la in label_names(p) for b, lb in label_names(p)}
    gaps = (sympy.sympify(h.relation.lhs - h.relation.rhs) for h in p.hypotheses)
    return tuple((h.part, h.index, h.relation.operator, sympy.expand(gap.subs({**put, **moved}, simultaneous=True)))
                 for h, gap in zip(p.hypotheses, gaps, strict=True))


def label_names(p: Problem) -> list[tuple[str, int]]:
    """Return the names of u and of the examples, each with its label."""
    return [("u", 1), *zip(p.examples, p.labels, strict=True)]

"""Statements about inner products of data that make a rule update k times.

The rule itself runs on x1, …, xk, from 0. The method applies if each wᵢ is Σ aᵢⱼ·xⱼ with numbers aᵢⱼ and each condition
is linear in inner products. The examples have ‖xᵢ‖² ≤ R² and yᵢ(⟨u, xᵢ⟩ + b) ≥ γ > 0. If no condition has a constant
(other than a multiple of R²), R is a variable, and the conclusion is R²‖u‖² ≥ c·γ². Otherwise R² is a number.

If the sign of an example does not affect the run, yᵢ is 1, and xᵢ means yᵢ·xᵢ.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import matmul
from typing import Any

from ...algorithms import user_rules
from ...algorithms.command_results import format_count
from ...algorithms.errors import BadInput, format_option
from ...algorithms.labelled_examples import label
from ...algorithms.perceptron import State
from ...algorithms.source_lines import place_of
from ...algorithms.user_rules import Rule
from ...proofs import kernel
from ...proofs.kernel import Monomial, Poly
from ...proofs.statements import printable_polynomials
from ...proofs.statements.comparison_guards import Undecided, forbid_questions
from ...proofs.statements.expressions import COMPARISONS, Number, Symbol, Term, Written, polynomial, term_of, walk_terms
from ...proofs.statements.term_values import evaluate, name_of_product
from ...proofs.statements.vector_language import Relation, Vector, names_in, relation
from ..square_roots import EXACT
from .hidden_branches import (
    UNLIKE,
    Observation,
    Watched,
    collect_kept_values,
    observe,
    require_no_branch,
    require_plain_code,
)
from .symbolic_rules import Scheme

R, GAMMA, B = Symbol("R"), Symbol("gamma"), Symbol("b")
U = Vector({"u": 1})
ZERO = 0 * Vector({"x1": 1})
MARGIN, RADIUS, UPDATE = "margin", "radius", "update"
START = "w0"
MOST_PATTERNS = 256  # the largest number of ways to label that are run
RULES = "a rule may use only w + c*x and w @ x, without coordinates or decisions"
CONDITIONS = "a condition `when` must be one comparison, such as y * (w @ x) <= 1 or, with ==, Eq(w @ x, 1)"
HIGH = 97  # coordinates that are 0, in the longest examples at which a rule is compared with its result on symbols
MOST_UPDATES = 30  # beyond, rounding to exact numbers seldom succeeds
SQUARE: Monomial = (("R", 2),)
UNITS: Mapping[str, Poly] = {"R": kernel.constant(1), "gamma": kernel.constant(1)}
ON_VECTORS = replace(EXACT, inner=matmul)  # exact numbers, with arrays as vectors


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis about example number `index`: the part that it plays, and the relation."""

    part: str
    index: int
    relation: Relation


@dataclass(frozen=True)
class Problem:
    """A number of updates on examples with these labels. `square_radius` is R², or None if R is a variable. `bias` is
    the c of ‖u‖² + b²/c, with R = 1 if R is a variable, or 0."""

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
        square = U @ U if self.square_radius is not None else (U @ U) * R**2
        return square + B**2 / self.bias if self.bias else square

    @property
    def positive(self) -> tuple[Any, ...]:
        """Return the positive variables."""
        return (GAMMA, R) if self.square_radius is None else (GAMMA,)

    def statement(self, c: Fraction | None) -> str:
        """Return the statement that the square size is at least c·γ², in the grammar of `novikoff prove`. Without c,
        the statement is that no data exist."""
        reals = [str(symbol) for symbol in (*self.positive[::-1], *([B] if self.bias else []))]
        known = [f"{symbol} > 0" for symbol in self.positive] + [relation_to_text(h.relation) for h in self.hypotheses]
        goal = Relation(Number(0), ">=", Number(1)) if c is None else Relation(self.size, ">=", Number(c) * GAMMA**2)
        return f"vec {' '.join(self.vectors)}; real {' '.join(reals)}; {', '.join(known)} |- {relation_to_text(goal)}"

    def in_units(self, c: Fraction) -> str:
        """Return the statement for R = γ = 1 (for γ = 1, if R² is a number)."""
        known = [relation_to_text(h.relation, UNITS) for h in self.hypotheses]
        reals = f"real {B}; " if self.bias else ""
        goal = relation_to_text(Relation(self.size, ">=", Number(c)), UNITS)
        return f"vec {' '.join(self.vectors)}; {reals}{', '.join(known)} |- {goal}"


def relation_to_text(r: Relation, put: Mapping[str, Poly] = printable_polynomials.NOTHING) -> str:
    """Return a relation in the grammar of `novikoff prove`, with values in place of some variables."""
    left, right = (polynomial_to_text(kernel.substitute(polynomial(side), put)) for side in (r.lhs, r.rhs))
    return f"{left} {r.operator} {right}"


def polynomial_to_text(p: Poly) -> str:
    """Return a number that is linear in inner products as text, grouped by the vector in most of them.

    >>> x, y, z = (Vector({name: 1}) for name in "xyz")
    >>> polynomial_to_text(polynomial((x + y / 2) @ z)), polynomial_to_text(polynomial(2 * (z @ z) - R**2))
    ('(x + y/2)@z', '-R**2 + 2*(z@z)')
    """
    products = {pair_of(m): Fraction(c) for m, c in p.items() if pair_of(m)}
    others = {m[::-1]: p[m] for m in sorted(p, key=lambda m: sum(e for _, e in m), reverse=True) if not pair_of(m)}
    parts = [str(printable_polynomials.term(others))] if others or not products else []
    names = [name for pair in products for name in set(pair)]
    if products:
        common = max(dict.fromkeys(names), key=lambda name: (names.count(name), number_of(name)))
        shared = {b if a == common else a: products.pop((a, b)) for a, b in [*products] if common in (a, b)}
        if len(shared) > 1:
            terms: Poly = {((f"{name}@", 1),): shared[name] for name in sorted(shared, key=number_of)}
            sums = printable_polynomials.vector(terms)
            parts.append(f"({sums})@{common}")
        else:
            products = {(*shared, common): c for c in shared.values()} | products
    for (a, b), c in products.items():
        size = str(printable_polynomials.term({(("p", 1),): c}))
        parts.append(f"{a}@{b}" if c == 1 else size.replace("p", f"({a}@{b})"))
    return " + ".join(parts).replace("+ -", "- ")


def pair_of(m: Monomial) -> tuple[str, ...]:
    """Return the names of the two vectors of which a monomial is the inner product; () for other monomials."""
    return tuple(m[0][0].split("@")) if len(m) == 1 and m[0][1] == 1 and "@" in m[0][0] else ()


def number_of(name: str) -> tuple[int, str]:
    """Return a sort key that puts x10 after x2."""
    digits = "".join(c for c in name if c.isdigit())
    return int(digits or 0), name


# ------------------------------------------------------------------------------------------ the run on symbols


@dataclass(frozen=True)
class Symbolic:
    """The state of a run on symbols: labels, the state, and the hypotheses so far. The fields for z = y·x in place of x
    show which runs differ only in names."""

    labels: tuple[int, ...]
    state: State
    hypotheses: tuple[Hypothesis, ...]


def problems(scheme: Scheme, updates: int, *, labels: Sequence[int] | None = None,
             square_radius: Fraction = Fraction(1), equal_lengths: bool = False) -> list[Problem]:
    """Return the problem for each way to label the k updates, or for the given labels only. If problems differ only in
    names, or in the sign of all labels and of b, only one of these problems is returned. `square_radius` is R², where
    it is not a variable; with `equal_lengths` all ‖x‖² are R². Raises `BadInput` with the reason for rules to which the
    method does not apply."""
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
    first, hypotheses = ZERO, tuple[Hypothesis, ...]()
    if scheme.start is not None:
        first = Vector({START: 1})
        hypotheses = (Hypothesis(RADIUS, 0, Relation(first @ first, "<=", scheme.start**2 * R**2)),)
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
    Returns None if no example with this label makes the rule update."""
    number = len(run.labels) + 1
    name = f"x{number}"
    x, y = Vector({name: sign}), Fraction(label)
    square_radius = R**2 if length is None else Number(length)
    with observe(scheme.rule) as asking:
        condition = run_on_symbols(scheme, number, lambda: scheme.due(run.state, x, y), CONDITIONS)
    due = to_relation(scheme, condition)
    if due is False:
        return None
    with observe(scheme.rule) as stepping:
        first = run_on_symbols(scheme, number, lambda: scheme.step(run.state, x, y, number, square_radius))
    second = run_on_symbols(scheme, number, lambda: scheme.step(run.state, x, y, number, square_radius))
    lengths = {} if length is None else {f"x{i}@x{i}": str(length) for i in range(1, number + 1)}
    state, again = (read_state(scheme, number, given, lengths) for given in (first, second))
    if state != again:
        raise BadInput(f"{scheme.name} returns two states for the same arguments: it is random, or keeps state "
                       "between calls")
    if scheme.rule is not None:
        require_agreement(scheme.rule, run.state, x, y, due, State(*first), (asking, stepping))
    offset = B if scheme.bias else 0
    known = [Hypothesis(MARGIN, number, Relation(label * (U @ x + offset), ">=", GAMMA)),
             Hypothesis(RADIUS, number, Relation(x @ x, "<=" if length is None else "==", square_radius))]
    if isinstance(due, Relation):
        known.append(Hypothesis(UPDATE, number, linear(scheme, number, due)))
    return Symbolic((*run.labels, label), state, (*run.hypotheses, *known))


def are_same_runs(one: Symbolic, other: Symbolic) -> bool:
    """Return whether two runs have the same hypotheses and the same state."""
    relations = [[(h.part, h.relation.operator, gap_of(h.relation)) for h in run.hypotheses] for run in (one, other)]
    return one.state == other.state and relations[0] == relations[1]


def gap_of(r: Relation) -> Poly:
    """Return the difference of the sides of a relation."""
    return polynomial(r.lhs - r.rhs)


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


def read_state(scheme: Scheme, number: int, given: Any, lengths: Mapping[str, str]) -> State:
    """Return the state of a rule, whose w must be a combination of the examples with numbers as coefficients. `lengths`
    gives square lengths of examples."""
    try:
        w, b = given
        w = w if isinstance(w, Vector) else ZERO if w == 0 else None
    except (TypeError, ValueError):
        w = b = None
    if w is None:
        raise BadInput(f"{scheme.name} returns {given!r:.60} on symbolic vectors, not a state (w, b)")
    found, offset = read_with_lengths(w, lengths), read_with_lengths(b, lengths) if is_of_language(b) else {}
    for name, rest, _ in kernel.parts(found):
        if rest:
            raise BadInput(f"after update {number} {scheme.name} has a factor of {name[:-1]} in w = {w!s:.80}, which "
                           f"is not a number{hint(w)}; only rules with w = Σ a·x for numbers a are possible, without "
                           "floats")
    if offset and not scheme.bias:
        raise BadInput(f"{scheme.name} moves b to {polynomial_to_text(offset)}, but a trial run left b at 0; decorate "
                       "it with @novikoff.algorithm(bias=True)")
    return State(printable_polynomials.vector(found, {}) if found else ZERO, printable_polynomials.term(offset))


def is_of_language(e: Any) -> bool:
    """Return whether an object is a number or vector of a statement, and not a float."""
    return isinstance(e, Written | int | Fraction)


def read_with_lengths(e: Any, lengths: Mapping[str, str]) -> Poly:
    """Return a number or vector as a polynomial, with these values of inner products."""

    def put(term: Term) -> Term:
        if isinstance(term, str):
            return term
        return lengths.get(name_of_product(*term[1:]), term) if term[0] == "@" else (term[0], *map(put, term[1:]))

    return polynomial(put(term_of(printable_polynomials.expand_inner(e))) if lengths else e)


def hint(w: Vector) -> str:
    """Return advice about a vector with a coefficient that is not a number."""
    pairs = [part[1:] for part in walk_terms(printable_polynomials.expand_inner(w).term) if part[0] == "@"]
    lengths = pairs and all(a == b for a, b in pairs)
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


def require_agreement(rule: Rule, state: State, x: Vector, y: Fraction, due: Relation | bool, after: State,
                      on_symbols: tuple[Observation, Observation]) -> None:
    """Compare a rule on numbers with its result on symbols, and with its condition and step `on_symbols`, at a few
    examples. Raises `BadInput` if they differ: the rule then inspects types, or keeps values between calls."""
    names = sorted({*names_in(state.w), *names_in(x)}, key=number_of)
    kept = collect_kept_values(rule)
    for each in on_symbols:
        require_plain_code(rule, each)
    for points in samples(len(names)):
        vectors = {f"{name}@": point for name, point in zip(names, points, strict=True)}
        here, point, is_due = values_of(state, vectors), value_of(x, vectors), value_of(due, vectors)
        place = f"at {user_rules.format_place(here)}, x = ({', '.join(map(str, point))}), y = {y}"
        if rule.is_due(here, point, y) != is_due:
            said = ("updates on symbols but not on numbers", "updates on numbers but not on symbols")[not is_due]
            raise BadInput(f"{rule.name} {said}, {place}: it {UNLIKE}")
        if is_due:
            found, expected = map(user_rules.format_place, (rule.after(here, point, y), values_of(after, vectors)))
            if found != expected:
                raise BadInput(f"{rule.name} gives {found} on numbers and {expected} on symbols, {place}: it {UNLIKE}")
        require_no_branch(rule, here, point, y, is_due, on_symbols)
    if kept != collect_kept_values(rule):
        raise BadInput(f"{rule.name} changes a variable outside of the function: it {UNLIKE}")


def values_of(state: State, vectors: Mapping[str, Any]) -> State:
    """Return a state on symbols at these vectors."""
    return State(value_of(state.w, vectors), value_of(state.b, vectors))


def value_of(e: Any, vectors: Mapping[str, Any]) -> Any:
    """Return the exact value of a number, vector or condition at these vectors."""
    if isinstance(e, bool):
        return e
    if isinstance(e, Relation):
        return COMPARISONS[e.operator](value_of(e.lhs, vectors), value_of(e.rhs, vectors))
    value = evaluate(term_of(e), vectors, ON_VECTORS) if is_of_language(e) else e
    return user_rules.exact_vector(value + 0 * next(iter(vectors.values()))) if isinstance(e, Vector) else value


def samples(count: int) -> Iterator[list[Any]]:
    """Yield lists of `count` exact vectors of watched numbers: different, all equal, orthogonal in turn, and different
    in a space of high dimension.

    >>> [[[int(c) for c in x] for x in points] for points in [*samples(2)][:3]]
    [[[1, 1, 2], [2, -2, -3]], [[1], [1]], [[1, 0], [0, 1]]]
    """
    points = [[i, i**3 % 7 + 1 - i * i, (5 * i) % 7 - 3 * i] for i in range(1, count + 1)]
    axes = [[[int(i % size == j) for j in range(size)] for i in range(count)] for size in (1, 2)]
    for vectors in (points, *axes, [[*x, *[0] * HIGH] for x in points]):
        yield [user_rules.exact_vector(Fraction(Watched(c), Watched(1)) for c in vector) for vector in vectors]


def linear(scheme: Scheme, number: int, r: Relation) -> Relation:
    """Return a relation of a run with 0 or a constant on its right side. Raises `BadInput` if it is not linear in inner
    products."""
    p = gap_of(r)
    if not all(m in ((), SQUARE) or pair_of(m) for m in p):
        raise BadInput(f"the condition of update {number} of {scheme.name}, {r!s:.80}, is not linear in inner products")
    products = {m: c for m, c in p.items() if pair_of(m)}
    constant = kernel.add(products, kernel.negative(p))
    return Relation(printable_polynomials.term(products), r.operator, printable_polynomials.term(constant))


def problem(scheme: Scheme, run: Symbolic, square_radius: Fraction, equal_lengths: bool) -> Problem:
    """Return the problem of a run; R² is a variable only if no other constant sets a scale."""
    sizes = [polynomial(h.relation.rhs) for h in run.hypotheses if h.part == UPDATE]
    free = not equal_lengths and (not scheme.bias or scheme.bias == "R2") and all(not p or SQUARE in p for p in sizes)

    def in_terms(e: Any) -> Any:
        p = polynomial(e)
        fixed = {} if free or SQUARE not in p else {SQUARE: -p[SQUARE], (): p[SQUARE] * square_radius}
        return printable_polynomials.term(kernel.add(p, fixed))

    known = [Hypothesis(h.part, h.index, Relation(in_terms(h.relation.lhs), h.relation.operator,
                                                  in_terms(h.relation.rhs)))
             for h in run.hypotheses if not is_trivial(h.relation)]
    bias = Fraction(1) if scheme.bias == "R2" else scheme.bias
    names = ("u", *([START] if scheme.start is not None else []), *(f"x{i}" for i in range(1, len(run.labels) + 1)))
    return Problem(len(run.labels), run.labels, names, tuple(known), None if free else square_radius, bias)


def is_trivial(r: Relation) -> bool:
    """Return whether a relation between numbers, such as 0 <= 0, is true; R² > 0 counts as a number."""
    p = kernel.substitute(gap_of(r), UNITS)
    return p.keys() <= {()} and COMPARISONS[r.operator](p.get((), 0), 0)


def signature(p: Problem, sign: int) -> Any:
    """Return a problem in terms of z = y·x and sign·b, without its labels."""
    signs = {f"{name}@": label for name, label in zip(p.examples, p.labels, strict=True)} | {"b": sign}
    images: dict[str, Poly] = {name: {((name, 1),): sign} for name, sign in signs.items()}
    gaps = (kernel.substitute(gap_of(h.relation), images) for h in p.hypotheses)
    return tuple((h.part, h.index, h.relation.operator, frozenset(gap.items()))
                 for h, gap in zip(p.hypotheses, gaps, strict=True))

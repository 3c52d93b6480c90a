"""The proof script, in which an author states a claim and derives it step by step.

    @theorem("perceptron-norm-growth", ...)
    def norm_growth(p):
        w, x = p.vectors("w x")
        b, y, R = p.reals("b y R")
        p.assume(label=Eq(y**2, 1), radius=x @ x <= R**2, mistake=y*(w @ x + b) <= 0)
        after = perceptron.update(State(w, b), x, y)            # the shipped update rule
        p.calc(after.w @ after.w + after.b**2,
               "==", w @ w + b**2 + 2*y*(w @ x + b) + x @ x + 1, "bilinearity", "label",
               "<=", w @ w + b**2 + x @ x + 1,                   "mistake",
               "<=", w @ w + b**2 + R**2 + 1,                    "radius")

A script only records. `search.elaboration` turns the record into a certificate, `novikoff explain` into text.

A reason of a step is one of these:

* the name of a hypothesis or an earlier fact ("mistake"), or a product of facts ("margin * margin");
* a word for pure computation (see COMPUTATION);
* a non-negative term (`square(e)`, `length(v)`), or a multiplier of the goal (`times("positive")`);
* an earlier theorem (`by("cauchy-schwarz", u=w, v=x)`).

For a step without reasons, the search may use all known facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import wraps
from inspect import signature
from textwrap import dedent
from typing import Any, TypeVar, cast
from unicodedata import normalize

from ...algorithms.command_results import Shown
from ...algorithms.source_lines import Place, place
from .. import kernel
from .expressions import OWN, Expression, Symbol, Term, expression, find_foreign, leaves, term_of, with_inverses
from .vector_language import (
    PairName,
    Relation,
    Scalar,
    Vector,
    is_pair,
    of_term,
    polynomial,
    reals,
    relation,
    require_name,
    vectors,
)

COMPUTATION = frozenset({"algebra", "bilinearity", "symmetry", "definition", "update"})


class Factor:
    """A reason that products with other factors and with names of inequalities are made of: square(a) * "margin"."""

    def __mul__(self, other: Factor | str) -> Product:
        return Product((*_factors(self), *_factors(other)))

    def __rmul__(self, other: str) -> Product:
        return Product((*_factors(other), *_factors(self)))


@dataclass(frozen=True)
class Product(Factor):
    """The hint that the product of these inequalities helps."""

    factors: tuple[Any, ...]


def _factors(reason: Factor | str) -> tuple[Any, ...]:
    if not isinstance(reason, Factor | str):
        raise TypeError("a factor must be square(…), length(…), tangent(…) or the name of an inequality, not "
                        f"{reason!r:.60}")
    return tuple(reason.split(" * ")) if isinstance(reason, str) else getattr(reason, "factors", (reason,))


@dataclass(frozen=True)
class Square(Factor):
    """The hint that e² ≥ 0 helps."""

    of: Scalar


@dataclass(frozen=True)
class Length(Factor):
    """The hint that ⟨v, v⟩ ≥ 0 helps."""

    of: Vector


@dataclass(frozen=True)
class Tangent(Factor):
    """The hint that exp(of) is at least its Taylor polynomial of odd degree at a point. For degree 1 this is the
    tangent."""

    of: Scalar
    at: Scalar
    degree: int


@dataclass(frozen=True)
class Exponents:
    """The hint that exp(a + b) = exp(a)·exp(b)."""

    a: Scalar
    b: Scalar


@dataclass(frozen=True)
class Times:
    """The hint to multiply the goal by the product of these facts, given by name or as claimed."""

    facts: tuple[Any, ...]


@dataclass(frozen=True)
class Claimed:
    """The hint to prove this fact first, and to use it."""

    relation: Relation


@dataclass(frozen=True)
class Split:
    """The hint to prove the statement in two cases: where this inequality holds, and where the opposite inequality
    holds."""

    relation: Relation


@dataclass(frozen=True)
class By:
    """The use of an earlier theorem under a substitution of its variables."""

    theorem: str
    put: Mapping[str, Any]


def square(of: Scalar) -> Square:
    """Give the reason that the square of a scalar is not negative.

    >>> square(3)
    Square(of=3)
    """
    return Square(of)


def length(of: Vector) -> Length:
    """Give the reason ⟨v, v⟩ ≥ 0.

    >>> length(Vector({"v": 1}))
    Length(of=v)
    """
    return Length(of)


def tangent(of: Scalar, *, at: Scalar = 0, degree: int = 1) -> Tangent:
    """Give the reason that exp(of) is at least its Taylor polynomial of odd `degree` at the point `at`.

    >>> tangent(2, at=1)
    Tangent(of=2, at=1, degree=1)
    """
    return Tangent(of, at, degree)


def exponents(a: Scalar, b: Scalar) -> Exponents:
    """Give the reason exp(a + b) = exp(a)·exp(b).

    >>> exponents(1, 2)
    Exponents(a=1, b=2)
    """
    return Exponents(a, b)


def times(*facts: str) -> Times:
    """Give the hint to prove the goal multiplied by these positive facts.

    >>> times("positive", "positive")
    Times(facts=('positive', 'positive'))
    """
    return Times(facts)


def by(theorem: str, put: Mapping[str, Any] | None = None, **more: Any) -> By:
    """Cite a theorem as a reason, with terms for its variables; a variable without a term keeps its name.

    >>> by("cauchy-schwarz", u=Vector({"x": 1})).theorem
    'cauchy-schwarz'
    """
    return By(theorem, {**(put or {}), **more})


@dataclass(frozen=True)
class Step:
    """A step of a script; `at` is the line on which its author wrote it."""

    at: Place | None = field(default=None, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True)
class Have(Step):
    """A fact with its reasons, or with a derivation of its own."""

    name: str
    claim: Relation
    reasons: tuple[Any, ...] = ()
    steps: list[Any] | None = None


@dataclass(frozen=True)
class Calc(Step):
    """A chain of relations; `links` are (operator, next expression, reasons)."""

    name: str
    start: Any
    links: tuple[tuple[str, Any, tuple[Any, ...]], ...]

    @property
    def claim(self) -> Relation:
        """Return the relation of the first and the last expression, with the strictest operator of the chain."""
        operators = {op for op, _, _ in self.links}
        for op in ("<", ">", "<=", ">=", "=="):
            if op in operators:
                return Relation(self.start, op, self.links[-1][1])
        raise ValueError(f"the chain {self.name!r} has no link; write for example  {CALLS['calc'][0]}")


@dataclass(frozen=True)
class Use(Step):
    """The use of an earlier theorem, whose conclusions become facts. If the theorem is about runs, they are facts about
    the run of this script."""

    name: str
    by: By
    inputs: Mapping[str, Any]


@dataclass(frozen=True)
class Cases(Step):
    """A split on the sign of an expression; each case is a pair (relation to 0, steps)."""

    name: str
    arms: list[tuple[Relation, list[Any]]]


@dataclass(frozen=True)
class Suppose(Step):
    """The negation of the goal, for a proof by contradiction from here on."""

    name: str


@dataclass(frozen=True)
class Induction(Step):
    """Invariants of the run with the derivation of the step."""

    invariants: dict[str, Relation]
    steps: list[Any]


@dataclass(frozen=True)
class SumUp(Step):
    """A fact that holds for every index, summed."""

    fact: str
    name: str
    each: str | None = None  # the name of the fact, for every index, that its term does not exceed the sum


@dataclass(frozen=True)
class Construct(Step):
    """The weights of the nearest point of a cone (or of a span, if weights may be negative), and a multiplier.

    The point is subject to one linear constraint, to which the multiplier belongs.
    """

    weights: str
    multiplier: str
    of: Vector
    to: Vector
    balance: Scalar
    kind: str


@dataclass(frozen=True)
class Entry(Step):
    """The choice of one index for the goals; names of facts about it end in @ and a label."""

    label: str
    names: dict[str, str]  # name of a family -> name of its entry


@dataclass(frozen=True)
class Conclude(Step):
    """The reasons for the conclusions."""

    reasons: tuple[Any, ...]


Reason = Product | Square | Length | Tangent | Exponents | Times | By
LINKS = ("==", "<=", "<", ">=", ">")
LONG_NAME = re.compile(r"[^\s@#(),]+")
T = TypeVar("T")
StatePart = tuple[Any, Any, Any]  # a variable, its start and its next value: vectors or scalars


@dataclass
class RunSpec:
    """The state variables with start and next terms, the inputs, and the facts of every step."""

    state: list[StatePart]
    inputs: list[Any]
    when: dict[str, Relation]


@dataclass(repr=False)
class Script(Shown):
    """Record one claim: names, hypotheses, run, conclusions, steps, and counterexample.

    >>> p = Script()
    >>> a = p.real("a")
    >>> p.show(conclusion=a**2 >= 0)
    >>> p.names, p.conclusions["conclusion"].operator
    (['a'], '>=')
    """

    names: list[str] = field(default_factory=list)  # vectors end in @, as in the kernel
    abbreviations: dict[str, Any] = field(default_factory=dict)
    assumptions: dict[str, Relation] = field(default_factory=dict)
    run_spec: RunSpec | None = None
    conclusions: dict[str, Relation] = field(default_factory=dict)
    in_coq: str = ""  # the sentence, of a claim that the language cannot state and Coq proves
    constructions: list[Construct] = field(default_factory=list)  # nearest points in the statement
    reasons: list[tuple[Any, list[Any]]] = field(default_factory=list)  # why a root or quotient is defined
    witness: dict[str, Any] | None = None
    model: dict[str, Any] | None = None
    examples: dict[str, dict[str, Any]] = field(default_factory=dict)  # counterexamples without one hypothesis
    steps: list[Any] = field(default_factory=list)
    mentions: list[Any] = field(default_factory=list)  # quotients and roots that must be defined, even if they cancel
    inverses: dict[Scalar, Any] = field(default_factory=dict)  # number q of an example -> the term t with q = 1/t
    derived: list[str] = field(default_factory=list)  # names of weights and entries

    # --- the statement ---

    def vectors(self, names: str) -> list[Vector]:
        """Declare vectors of the inner-product space; `x[i]` declares a finite family."""
        self._declare(*(name + "@" for name in names.split()))
        return vectors(names)

    def vector(self, name: str) -> Vector:
        """Declare one vector."""
        return self.vectors(require_name(name))[0]

    def reals(self, names: str) -> list[Scalar]:
        """Declare real numbers; `a[i]` declares a finite family."""
        self._declare(*names.split())
        return reals(names)

    def real(self, name: str) -> Scalar:
        """Declare one real number."""
        return self.reals(require_name(name))[0]

    def let(self, name: str, value: T) -> T:
        """Introduce a name for a longer vector or scalar, and return it."""
        if not LONG_NAME.fullmatch(name) or name != normalize("NFC", name) or kernel.RATIONAL.match(name):
            raise ValueError(f"{name[:60]!r} is not a name of an abbreviation: it must not be a number, nor have a "
                             "space, comma, bracket, @ or #; write a letter and its accent as one character")
        self._require_free(name)
        value = self._without_quotients(value) if self.inverses else value
        if "[i]" in name and not any("[i]" in leaf for leaf in leaves(term_of(value))):
            raise ValueError(f"{name} would have one value for each index, but its definition contains no index; write "
                             f"{name.replace('[i]', '')!r}")
        self.abbreviations[name] = value
        short: Vector | Scalar = Symbol(name)
        if isinstance(value, Vector):
            short = of_term((PairName if is_pair(value) else str)(f"{name}@"))
        return cast(T, short)

    def assume(self, facts: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Add hypotheses by name. Raises `ValueError` for a name that is taken."""
        for name, given in _by_name(facts, more, "p.assume(name=…)").items():
            if name in self.assumptions:
                raise ValueError(f"two hypotheses are named {name!r}")
            if name.endswith(".def"):
                raise ValueError(f"{name!r} is reserved for the definition of a quotient, root or logarithm; write "
                                 "another name for the hypothesis")
            self.assumptions[name] = relation(given)

    def run(self, state: list[StatePart], inputs: list[Any], when: Mapping[str, Any]) -> None:
        """Make the statement one about every run.

        `state` lists (variable, start, next) for each part of the state, `inputs` the inputs of a step, and `when` the
        facts that allow it. The variables must have been declared.

        The numbers that `inverse` declares are inputs too. In each next value they replace the quotients 1/of.
        """
        if not (isinstance(state, list | tuple) and isinstance(inputs, list | tuple)):
            raise TypeError(f"the state and the inputs of a run are lists; write for example  {CALLS['run'][0]}")
        if self.run_spec:
            raise ValueError("the script already has a run, and a statement has at most one")
        for variable in (*(part[0] for part in state), *inputs):
            if f"{variable}{'@' * isinstance(variable, Vector)}" not in self.names:
                raise ValueError(f"{variable} is not a declared name; declare each part of the state and each input")
        for part in state:
            if not isinstance(part, tuple | list) or len(part) != 3:
                raise TypeError(f"each part of the state of a run is (variable, start, next), not {part!r:.60}")
        moving = {f"{v}{'@' * isinstance(v, Vector)}" for v in (*(part[0] for part in state), *inputs)}
        for variable, start, _ in state:
            if early := moving.intersection(leaves(term_of(start))):
                raise ValueError(f"{variable} starts with {min(early).rstrip('@')}, which has no value before the "
                                 "first step; write 0 for the number or the vector 0")
        facts = {name: relation(given) for name, given in _by_name(when, {}, "{\"name\": …}").items()}
        for q, of in self.inverses.items():
            if str(q) in facts:
                raise ValueError(f"two facts of a step are named {q}, one of them as it is the inverse of {of}")
            facts[str(q)] = Relation(q * of, "==", 1)
        moved = [(variable, start, self._without_quotients(after)) for variable, start, after in state]
        self.run_spec = RunSpec(moved, [*inputs, *self.inverses], facts)

    def inverse(self, name: str, of: Any) -> Scalar:
        """Declare 1/of as a number of each example of the run.

        The run takes only examples for which the inverse exists: the fact with this name says that the product is 1.
        """
        symbol = self.real(name)
        self.inverses[symbol] = expression(of)
        return symbol

    def nearest(self, names: str, of: Vector, to: Vector, balance: Scalar = 0, *, free: bool = False) -> list[Any]:
        """Declare the weights m[i] and the multiplier β of a nearest point, and the facts that hold for them.

        The point Σ m[i]·of is nearest to `to` among the points with m[i] >= 0 (any sign, if `free`) and Σ m[i]·balance
        = 0. Before the first conclusion or step, the construction is part of the statement. With r = to − Σ m[i]·of,
        the facts are: m[i].sign, m[i] >= 0; .balance, the constraint; .along, ⟨r, Σ m[i]·of⟩ = 0; .across, ⟨r, of⟩ +
        β·balance <= 0 for every i (= 0 if `free`).
        """
        weights, multiplier = names.split()
        self._derive(weights, multiplier)
        made = Construct(weights, multiplier, of, to, expression(balance), "projection" if free else "nearest")
        if self.steps or self.conclusions:
            self._record(made)
        else:
            self.constructions.append(replace(made, at=place()))
        return reals(names)

    def entry(self, label: str, **names: str) -> list[Any]:
        """Reduce a goal about every i to one index, and return the entries there.

        `x="x0"` names the entry x0 of x[i]. A fact about every i is known at this index under its name, "@" and the
        label.
        """
        declared = {name.rstrip("@"): name for name in self.names}
        self._derive(*names.values())
        sorts = {old: "@" * declared.get(f"{old}[i]", "").endswith("@") for old in names}
        families = {f"{old}[i]{sorts[old]}": f"{new}{sorts[old]}" for old, new in names.items()}
        self._record(Entry(label, families))
        return [(vectors if sorts[old] else reals)(new)[0] for old, new in names.items()]

    def show(self, **conclusions: Any) -> None:
        """Add conclusions by name. Raises `ValueError` for a name that is taken."""
        for name, given in conclusions.items():
            if name in self.conclusions:
                raise ValueError(f"two conclusions are named {name!r}")
            self.conclusions[name] = relation(given)

    def state_in_coq(self, sentence: str) -> None:
        """State the claim in Coq, because this language cannot express it (for example sets, dimensions, or "there
        is"). Only a claim that is proved by hand in Coq may do so. The sentence uses only words of Coq and of
        `export/coq/InnerProduct.v`.
        """
        self.in_coq = dedent(sentence).strip()

    def conclude(self, *reasons: Any, **conclusions: Any) -> None:
        """Prove the conclusions by at least one reason; conclusions may also be stated here."""
        self.show(**conclusions)
        self._record(Conclude(reasons))

    def counterexample(self, *, dimension: int = 1, size: int = 0, steps: list[Any] | None = None,
                       **values: Any) -> None:
        """Give values that make every hypothesis true and a conclusion false.

        A dict `values` holds names that are no Python identifiers. Definitions (roots, quotients) are computed.
        """
        self.witness = _example(dimension, size, steps, values)

    def example(self, *, dimension: int = 1, size: int = 0, steps: list[Any] | None = None, **values: Any) -> None:
        """Give values that make all hypotheses true, where the search finds none."""
        self.model = _example(dimension, size, steps, values)

    def example_without(self, hypothesis: str, *, dimension: int = 1, size: int = 0, steps: list[Any] | None = None,
                        **values: Any) -> None:
        """Give values that make all other hypotheses true and a conclusion false, where the search finds none."""
        self.examples[hypothesis] = _example(dimension, size, steps, values)

    # --- the derivation ---

    def have(self, name: str, claim: Any, *reasons: Any) -> None:
        """Derive a fact from reasons."""
        self._record(Have(name, relation(claim), reasons))

    @contextmanager
    def proving(self, name: str, claim: Any) -> Iterator[None]:
        """Derive a fact by the steps in the body of the `with`."""
        steps = self._nest()
        with steps as body:
            yield
        self._record(Have(name, relation(claim), (), body))

    def calc(self, start: Any, *links: Any, name: str | None = None) -> Relation:
        """Derive a chain `start, "==", e1, reasons…, "<=", e2, reasons…` and return its relation.

        The chain is the conclusion if none is stated.
        """
        chain: list[tuple[str, Any, list[Any]]] = []
        rest = list(links)
        while rest:
            item = rest.pop(0)
            if isinstance(item, str) and item in LINKS and rest:
                chain.append((item, rest.pop(0), []))
            elif chain and item not in (*LINKS, "!="):
                chain[-1][2].append(item)
            else:
                raise ValueError("write a chain as first term, '<=', next term, reasons, '==', next term, …; it goes "
                                 f"on with {item!r:.60}")
        if len({op[0] for op, _, _ in chain} - {"="}) > 1:
            raise ValueError("a chain has one direction; this one has < or <= and also > or >=")
        step = Calc(name or f"chain{len(self.steps) + 1}", start, tuple((op, e, tuple(r)) for op, e, r in chain))
        self._record(step)
        return step.claim

    def use(self, theorem: str, put: Mapping[str, Any] | None = None, *, name: str | None = None,
            inputs: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Add the conclusions of an earlier theorem as facts, named after the theorem or `name`."""
        self._record(Use(name or theorem, by(theorem, put, **more), dict(inputs or {})))

    @contextmanager
    def making_sense(self, value: Any) -> Iterator[None]:
        """Derive that a quotient, root or logarithm of the statement is defined, by the body of the `with`.

        The body may use the hypotheses stated before it.
        """
        with self._nest() as body:
            yield
        self.reasons.append((value, body))

    @contextmanager
    def case(self, given: Any, name: str = "case") -> Iterator[None]:
        """Prove one case of a split; consecutive cases belong together and must cover every sign."""
        with self._nest() as body:
            yield
        last = self.steps[-1] if self.steps else None
        if isinstance(last, Cases) and last.name == name:
            last.arms.append((relation(given), body))
        else:
            self._record(Cases(name, [(relation(given), body)]))

    def suppose_not(self, name: str) -> None:
        """Assume the negation of the conclusion; the steps after it derive a contradiction."""
        self._record(Suppose(name))

    @contextmanager
    def induction(self, invariants: Mapping[str, Any] | None = None, **more: Any) -> Iterator[None]:
        """Add invariants of the run; the body derives that a step preserves them."""
        stated = _by_name(invariants, more, "p.induction(name=…)")
        with self._nest() as body:
            yield
        named = {name: relation(given) for name, given in stated.items()}
        self._record(Induction(named, body))

    def sum(self, fact: str, name: str, *, each: str | None = None) -> None:
        """Sum a fact over the index; `each` names the fact that no term's difference of sides exceeds the summed one.
        """
        self._record(SumUp(fact, name, each))

    # --- recording ---

    def _without_quotients(self, term: Any) -> Any:
        given = term if isinstance(term, Vector) else expression(term)
        if not self.inverses:
            return given
        named = [(str(q), polynomial(of)) for q, of in self.inverses.items()]

        def inverse(of: Term) -> str:
            return next((q for q, p in named if p == polynomial(of)), "")

        found = with_inverses(term_of(given), inverse)
        return of_term(found) if isinstance(given, Vector) else Expression(found)

    def _declare(self, *names: str) -> None:
        for name in names:
            letter = name.removesuffix("@")
            self._require_free(require_name(letter))
            self.names.append(name)

    def _derive(self, *names: str) -> None:
        for name in names:  # each part of a proof may have its own
            self._require_free(require_name(name), [])
        self.derived += names

    def _require_free(self, name: str, derived: Collection[str] | None = None) -> None:
        """Raise `ValueError` for a name that has a meaning, so that nothing is read in its place."""
        meanings = {"declared": self.names, "an abbreviation": self.abbreviations}
        meanings["a weight or an entry"] = self.derived if derived is None else derived
        for meaning, names in meanings.items():
            if name in names or f"{name}@" in names:
                raise ValueError(f"{name} is {meaning} already, and would have two meanings; write another name")

    def _record(self, step: Any) -> None:
        links = step.links if isinstance(step, Calc) else [("", None, getattr(step, "reasons", ()))]
        if wrong := [reason for _, _, reasons in links for reason in reasons if not isinstance(reason, str | Reason)]:
            raise TypeError("a reason is the name of a fact, or made by square, length, times or by, not "
                            f"{_words(wrong[0])}; a conclusion has a name, as in conclusion=…")
        self.steps.append(replace(step, at=place(2)))

    @contextmanager
    def _nest(self) -> Iterator[list[Any]]:
        outer, self.steps = self.steps, []
        body = self.steps
        try:
            yield body
        finally:
            self.steps = outer

    def in_short(self) -> str:
        if self.in_coq:
            return " ".join(self.in_coq.split())
        known, shown = (", ".join(f"{r.lhs} {r.operator} {r.rhs}" for r in facts.values())
                        for facts in (self.assumptions, self.conclusions))
        return re.sub(r"[\w\[\]']+@[\w\[\]']+", r"(\g<0>)", f"{known} |- {shown}".strip())

    def stated(self) -> dict[str, Relation]:
        """Return all hypotheses, all facts of a step of the run, and all conclusions, by name."""
        when = self.run_spec.when if self.run_spec else {}
        return {**when, **self.assumptions, **self.conclusions}

    def require_language(self) -> None:
        """Raise `TypeError` for a number that does not belong to the language."""
        run = self.run_spec or RunSpec([], [], {})
        terms = [term for _, start, after in run.state for term in (start, after)]
        terms += [term for made in self.constructions for term in (made.of, made.to, made.balance)]
        facts = [*run.when.values(), *self.assumptions.values(), *self.conclusions.values()]
        for e in find_foreign([*terms, *facts, *self.abbreviations.values()]):
            raise TypeError(f"the statement has {e!r:.60} of type {type(e).__name__}; {OWN}")

    def finish(self) -> Script:
        """Return a copy of the script, with the last chain as its conclusion if none was stated.

        The author keeps the original and so cannot change the record. Raises `ValueError` for an incomplete script.
        """
        if not self.conclusions and self.steps and isinstance(self.steps[-1], Calc):
            self.conclusions["conclusion"] = self.steps[-1].claim
        if not self.conclusions and not self.in_coq:
            raise ValueError("the script states no conclusion; write p.show(conclusion=…)")
        if self.inverses and not self.run_spec:
            name = next(iter(self.inverses))
            raise ValueError(f"p.inverse declares {name} for each example of a run, but there is no p.run")
        if unknown := self.examples.keys() - self.stated().keys():
            raise ValueError(f"there is an example without {sorted(unknown)[0]!r}, which is not one of the hypotheses")
        kept = {f.name: copy(getattr(self, f.name)) for f in fields(self)}
        if run := self.run_spec:
            kept["run_spec"] = RunSpec([*run.state], [*run.inputs], dict(run.when))
        return type(self)(**kept)


def _by_name(facts: Any, more: Mapping[str, Any], usage: str) -> dict[str, Any]:
    """Return facts by name; raise TypeError for facts without names."""
    if not isinstance(facts, Mapping | None):
        raise TypeError(f"a fact needs a name; write  {usage.replace('…', _words(facts))}")
    return {**(facts or {}), **more}


def _words(value: Any) -> str:
    """Return the text of a wrong argument, as its author wrote it, for a message."""
    return f"{value.lhs} {value.operator} {value.rhs}"[:60] if isinstance(value, Relation) else f"{value!r:.60}"


def _example(dimension: int, size: int, steps: list[Any] | None, values: dict[str, Any]) -> dict[str, Any]:
    more = values.pop("values", {})
    if not isinstance(more, Mapping) or not all(isinstance(step, Mapping) for step in steps or []):
        raise TypeError('`values` is a dictionary such as {"w\'": [1]}, and `steps` a list of such dictionaries')
    named = {**more, **values}
    return {"dimension": dimension, "size": size, "values": named, "steps": [*map(dict, steps or [])]}


CALLS = {  # how authors call the methods of a script; the names of arguments that are texts
    "vectors": ('p.vectors("u v x[i]")', "names"),
    "vector": ('p.vector("u")', "name"),
    "reals": ('p.reals("a b")', "names"),
    "real": ('p.real("a")', "name"),
    "let": ('p.let("c", a + b)', "name"),
    "assume": ("p.assume(name=a >= 0)", ""),
    "run": ('p.run([(w, 0, w + x)], [x], {"name": w @ x <= 0})', ""),
    "inverse": ('p.inverse("q", a)', "name"),
    "nearest": ('p.nearest("m[i] β", x, v)', "names"),
    "entry": ('p.entry("here", x="x0")', "label"),
    "show": ("p.show(conclusion=a >= 0)", ""),
    "conclude": ('p.conclude("reason", conclusion=a >= 0)', ""),
    "counterexample": ("p.counterexample(dimension=2, u=[1, 0], a=3)", ""),
    "example": ("p.example(dimension=2, u=[1, 0], a=3)", ""),
    "example_without": ('p.example_without("name", a=3)', "hypothesis"),
    "have": ('p.have("name", a >= 0, "reason")', "name"),
    "proving": ('with p.proving("name", a >= 0):', "name"),
    "calc": ('p.calc(a, "<=", b, "reason")', ""),
    "use": ('p.use("ID", u=v)', "theorem"),
    "making_sense": ("with p.making_sense(1 / a):", ""),
    "case": ("with p.case(a >= 0):", "name"),
    "suppose_not": ('p.suppose_not("name")', "name"),
    "induction": ("with p.induction(name=a >= 0):", ""),
    "sum": ('p.sum("fact", "name")', "fact name"),
    "state_in_coq": ('p.state_in_coq("forall x : R, x = x")', "sentence"),
}


def _with_usage(method: Callable[..., T], usage: str, texts: Collection[str]) -> Callable[..., T]:
    """Return the method with a TypeError for wrong arguments that says how to call it."""
    bind = signature(method).bind

    @wraps(method)
    def call(*given: Any, **named: Any) -> T:
        try:
            bound = bind(*given, **named).arguments
        except TypeError as problem:
            raise TypeError(f"{problem}; write for example  {usage}") from None
        for name in texts:
            if not isinstance(bound.get(name, ""), str):
                raise TypeError(f"`{name}` must be text, not {_words(bound[name])}; write for example  {usage}")
        return method(*given, **named)

    return call


for _name, (_usage, _texts) in CALLS.items():
    setattr(Script, _name, _with_usage(getattr(Script, _name), _usage, _texts.split()))

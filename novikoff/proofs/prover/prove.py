"""Prove or refute one statement without a derivation, and report the verdict.

The search tries, in this order:

* a few values, which refute most false statements;
* the first derivations, without a solver;
* the strategies of `strategies.py`: the cheap ones, then all without facts that seem idle, then the others with all
  facts;
* longer derivations: computation from the hypotheses, sums over the index, lengths of vectors and of their sums and
  differences, Cauchy–Schwarz, signs of denominators, contradiction, a split on the signs of the real variables;
* again the strategies that needed more work than `TURN`, now with all the work that is left.

Between these steps it searches for an exact counterexample. A statement that only a solver finds valid is `unknown`,
not `proved`. A statement that follows from contradictory hypotheses is `vacuous`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, islice
from math import factorial, inf, prod
from typing import Any, Literal, cast

from ...algorithms.command_results import Result, exit_status
from ...algorithms.errors import BadInput, uses_cli_names
from ...algorithms.processes import OPINION, Stopped, run_with_cpu_limit
from .. import kernel
from ..kernel import Fact, Poly
from ..search import numerical_counterexamples, sums_of_squares, work
from ..search.counterexamples import guess_witness, has_exponentials
from ..search.elaboration import Json, Obligation, Prover, Unproved, Written, write_statement
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import Term
from ..search.numerical_counterexamples import Point
from ..search.smt_solvers import has_exact_models, obligation, second_opinion, sum_facts
from ..statements.expressions import COMPARISONS, ONE, Expression, total
from ..statements.grammar import Hint, Parser
from ..statements.printable_polynomials import of_polynomial
from ..statements.proof_script import By, Claimed, Exponents, Have, Length, Script, Split, Square, Tangent, Times, Use
from ..statements.valuation import Valuation
from ..statements.vector_language import SIGNS, Relation, Vector, atoms_of, exp, facts_of
from ..statements.witness_completion import describe_witness
from . import irrational_counterexamples
from .applied_hints import Hinted
from .automatic_derivations import (
    NAME,
    Guided,
    attempt,
    attempts,
    book_of,
    difference,
    lengths_of,
    make_translation,
    terms_of,
)
from .cited_theorems import Lemma, read_lemma
from .consistency import Consistency, consistency
from .failure_report import Evidence, evidence
from .proof_printer import name_roots
from .sequents import Preparation, Sequent, without_idle_facts
from .strategies import CHEAP, STRATEGIES, USUAL, Strategy, proof_of, sequents_of, simplify

FIRST_GUESSES = 4000  # values tried before any proof: most of what is false falls to them in a tenth of a second
FIRST_DERIVATIONS = 3  # tried quickly before any strategy: they prove a good half of what is true, and load no solver

DERIVING = 600  # units for a derivation, for each term of the facts
FEW_NUMBERS = 6  # with what is defined

TURN = 4 * work.PER_SECOND  # units for a strategy before the others had their turn
EVIDENCE = work.PER_SECOND / 2  # units for the smallest gap, beyond the limit
MOST_WRITTEN = 2000  # atoms in what is left to show; a longer goal is written as the statement has it
DERIVATIONS = "derivations with linear certificates"


Verdict = Literal["proved", "refuted", "vacuous", "unknown", "error"]


@dataclass(frozen=True)
class Evaluated:
    """A relation of the statement at a counterexample: the words and the exact values of both sides."""

    name: str
    left: str
    operator: str
    right: str
    values: tuple[Any, Any]  # "p/q", or {"exp(1)": "p/q"} with exponentials and so on, or a list of these for a vector
    holds: bool
    index: int | None = None  # which entry of the family fails, counted from 1


@dataclass(frozen=True, repr=False)
class Finding(Result):
    """The verdict on an ad-hoc statement: `proved` with a certificate (a book that the kernel checks alone), `refuted`
    with a counterexample and the certificate that it is one, `vacuous` with the certificate of a contradiction between
    the hypotheses, or `unknown`. The `reason` explains a verdict `vacuous` or `unknown`. For a proved statement, it
    explains why its hypotheses may contradict each other. It is true if the verdict is `proved`.
    """

    script: Script
    verdict: Verdict
    certificate: Json = None
    counterexample: Json = None
    reason: str = ""
    engines: dict[str, str] = field(default_factory=dict)
    evidence: Evidence | None = None  # of what is unknown
    said: dict[str, tuple[str, str, str]] = field(default_factory=dict)  # the words of each relation
    evaluated: list[Evaluated] = field(default_factory=list)  # at the counterexample

    def in_short(self) -> str:
        """Return the verdict with the values that refute the statement, or with the reason for the verdict."""
        false = self.counterexample and f" at {describe_witness(self.counterexample, self.script.names)}"
        said = f": {self.script.in_short()}" * bool(self.script.conclusions)
        return f"{self.verdict}{false or ''}{said}{f' ({self.reason})' * bool(self.reason)}"

    @property
    def status(self) -> str:
        """Return "ok", "failed" or "inconclusive"."""
        return {"proved": "ok", "unknown": "inconclusive"}.get(self.verdict, "failed")

    @property
    def exit_status(self) -> int:
        return exit_status([self.status])


def parse_question(text: str, using: Iterable[str] = (), seed: int = 0, by: Iterable[str] = ()) -> Question:
    """Return the question about a statement with hints and lemmas; raise `BadInput` as `prove` does."""
    parser = Parser(text)
    said = len(parser.script.mentions)
    hints: dict[str, Hint] = {hint: parser.hint(hint) for hint in using}
    lemmas: list[str | By] = [*by, *(hint for hint in hints.values() if isinstance(hint, By))]
    hints = {text: hint for text, hint in hints.items() if not isinstance(hint, By)}
    del parser.script.mentions[said:]  # roots and quotients of hints are defined where the hints are used
    try:
        written = write_statement(NAME, parser.script)
        require_an_index(parser, facts_of(written.data, "assume", "show"))
        lengths = lengths_of(parser.lengths, written)
        sides = prove_well_defined(parser, written, lengths)
        statement = kernel.read_statement(written.data, sides)
    except kernel.Rejected as problem:
        raise BadInput(f"the statement is too large: {problem}") from None
    except RecursionError:
        deep = "its terms, or the proofs that they make sense, are nested too deeply"
        raise BadInput(f"the statement is too large: {deep}") from None
    cited = tuple(read_lemma(parser, one, written, statement, lengths) for one in lemmas)
    return Question(parser, written, statement, sides, lengths, hints, seed, cited)


def to_smtlib(text: str) -> list[tuple[str, bool]]:
    """Return for each conclusion an SMT-LIB script over inner products, satisfiable if the conclusion can fail.

    With each script comes True if it is satisfiable only then. It is False if the script says too little: about
    exponentials, sums, or more than three vectors.
    """
    statement = parse_question(text).statement
    context = statement.context.knowing(sum_facts(statement.context.facts))
    leaves = [Obligation(name, context, goal, None) for name, goal in statement.show.items()]
    return [(obligation(leaf), has_exact_models(leaf)) for leaf in leaves]


def prove(text: str, *, using: Iterable[str] = (), by: Iterable[str] = (), seed: int = 0,
          patience: float | None = None, limit: float | None = None) -> Finding:
    """Prove or refute a statement in the grammar of `proofs/statements/grammar.py`.

    using    hints: "square(e)", "length(v)", "tangent(e, f)", "exponents(e, f)", "have(e >= f)", "case(e >= f)",
             "times(e)", 'by("ID", u=e)', and products such as "hypothesis1*square(e)"
    by       theorems of the ledger or of the current theorem file, by id, with terms for their variables:
             "cauchy-schwarz(u=a, v=b)"

    The search for a model of the hypotheses ends after `patience` seconds (None: never), so that it cannot delay a
    proof that was found. `limit` is a limit of work (None: no limit), in units of about a second on a laptop: the
    attempts within the limit do not depend on the machine.

    Raises BadInput for a statement that cannot be read or that does not make sense (a denominator that may be 0, the
    root of a term that may be negative, the logarithm of a term that may be ≤ 0), or that cites a theorem that cannot
    be cited.

    >>> prove("vec u v |- u@v <= norm(u)*norm(v)").verdict
    'proved'
    >>> prove("real a |- a <= a**2").counterexample["values"]
    {'a': '1/2'}
    >>> finding = prove("real a; a > 0, a < 0 |- a == 7")
    >>> finding.verdict, finding.reason
    ('vacuous', 'the hypotheses a > 0 and a < 0 contradict each other')
    """
    asked = parse_question(text, using, seed, by)
    try:
        with work.limited_to(limit and limit * work.PER_SECOND):
            return find_verdict(asked, patience)
    except (kernel.Rejected, RecursionError, MemoryError) as problem:
        return Finding(asked.script, "unknown", reason=f"the search exceeds the kernel's limits: {problem}")


@dataclass(frozen=True)
class Question:
    """A well-formed statement, in all its representations."""

    parser: Parser
    written: Written
    statement: kernel.Statement
    sides: Json
    lengths: tuple[Term, ...]
    hints: dict[str, Hint]  # by their texts
    seed: int
    lemmas: tuple[Lemma, ...] = ()

    @property
    def script(self) -> Script:
        """Return the script as recorded."""
        return self.parser.script

    def entry(self, **answer: Json) -> Json:
        """Return the certificate with a proof or a counterexample."""
        return {"statement": self.written.data, **({"sides": self.sides} if self.sides else {}), **answer}

    @cached_property
    def hinted(self) -> list[Hinted]:
        """Return the hints as preparations."""
        return [Hinted(hint, text, self.written, self.lengths) for text, hint in self.hints.items()]

    def first(self) -> tuple[Preparation, ...]:
        """Return the preparations from the lemmas and the hints."""
        return (*(one.cited for one in self.usable), *(one.prepare for one in self.hinted))

    @property
    def usable(self) -> list[Lemma]:
        """Return the lemmas whose hypotheses are shown."""
        return [one for one in self.lemmas if not one.lacks]

    def steps(self) -> list[Use | Have]:
        """Return the lemmas, and the hints as facts of a derivation."""
        found: list[Use | Have] = [one.use for one in self.usable]
        for n, hint in enumerate(self.hints.values(), 1):
            if isinstance(hint, Split | Times | By):
                continue
            names, values = list[str](), list[Any]()
            for k, part in enumerate(hint if isinstance(hint, tuple) else [hint], 1):
                name = part if isinstance(part, str) else f"hint{n}" if part is hint else f"hint{n} factor{k}"
                relation = self.script.assumptions[part] if isinstance(part, str) else fact_of(part)
                reasons = () if isinstance(part, Claimed) else (part,)
                found += [] if isinstance(part, str) else [Have(name, relation, reasons)]
                names, values = [*names, name], [*values, difference(relation)]
            if isinstance(hint, tuple):
                found.append(Have(f"hint{n}", Relation(prod(values, start=ONE), ">=", 0), (" * ".join(names),)))
        return found


def fact_of(hint: Square | Length | Tangent | Exponents | Claimed) -> Relation:
    """Return the relation that a hint adds."""
    match hint:
        case Claimed(relation):
            return relation
        case Square(of):
            return Relation(of**2, ">=", 0)
        case Length(of):
            return Relation(of @ of, ">=", 0)
        case Tangent(of, at, degree):
            series = total((of - at) ** k / factorial(k) for k in range(degree + 1))
            return Relation(exp(of) - exp(at) * series, ">=", 0)
    return Relation(exp(hint.a + hint.b) - exp(hint.a) * exp(hint.b), "==", 0)


@dataclass(frozen=True)
class Answer:
    """A certificate, or a counterexample, or else the evidence about the statement."""

    certificate: Json = None
    witness: Json = None
    evidence: Evidence | None = None


def find_verdict(asked: Question, patience: float | None) -> Finding:
    """Return the verdict on a well-formed statement."""
    script, answer = asked.script, find_answer(asked)
    if answer.witness is not None:
        evaluated = evaluate(asked, irrational_counterexamples.Values.read(answer.witness, asked.written.data))
        if answer.certificate is not None:
            return Finding(script, "refuted", answer.certificate, answer.witness, evaluated=evaluated)
        entries = [asked.entry(counterexample=answer.witness)]
        verdict, reason, _ = kernel.check_book(entries)[NAME]
        book = {"schema": 1, "entries": entries}
        return Finding(script, cast(Verdict, verdict), book, answer.witness, reason, evaluated=evaluated)
    asking = partial(consistency, script, asked.lengths, seed=asked.seed)
    try:
        known = asking() if patience is None else run_with_cpu_limit(patience, asking)
    except Stopped:
        known = Consistency()
    if known.contradiction is not None:
        return Finding(script, "vacuous", known.contradiction, reason=describe_contradiction(asked.parser, known.used))
    if answer.certificate is None:
        late = f"{work.LIMIT}; give a larger {'--limit' if uses_cli_names() else 'limit'}"
        left = report_undecided(script) if not work.is_over() else Finding(script, "unknown", reason=late)
        lacks = [*(one.lacks for one in asked.lemmas), *(one.lacks for one in asked.hinted)]
        unused = "".join(f"; {each}" for each in lacks if each)
        return replace(left, reason=left.reason + unused, evidence=answer.evidence)
    return Finding(script, "proved", answer.certificate, reason=known.doubt, said=asked.parser.said)


def find_answer(asked: Question) -> Answer:
    """Try guesses, strategies and derivations in turn, the cheapest first, and return the first answer."""
    statement, seed, tried = asked.statement, asked.seed, list[str]()
    if witness := guess_witness(statement, seed, FIRST_GUESSES, ask=False):
        return Answer(witness=witness)
    plain = [v for v in asked.parser.lengths if not any(map(kernel.is_indexed, terms_of([v], asked.written)))]
    derivations = ([*asked.steps(), *steps] for steps in attempts(asked.script, plain))
    early, terms = list[list[Any]](), sum(len(p) for _, p in statement.context.facts.values())

    def derive(steps: list[Any], quick: bool = False) -> Json | None:
        work.spend(DERIVING * terms)
        return None if work.is_over() else attempt(asked.script, steps, asked.lengths, quick=quick)

    for steps in islice(derivations, FIRST_DERIVATIONS):
        early.append(steps)
        if found := derive(steps, quick=True):
            return Answer(found)
    strategies, sequents = STRATEGIES if sums_of_squares.is_there() else [], sequents_at(asked)
    first, unfinished = asked.first(), list[tuple[Strategy, Mapping[str, Sequent]]]()

    def by_strategy(some: Iterable[Strategy], goals: Mapping[str, Sequent], turn: float = TURN) -> Json | None:
        for strategy in some:
            if work.is_over():
                return None
            tried.append(strategy.name)
            unfinished.append((strategy, goals))
            proof = None
            with work.in_turn(turn):
                proof = proof_of(strategy, goals, first)
                unfinished.pop()
            if proof is not None and (found := book_of(asked.entry(proof=proof))):
                return found
        return None

    if found := by_strategy(strategies[:CHEAP], sequents):
        return Answer(found)
    if not strategies and (found := derive(early[0])):
        return Answer(found)
    if work.is_over():
        return Answer(evidence=late_evidence(asked, tried))
    if witness := guess_witness(statement, seed, 40_000, crowds=True):
        return Answer(witness=witness)
    if broken := irrational_counterexamples.refutation(asked.written.data, asked.sides, seed):
        return Answer(certificate=broken[1], witness=broken[0])
    @cache
    def near() -> tuple[list[Point], Answer | None]:
        """Return points of a local search, and an exact counterexample near one of them, or None."""
        points = list(numerical_counterexamples.nearest(statement, seed))
        if witness := numerical_counterexamples.refutation(statement, points):
            return points, Answer(witness=witness)
        broken = irrational_counterexamples.refutation_near(asked.written.data, asked.sides, points)
        return points, broken and Answer(certificate=broken[1], witness=broken[0])

    if has_only_numbers_and_exponentials(statement) and (refuted := near()[1]):
        return refuted
    fewer = {name: without_idle_facts(goal, seed) if strategies else goal for name, goal in sequents.items()}
    has_idle = any(fewer[name] is not goal for name, goal in sequents.items())
    if has_idle and (found := by_strategy(strategies[:CHEAP], fewer)):
        return Answer(found)
    if found := by_strategy(strategies[CHEAP:USUAL], fewer):
        return Answer(found)
    points, refuted = near()
    if refuted:
        return refuted
    if found := by_strategy(strategies[USUAL:], fewer):
        return Answer(found)
    if has_idle and (found := by_strategy(strategies[CHEAP:], sequents)):
        return Answer(found)
    for steps in chain(early if strategies else early[1:], derivations):
        if work.is_over():
            break
        if found := derive(steps):
            return Answer(found)
    if not work.is_over() and (witness := guess_witness(statement, seed, 200_000)):
        return Answer(witness=witness)
    for strategy, goals in [*unfinished]:
        if found := by_strategy([strategy], goals, inf):
            return Answer(found)
    tried += [] if work.is_over() else [DERIVATIONS]
    return Answer(evidence=failure_evidence(asked, points, tried) if points else late_evidence(asked, tried))


def has_only_numbers_and_exponentials(statement: kernel.Statement) -> bool:
    """Return whether a statement has few numbers, no vectors, and exponentials. Then a local search is cheap, and finds
    counterexamples that guesses miss."""
    names = statement.context.names
    plain = len(names) <= FEW_NUMBERS and not any(n.endswith("@") or "[i]" in n for n in names)
    return plain and has_exponentials(statement)


def late_evidence(asked: Question, tried: Iterable[str]) -> Evidence:
    """Return the evidence where local search found nothing or did not run, after a short search."""
    with work.limited_to(EVIDENCE):
        return failure_evidence(asked, list(numerical_counterexamples.nearest(asked.statement, asked.seed)), tried)


def describe_outlook(text: str, *, using: Iterable[str] = (), by: Iterable[str] = (), seed: int = 0) -> Evidence:
    """Return the report of `prove` on a statement before any proof attempt: the remaining goals, and the gap.

    >>> describe_outlook("real a b |- a**2 + b**2 >= 2*a*b").residual
    ('a**2 - 2*a*b + b**2 >= 0',)
    """
    asked = parse_question(text, using, seed, by)
    return failure_evidence(asked, list(numerical_counterexamples.nearest(asked.statement, seed)))


def failure_evidence(asked: Question, points: Sequence[Point], tried: Iterable[str] = ()) -> Evidence:
    """Return the evidence about a statement that is neither proved nor refuted."""
    defined, first, left = {entry["name"]: entry for entry in asked.written.data.get("let", [])}, asked.first(), []
    for name, sequent in sequents_at(asked).items():
        relation, p = (simple := simplify(sequent, first)).goal
        rest = Quotient(simple.equations).reduce(p)
        written = count_atoms(rest, defined) <= MOST_WRITTEN and f"{to_expression(rest, defined)} {SIGNS[relation]} 0"
        left.append(written or " ".join(asked.parser.said[name]))
    return evidence(tried, left, points)


def sequents_at(asked: Question) -> dict[str, Sequent]:
    """Return the sequents to prove, with the vectors that the statement mentions."""
    translation = make_translation(asked.written)
    gaps = {name: kernel.add(translation.vector(r.lhs), kernel.negative(translation.vector(r.rhs)))
            for name, r in asked.script.assumptions.items() if isinstance(r.lhs, Vector)}
    vectors = terms_of(dict.fromkeys(asked.parser.lengths), asked.written)
    return sequents_of(asked.statement, asked.written.data, vectors, gaps)


def describe_contradiction(parser: Parser, used: list[str]) -> str:
    """Return which hypotheses contradict each other, as the statement writes them."""
    said = [f"all({' '.join(parser.said[n])})" if n in parser.families else " ".join(parser.said[n]) for n in used]
    if len(said) == 1:
        return f"the hypothesis {said[0]} never holds"
    return f"the hypotheses {', '.join(said[:-1])} and {said[-1]} contradict each other"


def require_an_index(parser: Parser, facts: Mapping[str, Fact]) -> None:
    """Raise `BadInput` for a fact under all(...) without an index, such as all(c >= 0) or all(a[i] - a[i] >= 1).

    The kernel reads such a fact as a single fact. But a fact "for every i" is true if there is no index. The two agree
    only if the fact is always true, such as 0 = 0, and the kernel accepts this as a conclusion only.
    """
    for name, place in parser.families.items():
        relation, p = facts[name]
        trivial = set(p) <= {()} and Valuation(0, 0).holds((relation, p))
        if not kernel.is_indexed(p) and (not trivial or name in parser.script.assumptions):
            advice = "it is always true, so leave it out" if trivial else "state it outside of all(...)"
            parser.fail(place, f"{' '.join(parser.said[name])} says nothing about the index i: {advice}")


def evaluate(asked: Question, values: irrational_counterexamples.Values) -> list[Evaluated]:
    """Return both sides of each relation at a counterexample. For a family, take an index where the relation fails, or
    the first index."""
    parser, translation = asked.parser, make_translation(asked.written)

    def value(e: Any, i: int) -> Any:
        vector = isinstance(e, Vector)
        each = values.at(translation.vector(e) if vector else translation.scalar(e))
        p = each[i % len(each)]
        if not vector:
            return values.json(p)
        units = range(1, values.witness.dimension + 1)
        coordinates = [{m: c for x, m, c in kernel.parts(p) if x == f"#{k}@"} for k in units]
        return list(map(values.json, coordinates))

    found = []
    for name, r in {**parser.script.assumptions, **parser.script.conclusions}.items():
        relation, p = translation.fact(r)
        family = kernel.is_indexed(p)
        truths = [COMPARISONS[SIGNS[relation]](values.sign(q), 0) for q in values.at(p)]
        if truths:
            i = truths.index(False) if False in truths else 0
            index = i + 1 if family else None
            found.append(Evaluated(name, *parser.said[name], (value(r.lhs, i), value(r.rhs, i)), all(truths), index))
    return found


def prove_well_defined(parser: Parser, written: Written, lengths: tuple[Term, ...]) -> Json:
    """Return proofs that the roots, quotients and logarithms of a statement exist."""
    try:
        return Guided(lengths=lengths).sides(written.data)
    except Unproved as problem:
        relation, p = problem.leaf.goal
        translation = make_translation(written)
        named = (words for e, words in parser.inner if translation.scalar(e) == p)  # as the statement writes it
        term = next(named, None) or str(to_expression(p, {entry["name"]: entry for entry in written.data["let"]}))
        lack = {"!=": f"the denominator {term} may be 0", ">=": f"the root of {term} may not exist",
                ">": f"the logarithm of {term} may not exist"}
        if p.keys() <= {()}:  # a number, about which no hypothesis helps
            why = f"it would need {term} {relation} 0"
            raise BadInput(f"{lack[relation].replace('may not', 'does not')}: {why}") from None
        wanted = f"all({term} {relation} 0)" if kernel.is_indexed(p) else f"{term} {relation} 0"
        raise BadInput(f"{lack[relation]}: add a hypothesis such as  {wanted}") from None


def to_expression(p: Poly, defined: Mapping[str, Json]) -> Any:
    """Return a kernel polynomial as an expression, with roots and quotients in place of their names."""
    names = sorted(atoms_of(p))
    ordered = dict(sorted(p.items(), key=lambda term: [-dict(term[0]).get(a, 0) for a in names]))
    return Expression(of_polynomial(ordered, name_roots(defined)))


def count_atoms(p: Poly, defined: Mapping[str, Json]) -> int:
    """Return the number of atoms that `to_expression` writes; it doubles with each root of roots."""
    @cache
    def of(name: str) -> int:
        return 1 if name not in defined else sum(of(a) for m in kernel.read_poly(defined[name]["of"]) for a, _ in m)

    return sum(of(a) for m in p for a, _ in m)


def report_undecided(script: Script) -> Finding:
    """Ask the solvers, and return the finding for a statement that is neither proved nor refuted."""
    reason, opinions = "no certificate and no counterexample found", dict[str, str]()
    try:
        Prover().entry(NAME, script)
    except Unproved as problem:
        opinions = second_opinion(problem.leaf, ("z3", "cvc5"), OPINION)
    if convinced := [engine for engine, opinion in opinions.items() if opinion == "valid"]:
        finds = "finds" if len(convinced) == 1 else "find"
        reason += f"; {' and '.join(convinced)} {finds} it valid, which is not a certificate"
    return Finding(script, "unknown", reason=reason, engines=opinions)

"""Strategies for statements without a derivation: each is needed by one that no earlier strategy proves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.denominators import squares_of_roots
from novikoff.proofs.prover.exponentials import laws
from novikoff.proofs.prover.named_inequalities import FINDERS
from novikoff.proofs.prover.preparations import termwise
from novikoff.proofs.prover.prove import NAME, prove
from novikoff.proofs.prover.sequents import Sequent, prune
from novikoff.proofs.search.factoring import square_root
from novikoff.proofs.search.linear_certificates import fact_term
from novikoff.proofs.search.sparse_products import combine

from ..statement_files import read_statements

KNOWN = read_statements(Path(__file__).with_name("known_statements.txt"))
RESEARCHERS, PAPERS, MULTIPLIERS, NAMED = (
    KNOWN[group] for group in ("researchers", "papers", "multipliers", "named inequalities"))


def book_by(name: str, statement: str) -> kernel.Json | None:
    """A book with a proof by this strategy alone."""
    asked = prover.parse_question(statement)
    (strategy,) = [each for each in prover.STRATEGIES if each.name == name]
    proof = prover.proof_of(strategy, prover.sequents_at(asked))
    return proof and prover.book_of(asked.entry(proof=proof))


@pytest.mark.parametrize(("is_true", "name", "statement"), PAPERS)
def test_a_strategy_proves_its_class_and_nothing_false(is_true: bool, name: str, statement: str) -> None:
    assert (book_by(name, statement) is not None) is is_true


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("is_true", "name", "statement"), MULTIPLIERS)
def test_a_multiplier_proves_what_is_true_and_none_what_is_false(is_true: bool, name: str, statement: str) -> None:
    names = [name] if is_true else dict.fromkeys(each.note for each in MULTIPLIERS if each.is_true)
    assert any(book_by(name, statement) for name in names) is is_true


def citations(statement: str) -> set[str] | None:
    """What a strategy with named inequalities cites in a proof of a statement; None, if none proves it."""
    names = (strategy.name for strategy in prover.STRATEGIES if "named inequalities" in strategy.name)
    book = next(filter(None, (book_by(name, statement) for name in names)), None)
    return book and {entry["statement"]["id"] for entry in book["entries"]}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("is_true", "name", "statement"), NAMED)
def test_a_statement_follows_by_a_named_inequality_unless_it_is_false(is_true: bool, name: str, statement: str) -> None:
    found = citations(statement)
    assert name in (found or ()) if is_true else found is None


def test_combinations_and_squares_are_exact() -> None:
    a, b = ({((name, 1),): 1} for name in "ab")
    terms = [(fact_term(n, (">=", p)), p) for n, p in (("first", a), ("second", b))]
    goal = kernel.add(*(kernel.product([p, {(): c}]) for p, c in ((a, 3), (b, 7))))
    assert combine([(fact_term("goal", (">=", goal)), goal)], terms) == [1, 3, 7]
    assert combine([(fact_term("goal", (">=", goal)), kernel.negative(goal))], terms) is None
    # A perfect square is seen
    t = kernel.add({(("a", 1),): 2}, {(("u@v", 1),): -3}, {(): 1})
    assert kernel.product([square_root(kernel.product([t, t]))] * 2) == kernel.product([t, t])
    assert square_root({(("a", 2),): 2}) is None
    assert square_root({(("a", 2),): -1}) is None
    assert square_root({(("u@u", 1),): 1}) is None
    # Each named inequality has a statement that needs it
    assert {each.note for each in NAMED if each.is_true} == FINDERS.keys()


def test_denominators_and_roots_make_sense_by_cauchy_schwarz() -> None:
    prover.parse_question("vec s y; s@y > 0 |- (s@y)/(y@y) <= (s@s)/(s@y)")
    with pytest.raises(prover.BadInput, match="denominator y@y may be 0"):
        prover.parse_question("vec s y; s@y >= 0 |- (s@y)/(y@y) <= s@s")
    prover.parse_question("vec x z; norm(x) == 1, norm(z) == 1 |- sqrt(1 - (x@z)**2) <= 1")
    prover.parse_question("vec x y; real a b; a >= norm(x), b >= norm(y) |- sqrt((a + b)**2 - norm(x + y)**2) >= 0")
    with pytest.raises(prover.BadInput, match="may not exist"):
        prover.parse_question("vec x z; norm(x) == 1, norm(z) == 2 |- sqrt(1 - (x@z)**2) <= 1")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("statement", [each.text for each in RESEARCHERS])
def test_a_statement_of_a_researcher_is_proved(statement: str) -> None:
    finding = prove(statement, patience=1)
    assert finding.verdict == "proved", finding.reason
    entries = finding.certificate["entries"]
    assert kernel.check_book(entries)[NAME][0] == "proved"


def test_the_laws_of_exponents_are_identities() -> None:
    a, b = kernel.atom("a"), kernel.atom("b")
    exponents = [a, b, kernel.negative(a), kernel.add(a, b), kernel.product([a, kernel.constant(3)])]
    context, found = kernel.Context(frozenset("ab")), list(laws(exponents))
    for value, why in found:
        kernel.Checker({}).prove(context, {"law": ("=", value)}, why)
    products = [set(value) for value, _ in found]
    assert {(("exp(1,a;1,b)", 1),), (("exp(1,a)", 1), ("exp(1,b)", 1))} in products
    assert {(("exp(3,a)", 1),), (("exp(1,a)", 3),)} in products
    assert {(), (("exp(-1,a)", 1), ("exp(1,a)", 1))} in products


def test_what_a_proof_does_not_use_is_left_out() -> None:
    quoted = {"rule": "poly", "sum": [{"facts": ["b"]}]}
    why = {"rule": "poly", "sum": [{"facts": ["a"]}]}
    unused = {"rule": "have", "name": "c", "fact": [">=", "1", "0"], "why": why, "then": quoted}
    assert prune(unused) == quoted
    assert prune({**unused, "name": "b"}) == why
    both = {**unused, "name": "b", "then": {"rule": "poly", "sum": [{"facts": ["b", "b"]}]}}
    assert prune(both) == both
    summed = {"rule": "sum", "fact": "a", "name": "total", "each": "b", "then": quoted}
    assert prune(summed) == summed
    assert prune({**summed, "each": "c"}) == quoted
    lemma = {"rule": "lemma", "of": "x", "put": {}, "premises": {}, "as": {"conclusion": "d"}, "then": quoted}
    assert prune(lemma) == quoted
    assert prune({**lemma, "as": {"conclusion": "b"}}) == {**lemma, "as": {"conclusion": "b"}}


def test_a_sum_is_shown_term_by_term_only_if_it_is_one() -> None:
    for text, goal in {
        "real a[i] |- Sum(a[i]**2) >= 0": {(("a[i]", 2),): 1},
        "real a[i] t |- t*Sum(a[i]) >= Sum(1)": {(("a[i]", 1), ("t", 1)): 1, (): -1},
        "real a[i] |- Sum(a[i]) >= 1": None,
        "real a[i] |- Sum(a[i])**2 >= 0": None,
        "real a[i] |- Sum(a[i]) > 0": None,
    }.items():
        (sequent,) = prover.sequents_at(prover.parse_question(text)).values()
        reached = list[Sequent]()
        assert termwise(sequent, reached.append) is None  # type: ignore[arg-type]
        assert [s.goal for s in reached] == ([] if goal is None else [(">=", goal)]), text


def test_only_what_the_kernel_accepts_is_proved_with_or_without_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover.sums_of_squares, "is_there", lambda: False)
    assert prove("real a b |- a**2 + b**2 >= 2*a*b").verdict == "proved"
    monkeypatch.undo()
    # The kernel has to accept
    monkeypatch.setattr(kernel, "check_book", lambda entries: {NAME: ("error", "no", [])})
    assert prove("real a b |- a**2 + b**2 >= 2*a*b", patience=1).verdict == "unknown"


def test_squares_of_roots_are_written_out_in_facts_and_goal():
    """With r = √(a + s) and s = √b, r⁴ ≥ 0 is (a + s)² ≥ 0, and r³ ≥ 1 is r(a + s) ≥ 1."""
    r, s, a, b = map(kernel.atom, "rsab")
    lets = kernel.definition("s", "sqrt", b), kernel.definition("r", "sqrt", kernel.add(a, s))
    context = kernel.Context().naming(["a", "b"]).defining(lets[0]).defining(lets[1])
    given, goal = kernel.add(kernel.product([r] * 3), {(): -1}), kernel.product([r] * 4)
    context = context.knowing({"given": (">=", given), "other": ("=", kernel.product([s, s, a]))})
    found = []
    def then(here):
        found.append(here)
        square, less = {"squares": [["+", "a", "s"]]}, {"fact": "s.def", "by": "-1"}
        return {"rule": "poly", "sum": [square], "ideal": [less]}
    proof = squares_of_roots(Sequent(context, (">=", goal), definitions=lets), then)
    (here,) = found
    assert here.goal[1] == kernel.add(kernel.product([a, a]), kernel.product([{(): 2}, a, s]), b)
    assert here.context.facts["given plain"][1] == kernel.add(kernel.product([r, kernel.add(a, s)]), {(): -1})
    assert here.context.facts["other plain"] == ("=", kernel.product([a, b]))
    assert {"given", "other"} <= here.hidden
    kernel.Checker({}).prove(context, {"goal": (">=", goal)}, proof)


def test_weights_and_numbers_of_indices_are_used() -> None:
    asked = prover.parse_question("real a[i] b n; Sum(1) == n, n > 0, b > 0, all(a[i] > 0) |- Sum(a[i]) > 0")
    (sequent,) = prover.sequents_at(asked).values()
    assert [*sequent.facts] == ["hypothesis1", "hypothesis2", "hypothesis4"]
    # Positive weights are weights
    assert prove("real w[i] v[i]; all(w[i] > 0), all(v[i] > 0), Sum(w[i]) == 1 |- Sum(w[i]*v[i]) > 0", limit=3)
    assert not prove("real w[i] v[i]; all(w[i] >= 0), all(v[i] >= 0), Sum(w[i]) == 1 |- Sum(w[i]*v[i]) > 0", limit=1)
    # 1 and -1 in place of |c| leave no name that joins √2 and the goal
    assert prove("real p c t; abs(c) == 1, sqrt(abs(2)) == t |- p > t", limit=1).verdict == "refuted"


CANDIDATES = """
from novikoff.proofs.prover.prove import parse_question, sequents_at
from novikoff.proofs.prover.sums_over_indices import candidates
asked = parse_question("real x[i] y[i] z[i]; all(x[i] >= y[i]) |- Sum(x[i]**2)*Sum(y[i]**2) >= Sum(z[i]**2)")
print([term.json(1) for term in candidates(*sequents_at(asked).values())])
"""


def test_the_products_in_sum_do_not_depend_on_the_order_of_a_set() -> None:
    runs = [subprocess.run([sys.executable, "-c", CANDIDATES], env={**os.environ, "PYTHONHASHSEED": seed},
                           capture_output=True, text=True, check=True) for seed in ("0", "1", "2")]
    assert len({run.stdout for run in runs}) == 1

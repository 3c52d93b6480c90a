"""Worst cases of rules that nobody has analysed: closed forms, theorems, data, and what is refused."""

import copy
import random
import sys
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from novikoff.algorithms import user_rules
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.algorithms.user_rules import Rule
from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import prove
from novikoff.proofs.statements.vector_language import multiplied_out, sqrt
from novikoff.properties.estimation import estimates, least_separator_proofs
from novikoff.properties.estimation.data_dependent_rules import KOZINEC, PASSIVE_AGGRESSIVE
from novikoff.properties.estimation.estimates import Estimate, estimate
from novikoff.properties.estimation.extremal_data import Data, find_data
from novikoff.properties.estimation.k_update_conditions import Problem, polynomial_to_text, problems
from novikoff.properties.estimation.least_separator_proofs import Dual
from novikoff.properties.estimation.newton_refinement import find_optimum
from novikoff.properties.estimation.symbolic_rules import Scheme, count_updates, perceptron_like, scheme_of_rule
from novikoff.properties.estimation.worst_case_by_algorithm import compare_with_bound, worst_case
from novikoff.properties.separable_instances import dot


def forgetting(state, x, y):  # type: ignore[no-untyped-def]
    """The example of a rule that damps what was learned before."""
    return state._replace(w=Fraction(3, 4) * state.w + y * x)


def damped(state, x, y):  # type: ignore[no-untyped-def]
    """A step that depends on the length of the example."""
    return state._replace(w=state.w + y * x / (1 + x @ x))


def backwards(state, x, y):  # type: ignore[no-untyped-def]
    """A rule without a bound."""
    return state._replace(w=state.w - y * x)


FORGETTING, DAMPED, BACKWARDS = (scheme_of_rule(Rule.of(f)) for f in (forgetting, damped, backwards))
HOMOGENEOUS, HALF = perceptron_like(), perceptron_like(beta=Fraction(1, 2))


def estimated(scheme: Scheme, updates: int, **options) -> Estimate:  # type: ignore[no-untyped-def]
    return estimate(scheme.name, problems(scheme, updates, **options), partial(count_updates, scheme))


def require_shown(e: Estimate, scheme: Scheme) -> None:
    """Its theorems are proved, anew, and its data do what they are said to do, by another path."""
    book = e.book["entries"]
    names = [entry["statement"]["id"] for entry in book]
    assert len(set(names)) == len(names) == e.patterns
    verdicts = kernel.check_book(copy.deepcopy(book))
    assert {verdicts[name][0] for name in names} == {"proved"}
    assert e.data is not None
    assert e.upper is not None
    state, square_radius = (State(user_rules.exact_vector([0] * len(e.data.u)), Fraction(0)),
                            max(dot(x, x) for x in e.data.X))
    for number, (x, y) in enumerate(zip(e.data.X, e.data.y, strict=True), 1):
        point = user_rules.exact_vector(x)
        assert scheme.due(state, point, Fraction(y))
        assert y * (dot(e.data.u, x) + e.data.b) >= 1
        state = scheme.step(state, point, Fraction(y), number, square_radius)
    limit = 1 if e.problem.square_radius is None else e.problem.square_radius
    assert square_radius <= limit
    size = dot(e.data.u, e.data.u) + (e.data.b**2 / e.problem.bias if e.problem.bias else 0)
    assert size <= e.upper


def rates(text: str) -> Scheme:
    return perceptron_like(rates=tuple(map(Fraction, text.split(","))))


MARGINS = "4/3 20/11 44/19 76/27 116/35 164/43 220/51"
CLOSED = {
    **{f"homogeneous {k}": (HOMOGENEOUS, k, str(k)) for k in (1, 2, 5, 8)},
    **{f"margin 1/2, {k}": (HALF, k, c) for k, c in enumerate(MARGINS.split(), 2)},
    "rates 1,2,1": (rates("1,2,1"), 3, "14/5"),
    "rates 1,1/2,1/3,1/4": (rates("1,1/2,1/3,1/4"), 4, "170/49"),
    "rates 3,1,2,1,5": (rates("3,1,2,1,5"), 5, "64/15"),
    **{f"forgetting {k}": (FORGETTING, k, c) for k, c in
       ((2, "2"), (3, "74/25"), (4, "50/13"), (6, "962/181"), (8, "16850/2653"))},
    **{f"backwards {k}": (BACKWARDS, k, "1") for k in (2, 4)},
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", CLOSED)
def test_the_closed_forms_are_met_exactly(name: str) -> None:
    scheme, k, value = CLOSED[name]
    e = estimated(scheme, k)
    assert (e.lower, e.upper, e.verdict, e.is_exact) == (Fraction(value), Fraction(value), "proved-bounded", True)
    require_shown(e, scheme)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("bias_step", "k", "square_radius", "value"), [
    (Fraction(1), 2, 1, "1"), (Fraction(1), 4, 1, "2"), ("R2", 4, 1, "2"), (Fraction(1), 2, 4, "2/5"),
    (Fraction(1), 3, 4, "3/5"), (Fraction(4), 2, 4, "1/4"),
])
def test_with_a_bias_all_labels_are_tried(bias_step: Any, k: int, square_radius: int, value: str) -> None:
    scheme = perceptron_like(bias_step)
    e = estimated(scheme, k, square_radius=Fraction(square_radius))
    assert (e.lower, e.is_exact, e.patterns, len(e.theorems)) == (Fraction(value), True, 2 ** (k - 1), 2 ** (k - 1))
    require_shown(e, scheme)


def test_an_irrational_value_is_bracketed() -> None:
    """Three updates with the bias step R² need 2·1.7432… = 3/0.8605…, which no fraction is."""
    scheme = perceptron_like("R2")
    e = estimated(scheme, 3, labels=[1, -1, 1])
    assert e.lower is not None
    assert e.upper is not None
    assert not e.is_exact
    assert Fraction("1.74320") < e.lower < e.upper < Fraction("1.74321")
    assert e.upper - e.lower < Fraction(1, 10**8)
    require_shown(e, scheme)


def test_another_start_is_a_vector_of_its_own() -> None:
    """Two mistakes from ‖w₀‖ ≤ s·R need 2/(1 + s); three from s = 1/2 less than three from 0."""
    half = perceptron_like(start=Fraction(1, 2))
    e = estimated(half, 2)
    assert (e.lower, e.is_exact) == (Fraction(4, 3), True)
    assert e.data is not None
    assert dot(e.data.start, e.data.start) <= Fraction(1, 4)
    assert count_updates(half, e.data.X, e.data.y, e.data.start) == 2
    assert count_updates(half, e.data.X, e.data.y) < 2
    assert "w0@w0 <= R**2/4" in e.theorems[0].statement
    three = estimated(half, 3)
    assert three.lower is not None
    assert Fraction(197, 100) < three.lower < Fraction(198, 100)


def test_what_depends_on_labels_or_lengths_is_for_those() -> None:
    e = estimated(perceptron_like(Fraction(1)), 6, labels=[1, -1] * 3)
    assert (e.lower, e.is_exact, len(e.theorems)) == (3, True, 1)
    assert e.data is not None
    assert e.data.y == (1, -1) * 3
    e = estimated(DAMPED, 3, equal_lengths=True, square_radius=Fraction(4))
    assert (e.lower, e.is_exact) == (Fraction(3, 4), True)
    assert e.data is not None
    assert {dot(x, x) for x in e.data.X} == {4}
    assert "x1@x1 == 4" in e.theorems[0].statement


@pytest.mark.parametrize(("rule", "k", "value"), [(KOZINEC, 1, 2), (KOZINEC, 3, 4), (PASSIVE_AGGRESSIVE, 3, 3)])
def test_relaxed_rules_are_run_as_they_are(rule, k: int, value: int) -> None:  # type: ignore[no-untyped-def]
    e = estimate(rule.name, [rule.problem(k, Fraction(1))], rule.made, rule.entries(Fraction(1)))
    assert (e.lower, e.is_exact) == (value, True)
    assert e.data is not None
    assert rule.made(e.data.X, e.data.y) == k
    verdicts = kernel.check_book(e.book["entries"])
    assert [verdict for verdict, *_ in verdicts.values()] == ["proved"] * 2


def test_another_rule_or_condition_has_another_value() -> None:
    half = scheme_of_rule(Rule.of(lambda state, x, y: state._replace(w=Fraction(1, 2) * state.w + y * x)))
    assert [estimated(scheme, 3).lower for scheme in (half, FORGETTING, HOMOGENEOUS)] == [
        Fraction(14, 5), Fraction(74, 25), 3
    ]
    pair = scheme_of_rule(Rule.of(lambda state, x, y: (Fraction(1, 2) * state.w + y * x, state.b)))  # not a State
    assert estimated(pair, 3).lower == Fraction(14, 5)
    # The margin perceptron, written as a rule of somebody's own
    @user_rules.algorithm(when=lambda state, x, y: y * (state.w @ x) <= Fraction(1, 2), bias=False)
    def eager(state, x, y):  # type: ignore[no-untyped-def]
        return State(state.w + y * x, 0)
    scheme = scheme_of_rule(Rule.of(eager))
    assert estimated(scheme, 3).lower == Fraction(20, 11)
    # for ‖x‖² ≤ 4 the margin 1/2 is the margin 1/8 for ‖x‖² ≤ 1, and f(3) = (6 − 2β)/(2(1 + 2β) − β(2 + β))
    beta = Fraction(1, 8)
    wanted = (6 - 2 * beta) / (2 * (1 + 2 * beta) - beta * (2 + beta)) / 4
    assert estimated(scheme, 3, square_radius=Fraction(4)).lower == wanted


def test_the_theorem_says_all_that_is_supposed_and_nothing_else() -> None:
    (p,) = problems(FORGETTING, 3)
    assert p.statement(Fraction(74, 25)) == (
        "vec u x1 x2 x3; real R gamma; gamma > 0, R > 0, u@x1 >= gamma, x1@x1 <= R**2, u@x2 >= gamma, x2@x2 <= R**2, "
        "x1@x2 <= 0, u@x3 >= gamma, x3@x3 <= R**2, (3*x1/4 + x2)@x3 <= 0 |- (u@u)*R**2 >= 74*gamma**2/25"
    )
    entry = estimated(FORGETTING, 3).theorems[0].entry
    assert len(entry["statement"]["assume"]) == 10
    facts = multiplied_out(entry["statement"])
    assert facts["assume"]["hypothesis10"] == [
        ">=", ["+", ["*", "-3/4", ["@", "x1@", "x3@"]], ["-", ["@", "x2@", "x3@"]]], "0"]
    assert facts["show"] == {"conclusion": [
        ">=", ["+", ["*", ["^", "R", "2"], ["@", "u@", "u@"]], ["*", "-74/25", ["^", "gamma", "2"]]], "0"]}


def test_a_statement_that_says_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Problem.statement
    monkeypatch.setattr(Problem, "statement", lambda p, c: right(p, c).replace("x1@x2 <= 0", "x1@x2 >= 0"))
    with pytest.raises(AssertionError, match="the statement lacks a hypothesis of the problem"):
        Dual(problems(HOMOGENEOUS, 2)[0], Fraction(2))


@pytest.mark.parametrize("place", range(6))
def test_a_wrong_multiplier_is_refused(place: int) -> None:
    entry = estimated(HALF, 2).book["entries"][0]
    assert kernel.check_book([entry])["worst-case-2"][0] == "proved"
    wrong = copy.deepcopy(entry)
    summand = wrong["proof"]["sum"][place]
    summand["c"] = str(Fraction(summand.get("c", 1)) + Fraction(1, 10**9))
    assert kernel.check_book([wrong])["worst-case-2"][0] == "error"


@pytest.mark.parametrize(("scheme", "text"), [(HOMOGENEOUS, "3"), (HALF, "20/11"), (FORGETTING, "74/25")])
def test_nothing_is_shown_of_a_larger_value_nor_data_of_a_smaller_one(scheme: Scheme, text: str) -> None:
    (p,), value = problems(scheme, 3), Fraction(text)
    assert Dual(p, value + Fraction(1, 1000)).certify() is None
    exact = find_optimum(p)
    if exact is not None:
        assert Dual(p, value + Fraction(1, 1000)).certified_by(exact.multipliers) is None
    assert find_data(p, value - Fraction(1, 1000)) is None


def test_data_on_which_the_rule_does_not_do_so_many_updates_attain_nothing() -> None:
    (p,) = problems(HOMOGENEOUS, 3)
    e = estimate("it", [p], lambda X, y: 2)
    assert (e.lower, e.upper, e.data, e.is_exact) == (3, None, None, False)


def test_data_are_taken_only_if_they_keep_what_is_said_of_them() -> None:
    """Examples that are too long, margins below 1, and a square size above the one that is said, are refused."""
    (p,) = problems(HOMOGENEOUS, 2)
    count, one, zero = partial(count_updates, HOMOGENEOUS), Fraction(1), Fraction(0)
    right = Data(((one, zero), (zero, one)), (1, 1), (one, one), zero)
    longer = Data(((2 * one, zero), (zero, one)), (1, 1), (one, one), zero)
    outside = Data(right.X, (1, 1), (one, one / 2), zero)
    assert estimates.is_attained_by(p, right, Fraction(2), count)
    assert not estimates.is_attained_by(p, right, Fraction(199, 100), count)
    assert not estimates.is_attained_by(p, longer, Fraction(2), count)
    assert not estimates.is_attained_by(p, outside, Fraction(2), count)
    (p,) = problems(perceptron_like(start=Fraction(1, 2)), 2)
    for limit in (Fraction(1, 2), Fraction(51, 100)):
        begun = Data(right.X, (1, 1), right.u, zero, (-limit, zero))
        assert estimates.is_attained_by(p, begun, Fraction(2), count) == (limit == Fraction(1, 2))


def test_a_solver_that_lies_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says, the theorems are proved and the data are run."""
    right = Dual.numerical
    def lying(self: Dual) -> list[float] | None:
        known = right(self)
        return known and [known[0], known[1] + 0.1, *known[2:]]
    monkeypatch.setattr(least_separator_proofs.Dual, "numerical", lying)
    e = estimated(HOMOGENEOUS, 2)
    assert e.lower is None or e.lower <= 2
    assert e.upper is None or e.upper >= 2


def test_a_strict_condition_is_not_met_with_equality() -> None:
    """The infimum is not attained: what is proved and the data on which the rule is called differ."""
    @user_rules.algorithm(when=lambda state, x, y: y * (state.w @ x) < Fraction(1, 2), bias=False)
    def eager(state: State, x: Any, y: Any) -> State:
        return State(state.w + y * x, 0)
    scheme = scheme_of_rule(Rule.of(eager))
    e = estimated(scheme, 3)
    assert e.upper is not None
    assert e.lower == Fraction(20, 11) < e.upper < Fraction(20, 11) + Fraction(1, 10**8)
    require_shown(e, scheme)


def test_what_no_data_can_do_is_proved_impossible() -> None:
    """After an update on a vector of length 1, w is too long for the rule to be called again."""
    @user_rules.algorithm(when=lambda state, x, y: state.w @ state.w <= Fraction(1, 2), bias=False)
    def once(state, x, y):  # type: ignore[no-untyped-def]
        return State(state.w + y * x, 0)
    scheme = scheme_of_rule(Rule.of(once))
    e = estimated(scheme, 2, equal_lengths=True)
    assert (e.impossible, e.verdict, e.lower, e.data) == (True, "proved-bounded", None, None)
    assert e.theorems[0].statement.endswith("|- 0 >= 1")
    assert estimated(scheme, 1, equal_lengths=True).lower == 1


def test_without_the_solver_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clarabel", None)
    with pytest.raises(BadInput, match="an estimate needs the extra 'solvers'"):
        estimated(HOMOGENEOUS, 2)


def random_rule(state, x, y):  # type: ignore[no-untyped-def]
    return state._replace(w=state.w + random.randint(1, 10**9) * y * x)


REFUSED = {
    "a step that depends on the data": (damped, "which is not a number; with equal_lengths=True"),
    "coordinates": (lambda s, x, y: State([a + y * b for a, b in zip(s.w, x, strict=True)], 0), "coordinates"),
    "a decision": (lambda s, x, y: State(s.w + y * x if x @ x > 1 else s.w, 0), "decisions"),
    "a float": (lambda s, x, y: State(s.w + 0.5 * y * x, 0), r"0.5 is a float.*write Fraction\(1, 2\)"),
    "chance": (random_rule, "two states for the same arguments"),
    "a hidden bias": (lambda s, x, y: State(s.w + y * x, s.w @ x), "moves b to"),
    "no state": (lambda s, x, y: s.w, "not a state"),
    "no offset": (lambda s, x, y: State(s.w + y * x, None), "returns b = None is not a number"),
    "a product": (lambda s, x, y: State(s.w + (s.w @ x) * x + y * x, 0), "which is not a number"),
}
CONDITIONS = {
    "is never true": (lambda s, x, y: y * (s.w @ x) < 0, "never makes update 1"),
    "is not linear": (lambda s, x, y: (s.w @ x) ** 2 <= 1, "not linear"),
    "is two comparisons": (lambda s, x, y: 0 <= s.w @ x <= 1 + x @ x, "does not compute"),
    "has a root": (lambda s, x, y: sqrt(x @ x) <= 1, "a root is not rational"),
    "is not a comparison": (lambda s, x, y: s.w @ x + 1, "not one comparison"),
}


@pytest.mark.parametrize("name", [*REFUSED, *CONDITIONS])
def test_what_is_out_of_reach_is_refused_in_one_sentence(name: str) -> None:
    function, why = REFUSED.get(name, (lambda s, x, y: State(s.w + y * x, 0), ""))
    when, reason = CONDITIONS.get(name, (None, why))
    with pytest.raises(BadInput, match=reason):
        problems(scheme_of_rule(Rule(name, function, when, False)), 3)


def test_numbers_and_labels_out_of_range_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for updates, labels in ((0, None), (41, None), (3, [1, 1]), (2, [1, 0])):
        with pytest.raises(BadInput):
            problems(HOMOGENEOUS, updates, labels=labels)
    monkeypatch.setattr("novikoff.properties.estimation.k_update_conditions.MOST_PATTERNS", 8)
    assert problems(perceptron_like(Fraction(1)), 3)
    with pytest.raises(BadInput, match="more than 8 ways"):
        problems(perceptron_like(Fraction(1)), 4)
    with pytest.raises(BadInput, match="none for update 3"):
        problems(rates("1,2"), 3)


def test_what_is_typed_and_printed_is_what_is_meant() -> None:
    """Every hypothesis of rules of all kinds is read back as it was (`Dual` raises otherwise)."""
    for scheme in (HOMOGENEOUS, HALF, perceptron_like(Fraction(1, 3)), perceptron_like("R2"), FORGETTING):
        for p in problems(scheme, 3, square_radius=Fraction(7, 3)):
            Dual(p, Fraction(1))
    Dual(problems(DAMPED, 3, equal_lengths=True)[0], Fraction(1))
    assert polynomial_to_text({}) == "0"
    (p,) = problems(HALF, 3)
    hint = "length(u - 6/11*x1 - 6/11*x2 - 8/11*x3)"
    assert prove(p.in_units(Fraction(20, 11)), using=[hint]).verdict == "proved"


def test_the_ledger_is_asked_what_it_allows_on_the_data() -> None:
    margin = ALGORITHMS["margin_perceptron"]
    options = {"bias_step": Fraction(0), "beta": Fraction(1, 2)}
    e = worst_case(margin, options, 4)
    known = compare_with_bound(margin, options, e)
    assert known is not None
    assert (known.claim, known.allows) == ("margin-perceptron-exact-bound", Fraction(4))
    with pytest.raises(BadInput, match="kozinec, margin_perceptron, perceptron"):
        worst_case(ALGORITHMS["winnow"], {}, 2)

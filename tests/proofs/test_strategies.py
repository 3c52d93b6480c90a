"""Strategies for statements without a derivation: each is needed by one that no earlier strategy proves."""

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.denominators import squares_of_roots
from novikoff.proofs.prover.exponentials import laws
from novikoff.proofs.prover.preparations import termwise
from novikoff.proofs.prover.prove import NAME, prove
from novikoff.proofs.prover.sequents import Sequent, prune
from novikoff.proofs.search.perfect_squares import square_root

DECIDED = [
    "vec u v; real e; e > 0 |- 2*(u@v) <= e*(u@u) + (v@v)/e",
    "real k g R; k >= 0, g > 0, (k*g)**2 <= k*R**2 |- k <= (R/g)**2",
    "vec x y g; y == x - g |- y@x == x@x - g@x",
    "vec u v m; 2*m == u + v |- (u - m)@(u - m) == (v - m)@(v - m)",
    "vec u v w |- norm(u + v + w) <= norm(u) + norm(v) + norm(w)",
    "vec u v; real t; 0 <= t, t <= 1 |- norm(t*u + (1-t)*v) <= t*norm(u) + (1-t)*norm(v)",
    "vec w v x; real y t; 0 <= t, t <= 1"
    " |- max(0, 1 - y*((t*w + (1-t)*v)@x)) <= t*max(0, 1 - y*(w@x)) + (1-t)*max(0, 1 - y*(v@x))",
    "vec a b c |- (a@a)*(b@b)*(c@c) + 2*(a@b)*(b@c)*(a@c)"
    " - (a@a)*(b@c)**2 - (b@b)*(a@c)**2 - (c@c)*(a@b)**2 >= 0",
    "vec x e f; e@e == 1, f@f == 1, e@f == 0 |- (x@e)**2 + (x@f)**2 <= x@x",
    "real a b c; a > 0, b > 0, c > 0 |- (a + b + c)*(1/a + 1/b + 1/c) >= 9",
    "vec x[i]; real a[i]; all(a[i] >= 0), Sum(a[i]) == 1, all(x[i]@x[i] <= 1) |- Sum(a[i]*(x[i]@x[i])) <= 1",
    "real a[i] x[i]; all(a[i] >= 0), Sum(a[i]) == 1 |- Sum(a[i]*x[i])**2 <= Sum(a[i]*x[i]**2)",
    "real x y z; x >= 0, y >= 0, z >= 0 |- x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0",
    "real a b; a > 0, b > 0 |- 1/a + 1/b >= 4/(a + b), a/b + b/a >= 2",
    "vec w u x[i]; real a[i]; w == Sum(a[i]*x[i]) |- w@u == Sum(a[i]*(x[i]@u))",
    "vec x[i]; real R; R >= 0, all(norm(x[i]) <= R) |- norm(Sum(x[i])) <= R*Sum(1)",
    "real a[i] M; all(abs(a[i]) <= M) |- abs(Sum(a[i])) <= M*Sum(1)",
    "real q[i]; all(q[i] > 0) |- Sum(q[i] + 1/q[i]) >= 2*Sum(1)",
    "real a[i] b[i] |- Sum(abs(a[i] + b[i])) <= Sum(abs(a[i])) + Sum(abs(b[i]))",
    "real p[i] q[i]; all(p[i] >= 0), all(q[i] >= 0), Sum(p[i]) == 1, Sum(q[i]) == 1 |- Sum(sqrt(p[i]*q[i])) <= 1",
    "vec w; real R; R > 0, norm(w) > R |- norm(R/norm(w)*w) == R",
    "real t |- exp(t) + exp(-t) <= 2*exp(t**2/2)",
    "real x; x >= 0 |- (1 + x/2)**2 <= exp(x)",
    "real z |- ln(1 + exp(z)) - ln(1 + exp(-z)) == z",
    "real a b; a > 0, b > 0, a*b == 1 |- ln(a) + ln(b) == 0",
    "real x; x <= 1 |- exp(x) <= 1 + x + x**2",
    "real t; t >= 0 |- exp(-t) <= 1 - t + t**2/2 - t**3/6 + t**4/24",
    "real x; x >= 0 |- ln(1 + x) <= x - x**2/2 + x**3/3",
    "real q[i]; all(q[i] > 0), Sum(1) > 0 |- Sum(q[i])/Sum(1) >= Sum(1)/Sum(1/q[i])",
    "real a[i]; Sum(1) == 0 |- Sum(a[i]) == 0",
    "real a[i]; all(a[i] >= 0) |- all(a[i] <= Sum(a[i]))",
    "vec x[i] |- all(norm(x[i])**2 <= Sum(norm(x[i])**2))",
    "real q[i]; all(q[i] > 0), Sum(q[i]) == 1 |- -Sum(q[i]*ln(q[i])) <= ln(Sum(1))",
    "real p q; 0 < p, p < 1, 0 < q, q < 1 |- p*ln(p/q) + (1-p)*ln((1-p)/(1-q)) >= 0",
]  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize("statement", DECIDED)
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


def test_the_kernel_has_to_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "check_book", lambda entries: {NAME: ("error", "no", [])})
    assert prove("real a b |- a**2 + b**2 >= 2*a*b", patience=1).verdict == "unknown"


def test_without_the_solver_the_other_attempts_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover.sums_of_squares, "is_there", lambda: False)
    assert prove("real a b |- a**2 + b**2 >= 2*a*b").verdict == "proved"


def test_a_perfect_square_is_seen() -> None:
    t = kernel.add({(("a", 1),): 2}, {(("u@v", 1),): -3}, {(): 1})
    assert kernel.product([square_root(kernel.product([t, t]))] * 2) == kernel.product([t, t])
    assert square_root({(("a", 2),): 2}) is None
    assert square_root({(("a", 2),): -1}) is None
    assert square_root({(("u@u", 1),): 1}) is None


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


@pytest.mark.parametrize(("statement", "holds"), [
    ("real x y; x >= 0, y >= 0 |- ln(1 + x + y) <= ln(1 + x) + ln(1 + y)", True),
    ("real x y; x > 0, y > 0 |- ln(1 + x + y) <= ln(x) + ln(1 + y)", False),
    ("real x y; x > 0, y > 0 |- 2*ln(1 + x + y) <= ln(1 + x) + 2*ln(1 + y)", False),  # of different sizes
])  # fmt: skip
def test_logarithms_are_compared_by_products_of_their_arguments(statement: str, holds: bool) -> None:
    asked = prover.parse_question(statement)
    (strategy,) = (s for s in prover.STRATEGIES if s.name == "products of arguments of logarithms")
    proof = prover.proof_of(strategy, prover.sequents_at(asked))
    assert (proof is not None) == holds
    assert not proof or prover.book_of(asked.entry(proof=proof)) is not None


def test_a_fact_about_the_number_of_indices_is_near_every_sum() -> None:
    asked = prover.parse_question("real a[i] b n; Sum(1) == n, n > 0, b > 0, all(a[i] > 0) |- Sum(a[i]) > 0")
    (sequent,) = prover.sequents_at(asked).values()
    assert [*sequent.facts] == ["hypothesis1", "hypothesis2", "hypothesis4"]


def test_positive_weights_are_weights() -> None:
    assert prove("real w[i] v[i]; all(w[i] > 0), all(v[i] > 0), Sum(w[i]) == 1 |- Sum(w[i]*v[i]) > 0", limit=3)
    assert not prove("real w[i] v[i]; all(w[i] >= 0), all(v[i] >= 0), Sum(w[i]) == 1 |- Sum(w[i]*v[i]) > 0", limit=1)

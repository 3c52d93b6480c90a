"""Classes of statements from papers, each with the strategy that is made for it; and false ones that are near."""

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import NAME, parse_question, sequents_at
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of
from novikoff.proofs.search.linear_certificates import fact_term
from novikoff.proofs.search.sparse_products import combine

STEP = "vec x y u v; real L t; L >= 0, t >= 0, norm(u - v) <= L*norm(x - y), (u - v)@(x - y) >= 0 |- "
PROVED = {
    "sparse products": [
        f"{STEP}norm(x - y - t*(u - v))**2 <= (1 + t**2*L**2)*norm(x - y)**2",
        "vec x y u v; real a; 0 < a, a < 1, norm(u - v) <= norm(x - y)"
        " |- norm((1 - a)*(x - y) + a*(u - v)) <= norm(x - y)",
    ],
    "both sides squared, sparse products": [
        "vec x s g; real L t; L > 0, 0 <= t, t <= 2/L, g@(x - s) >= norm(g)**2/L |- norm(x - t*g - s) <= norm(x - s)",
    ],
    "hypotheses squared, sparse products and squares": [
        "vec x y z s f g; real t L; t >= 0, L >= 0, (x - t*f - y)@(z - y) <= 0, (x - t*g - z)@(s - z) <= 0,"
        " g@(y - s) >= 0, norm(f - g) <= L*norm(x - y)"
        " |- norm(z - s)**2 <= norm(x - s)**2 - (1 - t**2*L**2)*norm(x - y)**2",
    ],
    "hypotheses squared, Cauchy–Schwarz for vectors, sparse products": [
        "vec w u; real k R B; k > 0, B >= 0, norm(u) <= B, w@u >= k, w@w <= k*R**2 |- k <= R**2*B**2",
    ],
    "piecewise": [
        "real x y |- abs(max(0, x) - max(0, y)) <= abs(x - y)",
        "vec w u x; real y l C m; C > 0, y**2 == 1, x@x > 0, l == 1 - y*(w@x), l >= 0, m >= 0, y*(u@x) >= 1 - m"
        " |- norm(w - u)**2 - norm(w + min(C, l/(x@x))*y*x - u)**2 >= min(C, l/(x@x))*(l - 2*m)",
    ],
    "products in sum, sparse products": [
        "real p[i] x[i] m M; all(p[i] >= 0), Sum(p[i]) == 1, all(m <= x[i]), all(x[i] <= M)"
        " |- Sum(p[i]*x[i]**2) - Sum(p[i]*x[i])**2 <= (M - Sum(p[i]*x[i]))*(Sum(p[i]*x[i]) - m)",
    ],
    "weights in sum, term by term, an exponential alone": [
        "real p[i] l[i]; all(p[i] >= 0), Sum(p[i]) == 1, all(l[i] >= 0)"
        " |- Sum(p[i]*exp(-l[i])) <= 1 - Sum(p[i]*l[i]) + Sum(p[i]*l[i]**2)/2",
    ],
    "entries below their sums": ["real a[i] |- all(exp(a[i]) <= Sum(exp(a[i])))"],
    "Gram determinants, sparse products": [
        "vec x y z; norm(x) == 1, norm(y) == 1, norm(z) == 1"
        " |- (x@y)**2 + (y@z)**2 + (z@x)**2 <= 1 + 2*(x@y)*(y@z)*(z@x)",
    ],
    "lengths of sums, sparse products": [
        "vec x[i]; real a[i]; all(a[i] > 0), Sum(a[i]) > 0 |- norm(Sum(x[i]))**2/Sum(a[i]) <= Sum((x[i]@x[i])/a[i])",
    ],
}  # fmt: skip
FALSE = [
    ("weights in sum, term by term, an exponential alone",
     "real p[i] l[i]; all(p[i] >= 0), Sum(p[i]) == 1"
     " |- Sum(p[i]*exp(-l[i])) <= 1 - Sum(p[i]*l[i]) + Sum(p[i]*l[i]**2)/2"),
    ("entries below their sums", "real a[i] |- all(exp(a[i]) <= Sum(exp(a[i]))/2)"),
    ("both sides squared, sparse products",
     "vec x s g; real L t; L > 0, 0 <= t, t <= 3/L, g@(x - s) >= norm(g)**2/L |- norm(x - t*g - s) <= norm(x - s)"),
    ("piecewise", "real x y |- abs(max(0, x) - max(0, y)) <= abs(x - y)/2"),
    ("sparse products",
     f"{STEP.replace('>= 0 |-', '>= -1 |-')}norm(x - y - t*(u - v))**2 <= (1 + t**2*L**2)*norm(x - y)**2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "statement"), [(name, text) for name, texts in PROVED.items() for text in texts])
def test_the_strategy_proves_its_class(name: str, statement: str) -> None:
    book = certificate(name, statement)
    assert book is not None
    assert kernel.check_book(book["entries"])[NAME][0] == "proved"


@pytest.mark.parametrize(("name", "statement"), FALSE)
def test_the_strategy_proves_nothing_false(name: str, statement: str) -> None:
    assert certificate(name, statement) is None


def certificate(name: str, statement: str) -> dict | None:
    """A book with a proof by this strategy alone."""
    asked = parse_question(statement)
    (strategy,) = [s for s in STRATEGIES if s.name == name]
    proof = proof_of(strategy, sequents_at(asked))
    return proof and book_of(asked.entry(proof=proof))


def test_a_combination_is_exact() -> None:
    a, b = ({((name, 1),): 1} for name in "ab")
    terms = [(fact_term(n, (">=", p)), p) for n, p in (("first", a), ("second", b))]
    goal = kernel.add(*(kernel.product([p, {(): c}]) for p, c in ((a, 3), (b, 7))))
    assert combine([(fact_term("goal", (">=", goal)), goal)], terms) == [1, 3, 7]
    assert combine([(fact_term("goal", (">=", goal)), kernel.negative(goal))], terms) is None

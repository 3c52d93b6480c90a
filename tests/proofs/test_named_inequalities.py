"""Named inequalities: statements that follow by one that the prover cites by itself, and slips that none proves."""

import pytest

from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.named_inequalities import FINDERS
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of

P, PQ = "all(p[i] >= 0), Sum(p[i]) == 1", "all(p[i] > 0), all(q[i] > 0), Sum(p[i]) == 1, Sum(q[i]) == 1"
TWO = "real p q; 0 < p, p < 1, 0 < q, q < 1 |- "
KL = "p*ln(p/q) + (1 - p)*ln((1 - p)/(1 - q))"
AB = "real x y; x > y, y > 0 |- "
CONJUGATE = "real a b p q; a > 0, b > 0, p > 1, q > 0, 1/p + 1/q == 1 |- "
UNIT = "vec x y z; x@x == 1, y@y == 1, z@z == 1 |- sqrt(1 - (x@z)**2) <= "
X = "all(m <= x[i]), all(x[i] <= M)"
Y = "all(k <= y[i]), all(y[i] <= K)"
MOMENT = "Sum(p[i]*exp(s*x[i]))"
COVARIANCE = "abs(Sum(p[i]*x[i]*y[i]) - Sum(p[i]*x[i])*Sum(p[i]*y[i]))"
SOFTMAX = "real a[i] b[i]; Sum(1) >= 1 |- ln(Sum(exp(b[i]))) >= ln(Sum(exp(a[i])))"
TRUE = [
    ("real u; u >= 0 |- (1 + u)*ln(1 + u) - u >= u**2/(2 + 2*u/3)", "relative-entropy-above-square"),
    ("real x; x >= 0 |- ln(1 + x) <= x*(6 + x)/(6 + 4*x)", "relative-entropy-above-square"),
    (f"real p[i] q[i]; {PQ} |- Sum((sqrt(p[i]) - sqrt(q[i]))**2) <= Sum(p[i]*ln(p[i]/q[i]))",
     "relative-entropy-above-hellinger"),
    (f"{TWO}{KL} >= 2*(p - q)**2", "pinsker-two-points"),
    (f"{TWO}p*(ln(p) - ln(q)) + (1 - p)*(ln(1 - p) - ln(1 - q)) >= 2*(p - q)**2", "pinsker-two-points"),
    (f"real p[i] q[i]; {PQ} |- Sum(abs(p[i] - q[i]))**2 <= 2*Sum(p[i]*ln(p[i]/q[i]))", "pinsker"),
    ("real a[i] b[i]; all(a[i] > 0), all(b[i] > 0), Sum(a[i]) > 0, Sum(b[i]) > 0 "
     "|- Sum(a[i]*ln(a[i]/b[i])) >= Sum(a[i])*ln(Sum(a[i])/Sum(b[i]))", "log-sum"),
    ("real p[i] a[i]; all(p[i] > 0), Sum(p[i]) == 1, Sum(1) >= 1 "
     "|- Sum(p[i]*a[i]) - Sum(p[i]*ln(p[i])) <= ln(Sum(exp(a[i])))", "log-sum"),
    (f"{SOFTMAX} + Sum(exp(a[i])*(b[i] - a[i]))/Sum(exp(a[i]))", "log-sum"),
    ("real p s; 0 <= p, p <= 1 |- p*exp(s*(1 - p)) + (1 - p)*exp(-s*p) <= exp(s**2/8)", "hoeffding-two-points"),
    ("real p s; 0 <= p, p <= 1 |- ln(1 - p + p*exp(s)) <= p*s + s**2/8", "hoeffding-two-points"),
    (f"real p[i] x[i] s; {P}, Sum(p[i]*x[i]) == 0, all(-1 <= x[i]), all(x[i] <= 1) |- {MOMENT} <= exp(s**2/2)",
     "hoeffding-lemma"),
    (f"real p[i] x[i] s m M; {P}, {X}, m < M "
     "|- Sum(p[i]*exp(s*(x[i] - Sum(p[i]*x[i])))) <= exp(s**2*(M - m)**2/8)", "hoeffding-lemma"),
    (f"{AB}sqrt(x*y)*(ln(x) - ln(y)) <= x - y", "geometric-below-logarithmic-mean"),
    ("real x y; x < y |- exp((x + y)/2)*(y - x) <= exp(y) - exp(x)", "geometric-below-logarithmic-mean"),
    (f"{AB}(x - y)/(ln(x) - ln(y)) <= (x + y)/2", "relative-entropy-above-square"),
    ("real x y; x < y |- 2*(exp(y) - exp(x)) <= (exp(x) + exp(y))*(y - x)", "logarithmic-below-arithmetic-mean"),
    (f"{CONJUGATE}a*b <= exp(p*ln(a))/p + exp(q*ln(b))/q", "young"),
    (f"{UNIT}sqrt(1 - (x@y)**2) + sqrt(1 - (y@z)**2)", "sines-triangle"),
    (f"real p[i] x[i] y[i] m M k K; {P}, {X}, {Y} |- {COVARIANCE} <= (M - m)*(K - k)/4", "gruss"),
    ("real x a |- exp(a*x) + exp(-a*x) <= 2*exp(a**2*x**2/2)", "cosh-below-gaussian"),
]  # fmt: skip
FALSE = [
    "real u; u >= 0 |- (1 + u)*ln(1 + u) - u >= u**2/(2 + u/2)",
    "real x; x >= 0 |- ln(1 + x) <= x*(6 + x)/(6 + 5*x)",
    "real x; x >= 0 |- ln(1 + x) >= x*(6 + x)/(6 + 4*x)",
    f"real p[i] q[i]; {PQ} |- Sum((sqrt(p[i]) - sqrt(q[i]))**2) <= Sum(p[i]*ln(p[i]/q[i]))/2",
    f"{TWO}{KL} >= 3*(p - q)**2",
    f"{TWO}p*ln(p/q) + (1 - p)*ln((1 - q)/(1 - p)) >= 2*(p - q)**2",
    "real p q; 0 < p, 0 < q, q < 1, p < 1 |- p*ln(p/q) >= 2*(p - q)**2",
    f"real p[i] q[i]; {PQ} |- Sum(abs(p[i] - q[i]))**2 <= Sum(p[i]*ln(p[i]/q[i]))",
    f"real p[i] q[i]; {PQ.replace(', Sum(q[i]) == 1', '')} |- Sum(abs(p[i] - q[i]))**2 <= 2*Sum(p[i]*ln(p[i]/q[i]))",
    "real a[i] b[i]; all(a[i] > 0), all(b[i] > 0), Sum(a[i]) > 0, Sum(b[i]) > 0 "
    "|- Sum(a[i]*ln(a[i]/b[i])) <= Sum(a[i])*ln(Sum(a[i])/Sum(b[i]))",
    "real p[i] a[i]; all(p[i] > 0), Sum(1) >= 1 |- Sum(p[i]*a[i]) - Sum(p[i]*ln(p[i])) <= ln(Sum(exp(a[i])))",
    f"{SOFTMAX} + Sum(exp(b[i])*(b[i] - a[i]))/Sum(exp(b[i]))",
    "real p s; 0 <= p, p <= 1 |- p*exp(s*(1 - p)) + (1 - p)*exp(-s*p) <= exp(s**2/9)",
    f"real p[i] x[i] s; {P}, all(-1 <= x[i]), all(x[i] <= 1) |- {MOMENT} <= exp(s**2/2)",
    f"real p[i] x[i] s; {P}, Sum(p[i]*x[i]) == 0, all(-1 <= x[i]) |- {MOMENT} <= exp(s**2/2)",
    f"real p[i] x[i] s; {P}, Sum(p[i]*x[i]) == 0, all(-1 <= x[i]), all(x[i] <= 2) |- {MOMENT} <= exp(s**2/2)",
    f"real p[i] x[i] s; Sum(p[i]) == 1, Sum(p[i]*x[i]) == 0, all(-1 <= x[i]), all(x[i] <= 1) "
    f"|- {MOMENT} <= exp(s**2/2)",
    f"real p[i] x[i] s; all(p[i] >= 0), Sum(p[i]*x[i]) == 0, all(-1 <= x[i]), all(x[i] <= 1) "
    f"|- {MOMENT} <= exp(s**2/2)",
    f"{AB}sqrt(x*y)*(ln(x) - ln(y)) >= x - y",
    f"{AB.replace('x > y', 'x > 0')}sqrt(x*y)*(ln(x) - ln(y)) <= x - y",
    "real x y |- exp((x + y)/2)*(y - x) <= exp(y) - exp(x)",
    f"{AB}(x - y)/(ln(x) - ln(y)) <= (x + y)/3",
    "real x y; x < y |- exp(y) - exp(x) <= (exp(x) + exp(y))/3*(y - x)",
    f"{CONJUGATE.replace('1/q == 1', '1/q == 2')}a*b <= exp(p*ln(a))/p + exp(q*ln(b))/q",
    f"{CONJUGATE}a*b <= exp(p*ln(a))/q + exp(q*ln(b))/p",
    f"{CONJUGATE}2*a*b <= exp(p*ln(a))/p + exp(q*ln(b))/q",
    f"{UNIT}sqrt(1 - (x@y)**2)",
    f"{UNIT.replace('<= ', '<= 9/10*(')}sqrt(1 - (x@y)**2) + sqrt(1 - (y@z)**2))",
    f"{UNIT}sqrt(1 - (x@y)**2) + (1 - (y@z)**2)",
    f"real p[i] x[i] y[i] m M k K; {P}, {X}, {Y} |- {COVARIANCE} <= (M - m)*(K - k)/5",
    f"real p[i] x[i] y[i] m M k K; all(p[i] >= 0), {X}, {Y} |- {COVARIANCE} <= (M - m)*(K - k)/4",
    f"real p[i] x[i] y[i] m M k K; Sum(p[i]) == 1, {X}, {Y} |- {COVARIANCE} <= (M - m)*(K - k)/4",
    f"real p[i] x[i] y[i] m M k K; {P}, {X}, all(k <= y[i]) |- {COVARIANCE} <= (M - m)*(K - k)/4",
    "real x a |- exp(a*x) + exp(-a*x) <= 2*exp(a**2*x**2/3)",
    "real x a |- exp(a*x) + exp(-x) <= 2*exp(a**2*x**2/2)",
]  # fmt: skip


def citations(statement: str) -> set[str] | None:
    """What a strategy with named inequalities cites in a proof of a statement; None, if none proves it."""
    asked = prover.parse_question(statement)
    for strategy in STRATEGIES:
        if "named inequalities" in strategy.name:
            proof = proof_of(strategy, prover.sequents_at(asked), asked.first())
            if proof is not None and (book := book_of(asked.entry(proof=proof))):
                return {entry["statement"]["id"] for entry in book["entries"]}
    return None


def test_each_named_inequality_has_a_statement_that_needs_it() -> None:
    assert {name for _, name in TRUE} == FINDERS.keys()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "name"), TRUE)
def test_a_statement_follows_by_a_named_inequality(statement: str, name: str) -> None:
    assert name in (citations(statement) or ())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("statement", FALSE)
def test_no_named_inequality_proves_what_is_false(statement: str) -> None:
    assert citations(statement) is None

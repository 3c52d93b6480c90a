"""Late strategies, most with a multiplier of the goal: true statements by one strategy, false ones by none."""

import pytest

from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of

BOUNDED = "products of bounded vectors"
TURNED = "both sides squared, a length is 0 or positive, products of bounded vectors"
SIDE = "signs of absolute values, the smaller side as a multiplier"
COMPLETED = "signs of absolute values, a completed square, factors"
SIGNED = "signs of absolute values, products of bounded vectors"
BALLS = "vec x y e; real a b c d; e@e == 1, a <= b, c <= d, (b*e - x)@(x - a*e) >= 0, (d*e - y)@(y - c*e) >= 0 |- "
FREUND = "vec w u; real k R g D; norm(u) == 1, w@u >= k*g - sqrt(k)*D, w@w <= k*R**2, k >= 1, g > 0, D >= 0"
TRUE = [
    ("vec x a b |- (x@a)*(x@b) >= (a@b - norm(a)*norm(b))*(x@x)/2", BOUNDED),
    ("vec a b x |- abs((a@x)*(x@b)) <= (norm(a)*norm(b) + abs(a@b))*(x@x)/2", SIGNED),
    ("vec a b x |- abs((a@x)*(x@b)) <= norm(a)*norm(b)*(x@x)", SIGNED),
    (f"{BALLS}abs(x@y - (x@e)*(e@y)) <= (b - a)*(d - c)/4", SIGNED),
    (f"{FREUND}, R >= 0 |- k <= ((R + D)/g)**2", BOUNDED),
    ("vec x y z |- norm(x)*norm(y - z) <= norm(y)*norm(z - x) + norm(z)*norm(x - y)", TURNED),
    ("vec x y z |- norm(x + y) + norm(y + z) + norm(z + x) <= norm(x) + norm(y) + norm(z) + norm(x + y + z)",
     "triangle inequalities"),
    ("vec x y z |- (x@y)**2 + (x@z)**2 <= (x@x)*(max(y@y, z@z) + abs(y@z))", SIDE),
    ("vec x y z; y@y > 0, z@z > 0 |- (x@y)**2/(y@y + abs(y@z)) + (x@z)**2/(z@z + abs(y@z)) <= x@x",
     COMPLETED),
    ("vec x y; norm(x) > 0, norm(y) > 0 |- norm(x/norm(x) - y/norm(y)) <= 2*norm(x - y)/max(norm(x), norm(y))",
     "piecewise, both sides squared, Cauchy–Schwarz for all lengths"),
]  # fmt: skip
FALSE = [
    "vec x y; norm(x) > 0, norm(y) > 0 |- norm(x/norm(x) - y/norm(y)) <= norm(x - y)/max(norm(x), norm(y))",
    "vec x a b |- (x@a)*(x@b) >= (a@b - norm(a)*norm(b))*(x@x)/3",
    "vec a b x |- abs((a@x)*(x@b)) <= (norm(a)*norm(b) + abs(a@b))*(x@x)/3",
    f"{BALLS}abs(x@y - (x@e)*(e@y)) <= (b - a)*(d - c)/5",
    f"{BALLS.replace('e@e == 1', 'e@e <= 1')}abs(x@y) <= (b - a)*(d - c)/4",
    f"{FREUND} |- k <= ((R + D)/g)**2",
    "vec x y z |- 2*norm(x)*norm(y - z) <= norm(y)*norm(z - x) + norm(z)*norm(x - y)",
    "vec x y z |- norm(x + y) + norm(y + z) + norm(z + x) <= norm(x) + norm(y) + norm(z)",
    "vec x y z |- norm(x + y) + norm(y + z) + norm(z - x) <= norm(x) + norm(y) + norm(z) + norm(x + y + z)",
    "vec x y z |- (x@y)**2 + (x@z)**2 <= (x@x)*max(y@y, z@z)",
    "vec x y z; y@y > 0, z@z > 0 |- (x@y)**2/(y@y + abs(y@z)/2) + (x@z)**2/(z@z + abs(y@z)/2) <= x@x",
    "vec x y z; y@z == 0 |- (x@y)**2 + (x@z)**2 <= x@x",
]
NEW = dict.fromkeys(name for _, name in TRUE)


def is_proved(statement: str, name: str) -> bool:
    asked = prover.parse_question(statement)
    (strategy,) = [each for each in STRATEGIES if each.name == name]
    proof = proof_of(strategy, prover.sequents_at(asked), asked.first())
    return proof is not None and book_of(asked.entry(proof=proof)) is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "name"), TRUE)
def test_a_multiplier_proves_it(statement: str, name: str) -> None:
    assert is_proved(statement, name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("statement", FALSE)
def test_no_multiplier_proves_what_is_false(statement: str) -> None:
    assert not any(is_proved(statement, name) for name in NEW)


def test_a_denominator_makes_sense_by_cauchy_schwarz() -> None:
    prover.parse_question("vec s y; s@y > 0 |- (s@y)/(y@y) <= (s@s)/(s@y)")
    with pytest.raises(prover.BadInput, match="denominator y@y may be 0"):
        prover.parse_question("vec s y; s@y >= 0 |- (s@y)/(y@y) <= s@s")


def test_a_root_makes_sense_by_cauchy_schwarz() -> None:
    prover.parse_question("vec x z; norm(x) == 1, norm(z) == 1 |- sqrt(1 - (x@z)**2) <= 1")
    prover.parse_question("vec x y; real a b; a >= norm(x), b >= norm(y) |- sqrt((a + b)**2 - norm(x + y)**2) >= 0")
    with pytest.raises(prover.BadInput, match="may not exist"):
        prover.parse_question("vec x z; norm(x) == 1, norm(z) == 2 |- sqrt(1 - (x@z)**2) <= 1")

"""Claims hold on random exact instances; false ones are found; the generator makes enough instances of every kind."""

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.checking import random_instances
from novikoff.proofs.checking.random_instances import Formulas, Meaningless, evaluate, judge_instance
from novikoff.proofs.checking.stored_certificates import statement_of
from novikoff.proofs.checking.vacuity import stored_models
from novikoff.proofs.statements.perceptron_runs import perceptron_run
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.vector_language import Abs, Eq, Max, Rational, Sum, augment, equal, exp, ln, norm, sqrt

from ..planted_claims import planted

FEW = 8
PROVED = [c for c in claims().values() if c.expected == "proved"]
RARE = {"alma-published-constants": FEW, "no-count-between-zero-and-one": FEW, "shifting-perceptron-root-step": FEW,
        "geometric-below-logarithmic-mean": 2,
        "pinsker": FEW, "relative-entropy-above-square": FEW}  # hypotheses that are hardly met, and how often at least
REFUTED = [c for c in claims().values() if c.expected == "refuted"]


def known(claim):
    model = stored_models().get(claim.id)
    return [model["witness"]] if model else []


@pytest.fixture(scope="module")
def few(sample):
    """One claim in twenty-four; `novikoff check --evaluate` takes all."""
    chosen = sample((c.id for c in PROVED if c.id not in RARE), len(PROVED) // 24)
    chosen += ["smola-norm-growth", "ellipsoid-mistake-bound"]  # the second has values that neither judge decides
    return {i: evaluate(claims()[i], count=FEW, known=known(claims()[i])) for i in chosen}


def test_proved_claims_hold_on_instances_of_every_kind(few):
    assert {i: e.failures for i, e in few.items() if e.failures} == {}
    # Every claim has instances
    assert {i: e.satisfied for i, e in few.items() if e.satisfied < FEW} == {}
    # Instances are of every kind
    everywhere = {d for e in few.values() for d in e.dimensions}
    assert everywhere == {0, 1, 2, 3, 4, 5}
    growth = few["smola-norm-growth"]
    assert growth.boundary > 2
    assert growth.steps > 2
    assert len(growth.dimensions) >= 4


@pytest.mark.parametrize("identifier", sorted(RARE))
def test_hypotheses_that_hardly_anything_meets_have_some_instances(identifier):
    claim = claims()[identifier]
    assert RARE[identifier] <= evaluate(claim, known=known(claim)).satisfied < random_instances.COUNT


def test_seeds_and_budgets_decide_the_instances(sample):
    claim = claims()["smola-mistake-bound"]
    assert evaluate(claim, count=10) == evaluate(claim, count=10)
    assert evaluate(claim, count=10, seed=1) != evaluate(claim, count=10)
    for claim in map(claims().get, sample((c.id for c in PROVED if c.id not in RARE), 4)):
        assert evaluate(claim, known=known(claim)).satisfied == random_instances.COUNT == 100, claim.id


def growth(p, radius=lambda R: R**2, bound=lambda R: R**2 + 1):
    R = p.real("R")
    run = perceptron_run(p)
    run.examples(radius=run.x @ run.x <= radius(R))
    p.show(conclusion=run.w @ run.w + run.b**2 <= run.k * bound(R))


@pytest.mark.parametrize(
    "change", [{}, {"radius": lambda R: R**2 + 1}, {"bound": lambda R: R**2}, {"bound": lambda R: R**2 + 1 - R / 100}],
    ids=["true", "radius", "bound", "slightly"]
)
def test_false_claims_fail_and_true_ones_do_not(change):
    result = evaluate(planted(lambda p: growth(p, **change)))
    assert result.satisfied == 100
    assert bool(result.failures) == bool(change)
    assert all(f.reason == "false: conclusion" for f in result.failures)


def test_most_refuted_claims_fail_without_being_told_how(sample):
    few_or_more = (5, 15)  # the same instances: most fail at once
    chosen = [claims()[i] for i in sample((c.id for c in REFUTED), len(REFUTED) // 5)]
    failing = [c.id for c in chosen if any(evaluate(c, count=count).failures for count in few_or_more)]
    assert len(failing) >= (0.7 if len(chosen) == len(REFUTED) else 0.5) * len(chosen), failing  # a third varies


def test_a_claim_without_instances_is_reported():
    def contradictory(p):
        (a,) = p.reals("a")
        p.assume(positive=a > 0, negative=a < 0)
        p.show(conclusion=a**2 > 0)
    assert evaluate(planted(contradictory), count=5).satisfied == 0


def test_page_and_statement_are_compared():
    claim = claims()["perceptron-norm-growth"]
    statement, formulas = statement_of(claim), Formulas(claim.script)
    witness = stored_models()[claim.id]["witness"]
    assert judge_instance(statement, formulas, witness)[1] == ""
    never = statement._replace(show={n: (">", {(): -1}) for n in statement.show})
    assert "disagree on the conclusions" in judge_instance(never, formulas, witness)[1]
    less = statement._replace(assume={})
    outside = {**witness, "values": {**witness["values"], "y": "7"}}
    assert "disagree on the hypotheses" in judge_instance(less, formulas, outside)[1]
    assert judge_instance(statement, formulas, outside)[1] is None


def test_formulas_read_every_term():
    p = Script()
    (u, x), (a, b) = p.vectors("u x[i]"), p.reals("a b[i]")
    p.show(root=Eq(norm(u), 5), absolute=Eq(Abs(a), 2), largest=Eq(Max(a, 1), 1), quotient=Eq(2 / a, -1),
           sum=Eq(Sum(b * (u @ x)), 11), each=b * (x @ x) > 0, pair=Eq(augment(u, a) @ augment(u, 3), 19))
    values = {"u@": ["3", "4"], "x[i]@": [["1", "0"], ["0", "1"]], "a": "-2", "b[i]": ["1", "2"]}
    witness = {"dimension": 2, "size": 2, "values": values, "steps": []}
    assert Formulas(p).judge(witness) == ([], [], False, [], [])
    negative = {**witness, "values": {**values, "b[i]": ["1", "-1"]}}
    assert Formulas(p).judge(negative).false == ["sum", "each"]
    for wrong in ({**values, "a": "0"}, {**values, "u@": ["1", "1"]}):
        with pytest.raises(Meaningless):
            Formulas(p).judge({**witness, "values": wrong})


def test_formulas_read_sums_of_vectors_and_exponentials():
    p = Script()
    (u, x), (a, b) = p.vectors("u x[i]"), p.reals("a b[i]")
    total = p.let("s", Sum(b * x))
    p.show(sum=Eq(total @ u, 11), double=Eq(Sum(b * (Sum(b * x) @ x)), 5), each=x @ total > 0,
           same=equal(total, Sum(b * x)), pair=Eq(Sum(b * augment(x, 1)) @ augment(u, a), 5),
           exp=exp(a) < Rational(14, 100), ln=ln(-a) > Rational(69, 100), root=sqrt(exp(a)) > Rational(36, 100),
           law=Eq(exp(a) * exp(-a), 1), not_law=Eq(exp(a) * exp(-a), 2), most=Eq(Max(exp(a), 1), 1),
           more=Max(exp(a), 1) > Rational(99, 100), one=Eq(exp(a + 2), 1), zero=Eq(ln(-a - 1), 0))
    values = {"u@": ["3", "4"], "x[i]@": [["1", "0"], ["0", "1"]], "a": "-2", "b[i]": ["1", "2"]}
    judged = Formulas(p).judge({"dimension": 2, "size": 2, "values": values, "steps": []})
    assert (judged.false, judged.undecided) == (["not_law"], ["law", "most"])
    less = {**values, "a": ["exp", "1"]}
    with pytest.raises(Meaningless):
        Formulas(p).judge({"dimension": 2, "size": 2, "values": less, "steps": []})


def above_tangent(p, gap=0):
    t = p.real("t")
    p.show(conclusion=exp(t) >= 1 + t + gap * t**2)


def product_law(p, gap=0, least=0):
    q, r = p.reals("q r")
    p.assume(first=q > least, second=r > least)
    with p.making_sense(ln(q * r)):
        p.conclude("first * second", "first", "second")
    p.show(conclusion=ln(q * r) >= ln(q) + ln(r) + gap)


def cone(p, gap=0):
    (x, c), y = p.vectors("x[i] c"), p.real("y[i]")
    m, _ = p.nearest("m[i] β", x, c, y)
    q = Sum(m * x)
    p.show(length=Eq(q @ q, q @ c + gap * (c @ c)), balance=Eq(Sum(m * y), 0), sign=m >= 0)


def span(p, gap=0):
    x, c = p.vectors("x[i] c")
    m, _ = p.nearest("m[i] β", x, c, free=True)
    p.show(orthogonal=Eq((c - Sum(m * x)) @ x, gap * (x @ x)))


def jensen(p, gap=0):
    x, a = p.vector("x[i]"), p.real("a[i]")
    p.assume(sign=a >= 0, one=Eq(Sum(a), 1))
    p.show(conclusion=Sum(a * x) @ Sum(a * x) + gap * Sum(a**2 * (x @ x)) <= Sum(a * (x @ x)))


@pytest.mark.parametrize("write", [above_tangent, product_law, cone, span, jensen])
def test_claims_with_the_new_terms_hold_and_slightly_stronger_ones_fail(write):
    right = evaluate(planted(write), count=40)
    assert (right.satisfied, right.failures) == (40, [])
    wrong = evaluate(planted(lambda p: write(p, Rational(1, 2))), count=40)
    assert wrong.satisfied == 40
    assert {f.reason for f in wrong.failures} <= {"false: conclusion", "false: length", "false: orthogonal"}
    assert len(wrong.failures) > 3


def test_nearest_points_are_computed_for_families_of_every_size():
    claim = planted(cone)
    statement = statement_of(claim)
    lets = random_instances.write_statement("planted", claim.script).data["let"]
    values = {"x[i]@": [["1", "0"], ["1", "1"], ["0", "-1"]], "c@": ["1", "2"], "y[i]": ["1", "-1", "0"]}
    witness = random_instances.complete_instance(statement, lets, {"dimension": 2, "size": 3, "values": values})
    assert witness["values"]["m[i]"] == ["4/5", "4/5", "0"]
    assert kernel.false_conclusions(statement, witness) == []


def test_what_bounds_do_not_decide_is_undecided_or_left_to_the_kernel():
    tiny = Rational(1, 2**90)
    result = evaluate(planted(lambda p: product_law(p, tiny, 1)), count=20)
    assert (result.failures, result.satisfied, result.undecided) == ([], 20, 20)
    assert evaluate(planted(above_tangent), count=20).undecided == 0
    def law(p, slack=0):
        s, t = p.reals("s t")
        p.show(conclusion=Eq(exp(s + t), exp(s) * exp(t) + slack))
    assert evaluate(planted(law), count=20)[3:4] == (0,)
    assert len(evaluate(planted(lambda p: law(p, Rational(1, 2**90))), count=20).failures) == 20


def test_reflections_keep_what_holds():
    claim = claims()["smola-mistake-bound"]
    statement = statement_of(claim)
    found = random_instances.read_instance(statement, stored_models()[claim.id]["witness"])
    for seed in range(10):
        turned = random_instances.reflect(found, 4, random_instances.random.Random(seed))
        assert kernel.false_conclusions(statement, turned.json(statement)) == []


def grown(p, most=None):
    t = p.real("t")
    p.assume(large=exp(t) >= 22)
    p.show(conclusion=t >= 3 if most is None else exp(t) <= most)


@pytest.mark.parametrize(("most", "t", "reason"), [(None, "30", ""), (1, "30", "false: conclusion"), (1, "-30", None)])
def test_exponents_beyond_the_bounds_of_the_kernel_are_judged(most, t, reason):
    """The kernel refuses to bound exp(30), and so to say that a hypothesis holds; values are bounded here instead."""
    claim = planted(lambda p: grown(p, most))
    witness = {"dimension": 0, "size": 0, "values": {"t": t}, "steps": []}
    with pytest.raises(kernel.Rejected, match="too large"):
        kernel.false_conclusions(statement_of(claim), witness)
    assert judge_instance(statement_of(claim), Formulas(claim.script), witness).reason == reason

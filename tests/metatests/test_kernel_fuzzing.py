"""The fuzzer: the kernel withstands it, and a kernel without one of its checks does not."""

import json
import random
import types
from functools import cache
from pathlib import Path

import pytest

from metatests import kernel_fuzzing as fuzzing
from metatests.kernel_fuzzing import campaign, faulty_proofs, random_terms, runs, shrinking
from metatests.kernel_fuzzing.polynomials import read, summed, times, written
from novikoff.proofs import kernel

SOURCE = Path(kernel.__file__).read_text(encoding="utf-8")
SAMPLE = 2000

# what the kernel does -> what a broken one does instead
BROKEN = {
    "negative coefficients": ('require(coefficient > 0, "a coefficient is not positive")', "pass"),
    "coefficients 0": ("require(coefficient > 0,", "require(coefficient >= 0,"),
    "strictness ignored": ("not strong or any(strict for _, strict in summands)", "True"),
    ">= taken as >": ('strict = strict and relation != ">="', "pass"),
    "an equation used as a sign": ('require(relation != "=", "an equation has no sign")', "pass"),
    "a multiplier that may be 0": ("strong or all(strict for _, strict in factors)", "True"),
    "equations from summands": (
        'require(relation != "=" or not summands, "an equation is certified by equations only")',
        "pass",
    ),
    "sides not compared": ('require(left == right, "the two sides of the certificate differ")', "pass"),
    "!= taken once": ('factors += [p, p] if relation == "!=" else [p]', "factors += [p]"),
    "cases left out": ('require(set("".join(arms)) == set("<=>"), "the cases do not cover every sign")', "pass"),
    "a cut that uses itself": ("self.prove(context, new, why)", "self.prove(context.knowing(new), new, why)"),
    "a weak negation": ('">": (">=", negative(p)), "=": ("!=", p)', '">": (">", negative(p)), "=": ("!=", p)'),
    "definitions without side": ('self.prove(context, {"side": d.side}, why)', "pass"),
    "premises not proved": (
        "self.prove_each(context, {n: (r, substitute(p, images)) for n, (r, p) in assume.items()}, premises)",
        "pass",
    ),
    "an index captured": (
        'require("[i]" in n or self.at_index or not is_indexed(p), "the term for this name mentions an index", n)',
        "pass",
    ),
    "an index where there is none": (
        'require(context.at_index or not is_indexed(p), "an index [i] is used outside a proof for one index")',
        "pass",
    ),
    "a sum of strict facts": ('("=" if relation == "=" else ">=", sum_over(p))', "(relation, sum_over(p))"),
    "an induction without base": (
        "((context.before(), run.start, base), (arb", "((arbitrary.knowing(facts), run.next, step), (arb"),
    "facts about the end in a step": ("if not variables(fact[1]) & self.state}", "}"),
    "a simulation from elsewhere": ("through, proofs in sides:", "through, proofs in sides[1:]:"),
    "a simulation by other steps": ("through, proofs in sides:", "through, proofs in sides[:1]:"),
    "an index captured by a sum": ('require(not is_indexed(v), "the sum would capture an index", total)', "pass"),
    "a remainder taken as strict": ("not (squares or norms or remainders)", "not (squares or norms)"),
    "one conclusion for all": ("((relation, goal),) = goals.values()", "(relation, goal), *_ = goals.values()"),
}


def broken(title):
    """A copy of the kernel without one of its checks."""
    right, wrong = BROKEN[title]
    assert SOURCE.count(right) == 1, title
    module = types.ModuleType("novikoff.proofs.kernel")  # the name for dataclasses; it is not installed
    exec(compile(SOURCE.replace(right, wrong), title, "exec"), module.__dict__)
    return module


@cache
def caught(title):
    """The blocks of a sample, up to a false statement that such a kernel accepts."""
    found, check = fuzzing.Report(1), broken(title).check_book
    for number in range(SAMPLE // 50):
        found.add(campaign.block(1, number, 50, check))
        if any("counterexample" in entry for entry in found.accepted):
            break
    return found


@pytest.fixture(scope="module")
def report():
    return fuzzing.fuzz(700, seed=20251120)


@pytest.mark.sampled(0)
def test_nothing_wrong_is_accepted_and_nothing_right_refused(report):
    assert report.false_statements >= 700
    assert report.corrupted >= 700
    assert not report.accepted, json.dumps(report.accepted[0])
    assert not report.refused, json.dumps(report.refused[0])
    assert report.right == report.right_accepted > 100
    assert report.sound


@pytest.mark.sampled(0)
def test_no_kind_is_idle(report):
    kinds = {
        *random_terms.CHEATS,
        *random_terms.RUN_CHEATS,
        "shift",
        "point",
        faulty_proofs.ODDLY,
        "another rule",
        "no reason",
    }
    kinds |= {f"right: {rule}" for rule in ("poly", "cases", "contra", "have", "split", "define", "lemma", "sum")}
    kinds |= {"right: run", "right: simulation", "right: poly at an index", "right: lemma at an index"}
    assert not kinds - set(report.kinds)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("title", BROKEN)
def test_a_broken_kernel_is_caught(title):
    found = caught(title)
    assert "counterexample" in found.accepted[0]
    assert found.wrongly_accepted
    assert not found.sound


@pytest.mark.sampled(0)
def test_the_report_depends_on_the_seed_alone(monkeypatch):
    monkeypatch.setattr(campaign, "BLOCK", 50)
    one, two = (fuzzing.fuzz(2 * campaign.BLOCK, seed=3, jobs=jobs) for jobs in (1, 2))
    other = fuzzing.fuzz(2 * campaign.BLOCK, seed=4)
    assert one == two
    assert one.kinds != other.kinds


@pytest.mark.sampled(0)
def test_progress_is_told_block_by_block(monkeypatch):
    seen = []
    monkeypatch.setattr(campaign, "BLOCK", 50)
    fuzzing.fuzz(60, seed=5, progress=lambda name, done, count: seen.append((done, count)))
    assert seen == [(1, 2), (2, 2)]


@pytest.mark.sampled(0)
def test_the_kernel_refutes_the_false_statements_and_no_others():
    chance = random.Random(11)
    for n in range(300):
        item = faulty_proofs.false_item(chance) if n % 2 else faulty_proofs.true_item(chance)
        assert item.witness == bool(n % 2)
        book = item.book()
        entry = {key: value for key, value in book[-1].items() if key == "statement"}
        right_sides = not item.kind.startswith("a definition")
        if item.sides and right_sides:
            entry["sides"] = item.sides
        entry["counterexample"] = item.statement.witness()
        verdict, reason, _ = kernel.check_book(json.loads(json.dumps([*book[:-1], entry])))["it"]
        if right_sides:
            assert verdict == ("refuted" if item.witness else "error"), (reason, json.dumps(entry))


@pytest.mark.sampled(0)
def test_this_arithmetic_is_the_kernels():
    chance = random.Random(12)
    for _ in range(300):
        maker = runs.Maker(chance)
        scope = random_terms.Scope({}, at=bool(maker.families))
        p, q = maker.poly(scope), maker.poly(scope)
        both = kernel.read_poly(written(p)), kernel.read_poly(written(q))
        assert kernel.read_poly(written(times(p, q))) == kernel.product(both)
        assert kernel.read_poly(written(summed(p))) == kernel.sum_over(both[0])
        assert read(written(summed(times(p, q)))) == summed(times(p, q))


@pytest.mark.sampled(0)
@pytest.mark.parametrize("title", ["negative coefficients", "a cut that uses itself", "cases left out"])
def test_what_is_accepted_is_shrunk(title):
    check = broken(title).check_book
    entry = caught(title).accepted[0]
    small = fuzzing.shrink(entry, check, examples=300)
    assert [list(one(small["book"]).values())[-1][0] for one in (check, kernel.check_book)] == ["proved", "error"]
    last = {key: value for key, value in small["book"][-1].items() if key in ("statement", "sides")}
    false = [*small["book"][:-1], {**last, "counterexample": small["counterexample"]}]
    assert list(check(false).values())[-1][0] == "refuted"
    assert shrinking.size_of(small) <= min(shrinking.size_of(entry), 1200)


@pytest.mark.parametrize("relation", [">", "!="])
def test_a_premise_about_no_index_that_became_false_is_not_taken(relation):
    """Of an empty family c[i] > 0 is true; with 0 put for c[i] it is 0 > 0, which no right certificate needs."""
    maker = runs.Maker(random.Random(1))
    with pytest.raises(random_terms.Impossible):
        maker.premise(random_terms.Scope({}), (relation, {}))
    assert maker.premise(random_terms.Scope({}), (">=", {}))["rule"] == "poly"

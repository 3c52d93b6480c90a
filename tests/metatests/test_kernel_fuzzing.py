"""The fuzzer: the kernel withstands it, and a kernel without one of its checks does not."""

import json
import types
from functools import cache
from pathlib import Path

import pytest

from metatests import kernel_fuzzing as fuzzing
from metatests.kernel_fuzzing.entries import KINDS
from metatests.kernel_fuzzing.points import witness
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import kernel
from novikoff.proofs.verified import extraction

SOURCE = Path(kernel.__file__).read_text(encoding="utf-8")

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
    """The report of the first block in which such a kernel accepts a false statement."""
    check = broken(title).check_book
    blocks = (fuzzing.campaign.Part(kind, 1, n, 8) for n in range(10) for kind in KINDS)
    return next(found for part in blocks if (found := fuzzing.campaign.search(part, check)).accepted)


@pytest.mark.sampled(0)
def test_right_entries_use_every_rule():
    found = fuzzing.Report(0)
    for n in range(30):
        found.add(fuzzing.campaign.search(fuzzing.campaign.Part("right", 2, n, 20)))
    kinds = {f"right: {rule}" for rule in ("poly", "cases", "contra", "have", "split", "define", "lemma", "sum")}
    kinds |= {"right: run", "right: simulation", "right: poly at an index", "right: contra at an index"}
    assert not kinds - set(found.tried)
    assert found.sound


@pytest.mark.sampled(1)
@pytest.mark.parametrize("title", BROKEN)
def test_a_broken_kernel_is_caught(title):
    """By a small false statement, which only the broken kernel proves, and the kernel refutes."""
    small = caught(title).accepted[0]
    book = json.loads(json.dumps(small["book"]))
    assert [check(book)["it"][0] for check in (broken(title).check_book, kernel.check_book)] == ["proved", "error"]
    last = {key: value for key, value in book[-1].items() if key in ("statement", "sides")}
    false = [*book[:-1], {**last, "counterexample": small["counterexample"]}]
    assert kernel.check_book(false)["it"][0] == "refuted"
    assert len(json.dumps(small)) < 2500


@pytest.fixture
def program():
    """Build the verified checker, unless it is there already."""
    try:
        return extraction.program()
    except BadInput:
        return extraction.build()


@pytest.mark.sampled(0)
def test_two_verdicts_are_noticed(program):
    part = fuzzing.campaign.Part("a definition whose side is not proved", 1, 0, 20)
    (found,) = fuzzing.campaign.search(part, lambda book: {"it": ("proved", "", [])}, compare=True).disagreed
    assert found["reason"].startswith("kernel: proved ; verified checker: rejected")


@pytest.mark.sampled(0)
def test_the_report_depends_on_the_seed_alone(monkeypatch):
    monkeypatch.setattr(fuzzing.campaign, "KINDS", ("right", "a case left out"))
    monkeypatch.setattr(fuzzing.campaign, "BLOCK", 20)
    one, two = (fuzzing.fuzz(80, seed=3, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert one.tried != fuzzing.fuzz(80, seed=4).tried


@pytest.mark.sampled(0)
def test_progress_is_told_block_by_block(monkeypatch):
    seen = []
    monkeypatch.setattr(fuzzing.campaign, "KINDS", ("right", "a case left out"))
    fuzzing.fuzz(10, seed=5, progress=lambda name, done, count: seen.append((done, count)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.sampled(0)
@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_refutes_the_false_statements_and_no_others(kind):
    """So the evaluation of terms at a point is the kernel's; they share no code."""
    seen = []
    def test(item):
        statement = item.book[-1]["statement"]
        last = {"statement": statement, "counterexample": witness(statement, item.point)}
        sides = {key: value for key, value in item.book[-1].items() if key == "sides"}
        verdict, reason, _ = kernel.check_book(json.loads(json.dumps([*item.book[:-1], last | sides])))["it"]
        seen.append(verdict)
        if kind != "a definition whose side is not proved":
            assert verdict == ("refuted" if item.is_false else "error"), (reason, json.dumps(item.record()))
    fuzzing.campaign.draw_each(fuzzing.campaign.Part(kind, 11, 0, 10), test)
    assert len(seen) >= 10

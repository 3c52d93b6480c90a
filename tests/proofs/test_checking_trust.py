"""What is not proved taints all that rests on it: admitted claims, steps without certificate, sizes up to a bound."""

import json

import pytest

from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking import entry_building, entry_verdicts, ledger_check, trust
from novikoff.proofs.search import citation_graph as citing_
from novikoff.proofs.search import linear_certificates as search
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.registry import cite
from novikoff.proofs.statements.vector_language import Eq, Sum, facts_of

CLEAN = {"admitted": {}, "solver_only": {}, "bounded": {}}


def square(p):
    """a² ≥ 0, without a proof."""
    (a,) = p.reals("a")
    p.show(conclusion=a**2 >= 0)


def cites(identifier, conclusion, **put):
    """What concludes something of a from a claim, into which it puts something."""
    def write(p):
        (a,) = p.reals("a")
        p.use(identifier, name="cited", **{name: value(a) for name, value in put.items()})
        p.conclude("cited", conclusion=conclusion(a))
    return write


fourth = cites("one", lambda a: a**4 + 1 > 0, a=lambda a: a**2)
more = cites("two", lambda a: a**4 + 2 > 0)
user = cites("hard", lambda a: a**4 + 3 >= 2 * a**2)
last = cites("user", lambda a: a**4 + 4 >= 2 * a**2)


def apart(p):
    """What cites none of them."""
    (a,) = p.reals("a")
    p.show(conclusion=a**2 + 1 > 0)


def checked(*wanted, **settings):
    return {o.claim.id: o for o in ledger_check.check(wanted, jobs=1, **settings)}


def taints(outcome):
    return {key: value for key, value in outcome.trust.json().items() if key in CLEAN}


def test_an_admitted_lemma_taints_what_cites_it_and_what_cites_that(plant):
    plant(square, "one", admitted="everybody knows")
    plant(fourth, "two")
    plant(more, "three")
    plant(apart, "four")
    found = checked("one", "two", "three", "four", engines=["kernel"])
    assert {i: o.verdict for i, o in found.items()} == {"one": "unknown", "two": "unknown", "three": "unknown",
                                                        "four": "proved"}
    for identifier in ("one", "two", "three"):
        assert taints(found[identifier]) == {**CLEAN, "admitted": {"one": "everybody knows"}}
        assert "one is admitted (everybody knows)" in found[identifier].reason
        assert not found[identifier].as_expected
    assert found["three"].trust.lemmas == found["three"].rests_on == ["one", "two"]
    assert (found["one"].trust.checked_by, found["two"].trust.checked_by) == ([], ["kernel"])
    assert (taints(found["four"]), found["four"].trust.lemmas) == (CLEAN, [])


def test_the_same_chain_with_a_proved_lemma_is_proved(plant):
    plant(square, "one")
    plant(fourth, "two")
    plant(more, "three")
    found = checked("one", "two", "three", engines=["kernel"])
    assert {(o.verdict, json.dumps(taints(o))) for o in found.values()} == {("proved", json.dumps(CLEAN))}


def test_taint_is_computed_from_what_the_proof_cites_and_not_from_what_is_written(plant):
    plant(square, "one", admitted="everybody knows")
    plant(fourth, "two")
    made = {i: entry_building.build_entry(i, ("kernel",)) for i in ("one", "two")}
    proof = {"rule": "poly", "sum": [{"squares": [["^", "a", "2"]]}, {}]}
    direct = {**made["two"].entry, "proof": proof}
    made["two"] = entry_building.ProofRecord(direct, {}, 0.0, {})
    outcome = entry_verdicts.judge_records(ledger_check.add_statements(made.items()), ("kernel",))["two"]
    assert (outcome.verdict, taints(outcome), outcome.rests_on) == ("proved", CLEAN, [])


def test_a_proof_that_cites_what_is_admitted_nowhere_is_rejected(plant):
    plant(square, "one", admitted="everybody knows")
    plant(fourth, "two")
    made = {"two": entry_building.build_entry("two", ("kernel",))}
    records = ledger_check.add_statements(made.items())
    assert entry_verdicts.judge_records(records, ("kernel",))["two"].verdict == "error"


def test_a_wrong_proof_is_not_accepted_because_something_is_admitted(plant):
    def wrong(p):
        (a,) = p.reals("a")
        p.use("one", name="square")
        p.show(conclusion=a**2 >= 0)
    plant(square, "one", admitted="everybody knows")
    plant(wrong, "two")
    made = {i: entry_building.build_entry(i, ("kernel",)) for i in ("one", "two")}
    made["two"].entry["statement"]["show"]["conclusion"] = [">=", ["+", ["^", "a", "2"], "-1"], "0"]
    outcome = entry_verdicts.judge_records(ledger_check.add_statements(made.items()), ("kernel",))["two"]
    assert (outcome.verdict, taints(outcome)) == ("error", CLEAN)


@pytest.fixture
def no_certificate(monkeypatch):
    """The search finds nothing for a⁴ ≥ 2a² − 1 and goals that need its negation."""
    given, find = kernel.read_poly(["+", ["^", "a", "4"], ["*", "-2", ["^", "a", "2"]], "1"]), search.certificate
    def certificate(context, goal, hints):
        known = [p for _, p in context.facts.values()]
        if (goal[1] == given and given not in known) or kernel.negative(given) in known:
            return None
        return find(context, goal, hints)
    monkeypatch.setattr(search, "certificate", certificate)


def hard(p):
    """A square, written out."""
    (a,) = p.reals("a")
    p.have("step", a**4 - 2 * a**2 + 1 >= 0)
    p.conclude("step", conclusion=a**4 + 2 >= 2 * a**2)


def test_a_step_that_only_solvers_find_valid_taints_what_rests_on_it(plant, no_certificate):
    plant(hard, "hard")
    plant(user, "user")
    plant(last, "last")
    found = checked("hard", "user", "last")
    assert {o.verdict for o in found.values()} == {"unknown"}
    for outcome in found.values():
        step = f"hard.line-{hard.__code__.co_firstlineno + 3}"
        assert outcome.trust.solver_only == {step: "step, which z3 and cvc5 found valid"}
        assert (outcome.trust.admitted, outcome.trust.bounded) == ({}, {})
    assert found["last"].rests_on == ["hard", "user"], "a step is no lemma"
    assert found["hard"].trust.checked_by == [], "the kernel has no certificate of the step"
    assert found["hard"].agreeing == [], "z3 and cvc5 find the step valid, and agree with no proof"


def test_without_solvers_or_with_doubts_there_is_no_ground(plant, no_certificate, monkeypatch):
    plant(hard, "hard")
    outcome = checked("hard", engines=["kernel"])["hard"]
    assert (outcome.trust.solver_only, outcome.trust.checked_by, outcome.as_expected) == ({}, [], False)
    plant(hard, "hard")
    monkeypatch.setattr(entry_building, "second_opinion", lambda leaf, engines: {"z3": "valid", "cvc5": "not valid"})
    outcome = checked("hard")["hard"]
    assert (outcome.verdict, outcome.trust.solver_only) == ("unknown", {})
    assert "no certificate found for step" in outcome.reason


def test_the_rest_of_such_a_proof_is_checked_by_the_kernel(plant, no_certificate):
    plant(hard, "hard")
    made = entry_building.build_entry("hard", ("kernel", "z3"))
    assert made.entry is None
    made.draft["proof"]["then"] = {"rule": "poly"}
    outcome = entry_verdicts.judge_records(ledger_check.add_statements([("hard", made)]), ("kernel", "z3"))["hard"]
    assert (outcome.trust.solver_only, outcome.trust.checked_by) == ({}, [])


def sums(p):
    """(Σ aᵢ)² + Σ ‖xᵢ‖² ≥ 0 and each aᵢ² ≥ 0."""
    (x,), (a, c) = p.vectors("x[i]"), p.reals("a[i] c")
    p.assume(positive=a >= 0)
    p.show(total=Sum(a) ** 2 + Sum(x @ x) + c**2 >= 0, each=a >= 0)


def citing(p):
    (x,), (a, c) = p.vectors("x[i]"), p.reals("a[i] c")
    p.assume(positive=a >= 0)
    p.use("sums", name="sums")
    p.conclude("sums.total", conclusion=Sum(a) ** 2 + Sum(x @ x) + c**2 + 1 > 0)


def citing_that(p):
    (x,), (a, c) = p.vectors("x[i]"), p.reals("a[i] c")
    p.assume(positive=a >= 0)
    p.use("citing", name="citing")
    p.conclude("citing", conclusion=Sum(a) ** 2 + Sum(x @ x) + c**2 + 2 > 0)


def test_bounded_sizes_propagate(plant):
    plant(sums, "sums", expected="proved-bounded", sizes=3)
    plant(citing, "citing")
    plant(citing_that, "citing-that")
    found = checked("sums", "citing", "citing-that", engines=["kernel"])
    assert {o.verdict for o in found.values()} == {"proved-bounded"}
    assert {json.dumps(taints(o)) for o in found.values()} == {json.dumps({**CLEAN, "bounded": {"sums": 3}})}
    assert found["sums"].as_expected
    assert not found["citing"].as_expected, "it is expected to be proved, and it is not"
    assert found["citing-that"].rests_on == ["citing", "sums"]


def test_every_size_has_to_be_proved(plant):
    def two_at_most(p):
        """True for one member, false for two."""
        (a,) = p.reals("a[i]")
        p.assume(positive=a >= 1)
        p.show(conclusion=Sum(a) ** 2 <= Sum(a**2))
    plant(two_at_most, "sums", expected="proved-bounded", sizes=1)
    assert checked("sums", engines=["kernel"])["sums"].verdict == "proved-bounded"
    plant(two_at_most, "sums", expected="proved-bounded", sizes=2)
    outcome = checked("sums", engines=["kernel"])["sums"]
    assert (outcome.as_expected, outcome.trust.bounded) == (False, {})


def test_a_conclusion_is_not_hidden_by_another_with_the_name_of_its_member(plant):
    def positive(p):
        """Every number is positive, and squares are not negative."""
        (a, c) = p.reals("a[i] c")
        p.show(**{"each": a > 0, "each.1": c**2 >= 0})
    plant(positive, "sums", expected="proved-bounded", sizes=1)
    outcome = checked("sums", engines=["kernel"])["sums"]
    assert (outcome.verdict, outcome.trust.bounded) == ("error", {})


def test_a_wrong_proof_for_one_size_is_noticed(plant):
    plant(sums, "sums", expected="proved-bounded", sizes=2)
    made = entry_building.build_entry("sums", ("kernel",))
    made.parts[1]["proof"] = {"rule": "poly"}
    outcome = entry_verdicts.judge_records(ledger_check.add_statements([("sums", made)]), ("kernel",))["sums"]
    assert (outcome.verdict, outcome.trust.bounded, outcome.trust.checked_by) == ("error", {}, [])


def test_a_statement_for_one_size_says_the_same_as_the_family(plant):
    plant(sums, "sums")
    data = citing_.read("sums", registry.claims()["sums"].script)[0]
    small = trust.expand_at_size(data, 2)
    assert small["declare"] == ["x_1@", "x_2@", "a_1", "a_2", "c"]
    assert small["assume"] == {"positive.1": [">=", "a_1", "0"], "positive.2": [">=", "a_2", "0"]}
    squares = [["^", ["+", "a_1", "a_2"], "2"], ["*", "c", "c"], *(["@", x, x] for x in ("x_1@", "x_2@"))]
    assert facts_of(small, "show")["total"] == (">=", kernel.read_poly(["+", *squares]))
    whole = {**data, "declare": ["x'[i]@"], "assume": {}, "show": {"n": [">=", ["sum", "1"], "0"]}}
    assert trust.expand_at_size(whole, 2) == {
        "id": "sums.size-2", "declare": ["x_1'@", "x_2'@"], "assume": {}, "show": {"n": [">=", ["+", "1", "1"], "0"]},
    }


def test_sums_and_quotients_of_a_family_are_written_out(plant):
    def shares(p):
        """Quotients that cancel are kept, and each has its condition."""
        (a,) = p.reals("a[i]")
        p.assume(positive=a > 0)
        p.show(shares=Eq(Sum(a / a), Sum(1)), each=Eq(a / a, 1))
    plant(shares, "sums", expected="proved-bounded", sizes=3)
    assert checked("sums", engines=["kernel"])["sums"].as_expected
    data = citing_.read("sums", registry.claims()["sums"].script)[0]
    assert trust.expand_at_size(data, 0)["show"] == {"shares": ["=", "0", "0"]}
    assert trust.expand_at_size(data, 1)["show"]["shares"] == ["=", ["/", "a_1", "a_1"], "1"]
    small = trust.expand_at_size(data, 2)
    assert small["show"] == {"shares": ["=", ["+", ["/", "a_1", "a_1"], ["/", "a_2", "a_2"]], ["+", "1", "1"]],
                             "each.1": ["=", ["/", "a_1", "a_1"], "1"], "each.2": ["=", ["/", "a_2", "a_2"], "1"]}
    assert [let["name"] for let in small["let"]] == ["inv1_1", "inv1_2"]


def test_claims_about_nearest_points_and_runs_are_not_proved_size_by_size(plant):
    def near(p):
        """The nearest point of a cone."""
        x, u = p.vectors("x[i] u")
        m, _ = p.nearest("m[i] β", x, u)
        p.show(sign=m >= 0)
    plant(near, "sums")
    data = citing_.read("sums", registry.claims()["sums"].script)[0]
    with pytest.raises(ValueError, match="about a nearest point"):
        trust.expand_at_size(data, 1)
    data = citing_.read("smola-norm-growth", registry.claims()["smola-norm-growth"].script)[0]
    with pytest.raises(ValueError, match="about runs"):
        trust.expand_at_size(data, 1)


def test_only_what_stands_by_itself_is_stored(plant, tmp_path, monkeypatch):
    plant(square, "one", admitted="everybody knows")
    plant(fourth, "two")
    plant(apart, "four")
    plant(sums, "sums", expected="proved-bounded", sizes=2)
    wanted = ("one", "two", "four", "sums")
    entry_verdicts.save_entries(checked(*wanted, engines=["kernel"]).values(), tmp_path / "book.json")
    text = (tmp_path / "book.json").read_text(encoding="utf-8")
    entries = json.loads(text)["entries"]
    assert [e["statement"]["id"] for e in entries] == ["four", "sums.size-0", "sums.size-1", "sums.size-2"]
    assert {v for v, _, _ in kernel.check_book(entries).values()} == {"proved"}
    monkeypatch.setattr(evidence, "read_evidence", lambda file: text)
    monkeypatch.setattr(ledger_check, "check_vacuity", lambda outcome, search, statement: outcome)
    found = checked(*wanted, replay=True)
    assert [found[i].verdict for i in wanted] == ["unknown", "error", "proved", "proved-bounded"]


def test_claims_are_registered_as_admitted_or_bounded(monkeypatch):
    monkeypatch.setattr(registry, "_registry", dict(registry.claims()))
    given = {"title": "A claim", "source": cite("iml", "nowhere")}
    registry.theorem("one", **given, admitted="a reason")(square)
    registry.theorem("sums", **given, sizes=4)(sums)
    one, bounded = registry.claims()["one"], registry.claims()["sums"]
    assert (one.expected, one.admitted, one.sizes) == ("proved", "a reason", None)
    assert (bounded.expected, bounded.admitted, bounded.sizes) == ("proved-bounded", "", 4)
    assert [c.id for c in registry.claims().values() if c.admitted or c.sizes is not None] == ["one", "sums"]


def given(p):
    """a⁴ + b ≥ 0, b standing for a number that is not negative."""
    a, b = p.reals("a b")
    p.assume(size=b >= 0)
    p.use("one", name="square", a=a**2)
    p.conclude("square", "size", conclusion=a**4 + b >= 0)


def of_square(p):
    """The same of b², a number that is not negative indeed."""
    a, b = p.reals("a b")
    p.use("given", name="given", b=b**2)
    p.conclude("given", conclusion=a**4 + b**2 >= 0)


def test_what_a_claim_supposes_taints_what_cites_it_but_not_what_discharges_it(plant):
    plant(square, "one")
    plant(given, "given", supposes={"size": "there is such a number"})
    plant(of_square, "citing")
    plant(of_square, "proving", discharges=("given.size",))
    found = checked("one", "given", "citing", "proving", engines=["kernel"])
    assert {o.verdict for o in found.values()} == {"proved"}
    told = {"given.size": "there is such a number"}
    assert {i: o.trust.supposed for i, o in found.items()} == {"one": {}, "given": told, "citing": told, "proving": {}}


def test_only_a_hypothesis_of_its_own_is_supposed(plant):
    plant(given, "given", supposes={"sign": "there is none of this name"})
    with pytest.raises(ValueError, match="given supposes 'sign', which is not one of its hypotheses"):
        _ = registry.find("given").script

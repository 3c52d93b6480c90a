"""`with novikoff.theorem("my-bound") as p:` states and proves a theorem where one works."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import novikoff
from novikoff.algorithms.errors import BadInput
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.proof_script import Script


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test states is not a claim of the next one."""
    with registry.temporary_claims():
        yield


def state(identifier: str, factor: int = 2) -> Script:
    """(a + b)² ≤ factor·(a² + b²), which is true for factors from 2 on."""
    with novikoff.theorem(identifier, engines="kernel") as p:
        a, b = p.reals("a b")
        p.show(conclusion=(a + b) ** 2 <= factor * (a**2 + b**2))
        p.conclude()
    return p


def test_a_theorem_is_proved_by_the_kernel_and_the_solvers_and_can_be_cited() -> None:
    with novikoff.theorem("of-a-cell", title="Of a cell") as p:
        u, v = p.vectors("u v")
        p.show(conclusion=(u + v) @ (u + v) <= 2 * (u @ u) + 2 * (v @ v))
        p.conclude()
    assert repr(p.result) == repr(p) == "<proved of-a-cell [kernel, z3, cvc5]>"
    assert p.result
    with novikoff.theorem("that-cites-it", engines="kernel") as q:
        w = q.vector("w")
        q.show(conclusion=(2 * w) @ (2 * w) <= 4 * (w @ w))
        q.use("of-a-cell", u=w, v=w)
        q.conclude("of-a-cell")
    assert q.result.verdict == "proved"
    assert q.result.rests_on == ["of-a-cell"]
    assert novikoff.prove("vec a b |- (a + b)@(a + b) <= 2*(a@a) + 2*(b@b)", by="of-a-cell(u=a, v=b)")
    assert novikoff.check(["of-a-cell", "that-cites-it"], engines="kernel")
    assert "Of a cell" in novikoff.explain("that-cites-it")
    assert "cites" in novikoff.explain("that-cites-it")._repr_html_()
    assert "2 \\lVert u \\rVert^{2}" in p._repr_latex_()


def test_the_same_cell_takes_the_place_of_the_one_before() -> None:
    first, false, last = state("again"), state("again", 1), state("again", 3)
    assert [p.result.verdict for p in (first, false, last)] == ["proved", "refuted", "proved"]
    assert not false.result
    assert "false at a = " in repr(false.result)
    assert repr(false) == repr(false.result)
    assert novikoff.claims()["again"] == last.result.claim
    assert "3" in novikoff.explain("again", depth=0)


def test_theorems_that_are_made_to_cite_each_other_prove_nothing() -> None:
    state("first")
    def citing(identifier: str, other: str) -> None:
        with novikoff.theorem(identifier, engines="kernel") as p:
            a, b = p.reals("a b")
            p.show(conclusion=(a + b) ** 2 <= 2 * (a**2 + b**2))
            p.use(other)
            p.conclude(other)
    citing("second", "first")
    with pytest.raises(BadInput, match="in a circle: first -> second -> first"):
        citing("first", "second")
    assert novikoff.check(["second"], engines="kernel"), "first is what it was before"
    with pytest.raises(BadInput, match="in a circle"):
        citing("itself", "itself")
    assert "itself" not in novikoff.claims()


@pytest.mark.parametrize("name", ["cauchy-schwarz", "002-eq12-13"])
def test_no_name_of_the_ledger_is_taken(name: str) -> None:
    before, reached = novikoff.claims(), False
    with pytest.raises(BadInput, match=f"two claims are named '{name}'.* and in this session"), novikoff.theorem(name):
        reached = True
    assert not reached
    assert novikoff.claims() == before


@pytest.mark.parametrize("name", ["Not an id", "", "<script>"])
def test_what_is_no_id_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="is not an id of a theorem"):
        novikoff.theorem(name)


def test_an_exception_in_the_block_is_the_users_and_changes_nothing() -> None:
    kept = state("kept").result.claim
    problem = ZeroDivisionError("mine")
    with pytest.raises(ZeroDivisionError) as raised, novikoff.theorem("kept") as p:
        raise problem
    assert raised.value is problem
    assert p.result is None
    assert novikoff.claims()["kept"] is kept


def test_what_is_left_to_show_is_said() -> None:
    with novikoff.theorem("open", engines=["kernel", "z3"]) as p:
        a, b = p.reals("a b")
        p.assume(larger=a >= b)
        p.show(conclusion=a**3 >= b**3)
        p.conclude("larger")
    assert p.result.verdict == "unknown"
    assert "left to show, for the conclusion: a³ − b³ ≥ 0" in p._repr_html_()


def test_it_decorates_a_function_too_also_in_a_file(tmp_path: Path) -> None:
    text = '''import novikoff
@novikoff.theorem("decorated", title="A title", engines="kernel")
def decorated(p):
    """A sentence."""
    w, x = p.vectors("w x")
    p.show(conclusion=(w + x) @ (w + x) <= 2 * (w @ w + x @ x))
    p.conclude()
'''
    names: dict[str, object] = {}
    exec(text, names)
    made = names["decorated"]
    assert made.result
    assert "‖w + x‖²" in novikoff.explain("decorated"), "as it is written"
    assert novikoff.claims()["decorated"].sentence == "A sentence."
    file = tmp_path / "file.py"
    file.write_text(text.replace('"decorated"', '"in-a-file"'))
    (found,) = novikoff.check(str(file), engines="kernel")
    assert (found.claim.id, found.verdict, found.claim.origin.file) == ("in-a-file", "proved", file)

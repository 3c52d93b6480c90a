"""The cache of verdicts: a verdict is repeated only where the kernel would give the same again."""

import ast
import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.checking import entry_building, verdict_cache
from novikoff.proofs.search import citation_graph
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.vector_language import Vector, expression, reals

from .conftest import A_SUM, Run

REFUTED, CITING = "convexity-for-every-alpha-as-printed", "equal-vectors-have-equal-products"
LEMMA = "cauchy-schwarz"
PROGRAM = ("proofs/kernel.py", "proofs/search/smt_solvers.py", "proofs/statements/vector_language.py",
           "algorithms/perceptron.py", "proofs/evidence/models.json")
TOO_GOOD = """
@refuted("too-good", title="", near=cite("iml", "p. 1"), corrected="a-sum", missing="a factor 2")
def too_good(p):
    \"\"\"A sum, too short.\"\"\"
    u, v = p.vectors("u v")
    p.show(conclusion=(u + v) @ (u + v) <= u @ u + v @ v)
    p.conclude()
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of a package that can be changed, in place of those of the package; and a folder to keep verdicts in."""
    copy = tmp_path / "package"
    shutil.copytree(verdict_cache.PACKAGE / verdict_cache.PLACE, copy / verdict_cache.PLACE,
                    ignore=shutil.ignore_patterns("__pycache__"))
    for name in PROGRAM:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(verdict_cache.PACKAGE / name, copy / name)
    monkeypatch.setattr(verdict_cache, "PACKAGE", copy)
    monkeypatch.setenv("NOVIKOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)
    return copy


@pytest.fixture
def checked(package: Path, novikoff: Run) -> Callable[..., dict[str, Any]]:
    """What `check --json` says, by default of two claims by the kernel."""
    def run(*arguments: str, engines: str = "kernel") -> dict[str, Any]:
        result = novikoff("check", *(arguments or (REFUTED, CITING)), "--engine", engines, "--json", "-q", "-j", "1")
        assert result.stdout, result.stderr
        return {**json.loads(result.stdout), "said": result.stderr}
    return run


def reused(data: dict[str, Any]) -> list[str]:
    ids = [claim["id"] for claim in data["claims"] if claim.get("reused")]
    assert data["summary"]["reused"] == len(ids)
    return ids


def timeless(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [{k: v for k, v in claim.items() if k not in ("seconds", "reused")} for claim in data["claims"]]


def files_of(package: Path) -> list[Path]:
    return sorted((package.parent / "cache").glob("*"))


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def test_what_is_unchanged_is_said_again_in_the_same_words(checked, novikoff: Run) -> None:
    first, second = checked(), checked()
    assert (reused(first), reused(second)) == ([], [REFUTED, CITING])
    assert timeless(first) == timeless(second)
    assert [claim["verdict"] for claim in second["claims"]] == ["refuted", "proved"]
    arguments = ("check", CITING, "--engine", "kernel", "--trust")
    again, fresh = novikoff(*arguments).stdout, novikoff(*arguments, "--fresh").stdout
    assert again == fresh.replace("1 as expected", "1 as expected; 1 unchanged")


def test_nothing_is_imported_that_proves(checked, package: Path) -> None:
    checked()
    code = ("import sys, pathlib; from novikoff.cli import cli\n"
            "from novikoff.proofs.checking import verdict_cache as kept\n"
            f"kept.PACKAGE = pathlib.Path({str(package)!r})\n"
            "try: cli.main(sys.argv[1:])\n"
            "finally: print(*{'sympy', 'z3', 'cvc5', 'numpy'} & {*sys.modules}, file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code, "check", REFUTED, CITING, "--engine", "kernel"],
                          capture_output=True, text=True)
    assert "; 2 unchanged" in done.stdout, done.stderr
    assert done.stderr.strip() == ""


def test_claims_are_selected_as_ever(checked, novikoff: Run) -> None:
    row = next(iter(claims()[REFUTED].ledger))
    named = checked(row, "-k", "convex", "--source", "slides")
    assert reused(checked(row, "-k", "convex", "--source", "slides")) == [claim["id"] for claim in named["claims"]]
    assert novikoff("check", CITING, "no-such-claim").exit_code == 2
    assert novikoff("check", CITING, "-k", "nothing", "--engine", "kernel").exit_code == 5


@pytest.mark.parametrize("more", [("--fresh",), ("--replay",), ("--evaluate", "1")])
def test_who_asks_for_more_gets_it(checked, more) -> None:
    checked(CITING)
    assert reused(checked(CITING, *more)) == []
    assert reused(checked(CITING)) == [CITING]


@pytest.mark.parametrize(("name", "value"), [("CI", "true"), ("CI", "1"), ("NOVIKOFF_CACHE", "off")])
def test_nothing_is_read_or_written_where_all_is_to_be_new(checked, package, monkeypatch, name, value) -> None:
    checked(CITING)
    (file,) = files_of(package)
    before = file.read_bytes()
    monkeypatch.setenv(name, value)
    assert reused(checked(CITING)) == reused(checked(LEMMA)) == []
    assert (files_of(package), file.read_bytes()) == ([file], before)


def test_any_byte_of_the_program_counts(checked, package: Path) -> None:
    checked(CITING)
    for name in (*PROGRAM, "proofs/claims/__init__.py"):
        change(package / name)
        assert reused(checked(CITING)) == [], name
    (package / "proofs" / "new.py").write_text("")
    assert reused(checked(CITING)) == []
    assert reused(checked(CITING)) == [CITING]


def test_of_a_claim_its_file_counts_and_those_that_it_cites(checked, package: Path) -> None:
    checked()
    units = {identifier: package / verdict_cache.source_unit(claims()[identifier])
             for identifier in (REFUTED, CITING, LEMMA)}
    assert len(set(units.values())) == 3
    change(units[LEMMA])
    assert reused(checked()) == [REFUTED]
    assert reused(checked()) == [REFUTED, CITING]
    change(units[CITING])
    assert reused(checked()) == [REFUTED]
    change(units[REFUTED])
    assert reused(checked()) == [CITING]


def test_what_a_claim_imports_counts(checked, package: Path) -> None:
    checked()
    unit = package / verdict_cache.source_unit(claims()[CITING])
    unit.write_text("from .new import (\n    nothing,\n)\n" + unit.read_text(encoding="utf-8"), encoding="utf-8")
    (unit.parent / "new.py").write_text("")
    assert reused(checked()) == [REFUTED]
    assert reused(checked()) == [REFUTED, CITING]
    change(unit.parent / "new.py")
    assert reused(checked()) == [REFUTED]


def test_all_that_claims_import_of_each_other_is_seen() -> None:
    known = {name for name in verdict_cache.source_digests() if verdict_cache.is_of_claims(name)}
    found = {name: verdict_cache.imported_files(name, (verdict_cache.PACKAGE / name).read_text(encoding="utf-8"), known)
             for name in known}
    assert sum(map(len, found.values())) > 10
    for name in known:
        tree = ast.parse((verdict_cache.PACKAGE / name).read_text(encoding="utf-8"))
        froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        homes = [[*name.split("/")[: -node.level], *(node.module or "").split(".")] for node in froms if node.level]
        assert {"/".join(home) + ".py" for home in homes} & known == found[name]
        called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not called & {"__import__", "import_module", "exec", "eval", "open"}


def test_engines_and_versions_of_libraries_and_of_python_count(checked, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(CITING)
    assert reused(checked(CITING, engines="kernel,z3")) == []
    assert reused(checked(CITING, "-j", "2")) == [CITING]
    known = verdict_cache.versions()
    assert {line.split()[0] for line in known} >= {"cvc5", "sympy", "z3-solver"}
    monkeypatch.setattr(verdict_cache, "versions", lambda: [*known[:-1], "z3-solver 0"])
    assert reused(checked(CITING)) == []


def test_a_verdict_that_is_not_the_expected_one_is_not_kept(checked, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(kernel, "check_entry", lambda *_: kernel.require(False, "nothing is accepted"))
        assert [claim["verdict"] for claim in checked(CITING)["claims"]] == ["error"]
    again = checked(CITING)
    assert reused(again) == []
    assert again["claims"][0]["verdict"] == "proved"


@pytest.mark.parametrize(("said", "is_reused"), [("unknown", True), ("it was ended by signal 9", False)])
def test_what_a_solver_gives_up_is_kept_and_where_one_was_stopped_it_is_asked_again(checked, monkeypatch, said,
                                                                                    is_reused):
    monkeypatch.setattr(entry_building, "ask_solvers", lambda _, __, engines, times: (dict.fromkeys(engines, said), {}))
    first = checked(CITING, engines="kernel,z3")["claims"][0]
    assert (first["verdict"], first["engines"]["z3"]) == ("proved", said)
    again = checked(CITING, engines="kernel,z3")
    assert (CITING in reused(again), again["claims"][0]["engines"]["z3"]) == (is_reused, said)


def test_a_lemma_that_was_only_cited_is_asked_for_its_model(checked) -> None:
    checked(CITING)
    assert reused(checked(LEMMA)) == []
    assert reused(checked(LEMMA, CITING)) == [LEMMA, CITING]


def test_of_a_changed_claim_the_kernel_reads_the_lemmas_again(checked, package, monkeypatch) -> None:
    checked(LEMMA, CITING)
    change(package / verdict_cache.source_unit(claims()[CITING]))
    made, read = [], []
    monkeypatch.setattr(entry_building, "proof",
                        lambda claim, *before, real=entry_building.proof: made.append(claim.id) or real(claim))
    real = kernel.check_entry
    monkeypatch.setattr(kernel, "check_entry", lambda e, known: read.append(e["statement"]["id"]) or real(e, known))
    assert reused(checked(LEMMA, CITING)) == [LEMMA]
    assert (made, read) == ([CITING], [LEMMA, CITING])


def test_nothing_is_kept_if_a_file_changes_meanwhile(checked, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def proof(claim, *before, real=entry_building.proof):
        change(package / "algorithms" / "perceptron.py")
        return real(claim)
    monkeypatch.setattr(entry_building, "proof", proof)
    checked(CITING)
    assert files_of(package) == []


def test_nothing_is_kept_if_python_may_have_run_an_older_version(checked, package: Path) -> None:
    source = package / "algorithms" / "perceptron.py"
    compiled = Path(py_compile.compile(str(source)))
    checked(CITING)
    assert reused(checked(CITING)) == [CITING]
    second = source.stat().st_mtime_ns // 10**9 * 10**9
    source.write_bytes(source.read_bytes().swapcase())
    os.utime(source, ns=(second, second + 2))
    os.utime(compiled, ns=(second, second + 1))
    assert "no verdict is kept" in checked(CITING)["said"]
    assert reused(checked(CITING)) == []
    os.utime(compiled, ns=(second, second + 3))
    assert "no verdict is kept" not in checked(CITING)["said"]


def test_an_interrupted_check_keeps_what_was_decided(checked, novikoff: Run, monkeypatch) -> None:
    def interrupt(claim, *before, real=entry_building.proof):
        if claim.id == CITING:
            raise KeyboardInterrupt
        return real(claim)
    with monkeypatch.context() as now:
        now.setattr(entry_building, "proof", interrupt)
        result = novikoff("check", REFUTED, LEMMA, CITING, "--engine", "kernel", "-j", "1")
    assert result.exit_code == 130
    assert [line.split()[:2] for line in result.stdout.splitlines()[:2]] == [["refuted", REFUTED], ["proved", LEMMA]]
    assert reused(checked(REFUTED, LEMMA, CITING)) == [REFUTED, LEMMA]


def flipped(text: str) -> str:
    return text.replace('"verdict":"proved"', '"verdict":"refuted"')


@pytest.mark.parametrize("spoilt", [lambda text: text[:-40], lambda text: "", flipped,
                                    lambda text: text.replace("verdicts 2", "verdicts 1"),
                                    lambda text: text.replace(verdict_cache.SCHEMA, "\udcff")],
                         ids=["truncated", "empty", "flipped", "older", "no text"])
def test_a_spoilt_file_is_noticed_and_dropped(checked, package: Path, spoilt: Callable[[str], str]) -> None:
    first = checked()
    (file,) = files_of(package)
    file.write_bytes(spoilt(file.read_text(encoding="utf-8")).encode("utf-8", "surrogateescape"))
    again = checked()
    assert (reused(again), timeless(again)) == ([], timeless(first))
    assert again["said"] == f"novikoff: {file} is damaged, or another user can write it; it is deleted\n"
    assert reused(checked()) == [REFUTED, CITING]


def test_a_file_under_the_name_of_another_state_does_not_count(checked, package: Path) -> None:
    """Verdicts of the kernel are none of z3."""
    checked(CITING)
    (by_kernel,) = files_of(package)
    checked(CITING, engines="z3")
    (by_z3,) = {*files_of(package)} - {by_kernel}
    by_kernel.replace(by_z3)
    again = checked(CITING, engines="z3")
    assert reused(again) == []
    assert again["said"] == f"novikoff: {by_z3} is damaged, or another user can write it; it is deleted\n"


def test_what_others_can_write_is_not_read(checked, package: Path) -> None:
    checked()
    (file,) = files_of(package)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    file.chmod(0o622)
    assert reused(checked()) == []


@pytest.mark.parametrize("forged", [flipped, lambda text: text.replace('"trust":', '"rust":'),
                                    lambda text: text.replace('"needs":{', '"needs":{"proofs/claims/gone.py":"1",')])
def test_a_record_that_makes_no_sense_does_not_count(checked, package: Path, forged: Callable[[str], str]) -> None:
    first = checked(CITING)
    (file,) = files_of(package)
    body = forged(file.read_text(encoding="utf-8").partition("\n")[2])
    file.write_text(f"{verdict_cache.file_header(file.name, body)}\n{body}", encoding="utf-8")
    again = checked(CITING)
    assert (reused(again), timeless(again)) == ([], timeless(first))


def test_where_nothing_can_be_written_all_is_checked_and_that_is_told(checked, package: Path) -> None:
    files = package.parent / "cache"
    files.write_text("in the way")
    assert "verdicts cannot be kept: " in checked(CITING)["said"]
    assert [claim["verdict"] for claim in checked(CITING)["claims"]] == ["proved"]


def test_what_two_processes_keep_is_not_lost(package: Path, checked) -> None:
    place = package.parent / "cache"
    one, other = verdict_cache.Kept(place, ["kernel"]), verdict_cache.Kept(place, ["kernel"])
    found = {identifier: making_of(identifier) for identifier in (REFUTED, LEMMA)}
    one.keep({REFUTED: found[REFUTED]}, citation_graph.cited_by([REFUTED]), [REFUTED])
    other.keep({LEMMA: found[LEMMA]}, citation_graph.cited_by([LEMMA]), [LEMMA])
    assert set(verdict_cache.Kept(place, ["kernel"]).recall(claims(), found)) == set(found)


def making_of(identifier: str) -> Any:
    from novikoff.proofs.checking.ledger_check import check
    return check(identifier, engines=["kernel"], jobs=1)[0]


def test_only_the_last_states_of_the_program_are_kept(checked, package: Path, monkeypatch) -> None:
    monkeypatch.setattr(verdict_cache, "FILES", 2)
    for _ in range(4):
        change(package / "proofs" / "kernel.py")
        checked(CITING)
    assert len(files_of(package)) == 2
    assert reused(checked(CITING)) == [CITING]


@pytest.fixture
def home(home: Path) -> Path:
    """The folder with a second theorem."""
    (home / "mine.py").write_text(A_SUM + TOO_GOOD)
    return home


def again(place: Path, old: str, new: str, file: str = "mine.py") -> None:
    path = place / file
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    sys.modules.pop("rules", None)
    os.utime(path, (0, path.stat().st_size))  # another time than that of what is compiled


def test_of_a_theorem_what_it_says_and_its_proof_count(checked, home: Path) -> None:
    assert reused(checked("mine.py")) == []
    kept_before = checked("mine.py")
    assert reused(kept_before) == ["a-sum", "too-good"]
    assert kept_before["claims"][1]["counterexample"]
    again(home, "\n@theorem", "\n\n# further down\n@theorem")
    assert reused(checked("mine.py")) == ["a-sum", "too-good"]
    again(home, "factor = 2", "factor = 3", "rules.py")
    assert reused(checked("mine.py")) == ["too-good"]
    again(home, "p.conclude()\n\n@", 'p.conclude("algebra", square(1))\n\n@')
    assert reused(checked("mine.py")) == ["too-good"]


def test_a_refutation_counts_only_with_its_correction_of_today(checked, home: Path) -> None:
    checked("mine.py")
    again(home, "factor = 2", "factor = 1", "rules.py")
    found = {claim["id"]: claim for claim in checked("mine.py")["claims"]}
    assert found["a-sum"]["verdict"] == "refuted"
    assert found["too-good"]["reason"] == "its correction 'a-sum' is not proved"


def test_a_theorem_in_the_way_of_a_name_is_not_that_of_another_project(checked, home: Path, monkeypatch) -> None:
    checked("mine.py")
    other = home.parent / "other"
    shutil.copytree(home, other, ignore=shutil.ignore_patterns("__pycache__"))
    again(other, "factor = 2", "factor = 1", "rules.py")
    monkeypatch.chdir(other)
    monkeypatch.syspath_prepend(str(other))
    found = checked("mine.py")
    assert [claim["verdict"] for claim in found["claims"]] == ["refuted", "refuted"]
    assert reused(found) == []


def test_what_was_said_of_one_statement_is_not_said_of_another_in_which_a_quotient_cancels() -> None:
    (a,) = reals("a")
    assert verdict_cache.script_to_json(a / a) != verdict_cache.script_to_json(expression(1))
    assert verdict_cache.script_to_json(Vector({"v": 0 / a})) != verdict_cache.script_to_json(Vector({}))

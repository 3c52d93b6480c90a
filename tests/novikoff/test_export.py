"""`novikoff export smt2`: the files are the obligations, and both solvers answer these very files as expected."""

import copy
import json
import re

import pytest
from click.testing import CliRunner

from novikoff.cli import cli
from novikoff.proofs import evidence
from novikoff.proofs.checking.entry_building import obligations
from novikoff.proofs.search.smt_solvers import ask

IDS = ["cauchy-schwarz", "smola-mistake-bound", "smola-mistake-bound-as-printed", "tutorial-mistake-bound"]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("smt") / "new"
    result = CliRunner().invoke(cli, ["export", "smt2", *IDS, "-o", str(folder), "--json", "-q"])
    assert result.exit_code == 0, result.output
    return folder, json.loads(result.stdout)


def test_every_obligation_has_its_file(exported):
    folder, data = exported
    assert data["schema"] == 1
    for identifier in IDS:
        scripts, _ = obligations(identifier)
        names = [f"{identifier}-{n:02}.smt2" for n in range(1, len(scripts) + 1)]
        assert [folder / name for name in names] == [folder / p.split("/")[-1] for p in data["files"][identifier]]
        for name, script in zip(names, scripts, strict=True):
            assert (folder / name).read_text(encoding="utf-8").endswith(script)


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
def test_both_solvers_agree_on_the_very_files(exported, engine):
    folder, _ = exported
    files = sorted(folder.glob("*.smt2"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    wanted = ["sat" if "-as-printed-" in path.name else "unsat" for path in files]
    assert all(f"(set-info :status {answer})" in text for answer, text in zip(wanted, texts, strict=True))
    assert [answer.result for answer in ask(engine, texts)] == wanted


@pytest.mark.parametrize(("language", "file"), [("coq", "Theorems.v"), ("lean", "Novikoff/Theorems.lean"),
                                                ("smt2", "perceptron-norm-growth-01.smt2")])
def test_what_the_author_wrote_stands_above_what_is_exported(novikoff, language, file, tmp_path):
    novikoff("export", language, "perceptron-norm-growth", "-o", str(tmp_path / "x"), "-q", status=0)
    text = (tmp_path / "x" / file).read_text(encoding="utf-8")
    assert "mistake: y·(⟨w, x⟩ + b) ≤ 0\n" in text
    assert "conclusion: ‖w + y·x‖² + (b + y)² ≤ ‖w‖² + b² + R² + 1" in text


def test_nothing_selected_is_5(novikoff, tmp_path):
    novikoff("export", "smt2", "-k", "no-such-word", "-o", str(tmp_path / "x"), status=5)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(("language", "key"), [("coq", "not_exported"), ("lean", "not_stated")])
def test_what_cannot_be_exported_is_counted_with_its_reason(novikoff, language, key, tmp_path, monkeypatch):
    entries = copy.deepcopy(evidence.certificates())
    entries["cauchy-schwarz"]["statement"]["show"]["conclusion"][0] = "nearly"
    kept = {i: entries[i] for i in ("cauchy-schwarz", "count-at-most-quotient")}
    monkeypatch.setattr(evidence, "certificates", lambda: kept)
    chosen = ["cauchy-schwarz", "count-at-most-quotient", "smola-mistake-bound"]
    arguments = ["export", language, *chosen, "-o", str(tmp_path), "-q"]
    data = json.loads(novikoff(*arguments, "--json").stdout)
    assert set(data["files"]) == {"count-at-most-quotient"}
    assert "not [relation, left side, right side]: 'conclusion'" in data[key]["cauchy-schwarz"]
    assert data[key]["smola-mistake-bound"].startswith("no proof of it is stored")
    novikoff(*arguments, out=f"2 {key.replace('_', ' ')}")


TRIANGLE = "vec u v |- norm(u + v) <= norm(u) + norm(v)"


@pytest.mark.parametrize(("language", "file", "words"), [
    ("coq", "Theorems.v", "Theorem statement "),
    ("lean", "Novikoff/Theorems.lean", "theorem statement"),
    ("smt2", "statement-01.smt2", "(check-sat)")
])
def test_a_statement_is_exported(novikoff, tmp_path, language, file, words):
    novikoff("export", language, TRIANGLE, "-o", str(tmp_path), "--json", status=0)
    assert words in (tmp_path / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("term", ["a / b", "1 / b", "a * (1 / b)", "1 * (1 / b)", "a / (1 / b)"])
def test_a_quotient_is_exported_as_it_was_typed(novikoff, tmp_path, term):
    statement = f"real a b; a > 0, b > 0 |- {term} > 0"
    novikoff("export", "coq", statement, "-o", str(tmp_path), status=0)
    assert f": {term} > 0." in (tmp_path / "Theorems.v").read_text(encoding="utf-8")


@pytest.mark.parametrize(("statement", "meaning"), [
    ("vec u v |- norm(u + v) <= norm(u) + norm(v)", "it can fail"),
    ("real a; a > 0 |- sqrt(a)**2 == a", "it can fail"),
    ("real a |- ln(exp(a)) == a", "no answer"),
    ("real b a[i] |- Sum(b**2) >= 0", "no answer"),
])
def test_the_file_says_what_sat_means(novikoff, tmp_path, statement, meaning):
    """The last two are proved, but a solver answers `sat`, as it knows neither exponentials nor sums."""
    novikoff("export", "smt2", statement, "-o", str(tmp_path), status=0)
    text = (tmp_path / "statement-01.smt2").read_text(encoding="utf-8")
    assert f"\n; sat: {meaning}" in text
    assert [a.result for a in ask("z3", [text])] == ["unsat" if meaning == "it can fail" else "sat"]


LEAVING = '*) Axiom planted : False. (* -/ axiom planted : False /- -/ *) "'
LEAVING += "\n(assert false)\r(assert false)\x85(assert false) "
HOSTILE = f'''from novikoff.theorems import *

TEXT = {LEAVING!r}


@theorem("hostile", title="A title " + TEXT.replace("\\r", "").replace("\\x85", ""))
def hostile(p):
    (a,) = p.reals("a")
    p.assume(**{{"h" + TEXT: a >= 1}})
    p.show(**{{"c" + TEXT: a**2 >= 1}})
    p.conclude("h" + TEXT)
'''


def without_comments(text, opening, closing):
    """A text without its comments, which nest."""
    depth, rest = 0, []
    for part in re.split(f"({re.escape(opening)}|{re.escape(closing)})", text):
        depth += (part == opening) - (part == closing)
        rest += [part] * (depth == 0 and part != closing)
        assert depth >= 0
    assert depth == 0
    return "".join(rest)


@pytest.mark.parametrize("language", ["smt2", "coq", "lean"])
def test_nothing_that_an_author_writes_leaves_a_comment(novikoff, tmp_path, language):
    (tmp_path / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    folder = tmp_path / "exported"
    novikoff("export", language, str(tmp_path / "hostile.py"), "-o", str(folder), "-q", status=0)
    (file,) = [path for path in folder.rglob("*.*") if path.stem in ("hostile-01", "Theorems")]
    text = file.read_text(encoding="utf-8")
    assert "planted" in text
    if language == "smt2":
        lines = [line for line in re.split("[\n\r\x85\u2028]", text) if not line.startswith(";")]
        assert lines[0] == "(set-info :status unsat)"
        assert "(assert false)" not in lines
    else:
        rest = without_comments(text, *{"coq": ("(*", "*)"), "lean": ("/-", "-/")}[language])
        assert not re.search(r"\b(axiom|Axiom|assert false)\b", rest)

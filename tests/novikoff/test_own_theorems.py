"""Theorems of a user's own, in the user's files: checked as claims of the ledger are, which they can never change."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from novikoff import theorems
from novikoff.algorithms import safe_files
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.resumable_work import hash_files
from novikoff.api import claim_checks
from novikoff.api.theorem_loading import Foreign, read_configuration
from novikoff.proofs import kernel
from novikoff.proofs.checking import vacuity
from novikoff.proofs.prover.prove import parse_question
from novikoff.proofs.search import citation_graph
from novikoff.proofs.search.citation_graph import library
from novikoff.proofs.statements import bibliography, registry, user_theorems
from novikoff.proofs.statements.proof_script import CALLS, Script
from novikoff.proofs.statements.user_theorems import Own, claims_of_file, load_theorems

from ..statement_files import read_statements
from .conftest import Run

ROOT = Path(__file__).parents[2]
HEAD = "from novikoff.theorems import *\n\n"
SUM = """@theorem("{id}", title="A sum is not long"{more})
def {name}(p):
    \"\"\"The square of the length of a sum is at most twice that of its terms.\"\"\"
    u, v = p.vectors("u v")
    p.show(conclusion=(u + v) @ (u + v) <= {factor} * (u @ u + v @ v))
    p.conclude()

"""
CITING = """@theorem("{id}", title="By a lemma")
def {name}(p):
    \"\"\"What the lemma says of a and b.\"\"\"
    a, b = p.vectors("a b")
    p.use("{lemma}", u=a, v=b, name="lemma")
    p.show(conclusion={conclusion})
    p.conclude("lemma")

"""
WRITTEN = """@theorem("{id}", title="One that is written wrongly")
def {name}(p):
    \"\"\"Nothing.\"\"\"
    {body}

"""


def a_sum(identifier: str, factor: int = 2, more: str = "") -> str:
    return SUM.format(id=identifier, name="t_" + identifier.replace("-", "_"), factor=factor, more=more)


def citing(identifier: str, lemma: str, conclusion: str) -> str:
    return CITING.format(id=identifier, name=identifier.replace("-", "_"), lemma=lemma, conclusion=conclusion)


def written(identifier: str, body: str) -> str:
    return WRITTEN.format(id=identifier, name=identifier.replace("-", "_"), body=body)


SWALLOWING = """while True:
        try:
            p.real("a")
        except Exception:
            pass"""
SCHWARZ = "(a @ b) ** 2 <= (a @ a) * (b @ b)"
NOT_LONG = "(a + b) @ (a + b) <= 2 * (a @ a + b @ b)"


@pytest.fixture(autouse=True)
def ledger_as_before() -> Iterator[None]:
    """Whatever is read, the ledger is the same afterwards."""
    before = registry.claims()
    yield
    assert registry.claims() == before


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's repository."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(home: Path) -> Callable[..., Path]:
    """Write a file of theorems."""
    def file(name: str, *parts: str) -> Path:
        path = home / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD + "".join(parts), encoding="utf-8")
        return path
    return file


@pytest.fixture
def checked(novikoff: Run) -> Callable[..., dict[str, Any]]:
    """The claims of `check --json` by id."""
    def run(*arguments: str, how: tuple[str, ...] = ("--engine", "kernel")) -> dict[str, Any]:
        result = novikoff("check", *arguments, *how, "--json", "-q", "-j", "1")
        assert result.stdout, result.stderr
        return {claim["id"]: claim for claim in json.loads(result.stdout)["claims"]}
    return run


@pytest.fixture
def replayed(checked: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """The same of `check --replay`."""
    return partial(checked, how=("--replay",))


# --- a new file ---------------------------------------------------------------------------------------
def test_a_new_theorem_is_proved_by_all_engines_and_cites_the_ledger(novikoff: Run, home: Path) -> None:
    novikoff("new", "theorem", "my-bound", "-o", "theorems", status=0,
             stdout="theorems/my_bound.py is written; novikoff check theorems/my_bound.py\n")
    data = json.loads(novikoff("check", "theorems/my_bound.py", "--json", status=0).stdout)
    (claim,) = data["claims"]
    assert (claim["id"], claim["verdict"], claim["rests_on"]) == ("my-bound", "proved", ["cauchy-schwarz"])
    assert claim["engines"] == {"kernel": "proved", "z3": "agrees", "cvc5": "agrees"}
    assert claim["file"] == str(home / "theorems" / "my_bound.py")
    assert data["summaries"]["own"]["proved"] == 1
    assert "ledger" not in data["summaries"]


def test_a_new_theorem_needs_each_of_its_hypotheses(novikoff: Run, home: Path) -> None:
    novikoff("new", "theorem", "my-bound")
    file = home / "my_bound.py"
    for name in ("label=Eq(y**2, 1), ", "mistake=y * (w @ x) <= 0, ", ", radius=x @ x <= R**2"):
        text = file.read_text(encoding="utf-8")
        assert name in text
        word = name.strip(", ").partition("=")[0]
        (home / "less.py").write_text(text.replace(name, "").replace(f', "{word}"', ""), encoding="utf-8")
        novikoff("check", "less.py", "--engine", "kernel", "-j", "1", status=1,
                 out="refuted, expected proved: false at w = ")


def test_the_public_names_of_theorem_files_are_there() -> None:
    assert all(getattr(theorems, name) is not None for name in theorems.__all__)


# --- verdicts -----------------------------------------------------------------------------------------
def test_a_false_theorem_is_refuted_by_an_exact_counterexample(write, novikoff: Run, checked) -> None:
    write("mine.py", a_sum("too-short", factor=1), a_sum("long-enough"))
    found = checked("mine.py")
    assert [claim["verdict"] for claim in found.values()] == ["refuted", "proved"]
    false = found["too-short"]
    with load_theorems(Own((Path("mine.py"),))):
        _, statement = library()["too-short"]
    assert kernel.false_conclusions(statement, false["counterexample"]) == ["conclusion"]
    u, v = false["counterexample"]["values"]["u@"], false["counterexample"]["values"]["v@"]
    assert false["reason"] == f"false at u = ({', '.join(u)}), v = ({', '.join(v)})"
    novikoff("check", "mine.py", status=1,
             out=["too-short    [kernel, z3, cvc5]  ← refuted, expected proved: false at u = ",
                  "2 theorems of your own: 1 proved, 1 refuted"])


LONG = """xs = p.vectors(" ".join(f"x{i}" for i in range(300)))
    total = xs[0]
    for x in xs[1:]:
        total = total + x
    p.show(conclusion=total @ total >= 0)
    p.conclude()"""


def test_a_search_has_a_limit_and_the_ledger_none(write, novikoff: Run, monkeypatch) -> None:
    write("mine.py", written("long-sum", LONG))
    said = "unknown, expected proved: neither a certificate nor a counterexample was found: no answer within 0.01 s; "
    novikoff("check", "mine.py", "--limit", "0.01", status=3, out=said + "give a larger --limit")
    monkeypatch.setattr(claim_checks, "LIMIT", 0.01)
    novikoff("check", "mine.py", "mine.py::long-sum", status=3, out=said)
    assert novikoff("check", "cauchy-schwarz", "--fresh", "--engine", "kernel").exit_code == 0


@pytest.mark.parametrize("loop", ["while True:\n        pass", SWALLOWING])
def test_a_script_without_an_end_is_an_error_after_the_limit(write, novikoff: Run, monkeypatch, loop: str) -> None:
    """Each later use of the script is the same error at once."""
    monkeypatch.setattr(citation_graph, "LEAST_WRITING", 0.5)
    write("mine.py", written("never-ends", loop) + a_sum("a-sum"))
    novikoff("check", "mine.py", "--limit", "3", status=1,  # which a busy machine needs for the other theorem
             out=["of never-ends cannot be run: OutOfTime: it was not finished after 3 s (mine.py, line ", "1 proved"])


def test_a_file_without_an_end_is_an_error_and_stops_nothing_else(write, checked, monkeypatch) -> None:
    monkeypatch.setattr(user_theorems, "LONGEST_LOADING", 0.5)
    write("mine/endless.py", "while True: pass\n")
    write("mine/sound.py", a_sum("sound"))
    found = checked("mine/endless.py", "mine/sound.py")
    assert found["sound"]["verdict"] == "proved"
    assert found["mine/endless.py"]["reason"] == (
        "mine/endless.py cannot be loaded: Expired: it was not finished after 0.5 s (mine/endless.py, line 3)")


BODIES, FILES = (read_statements(Path(__file__).with_name(f"theorem_{name}.txt")) for name in ("bodies", "files"))
OF_ALL = ("the statement has", "a vector is expected, not x", "where [i]")  # errors at the theorem's first line
STRAY = "root1, y = Script().real('root1'), Script().reals('y0 y1')\n\n"  # names of another script


@pytest.mark.parametrize("group", BODIES)
def test_a_body_has_its_verdict_and_reason(write, checked, group: str) -> None:
    """The last theorem is a right one, which the others do not harm."""
    bodies = (written(f"t-{n}", each.text) for n, each in enumerate(BODIES[group]))
    lines = write("mine.py", "import math, sympy\n\n", STRAY, *bodies, a_sum("right")).read_text("utf-8").splitlines()
    found = checked("mine.py")
    for n, each in enumerate(BODIES[group]):
        verdict, _, said = each.note.partition("; ")
        claim, reason = found[f"t-{n}"], found[f"t-{n}"].get("reason", "")
        assert (claim["verdict"] in verdict.split("|"), said in reason) == (True, True), claim
        line = lines.index(f"    {each.text}") + 1 - 3 * said.startswith(OF_ALL)
        assert claim["verdict"] != "error" or reason.endswith(f"(mine.py, line {line})"), claim
        assert not re.search(r"(elaboration|script|kernel|language|expressions)\.py", reason), claim
    assert found["right"]["verdict"] == "proved"


def test_what_cancels_in_a_step_of_a_run_has_to_make_sense_there(write, checked) -> None:
    run = """k, h, x = p.real("k"), p.real("h"), p.real("x")
    p.assume(late=k > 0)
    {more}
    p.run([(k, 1, {after})], [{inputs}], {{{facts}}})
    p.show(conclusion=k >= 0)
    with p.induction(least=k >= 0):
        p.conclude()
    p.conclude("least")"""
    cases = [("k*k/k + 1", "", "", ""), ("k + x/x", "x", "", ""), ("k + h/h", "h", "'by': Eq(h*k, 1)", ""),
             ("k*k/k + 1", "", "'there': k > 0", ""), ("m + 1", "", "", "m = p.let('m', k*k/k)"),
             ("k + m - m + 1", "", "", "m = p.let('m', k*k/k)"),
             ("k + x/x", "x", "", "p.inverse('q', x)"), ("k*k/k + 1", "", "", "p.inverse('q', k)")]
    bodies = [run.format(after=a, inputs=i, facts=f, more=m) for a, i, f, m in cases]
    write("mine.py", *(written(f"t-{n}", body) for n, body in enumerate(bodies)))
    found = checked("mine.py")
    assert [found[f"t-{n}"]["verdict"] for n in range(len(cases))] == ["error"] * 6 + ["proved"] * 2
    for n in range(6):
        assert "a step of the run has a quotient that the example or the state determines" in found[f"t-{n}"]["reason"]


def test_hypotheses_that_contradict_each_other_make_it_vacuous(write, checked, monkeypatch) -> None:
    monkeypatch.setattr(vacuity, "BUDGETS", (4000,))
    body = 'a = p.real("a")\n    p.assume(positive=a > 0, negative=a < 0)\n    p.show(conclusion=a >= 7)\n'
    write("mine.py", written("about-nothing", body + '    p.conclude("positive", "negative")'))
    assert checked("mine.py")["about-nothing"]["verdict"] == "vacuous"


# --- what is cited ------------------------------------------------------------------------------------
def test_lemmas_are_those_of_the_ledger_and_of_files_read_later(write, checked) -> None:
    write("mine/a.py", citing("of-mine", "z-lemma", NOT_LONG))
    write("mine/b.py", a_sum("z-lemma"), citing("of-the-ledger", "cauchy-schwarz", SCHWARZ))
    found = checked("mine")
    assert {i: (c["verdict"], c["rests_on"]) for i, c in found.items()} == {
        "of-mine": ("proved", ["z-lemma"]), "z-lemma": ("proved", []), "of-the-ledger": ("proved", ["cauchy-schwarz"]),
    }
    write("mine.py", a_sum("a-lemma"), citing("hence", "a-lemma", NOT_LONG))
    assert checked("pair-cauchy-schwarz")["pair-cauchy-schwarz"]["verdict"] == "proved"  # with the ledger's library
    assert checked("mine.py")["hence"]["verdict"] == "proved"


def test_what_is_admitted_taints_what_cites_it(write, checked) -> None:
    write("mine.py", a_sum("believed", 1, ', admitted="I say so"'), citing("hence", "believed", NOT_LONG))
    found = checked("mine.py")
    assert [found[i]["verdict"] for i in ("believed", "hence")] == ["unknown", "unknown"]
    assert found["hence"]["trust"]["admitted"] == {"believed": "I say so"}


POWERS = "vec a b; real t |- t**20*(a@a) + b@b >= 2*t**10*(a@b)"
SCALED = """@theorem("scaled-product", title="A product and the squares")
def scaled(p):
    \"\"\"2r⟨u, v⟩ is at most r times the squares.\"\"\"
    u, v = p.vectors("u v")
    r = p.real("r")
    p.assume(sign=r >= 0)
    p.have("square", (u - v) @ (u - v) >= 0, length(u - v))
    p.show(conclusion=2 * r * (u @ v) <= r * (u @ u + v @ v))
    p.conclude("sign * square")

"""


def test_a_statement_is_proved_by_a_theorem_of_ones_own(write, novikoff: Run) -> None:
    write("mine.py", SCALED)
    cited = "mine.py::scaled-product(u=t**10*a, v=b, r=1)"
    data = json.loads(novikoff("prove", POWERS, "by", cited, "--json").stdout)
    assert (data["verdict"], data["rests_on"]) == ("proved", ["scaled-product"])
    entries = data["certificate"]["entries"]
    assert [verdict for verdict, *_ in kernel.check_book(entries).values()] == ["proved", "proved"]
    assert kernel.check_book(entries[1:])["statement"][0] == "error"
    assert novikoff("prove", POWERS, "using", "square(t)", "by", cited).stdout.splitlines()[1] == "using scaled-product"
    hint = 'by("{}scaled-product", u=t**10*a, v=b, r=1)'
    assert json.loads(novikoff("prove", POWERS, "using", hint.format("mine.py::"), "--json").stdout) == data
    Path("pyproject.toml").write_text('[tool.novikoff]\ntheorems = ["mine.py"]\n', encoding="utf-8")
    assert json.loads(novikoff("prove", POWERS, "using", hint.format(""), "--json").stdout) == data


def test_a_lemma_is_used_only_where_its_hypotheses_follow(write) -> None:
    write("mine.py", SCALED)
    with load_theorems(Own((Path("mine.py"),))):
        (shown,) = parse_question("vec a; real t; t > 1 |- t <= 2", by=["scaled-product(u=a, v=a, r=t - 1)"]).lemmas
        (lacking,) = parse_question("vec a; real t |- t <= 2", by=["scaled-product(u=a, v=a, r=t)"]).lemmas
    assert shown.lacks == ""
    assert lacking.lacks == "scaled-product is not used, as the hypothesis sign of scaled-product is not shown here"


# --- what goes wrong in a file ------------------------------------------------------------------------
@pytest.mark.parametrize("wrong", FILES["code in a file of theorems"])
def test_an_exception_in_a_file_is_its_error_and_stops_nothing_else(write, novikoff: Run, checked, wrong) -> None:
    write("mine/bad.py", a_sum("before-it"), f"{wrong.text}\n")
    line = HEAD.count("\n") + a_sum("").count("\n") + 1
    write("mine/good.py", a_sum("elsewhere"))
    found = checked("mine")
    assert found["elsewhere"]["verdict"] == "proved"
    assert found["mine/bad.py"]["verdict"] == "error"
    assert found["mine/bad.py"]["reason"].startswith(f"mine/bad.py cannot be loaded: {wrong.note}"), found
    assert found["mine/bad.py"]["reason"].endswith(f"(mine/bad.py, line {line})")
    assert ("before-it" in found) == ("def" not in wrong.text)
    assert novikoff("check", "mine", "-q", "--engine", "kernel").exit_code == 1


def test_an_interruption_is_no_verdict(write, novikoff: Run) -> None:
    write("mine.py", a_sum("sound"), written("stopped", "raise KeyboardInterrupt"))
    novikoff("check", "mine.py", "--engine", "kernel", "-j", "1", status=130, stdout="")
    write("mine.py", a_sum("sound"), "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt), load_theorems(Own((Path("mine.py"),))):
        pass


def test_an_exception_in_a_theorem_is_its_error_with_file_and_line(write, checked, replayed) -> None:
    write("mine.py", written("broken", "p.show(conclusion=p.nothing)"), a_sum("sound"))
    for found in (checked("mine.py"), replayed("mine.py")):
        assert found["broken"]["verdict"] == "error"
        assert "AttributeError" in found["broken"]["reason"]
        assert found["broken"]["reason"].endswith("(mine.py, line 6)")
    assert checked("mine.py")["sound"]["verdict"] == "proved"
    # A list is taken for a number
    write("mine.py", written("broken", 'a = p.reals("a")\n    p.show(conclusion=a * a >= 0)'))
    assert "list' (mine.py, line 7); p.vectors and p.reals return lists" in checked("mine.py")["broken"]["reason"]


@pytest.mark.parametrize(("step", "said"), [
    ('p.calc(a, "<=", 0.5, "algebra")', "TypeError: 0.5 is a float, which is rarely the intended number"),
    ('p.conclude(by("nowhere"), conclusion=a**2 >= 0)', "ValueError: there is no theorem 'nowhere' to cite"),
    ('p.conclude(by("cauchy-schwartz"), conclusion=a**2 >= 0)',
     "ValueError: there is no theorem 'cauchy-schwartz' to cite; did you mean cauchy-schwarz"),
])
def test_an_error_in_a_step_names_the_line_in_pages_and_exports_too(write, novikoff: Run, step, said) -> None:
    write("mine.py", written("broken", f'a = p.real("a")\n    {step}'))
    said = f"the proof of broken cannot be written: {said}"
    result = novikoff("explain", "mine.py", status=2)
    assert result.stderr.startswith(f"novikoff: {said}"), result.stderr
    assert result.stderr.endswith("(mine.py, line 3)\n")  # where the theorem begins
    result = novikoff("export", "smt2", "mine.py", "-o", "out", "-q", status=5)
    assert result.stdout.count(f"not exported: broken: {said}") == 1, result.output


ENDLESS_THREAD = """import threading, time

def wait():
    while True:
        time.sleep(1)

threading.Thread(target=wait).start()
"""


def test_a_thread_of_a_file_does_not_keep_the_command_alive(write, home: Path) -> None:
    write("mine.py", ENDLESS_THREAD, a_sum("sound"))
    command = [sys.executable, "-m", "novikoff", "check", "mine.py", "--engine", "kernel", "-j", "2", "-o", "out.txt"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert (home / "out.txt").read_text(encoding="utf-8").startswith("proved    sound")


def test_every_method_of_a_script_is_in_the_table_of_calls() -> None:
    public = {name for name, of in vars(Script).items() if callable(of) and not name.startswith("_")}
    assert public - {*CALLS} == {"finish", "in_short", "require_language", "stated"}


def test_what_a_file_prints_does_not_spoil_the_data(write, novikoff: Run) -> None:
    write("mine.py", 'print("noise")\n', a_sum("sound"))
    result = novikoff("list", "mine.py", "--json", err="noise")
    assert [claim["id"] for claim in json.loads(result.stdout)["claims"]] == ["sound"]


def test_in_a_folder_only_files_with_theorems_are_run(write, novikoff: Run, home: Path) -> None:
    write("mine/sound.py", a_sum("sound"))
    for name in ("setup.py", ".hidden.py", "_draft.py"):
        theorem = a_sum("never") if name != "setup.py" else ""
        write(f"mine/{name}", "open('run', 'w').close()\n", theorem)
    assert novikoff("list", "mine", "-q").stdout == "sound\n"
    assert not (home / "run").exists()


def test_links_in_a_folder_are_followed_and_what_they_lead_to_is_read_once(write, home: Path, novikoff: Run, checked):
    write("mine/sound.py", a_sum("sound"))
    write("elsewhere/short.py", a_sum("too-short", 1))
    write("further/deep.py", a_sum("far-too-short", 0))
    for name, target in {"short.py": "../elsewhere/short.py", "again.py": "sound.py", "further": "../further",
                         "circle": ".", "up": ".."}.items():
        (home / "mine" / name).symlink_to(target)
    found = checked("mine")
    assert {i: c["verdict"] for i, c in found.items()} == {
        "sound": "proved", "too-short": "refuted", "far-too-short": "refuted"}
    assert novikoff("check", "mine", "-q", "--engine", "kernel").exit_code == 1
    assert list(checked("mine/short.py")) == ["too-short"]
    assert list(checked("mine/short.py", "elsewhere")) == ["too-short"]


def test_what_cannot_be_read_in_a_folder_is_an_error_of_its_own(write, home: Path, novikoff: Run, checked) -> None:
    write("mine/sound.py", a_sum("sound"))
    (home / "mine" / "folder.py").mkdir()
    (home / "mine" / "gone.py").symlink_to("nowhere.py")
    (home / "mine" / "circle.py").symlink_to("circle.py")
    os.mkfifo(home / "mine" / "pipe.py")
    (home / "mine" / "latin.py").write_bytes((HEAD + a_sum("größer")).encode("latin-1"))
    (home / "mine" / "other.py").write_bytes("größer = 'no word of it'".encode("latin-1"))
    reasons = {
        "mine/gone.py": "gone.py cannot be read: No such file or directory",
        "mine/circle.py": "circle.py cannot be read: Too many levels of symbolic links",
        "mine/pipe.py": "pipe.py is a pipe; give a regular file",
        "mine/latin.py": "latin.py, line 3: not UTF-8 text (invalid start byte); save the file as UTF-8",
    }
    found = checked("mine")
    assert {i: c["reason"] for i, c in found.items() if c["verdict"] == "error"} == {
        name: f"{name} cannot be loaded: {why}" for name, why in reasons.items()}
    assert found["sound"]["verdict"] == "proved"
    assert found.keys() == {"sound", *reasons}
    assert checked("mine", "-k", "sound").keys() == found.keys()  # any of them may have what is wanted


def test_a_folder_that_cannot_be_listed_is_refused(write, home: Path, novikoff: Run, monkeypatch) -> None:
    write("mine/sound.py", a_sum("sound"))
    (home / "mine" / "closed").mkdir()
    real = os.scandir
    def listed(path: str) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)
    monkeypatch.setattr(os, "scandir", listed)
    novikoff("check", "mine", status=2, err="the folder mine/closed cannot be read: Permission denied")


FALSE = """
def false(p):
    \"\"\"Each number is negative.\"\"\"
    p.conclude(conclusion=p.real("a") < 0)
"""
SPELLED = {
    "import novikoff.theorems as t": "@t.theorem('{}', title='')",
    "from novikoff.theorems import theorem as claim": "@claim('{}', title='')",
    "from novikoff import theorems": "@ theorems . theorem (\n    '{}', title='')",
    "import novikoff.theorems": "stated = novikoff.theorems.theorem('{}', title='')\n@stated",
    "from novikoff.theorems import *": "state = theorem\n@state('{}', title='')",
    "from importlib import import_module as i": "@getattr(i('novikoff.theorems'), 'theorem')('{}', title='')",
    "from ours import theorem as claim": "@claim('{}', title='')",
}
BROKEN = {
    "broken1": "from novikoff.theorems import theorem\n@theorem('a'\n",
    "broken2": "from common import *\n@theorem('a'\n",
    "broken3": "import novikoff.theorems as t\n@t.thorem('a'\n",
}
NOT_RUN = ["# @theorem(\n", 'import novikoff\n"""\n@theorem()\n"""\n', "def theorem(): ...\n",
           "from novikoff.theorems import square\n", "print 'of Python 2'\n",
           "theorem = 'a theorem of novikoff'\nprint(theorem)\n"]


def test_in_a_folder_no_theorem_is_passed_over_for_how_it_is_spelled(home: Path, novikoff: Run, checked) -> None:
    (home / "ours.py").write_text("from novikoff.theorems import theorem\n")
    (home / "mine").mkdir()
    for n, (imports, decorator) in enumerate(SPELLED.items()):
        text = f"{imports}\n{decorator.format(f'false-{n}')}{FALSE}"
        (home / "mine" / f"file{n}.py").write_text(text)
    for name, text in BROKEN.items():
        (home / "mine" / f"{name}.py").write_text(text)
    for n, text in enumerate(NOT_RUN):
        (home / "mine" / f"other{n}.py").write_text(text + "open('run', 'w').close()\n")
    verdicts = {identifier: claim["verdict"] for identifier, claim in checked("mine").items()}
    errors = {f"mine/{name}.py": "error" for name in BROKEN}
    assert verdicts == {**errors, **{f"false-{n}": "refuted" for n in range(len(SPELLED))}}
    assert not (home / "run").exists()


# --- names --------------------------------------------------------------------------------------------
def test_of_a_file_that_is_changed_nothing_old_is_left(write, checked) -> None:
    write("mine.py", a_sum("a-lemma"), citing("hence", "a-lemma", NOT_LONG))
    assert checked("mine.py")["hence"]["verdict"] == "proved"
    write("mine.py", a_sum("a-lemma", 3), citing("hence", "a-lemma", NOT_LONG))
    assert checked("mine.py::hence")["hence"]["verdict"] != "proved"
    assert not any(name.startswith("own_mine") for name in sys.modules)


# --- certificates -------------------------------------------------------------------------------------
@pytest.fixture
def stored(write, novikoff: Run, home: Path) -> Callable[[], Any]:
    """A file with certificates beside it; how to read and change these."""
    write("mine.py", a_sum("sound"), citing("hence", "cauchy-schwarz", SCHWARZ))
    novikoff("check", "mine.py", "--save", "--engine", "kernel", "-q", "-j", "1", status=0)
    return lambda: json.loads((home / "mine.certificates.json").read_text(encoding="utf-8"))


def rewrite(home: Path, data: Any) -> None:
    (home / "mine.certificates.json").write_text(json.dumps(data), encoding="utf-8")


def test_certificates_are_read_after_those_that_they_cite(write, novikoff: Run, replayed) -> None:
    write("mine/a.py", citing("first", "last", NOT_LONG))
    write("mine/b.py", a_sum("last"))
    assert novikoff("check", "mine", "--save", "--engine", "kernel", "-q", "-j", "1").exit_code == 0
    assert [claim["verdict"] for claim in replayed("mine").values()] == ["proved", "proved"]


def test_a_certificate_is_held_against_what_the_file_states_today(stored, write, replayed) -> None:
    write("mine.py", a_sum("sound", 3), citing("hence", "cauchy-schwarz", SCHWARZ))
    found = replayed("mine.py")
    assert found["sound"]["verdict"] == "error"
    assert "for another statement" in found["sound"]["reason"]
    assert found["hence"]["verdict"] == "proved"


def test_a_forged_certificate_is_rejected(stored, write, replayed, home: Path) -> None:
    write("mine.py", a_sum("sound", 1))
    data = stored()
    proved = data["entries"][0]
    proved["statement"]["show"]["conclusion"][2][1] = "1"  # as the file states it now
    rewrite(home, data)
    claim = replayed("mine.py")["sound"]
    assert claim["verdict"] == "error"
    assert claim["reason"].startswith("Rejected: ")


def test_an_entry_for_a_claim_of_the_ledger_is_not_read(stored, replayed, home: Path) -> None:
    data = stored()
    forged = json.loads(json.dumps(data["entries"][0]).replace('"sound"', '"cauchy-schwarz"'))
    rewrite(home, data | {"entries": [forged, *data["entries"]]})
    found = replayed("mine.py", "cauchy-schwarz")
    assert {i: claim["verdict"] for i, claim in found.items()} == {
        "sound": "proved", "hence": "proved", "cauchy-schwarz": "proved",
    }


def test_a_stored_model_is_evaluated(write, novikoff: Run, replayed, home: Path) -> None:
    body = 'a = p.real("a")\n    p.assume(positive=a > 0)\n    p.show(conclusion=a**2 > 0)\n    '
    body += 'p.conclude("positive * positive")'
    write("mine.py", written("squares", body))
    novikoff("check", "mine.py", "--save", "--engine", "kernel", "-q", "-j", "1")
    assert replayed("mine.py")["squares"]["verdict"] == "proved"
    data = json.loads((home / "mine.certificates.json").read_text())
    for table in ({"squares": {"witness": {"dimension": 0, "size": 0, "values": {"a": "-1"}}}}, {}, [], 3):
        rewrite(home, data | {"models": table})
        assert replayed("mine.py")["squares"]["verdict"] == "vacuous"


def test_what_does_not_hold_is_not_stored(stored, write, novikoff: Run) -> None:
    write("mine.py", a_sum("sound", 1), citing("hence", "cauchy-schwarz", SCHWARZ))
    assert novikoff("check", "mine.py", "--save", "--engine", "kernel", "-q").exit_code == 1
    entries = {entry["statement"]["id"]: entry for entry in stored()["entries"]}
    assert "counterexample" not in entries["sound"]


def test_certificates_can_be_in_a_folder_of_their_own(write, novikoff: Run, replayed, home: Path) -> None:
    write("mine.py", a_sum("sound"))
    (home / "kept").mkdir()
    novikoff("check", "mine.py", "--save", "--certificates", "kept", "--engine", "kernel", "-q")
    assert [path.name for path in (home / "kept").iterdir()] == ["mine.certificates.json"]
    assert replayed("mine.py", "--certificates", "kept")["sound"]["verdict"] == "proved"
    assert replayed("mine.py")["sound"]["verdict"] == "error"


# --- pyproject.toml and packages ----------------------------------------------------------------------
def test_saving_makes_the_folder_that_a_project_names_and_one_file_in_it(project, novikoff: Run, home: Path) -> None:
    project('theorems = ["theorems/"]\nbibliography = "refs.bib"\ncertificates = "kept/proofs/"')
    novikoff("check", "sound", "--save", "--engine", "kernel", "-q", status=0)
    assert [path.name for path in (home / "kept" / "proofs").iterdir()] == ["sound.certificates.json"]


@pytest.fixture
def project(write, home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A repository with a folder of theorems and a bibliography; the current folder is one below."""
    write("theorems/sound.py", a_sum("sound", more=', source=cite("us2026", "Theorem 1")'))
    (home / "refs.bib").write_text("@article{us2026,\n  title = {Sums},\n  author = {Us, A.},\n  year = 2026,\n}\n")
    (home / "below").mkdir()
    monkeypatch.chdir(home / "below")
    def configure(table: str) -> None:
        (home / "pyproject.toml").write_text(f"[project]\nname = 'us'\n[tool.novikoff]\n{table}\n", encoding="utf-8")
    configure('theorems = ["theorems/"]\nbibliography = "refs.bib"')
    return configure


def test_the_nearest_project_is_checked_with_the_ledger_and_counted_apart(project, novikoff: Run) -> None:
    result = novikoff("check", "-k", "pair-cauchy or sound", "--engine", "kernel", "-q", "-j", "1", status=0)
    ledger, own = result.stdout.splitlines()
    assert ledger.startswith("1 claim: 1 proved")
    assert own.startswith("1 theorem of your own: 1 proved")
    (Path.cwd() / "pyproject.toml").write_text("[project]\nname = 'below'\n")  # says nothing of novikoff
    assert "sound" in novikoff("list", "-q").stdout.splitlines()
    assert "us2026" not in bibliography.works()
    data = json.loads(novikoff("check", "sound", "cauchy-schwarz", "--engine", "kernel", "--json").stdout)
    assert {name: part["claims"] for name, part in data["summaries"].items()} == {"ledger": 1, "own": 1}
    assert data["summary"]["claims"] == len(data["claims"]) == 2
    assert "summaries" not in json.loads(novikoff("check", "cauchy-schwarz", "--engine", "kernel", "--json").stdout)


@pytest.mark.parametrize("wrong", FILES["a line in the table tool.novikoff of pyproject.toml"])
def test_a_wrong_table_is_one_sentence(project, novikoff: Run, wrong) -> None:
    project(wrong.text)
    novikoff("list", status=2, err=wrong.note)


def test_a_file_that_a_project_names_has_theorems(project, write, novikoff: Run, home: Path) -> None:
    write("theorems/helper.py")
    (home / "theorems" / "gone.py").symlink_to("nowhere.py")
    for entry, errors in {"theorems/helper.py": ["helper.py cannot be loaded: it states no theorem"],
                          "theorems/*.py": ["gone.py cannot be loaded: gone.py cannot be read"]}.items():
        project(f'theorems = ["theorems/sound.py", "{entry}"]\nbibliography = "refs.bib"')
        result = novikoff("check", "-k", "sound", "--engine", "kernel", "-q", "-j", "1", status=1)
        assert result.stdout.count("cannot be loaded") == 1
        assert all(error in result.stdout for error in errors)


def test_a_pattern_names_files(project, write, novikoff: Run) -> None:
    write("theorems/other.py", a_sum("other"))
    project('theorems = ["theorems/o*.py"]')
    ledger = registry.claims() | registry.claims_of_coq()
    assert [i for i in novikoff("list", "-q").stdout.splitlines() if i not in ledger] == ["other"]


def test_no_file_is_run_where_only_the_ledger_is_asked_for(project, write, novikoff: Run, home: Path) -> None:
    write("theorems/loud.py", "open('run', 'w').close()\n", a_sum("loud"))
    assert novikoff("check", "cauchy-schwarz", "--engine", "kernel", "-q").exit_code == 0
    assert novikoff("explain", "cauchy-schwarz").exit_code == 0
    assert not Path("run").exists()
    assert novikoff("list", "loud").exit_code == 0
    assert Path("run").exists()


def test_an_installed_package_can_ship_theorems(write, novikoff: Run, home: Path, monkeypatch) -> None:
    write("shipping_theorems.py", a_sum("shipped"))
    (home / "shipping-1.0.dist-info").mkdir()
    (home / "shipping-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: shipping\nVersion: 1.0\n")
    (home / "shipping-1.0.dist-info" / "entry_points.txt").write_text(
        "[novikoff.theorems]\nours = shipping_theorems\nbroken = no_such_module\n"
    )
    monkeypatch.syspath_prepend(home)
    try:
        for _ in range(2):  # Python runs the module once, and it is known each time
            result = novikoff("check", "shipped", "--engine", "kernel", "-q", status=0)
            assert result.stdout[:32] == "1 theorem of your own: 1 proved,"
        assert "no_such_module" in novikoff("list", "-q").stdout
    finally:
        sys.modules.pop("shipping_theorems", None)


# --- the other commands -------------------------------------------------------------------------------
def test_what_each_hypothesis_is_for_is_stored_and_shown(novikoff: Run, home: Path) -> None:
    novikoff("new", "theorem", "my-bound")
    assert "What each hypothesis is for" not in novikoff("explain", "my_bound.py").stdout
    novikoff("check", "my_bound.py", "--save", "--engine", "kernel", "-q", "-j", "1")
    assert novikoff("explain", "my_bound.py").stdout.count("Needed. Take ") == 3


def test_proofs_are_made_for_other_provers(write, novikoff: Run, home: Path) -> None:
    write("mine.py", a_sum("sound"), citing("hence", "sound", NOT_LONG), a_sum("too-short", 1))
    novikoff("export", "coq", "mine.py", "-o", "coq", status=3, out="not exported: too-short: refuted: false at u = ")
    text = "".join(path.read_text() for path in (home / "coq").glob("*.v"))
    assert "sound" in text
    assert "hence" in text
    assert "too-short" not in text
    assert "0 proofs left out" in novikoff("export", "lean", "mine.py::hence", "-o", "lean").stdout
    novikoff("export", "smt2", "mine.py", "-o", "smt2")
    assert "(set-info :status sat)" in (home / "smt2" / "too-short-01.smt2").read_text()


def test_they_are_changed_a_little(write, novikoff: Run) -> None:
    path = write("mine.py", a_sum("sound"), a_sum("too-short", 1))
    found = json.loads(novikoff("mutate", "mine.py::sound", "--json", status=0).stdout)
    assert found["summary"]["killed"] > 0
    assert "too-short is refuted" in novikoff("mutate", "mine.py::too-short").stderr
    before = hash_files([path])
    path.write_text(path.read_text() + "\n")
    assert hash_files([path]) != before


def test_an_own_lemma_is_proved_before_a_mutant_rests_on_it(write) -> None:
    from novikoff.proofs.checking import necessity
    write("mine.py", a_sum("sound"), a_sum("too-short", 1))
    with load_theorems(Own((Path("mine.py"),))):
        assert necessity.Proved()["sound"] is not None
        with pytest.raises(KeyError):
            _ = necessity.Proved()["too-short"]
        assert [claim.id for claim in claims_of_file(Path("mine.py"))] == ["sound", "too-short"]
    with pytest.raises(BadInput, match="no claim named 'sound'"):
        registry.find("sound")


# --- pytest -------------------------------------------------------------------------------------------
@pytest.fixture
def pytest_run(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run pytest in the user's repository, as a program of its own."""
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        plugins = ["-p", "novikoff.plugin", "-p", "xdist", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *plugins, *arguments]
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True)
    return run


def test_pytest_collects_the_configured_files(write, pytest_run, home: Path) -> None:
    (home / "pyproject.toml").write_text('[tool.novikoff]\ntheorems = ["theorems/"]\n')
    body = 'a = p.real("a")\n    p.assume(small=a**2 <= 2)\n    p.show(conclusion=a <= 2)\n    p.conclude("algebra")'
    path = write("theorems/test_mine.py", a_sum("sound"), a_sum("too-short", 1), written("open-one", body), "1 / 0\n")
    last = len(path.read_text().splitlines())
    write("elsewhere/mine.py", a_sum("sound"))
    done = pytest_run("-n", "1", "--junitxml", "report.xml")
    assert "3 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "too-short, theorems/test_mine.py, line 10: refuted, expected proved: false at u = " in done.stdout
    assert "engines: kernel refuted, z3 agrees, cvc5 agrees" in done.stdout
    assert "left to show, for the conclusion: 2 − a ≥ 0" in done.stdout
    assert "small: 2 − a² ≥ 0" in done.stdout
    assert f"ZeroDivisionError: division by zero (theorems/test_mine.py, line {last})" in done.stdout
    cases = {case.get("name"): case for case in ElementTree.parse(home / "report.xml").iter("testcase")}
    told = {p.get("name"): p.get("value") for p in cases["sound"].iter("property")}
    assert told["novikoff_verdict"] == "proved"
    assert told["novikoff_engines"] == "kernel proved, z3 agrees, cvc5 agrees"
    alone = pytest_run("theorems/test_mine.py::sound", "-n", "0")
    assert "1 passed" in alone.stdout, alone.stdout + alone.stderr


def test_for_pytest_a_file_that_skips_hides_no_theorem(write, pytest_run, home: Path) -> None:
    (home / "pyproject.toml").write_text('tool.novikoff.theorems = ["theorems/"]\n')
    (home / "test_other.py").write_text("def test_other(): ...\n")
    write("theorems/a.py", "import pytest; pytest.importorskip('nowhere_to_be_found')\n", a_sum("hidden"))
    write("theorems/z.py", a_sum("too-short", 1))
    write("elsewhere/linked.py", written("skips", "import pytest; pytest.skip('later')"))
    (home / "theorems" / "b.py").symlink_to("../elsewhere/linked.py")
    (home / "theorems" / "again").symlink_to(".")
    done = pytest_run("-n", "0")
    assert (done.returncode, "3 failed, 1 passed" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "theorems/a.py cannot be loaded: Skipped: could not import" in done.stdout
    assert "too-short, theorems/z.py, line 3: refuted" in done.stdout
    assert "skips, theorems/b.py, line 3: error, expected proved: the script of skips cannot be run: " in done.stdout
    done = pytest_run("-n", "0", "theorems/z.py", "--collect-only", "-q")
    assert "theorems/z.py::too-short\n\n1 test collected" in done.stdout
    (home / "theorems" / "gone.py").symlink_to("nowhere.py")
    done = pytest_run("-n", "0")
    assert (done.returncode, "gone.py cannot be read: No such file" in done.stdout) == (2, True)


def test_what_cannot_be_read_stops_pytest_in_one_sentence(write, pytest_run, home: Path) -> None:
    (home / "pyproject.toml").write_text('[tool.novikoff]\ntheorems = ["theorems/"]\n')
    write("theorems/mine.py", a_sum("cauchy-schwarz"))
    done = pytest_run("-n", "0")
    assert done.returncode == 2
    assert "two claims are named 'cauchy-schwarz'" in done.stdout
    (home / "pyproject.toml").write_text("[tool.novikoff]\ntheorem = []\n")
    done = pytest_run("-n", "0")
    assert "[tool.novikoff] has no key 'theorem'" in done.stdout
    assert "plugin.py" not in done.stdout  # no frame of novikoff


def test_a_project_without_theorems_imports_nothing(write, pytest_run, home: Path) -> None:
    (home / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    write("theorems/mine.py", a_sum("sound"))
    code = "import sys\n\ndef test_it():\n    assert not [m for m in sys.modules if m.startswith('novikoff.proofs')]\n"
    (home / "test_plain.py").write_text(code)
    done = pytest_run("-n", "0")
    assert "1 passed" in done.stdout, done.stdout


def test_the_file_of_the_page_is_proved(write, checked, home: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "your-own-theorems.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (home / "shown.py").write_text(code, encoding="utf-8")
    assert [claim["verdict"] for claim in checked("shown.py").values()] == ["proved"]


# --- files that another user can write ----------------------------------------------------------------
@pytest.fixture
def shared(home: Path) -> Path:
    """A project whose theorems say when they are run, as seen from a folder in it."""
    (home / "pyproject.toml").write_text('[tool.novikoff]\ntheorems = ["theorems/"]\n')
    (home / "theorems").mkdir()
    for name in ("one", "two"):
        run = f"from pathlib import Path\nPath({str(home / 'ran')!r}).touch()\n"
        (home / "theorems" / f"{name}.py").write_text(HEAD + run + a_sum(f"a-sum-{name}"))
    (home / "work").mkdir()
    os.chdir(home / "work")
    return home


@pytest.fixture
def give_away(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make another user the owner of these files, as this process sees it."""
    def give(*given: Path) -> None:
        def seen(path: Path) -> tuple[os.stat_result, os.stat_result]:
            link, file = list(os.lstat(path)), list(os.stat(path))
            if path.resolve() in {each.resolve() for each in given}:
                file[4] = 4242
            return os.stat_result(link), os.stat_result(file)
        monkeypatch.setattr(safe_files, "_link_and_file", seen)
    return give


READING = [["list"], ["check"], ["check", "-k", "a-sum"], ["check", "a-sum-one"], ["explain", "a-sum-one"],
           ["export", "smt2", "a-sum-one", "-o", "-"], ["mutate", "a-sum-one"],
           ["prove", "real a |- a**2 >= 0", "by", "a-sum-one"]]


@pytest.mark.parametrize("command", READING, ids=" ".join)
@pytest.mark.parametrize("whose", ["pyproject.toml", "theorems/two.py"])
def test_nothing_is_run_that_another_user_can_have_written(novikoff, shared, give_away, command, whose):
    give_away(shared / whose)
    result = novikoff(*command, status=2)
    assert not (shared / "ran").exists()
    what = "it" if whose == "pyproject.toml" else shared / "pyproject.toml"
    assert result.stderr == (
        f"novikoff: {shared / whose} belongs to the user 4242, so no theorem that {what} names is read; name the files "
        f"that you want, as in `novikoff check FILE.py`, or trust the folder with NOVIKOFF_SAFE={shared}\n"
    )


def test_a_file_that_is_named_is_read_and_nothing_else_is(novikoff, shared, give_away):
    give_away(shared / "pyproject.toml", shared / "theorems" / "one.py")
    result = novikoff("check", "../theorems/one.py", "-q", status=0,
                      err="belongs to the user 4242, so no theorem that it names is read")
    assert (shared / "ran").exists()
    assert result.stdout.startswith("1 theorem of your own: 1 proved")


@pytest.mark.parametrize("content", ["[tool.novikoff", "[tool.novikoff]\nthorems = []"])
def test_a_broken_file_of_another_user_is_no_obstacle_to_a_file_that_is_named(novikoff, shared, give_away, content):
    (shared / "pyproject.toml").write_text(content)
    give_away(shared / "pyproject.toml")
    assert novikoff("check", "../theorems/one.py", "-q").exit_code == 0
    assert "belongs to the user 4242" in novikoff("list").stderr


def test_claims_of_the_ledger_do_not_ask_for_it_nor_does_a_file_that_says_nothing_of_novikoff(novikoff, shared,
                                                                                              give_away):
    give_away(shared / "pyproject.toml")
    assert novikoff("explain", "cauchy-schwarz").exit_code == 0
    (shared / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert novikoff("list", "-q").exit_code == 0


@pytest.mark.parametrize(("place", "safe"), [("", True), ("..", True), ("theorems", False), ("work", False)])
def test_a_folder_can_be_trusted(novikoff, shared, give_away, monkeypatch, place, safe):
    """With all that is below it."""
    give_away(shared / "pyproject.toml", shared / "theorems" / "one.py")
    monkeypatch.setenv("NOVIKOFF_SAFE", os.pathsep.join(["/nowhere", str(shared / place)]))
    assert (novikoff("list", "-k", "a-sum").exit_code == 0, (shared / "ran").exists()) == (safe, safe)


@pytest.mark.parametrize(("user", "caller", "safe"), [(0, "4242", True), (0, "17", False), (0, "", False),
                                                      (0, "x", False), (17, "4242", False)])
def test_for_root_the_user_who_called_sudo_is_no_other(shared, give_away, monkeypatch, user, caller, safe):
    give_away(shared / "pyproject.toml", *(shared / "theorems").iterdir())
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setenv("SUDO_UID", caller)
    if safe:
        assert {file.name for file in read_configuration().files} == {"one.py", "two.py"}
    else:
        with pytest.raises(Foreign, match="belongs to the user 4242"):
            read_configuration()


def test_what_root_owns_may_be_run_by_all(shared, give_away, monkeypatch):
    """Root can run code as any user in any case."""
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    give_away(*(shared / "theorems").iterdir())
    if os.stat(shared / "pyproject.toml").st_uid == 0:
        assert read_configuration().files
    else:
        with pytest.raises(Foreign):
            read_configuration()

"""The notebooks: their cells run in order, and show what the prose between them says.

All but one are run in this process, cell by cell, and what each shows is asked for its page; one goes through the
kernel of Jupyter, which starts a process.
"""

import ast
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from novikoff.algorithms.command_results import Shown
from novikoff.proofs.statements import registry
from novikoff.report import result_output

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = {"lecture", "library", "prove", "run"}


def cells(name: str, kind: str) -> list[tuple[str, str]]:
    """The ids and sources of the cells of one kind."""
    found = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [(cell["id"], "".join(cell["source"])) for cell in found if cell["cell_type"] == kind]


@pytest.fixture
def shown(request: pytest.FixtureRequest) -> Iterator[list[Any]]:
    """What the cells of a notebook show, in order."""
    names, values = {"__name__": "__main__"}, list[Any]()
    with registry.temporary_claims():
        for identifier, source in cells(request.param, "code"):
            tree = ast.parse(source)
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, identifier, "exec"), names)
            if isinstance(last, ast.Expr):
                values.append(eval(compile(ast.Expression(last.value), identifier, "eval"), names))
        for value in values:
            if isinstance(value, Shown):
                assert value._repr_html_(), "a page, and not only a repr"
                assert value._repr_latex_()
        yield [value for value in values if value is not None]


def beginnings(values: list[Any]) -> list[str]:
    """The first word of each repr."""
    return [repr(value).removeprefix("<").split()[0].rstrip(":") for value in values]


def test_they_are_valid_and_hold_no_outputs_that_nobody_has_made() -> None:
    import nbformat
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == NAMES
    for name in NAMES:
        notebook = nbformat.read(FOLDER / f"{name}.ipynb", 4)
        nbformat.validate(notebook)
        assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
        assert cells(name, "markdown")[0][1].startswith("# ")


@pytest.mark.parametrize("shown", ["prove"], indirect=True)
def test_prove(shown: list[Any]) -> None:
    verdicts = ["proved", "refuted", "proved", "vacuous", "proved", "proved", "proved", "unknown", "proved"]
    assert beginnings([value for value in shown if isinstance(value, Shown)]) == verdicts
    assert "left to show" in shown[-2]._repr_html_()


@pytest.mark.parametrize("shown", ["run"], indirect=True)
def test_run(shown: list[Any]) -> None:
    small, told, iris, (updates, bound), facts, apart, false, true = shown
    assert (small.record.updates, told[0]) == (2, (0, 1))
    assert all(Fraction(count) <= Fraction(bound) for count in updates)
    assert len(set(updates)) > 1, "the order matters"
    assert facts == (iris.record.updates, True)
    assert (apart.separable, false.verdict, true.verdict) == (False, "refuted", "proved")
    assert len(false.found.broken.X) == 1, "one point is enough, the prose says"


@pytest.mark.parametrize("shown", ["library"], indirect=True)
def test_library(shown: list[Any]) -> None:
    mine, sklearn, safe, unsafe = shown
    assert [finding.id for finding in mine.findings if finding.status == "failed"] == ["separates.plain"]
    assert sklearn
    assert {finding.verdict for finding in sklearn.findings} > {"holds", "bound violated"}
    assert (bool(safe), bool(unsafe)) == (True, False)


def test_a_lecture_in_the_kernel_of_jupyter(monkeypatch: pytest.MonkeyPatch) -> None:
    import nbclient
    import nbformat
    notebook = nbformat.read(FOLDER / "lecture.ipynb", 4)
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert {output.output_type for output in outputs} == {"execute_result", "display_data"}, "nothing on stderr"
    pages = [output.data for output in outputs if output.output_type == "execute_result"]
    assert all({"text/plain", "text/html", "text/latex"} <= set(page) for page in pages)
    words = [page["text/plain"].removeprefix("<").split()[0] for page in pages]
    assert words == ["refuted", "proved", "proved", "refuted", "2", "proved", "explanation", "perceptron:homogeneous"]
    bars = [output.data["text/html"] for output in outputs if output.output_type == "display_data"]
    assert bars == [""], "the bar of the check is gone when it is done"


def test_progress_in_a_notebook_is_a_bar_that_goes(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    pages: list[str] = []
    handle = SimpleNamespace(update=pages.append)
    display = ModuleType("IPython.display")
    display.HTML = str  # type: ignore[attr-defined]
    display.display = lambda page, display_id: pages.append(page) or handle  # type: ignore[attr-defined]
    ipython = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(result_output, "BLINK", 0.0)
    for quiet in (None, False):
        with result_output.progress("check", quiet) as tick:
            tick("a<b", 1, 2)
            tick("c", 2, 2)
        first, second, last = pages
        assert "a&lt;b" in first
        assert '<progress value="2" max="2">' in second
        assert last == ""
        pages.clear()
    with result_output.progress("check", True) as tick:
        tick("a", 1, 2)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    with result_output.progress("check", None) as tick:
        tick("a", 2, 2)
    assert pages == []
    assert capsys.readouterr() == ("", "")
    with result_output.progress("check", False) as tick:
        tick("a", 2, 2)
    assert capsys.readouterr().err == "check: 2 of 2\n", "plain lines elsewhere"

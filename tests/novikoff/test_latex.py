"""Pages in LaTeX compile where there is a TeX, as documents and as slides; their structure is checked elsewhere."""

import shutil
import subprocess

import pytest


def missing():
    """What is not installed of what the pages need; empty if all is."""
    if not shutil.which("pdflatex"):
        return "pdflatex"
    files = ("article.cls", "beamer.cls", "pgfmath.sty", "amsmath.sty", "geometry.sty")
    return next((file for file in files if not subprocess.run(["kpsewhich", file], capture_output=True).stdout), "")


@pytest.mark.parametrize("page_format", ["latex", "beamer"])
def test_a_page_compiles(novikoff, page_format, tmp_path):
    if absent := missing():
        pytest.skip(f"{absent} is not installed, so the page is not compiled; test_explaining.py checks its structure")
    file = tmp_path / "page.tex"
    made = novikoff("explain", "smola-mistake-bound", "--format", page_format, "--standalone", "-o", str(file))
    assert made.exit_code == 0
    said = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", file], cwd=tmp_path,
                          capture_output=True, text=True)  # fmt: skip
    assert said.returncode == 0, said.stdout[-2000:]
    assert (tmp_path / "page.pdf").stat().st_size > 10_000


def test_a_preamble_is_for_latex(novikoff):
    result = novikoff("explain", "cauchy-schwarz", "--standalone")
    assert result.exit_code == 2
    assert "--standalone is for --format latex; text has no preamble" in result.stderr

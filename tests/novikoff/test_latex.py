"""Pages in LaTeX compile where there is a TeX, as documents and as slides; their structure is checked elsewhere."""

import shutil
import subprocess

import pytest

from novikoff.proofs.statements.registry import claims, claims_of_coq
from novikoff.report.document_formats import sentence_in_latex


def missing():
    """What is not installed of what the pages need; empty if all is."""
    if not shutil.which("pdflatex"):
        return "pdflatex"
    files = ("article.cls", "beamer.cls", "pgfmath.sty", "amsmath.sty", "geometry.sty")
    return next((file for file in files if not subprocess.run(["kpsewhich", file], capture_output=True).stdout), "")


PAGES = {
    "latex": ["explain", "smola-mistake-bound", "--format", "latex", "--standalone"],
    "beamer": ["explain", "smola-mistake-bound", "--format", "beamer"],
    "wide": ["explain", "margin-perceptron-exact-bound", "--format", "latex", "--standalone"],
    "slides": ["book", "--slides", "lecture-norm-step", "every-mistake-raises-cosine", "gaussian-kernel-positive"],
}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_compiles(novikoff, kind, tmp_path):
    if absent := missing():
        pytest.skip(f"{absent} is not installed, so the page is not compiled; test_explaining.py checks its structure")
    file = tmp_path / "page.tex"
    novikoff(*PAGES[kind], "-o", str(file), status=0)
    said = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", file], cwd=tmp_path,
                          capture_output=True, text=True)
    assert said.returncode == 0, said.stdout[-2000:]
    assert "Overfull" not in said.stdout
    assert (tmp_path / "page.pdf").stat().st_size > 10_000


def test_latex_has_a_letter_for_each_character_of_a_sentence():
    """The packages of a page know the letters of T1 beside ASCII; a missing one ends the compilation."""
    read = claims() | claims_of_coq()
    texts = [text for claim in read.values() for text in (claim.title, claim.sentence)]
    assert {c for text in texts for c in sentence_in_latex(text) if c > "~"} <= set("°²½áéñóöüćčŷ")

"""What a notebook shows of statements, proofs, counterexamples, runs and audits."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import novikoff
from novikoff.proofs.checking.outcomes import Outcomes
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import Claim, cite
from novikoff.properties.audit.audit_runner import Audit
from novikoff.properties.audit.verdicts import HOLDS, VIOLATED, Finding

EVIL = '<script>alert("$x$")</script>\\end{aligned}$$&{%#_^~'


class Tags(HTMLParser):
    """Which elements there are, if they are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen, self.open, self.words = set[str](), list[str](), ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def in_html(shown: object) -> Tags:
    """The page of an object in a notebook."""
    found = Tags(shown._repr_html_())  # type: ignore[attr-defined]
    assert "script" not in found.seen
    return found


def in_latex(shown: object) -> str:
    """The same for MathJax: one display, in which every brace and environment is closed, and no $ ends it."""
    page = shown._repr_latex_()  # type: ignore[attr-defined]
    body = page.removeprefix("$$").removesuffix("$$")
    assert page == f"$${body}$$"
    bare, depth = re.sub(r"\\[{}$]", "", body), 0
    assert "$" not in bare
    for c in bare:
        depth += (c == "{") - (c == "}")
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+)\}", body) == re.findall(r"\\end\{(\w+)\}", body) == ["aligned"]
    assert "\n\n" not in body
    return body


def evil(p: Script) -> None:
    """What a user may write: <script>."""
    v = p.vector("v")
    p.assume({EVIL: v @ v <= 1})
    p.show(**{EVIL: v @ v <= 2})
    p.conclude(EVIL)


EVIL_CLAIM = Claim("evil", EVIL, cite("lecture", EVIL), "proved", evil, supposes={EVIL: EVIL})


def test_a_statement_that_is_false_is_shown_with_the_values_that_break_it() -> None:
    found = novikoff.prove("vec u v |- u@v <= norm(u)")
    page, latex = in_html(found), in_latex(found)
    assert page.words.index("every hypothesis holds") < page.words.index("u=(1)") < page.words.index("2≤1")
    assert {"math", "mfrac"} & page.seen == {"math"}
    assert r"\langle u, v \rangle \leq \lVert u \rVert" in latex
    assert r"u = (1)\text{, }v = (2)\text{.}" in latex


def test_a_proof_is_shown_with_its_statement() -> None:
    found = novikoff.prove("real a b; a > 0 |- a*b <= a**2 + b**2")
    assert "a**2 + b**2 - a*b = 1/2*[hypothesis1]*[hypothesis1] + 1/2*(b)**2 + 1/2*(b - a)**2" in in_html(found).words
    assert r"a b \leq a^{2} + b^{2}" in in_latex(found)
    statement = novikoff.parse("vec x[i]; real a[i]; all(a[i] >= 0) |- Sum(a[i]*(x[i]@x[i])) >= 0")
    assert "munder" in in_html(statement).seen
    assert r"\sum_{i} a_{i} \lVert x_{i} \rVert^{2} \geq 0" in in_latex(statement)


def test_a_page_is_that_of_explain() -> None:
    page = novikoff.explain("smola-mistake-bound")
    told = in_html(page)
    assert {"math", "section", "h3", "table"} <= told.seen
    assert len(re.findall("Proof", told.words)) == len(page.sections) > 1
    assert r"\frac{(b^{\ast 2} + 1) (R^{2} + 1)}{\gamma^{2}}" in in_latex(page)


def test_runs_separations_and_bounds() -> None:
    run = novikoff.run("perceptron", ([[2, 1], [-1, 3]], [1, -1]))
    assert "2 in 4 visits; every example is on its side" in in_html(run).words
    assert r"w = (3, -2)" in in_latex(run)
    apart = novikoff.separate(([[2], [3], [5]], [-1, 1, -1]))
    assert "13 of line 1" in in_html(apart).words
    assert r"\frac{1}{2}\text{ of line 2}" in in_latex(apart)
    held = novikoff.bound("w@w == 1 |- k <= R**2/(4*gamma**2)", algorithm="perceptron:homogeneous", datasets=60)
    assert "assert held.verdict ==" in in_html(held).words
    assert r"k \leq \frac{R^{2}}{4 \gamma^{2}}" in in_latex(held)
    assert "gamma = " in in_html(held.found.broken).words


def test_an_audit_has_a_line_for_each_check_and_the_code_of_what_fails() -> None:
    bad = Finding("fit.bound", VIOLATED, f"because {EVIL}", f"assert {EVIL!r}")
    audit = Audit("module:Class", {}, EVIL, EVIL, None, [Finding("fit.ends", HOLDS, datasets=3), bad])
    page = in_html(audit)
    assert page.words.index("✓ fit.ends") < page.words.index("✗ fit.bound") < page.words.index("assert '<script>")
    assert EVIL in page.words
    in_latex(audit)


def test_what_a_user_writes_is_escaped(tmp_path: Path) -> None:
    outcome = replace(novikoff.check("cauchy-schwarz", engines="kernel")[0], claim=EVIL_CLAIM, reason=EVIL)
    data = tmp_path / "data.csv"
    data.write_text("x,class\n1,<script>\n2,<b>\n", encoding="utf-8")
    shown = [EVIL_CLAIM, EVIL_CLAIM.script, outcome, Outcomes([outcome]), novikoff.explain(EVIL_CLAIM, depth=0)]
    run = novikoff.run("perceptron", data, positive="<script>")
    for each in (*shown, run, novikoff.separate(data, positive="<b>")):
        assert {"b", "script"} & in_html(each).seen == set()
        assert "<" in in_html(each).words
        in_latex(each)


@pytest.mark.parametrize("name", ["<script>", "a$b", "v{", "x\\y", "a<b"])
def test_a_name_that_a_page_would_have_to_escape_is_none(name: str) -> None:
    for declare in (Script().vectors, Script().reals):
        with pytest.raises(ValueError, match="is not a name"):
            declare(f"v{name}")


def test_a_file_of_html_escapes_ids() -> None:
    assert "<script>" not in novikoff.explain(replace(EVIL_CLAIM, id="<script>"), "html", depth=0)

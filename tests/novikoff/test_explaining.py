"""The pages of `novikoff explain`: nothing of a derivation is lost, each format is sound, changes show."""

import re
from copy import deepcopy
from dataclasses import fields, is_dataclass
from functools import cache
from xml.etree import ElementTree

import pytest
import sympy
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from novikoff.proofs import kernel
from novikoff.proofs.checking import stored_certificates
from novikoff.proofs.checking.necessity import decide, stored_results
from novikoff.proofs.kernel import Rejected
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.statements.expressions import UNNAMED, Expression, term_of, walk_terms, with_terms
from novikoff.proofs.statements.notation import Notation
from novikoff.proofs.statements.perceptron_runs import perceptron_run
from novikoff.proofs.statements.proof_script import Calc, Construct, Entry, Have, Script, SumUp, Use
from novikoff.proofs.statements.registry import Claim, _registry, cite, claims
from novikoff.proofs.statements.vector_language import Eq, Relation, Sum, Vector, norm, polynomial, reals
from novikoff.report import claim_text, derivation_blocks
from novikoff.report.claim_text import chain, explain, section_of
from novikoff.report.derivation_blocks import Evaluation, Reader, is_true
from novikoff.report.document_formats import WRITERS, Formula, cites, columns, tex

from .reading import term_in

ALL = sorted(claims())
REFUTED = [i for i in ALL if claims()[i].expected == "refuted"]


def claim_of(write, **more):
    """A claim outside of the ledger."""
    given = {"id": "sample", "title": "A sample", "source": cite("iml", "Theorem 1.7"), "expected": "proved"} | more
    return Claim(**given, write=write)


def growth(p: Script, slack=1, reason="radius"):
    """After t mistakes ‖w‖² + b² is at most t·(R² + 1)."""
    R = p.real("R")
    run = perceptron_run(p, counter="t")
    w, b, t, x, after = run.w, run.b, run.k, run.x, run.after
    run.examples(radius=x @ x <= R**2)
    with p.induction(growth=w @ w + b**2 <= t * (R**2 + 1)):
        p.calc(after.w @ after.w + after.b**2,
               "<=", w @ w + b**2 + x @ x + slack, "update", "label", "mistake",
               "<=", t * (R**2 + 1) + R**2 + 1, "growth", reason)
    p.show(conclusion=w @ w + b**2 <= t * (R**2 + 1))


@pytest.mark.parametrize("change", [{"slack": 2}, {"reason": "label"}])
def test_a_change_of_a_step_or_reason_changes_exactly_its_line(change):
    whole, changed = (explain(claim_of(lambda p, how=how: growth(p, **how))).splitlines() for how in ({}, change))
    assert len([line for line in changed if "≤" in line and line not in whole]) == 1


def test_a_cited_theorem_is_substituted_in_sums():
    point, x, a = Vector({"p": 1}), Vector({"x[i]": 1}), reals("a[i]")[0]
    put = derivation_blocks.substitute(Relation(point @ Sum(a * x), ">=", Sum(a)),
                                       {"x[i]": 2 * x, "a[i]": a**2, "p": x})
    assert Notation().relation(put) == "⟨xᵢ, Σⱼ 2·aⱼ²·xⱼ⟩ ≥ Σⱼ aⱼ²"


# --- every claim of the ledger --------------------------------------------------------------------
def steps_of(item, kind):
    """All steps of a kind, wherever they are nested."""
    if isinstance(item, kind):
        yield item
    parts = [getattr(item, f.name) for f in fields(item)] if is_dataclass(item) else item
    for part in parts if isinstance(parts, list | tuple) else ():
        yield from steps_of(part, kind)


@cache
def shown(identifier, page_format="text", **how):
    """The page of a claim of the ledger, made once for all that is asked of it."""
    return explain(claims()[identifier], page_format, **how)


def squeezed(text):
    """Without white space, as a line may be broken anywhere."""
    return "".join(text.split())


def text_has_every_step_with_its_reasons(identifier):
    claim = claims()[identifier]
    page, reader, write = (
        squeezed(shown(identifier, depth=0)),
        Reader(claim.script),
        Notation("text", Reader(claim.script).order),
    )
    steps = claim.script.run_spec.when if claim.script.run_spec else {}
    for name, r in {**claim.script.assumptions, **steps}.items():
        assert squeezed(f"{name}: {write.relation(r)}") in page
    if claim.expected == "refuted":
        return
    reader.proof()
    for calc in steps_of(claim.script.steps, Calc):
        for operator, e, reasons in calc.links:
            words = "".join(squeezed(WRITERS["text"]({}).inline(reader.reasons(reasons))))
            assert squeezed(f"{write.operator(operator)} {write.term(e)}") + words in page
    for have in steps_of(claim.script.steps, Have):
        assert squeezed(f"{have.name}: {write.relation(have.claim)}") in page
    for step in steps_of(claim.script.steps, Use):
        assert f"by{step.by.theorem}" in page
    for step in steps_of(claim.script.steps, SumUp):
        assert squeezed(f"sum over i of {step.fact}") in page


def the_other_formats_have_as_many_links(identifier):
    claim = claims()[identifier]
    calcs = [] if claim.expected == "refuted" else list(steps_of(claim.script.steps, Calc))
    links = sum(len(calc.links) for calc in calcs)
    assert shown(identifier, "html", depth=0).count('<td class="link">') == links
    for page_format in ("latex", "markdown"):
        row = r"^(?:> ?)*(?:& |\\row\{)\\quad (?:=|<|>|\\leq|\\geq) "
        assert len(re.findall(row, shown(identifier, page_format, depth=0), re.M)) == links


def text_keeps_to_its_width(identifier):
    lines = shown(identifier, depth=0).splitlines()
    assert all(line == line.rstrip() and "\xa0" not in line for line in lines)
    assert [line for line in lines if columns(line) > 100 and len(line.split("  ")[-1]) < 60] == []


@pytest.mark.parametrize(("width", "longer"),
                         [(60, ["    ‖w‖² + 2·y·⟨w, x⟩ + y²·‖x‖² + (b + y)² ≤ ‖w‖² + b² + R² + 1"]), (120, [])])
def test_text_keeps_to_any_width_but_for_formulas_that_stand_alone(width, longer):
    lines = explain("perceptron-norm-growth", depth=0, width=width, expanded=True).splitlines()
    assert [line for line in lines if columns(line) > width] == longer
    assert (max(map(columns, lines)) > 100) == (width > 100)


def html_is_well_formed_and_its_links_lead_somewhere(identifier):
    page = shown(identifier, "html")
    tree = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    anchors = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(anchors) == len(set(anchors))
    assert {node.get("href") for node in tree.iter("a")} <= {f"#{anchor}" for anchor in anchors}
    assert "http" not in page


# What the preambles load: LaTeX itself, amsmath, amssymb, Beamer.
MACROS = """
    abovedisplayskip allowdisplaybreaks alpha approx ast author bar begin below belowdisplayskip beta bigskip cdot
    chi cos cosh date def Delta delta dimexpr displaystyle documentclass dots else emergencystretch end epsilon eta
    exp fi frac Gamma gamma geq gets grounds hat hspace ifdim iff IfFileExists in infty inset iota kappa label
    Lambda lambda langle large lceil left leftskip leq let lfloor linewidth ln log lVert lvert makebox maketitle
    mapsto mathbb mathit max min mu nabla neq newcommand newsavebox newtheorem noindent normalsize nu Omega omega
    operatorname oplus par parbox parindent parskip partial penalty perp Phi phi Pi pm prime Psi psi quad
    raggedright rangle rceil ref rfloor rho right row rVert rvert said sbox setbeamersize setbeamertemplate
    setlength Sigma sigma small sqrt structure sum surd tau text textbf textit texttt tfrac Theta theta tilde title
    to upsilon usebox usepackage usualsize varepsilon varphi wd whole Xi xi zeta
"""


def latex_is_balanced_and_needs_no_unusual_fonts(identifier):
    slides = shown(identifier, "beamer", depth=0)
    assert shown(identifier, "beamer", depth=0, standalone=True) == slides
    assert slides.count(r"\begin{frame}") == 1 + len(section_of(claims()[identifier]).blocks)
    for page in (slides, shown(identifier, "latex", depth=0, standalone=True)):
        latex_is_a_balanced_document(page)


def latex_is_a_balanced_document(page):
    assert page.startswith(r"\documentclass")
    assert page.endswith("\n\\end{document}\n")
    assert set(re.findall(r"\\([A-Za-z]+)", page.replace(r"\\", ""))) - set(MACROS.split()) == set()
    bare = re.sub(r"\\[\\{}]", "", page)
    assert bare.count("{") == bare.count("}")
    assert len(re.findall(r"\\left\b", page)) == len(re.findall(r"\\right\b", page))
    assert not re.search(r"_(\w|\{\w*\})\^(\w|\{\w*\})_", page), "TeX takes no second subscript"
    assert re.sub(r"\\\$", "", page).count("$") % 2 == 0
    opened: list[str] = []
    for kind, environment in re.findall(r"\\(begin|end)\{([\w*]+)\}", page):
        if kind == "begin":
            opened.append(environment)
        else:
            assert opened.pop() == environment
    assert not opened
    assert {c for c in page if ord(c) > 0x17F} == set()


def each_cited_theorem_is_explained_once_and_after_those_that_cite_it(identifier):
    sections = chain(claims()[identifier], None)
    places = {section.id: section.number for section in sections}
    assert [*places.values()] == list(range(1, len(sections) + 1))
    assert sections[0].id == identifier
    cited = {section.id: set(cites(section.blocks)) for section in sections}
    assert {c for found in cited.values() for c in found} | {identifier} == set(places)
    assert all(places[other] > places[c] for c, found in cited.items() for other in found)


def test_the_chain_of_a_mistake_bound_is_followed_as_far_as_is_asked():
    page = explain("smola-mistake-bound")
    assert "by pair-cauchy-schwarz (" in page
    assert "by cauchy-schwarz (" in page
    assert "‖u − v‖² ≥ 0" in page.split("\ncauchy-schwarz\n")[1]
    # Depth limits how far citations are followed
    claim = claims()["smola-mistake-bound"]
    sizes = [len(chain(claim, depth)) for depth in (0, 1, 2)]
    assert sizes[0] == 1 < sizes[1] < sizes[2] <= len(chain(claim, None))
    numbered = r"\bby [a-z-]+ \(\d+\)"
    assert re.search(numbered, explain(claim))
    assert not re.search(numbered, explain(claim, depth=0))


def a_refuted_claim_shows_numbers_that_refute_it_and_what_holds(identifier):
    claim = claims()[identifier]
    if claim.expected != "refuted":
        return
    found = Evaluation(claim)
    list(found.steps())
    assert found.failing
    assert not any(is_true(found.values(claim.script.conclusions[name])) for name in found.failing)
    page = shown(identifier)
    assert f"Corrected claim: {claim.corrected}" in page
    assert "wouldsay" in squeezed(page)
    assert squeezed(claims()[claim.corrected].sentence) in squeezed(page)


# --- what each hypothesis is for --------------------------------------------------------------------
HEADINGS = {
    "text": "\nWhat each hypothesis is for\n",
    "markdown": "### What each hypothesis is for\n",
    "latex": "\\textbf{What each hypothesis is for}",
    "beamer": "{What each hypothesis is for}",
    "html": "<h3>What each hypothesis is for</h3>",
}
WORDS = {"needed": "Needed.", "makes-sense": "has no value.", "superfluous": "Superfluous:",
         "undecided": "It is not known whether it is needed"}


def table_of(page, page_format="text"):
    """What stands between the heading of the table and the proof."""
    rest = page.split(HEADINGS[page_format])[1]
    return re.split(r"\nProof\n|### Proof|\\textbf\{Proof\}|\{Proof\}\{|<h3>Proof</h3>", rest)[0]


# --- what the author wrote ---
def names_of(claim):
    """The names in formulas of a claim, also those of a state after a step; vectors end in @."""
    script = claim.script
    short = [n + "@" * isinstance(v, Vector) for n, v in script.abbreviations.items()]
    given = [*script.names, *short]
    made = list(steps_of([script.constructions, script.steps], Construct | Entry))
    more = [n for s in made for n in ([s.weights, s.multiplier] if isinstance(s, Construct) else s.names.values())]
    return {*given, *more, *(re.sub(r"^([^@\[]*)", r"\1'", name) for name in given)}


def same(said, meant, terms):
    """Have two terms, or relations between them, the same polynomials, with abbreviations written out?"""
    if isinstance(said, Relation):
        return said.operator == meant.operator and all(same(getattr(said, side), getattr(meant, side), terms)
                                                       for side in ("lhs", "rhs"))
    one, other = (polynomial(with_terms(term_of(e), terms)) for e in (said, meant))
    return one == other or sympy.cancel(in_sympy(one) - in_sympy(other)) == 0


def in_sympy(p):
    """A polynomial of the kernel, with the quotients and roots written out that have names in it."""
    made = {"inverse": lambda of: 1 / in_sympy(of), "sqrt": lambda of: sympy.sqrt(in_sympy(of))}
    known = {name: made[kind](dict(of)) for (kind, of), name in UNNAMED.items()
             if kind in made and name in kernel.variables(p)}
    return sympy.Add(*(c * sympy.Mul(*(known.get(a, sympy.Symbol(a)) ** e for a, e in m)) for m, c in p.items()))


def what_a_page_prints_says_what_the_kernel_reads(identifier):
    """Formulas are read back from text; their polynomials are those of the trees of the script."""
    claim = claims()[identifier]
    script, names, short = claim.script, names_of(claim), write_statement(identifier, claim.script).terms
    terms = [e for step in script.steps if isinstance(step, Calc) for e in (step.start, *(e for _, e, _ in step.links))]
    steps = [s.claim for s in script.steps if isinstance(s, Have)]
    for stated in (*script.stated().values(), *steps, *terms):
        formula = Formula("relation" if isinstance(stated, Relation) else "term", (stated,))
        assert same(term_in(formula.write("text"), names), stated, short), formula.write("text")


NUMBERS = st.sampled_from(["a", "b", "k", "1", "2", "-1", "1/2", "-3"])
VECTORS = st.sampled_from(["u@", "v@"])


def longer(numbers):
    """Terms made of others."""
    vectors = st.recursive(VECTORS, lambda vs: st.tuples(st.sampled_from("+-"), vs, vs) | st.tuples(st.just("-"), vs)
                           | st.tuples(st.just("*"), numbers, vs), max_leaves=3)
    return (st.tuples(st.sampled_from("+-*/"), numbers, numbers) | st.tuples(st.just("-"), numbers)
            | st.tuples(st.just("+"), numbers, numbers, numbers) | st.tuples(st.just("@"), vectors, vectors)
            | st.tuples(st.just("^"), numbers, st.sampled_from(["2", "3", "-1", "-2", "1/2"]))
            | st.tuples(st.sampled_from(["sqrt", "exp", "sum", "abs"]), numbers))


@settings(max_examples=400, deadline=None)
@given(st.recursive(NUMBERS, longer, max_leaves=8))
def test_a_term_is_read_back_from_what_is_printed_of_it(term):
    """No brackets are missing, wherever a term stands in another one."""
    e = Expression(term)
    try:
        parts = [part for part in walk_terms(term) if isinstance(part, tuple)]
        divisors = [p[2] if p[0] == "/" else p[1] for p in parts if p[0] == "/" or p[-1] in ("-1", "-2")]
        assume(all(map(polynomial, divisors)))
        assert same(term_in(Notation().term(e), ["a", "b", "k", "u@", "v@"]), e, {})
    except (ZeroDivisionError, Rejected):
        reject()


def distances(p: Script) -> None:
    """Something about distances."""
    u, v = p.vectors("u v")
    t = p.real("t")
    p.assume(apart=(u - v) @ (u - v) > 0, turn=t * (u @ (u + t * v) - 1) <= 0)
    p.calc((u - v) @ (u - v), "==", u @ u - 2 * (u @ v) + v @ v, "algebra")
    p.show(conclusion=2 * (t + norm(u - v)) >= (u - (v + t * u)) @ v)


def test_html_has_what_the_kernel_reads_behind_one_click():
    page = ElementTree.fromstring(explain(claim_of(distances), "html", depth=0).split("<!DOCTYPE html>")[1])
    rows = [row for row in page.iter("tr") if row.find("th").text == "apart:"]
    said = [["".join(math.itertext()) for math in row.iter("math")] for row in rows]
    assert said == [["‖u−v‖2>0", "‖u‖2−2⁢⟨u,v⟩+‖v‖2>0"]]
    assert len(list(rows[0].iter("details"))) == 1
    assert "<details>" not in explain(claim_of(distances), "html", depth=0, expanded=True)


NECESSITY = stored_results()
WITH_HYPOTHESES = sorted(NECESSITY)


def each_hypothesis_has_its_line(identifier, page_format="text"):
    kinds = [result["kind"] for result in NECESSITY[identifier].values()]
    table = table_of(shown(identifier, page_format, depth=0), page_format)
    said = squeezed(table) if page_format == "text" else table
    for kind, words in WORDS.items():
        assert said.count(squeezed(words) if page_format == "text" else words) == kinds.count(kind)


@pytest.mark.parametrize("page_format", sorted({*WRITERS} - {"text"}))
def test_each_hypothesis_has_its_line_in_the_other_formats(sample, page_format):
    for identifier in sample(WITH_HYPOTHESES, 3):
        each_hypothesis_has_its_line(identifier, page_format)


@pytest.mark.sampled(25)
@pytest.mark.parametrize("identifier", ALL)
def test_the_page_of_a_claim(identifier):
    text_has_every_step_with_its_reasons(identifier)
    the_other_formats_have_as_many_links(identifier)
    text_keeps_to_its_width(identifier)
    html_is_well_formed_and_its_links_lead_somewhere(identifier)
    latex_is_balanced_and_needs_no_unusual_fonts(identifier)
    each_cited_theorem_is_explained_once_and_after_those_that_cite_it(identifier)
    a_refuted_claim_shows_numbers_that_refute_it_and_what_holds(identifier)
    what_a_page_prints_says_what_the_kernel_reads(identifier)
    if identifier in NECESSITY:
        each_hypothesis_has_its_line(identifier)
    shown.cache_clear()


def test_a_superfluous_hypothesis_says_what_the_claim_says_of_it(monkeypatch):
    def write(p):
        """A square is not negative."""
        (a,) = p.reals("a")
        p.assume(positive=a > 0)
        p.show(conclusion=a**2 >= 0)
    for says, said in (("positive is not needed", "positive is not needed"), ("another name", "")):
        claim = claim_of(write, says=says)
        monkeypatch.setitem(_registry, "sample", claim)
        stored_certificates.stored_entry.cache_clear()
        result = decide(claim, "positive")
        assert result.kind == "superfluous"
        monkeypatch.setattr(derivation_blocks, "shipped_necessity", lambda: {"sample": {"positive": result.json()}})  # noqa: B023
        line = squeezed("positive: a > 0 Superfluous: the claim is proved without it.") + squeezed(said)
        assert squeezed(table_of(explain(claim, depth=0))) == line


@pytest.mark.parametrize("change", [{"kind": "superfluous"}, {"kind": "makes-sense", "definition": "inv1"},
                                    {"witness": None}, None],
                         ids=["no proof", "no such quotient", "no witness", "not stored"])
def test_a_stored_result_that_does_not_hold_is_not_shown(monkeypatch, change):
    stored = deepcopy(stored_results())
    row = stored["perceptron-norm-growth"]
    row["mistake"] = {**row["mistake"], **change} if change else None
    monkeypatch.setattr(derivation_blocks, "shipped_necessity", lambda: stored)
    claim_text.section_of.cache_clear()
    table = squeezed(table_of(explain("perceptron-norm-growth", depth=0)))
    claim_text.section_of.cache_clear()
    assert table.count(squeezed("It is not known whether it is needed")) == 1
    assert squeezed("mistake: y·(⟨w, x⟩ + b) ≤ 0 It is not known") in table


def test_claims_without_hypotheses_and_refuted_ones_have_no_table():
    for identifier in ("cauchy-schwarz", REFUTED[0]):
        assert "What each hypothesis is for" not in explain(identifier, depth=0)


def test_a_sympy_derivation_is_appended_to_its_claim():
    page = explain("geometric-margin", depth=0)
    assert "As a sympy derivation" in page
    assert "solve (7) for γ" in page
    assert "As a sympy derivation" not in explain("cauchy-schwarz")


# --- the formats ----------------------------------------------------------------------------------
def awkward(p):
    """If a < b & c_1 > 0, then 100 % of {a} ~ b^2 #1 $x$ \\ *stars* [link](x) <b>."""
    (a,) = p.reals("a")
    p.assume({"a_b": Eq(a, 0)})
    p.conclude("a_b", conclusion=a < 1)


def test_special_characters_are_escaped():
    claim = claim_of(awkward, title="<A & B_1>")
    html = explain(claim, "html")
    assert "&lt;A &amp; B_1&gt;" in html
    assert "<b>." not in html
    ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>\n"))
    latex = explain(claim, "latex")
    assert r"$<$A \& B\_1$>$" in latex
    assert r"If $a < b$ \& $c_1 > 0$, then 100 \% of \{a\} \~{} $b^2$ \#1 \$x\$ \textbackslash{}" in latex
    assert r"\textit{a\_b}" in latex
    markdown = explain(claim, "markdown")
    assert r"\*stars\* \[link\](x) \<b\>" in markdown
    assert r"*a\_b*" in markdown


@pytest.mark.parametrize(("identifier", "label"), [
    ("smola-mistake-bound", "In the source"),  # the source is the document
    ("small-radius-sharper-bound", "In the source"),  # about no row
    ("weighted-majority-mistake-bound", "In the document"),  # about a row of the notes, with another source
])
def test_a_note_has_the_label_of_the_text_that_it_is_about(identifier, label):
    claim = claims()[identifier]
    assert (label, claim.says) in claim_text.remarks(claim)


def test_all_that_a_docstring_says_is_on_the_page():
    noted = [claim for claim in claims().values() if len((claim.write.__doc__ or "").split("\n\n")) > 1]
    assert len(noted) > 150
    for claim in noted:
        further = " ".join((claim.write.__doc__ or "").partition("\n\n")[2].split())
        assert ("Notes", further) in [*claim_text.remarks(claim)]
    page = " ".join(explain("winnow-update").split())
    assert "Notes: This is stated as (1 + xy)(a' − (1 + δ)a) = 0 and (1 − xy)(a' − a/(1 + δ)) = 0." in page


def test_tex_spells_every_character_of_a_claims_words():
    assert tex("‖w*‖² ≤ γ_1") == r"$\|$w*$\|$$^2$ $\leq$ $\gamma$\_1"
    words = {i: [c.title, c.sentence, c.notes, c.says, c.missing, *c.supposes.values()] for i, c in claims().items()}
    unusual = {i: {c for said in given if said for c in tex(said) if ord(c) > 0x17F} for i, given in words.items()}
    assert {i: found for i, found in unusual.items() if found} == {}


def test_the_id_may_stand_for_the_claim():
    assert explain("cauchy-schwarz") == explain(claims()["cauchy-schwarz"])


@pytest.mark.parametrize(("identifier", "places"), [
    ("nu-counts-errors-and-support", "the number of the proposition [scholkopf2000]"),
    ("hinge-loss-mistake-bound", "section 3 [mohri2013]"),
    ("smola-mistake-bound", "")
])
def test_what_nobody_could_compare_with_a_text_is_said_of_each_work_that_is_cited(identifier, places):
    said = dict(claim_text.remarks(claims()[identifier]))
    assert said.get("Not confirmed against the text", "") == places


def test_numbers_with_exponentials_are_compared():
    claim = claims()["hedge-loss-bound"]
    (needed,) = derivation_blocks.reader_of(claim).necessity(claim)
    assert "exp" in repr(needed)

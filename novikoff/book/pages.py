"""Pages of HTML: the frame of all pages, and the page of a claim.

Main definitions: `Material`, `Frame`, `ClaimPages`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from .. import __version__
from ..algorithms.command_results import format_count
from ..exercises.generation import exercises
from ..proofs.statements.proof_script import Conclude, Use
from ..proofs.statements.registry import ROLES, Claim
from . import claim_graphs
from .claim_html import Piece
from .docs import START, Docs, to_page
from .html_writer import Addresses, link_claims, prefix_anchors, set_words, slug
from .prose import Prose
from .site_data import SUBJECTS, VERDICTS, Contents

HOME = Path(__file__).parent
FONT = "stix-two-math-subset.woff2"
FACES = {  # the file of each face -> how the style sheet calls it
    FONT: 'font-family:"STIX Two Math"', "stix-two-text.woff2": 'font-family:"STIX Two Text"',
    "stix-two-text-italic.woff2": 'font-family:"STIX Two Text";font-style:italic',
    "stix-two-text-bold.woff2": 'font-family:"STIX Two Text";font-weight:700',
}
TITLE = "Novikoff: the book"
MENU = (("chapters/student.html", "A first course"), ("chapters/documents.html", "Documents"),
        ("chapters/subjects.html", "Subjects"), ("chapters/new.html", "What is new"),
        ("chapters/figures.html", "Figures"), ("chapters/exercises.html", "Exercises"),
        ("chapters/errata.html", "Errata"), ("chapters/map.html", "Map"))
FACT = re.compile(r'<a class="fact" href="#([^"]*)">(.*?)</a>')
LONG = {"The proof": 10_000, "What fails without each": 4_000}  # letters of HTML that a page shows unfolded
SHOWN = 6  # claims on which another one rests that are listed without being asked for
CERTIFICATES, EXERCISES = "data/certificates.js", "data/exercises.js"
RECHECK_SCRIPTS = ("static/checker.js", "static/check.js")
EXERCISE_SCRIPTS = (
    "static/figures/common/exact.js", "static/figures/common/runs.js", "static/checker.js", "static/grading.js",
    EXERCISES, "static/exercises.js",
)


@dataclass(frozen=True)
class Material:
    """The input of the pages."""

    contents: Contents
    pieces: Mapping[str, Piece]
    addresses: Addresses
    prose: Mapping[str, Prose]
    docs: Docs


@cache
def template(name: str) -> Template:
    """Return a template; its arguments must be HTML already."""
    return Environment(loader=FileSystemLoader(HOME / "templates"), undefined=StrictUndefined,
                       autoescape=False).get_template(name)


def read_file(name: str) -> str:
    """Return the text of a file of this folder, such as `static/style.css`."""
    return (HOME / name).read_text(encoding="utf-8")


@cache
def style_sheet(more: str = "") -> str:
    """Return the style sheet with the fonts in it, since some browsers load no font from a neighbouring file.

    `more` names another sheet, of the templates, that follows.
    """
    style = read_file("static/style.css")
    for file, named in FACES.items():
        font = base64.b64encode((HOME / "static" / file).read_bytes()).decode()
        style += f'@font-face{{{named};src:url(data:font/woff2;base64,{font}) format("woff2")}}\n'
    return style + (read_file(f"templates/{more}") if more else "")


class Frame:
    """Sets pages. `scripts` are the extra scripts of this page."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.contents: Contents = material.contents
        self.addresses: Addresses = material.addresses
        self.scripts: dict[str, None] = {}

    def render(self, name: str, title: str, current: str, **values: Any) -> str:
        """Return a whole page, at the path `current` of the site."""
        menu = [(to_page(START), "Documentation"), *MENU] if self.material.docs.texts else MENU
        return template(name).render(
            root="../" * current.count("/"), title=escape(title), book_title=escape(TITLE), version=__version__,
            menu=menu, current=current, scripts=list(self.scripts), **values,
        )

    def words(self, text: str) -> str:
        """Return plain words as HTML, with links to the claims that they name."""
        return link_claims(text, self.addresses)

    def proof(self, claim: Claim) -> str:
        """Return the proof of a claim; if the proof only cites another claim, the proof of that claim follows."""
        steps, proof = claim.script.steps, self.material.pieces[claim.id]["proof"]
        uses = [step.by.theorem for step in steps if isinstance(step, Use)]
        if claim.coq or len(uses) != 1 or not all(isinstance(step, Use | Conclude) for step in steps):
            return proof
        cited = self.contents.claims[uses[0]]
        named = self.addresses.cite(cited.id, set_words(lower_first_letter(cited.title)))
        inside = prefix_anchors(self.material.pieces[cited.id]["proof"], ".by")
        here = set(re.findall(r' id="([^"]*)"', inside))  # its hypotheses are not, so their names lead nowhere
        inside = FACT.sub(lambda found: found[0] if found[1] in here else f"<em>{found[2]}</em>", inside)
        return f'{proof}<div class="part"><p class="lead">There, {named}:</p>{inside}</div>'

    def titled(self, claim: Claim) -> str:
        """Return a claim as a link, by its title, and its sentence."""
        return f"{self.addresses.cite(claim.id, set_words(claim.title))}. {self.words(claim.sentence)}"


def fold_if_long(html: str, words: str) -> str:
    """Return a part of a page. If the text is long, fold it under these words and the number of its lines.

    Folded parts are compressed, which keeps the site small; `book.js` unpacks a proof when the reader unfolds it.

    >>> fold_if_long('<div class="line"></div>' * 999, "The proof")[:75]
    '<details class="long" data-open=""><summary>The proof, 999 lines</summary><'
    """
    count = html.count('<div class="line')
    summary = f"{words}, {count} lines" if words == "The proof" else f"{words} of {count} hypotheses"
    opens = ' data-open=""' if words == "The proof" else ""
    folded = f'<details class="long"{opens}><summary>{summary}</summary>{html}</details>'
    return html if len(html) <= LONG[words] else folded


def lower_first_letter(title: str) -> str:
    """Return a title for use in a sentence: its first letter is small, unless it begins with a name or a symbol."""
    first = re.split(r"[\s'’–-]", title)[0]
    is_word = first[1:].islower() and first.isalpha() and first not in NAMES
    return title[0].lower() + title[1:] if is_word or title.startswith("A ") else title


NAMES = {"Winnow", "Kozinec", "Novikoff", "Pegasos", "Theorem", "Cauchy", "Pythagoras", "Gaussians", "Schur"}
"""Words that begin titles of claims and keep their capital."""


def badge(verdict: str) -> str:
    """Return a verdict with its sign."""
    sign = VERDICTS[verdict][0]
    return (f'<span class="badge {verdict}"><span aria-hidden="true">{sign}</span> '
            f"{verdict.replace('-', ' ')}</span>")


def strip_anchors(html: str) -> str:
    """Return the HTML without anchors, for a page that contains it twice."""
    return re.sub(r' id="[^"]*"', "", html)


def describe_place(home: Any) -> str:
    """Describe the place of a row in its document.

    >>> from types import SimpleNamespace as Home
    >>> [describe_place(Home(row=Home(place=p))) for p in ("(11) [image]", "p31 with p8", "pp2-9")]
    ['eq. (11)', 'p. 31 with p. 8', 'pp. 2–9']
    """
    found = re.sub(r"\s*\[[^\]]*\]", "", re.sub(r"^\(", "eq. (", str(home.row.place)))
    return re.sub(r"\b(pp?)(\d+)(?:-(\d+))?", lambda m: f"{m[1]}. {m[2]}" + (f"–{m[3]}" if m[3] else ""), found)


class ClaimPages(Frame):
    """The pages of claims."""

    def page(self, identifier: str) -> str:
        """Return the page of a claim."""
        trained = identifier in self.trained
        self.scripts: dict[str, None] = dict.fromkeys([*(EXERCISE_SCRIPTS if trained else ()), *RECHECK_SCRIPTS])
        contents, piece = self.contents, self.material.pieces[identifier]
        claim = contents.claims[identifier]
        module = contents.modules[claim.module]
        before, after = contents.beside(identifier)
        sections = [("statement", "Statement")]
        sections += [("counterexample", "Counterexample")] if piece["counterexample"] else []
        sections += [("instead", "What holds instead")] if claim.corrected else []
        sections += [("proof", "Proof")] if piece["proof"] else []
        sections += [("necessity", "What each hypothesis is for")] if piece["necessity"] else []
        sections += [("derivation", "As a sympy derivation")] if piece["derivations"] else []
        sections += [("exercises", "Exercises")] if trained else []
        sections += [] if claim.coq else [("check", "Check it yourself")]
        sections += [("graph", "What it rests on"), ("trust", "Source and trust"), ("code", "In code")]
        copies = [("LaTeX", escape(piece["latex"], quote=False)), ("Markdown", escape(piece["markdown"], quote=False))]
        copies += [("A statement for novikoff prove", escape(piece["prove"], quote=False))] if piece["prove"] else []
        graph = claim_graphs.draw_svg(
            claim_graphs.neighbourhood(contents, identifier), f"What {identifier} rests on, what rests on it"
        )
        return self.render(
            "claim.html", claim.title, f"claims/{identifier}.html", id=identifier,
            heading=set_words(claim.title), badge=badge(claim.expected),
            sentence=self.words(claim.sentence), proof=fold_if_long(self.proof(claim), "The proof"),
            necessity=fold_if_long(piece["necessity"], "What fails without each"),
            missing=self.words(claim.missing), piece=piece, copies=copies,
            subject=SUBJECTS[module.subject], subject_page=claim_graphs.page_of(module.subject),
            module=escape(module.title), module_anchor=slug(module.name), correction=self.instead(claim),
            unfolds='class="step"' in piece["proof"], graph=graph, neighbours=self.neighbours(identifier),
            facts=self.facts(claim), by_coq=bool(claim.coq), sections=sections,
            previous=self.beside(before), next=self.beside(after), trained=trained,
        )

    @cached_property
    def trained(self) -> set[str]:
        """Return the claims with exercises."""
        return {exercise.claim for exercise in exercises()}

    def beside(self, identifier: str) -> tuple[str, str] | None:
        """Return the page and the title of the claim before or after another, if there is one."""
        return (identifier, set_words(self.addresses.titles[identifier])) if identifier else None

    def instead(self, claim: Claim) -> str:
        """Return the claim that corrects a refuted one, as HTML."""
        if not claim.corrected:
            return ""
        holds = self.contents.claims[claim.corrected]
        statement = strip_anchors(self.material.pieces[holds.id]["statement"])
        return f"<p>{self.titled(holds)}</p><details><summary>Its statement</summary>{statement}</details>"

    def neighbours(self, identifier: str) -> list[tuple[str, str]]:
        """Return the edges of the graph as lists."""
        contents = self.contents
        found: dict[str, Iterable[str]] = {
            "What holds instead": filter(None, [contents.claims[identifier].corrected]),
            "Its proof cites": contents.needs[identifier],
            "Cited in the proofs of": contents.users[identifier],
            "It corrects": contents.corrects[identifier],
        }
        return [(words, listed) for words, ids in found.items() if (listed := claim_graphs.list_claims(contents, ids))]

    def facts(self, claim: Claim) -> list[tuple[str, str]]:
        """Return source, places in the documents, checkers, and dependencies of a claim."""
        contents, outcome = self.contents, self.contents.outcomes[claim.id]
        found = list(self.material.pieces[claim.id]["remarks"])
        homes = [contents.homes[row] for row in contents.rows_of[claim.id]]
        links = [f'<a href="{self.addresses.row(home.row.id)}">{escape(describe_place(home))}</a>' for home in homes]
        rows = [f"{link} ({escape(ROLES[home.role(claim)])})" for link, home in zip(links, homes, strict=True)]
        found += [("In the documents", "; ".join(rows))] if rows else []
        said = VERDICTS[claim.expected][1]
        when = f"the kernel, when this page was made; z3 and cvc5 by <code>novikoff check {claim.id}</code>"
        if claim.coq:
            when = f"Coq, by <code>novikoff check {claim.id} --engine coq</code>; not when this page was made"
        found += [("Verdict", f"{claim.expected.replace('-', ' ')}: {escape(said)}"), ("Checked by", when)]
        if outcome.rests_on:
            cited = ", ".join(self.addresses.cite(i) for i in outcome.rests_on)
            count = f"{format_count(len(outcome.rests_on), 'claim')}, through all citations"
            folded = f"<details><summary>{count}</summary>{cited}</details>"
            found.append(("Rests on", folded if len(outcome.rests_on) > SHOWN else f"{count}: {cited}"))
        supposed = set_words("; ".join(outcome.trust.supposed.values()))
        found.append(("Supposes", supposed or "nothing beyond its hypotheses"))
        file = claim.module.removeprefix("novikoff.").replace(".", "/")
        found.append(("Written in", f"<code>{escape(file)}.py</code>"))
        return found

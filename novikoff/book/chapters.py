"""The chapters: prose that includes claims, rows of the documents, graphs and lists.

Main definitions: `Chapters`, `find_page`, `boxed_claims`.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from html import escape
from typing import NoReturn

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput, suggest_name
from ..algorithms.registry import ALGORITHMS
from ..exercises.generation import course
from ..proofs.documents.coverage import Erratum, errata
from ..proofs.statements.bibliography import bibliography
from ..proofs.statements.registry import ROLES, Claim, claims, claims_of_coq, find, format_suppositions
from ..report.claim_text import erratum_of, grade_of
from . import claim_graphs
from .claim_html import highlight_python
from .docs import SECTIONS, to_page
from .figures import SCRIPTS, STARTS, make_figure, render_figure
from .html_writer import prefix_anchors, set_words, slug
from .pages import (
    EXERCISE_SCRIPTS,
    RECHECK_SCRIPTS,
    TITLE,
    Frame,
    Material,
    badge,
    describe_place,
    lower_first_letter,
    strip_anchors,
)
from .prose import DIRECTIVE, Prose, Setter, pages
from .site_data import DOCUMENTS, SUBJECTS

STUDENT = ("game", "inner-products", "margin", "update", "two-inequalities", "theorem", "tight", "bias", "variants",
           "what-goes-wrong")
BEYOND = ("generalisation", "descent", "boosting", "limits", "inseparable", "experts", "svm", "noise")
PARTS: Mapping[str, tuple[str, ...]] = {  # of the book, with the names of their pages in order
    "A first course": ("student", *(f"student-{name}" for name in STUDENT)),
    "Other entry pages": ("lecturer", "maintainer", "reading"),
    "The five documents": ("documents", *(f"document-{name}" for name in DOCUMENTS), "errata"),
    "Beyond the documents": tuple(f"beyond-{name}" for name in BEYOND),
    "All claims, by subject": ("subjects", *(claim_graphs.page_of(name) for name in SUBJECTS)),
    "What is new": ("new",),
    "To play and to practise": ("figures", "exercises", "check"),
    "To look things up": ("map", "all-claims", "sources"),
}

WITHOUT_SCRIPTS = "<noscript><p>This part of the page needs JavaScript, which your browser does not run.</p></noscript>"
NECESSITY = "What each hypothesis is for"


class Chapters(Frame):
    """The pages of prose."""

    scripts: dict[str, None]

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.embedded: set[str] = set()  # claims that stand on the page that is made

    def page(self, page: Prose) -> str:
        """Return a page of prose."""
        self.embedded = set()
        self.scripts = {}
        body, sections = Setter(self.cite, self.directive).page(page)
        part = next((title for title, names in PARTS.items() if page.name in names), "")
        names = PARTS.get(part, ())
        at = names.index(page.name) if part else -1
        before = self.link(names[at - 1]) if at > 0 else None
        after = self.link(names[at + 1]) if 0 <= at < len(names) - 1 else None
        around = [(*self.link(each), each == page.name) for each in names] if len(names) > 1 else []
        kind = "front" if page.name == "index" else page.name.partition("-")[0]
        title = TITLE if page.name == "index" else page.title
        return self.render(
            "chapter.html", title, f"chapters/{page.name}.html", body=f"<h1>{escape(page.title)}</h1>\n{body}",
            crumbs=f'<a href="../index.html#{slug(part)}">{escape(part)}</a>' if part else "", kind=kind,
            sections=sections, previous=before, next=after, part=escape(part), around=around,
        )

    def text(self, page: Prose) -> str:
        """Return a page's prose and figures as HTML, without its claims, rows and lists."""
        return Setter(self.cite, lambda name, rest: self.set_figure(rest) if name == "figure" else "").page(page)[0]

    def link(self, name: str) -> tuple[str, str]:
        """Return the address and title of a chapter."""
        return f"{name}.html", escape(self.material.prose[name].title)

    def cite(self, what: str, words: str) -> str:
        """Return a citation in the prose; raise `LookupError` for an unknown target."""
        kind, _, name = what.rpartition(":")
        if what.startswith("#"):
            if what[1:] not in self.numbers:
                fail(f"there is no number {what!r}; the numbers are: {', '.join(self.numbers)}")
            return str(self.numbers[what[1:]])
        if kind == "row":
            self.require(name, self.contents.homes, "row", "novikoff ledger shows all")
            shown = escape(words or describe_place(self.contents.homes[name]))
            return f'<a href="{self.addresses.row(name)}">{shown}</a>'
        if kind == "page":
            self.require(name, self.material.prose, "page", "the files of novikoff/book/prose are the pages")
            address = "../index.html" if name == "index" else f"../chapters/{name}.html"
            return f'<a href="{address}">{escape(words or self.material.prose[name].title)}</a>'
        if kind == "docs":
            return self.cite_document(f"docs/{name}.md", words)
        self.require(what, self.contents.claims, "claim", "novikoff list shows all")
        claim = self.contents.claims[what]
        return self.addresses.cite(what, set_words(words or lower_first_letter(claim.title)))

    def cite_document(self, name: str, words: str) -> str:
        """Return a link to a document, or only its words if the site has no documents."""
        titles = self.material.docs.titles
        if titles:
            self.require(name, titles, "document", "docs/index.md leads to all")
        elif not words:
            fail(f"a link to {name} needs words, [[docs:…|words]], for a book without documents")
        shown = escape(words or titles[name])
        return f'<a href="../{to_page(name)}">{shown}</a>' if titles else shown

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the numbers that the prose may cite."""
        rows = Counter(self.contents.row_verdicts.values())
        own = [c for c in self.contents.claims.values() if c.expected == "refuted" and c.printed]
        found = {"claims": len(self.contents.claims), **self.contents.counts(), "rows": len(self.contents.homes)}
        beyond = sum(not rows for rows in self.contents.rows_of.values())
        return {**found, **{f"rows-{v}": n for v, n in rows.items()}, "beyond": beyond, "printed-refuted": len(own)}

    def directive(self, name: str, rest: str) -> str:
        """Return the HTML of a directive of the prose; raise `LookupError` for an unknown one."""
        make: Callable[[str], str] | None = getattr(self, f"set_{name}", None)
        if make is None:
            fail(f"there is no directive {name!r}")
        return make(rest)

    def set_claim(self, identifier: str, *, is_open: bool = False) -> str:
        """Return a claim in its box, with parts that unfold; with `is_open`, statement and proof are unfolded."""
        self.require(identifier, self.contents.claims, "claim", "novikoff list shows all")
        claim, piece = self.contents.claims[identifier], self.material.pieces[identifier]
        link = self.addresses.cite(identifier, f"<strong>{set_words(claim.title)}</strong>")
        parts = [f'<p class="head">{badge(claim.expected)} {link}</p><p>{self.words(claim.sentence)}</p>']
        parts.append(wrap_in_details("Statement", piece["statement"], is_open=is_open))
        if claim.expected == "refuted":
            parts.append(f"<p><strong>What is missing:</strong> {self.words(claim.missing)}</p>")
            parts.append(wrap_in_details("Counterexample", piece["counterexample"], is_open=True) + self.holds(claim))
        parts.append(f'<p class="notes">{piece["notes"]}</p>' if piece["notes"] else "")
        parts.append(wrap_in_details("Proof", self.proof(claim), is_open=is_open))
        if is_open:
            parts.append(wrap_in_details(NECESSITY, piece["necessity"], "necessity"))
        elif piece["necessity"]:
            parts.append(f'<p class="more"><a href="{self.addresses.claim(identifier)}#necessity">{NECESSITY}</a></p>')
        box = prefix_anchors(f'<div class="box {claim.expected}" id="{identifier}">{"".join(parts)}</div>', identifier)
        again = identifier in self.embedded
        self.embedded.add(identifier)
        return strip_anchors(box) if again else box

    def require(self, name: str, known: Iterable[str], what: str, hint: str) -> None:
        """Raise `LookupError` if a name is not known."""
        if name not in known:
            fail(f"there is no {what} {name!r}; {hint}")

    def set_proof(self, identifier: str) -> str:
        """Return a claim in its box with an open proof."""
        return self.set_claim(identifier, is_open=True)

    def holds(self, claim: Claim) -> str:
        """Return the line that names the correct claims."""
        if not claim.corrected:
            return ""
        return f"<p><strong>What holds instead:</strong> {self.titled(self.contents.claims[claim.corrected])}</p>"

    def set_rule(self, name: str) -> str:
        """Return the code of a function of the algorithms."""
        module, _, function = name.partition(".")
        self.require(module, ALGORITHMS, "algorithm", f"they are {', '.join(ALGORITHMS)}")
        found = getattr(ALGORITHMS[module].module, function, None)
        if not callable(found):
            fail(f"there is no function {name!r} of the algorithms")
        return f'<pre class="python" data-copy="Python"><code>{highlight_python(inspect.getsource(found))}</code></pre>'

    def set_rows(self, rest: str) -> str:
        """Return rows of a document, from one to another in its order."""
        order = list(self.contents.homes)
        first, _, last = rest.partition(" ")
        for row in (first, last := last or first):
            self.require(row, order, "row", "novikoff ledger shows all")
        chosen = order[order.index(first) : order.index(last) + 1]
        if not chosen:
            fail(f"{last} is before {first}")
        return "\n".join(map(self.row, chosen))

    def row(self, identifier: str) -> str:
        """Return a statement of a document with its verdict."""
        home, verdict = self.contents.homes[identifier], self.contents.row_verdicts[identifier]
        parts = [f'<p class="head">{badge(verdict)} <span class="place">{escape(describe_place(home))}</span> '
                 f"<code>{identifier}</code></p>"]
        if home.account:
            begins = "Nothing here can be checked: " if home.account.verdict == "informal" else ""
            parts.append(f"<p>{begins}{self.words(home.account.says.rstrip('.'))}.</p>")
            slip = self.words(home.account.slip)
            parts.append(f"<p><strong>A slip of the pen:</strong> {slip}</p>" if slip else "")
        claim = home.claim if home.claim in home.decisive else None
        if claim:
            denied = "The document says the opposite of this theorem: " if home.role(claim) == "denies" else ""
            parts.append(f"<p>{denied}{self.titled(claim)}</p>")
            parts += [f"<p><strong>Added hypothesis:</strong> {self.words(fact)}</p>"
                      for fact in format_suppositions(home.adds)]
            says = self.words(home.differs)
            parts.append(f"<p><strong>The document differs:</strong> {says}</p>" if says else "")
        parts.append(self.graded(errata()[identifier]) if identifier in errata() else "")
        if claim and claim.expected == "refuted":
            parts.append(self.broken(claim))
        shown = {claim.id, claim.corrected if claim.expected == "refuted" else None} if claim else set()
        others = [f"<li>{self.addresses.cite(c.id, set_words(c.title))} <small>{escape(ROLES[home.role(c)])}</small>"
                  "</li>" for c in home.claims if c.id not in shown]
        parts.append(wrap_in_details(f"{len(others)} more about it", f"<ul>{''.join(others)}</ul>") if others else "")
        return f'<article class="row {verdict}" id="row-{identifier}">{"".join(parts)}</article>'

    def broken(self, claim: Claim) -> str:
        """Return the numbers that refute a claim, and the corrected claim."""
        numbers = strip_anchors(self.material.pieces[claim.id]["counterexample"])
        return f'<div class="numbers">{numbers}</div>{self.holds(claim)}'

    def graded(self, found: Erratum) -> str:
        """Return the printed sentence, what is wrong with it, and the grade."""
        quoted, grade = self.words(found.quote), found.grade.capitalize()
        return f"<blockquote><p>{quoted}</p></blockquote><p><strong>{grade}:</strong> {self.words(found.wrong)}</p>"

    def set_modules(self, subject: str) -> str:
        """Return the claims of a subject, file by file."""
        self.require(subject, SUBJECTS, "subject", f"they are {', '.join(SUBJECTS)}")
        parts = []
        for module in self.contents.modules.values():
            if module.subject == subject:
                items = "".join(map(self.item, module.claims))
                heading = f'<h2 id="{slug(module.name)}">{escape(module.title)}</h2>'
                parts.append(f'{heading}\n<ul class="claims long">{items}</ul>')
        return "\n".join(parts)

    def item(self, claim: Claim) -> str:
        """Return a claim in a list, with its sentence."""
        rows = self.contents.rows_of[claim.id]
        near = "" if rows else ' <small class="beyond">beyond the documents</small>'
        title = self.addresses.cite(claim.id, set_words(claim.title)).replace('"claim"', f'"claim {claim.expected}"')
        return f"<li>{title}{near}<br/>{self.words(claim.sentence)}</li>"

    def set_graph(self, subject: str) -> str:
        """Return the graph of a subject."""
        self.require(subject, SUBJECTS, "subject", f"they are {', '.join(SUBJECTS)}")
        drawn = claim_graphs.draw_svg(
            claim_graphs.subject_graph(self.contents, subject), f"What claims of {SUBJECTS[subject]} cite"
        )
        return f'<div class="wide">{drawn}</div>'

    def set_map(self, rest: str) -> str:
        """Return the map of all claims."""
        return f'<div class="wide">{claim_graphs.draw_map(self.contents)}</div>'

    def set_figure(self, name: str) -> str:
        """Return a figure with its start values, and a description in words."""
        self.require(name, STARTS, "figure", "novikoff/book/figures.py has them")
        self.scripts |= dict.fromkeys(f"static/figures/{script}.js" for script in (*SCRIPTS, name))
        return render_figure(name, make_figure(name), lambda claim: self.cite(claim, ""))

    def set_exercises(self, chapter: str) -> str:
        """Return all exercises, by level and kind, or with the name of a chapter its questions."""
        self.scripts |= dict.fromkeys(EXERCISE_SCRIPTS)
        chosen = [identifier for identifier in course() if identifier.startswith(f"course/{chapter}/")]
        if chapter and not chosen:
            fail(f"there are no questions of a chapter {chapter!r} in novikoff/exercises/course.json")
        only = f' data-only="{" ".join(chosen)}"' if chapter else ""
        begins = f'<section class="exercises" data-claims="../claims/"{only} aria-label="Exercises">'
        return f"{begins}{WITHOUT_SCRIPTS}</section>"

    def set_recheck(self, rest: str) -> str:
        """Return the form with which the reader's browser checks all certificates."""
        self.scripts |= dict.fromkeys(RECHECK_SCRIPTS)
        return f'<section id="recheck" aria-label="Check the book">{WITHOUT_SCRIPTS}</section>'

    def set_errata(self, grade: str) -> str:
        """Return the refuted claims of a grade, by source; for the grade `near`, the claims that no source has."""
        wrong = [c for c in self.contents.claims.values()
                 if c.expected == "refuted" and (grade_of(c) or "near") == grade]
        keys = dict.fromkeys(c.source.key for c in wrong)
        parts = []
        for key in keys:
            items = "".join(self.erratum(c) for c in wrong if c.source.key == key)
            parts.append(f"<h3>{escape(DOCUMENTS.get(key, bibliography()[key]['title']))}</h3>{items}")
        return "\n".join(parts)

    def erratum(self, claim: Claim) -> str:
        """Return a refuted claim with its quotation, the error, the numbers, and the corrected claim."""
        head = f'<p class="head">{badge("refuted")} <span class="place">{escape(claim.source.locator)}</span></p>'
        missing = f"<p><strong>What is missing:</strong> {self.words(claim.missing)}</p>"
        found = erratum_of(claim)
        why = self.graded(found) if found else missing
        return f'<article class="row refuted">{head}<p>{self.titled(claim)}</p>{why}{self.broken(claim)}</article>'

    def set_all(self, rest: str) -> str:
        """Return all claims by their ids."""
        items = "".join(
            f'<li><a class="claim {c.expected}" href="../claims/{i}.html"><code>{i}</code></a> {escape(c.title)}</li>'
            for i, c in sorted(self.contents.claims.items())
        )
        return f'<ul class="claims ids">{items}</ul>'

    def set_sources(self, rest: str) -> str:
        """Return the cited works, with the claims from each."""
        parts = []
        for key in sorted(bibliography()):
            cited = [c for c in self.contents.claims.values() if c.source.key == key]
            entry = bibliography()[key]
            work = (entry.get("author", "").replace(" and ", "; "), entry.get("title"), entry.get("year"))
            items = (f"{self.addresses.cite(c.id, escape(c.title))}, {escape(c.source.locator)}" for c in cited)
            listed = wrap_in_details(
                format_count(len(cited), "claim"), f'<ul class="claims"><li>{"</li><li>".join(items)}</li></ul>'
            )
            heading = f'<h2 id="{slug(key)}">{escape(key)}</h2><p>{escape(", ".join(filter(None, work)))}</p>'
            parts.append(f"{heading}{listed}" if cited else "")
        return "\n".join(filter(None, parts))

    def set_contents(self, rest: str) -> str:
        """Return the parts of the book with their pages."""
        docs = self.material.docs
        called = {name: page.title for name, page in self.material.prose.items()}
        listed = {title: {f"chapters/{n}.html": "Overview" if called[n] == title else called[n] for n in names}
                  for title, names in PARTS.items()}
        listed |= {f"Documentation: {SECTIONS[folder]}": {to_page(name): docs.titles[name] for name in names}
                   for folder, names in docs.sections.items() if names}
        parts = []
        for title, pages_of in listed.items():
            items = "".join(f'<li><a href="../{at}">{escape(words)}</a></li>' for at, words in pages_of.items())
            parts.append(f'<section><h2 id="{slug(title)}">{escape(title)}</h2><ul>{items}</ul></section>')
        return f'<div class="contents">{"".join(parts)}</div>'


def find_page(name: str) -> Prose | Claim:
    """Return the chapter with this name, or else the claim. If there is neither, raise `BadInput` with similar
    names."""
    if name in pages():
        return pages()[name]
    try:
        return find(name)
    except BadInput:
        hint = suggest_name(name, [*pages(), *claims(), *claims_of_coq()], f"the chapters are {', '.join(pages())}")
        raise BadInput(f"there is no claim or chapter named {name[:60]!r}; {hint}") from None


def boxed_claims(page: Prose) -> dict[str, bool]:
    """Return the claims that a page of prose shows in boxes, in its order, and whether their proof is open there."""
    found = [each for line in page.lines if (each := DIRECTIVE.match(line)) and each[1] in ("claim", "proof")]
    return {each[2]: any(other[0] == f"{{{{proof {each[2]}}}}}" for other in found) for each in found}


def wrap_in_details(words: str, inside: str, kind: str = "", *, is_open: bool = False) -> str:
    """Return an element that unfolds, or "" if it would be empty."""
    opened, inner = ' open="open"' * is_open, f'<div class="{kind}">{inside}</div>' if kind else inside
    return f"<details{opened}><summary>{words}</summary>{inner}</details>" if inside else ""


def fail(message: str) -> NoReturn:
    """Raise `LookupError` with this message."""
    raise LookupError(message)

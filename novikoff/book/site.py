"""The site: all its files, made from the contents, the prose, the templates and static files.

Main definitions: `build`, `Site`, `Part`, `Pieces`.

The pieces of a claim (see `claim_html`) take long to make. The user's cache folder keeps them with a digest of their
inputs. A build makes them again if the digest has changed. Everything else is made again each time. Equal inputs give
equal bytes.

The other files are in two folders. `static/` is copied unchanged, and a page asks for the scripts that it needs.
`data/` has scripts that set a variable, since a page that is opened from a file cannot fetch data.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape, unescape
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import normalize

from .. import __version__
from ..algorithms.errors import BadInput
from ..algorithms.processes import imap_unordered
from ..algorithms.safe_files import replace_folder
from ..proofs.checking import verdict_cache
from ..proofs.export.coq.project import theorem_texts as in_coq
from ..proofs.export.lean.project import theorem_texts as in_lean
from ..proofs.search.citation_graph import cited_by, in_order
from ..proofs.statements.registry import Claim, claims
from ..report.claim_text import reference
from . import prose
from .chapters import PARTS, Chapters, boxed_claims, find_page
from .claim_html import Piece, hash_claim_inputs, make_piece
from .data_scripts import certificates_js, exercises_js
from .docs import Docs, read_docs, to_page
from .docs_pages import DocsPages
from .fold_packing import pack_folds
from .html_writer import Addresses
from .pages import CERTIFICATES, EXERCISES, FACES, HOME, ClaimPages, Material, describe_place, style_sheet
from .site_data import DOCUMENTS, Contents, Progress, gather

Texts: TypeAlias = Callable[[Iterable[Any], Collection[str]], Iterator[tuple[str, str]]]
MARK = "book.json"  # the file by which a folder is known to hold a book
KEPT = "book-pieces.json"
MOST = 20_000_000  # bytes of the whole book
UNBUILT = re.compile(r'(<(?:a|form)\b[^<>]*?) (?:href|action)="([^"#]*)[^"]*"')
PART = ('<p class="part-of" role="note">A part of the book: {} of its pages. It has no links to the other pages. For '
        "claims on other pages, it shows the expected verdicts.</p>")
RUNS: Mapping[str, str] = {
    "smola-mistake-bound": "perceptron",
    "bias-step-mistake-bound": "perceptron",
    "tutorial-mistake-bound": "perceptron -p bias_step=R2",
    "novikoff-mistake-bound": "perceptron -p bias_step=0",
    "margin-perceptron-update-bound": "margin_perceptron",
    "batch-perceptron-step-bound": "batch_perceptron",
    "batch-perceptron-sharper-step-bound": "batch_perceptron",
    "rounded-kozinec-mistake-bound": "kozinec",
}
"""Claims whose bound is compared with a run on the Iris data: what follows `novikoff run`."""


@dataclass(frozen=True)
class Options:
    """How a book is made."""

    cache: Path | None = None  # where pieces are kept; None if they are not
    jobs: int = 1
    transcript: Callable[[str], str] = lambda typed: ""  # what a run on the Iris data prints
    progress: Progress = lambda what, done, total: None
    checkout: Path | None = None  # the folder whose documents become pages; None for a book alone


def build(folder: str | os.PathLike[str], options: Options, only: Sequence[str] = ()) -> Site:
    """Make the book, or only the pages of these claims and chapters, and put it into the folder. Raises `BadInput` if
    the folder holds anything but a book, or holds the whole book when a part is made; for an unknown name; for a page
    that cites something missing; or for a claim with an unexpected verdict. The folder is then unchanged.
    """
    target, wanted = Path(folder), [find_page(name) for name in only]
    require_book(target, is_part=bool(only))
    written = check_prose(prose.pages())
    if wanted:
        site: Site = Part(gather(options.progress, claims_needed(wanted)), written, options, wanted)
    else:
        site = Site(gather(options.progress), written, options)
    replace_folder(target, site.files, "book")
    return site


def claims_needed(wanted: Iterable[prose.Prose | Claim]) -> list[str]:
    """Return the claims of some pages: claims with a page of their own, and claims that chapters show in boxes."""
    found = (list(boxed_claims(each)) if isinstance(each, prose.Prose) else [each.id] for each in wanted)
    return list(dict.fromkeys(identifier for each in found for identifier in each))


def require_book(folder: Path, *, is_part: bool = False) -> None:
    """Raise `BadInput` unless the folder is missing, is empty, or holds a book and nothing else. For a part of the
    book, it may hold only a part."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        mark = json.loads((folder / MARK).read_text(encoding="utf-8"))
        known = set(mark["files"])
    except (OSError, ValueError, LookupError, TypeError):
        raise BadInput(f"{folder} contains something other than a book; name a new or an empty folder") from None
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if others := sorted(found - known - {MARK}):
        raise BadInput(f"{folder} contains {others[0]}, which is not part of a book; move it, or name another folder")
    if is_part and not mark.get("part"):
        raise BadInput(f"{folder} holds the whole book; name another folder for a part of it")


def check_prose(written: Mapping[str, prose.Prose]) -> Mapping[str, prose.Prose]:
    """Return the prose; raise unless it has exactly the pages that the parts of the book name."""
    wanted = {name for part in PARTS.values() for name in part} | {"index"}
    if odd := sorted(written.keys() ^ wanted):
        where = "is in no part of the book (PARTS in book/chapters.py)" if odd[0] in written else "is missing"
        raise BadInput(f"novikoff/book/prose/{odd[0]}.md {where}")
    return written


class Site:
    """All files of the book."""

    part = False  # whether these are not all pages

    def __init__(
        self, contents: Contents, written: Mapping[str, prose.Prose], options: Options,
        wanted: Collection[str] | None = None,
    ) -> None:
        self.contents = contents
        self.prose = written
        rows = {row: f"document-{home.row.document}" for row, home in contents.homes.items()}
        refuted = frozenset(i for i, c in contents.claims.items() if c.expected == "refuted")
        self.addresses: Addresses = Addresses({i: c.title for i, c in contents.claims.items()}, rows, refuted)
        self.pieces: Pieces = Pieces(contents, self.addresses, options, contents.claims if wanted is None else wanted)
        self.docs: Docs = read_docs(options.checkout)
        material = Material(contents, self.pieces, self.addresses, written, self.docs)
        self.claim_pages: ClaimPages = ClaimPages(material)
        self.chapters: Chapters = Chapters(material)
        self.docs_pages: DocsPages = DocsPages(material)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Return the content of each path, in the order of the paths."""
        self.pieces.prepare(self.pieces.states)
        whole = {path: pack_folds(self.page(path)).encode() for path in sorted(self.pages)} | self.static()
        whole |= {path: text.encode() for path, text in self.data().items()} | self.copies()
        mark = {"schema": 1, "version": __version__, "part": self.part, "files": sorted(whole)}
        whole[MARK] = json.dumps(mark, indent=1).encode()
        return dict(sorted(whole.items()))

    @cached_property
    def pages(self) -> set[str]:
        """Return the paths of all pages."""
        claims, documents = (f"claims/{i}.html" for i in self.contents.claims), map(to_page, self.docs.texts)
        return {*claims, *map(self.path, self.prose), *documents}

    def data(self) -> dict[str, str]:
        """Return the scripts that set a variable."""
        return {"data/search.js": self.search_data(), CERTIFICATES: certificates_js(self.contents.entries.values()),
                EXERCISES: exercises_js()}

    def path(self, name: str) -> str:
        """Return the file of a page of prose."""
        return f"chapters/{name}.html" if name != "index" else "index.html"

    def page(self, path: str) -> str:
        """Return one page."""
        folder, _, name = path.removesuffix(".html").rpartition("/")
        if folder == "claims":
            return self.claim_pages.page(name)
        if f"{path.removesuffix('.html')}.md" in self.docs.texts:
            return self.docs_pages.page(path)
        made = self.chapters.page(self.prose[name])
        return made if folder else made.replace('="../', '="')  # the first page is in no folder

    def static(self) -> dict[str, bytes]:
        """Return the files that are copied, with the font in the style sheet."""
        home = HOME / "static"
        found = {f"static/{path.relative_to(home).as_posix()}": path.read_bytes()
                 for path in sorted(home.rglob("*")) if path.is_file() and path.name not in FACES}
        return {**found, "static/style.css": style_sheet().encode()}

    def copies(self) -> dict[str, bytes]:
        """Return the other files to which documents link."""
        return {path: file.read_bytes() for path, file in self.docs.files.items()}

    # --- what the search reads ---

    def search_data(self) -> str:
        """Return the address, title, id, text, source and kind of each claim, of each row, and of each section of the
        other pages. The address of a claim, which follows from its id, is left out."""
        contents = self.contents
        found = [[f"claims/{i}.html", c.title, i, c.sentence, reference(c), c.expected]
                 for i, c in contents.claims.items()]
        found += [[self.addresses.row(i)[3:], describe_place(home), i, home.account.says if home.account else "",
                   DOCUMENTS[home.row.document], contents.row_verdicts[i]]
                  for i, home in contents.homes.items()]
        for name, page in self.prose.items():
            found += search_rows(self.path(name), page.title, name, self.chapters.text(page), "chapter")
        for name, title in self.docs.titles.items():
            found += search_rows(to_page(name), title, "", self.docs_pages.body(name)[0], "documentation")
        there = (row for row in found if row[0].partition("#")[0] in self.pages)
        short = (["" if at == f"claims/{row[1]}.html" else at, *row] for at, *row in there)
        rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in short)
        return f"var ROWS = [\n{normalize('NFC', rows)}\n];\n"


def search_rows(path: str, title: str, identifier: str, html: str, kind: str) -> list[list[str]]:
    """Return a page and its sections in the form that the search reads, with each word of the text once.

    >>> search_rows("a.html", "A", "a", '<p>One, one.</p><h2 id="b">B</h2><p>Two.</p>', "chapter")
    [['a.html', 'A', 'a', 'one', '', 'chapter'], ['a.html#b', 'B', '', 'two', 'A', 'section']]
    """
    rows = []
    for part in re.split(r"(?=<h2 )", html):
        heading = re.match(r'<h2 id="([^"]*)">(.*?)</h2>', part)
        text = part[heading.end() :] if heading else part
        words = " ".join(dict.fromkeys(re.findall(r"\w+", read_plain(text).lower())))
        if heading:
            rows.append([f"{path}#{heading[1]}", read_plain(heading[2]), "", words, title, "section"])
        else:
            rows.append([path, title, identifier, words, "", kind])
    return rows


def read_plain(html: str) -> str:
    """Return HTML without its marks.

    >>> read_plain("<i>a</i> &lt; b")
    'a < b'
    """
    return unescape(re.sub(r"<!--.*?-->|<[^>]*>", "", html, flags=re.DOTALL))


class Part(Site):
    """Some pages of the book, without the links to other pages."""

    part = True

    def __init__(
        self, contents: Contents, written: Mapping[str, prose.Prose], options: Options,
        wanted: Sequence[prose.Prose | Claim],
    ) -> None:
        super().__init__(contents, written, options, claims_needed(wanted))
        self.wanted = wanted

    def copies(self) -> dict[str, bytes]:
        return {}

    @cached_property
    def pages(self) -> set[str]:
        return {f"claims/{each.id}.html" if isinstance(each, Claim) else self.path(each.name) for each in self.wanted}

    def page(self, path: str) -> str:
        made = UNBUILT.sub(lambda found: self.link(found, posixpath.dirname(path)), super().page(path))
        made = made.replace("<body ", '<body data-part="" ', 1)  # for links that scripts make
        return made.replace('<main id="main">', f'<main id="main">\n{PART.format(len(self.pages))}', 1)

    def link(self, found: re.Match[str], folder: str) -> str:
        """Return a link unchanged, or without its address if the target is not in the part."""
        file = posixpath.normpath(posixpath.join(folder, found[2]))
        is_there = not found[2] or file in self.pages or file.startswith("static/")
        return found[0] if is_there else f'{found[1]} data-unbuilt=""'


class Pieces(Mapping[str, Piece]):
    """The page parts of all claims: taken from the last build if nothing changed, else made on demand."""

    def __init__(self, contents: Contents, addresses: Addresses, options: Options, wanted: Collection[str]) -> None:
        self.contents = contents
        self.addresses = addresses
        self.options = options
        sources, needed = verdict_cache.source_digests(), cited_by(in_order(i for i in wanted if i in claims()))
        self.states: dict[str, str] = {
            i: hash_claim_inputs(contents.claims[i], contents, sources, needed) for i in wanted
        }
        self.file: Path | None = options.cache / KEPT if options.cache else None
        self.before: Any = verdict_cache.read_cache_file(self.file) if self.file else {}
        same = (i for i, state in self.states.items() if self.before.get(i, {}).get("state") == state)
        self.found: dict[str, Piece] = {i: self.before[i]["piece"] for i in same}
        self.first: dict[str, Piece] = {}  # without what is prepared for many at once
        self.made: int = 0  # how many are new

    def __getitem__(self, identifier: str) -> Piece:
        """Return the pieces of a claim; the theorem in other languages and a run are missing unless prepared."""
        if identifier not in self.found and identifier not in self.first:
            self.first[identifier] = _render_piece(self.contents, self.addresses, identifier)
        return self.found.get(identifier) or self.first[identifier]

    def __iter__(self) -> Iterator[str]:
        return iter(self.contents.claims)

    def __len__(self) -> int:
        return len(self.contents.claims)

    def prepare(self, wanted: Iterable[str]) -> None:
        """Make the missing pieces, in at most the allowed number of processes, and cache them."""
        stale, options = [i for i in wanted if i not in self.found], self.options
        printed = {i: escape(render_run(RUNS[i], options.transcript)) for i in stale if i in RUNS}
        coq, lean = (dict(self.proved_in(texts, stale)) for texts in (in_coq, in_lean))
        work = partial(_render_piece, self.contents, self.addresses)
        workers = options.jobs if options.jobs > 1 and len(stale) > 3 else 0
        for done, (i, piece) in enumerate(imap_unordered(work, stale, workers), 1):
            extra = {"coq": coq.get(i, ""), "lean": lean.get(i, ""), "transcript": printed.get(i, "")}
            self.found[i] = {**piece, **extra}  # type: ignore[typeddict-item]
            options.progress(i, done, len(stale))
        if self.file and stale:
            now = {i: {"state": self.states[i], "piece": piece} for i, piece in self.found.items()}
            others = {i: piece for i, piece in self.before.items() if i in self.contents.claims}
            verdict_cache.write_cache_file(self.file, {**others, **now})
        self.made += len(stale)

    def proved_in(self, texts: Texts, wanted: list[str]) -> Iterator[tuple[str, str]]:
        """Yield the theorems in another language, as shown on pages."""
        for i, text in texts(self.contents.entries.values(), {*wanted}) if wanted else ():
            yield i, escape(text.rstrip(), quote=False)


def render_run(algorithm: str, transcript: Callable[[str], str]) -> str:
    """Return a run on the Iris data, with the command."""
    command = f"novikoff run {algorithm} iris.csv --label species --positive setosa -q"
    printed = transcript(algorithm)
    return f"$ {command}\n{printed.rstrip()}" if printed else ""


def _render_piece(contents: Contents, addresses: Addresses, identifier: str) -> Piece:
    return make_piece(contents.claims[identifier], contents.entries.get(identifier), addresses)

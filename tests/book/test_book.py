"""The book: every link leads somewhere, everything is reached, the formulas are whole, and a browser shows the pages.

A run makes a sample of the chapters, documents and pages of claims; `--whole` makes all of them.
"""

import gzip
import json
import re
import sys
from base64 import b64decode
from collections import deque
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from novikoff.algorithms.errors import BadInput
from novikoff.book import chapters, claim_graphs, figures, prose, site
from novikoff.book.docs import find_docs, read_docs, to_page
from novikoff.book.fold_packing import WITHOUT_SCRIPTS, pack_folds
from novikoff.book.pages import RECHECK_SCRIPTS
from novikoff.book.proof_identities import identities, leaves
from novikoff.book.site import MOST, Options, Site
from novikoff.book.site_data import Contents, gather
from novikoff.cli import cli
from novikoff.proofs import kernel
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.statements.proof_script import Have
from novikoff.proofs.statements.registry import claims, claims_of_coq
from novikoff.proofs.statements.vector_language import Translation, facts_of

from ..statement_files import read_statements

KNOWN = ("smola-mistake-bound", "every-mistake-raises-cosine", "cauchy-schwarz", "gaussian-kernel-positive",
         "hinge-convex", "geometric-margin", "winnow-mistake-bound-any-rate")
FEW = ("cauchy-schwarz", "cauchy-schwarz-equality")
KINDS = (
    "index.html", "docs/index.html", "docs/how-to/pytest.html", "claims/smola-mistake-bound.html",
    "claims/every-mistake-raises-cosine.html",
    "chapters/student-theorem.html", "chapters/document-tutorial.html", "chapters/subject-kozinec.html",
    "chapters/map.html", "chapters/figures.html", "chapters/exercises.html", "chapters/check.html",
)  # of each kind of page one or two
WIDE = (
    "claims/smola-mistake-bound.html", "claims/hinge-convex.html", "claims/winnow-mistake-bound-any-rate.html",
    "chapters/document-notes.html", "chapters/figures.html", "chapters/map.html", "index.html",
    "docs/how-to/pictures.html", "claims/plane-mistake-bound-any-separator.html",  # a formula in the next page's title
)
NAMED = ("chapters/lecturer.html", "chapters/student.html", "docs/tutorial/a-lecture.html")
LINK = re.compile(r'(?:href|src)="([^"]*)"')
ROOT = Path(__file__).parents[2]
REFUSED = read_statements(Path(__file__).with_name("refused_pages.txt"))["refused"]


@pytest.fixture(scope="module")
def chosen(sample) -> list[str]:
    """The claims whose pages are made."""
    return sorted({*sample([*claims(), *claims_of_coq()], 12), *KNOWN})


@pytest.fixture(scope="module")
def contents(chosen) -> Contents:
    """What the book is about, where the claims that the pages set are checked."""
    return gather(wanted=dict.fromkeys([*site.claims_needed(prose.pages().values()), *chosen, *FEW]))


@pytest.fixture(scope="module")
def book(contents) -> Site:
    """The site, of which nothing is made yet."""
    return Site(contents, site.check_prose(prose.pages()), Options(checkout=find_docs()))


@pytest.fixture(scope="module")
def pages(book, chosen, sample) -> dict[str, str]:
    """Path -> page: those that tests name, some of the other chapters and documents, and those of the chosen claims."""
    book.pieces.prepare(chosen)
    others = [*map(book.path, book.prose), *map(to_page, book.docs.texts)]
    paths = {*NAMED, *KINDS, *WIDE, *sample(others, 16), *(f"claims/{i}.html" for i in chosen)}
    return {path: book.page(path) for path in sorted(paths)}


@pytest.fixture(scope="module")
def every_page(book, pages) -> dict[str, str]:
    """Path -> page: those above, and all other chapters and documents."""
    others = {*map(book.path, book.prose), *map(to_page, book.docs.texts)} - pages.keys()
    return {**pages, **{path: book.page(path) for path in sorted(others)}}


@pytest.fixture(scope="module")
def folder(book, pages, tmp_path_factory) -> Path:
    """The pages as files."""
    home = tmp_path_factory.mktemp("book")
    files = {path: pack_folds(text).encode() for path, text in pages.items()} | book.static() | book.copies()
    for path, content in {**files, **{path: text.encode() for path, text in book.data().items()}}.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_bytes(content)
    return home


def links(page: str) -> set[str]:
    """What a page links to or loads."""
    return set(LINK.findall(page))


def resolved(path: str, link: str) -> tuple[str, str]:
    """The file and the anchor that a link of a page leads to."""
    file, _, anchor = link.partition("#")
    parts = [] if not file else path.split("/")[:-1]
    for part in file.split("/") if file else []:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts) if file else path, anchor


def anchors(page: str) -> list[str]:
    return re.findall(r' id="([^"]*)"', page)


# ---------------------------------------------------------------------------------------- what is written
def test_every_link_and_anchor_is_there(book, pages) -> None:
    claims = (f"claims/{i}.html" for i in book.contents.claims)
    known = {*map(book.path, book.prose), *claims, *book.static(), *book.data(), *book.copies()}
    known.update(map(to_page, book.docs.texts))
    wrong = []
    for path, page in pages.items():
        for link in links(page):
            file, anchor = resolved(path, link)
            if "://" in link and path in map(to_page, book.docs.texts):
                continue  # a document may lead to another site; nothing is loaded from there
            if file not in known or (anchor and file in pages and anchor not in anchors(pages[file])):
                wrong.append(f"{path}: {link}")
    assert wrong == []


def test_an_anchor_is_there_once(pages) -> None:
    assert {path for path, page in pages.items() if len(anchors(page)) != len(set(anchors(page)))} == set()


def test_the_book_is_small(book, every_page, chosen) -> None:
    """At most 20 million bytes; a run that makes only a sample of the pages of claims weighs these, and all others."""
    shared = [*book.static().values(), *book.copies().values(), *(text.encode() for text in book.data().values())]
    packed = {path: len(pack_folds(page).encode()) for path, page in every_page.items()}
    made = [packed[f"claims/{i}.html"] for i in chosen]
    rest = sum(map(len, shared)) + sum(packed.values()) - sum(made)
    assert rest <= 6_000_000
    assert max(made) <= 100_000
    if len(made) == len(book.contents.claims):
        assert rest + sum(made) <= MOST


def test_what_is_folded_comes_back(pages) -> None:
    page = pages["claims/smola-mistake-bound.html"]
    packed = pack_folds(page)
    text = re.search(r'<script type="application/gzip" id="folds">(.*)</script>', packed)
    folds = json.loads(gzip.decompress(b64decode(text[1])))
    assert len(packed) < 0.9 * len(page)
    bare = packed.replace(text[0] + "\n", "").replace(WITHOUT_SCRIPTS + "\n", "")
    parts = re.split(r' data-fold="\d+"([^<>]*>\s*<summary.*?</summary>)', bare, flags=re.DOTALL)
    assert "".join(part + (folds[n // 2] if n % 2 else "") for n, part in enumerate(parts)) == page


def test_everything_is_reached_in_three_clicks(book, every_page) -> None:
    clicks, todo = {"index.html": 0}, deque(["index.html"])
    rows = set()
    while todo:
        path = todo.popleft()
        if clicks[path] < 3:
            for link in links(every_page.get(path, "")):
                file, _ = resolved(path, link)
                if file.endswith(".html") and file not in clicks:
                    clicks[file] = clicks[path] + 1
                    todo.append(file)
        rows |= {a.removeprefix("row-") for a in anchors(every_page.get(path, "")) if clicks[path] <= 3}
    assert {f"claims/{i}.html" for i in book.contents.claims} <= clicks.keys()
    assert rows >= book.contents.homes.keys()


def test_each_row_stands_once_in_its_document(book, every_page) -> None:
    for row, home in book.contents.homes.items():
        page = every_page[f"chapters/document-{home.row.document}.html"]
        assert page.count(f'id="row-{row}"') == 1
        verdict = book.contents.row_verdicts[row]
        assert re.search(rf'<article class="row {verdict}" id="row-{row}">', page)


def test_pages_are_well_formed_and_have_landmarks(pages) -> None:
    for path, page in pages.items():
        tree = ElementTree.fromstring(page.replace("<!DOCTYPE html>", ""))
        assert len(tree.findall(".//h1")) == 1, path
        assert len(tree.findall(".//main")) == 1, path
        assert all("".join(cell.itertext()).strip() for cell in tree.iter("th")), path
        assert all("\\" not in "".join(formula.itertext()) for formula in tree.iter("math")), path
        levels = [int(each.tag[1]) for each in tree.iter() if re.fullmatch("h[1-6]", each.tag)]
        assert all(b <= a + 1 for a, b in pairwise(levels)), path


def test_no_page_names_an_address_elsewhere_or_runs_anything_inline(book, pages) -> None:
    loaded = {path: text.decode() for path, text in book.static().items() if path.endswith((".js", ".css"))}
    for path, text in {**pages, **loaded}.items():
        loaded_only = re.sub(r'<a href="https://', "", text)  # a document may lead to another site
        assert not re.search(r'(?:href|src|action)="(?:https?:)?//', loaded_only), path
        assert not re.search(r"url\((?!data:|#)|@import|fetch\(|XMLHttpRequest|import\(", text), path
    for path, page in pages.items():
        elements = list(ElementTree.fromstring(page.replace("<!DOCTYPE html>", "")).iter())
        assert not any(name == "style" or name.startswith("on") for each in elements for name in each.attrib), path
        assert all("src" in each.attrib or each.get("type") == "application/json" for each in elements
                   if each.tag in ("script", "style")), path
        assert "javascript:" not in page


def test_numbers_and_plurals_agree(every_page) -> None:
    assert {path for path, page in every_page.items() if re.search(r"[>: ]1 claims\b", page)} == set()


def test_a_claim_has_its_pieces(pages) -> None:
    page = pages["claims/smola-mistake-bound.html"]
    for part in ("statement", "proof", "necessity", "graph", "trust", "code"):
        assert f'<h2 id="{part}">' in page
    assert "algorithms.perceptron.update" in page
    assert "Theorem smola_mistake_bound" in page
    assert "theorem smola_mistake_bound" in page
    assert 'class="identity"' in page
    assert "the kernel, when this page was made" in page
    wrong = pages["claims/every-mistake-raises-cosine.html"]
    assert '<svg class="plane"' in wrong
    assert 'id="instead"' in wrong
    assert "Coq" in pages["claims/gaussian-kernel-positive.html"]


def test_what_has_a_certificate_can_be_checked_on_its_page(book, pages) -> None:
    shown = [path for path in pages if path.startswith("claims/")]
    for path in shown:
        certified = path.removeprefix("claims/").removesuffix(".html") in book.contents.entries
        assert (f'<section id="recheck" data-claim="{path[7:-5]}"' in pages[path]) == certified
        assert all(f'src="../{script}"' in pages[path] for script in RECHECK_SCRIPTS) or not certified
    assert "claims/gaussian-kernel-positive.html" in shown  # only Coq proves it
    assert '<section id="recheck" aria-label' in pages["chapters/check.html"]


def test_neighbours_are_those_of_the_proofs(book, pages, chosen) -> None:
    for identifier in chosen:
        page = pages[f"claims/{identifier}.html"]
        section = page[page.index('<h2 id="graph">') : page.index('<h2 id="trust">')]
        named = set(re.findall(r'<li><a class="[^"]*" href="\.\./claims/([^"]*)\.html"', section))
        corrected = {*filter(None, [book.contents.claims[identifier].corrected])}
        beside = {*book.contents.needs[identifier], *book.contents.users[identifier]}
        assert named == beside | corrected | {*book.contents.corrects[identifier]}


def test_the_code_shown_is_that_which_runs(pages) -> None:
    plain = re.sub(r"<[^>]*>", "", pages["claims/smola-mistake-bound.html"])
    assert "return State(state.w + rate * (y * x), state.b + rate * bias_step * y)" in plain


def search_rows_of(book) -> list[list[str]]:
    """The rows of the search, each with its address."""
    rows = json.loads(book.search_data().removeprefix("var ROWS = ").rstrip(";\n"))
    return [[at or f"claims/{row[1]}.html", *row] for at, *row in rows]


def test_the_search_has_all_claims_rows_and_pages(book) -> None:
    rows = search_rows_of(book)
    assert all(len(row) == 6 for row in rows)
    whole = [row[0] for row in rows if row[5] != "section"]
    counted = len(book.contents.claims) + len(book.contents.homes) + len(book.prose) + len(book.docs.texts)
    assert len(whole) == len({*whole}) == counted
    found = {row[0]: row[3] for row in rows}
    assert "rosenblatt" in found["index.html"].split()
    assert "expected_failures" in found["docs/how-to/pytest.html#the-decorator"]


# ---------------------------------------------------------------------------------------- identities
def steps_in(steps) -> Iterator[Have]:
    """The facts that a script says, at any depth."""
    todo = list(steps)
    while todo:
        item = todo.pop()
        if isinstance(item, Have):
            yield item
        if is_dataclass(item):
            todo += [getattr(item, each.name) for each in fields(item)]
        elif isinstance(item, list | tuple):
            todo += item


def not_defined(kind: str, of: kernel.Poly) -> str:
    """Raise: the statement has no name for this quotient, root or logarithm."""
    raise LookupError(kind)


def test_an_identity_is_about_the_line_that_it_stands_at(contents, sample) -> None:
    """The goal of a leaf is the line, or conclusion, of its name, if the statement's language is enough to tell."""
    compared = 0
    for identifier in sample(contents.entries, 40):
        entry, claim = contents.entries[identifier], contents.claims[identifier]
        if "proof" not in entry or claim.sizes is not None:
            continue
        written = write_statement(claim.id, claim.script)
        reading = Translation(written.terms, not_defined, written.defined)
        said = {name: [shown] for name, shown in claim.script.conclusions.items()}
        for step in steps_in(claim.script.steps):
            said.setdefault(step.name, []).append(step.claim)
        for name, fact, _, _ in leaves(entry["proof"], facts_of(entry["statement"], "show"), {}):
            if name in said and fact is not None:
                try:
                    expected = [reading.fact(stated) for stated in said[name]]
                except (LookupError, TypeError, kernel.Rejected):
                    continue
                compared += 1
                assert fact in expected, f"{identifier}: {name}"
    assert compared > 5


def test_an_identity_names_facts_and_products_and_not_what_a_case_supposes(contents) -> None:
    found = identities(contents.entries["smola-mistake-bound"], ())
    (first,) = found["chain5.1"]
    assert first is not None
    assert first.uses == ("alignment", "counter", "positive")
    assert first.relation == "≥"
    # Of “b = 0, since neither b < 0 nor b > 0” the case b = 0 is no reason.
    found = identities(contents.entries["first-update-is-a-tie"], ())
    assert {*found["offset"], *found["score"]} == {None}
    assert None not in found["short"]


# ---------------------------------------------------------------------------------------- prose
def page_of(text: str, name: str = "trial") -> prose.Prose:
    lines = text.splitlines()
    return prose.Prose(name, lines[0].removeprefix("# "), tuple(lines[1:]), 2)


@pytest.mark.parametrize(("_", "says", "text"), REFUSED)
def test_what_is_not_there_stops_the_build_with_its_line(book, _, says, text) -> None:
    with pytest.raises(BadInput) as problem:
        book.chapters.page(page_of(f"# Trial\n\nWords.\n{text}\n"))
    assert str(problem.value).startswith("novikoff/book/prose/trial.md, line 4: ")
    assert says in str(problem.value)


def test_prose_is_set(book) -> None:
    words = "By [[cauchy-schwarz]], *or* [[cauchy-schwarz|C–S]], $‖w‖² ≤ kR²$; [[#rows]] rows; `$a$`."
    text = f"# Trial\n\n{words}\n\n## A *part*\n"
    page = book.chapters.page(page_of(text))
    assert '<a class="claim" href="../claims/cauchy-schwarz.html"' in page
    assert ">C–S</a>" in page
    assert "<math><mrow><msup>" in page
    assert f"{len(book.contents.homes)} rows; <code>$a$</code>" in page
    assert '<h2 id="a-part">A <em>part</em></h2>' in page


def test_a_figure_has_its_values_words_and_script(book, monkeypatch) -> None:
    values = {"X": [[1, "1/2"]], "text": "</script>"}
    for table, given in ((figures.STARTS, values), (figures.ABOUT, ((), "A caption")), (figures.SAYS, "In words.")):
        monkeypatch.setitem(table, "trial", given)
    page = book.chapters.page(page_of("# Trial\n\n{{figure trial}}\n"))
    inside = re.search(r'<figure data-figure="trial"><script type="application/json">(.*?)</script>', page)
    assert inside
    assert json.loads(inside[1]) == values
    scripts = re.findall(r'<script src="\.\./static/(figures/[^"]*)"', page)
    assert scripts == [f"figures/{name}.js" for name in (*figures.SCRIPTS, "trial")]
    assert "<p>In words.</p>" in page


def test_every_page_of_prose_belongs_to_a_part(book) -> None:
    with pytest.raises(BadInput, match=r"prose/odd\.md is in no part"):
        site.check_prose({**book.prose, "odd": page_of("# Odd", "odd")})
    with pytest.raises(BadInput, match=r"prose/new\.md is missing"):
        site.check_prose({name: page for name, page in book.prose.items() if name != "new"})
    assert sum(map(len, chapters.PARTS.values())) == len(book.prose) - 1


# ---------------------------------------------------------------------------------------- documents
def test_every_document_is_a_page(book) -> None:
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} <= book.docs.texts.keys()
    assert sum(map(len, book.docs.sections.values())) == len(book.docs.texts) - 1


def test_a_document_names_claims_and_leads_to_others(pages) -> None:
    page = pages["docs/tutorial/a-lecture.html"]
    assert '<a class="claim" href="../../claims/novikoff-mistake-bound.html"' in page
    assert '<a class="claim refuted" href="../../claims/update-more-aligned-as-printed.html"' in page
    assert '<a href="../how-to/book-and-slides.html">' in page
    assert '<a href="test-your-perceptron.html"' in page, "the pages of its section are beside it"
    assert "<b>$ novikoff explain smola-mistake-bound-as-printed</b>\n..." in page
    assert '<a href="../docs/tutorial/a-lecture.html">A tutorial</a>' in pages["chapters/lecturer.html"]


@pytest.mark.sampled(0)  # it takes half a minute
def test_a_book_without_documents_has_no_link_to_them(contents, book) -> None:
    alone = Site(contents, book.prose, Options(checkout=None))
    for name in book.prose:
        assert not [link for link in links(alone.page(alone.path(name))) if "docs/" in link]
    assert "A tutorial prepares a lecture" in alone.page("chapters/lecturer.html")
    assert not [path for path in alone.pages | alone.copies().keys() if path.startswith("docs/")]


@pytest.mark.parametrize(("text", "says"), [
    ("no title", "docs/index.md, line 1: a document begins with its title"),
    ("# A\n\n[x](gone.md)", "docs/index.md: there is no file docs/gone.md"),
    ("# A\n\n[x](../gone.py)", "docs/index.md: there is no file gone.py"),
])
def test_a_mistake_in_a_document_is_named(text, says, tmp_path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(text)
    with pytest.raises(BadInput, match=re.escape(says)):
        read_docs(tmp_path)


# ---------------------------------------------------------------------------------------- graphs
def test_graphs_go_from_what_is_cited_to_what_cites_and_say_what_is_left_out(contents) -> None:
    drawn = claim_graphs.neighbourhood(contents, "cauchy-schwarz")
    users = contents.users["cauchy-schwarz"]
    nodes = {node.id: node for layer in drawn.layers for node in layer}
    assert nodes["cauchy-schwarz+"].label == f"{len(users) - claim_graphs.FEW} more use it"
    assert set(nodes) >= set(users[: claim_graphs.FEW])
    # Layers go from what is cited to what cites
    for subject in ("perceptron", "kozinec"):
        drawn = claim_graphs.subject_graph(contents, subject)
        depth = {node.id: number for number, layer in enumerate(drawn.layers) for node in layer}
        assert all(depth[a] < depth[b] for a, b, kind in drawn.edges if kind == "needs")
    # The map has every claim and every edge
    drawn = claim_graphs.draw_map(contents)
    assert set(re.findall(r'class="node \w+" data-id="([^"]*)" href="\.\./claims/', drawn)) == set(contents.claims)
    assert drawn.count('class="edge needs"') == sum(map(len, contents.needs.values()))
    assert drawn.count('class="edge corrects"') == sum(bool(c.corrected) for c in contents.claims.values())
    assert drawn.count('class="edge source"') == len(contents.claims)


# ---------------------------------------------------------------------------------------- the build
class Few(Site):
    """A book of few pages, so that it is made quickly."""

    def __init__(self, contents: Contents, written: object, options: Options) -> None:
        claims = {i: contents.claims[i] for i in FEW}
        lines = "# Few\n\n[[cauchy-schwarz]]\n"
        super().__init__(replace(contents, claims=claims, homes={}), {"index": page_of(lines, "index")}, options)


@pytest.fixture
def few(contents, monkeypatch) -> None:
    """`build` makes a book of two claims."""
    monkeypatch.setattr(site, "gather", lambda progress: contents)
    monkeypatch.setattr(site, "Site", Few)


def test_equal_inputs_give_equal_bytes(few, tmp_path) -> None:
    first, again = (site.build(tmp_path / name, Options(jobs=jobs)) for name, jobs in (("a", 1), ("b", 2)))
    assert first.files == again.files
    files = {path.relative_to(tmp_path / "a").as_posix() for path in (tmp_path / "a").rglob("*") if path.is_file()}
    assert files == set(first.files)


def test_pieces_are_kept_while_nothing_changes(few, contents, tmp_path, monkeypatch) -> None:
    options = Options(cache=tmp_path / "cache")
    assert site.build(tmp_path / "a", options).pieces.made == 2
    assert site.build(tmp_path / "a", options).pieces.made == 0
    changed = {**contents.entries, "cauchy-schwarz": contents.entries["pair-cauchy-schwarz"]}
    monkeypatch.setattr(site, "gather", lambda progress: replace(contents, entries=changed))
    assert site.build(tmp_path / "a", options).pieces.made == 1


def test_what_is_no_book_is_not_touched(few, tmp_path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="contains something other than a book; name a new or an empty folder"):
        site.build(tmp_path / "notes", Options())
    assert (tmp_path / "notes" / "mine.txt").read_text() == "mine"
    site.build(tmp_path / "book", Options())
    (tmp_path / "book" / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match=r"contains mine\.txt, which is not part of a book"):
        site.build(tmp_path / "book", Options())


def test_a_build_that_fails_leaves_what_was_there(few, tmp_path, monkeypatch) -> None:
    site.build(tmp_path / "book", Options())
    before = (tmp_path / "book" / "index.html").read_bytes()
    def failing(self: Site) -> str:
        raise BadInput("no search today")
    monkeypatch.setattr(Site, "search_data", failing)
    with pytest.raises(BadInput, match="no search today"):
        site.build(tmp_path / "book", Options())
    assert (tmp_path / "book" / "index.html").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_the_command_says_what_it_wrote(few, tmp_path) -> None:
    done = CliRunner().invoke(cli, ["book", "-o", str(tmp_path / "book"), "-j", "1", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["files"] == len([path for path in (tmp_path / "book").rglob("*") if path.is_file()])
    assert data["made"] == 2
    refused = CliRunner().invoke(cli, ["book", "-o", str(tmp_path), "-j", "1"])
    assert refused.exit_code == 2
    assert "contains something other than a book" in refused.stderr


@pytest.mark.parametrize(("formula", "part"), [
    ("m = −1", '<mo>=</mo><mo form="prefix">−</mo><mn>1</mn>'),
    ("−ln n", '</mo><mi>ln</mi><mspace width=".17em"></mspace>'),
    ("2 ln n", '<mn>2</mn><mspace width=".17em"></mspace><mi>ln</mi>'), ("exp(x)", "<math><mi>exp</mi><mi>(</mi>")])
def test_a_sign_is_close_to_its_number_and_a_word_has_space_around_it(formula: str, part: str) -> None:
    from novikoff.book.html_writer import simplify_mathml
    from novikoff.book.prose_formulas import to_mathml
    assert part in simplify_mathml(to_mathml(formula).removeprefix("<math>").removesuffix("</math>"))


def test_one_claim_is_set_in_the_singular(tmp_path) -> None:
    done = CliRunner().invoke(cli, ["book", "-o", str(tmp_path), "--only", "adaboost-loss-is-product", "-j", "1"])
    assert re.search(r"; 1 claim set again; open ", done.stdout)


def test_what_is_missing_is_named(monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = CliRunner().invoke(cli, ["book", "-o", str(tmp_path / "book")])
    assert done.exit_code == 2
    assert "novikoff book needs the extra 'book' (" in done.stderr


def test_a_run_on_the_pages_names_its_claim() -> None:
    from novikoff.api.book_files import transcript
    for identifier, algorithm in site.RUNS.items():
        printed = transcript(algorithm)
        assert any(line.endswith(f"  {identifier}") for line in printed.splitlines())


def test_the_font_has_every_letter_of_the_formulas(book, pages) -> None:
    from fontTools.ttLib import TTFont

    from novikoff.book.pages import FONT, HOME
    held = set(TTFont(HOME / "static" / FONT).getBestCmap())
    shown = {c for page in pages.values() for formula in re.findall(r"<math>.*?</math>", page)
             for c in re.sub(r"<[^>]*>|&\w+;", "", formula)}
    assert {c for c in shown if ord(c) not in held and not c.isspace()} == set()


def test_a_part_has_no_link_to_what_is_not_there(contents, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(site, "gather", lambda progress, wanted: contents)
    names = ("student-margin", "distance-to-boundary", "index")
    made = site.build(tmp_path / "part", Options(cache=tmp_path / "cache"), names)
    pages = {path: text.decode() for path, text in made.files.items() if path.endswith(".html")}
    assert set(pages) == {"chapters/student-margin.html", "claims/distance-to-boundary.html", "index.html"}
    led = {(path, resolved(path, link)[0]) for path, page in pages.items() for link in links(page)}
    assert {file for _, file in led} <= set(made.files)
    assert ("chapters/student-margin.html", "claims/distance-to-boundary.html") in led
    assert all("data-unbuilt" in page and "A part of the book: 3 of its pages" in page for page in pages.values())
    rows = search_rows_of(made)
    assert {row[0].partition("#")[0] for row in rows} == set(pages)
    again = site.build(tmp_path / "part", Options(cache=tmp_path / "cache"), ["distance-to-boundary"])
    assert (again.pieces.made, set(again.pages)) == (0, {"claims/distance-to-boundary.html"})


def test_a_part_does_not_replace_the_whole(few, tmp_path) -> None:
    site.build(tmp_path / "book", Options())
    before = (tmp_path / "book" / "index.html").read_bytes()
    with pytest.raises(BadInput, match="holds the whole book; name another folder for a part of it"):
        site.build(tmp_path / "book", Options(), ["geometric-margin"])
    assert (tmp_path / "book" / "index.html").read_bytes() == before


def test_of_a_part_the_claims_that_it_sets_are_checked() -> None:
    wanted = site.claims_needed([chapters.find_page("student-two-inequalities"), chapters.find_page("cauchy-schwarz")])
    assert wanted[-1] == "cauchy-schwarz"
    found = gather(wanted=wanted)
    assert {*wanted} <= found.outcomes.keys()
    assert all({*found.needs[i]} <= found.outcomes.keys() for i in wanted)
    assert len(found.outcomes) < len(found.claims) / 4


# ---------------------------------------------------------------------------------------- in a browser
def opened(folder: Path, path: str) -> str:
    return (folder / path).as_uri()


def test_pages_open_without_errors(page, folder, pages, sample) -> None:
    for path in ["index.html", *sample(pages, 8)]:
        page.goto(opened(folder, path))
        assert page.title()
        broken = page.evaluate("[...document.querySelectorAll('math')].filter((m) => m.querySelector('merror')).length")
        assert broken == 0


def test_no_page_is_wider_than_the_window(page, folder, pages, sample) -> None:
    """As it opens, and with everything unfolded."""
    for path in [*WIDE, *sample(pages, 6)]:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(opened(folder, path))
        for unfold in ("", "document.querySelectorAll('details').forEach((each) => { each.open = true; })"):
            page.evaluate(unfold)
            for width in (390, 768, 1280):
                page.set_viewport_size({"width": width, "height": 844})
                assert all(node.is_visible() for node in page.locator(".node.here").all()), (path, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width, unfold)


SMALL = """() => [...document.querySelectorAll("button, summary, select, input:not([type=checkbox])")].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width && (box.width < 23.9 || box.height < 23.9);
}).map((e) => e.outerHTML.slice(0, 60))"""


def test_a_finger_hits_every_button(page, folder, pages, sample) -> None:
    """WCAG 2.2 asks for 24 px."""
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ["claims/smola-mistake-bound.html", "chapters/figures.html", *sample(pages, 4)]:
        page.goto(opened(folder, path))
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert page.evaluate(SMALL) == [], path


def test_a_long_proof_unfolds_and_a_long_list_of_hypotheses_waits(page, folder) -> None:
    page.goto(opened(folder, "claims/winnow-mistake-bound-any-rate.html"))
    page.wait_for_selector("body[data-unpacked]")
    assert page.locator("details.long").count() == 2
    assert page.locator("details.long:not([open]) summary").inner_text().startswith("What fails without each")
    page.get_by_role("button", name="unfold all steps").click()
    assert page.locator("details.step .identity:visible").count() > 5


def test_steps_unfold_and_name_their_facts(page, folder) -> None:
    page.goto(opened(folder, "claims/smola-mistake-bound.html"))
    page.wait_for_selector("body[data-unpacked]")
    step = page.locator("details.step").first
    step.locator("summary").click()
    assert step.locator(".identity").is_visible()
    assert "alignment" in step.locator(".used-facts").inner_text()
    page.get_by_role("button", name="unfold all steps").click()
    assert page.locator("details.step:not([open])").count() == 0


def test_on_paper_steps_are_unfolded_and_nothing_leads_elsewhere(page, folder) -> None:
    page.goto(opened(folder, "claims/smola-mistake-bound.html"))
    page.wait_for_selector("body[data-unpacked]")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    identities = page.locator("#proof ~ .long .lines .identity")
    assert identities.count() > 4
    assert all(each.is_visible() for each in identities.all())
    assert page.locator(".node.here text").is_visible()
    assert not any(page.locator(query).is_visible() for query in ("header.top", "nav.here", "nav.turn", "footer"))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.step[open]").count() == 0


def test_a_reason_leads_to_its_line(page, folder) -> None:
    page.goto(opened(folder, "claims/smola-mistake-bound.html"))
    page.wait_for_selector("body[data-unpacked]")
    link = page.locator("a.fact", has_text="cauchy-schwarz").first
    assert "cauchy-schwarz:" in page.locator(f'[id="{link.get_attribute("href")[1:]}"]').inner_text()
    induction = page.locator("a.fact", has_text=re.compile("^counter$"))
    assert {link.get_attribute("href") for link in induction.all()} == {"#.counter"}, "and not to its case after a step"
    assert page.locator('[id=".counter"]').inner_text().startswith("counter:")


def test_the_search_is_used_with_the_keyboard(page, folder) -> None:
    page.goto(opened(folder, "chapters/student.html"))
    page.keyboard.press("/")
    page.keyboard.type("novikoff theor smola")
    page.wait_for_selector("#results a")
    assert page.locator("#results a").count() > 0
    page.locator("#query").fill("gamma smola-mistake")
    page.wait_for_selector("#results a")
    assert "smola-mistake-bound" in page.locator("#results").inner_text()
    page.locator("#query").fill("smola-mistake-bound")
    page.keyboard.press("ArrowDown")
    assert page.locator("#results a[aria-selected=true]").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/claims/smola-mistake-bound.html")


def test_accents_and_signs_do_not_matter_to_the_search(page, folder) -> None:
    page.goto(opened(folder, "index.html"))
    page.locator("#query").fill("Hlaváč Novikoff")
    page.wait_for_selector("#results a")
    with_accents = page.locator("#results").inner_text()
    page.locator("#query").fill("hlavac novikoff")
    page.wait_for_function("() => document.querySelectorAll('#results a').length")
    assert page.locator("#results").inner_text() == with_accents


@pytest.mark.parametrize(("asked", "first"), [
    ("novikoff", "novikoff-mistake-bound"), ("novikoff's theorem", "novikoff-mistake-bound"),
    ("perceptron", "subject-perceptron"), ("margin", "student-margin"), ("update", "student-update"),
    ("perceptron convergence theorem", "student-theorem"), ("averaged perceptron", "average"),
    ("xor", "beyond-limits"), ("kernel trick", "kernel"), ("floating point", "rounding"), ("Rosenblatt", "index"),
    ("kozniec", "kozinec"), ("expected failures", "docs/how-to/pytest.html"), ("exit status", "exit-codes"),
])
def test_what_is_asked_is_among_the_first_results(page, folder, asked, first) -> None:
    page.goto(opened(folder, "index.html"))
    page.locator("#query").fill(asked)
    page.wait_for_selector("#results a")
    found = page.evaluate("[...document.querySelectorAll('#results a')].slice(0, 4).map((a) => a.getAttribute('href'))")
    assert [each for each in found if first in each], found


def test_a_refuted_result_has_its_sign(page, folder) -> None:
    page.goto(opened(folder, "index.html"))
    page.locator("#query").fill("every-mistake-raises-cosine")
    page.wait_for_selector("#results a")
    assert page.locator("#results a").first.inner_text().startswith("✗")


def test_rules_of_accessibility_hold(page, folder, axe, sample) -> None:
    for path in sample(KINDS, 4):
        page.goto(opened(folder, path))
        page.evaluate(axe)
        for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):  # nothing else is another
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("(rules) => axe.run(document, {preload: false, ...rules})", rules)["violations"]
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], (path, scheme)

"""Slides for a lecture, made from the same parts as the pages of claims, a few lines at a time.

Main definitions: `deck`, `beamer`, `split_into_parts`.

A proof unfolds line by line (`templates/slides.js`). Beside the proof are the facts that its newest line uses, or that
a later line in the same part uses. A supposition of one part is not known outside this part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby, zip_longest
from math import ceil
from typing import Any

from .. import __version__
from ..proofs.statements.notation import Notation
from ..proofs.statements.registry import Claim
from ..report.claim_text import reference, remarks, section_of
from ..report.document_formats import (
    WRITERS,
    Beamer,
    Cite,
    Code,
    Group,
    Html,
    Inline,
    Line,
    Lines,
    Name,
    Section,
    Writer,
    tex,
)
from .claim_html import SAID_ELSEWHERE, coq_proof_place, link_claims, make_page_and_writer, necessity_blocks
from .counterexample_pictures import draw_witness
from .html_writer import Addresses, BookWriter
from .pages import badge, read_file, style_sheet, template
from .site_data import VERDICTS, Contents

LINES, PROOF, REMARKS = 9, 8, 11  # lines of a slide, of one of a proof, of one of remarks alone
NARROW, REMARK, WIDE = 19, 46, 70  # letters in a line of the reasons beside a proof, of a remark, of words alone
LONG, WIDEST = 40, 60  # letters of a name and a formula that leave no space beside them: for reasons, for what is known
BESIDE = 36  # letters of a name and a formula that fit beside a proof, where smaller ones are
STEPS = 3  # of a run that shows why a hypothesis is needed: more of them are for reading
TALL = "/Σ∑"  # what makes a formula two lines high
BEAMER = 8  # lines of formulas on a slide of Beamer, where displays stand apart
RUN = "On Iris"
NEEDED = "What each hypothesis is for"  # the part of an explanation that stands behind the proof on slides
PICTURE = 5  # lines that a drawing takes
Path = tuple[Any, ...]  # the parts of a proof that something stands in, the outermost first


@dataclass(frozen=True)
class Known:
    """A fact beside a proof: its place, name and formula, and the lines of the slide that it is beside (counted from
    1).
    """

    anchor: str
    name: str
    formula: str
    at: list[int]


@dataclass(frozen=True)
class Slide:
    """A slide: its claim, its content, and the content as HTML."""

    claim: str
    kind: str
    heading: str
    body: str
    known: Sequence[Known] = field(default=())
    opens: bool = False  # whether it is the first of its claim
    wide: bool = False  # whether its formulas need the space of what is known, which is then below them


def deck(contents: Contents, title: str, identifiers: Sequence[str], transcripts: Mapping[str, str]) -> str:
    """Return slides for these claims, in this order, as a page; `transcripts` has the runs to show, by claim."""
    chosen = [contents.claims[i] for i in identifiers]
    addresses = Addresses({c.id: c.title for c in chosen}, place="#{}")
    slides = [
        slide for c in chosen for slide in mark_continued(_slides_of(c, contents, addresses, transcripts.get(c.id, "")))
    ]
    references = {
        words: list(map(Html({}).inline, lines)) for words, lines in list_references(chosen, contents).items()
    }
    return render_deck(slides, title, chosen, references, f"novikoff check {' '.join(identifiers)}", most=LINES // 2)


def render_deck(
    slides: Sequence[Slide], title: str, claims: Sequence[Claim], references: Mapping[str, Sequence[str]],
    command: str, *, most: int, scripts: str = "",
) -> str:
    """Return slides as a page; `scripts` precede the script of the slides."""
    return template("slides.html").render(
        version=__version__, title=escape(title), titles={c.id: escape(c.title) for c in claims},
        claims=[(c.id, escape(c.title), badge(c.expected)) for c in claims], slides=slides,
        style=style_sheet("slides.css"), script=scripts + read_file("templates/slides.js"), most=most,
        references=references, command=command,
    )


def beamer(contents: Contents, title: str, identifiers: Sequence[str], transcripts: Mapping[str, str]) -> str:
    """Return slides for these claims, in this order, as a document for Beamer; `transcripts` has the runs to show."""
    chosen = [contents.claims[i] for i in identifiers]
    found = [replace(section_of(claim), number=n) for n, claim in enumerate(chosen, 1)]
    sections = [replace(s, blocks=sorted(s.blocks, key=lambda part: part.heading == [NEEDED])) for s in found]
    numbers = {section.id: section.number for section in sections}
    cited = list_references(chosen, contents)
    return Steps(numbers, named=title, cited=cited, runs=transcripts).document(sections)


@dataclass
class Steps(Beamer):
    """Slides for Beamer with a title and references, whose proofs unfold line by line."""

    named: str = ""
    cited: Mapping[str, Sequence[Inline]] = field(default_factory=dict)
    runs: Mapping[str, str] = field(default_factory=dict)  # by claim
    step: int | None = None  # that of the newest line, where lines appear one by one

    def sections(self, sections: Sequence[Section]) -> str:
        """Return the title with a table of contents, the claims, and the references."""
        found = [self.words(section.title) for section in sections]
        first = self.frame(self.words(self.named), "", self.listed("enumerate", found))
        works = "\n".join(
            f"\\structure{{{head}}}\n{self.listed('itemize', map(self.inline, lines))}"
            for head, lines in self.cited.items()
        )
        return "\n\n".join([first, super().sections(sections), self.slides("References", "", works)])

    def section(self, section: Section) -> str:
        """Return the slides of a claim; the last slide has the run."""
        made = super().section(section)
        if section.id not in self.runs:
            return made
        rows = (tex(row).replace(" ", r"\ ").replace("--", "-{}-") for row in self.runs[section.id].splitlines())
        text = r"{\footnotesize\ttfamily\raggedright " + "\\\\\n".join(rows) + r"\par}"
        return f"{made}\n\n{self.frame(RUN, tex(self.title(section)), text)}"

    def listed(self, kind: str, items: Iterable[str]) -> str:
        """Return a list."""
        return "\n".join([f"\\begin{{{kind}}}", *(f"\\item {item}" for item in items), f"\\end{{{kind}}}"])

    def part(self, part: Group, below: str) -> str:
        """Return the slides of a part: a proof appears step by step, another part as a whole."""
        if part.heading != ["Proof"]:
            return super().part(part, below)
        return "\n\n".join(self.unfolded(piece.blocks, below) for piece in split_into_parts(part.blocks, BEAMER))

    def unfolded(self, blocks: Sequence[Any], below: str) -> str:
        """Return a slide on which the lines appear one by one."""
        self.step = 0
        body = self.blocks(blocks)
        self.step = None
        return self.frame("Proof", below, body, "[shrink]")

    def row(self, line: Line) -> str:
        if self.step is not None:
            self.step += 1
        return self.uncovered(super().row(line))

    def paragraph(self, content: Inline) -> str:
        return self.uncovered(super().paragraph(content), 1)

    def group(self, group: Group) -> str:
        """Return a heading, which appears with the row below it, and the blocks."""
        heading = self.uncovered(rf"\structure{{{self.inline(group.heading)}}}", 1)
        return f"{heading}\n\n{self.blocks(group.blocks)}"

    def uncovered(self, text: str, ahead: int = 0) -> str:
        """Return text that appears with the newest line, or `ahead` lines later, if there are steps."""
        return text if self.step is None else rf"\uncover<{self.step + ahead}->{{{text}}}"


def _slides_of(claim: Claim, contents: Contents, addresses: Addresses, transcript: str) -> Iterator[Slide]:
    page, writer = make_page_and_writer(claim, contents.entries.get(claim.id), addresses, claim.id)
    missing = f"<p><strong>What is missing:</strong> {writer.words(claim.missing)}</p>" if claim.missing else ""
    checked = f"{'Coq, not' if claim.coq else 'the kernel,'} when these slides were made"
    verdict = f"{badge(claim.expected)} {escape(VERDICTS[claim.expected][1])}; checked by {checked}"
    sentence = f'<p class="sentence">{writer.words(claim.sentence)}</p>{missing}<p>{verdict}</p>'
    heights = [ceil(len(words) / WIDE) for words in (claim.title, claim.sentence, claim.missing)]
    for n, words in enumerate(claim_slides(claim, sentence, sum(heights), addresses)):
        yield Slide(claim.id, "claim", escape(claim.title), words, opens=n == 0)
    statement = page.statement()
    yield from statement_slides(claim, writer, "Statement", statement)
    if claim.expected == "refuted":
        numbers = page.counterexample(claim)
        drawn = draw_witness(page.evaluated[""])
        for part in split_into_parts(numbers, LINES - 4):
            yield Slide(claim.id, "counterexample", "Counterexample", writer.blocks(part.blocks) + drawn)
        if claim.corrected:
            holds = contents.claims[claim.corrected]
            other, its = make_page_and_writer(holds, None, addresses, holds.id)
            head = f'<p class="sentence">{its.words(holds.sentence)}</p><p>{its.cite(holds.id)}</p>'
            yield Slide(claim.id, "claim", "What holds instead", head)
            yield from statement_slides(claim, its, "What holds instead", other.statement())
    elif claim.coq:
        yield Slide(claim.id, "by-coq", "Proof", coq_proof_place(claim))
    else:
        for body, known, wide in proof_slides(writer, statement, page.proof()):
            yield Slide(claim.id, "proof", "Proof", body, known, wide=wide)
        beside, needed = necessity_blocks(claim, page, addresses, claim.id)
        for part in split_into_parts(shorten_reasons(needed), narrow=WIDE, drawn=beside.drawn):
            yield Slide(claim.id, "necessity", "What breaks without it?", beside.blocks(part.blocks))
    if transcript:
        yield Slide(claim.id, "run", RUN, f'<pre class="console"><code>{escape(transcript)}</code></pre>')


def claim_slides(claim: Claim, sentence: str, height: int, addresses: Addresses) -> Iterator[str]:
    """Yield the bodies of the slides that begin a claim: its sentence, `height` lines high, and remarks on it. They
    share a slide if they fit.
    """
    rows = [
        (f"<dt>{escape(heading)}</dt><dd>{link_claims(words, addresses)}</dd>", ceil(len(words) / REMARK))
        for heading, words in remarks(claim) if heading not in SAID_ELSEWHERE
    ]
    if height + sum(size for _, size in rows) <= LINES:
        yield f"{sentence}<dl>{''.join(row for row, _ in rows)}</dl>"
        return
    yield sentence
    held, filled = "", 0
    for row, size in rows:
        if held and filled + size > REMARKS:
            yield f"<dl>{held}</dl>"
            held, filled = "", 0
        held, filled = held + row, filled + size
    yield f"<dl>{held}</dl>"


def mark_continued(slides: Iterable[Slide]) -> Iterator[Slide]:
    """Yield the slides, and mark a slide that continues the subject of the slide before it."""
    before = ""
    for slide in slides:
        goes_on = slide.heading == before and not slide.opens
        before = slide.heading
        yield replace(slide, heading=f"{before}, continued") if goes_on else slide


def statement_slides(claim: Claim, writer: BookWriter, heading: str, blocks: Sequence[Any]) -> Iterator[Slide]:
    """Yield the slides of a statement, in two columns if it is long, its formulas fit and it has no code."""
    wide = any(isinstance(leaf, Code) or (isinstance(leaf, Line) and _count_letters(leaf) > LONG)
               for _, leaf in flatten_blocks(blocks))
    for part in split_into_parts(blocks, LINES if wide else 2 * LINES - 2):
        kind = "statement" if wide or part.height <= LINES else "statement long"
        yield Slide(claim.id, kind, heading, writer.blocks(part.blocks))


def proof_slides(
    writer: BookWriter, statement: Sequence[Any], proof: Sequence[Any]
) -> Iterator[tuple[str, list[Known], bool]]:
    """Yield the slides of a proof, each with the known facts to print beside it, and whether the formulas of the slide
    are too wide to have these facts beside them.
    """
    lines = [
        (path, leaf) for path, leaf in (*flatten_blocks(statement), *flatten_blocks(proof)) if isinstance(leaf, Line)
    ]
    first = sum(isinstance(leaf, Line) for _, leaf in flatten_blocks(statement))
    used, places = find_lines_in_use(lines), dict[int, str]()
    for part in (None, *split_into_parts(proof, PROOF)):
        body, last = (writer.blocks(part.blocks), first + part.lines) if part else ("", first)
        begun = len(places)
        places |= {n: writer.places.get(name_of(lines[n][1]), "") for n in range(begun, last)}
        if part:
            yield body, [
                Known(places[n], escape(name_of(line)), summarise_lines(writer, lines[n : find_chain_end(lines, n)]),
                      at)
                for n, (_, line) in enumerate(lines[:last])
                if (at := [m - begun + 1 for m in range(begun, last) if n in used[m]])
            ], any(_count_letters(line) > (WIDEST if n >= begun else BESIDE) for n, (_, line) in enumerate(lines[:last])
                   if n >= begun or any(n in used[m] for m in range(begun, last)))


def shorten_reasons(blocks: Sequence[Any]) -> list[Any]:
    """Shorten reasons about long runs to the first steps and the last.

    >>> from novikoff.report.document_formats import Formula
    >>> steps = Line("far:", Formula("put", ()), [f"Step {n}: " for n in range(1, 10)])
    >>> shorten_reasons([Lines((steps,))])[0].lines[0].reasons
    ['Step 1: ', 'Step 2: ', 'Steps 3 to 8 are on the page of the claim. ', 'Step 9: ']
    """
    return [
        replace(block, blocks=shorten_reasons(block.blocks)) if isinstance(block, Group)
        else Lines(tuple(map(shorten_line, block.lines))) if isinstance(block, Lines) else block
        for block in blocks
    ]


def shorten_line(line: Line) -> Line:
    """Shorten a line's reasons about a long run to the first steps and the last."""
    begin = [n for n, part in enumerate(line.reasons) if isinstance(part, str) and part.lstrip().startswith("Step ")]
    if len(begin) <= STEPS:
        return line
    left = f"Steps {STEPS} to {len(begin) - 1} are on the page of the claim. "
    return replace(line, reasons=[*line.reasons[: begin[STEPS - 1]], left, *line.reasons[begin[-1] :]])


def find_lines_in_use(lines: Sequence[tuple[Path, Line]]) -> list[set[int]]:
    """Return for each line the lines before it that it uses, or that a later line of the same part uses.

    The kernel has confirmed that each line knows the lines that it uses, so all lines of that part in between know them
    too.
    """
    parts = [tuple(id(part) for part in path if isinstance(part, Group)) for path, _ in lines]
    known = [set[int]() for _ in lines]
    for m, (_, line) in enumerate(lines):
        for name in names_used(line):
            said = [n for n in range(m) if name_of(lines[n][1]) == name]
            near = [n for n in said if parts[m][: len(parts[n])] == parts[n]] or said
            for at in range(find_chain_end(lines, near[-1]), m + 1) if near else ():
                if parts[at] == parts[m]:
                    known[at].add(near[-1])
    return known


def find_chain_end(lines: Sequence[tuple[Path, Line]], at: int) -> int:
    """Return the line after the chain that begins at a line; a chain continues while lines have an operator."""
    return next((n for n in range(at + 1, len(lines)) if not lines[n][1].operator), len(lines))


def summarise_lines(writer: BookWriter, lines: Sequence[tuple[Path, Line]]) -> str:
    """Return the statement of a line; for a chain, return the relation of its end to its start."""
    first, *links = [line for _, line in lines]
    if not links:
        return writer.formula(first.formula)
    said = {link.operator for link in links}
    operator = next((o for o in ("<", ">", "<=", ">=") if o in said), "==")
    between = f"<math>{Notation('mathml').operator(operator)}</math>"
    return f"{writer.formula(first.formula)} {between} {writer.formula(links[-1].formula)}"


def name_of(line: Line) -> str:
    """Return the name that later lines use for a line, or ""."""
    return line.label.removesuffix(":")


def names_used(line: Line) -> set[str]:
    """Return the names among the reasons of a line."""
    return {name for reason in line.reasons if isinstance(reason, Name) for name in reason.text.split("\xa0·\xa0")}


def list_references(chosen: Iterable[Claim], contents: Contents) -> dict[str, list[Inline]]:
    """Return the sources of the claims, and the claims that the proofs cite but the slides do not contain."""
    works = dict.fromkeys(map(reference, chosen))
    shown = {claim.id for claim in chosen}
    cited = dict.fromkeys(i for claim in chosen for i in contents.needs[claim.id] if i not in shown)
    found: dict[str, list[Inline]] = {
        "Sources": [[work] for work in works],
        "Cited in the proofs": [[f"{contents.claims[i].title} ", Cite(i)] for i in cited],
    }
    return {words: lines for words, lines in found.items() if lines}


# --- what fits on a slide ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """Blocks for one slide, with the number of lines of formulas, and their approximate height."""

    blocks: list[Any]
    lines: int
    height: int


def split_into_parts(
    blocks: Sequence[Any], most: int = LINES, *, narrow: int = NARROW, drawn: Collection[str] = ()
) -> Iterator[Part]:
    """Split blocks into parts that each fit on a slide and do not end with the start of a chain alone. A heading is
    repeated in each part of its group.

    >>> from novikoff.report.document_formats import Words
    >>> [part.blocks for part in split_into_parts([Words(["a"]), Words(["b"]), Words(["c"])], most=2)]
    [[Words(content=['a']), Words(content=['b'])], [Words(content=['c'])]]
    """
    held, filled, above = list[tuple[Path, Any]](), 0, Path()
    text = WRITERS["text"]({})
    atoms = [*flatten_blocks(blocks)]
    for (path, leaf), (_, after) in zip_longest(atoms, atoms[1:], fillvalue=(Path(), None)):
        high = {id(part): words_height(part.heading, text) for part in path if isinstance(part, Group)}
        headings = sum(high[id(part)] for part in path if isinstance(part, Group) and part not in above)
        size = estimate_height(leaf, text, narrow) + PICTURE * (getattr(leaf, "label", "").removesuffix(":") in drawn)
        begins = isinstance(after, Line) and after.operator and not getattr(leaf, "operator", "")
        if held and filled + size + headings + (estimate_height(after, text, narrow) if begins else 0) > most:
            yield _make_part(held, filled)
            held, filled, headings = [], 0, sum(high.values())
        held.append((path, leaf))
        filled, above = filled + size + headings, path
    if held:
        yield _make_part(held, filled)


def _make_part(atoms: Sequence[tuple[Path, Any]], height: int) -> Part:
    return Part(list(_rebuild_blocks(atoms)), sum(isinstance(leaf, Line) for _, leaf in atoms), height)


def flatten_blocks(blocks: Iterable[Any], above: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the paragraphs and lines of blocks, each with the groups and lines that contain it."""
    for block in blocks:
        if isinstance(block, Group | Lines):
            inside = block.blocks if isinstance(block, Group) else block.lines
            yield from flatten_blocks(inside, (*above, block))
        else:
            yield above, block


def _rebuild_blocks(atoms: Iterable[tuple[Path, Any]], depth: int = 0) -> Iterator[Any]:
    for _, found in groupby(atoms, key=lambda atom: id(atom[0][depth]) if depth < len(atom[0]) else id(atom[1])):
        inside = list(found)
        path, leaf = inside[0]
        if depth == len(path):
            yield leaf
        elif isinstance(path[depth], Lines):
            yield Lines(tuple(line for _, line in inside))
        else:
            yield Group(path[depth].heading, list(_rebuild_blocks(inside, depth + 1)))


def _count_letters(line: Line) -> int:
    return len(line.label) + len(line.formula.write("text"))


def words_height(content: Inline, text: Writer) -> int:
    """Return about how many lines of a slide words take, with the formulas in them."""
    words = text.inline(content)
    return ceil(len(words) / WIDE) + any(sign in words for sign in TALL)


def estimate_height(leaf: Any, text: Writer, narrow: int) -> int:
    """Return about how many lines of a slide a block takes, if `narrow` letters of reasons fit in a line. Reasons
    that do not fit beside their formula have lines of their own.
    """
    if isinstance(leaf, Code):
        return len(leaf.text.splitlines())
    if not isinstance(leaf, Line):
        return words_height(leaf.content, text)
    said, reasons = leaf.formula.write("text"), text.inline(leaf.reasons)
    why = len(reasons) + 3 * bool(leaf.fact)  # for what unfolds
    fraction, tall = (any(sign in words for sign in TALL) for words in (said, reasons))
    formula = (1 + fraction) * ceil(len(said) / WIDE)
    if narrow == WIDE or _count_letters(leaf) > LONG:
        return formula + ceil(why / WIDE)
    return max(formula, ceil(why / narrow) + tall)

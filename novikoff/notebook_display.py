r"""How a notebook shows statements, proofs, counterexamples, runs and audits: as the pages do, in HTML and for MathJax.

Main definitions:
    page      an object in "html" or "latex"; None for what has no page
    blocks    what its page consists of, for the writers of pages
    Code, Table    what these have not: text as it is, and cells in rows

Whatever comes from a user (names, titles, labels, what a class prints) goes through the writers, which escape it. The
LaTeX is one display, `$$\begin{aligned}…\end{aligned}$$`, in which all words are in \text.

>>> import novikoff
>>> print(novikoff.prove("real a |- a <= a**2")._repr_latex_())
$$\begin{aligned}
& \textbf{refuted: every hypothesis holds and the conclusion fails} \\
& \quad \text{Let }a\text{ be a real number.} \\
& \quad \text{Then} \\
& \quad \quad a \leq a^{2} \\
& \quad \text{Take }a = \frac{1}{2}\text{.} \\
& \quad \text{conclusion fails:}\quad \frac{1}{2} \leq \frac{1}{4}
\end{aligned}$$
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from html import escape
from math import prod
from typing import Any

from .algorithms.multi_class_perceptron import Classes
from .algorithms.separability import Separability
from .algorithms.structured_perceptron import Chooser
from .api import Separation
from .commands import audit as audits
from .commands import bound as claimed
from .commands import prove as statements
from .commands import run as runs
from .commands import separate as separations
from .commands import worst_case as worst
from .interactive import Proof, Theorem
from .output import estimates
from .output.claim_text import Explanation
from .output.derivation_blocks import Reader
from .output.document_formats import Cite, Display, Formula, Group, Html, Inline, Line, Lines, Name, Words
from .output.unproved_goal import residual
from .proofs.checking.outcomes import Outcome, Outcomes
from .proofs.prover.proof_printer import chain
from .proofs.prover.prove import Finding
from .proofs.statements.expressions import Number, Symbol, total
from .proofs.statements.notation import SPECIAL, Notation
from .proofs.statements.proof_script import Script
from .proofs.statements.registry import Claim
from .proofs.statements.vector_language import Relation, Vector, exp, ln, sqrt
from .proofs.statements.witness import told
from .properties.audit.audit_runner import Audit
from .properties.bound_statements import Case
from .properties.estimation.estimates import Estimate
from .properties.float_safety import Safety
from .properties.worst_cases.worst_case import WorstCase

Row = Sequence[Inline]
MOST = 30  # rows of a table that are shown


@dataclass(frozen=True)
class Code:
    """Text as it is."""

    text: str


@dataclass(frozen=True)
class Table:
    """Cells in rows."""

    rows: Sequence[Row]


def page(shown: Any, form: str) -> str | None:
    """What a notebook shows, in "html" or "latex"; None stands for the repr."""
    found = blocks(shown)
    if found is None:
        return None
    return NotebookHtml({}).page(found) if form == "html" else MathJax({}).page(found)


# ------------------------------------------------------------------------------------------ what is shown


@singledispatch
def blocks(shown: Any) -> Sequence[Any] | None:
    """What the page of an object consists of; None if it has none."""
    return None


@blocks.register
def _(shown: Script) -> Sequence[Any]:
    return Reader(shown).statement()


@blocks.register
def _(shown: Claim) -> Sequence[Any]:
    statement = Reader(shown.script, supposed=shown.supposes).statement()
    return [Group([shown.title, " (", Name(shown.id), ")"], [Words([shown.sentence]), *statement])]


@blocks.register
def _(shown: Explanation) -> Sequence[Any]:
    def of(section: Any) -> Group:
        remarks = Table([[[heading], [words]] for heading, words in section.remarks])
        title = [section.title, " (", Name(section.id), ")"]
        return Group(title, [Words([section.sentence]), remarks, *section.blocks])

    return list(map(of, shown.sections))


@blocks.register
def _(shown: Finding) -> Sequence[Any]:
    if not shown.script.conclusions:
        return [Group([shown.verdict], [Words([shown.reason])])]
    reader = Reader(shown.script)
    statement = reader.statement()
    if shown.counterexample is not None:
        parts = [*statement, *counterexample(shown, reader)]
        return [Group([f"{shown.verdict}: every hypothesis holds and the conclusion fails"], parts)]
    known = [Words([shown.reason])] * bool(shown.reason)
    if shown.verdict != "proved":
        seen = shown.evidence.lines() if shown.evidence else []
        return [Group([shown.verdict], [*statement, *known, *(Words([line.strip()]) for line in seen)])]
    proof = Group(["Proof"], [Code("\n".join(chain(shown.certificate["entries"])))])
    heading = f"{shown.verdict}; the certificate passed the kernel"
    cited = statements.cited_by(shown)
    return [Group([heading, f", using {', '.join(cited)}" * bool(cited)], [*statement, *known, proof])]


def counterexample(found: Finding, reader: Reader) -> Iterator[Any]:
    """The values that break a statement, and both sides of what fails there."""
    values = found.counterexample["values"]
    given = {name: value(values[name]) for name in found.script.names}
    pairs = [reader.formula(Relation(Vector({n.rstrip("@"): 1}), "==", v)) for n, v in given.items()]
    pieces = [piece for formula in pairs for piece in (", ", formula)][1:]
    indices = f", with {found.counterexample['size']} for the number of indices" * any("[i]" in n for n in given)
    yield Words(["Take ", *pieces, f"{indices}."] if pairs else ["It says nothing about variables."])
    for e in found.evaluated:
        if not e.holds:
            sides = Relation(value(e.values[0]), e.operator, value(e.values[1]))
            where = f" at index {e.index}" if e.index else ""
            yield Lines((Line(f"{e.name} fails{where}:", reader.formula(sides)),))


def value(given: Any) -> Any:
    """A number, or coordinates, of a counterexample, as a term."""
    if isinstance(given, list):
        return tuple(map(value, given))
    if isinstance(given, dict):
        return total(prod(map(factor, m.split(" ")), start=Number(Fraction(c))) for m, c in given.items())
    return Symbol(given) if "nearly" in given else Number(Fraction(given))


def factor(text: str) -> Any:
    """A factor of a number as a term: 1, exp(1/2)^3, ln(2), sqrt(2).

    >>> factor("ln(2)^3"), factor("sqrt(2)"), factor("1")
    (ln(2)**3, sqrt(2), 1)
    """
    base, _, power = text.partition("^")
    word, _, inside = base.rstrip(")").rpartition("(")
    made = {"exp": exp, "ln": ln, "sqrt": sqrt, "": Number}[word](Fraction(inside))
    return made ** int(power) if power else made


@blocks.register
def _(shown: Outcome) -> Sequence[Any]:
    said = f"{shown.verdict}" + ("" if shown.as_expected else f", expected {shown.claim.expected}")
    agree = ", ".join(shown.agreeing)
    parts: list[Any] = [Words([reason])] if (reason := shown.reason or shown.trust.taint) else []
    if shown.verdict == "refuted" and shown.entry and not reason:
        parts.append(Words([f"It is false at {told(shown.entry['counterexample'], shown.claim.script.names)}."]))
    if lines := residual(shown):
        parts += [Code("\n".join(lines))]
    parts += [Words([f"It rests on {', '.join(shown.rests_on)}."])] if shown.rests_on else []
    statement = [] if shown.verdict == "error" else blocks(shown.claim) or []
    return [Group([f"{said} [{agree}]"], [*statement, *parts] if statement else [Words([shown.claim.title]), *parts])]


@blocks.register
def _(shown: Proof) -> Sequence[Any] | None:
    return blocks(shown.result) if shown.result is not None else Reader(shown).statement()


@blocks.register
def _(shown: Theorem) -> Sequence[Any] | None:
    return blocks(shown.result) if shown.result is not None else None


@blocks.register
def _(shown: Outcomes) -> Sequence[Any]:
    first = shown[:MOST]
    rows: list[Row] = [[[o.verdict], [Name(o.claim.id)], [o.claim.title], [o.reason or o.trust.taint]] for o in first]
    return [Group([shown.in_short()], [Table(rows), *more(len(shown))])]


def more(count: int) -> list[Words]:
    """That not all rows are shown."""
    return [Words([f"… and {count - MOST} more"])] if count > MOST else []


@blocks.register
def _(shown: runs.CheckedRun) -> Sequence[Any]:
    record, known = shown.record, shown.governed
    rows: list[Row] = [[["examples"], [runs.about(shown.data)]]]
    if hasattr(record, "updates"):
        rows.append([["updates"], [number(record.updates), f"; {runs.stop_text(shown)}"]])
    if getattr(record, "w", None) is not None:
        rows.append([["separator" if shown.separated else "weights"], classifier(record.w, record.b)])
    rows += [[[line[:11].strip()], [line[11:]]] for line in runs.scaling_lines(shown.data, record)]
    rows.append([["R²"], [number(known.R2)]])
    rows += [[[line[:11].strip()], [line[11:]]] for line in runs.margin_lines(known)]
    for name, limit, holds in shown.bounds:
        said: Inline = [number(record.updates), " ≤ " if holds else " > ", number(limit)]
        rows.append([["bound"], [*said, " holds" if holds else " VIOLATED", " (", Cite(name), ")"]])
    for met in shown.conditions:
        said = [number(met.left), " ≤ " if met.holds else " > ", number(met.right)]
        said += [" holds" if met.holds else " VIOLATED", f": {met.says} ("]
        rows.append([["bound"], [*said, Cite(met.claim), ")"]])
    return [Group([f"{shown.typed} on {shown.data.source}"], [Table(rows)])]


def number(given: Any) -> str | Formula:
    """A number as a formula; one that is long, rounded and in words."""
    if isinstance(given, int | Fraction) and len(str(given)) <= runs.LONGEST:
        return Formula("term", (Fraction(given),))
    return runs.number(given)


def classifier(w: Sequence[Any], b: Any) -> Inline:
    """(w, b) as two formulas, or in words if a number is long."""
    parts = [number(part) for part in (*w, b)]
    if not all(isinstance(part, Formula) for part in parts):
        return [runs.classifier(w, b)]
    *first, last = (part.arguments[0] for part in parts if isinstance(part, Formula))
    vector = Formula("relation", (Relation(Vector({"w": 1}), "==", tuple(first)),))
    return [vector, ", ", Formula("relation", (Relation(Symbol("b"), "==", last),))]


@blocks.register
def _(shown: WorstCase) -> Sequence[Any]:
    data = shown.data
    rows: list[Row] = [[["theorem"], ["updates ≤ ", number(shown.upper), " (", Cite(shown.theorem), ")"]]]
    rows.append([["reached"], [number(shown.reached), f" with {shown.family.ratio} {worst.equal(data.ratio)}"]])
    rows.append([["separator"], classifier(data.w, data.b)])
    first = zip(data.X[:MOST], data.y[:MOST], strict=True)
    points: list[Row] = [[[", ".join(map(worst.decimal, x[:MOST]))], [f"{y:+d}"]] for x, y in first]
    return [Group([worst.headline(shown)], [Table(rows), Table(points), *more(len(data.X))])]


@blocks.register
def _(shown: Estimate) -> Sequence[Any]:
    heading, *lines = estimates.as_text(shown, None, False).splitlines()
    return [Group([heading], [Code("\n".join(lines))])]


@blocks.register
def _(shown: Separation) -> Sequence[Any]:
    if isinstance(shown.answer, Classes):
        rows: list[Row] = [[["examples"], [runs.about(shown.data)]]]
        rows += [[[str(name)], classifier(*one)] for name, one in (shown.answer.classifiers or {}).items()]
        first = separations.as_text(shown.data, shown.answer, shown.margin, quiet=True, verbose=False)
        return [Group([first], [Table(rows)])]
    if isinstance(shown.answer, Chooser):
        told = separations.as_text(shown.data, shown.answer, shown.margin, quiet=False, verbose=False).splitlines()
        return [Group([told[0]], [Words([line]) for line in told[1:]])]
    return separation(shown.answer, shown)


@blocks.register
def _(shown: Separability) -> Sequence[Any]:
    return separation(shown, None)


def separation(answer: Separability, found: Separation | None) -> Sequence[Any]:
    """A separator with its margin, or the weights of the combination that is 0."""
    rows: list[Row] = [[["examples"], [runs.about(found.data)]]] if found else []
    if answer.separable:
        rows.append([["separator"], classifier(answer.w or (), answer.b)])
        if found and found.margin:
            rows.append([["margin"], [separations.margin_line(found.margin)[11:]]])
    for i in answer.active[:MOST] if answer.combination else ():
        place = f"example {i + 1}" if found is None else f"line {found.data.lines[i]}"
        rows.append([["weight"], [number((answer.combination or ())[i]), f" of {place}"]])
    through = "" if answer.bias else " by a hyperplane through 0"
    why = "" if answer.separable else ": a convex combination of signed examples is 0"
    rest = [] if answer.separable else more(len(answer.active))
    return [Group([f"{'separable' if answer.separable else 'not separable'}{through}{why}"], [Table(rows), *rest])]


@blocks.register
def _(shown: claimed.BoundFinding) -> Sequence[Any]:
    stated = shown.claim
    facts = {f"hypothesis {n}:": r for n, r in enumerate(stated.hypotheses, 1)}
    facts["claim:"] = Relation(stated.left, stated.operator, stated.right)
    lines = Lines(tuple(Line(name, Formula("relation", (r,))) for name, r in facts.items()))
    case = shown.found.broken
    broken = [*(blocks(case) or ()), Group(["To reproduce"], [Code(shown.reproduce)])] if case else []
    tested = f"Datasets compared exactly: {shown.found.datasets}, of {shown.found.screened} looked at."
    parts = [lines, Words([shown.reason]), *broken, Words([tested])]
    return [Group([f"{shown.verdict}, for runs of {shown.algorithm}"], parts)]


@blocks.register
def _(shown: Case) -> Sequence[Any]:
    points = list(zip(shown.X, shown.labels, strict=True))[:MOST]
    rows: list[Row] = [[["x = "], [point(x)], [f"y = {label}"]] for x, label in points]
    separator = Words([f"separator: w = {plain(shown.w)}, b = {shown.b}, γ = {shown.gamma}"])
    return [Table(rows), *more(len(shown.X)), separator]


def point(x: Sequence[Any]) -> str | Formula:
    """The coordinates of an example."""
    parts = list(map(number, x))
    if len(parts) > claimed.MOST_SHOWN or not all(isinstance(part, Formula) for part in parts):
        return plain(x)
    return Formula("term", (tuple(part.arguments[0] for part in parts if isinstance(part, Formula)),))


def plain(x: Sequence[Any]) -> str:
    """Coordinates in words."""
    shown = [*map(str, x[: claimed.MOST_SHOWN]), *["…"] * (len(x) > claimed.MOST_SHOWN)]
    return f"({', '.join(shown)})"


@blocks.register
def _(shown: Safety) -> Sequence[Any]:
    return [Group([shown.verdict], [Words([shown.reason])])]


@blocks.register
def _(shown: Audit) -> Sequence[Any]:
    version = f" {shown.version}" if shown.version else ""
    parts: list[Any] = [Words([f"Conventions: {shown.profile}"])]
    if conventions := audits.conventions(shown.rule):
        parts.append(Words([", ".join(f"{name.replace('_', ' ')} {word}" for name, word in conventions.items())]))
    rows: list[Row] = [[[MARKS.get(f.status, "✗")], [Name(f.id)], [audits.message(f)]] for f in shown.findings]
    parts.append(Table(rows))
    failed = [f for f in shown.findings if f.reproduce and f.status != "ok"]
    parts += [Group([f"To reproduce {f.id}"], [Code(f.reproduce)]) for f in failed]
    return [Group([f"{shown.target}{version}"], [*parts, Words([audits.summary_line(shown.summary)])])]


MARKS = {"ok": "✓", "inconclusive": "?"}


# ------------------------------------------------------------------------------------------- how it is set

STYLE = """<style>
.novikoff h3 { font-size: 1em; margin: .6em 0 .2em; }
.novikoff section section { margin-left: 1em; }
.novikoff p { margin: .3em 0; }
.novikoff table { border: none; border-collapse: collapse; margin: .3em 0 .3em 1em; }
.novikoff tr, .novikoff td, .novikoff th { background: none; border: none; text-align: left; vertical-align: baseline; }
.novikoff td, .novikoff th { padding: .1em 1.2em .1em 0; font-weight: normal; }
</style>"""


class NotebookHtml(Html):
    """The pages' HTML, as a part of another page."""

    def page(self, found: Sequence[Any]) -> str:
        """All blocks, with the little style that they need."""
        return f'{STYLE}<div class="novikoff">{self.blocks(found)}</div>'

    def block(self, block: Any) -> str:
        """One block."""
        if isinstance(block, Code):
            return f"<pre>{escape(block.text)}</pre>"
        if isinstance(block, Table):
            cells = ("".join(f"<td>{self.inline(cell)}</td>" for cell in row) for row in block.rows)
            return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
        return super().block(block)


class MathJax(Display):
    """One display in which all words are in \\text, as MathJax and KaTeX read it."""

    def page(self, found: Sequence[Any]) -> str:
        """All blocks, a row for each line."""
        rows = " \\\\\n".join(row for block in found for row in self.of(block))
        return f"$$\\begin{{aligned}}\n{rows}\n\\end{{aligned}}$$"

    def of(self, block: Any, indent: str = "& ") -> Iterator[str]:
        """The rows of a block."""
        further = indent + r"\quad "
        if isinstance(block, Group):
            yield indent + self.inline(block.heading).replace(r"\text{", r"\textbf{")
            for inner in block.blocks:
                yield from self.of(inner, further)
        elif isinstance(block, Lines):
            bare = not any(line.label for line in block.lines)
            yield from ((further if bare else indent) + self.row(line) for line in block.lines)
        elif isinstance(block, Table):
            yield from (indent + r"\quad ".join(map(self.inline, row)) for row in block.rows)
        elif isinstance(block, Code):
            yield from (further + self.words(line) for line in block.text.splitlines())
        else:
            yield indent + self.inline(block.content)

    def row(self, line: Line) -> str:
        """A formula with its label and reasons."""
        sign = rf"\quad {Notation('latex').operator(line.operator)} " if line.operator else ""
        label = self.words(line.label) + r"\quad " if line.label else ""
        reasons = r"\qquad " + self.inline(line.reasons) if line.reasons else ""
        return label + sign + line.formula.write("latex") + reasons

    def inline(self, content: Inline) -> str:
        """Pieces side by side, with words that follow each other in one."""
        parts, words = list[str](), ""
        for piece in content:
            if isinstance(piece, Formula):
                parts += [self.words(words), self.formula(piece)]
                words = ""
            else:
                words += self.spoken(piece)
        return "".join([*parts, self.words(words)])

    def spoken(self, piece: Any) -> str:
        """Words, names and claims."""
        return self.reference(piece.claim) if isinstance(piece, Cite) else getattr(piece, "text", str(piece))

    def formula(self, formula: Formula) -> str:
        """A formula, which is inside of math anyway."""
        return formula.write("latex")

    def words(self, text: str) -> str:
        r"""Words in \text, what is special outside of it."""
        parts = re.split(r"([\\{}$&%#_^~])", " ".join(text.split("\n")))
        return "".join(SPECIAL.get(part, rf"\text{{{part}}}") for part in parts if part)

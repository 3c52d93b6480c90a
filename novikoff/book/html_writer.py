"""The writer of the book's pages: like the writer of `explain`, with links, and with steps that unfold.

Main definitions: `BookWriter`, `Addresses`, `link_claims`, `set_words`.

Its output is both XML and HTML, so that a test can read it as both. Addresses of pages begin with "../", as
every page but the first is in a folder of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import chain, count
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ..algorithms.errors import BadInput
from ..proofs.statements.notation import Notation
from ..report.document_formats import Formula, Group, Html, Line, Lines
from ..report.formula_detection import split_formulas
from .proof_identities import Identity
from .prose_formulas import to_mathml

BELOW = re.compile(r"(?<=[A-Za-zα-ωΑ-Ω])(?:_\{([\w+−-]+)\}|_(\w+)|\[([ijk])\])")
ROWS = {"math", "mrow", "msqrt"}  # elements whose content is a row
BIG = {"∑", "∏"}  # operators that have one form wherever they stand
MARKS = {"∗", "′", "″"}  # above a letter, where they are no operations, with space beside them
FENCES = {*"()[]{}⟨⟩⌊⌋⌈⌉‖"}
SIGNED = ("+", "−", "±")  # may come before a number
PRIMES = {"′", "″", "′′"}
LETTER = re.compile("[A-Za-z]")
NUMBER = r"[-−]?\d+(?:/\d+)?"
VALUE = re.compile(rf"([A-Za-z]) = ({NUMBER}|\({NUMBER}(?:, {NUMBER})*\))|{NUMBER} [=<>≤≥≠] {NUMBER}")
SHORT = 1500  # letters of MathML of a formula that may be written as plain text
LONG = 2500  # letters of HTML of an identity that is shown; a longer one nobody reads
TIMES = "<mo>&#x2062;</mo>"  # the invisible sign of multiplication, of which browsers show nothing
CLAIM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


@dataclass(frozen=True)
class Addresses:
    """The addresses: titles of the claims by id, the page of each row of the documents, the refuted claims, and the
    place of each claim.
    """

    titles: Mapping[str, str]
    rows: Mapping[str, str] = field(default_factory=dict)
    refuted: frozenset[str] = frozenset()
    place: str = "../claims/{}.html"

    def claim(self, identifier: str) -> str:
        """Return the address of a claim."""
        return self.place.format(identifier)

    def row(self, identifier: str) -> str:
        """Return the address of a row."""
        return f"../chapters/{self.rows[identifier]}.html#row-{identifier}"

    def cite(self, identifier: str, words: str = "") -> str:
        """Return a link to a claim. The text of the link is `words` (already HTML) or, by default, the id. A refuted
        claim gets a sign.

        Where the words are the title of the claim, the link has no tooltip that repeats them.

        >>> Addresses({"cauchy-schwarz": "C–S"}).cite("cauchy-schwarz", "C–S")
        '<a class="claim" href="../claims/cauchy-schwarz.html">C–S</a>'
        """
        is_refuted, title = identifier in self.refuted, escape(self.titles[identifier])
        kind, said = ("claim refuted", "refuted: ") if is_refuted else ("claim", "")
        plain = ("".join(re.sub("<[^>]*>", "", text).split()).casefold() for text in (words, title))
        hover = f' title="{said}{title}"' if said or len({*plain}) > 1 else ""
        return f'<a class="{kind}" href="{self.claim(identifier)}"{hover}>{words or escape(identifier)}</a>'


def link_claims(words: str, addresses: Addresses) -> str:
    """Return words as HTML, with links for the ids of claims in them.

    >>> print(link_claims("1 & 2 (cauchy-schwarz)", Addresses({"cauchy-schwarz": "C–S"})))
    1 &amp; 2 (<a class="claim" href="../claims/cauchy-schwarz.html" title="C–S">cauchy-schwarz</a>)
    """
    pieces, end = list[str](), 0
    for found in CLAIM.finditer(words):
        if found[0] in addresses.titles:
            pieces += [set_words(words[end : found.start()]), addresses.cite(found[0])]
            end = found.end()
    return "".join([*pieces, set_words(words[end:])])


@cache
def set_words(words: str) -> str:
    """Return words as HTML, with their formulas as MathML.

    >>> set_words("for each x[i] > 0")
    'for each <math><msub><mi>x</mi><mi>i</mi></msub><mo>&gt;</mo><mn>0</mn></math>'
    >>> set_words("Σ a[i]z[i]")
    '<math><mi>Σ</mi><msub><mi>a</mi><mi>i</mi></msub><msub><mi>z</mi><mi>i</mi></msub></math>'
    """
    parts = split_formulas(words)
    return "".join(set_formula(part) if is_formula else add_subscripts(part) for part, is_formula in parts)


def set_formula(text: str) -> str:
    """Return a formula of a sentence as MathML, a letter in italics; an unreadable formula stays as it is."""
    if LETTER.fullmatch(text):
        return f"<i>{text}</i>"
    try:
        made = to_mathml(re.sub(r"\[([ijk])\]", r"_{\1}", re.sub(r"_(\w{2,})", r"_{\1}", text)))
    except BadInput:
        return add_subscripts(text)
    return simplify_mathml(made.removeprefix("<math>").removesuffix("</math>"))


def add_subscripts(words: str) -> str:
    """Return words as HTML, with subscripts for R_emp, u_{t+1} or x[i].

    >>> add_subscripts("R_emp < u_{t+1}, x[i]")
    'R<sub>emp</sub> &lt; u<sub>t+1</sub>, x<sub>i</sub>'
    """
    return BELOW.sub(lambda found: f"<sub>{next(filter(None, found.groups()))}</sub>", escape(words))


@dataclass
class BookWriter(Html):
    """Sets blocks of one claim. A link PREFIX.NAME leads to the line with this name.

    `behind` has the identities that unfold behind the lines, by fact, in order.
    """

    prefix: str = ""  # of anchors; see `prefix_anchors`
    addresses: Addresses = field(default_factory=lambda: Addresses({}))
    behind: Mapping[str, Sequence[Identity | None]] = field(default_factory=dict)
    level: int = 2  # of the next heading
    drawn: Mapping[str, str] = field(default_factory=dict)  # drawings by the label of a line

    def __post_init__(self) -> None:
        self.places: dict[str, str] = {}  # the name of a fact -> the anchor of the line that says it
        self.taken: set[str] = set[str]()
        self.left: dict[str, list[Identity | None]] = {fact: list(found) for fact, found in self.behind.items()}

    # --- pieces ---

    def cite(self, claim: str) -> str:
        return self.addresses.cite(claim) if claim in self.addresses.titles else f"<code>{escape(claim)}</code>"

    def name(self, text: str) -> str:
        parts = re.split(r"(\xa0·\xa0)", text)
        return "".join("\xa0· " if "·" in part else self.fact(part) for part in parts)

    def fact(self, name: str) -> str:
        place = self.places.get(name) or self.places.get(f"{name}.all")
        shown = escape(name)
        return f'<a class="fact" href="#{place}">{shown}</a>' if place else f"<em>{shown}</em>"

    def words(self, text: str) -> str:
        return link_claims(text, self.addresses)

    def anchor(self, name: str) -> str:
        """Return a new anchor for a name."""
        stem = f"{self.prefix}.{re.sub(r'[^a-z0-9.-]+', '-', name.lower().translate(SPELLED))}"
        found = next(a for a in chain([stem], map(f"{stem}.{{}}".format, count(2))) if a not in self.taken)
        self.taken.add(found)
        self.places[name] = found
        return found

    # --- blocks ---

    def formula(self, formula: Formula) -> str:
        """Return a formula as HTML; a letter, its value and a relation of numbers need no MathML."""
        made = formula.write("mathml")
        text = formula.write("text") if len(made) < SHORT else ""
        if found := VALUE.fullmatch(text):
            return f"<i>{found[1]}</i> = {found[2]}" if found[1] else escape(text)
        if LETTER.fullmatch(text):
            return f"<i>{text}</i>"
        return simplify_mathml(made.replace(TIMES, "").replace("&#x2061;", "\u2061"))

    def group(self, group: Group) -> str:
        """Return a part of a proof under its words; names that it defines lose that meaning afterwards."""
        before = dict(self.places)
        inside = f'<p class="lead">{self.inline(group.heading)}</p>{self.blocks(group.blocks)}'
        self.places |= before
        return f'<div class="part">{inside}</div>'

    def lines(self, block: Lines) -> str:
        kind = "chain" if block.is_chain else "facts"
        labels = "" if any(line.label for line in block.lines) else " bare"
        place = ""
        if block.is_chain and (whole := next((x.fact for x in block.lines if x.fact.endswith(".1")), "")):
            place = f' id="{self.anchor(whole.removesuffix(".1") + ".all")}"'
        return f'<div class="lines {kind}{labels}"{place}>{"".join(map(self.row, block.lines))}</div>'

    def row(self, line: Line) -> str:
        """Return one line; behind its reasons the identity that proves the step unfolds."""
        name = line.label.removesuffix(":") or line.fact
        reasons = self.inline(line.reasons)
        unfolded = self.unfolded(line.fact)
        place = f' id="{self.anchor(name)}"' if name else ""
        sign = f"<math>{Notation('mathml').operator(line.operator)}</math> " if line.operator else ""
        formula = self.what(line)
        label = f'<span class="label">{escape(line.label)}</span>' if line.label else ""
        drawing = self.drawn.get(name, "")
        why = f'<span class="why">{reasons}{unfolded}{drawing}</span>' if reasons or unfolded or drawing else ""
        link = " link" if line.operator else ""
        return f'<div class="line{link}"{place}>{label}<span class="formula">{sign}{formula}</span>{why}</div>'

    def what(self, line: Line) -> str:
        """Return the statement of a line."""
        return self.formula(line.formula)

    def unfolded(self, fact: str) -> str:
        """Return the identity behind a line."""
        left = self.left.get(fact)
        found = left.pop(0) if left else None
        if found is None:
            return ""
        said = f"{self.inline(found.goal)} = {self.inline(found.right)}"
        if len(said) > LONG:
            return ""
        sign = f'<span class="sign">{escape(found.relation)} 0</span>'
        return f'<details class="step"><summary>=</summary><p class="identity">{said} {sign}</p></details>'


def simplify_mathml(row: str) -> str:
    """Return MathML without the parts that a browser adds by itself.

    The function removes a row within a row if it neither begins nor ends with a sign, because the place of a sign in
    its row distinguishes it from an operation. It also removes rows that begin with a sum or are between fences, and
    the attribute `form` except of the signs + − ±. Primes, stars and fences that do not grow become letters without
    attributes.

    >>> simplify_mathml("<mrow><mrow><mi>a</mi></mrow></mrow>")
    '<math><mi>a</mi></math>'
    >>> simplify_mathml("<mi>a</mi><mo>+</mo><mrow><mi>b</mi><mo>·</mo><mi>c</mi></mrow>")
    '<math><mi>a</mi><mo>+</mo><mi>b</mi><mo>·</mo><mi>c</mi></math>'
    >>> simplify_mathml("<mi>a</mi><mrow><mo>−</mo><mi>b</mi></mrow>")
    '<math><mi>a</mi><mrow><mo>−</mo><mi>b</mi></mrow></math>'
    >>> norm = '<mo stretchy="false">‖</mo><mi>b</mi><mo stretchy="false">‖</mo>'
    >>> simplify_mathml(f'<mi>a</mi><mo>+</mo><mrow>{norm}</mrow>')
    '<math><mi>a</mi><mo>+</mo><mi>‖</mi><mi>b</mi><mi>‖</mi></math>'
    """
    whole = simplify_element(ElementTree.fromstring(f"<math>{row}</math>"))
    return ElementTree.tostring(whole, encoding="unicode", short_empty_elements=False)


def simplify_element(element: Element) -> Element:
    """Return the element, changed as `simplify_mathml` says."""
    inside, is_row = list[Element](), element.tag in ROWS
    for child in map(simplify_element, list(element)):
        is_open = len(child) > 0 and not is_sign(child[0]) and not is_sign(child[-1])
        spliced = child.tag == "mrow" and (len(child) == 1 or (is_row and (is_open or len(element) == 1)))
        inside += child if spliced else [child]
    element[:] = inside
    if element.text not in SIGNED:
        element.attrib.pop("form", "")
    if element.text in MARKS or (element.tag == "mo" and element.text in FENCES and element.attrib.pop("stretchy", "")):
        element.tag = "mi"
    return attach_primes(element)


def attach_primes(element: Element) -> Element:
    """Return the element with its primes as letters on the line. As superscripts, they would be small and far from the
    letter."""
    above = element[-1] if element.tag in ("msup", "msubsup") else None
    if above is None or (above.text not in PRIMES and not (len(above) > 1 and above[0].text in PRIMES)):
        return element
    row, rest = Element("mrow"), list(above)[1:]
    row[:] = [element[0], above[0] if rest else above]
    if len(element) == 2 and not rest:
        return row
    made = Element("msub" if not rest else element.tag)
    if len(rest) > 1:
        above.remove(above[0])
        rest = [above]
    made[:] = [row, *list(element)[1:-1], *rest]
    return made


def is_sign(element: Element) -> bool:
    """Return whether the element is an operator, perhaps with scripts, and not a fence; a bar counts, since it may be a
    relation."""
    if element.get("stretchy") == "false" and element.text != "|":
        return False
    if element.tag == "mo":
        return element.text not in BIG
    return element.tag not in ROWS and len(element) > 0 and is_sign(element[0])


def prefix_anchors(html: str, prefix: str) -> str:
    """Prefix the anchors of a claim's pieces, for a page that has other claims too.

    >>> prefix_anchors('<p id=".unit"><a href="#.unit">unit</a></p>', "a-b")
    '<p id="a-b.unit"><a href="#a-b.unit">unit</a></p>'
    """
    return re.sub(r'( id="| href="#)\.', rf"\1{prefix}.", html)


def slug(words: str) -> str:
    """Return words as an anchor.

    >>> slug("What each hypothesis is for")
    'what-each-hypothesis-is-for'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


SPELLED = str.maketrans({"'": "prime", "*": "star", "²": "2", "γ": "gamma", "₀": "0", "₊": "plus", "₋": "minus"})

"""Pictures of SVG as TikZ and PNG.

The pictures come from `pictures.draw_figure`: lines, circles, polygons, rectangles and words, with rules for tags
and classes, and with translations but no rotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ..report.document_formats import sentence_in_latex

Point = tuple[float, float]
Style = Mapping[str, str]
CENTIMETRES = 0.02  # for a pixel: a picture of 400 pixels is 8 cm wide
PIXELS = 3  # of PNG for one of SVG
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMPOUND = re.compile(r"[\w*]*|[.\[][\w-]+")
NAMED = {"white": "#ffffff", "black": "#000000"}
CUT = {"none", "transparent"}


@dataclass(frozen=True)
class Mark:
    """One mark: its corners in pixels from the upper left, or its middle and radius, or its place and words."""

    style: Style
    points: list[Point]
    closed: bool = False
    radius: float = 0
    words: str = ""

    def colour(self, what: str) -> str:
        """Return the colour of the `fill` or `stroke` as #rrggbb, or "" for none."""
        has_inside = self.closed or self.radius or self.words
        said = self.style.get(what, "black" if what == "fill" and has_inside else "none")
        said = self.style["color"] if said == "currentColor" else said
        return "" if said in CUT else NAMED.get(said, said)

    def number(self, name: str, default: float = 1) -> float:
        """Return a property that is a number."""
        return float(self.style.get(name, str(default)).removesuffix("px"))

    def dashes(self) -> list[float]:
        """Return the lengths of dashes and gaps; [] for a whole line."""
        said = self.style.get("stroke-dasharray", "none")
        return [] if said == "none" else [float(length) for length in said.split()]


def read_marks(svg: str) -> tuple[Point, list[Mark]]:
    """Return the width and height of a picture, and its marks from the lowest to the uppermost.

    >>> size, (mark,) = read_marks('<svg viewBox="0 0 9 5"><style>.a{stroke:#ff0000}</style><g class="a">'
    ...                            '<line x1="0" x2="4" y1="0" y2="3"/></g></svg>')
    >>> size, mark.points, mark.colour("stroke")
    ((9.0, 5.0), [(0.0, 0.0), (4.0, 3.0)], '#ff0000')
    """
    root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", svg))
    style = "".join(each.text or "" for each in root.iter("style"))
    rules = [(selector.split(), dict(re.findall(r"([\w-]+)\s*:\s*([^;]*[^;\s])", found[2])))
             for found in RULE.finditer(style) for selector in found[1].split(",")]
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    rules.sort(key=lambda rule: weight(rule[0]))
    return (width, height), list(walk(root, [], {"color": "#1c2230"}, (0, 0), rules))


def weight(selector: list[str]) -> tuple[int, int]:
    """Return the weight of a selector among others: its classes, then its tags."""
    classes = sum(part.count(".") + part.count("[") for part in selector)
    return classes, sum(part[0].isalpha() for part in selector)


def walk(element: Element, above: list[Element], given: Style, at: Point, rules: Any) -> Iterator[Mark]:
    """Yield the marks of an element, given its ancestors and the style and position that it inherits from them."""
    style = dict(given)
    for selector, body in rules:
        if fits(selector, [*above, element]):
            style |= body
    style |= {name: element.attrib[name] for name in ("text-anchor",) if name in element.attrib}
    if style.pop("display", "") == "none" or element.tag in ("clipPath", "style", "title", "desc"):
        return
    if found := re.fullmatch(r"translate\(([^,]*),([^)]*)\)", element.get("transform", "")):
        at = at[0] + float(found[1]), at[1] + float(found[2])
    yield from shape(element, style, at)
    for child in element:
        yield from walk(child, [*above, element], style, at, rules)


def fits(selector: list[str], line: list[Element]) -> bool:
    """Return whether a selector matches the last of these nested elements, listed from the outside to the inside.

    >>> fits([".a", "text"], [Element("g", {"class": "a b"}), Element("text")])
    True
    """
    *outer, own = selector
    if not is_like(own, line[-1]):
        return False
    rest = iter(line[:-1])
    return all(any(is_like(each, element) for element in rest) for each in outer)


def is_like(compound: str, element: Element) -> bool:
    """Return whether an element has the tag, the classes and the attributes."""
    classes = element.get("class", "").split()
    tests = {".": lambda name: name in classes, "[": lambda name: name in element.attrib}
    parts = [part for part in COMPOUND.findall(compound) if part]
    return all(tests[part[0]](part[1:]) if part[0] in tests else part == element.tag for part in parts)


def shape(element: Element, style: Style, at: Point) -> Iterator[Mark]:
    """Yield the mark that an element makes, if it makes one."""

    def number(name: str) -> float:
        return float(element.get(name, "0"))

    def place(x: float, y: float) -> Point:
        return x + at[0], y + at[1]

    if element.tag == "line":
        yield Mark(style, [place(number("x1"), number("y1")), place(number("x2"), number("y2"))])
    elif element.tag == "circle":
        yield Mark(style, [place(number("cx"), number("cy"))], radius=number("r"))
    elif element.tag == "rect":
        (x, y), w, h = place(number("x"), number("y")), number("width"), number("height")
        yield Mark(style, [(x, y), (x + w, y), (x + w, y + h), (x, y + h)], closed=True)
    elif element.tag in ("polygon", "polyline"):
        corners = [place(*map(float, pair.split(","))) for pair in element.attrib["points"].split()]
        yield Mark(style, corners, closed=element.tag == "polygon")
    elif element.tag == "text" and element.text:
        yield Mark(style, [place(number("x"), number("y"))], words=element.text)


# --- the two formats ---------------------------------------------------------------------------------------


ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def to_tikz(svg: str) -> str:
    """Return the picture as a `tikzpicture`, below its description as a comment."""
    (width, height), marks = read_marks(svg)
    colours = {colour: f"figure{n}" for n, colour in enumerate(dict.fromkeys(
        colour for mark in marks for colour in (mark.colour("fill"), mark.colour("stroke")) if colour))}
    said = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", svg)).findtext("desc") or ""
    lines = [*(f"% {line}" for line in said.splitlines()), "\\begin{tikzpicture}[font=\\footnotesize]"]
    lines += [f"\\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for colour, name in colours.items()]

    def at(point: Point) -> str:
        return f"({point[0] * CENTIMETRES:.3f},{(height - point[1]) * CENTIMETRES:.3f})"

    lines.append(f"\\clip {at((0, height))} rectangle {at((width, 0))};")
    for mark in marks:
        options = ",".join(tikz_options(mark, colours))
        if mark.words:
            middle = mark.style.get("dominant-baseline") == "central"
            anchor = "center" if middle else ANCHORS[mark.style.get("text-anchor", "start")]
            colour, words = colours.get(mark.colour("fill"), "black"), sentence_in_latex(mark.words)
            lines.append(f"\\node[anchor={anchor},inner sep=0pt,text={colour}] at {at(mark.points[0])} {{{words}}};")
        elif options and mark.radius:
            lines.append(f"\\path[{options}] {at(mark.points[0])} circle[radius={mark.radius * CENTIMETRES:.3f}cm];")
        elif options:
            lines.append(f"\\path[{options}] {' -- '.join(map(at, mark.points))}{' -- cycle' * mark.closed};")
    return "\n".join([*lines, "\\end{tikzpicture}", ""])


def tikz_options(mark: Mark, colours: Mapping[str, str]) -> Iterator[str]:
    """Yield the options that draw and fill a mark; nothing for an invisible mark."""
    if (fill := mark.colour("fill")):
        yield f"fill={colours[fill]},fill opacity={mark.number('fill-opacity'):g}"
    if stroke := mark.colour("stroke"):
        points = mark.number("stroke-width") * CENTIMETRES * 72.27 / 2.54
        yield f"draw={colours[stroke]},draw opacity={mark.number('stroke-opacity'):g},line width={points:.2f}pt"
        if dashes := mark.dashes():
            pattern = " ".join(f"{('on', 'off')[n % 2]} {length * .57:.1f}pt" for n, length in enumerate(dashes))
            yield f"dash pattern={pattern}"


def to_png(svg: str) -> bytes:
    """Return the picture as PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, Polygon

    (width, height), marks = read_marks(svg)
    figure = Figure(figsize=(width / 72, height / 72), dpi=72 * PIXELS)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    for level, mark in enumerate(marks):
        fill, stroke = mark.colour("fill"), mark.colour("stroke")
        opacity = mark.number("stroke-opacity") if stroke else 0
        line: dict[str, Any] = {"color": (stroke or "#000000", opacity), "linewidth": mark.number("stroke-width"),
                                "zorder": level}
        dashes = (0, [length / line["linewidth"] for length in mark.dashes()]) if stroke and mark.dashes() else "-"
        if mark.words:
            ways = {"start": "left", "middle": "center", "end": "right"}
            middle = mark.style.get("dominant-baseline") == "central"
            axes.text(*mark.points[0], mark.words, color=fill, zorder=level, fontsize=mark.number("font-size", 12),
                      ha=ways[mark.style.get("text-anchor", "start")], va="center_baseline" if middle else "baseline",
                      fontstyle=mark.style.get("font-style", "normal"), parse_math=False,
                      fontweight=mark.style.get("font-weight", "normal"))
        elif mark.closed or mark.radius:
            patch = Circle(mark.points[0], mark.radius) if mark.radius else Polygon(mark.points, closed=True)
            patch.set(facecolor=(fill or "#000000", mark.number("fill-opacity") if fill else 0), zorder=level,
                      edgecolor=line["color"], linewidth=line["linewidth"], linestyle=dashes)
            axes.add_patch(patch)
        else:
            axes.plot(*zip(*mark.points, strict=True), linestyle=dashes, **line)
    made = BytesIO()
    figure.savefig(made, format="png", facecolor="white")
    return made.getvalue()

"""Graphs of claims, computed from the citations in their proofs, drawn as SVG with a layout of our own.

Main definitions: `neighbourhood`, `subject_graph`, `draw_map`.

A node is a link with a title. A circle is a proved claim, a square is a refuted claim, and a diamond is a claim that
only Coq proves. Readers need no colour to distinguish them. A list beside the picture has the same information. Equal
contents give equal bytes: nothing is drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..algorithms.command_results import format_count
from .html_writer import set_words, slug
from .site_data import SUBJECTS, Contents

LINE, LETTER, SPACE = 24, 7.1, 58  # pixels: between nodes of a layer, of a letter, and beside the labels of a layer
FEW = 9  # nodes that are shown beside a claim, of one kind
SWEEPS = 6
WRAP = 30  # letters of a label


@dataclass(frozen=True)
class Node:
    """A node: a claim, or a placeholder for several claims, with the page that it links to."""

    id: str
    label: str
    title: str
    kind: str  # proved, refuted, coq, more, source
    href: str
    is_here: bool = False


@dataclass(frozen=True)
class Graph:
    """Layers of nodes from left to right, and edges (from, to, kind)."""

    layers: Sequence[Sequence[Node]]
    edges: Sequence[tuple[str, str, str]]


def _make_node(contents: Contents, identifier: str, *, is_here: bool = False) -> Node:
    claim = contents.claims[identifier]
    kind = {"refuted": "refuted", "proved-by-coq": "coq"}.get(claim.expected, "proved")
    title = f"{claim.title} — {claim.expected.replace('-', ' ')}"
    label = identifier if len(identifier) <= WRAP else identifier[: WRAP - 1] + "…"
    return Node(identifier, label, title, kind, f"../claims/{identifier}.html", is_here)


# --- layouts --------------------------------------------------------------------------------------


def neighbourhood(contents: Contents, identifier: str) -> Graph:
    """Return a claim's graph: on its left the claims that it cites, on its right those that depend on it."""
    needs = [_make_node(contents, i) for i in contents.needs[identifier]]
    claim = contents.claims[identifier]
    edges = [(i.id, identifier, "needs") for i in needs]
    wrong = [_make_node(contents, i) for i in contents.corrects[identifier]]
    edges += [(i.id, identifier, "corrects") for i in wrong]
    first, left_out = split_at_limit(contents.users[identifier])
    right = [_make_node(contents, i) for i in first]
    edges += [(identifier, i, "needs") for i in first]
    second = list(dict.fromkeys(j for i in first for j in contents.users[i] if j not in {*first, identifier}))
    second, others = split_at_limit(second)
    edges += [(i, j, "needs") for i in first for j in second if i in contents.needs[j]]
    if claim.corrected:
        right.append(_make_node(contents, claim.corrected))
        edges.append((identifier, claim.corrected, "corrects"))
    if left_out:
        right.append(_make_more_node(identifier, left_out, "use it"))
        edges.append((identifier, right[-1].id, "needs"))
    far = [_make_node(contents, i) for i in second]
    if others:
        far.append(_make_more_node(f"{identifier}.", others, "rest on it"))
        edges += [(right[0].id, far[-1].id, "needs")] if right else []
    layers = [needs + wrong, [_make_node(contents, identifier, is_here=True)], right, far]
    return reduce_crossings(Graph([layer for layer in layers if layer], edges))


def split_at_limit(found: Sequence[str]) -> tuple[list[str], int]:
    """Return the nodes that fit, and the number of nodes that do not."""
    return (list(found), 0) if len(found) <= FEW + 1 else (list(found[:FEW]), len(found) - FEW)


def _make_more_node(identifier: str, count: int, words: str) -> Node:
    title = f"{count} more claims; all are listed below"
    return Node(f"{identifier}+", f"{count} more {words}", title, "more", "#graph")


def subject_graph(contents: Contents, subject: str) -> Graph:
    """Return the claims of a subject that cite or are cited, and what they cite in other subjects."""
    inside = [c.id for m in contents.modules.values() if m.subject == subject for c in m.claims]
    here = {*inside}
    edges = [(j, i, "needs") for i in inside for j in contents.needs[i]]
    edges += [(i, c, "corrects") for i in inside if (c := contents.claims[i].corrected)]
    linked = {end for a, b, _ in edges for end in (a, b)}
    corrections = {b for _, b, kind in edges if kind == "corrects"}  # in a layer after the false statement
    depth: dict[str, int] = {}

    def layer(identifier: str) -> int:
        if identifier not in depth:
            depth[identifier] = 0
            before = [a for a, b, kind in edges if b == identifier and kind == "needs"]
            depth[identifier] = 1 + max([*map(layer, before), 0 if identifier in corrections else -1])
        return depth[identifier]

    names = [i for i in (*inside, *sorted(linked - here)) if i in linked]
    for identifier in names:
        layer(identifier)
    for a, b, kind in edges:  # a false statement stands before what corrects it
        if kind == "corrects":
            depth[a] = depth[b] - 1
    count = max(depth.values(), default=-1) + 1
    layers = [[_make_node(contents, i) for i in names if depth[i] == n] for n in range(count)]
    return reduce_crossings(Graph([x for x in layers if x], edges))


def reduce_crossings(graph: Graph) -> Graph:
    """Return the graph with few crossings: sort each layer by the middle of its neighbours, forwards and backwards."""
    layers = [list(layer) for layer in graph.layers]
    beside: dict[str, set[str]] = {}
    for a, b, _ in graph.edges:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    for sweep in range(SWEEPS):
        numbers = range(1, len(layers)) if sweep % 2 == 0 else range(len(layers) - 2, -1, -1)
        for n in numbers:
            fixed = layers[n - 1] if sweep % 2 == 0 else layers[n + 1]
            height = {each.id: (place + 0.5) / len(fixed) for place, each in enumerate(fixed)}
            old = {each.id: (place + 0.5) / len(layers[n]) for place, each in enumerate(layers[n])}

            def middle(each: Node, height: Mapping[str, float] = height, old: Mapping[str, float] = old) -> float:
                found = [height[i] for i in beside.get(each.id, ()) if i in height]
                return sum(found) / len(found) if found else old[each.id]

            layers[n].sort(key=lambda each: (round(middle(each), 6), old[each.id]))
    return Graph(layers, graph.edges)


# --- drawing --------------------------------------------------------------------------------------


def draw_svg(graph: Graph, label: str) -> str:
    """Return the graph as SVG, or "" if it has one node only."""
    if sum(map(len, graph.layers)) < 2:
        return ""
    height, left, places = LINE * max(map(len, graph.layers)) + 12, 14.0, dict[str, tuple[float, float]]()
    for layer in graph.layers:
        for place, each in enumerate(layer):
            places[each.id] = left, height / 2 + LINE * (place - (len(layer) - 1) / 2)
        left += SPACE + LETTER * max(len(each.label) + each.is_here for each in layer)
    width = round(left - SPACE / 2)
    lengths = {each.id: len(each.label) for layer in graph.layers for each in layer}
    lines = [_draw_edge(places[a], places[b], kind, lengths[a]) for a, b, kind in dict.fromkeys(graph.edges)
             if a in places and b in places]
    marks = [_draw_node(each, *places[each.id]) for layer in graph.layers for each in layer]
    return (f'<svg class="graph" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" '
            f'aria-label="{escape(label)}">{"".join(lines)}{"".join(marks)}</svg>')


def _draw_edge(start: tuple[float, float], end: tuple[float, float], kind: str, letters: int) -> str:
    (x, y), (u, v) = start, end
    if u > x:
        x, u = min(x + 14 + LETTER * letters, u - 21), u - 9
        bend = (u - x) / 2
    else:
        x, u, bend = x - 6, u - 6, -6.0
    return f'<path class="edge {kind}" d="M{x:.0f} {y:g}c{bend:.0f} 0 {bend:.0f} {v - y:g} {u - x:.0f} {v - y:g}"/>'


def _draw_node(each: Node, x: float, y: float) -> str:
    shape = _draw_shape(each.kind, x, y, 6)
    text = f'<text x="{x + 11:.0f}" y="{y + 4:g}">{escape(each.label)}</text>'
    inner = f"<title>{escape(each.title)}</title>{shape}{text}"
    if each.is_here:
        return f'<g class="node {each.kind} here">{inner}</g>'
    return f'<a class="node {each.kind}" href="{each.href}">{inner}</a>'


def _draw_shape(kind: str, x: float, y: float, r: float) -> str:
    if kind == "refuted":
        return f'<rect x="{x - r + 0.5:g}" y="{y - r + 0.5:g}" width="{2 * r - 1:g}" height="{2 * r - 1:g}"/>'
    if kind == "coq":
        return f'<path d="M{x:g} {y - r - 1:g}l{r + 1:g} {r + 1:g}l-{r + 1:g} {r + 1:g}l-{r + 1:g} -{r + 1:g}z"/>'
    if kind in ("more", "source"):
        return f'<path d="M{x - r:g} {y - 3:g}h{2 * r:g}v6h-{2 * r:g}z"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


# --- the map of the whole -------------------------------------------------------------------------

STEP, ACROSS = 17, 13  # pixels between two dots; dots beside each other in a block
GAP, HEAD = 26, 26


def draw_map(contents: Contents) -> str:
    """Draw every claim as a dot in the block of its subject, a row for each file, with sources at the right. Lines are
    citations in proofs, dashed lines corrections, and thin lines lead from a source to its claims.
    """
    places, blocks, top = dict[str, tuple[float, float]](), list[str](), [8.0, 8.0, 8.0]
    width = ACROSS * STEP + 14
    sizes = {s: [m for m in contents.modules.values() if m.subject == s] for s in SUBJECTS}
    for subject in sorted(SUBJECTS, key=lambda s: -sum(len(m.claims) for m in sizes[s])):
        column = min(range(3), key=lambda n: top[n])
        x, y = 8 + column * (width + GAP), top[column]
        rows = 0
        for module in sizes[subject]:
            for number, claim in enumerate(module.claims):
                row, place = divmod(number, ACROSS)
                places[claim.id] = (x + 14 + STEP * place, y + HEAD + 12 + STEP * (rows + row))
            rows += -(-len(module.claims) // ACROSS)
        height = HEAD + rows * STEP + 10
        name = f'<text class="name" x="{x + 10}" y="{y + 18}">{escape(SUBJECTS[subject])}</text>'
        block = f'<rect class="block" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
        blocks.append(f'<a href="../chapters/{page_of(subject)}.html">{block}{name}</a>')
        top[column] += height + GAP
    sources = list(dict.fromkeys(c.source.key for c in contents.claims.values()))
    right = 8 + 3 * (width + GAP)
    total = max(*top, 16.0 * len(sources) + 40)
    lines, marks = list[str](), list[str]()
    for i, claim in contents.claims.items():
        for j in contents.needs[i]:
            lines.append(draw_map_edge(places[j], places[i], "needs", j, i))
        if claim.corrected:
            lines.append(draw_map_edge(places[i], places[claim.corrected], "corrects", i, claim.corrected))
    for number, key in enumerate(sources):
        level = round(26 + number * (total - 40) / max(len(sources), 1))
        cited = [c for c in contents.claims.values() if c.source.key == key]
        lines += [draw_map_edge((right, level), places[c.id], "source", key, c.id) for c in cited]
        shape, words = _draw_shape("source", right, level, 5), f"{escape(key)}: {format_count(len(cited), 'claim')}"
        text = f'<text x="{right + 9}" y="{level + 4}">{escape(key)}</text>'
        marks.append(f'<a class="node source" data-id="{key}" href="../chapters/sources.html#{slug(key)}">'
                     f"<title>{words}</title>{shape}{text}</a>")
    for i in contents.claims:
        each = _make_node(contents, i)
        marks.append(f'<a class="node {each.kind}" data-id="{i}" href="{each.href}"><title>{escape(each.title)}</title>'
                     f"{_draw_shape(each.kind, *places[i], 5.5)}</a>")
    whole = right + 20 + LETTER * max(map(len, sources), default=0)
    return (f'<svg class="graph map" viewBox="0 0 {whole:.0f} {total:.0f}" width="{whole:.0f}" '
            f'height="{total:.0f}" role="group" aria-label="All claims, by subject">{"".join(blocks)}'
            f'{"".join(lines)}{"".join(marks)}</svg>')


def draw_map_edge(a: tuple[float, float], b: tuple[float, float], kind: str, start: str, end: str) -> str:
    """Draw an edge of the map, slightly bent to distinguish edges above each other."""
    (x, y), (u, v) = a, b
    bend = (u - x + v - y) / 10
    middle = f"{(x + u) / 2 + bend * 0.4:.0f} {(y + v) / 2 - bend * 0.4:.0f}"
    return f'<path class="edge {kind}" data-a="{start}" data-b="{end}" d="M{x:.0f} {y:.0f}Q{middle} {u:.0f} {v:.0f}"/>'


def page_of(subject: str) -> str:
    """Return the page of a subject."""
    return f"subject-{subject.replace('_', '-')}"


def list_claims(contents: Contents, identifiers: Iterable[str]) -> str:
    """Return claims as a list of links with their signs."""
    items = []
    for i in identifiers:
        claim = contents.claims[i]
        title = set_words(claim.title)
        items.append(f'<li><a class="claim {claim.expected}" href="../claims/{i}.html">{title}</a></li>')
    return f'<ul class="claims">{"".join(items)}</ul>' if items else ""

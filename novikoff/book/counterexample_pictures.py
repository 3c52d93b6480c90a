"""Counterexamples in the plane, drawn: vectors as arrows, examples of a run as points with their labels.

    draw_witness  the picture of a witness, as SVG; "" if it is not in the plane, or would be too small

Values are exact until the place of a mark is rounded to a tenth of a pixel. The page describes each picture in words,
too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from ..proofs.statements.notation import Notation
from ..report.derivation_blocks import Evaluation

SIZE, RADIUS = 200, 84  # pixels: the picture, and from its middle to the farthest mark
MOST = 300  # how many times longer the longest arrow may be than the shortest
Point = tuple[Fraction, Fraction]


def draw_witness(found: Evaluation) -> str:
    """Draw the values of a witness, and its run."""
    if found.witness.dimension != 2:
        return ""
    arrows, points = dict[str, Point](), list[tuple[Point, int]]()
    for name, values in found.data["values"].items():
        if name.endswith("@"):
            arrows |= _arrows_of(name.removesuffix("@"), values)
    for given in found.data.get("steps") or []:
        for name, values in given.items():
            if name.endswith("@") and name in found.run.input and "[i]" not in name:
                points.append((_to_point(values), sign_of(given)))
    for name, values in [{}, *found.steps()][-1].items():
        if name.endswith("@") and name in found.run.state and "[i]" not in name:
            arrows[name.removesuffix("@")] = _to_point(values)
    marks = [p for p in (*arrows.values(), *(p for p, _ in points)) if any(p)]
    lengths = [max(map(abs, p)) for p in marks]
    if not lengths or max(lengths) > MOST * min(lengths):
        return ""
    return _draw_svg(arrows, list(dict.fromkeys(points)), max(lengths))


def _arrows_of(name: str, values: Any) -> dict[str, Point]:
    if "[i]" not in name:
        return {name: _to_point(values)}
    return {f"{name.replace('[i]', '')}{n}": _to_point(value) for n, value in enumerate(values, 1)}


def _to_point(values: Iterable[Any]) -> Point:
    first, second = (Fraction(str(v)) for v in values)
    return first, second


def sign_of(given: Mapping[str, Any]) -> int:
    """Return the label of an example."""
    y = Fraction(str(given.get("y", 0)))
    return (y > 0) - (y < 0)


def _draw_svg(arrows: Mapping[str, Point], points: Iterable[tuple[Point, int]], most: Fraction) -> str:
    def at(p: Point) -> tuple[str, str]:
        x, y = (SIZE / 2 + s * RADIUS * float(v / most) for s, v in zip((1, -1), p, strict=True))
        return f"{x:.1f}", f"{y:.1f}"

    middle = SIZE // 2
    parts = [f'<path class="axis" d="M4 {middle}H{SIZE - 4}M{middle} 4V{SIZE - 4}"/>']
    names: dict[Point, list[str]] = {}
    for name, tip in arrows.items():
        names.setdefault(tip, []).append(Notation().name(name))
    for tip in names:
        if any(tip):
            x, y = at(tip)
            parts.append(
                f'<line class="arrow" x1="{middle}" y1="{middle}" x2="{x}" y2="{y}"/>{_draw_arrow_head(tip, at)}'
            )
    for p, sign in points:
        x, y = at(p)
        shape = {1: f'<circle class="plus" cx="{x}" cy="{y}" r="5"/>',
                 -1: f'<rect class="minus" x="{float(x) - 4.5:.1f}" y="{float(y) - 4.5:.1f}" width="9" height="9"/>',
                 0: f'<circle class="point" cx="{x}" cy="{y}" r="4"/>'}
        parts.append(shape[sign])
    for tip, called in names.items():
        x, y = at(tip)
        right = tip[0] >= 0
        anchor, shift = ("start", 6) if right else ("end", -6)
        below = 14 if tip[1] < 0 else -6
        parts.append(f'<text x="{float(x) + shift:.1f}" y="{float(y) + below:.1f}" text-anchor="{anchor}">'
                     f"{escape(', '.join(called))}</text>")
    seen = ", ".join(f"{' = '.join(called)} = ({', '.join(map(str, tip))})" for tip, called in names.items())
    words = "; ".join(filter(None, [seen, _describe_examples(points)]))
    return (f'<svg class="plane" viewBox="-20 -4 {SIZE + 40} {SIZE + 8}" role="img" aria-label="{escape(words)}">'
            f"{''.join(parts)}</svg>")


def _draw_arrow_head(tip: Point, at: Any) -> str:
    x, y = map(float, at(tip))
    dx, dy = x - SIZE / 2, y - SIZE / 2
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    dx, dy = dx / length, dy / length
    corners = ((x, y), (x - 8 * dx + 3.5 * dy, y - 8 * dy - 3.5 * dx), (x - 8 * dx - 3.5 * dy, y - 8 * dy + 3.5 * dx))
    return f'<polygon class="head" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}"/>'


def _describe_examples(points: Iterable[tuple[Point, int]]) -> str:
    found = [f"({p[0]}, {p[1]}){ {1: ' labelled +1', -1: ' labelled −1', 0: ''}[sign]}" for p, sign in points]
    return f"examples {', '.join(found)}" if found else ""

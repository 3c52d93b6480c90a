"""Pictures of runs, bounds and audits, as SVG or PNG.

Main definitions: `run_picture`, `inseparable_picture`, `bound_picture`, `audit_picture`.

Module `plot_geometry` computes all points exactly; only drawing uses floats. Equal input gives equal bytes. The extra
`plots` installs matplotlib, which is imported when a picture is drawn.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput
from ..algorithms.optional_packages import import_extra
from ..algorithms.safe_files import write_whole
from .plot_geometry import Common, Line, Plane, Proof, examples_in, plane, segment, spread_indices, view_of

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#666666"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, "#E69F00", "#56B4E9", "#000000")  # which colour-blind readers can distinguish
MARKERS = "o^sDvP*"
WIDTH = 8.0  # inches, 800 pixels
SLIM = 6  # largest ratio of the sides of a plane; a longer plane would be a strip and is stretched
MOST_PANELS = 12  # of an audit
MOST_CURVE = 2000  # updates of a run that a curve shows
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "novikoff", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10,
    "axes.titlesize": 11, "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
}


def require(file: str) -> None:
    """Raise `BadInput` if `file` cannot be a picture or matplotlib is missing."""
    if Path(file).suffix not in (".svg", ".png"):
        raise BadInput(f"--plot {file}: a picture is FILE.svg or FILE.png")
    import_extra("--plot", "plots", "matplotlib")


@contextmanager
def drawing(file: str, rows: float, columns: int = 1, heights: Sequence[float] = (1,)) -> Iterator[list[Any]]:
    """Yield the axes of a figure of `rows` inches in height, in rows and columns; then write the figure to a file.

    Only matplotlib's defaults and our settings count. The file has no date and no program version, so that equal
    figures are equal files.
    """
    import matplotlib
    from matplotlib.figure import Figure

    kind, written = Path(file).suffix[1:], io.BytesIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        made = Figure(figsize=(WIDTH, rows), layout="constrained")
        yield list(made.subplots(len(heights), columns, squeeze=False, height_ratios=heights).flat)
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        made.savefig(written, format=kind, dpi=100, metadata=metadata)
    write_whole(file, written.getvalue(), "picture")


# ------------------------------------------------------------------------------------------------ a run


def run_picture(file: str, title: str, seen: Plane, found: Proof | None, names: Mapping[Any, str],
                theorem: str) -> None:
    """Draw the plane of a run, with the proof below it if there is one; `names` are names of the labels."""
    with drawing(file, 10.8 if found else 6.6, heights=[3, 2.2] if found else [1]) as axes:
        draw_plane(axes[0], seen, names)
        axes[0].set_title(_wrap_text(title, 90))
        axes[0].legend(loc="upper left", bbox_to_anchor=(0, -0.14 - 0.04 * bool(seen.view.says)), fontsize=9)
        if found:
            draw_proof(axes[1], found, theorem)


def inseparable_picture(file: str, title: str, seen: Plane, found: Common | None, names: Mapping[Any, str]) -> None:
    """Draw examples that no hyperplane separates, the hulls in the proof, and their common point."""
    with drawing(file, 6.6) as (axes,):
        inside = [point for hull in found.hulls for point in hull] + [found.point] if found else []
        draw_plane(axes, seen, names, inside)
        for number, hull in enumerate(found.hulls if found else []):
            around = [*hull, *hull[:1]]
            ends = [float(s) for s, _ in around], [float(t) for _, t in around]
            axes.fill(*ends, color=COLOURS[number], alpha=0.12, linewidth=0)
            axes.plot(*ends, color=COLOURS[number], linewidth=1.2, gid=f"hull-{number}")
        if found:
            axes.scatter(*([float(v)] for v in found.point), s=160, marker="*", color="black", zorder=4, gid="common",
                         label="the point of the proof")
        axes.set_title(_wrap_text(title, 90))
        axes.legend(loc="upper left", bbox_to_anchor=(0, -0.14 - 0.04 * bool(seen.view.says)), fontsize=9)


def draw_plane(axes: Any, seen: Plane, names: Mapping[Any, str], also: Sequence[tuple[Any, Any]] = ()) -> None:
    """Draw points by label, boundaries with their margins, and earlier boundaries, older ones fainter.

    The picture leaves room for the points in `also`.
    """
    groups = sorted(set(seen.labels), reverse=set(seen.labels) <= {-1, 1})
    box = box_of([*seen.points, *also])
    for number, line in enumerate(seen.path):
        strength = 0.08 + 0.5 * (number + 1) / len(seen.path)
        draw_line(axes, line, box, color=GREY, alpha=round(strength, 3), linewidth=0.8, gid=f"path-{number}")
    if seen.path:
        axes.plot([], [], color=GREY, linewidth=0.8, label=f"boundaries of {len(seen.path)} of {seen.passed} "
                  "classifiers on the way, the older the fainter")
    for number, (name, line, margin) in enumerate(seen.boundaries):
        colour = COLOURS[groups.index(name) % len(COLOURS)] if name in groups else "black"
        label = f"{name} or not" if name in groups else name
        shown = draw_line(axes, line, box, color=colour, linewidth=1.8, gid=f"boundary-{number}")
        axes.plot([], [], color=colour, linewidth=1.8, label=label if shown else f"{label}: outside of this picture")
        for side, offset in enumerate((margin, -margin) if margin else ()):
            draw_line(axes, (*line[:2], line[2] + offset), box, color=colour, linewidth=1, linestyle="--",
                      gid=f"margin-{number}-{side}", label=None if side else "its margin, where y(⟨w, x⟩ + b) is least")
    for number, label in enumerate(groups):
        chosen = [point for point, mine in zip(seen.points, seen.labels, strict=True) if mine == label]
        s, t = ([float(point[axis]) for point in chosen] for axis in (0, 1))
        axes.scatter(s, t, s=34, marker=MARKERS[number % len(MARKERS)], color=COLOURS[number % len(COLOURS)],
                     edgecolors="white", linewidths=0.6, zorder=3, gid=f"points-{number}",
                     label=f"{names.get(label, label)} ({len(chosen)})")
    axes.set_xlim(*map(float, box[:2]))
    axes.set_ylim(*map(float, box[2:]))
    if max(box[1] - box[0], box[3] - box[2]) <= SLIM * min(box[1] - box[0], box[3] - box[2]):
        axes.set_aspect("equal", adjustable="box")  # so that angles and distances are true
    axes.set_xlabel(seen.view.names[0] + (f"\n({seen.view.says})" if seen.view.says else ""))
    axes.set_ylabel(seen.view.names[1])
    if not seen.view.names[1]:  # one feature
        axes.set_yticks([])


def box_of(points: Sequence[tuple[Any, Any]]) -> tuple[Any, Any, Any, Any]:
    """Return left, right, bottom and top of a box around all points, with a margin of a tenth.

    >>> box_of([(0, 0), (10, 5)])
    (Fraction(-1, 1), Fraction(11, 1), Fraction(-1, 2), Fraction(11, 2))
    """
    from fractions import Fraction

    ends = []
    for axis in (0, 1):
        values = [Fraction(point[axis]) for point in points]
        low, high = min(values), max(values)
        room = (high - low) / 10 or Fraction(1)
        ends += [low - room, high + room]
    return ends[0], ends[1], ends[2], ends[3]


def draw_line(axes: Any, line: Line, box: Any, **how: Any) -> bool:
    """Draw the part of a line that lies in the box; return whether there is one."""
    ends = segment(line, box)
    if ends:
        axes.plot([float(s) for s, _ in ends], [float(t) for _, t in ends], **how)
    return bool(ends)


def draw_proof(axes: Any, found: Proof, theorem: str) -> None:
    """Draw the chain k²γ²/‖u‖² ≤ ⟨v, u⟩²/‖u‖² ≤ ‖v‖² ≤ k(R² + c) against k, up to the bound. At the bound the two outer
    terms are equal."""
    updates = len(found.length) - 1
    shown = [k for k in spread_indices(updates + 1, MOST_CURVE) if k]
    last = max(float(found.bound), updates, 1.0) * 1.1
    far = last > 8 * max(updates, 1)
    ks = [last ** (i / 100) for i in range(101)] if far else [last * i / 100 for i in range(101)]
    axes.plot(ks, [k * float(found.R2) for k in ks], color=ORANGE, label="k(R² + c), the upper side", gid="upper")
    axes.plot(shown, [float(found.length[k]) for k in shown], color=BLUE, marker="o", markersize=3,
              label="‖v‖² of the run", gid="length")
    axes.plot(shown, [float(found.aligned[k]) for k in shown], color=GREEN, marker="^", markersize=3,
              label="⟨v, u⟩²/‖u‖² of the run", gid="aligned")
    axes.plot(ks, [k * k / float(found.u2) for k in ks], color=PURPLE, linestyle="--",
              label="k²γ²/‖u‖², the lower side", gid="lower")
    axes.axvline(float(found.bound), color="black", linewidth=1, linestyle=":", gid="bound")
    if far:
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.set_title(f"{theorem}: k ≤ (R² + c)‖u‖²/γ² = {float(found.bound):.5g}, where both sides meet; "
                   f"the run makes {updates}")
    axes.set_xlabel("number of updates k\nv = (w, b/√c) in units of the rate; u is the best separator, of margin γ = 1")
    axes.legend(loc="upper left", fontsize=9)


# ---------------------------------------------------------------------------------------------- a bound


def bound_picture(file: str, statement: str, cases: Sequence[Any], broken: Any, verdict: str, says: str) -> None:
    """Draw the left side of a claim against its right side in all cases, with the line of equality."""
    with drawing(file, 6.5) as (axes,):
        fine = [case for case in cases if case.holds]
        wrong = [case for case in cases if not case.holds and case is not broken]
        for group, name, looks in (
            (fine, "the claim holds", {"color": BLUE, "marker": "o", "alpha": 0.45, "s": 16}),
            (wrong, "the claim is broken", {"color": ORANGE, "marker": "X", "s": 40}),
            ([broken] if broken else [], "the counterexample that is printed", {
                "color": ORANGE, "marker": "*", "s": 220, "edgecolors": "black", "linewidths": 0.8, "zorder": 4}),
        ):
            if group:
                sides = [_sides_of(case) for case in group]
                axes.scatter([right for _, right in sides], [left for left, _ in sides], **looks,
                             gid=name.replace(" ", "-"), label=f"{name} ({len(group)})")
        scale(axes, [value for case in [*cases, *([broken] if broken else [])] for value in _sides_of(case)])
        left = str(cases[0].claim.left) if cases else "k"
        axes.set_xlabel(f"right side of the claim\n{says}" if left != "k" else f"the claimed bound\n{says}")
        axes.set_ylabel("left side of the claim" if left != "k" else "updates k of the run")
        axes.set_title(f"{_wrap_text(statement, 90)}\n{verdict}")
        axes.legend(loc="upper left", fontsize=9)


def _sides_of(case: Any) -> tuple[float, float]:
    return float(case.left), float(case.right)


def scale(axes: Any, values: Sequence[float]) -> None:
    """Use the same scale on both axes, logarithmic if sizes differ much; draw the line of equality."""
    positive = [value for value in values if value > 0] or [1.0]
    least, most = min(positive), max(positive)
    if most > 50 * least:
        for side in (axes.set_xscale, axes.set_yscale):
            side("symlog", linthresh=10.0 ** (len(f"{least:.0f}") - 1) if least >= 1 else least)
    low = min(0.0, *values) if values else 0.0
    axes.plot([low, most * 1.2], [low, most * 1.2], color="black", linewidth=1, gid="equality",
              label="both sides are equal")


# --------------------------------------------------------------------------------------------- an audit


def audit_picture(file: str, target: str, failures: Sequence[Any]) -> int:
    """Draw a panel for each finding whose code has examples; return the number of such findings.

    A finding has `id`, `verdict`, `reason` and `reproduce`.
    """
    found = [(failure, examples) for failure in failures if (examples := examples_in(failure.reproduce))]
    if not found:
        return 0
    found = found[:MOST_PANELS]
    rows, columns = ceil(len(found) / 2), min(2, len(found))
    with drawing(file, 4.2 * rows + 0.6, columns, heights=[1] * rows) as axes:
        axes[0].figure.suptitle(f"{target}: {format_count(len(failures), 'check')} failed")
        for panel, (failure, (X, y)) in zip(axes, found, strict=False):
            draw_failure(panel, failure, X, y, 46 if columns == 2 else 90)
        for panel in axes[len(found):]:
            panel.set_axis_off()
    return len(found)


def draw_failure(axes: Any, failure: Any, X: Sequence[Any], y: Sequence[Any], width: int) -> None:
    """Draw the examples of one failure, with the separator of the best margin if there is one."""
    from ..algorithms import nearest_point
    from ..algorithms.errors import NoSeparator

    larger = max(y, key=str) if not all(isinstance(label, int) for label in y) else max(y)
    signs = [1 if label == larger and (label > 0 if isinstance(label, int) else True) else -1 for label in y]
    try:
        best = nearest_point.best_margin(X, signs, 1)
        classifiers = {"the best separator, with its margin": (best.w, best.b)}
    except (NoSeparator, ZeroDivisionError):
        classifiers = {}
    seen = plane(view_of(X, [f"x{j}" for j in range(1, len(X[0]) + 1)]), X, signs, classifiers)
    names = dict(zip(signs, map(str, y), strict=True))
    draw_plane(axes, seen, {sign: f"y = {name}" for sign, name in names.items()})
    axes.set_title(_wrap_text(f"{failure.id}: {failure.verdict}", width), fontsize=10)
    axes.set_xlabel(f"{seen.view.names[0]}\n{_wrap_text(failure.reason, width)}", fontsize=8)
    lines = [line for line in axes.get_legend_handles_labels()[0] if not line.get_label().startswith("its margin")]
    axes.legend(handles=lines, loc="best", fontsize=7)


def _wrap_text(text: str, width: int) -> str:
    return fill(text, width, break_on_hyphens=False)

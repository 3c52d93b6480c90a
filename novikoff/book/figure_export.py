"""Write a single figure: as a picture for paper, or as one HTML file for a course.

The script that draws the picture in a browser (`static/figures/common/figure.js`) also draws it here. node runs it, or
Chromium if there is no node, on a document that only records the elements (`templates/paper.js`).
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .. import __version__
from ..algorithms.errors import BadInput, suggest_name
from ..algorithms.optional_packages import import_extra
from ..algorithms.processes import run_command
from ..algorithms.safe_files import parse_json, write_whole
from .figures import SCRIPTS, STARTS, make_figure, render_figure
from .pages import read_file, template
from .picture_formats import to_png, to_tikz

SECONDS = 60.0  # for the picture that takes longest; all take less than one
PROGRAMS = ("node", "nodejs", "chromium", "google-chrome")
State = Mapping[str, Any]


def require_figure(name: str) -> None:
    """Raise `BadInput` unless there is a figure of this name."""
    if name not in STARTS:
        raise BadInput(f"there is no figure {name!r}; {suggest_name(name, STARTS, 'figures are ' + ', '.join(STARTS))}")


def make_state(name: str, changes: str) -> State:
    """Return a figure's initial state, changed by a JSON object; raise `BadInput` if the object has another form.

    >>> make_state("margins", '{"b": 2}')["b"]
    2
    """
    given, start = parse_json(changes, "--state"), STARTS[name]
    if not isinstance(given, dict):
        raise BadInput(f"--state is an object of JSON, as in {json.dumps(dict([[*start.items()][-1]]))}")
    for key, value in given.items():
        if key not in start:
            raise BadInput(f"--state: {name} has no {key!r}; it has {', '.join(start)}")
        if describe_form(value) != describe_form(start[key]):
            raise BadInput(f"--state: {key} is written as in {json.dumps(start[key])} (got {json.dumps(value)})")
    if any(abs(sign) != 1 for *_, sign in given.get("points", ())):
        raise BadInput("--state: a point is [x, y, class], and its class is 1 or -1")
    return {**start, **given}


def describe_form(value: Any) -> Any:
    """Return the form of a value; lists of lists have the same form at every length if their elements have."""
    if isinstance(value, list):
        inside = [describe_form(each) for each in value]
        return {str(each) for each in inside} if any(isinstance(each, list | set) for each in inside) else inside
    return type(value)


def draw_figure(name: str, state: State) -> str:
    """Return a figure at a state as SVG; raise `BadInput` if nothing can draw it, or for another figure's state."""
    drawn = run_figure_script(name, state)["svg"]
    start = drawn.index(">") + 1
    return f"{drawn[:start]}<style>{picture_style(drawn)}</style>{drawn[start:]}\n"


def draw(name: str, state: State, suffix: str) -> str | bytes:
    """Return a figure at a state as `.svg`, `.tex` or `.png`. Raises `BadInput` as `draw_figure` does."""
    drawn = draw_figure(name, state)
    if suffix == ".png":
        import_extra("a figure as PNG", "plots", "matplotlib")
        return to_png(drawn)
    return to_tikz(drawn) if suffix == ".tex" else drawn


def draw_standalone(name: str, state: State) -> str:
    """Return a figure as a page of its own, with everything that it needs. Raise `BadInput` as `draw_figure` does, or
    if the state is not the figure's initial one.
    """
    figure = make_figure(name)
    if state != figure.values:
        said = run_figure_script(name, state)["says"]
        figure = replace(figure, values=state, words=f"<p>{escape(said)}</p>")
    return template("figure.html").render(
        version=__version__, title=title_of(name), style=read_file("static/style.css"),
        figure=render_figure(name, figure, lambda claim: f"<code>{claim}</code>"),
        script=join_scripts(name).replace("</script", "<\\/script"),
    )


def title_of(name: str) -> str:
    """Return the heading in the script of a figure."""
    found = re.search(r'^    title: "(.*)",$', read_file(f"static/figures/{name}.js"), re.MULTILINE)
    return escape(found[1]) if found else name


def join_scripts(*names: str) -> str:
    """Join the scripts of figures."""
    return "\n".join(read_file(f"static/figures/{script}.js") for script in (*SCRIPTS, *names))


def run_figure_script(name: str, state: State) -> dict[str, str]:
    """Run the script of a figure on a state, and return `svg` and `says`; raise `BadInput` as `draw_figure` does."""
    paper = read_file("templates/paper.js")
    asked = f"const name = {json.dumps(name)}, state = {json.dumps(state)}, wrong = Figure.refused(name, state);"
    drawn = "{ svg: String(Figure.picture(name, state)), says: Figures[name].compute(state).says }"
    answer = f"return JSON.stringify(wrong ? {{ wrong }} : {drawn});"
    program = f"const said = (function () {{\n{paper}\n{join_scripts(name)}\n{asked}\n{answer}\n}})();\n"
    found: dict[str, str] = json.loads(run_javascript(program))
    if "wrong" in found:
        raise BadInput(f"--state: {name} has no such state: {found['wrong']}")
    return found


def run_javascript(program: str) -> str:
    """Return the value of `said` after a program has run. Raises `BadInput` if nothing here can run it."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        raise BadInput("drawing a picture needs Node.js or Chromium, but neither is installed; install nodejs")
    with TemporaryDirectory() as folder:
        if "node" in Path(path).name:
            write_whole(file := Path(folder) / "draw.js", f"{program}process.stdout.write(said);\n")
            done = run_command([path, str(file)], SECONDS)
            said = done.out
        else:
            script = program.replace("</script", "<\\/script")
            page = f'<pre></pre><script>{script}document.querySelector("pre").textContent = said;</script>'
            write_whole(file := Path(folder) / "draw.html", f'<meta charset="utf-8"/>{page}')
            done = run_command(
                [path, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", file.as_uri()], SECONDS
            )
            said = unescape(done.out.partition("<pre>")[2].partition("</pre>")[0])
    if done.status or not said:
        reason = (done.err.strip().splitlines() or ["it said nothing"])[-1]
        raise BadInput(f"{Path(path).name} could not draw the figure: {reason}")
    return said


# --- the style of a picture --------------------------------------------------------------------------------


RULE = re.compile(r"((?:figure\.playing|\.term)[^{}]*)\{([^{}]*)\}")
COLOURS = re.compile(r"^:root \{ (--plus[^}]*)\}", re.MULTILINE)
MIXED = re.compile(r"(fill|stroke): color-mix\(in srgb, ([^,]+?) (\d+)%, transparent\)")
PAPER = "svg{font:12px system-ui,sans-serif;color:#1c2230;background:#fff}.target[r],.handle.vector{display:none}"


def picture_style(drawn: str) -> str:
    """Return the rules of the style sheet that apply inside a picture, in the colours of paper. Programs for paper can
    read them: they contain no variables and no mixed colours.
    """
    used = {name for names in re.findall(r'class="([^"]*)"', drawn) for name in names.split()}
    sheet = read_file("static/style.css")
    rules = RULE.findall(re.sub(r"^@media.*$", "", sheet, flags=re.MULTILINE))
    colours = dict(re.findall(r"--(\w+): (#\w+)", COLOURS.findall(sheet)[0]))
    found = [PAPER]
    for selector, body in rules:
        parts = [part.strip().removeprefix("figure.playing ").removeprefix("svg ") for part in selector.split(",")]
        short = ",".join(part for part in parts if part == "text" or is_drawn(part, used))
        if short and "--class" not in body:
            plain = re.sub(r"var\(--(\w+)\)", lambda c: colours.get(c[1], "currentColor"), body)
            plain = MIXED.sub(lambda m: f"{m[1]}: {m[2]}; {m[1]}-opacity: {int(m[3]) / 100}", plain)
            found.append(f"{short}{{{plain.strip()}}}")
    return "".join(found)


def is_drawn(selector: str, used: set[str]) -> bool:
    """Return whether a rule applies to something with these classes, and not to an action of the reader."""
    names = set(re.findall(r"\.([\w-]+)", selector))
    return bool(names) and names <= used and not set(":()[") & set(selector)

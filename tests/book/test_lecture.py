"""What a lecturer takes from the book: slides, handouts, and figures by themselves."""

import json
import re
import shutil
from itertools import accumulate, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from novikoff.algorithms import perceptron
from novikoff.book import figure_export, handout, lecture, slides
from novikoff.book.figures import STARTS, describe
from novikoff.book.html_writer import Addresses, BookWriter
from novikoff.book.prose import pages
from novikoff.cli import cli
from novikoff.exercises.generation import exercises
from novikoff.proofs.statements.registry import claims, claims_of_coq, find
from novikoff.report.derivation_blocks import reader_of
from novikoff.report.document_formats import Line, tex

SVG = "{http://www.w3.org/2000/svg}"
SHOWN = ("smola-mistake-bound", "every-mistake-raises-cosine", "gaussian-kernel-positive")
DENSE = (  # a run of many steps; long formulas; high ones; much that is known; a long statement in Coq
    "batch-perceptron-step-bound", "soft-margin-stationarity", "cosh-below-gaussian", "three-points-shattered",
    "cover-function-counting",
)
WRITTEN = "[...document.querySelectorAll('.formula')].map(formula => formula.textContent.replace(/\\s/g, ''))"


def made(*arguments: object) -> str:
    """What a command prints that must succeed."""
    done = CliRunner().invoke(cli, ["book", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: object) -> str:
    """What a command says that must not succeed."""
    done = CliRunner().invoke(cli, ["book", *map(str, arguments)])
    assert done.exit_code == 2
    return done.stderr


# ---------------------------------------------------------------------------------------- slides
@pytest.fixture(scope="module")
def deck(tmp_path_factory) -> Path:
    """Slides of a theorem, of a false statement, and of a theorem that only Coq proves."""
    file = tmp_path_factory.mktemp("slides") / "deck.html"
    made("--slides", *SHOWN, "-o", file, "-q")
    return file


def shown(page) -> int:
    """How many lines of the slide are seen."""
    return page.locator(".slide.shown .line:not(.later)").count()


def test_slides_are_well_formed_and_have_each_line_of_the_proofs_once(deck) -> None:
    text, tree = deck.read_text(encoding="utf-8"), body(deck)
    parts = {kind: tree.findall(f".//section[@class='slide {kind}']") for kind in ("proof", "necessity", "run")}
    page = reader_of(find(SHOWN[0]))
    for kind, blocks in (("proof", page.proof()), ("necessity", page.necessity(find(SHOWN[0])))):
        lines = [leaf for _, leaf in slides.flatten_blocks(blocks) if isinstance(leaf, Line)]
        set_ = [each for part in parts[kind] for each in part.iter("div") if "line" in each.get("class", "").split()]
        assert len(set_) == len(lines) > 5
    assert "$ novikoff run perceptron" in "".join(parts["run"][0].itertext())
    assert '<svg class="plane"' in text
    assert "by hand in Coq" in text
    anchors = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(anchors) == len(set(anchors))
    assert {each.get("href")[1:] for each in tree.iter("a")} <= {*anchors}


def test_what_is_parted_is_whole_again(sample) -> None:
    for identifier in sample(["smola-mistake-bound", "geometric-margin", "svm-strong-duality"], 2):
        blocks = reader_of(find(identifier)).proof()
        parts = list(slides.split_into_parts(blocks, 5))
        atoms = [leaf for part in parts for _, leaf in slides.flatten_blocks(part.blocks)]
        assert atoms == [leaf for _, leaf in slides.flatten_blocks(blocks)]
        assert all(part.height <= 5 or len(list(slides.flatten_blocks(part.blocks))) == 1 for part in parts)


def test_what_stands_beside_a_line_was_said_before_it_and_is_used(sample) -> None:
    page = reader_of(find("smola-mistake-bound"))
    blocks = [*page.statement(), *page.proof()]
    lines = [(path, leaf) for path, leaf in slides.flatten_blocks(blocks) if isinstance(leaf, Line)]
    names = [slides.name_of(line) for _, line in lines]
    known = slides.find_lines_in_use(lines)
    for m, (_, line) in enumerate(lines):
        assert {names[n] for n in known[m]} >= {name for name in slides.names_used(line) if name in names[:m]}
        assert all(n < m for n in known[m])
    base = [m for m, (path, _) in enumerate(lines) if any("At the start" in getattr(p, "heading", ()) for p in path)]
    assert base
    assert "counter" not in {names[n] for n in known[base[0]]}  # what induction shows is not known at its start


def test_steps_unfold_by_keys(page, deck) -> None:
    page.goto(deck.as_uri())
    assert page.locator(".slide:visible").count() == 1
    while not page.locator(".slide.shown.proof").count():
        page.keyboard.press("ArrowRight")
    whole = page.locator(".slide.shown .line").count()
    assert shown(page) == 0
    for step in range(1, whole + 1):
        page.keyboard.press(("ArrowRight", " ", "PageDown")[step % 3])
        assert shown(page) == step
        used = page.locator(".line.now a.fact").evaluate_all("all => all.map((link) => link.hash.slice(1))")
        beside = page.locator(".known .used:visible").evaluate_all("all => all.map((fact) => fact.dataset.of)")
        assert set(beside) <= set(used)
    first = page.evaluate("location.hash")
    page.reload()
    assert (page.evaluate("location.hash"), shown(page)) == (first, whole)
    page.keyboard.press("ArrowLeft")
    assert shown(page) == whole - 1
    page.keyboard.press("End")
    assert "References" in page.locator(".slide:visible").inner_text()
    page.keyboard.press("ArrowRight")
    assert "References" in page.locator(".slide:visible").inner_text()


def test_steps_unfold_by_presses(page, deck) -> None:
    page.goto(deck.as_uri())
    first = page.evaluate("[...document.querySelectorAll('.slide')].findIndex((slide) => slide.matches('.proof'))")
    page.evaluate(f"location.hash = '{first + 1}.0'")
    page.wait_for_selector(".slide.shown.proof")
    page.mouse.click(700, 500)
    page.get_by_role("button", name="On", exact=True).click()
    assert shown(page) == 2
    page.mouse.click(40, 500)
    assert shown(page) == 1
    swipe = """(by) => { for (const [kind, x] of [["touchstart", 400], ["touchend", 400 + by]]) {
        const touch = new Touch({identifier: 1, target: document.body, clientX: x, clientY: 300});
        document.body.dispatchEvent(new TouchEvent(kind, {changedTouches: [touch], bubbles: true})); } }"""
    page.evaluate(swipe, -150)
    assert shown(page) == 2
    page.evaluate(swipe, 150)
    assert shown(page) == 1


def test_print_has_all_steps(page, deck) -> None:
    page.goto(f"{deck.as_uri()}#4.0")
    page.emulate_media(media="print")
    assert page.locator(".slide:visible").count() == page.locator(".slide").count()
    assert page.locator(".line:visible").count() == page.locator(".line").count()
    page.emulate_media(media="screen", reduced_motion="reduce")
    assert page.locator(".line").first.evaluate("line => getComputedStyle(line).transitionDuration") == "0s"


@pytest.mark.parametrize("width", [390, 1280])
def test_no_slide_is_wider_than_the_window(page, deck, width) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(deck.as_uri())
    for n in range(1, page.locator(".slide").count() + 1):
        page.evaluate(f"location.hash = '{n}.0'")
        page.wait_for_function(f"document.querySelectorAll('.slide')[{n - 1}].matches('.shown')")
        slide = page.locator(".slide.shown")
        assert slide.evaluate("slide => slide.scrollWidth <= window.innerWidth"), n
        assert width < 600 or slide.evaluate("slide => slide.scrollHeight <= slide.clientHeight"), n


LETTERS = """async () => {  // of each slide after the first: claim, number, size of its letters, is all of it seen?
    const slides = [...document.querySelectorAll(".slide")], found = [];
    for (const [n, slide] of slides.entries()) {
        if (!n) continue;
        location.hash = `${n + 1}.0`;
        while (!slide.matches(".shown")) await new Promise((then) => setTimeout(then));
        const size = parseFloat(getComputedStyle(slide.querySelector(".body")).fontSize);
        found.push([slide.dataset.claim, n + 1, size, slide.scrollHeight <= slide.clientHeight + 1]);
    }
    return found;
}"""


def test_letters_are_large_enough_to_be_read_from_afar(page, tmp_path, sample) -> None:
    """At least 26 pixels of 720, and all of each slide is seen."""
    page.set_viewport_size({"width": 1280, "height": 720})
    chosen = [*dict.fromkeys([*SHOWN, *DENSE, *sample([*claims(), *claims_of_coq()], 3)])]
    small = []
    for first in range(0, len(chosen), 20):
        made("--slides", *chosen[first : first + 20], "-o", tmp_path / f"{first}.html", "-q")
        page.goto((tmp_path / f"{first}.html").as_uri())
        measured = page.evaluate(LETTERS)
        assert len(measured) == page.locator(".slide").count() - 1
        small += [(claim, n, size) for claim, n, size, seen in measured if size < 26 or not seen]
    assert small == []


def test_a_formula_that_is_too_long_goes_on_in_the_next_line(page, tmp_path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    made("--slides", DENSE[1], "-o", tmp_path / "deck.html", "-q")
    page.goto((tmp_path / "deck.html").as_uri())
    before = page.evaluate(WRITTEN)
    for n in range(2, page.locator(".slide").count() + 1):
        page.evaluate(f"location.hash = '{n}.0'")
        page.wait_for_function(f"document.querySelectorAll('.slide')[{n - 1}].matches('.shown')")
    assert page.evaluate(WRITTEN) == before
    assert page.locator(".formula:has(math + math)").count() > 0


def test_what_goes_on_on_another_slide_says_so(deck) -> None:
    headings = [each.find(".//h1").text for each in body(deck).iter("section") if each.get("data-claim")]
    assert any(heading.endswith(", continued") for heading in headings)
    for heading, after in pairwise(headings):
        assert after != heading or after.endswith(", continued")
        assert not after.endswith(", continued") or after.startswith(heading.removesuffix(", continued"))


def test_rules_of_accessibility_hold_on_slides(page, deck, axe) -> None:
    page.goto(f"{deck.as_uri()}#4.3")
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {preload: false})")["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []


def test_slides_for_beamer_are_one_document_with_each_claim(tmp_path) -> None:
    made("--slides", "cauchy-schwarz", "lecture-norm-step", "-o", tmp_path / "deck.tex", "-q")
    text = (tmp_path / "deck.tex").read_text(encoding="utf-8")
    assert text.count("\\begin{document}") == 1
    assert all(tex(find(name).title) in text for name in ("cauchy-schwarz", "lecture-norm-step"))
    assert "\\texttt" not in text, "no id is on a slide"
    assert re.findall(r"\\begin\{frame\}\[allowframebreaks\]\{(\d)\.", text) == ["1", "2"]
    assert "\\begin{frame}{Statements and proofs}" in text
    assert "Cauchy" in text.split("{References}")[1]


def test_proofs_unfold_line_by_line_in_beamer(tmp_path) -> None:
    made("--slides", "lecture-norm-alignment-chain", "-o", tmp_path / "deck.tex", "-q")
    text = (tmp_path / "deck.tex").read_text(encoding="utf-8")
    proof = re.findall(r"\\begin\{frame\}\[shrink\]\{Proof\}.*?\\end\{frame\}", text, re.DOTALL)
    blocks = reader_of(find("lecture-norm-alignment-chain")).proof()
    lines = [leaf for _, leaf in slides.flatten_blocks(blocks) if isinstance(leaf, Line)]
    rows = [re.findall(r"^\\uncover<(\d+)->\{\\row", frame, re.MULTILINE) for frame in proof]
    assert [n for frame in rows for n in frame] == [str(n) for frame in rows for n in range(1, len(frame) + 1)]
    assert sum(map(len, rows)) == len(lines)
    assert text.count(r"\uncover") == sum(frame.count(r"\uncover") for frame in proof)
    assert text.index("{Proof}") < text.index("{What each hypothesis is for}")


def test_both_forms_of_slides_have_the_run(deck, tmp_path) -> None:
    made("--slides", SHOWN[0], SHOWN[1], "-o", tmp_path / "deck.tex", "-q")
    frames = re.findall(r"\\begin\{frame\}\{On Iris\}.*?\\end\{frame\}", (tmp_path / "deck.tex").read_text(), re.DOTALL)
    runs = ["".join(each.itertext()) for each in body(deck).iter("section") if each.get("class") == "slide run"]
    assert len(frames) == len(runs) == 1
    assert all(tex(word).replace("--", "-{}-") in frames[0] for word in runs[0].split("$")[1].split())


def test_a_chain_is_not_left_after_its_start() -> None:
    for identifier in ("lecture-norm-alignment-chain", "smola-mistake-bound", "novikoff-mistake-bound"):
        blocks = reader_of(find(identifier)).proof()
        leaves = [leaf for _, leaf in slides.flatten_blocks(blocks)]
        for most in range(6, 14):
            ends = accumulate(len([*slides.flatten_blocks(part.blocks)])
                              for part in slides.split_into_parts(blocks, most))
            for end in [*ends][:-1]:
                begins, goes_on = (getattr(leaf, "operator", "") for leaf in leaves[end - 1 : end + 1])
                assert begins or not goes_on, (identifier, most)


def test_slides_have_the_title_that_is_given_or_that_of_their_chapter(tmp_path) -> None:
    made("--slides", "student-two-inequalities", "-o", tmp_path / "a.html", "-q")
    assert body(tmp_path / "a.html").find(".//h1").text == pages()["student-two-inequalities"].title
    made("--slides", "cauchy-schwarz", "lecture-norm-step", "--title", "Week 3", "-o", tmp_path / "b.html", "-q")
    assert body(tmp_path / "b.html").find(".//h1").text == "Week 3"


# ---------------------------------------------------------------------------------------- the lecture
@pytest.fixture(scope="module")
def talk(tmp_path_factory) -> dict[str, Path]:
    """The lecture as slides for a browser and for Beamer, and as a handout with gaps and filled."""
    home = tmp_path_factory.mktemp("talk")
    files = {name: home / name for name in ("deck.html", "deck.tex", "gaps.html", "filled.html")}
    made("--slides", "lecture", "-o", files["deck.html"], "-q")
    made("--slides", "lecture", "-o", files["deck.tex"], "-q")
    made("--handout", "lecture", "-o", files["gaps.html"], "-q")
    made("--handout", "lecture", "--filled", "-o", files["filled.html"], "-q")
    return files


def test_the_lecture_has_pictures_and_each_step_once(talk) -> None:
    trees = {name: body(file) for name, file in talk.items() if file.suffix == ".html"}
    headings, drawn = (trees["deck.html"].findall(path) for path in (".//header/h1", ".//figure"))
    assert 20 <= len(headings) <= 25
    assert len(drawn) >= 10
    said = {name: ["".join(each.itertext()) for each in tree.iter("li")] for name, tree in trees.items()}
    assert said["filled.html"] == said["deck.html"]
    assert len(said["gaps.html"]) == len(said["deck.html"])
    assert len(gaps(trees["gaps.html"])) == len(gaps(trees["filled.html"])) > 40
    assert set(gaps(trees["gaps.html"])) == {""}
    assert "" not in gaps(trees["filled.html"])


def test_the_lecture_for_beamer_is_well_formed(talk) -> None:
    lines = talk["deck.tex"].read_text(encoding="utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.startswith("%"))
    assert code.isascii()
    depth = list[str]()
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", code):
        if kind == "begin":
            depth.append(name)
        else:
            assert depth.pop() == name
    assert depth == []
    frames = code.split("\\begin{frame}")[1:]
    assert len(frames) == len(lecture.read_lecture()[1]) + 1
    assert all(frame.count("{") == frame.count("}") for frame in frames)
    assert code.count("\\begin{tikzpicture}") == len(body(talk["deck.html"]).findall(".//figure"))


def test_the_run_by_hand_is_that_of_the_perceptron() -> None:
    (slide,) = (each for each in lecture.read_lecture()[1] if each.title == "By hand")
    pairs = [tuple(int(part.replace("−", "-")) for part in pair.split(", "))
             for pair in re.findall(r"\(([^()]*)\)", "\n".join(slide.lines))]
    X = pairs[:3]
    run = [perceptron.run(X, [1, 1, 1], bias_step=0, max_updates=n).w for n in range(1, 5)]
    assert [tuple(w) for w in run] == pairs[4:]
    assert perceptron.run(X, [1, 1, 1], bias_step=0).updates == 4


def test_your_own_lecture_has_the_slides_that_you_keep(tmp_path) -> None:
    own = tmp_path / "own.md"
    assert f"edit {own}" in made("--slides", "lecture", "-o", own)
    start, *parts = own.read_text(encoding="utf-8").split("\n## ")
    own.write_text("\n## ".join([start, *parts[:3]]), encoding="utf-8")
    for suffix in ("html", "tex"):
        assert made("--slides", own, "-o", tmp_path / f"deck.{suffix}").startswith(f"slides of {own}; ")
    assert len(body(tmp_path / "deck.html").findall(".//section")) == 1 + 3 + 1
    assert (tmp_path / "deck.tex").read_text(encoding="utf-8").count("\\begin{frame}") == 1 + 3
    assert made("--handout", own, "-o", tmp_path / "gaps.html").startswith(f"handout of {own}; print ")
    own.write_text("# A talk\n\n## A slide\n\n{{figure none}}\n", encoding="utf-8")
    assert f"{own}, line 5: there is no figure 'none'" in refused("--slides", own, "-o", tmp_path / "deck.html")
    assert "--slides lecture -o" in refused("--slides", tmp_path / "none.md", "-o", tmp_path / "deck.html")
    assert "only the slides of `lecture`" in refused("--slides", "cauchy-schwarz", "-o", tmp_path / "deck.md")


def test_the_text_of_the_lecture_has_the_title_that_is_given_and_replaces_no_file(tmp_path) -> None:
    own = tmp_path / "own.md"
    made("--slides", "lecture", "--title", "Week 3", "-o", own)
    assert lecture.read_lecture(own)[0] == "Week 3"
    own.write_text("# Mine\n", encoding="utf-8")
    assert "the title is blank" in refused("--slides", "lecture", "--title", "  ", "-o", tmp_path / "blank.md")
    assert f"{own} exists already and is not overwritten" in refused("--slides", "lecture", "-o", own)
    assert own.read_text(encoding="utf-8") == "# Mine\n"


@pytest.mark.parametrize(("text", "says"), [
    (b"", "own.md, line 1: a page begins with its title"),
    (b"# A talk\n\nWords.\n\n### A slide\n", "own.md: no slides; begin each slide with a line `## ` and its heading"),
    (b"# A talk\n\nWords.\n\n## A slide\n", "own.md, line 3: text before the first slide; begin a slide with a line"),
    (b"# A talk\n\n## A slide\n\n\xe9\n", "own.md, line 5: not UTF-8 text"),
    (b"# A talk\n<!--\n-->\nWords.\n\n## A slide\n", "own.md, line 4: text before the first slide"),
    (b"# A talk\n\n## A slide\n\n| a |\n|---|\n| b |\n| `$(` |\n| $(x$ |\n", "own.md, line 9: the formula '(x' cannot"),
    (b"# A talk\n\n## A slide\n\nA\n* b\n  c\n  d $(x$\n", "own.md, line 8: the formula '(x' cannot be read"),
    (b"# A talk\n\n## A slide\n\n1. $(x$\n", "own.md, line 5: the formula '(x' cannot be read"),
    (b"# A talk\n\n## A slide\n\n{{figure race}}\n\n$x^$\n", "own.md, line 7: the formula 'x^' cannot be read"),
    (b"# A talk\n\n## A slide\n\n> $\\frac12$\n", "own.md, line 5: the formula '\\\\frac12' has \\frac12; write plain"),
    (b"# A talk\n\n## A slide\n\n{{rows 1 2}}\n", "own.md, line 5: a slide has no directive 'rows'"),
])
def test_all_outputs_of_a_lecture_refuse_a_file_with_the_same_words(tmp_path, text, says) -> None:
    own = tmp_path / "own.md"
    own.write_bytes(text)
    said = {refused(kind, own, "-o", tmp_path / f"talk.{suffix}", *more)
            for kind, suffix, *more in [("--slides", "html"), ("--slides", "tex"), ("--handout", "html", "--filled")]}
    assert len(said) == 1
    assert says in said.pop()


def test_dollars_of_code_and_of_prices_are_no_formulas_on_a_slide(tmp_path) -> None:
    own = tmp_path / "own.md"
    codes = r"$\alpha$ [[a]] a=$(ls $y)", r"$\beta$", r"$\gamma$"
    words = r"5 $ and C:\x $6, or $\ 7$8, or \$9 and 10$, "
    own.write_text("# A talk\n\n<!-- a\nlicence -->\n\n## A slide\n\n```\n{}\n```\n\n    {}\n\n`{}`\n\n".format(*codes)
                   + words + r"but $x$ <!-- $\delta$ -->", encoding="utf-8")
    plain = words.replace(r"\$", "$")
    for kind, name in (("--slides", "talk.html"), ("--slides", "talk.tex"), ("--handout", "page.html")):
        made(kind, own, "-o", tmp_path / name)
        is_tex, text = name.endswith(".tex"), (tmp_path / name).read_text(encoding="utf-8")
        assert (f"{tex(plain)}but $x$" if is_tex else f"{plain}but <math><mi>x</mi></math>") in text
        assert all((tex(code).replace(" ", r"\ ") if is_tex else code) in text for code in codes)


def test_code_has_no_gaps_slides_and_figures_and_beamer_has_all_that_a_page_has(tmp_path) -> None:
    own, codes = tmp_path / "own.md", ("if a == b or c == d:", "## e", "{{figure race}}", "x == y, ", "z == 1")
    own.write_text("# A talk on $γ$\n\n## The length $‖w‖²$\n\n```\n{}\n{}\n{}\n```\n\n`{}` ==gap== `{}`\n\n"
                   "> A ==quotation==\n\n### Sub\n\none  \ntwo\n\n"
                   "| a | b |\n|---|---|\n| $x$ | 2 |\n".format(*codes), encoding="utf-8")
    for name in ("talk.html", "talk.tex", "gaps.html", "filled.html"):
        made("--slides" if "talk" in name else "--handout", own, "-o", tmp_path / name, *["--filled"][name[0] != "f":])
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert all((tex(code).replace(" ", r"\ ") if name.endswith(".tex") else code) in text for code in codes[:-2])
        assert "==gap" not in text
        assert "==quotation" not in text
        assert ("$γ" in text, "$$" in text, "<mo>$" in text) == (False, False, False)
    assert gaps(body(tmp_path / "filled.html")) == ["gap", "A quotation"]
    assert gaps(body(tmp_path / "gaps.html")) == ["", ""]
    parts = "\\textbf{Sub}\n\none\\newline\ntwo\n\n", "a & b & \\\\\n$x$ & 2 & \\\\\n\\end{tabular}"
    assert all(part in (tmp_path / "talk.tex").read_text(encoding="utf-8") for part in parts)


def test_the_lecture_unfolds_step_by_step(page, talk) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(talk["deck.html"].as_uri() + "#11.0")
    items = page.locator(".slide.shown .words li, .slide.shown .words blockquote")
    for n in range(items.count() + 1):
        assert [each.is_visible() for each in items.all()] == [m < n for m in range(items.count())]
        page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#12.0"
    page.locator(".slide.shown input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#12.0", "a figure keeps its keys"
    measured = page.evaluate(LETTERS)
    assert [(n, size) for _, n, size, seen in measured if size < 22 or not seen] == []


# ---------------------------------------------------------------------------------------- handouts
@pytest.fixture(scope="module")
def handouts(tmp_path_factory) -> dict[str, Path]:
    """A handout of a theorem, a false statement and a theorem that only Coq proves: with gaps, and filled."""
    home = tmp_path_factory.mktemp("handout")
    named = ("update-improvement-range", "every-mistake-raises-cosine", "gaussian-kernel-positive", "smola-convergence")
    made("--handout", *named, "-o", home / "gaps.html", "-q")
    made("--handout", *named, "--filled", "--solutions", "-o", home / "filled.html", "-q")
    return {name: home / f"{name}.html" for name in ("gaps", "filled")}


def body(file: Path) -> ElementTree.Element:
    """A page without its style and scripts."""
    text = file.read_text(encoding="utf-8")
    return ElementTree.fromstring(re.sub(r"<!DOCTYPE html>|<(style|script)>.*?</\1>", "", text, flags=re.DOTALL))


def gaps(tree: ElementTree.Element) -> list[str]:
    """What is in the gaps of a page."""
    return ["".join(each.itertext()) for each in tree.iter("span") if "gap" in each.get("class", "").split()]


def test_gaps_are_empty_or_filled_at_the_same_places(handouts) -> None:
    empty, filled = (body(handouts[name]) for name in ("gaps", "filled"))
    assert len(gaps(empty)) == len(gaps(filled)) > 4
    assert set(gaps(empty)) == {""}
    places = {each.get("class") for each in empty.iter("span") if gaps(each)}
    assert "formula" in places
    assert "why" not in places, "the reasons are given"
    assert "" not in gaps(filled)
    (proof, *_) = (each for each in filled.iter("div") if each.get("class") == "proof")
    page = reader_of(find("update-improvement-range"))
    lines = [leaf for _, leaf in slides.flatten_blocks(page.proof()) if isinstance(leaf, Line)]
    writer = BookWriter({}, addresses=Addresses({}))
    whole = "".join(proof.itertext())
    plain = [re.sub("<[^>]*>", "", writer.formula(line.formula)) for line in lines]
    assert all(formula in whole for formula in plain)
    assert all(len(gaps(line)) <= 1 for line in empty.iter("div") if "line" in line.get("class", "").split())


def test_a_handout_has_exercises_with_lines_for_answers_and_solutions_on_request(handouts) -> None:
    named = ("update-improvement-range", "every-mistake-raises-cosine")
    wanted = [each for each in exercises() if each.claim in named]
    for name in ("gaps", "filled"):
        tree = body(handouts[name])
        asked = list(tree.iter("article"))
        assert len(asked) == len(wanted) > 0
        assert all(each.find("div[@class='answer']/div") is not None for each in asked)
    text = {name: "".join(body(file).itertext()) for name, file in handouts.items()}
    assert all((each.solution in text["filled"], each.solution in text["gaps"]) == (True, False) for each in wanted)
    drawn = {name: '<svg class="plane"' in file.read_text(encoding="utf-8") for name, file in handouts.items()}
    assert (drawn["filled"], drawn["gaps"]) == (True, False)  # the counterexample is to be found


def test_few_exercises_are_of_all_levels() -> None:
    found = [each for each in exercises() if each.claim == "novikoff-mistake-bound"]
    levels = {each.level for each in found}
    assert len(levels) < len(found)
    few = handout.spread(found, len(levels))
    assert {each.level for each in few} == levels
    assert few == [each for each in found if each in few]
    assert (handout.spread(found, 0), handout.spread(found, None)) == ([], found)


def test_a_chapter_is_handed_out_with_what_it_sets(tmp_path) -> None:
    made("--handout", "student-theorem", "-o", tmp_path / "chapter.html", "-q")
    tree = body(tmp_path / "chapter.html")
    assert tree.find(".//h1").text == pages()["student-theorem"].title
    parts = [each for each in tree.iter("section") if each.get("id")]
    proved = {each.get("id"): each.find("div[@class='proof']") is not None for each in parts}
    directives = re.findall(r"{{(claim|proof) (\S+)}}", "\n".join(pages()["student-theorem"].lines))
    assert proved == {claim: kind == "proof" for kind, claim in directives}


def test_a_handout_is_printed_in_black(page, handouts) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 690, "height": 900})  # A4 without its margins
    for file in handouts.values():
        page.goto(file.as_uri())
        colours = page.evaluate("[...document.querySelectorAll('body *')].map((e) => getComputedStyle(e).color)")
        assert {c for c in colours if len(set(re.findall(r"\d+", c))) > 1} == set()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("document.documentElement.scrollWidth") <= 690
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# ---------------------------------------------------------------------------------------- figures
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed, which draws the pictures")


@needs_node
def test_every_figure_is_a_picture_with_its_numbers(sample) -> None:
    for name in {"winnow", "extremal", *sample(STARTS, 3)}:
        start, text = STARTS[name], figure_export.draw_figure(name, STARTS[name])
        tree = ElementTree.fromstring(text)
        assert tree.find(SVG + "title").text == figure_export.title_of(name)
        assert describe(name) in tree.find(SVG + "desc").text
        drawn = [each.get("class", "") for each in tree.iter() if each.get("transform")]
        signs = [label for *_, label in start.get("points", ()) if name != "game"]  # which shows a point after a guess
        for kind, label in (("plus", 1), ("minus", -1)):
            assert sum(f"handle sample {kind}" in each for each in drawn) == signs.count(label)
        style = tree.find(SVG + "style").text
        assert "var(" not in style
        assert "color-mix" not in style
        assert not re.search(r"(?:href|src)=|url\((?!#)", text)


@needs_node
def test_a_picture_is_that_of_the_state_that_is_given(tmp_path) -> None:
    state = {"points": [[1, 2, 1], [-2, 1, -1]], "u": [1, 1], "t": 1}
    made("--figure", "perceptron", "--state", json.dumps(state), "-o", tmp_path / "a.svg")
    words = ElementTree.parse(tmp_path / "a.svg").find(SVG + "desc").text
    assert "weights w after 1 update: (1, 2)" in words
    assert "D²‖u‖²/m²: 10" in words


@needs_node
def test_a_picture_has_the_colours_of_its_classes_in_each_format(tmp_path) -> None:
    image = pytest.importorskip("PIL.Image")
    for suffix in (".svg", ".png", ".tex"):
        made("--figure", "shatter", "-o", tmp_path / f"a{suffix}", "-q")
    picture = image.open(tmp_path / "a.png").convert("RGB")
    scale, text = picture.width / 13, (tmp_path / "a.tex").read_text(encoding="utf-8")
    assert "#0b62a8" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    for x, y, sign in STARTS["shatter"]["points"]:
        beside = picture.getpixel((round((x + 6.5) * scale) - 16, round((6.5 - y) * scale)))
        assert beside == {1: (0x0B, 0x62, 0xA8), -1: (0xB4, 0x53, 0x09)}[sign]
        assert f"({8 * (x + 6.5) / 13:.3f},{8 * (y + 6.5) / 13:.3f})" in text or sign < 0
    names = dict(re.findall(r"definecolor\{(\w+)\}\{HTML\}\{(\w+)\}", text))
    assert set(re.findall(r"(?:fill|draw|text)=(\w+)", text)) == names.keys()


@needs_node
def test_chromium_draws_what_node_draws(browser, monkeypatch) -> None:
    of_node = figure_export.draw_figure("margins", STARTS["margins"])
    monkeypatch.setattr(figure_export, "PROGRAMS", ("chromium", "google-chrome"))
    assert figure_export.draw_figure("margins", STARTS["margins"]) == of_node


@needs_node
def test_a_picture_has_what_a_page_shows(page, tmp_path) -> None:
    made("--figure", "svm", "-o", tmp_path / "svm.html")
    page.goto((tmp_path / "svm.html").as_uri())
    lines = "all => all.map((line) => ['x1', 'y1', 'x2', 'y2'].map((key) => line.getAttribute(key)).join())"
    on_page = page.locator("svg.field line.shape").evaluate_all(lines)
    tree = ElementTree.fromstring(figure_export.draw_figure("svm", STARTS["svm"]))
    drawn = [each for each in tree.iter(SVG + "line") if "shape" in each.get("class", "")]
    assert len(drawn) == 3
    assert [",".join(each.get(key) for key in ("x1", "y1", "x2", "y2")) for each in drawn] == on_page


def test_an_embedded_figure_works_alone(page, tmp_path) -> None:
    said = made("--figure", "update", "-o", tmp_path / "update.html")
    frame = re.search(r"<iframe .*</iframe>", said.replace("\n", " "))
    assert frame
    (tmp_path / "course.html").write_text(f"<!DOCTYPE html><title>A course</title>{frame[0]}", encoding="utf-8")
    page.goto((tmp_path / "course.html").as_uri())
    inside = page.frame_locator("iframe")
    before = inside.locator(".amounts").inner_text()
    inside.get_by_role("slider", name="sample 1").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert inside.locator(".amounts").inner_text() != before
    assert inside.locator("a[href]").count() == 0


def test_what_draws_is_named_where_it_is_missing(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(figure_export, "PROGRAMS", ("no-such-program",))
    said = refused("--figure", "svm", "-o", tmp_path / "svm.svg")
    assert "drawing a picture needs Node.js or Chromium, but neither is installed; install nodejs" in said
    made("--figure", "svm", "-o", tmp_path / "svm.html")

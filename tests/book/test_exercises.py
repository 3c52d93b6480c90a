"""Exercises: each has a right answer, wrong ones are told from it, and the page grades as Python does."""

import json
import random
import re
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import novikoff
from metatests import exercise_selection as catalogue
from novikoff.book.chapters import PARTS
from novikoff.book.data_scripts import exercises_js
from novikoff.book.pages import EXERCISE_SCRIPTS, EXERCISES, HOME
from novikoff.book.prose import pages
from novikoff.cli import cli
from novikoff.exercises import generation
from novikoff.exercises.grading import LETTERS, explain_solution, grade, grade_point, parse_polynomial, read_point
from novikoff.proofs import kernel
from novikoff.proofs.statements.registry import claims

from ..statement_files import read_statements

node = shutil.which("node")


UNREADABLE = ("", "1", "w", "w = 1", "w = 1; w = 2", "y = 1/0", "label = x@@x", "label = 2 3 4", "1 2 2", "−1")
ANSWERS = [each for group in read_statements(Path(__file__).with_name("answers.txt")).values() for each in group]
TOO_LARGE = [  # each with too many products, too high a degree, or too long a number
    ("course/bias/missing", f"{'*'.join(['y^9'] * 18)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['(y+b+D+w@w+x@x+w@x+1)'] * 12)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['(y+b+D+w@w+x@x+w@x+1)'] * 7)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['(y+b)'] * 14)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['999999999'] * 50)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['999999999'] * 40)} <= 1/999999999{'*1/999999999' * 39}"),
    ("course/inner-products/one-square", f"square = {'u@u^9 ' * 18}"),
    ("course/update/gain", f"label = {'*'.join(['999999999'] * 50)}"),
]
AT_THE_LIMITS = [
    ("course/bias/missing", f"{'*'.join(['y^9'] * 11)} <= 0"),
    ("course/bias/missing", f"{'*'.join(['(y+b+D+w@w+x@x+w@x+1)'] * 4)}(D + 1)(y + 1) <= 0"),
    ("course/bias/missing", f"{'*'.join(['999999999'] * 44)} <= 0"),
    ("course/update/gain", f"label = {'*'.join(['y^9'] * 11)}"),
]


def spoilt(answer, roll):
    """The answer with one number changed, or two of its parts exchanged."""
    places = [m.span() for m in re.finditer(r"\d+", answer)]
    if not places:
        return f"{answer}*2"
    start, end = roll.choice(places)
    return answer[:start] + str(int(answer[start:end]) + roll.choice((1, 2))) + answer[end:]


def in_decimals(answer):
    """The answer with 1.0 for 1."""
    return re.sub(r"(?<![/\w])([0-9]+)(?![/\w])", r"\1.0", answer)


def answers():
    """Every exercise with its solution, with spoilt ones, and with what nobody can read."""
    roll = random.Random(5)
    for exercise in generation.exercises():
        yield exercise, exercise.solution
        yield from ((exercise, spoilt(exercise.solution, roll)) for _ in range(3))
        if exercise.kind == "point":
            yield exercise, in_decimals(exercise.solution)
        yield exercise, roll.choice(UNREADABLE)
    yield from ((generation.exercise(each.note.partition("; ")[0]), each.text) for each in ANSWERS)
    yield from ((generation.exercise(identifier), answer) for identifier, answer in [*TOO_LARGE, *AT_THE_LIMITS])


def test_there_are_enough_of_each_kind_and_level():
    found = list(generation.exercises())
    assert len(found) >= 120
    for level in (1, 2, 3):
        assert sum(e.level == level for e in found) >= 25, level
    for kind in ("point", "hypothesis", "multipliers", "order", "count"):
        assert sum(e.kind == kind for e in found) >= 8, kind
    assert {e.claim for e in found} <= set(claims())
    assert all(e.hints or e.kind == "point" for e in found)


def test_the_form_of_an_answer_is_shown_by_one_that_is_not_right():
    for exercise in generation.exercises():
        if exercise.kind in ("point", "hypothesis", "order"):
            example = exercise.form.split(":  ")[1]
            assert not grade(exercise, example).right, exercise.id
            assert grade(exercise, exercise.solution).right


def test_decimals_are_numbers():
    points = [exercise for exercise in generation.exercises() if exercise.kind == "point"]
    assert all(grade(exercise, in_decimals(exercise.solution)).right for exercise in points)


@pytest.mark.parametrize(("is_right", "note", "typed"), ANSWERS)
def test_an_answer_has_its_verdict_and_reply(is_right, note, typed):
    identifier, _, said = note.partition("; ")
    found = grade(generation.exercise(identifier), typed)
    assert (found.right, said in found.says) == (is_right, True), found


@pytest.mark.parametrize(("identifier", "typed"), TOO_LARGE)
def test_a_polynomial_that_is_too_large_is_refused(identifier, typed):
    said = "this polynomial is too large to multiply out"
    assert grade(generation.exercise(identifier), typed) == (False, said)


@pytest.mark.parametrize(("identifier", "typed"), AT_THE_LIMITS)
def test_a_polynomial_within_the_limits_is_multiplied_out(identifier, typed):
    assert "too large" not in grade(generation.exercise(identifier), typed).says


def test_letters_in_full_and_vectors_are_mentioned_only_where_they_mean_something():
    for exercise in generation.exercises():
        names = exercise.task["facts"] if exercise.kind == "multipliers" else exercise.task.get("statement", {})
        assert not {*LETTERS} & {name.rstrip("@") for name in names.get("declare", names)}, exercise.id
    forms = {e.id: e.form for e in generation.exercises() if e.id in generation.course()}
    assert "⟨" not in forms["course/game/middle"]
    assert "⟨" not in forms["course/theorem/missing"]
    assert "u@v is ⟨u, v⟩" in forms["course/inner-products/one-square"]
    assert "x@x is ⟨x, x⟩" in forms["course/update/gain"]


def test_nothing_is_asked_for_nothing():
    """No line is true of itself, none stands twice among the facts, and no name without a use wants a value."""
    for exercise in generation.exercises():
        assert not any(line.endswith("  0 = 0") for line in exercise.given), exercise.id
        if exercise.kind == "multipliers":
            known = [json.dumps(fact) for fact in exercise.task["facts"].values()]
            assert len(set(known)) == len(known), exercise.id
        if exercise.kind == "point":
            statement = exercise.task["statement"]
            whole = statement if exercise.id in generation.course() else generation.statement_of(exercise.claim)
            supposed = whole["assume"]
            read = json.dumps([supposed, statement["show"]], ensure_ascii=False)
            assert all(name.rstrip("@") in read for name in statement["declare"]), exercise.id


def test_every_solution_is_right():
    for exercise in generation.exercises():
        assert grade(exercise, exercise.solution).right, (exercise.id, exercise.solution)


def test_a_break_keeps_all_other_hypotheses_and_the_claim_holds_with_the_dropped_one():
    """What a solution breaks is the claim without one hypothesis, and that hypothesis is what fails at the point."""
    for exercise in generation.exercises():
        kind, claim, *rest = exercise.id.split("/")
        if kind != "break":
            continue
        whole = {
            **exercise.task,
            "statement": {**generation.drop_trivial_parts(generation.statement_of(claim)), "id": "exercise"},
        }
        verdict = grade(exercise.__class__(**{**exercise.__dict__, "task": whole}), exercise.solution)
        assert not verdict.right, exercise.id
        assert verdict.says.startswith(f"the hypothesis {rest[0]} does not hold"), exercise.id


def test_an_inequality_may_not_be_multiplied_by_a_negative_number():
    """Or by a polynomial: that would prove false steps."""
    steps = [e for e in generation.exercises() if e.kind == "multipliers"]
    met = 0
    for exercise in steps:
        for name, (relation, *_) in exercise.task["facts"].items():
            if relation != "=":
                met += 1
                assert "not negative" in grade(exercise, f"{name} = -1").says
    assert met > 20


def graded_on_the_page(asked):
    texts = [[e.kind, json.dumps(e.task), answer] for e, answer in asked]
    script = Path(__file__).with_name("grade.js")
    done = subprocess.run([node, script], input=json.dumps(texts), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return [(page["right"], page["says"]) for page in json.loads(done.stdout)]


@pytest.mark.skipif(not node, reason="node is not installed: the page grades in JavaScript")
def test_the_page_grades_as_python_does():
    asked = [(e, answer) for e, answer in answers()]
    for (exercise, answer), found in zip(asked, graded_on_the_page(asked), strict=True):
        assert found == grade(exercise, answer), (exercise.id, answer)


WHITE = ["\ufeff", *(c for c in map(chr, range(0x110000)) if c.isspace())]  # in JavaScript, or in Python


def with_white_space():
    """Right answers of each kind with each white space before, within and after them, instead of blanks."""
    for identifier, answer in [
        ("course/game/half", "a = 0 ; b = 1 ; gamma = 1"), ("course/margin/nearest", "square = 1 ; right angle = 2"),
        ("course/bias/missing", "y * w@x + y b <= 0"), ("course/game/missing", "‖ u ‖² <= 1"),
        ("course/update/missing", "⟨ z , x ⟩ >= 0"),
        *((e.id, e.solution) for e in generation.exercises() if e.id in ("updates/2", "course/update/run")),
        next((e.id, e.solution) for e in generation.exercises() if e.kind == "order"),
    ]:
        yield from ((generation.exercise(identifier), f" {answer} ".replace(" ", white)) for white in WHITE)


def test_any_white_space_separates_the_parts_of_an_answer():
    wrong = [(exercise.id, answer) for exercise, answer in with_white_space() if not grade(exercise, answer).right]
    assert wrong == []


@pytest.mark.skipif(not node, reason="node is not installed: the page grades in JavaScript")
def test_the_page_reads_the_same_white_space():
    asked = [*with_white_space()]
    assert len(asked) > 200
    assert {right for right, _ in graded_on_the_page(asked)} == {True}


def small_steps():
    """Steps with a goal and two facts of any relations; an answer that leaves nothing; does the kernel accept it?"""
    some = next(e for e in generation.exercises() if e.kind == "multipliers")
    for goal, first, second in product((">=", ">", "=", "!="), repeat=3):
        facts = {"f": [first, "x", "0"], "g": [second, "y", "0"]}
        for m, n in product((0, 1, 2), repeat=2):
            shown = [goal, ["+", ["*", str(m), "x"], ["*", str(n), "y"]], "0"]
            used = [(name, k) for name, k in (("f", m), ("g", n)) if k]
            parts = {
                "sum": [{"c": str(k), "facts": [name]} for name, k in used if facts[name][0] != "="],
                "ideal": [{"fact": name, "by": str(k)} for name, k in used if facts[name][0] == "="],
            }
            statement = {"id": "it", "declare": ["x", "y"], "assume": facts, "show": {"goal": shown}}
            entry = {"statement": statement, "proof": {"rule": "poly", **parts}}
            task = {"facts": facts, "goal": shown}
            yield replace(some, task=task), f"f = {m}; g = {n}", kernel.check_book([entry])["it"][0] == "proved"


def test_a_step_is_right_just_if_the_kernel_accepts_it():
    """Whatever the relations are: an inequality shows no equation, and what is not strict shows nothing strict."""
    verdicts = [(grade(exercise, answer).right, accepted) for exercise, answer, accepted in small_steps()]
    assert all(right == accepted for right, accepted in verdicts)
    assert len(verdicts) == 576
    assert 100 < sum(right for right, _ in verdicts) < 400


@pytest.mark.skipif(not node, reason="node is not installed: the page grades in JavaScript")
def test_the_page_grades_every_relation_as_the_kernel_does():
    steps = list(small_steps())
    pages = graded_on_the_page([(exercise, answer) for exercise, answer, _ in steps])
    assert [right for right, _ in pages] == [accepted for *_, accepted in steps]
    assert pages == [tuple(grade(exercise, answer)) for exercise, answer, _ in steps]


def test_a_choice_is_neither_hopeless_nor_trivial():
    """What `choosing` counts for some exercises is what their level says."""
    chosen = generation.load_catalogue()
    some = random.Random(2).sample([i for i in chosen if i.startswith("break/")], 3)
    for identifier in some:
        _, claim, hypothesis = identifier.split("/")
        assert catalogue.choose_point(generation.drop_hypothesis(claim, hypothesis), hypothesis) == chosen[identifier]


def test_the_point_that_a_hint_shows_has_no_zero_if_another_has_none():
    for exercise in generation.exercises():
        if exercise.kind == "hypothesis":
            zeros = [bool(re.search("= 0(, 0)*(;|$)", point)) for point in exercise.task["points"]]
            assert zeros == sorted(zeros), exercise.id
            assert exercise.task["points"][0] in exercise.hints[0]


def test_a_statement_without_its_hypothesis_is_false_and_with_it_proved(sample):
    """The stored points break the statement and the hypothesis; the ledger or the prover proves the whole statement."""
    found = {e.id: e for e in generation.exercises() if e.kind == "hypothesis"}
    for exercise in found.values():
        missing = kernel.read_facts({"it": exercise.task["missing"]})["it"]
        for point in exercise.task["points"]:
            _, witness = read_point(exercise.task["statement"]["declare"], point)
            assert not witness.holds(missing), exercise.id
            assert grade_point({**exercise.task, "nonzero": []}, point).right, exercise.id
        assert exercise.id.startswith("course/") or claims()[exercise.claim].expected == "proved"
    for identifier in sample([identifier for identifier in found if identifier.startswith("course/")], 2):
        asked = generation.course()[identifier]
        text = f"{asked['declare']}; {', '.join(asked['assume'].values())} |- {asked['show']}"
        assert novikoff.prove(text).verdict == "proved", identifier


def test_each_chapter_of_the_course_has_four_questions_and_the_catalogue_has_their_answers(sample):
    chosen = generation.load_catalogue()
    assert {i for i in chosen if i.startswith("course/")} == {*generation.course()}
    for identifier, asked in generation.course().items():
        if "missing" not in asked:
            assert catalogue.choose_question(identifier) == chosen[identifier]
    for identifier in sample([identifier for identifier in chosen if "points" in chosen[identifier]], 1):
        assert catalogue.choose_points(*catalogue.leave_out(identifier)) == chosen[identifier]["points"]
    chapters = [identifier.split("/")[1] for identifier in generation.course()]
    assert {f"student-{name}" for name in chapters} == {*PARTS["A first course"]} - {"student"}
    assert all(chapters.count(name) == 4 for name in chapters)
    assert sum("missing" in asked for asked in generation.course().values()) == len({*chapters})
    for name in chapters:
        assert f"{{{{exercises {name}}}}}" in pages()[f"student-{name}"].lines


def test_a_sheet_can_be_filled_in_and_is_graded(tmp_path):
    run = partial(CliRunner().invoke, cli, prog_name="novikoff")
    sheet = tmp_path / "answers.txt"
    assert run(["exercise", "sheet", "--kind", "count", "-o", str(sheet)]).exit_code == 0
    first, second = [e for e in generation.exercises() if e.kind == "count"][:2]
    blank = run(["exercise", "check", str(sheet)])
    assert blank.exit_code == 5
    text = sheet.read_text().replace(f"\n{first.id}: ", f"\n{first.id}: {first.solution}")
    sheet.write_text(text)
    right = run(["exercise", "check", str(sheet)])
    assert f"\n{first.id}: {first.solution}\n" in run(["exercise", "sheet", "--kind", "count", "--solution"]).output
    assert right.exit_code == 0
    assert right.output.endswith("1 of 1 answer is right\n")
    sheet.write_text(text.replace(f"\n{second.id}: ", f"\n{second.id}: {int(second.solution) + 1}"))
    mixed = run(["exercise", "check", str(sheet), "--json"])
    assert mixed.exit_code == 1
    assert [a["right"] for a in json.loads(mixed.output)["answers"]] == [True, False]


@pytest.mark.parametrize("kind", ["point", "hypothesis", "multipliers", "order", "count"])
def test_a_notebook_grades_a_right_and_a_wrong_answer_in_its_cells(tmp_path, kind):
    import nbformat
    file = tmp_path / "some.ipynb"
    done = CliRunner().invoke(cli, ["exercise", "notebook", "--kind", kind, "-o", str(file)], prog_name="novikoff")
    assert done.exit_code == 0, done.output
    notebook = nbformat.read(file, 4)
    nbformat.validate(notebook)
    cells = {cell.id: cell.source for cell in notebook.cells}
    found = [e for e in generation.exercises() if e.kind == kind]
    assert len(cells) == 2 + 2 * len(found)
    names = {}
    exec(cells["import"], names)
    for number, exercise in list(enumerate(found, 1))[:3]:
        said, call = cells[f"exercise-{number}"], cells[f"answer-{number}"]
        assert all(line in said for line in exercise.given)
        assert said.count("<details>") == len(exercise.hints)
        assert not eval(call, names).right
        assert call.endswith('"")')
        filled = call.replace('"")', f'"{exercise.solution}")')
        assert eval(filled, names) == grade(exercise, exercise.solution)
        assert eval(filled, names).right


@pytest.mark.parametrize("kind", ["point", "hypothesis", "multipliers", "count"])
def test_digits_are_those_of_ascii_in_python_as_in_the_browser(kind):
    exercise = next(e for e in generation.exercises() if e.kind == kind)
    answer = exercise.solution.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    assert not grade(exercise, answer).right


@pytest.fixture
def exercised(page, tmp_path):
    """The exercises as the book has them, in Chromium."""
    shutil.copytree(HOME / "static", tmp_path / "static")
    (tmp_path / "data").mkdir()
    (tmp_path / EXERCISES).write_text(exercises_js(), "utf-8")
    loaded = "".join(f'<script src="{script}" defer></script>' for script in EXERCISE_SCRIPTS)
    body = '<section class="exercises"></section>'
    text = f'<!DOCTYPE html><html><head><meta charset="utf-8">{loaded}</head><body>{body}</body></html>'
    (tmp_path / "page.html").write_text(text, "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    return page


@pytest.mark.parametrize("kind", ["point", "hypothesis", "multipliers", "order", "count"])
def test_a_right_and_a_wrong_answer_are_told_apart_on_the_page(exercised, kind):
    exercise = next(e for e in generation.exercises() if e.kind == kind and e.hints)
    card = exercised.locator("#exercise-" + exercise.id.replace("/", "-"))
    says = card.locator(".says")
    nothing = {"point": "nothing", "hypothesis": "0 <= 1", "multipliers": "nothing = 1", "order": "1"}
    wrong = nothing.get(kind, "999999")
    card.locator("input").fill(wrong)
    card.get_by_role("button", name="Grade it").click()
    assert says.inner_text() == f"Not yet: {grade(exercise, wrong).says}."
    for hint in (*exercise.hints, f"One right answer: {exercise.solution}. {explain_solution(exercise)}"):
        card.locator("button").nth(1).click()
        assert card.locator(".hints li").last.inner_text() == hint
    card.locator("input").fill(exercise.solution)
    exercised.keyboard.press("Enter")
    assert says.inner_text() == f"Right: {grade(exercise, exercise.solution).says}."
    assert exercised.locator(".progress").inner_text() == f"1 of {len(generation.load_catalogue())} solved."
    exercised.reload()
    assert "✓" in card.locator(".mark").inner_text()


def test_the_page_says_when_the_browser_keeps_nothing(exercised):
    note = "This browser keeps nothing"
    assert note not in exercised.locator(".progress").inner_text()
    exercised.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    exercised.reload()
    assert note in exercised.locator(".progress").inner_text()


def test_a_sum_of_multiples_that_is_shown_adds_up(sample):
    """The written sum, multiplied out, is the goal: each bracket is read again."""
    wanted = {e.id: e for e in generation.exercises() if e.kind == "multipliers"}
    for exercise in map(wanted.get, sample(wanted, 8)):
        sums, _, goal = explain_solution(exercise).partition(": nothing remains")[0].rpartition(" = ")
        names = {a for _, p in kernel.read_facts(exercise.task["facts"]).values() for m in p for a, _ in m}
        names |= {a for m in kernel.read_facts({"g": exercise.task["goal"]})["g"][1] for a, _ in m}
        for name in (name for name in names if "*" in name):  # in an answer that is a product, so nobody may write it
            whole = re.compile(rf"{re.escape(name)}(?=[*\s)^]|$)")
            sums, goal = (whole.sub(name.replace("*", "'"), text) for text in (sums, goal))
        names = {name.replace("*", "'") for name in names}
        total = {}
        for part in sums.split(") + ("):
            factor, _, rest = part.strip("()").partition(")·(")
            pair = [parse_polynomial(text, names) for text in (factor, rest)]
            total = kernel.add(total, kernel.product(pair))
        assert total == parse_polynomial(goal, names), exercise.id


def test_the_list_has_all_exercises_and_can_be_narrowed(exercised):
    for choice in ("level", "kind"):
        assert exercised.locator(f'[data-choice="{choice}"] option').first.inner_text() == f"all {choice}s"
    assert exercised.locator(".exercise").count() == len(generation.load_catalogue())
    for level, kind in (("1", ""), ("3", "point"), ("", "order")):
        exercised.locator('[data-choice="level"]').select_option(level)
        exercised.locator('[data-choice="kind"]').select_option(kind)
        wanted = [e for e in generation.exercises() if level in ("", str(e.level)) and kind in ("", e.kind)]
        assert exercised.locator(".exercise").count() == len(wanted) > 0

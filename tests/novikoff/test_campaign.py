"""`novikoff campaign`: the same results for any number of workers, after any interruption, on any backend."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="a campaign needs numba")

from novikoff.algorithms import perceptron, resumable_work
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.resumable_work import to_line
from novikoff.api.claimed_bound_checks import resolve_runs
from novikoff.properties import campaign, compiled_campaign
from novikoff.properties.campaign import Campaign, Results
from novikoff.properties.claimed_bound_statements import claim
from novikoff.properties.compiled_campaign import BLOCK, Shape, Tally, block, formula

FAMILY = "k <= (R**2 + c)*(w@w + b**2/c)/gamma**2"
SMALL = Shape(points=4, dimensions=2, size=2)
STEPS = [Fraction(1), Fraction(3, 2), "R2"]


def task(statement=FAMILY, algorithm="perceptron", seed=0):
    return Campaign(statement, algorithm, resolve_runs(algorithm)["bias_step"], "mistake", seed, *SMALL)


# -------------------------------------------------------------------------------- the loop, against the reference
def by_reference(made, seed, count):
    """What the loop does, by `perceptron.run` and exact fractions at the scale of the dataset: the case, which is None
    if a hypothesis is not met, or "long" if the run is left out.

    On points that are all 0 with bias step R², a run that makes more updates than there are points never ends.
    """
    stated = made.claim
    for number in range(count):
        X, y, w, b = made.dataset(seed, number)
        still = stated.bias_step == "R2" and not any(map(any, X))
        most = len(X) if still else made.cap(number) + 1
        run = perceptron.run(X, y, bias_step=stated.bias_step, tie=stated.tie, max_updates=most)
        long = run.updates > made.cap(number) and not still
        yield "long" if long else stated.at(X, y, w, b, run.updates if run.separated else None)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("tie", sorted(perceptron.TIES))
@pytest.mark.parametrize(("statement", "step"), [
    *((FAMILY, step) for step in STEPS),
    ("k <= 2*(R**2*(w@w) + b**2)/gamma**2", "R2"),  # R = 0 included: those runs never end
    ("R > 0 |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", "R2"),
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", Fraction(1)),
    ("norm(w) == 1, b**2 <= 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", Fraction(1)),
    ("n >= 2, d != 1 |- k <= 5*(w@w + abs(b)*n)/gamma**2 - b", Fraction(1)),
    ("gamma == 1 |- k <= D**2*(w@w)", Fraction(0)),
    ("k <= 4*(R**2 + 1)/(b - 1)", Fraction(1)),  # a denominator of either sign, or 0
    ("n/(b - 1) >= -3 |- k <= 9*(R**2 + 1)*(w@w + b**2)/gamma**2", Fraction(1)),  # and in a hypothesis
])
def test_every_count_is_that_of_the_reference(statement, step, tie):
    made = formula(claim(statement, bias_step=step, tie=tie), SMALL)
    tally = block(made, seed=3, number=0, count=220)
    cases = list(by_reference(made, 3, 220))
    met = [case for case in cases if case not in (None, "long")]
    ratios = [case.ratio for case in met if case.ratio is not None]
    assert (tally.compared, tally.updates) == (len(met), sum(case.k or 0 for case in met))
    assert tally.broken == sum(not case.holds for case in met)
    assert tally.first == next((i for i, case in enumerate(cases) if case in met and not case.holds), -1)
    assert tally.ratio == max(ratios)
    assert cases[tally.at].ratio == tally.ratio
    assert (tally.capped, tally.long) == (0, cases.count("long"))


@pytest.mark.parametrize(("step", "tie"), [(Fraction(0), "mistake"), (Fraction(1), "positive"), ("R2", "negative")])
def test_many_at_a_time_have_the_counts_of_each_at_the_edge_of_int16(step, tie):
    """At the largest size that the guard allows, in dimension 1 and 4 too, and in blocks that do not end with 128."""
    stated = claim("k <= 3/2*R**2*(w@w)/gamma**2" if step == 0 else "k <= 2*(R**2*(w@w) + b**2)/gamma**2",
                   bias_step=step, tie=tie)
    assert formula(stated).narrow
    for points, dimensions in [(8, 3), (3, 1), (9, 4)]:
        allowed = [compiled_campaign._fits_int16(stated, Shape(points, dimensions, size)) for size in range(1, 60)]
        edge = allowed.index(False)
        assert allowed == [True] * edge + [False] * (59 - edge)
        made = formula(stated, Shape(points, dimensions, edge))
        assert block(made, 5, 3, 700, 777) == block(replace(made, narrow=False), 5, 3, 700, 777)
    wide = formula(claim("k <= R**2", bias_step=step, tie=tie), Shape(3, 1, 200))
    assert block(replace(wide, narrow=True), 5, 3, 700, 777) != block(wide, 5, 3, 700, 777)  # the guard is needed


@pytest.mark.parametrize("step", [Fraction(0), Fraction(1), "R2"])
def test_few_datasets_are_done_one_by_one(monkeypatch, step):
    """Those with a scale, and those whose run has not ended after `PASSES` passes; that takes seven times as long.

    It is the source of the compiled loop that is watched.
    """
    made = formula(claim("k <= 2*(R**2*(w@w) + b**2)/gamma**2" if step else "k <= R**2*(w@w)/gamma**2", bias_step=step))
    expected, alone = block(made, 1, 0, 4 * compiled_campaign.LANES), []
    for name, compiled in list(vars(compiled_campaign).items()):
        if hasattr(compiled, "py_func"):
            monkeypatch.setattr(compiled_campaign, name, compiled.py_func)
    draw = compiled_campaign.draw
    monkeypatch.setattr(compiled_campaign, "draw",
                        lambda seed, number, *rest: alone.append(number) or draw(seed, number, *rest))
    with np.errstate(over="ignore"):  # words of 64 bits are multiplied modulo 2⁶⁴
        assert block(made, 1, 0, expected.datasets) == expected
    monkeypatch.undo()
    def is_long(number):
        X, y, _, _ = made.dataset(1, number)
        if step == "R2" and not any(map(any, X)):
            return True
        return perceptron.run(X, y, bias_step=step).visits > compiled_campaign.PASSES * len(X)
    scaled = [i for i in range(expected.datasets) if made.scale(i) != compiled_campaign.PLAIN]
    assert len(scaled) <= expected.datasets / compiled_campaign.SHARE
    assert alone == sorted({*scaled, *filter(is_long, set(range(expected.datasets)) - set(scaled))})
    assert len(alone) <= expected.datasets / 10


def test_datasets_have_every_size_and_points_on_both_sides():
    shapes, scores, made = set(), set(), formula(claim(FAMILY), SMALL)
    for number in range(400):
        X, y, w, b = made.dataset(0, number)
        shapes.add((len(X), len(X[0])))
        values = [sum(u * v for u, v in zip(w, x, strict=True)) + b for x in X]
        assert [1 if v > 0 else -1 for v in values] == y
        assert 0 not in values
        scale = made.scale(number)
        assert max(abs(v) for x in X for v in x) <= scale.factor * scale.coordinate(SMALL)
        scores |= {v / scale.factor for v in values}
    assert shapes == {(n, d) for n in range(1, 5) for d in (1, 2)}
    assert {-1, 1} <= scores


def test_scales_are_taken_in_turn_and_stretch_points_or_columns():
    made = formula(claim(FAMILY, bias_step="R2"), SMALL)
    assert made.scales == compiled_campaign.SCALES
    turns = [made.scale(i) for i in range(compiled_campaign.SHARE * len(compiled_campaign.SCALES))]
    assert turns[:: compiled_campaign.SHARE] == list(compiled_campaign.SCALES)
    assert turns.count(compiled_campaign.PLAIN) == len(turns) - len(compiled_campaign.SCALES) + 1
    place = compiled_campaign.SHARE * compiled_campaign.SCALES.index(compiled_campaign.Scale(Fraction(1), 1000))
    stretched = [made.dataset(0, i)[0] for i in range(place, 200_000, len(turns))]
    large = {tuple(tuple(abs(v) >= 100 for v in x) for x in X) for X in stretched if len(X) == len(X[0]) == 2}
    assert {((True, False), (True, False)), ((True, True), (False, False))} <= large


@pytest.mark.parametrize(("statement", "algorithm", "holds_unless"), [
    ("R > 0 |- k <= 2*R**2*(w@w + b**2)/gamma**2", "perceptron:R2", "R < 1"),
    pytest.param("k <= 10**4*(R**2 + 1)*(w@w + b**2)/(gamma**2*R**2)", "perceptron", "R > 100",
                 marks=pytest.mark.sampled(0)),
    ("gamma == 1, R**2*(w@w) >= 10**5 |- k <= 2", "perceptron:homogeneous", "1000 times as large columns")
])
def test_a_bound_that_is_false_at_some_scale_only_is_refuted_there(novikoff, tmp_path, monkeypatch, statement,
                                                                   algorithm, holds_unless):
    result = novikoff("campaign", statement, "--algorithm", algorithm, "--count", "20000", "-j", "1", "-q", "--json",
                      "-o", str(tmp_path / "file"), status=1)
    data = json.loads(result.stdout)
    assert data["verdict"] == "refuted"
    assert Fraction(data["counterexample"]["left"]) > Fraction(data["counterexample"]["right"])
    exec(compile(data["counterexample"]["reproduce"], "reproduce", "exec"), {})
    monkeypatch.setattr(compiled_campaign, "SCALES", (compiled_campaign.PLAIN,))
    plain = formula(claim(statement, bias_step=resolve_runs(algorithm)["bias_step"]))
    assert block(plain, 0, 0, 20_000).broken == 0, holds_unless


@pytest.mark.parametrize(("statement", "step"), [
    (FAMILY, Fraction(1)),
    ("R > 0 |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", "R2"),
    ("k <= R**2*(w@w)/gamma**2", Fraction(0))
])
def test_a_right_bound_holds_at_every_scale(statement, step):
    made = formula(claim(statement, bias_step=step))
    tally = block(made, 5, 0, 20_000)
    assert len(made.scales) > 9
    assert (tally.broken, tally.capped) == (0, 0)
    assert tally.compared + tally.long > 19_000
    assert tally.ratio == 1


def test_a_scale_that_64_bits_cannot_hold_is_not_used():
    """The plain datasets are compared all the same, and the first line of the results tells the scales."""
    of = Campaign("k <= R**8*(w@w)/gamma**2", "perceptron:homogeneous", Fraction(0), "mistake", 0, *Shape())
    used = campaign.prepare_claim(of).scales
    assert used[0] == compiled_campaign.PLAIN
    assert compiled_campaign.Scale(Fraction(1), 1000) not in used
    assert of.header["scales"] == [{"factor": str(scale.factor), "stretch": scale.stretch} for scale in used]


@pytest.mark.parametrize("a", [0, 1, 7, 2**62, 2**63 - 1])
@pytest.mark.parametrize("b", [1, 3, 2**61 + 1, 2**63 - 1])
def test_ratios_are_compared_exactly(a, b):
    for c, d in [(0, 1), (1, 1), (7, 3), (2**62, 2**61 + 1), (2**62 - 1, 2**61 + 1), (2**63 - 1, 2**63 - 2)]:
        assert compiled_campaign.exceeds(a, b, c, d) == (Fraction(a, b) > Fraction(c, d))


def test_the_sum_of_tallies_does_not_depend_on_the_order():
    stated = formula(claim(FAMILY), SMALL)
    parts = [block(stated, 1, i, 300, 300) for i in range(4)]
    whole = block(stated, 1, 0, 1200, 1200)
    assert sum(parts, Tally()) == whole
    assert sum(reversed(parts), Tally()) == whole


@pytest.mark.parametrize(("statement", "shape", "message"), [
    (FAMILY, Shape(8, 3, 1000), "may exceed 64 bits"),
    ("k <= R**30/gamma**2", Shape(), "may exceed 64 bits"),
    ("k <= R*norm(w)/gamma", Shape(), "a root remains"),
    (FAMILY, Shape(0, 3, 3), "points must be from 1 to 32"),
])
def test_what_64_bits_cannot_decide_is_refused(statement, shape, message):
    with pytest.raises(BadInput, match=message):
        formula(claim(statement), shape)


def test_the_guard_covers_the_polynomials(monkeypatch):
    """With the largest values in place, no polynomial and no product that is compared leaves 64 bits."""
    monkeypatch.setattr(compiled_campaign, "SCALES", (compiled_campaign.PLAIN,))
    stated = formula(claim(FAMILY), SMALL)
    largest = compiled_campaign._largest(SMALL, compiled_campaign.PLAIN, stated.cap(1))
    begin, coefficients, places, factors = (part.tolist() for part in stated.terms)
    values = [sum(abs(coefficients[t]) * _product(largest, factors[places[t]:places[t + 1]])
                  for t in range(begin[i], begin[i + 1])) for i in range(4)]
    limit = max(values[0] * values[3], values[1] * values[2])
    monkeypatch.setattr(compiled_campaign, "INT64", limit)
    formula(claim(FAMILY), SMALL)
    monkeypatch.setattr(compiled_campaign, "INT64", limit - 1)
    with pytest.raises(BadInput, match="64 bits"):
        formula(claim(FAMILY), SMALL)


def _product(values, indices):
    result = 1
    for i in indices:
        result *= values[i]
    return result


# --------------------------------------------------------------------------------------- results and resuming
@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of 1000 datasets."""
    monkeypatch.setattr(campaign, "BLOCK", 1000)


def results(path, count, **options):
    done = Results(Path(path), task(**options))
    done.read()
    campaign.campaign(count, done, jobs=1)
    return done


def test_an_interrupted_campaign_ends_as_an_uninterrupted_one(small_blocks, tmp_path):
    class Killed(Exception):
        pass
    def kill(total, count, new):
        if total.datasets == 3000:
            raise Killed
    whole = results(tmp_path / "whole", 10_500)
    part = Results(tmp_path / "part", task())
    with pytest.raises(Killed):
        campaign.campaign(10_500, part, jobs=1, report=kill)
    kept = (tmp_path / "part").read_text().splitlines()
    assert len(kept) == 1 + 3
    assert kept == (tmp_path / "whole").read_text().splitlines()[: len(kept)]
    assert results(tmp_path / "part", 10_500).total == whole.total
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_finished_campaign_can_be_continued_to_a_larger_count(small_blocks, tmp_path):
    results(tmp_path / "one", 2_500)
    assert results(tmp_path / "one", 4_200).total == results(tmp_path / "other", 4_200).total
    assert results(tmp_path / "one", 4_200).total.datasets == 4_200


@pytest.mark.parametrize("cut", [1, 20, 150])
def test_a_block_is_counted_if_and_only_if_its_line_is_whole(small_blocks, tmp_path, cut):
    """Killed while it writes a line, a campaign has lost that block and no other."""
    file = tmp_path / "file"
    whole = results(file, 5_000)
    before = file.read_bytes()
    file.write_bytes(before[:-cut])
    part = Results(file, task())
    part.read()
    assert sorted(part.done) == [0, 1, 2, 3]
    assert results(file, 5_000).total == whole.total
    assert file.read_bytes() == before


def test_a_campaign_that_begins_leaves_the_file_whole_or_as_it_was(small_blocks, tmp_path, monkeypatch):
    """Also one that goes on from a block that is there in part."""
    results(tmp_path / "file", 2_500)
    before = (tmp_path / "file").read_bytes()
    monkeypatch.setattr(os, "fsync", lambda *_: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        results(tmp_path / "file", 4_000)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == before


@pytest.mark.parametrize(("text", "message"), [
    ("mine", "another campaign: its first line does not say which"),
    ("[]\n", "another campaign: its first line does not say which"),
    ('{"schema": 1}\n', "another campaign: it differs in statement, algorithm, "),
    ("no JSON\n", "file, line 1, column 1: not JSON"),
    ("[" * 10**5 + "\n", "file, line 1: nested too deeply"),
    *(({name: value}, f"another campaign: it differs in {name}; give another file of results") for name, value in [
        ("schema", True), ("seed", False), ("seed", 1), ("more", 1), ("more", None), ("scales", ...)]),  # ... is none
])
def test_other_files_are_refused(tmp_path, text, message):
    """A header is compared as it is written; before datasets had scales, it did not have them."""
    header = {**task().header, **({} if isinstance(text, str) else text)}
    whole = json.dumps({name: value for name, value in header.items() if value is not ...}) + "\n"
    (tmp_path / "file").write_text(text if isinstance(text, str) else whole)
    with pytest.raises(BadInput, match=message):
        Results(tmp_path / "file", task()).read()


def rewritten(line: str, *without: str, **changes: object) -> str:
    """The line with changed numbers and their digest."""
    data = {**json.loads(line), **changes}
    return to_line({name: value for name, value in data.items() if name not in ("digest", *without)}).strip()


def test_an_edited_digit_is_noticed(small_blocks, tmp_path):
    """In each line, although it is one of many that a campaign could have written."""
    results(tmp_path / "file", 2_500)
    lines = (tmp_path / "file").read_text().splitlines()
    for place, (before, after) in enumerate([('"seed": 0', '"seed": 1'), *[('"updates": ', '"updates": 1')] * 3]):
        edited = [*lines[:place], lines[place].replace(before, after), *lines[place + 1 :]]
        (tmp_path / "file").write_text("\n".join(edited) + "\n")
        with pytest.raises(BadInput, match=f"^file, line {place + 1}: it was changed after it was written; "):
            Results(tmp_path / "file", task()).read()
    (tmp_path / "file").write_text(re.sub(', "digest": "[0-9a-f]*"', "", "\n".join(lines)) + "\n")
    with pytest.raises(BadInput, match=r"^file, line 1: it was changed after it was written; "):  # or its digests taken
        Results(tmp_path / "file", task()).read()


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "a text": ({"block": "0"},
               "block is '0', which is not a whole number; give another file of results, or delete this line and all "),
    "another block": ({"block": 1}, "block is 1, not 0"),
    "too many": ({"datasets": 10**9}, "datasets is 1000000000, not 1000"),
    "a part": ({"datasets": 999}, "datasets is 999, not 1000"),
    "below 0": ({"compared": -1}, "compared is -1, not from 0 to 1000"),
    "more than compared": ({"broken": 1001, "first": 3}, "broken is 1001, not from 1 to 1000"),
    "none broken, and the first": ({"first": 3}, "broken is 0, not from 1"),
    "broken, and no first": ({"broken": 1}, "broken is not 0, but first names no dataset"),
    "a first that is not": ({"broken": 1, "first": 3}, "first is 3, but the named datasets give -1"),
    "capped": ({"capped": 10**9}, "capped is 1000000000, not from 0 to "),
    "another place": ({"at": 10**30}, f"at is {10**30}, not from 0 to 999"),
    "no place": ({"at": -1}, "left is 2, but the named datasets give 0"),
    "no null": ({"long": None}, "long is None, which is not a whole number"),
    "left out without a scale": ({"compared": 0, "long": 1000}, "long is 1000, not from 0 to 63"),
    "compared and left out": ({"compared": 1000, "long": 1}, "compared is 1000, not from 0 to 999"),
    "a sum below 0": ({"updates": -1}, "updates is -1, not from "),
    "more updates than runs make": ({"updates": 10**40, "most_updates": 10**40}, f"most_updates is {10**40}, not from"),
    "more updates in all": ({"updates": 10**40}, f"updates is {10**40}, not from "),
    "fewer updates": ({"updates": 1, "most_updates": 1}, "updates is 1, but the named datasets"),
    "nothing below": ({"right": 0}, "right is 0, but the named datasets give 2"),
    "a broken one that is not counted": ({"left": 5, "right": 1}, "left is 5, but the named datasets"),
    "false for 0": ({"broken": False}, "broken is False, which is not a whole number"),
    "a float": ({"broken": 0.0}, "'0.0' is not a whole number"),
    "one more": ({"more": 0}, "the key 'more' is not known")
}


@pytest.mark.parametrize("name", WRONG)
def test_numbers_that_no_block_gives_are_refused(small_blocks, tmp_path, name):
    """All that can be known of a line without doing the block again."""
    results(tmp_path / "file", 1_500)
    header, line, last = (tmp_path / "file").read_text().splitlines()
    numbers, message = WRONG[name]
    (tmp_path / "file").write_text("\n".join([header, rewritten(line, **numbers), last]) + "\n")
    with pytest.raises(BadInput, match=f"^file, line 2: {message}"):
        Results(tmp_path / "file", task()).read()


FEW_BREAK = "k <= 3*(R**2 + 1)*(b**2 + 1)/gamma**2"  # 2 % of the datasets
FORGED: dict[str, dict[str, int]] = {
    "no run made an update": {"updates": 0, "most_updates": 0, "left": 0, "right": 1, "at": -1},
    "none was compared": {"compared": 0, "updates": 0, "most_updates": 0, "left": 0, "right": 1, "at": -1},
    "none is broken": {},
}


@pytest.mark.parametrize("name", FORGED)
def test_lines_whose_counts_were_invented_are_refused(novikoff, tmp_path, name):
    """Each line is possible in itself and names no dataset that would give it away; a share of all is run again."""
    of = Campaign(FEW_BREAK, "perceptron", Fraction(1), "mistake", 0, *Shape())
    true = campaign.count_block(of, 0, BLOCK)
    assert true.broken > 1000
    honest = replace(true, broken=0, first=-1)
    if name == "none is broken":  # and the largest ratio is that of a dataset that does not break the claim
        number = next(i for i in range(BLOCK) if 0 < (campaign.count_range(of, i, 1).ratio or 0) <= 1)
        of_one = campaign.count_range(of, number, 1)
        honest = replace(honest, left=of_one.left, right=of_one.right, at=number)
    line = campaign._line(0, honest) | FORGED[name]
    (tmp_path / "file").write_text("".join(map(to_line, (of.header, line))))
    before = (tmp_path / "file").read_bytes()
    result = novikoff("campaign", FEW_BREAK, "--count", str(BLOCK), "-q", "--resume", "-o", str(tmp_path / "file"),
                      status=2)
    assert re.search(r"file, line 2: [a-z ]+ is .*, but datasets \d+ to \d+ ", result.stderr)
    assert (tmp_path / "file").read_bytes() == before


def test_which_datasets_are_run_again_depends_on_every_number_of_the_line(small_blocks, monkeypatch):
    ran, true = [], campaign.count_block(task(), 0, 1000)
    monkeypatch.setattr(campaign, "count_range", lambda of, begin, count: ran.append((begin, count)) or Tally())
    for more in range(30):
        campaign._find_mismatch(task(), 0, replace(true, updates=true.updates + more))
    begins, counts = zip(*ran, strict=True)
    assert set(counts) == {1000 // campaign.AGAIN}
    assert len({*begins}) > 20
    assert all(0 <= begin <= 1000 - counts[0] for begin in begins)


def test_a_file_that_another_process_writes_to_is_refused(novikoff, tmp_path):
    """Also one that it has just begun; the system ends the lock with the process, however that ends."""
    file, arguments = tmp_path / "file", ["campaign", FAMILY, "-j", "1", "-q", "--points", "2", "-o"]
    program = [sys.executable, "-m", "novikoff", *arguments, str(file), "--count", "1e9"]
    with subprocess.Popen(program, stderr=subprocess.DEVNULL) as other:
        while not (file.exists() and file.read_bytes().count(b"\n") > 1):
            assert other.poll() is None
        before = file.read_bytes()
        for resume in ([], ["--resume"]):
            result = novikoff(*arguments, str(file), "--count", "1", *resume, status=2)
            assert f"another process writes to {file}" in result.stderr or (not resume and "exists" in result.stderr)
        assert file.read_bytes().startswith(before)
        other.kill()
    done = sum(json.loads(line)["datasets"] for line in file.read_text().splitlines()[1:] if line.endswith("}"))
    assert novikoff(*arguments, str(file), "--count", str(done), "--resume").exit_code == 0


def test_of_two_campaigns_that_begin_together_one_is_refused(tmp_path):
    """The second one finds no file when it looks, and an empty one when it begins."""
    first, second = (Results(tmp_path / "file", task()) for _ in range(2))
    first.notes._own()
    lines = []
    with pytest.raises(BadInput, match="another process writes to"):
        within_another_process(lambda: lines.append(second.begin(10)))
    assert first.begin(10) == [(0, 10)]


def within_another_process(work):
    from novikoff.algorithms.processes import run_in_subprocess
    return run_in_subprocess(60, work)


def test_results_are_not_written_through_a_link(novikoff, tmp_path):
    """Which another user of the folder may have put there: no line is added at its end, and no file made."""
    victim = tmp_path / "victim"
    (tmp_path / "file").symlink_to(victim)
    arguments = ["campaign", FAMILY, "--count", "10", "-q", "--resume", "-o", str(tmp_path / "file")]
    for before in (None, "a line\n", ""):
        if before is not None:
            victim.write_text(before)
        novikoff(*arguments, status=2, err="file is a link; give the path of the file itself")
        assert (victim.read_text() if victim.exists() else None) == before


def test_an_empty_file_is_a_new_one(small_blocks, tmp_path):
    """Such as mktemp makes."""
    (tmp_path / "file").touch()
    done = Results(tmp_path / "file", task())
    assert campaign.campaign(500, done, jobs=1).datasets == 500


def test_a_campaign_without_a_block_leaves_no_file(small_blocks, tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt
    done = Results(tmp_path / "file", task())
    monkeypatch.setattr(campaign, "imap", lambda *_: map(fail, [1]))
    with pytest.raises((KeyboardInterrupt, AttributeError)):
        campaign.campaign(500, done, jobs=1)
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------------------- parts
@pytest.fixture
def parts(small_blocks, tmp_path, novikoff):
    """Three parts of a campaign of 7 500 datasets, the file of the whole one, and how to merge some."""
    arguments = ["campaign", FAMILY, "--count", "7500", "-j", "1", "-q", "--points", "3", "--dimensions", "2", "-o"]
    for i in (1, 2, 3):
        part = novikoff(*arguments, str(tmp_path / f"part-{i}"), "--part", f"{i}/3", "--json", status=0)
        assert json.loads(part.stdout)["part"] == f"{i}/3"
    assert novikoff(*arguments, str(tmp_path / "whole")).exit_code == 0
    def merge(*names, count="7500"):
        return novikoff("campaign", "merge", *(str(tmp_path / name) for name in names), "--count", count, "--json",
                        "-o", str(tmp_path / "all"))
    return merge


def test_the_parts_of_a_campaign_are_merged_into_the_file_of_the_whole(parts, tmp_path):
    result = parts("part-3", "part-1", "part-2")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["datasets"] == 7500
    assert (tmp_path / "all").read_bytes() == (tmp_path / "whole").read_bytes()
    again = parts("part-1", "part-2", "part-3")
    assert (again.exit_code, "exists; give another file of results" in again.stderr) == (2, True)


def test_what_is_not_all_parts_of_one_campaign_is_not_merged(parts, novikoff, tmp_path):
    novikoff("campaign", FAMILY, "--count", "7500", "-j", "1", "-q", "--points", "3", "--dimensions", "2", "--seed",
             "1", "--part", "2/3", "-o", str(tmp_path / "seed-1"), status=0)
    part = tmp_path / "part-2"
    header, *lines = part.read_text().splitlines()
    changed = {"short": [header, *lines[:1]], "seed": [rewritten(header, seed=1), *lines],
               "forged": [header, rewritten(lines[0], updates=1, most_updates=1), *lines[1:]],
               "other": ["{}"], "words": ["part 2"], "tie": [rewritten(header, tie="?"), *lines],
               "minus": [rewritten(header, seed=-1), *lines]}
    for name, text in changed.items():
        (tmp_path / name).write_text("\n".join(text) + "\n")
    for given, message in {
        ("part-1", "part-3"): "of 3 parts these are missing: 2",
        ("part-1", "part-2", "part-3", "part-2"): "part 2 is given twice",
        ("part-1", "short", "part-3"): "short has 0 datasets of block 4, but --count asks for 1000",
        ("part-1", "seed", "part-3"): "seed, line 2: ",  # which the datasets of another seed contradict
        ("part-1", "forged", "part-3"): "forged, line 2: ",
        ("part-1", "other", "part-3"): "not the first line of the results of a campaign",
        ("part-1", "minus", "part-3"): "not the first line of the results of a campaign",
        ("part-1", "words", "part-3"): "words, line 1, column 1: not JSON",
        ("part-1", "tie", "part-3"): "tie = '?' is unknown",
        ("part-1", "nowhere", "part-3"): "nowhere",
        ("part-1", "seed-1", "part-3"): "belong to different campaigns",
        ("part-1", "whole", "part-3"): "belong to different campaigns: they differ in part",
    }.items():
        result = parts(*given)
        assert (result.exit_code, "Traceback" in result.stderr) == (2, False)
        assert message in result.stderr, (given, result.stderr)
        assert not (tmp_path / "all").exists()


@pytest.mark.parametrize(("count", "message"), [
    ("7499", "part-2 has 500 datasets of block 7, but --count asks for 499"),
    ("8001", "part-2 has 500 datasets of block 7, but --count asks for 1000"),
    ("6000", "part-1 has 1000 datasets of block 6, but --count asks for 0"),
    ("x", "--count must be a whole number"),
])
def test_merged_parts_have_as_many_datasets_as_are_asked_for(parts, tmp_path, count, message):
    result = parts("part-1", "part-2", "part-3", count=count)
    assert (result.exit_code, message in result.stderr) == (2, True)
    assert not (tmp_path / "all").exists()


def test_merge_reads_files_that_cannot_be_written(parts, tmp_path, monkeypatch):
    """As a colleague's results; whoever cannot write needs no lock."""
    opened = []
    def refusing(path, mode="r", *rest, **more):
        opened.append(mode)
        if path.name.startswith("part") and mode != "rb":
            raise PermissionError(13, "Permission denied", str(path))
        return open(path, mode, *rest, **more)
    monkeypatch.setattr(resumable_work, "open", refusing, raising=False)
    assert parts("part-1", "part-2", "part-3").exit_code == 0
    assert opened.count("rb") >= 3


def test_a_line_has_all_keys_and_its_place(small_blocks, tmp_path):
    results(tmp_path / "file", 1_500)
    header, line, last = (tmp_path / "file").read_text().splitlines()
    cut = [rewritten(line, name) for name in json.loads(line) if name != "digest"]
    for lines in ([header, line, line, last], [header, last, line], *([header, each, last] for each in cut)):
        (tmp_path / "file").write_text("\n".join(lines) + "\n")
        with pytest.raises(BadInput, match=r"^file, line [23]: (the key '\w+' is missing|block is [01], not)"):
            Results(tmp_path / "file", task()).read()


@pytest.mark.parametrize("statement", ["k <= R**2*(w@w + b**2)/gamma**2", "k >= R**2"])
def test_what_a_campaign_of_a_broken_bound_writes_is_taken(small_blocks, tmp_path, statement):
    whole = results(tmp_path / "file", 1_500, statement=statement)
    read = Results(tmp_path / "file", task(statement))
    read.read()
    assert read.total == whole.total


def test_blocks_of_other_sources_are_not_taken(small_blocks, tmp_path, monkeypatch):
    results(tmp_path / "file", 1000)
    (tmp_path / "package").mkdir()
    monkeypatch.setattr(campaign, "package_folders", lambda: [tmp_path / "package"])
    monkeypatch.setattr(campaign, "sources", campaign.sources.__wrapped__)
    with pytest.raises(BadInput, match="another campaign: it differs in the sources of novikoff; give another"):
        Results(tmp_path / "file", task()).read()


def test_what_is_told_at_the_end_is_run_once_more(small_blocks, tmp_path, monkeypatch):
    once = campaign.count_block
    monkeypatch.setattr(campaign, "count_block", lambda *block: replace(once(*block), left=1))
    with pytest.raises(BadInput, match="perceptron makes another run the next time: left is 1, but"):
        results(tmp_path / "file", 1000)


# ------------------------------------------------------------------------------------------------- workers
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_results_do_not_depend_on_the_number_of_workers(novikoff, tmp_path, jobs):
    result = novikoff("campaign", FAMILY, "--count", str(2 * BLOCK + 5), "-j", str(jobs), "-o", str(tmp_path / "file"),
                      "--points", "2", "--dimensions", "1", "--json", "-q", status=0)
    lines = [json.loads(line) for line in (tmp_path / "file").read_text().splitlines()]
    assert [line["datasets"] for line in lines[1:]] == [BLOCK, BLOCK, 5]
    stated = formula(claim(FAMILY), Shape(2, 1, 3))
    assert json.loads(result.stdout)["updates"] == sum(block(stated, 0, i, count).updates
                                                       for i, count in enumerate((BLOCK, BLOCK, 5)))


def test_processes_find_all_prepared_and_each_block_is_done_once(small_blocks, tmp_path, monkeypatch):
    """Imports and preparing take as long as 15 million datasets; a fork has them already."""
    notes, counted, prepare = tmp_path / "notes", campaign.count_block, campaign.formula
    def noted(work, *what):
        with notes.open("a") as file:
            file.write(f"{os.getpid()} {what}\n")
        return work()
    monkeypatch.setattr(campaign, "count_block", lambda task, *b: noted(lambda: counted(task, *b), *b))
    monkeypatch.setattr(campaign, "formula", lambda *given: noted(lambda: prepare(*given)))
    of = task(seed=2**60)  # which nobody has prepared
    done = Results(tmp_path / "file", of)
    campaign.campaign(6_500, done, jobs=2)
    assert done.total == block(campaign.prepare_claim(of), of.seed, 0, 6_500)
    first, second, *blocks = notes.read_text().splitlines()
    assert [first, second] == [f"{os.getpid()} (0, 0)", f"{os.getpid()} ()"]
    pids, numbers = zip(*(line.split(" ", 1) for line in blocks), strict=True)
    assert str(os.getpid()) not in pids
    assert sorted(numbers) == [f"({i}, {1000 if i < 6 else 500})" for i in range(7)]


def test_a_campaign_that_is_killed_goes_on(novikoff, tmp_path):
    """Killed without a chance to say goodbye, after its first checkpoint."""
    part, whole = str(tmp_path / "part"), str(tmp_path / "whole")
    arguments = ["campaign", FAMILY, "-j", "1", "--points", "2", "--dimensions", "1", "-o"]
    program = [sys.executable, "-m", "novikoff", *arguments, part, "--count", "1e9"]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as killed:
        assert "campaign: " in killed.stderr.readline()
        killed.kill()
    done = sum(json.loads(line)["datasets"] for line in Path(part).read_text().splitlines()[1:])
    count = str(done + BLOCK)
    assert novikoff(*arguments, part, "--count", count, "--resume", "-q").exit_code == 0
    assert novikoff(*arguments, whole, "--count", count, "-q").exit_code == 0
    assert Path(part).read_bytes() == Path(whole).read_bytes()


@pytest.mark.filterwarnings("default")
def test_workers_of_dask_may_be_killed_and_come_later_and_have_the_same_sources(tmp_path):
    """Nothing is lost or counted twice."""
    distributed = pytest.importorskip("distributed", reason="the extra novikoff[cluster] is not installed")
    one = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    with one as cluster, distributed.Client(cluster) as client:
        ((address, pid),) = client.run(os.getpid).items()
        killer = threading.Thread(target=kill_when_busy, args=(client, address, pid))
        def kill_and_grow(total, count, new):
            if total.datasets == BLOCK:
                cluster.scale(2)
                client.wait_for_workers(2)
                killer.start()
        given = {"jobs": 2, "backend": "dask", "scheduler": cluster.scheduler_address}
        total = campaign.campaign(12 * BLOCK, Results(tmp_path / "file", task()), report=kill_and_grow, **given)
        killer.join()
        assert max(client.run(lambda dask_worker: dask_worker.state.executed_count).values()) > 0  # the one that came
        client.wait_for_workers(2)
        stated = formula(claim(FAMILY), SMALL)
        assert total == sum((block(stated, 0, i) for i in range(12)), Tally())
        numbers = [json.loads(line)["block"] for line in (tmp_path / "file").read_text().splitlines()[1:]]
        assert numbers == list(range(12))
        def change_sources():  # as if this worker had another version; it cannot import the tests, but this function
            campaign.sources = lambda rule: {"sources": "another", "rule": None}
        stranger = max(client.run(os.getpid))
        client.run(change_sources, workers=[stranger])
        with pytest.raises(BadInput, match=f"^the worker at {stranger} has other sources of novikoff"):
            campaign.campaign(12 * BLOCK, Results(tmp_path / "none", task()), **given)
        assert [path.name for path in tmp_path.iterdir()] == ["file"]
        client.run(change_sources)  # and one that comes when the campaign has begun
        with pytest.raises(BadInput, match=r"^the worker at .* has other sources of novikoff"):
            next(campaign._run_on_cluster(client, given["scheduler"], task(), [(0, 10)]))


@pytest.mark.filterwarnings("default")
def test_a_scheduler_without_answer_or_worker_leaves_no_file(novikoff, tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the extra novikoff[cluster] is not installed")
    monkeypatch.setattr(campaign, "PATIENCE", 0.2)
    arguments = ["campaign", FAMILY, "--count", "10", "-o", str(tmp_path / "file"), "--backend", "dask", "--scheduler"]
    result = novikoff(*arguments, "tcp://127.0.0.1:1", status=2, err="no Dask scheduler answers at")
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        result = novikoff(*arguments, cluster.scheduler_address)
    assert (result.exit_code, "no worker has joined tcp://" in result.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def kill_when_busy(client, address, pid):
    """As soon as the worker has been given blocks, kill it."""
    while not client.processing().get(address):
        pass
    os.kill(pid, signal.SIGKILL)


# ------------------------------------------------------------------------------------------------- the command
def test_a_wrong_bound_is_refuted_with_code_that_shows_it(novikoff, tmp_path):
    wrong = "k <= R**2*(w@w + b**2)/gamma**2"
    arguments = ("campaign", wrong, "--count", "3000", "-j", "1", "-q", "-o")
    data = json.loads(novikoff(*arguments, str(tmp_path / "a"), "--json", status=1).stdout)
    assert (data["schema"], data["verdict"], data["datasets"]) == (1, "refuted", 3000)
    assert data["broken"] > 0
    assert len(data["counterexample"]["X"]) <= 4
    exec(compile(data["counterexample"]["reproduce"], "reproduce", "exec"), {})
    assert "to reproduce:" in novikoff(*arguments, str(tmp_path / "b")).stdout


def test_the_code_shows_the_failure_also_where_only_the_separator_of_the_dataset_breaks_the_bound(novikoff, tmp_path):
    statement = "w@w == 5*gamma**2, d >= 2 |- k <= 2"  # `novikoff bound` tries separators of least norm
    result = novikoff("campaign", statement, "--algorithm", "perceptron:homogeneous", "--count", "2000", "-j", "1",
                      "-q", "--json", "-o", str(tmp_path / "file"))
    case = json.loads(result.stdout)["counterexample"]
    assert "novikoff.bound" not in case["reproduce"]
    names = {}
    exec(compile(case["reproduce"], "reproduce", "exec"), names)
    assert (names["case"].k, str(names["case"].gamma)) == (case["k"], case["gamma"])


def test_missing_packages_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match="backend='dask' needs the extra 'cluster'"), \
            campaign.workers("dask", 2, "tcp://127.0.0.1:1", task()):
        pass

"""The derivations: every line holds on exact data, and no wrong line can be written."""

import re
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest
import sympy

from novikoff.algorithms import perceptron
from novikoff.algorithms.perceptron import State
from novikoff.proofs.derivations import Derivation, WrongLine, derivations
from novikoff.proofs.derivations._derivation import length
from novikoff.proofs.derivations._trees import Tree, parts_of, reals, vectors
from novikoff.proofs.statements.bibliography import unconfirmed_places, works
from novikoff.proofs.statements.vector_language import Relation, equal

PAGES = {name: derive() for name, derive in derivations().items()}
OPERATIONS = [(name, line.number) for name, page in PAGES.items() for line in page.lines
              if line.step not in ("given", "derived")]

# (w, x, b, R) with rational ‖w‖ and ‖x‖ ("Pythagorean" vectors), in dimension 1, 2 and 3.
EXAMPLES = [
    ((Fraction(-2),), (Fraction(5, 3),), Fraction(7, 2), Fraction(2)),
    ((3, -4), (Fraction(5, 2), 6), Fraction(-1, 3), Fraction(7)),
    ((2, -3, 6), (0, 0, 0), Fraction(4), Fraction(0)),
    ((1, 2, -2), (4, -4, 7), Fraction(0), Fraction(9)),
]


def dot(u, v):
    return sum((Fraction(a) * Fraction(c) for a, c in zip(u, v, strict=True)), Fraction(0))


def root(square):
    r = Fraction(sympy.sqrt(sympy.Rational(square)))
    assert r * r == square
    return r


def plus(u, factor, v):
    return tuple(a + factor * c for a, c in zip(u, v, strict=True))


def model(w, x, b, R, y):
    """What each symbol on the pages stands for, computed from coordinates alone."""
    n = root(dot(w, w))
    foot = plus((0,) * len(w), -b / dot(w, w), w)  # the point of the boundary nearest to the origin
    nearest = plus(x, -(dot(w, x) + b) / dot(w, w), w)  # the one nearest to x
    gamma = dot(w, plus(x, -1, nearest)) / n
    vector = {"w": w, "x": x, "x_0": foot, "x_⊥": plus(nearest, -1, foot), "w'": plus(w, y, x)}
    new_b = b + y * R**2
    scalar = {"b": b, "y": y, "R": R, "b'": new_b, "‖w‖": n, "‖x‖": root(dot(x, x)), "gamma": gamma,
              "d_O": dot(w, foot) / n, "gamma_G": y * gamma, "gamma'": y * (dot(vector["w'"], x) + new_b)}
    return vector, scalar


def value(e, vector, scalar):
    """A scalar or vector of a page in a model."""
    if isinstance(e, Tree):
        total = (Fraction(0),) * len(vector["w"])
        for variable, c in parts_of(e.tree).items():
            total = plus(total, value(c, vector, scalar), vector[variable.name.rstrip("@")])
        return total
    e = sympy.sympify(e).doit()
    names = {symbol: symbol.name.split("@") for symbol in e.free_symbols}
    numbers = {s: scalar[n[0]] if len(n) == 1 else dot(vector[n[0]], vector[n[1]]) for s, n in names.items()}
    return Fraction(e.subs({s: sympy.Rational(v) for s, v in numbers.items()}))


@pytest.mark.parametrize("y", [1, -1])
@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("name", PAGES)
def test_every_line_holds_in_coordinates(name, example, y):
    where = model(*example, y)
    for line in PAGES[name].lines:
        assert value(line.equation.lhs, *where) == value(line.equation.rhs, *where), line


@pytest.mark.parametrize("y", [1, -1])
@pytest.mark.parametrize(("w", "x", "b", "R"), EXAMPLES)
def test_conclusions_say_what_they_promise(w, x, b, R, y):
    end = {name: value(page.conclusion.rhs, *model(w, x, b, R, y)) for name, page in PAGES.items()}
    foot = plus((0,) * len(w), -b / dot(w, w), w)
    nearest = plus(x, -(dot(w, x) + b) / dot(w, w), w)
    gap = plus(x, -1, nearest)
    assert dot(w, foot) + b == dot(w, nearest) + b == 0
    assert end["decision-boundary-offset"] == root(dot(foot, foot))
    assert end["geometric-margin"] == root(dot(gap, gap)) * (1 if y * (dot(w, x) + b) > 0 else -1)
    new_w, new_b = plus(w, y, x), b + y * R**2
    assert end["update-improvement"] == y * (dot(new_w, x) + new_b)


def test_last_lines():
    last = [page.text().splitlines()[-1] for page in PAGES.values()]
    assert [re.split("  +", line.strip())[1] for line in last] == [
        "|d_O| = |b|/‖w‖", "γ_G = y·(⟨w, x⟩ + b)/‖w‖", "γ' = y·(⟨w, x⟩ + b) + R² + ‖x‖²"]
    # The printed distance is negative
    assert "[−b/‖w‖ at ‖w‖ = 1, b = 1] = −1" in PAGES["decision-boundary-offset"].text()


@pytest.mark.parametrize("tamper", [
    lambda r: equal(r.lhs, r.rhs + 1),
    lambda r: equal(r.lhs, 2 * r.rhs) if r.rhs != 0 else equal(2 * r.lhs, 1),
    lambda r: equal(-r.lhs, r.rhs),
], ids=["plus 1", "factor 2", "sign"])
@pytest.mark.parametrize(("name", "number"), OPERATIONS)
@pytest.mark.sampled(30)
def test_a_wrong_line_is_refused_by_its_number(name, number, tamper, monkeypatch):
    check = Derivation._check
    def misprint(page, result, gives, *rest):
        here = page.title == PAGES[name].title and len(page.lines) + 1 == number
        return check(page, result, tamper(gives) if here else gives, *rest)
    monkeypatch.setattr(Derivation, "_check", misprint)
    with pytest.raises(WrongLine, match=re.escape(f"{PAGES[name].title}, line ({number}), ")):
        derivations()[name]()


def rule(w=1, b=1):
    """An update rule with its two increments multiplied by w and b."""
    return lambda s, x, y, *, bias_step=1, rate=1: State(s.w + w * (y * x), s.b + b * bias_step * y)


@pytest.mark.parametrize("wrong", [
    rule(w=-1), rule(b=-1), rule(w=-1, b=-1), rule(b=0), rule(w=0), rule(w=2), rule(b=sympy.Rational(1, 2)),
    lambda s, x, y, *, bias_step=1, rate=1: State(s.w + x, s.b + bias_step * y),
    lambda s, x, y, *, bias_step=1, rate=1: State(s.w + y * x, s.b + y),
], ids=["w sign", "b sign", "both signs", "no bias", "no w", "2yx", "half bias", "no label", "bias step 1"])
def test_a_wrong_update_rule_does_not_improve_the_margin(wrong, monkeypatch):
    monkeypatch.setattr(perceptron, "update", wrong)
    with pytest.raises(WrongLine, match=r"The improvement by one update, line \([67]\)"):
        derivations()["update-improvement"]()


def test_the_right_rule_may_be_written_otherwise(monkeypatch):
    other = lambda s, x, y, *, bias_step=1, rate=1: State(x * y + s.w, bias_step * y - (-s.b))  # noqa: E731
    monkeypatch.setattr(perceptron, "update", other)
    assert len(derivations()["update-improvement"]().lines) == 9


def test_a_wrong_margin_is_noticed(monkeypatch):
    monkeypatch.setattr(perceptron, "margin", lambda s, x, y: y * (s.w @ x - s.b))
    with pytest.raises(WrongLine, match="is claimed, but"):
        derivations()["update-improvement"]()


def page(premise):
    """A page with one premise."""
    begun = Derivation("A page", ("tutorial", "nowhere"))
    begun.given(premise, "")
    return begun


a, b, d, t = reals("a b d t")
u, v, w = vectors("u v w")
REFUSED = {  # a premise, a step from it, and what is said
    "solving divides by what may be zero": (equal(a * t + b, 0), lambda p: p.solve(t, gives=equal(t, -b / a)),
                                            r"A page, line \(2\), solve \(1\) for t:\nthe factor a must be"),
    "solving wants a linear equation": (equal(t**2, 4), lambda p: p.solve(t, gives=equal(t, 2)), "factor 2·t must be"),
    "both sides are divided by what may be zero": (
        equal(a * b, a), lambda p: p.both_sides(lambda s: s / a, "quotient", gives=equal(b, 1)), "the divisor in"),
    "both sides may be zero": (
        equal(a * b, a), lambda p: p.both_sides(lambda s: 1 / s, "inverse", gives=equal(1 / (a * b), 1 / a)),
        "the divisor in"),
    "a function sees numbers, not formulas": (
        equal(a, 1), lambda p: p.both_sides(lambda s: int(s == 1), "sophistry", gives=equal(0, 1)), "0 = 0 follows"),
    "only lines of the page are used": (equal(a, b), lambda p: p.substitute(equal(b, 0), gives=equal(a, 0)),
                                        "b = 0 is not on the page"),
    "a premise of another page is not quoted": (
        equal(a, b), lambda p: p.quote(page(equal(a, 0)), equal(a, 0)), "a = 0 is not derived on the page 'A page'"),
    "an inner product is checked": (equal(u, v + 2 * w), lambda p: p.inner(w, gives=equal(u @ w, v @ w + w @ w)),
                                    r"inner product of \(1\) with w:"),
    "a factor may be a length": (equal(length("w") * d, 6), lambda p: p.solve(d, gives=equal(d, 5 / length("w"))),
                                 "d = 5/‖w‖ is claimed, but d = 6/‖w‖ follows"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_step_is_refused_and_not_printed(name):
    premise, step, words = REFUSED[name]
    begun = page(premise)
    before = begun.text()
    with pytest.raises(WrongLine, match=words):
        step(begun)
    assert begun.text() == before


def test_an_inner_product_is_a_step():
    begun = page(equal(u, v + 2 * w))
    assert begun.inner(w, gives=equal(u @ w, v @ w + 2 * w @ w)) == begun.conclusion


@pytest.mark.parametrize("name", PAGES)
def test_text_numbers_every_line_and_says_why(name):
    page = PAGES[name]
    rows = page.text().splitlines()[3:]
    assert [int(re.match(r" *\((\d+)\)", row)[1]) for row in rows] == list(range(1, len(page.lines) + 1))
    assert all(isinstance(line.equation, Relation) and line.reason() for line in page.lines)
    assert max(map(len, rows)) <= 130
    assert all(re.fullmatch(r"[\w ,.=:()-]*", line.why) and "_" not in line.why for line in page.lines)


def test_the_bibliography_has_what_is_cited_and_nothing_else():
    bibliography = files("novikoff.proofs").joinpath("references.bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(\w+),$", bibliography, re.MULTILINE)
    assert len(set(keys)) == len(keys)
    assert {page.source[0] for page in PAGES.values()} <= set(keys)
    assert bibliography.count("{") == bibliography.count("}")
    root = Path(__file__).parents[2]
    folders = ("algorithms", "proofs", "properties", "docs")
    paths = [path for folder in folders for path in root.joinpath(folder).rglob("*") if path.suffix in (".py", ".md")]
    words = {word for path in paths for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    bibliography = (root / "proofs" / "references.bib").read_text(encoding="utf-8")
    assert set(re.findall(r"^@\w+\{(\w+),$", bibliography, re.MULTILINE)) <= words


def test_works_are_described_in_plain_text_and_say_what_is_unconfirmed():
    for key, fields in works().items():
        assert not re.search(r"[\\{}$]", " ".join(fields.values())), key
        assert ("confirmed" in fields.get("note", "")) == bool(unconfirmed_places(key)), key

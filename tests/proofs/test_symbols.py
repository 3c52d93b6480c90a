"""Symbols refuse to answer an author: whatever a rule or a proof script asks, no branch is lost in silence."""

import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.user_rules import Rule, load_rule
from novikoff.notebook_theorems import theorem
from novikoff.proofs.statements.comparison_guards import Undecided, is_author_code
from novikoff.proofs.statements.expressions import Number, Symbol
from novikoff.proofs.statements.registry import Unwritten, claims
from novikoff.proofs.statements.user_theorems import Own, claims_of_file, load_theorems
from novikoff.properties.estimation.k_update_conditions import problems
from novikoff.properties.estimation.symbolic_rules import scheme_of_rule

# Each is a question about s, a number made of symbols, or about x, a vector.
QUESTIONS = (
    "s == 0", "0 == s", "s != 0", "s == s", "s in (0, 1)", "s == None", "s == Fraction(1, 2)", "(s, 1) == (0, 1)",
    "s", "not s", "s and 1", "s or 1", "0 <= s <= 1", "s < 1", "max(s, 0)", "min(0, s)", "sorted([s, 0])",
    "{0: 1}.get(s)", "s in {0}", "hash(s)", "float(s)", "int(s)", "math.sqrt(s)", "math.floor(s)", "s.is_positive",
    "(s <= 0) == True", "{True: 1}.get(s <= 0)", "np.sign(s)", "np.where(s > 0, 1, 2)", "np.maximum(s, 1)",
    "operator.eq(s, 0)", "Counter([s])", "any([s])", "filter(None, [s]).__next__()",
    "x == w", "x != w", "x in [w]", "x == 0", "not x", "{x}", "len(x)", "[*x]", "x[0]", "0 in x", "x.shape",
    "hasattr(x, 'ndim')", "getattr(x, 'size', 1)", "np.array(x)", "Relation(s, '<=', 0) == Relation(s, '<=', 0)",
)
HEAD = """
import math
import operator
from collections import Counter
from fractions import Fraction
import numpy as np
from novikoff.theorems import *
from novikoff.proofs.statements.vector_language import Relation
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The author's folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture
def refusal(home: Path) -> Callable[[str], str]:
    """The error of a theorem whose script has these lines, with w, x, s and y declared."""
    def of(lines: str) -> str:
        head = HEAD + "@theorem('a', title='A')\ndef a(p):\n    w, x = p.vectors('w x')\n    y, = p.reals('y')\n"
        body = textwrap.indent(f"s = w @ x\n{lines}\np.show(conclusion=x @ x >= 0)\np.conclude(length(x))", "    ")
        (home / "author.py").write_text(head + body)
        with load_theorems(Own((home / "author.py",))):
            (claim,) = claims_of_file(home / "author.py")
            try:
                claim.script  # noqa: B018
            except Unwritten as problem:
                return str(problem)
        return ""
    return of


def line_of(home: Path, text: str) -> int:
    lines = (home / "author.py").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("code", ["if {}: pass", "try:\n    if {}: pass\nexcept BaseException:\n    pass"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_script_that_asks_a_symbol_is_refused_with_its_line(refusal, home: Path, question: str, code: str) -> None:
    """To catch the refusal does not help."""
    said = refusal(code.format(question))
    assert f"(author.py, line {line_of(home, f'if {question}:')})" in said
    assert "Undecided: " in said


@pytest.mark.parametrize("question", ["y == 1", "not y", "hash(y)", "{1: 2}.get(y)", "(y < 1) == True", "len(y)",
                                      "float(y)", "y // 2"])
def test_wherever_an_author_asks_the_refusal_is_raised_at_once(question: str) -> None:
    with pytest.raises(Undecided):
        exec(question, {"__name__": "author", "y": Symbol("y")})
    if question not in ("len(y)", "(y < 1) == True"):
        exec(question, {"__name__": "author", "y": Number(3)})


def test_refusals_are_of_the_rule_that_asked(refusal, home: Path) -> None:
    assert "s" in (said := refusal("try:\n    bool(s)\nexcept TypeError:\n    raise KeyError('hidden') from None"))
    assert "hidden" not in said
    # A rule in another file is named itself
    (home / "branching.py").write_text("def rule(state, x, y):\n    return x if y == 1 else -x\n")
    said = refusal("import branching\nbranching.rule(State(w, 0), x, y)")
    assert "(branching.py, line 2)" in said


@pytest.mark.parametrize("allowed", ["0 * y == 0", "y - y + 1 == 1", "not 0 * s", "(y * 0 < 1) and 1", "x is w",
                                     "isinstance(x, Vector)", "[x, w][0] is x", "max(0 * s, 1)", "repr(s)", "f'{x}'",
                                     "abs(s) is not None", "bool(Eq(0 * y, 0))", "not Eq(Fraction(1, 2), 1)"])
def test_what_is_known_of_a_number_can_be_asked(refusal, allowed: str) -> None:
    assert refusal(f"if {allowed}: pass") == ""


def test_what_has_cancelled_is_not_known_and_what_to_write_is_said(refusal) -> None:
    assert "has no truth value" in refusal("y / y == 1")
    assert "need a truth value" in refusal("not 0 / y")
    assert "write Eq(w@x, 1)" in refusal("p.assume(unit=w @ x == 1)")
    assert "Ne" in refusal("p.assume(unit=w @ x != 1)")
    assert "each fact by itself" in refusal("p.assume(unit=0 <= y <= 1)")
    assert "every dimension" in refusal("x[0]")


def test_the_package_compares_how_terms_are_written() -> None:
    """A shipped rule or claim is an author; the rest of the package is not."""
    assert Symbol("a") == Symbol("a") and Symbol("a") != Number(1)  # noqa: PT018  # tests may, too: see conftest
    class Frame:
        def __init__(self, name: str) -> None:
            self.f_globals = {"__name__": name}
    inside = {"novikoff", "novikoff.proofs.search.elaboration", "novikoff.report.notebook", "sympy.core.add"}
    outside = {"__main__", "novikoff.algorithms.perceptron", "novikoff.proofs.claims.svm.dual", "novikoffs", "copy", ""}
    assert {name for name in inside | outside if is_author_code(Frame(name))} == outside  # type: ignore[arg-type]


def test_a_block_of_a_session_refuses_with_a_type_error() -> None:
    code = "with theorem('blocked') as p:\n    a = p.real('a')\n    {}\n    p.conclude(conclusion=a**2 >= 0)"
    for asking in ("a == 1", "try: a == 1\n    except TypeError: pass"):
        with pytest.raises(Undecided):
            exec(code.format(asking), {"__name__": "author", "theorem": theorem})
    assert "blocked" not in claims()
    # So code that expects what Python raises for such questions works as before
    assert issubclass(Undecided, TypeError)


PLAIN = "state._replace(w=state.w + y * x)"
LARGE = "state._replace(w=state.w + 100 * y * x)"
LOSING = (f"return {LARGE} if {{}} else {PLAIN}",
          f"try:\n        return {LARGE} if {{}} else {PLAIN}\n    except Exception:\n        return {PLAIN}")


@pytest.fixture
def rule(home: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Rule]]:
    """A rule with this body, in a module of its own."""
    def of(body: str, decorator: str = "") -> Rule:
        name = "rule_" + re.sub(r"\W", "_", request.node.name)
        text = (f"{HEAD}import json; from novikoff import algorithm\nCALLS = []; attributes = getattr\n\n{decorator}\n"
                f"def rule(state, x, y):\n    {body}\n")
        (home / f"{name}.py").write_text(text)
        return load_rule(f"{name}:rule")
    return of


@pytest.mark.parametrize("body", LOSING)
@pytest.mark.parametrize("question", [
    "state.w @ x == 0", "not state.w @ x", "state.w @ x in (0, 1)", "state.w @ x < -1", "0 <= state.w @ x <= 1",
    "{0: 1}.get(state.w @ x)", "state.w @ x == Fraction(0)", "np.sign(state.w @ x) == 0", "math.floor(state.w @ x) > 0",
    "hasattr(x, 'shape')", "len(x) > 2", "state.w @ x // 3 is None",
    "(state.w @ x <= 0) == True", "max(state.w @ x, 1) == 1", "x[0] > 0",
])
def test_a_rule_that_branches_on_a_symbol_has_no_worst_case(rule, body: str, question: str) -> None:
    said = r"(compute on symbols at update [12]|catches exceptions|the value of a number) \(rule_.*\.py, line 1\d\)"
    with pytest.raises(BadInput, match=said):
        problems(scheme_of_rule(rule(body.format(question))), 3)


@pytest.mark.parametrize("question", [
    "isinstance(x, np.ndarray)", "not isinstance(x, Vector)", "type(x) is not Vector", "'x' not in str(x)",
    "isinstance(state.w @ x, Fraction)", "(state.w @ x <= 0) is True", "hasattr(x, '__array__')",
    "str(state.w @ x) == '1'", "f'{state.w @ x}' == '-2'", "getattr(state.w @ x, 'numerator', 0) == -3",
    "isinstance(state.w @ x, Fraction) and state.w @ x == -1",
    # No small example takes the branch.
    "isinstance(state.w @ x, Fraction) and state.w @ x < -1000", "(state.w @ x < -1000) is True",
    "getattr(state.w @ x, 'numerator', 0) < -1000", "getattr(state.w @ x, 'denominator', 1) > 1000",
    "len(str(state.w @ x)) > 9", "json.dumps(state.w @ x, default=str) == '12345'",
    "getattr(state.w @ x, 'conjugate', int)() < -1000", "x.__sizeof__() > 300",
    "math.gcd(getattr(state.w @ x, 'denominator', 1), 1009) == 1009", "hasattr(x, '__array__') and x.size == 7",
    "math.gcd(*attributes(state.w @ x, 'as_integer_ratio', lambda: (1, 1))()) > 1",
 "type(x) is np.ndarray and x.size == 7",
    "'limit_denominator' in dir(state.w @ x) and (state.w @ x).limit_denominator(99) != state.w @ x",
])
def test_a_rule_that_looks_at_types_has_no_worst_case(rule, question: str) -> None:
    with pytest.raises(BadInput, match="looks at the type"):
        problems(scheme_of_rule(rule(LOSING[0].format(question))), 3)


@pytest.mark.parametrize("body", [
    f"match state.w @ x:\n      case object(numerator=n) if n < -1000:\n        return {LARGE}\n    return {PLAIN}",
    f"try:\n      1 / (state.w @ x - 9999)\n    except ZeroDivisionError:\n      return {LARGE}\n    return {PLAIN}",
    f"CALLS.append(1)\n    return {LARGE} if len(CALLS) > 100000 else {PLAIN}",
    f"rule.n = getattr(rule, 'n', 0) + 1\n    return {LARGE} if rule.n > 100000 else {PLAIN}",
    f"COUNTER.n += 1\n    return {LARGE} if COUNTER.n > 100000 else {PLAIN}\nclass Kept: n = 0\nCOUNTER = Kept()",
])
def test_a_rule_with_a_branch_that_small_examples_do_not_take_has_no_worst_case(rule, body: str) -> None:
    with pytest.raises(BadInput, match=r"looks at the type|catches exceptions"):
        problems(scheme_of_rule(rule(body)), 3)


@pytest.mark.parametrize("condition", [
    "y * (state.w @ x) <= (0 if getattr(state.w @ x, 'numerator', 0) > -1000 else -5)",
    "(hasattr(state.w @ x, 'term') or state.w @ x > -1000) and y * (state.w @ x) <= 0",
])
def test_a_condition_asks_for_one_comparison(rule, condition: str) -> None:
    decorator = f"@algorithm(when=lambda state, x, y: {condition}, bias=False)"
    with pytest.raises(BadInput, match="looks at the type"):
        problems(scheme_of_rule(rule(f"return {PLAIN}", decorator)), 2)


def test_a_rule_may_branch_on_its_label_and_on_b(rule) -> None:
    body = f"size = 2 if y > 0 or state.b == 3 else 1\n    return {PLAIN}._replace(b=state.b + size * y / 2)"
    assert len(problems(scheme_of_rule(rule(body, "@algorithm(bias=True)")), 2)) == 4


def test_a_rule_that_counts_its_calls_in_pairs_has_no_worst_case(rule) -> None:
    with pytest.raises(BadInput, match="keeps state between calls"):
        problems(scheme_of_rule(rule(f"CALLS.append(1)\n    return {LARGE} if len(CALLS) // 2 % 2 else {PLAIN}")), 3)


def test_a_condition_is_held_against_numbers_too(rule) -> None:
    decorator = "@algorithm(when=lambda s, x, y: not attributes(x, '__array__', 0) and y * (s.w @ x) <= 0)"
    with pytest.raises(BadInput, match="updates on symbols but not on numbers"):
        problems(scheme_of_rule(rule(f"return {PLAIN}", decorator)), 2)


@pytest.mark.parametrize("body", [
    f"return {LARGE} if y == -1 else {PLAIN}",  # worst-case calls the rule once for each label
    f"return {LARGE} if y in (-1,) else {PLAIN}",
    "return state._replace(w=state.w + {-1: 100}.get(y, 1) * y * x)",
    f"return {LARGE} if state.b else {PLAIN}",  # it is 0
])
def test_a_rule_may_branch_on_what_is_a_number(rule, body: str) -> None:
    assert problems(scheme_of_rule(rule(body)), 2)


@pytest.mark.parametrize(("condition", "labelled"), [
    ("state.w @ x <= y", {(1, -1), (1, 1)}),  # of a first update, 0 <= y
    ("Eq(state.w @ x, 0)", {(1, 1), (1, -1)}),
])
def test_a_labelling_that_is_impossible_does_not_end_the_others(rule, condition: str, labelled: set) -> None:
    scheme = scheme_of_rule(rule(f"return {PLAIN}", f"@algorithm(when=lambda state, x, y: {condition}, bias=False)"))
    assert {problem.labels for problem in problems(scheme, 2)} <= labelled
    with pytest.raises(BadInput, match="never makes update 1"):
        problems(scheme_of_rule(Rule("never", scheme.rule.function, lambda s, x, y: y * (s.w @ x) < 0, bias=False)), 2)

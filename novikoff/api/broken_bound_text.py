"""Text and JSON about examples that break or nearly break a claimed bound, and code that reproduces them.

Main definitions: `broken_text`, `broken_blocks`, `examples_rows`, `ratio_text`, `case_code`, `case_json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..algorithms.command_results import format_count, format_rounded
from ..report.document_formats import Block, Code, Formula, Inline, Table, Words
from ..report.value_text import classifier_json, exact_json, is_short

if TYPE_CHECKING:
    from ..properties.claimed_bound_statements import Case, ClaimedBound
    from ..properties.square_roots import Number


MOST_SHOWN = 16  # examples, and coordinates of each; for larger data only the size is printed


def describe_sharpness(times: tuple[Number, Number] | None) -> str:
    """Return a phrase with the ratio of a bound to the sharp bound; "" if the ratio is unknown.

    >>> describe_sharpness((Fraction(19, 10), Fraction(19, 10))), describe_sharpness((Fraction(1), Fraction(4, 3)))
    (', and is 19/10 times the sharp one', ', and is at most 4/3 times the sharp one')
    >>> describe_sharpness((Fraction(19, 10), Fraction(2)))
    ', and is between 19/10 and 2 times the sharp one'
    """
    if times is None:
        return ""
    least, most = times
    if least == most == 1:
        return ", and no smaller multiple of it holds"
    shown = format_rounded(most) if isinstance(most, Fraction) else f"≈ {float(most):.5f}"
    between = "" if least == most else "at most " if least == 1 else f"between {least} and "
    return f", and is {between}{shown} times the sharp one"


def broken_text(case: Case) -> str:
    """Return why a claim is false, in one line."""
    size = format_count(len(case.X), "example")
    if case.k is None:
        why = "no update changes anything (R = 0)" if case.claim.rule is None else "a state repeats"
        return f"false for a run on {size} that never ends: {why}"
    return f"false for a run of {case.made} on {size}: {case.left} {_not(case)} {case.right}"


def _not(case: Case) -> str:
    return {"<=": ">", "<": ">="}[case.claim.operator]


def broken_blocks(case: Case, reproduce: str) -> list[Block]:
    """Return the examples that break a claim, and the code that shows it; for large data, a hint where to get them."""
    examples = Table(examples_rows(case))
    return [examples] if is_large(case) else [examples, Words(["to reproduce:"]), Code(reproduce)]


def is_large(case: Case) -> bool:
    """Return whether a reader gets only the size of the examples."""
    return max(len(case.X), len(case.X[0])) > MOST_SHOWN


def ratio_text(case: Case) -> str:
    """Return the ratio of the two sides, in one line."""
    name = "k/bound" if str(case.claim.left) == "k" else "left/right"
    whole = isinstance(case.ratio, Fraction) and case.ratio.denominator == 1
    near = "" if whole else f" (≈ {case.steepness:.4g})"
    return f"{name} = {case.ratio}{near}, with k = {case.k}{' and more' * case.more}"


def examples_rows(case: Case) -> list[Sequence[Inline]]:
    """Return the examples of a case and the separator; for large data their size."""
    if is_large(case):
        size = f"{format_count(len(case.X), 'example')} in dimension {len(case.X[0])}"
        return [("", f"on {size}, gamma = {case.gamma}"),
                ("", "--json has them, with the code that reproduces a refutation; -o FILE writes it to a file")]
    pairs = zip(case.X, case.y, strict=True)
    points: list[Sequence[Inline]] = [("", ["x = ", _point(x), f", y = {label}"]) for x, label in pairs]
    separator: Sequence[Inline] = ("", ["w = ", _point(case.w), ", b = ", _point(case.b), f", gamma = {case.gamma}"])
    return [*points, separator]


def _point(x: Any) -> str | Formula:
    """Return a number, or a nested tuple of numbers; a long tuple is cut."""
    if not isinstance(x, tuple):
        return str(x)
    parts = [str(getattr(part, "text", part)) for part in map(_point, x[:MOST_SHOWN])]
    text = f"({', '.join([*parts, *['…'] * (len(x) > MOST_SHOWN)])})"
    return Formula("term", (x,), text=text) if len(x) <= MOST_SHOWN and all(map(is_short, x)) else text


def case_code(
    stated: ClaimedBound, algorithm: str, case: Case, separator: tuple[Sequence[Any], Any] | None = None
) -> str:
    """Return Python code that makes the run on the examples, and then evaluates the claim there.

    The code uses the given `separator` = (w, b) instead of the separators that `bound` tries.
    """
    points = ", ".join(map(_number, case.X))
    tie = "" if stated.tie == "mistake" else f", tie={stated.tie!r}"
    if stated.rule is None:
        runs = stated.several.name if stated.several else "perceptron"
        source = f"from novikoff.algorithms import {runs}"
        options = stated.several.options(stated.bias_step, stated.tie) if stated.several else {"bias_step": 1}
        given = f", bias_step={_step(stated)}{tie}" if options else ""
        still = ["max_updates=1", 'run.stopped == "max_updates" and not any(run.w) and not run.b  # as at the start, '
                 "so it never ends"]
    else:
        source = "from novikoff.algorithms.registry import lookup_algorithm"
        runs = f"lookup_algorithm({stated.rule.name!r})"
        given, still = f", tie={stated.tie!r}", ["max_updates=10**4", 'run.stopped == "cycle"']
    cut = f", max_updates={case.k}" if case.more else ""
    shown = [f"assert {runs}.run(X, y{given}{cut}).updates == {case.k}"] if case.k is not None else [
        f"run = {runs}.run(X, y{given}, {still[0]})", f"assert {still[1]}"]
    sides = "" if case.k is None else f"  # {case.left} {_not(case)} {case.right}"
    if separator is None:
        imported = "import novikoff"
        asked = [f"held = novikoff.bound({stated.text!r}, algorithm={algorithm!r}{tie}, data=(X, y))",
                 f'assert held.verdict == "refuted"{sides}']
    else:
        imported = "from novikoff.properties.claimed_bound_statements import claim"
        w, b = map(_number, separator)
        about = f"bias_step={_step(stated)}" if stated.rule is None else f"rule={runs}.rule"
        if stated.several:
            imported += "\nfrom novikoff.properties.multiclass_claimed_bounds import SEVERAL"
            about += f", several=SEVERAL[{stated.several.name!r}]({stated.several.bias})"
        asked = [f"case = claim({stated.text!r}, {about}{tie}).at(X, y, {w}, {b}, {case.k})",
                 f"assert not case.holds{sides}"]
    lines = [imported, source, "", f"X, y = [{points}], {list(case.y)}",
             *shown, *asked]
    return "\n".join(["from fractions import Fraction", *lines] if "Fraction(" in "".join(lines) else lines)


def _step(stated: ClaimedBound) -> str:
    return repr("R2") if stated.bias_step == "R2" else _number(stated.bias_step)


def _number(value: Any) -> str:
    """Return a rational, or a nested list of rationals, as Python code."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_number, value))}]"
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else f"Fraction({exact.numerator}, {exact.denominator})"


def case_json(case: Case | None) -> Any:
    """Return a case as JSON data: examples, separator, updates, both sides of the claim and their ratio."""
    return case and {
        "X": exact_json(case.X), "y": list(case.y), "k": case.k, **classifier_json(case.w, case.b),
        "gamma": str(case.gamma), "left": None if case.k is None else str(case.left),
        "right": str(case.right),
        "ratio": None if case.ratio is None else str(case.ratio), **({"more": True} if case.more else {}),
    }

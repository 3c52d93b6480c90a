"""The largest number of updates of an algorithm: the bound of a theorem, and exact data on which the algorithm makes as
many updates.

Main definitions: `worst_case`, `estimate`, `find_worst_case_answer`, `find_answers`, `WorstCaseReport`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from ..algorithms.command_results import format_count, format_equal, format_rounded
from ..algorithms.errors import BadInput, format_option, uses_cli_names
from ..algorithms.options import parse_increments, parse_rational
from ..algorithms.registry import Algorithm
from ..algorithms.run_loop import check_flag, check_integer, check_list, check_time_limit
from ..report.document_formats import Block, Cite, Inline, Table, Words
from ..report.result_output import Reported, Row, progress
from ..report.value_text import classifier_json, exact_json, format_decimal, number
from .option_parsing import read_settings, to_values

if TYPE_CHECKING:
    from ..properties.estimation.estimates import Estimate
    from ..properties.estimation.worst_case_by_algorithm import Comparison
    from ..properties.worst_cases.worst_case import WorstCase

MOST_SHOWN = 12  # examples, and coordinates of each
__all__ = ["estimate", "worst_case"]


def worst_case(
    algorithm: str, *, updates: int | None = None, ratio: Fraction | int | str | None = None,
    dimension: int | None = None, R2: Fraction | int | str | None = None,
    rates: Iterable[Fraction | int | str] | str | None = None, examples: int | None = None,
    start: Fraction | int | str | None = None, limit: float | None = None, **options: Any,
) -> WorstCase:
    """Return the largest number of updates that an algorithm can need, with a theorem and exact data.

    Give either `updates` or `ratio`.

    algorithm  a name as for `novikoff worst-case`: "perceptron:homogeneous", "perceptron:R2", …
    updates    a number of updates; the result has the least ratio R²/γ² for it
    ratio      R²/γ², an exact number or a text such as "7/2"; the result has the most updates for it
    dimension  of the examples: 2, 3, or None for any
    R2         bound on ‖x‖²; None: any
    rates      step sizes of the first updates, the last of which repeats; or "1/t" or "2^-t"
    examples   number of examples, for the batch perceptron
    start      bound on ‖w₀‖/R, for starts other than 0
    limit      work, in seconds on a typical laptop: it is counted, so the answer does not depend on the machine;
               None: no limit
    options    of the algorithm: beta="1/2", …

    The result has the bound `upper` with its `theorem`, `data` with X and y, the `record` of the run on them, and
    `closed`, which is true if bound and data agree. Raises `BadInput`, and `OutOfTime` at the limit.

    >>> found = worst_case("perceptron:homogeneous", ratio="7/2")
    >>> found, found.theorem, found.data.X
    (<perceptron:homogeneous, R²/γ² = 7/2: 3 updates of 7/2>, 'novikoff-mistake-bound', [[54, 84, 0], [-54, 35, -76], [54, -80, -26]])
    """  # noqa: E501
    def exact(value: Fraction | int | str | None, where: str) -> Fraction | None:
        return None if value is None else parse_rational(value, where)

    entry, read = read_settings(algorithm, to_values(options))
    sizes = None
    if rates is not None:
        sizes = parse_increments(rates if isinstance(rates, str) else check_list(rates, "rates"), "rates")
    number = None if updates is None else check_integer(updates, "updates", 1)
    if dimension is not None:
        dimension = check_integer(dimension, "dimension", 1)
    return find_worst_case_answer(algorithm, entry, read, updates=number, ratio=exact(ratio, "ratio"),
                                  dimension=dimension,
                                  R2=exact(R2, "R2"), rates=sizes, examples=examples, start=exact(start, "start"),
                                  limit=check_time_limit(limit))


def estimate(
    algorithm: str, updates: int, *, R2: Fraction | int | str = 1, labels: Sequence[int] | None = None,
    equal_lengths: bool = False, rates: Sequence[Fraction | int | str] = (), start: Fraction | int | str | None = None,
    limit: float | None = None, **options: Any,
) -> Estimate:
    """Compute the worst case of any update rule for a number of updates: a proved lower bound, and data near it.

    algorithm      "MODULE:FUNCTION", your own update rule, or a name as for `worst_case`
    updates        number of updates, at least 1
    R2             bound on ‖x‖², for a rule with a scale of its own; without a scale, R is arbitrary
    labels         −1 or 1 for each update; None: try all
    equal_lengths  whether all examples have ‖x‖² = R2
    rates          step size of each update, for the perceptron
    start          the run starts at any w₀ with ‖w₀‖ ≤ start·R, for the perceptron without bias
    limit          work, in seconds on a typical laptop: it is counted, so the answer does not depend on the machine;
                   None: no limit
    options        of the algorithm: beta="1/2", …

    The result has the bound `lower` with the `theorems` that prove it and their certificates `book`, `data` with the
    value `upper`, and `is_exact`. Raises `BadInput` for a rule that the method cannot treat and without the solver, and
    `OutOfTime` at the limit.

    >>> found = estimate("margin_perceptron:homogeneous", 3, beta="1/2")
    >>> found, found.is_exact, found.theorems[0].statement[-21:]
    (<margin_perceptron:homogeneous, 3 updates: 20/11>, True, 'u@u >= 20*gamma**2/11')
    """
    entry, read = read_settings(algorithm, to_values(options))
    steps = [parse_rational(rate, "rates") for rate in check_list(rates, "rates")]
    signs = None if labels is None else check_list(labels, "labels")
    begun = None if start is None else parse_rational(start, "start")
    ((found, _),), _ = find_answers(
        algorithm, entry, read, [check_integer(updates, "updates", 1)], check_time_limit(limit), labels=signs,
        square_radius=parse_rational(R2, "R2"), equal_lengths=check_flag(equal_lengths, "equal_lengths"), rates=steps,
        start=begun,
    )
    return found


def find_worst_case_answer(
    typed: str, entry: Algorithm, options: dict[str, Any], *, updates: int | None, ratio: Fraction | None,
    limit: float | None = None, quiet: bool | None = None, **fixed: Any,
) -> WorstCase:
    """Return the worst case of an algorithm; `fixed` has the arguments of `by_algorithm.family`.

    Raises `BadInput` if no worst case is known, and `OutOfTime` at the limit of work.
    """
    from ..algorithms.processes import OutOfTime, run_in_subprocess
    from ..proofs.search.work import PER_SECOND, limited_to
    from ..properties.worst_cases.by_algorithm import family
    from ..properties.worst_cases.worst_case import find_worst_case

    if (updates is None) == (ratio is None):
        raise BadInput(
            f"give one of {format_option('updates', 'K')} and {format_option('ratio', 'Q')}; the other is the answer"
        )
    if entry.rule is not None:  # user-defined rules have no analysis
        way = "--method semidefinite" if uses_cli_names() else "estimate"
        raise BadInput(f"no worst case is known for {typed}, your own update rule; {way} finds one for a given number "
                       "of updates")
    known = family(entry, options, **fixed)
    what = f"{known.ratio} = {ratio}" if updates is None else format_count(updates, "update")

    def work() -> WorstCase:
        with limited_to(limit and limit * PER_SECOND):
            return find_worst_case(typed, entry, known, updates=updates, ratio=ratio)

    with progress("worst-case", quiet) as tell:
        tell(what, 0, None)
        try:
            return work() if limit is None else run_in_subprocess(None, work)
        except OutOfTime as problem:
            raise OutOfTime(f"{problem}: novikoff has read the theorems on {typed} and tried data for {what}; give a "
                            "larger limit") from None


Answers = list[tuple["Estimate", "Comparison | None"]]


def find_answers(
    typed: str, entry: Algorithm, given: dict[str, Any], numbers: Sequence[int], limit: float | None = None,
    quiet: bool | None = None, *, rates: Sequence[Fraction] = (), start: Fraction | None = None, **asked: Any,
) -> tuple[Answers, str]:
    """Return the estimate for each number of updates with the ledger's bound on its data, and a reason for missing
    ones.

    `asked` has the further arguments of `properties.estimation.worst_case_by_algorithm.worst_case`. The last numbers
    are missing if the work limit was reached; the reason is "" if none is. Raises `OutOfTime` if all are missing.
    """
    from ..algorithms.processes import OutOfTime, yield_latest
    from ..proofs.search import work
    from ..properties.estimation.worst_case_by_algorithm import compare_with_bound, worst_case

    def search() -> Iterator[Answers]:
        with work.limited_to(limit and limit * work.PER_SECOND):
            yield from each_number()

    def each_number() -> Iterator[Answers]:
        found: Answers = []
        for updates in numbers:
            one = worst_case(entry, given, updates, rates=rates, start=start, **asked)
            if work.is_over() and not one:
                raise OutOfTime(work.LIMIT)
            known = compare_with_bound(entry, given, one, rates, start)
            found = [*found, (replace(one, rule=typed), known)]
            yield found

    found: Answers = []
    with progress("worst-case", quiet) as tell:
        tell(format_count(numbers[0], "update"), 0, len(numbers))
        try:
            for found in search() if limit is None else yield_latest(None, search):
                tell(format_count(found[-1][0].updates, "update"), len(found), len(numbers))
        except OutOfTime as problem:
            done = f"only up to {format_count(found[-1][0].updates, 'update')}" if found else "for no number of updates"
            tried = (f"{problem} for {typed} with {_numbers(numbers)}; novikoff has answers {done}; "
                     "give a larger limit")
            if not found:
                raise OutOfTime(tried) from None
            return found, tried
    return found, ""


def _numbers(updates: Sequence[int]) -> str:
    return format_count(updates[0], "update") if len(updates) == 1 else f"{updates[0]} to {updates[-1]} updates"


@dataclass(frozen=True, repr=False)
class WorstCaseReport(Reported):
    """The output of `novikoff worst-case`."""

    found: WorstCase

    @property
    def exit_status(self) -> int:
        return self.found.exit_status

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        found, data = self.found, self.found.data
        first = Words([_headline(found)])
        if quiet:
            return [first]
        reached = f"{format_count(found.reached, 'update')} on {format_count(len(data.X), 'example')} in dimension "
        reached += f"{len(data.X[0])} with {found.family.ratio} {format_equal(data.ratio)}"
        more = ", …" * (len(data.w) > MOST_SHOWN)
        w = f"({', '.join(map(format_decimal, data.w[:MOST_SHOWN]))}{more})"
        separator = f"w = {w}, b = {format_decimal(data.b)}, with the margin {format_decimal(data.margin)}"
        rows: list[Sequence[Inline]] = [("theorem", [Cite(found.theorem), ": updates ≤ ", number(found.upper)])]
        rows += [("sharp by", ", ".join(found.sharp))] if found.sharp else []
        rows += [("reached", reached), ("separator", separator), *([("gap", found.gap)] if found.gap else [])]
        if start := data.options.get("start"):
            rows.append(("start", f"w = ({', '.join(map(format_decimal, start[0]))}), b = {format_decimal(start[1])}"))
        if found.closed and data.ratio > found.ratio:
            rows.append(("", "a little above the least ratio; finer coordinates come arbitrarily close to it"))
        points = [[*map(format_decimal, x[:MOST_SHOWN]), *["…"] * (len(x) > MOST_SHOWN), f"{y:+d}"]
                  for x, y in zip(data.X, data.y, strict=True)]
        kept = points if verbose else points[:MOST_SHOWN]
        widths = [max(map(len, column)) for column in zip(*kept, strict=True)]
        for i, point in enumerate(kept):
            cells = (f"{cell:>{width}}" for cell, width in zip(point, widths, strict=True))
            rows.append(["" if i else "examples", *cells])
        if len(kept) < len(points) or more:
            rows.append(("", "… all of them with --json or --data FILE"))
        return [first, Table(rows)]

    def json(self) -> dict[str, Any]:
        found, data = self.found, self.found.data
        start = data.options.get("start", ([0] * len(data.X[0]), 0))
        return {
            "schema": 1, "algorithm": found.typed, "updates": found.updates, "ratio": str(found.ratio),
            "upper": {"value": str(found.upper), "theorem": found.theorem},
            "reached": {
                "X": exact_json(data.X), "y": list(data.y), "updates": found.reached, "ratio": str(data.ratio),
                "R2": str(data.R2), "start": classifier_json(*start),
                "separator": {**classifier_json(data.w, data.b), "margin": str(data.margin)},
            },
            "closed": found.closed, "sharp": list(found.sharp), **({"gap": found.gap} if found.gap else {}),
        }

    def rows(self) -> list[Row]:
        found = self.found
        return [Row("worst-case", "ok" if found.closed else "inconclusive", _headline(found), found.typed)]


def _headline(found: WorstCase) -> str:
    ratio, most = found.family.ratio, floor(found.upper)
    if found.fixed == "ratio":
        known = f"exactly {most}" if found.closed else f"from {found.reached} to {most}"
        return f"{found.typed}: with {ratio} ≤ {found.ratio} the most updates are {known}"
    many = format_count(found.updates, "update")
    if found.closed:
        return f"{found.typed}: {many} need{'s' * (found.updates == 1)} {ratio} ≥ {found.ratio}"
    if found.reached < found.updates:
        return f"{found.typed}: {many} need {ratio} ≥ {found.ratio}, but known data make at most {found.reached}"
    return f"{found.typed}: the least {ratio} for {many} is from {found.ratio} to {format_rounded(found.data.ratio)}"

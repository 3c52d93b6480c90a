"""The report on a statement that is neither proved nor refuted: attempts, remaining goals, and advice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...algorithms.command_results import format_count
from ...algorithms.optional_packages import install
from ..search import numerical_counterexamples, sums_of_squares
from ..search.numerical_counterexamples import Point
from ..statements.grammar import KINDS

LEVEL = 1e-4  # a gap that is smaller is taken for 0


@dataclass(frozen=True)
class Evidence:
    """The evidence about a statement that is open.

    `tried` are the strategies, `residual` is each conclusion after simplification, `gap` is the smallest value found
    for a conclusion that should be ≥ 0, `at` has the numbers at this point, and `advice` has suggestions.
    """

    tried: tuple[str, ...] = ()
    residual: tuple[str, ...] = ()
    gap: float | None = None
    at: Mapping[str, Any] | None = None
    advice: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        """Return the parts of the report that are not empty."""
        data: dict[str, Any] = {"tried": list(self.tried), "residual": list(self.residual), "advice": list(self.advice)}
        if self.gap is not None:
            data["gap"] = {"value": self.gap, "at": self.at}
        return {key: value for key, value in data.items() if value}

    def lines(self, verbose: bool) -> list[str]:
        """Return the same report as lines for people; with `verbose`, it names all methods that were tried."""
        lines = [f"  left to show: {goal}" for goal in self.residual]
        if self.gap is not None:
            numbers = ", ".join(f"{name.rstrip('@')} = {format_float(value)}"
                                for name, value in (self.at or {}).items())
            lines.append(f"  smallest gap seen: {self.gap:.3g} at {numbers}")
        names = ", ".join(self.tried) if verbose else f"{format_count(len(self.tried), 'method')}; --verbose names all"
        lines += [f"  tried: {names}"] if self.tried else []
        return lines + [f"  {sentence}" for sentence in self.advice]


def format_float(value: Any) -> str:
    """Return a number in short form, or the short forms of a list of numbers."""
    return f"{value:.4g}" if isinstance(value, float) else "(" + ", ".join(map(format_float, value)) + ")"


def evidence(tried: Iterable[str], residual: Iterable[str], points: Sequence[Point]) -> Evidence:
    """Return the report, given what is left to show and the points of the local search."""
    lowest = next((point for point in points if point.is_sound), None)
    gap, at = None, None
    if lowest:
        gap, known = lowest.gap, lowest.problem.statement.assume
        at = {name: value for name, value in lowest.values().items() if f"{name}.def" not in known}
    return Evidence(tuple(methods(tried)), tuple(residual), gap, at, tuple(advice(gap)))


def methods(tried: Iterable[str]) -> Iterable[str]:
    """Yield the methods of some strategies, each once.

    The text of a strategy lists its methods, separated by commas. Methods that differ only in weight count once.

    >>> list(methods(["factors", "factors, weight 4", "term by term, factors", "term by term, squares of weight 4"]))
    ['factors', 'term by term', 'squares of weight 4']
    """
    parts = (method for strategy in tried for method in strategy.split(", "))
    return dict.fromkeys(method for method in parts if not method.startswith(("weight ", "degree ")))


def advice(gap: float | None) -> Iterable[str]:
    """Yield the advice that usually helps."""
    if not (sums_of_squares.is_there() and numerical_counterexamples.has_scipy()):
        yield f"skipped without the extra 'solvers': sums of squares and local search; {install('solvers')}"
    if gap is not None and gap < -LEVEL:
        yield "it seems to fail at this point, but no exact counterexample was found near it"
    elif gap is not None and gap < LEVEL:
        yield "it seems to be tight at this point: a square that is 0 there may help, as in  using 'square(a - b)'"
    elif gap is not None:
        yield "it seems to hold strictly: an intermediate inequality, stated and proved first, may help"
    yield f"a hint is one of {KINDS}, or a product such as 'hypothesis1*hypothesis2', after  using"

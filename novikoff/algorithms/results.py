"""What a question comes to: the exit status of its command, and whether the result is true.

A result is true just when all holds, that is, when its command would end with status 0. So
`assert novikoff.prove("real a |- a >= 0")` fails, as it should.

Main definitions:
    Shown          what has a short repr, and a page in a notebook
    Result         what the results of prove, check, bound, run, separate and audit are
    format_count, format_digits  a number of things, a fraction
    format_rounded, format_equal  a fraction if it is short, else five digits of it
    exit_status    the exit status for how each part of a question fared
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, ClassVar

OK, FAILED, MISUSE, INCONCLUSIVE, NOTHING, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 5, 70, 130


MOST = 400  # characters of a repr


class Shown(ABC):  # noqa: B024  # what has no page of its own is shown by its repr
    """What says in a line what it is, and is shown in a notebook by the page that the front door sets for it."""

    page: ClassVar[Callable[[Any, str], str | None] | None] = None  # of an object, in "html" or "latex"

    def in_short(self) -> str:
        """What it is, in a line."""
        return type(self).__name__

    def __repr__(self) -> str:
        """One line, or a few."""
        said = self.in_short()
        return f"<{said if len(said) <= MOST else said[: MOST - 1] + '…'}>"

    def _repr_html_(self) -> str | None:
        """As a notebook shows it; None stands for its repr."""
        return None if Shown.page is None else Shown.page(self, "html")

    def _repr_latex_(self) -> str | None:
        """Return the result as LaTeX for MathJax."""
        return None if Shown.page is None else Shown.page(self, "latex")


class Result(Shown):
    """An answer with an exit status; true just when that is 0."""

    @property
    @abstractmethod
    def exit_status(self) -> int:
        """0 all holds; 1 something is refuted, vacuous or an error; 3 inconclusive only; 5 nothing was looked at."""

    def __bool__(self) -> bool:
        """Whether all holds."""
        return self.exit_status == OK


def format_count(number: int, what: str) -> str:
    """A number of things.

    >>> format_count(1, "update"), format_count(0, "update")
    ('1 update', '0 updates')
    """
    return f"{number} {what}{'s' * (number != 1)}"


def format_digits(value: Fraction | None, places: int = 10) -> str:
    """A fraction as it is, if it is short, or in digits, if it has few after the point.

    >>> format_digits(Fraction(20, 11)), format_digits(Fraction(17432073507, 10**10)), format_digits(Fraction(1, 3**30))
    ('20/11', '1.7432073507', '1/205891132094649')
    """
    if value is None:
        return "unknown"
    if len(str(value)) <= 13 or value < 0 or 10**places % value.denominator:
        return str(value)
    whole, rest = divmod(value.numerator * (10**places // value.denominator), 10**places)
    return f"{whole}.{rest:0{places}}".rstrip("0")


def format_rounded(value: Fraction) -> str:
    """A fraction: itself if it is short, else rounded up and marked so.

    >>> format_rounded(Fraction(7, 2)), format_rounded(Fraction(400000000001, 10**11))
    ('7/2', '≈ 4.00001')
    """
    if len(str(value)) <= 9:
        return str(value)
    up = -(-value.numerator * 10**5 // value.denominator)
    return f"≈ {up // 10**5}.{up % 10**5:05}"


def format_equal(value: Fraction) -> str:
    """That something is this number, or about it.

    >>> format_equal(Fraction(7, 2)), format_equal(Fraction(400000000001, 10**11))
    ('= 7/2', '≈ 4.00001')
    """
    return said if (said := format_rounded(value)).startswith("≈") else f"= {said}"


def exit_status(statuses: Iterable[str]) -> int:
    """The exit status for parts that are "ok", "failed", "inconclusive" or "error".

    >>> [exit_status(found) for found in ([], ["ok"], ["ok", "inconclusive"], ["inconclusive", "failed"])]
    [5, 0, 3, 1]
    """
    found = set(statuses)
    if not found:
        return NOTHING
    if found & {"failed", "error"}:
        return FAILED
    return INCONCLUSIVE if "inconclusive" in found else OK

"""Results of commands: their exit status, and whether they are true.

A result is true if and only if its command would end with status 0. So `assert novikoff.prove("real a |- a >= 0")`
works as expected.

Main definitions: `Shown`, `Result`, `exit_status`; `format_…` print numbers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, ClassVar

OK, FAILED, MISUSE, INCONCLUSIVE, NOTHING, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 5, 70, 130


MOST = 400  # characters of a repr


class Shown(ABC):  # noqa: B024  # an object without a page is shown by its repr
    """An object with a one-line description, and a page that a notebook shows."""

    page: ClassVar[Callable[[Any, str], str | None] | None] = None  # of an object, in "html" or "latex"

    def in_short(self) -> str:
        """Return a description in one line."""
        return type(self).__name__

    def __repr__(self) -> str:
        said = self.in_short()
        return f"<{said if len(said) <= MOST else said[: MOST - 1] + '…'}>"

    def _repr_html_(self) -> str | None:
        """Return the page that a notebook shows; None means the repr."""
        return None if Shown.page is None else Shown.page(self, "html")

    def _repr_latex_(self) -> str | None:
        """Return the result as LaTeX for MathJax."""
        return None if Shown.page is None else Shown.page(self, "latex")


class Result(Shown):
    """An answer with an exit status; true if and only if that is 0."""

    @property
    @abstractmethod
    def exit_status(self) -> int:
        """Return 0 if all holds, 1 if something is refuted, vacuous or an error, 3 if inconclusive only, 5 if nothing
        was checked.
        """

    def __bool__(self) -> bool:
        return self.exit_status == OK


def format_count(number: int, what: str) -> str:
    """Return a number with its noun, in the plural if needed.

    >>> format_count(1, "update"), format_count(0, "update")
    ('1 update', '0 updates')
    """
    return f"{number} {what}{'s' * (number != 1)}"


def count_examples(template: str, number: Any, **more: str) -> str:
    """Return a sentence with a number in place of {}, with its noun in place of {examples} or {signed_examples}, and
    `more` texts in place of their names.

    >>> count_examples("support {examples}", 1), count_examples("found at update {}", 3)
    ('support 1 example', 'found at update 3')
    """
    nouns = {f"{noun.replace(' ', '_')}s": format_count(number, noun) for noun in ("example", "signed example")}
    return template.format(number, **nouns, **more)


def format_digits(value: Fraction | None) -> str:
    """Return a short fraction unchanged, and a longer fraction in decimals if it has few decimals.

    >>> format_digits(Fraction(20, 11)), format_digits(Fraction(17432073507, 10**10)), format_digits(Fraction(1, 3**30))
    ('20/11', '1.7432073507', '1/205891132094649')
    """
    if value is None:
        return "unknown"
    if len(str(value)) <= 13 or value < 0 or 10**10 % value.denominator:
        return str(value)
    whole, rest = divmod(value.numerator * (10**10 // value.denominator), 10**10)
    return f"{whole}.{rest:010}".rstrip("0")


def format_rounded(value: Fraction) -> str:
    """Return a short fraction unchanged, and a longer fraction rounded up and marked as rounded.

    >>> format_rounded(Fraction(7, 2)), format_rounded(Fraction(400000000001, 10**11)), format_rounded(Fraction(10**99))
    ('7/2', '≈ 4.00001', '≈ 1.00000·10^99')
    """
    if len(str(value)) <= 9:
        return str(value)
    up = -(-value.numerator * 10**5 // value.denominator)
    if (places := len(str(up // 10**5)) - 1) > 20:
        lead = -(-up // 10**places)
        return f"≈ {lead // 10**5}.{lead % 10**5:05}·10^{places}"
    return f"≈ {up // 10**5}.{up % 10**5:05}"


def format_equal(value: Fraction) -> str:
    """Return "= value", or "≈" with a rounded value if the exact one is long.

    >>> format_equal(Fraction(7, 2)), format_equal(Fraction(400000000001, 10**11))
    ('= 7/2', '≈ 4.00001')
    """
    return said if (said := format_rounded(value)).startswith("≈") else f"= {said}"


def exit_status(statuses: Iterable[str]) -> int:
    """Return the exit status for parts that are "ok", "failed", "inconclusive" or "error".

    >>> [exit_status(found) for found in ([], ["ok"], ["ok", "inconclusive"], ["inconclusive", "failed"])]
    [5, 0, 3, 1]
    """
    found = set(statuses)
    if not found:
        return NOTHING
    if found & {"failed", "error"}:
        return FAILED
    return INCONCLUSIVE if "inconclusive" in found else OK

"""The mistakes a user can make, each with one sentence that says what to do about it.

Main definitions:
    BadInput     a user's mistake; the command line turns it into exit status 2
    NoSeparator  the data have no separator; carries the exact certificate
    ReplayError  a record of a run does not fit its data
    Interrupted  a run was interrupted; carries the record of what was done
    near         the question whether another name was meant
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any


class BadInput(ValueError):
    """Something given by the user cannot be used.

    The message is one clear sentence: where, what was given, what was wrong, what to do.
    """


class NoSeparator(BadInput):
    """No hyperplane separates the examples.

    `certificate` holds one weight λᵢ ≥ 0 per example, Σ λᵢ = 1, with Σ λᵢ yᵢ(xᵢ, 1) = 0 exactly
    (Σ λᵢ yᵢxᵢ = 0 when the classifier has no bias): no (w, b) is positive on every term of a sum that is 0.
    """

    def __init__(self, message: str, certificate: tuple[Fraction, ...]) -> None:
        """Take the sentence and the weights λ."""
        super().__init__(message)
        self.certificate = certificate

    def __reduce__(self) -> tuple[Any, ...]:
        """Survive the way between processes, which rebuilds exceptions from their arguments."""
        return type(self), (str(self), self.certificate)


class ReplayError(BadInput):
    """A recorded run cannot be repeated on the data given; the message names the step."""


class Interrupted(KeyboardInterrupt):
    """A run was interrupted between two steps; `record` is its record so far, with stopped = "interrupted"."""

    def __init__(self, record: Any) -> None:
        """Keep the record."""
        super().__init__(f"interrupted after {record.updates} updates")
        self.record = record


def near(word: object, names: Iterable[str], otherwise: str = "") -> str:
    """Whether one of the names was meant that are written much like this word; if none is, what is said otherwise.

    >>> near("perceptrn", ["perceptron", "svm"], "known are perceptron, svm")
    'did you mean perceptron?'
    >>> near("k-means", ["perceptron", "svm"], "known are perceptron, svm")
    'known are perceptron, svm'
    """
    from difflib import get_close_matches

    close = get_close_matches(str(word)[:60], list(names), n=3)
    return f"did you mean {' or '.join(close)}?" if close else otherwise

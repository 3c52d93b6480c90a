"""The mistakes a user can make, each reported in one sentence that says what to do."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from shlex import quote
from typing import Any


class BadInput(ValueError):
    """Report input from the user that cannot be used.

    The message is one sentence: where the problem is, what was given, what is wrong, and what to do.

    >>> import novikoff
    >>> try:
    ...     novikoff.prove("real a |- a + b >= 0")
    ... except BadInput as problem:
    ...     print(problem)
    column 15: 'b' is not declared; declare it with  vec b  or  real b
    """


class BadExample(BadInput):
    """An algorithm cannot take an example, or one of its values.

    `dataset_reader.name_places` replaces the index in the message by a place. `index` is the index of the example in X,
    and of the value if there is one; `problem` is the rest of the message.
    """

    def __init__(self, index: tuple[int, ...], problem: str, value: object = None) -> None:
        given = "" if value is None else f" = {value!s:.40}"
        super().__init__("X" + "".join(f"[{i}]" for i in index) + given + f" {problem}")
        self.index: tuple[int, ...] = index
        self.problem: str = problem
        self.value: object = value

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments from which unpickling in another process rebuilds the exception."""
        return type(self), (self.index, self.problem, self.value)


class TooLong(BadInput):
    """A number with more digits than the checkers of certificates read."""


class NoSeparator(BadInput):
    """No hyperplane separates the examples.

    `certificate` holds one weight λᵢ ≥ 0 per example, Σ λᵢ = 1, with Σ λᵢ yᵢ(xᵢ, 1) = 0 exactly
    (Σ λᵢ yᵢxᵢ = 0 when the classifier has no bias): no (w, b) is positive on every term of a sum that is 0.
    """

    def __init__(self, message: str, certificate: tuple[Fraction, ...]) -> None:
        super().__init__(message)
        self.certificate = certificate

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments from which unpickling in another process rebuilds the exception."""
        return type(self), (str(self), self.certificate)


class ReplayError(BadInput):
    """A recorded run cannot be repeated on the data given; the message names the step."""


class Interrupted(KeyboardInterrupt):
    """A run was interrupted between two steps; `record` is the record up to there, with stopped = "interrupted"."""

    def __init__(self, record: Any) -> None:
        super().__init__(f"interrupted after {record.updates} updates")
        self.record = record


class Slower(RuntimeWarning):
    """A warning that something works, but slowly; the message says what to install."""


def suggest_name(word: object, names: Iterable[str], otherwise: str = "", least: float = 0.6) -> str:
    """Return the question whether similar names were meant, or `otherwise` if no name is similar. `least` is the least
    similarity, from 0 to 1.

    >>> suggest_name("perceptrn", ["perceptron", "svm"], "choose one of perceptron, svm")
    'did you mean perceptron?'
    >>> suggest_name("k-means", ["perceptron", "svm"], "choose one of perceptron, svm")
    'choose one of perceptron, svm'
    >>> suggest_name("torch", ["trace"]), suggest_name("torch", ["trace"], least=0.75)
    ('did you mean trace?', '')
    """
    from difflib import get_close_matches

    close = get_close_matches(str(word)[:60], list(names), n=3, cutoff=max(least, 0.7) if len(str(word)) < 4 else least)
    longer = [name for name in names if len(str(word)) > 1 and name.startswith(str(word)) and name not in close]
    close = [*close, *longer][:3]
    return f"did you mean {' or '.join(close)}?" if close else otherwise


_typed = ContextVar("typed", default=False)


@contextmanager
def use_cli_names() -> Iterator[None]:
    """Make messages inside the block name options as the command line does."""
    token = _typed.set(True)
    try:
        yield
    finally:
        _typed.reset(token)


def uses_cli_names() -> bool:
    """Return whether messages name options as the command line does, and not as Python does."""
    return _typed.get()


def format_option(name: str, value: object = None, *, python: str = "") -> str:
    """Return an option as its reader writes it, on the command line or in Python, with a value if there is one.

    `name` is the name of the option, and of the argument in Python unless `python` is given. A value in capitals is a
    placeholder; True is a flag.

    >>> asked = [("max_updates", "N"), ("missing", "drop"), ("classes", True), ("sep",)]
    >>> [format_option(*each) for each in asked]
    ['max_updates=N', "missing='drop'", 'classes=True', 'sep']
    >>> with use_cli_names():
    ...     [format_option(*each) for each in asked]
    ['--max-updates N', '--missing drop', '--classes', '--sep']
    """
    said = str(value)
    if _typed.get():
        said = quote(said) if said.isprintable() else repr(said)
        return f"--{name.replace('_', '-')}" + f" {said}" * (value is not None and value is not True)
    said = repr(said) if isinstance(value, str) and not value.isupper() else said
    return (python or name) + f"={said}" * (value is not None)


def format_algorithm_option(name: str) -> str:
    """Return an option of an algorithm as its reader writes it: --option NAME on the command line, NAME in Python."""
    return f"--option {name}" if _typed.get() else name

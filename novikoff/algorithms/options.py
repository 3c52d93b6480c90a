"""Options of algorithms: meaning, range, parsing of text, and form in a certificate.

Main definitions: `Option`; `parse_…` parse the text of an option; `within`, `whole` and `one_of` check its value.
"""

import inspect
import operator
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import run_certificates, run_loop
from .errors import BadInput
from .labelled_examples import Arithmetic, convert_number, exact, number
from .run_loop import MOST_DIGITS

# ---------------------------------------------------------------------------------- texts of options


def parse_rational(text: Any, where: str) -> Fraction:
    """Return the number that a decimal or p/q denotes, or a given number, as `labelled_examples.exact` does. A
    `BadInput` names it `where`.

    >>> parse_rational("0.25", "epsilon"), parse_rational(0.25, "epsilon"), parse_rational("0.1", "epsilon")
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 10))
    """
    if isinstance(text, bool):
        text = str(text).lower()
    if not isinstance(text, str):
        return Fraction(exact(text, where))
    try:
        if len(text) <= 100 and "e" not in text.lower():
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise BadInput(f"{where}: {text[:40]!r} is not a rational number; write a decimal or p/q")


def parse_integer(given: Any, where: str) -> int:
    """Return the integer that a text denotes, or that is given as a number; raise `BadInput`."""
    if not isinstance(given, str):
        value = given if isinstance(given, bool) else exact(given, where)
        if not isinstance(given, bool) and value.denominator == 1:
            return int(value)
        given = str(value).lower()
    elif given.isascii() and given.removeprefix("-").isdigit() and len(given) <= 100:
        return int(given)
    raise BadInput(f"{where}: {given[:40]!r} is not a whole number")


def parse_count(given: Any, where: str) -> int:
    """Return the integer ≥ 0 that a text denotes, or that is given; raise `BadInput`."""
    number = parse_integer(given, where)
    if number < 0:
        raise BadInput(f"{where}: {str(number)[:40]} is below 0")
    return number


def parse_integer_or_none(given: Any, where: str) -> int | None:
    """Return an integer, or None for "none"."""
    return None if given == "none" else parse_integer(given, where)


def parse_flag(given: Any, where: str) -> bool:
    """Return True for "true" or True, and False for "false" or False."""
    text = str(given).lower() if isinstance(given, bool) else str(given)
    if text not in ("true", "false"):
        raise BadInput(f"{where}: {text[:40]!r} is neither true nor false")
    return text == "true"


def parse_word(given: Any, where: str) -> str:
    """Return the text unchanged; the algorithm checks it."""
    return str(given)


def parse_bias_step(text: Any, where: str) -> Fraction | str:
    """Return a number, or the word R2."""
    return text if text == "R2" else parse_rational(text, where)


def parse_step_sizes(text: Any, where: str) -> Any:
    """Return a number, a list of numbers (in a text separated by commas), or one of the words 1/t and 1/(λt).

    >>> parse_step_sizes("1,1/2", "rate")
    [Fraction(1, 1), Fraction(1, 2)]
    """
    if text in ("1/t", "1/(λt)"):
        return text
    parts = text.split(",") if isinstance(text, str) else list(text) if isinstance(text, list | tuple) else [text]
    sizes = [parse_rational(part, where) for part in parts]
    return sizes[0] if len(parts) == 1 else sizes


def parse_increments(text: Any, where: str) -> Any:
    """Return a number, a list of numbers (a text has commas between them), or a word that the algorithm knows, such as
    1/t, 2^-t or normalised.

    >>> parse_increments("2^-t", "rates"), parse_increments("2", "rates")
    ('2^-t', Fraction(2, 1))
    """
    is_word = isinstance(text, str) and (text == "2^-t" or not any(map(str.isdigit, text)))
    return text if is_word else parse_step_sizes(text, where)


def parse_names(text: Any, where: str) -> list[str]:
    """Return names, in a text separated by commas.

    >>> parse_names("low,high", "ranks")
    ['low', 'high']
    """
    return text.split(",") if isinstance(text, str) else list(map(str, text))


# -------------------------------------------------------------------------------------- values of options


Check = Callable[[Any, Arithmetic, str], Any]  # of a value in an arithmetic; messages name it


def within(*, least: int | None = None, above: int | None = None, most: int | None = None,
           below: int | Fraction | None = None, hint: str = "") -> Check:
    """Return the check of numbers in a range; exact arithmetic converts them to Fractions, so that quotients are exact.

    >>> within(least=0, below=1)(2, "exact", "rho")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: rho must be >= 0 and < 1 (got 2)
    """
    ends = [(relation, holds, end) for relation, holds, end in (
        (">=", operator.ge, least), (">", operator.gt, above), ("at most", operator.le, most), ("<", operator.lt, below)
    ) if end is not None]

    def check(value: Any, arithmetic: Arithmetic, name: str) -> Any:
        carried = convert_number(value, arithmetic, name)
        if not all(holds(carried, end) for _, holds, end in ends):
            said = " and ".join(f"{relation} {end}" for relation, _, end in ends)
            raise BadInput(f"{name} must be {said} (got {value}){hint}")
        return Fraction(carried) if arithmetic == "exact" else carried

    return check


def at_its_value(check: Check) -> Check:
    """Return a check of numbers that takes a float at its exact binary value."""
    return lambda value, arithmetic, name: check(Fraction(number(value, name)), "exact", name)


def whole(least: int, most: int | None = None) -> Check:
    """Return the check of integers from `least` on, up to `most` if given."""
    return lambda value, arithmetic, name: run_loop.check_integer(value, name, least, most)


def one_of(words: Collection[str]) -> Check:
    """Return the check of words."""
    return lambda value, arithmetic, name: run_loop.check_choice(name, value, words)


def bits_kept(least: int = 2) -> Check:
    """Return the check of the number of digits that an exact run keeps; in float64 it returns None."""
    check = whole(least, MOST_DIGITS)
    return lambda value, arithmetic, name: check(value, arithmetic, name) if arithmetic == "exact" else None


def identity(value: Any, *_: Any) -> Any:
    """Return the value unchanged."""
    return value


def allow_none(check: Check, write: Callable[[Any], Any] = identity, default: Any = None) -> dict[str, Any]:
    """Return the settings of an option that may be None, and else is checked and written by these functions.

    >>> allow_none(whole(1))["check"](None, "exact", "patience") is None
    True
    """
    return {"default": default, "check": lambda value, *how: None if value is None else check(value, *how),
            "write": lambda value: None if value is None else write(value)}


def check_seed(value: Any, arithmetic: Arithmetic, name: str) -> int:
    """Return the seed of random choices; raise `BadInput` unless it is an integer."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name} must be an integer, so that the run can be repeated (got {value!r:.60})")
    return value


def describe_rate(rate: Any) -> str:
    """Return a rate, or the word for rates that change."""
    return rate if isinstance(rate, str) else run_certificates.rational_to_text(rate)


def describe_order(order: Any) -> str | list[int]:
    """Return the name of an order, or its indices as a list."""
    return order if isinstance(order, str) else list(order)


@dataclass(frozen=True)
class Option:
    """One option of an algorithm.

    `read` parses its text or value, `meaning` explains it, and `says` is the sentence that prints its value.
    `convention` is its name among the conventions of an implementation (`properties.audit.conventions`). A `Rule` also
    needs the `default`, the function `check(value, arithmetic, name)`, and the function `write` that converts the value
    of a record for a certificate, None if certificates leave it out. Options that are not `typed` exist only in Python.
    Options that are not `recorded` are no fields of the record, as another field has what they say.
    """

    name: str
    read: Callable[[Any, str], Any]
    meaning: str
    says: str = ""
    convention: str = field(default="", kw_only=True)
    default: Any = field(default=inspect.Parameter.empty, kw_only=True)
    check: Check = field(default=identity, kw_only=True)
    write: Callable[[Any], Any] | None = field(default=run_certificates.rational_to_text, kw_only=True)
    typed: bool = field(default=True, kw_only=True)
    recorded: bool = field(default=True, kw_only=True)


Options = tuple[Option, ...]  # of a rule
Found = dict[str, Callable[[Any], Any] | None]  # the fields of a record, each with what writes it for a certificate

# ------------------------------------------------------------------------------- what many algorithms have

MAX_UPDATES = Option("max_updates", parse_count, "stop before update number N + 1; never called convergence",
                     default=None)
BIAS_STEP = Option("bias_step", parse_bias_step, "c ≥ 0, or R2 for max‖x‖²; 0 means no bias", convention="bias_step",
                   default=1)
RATE = Option("rate", parse_rational, "the learning rate α > 0", convention="rate", default=1)
RATES = Option("rate", parse_step_sizes, "step sizes: a number η > 0, a list such as 1,1/2,1/4, or 1/t",
               convention="rate", default=1, write=describe_rate)
ORDER = Option("order", parse_word, "cyclic, first (always the first mistake) or random (with a seed)",
               convention="order", default="cyclic", write=describe_order)
SEED = Option("seed", parse_count, "the seed of the random choices, which makes them repeatable", default=None,
              write=identity)
TIE = Option("tie", parse_word, "what f(x) = 0 is: mistake, correct, positive or negative", convention="tie",
             default="mistake", write=str)
START = Option("start", parse_word, "the (w, b) before the first update, 0 if not given", default=None, typed=False,
               write=run_certificates.classifier_to_json)
EQUAL = Option("tie", parse_word, "what it is if a wrong candidate scores as high as the right one: mistake, correct, "
                                  "or first (the first of them is chosen)",
               "an equal score counts as {}", default="mistake", write=str)
SHARES = Option("shares", parse_word, "which candidates that score too high an update subtracts: chosen (one of them), "
                                      "or equal (all alike)",
                "shares {}", default="chosen", write=str)
LAM = Option("lam", parse_rational, "λ > 0, the weight of ‖w‖²/2", check=within(above=0))
KERNEL = (
    Option("kernel", parse_word, "linear, polynomial, gaussian or precomputed (the data are the Gram matrix)"),
    Option("degree", parse_integer, "p ≥ 1 of the polynomial kernel (⟨u, v⟩ + offset)^p; 2 if not given"),
    Option("offset", parse_rational, "≥ 0, of the polynomial kernel; 0 if not given"),
    Option("gamma", parse_rational, "γ > 0 of the Gaussian kernel exp(−γ‖u − v‖²); 1 if not given"),
)
VISITS = (BIAS_STEP, RATE, ORDER, SEED, TIE, MAX_UPDATES)

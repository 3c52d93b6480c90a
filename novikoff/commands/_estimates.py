"""Options of `novikoff worst-case` for rules that no theorem analyses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.options import parse_count, parse_rational
from ._shared import Writable

METHODS = ("known", "semidefinite")
MOST_NUMBERS = 20  # numbers of updates in one call


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of estimates to a command."""
    for option in reversed((
        click.option("--method", type=click.Choice(METHODS), default=None,
                     help="`known` uses a theorem on the algorithm, for any number of updates. `semidefinite` searches "
                     "for a proof for one number of updates. The default is `known`, but `semidefinite` for "
                     "MODULE:FUNCTION."),
        click.option("--labels", metavar="SIGNS", help="The label of the example at each update, such as +-+-."),
        click.option("--equal-lengths", is_flag=True, help="Allow only examples with ‖x‖² = R²."),
        click.option("--rates", metavar="LIST",
                     help="Step sizes of the updates, such as 1,1/2,1/3. With --method known, all later "
                     "updates have the last step size."),
        click.option("--book", type=Writable("book"), metavar="FILE",
                     help="Also write the theorems and their proofs to FILE, for `novikoff verify`."),
    )):
        command = option(command)
    return command


def numbers_of(text: str | None) -> list[int]:
    """Return the numbers of updates that `--updates` lists.

    >>> numbers_of("4"), numbers_of("2..5")
    ([4], [2, 3, 4, 5])
    """
    if text is None:
        raise BadInput("give --updates K or K..M, the numbers of updates")
    first, dots, last = text.partition("..")
    low = parse_count(first, "--updates")
    high = parse_count(last, "--updates") if dots else low
    if not 1 <= low <= high < low + MOST_NUMBERS:
        raise BadInput(f"--updates must be K, or K..M with at most {MOST_NUMBERS} numbers from 1 on (got "
                       f"{text[:40]!r})")
    return list(range(low, high + 1))


def labels_of(text: str | None) -> list[int] | None:
    """Return the labels that `--labels` lists.

    >>> labels_of("+-+")
    [1, -1, 1]
    """
    if text is None:
        return None
    if set(text) - {"+", "-"}:
        raise BadInput(f"--labels must be signs, such as +-+- (got {text[:40]!r})")
    return [1 if sign == "+" else -1 for sign in text]


def rates_of(text: str | None) -> list[Fraction]:
    """Return the step sizes that `--rates` lists."""
    return [] if text is None else [parse_rational(part, "--rates") for part in text.split(",")]

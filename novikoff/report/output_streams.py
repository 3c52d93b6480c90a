"""The streams that the program prints to.

A character that the terminal's encoding lacks is printed as an ASCII equivalent, such as <= for ≤. If the reader closes
the pipe, as `head` does, the program drops further output and still computes its exit status.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any

CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36}
BOLD = "\033[1m"
SPELLED = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "⟨": "<", "⟩": ">", "‖": "||", "·": "*", "×": "x",
    "−": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "√": "sqrt ", "≈": "~", "½": "1/2", "∈": "in",
}


def has_all_characters(stream: Any) -> bool:
    """Return whether the stream's encoding has every character; a stream without encoding does."""
    encoding = getattr(stream, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name.startswith("utf")


def make_legible(stream: Any) -> None:
    """Make the stream write an ASCII equivalent for each character that its encoding lacks.

    >>> import io
    >>> terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    >>> make_legible(terminal)
    >>> print("γ² ≤ ‖x₁‖·Σ…", file=terminal, end="", flush=True)
    >>> terminal.buffer.getvalue()
    b'gamma^2 <= ||x1||*Sigma...'
    """
    codecs.register_error("novikoff.spelled", spell_characters)
    with suppress(AttributeError, ValueError):  # not a text stream, or closed
        stream.reconfigure(errors="novikoff.spelled")


def spell_characters(problem: UnicodeError) -> tuple[str, int]:
    """Return ASCII equivalents of the characters that cannot be encoded, and the index after them."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(to_ascii, problem.object[problem.start : problem.end])), problem.end


def to_ascii(c: str) -> str:
    """Return an ASCII equivalent of one character: from the table, the name of a Greek letter, or its NFKD form."""
    name = unicodedata.name(c, "")
    if c in SPELLED:
        return SPELLED[c]
    if name.startswith("GREEK") and " LETTER " in name:
        word = name.split(" LETTER ")[1].split()[0].lower()
        return word.capitalize() if "CAPITAL" in name else word
    plain = "".join(p for p in unicodedata.normalize("NFKD", c) if p.isascii())
    return "^" * unicodedata.decomposition(c).startswith("<super>") + plain if plain else "?"


def open_what_is_closed() -> None:
    """Connect each standard stream that was closed at the start to os.devnull, so that no file takes its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - it stays open


class Unread(FileIO):
    """An open file descriptor. It drops data written to a pipe without a reader."""

    def write(self, data: Any, /) -> int:
        """Return the number of bytes that were written or dropped."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


def ignore_closed_pipe(stream: Any) -> Any:
    """Return the stream, changed to raise no error when its reader ends; return other objects unchanged.

    >>> import os
    >>> here, there = os.pipe()
    >>> os.close(here)
    >>> with open(there, "w") as stream:
    ...     print("who reads this?", file=ignore_closed_pipe(stream), flush=True)
    """
    if not isinstance(stream, TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)  # with PYTHONUNBUFFERED there is no buffer
    if not isinstance(raw, FileIO):
        return stream
    stream.flush()
    unread = Unread(raw.fileno(), "w", closefd=False)
    return TextIOWrapper(
        unread if raw is stream.buffer else BufferedWriter(unread), encoding=stream.encoding, errors=stream.errors,
        line_buffering=stream.line_buffering, write_through=stream.write_through,
    )


def style(text: str, fg: str, bold: bool = False) -> str:
    """Return coloured text on a terminal, plain text elsewhere, if NO_COLOR is set, or if TERM is "dumb"."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return text
    return f"\033[{CODES[fg]}m{BOLD * bold}{text}\033[0m"

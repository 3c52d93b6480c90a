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
    "−": "-", "–": "-", "—": "-", "’": "'", "“": '"', "”": '"', "√": "sqrt ", "≈": "~", "½": "1/2", "∈": "in",
}  # fmt: skip


def has_all_characters(stream: Any) -> bool:
    """Does the encoding of a stream have every character? One that has none takes text as it is."""
    encoding = getattr(stream, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name.startswith("utf")


def make_legible(stream: Any) -> None:
    """From now on, what the encoding of the stream does not have is spelled out.

    >>> import io
    >>> terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    >>> make_legible(terminal)
    >>> print("γ² ≤ ‖x₁‖·Σ…", file=terminal, end="", flush=True)
    >>> terminal.buffer.getvalue()
    b'gamma^2 <= ||x1||*Sigma...'
    """
    codecs.register_error("novikoff.spelled", spell_characters)
    with suppress(AttributeError, ValueError):  # what is no stream of text, or closed
        stream.reconfigure(errors="novikoff.spelled")


def spell_characters(problem: UnicodeError) -> tuple[str, int]:
    """The characters that cannot be encoded in ASCII, and where to go on."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(to_ascii, problem.object[problem.start : problem.end])), problem.end


def to_ascii(c: str) -> str:
    """One character: as in the table, a Greek letter by its name, others by what they are compatible with."""
    name = unicodedata.name(c, "")
    if c in SPELLED:
        return SPELLED[c]
    if name.startswith("GREEK") and " LETTER " in name:
        word = name.split(" LETTER ")[1].split()[0].lower()
        return word.capitalize() if "CAPITAL" in name else word
    plain = "".join(p for p in unicodedata.normalize("NFKD", c) if p.isascii())
    return "^" * unicodedata.decomposition(c).startswith("<super>") + plain if plain else "?"


def open_what_is_closed() -> None:
    """Of the three streams, those that were closed before the start lead nowhere, so that no file takes their place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - it stays open


class Unread(FileIO):
    """A file descriptor that stays open; what is written into a pipe without a reader is gone."""

    def write(self, data: Any, /) -> int:
        """The number of bytes that are dealt with."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


def ignore_closed_pipe(stream: Any) -> Any:
    """The stream, without an error when its reader goes; one that belongs to no file descriptor as it is.

    >>> import os
    >>> here, there = os.pipe()
    >>> os.close(here)
    >>> with open(there, "w") as stream:
    ...     print("who reads this?", file=ignore_closed_pipe(stream), flush=True)
    """
    if not isinstance(stream, TextIOWrapper):
        return stream
    raw = getattr(stream.buffer, "raw", stream.buffer)  # with PYTHONUNBUFFERED they are one
    if not isinstance(raw, FileIO):
        return stream
    stream.flush()
    unread = Unread(raw.fileno(), "w", closefd=False)
    return TextIOWrapper(
        unread if raw is stream.buffer else BufferedWriter(unread), encoding=stream.encoding, errors=stream.errors,
        line_buffering=stream.line_buffering, write_through=stream.write_through,
    )  # fmt: skip


def style(text: str, fg: str, bold: bool = False) -> str:
    """Coloured text on a terminal, plain text elsewhere or with NO_COLOR."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    return f"\033[{CODES[fg]}m{BOLD * bold}{text}\033[0m"

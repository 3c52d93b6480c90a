"""Terminals whose encoding does not have all our characters: what it lacks is spelled out, so that nothing is lost."""

from __future__ import annotations

import codecs
import unicodedata
from contextlib import suppress
from typing import Any

SPELLED = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "⟨": "<", "⟩": ">", "‖": "||", "·": "*", "×": "x",
    "−": "-", "–": "-", "—": "-", "’": "'", "“": '"', "”": '"', "√": "sqrt ", "≈": "~", "½": "1/2", "∈": "in",
}  # fmt: skip


def has_all_characters(stream: Any) -> bool:
    """Does the encoding of a stream have every character? One that has none takes text as it is."""
    encoding = getattr(stream, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name.startswith("utf")


def legible(stream: Any) -> None:
    """From now on, what the encoding of the stream does not have is spelled out.

    >>> import io
    >>> terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    >>> legible(terminal)
    >>> print("γ² ≤ ‖x₁‖·Σ…", file=terminal, end="", flush=True)
    >>> terminal.buffer.getvalue()
    b'gamma^2 <= ||x1||*Sigma...'
    """
    codecs.register_error("novikoff.spelled", spelled)
    with suppress(AttributeError, ValueError):  # what is no stream of text, or closed
        stream.reconfigure(errors="novikoff.spelled")


def spelled(problem: UnicodeError) -> tuple[str, int]:
    """The characters that cannot be encoded in ASCII, and where to go on."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(in_ascii, problem.object[problem.start : problem.end])), problem.end


def in_ascii(c: str) -> str:
    """One character: as in the table, a Greek letter by its name, others by what they are compatible with."""
    name = unicodedata.name(c, "")
    if c in SPELLED:
        return SPELLED[c]
    if name.startswith("GREEK") and " LETTER " in name:
        word = name.split(" LETTER ")[1].split()[0].lower()
        return word.capitalize() if "CAPITAL" in name else word
    plain = "".join(p for p in unicodedata.normalize("NFKD", c) if p.isascii())
    return "^" * unicodedata.decomposition(c).startswith("<super>") + plain if plain else "?"

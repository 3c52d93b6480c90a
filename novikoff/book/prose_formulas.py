"""Formulas in sentences of the prose: a line of plain characters as MathML.

    to_mathml  w* ∈ ℝ^d, ‖w‖² ≤ kR², y(⟨w, x⟩ + b) > 0, √k·R, x_{t+1}

Displayed formulas come from the claims, as their authors wrote them.
"""

from __future__ import annotations

import re
from html import escape
from unicodedata import normalize

from ..algorithms.errors import BadInput

WORDS = ("argmax", "argmin", "sign", "sgn", "max", "min", "cosh", "cos", "exp", "ln", "dist")
TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<number>\d+(?:\.\d+)?)|(?P<word>{'|'.join(WORDS)})|(?P<sup>[⁰¹²³⁴-⁹⁺⁻ⁿⁱᵗᵏᵈᵀᴰ]+)"
    r"|(?P<sub>[₀-₉₊₋ₗₘₙᵢⱼₜₖ]+)|(?P<marks>[*'′]+)|(?P<shift>[_^])|(?P<open>\{)|(?P<close>\})|(?P<root>√)"
    r"|(?P<letter>[^\W\d_][\u0302\u0303\u0304]?)|(?P<sign>.)"
)
FENCES = {"⟨": "⟩", "(": ")", "[": "]", "⌊": "⌋", "⌈": "⌉"}
PREFIXED = {f"<mo>{sign}</mo>" for sign in "+−±"}
SPACE = '<mspace width=".17em"></mspace>'  # between ln and n
SIGNS = {"-": "−", "'": "′", "*": "∗"}


def to_mathml(text: str) -> str:
    """Return the text as MathML; raise `BadInput` for an open bracket, a sign without operands, or a LaTeX command.

    >>> to_mathml("y² = 1")
    '<math><mrow><msup><mi>y</mi><mn>2</mn></msup><mo>=</mo><mn>1</mn></mrow></math>'
    """
    if command := re.search(r"\\\w*", text):
        raise BadInput(f"the formula {text!r} has {command[0]}; write plain characters, as in ‖w‖² ≤ α·√k")
    return f"<math>{Reader(text).row('')}</math>"


class Reader:
    """Reads one formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = [
            (m.lastgroup or "", m.group()) for m in TOKEN.finditer(normalize("NFC", text)) if m.lastgroup != "space"]
        self.at: int = 0

    def fail(self) -> BadInput:
        """Return the error for the formula."""
        return BadInput(f"the formula {self.text!r} cannot be read, near its part {self.at + 1}")

    def row(self, end: str) -> str:
        """Parse parts up to a closing bracket, or to the end."""
        parts: list[str] = []
        while self.at < len(self.tokens):
            if end and self.tokens[self.at][1] == end:
                self.at += 1
                return _join_row(parts)
            begins = not parts or parts[-1].startswith("<mo>")
            is_word = self.tokens[self.at][0] == "word"
            part = self.scripted()
            parts += [SPACE] * (is_word and parts != [] and not parts[-1].startswith(("<mo", SPACE)))
            parts.append(f'<mo form="prefix">{part[4:]}' if begins and part in PREFIXED else part)
            follows, mark = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
            parts += [SPACE] * (is_word and (follows not in ("", "sign", "close") or mark in ("‖", "|", "⟨")))
        if end:
            raise self.fail()
        return _join_row(parts)

    def scripted(self) -> str:
        """Parse a part with its superscript and subscript."""
        base = self.part()
        below, above = "", ""
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            if kind == "sub":
                below += _render_small_signs(normalize("NFKD", text))
            elif kind == "sup":
                above += _render_small_signs(normalize("NFKD", text))
            elif kind == "marks":
                above += f"<mi>{escape(''.join(SIGNS.get(c, c) for c in text))}</mi>"
            elif kind == "shift":
                self.at += 1
                if text == "_":
                    below += self.part()
                else:
                    above += self.part()
                continue
            else:
                break
            self.at += 1
        below, above = (f"<mrow>{p}</mrow>" if p.count("</m") > 1 else p for p in (below, above))
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        return f"<msub>{base}{below}</msub>" if below else f"<msup>{base}{above}</msup>" if above else base

    def part(self) -> str:
        """Parse a letter, number, sign, or a part between brackets."""
        if self.at == len(self.tokens):
            raise self.fail()
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "open":
            return self.row("}")
        if kind == "root":
            inside = self.scripted()
            if inside.startswith("<mrow><mo") and inside.endswith(")</mo></mrow>"):
                inside = re.sub(r"^<mrow><mo[^>]*>\(</mo>|<mo[^>]*>\)</mo></mrow>$", "", inside)
            return f"<msqrt>{inside}</msqrt>"
        if text in FENCES:
            inside = self.row(FENCES[text])
            return wrap_in_fences(text, inside, FENCES[text])
        if text in ("‖", "|"):
            return wrap_in_fences(text, self.row(text), text)
        return _write_token(kind, text)


def _write_token(kind: str, text: str) -> str:
    if kind == "number":
        return f"<mn>{text}</mn>"
    if kind not in ("letter", "word"):
        return f"<mo>{escape(SIGNS.get(text, text))}</mo>"
    base = text[0] if kind == "letter" and len(text) == 2 else text
    accent = {"\u0302": "^", "\u0303": "~", "\u0304": "¯"}.get(text[-1], "")
    letter = f"<mi>{escape(base)}</mi>"
    return f'<mover accent="true">{letter}<mo stretchy="false">{accent}</mo></mover>' if accent else letter


def _render_small_signs(text: str) -> str:
    parts = re.findall(r"\d+|.", text)
    return "".join(f"<mn>{p}</mn>" if p.isdigit() else f"<mi>{p}</mi>" if p.isalpha() else
                   f"<mo>{SIGNS.get(p, p)}</mo>" for p in parts)


def wrap_in_fences(left: str, inside: str, right: str) -> str:
    """Return a formula between fences, which do not grow."""
    opening, closing = (f'<mo stretchy="false">{mark}</mo>' for mark in (left, right))
    return f"<mrow>{opening}{inside}{closing}</mrow>"


def _join_row(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

r"""Formulas within sentences: where they begin and end, and how LaTeX writes them.

Authors write a sentence in plain characters, as "If ‖u‖ = 1 and γ > 0, w makes at most D²/γ² mistakes". A single letter
is a formula. "a" and "I" are formulas only beside a relation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..proofs.statements.notation import GREEK

FUNCTIONS = {"argmax", "argmin", "sign", "sgn", "max", "min", "cosh", "cos", "exp", "ln", "dist", "log"}
RELATIONS = {*"=<>≤≥≠≈+−-·/∈→↦⊥±⟹⇒⇔", ":="}
STRONG = re.compile(r"[‖⟨⟩√²³⁰¹⁴-⁹⁺⁻ⁿⁱᵗᵏᵈᵀᴰ₀-₉₊₋ₗₘₙᵢⱼₜₖ=≤≥<>+·^_∑∇∂∞ℝ∈α-ωΑ-Ω|]")
WEAK = re.compile(r"^(?:[b-zB-HJ-Z]['′*]*|-?\d+(?:[./]\d+)?|[ad]['′*]+)$")
TUPLE = re.compile(r"^\([−-]?[\w'*/·−+ ]{1,9}(?:, [−-]?[\w'*/·−+ ]{1,9})+\)$")
VALUE = re.compile(  # of a function
    r"^[−-]?(?:[A-Za-z]{1,2}|[a-z]{2,4})['*]?\(.+\)$|^[−-]?(?:exp|ln|log|sign|max|min|cos) \S+$"
)
PREFIXES = {"Σ", "∑", "½Σ", "exp", "ln", "log", "sign", "max", "min", "cos"}
WORDS = {
    "of", "in", "is", "to", "at", "by", "or", "if", "so", "no", "on", "as", "an", "be", "we", "it", "its", "and", "the",
    "for", "not", "has", "are", "all", "any", "one", "two", "eq", "pp", "up",
}
PLAIN = re.compile(r"[A-Za-z]{3}[.,;:]*$|[A-Za-z]{4,}[^(]*$|\s+$")  # no formula begins with it
NUMBER = re.compile(r"^[-−]?\d+(?:[./]\d+)?$")
PAIRS = {"(": ")", "[": "]", "⟨": "⟩", "{": "}", "⌊": "⌋", "⌈": "⌉"}
CLOSING = {*PAIRS.values()}


def split_formulas(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a sentence in order, and for each part whether it is a formula.

    >>> [part for part, is_formula in split_formulas("If ‖u‖ = 1, a vector w has at most D²/γ² of them.") if is_formula]
    ['‖u‖ = 1', 'w', 'D²/γ²']
    """
    chunks = re.split(r"(\s+)", sentence)
    plain, at = "", 0
    while at < len(chunks):
        found = longest_formula(chunks, at)
        if found is None:
            plain += chunks[at]
            at += 1
            continue
        before, formula, after, at = found
        if plain + before:
            yield plain + before, False
        yield formula, True
        plain = after
    if plain:
        yield plain, False


def longest_formula(chunks: list[str], at: int) -> tuple[str, str, str, int] | None:
    """Return the longest formula that begins in a chunk: the text before it, the formula, the text after it, the next
    chunk."""
    if PLAIN.match(chunks[at]) and chunks[at] not in FUNCTIONS:
        return None
    furthest = next((n for n in range(at, min(len(chunks), at + 41)) if has_word(chunks[n])), min(len(chunks), at + 41))
    for end in range(furthest, at, -1):
        if chunks[at].isspace() or (end < len(chunks) and not chunks[end].isspace()):
            continue
        text = "".join(chunks[at:end])
        before = text[: len(text) - len(text.lstrip("“\"'"))]
        core = text[len(before) :].rstrip(".,;:?!”\"")
        while core and not _is_balanced(core) and (core[0] in "([" or core[-1] in ")]"):
            if core[-1] in ")]" and not _is_balanced(core[:-1] + " ") and core[0] in "([":
                break
            before, core = (before + core[0], core[1:]) if core[0] in "([" else (before, core[:-1].rstrip(".,;:"))
        if is_formula(core):
            begin = len(before)
            return before, core, text[begin + len(core) :], end
    return None


def _is_balanced(text: str) -> bool:
    waiting = list[str]()
    for sign in text:
        if sign in PAIRS:
            waiting.append(PAIRS[sign])
        elif sign in CLOSING and (not waiting or waiting.pop() != sign):
            return False
    return not waiting and text.count("‖") % 2 == 0 and text.count("|") % 2 == 0


def is_formula(text: str) -> bool:
    """Return whether these characters are a formula, and no words."""
    if not text or not _is_balanced(text) or text[-1] in "+−=<>≤≥·/" or text[0] in "=<>≤≥·/)" or NUMBER.match(text):
        return False
    parts = split_outside(text)
    for n, part in enumerate(parts):
        is_term, alone = n % 2 == 0, len(parts) == 1
        if is_term == (part in RELATIONS):
            return False
        if is_term and not (is_term_of_formula(part) or (not alone and is_small(part))):
            return False
    return True


def split_outside(text: str) -> list[str]:
    """Split at blanks that are not within brackets or bars, nor behind a sum or the name of a function."""
    parts, depth, bars = [""], 0, 0
    for sign in text:
        depth += (sign in PAIRS) - (sign in CLOSING)
        bars += sign in "‖|"
        if sign == " " and not depth and not bars % 2 and parts[-1].lstrip("−-") not in PREFIXES:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def is_small(part: str) -> bool:
    """Return whether the part is a number or a product of letters, which is a term only beside a relation."""
    runs = re.findall(r"[A-Za-z]{2,}", part)
    return bool(re.fullmatch(r"[A-Za-z\d()/.·+−*'± -]{1,30}", part)) and all(
        run not in WORDS and (len(run) < 3 or run in FUNCTIONS) for run in runs
    )


def without_subscripts(part: str) -> str:
    """Return the part with "_" for each subscript."""
    return re.sub(r"_\{[\w+−-]*\}|_\w+|\[[ijk]\]", "_", part)


def has_word(part: str) -> bool:
    """Return whether the text has a word that no formula contains; then no longer text is a formula."""
    runs = (run for run in re.findall(r"[A-Za-z]{2,}", without_subscripts(part)) if run not in FUNCTIONS)
    return any(len(run) > 3 or run in WORDS for run in runs)


def is_term_of_formula(part: str) -> bool:
    """Return whether the part is one term: a letter, a tuple, or characters that include signs and no words."""
    if WEAK.match(part):
        return True
    bare = without_subscripts(part)
    if re.search(r"['’]s\b|[A-Za-z]-[A-Za-z]{2}|\s(?:and|or|of|the|is|in|to|for|with|if|at|by)\s", bare):
        return False
    if has_word(part) or re.match(r"\d+[)\]]", part):
        return False
    return bool(STRONG.search(bare) or TUPLE.match(bare) or VALUE.match(bare))


SIGNS = {
    "‖": r"\|", "⟨": r"\langle ", "⟩": r"\rangle ", "≤": r"\leq ", "≥": r"\geq ", "≠": r"\neq ", "≈": r"\approx ",
    "−": "-", "·": r"\cdot ", "∈": r"\in ", "→": r"\to ", "↦": r"\mapsto ", "∞": r"\infty ", "∇": r"\nabla ",
    "∂": r"\partial ",
    "ℝ": r"\mathbb{R}", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "′": "'", "⊥": r"\perp ",
    "±": r"\pm ", "ε": r"\varepsilon ", "…": r"\dots ", "×": r"\times ", "∑": r"\sum ",
    "⇔": r"\iff ", "%": r"\%", "#": r"\#", "&": r"\&",
    **{c: f"\\tfrac{unicodedata.normalize('NFKC', c).replace('⁄', '')} " for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅛"},
}
ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵗᵏᵈᵀᴰ", "0123456789+-nitkdTD", strict=True))
BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₗₘₙᵢⱼₜₖ", "0123456789+-lmnijtk", strict=True))
ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar"}


def to_latex(formula: str) -> str:
    r"""Return a formula of a sentence as LaTeX.

    >>> print(to_latex("‖w*‖² ≤ √k·R, x_{t+1} = b*²"))
    \|w^{*}\|^{2} \leq \sqrt{k}\cdot R, x_{t+1} = b^{*2}
    >>> print(to_latex("¼·ŷ ≤ ⅔"))
    \tfrac14 \cdot \hat{y} \leq \tfrac23
    >>> print(to_latex("n ≤ 5%"))
    n \leq 5\%
    >>> print(to_latex("qᵢ^aᵢ"))
    q_{i}^{a_{i}}
    """
    text = formula.replace("ŷ", "y\u0302")
    text = re.sub(r"(.)([\u0302\u0303\u0304])", lambda m: f"\\{ACCENTS[m[2]]}{{{m[1]}}}", text)
    text = re.sub(rf"(\*?)([{''.join(ABOVE)}]+)", lambda m: f"^{{{m[1]}{''.join(map(ABOVE.__getitem__, m[2]))}}}", text)
    text = re.sub(r"(?<=\w)\*(?!\w)", "^{*}", text)
    text = re.sub(rf"[{''.join(BELOW)}]+", lambda m: f"_{{{''.join(map(BELOW.__getitem__, m[0]))}}}", text)
    text = re.sub(r"\^(\w_\{\w*\})", r"^{\1}", text)
    text = re.sub(r"_(\w{2,})", r"_{\\text{\1}}", text)
    text = re.sub(r"\[([ijk])\]", r"_\1", text)
    text = re.sub(r"√(\(([^()]*)\)|\d+|.)", lambda m: f"\\sqrt{{{m[2] or m[1]}}}", text)
    text = re.sub(r"\^\(([^()]*)\)", r"^{(\1)}", text)
    text = re.sub(r"(?<![\w\\])(max|min|cos|cosh|exp|ln|log)(?!\w)", r"\\\1", text)
    text = "".join(SIGNS.get(c, f"\\{GREEK[c]} " if c in GREEK else c) for c in text)
    return re.sub(r" +", " ", text).strip()

r"""Hints for notation that is not in the grammar of `novikoff prove`.

Each row of the table is a regular expression, whose group 1 is the foreign notation, and a template of the advice. No
row matches in a text that the grammar accepts. So the table changes no meaning, only the text of an error.
"""

import re
from collections.abc import Collection

WORD = r"(?<![\w.])[^\W\d]\w*"
NUMBER = r"(?<![\w.])\d+(?:\.\d*)?"
KEYWORDS = r"(?!(?:and|or|not|in|is|if|else|for|lambda|await|yield)\b)"  # Python reports these words
VALUE = r"(?:^|[-+*/(,=<>@])\s*"  # a value follows, so < is not a comparison
SCALARS, VECTORS = "write * between numbers", "@ between vectors"
ROWS = (
    # hints and lemmas within the statement
    (r"[\w)\]]\s+(using|by)\s+[\w'\"]", "give it after the statement: novikoff prove STATEMENT using HINT by LEMMA"),
    # LaTeX
    (r"(\\\|([^|\\]+)\\\|)", r"write norm(\2)"),
    (r"(\\langle\s*(\w+)\s*,\s*(\w+)\s*\\rangle)", r"write \2@\3"),
    (r"(\\leq?(?:slant)?\b)", "write <="),
    (r"(\\geq?(?:slant)?\b)", "write >="),
    (r"(\\(?:\w+|.)?)", "write as in Python, not as in LaTeX"),
    # magnitudes, lengths, inner products
    (r"((?:\|\||‖)([^|‖]+)(?:\|\||‖))", r"write norm(\2)"),
    (r"(\|(?!\s*[-|*/+<>=,)@])([^|]+)\|)", r"write abs(\2), or norm(\2) of a vector"),
    (r"(\|\||‖|\|(?!-))", "write abs(...) or norm(...), and |- before the conclusion"),
    (VALUE + r"([<⟨](\w+),\s*(\w+)[>⟩])", r"write \2@\3"),
    (VALUE + r"([<⟨]([^<>⟨⟩,]+),\s*([^<>⟨⟩,]+)[>⟩])", r"write (\2)@(\3)"),
    (r"([⟨⟩])", "write u@v for an inner product"),
    (r"(?<!\w)((?:\w+\.)?(?:dot|inner))\s*\(", "write u@v for an inner product"),
    (r"\b((?:np|numpy|math|sympy|torch)\.(\w+))", r"write \2 alone"),
    (r"(\b(?:forall|exists)\b(?=\s+\w)|[∀∃∈])", "declare names with vec or real; all(...) compares at each index"),
    (rf"({WORD}\s*\.\s*[^\W\d]\w*)", "write u@v for an inner product, and names without a dot"),
    # comparisons, and what joins them
    (r"(<=>|⇔|⟺)", "state the two directions one after the other"),
    (r"(=>)", "write >=, or |- before the conclusion"),
    (r"(≥|⩾|≧)", "write >="),
    (r"(=<|≤|⩽|≦)", "write <="),
    (r"(≠|<>|/=|=/=)", "write !="),
    (r"(===|(?<![<>=!:])=(?![=<>]))", "write =="),
    (r"(\band\b|&&?|∧)", "write a comma"),
    (r"(\bor\b|∨)", "state the cases one after the other"),
    (r"(->|→|⇒|⟹|⊢|\bimplies\b)", "write |- before the conclusion"),
    # operators
    (r"(\^)", "write **"),
    (r"([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", "write ** before the exponent"),
    (r"([·⋅•∙])", f"{SCALARS}, {VECTORS}"),
    (r"([×∗])", SCALARS),
    (r"(÷)", "write /"),
    (r"([−–—])", "write -"),
    (r"(√)", "write sqrt(...)"),
    (r"(∑)", "write Sum(...)"),
    (r"((?:(?<!\w)\w+|\))?!)(?!=)", "factorials cannot be said"),
    (r"([{}])", "brackets are ( and )"),
    # indices and functions
    (r"((?<!\w)([^\W\d]\w*)\s*\[(?!\s*i\s*\])[^\]]*\])", r"write \2[i]: the index of a family is i"),
    (r"\b(log)\s*\(", "write ln(...)"),
    (r"\b(sum)\s*\(", "write Sum(...)"),
    (r"\b(pow|square)\s*\(", "write ** before the exponent"),
    (r"\b((exp|ln|sqrt|abs|norm|max|min|Sum|all)\s+(\w+))", r"write \2(\3)"),
    # products without an operator, and facts without a comma
    (rf"(({NUMBER})\s*(?:(?![eE][-+]?\d|[xXoObBjJ]\d|[jJ]\b){KEYWORDS}([^\W\d_]\w*)))", r"write \2*\3"),
    (rf"(({NUMBER})\s*\()", r"write \2*("),
    (r"(\)\s*\()", "write * between factors"),
    (rf"({KEYWORDS}{WORD}\s+{KEYWORDS}[^\W_]\w*)",
     "write an operator between them, or a comma between facts; names are declared with vec or real"),
)
FOREIGN = tuple((re.compile(row), advice) for row, advice in ROWS)


def foreign(text: str, functions: Collection[str]) -> tuple[int, str, str] | None:
    """Return place, text and advice of the first row that matches, skipping advice with an unknown function.

    >>> foreign("x >= 0, |x + y|^2 <= 2x", {"abs", "norm"})
    (8, '|x + y|', 'write abs(x + y), or norm(x + y) of a vector')
    >>> foreign("k <= log(n)", {"abs"}), foreign("a < b, c > 2", {"abs"})
    (None, None)
    """
    for pattern, template in FOREIGN:
        if match := pattern.search(text):
            advice = match.expand(template)
            if set(re.findall(r"(\w+)\(", advice)) <= set(functions):
                return match.start(1), match.group(1), advice
    return None

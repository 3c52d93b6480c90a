"""A printer of formulas as text, LaTeX and MathML.

One printer walks the terms that authors wrote (see `expressions`) and decides where brackets are needed; the three pens
only write each operation. So the forms cannot differ in content, and nothing is simplified. These parts are printed
differently from the author's term:

* √⟨v, v⟩ is the length of v, and ⟨v, v⟩ its square;
* powers with negative exponents, and numbers like 1/2, are fractions;
* a factor 1, and 0 or 0·x in a sum, are left out;
* a negative factor becomes a minus sign;
* v + s·#1 is the pair (v, s).

Terms and factors have an order: numbers are last in sums and first in products, variables follow `order`, and a
positive term comes first if there is one.

>>> from .vector_language import norm, reals, vectors
>>> (w, x), (b, y) = vectors("w x"), reals("b y")
>>> Notation(order=["w", "b", "y", "x"]).term(1 + w @ w + b**2 + x @ x + 2*y*(w @ x + b))
'‖w‖² + b² + 2·y·(⟨w, x⟩ + b) + ‖x‖² + 1'
>>> print(Notation("latex", ["w"]).term((w @ x + b) / norm(w)))
\\frac{\\langle w, x \\rangle + b}{\\lVert w \\rVert}
>>> Notation("mathml").term(w + y * x)
'<mrow><mi>w</mi><mo>+</mo><mrow><mi>y</mi><mo>&#x2062;</mo><mi>x</mi></mrow></mrow>'
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from html import escape
from math import inf
from typing import Any
from unicodedata import normalize

from .expressions import Expression, Relation, Term, is_numeral, is_partial, is_vector, leaves, term_of

SPELLINGS = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi
chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
LETTERS: dict[str, str] = dict(zip(SPELLINGS.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
GREEK = {letter: spelling for spelling, letter in LETTERS.items()}
SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "<", ">": ">", ":=": ":="}
ACCENTS = {"\u0302": ("hat", "^"), "\u0303": ("tilde", "~"), "\u0304": ("bar", "¯")}  # combining characters
NAME = re.compile(rf"(?P<stem>[^\W\d_]+[{''.join(ACCENTS)}]?)_?(?P<sub>\w*|⊥)(?P<marks>[*']*)(?P<index>\[i\])?")
SPECIAL = {
    "\\": r"\backslash ", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "^": r"\wedge ", "~": r"\sim ",
}  # LaTeX's special characters, escaped for math mode
SUPERSCRIPTS = str.maketrans("0123456789+-ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ")
SUBSCRIPTS = str.maketrans("0123456789ijkl", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗ")
INDICES = "ijkl"  # letters for [i], one for each nested sum
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
SUM, TOTAL, PRODUCT, POWER, ATOM = range(5)  # precedences, the weakest first
BOUND = {"+": SUM, "-": SUM, "sum": TOTAL, "*": PRODUCT, "/": PRODUCT, "^": POWER}  # the rest are atoms
LAST = ((inf, ""),)


class Pen:
    """One notation, such as text or LaTeX: how it differs from the others. Arguments and results are strings."""

    flat = False  # whether fractions stay on the line
    plus = " + "
    minus = " - "
    lead = "-"
    # gap: around the sign of a relation; comma: in a list; times: between factors
    gap = " "
    comma = ", "
    times = " "
    operators: Mapping[str, str] = SIGNS
    fences: Mapping[str, tuple[str, str]] = {sign[0]: (sign[0], sign[1]) for sign in ("()", "‖‖", "||", "⟨⟩", "[]")}
    # row: parts side by side as one; number: digits; function: the name of a function
    row = "%s"
    number = "%s"
    function = "%s"
    slash = fraction = "%s/%s"
    power = "%s^{%s}"
    radical = "√(%s)"
    over_index = "Σ%s %s"
    place = "[%s at %s]"

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        """Write a name with its subscript, marks, index and exponent."""
        raise NotImplementedError

    def fence(self, e: str, kind: str = "(") -> str:
        """Write a term between two signs."""
        left, right = self.fences[kind]
        return left + e + right

    def raise_power(self, base: str, exponent: str) -> str:
        """Write a power."""
        return self.power % (base, exponent)

    def root(self, e: str) -> str:
        """Write a square root."""
        return self.radical % e

    def at(self, e: str, places: str) -> str:
        """Write the value of a term at a point."""
        return self.place % (e, places)

    def total(self, terms: Iterable[tuple[bool, str]]) -> str:
        """Write a signed sum; the flags say which terms are subtracted."""
        (negative, first), *rest = terms
        parts = [self.lead * negative, first, *((self.minus if less else self.plus) + term for less, term in rest)]
        return self.row % "".join(parts)

    def relation(self, lhs: str, operator: str, rhs: str) -> str:
        """Write two sides with their relation sign."""
        return self.row % f"{lhs}{self.gap}{self.operators[operator]}{self.gap}{rhs}"

    def apply(self, function: str, arguments: Iterable[str]) -> str:
        """Write a function of arguments; without a name, a tuple."""
        return self.row % ((self.function % function if function else "") + self.fence(self.comma.join(arguments)))


class Text(Pen):
    """Unicode on one line."""

    flat = True
    minus = " − "
    lead = "−"
    times = "·"

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        small = sub.translate(SUBSCRIPTS) if sub.isdigit() else f"_{sub}" if sub else ""
        name = normalize("NFC", LETTERS.get(stem, stem)) + small + marks + index.translate(SUBSCRIPTS)
        return self.raise_power(name, power) if power else name

    def raise_power(self, base: str, exponent: str) -> str:
        """Write a power, with a raised exponent if Unicode has the characters."""
        if all(ord(c) in SUPERSCRIPTS for c in exponent):
            return base + exponent.translate(SUPERSCRIPTS)
        return f"{base}^{exponent}" if exponent.isalnum() else f"{base}^({exponent})"

    def root(self, e: str) -> str:
        """Write a square root; a single word needs no brackets."""
        return f"√{e}" if e.isalnum() and not {*map(ord, e)} & {*SUPERSCRIPTS.values()} else super().root(e)


class Latex(Pen):
    """LaTeX for math mode, with the commands of amsmath."""

    operators: Mapping[str, str] = SIGNS | {"!=": r"\neq", "<=": r"\leq", ">=": r"\geq"}
    fences: Mapping[str, tuple[str, str]] = {
        "(": ("(", ")"), "‖": (r"\lVert ", r" \rVert"), "|": (r"\left\lvert ", r" \right\rvert"),
        "⟨": (r"\langle ", r" \rangle"),
    }
    function = r"\operatorname{%s}"
    fraction = r"\frac{%s}{%s}"
    radical = r"\sqrt{%s}"
    over_index = r"\sum_{%s} %s"
    place = r"\left[%s\right]_{%s}"

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        """Write a name; an asterisk becomes a command, because Markdown gives it another meaning."""
        bare, accent = _split_accent(stem)
        stem = GREEK.get(bare, bare)
        plain = "".join(SPECIAL.get(c, c) for c in stem)
        base = f"\\{stem}" if stem in LETTERS else plain if len(stem) == 1 else rf"\mathit{{{plain}}}"
        below = ",".join(filter(None, [sub.replace("⊥", r"\perp").replace("_", r"\_"), index]))
        stars = "".join({"*": r"\ast ", "'": r"\prime "}[m] for m in marks) if "*" in marks else ""
        above = "^{" + (stars + power).strip() + "}" if stars or power else ""
        scripts = (f"_{{{below}}}" if below else "") + ("" if stars else marks) + above
        return (rf"\{ACCENTS[accent][0]}{{{base}}}" if accent else base) + scripts

    def fence(self, e: str, kind: str = "(") -> str:
        return rf"\left({e}\right)" if kind == "(" and r"\frac" in e else super().fence(e, kind)


class MathML(Pen):
    """Presentation MathML, without the surrounding <math>."""

    plus = "<mo>+</mo>"
    minus = "<mo>−</mo>"
    lead = "<mo>−</mo>"
    gap = ""
    comma = "<mo>,</mo>"
    times = "<mo>&#x2062;</mo>"  # the invisible sign of multiplication
    operators: Mapping[str, str] = {op: f"<mo>{escape(sign)}</mo>" for op, sign in SIGNS.items()}
    row = "<mrow>%s</mrow>"
    number = "<mn>%s</mn>"
    function = "<mi>%s</mi><mo>&#x2061;</mo>"
    slash = "<mrow>%s<mo>/</mo>%s</mrow>"
    fraction = "<mfrac>%s%s</mfrac>"
    power = "<msup>%s<mrow>%s</mrow></msup>"
    radical = "<msqrt>%s</msqrt>"
    over_index = "<mrow><munder><mo>∑</mo><mi>%s</mi></munder>%s</mrow>"

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        bare, accent = _split_accent(stem)
        base = f"<mi>{escape(LETTERS.get(bare, bare))}</mi>"
        if accent:
            base = f'<mover accent="true">{base}<mo stretchy="false">{ACCENTS[accent][1]}</mo></mover>'
        below = self.comma.join(f"<mi>{escape(part)}</mi>" for part in (sub, index) if part)
        above = "".join(f"<mo>{'′' if m == chr(39) else '∗'}</mo>" for m in marks) + power
        tag = f"m{'sub' * bool(below)}{'sup' * bool(above)}"
        scripts = "".join(self.row % part for part in (below, above) if part)
        return f"<{tag}>{base}{scripts}</{tag}>" if scripts else base

    def fence(self, e: str, kind: str = "(") -> str:
        """Write a term between signs, which grow around fractions and roots only."""
        grows = "" if "<mfrac>" in e or "<msqrt>" in e else ' stretchy="false"'
        left, right = self.fences[kind]
        return self.row % f'<mo form="prefix"{grows}>{left}</mo>{e}<mo form="postfix"{grows}>{right}</mo>'

    def at(self, e: str, places: str) -> str:
        return f"<msub>{self.fence(e, '[')}{self.row % places}</msub>"


PENS = {"text": Text, "latex": Latex, "mathml": MathML}


class Notation:
    """A printer in one form: "text", "latex" or "mathml".

    `order` lists the names of variables in the order in which sums and products should mention them.

    >>> from .vector_language import vectors
    >>> u, v = vectors("u v")
    >>> Notation().relation(Relation((u @ v)**2, "<=", (u @ u) * (v @ v)))
    '⟨u, v⟩² ≤ ‖u‖²·‖v‖²'
    """

    def __init__(self, form: str = "text", order: Sequence[str] = ()):
        if form not in PENS:
            raise ValueError(f"form must be one of {', '.join(PENS)} (got {form!r})")
        self.pen: Any = PENS[form]()
        self.ranks: dict[str, int] = {name: place for place, name in enumerate(order)}
        self.depth: int = 0  # the number of index letters in use

    # --- public methods ---

    def term(self, e: Any) -> str:
        """Write a number or a vector (an expression, an int or a Fraction), or a tuple of these."""
        if isinstance(e, tuple | list):
            return self.pen.apply("", map(self.term, e))
        term = prepare_term(term_of(e))
        with self._beside(term):
            return self._term(term)

    def relation(self, r: Relation) -> str:
        """Write two terms and the relation between them."""
        with self._beside(*(term_of(side) for side in (r.lhs, r.rhs) if not isinstance(side, tuple | list))):
            return self.pen.relation(self.term(r.lhs), r.operator, self.term(r.rhs))

    def operator(self, operator: str) -> str:
        """Write the sign of a relation."""
        return self.pen.operators[operator]

    def put(self, name: str, value: Any) -> str:
        """Write a substitution."""
        return self.pen.relation(self.name(name), ":=", self.term(value))

    def is_square(self, of: Any) -> str:
        """Write that a square, or the squared length of a vector, is not negative."""
        term = term_of(of)
        return self.relation(Relation(Expression(("@", term, term) if is_vector(term) else ("^", term, "2")), ">=", 0))

    def name(self, name: str, power: str = "") -> str:
        """Write a variable, perhaps with an exponent.

        >>> [Notation().name(n) for n in ["w*", "gamma_G", "x1", "a[i]", "w'"]]
        ['w*', 'γ_G', 'x₁', 'aᵢ', "w'"]
        """
        found = NAME.fullmatch(normalize("NFD", name).translate(DIGITS))
        stem, sub, marks, index = found.group("stem", "sub", "marks", "index") if found else (name, "", "", "")
        return self.pen.letter(stem, sub, marks, INDICES[max(self.depth - 1, 0)] if index else "", power)

    @contextmanager
    def _beside(self, *sides: Any) -> Iterator[None]:
        """Reserve the first index letter within the block, if [i] occurs in `sides` outside of sums."""
        outer = self.depth
        self.depth = self.depth or int(any("[i]" in leaf for side in sides for leaf in leaves(side, in_sums=False)))
        yield
        self.depth = outer

    # --- terms ---

    def _term(self, term: Term) -> str:
        if isinstance(term, str):
            return self._leaf(term)
        word, *parts = term
        if word in ("+", "-"):
            return self._sum(term)
        if word in ("*", "/"):
            return self._write_signed(term)
        if word == "^":
            return self._quotient(term) if _is_inverse(term) else self._power(parts[0], parts[1])
        if word == "sqrt" or (word == "@" and parts[0] == parts[1]):
            return self._power(term, "1") if word == "@" else self._power(parts[0], "1/2")
        if word == "sum":
            return self._total(*parts)
        return self._function(word, parts)

    def _leaf(self, leaf: str) -> str:
        if is_numeral(leaf):
            return self.pen.number % leaf if leaf.isdigit() else self._write_signed(leaf)
        if leaf.startswith("‖"):  # a length that is a variable of its own
            return self.pen.fence(self.name(leaf.strip("‖")), "‖")
        return self.name(leaf.removesuffix("@"))

    def _function(self, word: str, parts: Sequence[Term]) -> str:
        if word == "subs":
            of, (_, *names), (_, *values) = parts
            places = [self.pen.relation(self._term(a), "==", self._term(b)) for a, b in zip(names, values, strict=True)]
            return self.pen.at(self._term(of), self.pen.comma.join(places))
        is_plain = word == "@" and all(isinstance(part, str) for part in parts)
        arguments = [*map(self._term, sorted(parts, key=self._rank) if is_plain else parts)]
        if word == "abs":
            return self.pen.fence(arguments[0], "|")
        if word in ("@", "inner"):
            return self.pen.fence(self.pen.comma.join(arguments), "⟨")
        return self.pen.apply("" if word == "pair" else word, arguments)

    def _total(self, of: Term) -> str:
        """Write a sum over the index, with a letter that is not in use."""
        self.depth += 1
        index = INDICES[self.depth - 1]
        index = index.translate(SUBSCRIPTS) if self.pen.flat else index
        total = self.pen.over_index % (index, self._write_fenced(of, TOTAL))
        self.depth -= 1
        return total

    def _sum(self, term: Term) -> str:
        """Write terms in order, with a positive term first if there is one."""
        terms = sorted(summands(term), key=lambda signed: self._place(signed[1]))
        first = next((n for n, (less, _) in enumerate(terms) if not less), 0)
        terms = [terms[first], *terms[:first], *terms[first + 1 :]]
        return self.pen.total((less, self._write_fenced(part, TOTAL)) for less, part in terms)

    def _write_signed(self, term: Term) -> str:
        """Write a number, product or quotient with its sign."""
        negative, whole = split_sign(term)
        return self.pen.total([(True, self._write_fenced(whole, TOTAL))]) if negative else self._quotient(term)

    def _quotient(self, term: Term) -> str:
        """Write a fraction, or a product if there is no divisor."""
        above, below = (sorted(factors, key=self._factor_place) for factors in _fraction_factors(term))
        if not below:
            return self._product(above, PRODUCT)
        top, bottom = (PRODUCT, POWER) if self.pen.flat else (SUM, SUM)
        divisor = self._product(below, bottom)
        if self.pen.flat and len(below) > 1:
            divisor = self.pen.fence(divisor)
        return self.pen.fraction % (self._product(above, top), divisor)

    def _product(self, factors: Sequence[Term], alone: int) -> str:
        """Write factors with the brackets they need; a single factor gets the precedence `alone`."""
        if len(factors) < 2:
            return self._write_fenced(factors[0], alone) if factors else self.pen.number % 1
        inner = POWER if self.pen.flat else PRODUCT
        written = [self._write_fenced(factor, inner if n else PRODUCT) for n, factor in enumerate(factors)]
        return self.pen.row % self.pen.times.join(written)

    def _power(self, base: Term, exponent: Term) -> str:
        """Write a power or a root; ⟨v, v⟩ is the square of a length."""
        n, (whole, times) = Fraction(exponent) if is_numeral(exponent) else Fraction(0), split_length(base)
        if (n * times if whole else n).denominator == 2:
            return self.pen.root(self._power(base, str(2 * n)))
        raised = "" if n == 1 else self._term(exponent)
        if whole:
            length, n = self.pen.fence(self._term(whole), "‖"), n * times
            return length if n == 1 else self.pen.raise_power(length, self._term(str(n)))
        if isinstance(base, str) and not is_numeral(base) and not base.startswith("‖"):
            return self.name(base, raised)
        if (raised
            and base[0] == "/"
            and all(_binding_strength(part) == ATOM and isinstance(part, str) for part in base[1:])):
            # two names or digits stay on one line
            return self.pen.raise_power(self.pen.fence(self.pen.slash % tuple(map(self._term, base[1:]))), raised)
        return self.pen.raise_power(self._write_fenced(base, ATOM), raised) if raised else self._term(base)

    def _write_fenced(self, term: Term, level: int) -> str:
        """Write a term, in brackets if its precedence is below `level`."""
        written = self._term(term)
        return self.pen.fence(written) if _binding_strength(term) < level else written

    # --- order ---

    def _rank(self, leaf: str) -> tuple[float, str]:
        """Return the place of a variable in the order; a primed variable has the place of the plain one."""
        name = leaf.removesuffix("@")
        return self.ranks.get(name.rstrip("'"), len(self.ranks)), name

    def _atoms(self, term: Term) -> Iterator[tuple[tuple[float, str], ...]]:
        """Yield the ranks of all variables and inner products, with multiplicity."""
        if isinstance(term, str) or term[0] in ("@", "inner"):
            yield tuple(sorted(self._rank(leaf) for leaf in leaves(term) if not is_numeral(leaf)))
        elif term[0] == "^" and is_numeral(term[2]):
            yield from [*self._atoms(term[1])] * (abs(int(term[2])) if "/" not in term[2] else 1)
        else:
            for part in term[1:]:
                yield from self._atoms(part)

    def _place(self, term: Term) -> list[Any]:
        """Return a sort key for terms: by the last variable, longer terms before shorter, numbers last."""
        return [*sorted(filter(None, self._atoms(term)), reverse=True), LAST, term[0] == "sum"]

    def _factor_place(self, factor: Term) -> tuple[int, list[Any]]:
        """Return a sort key for factors.

        The order is: numbers, variables and sums such as k + 1, inner products and functions, other sums, vectors. A
        power, root or fraction has the place of its base, or of the first factor of its numerator.
        """
        base = factor
        while base[0] in ("^", "sqrt", "/") or (base[0] == "*" and base is not factor):
            base = base[1]
        if is_numeral(factor) or is_vector(factor) or factor[0] == "pair":
            kind = -1 if is_numeral(factor) else 3
        elif isinstance(base, str):
            kind = int(base.startswith("‖"))
        else:
            kind = 0 if _is_successor(base) else 2 if base[0] in ("+", "-") else 1
        return kind, self._place(factor)


# --- the structure of terms -----------------------------------------------------------------------


def _split_accent(stem: str) -> tuple[str, str]:
    return (stem[:-1], stem[-1]) if stem[-1] in ACCENTS else (stem, "")


def _is_successor(term: Term) -> bool:
    parts = [*summands(term)]
    plain = [part for less, part in parts if isinstance(part, str) and not (less and not is_numeral(part))]
    return len(plain) == len(parts) == 2 and sum(map(is_numeral, plain)) == 1


def _binding_strength(term: Term) -> int:
    if split_sign(term)[0]:
        return SUM
    if isinstance(term, str):
        return PRODUCT if is_numeral(term) and not term.isdigit() else ATOM
    if _is_inverse(term):
        return PRODUCT
    is_raised = (term[0] == "@" and split_length(term)[0]) or (term[0] == "sqrt" and not split_length(term)[0])
    return POWER if is_raised else BOUND.get(term[0], ATOM)


def _is_inverse(term: Term) -> bool:
    return term[0] == "^" and is_numeral(term[2]) and term[2].startswith("-")


def split_sign(term: Term) -> tuple[bool, Term]:
    """Return whether a term begins with a minus sign, and the term without it."""
    if isinstance(term, str):
        return is_numeral(term) and term.startswith("-"), term.removeprefix("-")
    word, first = term[:2]
    if word == "-" and len(term) == 2:
        return True, first
    negative, part = split_sign(first) if word in ("*", "/") else (False, first)
    if not negative:
        return False, term
    kept = term[2:] if part == "1" and word == "*" else (part, *term[2:])
    return True, (word, *kept) if len(kept) > 1 else kept[0]


def summands(term: Term) -> Iterator[tuple[bool, Term]]:
    """Yield each term of a sum and of the sums inside it, and whether the term is subtracted."""
    if term[0] == "+" and isinstance(term, tuple):
        for part in term[1:]:
            yield from summands(part)
    elif term[0] == "-" and len(term) == 3 and isinstance(term, tuple):
        yield from summands(term[1])
        yield True, term[2]
    else:
        yield split_sign(term)


def _fraction_factors(term: Term) -> tuple[list[Term], list[Term]]:
    if isinstance(term, str):
        above, _, below = term.partition("/") if is_numeral(term) else (term, "", "")
        return [above] * (above != "1"), [below] * bool(below)
    if term[0] == "/":
        return [term[1]], [term[2]]
    if _is_inverse(term):
        n = term[2].removeprefix("-")
        return [], [term[1] if n == "1" else ("^", term[1], n)]
    if term[0] != "*":
        return [term], []
    parts = [_fraction_factors(part) if part[0] != "/" and not split_sign(part)[0] else ([part], [])
             for part in term[1:]]
    return [part for above, _ in parts for part in above], [part for _, below in parts for part in below]


def split_length(term: Term) -> tuple[Term, int]:
    """Return (v, 2) for ⟨v, v⟩, (v, 1) for its root, and (None, n) for any other term."""
    times, inner = (1, term[1]) if term[0] == "sqrt" else (2, term)
    return (inner[1], times) if inner[0] == "@" and inner[1] == inner[2] else (None, times)


def prepare_term(term: Term) -> Term:
    """Rewrite a term for printing. v + s·#1 becomes ("pair", v, s); factors 1 and terms 0 are left out; numbers come
    first in products."""
    if isinstance(term, str):
        return ("pair", "0", "1") if term == "#1@" else term
    word, *parts = term[0], *map(prepare_term, term[1:])
    if word == "-" and len(parts) == 2 and any(map(is_zero_term, parts)):
        return parts[0] if is_zero_term(parts[1]) else ("-", parts[1])
    if word == "+":
        parts = [part for part in parts if not is_zero_term(part)] or parts[-1:]
    if word == "*":
        parts = [f for part in parts for f in (part[1:] if part[0] == "*" else [part]) if f != "1"] or ["1"]
        parts.sort(key=lambda part: not is_numeral(part))
    if word in ("*", "-") and parts[-1][:2] == ("pair", "0") and (word == "*") != (len(parts) == 1):
        scalar = ("-", parts[0][2]) if word == "-" else (word, *parts[:-1]) if len(parts) > 2 else parts[0]
        return "pair", "0", scalar
    if word == "+":
        parts = [*collect_pairs(parts)]
    return (word, *parts) if len(parts) > 1 or word not in ("+", "*") else parts[0]


def is_zero_term(term: Term) -> bool:
    """Return whether a term is 0, or a product with a factor 0 and no undefined factor."""
    return term == "0" or (term[0] == "*" and "0" in term and not is_partial(term))


def collect_pairs(parts: Iterable[Term]) -> Iterator[Term]:
    """Yield the terms of a sum; a multiple of #1 and the terms before it become a pair."""
    before: list[Term] = []
    for part in parts:
        if part[:2] == ("pair", "0"):
            first = ("+", *before) if len(before) > 1 else before[0] if before else "0"
            part, before = ("pair", first, part[2]), []
            yield part
        else:
            before.append(part)
    yield from before

"""How formulas are written: as text, as LaTeX and as MathML.

Main definitions:
    Notation      writes scalars, vectors, relations and substitutions in one of the three forms
    Pen           what a form has to know: how to write a letter, an inner product, a fraction, ...

One printer walks the expression and decides what is a sum, a fraction, a norm and where brackets are
needed; the three pens only say how these look. So the forms cannot differ in what they say.

sympy keeps the terms of a sum and the factors of a product in an order of its own. They are put back into
one that a reader expects: numbers last in sums and first in products, what the `order` names first before what
it names later, no minus sign in front where a positive term can lead.

>>> from .language import norm, reals, vectors
>>> (w, x), (b, y) = vectors("w x"), reals("b y")
>>> Notation(order=["w", "b", "y", "x"]).term(w @ w + b**2 + 2*y*(w @ x + b) + x @ x + 1)
'‖w‖² + b² + 2·y·(⟨w, x⟩ + b) + ‖x‖² + 1'
>>> print(Notation("latex", ["w"]).term((w @ x + b) / norm(w)))
\\frac{\\langle w, x \\rangle + b}{\\lVert w \\rVert}
>>> Notation("mathml").term(w + y * x)
'<mrow><mi>w</mi><mo>+</mo><mrow><mi>y</mi><mo>&#x2062;</mo><mi>x</mi></mrow></mrow>'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from math import inf
from typing import Any
from unicodedata import normalize

import sympy
from sympy.printing.printer import Printer

from .expressions import Relation
from .language import Vector
from .trees import Inner, Total, is_vector, multiplied_out, names_of, tree_of

SPELLINGS = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi
chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
LETTERS: dict[str, str] = dict(zip(SPELLINGS.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
GREEK = {letter: spelling for spelling, letter in LETTERS.items()}
SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "<", ">": ">"}
ACCENTS = {"\u0302": ("hat", "^"), "\u0303": ("tilde", "~"), "\u0304": ("bar", "¯")}  # combining characters
NAME = re.compile(rf"(?P<stem>[^\W\d_]+[{''.join(ACCENTS)}]?)_?(?P<sub>\w*|⊥)(?P<marks>[*']*)(?P<index>\[i\])?")
SPECIAL = {
    "\\": r"\backslash ", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "^": r"\wedge ", "~": r"\sim ",
}  # what LaTeX reads otherwise, as it is written in math mode; fmt: skip
SUPERSCRIPTS = str.maketrans("0123456789+-ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ")
SUBSCRIPTS = str.maketrans("0123456789ijkl", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗ")
INDICES = "ijkl"  # for [i], wherever it is another one
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly the parts of an expression are bound
LAST = ((inf, ""),)


class Pen:
    """One form of writing. Arguments and results are strings; `flat` means that fractions stay on the line."""

    flat = False
    minus = "-"
    operators: Mapping[str, str] = SIGNS

    def total(self, terms: Iterable[tuple[bool, str]]) -> str:
        """A signed sum; the flags say which terms are subtracted."""
        (negative, first), *rest = terms
        lead = self.minus if negative else ""
        return lead + first + "".join((f" {self.minus} " if minus else " + ") + term for minus, term in rest)

    def relation(self, lhs: str, operator: str, rhs: str) -> str:
        """Two sides and what is between them."""
        return f"{lhs} {self.operators[operator]} {rhs}"

    def put(self, name: str, value: str) -> str:
        """A substitution."""
        return f"{name} := {value}"


class Text(Pen):
    """Unicode on one line."""

    flat = True
    minus = "−"

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        """w, w', b*², x₁, γ_G, xᵢ."""
        small = sub.translate(SUBSCRIPTS) if sub.isdigit() else f"_{sub}" if sub else ""
        return self.power(
            normalize("NFC", LETTERS.get(stem, stem)) + small + marks + index.translate(SUBSCRIPTS), power
        )

    def number(self, digits: str) -> str:
        """A natural number."""
        return digits

    def inner(self, u: str, v: str) -> str:
        """An inner product."""
        return f"⟨{u}, {v}⟩"

    def norm(self, v: str) -> str:
        """A length."""
        return f"‖{v}‖"

    def magnitude(self, e: str) -> str:
        """An absolute value."""
        return f"|{e}|"

    def fence(self, e: str) -> str:
        """Brackets."""
        return f"({e})"

    def power(self, base: str, exponent: str) -> str:
        """A power, with a raised exponent if there are characters for it."""
        if all(ord(c) in SUPERSCRIPTS for c in exponent):
            return base + exponent.translate(SUPERSCRIPTS)
        return f"{base}^{exponent}" if exponent.isalnum() else f"{base}^({exponent})"

    def root(self, e: str) -> str:
        """A square root."""
        return f"√{e}" if e.isalnum() else f"√({e})"

    def fraction(self, top: str, bottom: str) -> str:
        """A quotient, whose parts already have the brackets that they need."""
        return f"{top}/{bottom}"

    def product(self, factors: Iterable[str]) -> str:
        """Factors side by side."""
        return "·".join(factors)

    def over_index(self, index: str, e: str) -> str:
        """The sum over an index."""
        return f"Σ{index.translate(SUBSCRIPTS)} {e}"

    def apply(self, function: str, arguments: Iterable[str]) -> str:
        """A function of arguments; without a name, a tuple."""
        return f"{function}({', '.join(arguments)})"

    def at(self, e: str, places: Iterable[str]) -> str:
        """The value of an expression at a place."""
        return f"[{e} at {', '.join(places)}]"


class Latex(Pen):
    """LaTeX for math mode, with the commands of amsmath."""

    operators: Mapping[str, str] = {"==": "=", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        """A name; an asterisk is spelled out because Markdown gives it another meaning."""
        bare, accent = parted(stem)
        stem = GREEK.get(bare, bare)
        plain = "".join(SPECIAL.get(c, c) for c in stem)
        base = f"\\{stem}" if stem in LETTERS else plain if len(stem) == 1 else rf"\mathit{{{plain}}}"
        scripts = self.scripts(sub, marks, index, power)
        return (rf"\{ACCENTS[accent][0]}{{{base}}}" if accent else base) + scripts

    def scripts(self, sub: str, marks: str, index: str, power: str) -> str:
        """What stands below and above a letter."""
        below = ",".join(filter(None, [sub.replace("⊥", r"\perp").replace("_", r"\_"), index]))
        stars = "".join({"*": r"\ast ", "'": r"\prime "}[m] for m in marks) if "*" in marks else ""
        above = "^{" + (stars + power).strip() + "}" if stars or power else ""
        return (f"_{{{below}}}" if below else "") + ("" if stars else marks) + above

    def number(self, digits: str) -> str:
        """A natural number."""
        return digits

    def inner(self, u: str, v: str) -> str:
        """An inner product."""
        return rf"\langle {u}, {v} \rangle"

    def norm(self, v: str) -> str:
        """A length."""
        return rf"\lVert {v} \rVert"

    def magnitude(self, e: str) -> str:
        """An absolute value."""
        return rf"\left\lvert {e} \right\rvert"

    def fence(self, e: str) -> str:
        """Brackets, which grow around fractions only."""
        return rf"\left({e}\right)" if r"\frac" in e else f"({e})"

    def power(self, base: str, exponent: str) -> str:
        """A power."""
        return f"{base}^{{{exponent}}}"

    def root(self, e: str) -> str:
        """A square root."""
        return rf"\sqrt{{{e}}}"

    def fraction(self, top: str, bottom: str) -> str:
        """A quotient."""
        return rf"\frac{{{top}}}{{{bottom}}}"

    def product(self, factors: Iterable[str]) -> str:
        """Factors side by side."""
        return " ".join(factors)

    def over_index(self, index: str, e: str) -> str:
        """The sum over an index."""
        return rf"\sum_{{{index}}} {e}"

    def apply(self, function: str, arguments: Iterable[str]) -> str:
        """A function of arguments; without a name, a tuple."""
        name = rf"\operatorname{{{function}}}" if function else ""
        return name + self.fence(", ".join(arguments))

    def at(self, e: str, places: Iterable[str]) -> str:
        """The value of an expression at a place."""
        return rf"\left[{e}\right]_{{{', '.join(places)}}}"


class MathML(Pen):
    """Presentation MathML, without the surrounding <math>."""

    minus = "<mo>−</mo>"
    operators: Mapping[str, str] = {operator: f"<mo>{escape(sign)}</mo>" for operator, sign in SIGNS.items()}

    def letter(self, stem: str, sub: str, marks: str, index: str, power: str) -> str:
        """A name."""
        bare, accent = parted(stem)
        base = f"<mi>{escape(LETTERS.get(bare, bare))}</mi>"
        if accent:
            base = f'<mover accent="true">{base}<mo stretchy="false">{ACCENTS[accent][1]}</mo></mover>'
        below = "<mo>,</mo>".join(f"<mi>{escape(part)}</mi>" for part in (sub, index) if part)
        above = "".join(f"<mo>{'′' if m == chr(39) else '∗'}</mo>" for m in marks) + power
        tag, parts = {
            (False, False): ("", []), (True, False): ("msub", [below]),
            (False, True): ("msup", [above]), (True, True): ("msubsup", [below, above]),
        }[bool(below), bool(above)]  # fmt: skip
        return f"<{tag}>{base}{''.join(map(self.row, parts))}</{tag}>" if tag else base

    def row(self, *parts: str) -> str:
        """Parts side by side, as one."""
        return f"<mrow>{''.join(parts)}</mrow>"

    def number(self, digits: str) -> str:
        """A natural number."""
        return f"<mn>{digits}</mn>"

    def total(self, terms: Iterable[tuple[bool, str]]) -> str:
        """A signed sum."""
        (negative, first), *rest = terms
        signed = [(self.minus if minus else "<mo>+</mo>") + term for minus, term in rest]
        return self.row(self.minus if negative else "", first, *signed)

    def between(self, left: str, e: str, right: str) -> str:
        """An expression between two fences."""
        grows = "" if "<mfrac>" in e or "<msqrt>" in e else ' stretchy="false"'
        return self.row(f'<mo form="prefix"{grows}>{left}</mo>', e, f'<mo form="postfix"{grows}>{right}</mo>')

    def inner(self, u: str, v: str) -> str:
        """An inner product."""
        return self.between("⟨", f"{u}<mo>,</mo>{v}", "⟩")

    def norm(self, v: str) -> str:
        """A length."""
        return self.between("‖", v, "‖")

    def magnitude(self, e: str) -> str:
        """An absolute value."""
        return self.between("|", e, "|")

    def fence(self, e: str) -> str:
        """Brackets."""
        return self.between("(", e, ")")

    def power(self, base: str, exponent: str) -> str:
        """A power."""
        return f"<msup>{base}{self.row(exponent)}</msup>"

    def root(self, e: str) -> str:
        """A square root."""
        return f"<msqrt>{e}</msqrt>"

    def fraction(self, top: str, bottom: str) -> str:
        """A quotient."""
        return f"<mfrac>{top}{bottom}</mfrac>"

    def product(self, factors: Iterable[str]) -> str:
        """Factors side by side, with the invisible sign of multiplication."""
        return self.row("<mo>&#x2062;</mo>".join(factors))

    def over_index(self, index: str, e: str) -> str:
        """The sum over an index."""
        return self.row(f"<munder><mo>∑</mo><mi>{index}</mi></munder>", e)

    def apply(self, function: str, arguments: Iterable[str]) -> str:
        """A function of arguments; without a name, a tuple."""
        name = f"<mi>{escape(function)}</mi><mo>&#x2061;</mo>" if function else ""
        return self.row(name, self.fence("<mo>,</mo>".join(arguments)))

    def at(self, e: str, places: Iterable[str]) -> str:
        """The value of an expression at a place."""
        return f"<msub>{self.between('[', e, ']')}{self.row('<mo>,</mo>'.join(places))}</msub>"

    def relation(self, lhs: str, operator: str, rhs: str) -> str:
        """Two sides and what is between them."""
        return self.row(lhs, self.operators[operator], rhs)

    def put(self, name: str, value: str) -> str:
        """A substitution."""
        return self.row(name, "<mo>:=</mo>", value)


PENS = {"text": Text, "latex": Latex, "mathml": MathML}


class Notation(Printer):
    """Writes expressions of the language in a form: "text", "latex" or "mathml".

    `order` lists the names of variables in the order in which sums and products should mention them.

    >>> write = Notation(order=["u", "v"])
    >>> u, v = Vector({"u": 1}), Vector({"v": 1})
    >>> write.relation(Relation((u @ v)**2, "<=", (u @ u) * (v @ v)))
    '⟨u, v⟩² ≤ ‖u‖²·‖v‖²'
    """

    def __init__(self, form: str = "text", order: Sequence[str] = ()):
        """Choose the pen."""
        if form not in PENS:
            raise ValueError(f"form must be one of {', '.join(PENS)} (got {form!r})")
        super().__init__()
        self.pen: Any = PENS[form]()
        self.ranks = {name: place for place, name in enumerate(order)}
        self.depth = 0  # how many indices have a letter here
        self.looked = False  # for one, in what surrounds this

    # --- what others call ---

    def term(self, e: Any) -> str:
        """A number or a vector: an expression, an int or a Fraction, or one of sympy's; or a tuple of these."""
        if isinstance(e, tuple | list):
            return self.pen.apply("", map(self.term, e))
        with self._beside(e):
            return self._print(tree_of(e))

    def relation(self, r: Relation) -> str:
        """Two terms and the relation between them."""
        with self._beside(r):
            return self.pen.relation(self.term(r.lhs), r.operator, self.term(r.rhs))

    def operator(self, operator: str) -> str:
        """The sign of a relation."""
        return self.pen.operators[operator]

    def put(self, name: str, value: Any) -> str:
        """A substitution."""
        return self.pen.put(self.name(name), self.term(value))

    def is_square(self, of: Any) -> str:
        """That a square, or the square length of a vector, is not negative."""
        with self._beside(of):
            e = tree_of(of)
            of_vector, of_number = (Inner(e, e), sympy.S.One), (e, sympy.Integer(2))
            square = self._power(*(of_vector if isinstance(of, Vector) else of_number))
        return self.pen.relation(square, ">=", self.pen.number("0"))

    def name(self, name: str, power: str = "") -> str:
        """A variable, perhaps raised to a power.

        >>> [Notation().name(n) for n in ["w*", "gamma_G", "x1", "a[i]", "w'"]]
        ['w*', 'γ_G', 'x₁', 'aᵢ', "w'"]
        """
        found = NAME.fullmatch(normalize("NFD", name).translate(DIGITS))
        stem, sub, marks, index = found.group("stem", "sub", "marks", "index") if found else (name, "", "", "")
        return self.pen.letter(stem, sub, marks, INDICES[max(self.depth - 1, 0)] if index else "", power)

    @contextmanager
    def _beside(self, e: Any) -> Iterator[None]:
        """Inside, [i] has the first letter, and sums take others, if it occurs in e outside of sums; what stands in e
        is part of it.
        """
        outer = self.depth, self.looked
        if not self.looked:
            self.depth = self.depth or int(any("[i]" in name for name in names_of(e, in_sums=False)))
        self.looked = True
        yield
        self.depth, self.looked = outer

    # --- sympy's classes ---

    def _print_Symbol(self, e: Any) -> str:
        if e.name.startswith("‖"):  # a length that is a variable of its own; ⟨v@v⟩ is then not called its square
            return self.pen.norm(self.name(e.name.strip("‖")))
        u, v = (*e.name.strip("⟨⟩").split("@"), "")[:2]
        if not v:
            return self.name(u)
        if u == v and not e.name.startswith("⟨"):
            return self._power(e, sympy.S.One)
        return self.pen.inner(*map(self.name, sorted((u, v), key=self._rank)))

    def _print_Inner(self, e: Any) -> str:
        u, v = e.args
        return self._power(e, sympy.S.One) if u == v else self.pen.inner(self._print(u), self._print(v))

    def _print_Pair(self, e: Any) -> str:
        return self.pen.apply("", map(self._print, e.args))

    def _print_Integer(self, e: Any) -> str:
        return self._signed(e) if e < 0 else self.pen.number(str(e))

    def _print_Rational(self, e: Any) -> str:
        return self._signed(e) if e < 0 else self.pen.fraction(*(self.pen.number(str(n)) for n in (e.p, e.q)))

    def _print_Add(self, e: Any) -> str:
        return self._sum(sorted(e.args, key=self._term_key))

    def _print_Mul(self, e: Any) -> str:
        return self._signed(e)

    def _print_Pow(self, e: Any) -> str:
        return self._power(e.base, e.exp)

    def _print_Abs(self, e: Any) -> str:
        return self.pen.magnitude(self._print(e.args[0]))

    def _print_Subs(self, e: Any) -> str:
        values = zip(e.variables, e.point, strict=True)
        return self.pen.at(self._print(e.expr), [self.relation(Relation(a, "==", b)) for a, b in values])

    def _print_Function(self, e: Any) -> str:
        name = type(e).__name__
        return self.pen.apply(name.lower(), [self._print(a) for a in e.args])

    def _print_Total(self, e: Any) -> str:
        """The sum of a number or a vector over the index, whose letter is another one than those in use."""
        self.depth += 1
        total: str = self.pen.over_index(INDICES[self.depth - 1], self._fenced(e.args[0], PRODUCT))
        self.depth -= 1
        return total

    _print_LatticeOp = _print_Function  # max and min  # noqa: N815

    def emptyPrinter(self, e: Any) -> str:
        """Anything else is outside the language."""
        raise TypeError(f"{e} ({type(e).__name__}) has no notation")

    # --- sums, products, powers ---

    def _sum(self, terms: list[Any]) -> str:
        """Terms in this order, but with a positive one in front if there is any."""
        first = next((n for n, term in enumerate(terms) if not is_negative(term)), 0)
        terms = [terms[first], *terms[:first], *terms[first + 1 :]]
        return self.pen.total((is_negative(term), self._unsigned(term)) for term in terms)

    def _signed(self, e: Any) -> str:
        """One term with its sign."""
        return self._sum([e]) if is_negative(e) else self._unsigned(e)

    def _unsigned(self, e: Any) -> str:
        """A product or quotient, without its sign."""
        number, factors = e.as_coeff_mul()
        if len(factors) == 1 and abs(number) == 1 and not factors[0].is_Mul:
            return self._fenced(factors[0], PRODUCT)
        above, below = [n for n in (abs(number.p),) if n != 1], [n for n in (number.q,) if n != 1]
        for factor in sorted(factors, key=self._factor_key):
            base, exponent = factor.as_base_exp()
            if exponent.is_negative:
                below.append(base**-exponent)
            else:
                above.append(factor)
        return self._quotient(above, below)

    def _quotient(self, above: list[Any], below: list[Any]) -> str:
        """A fraction; on the line its parts need brackets, and a divisor of several factors does too."""
        if not below:
            return self._product(above, PRODUCT)
        alone = POWER if self.pen.flat else SUM
        divisor = self._product(below, alone)
        if self.pen.flat and len(below) > 1:
            divisor = self.pen.fence(divisor)
        return self.pen.fraction(self._product(above, alone), divisor)

    def _product(self, factors: list[Any], alone: int) -> str:
        """Factors with the brackets they need; a single one is bound as tightly as `alone` says."""
        if not factors:
            return self.pen.number("1")
        if len(factors) == 1:
            return self._fenced(factors[0], alone)
        return self.pen.product([self._fenced(f, POWER) for f in factors])

    def _power(self, base: Any, exponent: Any) -> str:
        """A power or root; ⟨v, v⟩ is the square of a length."""
        of = whose_square(base)
        is_length = of is not None
        if is_length:
            exponent = 2 * exponent
        if exponent.is_negative:
            return self._quotient([], [base ** -(exponent / 2 if is_length else exponent)])
        if exponent.is_Rational and exponent.q == 2 and (whole := self._whose_length(base)):
            length = self.pen.norm(self._print(whole))
            return length if exponent.p == 1 else self.pen.power(length, self._print(2 * exponent))
        if exponent.is_Rational and exponent.q == 2:
            return self.pen.root(self._power(base, exponent * (1 if is_length else 2)))
        raised = "" if exponent == 1 else self._print(exponent)
        if is_length:
            return self.pen.power(self.pen.norm(self._print(of)), raised) if raised else self.pen.norm(self._print(of))
        if base.is_Symbol and "@" not in base.name and not base.name.startswith("‖"):
            return self.name(base.name, raised)
        return self.pen.power(self._fenced(base, ATOM), raised) if raised else self._print(base)

    def _whose_length(self, e: Any) -> Any:
        """The vector x - v for ‖x‖² - 2⟨x, v⟩ + ‖v‖²; None if no such vector, with a coefficient 1, can be read off."""
        e = sympy.expand(e)
        names = sorted(
            {n for s in e.free_symbols if "@" in s.name for n in s.name.strip("⟨⟩").split("@")}, key=self._rank
        )
        variables = [sympy.Symbol(f"{name}@") for name in names]
        for first in variables if e.is_Add else ():
            v = sympy.Add(first, *(e.coeff(Inner(first, x)) / 2 * x for x in variables if x != first))
            if e.coeff(Inner(first, first)) == 1 and sympy.expand(multiplied_out(Inner(v, v)) - e) == 0:
                return v
        return None

    def _fenced(self, e: Any, level: int) -> str:
        """With brackets if it is bound less tightly than its place demands."""
        e = tree_of(e)
        written: str = self._print(e)
        return self.pen.fence(written) if binding(e) < level else written

    # --- order ---

    def _rank(self, name: str) -> tuple[float, str]:
        """The place of a variable; a primed one stands where the plain one does."""
        return self.ranks.get(name.rstrip("'"), len(self.ranks)), name

    def _atoms(self, e: Any) -> list[tuple[tuple[float, str], ...]]:
        """The ranks of all variables and inner products, each as often as it occurs."""
        if e.is_Symbol:
            return [tuple(sorted(map(self._rank, filter(None, e.name.strip("⟨⟩").split("@")))))]
        if isinstance(e, Inner):
            return [tuple(sorted(map(self._rank, names_of(e))))]
        times = abs(int(e.exp)) if e.is_Pow and e.exp.is_Integer else 1
        return [rank for part in e.args for rank in self._atoms(part)] * times

    def _term_key(self, e: Any) -> list[Any]:
        """Terms whose last variable comes early are first; longer ones before shorter; numbers last."""
        return [*sorted(self._atoms(e), reverse=True), LAST]

    def _factor_key(self, e: Any) -> tuple[int, list[Any]]:
        """Variables, and k + 1 for a variable k; then inner products and functions; sums; vectors."""
        base = e.as_base_exp()[0]
        if is_vector(base):
            kind = 3
        elif base.is_Symbol:
            kind = 1 if base.name[-1] in "‖" or "@" in base.name else 0
        else:
            kind = 2 if base.is_Add and not is_successor(base) else int(not base.is_Add)
        return kind, self._term_key(e)


def parted(stem: str) -> tuple[str, str]:
    """A letter and the accent on it."""
    return (stem[:-1], stem[-1]) if stem[-1] in ACCENTS else (stem, "")


def is_negative(e: Any) -> bool:
    """Is it written with a minus sign?"""
    return bool(e.as_coeff_Mul()[0].is_negative)


def is_successor(e: Any) -> bool:
    """Is it a variable plus a number?"""
    return len(e.args) == 2 and {a.is_Symbol for a in e.args} == {a.is_Number for a in e.args} == {True, False}


def binding(e: Any) -> int:
    """How tightly the tree of a number or a vector is bound."""
    if e.is_Add or is_negative(e):
        return SUM
    is_quotient = (e.is_Rational and not e.is_Integer) or (e.is_Pow and e.exp.is_negative)
    if e.is_Mul or is_quotient or isinstance(e, Total):
        return PRODUCT
    if (e.is_Pow and e.exp != sympy.Rational(1, 2)) or whose_square(e) is not None:
        return POWER
    return ATOM


def whose_square(e: Any) -> Any:
    """The vector v of ⟨v, v⟩, as a symbol that ends in @ or as a tree of these; None of anything else."""
    u, v = e.args if isinstance(e, Inner) else (*e.name.split("@"), "")[:2] if e.is_Symbol else ("", None)
    return None if u != v else sympy.Symbol(f"{u}@") if e.is_Symbol else u

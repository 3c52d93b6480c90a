"""Formulas read back from text, by a parser that knows nothing of the printer but its signs."""

import re

from novikoff.proofs.statements.expressions import Number, Symbol
from novikoff.proofs.statements.notation import INDICES, SIGNS, Notation
from novikoff.proofs.statements.vector_language import (
    Abs,
    Max,
    Min,
    Relation,
    Sum,
    Vector,
    augment,
    exp,
    ln,
    norm,
    sqrt,
)

FUNCTIONS = {"exp": exp, "ln": ln, "max": Max, "min": Min}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
OPERATORS = {sign: operator for operator, sign in SIGNS.items()}


def spellings(names):
    """How variables look, with each letter of an index; vectors end in @."""
    found, write = {}, Notation()
    for name in names:
        for write.depth in range(1, len(INDICES) + 1) if "[i]" in name else (0,):
            found[write.name(name.rstrip("@"))] = Vector({name[:-1]: 1}) if name.endswith("@") else Symbol(name)
    return found


class Text:
    """A formula in text, to be read as a term or as a relation."""

    def __init__(self, text, names):
        self.names = spellings(names)
        known = "|".join(map(re.escape, sorted([*self.names, *FUNCTIONS], key=len, reverse=True)))
        self.tokens = re.findall(rf"{known}|Σ[ᵢⱼₖₗ]|\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+|\S", text)
        assert "".join(self.tokens) == "".join(text.split())

    def take(self, *signs):
        """The next token, if it is one of these."""
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in signs else None

    def expect(self, sign):
        """The next token, which has to be this one."""
        assert self.take(sign), f"{sign} is expected before {' '.join(self.tokens)}"

    def whole(self):
        """A relation, or a term."""
        lhs = self.total()
        operator = self.take(*OPERATORS)
        rhs = self.total() if operator else None
        assert not self.tokens, f"left: {self.tokens}"
        return Relation(lhs, OPERATORS[operator], rhs) if operator else lhs

    def total(self):
        """Terms with signs."""
        e = -self.product() if self.take("−") else self.product()
        while sign := self.take("+", "−"):
            e = e + self.product() if sign == "+" else e - self.product()
        return e

    def product(self):
        """Factors and divisors."""
        e = self.power()
        while sign := self.take("·", "/"):
            e = e * self.power() if sign == "·" else e / self.power()
        return e

    def power(self):
        """A factor with its exponent."""
        e = self.factor()
        if self.take("^"):
            return e ** (self.bracket(")") if self.take("(") else self.factor())
        if self.tokens and re.fullmatch(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+", self.tokens[0]):
            return e ** int(self.tokens.pop(0).translate(RAISED))
        return e

    def bracket(self, *ends):
        """Terms between commas, to the end of a bracket."""
        terms = [self.total()]
        for end in ends:
            self.expect(end)
            terms += [self.total()] if end == "," else []
        return terms if len(terms) > 1 else terms[0]

    def vector(self, e):
        """A vector, also if it is written 0."""
        return e if isinstance(e, Vector) else Vector({})

    def factor(self):
        """What stands between multiplication signs."""
        token = self.tokens.pop(0)
        if token.isdecimal():
            return Number(int(token))
        if token == "⟨":
            u, v = map(self.vector, self.bracket(",", "⟩"))
            return u @ v
        if token == "‖":
            v = self.vector(self.bracket("‖"))
            return v @ v if self.take("²") else norm(v)
        if token == "|":
            return Abs(self.bracket("|"))
        if token == "√":
            return sqrt(self.factor())
        if token.startswith("Σ"):
            return Sum(self.product())
        if token in FUNCTIONS:
            self.expect("(")
            arguments = [self.total()]
            while self.take(","):
                arguments.append(self.total())
            self.expect(")")
            return FUNCTIONS[token](*arguments)
        if token == "(":
            e = self.total()
            e = augment(self.vector(e), self.total()) if self.take(",") else e
            self.expect(")")
            return e
        return self.names[token]


def term_in(text, names):
    """The term, or the relation, that a text says."""
    return Text(text, names).whole()

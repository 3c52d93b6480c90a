"""The grammar of `novikoff prove`: Python's expression syntax, parsed with `ast` and never evaluated.

    vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2
        |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1
    vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1) |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])

`vec` and `real` declare names (`x[i]` a finite family), commas separate hypotheses, `|-` precedes the
conclusion; `@` is the inner product. Known functions: norm, abs, max, min, sqrt, Sum, and `all` for facts
about every index. Comparisons may be chained.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

import sympy

from ..algorithms.errors import BadInput
from .language import Relation, Sum, Vector, norm, reals, vectors
from .page import Page

MAX_LENGTH = 20_000
MAX_EXPONENT = 32
COMPARISONS: dict[type, str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BRACKETS = {")": "(", "]": "["}


def parse(text: str) -> Page:
    """The page of a statement, ready to be proved. Raises BadInput naming the column (from 1) and the reason.

    >>> page = parse("vec u v |- (u@v)**2 <= (u@u)*(v@v)")
    >>> page.names, list(page.conclusions)
    (['u@', 'v@'], ['conclusion'])
    """
    return Parser(text).page


class Parser:
    """Reads one statement; columns count from the start of the text, line breaks as one column."""

    def __init__(self, text: str):
        """Parse at once."""
        if len(text) > MAX_LENGTH:
            raise BadInput(f"the statement is too long: {len(text)} characters, at most {MAX_LENGTH} are read")
        self.text = re.sub(r"\s", " ", text)
        self.page = Page()
        self.terms: dict[str, Any] = {}
        self.in_family = False
        self.check_brackets()
        turnstile = self.text.find("|-")
        if turnstile < 0:
            self.fail(len(self.text), "the conclusion is missing: write  hypotheses |- conclusion")
        if self.text.find("|-", turnstile + 2) >= 0:
            self.fail(self.text.find("|-", turnstile + 2), "a second |-; a statement has one conclusion")
        start = self.declarations(turnstile)
        for name, given in self.facts(start, turnstile, "hypothesis"):
            self.page.assumptions[name] = given
        conclusions = list(self.facts(turnstile + 2, len(self.text), "conclusion"))
        if not conclusions:
            self.fail(len(self.text), "the conclusion is missing after |-")
        self.page.conclusions = dict(conclusions)

    # --- errors ---

    def fail(self, offset: int, message: str) -> NoReturn:
        """A user's mistake at an offset of the text."""
        raise BadInput(f"column {offset + 1}: {message}")

    def at(self, node: ast.AST) -> int:
        """The offset of a syntax node."""
        prefix = self.source.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore")
        return self.base + len(prefix) - 1

    def check_brackets(self) -> None:
        """Every bracket has its partner."""
        open_: list[int] = []
        for offset, c in enumerate(self.text):
            if c in "([":
                open_.append(offset)
            elif c in BRACKETS:
                if not open_ or self.text[open_.pop()] != BRACKETS[c]:
                    self.fail(offset, f"{c!r} closes nothing")
        if open_:
            self.fail(open_[-1], f"{self.text[open_[-1]]!r} is never closed")
        if re.search(r"[^\x00-\x7f]", self.text) and self.text.count("⊢"):
            self.fail(self.text.index("⊢"), "write |- for the turnstile")

    # --- declarations ---

    def declarations(self, end: int) -> int:
        """Read `vec ...` and `real ...`; return where the hypotheses begin."""
        start = 0
        while True:
            stop = self.text.find(";", start, end)
            piece = self.text[start : end if stop < 0 else stop]
            word = re.match(r"\s*(vec|real)\b", piece)
            if not word:
                if stop >= 0:
                    offset = start + len(piece) - len(piece.lstrip())
                    self.fail(offset, f"a declaration starts with vec or real, not with {piece.strip()[:20]!r}")
                return start
            self.declare(start + word.end(), piece[word.end() :], word.group(1))
            if stop < 0:
                return end
            start = stop + 1

    def declare(self, offset: int, names: str, sort: str) -> None:
        """Names of one sort."""
        if not names.strip():
            self.fail(offset, f"{sort} declares no name")
        for match in re.finditer(r"[^\s,]+", names):
            name, where = match.group(), offset + match.start()
            if not re.fullmatch(r"[^\W\d]\w*(\[i\])?", name):
                self.fail(where, f"{name!r} is no name; write a word such as w, or w[i] for a family")
            if name in FUNCTIONS or name in ("all", "i", "vec", "real"):
                self.fail(where, f"{name!r} has a meaning already and cannot be declared")
            if name in self.terms or name.removesuffix("[i]") in {n.removesuffix("[i]") for n in self.terms}:
                self.fail(where, f"{name!r} is declared twice")
            self.terms[name] = vectors(name)[0] if sort == "vec" else reals(name)[0]
            self.page.names.append(name + "@" if sort == "vec" else name)

    # --- facts ---

    def facts(self, start: int, end: int, kind: str) -> list[tuple[str, Relation]]:
        """The relations in a part of the text, numbered where there are several."""
        part = self.text[start:end]
        if not part.strip():
            return []
        self.base, self.source = start, f"({part.rstrip()} ,)"
        try:
            tree = ast.parse(self.source, mode="eval").body
        except SyntaxError as problem:
            self.fail(max(start, start + (problem.offset or 1) - 2), f"cannot be read: {problem.msg}")
        except (RecursionError, MemoryError, ValueError):
            self.fail(start, "cannot be read: the expression is nested too deeply or malformed")
        assert isinstance(tree, ast.Tuple)
        try:
            found = [r for node in tree.elts for r in self.relations(node)]
        except RecursionError:
            self.fail(start, "the expression is nested too deeply")
        plain = kind if len(found) == 1 and kind == "conclusion" else None
        return [(plain or f"{kind}{n}", r) for n, r in enumerate(found, 1)]

    def relations(self, node: ast.expr) -> list[Relation]:
        """One comparison, possibly chained, possibly under all(...)."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "all":
            return self.for_every_index(node)
        if not isinstance(node, ast.Compare):
            self.fail(self.at(node), "a comparison is expected, such as  x@x <= R**2")
        terms = [self.term(n) for n in [node.left, *node.comparators]]
        found = []
        for a, operator, b, place in zip(terms, node.ops, terms[1:], node.comparators, strict=False):
            symbol = COMPARISONS.get(type(operator))
            if symbol is None:
                self.fail(self.at(place), "only ==, !=, <, <=, > and >= compare")
            a, b = (Vector({}) if v == 0 and isinstance(w, Vector) else v for v, w in ((a, b), (b, a)))
            if isinstance(a, Vector) != isinstance(b, Vector):
                self.fail(self.at(node), f"a vector is compared with a scalar: {a} {symbol} {b}")
            if isinstance(a, Vector) and symbol != "==":
                self.fail(self.at(node), f"vectors can only be equal (==), not {symbol}; compare lengths with norm(...)")
            found.append(Relation(a, symbol, b))
        return found

    def for_every_index(self, node: ast.Call) -> list[Relation]:
        """all(fact about i)."""
        if self.in_family or len(node.args) != 1 or node.keywords:
            self.fail(self.at(node), "all(...) takes one comparison about the index i")
        self.in_family = True
        try:
            return self.relations(node.args[0])
        finally:
            self.in_family = False

    # --- terms ---

    def term(self, node: ast.expr) -> Any:
        """A scalar (sympy) or a Vector."""
        try:
            match node:
                case ast.Constant():
                    return self.number(node)
                case ast.Name():
                    return self.name(node, node.id)
                case ast.Subscript(value=ast.Name(id=family), slice=ast.Name(id="i")):
                    return self.name(node, f"{family}[i]")
                case ast.UnaryOp(op=ast.USub(), operand=operand):
                    return -self.term(operand)
                case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                    return self.term(operand)
                case ast.BinOp():
                    return self.operation(node)
                case ast.Call(func=ast.Name(id=function)):
                    return self.call(node, function)
        except TypeError as problem:
            self.fail(self.at(node), str(problem))
        source = ast.get_source_segment(self.source, node) or type(node).__name__
        self.fail(self.at(node), f"{source[:40]!r} is not part of the language")

    def number(self, node: ast.Constant) -> Any:
        """An integer, or a decimal taken as the fraction that it spells."""
        source = ast.get_source_segment(self.source, node) or ""
        if type(node.value) not in (int, float) or not re.fullmatch(r"\d{1,400}(\.\d{0,400})?|\.\d{1,400}", source):
            self.fail(self.at(node), f"{source[:40]!r} is not a number; write integers, decimals or quotients")
        return sympy.Rational(Fraction(source))

    def name(self, node: ast.expr, name: str) -> Any:
        """A declared name."""
        if name not in self.terms:
            family = name + "[i]" in self.terms
            hint = f"; write {name}[i]" if family else f"; declare it with  vec {name}  or  real {name}"
            self.fail(self.at(node), f"{name!r} is not declared{hint}")
        if "[i]" in name and not self.in_family:
            self.fail(self.at(node), f"{name} stands outside of all(...) and Sum(...), which bind the index i")
        return self.terms[name]

    def operation(self, node: ast.BinOp) -> Any:
        """Arithmetic."""
        left = self.term(node.left)
        if isinstance(node.op, ast.Pow):
            return self.power(node, left)
        right = self.term(node.right)
        match node.op:
            case ast.Add() | ast.Sub():
                if isinstance(left, Vector) != isinstance(right, Vector):
                    self.fail(self.at(node), f"a vector and a scalar are added: {left} and {right}")
                return left + right if isinstance(node.op, ast.Add) else left - right
            case ast.Mult():
                return left * right
            case ast.MatMult():
                if not (isinstance(left, Vector) and isinstance(right, Vector)):
                    self.fail(self.at(node), f"@ needs a vector on both sides, not {left} @ {right}")
                return left @ right
            case ast.Div():
                return self.quotient(node, left, right)
        self.fail(self.at(node), "only +, -, *, /, ** and @ are known")

    def quotient(self, node: ast.BinOp, left: Any, right: Any) -> Any:
        """A division; that the denominator is not 0 has to follow from the hypotheses."""
        if isinstance(right, Vector):
            self.fail(self.at(node.right), f"a vector cannot be a denominator: {right}")
        if right == 0:
            self.fail(self.at(node.right), "the denominator is 0")
        self.page.mentions.append(1 / right)
        return left / right

    def power(self, node: ast.BinOp, base: Any) -> Any:
        """A power with a whole exponent."""
        exponent = self.term(node.right)
        if not getattr(exponent, "is_Integer", False) or not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
            self.fail(self.at(node.right), f"the exponent must be a whole number up to {MAX_EXPONENT}, not {exponent}")
        if isinstance(base, Vector):
            self.fail(self.at(node), f"a vector has no powers; its square length is written {base}@{base}")
        if exponent < 0:
            if base == 0:
                self.fail(self.at(node), "the denominator is 0")
            self.page.mentions.append(1 / base)
        return base**exponent

    def call(self, node: ast.Call, function: str) -> Any:
        """A known function."""
        if function not in FUNCTIONS or node.keywords:
            known = ", ".join(sorted(FUNCTIONS))
            self.fail(self.at(node), f"{function!r} is not a known function; known are {known} and all")
        sort, counts, build = FUNCTIONS[function]
        if function == "Sum":
            return self.summed(node)
        arguments = [self.term(a) for a in node.args]
        if len(arguments) not in counts:
            self.fail(self.at(node), f"{function} takes {counts[0]} argument{'s' * (counts[0] > 1)}, not {len(arguments)}")
        if any(isinstance(a, Vector) != (sort == "vec") for a in arguments):
            wanted, given = ("vector", "scalar") if sort == "vec" else ("scalar", "vector")
            self.fail(self.at(node), f"{function} takes a {wanted}, not a {given}")
        result = build(*arguments)
        self.page.mentions.append(result)
        return result

    def summed(self, node: ast.Call) -> Any:
        """Sum(e) over the index."""
        if self.in_family or len(node.args) != 1:
            self.fail(self.at(node), "Sum(...) takes one term about the index i, and sums are not nested")
        self.in_family = True
        try:
            e = self.term(node.args[0])
        finally:
            self.in_family = False
        if isinstance(e, Vector):
            self.fail(self.at(node), "sums of vectors are not in the language; sum inner products")
        return Sum(e)


FUNCTIONS: dict[str, tuple[str, range, Callable[..., Any]]] = {
    "norm": ("vec", range(1, 2), norm),
    "sqrt": ("real", range(1, 2), sympy.sqrt),
    "abs": ("real", range(1, 2), sympy.Abs),
    "max": ("real", range(2, 9), sympy.Max),
    "min": ("real", range(2, 9), sympy.Min),
    "Sum": ("real", range(1, 2), Sum),
}

"""The grammar of `novikoff prove`: Python's expression syntax, parsed with `ast` and never evaluated.

    vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2
        |- (w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1
    vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1) |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])

`vec` and `real` declare names (`x[i]` a finite family), commas separate hypotheses, `|-` precedes the
conclusion; `@` is the inner product. Known functions: norm, abs, max, min, sqrt, exp, ln, Sum, and `all` for facts
about every index. The Sum of a vector is a vector, and a Sum within another one or within all(...) binds its own i.
Comparisons may be chained. Hints are square(e), length(v), tangent(e, f, degree), exponents(e, f) and products of
hypotheses by name.
"""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias, TypeGuard
from unicodedata import normalize

from ...algorithms.errors import BadInput, suggest_name
from ...algorithms.safe_files import quote_short
from ..kernel import NAME
from .expressions import Abs, Max, Min, Number, Symbol, Term, is_numeral, sqrt, value_of
from .notation_hints import foreign
from .proof_script import By, Claimed, Exponents, Length, Script, Split, Square, Tangent, Times
from .vector_language import Ne, Relation, Sum, Vector, exp, ln, norm, of_term

MAX_LENGTH = 20_000
MAX_NAMES = 50
MAX_FACTS = 200
MAX_DIGITS = 400
MAX_EXPONENT = 32
MAX_DEGREE = 64
MAX_NESTED = 4
DECLARATIONS = re.compile(r"(\s*(vec|real)\b[^;|⊢]*;?)*")
COMPARISONS: dict[type, str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
BRACKETS = {")": "(", "]": "["}
FUNCTIONS: dict[str, tuple[str, range, Callable[..., Any]]] = {
    "norm": ("vec", range(1, 2), norm),
    "sqrt": ("real", range(1, 2), sqrt),
    "abs": ("real", range(1, 2), Abs),
    "max": ("real", range(2, 9), Max),
    "min": ("real", range(2, 9), Min),
    "exp": ("real", range(1, 2), exp),
    "ln": ("real", range(1, 2), ln),
    "Sum": ("real", range(1, 2), Sum),
}
Factor: TypeAlias = str | Square | Length | Tangent | Claimed  # a hypothesis by name, or what is not negative
Hint: TypeAlias = Factor | Exponents | Split | Times | By | tuple[Factor, ...]
KINDS = "square(e), length(v), tangent(e, f), exponents(e, f), have(e >= f), case(e >= f), times(e), by(\"ID\", u=e)"


def parse(text: str) -> Script:
    """Parse a statement in the grammar of `novikoff prove` into a proof script without steps.

    Raises `BadInput`, which names the column (from 1) and the reason.

    >>> page = parse("vec u v |- (u@v)**2 <= (u@u)*(v@v)")
    >>> page.names, list(page.conclusions)
    (['u@', 'v@'], ['conclusion'])
    """
    return Parser(text).script


class Parser:
    """A parser of one statement. Columns are counted from the start of the text, and a line break counts as one column.

    Attributes besides `script`: `said`, the text of each fact as (left, relation, right); `inner`, each denominator,
    root and radicand with its text; `lengths`, the vectors whose squared length occurs.
    """

    functions = FUNCTIONS  # all(...) is known too

    def __init__(self, text: str):
        if not isinstance(text, str):
            raise BadInput(f"a statement must be text, such as 'real a |- a**2 >= 0' (got {brief(repr(text))})")
        if len(text) > MAX_LENGTH:
            raise BadInput(f"the statement is too long: {len(text)} characters, at most {MAX_LENGTH} are read")
        self.text: str = re.sub(r"\s", " ", text)
        self.script: Script = Script()
        self.said: dict[str, tuple[str, str, str]] = {}
        self.families: dict[str, int] = {}  # the facts under all(...), with their offsets
        self.lengths: list[Vector] = []
        self.inner: list[tuple[Any, str]] = []
        self.terms: dict[str, Any] = {}
        self.in_family: bool = False
        self.nested: int = 0  # the number of sums around the current term
        if half := re.search(r"[\ud800-\udfff]", self.text):  # so Python reads bytes that are not UTF-8
            self.fail(half.start(), f"not UTF-8 text: {half.group()!a}")
        self.check_brackets()
        self.check_notation()
        if long := re.search(rf"\d{{{MAX_DIGITS + 1}}}", self.text):
            self.fail(long.start(), f"a number has more than {MAX_DIGITS} digits")
        turnstile = self.text.find("|-")
        if turnstile < 0:
            self.fail(len(self.text), "the conclusion is missing: write  hypotheses |- conclusion")
        if self.text.find("|-", turnstile + 2) >= 0:
            self.fail(self.text.find("|-", turnstile + 2), "a second |-; write commas between conclusions")
        start = self.declarations(turnstile)
        for name, given in self.facts(start, turnstile, "hypothesis"):
            self.script.assumptions[name] = given
        conclusions = list(self.facts(turnstile + 2, len(self.text), "conclusion"))
        if not conclusions:
            self.fail(len(self.text), "the conclusion is missing after |-")
        self.script.conclusions = dict(conclusions)

    # --- hints ---

    def hint(self, text: str) -> Hint:
        """Parse a hint, in the words of a proof script.

        square(e) says that e² ≥ 0, length(v) says that ⟨v, v⟩ ≥ 0, and a hint may be a product of these and of
        hypotheses. have(e >= f) is a fact to prove first, case(e >= f) a split, times(e) a positive factor of the goal,
        and by("ID", u=e) a theorem to cite.

        Two hints are about exponentials. tangent(e, f, degree) says that exp(e) is at least its Taylor polynomial of
        odd degree at f; the defaults are f = 0 and degree 1. exponents(e, f) says that exp(e + f) = exp(e)·exp(f).

        >>> Parser("vec u v; real e; e > 0 |- 2*(u@v) <= e*(u@u) + (v@v)/e").hint("square(e*u - v)")
        Length(of=e*u - v)
        """
        node = self.parse_part(text, text, "hint")
        try:
            with self.binding_index():
                factors = tuple(self.factors(node))
        except BadInput as problem:
            raise BadInput(f"the hint {quote_short(text)}, {problem}") from None
        first = factors[0]
        return first if len(factors) == 1 and not isinstance(first, str) else factors

    def lemma(self, text: str) -> By:
        """Parse a citation: the id of a theorem, with values for its variables; other variables keep their names.

        >>> Parser("vec a b |- a@b <= norm(a)*norm(b)").lemma("cauchy-schwarz-norm(u=a, v=2*b)")
        By(theorem='cauchy-schwarz-norm', put={'u': a, 'v': 2*b})
        """
        name, bracket, _ = text.partition("(")
        put: dict[str, Any] = {}
        node = self.parse_part(text, "f" + text[len(name) :] if bracket else "f()", "lemma")
        if not isinstance(node, ast.Call) or node.args or not isinstance(node.func, ast.Name):
            raise BadInput(f"the lemma {quote_short(text)} cannot be read; write  ID  or  ID(u=a, v=b - c)")
        try:
            with self.binding_index():
                for keyword in node.keywords:
                    if keyword.arg is None or keyword.arg in put:
                        self.fail(self.at(keyword), "each variable is named once, as in  ID(u=a)")
                    put[keyword.arg] = self.term(keyword.value)
        except BadInput as problem:
            raise BadInput(f"the lemma {quote_short(text)}: {str(problem).partition(': ')[2]}") from None
        return By(name.strip(), put)

    def parse_part(self, text: str, source: str, kind: str) -> ast.expr:
        """Return the syntax tree of a hint, or of the values in a citation."""
        try:
            if len(source) > MAX_LENGTH or re.search(rf"\d{{{MAX_DIGITS + 1}}}|[\ud800-\udfff]", source):
                raise ValueError(source)
            self.text = re.sub(r"\s", " ", source)
            self.base: int = 0
            self.source: bytes = f"({self.text})".encode()
            return ast.parse(self.source.decode(), mode="eval").body
        except (SyntaxError, RecursionError, MemoryError, ValueError):
            raise BadInput(f"the {kind} {quote_short(text)} cannot be read") from None

    def about_exponentials(self, node: ast.expr, kind: str, given: list[Any]) -> Tangent | Exponents:
        """Return a hint about exponentials."""
        if any(isinstance(e, Vector) for e in given):
            self.fail(self.at(node), f"{kind} takes numbers, not vectors")
        if kind == "exponents" and len(given) == 2:
            return Exponents(*given)
        of, at, degree = [*given, *(0, 1)[len(given) - 1 :]] if 0 < len(given) < 4 else (0, 0, 0)
        if kind == "tangent" and degree in range(1, 20, 2):
            return Tangent(of, at, int(degree))
        forms = "tangent(e), tangent(e, f), tangent(e, f, degree) with an odd degree below 20, and exponents(e, f)"
        return self.fail(self.at(node), f"hints about exponentials are {forms}")

    def factors(self, node: ast.expr) -> Iterator[Any]:
        """Yield the factors of a hint: a law of exponents alone, and inequalities among the hypotheses."""
        match node:
            case ast.BinOp(op=ast.Mult()):
                for part in (*self.factors(node.left), *self.factors(node.right)):
                    if isinstance(part, Exponents | Split | Times | By):
                        self.fail(self.at(node), "a product takes hypotheses, square(...), length(...), tangent(...) "
                                  "and have(...) only")
                    yield part
            case ast.Name(id=name) if name in self.script.assumptions:
                if self.script.assumptions[name].operator in ("==", "!="):
                    self.fail(self.at(node), f"{name} is not an inequality")
                yield name
            case ast.Call(func=ast.Name(id="square" | "length" as kind), args=[argument], keywords=[]):
                e = self.term(argument)
                if kind == "length" and not isinstance(e, Vector):
                    self.fail(self.at(argument), "length takes a vector; the square of a number is square(...)")
                yield Length(e) if isinstance(e, Vector) else Square(e)
            case ast.Call(func=ast.Name(id="tangent" | "exponents" as kind), args=arguments, keywords=[]):
                yield self.about_exponentials(node, kind, [self.term(a) for a in arguments])
            case ast.Call(func=ast.Name(id="have" | "case" as kind), args=[ast.Compare() as fact], keywords=[]):
                found = [relation for relation, _ in self.relations(fact)]
                if len(found) != 1 or (kind == "case" and found[0].operator in ("==", "!=")):
                    self.fail(self.at(fact), f"{kind} takes one {'inequality' if kind == 'case' else 'comparison'}")
                if kind == "case" and isinstance(found[0].lhs, Vector):
                    self.fail(self.at(fact), "case compares numbers")
                yield Split(found[0]) if kind == "case" else Claimed(found[0])
            case ast.Call(func=ast.Name(id="times"), args=[argument], keywords=[]):
                if isinstance(argument, ast.Name) and argument.id in self.script.assumptions:
                    yield Times((argument.id,))
                elif isinstance(e := self.term(argument), Vector):
                    self.fail(self.at(argument), "times takes a number > 0 or the name of a hypothesis")
                else:
                    yield Times((Claimed(Relation(e, ">", 0)),))
            case ast.Call(func=ast.Name(id="by"), args=[ast.Constant(value=str(theorem))], keywords=given):
                put = {one.arg: self.term(one.value) for one in given if one.arg}
                if len(put) < len(given):
                    self.fail(self.at(node), 'each variable is named once, as in  by("ID", u=a)')
                yield By(theorem, put)
            case _:
                known = ", ".join(self.script.assumptions) or "none here"
                self.fail(self.at(node), f"a hint is {KINDS} or a product of hypotheses ({known})")

    # --- errors ---

    def fail(self, offset: int, message: str) -> NoReturn:
        """Raise `BadInput` for a mistake at an offset of the text."""
        raise BadInput(f"column {offset + 1}: {message}")

    def refuse_denominator(self, place: ast.AST, denominator: ast.expr, why: str = "") -> NoReturn:
        """Raise `BadInput` for a denominator that is 0."""
        self.fail(self.at(place), f"the denominator is 0: {brief(self.words(denominator))}{why}")

    def at(self, node: ast.AST) -> int:
        """Return the offset of a syntax node."""
        return self.base + len(self.source[: getattr(node, "col_offset", 0)].decode(errors="ignore")) - 1

    def check_brackets(self) -> None:
        """Check that every bracket has its partner."""
        open_: list[int] = []
        for offset, c in enumerate(self.text):
            if c in "([":
                open_.append(offset)
            elif c in BRACKETS and (not open_ or self.text[open_.pop()] != BRACKETS[c]):
                self.fail(offset, f"{c!r} closes nothing")
        if open_:
            self.fail(open_[-1], f"{self.text[open_[-1]]!r} is never closed")

    def check_notation(self) -> None:
        """Check that the facts contain no known notation of other languages."""
        start = DECLARATIONS.match(self.text).end()  # type: ignore[union-attr]  # it also matches ""
        found = foreign(self.text[start:], {*self.functions, "all"})
        if found and ";" not in self.text[start:]:  # else the report is about the declaration
            offset, given, advice = found
            self.fail(
                start + offset, f"{quote_short(given)} is not part of the language; {quote_short(advice, 100)[1:-1]}"
            )

    # --- declarations ---

    def declarations(self, end: int) -> int:
        """Read `vec ...` and `real ...`; return the offset at which the hypotheses begin."""
        start = 0
        while True:
            stop = self.text.find(";", start, end)
            piece = self.text[start : end if stop < 0 else stop]
            word = re.match(r"\s*(vec|real)\b", piece)
            if not word:
                if stop >= 0:
                    offset = start + len(piece) - len(piece.lstrip())
                    self.fail(offset, "a declaration starts with vec or real, not with "
                                      f"{quote_short(piece.strip(), 20)}; facts are separated by commas")
                return start
            self.declare(start + word.end(), piece[word.end() :], word.group(1))
            if stop < 0:
                return end
            start = stop + 1

    def declare(self, offset: int, names: str, sort: str) -> None:
        """Declare names of one sort."""
        if not names.strip():
            self.fail(offset, f"{sort} declares no name")
        for match in re.finditer(r"[^\s,]+", names):
            name, where = normalize("NFKC", match.group()), offset + match.start()  # as `ast` reads it in terms
            if not re.fullmatch(r"\w+(\[i\])?", name) or not NAME.match(name):
                self.fail(
                    where, f"{quote_short(name)} is not a name; write Latin or Greek letters: w, or w[i] for a family"
                )
            if name in FUNCTIONS or name in ("all", "i", "vec", "real") or keyword.iskeyword(name.removesuffix("[i]")):
                self.fail(where, f"{quote_short(name)} has a meaning already; choose another name")
            if len(self.terms) == MAX_NAMES:
                self.fail(where, f"more than {MAX_NAMES} names are declared")
            if name in self.terms or name.removesuffix("[i]") in {n.removesuffix("[i]") for n in self.terms}:
                self.fail(where, f"{quote_short(name)} is declared twice")
            self.terms[name] = of_term(f"{name}@") if sort == "vec" else Symbol(name)
            self.script.names.append(name + "@" if sort == "vec" else name)

    # --- facts ---

    def facts(self, start: int, end: int, kind: str) -> list[tuple[str, Relation]]:
        """Return the relations in a part of the text, numbered if there are several."""
        part = self.text[start:end]
        if not part.strip():
            return []
        self.base = start
        self.source = f"({part.rstrip()} ,)".encode()  # columns of `ast` count bytes
        try:
            with warnings.catch_warnings(action="ignore"):  # warnings such as for "1or 2"
                tree = ast.parse(self.source.decode(), mode="eval").body
        except SyntaxError as problem:
            where = max(start, start + (problem.offset or 1) - 2)
            rest = self.text[where:end].strip()
            vague = f"{quote_short(rest)} is not expected here" if rest else "a term is missing at the end"
            self.fail(where, f"cannot be read: {vague if problem.msg == 'invalid syntax' else problem.msg}")
        except (RecursionError, MemoryError, ValueError):
            self.fail(start, "cannot be read: the expression is nested too deeply or malformed")
        if not isinstance(tree, ast.Tuple):  # `yield` swallows the comma
            self.fail(start, f"cannot be read: {quote_short(part.strip())} is not part of the language")
        count = sum(1 + len(node.ops) for node in ast.walk(tree) if isinstance(node, ast.Compare))
        if count > MAX_FACTS:
            self.fail(start, f"more than {MAX_FACTS} terms are compared")
        try:
            found = [(r, words, node) for node in tree.elts for r, words in self.relations(node)]
        except RecursionError:
            self.fail(start, "the expression is nested too deeply")
        names = [kind] if len(found) == 1 and kind == "conclusion" else [f"{kind}{n}" for n in range(1, len(found) + 1)]
        named = dict(zip(names, found, strict=True))
        self.said |= {name: words for name, (_, words, _) in named.items()}
        self.families |= {name: self.at(node) for name, (_, _, node) in named.items() if _is_for_all(node)}
        return [(name, r) for name, (r, _, _) in named.items()]

    def words(self, node: ast.expr) -> str:
        """Return the text of a node."""
        return self.source[node.col_offset : node.end_col_offset].decode()

    def relations(self, node: ast.expr) -> list[tuple[Relation, tuple[str, str, str]]]:
        """Return the relations of one comparison, possibly chained or under all(...), with their text."""
        if _is_for_all(node):
            if self.in_family or len(node.args) != 1 or node.keywords:
                self.fail(self.at(node), "all(...) takes one comparison about the index i")
            with self.binding_index():
                return self.relations(node.args[0])
        if not isinstance(node, ast.Compare):
            self.fail(self.at(node), "a comparison is expected, such as  x@x <= R**2")
        places = [node.left, *node.comparators]
        terms, texts = [self.term(n) for n in places], [self.words(n) for n in places]
        found = []
        for n, operator in enumerate(node.ops):
            a, b, place = terms[n], terms[n + 1], places[n + 1]
            symbol = COMPARISONS.get(type(operator))
            if symbol is None:
                self.fail(self.at(place), "only ==, !=, <, <=, > and >= compare")
            a, b = (Vector({}) if isinstance(w, Vector) and value_of(v) == 0 else v for v, w in ((a, b), (b, a)))
            if isinstance(a, Vector) != isinstance(b, Vector):
                self.fail(self.at(node), f"a vector is compared with a scalar: {brief(self.words(node))}")
            if isinstance(a, Vector) and symbol not in ("==", "!="):
                self.fail(self.at(node), f"vectors have no order, so {symbol} cannot compare them; compare lengths "
                                         "with norm(...)")
            stated = Ne(a, b) if symbol == "!=" else Relation(a, symbol, b)
            found.append((stated, (texts[n], symbol, texts[n + 1])))
        return found

    @contextmanager
    def binding_index(self, sums: int = 0) -> Iterator[None]:
        """Let terms within the block, which is inside that many more sums, mention the index i."""
        outside, self.in_family, self.nested = self.in_family, True, self.nested + sums
        try:
            yield
        finally:
            self.in_family, self.nested = outside, self.nested - sums

    # --- terms ---

    def term(self, node: ast.expr) -> Any:
        """Return the scalar or Vector of a node."""
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
        return self.fail(self.at(node), f"{quote_short(self.words(node))} is not part of the language")

    def number(self, node: ast.Constant) -> Any:
        """Return an integer, or a decimal as an exact fraction."""
        source = self.words(node)
        if type(node.value) not in (int, float) or not re.fullmatch(r"\d+(\.\d*)?|\.\d+", source):
            self.fail(self.at(node), f"{quote_short(source)} is not a number; write integers, decimals or quotients")
        return Number(Fraction(source))

    def name(self, node: ast.expr, name: str) -> Any:
        """Return the value of a declared name."""
        if name not in self.terms:
            family = name + "[i]" in self.terms
            word = brief(name)
            hint = f"; write {word}[i]" if family else f"; declare it with  vec {word}  or  real {word}"
            self.fail(self.at(node), f"{word!r} is not declared{hint}")
        if "[i]" in name and not self.in_family:
            self.fail(self.at(node), f"{brief(name)} is outside of all(...) and Sum(...), which bind the index i")
        return self.terms[name]

    def operation(self, node: ast.BinOp) -> Any:
        """Return the result of an arithmetic operation."""
        left = self.term(node.left)
        if isinstance(node.op, ast.Pow):
            return self.power(node, left)
        right = self.term(node.right)
        match node.op:
            case ast.Add() | ast.Sub():
                if isinstance(left, Vector) != isinstance(right, Vector):
                    self.fail(self.at(node), f"a vector and a scalar are added: {self.both(node, 'and')}")
                return left + right if isinstance(node.op, ast.Add) else left - right
            case ast.Mult():
                return self.require_degree(node, left * right)
            case ast.MatMult():
                if not (isinstance(left, Vector) and isinstance(right, Vector)):
                    self.fail(self.at(node), f"@ needs a vector on both sides, not {self.both(node, '@')}")
                if left.term == right.term:
                    self.lengths.append(left)
                return self.require_degree(node, left @ right)
            case ast.Div():
                return self.quotient(node, left, right)
        return self.fail(self.at(node), "only +, -, *, /, ** and @ are known")

    def both(self, node: ast.BinOp, between: str) -> str:
        """Return both sides of an operation, as typed."""
        return f"{brief(self.words(node.left))} {between} {brief(self.words(node.right))}"

    def quotient(self, node: ast.BinOp, left: Any, right: Any) -> Any:
        """Return a quotient; the hypotheses must imply that the denominator is not 0."""
        if isinstance(right, Vector):
            self.fail(self.at(node.right), f"a vector cannot be a denominator: {brief(self.words(node.right))}")
        if value_of(right) == 0:
            self.refuse_denominator(node.right, node.right)
        self.inner.append((right, self.words(node.right)))
        self.mention(1 / right)  # the prover examines each factor of a denominator
        return left / right

    def power(self, node: ast.BinOp, base: Any) -> Any:
        """Return a power with a whole exponent."""
        n = value_of(self.term(node.right))
        if n is None or n.denominator > 1 or abs(n) > MAX_EXPONENT:
            other = "; another power of q > 0 is exp(t*ln(q))" * ("exp" in self.functions)
            wanted = f"a whole number from -{MAX_EXPONENT} to {MAX_EXPONENT}"
            self.fail(self.at(node.right), f"the exponent must be {wanted}, not {brief(self.words(node.right))}{other}")
        if isinstance(base, Vector):
            self.fail(self.at(node), "a vector has no powers; its square length is written v@v")
        value = value_of(base)
        if value and abs(n) * max(map(int.bit_length, value.as_integer_ratio())) > 4 * MAX_DIGITS:
            self.fail(self.at(node), f"the number has more than {MAX_DIGITS} digits")
        if n < 0:
            if value == 0:
                self.refuse_denominator(node, node.left)
            self.inner.append((base, self.words(node.left)))
            self.mention(1 / base)
        return self.require_degree(node, base**n)

    def require_degree(self, node: ast.expr, e: Any) -> Any:
        """Return the term; fail if its degree exceeds the limit."""
        if degree(e.term) > MAX_DEGREE:
            self.fail(self.at(node), f"the degree is too large: at most {MAX_DEGREE}")
        return e

    def call(self, node: ast.Call, function: str) -> Any:
        """Return the value of a known function."""
        if function in self.terms:
            self.fail(
                self.at(node), f"{quote_short(function)} is not a function; write a product as {brief(function)}*(...)"
            )
        if function not in self.functions or node.keywords:
            known = f"the functions are {', '.join(sorted(self.functions))} and all"
            hint = suggest_name(function, [*self.functions, "all"], known)
            self.fail(self.at(node), f"{quote_short(function)} is not a known function; {hint}")
        sort, counts, build = self.functions[function]
        if function == "Sum":
            return self.sum_over_index(node)
        arguments = [self.term(a) for a in node.args]
        if len(arguments) not in counts:
            wanted = "1 argument" if counts[-1] == 1 else f"{counts[0]} to {counts[-1]} arguments"
            self.fail(self.at(node), f"{function} takes {wanted}, not {len(arguments)}")
        if any(isinstance(a, Vector) != (sort == "vec") for a in arguments):
            wanted, given = ("vector", "scalar") if sort == "vec" else ("scalar", "vector")
            self.fail(self.at(node), f"{function} takes a {wanted}, not a {given}")
        if function == "norm":
            self.lengths.append(arguments[0])
        if function == "sqrt" and (arguments[0].term[0] == "sqrt" or (value_of(arguments[0]) or 0) < 0):
            self.fail(self.at(node), "the root of a root, or of a negative number, is not in the language; "
                      "name the inner one, as in  real r; r >= 0, r**2 == a")
        if function in ("sqrt", "ln"):
            self.inner.append((arguments[0], self.words(node.args[0])))
        result = build(*arguments)
        self.inner.append((result, self.words(node)))
        return self.mention(result)

    def mention(self, e: Any) -> Any:
        """Record a term that must be defined even if it cancels, and return it."""
        self.script.mentions.append(e)
        return e

    def sum_over_index(self, node: ast.Call) -> Any:
        """Return Sum(e) over its own index."""
        if len(node.args) != 1:
            self.fail(self.at(node), "Sum(...) takes one term about the index i")
        if self.nested == MAX_NESTED:
            self.fail(self.at(node), f"sums are nested more than {MAX_NESTED} deep")
        with self.binding_index(sums=1):
            return Sum(self.term(node.args[0]))


def _is_for_all(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "all"


def brief(text: str) -> str:
    """Return a term or a name, shortened to 60 characters for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


def degree(term: Term) -> int:
    """Return a bound on the degree of a term in the declared names.

    A root has the degree of its radicand; an exponential or a logarithm has the degree of its argument, and at least 1.
    """
    if isinstance(term, str):
        return not is_numeral(term)
    word, *parts = term
    if word == "^":
        return degree(parts[0]) * max(1, abs(int(parts[1])))
    degrees = map(degree, parts)
    return sum(degrees) if word in ("*", "/", "@") else max(word in ("exp", "ln"), *degrees)

"""The grammar of `novikoff prove`: what is read, and how."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.statements.expressions import Abs, Expression, Max, Min, Number, sqrt
from novikoff.proofs.statements.grammar import DECLARATIONS, FUNCTIONS, Parser, parse
from novikoff.proofs.statements.notation_hints import foreign
from novikoff.proofs.statements.vector_language import Relation, Sum, Vector, exp, ln, norm, reals, vectors

from ..statement_files import read_statements

REFUSED = read_statements(Path(__file__).with_name("refused_statements.txt"))
a, b = reals("a b")
u, v = vectors("u v")


def conclusion(text: str) -> Relation:
    """The only conclusion of a statement about a, b, u and v."""
    return parse(f"real a b; vec u v |- {text}").conclusions["conclusion"]


@pytest.mark.parametrize(("text", "value"), [
    ("a + 2*b", a + 2 * b),
    ("a - -b", a + b),
    ("+a**2", a**2),
    ("-a**2", -(a**2)),
    ("a**-1*b", b / a),
    ("0.25*a", a / 4),
    ("a/4", a / 4),
    (".5", Number(Fraction(1, 2))),
    ("2**3**2", Number(512)),
    ("(u + 2*v)@u", u @ u + 2 * (u @ v)),
    ("u@v/2", u @ v / 2),
    ("norm(u - v)", norm(u - v)),
    ("sqrt(4)", sqrt(Number(4))),
    ("abs(a)", Abs(a)),
    ("max(a, b, 1)", Max(a, b, 1)),
    ("min(a, b)", Min(a, b)),
    ("exp(a + b)", exp(a + b)),
    ("exp(2*a)*exp(b)", exp(2 * a) * exp(b)),
    ("ln(a**2)", ln(a**2)),
])
def test_terms(text: str, value: Expression) -> None:
    assert conclusion(f"{text} >= 0").lhs == value


@pytest.mark.parametrize(("text", "term"), [
    ("a/b", ("/", "a", "b")),
    ("1/b", ("/", "1", "b")),
    ("a*(1/b)", ("*", "a", ("/", "1", "b"))),
    ("u@v/(2*b)/a", ("/", ("/", ("@", "u@", "v@"), ("*", "2", "b")), "a")),
    ("(u/b)@v", ("@", ("/", "u@", "b"), "v@")),
])
def test_a_quotient_is_kept_as_it_was_typed(text: str, term: object) -> None:
    assert conclusion(f"{text} <= 1").lhs.term == term


@pytest.mark.parametrize("operator", ["==", "!=", "<", "<=", ">", ">="])
def test_relations(operator: str) -> None:
    assert conclusion(f"a {operator} b") == Relation(a, operator, b)


def test_declarations_chains_and_sums() -> None:
    page = parse("real a b c; 0 <= a <= b, c != a |- a <= b < c")
    assert list(page.assumptions) == ["hypothesis1", "hypothesis2", "hypothesis3"]
    assert list(page.conclusions) == ["conclusion1", "conclusion2"]
    # Declarations and families
    page = parse("vec w, x[i]; real b a[i]; all(a[i] >= 0), all(x[i]@w <= b) |- Sum(a[i]*(x[i]@w)) <= b*Sum(a[i])")
    assert page.names == ["w@", "x[i]@", "b", "a[i]"]
    # Zero is also a vector
    assert conclusion("u == 0") == Relation(u, "==", Vector({}))
    # A sum of vectors is a vector and binds its own index
    (c,), (x,) = reals("c[i]"), vectors("x[i]")
    page = parse("vec x[i] u; real c[i] |- Sum(c[i]*(Sum(c[i]*x[i])@x[i])) == Sum(c[i]*x[i])@u")
    assert page.conclusions["conclusion"] == Relation(Sum(c * (Sum(c * x) @ x)), "==", Sum(c * x) @ u)
    assert parse("vec x[i] |- all(x[i] == Sum(x[i]))").conclusions["conclusion"] == Relation(x, "==", Sum(x))


@pytest.mark.parametrize(("one", "other"), [("ﬁ", "fi"), ("𝐰", "w"), ("ℓ", "l"), ("µ", "μ"), ("ª", "a"),
                                            ("e\u0301", "é")])
def test_names_that_python_reads_as_one_are_one(one: str, other: str) -> None:
    assert parse(f"real {one}; {one} > 0 |- {other} > 0").names == [other]
    with pytest.raises(BadInput, match=f"'{other}' is declared twice"):
        parse(f"real {one} {other}; {one} > 0 |- {other} > 0")


def test_what_was_said_is_kept() -> None:
    parser = Parser("vec u v; norm( u ) <= 1 |- u@v <= norm(u - v)")
    assert parser.said == {"hypothesis1": ("norm( u )", "<=", "1"), "conclusion": ("u@v", "<=", "norm(u - v)")}
    assert parser.lengths == [u, u - v]
    # What cancels is still mentioned
    assert parse("real a |- a/a == 1").mentions == [1 / a]


@pytest.mark.parametrize("text", ["", *(each.text for each in REFUSED["not in the language"])])
def test_what_is_not_in_the_language(text: str) -> None:
    with pytest.raises(BadInput, match=r"^column \d+: "):
        parse(text)


@pytest.mark.parametrize(("_", "note", "typed"), REFUSED["other notations, with the column and what to write"])
@pytest.mark.parametrize("frame", ["real a b x[i]; vec u v |- {}", "real a b x[i]; vec u v; {} |- a >= 0"])
def test_what_is_typed_elsewhere_is_told_with_what_to_write_here(frame, _, note, typed):
    text, (column, advice) = frame.format(typed), note.split("; ", 1)
    with pytest.raises(BadInput) as problem:
        parse(text)
    where, told = str(problem.value).split(": ", 1)
    assert where == f"column {text.index(typed) + int(column)}"
    assert f"is not part of the language; {advice}" in told


NO_NAMES = ["ж", "x三", "ﾊ", "2x", "x-y", "x'", "x*", "x@", "wᵢ[j]", "x[i][i]", "x" * 100]  # for the kernel


@pytest.mark.parametrize(("text", "words"), [
    *((f"real y {name}; y > 0 |- y > 0", " is not a name; write Latin or Greek letters") for name in NO_NAMES),
    *((f"{pad}real a |- z >= 0", f"column {11 + len(pad)}: 'z' is not declared") for pad in ("", "  ", "\n\n", "\t")),
    *((each.text, each.note) for each in REFUSED["wrong in other ways"]),
    ("real a |- |" + "a" * 500 + "| >= 0", "aaa...' is not part of the language; write abs(aaa"),
])
def test_what_is_wrong_is_told_as_it_is(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)) as problem:
        parse(text)
    assert len(str(problem.value)) < 200
    assert "is not a name" not in words or str(problem.value).startswith("column 8: ")


def test_no_row_of_what_is_typed_elsewhere_fits_a_statement_that_is_read() -> None:
    """Else a statement would be refused that means something."""
    statements = (Path(__file__).parent / "statements.txt").read_text("utf-8")
    texts = [line.split(" :: ", 1)[1] for line in statements.splitlines() if "|-" in line]
    facts = [text[DECLARATIONS.match(text).end() :] for text in texts]  # type: ignore[union-attr]
    assert len(facts) > 100
    odd = "a<-b, a>-b, 0<a<b, -a<(-b), a <b, c> -d, x[ i ]@w, max(a,b) !=2., .5*a==1.*b, norm(-u)@v, a@-v >=-1"
    for text in [*facts, odd]:
        assert foreign(text, {*FUNCTIONS, "all"}) is None, text


def test_refused_hints_leave_no_trace():
    """Sums may be nested 4 deep; a sum with an unknown name does not count for the next hint."""
    parser = Parser("real b[i] |- Sum(b[i]**2) >= 0")
    for _ in range(5):
        with pytest.raises(BadInput, match="zz"):
            parser.hint("square(Sum(zz))")
    assert parser.hint("square(Sum(b[i]))") == parser.hint("square(Sum(b[i]))")

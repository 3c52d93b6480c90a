"""Fuzzing of the grammar of `novikoff prove`: every text is a page, or one sentence that says where it is wrong."""

import random
import re
from collections import Counter

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.prover.prove import prove
from novikoff.proofs.statements.grammar import MAX_DEGREE, MAX_DIGITS, MAX_LENGTH, degree, parse

SEED = 20231
SENTENCE = re.compile(r"(column \d+: |the statement is too l(ong|arge))[^\n]+", re.DOTALL)


def outcome(text: str) -> str:
    """`page` or `refused`; any exception but BadInput fails the test, and so does one that is not a short sentence."""
    try:
        page = parse(text)
    except BadInput as problem:
        sentence = str(problem)
    else:
        relations = [*page.assumptions.values(), *page.conclusions.values()]
        assert all(degree(side.term) <= MAX_DEGREE for r in relations for side in (r.lhs, r.rhs)), text[:200]
        return "page"
    assert SENTENCE.fullmatch(sentence), (text[:200], sentence)
    assert len(sentence) < 400, (text[:200], sentence)
    sentence.encode()  # what is printed has characters only
    return "refused"


TOKENS = [
    *"abuvxRi", *"()[]{},;:.@+-*/%^~|&=<>!?#$\\'\"`_", "**", "//", "<=", ">=", "==", "!=", "|-", "|-", ":=", "->",
    "vec", "real", "vec u v;", "real a b;", "real x[i];", "norm", "abs", "max", "min", "sqrt", "Sum", "all", "x[i]",
    "u@v", "a**2", "norm(u)", "Sum(x[i])", "all(x[i] >= 0)", "a <= b", "0", "1", "2.5", ".5", "1e9", "0x1", "1_0", "1j",
    "007", "lambda", "lambda: a", "if", "else", "for a in b", "not", "and", "or", "is", "in", "await", "yield",
    "True", "None", "...", "f'{a}'", "b'a'", "u'a'", "'''", "__import__('os')", "a.real", "a.__class__", "a[0]",
    "(a := 1)", "[a for a in b]", "{a: b}", "{a}", "*a", "**a", " ", "\n", "\t", "\f", "\r", "\0", "\ufeff", "\u2028",
    "⊢", "≤", "−", "×", "²", "α", "ﬁ", "ａ", "а", "١", "１", "\u0301", "\u200b", "\u202e", "🙂", "\ud800", "\U0010ffff",
]


FRAMES = ["{}", "{} |- 1 >= 0", "{} |- {}", *("real a b; vec u v; real x[i]; " + end for end in (
    "{}", "{} |- a >= 0", "|- {} >= 0", "|- a*{} >= b", "a > 0, {} |- {} == b",
))]


def soup(rng: random.Random) -> str:
    """Tokens in any order, most often within a statement, so that the middle of the parser is reached."""
    glue, words = rng.choice(["", " "]), rng.choices(TOKENS, k=rng.randint(1, rng.choice([2, 4, 25])))
    return rng.choice(FRAMES).replace("{}", glue.join(words))


def test_soups_and_statements_are_read_or_refused():
    rng = random.Random(SEED)
    counts = Counter(outcome(soup(rng)) for _ in range(4000))
    assert counts["refused"] > 3000
    assert counts["page"] > 20  # the soup is not all nonsense
    # Statements are read or refused
    rng = random.Random(SEED)
    counts = Counter(outcome(statement(rng)) for _ in range(600))
    assert min(counts["page"], counts["refused"]) > 60
    # One changed character is read or refused
    rng, alphabet = random.Random(SEED), [*"()[]@*/+-<>=!,;|.:ab9i \0", "⊢", "ａ", "\ud800", "\u200b"]
    for _ in range(600):
        text = statement(rng)
        k = rng.randrange(len(text))
        outcome(text[:k] + rng.choice([*alphabet, ""]) + text[k + rng.randint(0, 1) :])


def scalar(rng: random.Random, depth: int) -> str:
    """A number in the language, not always one that makes sense."""
    if depth == 0:
        return rng.choice(["a", "b", "0", "1", "2", "0.5", "1/3", "u@v", "v@v"])
    e, f = scalar(rng, depth - 1), scalar(rng, depth - 1)
    forms = (f"{e} + {f}", f"{e} - {f}", f"({e})*({f})", f"({e})/({f})",
             f"({e})**{rng.choice([-2, 0, 1, 2, 3, 9, 33])}", f"-({e})", f"norm({vector(rng, depth - 1)})", f"abs({e})",
             f"sqrt({e})", f"max({e}, {f})", f"min({e}, {f}, a)",
             f"({vector(rng, depth - 1)})@({vector(rng, depth - 1)})", f"Sum(x[i]*({e}))", f"Sum({f})")
    return rng.choice(forms)


def vector(rng: random.Random, depth: int) -> str:
    """A vector in the language."""
    if depth == 0:
        return rng.choice(["u", "v"])
    e = vector(rng, depth - 1)
    return rng.choice([f"{e} + v", f"{e} - u", f"({scalar(rng, depth - 1)})*({e})", f"({e})/2", f"-({e})"])


def statement(rng: random.Random) -> str:
    """Declarations, hypotheses and a conclusion."""
    facts = [f"{scalar(rng, 2)} {rng.choice(['<=', '<', '==', '!=', '>='])} {scalar(rng, 1)}" for _ in range(3)]
    facts.append(rng.choice(["all(x[i] >= a)", "u == v", "0 <= a <= 1", "a > 0"]))
    hypotheses = ", ".join(rng.sample(facts, rng.randint(0, 3)))
    return f"vec u v; real a b x[i]; {hypotheses} |- {rng.choice(facts)}"


def verdict(text: str) -> str:
    """What `prove` says; a senseless statement is refused in one sentence."""
    try:
        return prove(text).verdict
    except BadInput as problem:
        sentence = str(problem)
    assert "\n" not in sentence
    return "refused"


def test_what_was_read_gets_a_verdict_or_one_sentence():
    rng, terms = random.Random(SEED), ["a", "b", "u@v", "norm(u)", "abs(a)", "1/b", "a**2", "sqrt(b)"]
    facts = (f"{rng.choice(terms)} {rng.choice(['<=', '!=', '>='])} {rng.choice(terms)}" for _ in range(12))
    counts = Counter(verdict(f"vec u v; real a b; a >= 0 |- {fact}") for fact in facts)
    assert set(counts) <= {"proved", "refuted", "unknown", "refused"}
    assert counts["refused"] < 12
    assert counts["refuted"] > 0


R = "real a b; "
HOSTILE = {
    "brackets": R + "|- " + "(" * 9000 + "a" + ")" * 9000 + " >= 0",
    "square brackets": R + "|- " + "[" * 9000 + "a" + "]" * 9000 + " >= 0",
    "open brackets": "(" * MAX_LENGTH,
    "closed brackets": ")" * MAX_LENGTH,
    "150 brackets": R + "|- " + "(" * 150 + "a" + "]" * 150 + " >= 0",
    "minus signs": R + "|- " + "-" * 19_000 + "a >= 0",
    "not": R + "|- " + "not " * 4000 + "a >= 0",
    "long sum": R + "|- " + "+".join(["a"] * 9000) + " >= 0",
    "long product": R + "|- " + "*".join(["a"] * 9000) + " >= 0",
    "sum nested as deep as can be parsed": R + "|- " + "+".join(["a"] * 1200) + " >= 0",
    "power tower": R + "|- " + "**".join(["2"] * 6000) + " >= 0",
    "power tower to the left": R + "|- " + "(" * 60 + "2" + "**9)" * 60 + " >= 0",
    "powers of a": R + "|- " + "(" * 60 + "a" + "**9)" * 60 + " >= 0",
    "2**10**9": R + "|- 2**10**9 >= 0",
    "a**10**9": R + "|- a**10**9 >= 0",
    "a**999999999": R + "|- a**999999999 >= 0",
    "a**-999999999": R + "|- a**-999999999 >= 0",
    "a^999999999": R + "|- a^999999999 >= 0",
    "10**-10**9": R + "|- 10**-10**9 >= 0",
    "many digits": R + f"|- a <= {'9' * (MAX_DIGITS + 1)}",
    "more than is read": R + "|- a**2 >= 0" + " " * MAX_LENGTH,
    "very many digits": R + f"|- a <= {'9' * (MAX_LENGTH - 100)}",
    "a million digits": R + f"|- a <= {'9' * 10**6}",
    "hexadecimal digits": R + f"|- a <= 0x{'f' * 9000}",
    "digits with underscores": R + f"|- a <= {'9_' * 9000}9",
    "exponent of a float": R + "|- a <= 1e999999999",
    "imaginary": R + "|- a <= 1j",
    "shift": R + "|- a <= 1 << 10**9",
    "string": R + "|- a <= 'a'*10**9",
    "f-string": R + "|- a <= f'{a!r:>{10**9}}'",
    "call": R + "|- __import__('os').system('true') >= 0",
    "attribute": R + "|- a.__class__.__bases__ == 0",
    "method": R + "|- a.subs(a, b) >= 0",
    "index": R + "|- a[a] >= 0",
    "slice": "real x[i] |- all(x[i:i] >= 0)",
    "lambda": R + "|- (lambda: a)() >= 0",
    "walrus": R + "|- (b := a) >= 0",
    "comprehension": R + "|- Sum([a for a in b]) >= 0",
    "generator": R + "|- Sum(a for a in b) >= 0",
    "dictionary": R + "|- {a: b} == 0",
    "set": R + "|- {a} == 0",
    "conditional": R + "|- (a if a else b) >= 0",
    "keyword": R + "|- max(a, b, key=a) >= 0",
    "star": R + "|- max(*a) >= 0",
    "star star": R + "|- max(**a) >= 0",
    "yield": R + "|- (yield) >= 0",
    "yield that swallows the comma": R + "|- yield a",
    "await": R + "|- (await a) >= 0",
    "statement after": R + "|- a >= 0) or (0",
    "two expressions": R + "|- a >= 0\nimport os",
    "comment": R + "|- a >= 0 # b",
    "comment that hides": R + "|- a >= 0 #\n, b >= 0",
    "continued line": R + "|- a >= \\\n 0",
    "many names": "real " + " ".join(f"x{k}" for k in range(3000)) + " |- x1 >= 0",
    "long name": "real " + "x" * 9000 + " |- " + "x" * 9000 + " >= 'a'",
    "long unknown name": "real a |- " + "x" * 9000 + " >= 0",
    "long declaration": "real 1" + "x" * 9000 + " |- a >= 0",
    "long kind": "reals" + "x" * 9000 + "; |- a >= 0",
    "long function": "real a |- " + "f" * 9000 + "(a) >= 0",
    "long vector and scalar": "vec u; real a |- " + "+".join(f"{k}*u" for k in range(200)) + " == a",
    "many names of vectors added": "vec " + " ".join("u" * k for k in range(1, 50)) + "; real a |- "
                                   + "+".join("u" * k for k in range(1, 50)) + " == a",
    "many facts": R + ", ".join(["a >= b"] * 2000) + " |- a >= b",
    "long chain": R + "|- " + " <= ".join(["a"] * 3000),
    "many arguments": R + "|- max(" + ", ".join(f"a + {k}" for k in range(2000)) + ") >= a",
    "nested roots": R + "|- " + "sqrt(" * 150 + "a" + ")" * 150 + " >= 0",
    "nested sums": "real x[i] |- " + "Sum(" * 100 + "x[i]" + ")" * 100 + " >= 0",
    "nested all": "real x[i] |- " + "all(" * 100 + "x[i] >= 0" + ")" * 100,
    "high degree": R + "|- (a*b + 1)**32*(a + b)**32 >= 0",
    "no index": "real x[i] |- x[i] >= 0",
    "two indices": "real x[i][i] |- 1 >= 0",
    "other index": "real x[j] |- 1 >= 0",
    "huge index": R + "|- a[10**9] >= 0",
    "division by zero": R + "|- 1/(a - a) >= 0",
    "negative power of zero": R + "|- (a - a)**-1 >= 0",
    "imaginary root": R + "|- sqrt(-1) >= 0",
    "full-width letter": R + "|- ａ + c >= 0",
    "ligature": "real ﬁ |- fi >= 0 and a",
    "Cyrillic letter": "real a |- а >= 0",
    "Arabic digits": R + "|- a >= ١",
    "minus sign": R + "|- a >= −1",
    "superscript": R + "|- a² >= 0",
    "less or equal sign": R + "|- a ≤ b",
    "bidirectional override": R + "|- \u202ea >= 0",
    "byte order mark": "\ufeffreal a |- a >= 0",
    "NUL": R + "|- a >= 0\0",
    "surrogate": R + "|- a >= \ud800",
    "surrogate in a declaration": "real \ud800 |- 1 >= 0",
    "surrogate first": "\udcff",
    "only a turnstile": "|-",
    "two turnstiles": R + "|- a >= 0 |- a >= 0",
    "pickle": "\x80\x04\x95\x0b\x00\x00\x00cos\nsystem\n(S'true'\ntR.",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_statements_are_refused_in_one_sentence(name):
    assert outcome(HOSTILE[name]) == "refused"


EDGES = {
    "digits": f"real a |- a <= {'9' * MAX_DIGITS}",
    "degree": f"real a |- (a**{MAX_DEGREE // 2})**2 >= 0",
    "nested maxima": R + "|- " + "max(a, " * 150 + "b" + ")" * 150 + " >= a",
    "root of many digits": R + f"|- sqrt({'7' * MAX_DIGITS}) >= a",
    "names": "real " + " ".join(f"x{k}" for k in range(50)) + " |- x1 >= 0",
    "brackets": "real a |- " + "(" * 150 + "a" + ")" * 150 + " >= 0",
    "terms": "real a |- " + "+".join(["a"] * 150) + " >= 0",
}


@pytest.mark.parametrize("name", EDGES)
def test_the_limits_leave_room(name):
    assert outcome(EDGES[name]) == "page"


def test_a_power_of_a_number_is_refused_before_it_is_computed():
    with pytest.raises(BadInput, match=f"the number has more than {MAX_DIGITS} digits"):
        parse("real a |- ((2**32)**32)**32 >= a")

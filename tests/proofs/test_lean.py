"""Lean: the book, a third in each run, is stated in sentences that are read back; no file passes for one that Lean has
checked.

There is no Lean here. What can be tested without it: the statements mean what the kernel's do, brackets match, names
are bound before they are used, nothing is left out in silence.
"""

import copy
import json
import re
from fractions import Fraction
from functools import cache

import pytest
from click.testing import CliRunner

from novikoff.cli import cli
from novikoff.proofs import kernel
from novikoff.proofs.evidence import certificates
from novikoff.proofs.export.lean import UNCHECKED, export
from novikoff.proofs.export.lean.kernel_proofs import Translation
from novikoff.proofs.export.lean.project import add_warning, theorem_texts, translate
from novikoff.proofs.export.prover_syntax import Names, make_readable, nearest_point_facts
from novikoff.proofs.search.proof_json import with_citations
from novikoff.proofs.statements.expressions import is_vector

from . import corpus

OF_CORPUS = {name.replace(" ", "-"): corpus.named(name) for name in corpus.RARE}
BOOK = certificates() | OF_CORPUS
HEADING = re.compile(r"^/-! #### (\S+)", re.MULTILINE)
OF_EACH_KIND = (  # a constant before a vector, an absolute value, a maximum, a logarithm of a family, adjoined units,
    "decision-region-is-half-space-for-any-link", "notes-update", "hull-nearest-point-condition", "weighted-means",
    "hull-nearest-point-exists", "augmented-update", "squared-distance-expansion",
    # a family of vectors, a sum in a sum, laws of exponentials, a projection, products of families
    "square-length-of-a-mean", "class-mean-products", "exponential-of-a-sum", "representer", "cauchy-schwarz-for-sums",
)


@pytest.fixture(scope="module")
def part(sample):
    """The ids of an eighth of the book, of what that cites, and of what tests name."""
    named = ("pair-cauchy-schwarz", "perceptron-norm-growth", "smola-bound-from-novikoff", *OF_EACH_KIND, *OF_CORPUS)
    return with_citations(BOOK, [*sample(BOOK, len(BOOK) // 8), *named])


@pytest.fixture(scope="module")
def book(part):
    """This part in Lean's words."""
    return translate(BOOK.values(), part)


@pytest.fixture(scope="module")
def exported(book):
    """The text of each entry."""
    found = {}
    for name, text in book.files.items():
        if name.endswith(".lean"):
            parts = HEADING.split(text.split("\nend Novikoff")[0])
            found |= {i: f"/-! {part}" for i, part in zip(parts[1::2], parts[2::2], strict=True)}
    return found


@cache
def bare(text):
    """Lean without comments, which nest, and without the rest of a line after `--`."""
    found, depth = [], 0
    for token in re.findall(r"/-|-/|--[^\n]*|[^-/]+|[-/]", text):
        depth += {"/-": 1, "-/": -1}.get(token, 0)
        if depth == 0 and token != "-/" and not token.startswith("--"):
            found.append(token)
    assert depth == 0
    return "".join(found)


# --- nothing is left out, nothing is called checked ---------------------------------------------------
def test_every_entry_is_stated_and_what_is_left_out_is_counted(part, book, exported):
    assert len(BOOK) >= 175
    assert set(exported) == part == set(book.stated) | set(book.skipped)
    assert not book.skipped
    assert not book.omitted
    without_proof = {i for i, text in exported.items() if "sorry" in assumes(text)}
    assert without_proof == set(book.omitted)


def test_a_theorem_without_proof_or_about_a_sum():
    broken = "sign-agrees-just-if-margin-positive"  # a line ends before `by`
    ((_, text),) = theorem_texts([BOOK[broken]], [broken])
    assert text.endswith("(2 - k * σ - σ ^ 2) > 0")
    done = translate(SUM_PUT_TO_USE)
    assert (done.omitted, done.skipped) == ({}, {})
    text = " ".join(done.files["Novikoff/Theorems.lean"].split())
    assert "(∑ i ∈ s, (b i * c)) = c * (∑ i ∈ s, b i) := by" in text
    assert "Finset.sum_le_sum" in text


def assumes(text):
    """The words by which a Lean file can claim without proof."""
    return set(re.findall(r"\b(sorry|admit|axiom|opaque|unsafe|native_decide|implemented_by|partial)\b", bare(text)))


def test_the_export_assumes_nothing(book):
    lean = {name: text for name, text in book.files.items() if name.endswith(".lean")}
    assert {name: assumes(text) for name, text in lean.items()} == {name: set() for name in lean}
    assert assumes("theorem a : 1 = 2 := by\n  sorry") == {"sorry"}


def test_every_file_says_that_it_is_unchecked(tmp_path):
    export(["smola-mistake-bound"], tmp_path)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"Basic.lean", "Theorems.lean", "Novikoff.lean", "lakefile.toml"}
    for path in files:
        assert UNCHECKED in "\n".join(path.read_text(encoding="utf-8").splitlines()[:3]), path
    assert UNCHECKED.startswith("NOT CHECKED BY LEAN")
    assert add_warning("x").index(UNCHECKED) < add_warning("x").index("-/")


def test_the_command_says_that_it_is_unchecked(tmp_path):
    result = CliRunner().invoke(cli, ["export", "lean", "smola-mistake-bound", "-o", str(tmp_path), "-q", "--json"])
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert UNCHECKED in result.stderr
    assert data["checked"] is False
    assert (data["left_out"], data["not_stated"]) == ({}, {})
    text = CliRunner().invoke(cli, ["export", "lean", "cauchy-schwarz", "-o", str(tmp_path), "-q"])
    assert "0 checked by Lean" in text.stdout


SUM_PUT_TO_USE = corpus.BOOKS["a theorem about a sum, put to use"]


def test_a_proof_that_is_left_out_is_counted_with_its_reason(tmp_path):
    conjured = corpus.replaced(SUM_PUT_TO_USE, (1, "proof", "premises", "sign"), {"rule": "conjure"})
    done = export(None, tmp_path, conjured)
    assert done.omitted == {"used": "the rule 'conjure'"}
    text = (tmp_path / "Novikoff" / "Theorems.lean").read_text(encoding="utf-8")
    assert "  sorry -- not translated: the rule 'conjure'" in text
    root = (tmp_path / "Novikoff.lean").read_text(encoding="utf-8")
    assert "2 statements, 1 of them with the proof left out" in root
    assert "* left out: used: the rule 'conjure'" in root


def test_what_cannot_be_stated_is_counted_with_its_reason(tmp_path):
    statement = {"id": "unread", "declare": ["a"], "assume": {}, "show": {"c": [">=", ["*", "1.5", "a"], "0"]}}
    done = export(None, tmp_path, [{"statement": statement, "proof": {"rule": "poly"}}])
    assert (done.stated, list(done.skipped)) == ([], ["unread"])
    assert "* not stated: unread: Rejected: not declared" in (tmp_path / "Novikoff.lean").read_text("utf-8")
    # The reason for a damaged proof names no exception
    statement = {"id": "damaged", "declare": ["a"], "assume": {}, "show": {"c": [">=", ["^", "a", "2"], "0"]}}
    done = translate([{"statement": statement, "proof": {"rule": "have", "name": "n"}}])
    assert done.skipped == {"damaged": "Rejected: nothing is named 'fact'"}
    # An unknown id is refused
    with pytest.raises(KeyError):
        export(["no-such-claim"], tmp_path)


# --- brackets and names ---------------------------------------------------------------------------------
PAIRS = dict(zip(")]}⟩⟫", "([{⟨⟪", strict=True))


def unbalanced(text):
    """The first bracket without partner, or nothing."""
    open_ = []
    for c in bare(text):
        if c in PAIRS.values():
            open_.append(c)
        elif c in PAIRS and (not open_ or open_.pop() != PAIRS[c]):
            return c
    return "".join(open_)


def test_brackets_match(exported):
    assert {i: unbalanced(text) for i, text in exported.items()} == dict.fromkeys(exported, "")
    assert {i: re.findall(r"\S*(?:[\w\]]@|\[i\]|#)\S*", bare(text)) for i, text in exported.items()} == {
        i: [] for i in exported
    }  # no name is one of the kernel
    assert unbalanced("⟪u, v⟩") == "⟩"
    assert unbalanced("(a") == "("


WORD = re.compile(r"(?<![\w'.#!])[^\W\d][\w'.₀]*|@[^\W\d][\w'.]*")
KNOWN = """
    theorem inductive where by have suffices from obtain intro exact refine apply rcases with first induction start step
    fun using try at gram simp only linarith nlinarith norm_num ring linear_combination convert ext fin_cases assumption
    by_contra Type Prop V ℝ Fin Eq.symm Or.inl Or.inr _ _ℝ rfl same case le end namespace Novikoff import
    NormedAddCommGroup InnerProductSpace EuclideanSpace Finset ι s s.card x m n b beta_reduce funext rw induction using
    Finset.sum_le_sum Finset.sum_congr Finset.single_le_sum Finset.univ Finset.mem_univ
    real_inner_comm real_inner_self_nonneg mul_self_nonneg mul_self_pos.mpr mul_nonneg mul_pos sub_nonneg.mpr
    sub_pos.mpr sub_ne_zero.mpr not_le.mp not_lt.mp lt_trichotomy PiLp.inner_apply Fin.sum_univ_succ multiple
    cancel_le cancel_lt cancel_eq cancel_ne inverse_exists root_exists embed adjoined Adjoin ring_nf simpa
    log_exists each_exists exp_remainder exp_series exp_power
    Real.exp Real.exp_pos Real.exp_nonneg Real.exp_add Real.exp_zero Real.sqrt Real.log abs max min rewrite show module
    congr Eq.trans sum_inner split_sums quotient_is inverse_of_product inverse_of_power inverse_of_opposite root_is
    abs_is max_is min_is log_is vector_eq.mp vector_eq.mpr
"""
BINDERS = (
    r"[({]((?:[\w']+ )+):",
    r"\b(?:have|suffices|obtain) ([\w']+) :",
    r"\b(?:intro|by_contra|funext) ((?:[\w']+[ ;])+)",
    r"\(fun \w+ \((\w+) : \w+ ∈ s\)",
    r"obtain ⟨([\w', ]+)⟩",
    r"\bwith ((?:[\w']+ \| )+[\w']+)",
    r"\| step ([\w' ]+) =>",
    r"fun ((?:[\w']+ )+)=>",
    r"(?:[∀∃∑]|fun|ext) ([\w']+)",
)
DECLARED = re.compile(r"^(?:theorem|inductive|def|noncomputable def|abbrev) ([\w']+)", re.MULTILINE)


def unbound(text, before):
    """The names in a text that are neither known, nor declared before, nor bound to the left."""
    declared = DECLARED.findall(bare(text))
    text, bound = " ".join(bare(text).split()), {}
    for pattern in BINDERS:
        for match in re.finditer(pattern, text):
            for name in re.findall(r"[^\W\d][\w'₀]*", match[1]):
                bound[name] = min(bound.get(name, match.start()), match.start())
    bound |= {name: re.search(rf"(?:theorem|inductive) {re.escape(name)}(?![\w'])", text).start() for name in declared}
    found, known = set(), {*KNOWN.split(), *before}
    for match in WORD.finditer(text):
        name = match.group().removeprefix("@").removesuffix(".le")
        stem = re.sub(r"_Reached(\.start|\.step)?$", "_Reached", name)
        if stem not in known and bound.get(stem, len(text)) > match.start():
            found.add(stem)
    return found


def test_names_are_bound_before_they_are_used(exported):
    before, problems = set(), {}
    for identifier, text in exported.items():
        if found := unbound(text, before):
            problems[identifier] = found
        before |= set(DECLARED.findall(bare(text)))
    assert problems == {}
    text = exported["pair-cauchy-schwarz"]
    assert unbound(text, {"cauchy_schwarz"}) == set()
    assert unbound(text, set()) == {"cauchy_schwarz"}
    assert unbound("theorem a : 1 = 1 := by\n  exact nobody\n", set()) == {"nobody"}


def test_vectors_are_taken_to_the_larger_space_once_and_products_brought_into_order(exported):
    text = exported["smola-bound-from-novikoff"]
    assert "b • (adjoined V) + (embed w)" in text
    assert not re.search(r"embed \(\(embed", text)  # what is in the larger space already
    assert "try simp only [real_inner_comm x μ]" in exported["squared-distance-expansion"]


def test_each_file_imports_the_one_before(book):
    files = [name[:-5].replace("/", ".") for name in book.files if "/" in name]
    imported = {
        name: re.findall(r"^import (\S+)", book.files[f"{name.replace('.', '/')}.lean"], re.MULTILINE) for name in files
    }
    assert imported == {name: [before] for before, name in zip(["Mathlib", *files], files, strict=False)}
    assert len(files) == 1 + -(-len(book.stated) // 40)


# --- the statements are those of the authors ---------------------------------------------------------------
TOKEN = re.compile(r"⟫_ℝ|Real\.\w+|\(s\.card : ℝ\)|∑ i ∈ s,|: ℝ\)|\d+|[^\W\d][\w'₀]*|\S")
FUNCTIONS = {"Real.exp": ("exp", 1), "Real.log": ("ln", 1), "Real.sqrt": ("sqrt", 1), "abs": ("abs", 1),
             "max": ("max", 2), "min": ("min", 2)}


class Reading:
    """A term of Lean as a term of the kernel, of two parts each; each method reads a part of the tokens that are left,
    by the precedence that Lean and Mathlib give its operators.
    """

    def __init__(self, text, names):
        self.tokens, self.names = TOKEN.findall(text), names
        self.depth, self.spaces = 0, set()  # how many units the spaces of the vectors have more

    def whole(self):
        found = self.sum()
        assert not self.tokens, self.tokens
        assert len(self.spaces) < 2, self.spaces
        return found

    def taken(self, *tokens):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in tokens else None

    def sum(self):  # 65
        total = self.product()
        while sign := self.taken("+", "-"):
            total = [sign, total, self.product()]
        return total

    def product(self):  # 70
        total = self.scaled()
        while sign := self.taken("*", "/"):
            total = [sign, total, self.scaled()]
        return total

    def scaled(self):  # 73
        before = list(self.tokens)
        found = self.negated()
        if self.taken("•"):
            scalar = before[: len(before) - len(self.tokens) - 1]
            assert any(re.match(r"[^\W\d]|⟪|∑", t) or "ℝ" in t for t in scalar), f"a natural number: {scalar}"
            return ["*", found, self.scaled()]
        return found

    def negated(self):  # 75
        return ["-", self.negated()] if self.taken("-") else self.power()

    def power(self):
        base = self.applied()
        return ["^", base, self.tokens.pop(0)] if self.taken("^") else base

    def applied(self):
        if self.tokens[0] in FUNCTIONS:
            word, count = FUNCTIONS[self.tokens.pop(0)]
            return [word, *(self.atom() for _ in range(count))]
        if self.taken("embed"):
            self.depth += 1
            found = self.atom()
            self.depth -= 1
            return found
        if self.taken("adjoined"):
            space = self.space()
            self.spaces.add(self.depth + space)
            return f"#{space}@"
        return self.atom(argument=False)

    def space(self):
        if self.taken("V"):
            return 1
        assert self.taken("(")
        assert self.taken("Adjoin")
        found = 1 + self.space()
        assert self.taken(")")
        return found

    def atom(self, argument=True):
        token = self.tokens.pop(0)
        if token == "(":
            found = self.sum()
            assert self.taken(")", ": ℝ)"), self.tokens
            return found
        if token == "⟪":
            u, _, v, last = self.sum(), self.tokens.pop(0), self.sum(), self.tokens.pop(0)
            assert last == "⟫_ℝ"
            return ["@", u, v]
        if token == "∑ i ∈ s,":
            assert not argument
            return ["sum", self.product()]
        if token == "(s.card : ℝ)" or token.isdigit():
            return ["sum", "1"] if token.startswith("(") else token
        assert not argument or "[i]" not in self.names[token]
        assert ("[i]" in self.names[token]) == bool(self.taken("i")), token
        self.spaces |= {self.depth} if self.names[token].endswith("@") else set()
        return self.names[token]


def in_twos(term):
    """A term of the kernel as it is printed: with two parts, a number before the vector, whole numbers."""
    if isinstance(term, str):
        number = re.fullmatch(r"(-?)(\d+)(/\d+)?", term)
        if not number or term.isdigit():
            return term
        upper = ["-", number[2]] if number[1] else number[2]
        return ["/", upper, number[3][1:]] if number[3] else upper
    word, *parts = term
    if word == "^":
        n = Fraction(parts[1])
        base = in_twos(parts[0]) if n.denominator == 1 else ["sqrt", in_twos(parts[0])]
        return ["^", base, str(n.numerator)] if n > 0 else ["/", "1", ["^", base, str(-n.numerator)]]
    parts = list(map(in_twos, parts))
    while len(parts) > 2:
        parts = [[word, *parts[:2]], *parts[2:]]
    if len(parts) == 2 and is_vector(parts[0]) and word in "*/":
        return ["*", parts[1] if word == "*" else ["/", "1", parts[1]], parts[0]]
    return [word, *parts]


def reads_as(said, fact, names):
    """Does a Lean relation say the fact as its author wrote it, for every index if it speaks of one?"""
    relation, *sides = fact
    bare_said = said.removeprefix("∀ i ∈ s, ")
    left, symbol, right = re.fullmatch(r"(.*?) ([≤<=≠≥>]) (.*)", bare_said).groups()
    meant = {"≤": "<=", "≠": "!=", "≥": ">="}.get(symbol, symbol)
    if (bare_said != said) != any(map(kernel.mentions_index, sides)) or meant != relation:
        return False
    return [Reading(side, names).whole() for side in (left, right)] == list(map(in_twos, sides))


def outside(text, *separators):
    """The parts of a text between separators that stand in no bracket."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        depth += (text[at] in PAIRS.values()) - (text[at] in PAIRS)
        found = next((s for s in separators if depth == 0 and text.startswith(s, at)), "")
        if found:
            parts, start = [*parts, text[start:at]], at + len(found)
        at += len(found) or 1
    return [*parts, text[start:]]


def bracketed_in(text):
    """What the round brackets of a text enclose, inner ones aside."""
    return [part[1:-1] for part in outside(text.replace(")", ") "), " ") if part.startswith("(")]


def misread(identifier, text):
    """What is wrong with the statement of an entry in a text: its hypotheses and conclusions, in order."""
    entry = BOOK[identifier]
    writer, data = Translation(entry, {}, Names()(identifier, "fact")), make_readable(entry["statement"])
    one_line = re.sub(r"\s+", " ", bare(text))
    suffix = "" if entry.get("proof") else "_is_false : ¬ ∀"
    said = re.search(rf"theorem {re.escape(writer.name)}{suffix} (.*?) := by", one_line)[1]
    binders, *rest = outside(said, " , " if suffix else " : ")
    claimed = (" , " if suffix else " : ").join(rest)
    given = [part.partition(" : ") for part in bracketed_in(binders)]
    stated = {name: fact for name, _, fact in given if re.search(r" [≤<=≠≥>] ", fact)}
    names = {writer.ident(n): n for n in writer.theorem.variables}
    assumed = {**nearest_point_facts(data.get("let")), **data["assume"]}
    problems = [n for n in assumed if writer.fact(n) not in stated]
    problems += [n for n in stated if n not in {writer.fact(m) for m in assumed}]
    problems += [n for n, f in assumed.items() if n not in problems and not reads_as(stated[writer.fact(n)], f, names)]
    if data.get("run") and f"(reached : {writer.name}_Reached " not in binders:
        problems.append("reached")
    shown = [part[1:-1] if part.startswith("(∀") else part for part in outside(claimed, " ∧ ")]
    if len(shown) != len(data["show"]):
        return [*problems, f"conclusions: {claimed}"]
    concluded = zip(shown, data["show"].items(), strict=True)
    return problems + [n for said, (n, f) in concluded if not reads_as(said, f, names)]


def test_every_hypothesis_and_conclusion_is_stated(exported):
    assert {i: misread(i, text) for i, text in exported.items()} == {i: [] for i in exported}


@pytest.mark.parametrize(("identifier", "old", "new", "wrong"), [
    ("perceptron-norm-growth", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "", ["radius"]),
    ("perceptron-norm-growth", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ < R ^ 2)", ["radius"]),
    ("perceptron-norm-growth", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ ≤ 2 * R ^ 2)", ["radius"]),
    ("perceptron-norm-growth", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2) (more : R = w)", ["more"]),
    ("square-length-of-a-mean", "a i • x i", "a i • a i • x i", ["conclusion"]),
    ("square-length-of-a-mean", "∑ i ∈ s, a i)", "∑ i ∈ s, a i * a i)", ["total"]),
    ("class-mean-products", "⟪x i, (∑ i ∈ s, x i)⟫_ℝ", "⟪x i, x i⟫_ℝ", ["square"]),
    ("exponential-of-a-sum", "Real.exp (s' + t')", "Real.exp (s' - t')", ["product"]),
    ("representer", "m i • ", "", ["m[i].across", "m[i].along", "margins", "length"]),
    ("weighted-means", "Real.log", "Real.sqrt", ["conclusion"]),
])
def test_a_changed_statement_is_found(identifier, old, new, wrong, exported):
    text = re.sub(r"\s+", " ", exported[identifier])
    assert old in text
    assert misread(identifier, text.replace(old, new)) == wrong


def misread_run(writer, run, text):
    """What is wrong with the states that a run reaches in a text."""
    name, states = re.escape(f"{writer.name}_Reached"), [*writer.theorem.parameters, *run["state"]]
    names = {writer.ident(n): n for n in [*states, *run["input"]]}
    start, step, after = re.search(
        rf"inductive {name} .*? \| start : {name} (.*?) \| step (.*?\)) : {name} (.*?) (?:inductive|theorem) ", text
    ).groups()
    said = dict(part.split(" : ", 1) for part in bracketed_in(step))
    problems = [n for n, f in run["when"].items() if not reads_as(said[writer.fact(n)], f, names)]
    problems += ["reached"] * (f"(reached : {writer.name}_Reached " not in step)
    problems += ["more"] * (len(re.findall(r" [≤<=≠≥>] ", step)) != len(run["when"]))
    for part, values in (("start", start), ("next", after)):
        found = outside(values.strip(), " ")[-len(run["state"]) :]
        for n, value in zip(run["state"], found, strict=True):
            family = re.fullmatch(r"\(fun i => (.*)\)", value)
            term = Reading(family[1] if family else value, names).whole()
            problems += [f"{part} {n}"] * (bool(family) != ("[i]" in n) or term != in_twos(run[part][n]))
    return problems


def test_a_run_starts_and_moves_as_its_author_wrote(exported):
    runs = {i: BOOK[i]["statement"]["run"] for i in exported if BOOK[i]["statement"].get("run")}
    writers = {i: Translation(BOOK[i], {}, Names()(i, "fact")) for i in runs}
    texts = {i: " ".join(exported[i].split()) for i in runs}
    assert {i: misread_run(writers[i], run, texts[i]) for i, run in runs.items()} == {i: [] for i in runs}
    i = "smola-bound-from-novikoff"
    for old, new, problem in [("(w + (1 : ℝ) • ", "(w + (2 : ℝ) • ", "next w@"), ("≤ 0", "< 0", "mistake")]:
        start, found, rest = texts[i].partition("| step")
        assert old in rest
        assert misread_run(writers[i], runs[i], start + found + rest.replace(old, new, 1)) == [problem]


def test_a_corrupted_witness_is_not_exported(exported):
    entry = copy.deepcopy(BOOK["boundary-vectors-orthogonal-as-printed"])
    entry["counterexample"]["values"]["b"] = "5"
    assert "does not hold" in translate([entry]).skipped["boundary-vectors-orthogonal-as-printed"]


def test_words_of_a_claim_cannot_end_a_comment():
    from novikoff.proofs.export.lean.project import escape_comment
    assert "-/" not in escape_comment("w -/ and /- more --/")
    assert "/-" not in escape_comment("w -/ and /- more --/")

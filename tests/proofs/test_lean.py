"""Lean: the book, a third in each run, is stated in sentences that are read back; no file passes for one that Lean has
checked.

There is no Lean here. What can be tested without it: the statements mean what the kernel's do, brackets match, names
are bound before they are used, nothing is left out in silence.
"""

import copy
import json
import re
from fractions import Fraction
from functools import cache, reduce

import pytest
from click.testing import CliRunner

from novikoff.cli import cli
from novikoff.proofs import kernel
from novikoff.proofs.evidence import certificates
from novikoff.proofs.export.entry_parts import with_citations
from novikoff.proofs.export.lean import UNCHECKED, export
from novikoff.proofs.export.lean.book import add_warning, translate
from novikoff.proofs.export.lean.derivations import Translation
from novikoff.proofs.export.prover_syntax import Names

from . import extended

BOOK = certificates()
HEADING = re.compile(r"^/-! #### (\S+)", re.MULTILINE)
SUMMED = next(i for i, e in BOOK.items() if e.get("proof") and "['sum', 'a[i]']" in str(e["statement"]["show"]))


@pytest.fixture(scope="module")
def part(sample):
    """The ids of an eighth of the book, of what that cites, and of what tests name."""
    named = ("pair-cauchy-schwarz", "perceptron-norm-growth", "smola-bound-from-novikoff", SUMMED)
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


def summed_and_used(premise):
    """That Σ a[i] ≥ 0 if all a[i] ≥ 0, and the same of c b[i]; with the reason for the premise."""
    sign = {"sign": [">=", "a[i]", "0"]}
    quote = {"rule": "poly", "sum": [{"facts": ["all"]}]}
    summed = {
        "statement": {"id": "summed", "declare": ["a[i]"], "assume": sign, "show": {"c": [">=", ["sum", "a[i]"], "0"]}},
        "proof": {"rule": "sum", "fact": "sign", "name": "all", "then": quote},
    }
    used = {
        "statement": {
            "id": "used",
            "declare": ["b[i]", "c"],
            "assume": {"product": [">=", ["*", "b[i]", "c"], "0"]},
            "show": {"c": [">=", ["*", "c", ["sum", "b[i]"]], "0"]},
        },
        "proof": {"rule": "lemma", "of": "summed", "put": {"a[i]": ["*", "b[i]", "c"]}, "as": {"c": "all"},
                  "then": quote,
                  "premises": {"sign": premise}},
    }  # fmt: skip
    return [summed, used]


def test_a_theorem_about_a_sum_is_put_to_use():
    entries = summed_and_used({"rule": "poly", "sum": [{"facts": ["product"]}]})
    assert {v for v, *_ in kernel.check_book(entries).values()} == {"proved"}
    done = translate(entries)
    assert (done.omitted, done.skipped) == ({}, {})
    text = " ".join(done.files["Novikoff/Theorems.lean"].split())
    assert "∀ (t : Finset ι), (∑ i ∈ t, ((b i) * c)) = c * (∑ i ∈ t, (b i))" in text
    assert "Finset.sum_le_sum" in text


def test_a_proof_that_is_left_out_is_counted_with_its_reason(tmp_path):
    done = export(None, tmp_path, summed_and_used({"rule": "conjure"}))
    assert done.omitted == {"used": "a rule that is not known here"}
    text = (tmp_path / "Novikoff" / "Theorems.lean").read_text(encoding="utf-8")
    assert "  sorry -- not translated: a rule that is not known here" in text
    root = (tmp_path / "Novikoff.lean").read_text(encoding="utf-8")
    assert "2 statements, 1 of them with the proof left out" in root
    assert "* left out: used: a rule that is not known here" in root


def test_what_cannot_be_stated_is_counted_with_its_reason(tmp_path):
    statement = {"id": "unread", "declare": ["a"], "assume": {}, "show": {"c": [">=", ["*", "1.5", "a"], "0"]}}
    done = export(None, tmp_path, [{"statement": statement, "proof": {"rule": "poly"}}])
    assert (done.stated, list(done.skipped)) == ([], ["unread"])
    assert "* not stated: unread: Rejected: not declared" in (tmp_path / "Novikoff.lean").read_text("utf-8")


def test_an_unknown_id_is_refused(tmp_path):
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
    assert unbalanced("⟪u, v⟩") == "⟩"
    assert unbalanced("(a") == "("


WORD = re.compile(r"(?<![\w'.#!])[^\W\d][\w'.₀]*|@[^\W\d][\w'.]*")
KNOWN = """
    theorem inductive where by have suffices from obtain intro exact refine apply rcases with first induction start step
    fun using try at gram simp only linarith nlinarith norm_num ring linear_combination convert ext fin_cases assumption
    by_contra Type Prop V ℝ Fin Eq.symm Or.inl Or.inr _ _ℝ rfl same case le end namespace Novikoff import
    NormedAddCommGroup InnerProductSpace EuclideanSpace Finset ι s s.card t.card x m beta_reduce funext classical rw
    induction using empty insert Finset.induction_on Finset.sum_insert Finset.card_insert_of_notMem Nat.cast_add
    Nat.cast_one Finset.mul_sum Finset.sum_mul Finset.sum_add_distrib Finset.sum_sub_distrib Finset.sum_const
    Finset.sum_le_sum Finset.sum_congr Finset.single_le_sum Finset.univ Finset.mem_univ nsmul_eq_mul
    real_inner_comm real_inner_self_nonneg mul_self_nonneg mul_self_pos.mpr mul_nonneg mul_pos sub_nonneg.mpr
    sub_pos.mpr sub_ne_zero.mpr not_le.mp not_lt.mp lt_trichotomy PiLp.inner_apply Fin.sum_univ_succ vector_eq multiple
    cancel_le cancel_lt cancel_eq cancel_ne inverse_exists root_exists embed adjoined Adjoin ring_nf simpa
    ext_inner_right log_exists each_exists nearest_exists projection_exists exp_remainder exp_series exp_power
    Real.exp Real.exp_pos Real.exp_nonneg Real.exp_add Real.exp_zero
"""
BINDERS = (
    r"[({]((?:[\w']+ )+):",
    r"\b(?:have|suffices|obtain) ([\w']+) :",
    r"\b(?:intro|by_contra|funext) ((?:[\w']+[ ;])+)",
    r"\(fun \w+ \((\w+) : \w+ ∈ s\)",
    r"obtain ⟨([\w', ]+)⟩",
    r"\bwith ((?:[\w']+ \| )+[\w']+)",
    r"\| (?:step|insert) ([\w' ]+) =>",
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


def test_every_name_is_bound_before_it_is_used(exported):
    before, problems = set(), {}
    for identifier, text in exported.items():
        if found := unbound(text, before):
            problems[identifier] = found
        before |= set(DECLARED.findall(bare(text)))
    assert problems == {}


def test_a_name_that_is_used_too_early_is_found(exported):
    text = exported["pair-cauchy-schwarz"]
    assert unbound(text, {"cauchy_schwarz"}) == set()
    assert unbound(text, set()) == {"cauchy_schwarz"}
    assert unbound("theorem a : 1 = 1 := by\n  exact nobody\n", set()) == {"nobody"}


def test_vectors_are_taken_to_the_larger_space_once(exported):
    text = exported["smola-bound-from-novikoff"]
    assert "(embed w) + b • (adjoined V)" in text
    assert not re.search(r"embed \(\(embed", text)  # what is in the larger space already


def test_files_are_imported_by_those_that_use_them(book):
    files = {name: text for name, text in book.files.items() if name.endswith(".lean")}
    home = {d: name[:-5].replace("/", ".") for name, text in files.items() for d in DECLARED.findall(bare(text))}
    for name, text in files.items():
        here, imported = name[:-5].replace("/", "."), set(re.findall(r"^import (\S+)", text, re.MULTILINE))
        used = {home[w] for w in re.findall(r"[^\W\d][\w']*", bare(text)) if w in home} - {here}
        assert used <= imported | {here}, name


# --- the statements mean what the kernel's do -------------------------------------------------------------


def plus(p, q, sign=1):
    """p ± q: polynomials are {names in order, repeated for powers: coefficient}."""
    total = {m: p.get(m, 0) + sign * q.get(m, 0) for m in [*p, *q]}
    return {m: c for m, c in total.items() if c}


def times(p, q):
    products = ({tuple(sorted(m + n)): a * b} for m, a in p.items() for n, b in q.items())
    return reduce(plus, products, {})


def named(name):
    return {(name,): Fraction(1)}


TOKEN = re.compile(r"⟫_ℝ|Real\.exp|∑ i ∈ s,|\d+|[^\W\d][\w'₀]*|\S")


class Reading:
    """Lean's sums, products and powers as a polynomial in names for variables, vectors, inner products, sums and
    exponentials, after what is in them; each method reads a part of the tokens that are left.
    """

    def __init__(self, text):
        self.tokens = TOKEN.findall(text.replace("(s.card : ℝ)", "(∑ i ∈ s, 1)").replace(" : ℝ)", ")"))

    def whole(self):
        found = self.sum()
        assert not self.tokens, self.tokens
        return found

    def taken(self, *tokens):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in tokens else None

    def sum(self):
        total = plus({}, self.product(), -1) if self.taken("-") else self.product()
        while sign := self.taken("+", "-"):
            total = plus(total, self.product(), 1 if sign == "+" else -1)
        return total

    def product(self):
        total = self.power()
        while sign := self.taken("*", "•", "/"):
            total = times(total, {(): 1 / self.power()[()]} if sign == "/" else self.power())
        return total

    def power(self):
        base = self.factor()
        return reduce(times, [base] * int(self.tokens.pop(0))) if self.taken("^") else base

    def factor(self):
        token = self.tokens.pop(0)
        if token == "(":
            found = self.sum()
            assert self.taken(")"), self.tokens
            return found
        if token == "⟪":
            u, _, v, _ = self.sum(), self.tokens.pop(0), self.sum(), self.tokens.pop(0)
            ((x,),), ((y,),) = u, v  # canonical: of single vectors
            return named(f"⟪{x},{y}⟫")
        if token in ("∑ i ∈ s,", "Real.exp"):
            return named(key(token, self.product() if token != "Real.exp" else self.factor()))
        assert re.match(r"\w", token), token
        return plus({(): Fraction(token)}, {}) if token.isdigit() else named(token + (self.taken("i") or ""))


def key(word, under):
    """The name of a sum or of an exponential: the word, and what is under it."""
    return f"{word}{sorted(under.items())}"


def of_kernel(p, ident):
    """The same for a polynomial of the kernel."""
    return reduce(plus, (times({(): Fraction(c)}, of_monomial(m, ident)) for m, c in p.items()), {})


def of_monomial(monomial, ident):
    return {tuple(sorted(of_atom(name, ident) for name, e in monomial for _ in range(e))): Fraction(1)}


def of_atom(name, ident):
    """The name here of an atom of the kernel."""
    kind, inner, pair = kernel.shape(name)
    if kind in ("sum", "exp"):
        return key("∑ i ∈ s," if kind == "sum" else "Real.exp", of_kernel(inner, ident))
    if kind == "pair":
        u, v = (of_atom(n, ident) for n in pair)
        return f"⟪{u},{v}⟫"
    return ident(name) + ("i" if "[i]" in name else "")


def reads_as(said, fact, ident):
    """Does a Lean relation say the fact, for every index if it speaks of one?"""
    relation, p = fact
    every, _, rest = said.rpartition("∀ i ∈ s, ")
    if bool(said.startswith("∀")) != kernel.is_indexed(p) or every:
        return False
    left, symbol, right = re.fullmatch(r"(.*?) ([≤<=≠]) (.*)", rest).groups()
    if symbol != {">=": "≤", ">": "<", "=": "=", "!=": "≠"}[relation]:
        return False
    gap, sign = plus(Reading(right).whole(), Reading(left).whole(), -1), 1 if symbol in "≤<" else -1
    return gap == plus({}, of_kernel(p, ident), sign)


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


def misread(identifier, text, entry=None):
    """What is wrong with the statement of an entry in a text: its hypotheses and conclusions, in order."""
    entry = entry or BOOK[identifier]
    writer = Translation(entry, {}, Names()(identifier, "fact"))
    statement, one_line = writer.theorem.statement, re.sub(r"\s+", " ", bare(text))
    suffix = "" if entry.get("proof") else "_is_false : ¬ ∀"
    said = re.search(rf"theorem {re.escape(writer.name)}{suffix} (.*?) := by", one_line)[1]
    binders, *rest = outside(said, " , " if suffix else " : ")
    claimed = (" , " if suffix else " : ").join(rest)
    given = [part.partition(" : ") for part in bracketed_in(binders)]
    stated = {name: fact for name, _, fact in given if re.search(r" [≤<=≠] ", fact)}
    problems = [n for n in statement.assume if writer.fact(n) not in stated]
    problems += [n for n in stated if n not in {writer.fact(m) for m in statement.assume}]
    for name, fact in statement.assume.items():
        if name not in problems and not reads_as(stated[writer.fact(name)], fact, writer.ident):
            problems.append(name)
    if statement.context.run and f"(reached : {writer.name}_Reached " not in binders:
        problems.append("reached")
    shown = [part[1:-1] if part.startswith("(∀") else part for part in outside(claimed, " ∧ ")]
    if len(shown) != len(statement.show):
        return [*problems, f"conclusions: {claimed}"]
    facts = zip(shown, statement.show.items(), strict=True)
    return problems + [n for said, (n, f) in facts if not reads_as(said, f, writer.ident)]


def test_every_hypothesis_and_conclusion_is_stated(exported):
    assert {i: misread(i, text) for i, text in exported.items()} == {i: [] for i in exported}


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "", ["radius"]),
        ("(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ < R ^ 2)", ["radius"]),
        ("(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ ≤ 2 * R ^ 2)", ["radius"]),
        ("(radius : ⟪x, x⟫_ℝ ≤ R ^ 2)", "(radius : ⟪x, x⟫_ℝ ≤ R ^ 2) (more : R = w)", ["more"]),
    ],
)
def test_a_changed_hypothesis_is_found(old, new, wrong, exported):
    text = exported["perceptron-norm-growth"]
    assert old in text
    assert misread("perceptron-norm-growth", text.replace(old, new, 1)) == wrong


@pytest.mark.parametrize("new", ["∑ i ∈ s, 2 * (a i)", "∑ i ∈ s, (b i)", "∑ i ∈ s, (a i) * (a i)"])
def test_a_changed_sum_is_found(new, exported):
    text = exported[SUMMED]
    assert misread(SUMMED, text) == []
    assert "∑ i ∈ s, (a i)" in text
    assert misread(SUMMED, text.replace("∑ i ∈ s, (a i)", new)) != []


@cache
def extended_texts():
    """The text of each entry in the whole language, and the entry."""
    done = translate(extended.entries())
    assert (done.omitted, done.skipped) == ({}, {})
    parts = HEADING.split(done.files["Novikoff/Theorems.lean"] + done.files.get("Novikoff/Foundations.lean", ""))
    texts = dict(zip(parts[1::2], (f"/-! {part}".split("\nend Novikoff")[0] for part in parts[2::2]), strict=True))
    return {e["statement"]["id"]: (texts[e["statement"]["id"]], e) for e in extended.entries()}


def test_statements_of_the_whole_language_are_read_back():
    before = {d for text, _ in extended_texts().values() for d in DECLARED.findall(bare(text))}
    for identifier, (text, entry) in extended_texts().items():
        assert misread(identifier, text, entry) == []
        assert unbalanced(text) == ""
        assert unbound(text, before) == set()


@pytest.mark.parametrize(("identifier", "old", "new"), [
    ("jensen", "((a i) • (x i))", "((a i) • (a i) • (x i))"),
    ("double-sum", "⟪(∑ i ∈ s, ((a i) • (x i))), (x i)⟫_ℝ", "⟪(x i), (x i)⟫_ℝ"),
    ("exponentials-of-a-sum", "Real.exp (s' + t')", "Real.exp (s' - t')"),
    ("nearest-point-of-a-hull", "(m i) * ", ""),
])  # fmt: skip
def test_a_changed_vector_or_exponent_is_found(identifier, old, new):
    text, entry = extended_texts()[identifier]
    changed = re.sub(r"\s+", " ", text).replace(old, new)
    assert changed != re.sub(r"\s+", " ", text)
    assert misread(identifier, changed, entry) != []


def test_a_run_is_an_inductive_predicate_with_all_conditions_of_a_step(exported):
    for identifier in exported:
        entry = BOOK[identifier]
        if run := entry["statement"].get("run"):
            writer = Translation(entry, {}, Names()(identifier, "fact"))
            text, name = " ".join(exported[identifier].split()), re.escape(f"{writer.name}_Reached")
            step = re.search(rf"inductive {name} .*? \| start : .*? \| step (.*?\)) : {name} ", text)[1]
            assert f"(reached : {writer.name}_Reached " in step
            said = dict(part.split(" : ", 1) for part in bracketed_in(step))
            for label, fact in writer.theorem.statement.context.run.when.items():
                assert reads_as(said[writer.fact(label)], fact, writer.ident), (identifier, label)
            assert len(re.findall(r"[≤<=≠]", step.replace(":=", ""))) == len(run["when"]), identifier


def test_a_corrupted_witness_is_not_exported(exported):
    entry = copy.deepcopy(BOOK["boundary-vectors-orthogonal-as-printed"])
    entry["counterexample"]["values"]["b"] = "5"
    assert "does not hold" in translate([entry]).skipped["boundary-vectors-orthogonal-as-printed"]


def test_words_of_a_claim_cannot_end_a_comment():
    from novikoff.proofs.export.lean.book import escape_comment

    assert "-/" not in escape_comment("w -/ and /- more --/")
    assert "/-" not in escape_comment("w -/ and /- more --/")

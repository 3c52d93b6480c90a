"""Coq: a sample of the book in each run compiles as its authors wrote it, and rests on the axioms of the reals only;
what is wrong does not compile.
"""

import copy
import json
import re

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.checking.ledger_check import check
from novikoff.proofs.evidence import certificates
from novikoff.proofs.export.coq import AXIOMS, available, compile_and_audit, export
from novikoff.proofs.export.coq.compiling import File, Workshop
from novikoff.proofs.export.coq.project import PROJECT, theories, translate
from novikoff.proofs.prover.prove import prove
from novikoff.proofs.search.proof_json import with_citations
from novikoff.proofs.statements.user_theorems import Own, load_theorems

from . import corpus


def needs_coq(test):
    """Skip a test where Coq is missing; else let it use what is compiled already."""
    without = pytest.mark.skipif(not available(), reason="skipped: coqc is not installed (Debian package coq)")
    return without(pytest.mark.usefixtures("libraries_compiled_once")(test))


BOOK = certificates()
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
EXPECTED = {identifier: "proved" if "proof" in entry else "refuted" for identifier, entry in BOOK.items()}
WHOLE_LANGUAGE = ["square-length-of-a-mean", "class-mean-products", "exponential-of-a-sum", "weighted-means",
                  "representer", "cauchy-schwarz-for-sums"]


# As they are stated: terms are not multiplied out, quotients and norms are as one writes them.
STATED = [
    "Theorem cauchy_schwarz (E : ips) (u v : E)\n  : inner u v ^ 2 <= inner u u * inner v v.",
    "Theorem squared_distance_expansion (E : ips) (μ x : E)\n"
    "  : inner (μ - x)%V (μ - x)%V = inner μ μ + inner x x - 2 * inner μ x.",
    "  : t <= (1 + R ^ 2) * (1 + b_star ^ 2) / γ ^ 2.",
    "    (forall (w : E) (b t : Real) (x : E) (y : Real)\n        (reached : P w b t)\n        (label : y ^ 2 = 1)\n",
    "        (mistake : y * (inner w x + b) <= 0)\n",
]
WRONG_TEXTS = [
    ("squared-distance-expansion", "- 2 * inner μ x", "- inner μ x"),  # another identity
    ("smola-mistake-bound", "(1 + R ^ 2) *", "R ^ 2 *"),  # a stronger bound
    ("smola-mistake-bound", "    (positive : γ > 0)\n", ""),  # a hypothesis less
    ("smola-mistake-bound", "        (margin : ", "        (margin : 0 = 0 \\/ "),  # another run
    ("boundary-vectors-orthogonal-as-printed", "~ forall", "forall"),  # a false statement
]


@pytest.fixture(scope="module")
def part(sample):
    """The ids of a tenth of the book, and of what that cites."""
    always = "cauchy-schwarz", "smola-mistake-bound", "squared-distance-expansion"
    return with_citations(BOOK, [*sample(BOOK, len(BOOK) // 10), *always])


@pytest.fixture(scope="module")
def book(part):
    """This part in Coq's words."""
    return translate(BOOK.values(), part)


@pytest.fixture(scope="module")
def compiled(sample, tmp_path_factory):
    """Coq's results on a few entries of the book, on what they cite and on entries that use the whole language; the
    files, and those for which coqc was started.
    """
    directory, chosen = tmp_path_factory.mktemp("book"), [*sample(BOOK, 5), *WHOLE_LANGUAGE]
    started, coqc = directory / "started", Workshop.coqc  # a file, as other processes write it
    def noted(self, name):
        with started.open("a") as file:
            file.write(f"{name}\n")
        return coqc(self, name)
    paths = export(chosen, directory)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workshop, "coqc", noted)
        results = compile_and_audit(directory, jobs=2)
    assert set(results) == with_citations(BOOK, chosen)
    return results, [path.stem for path in paths if path.suffix == ".v"], started.read_text().split()


def kernel_verdicts(entries):
    """What the kernel says of entries that may cite the book."""
    own = {entry["statement"]["id"] for entry in entries}
    cited = with_citations(BOOK | {entry["statement"]["id"]: entry for entry in entries}, own)
    checked = kernel.check_book([*(BOOK[i] for i in BOOK if i in cited - own), *entries])
    return {identifier: verdict for identifier, (verdict, *_) in checked.items() if identifier in own}


# --- the book -------------------------------------------------------------------------------------
def test_every_entry_is_exported_or_listed_with_a_reason(book, part):
    exported = set(re.findall(r"^\(\*\* \*\* (\S+)", "\n".join(book.files.values()), re.MULTILINE))
    assert exported | set(book.skipped) == part
    assert not book.skipped


def test_the_export_assumes_nothing(book):
    for name, text in book.files.items():
        assert not re.search(r"\b(Axioms?|Admitted|admit|Parameters?|Conjecture|Unset)\b", COMMENT.sub("", text)), name


@needs_coq
def test_theories_are_not_compiled_again_each_other_file_costs_one_start_and_the_audit_one_more(compiled):
    _, files, started = compiled
    assert sorted(started) == sorted(["Audit", *(name for name in files if name not in theories())])


@needs_coq
def test_a_compiled_theory_is_taken_only_with_the_texts_that_were_compiled(tmp_path):
    (first, text), (second, more), *_ = theories().items()
    edited, workshop = Workshop(tmp_path), Workshop(tmp_path)
    assert not edited.take(first, f"{text} ", [])
    assert not edited.take(second, more, [first])  # it was compiled with another one
    assert not workshop.take("Theorems", "", [])
    assert [workshop.take(first, text, []), workshop.take(second, more, [first])] == [True, True]


@needs_coq
def test_coq_says_of_entries_what_the_kernel_says(compiled):
    found = compiled[0]
    assert {i: (r.verdict, r.reason) for i, r in found.items()} == {i: (EXPECTED[i], "") for i in found}


@needs_coq
def test_nothing_but_the_axioms_of_the_reals_is_assumed(compiled):
    for result in compiled[0].values():
        assert set(result.assumptions) <= AXIOMS
        assert "ClassicalDedekindReals.sig_forall_dec" in result.assumptions


OWN = """from novikoff.theorems import Script, square, theorem

@theorem("own-lemma", title="Twice a product")
def own_lemma(p: Script) -> None:
    \"\"\"Twice a product is at most the squares.\"\"\"
    a, b = p.reals("a b")
    p.show(conclusion=2 * a * b <= a**2 + b**2)
    p.conclude(square(a - b))

@theorem("own-theorem", title="It is used")
def own_theorem(p: Script) -> None:
    \"\"\"The lemma for c and 2.\"\"\"
    c = p.real("c")
    p.use("own-lemma", a=c, b=2, name="lemma")
    p.show(conclusion=4 * c <= c**2 + 4)
    p.conclude("lemma")
"""


@needs_coq
def test_theorems_of_ones_own_are_theorems_in_coq(tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    with load_theorems(Own((tmp_path / "mine.py",))):
        (outcome,) = check("own-theorem", engines="kernel,coq", jobs=1)
    assert outcome.engines == {"kernel": "proved", "coq": "agrees"}
    assert outcome.rests_on == ["own-lemma"]


def test_a_part_of_the_book_brings_what_it_cites(tmp_path):
    paths = export(["smola-mistake-bound"], tmp_path)
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    for identifier in ("smola-mistake-bound", "smola-alignment", "pair-cauchy-schwarz", "cauchy-schwarz"):
        assert f"(** ** {identifier}\n" in text
    assert "(** ** tutorial-mistake-bound\n" not in text


def test_a_variable_called_sum_is_no_sum(tmp_path):
    """The theorem had a number of members, which the statement has not; Coq refused its proof."""
    export(["named"], tmp_path, [adhoc("named", "real sum |- sum**2 >= 0")])
    assert "Theorem named (E : ips) (sum : Real)\n" in (tmp_path / "Theorems.v").read_text(encoding="utf-8")


def test_what_is_not_supported_or_unknown_is_refused_or_listed(tmp_path):
    with pytest.raises(KeyError):
        export(["no-such-claim"], tmp_path)
    statement = {"id": "conjured", "declare": ["a"], "assume": {}, "show": {"conclusion": [">=", ["^", "a", "2"], "0"]}}
    export(None, tmp_path, [{"statement": statement, "proof": {"rule": "conjure"}}])
    listed = (tmp_path / PROJECT).read_text(encoding="utf-8")
    assert "# not exported: conjured: Unsupported: the rule conjure" in listed


def test_a_statement_reads_like_the_theorem(book):
    text = "\n".join(book.files.values())
    for stated in STATED:
        assert stated in text
    assert not re.search(r": 0 = 0\.$", text, re.MULTILINE)


# --- sums -----------------------------------------------------------------------------------------
SUMS = {
    "weighted": "vec x[i]; real a[i]; all(a[i] >= 0), all(x[i]@x[i] <= 1) |- Sum(a[i]*(x[i]@x[i])) <= Sum(a[i])",
    "counted": "vec x[i] w; real a[i] c; all(a[i]*(w@x[i]) >= c) |- Sum(a[i]*(w@x[i])) >= c*Sum(1)",
    "equal": "real a[i] b[i]; all(a[i] == 2*b[i] + 1) |- Sum(a[i]) == 2*Sum(b[i]) + Sum(1)",
    "strict": "real a[i] b[i] c; all(a[i] > c*b[i]) |- Sum(a[i]) >= c*Sum(b[i])",
}


def adhoc(identifier, statement):
    entry = copy.deepcopy(prove(statement).certificate["entries"][-1])
    entry["statement"]["id"] = identifier
    return entry


def in_unusual_words():
    """A theorem with words of Coq for names, whole numbers of several digits, and a quotient by a negative number."""
    stated = "real Theorem Axiom; 4294967296*Axiom <= 65536*Theorem |- Theorem/(-3) <= -(65536/3)*Axiom"
    text = json.dumps(adhoc("in-unusual-words", stated))
    assert '["-", "3"]' in text
    return json.loads(text.replace('["-", "3"]', '"-3"'))


AMONG_VECTORS = "vec x; real a[i]; Sum(1 - a[i]) == 2, Sum(-a[i]) == 1 |- Sum(1 - a[i])*x - Sum(-a[i])*x == x"


OF_CORPUS = {  # entries of cases of the corpus by their ids
    case[-1]["statement"]["id"]: case[-1]
    for case in map(corpus.BOOKS.get, (
        "a weighted sum of a moved family", "a sum of products with a sum", "a family that doubles",
        "a family that is halved", "a family that doubles twice", "a member above 1", "no member above 1",
        "an exponential above 2", "a hypothesis about a unit alone", "a hypothesis about a root by its name",
    ))
}


def false_without_an_index():
    entry = adhoc("strict-sum", SUMS["strict"])
    entry["statement"]["show"]["conclusion"][0] = ">"
    return entry


# --- what is wrong ----------------------------------------------------------------------------------
def too_strong(identifier):
    """The entry with each conclusion strengthened by 1, under its old proof."""
    entry = copy.deepcopy(BOOK[identifier])
    entry["statement"]["id"] += "-too-strong"
    for fact in entry["statement"]["show"].values():
        smaller = 1 if fact[0] in ("<=", "<") else 2
        fact[smaller] = ["+", fact[smaller], "1"]
    return entry


FALSE = ["cauchy-schwarz", "count-at-most-quotient", "perceptron-norm-growth", "smola-alignment", "smola-norm-growth",
         "smola-mistake-bound", "smola-bound-from-novikoff", "geometric-margin-of-samples"]


CERTIFIED = ["perceptron-norm-growth", "smola-alignment-step", "margin-at-most-radius"]


def without_summands(identifier):
    """The entry as often as it has certificates, each time with another one that is empty."""
    for number in range(len(corpus.leaves(BOOK[identifier]["proof"]))):
        entry = copy.deepcopy(BOOK[identifier])
        entry["statement"]["id"] += f"-corrupted-{number}"
        leaf = corpus.leaves(entry["proof"])[number]
        if leaf.pop("sum", None) or leaf.pop("ideal", None):
            yield entry


def doubled():
    """A wrong theorem under its old proof, and one that cites it."""
    wrong = copy.deepcopy(BOOK["cauchy-schwarz"])
    wrong["statement"]["id"] = "doubled"
    relation, square, product = wrong["statement"]["show"]["conclusion"]
    wrong["statement"]["show"]["conclusion"] = [relation, ["*", "2", square], product]
    citing = json.loads(json.dumps(BOOK["pair-cauchy-schwarz"]).replace('"cauchy-schwarz"', '"doubled"'))
    citing["statement"]["id"] = "citing-doubled"
    return [wrong, citing]


def changed_coefficient():
    """A theorem whose certificate has another number."""
    entry = copy.deepcopy(BOOK["cauchy-schwarz"])
    entry["statement"]["id"] = "changed-coefficient"
    next(leaf for leaf in corpus.leaves(entry["proof"]) if leaf.get("sum"))["sum"][0]["c"] = "7"
    return entry


def copies(theorems, texts):
    """Copies of theorems by the name of the copy: unchanged ones, then one with each of some changed sentences."""
    originals = {identifier: (identifier, "", "") for identifier, *_ in texts}
    for number, (identifier, old, new) in enumerate([*originals.values(), *texts]):
        assert old in theorems[identifier]
        name, copy = identifier.replace("-", "_"), theorems[identifier].replace(old, new, 1)
        copy = re.sub(rf"\b{name}", f"copy{number}_{name}", copy)
        copied = f"{identifier}-{'copy' if not old else 'wrong'}-{number}"
        yield copied, copy.replace(identifier, copied, 1)


@pytest.fixture(scope="module")
def judged(sample, tmp_path_factory):
    """Compile right entries and wrong ones together, copies of theorems with a changed sentence, and a heading without
    a theorem. Return the verdicts of the kernel, the results of Coq, and the names of what has to fail.

    Each failure costs a start of coqc up to it: the wrong theorems come first.
    """
    wrong = [*doubled(), changed_coefficient(), OF_CORPUS["none-above-one"]]
    false_sums = {"halving": OF_CORPUS["halving"], "strict-sum": false_without_an_index()}
    wrong += [false_sums[i] for i in sample(false_sums, 1)]
    wrong += [too_strong(identifier) for identifier in sample(FALSE, 1)]
    wrong += [too_strong(identifier) for identifier in sample(WHOLE_LANGUAGE, 1)]
    right = [adhoc(identifier, statement) for identifier, statement in SUMS.items()]
    right += [OF_CORPUS[i] for i in ("moved", "nested", "doubling", "above-one", "e")]
    right += [in_unusual_words(), adhoc("among-vectors", AMONG_VECTORS), *map(corpus.named, corpus.RARE)]
    for identifier in sample(CERTIFIED, 1):
        corrupted = {entry["statement"]["id"]: entry for entry in without_summands(identifier)}
        says = kernel_verdicts(corrupted.values())
        rejected = {i for i, verdict in says.items() if verdict == "error"}
        assert rejected
        wrong += [corrupted[i] for i in sample(rejected, 2)]
        right += [corrupted[i] for i in sample(says.keys() - rejected, 1)]
    texts = [WRONG_TEXTS[int(n)] for n in sample(map(str, range(len(WRONG_TEXTS))), 2)]
    names = [entry["statement"]["id"] for entry in wrong]
    directory = tmp_path_factory.mktemp("judged")
    wanted = [*names, *(entry["statement"]["id"] for entry in right), *(identifier for identifier, *_ in texts)]
    export(wanted, directory, [*BOOK.values(), *wrong, *right])
    path = directory / "Theorems.v"
    file = File.split("Theorems", path.read_text(encoding="utf-8"))
    first = {name: file.theorems.pop(name) for name in names}
    file.theorems = {**first, **dict(copies(file.theorems, texts)), **file.theorems}
    path.write_text(file.text() + "\n(** ** only-a-heading *)\n", encoding="utf-8")
    names += ["only-a-heading", *(i for i in file.theorems if "-wrong-" in i)]
    return kernel_verdicts([*wrong, *right]), compile_and_audit(directory), {*names}


@needs_coq
def test_coq_says_of_right_and_wrong_entries_what_the_kernel_says(judged):
    """False statements, also of the whole language, certificates without their summands, what cites a failure, sums,
    and runs of families.
    """
    kernel_says, coq_says, wrong = judged
    assert {i for i, verdict in kernel_says.items() if verdict == "error"} == wrong & kernel_says.keys()
    expected = {i: "failed" if verdict == "error" else verdict for i, verdict in kernel_says.items()}
    assert {i: coq_says[i].verdict for i in kernel_says} == expected
    assert expected["above-one"] == "refuted"
    assert "the checker does not accept this entry" in coq_says["changed-coefficient"].reason


@needs_coq
def test_a_changed_sentence_or_a_heading_without_a_theorem_fails_and_nothing_else(judged):
    _, coq_says, wrong = judged
    assert {i for i, result in coq_says.items() if result.verdict == "failed"} == wrong
    assert any("-copy-" in i for i in coq_says)


def test_what_is_not_stated_in_the_words_of_coq_is_listed_with_the_reason():
    """A unit beside the space, and a name that no theorem binds, as the author of a script cannot write it."""
    entries = [OF_CORPUS[i] for i in ("unit", "named", "never-more-than-two")]
    assert kernel_verdicts(entries) == dict.fromkeys(["unit", "named", "never-more-than-two"], "refuted")
    skipped = translate(entries).skipped
    assert "an adjoined unit" in skipped["unit"]
    assert "r is written, which a definition names" in skipped["named"]
    assert "a run that changes a family" in skipped["never-more-than-two"]


ONE = "cauchy-schwarz"
PROOF = "Proof. checked 0%N. Qed."
BY_CHEATING = "Proof. destruct cheat. Qed."
GUARD = "Unset Guard Checking. Fixpoint cheat (n : nat) : False := cheat n. Set Guard Checking."
POSITIVE = (
    "Unset Positivity Checking. Inductive bad := Bad (f : bad -> False). Set Positivity Checking.\n"
    "Lemma cheat : False. Proof. assert (f : bad -> False) by (intro b; destruct b as [f]; exact (f (Bad f))). "
    "exact (f (Bad f)). Qed."
)
UNIVERSES = "Unset Universe Checking. Definition up : Type := Type. Set Universe Checking."
HIDING = 'Notation "x <= y" := (x = x) : R_scope.'
ZERO = "Definition inner {E : ips} (u v : E) : Real := 0."
FUNCTOR = (
    "Module Type Known. Parameter cheat : False. End Known. Module Used (K : Known). Definition cheat := K.cheat. "
    "End Used. Declare Module Given : Known. Module Is := Used Given. Definition cheat := Is.cheat."
)
SEALED = (
    "Module Type Known. Parameter cheat : False. End Known. Module Is : Known. Axiom c : False. Definition cheat := c. "
    "End Is. Definition cheat := Is.cheat."
)
EASIER = "Theorem cauchy_schwarz (E : ips) (u v : E)\n  : True.\nProof. exact I. Qed."
# What is put into the file of theorems, before the first and instead of its proof.
CHEATS = {
    "admitted": ("", "Proof. Admitted."),
    "axiom": ("Axiom cheat : False.", BY_CHEATING),
    "axiom-in-a-proof": ("", "Proof. Admitted. Axiom cheat : False. Lemma unused : True. Proof. exact I. Qed."),
    "named-as-one-of-the-reals": ("From Novikoff Require ClassicalDedekindReals.",
                                  "Proof. destruct ClassicalDedekindReals.sig_not_dec. Qed."),
    "conjecture": ("Conjecture cheat : False.", BY_CHEATING),
    "parameter": ("Parameter cheat : False.", BY_CHEATING),
    "hypothesis": ("Section Known. Hypothesis cheat : False.", f"{BY_CHEATING} End Known."),
    "context": ("Section Known. Context (cheat : False).", f"{BY_CHEATING} End Known."),
    "primitive": ("Primitive cheat := #int63_eq.", "Proof. Admitted."),
    "functor": (FUNCTOR, BY_CHEATING),
    "sealed-module": (SEALED, BY_CHEATING),
    "obligations": ("#[program] Definition cheat : False := _. Admit Obligations.", BY_CHEATING),
    "instance": ("Class Cheat := cheat : False. #[global] Declare Instance cheated : Cheat.", BY_CHEATING),
    "guard": (GUARD, "Proof. destruct (cheat O). Qed."),
    "guard-in-a-proof": ("", f"Proof. Unset Guard Checking. {PROOF[6:]} Set Guard Checking."),
    "guard-bypassed": ("#[bypass_check(guard)] Fixpoint cheat (n : nat) : False := cheat n.",
                       "Proof. destruct (cheat O). Qed."),
    "positivity": (POSITIVE, BY_CHEATING),
    "universes": (UNIVERSES, "Proof. pose up. checked 0%N. Qed."),
    "universes-in-a-proof": ("", f"Proof. Unset Universe Checking. {PROOF[6:]} Set Universe Checking."),
    "notation": (HIDING, "Proof. reflexivity. Qed."),
    "notation-of-a-type": ('Notation "( u v : E )" := (u v : False).', "Proof. Admitted."),
    "abbreviation": ("Notation inner := (fun _ _ => 0).", "Proof. lra. Qed."),
    "redefinition": (ZERO, "Proof. unfold inner. lra. Qed."),
    "module": (f"Module Zero. {ZERO} End Zero. Import Zero.", "Proof. unfold inner. lra. Qed."),
    "scope": ('Notation "x <= y" := (x = x) (only parsing) : other_scope. Open Scope other_scope.',
              "Proof. easy. Qed."),
    "other-file": ("From Novikoff Require Import Other.", "Proof. destruct cheat. Qed."),
    "other-notation": ("From Novikoff Require Import Other.", "Proof. reflexivity. Qed."),
}
OTHER_FILES = {"other-file": ("Other", "Axiom cheat : False."),
               "other-notation": ("Other", f"From Novikoff Require Import InnerProduct.\n{HIDING}"),
               "named-as-one-of-the-reals": ("ClassicalDedekindReals", "Axiom sig_not_dec : False.")}
# In any file: what is put instead of what.
EDITS = {
    "library": ("InnerProduct", "inner_nonneg : forall v, 0 <= inner v v;", "inner_nonneg : forall v, 0 = inner v v;"),
    "library-notation": ("InnerProduct", "(** * Inner", f"{HIDING}\n(** * Inner"),
    "functions": ("Exponential", "Open Scope R_scope.", f"Open Scope R_scope.\n{HIDING}"),
    "answers": ("Theorems", ":= accepted_so (decoded Entries.book) k.", ". Admitted."),
    "entries-guard": ("Entries", "Definition book", "Unset Guard Checking. Definition book"),
    "checker": ("Checked", "Proof. apply check_book_from. discriminate. Qed.", "Admitted."),
    "checker-universes": ("Checked", "(** What is proved holds", "Unset Universe Checking. (** What is proved holds"),
    "reading": ("Checked", "all_claimed r others end.", "True end."),
    "written": ("Checked", "Open Scope R_scope.", "Open Scope R_scope. #[global] Unset Guard Checking."),
    "in-a-comment": ("Theorems", "Theorem cauchy_schwarz", f"{EASIER} (*\nTheorem cauchy_schwarz", "Qed.", "Qed. *)"),
    "in-a-module": ("Theorems", "Theorem cauchy_schwarz", f"{EASIER} Module Right.\nTheorem cauchy_schwarz", "Qed.",
                    "Qed. End Right."),
    "indented": ("Theorems", "Theorem cauchy_schwarz", "Theorem other : True.\nProof. exact I. Qed.\n Lemma right"),
    "not-one-sentence": ("Theorems", "  : inner u v", "  : Logic.True -> inner u v", "Proof.", "Proof. intros _."),
    "run": ("Theorems", "Theorem doubling", "Module M. Definition doubling_run (E : ips) (_ : nat) (_ : nat -> Real) "
            ":= False. End M. Import M.\nTheorem doubling", "checked 0%N", "destruct reached"),
    "twice": ("Theorems", "(** ** cauchy", f"(** ** cauchy-schwarz *)\n{EASIER}\n(** ** cauchy"),
    "twice-with-another-file": ("Entries", "From Coq", f"From Novikoff Require Import InnerProduct.\n(** ** {ONE} *)\n"
                                f"{EASIER}\nFrom Coq"),
}


@needs_coq
@pytest.mark.sampled(2)
@pytest.mark.parametrize("cheat", CHEATS)
def test_nothing_is_proved_by_a_check_switched_off_nor_by_other_words(cheat, tmp_path):
    export([ONE], tmp_path)
    before, proof = CHEATS[cheat]
    if cheat in OTHER_FILES:
        name, text = OTHER_FILES[cheat]
        (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
        project = tmp_path / PROJECT
        project.write_text(project.read_text(encoding="utf-8").replace("Theorems.v", f"{name}.v\nTheorems.v"))
    text = (tmp_path / "Theorems.v").read_text(encoding="utf-8")
    assert text.count(PROOF) == 1
    text = text.replace("Theorem cauchy", f"{before}\nTheorem cauchy").replace(PROOF, proof)
    (tmp_path / "Theorems.v").write_text(text, encoding="utf-8")
    (result,) = compile_and_audit(tmp_path, jobs=1).values()  # one after the other, as listed
    assert result.verdict == "failed"
    assert result.reason.startswith(("it rests on", "it does not prove the sentence that is written"))


@needs_coq
@pytest.mark.sampled(0)  # the largest file is compiled again
@pytest.mark.parametrize("edit", [edit for edit, (name, *_) in EDITS.items() if name == "Checked"])
def test_an_edited_checker_proves_nothing_else(edit, tmp_path):
    test_an_edited_file_proves_nothing_else(edit, tmp_path)


@needs_coq
@pytest.mark.sampled(1)
@pytest.mark.parametrize("edit", [edit for edit, (name, *_) in EDITS.items() if name != "Checked"])
def test_an_edited_file_proves_nothing_else(edit, tmp_path):
    export(None, tmp_path, [OF_CORPUS["doubling"] if edit == "run" else BOOK[ONE]])
    name, *edits = EDITS[edit]
    text = (tmp_path / f"{name}.v").read_text(encoding="utf-8")
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        head, mark, tail = text.rpartition(old) if old.startswith("Qed") else text.partition(old)
        assert mark
        text = head + new + tail
    (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
    (result,) = compile_and_audit(tmp_path).values()
    assert result.verdict == "failed"


def test_only_what_assumes_too_much_fails_in_few_questions(tmp_path, monkeypatch):
    workshop, asked = Workshop(tmp_path), []
    def assumptions(theorems):
        asked.append([identifier for _, identifier, _ in theorems])
        return {"cheat"} if "t5" in asked[-1] else {*AXIOMS}
    monkeypatch.setattr(workshop, "assumptions", assumptions)
    found = workshop.judge([("File", f"t{i}", f"Theorem t{i} : True.") for i in range(8)])
    assert {i: r.verdict for i, r in found.items()} == {f"t{i}": "proved" if i != 5 else "failed" for i in range(8)}
    assert found["t5"].reason == "it rests on cheat"
    assert list(map(len, asked)) == [8, 4, 2, 1, 2], "where the first half assumes nothing more, the second does"


def test_words_of_a_claim_cannot_end_a_comment():
    from novikoff.proofs.export.coq.project import escape_comment
    assert "*)" not in escape_comment('w(*) and "b*) (* end')
    assert '"' not in escape_comment('an open " quote')

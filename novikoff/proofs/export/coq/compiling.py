"""Compiling exported files with `coqc`, and asking Coq for the assumptions of each theorem.

A theorem that does not compile is removed, and the rest continues, so that each theorem has its own result. All work is
done on a copy; the exported directory does not change.

The audit reads each sentence again by itself, before it loads the file that proves it, so that nothing in that file can
change what the sentence means: no notation, no definition, no setting. Then it asks for the assumptions of the theorem.
Coq's answer also names the parts that were accepted with a check switched off.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from ....algorithms.processes import COQC, Stopped, run_command, run_in_subprocess
from ....algorithms.safe_files import write_whole
from ...analysis import find_required
from .project import PACKAGE, PROJECT, REQUIRED, SKIPPED, theories, words

# The axioms by which the standard library of Coq 8.16 constructs the real numbers.
AXIOMS = frozenset({"ClassicalDedekindReals.sig_forall_dec",
                    "ClassicalDedekindReals.sig_not_dec",
                    "FunctionalExtensionality.functional_extensionality_dep"})
COMPILED = Path(__file__).resolve().parents[4] / "build" / "verified"  # `make verified` keeps compiled theories here
NOT_AS_IT_READS = "it does not prove the sentence that is written"
HEADING = re.compile(r"^(?=\(\*\* \*\* \S+)", re.MULTILINE)
IDENTIFIER = re.compile(r"^\(\*\* \*\* (\S+)", re.MULTILINE)
THEOREM = re.compile(r"^Theorem ", re.MULTILINE)
# A run, or a theorem, with its name, what it is about and what it says: up to a full stop, with no other in it.
SENTENCE = re.compile(r"""^(Definition [\w']+_run|Theorem ([\w']+))\b((?:(?!\(\*)[^."])*)\.$""", re.MULTILINE)
ERROR = re.compile(r'^File "[^"]*", line (\d+), characters [-\d]+:\n(Error.*)', re.MULTILINE | re.DOTALL)
ANSWER = re.compile("^(?:Axioms:|Closed under the global context)", re.MULTILINE)
REFUTED = re.compile(r"^Theorem [\w']+_is_false\n  : ~ forall", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """Coq's verdict on one certificate: `proved`, `refuted`, `failed` or `not exported`, the reason, and the axioms
    that it uses."""

    verdict: str
    reason: str = ""
    assumptions: tuple[str, ...] = ()


@dataclass
class File:
    """One file: the text before the first theorem, and each theorem with its proof."""

    name: str
    head: str
    theorems: dict[str, str]

    @classmethod
    def split(cls, name: str, text: str) -> File:
        """Split at the headings that `export` writes."""
        head, *parts = HEADING.split(text)
        return cls(name, head, {IDENTIFIER.match(part)[1]: part for part in parts})  # type: ignore[index]

    def needs(self) -> set[str]:
        """Return the files that this file requires, before all theorems or for some of them."""
        return find_required(self.text())

    def text(self) -> str:
        """Return the file's text."""
        return "".join([self.head, *self.theorems.values()])

    def at(self, line: int) -> str:
        """Return the theorem at a line, or "" for a line before all theorems."""
        end = self.head.count("\n")
        for identifier, text in self.theorems.items():
            if end < line <= end + text.count("\n"):
                return identifier
            end += text.count("\n")
        return ""


def available() -> bool:
    """Return whether coqc is installed."""
    return shutil.which("coqc") is not None


def compile_and_audit(directory: Path, jobs: int = 2) -> dict[str, Result]:
    """Compile what `export` wrote, with `jobs` processes, and audit the assumptions of every theorem. Raises
    FileNotFoundError if there is no coqc or no exported project."""
    results = {identifier: Result("not exported", reason) for identifier, reason in not_exported(directory).items()}
    names = [line.removesuffix(".v") for line in _read_project(directory) if re.fullmatch(r"\w+\.v", line)]
    texts = {name: (directory / f"{name}.v").read_text(encoding="utf-8") for name in names}
    headings = Counter(identifier for text in texts.values() for identifier in IDENTIFIER.findall(text))
    twice = {i: Result("failed", "it has two headings") for i, number in headings.items() if number > 1}
    files = {name: File.split(name, text) for name, text in texts.items()}
    with TemporaryDirectory(prefix="coq-") as scratch:

        def compiled() -> dict[str, Result]:
            workshop = Workshop(Path(scratch))
            workshop.compile_all(files, jobs)
            theorems = [(file.name, i, text) for file in files.values() for i, text in file.theorems.items()]
            return {**results, **workshop.failed, **workshop.judge(theorems), **twice}

        # an interrupt then also ends its threads and the programs that they wait for
        return run_in_subprocess(None, compiled)


def _read_project(directory: Path) -> list[str]:
    return (directory / PROJECT).read_text(encoding="utf-8").splitlines()


def not_exported(directory: Path) -> dict[str, str]:
    """Return which entries are not in the files that `export` wrote, and why."""
    lines = (line for line in _read_project(directory) if line.startswith(SKIPPED))
    skipped = (line.removeprefix(SKIPPED).partition(": ") for line in lines)
    return {identifier: reason for identifier, _, reason in skipped}


def theories_folder() -> Path:
    """Return the folder of the current theories, compiled by the current Coq, if `make verified` has run since they
    changed."""
    texts = [run_command(["coqc", "--version"], COQC).out, *(part for item in theories().items() for part in item)]
    digest = sha256("\0".join(texts).encode()).hexdigest()
    return COMPILED / f"theories-{digest[:32]}"


class Workshop:
    """A scratch directory where files are compiled."""

    def __init__(self, place: Path):
        self.place = place
        self.taken: set[str] = set[str]()  # the theories that are not compiled again
        self.failed: dict[str, Result] = {}
        self.broken: dict[str, str] = {}  # the files that failed as a whole, and why

    def coqc(self, name: str) -> tuple[str, str]:
        """Compile one file; return its output, and the error if there was one."""
        command = ["coqc", "-q", "-Q", ".", PACKAGE, f"{name}.v"]
        try:
            done = run_command(command, COQC, folder=self.place)
        except Stopped as problem:
            return "", f"coqc: {problem}"
        return done.out, done.err if done.status else ""

    @cached_property
    def kept(self) -> dict[str, tuple[str, Path]]:
        """Return the text of each compiled theory, and the file that Coq made of it."""
        folder = theories_folder()
        return {name: (text, folder / f"{name}.vo") for name, text in theories().items()} if folder.is_dir() else {}

    def take(self, name: str, text: str, needs: Iterable[str]) -> bool:
        """Copy a compiled theory if its text and the texts of all files that it requires are unchanged."""
        known, made = self.kept.get(name, (None, Path()))
        if known != text or not self.taken.issuperset(needs):
            return False
        shutil.copyfile(made, self.place / f"{name}.vo")
        self.taken.add(name)
        return True

    def compile_all(self, files: dict[str, File], jobs: int) -> None:
        """Compile the files, several at a time, each after the files that it requires."""
        order = TopologicalSorter({name: file.needs() & files.keys() for name, file in files.items()})
        order.prepare()
        running: dict[Future[None], str] = {}
        with ThreadPoolExecutor(jobs) as pool:
            while order.is_active():
                running |= {pool.submit(self.compile, files[name]): name for name in order.get_ready()}
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    order.done(running.pop(future))
                    future.result()

    def compile(self, file: File) -> None:
        """Compile a file, and remove the theorems that fail."""
        if words().get(file.name, file.head) != file.head:
            self.broken[file.name] = "it is not what the export writes"
            return
        for name in sorted(file.needs() & set(self.broken)):
            reason = f"{name}.v: {self.broken[name]}"
            if name in find_required(file.head):
                self.leave_out(file, list(file.theorems), reason)
                self.broken[file.name] = self.broken[name]
                return
            self.leave_out(file, [i for i, text in file.theorems.items() if name in find_required(text)], reason)
        if self.take(file.name, file.text(), file.needs()):
            return
        while True:
            write_whole(self.place / f"{file.name}.v", file.text())
            _, error = self.coqc(file.name)
            if not error:
                return
            found, reason = ERROR.search(error), coqc_message(error)
            culprit = file.at(int(found[1])) if found else ""
            self.leave_out(file, [culprit] if culprit else list(file.theorems), reason)
            if not culprit:
                self.broken[file.name] = reason
                return

    def leave_out(self, file: File, theorems: Iterable[str], reason: str) -> None:
        """Take theorems out of a file."""
        for identifier in theorems:
            del file.theorems[identifier]
            self.failed[identifier] = Result("failed", reason)

    def judge(self, theorems: list[tuple[str, str, str]], known: set[str] | None = None) -> dict[str, Result]:
        """Return a verdict on each theorem, which is given with its name and the name of its file. One question asks
        about all theorems, unless the answer is known. If they assume too much together, each half is tested
        separately: an assumption that the first half lacks belongs to the second.
        """
        together = self.assumptions(theorems) if known is None else known
        if together <= AXIOMS or len(theorems) < 2:
            return {identifier: judge_theorem(together, text) for _, identifier, text in theorems}
        middle = len(theorems) // 2
        first = self.judge(theorems[:middle])
        innocent = all(AXIOMS.issuperset(result.assumptions) for result in first.values())
        return first | self.judge(theorems[middle:], together if innocent else None)

    def assumptions(self, theorems: list[tuple[str, str, str]]) -> set[str]:
        """Return what `Print Assumptions` prints for all theorems together. Each theorem has to prove its sentence,
        which is read with only the notations of sentences loaded. `let` separates them, since the type of a tuple
        would grow with each. First the program prints the axioms of the reals, because another assumption may have the
        same name as one of them.
        """
        sentences, proofs = list[str](), list[str]()
        for file, _, text in theorems:
            for start, name, says in SENTENCE.findall(text):
                about, _, shown = says.rpartition("\n  : ")
                forall = f"forall{about}, " if about.strip() else ""
                sentences.append(f"Definition {name} : Prop := {forall}{shown}." if name else f"{start}{says}.")
                proofs += [f"let _ : Sentences.{name} := @{PACKAGE}.{file}.{name} in"] * bool(name)
        lines = [f"From {PACKAGE} Require Import {' '.join(REQUIRED)}.",
                 "Open Scope R_scope.",
                 *print_assumptions("reals", (f"let _ := @{axiom} in" for axiom in sorted(AXIOMS))),
                 *("Module Sentences.", *sentences, "End Sentences."),
                 *(f"From {PACKAGE} Require {file}." for file in dict.fromkeys(file for file, _, _ in theorems)),
                 *print_assumptions("audited", proofs)]
        write_whole(self.place / "Audit.v", "\n".join(lines))
        printed, error = self.coqc("Audit")
        if error:
            return {f"{NOT_AS_IT_READS}: {coqc_message(error)}"}
        of_the_reals, assumed = ANSWER.split(printed)[1:]
        known = set(parse_axioms(of_the_reals))
        return {axiom.partition(" : ")[0] if axiom in known else axiom for axiom in parse_axioms(assumed)}


def coqc_message(error: str) -> str:
    """Return the error message of coqc, on one line and without the place."""
    found = ERROR.search(error)
    return " ".join((found[2] if found else error).split())[:500]


def print_assumptions(name: str, lets: Iterable[str]) -> list[str]:
    """Return commands that print the assumptions of these terms together."""
    return [f"Definition {name} : True :=", *lets, "I.", f"Print Assumptions {name}."]


def parse_axioms(printed: str) -> Iterator[str]:
    """Yield the axioms in an answer of `Print Assumptions`, with their types; a line of another kind is yielded
    unchanged.

    >>> list(parse_axioms("\\nA.b : nat\\nC.d\\n  : forall x, x\\nC.d is assumed to be guarded.\\n"))
    ['A.b : nat', 'C.d : forall x, x', 'C.d is assumed to be guarded.']
    """
    yield from (" ".join(each.split()) for each in re.split(r"\n(?!\s)", printed.strip()) if each)


def judge_theorem(assumed: set[str], text: str) -> Result:
    """Return the result for a theorem that compiled and rests on these assumptions."""
    stated = sum(bool(name) for _, name, _ in SENTENCE.findall(text))
    if not stated or stated != len(THEOREM.findall(text)):
        return Result("failed", "no theorem is stated" if not THEOREM.search(text) else "its sentence cannot be read")
    more = sorted(assumed - AXIOMS)
    verdict = "failed" if more else "refuted" if REFUTED.search(text) else "proved"
    found = ", ".join([*more[:9], *["others"] * (len(more) > 9)])
    return Result(verdict, found if found.startswith(NOT_AS_IT_READS) else f"it rests on {found}" if more else "",
                  tuple(sorted(assumed)))

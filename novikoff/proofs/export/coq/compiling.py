"""Compiling exported files with `coqc`, and asking Coq what each theorem rests on.

A theorem that does not compile is taken out, and the rest goes on, so that each theorem has its own result. All work
is done on a copy: the exported directory stays as it was written.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory

from ....algorithms.files import write_whole
from ....algorithms.processes import COQC, Stopped, run, within
from .book import PACKAGE, PROJECT, SKIPPED

# The axioms by which the standard library of Coq 8.16 constructs the real numbers.
AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
HEADING = re.compile(r"^(?=\(\*\* \*\* \S+)", re.MULTILINE)
IDENTIFIER = re.compile(r"\(\*\* \*\* (\S+)")
STATED = re.compile(r"^(?:Theorem|Lemma) ([\w']+)", re.MULTILINE)
ERROR = re.compile(r'^File "[^"]*", line (\d+), characters \d+-\d+:\n(.*)', re.MULTILINE | re.DOTALL)
REQUIRED = re.compile(rf"^From {PACKAGE} Require (?:Import )?(.*)\.$", re.MULTILINE)
REFUTED = re.compile(r"^Theorem [\w']+_is_false\n  : ~ forall", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """What Coq said of one entry: `proved`, `refuted`, `failed` or `not exported`, why, and the axioms it rests on."""

    verdict: str
    reason: str = ""
    assumptions: tuple[str, ...] = ()


@dataclass
class File:
    """One file: what stands before the first theorem, and each theorem with its proof."""

    name: str
    head: str
    theorems: dict[str, str]

    @classmethod
    def split(cls, name: str, text: str) -> File:
        """Split at the headings that `export` writes."""
        head, *parts = HEADING.split(text)
        return cls(name, head, {IDENTIFIER.match(part)[1]: part for part in parts})  # type: ignore[index]

    def needs(self) -> set[str]:
        """The files that it requires."""
        return {name for names in REQUIRED.findall(self.head) for name in names.split()}

    def text(self) -> str:
        """The file again."""
        return "".join([self.head, *self.theorems.values()])

    def at(self, line: int) -> str:
        """The theorem at a line; none for a line before all."""
        end = self.head.count("\n")
        for identifier, text in self.theorems.items():
            if end < line <= end + text.count("\n"):
                return identifier
            end += text.count("\n")
        return ""


def available() -> bool:
    """Is coqc installed?"""
    return shutil.which("coqc") is not None


def compile_and_audit(directory: Path, jobs: int = 2) -> dict[str, Result]:
    """Compile what `export` wrote, with `jobs` processes, and audit the assumptions of every theorem.

    Raises FileNotFoundError if there is no coqc or no exported project.
    """
    results = {identifier: Result("not exported", reason) for identifier, reason in not_exported(directory).items()}
    names = [line.removesuffix(".v") for line in project(directory) if line.endswith(".v")]
    files = {n: File.split(n, (directory / f"{n}.v").read_text(encoding="utf-8")) for n in names}
    with TemporaryDirectory(prefix="coq-") as scratch:

        def compiled() -> dict[str, Result]:
            workshop = Workshop(Path(scratch))
            workshop.compile_all(files, jobs)
            return {**results, **workshop.failed, **workshop.audit(files)}

        return within(None, compiled)  # whose threads, and what they wait for, end with it when this is interrupted


def project(directory: Path) -> list[str]:
    """The lines of _CoqProject."""
    return (directory / PROJECT).read_text(encoding="utf-8").splitlines()


def not_exported(directory: Path) -> dict[str, str]:
    """Which entries are not in the files that `export` wrote, and why."""
    skipped = (line.removeprefix(SKIPPED).partition(": ") for line in project(directory) if line.startswith(SKIPPED))
    return {identifier: reason for identifier, _, reason in skipped}


class Workshop:
    """A scratch directory where files are compiled."""

    def __init__(self, place: Path):
        """Nothing has failed yet."""
        self.place = place
        self.failed: dict[str, Result] = {}
        self.broken: dict[str, str] = {}  # the files that failed as a whole, and why

    def coqc(self, name: str) -> tuple[str, str]:
        """Compile one file; what it printed, and the error if there was one."""
        command = ["coqc", "-q", "-Q", ".", PACKAGE, f"{name}.v"]
        try:
            done = run(command, COQC, folder=self.place)
        except Stopped as problem:
            return "", f"coqc: {problem}"
        return done.out, done.err if done.status else ""

    def compile_all(self, files: dict[str, File], jobs: int) -> None:
        """Each file after those that it requires, several at a time."""
        order = TopologicalSorter({name: file.needs() for name, file in files.items()})
        order.prepare()
        running: dict[Future[None], str] = {}
        with ThreadPoolExecutor(jobs) as pool:
            while order.is_active():
                running |= {pool.submit(self.compile, files[name]): name for name in order.get_ready()}
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    order.done(running.pop(future))
                    future.result()

    def compile(self, file: File) -> None:
        """Compile a file; theorems that fail are taken out of it."""
        for name in sorted(file.needs() & set(self.broken)):
            self.leave_out(file, list(file.theorems), f"{name}.v: {self.broken[name]}")
            self.broken[file.name] = self.broken[name]
            return
        while True:
            write_whole(self.place / f"{file.name}.v", file.text())
            _, error = self.coqc(file.name)
            if not error:
                return
            found = ERROR.search(error)
            culprit = file.at(int(found[1])) if found else ""
            reason = " ".join((found[2] if found else error).split())[:500]
            self.leave_out(file, [culprit] if culprit else list(file.theorems), reason)
            if not culprit:
                self.broken[file.name] = reason
                return

    def leave_out(self, file: File, theorems: Iterable[str], reason: str) -> None:
        """Take theorems out of a file."""
        for identifier in theorems:
            del file.theorems[identifier]
            self.failed[identifier] = Result("failed", reason)

    def audit(self, files: dict[str, File]) -> dict[str, Result]:
        """The assumptions of each theorem."""
        compiled = [name for name, file in files.items() if file.theorems and (self.place / f"{name}.vo").exists()]
        return self.judge(compiled, [item for file in files.values() for item in file.theorems.items()])

    def judge(
        self, compiled: list[str], theorems: list[tuple[str, str]], known: set[str] | None = None
    ) -> dict[str, Result]:
        """All theorems in one question, unless the answer is known; only if together they assume too much, each half by
        itself: what the first half does not assume, the second does.
        """
        names = [name for _, text in theorems for name in STATED.findall(text)]
        together = self.assumptions(compiled, names) if known is None else known
        if together <= AXIOMS or len(theorems) < 2:
            return {identifier: judged(together, text) for identifier, text in theorems}
        middle = len(theorems) // 2
        first = self.judge(compiled, theorems[:middle])
        innocent = all(AXIOMS.issuperset(result.assumptions) for result in first.values())
        return first | self.judge(compiled, theorems[middle:], together if innocent else None)

    def assumptions(self, files: Iterable[str], names: list[str]) -> set[str]:
        """What `Print Assumptions` prints for all the names together, which `let` keeps apart: a tuple of them has
        a type that grows with each.
        """
        lines = [
            f"From {PACKAGE} Require Import {' '.join(files)}.",
            "Definition audited : True :=",
            *(f"let _ := @{name} in" for name in names),
            "I.",
            "Print Assumptions audited.",
        ]
        write_whole(self.place / "Audit.v", "\n".join(lines))
        printed, error = self.coqc("Audit")
        return {" ".join(error.split())[:500]} if error else set(axioms(printed))


def axioms(printed: str) -> Iterator[str]:
    """The names in the answer of `Print Assumptions`; a line of another kind is given as it is.

    >>> list(axioms("Axioms:\\nA.b : nat\\nC.d\\n  : forall x, x\\n"))
    ['A.b', 'C.d']
    """
    for line in printed.splitlines():
        if line.strip() and not line[0].isspace() and line not in ("Axioms:", "Closed under the global context"):
            yield line.partition(" : ")[0].strip()


def judged(assumed: set[str], text: str) -> Result:
    """The result for a theorem that compiled and rests on these."""
    if not re.search(r"^Theorem ", text, re.MULTILINE):
        return Result("failed", "no theorem is stated")
    more = sorted(assumed - AXIOMS)
    verdict = "failed" if more else "refuted" if REFUTED.search(text) else "proved"
    return Result(verdict, f"it rests on {', '.join(more)}" if more else "", tuple(sorted(assumed)))

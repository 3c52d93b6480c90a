"""Checking the ledger: every claim gets a verdict, and it is said who gave it.

A claim's entry (statement and certificate, or counterexample) is made in worker processes, where z3 and
cvc5 are asked for their opinion too. The verdict is the kernel's, which reads the finished book in order
in this process. With `replay`, the stored book is read instead, and nothing is searched or solved.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from ..algorithms.errors import BadInput
from . import kernel
from .ledger import Claim, claims
from .page import By, Page
from .proving import Json, Prover, Unproved, write_statement

ENGINES = ("kernel", "z3", "cvc5")  # those asked by default
OPTIONAL = ("coq",)
SUCCESS = frozenset({"proved", "proved-bounded", "refuted", "tested", "definition", "informal"})
STORE = "certificates.json"


@dataclass(frozen=True)
class Outcome:
    """The verdict on one claim, what each engine said, and the theorems that it rests on (transitively)."""

    claim: Claim
    verdict: str
    engines: dict[str, str]
    rests_on: list[str]
    seconds: float
    reason: str = ""
    entry: Json = None
    cost: dict[str, int] = field(default_factory=dict)

    @property
    def as_expected(self) -> bool:
        """Is the verdict the expected one, and no engine against it?"""
        return self.verdict == self.claim.expected and not self.reason


@dataclass(frozen=True)
class Made:
    """What a worker made of one claim."""

    entry: Json
    engines: dict[str, str]
    seconds: float
    cost: dict[str, int]
    reason: str = ""


# --- what claims cite -----------------------------------------------------------------------------


def cited(page: Page) -> set[str]:
    """The theorems that the steps of a page cite."""
    found: set[str] = set()
    todo: list[Any] = list(page.steps)
    while todo:
        item = todo.pop()
        if isinstance(item, By):
            found.add(item.theorem)
        elif is_dataclass(item):
            todo += [getattr(item, f.name) for f in fields(item)]
        elif isinstance(item, list | tuple):
            todo += item
    return found


def in_order(wanted: Iterable[str]) -> list[str]:
    """The wanted claims and all that they cite, each after what it cites."""
    known, order, open_ = claims(), list[str](), list[str]()

    def visit(identifier: str) -> None:
        if identifier in order:
            return
        if identifier in open_:
            raise ValueError(f"claims cite each other in a circle: {' -> '.join([*open_, identifier])}")
        open_.append(identifier)
        for other in sorted(cited(known[identifier].page) & set(known)):
            visit(other)
        open_.pop()
        order.append(identifier)

    for identifier in wanted:
        visit(identifier)
    return order


class Library(Mapping[str, tuple[Json, kernel.Statement]]):
    """The statements of the claims that may be cited (those expected to be proved), read when first asked for."""

    def __init__(self) -> None:
        """All claims of the ledger."""
        self._claims = {i: c for i, c in claims().items() if c.expected == "proved"}
        self._read: dict[str, tuple[Json, kernel.Statement]] = {}

    def __getitem__(self, identifier: str) -> tuple[Json, kernel.Statement]:
        """The statement as JSON and as the kernel reads it."""
        if identifier not in self._read:
            self._read[identifier] = read(identifier, self._claims[identifier].page)
        return self._read[identifier]

    def __iter__(self) -> Iterator[str]:
        """The ids."""
        return iter(self._claims)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._claims)


def read(identifier: str, page: Page) -> tuple[Json, kernel.Statement]:
    """A page's statement as JSON, and as the kernel reads it."""
    data = write_statement(identifier, page).data
    return data, kernel.read_statement(data, Prover().sides(data))


@cache
def library() -> Library:
    """The library of this process."""
    return Library()


# --- making entries -------------------------------------------------------------------------------


def make(identifier: str, engines: tuple[str, ...]) -> Made:
    """The entry of one claim, with the solvers' opinions. Never raises: what went wrong is the reason."""
    claim, began = claims()[identifier], time.perf_counter()
    solvers_asked = [e for e in engines if e not in ("kernel", *OPTIONAL)]
    try:
        if claim.expected == "refuted":
            entry, scripts, wanted = refutation(claim)
        else:
            entry, scripts, wanted = proof(claim)
    except Unproved as problem:
        opinions = second_opinion(problem.leaf, solvers_asked)
        reason = "; ".join([str(problem), *(f"{e} finds it {o}, which is no certificate" for e, o in opinions.items())])
        return Made(None, opinions, time.perf_counter() - began, {}, reason)
    except (kernel.Rejected, ValueError, TypeError, KeyError, AttributeError) as problem:
        return Made(None, {}, time.perf_counter() - began, {}, f"{type(problem).__name__}: {problem}")
    said, cost = opinions_on(scripts, wanted, solvers_asked)
    cost["certificate"] = len(json.dumps(entry, separators=(",", ":")))
    return Made(entry, said, time.perf_counter() - began, cost)


def obligations(identifier: str) -> tuple[list[str], str]:
    """The SMT-LIB scripts of a claim, and the answer that each should get."""
    claim = claims()[identifier]
    _, scripts, wanted = refutation(claim) if claim.expected == "refuted" else proof(claim)
    return scripts, wanted


def proof(claim: Claim) -> tuple[Json, list[str], str]:
    """The proof of a claim and its obligations as SMT-LIB scripts, which should be unsatisfiable."""
    from .solvers import obligation

    prover = Prover(library=library())
    entry = prover.entry(claim.id, claim.page)
    leaves = [leaf for leaf in prover.leaves if not leaf.is_quotation]
    return entry, sorted({obligation(leaf) for leaf in leaves}), "unsat"


def refutation(claim: Claim) -> tuple[Json, list[str], str]:
    """The counterexample to a claim and its script, which should be satisfiable."""
    from .refute import find_witness
    from .solvers import Unrolled
    from .witness import complete

    data = write_statement(claim.id, claim.page).data
    sides = Prover().sides(data)
    statement = kernel.read_statement(data, sides)
    witness = complete(data, statement, claim.page.witness) if claim.page.witness else find_witness(statement)
    if witness is None:
        raise ValueError("no counterexample was found")
    entry = {"statement": data, **({"sides": sides} if sides else {}), "counterexample": witness}
    return entry, [Unrolled(statement, witness).text()], "sat"


def opinions_on(scripts: list[str], wanted: str, engines: Iterable[str]) -> tuple[dict[str, str], dict[str, int]]:
    """What each solver says of all scripts together: agrees, unknown, or disagrees with a file that is kept."""
    from .solvers import ask

    said, cost = {}, {}
    for engine in engines:
        answers = ask(engine, scripts)
        against = [s for s, a in zip(scripts, answers, strict=True) if a.result in {"sat", "unsat"} - {wanted}]
        agrees = all(answer.result == wanted for answer in answers)
        said[engine] = "agrees" if agrees else f"disagrees: {keep(engine, against[0])}" if against else "unknown"
        if engine == "z3":
            cost[engine] = sum(answer.cost for answer in answers)
    return said, cost


def keep(engine: str, script: str) -> Path:
    """Write a script on which engines disagree where it can be looked at."""
    path = Path(tempfile.mkdtemp(prefix="novikoff-")) / f"{engine}-disagrees.smt2"
    path.write_text(script, encoding="utf-8")
    return path


def second_opinion(leaf: Any, engines: Iterable[str]) -> dict[str, str]:
    """What solvers say of a leaf without certificate."""
    from .solvers import ask, obligation

    said = {"unsat": "valid", "sat": "not valid"}
    return {e: said.get(ask(e, [obligation(leaf)])[0].result, "unknown") for e in engines}


# --- checking -------------------------------------------------------------------------------------


def check(
    wanted: Iterable[str] | None = None,
    *,
    engines: Iterable[str] = ENGINES,
    jobs: int | None = None,
    replay: bool = False,
    progress: Callable[[str, int, int], None] = lambda identifier, done, total: None,
) -> list[Outcome]:
    """Verdicts on the wanted claims (default: all), with everything they rest on checked too.

    `jobs` worker processes are used (default: the number of processors). `progress(id, done, total)` is
    called as claims are done. Raises `OSError` if a replay finds no stored book.
    """
    chosen = list(claims() if wanted is None else wanted)
    order, names = in_order(needed_for(chosen)), tuple(engines)
    if replay:
        made, names = stored(order), ("kernel",)
        progress("", len(order), len(order))
    else:
        made = make_all(order, names, jobs or os.cpu_count() or 1, progress)
    if "coq" in names:
        made = with_coq(made, order, jobs or os.cpu_count() or 1)
    verdicts = kernel.check_book(made[i].entry for i in order if made[i].entry is not None)
    outcomes = {i: outcome(i, made[i], verdicts, names) for i in order}
    return [with_correction(outcomes[i], outcomes) for i in chosen]


def needed_for(wanted: Iterable[str]) -> list[str]:
    """The wanted claims with the corrections of refuted ones, which count as part of them."""
    known = claims()
    return [i for w in wanted for i in (w, known[w].corrected) if i is not None and i in known]


def make_all(order: list[str], engines: tuple[str, ...], jobs: int, progress: Callable[..., None]) -> dict[str, Made]:
    """Make all entries, in worker processes if that pays."""
    made: dict[str, Made] = {}
    if jobs == 1 or len(order) < 4:
        for identifier in order:
            made[identifier] = make(identifier, engines)
            progress(identifier, len(made), len(order))
        return made
    for identifier in order:
        claims()[identifier].page  # noqa: B018  written once here, inherited by every worker
    others = active_children()
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork"), initializer=leave_interruptions) as pool:
        try:
            # heavy claims tend to be the last ones: the more a claim cites, the earlier it starts
            futures = {pool.submit(make, i, engines): i for i in reversed(order)}
            pending = set(futures)
            while pending:  # short waits, since an interruption may reach a thread that does not wake this one
                done, pending = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in done:
                    made[futures[future]] = future.result()
                    progress(futures[future], len(made), len(order))
        except BaseException:  # an interruption too: what is not done is not waited for
            for worker in active_children():
                if worker not in others:
                    worker.kill()
            raise
    return made


def leave_interruptions() -> None:
    """Ctrl-C reaches all processes of the terminal; the workers leave it to the main one, which ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def with_coq(made: dict[str, Made], order: list[str], jobs: int) -> dict[str, Made]:
    """Coq's opinion too: the entries are exported, compiled, and asked for their assumptions."""
    from .coq import available, compile_and_audit, export

    if not available():
        raise BadInput("--engine coq needs coqc; install Coq 8.16 or later (Debian: apt-get install coq)")
    entries = [made[i].entry for i in order if made[i].entry is not None]
    with tempfile.TemporaryDirectory(prefix="novikoff-coq-") as folder:
        export([entry["statement"]["id"] for entry in entries], Path(folder), entries)
        results = compile_and_audit(Path(folder), jobs)
    said = {"proved": "agrees", "refuted": "agrees", "not exported": "unknown"}
    opinions = {i: said.get(r.verdict, f"disagrees: {r.reason}") for i, r in results.items()}
    return {i: replace(m, engines={**m.engines, "coq": opinions.get(i, "unknown")}) for i, m in made.items()}


def outcome(identifier: str, made: Made, verdicts: Mapping[str, Any], engines: tuple[str, ...]) -> Outcome:
    """The kernel's verdict on a claim, confronted with what the solvers said."""
    claim = claims()[identifier]
    if made.entry is None:
        verdict = "unknown" if made.engines else "error"
        return Outcome(claim, verdict, made.engines, [], made.seconds, made.reason)
    verdict, reason, _ = verdicts[identifier]
    said = {"kernel": verdict, **made.engines} if "kernel" in engines else dict(made.engines)
    against = [f"{engine} {said}" for engine, said in made.engines.items() if said.startswith("disagrees")]
    if against:
        verdict, reason = "error", f"kernel says {verdict}, but {' and '.join(against)}"
    return Outcome(claim, verdict, said, rests_on(identifier, verdicts), made.seconds, reason, made.entry, made.cost)


def rests_on(identifier: str, verdicts: Mapping[str, Any]) -> list[str]:
    """The theorems that a proof uses, directly or through others."""
    found: set[str] = set()
    todo = [identifier]
    while todo:
        for other in verdicts[todo.pop()][2]:
            if other not in found:
                found.add(other)
                todo.append(other)
    return sorted(found)


def with_correction(given: Outcome, outcomes: Mapping[str, Outcome]) -> Outcome:
    """A refuted source statement counts only together with its proved correction."""
    claim = given.claim
    if claim.expected != "refuted" or given.verdict != "refuted":
        return given
    correction = outcomes.get(claim.corrected or "")
    if correction is not None and correction.verdict == "proved":
        return given
    reason = f"its correction {claim.corrected!r} is not proved"
    return Outcome(claim, given.verdict, given.engines, [], given.seconds, reason, given.entry, given.cost)


# --- the stored book ------------------------------------------------------------------------------


def stored_text() -> str:
    """The book that ships with the package."""
    return files(__package__).joinpath(STORE).read_text(encoding="utf-8")


def stored(order: Iterable[str]) -> dict[str, Made]:
    """Entries from the stored book, if they are about the statements that the claims make today."""
    book = json.loads(stored_text(), object_pairs_hook=kernel.no_duplicates)
    entries = {entry["statement"]["id"]: entry for entry in book["entries"]}
    made = {}
    for identifier in order:
        began = time.perf_counter()
        entry, reason = entries.get(identifier), ""
        if entry is None:
            reason = "no certificate is stored; `novikoff check --save` stores them"
        elif entry["statement"] != write_statement(identifier, claims()[identifier].page).data:
            entry, reason = None, "the stored certificate is for another statement; `novikoff check --save` renews it"
        made[identifier] = Made(entry, {}, time.perf_counter() - began, {}, reason)
    return made


def save(outcomes: Iterable[Outcome], path: Path) -> None:
    """Write a book of entries and their costs, all or nothing."""
    by_id = {o.claim.id: o for o in outcomes}
    entries = [by_id[i].entry for i in in_order(by_id) if by_id[i].entry is not None]
    costs = {i: dict(sorted(by_id[i].cost.items())) for i in sorted(by_id)}
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    text = f'{{"schema": 1,\n"costs": {json.dumps(costs, indent=0)},\n"entries": [\n{lines}\n]}}\n'
    scratch = path.with_name(path.name + ".new")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)

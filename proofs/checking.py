"""Checking the ledger: every claim gets a verdict, and it is said who gave it.

A claim's entry (statement and certificate, or counterexample) is made in worker processes, where z3 and
cvc5 are asked for their opinion too. The verdict is the kernel's, which reads the entries in order in this
process, while later ones are made. With `replay`, the stored book is read instead, and nothing is searched or
solved; workers only write down what the claims state today, for this process to compare.

A verdict of the kernel is kept only if nothing speaks against it: a solver that disagrees (`error`), hypotheses
without a model (`vacuous`), a random instance at which a conclusion fails (`error`), or something that is not proved
among all that the proof cites (`unknown`, or `proved-bounded`).
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from ..algorithms.errors import BadInput
from ..algorithms.files import parse_json, read_text
from ..algorithms.processes import SOLVER, Stopped, in_turn
from ..algorithms.results import Result, exit_status
from . import kernel, trust
from .ledger import Claim, Unwritten, claims, find, placed
from .page import By, Page
from .proving import Json, Prover, Unproved, write_statement
from .trust import Assumed, Trust

PART = 20  # claims whose statements are written in one go
Progress = Callable[[str, int, int], None]
ENGINES = ("kernel", "z3", "cvc5")  # those asked by default
OPTIONAL = ("coq",)
SUCCESS = frozenset({"proved", "proved-bounded", "refuted", "tested", "definition", "informal"})
STORE = "certificates.json"
INSTANCES = 100  # of the hypotheses of each claim, if claims are evaluated


@dataclass(frozen=True)
class Outcome(Result):
    """The verdict on one claim, what each engine said, and the theorems that it rests on (transitively). It is true
    if the verdict is the expected one.

    `instances` is how many random instances of the hypotheses were evaluated, None if none were asked for.
    """

    claim: Claim
    verdict: str
    engines: dict[str, str]
    rests_on: list[str]
    seconds: float
    reason: str = ""
    entry: Json = None
    cost: dict[str, int] = field(default_factory=dict)
    trust: Trust = field(default_factory=Trust)
    parts: tuple[Json, ...] = ()
    instances: int | None = None
    failures: int = 0

    @property
    def as_expected(self) -> bool:
        """Is the verdict the expected one, and no engine against it?"""
        return self.verdict == self.claim.expected and not self.reason

    @property
    def status(self) -> str:
        """"ok", "failed", "inconclusive" or "error"."""
        if self.as_expected:
            return "ok"
        return {"unknown": "inconclusive", "error": "error"}.get(self.verdict, "failed")

    @property
    def exit_status(self) -> int:
        """That of `novikoff check`."""
        return exit_status([self.status])


class Interrupted(KeyboardInterrupt):
    """A check was interrupted; `outcomes` are those of the wanted claims that were done."""

    def __init__(self, outcomes: Outcomes) -> None:
        """Keep the outcomes."""
        super().__init__(f"interrupted after {len(outcomes)} claims")
        self.outcomes = outcomes


class Outcomes(Result, list[Outcome]):
    """The outcomes of a check, in order; true if there are any and all are as expected."""

    @property
    def exit_status(self) -> int:
        """That of `novikoff check`."""
        return exit_status(outcome.status for outcome in self)


@dataclass(frozen=True)
class Made:
    """What a worker made of one claim.

    Instead of an entry there may be one for each size of the families (`parts`), or a draft in which some steps are
    only cited (`steps`, the statements of what has no certificate and the reasons for it).
    """

    entry: Json
    engines: dict[str, str]
    seconds: float
    cost: dict[str, int]
    reason: str = ""
    parts: tuple[Json, ...] = ()
    draft: Json = None
    steps: tuple[tuple[Json, str], ...] = ()

    @property
    def entries(self) -> list[Json]:
        """What the kernel is to read."""
        return [entry for entry in (*self.parts, self.entry, self.draft) if entry is not None]

    def is_about(self, statements: list[Json]) -> bool:
        """Are the entries, if there are any, about these statements?"""
        return not self.entries or [entry["statement"] for entry in self.entries] == statements


Arrival = tuple[str, Made, list[Json]]  # a claim, what was made of it, and what it says today
FOREIGN = Made(
    None, {}, 0.0, {}, "the certificate is for another statement; `novikoff check --save` renews the stored one"
)


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


def citing(claim: Claim) -> set[str]:
    """The theorems that a claim cites; none if its page cannot be written, of which `make` tells."""
    try:
        return cited(claim.page)
    except Unwritten:
        return set()


def in_order(wanted: Iterable[str]) -> list[str]:
    """The wanted claims and all that they cite, each after what it cites."""
    known, order, open_ = claims(), list[str](), list[str]()

    def visit(identifier: str) -> None:
        if identifier in order:
            return
        if identifier in open_:
            raise BadInput(f"claims cite each other in a circle: {' -> '.join([*open_, identifier])}")
        open_.append(identifier)
        for other in sorted(citing(known[identifier]) & set(known)):
            visit(other)
        open_.pop()
        order.append(identifier)

    for identifier in wanted:
        visit(identifier)
    return order


class Library(Mapping[str, tuple[Json, kernel.Statement]]):
    """The statements of the claims that may be cited (those not expected to be refuted), read when first asked for."""

    def __init__(self) -> None:
        """All claims of the ledger."""
        self._claims = {i: c for i, c in claims().items() if c.expected in ("proved", "proved-bounded")}
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
        if claim.admitted:
            return Made(None, {}, 0.0, {}, f"admitted: {claim.admitted}")
        if claim.sizes is not None:
            return Made(None, {}, time.perf_counter() - began, {}, parts=parts(claim, claim.sizes))
        if claim.expected == "refuted":
            entry, scripts, wanted = refutation(claim)
        else:
            entry, scripts, wanted = proof(claim)
    except Unproved as problem:
        opinions = second_opinion(problem.leaf, solvers_asked)
        reason = "; ".join([str(problem), *(f"{e} finds it {o}, which is no certificate" for e, o in opinions.items())])
        draft, steps = drafted(claim, solvers_asked)
        return Made(None, opinions, time.perf_counter() - began, {}, reason, draft=draft, steps=steps)
    except Exception as problem:  # an error in one claim is its verdict, and no reason not to check the others
        return Made(None, {}, time.perf_counter() - began, {}, told(problem))
    said, cost = opinions_on(scripts, wanted, solvers_asked)
    cost["certificate"] = len(json.dumps(entry, separators=(",", ":")))
    return Made(entry, said, time.perf_counter() - began, cost)


def told(problem: Exception) -> str:
    """What went wrong, in one line."""
    return str(problem) if isinstance(problem, Unwritten) else placed(problem)


def unmade(identifier: str, problem: Stopped) -> Made:
    """What was made of a claim at which the worker was stopped."""
    return Made(None, {}, 0.0, {}, str(problem))


def parts(claim: Claim, sizes: int) -> tuple[Json, ...]:
    """A proof for each number of members that the families of the claim may have, up to `sizes`."""
    data = write_statement(claim.id, claim.page).data
    return tuple(trust.entry_at_size(data, size) for size in range(sizes + 1))


def drafted(claim: Claim, engines: list[str]) -> tuple[Json, tuple[tuple[Json, str], ...]]:
    """A proof that cites the steps for which there is no certificate, and these steps, if solvers find all valid."""
    prover = trust.Leaping(library=library(), identifier=claim.id)
    if not engines:
        return None, ()
    try:
        draft = prover.entry(claim.id, claim.page)
    except Exception:
        return None, ()
    steps = []
    for name, leaf in prover.gaps.items():
        said = second_opinion(leaf, engines)
        if "valid" not in said.values() or "not valid" in said.values():
            return None, ()
        believers = " and ".join(engine for engine, opinion in said.items() if opinion == "valid")
        steps.append((trust.statement_of_step(name, leaf), f"{leaf.label}, which {believers} found valid"))
    return draft, tuple(steps)


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


def second_opinion(leaf: Any, engines: Iterable[str], seconds: float = SOLVER) -> dict[str, str]:
    """What solvers say of a leaf without certificate, each within so many seconds."""
    from .solvers import ask, obligation

    said = {"unsat": "valid", "sat": "not valid"}
    return {e: said.get(ask(e, [obligation(leaf)], seconds=seconds)[0].result, "unknown") for e in engines}


# --- checking -------------------------------------------------------------------------------------


def check(
    wanted: str | Iterable[str] | None = None,
    *,
    engines: str | Iterable[str] = ENGINES,
    jobs: int | None = None,
    replay: bool = False,
    evaluate: int = 0,
    progress: Progress = lambda identifier, done, total: None,
) -> Outcomes:
    """Verdicts on the wanted claims (default: all), with everything they rest on checked too.

    `wanted` is one id or several, `engines` are names in ENGINES or OPTIONAL. `jobs` worker processes are used
    (default: the number of processors). `evaluate` is the number of random instances on which each proved claim is
    evaluated. `progress(id, done, total)` is called as claims are done.

    Raises `BadInput` for an unknown claim or engine, or a number that is none; `OSError` if a replay finds no stored
    book; `Interrupted`, a KeyboardInterrupt with the outcomes so far, after Ctrl-C.

    >>> check("cauchy-schwarz", engines="kernel")[0].verdict
    'proved'
    """
    chosen, names = identifiers(wanted), engines_named(engines)
    at_least("jobs", 1 if jobs is None else jobs, 1)
    at_least("evaluate", evaluate, 0)
    needed, workers = needed_for(chosen), jobs or os.cpu_count() or 1
    made: dict[str, Made] = {}
    try:
        if replay:
            names, arriving = ("kernel",), from_book(needed, workers, progress)
        else:
            arriving = from_scratch(needed, names, workers, progress)
        with closing(arriving):  # an interruption ends the workers, wherever it comes
            outcomes = judged(arriving, names, made)
        outcomes |= {i: with_model(outcomes[i], search=not replay) for i in needed}
        if evaluate:
            outcomes |= evaluated([outcomes[i] for i in needed], evaluate, workers, progress)
    except KeyboardInterrupt:
        raise Interrupted(so_far(chosen, made, names)) from None
    return Outcomes(with_correction(outcomes[i], outcomes) for i in chosen)


def identifiers(wanted: str | Iterable[str] | None) -> list[str]:
    """The ids that are meant: of all claims, of one, or of several."""
    if wanted is None:
        return list(claims())
    return [find(one).id for one in several("claims", wanted)]


def engines_named(given: str | Iterable[str]) -> tuple[str, ...]:
    """The engines that are meant."""
    known = (*ENGINES, *OPTIONAL)
    names = tuple(name for one in several("engines", given) for name in one.split(","))
    if unknown := [name for name in names if name not in known]:
        raise BadInput(f"there is no engine {unknown[0]!r}; engines are {', '.join(known)}")
    return names


def several(what: str, given: str | Iterable[str]) -> list[str]:
    """One name, or several."""
    names = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise BadInput(f"{what} are given by name, as text (got {wrong[0]!r})")
    return names


def at_least(what: str, number: int, least: int) -> None:
    """BadInput for what is no whole number from there on."""
    if type(number) is not int or number < least:
        raise BadInput(f"{what} must be a whole number >= {least} (got {number!r})")


def so_far(chosen: Iterable[str], made: Mapping[str, Made], engines: tuple[str, ...]) -> Outcomes:
    """The outcomes of the chosen claims among those made, with the corrections that are needed."""
    arrived = as_stated(made.items())
    outcomes = {i: with_model(o, search=False) for i, o in judged(arrived, engines).items()}
    done = [i for i in chosen if all(one in outcomes for one in needed_for([i]))]
    return Outcomes(with_correction(outcomes[i], outcomes) for i in done)


def needed_for(wanted: Iterable[str]) -> list[str]:
    """The wanted claims with the corrections of refuted ones, which count as part of them."""
    known = claims()
    return [i for w in wanted for i in (w, known[w].corrected) if i is not None and i in known]


def from_scratch(needed: Iterable[str], engines: tuple[str, ...], jobs: int, progress: Progress) -> Generator[Arrival]:
    """What is made of the needed claims and of all that they cite. Their pages are written once here, for the order."""
    order, workers = in_order(needed), jobs if jobs > 1 else 0
    made: Iterable[tuple[str, Made]] = in_turn(partial(make, engines=engines), order, workers, progress, unmade)
    if "coq" in engines:
        made = with_coq(dict(made), order, jobs).items()
    return as_stated(made)


def from_book(needed: Iterable[str], jobs: int, progress: Progress) -> Generator[Arrival]:
    """What the stored book has; the pages of today are written by workers while the kernel reads."""
    made = stored(needed)
    progress("", len(made), len(made))
    yield from ((identifier, m, []) for identifier, m in made.items() if not m.entries)
    stored_ids = [i for i, m in made.items() if m.entries]
    parts = [tuple(stored_ids[n : n + PART]) for n in range(0, len(stored_ids), PART)]
    for _, stated in in_turn(statements_by_id, parts, jobs - 1):
        for identifier, statements in stated.items():
            if isinstance(statements, str):
                yield identifier, replace(made[identifier], entry=None, parts=(), reason=statements), []
            else:
                yield identifier, made[identifier], statements


def as_stated(made: Iterable[tuple[str, Made]]) -> Generator[Arrival]:
    """What was made of claims, with what they say today."""
    return ((identifier, m, statements_of(claims()[identifier]) if m.entries else []) for identifier, m in made)


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


def judged(
    arriving: Iterable[Arrival], engines: tuple[str, ...], made: dict[str, Made] | None = None
) -> dict[str, Outcome]:
    """The kernel's verdicts on all that was made, read while it arrives and noted in `made`; and what holds only if
    something else does, which is assumed.
    """
    made = {} if made is None else made

    def book() -> Iterator[Json]:
        for identifier, m, statements in arriving:
            made[identifier] = m if m.is_about(statements) else replace(FOREIGN, seconds=m.seconds)
            yield from made[identifier].entries

    verdicts = kernel.check_book(book())
    entries = [entry for m in made.values() for entry in m.entries]
    assumed = assumptions(made, verdicts)
    used = citations(verdicts) | trust.relative(entries, verdicts, assumed)
    return {i: outcome(i, m, verdicts, engines, used, assumed) for i, m in made.items()}


def statements_of(claim: Claim) -> list[Json]:
    """What has to be proved or refuted: what the claim says, or what it says of families of each size."""
    data = write_statement(claim.id, claim.page).data
    return [data] if claim.sizes is None else [trust.at_size(data, size) for size in range(claim.sizes + 1)]


def statements_by_id(identifiers: Iterable[str]) -> dict[str, list[Json] | str]:
    """The same, of the claims with these ids; or why they cannot be written."""
    return {identifier: written_or_told(identifier) for identifier in identifiers}


def written_or_told(identifier: str) -> list[Json] | str:
    """What has to be proved or refuted, or what went wrong."""
    try:
        return statements_of(claims()[identifier])
    except Exception as problem:
        return told(problem)


def identifiers_of(claim: Claim) -> list[str]:
    """The ids of these statements, which take no translation."""
    sizes = [] if claim.sizes is None else range(claim.sizes + 1)
    return [trust.identifier_at_size(claim.id, size) for size in sizes] or [claim.id]


def citations(verdicts: Mapping[str, Any]) -> dict[str, Collection[str]]:
    """What each entry cites that the kernel accepts."""
    return {i: cites for i, (verdict, _, cites) in verdicts.items() if verdict != "error"}


def assumptions(made: Mapping[str, Made], verdicts: Mapping[str, Any]) -> dict[str, Assumed]:
    """What may be cited though it is not proved: admitted claims, steps that solvers find valid, claims for which each
    size is proved.
    """
    found: dict[str, Assumed] = {}
    for identifier, m in made.items():
        claim = claims()[identifier]
        if claim.admitted:
            found[identifier] = Assumed(read(identifier, claim.page)[1], "admitted", claim.admitted)
        if m.parts and claim.sizes is not None and all(verdicts[p["statement"]["id"]][0] == "proved" for p in m.parts):
            statement, sizes = read(identifier, claim.page)[1], len(m.parts) - 1
            found[identifier] = Assumed(statement, "bounded", f"at most {sizes} members", sizes)
        found |= {step["id"]: Assumed(kernel.read_statement(step), "solver-only", why) for step, why in m.steps}
    return found


def outcome(
    identifier: str,
    made: Made,
    verdicts: Mapping[str, Any],
    engines: tuple[str, ...],
    used: Mapping[str, Collection[str]] | None = None,
    assumed: Mapping[str, Assumed] | None = None,
) -> Outcome:
    """The kernel's verdict on a claim, confronted with what the solvers said and with what its proof cites."""
    used, assumed = citations(verdicts) if used is None else used, assumed or {}
    rests = trust.trust_in(identifier, used, assumed, checkers(identifier, made, used, assumed))
    if rests.taint:
        verdict, reason = rests.verdict, rests.taint if rests.verdict == "unknown" else ""
    elif made.entry is None:
        bad = [verdicts[part["statement"]["id"]][1] for part in made.parts]
        verdict, reason = ("unknown" if made.engines else "error"), made.reason or next(filter(None, bad), "")
    else:
        verdict, reason, _ = verdicts[identifier]
    said = {"kernel": verdict, **made.engines} if "kernel" in engines and made.entries else dict(made.engines)
    against = [f"{engine} {said}" for engine, said in made.engines.items() if said.startswith("disagrees")]
    if against:
        verdict, reason = "error", f"kernel says {verdict}, but {' and '.join(against)}"
    claim = claims()[identifier]
    return Outcome(claim, verdict, said, rests.lemmas, made.seconds, reason, made.entry, made.cost, rests, made.parts)


def checkers(
    identifier: str, made: Made, used: Mapping[str, Collection[str]], assumed: Mapping[str, Assumed]
) -> list[str]:
    """Who has checked the claim: the kernel, if it accepts the proof or that of each size, and those that agree."""
    if identifier not in used and (identifier not in assumed or assumed[identifier].kind != "bounded"):
        return [engine for engine, opinion in made.engines.items() if opinion == "agrees"]
    return ["kernel", *(engine for engine, opinion in made.engines.items() if opinion in ("agrees", "valid"))]


def with_model(given: Outcome, *, search: bool) -> Outcome:
    """A claim is vacuous if there is no model of its hypotheses; the counterexample to a refuted one is a model."""
    from .vacuity import emptiness

    if given.verdict not in ("proved", "proved-bounded"):
        return given
    reason = emptiness(given.claim, given.entry, search=search)
    return replace(given, verdict="vacuous", reason=reason) if reason else given


def evaluated(given: Iterable[Outcome], count: int, jobs: int, progress: Progress) -> dict[str, Outcome]:
    """The proved claims as properties of random instances of their hypotheses: one that fails once is an error, and
    so is one of which the generator does not make enough instances.
    """
    from .evaluation import summary_of

    proved = {o.claim.id: o for o in given if o.verdict == "proved"}
    outcomes = {}
    results = in_turn(partial(summary_of, count=count), list(proved), jobs, progress)
    for identifier, (instances, failures, reason) in results:
        old = replace(proved[identifier], instances=instances, failures=failures)
        outcomes[identifier] = replace(old, verdict="error", reason=reason) if reason else old
    return outcomes


def with_correction(given: Outcome, outcomes: Mapping[str, Outcome]) -> Outcome:
    """A refuted source statement counts only together with its proved correction."""
    claim = given.claim
    if claim.expected != "refuted" or given.verdict != "refuted":
        return given
    correction = outcomes.get(claim.corrected or "")
    if correction is not None and correction.verdict == "proved":
        return given
    return replace(given, reason=f"its correction {claim.corrected!r} is not proved")


# --- the stored book ------------------------------------------------------------------------------


def stored_text() -> str:
    """The book that ships with the package."""
    return read_text(Path(__file__).parent / STORE)


def entries_in(text: str) -> dict[str, Json]:
    """The entries of a book by id. A book that is no such thing, or has a key or an id twice, is BadInput."""
    try:
        book = parse_json(text, STORE)
        return kernel.no_duplicates([(entry["statement"]["id"], entry) for entry in book["entries"]])
    except (kernel.Rejected, RecursionError, LookupError, TypeError, ValueError) as problem:
        raise BadInput(
            f"the stored certificates cannot be read ({problem}); `novikoff check --save` renews them"
        ) from None


def stored(wanted: Iterable[str]) -> dict[str, Made]:
    """What the stored book has on the wanted claims and on all that its proofs of them cite, in its order; whether
    that is about the claims of today is to be seen.
    """
    known, entries = claims(), entries_in(stored_text())
    place = {identifier: number for number, identifier in enumerate(entries)}
    needed, todo = set[str](), list(wanted)
    while todo:
        identifier = todo.pop()
        if identifier in known and identifier not in needed:
            needed.add(identifier)
            todo += citations_in(entries.get(identifier))
    order = sorted(needed, key=lambda identifier: place.get(identifier, -1))
    return {identifier: from_store(known[identifier], entries) for identifier in order}


def citations_in(entry: Json) -> Iterator[str]:
    """The theorems that the proof of an entry cites."""
    todo = [entry]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            if item.get("rule") == "lemma" and isinstance(item.get("of"), str):
                yield item["of"]
            todo += item.values()
        elif isinstance(item, list):
            todo += item


def from_store(claim: Claim, entries: Mapping[str, Json]) -> Made:
    """The entry of one claim, or those of its sizes."""
    began = time.perf_counter()
    if claim.admitted:
        return Made(None, {}, 0.0, {}, f"admitted: {claim.admitted}")
    found = [entries.get(identifier) for identifier in identifiers_of(claim)]
    if None in found:
        return Made(None, {}, 0.0, {}, "no certificate is stored; `novikoff check --save` stores them")
    entry, parts = (found[0], ()) if claim.sizes is None else (None, tuple(found))
    return Made(entry, {}, time.perf_counter() - began, {}, parts=parts)


def save(outcomes: Iterable[Outcome], path: Path) -> None:
    """Write a book of entries and their costs, all or nothing: those that the kernel accepts by themselves."""
    by_id = {o.claim.id: o for o in outcomes if o.verdict in ("proved", "refuted") or o.parts}
    order = [i for i in in_order(by_id) if i in by_id]
    entries = [e for i in order for e in (*by_id[i].parts, by_id[i].entry) if e is not None]
    costs = {i: dict(sorted(by_id[i].cost.items())) for i in sorted(by_id)}
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    text = f'{{"schema": 1,\n"costs": {json.dumps(costs, indent=0)},\n"entries": [\n{lines}\n]}}\n'
    scratch = path.with_name(path.name + ".new")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)

"""The ledger of claims: what is claimed, by whom, what it supposes, and what is expected of it.

A claim lives in one file of `proofs/claims/`; the decorators here register it. Nothing else has to be changed to add
one. A false statement is attributed to a source only if that source has it: `refuted(..., source=cite(...))` is for
what is printed there, read as kindly as its words allow, `refuted(..., near=cite(...))` for a statement that nobody
made: a converse, a strengthening, a hypothesis left out, near the place that is cited.

While users' theorems are read (see `set_origin`), what is registered has an `origin`, and no name of the
ledger.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import _lru_cache_wrapper, cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...algorithms.errors import BadInput, suggest_name
from ...algorithms.processes import intercept_os_exit
from ...algorithms.results import Shown
from ...algorithms.source_lines import Place, place_of, relative_path
from .bibliography import is_ambiguous, works
from .symbol_guards import forbid_questions

if TYPE_CHECKING:
    from .proof_script import Script

ROLES = {
    "states": "says what the row says, or a part of it",
    "restricts": "says what the row says, with a hypothesis that the row lacks",
    "denies": "is what the row, or a part of it, says to be false",
    "corrects": "holds instead, where the row is false",
    "follows": "is a consequence of what the row says, or goes with it",
    "lacks": "shows what the row needs or leaves open",
}
"""What a claim may be to a row of the documents."""


@dataclass(frozen=True)
class Citation:
    """A bibliography key and a locator such as "eq. (13)"."""

    key: str
    locator: str

    def __str__(self) -> str:
        return f"{self.key}, {self.locator}"


def cite(key: str, locator: str) -> Citation:
    """Return a citation of a work in references.bib, or in the bibliography of your own theorems.

    Raises KeyError for an unknown key, and ValueError for a key that names two works.

    >>> print(cite("lecture", "p. 16"))
    lecture, p. 16
    """
    if key not in works():
        raise KeyError(f"references.bib has no entry {key!r}; it has {', '.join(sorted(works()))}")
    if is_ambiguous(key):
        raise ValueError(f"{key!r} is another work in the bibliography of novikoff; give yours another key")
    return Citation(key, locator)


Writer = Callable[["Script"], None]  # writes the script of a claim


@dataclass(frozen=True)
class Origin:
    """Where a user's theorem is: its file, the line, and the file of its certificates; or in a session."""

    file: Path
    line: int
    certificates: Path
    session: bool = False

    def __str__(self) -> str:
        return str(self.file) if self.session else f"{relative_path(self.file)}, line {self.line}"


@dataclass(frozen=True, repr=False)
class Claim(Shown):
    """One claim. `expected` is the verdict that counts as success; a refuted statement names its correction.

    A hypothesis may stand for a fact of analysis or existence that the source takes for granted and the script does not
    prove, as that a maximum is attained. `supposes` has the names of these hypotheses, with the facts in words. What
    cites the claim supposes them too, unless it `discharges` them, each written CLAIM.HYPOTHESIS: it supposes nothing
    of its own, so that the hypotheses from which it derives them are those of its theorem.

    `adds` names the hypotheses that the source lacks, with each in words. The key "" is for what the statement has
    built in, such as the least slack in place of any slack.
    """

    id: str
    title: str
    source: Citation
    expected: str
    write: Writer = field(repr=False)
    ledger: Mapping[str, str] = field(
        default_factory=dict, hash=False
    )  # row of a document -> one of ROLES, or "" for the usual one
    says: str = ""  # what the source states, where that differs
    corrected: str | None = None  # for a refuted statement: the id of the claim that holds
    missing: str = ""  # for a refuted statement: the hypothesis or sign that was missing
    module: str = ""
    admitted: str = ""  # why the claim is believed without proof; no verdict on it, or on what cites it, is a success
    sizes: int | None = None  # for a claim that is proved for families with at most so many members
    supposes: Mapping[str, str] = field(default_factory=dict, hash=False)
    adds: Mapping[str, str] = field(default_factory=dict, hash=False)
    discharges: tuple[str, ...] = ()
    printed: bool = True  # does the source have it? If not, it is a false statement of nobody, near what is cited
    aliases: tuple[str, ...] = ()  # former ids
    coq: str = ""  # for a claim that only Coq decides: the file of `proofs/analysis/` with its proof
    origin: Origin | None = None  # of a theorem that is no claim of the ledger but a user's
    unread: bool = False  # it stands for the theorems of a file or module that cannot be read

    def in_short(self) -> str:
        """Id and title."""
        return f"{self.id}: {self.title}"

    @property
    def place(self) -> str:
        """Where it is written down."""
        return str(self.origin) if self.origin else f"{self.module}{_line_of(self.write)}"

    @property
    def location(self) -> tuple[str, int]:
        """The file and line of its definition, the file as it is printed; "" and 0 if that is nowhere."""
        if self.origin:
            return relative_path(self.origin.file), self.origin.line
        code = getattr(self.write, "__code__", None)
        if code is None or self.write.__module__ != self.module:
            return "", 0
        return relative_path(Path(code.co_filename).resolve()), code.co_firstlineno

    @property
    def begins(self) -> Place | None:
        """The line of its definition."""
        file, line = self.location
        return Place(file, line) if file else None

    @property
    def sentence(self) -> str:
        """The claim in plain language: the first paragraph of its docstring."""
        return " ".join((self.write.__doc__ or "").split("\n\n")[0].split())

    @property
    def notes(self) -> str:
        """The other paragraphs of the docstring: how to read the statement, what letters mean, an idea of the proof."""
        return " ".join(" ".join((self.write.__doc__ or "").split("\n\n")[1:]).split())

    @cached_property
    def script(self) -> Script:
        """The statement and its derivation, written down."""
        try:
            script = self._written()
            hypotheses = {*script.assumptions, *(script.run_spec.when if script.run_spec else ())}
            for verb, named in (("supposes", self.supposes), ("adds", self.adds)):
                if unknown := set(named) - hypotheses - {""}:
                    raise ValueError(f"{self.id} {verb} {sorted(unknown)[0]!r}, which is none of its hypotheses")
            script.require_language()
            return script.finish()
        except (Unwritten, KeyboardInterrupt):
            raise
        except BaseException as problem:  # one claim's error: pytest.skip, sys.exit; the others are still checked
            raise Unwritten(
                f"the script of {self.id} cannot be run: {describe_error(problem, self.begins)}"
            ) from problem

    def _written(self) -> Script:
        """The script. One that loads sympy is written again, as sympy decides relations unless it is told not to."""
        from .proof_script import Script
        from .vector_language import as_written

        while True:
            script, loaded = Script(), sys.modules.get("sympy")
            with forbid_questions(), as_written() if loaded else nullcontext(), intercept_os_exit():
                self.write(script)
            if loaded is sys.modules.get("sympy"):
                return script


class Unwritten(BadInput):
    """A claim whose page cannot be written, or whose module cannot be imported; the message says where and why."""


class Taken(BadInput):
    """Two claims have one name; the message says which, and where both are."""


def describe_error(problem: BaseException, otherwise: Place | None = None) -> str:
    """Return an exception in one line, with the place in the author's code, or another one, if there is none."""
    if isinstance(problem, SyntaxError) and problem.filename in _files():
        return f"{type(problem).__name__}: {problem.msg} ({relative_path(problem.filename)}, line {problem.lineno})"
    at = place_of(problem, _files()) or otherwise
    return f"{type(problem).__name__}: {problem}" + (f" ({at})" if at else "")


def _files() -> set[str]:
    """The files of theorems that are a user's."""
    origins = [claim.origin for claim in _registry.values() if claim.origin] + [_reading] * bool(_reading)
    return {str(origin.file) for origin in origins if origin}


CLAIMS = "novikoff.proofs.claims"
ID = r"[a-z0-9]+(-[a-z0-9]+)*"
IMPORTED = re.compile(r"^from (\.+)([\w.]+) import", re.MULTILINE)
DEFINED = re.compile(r'^@(theorem|refuted|proved_by_coq)\(\s*"([a-z0-9-]+)"', re.MULTILINE)
_registry: dict[str, Claim] = {}
_by_coq: dict[str, Claim] = {}
_reading: Origin | None = None  # what is registered now is a user's
_forget: list[Callable[[], None]] = []
T = TypeVar("T")


def cache_by_claims(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """`functools.cache` for what depends on all claims: it is forgotten as soon as there is one more or less."""
    kept = cache(function)
    _forget.append(kept.cache_clear)
    return kept


def register(claim: Claim) -> None:
    """Add a claim. Raises `Taken` if another one has one of its names, ValueError for what contradicts itself."""
    if not re.fullmatch(ID, claim.id):
        raise ValueError(f"{claim.id!r} is no claim id: lower-case words joined by hyphens are expected")
    require_free(claim)
    if claim.supposes and claim.discharges:
        raise ValueError(f"{claim.id} cannot discharge what it may derive from what it supposes itself")
    if claim.origin and claim.ledger:
        raise ValueError(f"{claim.id} cannot be about rows of the documents, which only claims of the ledger are")
    if claim.coq and _reading:
        raise ValueError(f"{claim.id} cannot be proved by Coq alone, which only claims of the ledger are")
    _add(claim)


def require_free(claim: Claim) -> None:
    """Raise `Taken` if another claim has one of its names."""
    names, rows = _names(claim), claim.origin is not None
    known = (*_registry.values(), *_by_coq.values())
    for other in known if rows else [c for c in known if c.aliases or c.id in names]:  # which is quick
        if other.id in names or not names.isdisjoint(other.aliases) or (rows and not names.isdisjoint(other.ledger)):
            taken = names & {*_names(other), *(other.ledger if rows else ())}
            if not _is_same_module(claim, other):
                raise Taken(f"two claims are named {sorted(taken)[0]!r}: in {other.place} and in {claim.place}")


def is_reading_file() -> bool:
    """Is a file of theorems being read?"""
    return _reading is not None


def _add(claim: Claim) -> None:
    (_by_coq if claim.coq else _registry)[claim.id] = claim
    for forget in _forget:
        forget()


def restore_claim(identifier: str, claim: Claim | None) -> None:
    """What was stated under an id in a session is withdrawn; what was there before, if anything, is there again."""
    if claim is not None:
        _add(claim)
    elif _registry.pop(identifier, None):
        for forget in _forget:
            forget()


def _names(claim: Claim) -> set[str]:
    return {claim.id, *claim.aliases}


def _is_same_module(claim: Claim, other: Claim) -> bool:
    """Are both one module's, so that a module that is read again replaces its claims? A file is read once; in a session
    a theorem may be stated again.
    """
    again = claim.origin and other.origin and not (claim.origin.session and other.origin.session)
    return claim.module == other.module and not again


def _line_of(write: Any) -> str:
    code = getattr(write, "__code__", None)
    return f", line {code.co_firstlineno}" if code else ""


def _origin(write: Writer) -> Origin | None:
    """Where a theorem is that is being registered, if it is a user's."""
    code = getattr(write, "__code__", None)
    if _reading is None or code is None or code.co_filename != str(_reading.file):
        return _reading
    return replace(_reading, line=code.co_firstlineno)


def _source(identifier: str, source: Citation | None, write: Writer) -> Citation:
    """The source; that of a theorem of one's own is the file itself, unless another one is named."""
    if source is not None:
        return source
    if (origin := _origin(write)) is None:
        raise ValueError(f"{identifier} is either printed in a `source` or made up `near` one")
    return Citation(relative_path(origin.file), f"line {origin.line}")


@contextmanager
def set_origin(origin: Origin) -> Iterator[None]:
    """What is registered meanwhile is a user's, from there."""
    global _reading
    load()
    before, _reading = _reading, origin
    try:
        yield
    finally:
        _reading = before


@contextmanager
def temporary_claims() -> Iterator[None]:
    """What is registered from here on is withdrawn at the end."""
    load()
    before = dict(_registry)
    try:
        yield
    finally:
        for identifier in _registry.keys() - before.keys():
            del _registry[identifier]
        for forget in _forget:
            forget()


def parse_roles(ledger: Iterable[str] | Mapping[str, str]) -> dict[str, str]:
    """Return the rows that a claim is about with its role in each, "" where a row is only named."""
    given = dict(ledger) if isinstance(ledger, Mapping) else dict.fromkeys(ledger, "")
    if unknown := set(given.values()) - {*ROLES, ""}:
        raise ValueError(f"{sorted(unknown)[0]!r} is no role of a claim; roles are {', '.join(ROLES)}")
    return given


def theorem(
    identifier: str, *, title: str, source: Citation | None = None, ledger: Iterable[str] | Mapping[str, str] = (),
    says: str = "", admitted: str = "", sizes: int | None = None, supposes: Mapping[str, str] | None = None,
    adds: Mapping[str, str] | None = None, discharges: Iterable[str] = (), aliases: Iterable[str] = (),
) -> Callable[[Writer], Writer]:  # fmt: skip
    """Register a claim that is to be proved; the decorated function writes its proof script.

    source      where the claim is from; only your own theorem may have none
    ledger      the source statements that the claim is about: ids, or ID -> one of ROLES
    says        what the source states, where that differs
    admitted    why the claim is believed without a proof; then it, and all that rests on it, is `unknown`
    sizes       prove the claim by computation for families of 0, 1, …, `sizes` members; then it, and all that rests on
                it, is `proved-bounded` at best
    supposes, adds, discharges    see `Claim`
    aliases     former ids, which still find the claim

    Raises ValueError for an invalid id and for a claim that contradicts itself, `Taken` for an id in use.

    >>> with temporary_claims():
    ...     @theorem("a-square", title="A square is not negative", source=cite("iml", "nowhere"))
    ...     def a_square(p):
    ...         p.show(conclusion=p.real("a")**2 >= 0)
    ...     find("a-square").expected
    'proved'
    """
    expected = "proved" if sizes is None else "proved-bounded"

    def registered(write: Writer) -> Writer:
        cited = _source(identifier, source, write)
        claim = Claim(identifier, title, cited, expected, write, parse_roles(ledger), says, module=write.__module__)
        claim = replace(claim, supposes=dict(supposes or {}), discharges=tuple(discharges), aliases=tuple(aliases))
        claim = replace(claim, adds=dict(adds or {}))
        register(replace(claim, admitted=admitted, sizes=sizes, origin=_origin(write)))
        return write

    return registered


def refuted(
    identifier: str, *, title: str, source: Citation | None = None, near: Citation | None = None, corrected: str,
    missing: str, ledger: Iterable[str] | Mapping[str, str] = (), aliases: Iterable[str] = (),
) -> Callable[[Writer], Writer]:  # fmt: skip
    """Register a false statement with the claim that corrects it; the decorated function writes its counterexample.

    source      where the statement is printed; or else
    near        a place whose subject is near, but which does not make the statement
    corrected   the id of the claim that holds instead
    missing     the hypothesis or sign that the statement lacks
    ledger, aliases    as for `theorem`

    Raises ValueError if both `source` and `near` are given, and as `theorem` does.

    >>> claims()["smola-mistake-bound-as-printed"].missing
    'γ > 0'
    """
    if source and near:
        raise ValueError(f"{identifier} is either printed in a `source` or made up `near` one")

    def registered(write: Writer) -> Writer:
        cited = _source(identifier, source or near, write)
        claim = Claim(identifier, title, cited, "refuted", write, parse_roles(ledger), module=write.__module__)
        claim = replace(claim, corrected=corrected, missing=missing, printed=near is None, aliases=tuple(aliases))
        register(replace(claim, origin=_origin(write)))
        return write

    return registered


def proved_by_coq(
    identifier: str, *, title: str, source: Citation, file: str,
    ledger: Iterable[str] | Mapping[str, str] = (), says: str = "",
) -> Callable[[Writer], Writer]:  # fmt: skip
    """Register a claim that the kernel has no rule for, as a limit is taken; the decorated function only states it.

    `file` names the file of `proofs/analysis/` with its proof in Coq. It is none of `claims()`: the kernel does not
    decide on it, and no proof cites it.
    """

    def registered(write: Writer) -> Writer:
        claim = Claim(
            identifier, title, source, "proved-by-coq", write, parse_roles(ledger), says, module=write.__module__
        )
        register(replace(claim, coq=file))
        return write

    return registered


@cache
def load() -> None:
    """Import every module of `proofs/claims/`. One that cannot be imported has a claim that says so.

    The claims are then in the order of `claim_index`, whichever of them were loaded before.
    """
    package = importlib.import_module(CLAIMS)
    for module in sorted(m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")):
        try:
            importlib.import_module(module)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            register(make_unread_claim(module, problem))
    for known in (_registry, _by_coq):
        ordered = {identifier: known[identifier] for identifier in claim_index() if identifier in known} | known
        known.clear()
        known.update(ordered)


@cache
def claim_index() -> dict[str, tuple[str, bool]]:
    """The ids of the ledger, each with its module and whether only Coq decides the claim; no module is run for it.

    They are in the order in which `load` defines the claims: by module, after those that the module imports.
    """
    root = Path(importlib.import_module(CLAIMS).__path__[0])
    files = {".".join([CLAIMS, *file.relative_to(root).with_suffix("").parts]): file for file in root.rglob("*.py")}
    texts = {name.removesuffix(".__init__"): file.read_text(encoding="utf-8") for name, file in files.items()}
    found, visited = dict[str, tuple[str, bool]](), set[str]()

    def visit(name: str) -> None:
        if name in visited or name not in texts:
            return
        visited.add(name)
        for dots, target in IMPORTED.findall(texts[name]):
            visit(".".join([*name.split(".")[: -len(dots)], target]))
        for kind, identifier in DEFINED.findall(texts[name]):
            found[identifier] = name, kind == "proved_by_coq"

    for name in sorted(texts):
        visit(name)
    return found


class LedgerByDemand(Mapping[str, Claim]):
    """The claims that the kernel decides, or those that only Coq decides, each read when it is asked for."""

    def __init__(self, by_coq: bool) -> None:
        """The ids are those of `claim_index`."""
        self.by_coq = by_coq

    def __getitem__(self, identifier: str) -> Claim:
        """The claim, whose module is imported; if that fails, all are, so that what is wrong is reported as usual."""
        known = _by_coq if self.by_coq else _registry
        if identifier not in known and identifier in self:
            try:
                importlib.import_module(claim_index()[identifier][0])
            except (Exception, SystemExit):
                load()
        return known[identifier]

    def __contains__(self, identifier: object) -> bool:
        """Whether it is an id of such a claim; nothing is read."""
        return isinstance(identifier, str) and claim_index().get(identifier, ("", None))[1] is self.by_coq

    def __iter__(self) -> Iterator[str]:
        """The ids."""
        return (identifier for identifier, (_, by_coq) in claim_index().items() if by_coq is self.by_coq)

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)


def make_unread_claim(module: str, problem: BaseException) -> Claim:
    """Return a claim in place of those of a module, whose page raises what its import raised."""

    def write(script: Script) -> None:
        """Stand for the claims of a module that cannot be imported."""
        raise problem

    name = module.rpartition(".")[2]
    identifier = f"module-{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}"
    source = Citation(f"{name}.py", "import")
    return Claim(identifier, f"The claims of {name}.py", source, "proved", write, module=module, unread=True)


def register_unread_file(origin: Origin, why: str) -> None:
    """Register a claim in place of those of a file that cannot be loaded, called as the file is."""

    def write(script: Script) -> None:
        """Stand for the claims of a file that cannot be loaded."""
        raise Unwritten(told)

    name = relative_path(origin.file)
    told = f"{name} cannot be loaded: {why}"
    _add(Claim(name, f"The theorems of {name}", Citation(name, "import"), "proved", write, origin=origin, unread=True))


def claims() -> dict[str, Claim]:
    """Return all claims that the kernel decides, by id, in the order of their modules.

    >>> claims()["cauchy-schwarz"].title
    'Cauchy–Schwarz inequality'
    """
    load()
    return dict(_registry)


def known_claims() -> Mapping[str, Claim]:
    """The same claims; as long as not all are loaded, each is read when it is asked for."""
    return dict(_registry) if load.cache_info().currsize else LedgerByDemand(by_coq=False)


def known_claims_of_coq() -> Mapping[str, Claim]:
    """The same of the claims that only Coq decides."""
    return dict(_by_coq) if load.cache_info().currsize else LedgerByDemand(by_coq=True)


def own_claims() -> list[Claim]:
    """The theorems that are read and are none of the ledger."""
    return [claim for claim in _registry.values() if claim.origin]


def claims_of_coq() -> dict[str, Claim]:
    """Return the claims that only Coq decides, by id.

    >>> claims_of_coq()["gaussian-kernel-positive"].coq
    'GaussianKernel'
    """
    load()
    return dict(_by_coq)


def suppositions(claim: Claim, cites: Callable[[Claim], Collection[str]]) -> dict[str, str]:
    """Return what a claim and all that it cites suppose and do not discharge, as CLAIM.HYPOTHESIS -> the fact in words.

    `cites` gives the ids that a claim cites; the citation of what is no claim supposes nothing.
    """
    known, found = known_claims(), dict[str, dict[str, str]]()

    def of(claim: Claim) -> dict[str, str]:
        if claim.id not in found:
            parts = [{f"{claim.id}.{hypothesis}": fact for hypothesis, fact in claim.supposes.items()}]
            parts += [of(known[other]) for other in sorted(cites(claim)) if other in known]
            found[claim.id] = {key: fact for part in parts for key, fact in part.items() if key not in claim.discharges}
        return found[claim.id]

    return of(claim)


def format_suppositions(supposed: Mapping[str, str]) -> list[str]:
    """Return each supposed fact once, with the hypotheses that stand for it."""
    by_fact: dict[str, list[str]] = {}
    for name, fact in supposed.items():
        by_fact.setdefault(fact, []).append(name)
    return [f"{fact} ({', '.join(names)})" for fact, names in by_fact.items()]


def find(identifier: str, ledger: Mapping[str, Claim] | None = None) -> Claim:
    """Return the claim with this id, former id or ledger id, of all or some; BadInput with near matches if there is
    none.
    """
    if not isinstance(identifier, str):
        raise BadInput(f"a claim is named by text (got {str(identifier)[:60]!r})")
    for known in (known_claims(), known_claims_of_coq()) if ledger is None else (ledger,):
        with suppress(KeyError):
            return known[identifier]
    known = claims() | claims_of_coq() if ledger is None else ledger
    for names in ("aliases", "ledger"):
        for claim in known.values():
            if identifier in getattr(claim, names):
                return claim
    hint = suggest_name(identifier, known, "`novikoff list` shows all")
    raise BadInput(f"there is no claim named {identifier!r}; {hint}")

"""The ledger of claims: their statements, sources, suppositions and expected verdicts.

A claim is a function in a module of `proofs/claims/`, registered by a decorator of this module; adding a claim needs no
other change. `refuted(..., source=cite(...))` is only for a false statement that the source prints, read as kindly as
its words allow. `refuted(..., near=cite(...))` is for a false statement that the source does not make, such as a
converse or a strengthening of the cited place.

Claims that are registered while a user's file is read (see `set_origin`) have an `origin`, and no name of the ledger.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import _lru_cache_wrapper, cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ...algorithms.command_results import Shown
from ...algorithms.errors import BadInput, suggest_name
from ...algorithms.processes import Expired, OutOfTime, intercept_os_exit
from ...algorithms.source_lines import Place, place_of, relative_path
from .. import kernel
from .bibliography import is_ambiguous, works
from .comparison_guards import forbid_questions

if TYPE_CHECKING:
    from .proof_script import Script

ROLES = {"states": "states the source statement or a part of it",
         "restricts": "states the source statement with a hypothesis that it lacks",
         "denies": "contradicts the source statement or a part of it",
         "corrects": "holds instead, where the source statement is false",
         "follows": "is a consequence of the source statement, or goes with it",
         "lacks": "shows what the source statement needs or leaves open"}
"""The relations between a claim and a source statement."""


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
        hint = suggest_name(key, works(), "add it to the file that `bibliography` in [tool.novikoff] names")
        raise KeyError(f"no bibliography has the work {key!r}; {hint}")
    if is_ambiguous(key):
        raise ValueError(f"{key!r} is another work in the bibliography of novikoff; give yours another key")
    return Citation(key, locator)


Writer = Callable[["Script"], None]  # writes the script of a claim


@dataclass(frozen=True)
class Origin:
    """The place of a user's theorem: its file, its line, and the file of its certificates; or a session."""

    file: Path
    line: int
    certificates: Path
    session: bool = False

    def __str__(self) -> str:
        return str(self.file) if self.session else f"{relative_path(self.file)}, line {self.line}"


@dataclass(frozen=True, repr=False)
class Claim(Shown):
    """One claim. `expected` is the verdict that counts as success; a refuted statement names its correction.

    A hypothesis may be a fact of analysis or existence that the source takes for granted and the script does not
    prove, for example that a maximum is attained. `supposes` maps the names of these hypotheses to the facts in words.
    A claim that cites this one supposes them too, unless it `discharges` them, each written CLAIM.HYPOTHESIS. A claim
    that discharges suppositions has none of its own, so it derives them from the hypotheses of its theorem.

    `adds` maps the names of hypotheses that the source lacks to words. The key "" is for a restriction that the
    statement contains without naming it, such as the least slack in place of any slack.
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
    admitted: str = ""  # why the claim is believed without proof; it and the claims that cite it are then `unknown`
    sizes: int | None = None  # for a claim that is proved only for families with at most this number of members
    supposes: Mapping[str, str] = field(default_factory=dict, hash=False)
    adds: Mapping[str, str] = field(default_factory=dict, hash=False)
    discharges: tuple[str, ...] = ()
    printed: bool = True  # whether the source states it; if not, the source only has a statement near it
    aliases: tuple[str, ...] = ()  # former ids
    coq: str = ""  # for a claim that only Coq decides: the file of `proofs/analysis/` with its proof
    origin: Origin | None = None  # for a user's theorem, which is not in the ledger
    unread: bool = False  # whether it represents the theorems of a file or module that cannot be read

    def in_short(self) -> str:
        return f"{self.id}: {self.title}"

    @property
    def place(self) -> str:
        """Return where the claim is defined, for messages."""
        code = getattr(self.write, "__code__", None)
        return str(self.origin or self.module + (f", line {code.co_firstlineno}" if code else ""))

    @property
    def location(self) -> tuple[str, int]:
        """Return the file, as messages print it, and the line of the definition; ("", 0) if there is none."""
        if self.origin:
            return relative_path(self.origin.file), self.origin.line
        code = getattr(self.write, "__code__", None)
        if code is None or self.write.__module__ != self.module:
            return "", 0
        return relative_path(Path(code.co_filename).resolve()), code.co_firstlineno

    @property
    def begins(self) -> Place | None:
        """Return the line of the definition."""
        file, line = self.location
        return Place(file, line) if file else None

    @property
    def sentence(self) -> str:
        """Return the claim in plain language: the first paragraph of its docstring."""
        return " ".join((self.write.__doc__ or "").split("\n\n")[0].split())

    @property
    def notes(self) -> str:
        """Return the other paragraphs of the docstring: meaning of letters, idea of the proof, remarks."""
        return " ".join(" ".join((self.write.__doc__ or "").split("\n\n")[1:]).split())

    @cached_property
    def script_failure(self) -> OutOfTime | None:
        """Return why the script did not end when it was first run with a limit of time, or None."""
        return None

    @cached_property
    def script(self) -> Script:
        """Return the statement and its derivation. Raises `Unwritten` if the author's function fails."""
        from .proof_script import Script

        try:
            if self.script_failure:
                raise self.script_failure
            script = Script()
            with forbid_questions(), intercept_os_exit():
                self.write(script)
            hypotheses = {*script.assumptions, *(script.run_spec.when if script.run_spec else ())}
            for verb, named in (("supposes", self.supposes), ("adds", self.adds)):
                if unknown := set(named) - hypotheses - {""}:
                    raise ValueError(f"{self.id} {verb} {sorted(unknown)[0]!r}, which is not one of its hypotheses")
            script.require_language()
            if script.in_coq and (not self.coq or script.stated()):
                raise ValueError("only a claim that Coq alone proves may be stated in Coq, and it has no other "
                                 "statement")
            return script.finish()
        except (Unwritten, KeyboardInterrupt):
            raise
        except BaseException as problem:  # also pytest.skip and sys.exit: the other claims are still checked
            if isinstance(problem, Expired):  # it would take as long each time
                problem = OutOfTime(str(problem)).with_traceback(problem.__traceback__)
                vars(self)["script_failure"] = problem
            raise Unwritten(
                f"the script of {self.id} cannot be run: {describe_error(problem, self.begins)}"
            ) from problem


class Unwritten(BadInput):
    """A claim whose script cannot be run, or whose module cannot be imported; the message says where and why."""


class Taken(BadInput):
    """Two claims have the same name; the message gives the name and both places."""


def describe_error(problem: BaseException, otherwise: Place | None = None) -> str:
    """Return an exception on one line, with its place in the author's code, else the place `otherwise`."""
    if isinstance(problem, SyntaxError) and problem.filename in _files():
        return f"{type(problem).__name__}: {problem.msg} ({relative_path(problem.filename)}, line {problem.lineno})"
    at = place_of(problem, _files()) or otherwise
    said = f"{type(problem).__name__}: {problem}" + (f" ({at})" if at else "")
    hint = "; p.vectors and p.reals return lists; for one, write u = p.vector('u') or c = p.real('c')"
    return said + hint * (isinstance(problem, TypeError) and "'list'" in str(problem))


def require_claim(identifier: str, use: str = "to cite") -> Claim:
    """Return a claim that an author names for this use; raise ValueError if there is none."""
    if identifier not in known_claims():
        hint = suggest_name(identifier, known_claims())
        raise ValueError(f"there is no theorem {identifier!r} {use}" + f"; {hint}" * bool(hint))
    return known_claims()[identifier]


@contextmanager
def blame_author(claim: Claim, *more: type[Exception]) -> Iterator[None]:
    """Turn an error in the steps of a user's theorem, which occurs only when its proof is written, into `Unwritten`.
    Turn exceptions of `more` types into `Unwritten`, too.
    """
    kinds: tuple[type[Exception], ...] = (ArithmeticError, LookupError, TypeError, ValueError, kernel.Rejected, *more)
    try:
        yield
    except kinds as problem:
        if isinstance(problem, BadInput) or not claim.origin:
            raise
        why = describe_error(problem, claim.begins)
        raise Unwritten(f"the proof of {claim.id} cannot be written: {why}") from problem


def _files() -> set[str]:
    """Return the files of user-defined theorems."""
    origins = [claim.origin for claim in _registry.values() if claim.origin] + [_reading] * bool(_reading)
    return {str(origin.file) for origin in origins if origin}


CLAIMS = "novikoff.proofs.claims"
ID = r"[a-z0-9]+(-[a-z0-9]+)*"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # not tabs and the ends of lines
MOST_LETTERS = 80  # of an id; the kernel reads 100 of the name of an entry, which adds to the id of its claim
IMPORTED = re.compile(r"^from (\.+)([\w.]+) import", re.MULTILINE)
DEFINED = re.compile(r'^@(theorem|refuted|proved_by_coq)\(\s*"([a-z0-9-]+)"', re.MULTILINE)
_registry: dict[str, Claim] = {}
_by_coq: dict[str, Claim] = {}
_reading: Origin | None = None  # the user's file that is being read
_forget: list[Callable[[], None]] = []
T = TypeVar("T")


def cache_by_claims(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """Cache a function like `functools.cache`, until the set of claims changes."""
    kept = cache(function)
    _forget.append(kept.cache_clear)
    return kept


def register(claim: Claim) -> None:
    """Add a claim. Raises `Taken` if another claim has one of its names, TypeError for a part of the wrong type, and
    ValueError for a contradictory claim.
    """
    if not isinstance(claim.id, str) or not re.fullmatch(ID, claim.id):
        raise ValueError(f"{claim.id!r} is not a claim id: lower-case words joined by hyphens are expected")
    if len(claim.id) > MOST_LETTERS:
        raise ValueError(f"the claim id {claim.id:.40}… has {len(claim.id)} letters; give it at most {MOST_LETTERS}")
    require_types(claim)
    require_free(claim)
    if claim.supposes and claim.discharges:
        raise ValueError(f"{claim.id} has both `supposes` and `discharges`; give one of them")
    if claim.origin and claim.ledger:
        raise ValueError(f"{claim.id} cannot be about rows of the documents; only claims of the ledger may be")
    if claim.coq and _reading:
        raise ValueError(f"{claim.id} cannot be proved by Coq alone; only claims of the ledger may be")
    _add(claim)


def require_types(claim: Claim) -> None:
    """Raise TypeError for a part that is not of its type, and ValueError for text with a control character, which could
    change what a terminal shows of other claims.
    """
    def require(part: str, is_right: bool, expected: str, hint: str = "") -> None:
        if not is_right:
            value = getattr(claim, part)
            given = f"{value!r:.60} ({type(value).__name__})"
            raise TypeError(f"`{part}` of {claim.id} must be {expected}, not {given}{hint}")

    texts = {part: getattr(claim, part) for part in ("title", "says", "missing", "admitted", "corrected")}
    for part, text in texts.items():
        require(part, isinstance(text, str | None if part == "corrected" else str), "text")
    require("source", isinstance(claim.source, Citation), "cite(KEY, PLACE)",
            "; KEY names a work of your bibliography. Without `source`, the theorem cites its own file")
    require("sizes", claim.sizes is None or (type(claim.sizes) is int and claim.sizes >= 0), "a whole number >= 0")
    for part in ("supposes", "adds"):
        words = getattr(claim, part)
        require(part, isinstance(words, Mapping) and all(isinstance(w, str) for item in words.items() for w in item),
                "a dictionary with the name of a hypothesis -> words")
        texts |= {f"{part}[{name!r}]": says for name, says in words.items()}
    for part in ("discharges", "aliases"):
        names = getattr(claim, part)
        require(part, not isinstance(names, str) and all(isinstance(name, str) for name in names), "a list of names")
    for part, text in {**texts, "docstring": claim.write.__doc__}.items():
        if control := CONTROL.search(text or ""):
            raise ValueError(f"`{part}` of {claim.id} contains the control character {control[0]!r}; leave it out")


def names_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return a list of names as a tuple. A single string is not split, so that `register` refuses it."""
    return cast("tuple[str, ...]", names) if isinstance(names, str) else tuple(names)


def require_free(claim: Claim) -> None:
    """Raise `Taken` if another claim has one of its names."""
    names, rows = _names(claim), claim.origin is not None
    known = (*_registry.values(), *_by_coq.values())
    for other in known if rows else [c for c in known if c.aliases or c.id in names]:  # fast
        if other.id in names or not names.isdisjoint(other.aliases) or (rows and not names.isdisjoint(other.ledger)):
            taken = names & {*_names(other), *(other.ledger if rows else ())}
            if not _is_same_module(claim, other):
                raise Taken(f"two claims are named {sorted(taken)[0]!r}: in {other.place} and in {claim.place}; give "
                            "one of them another id")


def is_reading_file() -> bool:
    """Return whether a file of theorems is being read."""
    return _reading is not None


def _add(claim: Claim) -> None:
    (_by_coq if claim.coq else _registry)[claim.id] = claim
    for forget in _forget:
        forget()


def restore_claim(identifier: str, claim: Claim | None) -> None:
    """Replace a claim stated in a session by the claim that had its id before, or remove it if `claim` is None."""
    if claim is not None:
        _add(claim)
    elif _registry.pop(identifier, None):
        for forget in _forget:
            forget()


def _names(claim: Claim) -> set[str]:
    return {claim.id, *claim.aliases}


def _is_same_module(claim: Claim, other: Claim) -> bool:
    """Return whether both claims belong to one module. Reading this module again then replaces its claims.

    A user's file is read only once; in a session a theorem may be stated again.
    """
    again = claim.origin and other.origin and not (claim.origin.session and other.origin.session)
    return claim.module == other.module and not again


def _origin(write: Writer) -> Origin | None:
    """Return the origin of the theorem that is being registered, None for a claim of the ledger."""
    code = getattr(write, "__code__", None)
    if _reading is None or code is None or code.co_filename != str(_reading.file):
        return _reading
    return replace(_reading, line=code.co_firstlineno)


def _source(identifier: str, source: Citation | None, write: Writer) -> Citation:
    """Return the source; a user's theorem without a source cites its own file. Raises ValueError for other claims."""
    if source is not None:
        return source
    if (origin := _origin(write)) is None:
        raise ValueError(f"{identifier} needs exactly one of `source` and `near`")
    return Citation(relative_path(origin.file), f"line {origin.line}")


@contextmanager
def set_origin(origin: Origin) -> Iterator[None]:
    """Give this origin to all claims registered within the block."""
    global _reading
    load()
    before, _reading = _reading, origin
    try:
        yield
    finally:
        _reading = before


@contextmanager
def temporary_claims() -> Iterator[None]:
    """Remove the claims registered within the block when it ends."""
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
    """Return the rows that a claim is about with its role in each, "" for a row without a role.

    Raises ValueError for an unknown role.
    """
    given = dict(ledger) if isinstance(ledger, Mapping) else dict.fromkeys(ledger, "")
    if unknown := set(given.values()) - {*ROLES, ""}:
        raise ValueError(f"{sorted(unknown)[0]!r} is not a role of a claim; roles are {', '.join(ROLES)}")
    return given


def theorem(identifier: str, *, title: str, source: Citation | None = None,
            ledger: Iterable[str] | Mapping[str, str] = (), says: str = "", admitted: str = "",
            sizes: int | None = None, supposes: Mapping[str, str] | None = None, adds: Mapping[str, str] | None = None,
            discharges: Iterable[str] = (), aliases: Iterable[str] = ()) -> Callable[[Writer], Writer]:
    """Register a claim that is to be proved; the decorated function writes its proof script.

    source      where the claim is from; only your own theorem may have none
    ledger      the source statements that the claim is about: ids, or ID -> role, a key of `ROLES`
    says        what the source states, if it differs from the claim
    admitted    why the claim is believed without a proof; then it, and all that rests on it, is `unknown`
    sizes       prove the claim by computation for families of 0, 1, …, `sizes` members; then it, and all that rests on
                it, is `proved-bounded` at best
    supposes    hypotheses that replace facts which the language cannot express: name -> description of the fact
    adds        hypotheses that the source does not state: name -> description
    discharges  suppositions of other claims that this claim proves, each as CLAIM.HYPOTHESIS
    aliases     former ids, which still find the claim

    Raises ValueError for an invalid id and for a claim that contradicts itself, `Taken` for an id in use.

    >>> with temporary_claims():
    ...     @theorem("a-square", title="A square is not negative", source=cite("iml", "nowhere"))
    ...     def a_square(p):
    ...         p.show(conclusion=p.real("a")**2 >= 0)
    ...     find("a-square").expected
    'proved'
    """
    return _registering(identifier, title, source, "proved" if sizes is None else "proved-bounded", ledger, says=says,
                        admitted=admitted, sizes=sizes, supposes=supposes or {}, adds=adds or {},
                        discharges=names_of(discharges), aliases=names_of(aliases))


def refuted(identifier: str, *, title: str, source: Citation | None = None, near: Citation | None = None,
            corrected: str, missing: str, ledger: Iterable[str] | Mapping[str, str] = (),
            aliases: Iterable[str] = ()) -> Callable[[Writer], Writer]:
    """Register a false statement with the claim that corrects it; the decorated function writes its counterexample.

    source      where the statement is printed; otherwise give `near`
    near        a place that has a similar subject, but does not make the statement
    corrected   the id of the claim that holds instead
    missing     the hypothesis or sign that the statement lacks
    ledger, aliases    as for `theorem`

    Raises ValueError if both `source` and `near` are given, and as `theorem` does.

    >>> claims()["smola-mistake-bound-as-printed"].missing
    'γ > 0'
    """
    if source and near:
        raise ValueError(f"{identifier} needs exactly one of `source` and `near`")
    return _registering(identifier, title, source or near, "refuted", ledger, corrected=corrected, missing=missing,
                        printed=near is None, aliases=names_of(aliases))


def proved_by_coq(identifier: str, *, title: str, source: Citation, file: str,
                  ledger: Iterable[str] | Mapping[str, str] = (), says: str = "") -> Callable[[Writer], Writer]:
    """Register a claim that only Coq proves, such as a limit; the decorated function only states it, by
    `p.state_in_coq` if the language has no words for it.

    `file` names the file of `proofs/analysis/` with its proof in Coq. The claim is not in `claims()`, because the
    kernel has no rule for it, and no proof cites it.
    """
    return _registering(identifier, title, source, "proved-by-coq", ledger, says=says, coq=file)


def _registering(identifier: str, title: str, source: Citation | None, expected: str,
                 ledger: Iterable[str] | Mapping[str, str], **more: Any) -> Callable[[Writer], Writer]:
    """Return the decorator that registers a claim; `more` has further fields of the claim."""

    def register_claim(write: Writer) -> Writer:
        cited, roles = _source(identifier, source, write), parse_roles(ledger)
        register(Claim(identifier, title, cited, expected, write, roles, module=write.__module__,
                       origin=_origin(write), **more))
        return write

    return register_claim


@cache
def load() -> None:
    """Import every module of `proofs/claims/`; a module that cannot be imported gets a claim that reports the error.

    The claims are then in the order of `claim_index`, independent of the order in which they were loaded.
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
    """Return the ids of the ledger, each with its module and whether only Coq decides it; import no module.

    The order is the order in which `load` defines the claims: by module, imported modules first.
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
    """The claims of the kernel, or those of Coq, each imported on first use, and the theorems of users' files."""

    def __init__(self, by_coq: bool) -> None:
        self.by_coq: bool = by_coq
        self.read: dict[str, Claim] = _by_coq if by_coq else _registry

    def __getitem__(self, identifier: str) -> Claim:
        """Import and return a claim; if its module fails, import all, so that the error is reported as usual."""
        if identifier not in self.read and identifier in self:
            try:
                importlib.import_module(claim_index()[identifier][0])
            except (Exception, SystemExit):
                load()
        return self.read[identifier]

    def __contains__(self, identifier: object) -> bool:
        """Return whether a string is the id of one of these claims; import nothing."""
        in_index = isinstance(identifier, str) and claim_index().get(identifier, ("", None))[1] is self.by_coq
        return in_index or identifier in self.read

    def __iter__(self) -> Iterator[str]:
        listed = [identifier for identifier, (_, by_coq) in claim_index().items() if by_coq is self.by_coq]
        return iter(dict.fromkeys([*listed, *self.read]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def make_unread_claim(module: str, problem: BaseException) -> Claim:
    """Return a claim for a module that cannot be imported; its script raises the error of the import."""

    def write(script: Script) -> None:
        """Stand for the claims of a module that cannot be imported."""
        raise problem

    name = module.rpartition(".")[2]
    identifier = f"module-{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}"
    source = Citation(f"{name}.py", "import")
    return Claim(identifier, f"The claims of {name}.py", source, "proved", write, module=module, unread=True)


def register_unread_file(origin: Origin, why: str) -> None:
    """Register a claim for a file that cannot be loaded, named like the file."""

    def write(script: Script) -> None:
        """Stand for the claims of a file that cannot be loaded."""
        raise Unwritten(message)

    name = relative_path(origin.file)
    message = f"{name} cannot be loaded: {why}"
    _add(Claim(name, f"The theorems of {name}", Citation(name, "import"), "proved", write, origin=origin, unread=True))


def claims() -> dict[str, Claim]:
    """Return all claims that the kernel decides, by id, in the order of their modules.

    >>> claims()["cauchy-schwarz"].title
    'Cauchy–Schwarz inequality'
    """
    load()
    return dict(_registry)


def known_claims() -> Mapping[str, Claim]:
    """Return the claims of the kernel by id; unless all are loaded, each is imported on first use."""
    return dict(_registry) if load.cache_info().currsize else LedgerByDemand(by_coq=False)


def known_claims_of_coq() -> Mapping[str, Claim]:
    """Return the claims of Coq by id; unless all are loaded, each is imported on first use."""
    return dict(_by_coq) if load.cache_info().currsize else LedgerByDemand(by_coq=True)


def own_claims() -> list[Claim]:
    """Return the registered user-defined theorems."""
    return [claim for claim in _registry.values() if claim.origin]


def claims_of_coq() -> dict[str, Claim]:
    """Return the claims that only Coq decides, by id.

    >>> claims_of_coq()["gaussian-kernel-positive"].coq
    'GaussianKernel'
    """
    load()
    return dict(_by_coq)


def suppositions(claim: Claim, cites: Callable[[Claim], Collection[str]]) -> dict[str, str]:
    """Return the undischarged suppositions of a claim and of its citations, as CLAIM.HYPOTHESIS -> the fact in words.

    `cites` returns the ids that a claim cites; an unknown id supposes nothing.
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
    """Return each supposed fact once, with the names of the hypotheses that state it."""
    by_fact: dict[str, list[str]] = {}
    for name, fact in supposed.items():
        by_fact.setdefault(fact, []).append(name)
    return [f"{fact} ({', '.join(names)})" for fact, names in by_fact.items()]


def find(identifier: str, ledger: Mapping[str, Claim] | None = None) -> Claim:
    """Return the claim with this id, former id or ledger id, among all claims or those in `ledger`.

    Raises `BadInput`, which suggests similar ids, if there is none.
    """
    if not isinstance(identifier, str):
        raise BadInput(f"a claim must be named by text (got {str(identifier)[:60]!r})")
    for known in (known_claims(), known_claims_of_coq()) if ledger is None else (ledger,):
        with suppress(KeyError):
            return known[identifier]
    known = claims() | claims_of_coq() if ledger is None else ledger
    for names in ("aliases", "ledger"):
        for claim in known.values():
            if identifier in getattr(claim, names):
                return claim
    if os.path.isfile(identifier):
        raise BadInput(f"{identifier} is not a theorem file; the name of a theorem file ends in .py")
    hint = suggest_name(identifier, known, "`novikoff list -k WORD` finds claims by words")
    raise BadInput(f"there is no claim named {identifier!r}; {hint}")

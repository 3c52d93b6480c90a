"""Earlier verdicts in the user's cache folder, reused while nothing has changed that they depend on.

Only an expected verdict is kept, if no engine disagrees and none was stopped. (An engine that gives up will give up
each time, because its limits count work.) A verdict is reused if all of these are, byte for byte, unchanged:

* all files of the package except claims: kernel, language, search, update rules, stored models;
* Python, and the versions of the libraries that search, compute or give opinions;
* the file of the claim, the files of all claims that its proof cites directly or indirectly, and the files of claims
  that these import;
* for a user-defined theorem, in place of its file: its statement, its proof, its metadata and its stored results.

A cache file is trusted like the package, because the same user can write both. A checksum detects a damaged or renamed
file. A file that another user owns or can write is not read.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from functools import cached_property
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import other_writers, write_whole
from ..statements.registry import CLAIMS, Citation, Claim, claims, claims_of_coq, own_claims
from .outcomes import Outcome, Trust

Json = Any
SCHEMA = "novikoff verdicts 2"
PACKAGE = Path(__file__).parents[2]
PLACE = "proofs/claims/"  # the folder of claims in the package
LIBRARIES = ("clarabel", "cvc5", "mpmath", "numpy", "python-flint", "scipy", "sympy", "z3-solver")
FILES = 8  # states of the program for which verdicts are kept: the last ones used
OWN = 2000  # user-defined theorems that are kept with one state
UNSAID = ("write", "origin")  # fields of a claim that its JSON leaves out
IMPORTED = re.compile(r"^[^\S\n]*from[^\S\n]+(\.+)([\w.]*)[^\S\n]+import[^\S\n]+(\([^)]*\)|[^\n]*)", re.MULTILINE)


def cache_folder() -> Path | None:
    """Return the folder that NOVIKOFF_CACHE names, or by default a folder in the user's cache folder. Returns None if
    NOVIKOFF_CACHE is "off", and in CI, where everything is checked again."""
    given = os.environ.get("NOVIKOFF_CACHE", "")
    if given == "off" or os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    if given:
        return Path(given)
    usual = Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    caches = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # the user has no home folder
        return (Path(caches) if Path(caches).is_absolute() else usual.expanduser()) / "novikoff"
    return None


def source_digests() -> dict[str, str]:
    """Return a digest of each file of the package, except compiled files, by its path in the package.

    >>> len(source_digests()["proofs/kernel.py"])
    64
    """
    found = {}
    for place, folders, files in os.walk(PACKAGE, followlinks=True):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            path = Path(place, name)
            found[path.relative_to(PACKAGE).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def is_stale_bytecode(name: str) -> bool:
    """Return whether Python may have run an older version of a file of the package. Python compares sources by time in
    whole seconds. So a compiled file may belong to an earlier version of its source from the same second."""
    path = PACKAGE / name
    if path.suffix != ".py" or not (compiled := Path(cache_from_source(path))).exists():
        return False
    about = path.stat()
    if compiled.stat().st_mtime_ns > about.st_mtime_ns:
        return False
    noted = compiled.read_bytes()[8:16]  # the second and the size of its source
    return noted == b"".join((n % 2**32).to_bytes(4, "little") for n in (about.st_mtime_ns // 10**9, about.st_size))


def digest(data: Json) -> str:
    """Return a digest of data as JSON."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def versions() -> list[str]:
    """Return the versions of Python and of the libraries that search, compute or give opinions."""
    from importlib.metadata import PackageNotFoundError, version

    found = [sys.version, str(sys.flags.optimize)]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return found


def is_of_claims(name: str) -> bool:
    """Return whether a file contains claims; then only the claims in it, and claims that cite or import it, depend on
    it."""
    return name.startswith(PLACE) and name.endswith(".py") and not name.endswith("/__init__.py")


class Kept:
    """The verdicts for one state of the program and one choice of engines. Make it before importing any module that
    decides verdicts, so that the digests are the digests of the running code."""

    def __init__(self, place: Path, engines: Iterable[str], *, forget: bool = False) -> None:
        """Read the cache file, unless `forget`; an unreadable file counts as empty."""
        self.sources: dict[str, str] = source_digests()
        others = {name: said for name, said in self.sources.items() if not is_of_claims(name)}
        state = digest([SCHEMA, versions(), sorted(engines), others])
        self.place = place
        self.file: Path = place / f"verdicts-{state[:40]}.json"
        self.listing: str = digest(self.sources)
        self.data: Json = {} if forget else read_cache_file(self.file)
        self.units: dict[str, str] = {}

    # --- earlier verdicts ---

    @cached_property
    def ledger(self) -> tuple[dict[str, Claim], dict[str, Claim]] | None:
        """Return the claims of the ledger and the claims of Coq without scripts; None if a file has changed."""
        if self.data.get("listing") != self.listing:
            return None
        known, by_coq = ([_claim_from_json(data) for data in self.data[part]] for part in ("claims", "by_coq"))
        return {claim.id: claim for claim in known}, {claim.id: claim for claim in by_coq}

    def recall(self, known: Mapping[str, Claim], wanted: Iterable[str]) -> dict[str, Outcome]:
        """Return the outcomes of the claims for which a complete verdict is kept and still valid."""
        found = {i: self.outcome(known[i]) for i in wanted if i in known}
        return {i: o for i, o in found.items() if o and self.data["verdicts"][_cache_key(o.claim)]["whole"]}

    def outcome(self, claim: Claim) -> Outcome | None:
        """Return the kept outcome of a claim, if it is still valid."""
        record = self.data.get("verdicts", {}).get(_cache_key(claim))
        with suppress(LookupError, TypeError, AttributeError):  # malformed data
            if record and self.counts(record) and (found := _outcome_from_json(claim, record)).as_expected:
                return found
        return None

    def counts(self, record: Json) -> bool:
        """Return whether everything that a record depends on is unchanged."""
        return all(self.today(name) == said for name, said in record["needs"].items())

    # --- dependencies ---

    def today(self, name: str) -> str:
        """Return the current digest of a file of claims or of a user-defined theorem; "" if there is none."""
        if name not in self.units:
            self.units[name] = self.of_file(name) if is_of_claims(name) else self.of_own(name)
        return self.units[name]

    def of_file(self, name: str) -> str:
        """Return the digest of a file of claims and of all files of claims that it imports, also indirectly."""
        needed, todo = set[str](), [name] * (name in self.sources)
        while todo:
            one = todo.pop()
            if one not in needed:
                needed.add(one)
                todo += imported_files(one, (PACKAGE / one).read_text(encoding="utf-8"), self.sources)
        return digest(sorted((one, self.sources[one]) for one in needed)) if needed else ""

    def of_own(self, name: str) -> str:
        """Return the digest of a user-defined theorem: its statement, proof, metadata and stored model."""
        from ..search.previous_certificates import entry_of
        from .entry_building import statements_of
        from .stored_certificates import user_evidence

        if (claim := self.own.get(name)) is None or claim.origin is None:
            return ""
        try:
            model = user_evidence(claim.origin.certificates, "models").get(claim.id)
            said = _claim_to_json(claim)
            del said["source"]  # it contains the line
            return digest([said, statements_of(claim), script_to_json(claim.script), model, entry_of(claim)])
        except Exception:  # the check of the claim reports any error
            return ""

    @cached_property
    def own(self) -> dict[str, Claim]:
        """Return the loaded user-defined theorems by source unit."""
        return {source_unit(claim): claim for claim in own_claims()}

    # --- new verdicts ---

    def keep(self, outcomes: Mapping[str, Outcome], cited: Mapping[str, Collection[str]],
             whole: Collection[str]) -> None:
        """Keep the expected outcomes for which no engine was stopped, with their dependencies.

        `cited` has the citations of each claim, `whole` the claims for which a model was seen. If a file of the package
        has changed during the check, nothing is kept, because either version may have run. If the file cannot be
        written, a note is printed.
        """
        known, new = claims(), dict[str, Json]()
        known_before = self.recall(known, outcomes)
        for identifier in [i for i in outcomes if i not in known_before]:
            o = outcomes[identifier]
            units = {source_unit(known[i]) for i in (identifier, *cited[identifier])}
            needs = {name: self.today(name) for name in sorted(units)}
            answered = all(said in ("agrees", "unknown") for said in o.opinions.values())
            if o.as_expected and answered and all(needs.values()):
                new[_cache_key(o.claim)] = {"needs": needs, "whole": identifier in whole, **_outcome_to_json(o)}
        if not new:
            return
        if source_digests() != self.sources or any(map(is_stale_bytecode, self.sources)):
            print("novikoff: no verdict is kept, because the package has changed during the check", file=sys.stderr)
            return
        before = read_cache_file(self.file).get("verdicts", {}).items()  # another process may have added something
        old = {name: each for name, each in before if name not in new and ("::" in name or self.counts(each))}
        too_many = sum("::" in name for name in (*old, *new)) - OWN
        for name in [name for name in old if "::" in name][: max(0, too_many)]:
            del old[name]
        ledger = [_claim_to_json(claim) for claim in known.values() if not claim.origin]
        by_coq = [_claim_to_json(claim) for claim in claims_of_coq().values()]
        write_cache_file(
            self.file, {"listing": self.listing, "claims": ledger, "by_coq": by_coq, "verdicts": {**old, **new}}
        )
        for file in sorted(self.place.glob("verdicts-*.json"), key=lambda file: file.stat().st_mtime)[:-FILES]:
            file.unlink(missing_ok=True)


def read_failures(place: Path) -> list[str]:
    """Return the claims with an unexpected verdict in their last check from the current folder."""
    return list(read_cache_file(_failures_file(place)).get("failed", ()))


def write_failures(place: Path, outcomes: Iterable[Outcome]) -> None:
    """Record which of these outcomes are unexpected, and remove the expected ones from the record."""
    said = {o.claim.id: o.as_expected for o in outcomes}
    before = read_failures(place)
    now = [i for i in before if i not in said] + [i for i, as_expected in said.items() if not as_expected]
    if now != before:
        write_cache_file(_failures_file(place), {"failed": now})


def _failures_file(place: Path) -> Path:
    return place / f"failed-{digest(str(Path.cwd()))[:40]}.json"


# --- names, and data ------------------------------------------------------------------------------


def source_unit(claim: Claim) -> str:
    """Return the unit that must be unchanged for a verdict: the file of a claim, or one user-defined theorem.

    >>> source_unit(claims()["cauchy-schwarz"])
    'proofs/claims/inner_products/cauchy_schwarz.py'
    """
    if claim.origin:
        return f"{claim.origin.file}::{claim.id}"
    return f"{PLACE}{claim.module.removeprefix(CLAIMS + '.').replace('.', '/')}.py"


def _cache_key(claim: Claim) -> str:
    return source_unit(claim) if claim.origin else claim.id


def imported_files(name: str, text: str, known: Collection[str]) -> set[str]:
    """Return the files of claims in `known` that a file imports by relative imports.

    >>> files = ["proofs/claims/a/b.py", "proofs/claims/c/d.py", "proofs/claims/c/e.py"]
    >>> sorted(imported_files(files[0], "from ..c.d import (\\n    x,\\n)\\nfrom ..c import e, f\\n", files))
    ['proofs/claims/c/d.py', 'proofs/claims/c/e.py']
    """
    found = set()
    for dots, module, names in IMPORTED.findall(text):
        home = "/".join([*name.split("/")[: -len(dots)], *filter(None, module.split("."))])
        parts = [home, *(f"{home}/{part}" for part in re.findall(r"\w+", names))]
        found |= {f"{part}.py" for part in parts if f"{part}.py" in known and part.startswith(PLACE)}
    return found


def script_to_json(data: Any) -> Json:
    """Return the content of a script as data, without the lines of its steps."""
    from ..statements.expressions import Written

    if is_dataclass(data):
        return [type(data).__name__, *(script_to_json(getattr(data, f.name)) for f in fields(data) if f.compare)]
    if isinstance(data, Written):
        return ["vector" if data.is_vector else "number", script_to_json(data.term)]
    if isinstance(data, Mapping):
        return [[str(name), script_to_json(value)] for name, value in data.items()]
    if isinstance(data, list | tuple):
        return [script_to_json(each) for each in data]
    return repr(data)


def _claim_to_json(claim: Claim) -> Json:
    said = {f.name: getattr(claim, f.name) for f in fields(Claim) if f.name not in UNSAID}
    return {**said, "source": asdict(claim.source)}


def _claim_from_json(data: Json) -> Claim:
    lists = {name: tuple(data[name]) for name in ("discharges", "aliases")}
    return Claim(**{**data, **lists, "source": Citation(**data["source"])}, write=_refuse_script)


def _refuse_script(script: Any) -> None:
    raise LookupError("only the ledger has the scripts of claims")


def _outcome_to_json(outcome: Outcome) -> Json:
    said = ("verdict", "engines", "rests_on", "entry", "cost", "parts")
    return {**{name: getattr(outcome, name) for name in said}, "trust": outcome.trust.json()}


def _outcome_from_json(claim: Claim, record: Json) -> Outcome:
    said = {name: record[name] for name in ("verdict", "engines", "rests_on", "entry", "cost")}
    parts, trust = tuple(record["parts"]), Trust(**record["trust"])
    return Outcome(claim, seconds=0.0, **said, parts=parts, trust=trust, reused=True)


# --- files ----------------------------------------------------------------------------------------


def read_cache_file(file: Path) -> Json:
    """Return the data of a file, {} if there is none. A file that is damaged, or that another user can write, is
    deleted with a note."""
    try:
        others = other_writers(file)
        text = file.read_text(encoding="utf-8")
    except OSError:
        return {}
    except ValueError:
        text = ""
    head, _, body = text.partition("\n")
    if not others and head == file_header(file.name, body):
        found: Json = json.loads(body)
        return found
    print(f"novikoff: {file} is damaged, or another user can write it; it is deleted", file=sys.stderr)
    with suppress(OSError):
        file.unlink()
    return {}


def write_cache_file(file: Path, data: Json) -> None:
    """Write a file completely, readable only by its owner; print a note if it cannot be written."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, f"{file_header(file.name, body)}\n{body}", private=True)
    except (OSError, BadInput) as problem:
        print(f"novikoff: verdicts cannot be kept: {problem}", file=sys.stderr)


def file_header(name: str, body: str) -> str:
    """Return the first line of a file: the format, and a checksum of its name and content. The name contains the state
    of the program and the engines, so a renamed file is not valid."""
    bound = f"{name}\n{body}".encode()
    return f"{SCHEMA} {hashlib.sha256(bound).hexdigest()}"

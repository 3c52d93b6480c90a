"""Verdicts that were given before, kept in the user's cache folder, and given again while nothing has changed that
decides on them.

Main definitions:
    cache_folder  where they are kept; None if they are not to be kept
    source_digests  a digest of each file of the package
    Kept       what is kept for one state of the program and one choice of engines
    read_failures  the claims that were not as expected when they were last checked

Only a verdict that is the expected one is kept, with nothing against it, and none for which an engine was stopped; one
that gave up does so each time, as it counts its resources. It is given again if the following are, byte for byte, what
they were when it was given:

* all files of the package that are no claims: kernel, language, search, update rules, stored models;
* Python, and the versions of the libraries that search, compute or give opinions;
* the file of the claim, those of all claims that its proof cites, through whatever they cite, and those of claims that
  these import; of a user's theorem, which is read again each time, what it states, its proof, what is said of
  it and what is stored beside its file, instead of that file.

A file here is trusted as the package is that lies in another folder of the same user: whoever can write it can write
that. A checksum notices what is damaged or has another file's name, and what another user owns or can write is not
read.
"""

from __future__ import annotations

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
PLACE = "proofs/claims/"  # of the files of claims, in the package
LIBRARIES = ("clarabel", "cvc5", "mpmath", "numpy", "python-flint", "scipy", "sympy", "z3-solver")
FILES = 8  # states of the program for which verdicts are kept: those used last
OWN = 2000  # users' theorems that are kept with one state
UNSAID = ("write", "origin")  # what data on a claim does not have
IMPORTED = re.compile(r"^[^\S\n]*from[^\S\n]+(\.+)([\w.]*)[^\S\n]+import[^\S\n]+(\([^)]*\)|[^\n]*)", re.MULTILINE)


def cache_folder() -> Path | None:
    """Return the folder that NOVIKOFF_CACHE names, or that of the user's caches; None if that is "off", and where CI is
    set, since there everything is checked again.
    """
    given = os.environ.get("NOVIKOFF_CACHE", "")
    if given == "off" or os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    if given:
        return Path(given)
    usual = Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    caches = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # nobody has no home
        return (Path(caches) if Path(caches).is_absolute() else usual.expanduser()) / "novikoff"
    return None


def source_digests() -> dict[str, str]:
    """Return a digest of each file of the package, but of compiled ones, by its place in the package.

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
    """Did Python perhaps run an older version of a file of the package? A compiled file counts for all versions of one
    second, so that it may have been made before the last of them.
    """
    path = PACKAGE / name
    if path.suffix != ".py" or not (compiled := Path(cache_from_source(path))).exists():
        return False
    about = path.stat()
    if compiled.stat().st_mtime_ns > about.st_mtime_ns:
        return False
    noted = compiled.read_bytes()[8:16]  # the second and the size of what it was made of
    return noted == b"".join((n % 2**32).to_bytes(4, "little") for n in (about.st_mtime_ns // 10**9, about.st_size))


def digest(data: Json) -> str:
    """Return a digest of data as JSON."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def versions() -> list[str]:
    """Python, and the libraries that search, compute or give opinions."""
    from importlib.metadata import PackageNotFoundError, version

    found = [sys.version, str(sys.flags.optimize)]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return found


def is_of_claims(name: str) -> bool:
    """Is it a file of claims, on which only those depend that are in it, cite these or import it?"""
    return name.startswith(PLACE) and name.endswith(".py") and not name.endswith("/__init__.py")


class Kept:
    """What is kept for one state of the program and one choice of engines. It is to be made before anything is imported
    that decides, so that what runs is what is digested.
    """

    def __init__(self, place: Path, engines: Iterable[str], *, forget: bool = False) -> None:
        """Look into the folder, unless all is to be forgotten; what cannot be read there is nothing."""
        self.sources: dict[str, str] = source_digests()
        others = {name: said for name, said in self.sources.items() if not is_of_claims(name)}
        state = digest([SCHEMA, versions(), sorted(engines), others])
        self.place, self.file, self.listing = place, place / f"verdicts-{state[:40]}.json", digest(self.sources)
        self.data: Json = {} if forget else read_cache_file(self.file)
        self.units: dict[str, str] = {}

    # --- what was said before ---

    @cached_property
    def ledger(self) -> tuple[dict[str, Claim], dict[str, Claim]] | None:
        """The claims of the ledger, and those for Coq alone, as data without scripts; None if a file has changed."""
        if self.data.get("listing") != self.listing:
            return None
        known, by_coq = ([claim_from_json(data) for data in self.data[part]] for part in ("claims", "by_coq"))
        return {claim.id: claim for claim in known}, {claim.id: claim for claim in by_coq}

    def recalled(self, known: Mapping[str, Claim], wanted: Iterable[str]) -> dict[str, Outcome]:
        """The outcomes of those claims on which a whole verdict is kept that counts today."""
        found = {i: self.outcome(known[i]) for i in wanted if i in known}
        return {i: o for i, o in found.items() if o and self.data["verdicts"][cache_key(o.claim)]["whole"]}

    def outcome(self, claim: Claim) -> Outcome | None:
        """The outcome that is kept on a claim, if it counts today."""
        record = self.data.get("verdicts", {}).get(cache_key(claim))
        with suppress(LookupError, TypeError, AttributeError):  # as of data that others have made
            if record and self.counts(record) and (found := outcome_from_json(claim, record)).as_expected:
                return found
        return None

    def counts(self, record: Json) -> bool:
        """Is all on which it rests what it was?"""
        return all(self.today(name) == said for name, said in record["needs"].items())

    # --- what decides on it ---

    def today(self, name: str) -> str:
        """The digest of a file of claims, or of a user's theorem; "" if there is none today."""
        if name not in self.units:
            self.units[name] = self.of_file(name) if is_of_claims(name) else self.of_own(name)
        return self.units[name]

    def of_file(self, name: str) -> str:
        """The digest of a file of claims and of those that it imports, through whatever they import."""
        needed, todo = set[str](), [name] * (name in self.sources)
        while todo:
            one = todo.pop()
            if one not in needed:
                needed.add(one)
                todo += imported_files(one, (PACKAGE / one).read_text(encoding="utf-8"), self.sources)
        return digest(sorted((one, self.sources[one]) for one in needed)) if needed else ""

    def of_own(self, name: str) -> str:
        """The digest of a user's theorem: what it says and how it is proved, and its stored model."""
        from ..search.previous_certificates import entry_of
        from .entries import statements_of
        from .stored_book import user_evidence

        if (claim := self.own.get(name)) is None or claim.origin is None:
            return ""
        try:
            model = user_evidence(claim.origin.certificates, "models").get(claim.id)
            said = {
                name: value for name, value in claim_to_json(claim).items() if name != "source"
            }  # which has the line
            return digest([said, statements_of(claim), script_to_json(claim.script), model, entry_of(claim)])
        except Exception:  # whatever is wrong with it, it is told where the claim is checked
            return ""

    @cached_property
    def own(self) -> dict[str, Claim]:
        """Users' theorems that are read."""
        return {source_unit(claim): claim for claim in own_claims()}

    # --- what is kept ---

    def keep(
        self, outcomes: Mapping[str, Outcome], cited: Mapping[str, Collection[str]], whole: Collection[str]
    ) -> None:
        """Keep those that are as expected, and on which no engine was stopped, with what they rest on: `cited` has all
        that each cites, `whole` those for which a model was seen. Nothing is kept if a file of the package has changed
        meanwhile, as nobody knows which one was read. That it cannot be written is told, and no failure.
        """
        known, new = claims(), dict[str, Json]()
        known_before = self.recalled(known, outcomes)
        for identifier in [i for i in outcomes if i not in known_before]:
            o = outcomes[identifier]
            units = {source_unit(known[i]) for i in (identifier, *cited[identifier])}
            needs = {name: self.today(name) for name in sorted(units)}
            answered = all(said in ("agrees", "unknown") for said in o.opinions.values())
            if o.as_expected and answered and all(needs.values()):
                new[cache_key(o.claim)] = {"needs": needs, "whole": identifier in whole, **outcome_to_json(o)}
        if not new:
            return
        if source_digests() != self.sources or any(map(is_stale_bytecode, self.sources)):
            print("novikoff: nothing is kept, as the package has changed while it was running", file=sys.stderr)
            return
        before = read_cache_file(self.file).get("verdicts", {}).items()  # another process may have added something
        old = {name: each for name, each in before if name not in new and ("::" in name or self.counts(each))}
        too_many = sum("::" in name for name in (*old, *new)) - OWN
        for name in [name for name in old if "::" in name][: max(0, too_many)]:
            del old[name]
        ledger = [claim_to_json(claim) for claim in known.values() if not claim.origin]
        by_coq = [claim_to_json(claim) for claim in claims_of_coq().values()]
        write_cache_file(
            self.file, {"listing": self.listing, "claims": ledger, "by_coq": by_coq, "verdicts": {**old, **new}}
        )
        for file in sorted(self.place.glob("verdicts-*.json"), key=lambda file: file.stat().st_mtime)[:-FILES]:
            file.unlink(missing_ok=True)


def read_failures(place: Path) -> list[str]:
    """Return the claims that were not as expected when they were last checked from the current folder."""
    return list(read_cache_file(failures_file(place)).get("failed", ()))


def write_failures(place: Path, outcomes: Iterable[Outcome]) -> None:
    """Note which of these are not as expected, and that others are."""
    said = {o.claim.id: o.as_expected for o in outcomes}
    before = read_failures(place)
    now = [i for i in before if i not in said] + [i for i, as_expected in said.items() if not as_expected]
    if now != before:
        write_cache_file(failures_file(place), {"failed": now})


def failures_file(place: Path) -> Path:
    """Return the file of what was not as expected in the current folder."""
    return place / f"failed-{digest(str(Path.cwd()))[:40]}.json"


# --- names, and data ------------------------------------------------------------------------------


def source_unit(claim: Claim) -> str:
    """Return what has to be as it was for a verdict to count: the file of a claim of the ledger; a theorem of
    a user's.

    >>> source_unit(claims()["cauchy-schwarz"])
    'proofs/claims/inner_products/cauchy_schwarz.py'
    """
    if claim.origin:
        return f"{claim.origin.file}::{claim.id}"
    return f"{PLACE}{claim.module.removeprefix(CLAIMS + '.').replace('.', '/')}.py"


def cache_key(claim: Claim) -> str:
    """Return the name of what is kept on a claim."""
    return source_unit(claim) if claim.origin else claim.id


def imported_files(name: str, text: str, known: Collection[str]) -> set[str]:
    """Return the files among those known that the text of a file imports, by relative imports, as all modules here.

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
    """Return all that a script has, as data, but for the lines on which its steps are."""
    from ..statements.expressions import Written, is_sympy

    if is_dataclass(data):
        return [type(data).__name__, *(script_to_json(getattr(data, f.name)) for f in fields(data) if f.compare)]
    if isinstance(data, Written):
        return ["vector" if data.is_vector else "number", script_to_json(data.term)]
    if isinstance(data, Mapping):
        return [[str(name), script_to_json(value)] for name, value in data.items()]
    if isinstance(data, list | tuple):
        return [script_to_json(each) for each in data]
    if is_sympy(data):
        from sympy import srepr

        return srepr(data)
    return repr(data)


def claim_to_json(claim: Claim) -> Json:
    """Return what is said of a claim, as data."""
    said = {f.name: getattr(claim, f.name) for f in fields(Claim) if f.name not in UNSAID}
    return {**said, "source": asdict(claim.source)}


def claim_from_json(data: Json) -> Claim:
    """Return a claim from data, without what writes its script."""
    lists = {name: tuple(data[name]) for name in ("discharges", "aliases")}
    return Claim(**{**data, **lists, "source": Citation(**data["source"])}, write=refuse_script)


def refuse_script(script: Any) -> None:
    """In place of what writes a script: that is to be looked for in the ledger."""
    raise LookupError("only the ledger has the scripts of claims")


def outcome_to_json(outcome: Outcome) -> Json:
    """Return an outcome that is as expected, as data."""
    said = ("verdict", "engines", "rests_on", "entry", "cost", "parts")
    return {**{name: getattr(outcome, name) for name in said}, "trust": outcome.trust.json()}


def outcome_from_json(claim: Claim, record: Json) -> Outcome:
    """Return the outcome that was kept. It took no time."""
    said = {name: record[name] for name in ("verdict", "engines", "rests_on", "entry", "cost")}
    parts, trust = tuple(record["parts"]), Trust(**record["trust"])
    return Outcome(claim, seconds=0.0, **said, parts=parts, trust=trust, reused=True)


# --- files ----------------------------------------------------------------------------------------


def read_cache_file(file: Path) -> Json:
    """Return what was written, {} if nothing was. What is not whole, or what another user could have written, is
    dropped, with a note.
    """
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
    print(f"novikoff: {file} is damaged, or another user can write it; it is dropped", file=sys.stderr)
    with suppress(OSError):
        file.unlink()
    return {}


def write_cache_file(file: Path, data: Json) -> None:
    """Write it as a whole, for its owner alone; that it cannot be written is told."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, f"{file_header(file.name, body)}\n{body}", private=True)
    except (OSError, BadInput) as problem:
        print(f"novikoff: verdicts cannot be kept: {problem}", file=sys.stderr)


def file_header(name: str, body: str) -> str:
    """Return the first line of a file: the format, and a checksum of its name and the rest. The name has the state of
    the program and the engines, so that verdicts of another state do not count under it.
    """
    bound = f"{name}\n{body}".encode()
    return f"{SCHEMA} {hashlib.sha256(bound).hexdigest()}"

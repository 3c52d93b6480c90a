"""Repeat the audits of docs/dev/audits.md with other seeds, and compare the verdicts.

    python -m benchmarks.audit_seeds [--seeds N] [-k WORD] [--notes FILE] [--result FILE]

The program audits each class with the seeds from 0 to N − 1 (default: 50), in its own process. `-k` selects classes by
a part of their name. It notes each audit in FILE (default: build/audit-seeds.jsonl); after Ctrl-C the same command goes
on from there. It does not use notes of other sources of the audit, or of another version of the package. Progress goes
to stderr, the table with all differences to stdout. `--result` also writes the table as JSON:
docs/dev/testing.md quotes benchmarks/audit_seeds.json. The exit status is 1 if a seed has another verdict than seed 0.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from metatests.audits_page_writer import AUDITS, EXAMPLES
from novikoff.properties import audit as package
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.profiles import load_profiles, version_of

SEEDS = 50
NOTES = Path("build/audit-seeds.jsonl")
Verdicts = Mapping[str, str]


def digest() -> str:
    """Return a digest of the sources of the audit."""
    files = sorted(Path(package.__file__).parent.rglob("*.py"))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def verdicts(target: str, params: Mapping[str, Any], seed: int) -> Verdicts:
    """Return {check: verdict} of the audit with this seed; an unexpected verdict is marked."""
    found = audit(target, params, examples=EXAMPLES, seed=seed, within=run_directly)
    marks = {"ok": "", "failed": " (FAILED)", "error": " (FAILED)", "inconclusive": " (inconclusive)"}
    return {finding.id: finding.verdict + marks[finding.status] for finding in found.findings}


def differences(verdicts_of: Mapping[int, Verdicts]) -> Iterator[str]:
    """Yield a line for each check whose verdict differs from seed 0, or is not as expected.

    >>> list(differences({0: {"a": "holds"}, 1: {"a": "holds"}, 2: {"a": "raises (FAILED)"}}))
    ['a: holds with seed 0, raises (FAILED) with seed 2']
    """
    first = verdicts_of[0]
    for check, verdict in first.items():
        if verdict.endswith(")"):
            yield f"{check}: {verdict} with seed 0"
    for seed, found in verdicts_of.items():
        for check in [*first, *(found.keys() - first.keys())]:
            if found.get(check) != first.get(check):
                yield f"{check}: {first.get(check)} with seed 0, {found.get(check)} with seed {seed}"


def read_notes(file: Path, sources: str) -> dict[str, Verdicts]:
    """Return the audits that are stored for these sources."""
    lines = file.read_text().splitlines() if file.exists() else []
    notes = [json.loads(line) for line in lines if line.endswith("}")]
    return {note["audit"]: note["verdicts"] for note in notes if note["sources"] == sources}


def compare(seeds: int, word: str, file: Path) -> Iterator[dict[str, Any]]:
    """Yield the number of audits and checks, and the differences, for each class and its parameters."""
    sources = digest()
    known = read_notes(file, sources)
    file.parent.mkdir(parents=True, exist_ok=True)
    chosen = [(target, params) for target, params in AUDITS if word in target]
    begun, done = time.monotonic(), 0
    with file.open("a") as notes:
        for target, params in chosen:
            version, found = version_of(load_profiles()[target].distribution), {}
            for seed in range(seeds):
                name = json.dumps([target, params, version, seed])
                if name not in known:
                    known[name] = verdicts(target, params, seed)
                    note = {"audit": name, "sources": sources, "verdicts": known[name]}
                    print(json.dumps(note), file=notes, flush=True)
                    done += 1
                    print(f"{target} {params or ''} seed {seed}: {time.monotonic() - begun:.0f} s, {done} audits made",
                          file=sys.stderr)
                found[seed] = known[name]
            yield {"target": target, "params": params, "version": version, "seeds": seeds, "checks": len(found[0]),
                   "differences": list(differences(found))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("-k", dest="word", default="")
    parser.add_argument("--notes", type=Path, default=NOTES)
    parser.add_argument("--result", type=Path)
    given = parser.parse_args()
    table = []
    for row in compare(given.seeds, given.word, given.notes):
        table.append(row)
        what = f"{row['target']} {row['version']} {row['params'] or ''}".rstrip()
        print(f"{what}: {row['checks']} checks, {row['seeds']} seeds, {len(row['differences'])} differences")
        print(*(f"    {line}" for line in row["differences"]), sep="\n", end="\n" if row["differences"] else "")
    if given.result:
        given.result.write_text(json.dumps(table, indent=1) + "\n")
    return int(any(row["differences"] for row in table))


if __name__ == "__main__":
    sys.exit(main())

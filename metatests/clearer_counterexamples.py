"""Looks for better examples of what each hypothesis is for: `python -m metatests.clearer_counterexamples [CLAIM…]`.

A stored counterexample to a claim without a hypothesis is replaced by one in the plane in which nothing is zero, if the
search finds one. The kernel checks each before it is stored. An interruption keeps what was found so far.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy

from novikoff.algorithms.safe_files import write_whole
from novikoff.proofs.checking import necessity
from novikoff.proofs.checking.stored_certificates import statement_of
from novikoff.proofs.evidence import NECESSITY
from novikoff.proofs.search.counterexamples import find_telling_witness
from novikoff.proofs.statements.registry import Claim, claims

from .hypothesis_evidence import to_json_lines
from .mutant_runner import tick


def retell(claim: Claim, name: str, stored: necessity.Json) -> necessity.Json:
    """Return the stored result with a counterexample in the plane in which nothing is zero, if the search finds one.

    An example from the author is never replaced.
    """
    if stored["kind"] != "needed" or name in claim.script.examples or is_telling(stored["witness"]):
        return stored
    witness = find_telling_witness(necessity.without(statement_of(claim), name))
    return necessity.Result("needed", witness).json() if witness else stored


def is_telling(witness: necessity.Json) -> bool:
    """Return whether a witness is in the plane, or has no vectors, and no vector and no number is zero."""
    plain = all(is_not_zero(v) for v in witness["values"].values() if isinstance(v, str))
    return witness["dimension"] in (0, 2) and plain and all(any(map(is_not_zero, v)) for v in vectors_of(witness))


def flat_share(results: necessity.Table) -> tuple[int, int, int]:
    """Return three counts: the counterexamples with vectors, those on a line, and those with a vector that is 0."""
    with_vectors = [(w["dimension"], found) for table in results.values() for r in table.values()
                    if r["kind"] == "needed" and (found := list(vectors_of(w := r["witness"])))]
    zeros = sum(any(not any(map(is_not_zero, v)) for v in found) for _, found in with_vectors)
    return len(with_vectors), sum(dimension == 1 for dimension, _ in with_vectors), zeros


def vectors_of(witness: necessity.Json) -> Iterator[list[necessity.Json]]:
    """Yield the vectors of a witness, and the members of its families one by one."""
    for table in (witness["values"], *witness.get("steps", [])):
        for name, value in table.items():
            if name.endswith("@"):
                yield from value if "[i]" in name else [value]


def is_not_zero(value: necessity.Json) -> bool:
    """Return whether a stored coordinate is another number than 0."""
    return value != "0"


def say(results: necessity.Table) -> None:
    """Print how many examples teach little."""
    count, flat, zero = flat_share(results)
    print(f"{count} counterexamples with vectors: {flat / count:.0%} on a line, {zero / count:.0%} with a zero vector")


def main(wanted: list[str]) -> None:
    """Replace the examples of the wanted claims, or of all."""
    results = deepcopy(necessity.stored_results())
    say(results)
    chosen = [i for i in results if not wanted or i in wanted]
    for done, identifier in enumerate(chosen, 1):
        claim = claims()[identifier]
        for name, stored in results[identifier].items():
            better = retell(claim, name, stored)
            results[identifier][name] = stored if necessity.flaw(claim, name, better) else better
        write_whole(NECESSITY, to_json_lines(results))
        tick(identifier, done, len(chosen))
    say(results)


if __name__ == "__main__":
    main(sys.argv[1:])

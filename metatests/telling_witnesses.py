"""Looks for better examples of what each hypothesis is for: `python -m metatests.telling_witnesses [CLAIM…]`.

A stored counterexample to a claim without a hypothesis is replaced by one in the plane in which nothing is zero, if the
search finds one. The kernel checks each before it is stored. An interruption keeps what was found so far.
"""

from __future__ import annotations

import sys

from novikoff.proofs.checking import necessity
from novikoff.proofs.checking.vacuity import to_json_lines
from novikoff.proofs.evidence import NECESSITY, write_evidence
from novikoff.proofs.statements.registry import claims

from .reporting import tick


def say(results: necessity.Table) -> None:
    """Print how many examples teach little."""
    count, flat, zero = necessity.flat_share(results)
    print(f"{count} counterexamples with vectors: {flat / count:.0%} on a line, {zero / count:.0%} with a zero vector")


def main(wanted: list[str]) -> None:
    """Replace the examples of the wanted claims, or of all."""
    results = necessity.stored_results()
    say(results)
    chosen = [i for i in results if not wanted or i in wanted]
    for done, identifier in enumerate(chosen, 1):
        claim = claims()[identifier]
        for name, stored in results[identifier].items():
            better = necessity.retell(claim, name, stored)
            results[identifier][name] = stored if necessity.flaw(claim, name, better) else better
        write_evidence(NECESSITY, to_json_lines(results))
        tick(identifier, done, len(chosen))
    say(results)


if __name__ == "__main__":
    main(sys.argv[1:])

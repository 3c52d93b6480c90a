"""Renews what is stored beside the claims: `python -m novikoff.proofs.renew_stored`, after claims have changed.

certificates.json            every statement with its proof or counterexample, and what it cost to find
evidence/models.json         for each claim an exact model of its hypotheses
evidence/necessity.json      for each hypothesis, what happens without it
evidence/mutants.json        proofs and counterexamples of mutants that the search does not find; none is searched

Certificates are searched anew, without the help of those that are stored. Of the rest, what still holds is kept, so
that only changed claims are searched again; the results do not depend on the machine.
"""

from __future__ import annotations

import sys

from .checking import check, vacuity, verdicts
from .evidence import CERTIFICATES, MODELS, MUTANTS, NECESSITY, store
from .scrutiny import necessity
from .scrutiny.mutation import stored_evidence


def tell(what: str, done: int, total: int) -> None:
    """A line for every tenth claim."""
    if done % 10 == 0 or done == total:
        print(f"{done} of {total}  {what}", file=sys.stderr)


def main() -> None:
    """Renew all of them; an interruption keeps what was found so far."""
    verdicts.save(check.check(anew=True, progress=tell), CERTIFICATES)
    store(MODELS, vacuity.save_models(vacuity.stored_models(), tell))
    kept = necessity.stored_results()
    store(NECESSITY, necessity.save_necessity(kept, tell, lambda text: store(NECESSITY, text)))
    store(MUTANTS, stored_evidence.renewed(stored_evidence.stored_table(), tell))


if __name__ == "__main__":
    main()

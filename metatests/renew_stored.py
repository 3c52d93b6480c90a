"""Renews what is stored beside the claims: `python -m metatests.renew_stored`, after claims have changed.

certificates.json                 every statement with its proof or counterexample, and what it cost to find
evidence/models.json              for each claim an exact model of its hypotheses
evidence/necessity.json           for each hypothesis, what happens without it
metatests/claim_mutants.json      proofs and counterexamples of mutants that the search does not find; none is searched

Certificates are searched again, without the help of those that are stored. Of the rest, what still holds is kept, so
that only changed claims are searched again; the results do not depend on the machine.
"""

from __future__ import annotations

from novikoff.proofs.checking import check, necessity, vacuity, verdicts
from novikoff.proofs.evidence import CERTIFICATES, MODELS, NECESSITY, write_evidence

from . import claim_mutants
from .reporting import tick


def main() -> None:
    """Renew all of them; an interruption keeps what was found so far."""
    verdicts.save_entries(check.check(anew=True, progress=tick), CERTIFICATES)
    write_evidence(MODELS, vacuity.make_models_text(vacuity.stored_models(), tick))
    kept = necessity.stored_results()
    write_evidence(NECESSITY, necessity.save_necessity(kept, tick, lambda text: write_evidence(NECESSITY, text)))
    write_evidence(claim_mutants.STORED, claim_mutants.renewed(claim_mutants.stored_table(), tick))


if __name__ == "__main__":
    main()

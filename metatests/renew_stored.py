"""Renew the evidence stored for the claims: `python -m metatests.renew_stored`, after claims have changed.

certificates.json                every statement with its proof or counterexample, and the cost of finding it
evidence/models.json             for each claim an exact model of its hypotheses
evidence/necessity.json          for each hypothesis, the result without it
metatests/claim_mutants.json     proofs and counterexamples of mutants that the search does not find; only checked again

Certificates are searched from scratch, without the stored ones. Other evidence is kept while it is valid, so only
changed claims are searched again. The results do not depend on the machine.
"""

from __future__ import annotations

from novikoff.algorithms.safe_files import write_whole
from novikoff.proofs.checking import entry_verdicts, ledger_check, necessity, vacuity
from novikoff.proofs.evidence import CERTIFICATES, MODELS, NECESSITY

from . import claim_mutants
from .hypothesis_evidence import make_models_text, save_necessity
from .mutant_runner import tick


def main() -> None:
    """Renew all evidence; an interruption keeps the results so far."""
    entry_verdicts.save_entries(ledger_check.check(anew=True, progress=tick), CERTIFICATES)
    write_whole(MODELS, make_models_text(vacuity.stored_models(), tick))
    kept = necessity.stored_results()
    write_whole(NECESSITY, save_necessity(kept, tick, lambda text: write_whole(NECESSITY, text)))
    write_whole(claim_mutants.STORED, claim_mutants.renewed(claim_mutants.stored_table(), tick))


if __name__ == "__main__":
    main()

"""Export of the stored proofs to Coq and Lean."""

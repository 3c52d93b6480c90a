"""The language of statements, the scripts of proofs, and the registry of claims."""

"""Searches for proofs and counterexamples. Nothing here is trusted: the kernel reads what is found."""

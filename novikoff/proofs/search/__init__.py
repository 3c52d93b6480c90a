"""Searches for proofs and counterexamples. Nothing here is trusted: the kernel checks each result."""

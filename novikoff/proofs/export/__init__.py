"""The stored book for other provers: Coq and Lean."""

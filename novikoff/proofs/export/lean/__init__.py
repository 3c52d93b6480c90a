"""Lean 4 with Mathlib: the book as readable files, which no Lean has checked.

Main function:
    export    write entries of the book as `.lean` files; which proofs are left out, and why

The statements are those of `proofs.export.coq`, in the names of Mathlib; the proofs are the certificates. As no Lean
was run on them, every file says so, and nothing counts them as checked.
"""

from .book import UNCHECKED, Exported, export

__all__ = ["UNCHECKED", "Exported", "export"]

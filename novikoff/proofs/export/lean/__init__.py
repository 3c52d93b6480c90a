"""Export of the stored proofs to Lean 4 with Mathlib; no Lean has checked the files.

Main function:
    export    write entries as `.lean` files; return which proofs are left out, and why

The statements are the same as in `proofs.export.coq`, with Mathlib's names; the proofs are made from the certificates.
Every file says that no Lean was run on it, and no verdict counts it as checked.
"""

from .project import UNCHECKED, Exported, export

__all__ = ["UNCHECKED", "Exported", "export"]

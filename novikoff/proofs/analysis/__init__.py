"""Theorems for which the kernel has no rule, as where a step is a limit: they are finished by hand in Coq.

Each is a claim of `proofs/claims/` that is registered by `proved_by_coq` and stated there as any other, and a file `.v`
here with a tactic of the claim's name, which has to prove the statement that is exported from the claim, and so can
prove no easier one. `novikoff check --engine coq` compiles them and asks what the theorem rests on. The verdict is
`proved-by-coq`, and nothing that the kernel proves can cite it.
"""

from __future__ import annotations

from pathlib import Path

from ...algorithms.safe_files import read_text

HOME = Path(__file__).parent


def source(file: str) -> str:
    """Return the text of one of the files.

    >>> source("GaussianKernel").count("Theorem pairs_positive")
    1
    """
    return read_text(HOME / f"{file}.v")

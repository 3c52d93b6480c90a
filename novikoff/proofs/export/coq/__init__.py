"""Coq: the stored proofs as readable files, compiled by `coqc` and audited by `Print Assumptions`.

Main functions: `export`, `not_exported`, `compile_and_audit`, `available`.

`statements` writes what authors wrote in the words of Coq, `certificate_encoding` writes entries for the checker in
Coq, `project` arranges both in files, and `compiling` runs Coq. `Reading.v` defines the meaning of terms as they are
written, and `Written.v` proves that this is the meaning that is checked. None of the Python is trusted: Coq checks the
proofs, and readers can read the statements.
"""

from .compiling import AXIOMS, Result, available, compile_and_audit, not_exported
from .project import export

__all__ = ["AXIOMS", "Result", "available", "compile_and_audit", "export", "not_exported"]

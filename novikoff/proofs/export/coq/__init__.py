"""Coq: the proofs of the book as readable files, compiled by `coqc` and audited by `Print Assumptions`.

Main functions:
    export               write entries of the book as `.v` files
    not_exported         the entries that the export leaves out, with reasons
    compile_and_audit    the verdict of Coq on each exported theorem
    available            is coqc installed?

`statements` writes what authors wrote in the words of Coq, `reifying` writes entries for the checker in Coq, `book`
arranges both in files, `compiling` runs Coq. `Reading.v` says what terms as they are written mean, `Written.v` proves
that they mean what is checked. None of the Python is trusted: Coq checks the proofs, and the statements are there to be
read.
"""

from .book import export
from .compiling import AXIOMS, Result, available, compile_and_audit, not_exported

__all__ = ["AXIOMS", "Result", "available", "compile_and_audit", "export", "not_exported"]

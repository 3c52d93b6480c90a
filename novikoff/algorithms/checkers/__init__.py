"""Checkers of certificates of runs and data, with exact arithmetic only.

Main definitions:
    Refuted   the certificate does not show what it claims; the message says where

`typed_records` reads certificates, and `repeated_runs` repeats a run by its rule. Every other file has functions
`check(certificate) -> facts`. A check recomputes the answer from the question and compares all fields, so it notices a
change of any field. Nothing here imports the algorithms, a solver or numpy.
"""


class Refuted(ValueError):
    """The certificate does not show what it claims."""

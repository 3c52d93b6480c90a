"""Certificates of runs and data, re-checked with nothing but exact arithmetic.

Main definitions:
    Refuted   the certificate does not show what it claims; the message says where

`typed_records` reads certificates, and `repeated_runs` repeats a run by its rule. Every other file has functions
`check(certificate) -> facts`. A check computes the answer again from the question and compares all fields, so that a
change of any field is noticed. Nothing here imports the algorithms, a solver or numpy.
"""


class Refuted(ValueError):
    """The certificate does not show what it claims."""

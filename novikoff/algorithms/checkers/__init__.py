"""Certificates of runs and data, re-checked with nothing but exact arithmetic.

Main definitions:
    Refuted   the certificate does not show what it claims; the message says where

`reading` makes typed records of certificates, `exact` computes with them and counts the work; `repeating` compares a
run with what its rule gives. Each other file has functions `check(certificate) -> facts`: the statement of a
certificate is made of all its fields, and its answer is computed again from its question and compared as a whole, so
that no field is without consequence. Nothing here imports the algorithms, a solver or numpy.
"""


class Refuted(ValueError):
    """The certificate does not show what it claims."""

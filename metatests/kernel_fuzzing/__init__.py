"""Fuzzing of the kernel: random proofs whose right to be accepted is known, none of them wrongly accepted.

Main definitions:
    fuzz       so many false statements and corrupted certificates, by blocks, on some processes; a Report
    Report     what was tried, and what was accepted that must not be (or refused that must not be); report_text
               prints it
    shrink     a small entry like one that was wrongly accepted, by Hypothesis

    polynomials   arithmetic of its own
    items         statements with a point, proofs, entries; what a kernel is asked
    choices       random points, polynomials, hypotheses; the steps that no rule allows
    closing       proofs of a conclusion that is chosen first
    deriving      proofs that choose their conclusion; entries
    runs          entries about runs
    faults        right items, false ones, corrupted ones
    campaign      many of them, and the report
    shrinking     small ones

Every item begins with an exact point. Hypotheses are chosen to hold there, often just so, and a proof is
built from random pieces. Then, for a false statement, one of these is done until the point contradicts it:

    cheat     the proof is built with one step that no rule allows, but around which everything fits
    shift     a conclusion is moved, negated or made stronger; the proof is kept, or mended by a negative summand
    point     a conclusion that is false at the point, with a random proof

A corrupted certificate is a right one in which one thing was made wrong; that it is wrong is known from the
rule that it breaks, or from a computation of both sides by the arithmetic of `polynomials`. That arithmetic,
the reading of atoms and the evaluation share no code with the kernel.
"""

from .campaign import Report, fuzz, report_text
from .shrinking import shrink

__all__ = ["Report", "fuzz", "report_text", "shrink"]

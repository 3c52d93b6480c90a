"""Fuzzing of the kernel: Hypothesis draws certificates whose right to be accepted is known, and shrinks what is wrong.

Main definitions:
    fuzz          so many entries of every kind, by blocks, on some processes; a Report
    Report        what was tried, and what was accepted that must not be, refused that must not be, or disagreed on
    report_text   a report for people

    points        terms, facts and statements at exact points
    entries       the strategies: right entries, those with one fault, corrupted ones
    campaign      the kernel and the verified checker on what the strategies draw
"""

from .campaign import Report, fuzz, report_text

__all__ = ["Report", "fuzz", "report_text"]

"""Fuzzing of the kernel: Hypothesis draws certificates whose right verdict is known, and shrinks failures.

Main definitions:
    draw_books    certificates of every kind
    fuzz          try entries of every kind, in blocks, on several processes; a Report
    Report        the entries tried, those wrongly accepted or refused, and disagreements
    report_text   a report for people

    points        terms, facts and statements at exact points
    entries       the strategies: right entries, those with one fault, corrupted ones
    campaign      the kernel and the verified checker on what the strategies draw
"""

from .campaign import Report, draw_books, fuzz, report_text

__all__ = ["Report", "draw_books", "fuzz", "report_text"]

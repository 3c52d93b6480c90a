"""Accounts for rows that relate the documents to each other."""

from .coverage import definition

definition(
    "x-tie-conv",
    "a score 0 is classified −1 by the tutorial and +1 by the slides; the notes and the book section leave sign(0) "
    "open, and the lecture gives no class. The perceptron updates at a score 0 in all documents but the slides, where "
    "with the rule f ≥ 0 for y = +1 it does so for y = −1 only",
)

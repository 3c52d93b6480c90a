"""Exercises that are graded exactly: made from the claims, their certificates and their counterexamples.

grading      the four kinds of answers, and what is right: nothing is compared with a stored answer
making       an exercise from its id, as its claim and certificate are today
notebooks    exercises as a notebook, whose cells grade what is written in them
choosing     which exercises there are, of which level, with a solution of each: `chosen.json`
"""

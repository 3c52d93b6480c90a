"""Exercises that are graded exactly: made from the claims, their certificates and their counterexamples.

grading      grade the four kinds of answers; nothing is compared with a stored answer
making       an exercise from its id, as its claim and certificate are today
notebooks    exercises as a notebook, whose cells grade what is written in them
choosing     the list of exercises, each with its level and a solution: `chosen.json`
"""

"""Exercises that are graded exactly: made from the claims, their certificates and their counterexamples.

grading      grade the five kinds of answers; nothing is compared with a stored answer
generation   an exercise from its id, from the current claim and certificate
notebooks    exercises as a notebook, whose cells grade what is written in them
catalogue    the list of exercises, each with its level and a solution: `chosen.json`
"""

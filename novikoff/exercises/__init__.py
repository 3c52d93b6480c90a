"""Exercises that are graded exactly: made from the claims, their certificates and their counterexamples.

grading      grade the five kinds of answers; nothing is compared with a stored answer
generation   an exercise from its id, from the current claim and certificate
notebooks    exercises as a notebook, whose cells grade what is written in them
chosen.json  the exercises, each with its level and a solution, as `metatests.exercise_selection` has chosen them
"""

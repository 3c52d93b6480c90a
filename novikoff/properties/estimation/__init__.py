"""Worst cases of a rule that nobody has analysed, by semidefinite programs whose solutions are made exact."""

"""Worst cases of a rule without an analysis, by semidefinite programs whose solutions are made exact."""

"""Multiplicative updates: Winnow and the weighted majority."""

"""Margins, decision boundaries, and what a margin bounds."""

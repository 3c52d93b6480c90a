"""Margins, decision boundaries, and the bounds that depend on a margin."""

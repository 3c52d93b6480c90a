"""Verdicts on statements that a user types: proved, refuted, or with contradictory hypotheses."""

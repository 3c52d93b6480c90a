"""Statements that are typed: proved, refuted, or found to contradict themselves."""

"""The datasets that ship with novikoff."""

"""How results are printed: as text, JSON, JUnit, and in the formats of pages."""

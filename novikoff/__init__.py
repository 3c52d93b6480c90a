"""novikoff — proofs, exact runs and property tests for the theory of linear classifiers."""

__version__ = "0.1.0"

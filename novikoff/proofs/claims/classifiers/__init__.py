"""Linear classifiers in general: conventions, discriminants, neighbours, risk."""

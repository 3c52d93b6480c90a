"""Linear classifiers at large: conventions, discriminants, neighbours, risk."""

"""Linear separability, hulls, and what decides it."""

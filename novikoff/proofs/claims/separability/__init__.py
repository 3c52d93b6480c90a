"""Linear separability, hulls, and criteria for separability."""

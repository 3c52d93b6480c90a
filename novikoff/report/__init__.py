"""Writers that print results as text, JSON or JUnit, and as documents."""

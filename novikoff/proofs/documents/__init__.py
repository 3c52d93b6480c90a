"""The source statements of the five documents, and accounts for those that cannot become theorems."""

"""What is claimed, and how it is written down: the language, the script of a proof, the registry of claims."""

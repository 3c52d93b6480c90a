"""Accounts for rows that relate the documents: definitions, remarks, examples repeated exactly."""

from ..rows import definition, example, informal  # noqa: F401

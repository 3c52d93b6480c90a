"""Accounts for rows of the book: definitions, remarks without checkable content, examples repeated exactly."""

from ..rows import definition, example, informal  # noqa: F401

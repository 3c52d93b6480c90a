"""Accounts for rows of the tutorial: definitions, remarks without checkable content, examples repeated exactly."""

from ..rows import definition, example, informal  # noqa: F401

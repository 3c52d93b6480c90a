"""The examples in all docstrings of the installed package.

pytest's own collection cannot import a package whose folders are mapped, so modules are found by import.
"""

import doctest
import importlib
import pkgutil

import pytest

import novikoff


def failed(name: str) -> None:
    """A module that cannot be imported is a failure of its own test."""


MODULES = ["novikoff", *(m.name for m in pkgutil.walk_packages(novikoff.__path__, "novikoff.", onerror=failed))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert {"novikoff", "novikoff.proofs.kernel", "novikoff.algorithms.perceptron"} <= set(MODULES)
    assert doctest.testmod(novikoff).attempted >= 5

"""The examples in all docstrings of the installed package.

pytest's own collection cannot import a package whose folders are mapped, so modules are found by import.
"""

import doctest
import importlib
import pkgutil

import pytest

import novikoff

FOLDERS = ["novikoff", "novikoff.algorithms", "novikoff.proofs", "novikoff.properties"]


def modules() -> list[str]:
    """All modules. Each mapped folder is asked for its own: an editable install does not list it under `novikoff`."""
    paths = {name: importlib.import_module(name).__path__ for name in FOLDERS}
    found = {m.name for name, path in paths.items() for m in pkgutil.walk_packages(path, name + ".")}
    return sorted({*FOLDERS, *found})


MODULES = modules()


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert {"novikoff", "novikoff.proofs.kernel", "novikoff.algorithms.perceptron"} <= set(MODULES)
    assert doctest.testmod(novikoff).attempted >= 5

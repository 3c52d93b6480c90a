"""The examples in all docstrings of the package."""

import doctest
import importlib
import pkgutil

import pytest

import metatests
import novikoff
from novikoff.proofs.statements import registry

MODULES = ["novikoff", *(module.name for module in pkgutil.walk_packages(novikoff.__path__, "novikoff."))]
MODULES += [module.name for module in pkgutil.iter_modules(metatests.__path__, "metatests.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    with registry.temporary_claims():  # an example may state a theorem
        results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert {"novikoff", "novikoff.proofs.kernel", "novikoff.algorithms.perceptron"} <= set(MODULES)
    assert doctest.testmod(novikoff).attempted >= 5

"""Derivations that are read line by line: one file each, every line checked when it is written.

Main definitions:
    derivations             name → function that returns the derivation
    Derivation, WrongLine   the page, and what is raised when a line of it does not follow

A derivation is a module of this folder with a function `derive()`; its name is the module's, with hyphens.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from ._derivation import Derivation, WrongLine

__all__ = ["Derivation", "WrongLine", "derivations"]


def derivations() -> dict[str, Callable[[], Derivation]]:
    """All derivations by name, in alphabetical order.

    >>> list(derivations())
    ['decision-boundary-offset', 'geometric-margin', 'update-improvement']
    """
    names = (module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return {name.replace("_", "-"): import_module(f".{name}", __name__).derive for name in sorted(names)}

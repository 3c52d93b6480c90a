"""Derivations for reading line by line; each line is checked when it is written.

A derivation is a module of this folder with a function `derive()`; its name is the module's, with hyphens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._derivation import Derivation, WrongLine

__all__ = ["Derivation", "WrongLine", "derivations"]


def __getattr__(name: str) -> Any:
    """Return a public class; sympy is imported only then."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("._derivation", __name__), name)


def derivations() -> dict[str, Callable[[], Derivation]]:
    """Return the functions that make the derivations, by name in alphabetical order.

    >>> list(derivations())
    ['decision-boundary-offset', 'geometric-margin', 'update-improvement']
    """
    names = (module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return {name.replace("_", "-"): partial(_load_derivation, name) for name in sorted(names)}


def _load_derivation(module: str) -> Derivation:
    made: Derivation = import_module(f".{module}", __name__).derive()
    return made

"""novikoff — proofs, exact runs and property tests for the theory of linear classifiers.

From Python:

>>> import novikoff
>>> novikoff.prove("vec u v |- (u@v)**2 <= (u@u)*(v@v)").verdict
'proved'

`check`, `claims`, `explain`, `prove`, `parse` and `BadInput` are loaded when first used, so that the
import itself costs nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "BadInput": "algorithms.errors",
    "check": "proofs.checking",
    "claims": "proofs.ledger",
    "explain": "explain",
    "parse": "proofs.grammar",
    "prove": "proofs.adhoc",
}
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Load a public name from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module 'novikoff' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)

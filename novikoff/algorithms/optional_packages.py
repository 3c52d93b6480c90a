"""The optional packages, called extras: whether they are installed, and how to install them.

The packages and their versions are those that the installed distribution declares (pyproject.toml). So the command
works for a wheel and for a checkout, whether or not there is a release.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .errors import BadInput

REQUIREMENT = re.compile(r"""([\w.-]+) (?:\[(.*)\])? ([^;\s]*) (?:;\s*extra\s*==\s*["'](.+)["'])?""", re.VERBOSE)


class NotInstalled(BadInput, ImportError):
    """An optional package is missing, or cannot be imported; the message names the extra and the command."""


def install(name: str) -> str:
    """Return the shell command that installs an extra in the versions that fit, or one package.

    >>> install("plots")
    "pip install 'matplotlib>=3.9,<4'"
    >>> install("river")
    "pip install 'river>=0.26,<1'"
    """
    packages = dict.fromkeys(_packages(name)) or [name]
    return " ".join(["pip install", *(f"'{package}'" for package in packages)])


def _packages(name: str) -> Iterator[str]:
    """Yield the requirements of an extra, and of the extras that it includes; or the requirement of a package."""
    if not _requirements():  # in a checkout that is not installed, pip takes the folder
        yield f".[{name}]"
    for package, included, versions, extra in _requirements():
        if extra and name in (extra, package):
            if package == "novikoff":
                for each in included.split(","):
                    yield from _packages(each)
            else:
                yield package + ",".join(sorted(versions.split(","), reverse=True))


@cache
def _requirements() -> list[tuple[str, str, str, str]]:
    """Return the declared requirements: package, its extras, its versions, and the extra that needs it."""
    from importlib import metadata  # importing takes 20 ms, and only messages need it

    try:
        declared = metadata.requires("novikoff") or []
    except metadata.PackageNotFoundError:
        return []
    return [tuple(part or "" for part in REQUIREMENT.match(each).groups()) for each in declared]  # type: ignore


def import_extra(what: str, extra: str, *modules: str) -> list[Any]:
    """Import the modules of an extra that `what` needs, and return them. Raises `NotInstalled`."""
    try:
        return [import_module(module) for module in modules]
    except ImportError as problem:
        raise missing_extra_error(what, extra, problem) from None


def missing_extra_error(what: str, extra: str, problem: ImportError) -> NotInstalled:
    """Return the error that says that `what` needs an extra, and why the import failed.

    >>> print(missing_extra_error("--plot", "plots", ModuleNotFoundError("No module named 'matplotlib'")))
    --plot needs the extra 'plots' (No module named 'matplotlib'); pip install 'matplotlib>=3.9,<4'
    """
    return NotInstalled(f"{what} needs the extra '{extra}' ({problem}); {install(extra)}")


def are_installed(*modules: str) -> bool:
    """Return whether these modules are installed, without importing them."""
    return all(find_spec(module) is not None for module in modules)

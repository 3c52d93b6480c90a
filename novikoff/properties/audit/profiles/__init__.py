"""Profiles of other packages, by version: one module for each package, one `Profile` for each class."""

import re
from functools import cache
from importlib import import_module, metadata

from ..implementation_interface import Profile

PACKAGES = ("scikit_learn", "river", "mlxtend", "novikoff")


@cache
def load_profiles() -> dict[str, Profile]:
    """Return the shipped profiles by target, without importing any of the packages.

    >>> load_profiles()["sklearn.linear_model:Perceptron"].versions
    '>=1.6,<1.10'
    """
    found = [profile for name in PACKAGES for profile in import_module(f".{name}", __name__).PROFILES]
    return {profile.target: profile for profile in found}


def version_of(distribution: str) -> str:
    """Return the installed version of a distribution, "" if it is not installed.

    >>> version_of("no-such-distribution")
    ''
    """
    try:
        return metadata.version(distribution)
    except (metadata.PackageNotFoundError, ValueError):
        return ""


def known_version(version: str, versions: str) -> bool:
    """Return whether a version lies in a range such as ">=1.6,<2"; only the leading numbers are compared.

    >>> known_version("1.10.2", ">=1.6,<2"), known_version("2.0rc1", ">=1.6,<2")
    (True, False)
    """
    for condition in filter(None, versions.split(",")):
        relation, limit = condition[:2].rstrip("0123456789"), condition.lstrip("<>=")
        here, there = _numbers(version), _numbers(limit)
        holds = {">=": here >= there, "<": here < there, "==": here == there, "<=": here <= there, ">": here > there}
        if not holds[relation]:
            return False
    return True


def _numbers(version: str) -> list[int]:
    leading = re.match(r"\d+(\.\d+)*", version)
    return [int(part) for part in leading[0].split(".")] if leading else []

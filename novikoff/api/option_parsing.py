"""The algorithm that a name denotes, and its options: each option is checked once, as text or as a value.

Main definitions: `read_settings`, `read_options`, `to_pairs`, `to_values`.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..algorithms.errors import BadInput, format_algorithm_option, format_option, suggest_name
from ..algorithms.options import Option, parse_rational
from ..algorithms.registry import Algorithm, parse_algorithm

Given = Mapping[str, tuple[str, Any]]  # option -> the name as the user writes it, and the value


def read_settings(typed: str, given: Given, taken: Collection[str] = ()) -> tuple[Algorithm, dict[str, Any]]:
    """Return an algorithm of `taken`, and its options as the registry declares them.

    Raises `BadInput` for an unknown algorithm or option, for a wrong value, and for an option that is missing.
    """
    entry, variant = parse_algorithm(typed, taken)
    if variant is not None:
        given = {**given, **_variant(typed, entry, variant, given)}
    known = entry.takes({key: value for key, (_, value) in given.items()})
    options = read_options(entry.name, known, given)
    _require_order(known, options)
    _require_all(entry, known, options)
    return entry, options


def to_values(options: Mapping[str, Any]) -> Given:
    """Return options with their values as Python passes them; an option that is None counts as not given."""
    return {name: (format_algorithm_option(name), value) for name, value in options.items() if value is not None}


def to_pairs(pairs: Sequence[str], own: Mapping[str, Any] | None = None) -> Given:
    """Return the options typed as NAME=VALUE together with `own`, the options that have their own flags on the command
    line.

    Raises `BadInput` for an option without a value, and for an option that is given twice.
    """
    given = {key: (f"--{key.replace('_', '-')}", str(value)) for key, value in (own or {}).items() if value is not None}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise BadInput(f"--option {pair[:40]!r} has no value; write --option name=value")
        if key in given:
            raise BadInput(f"{key} is given twice; give it once")
        given[key] = format_algorithm_option(key), value
    return given


def read_options(name: str, known: Mapping[str, Option], given: Given) -> dict[str, Any]:
    """Return the given options, checked against the declarations in `known`. Raises `BadInput` for others."""
    for key, (where, _) in given.items():
        if key not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise BadInput(f"{where}: {name} has no option {key!r}; {suggest_name(key, known, takes)}")
    return {key: known[key].read(value, where) for key, (where, value) in given.items()}


def _variant(typed: str, entry: Algorithm, variant: str, given: Given) -> dict[str, tuple[str, Any]]:
    """Return the bias step that a variant stands for: R2, homogeneous, c=p/q."""
    words = {"R2": "R2", "homogeneous": "0", "": "1"}
    if "bias_step" not in entry.takes({}):
        raise BadInput(f"{entry.name} has no variants (got {typed[:40]!r})")
    if "bias_step" in given:
        raise BadInput(f"{typed} and {format_algorithm_option('bias_step')} both set the bias step; give one of them")
    if variant.startswith("c="):
        if parse_rational(variant[2:], typed) <= 0:
            raise BadInput(f"{typed}: the bias step must be > 0; {entry.name}:homogeneous has no bias")
        return {"bias_step": (typed, variant[2:])}
    if variant not in words:
        raise BadInput(f"there is no variant {variant[:40]!r} of {entry.name}; its variants are {entry.name}, "
                       f"{entry.name}:R2, {entry.name}:homogeneous and {entry.name}:c=NUMBER; the module of a rule of "
                       "your own needs another name")
    return {"bias_step": (typed, words[variant])}


def _require_order(known: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    order, random = options.get("order", "cyclic"), format_option("order", "random")
    if "order" in known and order != "random" and "seed" in options:
        given = format_option("order", str(order)[:40])
        raise BadInput(f"{format_option('seed')} can be used only with {random}, not with {given}")
    if "order" in known and order == "random" and "seed" not in options:
        raise BadInput(f"{random} needs {format_option('seed', 'N')}, a whole number, so that the run can be repeated")


def _require_all(entry: Algorithm, known: Mapping[str, Any], options: dict[str, Any]) -> None:
    """Raise `BadInput` if an option without a default is missing."""
    for key, default in entry.defaults(options).items():
        if default is inspect.Parameter.empty and key in known and key not in options:
            name = format_option(key, "N") if key == "max_updates" else f"{format_algorithm_option(key)}=…"
            raise BadInput(f"{entry.name} needs {name}: {known[key].meaning}")

"""A small entry like one that was wrongly accepted, by Hypothesis and by deletions.

Main definition:
    shrink    the small entry
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import reduce
from operator import getitem
from typing import Any

from novikoff.proofs import kernel

from .faulty_proofs import at_a_point, made, shifted, spoiled
from .questions import Check, Item, Json, judge
from .random_terms import CHEATS, RUN_CHEATS


def shrink(entry: Json, check: Check = kernel.check_book, examples: int = 2000) -> Json:
    """A small entry that is wrongly accepted like this one, as Report.accepted has it.

    Hypothesis takes over the choices of the generator, for the same kind of item, and shrinks what is accepted;
    then parts of the smaller of the two are left out while it is still accepted and still false.
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample

    kind = entry["kind"]
    false = "counterexample" in entry

    def item(chance: random.Random) -> Item | None:
        if kind in CHEATS or kind in RUN_CHEATS:
            return made(chance, kind)
        if kind.startswith("shift"):
            found = made(chance)
            return found if found and shifted(found, chance) else None
        if kind == "point":
            return at_a_point(chance)
        found = made(chance)
        return found if found and found.leaves and spoiled(found, chance)[0] else None

    best = entry

    def accepted(chance: random.Random) -> bool:
        nonlocal best
        found = item(chance)
        if found is None or found.witness < false or not judge(found, check)[0]:
            return False
        best = min(best, found.record() | {"kind": kind}, key=size_of)
        return True

    options = settings(
        max_examples=examples, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )  # fmt: skip
    with suppress(NoSuchExample):
        find(st.randoms(use_true_random=False), accepted, settings=options)
    return pruned(best, lambda data: still(data, check))


def size_of(data: Json) -> int:
    """How long it is."""
    return len(json.dumps(data))


def still(data: Json, check: Check) -> bool:
    """Is its last entry accepted, and refuted by the counterexample?"""
    results = list(check(data["book"]).values())
    if not results or results[-1][0] != "proved":
        return False
    if "counterexample" not in data:
        return True
    last = {"statement": data["book"][-1].get("statement"), "sides": data["book"][-1].get("sides")}
    entry = {**{k: v for k, v in last.items() if v is not None}, "counterexample": data["counterexample"]}
    return list(check([*data["book"][:-1], entry]).values())[-1][0] == "refuted"


def pruned(data: Json, good: Callable[[Json], bool]) -> Json:
    """With parts left out, and terms replaced by parts of theirs, as long as it stays good."""
    found: Json | None = data if good(data) else None
    while found is not None:
        data, found = found, next(filter(good, smaller(found)), None)
    return data


def smaller(data: Json) -> Iterator[Json]:
    """Each with one part left out, or replaced by a part of its own; a name with its value."""
    for name in data.get("counterexample", {}).get("values", {}):
        less = copy.deepcopy(data)
        with suppress(ValueError, KeyError):
            less["book"][-1]["statement"]["declare"].remove(name)
            del less["counterexample"]["values"][name]
            yield less
    for path in sorted(places(data["book"]), key=len):
        *above, last = path
        parts = reduce(getitem, path, data["book"])
        for put in [None, *(parts[1:] if isinstance(parts, list) else [])]:
            less = copy.deepcopy(data)
            place = reduce(getitem, above, less["book"])
            if put is None:
                del place[last]
            else:
                place[last] = put
            yield less


def places(data: Json, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*at, key)
        yield from places(value, (*at, key))

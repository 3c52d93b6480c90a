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
from typing import Any

from ... import kernel
from .choices import CHEATS, RUN_CHEATS
from .faults import at_a_point, made, shifted, spoiled
from .items import Check, Item, Json, judge


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
    """With parts left out as long as it stays good."""
    changed = good(data)
    while changed:
        changed = False
        for path in sorted(places(data["book"]), key=len):
            smaller = copy.deepcopy(data)
            place = smaller["book"]
            for key in path[:-1]:
                place = place[key]
            del place[path[-1]]
            if good(smaller):
                data, changed = smaller, True
                break
    return data


def places(data: Json, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*at, key)
        yield from places(value, (*at, key))

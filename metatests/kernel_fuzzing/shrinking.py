"""A small entry like one that was wrongly accepted, by Hypothesis.

Main definition:
    shrink    the small entry
"""

from __future__ import annotations

import json
import random
from contextlib import suppress

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from novikoff.proofs import kernel

from .faulty_proofs import at_a_point, made, shifted, spoiled
from .questions import Check, Item, Json, judge
from .random_terms import CHEATS, RUN_CHEATS


def shrink(entry: Json, check: Check = kernel.check_book, examples: int = 2000) -> Json:
    """Return a small entry that is wrongly accepted like this one, as Report.accepted has it.

    Hypothesis makes the choices of the generator, for the same kind of item, and shrinks what is accepted.
    """
    kind, false = entry["kind"], "counterexample" in entry

    def item(chance: random.Random) -> Item | None:
        if kind in CHEATS or kind in RUN_CHEATS:
            return made(chance, kind)
        if kind == "point":
            return at_a_point(chance)
        found = made(chance)
        if kind.startswith("shift"):
            return found if found and shifted(found, chance) else None
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
    return best


def size_of(data: Json) -> int:
    """Return how long it is."""
    return len(json.dumps(data))

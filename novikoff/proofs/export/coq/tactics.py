"""The forms of Coq sentences: blocks, patterns, long lines."""

from __future__ import annotations

from collections.abc import Iterable

from ..spelling import Lines


def block(lines: Iterable[str]) -> Lines:
    """Lines as a focused subproof."""
    first, *rest = [line for line in lines if line] or ["idtac."]
    lines = [f"{{ {first}", *(f"  {line}" for line in rest)]
    return [*lines[:-1], f"{lines[-1]} }}"]


def pattern(names: list[str]) -> str:
    """An introduction pattern for a conjunction."""
    return names[0] if len(names) == 1 else f"[{names[0]} {pattern(names[1:])}]"


def alternatives(names: list[str]) -> str:
    """An introduction pattern for a disjunction."""
    return names[0] if len(names) == 1 else f"[{names[0]} | {alternatives(names[1:])}]"


def each(count: int) -> Lines:
    """The tactic that turns a conjunction into its parts, if there are several."""
    return [] if count == 1 else [f"refine {'(conj _ ' * (count - 1)}_{')' * (count - 1)}."]


def converting(goal: str, given: str, name: str, into: str, swaps: str, sums: Iterable[str] = ()) -> str:
    """Tactics that show a goal by what is given under a name; one of the two is multiplied out first: `into`."""
    intros = ["intros i below"] if goal.startswith("forall i") else []
    intros += [f"specialize ({name} i below)"] if given.startswith("forall i") else []
    where = f" in {into}" if into else ""
    rewriting = ["cbv beta", *(f"rewrite {name}" for name in sums), "gram"] + [swaps] * bool(swaps)
    like = [f"exponents_with {name}"] * ("exp " in goal + given)
    return "; ".join([*intros, *(tactic + where for tactic in rewriting[not sums :]), *like, "linear"])

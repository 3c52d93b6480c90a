"""Functions on entries that the exports for all provers use.

Main definitions:
    cited_ids         return the theorems that the proof of an entry cites
    with_citations    return entries and everything that they cite
    comment_lines     return a claim in words, and its statement as its author wrote it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import kernel
from ..kernel import Json, Poly, Run
from ..statements.registry import Claim, claims


def comment_lines(data: Json) -> list[str]:
    """Return a claim's title, sentence and source, then its hypotheses and conclusions as written.

    No item contains a line break, because a line break ends some comments.
    """
    claim = claims().get(data["id"])
    if claim is None:
        return []
    lines = [*filter(None, (claim.title, claim.sentence)), f"Source: {claim.source}", *formulas(claim, data)]
    return [" ".join(line.split()) for line in lines]


def formulas(claim: Claim, data: Json) -> Iterator[str]:
    """Yield the hypotheses and conclusions of a claim's statement as the author wrote them.

    An equation whose sides are printed alike is left out.
    """
    from ..statements.notation import Notation

    facts = {*data["assume"], *data["show"], *(data.get("run") or {"when": ()})["when"]}
    write = Notation(order=[name.rstrip("@") for name in claim.script.names])
    for name, r in claim.script.stated().items():
        lhs, _, rhs = (text := write.relation(r)).partition(" = ")
        if name in facts and lhs != rhs:
            yield f"{name}: {text}"


def run_terms(run: Run) -> list[Poly]:
    """Return the polynomials that define a run."""
    return [*run.start.values(), *run.next.values(), *(p for _, p in run.when.values())]


def sum_atoms(polys: Iterable[Poly], *, nested: bool = False) -> set[str]:
    """Return the sums in polynomials, also in exponents and inner products; with `nested`, also sums inside sums."""
    found = set[str]()
    for name in {name for p in polys for m in p for name, _ in m}:
        kind, inner, _ = kernel.shape(name)
        found |= {name} if kind == "sum" else set()
        if (nested and kind == "sum") or kind in ("pair", "exp"):
            found |= sum_atoms([inner], nested=nested)
    return found


def walk(data: Json) -> Iterator[dict[str, Json]]:
    """Yield all objects inside JSON data."""
    if isinstance(data, dict):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from walk(part)


def cited_ids(entry: Json) -> set[str]:
    """Return the ids of the theorems that a proof cites."""
    return {node["of"] for node in walk(entry.get("proof")) if node.get("rule") == "lemma"}


def with_citations(entries: dict[str, Json], wanted: Iterable[str]) -> set[str]:
    """Return the ids of the wanted entries and of everything that they cite, also indirectly."""
    found, todo = set[str](), list(wanted)
    while todo:
        identifier = todo.pop()
        if identifier not in found:
            found.add(identifier)
            todo += cited_ids(entries[identifier]) & set(entries)
    return found

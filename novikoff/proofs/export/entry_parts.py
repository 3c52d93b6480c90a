"""What exports for every prover need of entries.

Main definitions:
    cited_ids         the theorems that the proof of an entry cites
    with_citations    entries, and what they cite, directly or through others
    comment_lines     a claim in words, and what it states as its author wrote it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import kernel
from ..kernel import Json, Poly, Run
from ..statements.registry import Claim, claims


def comment_lines(data: Json) -> list[str]:
    """Return title, sentence and source of the claim of a statement; then its hypotheses and conclusions as they are
    written. Each is one line without line breaks, whatever its author wrote: a comment may end with its line.
    """
    claim = claims().get(data["id"])
    if claim is None:
        return []
    lines = [*filter(None, (claim.title, claim.sentence)), f"Source: {claim.source}", *formulas(claim, data)]
    return [" ".join(line.split()) for line in lines]


def formulas(claim: Claim, data: Json) -> Iterator[str]:
    """Yield the hypotheses and conclusions of a statement as the author wrote them, if this is the statement of the
    claim; without an equation whose sides are printed alike.
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
    """Return the sums that the polynomials mention, also in exponents and inner products; those inside sums if
    `nested`.
    """
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
    """Return the wanted entries and what they cite, directly or through others."""
    found, todo = set[str](), list(wanted)
    while todo:
        identifier = todo.pop()
        if identifier not in found:
            found.add(identifier)
            todo += cited_ids(entries[identifier]) & set(entries)
    return found

"""A claim in words, and its statement as its author wrote it, for the comments of exported files."""

from collections.abc import Iterator

from ..kernel import Json
from ..statements.registry import Claim, known_claims


def comment_lines(data: Json) -> list[str]:
    """Return a claim's title, sentence and source, then its hypotheses and conclusions as written. No item contains a
    line break, because a line break ends some comments."""
    claim = known_claims().get(data["id"])
    if claim is None:
        return []
    lines = [*filter(None, (claim.title, claim.sentence)), f"Source: {claim.source}", *formulas(claim, data)]
    return [" ".join(line.split()) for line in lines]


def formulas(claim: Claim, data: Json) -> Iterator[str]:
    """Yield the hypotheses and conclusions of a claim's statement as the author wrote them. An equation whose sides are
    printed alike is left out."""
    from ..statements.notation import Notation

    facts = {*data["assume"], *data["show"], *(data.get("run") or {"when": ()})["when"]}
    write = Notation(order=[name.rstrip("@") for name in claim.script.names])
    for name, r in claim.script.stated().items():
        lhs, _, rhs = (text := write.relation(r)).partition(" = ")
        if name in facts and lhs != rhs:
            yield f"{name}: {text}"

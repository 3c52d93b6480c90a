"""Selecting claims by id, by source, and by an expression over words (`-k "norm and not smola"`).

A word of the expression is found where it begins a word of the claim: `eps` in eps-kozinec, not in steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..algorithms.errors import BadInput, suggest_name
from ..algorithms.run_loop import check_text
from ..proofs.statements.registry import Claim, claims, claims_of_coq, find, known_claims, known_claims_of_coq

Ledger = tuple[Mapping[str, Claim], Mapping[str, Claim]]  # the claims, and those that only Coq decides


def select(
    ids: Iterable[str], expression: str | None, source: str | None, *, coq: bool = False, ledger: Ledger | None = None
) -> list[Claim]:
    """Return the named claims (or all claims) that come from the source and whose words satisfy the expression.

    The id of a row of the ledger names all its claims. Claims that only Coq decides are selected by id, or if `coq` is
    set. `ledger` holds all claims, and the claims that only Coq decides, so that they need not be read again.

    Raises `BadInput` for an unknown id (with similar ids), an unknown source, or a bad expression. A file that cannot
    be read may contain selected theorems, so the claim in its place is selected for any source and expression.
    """
    for name, given in (("expression", expression), ("source", source)):
        if given is not None:
            check_text(given, name)
    named = list(dict.fromkeys(ids))
    decided, by_coq = ledger or (known_claims(), known_claims_of_coq())  # named claims of the ledger are read alone
    if named and source is None and expression is None and all(i in decided or i in by_coq for i in named):
        return [decided[i] if i in decided else by_coq[i] for i in named]  # no row has the id of a claim
    decided, by_coq = ledger or (claims(), claims_of_coq())
    known = [*decided.values(), *(by_coq.values() if coq else ())]
    in_row = {i: [c for c in known if i in c.ledger] for i in named}
    chosen = {c.id: c for i in named for c in in_row[i] or [find_named(i, {**decided, **by_coq})]}
    found = list(chosen.values()) or known
    if source is not None:
        keys = Counter(claim.source.key for claim in decided.values())
        if source not in keys:
            most = ", ".join(key for key, _ in keys.most_common(5))
            hint = suggest_name(source, keys, f"most claims are from {most}; `novikoff list` prints each source in [ ]")
            raise BadInput(f"no claim comes from source {source!r}; {hint}")
        found = [claim for claim in found if claim.source.key == source or claim.unread]
    if expression is not None:
        found = [claim for claim in found if matches_expression(expression, tokenize(claim)) or claim.unread]
    return found


def find_named(identifier: str, ledger: Mapping[str, Claim] | None = None) -> Claim:
    """Return what `find` returns. For a source statement without claims, its error says where to read the statement."""
    from ..proofs.documents.coverage import rows

    try:
        return find(identifier, ledger)
    except BadInput:
        if identifier not in rows():
            raise
        raise BadInput(f"no claim states {identifier}; `novikoff ledger -v {identifier}` prints it") from None


def tokenize(claim: Claim) -> str:
    """Return the text that `-k` searches: id, title, source and ledger ids, in lower case."""
    return " ".join([claim.id, claim.title, str(claim.source), *claim.ledger]).lower()


def matches_expression(expression: str, text: str) -> bool:
    """Return whether the text satisfies the expression of words, `and`, `or`, `not` and brackets.

    >>> matches_expression("norm and not (smola or notes)", "norm-growth lecture")
    True
    >>> [matches_expression("eps", text) for text in ("eps-kozinec", "steps")]
    [True, False]
    >>> matches_expression("mistake-bound", "smola-mistake-bound")
    True
    """
    tokens = re.findall(r"[()]|[^\s()]+", expression)
    value, rest = parse_series(tokens, text)
    if rest:
        raise BadInput(f"-k {expression!r} cannot be read at {' '.join(rest)!r}; write words with and, or, not and ( )")
    return value


def parse_series(tokens: list[str], text: str, words: Sequence[str] = ("or", "and")) -> tuple[bool, list[str]]:
    """Parse parts that the first of these words joins; return the value of the series and the remaining tokens.

    Each part is a series of the next word, and after the last word a factor.
    """
    def parse(rest: list[str]) -> tuple[bool, list[str]]:
        return parse_series(rest, text, words[1:]) if words[1:] else parse_factor(rest, text)

    value, rest = parse(tokens)
    while rest[:1] == [words[0]]:
        other, rest = parse(rest[1:])
        value = value or other if words[0] == "or" else value and other
    return value, rest


def parse_factor(tokens: list[str], text: str) -> tuple[bool, list[str]]:
    """Parse a word, `not` a factor, or an expression in brackets; return its value and the remaining tokens."""
    if tokens[:1] == ["not"]:
        value, rest = parse_factor(tokens[1:], text)
        return not value, rest
    if tokens[:1] == ["("]:
        value, rest = parse_series(tokens[1:], text)
        if rest[:1] != [")"]:
            raise BadInput("-k: a bracket is not closed")
        return value, rest[1:]
    if not tokens or tokens[0] in ("and", "or", ")"):
        raise BadInput("-k needs a word here; write for example  -k 'norm and not smola'")
    return begins_a_word(tokens[0].lower(), text), tokens[1:]


def begins_a_word(term: str, text: str) -> bool:
    """Return whether the term occurs in the text at the start of a word of letters and digits."""
    boundary = r"(?<![^\W_])" if term[0].isalnum() else ""
    return re.search(boundary + re.escape(term), text) is not None

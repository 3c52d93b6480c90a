"""Theorems that the user asks a statement to cite: the terms for their variables, and whether their hypotheses follow.

Only a theorem that the kernel proves now is cited, and only under hypotheses that are shown where it is cited.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...algorithms.errors import BadInput
from .. import kernel
from ..search.citation_graph import library
from ..search.elaboration import Json, Key, Scope, Unproved, Written, key_of
from ..search.linear_certificates import Term
from ..statements.grammar import Parser
from ..statements.proof_script import By, Use
from ..statements.registry import find
from ..statements.vector_language import Vector
from .automatic_derivations import Guided
from .sequents import Sequent, Then


@dataclass(frozen=True)
class Lemma:
    """A theorem to cite, and its hypothesis that does not follow at the citation ("" if all follow)."""

    use: Use
    written: Written
    lengths: tuple[Term, ...]
    lacks: str = ""

    def cited(self, s: Sequent, then: Then) -> Json | None:
        """Cite the lemma in the proof of a sequent."""
        try:
            return continue_within(s, self.written, self.lengths, then,
                                   lambda guided, scope, body: guided.cite(scope, self.use, body))
        except (NotProved, Unproved):
            return None


class NotProved(Exception):
    """No proof of the goals after a citation was found."""


def continue_within(s: Sequent, written: Written, lengths: tuple[Term, ...], then: Callable[..., Json | None],
                    make: Callable[[Guided, Scope, Callable[..., Json]], Json]) -> Json:
    """Return the proof that `make` composes in the scope of a sequent.

    The body of this proof continues with `then`, which receives the sequent with the new definitions, and what else
    `make` passes. Raises `NotProved` if `then` finds no proof.
    """
    scope = Scope(s.context, written.defined | {key_of(d.kind, *d.of): d.names[0] for d in s.definitions})

    def body(inner: Scope, *made: Any) -> Json:
        known = set(scope.defined.values())
        fresh = tuple(definition(n, key) for key, n in inner.defined.items() if n not in known)
        found = then(replace(s, context=inner.context, definitions=(*s.definitions, *fresh)), *made)
        if found is None:
            raise NotProved
        return found

    return make(Guided(library(), written.terms, lengths=lengths), scope, body)


def read_lemma(parser: Parser, given: str | By, written: Written, statement: kernel.Statement,
               lengths: tuple[Term, ...]) -> Lemma:
    """Return the theorem with the given name as a lemma. Raise BadInput for a theorem that cannot be cited."""
    from ..checking.ledger_check import check

    by = given if isinstance(given, By) else parser.lemma(given)
    claim = find(by.theorem.rpartition("::")[2])
    (outcome,) = check(claim.id, engines="kernel", jobs=1)
    if outcome.verdict != "proved":
        why = f" ({outcome.reason:.200})" if outcome.reason else ""
        raise BadInput(f"{claim.id} cannot be cited: it is {outcome.verdict}, not proved{why}")
    found = Lemma(Use(claim.id, By(claim.id, dict(read_substitution(claim.id, by.put))), {}), written, lengths)
    try:
        Guided(library(), written.terms, lengths=lengths).cite(Scope(statement.context, written.defined), found.use,
                                                               lambda inner: {})
    except Unproved as problem:
        return replace(found, lacks=f"{claim.id} is not used, as {problem.leaf.label} is not shown here")
    except ValueError as problem:
        example = f"{claim.id}({', '.join(f'{name}=…' for name in variables(claim.id))})"
        raise BadInput(f"{problem}; write  {example}") from None
    return found


def variables(identifier: str) -> dict[str, str]:
    """Return the variables of a theorem to substitute, without [i], with their names for the kernel."""
    data, statement = library()[identifier]
    defined = {entry["name"] for entry in data.get("let", [])}
    return {name.rstrip("@").removesuffix("[i]"): name for name in sorted(statement.context.names - defined)}


def read_substitution(identifier: str, put: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the full name of each variable and its replacement. Raise BadInput for a theorem about runs, and for a term
    of the wrong sort."""
    if library()[identifier][1].context.run:
        raise BadInput(f"{identifier} is about runs, but a statement has no run; cite it in a file of theorems")
    known = variables(identifier)
    for name, value in put.items():
        if name in known and isinstance(value, Vector) != known[name].endswith("@"):
            sort = "vector" if known[name].endswith("@") else "number"
            raise BadInput(f"{identifier} takes a {sort} for {name}")
        yield known.get(name, name).rstrip("@"), value


def definition(name: str, key: Key) -> kernel.Definition:
    """Return a definition of one name, found by its key."""
    kind, terms = key
    return kernel.definition(name, kind, {monomial: c for _, monomial, c in terms})

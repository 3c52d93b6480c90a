"""Claims for one test: a script makes one, and the ledger may have it for as long as the test runs."""

from collections.abc import Callable, Iterator

import pytest

from novikoff.proofs.checking import stored_certificates
from novikoff.proofs.search import citation_graph
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.proof_script import Script


def planted(write: Callable[[Script], object], identifier: str = "planted", expected: str = "proved",
            **more: object) -> registry.Claim:
    """Return a claim that this script states, which is not in the ledger."""
    source = registry.cite("iml", "nowhere")
    return registry.Claim(identifier, "A planted claim", source, expected, write, **more)


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., registry.Claim]]:
    """Add a claim that a script states to the ledger."""
    registry.claims()  # claims that are read later would not include the planted one
    def add(write: Callable[[Script], object], *about: str, **more: object) -> registry.Claim:
        claim = planted(write, *about, **more)
        monkeypatch.setitem(registry._registry, claim.id, claim)
        citation_graph.library.cache_clear()
        stored_certificates.stored_entry.cache_clear()
        return claim
    yield add
    monkeypatch.undo()
    citation_graph.library.cache_clear()

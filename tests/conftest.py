"""What all tests share."""

import signal

import pytest

LONGEST = ("test_coq", "test_evaluation", "test_audit", "test_mutation", "test_ledger", "test_documents")

# A shell lets what runs in the background ignore SIGINT, and all that it starts; but tests interrupt programs.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files begin, whatever the order of the others: at the end no worker waits for another."""
    items.sort(key=lambda item: item.path.stem not in LONGEST)

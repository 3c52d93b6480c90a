"""What the tests of several modules of algorithms use."""

import pytest


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""
    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
    return write
